"""The odds of a Japanese Tank Attack (14.4.1), worked out from the lots.

An act of it turns up a companion and draws a depth marker, and draws again as long as a Tactical Reinforcement comes. Trying
every outcome would carry out thousands of draws to the end of the event, each with the whole phase after it; but nothing else
than the lots decides what comes.
"""

from __future__ import annotations

from fractions import Fraction

from beachhead.engine.action import Action, unpack
from beachhead.engine.chance.lots import Lots, candidates, mixed
from beachhead.games.dday.box.kinds import TACTICAL_REINFORCEMENT
from beachhead.games.dday.combat.attack_outcomes import Chances, add, drawn
from beachhead.games.dday.counters import defenders, depth, fallen_units
from beachhead.games.dday.counters.defenders import UNITS
from beachhead.games.dday.counters.sorties import UNIT_SLOT
from beachhead.games.dday.events.counterattack_events import TankAttack, companion
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import ADVANCE, DEEPEN

NO_DEPTH = "no depth"


def chances_of(state: DDayState, action: Action) -> Chances | None:
    """The chances of an act of a tank attack that draws a marker; None for anything else. Whoever is turned up gives the outcome
    its name, else the marker does."""
    ruleset = state.ruleset
    if not isinstance(ruleset.steps[state.stack[-1][0]], TankAttack):
        return None
    verb, first, goal, _ = unpack(action.code)
    if verb not in (DEEPEN, ADVANCE):
        return None
    tank = ruleset.position_at[goal if verb == ADVANCE else first]
    items = list(state.pools[defenders.depth_pool_of(state, ruleset.position_sector[tank])])
    people: Chances = {}
    if verb == ADVANCE:
        source, slot = companion(state, tank)
        items += _given_back(state, tank, source, slot)
        if not state.faces[source] & UNITS[slot]:
            for number, chance in candidates(state.lots, fallen_units.unit_in(state, source, slot)).items():
                add(people, ruleset.counter_ids[number], chance)
    markers: Chances = {}
    _draw(state, state.lots, items, Fraction(1), markers)
    if len(people) <= 1 and len(markers) <= 1:
        return {}
    return dict(sorted((people or markers).items()))


def _given_back(state: DDayState, tank: int, source: int, slot: int) -> list[int]:
    """The markers that go back into the pool of the tank's sector before the draw: that of the companion, and one that lies with
    the tank for nobody."""
    found = list[int]()
    marker, sector = depth.marker_in(state, source, slot), state.ruleset.position_sector
    if marker and sector[source] == sector[tank]:
        found.append(marker)
    if source != tank and state.depth[tank]:
        found.append(depth.marker_in(state, tank, UNIT_SLOT))
    return found


def _draw(state: DDayState, lots: Lots, items: list[int], chance: Fraction, found: Chances) -> None:
    """Draw until something else than a Tactical Reinforcement comes (`stance.draw_marker`)."""
    if not items:
        add(found, NO_DEPTH, chance)
        return
    rows = lots.copy()
    row = mixed(rows, items)
    for number, share, left in drawn(rows, row[-1]):
        if state.ruleset.depth_kind[number] == TACTICAL_REINFORCEMENT:
            _draw(state, left, row[:-1], chance * share, found)
        else:
            add(found, state.ruleset.counter_ids[number], chance * share)
