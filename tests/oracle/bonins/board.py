"""The island, the counters and the position of the slow implementation. A hex is its printed number, a string of four digits;
a unit is its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

COMPONENTS = Path(__file__).parents[3] / "src" / "beachhead" / "games" / "bonins" / "components.yaml"
SAFE = 4
"""Hexes to the nearest Japanese unit for rebuilding ashore and for redeployment (14.7-b, 15.0-b)."""
NEAR = 2
"""Hexes from a dug-in unit to a placement (19.5-b)."""
US_PHASES = ("us movement", "us combat", "us mobile movement", "us mobile combat")


@cache
def components() -> dict[str, Any]:
    return dict(yaml.safe_load(COMPONENTS.read_text()))


def line_of(hex: str) -> int:
    return int(hex[:2])


def place_of(hex: str) -> int:
    return int(hex[2:])


@cache
def around(hex: str) -> tuple[str, ...]:
    """The six hexes around a hex, on the map or not. Even lines lie half a hex toward high positions."""
    line, place = line_of(hex), place_of(hex)
    first = 0 if line % 2 == 0 else -1
    found = [(line, place - 1), (line, place + 1)]
    found += [(line + step, place + first + aside) for step in (-1, 1) for aside in (0, 1)]
    return tuple(f"{y:02}{x:02}" for y, x in sorted(found))


@cache
def distance(one: str, two: str) -> int:
    """Steps on the lattice, over sea, terrain and units alike (std-distance)."""

    def across(hex: str) -> int:
        line = line_of(hex)
        return place_of(hex) - (line + line % 2) // 2

    lines, aside = line_of(two) - line_of(one), across(two) - across(one)
    return max(abs(lines), abs(aside), abs(lines + aside))


@dataclass(frozen=True)
class Kind:
    """A counter as printed."""

    name: str
    us: bool
    kind: str
    movement: int
    attack: int
    defense: int
    weak: tuple[int, ...] = (0, 0)
    """Attack and defense of the depleted side."""
    collins: tuple[int, ...] = (0, 0)
    regiment: int = 0
    starts: str = ""
    track: bool = False
    anti_tank: bool = False

    @property
    def battalion(self) -> bool:
        return self.us and self.kind == "battalion"

    @property
    def support(self) -> bool:
        """Regimental support units and tanks (17.1-a)."""
        return self.us and self.kind != "battalion"

    @property
    def tank(self) -> bool:
        """U.S. tanks alone: the Japanese tank unit goes where infantry goes (13.0-5.2-d)."""
        return self.us and self.kind == "tank"


def values(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split("-"))


@cache
def kinds() -> dict[str, Kind]:
    found = {}
    for row in components()["us_units"]:
        attack, defense, movement = values(row["full"])
        weak = values(row["depleted"])[:2] if "depleted" in row else (0, 0)
        back = values(row["collins"])[:2] if "collins" in row else (0, 0)
        found[row["id"]] = Kind(
            row["id"], True, row["kind"], movement, attack, defense, weak, back, row.get("regiment", 0), row["starts"]
        )
    for row in components()["japanese_units"]:
        attack, defense, movement = values(row["values"])
        found[row["id"]] = Kind(
            row["id"], False, row["kind"], movement, attack, defense, track=row["track"], anti_tank=row["anti_tank"]
        )
    return found


class Island:
    """What is printed on the map."""

    def __init__(self) -> None:
        data = components()
        symbols = {row["symbol"]: name for name, row in data["terrain"].items()}
        self.terrain: dict[str, str] = {}
        for line, row in data["map"].items():
            for offset, letter in enumerate(row["terrain"]):
                self.terrain[f"{int(line):02}{row['first'] + offset:02}"] = symbols[letter]
        self.land = frozenset(self.terrain)
        self.cost = {hex: data["terrain"][name]["cost"] for hex, name in self.terrain.items()}
        self.stop = frozenset(hex for hex, name in self.terrain.items() if name in ("beach", "ravine"))
        self.no_tanks = frozenset(hex for hex, name in self.terrain.items() if name in ("ravine", "mountain", "mine"))
        self.hills = frozenset(map(str, data["hills"]))
        self.beaches: dict[str, dict[str, list[str]]] = data["beaches"]
        sectors = data["sectors"]
        self.mountain = tuple(sectors["Suribachi"]["mountain"])
        ring = set(self.mountain) | set(sectors["Suribachi"]["ring"])
        self.sector: dict[str, int] = dict.fromkeys(ring, 0)
        for hex in self.land - ring:
            for number in range(1, 7):
                (top, bottom), (left, right) = sectors[number]["lines"], sectors[number]["positions"]
                if top <= line_of(hex) <= bottom and left <= place_of(hex) <= right:
                    self.sector[hex] = number
        both = data["symbols"]
        self.red = frozenset(hex for row in both["red"].values() for hex in row)
        self.symbols = self.red | frozenset(hex for row in both["white"].values() for hex in row)
        self.airfields: dict[int, list[str]] = data["airfields"]

    def rank(self, hex: str) -> int:
        """The place of a hex in the order in which Japan likes ground (19.5-d)."""
        order = components()["placement_priority"]
        return int(order.index("hill" if hex in self.hills else self.terrain[hex]))


@cache
def island() -> Island:
    return Island()


@dataclass(frozen=True)
class Position:
    """Everything on the table, as one who sees all would write it down."""

    solitaire: bool
    options: Mapping[str, Any]
    turn: int
    phase: str
    storm: bool
    coast: str
    us: Mapping[str, str]
    """U.S. units in the game: a hex, or the name of a box."""
    stacks: Mapping[str, tuple[str, ...]]
    """U.S. units by hex, the top one first."""
    depleted: frozenset[str]
    collins: str
    called: frozenset[int]
    dug: Mapping[str, str]
    """Dug-in units by hex."""
    up: Mapping[str, str]
    """Face-up Japanese units by hex."""
    container: frozenset[str]
    track: tuple[str, ...]
    cleared: frozenset[int]
    """Sectors; 0 is Suribachi."""
    marks: Marks = field(default_factory=lambda: Marks())

    # --- who is where

    @cached_property
    def japanese(self) -> frozenset[str]:
        return frozenset(self.dug) | frozenset(self.up)

    @cached_property
    def americans(self) -> frozenset[str]:
        return frozenset(self.stacks)

    def in_hex(self, hex: str) -> tuple[str, ...]:
        return self.stacks.get(hex, ())

    @property
    def last_turn(self) -> int:
        return 16 - len(self.called)

    @property
    def flag(self) -> bool:
        return 0 in self.cleared

    @cached_property
    def landing_beaches(self) -> frozenset[str]:
        """The beaches of the side chosen (11.3-b)."""
        return frozenset(hex for row in island().beaches.get(self.coast, {}).values() for hex in row)

    @cached_property
    def jp_zone(self) -> frozenset[str]:
        return frozenset(near for hex in self.japanese for near in around(hex))

    @cached_property
    def us_zone(self) -> frozenset[str]:
        """A lander that shares its hex with an enemy has no zone (14.2-f)."""
        return frozenset(near for hex in self.americans - self.japanese for near in around(hex))

    def far_from_japan(self, hex: str) -> bool:
        return hex in self._far

    @cached_property
    def _far(self) -> frozenset[str]:
        return frozenset(hex for hex in island().land if all(distance(hex, other) >= SAFE for other in self.japanese))

    def top(self, hex: str) -> tuple[str, ...]:
        """The unit or pair on top (14.3-b, 17.2-a)."""
        stack = self.in_hex(hex)
        if len(stack) > 1 and (kinds()[stack[0]].support or kinds()[stack[1]].support):
            return stack[:2]
        return stack[:1]

    def attack(self, name: str) -> int:
        """Attack factor now; `level: easier` gives full battalions one more."""
        kind = kinds()[name]
        if name == self.collins:
            return kind.collins[0]
        if name in self.depleted:
            return kind.weak[0]
        return kind.attack + (1 if kind.battalion and self.options["level"] == "easier" else 0)

    def defense(self, name: str) -> int:
        kind = kinds()[name]
        if name == self.collins:
            return kind.collins[1]
        return kind.weak[1] if name in self.depleted else kind.defense

    def fits(self, goers: Iterable[str], hex: str) -> bool:
        """Whether U.S. units could stop in a hex together with whoever is there (14.3, 17.1)."""
        if hex in self.landing_beaches:
            return True
        there = [*self.in_hex(hex), *goers]
        return len(there) == 1 or (len(there) == 2 and any(kinds()[name].support for name in there))

    def may_enter(self, name: str, hex: str) -> bool:
        return hex in island().land and not (kinds()[name].tank and hex in island().no_tanks)

    def shifted(self, names: Iterable[str], to: str) -> Position:
        """The same with some U.S. units of one hex in another, under whoever is there."""
        going = tuple(names)
        stacks = {hex: tuple(name for name in stack if name not in going) for hex, stack in self.stacks.items()}
        stacks[to] = (*stacks.get(to, ()), *going)
        return replace(
            self,
            us={**self.us, **dict.fromkeys(going, to)},
            stacks={hex: stack for hex, stack in stacks.items() if stack},
        )


@dataclass
class Marks:
    """What has happened in this phase, written down by whoever watches."""

    opened: bool = False
    moved: set[str] = field(default_factory=set)
    landed: set[str] = field(default_factory=set)
    landings: list[str] = field(default_factory=list)
    rebuilt: set[str] = field(default_factory=set)
    spent: int = 0
    ready: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By hex: who stood ready to attack from it when the combat phase began."""
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    advanced: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    declared: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    """By target: markers and attacking hexes."""
    tried: set[str] = field(default_factory=set)
    """Hexes of dug-in units that have had their try."""
    bombarded: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Another phase."""
        self.__dict__.update(Marks().__dict__)


def position_of(state: Any, marks: Marks) -> Position:
    """Read a state of the engine. Of what has been done in the phase nothing is taken from it."""
    ruleset = state.ruleset
    names, hexes = ruleset.unit_ids, ruleset.ground.names
    boxes = {-2: "available", -3: "reserves", -4: "eliminated", -5: "removed"}
    us = {names[unit]: hexes[at] if at >= 0 else boxes[at] for unit, at in enumerate(state.where[: ruleset.us_count]) if at != -1}
    stacks = {hexes[at]: tuple(names[unit] for unit in state.us_in(at)) for at in range(len(hexes)) if state.tops[at]}
    first = ruleset.us_count
    phases = ("jp deployment", "us beaches", *US_PHASES, "jp movement", "jp combat", "administrative")
    return Position(
        solitaire="jp" in ruleset.book,
        options=ruleset.parameters["options"],
        turn=state.turn,
        phase=phases[state.phase],
        storm=bool(state.storm),
        coast=("east", "west")[state.invasion] if state.invasion >= 0 else "",
        us=us,
        stacks=stacks,
        depleted=frozenset(names[unit] for unit, is_weak in enumerate(state.depleted) if is_weak),
        collins=names[state.collins] if state.collins >= 0 else "",
        called=frozenset(regiment for number, regiment in enumerate(ruleset.reserve_regiments) if state.called[number]),
        dug={hexes[at]: names[first + number - 1] for at, number in enumerate(state.dug) if number},
        up={hexes[at]: names[unit] for unit, at in enumerate(state.where) if unit >= first and at >= 0},
        container=frozenset(names[first + number] for number, inside in enumerate(state.container) if inside),
        track=tuple(names[unit] for unit in state.track),
        cleared=frozenset(number for number, flag in enumerate(state.cleared) if flag),
        marks=marks,
    )
