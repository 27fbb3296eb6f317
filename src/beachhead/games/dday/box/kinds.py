"""The records of the components: map, positions, counters, cards, charts, scenarios.

Colors, symbols, marks, weapons and directions are small numbers, sets of them bits of one number, so that rules compare and
combine them cheaply; the tuples of names beside them turn them back into words. What stands on the map (hexes, positions, groups,
boxes) is numbered by the board; scenarios and arrivals name positions and boxes by their codes, since a position made for a test
may bring a board of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side

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


# ---------------------------------------------------------------------- charts


@dataclass(frozen=True, slots=True)
class AttackChart:
    """The U.S. Attack Results Chart (8.3)."""

    columns: tuple[str, ...]
    """Left is worse: unrevealed depth, revealed depth, unit alone."""
    rows: tuple[str, ...]
    """Ratios, worst first."""
    ratios: tuple[tuple[int, int], ...]
    """The same as (attackers, defenders)."""
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    """[row][column]: the codes of a result."""


@dataclass(frozen=True, slots=True)
class BarrageChart:
    """The U.S. Barrage Results Chart (8.4.1)."""

    columns: tuple[int, ...]
    """The least strength of each."""
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    """[row][column]; rows are none, symbol, color, both, so symbol = 1 and color = 2 add up."""
    symbols: Mapping[str, int]
    """Of artillery, naval_gunfire, airstrike and lvta."""
    hilltop_fort_shift: int
    unless_strength: int


STEP_LOSS: Final = 1
DISRUPTION: Final = 2


@dataclass(frozen=True, slots=True)
class FireChart:
    """The Japanese Fire Chart (6.3); results are bits, STEP_LOSS and DISRUPTION."""

    cells: tuple[int, ...]
    """At intense * 4 + any_unrevealed * 2 + match."""
    armor_intense: int
    armor_steady: int

    def result(self, intense: bool, unrevealed: bool, match: bool) -> int:
        """What the chart says for a unit that is not armored."""
        return self.cells[intense * 4 + unrevealed * 2 + match]


@dataclass(frozen=True, slots=True)
class WeaponsChart:
    """The U.S. Weapons Chart (2.4.4-d), as bits."""

    names: Mapping[str, str]
    rifle_adjacent: int
    rifle_ranged: int
    heavy_adjacent: int
    heavy_ranged: int
    battalion_hq_adjacent: int
    battalion_hq_ranged: int
    engineer: int
    tank_adjacent: int
    tank_ranged: int
    regimental_hq: int
    artillery: int
    naval_gunfire: int
    airstrike: int


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """A line of the Terrain Effects Chart (2.4.6)."""

    name: str
    stops: bool = False
    """A unit that enters ends its move."""
    blocks: bool = False
    """Lines of sight."""
    defense: int = 1
    """Multiplies the strength of defenders."""
    combat_card: bool = False
    """Gives the defender a card in close combat (8.6.1-2-a)."""
    fort_event: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """Points that act like units: naval gunfire, airstrikes, artillery, LVT(A)."""

    name: str
    strength: int
    weapons: int = 0
    per_day: int = 0
    carry_over: int = 0
    max_division: int = 0
    max_corps: int = 0


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts and tracks."""

    attack: AttackChart
    barrage: BarrageChart
    fire: FireChart
    weapons: WeaponsChart
    terrain: Mapping[str, TerrainEffect]
    command_range: tuple[int, ...]
    dates: tuple[int, ...]
    """By game turn, index 0 unused: month * 100 + day."""
    parts: tuple[str, ...]
    """By game turn: AM, midday, PM; empty on D-Day."""
    nightfall: int
    """The last turn of D-Day, which ends like a PM turn."""
    last_turn: int
    actions: Mapping[str, Mapping[int, Mapping[str, tuple[str, ...]]]]
    """The Japanese fire/action summary: period, mark, column -> actions."""
    action_cases: Mapping[str, str]
    mark_from: tuple[int, ...]
    """By mark: the first game turn on which it counts (D20)."""


