"""The administrative phase (13.0 on 4.1): the storm die for the next turn."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import BoninsState


@enforces(FAMILY, "13.0-4.1-d", "rec-storm")
def roll(state: BoninsState) -> None:
    """Each roll sets the next turn afresh; on the last turn it is made without effect."""
    table = state.ruleset.components.storm_die
    die = state.dice.roll()
    limit = table[min(state.turn + 1, len(table) - 1)]
    storm = die <= limit
    last = state.turn >= state.last_turn
    state.storm = int(storm and not last)
    if state.sink is not None:
        says = "no further turn" if last else "a storm on the next turn" if storm else "fair weather on the next turn"
        state.tell("storm", "13.0-4.1-d", f"Storm die: {die}, {says}", die=die, storm=bool(state.storm))
