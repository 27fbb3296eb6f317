"""The records of the components: map, positions, counters, cards, charts, scenarios.

Colors, symbols, marks, weapons and directions are small numbers, sets of them bits of one number, so that rules compare and
combine them cheaply; the tuples of names beside them turn them back into words. What stands on the map (hexes, positions, groups,
boxes) is numbered by the board; scenarios and arrivals name positions and boxes by their codes, since a position made for a test
may bring a board of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.sheets import Arrival, Charts, ScenarioData, Support

US: Final = 0
JP: Final = 1

# ---------------------------------------------------------------------- colors, symbols, marks

RED: Final = 0
GOLD: Final = 1
BLUE: Final = 2
GREEN: Final = 3
BROWN: Final = 4
PURPLE: Final = 5
BLACK: Final = 6
"""Black positions act on every card (2.1.1-e)."""
COLORS: Final = ("red", "gold", "blue", "green", "brown", "purple", "black")
CARD_COLORS: Final = COLORS[:BLACK]
"""The colors on cards."""

CIRCLE: Final = 0
DIAMOND: Final = 1
TRIANGLE: Final = 2
STAR_SYMBOL: Final = 3
SYMBOLS: Final = ("circle", "diamond", "triangle", "star")
"""Target symbols of U.S. units; cards have the first three (2.2.1-target)."""
CARD_SYMBOLS: Final = SYMBOLS[:STAR_SYMBOL]

PLAIN: Final = 0
ARMOR: Final = 1
STAR: Final = 2
MORTAR: Final = 3
REINFORCE: Final = 4
ASSAULT: Final = 5
INFILTRATE: Final = 6
MARKS: Final = ("plain", "armor", "star", "M", "R", "A", "I")
"""What may stand beside a fire color."""

LEFT: Final = -1
NO_DRIFT: Final = 0
RIGHT: Final = 1

# ---------------------------------------------------------------------- directions

L: Final = 0
R: Final = 1
UL: Final = 2
UR: Final = 3
LL: Final = 4
LR: Final = 5
DIRECTIONS: Final = ("L", "R", "UL", "UR", "LL", "LR")
"""The sides of a hex as the player sees them: U is away from him."""
OPPOSITE: Final = (R, L, LR, LL, UR, UL)

# ---------------------------------------------------------------------- weapons and units

WEAPONS: Final = ("AR", "BR", "BZ", "DE", "FT", "MG", "MO", "NA", "RD", "CC", "FL")
"""Weapons, and the two tactics that no unit carries (2.4.4-d)."""
AR: Final = 1 << 0
BR: Final = 1 << 1
BZ: Final = 1 << 2
DE: Final = 1 << 3
FT: Final = 1 << 4
MG: Final = 1 << 5
MO: Final = 1 << 6
NA: Final = 1 << 7
RD: Final = 1 << 8
CC: Final = 1 << 9
FL: Final = 1 << 10

RIFLE: Final = 0
HEAVY_WEAPONS: Final = 1
BATTALION_HQ: Final = 2
ENGINEER: Final = 3
TANK: Final = 4
REGIMENTAL_HQ: Final = 5
US_TYPES: Final = ("rifle", "hw", "bn_hq", "engineer", "tank", "regimental_hq")
"""Types of U.S. units, as the file calls them."""
MOST_STEPS: Final = 4
CORPS: Final = 0
"""In place of a division: corps artillery."""
DIVISIONS: Final = (3, 4, 5)

INFANTRY_UNIT: Final = 0
TANK_UNIT: Final = 1
HQ_UNIT: Final = 2
JAPANESE_KINDS: Final = ("infantry", "tank", "hq")

ORDINARY: Final = 0
TACTICAL_REINFORCEMENT: Final = 1
ARMOR_DEPTH: Final = 2
DEPTH_KINDS: Final = ("ordinary", "tactical_reinforcement", "armor")

STEP_LOSS: Final = 1
DISRUPTION: Final = 2
"""What fire does to a unit, as bits."""

RIFLEMAN: Final = 0
NCO: Final = 1
OFFICER: Final = 2
HERO_TYPES: Final = ("rifleman", "nco", "officer")

# ---------------------------------------------------------------------- ground

SEA: Final = 0
CLEAR: Final = 1 << 0
BEACH: Final = 1 << 1
AIRFIELD: Final = 1 << 2
TERRACE: Final = 1 << 3
ROCKY: Final = 1 << 4
WOODED: Final = 1 << 5
HILLTOP: Final = 1 << 6
VILLAGE: Final = 1 << 7
TERRAIN: Final = ("clear", "beach", "airfield", "terrace", "rocky", "wooded", "hilltop", "village")
"""The bits of a hex's terrain, lowest first; the sea has none."""

