"""US units recover (4.0-VI-4, 7.6, D69), and what heroes do for them (7.1-d, 11.1.2)."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import NCO, OFFICER
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import marines, stacking
from beachhead.games.dday.fire import under_fire
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import ACTED, PRESERVED, DDayState
from beachhead.games.dday.verbs import DONE_CODE, RECOVER, RECOVER_BY, TRANSFER

COMPANIES: Final = 2
"""How many companies an officer frees in a phase (11.1.2-officer-c)."""


# ---------------------------------------------------------------------- heroes


@enforces(FAMILY, "11.1.2-nco", "11.1.2-officer-d", "11.1.6-b")
def has_leader(state: DDayState, place: int) -> bool:
    """Whether an NCO or officer hero, alive, is in a hex: whoever is there recovers in any field and from any disruption."""
    for hero, owner in enumerate(state.hero_on):
        if owner >= 0 and state.where[owner] == place and not state.inspired[hero]:
            kind = state.ruleset.hero_type[hero]
            if kind == NCO or (kind == OFFICER and with_battalion_hq(state, hero)):
                return True
    return False


def with_battalion_hq(state: DDayState, hero: int) -> bool:
    """Whether an officer is in the hex of the HQ of his battalion, without which he has no powers (11.1.2)."""
    ruleset, owner = state.ruleset, state.hero_on[hero]
    here = state.units_in(state.where[owner])
    return any(ruleset.is_battalion_hq[unit] and in_battalion(state, unit, owner) for unit in here)


def in_battalion(state: DDayState, unit: int, other: int) -> bool:
    """Whether two units belong to one battalion."""
    ruleset = state.ruleset
    return ruleset.battalion[unit] > 0 and (
        (ruleset.regiment[unit], ruleset.battalion[unit]) == (ruleset.regiment[other], ruleset.battalion[other])
    )


@enforces(FAMILY, "11.1.2-officer-c")
def officer_for(state: DDayState, unit: int, used: tuple[int, ...]) -> int:
    """The officer who can free a company of his battalion, whatever the turn of its disruption; each does so for two in a phase,
    wherever they are (his HQ is with him, so the others of the battalion are its companies). `used` lists whoever has freed one
    already. -1: nobody."""
    for hero, owner in enumerate(state.hero_on):
        if owner < 0 or state.inspired[hero] or state.ruleset.hero_type[hero] != OFFICER or used.count(hero) >= COMPANIES:
            continue
        if in_battalion(state, unit, owner) and state.where[owner] >= 0 and with_battalion_hq(state, hero):
            return hero
    return -1


@enforces(FAMILY, "7.1-d", "7.0-a-recover", "11.1.6")
def spendable(state: DDayState, unit: int) -> list[int]:
    """The heroes and inspired markers of a disrupted unit's hex that could be spent to free it; it must not have acted."""
    if not state.disrupted[unit] or state.where[unit] < 0 or state.acted[unit] & ACTED:
        return []
    return marines.heroes_in(state, state.where[unit])


def spending_codes(state: DDayState) -> list[int]:
    """`recover UNIT UNIT` for everybody whom a hero could free now."""
    found: list[int] = []
    places = {state.where[owner] for owner in state.hero_on if owner >= 0}
    for place in sorted(places):
        for unit in state.units_in(place):
            found += [pack(RECOVER_BY, unit, state.hero_on[hero]) for hero in spendable(state, unit)]
    return found


@enforces(FAMILY, "7.1-d", "7.0-a-recover", "11.1.6", "11.1.7", "11.1.7-c")
def spend(state: DDayState, unit: int, owner: int) -> None:
    """A hero is turned over to his inspired side, or an inspired marker goes back to the cup, and a unit of the hex recovers.
    That is its action."""
    hero = marines.hero_of(state, owner)
    if state.sink is not None:
        what = "The inspired marker" if state.inspired[hero] else "The hero"
        name, other = state.ruleset.unit_ids[unit], state.ruleset.unit_ids[owner]
        marker = state.ruleset.components.heroes[hero].id
        state.tell("hero", "7.1-d", f"{what} with {other} is spent for {name}", unit=name, hero=marker)
    if state.inspired[hero]:
        marines.drop_hero(state, hero)
    else:
        state.inspired[hero] = 1
        state.stale_command = -1
    state.mark(unit, ACTED)
    marines.recover(state, unit, "7.1-d")
    stacking.test(state, state.where[unit])


def refuse_spending(state: DDayState, unit: int, owner: int) -> Refusal:
    """Why a hero cannot free a unit."""
    ruleset = state.ruleset
    name, other = ruleset.unit_ids[unit], ruleset.unit_ids[owner]
    if marines.hero_of(state, owner) < 0:
        return Refusal("7.1-d", f"{other} has neither a hero nor an inspired marker", (other,))
    if not state.disrupted[unit]:
        return Refusal("7.1-d", f"{name} is not disrupted", (name,))
    if state.where[unit] != state.where[owner]:
        return Refusal("7.1-d", f"{name} is not in the hex of {other}", (name, other))
    return Refusal("7.0-d", f"{name} has acted already, and to recover is an action", (name,), ("7.0-a-recover",))


