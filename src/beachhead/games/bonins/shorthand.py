"""Several actions in one line of text: `attack 1812 from 1813 1712`, `declare 1812 from 1813`, `call 21 with 3 Tk`."""

from __future__ import annotations

from beachhead.engine.action import SPACE, pack
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.engine.event import Event
from beachhead.games.bonins.combat import Attacking
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import ATTACK, DECLARE, DONE_CODE, JOIN


def in_one_line(state: BoninsState, text: str, events: list[Event] | None) -> BoninsState | None:
    """The state after a whole attack or declaration; None if the text is nothing of the kind."""
    if not state.ruleset.is_shorthand(text):
        return None
    words = text.split()
    if words[0].casefold() == "call":
        trial = state.copy()
        trial.apply(" ".join([*words[:2], *words[3:]]), events)
        return trial
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
    trial = state.copy()
    trial.apply(pack(verb, targets[0], fronts[0]), events)
    for front in fronts[1:]:
        if front not in trial.fronts:
            trial.apply(pack(JOIN, front), events)
    # If nobody else could join, the attack has been rolled already.
    if verb == ATTACK and trial.outcome is None and trial.is_at(Attacking):
        trial.apply(DONE_CODE, events)
    return trial


def _space(state: BoninsState, word: str) -> int:
    found = state.ruleset.names[SPACE].find(word)
    if not found:
        raise InvalidAction(f"{word} is not a hex of this map; name the hex attacked before 'from'")
    return found[0]
