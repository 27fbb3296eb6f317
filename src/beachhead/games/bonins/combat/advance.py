"""Advance after combat (13.0 on 7.9, 17.2-b, std-7.9): into the hex that the beaten side has left, one hex and no more."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import ADVANCED, BoninsState
from beachhead.games.bonins.verbs import ADVANCE, DONE_CODE


@enforces(FAMILY, "17.2-b", "17.3-a", "13.0-5.2-c", "std-7.9-a", "std-7.9-b")
def goers(state: BoninsState, owner: int, start: int, goal: int) -> list[int]:
    """Who would go from a hex: the pair whole, or without a tank that may not enter."""
    if owner == JP:
        up = state.up[start]
        return [up - 1] if up else []
    group = state.top_units(start)
    if state.beach_mask() >> start & 1:
        # Of a beach stack only the top that has fought goes, not whoever has become its partner since.
        group = [unit for unit in group if unit in state.attackers or unit in state.defenders]
    if not state.ruleset.ground.tank_mask >> goal & 1:
        group = [unit for unit in group if not state.ruleset.is_tank[unit]]
    return group


@enforces(FAMILY, "std-7.9-a", "17.1-b", "14.3-a", "13.0-7.9")
def fits_in(state: BoninsState, owner: int, units: list[int], goal: int) -> bool:
    """Whether these units may enter a hex beside those that have entered before."""
    if owner == JP:
        return not state.us_mask >> goal & 1 and not state.jp_mask >> goal & 1
    if state.jp_mask >> goal & 1:
        return False
    if not state.us_mask >> goal & 1 or state.beach_mask() >> goal & 1:
        return True
    support = state.ruleset.is_support
    here = state.us_in(goal)
    return len(here) == 1 and len(units) == 1 and (support[here[0]] or support[units[0]])


class AdvanceRecord(NamedTuple):
    """Who may advance: attackers into the target hex, or a defender into one of the hexes that attackers have left."""

    step: int
    owner: int
    defending: int


def begin(state: BoninsState, owner: int) -> None:
    """The attackers may enter the target hex if it is empty."""
    state.push(Advance, owner, 0)


def begin_defender(state: BoninsState, owner: int) -> None:
    """The defender may enter a hex that an attacker was driven from."""
    state.push(Advance, owner, 1)


class Advance(Question[BoninsState]):
    """The victor names one hex after another whose units go forward, or stays."""

    name = "advance"
    case = "std-7.9-a"
    record = AdvanceRecord
    pushed_by = ("aftermath",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return frame.owner in (US, JP) and frame.defending in (0, 1) and state.target >= 0

    def side(self, state: BoninsState) -> int:
        return state.top(AdvanceRecord).owner

    def case_now(self, state: BoninsState) -> str:
        return "std-7.9-d" if state.top(AdvanceRecord).defending else self.case

    def prompt(self, state: BoninsState) -> str:
        if state.top(AdvanceRecord).defending:
            return f"The defender of {state.hex_name(state.target)} may advance into a hex that the attackers have left."
        return f"The attackers may advance into {state.hex_name(state.target)}."

    def ways(self, state: BoninsState) -> list[tuple[int, int]]:
        """From where to where units may advance."""
        frame = state.top(AdvanceRecord)
        if frame.defending:
            starts, goals = [state.target], sorted(state.emptied)
        else:
            starts, goals = sorted(state.fronts), [state.target]
        found = []
        for start in starts:
            for goal in goals:
                units = goers(state, frame.owner, start, goal) if start != goal else []
                if units and self.took_part(state, units) and fits_in(state, frame.owner, units, goal):
                    found.append((start, goal))
        return found

    def took_part(self, state: BoninsState, units: list[int]) -> bool:
        """Whether these fought in this combat and have not advanced in it already."""
        fighters = state.defenders if state.top(AdvanceRecord).defending else state.attackers
        return any(unit in fighters for unit in units) and not any(state.fought[unit] & ADVANCED for unit in units)

    @enforces(FAMILY, "std-7.9-a", "std-7.9-b", "std-7.9-d", "13.0-7.9", "std-6.2-b", "14.2-g")
    def choices(self, state: BoninsState) -> Choices:
        return [*(pack(ADVANCE, start, goal) for start, goal in self.ways(state)), DONE_CODE]

    @enforces(FAMILY, "std-7.9-a", "std-7.9-c", "17.2-b")
    def take_advance(self, state: BoninsState, start: int, goal: int) -> None:
        frame = state.top(AdvanceRecord)
        for unit in goers(state, frame.owner, start, goal):
            if frame.owner == US:
                state.carry(unit, goal)
            else:
                state.shift_up(unit, goal)
            state.fought[unit] |= ADVANCED
            if state.sink is not None:
                name, here, there = state.name(unit), state.hex_name(start), state.hex_name(goal)
                state.happened("advanced", "std-7.9-a", f"{name} advances to {there}", {"unit": name, "from": here, "to": there})
        if frame.defending:
            state.stack.pop()

    def take_done(self, state: BoninsState) -> None:
        state.stack.pop()

    def refuse_advance(self, state: BoninsState, start: int, goal: int) -> Refusal:
        frame = state.top(AdvanceRecord)
        where, there = state.hex_name(start), state.hex_name(goal)
        if goal not in (state.emptied if frame.defending else [state.target]):
            return Refusal("13.0-7.9", f"{there} is not a hex that the beaten side has left", (), ("std-7.9-a",))
        units = goers(state, frame.owner, start, goal)
        if not units or not self.took_part(state, units):
            barred = frame.owner == US and any(state.ruleset.is_tank[unit] for unit in state.top_units(start))
            if barred and not units:
                return Refusal("17.3-a", f"the tanks in {where} cannot enter {there}", (), ("std-7.9-b",))
            return Refusal("std-7.9-a", f"nobody in {where} can advance: only units of this combat do", (), ("std-7.9-c",))
        return Refusal("17.1-b", f"the units in {where} cannot stack with those in {there}", (), ("std-7.9-a",))


STEPS: Final[tuple[AnyStep, ...]] = (Advance(),)
