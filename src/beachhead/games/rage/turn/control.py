"""Control Determination Phases (chapters 13 and 20)."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.turn.construction import lose_marker


@enforces(FAMILY, "13-a", "20", "5.2.6", "5.3.5", "3-control", "2.1.2-control")
def check(state: RageState) -> None:
    """Ground units of one side alone turn an area; both or neither leave it as it is (R11).

    Concealed units count, but tell nothing: with U.S. units they cannot be, and in an area that turns Japanese by one of them
    the U.S. player saw it hide (R46).
    """
    ruleset = state.ruleset
    american = set(state.where[: ruleset.ground_count])
    japanese = set(state.where[ruleset.japanese.start :])
    for area in ruleset.all_areas:
        if area in american and area not in japanese and not state.control[area]:
            turn(state, area, 1)
        elif area in japanese and area not in american and state.control[area]:
            turn(state, area, 0)


@enforces(FAMILY, "13-1", "13-2")
def turn(state: RageState, area: int, american: int) -> None:
    """The control marker comes or goes, and with it what the other side has built."""
    state.control[area] = american
    side = "us" if american else "jp"
    text = f"{state.area_name(area)} is under {'U.S.' if american else 'Japanese'} control"
    state.tell("control", "13-a", text, area=state.ruleset.areas[area].id, side=side)
    if not american:
        lose_marker(state, area, "13-1")
    elif state.shown[area]:
        state.shown[area] = 0
        text = f"The Caves in {state.area_name(area)} are closed permanently"
        state.tell("caves closed", "13-2", text, area=state.ruleset.areas[area].id)
