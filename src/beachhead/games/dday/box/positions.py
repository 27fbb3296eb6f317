"""The Japanese positions and their groups, checked against the map and against their fields of fire."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from beachhead.boards.hexes import HexGrid, spaces_of
from beachhead.engine.files.bounds import UNITS, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.board import check_squares
from beachhead.games.dday.box.kinds import (
    BEACH,
    BLACK,
    COLORS,
    HILLTOP,
    ROCKY,
    SECTORS,
    Board,
    Group,
    Position,
)
from beachhead.games.dday.box.reading import (
    check_count,
    check_same,
    read_color,
    read_flag,
    read_land,
    read_land_list,
    read_number,
)
from beachhead.games.dday.island.lines_of_sight import SQUARES, Fields

KEYS: Final = (
    "hex", "colour", "color", "sector", "group", "near", "x", "plus", "hilltop", "artillery", "fort", "name", "book",
)  # fmt: skip
FORTS: Final = 2
PLUS: Final = (3, 4, 5)
SURIBACHI: Final = 1
QUIET: Final = 2
"""The sector without artillery (6.5.3-important)."""
GUNS: Final = {True: 2, False: 1}
SURIBACHI_GUNS: Final = 3
GROUP: Final = 6
"""The most hexes of a group."""
_CODE: Final = re.compile("([A-Z])([1-9][0-9]?)")


@dataclass(slots=True)
class Draft:
    """A position as the file has it, before groups have numbers."""

    code: str
    letter: str
    number: int
    item: Item
    hex: int
    color: int
    sector: int
    group: str
    hilltop: bool
    artillery: int
    fort: int
    x: bool
    plus: tuple[int, ...]
    name: str


def read_positions(item: Item, board: Board, map_item: Item) -> Board:
    """The board with positions and groups on it."""
    item.only("counts", "positions", "groups", "artillery_totals", "sets", "fof")
    drafts = read_drafts(item["positions"], board)
    for draft in drafts:
        _check_draft(draft, board)
        near = is_near(board, draft.hex)
        if read_flag(draft.item, "near") != near:
            raise draft.item.fail(f"near is {str(near).lower()} here: it says whether a beach hex is within three hexes (18.4.3)")
    found = with_positions(board, drafts)
    _check_map_codes(map_item["hexes"], found)
    item["counts"].only("positions", "groups")
    check_count(item["counts"]["positions"], len(found.positions), "positions")
    check_count(item["counts"]["groups"], len(found.groups), "groups")
    _check_groups(item["groups"], found)
    _check_artillery(item["artillery_totals"], found)
    _check_sets(item["sets"], found)
    check_squares(map_item["boxes"], found)
    check_fields(item["fof"], found)
    return found


@enforces("dday", "2.1-errata-6")
def read_drafts(item: Item, board: Board) -> list[Draft]:
    """All positions, by letter and number; G9 comes before G10 (D7)."""
    if len(item.mapping()) > UNITS:
        raise item.fail(f"there are at most {UNITS} positions")
    found: list[Draft] = []
    owner: dict[int, str] = {}
    for code, entry in item.entries():
        entry.only(*KEYS)
        match = _CODE.fullmatch(code)
        if match is None:
            raise entry.fail(f"a position is named by a letter and a number, as in G10, not {clip(code)}")
        space = read_land(entry["hex"], board.grid, board.land)
        if space in owner:
            raise entry["hex"].fail(f"{board.grid.names[space]} is position {owner[space]} already; a hex has one")
        owner[space] = code
        group, name, plus = entry.get("group"), entry.get("name"), entry.get("plus")
        found.append(
            Draft(
                code=code,
                letter=match[1],
                number=int(match[2]),
                item=entry,
                hex=space,
                color=read_color(entry.get("color") or entry["colour"]),
                sector=board.sector[space],
                group=code if group is None else group.name(),
                hilltop=bool(board.terrain[space] & HILLTOP),
                artillery=read_number(entry, "artillery", SURIBACHI_GUNS),
                fort=read_number(entry, "fort", FORTS),
                x=read_flag(entry, "x"),
                plus=() if plus is None else tuple(number.whole(PLUS[0], PLUS[-1]) for number in plus.each(len(PLUS))),
                name="" if name is None else name.name(),
            )
        )
    return sorted(found, key=lambda draft: (draft.letter, draft.number))


@enforces("dday", "6.5.3-a", "6.5.3-b", "6.5.3-c", "6.5.3-important")
def _check_draft(draft: Draft, board: Board) -> None:
    """What a position repeats of its hex, and what guns are worth where it lies."""
    name = board.grid.names[draft.hex]
    if draft.item["sector"].whole(SECTORS[0], SECTORS[-1]) != draft.sector:
        raise draft.item["sector"].fail(f"{name} lies in sector {draft.sector} on the map; make both agree")
    if read_flag(draft.item, "hilltop") != draft.hilltop:
        raise draft.item.fail(f"hilltop is {str(draft.hilltop).lower()} here, as {name} has it on the map; make both agree")
    if draft.artillery:
        worth = SURIBACHI_GUNS if draft.sector == SURIBACHI else GUNS[draft.hilltop]
        if draft.sector == QUIET:
            raise draft.item["artillery"].fail("no position of sector 2 has artillery (6.5.3)")
        if draft.artillery != worth:
            raise draft.item["artillery"].fail(f"guns here are worth {worth} (6.5.3: 3 in sector 1, elsewhere 1, on a hilltop 2)")


def is_near(board: Board, space: int) -> bool:
    """Whether a beach hex of either shore is within three hexes (D36)."""
    row = board.grid.distances(space)
    return any(row[other] <= SQUARES for other in range(board.land) if board.terrain[other] & BEACH)


def with_positions(board: Board, drafts: Sequence[Draft]) -> Board:
    """Positions and groups, numbered: positions by letter and number, groups by their nearest hex."""
    members: dict[str, list[int]] = {}
    for number, draft in enumerate(drafts):
        members.setdefault(draft.group, []).append(number)
    for name, numbers in members.items():
        _check_group(name, [drafts[number] for number in numbers], board.grid)
    order = sorted(members, key=lambda name: min(drafts[number].hex for number in members[name]))
    place = {name: number for number, name in enumerate(order)}
    positions = tuple(
        Position(
            code=draft.code,
            letter=draft.letter,
            number=draft.number,
            hex=draft.hex,
            color=draft.color,
            sector=draft.sector,
            group=place[draft.group],
            hilltop=draft.hilltop,
            artillery=draft.artillery,
            fort=draft.fort,
            near=is_near(board, draft.hex),
            x=draft.x,
            plus=draft.plus,
            name=draft.name,
        )
        for draft in drafts
    )
    groups = tuple(
        Group(
            name=name,
            color=positions[members[name][0]].color,
            positions=tuple(members[name]),
            hexes=tuple(positions[number].hex for number in members[name]),
            first=min(positions[number].hex for number in members[name]),
            sector=positions[members[name][0]].sector,
            hilltop=any(positions[number].hilltop for number in members[name]),
        )
        for name in order
    )
    return replace(
        board,
        positions=positions,
        groups=groups,
        position_index={position.code: number for number, position in enumerate(positions)},
        group_index=place,
    )


def _check_group(name: str, drafts: Sequence[Draft], grid: HexGrid) -> None:
    """The hexes of a group have one color and one sector and hang together; its name is made of their codes."""
    first = drafts[0]
    if len(drafts) > GROUP:
        raise first.item["group"].fail(f"a group has at most {GROUP} hexes")
    if name != "-".join(draft.code for draft in drafts):
        raise first.item.fail(
            f"the group of {', '.join(draft.code for draft in drafts)} is named {'-'.join(draft.code for draft in drafts)}, "
            f"not {name}; give every position of a group the codes of all of them"
        )
    for draft in drafts:
        if draft.color != first.color:
            raise draft.item.fail(f"{name} is {COLORS[first.color]}; all hexes of a group have one color (2.1.2)")
        if draft.sector != first.sector:
            raise draft.item.fail(f"{name} lies in sector {first.sector}; all hexes of a group lie in one sector")
    whole = {draft.hex for draft in drafts}
    piece, waiting = {first.hex}, [first.hex]
    while waiting:
        for near in grid.neighbours[waiting.pop()]:
            if near in whole and near not in piece:
                piece.add(near)
                waiting.append(near)
    for draft in drafts:
        if draft.hex not in piece:
            raise draft.item["hex"].fail(
                f"{grid.names[draft.hex]} does not touch the rest of {name}; a group hangs together (2.1.2)"
            )


def _check_map_codes(item: Item, board: Board) -> None:
    at = {position.hex: position.code for position in board.positions}
    for key, entry in item.entries():
        space = board.grid.space(key)
        code = entry.get("position")
        if (None if code is None else code.text()) != at.get(space):
            given = "no position" if code is None else f"position {clip(code.value)}"
            raise entry.fail(f"{key} has {given} here and {at.get(space, 'none')} in the list of positions; make both agree")


def _check_groups(item: Item, board: Board) -> None:
    """The list of groups repeats what the positions say."""
    known = {group.name: group for group in board.groups if len(group.hexes) > 1}
    check_same(item, (name for name, _ in item.entries()), list(known), "groups of two or more hexes are listed here")
    for name, entry in item.entries():
        entry.only("colour", "hexes")
        group = known[name]
        if read_color(entry["colour"]) != group.color:
            raise entry["colour"].fail(f"the positions of {name} are {COLORS[group.color]}; make both agree")
        listed = [board.grid.names[space] for space in read_land_list(entry["hexes"], board.grid, board.land)]
        check_same(entry["hexes"], listed, [board.grid.names[space] for space in group.hexes], f"these are the hexes of {name}")


@enforces("dday", "6.5.3-errata")
def _check_artillery(item: Item, board: Board) -> None:
    """The starting artillery value of each sector is the sum of its guns."""
    item.only(*map(str, SECTORS))
    given = dict(item.entries())
    for sector in SECTORS:
        total = sum(position.artillery for position in board.positions if position.sector == sector)
        if str(sector) not in given:
            raise item.fail(f"sector {sector} is missing; it has {total} points")
        check_count(given[str(sector)], total, f"points of artillery in sector {sector}")


def sets_of(board: Board) -> dict[str, list[str]]:
    """Sets of positions that rules name, by code."""
    found: dict[str, list[int]] = {
        "suribachi": [n for n, p in enumerate(board.positions) if p.sector == SURIBACHI],
        "suribachi_black": [n for n, p in enumerate(board.positions) if p.sector == SURIBACHI and p.color == BLACK],
        "black_hilltops": [n for n, p in enumerate(board.positions) if p.hilltop and p.color == BLACK],
        "rocky_or_hilltop": [n for n, p in enumerate(board.positions) if board.terrain[p.hex] & (ROCKY | HILLTOP)],
    }
    for number, hexes in board.airfields.items():
        beside = {near for space in hexes for near in board.grid.neighbours[space]} - set(hexes)
        found[f"airfield_{number}_on"] = [n for n, p in enumerate(board.positions) if p.hex in hexes]
        found[f"airfield_{number}_adjacent"] = [n for n, p in enumerate(board.positions) if p.hex in beside]
    return {name: [board.positions[number].code for number in numbers] for name, numbers in found.items()}


def _check_sets(item: Item, board: Board) -> None:
    known = sets_of(board)
    item.only(*known)
    for name, entry in item.entries():
        check_same(entry, (code.text() for code in entry.each(UNITS)), known[name], "this list follows from map and positions")


# ---------------------------------------------------------------------- fields of fire


@enforces("dday", "6.2.2-overlap")
def check_fields(item: Item, board: Board) -> None:
    """The fields of fire in the file are those that the map gives, and no two groups of one color share a hex."""
    fields = Fields(board)
    check_same(
        item, (name for name, _ in item.entries()), [group.name for group in board.groups], "every group has a field of fire"
    )
    entries: Mapping[str, Item] = dict(item.entries())
    owner: dict[tuple[int, int], str] = {}
    for number, group in enumerate(board.groups):
        entry = entries[group.name]
        entry.only("i", "s")
        for key, what, mask in zip(("i", "s"), ("intense", "steady"), fields.group_field(number), strict=True):
            listed = read_land_list(entry[key], board.grid, board.land)
            given = spaces_of(mask)
            for space in (*listed, *given):
                if (space in listed) != (space in given):
                    told = "does not see it so" if space in listed else "has it in that field"
                    raise entry[key].fail(
                        f"{board.grid.names[space]}: the map {told}; {group.name} has {len(given)} {what} hexes by 6.2 and 6.3. "
                        f"{'Take it off the list' if space in listed else 'Add it'}, or change the map"
                    )
            for space in given:
                other = owner.setdefault((group.color, space), group.name)
                if other != group.name:
                    raise entry.fail(
                        f"{board.grid.names[space]} also lies in the field of {other}, which is {COLORS[group.color]} too; "
                        "fields of one color never overlap (6.2.2), so one of the two needs another color"
                    )
