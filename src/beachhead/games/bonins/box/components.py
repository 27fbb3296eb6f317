"""The components of Bonins: ours (components.yaml), an owner's folder in their place, or a board made for a position."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from beachhead.engine.files.bounds import PRINTED, UNITS, clip
from beachhead.engine.files.box import Box
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Document, Item
from beachhead.games.bonins.box.board import blank_board, read_board, turns_of
from beachhead.games.bonins.box.kinds import (
    ARMS,
    BATTALION,
    BEACH,
    CLEAR,
    FALLS,
    HILL,
    JAPANESE,
    JP,
    RAVINE,
    SEA,
    SLIPS,
    SUPPORT,
    TANK,
    TRADES,
    US,
    Components,
    Unit,
)
from beachhead.series.island_war.components import COLUMNS, KINDS, ResultsTable, Terrain, read_halves, read_results

FOLDER = Path(__file__).parent.parent
SECTIONS = (
    "combat_results", "dug_in_results", "bombardment_results", "terrain", "overlays", "placement_priority", "grid", "map",
    "hills", "airfields", "villages", "beaches", "sectors", "symbols", "us_units", "japanese_units", "markers", "boxes",
    "fire_support_track", "turns", "storm_die", "allowances", "numbers", "victory", "phases",
)  # fmt: skip
RESULTS: Final = ("A1", "A2", "A3", "Ae", "(A)", "NE", "Ex", "D2", "D3", "De")
TERRAIN: Final = (CLEAR, BEACH, "broken", "rough", "mine", "mountain", RAVINE)
NO_TANKS: Final = ("mine", "mountain", RAVINE)
STOPS: Final = (BEACH, RAVINE)
OVERLAYS: Final = (HILL, "airfield", "village", "symbol")
OTHER: Final = "other terrain"
FACES: Final = 6
BOXES: Final = ("available", "reserves", "eliminated", "removed")
STARTS: Final = ("available", "reserves")
PHASES: Final = (
    "us_movement", "us_combat", "us_mobile_movement", "us_mobile_combat", "japanese_movement", "japanese_combat",
    "administrative",
)  # fmt: skip
NUMBERS: Final = {
    "landings_per_phase": 8, "landings_per_colour": 2, "landings_per_hex": 1, "reserves_from_turn": 2,
    "turns_lost_per_regiment": 1, "replacement_steps": 2, "steps_per_eliminated_battalion": 1, "safe_distance": 4,
    "markers_base": 9, "markers_airfield_1": 1, "markers_airfields_1_and_2": 2, "markers_per_target": 2, "suppressed_on": 3,
    "suppressed_on_in_storm": 2, "japanese_replacements": 1, "placement_distance": 2, "search_die": 3, "banzai_dice": 3,
    "banzai_shift": 2, "strength_dice": 3, "strength_dice_hill": 2, "strength_dice_no_hill": 1, "tunnel_die": 3,
    "tunnel_die_in_us_zoc": 2, "advance": 1,
}  # fmt: skip
"""The numbers of the book. They are listed with the components for reading; the rules say them in words, so they do not vary."""
VICTORY: Final = {
    "last_turn": 16, "eliminated_battalion": 2, "depleted_battalion": 1, "turn_saved": -2, "us_win_at_most": 12,
    "japanese_win_at_least": 20,
}  # fmt: skip
MARKERS: Final = {"bombardment": 11, "turn": 1, "flag": 1}
FIRE: Final = 10
"""Boxes of the Fire Support Track (21.1)."""
DIVISION: Final = 13
REGIMENT: Final = 4
EASIER: Final = 7
"""The attack strength of a full battalion at the easier level."""
_VALUES: Final = re.compile("-".join(["([0-9]{1,2})"] * 3))


def components_of(parameters: Mapping[str, Any]) -> Components:
    """The components that the parameters of a match ask for; a position may bring its own `board`."""
    components = BOX.components_of(parameters)
    if parameters.get("options", {}).get("level") == "easier":
        components = replace(components, units=tuple(map(_easier, components.units)))
    if "board" in parameters:
        item = Item(parameters["board"], Document("position"), ("board",))
        turns = turns_of(item, components.turns)
        storm = (*components.storm_die, *[components.storm_die[-1]] * (turns + 2 - len(components.storm_die)))
        dates = (*components.dates, *(f"turn {turn}" for turn in range(len(components.dates) + 1, turns + 1)))
        board = blank_board(item, components.terrain)
        return replace(components, board=board, turns=turns, storm_die=storm, dates=dates)
    return components


@enforces("bonins", "rec-us-counters")
def _easier(unit: Unit) -> Unit:
    """At the easier level a full battalion attacks with 7, which is no component of ours but a handicap with its name on it."""
    if unit.side != US or unit.kind != BATTALION:
        return unit
    return replace(unit, attack=EASIER, values=f"{EASIER}-{unit.defense}-{unit.movement}")


def read_components(sections: Mapping[str, Item]) -> Components:
    """All sections, checked one by one and against each other."""
    _check_printed(sections)
    table = _read_table(sections["combat_results"])
    terrain, stops = _read_terrain(sections["terrain"], table)
    board = read_board(sections, terrain)
    us, japanese = _read_us_units(sections["us_units"]), _read_japanese_units(sections["japanese_units"])
    _check_ids(sections["japanese_units"], us, japanese)
    if len(board.red) != len(japanese):
        raise sections["symbols"]["red"].fail(
            f"there are {len(board.red)} red hexes and {len(japanese)} Japanese units; each red hex starts with one (11.2)"
        )
    fire = _read_fire(sections["fire_support_track"], japanese)
    dates, storm = _read_turns(sections["turns"], sections["storm_die"])
    _check_allowances(sections["allowances"], us, japanese)
    return Components(
        terrain=terrain,
        stops=stops,
        overlay_line=_read_overlays(sections["overlays"], table),
        table=table,
        priority=_read_priority(sections["placement_priority"]),
        follow_up=_read_follow_up(sections["dug_in_results"]),
        bombardment=_read_bombardment(sections["bombardment_results"]),
        units=(*us, *japanese),
        board=board,
        fire_track=fire,
        dates=dates,
        storm_die=storm,
        numbers=_fixed(sections["numbers"], NUMBERS),
        victory=_fixed(sections["victory"], VICTORY),
        turns=len(dates),
    )


# ---------------------------------------------------------------------- what never varies


def _fixed(item: Item, known: Mapping[str, int]) -> dict[str, int]:
    """Numbers of the book, under their names and as the book has them."""
    item.only(*known)
    for name, number in known.items():
        if item[name].whole(-PRINTED) != number:
            raise item[name].fail(f"this is {number} by the rules, which do not vary")
    return dict(known)


@enforces("bonins", "11.5", "14.1-a", "std-4.1-a", "rec-markers", "rec-boxes")
def _check_printed(sections: Mapping[str, Item]) -> None:
    """What is printed but never varies: markers, boxes and the order of the phases."""
    _fixed(sections["markers"], MARKERS)
    for name, known in (("boxes", BOXES), ("phases", PHASES)):
        given = [entry.text() for entry in sections[name].each(PRINTED)]
        if tuple(given) != known:
            raise sections[name].fail(f"these are {', '.join(known)}, in this order")


@enforces("bonins", "13.0-4.1-b", "13.0-4.1-e", "std-4.1-g")
def _check_allowances(item: Item, us: Sequence[Unit], japanese: Sequence[Unit]) -> None:
    """Allowances follow from the counters: half in the mobile phase, half in a storm, a quarter in both."""
    item.only("us_regular", "us_mobile", "japanese")
    for name, units, share in (("us_regular", us, 1), ("us_mobile", us, 2), ("japanese", japanese, 1)):
        item[name].only("fair", "storm")
        most = max(unit.movement for unit in units) // share
        for weather, allowance in (("fair", most), ("storm", most // 2)):
            if item[name][weather].whole() != allowance:
                raise item[name][weather].fail(f"this is {allowance}, as the counters and 13.0 have it; make both agree")


# ---------------------------------------------------------------------- charts


@enforces("bonins", "std-7.6-crt", "std-7.6-range")
def _read_table(item: Item) -> ResultsTable:
    """The results table. A line lists where its columns begin, the first one, null, without a lower end."""
    item.only("columns", "lines", "by_die")
    columns = item["columns"].whole(1, COLUMNS)
    if not 0 < len(item["lines"].mapping()) <= KINDS:
        raise item["lines"].fail(f"a table has 1 to {KINDS} lines")
    labels: dict[str, tuple[str, ...]] = {}
    tops: dict[str, tuple[int, ...]] = {}
    for name, row in item["lines"].entries():
        starts = list(row.each(columns))
        if len(starts) < 2 or starts[0].value is not None:
            raise row.fail("a line begins with null, since its first column has no lower end, and goes on with numbers")
        bounds = [start.whole(-PRINTED) for start in starts[1:]]
        for number, (low, high) in enumerate(pairwise(bounds), 2):
            if high <= low:
                raise starts[number].fail(f"this column begins at {high}; it must begin after {low}")
        tops[name] = (*(bound - 1 for bound in bounds), bounds[-1])
        labels[name] = (
            f"≤{_signed(bounds[0] - 1)}", *(_span(low, high - 1) for low, high in pairwise(bounds)), f"≥{_signed(bounds[-1])}",
        )  # fmt: skip
    rows = read_results(item["by_die"], RESULTS, columns)
    for die, cells in enumerate(rows, 1):
        if len(cells) > columns:
            raise dict(item["by_die"].entries())[str(die)].fail(f"more results than the {columns} columns")
    return ResultsTable(labels, rows, {}, tops)


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"


def _span(low: int, high: int) -> str:
    """A column's differentials as printed: +3,4."""
    return _signed(low) if low == high else f"{_signed(low)},{high if low > 0 else _signed(high)}"


