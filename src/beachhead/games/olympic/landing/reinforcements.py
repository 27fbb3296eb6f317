"""American reinforcements and replacements (9.2, 9.3, 9.4): who lands on which beachhead, and the Replacement Tracks."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import listed
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import US_REINFORCEMENT
from beachhead.games.olympic.ruleset import US
from beachhead.games.olympic.stacking import Arranging
from beachhead.games.olympic.state import ABSENT, BOX, DUE, LOST, SET_ASIDE, STACK, OlympicState
from beachhead.games.olympic.verbs import ASSIGN, DONE_CODE, LAND

BOXES: Final = 3
"""Boxes of a Replacement Track."""


# ---------------------------------------------------------------------- Replacement Tracks


class Assigned(NamedTuple):
    """A lost unit and the zones that are equally near."""

    step: int
    unit: int
    zones: tuple[int, ...]


@enforces(FAMILY, "9.3-track")
def zones_served(state: OlympicState) -> list[int]:
    """The zones next to which a Supply Beachhead of either kind lies."""
    beside = state.ruleset.ground.zones_beside
    return sorted({zone for space in state.beachheads for zone in beside.get(space, ())})


def nearest_zones(state: OlympicState, space: int, zones: list[int]) -> list[int]:
    """Those of some zones that are nearest to a hex, counted to the nearest of their hexes."""
    ground = state.ruleset.ground
    away = ground.grid.distances(space)
    far = [min(away[hex_] for hex_ in ground.board.zones[zone].hexes) for zone in zones]
    return [zone for zone, distance in zip(zones, far, strict=True) if distance == min(far)]


@enforces(FAMILY, "9.3-track", "9.3-arrival")
def assign_track(state: OlympicState, unit: int, space: int) -> None:
    """A lost unit goes to the Replacement Track of the nearest zone with a beachhead; if several are equally near its owner
    chooses. While no beachhead is on the map it is set aside until the end of the Combat Phase (A43).

    Its box must be its place already, and its turn of return must be set. The question is left on top of the stack.
    """
    zones = zones_served(state)
    if zones:
        choose_track(state, unit, nearest_zones(state, space, zones))
    else:
        state.track[unit] = SET_ASIDE
        state.lost_at = [*state.lost_at, unit, space]


@enforces(FAMILY, "9.3-track")
def assign_aside(state: OlympicState) -> None:
    """At the end of the Combat Phase the losses set aside get their tracks; without any beachhead the nearest zone's (A43).

    A unit that a position has set aside without saying where it was lost may go to any of them.
    """
    if SET_ASIDE not in state.track:
        return
    zones = zones_served(state) or list(range(state.ruleset.zone_count))
    places = dict(zip(state.lost_at[::2], state.lost_at[1::2], strict=True))
    state.lost_at = []
    for unit in reversed(state.ruleset.us_units):
        if state.track[unit] == SET_ASIDE and state.where[unit] == BOX and zones:
            choose_track(state, unit, nearest_zones(state, places[unit], zones) if unit in places else zones)


def choose_track(state: OlympicState, unit: int, zones: list[int]) -> None:
    """Put a unit on the only track in question, or ask."""
    if len(zones) == 1:
        put_on_track(state, unit, zones[0])
    else:
        state.track[unit] = SET_ASIDE
        state.push(Assign, unit, tuple(zones))


def put_on_track(state: OlympicState, unit: int, zone: int) -> None:
    """A lost unit goes to box 1 of a zone's track."""
    state.track[unit] = zone + 1
    if state.sink is not None:
        name, title = state.name(unit), state.ruleset.ground.zone_names[zone]
        text = f"{name} goes to the Replacement Track of {title}, back on Game-Turn {state.due[unit]}"
        state.tell("box", "9.3-track", text, unit=name, zone=title, turn=state.due[unit])


@enforces(FAMILY, "9.3-track", "9.3-return")
def box_of(state: OlympicState, unit: int) -> int:
    """The box of its track in which a replacement is now: 3 before the Reinforcement Phase in which it arrives (A5)."""
    coming = state.turn + (state.phase >= US_REINFORCEMENT)
    return max(1, min(BOXES, BOXES - (state.due[unit] - coming)))


