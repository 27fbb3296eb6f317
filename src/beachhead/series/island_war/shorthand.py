"""A whole attack in one line of text: `attack 1103 from 1203 1102`."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.engine.action import UNIT, pack
from beachhead.engine.errors import AmbiguousAction, IllegalAction, InvalidAction
from beachhead.engine.refusal import Refusal
from beachhead.series.island_war.combat.declaring import Attackers, CombatPhase, joint, refuse_attack, refuse_close
from beachhead.series.island_war.combat.duties import duties
from beachhead.series.island_war.state import IslandWarState
from beachhead.series.island_war.verbs import ALSO, ATTACK, DONE_CODE, JOIN


def whole_attack(state: IslandWarState, text: str) -> Iterator[int]:
    """The actions of an attack by exactly these units on exactly those. The state goes on between one and the next."""
    words = text.split()
    cut = words.index("from")
    targets = _units(state, words[1:cut], 1 - state.phasing)
    attackers = _units(state, words[cut + 1 :], state.phasing)
    refusal = _refusal(state, attackers, targets)
    if refusal is not None:
        raise IllegalAction(text, refusal)
    yield pack(ATTACK, attackers[0], targets[0])
    # What the rules add for want of a choice is part of every legal attack that can still be made, so it is among ours.
    waiting = [pack(JOIN, unit) for unit in attackers] + [pack(ALSO, unit) for unit in targets]
    pick = -1
    while pick != DONE_CODE and state.outcome is None and state.is_at(Attackers):
        pick = next((code for code in waiting if code in state.choices()), DONE_CODE)
        yield pick


def _units(state: IslandWarState, words: list[str], side: int) -> list[int]:
    """Words as names of units or their hexes, the longest names first; of two units of one name that of the side in question."""
    found: list[int] = []
    while words:
        for length in range(min(len(words), state.ruleset.names[UNIT].words), 0, -1):
            name = " ".join(words[:length])
            units = list(state.ruleset.names[UNIT].find(name) or state.alias(UNIT, name))
            fitting = [unit for unit in units if state.ruleset.owner[unit] == side] or units
            if len(fitting) > 1:
                readings = tuple(state.name(unit) for unit in fitting)
                raise AmbiguousAction(f"{name!r} could be {' or '.join(readings)}", readings)
            if fitting:
                found += fitting
                words = words[length:]
                break
        else:
            raise InvalidAction(f"{words[0]} is not a unit or an occupied hex")
    return found


def _refusal(state: IslandWarState, attackers: list[int], targets: list[int]) -> Refusal | None:
    """Why this whole attack is illegal."""
    if state.outcome is not None:
        return Refusal(state.outcome.case, "The game is over")
    if not state.is_at(CombatPhase):
        return state.step.refuse(state, pack(ATTACK, attackers[0], targets[0]))
    now = duties(state)
    for unit in attackers:
        for target in targets:
            if not now.touches(unit, target):
                refusal = refuse_attack(state, unit, target)
                return joint(state, refusal) if len(attackers) > 1 or len(targets) > 1 else refusal
    attacking, attacked = state.ruleset.set_of(attackers), state.ruleset.set_of(targets)
    for unit, enemy in now.bonds:
        if bool(attacking & now.bit[unit]) != bool(attacked & enemy):
            return Refusal(now.bond_case, now.bond_rule)
    return None if now.passes(attacking, attacked) else refuse_close(state, now, attacking, attacked)
