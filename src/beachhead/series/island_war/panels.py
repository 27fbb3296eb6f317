"""The combat of an Island War game as a table shows it: both forces, the differential, its column, and what each face of the die
brings (`beachhead.engine.shown.panel`). Made from `combat_facts` alone, which are open to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.shown.panel import Note, Outcome, Panel, Row, signed
from beachhead.engine.shown.words import counted, listed
from beachhead.series.island_war.ruleset import SIDE_ADJECTIVES, IslandWarRuleset

KEY: Final = "combat"
"""There is one combat at a time."""


def panel_of(ruleset: IslandWarRuleset, combat: Mapping[str, Any]) -> Panel | None:
    """The panel of such facts; None if no combat is under way."""
    if not combat.get("defenders"):
        return None
    attacker = 1 - ruleset.owner[ruleset.number[combat["defenders"][0]]]
    line, column, labels = combat["line"], combat["column"], ruleset.table.labels[combat["line"]]
    ground = f"{line.replace('_', ' or ')} line"
    differential = signed(combat["differential"])
    found: Panel = {
        "title": f"{SIDE_ADJECTIVES[attacker]} attack on {listed(combat['defenders'])}",
        "case": "7.61",
        "key": KEY,
        "label": differential,
        "says": f"{combat['attack']} to {combat['defence']}, a differential of {differential} on the {ground}, column {column}",
        "forces": [
            {
                "side": ruleset.sides[attacker],
                "title": "Attack",
                "rows": _attackers(ruleset, combat),
                "sum": str(combat["attack"]),
            },
            {
                "side": ruleset.sides[1 - attacker],
                "title": "Defense",
                "rows": _defenders(ruleset, combat),
                "sum": str(combat["defence"]),
            },
        ],
        "modifiers": [],
        "total": {"title": "Differential", "value": differential, "says": f"{combat['attack']} less {combat['defence']}"},
        "strip": {
            "title": ground,
            "columns": [label.replace("-", "−") for label in labels],
            "at": column - 1,
            "last": column == len(labels),
        },
        "outcomes": _outcomes(ruleset, combat, attacker),
        "notes": _notes(combat),
        "chart": {"id": "results", "column": column - 1, "ruler": line},
    }
    if column == len(labels):
        found["strip"]["says"] = "Last column: more Attack Strength changes nothing."
    elif column == 1:
        found["strip"]["says"] = "First column: more Defense Strength changes nothing."
    if combat["banzai"]:
        found["modifiers"].append(
            {"title": "Banzai attack", "value": "×2", "case": "10.0-procedure-1", "says": "infantry and engineers are doubled"}
        )
    if combat.get("die"):
        says, good, case = _meaning(ruleset, combat, attacker, combat["result"])
        adjective = "" if good is None else f"{SIDE_ADJECTIVES[1 - ruleset.sides.index(good)]} "
        text = says[:1].upper() + says[1:] if combat["result"] == "." else f"{combat['result']}: {adjective}{says}"
        found["thrown"] = {"text": f"Die roll {combat['die']}", "dice": [{"face": combat["die"]}]}
        found["result"] = {"text": text, "good": good, "case": case}
        found["chart"]["row"] = str(combat["die"])
    return found


def _attackers(ruleset: IslandWarRuleset, combat: Mapping[str, Any]) -> list[Row]:
    rows: list[Row] = []
    for name in combat["attackers"]:
        unit = ruleset.number[name]
        doubled = combat["banzai"] and ruleset.is_foot[unit]
        says = "attacks, doubled" if doubled else "attacks"
        rows.append({"unit": name, "value": str(ruleset.attack[unit] * (2 if doubled else 1)), "says": says})
    for name in combat["barrage"]:
        rows.append({"unit": name, "value": str(ruleset.attack[ruleset.number[name]]), "says": "barrage at range"})
    return rows + _points(combat["support"], "barrage")


def _defenders(ruleset: IslandWarRuleset, combat: Mapping[str, Any]) -> list[Row]:
    rows: list[Row] = []
    for name in combat["defenders"]:
        rows.append({"unit": name, "value": str(ruleset.defence[ruleset.number[name]]), "says": "defends"})
    for name in combat["protect"]:
        rows.append({"unit": name, "value": str(ruleset.fpf[ruleset.number[name]]), "says": "Final Protective Fire"})
    return rows + _points(combat["protective support"], "Final Protective Fire")


def _points(points: int, says: str) -> list[Row]:
    return [{"title": counted(points, "point"), "value": str(points), "says": f"Ground Support Points: {says}"}] if points else []


def _outcomes(ruleset: IslandWarRuleset, combat: Mapping[str, Any], attacker: int) -> list[Outcome]:
    """Before the roll what each result comes to, as the rules play it out; once it is rolled, the column of the table."""
    if "fates" in combat:
        return [_outcome(ruleset, combat, attacker, fate) for fate in combat["fates"]]
    faces: dict[str, list[int]] = {}
    for die, row in enumerate(ruleset.table.results, 1):
        faces.setdefault(row[combat["column"] - 1], []).append(die)
    return [
        {"text": _code(code), "says": says, "chance": str(Fraction(len(dice), 6)), "good": good, "faces": dice}
        for code, dice in faces.items()
        for says, good, _ in (_meaning(ruleset, combat, attacker, code),)
    ]


def _outcome(ruleset: IslandWarRuleset, combat: Mapping[str, Any], attacker: int, fate: Mapping[str, Any]) -> Outcome:
    """A result and what it comes to: who is lost for want of a retreat, and who else."""
    code, lost = fate["result"], fate["lost"]
    says, good, _ = _meaning(ruleset, combat, attacker, code)
    struck = combat["defenders"] if code[0] == "D" else combat["attackers"] if good else []
    dead, rest = [name for name in struck if name in lost], [name for name in struck if name not in lost]
    others = [name for name in lost if name not in struck]
    if dead and not rest:
        says = f"{'defender' if code[0] == 'D' else 'attacker'}{'s' if len(dead) > 1 else ''} eliminated"
    elif dead:
        verb = "retreats" if len(rest) == 1 else "retreat"
        says = f"{listed(dead)} eliminated, {listed(rest)} {verb} {counted(int(code[1]), 'hex', 'hexes')}"
    if fate["ways"] and not fate["open"]:
        says += "; a unit in the sea must advance or is lost"
    elif rest and fate["ways"]:
        says += f" ({counted(fate['ways'], 'hex', 'hexes')} open)"
    if others:
        says += f"; {listed(others)} lost"
        good = good or ruleset.sides[1 - ruleset.owner[ruleset.number[others[0]]]]
    found: Outcome = {"text": _code(code), "says": says, "chance": fate["chance"], "good": good, "faces": fate["faces"]}
    sides = [ruleset.sides[ruleset.owner[ruleset.number[name]]] for name in lost]
    found["toll"] = {side: str(sides.count(side)) for side in ruleset.sides}
    if fate["ways"]:
        found["open"] = fate["ways"]
    return found


def _code(code: str) -> str:
    return "–" if code == "." else code


def _meaning(ruleset: IslandWarRuleset, combat: Mapping[str, Any], attacker: int, code: str) -> tuple[str, str | None, str]:
    """A result in words, the side that likes it, and the case behind it."""
    if code == ".":
        return "no effect", None, ""
    near = [ruleset.number[name] for name in combat["attackers"]]
    if all(ruleset.is_gun[unit] for unit in near):
        if code == "D1":
            return "no effect: fire alone needs D2 or better", None, "8.15"
        if code[0] == "A" and not near:
            return "no effect: no attacker is adjacent", None, "8.14"
    struck = 1 - attacker if code[0] == "D" else attacker
    who = "defender" if code[0] == "D" else "attacker"
    many = len(combat["defenders"] if code[0] == "D" else near) > 1
    if code[1] == "e":
        says, case = f"{who}{'s' if many else ''} eliminated", f"7.62-{code}"
    else:
        verb = "s retreat" if many else " retreats"
        says, case = f"{who}{verb} {counted(int(code[1]), 'hex', 'hexes')}", f"7.62-{code[0]}"
    return says, ruleset.sides[1 - struck], case


def _notes(combat: Mapping[str, Any]) -> list[Note]:
    found: list[Note] = []
    beaten = {"D": combat["defenders"], "A": [] if combat.get("price") else combat["attackers"]}
    pushed = [fate for fate in combat.get("fates", ()) if fate["result"][1:].isdigit()]
    stuck = list(dict.fromkeys(name for fate in pushed for name in beaten[fate["result"][0]] if name in fate["lost"]))
    if stuck:
        found.append({"text": f"No hex is open to {listed(stuck)}: to retreat is to be eliminated.", "case": "7.74"})
    if combat.get("price"):
        text = f"The Banzai attack costs {combat['price']} Attack Strength, whatever the result."
        found.append({"text": text, "case": "10.0-procedure-3"})
    if combat.get("reserve"):
        found.append({"text": combat["reserve"], "case": "7.11"})
    return found
