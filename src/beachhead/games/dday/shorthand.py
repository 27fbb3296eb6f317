"""Several actions in one line: `move F/2/27 0608 with G/2/27 B/5E`, `attack 1721 from 1621 1620`, `barrage 1524 with 2A/5Tk`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from beachhead.engine.action import SPACE, UNIT, pack
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.moves.us_actions import Actions
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import ATTACK, DONE_CODE, JOIN

PREPARED: Final = ("attacking", "barraging")
"""Steps in which an attack or barrage is still being prepared."""


def in_one_line(state: DDayState, text: str) -> Iterator[int | str]:
    """The actions that a line means. The state goes on between one and the next."""
    words = text.split()
    low = [word.casefold() for word in words]
    if low[0] == "attack":
        cut = low.index("from")
        yield from _attack(state, text, words[1:cut], words[cut + 1 :])
        return
    cut = low.index("with")
    first, others = words[1:cut], words[cut + 1 :]
    if low[0] == "barrage":
        # The first tank unit opens the barrage, the others join, and it is fired.
        yield " ".join(["barrage", *first, others[0]])
        for unit in others[1:]:
            yield f"join {unit}"
        yield from _declared(state)
        return
    # Every unit joins the one that is named first; then the stack moves.
    for other in others:
        yield f"join {other} {first[0]}"
    yield " ".join([low[0], *first])


def _attack(state: DDayState, text: str, target: list[str], sources: list[str]) -> Iterator[int]:
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
    choices = state.choices()
    opening = next((pack(ATTACK, places[0], unit) for unit in units if pack(ATTACK, places[0], unit) in choices), -1)
    if opening < 0:
        if not state.is_at(Actions) or not units:
            raise IllegalAction(text, _why(state, places[0], units))
        raise IllegalAction(text, state.step.refuse(state, pack(ATTACK, places[0], units[0])))
    yield opening
    pending = [unit for unit in units if pack(ATTACK, places[0], unit) != opening]
    joined = True
    while joined and state.outcome is None and state.step.name in PREPARED:
        joined = False
        for unit in pending:
            if pack(JOIN, unit) in state.choices():
                yield pack(JOIN, unit)
                pending.remove(unit)
                joined = True
                break
    missing = [unit for unit in pending if unit in named]
    if missing:
        raise IllegalAction(text, state.refusal_of(pack(JOIN, missing[0])))
    yield from _declared(state)


def _why(state: DDayState, place: int, units: list[int]) -> Refusal:
    if units:
        return state.refusal_of(pack(ATTACK, place, units[0]))
    return Refusal("8.1", f"no US units stand in the hexes that are to attack {state.ruleset.hex_name(place)}")


def _declared(state: DDayState) -> Iterator[int]:
    """The end of an attack or barrage that is still being prepared."""
    if state.outcome is None and state.step.name in PREPARED and DONE_CODE in state.choices():
        yield DONE_CODE
