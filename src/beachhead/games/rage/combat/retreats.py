"""Retreats: who may, declaring and carrying them out (11.1.2, 12.2.3-2, 12.2.5 and their counterparts in 18 and 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.combat.kinds import ASSAULTS, KINDS
from beachhead.games.rage.questions import AskEither
from beachhead.games.rage.stacking import check_stack
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.verbs import RETREAT_CODES, STAND_CODES, WITHDRAW


class Threatened(NamedTuple):
    """The unit that is to stand or retreat."""

    step: int
    unit: int


@enforces(FAMILY, "11.1.2-1-a", "11.1.2-1-b", "11.1.2-1-c", "11.1.2-1-none", "12.2.3-2-elig", "18-c", "19-a-2", "22.4.1")
def eligible(state: RageState, unit: int) -> list[int]:
    """Areas a unit may retreat to: next to it, under its own side's control, free of enemy ground units, passable.

    A Concealed unit can stand in a U.S.-controlled area only if it was seen to hide there (R33, R46), so nothing leaks.
    """
    ruleset, control = state.ruleset, state.control
    near = ruleset.passable[ruleset.is_tank[unit]][state.where[unit]]
    if unit >= ruleset.first_japanese:
        return [area for area in near if not control[area] and not state.has_us(area)]
    where = state.where
    held = set(where[ruleset.first_japanese :])
    return [area for area in near if control[area] and area not in held]


@enforces(FAMILY, "12.2.3-2-elig", "22.4.2", "11.1.2-1", "11.1.2-1-landing")
def may_retreat(state: RageState, unit: int, landing: bool = False) -> bool:
    """In an assault not with zero printed MP (R14); under Defensive Fire no tank, and nobody in the area it lands in (R16)."""
    ruleset = state.ruleset
    if state.attack in ASSAULTS:
        if not ruleset.mp[unit][state.steps[unit]]:
            return False
    elif landing or ruleset.is_tank[unit]:
        return False
    return bool(eligible(state, unit))


@enforces(FAMILY, "11.1.2-1-none", "11.1.2-1-landing", "12.2.3-2-elig", "22.4.2")
def why_stuck(state: RageState, units: Sequence[int], landing: bool = False) -> list[Refusal]:
    """Why these units, who may not retreat from the attack under way, may not: one reason for all who share it."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for unit in units:
        found.setdefault(_bar(state, unit, landing), []).append(state.name(unit))
    return [
        Refusal(case, f"no retreat for {', '.join(names)}: {reason}", tuple(names), also)
        for (case, reason, also), names in found.items()
    ]


def _bar(state: RageState, unit: int, landing: bool) -> tuple[str, str, tuple[str, ...]]:
    """What keeps a unit from retreating: the case, a reason, and further cases."""
    ruleset = state.ruleset
    none = ("11.1.2-1-none", *(("11.1.2-1-c", "22.4.1") if ruleset.is_tank[unit] else ()))
    if state.attack in ASSAULTS:
        if not ruleset.mp[unit][state.steps[unit]]:
            return "12.2.3-2-elig", "units without movement points cannot retreat", ()
        return "12.2.3-2-elig", "no adjacent area is open to a retreat", none
    if landing:
        return "11.1.2-1-landing", "units fired at while landing cannot retreat", ("11.1.2-1",)
    if ruleset.is_tank[unit]:
        return "22.4.2", "tanks cannot retreat from Defensive Fire", ("11.1.2-1",)
    return "11.1.2-1-none", "no adjacent area is open to a retreat", ("11.1.2-1-a", "11.1.2-1-b", "11.1.2-1")


def may_go(state: RageState, unit: int) -> bool:
    """Whether a unit can be asked: it stands in the row and has somewhere to go."""
    return unit in state.row and state.where[unit] == state.area >= 0 and bool(eligible(state, unit))


def all_may_go(state: RageState) -> bool:
    """Whether all who have declared a retreat can carry it out, and are of one side."""
    sides = {unit in state.ruleset.japanese for unit in state.retreating}
    return len(sides) < 2 and all(may_go(state, unit) for unit in state.retreating)


