"""Combats as tables show them: attacks, barrages, close combats and Japanese fire, before, while and after they are resolved.

A panel is a pure function of plain data (`prospects`, or the data of an event).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.shown.panel import Force, Modifier, Note, Outcome, Panel, Row
from beachhead.engine.shown.words import counted, listed
from beachhead.games.dday.combat import attack_resolution, barrage
from beachhead.games.dday.combat.attack_outcomes import BLOCKED
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.table.combat.fire_risk import percent

Combat = Mapping[str, Any]
ORDER: Final = ("JEX", "JE", "JDX", "JX", "JD", "NE", "J+", "UX", "R", BLOCKED)
"""Results of an attack by the code that counts most, the attackers' best first."""
GOOD: Final = ("JEX", "JE", "JDX", "JX", "JD")
BLOCKED_SAYS: Final = "the fort blocks the side of every attacker next to it"
REDUCED: Final = "reduced"
JAPANESE: Final = "Japanese"


def panel_of(ruleset: DDayRuleset, combat: Combat) -> Panel | None:
    """A combat under way, in a preview, or in an event."""
    maker = MAKERS.get(combat.get("kind", ""))
    if maker is not None:
        return maker(ruleset, combat)
    if "row" in combat and "defense" in combat:
        return _attacked(ruleset, combat)
    if "pile" in combat and "hit" in combat:
        return _turned(ruleset, combat)
    if "value" in combat and "groups" in combat and "why" in combat:
        return _raided(ruleset, combat)
    if "result" in combat and "symbol" in combat:
        return _barraged(ruleset, combat)
    return _fired(ruleset, combat) if "limit" in combat and "group" in combat else None


def _blank(title: str, case: str, key: str, label: str, says: str) -> Panel:
    return {
        "title": title,
        "case": case,
        "key": key,
        "label": label,
        "says": says,
        "forces": [],
        "modifiers": [],
        "outcomes": [],
        "notes": [],
    }


def _part(text: str) -> str:
    return percent(Fraction(text))


def _total(chances: Mapping[str, str]) -> Fraction:
    return sum((Fraction(chance) for chance in chances.values()), Fraction(0))


# ---------------------------------------------------------------------- what may lie there


def _japanese(combat: Combat, total: str) -> Force:
    """The Japanese counters of a hex, with what they may be."""
    rows: list[Row] = []
    words: list[str] = []
    for counter in combat["counters"]:
        what, may = {"fort": "Fort", "unit": "Unit", "depth": "Depth"}[counter["what"]], counter["may"]
        low, high = min(one["strength"] for one in may), max(one["strength"] for one in may)
        if len(may) == 1:
            says = f"{what} {_kind(may[0])}"
        else:
            kinds = [f"{_kind(one)} ({_part(one['chance'])})" for one in may]
            says = f"{what}, face down: {', '.join(kinds)}"
        words.append(says)
        rows.append({"unit": counter["id"], "value": _range(low, high), "says": says})
    found: Force = {"side": "jp", "title": JAPANESE, "rows": rows, "sum": total}
    return found | {"says": "; ".join(words)} if words else found


def _kind(one: Mapping[str, Any]) -> str:
    return f"{one['strength']} {' '.join(one['requires'])}".strip()


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


# ---------------------------------------------------------------------- attacks


def _attack(ruleset: DDayRuleset, combat: Combat) -> Panel:
    where = combat["hex"]
    if combat["read"]:
        found = _blank(f"Attack on {where}", "8.3-c-4", f"attack {where}", str(combat["strength"]), f"Attack on {where}")
        found["forces"] = [_attackers(combat), _japanese(combat, "")]
        found["thrown"] = {"text": "The chart has been read."}
        return found
    strengths = [int(strength) for strength in combat["defense"]]
    defense = _range(min(strengths), max(strengths)) if strengths else "0"
    best = sum((Fraction(chance) for code, chance in combat["chances"].items() if _is_good(code)), Fraction(0))
    says = f"{combat['strength']} against {defense}; the defenders are hurt ({percent(best)})"
    found = _blank(f"Attack on {where}", "8.3-chart", f"attack {where}", percent(best), says)
    found["forces"] = [_attackers(combat), _japanese(combat, defense)]
    found["total"] = {"title": "Strength", "value": f"{combat['strength']} : {defense}", "says": says}
    found["modifiers"] = _attack_modifiers(combat)
    found["outcomes"] = _together([_result(code, combat["chances"][code]) for code in sorted(combat["chances"], key=_rank)])
    found["notes"] = _attack_notes(combat)
    _strip(found, ruleset, combat["rows"])
    return found


