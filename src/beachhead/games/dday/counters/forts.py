"""Fortifications (17.0 to 17.2, 17.5, 17.7): which forts a location gets and when, their blocked sides, and their reduction."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.chance import lots
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.control.communication import us_controls_hex
from beachhead.games.dday.counters import defenders, depth
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import FORT_UP, RESERVES, DDayState

NEAR: Final = 3
"""A US unit that enters a hex within so many hexes brings a fort out (17.1-c)."""
WEAKEST: Final = 3
TWO_FORTS: Final = 2
"""The mark FF; off the hilltops only the Quarry has it."""
MOST: Final = 3
"""As many markers lie in a hex at most: two, one of them replaced by two weaker ones."""


# ---------------------------------------------------------------------- which forts, and when


@enforces(FAMILY, "17.1-a", "17.1-d", "17.2.1", "17.2.1-c", "17.2.1-d")
def classes_of(state: DDayState, position: int) -> tuple[int, ...]:
    """The classes of the forts that a location gets; nothing where no fort is printed. A location that is neither black nor a
    hilltop, Nishi, gets class 2 (D28, c-21)."""
    here = state.ruleset.positions[position]
    if not here.fort:
        return ()
    if here.hilltop:
        return (1, 2) if defenders.is_black(state, position) else (1,)
    return (1, 2) if here.fort == TWO_FORTS else (2,)


@enforces(FAMILY, "17.1", "17.1-a", "17.1-c")
def due_on_entry(state: DDayState, place: int) -> list[int]:
    """The fort locations that must be fortified now that a US unit has entered a hex: at most three hexes away, without a fort,
    and not under US control; by letter and number. Judged at every entry (c-20). None comes up in a sector that is out of play,
    such as Sector 1 while Scenario Three is played by itself (D157)."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    found = []
    for position in spaces_of(ground.positions_within[NEAR][place] & ground.fort_positions):
        where = ground.position_hex[position]
        if (
            not state.fort[position]
            and ruleset.position_sector[position] not in ruleset.idle_sectors
            and not (state.us_mask | state.garrison_mask) >> where & 1
            and not us_controls_hex(state, where)
        ):
            found.append(position)
    return found


# ---------------------------------------------------------------------- placing


@enforces(FAMILY, "17.2", "17.2-b", "17.2-c", "17.2-d", "17.7-important")
def draw_forts(state: DDayState, fort_class: int, most: int) -> list[int]:
    """Draw a fort of a class blindly; if its pool is empty two of the next weaker class, and so on down (D87), as far as the hex
    has room. Nothing left: nothing."""
    counter = defenders.draw_blind(state, defenders.fort_pool_of(fort_class))
    if counter:
        return [counter]
    if fort_class == WEAKEST:
        return []
    found: list[int] = []
    for _ in range(2):
        if len(found) < most:
            found.extend(draw_forts(state, fort_class + 1, most - len(found)))
    return found


@enforces(FAMILY, "17.2", "17.2.1-a")
def place_forts(state: DDayState, position: int, classes: tuple[int, ...]) -> bool:
    """Draw forts and lay them face down; of several nobody knows which is on top. False if there is none left to place."""
    drawn: list[int] = []
    for number, fort_class in enumerate(classes):
        drawn.extend(draw_forts(state, fort_class, MOST - len(drawn) - (len(classes) - number - 1)))
    if not drawn:
        return False
    defenders.place_forts(state, position, lots.mixed(state.lots, drawn))
    return True


def place_fort(state: DDayState, position: int, fort_class: int) -> bool:
    """Place one fort of a class, face down."""
    return place_forts(state, position, (fort_class,))


