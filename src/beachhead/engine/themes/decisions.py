"""What a theme says of decisions: phases, verbs, duties, combats, windows, the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from beachhead.engine.themes.counters import Plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase of the turn."""

    id: str
    """As in `phase` of the view."""
    name: str
    """What it is called."""
    side: str
    """Whose it is."""
    short: str
    """Its name in the bar."""
    once: bool = False
    """Whether it comes only at the start of the match."""
    quick: bool = False
    """Whether it passes without a decision, so the bar shows it only while it lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Something that must still be done before the phase ends: a key of `duties` in the view."""

    name: str
    """What it is, briefly: "must attack"."""
    count: Plural | None = None
    """The same with its number: "{n} units must attack"."""
    own: Plural | None = None
    """The same when the units are the viewer's own and it is the enemy who has to act."""
    says: str = ""
    """A sentence about it."""
    mark: Literal["attack", "attacked", "due", "none"] = "due"
    """How its units are marked on the map; with `none` nothing has to be done any more."""
    order: int = 0
    """Duties with a lower number come first."""
    case: str | None = None
    """The rule behind it."""
    forced: bool = False
    """Whether what can be done about it in one way only is offered as one button, because no choice follows."""
    least: bool = False
    """With `forced`: whether that button also takes what leaves a number to choose, with the least number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Something that can be shaded on the map, by the name the game has for it."""

    title: str
    """What it is called on its button."""
    key: str = ""
    """The key that shows it."""
    says: str = ""
    """A sentence about it."""
    icon: str | None = None
    """The icon of its button, if not that of its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A part of what the enemy has learned."""

    from_: str
    """Which part: a list of spaces, a number by space, or by unit where it was and when."""
    says: str
    """Its words: `{unit}`, `{turn}`, `{n}`."""
    unless: str | None = None
    """Another part that says more of the same space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The button that shows what the enemy has learned."""

    from_: str
    """Where the view has it."""
    title: str
    """What it is called."""
    key: str = ""
    """The key that shows it."""
    shows: list[Learned] = field(default_factory=list)
    """The parts of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """A verb that several units may carry out in one click: all of a space, or all of an arm against one space."""

    side: str
    """Whose units."""
    says: str
    """The button: `{n}` units, `{arm}` or `{group}`, `{place}`."""
    by: str | None = None
    """What the units of a group have in common, if not their arm: an entry of the counters in the view. A space that holds units
    already is filled with others of their group."""
    most: int | None = None
    """At most so many of the arms `of`; with `by`, so many units in a space."""
    of: list[str] = field(default_factory=list)
    """The arms that are counted."""
    from_: str | None = None
    """Where the view has the units that were named before, by space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """A verb that puts units into spaces, any unit into any of them, and whose remaining units may be left to chance."""

    says: str
    """The button: `{n}` units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A line that names several units and is played as single actions: `attack 2324 from 2223 2123`."""

    with_: str
    """The word between the target and the units."""
    first: str
    """The first action: `{target}`, and `{each}` unit."""
    then: str
    """The further ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """What it costs to do nothing in a step."""

    step: str
    """The step."""
    flag: str
    """A field of units: those that have it pay."""
    says: Plural
    """The button: `{units}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Straight:
    """A step that may be answered together with the steps after it, when a player has nothing to add in any of them."""

    step: str
    """The step that has the button."""
    through: list[str]
    """The steps after it that get the same answer."""
    says: str
    """The button."""
    answer: str = "done"
    """The verb."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A step that is over for a player who drags another unit to where it is to go."""

    step: str
    """The step."""
    answer: str = "done"
    """The verb that ends it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A row of units that is put in order."""

    verb: str
    """The verb that names the next unit."""
    accept: str
    """The verb that takes the order as proposed."""
    from_: str
    """Where the view has the row."""
    rows: list[list[str]] = field(default_factory=lambda: [["proposed", "row"]])
    """Under which names it is there: pairs of what is proposed and what is ranked already; a later pair goes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A moment in which a side may react, and which it may have passed automatically."""

    step: str
    """The step that asks."""
    name: str
    """What it is called in the settings."""
    says: str = ""
    """What one may do in it."""
    side: str = ""
    """Who is asked; empty: anybody."""
    default: bool = False
    """Whether it is passed automatically unless the player has chosen otherwise."""
    answer: str | list[str] = "pass"
    """The action that passes it; of several the first that is possible."""
    idle: list[str] | None = None
    """If given, it is passed only if nothing but the answers and these verbs is offered. Never for a side with secrets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Something that is counted while a step lasts, such as units set up."""

    step: str
    """The step."""
    name: str
    """What is counted."""
    from_: str | None = None
    """Where the view has the numbers; without it, units on the map are counted."""
    of: int | None = None
    """How many there will be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Events:
    """Kinds of event that panels count."""

    came: list[str] = field(default_factory=list)
    """A unit (`unit` of the event) has entered the map."""
    lost: list[str] = field(default_factory=list)
    """A unit is lost."""
    losses: list[str] | None = None
    """What counts as a loss among the others' acts, if not all of the `aftermath`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A line of the score."""

    from_: str
    """Its entry of the score in the view."""
    name: str
    """What is counted."""
    side: str = ""
    """Who gets the points; nobody for a sum or a price."""
    case: str = ""
    """The rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the game is won."""

    cases: list[str]
    """The rules that say so."""
    score: str = ""
    """Where the view has the score as it stands, entry by entry."""
    items: list[Counted] = field(default_factory=list)
    """Its lines, as the Victory panel lists them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """Examples for those who type their actions."""

    action: str
    """An action in full: `move U:1/2 1305`."""
    short: str = ""
    """The same with less to type: `move 1203 1305`."""
    look: list[str] = field(default_factory=list)
    """Things to look at: a space, a unit."""
    case: str
    """A rule to ask about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A number of a tally that is counted from events, or that the view knows."""

    kinds: list[str] = field(default_factory=list)
    """The kinds of event that are counted."""
    view: str = ""
    """Where the view has the number as it stands now, if turns begin with it and no events are counted."""
    units: str = ""
    """Only events about units of this side (`unit` in their data); the curve has its color."""
    only: dict[str, str] = field(default_factory=dict)
    """Only events whose data say this: `{side: us}`."""
    back: dict[str, str] = field(default_factory=dict)
    """Events whose data say this take one away."""
    total: str = ""
    """What in an event's data is the number itself; empty: events are counted."""
    measure: str = ""
    """Curves with the same word here share a chart, so that they can be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A tip for a first game."""

    says: str
    """One or two short sentences."""
    side: str = ""
    """The side that it is for; empty: every side."""
    case: str | None = None
    """The case that it is about, if players may want to look it up."""
    scenarios: list[str] = field(default_factory=list)
    """The scenarios that it is for; empty: all of them."""
