"""What a side knows of a position of Bloodbath in the Bonins, in numbers, for bots (`State.known`).

All of it is open to both sides but which unit lies face down where. Sets of hexes are numbers with one bit per space.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.games.bonins.combat.bombardment import available
from beachhead.games.bonins.ruleset import BoninsRuleset
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table.view import face_of
from beachhead.games.bonins.worlds import GARRISON, deploying


def counters_of(ruleset: BoninsRuleset) -> list[dict[str, Any]]:
    """What is printed on each counter."""
    found = []
    for unit in ruleset.units:
        face = face_of(unit, tuple(ruleset.sides))
        found.append({"name": unit.id} | {name: value for name, value in face.items() if name not in ("place", "marks")})
    return found


def _out_of_sight(state: BoninsState, side: str) -> bool:
    """Whether Japan is deploying where this side cannot see it (23.1)."""
    return deploying(state) and not GARRISON.open_to(state, side, None)


def masks_known(state: BoninsState, side: str) -> tuple[int, int, int]:
    """Sets of hexes: U.S. units, dug-in units, face-up Japanese units."""
    return state.us_mask, 0 if _out_of_sight(state, side) else state.dug_mask, state.up_mask


def zones_known(state: BoninsState, side: str) -> tuple[int, int]:
    """Zones of control of both sides."""
    if _out_of_sight(state, side):
        return state.us_zone(), 0
    return state.us_zone(), state.jp_zone()


def garrison_known(state: BoninsState, side: str) -> list[int]:
    """For each hex the number of the unit that is dug in there, or -1."""
    del side
    base = state.ruleset.us_count - 1
    return [unit + base if unit else -1 for unit in list(state.dug)]


def combat_known(state: BoninsState, side: str) -> tuple[int, list[int], list[int], list[int], list[int], int, int]:
    """The combat under way or the last one: target, attacking hexes, attackers, defenders, hexes that must still retreat,
    how far, 1 if the defender was dug in."""
    del side
    fight = state.fronts.copy(), state.attackers.copy(), state.defenders.copy(), state.pending.copy()
    return state.target, *fight, state.distance, state.entrenched


def left_known(state: BoninsState, side: str) -> list[int]:
    """The Japanese units that lie face down or are in the container, ascending: everybody can see all others."""
    del side
    base = state.ruleset.us_count
    if deploying(state):
        return state.ruleset.jp_units.copy()
    return sorted(
        {unit - 1 + base for unit in list(state.dug) if unit}
        | {n + base for n, inside in enumerate(list(state.container)) if inside}
    )


def declared_known(state: BoninsState, side: str) -> list[tuple[int, ...]]:
    """Declared attacks: target, markers, then the attacking hexes."""
    del side
    return state.declared.copy()


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the turn", lambda state, _: state.turn),
    Known("phase", "the phase (`games.bonins.phases`)", lambda state, _: state.phase),
    Known("storm", "1 in a storm", lambda state, _: state.storm),
    Known("invasion", "the coast that is invaded (0 east, 1 west), or -1", lambda state, _: state.invasion),
    Known("masks", "hexes with U.S. units, dug-in units, face-up Japanese units", masks_known),
    Known("zones", "hexes in zones of control of the U.S. and of Japan", zones_known),
    Known("garrison", "for each hex the unit dug in there, or -1", garrison_known, GARRISON),
    Known("left", "Japanese units that lie face down or are in the container", left_known),
    Known("container", "how many units are in the container", lambda state, _: state.held),
    Known("track", "units on the Fire Support Track", lambda state, _: state.track.copy()),
    Known("fire", "Japanese bombardment markers by the track", lambda state, _: available(state)),
    Known("cleared", "by sector, Suribachi first: 1 if it is cleared", lambda state, _: list(state.cleared)),
    Known("called", "by reserve regiment: 1 if it has come forward", lambda state, _: list(state.called)),
    Known("collins", "the tank battalion that is Task Force Collins, or -1", lambda state, _: state.collins),
    Known("opened", "1 if anything has been done in this movement phase", lambda state, _: state.opened),
    Known("landed", "hexes landed on in this phase", lambda state, _: state.landed.copy()),
    Known("replacements", "replacement steps left", lambda state, _: state.replacements),
    Known("markers", "U.S. bombardment markers left", lambda state, _: state.markers),
    Known("declared", "declared attacks: target, markers, attacking hexes", declared_known),
    Known("struck", "hexes that have been attacked in this phase", lambda state, _: state.struck.copy()),
    Known("tried", "dug-in units that have tried a tunnel, by hex", lambda state, _: state.tried.copy()),
    Known("charges", "units of a banzai and the hexes that they charge (-1: not settled)", lambda state, _: state.charges.copy()),
    Known("bombarded", "hexes with a Japanese marker, in order", lambda state, _: state.targets.copy()),
    Known("last turn", "the last turn, as regiments have shortened the game", lambda state, _: state.last_turn),
    Known("where", "for each unit its hex, or its place (`games.bonins.state`)", lambda state, _: state.where.copy()),
    Known("below", "for each unit the U.S. unit under it, or -1", lambda state, _: state.below.copy()),
    Known("depleted", "for each unit 1 if it is on its depleted side", lambda state, _: list(state.depleted)),
    Known("acted", "for each unit what it has done in this movement phase (bits)", lambda state, _: list(state.acted)),
    Known("fought", "for each unit what it has done in this combat phase (bits)", lambda state, _: list(state.fought)),
    Known("memory", "how face-down counters came and went (`games.bonins.memory`)", lambda state, _: state.memory.copy()),
    Known("combat", "the combat under way or the last one, in numbers", combat_known),
)
