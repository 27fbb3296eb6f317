"""Victory points and the end of the game (chapters 23 and 24)."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.engine.state import Result
from beachhead.games.rage.state import FAMILY, JP, LANDING, RESERVE, US, RageState


@enforces(FAMILY, "3-vp-a", "24-2")
def score(state: RageState, side: int, points: int, case: str, what: str) -> None:
    """Points for a side, at once; forty of them end the game on the spot. Totals above forty stand as scored (R24)."""
    state.vp[side] += points
    total = state.vp[side]
    if state.sink is not None:
        name = state.ruleset.game.side_names[state.ruleset.sides[side]]
        state.happened(
            "vp",
            case,
            f"{name} scores {points} VP for {what} (total {total})",
            {"side": state.ruleset.sides[side], "points": points, "total": total},
        )
    if total >= state.ruleset.components.victory.sudden_death and state.outcome is None:
        name = state.ruleset.game.side_names[state.ruleset.sides[side]]
        finish(state, state.ruleset.sides[side], "24-2", f"{name} has reached {total} VP")


@enforces(FAMILY, "24-1", "24-winner")
def check_units(state: RageState) -> None:
    """A side whose units are all gone has lost. U.S. units that wait off the island have not gone (R3)."""
    if state.outcome is not None:
        return
    where, ruleset = state.where, state.ruleset
    if all(where[unit] < 0 for unit in range(ruleset.first_japanese, len(where))):
        finish(state, "us", "24-1", "No Japanese unit is left on either map")
        return
    for unit in range(ruleset.ground_count):
        place = where[unit]
        if place >= 0 or place in (LANDING, RESERVE):
            return
    finish(state, "jp", "24-1", "No U.S. ground unit is left")


def finish(state: RageState, winner: str, case: str, how: str) -> None:
    """The game is over: everything comes out."""
    points = tuple(zip(state.ruleset.sides, state.vp, strict=True))
    state.end(Result(winner, case, how, state.turn, points))


@enforces(FAMILY, "23.1-1-a", "23.1-1-b")
def airfield_points(state: RageState) -> int:
    """2 VP for each Safe to Land marker, and 2 more if both halves of the central airfield have one."""
    rule = state.ruleset.components.victory
    points = rule.per_safe_to_land * sum(state.safe)
    if all(state.safe[state.ruleset.area_number[area]] for area in rule.pair):
        points += rule.pair_extra
    return points


@enforces(FAMILY, "23.2-3", "23.2-4", "23.2-5", "3-vp-b", "24-3", "24-winner", "21-d")
def last_reckoning(state: RageState) -> None:
    """Turn 9 is over: Japan scores for what is left, then the higher total wins, be it above forty (R23)."""
    rule, ruleset = state.ruleset.components.victory, state.ruleset
    alive = [unit for unit in ruleset.japanese if state.where[unit] >= 0]
    held = state.control.count(0)
    hq = ruleset.hq in alive
    state.vp[JP] += rule.per_unit * len(alive) + (rule.hq if hq else 0) + rule.per_area * held
    if state.sink is not None:
        for case, points, what in (
            ("23.2-3", rule.per_unit * len(alive), counted(len(alive), "surviving unit")),
            ("23.2-4", rule.hq if hq else 0, "the HQ"),
            ("23.2-5", rule.per_area * held, f"{counted(held, 'area')} held"),
        ):
            state.happened(
                "vp", case, f"Japan scores {points} VP for {what}", {"side": "jp", "points": points, "total": state.vp[JP]}
            )
    us, jp = state.vp[US], state.vp[JP]
    if us == jp:
        finish(state, "draw", "24-winner", f"Turn {state.turn} is over, with {us} VP on either side")
    else:
        name = ruleset.game.side_names["us" if us > jp else "jp"]
        finish(
            state,
            "us" if us > jp else "jp",
            "24-3",
            f"Turn {state.turn} is over: {name} wins by {max(us, jp)} VP to {min(us, jp)}",
        )
