"""What a unit may do, and why not.

Whoever asks is told no more than his view tells him: a unit that he does not see is answered like one that does not exist.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.action import UNIT, pack, unpack
from beachhead.games.rage.combat.bombardment import reach
from beachhead.games.rage.state import ABSENT, JP, LANDING, SUPPORT, UNSEEN, RageState
from beachhead.games.rage.verbs import ASSAULT, BOMBARD, FIRE, LAND, MOVE, RECOVER, SNEAK

NOTHING: Final[dict[str, Any]] = {"can": [], "cannot": [], "spaces": {}}


def sees(state: RageState, side: str | None, unit: int) -> bool:
    """Whether a unit is in the view of a side."""
    place = state.where[unit]
    if place == ABSENT:
        return False
    return (
        unit < state.ruleset.japanese.start or side == state.ruleset.sides[JP] or not (state.concealed[unit] or place in UNSEEN)
    )


def about_unit(state: RageState, side: str | None, name: str) -> dict[str, Any]:
    """What a unit may do now, what not and by which case, and the areas that matter to it.

    What it may do is told to the side that decides, of its own units; for what a side might choose is its secret.
    """
    ruleset = state.ruleset
    unit = ruleset.number.get(name)
    if unit is None or not sees(state, side, unit):
        return dict(NOTHING)
    spaces: dict[str, list[str]] = {}
    if state.where[unit] >= 0:
        if ruleset.is_gun[unit]:
            spaces["range"] = [ruleset.areas[area].id for area in reach(state, unit)]
        if ruleset.mp[unit] and ruleset.mp[unit][state.steps[unit]]:
            near = ruleset.passable[ruleset.is_tank[unit]][state.where[unit]]
            spaces["ways"] = [ruleset.areas[area].id for area in near]
    if state.over or side != state.side or ruleset.sides[ruleset.units[unit].side] != side:
        return {"can": [], "cannot": [], "spaces": spaces}
    verbs: dict[str, str] = {}
    for code in state.choices():
        number, first, _, _ = unpack(code)
        verb = ruleset.verbs[number]
        if first == unit and verb.kinds[:1] == (UNIT,):
            verbs[verb.word] = verb.says
    can = [{"verb": word, "says": says} for word, says in verbs.items()]
    cannot = [] if any(word not in ("reveal", "activate") for word in verbs) else _hindrance(state, unit)
    return {"can": can, "cannot": cannot, "spaces": spaces}


def _hindrance(state: RageState, unit: int) -> list[dict[str, str]]:
    """Why an own unit has nothing to do: the refusal of the most natural thing it might try."""
    ruleset, here = state.ruleset, state.where[unit]
    step = state.decision.step
    near = ruleset.neighbours[here] if here >= 0 else ()
    tries: list[int] = []
    if step == "move":
        tries = (
            [pack(LAND, unit, area) for area in ruleset.coast] if here == LANDING else [pack(MOVE, unit, area) for area in near]
        )
    elif step == "jp move":
        tries = [pack(SNEAK if state.concealed[unit] else MOVE, unit, area) for area in near]
    elif step in ("bombard", "jp bombard") and ruleset.is_gun[unit] and (here >= 0 or here == SUPPORT):
        tries = [pack(BOMBARD, unit, area) for area in ruleset.all_areas]
    elif step in ("assault", "jp assault") and ruleset.units[unit].is_ground:
        tries = [pack(ASSAULT, unit)]
    elif step in ("entry", "us fire") and ruleset.units[unit].is_ground:
        tries = [pack(FIRE, unit)]
    elif step == "recovery" and ruleset.units[unit].is_ground:
        tries = [pack(RECOVER, unit)]
    choices = state.choices()
    for code in tries:
        if code not in choices:
            refusal = state.refusal_of(code)
            return [{"text": refusal.reason, "case": refusal.case}]
    return []
