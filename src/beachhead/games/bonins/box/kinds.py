"""The records of the components: map, counters, charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from beachhead.series.island_war.components import ResultsTable, Sheet, Terrain

US: Final = 0
JP: Final = 1

BATTALION: Final = "battalion"
SUPPORT: Final = "support"
TANK: Final = "tank"
ARMS: Final = (BATTALION, SUPPORT, TANK)
"""Kinds of U.S. units."""
JAPANESE: Final = (
    "infantry", "naval infantry", "machine gun", "engineer", "tank", "anti-tank", "anti-aircraft", "artillery", "HQ",
)  # fmt: skip
"""Kinds of Japanese units."""

CLEAR: Final = "clear"
BEACH: Final = "beach"
RAVINE: Final = "ravine"
SEA: Final = "sea"
HILL: Final = "hill"
"""Not a terrain but an overlay; in the order of 19.5 it stands like one."""

EAST: Final = "east"
WEST: Final = "west"
COASTS: Final = (EAST, WEST)

SEA_SECTOR: Final = -1
SURIBACHI: Final = 0
SECTORS: Final = (1, 2, 3, 4, 5, 6)
"""The numbered sectors; Suribachi's has none (18.0, 22.0)."""

FALLS: Final = "e"
TRADES: Final = "x"
SLIPS: Final = "r"
"""What a follow-up die does to a dug-in unit (20.2): it is eliminated; each side loses a step; the U.S. loses a step and the unit
redeploys."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed."""

    id: str
    """Its name in actions and views, such as 1/23 or 8 AT."""
    side: int
    kind: str
    attack: int
    defense: int
    movement: int
    weak_attack: int = 0
    weak_defense: int = 0
    """The depleted side of a battalion."""
    steps: int = 1
    division: int = 0
    regiment: int = 0
    """0: none (tanks, Japanese units)."""
    starts: str = ""
    """The box in which a U.S. unit starts: available or reserves."""
    track: bool = False
    """Goes to the Fire Support Track when eliminated (19.1)."""
    anti_tank: bool = False
    """Rolls against tanks (17.3)."""
    values: str = ""
    weak_values: str = ""
    collins: tuple[int, ...] = ()
    """What the back of a tank battalion says: attack, defense and movement of Task Force Collins (17.4); nothing on others."""


@dataclass(slots=True)
class Island(Sheet):
    """The map. Land is numbered first, in the order of hex numbers; no road or river matters."""

    hills: dict[int, str] = field(default_factory=dict)
    airfields: dict[int, tuple[int, ...]] = field(default_factory=dict)
    villages: dict[int, str] = field(default_factory=dict)
    beaches: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    """By coast and color, from south to north."""
    sector: tuple[int, ...] = ()
    """For each space: 0 the sixteen hexes of Suribachi, 1 to 6, -1 the sea."""
    suribachi: tuple[int, ...] = ()
    """The five hexes of the mountain, ascending."""
    ring: tuple[int, ...] = ()
    """The hexes around it, ascending."""
    red: tuple[int, ...] = ()
    """Hexes of initial deployment, ascending; those of Suribachi included."""
    white: tuple[int, ...] = ()
    """Hexes of redeployment, ascending."""


@dataclass(frozen=True, slots=True)
class Components:
    """All components of a match."""

    terrain: Mapping[str, Terrain]
    stops: frozenset[str]
    """Terrain that ends a move (13.0-5.2)."""
    overlay_line: str
    """The line of the results table for a hill, whatever lies under it."""
    table: ResultsTable
    """Results: A1 A2 A3 Ae (A) NE Ex D2 D3 De."""
    priority: tuple[str, ...]
    """The order in which Japan prefers terrain (19.5-d), `hill` included; terrain that it leaves out ranks as clear (103)."""
    follow_up: Mapping[str, tuple[str, ...]]
    """What happens to a dug-in unit on Ex, D2, D3 and De by the follow-up die: FALLS, TRADES or SLIPS."""
    bombardment: Mapping[str, frozenset[int]]
    """Follow-up dice that cost the target a step (21.4): for Ex, D2 and D3."""
    units: tuple[Unit, ...]
    """U.S. units in the order of the file, then Japanese units."""
    board: Island
    fire_track: tuple[int, ...]
    """The boxes of the Fire Support Track, the first to be covered first."""
    dates: tuple[str, ...]
    """By turn, from the first."""
    storm_die: tuple[int, ...]
    """By the turn it is rolled for (index 0 stands for none): the highest die that brings a storm."""
    numbers: Mapping[str, int]
    victory: Mapping[str, int]
    turns: int
