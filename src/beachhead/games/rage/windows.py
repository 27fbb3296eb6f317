"""Windows in which Japan may Reveal (chapter 2.2.2; R47, R62).

Whether a window opens follows from facts that both sides know, and a window is never closed by the program: the U.S. player sees
it open and end, whatever lies behind. What is picked inside is told to nobody but its owner unless it comes out by its nature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.games.rage.phases import PHASES
from beachhead.games.rage.questions import AskJapan
from beachhead.games.rage.state import FAMILY, US_BOMBARDMENT, RageState
from beachhead.games.rage.verbs import PASS_CODE


class Reaction(AskJapan):
    """A window: react, show something, or pass."""

    case = "3-status-change-c"

    def reactions(self, state: RageState) -> Sequence[int]:
        """What can be done besides showing something."""
        return ()

    def choices(self, state: RageState) -> Choices:
        return [*self.reactions(state), *self.unveilings(state), PASS_CODE]

    def take_pass(self, state: RageState) -> None:
        state.stack.pop()


@enforces(FAMILY, "2.2.2-a", "2.2.2-b")
class PhaseWindow(Reaction):
    """At the start of every phase (R47 a), as long as anything may be Concealed."""

    name = "window"
    pushed_by = ("begin",)

    def prompt(self, state: RageState) -> str:
        return f"{PHASES[state.phase].title} begins. Japan may Reveal units and Caves, or pass."


class TargetsWindow(Reaction):
    """After the U.S. player has named his targets and seen their Caves (R47 c)."""

    name = "targets"
    pushed_by = ("resolve",)

    def prompt(self, state: RageState) -> str:
        return "The targets are set. Japan may Reveal units and Caves, or pass."

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.attack == US_BOMBARDMENT and bool(state.pending)


class DiceWindow(Reaction):
    """After the dice of a U.S. bombardment and before the row is ranked (R47 d), whatever they show."""

    name = "dice"
    pushed_by = ("blasted",)

    def prompt(self, state: RageState) -> str:
        where = state.area_name(state.area)
        return f"{counted(state.hits, 'Hit')} on {where}. Japan may Reveal units and Caves, or pass."
