"""US units: steps, step loss markers, strength, weapons, disruption, and what their loss brings with it (2.2.1, 6.3.2, 8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BATTALION_HQ, ENGINEER, HEAVY_WEAPONS, MOST_STEPS, RIFLE, TANK
from beachhead.games.dday.control import command_posts
from beachhead.games.dday.counters import losses
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import HIT, LOST, SHOCKED, DDayState

STACK: Final = 4
COMPANIES: Final = 2
STREAM: Final = "step losses"


# ---------------------------------------------------------------------- what a unit is worth


@enforces(FAMILY, "2.2.1-steps-a", "6.3.2-b-1")
def strength(state: DDayState, unit: int) -> int:
    """The attack strength by the steps that are left."""
    return state.ruleset.components.us_types[state.ruleset.kind[unit]].strength[state.steps[unit]]


@enforces(FAMILY, "6.3.2-important-range", "8.1.1-printed", "8.1.1-tank")
def attack_range(state: DDayState, unit: int) -> int:
    """How far a unit attacks: that of the side which is up."""
    return state.ruleset.components.us_types[state.ruleset.kind[unit]].range[state.steps[unit]]


@enforces(
    FAMILY, "2.2.1-weapons", "2.2.1-steps-d", "2.2.1-steps-e", "2.4.4-d-errata", "8.2.1", "8.2.7", "8.2.7-a", "8.2.7-b",
    "8.2.7-important", "8.2.8-c", "8.2.8-d", "8.2-chart",
)  # fmt: skip
def weapons(state: DDayState, unit: int, distance: int) -> int:
    """The weapons that a unit has against a hex so many hexes away, as bits: the chart, the counter, or its step loss marker."""
    ruleset, chart = state.ruleset, state.ruleset.charts.weapons
    kind, steps, near = ruleset.kind[unit], state.steps[unit], distance <= 1
    if kind == RIFLE:
        if steps == MOST_STEPS:
            return chart.rifle_adjacent if near else chart.rifle_ranged
        if steps == 2:
            return ruleset.components.us_units[unit].back_weapons
        return _marker_weapons(state, unit)
    if kind == HEAVY_WEAPONS:
        if steps >= 2:
            return chart.heavy_adjacent if near else chart.heavy_ranged
        return _marker_weapons(state, unit)
    if kind == BATTALION_HQ:
        return chart.battalion_hq_adjacent if near else chart.battalion_hq_ranged
    if kind == ENGINEER:
        return chart.engineer if near else 0
    if kind == TANK:
        return chart.tank_adjacent if near else chart.tank_ranged
    return 0


def _marker_weapons(state: DDayState, unit: int) -> int:
    marker = state.marker[unit]
    if not marker:
        return 0
    sides = state.ruleset.components.step_losses[marker - 1]
    return sides.step1 if state.steps[unit] == MOST_STEPS - 1 else sides.step3


def steps_of(state: DDayState, units: Sequence[int]) -> int:
    """The steps of several units together."""
    return sum(state.steps[unit] for unit in units)


# ---------------------------------------------------------------------- losses


@enforces(
    FAMILY, "6.3.2", "6.3.2-a", "6.3.2-b-1", "6.3.2-b-2", "6.3.2-b-3", "6.3.2-b-4", "2.2.1-steps", "2.2.1-steps-b",
    "2.2.1-steps-c", "18.4.5-a",
)  # fmt: skip
def lose_step(state: DDayState, unit: int, case: str, *, by_fire: bool = False) -> None:
    """A unit loses a step; with its last one it is gone. Losses count for good, replaced or not (c-35)."""
    ruleset = state.ruleset
    state.steps[unit] -= 1
    state.losses += 1
    losses.note(state, unit)
    if by_fire:
        state.acted[unit] |= HIT
    left = state.steps[unit]
    if not left:
        eliminate(state, unit, case)
        return
    if ruleset.full_steps[unit] == MOST_STEPS:
        if left == 2:
            return_marker(state, unit)
        else:
            draw_marker(state, unit)
    state.touch_unit(unit)
    if state.sink is not None:
        name = ruleset.unit_ids[unit]
        state.happened("loss", case, f"{name} loses a step; {left} left", {"unit": name, "steps": left})


@enforces(FAMILY, "18.3.3")
def draw_marker(state: DDayState, unit: int) -> None:
    """Draw a step loss marker blindly from the cup; an empty cup is filled with a fresh set (D32).

    The marker shows as soon as it is drawn, but no outcome of an action is named after it, so odds need not try them all.
    """
    cup = state.cup
    inside = sum(cup)
    if not inside:
        for number in range(len(cup)):
            cup[number] += 1
        inside = len(cup)
    left, drawn = state.dice.aside(inside, STREAM), 0
    while left >= cup[drawn]:
        left -= cup[drawn]
        drawn += 1
    cup[drawn] -= 1
    state.marker[unit] = drawn + 1


def return_marker(state: DDayState, unit: int) -> None:
    """Put a unit's step loss marker, if it has one, back into the cup."""
    marker = state.marker[unit]
    if marker:
        if state.cup[marker - 1] < 9:
            state.cup[marker - 1] += 1
        state.marker[unit] = 0


