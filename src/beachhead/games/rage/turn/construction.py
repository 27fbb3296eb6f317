"""Construction Phase (chapter 14)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.phases import CONSTRUCTION
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import BUILD, DONE_CODE

WORDS: Final = {"beachhead": "Beachhead", "safe_to_land": "Safe to Land", "stars_and_stripes": "Stars and Stripes"}
CASES: Final = {"beachhead": "14-c", "safe_to_land": "14-b", "stars_and_stripes": "14-d"}


def begin(state: RageState) -> None:
    """The U.S. player may build."""
    state.push(Build)


@enforces(FAMILY, "2.1.2", "4.1-c", "14-note")
def in_box(state: RageState, kind: str) -> int:
    """Markers of a kind that are in the Reserve Box: as many as there are, less those on the map."""
    total = state.ruleset.components.markers[kind]
    placed = {"beachhead": sum(state.beachhead), "safe_to_land": sum(state.safe), "stars_and_stripes": int(state.flag > 0)}
    return total - placed[kind]


@enforces(FAMILY, "14-a", "14-b", "14-c", "14-d", "2.2.1-c", "5.2.7")
def sites(state: RageState) -> list[int]:
    """U.S.-controlled areas whose box is empty and can be filled. Japanese units there do not matter (R43)."""
    found = []
    for area, kind in enumerate(state.ruleset.box):
        if kind and state.control[area] and not (state.beachhead[area] or state.safe[area]) and in_box(state, kind):
            found.append(area)
    return found


@enforces(FAMILY, "14-e", "14-f")
def lose_marker(state: RageState, area: int, case: str) -> None:
    """The Beachhead or Safe to Land marker goes back to the box, to be placed again later (R41). The flag stays for ever."""
    for markers, kind in ((state.beachhead, "beachhead"), (state.safe, "safe_to_land")):
        if markers[area]:
            markers[area] = 0
            text = f"The {WORDS[kind]} marker in {state.area_name(area)} is lost"
            state.tell("marker lost", case, text, area=state.ruleset.areas[area].id, marker=kind)


class Build(PhaseDecision):
    """As many markers as he likes and has."""

    name = "build"
    case = "14-a"
    pushed_by = ("turn",)
    phase = CONSTRUCTION

    def prompt(self, state: RageState) -> str:
        return "Place markers in areas under U.S. control, or end the phase."

    def choices(self, state: RageState) -> Choices:
        return [*(pack(BUILD, area) for area in sites(state)), *self.reserves(state), DONE_CODE]

    @enforces(FAMILY, "14-a", "14-f", "23.1-2")
    def take_build(self, state: RageState, area: int) -> None:
        """The flag's die of points is thrown in the End Phase of this turn (R2)."""
        kind = state.ruleset.box[area]
        if kind == "beachhead":
            state.beachhead[area] = 1
        elif kind == "safe_to_land":
            state.safe[area] = 1
        else:
            state.flag = 1
        text = f"{WORDS[kind]} placed in {state.area_name(area)}"
        state.tell("built", CASES[kind], text, area=state.ruleset.areas[area].id, marker=kind)

    def take_done(self, state: RageState) -> None:
        state.stack.pop()

    def refuse_build(self, state: RageState, area: int) -> Refusal:
        kind, where = state.ruleset.box[area], state.area_name(area)
        if not kind:
            return Refusal("2.2.1-c", f"{where} has no box for a marker", (), ("14-a",))
        case = CASES[kind]
        if not state.control[area]:
            return Refusal("14-a", f"{where} is not under U.S. control", (), (case,))
        if state.beachhead[area] or state.safe[area] or (kind == "stars_and_stripes" and state.flag):
            return Refusal(case, f"The marker in {where} has already been placed")
        return Refusal("14-note" if kind == "beachhead" else case, f"No {WORDS[kind]} marker is left in the box", (), (case,))
