"""Combats as the page shows them: an attack over what may lie there, what the dice brought, and fire unit by unit.

A panel is made from plain data that a side has been shown: a prospect (`prospects`), the combat of a view, or an event. Japanese
units stand in it by name: one that was dug in is under a counter without a name again as soon as it has been exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.shown.panel import Die, Force, Modifier, Note, Outcome, Panel, Row, Thrown, signed
from beachhead.engine.shown.words import counted, listed
from beachhead.games.bonins.box.kinds import SLIPS, TRADES
from beachhead.games.bonins.ruleset import BoninsRuleset
from beachhead.games.bonins.table.charts import ENDS
from beachhead.games.bonins.table.prospects import SLIPPED, percent

CHART: Final = "results"
"""The id of the results table among the charts."""
PREPARED: Final = ("attacking", "declaring", "banzai combat", "bombard")
"""Steps before the dice of a combat."""
UNDER_WAY: Final = ("loss", "retreat", "advance", "redeploying")
"""Steps in which a result is carried out."""
FOUGHT: Final = ("us combat", "us mobile combat")
"""Phases in which a redeployment follows from a combat; a banzai brings others."""
ORDER: Final = ("De", "D3", "D2", "Ex", SLIPPED, "NE", "(A)", "A1", "A2", "A3", "Ae")
"""Results from the attacker's best to his worst."""
CASES: Final = {
    "Ae": "std-7.6-ae", "A1": "std-7.6-a123", "A2": "std-7.6-a123", "A3": "std-7.6-a123", "(A)": "std-7.6-a", "NE": "std-7.6-ne",
    "Ex": "std-7.6-ex", "D2": "std-7.6-d23", "D3": "std-7.6-d23", "De": "std-7.6-de",
}  # fmt: skip
DUG_IN: Final = {"Ex": "20.2-b", "D2": "20.2-c", "D3": "20.2-d", "De": "20.2-e"}
FIRE: Final = {"Ex": "21.4-b", "D2": "21.4-c", "D3": "21.4-d"}
HURT: Final = ("De", "D3", "D2", "Ex")
RETREATS: Final = ("A1", "A2", "A3", "D2", "D3")
"""Results that make somebody retreat, but for a dug-in defender and in a banzai."""
REPLACED: Final = "another unit may replace the defender"
"""What follows if a dug-in unit holds (20.4)."""