@enforces(FAMILY, "6.3.2-b-4", "11.1.1-a", "11.1.7")
def eliminate(state: DDayState, unit: int, case: str) -> None:
    """A unit is gone: its marker and its hero go back to their cups (D121)."""
    return_marker(state, unit)
    hero = hero_of(state, unit)
    if hero >= 0:
        drop_hero(state, hero)
    state.steps[unit] = 0
    state.disrupted[unit] = 0
    state.came_from[unit] = -1
    state.put(unit, LOST)
    if state.ruleset.is_regimental_hq[unit]:
        command_posts.eliminated(state, unit)
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("eliminated", case, f"{name} is eliminated", {"unit": name})


@enforces(FAMILY, "16.1", "16.1-d")
def regain_step(state: DDayState, unit: int) -> None:
    """A unit gets a step back (D122): a marker goes, or the counter is turned over and a fresh marker drawn. One that was lost
    comes back with the weakest side up, marker and all."""
    state.steps[unit] += 1
    if state.ruleset.full_steps[unit] == MOST_STEPS:
        if state.steps[unit] in (1, MOST_STEPS - 1):
            draw_marker(state, unit)
        else:
            return_marker(state, unit)
    state.touch_unit(unit)


# ---------------------------------------------------------------------- disruption


@enforces(FAMILY, "6.3.3", "6.3.3-a", "7.6-a", "7.6-b", "4.0-VI-4-a")
def disrupt(state: DDayState, unit: int, case: str) -> None:
    """Disrupt a unit; one that is disrupted already is not affected, its marker included (R1 c3)."""
    if state.disrupted[unit]:
        return
    state.disrupted[unit] = state.turn
    state.acted[unit] |= SHOCKED
    state.touch_unit(unit)
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("disrupted", case, f"{name} is disrupted", {"unit": name})


def recover(state: DDayState, unit: int, case: str) -> None:
    """A unit is disrupted no longer."""
    state.disrupted[unit] = 0
    state.touch_unit(unit)
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("recovered", case, f"{name} recovers", {"unit": name})


# ---------------------------------------------------------------------- heroes


def hero_of(state: DDayState, unit: int) -> int:
    """The hero or inspired marker with a unit; -1 if there is none."""
    for hero, owner in enumerate(state.hero_on):
        if owner == unit:
            return hero
    return -1


def heroes_in(state: DDayState, place: int) -> list[int]:
    """The heroes and inspired markers in a hex."""
    return [hero for hero, owner in enumerate(state.hero_on) if owner >= 0 and state.where[owner] == place]


@enforces(FAMILY, "11.1.7", "11.1.7-a")
def drop_hero(state: DDayState, hero: int) -> None:
    """A hero or inspired marker goes back into the cup."""
    state.hero_on[hero] = -1
    state.inspired[hero] = 0
    state.stale_command = -1


def is_inspired(state: DDayState, unit: int) -> bool:
    """Whether an inspired marker is with a unit."""
    hero = hero_of(state, unit)
    return hero >= 0 and bool(state.inspired[hero])


@enforces(FAMILY, "11.1.6-a", "11.1.7-a")
def spend_inspired(state: DDayState, unit: int) -> None:
    """A unit gives up its inspired marker: the step loss becomes a disruption."""
    drop_hero(state, hero_of(state, unit))
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("inspired", "11.1.6-a", f"{name} spends its inspired marker and loses no step", {"unit": name})
    disrupt(state, unit, "11.1.6-a")


@enforces(FAMILY, "11.1.5", "11.1.6")
def sacrifice_hero(state: DDayState, unit: int) -> None:
    """A hero dies in place of the last step of his unit; his marker turns over and inspires it."""
    hero = hero_of(state, unit)
    state.inspired[hero] = 1
    state.stale_command = -1
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("hero", "11.1.5", f"The hero with {name} is sacrificed and inspires it", {"unit": name})


# ---------------------------------------------------------------------- stacking


@enforces(FAMILY, "7.5", "7.5.1", "7.5.2-b", "11.3-e", "11.2.1-c")
def excess(state: DDayState, units: Sequence[int]) -> int:
    """How many units must be thought away to leave at most four, two of them rifle companies (D68). HQs of regiments are free."""
    ruleset = state.ruleset
    rifles = others = 0
    for unit in units:
        if ruleset.is_rifle[unit]:
            rifles += 1
        elif not ruleset.is_regimental_hq[unit]:
            others += 1
    over = max(0, rifles - COMPANIES)
    return over + max(0, min(rifles, COMPANIES) + others - STACK)


@enforces(FAMILY, "7.5", "7.5.2-b", "5.2-a")
def shortfall(state: DDayState, units: Sequence[int]) -> int:
    """How many units of a hex have still to be disrupted for the limit: those disrupted already count against it, whatever they
    are (D68): a disrupted HQ makes up for a third rifle company as long as it is there (D123)."""
    if len(units) <= COMPANIES:
        return 0
    over = excess(state, units)
    if over:
        ruleset, disrupted = state.ruleset, state.disrupted
        for unit in units:
            if disrupted[unit] and not ruleset.is_regimental_hq[unit]:
                over -= 1
    return max(0, over)