# ---------------------------------------------------------------------- scenarios


@dataclass(frozen=True, slots=True)
class Arrival:
    """A line of the reinforcement list (19.0)."""

    turn: int
    units: tuple[int, ...]
    boxes: tuple[str, ...]
    """By name; empty if `any_box`."""
    any_box: bool = False
    artillery: tuple[tuple[int, int], ...] = ()
    """(division or CORPS, points)."""


@dataclass(frozen=True, slots=True)
class StartingBox:
    """Units that begin in a beach box."""

    boxes: tuple[str, ...]
    units: tuple[int, ...]
    wave: int


@dataclass(frozen=True, slots=True)
class StartingHex:
    """Units that begin in or next to a hex."""

    name: str
    units: tuple[int, ...]
    hex: str


@dataclass(frozen=True, slots=True)
class SectorSetup:
    """What a sector of the Setup Display says; positions by code."""

    sector: int
    near: tuple[str, ...] = ()
    far: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    from_reserve: tuple[str, ...] = ()
    errata: tuple[str, ...] = ()
    hq: tuple[str, ...] = ()
    tanks: tuple[str, ...] = ()
    reserve: int = 0
    depth: int = 0
    mixed_from_reserve: int = 0


@dataclass(frozen=True, slots=True)
class FortSetup:
    """Forts at start: one of each class in each of the positions."""

    positions: tuple[str, ...]
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A special rule or a victory condition: its name, what else the file says of it, and its case."""

    name: str
    details: Mapping[str, Any]
    case: str


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """One of the six scenarios."""

    number: int
    name: str
    first_turn: int
    last_turn: int
    closed_sectors: tuple[int, ...]
    closed_columns_from: int
    """0: no column is closed."""
    us_boxes: tuple[StartingBox, ...]
    us_hexes: tuple[StartingHex, ...]
    us_area: Mapping[int, tuple[tuple[int, int], ...]]
    """Row -> spans of columns, both ends included; its border is the start line."""
    us_reserve: Mapping[int, tuple[int, ...]]
    """Division -> units."""
    us_choice: Mapping[str, Any]
    """What the player chooses at set-up, in the words of the file."""
    not_available: tuple[int, ...]
    arrivals: tuple[int, int]
    """First and last game turn of the list; (0, 0): none."""
    artillery_ignored: bool
    boxes_at_start: int
    """Arrivals of this game turn wait in their boxes; 0: none."""
    japanese: tuple[SectorSetup, ...]
    depth_in_use: tuple[int, ...]
    depth_at: tuple[str, ...]
    forts: tuple[FortSetup, ...]
    fort_units: tuple[str, ...]
    us_held: tuple[str, ...]
    garrisons: Mapping[str, Any]
    regimental_hqs: Mapping[str, Any]
    step_losses: Mapping[int, int]
    """Division -> steps lost before the start."""
    losses_per_unit: int
    replacements: Mapping[str, Any]
    heroes_per_division: int
    artillery_points: Mapping[int, int]
    special: tuple[Clause, ...]
    catastrophic_limit: Any
    """A number, None, or what the campaign says of dates."""
    victory: tuple[Clause, ...]

    def rule(self, name: str) -> Clause | None:
        """The special rule of a name."""
        for clause in self.special:
            if clause.name == name:
                return clause
        return None


@dataclass(frozen=True, slots=True)
class Switch:
    """An owner's option: where the book can be read two ways."""

    name: str
    default: Any
    values: tuple[Any, ...]
    ruling: str
    what: str


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
    switches: tuple[Switch, ...]
    unit_index: Mapping[str, int] = field(default_factory=dict)
    """U.S. unit id -> number."""
    japanese_index: Mapping[str, int] = field(default_factory=dict)
    event_index: Mapping[str, int] = field(default_factory=dict)
    close_combat_index: Mapping[str, int] = field(default_factory=dict)
