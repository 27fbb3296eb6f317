"""Construction Phase (chapter 14)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.markers import WORDS
from beachhead.games.rage.ruleset import ACTIVATE, BUILD, DONE, DONE_CODE
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.windows import AskUS


def begin(state: RageState) -> None:
    """The U.S. player may build."""
    state.push(state.ruleset.step.build)


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


class Build(AskUS):
    """As many markers as he likes and has."""

    name, case, calls_third = "build", "14-a", True
    verbs = (BUILD, DONE)

    def prompt(self, state: RageState) -> str:
        return "Place markers in areas under U.S. control, or end the phase."

    def choices(self, state: RageState) -> Sequence[int]:
        return [*(pack(BUILD, area) for area in sites(state)), *self.third(state), DONE_CODE]

    @enforces(FAMILY, "14-a", "14-f", "23.1-2")
    def take(self, state: RageState, code: int) -> None:
        """The flag's die of points is thrown in the End Phase of this turn (R2)."""
        verb, first, _, _ = unpack(code)
        if verb == DONE:
            state.stack.pop()
            return
        if verb == ACTIVATE:
            self.activate(state, first)
            return
        kind = state.ruleset.box[first]
        if kind == "beachhead":
            state.beachhead[first] = 1
        elif kind == "safe_to_land":
            state.safe[first] = 1
        else:
            state.flag = 1
        if state.sink is not None:
            text = f"{WORDS[kind]} in {state.area_name(first)}"
            case = {"beachhead": "14-c", "safe_to_land": "14-b", "stars_and_stripes": "14-d"}[kind]
            state.tell("built", case, text, area=state.ruleset.areas[first].id, marker=kind)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        kind, where = state.ruleset.box[first], state.area_name(first)
        if not kind:
            return Refusal("2.2.1-c", f"{where} has no box for a marker", (), ("14-a",))
        case = {"beachhead": "14-c", "safe_to_land": "14-b", "stars_and_stripes": "14-d"}[kind]
        if not state.control[first]:
            return Refusal("14-a", f"{where} is not under U.S. control", (), (case,))
        if state.beachhead[first] or state.safe[first] or (kind == "stars_and_stripes" and state.flag):
            return Refusal(case, f"The marker of {where} has been placed")
        return Refusal("14-note" if kind == "beachhead" else case, f"No {WORDS[kind]} marker is left in the box", (), (case,))