EAST: Final = 0
WEST: Final = 1
SHORES: Final = ("east", "west")
SECTORS: Final = (1, 2, 3, 4)
NO_SECTOR: Final = 0
"""The sea's."""


def names_of(mask: int, names: tuple[str, ...]) -> list[str]:
    """The words of a set of bits.

    >>> names_of(DE | FT, WEAPONS)
    ['DE', 'FT']
    """
    return [name for number, name in enumerate(names) if mask >> number & 1]


def bits_of(words: Iterable[str], names: tuple[str, ...]) -> int:
    """Words as a set of bits.

    >>> bits_of(["FT", "DE"], WEAPONS) == DE | FT
    True
    """
    return sum({1 << names.index(word) for word in words})


@dataclass(frozen=True, slots=True)
class Position:
    """A position hex. Positions are numbered by letter, then number (D7), so lower numbers win ties (D78)."""

    code: str
    letter: str
    number: int
    hex: int
    color: int
    sector: int
    group: int
    """The number of its position group; a position that stands alone is a group of one."""
    hilltop: bool = False
    artillery: int = 0
    """Points of its guns (6.5.3)."""
    fort: int = 0
    """0 no fort location, 1 for F, 2 for FF."""
    near: bool = False
    """Within three hexes of a beach hex (18.4.3)."""
    x: bool = False
    """Marked X: a unit starts here in scenarios 1 and 2 and in the campaign."""
    plus: tuple[int, ...] = ()
    """Scenarios of the + mark."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A position group (2.1.2). Groups are numbered by their nearest hex, AA then BB: the order in which they act (D60)."""

    name: str
    color: int
    positions: tuple[int, ...]
    """Ascending, that is by letter and number."""
    hexes: tuple[int, ...]
    """The hex of each of `positions`."""
    first: int
    """The lowest hex: nearest row, then leftmost."""
    sector: int
    hilltop: bool
    """Whether any of its hexes is a hilltop."""


@dataclass(frozen=True, slots=True)
class BeachBox:
    """A landing box off the shore (2.1.4). Each shore is numbered from left to right, east first."""

    name: str
    code: str
    shore: int
    sector: int
    color: str
    """Of its name, such as yellow; no fire color."""
    left: int
    right: int
    """The neighbor into which units drift; -1 at the end of the shore."""
    hexes: tuple[int, ...]
    squares: int
    """The colors of its fire squares, as bits, black among them (5.1-c)."""


@dataclass(frozen=True, slots=True)
class Board:
    """The map. Land is numbered first, in the order of hex numbers (so ascending numbers are the order of D2), then the sea."""

    grid: HexGrid
    land: int
    """How many land hexes there are; hex numbers below this are land."""
    terrain: tuple[int, ...]
    """Bits of `TERRAIN` for every hex; 0 is sea."""
    level: tuple[int, ...]
    """0 for the sea."""
    low: tuple[int, ...]
    """The lowest ground in the hex; the same as `level` where it is all of one height."""
    sector: tuple[int, ...]
    shore: frozenset[int]
    """Land that the sea touches; a fact of the printed map."""
    bluffs: frozenset[Side]
    cliffs: frozenset[Side]
    roads: frozenset[Side]
    boxes: tuple[BeachBox, ...]
    positions: tuple[Position, ...]
    groups: tuple[Group, ...]
    airfields: Mapping[int, tuple[int, ...]]
    villages: Mapping[str, tuple[int, ...]]
    names: Mapping[int, str]
    """Hexes with a name of their own."""
    sector_adjacency: Mapping[int, tuple[int, ...]]
    position_index: Mapping[str, int] = field(default_factory=dict)
    """Code -> number."""
    group_index: Mapping[str, int] = field(default_factory=dict)
    box_index: Mapping[str, int] = field(default_factory=dict)
    own: bool = False
    """Made for a position; scenarios do not fit it."""


# ---------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class FireEntry:
    """One of a card's three fire colors."""

    color: int
    mark: int = PLAIN
    bar: bool = False
    """The black bar above it (6.0-b)."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """An event, or a close combat event, by its short name."""

    id: str
    title: str
    case: str
    lasts: str = ""
    """How long it stays in force, where it does."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck; its number is printed on it, its place in the deck's list is one less."""

    number: int
    landing_color: int
    landing_symbol: int
    drift: int
    events: tuple[tuple[int, int], ...]
    """(date, event number): good from that date to the next one; dates are month * 100 + day."""
    close_combat: int
    """The number of its close combat event; -1 for none."""
    fire: tuple[FireEntry, ...]
    target: int
    artillery: int
    """The divisor of artillery points; 0: no artillery symbol."""
    fire_colors: int = 0
    """The three colors as bits."""

    @enforces("dday", "2.4.4-a-errata")
    def hits_fort(self) -> bool:
        """Whether the card, drawn for a possible hit, takes a fort down one class: its landing color is among its fire colors."""
        return bool(self.fire_colors >> self.landing_color & 1)

    @enforces("dday", "2.3-event-dates")
    def event_on(self, date: int) -> int:
        """The event that the card brings on a date; -1 for none (2.3-event-dates)."""
        found = -1
        for since, event in self.events:
            if since <= date:
                found = event
        return found


