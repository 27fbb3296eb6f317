"""The components of Rage Against the Marines: ours (components.yaml), or an owner's folder in their place (chapters 2 to 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from beachhead.boards import areas as boards
from beachhead.boards.areas import UNREACHABLE, AreaMap
from beachhead.engine.files.bounds import AREAS, FAR, NAME, POINTS, PRINTED, UNITS, clip
from beachhead.engine.files.box import Box
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.rage.box.tracks import (
    ExtraDice,
    Landing,
    Limits,
    Stacking,
    Turn,
    Victory,
    by_die,
    read_hit_faces,
    read_landing,
    read_numbers,
    read_track,
    read_victory,
)
from beachhead.games.rage.state import FAMILY, JP, US

FOLDER: Final = Path(__file__).parent.parent
SECTIONS: Final = (
    "areas", "outline", "adjacency", "landing", "stacking", "us_ground_units", "us_support_units", "japanese_units", "markers",
    "counters_total", "hit_faces", "weather", "japanese_moves_by_die", "extra_dice", "turn_track", "victory",
    "japanese_setup_limits", "deployments",
)  # fmt: skip
CLASSES: Final = ("beach", "coastal", "inland", "hill")
"""What an area is by its Basic Defense Value; the book has no name for the third."""
SYMBOLS: Final = ("airfield", "beach", "mountain")
BOXES: Final = ("beachhead", "safe_to_land", "stars_and_stripes")
US_TYPES: Final = ("marines", "artillery", "tank")
SUPPORT_TYPES: Final = ("air_support", "naval_support")
JAPANESE_TYPES: Final = (
    "infantry", "machine_gun", "mortar", "artillery", "gun_emplacement", "tank", "rocket_artillery", "anti_tank_gun", "hq",
)  # fmt: skip
STRIPES: Final = {3: "blue", 4: "orange", 5: "green"}
RANGES: Final = ("one", "unlimited")
WEATHER: Final = ("good", "cloudy", "bad")
ROCKET: Final = "one_die_is_hits"
"""Written for the Bombardment Rating of the unit that has none in numbers (22.5)."""
RANDOM: Final = "random"
"""The set-up that the program scatters; no plan may be called so."""
MARKERS: Final = ("turn", "vp_us", "vp_japanese", "beachhead", "safe_to_land", "cave", "stars_and_stripes")
BEACHES: Final = 3


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter. Ratings are listed by steps left, with a zero for none; support has no assault and no movement."""

    id: str
    printed: str
    name: str
    side: int
    type: str
    bombardment: tuple[int, ...]
    """Empty for units that cannot bombard, all zeros for the rocket, which has no number there."""
    range: str
    start: str
    counters: int
    division: int = 0
    stripe: str = ""
    colour: str = "blue"
    steps: int = 1
    armor: int = 0
    at: bool = False
    assault: tuple[int, ...] = ()
    mp: tuple[int, ...] = ()

    @property
    @enforces(FAMILY, "2.1.1-c")
    def is_ground(self) -> bool:
        """Everything but air and naval support."""
        return self.type not in SUPPORT_TYPES


@dataclass(frozen=True, slots=True)
class Area(boards.Area):
    """An area of the island: Basic Defense Value, symbols, construction box, and the point from which its shape grows."""

    bdv: int
    symbols: frozenset[str]
    box: str
    seed: tuple[float, float]

    @property
    @enforces(FAMILY, "2.2.1-b")
    def kind(self) -> str:
        """Beach, coastal, inland or hill, by its Basic Defense Value."""
        return CLASSES[self.bdv]


@dataclass(frozen=True, slots=True)
class Plan:
    """A prepared Japanese set-up: area of every unit, Caves by area."""

    units: Mapping[str, str]
    caves: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Components:
    """Everything in the box, checked. Tables by die have an entry 0 that no die shows."""

    units: tuple[Unit, ...]
    """U.S. ground units, U.S. support, Japanese."""
    map: AreaMap[Area]
    outline: tuple[tuple[float, float], ...]
    landing: Landing
    stacking: Stacking
    markers: Mapping[str, int]
    hit_faces: frozenset[int]
    weather: tuple[str, ...]
    """Weather by die."""
    grounded: Mapping[str, int]
    """Air support units turned face down, by weather."""
    first_weather: str
    moves: tuple[int, ...]
    """Japanese units that may move, by die."""
    extra_dice: ExtraDice
    track: tuple[Turn, ...]
    """Turn 1 first."""
    victory: Victory
    setup_limits: Limits
    plans: Mapping[str, Plan]


