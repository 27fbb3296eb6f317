"""Who pays in a close combat (8.6.1-3-c, 8.6.1-4-b, 17.3-j): Marine steps, heroes, cards; Japanese markers, units, forts."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.combat.close_combat_events import BLAST_LOSS, HIT_LOSS, WITHDRAWAL_LOSS
from beachhead.games.dday.combat.piles import LOSING, CombatRecord, drop_top, fighters, go
from beachhead.games.dday.counters import fallen_units, forts, japanese_damage, marines, sorties
from beachhead.games.dday.counters.sorties import where_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import BLED, US_PILE, DDayState
from beachhead.games.dday.verbs import DISCARD, LOSE, SACRIFICE

PRICE: Final = 2
"""Cards in place of a step."""
CASES: Final = {HIT_LOSS: "8.6.1-3-c", BLAST_LOSS: "21.0-naval-blast-b", WITHDRAWAL_LOSS: "21.0-withdrawal-hit"}


# ---------------------------------------------------------------------- Marines


@enforces(FAMILY, "8.6.1-3-c", "21.0-naval-blast-b", "21.0-naval-blast-c", "21.0-withdrawal-hit")
def losers(state: DDayState, frame: CombatRecord) -> list[int]:
    """Who may lose the step: anybody, but for a blast the unit with the card's symbol that has the most steps."""
    units = list(fighters(state, frame.position))
    if frame.loss != BLAST_LOSS:
        return units
    symbol = state.ruleset.card_faces[frame.blast].target
    units = [unit for unit in units if state.ruleset.symbol[unit] == symbol]
    most = max((state.steps[unit] for unit in units), default=0)
    return [unit for unit in units if state.steps[unit] == most]


@enforces(FAMILY, "8.6.1-3-c", "8.6.1-3-c-1", "8.6.1-3-c-2", "11.1.5", "11.1.6-a")
def choices(state: DDayState, frame: CombatRecord) -> list[int]:
    """A step of a unit; a hero in place of the last step of his unit; an inspired marker; for a hit also two cards."""
    units = losers(state, frame)
    found = [pack(LOSE, unit) for unit in units]
    found += [pack(SACRIFICE, unit) for unit in units if can_sacrifice(state, unit)]
    if frame.loss == HIT_LOSS and len(state.cards[US_PILE]) >= PRICE:
        found.append(pack(DISCARD))
    return found


@enforces(FAMILY, "8.6.1-3-c-1", "11.1.5", "11.1.6-a")
def can_sacrifice(state: DDayState, unit: int) -> bool:
    """Whether a hero may die for the last step of his unit, or an inspired marker be spent for any step."""
    hero = marines.hero_of(state, unit)
    return hero >= 0 and (bool(state.inspired[hero]) or state.steps[unit] == 1)


def settle(state: DDayState, frame: CombatRecord) -> bool:
    """Ask unless there is nothing to choose."""
    found = choices(state, frame)
    if not found:
        go(state, frame, stage=frame.then)
        return False
    if len(found) == 1:
        lose(state, frame, losers(state, frame)[0])
        return False
    return True


@enforces(FAMILY, "8.6.1-3-c", "8.6.6-c")
def lose(state: DDayState, frame: CombatRecord, unit: int) -> None:
    """A unit loses a step; it will be disrupted when the close combat is over."""
    go(state, frame, stage=frame.then)
    state.acted[unit] |= BLED
    marines.lose_step(state, unit, CASES[frame.loss])


@enforces(FAMILY, "8.6.1-3-c-1", "11.1.5", "11.1.6", "11.1.6-a")
def sacrifice(state: DDayState, frame: CombatRecord, unit: int) -> None:
    """The hero dies in place of the last step, or the inspired marker turns the loss into a disruption."""
    go(state, frame, stage=frame.then)
    if marines.is_inspired(state, unit):
        marines.spend_inspired(state, unit)
    else:
        marines.sacrifice_hero(state, unit)


