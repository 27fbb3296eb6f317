"""General concepts (chapter 3): Concealed and Revealed, steps and their loss, stacking."""

from __future__ import annotations

from collections.abc import Iterable

from beachhead.engine.cases import enforces
from beachhead.games.rage import victory
from beachhead.games.rage.state import FAMILY, HID, JP, LOST, LOST_UNSEEN, OUT, SEEN, RageState

OWNER_ONLY = ("jp",)


# ---------------------------------------------------------------------- Concealed and Revealed


@enforces(FAMILY, "3-status", "3-status-change-a", "3-status-change-b")
def reveal(state: RageState, unit: int, case: str) -> int:
    """A Concealed unit goes to the main map, where it stands, as it is. Answers the number it goes by from now on.

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
        text = f"{name} is Revealed in {where} ({_steps(steps)}{', Fired' if fired else ''})"
        state.tell("revealed", case, text, unit=name, area=state.ruleset.areas[area].id, steps=steps, fired=fired)
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
    moving = state.ruleset.step_number["jp move"]
    state.stack = [(f[0], names.get(f[1], f[1]), *f[2:]) if f[0] == moving else f for f in state.stack]
    if state.sink is not None:
        first, second = state.name(one), state.name(two)
        text = f"These look alike and are named as they appear: {second} is {first} from now on, and the other is {second}"
        state.tell("renamed", "3-status-change-b", text, seen_by=OWNER_ONLY, units=[first, second])


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
        state.tell("cave shown", case, f"A Cave is Revealed in {state.area_name(area)}", area=state.ruleset.areas[area].id)


def show_all_caves(state: RageState, area: int, case: str) -> None:
    """All Caves of an area come out, and everybody knows that there are no more."""
    count = state.caves[area]
    state.caves[area] = 0
    state.shown[area] += count
    state.caves_found[area] += count
    state.cave_checked[area] = 1
    if state.sink is not None:
        where, total = state.area_name(area), state.shown[area]
        what = "no Cave" if not total else "1 Cave" if total == 1 else f"{total} Caves"
        state.tell("caves", case, f"{where} has {what}", area=state.ruleset.areas[area].id, found=count, caves=total)


# ---------------------------------------------------------------------- steps


@enforces(FAMILY, "3-step-loss-a", "3-step-loss-b", "2.1.1-7", "3-removal", "23.2-1", "11.1.2-2-c", "18-e")
def lose_step(state: RageState, unit: int, case: str) -> None:
    """One step less. It changes neither facing nor place; the last one destroys the unit.

    A U.S. step is a point for Japan at once. Whoever dies in view lies in a box that both see (R10); who dies unseen does not.
    """
    state.steps[unit] -= 1
    left, name = state.steps[unit], state.name(unit)
    unseen = bool(state.concealed[unit])
    if state.sink is not None:
        seen_by, kind = (OWNER_ONLY, "secret loss") if unseen else (None, "loss")
        text = f"{name} loses a step: {_steps(left)} left" if left else f"{name} loses its last step"
        state.tell(kind, case, text, seen_by=seen_by, unit=name, steps=left)
    if not left:
        state.where[unit] = LOST_UNSEEN if unseen else LOST
        if state.sink is not None:
            seen_by, kind = (OWNER_ONLY, "secret eliminated") if unseen else (None, "eliminated")
            state.tell(kind, "3-step-loss-b", f"{name} is eliminated", seen_by=seen_by, unit=name)
    if unit < state.ruleset.ground_count:
        victory.score(state, JP, state.ruleset.components.victory.per_us_step_lost, "23.2-1", f"a step of {name}")
    if not left:
        victory.check_units(state)


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


# ---------------------------------------------------------------------- stacking


@enforces(FAMILY, "3-stacking-limits", "3-stacking-overstack", "3-stacking-markers")
def check_stack(state: RageState, unit: int) -> None:
    """When a unit has finished moving, landing or retreating: one too many, and the last to enter is out of play (R9, R61)."""
    area, ruleset = state.where[unit], state.ruleset
    if area < 0:
        return
    limits = ruleset.components.stacking
    japanese = unit in ruleset.japanese
    crowd = len(state.jp_in(area)) if japanese else len(state.us_in(area))
    if crowd <= (limits.japanese if japanese else limits.us_ground):
        return
    unseen = bool(state.concealed[unit])
    state.where[unit] = LOST_UNSEEN if unseen else OUT
    if state.sink is not None:
        text = f"{state.name(unit)} is one too many in {state.area_name(area)} and is out of play"
        state.tell("overstacked", "3-stacking-overstack", text, seen_by=OWNER_ONLY if unseen else None, unit=state.name(unit))
    victory.check_units(state)
