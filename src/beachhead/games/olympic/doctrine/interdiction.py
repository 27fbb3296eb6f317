"""Air Interdiction of the two-player game (16.51, 16.52): markers that slow Japanese movement down for one turn."""

from __future__ import annotations

from bisect import insort
from typing import Any

from beachhead.boards.hexes import mask_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import FIRST_SHIFT, pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import US_INTERDICTION
from beachhead.games.olympic.ruleset import US
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.verbs import DONE_CODE, INTERDICT


@enforces(FAMILY, "4.2-A5")
def begin(state: OlympicState) -> None:
    """The American Air Interdiction Phase; on Game-Turn 1 nobody is asked unless markers were announced."""
    if most(state):
        state.push(Interdiction)


@enforces(FAMILY, "16.51-place", "16.52", "16.52-note")
def most(state: OlympicState) -> int:
    """Markers that may be on the map: all twelve, on Game-Turn 1 as many as were announced (A67)."""
    return max(0, state.announced) if state.turn == 1 else state.ruleset.components.interdiction


@enforces(FAMILY, "4.2-C", "16.51-place", "16.52-note")
def remove(state: OlympicState) -> None:
    """All markers come off the map, to be used again."""
    if state.interdiction:
        count = len(state.interdiction)
        state.interdiction = []
        state.march = None
        state.tables = None
        state.tell("interdicted", "4.2-C", f"{counted(count, 'Air Interdiction marker')} removed from the map", hexes=[])


class Interdiction(Question[OlympicState]):
    """Markers go onto any land hexes, one in each (A107)."""

    name = "interdiction"
    case = "16.51-place"
    over = "no Air Interdiction marker is left to place"
    pushed_by = ("turn",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        left = most(state) - len(state.interdiction)
        return f"Place Air Interdiction markers ({left} left), or end the phase."

    @enforces(FAMILY, "16.51-place", "16.52", "7.33")
    def choices(self, state: OlympicState) -> Choices:
        if len(state.interdiction) >= most(state):
            return [DONE_CODE]
        hexes = state.ruleset.ground.land_mask & ~mask_of(state.interdiction)
        return Rows([pack(INTERDICT)], [hexes], after=[DONE_CODE], shift=FIRST_SHIFT)

    def take_interdict(self, state: OlympicState, space: int) -> None:
        insort(state.interdiction, space)
        state.march = None
        state.tables = None
        if state.sink is not None:
            where = state.hex_name(space)
            state.tell("interdicted", "16.51-place", f"An Air Interdiction marker is placed in {where}", hex=where)

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    def refuse_interdict(self, state: OlympicState, space: int) -> Refusal:
        where = state.hex_name(space)
        if not state.ruleset.ground.is_land[space]:
            return Refusal("16.51-place", f"{where} is all sea; no Japanese unit ever leaves it")
        if space in state.interdiction:
            return Refusal("16.51-place", f"{where} already has a marker; a hex takes one only")
        case = "16.52" if state.turn == 1 else "16.51-place"
        return Refusal(case, f"All {counted(most(state), 'marker')} for this Game-Turn have been placed")

    def passed_over(self, state: OlympicState) -> Refusal | None:
        if state.turn == 1 and not state.ruleset.solitaire and state.announced <= 0 and state.phase >= US_INTERDICTION:
            return Refusal("16.52", "No Air Interdiction markers were announced for Game-Turn 1")
        return None

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_INTERDICTION and not state.ruleset.solitaire
