"""The 3rd Marines (18.2, D104): the regiment that stayed at sea may be committed, at a price.

The player declares it in the US Action Phase or at the end of a turn. The regiment goes into the beach boxes of one color at once
and lands on the next turn; the game gets shorter, and every division's limit of catastrophic losses falls by one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases, victory
from beachhead.games.dday.box.sheets import Clause
from beachhead.games.dday.control import communication
from beachhead.games.dday.counters import losses
from beachhead.games.dday.moves import landing
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import CAMPAIGN, US
from beachhead.games.dday.state import ABSENT, DDayState
from beachhead.games.dday.verbs import COMMIT, DONE_CODE, PLACE

RULE: Final = "third_marines"
AIRFIELD: Final = 1
SHARE: Final = 8
"""The turns left are divided by this."""
DAYS_UNTIL: Final = 64
"""In the campaign a turn is lost for every day before the day of this game turn."""


class ThirdMarinesRecord(NamedTuple):
    """The box that the player has named; all boxes of its color are open."""

    step: int
    box: int


# ---------------------------------------------------------------------- whether


@enforces(FAMILY, "18.2", "18.7.3-b", "18.8.3-b", "18.9.3-b")
def rule(state: DDayState) -> Clause | None:
    """What the scenario says of the regiment; Scenarios One and Two do not have it. Played on, a scenario goes by the campaign's
    rule after its own last turn (D108)."""
    ruleset = state.ruleset
    if ruleset.plays_on and state.turn > ruleset.own_last_turn:
        return ruleset.components.scenarios[CAMPAIGN].rule(RULE)
    return ruleset.third_marines


@enforces(FAMILY, "18.2", "18.2-a", "18.7.3-b", "18.8.3-b", "18.9.3-b", "19.0-3rd-marines")
def why_not(state: DDayState) -> Refusal | None:
    """Why the regiment cannot be committed now; None if it can be."""
    clause = rule(state)
    if clause is None:
        return Refusal("18.2", "the 3rd Marines do not take part in this scenario", (), ("19.0-3rd-marines",))
    if state.committed or any(state.where[unit] != ABSENT for unit in state.ruleset.components.optional_arrival):
        return Refusal("18.2", "the 3rd Marines have been committed")
    if state.turn >= victory.last_turn(state):
        return Refusal("18.2-b", "the 3rd Marines would land on the next turn, and this is the last one")
    after = int(clause.details.get("after_gt", 0))
    if state.turn <= after:
        return Refusal("18.9.3-b", f"the 3rd Marines can be committed after GT {after}")
    if clause.details["when"] == "18.2-a" and not communication.us_controls_airfield(state, AIRFIELD):
        return Refusal("18.2-a", "Airfield 1 must be under US control, free of Japanese fields of fire")
    return None


@enforces(FAMILY, "18.2-e", "18.8.3-b", "18.9.3-b")
def price(state: DDayState) -> int:
    """By how many turns the game gets shorter: an eighth of those after this one, rounded down; six in Scenario Five; in the
    campaign one for each whole day before the day of GT 64 (c-27)."""
    clause = rule(state)
    assert clause is not None
    given = clause.details.get("shorten_gts")
    if given is None:
        return (victory.last_turn(state) - state.turn) // SHARE
    if isinstance(given, int):
        return given
    return max(0, losses.day_of(DAYS_UNTIL) - losses.day_of(state.turn))


# ---------------------------------------------------------------------- committing


@enforces(FAMILY, "18.2-b")
def boxes_of_color(state: DDayState, box: int) -> list[int]:
    """All boxes of the beach color of a box: Blue 1 and Blue 2, but not Yellow 2 and Blue 1."""
    boxes = state.ruleset.components.board.boxes
    color = boxes[box].name.split()[0]
    return [number for number, other in enumerate(boxes) if other.name.split()[0] == color]


def codes(state: DDayState) -> list[int]:
    """`commit BOX` for one box of each color, if the regiment can be committed."""
    if rule(state) is None or why_not(state) is not None:
        return []
    return [pack(COMMIT, box) for box in range(state.ruleset.box_count) if boxes_of_color(state, box)[0] == box]


@enforces(FAMILY, "18.2-b", "18.2-c", "18.2-d", "18.2-e", "18.8.3-b", "18.9.3-b")
def commit(state: DDayState, box: int) -> None:
    """The regiment is committed: its units go into boxes, the game gets shorter (never shorter than this turn), and all limits
    of losses fall."""
    shorter = price(state)
    state.last = max(state.turn, victory.last_turn(state) - shorter)
    state.committed = state.turn
    state.bloodied = 1
    if state.sink is not None:
        text = f"The 3rd Marines are committed; GT {state.last} is the last one now"
        state.happened("committed", "18.2", text, {"last": state.last, "shorter": shorter})
    boxes = boxes_of_color(state, box)
    if len(boxes) > 1:
        state.push(ThirdMarines, box)
        return
    for unit in waiting(state):
        landing.put_in_box(state, unit, box)


def refuse(state: DDayState, box: int) -> Refusal:
    """Why the regiment cannot be committed at a box."""
    found = why_not(state)
    if found is not None:
        return found
    first = state.ruleset.components.board.boxes[boxes_of_color(state, box)[0]].name
    return Refusal("18.2-b", f"name a color by its first box, here {first}; then choose a box for each unit")


def waiting(state: DDayState) -> list[int]:
    """Units of the regiment that are still to be put into a box."""
    return [unit for unit in state.ruleset.components.optional_arrival if state.where[unit] == ABSENT]


class ThirdMarines(Question[DDayState]):
    """The player divides the regiment among the boxes of the color, unit by unit."""

    name = "third marines"
    case = "18.2-b"
    record = ThirdMarinesRecord
    pushed_by = ("actions", "turn")

    def fits(self, state: DDayState, spot: int, frame: ThirdMarinesRecord) -> bool:
        return (
            state.phase in (phases.ACTIONS, phases.END)
            and 0 <= frame.box < state.ruleset.box_count
            and state.committed == state.turn
        )

    def settle(self, state: DDayState) -> bool:
        if waiting(state):
            return True
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        unit = next(iter(waiting(state)), -1)
        return f"Put {state.ruleset.unit_ids[unit]} into a beach box of that color." if unit >= 0 else "Every unit is in its box."

    @enforces(FAMILY, "18.2-b")
    def choices(self, state: DDayState) -> Choices:
        unit = waiting(state)[0]
        return [pack(PLACE, unit, box) for box in boxes_of_color(state, state.top(ThirdMarinesRecord).box)]

    def take_place(self, state: DDayState, unit: int, box: int) -> None:
        landing.put_in_box(state, unit, box)

    def refuse_place(self, state: DDayState, unit: int, box: int) -> Refusal:
        name, units = state.ruleset.unit_ids[unit], waiting(state)
        boxes = boxes_of_color(state, state.top(ThirdMarinesRecord).box)
        if box not in boxes:
            names = " or ".join(state.ruleset.components.board.boxes[other].name for other in boxes)
            return Refusal("18.2-b", f"the whole regiment lands on one color: {names}", (name,))
        if unit not in units:
            return Refusal("18.2-b", f"{name} is not a unit of the 3rd Marines that waits for a box", (name,))
        return Refusal("18.2-b", f"put {state.ruleset.unit_ids[units[0]]} into a box first", (name,))


@enforces(FAMILY, "18.2-a", "18.7.3-b", "18.8.3-b", "18.9.3-b")
def ask_at_end(state: DDayState) -> None:
    """Any time is also after the Japanese have acted: the player is asked once more before the next turn (D148)."""
    if codes(state):
        state.push(Commitment)


class Commitment(Question[DDayState]):
    """The end of a turn: the 3rd Marines can still be committed to land on the next."""

    name = "commitment"
    case = "18.2-a"
    pushed_by = ("turn",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.END

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Commit the 3rd Marines, to land on the next turn, or end this turn."

    def choices(self, state: DDayState) -> Choices:
        return [*codes(state), DONE_CODE]

    def take_commit(self, state: DDayState, box: int) -> None:
        state.stack.pop()
        commit(state, box)

    def refuse_commit(self, state: DDayState, box: int) -> Refusal:
        return refuse(state, box)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


STEPS: Final[tuple[AnyStep, ...]] = (ThirdMarines(), Commitment())