def _is_good(codes: str) -> bool:
    return codes.split()[0] in GOOD


def _rank(codes: str) -> int:
    first = codes.split()[0]
    return ORDER.index(first) if first in ORDER else len(ORDER)


def _result(codes: str, chance: str) -> Outcome:
    if codes == BLOCKED:
        return {"text": "Blocked", "says": BLOCKED_SAYS, "chance": chance, "good": "jp"}
    says = attack_resolution.result_text(codes.split())
    good = "us" if _is_good(codes) else None if codes == "NE" else "jp"
    return {"text": f"{says[:1].upper()}{says[1:]}", "says": f"{codes}: {says}", "chance": chance, "good": good}


def _attackers(combat: Combat) -> Force:
    rows: list[Row] = []
    for one in combat["units"]:
        halved = f"halved: {listed(one['halved'])}" if one["halved"] else f"attacks from {one['hex']}"
        rows.append({"unit": one["unit"], "value": _worth(one), "says": f"{halved}; {' '.join(one['weapons'])}".rstrip("; ")})
    rows += [{"title": one["title"], "value": f"+{one['strength']}"} for one in combat["support"]]
    if combat["hero"] == "+1":
        rows.append({"title": "Hero", "value": "+1"})
    return {"side": "us", "title": "Attack", "rows": rows, "sum": str(combat["strength"])}


def _worth(one: Mapping[str, Any]) -> str:
    """A strength after halving, in halves and quarters where it comes to that."""
    worth = Fraction(one["strength"], 2 ** len(one["halved"]))
    whole, rest = divmod(worth, 1)
    part = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest, "" if not rest else str(rest))
    return f"{whole if whole or not part else ''}{part}"


def _attack_modifiers(combat: Combat) -> list[Modifier]:
    found: list[Modifier] = []
    if combat["multiplier"] > 1:
        says = "units and depth markers; the fort adds its own strength after that"
        found.append({"title": "for ground and fort", "value": f"×{combat['multiplier']}", "case": "8.3-c-2", "says": says})
    lacks = sorted(combat["missing"].items(), key=lambda item: -Fraction(item[1]))
    says = "each requirement that nobody meets moves the attack one row up"
    sure = [code for code, chance in lacks if Fraction(chance) == 1]
    if sure:
        found.append({"title": "missing", "value": " ".join(sure), "case": "8.3-c-3", "says": says})
    maybe = [f"{code} {_part(chance)}" for code, chance in lacks if Fraction(chance) != 1]
    if maybe:
        found.append({"title": listed(maybe), "value": "May lack", "case": "8.3-c-3", "says": says})
    met = [code for code in combat["asked"] if code not in combat["missing"]]
    if met:
        found.append({"title": "met", "value": " ".join(met), "case": "8.2", "says": "requirements that the attackers meet"})
    if combat["hero"] and combat["hero"] != "+1":
        found.append({"title": "met by the hero", "value": combat["hero"], "case": "8.2.4-a"})
    return found


def _attack_notes(combat: Combat) -> list[Note]:
    found: list[Note] = []
    if any(len(counter["may"]) > 1 for counter in combat["counters"]):
        text = "Nobody knows what lies there. The chances are exact, over every counter that it may be."
        found.append({"text": text, "case": "9.1"})
    if "FL" in combat["missing"] and not combat["flanks"]:
        text = "To flank, attack from two hexes next to the target that do not touch each other."
        found.append({"text": text, "case": "8.2.2"})
    if combat["weapons"]:
        found.append({"text": f"Weapons: {' '.join(combat['weapons'])}.", "case": "8.2"})
    return found


def _strip(found: Panel, ruleset: DDayRuleset, rows: Mapping[str, str]) -> None:
    """The rows of the chart, worst first, with the one that is likeliest."""
    chart = ruleset.charts.attack
    if not rows:
        return
    likely = max(rows, key=lambda row: (Fraction(rows[row]), int(row)))
    at = int(likely)
    found["strip"] = {"title": "Row of the chart", "columns": list(chart.rows), "at": at, "last": at == len(chart.rows) - 1}
    if len(rows) > 1:
        found["strip"]["says"] = ", ".join(f"{chart.rows[int(row)]} {_part(chance)}" for row, chance in rows.items())


