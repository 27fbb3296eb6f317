"""Set-up by the player (18.0, 18.5.1, 18.6.1, 18.7.1, 18.8.1): one small decision after the other.

First the rulebook draws what chance decides: a hero for each division, and who commands the 9th Marines. Then the player sets up
battalions and heavy weapons companies, the HQs of regiments, tanks and engineers, puts the next arrivals into their boxes, says
who carries the losses of the days before, and gives the heroes to units. `arrange` leaves all that is still open to a sensible
default (`setup_defaults`). No choice leads to a dead end: a hex is offered only if everybody else still finds room.

In the campaign the HQs of regiments come ashore in the same way at the beginning of GT 7 (18.9.3-a).
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Step
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import MOST_STEPS
from beachhead.games.dday.counters import losses, marines
from beachhead.games.dday.counters.losses import HALF
from beachhead.games.dday.moves import landing
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.setup import defaults
from beachhead.games.dday.setup.heroes import Calling, Lots, Volunteers
from beachhead.games.dday.setup.line import Deploying, Staffs, anchors, company_of
from beachhead.games.dday.setup.setting_up import SettingUp, SetUpRecord, ordinal, with_rest
from beachhead.games.dday.setup.support_units import Boarding, Leaving, Supporting
from beachhead.games.dday.state import ABSENT, BOXES, DUE, READY, RESERVE, DDayState
from beachhead.games.dday.verbs import LOSE

# ---------------------------------------------------------------------- the course of the set-up


def begin(state: DDayState) -> None:
    """The set-up begins; or the HQs of regiments come ashore, in the campaign."""
    if state.turn > state.ruleset.setup.first_turn:
        land_staffs(state)
    state.push(SetUp)


@enforces(FAMILY, "18.9.3-a", "5.3-e")
def land_staffs(state: DDayState) -> None:
    """The HQs of regiments whose heavy weapons company is on the map are ready to be placed; one whose company is in a box goes
    there. If the company is gone, any unit of the regiment takes its place (as D101 has it); without one the HQ stays away."""
    ruleset = state.ruleset
    for regiment in ruleset.regiments:
        staff = ruleset.regimental_hq[regiment]
        if state.where[staff] != ABSENT:
            continue
        if anchors(state, regiment):
            state.put(staff, READY)
            continue
        company = company_of(state, regiment)
        if state.where[company] <= BOXES:
            landing.put_in_box(state, staff, BOXES - state.where[company])
        elif state.where[company] == DUE:
            state.put(staff, DUE)


class SetUp(Step[DDayState]):
    """Below all questions of the set-up: the next one, or the end."""

    name = "set-up"
    record = SetUpRecord
    pushed_by = ("turn",)

    def settle(self, state: DDayState) -> bool:
        frame = state.top(SetUpRecord)
        if frame.stage == len(STAGES):
            state.stack.pop()
            finish(state)
            return False
        state.replace(SetUp, frame.stage + 1, frame.rest)
        state.push(STAGES[frame.stage])
        return False

    def fits(self, state: DDayState, spot: int, frame: SetUpRecord) -> bool:
        return 0 <= frame.stage <= len(STAGES) and frame.rest in (0, 1) and state.phase == phases.SET_UP


def finish(state: DDayState) -> None:
    """Units that nobody wanted are not in the game."""
    for unit, place in enumerate(state.where):
        if place == READY:
            state.put(unit, ABSENT)


# ---------------------------------------------------------------------- losses of the days before


def losses_left(state: DDayState, division: int) -> int:
    """The steps that units of a division still have to give up."""
    if state.turn > state.ruleset.setup.first_turn:
        return 0
    ruleset = state.ruleset
    given = 0
    for unit in range(ruleset.unit_count):
        if ruleset.division[unit] == division and ruleset.is_infantry[unit]:
            given += ruleset.full_steps[unit] - state.steps[unit]
    return ruleset.setup.step_losses.get(division, 0) - given


@enforces(FAMILY, "18.6.1-b", "18.7.1-b", "18.7.1-d", "18.8.1-c")
def may_lose(state: DDayState, unit: int) -> bool:
    """Whether a unit may carry one more of the starting losses: infantry on the map or in reserve, up to the limit. A company
    that falls to half its strength counts for the loss box (18.1-b), and nobody starts a game that is lost at once."""
    ruleset = state.ruleset
    lost = ruleset.full_steps[unit] - state.steps[unit]
    place = state.where[unit]
    here = place >= 0 or place == RESERVE
    able = ruleset.is_infantry[unit] and here and lost < ruleset.setup.losses_per_unit and state.steps[unit] > 1
    return able and not ends_game(state, unit)


@enforces(FAMILY, "18.1-b")
def ends_game(state: DDayState, unit: int) -> bool:
    """Whether another step lost by a rifle company would make the losses of its division catastrophic."""
    ruleset = state.ruleset
    if not ruleset.is_rifle[unit] or state.steps[unit] != HALF + 1:
        return False
    most = losses.most_counters(state, ruleset.division[unit])
    return 0 < most <= losses.in_box(state, ruleset.division[unit]) + losses.HALVED


def losing_division(state: DDayState) -> int:
    """The division that still has losses to give to its units; 0 if there is none."""
    ruleset = state.ruleset
    for division in ruleset.setup.step_losses:
        if losses_left(state, division) > 0:
            for unit in range(ruleset.unit_count):
                if ruleset.division[unit] == division and may_lose(state, unit):
                    return division
    return 0


class Losses(SettingUp):
    """Who carries the losses of the days before."""

    name = "set-up losses"
    case = "18.6.1-b"

    def case_now(self, state: DDayState) -> str:
        return {4: "18.7.1-b", 5: "18.8.1-c"}.get(state.ruleset.setup.number, self.case)

    def prompt(self, state: DDayState) -> str:
        division = losing_division(state)
        if not division:
            return "All losses are taken."
        most = counted(state.ruleset.setup.losses_per_unit, "step")
        left = counted(losses_left(state, division), "infantry step")
        return f"The {ordinal(division)} Division starts with losses: take {left} more, at most {most} a unit."

    @enforces(FAMILY, "18.6.1-b", "18.7.1-b", "18.8.1-c", "18.3.2-a")
    def choices(self, state: DDayState) -> Choices:
        division = losing_division(state)
        if not division:
            return []
        whose = state.ruleset.division
        return with_rest([pack(LOSE, unit) for unit in range(len(whose)) if whose[unit] == division and may_lose(state, unit)])

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_loser(state, codes)

    @enforces(FAMILY, "18.3.2-a")
    def take_lose(self, state: DDayState, unit: int) -> None:
        """A step loss marker shows it. Such losses belong to days before the scenario, so no limit counts them."""
        state.steps[unit] -= 1
        left = state.steps[unit]
        if state.ruleset.full_steps[unit] == MOST_STEPS:
            if left == 2:
                marines.return_marker(state, unit)
            else:
                marines.draw_marker(state, unit)
        state.touch_unit(unit)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            state.happened("loss", self.case_now(state), f"{name} starts with {left} steps", {"unit": name, "steps": left})

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        ruleset, name, case = state.ruleset, state.ruleset.unit_ids[unit], self.case_now(state)
        lost = ruleset.full_steps[unit] - state.steps[unit]
        division = losing_division(state)
        if not ruleset.is_infantry[unit]:
            return Refusal(case, f"the losses are infantry steps, and {name} is not infantry", (name,))
        if ruleset.division[unit] != division:
            return Refusal(case, f"{name} does not belong to the {ordinal(division)} Division", (name,))
        if state.where[unit] < 0 and state.where[unit] != RESERVE:
            return Refusal(case, f"{name} is neither on the map nor in reserve", (name,))
        if state.steps[unit] <= 1:
            return Refusal(case, f"{name} has no other step to give", (name,))
        if lost < ruleset.setup.losses_per_unit and ends_game(state, unit):
            return Refusal("18.1-b", f"with {name} at half strength the losses would be catastrophic at once", (name,), (case,))
        return Refusal(case, f"{name} has its share: at most {counted(ruleset.setup.losses_per_unit, 'step')} a unit", (name,))


STAGES: Final[tuple[type[SettingUp], ...]] = (Lots, Leaving, Deploying, Staffs, Supporting, Boarding, Losses, Volunteers)
STEPS: Final[tuple[AnyStep, ...]] = (
    SetUp(),
    Lots(),
    Leaving(),
    Deploying(),
    Staffs(),
    Supporting(),
    Boarding(),
    Losses(),
    Volunteers(),
    Calling(),
)