class Assign(Question[OlympicState]):
    """Where two zones with beachheads are equally near, the U.S. player chooses the track."""

    name = "assign"
    case = "9.3-track"
    record = Assigned
    pushed_by = (
        "turn",
        "assign",
        "beachheads",
        "landing",
        "reinforcement",
        "combat",
        "aftermath",
        "lose",
        "strike",
        "strike aftermath",
    )

    def settle(self, state: OlympicState) -> bool:
        return True

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        assigned = state.top(Assigned)
        zones = [state.ruleset.ground.zone_names[zone] for zone in assigned.zones]
        return f"Choose the Replacement Track of {state.name(assigned.unit)}: {listed(zones)} are equally near."

    def choices(self, state: OlympicState) -> Choices:
        assigned = state.top(Assigned)
        return [pack(ASSIGN, assigned.unit, zone) for zone in assigned.zones]

    def take_assign(self, state: OlympicState, unit: int, zone: int) -> None:
        state.stack.pop()
        put_on_track(state, unit, zone)

    def refuse_assign(self, state: OlympicState, unit: int, zone: int) -> Refusal:
        assigned = state.top(Assigned)
        name = state.name(unit)
        if unit != assigned.unit:
            return Refusal("9.3-track", f"{name} need not be assigned now; {state.name(assigned.unit)} must be", (name,))
        zones = [state.ruleset.ground.zone_names[found] for found in assigned.zones]
        return Refusal("9.3-track", f"{name} goes to the nearest zone with a beachhead: {' or '.join(zones)}", (name,))

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        zones, us = frame.zones, 0 <= frame.unit < state.ruleset.us_count
        if not us or state.where[frame.unit] != BOX or len(zones) < 2 or len(set(zones)) < len(zones):
            return False
        return all(0 <= zone < state.ruleset.zone_count for zone in zones)


# ---------------------------------------------------------------------- the phase


@enforces(FAMILY, "4.2-A4", "9.21")
def begin(state: OlympicState) -> None:
    """The American Reinforcement Phase. No loss should be left without a track by now; if one is, it gets it first."""
    beaches = open_beaches(state)
    if beaches and any(beaches_for(state, unit, beaches) for unit in arrivals(state)):
        state.arranged = bytearray(len(state.arranged))
        state.push(Reinforcement)
    assign_aside(state)


@enforces(FAMILY, "9.21", "9.3-return", "9.3-normal", "9.4")
def arrivals(state: OlympicState) -> list[int]:
    """Units whose turn has come: scheduled ones and replacements, overdue ones too (A17)."""
    where, due, turn = state.where, state.due, state.turn
    return [unit for unit in state.ruleset.us_units if (where[unit] == DUE or where[unit] == BOX) and due[unit] <= turn]


def open_beaches(state: OlympicState) -> int:
    """Beachheads with room for another unit."""
    found = 0
    for space in state.beachheads:
        if len(state.units_in(space)) < STACK:
            found |= 1 << space
    return found


@enforces(FAMILY, "9.22", "9.23-a", "9.24", "9.3-arrival", "9.3-normal")
def beaches_for(state: OlympicState, unit: int, beaches: int) -> int:
    """Those of some beachheads on which a unit may land: a replacement only beside the zone of its track."""
    if state.where[unit] != BOX:
        return beaches
    beside, zone, found = state.ruleset.ground.zones_beside, state.track[unit] - 1, 0
    for space in spaces_of(beaches):
        if zone in beside.get(space, ()):
            found |= 1 << space
    return found


@enforces(FAMILY, "9.22", "9.23-a")
def may_wait(state: OlympicState, unit: int) -> bool:
    """Whether a unit need not land yet: only the Floating Reserve on its first Game-Turn (A61)."""
    floating = state.ruleset.components.floating_turn
    return state.where[unit] == DUE and state.due[unit] == floating == state.turn


