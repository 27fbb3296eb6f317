"""What is printed inside an area, and where counters lie: name, value and symbols at its edge, room in its middle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Point
from beachhead.drawing.labels import STYLES, width

GRAIN = 4.0
"""How finely an area is looked at."""
COUNTER = 46.0
VALUE = 27.0
"""The side of the box with the value of an area."""
SYMBOL = 25.0
LINE = 21.0
"""From one line of a name to the next."""
MARK = 26.0
"""A marker with its gap."""
BOX = 38.0
"""The printed box of a marker."""
SLOTS = 9
FAR = 84.0
"""Piles need not lie farther apart."""

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(slots=True)
class Fit:
    """Where everything of an area stands."""

    lines: list[str]
    names: list[Point]
    value: Point | None = None
    symbols: list[Point] = field(default_factory=list)
    box: Point | None = None
    marks: Point = (0.0, 0.0)
    slots: list[Point] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Heading:
    """One way to set name, value and symbols: their places within a block, from its middle."""

    wide: float
    tall: float
    lines: tuple[str, ...]
    names: tuple[Point, ...]
    value: Point | None
    symbols: tuple[Point, ...]
    price: float


class Room:
    """The inside of an area on a fine sheet: how far every place is from the border."""

    def __init__(self, outline: Sequence[Point]) -> None:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self.left, self.top = min(xs) - 2 * GRAIN, min(ys) - 2 * GRAIN
        sheet = Field(max(xs) - self.left + 2 * GRAIN, max(ys) - self.top + 2 * GRAIN, GRAIN)
        rows = []
        for j in range(sheet.lines):
            y = self.top + j * GRAIN + 0.01
            crossings = sorted(
                (bx - ax) * (y - ay) / (by - ay) + ax
                for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
                if (ay > y) != (by > y)
            )
            row = [1.0] * sheet.columns
            for start, end in zip(crossings[::2], crossings[1::2], strict=True):
                for i in range(math.ceil((start - self.left) / GRAIN), math.floor((end - self.left) / GRAIN) + 1):
                    row[i] = 0.0
            rows.append(row)
        self.depth = sheet.made(rows).distance()
        self._found: dict[tuple[float, ...], list[Point]] = {}

    def at(self, x: float, y: float) -> float:
        """The way from a place to the border; 0 outside."""
        i, j = round((x - self.left) / GRAIN), round((y - self.top) / GRAIN)
        if not (0 <= i < self.depth.columns and 0 <= j < self.depth.lines):
            return 0.0
        return self.depth.rows[j][i]

    def holds(self, rect: Rect, margin: float) -> bool:
        """Whether a block lies within the area, so far from its border."""
        left, top, right, bottom = rect
        least = max(margin, 0.01)
        if min(self.at(x, y) for x in (left, right) for y in (top, bottom)) < least:
            return False
        wide, tall = max(1, math.ceil((right - left) / 12)), max(1, math.ceil((bottom - top) / 12))
        edges = [(left + (right - left) * i / wide, y) for i in range(wide + 1) for y in (top, bottom)]
        edges += [(x, top + (bottom - top) * j / tall) for j in range(tall + 1) for x in (left, right)]
        return all(self.at(x, y) >= least for x, y in edges)

    def deepest(self, inset: float) -> list[Point]:
        """Places so far from the border, the deepest first."""
        if (inset,) not in self._found:
            found = sorted(((self.at(*point), point) for point in self.places(8)), reverse=True)
            self._found[inset,] = [point for depth, point in found if depth >= inset]
        return self._found[inset,]

    def fitting(self, wide: float, tall: float, margin: float, step: float) -> list[Point]:
        """Where a block can stand, asked again and again."""
        key = (wide, tall, margin, step)
        if key not in self._found:
            self._found[key] = [at for at in self.places(step) if self.holds(around(at, wide, tall), margin)]
        return self._found[key]

    def places(self, step: float) -> Iterable[Point]:
        """Points all over the area."""
        by = max(1, round(step / GRAIN))
        for j in range(0, self.depth.lines, by):
            for i in range(0, self.depth.columns, by):
                if self.depth.rows[j][i] > 0:
                    yield (self.left + i * GRAIN, self.top + j * GRAIN)


def around(at: Point, wide: float, tall: float) -> Rect:
    """A block around its middle."""
    return (at[0] - wide / 2, at[1] - tall / 2, at[0] + wide / 2, at[1] + tall / 2)


def meet(one: Rect, two: Rect) -> bool:
    """Whether two blocks overlap."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def fit(
    outline: Sequence[Point], name: str, kind: str, *, value: bool, symbols: int, box: bool, keep: Sequence[Rect] = ()
) -> Fit:
    """Everything in its place: of all ways to print the name, the one that leaves most room for counters. No print on `keep`."""
    room = Room(outline)
    best: tuple[float, Fit, list[Rect]] | None = None
    for heading in headings(name, kind, value=value, symbols=symbols):
        for at in _edges(room, heading, keep):
            done = _filled(room, heading, at, box, keep)
            if done is not None and (best is None or done[0] > best[0]):
                best = done
    if best is None:
        return _cramped(room, next(iter(headings(name, kind, value=value, symbols=symbols))), box)
    _, found, taken = best
    found.slots = _more(room, taken, found.slots)
    return found


