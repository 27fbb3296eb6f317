"""Victory (12.0): an island cleared in time, and its price."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.state import Result
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import AVAILABLE, ELIMINATED, BoninsState


@enforces(FAMILY, "12.3-b", "12.3-c", "12.3-d", "12.3-e", "12.3-a")
def losses(state: BoninsState) -> dict[str, int]:
    """The losses as they would count if the game ended now."""
    ruleset, price = state.ruleset, state.ruleset.components.victory
    battalions = [unit for unit in ruleset.us_units if ruleset.is_battalion[unit]]
    lost = sum(price["eliminated_battalion"] for unit in battalions if state.where[unit] == ELIMINATED)
    weak = [unit for unit in battalions if state.depleted[unit] and (state.where[unit] >= 0 or state.where[unit] == AVAILABLE)]
    depleted = price["depleted_battalion"] * len(weak)
    turns = price["turn_saved"] * (state.last_turn - state.turn)
    return {"eliminated": lost, "depleted": depleted, "turns": turns, "total": lost + depleted + turns}


@enforces(FAMILY, "12.1-a")
def check(state: BoninsState) -> None:
    """The game ends at once when no Japanese unit is on the map; units in the container cannot come back (30)."""
    if state.outcome is None and not state.jp_mask and not state.charges:
        end_of_game(state)


@enforces(FAMILY, "12.1-a", "12.1-b", "12.2", "12.3-a", "12.3-f")
def end_of_game(state: BoninsState) -> None:
    """Any Japanese unit left on the map is an epic victory; otherwise the losses decide.

    The points of the result are what each side has done: Japanese units off the map, and U.S. losses as they count.
    """
    count = losses(state)
    left = state.jp_mask.bit_count()
    points = (("us", state.held + len(state.track)), ("jp", count["total"]))
    if left:
        units = "unit holds" if left == 1 else "units hold"
        how = f"Epic Japanese victory: {left} {units} out at the end of turn {state.turn}"
        state.end(Result("jp", "12.2", how, state.turn, points))
        return
    price, total = state.ruleset.components.victory, count["total"]
    winner = "us" if total <= price["us_win_at_most"] else "jp" if total >= price["japanese_win_at_least"] else "draw"
    who = {"us": "The U.S. wins", "jp": "Japan wins", "draw": "A draw"}[winner]
    how = f"{who}: Iwo Jima is taken on turn {state.turn} for {total} losses"
    state.end(Result(winner, "12.3-f", how, state.turn, points))
