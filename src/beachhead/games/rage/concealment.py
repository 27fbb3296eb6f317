"""Concealed and Revealed units and Caves (chapter 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.games.rage.memory import HID, SEEN
from beachhead.games.rage.state import FAMILY, JapaneseMove, RageState

OWNER_ONLY: Final = ("jp",)


@enforces(FAMILY, "3-status", "3-status-change-a", "3-status-change-b")
def reveal(state: RageState, unit: int, case: str) -> int:
    """A Concealed unit goes to the main map, where it stands, as it is. Returns the number it goes by from now on.

    Counters that look alike are called in the order in which they appear (R58), so the unit takes the first name among them that
    has not appeared yet. The report says what can be seen, not where the unit came from or by which rule it shows up (R57).
    """
    first = next(other for other in state.ruleset.alike[unit] if state.concealed[other])
    if first != unit:
        exchange(state, first, unit)
    state.concealed[first] = 0
    area = state.where[first]
    state.memory.append((SEEN, state.turn, first, area, state.steps[first]))
    if state.sink is not None:
        name, where, steps, fired = state.name(first), state.area_name(area), state.steps[first], bool(state.fired[first])
        text = f"{name} is Revealed in {where} ({counted(steps, 'step')}{', Fired' if fired else ''})"
        state.happened(
            "revealed", case, text, {"unit": name, "area": state.ruleset.areas[area].id, "steps": steps, "fired": fired}
        )
    return first


def reveal_all(state: RageState, units: Iterable[int], case: str) -> list[int]:
    """Several units at the same moment: in map order, then by what is printed, steps and facing, never by inner numbers (R58)."""
    ruleset = state.ruleset
    order = sorted(units, key=lambda u: (state.where[u], ruleset.units[u].printed, -state.steps[u], state.fired[u], u))
    found = []
    while order:
        unit = order.pop(0)
        now = reveal(state, unit, case)
        found.append(now)
        order = [unit if other == now else other for other in order]
    return found


def exchange(state: RageState, one: int, two: int) -> None:
    """Two counters that look alike exchange their names; nothing changes but what they are called."""
    for row in (state.where, state.steps, state.fired, state.concealed, state.moved, state.aim):
        row[one], row[two] = row[two], row[one]
    names = {one: two, two: one}
    state.row = [names.get(unit, unit) for unit in state.row]
    state.retreating = [names.get(unit, unit) for unit in state.retreating]
    for spot, frame in enumerate(state.stack):
        if isinstance(frame, JapaneseMove):
            state.stack[spot] = frame._replace(mover=names.get(frame.mover, frame.mover))
    if state.sink is not None:
        first, second = state.name(one), state.name(two)
        text = f"Identical counters are named in the order they are Revealed: {second} is now {first}, and the other is {second}"
        state.happened("renamed", "3-status-change-b", text, {"units": [first, second]}, OWNER_ONLY)


@enforces(FAMILY, "3-concealment")
def conceal(state: RageState, unit: int) -> None:
    """A Revealed unit goes to the Military Operations map, facing and steps unchanged; the U.S. player has seen it go."""
    state.concealed[unit] = 1
    state.memory.append((HID, state.turn, unit, state.where[unit], state.steps[unit], state.fired[unit]))


@enforces(FAMILY, "3-status-change-d")
def show_cave(state: RageState, area: int, case: str) -> None:
    """One Concealed Cave is Revealed; there is no way back."""
    state.caves[area] -= 1
    state.shown[area] += 1
    state.caves_found[area] += 1
    if state.sink is not None:
        state.happened(
            "cave shown", case, f"A Cave is Revealed in {state.area_name(area)}", {"area": state.ruleset.areas[area].id}
        )


def show_all_caves(state: RageState, area: int, case: str) -> None:
    """All Caves of an area come out, and everybody knows that there are no more."""
    count = state.caves[area]
    state.caves[area] = 0
    state.shown[area] += count
    state.caves_found[area] += count
    state.cave_checked[area] = 1
    if state.sink is not None:
        where, total = state.area_name(area), state.shown[area]
        what = counted(total, "Cave") if total else "no Caves"
        state.happened(
            "caves", case, f"{where} has {what}", {"area": state.ruleset.areas[area].id, "found": count, "caves": total}
        )
