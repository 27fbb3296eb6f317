"""Advance after combat (8.4): up to three participants into each hex emptied, at once or not at all."""

from __future__ import annotations

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.ruleset import JP, US
from beachhead.games.olympic.state import RETREATED, STACK, OlympicState
from beachhead.games.olympic.verbs import ADVANCE, DONE_CODE


class Advance(Question[OlympicState]):
    """The U.S. attackers that are left may enter the hexes they have emptied (A49)."""

    name = "advance"
    case = "8.4-advance"
    pushed_by = ("combat", "aftermath")
    asked = US

    def side(self, state: OlympicState) -> int:
        return self.asked

    def prompt(self, state: OlympicState) -> str:
        where = " and ".join(state.hex_name(space) for space in state.emptied)
        return f"Advance into {where}, or stay."

    @enforces(FAMILY, "8.4-advance", "8.4-militia", "8.4-defender", "7.0")
    def choices(self, state: OlympicState) -> Choices:
        """Zones of control, supply and movement points do not matter here (A51); stacking does."""
        codes = []
        for space in state.emptied:
            if state.count_in(space) < STACK:
                codes += [pack(ADVANCE, unit, space) for unit in state.attackers if self.may(state, unit)]
        return [*codes, DONE_CODE]

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        ours = {state.is_us(unit) for unit in state.attackers} == {self.asked == US}
        return ours and bool(state.emptied) and all(space in state.targets for space in state.emptied)

    def misplaced(self, state: OlympicState, code: int) -> Refusal:
        return Refusal("8.4-advance", "advance now or not at all, before anything else", (), ("8.0-procedure",))

    def may(self, state: OlympicState, unit: int) -> bool:
        """Whether an attacker is still where it attacked from."""
        space = state.where[unit]
        return space >= 0 and space not in state.emptied and not state.fought[unit] & RETREATED

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    def take_advance(self, state: OlympicState, unit: int, space: int) -> None:
        state.carry(unit, space)
        state.passes(unit, space)
        if state.sink is not None:
            name, where = state.name(unit), state.hex_name(space)
            state.tell("advanced", "8.4-advance", f"{name} advances to {where}", unit=name, hex=where)

    def refuse_advance(self, state: OlympicState, unit: int, space: int) -> Refusal:
        name, where = state.name(unit), state.hex_name(space)
        if unit not in state.attackers:
            case = "8.4-defender" if unit in state.defenders else "8.4-advance"
            return Refusal(case, f"{name} did not take part in this attack", (name,), ("8.4-advance",))
        if space not in state.emptied:
            return Refusal("8.4-advance", f"{where} was not emptied by this combat", (name,))
        if not self.may(state, unit):
            return Refusal("8.4-advance", f"{name} cannot advance again", (name,))
        return Refusal("7.0", f"three units are already in {where}", (name,), ("8.4-advance",))


class JapaneseAdvance(Advance):
    """The Japanese attacker enters the hex that it has emptied: by the doctrine it must, in the two-player game it may."""

    name = "japanese advance"
    case = "8.53"
    pushed_by = ("strike", "strike aftermath")
    asked = JP

    def prompt(self, state: OlympicState) -> str:
        if state.ruleset.doctrine:
            return f"{state.name(state.attackers[0])} must advance into {state.hex_name(state.emptied[0])}."
        return super().prompt(state)

    def case_now(self, state: OlympicState) -> str:
        return "8.53" if state.ruleset.doctrine else "16.53-choice"

    def settle(self, state: OlympicState) -> bool:
        """Once it has advanced, there is nothing more to decide."""
        if state.where[state.attackers[0]] in state.emptied:
            state.stack.pop()
            return False
        return super().settle(state)

    @enforces(FAMILY, "8.53", "16.53-choice")
    def choices(self, state: OlympicState) -> Choices:
        codes = list(super().choices(state))
        return codes[:-1] if state.ruleset.doctrine else codes

    def refuse_done(self, state: OlympicState) -> Refusal:
        name = state.name(state.attackers[0])
        return Refusal("8.53", f"{name} must advance into the hex that it has emptied", (name,))

    def take_advance(self, state: OlympicState, unit: int, space: int) -> None:
        state.jp_passes(unit, space)
        state.carry(unit, space)
        if state.sink is not None:
            name, where = state.name(unit), state.hex_name(space)
            data = {"unit": name, "hex": where}
            if state.ruleset.doctrine:
                why = Why("A Japanese attacker must enter the hex that it has emptied.", "8.53", where)
                data["why"] = why.plain()  # type: ignore[assignment]
            state.happened("advanced", self.case_now(state), f"{name} advances to {where}", data)