@enforces(FAMILY, "8.6.1-3-c-2")
def discard(state: DDayState, frame: CombatRecord) -> None:
    """Two more cards go in place of the step."""
    go(state, frame, stage=frame.then)
    for _ in range(PRICE):
        drop_top(state, US_PILE)


def prompt(state: DDayState, frame: CombatRecord) -> str:
    """What is asked."""
    where = where_of(state, frame.position)
    if frame.loss == BLAST_LOSS:
        return f"Naval Artillery Blast in {where}: choose the unit that loses a step."
    if frame.loss == WITHDRAWAL_LOSS:
        return f"US Withdrawal Hit in {where}: choose the unit that loses a step."
    if len(state.cards[US_PILE]) >= PRICE:
        return f"A hit in {where}: choose the unit that loses a step, or discard two cards."
    return f"A hit in {where}: choose the unit that loses a step."


def refuse(state: DDayState, frame: CombatRecord, unit: int, case: str) -> Refusal:
    """Why a unit does not lose the step."""
    name = state.ruleset.unit_ids[unit]
    if frame.stage != LOSING:
        return Refusal(case, f"{name} has no step to lose now", (name,))
    if unit not in fighters(state, frame.position):
        return Refusal("8.6.1-3-c", f"{name} is not in this close combat", (name,))
    return Refusal("21.0-naval-blast-c", f"{name} lacks the card's symbol, or another unit with it has more steps", (name,))


def refuse_sacrifice(state: DDayState, frame: CombatRecord, unit: int, case: str) -> Refusal:
    """Why nobody is sacrificed for a unit."""
    name = state.ruleset.unit_ids[unit]
    if frame.stage != LOSING or unit not in losers(state, frame):
        return refuse(state, frame, unit, case)
    if marines.hero_of(state, unit) < 0:
        return Refusal("8.6.1-3-c-1", f"no hero is with {name}", (name,), ("11.1.5",))
    return Refusal("11.1.5", f"{name} has more than one step; a hero is sacrificed only for the last", (name,), ("8.6.1-3-c-1",))


def refuse_discard(state: DDayState, frame: CombatRecord, case: str) -> Refusal:
    """Why cards cannot be given for the step."""
    if frame.stage != LOSING:
        return Refusal(case, "no loss is being settled now")
    if frame.loss != HIT_LOSS:
        return Refusal(CASES[frame.loss], "the step of an event cannot be bought off with cards", (), ("8.6.1-3-c-2",))
    return Refusal("8.6.1-3-c-2", f"two cards are needed, and the US pile has {len(state.cards[US_PILE])}")


# ---------------------------------------------------------------------- Japanese


@enforces(FAMILY, "8.6.1-4-b")
def shake(state: DDayState, position: int) -> None:
    """The first hit disrupts everything Japanese in the hex."""
    sorties.shake(state, position, "8.6.1-4-b")


@enforces(FAMILY, "8.6.1-4-b", "17.5.2", "17.3-j", "14.3")
def falling(state: DDayState, position: int) -> list[int]:
    """The slots from which the next counter falls: depth markers before units; nothing if only forts are left (D24)."""
    return sorties.standing_depth(state, position) or sorties.standing_units(state, position)


def settle_removal(state: DDayState, frame: CombatRecord) -> bool:
    """Ask if more than one counter may fall."""
    slots = falling(state, frame.position)
    if len(slots) > 1:
        return True
    remove(state, frame, slots[0] if slots else -1)
    return False


@enforces(FAMILY, "8.6.1-4-b", "17.3-j", "17.5.2", "17.7", "17.7-c", "21.0-naval-blast-d")
def remove(state: DDayState, frame: CombatRecord, slot: int) -> None:
    """A depth marker goes, else a unit, else a step of the top fort; the lower fort is safe until that is gone."""
    position = frame.position
    go(state, frame, stage=frame.then)
    if slot < 0:
        if sorties.fort_of(state, position):
            forts.reduce(state, position, "17.3-j")
    elif sorties.standing_depth(state, position):
        japanese_damage.lose_marker(state, position, slot, "8.6.1-4-b")
    else:
        fallen_units.eliminate_unit(state, position, slot)
