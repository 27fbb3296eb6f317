"""An attack as the table shows it: whose dice, what comes off the Hits, what to expect, and the dice as they were rolled
(`beachhead.engine.shown.panel`).

Everything is made from plain data that has been redacted: an item of a view, a preview (`previews`), the data of an event.
Nothing here can see a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.shown.panel import Die, Force, Modifier, Note, Outcome, Panel, Row
from beachhead.engine.shown.words import counted, listed
from beachhead.games.rage.combat.kinds import ASSAULTS, BOMBARDMENTS, KINDS, Kind
from beachhead.games.rage.ruleset import RageRuleset
from beachhead.games.rage.state import US

ROLLED: Final = ("dice", "rank", "losses", "stand", "withdraw")
"""Steps in which the dice of an attack have been rolled and their damage is still being settled."""
WHOLE: Final = ("dice", "rank", "stand")
"""Those of them in which nothing of it has been taken yet."""
TITLES: Final = {
    "us bombardment": "U.S. bombardment",
    "jp bombardment": "Japanese bombardment",
    "jp defensive fire": "Japanese Defensive Fire",
    "us defensive fire": "U.S. Defensive Fire",
    "us assault": "U.S. assault",
    "jp assault": "Japanese assault",
}
OFF: Final = {"bdv": ("ground", "ground"), "caves": ("Cave", "Caves"), "armor": ("armor", "armor")}
"""What comes off the Hits, for one of it and for more."""
EXTRA: Final = {"surprise": "from hiding", "kirikami": "Kirikami Charge", "banzai": "Banzai Charge"}
"""Where extra dice come from."""
EXTRA_CASES: Final = {"surprise": "11.1.1-b", "kirikami": "22.3.2-c", "banzai": "22.3.1-b"}
SEVERAL: Final = 7
"""Outcomes told one by one; those beyond are one more."""
RARE: Final = Fraction(1, 200)


def _kind(name: str) -> int:
    return next((number for number, kind in enumerate(KINDS) if kind.name == name and name), 0)


# ---------------------------------------------------------------------- in a view


def combat_in(ruleset: RageRuleset, view: Mapping[str, Any]) -> dict[str, Any]:
    """The attack whose dice have been rolled, and the targets that have been named; as far as the view tells."""
    found: dict[str, Any] = {}
    step, fight = view["decision"]["step"], view.get("fight") or {}
    if step in ROLLED and fight.get("area"):
        found = _rolled(ruleset, view, fight, step)
    targets = {area: units for area, units in (view.get("targets") or {}).items() if area != found.get("area")}
    if targets:
        field = "bombardment" if str(view["phase"]).endswith("bombardment") else "assault"
        more = ruleset.components.extra_dice.kirikami if view.get("kirikami") and view["phase"] == "jp assault" else 0
        found["plan"] = {area: _planned(view["units"], units, field, more) for area, units in targets.items()}
    return found


def _planned(seen: Mapping[str, Any], units: Sequence[str], field: str, more: int) -> dict[str, Any]:
    """The dice of the units named against an area, by unit; a rocket's own die counts as it falls."""
    values = {unit: seen.get(unit, {}).get("values", {}).get(field, 0) for unit in units}
    return {unit: value + more if isinstance(value, int) else "rocket" for unit, value in values.items()}


def _rolled(ruleset: RageRuleset, view: Mapping[str, Any], fight: Mapping[str, Any], step: str) -> dict[str, Any]:
    area, faces = fight["area"], list(fight["faces"])
    units, at = list((view.get("targets") or {}).get(area, [])), ""
    for frame in view["under way"]:
        if frame[0] == "hurt":
            units, at = [ruleset.unit_ids[frame[2]]], ruleset.unit_ids[frame[3]]
    rocket = None
    if fight["kind"] == "jp bombardment" and any(ruleset.is_rocket[ruleset.number[unit]] for unit in units):
        rocket = faces.pop()
    found = {"attack": fight["kind"], "area": area, "units": units, "at": at, "dice": faces, "rocket": rocket}
    found |= {"hits": fight["hits"], "plus": {}}
    if step in WHOLE:
        found |= {"damage": fight["damage"], "minus": _minus(ruleset, view, fight)}
    return found


def _minus(ruleset: RageRuleset, view: Mapping[str, Any], fight: Mapping[str, Any]) -> dict[str, int]:
    """What came off the Hits, from the open map."""
    kind, area = _kind(fight["kind"]), fight["area"]
    holder, attacker = view["control"][area], ruleset.sides[KINDS[kind].side]
    if kind not in (*BOMBARDMENTS, *ASSAULTS) or holder == attacker:
        return {}
    caves = {"caves": view["shown caves"].get(area, 0)} if KINDS[kind].side == US else {}
    return {"bdv": ruleset.bdv[ruleset.area_number[area]], **caves}


