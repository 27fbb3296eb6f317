"""What a side knows in an Island War game, in numbers, for bots (`State.known`).

Everything here is open to both sides, because these games hide no unit; a game that does must list its own.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.combat.differential import strengths
from beachhead.series.island_war.combat.duties import duties
from beachhead.series.island_war.ruleset import IslandWarRuleset
from beachhead.series.island_war.state import IslandWarState


def counters_of(ruleset: IslandWarRuleset) -> list[dict[str, Any]]:
    """What is printed on each counter; movement in half points."""
    return [
        {
            "name": unit.id,
            "side": ruleset.sides[unit.side],
            "arm": unit.arm,
            "attack": unit.attack,
            "defence": unit.defence,
            "halves": 2 * unit.movement,
            "fpf": unit.fpf,
            "range": unit.range,
        }
        for unit in ruleset.units
    ]


def combat_known(state: IslandWarState, _side: str) -> tuple[list[int], list[int], int, bool] | None:
    """The combat under way."""
    if not state.defenders:
        return None
    attack, defence = strengths(state)
    return state.attackers.copy(), state.defenders.copy(), attack - defence, bool(state.cover)


def owed_known(state: IslandWarState, _side: str) -> list[int]:
    """Those who must still be attacked."""
    return list(duties(state).open_duties()[1]) if state.is_in(CombatPhase) else []


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the Game-Turn", lambda state, _: state.turn),
    Known("turns", "the last Game-Turn", lambda state, _: state.ruleset.turns),
    Known("phasing", "the side whose phase it is, by its number", lambda state, _: state.phasing),
    Known("where", "for each unit its hex; -1: still to come, less: out of the game", lambda state, _: state.where.copy()),
    Known("marks", "for each unit its marks as bits (`marks`)", lambda state, _: list(state.flags)),
    Known("support", "Ground Support Points left to each side in this phase", lambda state, _: state.points.copy()),
    Known(
        "combat", "attackers, defenders, differential, whether a gun gives protective fire; None if there is none", combat_known
    ),
    Known("owed", "units that must still be attacked in this phase", owed_known),
)