def _attacked(ruleset: DDayRuleset, combat: Combat) -> Panel:
    """What the chart has said, from an event."""
    where = combat["hex"]
    against = f"{combat['strength']} against {combat['defense']}"
    found = _blank(f"Attack on {where}", "8.3-chart", f"attack {where}", combat["row"], against)
    rows: list[Row] = [{"unit": unit, "value": "", "says": "attacks"} for unit in combat["units"]]
    rows += [{"title": name[:1].upper() + name[1:], "value": ""} for name in combat["support"]]
    asks = " ".join(combat["requires"])
    says = f"requires {asks}" if asks else ""
    japanese: Force = {"side": "jp", "title": JAPANESE, "rows": [], "sum": str(combat["defense"])}
    if says:
        japanese["says"] = says
    found["forces"] = [{"side": "us", "title": "Attack", "rows": rows, "sum": str(combat["strength"])}, japanese]
    if combat["unmet"]:
        found["modifiers"].append({"title": "not met", "value": " ".join(combat["unmet"]), "case": "8.3-c-3"})
    if combat["hero"]:
        found["modifiers"].append({"title": "by the hero", "value": combat["hero"], "case": "8.2.4"})
    chart = ruleset.charts.attack
    row = chart.rows.index(combat["row"])
    found["strip"] = {"title": "Row of the chart", "columns": list(chart.rows), "at": row, "last": row == len(chart.rows) - 1}
    found["thrown"] = {"text": f"Row {combat['row']}, {combat['column']}"}
    codes = combat["result"].split()
    again = codes == ["R"] and combat["column"] == attack_resolution.COLUMNS[0]
    text = "the depth marker is turned up and the chart read again" if again else attack_resolution.result_text(codes)
    good = "us" if _is_good(combat["result"]) else "jp" if codes != ["NE"] and not again else None
    found["result"] = {"text": f"{text[:1].upper()}{text[1:]}", "good": good, "case": "8.3-c-5" if again else "8.3-c-4"}
    return found


# ---------------------------------------------------------------------- barrages


def _barrage(ruleset: DDayRuleset, combat: Combat) -> Panel:
    where = combat["hex"]
    chances = combat["chances"]
    hit = sum((Fraction(chance) for codes, chance in chances.items() if codes != "NE"), Fraction(0))
    counts = f"{combat['color']} or a {combat['symbol']}"
    says = f"Barrage of {where}: {percent(hit)} to disrupt it; {counts} on the card counts"
    found = _blank(f"Barrage of {where}", "8.4-chart", f"barrage {where}", percent(hit) if chances else "", says)
    rows: list[Row] = [{"unit": one["unit"], "value": str(one["strength"]), "says": "barrages"} for one in combat["units"]]
    if combat["by"]:
        rows.append({"title": combat["by"], "value": f"+{combat['strength']}" if combat["strength"] else combat["symbol"]})
    strength = str(combat["strength"]) if combat["strength"] else ""
    found["forces"] = [
        {"side": "us", "title": "Barrage", "rows": rows, "sum": strength},
        _japanese(combat, combat["color"]),
    ]
    found["modifiers"] = [
        {"title": "symbol", "value": combat["symbol"], "case": "8.4.1-2", "says": "a card with this target symbol helps"},
        {"title": "position", "value": combat["color"], "case": "8.4.1-2", "says": "a card with this fire color helps"},
    ]
    _columns(found, ruleset, combat["column"])
    order = sorted(chances, key=lambda one: (one == "NE", -len(one.split())))
    found["outcomes"] = _together([_shelled(combat, codes, chances[codes]) for codes in order])
    if combat["color"] == "black":
        text = "The landing color of a card drawn first becomes the color of a black position."
        found["notes"].append({"text": text, "case": "6.8.5"})
    if combat.get("read"):
        found["thrown"] = {"text": "The fire card has been drawn."}
        found["outcomes"] = []
    return found


