"""What is printed on a counter, and what the unit is called in full. The rules look at its values alone (3.22-symbols)."""

from __future__ import annotations

from typing import Any

from beachhead.games.olympic.box.kinds import COASTAL, MARINE, Unit
from beachhead.games.olympic.ruleset import US

Plain = dict[str, Any]


def arm_of(unit: Unit) -> str:
    """What kind of troops a counter shows, for Japan with its size: whatever is not called a brigade is a regiment."""
    if unit.side == US:
        return "airborne" if "Airborne" in unit.formation else unit.kind
    arm = "armor" if _is_armor(unit) else "coastal" if unit.kind == COASTAL else "line"
    return f"{arm}_brigade" if "Bde" in unit.name else f"{arm}_regiment"


def title_of(unit: Unit) -> str:
    """The unit as an order of battle has it: 26th Marines, 5th Marine Division; 4th Tank Brigade; Depot Regiment 3."""
    if unit.side == US:
        number = unit.key[2:].rstrip("M")
        if not number.isdigit() or not unit.formation or "RCT" in unit.formation:
            return unit.formation or unit.id[2:]
        kind = "Marines" if unit.kind == MARINE else "Cavalry" if "Cavalry" in unit.formation else "Regiment"
        return f"{ordinal(number)} {kind}, {formation_of(unit)} Division"
    words = unit.name.split()
    numbers = [word for word in words if word.isdigit()]
    kind = "Tank " if _is_armor(unit) else "Depot " if "depot" in words else "Mixed " if "mixed" in words else ""
    size = "Brigade" if "Bde" in words else "Regiment"
    if not words:
        return unit.id[2:]
    if words[0].isdigit():
        return f"{ordinal(words[0])} {kind}{size}"
    return " ".join([f"{kind}{size}", *numbers])


def _is_armor(unit: Unit) -> bool:
    return "Tk" in unit.name or "armor" in unit.name


def ordinal(number: str) -> str:
    """A number as regiments bear it: 1st, 2nd, 3rd, 11th, 103rd."""
    teen = number[-2:-1] == "1"
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1:], "th"))


def formation_of(unit: Unit) -> str:
    """The division of a U.S. unit: 25th, 5th Marine."""
    return f"{unit.formation} Marine" if unit.kind == MARINE else unit.formation


def face_of(unit: Unit, sides: tuple[str, ...]) -> Plain:
    """What is printed on a counter."""
    found: Plain = {
        "side": sides[unit.side],
        "arm": arm_of(unit),
        "kind": unit.kind,
        "values": unit.values,
        "strength": unit.strength,
        "movement": unit.movement,
        "formation": formation_of(unit),
        "title": title_of(unit),
        "place": "",
        "marks": [],
    }
    return found
