"""The hex map in characters: a line of text for a row of hexes, four characters for a hex, every other row half a hex further.

Everything that moves comes from a side's view; the ground comes from the printed map, which is no secret. A map with open sea at
its corners carries its own status and legend there, so that a whole island fits a screen of 100 by 40 characters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from rich.text import Text

from beachhead.engine.ruleset import Ruleset
from beachhead.series.island_war.components import Board
from beachhead.terminal.counters import WIDTH, short

MARGIN = 3
"""Characters before the first hex, for the number of the row."""
SEA = "sea"
Mark = tuple[str, str]
"""A character and its style."""


@dataclass(frozen=True, slots=True)
class Ground:
    """How a kind of terrain looks: its mark, the colour of the mark and the tint of the hex."""

    mark: str
    ink: str
    tint: str


GROUNDS: Mapping[str, Ground] = {
    SEA: Ground(" ", "#39617f", "#16324a"),
    "clear": Ground("·", "#6d7f45", "#c9d6a0"),
    "broken": Ground("∴", "#4f5d2c", "#9fae6b"),
    "rough": Ground("^", "#f1dfc0", "#8a6f4d"),
    "town": Ground("#", "#2b2b2b", "#c9c2b8"),
    "jungle": Ground("♣", "#dcebc8", "#3f6b3a"),
}
UNKNOWN = Ground("?", "#000000", "#bbbbbb")
OPEN_SEA: Mark = (" ", f"{GROUNDS[SEA].ink} on {GROUNDS[SEA].tint}")
NOTE_INK = "#cfe3f2"
BEACH_INK, BEACH_TINT = "#7a5a1e", "#f3dfa6"
GOAL_INK, GOAL_TINT = "#3a3400", "#f7f052"
MARKER, MARKER_INK = "⌂", "bold #0b3d91"
ROAD, TRAIL = "=", "-"
FIRST_UNIT, FIRST_EDGE = "bold #ffffff on #1f4fa3", "bold #ffe680 on #12336e"
SECOND_UNIT, SECOND_EDGE = "#2a0000 on #ffb3a1", "bold #ffffff on #b3261e"
CHOSEN_UNIT = "bold #000000 on #ffffff"


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


def board_of(ruleset: Ruleset) -> Board | None:
    """The hex map of a match, if its game is played on one."""
    board = getattr(getattr(ruleset, "components", None), "board", None)
    return board if isinstance(board, Board) else None


class HexMap:
    """The part of a board that is worth drawing: all land and a rim of sea."""

    def __init__(self, board: Board) -> None:
        self.board = board
        grid = board.grid
        land = [space for space, kind in enumerate(board.terrain) if kind != SEA] or range(grid.size)
        lines, positions = [int(grid.names[space][:2]) for space in land], [int(grid.names[space][2:]) for space in land]
        self.lines = range(max(min(lines) - 1, 1), min(max(lines) + 1, grid.lines) + 1)
        self.positions = range(max(min(positions) - 1, 1), min(max(positions) + 1, grid.positions) + 1)
        self._on_road = {space for side in board.roads for space in side}
        self._on_trail = {space for side in board.trails for space in side}

    def draw(self, view: Mapping[str, Any], *, goals: Collection[str] = (), chosen: str = "", notes: bool = True) -> Sheet:
        """The map as a side sees it; `goals` are hexes to shade, `chosen` is a unit to pick out."""
        names = self.board.grid.names
        beachheads = frozenset(view.get("beachheads") or ())
        cells = [self._ground(space, name in goals, name in beachheads) for space, name in enumerate(names)]
        sides = list(dict.fromkeys(unit["side"] for unit in view["units"].values()))
        for name, unit in view["units"].items():
            place = self.board.grid.find(unit["place"])
            if place is not None:
                cells[place] = _counter(name, sides.index(unit["side"]) > 0, name == chosen, unit["place"] in beachheads)
        rows = [self._row(cells, line) for line in reversed(self.lines)]
        left_over: list[Text] = []
        if notes:
            for words, corner in ((status_lines(view), _upper_left), (legend_lines(self.board), _lower_right)):
                if not _engrave(rows, words, *corner(rows, words)):
                    left_over += words
        drawn = [Text.assemble((f"{line:02} ", "dim"), *_runs(row)) for line, row in zip(reversed(self.lines), rows, strict=True)]
        return Sheet([self._numbers(), *drawn, self._numbers(), *left_over])

    # ------------------------------------------------------------------ hexes

    def _ground(self, space: int, goal: bool, beachhead: bool) -> list[Mark]:
        look = GROUNDS.get(self.board.terrain[space], UNKNOWN)
        ink, tint = look.ink, look.tint
        if space in self.board.beaches:
            ink, tint = BEACH_INK, BEACH_TINT
        if goal:
            ink, tint = GOAL_INK, GOAL_TINT
        way = ROAD if space in self._on_road else TRAIL if space in self._on_trail else " "
        style = f"{ink} on {tint}"
        last = (MARKER, f"{MARKER_INK} on {tint}") if beachhead else (way, style)
        return [("›" if goal else " ", style), (look.mark, style), last, (" ", style)]

    # ------------------------------------------------------------------ lines

    def _numbers(self) -> Text:
        """The numbers of the positions, over the lines that are not shifted."""
        return Text(" " * MARGIN + "".join(f" {position:02} " for position in self.positions) + "  ", style="dim")

    def _row(self, cells: Sequence[Sequence[Mark]], line: int) -> list[Mark]:
        """The characters of one line of hexes; half a hex of sea stands before those that are shifted, after the others."""
        space = self.board.grid.space
        row = [mark for position in self.positions for mark in cells[space(f"{line:02}{position:02}")]]
        rim = [OPEN_SEA] * (WIDTH // 2)
        return rim + row if line % 2 == self.board.grid.shifted_parity else row + rim


def _runs(row: Sequence[Mark]) -> Iterator[Mark]:
    """Neighbouring characters of one style taken together: Rich's time goes by pieces, not by characters."""
    for style, marks in groupby(row, key=itemgetter(1)):
        yield "".join(letter for letter, _ in marks), style


