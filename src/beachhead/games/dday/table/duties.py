"""What the player still has to do, and what he might want to do: the assistant's list beside the decision."""

from __future__ import annotations

from typing import Any

from beachhead.engine.action import unpack
from beachhead.games.dday import phases
from beachhead.games.dday.combat import attack, attackers
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import marines
from beachhead.games.dday.fire import hits
from beachhead.games.dday.fire.settling_hits import PaymentRecord
from beachhead.games.dday.moves import move_goals, preservation, recovery
from beachhead.games.dday.state import BOXES, ENTERED, FOUGHT, DDayState
from beachhead.games.dday.table.combat.combat_facts import sighted
from beachhead.games.dday.table.hq_duties import hq_duties, later_actions
from beachhead.games.dday.verbs import JOIN

Plain = dict[str, Any]


def duties_of(state: DDayState) -> dict[str, Plain | list[str]]:
    """Close combats to be fought and hits to be settled; units that have not acted, those under intense fire, and units that
    would bring what an attack may lack."""
    if state.outcome is not None:
        return {}
    found: dict[str, Plain | list[str]] = {}
    ids = state.ruleset.unit_ids
    payment = state.find(PaymentRecord)
    if payment is not None:
        left = [ids[row[0]] for row in state.victims[payment.place :] if not row[1] & hits.LEADER_HIT]
        found["settle"] = {"left": left, "done": payment.place}
    if state.phase == phases.ACTIONS:
        found |= _acting(state)
    elif state.phase == phases.HQ:
        found |= hq_duties(state)
    elif state.step.name == "landing":
        found["wait"] = [ids[unit] for unit, place in enumerate(state.where) if place <= BOXES]
    return {kind: given for kind, given in found.items() if given}


def _acting(state: DDayState) -> dict[str, Plain | list[str]]:
    """What the US Action Phase still asks for or allows."""
    ruleset, ids = state.ruleset, state.ruleset.unit_ids
    found: dict[str, Plain | list[str]] = {}
    pending = [ruleset.hex_name(place) for position, place in enumerate(ruleset.position_hex) if state.done[position] & ENTERED]
    if pending:
        found["fight"] = {"left": pending, "done": sum(1 for bits in state.done if bits & FOUGHT)}
    prepared = state.find(attack.AttackRecord)
    if prepared is not None:
        found["lend"] = [ids[unit] for unit in lenders(state, prepared)]
    if state.step.name != "actions":
        return found
    able = [unit for unit, place in enumerate(state.where) if place >= 0 and move_goals.able(state, unit)]
    able = [unit for unit in able if not ruleset.is_regimental_hq[unit]]
    hot = fields_of_fire.intense_now(state)
    found["exposed"] = [ids[unit] for unit in able if hot >> state.where[unit] & 1]
    found["act"] = [ids[unit] for unit in able if not hot >> state.where[unit] & 1]
    found |= later_actions(state)
    found["save"] = [
        ids[unit]
        for unit, turn in enumerate(state.disrupted)
        if turn and state.where[unit] >= 0 and preservation.refuges(state, unit) and not recovery.may_recover(state, unit, ())
    ]
    return found


def lenders(state: DDayState, prepared: attack.AttackRecord) -> list[int]:
    """Units that may still join an attack and bring a weapon that it may lack."""
    missing = 0
    for one in sighted(state, prepared.position, prepared.units, prepared.support):
        missing |= one.reading.unmet
    if not missing or not state.is_at(attack.Attacking):
        return []
    found = []
    for code in state.choices():
        verb, unit, _, _ = unpack(code)
        if verb == JOIN and marines.weapons(state, unit, attackers.far(state, unit, prepared.position)) & missing:
            found.append(unit)
    return found
