"""A ruleset: everything about a match that never changes while it is played.

Scenario, options and components go in as plain data (`parameters`); tables computed once come out. States of one match, and all
their copies, share one ruleset. Parameters are small, and the same parameters give the same ruleset everywhere: that is how saves
work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_origin, get_type_hints

from mypy_extensions import mypyc_attr

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, NUMBER, SECOND_SHIFT, VERB_SHIFT, Names, Verb, pack, unpack
from beachhead.engine.errors import InvalidAction, PositionError
from beachhead.engine.files import bounds
from beachhead.engine.files.canonical import canonical

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.secrecy import Known, Secret, Shown
    from beachhead.engine.step import AnyStep

StepT = TypeVar("StepT", bound="AnyStep")
T = TypeVar("T")
Alias = Callable[[str, str], Sequence[int]]


def _no_alias(_kind: str, _text: str) -> Sequence[int]:
    return ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruleset:
    """What all states of a match share. Games subclass it and add their maps, units and tables."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        *,
        verbs: Sequence[Verb],
        steps: Sequence[AnyStep],
        names: Mapping[str, Names],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]] = (),
    ) -> None:
        self.game = game
        self.parameters = parameters
        self.rules = game.version
        scenario = game.scenario(parameters["scenario"])
        self.sides = game.sides_of(scenario.id)
        """The sides that take part; steps say who decides by their numbers here."""
        self.seats = game.seats_of(scenario.id)
        """Who sits at the table: seat -> side."""
        self.own_orders = scenario.own_orders
        """Whether each seat of a side orders its own units."""
        self.book = frozenset(scenario.book)
        """The sides that the rulebook plays."""
        self.verbs = tuple(verbs)
        self.steps: tuple[AnyStep, ...] = tuple(type(step)() for step in steps)
        """Steps of its own, since what they look up depends on the list of verbs: two games may share a step."""
        self.names = dict(names)
        self.shown = tuple(shown)
        self.options: dict[str, Any] = dict(parameters.get("options", {}))
        heading = ("game", "scenario", "options", "decision", "result")
        self.blank_view: dict[str, Any] = dict.fromkeys((*heading, *(item.name for item in self.shown)))
        """A view in which nothing is filled in but what is fixed in a match; to be copied."""
        self.blank_view |= {"game": game.id, "scenario": scenario.id}
        secret = {item.name for item in self.shown if item.secret is not None}
        self.blank_open_view: dict[str, Any] = {name: blank for name, blank in self.blank_view.items() if name not in secret}
        """The same for the part that is shown to everybody alike (`State.open_view`)."""
        self.secrets = tuple(secrets)
        self.known: dict[str, Known[Any]] = {item.name: item for item in game.known}
        """What a side knows, in numbers, by name (`State.known`)."""
        self._memory: dict[str, Any] = {}
        self.step_number = {step.name: number for number, step in enumerate(self.steps)}
        self.number_of = _numbers(self.steps)
        """The place of a step in `steps` by its class, or by a base class that no other step has: a series pushes its own step,
        and the game's variety of it runs."""
        self.frames: dict[Any, tuple[tuple[Any, ...], Any, list[tuple[Any, ...] | None]]] = {
            kind: ((number,), *_form(self.steps[number])) for kind, number in self.number_of.items()
        }
        """The same with what it takes to make a record: its first value, its class, and the defaults by how many are given."""
        for step in self.steps:
            step.bind(self.verbs)
        self._by_word: dict[str, list[int]] = {}
        for number, verb in enumerate(self.verbs):
            self._by_word.setdefault(verb.word, []).append(number)
        self._forms = tuple(self._words_of(verb) for verb in self.verbs)
        self._parameters_text = ""

    def adopt(self, rules: str) -> None:
        """Play by a version of the rules. A game that changed a rule looks here, so that matches under way keep the old one."""
        self.rules = rules

    def __deepcopy__(self, memo: dict[int, Any]) -> Ruleset:
        return self

    def __reduce__(self) -> Any:
        """Pickle as parameters: a process has one ruleset for them, whatever arrives there."""
        return _unpickled, (type(self.game), self.parameters_text(), self.rules)

    def check_frame(self, frame: tuple[Any, ...], below: Sequence[tuple[Any, ...]]) -> None:
        """Check a record that goes on top of others: what a save of it would be refused for. Called while events are collected,
        so playouts do not pay for it."""
        step = self.steps[frame[0]]
        under = self.steps[below[-1][0]].name if below else ""
        kind = type(step).__name__
        if under not in step.pushed_by:
            raise TypeError(f"{kind} is pushed on {under!r}, but its pushed_by has only {step.pushed_by}: add the name there")
        for (name, is_tuple), value in zip(_fields_of(step.record), frame, strict=False):
            if isinstance(value, tuple) != is_tuple:
                wanted = "a tuple, as one value" if is_tuple else "a single value"
                raise TypeError(f"{kind} is pushed with {value!r} for {name!r} of its record, which takes {wanted}")

    def remembered(self, key: str, make: Callable[[Ruleset], T]) -> T:
        """What somebody else has worked out from this ruleset, made once and kept as long as the ruleset itself.

        For tables of players and of the service, under keys that begin with the name of their module.
        """
        if key not in self._memory:
            self._memory[key] = make(self)
        found: T = self._memory[key]
        return found

    def parameters_text(self) -> str:
        """The parameters as canonical JSON, made once: every digest and save has it."""
        if not self._parameters_text:
            self._parameters_text = canonical(self.parameters)
        return self._parameters_text

    @property
    def scenario(self) -> str:
        """Id of the scenario."""
        return str(self.parameters["scenario"])

    def step_of(self, kind: type[StepT]) -> StepT:
        """The step of that class, in the game's own variety."""
        found: Any = self.steps[self.number_of[kind]]
        return found  # type: ignore[no-any-return]

    def saved_frame(self, number: int, values: Sequence[int]) -> tuple[Any, ...]:
        """A record of the stack, made from the row of numbers that a save has for it."""
        record: Any = self.steps[number].record
        made: tuple[Any, ...] = (number, *values)
        names: tuple[str, ...] = ("step",) if record is None else record._fields
        if record is not None and "tuple" in str(record.__annotations__[names[-1]]):
            made = (*made[: len(names) - 1], made[len(names) - 1 :])
        if len(made) != len(names):
            raise PositionError(
                f"this save has {len(values)} numbers for the step {self.steps[number].name}, not {len(names) - 1}"
            )
        found: tuple[Any, ...] = made if record is None else record(*made)
        return found

    def text(self, code: int) -> str:
        """An action's text."""
        word, names, begins = self._forms[code >> VERB_SHIFT]
        count = len(names)
        if not count:
            return word
        first = code >> FIRST_SHIFT & ARGUMENT
        text = begins[first] if begins else f"{word} {first}"
        if count > 1:
            text = f"{text} {names[1][code >> SECOND_SHIFT & ARGUMENT]}"
        return text if count < 3 else f"{text} {names[2][code & ARGUMENT]}"

    def _words_of(self, verb: Verb) -> tuple[str, tuple[Sequence[Any], ...], list[str]]:
        """How the texts of a verb are made: its word, all that may follow it, argument by argument, and the word with each first
        argument, unless that is any number."""
        numbers: Sequence[Any] = range(ARGUMENT + 1)
        names = tuple(numbers if kind == NUMBER else self.names[kind].full for kind in verb.kinds)
        return verb.word, names, [f"{verb.word} {name}" for name in names[0]] if names and names[0] is not numbers else []

    def canonical(self, code: int) -> int:
        """The number under which an action is offered: if the order of two arguments does not matter, the lower comes first."""
        if code >> VERB_SHIFT < len(self.verbs) and self.verbs[code >> VERB_SHIFT].either_way:
            verb, first, second, third = unpack(code)
            return pack(verb, min(first, second), max(first, second), third)
        return code

    @property
    def max_actions(self) -> int:
        """No match with this ruleset takes more actions than this; a record with more is refused."""
        return self.game.max_actions

    def readable(self, text: object) -> str:
        """The text of an action, if it is short enough; every reading of foreign text begins here."""
        if not isinstance(text, str):
            raise InvalidAction(f"an action is given as text, not as {bounds.clip(text)}")
        if len(text) > bounds.ACTION:
            raise InvalidAction(f"an action has at most {bounds.ACTION} characters; this text has {len(text)}")
        return text

    def is_code(self, code: object) -> bool:
        """Whether a number is an action at all, legal or not: a verb and arguments that exist."""
        if type(code) is not int or not 0 <= code >> VERB_SHIFT < len(self.verbs):
            return False
        verb, *arguments = unpack(code)
        kinds = self.verbs[verb].kinds
        named = zip(kinds, arguments, strict=False)
        return not any(arguments[len(kinds) :]) and all(kind == NUMBER or n < len(self.names[kind].full) for kind, n in named)

    def is_shorthand(self, text: str) -> bool:
        """Whether a text means several actions, in games that have such texts."""
        del text
        return False

    def words(self) -> tuple[str, ...]:
        """The words that actions begin with."""
        return tuple(self._by_word)

    def read(self, text: str, alias: Alias = _no_alias) -> list[int]:
        """Every action that this text could be; none if it is not an action.

        `alias` gives further things that a name may mean right now, such as the unit in a hex.
        """
        tokens = text.split() if len(text) <= bounds.ACTION else []
        if not tokens:
            return []
        found: list[int] = []
        for verb in self._by_word.get(tokens[0].casefold(), ()):
            for arguments in self._arguments(self.verbs[verb].kinds, tokens[1:], alias):
                code = self.canonical(pack(verb, *arguments))
                if code not in found:
                    found.append(code)
        return found

    def _arguments(self, kinds: tuple[str, ...], tokens: list[str], alias: Alias) -> list[list[int]]:
        """All readings of the tokens as arguments of these kinds; a name may span several tokens."""
        if not kinds:
            return [] if tokens else [[]]
        readings: list[list[int]] = []
        longest = 1 if kinds[0] == NUMBER else self.names[kinds[0]].words
        for length in range(min(longest, len(tokens) - len(kinds) + 1), 0, -1):
            rest: list[list[int]] | None = None
            for number in self._find(kinds[0], " ".join(tokens[:length]), alias):
                if rest is None:
                    rest = self._arguments(kinds[1:], tokens[length:], alias)
                readings += [[number, *others] for others in rest]
        return readings

    def _find(self, kind: str, text: str, alias: Alias) -> Sequence[int]:
        if kind == NUMBER:
            return [int(text)] if len(text) <= 4 and text.isascii() and text.isdigit() and int(text) < 4096 else []
        return self.names[kind].find(text) or alias(kind, text)


