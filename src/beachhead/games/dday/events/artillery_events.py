"""Events that take US artillery points away and bring them back (20.0, c-36): counterbattery, swamped DUKWs, replacements.

What becomes of the points is told in `support`; here the player chooses whose they are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import DIVISIONS
from beachhead.games.dday.counters import support
from beachhead.games.dday.events.japanese_gains import is_open_phase, no_event
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import DIVISION

SILENCED: Final = 4
"""Game turns for which counterbattery fire silences a point, the current one included."""
COUNTERBATTERY: Final = 0
REPLACEMENT: Final = 1
SWAMPED: Final = 2
KINDS: Final = ("20.0-counterbattery", "20.0-us-artillery", "20.0-landing-dukw")
"""The cases of these events, in the order in which records count them."""


def number_of(row: int) -> int:
    """How players name whose artillery it is: by the division, 0 for the corps."""
    return DIVISIONS[row] if row < len(DIVISIONS) else 0


@enforces(FAMILY, "20.0-counterbattery")
def suribachi_stands(state: DDayState) -> bool:
    """Whether A4, A6 or A8 is in Japanese hands (c-36)."""
    hexes = [state.ruleset.position_hex[position] for position in spaces_of(state.ruleset.ground.suribachi_black)]
    return any(state.jp_mask >> place & 1 for place in hexes)


@enforces(FAMILY, "20.0-counterbattery", "20.0-us-artillery", "20.0-landing-dukw")
def owners(state: DDayState, kind: int) -> list[int]:
    """Whose points an event may concern: divisions that have some; whoever has lost one; whose points land next turn."""
    if kind == COUNTERBATTERY:
        return [row for row in range(len(DIVISIONS)) if state.guns[row]]
    if kind == REPLACEMENT:
        return sorted({row for turn, row, _ in state.guns_due if turn != support.AT_SEA})
    return sorted(row for row, _ in support.landing_points(state, state.turn + 1))


@enforces(FAMILY, "20.0-counterbattery")
def counterbattery(state: DDayState) -> None:
    """One divisional point is out of action, two while Suribachi stands."""
    _begin(state, COUNTERBATTERY, 2 if suribachi_stands(state) else 1, "No division has an artillery point")


@enforces(FAMILY, "20.0-us-artillery")
def us_artillery(state: DDayState) -> None:
    """A point that was lost comes back."""
    _begin(state, REPLACEMENT, 1, "No artillery point has been lost")


@enforces(FAMILY, "20.0-landing-dukw")
def dukw(state: DDayState) -> None:
    """A point goes down with its DUKW; in Scenario One none is ever due (18.4.2)."""
    _begin(state, SWAMPED, 1, "No artillery point is scheduled to land next turn")


def _begin(state: DDayState, kind: int, left: int, otherwise: str) -> None:
    if owners(state, kind):
        state.push(Gunners, kind, left)
    else:
        no_event(state, KINDS[kind], otherwise)


class GunnersRecord(NamedTuple):
    """The event, and how many points it still concerns."""

    step: int
    kind: int
    left: int


class Gunners(Question[DDayState]):
    """The player chooses whose point it is."""

    name = "gunners"
    case = "20.0"
    record = GunnersRecord
    pushed_by = ("events",)
    forced_verbs = ("division",)

    def fits(self, state: DDayState, spot: int, frame: GunnersRecord) -> bool:
        known = COUNTERBATTERY <= frame.kind <= SWAMPED and 1 <= frame.left <= 2
        return known and is_open_phase(state) and bool(owners(state, frame.kind))

    def side(self, state: DDayState) -> int:
        return US

    def case_now(self, state: DDayState) -> str:
        return KINDS[state.top(GunnersRecord).kind]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(GunnersRecord)
        if frame.kind == COUNTERBATTERY:
            return f"Japanese counterbattery: choose the division that loses a point for four turns ({frame.left} to go)."
        if frame.kind == REPLACEMENT:
            return "Choose whose lost artillery point comes back."
        return "DUKWs are swamped: choose whose artillery point, due next turn, is lost."

    def choices(self, state: DDayState) -> Choices:
        return [pack(DIVISION, number_of(row)) for row in owners(state, state.top(GunnersRecord).kind)]

    @enforces(FAMILY, "20.0-counterbattery", "20.0-us-artillery", "20.0-landing-dukw")
    def take_division(self, state: DDayState, number: int) -> None:
        frame = state.top(GunnersRecord)
        row = support.row_of(number)
        whose = support.owner_name(row)
        if frame.kind == COUNTERBATTERY:
            support.lose_points(state, row, 1, state.turn + SILENCED)
            text = f"A point of {whose} is silenced until turn {state.turn + SILENCED}"
        elif frame.kind == REPLACEMENT:
            support.restore_point(state, row)
            text = f"A lost point of {whose} comes back"
        else:
            support.swamp(state, row)
            text = f"A point of {whose} goes down with its DUKW"
        if frame.left > 1 and owners(state, frame.kind):
            state.replace(Gunners, frame.kind, frame.left - 1)
        else:
            state.stack.pop()
        if state.sink is not None:
            points = 1 if frame.kind == REPLACEMENT else -1
            state.happened("artillery points", KINDS[frame.kind], text, {"of": row, "points": points})

    def refuse_division(self, state: DDayState, number: int) -> Refusal:
        names = ", ".join(str(number_of(row)) for row in owners(state, state.top(GunnersRecord).kind))
        return Refusal(self.case_now(state), f"the event does not concern points of {number}: choose {names}")


STEPS: Final[tuple[AnyStep, ...]] = (Gunners(),)