def _shelled(combat: Combat, codes: str, chance: str) -> Outcome:
    """A result of a barrage, told as far as it finds something in the hex."""
    there = {one["what"] for one in combat["counters"]}
    idle = {"A": not combat["guns"], "X": "depth" not in there, barrage.REDUCES: "fort" not in there}
    told = [code for code in codes.split() if not idle.get(code)]
    says = {REDUCED: "the fort is reduced", barrage.REDUCES: "the fort holds"}
    text = listed([says.get(code) or barrage.SAYS[code] for code in told])
    good = "jp" if codes == "NE" else "us"
    return {"text": f"{text[:1].upper()}{text[1:]}", "says": f"{' '.join(told)}: {text}", "chance": chance, "good": good}


def _together(outcomes: list[Outcome]) -> list[Outcome]:
    """Outcomes that read the same, as one."""
    found: dict[str, Outcome] = {}
    for one in outcomes:
        same = found.setdefault(one["text"], one)
        if same is not one:
            same["chance"] = str(Fraction(same["chance"]) + Fraction(one["chance"]))
    return list(found.values())


def _columns(found: Panel, ruleset: DDayRuleset, column: int) -> None:
    columns = [f"{least}+" for least in ruleset.charts.barrage.columns]
    found["strip"] = {"title": "Column of the chart", "columns": columns, "at": column, "last": column == len(columns) - 1}