class Stand(AskEither):
    """Stand or retreat: asked after the dice, unit by unit, announced at once."""

    name = "stand"
    record = Threatened
    pushed_by = ("assaulted", "hurt", "stand")

    def asks_japan(self, state: RageState) -> bool:
        return state.top(Threatened).unit >= state.ruleset.first_japanese

    def case_now(self, state: RageState) -> str:
        return KINDS[state.attack].retreat

    def prompt(self, state: RageState) -> str:
        name = state.name(state.top(Threatened).unit)
        return f"Damage Number {state.damage} in {state.area_name(state.area)}: does {name} retreat or stand?"

    @enforces(FAMILY, "11.1.2-1", "12.2.3-2", "19-a-2", "16-a-9")
    def choices(self, state: RageState) -> Choices:
        unit = state.top(Threatened).unit
        return self.with_unveilings(state, [RETREAT_CODES[unit], STAND_CODES[unit]])

    def fits(self, state: RageState, spot: int, frame: Threatened) -> bool:
        asked = [other.unit for other in state.stack if isinstance(other, Threatened)]
        ready = may_go(state, frame.unit) and frame.unit not in state.retreating
        return ready and len(set(asked)) == len(asked) and all_may_go(state)

    def take_retreat(self, state: RageState, unit: int) -> None:
        state.retreating.append(unit)
        self.tell_answer(state, unit, "retreats", "will retreat")

    def take_stand(self, state: RageState, unit: int) -> None:
        self.tell_answer(state, unit, "stands", "stands its ground")

    def tell_answer(self, state: RageState, unit: int, kind: str, text: str) -> None:
        """Everybody hears it, and the question is closed."""
        if state.sink is not None:
            state.happened(kind, self.case_now(state), f"{state.name(unit)} {text}", {"unit": state.name(unit)})
        state.stack.pop()

    def refuse_retreat(self, state: RageState, unit: int) -> Refusal:
        asked, name = state.name(state.top(Threatened).unit), state.name(unit)
        if unit in state.row and not may_retreat(state, unit):
            return why_stuck(state, [unit])[0]
        return Refusal(self.case_now(state), f"Decide for {asked} first, not for {name}", (name,))

    def refuse_stand(self, state: RageState, unit: int) -> Refusal:
        return self.refuse_retreat(state, unit)


class Withdraw(AskEither):
    """Survivors that declared a retreat go, one after another in their owner's order (R55). A retreat is no entry (R60)."""

    name = "withdraw"
    pushed_by = ("assaulted", "hurt")

    def asks_japan(self, state: RageState) -> bool:
        return state.retreating[0] >= state.ruleset.first_japanese

    def case_now(self, state: RageState) -> str:
        return KINDS[state.attack].withdraw

    def prompt(self, state: RageState) -> str:
        return f"Choose an area to retreat to from {state.area_name(state.area)}."

    def settle(self, state: RageState) -> bool:
        state.retreating = [unit for unit in state.retreating if state.where[unit] >= 0]
        if not state.retreating:
            state.stack.pop()
            return False
        ways = self.ways(state)
        if len(ways) > 1:
            return True
        _, unit, area, _ = unpack(ways[0])
        if state.sink is not None:
            words = f"{state.name(unit)} can retreat only to {state.area_name(area)}"
            state.happened("forced", self.case_now(state), words, {"action": state.ruleset.text(ways[0])})
            state.pass_over(self, Refusal(self.case_now(state), words, (state.name(unit),)), told=False)
        self.take_withdraw(state, unit, area)
        return False

    def ways(self, state: RageState) -> list[int]:
        """Every unit that still has to go, with every area it may go to."""
        return [pack(WITHDRAW, unit, area) for unit in state.retreating for area in eligible(state, unit)]

    @enforces(FAMILY, "11.1.3-b", "12.2.5", "17-c", "19-a-5")
    def choices(self, state: RageState) -> Choices:
        return self.with_unveilings(state, self.ways(state))

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return bool(state.retreating) and all_may_go(state)

    @enforces(FAMILY, "11.1.2-1-cost")
    def take_withdraw(self, state: RageState, unit: int, area: int) -> None:
        """No MP, no fire, no contact; an area that is full takes nobody more (R55)."""
        start = state.where[unit]
        state.where[unit] = area
        state.retreating.remove(unit)
        if state.sink is not None:
            path = [state.ruleset.areas[a].id for a in (start, area)]
            text = f"{state.name(unit)} retreats to {state.area_name(area)}"
            state.happened("withdrawn", self.case_now(state), text, {"unit": state.name(unit), "path": path})
        check_stack(state, unit)

    def refuse_withdraw(self, state: RageState, unit: int, area: int) -> Refusal:
        name, where = state.name(unit), state.area_name(area)
        if unit not in state.retreating:
            return Refusal(self.case_now(state), f"{name} has no retreat left to carry out", (name,))
        ruleset = state.ruleset
        near = ruleset.neighbours[state.where[unit]]
        if area not in near:
            return Refusal("11.1.2-1-cost", f"{where} is not adjacent to {state.area_name(state.where[unit])}", (name,))
        if area not in ruleset.passable[ruleset.is_tank[unit]][state.where[unit]]:
            return Refusal("11.1.2-1-c", f"{name} cannot enter {where}", (name,), ("22.4.1",))
        if bool(state.control[area]) == (unit in ruleset.japanese):
            return Refusal("11.1.2-1-b", f"{where} is under enemy control", (name,))
        return Refusal("11.1.2-1-a", f"Enemy units are in {where}", (name,))
