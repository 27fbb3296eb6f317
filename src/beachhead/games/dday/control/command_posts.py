"""Regimental HQs and command posts (11.2, 15.1, 15.2, 15.3.2): the range track, what a hit does, and when a lost HQ returns.

A command post is a regimental HQ that has been turned over: the unit stays what it is, and `posts` holds the space of its range
marker. Who is in command is told in `command`, the player's choices in `hq_phase`.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.box.kinds import REGIMENTAL_HQ
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.phases import FAMILY, PM
from beachhead.games.dday.state import DUE, LOST, RESERVE, DDayState

NEVER: Final = 99
"""A turn that does not come: an HQ lost on the last day."""


# ---------------------------------------------------------------------- what an HQ is


def place_of(state: DDayState, hq: int) -> int:
    """The place of a regimental HQ's regiment in `posts`."""
    return state.ruleset.regiment_index[state.ruleset.regiment[hq]]


@enforces(FAMILY, "15.0-a", "15.1-b")
def is_post(state: DDayState, unit: int) -> bool:
    """Whether a unit is a regimental HQ on its command post side; it does not move then."""
    return state.ruleset.is_regimental_hq[unit] and state.posts[place_of(state, unit)] > 0


@enforces(FAMILY, "11.2.1", "15.0-a", "15.2", "15.2.1", "15.2.2")
def printed_range(state: DDayState, hq: int) -> int:
    """The command range of a regimental HQ: two hexes, that of a command post what its marker's space of the track says."""
    space = state.posts[place_of(state, hq)]
    if space:
        return state.ruleset.charts.command_range[space - 1]
    return state.ruleset.components.us_types[REGIMENTAL_HQ].command_range


@enforces(FAMILY, "15.3.2-c", "11.4-d")
def is_on_track(state: DDayState, hq: int) -> bool:
    """Whether a lost regimental HQ waits on the track for its turn to come back."""
    return state.where[hq] < 0 and state.where[hq] != RESERVE and state.returns[hq] > 0


# ---------------------------------------------------------------------- establishing, advancing, abandoning


