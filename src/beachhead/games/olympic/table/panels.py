"""A combat as the table shows it: both forces, what changes their strengths, the nine columns, and what the dice may bring
(`beachhead.engine.shown.panel`).

Everything is made from plain data that has been redacted: an item of a view, a preview (`chances`), the data of an event. Nothing
here can see a state, so what lies face down is told as chances alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.shown.panel import Force, Modifier, Note, Outcome, Panel, Row, signed
from beachhead.engine.shown.words import counted, listed
from beachhead.games.olympic.box.kinds import CITY, ROUGH, TOWN, TOWN_IN_ROUGH
from beachhead.games.olympic.combat.strengths import column
from beachhead.games.olympic.ruleset import OlympicRuleset
from beachhead.games.olympic.table.chances import percent

CHART: Final = "results"
"""The id of the Combat Results Table among the charts."""
UNDER_WAY: Final = ("attackers", "lose", "retreat", "advance", "japanese advance", "assign")
"""Steps that belong to a combat: it is put together, or its results are carried out."""
CASES: Final = {code: f"8.9-{code}" for code in ("Ae", "Ar", "De", "Dr", "Ex")}
TERRAIN: Final = {ROUGH: "rough terrain", TOWN_IN_ROUGH: "rough terrain", TOWN: "Town", CITY: "City"}
ORDER: Final = ("De", "Dr", "Ex", "Ar", "Ae", "")
"""Results from the attacker's best to his worst; the last is below the table (A7, A55)."""


