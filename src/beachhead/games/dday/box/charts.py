"""Charts and tracks: attack, barrage, Japanese fire, weapons, terrain, turns, and the summary of Japanese actions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from beachhead.engine.files.bounds import PRINTED
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.deck import read_date
from beachhead.games.dday.box.kinds import CARD_SYMBOLS, CC, DISRUPTION, FL, FT, MARKS, RD, STEP_LOSS, TERRAIN, WEAPONS
from beachhead.games.dday.box.reading import read_flag, read_weapons, read_word, read_words
from beachhead.games.dday.box.sheets import AttackChart, BarrageChart, Charts, FireChart, TerrainEffect, WeaponsChart

ATTACK_COLUMNS: Final = ("unit_unrevealed_depth", "unit_revealed_depth", "unit_alone")
ATTACK_ROWS: Final = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1")
ATTACK_CODES: Final = ("NE", "R", "JD", "JX", "JDX", "JE", "JEX", "J+", "JH", "UD", "UX")
ATTACK_KNOWN: Final = {"1:1": (1, ("JD",)), "2:1": (0, ("JX",)), "3:2": (0, ("R",)), "1:2": (1, ("NE",))}
"""Cells that the examples prove: row -> column and result (8.3-chart)."""
BARRAGE_ROWS: Final = ("none", "symbol", "colour", "both")
BARRAGE_CODES: Final = ("NE", "D", "A", "X", "*")
BARRAGE_KNOWN: Final = ("D", "A", "X", "*")
"""The last cell of the last row (8.4-chart)."""
FIRERS: Final = ("artillery", "naval_gunfire", "airstrike", "lvta")
RESULTS: Final = ("SL", "D")
LINES: Final = (*TERRAIN, "road", "bluff", "cliff", "fort")
PARTS: Final = ("AM", "midday", "PM")
YEAR: Final = 1945
PERIODS: Final = ("gt_1_to_6", "gt_7_on", "gt_7_to_48", "gt_49_on")
COLUMNS: Final = ("us_in_fof", "no_us", "unoccupied", "tank")
CELL: Final = 4
FILE_KEYS: Final = (
    "attack", "barrage", "japanese_fire", "weapons", "terrain", "command_range_track", "turn_track", "actions",
)  # fmt: skip


def read_charts(item: Item, mark_from: tuple[int, ...]) -> Charts:
    """All charts."""
    item.only(*FILE_KEYS)
    dates, parts, nightfall = _read_turns(item["turn_track"])
    cases = item["actions"]["action_cases"]
    return Charts(
        attack=_read_attack(item["attack"]),
        barrage=_read_barrage(item["barrage"]),
        fire=_read_fire(item["japanese_fire"]),
        weapons=_read_weapons(item["weapons"]),
        terrain=_read_terrain(item["terrain"]),
        command_range=tuple(number.whole(1, PRINTED) for number in item["command_range_track"].each(PRINTED)),
        dates=dates,
        parts=parts,
        nightfall=nightfall,
        last_turn=len(dates) - 1,
        actions=_read_actions(item["actions"], mark_from),
        action_cases={name: case.text() for name, case in cases.entries()},
        mark_from=mark_from,
    )


# ---------------------------------------------------------------------- combat


def _codes(item: Item, known: tuple[str, ...]) -> tuple[str, ...]:
    """A result: codes, with spaces between them."""
    found = tuple(item.text().split())
    for code in found:
        if code not in known:
            raise item.fail(f"{code} is no result of this chart; there are {', '.join(known)}")
    if not found:
        raise item.fail("a cell needs a result; NE stands for none")
    return found


def _row(item: Item, known: tuple[str, ...], columns: int) -> tuple[tuple[str, ...], ...]:
    found = tuple(_codes(cell, known) for cell in item.each(columns))
    if len(found) != columns:
        raise item.fail(f"this row needs {columns} results, one for each column")
    return found


@enforces("dday", "8.3-chart")
def _read_attack(item: Item) -> AttackChart:
    """The U.S. Attack Results Chart; the cells that the examples show are as they show them."""
    item.only("columns", "rows", "cells", "codes", "us_victim", "unmet_requirement")
    for key, known in (("columns", ATTACK_COLUMNS), ("rows", ATTACK_ROWS)):
        if tuple(word.text() for word in item[key].each(PRINTED)) != known:
            raise item[key].fail(f"these are {', '.join(known)}, in this order")
    item["cells"].only(*ATTACK_ROWS)
    item["codes"].only(*ATTACK_CODES)
    cells = []
    for name in ATTACK_ROWS:
        row = _row(item["cells"][name], ATTACK_CODES, len(ATTACK_COLUMNS))
        if name in ATTACK_KNOWN:
            column, result = ATTACK_KNOWN[name]
            if row[column] != result:
                raise item["cells"][name][column].fail(f"the examples of 8.4 have {' '.join(result)} here")
        cells.append(row)
    ratios = tuple((int(name[0]), int(name[2])) for name in ATTACK_ROWS)
    return AttackChart(ATTACK_COLUMNS, ATTACK_ROWS, ratios, tuple(cells))


@enforces("dday", "8.4-chart")
def _read_barrage(item: Item) -> BarrageChart:
    """The U.S. Barrage Results Chart: rows by what matches, columns by strength."""
    item.only("columns", "symbols", "rows", "codes", "hilltop_fort_shift", "fort_reduction")
    columns = []
    for entry in item["columns"].each(PRINTED):
        text = entry.text()
        if not (text.endswith("+") and text[:-1].isdecimal() and len(text) <= 3):
            raise entry.fail("a column is named by its least strength, as in 4+")
        columns.append(int(text[:-1]))
    if columns != sorted(set(columns)) or not columns:
        raise item["columns"].fail("columns run from the least strength to the greatest")
    item["rows"].only(*BARRAGE_ROWS)
    item["codes"].only(*BARRAGE_CODES)
    cells = tuple(_row(item["rows"][name], BARRAGE_CODES, len(columns)) for name in BARRAGE_ROWS)
    if cells[-1][-1] != BARRAGE_KNOWN:
        raise item["rows"]["both"].fail(f"the last cell is {' '.join(BARRAGE_KNOWN)}, as in the third example of 8.4")
    symbols = item["symbols"]
    symbols.only(*FIRERS, "tank")
    symbols["tank"].text()
    if symbols["artillery"].text() != "diamond":
        raise symbols["artillery"].fail("artillery fires at diamonds (8.4.1)")
    shift = item["hilltop_fort_shift"]
    shift.only("columns_left", "unless_strength", "book")
    return BarrageChart(
        columns=tuple(columns),
        cells=cells,
        symbols={name: read_word(symbols[name], CARD_SYMBOLS) for name in FIRERS},
        hilltop_fort_shift=shift["columns_left"].whole(0, PRINTED),
        unless_strength=shift["unless_strength"].whole(1, PRINTED),
    )


def _result(item: Item) -> int:
    """Step loss, disruption, both or nothing."""
    words = read_words(item, RESULTS)
    return (STEP_LOSS if words & 1 else 0) | (DISRUPTION if words & 2 else 0)


@enforces("dday", "6.3-chart")
def _read_fire(item: Item) -> FireChart:
    """The Japanese Fire Chart; what the movement and close combat examples show is as they show it."""
    item.only("intense", "steady", "armored", "fort_alone", "armor_bonus")
    cells = []
    for row in ("steady", "intense"):
        item[row].only("any_unrevealed", "all_revealed")
        for column in ("all_revealed", "any_unrevealed"):
            cell = item[row][column]
            cell.only("match", "no_match")
            cells += [_result(cell["no_match"]), _result(cell["match"])]
    both = STEP_LOSS | DISRUPTION
    for place, known, where in (
        (2, 0, item["steady"]["any_unrevealed"]["no_match"]),
        (3, both, item["steady"]["any_unrevealed"]["match"]),
        (6, both, item["intense"]["any_unrevealed"]["no_match"]),
    ):
        if cells[place] != known:
            raise where.fail("the examples of 7.3 and 8.6 show another result here (6.3-chart)")
    bonus = item["armor_bonus"]
    bonus.only("intense", "steady", "book")
    return FireChart(tuple(cells), _result(bonus["intense"]), _result(bonus["steady"]))


# ---------------------------------------------------------------------- weapons and terrain


@enforces("dday", "2.4.4-d-errata", "8.2-chart", "8.2.8-c", "8.2.8-d")
def _read_weapons(item: Item) -> WeaponsChart:
    """Who brings which weapons; a battalion headquarters has a flamethrower next to its target only, and a radio."""
    item.only(
        "names", "rifle_full", "rifle_step_loss_marker", "rifle_two_steps", "hw_two_or_more_steps", "hw_one_step", "bn_hq",
        "engineer", "tank", "regimental_hq", "artillery_points", "naval_gunfire", "airstrike", "no_unit_has",
    )  # fmt: skip
    item["names"].only(*WEAPONS)
    tactics = read_weapons(item["no_unit_has"])
    if tactics != CC | FL:
        raise item["no_unit_has"].fail("CC and FL are tactics, which no unit carries (8.2.2, 8.2.3)")
    headquarters, tank = item["bn_hq"], item["tank"]
    chart = WeaponsChart(
        names={name: item["names"][name].name() for name in WEAPONS},
        rifle_adjacent=read_weapons(item["rifle_full"]["adjacent"]),
        rifle_ranged=read_weapons(item["rifle_full"]["non_adjacent"]),
        heavy_adjacent=read_weapons(item["hw_two_or_more_steps"]["adjacent"]),
        heavy_ranged=read_weapons(item["hw_two_or_more_steps"]["non_adjacent"]),
        battalion_hq_adjacent=read_weapons(headquarters["adjacent"]),
        battalion_hq_ranged=read_weapons(headquarters["non_adjacent"]),
        engineer=read_weapons(item["engineer"]["adjacent"]),
        tank_adjacent=read_weapons(tank["one_hex"]),
        tank_ranged=read_weapons(tank["two_hexes"]),
        regimental_hq=read_weapons(item["regimental_hq"]["to_adjacent_attackers_in_command"]),
        artillery=read_weapons(item["artillery_points"]),
        naval_gunfire=read_weapons(item["naval_gunfire"]),
        airstrike=read_weapons(item["airstrike"]),
    )
    if not (chart.battalion_hq_adjacent & FT and chart.battalion_hq_adjacent & chart.battalion_hq_ranged & RD):
        raise headquarters.fail("a battalion headquarters has FT when adjacent, and RD (2.4.4 errata)")
    if chart.battalion_hq_ranged & FT:
        raise headquarters["non_adjacent"].fail("a battalion headquarters has FT only when adjacent (2.4.4 errata)")
    if chart.tank_adjacent != chart.tank_ranged | FT or chart.tank_ranged & FT:
        raise tank.fail("a tank has the same weapons at one and at two hexes, and FT besides at one (8.2.8)")
    for name, value in item.entries():
        lists = value.mapping().values() if isinstance(value.value, dict) else [value.value]
        for listed in lists if name not in ("names", "no_unit_has") else ():
            if isinstance(listed, list) and {"CC", "FL"} & set(listed):
                raise value.fail("CC and FL are tactics, which no unit carries (8.2.2, 8.2.3)")
    return chart


def _read_terrain(item: Item) -> dict[str, TerrainEffect]:
    """The Terrain Effects Chart. What the rules say of rocks, woods and hilltops in words must stand in it."""
    item.only(*LINES)
    found = {}
    for name in LINES:
        line = item[name]
        move, sight, defense = line.get("move"), line.get("los"), line.get("defence")
        effect = TerrainEffect(
            name=name,
            stops=move is not None and move.text() == "stop",
            blocks=sight is not None and sight.text() == "blocks",
            defense=1 if defense is None else defense.whole(1, 3),
            combat_card=read_flag(line, "cc_card"),
            fort_event=read_flag(line, "fort_event"),
        )
        if effect.stops != (name in ("rocky", "wooded", "hilltop")):
            raise line.fail("rocks, woods and hilltops end a move, and nothing else does (7.3.1)")
        if effect.blocks != (name in ("rocky", "wooded")):
            raise line.fail("rocks and woods block lines of sight; bluffs and heights have rules of their own (6.2.3)")
        found[name] = effect
    return found


# ---------------------------------------------------------------------- turns and actions


def _read_turns(item: Item) -> tuple[tuple[int, ...], tuple[str, ...], int]:
    """Dates and parts of the day by game turn: six turns on D-Day, then three a day."""
    item.only("d_day", "from_gt_7", "last_gt")
    first, later = item["d_day"], item["from_gt_7"]
    first.only("gts", "date", "nightfall_gt")
    later.only("gts_per_day", "first_date", "parts", "year")
    turns = [number.whole(1, PRINTED) for number in first["gts"].each(2)]
    if turns != [1, 6] or first["nightfall_gt"].whole() != 6:
        raise first.fail("D-Day is game turns 1 to 6; night falls after the sixth")
    if tuple(part.text() for part in later["parts"].each(3)) != PARTS or later["gts_per_day"].whole() != len(PARTS):
        raise later.fail(f"from turn 7 a day has the turns {', '.join(PARTS)}")
    if later["year"].whole(1, 9999) != YEAR:
        raise later["year"].fail(f"the year is {YEAR}")
    landing, next_day, last = read_date(first["date"]), read_date(later["first_date"]), item["last_gt"].whole(7, PRINTED)
    dates, parts = [0] + [landing] * 6, [""] * 7
    start = date(YEAR, next_day // 100, next_day % 100)
    for turn in range(7, last + 1):
        day = start + timedelta(days=(turn - 7) // len(PARTS))
        dates.append(day.month * 100 + day.day)
        parts.append(PARTS[(turn - 7) % len(PARTS)])
    return tuple(dates), tuple(parts), 6


@enforces("dday", "summary")
def _read_actions(item: Item, mark_from: tuple[int, ...]) -> dict[str, dict[int, dict[str, tuple[str, ...]]]]:
    """The summary of Japanese fire and actions: what a mark makes a position do, by period and by who is in its field."""
    item.only(*PERIODS, "action_cases")
    known = dict(item["action_cases"].entries())
    found: dict[str, dict[int, dict[str, tuple[str, ...]]]] = {}
    for period in PERIODS:
        item[period].only(*MARKS)
        found[period] = {}
        for name, row in item[period].entries():
            row.only("from_gt", *COLUMNS)
            mark = MARKS.index(name)
            since = row.get("from_gt")
            if since is not None and since.whole(1, PRINTED) != mark_from[mark]:
                raise since.fail(f"cards.yaml lets {name} count from game turn {mark_from[mark]}; make both agree")
            found[period][mark] = {column: tuple(_action(word, known) for word in row[column].each(CELL)) for column in COLUMNS}
    return found


def _action(item: Item, known: dict[str, Any]) -> str:
    """The name of an action: one with a case, or one that follows another under a condition."""
    return item.one_of((*known, "fire_if_us_in_fof", "hit_hero_then_hw_then_hq", "redeploy_or_depth_if_full"))