def _counter(name: str, second: bool, chosen: bool, beachhead: bool) -> list[Mark]:
    words = short(name, second).ljust(WIDTH)
    body = CHOSEN_UNIT if chosen else SECOND_UNIT if second else FIRST_UNIT
    edge = SECOND_EDGE if second else FIRST_EDGE
    if beachhead and words[-1] == " ":
        words = words[:-1] + MARKER
    elif beachhead:
        body, edge = f"underline {body}", f"underline {edge}"
    return [(words[0], edge), *((letter, body) for letter in words[1:])]


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
    if top < 0 or left < 0 or len(patches) < len(words) or any(mark != OPEN_SEA for patch in patches for mark in patch):
        return False
    for row, text in zip(rows[top:], words, strict=False):
        for number, letter in enumerate(text.plain):
            style = next((str(span.style) for span in text.spans if span.start <= number < span.end), str(text.style) or NOTE_INK)
            row[left + number] = (letter, style if " on " in style else f"{style} on {GROUNDS[SEA].tint}")
    return True


# ---------------------------------------------------------------------- status and legend


def status_lines(view: Mapping[str, Any]) -> list[Text]:
    """Where play stands, in a few short lines."""
    lines = [Text(view["game"].upper(), "bold #ffffff")]
    if "turn" in view:
        lines.append(Text(f"Turn {view['turn']} of {view.get('turns', '?')}"))
    lines.append(Text(str(view.get("phase", view["decision"]["step"])), "bold #ffe680"))
    lines.append(Text(""))
    for side, units in _by_side(view).items():
        afloat = f", {units['pool']} to come" if units["pool"] else ""
        lines.append(Text(f"{side} {units['map']} on map{afloat}"))
        lines.append(Text(f"   {units['lost']} lost, support {(view.get('support') or {}).get(side, 0)}"))
    if view.get("beachheads"):
        lines.append(Text(f"beachheads: {len(view['beachheads'])}"))
    return lines


def _by_side(view: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for unit in view["units"].values():
        count = found.setdefault(unit["side"], {"map": 0, "pool": 0, "lost": 0})
        place = {"pool": "pool", "eliminated": "lost", "absent": ""}.get(unit["place"], "map")
        if place:
            count[place] += 1
    return found


def legend_lines(board: Board) -> list[Text]:
    """What the marks mean, those that this map uses."""

    def entry(sample: str, style: str, words: str) -> Text:
        return Text.assemble((sample, style), f" {words}")

    lines = [entry(short("U:1/2", False).ljust(4), FIRST_UNIT, "U.S. 1/2: raised figure")]
    lines.append(entry(short("J:1/2", True).ljust(4), SECOND_UNIT, "Japan 1/2: lowered figure"))
    for kind, look in GROUNDS.items():
        if kind != SEA and kind in board.terrain:
            lines.append(entry(f" {look.mark}  ", f"{look.ink} on {look.tint}", kind))
    if board.beaches:
        lines.append(entry(" ·  ", f"{BEACH_INK} on {BEACH_TINT}", f"beach   {MARKER} beachhead"))
    if board.roads:
        clear = GROUNDS["clear"]
        lines.append(entry(f" ·{ROAD} ", f"{clear.ink} on {clear.tint}", f"road    {TRAIL} trail"))
    lines.append(entry("›·  ", f"{GOAL_INK} on {GOAL_TINT}", "may go there"))
    return lines
