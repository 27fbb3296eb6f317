"""Names: where each can stand without running over another name, a road or a town."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from beachhead.drawing.geometry import Point
from beachhead.drawing.hexes.lattice import ACROSS


@dataclass(frozen=True, slots=True)
class Style:
    """How a kind of name is set, as the style sheet has it (board.css): the size of its letters, their font with its weight, and
    the space between them; and how much it matters."""

    size: float
    face: str
    weight: int
    level: int
    spacing: float = 0.0


STYLES = {
    "ocean": Style(44, "serif-italic 400", 9, 0, 13.0),
    "bay": Style(22, "serif-italic 400", 7, 0, 2.2),
    "region": Style(19, "serif-italic 400", 6, 1, 2.0),
    "town": Style(21, "serif 700", 8, 0),
    "capital": Style(25, "serif 700", 10, 0, 0.6),
    "city": Style(21, "serif 700", 9, 0),
    "zone": Style(21, "serif 700", 9, 0, 2.0),
    "line": Style(18, "serif 700", 9, 0, 1.2),
    "abroad": Style(17, "serif-italic 400", 5, 0, 0.8),
    "airfield": Style(17, "serif 600", 6, 0),
    "height": Style(19, "serif-italic 400", 7, 0, 0.4),
    "ridge": Style(17, "serif-italic 400", 6, 0, 0.4),
    "lake": Style(14.5, "serif-italic 400", 4, 1),
    "cape": Style(15, "serif-italic 400", 4, 1),
    "beach": Style(14, "serif 400", 3, 1, 0.6),
    "minor": Style(14, "serif 400", 3, 1),
    "stream": Style(13, "serif-italic 400", 2, 1),
    "place": Style(17, "serif 600", 5, 0),
    "mountain": Style(24, "serif-italic 700", 9, 0, 1.0),
    "hill": Style(16, "serif-italic 600", 7, 0, 0.2),
    "village": Style(15.5, "serif 700", 6, 0),
    "landing": Style(16, "serif 700", 9, 0, 1.6),
    "sector": Style(34, "serif 700", 9, 0),
    "sector-cross": Style(96, "serif 400", 9, 0),
    "area-name": Style(21, "serif 600", 8, 0),
    "key-text": Style(16, "serif 400", 1, 0),
    "hill-name": Style(21, "serif-italic 600", 8, 0),
}


@cache
def letters(face: str) -> dict[str, float]:
    """How wide the letters of a font of the page are, in parts of their size (`make fonts`)."""
    found: dict[str, float] = json.loads(Path(__file__).with_name("letters.json").read_text(encoding="utf-8"))[face]
    return found


@cache
def width(text: str, style: Style) -> float:
    """How wide a text is. A letter that is not in the font is taken for a wide one."""
    known = letters(style.face)
    return sum(known.get(letter, 1.0) for letter in text) * style.size + style.spacing * len(text)


@dataclass(slots=True)
class Wish:
    """A name and what it belongs to."""

    text: str
    kind: str
    anchors: list[Point]
    angle: float = 0.0
    fixed: bool = False
    seaward: Point | None = None
    wet: bool = False
    placed: Point = (0.0, 0.0)
    more: dict[str, Any] = field(default_factory=dict)
    """What else the drawing says of it."""
    box: list[Point] = field(default_factory=list)
    style: Style = field(init=False)
    """How it is set."""
    reach: float = field(init=False)
    """No part of the name is farther from its middle."""

    def __post_init__(self) -> None:
        self.style = STYLES.get(self.kind.split()[0], STYLES["place"])
        self.reach = width(self.text, self.style) / 2 + self.style.size


def corners(wish: Wish, at: Point, margin: float = 2.0) -> list[Point]:
    """The four corners of a name's box, turned as the name is; `at` is the middle of the text."""
    half, tall = width(wish.text, wish.style) / 2 + margin, wish.style.size * 0.5 + margin
    cos, sin = math.cos(math.radians(wish.angle)), math.sin(math.radians(wish.angle))
    return [
        (at[0] + x * cos - y * sin, at[1] + x * sin + y * cos)
        for x, y in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))
    ]


def overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two turned boxes touch (separating axes)."""
    for box in (one, two):
        for a, b in ((box[0], box[1]), (box[1], box[2])):
            axis = (b[0] - a[0], b[1] - a[1])
            first = [axis[0] * x + axis[1] * y for x, y in one]
            second = [axis[0] * x + axis[1] * y for x, y in two]
            if max(first) < min(second) or max(second) < min(first):
                return False
    return True


def contains(box: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a turned box."""
    ax, ay = box[0]
    ux, uy = box[1][0] - ax, box[1][1] - ay
    vx, vy = box[3][0] - ax, box[3][1] - ay
    px, py = point[0] - ax, point[1] - ay
    along, down = px * ux + py * uy, px * vx + py * vy
    return 0 <= along <= ux * ux + uy * uy and 0 <= down <= vx * vx + vy * vy


