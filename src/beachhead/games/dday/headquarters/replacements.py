"""Replacement steps (16.1): Scenario One has eight in all, on GT 2 and GT 5 (18.4.4-c, D102); later the AM HQ Phase brings income
from the reserve, then steps for units and new life for lost ones (16.2, 16.4, D100)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted, listed
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import DIVISIONS
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import losses, marines
from beachhead.games.dday.headquarters import division_reserve
from beachhead.games.dday.phases import AM, FAMILY, HQ, SECOND_DAY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import BOXES, LOST, REPLACED, RESERVE, DDayState
from beachhead.games.dday.verbs import DONE_CODE, REBUILD, REPLACE

HEAVY: Final = 2
"""What a step of a heavy weapons company costs."""
TANK_STEPS: Final = 2
ENGINEER_STEPS: Final = 3
"""So many steps in reserve bring one."""
EFFICIENT: Final = 46
"""A division that has spent more infantry points than this loses its combat efficiency."""
MOST_POINTS: Final = 199


@enforces(FAMILY, "18.4.4-c", "18.4.4-d")
def begin(state: DDayState) -> None:
    """Units may take a step each, as far as the points go."""
    state.clear_marks(REPLACED)
    state.push(Replacements)


@enforces(FAMILY, "16.1", "16.1-a", "16.1-b")
def price(state: DDayState, unit: int) -> int:
    """What a step costs."""
    return HEAVY if state.ruleset.is_heavy[unit] else 1


@enforces(FAMILY, "16.1-c", "16.1-d", "16.1-b", "18.4.4-c")
def why_not(state: DDayState, unit: int) -> Refusal | None:
    """Why a unit cannot take a step now."""
    ruleset = state.ruleset
    name = ruleset.unit_ids[unit]
    place = state.where[unit]
    if (place < 0 and place > BOXES) or not state.steps[unit]:
        return Refusal("16.1", f"{name} is neither on the map nor in a beach box", (name,), ("18.4.4-c",))
    if state.steps[unit] == ruleset.full_steps[unit]:
        return Refusal("16.1-a", f"{name} is at full strength", (name,))
    if state.acted[unit] & REPLACED:
        return Refusal("16.1-c", f"{name} has taken its one step", (name,))
    if price(state, unit) > state.replacements:
        return Refusal("18.4.4-c", f"a step for {name} costs {price(state, unit)}, and {state.replacements} are left", (name,))
    if ruleset.is_tank[unit] and place >= 0 and fields_of_fire.intense_now(state) >> place & 1:
        return Refusal("16.1-d", f"{name} is in an intense field of fire", (name,))
    return None


class Replacements(Question[DDayState]):
    """The player spends replacement steps."""

    name = "replacements"
    case = "18.4.4-c"
    over = "no unit can take another replacement step"
    pushed_by = ("turn",)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return f"Spend replacement steps ({state.replacements} left for the game), at most one a unit."

    def choices(self, state: DDayState) -> Choices:
        full, steps = state.ruleset.full_steps, state.steps
        codes = [
            pack(REPLACE, unit) for unit in range(len(steps)) if 0 < steps[unit] < full[unit] and why_not(state, unit) is None
        ]
        return [*codes, DONE_CODE]

    @enforces(FAMILY, "16.1-a", "16.1-b", "16.1-c")
    def take_replace(self, state: DDayState, unit: int) -> None:
        state.replacements -= price(state, unit)
        state.acted[unit] |= REPLACED
        marines.regain_step(state, unit)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            state.happened(
                "replaced",
                "16.1-a",
                f"{name} takes a replacement step; it has {state.steps[unit]} now",
                {"unit": name, "steps": state.steps[unit]},
            )

    def refuse_replace(self, state: DDayState, unit: int) -> Refusal:
        return why_not(state, unit) or Refusal("16.1", "that step is not possible now")

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def passed_over(self, state: DDayState) -> Refusal | None:
        if state.turn >= SECOND_DAY:
            return None
        return Refusal("18.4.4-c", "no unit can take a replacement step now")

    def missed(self, state: DDayState) -> bool:
        return False


# ---------------------------------------------------------------------- income from the reserve


@enforces(FAMILY, "16.1-g", "16.1-h", "16.2", "16.2-c", "16.2-d", "16.3-b")
def receive_income(state: DDayState) -> None:
    """What units in reserve bring in the morning: a tank step for every two tank steps there, an engineer step for every three;
    an infantry point for each battalion whose surviving units are all in reserve, and one more for a whole regiment (D100)."""
    ruleset = state.ruleset
    inside = [division_reserve.is_in_reserve(state, unit) for unit in range(ruleset.unit_count)]
    tanks = sum(state.steps[unit] for unit in range(ruleset.unit_count) if inside[unit] and ruleset.is_tank[unit])
    engineers = sum(state.steps[unit] for unit in range(ruleset.unit_count) if inside[unit] and ruleset.is_engineer[unit])
    gained = [0] * len(DIVISIONS)
    for battalions in ruleset.battalions_of.values():
        whole = 0
        for units in battalions:
            alive = [unit for unit in units if state.where[unit] != LOST]
            whole += bool(alive) and all(inside[unit] for unit in alive)
        gained[DIVISIONS.index(ruleset.division[battalions[0][0]])] += whole + (whole == len(battalions))
    state.tank_points = min(MOST_POINTS, state.tank_points + tanks // TANK_STEPS)
    state.engineer_points = min(MOST_POINTS, state.engineer_points + engineers // ENGINEER_STEPS)
    for row in range(len(DIVISIONS)):
        state.infantry_points[row] = min(MOST_POINTS, state.infantry_points[row] + gained[row])
    if state.sink is not None and (any(gained) or tanks >= TANK_STEPS or engineers >= ENGINEER_STEPS):
        parts = (
            (sum(gained), "infantry point"),
            (tanks // TANK_STEPS, "tank step"),
            (engineers // ENGINEER_STEPS, "engineer step"),
        )
        text = f"The reserve brings {listed([counted(number, what) for number, what in parts if number])}"
        data = {"infantry": gained, "tanks": tanks // TANK_STEPS, "engineers": engineers // ENGINEER_STEPS}
        state.happened("income", "16.2", text, data)


# ---------------------------------------------------------------------- the AM HQ Phase


@enforces(FAMILY, "4.0-II-3", "16.1-c", "16.2")
def begin_daily(state: DDayState) -> None:
    """Step 3 of the HQ Phase, on AM turns only: income, then replacements."""
    if state.ruleset.charts.parts[state.turn] != AM:
        return
    receive_income(state)
    state.clear_marks(REPLACED)
    state.push(DailyReplacements)


@enforces(FAMILY, "16.1-e", "16.1-f")
def pool_of(state: DDayState, unit: int) -> int:
    """The points that there are for a unit: infantry of its own division, tanks and engineers of all."""
    ruleset = state.ruleset
    if ruleset.is_tank[unit]:
        return state.tank_points
    if ruleset.is_engineer[unit]:
        return state.engineer_points
    return state.infantry_points[DIVISIONS.index(ruleset.division[unit])]


@enforces(FAMILY, "16.1-e", "16.1-f", "16.4", "18.1.2")
def pay(state: DDayState, unit: int) -> None:
    """The points for a step of a unit are spent; a division that falls below twelve has a lower limit of losses from now on."""
    ruleset, cost = state.ruleset, price(state, unit)
    if ruleset.is_tank[unit]:
        state.tank_points -= cost
    elif ruleset.is_engineer[unit]:
        state.engineer_points -= cost
    else:
        row = DIVISIONS.index(ruleset.division[unit])
        before = state.infantry_points[row]
        state.infantry_points[row] -= cost
        state.infantry_spent[row] = min(MOST_POINTS, state.infantry_spent[row] + cost)
        if state.infantry_points[row] < losses.DRAINED <= before:
            state.bloodied = 1


@enforces(FAMILY, "16.4")
def most_steps(state: DDayState, unit: int) -> int:
    """The steps that replacements can bring a unit to: rifle companies of a division that has spent more than 46 infantry points
    never get their fourth."""
    ruleset = state.ruleset
    full = ruleset.full_steps[unit]
    if ruleset.is_rifle[unit] and state.infantry_spent[DIVISIONS.index(ruleset.division[unit])] > EFFICIENT:
        return full - 1
    return full


@enforces(FAMILY, "16.1-a", "16.1-c", "16.1-d", "16.1-e", "16.1-f", "16.2-important", "16.3-b", "16.4")
def why_not_daily(state: DDayState, unit: int) -> Refusal | None:
    """Why a unit cannot take a step in the AM HQ Phase; None if it can. In reserve several steps a day are possible."""
    ruleset = state.ruleset
    name, place = ruleset.unit_ids[unit], state.where[unit]
    if not (place >= 0 or place <= BOXES or place == RESERVE):
        return Refusal("16.1", f"{name} is neither on the map, nor in a beach box, nor in reserve", (name,))
    if state.steps[unit] == ruleset.full_steps[unit]:
        return Refusal("16.1-a", f"{name} is at full strength", (name,))
    if state.steps[unit] >= most_steps(state, unit):
        return Refusal("16.4", f"{name} gets no fourth step: its division has spent more than {EFFICIENT} points", (name,))
    resting = division_reserve.is_in_reserve(state, unit)
    if not resting and state.acted[unit] & REPLACED:
        return Refusal("16.1-c", f"{name} has taken its one step of the day", (name,))
    if not resting and ruleset.is_tank[unit] and place >= 0 and fields_of_fire.intense_now(state) >> place & 1:
        return Refusal("16.1-d", f"{name} is in an intense field of fire", (name,))
    return _refuse_price(state, unit)


def _refuse_price(state: DDayState, unit: int) -> Refusal | None:
    cost, left = price(state, unit), pool_of(state, unit)
    if cost <= left:
        return None
    name = state.ruleset.unit_ids[unit]
    case = "16.1-f" if state.ruleset.is_infantry[unit] else "16.1-e"
    return Refusal(case, f"a step for {name} costs {counted(cost, 'point')}, and {left} are left", (name,))


@enforces(FAMILY, "16.1-rebuild", "16.1-f", "18.1-e")
def why_not_rebuilt(state: DDayState, unit: int) -> Refusal | None:
    """Why a lost unit cannot be rebuilt; None if it can."""
    name = state.ruleset.unit_ids[unit]
    if state.where[unit] != LOST:
        return Refusal("16.1-rebuild", f"{name} is not lost", (name,))
    if state.ruleset.is_regimental_hq[unit]:
        return Refusal("16.1-rebuild", f"{name} is a regimental HQ and comes back by itself", (name,), ("15.3.2-b",))
    return _refuse_price(state, unit)


class DailyReplacements(Question[DDayState]):
    """The player spends replacement points: a step for a unit, or the first step of one that was lost."""

    name = "daily replacements"
    case = "4.0-II-3"
    over = "no unit can take another replacement step"
    pushed_by = ("hq phase", "turn")

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == HQ

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        left = ", ".join(
            f"{losses.ordinal(division)} Division {state.infantry_points[row]}" for row, division in enumerate(DIVISIONS)
        )
        return f"Spend replacement points ({left}, tanks {state.tank_points}, engineers {state.engineer_points}), or finish."

    @enforces(FAMILY, "4.0-II-3", "16.1-c", "16.1-rebuild")
    def choices(self, state: DDayState) -> Choices:
        steps, full = state.steps, state.ruleset.full_steps
        codes = [
            pack(REPLACE, unit)
            for unit in range(len(full))
            if 0 < steps[unit] < full[unit] and why_not_daily(state, unit) is None
        ]
        lost = [unit for unit in range(len(full)) if state.where[unit] == LOST]
        codes += [pack(REBUILD, unit) for unit in lost if why_not_rebuilt(state, unit) is None]
        return [*codes, DONE_CODE]

    @enforces(FAMILY, "16.1-a", "16.1-b", "16.1-c", "16.1-e")
    def take_replace(self, state: DDayState, unit: int) -> None:
        pay(state, unit)
        state.acted[unit] |= REPLACED
        _gain(state, unit, "16.1-a", "takes a replacement step")

    @enforces(FAMILY, "16.1-rebuild", "16.2-b", "18.1-e")
    def take_rebuild(self, state: DDayState, unit: int) -> None:
        """The unit is back in its division's display with one step; more can be paid for at once, since it is in reserve."""
        pay(state, unit)
        state.put(unit, RESERVE)
        state.returns[unit] = state.turn + division_reserve.STAY
        _gain(state, unit, "16.1-rebuild", "is rebuilt in reserve")

    def refuse_replace(self, state: DDayState, unit: int) -> Refusal:
        return why_not_daily(state, unit) or Refusal("16.1", "that step is not possible now")

    def refuse_rebuild(self, state: DDayState, unit: int) -> Refusal:
        return why_not_rebuilt(state, unit) or Refusal("16.1-rebuild", "that is not possible now")

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


def _gain(state: DDayState, unit: int, case: str, says: str) -> None:
    """A unit has one step more."""
    marines.regain_step(state, unit)
    if state.sink is not None:
        name, steps = state.ruleset.unit_ids[unit], state.steps[unit]
        state.happened("replaced", case, f"{name} {says}; it has {steps} now", {"unit": name, "steps": steps})


STEPS: Final[tuple[AnyStep, ...]] = (Replacements(), DailyReplacements())