# ---------------------------------------------------------------------- the panel


def panel_of(ruleset: RageRuleset, combat: Mapping[str, Any]) -> Panel | None:
    """The panel of an attack before or after its dice, or of targets that are being named; None if there is neither."""
    number = _kind(str(combat.get("attack", "")))
    plan = _plan(ruleset, combat.get("plan") or {})
    if not number:
        return _plan_alone(plan) if plan else None
    kind = KINDS[number]
    where = ruleset.area_names[ruleset.area_number[combat["area"]]]
    found = _after(ruleset, combat, kind) if isinstance(combat["dice"], list) else _before(ruleset, combat, kind)
    found["title"] = f"{TITLES[kind.name]}, {where}"
    found["key"] = f"{kind.name} {combat['area']}"
    if plan:
        found["plan"] = plan
    return found


def _plan(ruleset: RageRuleset, plan: Mapping[str, Mapping[str, Any]]) -> list[Force]:
    found: list[Force] = []
    for area, dice in plan.items():
        rows: list[Row] = [
            {"unit": unit, "value": _dice(count) if isinstance(count, int) else "1 die", "says": _says_dice(count)}
            for unit, count in dice.items()
        ]
        number = sum(count for count in dice.values() if isinstance(count, int))
        rocket = any(count == "rocket" for count in dice.values())
        found.append(
            {
                "side": ruleset.sides[ruleset.units[ruleset.number[next(iter(dice))]].side],
                "title": ruleset.area_names[ruleset.area_number[area]],
                "space": area,
                "rows": rows,
                "sum": _dice(number, rocket),
                "says": f"avg {float(_mean_hits(ruleset, number, rocket)):.1f} Hits",
            }
        )
    return found


def _says_dice(count: Any) -> str:
    return f"rolls {_dice(count)}" if isinstance(count, int) else "a rocket: its die counts as its face"


def _plan_alone(plan: list[Force]) -> Panel:
    return {
        "title": "Targets declared",
        "case": "",
        "key": "plan",
        "label": counted(len(plan), "area"),
        "says": f"Targets declared: {listed([target['title'] for target in plan])}",
        "forces": [],
        "modifiers": [],
        "outcomes": [],
        "notes": [],
        "plan": plan,
    }


def _dice(count: int, rocket: bool = False) -> str:
    """A number of dice in words, as the attack rolls them."""
    return (
        ("a rocket" if not count else f"{counted(count, 'die', 'dice')} and a rocket")
        if rocket
        else counted(count, "die", "dice")
    )


def _mean_hits(ruleset: RageRuleset, dice: int, rocket: bool) -> Fraction:
    return Fraction(dice * len(ruleset.components.hit_faces), 6) + (Fraction(7, 2) if rocket else 0)


def _hitting(ruleset: RageRuleset) -> str:
    return " or ".join(map(str, sorted(ruleset.components.hit_faces)))


def _forces(ruleset: RageRuleset, combat: Mapping[str, Any], kind: Kind, total: str, says: str) -> list[Force]:
    """Who rolls, and at which unit if it is one."""
    by: Mapping[str, int] = combat.get("by") or {}
    rows: list[Row] = []
    for unit in combat.get("firers") or combat.get("units") or []:
        own = ruleset.is_rocket[ruleset.number[unit]] and kind is KINDS[BOMBARDMENTS[1]]
        value = "1 die" if own else _dice(by[unit]) if unit in by else ""
        rows.append({"unit": unit, "value": value, "says": "a rocket: its die counts as its face" if own else "attacks"})
    for source, count in (combat.get("plus") or {}).items():
        if count:
            rows.append({"title": EXTRA[source], "value": f"+{_dice(count)}", "says": "extra dice"})
    found: list[Force] = [{"side": ruleset.sides[kind.side], "title": "Dice", "rows": rows, "sum": total}]
    if says:
        found[0]["says"] = says
    if combat.get("at"):
        target: Row = {"unit": combat["at"], "value": "", "says": "is fired at"}
        found.append({"side": ruleset.sides[1 - kind.side], "title": "Target", "rows": [target], "sum": ""})
    return found


def _modifiers(combat: Mapping[str, Any]) -> list[Modifier]:
    cases = {"bdv": "2.2.1-a", "caves": "9.3.2", "armor": "2.1.1-2-armor"}
    found: list[Modifier] = []
    for name, count in (combat.get("minus") or {}).items():
        if count:
            says = f"{count} off the Hits"
            found.append({"title": OFF[name][count != 1], "value": f"−{count}", "case": cases[name], "says": says})
    return found


