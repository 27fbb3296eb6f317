"""What is worth doing in the HQ Phase and what to watch in the later Action Phases: the assistant's list from 20 February on.

Everything is asked of the rules that decide it; nothing here binds the player.
"""

from __future__ import annotations

from beachhead.games.dday.control import command, command_posts, us_garrisons
from beachhead.games.dday.counters import losses
from beachhead.games.dday.events import raids
from beachhead.games.dday.headquarters import division_reserve, hq_phase, replacements
from beachhead.games.dday.phases import SECOND_DAY
from beachhead.games.dday.state import LOST, RESERVE, DDayState
from beachhead.games.dday.table.later_overlays import near_catastrophe, out_of_command

Found = dict[str, list[str]]


def hq_duties(state: DDayState) -> Found:
    """What the step of the HQ Phase allows, and who should not be forgotten in it."""
    step = state.step.name
    found: Found = {}
    if step == "garrisons":
        found["garrison"] = _hexes(state, us_garrisons.openings(state))
    elif step == "command posts":
        staffs = [hq for hq in state.ruleset.regimental_hq.values() if state.where[hq] >= 0]
        found["advance post"] = _units(state, [hq for hq in staffs if command_posts.refuse_advance(state, hq) is None])
        found["establish post"] = _units(state, [hq for hq in staffs if command_posts.refuse_convert(state, hq) is None])
    elif step == "daily replacements":
        found["fill up"] = _units(state, weak_companies(state))
        lost = [unit for unit in range(state.ruleset.unit_count) if state.where[unit] == LOST]
        found["rebuild"] = _units(state, [unit for unit in lost if replacements.why_not_rebuilt(state, unit) is None])
    elif step == "assigning":
        craft = [unit for unit in range(state.ruleset.unit_count) if hq_phase.is_craft(state, unit) and not state.assigned[unit]]
        found["unassigned"] = _units(state, craft)
    elif step == "reserve":
        found["rested"] = _units(state, rested(state))
        found["could rest"] = _units(state, tired(state))
    if step in ("command posts", "assigning", "reserve"):
        found["out of command"] = _units(state, out_of_command(state))
    return found


def weak_companies(state: DDayState) -> list[int]:
    """Rifle companies that lie in a loss box and can take a step out of it now."""
    ruleset = state.ruleset
    return [
        unit
        for unit in range(ruleset.unit_count)
        if ruleset.is_rifle[unit]
        and 0 < state.steps[unit] <= losses.HALF
        and state.where[unit] != LOST
        and replacements.why_not_daily(state, unit) is None
    ]


def rested(state: DDayState) -> list[int]:
    """Units whose day in reserve is over."""
    return [unit for unit in range(len(state.where)) if state.where[unit] == RESERVE and state.returns[unit] <= state.turn]


def tired(state: DDayState) -> list[int]:
    """Units that no position sees, that have lost half their steps or are disrupted, and may go into reserve."""
    full = state.ruleset.full_steps
    return [
        unit
        for unit in range(len(state.where))
        if state.where[unit] >= 0
        and (state.steps[unit] * 2 <= full[unit] or state.disrupted[unit])
        and not state.ruleset.is_regimental_hq[unit]
        and division_reserve.refuse_entry(state, unit) is None
    ]


def later_actions(state: DDayState) -> Found:
    """What to watch in the US Action Phase: units that cannot act, hexes open to raids, companies near a catastrophe."""
    if state.turn < SECOND_DAY:
        return {}
    found: Found = {"raided": _hexes(state, raids.susceptible(state)), "brink": _units(state, near_catastrophe(state))}
    if command.is_normal(state):
        found["out of command"] = _units(state, out_of_command(state))
    return found


def _units(state: DDayState, units: list[int]) -> list[str]:
    return [state.ruleset.unit_ids[unit] for unit in units]


def _hexes(state: DDayState, places: list[int]) -> list[str]:
    return [state.ruleset.hex_name(place) for place in places]
