"""Retreats: who may, declaring and carrying them out (11.1.2, 12.2.3-2, 12.2.5 and their counterparts in 18 and 19)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.concepts import check_stack
from beachhead.games.rage.ruleset import RETREAT, STAND, WITHDRAW
from beachhead.games.rage.state import FAMILY, JP_ASSAULT, JP_FIRE, US_ASSAULT, RageState
from beachhead.games.rage.windows import AskEither


@enforces(FAMILY, "11.1.2-1-a", "11.1.2-1-b", "11.1.2-1-c", "11.1.2-1-none", "12.2.3-2-elig", "18-c", "19-a-2", "22.4.1")
def eligible(state: RageState, unit: int) -> list[int]:
    """Areas a unit may retreat to: next to it, under its own side's control, free of enemy ground units, passable.

    A Concealed unit can stand in a U.S.-controlled area only if it was seen to hide there (R33, R46), so nothing leaks.
    """
    ruleset, control = state.ruleset, state.control
    near = ruleset.passable[ruleset.is_tank[unit]][state.where[unit]]
    if unit in ruleset.japanese:
        return [area for area in near if not control[area] and not state.has_us(area)]
    where = state.where
    held = {where[other] for other in ruleset.japanese}
    return [area for area in near if control[area] and area not in held]


@enforces(FAMILY, "12.2.3-2-elig", "22.4.2", "11.1.2-1", "11.1.2-1-landing")
def may_retreat(state: RageState, unit: int, landing: bool = False) -> bool:
    """In an assault not with zero printed MP (R14); under Defensive Fire no tank, and nobody in the area it lands in (R16)."""
    ruleset = state.ruleset
    if state.attack in (US_ASSAULT, JP_ASSAULT):
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
    if state.attack in (US_ASSAULT, JP_ASSAULT):
        if not ruleset.mp[unit][state.steps[unit]]:
            return "12.2.3-2-elig", "units without movement points cannot retreat", ()
        return "12.2.3-2-elig", "no adjacent area is open to a retreat", none
    if landing:
        return "11.1.2-1-landing", "units that are fired at while they land cannot retreat", ("11.1.2-1",)
    if ruleset.is_tank[unit]:
        return "22.4.2", "tanks cannot retreat from Defensive Fire", ("11.1.2-1",)
    return "11.1.2-1-none", "no adjacent area is open to a retreat", ("11.1.2-1-a", "11.1.2-1-b", "11.1.2-1")


def _case(state: RageState) -> str:
    return {JP_FIRE: "11.1.2-1", US_ASSAULT: "12.2.3-2", JP_ASSAULT: "19-a-2"}.get(state.attack, "18-c")


class _Owned(AskEither):
    """A question to the owner of a unit."""

    def unit(self, state: RageState) -> int:
        """The unit in question, or one of them."""
        return state.stack[-1][1]

    def asks_japan(self, state: RageState) -> bool:
        return self.unit(state) in state.ruleset.japanese


class Stand(_Owned):
    """Stand or retreat: asked after the dice, unit by unit, announced at once."""

    name, case = "stand", "12.2.3-2"
    verbs = (RETREAT, STAND)

    def case_now(self, state: RageState) -> str:
        return _case(state)

    def prompt(self, state: RageState) -> str:
        name = state.name(self.unit(state))
        return f"Damage Number {state.damage} in {state.area_name(state.area)}: does {name} retreat?"

    @enforces(FAMILY, "11.1.2-1", "12.2.3-2", "19-a-2", "16-a-9")
    def choices(self, state: RageState) -> Sequence[int]:
        unit = self.unit(state)
        return self.with_unveilings(state, [pack(RETREAT, unit), pack(STAND, unit)])

    def answer(self, state: RageState, code: int) -> None:
        verb, unit, _, _ = unpack(code)
        if verb == RETREAT:
            state.retreating.append(unit)
        if state.sink is not None:
            kind, text = ("retreats", "will retreat") if verb == RETREAT else ("stands", "stands its ground")
            state.tell(kind, _case(state), f"{state.name(unit)} {text}", unit=state.name(unit))
        state.stack.pop()

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        asked, name = state.name(self.unit(state)), state.name(first)
        if first in state.row and not may_retreat(state, first):
            return why_stuck(state, [first])[0]
        return Refusal(_case(state), f"The question is about {asked}, not {name}", (name,))


class Withdraw(_Owned):
    """Survivors that declared a retreat go, one after another in their owner's order (R55). A retreat is no entry (R60)."""

    name, case = "withdraw", "12.2.5"
    verbs = (WITHDRAW,)

    def unit(self, state: RageState) -> int:
        return state.retreating[0]

    def case_now(self, state: RageState) -> str:
        return {US_ASSAULT: "12.2.5", JP_ASSAULT: "19-a-5", JP_FIRE: "11.1.3-b"}.get(state.attack, "17-c")

    def prompt(self, state: RageState) -> str:
        return f"Where to from {state.area_name(state.area)}?"

    def settle(self, state: RageState) -> bool:
        state.retreating = [unit for unit in state.retreating if state.where[unit] >= 0]
        if not state.retreating:
            state.stack.pop()
            return False
        ways = self.ways(state)
        if len(ways) > 1:
            return True
        if state.sink is not None:
            _, unit, area, _ = unpack(ways[0])
            words = f"{state.name(unit)} can retreat only to {state.area_name(area)}"
            state.tell("forced", self.case_now(state), words, action=state.ruleset.text(ways[0]))
            state.pass_over(self, Refusal(self.case_now(state), words, (state.name(unit),)), told=False)
        self.answer(state, ways[0])
        return False

    def ways(self, state: RageState) -> list[int]:
        """Every unit that still has to go, with every area it may go to."""
        return [pack(WITHDRAW, unit, area) for unit in state.retreating for area in eligible(state, unit)]

    @enforces(FAMILY, "11.1.3-b", "12.2.5", "17-c", "19-a-5")
    def choices(self, state: RageState) -> Sequence[int]:
        return self.with_unveilings(state, self.ways(state))

    @enforces(FAMILY, "11.1.2-1-cost")
    def answer(self, state: RageState, code: int) -> None:
        """No MP, no fire, no contact; an area that is full takes nobody more (R55)."""
        _, unit, area, _ = unpack(code)
        start = state.where[unit]
        state.where[unit] = area
        state.retreating.remove(unit)
        if state.sink is not None:
            path = [state.ruleset.areas[a].id for a in (start, area)]
            text = f"{state.name(unit)} retreats to {state.area_name(area)}"
            state.tell("withdrawn", self.case_now(state), text, unit=state.name(unit), path=path)
        check_stack(state, unit)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        name, where = state.name(first), state.area_name(second)
        if first not in state.retreating:
            return Refusal(self.case_now(state), f"{name} has not declared a retreat, or has carried it out", (name,))
        ruleset = state.ruleset
        near = ruleset.neighbours[state.where[first]]
        if second not in near:
            return Refusal("11.1.2-1-cost", f"{where} is not next to {state.area_name(state.where[first])}", (name,))
        if second not in ruleset.passable[ruleset.is_tank[first]][state.where[first]]:
            return Refusal("11.1.2-1-c", f"{name} cannot enter {where}", (name,), ("22.4.1",))
        if bool(state.control[second]) == (first in ruleset.japanese):
            return Refusal("11.1.2-1-b", f"{where} is under enemy control", (name,))
        return Refusal("11.1.2-1-a", f"Enemy units are in {where}", (name,))