def _before(ruleset: RageRuleset, combat: Mapping[str, Any], kind: Kind) -> Panel:
    """An attack that might be made, or is about to be rolled."""
    dice, rocket = combat["dice"], bool(combat["rocket"])
    of_hits = combat["of"] == "hits"
    hits = _mean_hits(ruleset, dice, rocket)
    expected = f"{float(Fraction(combat['expected'])):.1f}"
    chances = [Fraction(combat["chances"][str(count)]) for count in range(len(combat["chances"]))]
    off = [f"{count} for the {OFF[name][count != 1]}" for name, count in combat["minus"].items() if count]
    rule = f"each {_hitting(ruleset)} is a Hit{', the rocket counts its face' if rocket else ''}"
    says = f"{_dice(dice, rocket)}, {rule if dice else 'which counts its face'}: {float(hits):.1f} Hits on average"
    if off:
        says += f", less {listed(off)}"
    notes: list[Note] = []
    if of_hits:
        notes.append({"text": "Anything Concealed there may still reduce these Hits.", "case": "9.2-a"})
    else:
        says += f"; damage {expected} on average"
    if combat["minus"].get("caves"):
        case = "9.3.4-a" if kind is KINDS[BOMBARDMENTS[0]] else "12.2.4"
        notes.append({"text": "One Hit or more collapses a Cave, whatever comes off the Hits.", "case": case})
    return {
        "title": "",
        "case": kind.dice,
        "key": "",
        "label": f"avg {expected} {'Hits' if of_hits else 'damage'}",
        "says": says,
        "forces": _forces(ruleset, combat, kind, _dice(dice, rocket), "" if of_hits else f"avg {float(hits):.1f} Hits"),
        "modifiers": _modifiers(combat),
        "total": {"title": "Expected Hits" if of_hits else "Expected damage", "value": expected, "says": "on average"},
        "outcomes": _outcomes(ruleset, chances, of_hits, kind),
        "notes": notes,
    }


def _outcomes(ruleset: RageRuleset, chances: Sequence[Fraction], of_hits: bool, kind: Kind) -> list[Outcome]:
    """What to expect, number by number; what hardly ever happens is put together at either end."""
    first = next((count for count, chance in enumerate(chances) if chance >= RARE), 0)
    last = min(len(chances) - 1, first + SEVERAL)
    found: list[Outcome] = []
    for count in range(first, last + 1):
        start, end = 0 if count == first else count, len(chances) if count == last else count + 1
        words = f"{counted(count, 'Hit')}" if of_hits else f"Damage {count}"
        ends = " or fewer" if count == first and first and any(chances[:first]) else ""
        ends = " or more" if count == last and any(chances[last + 1 :]) else ends
        says = f"{counted(count, 'Hit')}{ends}" if of_hits else f"a Damage Number of {count}{ends}"
        chance = sum(chances[start:end], Fraction(0))
        good = ruleset.sides[kind.side if count else 1 - kind.side]
        found.append({"text": f"{words}{ends}", "says": says, "chance": str(chance), "good": good})
    return found


def _after(ruleset: RageRuleset, combat: Mapping[str, Any], kind: Kind) -> Panel:
    """An attack as it was rolled."""
    least = min(ruleset.components.hit_faces)
    dice: list[Die] = [{"face": face, "hit": face >= least} for face in combat["dice"]]
    if combat.get("rocket"):
        dice.append({"face": combat["rocket"], "hit": True, "says": "the rocket's die counts as its face"})
    hits = counted(combat["hits"], "Hit")
    parts = [f" − {count} {OFF[name][count != 1]}" for name, count in (combat.get("minus") or {}).items() if count]
    text, good = f"{hits}{''.join(parts)}", ruleset.sides[kind.side if combat["hits"] else 1 - kind.side]
    if combat.get("damage") is not None:
        text += f" = Damage {combat['damage']}"
        good = ruleset.sides[kind.side if combat["damage"] else 1 - kind.side]
    total = _dice(len(combat["dice"]), bool(combat.get("rocket")))
    case = "11.1.1-b" if (combat.get("plus") or {}).get("surprise") else kind.dice
    return {
        "title": "",
        "case": case,
        "key": "",
        "label": hits,
        "says": f"{total}: {text}",
        "forces": _forces(ruleset, combat, kind, total, ""),
        "modifiers": _modifiers(combat),
        "outcomes": [],
        "thrown": {"text": f"{total}: {hits}", "dice": dice},
        "result": {"text": text, "good": good, "case": case},
        "notes": [],
    }
