"""Steps: what happens next is a stack of small records, each with a class that says who decides and what a choice does.

A record on the stack is a tuple of plain numbers whose first is the step's place in the game's list of steps; a step that has
more to remember names the rest in a `NamedTuple`. The classes hold no data of a game, so a state can be copied, saved and
resumed at any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT, VERB_SHIFT, Verb, unpack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State

S = TypeVar("S", bound=State[Any])
Method = Callable[..., Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A kind of record on the stack.

    `settle` does what needs no decision (and pops, pushes or replaces records); it returns True when somebody must
    choose. A step that never asks anybody needs `settle` alone.
    """

    name: ClassVar[str] = ""
    case: ClassVar[str] = ""
    """The rule that the prompt cites."""
    record: ClassVar[type[tuple[Any, ...]] | None] = None
    """The `NamedTuple` of what the step remembers, its number first (`step: int`); None if there is nothing. If the last field is
    a tuple, it takes all values that remain."""
    pushed_by: ClassVar[tuple[str, ...]] = ("",)
    """The steps that can be below it on the stack, by name; an empty name if it can be the first."""
    verbs: tuple[int, ...] = ()
    """The verbs that answer this step, by their numbers in the game's list of verbs."""

    def bind(self, verbs: Sequence[Verb]) -> None:
        """Look up what depends on the game's list of verbs; called once, when a ruleset takes the step in."""

    def settle(self, state: S) -> bool:
        """Continue until a decision is needed: True if this step needs one now."""
        raise NotImplementedError

    def side(self, state: S) -> int:
        """Who decides."""
        raise NotImplementedError(self.name)

    def prompt(self, state: S) -> str:
        """What is asked, in one sentence that reveals no secret."""
        raise NotImplementedError(self.name)

    def choices(self, state: S) -> Choices:
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

    def fits(self, state: S, spot: int, frame: Any) -> bool:
        """Whether a saved record of this step, at that place on the stack, agrees with the position it was saved with.

        The steps below it and the number of its values have already been checked; the steps above it may not have been.
        """
        del state, spot, frame
        return True

    def passed_over(self, state: S) -> Refusal | None:
        """Why nobody is asked in this step, as far as the position shows; None if it asks, or if the position does not show it.

        It is called when the step is skipped, and again when one of the step's actions is tried in another step.
        """
        del state
        return None

    def barred(self, state: S) -> Iterable[Refusal]:
        """Why single units can do nothing in a skipped step; each refusal names its unit and precedes the general reason."""
        del state
        return ()

    def missed(self, state: S) -> bool:
        """Whether a player would wonder why this step was skipped, so that it is reported."""
        del state
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Step[S]):
    """A step that asks somebody. Each verb that it knows is a pair of methods: `take_move` carries out a legal move,
    `refuse_move` says why another is not legal. Both get the state and the arguments of the action.

    If only one choice is left, and its verb is one of `forced_verbs`, the rules make it: a phase in which nothing can be done
    ends without a word from its owner. A side that the book plays is always asked: what it does is an act that others can watch.
    """

    forced_verbs: ClassVar[tuple[str, ...]] = ("done",)
    """Words of actions that are carried out without asking when they are the only choice."""
    over: ClassVar[str] = ""
    """Why the step ends by itself when nothing else can be done in it, where `passed_over` does not say."""
    in_passing: ClassVar[tuple[str, ...]] = ()
    """Names of verbs that are allowed beside what is asked: nobody misses them when the step is skipped."""
    _takes: list[Method | None]
    _refuses: list[Method]
    _counts: list[int]
    _forced: list[bool]

    def bind(self, verbs: Sequence[Verb]) -> None:
        names = [verb.method for verb in verbs]
        self._takes = [getattr(self, f"take_{name}", None) for name in names]
        self._refuses = [getattr(self, f"refuse_{name}", self.refuse_any) for name in names]
        self._counts = [len(verb.kinds) for verb in verbs]
        self._forced = [verb.word in self.forced_verbs for verb in verbs]
        known = [number for number, method in enumerate(self._takes) if method is not None]
        self.verbs = tuple(number for number in known if names[number] not in self.in_passing)
        if not known:
            raise TypeError(f"{type(self).__name__} knows no verb: it needs a method such as take_{names[0]}")

    def settle(self, state: S) -> bool:
        codes = state.choices()
        if len(codes) == 1:
            code = codes[0]
            if self._forced[code >> VERB_SHIFT] and not (state.ruleset.book and state.side in state.ruleset.book):
                if state.sink is not None:
                    self._tell_forced(state, state.ruleset.text(code))
                    state.skip(self)
                state.forget_choices()
                self.take(state, code)
                return False
        return True

    def _tell_forced(self, state: S, action: str) -> None:
        """Report what is done without asking, and why the step is over, unless that is reported when it is skipped."""
        why = self.passed_over(state) or (Refusal(self.case_now(state), self.over) if self.over else None)
        if why is None or (self.missed(state) and self.passed_over(state) is not None):
            state.happened("forced", self.case_now(state), f"No choice: {action}", {"action": action})
        else:
            state.happened("forced", why.case, why.reason, {"action": action, "step": self.name})

    def take(self, state: S, code: int) -> None:
        verb = code >> VERB_SHIFT
        method, count = self._takes[verb], self._counts[verb]
        if method is None:
            raise NotImplementedError(f"{type(self).__name__} offers {state.ruleset.text(code)!r} and cannot take it")
        if count == 0:
            method(state)
        elif count == 1:
            method(state, code >> FIRST_SHIFT & ARGUMENT)
        elif count == 2:
            method(state, code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT)
        else:
            method(state, *unpack(code)[1:])

    def refuse(self, state: S, code: int) -> Refusal:
        verb, *arguments = unpack(code)
        sides = state.ruleset.verbs[verb].sides
        if self._takes[verb] is None or (sides and state.side not in sides):
            return self.misplaced(state, code)
        method = self._refuses[verb]
        found: Refusal = method(state, code) if method == self.refuse_any else method(state, *arguments[: self._counts[verb]])
        return found

    def refuse_any(self, state: S, code: int) -> Refusal:
        """Why an action is not possible now, where neither a `refuse_...` nor the verb itself says more."""
        word = state.ruleset.verbs[verb_of(code)].word
        return Refusal(self.case_now(state), f"'{word}' is not possible now: {self.prompt(state)}")

    def misplaced(self, state: S, code: int) -> Refusal:
        """Why an action is refused whose verb this question does not know, or that does not belong to its side."""
        verb, first, *_ = unpack(code)
        kind = state.ruleset.verbs[verb]
        why = kind.misplaced
        if why is None:
            return self.refuse_any(state, code)
        case = why.case or self.case_now(state)
        if "{}" not in why.reason:
            return Refusal(case, why.reason, why.units, why.also)
        name = state.ruleset.names[kind.kinds[0]].full[first]
        return Refusal(case, why.reason.replace("{}", name), (name,), why.also)


AnyStep = Step[Any]