class Placer:
    """Looks for the best place of every name, the weightiest first, then lets each try again."""

    def __init__(
        self,
        size: tuple[float, float],
        avoid: Iterable[tuple[Point, float]],
        blocked: Sequence[Sequence[Point]] = (),
        dry: Callable[[Point], bool] | None = None,
    ) -> None:
        self.width, self.height = size
        self.blocked = blocked
        self.dry = dry
        self.cells: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for point, cost in avoid:
            self.cells.setdefault((int(point[0] // 60), int(point[1] // 60)), []).append((point, cost))

    def place(self, wishes: Sequence[Wish]) -> None:
        """Give every wish its place."""
        order = sorted(wishes, key=lambda wish: (not wish.fixed, -wish.style.weight, wish.text))
        done: list[Wish] = []
        for wish in order:
            self._settle(wish, done)
            done.append(wish)
        for _ in range(3):
            for wish in order:
                if not wish.fixed:
                    self._settle(wish, [other for other in order if other is not wish])

    def _settle(self, wish: Wish, others: Sequence[Wish]) -> None:
        choices = [(0.0, wish.anchors[0])] if wish.fixed else _spots(wish)
        best = math.inf
        for cost, at in sorted(choices):
            if cost >= best:
                break
            whole = cost + self._cost(wish, at, others)
            if whole < best:
                best, wish.placed = whole, at
        wish.box = corners(wish, wish.placed)

    def _cost(self, wish: Wish, at: Point, others: Sequence[Wish]) -> float:
        box = corners(wish, at)
        reach = wish.reach
        near = (other for other in others if math.dist(at, other.placed) < reach + other.reach)
        cost = sum(1000.0 for other in near if overlap(box, other.box))
        cost += sum(1000.0 for other in self.blocked if overlap(box, other))
        xs, ys = [x for x, _ in box], [y for _, y in box]
        if min(xs) < 30 or min(ys) < 30 or max(xs) > self.width - 30 or max(ys) > self.height - 30:
            cost += 1000.0
        for column in range(int(min(xs) // 60), int(max(xs) // 60) + 1):
            for row in range(int(min(ys) // 60), int(max(ys) // 60) + 1):
                cost += sum(price for point, price in self.cells.get((column, row), ()) if contains(box, point))
        if wish.wet and self.dry is not None:
            (ax, ay), (bx, by), _, (dx, dy) = box
            for part in range(7):
                for down in (0.2, 0.8):
                    along = part / 6
                    point = (ax + (bx - ax) * along + (dx - ax) * down, ay + (by - ay) * along + (dy - ay) * down)
                    cost += 7.0 if self.dry(point) else 0.0
        return cost


def _spots(wish: Wish) -> list[tuple[float, Point]]:
    """Places to try, each with what it costs to be there: next to the middle of what is named."""
    x = sum(point[0] for point in wish.anchors) / len(wish.anchors)
    y = sum(point[1] for point in wish.anchors) / len(wish.anchors)
    half = width(wish.text, wish.style) / 2
    found = []
    for ring, distance in enumerate((0.0, 0.42, 0.58, 0.78, 1.0, 1.3, 1.6)):
        for turn in range(24 if distance else 1):
            angle = math.tau * turn / 24
            dx, dy = math.cos(angle), math.sin(angle)
            away = distance * ACROSS
            # A name beside its place begins where it ends: half its width further out, the more the flatter the angle.
            at = (x + dx * (away + half * abs(dx) ** 0.6 * (1 if distance else 0)), y + dy * away)
            cost = 2.2 * ring * ring + (3.0 if not distance else 0.0) + 1.5 * abs(dx)
            if wish.seaward is not None:
                sx, sy = wish.seaward
                cost += 14.0 * (1 - (dx * sx + dy * sy)) if distance else 40.0
            found.append((cost, at))
    return found


def plain(wishes: Sequence[Wish]) -> list[dict[str, Any]]:
    """The names as the drawing carries them."""
    found = []
    for wish in wishes:
        label: dict[str, Any] = {
            "text": wish.text,
            "x": round(wish.placed[0], 1),
            "y": round(wish.placed[1], 1),
            "class": wish.kind,
            "level": wish.style.level,
        }
        if wish.angle:
            label["angle"] = wish.angle
        found.append(label | wish.more)
    return found