# ---------------------------------------------------------------------- officers change units


@enforces(FAMILY, "11.1.1-b")
def transfers(state: DDayState) -> list[int]:
    """An officer may go over to another unit of his battalion in his hex, once in a phase; he moves on with it."""
    found = []
    for hero, owner in enumerate(state.hero_on):
        if may_transfer(state, hero):
            for unit in state.units_in(state.where[owner]):
                if unit != owner and in_battalion(state, unit, owner) and marines.hero_of(state, unit) < 0:
                    found.append(pack(TRANSFER, owner, unit))
    return found


def may_transfer(state: DDayState, hero: int) -> bool:
    """Whether a hero is an officer, alive and on the map, who has not changed units in this phase."""
    owner = state.hero_on[hero]
    return (
        owner >= 0
        and state.where[owner] >= 0
        and not state.inspired[hero]
        and not state.shifted[hero]
        and state.ruleset.hero_type[hero] == OFFICER
    )


@enforces(FAMILY, "11.1.1-b")
def transfer(state: DDayState, owner: int, unit: int) -> None:
    """The officer goes over."""
    hero = marines.hero_of(state, owner)
    state.hero_on[hero] = unit
    state.shifted[hero] = 1
    state.stale_command = -1
    if state.sink is not None:
        name, other = state.ruleset.unit_ids[owner], state.ruleset.unit_ids[unit]
        state.tell("hero", "11.1.1-b", f"The officer goes over from {name} to {other}", unit=other)


def refuse_transfer(state: DDayState, owner: int, unit: int) -> Refusal:
    """Why an officer cannot go over."""
    ruleset = state.ruleset
    name, other = ruleset.unit_ids[owner], ruleset.unit_ids[unit]
    hero = marines.hero_of(state, owner)
    if hero < 0 or state.inspired[hero]:
        return Refusal("11.1.1-b", f"{name} has no hero", (name,))
    if ruleset.hero_type[hero] != OFFICER:
        return Refusal("11.1.1-a", f"the hero with {name} stays with it; only officers change units", (name,))
    if state.shifted[hero]:
        return Refusal("11.1.1-b", f"the officer with {name} has changed units already in this phase", (name,))
    if not in_battalion(state, unit, owner):
        return Refusal("11.1.1-b", f"{other} is not of the battalion of {name}", (name, other))
    if state.where[unit] != state.where[owner]:
        return Refusal("11.1.1-b", f"{other} is not in the hex of {name}", (name, other))
    return Refusal("11.1.1-b", f"{other} has a hero of its own, or is the unit that he is with", (name, other))


# ---------------------------------------------------------------------- who recovers


@enforces(FAMILY, "4.0-VI-4", "4.0-VI-4-a", "7.0-a-recover", "7.3.5-b", "7.6", "7.6-c", "7.6-d", "7.6-important", "8.6-d")
def may_recover(state: DDayState, unit: int, used: tuple[int, ...]) -> bool:
    """Whether a unit can recover at the end of the US Action Phase: it has not acted, was disrupted on an earlier turn, is not in
    an intense field, not next to a fort, and its stack stays within the limit (D69, D123). An NCO or officer hero in the hex
    sets aside all but the first and the last; an officer elsewhere frees companies of his battalion from the turn alone."""
    if not state.disrupted[unit] or state.where[unit] < 0 or state.acted[unit] & (ACTED | PRESERVED):
        return False
    if not keeps_limit(state, unit):
        return False
    place = state.where[unit]
    if has_leader(state, place):
        return True
    if (fields_of_fire.intense_now(state) | under_fire.next_to_forts(state)) >> place & 1:
        return False
    return state.disrupted[unit] < state.turn or officer_for(state, unit, used) >= 0


@enforces(FAMILY, "7.5", "7.5.2-b")
def keeps_limit(state: DDayState, unit: int) -> bool:
    """Whether the hex of a disrupted unit keeps the stacking limit if it recovers (D123)."""
    units = state.units_in(state.where[unit])
    if len(units) <= marines.COMPANIES:
        return True
    over = marines.excess(state, units)
    if not over or state.ruleset.is_regimental_hq[unit]:
        return True
    covered = 0
    for other in units:
        covered += other != unit and state.disrupted[other] > 0 and not state.ruleset.is_regimental_hq[other]
    return covered >= over


def refuse_recovery(state: DDayState, unit: int, used: tuple[int, ...]) -> Refusal:
    """Why a unit cannot recover at the end of the US Action Phase."""
    ruleset = state.ruleset
    name, place = ruleset.unit_ids[unit], state.where[unit]
    if place < 0 or not state.disrupted[unit]:
        return Refusal("7.6", f"{name} is not disrupted", (name,))
    if state.acted[unit] & PRESERVED:
        return Refusal("7.3.5-b", f"{name} made a preservation move in this phase", (name,), ("4.0-VI-4",))
    if state.acted[unit] & ACTED:
        return Refusal("7.0-a-recover", f"{name} has acted in this phase, and to recover is an action", (name,), ("8.6-d",))
    if not keeps_limit(state, unit):
        return Refusal("7.5", f"{ruleset.hex_name(place)} would be over the stacking limit", (name,), ("7.5.2-b",))
    if state.disrupted[unit] >= state.turn and officer_for(state, unit, used) < 0:
        return Refusal("7.6-c", f"{name} was disrupted on this turn", (name,), ("4.0-VI-4-a", "7.5.2-important"))
    if fields_of_fire.intense_now(state) >> place & 1:
        return Refusal("7.6-important", f"{name} is in an intense field of fire", (name,))
    return Refusal("7.6-important", f"{name} is next to a fort", (name,))


