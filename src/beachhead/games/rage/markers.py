"""Markers on the areas: Caves that fall in (9.3.4, 12.2.4), construction markers that are lost (13, 16, 19)."""

from __future__ import annotations

from beachhead.engine.cases import enforces
from beachhead.games.rage.state import FAMILY, RageState

WORDS = {"beachhead": "Beachhead", "safe_to_land": "Safe to Land", "stars_and_stripes": "Stars and Stripes"}


@enforces(FAMILY, "9.3.4-a", "9.3.4-b", "12.2.4")
def collapse(state: RageState, case: str) -> None:
    """One Hit or more, before anything was taken off, and one Cave is gone; never more than one (R6)."""
    area = state.area
    if state.hits and state.shown[area]:
        state.shown[area] -= 1
        if state.sink is not None:
            state.tell("collapse", case, f"A Cave in {state.area_name(area)} falls in", area=state.ruleset.areas[area].id)


@enforces(FAMILY, "14-e", "14-f")
def lose_marker(state: RageState, area: int, case: str) -> None:
    """The Beachhead or Safe to Land marker goes back to the box, to be placed again later (R41). The flag stays for ever."""
    for markers, kind in ((state.beachhead, "beachhead"), (state.safe, "safe_to_land")):
        if markers[area]:
            markers[area] = 0
            if state.sink is not None:
                text = f"The {WORDS[kind]} marker of {state.area_name(area)} is lost"
                state.tell("marker lost", case, text, area=state.ruleset.areas[area].id, marker=kind)