def combat_in(ruleset: OlympicRuleset, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """The combat that is put together or whose results are carried out, as a view tells it; the last one is over."""
    del ruleset
    found: Mapping[str, Any] = (view.get("combat") or {}) if view["decision"]["step"] in UNDER_WAY else {}
    return found


def panel_of(ruleset: OlympicRuleset, combat: Mapping[str, Any]) -> Panel | None:
    """The panel of a combat before or after its dice; None if there is none."""
    if not combat.get("attackers") or not combat.get("targets"):
        return None
    rolled = bool(combat.get("result"))
    differential = signed(combat["differential"])
    where = listed([_named(ruleset, space) for space in combat["targets"]])
    kind = "Amphibious assault" if combat["assault"] else "U.S. attack" if combat["side"] == "us" else "Japanese attack"
    unknown = bool(combat.get("may"))
    label_ = _percent(combat["success"]) if unknown or (combat["assault"] and not rolled) else differential
    found: Panel = {
        "title": f"{kind} on {_defended(combat, where)}",
        "case": "10.0-success" if combat["assault"] else "8.8",
        "key": "combat",
        "label": label_,
        "says": _says(combat, where, differential, unknown),
        "forces": [_attack(ruleset, combat), _defense(ruleset, combat, unknown)],
        "modifiers": _modifiers(combat),
        "outcomes": [] if rolled else _outcomes(combat),
        "notes": [] if rolled else _notes(combat),
    }
    number = column(ruleset, combat["differential"])
    if combat.get("free") == "1":
        found["says"] = f"Nobody is in {where}: the stack lands without a die"
    elif not unknown:
        found["total"] = {
            "title": "Differential",
            "value": differential,
            "says": f"{combat['attack']} less {combat['defense']}",
        }
        if number >= 0:
            _put_strip(found, ruleset, combat, number, rolled)
    elif not rolled:
        found["total"] = {"title": "Chance to land", "value": _percent(combat["success"]), "says": combat["success"]}
    if rolled:
        _put_result(found, combat)
    return found


def _put_strip(found: Panel, ruleset: OlympicRuleset, combat: Mapping[str, Any], number: int, rolled: bool) -> None:
    columns = [_typed(_short(low, high)) for low, high in ruleset.components.columns[:-1]]
    columns.append(f"{ruleset.components.columns[-1][0]:+} up")
    last = number == len(columns) - 1
    found["strip"] = {"title": "Combat Results Table", "columns": columns, "at": number, "last": last}
    if last:
        found["strip"]["says"] = "Last column: more strength changes nothing."
    elif combat.get("militia") and not rolled:
        found["strip"]["says"] = "With the militia at its normal strength; its die may move the column."
    found["chart"] = {"id": CHART, "column": number}
    if combat.get("die"):
        found["chart"]["row"] = str(combat["die"])


def _short(low: int, high: int) -> str:
    """The heading of a column where nine of them stand side by side."""
    first = f"{low:+}" if low else "0"
    return first if low == high else f"{first}–{high}"


def _put_result(found: Panel, combat: Mapping[str, Any]) -> None:
    """What was rolled, and what came of it."""
    code, points = combat["result"], combat.get("price", combat["points"])
    if combat.get("die"):
        found["thrown"] = {"text": f"Die roll {combat['die']}", "dice": [{"face": combat["die"]}]}
    else:
        found["thrown"] = {"text": "No die", "dice": []}
    says, good = _meaning(combat, code)
    text = f"{code}: {says}" if code in CASES else f"{says[:1].upper()}{says[1:]}"
    if points:
        text += f"; {counted(points, 'Casualty Point')} per U.S. unit"
    case = "8.54" if combat.get("suicide") else CASES.get(code, "10.0-failure" if combat["assault"] else "8.8-note-1")
    found["result"] = {"text": text, "good": good, "case": case}


# ---------------------------------------------------------------------- words


def _named(ruleset: OlympicRuleset, hex_name: str) -> str:
    """A hex with the name of its Town or City."""
    ground = ruleset.ground
    space = ground.grid.find(hex_name)
    place = -1 if space is None else ground.place_at[space]
    return hex_name if place < 0 else f"{ground.place_names[place]} ({hex_name})"


def _defended(combat: Mapping[str, Any], where: str) -> str:
    if combat["side"] == "us" or not combat["defenders"]:
        return where
    return f"{combat['defenders'][0]} in {where}"


def _typed(words: str) -> str:
    """Numbers as they are printed, with a true minus sign."""
    return words.replace("-", "−")


def _percent(chance: str) -> str:
    """A chance in whole percent."""
    return percent(Fraction(chance))


def _average(combat: Mapping[str, Any]) -> str:
    """Casualty Points to expect."""
    return f"{float(Fraction(combat['expected'])):.1f}"


def _says(combat: Mapping[str, Any], where: str, differential: str, unknown: bool) -> str:
    if unknown:
        return (
            f"{combat['attack']} against what may lie face down in {where}: {_percent(combat['success'])} to land, "
            f"avg {_average(combat)} Casualty Points"
        )
    head, column = f"{combat['attack']} against {combat['defense']}, a differential of {differential}", _typed(combat["column"])
    if column != differential:
        head += f", column {column}"
    if combat.get("expected") is None:
        return head
    verb = "to land" if combat["assault"] else "to empty the hex" if combat["side"] == "us" else "to drive the unit out"
    return f"{head}: {_percent(combat['success'])} {verb}, avg {_average(combat)} Casualty Points"


def _attack(ruleset: OlympicRuleset, combat: Mapping[str, Any]) -> Force:
    doubled = bool(combat.get("suicide"))
    rows: list[Row] = []
    for name in combat["attackers"]:
        strength = ruleset.strength[ruleset.number[name]] * (2 if doubled else 1)
        says = "assaults" if combat["assault"] else "attacks, doubled" if doubled else "attacks"
        rows.append({"unit": name, "value": str(strength), "says": says})
    return {"side": combat["side"], "title": "Attack", "rows": rows, "sum": str(combat["attack"])}


def _defense(ruleset: OlympicRuleset, combat: Mapping[str, Any], unknown: bool) -> Force:
    rows: list[Row] = [
        {"unit": name, "value": str(ruleset.strength[ruleset.number[name]]), "says": "defends"} for name in combat["defenders"]
    ]
    for space, strength in (combat.get("militia") or {}).items():
        rows.append({"title": f"Militia of {_named(ruleset, space)}", "value": str(strength), "says": "intrinsic militia"})
    for one in combat.get("may") or ():
        what = " and ".join("a dummy" if values == "dummy" else values for values in one["values"])
        says = f"defends with {one['defense']}: {_percent(one['success'])} to land" if one["defense"] else "no unit"
        rows.append({"title": f"Perhaps {what}", "value": _percent(one["chance"]), "says": says})
    side = ruleset.sides[1 - ruleset.sides.index(combat["side"])]
    return {"side": side, "title": "Defense", "rows": rows, "sum": "?" if unknown else str(combat["defense"])}


def _modifiers(combat: Mapping[str, Any]) -> list[Modifier]:
    """What halves, doubles or triples the defenders, hex by hex."""
    found: list[Modifier] = []
    several = len(combat["targets"]) > 1
    for space, entry in (combat.get("hexes") or {}).items():
        here = f" in {space}" if several else ""
        manned = bool(combat["defenders"]) or bool(combat.get("may"))
        if entry.get("unsupplied"):
            found.append({"title": f"Unsupplied{here}", "value": "½", "case": "12.52", "says": "halved before terrain"})
        if entry.get("fortified"):
            found.append({"title": f"Fortified Supply Beachhead{here}", "value": "×2", "case": "8.35"})
        elif entry["times"] > 1 and manned:
            title = TERRAIN.get(entry["terrain"], entry["terrain"])
            says = "units only, never militia" if combat["side"] == "us" else "the defender"
            title = f"{title[:1].upper()}{title[1:]}{here}"
            found.append({"title": title, "value": f"×{entry['times']}", "case": "8.33", "says": says})
        if entry.get("doubled"):
            found.append({"title": f"Coastal units on Game-Turn 1{here}", "value": "×2", "case": "8.37"})
        if entry.get("militia"):
            text = "×3, ×2, ×1 or ½ by a die"
            found.append({"title": f"Militia of {entry['name']}", "value": "Track 4", "case": "14.24", "says": text})
    if combat.get("suicide"):
        found.append({"title": "Suicide attack", "value": "×2", "case": "8.54", "says": "a 6: doubled, and the attacker dies"})
    return found


def _meaning(combat: Mapping[str, Any], code: str, suicide: bool = False) -> tuple[str, str | None]:
    """A result in words, and the side that likes it."""
    us = combat["side"] == "us"
    attacker, defender = ("us", "jp") if us else ("jp", "us")
    many = len(combat["attackers"]) > 1
    dies = ", and the attacker is eliminated" if suicide or combat.get("suicide") else ""
    if code == "Ae":
        return f"attacker{'s' if many else ''} eliminated", defender
    if code == "Ar":
        if combat["assault"]:
            return "the assault fails and the stack is eliminated", defender
        return f"attacker{'s retreat' if many else ' retreats'}", defender
    if code in ("De", "Dr"):
        return f"{_driven_out(combat, code)}{dies}", attacker
    if code == "Ex":
        return "exchange: the defenders go, then attackers of their strength" if us else "both are eliminated", None
    if combat["assault"]:
        return "below −2: the assault fails without a die", defender
    return "below −2: the attack is broken off", None


def _driven_out(combat: Mapping[str, Any], code: str) -> str:
    """What becomes of the defenders: units go or die, militia is destroyed either way (8.8-note-3)."""
    if combat.get("may"):
        return "the hex is emptied"
    if not combat["defenders"]:
        return "the militia is destroyed"
    plural = len(combat["defenders"]) > 1
    fate = f"defender{'s' if plural else ''} eliminated" if code == "De" else f"defender{'s retreat' if plural else ' retreats'}"
    return f"{fate}, the militia is destroyed" if combat.get("militia") else fate


def _outcomes(combat: Mapping[str, Any]) -> list[Outcome]:
    """What may come of it: results with their Casualty Points, and the faces where a single die decides."""
    found: list[Outcome] = []
    if Fraction(combat.get("free", "0")):
        says = "nobody is there: the stack lands without a die"
        found.append({"text": "Lands", "says": says, "chance": combat["free"], "good": "us"})
    single = not combat.get("militia") and not combat.get("may") and Fraction(combat.get("free", "0")) == 0
    for fate in sorted(combat.get("fates") or (), key=_in_order):
        code, price, toll = fate["result"], fate["price"], fate["toll"]
        points = Fraction(toll["points"])
        says, good = _meaning(combat, code, fate["suicide"])
        if code in ("Ar", "Dr") and not combat["assault"]:
            says = _retreat(combat, code, toll, says)
        cost = f"{'avg ' if points.denominator > 1 else ''}{float(points):g} Casualty Point{'s' if points != 1 else ''}"
        says += f"; {cost if points else 'no Casualty Points'}{' or more' if fate['ways'] else ''}"
        text = f"{code} {price}" if code else ("Fails" if combat["assault"] else "Broken off")
        one: Outcome = {"text": text, "says": says, "chance": fate["chance"], "good": good, "toll": toll}
        if fate["ways"]:
            one["open"] = fate["ways"]
        if single and fate["faces"]:
            one["faces"] = fate["faces"]
        found.append(one)
    return found


def _in_order(fate: Mapping[str, Any]) -> tuple[int, int, bool]:
    return ORDER.index(fate["result"]), fate["price"], fate["suicide"]


def _retreat(combat: Mapping[str, Any], code: str, toll: Mapping[str, str], says: str) -> str:
    """A result that makes one side retreat: those who have nowhere to go are eliminated (8.7-elimination)."""
    ours = (code == "Ar") == (combat["side"] == "us")
    gone = Fraction(toll["us" if ours else "jp"])
    who = combat["attackers" if code == "Ar" else "defenders"]
    if not gone:
        return says
    return f"{says}: {'nowhere to go, eliminated' if gone >= len(who) else f'{float(gone):g} of {len(who)} eliminated'}"


def _notes(combat: Mapping[str, Any]) -> list[Note]:
    found: list[Note] = []
    if combat["assault"]:
        found.append({"text": "If the hex is not emptied, the whole stack is eliminated.", "case": "10.0-failure"})
    if combat.get("may"):
        found.append({"text": "What lies there is counted from the counters not turned up yet.", "case": "16.23"})
    if combat["side"] == "jp":
        found.append({"text": "A 6 doubles the attacker, who is eliminated whatever the result.", "case": "8.54"})
    return found