@enforces("bonins", "13.0-5.2-a", "13.0-5.2-c", "17.3-a", "rec-tec")
def _read_terrain(item: Item, table: ResultsTable) -> tuple[dict[str, Terrain], frozenset[str]]:
    """The terrain key; what the book says of beaches, ravines and tanks must stand in it."""
    item.only(*TERRAIN)
    found: dict[str, Terrain] = {}
    stops: set[str] = set()
    letters: dict[str, str] = {}
    for name in TERRAIN:
        line = item[name]
        line.only("symbol", "cost", "line", "stop", "us_tanks", "book")
        letter, halves = line["symbol"].text(), read_halves(line["cost"])
        if len(letter) != 1:
            raise line["symbol"].fail(f"a terrain has one letter on the map, not {clip(letter)}")
        if letter in letters:
            raise line["symbol"].fail(f"{letters[letter]} has the letter {letter} already; choose another")
        letters[letter] = name
        if halves < 2:
            raise line["cost"].fail("a hex costs at least 1 movement point")
        printed = {BEACH: 2, RAVINE: 6}.get(name, halves)
        if halves != printed:
            raise line["cost"].fail(f"{name} costs {printed // 2} (13.0)")
        if line["stop"].flag() != (name in STOPS):
            raise line["stop"].fail("beaches and ravines end a move, and no other terrain does (13.0)")
        if line["us_tanks"].flag() != (name not in NO_TANKS):
            raise line["us_tanks"].fail(f"tanks enter everything but {', '.join(NO_TANKS)} (13.0, 17.3)")
        for word in line["book"].each(FACES):
            word.one_of(("mp", "stop", "tanks"))
        if line["stop"].flag():
            stops.add(name)
        found[name] = Terrain(name, letter, True, halves, _line(line["line"], table), line["us_tanks"].flag())
    found[SEA] = Terrain(SEA, ".", False, 0, "", False)
    return found, frozenset(stops)


