"""Refusals that no single step owns: actions at the wrong time."""

from __future__ import annotations

from beachhead.engine.action import unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ruleset import (
    ADVANCE,
    ALSO,
    ATTACK,
    BANZAI,
    BARRAGE,
    DISPLACE,
    DONE,
    EXCHANGE,
    JOIN,
    MOVE,
    OPEN_BARRAGE,
    OPEN_SUPPORT,
    PAY,
    PROTECT,
    REGULAR,
    RETREAT,
    SUPPORT,
)
from beachhead.series.island_war.state import IslandWarState

_BELONGS: dict[int, tuple[str, str]] = {
    ATTACK: ("4.1-1B", "attacks are opened in one's own combat phase, when no other attack is under way"),
    OPEN_BARRAGE: ("4.1-1B", "attacks are opened in one's own combat phase, when no other attack is under way"),
    OPEN_SUPPORT: ("4.1-1B", "attacks are opened in one's own combat phase, when no other attack is under way"),
    JOIN: ("4.1-1B-a", "attackers are named in step a of an attack"),
    ALSO: ("4.1-1B-a", "defenders are named in step a of an attack"),
    BARRAGE: ("4.1-1B-b", "guns are added in step b of an attack"),
    SUPPORT: ("4.1-1B-b", "support points are added in step b or c of an attack"),
    PROTECT: ("4.1-1B-c", "protective fire is given in step c of an attack, by the defender"),
    BANZAI: ("10.0-procedure-1", "a massed attack is declared by the Japanese attacker, right before the die"),
    REGULAR: ("10.0-procedure-1", "there is no massed attack to decide on"),
    RETREAT: ("7.7", "no retreat of this unit is due"),
    DISPLACE: ("7.81", "no unit is to be displaced"),
    PAY: ("10.0-procedure-3", "no price of a massed attack is due"),
    ADVANCE: ("7.96-a", "there is no advance after combat at this moment"),
}


@enforces(FAMILY, "4.1-1B-nomove", "5.11")
def wrong_time(state: IslandWarState, code: int) -> Refusal:
    """The refusal of an action that does not belong to the decision at hand."""
    verb, unit, _, _ = unpack(code)
    step = state.ruleset.steps[state.stack[-1][0]].name
    if verb in (MOVE, EXCHANGE):
        name = state.name(unit)
        if step == "land":
            return Refusal("12.2", f"{name} may not move any more: reinforcements are being placed", (name,))
        if step in ("note", "deploy"):
            return Refusal("4.1-1A", f"{name} may not move yet: the game is being set up", (name,))
        return Refusal("4.1-1B-nomove", f"{name} may not move in a combat phase", (name,), ("5.11",))
    if verb == DONE:
        return Refusal(state.ruleset.steps[state.stack[-1][0]].case_now(state), "this choice cannot be left open")
    if verb in _BELONGS:
        case, reason = _BELONGS[verb]
        also = ("4.1-1A",) if step == "move" and verb in (ATTACK, OPEN_BARRAGE, OPEN_SUPPORT) else ()
        return Refusal(case, reason, (), also)
    return state.ruleset.refuse_elsewhere(state, code)
