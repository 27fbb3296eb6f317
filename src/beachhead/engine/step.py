"""Steps: what happens next is a stack of small records, each with a class that says who decides and what a choice does.

A record on the stack is a tuple of plain numbers whose first is the step's place in the game's list of steps. The classes hold no
data of their own, so a state can be copied, saved and resumed at any decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State

S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """A kind of record on the stack.

    `settle` does what needs no decision (and pops, pushes or replaces records); it answers True when somebody must
    choose. A step that never asks anybody needs `settle` alone.
    """

    name = ""
    case = ""
    """The rule that the prompt cites."""
    verbs: tuple[int, ...] = ()
    """The kinds of actions that answer this step, by their numbers in the game's list of verbs."""

    def settle(self, state: S) -> bool:
        """Go on until a decision is needed: True if this step needs one now."""
        raise NotImplementedError

    def side(self, state: S) -> int:
        """Who decides."""
        raise NotImplementedError(self.name)

    def prompt(self, state: S) -> str:
        """What is asked, in one sentence that tells no secret."""
        raise NotImplementedError(self.name)

    def choices(self, state: S) -> Sequence[int]:
        """Every legal action, in a stable order, never empty."""
        raise NotImplementedError(self.name)

    def take(self, state: S, code: int) -> None:
        """Carry out a legal action."""
        raise NotImplementedError(self.name)

    def refuse(self, state: S, code: int) -> Refusal:
        """Why this action is not among the choices."""
        raise NotImplementedError(self.name)

    def case_now(self, state: S) -> str:
        """The rule the prompt cites, where it depends on the position."""
        return self.case

    def passed_over(self, state: S) -> Refusal | None:
        """Why nobody is asked in this step, as far as the position tells; None if it asks, or if the position does not tell.

        It is called when the step is passed over, and again when one of the step's actions is tried in another step.
        """
        del state
        return None

    def barred(self, state: S) -> Iterable[Refusal]:
        """Why single units can do nothing in a step that is passed over; each names its unit and precedes the general reason."""
        del state
        return ()

    def missed(self, state: S) -> bool:
        """Whether a player would wonder why this step was passed over, so that it is reported."""
        del state
        return True


class Question(Step[S]):
    """A step that asks somebody, unless only one answer is left and the rules make it themselves."""

    forced_verbs: tuple[str, ...] = ("done",)
    """Words of actions that are carried out without asking when they are the only one."""

    def settle(self, state: S) -> bool:
        codes = state.choices()
        if len(codes) == 1:
            code = codes[0]
            verb = state.ruleset.verbs[code >> 36].word
            if verb in self.forced_verbs:
                if state.sink is not None:
                    text = state.ruleset.text(code)
                    state.tell("forced", self.case_now(state), f"No choice: {text}", action=text)
                    state.skip(self)
                state.forget_choices()
                self.take(state, code)
                return False
        return True


AnyStep = Step[Any]
