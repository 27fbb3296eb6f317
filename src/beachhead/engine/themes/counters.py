"""What a theme says of sides and counters: names, colors, symbols, printed numbers, marks, chips, backs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Palette = Literal["olive", "brick", "navy", "sand", "crimson", "grey"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plural:
    """A text with a form for one and a form for all other numbers; `{n}` is the number."""

    one: str
    """For one."""
    other: str
    """For none and for many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name and a sentence."""

    name: str
    """What it is called."""
    says: str = ""
    """A sentence about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A word for a state of affairs, such as the weather."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means."""
    sign: str = ""
    """A figure of web/js/board/symbols.js, if players must not overlook it: it is on the turn's cell of the track, and on a plate
    over the map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A side: its names and the look of its counters."""

    name: str
    """Its name alone, as in a heading."""
    the: str
    """Its name in a sentence, with its article if it has one: "the U.S."."""
    short: str
    """Its name where there is little room."""
    colour: str
    """Its color in panels: the name of a token of tokens.css (`us` is --us, --us-ink, --us-soft)."""
    palette: Palette = "grey"
    """The colors of its counters."""
    edge: Literal["double", "band", "plain"] = "plain"
    """What tells its counters apart without color."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A kind of unit."""

    name: str
    """What such a unit is called in a sentence: "tank battalion"."""
    short: str = ""
    """The same in a narrow column; without it, the name."""
    symbol: str = "none"
    """The figure on the counter, one of web/js/board/symbols.js."""
    size: str = ""
    """The sign above the figure, such as II."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """The printed numbers of an arm."""

    fields: list[str]
    """The numbers in the order in which the view has them."""
    lines: list[list[int]]
    """How they are printed: for each line the positions of its numbers in `fields`. The first line is large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueName:
    """What a printed number is called."""

    name: str
    """In full, for the card of a unit."""
    short: str
    """In a word."""
    sum: bool = True
    """Whether it can be added up over several units; movement and ranges cannot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A property of a unit, true or a value in the view, that is shown beside its printed numbers and on its card."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means."""
    sign: str = ""
    """The sign in front of a number."""
    field: str = ""
    """The number that carries the sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A status of a unit, one of `marks` in the view: moved, fired, Concealed."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means, in words that continue "this unit"."""
    badge: Literal["corner", "notch", "bar", "ring", "burst", "arrow", "shield", "unseen", "none"] = "none"
    """The shape of its badge on the counter."""
    letter: str = ""
    """The letter on the badge."""
    quiet: bool = False
    """Shown on the card of the unit and not on the counter."""
    spent: bool = False
    """Whether the counter is greyed: the unit has nothing left to do."""
    hidden: bool = False
    """Whether only the owner sees the unit."""
    anywhere: bool = False
    """Whether the badge is shown off the map too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """The back of a face-down counter: a unit with `back` in the view, which has neither arm nor values nor a name of its own."""

    name: str
    """What such a counter is called wherever its name would be printed."""
    says: str = ""
    """A sentence for its card."""
    palette: Palette | None = None
    """Its colors, if not those of its side."""
    symbol: str = "none"
    """The figure on the back."""
    sign: str = ""
    """Or a sign, such as ?."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """A marker on a unit, one of `chips` in the view: step losses, disrupted, a hero. A number in the view is printed on it."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means."""
    sign: str = ""
    """One or two characters on the chip."""
    tone: str = "plain"
    """Its color: good, bad, warn, accent, plain, or a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """A pile of cards: a key of `cards` in the view."""

    name: str
    """What it is called."""
    kind: Literal["hand", "deck", "discards", "open"] = "open"
    """A hand and an open pile show their cards, of discards the top one, of a deck nothing but the number."""
    says: str = ""
    """A sentence about it."""
    side: str = ""
    """Whose it is, if it is not everybody's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPart:
    """A part of a card of which one at a time is in use."""

    title: str
    """Its heading."""
    says: str = ""
    """Its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card."""

    title: str
    """Its name."""
    says: str = ""
    """Its text."""
    parts: dict[str, CardPart] = field(default_factory=dict)
    """Its parts, if it has several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Emblem:
    """A small colored sign beside the figure of a counter: a unit with `emblem` in the view."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means."""
    shape: Literal["circle", "diamond", "triangle", "star", "square"] = "circle"
    """Its shape."""
    colour: Literal["red", "white", "blue", "black", "yellow", "green"] = "black"
    """Its color."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stacks:
    """What the order of units in a space means, in a game whose view has `stacks`."""

    says: str
    """A sentence above the units of a space: "The top unit takes the first step loss."."""
    top: str = ""
    """A word for the unit on top."""