def read_components(sections: Mapping[str, Item]) -> Components:
    """All sections, checked one by one and against each other."""
    island = read_map(sections["areas"], sections["adjacency"])
    units = read_units(sections)
    markers = read_markers(sections, units)
    limits = read_limits(sections["japanese_setup_limits"], island, units, markers)
    weather = sections["weather"]
    weather.only("by_die", "grounded", "first_turn")
    grounded = {name: item.whole() for name, item in weather["grounded"].entries()}
    if set(grounded) != set(WEATHER):
        raise weather["grounded"].fail(f"a number is needed for each of {', '.join(WEATHER)}")
    return Components(
        units=units,
        map=island,
        outline=tuple(_point(item) for item in sections["outline"].each(POINTS)),
        landing=read_landing(sections["landing"]),
        stacking=read_numbers(Stacking, sections["stacking"], 1),
        markers=markers,
        hit_faces=read_hit_faces(sections["hit_faces"]),
        weather=("", *by_die(weather["by_die"], lambda item: item.one_of(WEATHER))),
        grounded=grounded,
        first_weather=weather["first_turn"].one_of(WEATHER),
        moves=(0, *by_die(sections["japanese_moves_by_die"], Item.whole)),
        extra_dice=read_numbers(ExtraDice, sections["extra_dice"]),
        track=read_track(sections["turn_track"]),
        victory=read_victory(sections["victory"], [area.id for area in island.areas if area.box == "safe_to_land"]),
        setup_limits=limits,
        plans=read_plans(sections["deployments"], island, units, limits),
    )


# ---------------------------------------------------------------------- the map


@enforces(FAMILY, "2.2.1-a", "2.2.1-c", "3-area", "14-note")
def read_map(item: Item, borders: Item) -> AreaMap[Area]:
    """The areas and who borders whom; three beaches, one place for the flag."""
    found: dict[str, Area] = {}
    names: set[str] = set()
    for row in item.each(AREAS):
        area = _read_area(row)
        said = {area.id.casefold(), area.name.casefold()}
        if said & names:
            raise row.fail(f"{area.id} is listed twice, or has the name of another area")
        names |= said
        found[area.id] = area
    beaches = sum("beach" in area.symbols for area in found.values())
    if beaches != BEACHES:
        raise item.fail(f"{BEACHES} areas are beaches, not {beaches} (14-note)")
    flags = sum(area.box == "stars_and_stripes" for area in found.values())
    if flags != 1:
        raise item.fail(f"one area has a box for the Stars and Stripes, not {flags} (14-d)")
    near: dict[str, list[str]] = {}
    for name, row in borders.entries():
        if name not in found:
            raise row.fail(f"there is no area {name!r}")
        near[name] = [other.one_of(tuple(found)) for other in row.each()]
    for name, row in borders.entries():
        for other in row.each():
            if name not in near.get(other.text(), ()):
                raise other.fail(f"{name} borders {other.text()}, but {other.text()} does not border it")
    try:
        island = AreaMap(list(found.values()), near)
    except ValueError as error:
        raise borders.fail(str(error)) from None
    lone = [area for area, far in zip(island.names, island.distances(0), strict=True) if far == UNREACHABLE]
    if lone:
        raise borders.fail(f"there is no route from {island.names[0]} to {lone[0]}")
    return island


def _read_area(row: Item) -> Area:
    row.only("id", "name", "bdv", "symbols", "box", "seed")
    bdv = row["bdv"].whole()
    if bdv >= len(CLASSES):
        raise row["bdv"].fail(f"a Basic Defense Value is 0 to {len(CLASSES) - 1}, not {bdv}")
    symbols = frozenset(symbol.one_of(SYMBOLS) for symbol in row["symbols"].each())
    box = "" if row["box"].value is None else row["box"].one_of(BOXES)
    if ("beach" in symbols) != (CLASSES[bdv] == "beach"):
        raise row.fail("an area has the Beach symbol exactly if its Basic Defense Value is 0 (2.2.1-b)")
    if box == "beachhead" and "beach" not in symbols:
        raise row["box"].fail("a Beachhead box must be in a beach area (14)")
    if box == "safe_to_land" and "airfield" not in symbols:
        raise row["box"].fail("a Safe to Land box must be in an area with an airfield (3-area)")
    return Area(row["id"].name(), row["name"].name(), bdv, symbols, box, _point(row["seed"]))


def _point(item: Item) -> tuple[float, float]:
    numbers = [number.number(-FAR, FAR) for number in item.each()]
    if len(numbers) != 2:
        raise item.fail("a point is a pair [x, y]")
    return numbers[0], numbers[1]


# ---------------------------------------------------------------------- the counters