@cache
def _fields_of(record: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a record, each with whether it holds a tuple."""
    return tuple((name, tuple in (kind, get_origin(kind))) for name, kind in get_type_hints(record).items()) if record else ()


def _form(step: AnyStep) -> tuple[Any, list[tuple[Any, ...] | None]]:
    """A step's kind of record, and the defaults that follow, by the number of values with which it is pushed; None: too few."""
    record: Any = step.record
    if record is None:
        return tuple, [()]
    names, defaults = record._fields[1:], record._field_defaults
    least = len(names) - len(defaults)
    return record, [None if n < least else tuple(map(defaults.get, names[n:])) for n in range(len(names) + 1)]


def _numbers(steps: Sequence[AnyStep]) -> dict[Any, int]:
    """Each step by its own class, and by those of its base classes that no other step has."""
    kinds = [kind for step in steps for kind in type(step).__mro__[1:]]
    found: dict[Any, int] = {}
    for number, step in enumerate(steps):
        found.update((kind, number) for kind in type(step).__mro__[1:] if kinds.count(kind) == 1)
    found.update((type(step), number) for number, step in enumerate(steps))
    return found


@cache
def shared(kind: type[Game]) -> Game:
    """The one game of that class in this process."""
    return kind()


def _unpickled(kind: type[Game], parameters: str, rules: str) -> Any:
    return shared(kind).ruleset(json.loads(parameters), rules)
