"""The tables of the book and the turn track, as people read them. Every number comes from the components.

The combat results, the terrain effects, the Storm Table and the tracks are not in the rulebook; ours are reconstructions, and the
charts say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.shown.charts import chart
from beachhead.engine.shown.words import counted, listed
from beachhead.games.bonins.box.kinds import BATTALION, FALLS, SEA, SLIPS, SUPPORT, US
from beachhead.games.bonins.phases import PHASES, US_MOVEMENT
from beachhead.series.island_war.presentation import points

if TYPE_CHECKING:
    from beachhead.games.bonins.ruleset import BoninsRuleset

OURS: Final = "Our reconstruction: the rulebook refers to this chart and does not contain it."
ENDS: Final[dict[str, tuple[str, str | None]]] = {
    "A1": ("every attacking hex retreats 1 hex, or stands fast for a step", "defender"),
    "A2": ("every attacking hex retreats 2 hexes, or stands fast for a step", "defender"),
    "A3": ("every attacking hex retreats 3 hexes, or stands fast for a step", "defender"),
    "Ae": ("the attackers are eliminated", "defender"),
    "(A)": ("the attackers may retreat 1 hex", None),
    "NE": ("no effect", None),
    "Ex": ("each side loses a step", None),
    "D2": ("the defender retreats 2 hexes, or stands fast for a step", "attacker"),
    "D3": ("the defender retreats 3 hexes, or stands fast for a step", "attacker"),
    "De": ("the defender is eliminated", "attacker"),
}
"""Results in words, and whom they help."""
DICE: Final = range(1, 7)


def charts_of(ruleset: BoninsRuleset) -> list[dict[str, Any]]:
    """The tables of the book."""
    return [
        _results(ruleset),
        _dug_in(ruleset),
        _bombardment(ruleset),
        _terrain(ruleset),
        _storm(ruleset),
        _allowances(ruleset),
        _sequence(ruleset),
        _stacking(),
        _landing(ruleset),
        _support(ruleset),
        _targets(ruleset),
        _placement(ruleset),
        _banzai(ruleset),
        _fire_track(ruleset),
        _turns(ruleset),
        _counters(ruleset),
        _victory(ruleset),
    ]


def dice_text(dice: Iterable[int]) -> str:
    """Faces of a die as people write them.

    >>> dice_text([1, 2, 3]), dice_text([6]), dice_text([1, 3, 4]), dice_text([])
    ('1-3', '6', '1, 3-4', 'none')
    """
    runs = [[face for _, face in run] for _, run in groupby(enumerate(sorted(dice)), lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs) or "none"


def _rest(dice: Collection[int]) -> str:
    return dice_text(set(DICE) - set(dice))


# ---------------------------------------------------------------------- combat


def _results(ruleset: BoninsRuleset) -> dict[str, Any]:
    parts, table = ruleset.components, ruleset.table
    used: dict[str, list[str]] = {line: [] for line in table.labels}
    for name, kind in parts.terrain.items():
        if kind.enter:
            used[kind.line].append(name)
    used[parts.overlay_line].append("hill")
    notes = [
        OURS,
        "Attack factors less defense factors, on the line of the defender's ground, give the column; the line best for the "
        "defender counts.",
        "Against a dug-in unit see the next table. Bombardment reads its strength as the differential.",
        f"A banzai attack is shifted {counted(parts.numbers['banzai_shift'], 'column')} to the right, never past the last.",
    ]
    columns = [str(number) for number in range(1, max(map(len, table.labels.values())) + 1)]
    found = {cell for row in table.results for cell in row}
    return chart("results", "Combat results", "std-7.6-crt", notes, columns, ()) | {
        "now": "combat",
        "rulers": [
            {"id": line, "title": ", ".join(used[line]) or line, "labels": list(labels)} for line, labels in table.labels.items()
        ],
        "codes": {code: {"text": code, "says": says, "good": good} for code, (says, good) in ENDS.items() if code in found},
        "rows": [{"id": str(die), "title": f"die {die}", "cells": list(row)} for die, row in enumerate(table.results, 1)],
    }


def _dug_in(ruleset: BoninsRuleset) -> dict[str, Any]:
    """What becomes of a dug-in unit, and of those who attacked it (20.2)."""
    rows: list[tuple[str, ...]] = []
    kept = [code for code in ENDS if code not in ruleset.components.follow_up]
    rows.append((", ".join(kept), "-", "as the table says", "redeploys in place: another may take its place", "no", "20.2-a"))
    cases = {"Ex": "20.2-b", "D2": "20.2-c", "D3": "20.2-d", "De": "20.2-e"}
    for code, letters in ruleset.components.follow_up.items():
        for letter in dict.fromkeys(letters):
            dice = [die for die, found in enumerate(letters, 1) if found == letter]
            us = "-" if letter == FALLS else "one step, none if suppressed" if code == "Ex" else "one step"
            unit = "redeploys elsewhere" if letter == SLIPS else "eliminated"
            advance = "no" if code == "Ex" else "yes"
            rows.append((code, "-" if len(dice) == len(DICE) else dice_text(dice), us, unit, advance, cases[code]))
    order = {code: place for place, code in enumerate(("Ex", "D2", "D3", "De"), 1)}
    rows.sort(key=lambda row: order.get(row[0], 0))
    notes = "A second die follows Ex, D2 and D3. U.S. losses and retreats come first, then the Japanese unit."
    columns = ["second die", "U.S. attackers", "dug-in unit", "advance", "rule"]
    return chart("dug-in", "Results against dug-in units", "20.2-table", notes, columns, rows)


def _bombardment(ruleset: BoninsRuleset) -> dict[str, Any]:
    """What Japanese bombardment does (21.4)."""
    cases = {"Ex": "21.4-b", "D2": "21.4-c", "D3": "21.4-d"}
    rows = [
        (code, f"{dice_text(dice)}: loses a step", f"{_rest(dice)}: nothing", cases[code])
        for code, dice in ruleset.components.bombardment.items()
    ]
    rows += [("De", "eliminated", "-", "21.4-e"), ("any other", "nothing", "-", "21.4-e")]
    notes = [
        "The strength of the marker is the differential, on the line of the target's ground; a second die follows Ex, D2 and D3.",
        "Every unit in the hex is fired at separately, with a die of its own (21.5).",
    ]
    return chart("bombardment", "Bombardment results", "21.4-table", notes, ["second die", "otherwise", "rule"], rows)


# ---------------------------------------------------------------------- ground and weather


def _terrain(ruleset: BoninsRuleset) -> dict[str, Any]:
    parts, rows = ruleset.components, []
    for name, kind in parts.terrain.items():
        if name == SEA or not kind.enter:
            rows.append((name, "closed", "-", "-", "-"))
            continue
        stop = "ends the move" if name in parts.stops else "-"
        rows.append((name, points(kind.halves), kind.line, "yes" if kind.armour else "no", stop))
    same = "as the ground"
    rows.append(("hill", same, parts.overlay_line, same, "-"))
    rows.append(("airfield, village, symbol", same, same, same, "-"))
    notes = [
        f"{OURS} The book gives beach, ravine, hill, and where tanks cannot go.",
        "Movement points to enter, line of the results table, whether U.S. tanks may enter or attack the hex.",
    ]
    return chart("terrain", "Terrain effects", "rec-tec", notes, ["cost", "combat line", "U.S. tanks", "stop"], rows)


def _storm(ruleset: BoninsRuleset) -> dict[str, Any]:
    parts, rows = ruleset.components, []
    turns = range(2, parts.turns + 1)
    for most, run in groupby(turns, lambda turn: parts.storm_die[turn]):
        span = list(run)
        title = f"for turn {span[0]}" if len(span) == 1 else f"for turns {span[0]} to {span[-1]}"
        storm = range(1, most + 1)
        rows.append((title, dice_text(storm), _rest(storm)))
    notes = [
        OURS,
        "Rolled in the Administrative Phase for the next turn; turn 1 is always fair.",
        f"In a storm all movement is halved, the markers of airfields stay away, and bombardment suppresses on "
        f"{dice_text(range(1, parts.numbers['suppressed_on_in_storm'] + 1))} only.",
    ]
    return chart("storm", "Storm Table", "rec-storm", notes, ["storm", "fair"], rows)


def _allowances(ruleset: BoninsRuleset) -> dict[str, Any]:
    safe = counted(ruleset.components.numbers["safe_distance"], "hex", "hexes")
    most = {side: max(unit.movement for unit in ruleset.units if unit.side == side) for side in (US, 1 - US)}
    rows = [
        ("U.S. movement", str(most[US]), str(most[US] // 2), f"unlimited, {safe} away from every Japanese unit", "15.0-a"),
        ("U.S. mobile movement", str(most[US] // 2), str(most[US] // 4), "none", "13.0-4.1-a"),
        ("Japanese movement", str(most[1 - US]), str(most[1 - US] // 2), "none", "13.0-4.1-e"),
    ]
    note = "For a printed allowance that is the highest of its side; a printed 0 stays 0."
    return chart("allowances", "Movement allowances", "std-4.1-g", note, ["fair", "storm", "redeployment", "rule"], rows)


# ---------------------------------------------------------------------- the turn


def _sequence(ruleset: BoninsRuleset) -> dict[str, Any]:
    numbers = ruleset.components.numbers
    does = {
        "us movement": (
            "Task Force Collins first, if wanted; then in any order "
            f"{counted(numbers['replacement_steps'], 'replacement step')}, "
            f"reserves (from turn {numbers['reserves_from_turn']}), landings, moves or redeployment"
        ),
        "us combat": "count bombardment markers; declare bombarded attacks; then attack, hex by hex",
        "us mobile movement": "Task Force Collins, reserves, landings, moves at half allowance",
        "us mobile combat": "attack again, without bombardment",
        "jp movement": (
            "one replacement; once Suribachi is cleared, banzai dice and charges; with two players own moves and tunnels"
        ),
        "jp combat": "banzai attacks; with two players own attacks; then bombardment: count, place all, resolve all",
        "administrative": "storm die for the next turn; after the last turn the game ends",
    }
    rows = [(phase.title, does[phase.name], phase.case) for phase in PHASES[US_MOVEMENT:]]
    note = "Each unit moves once and attacks once in each of its phases."
    return chart("sequence", "Sequence of a turn", "std-4.1-f", note, ["what is done", "rule"], rows)


def _stacking() -> dict[str, Any]:
    rows = [
        ("anywhere", "one unit", "std-5.3-a"),
        ("a support unit or tanks", "with one other U.S. unit: another of its kind or a battalion", "17.1-b"),
        ("landing beaches in use", "any number of U.S. units; only the top unit or pair fights", "14.3-a"),
        ("beaches of the other coast", "as anywhere", "13.0-5.3-b"),
        ("on the way", "friends may be passed freely", "std-5.3-b"),
    ]
    return chart("stacking", "Stacking", "std-5.3-a", "", ["who may be there", "rule"], rows)


def _landing(ruleset: BoninsRuleset) -> dict[str, Any]:
    numbers = ruleset.components.numbers
    rows = [
        ("landings in a movement phase", str(numbers["landings_per_phase"]), "14.2-b"),
        ("landings on one beach (color)", str(numbers["landings_per_colour"]), "14.2-c"),
        ("landings in one hex", str(numbers["landings_per_hex"]), "14.2-d"),
        ("reserves may be called from turn", str(numbers["reserves_from_turn"]), "14.4-a"),
        ("turns lost for each regiment", str(numbers["turns_lost_per_regiment"]), "14.4-c"),
        ("replacement steps per turn", str(numbers["replacement_steps"]), "14.5-a"),
        ("hexes from every Japanese unit, to rebuild or redeploy ashore", str(numbers["safe_distance"]), "14.7-b"),
    ]
    return chart("landing", "Landings, reserves, replacements", "14.2-b", "", ["number", "rule"], rows)


# ---------------------------------------------------------------------- fire


def _support(ruleset: BoninsRuleset) -> dict[str, Any]:
    numbers = ruleset.components.numbers
    base = numbers["markers_base"]
    rows = [
        ("markers in every turn", str(base), "16.1-a"),
        ("with Airfield No. 1 clear of the enemy", str(base + numbers["markers_airfield_1"]), "16.1-b"),
        ("with Airfields No. 1 and No. 2 clear", str(base + numbers["markers_airfields_1_and_2"]), "16.1-c"),
        ("in a storm", str(base), "16.4-a"),
        ("markers on one target", f"1 to {numbers['markers_per_target']}", "16.2-a"),
        ("suppressed on", dice_text(range(1, numbers["suppressed_on"] + 1)), "16.3-a"),
        ("suppressed on, in a storm", dice_text(range(1, numbers["suppressed_on_in_storm"] + 1)), "16.3-a"),
    ]
    note = "In the regular U.S. Combat Phase only. Against a suppressed defender an exchange costs the attackers nothing."
    return chart("support", "U.S. bombardment", "16.1-a", note, ["number", "rule"], rows)


def _targets(ruleset: BoninsRuleset) -> dict[str, Any]:
    numbers = ruleset.components.numbers
    search = dice_text(range(1, numbers["search_die"] + 1))
    land = [name for space, name in enumerate(ruleset.ground.names) if ruleset.components.board.sector[space] >= 0]
    dice = [counted(numbers[key], "die", "dice") for key in ("strength_dice", "strength_dice_hill", "strength_dice_no_hill")]
    rows = [
        ("before Suribachi is cleared", "one marker on each landing beach hex with a U.S. unit", "21.2-1-a"),
        ("then, with markers left", f"hexes with U.S. units from {max(land)} down: a marker on {search}", "21.2-1-b"),
        ("after Suribachi is cleared", f"hexes with U.S. units from {min(land)} up: a marker on {search}", "21.2-2"),
        ("two players, before that", "any hexes with U.S. units, one marker each", "23.4-a"),
        ("strength before", dice[0], "21.3-a"),
        ("strength after, a Japanese unit on a hill of the sector", dice[1], "21.3-b"),
        ("strength after, none there", dice[2], "21.3-c"),
    ]
    note = "All markers are placed before the first is resolved; each hex is searched once."
    return chart("targets", "Japanese bombardment: targets and strength", "21.2-0", note, ["what is done", "rule"], rows)


def _fire_track(ruleset: BoninsRuleset) -> dict[str, Any]:
    boxes = ruleset.components.fire_track
    rows = [(counted(number, "unit"), str(boxes[number]) if number < len(boxes) else "0") for number in range(len(boxes) + 1)]
    notes = [OURS, "Each HQ or artillery unit that is eliminated for good covers the highest open box."]
    return chart("fire-track", "Japanese Fire Support Track", "rec-fire-track", notes, ["markers"], rows)


# ---------------------------------------------------------------------- Japan


def _placement(ruleset: BoninsRuleset) -> dict[str, Any]:
    parts = ruleset.components
    near = counted(parts.numbers["placement_distance"], "hex", "hexes")
    search = dice_text(range(1, parts.numbers["search_die"] + 1))
    rows = [
        ("sector", "one die; a cleared sector, or one without a place: back into the container", "19.5-a"),
        ("where", f"a red or white hex, empty, within {near} of a dug-in unit; never on Suribachi", "19.5-b"),
        ("which of them", f"by terrain: {', '.join(parts.priority)}", "19.5-d"),
        ("among equals", "by lot", "19.5-e"),
        ("who", "a blind draw from the container, if there are two or more", "20.3-c"),
        ("only one in the container", f"dug-in units from the north: the first with {search} trades places by draw", "20.3-d"),
        ("in place", "the same draw, into its own hex; it never fails", "20.4-a"),
    ]
    note = "How replacements and redeploying units find a place. With two players Japan chooses among eligible hexes (23.3-a)."
    return chart("placement", "Japanese placement", "19.5-a", note, ["rule of choice", "rule"], rows)


def _banzai(ruleset: BoninsRuleset) -> dict[str, Any]:
    shift = counted(ruleset.components.numbers["banzai_shift"], "column")
    rows = [
        ("1", "Suribachi not cleared, or no U.S. unit ashore: no attack", "20.5-a"),
        ("2", "first die above the number of cleared sectors: no attack", "20.5-b"),
        ("3", "second die: the sector; no dug-in unit there: no attack", "20.5-c"),
        ("4", "third die: how many of its dug-in units, those nearest to a U.S. unit", "20.5-d"),
        ("5", "all of them are turned up, the nearest first", "20.5-e"),
        ("6", "units with attack or movement 0 redeploy in place and drop out", "20.5-f"),
        ("7", "each other unit moves next to the U.S. unit that costs it the fewest movement points", "20.5-g"),
        ("8", "a unit that reaches none redeploys in place", "20.5-h"),
        ("9", f"in the combat phase one attack on each hex, shifted {shift} to the right", "20.5-i"),
        ("10", "U.S. units stand fast and lose a step to Ex, D2 or D3; nobody advances", "20.5-k"),
        ("11", "all attackers are eliminated", "20.5-j"),
    ]
    return chart(
        "banzai", "Banzai attacks", "20.5-steps", "At the start of every Japanese Movement Phase.", ["step", "rule"], rows
    )


# ---------------------------------------------------------------------- tracks, counters, victory


def _turns(ruleset: BoninsRuleset) -> dict[str, Any]:
    parts, rows = ruleset.components, []
    for turn in range(1, parts.turns + 1):
        rows.append((f"turn {turn}", parts.dates[turn - 1], "; ".join(_says(ruleset, turn)) or "-"))
    notes = [OURS, "Each reserve regiment that is called forward takes the last turn away."]
    return chart("track", "Turn track", "rec-turns", notes, ["dates", "note"], rows)


def _says(ruleset: BoninsRuleset, turn: int) -> list[str]:
    """What a turn of the track brings."""
    parts, found = ruleset.components, []
    if turn == 1:
        found.append("the first landings; always fair")
    if turn == parts.numbers["reserves_from_turn"]:
        found.append("reserves may be called from now on")
    lost = (parts.turns - turn) // parts.numbers["turns_lost_per_regiment"]
    if turn == parts.turns:
        found.append("the last turn, with no regiment called")
    elif 0 < lost <= ruleset.regiment_count:
        found.append(f"the last turn, with {counted(lost, 'regiment')} called")
    return found


def _counters(ruleset: BoninsRuleset) -> dict[str, Any]:
    found: dict[tuple[str, str, str], list[str]] = {}
    for unit in ruleset.units:
        side = "U.S." if unit.side == US else "Japan"
        back = unit.weak_values if unit.kind == BATTALION else ""
        if unit.collins:
            back = f"Task Force Collins {'-'.join(map(str, unit.collins))}"
        kind = f"{side} {'regimental support' if unit.kind == SUPPORT else unit.kind}"
        found.setdefault((kind, unit.values, back or "-"), []).append(unit.id)
    rows = [(kind, str(len(ids)), values, back, listed(ids)) for (kind, values, back), ids in found.items()]
    notes = [OURS, "Attack, defense, movement. The back of every Japanese unit is the same fortification."]
    return chart("counters", "Counters", "rec-us-counters", notes, ["number", "values", "back", "units"], rows)


def _victory(ruleset: BoninsRuleset) -> dict[str, Any]:
    price = ruleset.components.victory
    us, japan = price["us_win_at_most"], price["japanese_win_at_least"]
    rows = [
        ("a Japanese unit on the map after the last turn", "epic Japanese victory", "12.2"),
        ("each battalion in the Eliminated box", f"+{price['eliminated_battalion']}", "12.3-b"),
        ("each depleted battalion", f"+{price['depleted_battalion']}", "12.3-c"),
        ("support units and tanks", "0", "12.3-d"),
        ("each turn saved", str(price["turn_saved"]), "12.3-e"),
        (f"total {us} or less", "the U.S. wins", "12.3-f"),
        (f"total {us + 1} to {japan - 1}", "draw", "12.3-f"),
        (f"total {japan} or more", "Japan wins", "12.3-f"),
    ]
    note = "The game ends as soon as no Japanese unit is left on the map, or after the last turn."
    return chart("victory", "Victory", "12.3-a", note, ["counts", "rule"], rows)


def schedule_of(ruleset: BoninsRuleset) -> list[dict[str, Any]]:
    """The turn track: dates, and what each turn brings."""
    parts, found = ruleset.components, []
    marked = (("11.1-b", 1), ("14.4-a", parts.numbers["reserves_from_turn"]), ("12.1-b", parts.turns))
    for turn in range(1, parts.turns + 1):
        found.append(
            {
                "turn": turn,
                "title": f"Turn {turn}",
                "date": parts.dates[turn - 1],
                "says": _says(ruleset, turn),
                "cases": [case for case, when in marked if turn == when],
            }
        )
    return found
