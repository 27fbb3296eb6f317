"""An attack as the table draws it: a pure function of the plain data of a view, a preview or an event (`Game.panel`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.engine.shown.panel import Force, Panel, Row, Strip, signed
from tests.demo.atoll.combat import HIGHEST, LOWEST, RESULTS

FAVORS = {"As": "jp", "-": None, "Dd": "us", "De": "us"}


def panel(combat: Mapping[str, Any]) -> Panel:
    """Forces, modifiers, the strip of columns, what may come of it, and the card once it is turned up."""
    differential, fire = combat.get("differential"), combat.get("fire")
    found: Panel = {
        "title": f"Attack on {combat['target']}",
        "case": "5.3",
        "key": f"{combat['target']} {combat['defender']}",
        "label": "?" if differential is None else signed(differential),
        "says": "The defender is face down." if differential is None else f"The differential is {signed(differential)}.",
        "forces": [ours(combat), theirs(combat)],
        "modifiers": [{"title": title, "value": signed(value), "case": case} for title, value, case in combat["modifiers"]],
        "outcomes": [
            {"text": name, "says": RESULTS[name], "chance": chance, "good": FAVORS[name]}
            for name, chance in combat.get("chances", {}).items()
        ],
        "notes": [{"text": "Only the top counter of a stack defends; it is turned over when the attack begins.", "case": "5.2"}],
    }
    if differential is not None:
        found["total"] = {"title": "differential", "value": signed(differential)}
        found["strip"] = strip(differential)
    if fire is not None:
        found["thrown"] = {"cards": [{"card": combat["card"], "part": "fire"}], "text": f"The card says {fire}."}
        found["result"] = {"text": RESULTS[combat["result"]], "good": FAVORS[combat["result"]], "case": "5.3"}
    return found


def ours(combat: Mapping[str, Any]) -> Force:
    """The attackers."""
    rows: list[Row] = [{"unit": unit, "value": str(value)} for unit, value in combat["attackers"].items()]
    return {"side": "us", "title": "Attackers", "rows": rows, "sum": str(sum(combat["attackers"].values()))}


def theirs(combat: Mapping[str, Any]) -> Force:
    """The defender, of whom nothing may be known."""
    value = "?" if combat["defense"] is None else str(combat["defense"])
    says = "face down: 0 to 3" if combat["defense"] is None else "defends"
    return {"side": "jp", "title": "Defender", "rows": [{"unit": combat["defender"], "value": value, "says": says}], "sum": value}


def strip(differential: int) -> Strip:
    """The columns, and the one that counts."""
    last = differential >= HIGHEST
    found: Strip = {
        "title": "Column",
        "columns": [signed(value) for value in range(LOWEST, HIGHEST + 1)],
        "at": min(HIGHEST, max(LOWEST, differential)) - LOWEST,
        "last": last,
    }
    if last:
        found["says"] = "More strength changes nothing."
    return found
