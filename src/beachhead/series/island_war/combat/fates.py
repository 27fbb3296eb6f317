"""What an attack will cost, face by face of its die, before it is rolled: the rules played out on copies (`chance.fates`)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from beachhead.engine.chance.fates import fates
from beachhead.engine.chance.forced import ForcedDice
from beachhead.series.island_war.combat.advance import Advance
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.combat.differential import combat_facts
from beachhead.series.island_war.combat.resolution import roll
from beachhead.series.island_war.state import ELIMINATED, IslandWarState


def prospect(state: IslandWarState) -> dict[str, Any]:
    """The combat as it stands, with what its die would bring if nothing more were committed."""
    facts = combat_facts(state)
    return facts | fates_of(state, roll, facts) if facts and not state.die else facts


def fates_of(state: IslandWarState, begin: Callable[[Any], object], facts: dict[str, Any]) -> dict[str, Any]:
    """What each face of the die brings: its result, who is lost whatever is chosen, and who still chooses where to retreat."""
    phase = state.ruleset.number_of[CombatPhase]
    floor = 1 + next(spot for spot, frame in enumerate(state.stack) if frame[0] == phase)
    found: dict[str, dict[str, Any]] = {}
    until = () if state.landing_fights() else (Advance,)
    for chance, after, ways in fates(state, begin, lost, floor=floor, until=until):
        assert isinstance(after.dice, ForcedDice)
        face = after.dice.falls[0][0] + 1
        result = state.ruleset.table.results[face - 1][facts["column"] - 1]
        gone = [state.name(unit) for unit in lost(after) if state.stands(unit)]
        open_ = [state.name(unit) for unit in after.pending] if ways else []
        fate = found.setdefault(result, {"result": result, "faces": [], "chance": "0", "lost": gone, "open": open_, "ways": ways})
        fate["faces"].append(face)
        fate["chance"] = str(Fraction(fate["chance"]) + chance)
    return {"fates": list(found.values())}


def lost(state: IslandWarState) -> list[int]:
    """All units that have been eliminated."""
    return [unit for unit, space in enumerate(state.where) if space == ELIMINATED]
