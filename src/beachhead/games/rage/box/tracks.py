"""The tracks of Rage Against the Marines and the limits that it counts by: costs, dice, turns and points."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import TypeVar

from beachhead.engine.files.bounds import PRINTED
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.rage.state import FAMILY

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Landing:
    """Movement points that a landing costs, and units that may land in an area in one turn (10.3)."""

    at_beachhead: int
    on_beach: int
    on_coast: int
    units_on_beach: int
    units_on_coast: int


@dataclass(frozen=True, slots=True)
class Stacking:
    """Units that an area holds (chapter 3)."""

    us_ground: int
    us_support: int
    japanese: int


@dataclass(frozen=True, slots=True)
class ExtraDice:
    """Dice more for each unit: fire from hiding (11.1.1), Kirikami and Banzai Charges (22.3)."""

    surprise: int
    kirikami: int
    banzai: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A space of the turn track: its dates, and what its End Phase brings."""

    date: str
    naval: int
    """Naval support units that leave."""
    air: int
    """Air support units that leave."""
    red: bool
    """Whether the Japanese Marines are Revealed."""


@dataclass(frozen=True, slots=True)
class Victory:
    """Victory points (chapter 23) and the total that ends the game."""

    sudden_death: int
    per_safe_to_land: int
    pair: tuple[str, ...]
    """The two areas whose Safe to Land markers together bring more."""
    pair_extra: int
    per_us_step_lost: int
    third_division_off_beachhead: int
    per_unit: int
    hq: int
    per_area: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The Japanese set-up: units to an area, Caves in all and to an area (4.1, 4.2)."""

    units_per_area: int
    caves_total: int
    caves_per_area: int


def read_numbers(kind: type[T], item: Item, least: int = 0) -> T:
    """A mapping of whole numbers under the names that the fields of a class have."""
    names = list(kind.__annotations__)
    item.only(*names)
    return kind(*(item[name].whole(least) for name in names))


def by_die(item: Item, read: Callable[[Item], T]) -> list[T]:
    """The entries of a table by die, from 1 to 6."""
    given = {key: read(value) for key, value in item.entries()}
    if set(given) != set("123456"):
        raise item.fail("an entry is needed for each face 1 to 6")
    return [given[face] for face in "123456"]


def read_hit_faces(item: Item) -> frozenset[int]:
    """The faces that are Hits: the highest ones, so that one number tells them from the others."""
    faces = frozenset(face.whole(1) for face in item.each())
    if not faces or faces != set(range(min(faces), 7)):
        raise item.fail("the faces that hit are the highest ones of a die, such as [5, 6]")
    return faces


def read_landing(item: Item) -> Landing:
    """What a landing costs and how many may land (10.3)."""
    item.only("mp_cost", "units_per_turn")
    cost, units = item["mp_cost"], item["units_per_turn"]
    cost.only("beach_with_beachhead", "beach", "other_coastal")
    units.only("beach", "other_coastal")
    return Landing(
        at_beachhead=cost["beach_with_beachhead"].whole(),
        on_beach=cost["beach"].whole(),
        on_coast=cost["other_coastal"].whole(),
        units_on_beach=units["beach"].whole(),
        units_on_coast=units["other_coastal"].whole(),
    )


@enforces(FAMILY, "3-turn")
def read_track(item: Item) -> tuple[Turn, ...]:
    """The turn track, turns counted from 1 without a gap."""
    turns = []
    for number, row in enumerate(item.each(PRINTED), 1):
        row.only("turn", "date", "naval_withdrawal", "air_withdrawal", "red_units_revealed")
        if row["turn"].whole(1) != number:
            raise row["turn"].fail(f"turn {number} comes here")
        naval, air, red = (row.get(key) for key in ("naval_withdrawal", "air_withdrawal", "red_units_revealed"))
        turns.append(
            Turn(row["date"].text(), naval.whole() if naval else 0, air.whole() if air else 0, red.flag() if red else False)
        )
    if not turns:
        raise item.fail("a track has at least one turn")
    return tuple(turns)


def read_victory(item: Item, airfields: Container[str]) -> Victory:
    """Victory points, and the total that ends the game."""
    item.only("sudden_death", "us_end_phase", "japanese_at_once", "japanese_after_turn_9")
    us, at_once, after = item["us_end_phase"], item["japanese_at_once"], item["japanese_after_turn_9"]
    us.only("per_safe_to_land", "pair")
    us["pair"].only("areas", "extra")
    at_once.only("per_us_step_lost", "third_division_off_beachhead")
    after.only("per_unit", "hq", "per_area")
    pair = tuple(_airfield(area, airfields) for area in us["pair"]["areas"].each())
    if len(set(pair)) != 2 or len(pair) != 2:
        raise us["pair"]["areas"].fail("a pair is two areas")
    return Victory(
        sudden_death=item["sudden_death"].whole(1),
        per_safe_to_land=us["per_safe_to_land"].whole(),
        pair=pair,
        pair_extra=us["pair"]["extra"].whole(),
        per_us_step_lost=at_once["per_us_step_lost"].whole(),
        third_division_off_beachhead=at_once["third_division_off_beachhead"].whole(),
        per_unit=after["per_unit"].whole(),
        hq=after["hq"].whole(),
        per_area=after["per_area"].whole(),
    )


def _airfield(item: Item, airfields: Container[str]) -> str:
    if item.text() not in airfields:
        raise item.fail(f"{item.text()} has no box for Safe to Land")
    return item.text()