@enforces(FAMILY, "17.1-c", "17.2.1-b", "17.2.1-c", "17.2.1-d", "17.7-b")
def kit(state: DDayState, position: int, case: str = "17.1-c", why: dict[str, Any] | None = None) -> bool:
    """Place the forts of a location with the unit and the depth marker that come with them; False if no fort is left.

    What stands there already stays where it is (c-21). A disrupted hex remains disrupted.
    """
    if not place_forts(state, position, classes_of(state, position)):
        return False
    if state.sink is not None:
        place = state.ruleset.hex_name(state.ruleset.position_hex[position])
        data = {"hex": place, "why": why} if why else {"hex": place}
        state.happened(
            "fort", case, f"Forts appear in {place}" if state.lower_fort[position] else f"A fort appears in {place}", data
        )
    man(state, position, _kit_case(state, position))
    return True


def _kit_case(state: DDayState, position: int) -> str:
    """The case by which forts of a location bring a unit and a depth marker: two forts, a hilltop or a black position."""
    if len(classes_of(state, position)) > 1:
        return "17.2.1-b"
    return "17.2.1-c" if state.ruleset.positions[position].hilltop else "17.2.1-d"


@enforces(FAMILY, "17.2.1-b", "17.3-f")
def man(state: DDayState, position: int, case: str) -> bool:
    """Give the forts of a hex a unit from the reserve of the sector if there is none in it, and a depth marker if whoever is
    there lacks one; each as far as the pools reach (D126). True if a unit came."""
    came = False
    if not defenders.has_unit(state, position):
        counter = defenders.draw_blind(state, RESERVES + state.ruleset.position_sector[position] - 1)
        if counter:
            defenders.place_unit(state, position, counter)
            came = True
            if state.sink is not None:
                place = state.ruleset.hex_name(state.ruleset.position_hex[position])
                state.happened("reserve", case, f"A reserve unit mans the fort in {place}", {"hex": place})
    if depth.lacks_depth(state, position) and depth.has_pool(state, position):
        depth.add_depth(state, position, case)
    return came


# ---------------------------------------------------------------------- sides and classes


@enforces(FAMILY, "17.3-c", "17.4")
def blocked(state: DDayState, position: int, direction: int) -> bool:
    """Whether the top fort of a hex blocks the side in a direction. A fort that lies face down shows no sides yet."""
    fort = state.fort[position]
    if fort <= 0 or not state.faces[position] & FORT_UP:
        return False
    return bool(state.ruleset.fort_blocked[fort] >> direction & 1)


def blocks(state: DDayState, position: int, place: int) -> bool:
    """Whether the top fort of a hex blocks the side toward a neighbor."""
    if not state.fort[position]:
        return False
    way = state.ruleset.ground.direction(state.ruleset.position_hex[position], place)
    return way >= 0 and blocked(state, position, way)


@enforces(FAMILY, "17.5-a", "17.5-b", "17.5-c", "17.5-d", "17.7-a", "17.7-c", "17.7-important")
def reduce(state: DDayState, position: int, case: str) -> None:
    """The top fort loses a step: a weaker one, drawn blindly, takes its place, face up if it was face up. After the weakest the
    lower fort comes up face down, and it has to be attacked anew; what has struck the upper one has not touched it, so if it is
    alone it is not disrupted (D152). Forts taken off go back to their pools (D87)."""
    up = state.faces[position] & FORT_UP
    old = lots.turned_up(state.lots, state.fort[position], state.dice)
    fort_class = state.ruleset.fort_class[old]
    below = [fort for fort in (state.lower_fort[position], state.bottom_fort[position]) if fort]
    defenders.put_back(state, defenders.fort_pool_of(fort_class), old)
    drawn = draw_forts(state, fort_class + 1, MOST - len(below)) if fort_class < WEAKEST else []
    if not drawn:
        defenders.take_fort(state, position)
        if below and not defenders.has_unit(state, position):
            state.shaken[position] = 0
            state.touch_position(position)
    else:
        defenders.place_forts(state, position, [*drawn, *below])
    if state.sink is not None:
        place = state.ruleset.hex_name(state.ruleset.position_hex[position])
        text = f"The fort in {place} is reduced to class {fort_class + 1}" if drawn else f"The fort in {place} is destroyed"
        state.happened("fort reduced", case, text, {"hex": place, "class": fort_class + 1 if drawn else 0})
    if drawn and up:
        defenders.reveal_fort(state, position, "17.5-a")
