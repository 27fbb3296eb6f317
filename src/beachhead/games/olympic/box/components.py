"""Olympic's components: ours (components.yaml), an owner's folder in their place, or a board made for a position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from beachhead.engine.files.bounds import COST, PRINTED, UNITS, clip
from beachhead.engine.files.box import Box
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Document, Item
from beachhead.games.olympic.box.board import NORTHERN_ZONES, STACKS, ZONES, blank_board, read_board
from beachhead.games.olympic.box.kinds import (
    ARMY,
    CITY,
    CLEAR,
    COASTAL,
    LINE,
    MARINE,
    REINFORCEMENT,
    ROUGH,
    SEA,
    TOWN,
    TOWN_IN_ROUGH,
    Board,
    Components,
    Terrain,
    Unit,
)

T = TypeVar("T")

FOLDER = Path(__file__).parent.parent
SECTIONS = (
    "sequence", "game_turns", "combat_results", "doctrine_chart", "tokko_tables", "optional_tokko_tables", "terrain", "hexsides",
    "us_units", "japanese_coastal", "japanese_line", "japanese_reinforcements", "dummies", "japanese_movement_order",
    "turn_track", "markers", "casualty_track", "replacement_tracks", "historical_plan", "victory",
    "map", "invasion_zones", "deployment",
)  # fmt: skip
FACES = 6
ENDLESS = 999_999
"""Where the last band of Japanese points ends: beyond any number of Casualty Points."""
WIDEST = 99
"""Where the last column of the Combat Results Table ends."""
PHASES = ("A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "C", "D")
TWO_PLAYER_PHASES = ("A5", "C")
RESULTS = ("Ae", "Ar", "De", "Dr", "Ex")
COASTAL_VALUES = ("2-4", "3-4", "4-4")
LINE_VALUES = ("1-8", "2-8", "2-10", "3-10")
US_VALUES = {ARMY: "4-12", MARINE: "5-12"}
COUNTERS = {COASTAL: (29, 10, "16.21"), LINE: (35, 5, "16.22")}
"""Units and dummies by letter."""
RELEASES = ("all", "half", "none")
LINE_RELEASES = ("all", "all_inland", "all_coastal", "all_southern", "all_northern")
TERRAIN = (SEA, CLEAR, ROUGH, TOWN, TOWN_IN_ROUGH, CITY)
MARKERS = ("beachhead", "fortified_beachhead", "control", "interdiction", "casualty", "game_turn")
INTERDICTION = 12


def components_of(parameters: Mapping[str, Any]) -> Components:
    """The components that the parameters of a match ask for.

    A position may bring its own `board`; then `deployment` names its C and L hexes. All counters exist on it as well.
    """
    components = BOX.components_of(parameters)
    hexes = Item(parameters["deployment"], Document("position"), ("deployment",)) if "deployment" in parameters else None
    if "board" in parameters:
        item = Item(parameters["board"], Document("position"), ("board",))
        board = blank_board(item, hexes, components.terrain)
        turns = item.get("turns")
        return replace(components, board=board, turns=turns.whole(1, PRINTED) if turns else components.turns)
    if hexes is not None:
        raise hexes.fail("the printed map has its own C and L hexes; leave this out, or give a board")
    return components


def read_components(sections: Mapping[str, Item]) -> Components:
    """All sections, checked one by one and against each other."""
    _check_printed(sections)
    turns = sections["game_turns"].whole(1, PRINTED)
    columns, results = _read_table(sections["combat_results"])
    track1, track2, track3, track4, track5 = _read_doctrine(sections["doctrine_chart"])
    tokko, optional, zones, lost = _read_tokko(sections["tokko_tables"], sections["optional_tokko_tables"])
    terrain, road_cost, rough_side_cost = _read_terrain(sections["terrain"], sections["hexsides"])
    board = read_board(sections["map"], sections["invasion_zones"], sections["deployment"], terrain)
    units = _read_units(sections, turns)
    arrivals, floating, cancelled = _read_track(sections["turn_track"], units, turns)
    plan = _read_plan(sections["historical_plan"], board, arrivals[1])
    south, per_row, kagoshima, city, town, bands = _read_victory(sections["victory"], board)
    return Components(
        board=board,
        units=units,
        dummies=_read_dummies(sections),
        order=_read_order(sections["japanese_movement_order"]),
        columns=columns,
        results=results,
        track1=track1,
        track2=track2,
        track3=track3,
        track4=track4,
        track5=track5,
        tokko=tokko,
        optional_tokko=optional,
        tokko_zones=zones,
        tokko_units=lost,
        terrain=terrain,
        road_cost=road_cost,
        rough_side_cost=rough_side_cost,
        turns=turns,
        arrivals=arrivals,
        floating_turn=floating,
        cancelled_turn=cancelled,
        interdiction=sections["markers"]["interdiction"].whole(),
        plan=plan,
        south=south,
        per_row=per_row,
        kagoshima_points=kagoshima,
        city_points=city,
        town_points=town,
        casualty_bands=bands,
    )


@enforces("olympic", "4.2", "15.4", "16.51-place", "9.3-track")
def _check_printed(sections: Mapping[str, Item]) -> None:
    """What is printed but never varies: the sequence of play, the markers and the tracks for counting."""
    phases = list(sections["sequence"].each(len(PHASES)))
    for code, phase in zip(PHASES, phases, strict=False):
        phase.only("code", "phase", "two_player_only")
        phase["phase"].text()
        if phase["code"].text() != code:
            raise phase["code"].fail(f"phase {code} comes here; the sequence is {' '.join(PHASES)} (4.2)")
        if phase["two_player_only"].flag() != (code in TWO_PLAYER_PHASES):
            raise phase["two_player_only"].fail(
                f"only {' and '.join(TWO_PLAYER_PHASES)} belong to the two-player game alone (4.2)"
            )
    if len(phases) < len(PHASES):
        raise sections["sequence"].fail(f"the sequence is {' '.join(PHASES)} (4.2); {len(PHASES) - len(phases)} are missing")
    markers = sections["markers"]
    markers.only(*MARKERS)
    for name in MARKERS:
        markers[name].whole()
    if markers["interdiction"].whole() != INTERDICTION:
        raise markers["interdiction"].fail(f"there are {INTERDICTION} Air Interdiction markers (16.51)")
    casualty = sections["casualty_track"]
    casualty.only("columns", "start")
    if [column.whole(1, 100) for column in casualty["columns"].each(3)] != [100, 10, 1] or casualty["start"].whole() != 0:
        raise casualty.fail("Casualty Points are counted in columns of 100, 10 and 1, from 0 (15.4)")
    boxes = sections["replacement_tracks"]
    boxes.only("one_for_each_zone", "boxes")
    if not boxes["one_for_each_zone"].flag() or [box.whole() for box in boxes["boxes"].each(3)] != [1, 2, 3]:
        raise boxes.fail("each zone has a Replacement Track of boxes 1, 2 and 3 (9.3)")


# ---------------------------------------------------------------------- charts


def keyed(item: Item) -> dict[str, Item]:
    """The entries of a mapping whose keys may be numbers, each with the line it stands in."""
    return {key: Item(value.value, item.document, (*item.path, key)) for key, value in item.entries()}


def by_die(item: Item, read: Callable[[Item], T]) -> tuple[T, ...]:
    """A column of a chart: an entry for each face of the die."""
    found = keyed(item)
    for key, value in found.items():
        if key not in ("1", "2", "3", "4", "5", "6"):
            raise value.fail("a die has the faces 1 to 6; remove this entry")
    if len(found) < FACES:
        missing = " ".join(str(face) for face in range(1, FACES + 1) if str(face) not in found)
        raise item.fail(f"an entry is needed for each face 1 to 6; {missing} is missing")
    return tuple(read(found[str(face)]) for face in range(1, FACES + 1))


@enforces("olympic", "8.8")
def _read_table(item: Item) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[tuple[str, int, int], ...], ...]]:
    """Columns from -2 without a gap, and a cell for every face and column."""
    item.only("columns", "by_die")
    columns: list[tuple[int, int]] = []
    given = list(item["columns"].each(PRINTED))
    for number, column in enumerate(given):
        ends = list(column.each(2))
        if len(ends) != 2:
            raise column.fail("a column is [from, to], the last one [from, null]")
        low = ends[0].whole(-PRINTED)
        last = number == len(given) - 1
        if last and ends[1].value is not None:
            raise ends[1].fail("the last column has no end; write null")
        high = WIDEST if last else ends[1].whole(-PRINTED)
        expected = columns[-1][1] + 1 if columns else -2
        if low != expected:
            raise column.fail(f"this column begins at {low}; it must begin at {expected}, so that no differential is left out")
        if high < low:
            raise column.fail(f"this column ends at {high}, before it begins")
        columns.append((low, high))
    if not columns:
        raise item["columns"].fail("at least one column is needed")

    def read_row(row: Item) -> tuple[tuple[str, int, int], ...]:
        cells = list(row.each(PRINTED))
        if len(cells) != len(columns):
            raise row.fail(f"a row has a cell for each of the {len(columns)} columns, not {len(cells)}")
        return tuple(_read_cell(cell) for cell in cells)

    return tuple(columns), by_die(item["by_die"], read_row)


def _read_cell(cell: Item) -> tuple[str, int, int]:
    parts = list(cell.each(3))
    if len(parts) != 3:
        raise cell.fail("a cell is [result, points when the U.S. attacks, points when Japan attacks]")
    return parts[0].one_of(RESULTS), parts[1].whole(), parts[2].whole()


@enforces("olympic", "14.3")
def _read_doctrine(
    item: Item,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, ...], ...], tuple[int, ...], tuple[int, ...]]:
    """The five tracks of the Doctrine Chart."""
    names = (
        "track1_coastal_release",
        "track2_line_release",
        "track3_reinforcements",
        "track4_militia",
        "track5_tokko_table",
    )
    item.only(*names)

    def twice(factor: Item) -> int:
        found = 2 * factor.number(0.5, 10)
        if found != int(found):
            raise factor.fail("militia strength is multiplied by a whole number or by 0.5")
        return int(found)

    return (
        by_die(item[names[0]], lambda face: face.one_of(RELEASES)),
        by_die(item[names[1]], lambda face: face.one_of(LINE_RELEASES)),
        by_die(item[names[2]], lambda face: tuple(value.one_of(LINE_VALUES) for value in face.each(FACES))),
        by_die(item[names[3]], twice),
        by_die(item[names[4]], lambda face: face.whole(1, 3)),
    )


Tables = tuple[tuple[int, ...], ...]


@enforces("olympic", "14.4", "17.4", "17.41")
def _read_tokko(standard: Item, optional: Item) -> tuple[Tables, Tables, tuple[str, ...], dict[int, int]]:
    """Both sets of Tokko tables; they share table 4, and agree on what a number of Casualty Points costs."""
    zones: tuple[str, ...] = ()
    lost: dict[int, int] = {}
    tables: list[Tables] = []
    southern = tuple(name for name in ZONES if name not in NORTHERN_ZONES)
    for item, whole_stacks in ((standard, True), (optional, False)):
        parts = keyed(item)
        item.only("1", "2", "3", "4", "units_lost")
        for name in ("1", "2", "3", "4", "units_lost"):
            if name not in parts:
                raise item.fail(f"{name!r} is missing")
        found = by_die(parts["4"], lambda face: face.one_of(southern))
        if sorted(found) != sorted(southern):
            raise parts["4"].fail(f"table 4 names each southern zone once: {', '.join(southern)} (14.4)")
        if zones and found != zones:
            raise parts["4"].fail("table 4 is the same in both sets of tables (17.4)")
        zones = found
        own: dict[int, int] = {}
        for key, units in keyed(parts["units_lost"]).items():
            if not key.isascii() or not key.isdecimal() or not 0 < int(key[:4]) <= 999:
                raise units.fail(f"{clip(key)} is not a number of Casualty Points, 1 to 999")
            count = units.whole(1)
            if whole_stacks and count % 3:
                raise units.fail("the standard tables remove whole stacks of three (14.25)")
            if lost.get(int(key), count) != count:
                raise units.fail(f"{key} Casualty Points cost {lost[int(key)]} units by the standard tables")
            own[int(key)] = count
        lost |= own

        def read_points(face: Item, own: Mapping[int, int] = own) -> int:
            points = face.whole(0, 999)
            if points and points not in own:
                raise face.fail(f"units_lost does not say how many units {points} Casualty Points cost; add it")
            return points

        tables.append(tuple(by_die(parts[name], read_points) for name in ("1", "2", "3")))
    return tables[0], tables[1], zones, lost


@enforces("olympic", "5.3", "13.1-strength")
def _read_terrain(item: Item, sides: Item) -> tuple[dict[str, Terrain], int, int]:
    """The Terrain Effects Chart, hexes and hexsides."""
    item.only(*TERRAIN)
    found: dict[str, Terrain] = {}
    letters: dict[str, str] = {}
    for name in TERRAIN:
        line = item[name]
        line.only("letter", "enter", "cost", "defence", "retreat", "militia")
        letter = line["letter"].text()
        if len(letter) != 1 or letter != letter.lower():
            raise line["letter"].fail(f"a terrain has one small letter on the map, not {clip(letter)}")
        if letter in letters:
            raise line["letter"].fail(f"{letters[letter]} has the letter {letter} already; choose another")
        letters[letter] = name
        enter = line.get("enter")
        if (enter is None or enter.flag()) == (name == SEA):
            raise (enter or line).fail("all-sea hexes cannot be entered, all others can (5.3)")
        if name == SEA:
            line.only("letter", "enter")
            found[name] = Terrain(name, letter, 0, 1, 0, 0)
            continue
        militia = line.get("militia")
        strength = militia.whole(1) if militia else 0
        if (strength > 0) != (name in (TOWN, TOWN_IN_ROUGH, CITY)):
            raise line.fail("Towns and Cities have a militia, and no other terrain (13.1)")
        found[name] = Terrain(
            name, letter, line["cost"].whole(1, COST), line["defence"].whole(1, 9), line["retreat"].whole(1, 2), strength
        )
    sides.only("road", "rough", "all_sea")
    sides["road"].only("total_cost")
    sides["rough"].only("extra_cost")
    sides["all_sea"].only("prohibited")
    if not sides["all_sea"]["prohibited"].flag():
        raise sides["all_sea"]["prohibited"].fail("all-sea hexsides are never crossed (5.3)")
    return found, sides["road"]["total_cost"].whole(1, COST), sides["rough"]["extra_cost"].whole(0, COST)


# ---------------------------------------------------------------------- counters


def _read_units(sections: Mapping[str, Item], turns: int) -> tuple[Unit, ...]:
    """All units; ids and full names are told apart even without capital letters, since both can be typed."""
    units: list[Unit] = []
    seen: dict[str, str] = {}
    lists: tuple[tuple[str, Callable[[Item], Unit]], ...] = (
        ("us_units", lambda item: _read_us_unit(item, turns)),
        ("japanese_coastal", lambda item: _read_japanese_unit(item, COASTAL, COASTAL_VALUES)),
        ("japanese_line", lambda item: _read_japanese_unit(item, LINE, LINE_VALUES)),
        ("japanese_reinforcements", lambda item: _read_japanese_unit(item, REINFORCEMENT, LINE_VALUES)),
    )
    for section, read in lists:
        for item in sections[section].each(UNITS):
            unit = read(item)
            for name in {unit.id.casefold(), unit.key.casefold()}:
                if name in seen:
                    raise item.fail(
                        f"{unit.key} would be called {unit.id}, but that is a name of {seen[name]}; change one of them"
                    )
                seen[name] = unit.key
            units.append(unit)
    if len(units) > UNITS:
        raise sections["us_units"].fail(f"{len(units)} units are too many: at most {UNITS} are allowed")
    return tuple(units)


@enforces("olympic", "3.21", "3.22")
def _values(item: Item, known: Sequence[str]) -> tuple[int, int]:
    strength, movement = item.one_of(tuple(known)).split("-")
    return int(strength), int(movement)


@enforces("olympic", "3.22")
def _read_us_unit(item: Item, turns: int) -> Unit:
    item.only("id", "values", "service", "formation", "arrival")
    key, service = item["id"].name(), item["service"].one_of((ARMY, MARINE))
    formation = item["formation"].name()
    regiment = re.fullmatch(r"U:([0-9]+)(M?)", key)
    if regiment is None or (regiment[2] == "M") != (service == MARINE):
        raise item["id"].fail("a U.S. unit is U: and the number of its regiment, with M after it for a Marine unit: U:27, U:26M")
    strength, movement = _values(item["values"], (US_VALUES[service],))
    division = _division(regiment[1], formation, service)
    if not re.fullmatch("[A-Za-z0-9]+", division):
        raise item["formation"].fail("a formation is a number and a word, such as 25th or 1st Cavalry, in letters and digits")
    name = f"U:{regiment[1]}/{division}"
    return Unit(name, key, 0, service, strength, movement, formation, regiment[1], item["arrival"].whole(1, turns))


def _division(regiment: str, formation: str, service: str) -> str:
    """A formation as its counters print it: 25, 5M, 1C, 11A, Am, RCT."""
    first, *others = formation.split()
    number = re.match("[0-9]*", first)[0] if first else ""  # type: ignore[index]
    if not number:
        return first[:2]
    if others and number == regiment:
        return others[0]
    return number + ("M" if service == MARINE else others[0][0] if others else "")


@enforces("olympic", "3.22")
def _read_japanese_unit(item: Item, letter: str, known: Sequence[str]) -> Unit:
    item.only("id", "values", "name")
    key, name = item["id"].name(), item["name"].name()
    if not re.fullmatch(f"J:{letter}[0-9]+", key):
        raise item["id"].fail(f"the ids of this list are J:{letter}01, J:{letter}02 and so on")
    short = name.replace(" ", "")
    if not re.fullmatch(r"[A-Za-z0-9.'-]+", short):
        raise item["name"].fail(f"{clip(name)} cannot be typed as a unit's name; use letters, digits and single blanks")
    strength, movement = _values(item["values"], known)
    return Unit(key if letter == REINFORCEMENT else f"J:{short}", key, 1, letter, strength, movement, "", name)


@enforces("olympic", "16.21", "16.22", "16.24")
def _read_dummies(sections: Mapping[str, Item]) -> dict[str, int]:
    item = sections["dummies"]
    item.only("coastal", "line")
    found = {COASTAL: item["coastal"].whole(), LINE: item["line"].whole()}
    for letter, key in ((COASTAL, "coastal"), (LINE, "line")):
        units, dummies, case = COUNTERS[letter]
        listed = sections[f"japanese_{key}"]
        if len(listed.value) != units:
            raise listed.fail(f"there are {units} {letter} units, not {len(listed.value)} ({case})")
        if found[letter] != dummies:
            raise item[key].fail(f"there are {dummies} {letter} dummies, not {found[letter]} ({case})")
    return found


@enforces("olympic", "14.51")
def _read_order(item: Item) -> tuple[str, ...]:
    known = (*COASTAL_VALUES, *LINE_VALUES)
    found = tuple(value.one_of(known) for value in item.each(len(known)))
    if sorted(found) != sorted(known):
        raise item.fail(f"each of {', '.join(known)} stands here once, first the first to move (14.51)")
    return found


# ---------------------------------------------------------------------- turns, plan and victory


@enforces("olympic", "9.21", "9.23", "10.52-gt6", "16.31", "18.1")
def _read_track(item: Item, units: Sequence[Unit], turns: int) -> tuple[dict[int, dict[str, int]], int, int]:
    """The Turn Record Track with its arrivals, which are those of the counter list."""
    known = tuple(US_VALUES.values())
    arrivals: dict[int, dict[str, int]] = {}
    marked: dict[str, list[Item]] = {"floating_reserve": [], "cancelled_by_northern_assault": []}
    boxes = list(item.each(PRINTED))
    for number, box in enumerate(boxes, 1):
        box.only("turn", "us_arrivals", *marked)
        if box["turn"].whole() != number:
            raise box["turn"].fail(f"Game-Turn {number} comes here")
        given = box["us_arrivals"]
        given.only(*known)
        listed = Counter(unit.values for unit in units if unit.arrival == number)
        for values in known:
            at = given.get(values)
            count = at.whole() if at else 0
            if count != listed[values]:
                raise (at or given).fail(
                    f"{count} units {values} arrive on Game-Turn {number} by the track, but {listed[values]} of us_units "
                    "have that arrival; make both agree"
                )
        arrivals[number] = {values: listed[values] for values in known if listed[values]}
        for name, found in marked.items():
            mark = box.get(name)
            if mark is not None and mark.flag():
                found.append(mark)
    if len(boxes) != turns:
        raise item.fail(f"the track has {len(boxes)} boxes, but there are {turns} Game-Turns; make both agree (18.1)")
    floating, cancelled = (_marked(item, marked[name], name) for name in marked)
    if floating != 2:
        raise item.fail("the Floating Reserve arrives on Game-Turn 2; mark that box, and no other, floating_reserve: true (9.23)")
    if cancelled == 1 or cancelled == floating:
        raise marked["cancelled_by_northern_assault"][0].fail("a northern assault cancels arrivals of a later turn (10.52)")
    if sum(arrivals[1].values()) % 3 or not arrivals[1]:
        raise item[0].fail("the units of Game-Turn 1 assault in full stacks of three (10.51, 16.31)")
    return arrivals, floating, cancelled


def _marked(item: Item, marks: Sequence[Item], name: str) -> int:
    """The one Game-Turn so marked, or 0."""
    if len(marks) > 1:
        raise marks[1].fail(f"{name} stands in two boxes; keep it in one")
    return int(marks[0].path[len(item.path)]) + 1 if marks else 0


@enforces("olympic", "17.1")
def _read_plan(item: Item, board: Board, arrivals: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """The historical plan places exactly the units of Game-Turn 1, in full stacks for which their zones have room."""
    item.only(*ZONES)
    zones = {zone.name: zone for zone in board.zones}
    plan: dict[str, dict[str, int]] = {}
    for name, given in item.entries():
        given.only(*US_VALUES.values())
        plan[name] = {values: count.whole(1) for values, count in given.entries()}
        total = sum(plan[name].values())
        if total % 3 or not 2 <= total // 3 <= min(STACKS, len(zones[name].hexes)):
            raise given.fail(
                f"{total} units do not make two to {min(STACKS, len(zones[name].hexes))} full stacks in {name} (10.51)"
            )
    sums: Counter[str] = Counter()
    for found in plan.values():
        sums.update(found)
    if dict(sums) != dict(arrivals):
        want = ", ".join(f"{count} x {values}" for values, count in arrivals.items())
        raise item.fail(f"the plan must use all units of Game-Turn 1 and no other: {want} (17.1)")
    return plan


@enforces("olympic", "18.2.1-A", "18.2.1-C", "18.2.1-D", "18.22-A", "18.22-B", "18.22-C")
def _read_victory(item: Item, board: Board) -> tuple[int, int, int, int, int, tuple[tuple[int, int], ...]]:
    """Points of both sides; the objective line is the line between south and north."""
    item.only("us", "japan")
    us = item["us"]
    us.only("south", "per_row", "objective_row", "kagoshima", "city", "town")
    if us["objective_row"].whole() != board.north_row - 1:
        raise us["objective_row"].fail(f"the last southern row is {board.north_row - 1}; the map says northern_from_row")
    bands: list[tuple[int, int]] = []
    rows = list(item["japan"].each(9))
    for number, row in enumerate(rows):
        row.only("up_to", "per_cp")
        last = number == len(rows) - 1
        if last and row["up_to"].value is not None:
            raise row["up_to"].fail("the last band has no end; write null")
        twice = 2 * row["per_cp"].number(0, 9)
        if twice != int(twice):
            raise row["per_cp"].fail("a Casualty Point is worth a whole or a half number of points")
        bands.append((ENDLESS if last else row["up_to"].whole(1, ENDLESS - 1), int(twice)))
    if not bands:
        raise item["japan"].fail("at least one band is needed")
    for number, (before, after) in enumerate(pairwise(bands), 1):
        if after[0] <= before[0]:
            raise item["japan"][number].fail(f"this band ends at {after[0]}; it must end after {before[0]}")
    points = tuple(us[name].whole(0, 9_999) for name in ("south", "per_row", "kagoshima", "city", "town"))
    return *points, tuple(bands)  # type: ignore[return-value]


BOX = Box(FOLDER / "components.yaml", SECTIONS, read_components)
