"""Whether a state from outside can belong to a game of D-Day at Iwo Jima: fields that are sound each by itself must also agree.

Every step of the rules relies on what the steps before it leave behind, so a save that says otherwise is refused when it is
loaded, with the reason. Positions that people write are judged by the same sentences. Nothing here uses what is computed from the
fields, since that comes later. The steps themselves say whether they fit (`Step.fits`).
"""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.engine import lots
from beachhead.engine.errors import PositionError
from beachhead.games.dday import marines
from beachhead.games.dday.box.kinds import MOST_STEPS
from beachhead.games.dday.garrison import is_black
from beachhead.games.dday.phases import PHASES
from beachhead.games.dday.setup import japanese_rows
from beachhead.games.dday.state import (
    BOXES,
    DEPTH_UP,
    ENTERED,
    FORT_UP,
    LOST,
    OFF_MAP,
    POOLS,
    SECOND_DEPTH_UP,
    SECOND_UP,
    TANK_DEPTH_UP,
    TANK_UP,
    UNIT_UP,
    DDayState,
)

STACKS = ("actions", "fire", "artillery", "end")


def check_fields(state: DDayState) -> None:
    """Refuse a state just loaded whose fields disagree, before anything is computed from them."""
    fault = fault_of(state)
    if fault:
        raise PositionError(f"this save cannot be played: {fault}")


def fault_of(state: DDayState) -> str:
    """What is wrong with a state, as a sentence; empty if nothing is."""
    for find in (_moment, _cards, _counters, _faces, _places, _steps, _heroes, _stacks):
        for fault in find(state):
            return fault
    return ""


def _moment(state: DDayState) -> Iterator[str]:
    ruleset = state.ruleset
    if not ruleset.setup.first_turn <= state.turn <= ruleset.last_turn:
        yield f"the scenario runs from turn {ruleset.setup.first_turn} to {ruleset.last_turn}, not turn {state.turn} (18.4)"
    if state.phase >= len(PHASES):
        yield "there is no such phase (4.0)"


def _cards(state: DDayState) -> Iterator[str]:
    """Every card is in one place."""
    state.ruleset.deck.check(state.cards)
    most = len(state.ruleset.card_faces)
    held = sum(len(pile) for pile in state.cards[: len(state.ruleset.deck.piles)])
    if held != most:
        yield f"the deck has {most} cards, and here are {held} (2.0)"


def _counters(state: DDayState) -> Iterator[str]:
    """Every Japanese counter is in one place, and of a kind that belongs there."""
    ruleset = state.ruleset
    if len(state.pools) != len(POOLS):
        yield f"there are {len(POOLS)} pools of Japanese counters, not {len(state.pools)}"
        return
    everything = [counter for row in japanese_rows(state) for counter in row if counter]
    everything += [counter for pool in state.pools for counter in pool]
    lots.check(state.lots, everything, range(1, ruleset.counter_count + 1))
    first, fort = ruleset.first_depth, ruleset.first_fort
    kinds = (
        ((state.unit, state.second, state.tank), range(1, first), "unit"),
        ((state.depth, state.second_depth, state.tank_depth), range(first, fort), "depth marker"),
        ((state.fort, state.lower_fort), range(fort, ruleset.counter_count + 1), "fort"),
    )
    for rows, numbers, kind in kinds:
        for row in rows:
            for position, counter in enumerate(row):
                if counter and not _is_of(state, counter, numbers):
                    yield f"{hex_name(state, position)} has something else in the place of a {kind}"
    for position in range(ruleset.position_count):
        yield from _hex(state, position)


def _is_of(state: DDayState, counter: int, numbers: range) -> bool:
    found = lots.candidates(state.lots, counter)
    return bool(found) and all(number in numbers for number in found)


def _hex(state: DDayState, position: int) -> Iterator[str]:
    """What may stand together in a position hex (6.4.3, D25, D126)."""
    name = hex_name(state, position)
    unit, second, fort = state.unit[position], state.second[position], state.fort[position]
    if second and not unit:
        yield f"{name} has a second unit and no first; write it as the unit (6.4.3)"
    if second and not (is_black(state, position) and state.lower_fort[position]):
        yield f"{name} has two units; only a black hilltop with two forts holds two (6.4.3)"
    if state.lower_fort[position] and not fort:
        yield f"{name} has a lower fort without an upper one (17.7)"
    if state.depth[position] and not unit and not fort:
        yield f"{name} has a depth marker without a unit or fort above it (9.2-c)"
    if state.second_depth[position] and not (state.depth[position] and second):
        yield f"{name} has a second depth marker without a second unit (9.2-c)"
    if state.tank_depth[position] and not state.tank[position]:
        yield f"{name} has an armor marker without a tank (9.2.1)"
    if (state.shaken[position] or state.used[position]) and not (unit or fort or state.tank[position]) and state.shaken[position]:
        yield f"{name} is disrupted, but nobody Japanese is in it (6.4)"


