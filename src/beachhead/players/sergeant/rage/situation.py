"""The position as the sergeant reads it from his view: who stands where, in what state, and what may be hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beachhead.players.sergeant.rage.island import Island

OFF_MAP = -1
ROCKET_HITS = 3.5
CAVES = 21


@dataclass(slots=True)
class Counter:
    """A unit: what its upper side shows, where it is, and how it lies."""

    number: int
    name: str
    us: bool
    arm: str
    assault: int
    bombardment: int
    """Dice; 0 for a unit that has none, and for the rocket."""
    range: str
    mp: int
    steps: int
    full: int
    area: int
    place: str
    fired: bool
    concealed: bool
    grounded: bool
    moved: bool
    at: bool
    armor: int

    @property
    def tank(self) -> bool:
        """Whether it keeps off the hills."""
        return self.arm == "tank"

    @property
    def rocket(self) -> bool:
        """Whether it fires once and is expended."""
        return self.arm == "rocket_artillery"

    @property
    def gun(self) -> bool:
        """Whether it bombards."""
        return bool(self.range)


def read_counter(island: Island, name: str, facts: dict[str, Any]) -> Counter:
    """A counter from its entry in the view."""
    values, marks = facts["values"], facts["marks"]
    dice = values.get("bombardment", 0)
    return Counter(
        island.unit_index[name],
        name,
        facts["side"] == "us",
        facts["arm"],
        values.get("assault", 0),
        dice if isinstance(dice, int) else 0,
        values.get("range", ""),
        values.get("mp", 0),
        facts["steps"],
        facts["full"],
        island.index.get(facts["place"], OFF_MAP),
        facts["place"],
        "fired" in marks,
        "concealed" in marks,
        "grounded" in marks,
        "moved" in marks,
        facts["at"],
        facts["armor"],
    )


class Situation:
    """One moment of the game, as one side sees it."""

    def __init__(self, view: dict[str, Any], side: str, island: Island) -> None:
        self.view = view
        self.side = side
        self.island = island
        self.turn: int = view["turn"]
        self.turns_left: int = view["turns"] - self.turn + 1
        """This turn included."""
        counters = [read_counter(island, name, facts) for name, facts in view["units"].items()]
        self.units = {counter.number: counter for counter in counters}
        self.us: list[list[Counter]] = [[] for _ in island.all]
        self.jp: list[list[Counter]] = [[] for _ in island.all]
        """Japanese units that this side sees, by area."""
        for counter in self.units.values():
            if counter.area >= 0:
                (self.us if counter.us else self.jp)[counter.area].append(counter)
        control = view["control"]
        self.held = [control[name] == "us" for name in island.names]
        self.beachheads = [island.index[name] for name in view["beachheads"]]
        self.airfields = [island.index[name] for name in view["airfields"]]
        self.shown_caves = [view["shown caves"].get(name, 0) for name in island.names]

    def of_side(self, us: bool) -> list[Counter]:
        """All counters of a side that this side sees, on the map or off it."""
        return [counter for counter in self.units.values() if counter.us == us]

    def overlooked(self, area: int) -> bool:
        """Whether U.S. observers on a Mountain spoil surprise there."""
        return any(self.held[other] for other in self.island.overlooks[area])

    def fire_on(self, area: int) -> int:
        """Dice of the Japanese guns in view that reach an area."""
        guns = [unit for unit in self.units.values() if not unit.us and unit.range and unit.area >= 0]
        return sum(unit.bombardment for unit in guns if area in self.island.reach(unit.range, unit.area))

    def points(self, airfields: list[int]) -> int:
        """What these airfields bring in an End Phase."""
        return 2 * len(airfields) + (2 if all(area in airfields for area in self.island.pair) else 0)

    def marker_value(self, area: int) -> float:
        """Points that Safe to Land there brings this turn."""
        if area not in self.airfields:
            return 0.0
        return self.points(self.airfields) - self.points([other for other in self.airfields if other != area])