def _barraged(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """A barrage after its fire card, from an event."""
    where, codes = combat["hex"], combat["result"].split()
    says = ", ".join(barrage.SAYS[code] for code in codes)
    found = _blank(f"Barrage of {where}", "8.4-chart", f"barrage {where}", combat["result"], says)
    found["thrown"] = {"text": combat["why"]["text"]}
    if combat["card"]:
        found["thrown"]["cards"] = [{"card": f"card {combat['card']}", "part": "fire"}]
    good = "us" if codes != ["NE"] else "jp"
    found["result"] = {"text": f"{says[:1].upper()}{says[1:]}", "good": good, "case": "8.4.1-3"}
    return found


# ---------------------------------------------------------------------- close combat


def _close(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    where, us = combat["hex"], combat["us"]
    numbers = [int(number) for number in combat["jp"]]
    jp = _range(min(numbers), max(numbers)) if numbers else "0"
    left = " left" if combat.get("dealt") else ""
    says = f"{counted(us, 'US card')} against {jp} Japanese{left}"
    found = _blank(f"Close combat in {where}", "8.6.1", f"close combat {where}", f"{us}:{jp}", says)
    rows: list[Row] = [
        {
            "unit": one["unit"],
            "value": counted(one["steps"], "step"),
            "says": "disrupted: brings no card" if one["disrupted"] else counted(one["steps"], "step"),
        }
        for one in combat["units"]
    ]
    found["forces"] = [
        {"side": "us", "title": "US cards", "rows": rows, "sum": str(us)},
        _japanese(combat, jp) | {"title": "Japanese cards"},
    ]
    _close_words(found, combat)
    if combat.get("party"):
        party = combat["party"]
        found["modifiers"].append({"title": f"from {party['from']}", "value": party["how"].capitalize(), "case": party["case"]})
    if len(combat["jp"]) > 1:
        text = ", ".join(f"{counted(int(number), 'card')} {_part(chance)}" for number, chance in combat["jp"].items())
        found["notes"].append({"text": f"The Japanese pile: {text}.", "case": "8.6.1-2"})
    return found


def _close_words(found: Panel, combat: Combat) -> None:
    """Color, chance of a hit, the card just turned up."""
    color = combat["color"]
    found["modifiers"].append({"title": "counts on both sides' cards", "value": color, "case": "8.6.1-3-a"})
    if combat.get("disrupted"):
        title = "the next hit eliminates a counter"
        found["modifiers"].append({"title": title, "value": "Disrupted:", "case": "8.6.1-4-b"})
    hit = combat.get("hit")
    if hit and (combat.get("next") or not combat.get("dealt")):
        who = combat.get("next", "")
        good, bad = ("us", "jp") if who == "us" else ("jp", "us") if who else (None, None)
        title = {"us": "The US card hits", "jp": "The Japanese card hits"}.get(who, "A card hits")
        miss = title.replace("hits", "misses")
        found["outcomes"] = [
            {"text": title, "says": f"{color} is on it", "chance": hit, "good": good},
            {"text": miss, "says": f"{color} is not on it", "chance": str(1 - Fraction(hit)), "good": bad},
        ]
    elif color == "black" and "hit" not in combat:
        text = "A card drawn first gives the black position its color, once for the whole close combat."
        found["notes"].append({"text": text, "case": "8.6.1-3-a"})
    if combat.get("asking") and combat.get("hit"):
        text = f"To withdraw means one more Japanese card: {_part(combat['hit'])} to be hit by it."
        found["notes"].append({"text": text, "case": "8.6.4-a"})
    if combat.get("card") and not combat.get("next"):
        _lay(found, combat["card"], combat["pile"], bool(combat["struck"]), color)


def _lay(found: Panel, card: int, pile: str, hit: bool, color: str) -> None:
    """The card that has been turned up."""
    side = "us" if pile == "US" else "jp"
    other = "jp" if side == "us" else "us"
    word = "a hit" if hit else "a miss"
    found["thrown"] = {
        "text": f"{pile} card {card}: {word}",
        "cards": [{"card": f"card {card}", "part": "fire"}, {"card": f"card {card}", "part": "combat"}],
    }
    text = f"{color.capitalize()} is {'' if hit else 'not '}on the {pile} card: {word}" if color else f"{pile} card: {word}"
    found["result"] = {"text": text, "good": side if hit else other, "case": "8.6.1-4-b" if side == "us" else "8.6.1-3-c"}


def _turned(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """A card of a close combat, from an event."""
    where, pile = combat["hex"], combat["pile"]
    word = "hit" if combat["hit"] else "miss"
    found = _blank(f"Close combat in {where}", "8.6.1", f"close combat {where}", word, f"{pile} card: a {word}")
    _lay(found, combat["card"], pile, combat["hit"], combat.get("color", ""))
    if combat["event"]:
        found["notes"].append({"text": f"Close combat event: {combat['event']}.", "case": "8.6.1-3-b"})
    return found


# ---------------------------------------------------------------------- Japanese fire


def _passage(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    start, goal = combat["from"], combat["to"]
    fire = 1 - Fraction(combat["silent"])
    why = f"entering {goal}" if combat["entered"] else f"leaving {start}"
    lost = f"a step lost ({_part(combat['hurt'])})" if Fraction(combat["hurt"]) else "no step can be lost"
    says = f"fired at for {why} ({percent(fire)}), {lost}"
    title = f"Fire at units {why}"
    found = _blank(title, "7.3.3-f", f"passage {start} {goal}", percent(fire), says)
    guns: list[Row] = []
    for one in combat["groups"]:
        colors = "any color" if len(one["colors"]) > 3 and one["color"] == "black" else " or ".join(one["colors"])
        title = f"{one['group']} ({one['color']}), {one['row']}: up to {counted(one['limit'], 'hit')}"
        guns.append({"title": title, "value": str(one["limit"]), "says": f"fires if {colors} is on the card"})
    movers: list[Row] = [{"unit": unit, "value": "", "says": "on the move"} for unit in combat["units"]]
    found["forces"] = [
        {"side": "jp", "title": "Can fire", "rows": guns, "sum": str(len(guns))},
        {"side": "us", "title": "On the move", "rows": movers, "sum": str(len(movers))},
    ]
    found["outcomes"] = [
        outcome
        for outcome in (
            _chance("No fire", "no color of theirs is on the card", combat["silent"], "us"),
            _chance("Fire, no hit", "somebody fires, but to no effect", combat["harmless"], "us"),
            _chance("Disrupted", "somebody is disrupted and stays, without a step lost", combat["stopped"], "jp"),
            _chance("A step lost", "before tanks, heroes or disruption in its place", combat["hurt"], "jp"),
        )
        if Fraction(outcome["chance"])
    ]
    found["total"] = {"title": "Steps lost on average", "value": f"{float(Fraction(combat['steps'])):.1f}"}
    found["notes"] = [{"text": note["text"], "case": note["case"]} for note in combat["notes"]]
    return found


def _chance(text: str, says: str, chance: str, good: str) -> Outcome:
    return {"text": text, "says": says, "chance": chance, "good": good}


def _fire(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """Fire under way: the card, and whom it has hit."""
    name, victims = combat["group"], combat["victims"]
    says = f"{name} fires by card {combat['card']}; the target is the {combat['symbol']}"
    found = _blank(f"{name} fires", "6.3", f"fire {combat['hex']}", f"{len(victims)}", says)
    rows: list[Row] = []
    for one in victims:
        paid = one["paid"] or (f"{' and '.join(one['result'])}{': to be settled now' if one['now'] else ''}")
        rows.append({"unit": one["unit"], "value": "hit", "says": f"{'intense' if one['intense'] else 'steady'} fire: {paid}"})
    more = f", {counted(combat['limit'], 'hit')} left" if combat["limit"] else ""
    found["forces"] = [
        {"side": "jp", "title": "Fires", "rows": [{"title": f"{name} ({combat['color']})", "value": ""}], "sum": ""},
        {"side": "us", "title": "Hit", "rows": rows, "sum": str(len(victims))},
    ]
    found["notes"] = [{"text": f"{row['unit']}: {row['says']}."} for row in rows if "unit" in row]
    found["thrown"] = {
        "text": f"Card {combat['card']}: {combat['color']}; target {combat['symbol']}{more}",
        "cards": [{"card": f"card {combat['card']}", "part": "fire"}],
    }
    return found


def _fired(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """A group begins to fire, from an event."""
    name = combat["group"]
    found = _blank(f"{name} fires", "6.3", f"fire {combat['hex']}", counted(combat["limit"], "hit"), combat["why"]["text"])
    most = counted(combat["limit"], "unit")
    found["thrown"] = {"text": f"It may hit {most}.", "cards": [{"card": f"card {combat['card']}", "part": "fire"}]}
    found["result"] = {"text": combat["why"]["text"], "good": "jp", "case": combat["why"]["case"]}
    return found


# ---------------------------------------------------------------------- raids

RAID_RESULTS: Final = (
    ("No effect", "fewer raiders than units, or none at all", "us"),
    ("A unit is disrupted", "as many raiders as units", "jp"),
    ("A step lost", "more raiders than units: a unit loses a step and is disrupted", "jp"),
)
"""What a raid does: in words, when, and who likes it."""


def _raid(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """A raid before its card."""
    where, units = combat["hex"], combat["units"]
    chances = {int(effect): chance for effect, chance in combat["chances"].items()}
    hurt = _total({str(effect): chance for effect, chance in chances.items() if effect})
    says = f"Raid on {where}: {percent(hurt)} to be hurt"
    found = _blank(f"Raid on {where}", "10.2", f"raid {where}", percent(hurt), says)
    comers: list[Row] = [
        {
            "title": f"{one['group']} ({one['color']}) in {one['hex']}",
            "value": _part(one["chance"]),
            "says": "comes if a color of the card calls it",
        }
        for one in combat["groups"]
    ]
    rows: list[Row] = [{"unit": one["unit"], "value": counted(one["steps"], "step"), "says": "in the hex"} for one in units]
    found["forces"] = [
        {"side": "jp", "title": "Could raid", "rows": comers, "sum": str(len(comers))},
        {"side": "us", "title": "Raided", "rows": rows, "sum": str(len(rows))},
    ]
    if combat["night"]:
        found["modifiers"].append({"title": "Night Assault", "value": "+1", "case": "10.2-b-1"})
    found["outcomes"] = [
        _chance(RAID_RESULTS[effect][0], RAID_RESULTS[effect][1], chance, RAID_RESULTS[effect][2])
        for effect, chance in chances.items()
    ]
    found["notes"] = [{"text": "The unit with the most steps suffers; you choose among equals.", "case": "10.2-c"}]
    return found


def _raided(_ruleset: DDayRuleset, combat: Combat) -> Panel:
    """A raid after its card, from an event."""
    where, value, units = combat["hex"], combat["value"], combat["units"]
    effect = 0 if not value or value < units else 1 if value == units else 2
    text, _, good = RAID_RESULTS[effect]
    found = _blank(f"Raid on {where}", "10.2", f"raid {where}", f"{value}:{units}", combat["why"]["text"])
    found["total"] = {"title": "Raiders against units", "value": f"{value} : {units}"}
    found["thrown"] = {"text": combat["why"]["text"]}
    found["result"] = {"text": text, "good": good, "case": combat["why"]["case"]}
    return found


MAKERS: Final[dict[str, Callable[[DDayRuleset, Combat], Panel]]] = {
    "attack": _attack,
    "barrage": _barrage,
    "close combat": _close,
    "passage": _passage,
    "fire": _fire,
    "raid": _raid,
}
"""By kind what makes the panel of a combat before or while it is resolved."""