def headings(name: str, kind: str, *, value: bool, symbols: int) -> Iterable[Heading]:
    """The name in one line or two, its value and symbols before it or above it."""
    style = STYLES[kind]
    signs = (VALUE if value else 0.0) + symbols * (SYMBOL + 3.0) + (2.0 if symbols and value else 0.0)
    for lines in _split(name):
        long = max((width(line, style) for line in lines), default=0.0)
        tall = LINE * len(lines)
        gap = 7.0 if signs and lines else 0.0
        wide = signs + gap + long
        start = -wide / 2
        yield Heading(
            wide,
            max(VALUE if signs else 0.0, tall),
            tuple(lines),
            tuple(
                (start + signs + gap + width(line, style) / 2, LINE * (n - (len(lines) - 1) / 2)) for n, line in enumerate(lines)
            ),
            (start + VALUE / 2, 0.0) if value else None,
            tuple((start + (VALUE + 2 if value else 0) + (SYMBOL + 3) * (n + 0.5), 0.0) for n in range(symbols)),
            4.0 * (len(lines) - 1),
        )
        if signs:
            whole = VALUE + 3 + tall
            down = -whole / 2 + VALUE / 2
            yield Heading(
                max(signs, long),
                whole,
                tuple(lines),
                tuple((0.0, -whole / 2 + VALUE + 3 + LINE * (n + 0.5)) for n in range(len(lines))),
                (-signs / 2 + VALUE / 2, down) if value else None,
                tuple((-signs / 2 + (VALUE + 2 if value else 0) + (SYMBOL + 3) * (n + 0.5), down) for n in range(symbols)),
                6.0 + 4.0 * (len(lines) - 1),
            )


def _split(name: str) -> list[list[str]]:
    words = name.split()
    if len(words) < 2:
        return [[name]] if name else [[]]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [[name], [" ".join(words[:cut]), " ".join(words[cut:])]]


def _edges(room: Room, heading: Heading, keep: Sequence[Rect]) -> list[Point]:
    """Places for a heading: close to the upper or the lower end of the area, or at its sides."""
    places = room.fitting(heading.wide, heading.tall, 7.0, 8.0)
    found = [at for at in places if not any(meet(around(at, heading.wide, heading.tall), other) for other in keep)]
    if not found:
        return []
    chosen = []
    for pull in ((0, -1), (0, 1), (-1, 0), (1, 0), (-0.6, -0.8), (0.6, -0.8), (-0.6, 0.8), (0.6, 0.8)):
        # Of the places farthest that way the most even one: with as much air on its left as on its right.
        chosen.append(max(found, key=lambda at: at[0] * pull[0] + at[1] * pull[1] + 0.3 * room.at(*at)))
    return list(dict.fromkeys(chosen))


def _filled(room: Room, heading: Heading, at: Point, box: bool, keep: Sequence[Rect]) -> tuple[float, Fit, list[Rect]] | None:
    taken = [around(at, heading.wide + 4, heading.tall + 4)]
    row = _row(room, [*taken, *keep], box, at)
    if row is None:
        return None
    left, middle = row
    wide, tall = _row_size(box)
    taken.append((left, middle - tall / 2, left + wide, middle + tall / 2))
    best = _piles(room, taken)
    if best is None:
        return None
    found = _fit(heading, at, left, middle, box)
    # The first side lies left of the second, what is hidden lies below or above them.
    found.slots = _in_order(best[1])
    upper = at[1] < room.top + (room.depth.lines * GRAIN) / 2
    return best[0] - heading.price + (8.0 if upper else 0.0), found, taken


def _fit(heading: Heading, at: Point, left: float, middle: float, box: bool) -> Fit:
    x, y = at
    found = Fit(list(heading.lines), [(x + dx, y + dy) for dx, dy in heading.names])
    if heading.value is not None:
        found.value = (x + heading.value[0], y + heading.value[1])
    found.symbols = [(x + dx, y + dy) for dx, dy in heading.symbols]
    if box:
        found.box = (left + BOX / 2, middle)
    found.marks = (left + (BOX + 4 if box else 0) + MARK / 2, middle)
    return found