def _line(item: Item, table: ResultsTable) -> str:
    if item.text() not in table.tops:
        raise item.fail(f"the results table has no line {clip(item.text())}; it has {', '.join(table.tops)}")
    return item.text()


@enforces("bonins", "13.0-5.2-b")
def _read_overlays(item: Item, table: ResultsTable) -> str:
    """Overlays cost what the terrain under them costs; only a hill has a line of its own."""
    item.only(*OVERLAYS)
    for name in OVERLAYS:
        overlay = item[name]
        overlay.only("cost", "line", "us_tanks", "book")
        words = ["cost", *(("us_tanks",) if overlay.get("us_tanks") else ()), *(() if name == HILL else ("line",))]
        for word in words:
            if overlay[word].text() != OTHER:
                raise overlay[word].fail(f"an overlay takes this from the terrain under it; write {OTHER} (13.0)")
    return _line(item[HILL]["line"], table)


@enforces("bonins", "19.5-d")
def _read_priority(item: Item) -> tuple[str, ...]:
    known = (HILL, *(name for name in TERRAIN if name != BEACH))
    found = tuple(entry.one_of((*known, BEACH)) for entry in item.each(len(known) + 1))
    if sorted(name for name in found if name != BEACH) != sorted(known) or found[0] != HILL or len(set(found)) != len(found):
        raise item.fail(f"each of {', '.join(known)} stands here once, hill first (19.5)")
    return found


# ---------------------------------------------------------------------- what follows a result


