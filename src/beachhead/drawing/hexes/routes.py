"""Lines over the land: roads and trails from hex to hex, rivers and cliffs along hexsides, beaches along the shore."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from beachhead.drawing.geometry import Pen, Point, across, between, chance, middle, noise
from beachhead.drawing.hexes.coast import Shore
from beachhead.drawing.hexes.lattice import Lattice
from beachhead.drawing.stamps import stamped

SEED = 77
Edge = tuple[str, str]


class Network:
    """Roads and trails together: where they meet, they meet in one point."""

    def __init__(self, lattice: Lattice, routes: Mapping[str, Sequence[Sequence[str]]], fixed: Collection[str] = ()) -> None:
        self.lattice = lattice
        self.kinds = {kind: {tuple(sorted(pair)) for pair in pairs} for kind, pairs in routes.items()}
        self.joins: dict[str, set[str]] = {}
        for pairs in self.kinds.values():
            for a, b in pairs:
                self.joins.setdefault(a, set()).add(b)
                self.joins.setdefault(b, set()).add(a)
        self.spots = {name: self._spot(name, fixed) for name in self.joins}

    def _spot(self, name: str, fixed: Collection[str]) -> Point:
        """Where the way passes a hex: near its middle, but without the zigzag of the lattice."""
        x, y = self.lattice.centre(name)
        near = [self.lattice.centre(other) for other in sorted(self.joins[name])]
        if name in fixed or len(near) != 2:
            return (x + 2.5 * noise(x / 40, y / 40, SEED), y + 2.5 * noise(x / 40, y / 40, SEED + 1))
        mean = ((near[0][0] + near[1][0]) / 2, (near[0][1] + near[1][1]) / 2)
        smooth = between((x, y), mean, 0.5)
        return (smooth[0] + 4.5 * noise(x / 75, y / 75, SEED), smooth[1] + 4.5 * noise(x / 75, y / 75, SEED + 1))

    def chains(self, kind: str) -> list[list[str]]:
        """The ways of a kind as chains of hexes, as long as they go on; a straight way goes on through a junction."""
        left = set(self.kinds.get(kind, ()))
        onward: dict[tuple[str, str], str] = {}
        for name in sorted(self.joins):
            ways = sorted(other for other in self.joins[name] if tuple(sorted((name, other))) in left)
            while len(ways) > 1:
                a, b = max(
                    ((a, b) for i, a in enumerate(ways) for b in ways[i + 1 :]),
                    key=lambda pair: (self._straight(name, *pair), pair),
                )
                onward[a, name], onward[b, name] = b, a
                ways = [way for way in ways if way not in (a, b)]
        found = []
        while left:
            ends = sorted(edge for pair in left for edge in (pair, pair[::-1]) if (edge[1], edge[0]) not in onward)
            chain = list(ends[0] if ends else min(left))
            left.discard(_pair(chain[0], chain[1]))
            while (chain[-2], chain[-1]) in onward:
                step = onward[chain[-2], chain[-1]]
                if _pair(chain[-1], step) not in left:
                    break
                left.discard(_pair(chain[-1], step))
                chain.append(step)
            found.append(chain)
        return found

    def _straight(self, name: str, a: str, b: str) -> float:
        (x, y), (ax, ay), (bx, by) = (self.lattice.centre(each) for each in (name, a, b))
        return -((ax - x) * (bx - x) + (ay - y) * (by - y))

    def points(self, chain: Sequence[str]) -> list[Point]:
        """The way through a chain of hexes: their spots, and between them a point that wanders a little."""
        found = [self.spots[chain[0]]]
        for a, b in pairwise(chain):
            first, second = self.spots[a], self.spots[b]
            x, y = middle(first, second)
            nx, ny = across(first, second)
            away = 2.6 * noise(x / 21, y / 21, SEED + 5)
            found += [(x + nx * away, y + ny * away), second]
        return found

    def path(self, kind: str) -> str:
        """All ways of a kind as path data."""
        pen = Pen()
        for chain in self.chains(kind):
            pen.through(self.points(chain))
        return pen.text()

    def sampled(self) -> list[Point]:
        """Points along all ways, for whatever should keep clear of them."""
        found = []
        for kind in self.kinds:
            for chain in self.chains(kind):
                points = self.points(chain)
                for a, b in pairwise(points):
                    found += [between(a, b, part / 3) for part in range(3)]
                found.append(points[-1])
        return found


def _pair(a: str, b: str) -> Edge:
    return (a, b) if a < b else (b, a)


def hexside_lines(lattice: Lattice, pairs: Sequence[Sequence[str]]) -> list[list[Point]]:
    """Hexsides chained into lines."""
    ends: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for a, b in pairs:
        one, two = lattice.side(a, b)
        ends.setdefault(_key(one), []).append((one, two))
        ends.setdefault(_key(two), []).append((two, one))
    found = []
    while ends:
        lone = [key for key, sides in ends.items() if len(sides) == 1]
        key = min(lone or ends)
        line: list[Point] = []
        while ends.get(key):
            one, two = min(ends[key])
            _drop(ends, one, two)
            line = line or [one]
            line.append(two)
            key = _key(two)
        found.append(line)
    return found


def _drop(ends: dict[tuple[int, int], list[tuple[Point, Point]]], one: Point, two: Point) -> None:
    for a, b in ((one, two), (two, one)):
        sides = [side for side in ends[_key(a)] if _key(side[1]) != _key(b)]
        if sides:
            ends[_key(a)] = sides
        else:
            del ends[_key(a)]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def river(lattice: Lattice, pairs: Sequence[Sequence[str]]) -> str:
    """Streams along hexsides, their corners worn down."""
    pen = Pen()
    for line in hexside_lines(lattice, pairs):
        points = [line[0]]
        for a, b in pairwise(line):
            x, y = middle(a, b)
            nx, ny = across(a, b)
            away = 3.0 * noise(x / 20, y / 20, SEED + 40)
            points += [between(a, b, 0.28), (x + nx * away, y + ny * away), between(a, b, 0.72)]
        pen.through([*points, line[-1]])
    return pen.text()


def cliff(lattice: Lattice, pairs: Sequence[Sequence[str]], levels: Mapping[str, int] | None = None) -> tuple[str, str]:
    """The edge of a cliff, and the teeth below it: toward the lower hex, where the board says which that is."""
    edge, teeth = Pen(), Pen()
    if levels:
        for a, b in pairs:
            upper, lower = (a, b) if levels.get(a, 0) >= levels.get(b, 0) else (b, a)
            one, two = lattice.side(upper, lower)
            if _falls_left(lattice, one, two, lower):
                one, two = two, one
            edge.polyline([one, two])
            _teeth(teeth, one, two)
        return edge.text(), teeth.text()
    for line in hexside_lines(lattice, pairs):
        edge.polyline(line)
        for one, two in pairwise(line):
            _teeth(teeth, one, two)
    return edge.text(), teeth.text()


def _falls_left(lattice: Lattice, one: Point, two: Point, lower: str) -> bool:
    """Whether a hex lies on the side of a line to which `across` points; teeth point away from there."""
    (x, y), (nx, ny), (cx, cy) = middle(one, two), across(one, two), lattice.centre(lower)
    return (cx - x) * nx + (cy - y) * ny > 0


def _teeth(pen: Pen, a: Point, b: Point) -> None:
    nx, ny = across(a, b)
    steps = max(3, round(math.dist(a, b) / 5.5))
    for step in range(steps):
        left, right = between(a, b, step / steps), between(a, b, (step + 0.8) / steps)
        x, y = middle(left, right)
        pen.polygon([left, right, (x - nx * 6.5, y - ny * 6.5)])


def escarpment(lattice: Lattice, pairs: Sequence[Sequence[str]], high: Mapping[str, float]) -> tuple[str, str]:
    """Steep hexsides that slow but do not stop: the upper edge, and strokes down to the lower hex, where one is lower."""
    edge, teeth = Pen(), Pen()
    for a, b in pairs:
        upper, lower = (a, b) if high.get(a, 0) >= high.get(b, 0) else (b, a)
        one, two = lattice.side(upper, lower)
        one, two = between(one, two, 0.04), between(one, two, 0.96)
        x, y = middle(one, two)
        cx, cy = lattice.centre(lower)
        nx, ny = across(one, two)
        if (cx - x) * nx + (cy - y) * ny < 0:
            nx, ny = -nx, -ny
        edge.polyline([one, two])
        steps = 7
        for step in range(steps):
            px, py = between(one, two, (step + 0.5) / steps)
            long = 7.5 if step % 2 == 0 else 5.0
            teeth.move((px, py)).line((px + nx * long, py + ny * long))
    return edge.text(), teeth.text()


def beaches(shore: Shore, hexes: Collection[str]) -> tuple[str, dict[str, object]]:
    """The sand along the shore of the beach hexes, and its grains."""
    pen = Pen()
    grains: list[Point] = []
    for line, run in enumerate(shore.along(hexes)):
        pen.polyline(run)
        for index, (a, b) in enumerate(pairwise(run)):
            nx, ny = across(a, b)
            for grain in range(2):
                deep = 3.0 + 8.0 * chance(line, index, grain)
                x, y = between(a, b, chance(line, index, grain, 5))
                grains.append((x - nx * deep, y - ny * deep))
    return pen.text(), stamped("h.1", grains)
