"""What a theme says of the map: spaces, ground, markers, regions, tracks, boxes, and how the sheet is printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from beachhead.engine.themes.counters import Plural

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """What a space of this map is called and how things are laid in it."""

    noun: str = "space"
    """One space, in sentences: "hex"."""
    plural: str = "spaces"
    """Several."""
    numbered: bool = False
    """Whether spaces are called by their number ("1203"), also where they have a name; otherwise by their name."""
    slots: Literal["sides", "shared"] = "shared"
    """Units in one space: every side has a place of its own in every space, or only where several sides are together."""
    hover: bool = False
    """Whether a pile opens under a pointer that rests on it."""
    opening: Literal["land", "decision"] = "decision"
    """What the map shows first: all the land, or where the first decision is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terrain:
    """A kind of ground."""

    name: str
    """What it is called."""
    height: float = 0
    """How high it is drawn."""
    scatter: str | None = None
    """Small signs drawn over it: tufts, peaks, blocks, houses, streets, trees, stones, gullies, pits, crests,
    ledges, grains."""
    tint: str | None = None
    """Its color on the map, if not that of its own name."""
    on_key: bool = False
    """Whether the map's key lists it."""
    sea: bool | None = None
    """Whether it is water; without it, the kind called sea is."""
    value: int | None = None
    """The number printed for it in the key."""
    label: str | None = None
    """How names on it are printed, if not as usual."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A kind of hexside or of road."""

    name: str
    """What it is called in the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """Something on the map that is not a unit."""

    id: str
    """Its own name, for style sheets."""
    name: str
    """What it is called."""
    says: str = ""
    """What it means."""
    from_: str
    """Where the view has it: a list of spaces, numbers by space, or a single word (then see `at` and `when`)."""
    shape: str = "disc"
    """Its figure, one of web/js/board/symbols.js."""
    side: str = ""
    """Whose colors it has."""
    box: str | None = None
    """The kind of printed box that it lies on."""
    at: str | None = None
    """The one space where it may lie, if the view has a single word."""
    when: list[str] | None = None
    """The words for which it lies there; without it, any."""
    until: str | None = None
    """A list in the view: the marker is taken off as soon as something is in it."""
    unless: str | None = None
    """A list in the view: in a space that is in it the marker is not shown, because another one says more."""
    turns: tuple[int, int] | None = None
    """The first and the last turn in which it is shown."""
    turn: Literal["inland"] | None = None
    """Whether its figure is turned away from the sea."""
    rim: bool = False
    """Whether it moves to the edge of its hex when counters lie there, so that they do not cover it."""
    hidden: bool = False
    """Whether only its owner sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """Who holds which space, shown as a tint."""

    from_: str
    """Where the view has the holder of each space."""
    quiet: str = ""
    """The side that held everything at the start: its spaces are not tinted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionState:
    """How a region in a certain state is drawn."""

    name: str
    """What the state is called."""
    stroke: Literal["solid", "dashed", "dotted", "double", "none"] = "solid"
    """Its outline."""
    crossed: bool = False
    """Whether the region is crossed out."""
    tone: str = "plain"
    """Its color: good, bad, warn, accent, plain, or a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regions:
    """The regions of the drawing, such as sectors, and their states."""

    from_: str
    """Where the view has the state of each region."""
    states: dict[str, RegionState]
    """How each state looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A number in the view, or one per side, that is shown as a track, a chip or a line."""

    name: str
    """What is counted."""
    from_: str
    """Where the view has it."""
    of: str | None = None
    """Where the view has how many there are."""
    short: str | None = None
    """Its name where there is little room."""
    first: int | None = None
    """The lowest number of a track of numbers."""
    last: int | None = None
    """The highest number: with it every side has a disc on the track and a chip in the bar."""
    digit: int | None = None
    """The digit of the number that the track shows: 1, 10 or 100; the cells of the highest digit may go beyond 9."""
    fills: bool = False
    """Whether one number fills the cells up to it."""
    down: bool | None = None
    """Whether a track of numbers is printed from the highest to the lowest."""
    shows: str | None = None
    """Numbers by side that the turns of the schedule have under this key, such as support points."""
    sign: str = ""
    """The sign for them on the track."""
    says: Plural | None = None
    """The same in words: `{side}` and `{n}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A `place` of units that is not a space of the map."""

    name: str
    """What it is called."""
    says: str = ""
    """What it means to be there."""
    stand: Literal["pool", "eliminated", "absent"]
    """Under what the panels count such a unit: still to come, lost, or not in this match."""
    box: str | dict[str, str] | None = None
    """The box of the map that holds it; by side, if the sides differ."""
    rest: bool = False
    """Whether units there are not shown."""
    hidden: bool = False
    """Whether only the owner sees them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where something is printed, in widths of a hex."""

    at: Point
    """Its top left corner."""
    size: Point
    """Its width and height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The key of terrain."""

    at: Point
    """Its top left corner."""
    size: Point
    """Its width and height."""
    columns: int = 2
    """How many columns it has."""
    symbols: dict[str, str] = field(default_factory=dict)
    """Words for the symbols of areas; on a map of hexes for signs of the board: hills, airfields, regions, "symbols red";
    `levels` and `works` have a line for each level or color, `{n}`, and "note F" shows the letter that is printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compass:
    """The compass rose."""

    at: Point
    """Its center."""
    size: float = 1.5
    """Its radius."""
    turn: float = 0
    """How far north is turned from the top of the sheet, in degrees clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The scale bar."""

    at: Point
    """Its top left corner."""
    hexes: int
    """How many hexes it measures."""
    text: str
    """The words above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A name on the map besides those of the board: a cape, a bay, a sea."""

    text: str
    """The name."""
    kind: str
    """How it is printed: ocean, bay, cape, region, minor, stream, beach, height, mountain, sector, zone, line, abroad."""
    at: str | Point
    """A space, or a point in widths of a hex."""
    shift: Point | None = None
    """How far from the middle of the space."""
    angle: float = 0
    """How far it is turned, in degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Runway:
    """A runway drawn across areas or hexes."""

    from_: str
    """The area or hex it begins in."""
    at: Point = (0, 0)
    """Its middle, or its beginning if it has an end, from the middle of that area."""
    to: str | None = None
    """The area or hex it ends in."""
    end: Point | None = None
    """Its end, from the middle of that area."""
    turn: float = 0
    """How far it is turned, in degrees."""
    long: float = 2
    """How long it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box at the edge of the map: a place for units, or a track."""

    id: str
    """Its own name."""
    kind: Literal["hold", "track"]
    """Whether it holds units or shows a track."""
    title: str
    """Its heading."""
    at: Point
    """Its top left corner."""
    size: Point
    """Its width and height."""
    place: str | None = None
    """The place whose units lie in it."""
    track: str | None = None
    """The track that it shows."""
    columns: int | None = None
    """How many columns a track has; 0: as many as make its cells square."""
    count: str | None = None
    """A number of the view that is shown large in a box that holds units which nobody may see."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """How the map is printed; everything is measured in widths of a hex."""

    title: str = ""
    """The title in the cartouche."""
    subtitle: str = ""
    """The line below it."""
    dates: str = ""
    """The dates of the battle."""
    lines: Literal["rows", "columns"] = "rows"
    """Which way the lines of hexes run."""
    first: Literal["north", "south", "east", "west"] | None = None
    """Where the first line lies."""
    margins: tuple[float, float, float, float] | None = None
    """Sea around an island of areas, or around the grid of a map of hexes: left, top, right, bottom."""
    offshore: int | None = None
    """How many hexes of sea around the land are spaces."""
    cartouche: Spot | None = None
    """Where the title is."""
    compass: Compass | None = None
    """The compass rose."""
    scale: Scale | None = None
    """The scale bar."""
    key: Key | None = None
    """The key of terrain."""
    names: dict[str, Literal["capital", "city", "town", "village", "airfield", "height", "hill", "ridge", "lake"]] = field(
        default_factory=dict
    )
    """What a named place of the board is."""
    labels: list[Label] = field(default_factory=list)
    """Further names."""
    volcanoes: dict[str, Point] = field(default_factory=dict)
    """Craters, by area or hex, each with its shift."""
    contours: bool | None = None
    """Whether a map of hexes has lines of equal height."""
    runways: list[Runway] = field(default_factory=list)
    """Runways."""
    questions: dict[str, list[str]] = field(default_factory=dict)
    """The words in the printed boxes of areas, line by line."""
    boxes: list[Box] = field(default_factory=list)
    """The boxes at the edges."""
    zones: str = ""
    """What the zones at sea are called in the key."""
    credits: str = ""
    """Where the drawing comes from."""
