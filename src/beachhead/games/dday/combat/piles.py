"""The tables of a close combat (8.6.1): its stages, who takes part, how many cards each side gets, and the two piles."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.games.dday.box.kinds import CC, FT
from beachhead.games.dday.counters import cards, depth, fallen_units, marines, sorties
from beachhead.games.dday.counters.sorties import where_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DECK, DISCARDS, JP_PILE, US_PILE, DDayState

# Stages.
OPENING: Final = 0
"""Everything Japanese is turned up, then cards are dealt."""
COLORING: Final = 1
"""A card gives a black position its color."""
JAPAN: Final = 2
MARINES: Final = 3
"""A card is turned up from the Japanese, the US pile."""
BLASTING: Final = 4
"""The card of a Naval Artillery Blast."""
HITTING: Final = 5
"""The event of a card is over: do its colors hit?"""
LOSING: Final = 6
"""The player takes a loss."""
REMOVING: Final = 7
"""A Japanese counter falls."""
AFTER: Final = 8
"""A card is done with: is it over, and who is next?"""
ASKING: Final = 9
"""Fight on, or withdraw?"""
CHOOSING: Final = 10
"""Each unit chooses its own hex to withdraw to."""
RUNNING: Final = 11
"""One more Japanese card before the Marines are away."""
LAST_STAGE: Final = RUNNING

NO_CARD: Final = -1
US_FIRE: Final = "us-fire"
"""The event US Fire on Counterattack."""
STEPS_PER_CARD: Final = 3
MOST_FOR_STEPS: Final = 4
MOST: Final = 5
STRONG: Final = 4
"""A Japanese force of this strength gets a card more."""


class CombatRecord(NamedTuple):
    """A close combat: where, its stage and color, the card being played and from whose pile, whether the Marines are withdrawing,
    what kind of loss they take, the card of a blast, and what comes after a question."""

    step: int
    position: int
    stage: int = OPENING
    color: int = -1
    card: int = NO_CARD
    who: int = US
    leaving: int = 0
    loss: int = 0
    blast: int = NO_CARD
    then: int = AFTER


def go(
    state: DDayState,
    frame: CombatRecord,
    *,
    stage: int,
    color: int = -1,
    card: int = -2,
    who: int = -1,
    leaving: int = -1,
    loss: int = 0,
    blast: int = NO_CARD,
    then: int = AFTER,
) -> None:
    """Change the record. Color, card, pile and withdrawal stay as they are unless they are given."""
    state.stack[-1] = CombatRecord(
        frame.step,
        frame.position,
        stage,
        frame.color if color < 0 else color,
        frame.card if card < NO_CARD else card,
        frame.who if who < 0 else who,
        frame.leaving if leaving < 0 else leaving,
        loss,
        blast,
        then,
    )


@enforces(FAMILY, "8.6", "8.6-c-1", "8.6-japanese")
def fighters(state: DDayState, position: int) -> tuple[int, ...]:
    """The US units in the hex, all of which take part, disrupted ones too (D73)."""
    return state.units_in(sorties.place_of(state, position))


# ---------------------------------------------------------------------- how many cards


@enforces(FAMILY, "8.6.1-1-a", "8.6.1-1-b", "8.6.6-a", "11.1.4", "11.1.6-b", "14.4.3-c")
def us_cards(state: DDayState, position: int) -> int:
    """One card for three undisrupted steps, four at most; a heavy weapons company is one step, a tank step two. One more for a
    flamethrower, one for a hero, one against a counterattack; five in all."""
    ruleset, steps, flame = state.ruleset, 0, False
    units = fighters(state, position)
    for unit in units:
        if state.disrupted[unit]:
            continue
        if ruleset.is_heavy[unit] or ruleset.is_regimental_hq[unit]:
            steps += 1
        else:
            steps += state.steps[unit] * (2 if ruleset.is_tank[unit] else 1)
        flame = flame or bool(marines.weapons(state, unit, 1) & FT)
    count = min(MOST_FOR_STEPS, steps // STEPS_PER_CARD) + flame + sorties.is_counterattack(state, position)
    for hero, owner in enumerate(state.hero_on):
        if owner in units and not state.inspired[hero]:
            count += 1
            break
    return min(MOST, count)


@enforces(
    FAMILY, "8.6.1-2", "8.6.1-2-a", "8.6.1-2-b", "8.6.1-2-c", "8.6.1-2-d", "8.6.1-2-e", "8.6.1-2-max", "8.6.1-2-fort-only",
    "8.6.6-b", "14.4.3-a", "14.4.3-b", "20.0-japanese-hero-a",
)  # fmt: skip
def japanese_cards(state: DDayState, position: int) -> int:
    """One card for each unit and depth marker. One for a fort, rough ground or a tank; then one more at most for moving in, for a
    strength of four or for close combat codes, otherwise one for each of these and each code. Five in all; forts alone get one.
    A Japanese hero doubles the strongest unit and is a code of his own. The ground is that of the hex fought over (D145)."""
    ruleset, slots = state.ruleset, sorties.slots(state, position)
    counters = [fallen_units.unit_in(state, position, slot) for slot in slots if fallen_units.unit_in(state, position, slot)]
    counters += [depth.marker_in(state, position, slot) for slot in slots if depth.marker_in(state, position, slot)]
    if not counters:
        return 1
    strength = sum(ruleset.counter_strength[counter] for counter in counters)
    heroic = state.japanese_heroes[position]
    if heroic:
        strength += max(ruleset.counter_strength[fallen_units.unit_in(state, position, slot)] for slot in slots)
    extra = int(strength >= STRONG) + heroic
    extra += sum(bool(ruleset.counter_requires[counter] & CC) for counter in counters)
    extra += sorties.is_attacking(state, position)
    covered = ruleset.ground.card_mask >> sorties.place_of(state, position) & 1
    tank = state.tank[position] if sorties.TANK_SLOT in slots else 0
    if sorties.fort_of(state, position) or tank or covered:
        extra = 1 + min(1, extra)
    return min(MOST, len(counters) + extra)


@enforces(FAMILY, "8.6.1", "8.6.1-1-a", "8.6.1-2")
def deal(state: DDayState, position: int) -> None:
    """Deal the US pile, then the Japanese, face down. The first card dealt is on top (D125)."""
    us, jp = us_cards(state, position), japanese_cards(state, position)
    for pile, count in ((US_PILE, us), (JP_PILE, jp)):
        for _ in range(count):
            add_card(state, pile)
    if state.sink is not None:
        where = where_of(state, position)
        us, jp = len(state.cards[US_PILE]), len(state.cards[JP_PILE])
        text = f"{counted(us, 'US card')} and {counted(jp, 'Japanese card')} are dealt"
        state.happened("dealt", "8.6.1", text, {"hex": where, "us": us, "jp": jp})


@enforces(FAMILY, "8.6.1-2-max-event")
def add_card(state: DDayState, pile: int) -> None:
    """A card of the deck goes under a pile, face down."""
    if cards.ready(state):
        state.ruleset.deck.deal(state.cards, DECK, pile, under=True)


def drop_top(state: DDayState, pile: int) -> None:
    """The top card of a pile, if there is one, is discarded unseen."""
    if state.cards[pile]:
        state.ruleset.deck.deal(state.cards, pile, DISCARDS)
        if state.sink is not None:
            whose = "US" if pile == US_PILE else "Japanese"
            left = len(state.cards[pile])
            state.happened("card discarded", "8.6.1", f"A {whose} card is discarded, {left} left", {"pile": whose, "left": left})


# ---------------------------------------------------------------------- counterattacks and what a card does


@enforces(FAMILY, "14.4.3-d")
def steady(state: DDayState, position: int) -> None:
    """Marines whom a counterattack meets are disrupted no longer, before cards are dealt."""
    for unit in fighters(state, position):
        if state.disrupted[unit]:
            marines.recover(state, unit, "14.4.3-d")


def event_id(state: DDayState, number: int) -> str:
    """The close combat event on a card; empty if it has none."""
    card = state.ruleset.card_faces[number]
    return state.ruleset.components.close_combat_events[card.close_combat].id if card.close_combat >= 0 else ""


@enforces(FAMILY, "21.0-us-fire", "8.6.1-3-c", "8.6.1-4-b")
def is_hit(state: DDayState, color: int, number: int, who: int) -> bool:
    """Whether a card hits: by its colors, unless US Fire on Counterattack is on it while the Japanese counterattack: then it hits
    for the Marines, and only for them."""
    if state.sortie in (sorties.COUNTERATTACK, sorties.LOCAL) and event_id(state, number) == US_FIRE:
        return who == US
    return bool(state.ruleset.card_faces[number].fire_colors >> color & 1)
