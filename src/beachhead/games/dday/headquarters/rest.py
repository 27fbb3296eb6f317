"""A day of rest (16.3, D103): from 27 February on the player may let a day pass. Nobody acts on either side; units take
replacements as if they were in reserve, and everybody recovers once the south of the island is clear."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.counters import marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import DECLARE, DONE_CODE

SOUTH: Final = (1, 2)
"""The sectors of which one must be free of Japanese for everybody to recover."""
LATER_TURNS: Final = 2
"""Turns of the day after its first."""


@enforces(FAMILY, "16.3")
def begin(state: DDayState) -> None:
    """Before anything else happens on an AM turn the player may declare a day of rest."""
    state.push(RestDay)


@enforces(FAMILY, "16.3-c")
def south_is_clear(state: DDayState) -> bool:
    """Whether nothing Japanese is left in Sector 1, in Sector 2, or in both (c-22)."""
    hexes = state.ruleset.ground.position_hexes_of_sector
    return any(not hexes[sector] & state.jp_mask for sector in SOUTH)


@enforces(FAMILY, "16.3", "16.3-a", "16.3-c", "16.3-d")
def declare(state: DDayState) -> None:
    """The day passes: this turn and the two after it. If a sector of the south is clear, everybody on both sides recovers."""
    state.resting = state.turn + LATER_TURNS
    if state.sink is not None:
        state.happened("rest", "16.3", "A day of rest: nobody acts until it is over", {"until": state.resting})
    if not south_is_clear(state):
        return
    for unit in range(len(state.disrupted)):
        if state.disrupted[unit]:
            marines.recover(state, unit, "16.3-c")
    for position in range(len(state.shaken)):
        if state.shaken[position]:
            state.shaken[position] = 0
            state.touch_position(position)


class RestDay(Question[DDayState]):
    """Rest, or fight on."""

    name = "rest day"
    case = "16.3"
    pushed_by = ("turn",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.REST

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Declare a day of rest, three turns on which nobody acts, or begin the day."

    def choices(self, state: DDayState) -> Choices:
        return [pack(DECLARE), DONE_CODE]

    def take_declare(self, state: DDayState) -> None:
        state.stack.pop()
        declare(state)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


STEPS: Final[tuple[AnyStep, ...]] = (RestDay(),)