@enforces("bonins", "20.2-b", "20.2-c", "20.2-d", "20.2-e", "20.2-table")
def _read_follow_up(item: Item) -> dict[str, tuple[str, ...]]:
    """What a dug-in unit suffers: Ex, D2 and D3 by a second die, De always; every other result sends it to redeploy in place."""
    others = "|".join(("Ae", "A3", "A2", "A1", "(A)", "NE"))
    item.only(others, "Ex", "D2", "D3", "De")
    _outcome(item[others], {"us": "as printed", "japanese": "redeploys in place", "advance": False})
    _outcome(item["De"], {"us": "none", "japanese": "eliminated", "advance": True})
    found: dict[str, tuple[str, ...]] = {"De": (FALLS,) * FACES}
    for name in ("Ex", "D2", "D3"):
        exchange = name == "Ex"
        faces: dict[int, str] = {}
        for row in item[name].each(FACES):
            row.only("die", "us", "waived", "japanese", "advance")
            loss, fate = row["us"].one_of(("none", "step")), row["japanese"].one_of(("eliminated", "redeploys"))
            if (loss, fate) == ("none", "redeploys"):
                raise row.fail("a unit redeploys only after the U.S. has paid a step for it (20.2)")
            if row["advance"].flag() == exchange:
                raise row["advance"].fail("an advance follows D2 and D3, never Ex (20.2)")
            waived = row.get("waived")
            if (waived is not None and waived.flag() != exchange) or (exchange and waived is None):
                raise (waived or row).fail("suppression waives the step of Ex alone (16.3)")
            code = FALLS if loss == "none" else TRADES if fate == "eliminated" else SLIPS
            for face in row["die"].each(FACES):
                if face.whole(1, FACES) in faces:
                    raise face.fail(f"{face.value} is listed twice under {name}; each face has one line")
                faces[face.whole()] = code
        if len(faces) < FACES:
            missing = " ".join(str(face) for face in range(1, FACES + 1) if face not in faces)
            raise item[name].fail(f"each face 1 to 6 needs a line; {missing} is missing")
        found[name] = tuple(faces[face] for face in range(1, FACES + 1))
    return found


def _outcome(item: Item, known: Mapping[str, object]) -> None:
    item.only(*known)
    for key, value in known.items():
        if item[key].value != value:
            raise item[key].fail(f"this is {str(value).lower()} by the rules (20.2)")


@enforces("bonins", "21.4-b", "21.4-c", "21.4-d", "21.4-e", "21.4-table")
def _read_bombardment(item: Item) -> dict[str, frozenset[int]]:
    item.only("Ex", "D2", "D3", "De")
    if item["De"].value != "eliminated":
        raise item["De"].fail("De eliminates the target (21.4)")
    return {name: frozenset(face.whole(1, FACES) for face in item[name].each(FACES)) for name in ("Ex", "D2", "D3")}


# ---------------------------------------------------------------------- counters


@enforces("bonins", "std-2.3")
def _values(item: Item) -> tuple[int, int, int]:
    found = _VALUES.fullmatch(item.text())
    if not found:
        raise item.fail(f"values look like 6-6-8 (attack, defense, movement), each at most {PRINTED}, not {clip(item.text())}")
    attack, defense, movement = map(int, found.groups())
    return attack, defense, movement


@enforces("bonins", "11.4-a", "11.4-b", "14.4-b", "17.1-a", "17.1-c", "rec-us-counters")
def _read_us_units(item: Item) -> list[Unit]:
    units: list[Unit] = []
    for row in item.each(UNITS):
        row.only("id", "kind", "division", "regiment", "steps", "full", "depleted", "collins", "starts")
        kind = row["kind"].one_of(ARMS)
        keys = {BATTALION: ("regiment", "depleted"), SUPPORT: ("regiment",), TANK: ("collins",)}[kind]
        for key in ("regiment", "depleted", "collins"):
            if (row.get(key) is not None) != (key in keys):
                raise row.fail(f"a {kind} has {' and '.join(keys)} beside its other values")
        steps = 2 if kind == BATTALION else 1
        if row["steps"].whole() != steps:
            raise row["steps"].fail(f"a {kind} has {steps} step{'s' * (steps > 1)} (14.6, 17.1)")
        full, weak = _values(row["full"]), _values(row["depleted"]) if kind == BATTALION else (0, 0, 0)
        if kind == BATTALION and weak[2] != full[2]:
            raise row["depleted"].fail("both sides of a battalion have the same movement allowance")
        units.append(
            Unit(
                row["id"].name(),
                US,
                kind,
                *full,
                weak[0],
                weak[1],
                steps,
                row["division"].whole(1),
                row["regiment"].whole(1) if kind != TANK else 0,
                row["starts"].one_of(STARTS),
                values=row["full"].text(),
                weak_values=row["depleted"].text() if kind == BATTALION else "",
                collins=_values(row["collins"]) if kind == TANK else (),
            )
        )
    _check_divisions(item, units)
    return units


