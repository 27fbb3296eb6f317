"""The tools of the drawing: sheets of numbers, lines, lattices, places for names."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beachhead.drawing import draw_board
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, area, chance, inside, noise, simplify
from beachhead.drawing.hexes.coast import outlines, trace
from beachhead.drawing.hexes.lattice import ACROSS, ALONG, Lattice
from beachhead.drawing.hexes.routes import Network
from beachhead.drawing.labels import Placer, Wish, overlap
from beachhead.drawing.stamps import path_of, stamped
from tests.drawing.paths import loops_of

coordinate = st.floats(-500, 500, allow_nan=False)
point = st.tuples(coordinate, coordinate)


@given(st.lists(point, min_size=3, max_size=30), st.integers(0, 1))
def test_rounding_does_not_add_up(points: list[tuple[float, float]], places: int) -> None:
    """However long a path is, its last point is where it should be."""
    (read,) = loops_of(Pen(places).polyline(points).text())
    for drawn, meant in zip(read, points, strict=True):
        assert math.dist(drawn, meant) <= 10**-places * 0.75


@given(st.lists(point, min_size=1, max_size=20))
def test_stamps_fall_where_they_should(points: list[tuple[float, float]]) -> None:
    strokes = loops_of(path_of(stamped("m0 0l1 1", points), {}))
    ends = [stroke[-1] for stroke in strokes if len(stroke) == 2]
    assert ends == [(round(x) + 1, round(y) + 1) for x, y in points]


def test_contours_go_around_what_is_high() -> None:
    field = Field(200, 200, 5)
    hill = field.fill(lambda x, y: 50 - math.dist((x, y), (100, 100)))
    (loop,) = hill.contours(0)
    assert all(abs(math.dist(p, (100, 100)) - 50) < 1 for p in loop)
    assert abs(abs(area(simplify(loop, 0.5))) - math.pi * 2500) < 200
    assert len(hill.made([[-value for value in row] for row in hill.rows]).contours(-20)) == 2, "a hole and the edge of the map"


def test_contours_of_saddles_close() -> None:
    field = Field(10, 10, 5)
    for corners in product((0.0, 1.0), repeat=9):
        sheet = field.made([list(corners[at : at + 3]) for at in (0, 3, 6)])
        total = sum(abs(area(loop)) for loop in sheet.contours(0.5))
        assert (total > 0) == any(corners)


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 9)), min_size=1, max_size=8))
def test_distances_are_exact(marks: set[tuple[int, int]]) -> None:
    field = Field(12, 9, 1)
    sheet = field.made([[1.0 if (i, j) in marks else 0.0 for i in range(field.columns)] for j in range(field.lines)]).distance()
    for i, j in product(range(field.columns), range(field.lines)):
        assert sheet.rows[j][i] == pytest.approx(min(math.dist((i, j), mark) for mark in marks))


def test_noise_is_smooth_and_fixed() -> None:
    assert noise(3.7, 8.1, 5) == noise(3.7, 8.1, 5)
    assert all(abs(noise(x / 50, 2.3, 5) - noise((x + 1) / 50, 2.3, 5)) < 0.1 for x in range(200))
    values = [chance(key) for key in range(500)]
    assert 0.4 < sum(values) / 500 < 0.6 and len(set(values)) == 500


@pytest.mark.parametrize("look", [{}, {"first": "north"}, {"lines": "columns"}, {"lines": "columns", "first": "east"}])
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_lattices_lie_as_they_should(look: dict[str, Any], shifted: str) -> None:
    lattice = Lattice({"lines": 7, "positions": 5, "shifted": shifted}, look)
    for name, near in lattice.near.items():
        here = lattice.centre(name)
        assert lattice.at(here) == name
        assert all(math.dist(here, lattice.centre(other)) == pytest.approx(ACROSS, abs=0.6) for other in near)
        for other in near:
            a, b = lattice.side(name, other)
            assert math.dist(a, b) == pytest.approx(ALONG / 1.5, abs=0.5)
            assert {(round(x), round(y)) for x, y in lattice.side(other, name)} == {(round(x), round(y)) for x, y in (a, b)}
    one, two = lattice.centre("0101"), lattice.centre("0301")
    towards = (two[0] - one[0], two[1] - one[1])
    expected = {"south": (0, -1), "north": (0, 1), "west": (1, 0), "east": (-1, 0)}[lattice.first]
    assert (round(towards[0] / (2 * ALONG)), round(towards[1] / (2 * ALONG))) == expected


def test_islands_and_lakes_have_their_own_shore() -> None:
    lattice = Lattice({"lines": 9, "positions": 9, "shifted": "even"}, {})
    ring = {"0404", *lattice.near["0404"]} - {"0404"}
    land = ring | {"0808"}
    assert sorted(len(loop) for loop in outlines(lattice, land)) == [6, 6, 18]
    shore = trace(lattice, land)
    assert [inside(lattice.centre(name), shore.loops) for name in ("0404", "0808", min(ring), "0101")] == [
        False,
        True,
        True,
        False,
    ]
    assert shore.along(land) and not shore.along(set())


def test_ways_pass_through_crossroads() -> None:
    lattice = Lattice({"lines": 5, "positions": 5, "shifted": "even"}, {})
    network = Network(lattice, {"road": [["0301", "0302"], ["0302", "0303"], ["0303", "0304"], ["0203", "0303"]]})
    assert sorted(map(len, network.chains("road"))) == [2, 4]
    ends = {network.points(chain)[-1] for chain in network.chains("road")} | {
        network.points(chain)[0] for chain in network.chains("road")
    }
    assert network.spots["0303"] in ends, "the branch begins where the main road passes"
    loop = Network(lattice, {"trail": [[a, b] for a, b in zip(("0302", "0303", "0203"), ("0303", "0203", "0302"), strict=True)]})
    assert sum(len(chain) - 1 for chain in loop.chains("trail")) == 3


def test_names_make_room_for_each_other() -> None:
    wishes = [Wish(text, "town", [(300.0, 300.0)]) for text in ("Alpha", "Bravo", "Charlie", "Delta")]
    Placer((600, 600), []).place(wishes)
    assert not any(overlap(a.box, b.box) for i, a in enumerate(wishes) for b in wishes[i + 1 :])


def test_a_small_plain_board_can_be_drawn() -> None:
    """No relief, no roads, no theme: still a map."""
    terrain = {
        f"{line:02}{at:02}": "clear" if 2 <= line <= 4 and 2 <= at <= 4 else "sea" for line in range(1, 6) for at in range(1, 6)
    }
    board = {"kind": "hexes", "lines": 5, "positions": 5, "shifted": "odd", "terrain": terrain}
    drawing = draw_board(board, {})
    assert len(drawing["spaces"]) == 25
    assert drawing["labels"] == [] and drawing["boxes"] == []
    jungle = draw_board(board | {"terrain": terrain | {"0303": "jungle"}}, {"terrain": {"jungle": {"scatter": "trees"}}})
    classes = {path["class"] for layer in jungle["layers"] for path in layer["paths"]}
    assert {"tint jungle", "sign trees"} <= classes