@enforces(FAMILY, "2.1.1-2")
def read_units(sections: Mapping[str, Item]) -> tuple[Unit, ...]:
    """All units: U.S. ground, U.S. support, Japanese."""
    readers: dict[str, Callable[[Item], Unit]] = {
        "us_ground_units": _read_marines,
        "us_support_units": _read_support,
        "japanese_units": _read_japanese,
    }
    units: dict[str, Unit] = {}
    for section, read in readers.items():
        for row in sections[section].each(UNITS // len(readers)):
            unit = read(row)
            if unit.id.casefold() in units:
                raise row.fail(f"{unit.id} is listed twice")
            units[unit.id.casefold()] = unit
    headquarters = sum(unit.type == "hq" for unit in units.values())
    if headquarters != 1:
        raise sections["japanese_units"].fail(f"there is one HQ, not {headquarters} (22.3.1-a)")
    return tuple(units.values())


@enforces(FAMILY, "2.1.1-1", "2.1.1-2-armor", "4.2-b", "4.2-d", "22.2.1-a")
def _read_marines(row: Item) -> Unit:
    """A U.S. ground unit. Its division says where it starts, and armor is for tanks."""
    row.only(
        "id", "division", "stripe", "type", "counters", "steps", "armor", "at", "assault", "mp", "bombardment", "range", "start"
    )
    division, kind = row["division"].whole(), row["type"].one_of(US_TYPES)
    if division not in STRIPES:
        raise row["division"].fail(f"the divisions are {', '.join(map(str, STRIPES))}, not {division}")
    stripe, start = row["stripe"].one_of((STRIPES[division],)), row["start"].one_of(("landing_area", "reserve"))
    if (start == "reserve") != (division == 3):
        raise row["start"].fail("the 3rd Division starts in reserve, the others in the landing_area (4.2)")
    armor = row["armor"].whole()
    if bool(armor) != (kind == "tank"):
        raise row["armor"].fail("U.S. tanks have an Armor Rating, and no other unit does (2.1.1-2-armor)")
    return _ground_unit(row, US, kind, row["id"].name(), division, stripe, "blue", armor, start)


@enforces(FAMILY, "2.1.1-3")
def _read_japanese(row: Item) -> Unit:
    row.only("id", "printed", "colour", "type", "counters", "steps", "at", "assault", "mp", "bombardment", "range")
    kind, colour = row["type"].one_of(JAPANESE_TYPES), row["colour"].one_of(("brown", "red"))
    return _ground_unit(row, JP, kind, row["printed"].name(), 0, "grey", colour, 0, "")


def _ground_unit(
    row: Item, side: int, kind: str, printed: str, division: int, stripe: str, colour: str, armor: int, start: str
) -> Unit:
    steps = row["steps"].whole(1)
    bombardment, reach = _bombardment(row, steps)
    _check_steps(row["steps"], side, kind, colour, bool(bombardment))
    if (kind == "rocket_artillery") != (row.mapping().get("bombardment") == ROCKET):
        raise row.fail(f"rocket artillery, and nothing else, has {ROCKET} for its bombardment (22.5)")
    return Unit(
        id=row["id"].name(),
        printed=printed,
        name=printed,
        side=side,
        type=kind,
        division=division,
        stripe=stripe,
        colour=colour,
        steps=steps,
        armor=armor,
        at=row["at"].flag(),
        assault=_by_steps(row["assault"], steps),
        mp=_by_steps(row["mp"], steps),
        bombardment=bombardment,
        range=reach,
        start=start,
        counters=row["counters"].whole(1),
    )


@enforces(FAMILY, "3-steps", "26")
def _check_steps(item: Item, side: int, kind: str, colour: str, artillery: bool) -> None:
    """Marine regiments have four steps, the Japanese HQ and artillery one, the rest two.

    The erratum on the red artillery counters makes sense for two steps only; one step is the other reading, so both pass (R4).
    """
    allowed: tuple[int, ...] = (2,)
    if kind == "marines":
        allowed = (4,)
    elif side == JP and (kind == "hq" or artillery):
        allowed = (1, 2) if colour == "red" else (1,)
    if item.whole() not in allowed:
        raise item.fail(f"such a unit has {' or '.join(map(str, allowed))} steps, not {item.whole()} (3-steps)")


@enforces(FAMILY, "2.1.1-4", "2.1.1-4-range", "22.5-a")
def _bombardment(row: Item, steps: int) -> tuple[tuple[int, ...], str]:
    """Ratings by steps and the range; a unit has both or neither."""
    rating, reach = row.get("bombardment"), row.get("range")
    if rating is None:
        if reach is not None:
            raise reach.fail("a range without a Bombardment Rating")
        return (), ""
    if reach is None:
        raise row.fail("a Bombardment Rating without a range")
    ratings = (0,) * (steps + 1) if rating.value == ROCKET else _by_steps(rating, steps)
    return ratings, reach.one_of(RANGES)


def _read_support(row: Item) -> Unit:
    row.only("id", "name", "type", "counters", "bombardment", "range", "start")
    name = row["name"].name()
    row["start"].one_of(("american_support",))
    return Unit(
        id=row["id"].name(),
        printed=name,
        name=name,
        side=US,
        type=row["type"].one_of(SUPPORT_TYPES),
        bombardment=(0, row["bombardment"].whole()),
        range=row["range"].one_of(RANGES[1:]),
        start="american_support",
        counters=row["counters"].whole(1),
    )


def _by_steps(item: Item, steps: int) -> tuple[int, ...]:
    given = {key: value.whole() for key, value in item.entries()}
    if set(given) != {str(left) for left in range(1, steps + 1)}:
        raise item.fail(f"a number is needed for each of the steps 1 to {steps}, and no other")
    return (0, *(given[str(left)] for left in range(1, steps + 1)))


@enforces(FAMILY, "2-a", "2.1", "2.1.2")
def read_markers(sections: Mapping[str, Item], units: Iterable[Unit]) -> dict[str, int]:
    """How many markers of each kind there are; with the units they make up all counters."""
    item = sections["markers"]
    item.only(*MARKERS)
    markers = {name: item[name].whole() for name in MARKERS}
    counted = sum(unit.counters for unit in units) + sum(markers.values())
    total = sections["counters_total"].whole(0, PRINTED * (UNITS + len(MARKERS)))
    if counted != total:
        raise sections["counters_total"].fail(f"there are {counted} counters, units and markers together, not {total}")
    return markers


# ---------------------------------------------------------------------- the Japanese set-up


def read_limits(item: Item, island: AreaMap[Area], units: Sequence[Unit], markers: Mapping[str, int]) -> Limits:
    """What the Japanese set-up has to keep to; it must be possible."""
    limits = read_numbers(Limits, item)
    if limits.caves_total > limits.caves_per_area * island.size:
        raise item.fail(f"{island.size} areas have no room for {limits.caves_total} Caves")
    if limits.caves_total > markers["cave"]:
        raise item["caves_total"].fail(f"there are only {markers['cave']} Cave markers")
    if sum(unit.side == JP for unit in units) > limits.units_per_area * island.size:
        raise item.fail(f"{island.size} areas have no room for all Japanese units")
    return limits


@enforces(FAMILY, "4.1-b", "4.2-e")
def read_plans(item: Item, island: AreaMap[Area], units: Sequence[Unit], limits: Limits) -> dict[str, Plan]:
    """The prepared set-ups, each of them complete and legal."""
    plans = {}
    japanese = tuple(unit.id for unit in units if unit.side == JP)
    for name, row in item.entries():
        if name.casefold() == RANDOM or not name.isidentifier() or len(name) > NAME:
            raise row.fail(f"{clip(name)} is not a valid setup name: use one word of at most {NAME} characters, not {RANDOM}")
        plans[name] = _read_plan(row, island, japanese, limits)
    if "default" not in plans:
        raise item.fail("'default' is missing")
    return {"default": plans["default"], **plans}


def _read_plan(item: Item, island: AreaMap[Area], japanese: tuple[str, ...], limits: Limits) -> Plan:
    item.only("units", "caves")
    units: dict[str, str] = {}
    for area, row in item["units"].entries():
        if area not in island.names:
            raise row.fail(f"there is no area {area!r}")
        crowd = list(row.each())
        if len(crowd) > limits.units_per_area:
            raise row.fail(f"{len(crowd)} units are too many for an area; the limit is {limits.units_per_area} (4.2-e)")
        for unit in crowd:
            if unit.one_of(japanese) in units:
                raise unit.fail(f"{unit.text()} is listed twice")
            units[unit.text()] = area
    missing = [unit for unit in japanese if unit not in units]
    if missing:
        raise item["units"].fail(f"{missing[0]} has no place")
    caves: dict[str, int] = {}
    for area, count in item["caves"].entries():
        if area not in island.names:
            raise count.fail(f"there is no area {area!r}")
        if count.whole() > limits.caves_per_area:
            raise count.fail(f"{count.whole()} Caves are too many for an area; the limit is {limits.caves_per_area} (4.1-b)")
        caves[area] = count.whole()
    if sum(caves.values()) != limits.caves_total:
        raise item["caves"].fail(f"a setup places {limits.caves_total} Caves, not {sum(caves.values())} (4.1-b)")
    return Plan(units, caves)


BOX: Final = Box(FOLDER / "components.yaml", SECTIONS, read_components)
