"""The slow implementation against the worked examples of the material, so that it is right before anything is measured by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from . import fighting, japan, movement
from .board import Marks, Position, around, components, distance, island, kinds

pytestmark = pytest.mark.game("bonins")
OPTIONS = {"leave_zones": "free", "stack_test": "each_move", "banzai_count_suribachi": False, "level": "historical"}


def at(**changes: Any) -> Position:
    """A position on the island."""
    usual = Position(
        solitaire=True, options=OPTIONS, turn=1, phase="us movement", storm=False, coast="east", us={}, stacks={},
        depleted=frozenset(), collins="", called=frozenset(), dug={}, up={}, container=frozenset(), track=(),
        cleared=frozenset(), marks=Marks(),
    )  # fmt: skip
    found = replace(usual, **changes)
    stacks: dict[str, tuple[str, ...]] = {}
    for name, hex in found.us.items():
        if hex in island().land:
            stacks[hex] = (*stacks.get(hex, ()), name)
    return replace(found, stacks=stacks)


def garrison() -> dict[str, str]:
    """Set-up: somebody in every red hex."""
    names = [name for name, kind in kinds().items() if not kind.us]
    return dict(zip(sorted(island().red), names, strict=True))


def test_lattice() -> None:
    assert set(around("1111")) == {"1010", "1011", "1110", "1112", "1210", "1211"}
    assert set(around("2610")) == {"2510", "2511", "2609", "2611", "2710", "2711"}
    assert (distance("0106", "2812"), distance("2312", "2611"), distance("1111", "1213")) == (27, 3, 3)


def test_reach_of_a_lone_unit() -> None:
    reach = []
    for phase, storm in (("us movement", False), ("us mobile movement", False), ("us mobile movement", True)):
        position = at(us={"1/23": "2112"}, phase=phase, storm=storm, dug={})
        start = position.us["1/23"]
        points = movement.allowance(position, "1/23")
        reach.append(len(movement.walk(position, "1/23", start, points, lambda hex: bool(hex), frozenset())))
    assert reach == [53, 31, 15]


def test_reach_at_set_up() -> None:
    position = at(us={"1/23": "2113"}, dug=garrison(), phase="us mobile movement")
    assert movement.us_reach(position, "1/23") == {"2012", "2013", "2112", "2212", "2213"}


def test_placement_at_set_up() -> None:
    position = at(dug=garrison())
    white = components()["symbols"]["white"]
    for sector in range(1, 7):
        assert japan.eligible(position, sector) == set(white[sector])
    taken = [japan.best(japan.eligible(position, sector)) for sector in range(1, 7)]
    assert taken == [{"1809"}, {"0915", "1215"}, {"1311"}, {"0908"}, {"0107", "0704", "0807"}, {"0611", "0816"}]


def test_search_at_set_up() -> None:
    position = at(dug={hex: name for hex, name in garrison().items() if hex != "2312"})
    found = japan.candidates(position, "2312", "2312")
    assert found[:6] == ["0207", "0311", "0406", "0508", "0512", "0606"]
    assert not set(found) & set(island().mountain)


def test_airfields() -> None:
    blocking: dict[int, set[str]] = {1: set(), 2: set()}
    for hex in island().symbols:
        found = fighting.markers(at(dug={hex: "8 AT"}))
        if found == 9:
            blocking[1].add(hex)
        elif found == 10:
            blocking[2].add(hex)
    first = "1611 1711 1712 1810 1812 1911 1912 2011 2012 2112 2211"
    second = "1212 1311 1313 1409 1412 1413 1509 1511 1512 1609 1611"
    assert blocking == {1: set(first.split()), 2: set(second.split()) - set(first.split())}
    assert fighting.markers(at(dug={})) == 11
    assert fighting.markers(at(dug={}, storm=True)) == 9


def test_order_of_the_bombardment() -> None:
    units = dict(zip(("1/23", "2/23", "3/23", "1/24", "2/24"), ("2712", "2811", "2812", "2713", "2810"), strict=True))
    assert japan.search_order(at(us=units), []) == ["2812", "2811", "2810", "2713", "2712"]
    assert japan.search_order(at(us=units, cleared=frozenset({0})), [])[0] == "2712"


def test_columns() -> None:
    assert fighting.column("1713", 8) == 6  # Broken.
    assert fighting.column("1212", 17) == fighting.column("1212", 40) == 9  # A hill.
    assert fighting.column("2010", 0) == 3  # Clear.
    assert fighting.column("2609", 11) == 7  # Rough.


def test_choices_at_the_start() -> None:
    us = {name: kind.starts for name, kind in kinds().items() if kind.us}
    for coast, hexes in (("east", 11), ("west", 9)):
        found = movement.us_phase(at(us=us, dug=garrison(), coast=coast))
        assert len([action for action in found if action.startswith("land")]) == 26 * hexes
        assert len([action for action in found if action.startswith("collins")]) == 3
        assert len(found) == 26 * hexes + 4
