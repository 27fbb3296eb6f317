"""Two partners (3.0): who of them commands a unit, and so who gives an order.

In Scenario Four one player may command the 4th Division and another the 5th; a lot settles which of them has the 9th Marines of
the 3rd Division. The book gives neither of them anything else of that division, nor the corps artillery, the ships and the
aircraft: these either of them may use, whoever comes first. Tanks and engineers of the 3rd Division go with the 9th Marines while
they are assigned to them (4.0-II-4).

The rules do not ask here. The hooks of the game do (`Game.owner_of` and its neighbors), with the division that has drawn the 9th
Marines (`ninth`: 4 or 5; 0 before the lot) and the regiments that tanks and engineers are assigned to (`assigned`, by unit).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.engine.action import SPACE, UNIT, Action, unpack
from beachhead.engine.seats import Owner
from beachhead.games.dday.combat.attack import AttackRecord
from beachhead.games.dday.combat.attack_resolution import AssaultRecord
from beachhead.games.dday.combat.barrage import BarragingRecord
from beachhead.games.dday.moves.movement import MoveRecord
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import DISRUPT_PAIR, RECOVER_BY

SEATS: Final = (("4th", "us"), ("5th", "us"), ("jp", "jp"))
"""The seats of a scenario for partners, each with its side."""
SEAT_NAMES: Final = {"4th": "4th Division", "5th": "5th Division"}
CASE: Final = "3.0-4"
SEAT_OF: Final = {4: "4th", 5: "5th"}
"""The seat that commands a division."""
NINTH: Final = 9
LENT: Final = "9th Marines"


def commander(ruleset: DDayRuleset, unit: int, ninth: int, assigned: int = 0) -> str | None:
    """The seat that commands a U.S. unit; None if either partner may order it. `assigned` is the regiment of a tank or engineer
    unit."""
    seat = SEAT_OF.get(ruleset.division[unit])
    if seat is not None:
        return seat
    return SEAT_OF.get(ninth) if NINTH in (ruleset.regiment[unit], assigned) else None


def units_of(ruleset: DDayRuleset, seat: str, ninth: int, assigned: Sequence[int] = ()) -> tuple[str, ...]:
    """The names of all units that a seat commands."""
    names: list[str] = []
    for unit in range(ruleset.unit_count):
        if commander(ruleset, unit, ninth, assigned[unit] if assigned else 0) == seat:
            names.append(ruleset.unit_ids[unit])
    return tuple(names)


def owner_of(state: DDayState, action: Action, ninth: int, assigned: Sequence[int] = ()) -> Owner | None:
    """The seat that alone may take an action: whoever commands the unit that acts or pays. An action that names no unit belongs
    to whoever commands all units that move, attack or fire a barrage now, and otherwise to neither."""
    verb, *arguments = unpack(action.code)
    kinds = state.ruleset.verbs[verb].kinds
    units = [arguments[place] for place in range(len(kinds)) if kinds[place] == UNIT]
    if verb == RECOVER_BY:
        units.reverse()  # it is the hero of the second unit who is spent
    if not units or verb == DISRUPT_PAIR:
        return _owner_of_all(state, units or _acting(state), ninth, assigned)
    return _owner(state.ruleset, units[0], ninth, assigned)


def owners_in_line(state: DDayState, line: str, ninth: int, assigned: Sequence[int] = ()) -> tuple[Owner, ...]:
    """The owners of the units that a shorthand orders: those it names, and in an attack all in the hexes it comes from."""
    ruleset = state.ruleset
    words = line.split()
    cut = next((place for place in range(len(words)) if words[place].casefold() == "from"), len(words))
    units: list[int] = []
    for place in range(1, len(words)):
        found = ruleset.names[UNIT].find(words[place])
        hexes = ruleset.names[SPACE].find(words[place])
        if found:
            units += found
        elif place > cut and hexes:
            units += state.units_in(hexes[0])
    owners: list[Owner] = []
    for unit in units:
        owner = _owner(ruleset, unit, ninth, assigned)
        if owner is not None:
            owners.append(owner)
    return tuple(owners)


def _acting(state: DDayState) -> list[int]:
    """The units that a decision is about which names none: a stack in motion, an attack, a barrage being prepared."""
    top = state.stack[-1]
    if isinstance(top, (MoveRecord, AttackRecord, AssaultRecord, BarragingRecord)):
        return list(top.units)
    return []


def _owner_of_all(state: DDayState, units: Sequence[int], ninth: int, assigned: Sequence[int]) -> Owner | None:
    """The seat that commands all these units; None if there is none."""
    owners = [_owner(state.ruleset, unit, ninth, assigned) for unit in units]
    seats = {"" if owner is None else owner.seat for owner in owners}
    return owners[0] if len(seats) == 1 else None


def _owner(ruleset: DDayRuleset, unit: int, ninth: int, assigned: Sequence[int]) -> Owner | None:
    regiment = assigned[unit] if assigned else 0
    seat = commander(ruleset, unit, ninth, regiment)
    if seat is None:
        return None
    formation = LENT if NINTH in (ruleset.regiment[unit], regiment) else ""
    return Owner(seat, CASE, (ruleset.unit_ids[unit],), formation)
