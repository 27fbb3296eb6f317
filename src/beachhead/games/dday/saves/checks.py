"""Whether a state from outside can belong to a game of D-Day at Iwo Jima: fields that are sound each by itself must also agree.

Every step of the rules relies on what the steps before it leave behind, so a save that says otherwise is refused when it is
loaded, with the reason. Positions that people write are judged by the same sentences. Nothing here uses what is computed from the
fields, since that comes later. The steps themselves say whether they fit (`Step.fits`).
"""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.engine.chance import lots
from beachhead.engine.errors import PositionError
from beachhead.games.dday.box.kinds import MOST_STEPS
from beachhead.games.dday.combat.piles import CombatRecord
from beachhead.games.dday.counters import marines, sorties, support
from beachhead.games.dday.counters.defenders import is_black
from beachhead.games.dday.counters.losses import day_of
from beachhead.games.dday.headquarters.division_reserve import STAY
from beachhead.games.dday.phases import ACTIONS, PHASES, PM, SECOND_DAY, SET_UP
from beachhead.games.dday.setup.heroes import PARTNERS
from beachhead.games.dday.setup.scenario_setup import japanese_rows
from beachhead.games.dday.state import (
    BOXES,
    DEPTH_UP,
    ENTERED,
    EVENT_CARDS,
    FORT_UP,
    LOST,
    OFF_MAP,
    POOLS,
    READY,
    RESERVE,
    SECOND_DEPTH_UP,
    SECOND_UP,
    STANCE_ACTED,
    TANK_DEPTH_UP,
    TANK_STANCE,
    TANK_UP,
    UNIT_STANCE,
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
    for find in (
        _moment, _cards, _counters, _faces, _stances, _places, _steps, _heroes, _waiting, _stacks, _staffs, _garrisons, _tracks,
        _events,
    ):  # fmt: skip
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
    count = ruleset.position_count
    kinds = (
        ((state.unit, state.second, state.tank), range(1, first), "unit"),
        ((state.depth, state.second_depth, state.tank_depth), range(first, fort), "depth marker"),
        ((state.fort, state.lower_fort, state.bottom_fort), range(fort, ruleset.counter_count + 1), "fort"),
    )
    for rows, numbers, kind in kinds:
        for row in rows:
            for position, counter in enumerate(row[:count]):
                if counter and not _is_of(state, counter, numbers):
                    yield f"{hex_name(state, position)} has something else in the place of a {kind}"
    for position in range(ruleset.position_count):
        yield from _hex(state, position)
    yield from _caves(state)


def _caves(state: DDayState) -> Iterator[str]:
    """A cave is in a land hex without a position, with a depth marker and nothing else (20.0-caves)."""
    ruleset = state.ruleset
    board, count = ruleset.components.board, ruleset.position_count
    hexes = [place for place in state.caves if place >= 0]
    if len(set(hexes)) < len(hexes):
        yield "two caves are in one hex (20.0-caves)"
    for number, place in enumerate(state.caves):
        slot = count + number
        if place >= board.land or place in ruleset.position_at:
            yield "a cave is in a position hex or at sea (20.0-caves-a)"
        if any(row[slot] for row in japanese_rows(state) if row is not state.unit):
            yield "a cave holds more than its depth marker (20.0-caves-b)"
        counter = state.unit[slot]
        if bool(counter) != (place >= 0) and not _is_fought_over(state, slot):
            yield "a cave and its depth marker go together (20.0-caves-b, 20.0-caves-g)"
        if counter and not _is_of(state, counter, range(ruleset.first_depth, ruleset.first_fort)):
            yield "a cave has something else in the place of a depth marker (20.0-caves-b)"
        if place < 0 and (state.faces[slot] or state.done[slot]):
            yield "something has happened to a cave that is not in play (20.0-caves)"
        if state.shaken[slot] and not counter:
            yield "an empty cave is disrupted (20.0-caves)"


def _is_fought_over(state: DDayState, slot: int) -> bool:
    """Whether a combat over a cave is under way, whose marker may be gone before it is over."""
    return state.caves[slot - state.ruleset.position_count] >= 0 and any(
        len(frame) > 1 and frame[1] == slot for frame in state.stack
    )


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
    if (state.lower_fort[position] and not fort) or (state.bottom_fort[position] and not state.lower_fort[position]):
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


def _stances(state: DDayState) -> Iterator[str]:
    """Units in counterattack stance are there and turned up; a party is out only while it fights (14.4, 8.6-japanese)."""
    ruleset = state.ruleset
    for position in range(ruleset.position_count):
        bits, faces = state.stance[position], state.faces[position]
        name = hex_name(state, position)
        if (bits & UNIT_STANCE and not faces & UNIT_UP) or (bits & TANK_STANCE and not faces & TANK_UP):
            yield f"a unit that is not there face up is in counterattack stance in {name} (14.4.1)"
        if bits == STANCE_ACTED:
            yield f"nobody in {name} is in counterattack stance and could have acted (14.4.2)"
        if state.tank_done[position] and not state.tank[position]:
            yield f"a tank has acted in {name} that is not there (14.2)"
    if not state.sortie:
        if state.sortie_from or state.sortie_to or state.sortie_shaken:
            yield "no Japanese party is out, but the save says where it is (8.6-japanese)"
        return
    if state.sortie_from >= ruleset.position_count or state.sortie_to >= ruleset.components.board.land:
        yield "the Japanese party that is out comes from nowhere (8.6-japanese)"
    elif not sorties.standing_units(state, state.sortie_from):
        yield f"nobody in {hex_name(state, state.sortie_from)} can be the party that is out (8.6-japanese)"
    if state.outcome is None and not any(isinstance(frame, CombatRecord) for frame in state.stack):
        yield "a Japanese party is out, but no close combat is under way (8.6-japanese)"


def _places(state: DDayState) -> Iterator[str]:
    """US units are on land, not in a closed sector, and with the enemy only for a close combat."""
    ruleset = state.ruleset
    board = ruleset.components.board
    japanese = {
        ruleset.position_hex[position]
        for position in range(ruleset.position_count)
        if state.unit[position] or state.second[position] or state.fort[position] or state.tank[position]
    } | {place for number, place in enumerate(state.caves) if state.unit[ruleset.position_count + number]}
    for unit, place in enumerate(state.where):
        name = ruleset.unit_ids[unit]
        if place < 0:
            if place not in OFF_MAP and not BOXES - ruleset.box_count < place <= BOXES:
                yield f"{name} is in no place that exists"
            continue
        where = ruleset.hex_name(place)
        if place >= board.land:
            yield f"{name} is at sea in {where}; put it into a beach box or on land (7.3)"
        elif ruleset.ways.closed >> place & 1:
            yield f"{name} is in {where}, on ground that is closed to US units ({ruleset.closed_case})"
        elif ruleset.is_regimental_hq[unit] and state.turn <= ruleset.free_command_until:
            yield f"{name} is not used where everybody is in command; leave it out (18.4.4-b)"
        elif place in japanese and state.came_from[unit] < 0 and not _entered(state, place):
            yield f"{name} is in {where} with the Japanese; say from which hex it came for close combat (7.4)"


def _entered(state: DDayState, place: int) -> bool:
    """Whether the close combat of a hex is pending; positions say so after they are put, saves at once."""
    return not state.stack or bool(state.done[state.slot_at(place)] & ENTERED)


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


def _waiting(state: DDayState) -> Iterator[str]:
    """Who is still to be set up, and heroes who wait for a unit; the lot for the 9th Marines is for two partners (3.0-4)."""
    ruleset = state.ruleset
    for unit, place in enumerate(state.where):
        if place == READY and state.phase != SET_UP:
            yield f"{ruleset.unit_ids[unit]} is still to be set up, and the game has begun (18.3.2)"
    waiting = [row[0] for row in state.heroes_due if len(row) == 2]
    if len(waiting) != len(state.heroes_due) or not all(0 <= hero < ruleset.hero_count for hero in waiting):
        yield "a hero waits for a unit who does not exist (11.1.1)"
    elif len(set(waiting)) < len(waiting) or any(state.hero_on[hero] >= 0 for hero in waiting):
        yield "a hero waits for a unit and is with one already (11.1.1)"
    elif waiting and state.phase not in (SET_UP, ACTIONS):
        yield "a hero waits for a unit in a phase in which nobody is drawn (18.6.1-e)"
    if state.ninth_marines not in ((0, *PARTNERS) if ruleset.partners else (0,)):
        yield "the 9th Marines are commanded by the 4th or 5th Division's player, where there are two (3.0-4)"


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


def _events(state: DDayState) -> Iterator[str]:
    """What events have left behind: Japanese heroes and tunnels are with units, cards that stay are on the track."""
    ruleset = state.ruleset
    if sum(state.japanese_heroes) > len(ruleset.components.japanese_heroes):
        yield f"there are {len(ruleset.components.japanese_heroes)} Japanese heroes (20.0-japanese-hero)"
    for position in range(ruleset.position_count):
        held = state.unit[position] or state.second[position] or state.tank[position]
        if state.japanese_heroes[position] and not held and not state.fort[position]:
            yield f"a Japanese hero is in {hex_name(state, position)} without anybody (20.0-japanese-hero)"
        if state.tunnels[position] and not held:
            yield f"a tunnel leads to {hex_name(state, position)}, and no unit is there (20.0-tunnels)"
    if state.carried > len(state.cards[EVENT_CARDS]):
        yield "fewer cards are on the track than stay there (20.0-airfield-objective-c)"


def _staffs(state: DDayState) -> Iterator[str]:
    """Command posts, assignments, guests and returning HQs agree with the units (11.2.1, 15.1, 15.3.2, 4.0-II-4)."""
    ruleset = state.ruleset
    ids = ruleset.unit_ids
    for index, regiment in enumerate(ruleset.regiments):
        hq = ruleset.regimental_hq[regiment]
        if state.posts[index] > len(ruleset.charts.command_range):
            yield f"the range marker of {ids[hq]} is beyond the end of the track (15.2)"
        if state.posts[index] and state.where[hq] < 0:
            yield f"{ids[hq]} is a command post, but not on the map (15.1)"
        if state.posts[index] and state.turn < SECOND_DAY:
            yield f"{ids[hq]} cannot be a command post before GT {SECOND_DAY} (15.0)"
        if state.returns[hq] and state.where[hq] >= 0:
            yield f"{ids[hq]} is on the map and waits for its return as well (15.3.2)"
    for unit, regiment in enumerate(state.assigned):
        if not regiment:
            continue
        own = ruleset.regimental_hq.get(regiment, -1)
        if not (ruleset.is_tank[unit] or ruleset.is_engineer[unit]):
            yield f"{ids[unit]} is neither a tank nor an engineer unit and is not assigned (4.0-II-4)"
        elif own < 0 or ruleset.division[own] != ruleset.division[unit]:
            yield f"{ids[unit]} is assigned to regiment {regiment}, which is not of its division (4.0-II-4)"
    for host, guest in enumerate(state.guests):
        if guest and (
            guest > ruleset.unit_count or not ruleset.is_staff[host] or ruleset.division[guest - 1] != ruleset.division[host]
        ):
            yield f"{ids[host]} has a guest that it cannot have (11.2.1)"


def _garrisons(state: DDayState) -> Iterator[str]:
    """Garrisons are alone or with US units, never with Japanese (15.4.1-c)."""
    for position, held in enumerate(state.garrisons):
        if held and (state.unit[position] or state.second[position] or state.fort[position] or state.tank[position]):
            yield f"{hex_name(state, position)} has a garrison and Japanese in it (15.4.1-c)"


def _tracks(state: DDayState) -> Iterator[str]:
    """Artillery points, the reserve, the 3rd Marines and days of rest agree with the turn (8.5, 16.2, 16.3, 18.2)."""
    for row in range(len(state.guns)):
        if state.guns_spent[row] > state.guns[row]:
            yield f"more artillery points of {support.owner_name(row)} have fired than there are (8.5-i)"
    for entry in state.guns_due:
        if len(entry) != 3 or not 0 <= entry[1] < len(state.guns) or entry[2] < 1:
            yield "artillery points that come back are a turn, an owner and a number (8.5)"
        elif not state.turn < entry[0] <= support.NEVER:
            yield f"artillery points should have come back on turn {entry[0]} (8.5)"
    for unit, place in enumerate(state.where):
        if place == RESERVE and state.returns[unit] > state.turn + STAY:
            yield f"{state.ruleset.unit_ids[unit]} stays in reserve for a day at most against its will (16.2-b)"
    if state.committed > state.turn:
        yield f"the 3rd Marines are committed on turn {state.committed}, which is still to come (18.2)"
    if state.last and not state.turn <= state.last <= state.ruleset.last_turn:
        yield f"the last turn is {state.last}, and this is turn {state.turn} of {state.ruleset.last_turn} (18.2-e)"
    if state.resting:
        day = day_of(state.turn)
        if state.turn > state.resting or day_of(state.resting) != day or state.ruleset.charts.parts[state.resting] != PM:
            yield f"a day of rest lasts to the evening of its day, not to turn {state.resting} (16.3)"


def hex_name(state: DDayState, position: int) -> str:
    """The hex of a position."""
    return state.ruleset.hex_name(state.hex_of(position))
