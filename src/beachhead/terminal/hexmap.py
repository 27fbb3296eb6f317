"""The hex map in characters: four for a hex, so that a whole island fits a screen of 100 by 40.

Everything that moves comes from a side's view; the ground comes from the printed map, which is not secret. Numbers that run along
the rows give a line of text for each row of hexes, every other one half a hex further; numbers that run down the columns give two
lines of text for each hex, every other column one line lower. Status and legend are written on the sea at the corners of the map,
if there is enough of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from rich.text import Text

from beachhead.terminal import status
from beachhead.terminal.counters import LOWERED, RAISED, WIDTH, short
from beachhead.terminal.words import Marker, View, Words, units_in

MARGIN: Final = 3
"""Characters before the first hex, for the number of the row."""
Mark = tuple[str, str]
"""A character and its style."""


@dataclass(frozen=True, slots=True)
class Ground:
    """How a kind of terrain looks: its mark, the color of the mark and the tint of the hex."""

    mark: str
    ink: str
    tint: str

    @property
    def style(self) -> str:
        """Ink and tint, as Rich writes them."""
        return f"{self.ink} on {self.tint}"


SEA: Final = Ground(" ", "#39617f", "#16324a")
PLAIN: Final = Ground("·", "#6d7f45", "#c9d6a0")
SCATTERED: Final[Mapping[str, Ground]] = {
    "tufts": Ground("∴", "#4f5d2c", "#9fae6b"),
    "peaks": Ground("^", "#f1dfc0", "#8a6f4d"),
    "blocks": Ground("#", "#2b2b2b", "#c9c2b8"),
    "trees": Ground("♣", "#dcebc8", "#3f6b3a"),
}
"""Terrain by the little signs that the theme scatters over it."""
OPEN_SEA: Final[Mark] = (SEA.mark, SEA.style)
NOTE_INK: Final = "#cfe3f2"
BEACH: Final = Ground("·", "#7a5a1e", "#f3dfa6")
GOAL: Final = Ground("·", "#3a3400", "#f7f052")
MARKER_INK: Final = "bold #0b3d91"
ROUTES: Final = "=-~"
"""Signs for the kinds of route, the best first."""
FIRST_UNIT, FIRST_EDGE = "bold #ffffff on #1f4fa3", "bold #ffe680 on #12336e"
SECOND_UNIT, SECOND_EDGE = "#2a0000 on #ffb3a1", "bold #ffffff on #b3261e"
CHOSEN_UNIT: Final = "bold #000000 on #ffffff"
FACE_DOWN: Final = "▣"
"""A counter that lies face down and has no sign of its own on its back."""
STACK: Final = "≡"
"""Several counters in one hex: this sign, and how many of each side. What they are is listed under the map."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The drawn map, line by line."""

    lines: list[Text] = field(default_factory=list)

    @property
    def width(self) -> int:
        """Characters in the longest line."""
        return max(line.cell_len for line in self.lines)

    @property
    def height(self) -> int:
        """Lines."""
        return len(self.lines)

    def text(self) -> Text:
        """The whole map, to be printed without wrapping."""
        return Text("\n").join(self.lines)


