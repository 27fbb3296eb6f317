"""Defensive Fire, Japanese (chapter 11) and American (chapter 18)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import VERB_SHIFT, pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage.attacks import throw
from beachhead.games.rage.concepts import lose_step, reveal
from beachhead.games.rage.retreats import may_retreat, why_stuck
from beachhead.games.rage.ruleset import FIRE, PASS, PASS_CODE
from beachhead.games.rage.state import FAMILY, JP_FIRE, US_FIRE, RageState
from beachhead.games.rage.windows import AskJapan, AskUS


@enforces(FAMILY, "10.4-a", "11-c", "11.1", "18-a", "3-facing-fired")
def ready(state: RageState, units: Sequence[int]) -> list[int]:
    """Whoever of these stands upright. One of them fires, or none."""
    return [unit for unit in units if not state.fired[unit]]


def why_silent(state: RageState, unit: int, area: int, units: Sequence[int], case: str) -> Refusal:
    """Why a unit cannot give Defensive Fire now; `units` are those of its side in the area."""
    name = state.name(unit)
    if unit not in units:
        return Refusal(case, f"{name} is not in {state.area_name(area)}", (name,), ("10.4-a",))
    return Refusal("11-c" if case == "11.1" else case, f"{name} has fired", (name,), ("3-facing-fired",))


def all_fired(state: RageState, units: Sequence[int], area: int, case: str, side: str) -> Refusal | None:
    """That no unit of a side is left upright in an area to give Defensive Fire; None if one is, or if none is there at all."""
    if not units or ready(state, units):
        return None
    reason = f"no Defensive Fire: every {side} unit in {state.area_name(area)} has already Fired"
    return Refusal(case, reason, (), ("3-facing-fired",))


class Entry(AskJapan):
    """A U.S. unit has entered an area. The window opens on every entry, whoever may be there (R15, R62)."""

    name, case = "entry", "11-a"
    verbs = (FIRE, PASS)

    def prompt(self, state: RageState) -> str:
        _, mover, _ = state.stack[-1]
        return f"{state.name(mover)} enters {state.area_name(state.where[mover])}. Japan may fire, Reveal, or pass."

    @enforces(FAMILY, "11-c")
    def passed_over(self, state: RageState) -> Refusal | None:
        """Only when nothing can be Concealed any more, so that everybody sees who could have fired."""
        if state.stack[-1][0] != state.ruleset.step.move or state.stack[-1][1] < 0:
            return None
        area = state.where[state.stack[-1][1]]
        return all_fired(state, state.revealed_in(area), area, "11-c", "Japanese")

    @enforces(FAMILY, "11-a", "11-b", "11.1", "10.4-a", "10.4-b", "5.2.4")
    def choices(self, state: RageState) -> Sequence[int]:
        """Units on both maps count; to stay hidden is allowed."""
        _, mover, _ = state.stack[-1]
        shots = [pack(FIRE, unit) for unit in ready(state, state.jp_in(state.where[mover]))]
        return [*shots, *self.unveilings(state), PASS_CODE]

    def answer(self, state: RageState, code: int) -> None:
        _, mover, landing = state.stack.pop()
        if code >> VERB_SHIFT == FIRE:
            japanese_fire(state, unpack(code)[1], mover, landing)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        area = state.where[state.stack[-1][1]]
        return why_silent(state, first, area, state.jp_in(area), "11.1")


@enforces(FAMILY, "11.1.1-a", "11.1.1-b", "11.1.1-c", "11-d")
def japanese_fire(state: RageState, unit: int, mover: int, landing: int) -> None:
    """Dice as its Assault Rating says; two more out of hiding, unless a U.S.-held Mountain overlooks the area (R44, R45)."""
    ruleset, area = state.ruleset, state.where[mover]
    dice = ruleset.assault[unit][state.steps[unit]]
    plus: dict[str, int] = {}
    if state.concealed[unit]:
        observers = [mountain for mountain in ruleset.by_mountain[area] if state.control[mountain]]
        unit = reveal(state, unit, "11.1.1-b")
        if not observers:
            plus["surprise"] = ruleset.components.extra_dice.surprise
        elif state.sink is not None:
            where = state.area_name(observers[0])
            state.tell(
                "observed", "11.1.1-c", f"No surprise: U.S. observers on {where} look on", area=ruleset.areas[observers[0]].id
            )
    throw(state, JP_FIRE, area, [unit], dice + sum(plus.values()), plus=plus, at=mover)
    state.push(ruleset.step.hurt, 0, unit, mover, landing)


class UnitedStatesFire(AskUS):
    """A Japanese unit has entered an area with upright U.S. units."""

    name, case = "us fire", "18-a"
    verbs = (FIRE, PASS)

    def prompt(self, state: RageState) -> str:
        _, mover = state.stack[-1]
        return f"{state.name(mover)} enters {state.area_name(state.where[mover])}. Which unit gives Defensive Fire?"

    def passed_over(self, state: RageState) -> Refusal | None:
        """Whoever enters an area with U.S. units is in view, so everybody sees who could have fired."""
        if state.stack[-1][0] != state.ruleset.step_number["jp move"] or state.stack[-1][1] < 0:
            return None
        area = state.where[state.stack[-1][1]]
        return all_fired(state, state.us_in(area), area, "18-a", "U.S.")

    @enforces(FAMILY, "18", "18-a", "5.3.3")
    def choices(self, state: RageState) -> Sequence[int]:
        _, mover = state.stack[-1]
        return [*(pack(FIRE, unit) for unit in ready(state, state.us_in(state.where[mover]))), PASS_CODE]

    @enforces(FAMILY, "18-b")
    def take(self, state: RageState, code: int) -> None:
        """No surprise: U.S. units are never Concealed."""
        _, mover = state.stack.pop()
        if code >> VERB_SHIFT == PASS:
            return
        unit = unpack(code)[1]
        throw(state, US_FIRE, state.where[mover], [unit], state.ruleset.assault[unit][state.steps[unit]], at=mover)
        state.push(state.ruleset.step.hurt, 0, unit, mover, 0)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        area = state.where[state.stack[-1][1]]
        return why_silent(state, first, area, state.us_in(area), "18-a")


class Hurt(Step[RageState]):
    """A mover under fire, stage by stage: retreat, losses, the way back, facing."""

    name = "hurt"

    @enforces(FAMILY, "11.1.2-1", "11.1.3-a", "11.1.3-b", "11.2", "17-c", "18-d", "3-facing-once")
    def settle(self, state: RageState) -> bool:
        """Whatever the fire did, the move is over: no points are left in the record of the movement below."""
        step, stage, firer, mover, landing = state.stack[-1]
        state.stack[-1] = (step, stage + 1, firer, mover, landing)
        if stage == 0:
            state.row = [mover]
            stand = state.ruleset.step.stand
            if may_retreat(state, mover, bool(landing)):
                state.push(stand, mover)
            elif state.sink is not None:
                for why in why_stuck(state, [mover], bool(landing)):
                    state.pass_over(state.ruleset.steps[stand], why)
        elif stage == 1:
            _suffer(state, firer, mover)
        elif stage == 2:
            if state.retreating:
                state.push(state.ruleset.step.withdraw)
        else:
            state.stack.pop()
            state.fired[firer] = 1
            movement, unit, _, *rest = state.stack[-1]
            state.stack[-1] = (movement, unit, 0, *rest)
        return False


@enforces(
    FAMILY,
    "11.1.2-2-a",
    "11.1.2-2-b",
    "11.1.2-2-ex",
    "11.1.2-3",
    "18-c",
    "18-e",
    "22.4.3-a",
    "22.4.3-c",
    "2.1.1-5-at",
    "22.4.3-ex1",
)
def _suffer(state: RageState, firer: int, mover: int) -> None:
    """A retreat takes one off the Damage Number; armour ignores two losses unless an anti-tank unit fires; the rest are steps."""
    if mover in state.retreating:
        state.damage = max(0, state.damage - 1)
    armor = 0 if state.ruleset.at[firer] else state.ruleset.armor[mover]
    points = max(0, state.damage - armor)
    while points and state.steps[mover]:
        points -= 1
        lose_step(state, mover, "11.1.2-2-b" if state.attack == JP_FIRE else "18-e")
        if state.outcome is not None:
            return
    state.damage = 0
    if not state.steps[mover]:
        state.retreating = []
