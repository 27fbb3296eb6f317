"""Random positions on small boards and on the map of Kyushu, and the same position in the words of the engine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from .board import OFF, Board, Counter, Kind, Position, Unit, around, components, distance, kinds, kyushu, side, small

COASTAL, LINE = ("2-4", "3-4", "4-4"), ("1-8", "2-8", "2-10", "3-10")


@dataclass(frozen=True)
class Case:
    """A position with the plan of its board; None is the map of the box."""

    position: Position
    plan: Mapping[str, Any] | None
    scenario: str = "solitaire"

    def words(self, phase: str, **more: Any) -> dict[str, Any]:
        """The position as `Game.position` reads it."""
        position = self.position
        lying: dict[str, list[str]] = {}
        for counter in position.down:
            lying.setdefault(counter.hex, []).append(f"dummy {counter.letter}" if counter.dummy else counter.values)
        options: dict[str, Any] = {"supply_network": position.network, "retreat_apart": position.apart}
        found: dict[str, Any] = {
            "scenario": self.scenario,
            "options": {**options, **more.pop("options", {})},
            "units": {unit.name: unit.hex for unit in position.units},
            "face down": {hex: values if len(values) > 1 else values[0] for hex, values in lying.items()},
            "militia gone": sorted(position.militia_gone - position.control),
            "control": sorted(position.control),
            "beachheads": sorted(position.beachheads - position.fortified),
            "fortified": sorted(position.fortified),
            "interdiction": sorted(position.interdiction),
            "points": position.points,
            "attacked": sorted(position.attacked),
            "defended": sorted(position.defended),
            "retreated": sorted(position.retreated),
            "militia attacked": sorted(position.militia_attacked),
            "turn": position.turn,
            "phase": phase,
        }
        found["units"] |= dict.fromkeys(position.due, "due")
        if self.plan is not None:
            found["board"] = dict(self.plan)
        return {key: value for key, value in {**found, **more}.items() if value not in ({}, [])} | {"units": found["units"]}


def sprinkle(rng: random.Random, among: list[str], share: float) -> list[str]:
    return [hex for hex in among if rng.random() < share]


def walk(rng: random.Random, land: set[str], start: str, steps: int) -> list[str]:
    """A road: a walk that does not turn back on itself."""
    chain = [start]
    for _ in range(steps):
        near = [hex for hex in around(chain[-1]) if hex in land and hex not in chain]
        if not near:
            break
        chain.append(rng.choice(near))
    return chain


def random_plan(rng: random.Random) -> dict[str, Any]:
    """A small board with a shore in the west, sometimes another in the east."""
    rows, columns = rng.randint(9, 14), rng.randint(7, 11)
    every = [f"{r:02}{c:02}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
    wide = {r: rng.choice((1, 1, 2)) for r in range(1, rows + 1)}
    east = rng.random() < 0.4
    sea = [hex for hex in every if int(hex[2:]) <= wide[int(hex[:2])] or (east and int(hex[2:]) == columns)]
    land = sorted(set(every) - set(sea))
    ponds = sprinkle(rng, land, 0.03)
    sea, land = sorted({*sea, *ponds}), sorted(set(land) - set(ponds))
    rough = sprinkle(rng, land, rng.choice((0.1, 0.3, 0.5)))
    built = rng.sample(land, min(len(land), rng.randint(3, 8)))
    cities = [hex for hex in built[: rng.choice((0, 1, 1, 2, 3))] if hex not in rough]
    towns = [hex for hex in built if hex not in cities]
    pairs = sorted({tuple(sorted((hex, other))) for hex in land for other in around(hex) if other in set(land)})
    sea_sides = [list(pair) for pair in pairs if rng.random() < 0.03]
    walls = {side(*pair) for pair in sea_sides}
    roads = []
    for start in rng.sample(land, min(len(land), rng.randint(1, 5))):
        chain = walk(rng, set(land), start, rng.randint(2, 10))
        while len(chain) > 1 and any(side(one, two) in walls for one, two in pairwise(chain)):
            chain.pop()
        if len(chain) > 1:
            roads.append(chain)
    rough_sides = [list(pair) for pair in pairs if side(*pair) not in walls and rng.random() < 0.08]
    shore = [hex for hex in sea if int(hex[2:]) == wide[int(hex[:2])] and any(other in land for other in around(hex))]
    zones: dict[str, list[str]] = {}
    names = ["Sendai", "Satsuma", "Fukuoka", "Miyazaki"]
    for name in names[: rng.choice((1, 2, 2, 3))]:
        free = [hex for hex in shore if not any(hex in zone for zone in zones.values())]
        if not free:
            break
        zone = [rng.choice(free)]
        for _ in range(rng.randint(1, 5)):
            more = [hex for hex in free if hex not in zone and any(other in zone for other in around(hex))]
            if more:
                zone.append(rng.choice(more))
        zones[name] = sorted(zone)
    return {
        "size": [rows, columns],
        "terrain": "clear",
        "hexes": {"rough": rough, "sea": sea},
        "towns": {f"Town{place}": hex for place, hex in enumerate(towns, 1)},
        "cities": {f"City{place}": [hex] for place, hex in enumerate(cities, 1)},
        "sea sides": sea_sides,
        "rough sides": rough_sides,
        "roads": roads,
        "zones": zones,
        "entry": rng.choice(land),
        "line": rng.randint(3, rows),
    }


class Placing:
    """Puts units one after the other where they may stand."""

    def __init__(self, rng: random.Random, board: Board, turn: int) -> None:
        self.rng = rng
        self.position = Position(board, turn=turn)
        self.left: dict[str, list[Kind]] = {"us": [], "jp": []}
        for kind in kinds().values():
            self.left["us" if kind.us else "jp"].append(kind)
        for found in self.left.values():
            rng.shuffle(found)

    def americans(self, hexes: list[str], count: int) -> None:
        rng = self.rng
        for _ in range(count):
            hex = rng.choice(hexes)
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                if self.left["us"] and self.position.us_at(hex) < 3:
                    self.position = replace(self.position, units=(*self.position.units, Unit(self.left["us"].pop(), hex)))

    def markers(self) -> None:
        """Control where Americans stand; elsewhere militia gone or markers as it comes."""
        rng, position, board = self.rng, self.position, self.position.board
        built = sorted(board.towns | board.cities)
        held = {hex for hex in built if position.us_at(hex)}
        held |= {hex for hex in built if rng.random() < 0.2 and not position.jp_at(hex)}
        gone = {hex for hex in built if rng.random() < 0.25}
        self.position = replace(position, control=frozenset(held), militia_gone=frozenset(gone | held))

    def beachheads(self, hexes: list[str], count: int) -> None:
        rng, position, board = self.rng, self.position, self.position.board
        good = [hex for hex in hexes if not position.jp_at(hex) and not position.militia(hex)]
        chosen = rng.sample(good, min(len(good), count))
        strong = [hex for hex in chosen if not board.cover(hex) and rng.random() < 0.25]
        self.position = replace(position, beachheads=frozenset(chosen), fortified=frozenset(strong))

    def japanese(self, hexes: list[str], count: int, stacked: float) -> None:
        rng = self.rng
        for _ in range(count):
            position = self.position
            hex = rng.choice(hexes)
            if position.us_at(hex) or position.jp_at(hex) >= 3 or (position.jp_at(hex) and rng.random() > stacked):
                continue
            if self.left["jp"]:
                self.position = replace(position, units=(*position.units, Unit(self.left["jp"].pop(), hex)))

    def hidden(self, hexes: list[str], count: int, printed: Mapping[str, str] | None = None) -> None:
        """Face-down counters, none next to an American on land: those would be face up (A32).

        `printed` are the deployment hexes of the map, C, L or LL.
        """
        rng = self.rng
        dummies = {"C": 10, "L": 5}
        for _ in range(count):
            position = self.position
            hex = rng.choice(hexes)
            if hex in position.us_zone() or not position.vacant(hex):
                continue
            code = (
                printed[hex]
                if printed
                else rng.choice(("C", "C", "L", "LL") if hex in position.board.coastal else ("L", "L", "LL"))
            )
            letter = code[0]
            for _ in code:
                found = next((kind for kind in self.left["jp"] if kind.letter == letter), None)
                if rng.random() < 0.3 and dummies[letter]:
                    dummies[letter] -= 1
                    values = "dummy"
                elif found is not None:
                    self.left["jp"].remove(found)
                    values = found.values
                else:
                    continue
                self.position = replace(self.position, down=(*self.position.down, Counter(hex, values, letter)))

    def entering(self, count: int) -> None:
        for kind in [kind for kind in self.left["jp"] if kind.letter == "R"][:count]:
            self.left["jp"].remove(kind)
            self.position = replace(self.position, units=(*self.position.units, Unit(kind, OFF)))


def random_small(
    rng: random.Random, hidden: bool = False, scenario: str = "solitaire", entering: bool = False, contact: bool = False
) -> Case:
    plan = random_plan(rng)
    board = small(plan)
    placing = Placing(rng, board, turn=rng.choice((2, 3)) if hidden else rng.randint(4, 9))
    land = sorted(board.land)
    shore = sorted(board.coastal)
    heart = rng.choice(shore)
    near = [hex for hex in land if distance(hex, heart) <= 4]
    placing.americans(near, rng.randint(1, 6))
    if rng.random() < 0.3:
        placing.americans(land, 1)
    sparse = hidden and contact
    """Few units beside many counters, so that Americans have somewhere to retreat to (A91)."""
    placing.japanese(land, rng.randint(0, 2) if sparse else rng.randint(1, 10), rng.choice((0, 0.2, 0.8)))
    if not sparse and rng.random() < 0.6:
        placing.japanese([hex for hex in land if distance(hex, heart) <= 5], rng.randint(1, 8), 0.3)
    if contact and placing.position.us_zone():
        most = 3 if sparse else 14
        placing.japanese(sorted(placing.position.us_zone()), rng.randint(2, most), rng.choice((0, 0.5)))
    if sparse:
        ashore = placing.position.us_on_land()
        placing.hidden([hex for hex in land if any(distance(hex, unit.hex) <= 3 for unit in ashore)], rng.randint(4, 20))
    elif hidden:
        placing.hidden(land, rng.randint(1, 8))
    if entering:
        placing.entering(rng.randint(1, 4))
    placing.markers()
    placing.beachheads([hex for hex in shore if hex in near] if rng.random() < 0.8 else shore, rng.choice((0, 1, 1, 2, 3)))
    return Case(choices(rng, placing.position, scenario), plan, scenario)


def random_kyushu(rng: random.Random, hidden: bool = False, scenario: str = "solitaire", entering: bool = False) -> Case:
    board = kyushu()
    placing = Placing(rng, board, turn=rng.choice((2, 3)) if hidden else rng.randint(4, 9))
    land = sorted(board.land)
    shores = [sorted({hex for sea in zone for hex in board.targets(sea)}) for zone in board.zones.values()]
    hearts = [rng.choice(rng.choice(shores)) for _ in range(rng.randint(1, 3))]
    near = [hex for hex in land if any(distance(hex, heart) <= 6 for heart in hearts)]
    around_them = [hex for hex in land if any(distance(hex, heart) <= 9 for heart in hearts)]
    placing.americans(near, rng.randint(6, 18))
    placing.japanese(around_them, rng.randint(5, 25), rng.choice((0, 0.2, 0.8)))
    placing.japanese(land, rng.randint(5, 15), 0.2)
    if hidden:
        deployment = components()["deployment"]
        printed = dict.fromkeys(deployment["coastal_ring"], "C") | dict.fromkeys(deployment["line_single"], "L")
        printed |= dict.fromkeys(deployment["line_double"], "LL")
        placing.hidden(sorted(printed), rng.randint(5, 40), printed)
    if entering:
        placing.entering(rng.randint(1, 4))
    placing.markers()
    placing.beachheads([hex for hex in near if hex in board.coastal], rng.choice((0, 1, 2, 3, 4)))
    return Case(choices(rng, placing.position, scenario), None, scenario)


def choices(rng: random.Random, position: Position, scenario: str) -> Position:
    network = rng.choice(("hexsides", "hexsides", "hexes"))
    found = replace(position, network=network, apart=rng.random() < 0.6, points=rng.randint(0, 900))
    if scenario == "two-player":
        land = sorted(position.board.land)
        found = replace(found, interdiction=frozenset(rng.sample(land, min(len(land), rng.randint(0, 12)))))
    return found