class HexMap:
    """The part of a board that is worth drawing: all land and a rim of sea."""

    def __init__(self, board: Mapping[str, Any], words: Words) -> None:
        self.words = words
        self.terrain: Mapping[str, str] = board["terrain"]
        self.beaches = frozenset(board.get("beaches", ()))
        self.routes = {kind: {hex for pair in pairs for hex in pair} for kind, pairs in (board.get("routes") or {}).items()}
        look = words.theme.get("map", {})
        self.in_rows = look.get("lines", "rows") == "rows"
        self.backward = look.get("first", "south" if self.in_rows else "west") in ("south", "east")
        self.parity = 0 if board["shifted"] == "even" else 1
        kinds = words.theme.get("terrain", {})
        used = set(self.terrain.values())
        self.sea = {kind for kind in used if kinds.get(kind, {}).get("sea", kind == "sea")}
        self.grounds = _grounds([*(kind for kind in kinds if kind in used), *sorted(used.difference(kinds))], kinds, self.sea)
        land = [name for name, kind in self.terrain.items() if kind not in self.sea] or list(self.terrain)
        lines, positions = [int(name[:2]) for name in land], [int(name[2:]) for name in land]
        self.lines = range(max(min(lines) - 1, 1), min(max(lines) + 1, board["lines"]) + 1)
        self.positions = range(max(min(positions) - 1, 1), min(max(positions) + 1, board["positions"]) + 1)

    def draw(self, view: View, *, goals: Collection[str] = (), chosen: str = "", notes: bool = True) -> Sheet:
        """The map as a side sees it; `goals` are hexes to shade, `chosen` is a unit to pick out."""
        markers = self.words.markers(view)
        stacks: dict[str, list[str]] = {}
        for name, unit in units_in(view).items():
            if unit["place"] in self.terrain:
                stacks.setdefault(unit["place"], []).append(name)
        cells = {name: self._ground(name, name in goals, _sign(markers, name)) for name in self.terrain}
        for hex, stack in stacks.items():
            cells[hex] = self._counters(stack, view["units"], chosen, _sign(markers, hex))
        rows = self._rows(cells)
        left_over: list[Text] = []
        if notes:
            legend = self._legend(view, markers, any(len(stack) > 1 for stack in stacks.values()))
            for words, corner in ((self._status(view), _upper_left), (legend, _lower_right)):
                if not _engrave(rows, words, *corner(rows, words)):
                    left_over += words
        drawn = [Text.assemble((label, "dim"), *_runs(row)) for label, row in zip(self._labels(), rows, strict=True)]
        stacked = [self._listed(hex, stack, view["units"]) for hex, stack in sorted(stacks.items()) if len(stack) > 1]
        return Sheet([self._numbers(), *drawn, self._numbers(), *left_over, *stacked])

    # ------------------------------------------------------------------ hexes

    def _ground(self, hex: str, goal: bool, marker: str) -> list[Mark]:
        ground = self.grounds[self.terrain[hex]]
        tint = GOAL if goal else BEACH if hex in self.beaches else ground
        ways = (sign for sign, hexes in zip(ROUTES, self.routes.values(), strict=False) if hex in hexes)
        last = (marker, f"{MARKER_INK} on {tint.tint}") if marker else (next(ways, " "), tint.style)
        return [("›" if goal else " ", tint.style), (ground.mark, tint.style), last, (" ", tint.style)]

    def _counters(self, stack: Sequence[str], units: Mapping[str, Any], chosen: str, marker: str) -> list[Mark]:
        """The counter in a hex, or how many counters of each side."""
        first = sum(units[name]["side"] == self.words.sides[0] for name in stack)
        second = not first
        if len(stack) == 1:
            text = self._short(stack[0], units[stack[0]], second)
        else:
            text = STACK + str(first or "").translate(RAISED) + str(len(stack) - first or "").translate(LOWERED)
        return _counter(text[:WIDTH].ljust(WIDTH), second, chosen in stack, marker)

    def _short(self, name: str, unit: Mapping[str, Any], second: bool) -> str:
        """A counter in at most four characters; face down, the sign of its back."""
        back = unit.get("back")
        if back is None:
            return short(unit.get("called") or name, second)
        sign = self.words.theme.get("backs", {}).get(back, {}).get("sign") or FACE_DOWN
        return "+".translate(LOWERED if second else RAISED) + str(sign)[: WIDTH - 1]

    def _listed(self, hex: str, stack: Sequence[str], units: Mapping[str, Any]) -> Text:
        return Text.assemble((f"{hex} ", "cyan"), ", ".join(self.words.unit(name, units[name]) for name in stack))

    # ------------------------------------------------------------------ lines

    def _rows(self, cells: Mapping[str, Sequence[Mark]]) -> list[list[Mark]]:
        """All lines of text. What the shift of every other line leaves open at the edges is sea."""
        half, tall = (WIDTH // 2, 1) if self.in_rows else (0, 2)
        across, down = (self.positions, self._ordered()) if self.in_rows else (self._ordered(), self.positions)
        width, height = len(across) * WIDTH + half, len(down) * tall + tall - 1
        rows = [[OPEN_SEA] * width for _ in range(height)]
        for row, lower in enumerate(down):
            for column, upper in enumerate(across):
                line, position = (lower, upper) if self.in_rows else (upper, lower)
                shifted = line % 2 == self.parity
                cell = cells[f"{line:02}{position:02}"]
                left = column * WIDTH + (half if shifted else 0)
                top = row * tall + (tall - 1 if shifted else 0)
                rows[top][left : left + WIDTH] = cell
                if tall > 1:
                    rows[top + 1][left : left + WIDTH] = [(" ", style) for _, style in cell]
        return rows

    def _ordered(self) -> Sequence[int]:
        return list(reversed(self.lines)) if self.backward else self.lines

    def _labels(self) -> list[str]:
        """The number at the left of each line of text."""
        if self.in_rows:
            return [f"{line:02} " for line in self._ordered()]
        return [label for position in self.positions for label in (f"{position:02} ", " " * MARGIN)] + [" " * MARGIN]

    def _numbers(self) -> Text:
        """The numbers over and under the map, above the lines that are not shifted."""
        numbers, rim = (self.positions, "  ") if self.in_rows else (self._ordered(), "")
        return Text(" " * MARGIN + "".join(f" {number:02} " for number in numbers) + rim, style="dim")

    # ------------------------------------------------------------------ status and legend

    def _status(self, view: View) -> list[Text]:
        """Where play is, in a few short lines."""
        words = self.words
        lines = [Text(words.title.upper(), "bold #ffffff"), *map(Text, words.progress(view))]
        lines += [Text(words.phase(view), "bold #ffe680"), Text("")]
        return [*lines, *map(Text, status.forces(view, words, self.terrain))]

    def _legend(self, view: View, markers: Sequence[Marker], stacked: bool) -> list[Text]:
        """What the marks mean, those that this map uses."""
        words = self.words

        def entry(sample: str, style: str, text: str) -> Text:
            return Text.assemble((sample, style), f" {text}")

        lines = []
        for number, side in enumerate(words.sides_in(view)):
            unit = next((name for name, about in units_in(view).items() if about["side"] == side), None)
            if unit is not None:
                style, figure = (SECOND_UNIT, "lowered") if number else (FIRST_UNIT, "raised")
                about = units_in(view)[unit]
                sample, name = self._short(unit, about, number > 0).ljust(WIDTH), words.unit(unit, about)
                name = name.partition(":")[2] or name
                lines.append(
                    entry(sample, style, f"{words.side(side)} {name}" + ("" if "back" in about else f": {figure} figure"))
                )
        if stacked:
            lines.append(entry(f"{STACK}{'2'.translate(RAISED)}  ", FIRST_UNIT, "stack of 2"))
        for kind, look in self.grounds.items():
            if kind not in self.sea:
                lines.append(entry(f" {look.mark}  ", look.style, words.name("terrain", kind)))
        if self.beaches:
            lines.append(entry(f" {BEACH.mark}  ", BEACH.style, "beach"))
        for marker in markers:
            lines.append(entry(f" ·{marker.sign} ", PLAIN.style, f"{marker.name}: {sum(marker.counts.values())}"))
        used = [(sign, kind) for sign, (kind, hexes) in zip(ROUTES, self.routes.items(), strict=False) if hexes]
        if used:
            (sign, kind), *more = used
            others = "".join(f"    {other} {words.name('routes', name)}" for other, name in more)
            lines.append(entry(f" ·{sign} ", PLAIN.style, f"{words.name('routes', kind)}{others}"))
        lines.append(entry(f"›{GOAL.mark}  ", GOAL.style, "may go there"))
        return lines


def _grounds(kinds: Sequence[str], theme: Mapping[str, Any], sea: Collection[str]) -> dict[str, Ground]:
    """How each kind of terrain looks; two kinds that would look alike are told apart by a letter of their names."""
    looks: dict[str, Ground] = {}
    taken: set[str] = set()
    for kind in kinds:
        if kind in sea:
            looks[kind] = SEA
            continue
        look = SCATTERED.get(theme.get(kind, {}).get("scatter", ""), PLAIN)
        if look.mark in taken:
            look = replace(look, mark=next((letter for letter in kind if letter not in taken), "?"))
        taken.add(look.mark)
        looks[kind] = look
    return looks


def _sign(markers: Sequence[Marker], hex: str) -> str:
    """The sign of the first marker in a hex, if there is one."""
    return next((marker.sign for marker in markers if hex in marker.counts), "")


def _runs(row: Sequence[Mark]) -> Iterator[Mark]:
    """Neighboring characters of one style joined: Rich's time depends on the pieces, not on the characters."""
    for style, marks in groupby(row, key=itemgetter(1)):
        yield "".join(letter for letter, _ in marks), style


def _counter(text: str, second: bool, chosen: bool, marker: str) -> list[Mark]:
    body = CHOSEN_UNIT if chosen else SECOND_UNIT if second else FIRST_UNIT
    edge = SECOND_EDGE if second else FIRST_EDGE
    if marker and text[-1] == " ":
        text = text[:-1] + marker
    elif marker:
        body, edge = f"underline {body}", f"underline {edge}"
    return [(text[0], edge), *((letter, body) for letter in text[1:])]


# ---------------------------------------------------------------------- words on the sea


def _upper_left(rows: Sequence[Sequence[Mark]], words: Sequence[Text]) -> tuple[int, int]:
    del rows, words
    return 1, 2


def _lower_right(rows: Sequence[Sequence[Mark]], words: Sequence[Text]) -> tuple[int, int]:
    return len(rows) - 1 - len(words), len(rows[0]) - 2 - max(text.cell_len for text in words)


def _engrave(rows: Sequence[list[Mark]], words: Sequence[Text], top: int, left: int) -> bool:
    """Write lines on open sea; False, and nothing written, if there is not room for all of them."""
    width = max(text.cell_len for text in words)
    patches = [row[max(left - 1, 0) : left + width + 1] for row in rows[top : top + len(words)]]
    fits = top >= 0 and left >= 0 and len(patches) == len(words) and left + width <= len(rows[0])
    if not fits or any(mark != OPEN_SEA for patch in patches for mark in patch):
        return False
    for row, text in zip(rows[top:], words, strict=False):
        for number, letter in enumerate(text.plain):
            style = next((str(span.style) for span in text.spans if span.start <= number < span.end), str(text.style) or NOTE_INK)
            row[left + number] = (letter, style if " on " in style else f"{style} on {SEA.tint}")
    return True