@enforces(FAMILY, "15.1", "15.1-a")
def is_under_guns(state: DDayState, place: int) -> bool:
    """Whether a Japanese position has a hex in its field: an occupied one, disrupted or not, or an empty one in communication
    (D142: not where the scenario is not played)."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    for group in spaces_of(fields_of_fire.seeing(state, place)):
        hot, cool = fields_of_fire.full_field(state, group)
        if not (hot | cool) >> place & 1:
            continue
        if ground.group_mask[group] & state.jp_mask:
            return True
        if ruleset.in_play[ruleset.groups[group].positions[0]] and communication.group_in_communication(state, group):
            return True
    hot, cool = fields_of_fire.cave_fields(state)
    return bool((hot | cool) >> place & 1)


@enforces(FAMILY, "15.2-c")
def is_fired_on(state: DDayState, place: int) -> bool:
    """Whether a hex lies in the field of a position in which a Japanese unit is undisrupted; an undisrupted cave is like a black
    position (D114)."""
    ground = state.ruleset.ground
    for group in spaces_of(fields_of_fire.seeing(state, place)):
        if ground.group_mask[group] & state.jp_mask and fields_of_fire.is_steadfast(state, group):
            hot, cool = fields_of_fire.full_field(state, group)
            if (hot | cool) >> place & 1:
                return True
    return bool(fields_of_fire.cave_fields(state)[0] >> place & 1)


@enforces(FAMILY, "15.0", "15.1", "11.2.1-b")
def refuse_convert(state: DDayState, hq: int) -> Refusal | None:
    """Why a unit cannot become a command post; None if it can."""
    ruleset, name = state.ruleset, state.ruleset.unit_ids[hq]
    if not ruleset.is_regimental_hq[hq]:
        return Refusal("15.0", f"{name} is not a regimental HQ", (name,), ("11.2.1-b",))
    if state.where[hq] < 0:
        return Refusal("15.1", f"{name} is not on the map", (name,))
    if is_post(state, hq):
        return Refusal("15.1", f"{name} is a command post already", (name,))
    if is_under_guns(state, state.where[hq]):
        where = ruleset.hex_name(state.where[hq])
        also = () if is_fired_on(state, state.where[hq]) else ("15.1-a",)
        return Refusal("15.1", f"{where} is in the field of fire of a Japanese position", (name,), also)
    return None


@enforces(FAMILY, "15.2-b", "15.2-c", "15.2.1", "15.0-a")
def refuse_advance(state: DDayState, hq: int) -> Refusal | None:
    """Why the range marker of a command post cannot advance; None if it can."""
    ruleset, name = state.ruleset, state.ruleset.unit_ids[hq]
    if not is_post(state, hq):
        return Refusal("15.2-b", f"{name} is not a command post", (name,))
    if state.posts[place_of(state, hq)] >= len(ruleset.charts.command_range):
        return Refusal("15.0-a", f"the range of {name} cannot grow beyond {ruleset.charts.command_range[-1]} hexes", (name,))
    if is_fired_on(state, state.where[hq]):
        where = ruleset.hex_name(state.where[hq])
        return Refusal("15.2-c", f"{where} is in the field of fire of an undisrupted Japanese unit", (name,))
    return None


@enforces(FAMILY, "15.1-b", "15.2")
def convert(state: DDayState, hq: int) -> None:
    """An HQ becomes a command post; its range marker begins on the first space. That does not count as an action."""
    _mark(state, hq, 1)
    _tell(state, hq, "15.1-b", "becomes a command post")


@enforces(FAMILY, "15.2-b", "15.2-c", "15.2.2")
def advance(state: DDayState, hq: int) -> None:
    """The range marker goes on by one space."""
    _mark(state, hq, state.posts[place_of(state, hq)] + 1)
    _tell(state, hq, "15.2-c", "advances its range marker")


@enforces(FAMILY, "15.1.1")
def abandon(state: DDayState, hq: int) -> None:
    """A command post is given up."""
    _mark(state, hq, 0)
    _tell(state, hq, "15.1.1", "gives its command post up")


def _mark(state: DDayState, hq: int, space: int) -> None:
    state.posts[place_of(state, hq)] = space
    state.stale_command = -1


def _tell(state: DDayState, hq: int, case: str, does: str) -> None:
    if state.sink is not None:
        name = state.ruleset.unit_ids[hq]
        far, space = printed_range(state, hq), state.posts[place_of(state, hq)]
        data = {"unit": name, "range": far, "space": space}
        state.happened("command post", case, f"{name} {does}: its command range is {far}", data)


# ---------------------------------------------------------------------- losing an HQ


@enforces(FAMILY, "11.4-d", "15.3.2", "15.3.2-a")
def hit(state: DDayState, hq: int) -> None:
    """Fire hits a leader of a regiment: a command post is an HQ again and stays; an HQ leaves the map and comes back by sea on
    the next turn (c-13)."""
    name = state.ruleset.unit_ids[hq]
    if is_post(state, hq):
        _mark(state, hq, 0)
        state.report("command post", "15.3.2-a", f"{name} is hit and is a command post no longer", {"unit": name, "space": 0})
        return
    state.returns[hq] = state.turn + 1
    state.came_from[hq] = -1
    state.put(hq, DUE)
    text = f"{name} is hit and leaves the map; it lands again on Game Turn {state.turn + 1}"
    state.report("hq lost", "11.4-d", text, {"unit": name, "turn": state.turn + 1})


@enforces(FAMILY, "15.3.2-b", "11.2.2-cc")
def eliminated(state: DDayState, hq: int) -> None:
    """A regimental HQ has been eliminated otherwise than by fire: it comes back on the next day (c-13)."""
    _mark(state, hq, 0)
    state.returns[hq] = next_evening(state)


@enforces(FAMILY, "15.3.2-b")
def next_evening(state: DDayState) -> int:
    """The PM turn of the next day."""
    charts = state.ruleset.charts
    for turn in range(state.turn + 1, len(charts.parts)):
        if charts.parts[turn] == PM and charts.dates[turn] != charts.dates[state.turn]:
            return turn
    return NEVER


# ---------------------------------------------------------------------- coming back


@enforces(FAMILY, "11.4-d")
def landing_again(state: DDayState) -> list[int]:
    """HQs that fire has driven off and that come back by sea on this turn."""
    return [hq for hq in state.ruleset.regimental_hq.values() if state.where[hq] == DUE and 0 < state.returns[hq] <= state.turn]


@enforces(FAMILY, "4.0-II-6", "15.3.2-b")
def returning(state: DDayState) -> list[int]:
    """Eliminated HQs that come back in this HQ Phase: on PM turns only, from their day on (D99)."""
    if state.ruleset.charts.parts[state.turn] != PM:
        return []
    return [hq for hq in state.ruleset.regimental_hq.values() if state.where[hq] == LOST and 0 < state.returns[hq] <= state.turn]


@enforces(FAMILY, "15.3.2-b")
def return_hexes(state: DDayState) -> int:
    """Where an eliminated HQ may come back: any hex in US communication, so outside Japanese fields, in an open sector (D99)."""
    return communication.us_communication(state) & ~state.ruleset.ways.closed & ~state.jp_mask


@enforces(FAMILY, "15.3.2-b", "4.0-II-6")
def bring_back(state: DDayState, hq: int, place: int) -> None:
    """An eliminated HQ returns to the map."""
    state.steps[hq] = state.ruleset.full_steps[hq]
    state.returns[hq] = 0
    state.put(hq, place)
    if state.sink is not None:
        name, where = state.ruleset.unit_ids[hq], state.ruleset.hex_name(place)
        state.happened("returned", "15.3.2-b", f"{name} returns to the map in {where}", {"unit": name, "hex": where})
