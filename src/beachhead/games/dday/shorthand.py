"""Several actions in one line: `move F/2/27 0608 with G/2/27 B/5E`, `attack 1721 from 1621 1620`, `barrage 1524 with 2A/5Tk`."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import SPACE, UNIT, pack
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.actions import Actions
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import ATTACK, DONE_CODE, JOIN

PREPARED: Final = ("attacking", "barraging")
"""Steps in which an attack or barrage is still being prepared."""


def in_one_line(state: DDayState, text: str, events: list[Event] | None) -> DDayState | None:
    """The state after everything that a line says; None if it is a single action. The state itself does not change."""
    if not state.ruleset.is_shorthand(text):
        return None
    words = text.split()
    low = [word.casefold() for word in words]
    if low[0] == "attack":
        cut = low.index("from")
        return _attack(state, text, words[1:cut], words[cut + 1 :], events)
    cut = low.index("with")
    if low[0] == "barrage":
        return _barrage(state, words[1:cut], words[cut + 1 :], events)
    return _move(state, low[0], words[1:cut], words[cut + 1 :], events)


def _move(state: DDayState, verb: str, first: list[str], others: list[str], events: list[Event] | None) -> DDayState:
    """Every unit joins the one that is named first; then the stack moves."""
    trial = state.copy()
    for other in others:
        trial.apply(f"join {other} {first[0]}", events)
    trial.apply(" ".join([verb, *first]), events)
    return trial


def _barrage(state: DDayState, target: list[str], units: list[str], events: list[Event] | None) -> DDayState:
    """The first tank unit opens the barrage, the others join, and it is fired."""
    trial = state.copy()
    trial.apply(" ".join(["barrage", *target, units[0]]), events)
    for unit in units[1:]:
        trial.apply(f"join {unit}", events)
    return _declared(trial, events)


def _attack(state: DDayState, text: str, target: list[str], sources: list[str], events: list[Event] | None) -> DDayState:
    """Every unit of these hexes that can take part attacks: exactly the units that are named by their own names."""
    places = state.ruleset.names[SPACE].find(" ".join(target))
    if not places:
        raise InvalidAction(f"{' '.join(target)} is not a hex of this map; name the hex attacked before 'from'")
    named: list[int] = []
    units: list[int] = []
    for word in sources:
        found = state.ruleset.names[UNIT].find(word)
        hexes = state.ruleset.names[SPACE].find(word)
        if not found and not hexes:
            raise InvalidAction(f"{word} is neither a unit nor a hex of this map")
        named += found
        units += [*found] if found else [*state.units_in(hexes[0])]
    trial = state.copy()
    choices = trial.choices()
    opening = next((pack(ATTACK, places[0], unit) for unit in units if pack(ATTACK, places[0], unit) in choices), -1)
    if opening < 0:
        if not state.is_at(Actions) or not units:
            raise IllegalAction(text, _why(state, places[0], units))
        raise IllegalAction(text, state.step.refuse(state, pack(ATTACK, places[0], units[0])))
    trial.apply(opening, events)
    pending = [unit for unit in units if pack(ATTACK, places[0], unit) != opening]
    joined = True
    while joined and trial.outcome is None and trial.step.name in PREPARED:
        joined = False
        for unit in pending:
            if pack(JOIN, unit) in trial.choices():
                trial.apply(pack(JOIN, unit), events)
                pending.remove(unit)
                joined = True
                break
    missing = [unit for unit in pending if unit in named]
    if missing:
        raise IllegalAction(text, trial.refusal_of(pack(JOIN, missing[0])))
    return _declared(trial, events)


def _why(state: DDayState, place: int, units: list[int]) -> Refusal:
    if units:
        return state.refusal_of(pack(ATTACK, place, units[0]))
    return Refusal("8.1", f"no US units stand in the hexes that are to attack {state.ruleset.hex_name(place)}")


def _declared(trial: DDayState, events: list[Event] | None) -> DDayState:
    """The state after the attack or barrage has been declared."""
    if trial.outcome is None and trial.step.name in PREPARED and DONE_CODE in trial.choices():
        trial.apply(DONE_CODE, events)
    return trial
