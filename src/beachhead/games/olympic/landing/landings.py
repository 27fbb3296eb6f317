"""The end of the American Combat Phase (A73): free landings, Supply Beachheads, the tracks of losses set aside, and swaps."""

from __future__ import annotations

from bisect import insort
from typing import Any

from beachhead.boards.matching import pairs_of_largest
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.combat import losses
from beachhead.games.olympic.ground import FAMILY, IN_CLEAR
from beachhead.games.olympic.landing import assault, reinforcements
from beachhead.games.olympic.phases import US_COMBAT
from beachhead.games.olympic.ruleset import US
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.verbs import DONE_CODE, FORTIFY, LAND_STACK, UNFORTIFY


def begin(state: OlympicState) -> None:
    """Open the end of the phase; the step of the phase itself must be off the stack."""
    state.push(Beachheads)
    state.push(Landing)


class Landing(Question[OlympicState]):
    """Stacks that are still at sea land in vacant hexes, one by one, as many as can; a stack without a hex is lost (A30, A93)."""

    name = "landing"
    case = "10.0-vacant"
    pushed_by = ("beachheads",)
    forced_verbs = ("land",)

    def settle(self, state: OlympicState) -> bool:
        found = assault.links(state, vacant_only=True)
        for sea, hexes in found.items():
            if not hexes:
                self.abandon(state, sea)
                return False
        if found:
            return super().settle(state)
        state.stack.pop()
        place_beachheads(state)
        reinforcements.assign_aside(state)
        return False

    @enforces(FAMILY, "10.0-failure", "10.51-stay", "15.21")
    def abandon(self, state: OlympicState, sea: int) -> None:
        """A stack that has nowhere to land is eliminated."""
        for unit in state.units_in(sea):
            losses.lose_us(state, unit, "10.0-failure")

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        return "Land the remaining stacks in vacant coastal hexes."

    @enforces(FAMILY, "10.0-vacant", "10.0-procedure-3", "10.51-stay")
    def choices(self, state: OlympicState) -> Choices:
        pairs = pairs_of_largest(assault.links(state, vacant_only=True))
        return [pack(LAND_STACK, sea, coast) for sea, coast in sorted(pairs)]

    def take_land_stack(self, state: OlympicState, sea: int, coast: int) -> None:
        state.struck.append(coast)
        assault.invade(state, sea)
        assault.go_ashore(state, state.units_in(sea), coast, "10.0-vacant")

    def refuse_land_stack(self, state: OlympicState, sea: int, coast: int) -> Refusal:
        ground = state.ruleset.ground
        origin, where = state.hex_name(sea), state.hex_name(coast)
        if sea not in ground.zone_of or not state.us_mask >> sea & 1:
            return Refusal("10.0-vacant", f"No stack is waiting in {origin}")
        if coast not in ground.coast_of[sea]:
            return Refusal("10.0-vacant", f"{where} is not a coastal hex next to {origin}")
        if coast in state.struck:
            return Refusal("10.0-procedure-3", f"Another stack has taken or attacked {where}; each needs a hex of its own")
        if (state.jp_mask | state.down_mask | state.militia_mask) >> coast & 1:
            return Refusal("10.0-vacant", f"{where} is not vacant, and the time for assaults is over")
        if assault.standing(state, coast, len(state.units_in(sea))) != assault.VACANT:
            return Refusal("7.0", f"{where} has no room for the stack: a hex takes three units")
        reason = f"With {where} taken from {origin}, fewer stacks could land in all; choose another hex"
        return Refusal("10.0-procedure-3", reason, (), ("10.51-stay",))

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_COMBAT


# ---------------------------------------------------------------------- beachheads


@enforces(FAMILY, "10.31", "11.0", "11.1", "11.36", "7.33")
def place_beachheads(state: OlympicState) -> None:
    """A Supply Beachhead goes into each captured hex that U.S. units hold; a marker already there stays (A26, A58, A96)."""
    for space in sorted(state.captured):
        if state.us_mask >> space & 1 and not state.beach_mask >> space & 1:
            insort(state.beachheads, space)
            state.beach_mask |= 1 << space
            if state.sink is not None:
                where = state.hex_name(space)
                state.tell("beachhead", "10.31", f"A Supply Beachhead is placed in {where}", hex=where, change="placed")


class Beachheads(Question[OlympicState]):
    """Regular markers may be exchanged for fortified ones and the other way round, each once (A73)."""

    name = "beachheads"
    case = "11.32"
    over = "no other Supply Beachhead can be changed"
    pushed_by = ("turn",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        return "Exchange regular and fortified Supply Beachheads, or end the phase."

    @enforces(FAMILY, "11.32", "11.35", "11.36")
    def choices(self, state: OlympicState) -> Choices:
        found, rank = [], state.ruleset.ground.rank
        for space in state.beachheads:
            if space not in state.swapped:
                if state.fort_mask >> space & 1:
                    found.append(pack(UNFORTIFY, space))
                elif rank[space] == IN_CLEAR:
                    found.append(pack(FORTIFY, space))
        found.append(DONE_CODE)
        return found

    @enforces(FAMILY, "11.31", "11.32", "11.34")
    def take_fortify(self, state: OlympicState, space: int) -> None:
        insort(state.fortified, space)
        state.fort_mask |= 1 << space
        self.swapped(state, space, "fortified", "The Supply Beachhead in {} is fortified")

    def take_unfortify(self, state: OlympicState, space: int) -> None:
        state.fortified.remove(space)
        state.fort_mask &= ~(1 << space)
        self.swapped(state, space, "opened", "The Supply Beachhead in {} is a regular one again")

    def swapped(self, state: OlympicState, space: int, change: str, text: str) -> None:
        """Note that a marker has been exchanged in this phase."""
        state.swapped.append(space)
        state.march = None
        state.tables = None
        if state.sink is not None:
            where = state.hex_name(space)
            state.tell("beachhead", "11.32", text.replace("{}", where), hex=where, change=change)

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    def refuse_fortify(self, state: OlympicState, space: int) -> Refusal:
        where = state.hex_name(space)
        if not state.beach_mask >> space & 1:
            return Refusal("11.32", f"There is no Supply Beachhead in {where}")
        if state.ruleset.ground.rank[space] != IN_CLEAR:
            return Refusal("11.35", f"{where} is a Town, City or Rough hex; a beachhead there cannot be fortified")
        if space in state.swapped:
            return Refusal("11.32", f"The marker in {where} has already been exchanged in this phase")
        return Refusal("11.36", f"The Supply Beachhead in {where} is already fortified")

    def refuse_unfortify(self, state: OlympicState, space: int) -> Refusal:
        where = state.hex_name(space)
        if not state.beach_mask >> space & 1:
            return Refusal("11.32", f"There is no Supply Beachhead in {where}")
        if space in state.swapped:
            return Refusal("11.32", f"The marker in {where} has already been exchanged in this phase")
        return Refusal("11.32", f"The Supply Beachhead in {where} is a regular one already")

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_COMBAT
