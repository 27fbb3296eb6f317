"""13.0 Victory conditions, and the moments when they can be seen before the last turn is over (R36, R58)."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.state import Result
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.series.island_war.ruleset import JP, US


def _japanese_left(state: SaipanState) -> bool:
    return bool(state.on_map(JP))


def can_still_land(state: SaipanState) -> bool:
    """Whether a U.S. unit could yet come ashore on a later Game-Turn: armor only at a beachhead that it may enter (5.25, R51)."""
    if state.turn >= state.ruleset.turns or not state.markers:
        return False
    return any(state.ruleset.may_land_at(unit, space) for unit in state.pool() for space in state.markers)


@enforces(FAMILY, "13.0-us", "13.0-timing")
def after_combat(state: SaipanState) -> None:
    """With the last Japanese unit gone nothing can change any more."""
    at_once = state.ruleset.japan_wins_at_once and (state.turn > 1 or state.phasing == JP)
    if _japanese_left(state):
        if at_once:
            end_of_player_turn(state)
        return
    if state.on_island(US) or (can_still_land(state) and not at_once):
        state.end(Result("us", "13.0-us", "Every Japanese unit has been eliminated: the U.S. wins", state.turn))
    else:
        state.end(Result("draw", "13.0-draw", "Neither side has a unit left on the island: a draw", state.turn))


@enforces(FAMILY, "13.0-japan", "13.0-timing")
def end_of_player_turn(state: SaipanState) -> None:
    """With no U.S. unit on the island, and none that can still come, Japan has won; or immediately, by option (R36)."""
    if state.on_island(US) or not _japanese_left(state):
        return
    if state.ruleset.japan_wins_at_once or not can_still_land(state):
        state.end(Result("jp", "13.0-japan", "No U.S. unit is left on the island: Japan wins", state.turn))


@enforces(FAMILY, "13.0-us", "13.0-japan", "13.0-draw", "13.0-timing")
def judge(state: SaipanState) -> None:
    """After the last Game-Turn: either condition alone wins, both together or neither is a draw."""
    ashore, left = state.on_island(US), _japanese_left(state)
    if ashore and not left:
        state.end(Result("us", "13.0-us", "Every Japanese unit has been eliminated: the U.S. wins", state.turn))
    elif left and not ashore:
        state.end(Result("jp", "13.0-japan", "No U.S. unit is left on the island: Japan wins", state.turn))
    else:
        state.end(Result("draw", "13.0-draw", "Neither side has been wiped out: a draw", state.turn))


def standing(state: SaipanState) -> dict[str, object]:
    """Who would win if the game ended now, and why."""
    ashore, left = len(state.on_map(US)), len(state.on_map(JP))
    if left and not state.on_island(US):
        return {"winner": "jp", "case": "13.0-japan", "why": f"no U.S. unit on the island, {left} Japanese left"}
    if not left and ashore:
        return {"winner": "us", "case": "13.0-us", "why": "no Japanese unit left"}
    return {"winner": "draw", "case": "13.0-draw", "why": f"{ashore} U.S. and {left} Japanese units on the map"}


def how_in_format_1(result: Result, state: SaipanState) -> str:
    """The sentence that records of format 1 count as part of a finished game. Frozen: `Result.how` may be reworded, this not."""
    if result.winner == "us":
        return "Every Japanese unit has been eliminated: the U.S. wins"
    if result.winner == "jp":
        return "No U.S. unit is left on the island: Japan wins"
    if state.on_island(US) or _japanese_left(state):
        return "Neither side has been wiped out: a draw"
    return "Neither side has a unit left on the island: a draw"