# ---------------------------------------------------------------------- counters


@dataclass(frozen=True, slots=True)
class UsType:
    """What all U.S. units of a type share. Lists run over the steps left, 0 to 4."""

    name: str
    steps: int
    strength: tuple[int, ...]
    """Attack strength: the side that is up, less two with a step loss marker (2.2.1-steps-a)."""
    range: tuple[int, ...]
    """Of attacks; 0: none."""
    barrage_range: tuple[int, ...]
    """Tanks only (8.1.1-tank)."""
    front_weapons: int = 0
    back_weapons: int = 0
    """What the counter itself lists; the Weapons Chart governs."""
    command_range: int = 0


@dataclass(frozen=True, slots=True)
class UsUnit:
    """A U.S. counter, in the order of the file."""

    id: str
    """Such as A/1/23, HQ/1/28, HW/25, 2A/5Tk, B/5E."""
    type: int
    division: int
    regiment: int
    battalion: int
    """0 where it has none."""
    symbol: int
    symbol_color: str
    back_weapons: int = 0
    """Printed on the two-step side of a rifle company."""


@dataclass(frozen=True, slots=True)
class JapaneseUnit:
    """A Japanese counter, in the order of the file."""

    id: str
    formation: str
    kind: int
    elite: bool
    strength: int
    requires: int
    """Weapons and tactics that attackers must bring."""
    sector: int
    near: bool = False
    """Mixed with the units near the beaches (18.4.3)."""
    color: int = -1
    """A tank's (2.2.2-tank-color)."""
    start: str = ""
    """The position of a tank or of the 109th Division HQ."""
    scenario: int = 0
    """Only in this one; 0: in all."""


@dataclass(frozen=True, slots=True)
class DepthMarker:
    """A depth marker."""

    id: str
    kind: int
    strength: int
    requires: int


@dataclass(frozen=True, slots=True)
class Fort:
    """A fortification marker."""

    id: str
    fort_class: int
    blocked: int
    """Directions as bits (D28)."""
    requires: int


@dataclass(frozen=True, slots=True)
class FortClass:
    """Class 1 is the strongest."""

    number: int
    strength: int
    steps: int
    reduces_to: int
    """0: it is gone."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A U.S. hero marker; its back is `inspired`."""

    id: str
    type: int


@dataclass(frozen=True, slots=True)
class StepLoss:
    """A step loss marker: the weapons of both sides."""

    id: str
    step1: int
    step3: int


# ---------------------------------------------------------------------- all of them


@dataclass(frozen=True, slots=True)
class Components:
    """All components of a match."""

    board: Board
    cards: tuple[Card, ...]
    events: tuple[EventKind, ...]
    close_combat_events: tuple[EventKind, ...]
    us_types: tuple[UsType, ...]
    """By type, in the order of US_TYPES."""
    us_units: tuple[UsUnit, ...]
    support: Mapping[str, Support]
    japanese_units: tuple[JapaneseUnit, ...]
    formations: Mapping[str, str]
    depth_markers: tuple[DepthMarker, ...]
    forts: tuple[Fort, ...]
    fort_classes: tuple[FortClass, ...]
    """Class 1 first."""
    heroes: tuple[Hero, ...]
    japanese_heroes: tuple[str, ...]
    markers: Mapping[str, int]
    """Markers of limited number: smoke, caves, command_range and others."""
    step_losses: tuple[StepLoss, ...]
    charts: Charts
    arrivals: tuple[Arrival, ...]
    """In the order of game turns."""
    optional_arrival: tuple[int, ...]
    """The 3rd Marines."""
    artillery_totals: Mapping[int, int]
    """Division or CORPS -> points over the whole campaign."""
    scenarios: Mapping[int, ScenarioData]
    unit_index: Mapping[str, int] = field(default_factory=dict)
    """U.S. unit id -> number."""
    japanese_index: Mapping[str, int] = field(default_factory=dict)
    event_index: Mapping[str, int] = field(default_factory=dict)
    close_combat_index: Mapping[str, int] = field(default_factory=dict)
