"""Close combat events (21.0): what a card does before its colors count (D117)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import COLORS, SYMBOLS
from beachhead.games.dday.combat import piles
from beachhead.games.dday.combat.piles import US_FIRE, CombatRecord
from beachhead.games.dday.control.communication import japanese_in_communication
from beachhead.games.dday.counters import cards, defenders, depth, fallen_units, japanese_reserves, sorties
from beachhead.games.dday.counters.defenders import MARKERS
from beachhead.games.dday.counters.japanese_damage import because
from beachhead.games.dday.counters.sorties import where_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import DISCARDS, JP_PILE, UNIT_STANCE, US_PILE, DDayState

# Why the Marines lose a step.
HIT_LOSS: Final = 0
BLAST_LOSS: Final = 1
WITHDRAWAL_LOSS: Final = 2

CONSCRIPTS: Final = "conscripts"
HEROISM: Final = "heroism"
NAVAL_BLAST: Final = "naval-blast"
REINFORCE: Final = "reinforce"
WITHDRAWAL_HIT: Final = "withdrawal-hit"
IDLE: Final = {
    CONSCRIPTS: "the card comes from the Japanese pile",
    WITHDRAWAL_HIT: "the Marines are not withdrawing",
    US_FIRE: "this is no Japanese counterattack",
}
"""Why an event is disregarded where its condition is missing."""


@enforces(FAMILY, "8.6.1-3-b", "8.6.1-4-a")
def carry_out(state: DDayState, frame: CombatRecord) -> None:
    """The event of the card just turned up. The record stands at the hit that follows; an event may put a question before it, or
    do away with the hit."""
    card = state.ruleset.card_faces[frame.card]
    if card.close_combat < 0:
        return
    event = piles.event_id(state, frame.card)
    idle = IDLE.get(event, "")
    if idle and not counts(state, frame, event):
        if state.sink is not None:
            title, where = state.ruleset.components.close_combat_events[card.close_combat].title, where_of(state, frame.position)
            state.happened("no event", f"21.0-{event}", f"{title} has no effect: {idle}", {"hex": where})
    elif event == CONSCRIPTS:
        surrender(state, frame.position)
    elif event == HEROISM:
        heroism(state, frame)
    elif event == REINFORCE:
        reinforce(state, frame)
    elif event == NAVAL_BLAST:
        piles.go(state, frame, stage=piles.BLASTING, then=piles.HITTING)
    elif event == WITHDRAWAL_HIT:
        piles.go(state, frame, stage=piles.LOSING, loss=WITHDRAWAL_LOSS, then=piles.HITTING)


@enforces(FAMILY, "21.0-conscripts", "21.0-withdrawal-hit", "21.0-us-fire")
def counts(state: DDayState, frame: CombatRecord, event: str) -> bool:
    """Whether the condition of an event that has one is met: a US card, a withdrawal, a Japanese counterattack."""
    if event == CONSCRIPTS:
        return frame.who == US
    if event == WITHDRAWAL_HIT:
        return bool(frame.leaving)
    return state.sortie in (sorties.COUNTERATTACK, sorties.LOCAL)


@enforces(FAMILY, "21.0-conscripts", "20.0-caves-e")
def surrender(state: DDayState, position: int) -> None:
    """Units that are neither elite nor tanks and have no depth marker give up. Other units and forts fight on."""
    ruleset = state.ruleset
    if position >= ruleset.position_count:
        return  # the marker of a cave counts as an elite unit (20.0-caves-e)
    for slot in reversed(sorties.slots(state, position)):
        if slot == sorties.TANK_SLOT:
            continue
        counter = fallen_units.unit_in(state, position, slot)
        if counter and not ruleset.is_elite[counter] and not depth.marker_in(state, position, slot):
            defenders.out_of_play(state, defenders.take_unit(state, position, slot))
            if state.sink is not None:
                name, where = ruleset.counter_ids[counter], where_of(state, position)
                data = {"hex": where, "counter": name}
                state.happened("surrendered", "21.0-conscripts", f"{name} surrenders in {where}", data)


@enforces(FAMILY, "21.0-heroism", "8.6.1-2-max-event")
def heroism(state: DDayState, frame: CombatRecord) -> None:
    """A card more for the side that turned it up, one less for the other; the Japanese also gain a depth marker if they
    lack one."""
    own, other = (US_PILE, JP_PILE) if frame.who == US else (JP_PILE, US_PILE)
    add(state, own, "21.0-heroism")
    piles.drop_top(state, other)
    if frame.who == JP:
        deepen(state, frame.position, "21.0-heroism")


@enforces(FAMILY, "21.0-reinforce", "21.0-reinforce-us-hit")
def reinforce(state: DDayState, frame: CombatRecord) -> None:
    """A card more for the Japanese, and depth if they lack it. On a hit of the Marines both cancel each other."""
    hit = piles.is_hit(state, frame.color, frame.card, frame.who)
    if frame.who == US and hit:
        piles.go(state, frame, stage=piles.AFTER)
        state.report("cancelled", "21.0-reinforce-us-hit", "Reinforce and the hit cancel each other", {})
        return
    add(state, JP_PILE, "21.0-reinforce")
    deepen(state, frame.position, "21.0-reinforce")


def add(state: DDayState, pile: int, case: str) -> None:
    """A card from the deck goes under a pile."""
    piles.add_card(state, pile)
    if state.sink is not None:
        whose, left = "US" if pile == US_PILE else "Japanese", len(state.cards[pile])
        state.happened("card added", case, f"A card is added to the {whose} pile, {left} now", {"pile": whose, "left": left})


@enforces(FAMILY, "21.0-heroism", "21.0-reinforce", "9.2-b", "9.2.1-tank")
def deepen(state: DDayState, position: int, case: str) -> None:
    """A unit in communication that fights here and lacks depth gets a marker, turned up at once; not tanks, not forts alone.
    Units that counterattack get one too: 9.2-d keeps it from them in depth events only."""
    if not state.unit[position] or sorties.UNIT_SLOT not in sorties.slots(state, position) or not lacks_depth(state, position):
        return
    if depth.add_depth(state, position, case):
        face = defenders.next_down(state, position, sorties.faces_of(state, position, MARKERS))
        defenders.reveal_one(state, position, face, case, because("a marker that joins a close combat is turned up", case))
        japanese_reserves.tactical_reinforcement(state, position)


def lacks_depth(state: DDayState, position: int) -> bool:
    """Whether a marker may come to the unit of a close combat; in counterattack stance once it has lost its own."""
    if position < state.ruleset.position_count and state.stance[position] & UNIT_STANCE:
        return not state.depth[position] and japanese_in_communication(state, position)
    return depth.can_take_depth(state, position)


@enforces(FAMILY, "21.0-naval-blast", "21.0-naval-blast-a", "21.0-naval-blast-b", "21.0-naval-blast-c", "21.0-naval-blast-d")
def blast(state: DDayState, frame: CombatRecord) -> None:
    """A card from the deck. Without the color nothing happens; with the color and the symbol of a US unit that unit loses a step;
    with the color alone the Japanese lose a depth marker, else a unit."""
    ruleset, where = state.ruleset, where_of(state, frame.position)
    card = cards.draw(state, DISCARDS, "the Naval Artillery Blast", "21.0-naval-blast")
    there = ruleset.ground.position_at[sorties.place_of(state, frame.position)]
    color = card is not None and there >= 0 and bool(card.fire_colors >> frame.color & 1)
    struck = card is not None and any(
        ruleset.symbol[unit] == card.target for unit in piles.fighters(state, frame.position)
    )  # fmt: skip
    if state.sink is not None:
        reason = f"{COLORS[frame.color]} is not on the card" if there >= 0 else "the hex is no position"
        if card is not None and color:
            reason = f"{COLORS[frame.color]} is on the card, and {'a' if struck else 'no'} US unit has the {SYMBOLS[card.target]}"
        case = "21.0-naval-blast-b" if color and struck else "21.0-naval-blast-d" if color else "21.0-naval-blast-a"
        data = {"hex": where, "card": card.number if card else 0, "why": because(reason, case)}
        state.happened("blast", case, f"Naval Artillery Blast in {where}: {reason}", data)
    if card is None or not color:
        piles.go(state, frame, stage=piles.HITTING)
    elif struck:
        piles.go(state, frame, stage=piles.LOSING, loss=BLAST_LOSS, blast=card.number - 1, then=piles.HITTING)
    else:
        piles.go(state, frame, stage=piles.REMOVING, then=piles.HITTING)
