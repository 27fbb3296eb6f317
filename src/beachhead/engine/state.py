"""A state: one moment of a game as plain, flat data, and the one way to change it, `apply`.

A state holds neither log nor undo stack. It can be copied in microseconds, saved as JSON at any decision, and its digest is the
same on every machine.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, overload

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from beachhead.engine.action import NUMBER, Action, Actions, Shorthand, unpack
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.choices import Choices
from beachhead.engine.errors import AmbiguousAction, IllegalAction, InvalidAction, UserError
from beachhead.engine.event import Event
from beachhead.engine.fields import Fields
from beachhead.engine.files.bounds import clip
from beachhead.engine.files.canonical import canonical, canonical_in_order
from beachhead.engine.refusal import PassedOver, Refusal
from beachhead.engine.secrecy import with_another
from beachhead.engine.shown.points import Points

if TYPE_CHECKING:
    from typing import Self

    from beachhead.engine.ruleset import Ruleset
    from beachhead.engine.step import AnyStep

RulesetT = TypeVar("RulesetT", bound="Ruleset", covariant=True, default="Ruleset")
R = TypeVar("R")
SAMPLES: Final = 4096
"""Samples whose dice are remembered."""
CLOSING = ("done", "pass")
"""Words that end any step and so belong to none in particular."""

Frame = tuple[Any, ...]
"""A record on the stack: the number of its step, then what the step must remember, by name where it is a `NamedTuple`."""


_record: Final[Callable[[Any, tuple[Any, ...]], Any]] = tuple.__new__
"""Makes a `NamedTuple` three times as fast as calling its class; playouts make records by the million."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won ("draw" if nobody), by which case, and in words. `turn` is the last one played.

    Points are whole or half (`engine.shown.points`).
    """

    winner: str
    case: str
    how: str
    turn: int
    points: tuple[tuple[str, Points], ...] = ()

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"winner": self.winner, "case": self.case, "how": self.how, "turn": self.turn, "points": dict(self.points)}


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, in which step, what is asked, and the case behind the question."""

    side: str
    step: str
    prompt: str
    case: str

    def __str__(self) -> str:
        return f"{self.prompt} [{self.case}]"


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[RulesetT]):
    """One moment of a game. Games subclass it and declare their own flat lists in `fields`."""

    __slots__ = ("_choices", "dice", "outcome", "passed", "ruleset", "sink", "stack")
    fields: ClassVar[Fields] = Fields()
    """What makes up the state in addition to stack, dice and outcome."""

    def __init__(self, ruleset: RulesetT, dice: Dice) -> None:
        self.ruleset = ruleset
        self.dice = dice
        self.stack: list[Frame] = []
        self.outcome: Result | None = None
        self.sink: list[Event] | None = None
        self.passed: tuple[PassedOver, ...] = ()
        """Steps that the last action skipped, and why. Kept only while events are collected, and neither saved nor part of the
        digest: it makes refusals more exact, nothing else."""
        self._choices: Choices | None = None
        self.fields.begin(self)

    # ------------------------------------------------------------------ the public face
    # Actions come from outside and may be anything. The types say what to pass; the code takes what comes, and refuses it in
    # words: compiled code checks the type of an argument before the function begins.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def result(self) -> Result | None:
        """None while the game continues; then who won, how, by which case."""
        return self.outcome

    @property
    def decision(self) -> Decision:
        """Who decides now, in which step, the prompt and its case."""
        return Decision(*self._asked())

    @property
    def side(self) -> str:
        """Who decides now; empty when the game is over. Cheaper than `decision`, which words the prompt."""
        if self.outcome is not None:
            return ""
        return self.ruleset.sides[self.ruleset.steps[self.stack[-1][0]].side(self)]

    def actions(self) -> Actions:
        """Every legal action, in a stable order; empty only when the game is over."""
        return Actions(self.choices(), self.ruleset)

    @overload
    def apply(self, action: Action | str, events: list[Event] | None = None) -> None: ...
    @overload
    def apply(self, action: int, events: list[Event] | None = None) -> None: ...
    def apply(self, action: Any, events: list[Event] | None = None) -> None:
        """Carry out an action, given as such or as text, and continue to the next decision.

        What happens is added to `events`, if a list is given. An illegal action raises `IllegalAction`, unreadable text
        `InvalidAction`, ambiguous text `AmbiguousAction`; in each case nothing has changed.
        """
        if type(action) is Action and action.ruleset is self.ruleset:
            if action.among is not None and action.among is self._choices:
                self._take(action.code, events)
                return
            action = action.code
        elif isinstance(action, (str, Action)):
            self._apply_text(str(action), events)
            return
        if action not in self.choices():
            if not self.ruleset.is_code(action):
                raise InvalidAction(f"{clip(action)} is not an action")
            raise IllegalAction(self.ruleset.text(action), self.refusal_of(action))
        self._take(action, events)

    @overload
    def why_not(self, action: Action) -> Refusal | None: ...
    @overload
    def why_not(self, action: str) -> Refusal | None: ...
    def why_not(self, action: Any) -> Refusal | None:
        """Why the action is illegal, or None if it is legal."""
        try:
            position, code = self.meant(action)
        except AmbiguousAction:
            return None
        except IllegalAction as error:
            return error.refusal
        return None if code in position.choices() else position.refusal_of(code)

    def meant(self, action: Any) -> tuple[Self, int]:
        """The single action behind an action or text, and the position in which it is taken. Of a line that means several that is
        the first that rolls, or the last; nothing is rolled to find it."""
        if isinstance(action, Action) and not isinstance(action, Shorthand) and action.ruleset is self.ruleset:
            return self, action.code
        text = self.ruleset.readable(str(action) if isinstance(action, Action) else action)
        trial = self.copy()
        line = trial.shorthand(text)
        if line is None:
            return self, self._read(text)[0]
        position, code, dice = self, -1, ForcedDice(())
        for part in line:
            if not dice.falls:
                position, code = trial.copy(), part if isinstance(part, int) else trial._read(part)[0]
            trial.dice = dice
            trial.apply(part)
        position.dice = self.dice.copy()
        return position, code

    def parse(self, text: object) -> Action:
        """The one action that the text means in this position; an illegal one too, if it is the only reading."""
        words = self.ruleset.readable(text)
        if self.ruleset.is_shorthand(words):
            return Shorthand(words, self.ruleset)
        return Action(self._read(words)[0], self.ruleset)

    @overload
    def odds(self, action: Action) -> dict[str, Fraction]: ...
    @overload
    def odds(self, action: str) -> dict[str, Fraction]: ...
    def odds(self, action: Any) -> dict[str, Fraction]:
        """The chances of this action's outcomes, where dice decide; empty where none is rolled. They are exact, unless
        `odds_from` says of how many worlds they were counted."""
        position, code = self.meant(action)
        if code not in position.choices():
            raise IllegalAction(str(action), position.refusal_of(code))
        return self.ruleset.game.odds(position, Action(code, self.ruleset))

    def odds_from(self, action: Any) -> int:
        """Of how many made-up worlds `odds` counts the outcomes of an action; 0: its chances are exact."""
        position, code = self.meant(action)
        return self.ruleset.game.odds_from(position, Action(code, self.ruleset))

    def view(self, side: str | None = None) -> dict[str, Any]:
        """All that this side may see, as JSON-able data. Without a side: what everybody may see."""
        ruleset = self.ruleset
        if side is not None and side not in ruleset.sides:
            raise UserError(f"no such side: {side!r} (there are {', '.join(ruleset.sides)})")
        # A view is made for every seat after every action: it begins as a copy of one that has all keys, which need not grow.
        view = ruleset.blank_view.copy()
        self._show_open(view)
        self._show_own(view, side)
        return view

    def open_view(self) -> dict[str, Any]:
        """The part of a view that is the same for everybody, since it rests on no secret."""
        view = self.ruleset.blank_open_view.copy()
        self._show_open(view)
        return view

    def own_view(self, side: str | None = None) -> dict[str, Any]:
        """The part of a view that rests on secrets, as this side may see it. With `open_view` it makes up `view`."""
        view: dict[str, Any] = {}
        self._show_own(view, side)
        return view

    def known(self, name: str, side: str) -> Any:
        """One item of what this side knows, in numbers, without the rest of its view: `Game.known` lists them."""
        return self.ruleset.known[name].to(self, side)

    def sample(self, side: str, seed: int = 0) -> Self:
        """A full state that this side cannot tell from the true one: secrets and coming dice made up within the rules.

        It depends only on what the side sees and on `seed`: the truth is wiped out before anything is made up, and two states
        that look the same to the side give the same sample. The dice are new ones that nobody has drawn from, since how often
        the true ones have been drawn from is in nobody's view.
        """
        if side not in self.ruleset.sides:
            raise UserError(f"no such side: {side!r} (there are {', '.join(self.ruleset.sides)})")
        twin = self.copy()
        twin.dice = Dice(_sampled_seed(side, seed))
        if self.outcome is None:
            secrets = self.ruleset.secrets
            for secret in secrets:
                secret.veil(twin, side)
            hidden = [secret for secret in secrets if secret.resample is not with_another and secret.hides(twin, side)]
            if hidden:
                rng = _sample_chance(side, seed)
                rng.getrandbits(128)  # the seed of the dice
                for secret in hidden:
                    secret.resample(twin, side, rng)
        if self.passed:
            twin.passed = tuple(passed for passed in self.passed if passed.known_to(side))
        twin.forget_choices()
        return twin

    def copy(self) -> Self:
        """An equal, independent state."""
        twin = type(self).__new__(type(self))
        self._copy_into(twin)
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> Any:
        """Pickle as a save: what is computed is left out, and the ruleset is shared again on the other side."""
        self.dice.need_unscripted()
        return _unpickled, (self.ruleset, self.text())

    def digest(self) -> str:
        """A fingerprint of all that matters: equal states, and no others, have equal digests.

        The sentence that says how a game ended is not part of it, so that it may be reworded.
        """
        outcome: dict[str, Any] | None = None
        if self.outcome is not None:
            outcome = self.outcome.plain()
            del outcome["how"]
        text = f"[{self.ruleset.parameters_text()},{self._text(outcome)}]"
        return hashlib.sha256(text.encode()).hexdigest()

    def text(self) -> str:
        """`plain` as canonical JSON, by a shorter way."""
        return self._text(None if self.outcome is None else self.outcome.plain())

    def _text(self, outcome: dict[str, Any] | None) -> str:
        data = self.fields.in_order(self)
        data["dice"] = dict(sorted(self.dice.plain().items()))
        data["outcome"] = outcome
        data["stack"] = self._named_stack()
        # Points may be floats, which not every encoder writes alike.
        return canonical_in_order(data) if outcome is None else canonical(data)

    def plain(self) -> dict[str, Any]:
        """The whole state as plain data, secrets included."""
        data = self.fields.plain(self)
        data["stack"] = self._named_stack()
        data["dice"] = self.dice.plain()
        data["outcome"] = None if self.outcome is None else self.outcome.plain()
        return data

    # ------------------------------------------------------------------ for the rules

    def choices(self) -> Choices:
        """The legal actions as numbers; computed once per decision."""
        found = self._choices
        if found is None:
            found = () if self.outcome is not None else self.ruleset.steps[self.stack[-1][0]].choices(self)
            self._choices = found
        return found

    def offer(self, codes: Choices) -> None:
        """A step that had to find its choices to see whether anybody has to be asked need not find them again."""
        self._choices = codes

    def forget_choices(self) -> None:
        """Drop the cached legal actions: the position has changed."""
        self._choices = None

    def settle(self) -> None:
        """Continue, step by step, to the next decision or the end of the game."""
        steps, stack = self.ruleset.steps, self.stack
        while self.outcome is None:
            if steps[stack[-1][0]].settle(self):
                return
            self._choices = None

    def push(self, step: type[AnyStep], *values: Any) -> None:
        """Put a step on top of the stack, to be done first, with what its record holds."""
        frame = self._frame(step, values)
        if self.sink is not None:
            self.ruleset.check_frame(frame, self.stack)
        self.stack.append(frame)

    def replace(self, step: type[AnyStep], *values: Any) -> None:
        """Replace the step on top of the stack with another."""
        frame = self._frame(step, values)
        if self.sink is not None:
            self.ruleset.check_frame(frame, self.stack[:-1])
        self.stack[-1] = frame

    def _frame(self, step: type[AnyStep], values: Frame) -> Frame:
        form = self.ruleset.frames.get(step)
        if form is None:
            raise TypeError(f"{step.__name__} is not among the steps of {self.ruleset.game.id}: add it to its ruleset's list")
        first, record, defaults = form
        rest = defaults[len(values)] if len(values) < len(defaults) else None
        if rest is None:
            raise TypeError(f"{step.__name__} cannot be pushed with {len(values)} values; its record has {len(defaults) - 1}")
        frame = first + values + rest if rest else first + values
        return frame if record is tuple else _record(record, frame)

    def top(self, record: type[R]) -> R:
        """The record of the current step, by the names of its fields."""
        found: Any = self.stack[-1]
        return found  # type: ignore[no-any-return]

    def find(self, record: type[R]) -> R | None:
        """The record of that kind nearest to the top of the stack, if there is one."""
        for frame in reversed(self.stack):
            if isinstance(frame, record):
                return frame
        return None

    @property
    def step(self) -> AnyStep:
        """The current step, on top of the stack."""
        return self.ruleset.steps[self.stack[-1][0]]

    def is_at(self, step: type[AnyStep]) -> bool:
        """Whether that step is the current one."""
        return bool(self.stack) and self.stack[-1][0] == self.ruleset.number_of[step]

    def is_in(self, step: type[AnyStep]) -> bool:
        """Whether that step is under way: the current one, or waiting below on the stack."""
        number = self.ruleset.number_of[step]
        for frame in self.stack:  # noqa: SIM110 - a generator would cost more than the loop
            if frame[0] == number:
                return True
        return False

    def end(self, result: Result) -> None:
        """End the game."""
        self.outcome = result
        self.stack.clear()
        if self.sink is not None:
            self.happened("end", result.case, result.how, {"winner": result.winner})

    def tell(self, kind: str, case: str, text: str, *, seen_by: tuple[str, ...] | None = None, **data: Any) -> None:
        """Report something that happened, if events are collected. Callers on hot paths check `sink` first."""
        self.happened(kind, case, text, data, seen_by)

    def happened(self, kind: str, case: str, text: str, data: dict[str, Any], seen_by: tuple[str, ...] | None = None) -> None:
        """The same in half the time: the data comes as a dict, which becomes the event's own. Every event goes through here."""
        if self.sink is not None:
            self.sink.append(_record(Event, (kind, case, text, data, seen_by)))

    def skip(self, step: AnyStep | type[AnyStep]) -> None:
        """Skip a step. If events are collected and the step can say why, the reason is kept and, if it is `missed`, reported."""
        if self.sink is not None:
            step = self.ruleset.step_of(step) if isinstance(step, type) else step
            why = step.passed_over(self)
            if why is not None:
                verbs = step.verbs
                reasons: list[PassedOver] = [_record(PassedOver, (verbs, bar, None)) for bar in step.barred(self)]
                self.passed = (*self.passed, *reasons, _record(PassedOver, (verbs, why, None)))
                if step.missed(self):
                    self.happened("skipped", why.case, why.reason, {"step": step.name})

    def pass_over(
        self, step: AnyStep | type[AnyStep], why: Refusal, *, told: bool = True, seen_by: tuple[str, ...] | None = None
    ) -> None:
        """Skip a step for a given reason. `seen_by` is for a reason, or the very fact, that not every side may know."""
        if self.sink is not None:
            step = self.ruleset.step_of(step) if isinstance(step, type) else step
            self.passed += (PassedOver(step.verbs, why, seen_by),)
            if told:
                self.happened("skipped", why.case, why.reason, {"step": step.name}, seen_by)

    def refusal_of(self, code: int) -> Refusal:
        """Why an action that is not among the choices is refused; that its own step was skipped comes first."""
        if self.outcome is not None:
            return Refusal(self.outcome.case, "The game is over")
        step = self.step
        return self._why_passed_over(step, code) or step.refuse(self, code)

    def alias(self, kind: str, text: str) -> Sequence[int]:
        """What else a name may mean in this position, such as the unit in a hex."""
        del kind, text
        return ()

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """The single actions that a line means, each carried out on this state before the next is asked for; None if it is not a
        shorthand. A line that the rules forbid raises `ActionError`."""
        del text
        return None

    # ------------------------------------------------------------------ inside

    def _show_open(self, view: dict[str, Any]) -> None:
        ruleset = self.ruleset
        who, step, prompt, case = self._asked()
        view["options"] = ruleset.options.copy()
        view["decision"] = {"side": who, "step": step, "prompt": prompt, "case": case}
        if self.outcome is not None:
            view["result"] = self.outcome.plain()
        for item in ruleset.shown:
            if item.secret is None:
                view[item.name] = item.show(self)

    def _show_own(self, view: dict[str, Any], side: str | None) -> None:
        everything = self.outcome is not None
        for item in self.ruleset.shown:
            if item.secret is not None:
                view[item.name] = item.to(self, side, everything)

    def _asked(self) -> tuple[str, str, str, str]:
        """Who decides, in which step, the prompt, and its case."""
        if self.outcome is not None:
            return "", "over", f"The game is over: {self.outcome.how}", self.outcome.case
        ruleset = self.ruleset
        step = ruleset.steps[self.stack[-1][0]]
        return ruleset.sides[step.side(self)], step.name, step.prompt(self), step.case_now(self)

    def _named_stack(self) -> list[list[Any]]:
        """The stack as plain data, its steps by name."""
        steps = self.ruleset.steps
        return [[steps[frame[0]].name, *_flat(frame[1:])] for frame in self.stack]

    def _copy_into(self, twin: Self) -> None:
        """Copy the fields by their table; where copies must be quick, `make fields` writes out the same."""
        self._copy_common(twin)
        self.fields.copy_into(self, twin)

    def _copy_common(self, twin: Self) -> None:
        twin.ruleset = self.ruleset
        twin.dice = self.dice.copy()
        twin.stack = self.stack.copy()
        twin.outcome = self.outcome
        twin.sink = None
        twin.passed = self.passed
        twin._choices = self._choices

    def _why_passed_over(self, step: AnyStep, code: int) -> Refusal | None:
        """Why the step of this action was skipped, if it was. The current step refuses its own actions itself."""
        verb, *arguments = unpack(code)
        kind = self.ruleset.verbs[verb]
        if verb in step.verbs or kind.word in CLOSING:
            return None
        side = self.ruleset.sides[step.side(self)]
        named = {self.ruleset.names[of].full[n] for of, n in zip(kind.kinds, arguments, strict=False) if of != NUMBER}
        for passed in self.passed:
            units = passed.why.units
            if verb in passed.verbs and passed.known_to(side) and (not units or named.intersection(units)):
                return passed.why
        reasons = (other.passed_over(self) for other in self.ruleset.steps if verb in other.verbs)
        return next((why for why in reasons if why is not None), None)

    def _take(self, code: int, events: list[Event] | None) -> None:
        self.sink = events
        self.passed = ()
        self._choices = None
        try:
            self.ruleset.steps[self.stack[-1][0]].take(self, code)
            self.settle()
        finally:
            self.sink = None

    def _apply_text(self, text: str, events: list[Event] | None) -> None:
        text = self.ruleset.readable(text)
        happened: list[Event] = []
        after = self.copy()
        line = after.shorthand(text)
        if line is not None:
            for part in line:
                after.apply(part, happened)
            after._copy_into(self)
            if events is not None:
                events += happened
            return
        code = self._read(text)[0]
        if code not in self.choices():
            raise IllegalAction(self.ruleset.text(code), self.refusal_of(code))
        self._take(code, events)

    def _read(self, text: str) -> list[int]:
        """The readings of a text: one legal action, or else all illegal ones, never none."""
        codes = self.ruleset.read(text, self.alias)
        if not codes:
            raise InvalidAction(self.ruleset.game.not_an_action(text))
        if len(codes) == 1:
            return codes
        choices = self.choices()
        legal = [code for code in codes if code in choices]
        if len(legal) > 1:
            readings = tuple(self.ruleset.text(code) for code in legal)
            raise AmbiguousAction(f"{text!r} could mean {' or '.join(repr(r) for r in readings)}", readings)
        return legal or codes


def _unpickled(ruleset: Ruleset, text: str) -> Any:
    return ruleset.game.load({"rules": ruleset.rules, "setup": ruleset.parameters, "state": json.loads(text)})


def _sample_chance(side: str, seed: int) -> random.Random:
    """The chance behind a sample: first the seed of its dice, then its secrets."""
    return random.Random(f"sample {side} {seed}")


@lru_cache(SAMPLES, typed=True)
def _sampled_seed(side: str, seed: int) -> bytes:
    """The seed of a sample's dice. To seed a generator costs more than to copy a state, and players ask for the same few samples
    at each decision."""
    return seed_bytes(_sample_chance(side, seed).getrandbits(128))


def _flat(values: Frame) -> list[int]:
    """The values of a record in one row: a record may end in a tuple."""
    return [*values[:-1], *values[-1]] if values and isinstance(values[-1], tuple) else list(values)
