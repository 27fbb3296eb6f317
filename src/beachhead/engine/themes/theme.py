"""The theme of a game: everything by which the page, the terminal and the drawing know it, beside its views.

It is `theme.yaml` beside the game's cases. Every key has a sentence here, and docs/themes.md and the page's types are made from
these sentences. All keys but `sides` may be left out; who reads a theme gets it whole, with the defaults written out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from beachhead.engine.themes.counters import (
    Arm,
    Back,
    Card,
    Chip,
    Emblem,
    Flag,
    Mark,
    Named,
    Palette,
    Pile,
    Plural,
    Side,
    Stacks,
    Status,
    ValueName,
    Values,
)
from beachhead.engine.themes.decisions import (
    Advice,
    Count,
    Duty,
    Events,
    Known,
    Leave,
    Listed,
    Order,
    Overlay,
    Phase,
    Progress,
    Rest,
    Standing,
    Stay,
    Straight,
    Together,
    Typing,
    Window,
)
from beachhead.engine.themes.sheet import Control, Line, Marker, Place, Regions, Sheet, Space, Terrain, Track


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """How a game looks and speaks."""

    sides: dict[str, Side] = field(default_factory=dict)
    """The sides, in the game's order."""
    space: Space = field(default_factory=Space)
    """What spaces are called and how things lie in them."""

    arms: dict[str, Arm] = field(default_factory=dict)
    """Kinds of units, by `arm` of a unit."""
    values: dict[str, Values] = field(default_factory=dict)
    """Printed numbers, by arm; `default` is for all others."""
    value_names: dict[str, ValueName] = field(default_factory=dict)
    """What the printed numbers are called."""
    value_words: dict[str, dict[str, str]] = field(default_factory=dict)
    """Words for certain values of a number, such as an unlimited range."""
    flags: dict[str, Flag] = field(default_factory=dict)
    """Properties of units that are shown beside their numbers."""
    marks: dict[str, Mark] = field(default_factory=dict)
    """Statuses, by mark of a unit."""
    chips: dict[str, Chip] = field(default_factory=dict)
    """Markers on units, by key of a unit's `chips`."""
    backs: dict[str, Back] = field(default_factory=dict)
    """Backs of face-down counters, by `back` of a unit."""
    palettes: dict[str, Palette] = field(default_factory=dict)
    """Colors of counters, by `colour` of a unit; other units have the colors of their side."""
    stripes: dict[str, str] = field(default_factory=dict)
    """What the colored bands of counters mean, by `stripe` of a unit."""
    emblems: dict[str, Emblem] = field(default_factory=dict)
    """Small signs beside the figures of counters, by `emblem` of a unit."""
    towards: list[str] = field(default_factory=list)
    """Fields of units that name a space they are about to enter: an arrow leads there."""
    stacks: Stacks | None = None
    """What the order of units in a space means."""

    piles: dict[str, Pile] = field(default_factory=dict)
    """Piles of cards, by key of `cards` in the view."""
    cards: dict[str, Card] = field(default_factory=dict)
    """The cards."""

    markers: list[Marker] = field(default_factory=list)
    """Things on the map that are not units, in the order in which they are laid."""
    control: Control | None = None
    """Who holds what."""
    regions: Regions | None = None
    """States of regions."""
    tracks: dict[str, Track] = field(default_factory=dict)
    """Numbers that are shown; `turn` is the turn."""
    places: dict[str, Place] = field(default_factory=dict)
    """Places off the map, by `place` of a unit."""
    status: dict[str, dict[str, Status]] = field(default_factory=dict)
    """Words of the view shown in the bar, such as the weather: by key of the view, which has one or a list of them, then by its
    value."""

    phases: list[Phase] = field(default_factory=list)
    """The phases of a turn, in order."""
    verbs: dict[str, str] = field(default_factory=dict)
    """What a verb is called on a button that opens it."""
    acts: dict[str, dict[str, str | Plural]] = field(default_factory=dict)
    """An action in words, by verb and number of arguments: `{a}`, `{b}`, `{c}` are the arguments, `{box}` the marker for whose
    printed box the space `{a}` has room; the number that a plural goes by is `{a}`."""
    done: dict[str, str] = field(default_factory=dict)
    """What `done` is called, by step."""
    names: dict[str, dict[str, Named]] = field(default_factory=dict)
    """Values of arguments that are neither units nor spaces, numbers or cards, such as plans: by kind, then by value."""
    kinds: dict[str, Literal["cards", "units", "spaces"]] = field(default_factory=dict)
    """Kinds of arguments that are chosen by clicking: a card, a unit or a space."""
    asides: list[str] = field(default_factory=list)
    """Verbs for other actions, which do not belong to the decision under way."""
    deliberate: list[str] = field(default_factory=list)
    """Verbs that a click on the map means only after their button was pressed."""
    grave: list[str] = field(default_factory=list)
    """Verbs that a click on the map prepares and does not carry out."""
    together: dict[str, Together] = field(default_factory=dict)
    """Verbs that several units may carry out in one click."""
    rest: dict[str, Rest] = field(default_factory=dict)
    """Verbs whose remaining units may be placed at random: page and terminal draw lots and play the single actions."""
    lists: dict[str, Listed] = field(default_factory=dict)
    """Verbs that may be typed with several units in one line."""
    goals: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    """How the spaces of an action are marked on the map: by verb, number of arguments, and position of the argument."""
    stays: list[Stay] = field(default_factory=list)
    """What it costs to do nothing."""
    straight: list[Straight] = field(default_factory=list)
    """Steps that may be answered together with those after them."""
    leaves: list[Leave] = field(default_factory=list)
    """Steps that dragging another unit ends."""
    order: Order | None = None
    """The row of units that a player puts in order."""
    duties: dict[str, Duty] = field(default_factory=dict)
    """What must be done before a phase ends, by key of `duties` in the view."""
    progress: list[Progress] = field(default_factory=list)
    """What is counted while a step lasts."""
    overlays: dict[str, Overlay] = field(default_factory=dict)
    """What can be shaded on the map."""
    windows: list[Window] = field(default_factory=list)
    """Moments in which a side may react."""
    react: dict[str, str] = field(default_factory=dict)
    """What the others read while a side may react, whatever happens behind it."""
    known: Known | None = None
    """The button for what the enemy has learned."""
    secret: Overlay | None = None
    """The button for what the enemy sees."""
    truth: str | None = None
    """The side whose view is the whole truth once the match is over."""
    typing: Typing | None = None
    """Examples for typed actions."""

    aftermath: list[str] = field(default_factory=list)
    """Kinds of event that say what a roll has led to."""

    log: dict[str, list[str]] = field(default_factory=dict)
    """Filters of the log, each with the kinds of event that it shows."""
    diary: list[str] = field(default_factory=list)
    """Kinds of event that a diary of the match keeps; without any there is no diary."""
    tally: dict[str, str] = field(default_factory=dict)
    """Words for the numbers that turns begin with (`tally` in the data of `turn` events, or `counts`); the diary draws them as
    curves."""
    counts: dict[str, Count] = field(default_factory=dict)
    """The numbers of `tally` that are counted from events, by name."""
    events: Events = field(default_factory=Events)
    """Kinds of event that panels count."""
    standing: Standing | None = None
    """How the game is won."""
    chapters: dict[str, str] = field(default_factory=dict)
    """Titles of the rulebook's chapters."""
    columns: dict[str, str] = field(default_factory=dict)
    """Words for the columns of charts."""
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    """Words for the values of options, by option."""
    players: dict[str, str] = field(default_factory=dict)
    """How the computer's players play this game, by player."""
    advice: list[Advice] = field(default_factory=list)
    """Tips for a first game: three to five per side."""

    terrain: dict[str, Terrain] = field(default_factory=dict)
    """Kinds of ground."""
    hexsides: dict[str, Line] = field(default_factory=dict)
    """Kinds of hexsides."""
    routes: dict[str, Line] = field(default_factory=dict)
    """Kinds of roads."""
    map: Sheet = field(default_factory=Sheet)
    """How the map is printed."""