def _row_size(box: bool) -> tuple[float, float]:
    return (1.6 * MARK + (BOX + 4 if box else 0.0), BOX if box else MARK)


def _row(room: Room, taken: Sequence[Rect], box: bool, heading: Point) -> tuple[float, float] | None:
    """Where the printed box and the markers beside it stand: at the edge, not in the middle; left end and height of the row."""
    wide, tall = _row_size(box)
    best: tuple[float, Point] | None = None
    for x, y in room.fitting(wide, tall, 5.0, 6.0):
        rect = around((x, y), wide, tall)
        if any(meet(rect, other) for other in taken):
            continue
        cost = room.at(x, y) + 0.06 * math.dist((x, y), heading)
        if best is None or cost < best[0]:
            best = (cost, (x, y))
    return (best[1][0] - wide / 2, best[1][1]) if best is not None else None


def _piles(room: Room, taken: Sequence[Rect]) -> tuple[float, tuple[Point, ...]] | None:
    """Places for three piles of counters well apart, and how good they are."""
    for margin, side, price in (
        (3.0, COUNTER + 6, 0.0),
        (0.0, COUNTER, 12.0),
        (0.0, COUNTER - 18, 24.0),
        (-2.0, COUNTER - 14, 50.0),
    ):
        # Whole counters beside the print if that can be; in a small area they lie over some of it, or over the border.
        places = room.fitting(COUNTER, COUNTER, margin, 8.0) if margin >= 0 else room.deepest(COUNTER / 2 + margin)
        free = [(room.at(*at), at) for at in places if not any(meet(around(at, side, side), other) for other in taken)]
        free.sort(reverse=True)
        found = _trio(free[:: max(1, len(free) // 60)])
        if found is not None:
            return found[0] - price, found[1]
    return None


def _trio(places: Sequence[tuple[float, Point]]) -> tuple[float, tuple[Point, ...]] | None:
    """The three places, deepest first given, that lie farthest apart and deepest in the area."""
    count = len(places)
    depth = [0.6 * min(place[0], 42.0) for place in places]
    apart = [[min(math.dist(a[1], b[1]), FAR) for b in places] for a in places]
    far = [[j for j in range(i + 1, count) if apart[i][j] >= COUNTER + 8] for i in range(count)]
    best: tuple[float, tuple[Point, ...]] | None = None
    score = -1.0
    for i in range(count):
        row = apart[i]
        if FAR + 3 * depth[i] <= score:
            break
        for n, j in enumerate(far[i]):
            both, two = row[j], depth[i] + depth[j]
            if both + two + depth[j] <= score:
                continue
            for k in far[i][n + 1 :]:
                if both + two + depth[k] <= score:
                    break
                other = apart[j][k]
                if other < COUNTER + 8:
                    continue
                whole = min(both, row[k], other) + two + depth[k]
                if whole > score:
                    score = whole
                    best = (score, (places[i][1], places[j][1], places[k][1]))
    return best


def _more(room: Room, taken: Sequence[Rect], first: Sequence[Point]) -> list[Point]:
    """More places for counters after the first, as many as there is room for, at last over print or border."""
    slots, half = list(first), COUNTER / 2
    for apart, inset, over in ((50.0, half, 0.0), (48.0, half - 4, 4.0), (40.0, half - 8, 14.0), (30.0, half - 12, 40.0)):
        if len(slots) >= SLOTS:
            break
        for point in room.deepest(inset):
            if any(math.dist(point, slot) < apart for slot in slots):
                continue
            rect = around(point, COUNTER - over, COUNTER - over)
            if not any(meet(rect, other) for other in taken):
                slots.append(point)
    return slots[:SLOTS]


def _in_order(trio: Sequence[Point]) -> list[Point]:
    """Two that lie beside each other first, from left to right."""
    pairs = [(abs(a[1] - b[1]) - 0.4 * abs(a[0] - b[0]), sorted((a, b))) for a, b in itertools.combinations(trio, 2)]
    _, first = min(pairs)
    return [*first, *(point for point in trio if point not in first)]


def _cramped(room: Room, heading: Heading, box: bool) -> Fit:
    """An area too small for all that: everything around its deepest place."""
    depth, at = max((room.at(*point), point) for point in room.places(4))
    x, y = at
    found = _fit(heading, (x, y - heading.tall / 2 - 8), x - MARK, y + COUNTER / 2 + MARK / 2, box)
    reach = min(depth, COUNTER) * 0.6
    turns = [math.tau * turn / (SLOTS - 1) for turn in range(SLOTS - 1)]
    found.slots = [at, *((x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns)]
    return found