def combat_in(ruleset: BoninsRuleset, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """The combat that is being prepared, or whose result is carried out; the last one is over."""
    del ruleset
    step = view["decision"]["step"]
    found: Mapping[str, Any] = {}
    if step in PREPARED:
        found = view["prospect"]
    elif step in UNDER_WAY and (step != "redeploying" or view["phase"] in FOUGHT):
        found = view["combat"]
    return found


def panel_of(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Panel | None:
    """The panel of a combat before or after its dice; None if there is none."""
    if "hex" in combat and "strength" in combat:
        return _fire(ruleset, combat)
    if not combat.get("attackers") or not combat.get("target"):
        return None
    return _rolled(ruleset, combat) if combat.get("result") else _planned(ruleset, combat)


# ---------------------------------------------------------------------- words


def _chance(text: str) -> str:
    return percent(Fraction(text))


def _average(text: str) -> str:
    return f"{float(Fraction(text)):.1f}"


def _is_us(ruleset: BoninsRuleset, name: str) -> bool:
    return ruleset.number[name] < ruleset.us_count


def _named(ruleset: BoninsRuleset, hex_name: str) -> str:
    """A hex with the name of its hill."""
    space = ruleset.ground.grid.find(hex_name)
    hill = "" if space is None else ruleset.ground.island.hills.get(space, "")
    return f"{hill} ({hex_name})" if hill else hex_name


def _row(ruleset: BoninsRuleset, name: str, value: str, says: str) -> Row:
    """A unit: U.S. units by their counters, Japanese ones by name and values."""
    if _is_us(ruleset, name):
        return {"unit": name, "value": value, "says": says}
    return {"title": f"{name} ({ruleset.units[ruleset.number[name]].values})", "value": value, "says": says}


def _terrain(ruleset: BoninsRuleset, hex_name: str, line: str) -> Modifier:
    """The ground of the target, and the line of the table that it means where it is another."""
    space = ruleset.ground.grid.find(hex_name)
    terrain = line if space is None else ruleset.ground.island.terrain[space]
    if space is not None and ruleset.ground.hill_mask >> space & 1:
        return {"title": f"on {terrain} ground", "value": "Hill", "case": "std-7.4-a"}
    title = "ground" if terrain == line else f"as {line} ground"
    return {"title": title, "value": terrain.capitalize(), "case": "std-7.4-a"}


def _strip(found: Panel, ruleset: BoninsRuleset, line: str, column: int, shift: int = 0) -> None:
    """The columns of the table, and the one that counts; a shift may go past the end of a line."""
    table = ruleset.table
    labels = table.labels[line]
    length = max(len(labels), column)
    last = column == len(labels) and not shift
    found["strip"] = {
        "title": "Combat results",
        "columns": [str(number) for number in range(1, length + 1)],
        "at": column - 1,
        "last": last,
    }
    before = column - shift
    found["strip"]["says"] = (
        f"Column {column}: {labels[min(max(before, 1), len(labels)) - 1]} on the {line} line{', shifted' if shift else ''}."
    )
    found["chart"] = {"id": CHART, "column": column - 1, "ruler": line}


# ---------------------------------------------------------------------- before the dice


def _planned(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Panel:
    """An attack that is put together."""
    us, where = combat["side"] == "us", _named(ruleset, combat["target"])
    kind = "Banzai attack" if combat["banzai"] else "U.S. attack" if us else "Japanese attack"
    hurt = _chance(combat["hurt"])
    verb = "to kill" if combat["dug in"] else "to drive it out" if us else "to hit"
    found: Panel = {
        "title": f"{kind} on {where}",
        "case": "20.5-i" if combat["banzai"] else "20.2-table" if combat["dug in"] else "std-7.6-crt",
        "key": f"combat {combat['target']}",
        "label": hurt,
        "says": f"{combat['attack']} {_against(combat)}: {hurt} {verb}, avg {_average(combat['expected'])} U.S. steps lost",
        "forces": [_attack(ruleset, combat), _defense(ruleset, combat)],
        "modifiers": [_terrain(ruleset, combat["target"], combat["line"]), *_modifiers(combat)],
        "outcomes": _outcomes(ruleset, combat),
        "notes": _notes(combat),
        "total": {"title": f"Chance {verb}", "value": hurt, "says": _range(combat)},
    }
    columns = {int(column): Fraction(chance) for column, chance in combat["columns"].items()}
    likely = max(columns, key=lambda column: (columns[column], -column))
    _strip(found, ruleset, combat["line"], likely, combat["shift"])
    if len(columns) > 1:
        found["strip"]["says"] = f"Column {likely} is likeliest; {min(columns)} to {max(columns)} by what may lie there."
        found["strip"]["last"] = False
    elif found["strip"]["last"]:
        found["strip"]["says"] = "Last column: more strength changes nothing."
    return found


def _against(combat: Mapping[str, Any]) -> str:
    if combat.get("may"):
        low, high = _ends(combat)
        return f"against a dug-in unit of {low}" if low == high else f"against a dug-in unit of {low} to {high}"
    return f"against {sum(combat['defends'])}"


def _ends(combat: Mapping[str, Any]) -> tuple[int, int]:
    """The least and the greatest defense factor that may lie there."""
    factors = [row["defense"] for row in combat["may"]]
    return min(factors), max(factors)


def _range(combat: Mapping[str, Any]) -> str:
    """The differential, or between what it may be."""
    if not combat.get("may"):
        return f"differential {signed(combat['attack'] - sum(combat['defends']))}"
    low, high = _ends(combat)
    first, last = signed(combat["attack"] - high), signed(combat["attack"] - low)
    return f"differential {first}" if first == last else f"differential {first} to {last}"


def _attack(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Force:
    says = "charges" if combat["banzai"] else "attacks"
    rows = [_row(ruleset, name, str(factor), says) for name, factor in zip(combat["attackers"], combat["factors"], strict=True)]
    return {"side": combat["side"], "title": "Attack", "rows": rows, "sum": str(combat["attack"])}


def _defense(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Force:
    side = "jp" if combat["side"] == "us" else "us"
    if not combat.get("may"):
        pairs = zip(combat["defenders"], combat["defends"], strict=True)
        rows = [_row(ruleset, name, str(factor), "defends") for name, factor in pairs]
        return {"side": side, "title": "Defense", "rows": rows, "sum": str(sum(combat["defends"]))}
    rows = []
    for one in combat["may"]:
        guns = one.get("stops tanks")
        title = f"{one['defense']}{', stops tanks on 1–' + str(guns) if guns else ''}: {_chance(one['chance'])}"
        says = f"defense {one['defense']}, differential {signed(one['differential'])}: {_chance(one['hurt'])} to kill"
        rows.append({"title": title, "value": _chance(one["chance"]), "says": says})
    low, high = _ends(combat)
    says = f"unknown: one of {counted(combat['units'], 'unit')}"
    return {"side": side, "title": "Defense", "rows": rows, "sum": str(low) if low == high else f"{low}–{high}", "says": says}


def _modifiers(combat: Mapping[str, Any]) -> list[Modifier]:
    found: list[Modifier] = []
    if combat["markers"]:
        title = f"{_chance(combat['suppression'])} to suppress"
        says = f"then avg {_average(combat['steps suppressed'])} steps lost instead of {_average(combat['steps'])}"
        found.append({"title": title, "value": counted(combat["markers"], "marker"), "case": "16.3-a", "says": says})
    if combat["shift"]:
        title = f"{counted(combat['shift'], 'column')} right"
        found.append({"title": title, "value": "Banzai", "case": "20.5-i", "says": "the attackers die whatever the result"})
    if combat.get("stops tanks"):
        title = f"1–{combat['stops tanks']} stops a tank"
        found.append({"title": title, "value": "Anti-tank fire", "case": "17.3-b", "says": "one die for each tank"})
    return found


def _meaning(combat: Mapping[str, Any], code: str) -> tuple[str, str | None]:
    """A result in words, and the side that likes it."""
    us = combat["side"] == "us"
    attacker, defender = ("us", "jp") if us else ("jp", "us")
    if code == SLIPPED:
        return "the unit gets away to another hex; the attackers lose a step, unless it is suppressed", defender
    if combat.get("dug in"):
        if code == "De":
            return "the unit is eliminated", attacker
        if code in ("D2", "D3"):
            return "the unit is eliminated; a die may cost the attackers a step", attacker
        if code == "Ex":
            return "the unit is eliminated; the attackers lose a step, unless it is suppressed", attacker
    if combat.get("banzai"):
        if code in ("D2", "D3", "Ex"):
            return "the hex stands fast and loses a step", attacker
        return ("the defenders are eliminated", attacker) if code == "De" else ("no effect", defender)
    says, good = ENDS[code]
    if combat.get("dug in"):
        says = f"{says}; {REPLACED}" if code == "NE" else says
        return says, defender if code != "NE" else None
    return says, {"attacker": attacker, "defender": defender}.get(good or "")


def _outcomes(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> list[Outcome]:
    """What may come of it, the attacker's best first, with the faces where a single die decides."""
    found: list[Outcome] = []
    single = len(combat["columns"]) == 1
    slips = any(fate["result"] == SLIPPED for fate in combat["fates"])
    for fate in sorted(combat["fates"], key=lambda fate: ORDER.index(fate["result"])):
        code, steps = fate["result"], Fraction(fate["steps"])
        says, good = _meaning(combat, code)
        if fate["ways"]:
            says += f" ({counted(fate['ways'], 'way')} open)"
        if steps and code in RETREATS and not combat["banzai"] and not (combat["dug in"] and code[0] == "D"):
            says = f"nowhere to go for some: avg {_average(fate['steps'])} U.S. steps lost"
        one: Outcome = {"text": code, "says": says, "chance": fate["chance"], "good": good, "toll": {"us": fate["steps"]}}
        if fate["ways"]:
            one["open"] = fate["ways"]
        if single and not slips:
            one["faces"] = _faces(ruleset, int(next(iter(combat["columns"]))), code)
        found.append(one)
    return found


def _faces(ruleset: BoninsRuleset, column: int, code: str) -> list[int]:
    return [die for die, row in enumerate(ruleset.table.results, 1) if row[column - 1] == code]


def _notes(combat: Mapping[str, Any]) -> list[Note]:
    found: list[Note] = []
    if combat.get("may"):
        worlds = combat["worlds"]
        text = f"Counted from {worlds} worlds that fit what was shown." if worlds else "Exact: any unit that was never shown."
        found.append({"text": f"Nobody knows what lies there. {text}", "case": "hidden-us-view"})
    if combat["side"] == "us" and not combat["markers"] and Fraction(combat["steps"]) != Fraction(combat["steps suppressed"]):
        with_, without = _average(combat["steps suppressed"]), _average(combat["steps"])
        text = f"Steps lost: avg {without}; if the defender were suppressed, {with_}."
        found.append({"text": text, "case": "16.3-b"})
    if combat.get("lander"):
        text = "A unit that landed in this hex is eliminated if the enemy is still there after the attack."
        found.append({"text": text, "case": "14.2-g"})
    return found


# ---------------------------------------------------------------------- after the dice


def _rolled(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Panel:
    """What was rolled, and what came of it."""
    us, banzai = _is_us(ruleset, combat["attackers"][0]), bool(combat.get("banzai"))
    kind = "Banzai attack" if banzai else "U.S. attack" if us else "Japanese attack"
    data = dict(combat) | {"side": "us" if us else "jp"}
    differential, code = signed(combat["differential"]), combat["result"]
    dug_in = bool(combat.get("dug in"))
    says, good = _fate(ruleset, data, code) if dug_in else _meaning(data, code)
    found: Panel = {
        "title": f"{kind} on {_named(ruleset, combat['target'])}",
        "case": "20.5-i" if banzai else "20.2-table" if dug_in else "std-7.6-crt",
        "key": f"combat {combat['target']}",
        "label": differential,
        "says": f"{combat['attack']} against {combat['defense']}, differential {differential}, column {combat['column']}",
        "forces": [_fought(ruleset, data, "attackers"), _fought(ruleset, data, "defenders")],
        "modifiers": [_terrain(ruleset, combat["target"], combat["line"])],
        "outcomes": [],
        "notes": [],
        "total": {"title": "Differential", "value": differential, "says": f"{combat['attack']} less {combat['defense']}"},
        "thrown": _thrown(ruleset, combat),
        "result": {"text": f"{code}: {says}", "good": good, "case": _case(code, dug_in, banzai)},
    }
    if combat.get("shift"):
        title = f"{counted(combat['shift'], 'column')} right"
        found["modifiers"].append({"title": title, "value": "Banzai", "case": "20.5-i"})
    if combat.get("suppressed"):
        found["modifiers"].append({"title": "no step for an exchange", "value": "Suppressed", "case": "16.3-b"})
    for name, (_, stopped) in _tanks(ruleset, combat).items():
        title = "stopped by anti-tank fire: adds nothing, pays the first step" if stopped else "gets through the anti-tank fire"
        found["modifiers"].append({"title": title, "value": name, "case": "17.3-b"})
    _strip(found, ruleset, combat["line"], combat["column"], combat.get("shift", 0))
    found["chart"]["row"] = str(combat["die"])
    return found


def _case(code: str, dug_in: bool, banzai: bool) -> str:
    if banzai:
        return "20.5-k" if code in HURT else "20.5-j"
    return DUG_IN.get(code, "20.2-a") if dug_in else CASES[code]


def _fate(ruleset: BoninsRuleset, combat: Mapping[str, Any], code: str) -> tuple[str, str | None]:
    """What became of a dug-in unit and of its attackers, by the follow-up die (20.2)."""
    spared = bool(combat.get("suppressed"))
    if code not in HURT:
        says, good = _meaning(combat, code)
        return (says if code == "NE" else f"{says}; {REPLACED}"), good
    fate = ruleset.components.follow_up[code][combat["follow_up"] - 1] if combat["follow_up"] else ""
    if code == "Ex":
        cost = "suppressed, so no step is lost" if spared else "the attackers lose a step"
        return (f"the unit gets away; {cost}", "jp") if fate == SLIPS else (f"the unit is eliminated; {cost}", "us")
    pays = fate == TRADES and not (spared and ruleset.suppression_covers_d)
    return f"the unit is eliminated{'; the attackers lose a step' if pays else ', no step lost'}", "us"


def _fought(ruleset: BoninsRuleset, combat: Mapping[str, Any], who: str) -> Force:
    """The units of one side as they fought."""
    attacking = who == "attackers"
    side = combat["side"] if attacking else "jp" if combat["side"] == "us" else "us"
    tanks = _tanks(ruleset, combat)
    rows = []
    for name in combat[who]:
        says = "attacked" if attacking else "defended"
        if attacking and name in tanks:
            die, stopped = tanks[name]
            says = f"anti-tank fire: {die}, {'stopped' if stopped else 'gets through'}"
        rows.append(_row(ruleset, name, "", says))
    total = combat["attack" if attacking else "defense"]
    return {"side": side, "title": "Attack" if attacking else "Defense", "rows": rows, "sum": str(total)}


def _tanks(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Mapping[str, tuple[int, bool]]:
    """The tanks that were fired at: the die, and whether it stopped them (17.3)."""
    dice: Mapping[str, int] = combat.get("anti-tank") or {}
    most = ruleset.attack[ruleset.number[combat["defenders"][0]]] if dice else 0
    return {name: (die, die <= most) for name, die in dice.items()}


def _thrown(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Thrown:
    """All dice of a combat in their order (95)."""
    dice: list[Die] = []
    shells = combat.get("shells") or ()
    for face in shells:
        dice.append({"face": face, "says": "bombardment", "hit": bool(combat["suppressed"]) and face == min(shells)})
    for name, (face, stopped) in _tanks(ruleset, combat).items():
        dice.append({"face": face, "says": f"anti-tank fire at {name}", "hit": stopped})
    dice.append({"face": combat["die"], "says": "combat"})
    if combat["follow_up"]:
        dice.append({"face": combat["follow_up"], "says": "follow-up"})
    words = [f"{die['says']} {die['face']}" for die in dice]
    return {"text": f"{listed(words)[:1].upper()}{listed(words)[1:]}", "dice": dice}


# ---------------------------------------------------------------------- fire


def _fire(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Panel:
    """A bombardment: a hex before its dice, or one unit after them."""
    where, rolled = _named(ruleset, combat["hex"]), bool(combat.get("result"))
    units = [combat["unit"]] if "unit" in combat else list(combat["units"])
    strength = combat["strength"]
    power = str(strength) if strength else counted(combat["dice"], "die", "dice")
    attack: Force = {"side": "jp", "title": "Fire", "rows": [{"title": "Strength", "value": power}], "sum": power}
    defense: Force = {
        "side": "us",
        "title": "Under fire",
        "rows": [_row(ruleset, name, "", "under fire") for name in units],
        "sum": "",
    }
    found: Panel = {
        "title": f"Japanese bombardment of {where}",
        "case": "21.4-a" if strength else "21.3-a",
        "key": f"fire {combat['hex']}",
        "label": str(strength) if rolled else _chance(combat["loss chance"]),
        "says": "",
        "forces": [attack, defense],
        "modifiers": [_terrain(ruleset, combat["hex"], combat["line"])],
        "outcomes": [],
        "notes": [],
    }
    if strength:
        column = ruleset.table.column(combat["line"], strength)
        _strip(found, ruleset, combat["line"], column)
        found["strip"]["last"] = False
    if rolled:
        _put_fire(found, combat, units[0])
        return found
    chance = _chance(combat["loss chance"])
    each = "each of them" if len(units) > 1 else "it"
    found["says"] = f"{power} on {listed(units)}: {chance} that {each} loses a step"
    found["total"] = {"title": "Chance of a step loss", "value": chance, "says": f"avg {_average(combat['expected'])} steps"}
    found["modifiers"].append(
        {"title": combat["why"]["text"], "value": counted(combat["dice"], "die", "dice"), "case": combat["why"]["case"]}
    )
    found["outcomes"] = _fire_outcomes(ruleset, combat)
    return found


def _fire_outcomes(ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> list[Outcome]:
    """Results that hurt, those that may, and the rest in one."""
    dangers, found, rest = ruleset.components.bombardment, list[Outcome](), Fraction(0)
    for code in sorted(combat["chances"], key=ORDER.index):
        if code == "De":
            found.append({"text": code, "says": "eliminated", "chance": combat["chances"][code], "good": "jp"})
        elif code in dangers:
            dice = f"1–{max(dangers[code])}"
            found.append({"text": code, "says": f"a step on {dice}", "chance": combat["chances"][code], "good": "jp"})
        else:
            rest += Fraction(combat["chances"][code])
    if rest:
        found.append({"text": "NE", "says": "no effect", "chance": str(rest), "good": "us"})
    return found


def _put_fire(found: Panel, combat: Mapping[str, Any], unit: str) -> None:
    """What the dice did to a unit."""
    code, loss = combat["result"], combat["loss"]
    then = f", then {combat['follow_up']}" if combat["follow_up"] else ""
    dice: list[Die] = [{"face": combat["die"], "says": "combat"}]
    if combat["follow_up"]:
        dice.append({"face": combat["follow_up"], "says": "follow-up", "hit": bool(loss)})
    says = "is eliminated" if loss == "all" else "loses a step" if loss else "is not hurt"
    found["says"] = f"Strength {combat['strength']}, column {combat['column']}: {code}, {unit} {says}"
    found["thrown"] = {"text": f"Die roll {combat['die']}{then}", "dice": dice}
    found["result"] = {"text": f"{code}: {unit} {says}", "good": "jp" if loss else "us", "case": FIRE.get(code, "21.4-e")}
    if "chart" in found:
        found["chart"]["row"] = str(combat["die"])