class RecoveryRecord(NamedTuple):
    """Which officers have freed a company, each as often as he has."""

    step: int
    used: tuple[int, ...] = ()


class Recovery(Question[DDayState]):
    """Step 4 of the US Action Phase: the player removes disruption from units that can recover, in any order."""

    name = "recovery"
    case = "4.0-VI-4"
    over = "no other unit can recover"
    record = RecoveryRecord
    pushed_by = ("turn", "airfield objective")

    def fits(self, state: DDayState, spot: int, frame: RecoveryRecord) -> bool:
        heroes = state.ruleset.hero_count
        return state.phase == phases.ACTIONS and all(
            0 <= hero < heroes and frame.used.count(hero) <= COMPANIES for hero in frame.used
        )

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Remove disruption from units that can recover, or end the phase."

    @enforces(FAMILY, "4.0-VI-4", "7.1-d")
    def choices(self, state: DDayState) -> Choices:
        used = state.top(RecoveryRecord).used
        turns, where, acted = state.disrupted, state.where, state.acted
        barred = fields_of_fire.intense_now(state) | under_fire.next_to_forts(state)
        alone = max(state.hero_on, default=-1) < 0
        found = []
        for unit in range(len(turns)):
            if turns[unit] and where[unit] >= 0 and not acted[unit] & (ACTED | PRESERVED):
                # Without heroes most units are out of it at a glance.
                if alone and (turns[unit] >= state.turn or barred >> where[unit] & 1):
                    continue
                if may_recover(state, unit, used):
                    found.append(pack(RECOVER, unit))
        return [*found, *spending_codes(state), DONE_CODE]

    def take_recover(self, state: DDayState, unit: int) -> None:
        used = state.top(RecoveryRecord).used
        if state.disrupted[unit] >= state.turn and not has_leader(state, state.where[unit]):
            state.replace(Recovery, (*used, officer_for(state, unit, used)))
        state.mark(unit, ACTED)
        marines.recover(state, unit, "7.6")

    def take_recover_by(self, state: DDayState, unit: int, owner: int) -> None:
        spend(state, unit, owner)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def refuse_recover(self, state: DDayState, unit: int) -> Refusal:
        return refuse_recovery(state, unit, state.top(RecoveryRecord).used)

    def refuse_recover_by(self, state: DDayState, unit: int, owner: int) -> Refusal:
        return refuse_spending(state, unit, owner)


# ---------------------------------------------------------------------- at the end of other phases


def rally_due(state: DDayState) -> bool:
    """Whether, at the end of a phase other than the US Action Phase, units with an NCO or officer hero may recover (c-48)."""
    return state.phase != phases.ACTIONS and bool(led(state))


@enforces(FAMILY, "11.1.2-nco", "11.1.2-officer-d")
def led(state: DDayState) -> list[int]:
    """Disrupted units in the hex of an NCO or officer hero whose recovery keeps the stacking limit."""
    found = []
    for place in sorted({state.where[owner] for owner in state.hero_on if owner >= 0 and state.where[owner] >= 0}):
        if has_leader(state, place):
            found += [unit for unit in state.units_in(place) if state.disrupted[unit] and keeps_limit(state, unit)]
    return found


class Rallying(Question[DDayState]):
    """A phase has ended: units stacked with an NCO or officer hero may recover, in any field and on any turn."""

    name = "rallying"
    case = "11.1.2-nco"
    over = "no other unit can recover"
    pushed_by = ("turn",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase != phases.ACTIONS

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Remove disruption from units stacked with an NCO or officer hero, or go on."

    def choices(self, state: DDayState) -> Choices:
        return [*(pack(RECOVER, unit) for unit in led(state)), DONE_CODE]

    def take_recover(self, state: DDayState, unit: int) -> None:
        marines.recover(state, unit, "11.1.2-nco")

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def refuse_recover(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        if state.where[unit] < 0 or not state.disrupted[unit]:
            return Refusal("7.6", f"{name} is not disrupted", (name,))
        if not has_leader(state, state.where[unit]):
            reason = f"{name} is not stacked with an NCO or officer hero; others recover in the US Action Phase"
            return Refusal("11.1.2-nco", reason, (name,), ("11.1.2-officer-d", "7.6"))
        return Refusal("7.5", f"{state.ruleset.hex_name(state.where[unit])} would be over the stacking limit", (name,))


STEPS: Final[tuple[AnyStep, ...]] = (Recovery(), Rallying())
