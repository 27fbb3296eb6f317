"""Several actions in one line of text: `attack 1812 from 1813 1712`, `declare 1812 from 1813`, `call 21 with 3 Tk`."""

from __future__ import annotations

from collections.abc import Iterator

from beachhead.engine.action import SPACE, pack
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.games.bonins.combat.combat_phase import Attacking
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import ATTACK, DECLARE, DONE_CODE, JOIN


def in_one_line(state: BoninsState, text: str) -> Iterator[int | str]:
    """The actions of a whole attack or declaration. The state goes on between one and the next."""
    words = text.split()
    if words[0].casefold() == "call":
        yield " ".join([*words[:2], *words[3:]])
        return
    cut = [word.casefold() for word in words].index("from")
    targets = [_space(state, word) for word in words[1:cut]]
    fronts = list(dict.fromkeys(_space(state, word) for word in words[cut + 1 :]))
    if len(targets) != 1:
        raise InvalidAction("an attack has exactly one target hex (std-7.2-b)")
    verb = ATTACK if words[0].casefold() == "attack" else DECLARE
    for front in fronts:
        # Each attacking hex must be able to open this attack by itself, so the reason for refusing it is its own.
        code = pack(verb, targets[0], front)
        if state.outcome is None and code not in state.choices():
            raise IllegalAction(text, state.step.refuse(state, code))
    yield pack(verb, targets[0], fronts[0])
    for front in fronts[1:]:
        if front not in state.fronts:
            yield pack(JOIN, front)
    # If nobody else could join, the attack has been rolled already.
    if verb == ATTACK and state.outcome is None and state.is_at(Attacking):
        yield DONE_CODE


def _space(state: BoninsState, word: str) -> int:
    found = state.ruleset.names[SPACE].find(word)
    if not found:
        raise InvalidAction(f"{word} is not a hex of this map; name the hex attacked before 'from'")
    return found[0]