def _faces(state: DDayState) -> Iterator[str]:
    """What is face up is there, and everybody knows it."""
    rows = (
        (UNIT_UP, state.unit), (SECOND_UP, state.second), (DEPTH_UP, state.depth), (SECOND_DEPTH_UP, state.second_depth),
        (FORT_UP, state.fort), (TANK_UP, state.tank), (TANK_DEPTH_UP, state.tank_depth),
    )  # fmt: skip
    for position, faces in enumerate(state.faces):
        for face, row in rows:
            if faces & face and row[position] <= 0:
                yield f"a counter is face up in {hex_name(state, position)} that nobody knows (9.1)"


def _places(state: DDayState) -> Iterator[str]:
    """US units are on land, not in a closed sector, and with the enemy only for a close combat."""
    ruleset = state.ruleset
    board = ruleset.components.board
    japanese = {
        ruleset.position_hex[position]
        for position in range(ruleset.position_count)
        if state.unit[position] or state.second[position] or state.fort[position] or state.tank[position]
    }
    for unit, place in enumerate(state.where):
        name = ruleset.unit_ids[unit]
        if place < 0:
            if place not in OFF_MAP and not BOXES - ruleset.box_count < place <= BOXES:
                yield f"{name} is in no place that exists"
            continue
        where = ruleset.hex_name(place)
        if place >= board.land:
            yield f"{name} is at sea in {where}; put it into a beach box or on land (7.3)"
        elif board.sector[place] in ruleset.setup.closed_sectors:
            yield f"{name} is in {where}, in a sector that is closed to US units (18.4.4-f)"
        elif ruleset.is_regimental_hq[unit]:
            yield f"{name} is not used in this scenario; leave it out (18.4.4-b)"
        elif place in japanese and state.came_from[unit] < 0 and not _entered(state, place):
            yield f"{name} is in {where} with the Japanese; say from which hex it came for close combat (7.4)"


def _entered(state: DDayState, place: int) -> bool:
    """Whether the close combat of a hex is pending; positions say so after they are put, saves at once."""
    return not state.stack or bool(state.done[state.ruleset.position_at[place]] & ENTERED)


def _steps(state: DDayState) -> Iterator[str]:
    """Steps and step loss markers agree: companies have one at three and one steps, nobody else has (2.2.1)."""
    ruleset = state.ruleset
    for unit, steps in enumerate(state.steps):
        name = ruleset.unit_ids[unit]
        full = ruleset.full_steps[unit]
        if steps > full:
            yield f"{name} has at most {full} steps, not {steps}"
        if (steps == 0) != (state.where[unit] == LOST):
            yield f"{name} has {steps} steps; a unit without steps is lost, and only such a unit"
        if bool(state.marker[unit]) != (full == MOST_STEPS and steps in (1, 3)):
            yield f"{name} has {steps} steps and {'a' if state.marker[unit] else 'no'} step loss marker (2.2.1)"
        if state.disrupted[unit] > state.turn:
            yield f"{name} is disrupted on a later turn than this"


def _heroes(state: DDayState) -> Iterator[str]:
    """A hero is with a unit that is in play; a unit has one at most."""
    owners = [owner for owner in state.hero_on if owner >= 0]
    if len(set(owners)) < len(owners):
        yield "a unit has two heroes (11.1.1)"
    for hero, owner in enumerate(state.hero_on):
        if owner >= 0 and not state.steps[owner]:
            yield f"a hero is with {state.ruleset.unit_ids[owner]}, which is lost (11.1.1)"
        if owner < 0 and state.inspired[hero]:
            yield "an inspired marker is with nobody (11.1.6)"


def _stacks(state: DDayState) -> Iterator[str]:
    """More than four units, or more than two companies, are in a hex only if the excess is disrupted (7.5)."""
    stacks: dict[int, list[int]] = {}
    for unit, place in enumerate(state.where):
        if place >= 0:
            stacks.setdefault(place, []).append(unit)
    for place, units in stacks.items():
        if not state.stack and marines.shortfall(state, units):
            where = state.ruleset.hex_name(place)
            yield f"{where} holds too many units; disrupt those over the limit of four with two companies (7.5)"


def hex_name(state: DDayState, position: int) -> str:
    """The hex of a position."""
    return state.ruleset.hex_name(state.ruleset.position_hex[position])
