"""10.0 Japanese massed infantry ("banzai") attacks: the declaration. What it costs is in price.py."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.differential import attackers_do, describe, is_declared
from beachhead.series.island_war.combat.resolution import roll
from beachhead.series.island_war.ruleset import JP
from beachhead.series.island_war.state import S
from beachhead.series.island_war.verbs import BANZAI, BARRAGE, PROTECT, REGULAR, SUPPORT

NOBODY_CHARGES: Final = Refusal(
    "10.0", "no Banzai attack: no infantry or engineers take part in this attack", (), ("10.0-procedure-1",)
)


class Banzai(Question[S]):
    """Before the die the Japanese attacker may turn an attack with infantry or engineers into a massed one (R17, R25)."""

    name = "banzai"
    case = "10.0"
    pushed_by = ("combat",)
    forced_verbs = ("regular",)

    def side(self, state: S) -> int:
        return state.phasing

    def prompt(self, state: S) -> str:
        price = sum(state.ruleset.defence[unit] for unit in state.defenders)
        return f"{describe(state)} Declare a Banzai attack (lose {price} Attack Strength) or make a regular attack?"

    @enforces(FAMILY, "10.0", "10.0-procedure-1")
    def choices(self, state: S) -> Choices:
        if state.phasing == JP and any(state.ruleset.is_foot[unit] for unit in state.attackers):
            return (pack(BANZAI), pack(REGULAR))
        return (pack(REGULAR),)

    def settle(self, state: S) -> bool:
        if len(state.choices()) == 1:
            state.skip(self)
            roll(state)
            return False
        return True

    def passed_over(self, state: S) -> Refusal | None:
        """Nobody who could charge takes part, which is known when step a is over."""
        if not is_declared(state) or state.phasing != JP or any(state.ruleset.is_foot[unit] for unit in state.attackers):
            return None
        return NOBODY_CHARGES

    @enforces(FAMILY, "10.0-procedure-3")
    def take_banzai(self, state: S) -> None:
        state.banzai = 1
        state.price = sum(state.ruleset.defence[unit] for unit in state.defenders)
        if state.sink is not None:
            state.tell("banzai", "10.0", f"{attackers_do(state, 'declare')} a Banzai attack (lose {state.price} Attack Strength)")
        roll(state)

    def take_regular(self, state: S) -> None:
        roll(state)

    def misplaced(self, state: S, code: int) -> Refusal:
        if verb_of(code) in (BARRAGE, SUPPORT, PROTECT):
            return Refusal("4.1-1B-c", "artillery and Ground Support Points are committed; decide on the Banzai attack")
        return super().misplaced(state, code)
