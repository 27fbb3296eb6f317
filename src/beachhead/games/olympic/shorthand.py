"""Several actions in one line of text: `attack 2324 from 2223 2123`, `place 27/25 35/25 161/25 1605`."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.engine.action import SPACE, UNIT, pack
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.engine.refusal import Refusal
from beachhead.games.olympic.combat.american_phase import Attackers, CombatPhase, ready, refuse_attack
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.verbs import ALSO, ATTACK, DONE_CODE, JOIN


def in_one_line(state: OlympicState, text: str) -> Iterator[int | str]:
    """The actions of an attack by exactly these units on exactly those hexes, or of the placing of a whole stack. The state goes
    on between one and the next."""
    words = text.split()
    if words[0].casefold() == "place":
        for word in words[1:-1]:
            yield f"{words[0]} {word} {words[-1]}"
        return
    cut = [word.casefold() for word in words].index("from")
    targets = [_space(state, word) for word in words[1:cut]]
    attackers = _units(state, words[cut + 1 :])
    refusal = _refusal(state, attackers, targets)
    if refusal is not None:
        raise IllegalAction(text, refusal)
    yield next((pack(ATTACK, unit, space) for unit in attackers for space in targets), DONE_CODE)
    waiting, pick = [pack(JOIN, unit) for unit in attackers] + [pack(ALSO, space) for space in targets], -1
    while pick != DONE_CODE and state.outcome is None and state.is_at(Attackers):
        pick = next((code for code in waiting if code in state.choices()), DONE_CODE)
        if pick == DONE_CODE and (len(state.attackers) < len(attackers) or len(state.targets) < len(targets)):
            raise IllegalAction(text, Refusal("8.8-note-1", "these units cannot attack these hexes in one combat", (), ("8.25",)))
        yield pick


def _space(state: OlympicState, word: str) -> int:
    found = state.ruleset.names[SPACE].find(word)
    if not found:
        raise InvalidAction(f"{word} is not a hex of this map; name the hexes attacked before 'from'")
    return found[0]


def _units(state: OlympicState, words: list[str]) -> list[int]:
    """The units named, or those of a hex that may attack."""
    found: list[int] = []
    able = ready(state)
    for word in words:
        units = list(state.ruleset.names[UNIT].find(word))
        if not units:
            spaces = state.ruleset.names[SPACE].find(word)
            here = [unit for unit in state.units_in(spaces[0]) if state.is_us(unit)] if spaces else []
            units = [unit for unit in here if unit in able] or here
        units = [unit for unit in units if state.is_us(unit)] or units
        if not units:
            raise InvalidAction(f"{word} is not a unit or a hex with U.S. units")
        found += [unit for unit in units if unit not in found]
    return found


def _refusal(state: OlympicState, attackers: list[int], targets: list[int]) -> Refusal | None:
    """Why this whole attack is illegal."""
    if state.outcome is not None:
        return Refusal(state.outcome.case, "The game is over")
    if not state.is_at(CombatPhase):
        return state.step.refuse(state, pack(ATTACK, attackers[0], targets[0]))
    choices = state.choices()
    for unit in attackers:
        for space in targets:
            if pack(ATTACK, unit, space) not in choices:
                return refuse_attack(state, unit, space)
    return None
