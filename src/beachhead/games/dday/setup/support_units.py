"""Set-up of tanks and engineers (18.5.1, 18.6.1, 18.7.1-errata-b), and of those who arrive on the first turn (5.3)."""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.games.dday.counters import marines
from beachhead.games.dday.island.front_line import BY_HQ
from beachhead.games.dday.moves import landing
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.setup import defaults
from beachhead.games.dday.setup.setting_up import SettingUp, deployed, with_rest
from beachhead.games.dday.state import ABSENT, DUE, READY, RESERVE, DDayState
from beachhead.games.dday.verbs import ASSIGN, DEPLOY, DETACH, PLACE, RETAIN

# ---------------------------------------------------------------------- left with the 28th Marines


class Leaving(SettingUp):
    """The tanks and engineers that have stayed with the 28th Marines (c-30)."""

    name = "set-up leaving"
    case = "18.6.1"

    def prompt(self, state: DDayState) -> str:
        tanks, engineers = still_to_leave(state)
        kind, number = ("tank unit", tanks) if tanks else ("engineer unit", engineers)
        return f"Name {counted(number, kind)} of the 5th Division that stayed with the 28th Marines."

    @enforces(FAMILY, "18.6.1")
    def choices(self, state: DDayState) -> Choices:
        tanks, engineers = still_to_leave(state)
        plan = state.ruleset.lineup
        units = plan.tanks if tanks else plan.engineers if engineers else ()
        return with_rest([pack(DETACH, unit) for unit in units if may_leave(state, unit)])

    def take_detach(self, state: DDayState, unit: int) -> None:
        state.put(unit, ABSENT)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            state.happened("left", self.case, f"{name} has stayed with the 28th Marines", {"unit": name})

    def refuse_detach(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        kind = "tank" if still_to_leave(state)[0] else "engineer"
        return Refusal(self.case, f"{name} is not one of the 5th Division's {kind} units that have landed", (name,))


def may_leave(state: DDayState, unit: int) -> bool:
    """Whether a tank or engineer unit may be the one that is left."""
    return state.where[unit] == READY and state.ruleset.division[unit] == state.ruleset.lineup.left_of


def still_to_leave(state: DDayState) -> tuple[int, int]:
    """How many tank and engineer units are still to be named."""
    plan = state.ruleset.lineup
    gone = [sum(state.where[unit] == ABSENT for unit in units) for units in (plan.tanks, plan.engineers)]
    return max(0, plan.left[0] - gone[0]), max(0, plan.left[1] - gone[1])


# ---------------------------------------------------------------------- tanks and engineers


def next_craft(state: DDayState) -> list[int]:
    """The tank and engineer units that are asked about now: the next one, or all of a kind of which only some are in the game."""
    plan = state.ruleset.lineup
    for units, count in ((plan.tanks, plan.tank_count), (plan.engineers, plan.engineer_count)):
        waiting = [unit for unit in units if state.where[unit] == READY]
        if count == len(units):
            if waiting:
                return waiting[:1]
        elif len(units) - len(waiting) < count:
            return waiting
    return []


def room_in(state: DDayState, unit: int, mask: int) -> int:
    """Hexes that have room for a unit."""
    found = 0
    for place in spaces_of(mask & ~state.jp_mask):
        if not marines.excess(state, (*state.units_in(place), unit)):
            found |= 1 << place
    return found


@enforces(FAMILY, "18.7.1-errata-b", "18.5.1", "18.6.1")
def craft_hexes(state: DDayState, unit: int) -> int:
    """Where a tank or engineer unit may set up: in or next to the HQ of the regiment that it is assigned to, or near the hexes of
    its division, or any."""
    ruleset = state.ruleset
    plan = ruleset.lineup
    if plan.craft_where != BY_HQ:
        return room_in(state, unit, plan.craft_mask(unit))
    if not state.assigned[unit]:
        return 0
    staff = state.where[ruleset.regimental_hq[state.assigned[unit]]]
    return room_in(state, unit, ruleset.ground.disk[1][staff] & plan.area) if staff >= 0 else 0


@enforces(FAMILY, "18.7.1-errata-b", "18.6.3-a", "18.7.3-a", "18.8.3-a")
def staffs_for(state: DDayState, unit: int) -> list[int]:
    """The HQs of its division on the map to whose regiments a tank or engineer unit may be assigned, with room to set it up."""
    ruleset = state.ruleset
    plan, found = ruleset.lineup, []
    for regiment in ruleset.regiments:
        staff = ruleset.regimental_hq[regiment]
        place = state.where[staff]
        if place >= 0 and ruleset.division[staff] == ruleset.division[unit]:
            mask = ruleset.ground.disk[1][place] & plan.area if plan.craft_where == BY_HQ else plan.craft_mask(unit)
            if room_in(state, unit, mask):
                found.append(staff)
    return found


class Supporting(SettingUp):
    """Tanks and engineers, one after the other: assigned to a regiment and set up, or kept in reserve (18.3.2-c)."""

    name = "set-up craft"
    case = "18.7.1-errata-b"

    def case_now(self, state: DDayState) -> str:
        return {2: "18.5.1", 3: "18.6.1", 5: "18.8.1-d"}.get(state.ruleset.setup.number, self.case)

    def prompt(self, state: DDayState) -> str:
        units = next_craft(state)
        if not units:
            return "Tanks and engineers are set up."
        names = ", ".join(state.ruleset.unit_ids[unit] for unit in units)
        if len(units) > 1:
            plan = state.ruleset.lineup
            kind, row = ("tank", plan.tanks) if units[0] in plan.tanks else ("engineer", plan.engineers)
            count = plan.tank_count if kind == "tank" else plan.engineer_count
            return (
                f"Set up {counted(count - (len(row) - len(units)), f'{kind} unit')} of these, or keep them in reserve: {names}."
            )
        if needs_regiment(state, units[0]):
            return f"Assign {names} to a regiment, or keep it in reserve."
        return f"Set up {names}, or keep it in reserve."

    @enforces(FAMILY, "18.3.2-c", "18.5.1", "18.6.1", "18.7.1-errata-b")
    def choices(self, state: DDayState) -> Choices:
        codes: list[int] = []
        for unit in next_craft(state):
            if needs_regiment(state, unit):
                codes += [pack(ASSIGN, unit, staff) for staff in staffs_for(state, unit)]
            else:
                codes += [pack(DEPLOY, unit, place) for place in spaces_of(craft_hexes(state, unit))]
            if not state.assigned[unit]:
                codes.append(pack(RETAIN, unit))
        return with_rest(codes)

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_craft(state, codes)

    def take_assign(self, state: DDayState, unit: int, staff: int) -> None:
        state.assigned[unit] = state.ruleset.regiment[staff]
        state.stale_command = -1
        if state.sink is not None:
            name, other = state.ruleset.unit_ids[unit], state.ruleset.unit_ids[staff]
            state.happened("assigned", "4.0-II-4", f"{name} is assigned to the regiment of {other}", {"unit": name, "hq": other})

    def take_deploy(self, state: DDayState, unit: int, place: int) -> None:
        deployed(state, unit, place, self.case_now(state))

    def take_retain(self, state: DDayState, unit: int) -> None:
        state.put(unit, RESERVE)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            state.happened("held", "18.3.2-c", f"{name} starts in reserve", {"unit": name})

    def refuse_any_of(self, state: DDayState, unit: int) -> Refusal | None:
        """Why a unit is not asked about now."""
        units, name = next_craft(state), state.ruleset.unit_ids[unit]
        if unit in units:
            return None
        if unit not in state.ruleset.lineup.craft:
            return Refusal(self.case_now(state), f"{name} is not one of the tanks and engineers that set up now", (name,))
        return Refusal(self.case_now(state), f"{name} is not asked for now: {self.prompt(state)}", (name,))

    def refuse_assign(self, state: DDayState, unit: int, staff: int) -> Refusal:
        why = self.refuse_any_of(state, unit)
        if why is not None:
            return why
        ruleset, name, other = state.ruleset, state.ruleset.unit_ids[unit], state.ruleset.unit_ids[staff]
        if not ruleset.is_regimental_hq[staff]:
            return Refusal("4.0-II-4", f"{name} is assigned to a regiment: name its HQ", (name,))
        if not needs_regiment(state, unit):
            return Refusal("4.0-II-4", f"{name} needs no regiment now", (name,))
        if ruleset.division[staff] != ruleset.division[unit] or state.where[staff] < 0:
            return Refusal("4.0-II-4", f"{other} is not an HQ of {name}'s division on the map", (name, other))
        return Refusal("7.5.2-b", f"there is no room for {name} near {other}", (name, other))

    def refuse_deploy(self, state: DDayState, unit: int, place: int) -> Refusal:
        why = self.refuse_any_of(state, unit)
        if why is not None:
            return why
        name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
        if needs_regiment(state, unit):
            return Refusal("4.0-II-4", f"assign {name} to a regiment first", (name,))
        if marines.excess(state, (*state.units_in(place), unit)):
            return Refusal("7.5.2-b", f"{where} holds all the units that stacking allows", (name,))
        near = "the HQ of its regiment" if state.ruleset.lineup.craft_where == BY_HQ else "a hex of its division's set-up"
        return Refusal(self.case_now(state), f"{where} is not in or next to {near} behind the line", (name,))

    def refuse_retain(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        return self.refuse_any_of(state, unit) or Refusal("18.3.2-c", f"{name} is assigned already; set it up", (name,))


def needs_regiment(state: DDayState, unit: int) -> bool:
    """Whether a unit has to be assigned before it sets up: where command is normal, and there is an HQ."""
    return bool(state.ruleset.lineup.hqs) and not state.assigned[unit]


# ---------------------------------------------------------------------- arrivals of the first turn


class Boarding(SettingUp):
    """Arrivals of the first turn wait in their boxes (5.3); where the list leaves a choice, the player puts them."""

    name = "set-up boxes"
    case = "5.3"

    def prompt(self, state: DDayState) -> str:
        units = boarding(state)
        return f"Put {state.ruleset.unit_ids[units[0]]} into a beach box." if units else "Every unit is in its box."

    @enforces(FAMILY, "18.6.1", "18.7.1-d", "5.3-a")
    def choices(self, state: DDayState) -> Choices:
        units = boarding(state)
        return with_rest([pack(PLACE, units[0], box) for box in landing.boxes_for(state, units[0])]) if units else []

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_box(state, codes)

    def take_place(self, state: DDayState, unit: int, box: int) -> None:
        landing.put_in_box(state, unit, box)

    def refuse_place(self, state: DDayState, unit: int, box: int) -> Refusal:
        return landing.refuse_box(state, unit, box, boarding(state))


def boarding(state: DDayState) -> list[int]:
    """Units that wait for a box."""
    if not state.ruleset.setup.boxes_at_start or state.turn > state.ruleset.setup.first_turn:
        return []
    return [unit for unit, place in enumerate(state.where) if place == DUE and landing.boxes_for(state, unit)]
