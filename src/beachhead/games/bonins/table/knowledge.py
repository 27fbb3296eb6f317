"""What a side knows of a position of Bloodbath in the Bonins, in numbers, for bots (`State.known`).

All of it is open to both sides but who lies face down and who is in the container. Sets of hexes are numbers,
one bit a space.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.games.bonins import worlds
from beachhead.games.bonins.state import BoninsState


def masks_known(state: BoninsState, side: str) -> tuple[int, int, int]:
    """Hexes of U.S. units, of dug-in units and of face-up Japanese units; a deployment that goes on is out of U.S. sight."""
    hidden = side != "jp" and worlds.deploying(state)
    return state.us_mask, 0 if hidden else state.dug_mask, state.up_mask


def garrison_known(state: BoninsState, side: str) -> list[int]:
    """For each hex the number of the unit that is dug in there, or -1."""
    del side
    base = state.ruleset.us_count - 1
    return [unit + base if unit else -1 for unit in state.dug]


def combat_known(state: BoninsState, side: str) -> tuple[int, list[int], list[int], list[int], list[int], int, int]:
    """The combat under way or the last one: target, attacking hexes, attackers, defenders, hexes that must still retreat and how
    far, 1 if the defender was dug in."""
    del side
    fight = state.fronts.copy(), state.attackers.copy(), state.defenders.copy(), state.pending.copy()
    return state.target, *fight, state.distance, state.entrenched


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the turn", lambda state, _: state.turn),
    Known("last turn", "the last turn, as regiments have shortened the game", lambda state, _: state.last_turn),
    Known("phase", "the phase (`games.bonins.phases`)", lambda state, _: state.phase),
    Known("storm", "1 in a storm", lambda state, _: state.storm),
    Known("invasion", "the side of the island that is invaded (`ground.beach_sides`), or -1", lambda state, _: state.invasion),
    Known("where", "for each unit its hex, or its place (`games.bonins.state`)", lambda state, _: state.where.copy()),
    Known("below", "for each unit the U.S. unit under it, or -1", lambda state, _: state.below.copy()),
    Known("depleted", "for each unit 1 if it is on its depleted side", lambda state, _: list(state.depleted)),
    Known("acted", "for each unit what it has done in this movement phase (bits)", lambda state, _: list(state.acted)),
    Known("fought", "for each unit what it has done in this combat phase (bits)", lambda state, _: list(state.fought)),
    Known("masks", "hexes of U.S. units, of dug-in units, of face-up Japanese units", masks_known),
    Known("garrison", "for each hex the unit dug in there, or -1", garrison_known, worlds.GARRISON),
    Known("held", "how many units are in the container", lambda state, _: state.held),
    Known("track", "units on the Fire Support Track", lambda state, _: state.track.copy()),
    Known("cleared", "for Suribachi and each sector 1 if it is cleared", lambda state, _: list(state.cleared)),
    Known("collins", "the tank battalion that is Task Force Collins, or -1", lambda state, _: state.collins),
    Known("called", "for each reserve regiment 1 if it was brought forward", lambda state, _: list(state.called)),
    Known("landed", "hexes landed on in this phase", lambda state, _: state.landed.copy()),
    Known("replacements", "replacement steps left", lambda state, _: state.replacements),
    Known("markers", "U.S. bombardment markers left", lambda state, _: state.markers),
    Known("struck", "hexes attacked in this phase", lambda state, _: state.struck.copy()),
    Known("declared", "declared attacks: target, markers, attacking hexes", lambda state, _: state.declared.copy()),
    Known("charges", "banzai: each unit and its target hex, or -1", lambda state, _: state.charges.copy()),
    Known("targets", "hexes with a Japanese bombardment marker", lambda state, _: state.targets.copy()),
    Known("memory", "how face-down counters came and went (`games.bonins.memory`)", lambda state, _: state.memory.copy()),
    Known("combat", "the combat under way or the last one, in numbers", combat_known),
)
