"""A combat as a table shows it, declared by the game: forces with their sums, modifiers, a strip of columns, outcomes with their
chances, what was rolled or drawn, and what came of it.

The page draws what it is given and knows no game's words, so a game with cards instead of dice, or without a table of results,
needs no page code. `Game.panel` makes a panel from the plain data of a combat: an item of a view, a preview, or the data of an
event. All of these are redacted, and a panel is a pure function of them: it can tell a side nothing that its view does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NotRequired, TypedDict


class Row(TypedDict):
    """A line of a force: a unit, or something that has only a title, such as points."""

    value: str
    """What it brings, as printed: `4`, `3 dice`."""
    unit: NotRequired[str]
    title: NotRequired[str]
    says: NotRequired[str]
    """Its part in the combat, in a few words."""


class Force(TypedDict):
    """One side of a combat, or in a plan one target of several."""

    side: str
    title: str
    rows: list[Row]
    sum: str
    says: NotRequired[str]
    space: NotRequired[str]
    """Where it is, in a plan."""


class Modifier(TypedDict):
    """What is added to the sums or taken off them."""

    title: str
    value: str
    case: NotRequired[str]
    says: NotRequired[str]


class Total(TypedDict):
    """What counts in the end: a differential, odds, the damage to expect."""

    title: str
    value: str
    says: NotRequired[str]


class Strip(TypedDict):
    """The columns of a table of results, and which of them counts."""

    title: str
    columns: list[str]
    at: int
    was: NotRequired[int]
    last: bool
    """Whether more strength of the attacker could change nothing."""
    says: NotRequired[str]


class Outcome(TypedDict):
    """What may come of it. `good` is the side that likes it; None if nobody does."""

    text: str
    says: str
    chance: str
    good: str | None
    faces: NotRequired[list[int]]
    """The faces of a single die that bring it."""
    toll: NotRequired[dict[str, str]]
    """What it comes to on average, by the measures of `Game.tally`, as the rules play it out (`engine.chance.fates`)."""
    open: NotRequired[int]
    """How many ways are open at the first choice on which more depends; without it nothing more does."""


class Die(TypedDict):
    """A die as it was rolled. Without `hit` it neither hits nor misses."""

    face: int
    hit: NotRequired[bool]
    says: NotRequired[str]


class Card(TypedDict):
    """A card as it was drawn, and the part of it that counts."""

    card: str
    part: NotRequired[str]


class Thrown(TypedDict):
    """What chance has brought."""

    text: str
    dice: NotRequired[list[Die]]
    cards: NotRequired[list[Card]]


class Result(TypedDict):
    """What came of it, in a line."""

    text: str
    good: str | None
    case: str


class Note(TypedDict):
    """Something that a player should know."""

    text: str
    case: NotRequired[str]


class ChartCell(TypedDict):
    """The place in one of the game's charts: columns are counted from 0, rows and rulers are named."""

    id: str
    column: int
    ruler: NotRequired[str]
    row: NotRequired[str]


class Panel(TypedDict):
    """A combat. Panels with the same `key` are about the same combat: before and after a choice, before and after the roll."""

    title: str
    case: str
    key: str
    label: str
    """The odds in as few signs as possible, for the map and for buttons: `+6`, `avg 1.7 Hits`."""
    says: str
    """The label in a sentence."""
    forces: list[Force]
    modifiers: list[Modifier]
    outcomes: list[Outcome]
    notes: list[Note]
    total: NotRequired[Total]
    strip: NotRequired[Strip]
    thrown: NotRequired[Thrown]
    result: NotRequired[Result]
    plan: NotRequired[list[Force]]
    """What else has been declared, such as further targets."""
    chart: NotRequired[ChartCell]


REQUIRED: Final = ("title", "case", "key", "label", "says", "forces", "modifiers", "outcomes", "notes")
"""What every panel has."""


def signed(number: int) -> str:
    """A difference with its sign, as printed.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def faults(panel: Mapping[str, Any], sides: Sequence[str], units: Mapping[str, Any], cases: Mapping[str, Any]) -> list[str]:
    """What is wrong with a panel, for tests: empty if it is well formed. `units` are those of the view that it is shown with.

    >>> panel = {"title": "Attack", "case": "7.1", "key": "a", "label": "+1", "says": "one more", "forces": [], "modifiers": [],
    ...          "outcomes": [{"text": "hit", "says": "a hit", "chance": "1/2", "good": None}], "notes": []}
    >>> faults(panel, ("us",), {}, {"7.1": None})
    ['the chances add up to 1/2']
    """
    missing = [name for name in REQUIRED if name not in panel]
    unknown = [name for name in panel if name not in Panel.__annotations__]
    if missing or unknown:
        return [f"there is no {name}" for name in missing] + [f"{name} is unknown" for name in unknown]
    found = [f"{name} is empty" for name in ("title", "key", "says") if not panel[name]]
    forces = [*panel["forces"], *panel.get("plan", [])]
    found += [f"there is no side {force['side']!r}" for force in forces if force["side"] not in sides]
    rows = [row for force in forces for row in force["rows"]]
    found += [f"a row has neither unit nor title: {row}" for row in rows if not row.get("unit") and not row.get("title")]
    found += [f"{row['unit']} is not in the view" for row in rows if "unit" in row and row["unit"] not in units]
    found += [f"a value is not text: {row}" for row in (*rows, *panel["modifiers"]) if not isinstance(row["value"], str)]
    cited = [panel["case"], *(item.get("case", "") for item in (*panel["modifiers"], *panel["notes"]))]
    cited += [panel["result"]["case"]] if "result" in panel else []
    found += [f"there is no case {case!r}" for case in cited if case and case not in cases]
    strip = panel.get("strip")
    if strip is not None and not all(0 <= strip[at] < len(strip["columns"]) for at in ("at", "was") if at in strip):
        found.append(f"column {strip['at']} is not one of {len(strip['columns'])}")
    outcomes = panel["outcomes"]
    total = sum((Fraction(outcome["chance"]) for outcome in outcomes), Fraction(0))
    if outcomes and total != 1:
        found.append(f"the chances add up to {total}")
    liked = [*outcomes, *([panel["result"]] if "result" in panel else [])]
    found += [f"{item['good']!r} is not a side" for item in liked if item["good"] is not None and item["good"] not in sides]
    dice = panel.get("thrown", {}).get("dice", [])
    found += [f"a die has no face {die['face']}" for die in dice if not 1 <= die["face"] <= 6]
    return found
