"""Step losses (17.1-c, 17.3-d, std-7.6-loss): whose unit pays, and what becomes of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import ELIMINATED, BoninsState
from beachhead.games.bonins.verbs import LOSE


@enforces(FAMILY, "std-7.6-loss", "17.1-c", "19.1-a", "17.4-c")
def lose_step(state: BoninsState, unit: int, case: str) -> None:
    """A full battalion is turned over; everybody else is eliminated."""
    if state.is_us(unit) and state.ruleset.is_battalion[unit] and not state.depleted[unit]:
        state.depleted[unit] = 1
        if state.sink is not None:
            name = state.name(unit)
            state.tell("step", case, f"{name} loses a step", unit=name, left=1)
        return
    eliminate(state, unit, case)


@enforces(FAMILY, "17.1-d", "14.1-a", "19.1-a")
def eliminate(state: BoninsState, unit: int, case: str) -> None:
    """A unit is eliminated with all its steps."""
    if not state.is_us(unit):
        state.bury(unit, space_of(state, unit), case)
        return
    where = state.hex_name(state.where[unit])
    state.take_us(unit, ELIMINATED)
    state.depleted[unit] = 0
    if state.sink is not None:
        name = state.name(unit)
        state.tell("lost", case, f"{name} is eliminated at {where}", unit=name, hex=where, to="eliminated")


def space_of(state: BoninsState, unit: int) -> int:
    """The hex of a Japanese unit in a combat: it is face up, or it has been shown in the target hex."""
    return state.where[unit] if state.where[unit] >= 0 else state.target


class LossRecord(NamedTuple):
    """A step to be lost: by which side, why, and who may pay it."""

    step: int
    owner: int
    standing: int
    units: tuple[int, ...]


@enforces(FAMILY, "17.3-d")
def payers(state: BoninsState, units: list[int]) -> list[int]:
    """Who may pay a step: a tank that has attacked an anti-tank or anti-aircraft unit pays before the others."""
    ruleset = state.ruleset
    if state.banzai or not state.defenders or not ruleset.is_anti_tank[state.defenders[0]]:
        return units
    tanks = [unit for unit in units if ruleset.is_tank[unit] and unit in state.attackers]
    return tanks or units


def demand(state: BoninsState, owner: int, units: list[int], standing: bool = False) -> None:
    """One of these units has to lose a step."""
    if units:
        state.push(Losses, owner, int(standing), tuple(payers(state, units)))


class Losses(Question[BoninsState]):
    """The owner chooses which unit loses the step."""

    name = "loss"
    case = "std-7.6-loss"
    record = LossRecord
    pushed_by = ("aftermath", "retreat")
    forced_verbs = ("lose",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        units = frame.units
        return frame.owner in (US, JP) and bool(units) and all(0 <= unit < len(state.where) for unit in units)

    def side(self, state: BoninsState) -> int:
        return state.top(LossRecord).owner

    def case_now(self, state: BoninsState) -> str:
        return "std-7.8" if state.top(LossRecord).standing else self.case

    def prompt(self, state: BoninsState) -> str:
        frame = state.top(LossRecord)
        names = ", ".join(state.name(unit) for unit in frame.units)
        return f"{'Standing fast' if frame.standing else 'The combat'} costs a step: choose from {names}."

    @enforces(FAMILY, "std-7.6-loss", "17.3-d", "std-7.8", "20.5-k")
    def choices(self, state: BoninsState) -> Choices:
        return [pack(LOSE, unit) for unit in state.top(LossRecord).units]

    def take_lose(self, state: BoninsState, unit: int) -> None:
        standing = state.top(LossRecord).standing
        state.stack.pop()
        lose_step(state, unit, "std-7.8" if standing else "std-7.6-loss")

    def refuse_lose(self, state: BoninsState, unit: int) -> Refusal:
        name, frame = state.name(unit), state.top(LossRecord)
        tanks = [other for other in frame.units if state.ruleset.is_tank[other]]
        if tanks and len(tanks) == len(frame.units) and (unit in state.attackers or state.is_us(unit)):
            return Refusal("17.3-d", f"{state.name(tanks[0])} attacked an anti-tank unit and takes the first loss", (name,))
        return Refusal("std-7.6-loss", f"{name} is not one of the units that can pay this step", (name,))


STEPS: Final[tuple[AnyStep, ...]] = (Losses(),)
