"""The pieces and the position of the slow implementation: plain dictionaries by name, and the questions the rules ask of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

COMPONENTS = Path(__file__).parents[3] / "src" / "beachhead" / "games" / "rage" / "components.yaml"

LANDING, SUPPORT, RESERVE = "landing area", "support", "reserve"
LOST, OUT, LOST_UNSEEN, UNSET = "eliminated", "out of play", "secretly eliminated", "not set up"
STARTS = {"landing_area": LANDING, "american_support": SUPPORT, "reserve": RESERVE}


@dataclass(frozen=True)
class Piece:
    """A counter as it is printed, both sides of it; ratings are asked for by steps left."""

    id: str
    side: str
    type: str
    printed: str
    steps: int
    assault: Mapping[int, int]
    mp: Mapping[int, int]
    bombardment: Mapping[int, int]
    is_gun: bool
    near: bool
    """Range one: the own area and those next to it."""
    red: bool
    at: bool
    armor: int
    division: int
    start: str

    @property
    def tank(self) -> bool:
        return self.type == "tank"

    @property
    def rocket(self) -> bool:
        return self.type == "rocket_artillery"


@dataclass(frozen=True)
class Place:
    """An area."""

    id: str
    bdv: int
    beach: bool
    mountain: bool
    box: str
    near: tuple[str, ...]


def _piece(side: str, row: Mapping[str, Any]) -> Piece:
    fire = row.get("bombardment")
    if isinstance(fire, int):
        fire = {1: fire}
    return Piece(
        id=row["id"],
        side=side,
        type=row["type"],
        printed=row.get("printed", row["id"]),
        steps=row.get("steps", 1),
        assault=row.get("assault", {}),
        mp=row.get("mp", {}),
        bombardment=fire if isinstance(fire, dict) else {},
        is_gun=fire is not None,
        near=row.get("range") == "one",
        red=row.get("colour") == "red",
        at=row.get("at", False),
        armor=row.get("armor", 0),
        division=row.get("division", 0),
        start=STARTS.get(row.get("start", ""), UNSET),
    )


DATA: Mapping[str, Any] = yaml.safe_load(COMPONENTS.read_text(encoding="utf-8"))
AREAS: dict[str, Place] = {
    row["id"]: Place(
        row["id"],
        row["bdv"],
        "beach" in row["symbols"],
        "mountain" in row["symbols"],
        row["box"] or "",
        tuple(DATA["adjacency"][row["id"]]),
    )
    for row in DATA["areas"]
}
GROUND: dict[str, Piece] = {row["id"]: _piece("us", row) for row in DATA["us_ground_units"]}
AID: dict[str, Piece] = {row["id"]: _piece("us", row) for row in DATA["us_support_units"]}
JAPAN: dict[str, Piece] = {row["id"]: _piece("jp", row) for row in DATA["japanese_units"]}
PIECES = GROUND | AID | JAPAN
HQ = "109 HQ"
MAP_ORDER = {area: number for number, area in enumerate(AREAS)}


class GameOver(Exception):
    """Raised in the middle of anything when the game ends on the spot."""


class Position:
    """Both maps, the boxes, the markers and the tracks."""

    def __init__(self, roll: Callable[[], int]) -> None:
        self.roll = roll
        self.turn, self.phase = 1, "setup"
        self.where = {id: piece.start for id, piece in PIECES.items()}
        self.steps = {id: piece.steps for id, piece in PIECES.items()}
        self.fired: set[str] = set()
        self.hidden: set[str] = set(JAPAN)
        """Units on the Military Operations map, and those that died there."""
        self.grounded: set[str] = set()
        self.moved: set[str] = set()
        self.us_control: set[str] = set()
        self.caves: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()
        self.beachheads: set[str] = set()
        self.airfields: set[str] = set()
        self.flag = "box"
        self.vp = {"us": 0, "jp": 0}
        self.weather = "good"
        self.landed: Counter[str] = Counter()
        self.third_paid = False
        self.kirikami = False
        self.banzai = ""
        """The area from which the Banzai Charge was declared, in its phase."""
        self.die = self.moves = 0
        self.aim: dict[str, str] = {}
        """Who has been named to fire at, or to assault in, which area."""
        self.row: list[str] = []
        self.attack: dict[str, Any] = {}
        self.result: dict[str, Any] | None = None

    # ------------------------------------------------------------------ who is where

    def us_in(self, area: str) -> list[str]:
        return [unit for unit in GROUND if self.where[unit] == area]

    def jp_in(self, area: str) -> list[str]:
        return [unit for unit in JAPAN if self.where[unit] == area]

    def seen_in(self, area: str) -> list[str]:
        return [unit for unit in self.jp_in(area) if unit not in self.hidden]

    def unseen_in(self, area: str) -> list[str]:
        return [unit for unit in self.jp_in(area) if unit in self.hidden]

    def on_map(self, units: Iterable[str]) -> list[str]:
        return [unit for unit in units if self.where[unit] in AREAS]

    def upright(self, units: Iterable[str]) -> list[str]:
        return [unit for unit in units if unit not in self.fired]

    def fog(self) -> bool:
        """Whether public facts leave it open that something is Concealed: not all 23 units and 21 Caves have come to light."""
        return bool(self.hidden) or any(self.caves.values())

    # ------------------------------------------------------------------ values

    def assault_of(self, unit: str) -> int:
        return PIECES[unit].assault[self.steps[unit]]

    def mp_of(self, unit: str) -> int:
        return PIECES[unit].mp[self.steps[unit]]

    def bombardment_of(self, unit: str) -> int:
        return PIECES[unit].bombardment.get(self.steps[unit], 0)

    def passable(self, unit: str) -> list[str]:
        """Areas next to the unit that it could enter; hills are no ground for tanks."""
        return [area for area in AREAS[self.where[unit]].near if not (PIECES[unit].tank and AREAS[area].bdv == 3)]

    def refuges(self, unit: str) -> list[str]:
        """Where the unit might retreat to: next to it, its own side's, free of enemies, passable."""
        found = []
        for area in self.passable(unit):
            if PIECES[unit].side == "us":
                good = area in self.us_control and not self.jp_in(area)
            else:
                good = area not in self.us_control and not self.us_in(area)
            if good:
                found.append(area)
        return found

    def landing_cost(self, area: str) -> int:
        if AREAS[area].beach:
            return 1 if area in self.beachheads else 2
        return 3

    def may_land(self, unit: str, area: str) -> bool:
        """Only from the sea onto beach and coast; guns and tanks need a Beachhead; five a turn on a beach, one elsewhere."""
        place = AREAS[area]
        if place.bdv > 1 or self.landing_cost(area) > self.mp_of(unit):
            return False
        if PIECES[unit].type != "marines" and not (place.beach and area in self.beachheads):
            return False
        return self.landed[area] < (5 if place.beach else 1)

    def watched(self, area: str) -> bool:
        """Whether U.S. observers look down into the area from a Mountain next to it."""
        return any(AREAS[other].mountain and other in self.us_control for other in AREAS[area].near)

    def box_is_free(self, area: str) -> bool:
        """Whether the marker that the area has a box for can be placed there."""
        box = AREAS[area].box
        if box == "beachhead":
            return area not in self.beachheads and len(self.beachheads) < 2
        if box == "safe_to_land":
            return area not in self.airfields and len(self.airfields) < 4
        return box == "stars_and_stripes" and self.flag == "box"

    def reach(self, unit: str) -> list[str]:
        """Areas that artillery on the map can bombard: only its own while an enemy is in it."""
        place, piece = self.where[unit], PIECES[unit]
        enemies = self.seen_in(place) if piece.side == "us" else self.us_in(place)
        if enemies:
            return [place]
        return [place, *AREAS[place].near] if piece.near else list(AREAS)

    # ------------------------------------------------------------------ changes

    def reveal(self, unit: str) -> str:
        """The unit comes onto the main map. One of several alike takes the first letter not seen yet; answers its name now."""
        piece = PIECES[unit]
        alike = [other for other in JAPAN if JAPAN[other].printed == piece.printed and other in self.hidden]
        first = min(alike)
        if first != unit:
            self._exchange(first, unit)
        self.hidden.discard(first)
        return first

    def _exchange(self, one: str, other: str) -> None:
        for by_name in (self.where, self.steps, self.aim):
            self._swap_values(by_name, one, other)
        for names in (self.fired, self.hidden, self.moved):
            if (one in names) != (other in names):
                names ^= {one, other}
        self.row = [{one: other, other: one}.get(name, name) for name in self.row]

    @staticmethod
    def _swap_values(by_name: dict[str, Any], one: str, other: str) -> None:
        first, second = by_name.pop(one, None), by_name.pop(other, None)
        if second is not None:
            by_name[one] = second
        if first is not None:
            by_name[other] = first

    def reveal_all(self, units: Iterable[str]) -> None:
        """Several at the same moment: in map order, then by what is printed, steps (more first) and facing; of equals any."""
        waiting = list(units)
        waiting.sort(
            key=lambda unit: (MAP_ORDER[self.where[unit]], PIECES[unit].printed, -self.steps[unit], unit in self.fired, unit)
        )
        while waiting:
            unit = waiting.pop(0)
            name = self.reveal(unit)
            # Whoever bore that name goes by the other's now.
            waiting = [unit if other == name else other for other in waiting]

    def show_cave(self, area: str) -> None:
        self.caves[area] -= 1
        self.shown[area] += 1

    def show_caves(self, area: str) -> None:
        while self.caves[area]:
            self.show_cave(area)

    def score(self, side: str, points: int) -> None:
        self.vp[side] += points
        if self.vp[side] >= 40:
            self.end(side)

    def remove(self, unit: str, to: str) -> None:
        """A unit leaves the map; a side without units has lost."""
        self.where[unit] = to
        self.test_survivors()

    def test_survivors(self) -> None:
        if not self.on_map(JAPAN):
            self.end("us")
        if not any(self.where[unit] in AREAS or self.where[unit] in (LANDING, RESERVE) for unit in GROUND):
            self.end("jp")

    def lose_step(self, unit: str) -> None:
        """One step: VP for a U.S. one, then the test of 40 VP, then that of survivors."""
        self.steps[unit] -= 1
        if unit in GROUND:
            self.score("jp", 1)
        if not self.steps[unit]:
            self.remove(unit, LOST_UNSEEN if unit in self.hidden else LOST)

    def end(self, winner: str) -> None:
        self.result = {"winner": winner, "turn": self.turn}
        raise GameOver

    def test_stacking(self, unit: str) -> None:
        """The unit that came last to a full area is out of play for good."""
        area = self.where[unit]
        if unit in GROUND and len(self.us_in(area)) > 5:
            self.remove(unit, OUT)
        elif unit in JAPAN and len(self.jp_in(area)) > 10:
            self.remove(unit, LOST_UNSEEN if unit in self.hidden else OUT)