def _check_divisions(item: Item, units: Sequence[Unit]) -> None:
    """Three divisions of three regiments and a tank battalion; whoever starts in reserve does so with its whole division."""
    divisions = sorted({unit.division for unit in units})
    if len(divisions) != 3:
        raise item.fail(f"there are three divisions, not {len(divisions)} (11.4)")
    for division in divisions:
        own = [unit for unit in units if unit.division == division]
        regiments = sorted({unit.regiment for unit in own if unit.regiment})
        if len(own) != DIVISION or len(regiments) != 3:
            raise item.fail(f"Division {division} has {len(own)} units; it needs three regiments of four and a tank (11.4)")
        for regiment in regiments:
            kinds = sorted(unit.kind for unit in own if unit.regiment == regiment)
            if kinds != [BATTALION] * 3 + [SUPPORT]:
                raise item.fail(f"regiment {regiment} has three battalions and one support unit (14.4)")
        if len({unit.starts for unit in own}) > 1:
            raise item.fail(f"the units of Division {division} start in different boxes; all are in one (11.4)")
    reserves = {unit.division for unit in units if unit.starts == "reserves"}
    if len(reserves) != 1:
        raise item.fail(f"one division starts in reserve, not {len(reserves)} (11.4, 14.4)")


@enforces("bonins", "19.1-a", "19.3-a", "17.3-b", "rec-jp-counters")
def _read_japanese_units(item: Item) -> list[Unit]:
    units = []
    for row in item.each(UNITS):
        row.only("id", "kind", "values", "track", "anti_tank")
        kind, (attack, defense, movement) = row["kind"].one_of(JAPANESE), _values(row["values"])
        for key, kinds, case in (("track", ("artillery", "HQ"), "19.1"), ("anti_tank", ("anti-tank", "anti-aircraft"), "17.3")):
            if row[key].flag() != (kind in kinds):
                raise row[key].fail(f"this is true for {' and '.join(kinds)} alone ({case})")
        units.append(
            Unit(
                row["id"].name(),
                JP,
                kind,
                attack,
                defense,
                movement,
                track=row["track"].flag(),
                anti_tank=row["anti_tank"].flag(),
                values=row["values"].text(),
            )
        )
    return units


def _check_ids(item: Item, us: Sequence[Unit], japanese: Sequence[Unit]) -> None:
    if len(us) + len(japanese) > UNITS:
        raise item.fail(f"{len(us) + len(japanese)} units are too many: at most {UNITS} are allowed")
    seen: set[str] = set()
    for unit in (*us, *japanese):
        if unit.id.casefold() in seen:
            raise item.fail(f"{unit.id} is listed twice; every unit of both sides has a name of its own")
        if re.fullmatch("[Jj]?[0-9]{4}", unit.id):
            raise item.fail(f"{unit.id} looks like a hex; give this unit another name")
        seen.add(unit.id.casefold())


# ---------------------------------------------------------------------- tracks


@enforces("bonins", "21.1-a", "rec-fire-track")
def _read_fire(item: Item, japanese: Sequence[Unit]) -> tuple[int, ...]:
    """Boxes from the highest down, one for each unit that can cover one at least."""
    found = tuple(box.whole(1, FIRE) for box in item.each(FIRE))
    if found != tuple(range(FIRE, FIRE - len(found), -1)):
        raise item.fail(f"boxes are listed from {FIRE} down without a gap (21.1)")
    guns = sum(unit.track for unit in japanese)
    if guns > len(found):
        raise item.fail(f"{guns} artillery and HQ units may have to be put on {len(found)} boxes; make both agree (21.1)")
    return found


@enforces("bonins", "12.1-b", "rec-turns", "rec-storm")
def _read_turns(item: Item, storms: Item) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Dates of the turns, and the highest die that brings a storm, for every turn after the first and one past the last."""
    turns, dice = dict(item.entries()), dict(storms.entries())
    count = VICTORY["last_turn"]
    if set(turns) != {str(turn) for turn in range(1, count + 1)}:
        raise item.fail(f"turns are numbered 1 to {count} (12.1)")
    if set(dice) != {str(turn) for turn in range(2, count + 2)}:
        raise storms.fail(f"there is a die for every turn from 2 to {count + 1}, and for no other; the first turn is fair (13.0)")
    dates = tuple(turns[str(turn)].name() for turn in range(1, count + 1))
    return dates, (0, 0, *(dice[str(turn)].whole(0, FACES) for turn in range(2, count + 2)))


BOX = Box(FOLDER / "components.yaml", SECTIONS, read_components)
