"""Area maps against plain counting."""

from __future__ import annotations

from itertools import product

import pytest

from beachhead.boards.areas import UNREACHABLE, Area, AreaMap
from beachhead.boards.hexes import mask_of


def area_map(borders: dict[str, list[str]]) -> AreaMap[Area]:
    return AreaMap([Area(name, f"The {name}") for name in borders], borders)


RING = area_map({"a": ["b", "f"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c", "e"], "e": ["d", "f"], "f": ["a", "e"]})
SPLIT = area_map({"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"], "lone": []})
STAR = area_map({"x": ["hub"], "hub": ["z", "x", "y"], "y": ["hub"], "z": ["hub"]})
each_map = pytest.mark.parametrize("areas", [RING, SPLIT, STAR], ids=["ring", "split", "star"])


@each_map
def test_neighbours_are_mutual_and_ascending(areas: AreaMap[Area]) -> None:
    for space, around in enumerate(areas.neighbours):
        assert list(around) == sorted(set(around))
        assert all(space in areas.neighbours[near] for near in around)
        assert areas.neighbour_mask[space] == mask_of(around)
        assert areas.bit[space] == 1 << space


@each_map
def test_distances_obey_the_borders(areas: AreaMap[Area]) -> None:
    """Zero at home, one across a border, else one more than the nearest neighbour's."""
    for first, second in product(range(areas.size), repeat=2):
        distance = areas.distance(first, second)
        assert distance == areas.distance(second, first) == areas.distances(first)[second]
        assert (distance == 0) == (first == second)
        assert (distance == 1) == (second in areas.neighbours[first])
        if first != second:
            nearest = min((areas.distance(near, second) for near in areas.neighbours[first]), default=UNREACHABLE)
            assert distance == min(nearest + 1, UNREACHABLE)


def test_areas_without_a_way_between_them() -> None:
    assert SPLIT.distance(SPLIT.space("a"), SPLIT.space("c")) == UNREACHABLE
    assert SPLIT.distance(SPLIT.space("lone"), SPLIT.space("lone")) == 0


def test_names_are_found_as_ids_and_as_printed() -> None:
    assert STAR.names == ("x", "hub", "y", "z")
    assert STAR.find("hub") == STAR.find("The Hub") == STAR.find(" HUB ") == STAR.space("hub") == 1
    assert STAR.find("The") is None
    assert STAR.area("hub") == Area("hub", "The hub")
    with pytest.raises(KeyError):
        STAR.space("The hub")


def test_an_id_is_stronger_than_another_areas_printed_name() -> None:
    areas = AreaMap([Area("north", "south"), Area("south", "Far South")], {"north": ["south"], "south": ["north"]})
    assert areas.find("south") == areas.space("south") == 1


@pytest.mark.parametrize(
    ("borders", "fault"),
    [
        ({"a": ["b"], "b": []}, "a borders b, but not the other way round"),
        ({"a": ["c"], "b": []}, "a borders 'c', which is not an area"),
        ({"a": ["a"]}, "a borders itself"),
        ({"a": ["b", "b"], "b": ["a"]}, "a neighbour of a is listed twice"),
    ],
)
def test_maps_that_make_no_sense_are_refused(borders: dict[str, list[str]], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        area_map(borders)


def test_two_areas_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="the same id"):
        AreaMap([Area("a", "A"), Area("a", "B")], {})
