"""Small readers that all files of the components share: words as bits, hexes, hexsides, counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side, side_of
from beachhead.engine.files.bounds import clip
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.kinds import COLORS, WEAPONS

LISTED: Final = 1000
"""The longest list of hexes."""


def read_words(item: Item, names: tuple[str, ...]) -> int:
    """A list of words, each at most once, as bits."""
    found = 0
    for word in item.each(len(names)):
        bit = 1 << names.index(word.one_of(names))
        if found & bit:
            raise word.fail(f"{word.value} is listed twice; once is enough")
        found |= bit
    return found


def read_weapons(item: Item | None) -> int:
    """Weapons and tactics as bits; none if there is no list."""
    return 0 if item is None else read_words(item, WEAPONS)


def read_word(item: Item, names: tuple[str, ...]) -> int:
    """A word as its number in a list."""
    return names.index(item.one_of(names))


def read_color(item: Item) -> int:
    """The color of a position."""
    return read_word(item, COLORS)


def read_case(item: Item) -> str:
    """The case that the file names beside a value; empty if it names none."""
    book = item.get("book")
    return "" if book is None else book.text()


def read_flag(item: Item, key: str) -> bool:
    """A flag that may be missing, which means no."""
    flag = item.get(key)
    return flag is not None and flag.flag()


def read_number(item: Item, key: str, high: int, low: int = 0) -> int:
    """A number that may be missing, which means none."""
    number = item.get(key)
    return 0 if number is None else number.whole(low, high)


def read_hex(item: Item, grid: HexGrid) -> int:
    """A hex of the map."""
    space = grid.find(item.text())
    if space is None:
        last = f"{grid.lines:02}{grid.positions:02}"
        raise item.fail(f"{clip(item.value)} is not a hex of this map; hexes run from 0101 to {last}")
    return space


def read_land(item: Item, grid: HexGrid, land: int) -> int:
    """A land hex of the map."""
    space = read_hex(item, grid)
    if space >= land:
        raise item.fail(f"{grid.names[space]} is sea; take a land hex, or make it land on the map")
    return space


def read_land_list(item: Item, grid: HexGrid, land: int) -> list[int]:
    """Land hexes, each once, in the order of the file."""
    found: list[int] = []
    for place in item.each(LISTED):
        space = read_land(place, grid, land)
        if space in found:
            raise place.fail(f"{grid.names[space]} is listed twice; once is enough")
        found.append(space)
    return found


def read_sides(item: Item, grid: HexGrid) -> frozenset[Side]:
    """Hexsides, each named by its two hexes, as in 0434-0534."""
    found: set[Side] = set()
    for entry in item.each(LISTED):
        names = entry.text().split("-")
        if len(names) != 2:
            raise entry.fail(f"a hexside is named by its two hexes, as in 0434-0534, not {clip(entry.value)}")
        ends = [read_hex(Item(name, entry.document, entry.path), grid) for name in names]
        if ends[1] not in grid.neighbours[ends[0]]:
            raise entry.fail(f"{names[0]} and {names[1]} do not touch, so they have no hexside")
        side = side_of(ends[0], ends[1])
        if side in found:
            raise entry.fail("this hexside is listed twice; once is enough")
        found.add(side)
    return frozenset(found)


def read_run(item: Item, grid: HexGrid, land: int) -> list[Side]:
    """A run of hexes, each next to the one before, as the hexsides between them."""
    found: list[Side] = []
    before = -1
    for place in item.each(LISTED):
        space = read_land(place, grid, land)
        if before >= 0:
            if space not in grid.neighbours[before]:
                raise place.fail(f"{grid.names[space]} does not touch {grid.names[before]}; a road runs from hex to neighbor")
            found.append(side_of(before, space))
        before = space
    return found


def check_count(item: Item, counted: int, what: str) -> None:
    """A number that states how many of something there are."""
    if item.whole(0, 10_000) != counted:
        raise item.fail(f"there are {counted} {what}, not {clip(item.value)}; correct the number or the list")


def check_texts(item: Item, known: dict[str, str]) -> None:
    """Explanations that say what the rules fix."""
    item.only(*known, "book")
    for key, text in known.items():
        if item[key].text() != text:
            raise item[key].fail(f"this reads {text!r}; the program knows no other way")


def check_same(item: Item, given: Iterable[str], derived: Sequence[str], what: str) -> None:
    """A list that follows from the rest of the components and is stated all the same."""
    listed = list(given)
    for word in listed:
        if word not in derived:
            raise item.fail(f"{word} does not belong here: {what}; take it off the list")
    for word in derived:
        if word not in listed:
            raise item.fail(f"{word} is missing: {what}; add it")
