"""Actions: one choice a person makes with a click or two, as a small number inside and as text outside.

Inside the rules an action is an `int` that packs a verb and up to three arguments (a unit, a space, a number). At the edge
it is an `Action`, whose text a wargamer can read and type and which round-trips exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, overload

from beachhead.engine.choices import Choices
from beachhead.engine.refusal import Refusal

if TYPE_CHECKING:
    from beachhead.engine.ruleset import Ruleset

UNIT: Final = "unit"
SPACE: Final = "space"
NUMBER: Final = "number"
ARGUMENT: Final = 4095
"""The highest argument, and the bits that hold one."""
VERB_SHIFT: Final = 36
FIRST_SHIFT: Final = 24
SECOND_SHIFT: Final = 12


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of action: the word people type, the kinds of its arguments, and what it does."""

    word: str
    kinds: tuple[str, ...]
    says: str
    either_way: bool = False
    """Whether its first two arguments mean the same in either order; such an action is offered with the lower number first."""
    sides: tuple[str, ...] = ()
    """Who may ever use it; empty: every side."""
    misplaced: Refusal | None = None
    """Why a question that does not know it refuses it. `{}` in the sentence stands for the name of its first argument; an empty
    case for that of the question."""
    name: str = ""
    """How the names of its methods in a question end (`take_move`, `refuse_move`); by default its word."""

    @property
    def method(self) -> str:
        """How the names of its methods in a question end."""
        return self.name or self.word


def pack(verb: int, first: int = 0, second: int = 0, third: int = 0) -> int:
    """The number of an action.

    >>> unpack(pack(3, 17, 204))
    (3, 17, 204, 0)
    """
    return verb << VERB_SHIFT | first << FIRST_SHIFT | second << SECOND_SHIFT | third


def unpack(code: int) -> tuple[int, int, int, int]:
    """Verb and arguments of an action's number."""
    return code >> VERB_SHIFT, code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT, code & ARGUMENT


def verb_of(code: int) -> int:
    """The verb of an action's number."""
    return code >> VERB_SHIFT


class Names:
    """The texts of one kind of argument. Several things may share a short name; each has one full name of its own."""

    def __init__(self, full: Sequence[str], short: Callable[[str], Iterable[str]] = lambda _: ()) -> None:
        self.full = tuple(full)
        self.words = 1
        """The most words that a name has."""
        self._index: dict[str, list[int]] = {}
        for number, text in enumerate(self.full):
            for name in dict.fromkeys((text, *short(text))):
                self._index.setdefault(name.casefold(), []).append(number)
                self.words = max(self.words, len(name.split()))

    def find(self, text: str) -> list[int]:
        """Everything with this name; a full name means only its owner."""
        found = self._index.get(text.casefold(), [])
        exact = [number for number in found if self.full[number].casefold() == text.casefold()]
        return exact or found


class Action:
    """One legal or illegal choice. Prints as its text; equal actions have equal texts."""

    __slots__ = ("among", "code", "ruleset")

    def __init__(self, code: int, ruleset: Ruleset, among: Choices | None = None) -> None:
        self.code = code
        self.ruleset = ruleset
        self.among = among
        """The list of legal actions that it was taken from: while the state still has that list, `apply` need not look it up."""

    @property
    def verb(self) -> str:
        """The word it begins with."""
        return self.ruleset.verbs[self.code >> VERB_SHIFT].word

    def __str__(self) -> str:
        return self.ruleset.text(self.code)

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return self.code == other.code if self.ruleset is other.ruleset else str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> Any:
        return Action, (self.code, self.ruleset)


class Shorthand(Action):
    """Text that means several actions, such as a whole attack; `apply` finds out which ones."""

    __slots__ = ("words",)

    def __init__(self, words: str, ruleset: Ruleset) -> None:
        super().__init__(-1, ruleset)
        self.words = " ".join(words.split())

    @property
    def verb(self) -> str:
        return self.words.split()[0]

    def __str__(self) -> str:
        return self.words

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Action) else NotImplemented

    __hash__ = Action.__hash__

    def __reduce__(self) -> Any:
        return Shorthand, (self.words, self.ruleset)


class Actions(Sequence[Action]):
    """The legal actions of a decision, in a stable order. Action objects are made only on demand."""

    __slots__ = ("codes", "ruleset")

    def __init__(self, codes: Choices, ruleset: Ruleset) -> None:
        self.codes = codes
        self.ruleset = ruleset

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if type(index) is slice:
            return [Action(code, self.ruleset, self.codes) for code in list(self.codes)[index]]
        return Action(self.codes[index], self.ruleset, self.codes)

    def __iter__(self) -> Iterator[Action]:
        return map(Action, self.codes, repeat(self.ruleset), repeat(self.codes))

    def __contains__(self, item: object) -> bool:
        return isinstance(item, Action) and item.code in self.codes

    def __repr__(self) -> str:
        return f"<{len(self)} actions>"
