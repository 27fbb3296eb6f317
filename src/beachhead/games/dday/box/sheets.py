"""The records of charts, tracks, scenarios and owners' options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    """By row and column: the codes of a result."""


@dataclass(frozen=True, slots=True)
class BarrageChart:
    """The U.S. Barrage Results Chart (8.4.1)."""

    columns: tuple[int, ...]
    """The least strength of each."""
    cells: tuple[tuple[tuple[str, ...], ...], ...]
    """By row and column; rows are none, symbol, color, both, so symbol = 1 and color = 2 add up."""
    symbols: Mapping[str, int]
    """Of artillery, naval_gunfire, airstrike and lvta."""
    hilltop_fort_shift: int
    unless_strength: int


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
    garrisons: bool
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