class Reinforcement(Arranging):
    """Units land in any order; whoever can land must, but the Floating Reserve may wait one Game-Turn."""

    name = "reinforcement"
    case = "9.21"
    over = "no other unit can land this Game-Turn"
    pushed_by = ("turn",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        if DONE_CODE in state.choices():
            return "Land units on Supply Beachheads, or end the phase."
        return "Land reinforcements and replacements on Supply Beachheads."

    def choices(self, state: OlympicState) -> Choices:
        beaches = open_beaches(state)
        bases, masks, done = [], [], True
        if beaches:
            for unit in arrivals(state):
                hexes = beaches_for(state, unit, beaches)
                if hexes:
                    bases.append(pack(LAND, unit))
                    masks.append(hexes)
                    done = done and may_wait(state, unit)
        if not bases:
            return [DONE_CODE]
        others = self.raising(state)
        if done:
            others.append(DONE_CODE)
        return Rows(bases, masks, after=others)

    @enforces(FAMILY, "9.21", "9.3-normal", "14.21-adjacent", "11.0")
    def take_land(self, state: OlympicState, unit: int, space: int) -> None:
        replaced = state.where[unit] == BOX
        state.put(unit, space)
        state.track[unit] = 0
        state.passes(unit, space)
        if state.sink is not None:
            name, where = state.name(unit), state.hex_name(space)
            case = "9.3-arrival" if replaced else "9.21"
            state.tell("landed", case, f"{name} lands in {where}", unit=name, hex=where)

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    def refuse_land(self, state: OlympicState, unit: int, space: int) -> Refusal:
        if unit not in arrivals(state):
            return refuse_unit(state, unit)
        name, where = state.name(unit), state.hex_name(space)
        replaced = state.where[unit] == BOX
        if not state.beach_mask >> space & 1:
            case = "9.3-arrival" if replaced else "9.23-a" if may_wait(state, unit) else "9.22"
            return Refusal(case, f"There is no Supply Beachhead in {where}, and {name} can land on one only", (name,))
        if replaced and not beaches_for(state, unit, 1 << space):
            title = state.ruleset.ground.zone_names[state.track[unit] - 1]
            return Refusal("9.3-arrival", f"{name} can land only on a beachhead next to the {title} zone", (name,))
        return Refusal("9.24", f"{where} already holds three units", (name,), ("7.0",))

    def refuse_done(self, state: OlympicState) -> Refusal:
        beaches = open_beaches(state)
        late = [u for u in arrivals(state) if not may_wait(state, u) and beaches_for(state, u, beaches)]
        names = [state.name(unit) for unit in late]
        replaced = all(state.where[unit] == BOX for unit in late)
        reason = f"{listed(names)} can land and cannot be delayed"
        return Refusal("9.3-arrival" if replaced else "9.22", reason, tuple(names))

    def passed_over(self, state: OlympicState) -> Refusal | None:
        if state.phase != US_REINFORCEMENT:
            return None
        late = arrivals(state)
        if late and not open_beaches(state):
            return Refusal("9.24", "No Supply Beachhead has room; the units wait", (), ("9.3-arrival",))
        return None

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_REINFORCEMENT


def refuse_unit(state: OlympicState, unit: int) -> Refusal:
    """Why a unit does not land in this phase."""
    name, where = state.name(unit), state.where[unit]
    if not state.is_us(unit):
        return Refusal("9.21", f"{name} is Japanese; only U.S. units land on beachheads", (name,))
    if where == BOX:
        return Refusal("9.3-return", f"{name} returns on Game-Turn {state.due[unit]}", (name,), ("9.3-track",))
    if where == DUE:
        return Refusal("9.21", f"{name} arrives on Game-Turn {state.due[unit]}", (name,), ("9.4",))
    if where == LOST:
        return Refusal("9.3-unsupplied", f"{name} is lost for good", (name,), ("14.25-permanent",))
    if where == ABSENT and state.north:
        return Refusal("10.52-gt6", f"{name} was cancelled by the assault in the north", (name,))
    return Refusal("9.21", f"{name} is not waiting to land", (name,))
