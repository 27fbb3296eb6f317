"""The charts, tracks and lists of the game as people read them. Every number comes from the components.

The book prints the summary of Japanese actions and single cells of the other charts; the rest is our reconstruction, and the
charts say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.shown.charts import chart
from beachhead.engine.shown.words import listed
from beachhead.games.dday.box.kinds import (
    COLORS,
    DEPTH_KINDS,
    DIRECTIONS,
    DISRUPTION,
    JAPANESE_KINDS,
    MARKS,
    PLAIN,
    STAR,
    STEP_LOSS,
    SYMBOLS,
    WEAPONS,
    Card,
    names_of,
)
from beachhead.games.dday.phases import PHASES
from beachhead.games.dday.table.charts import schedules
from beachhead.games.dday.table.charts.words import LIST, MARK_WORDS, OURS

if TYPE_CHECKING:
    from beachhead.games.dday.ruleset import DDayRuleset

Chart = dict[str, Any]

ATTACK_CODES: Final[dict[str, tuple[str, str | None]]] = {
    "NE": ("nothing happens", None),
    "R": ("depth markers are turned up, and the chart is read again with them", None),
    "JD": ("every Japanese unit in the hex is disrupted", "attacker"),
    "JX": ("one depth marker is eliminated", "attacker"),
    "JDX": ("the units are disrupted and one depth marker is eliminated", "attacker"),
    "JE": ("every Japanese unit in the hex is beaten", "attacker"),
    "JEX": ("every unit is beaten and one depth marker is eliminated", "attacker"),
    "J+": ("a unit in communication and without depth gains a depth marker", "defender"),
    "JH": ("the Japanese unit turns face down", "defender"),
    "UD": ("one attacking unit is disrupted", "defender"),
    "UX": ("one attacking unit loses a step", "defender"),
}
"""Results of attacks in words, and whom they help."""
BARRAGE_CODES: Final[dict[str, tuple[str, str | None]]] = {
    "NE": ("nothing happens", None),
    "D": ("every Japanese unit in the hex is disrupted", "attacker"),
    "A": ("the guns of the position are destroyed", "attacker"),
    "X": ("one depth marker is eliminated", "attacker"),
    "*": ("a card shows whether the fort is reduced", "attacker"),
}
BARRAGE_ROWS: Final = ("neither", "symbol", "color", "symbol and color")
ATTACK_COLUMNS: Final = {
    "unit_unrevealed_depth": "depth face down",
    "unit_revealed_depth": "depth face up",
    "unit_alone": "unit alone",
}
ACTION_WORDS: Final = {
    "fire": "fires",
    "fire_if_us_in_fof": "fires if U.S. units are in its field",
    "armor_bonus": "may also hit armor",
    "mg_fire": "machine-gun fire",
    "mortar": "mortar fire",
    "muster": "a reserve unit may muster",
    "leader_hit": "hits leaders first",
    "resupply": "gains a depth marker",
    "redeploy": "moves to another position",
    "redeploy_or_depth_if_full": "moves to another position, or gains depth",
    "reinforce": "a reserve unit comes",
    "fire_or_advance": "fires or advances",
    "multiple_fire": "fires several times",
    "overrun": "overruns",
    "assault": "assaults",
    "artillery": "artillery fire",
    "ambush": "ambush",
    "double_advance_or_fire": "advances twice, or fires",
    "infiltrate": "infiltrates",
    "hit_hero_then_hw_then_hq": "hits heroes, then heavy weapons, then headquarters",
}
ACTION_COLUMNS: Final = {
    "us_in_fof": "U.S. units in its field",
    "no_us": "no U.S. units there",
    "unoccupied": "unoccupied group",
    "tank": "tank unit",
}
PERIOD_TURNS: Final = {"gt_1_to_6": (1, 6), "gt_7_on": (7, 66), "gt_7_to_48": (7, 48), "gt_49_on": (49, 66)}
PERIODS: Final = {"gt_1_to_6": "turns 1-6", "gt_7_on": "turn 7 on", "gt_7_to_48": "turns 7-48", "gt_49_on": "turn 49 on"}


def charts_of(ruleset: DDayRuleset) -> list[Chart]:
    """The charts and lists of the game."""
    return [
        _fire(ruleset),
        _actions(ruleset),
        _attack(ruleset),
        _barrage(ruleset),
        _weapons(ruleset),
        _terrain(ruleset),
        _stacking(),
        _sequence(),
        _cards(ruleset),
        _events(ruleset),
        _close_combat_events(ruleset),
        _us_counters(ruleset),
        _step_losses(ruleset),
        _heroes(ruleset),
        _japanese(ruleset),
        _depth(ruleset),
        _forts(ruleset),
        _positions(ruleset),
        _beaches(ruleset),
        *schedules.charts_of(ruleset),
    ]


def _words(mask: int) -> str:
    return " ".join(names_of(mask, WEAPONS)) or "-"


# ---------------------------------------------------------------------- fire and combat


def _fire(ruleset: DDayRuleset) -> Chart:
    fire = ruleset.charts.fire

    def said(bits: int) -> str:
        parts = [word for bit, word in ((STEP_LOSS, "a step"), (DISRUPTION, "disrupted")) if bits & bit]
        return " and ".join(parts) or "nothing"

    rows = []
    for intense, field in ((True, "intense"), (False, "steady")):
        for unseen, shown in ((True, "any counter face down"), (False, "all face up")):
            rows.append((f"{field}, {shown}", *(said(fire.result(intense, unseen, match)) for match in (True, False))))
    rows.append(("armor bonus, intense", said(fire.armor_intense), said(fire.armor_intense)))
    rows.append(("armor bonus, steady", said(fire.armor_steady), said(fire.armor_steady)))
    notes = [
        OURS,
        "A group whose color is on the card fires from all its hexes. The symbol of the card is compared with that of the unit.",
        "Tanks are hit only by an armor mark, by mortars and artillery, or if the player lets them take a hit.",
    ]
    return chart("fire", "Japanese fire", "2.4.4-b", notes, ["same symbol", "another symbol"], rows)


def _actions(ruleset: DDayRuleset) -> Chart:
    charts = ruleset.charts
    columns = list(ACTION_COLUMNS)
    rows: list[tuple[str, ...]] = []
    for period, marks in charts.actions.items():
        if not _comes(ruleset, period):
            continue
        for mark in sorted(marks):
            since = charts.mark_from[mark]
            late = f" (from turn {since})" if since > 1 and period == "gt_1_to_6" else ""
            cells = ["; ".join(ACTION_WORDS.get(act, act) for act in marks[mark].get(column, ())) or "-" for column in columns]
            rows.append((f"{PERIODS[period]}, {MARK_WORDS[mark]}{late}", *cells))
    notes = [
        "What a position group of a color on the card does, by the mark beside the color.",
        "A letter or star that does not count yet is read as no mark.",
    ]
    return chart("actions", "Fire and actions", "summary", notes, list(ACTION_COLUMNS.values()), rows)


def _comes(ruleset: DDayRuleset, period: str) -> bool:
    """Whether a period of the summary has turns of the scenario."""
    first, last = PERIOD_TURNS[period]
    return first <= ruleset.setup.last_turn and ruleset.setup.first_turn <= last


def _codes(said: dict[str, tuple[str, str | None]]) -> dict[str, Any]:
    return {code: {"text": code, "says": says, "good": good} for code, (says, good) in said.items()}


def _attack(ruleset: DDayRuleset) -> Chart:
    attack = ruleset.charts.attack
    notes = [
        OURS,
        "Strength of the attackers against strength of the defenders, rounded down, no worse than the first and no better than "
        "the last row.",
        "Each weapon that a counter requires and the attackers do not bring moves the result up a row; above the first row, one "
        "column to the left.",
    ]
    rows = [(row, *(" ".join(cell) for cell in cells)) for row, cells in zip(attack.rows, attack.cells, strict=True)]
    columns = [ATTACK_COLUMNS.get(name, name) for name in attack.columns]
    return chart("attack", "U.S. attacks", "2.4.4-c", notes, columns, rows) | {"now": "combat", "codes": _codes(ATTACK_CODES)}


def _barrage(ruleset: DDayRuleset) -> Chart:
    barrage, support = ruleset.charts.barrage, ruleset.components.support
    symbols = [f"{name.replace('_', ' ')} {SYMBOLS[number]}" for name, number in barrage.symbols.items()]
    points = [f"{one.name.replace('_', ' ')} {one.strength}" for one in support.values()]
    notes = [
        OURS,
        "A card is drawn: its symbol against that of whoever fires, its colors against that of the position.",
        f"Symbols: {listed(symbols)}; of tanks that of the unit.",
        f"Strengths: {listed(points)}.",
        f"A fort on a hilltop: one column to the left, unless the strength is {barrage.unless_strength} or more.",
    ]
    rows = [(title, *(" ".join(cell) for cell in cells)) for title, cells in zip(BARRAGE_ROWS, barrage.cells, strict=True)]
    columns = [f"strength {least}+" for least in barrage.columns]
    return chart("barrage", "U.S. barrages", "2.4.4-a", notes, columns, rows) | {"codes": _codes(BARRAGE_CODES)}


def _weapons(ruleset: DDayRuleset) -> Chart:
    chart_, rows = ruleset.charts.weapons, []
    for title, near, far in (
        ("rifle company, 4 steps", chart_.rifle_adjacent, chart_.rifle_ranged),
        ("heavy weapons, 2 or more steps", chart_.heavy_adjacent, chart_.heavy_ranged),
        ("battalion HQ", chart_.battalion_hq_adjacent, chart_.battalion_hq_ranged),
        ("engineers", chart_.engineer, 0),
        ("tanks", chart_.tank_adjacent, chart_.tank_ranged),
        ("regimental HQ", chart_.regimental_hq, 0),
        ("artillery point", chart_.artillery, chart_.artillery),
        ("naval gunfire", chart_.naval_gunfire, chart_.naval_gunfire),
        ("airstrike", chart_.airstrike, chart_.airstrike),
    ):
        rows.append((title, _words(near), _words(far)))
    rows.append(("rifle company, 3 steps or 1", "on its step loss marker", "of these BR, MG, RD"))
    rows.append(("rifle company, 2 steps", "on the back of the counter", "-"))
    notes = [OURS, "; ".join(f"{code} {name}" for code, name in chart_.names.items()) + "."]
    return chart("weapons", "U.S. weapons", "2.4.4-d", notes, ["adjacent", "two hexes away"], rows)


def _terrain(ruleset: DDayRuleset) -> Chart:
    fields = {
        "beach": "intense", "airfield": "intense", "rocky": "steady at most", "wooded": "steady at most",
        "hilltop": "positions here reach 3 hexes",
    }  # fmt: skip
    moves = {
        "terrace": "one hex for a unit that starts here",
        "bluff": "tanks only along roads; others one hex",
        "cliff": "closed",
        "road": "tanks may cross bluffs; no one-hex limit at bluffs",
    }
    special = {
        "bluff": "attackers across it are halved",
        "cliff": "no attack across it",
        "fort": "plus the strength of its class",
    }
    rows = []
    for name, effect in ruleset.charts.terrain.items():
        rows.append(
            (
                name,
                "stop" if effect.stops else moves.get(name, "-"),
                "blocks" if effect.blocks else "-",
                fields.get(name, "-"),
                special.get(name) or (f"x{effect.defense}" if effect.defense > 1 else "-"),
                "one more Japanese card" if effect.combat_card else "-",
            )
        )
    made = chart("terrain", "Terrain effects", "2.4.6", [OURS], ["move", "sight", "field", "defense", "cards"], rows)
    for row in made["rows"]:
        row["id"] = row["title"]
    return made


def _stacking() -> Chart:
    rows = [
        ("U.S. units in a hex", "at most four, no more than two of them rifle companies", "7.5"),
        ("beyond that", "units over the limit are disrupted", "7.5"),
        ("regimental HQs, heroes, markers", "do not count", "7.5.1"),
        ("Japanese units in a position", "one, two with two forts on a black hilltop; tanks besides", "9.3"),
    ]
    return chart("stacking", "Stacking", "7.5", "", ["limit", "rule"], rows)


def _sequence() -> Chart:
    rows = [(phase.title, phase.case) for phase in PHASES]
    notes = "The opening card and the second wave come on Game Turn 1 only; replacements on turns 2 and 5; artillery on 3 and 6."
    return chart("sequence", "Sequence of play", "4.0", notes, ["rule"], rows)


# ---------------------------------------------------------------------- cards


def fire_text(card: Card) -> str:
    """The fire section in words."""
    return ", ".join(
        ("▬ " if entry.bar else "") + COLORS[entry.color] + ("" if entry.mark == PLAIN else f" {_mark(entry.mark)}")
        for entry in card.fire
    )


def _mark(mark: int) -> str:
    return "★" if mark == STAR else MARKS[mark]


def landing_text(card: Card) -> str:
    """The landing section in words."""
    drift = {-1: "; drift left", 1: "; drift right"}.get(card.drift, "")
    return f"{COLORS[card.landing_color]}, {SYMBOLS[card.landing_symbol]}{drift}"


def _cards(ruleset: DDayRuleset) -> Chart:
    parts, rows = ruleset.components, []
    for card in parts.cards:
        event = card.event_on(ruleset.charts.dates[1])
        rows.append(
            (
                f"card {card.number}",
                landing_text(card),
                parts.events[event].title if event >= 0 else "-",
                fire_text(card),
                SYMBOLS[card.target],
                f"1/{card.artillery}" if card.artillery else "-",
                parts.close_combat_events[card.close_combat].title if card.close_combat >= 0 else "-",
            )
        )
    notes = [LIST, "Events as of 19 February. A bar ▬ above a color: see the rule on black positions."]
    columns = ["landing", "event", "fire", "target", "artillery", "close combat"]
    return chart("cards", "The cards", "2.3", notes, columns, rows)


def _events(ruleset: DDayRuleset) -> Chart:
    rows = [(event.title, event.lasts or "at once", event.case) for event in ruleset.components.events]
    return chart("events", "Events", "20.0", "", ["how long", "rule"], rows)


def _close_combat_events(ruleset: DDayRuleset) -> Chart:
    rows = [(event.title, event.case) for event in ruleset.components.close_combat_events]
    return chart("close-combat-events", "Close combat events", "8.6", "", ["rule"], rows)


# ---------------------------------------------------------------------- counters


def _us_counters(ruleset: DDayRuleset) -> Chart:
    rows = []
    for number, kind in enumerate(ruleset.components.us_types):
        steps = range(kind.steps, 0, -1)
        strengths = ", ".join(f"{kind.strength[left]}-{kind.range[left]}" for left in steps) if kind.range[kind.steps] else "-"
        units = [unit.id for unit in ruleset.components.us_units if unit.type == number]
        name = kind.name.replace("_", " ").replace("bn hq", "battalion HQ").replace("hw", "heavy weapons")
        rows.append((name.replace(" hq", " HQ"), str(len(units)), str(kind.steps), strengths))
    notes = [LIST, "Strength and range, from full strength down to the last step."]
    return chart("us-counters", "U.S. units", "2.2.1-steps", notes, ["number", "steps", "strength and range"], rows)


def _step_losses(ruleset: DDayRuleset) -> Chart:
    found: dict[tuple[int, int], int] = {}
    for marker in ruleset.components.step_losses:
        found[(marker.step1, marker.step3)] = found.get((marker.step1, marker.step3), 0) + 1
    rows = [(_words(three), _words(one), str(number)) for (three, one), number in sorted(found.items())]
    notes = [LIST, "Under a company with three steps or one: two points of strength less, and these weapons left."]
    return chart("step-losses", "Step loss markers", "2.2.1-steps", notes, ["with one step", "number"], rows)


def _heroes(ruleset: DDayRuleset) -> Chart:
    says = {
        "rifleman": ("rifle company", "any weapon; not FL or CC", "-"),
        "nco": ("rifle company", "anything", "his stack"),
        "officer": ("battalion HQ", "anything", "his stack and two companies of the battalion"),
    }
    names = ("rifleman", "nco", "officer")
    rows = [
        (name.upper() if name == "nco" else name, str(sum(hero.type == kind for hero in ruleset.components.heroes)), *says[name])
        for kind, name in enumerate(names)
    ]
    return chart("heroes", "Heroes", "11.1", [LIST], ["number", "joins", "stands in for", "frees of disruption"], rows)


def _japanese(ruleset: DDayRuleset) -> Chart:
    rows = []
    for unit in ruleset.components.japanese_units:
        kind = JAPANESE_KINDS[unit.kind] + (", elite" if unit.elite else "")
        formation = ruleset.components.formations.get(unit.formation, unit.formation)
        rows.append((unit.id, formation, kind, str(unit.strength), _words(unit.requires), str(unit.sector)))
    columns = ["formation", "kind", "strength", "requires", "sector"]
    return chart("japanese", "Japanese units", "2.2.2-formations", [LIST], columns, rows)


def _depth(ruleset: DDayRuleset) -> Chart:
    found: dict[tuple[int, int, int], int] = {}
    for mark in ruleset.components.depth_markers:
        key = (mark.kind, mark.strength, mark.requires)
        found[key] = found.get(key, 0) + 1
    rows = [
        (DEPTH_KINDS[kind].replace("_", " "), str(strength), _words(requires), str(number))
        for (kind, strength, requires), number in sorted(found.items())
    ]
    return chart("depth", "Depth markers", "9.2", [LIST], ["strength", "requires", "number"], rows)


def _forts(ruleset: DDayRuleset) -> Chart:
    classes = {one.number: one for one in ruleset.components.fort_classes}
    rows = []
    for fort in ruleset.components.forts:
        made = classes[fort.fort_class]
        blocked = " ".join(names_of(fort.blocked, DIRECTIONS))
        rows.append((fort.id, str(fort.fort_class), str(made.strength), _words(fort.requires), blocked))
    notes = [LIST, "Blocked hexsides as you see them: L and R beside, UL and UR away, LL and LR toward you."]
    return chart("forts", "Forts", "17.3-b", notes, ["class", "strength", "requires", "blocked"], rows)


# ---------------------------------------------------------------------- map, turns, victory


def _positions(ruleset: DDayRuleset) -> Chart:
    rows = []
    for group in ruleset.groups:
        positions = [ruleset.positions[number] for number in group.positions]
        hexes = " ".join(ruleset.hex_name(place) for place in group.hexes)
        guns = sum(position.artillery for position in positions)
        forts = " ".join(f"{position.code} {'F' * position.fort}" for position in positions if position.fort)
        rows.append((group.name, COLORS[group.color], hexes, str(group.sector), str(guns) if guns else "-", forts or "-"))
    columns = ["color", "hexes", "sector", "guns", "forts"]
    return chart("positions", "Position groups", "2.1.2", ["In the order in which they act."], columns, rows)


def _beaches(ruleset: DDayRuleset) -> Chart:
    rows = []
    for box in ruleset.components.board.boxes:
        hexes = " ".join(ruleset.hex_name(place) for place in box.hexes)
        rows.append((box.name, ("east", "west")[box.shore], hexes, ", ".join(names_of(box.squares, COLORS)) or "-"))
    return chart("beaches", "Beach boxes", "2.1.4", "", ["shore", "hexes", "fire colors"], rows)
