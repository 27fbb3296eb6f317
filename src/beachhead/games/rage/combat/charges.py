"""Banzai and Kirikami Charges (22.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage import victory
from beachhead.games.rage.combat.step_losses import lose_step
from beachhead.games.rage.state import FAMILY, LOST, RageState
from beachhead.games.rage.verbs import BANZAI_CODE, KIRIKAMI
from beachhead.games.rage.windows import Reaction


class Target(NamedTuple):
    """What an attack about to be rolled remembers: its area."""

    step: int
    area: int


def payers(state: RageState) -> list[int]:
    """Japanese units that share an area with a U.S. ground unit. All of them are Revealed by now (10.5-b)."""
    held = set(state.where[: state.ruleset.ground_count])
    return [u for u in state.ruleset.japanese if state.where[u] >= 0 and state.where[u] in held and not state.concealed[u]]


class Kirikami(Reaction):
    """One step of one unit now, for one die more for every unit in this turn's Japanese assaults."""

    name = "kirikami"
    case = "22.3.2-a"
    pushed_by = ("assault",)

    def prompt(self, state: RageState) -> str:
        return "Japan may declare a Kirikami Charge at the cost of one step."

    def passed_over(self, state: RageState) -> Refusal | None:
        """Nobody could pay, as long as U.S. assaults are being named."""
        if state.step.name not in self.pushed_by or payers(state):
            return None
        return Refusal("22.3.2-a", "no Kirikami Charge: no Japanese unit shares an area with U.S. ground units")

    @enforces(FAMILY, "22.3.2-a")
    def reactions(self, state: RageState) -> Sequence[int]:
        return [pack(KIRIKAMI, unit) for unit in payers(state)]

    @enforces(FAMILY, "22.3.2-b", "22.3.2-d", "22.3.2-flip")
    def take_kirikami(self, state: RageState, unit: int) -> None:
        """The charge counts even if its price was the unit. One is the limit of a turn (R19)."""
        state.stack.pop()
        state.kirikami = 1
        state.tell("kirikami", "22.3.2-a", f"Kirikami Charge at the cost of a step of {state.name(unit)}", unit=state.name(unit))
        lose_step(state, unit, "22.3.2-a")

    def refuse_kirikami(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        return Refusal("22.3.2-a", f"{name} is not in an area with a U.S. ground unit", (name,))


@enforces(FAMILY, "22.3.1-b", "22.3.1-d", "22.3.2-c")
def bonuses(state: RageState, area: int) -> dict[str, int]:
    """Dice more for every Japanese unit that assaults there, by the charge they come from: charges add up (R18)."""
    extra = state.ruleset.components.extra_dice
    dice = {"kirikami": extra.kirikami} if state.kirikami else {}
    if state.banzai >= 0 and area in state.ruleset.with_neighbours[state.banzai]:
        dice["banzai"] = extra.banzai
    return dice


@enforces(FAMILY, "22.3.1-a")
def may_declare(state: RageState) -> bool:
    """While the HQ lives, on either map, and once."""
    hq = state.ruleset.hq
    return state.banzai < 0 and hq >= 0 and state.where[hq] >= 0


def declare(state: RageState) -> None:
    """The areas that gain are fixed by where the HQ is now: it can neither move nor be hurt in this phase (R66)."""
    state.banzai = state.where[state.ruleset.hq]
    if state.named:
        proclaim(state)
    elif state.sink is not None:
        state.tell("picked", "22.3.1-a", "A Banzai Charge will be declared", seen_by=("jp",))


def proclaim(state: RageState) -> None:
    """Everybody hears of the charge; where the HQ is, nobody is told."""
    state.tell("banzai", "22.3.1-a", "Banzai Charge!")


def tell_bonus(state: RageState, area: int) -> None:
    """Whether the units that assault there are near enough to the HQ comes out with their dice."""
    if state.banzai < 0:
        return
    near = area in state.ruleset.with_neighbours[state.banzai]
    state.charged.append(area if near else -1 - area)
    dice = state.ruleset.components.extra_dice.banzai if near else 0
    where = state.area_name(area)
    text = f"Banzai bonus in {where}: {dice} more dice per unit" if near else f"No Banzai bonus in {where}: too far from the HQ"
    state.tell("charge", "22.3.1-b", text, area=state.ruleset.areas[area].id, bonus=dice)


class Charge(Reaction):
    """Before the dice of every assault, until a Banzai Charge has been declared (R66); asked whether or not the HQ lives."""

    name = "charge"
    case = "22.3.1-a"
    record = Target
    pushed_by = ("volley",)

    def prompt(self, state: RageState) -> str:
        return f"Before the roll in {state.area_name(state.area)}: Japan may declare a Banzai Charge."

    def reactions(self, state: RageState) -> Sequence[int]:
        return (BANZAI_CODE,) if may_declare(state) else ()

    def fits(self, state: RageState, spot: int, frame: Target) -> bool:
        return frame.area == state.area

    def take_banzai(self, state: RageState) -> None:
        state.stack.pop()
        declare(state)

    def refuse_banzai(self, state: RageState) -> Refusal:
        return Refusal("22.3.1-a", "The HQ is no longer in play")


@enforces(FAMILY, "22.3.1-c", "22.3.2-flip")
def end_of_phase(state: RageState) -> None:
    """The Japanese assaults are over: the Turn marker shows its face again, and a Banzai Charge has cost the HQ."""
    state.kirikami = 0
    if state.banzai < 0:
        return
    hq = state.ruleset.hq
    state.banzai = -1
    state.charged = []
    state.where[hq] = LOST
    state.concealed[hq] = 0
    state.tell("eliminated", "22.3.1-c", f"The Banzai Charge is over: {state.name(hq)} is eliminated", unit=state.name(hq))
    victory.check_units(state)
