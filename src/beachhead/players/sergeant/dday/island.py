"""The island as the sergeant knows it before he lands: ground, positions, battalions, and the orders of each."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.ruleset import Ruleset

CC: Final = 1 << 9
FL: Final = 1 << 10
"""Requirements that no weapon meets, as the game numbers them."""
RD: Final = 1 << 8
NA: Final = 1 << 7
BLACK: Final = 6
EAST: Final = 0
SURIBACHI: Final = 1

NORTH: Final = "north"
RIGHT: Final = "right"
CENTER: Final = "center"
LEFT: Final = "left"
WEST: Final = "west"
SHORE: Final = "far shore"
NECK: Final = "neck"
SPEAR: Final = "spearhead"
GUNS: Final = "guns"

ORDERS: Final[dict[str, str]] = {
    "1/28": LEFT, "2/28": LEFT, "3/28": LEFT, "2/27": NECK, "1/26": LEFT, "2/26": LEFT, "3/26": LEFT,
    "1/27": SPEAR, "3/27": NECK, "1/23": SPEAR, "3/23": SPEAR, "2/24": CENTER,
    "2/23": RIGHT, "1/25": NORTH,
    "3/25": NORTH, "2/25": NORTH, "1/24": NORTH, "3/24": NORTH,
    "HW/28": LEFT, "HW/27": SPEAR, "HW/26": LEFT, "HW/23": SPEAR, "HW/25": GUNS, "HW/24": NORTH,
    "1A/5Tk": LEFT, "B/5E": LEFT, "1C/5Tk": SPEAR, "A/5E": SPEAR, "1C/4Tk": SPEAR, "A/4E": SPEAR,
    "1A/4Tk": NORTH, "B/4E": NORTH, "1B/5Tk": LEFT, "2B/5Tk": LEFT, "1B/4Tk": RIGHT, "2B/4Tk": RIGHT,
    "C/4E": WEST, "P/4E": WEST, "C/5E": SHORE, "P/5E": SHORE,
}  # fmt: skip
"""What each battalion and detached company is for."""
TARGETS: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    NORTH: (("G10", 0.0), ("G4", 0.0)),
    RIGHT: (("D1", 0.0), ("C5", 0.3), ("C6", 0.3), ("D7", 0.3), ("D2", 1.0), ("D3", 1.0), ("C2", 1.0), ("C1", 0.5)),
    CENTER: (("C1", 0.0), ("C4", 0.0), ("B5", 0.3), ("B6", 0.3), ("C2", 0.3), ("C3", 0.3), ("C5", 1.0), ("B7", 0.0), ("B1", 0.8)),
    LEFT: (("B1", 0.0), ("B5", 0.2), ("B6", 0.2), ("B3", 0.2), ("B2", 0.2), ("C1", 1.0), ("B4", 0.5)),
    NECK: (("B1", 0.0), ("B5", 0.3), ("B6", 0.3), ("B3", 0.0), ("B2", 0.0), ("B4", 0.3), ("C4", 0.5)),
    SPEAR: (("C4", 0.0), ("B7", 0.0)),
    WEST: (("B7", 0.0),),
}
"""Positions that they are after, with a handicap in turns."""
AFTERWARDS: Final[dict[str, tuple[str, ...]]] = {
    NORTH: ("0421", "0422", "0521"),
    GUNS: ("0421",),
    RIGHT: ("0517", "0518"),
    CENTER: ("0811", "0810"),
    SPEAR: ("0810", "0811"),
    LEFT: ("0609", "0509"),
    NECK: ("0709",),
    WEST: ("1110", "1009"),
    SHORE: ("1109", "1108"),
}
"""Where they go when nobody is left there."""
NIGHTFALL: Final[dict[str, tuple[str, ...]]] = {
    LEFT: ("0607", "0608"),
    NECK: ("0807", "0708", "0709"),
    SHORE: ("0908", "0907"),
}
"""Where they have to be at the end of the last turn: across the neck, so that Suribachi is cut off."""
PURPOSE: Final[dict[str, int]] = {NORTH: 3, GUNS: 3, CENTER: 2, SPEAR: 2, WEST: 2, LEFT: 1, NECK: 1, SHORE: 1}
"""What each order is for: 1 to cut Suribachi off, 2 the airfield, 3 sector 3."""
LINE: Final = ("0509", "0809", "1008")
"""Hexes out of all fire from which infantry cuts Suribachi off."""
MOST: Final = "max_infantry_step_losses"
KEYS: Final = ("C4", "B7", "G10", "G4")
"""Positions that must be empty at nightfall."""


class Island:
    """What never changes in a match, in flat lists by the numbers that actions use."""

    def __init__(self, ruleset: Any) -> None:
        ground = ruleset.ground
        self.ground: Any = ground
        self.ruleset: Any = ruleset
        self.land: int = ground.land
        self.near_mask: list[int] = list(ground.near_mask)
        self.near: list[list[int]] = [spaces_of(mask) for mask in ground.near_mask]
        self.distance: Any = ground.distance
        self.foot: list[int] = list(ruleset.ways.foot)
        self.tracks: list[int] = list(ruleset.ways.tank)
        self.slow: list[int] = list(ruleset.ways.slow)
        self.terraces: int = ruleset.ways.terraces_on(1)
        self.stop_mask: int = ground.stop_mask
        self.unit_count: int = ruleset.unit_count
        self.is_tank: list[bool] = list(ruleset.is_tank)
        self.is_rifle: list[bool] = list(ruleset.is_rifle)
        self.is_heavy: list[bool] = list(ruleset.is_heavy)
        self.is_hq: list[bool] = list(ruleset.is_battalion_hq)
        self.is_engineer: list[bool] = list(ruleset.is_engineer)
        self.symbol: list[int] = list(ruleset.symbol)
        self.regiment: list[int] = list(ruleset.regiment)
        self.battalion: list[tuple[int, int]] = [
            (ruleset.regiment[unit], ruleset.battalion[unit]) if ruleset.battalion[unit] else (0, 0)
            for unit in range(ruleset.unit_count)
        ]
        self.full_steps: list[int] = list(ruleset.full_steps)
        self.order: list[str] = [self._order(unit) for unit in range(ruleset.unit_count)]
        self.position_hex: list[int] = list(ruleset.position_hex)
        self.position_group: list[int] = list(ruleset.position_group)
        self.position_at: list[int] = list(ground.position_at)
        self.code: dict[str, int] = {code: number for number, code in enumerate(ruleset.position_code)}
        self.group_mask: list[int] = list(ground.group_mask)
        self.group_color: list[int] = list(ground.group_color)
        self.group_sector: list[int] = [group.sector for group in ruleset.groups]
        self.position_mask: int = ground.position_mask
        self.strength: list[int] = list(ruleset.counter_strength)
        self.requires: list[int] = list(ruleset.counter_requires)
        self.is_elite: list[bool] = list(ruleset.is_elite)
        self.defense: list[int] = list(ground.defense)
        chart = ruleset.charts.attack
        self.ratios: list[tuple[int, int]] = list(chart.ratios)
        self.cells: Any = chart.cells
        boxes = ground.boxes
        self.box_names: list[str] = [box.name for box in boxes]
        self.box_hexes: list[tuple[int, ...]] = [tuple(box.hexes) for box in boxes]
        self.box_squares: list[int] = [box.squares for box in boxes]
        self.box_east: list[bool] = [box.shore == EAST for box in boxes]
        self.groups_near_box: list[int] = list(ground.groups_near_box)
        names = {name: space for space, name in enumerate(ground.names)}
        self.names: dict[str, int] = names
        self.targets: dict[str, list[tuple[int, float]]] = {
            order: [(self.code[code], handicap) for code, handicap in row if code in self.code] for order, row in TARGETS.items()
        }
        self.afterwards: dict[str, list[int]] = {order: self.spaces(row) for order, row in AFTERWARDS.items()}
        self.nightfall: dict[str, list[int]] = {order: self.spaces(row) for order, row in NIGHTFALL.items()}
        self.key_groups: set[int] = {self.position_group[self.code[code]] for code in KEYS if code in self.code}
        field = ruleset.components.board.airfields.get(1, ())
        self.on_airfield: list[bool] = [place in field for place in self.position_hex]
        self.mountain: list[int] = [
            number for number, group in enumerate(ruleset.groups) if group.color == BLACK and group.sector == SURIBACHI
        ]
        """The black groups of Suribachi."""
        self._later(ruleset)

    def _later(self, ruleset: Any) -> None:
        """What matters after D-Day."""
        self.d_day_only: bool = ruleset.setup.number == 1
        self.division: list[int] = list(ruleset.division)
        self.heads: dict[int, int] = dict(ruleset.regimental_hq)
        """The HQ of each regiment."""
        self.staffs: set[int] = set(self.heads.values())
        self.members: dict[tuple[int, int], list[int]] = {}
        """The units of each battalion."""
        for unit, battalion in enumerate(self.battalion):
            self.members.setdefault(battalion, []).append(unit)
        self.closed: int = ruleset.ways.closed
        self.columns: list[int] = list(ruleset.ground.columns)
        self.closed_from: int = ruleset.setup.closed_columns_from or 0
        self.must_cut: bool = any(clause.name == "lose_at_once_if" for clause in ruleset.setup.victory)
        """Whether Suribachi must stay cut off."""
        self.first_turn: int = ruleset.setup.first_turn
        self.allowed: int = 0
        for clause in ruleset.setup.victory:
            if clause.name == MOST and clause.details.get("period") == "game":
                self.allowed = int(clause.details[MOST])
        """Infantry steps that may be lost in the whole game; 0 without such a limit."""
        self.line: list[int] = self.spaces(LINE)
        self.forts: list[int] = [position.fort for position in ruleset.positions]
        self.fort_class: list[int] = list(ruleset.fort_class)
        self.rough: int = 0
        """Hexes in which the Japanese have a card more in close combat."""
        for place in range(self.land):
            if self.stop_mask >> place & 1:
                self.rough |= 1 << place
        self.neighbors: list[list[int]] = [
            [other for other, there in enumerate(self.position_hex) if self.near_mask[place] >> there & 1]
            for place in self.position_hex
        ]
        """The positions next to each."""
        self.group_positions: list[int] = [0] * len(self.group_mask)
        """The positions of each group, as bits."""
        for position, group in enumerate(self.position_group):
            self.group_positions[group] |= 1 << position

    @classmethod
    def of(cls, ruleset: Ruleset) -> Island:
        """The island of a match; read once for all players of the same ruleset."""
        return ruleset.remembered(__name__, Island)

    def _order(self, unit: int) -> str:
        """What a unit is for: by its battalion, or by its own name."""
        ruleset = self.ruleset
        if ruleset.battalion[unit]:
            return ORDERS.get(f"{ruleset.battalion[unit]}/{ruleset.regiment[unit]}", CENTER)
        return ORDERS.get(ruleset.unit_ids[unit], CENTER)

    def spaces(self, row: tuple[str, ...]) -> list[int]:
        """Those of some hexes that this map has."""
        return [space for space in map(self.space, row) if space >= 0]

    def space(self, name: str) -> int:
        """A hex by its number; -1 if this map has no such land."""
        found = self.names.get(name, -1)
        return found if found < self.land else -1
