"""10.0 Japanese massed infantry ("banzai") attacks: the declaration and its price."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.refusals import wrong_time
from beachhead.series.island_war.resolution import attackers_do, describe, roll
from beachhead.series.island_war.ruleset import BANZAI, BARRAGE, PAY, PROTECT, REGULAR, SUPPORT
from beachhead.series.island_war.state import JP, IslandWarState


class Banzai(Question[IslandWarState]):
    """Before the die the Japanese attacker may turn an attack with infantry or engineers into a massed one (R17, R25)."""

    name = "banzai"
    case = "10.0"
    verbs = (BANZAI, REGULAR)
    forced_verbs = ("regular",)

    def side(self, state: IslandWarState) -> int:
        return state.phasing

    def prompt(self, state: IslandWarState) -> str:
        price = sum(state.ruleset.defence[unit] for unit in state.defenders)
        return f"{describe(state)} Massed attack (price {price}), or regular?"

    @enforces(FAMILY, "10.0", "10.0-procedure-1")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        if state.phasing == JP and any(state.ruleset.is_foot[unit] for unit in state.attackers):
            return (pack(BANZAI), pack(REGULAR))
        return (pack(REGULAR),)

    def settle(self, state: IslandWarState) -> bool:
        if len(state.choices()) == 1:
            state.skip(self)
            roll(state)
            return False
        return True

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """Nobody who could charge takes part, which is known when step a is over."""
        under_way = bool(state.defenders) and state.stack[-1][0] != state.ruleset.step.attackers
        if not under_way or state.phasing != JP or any(state.ruleset.is_foot[unit] for unit in state.attackers):
            return None
        return Refusal("10.0", "no Banzai attack: no infantry or engineers take part in this attack", (), ("10.0-procedure-1",))

    @enforces(FAMILY, "10.0-procedure-3")
    def take(self, state: IslandWarState, code: int) -> None:
        if code == pack(BANZAI):
            state.banzai = 1
            state.price = sum(state.ruleset.defence[unit] for unit in state.defenders)
            if state.sink is not None:
                state.tell("banzai", "10.0", f"{attackers_do(state, 'make')} a massed attack, price {state.price}")
        roll(state)

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, *_ = unpack(code)
        if verb in (BARRAGE, SUPPORT, PROTECT):
            return Refusal("4.1-1B-c", "Guns and points have been committed; only the massed attack is still to be decided")
        return wrong_time(state, code)


def cheapest(strengths: Sequence[int], price: int) -> tuple[list[int], int]:
    """Which of some units belong to a set with the smallest total that meets a price, by their places, and how many such sets
    there are. All of them together must meet it.

    >>> cheapest([1, 2, 5], 3)
    ([0, 1], 1)
    >>> cheapest([2, 2, 3], 4)
    ([0, 1], 1)
    >>> cheapest([2, 2, 2], 3)
    ([0, 1, 2], 3)
    """
    ways = _ways(strengths)
    best = min(total for total in ways if total >= price)
    fitting = [
        place
        for place, strength in enumerate(strengths)
        if best - strength in _ways([*strengths[:place], *strengths[place + 1 :]])
    ]
    return fitting, ways[best]


def _ways(strengths: Sequence[int]) -> dict[int, int]:
    """In how many ways each total can be made of some of these."""
    ways = {0: 1}
    for strength in strengths:
        for total, count in list(ways.items()):
            ways[total + strength] = ways.get(total + strength, 0) + count
    return ways


class Price(Question[IslandWarState]):
    """The price of a massed attack, paid after the result by survivors of the combat, whatever the result was (R22 to R24)."""

    name = "price"
    case = "10.0-procedure-3"
    verbs = (PAY,)
    forced_verbs = ("pay",)

    def side(self, state: IslandWarState) -> int:
        return JP

    def prompt(self, state: IslandWarState) -> str:
        return f"The massed attack costs {state.price} more points of attack strength: which unit is lost?"

    def settle(self, state: IslandWarState) -> bool:
        if state.price <= 0 or not self._payers(state):
            state.price = 0
            state.stack.pop()
            return False
        return super().settle(state)

    @enforces(FAMILY, "10.12", "10.13", "10.0-procedure-3")
    def _payers(self, state: IslandWarState) -> list[int]:
        """Who pays next: infantry and engineers as long as any are left, then armour, then adjacent artillery;
        distant guns never."""
        ruleset = state.ruleset
        alive = [unit for unit in state.attackers if state.stands(unit)]
        for group in (ruleset.is_foot, ruleset.is_armour, ruleset.is_gun):
            found = [unit for unit in alive if group[unit]]
            if found:
                return found
        return []

    @enforces(FAMILY, "10.12", "10.0-procedure-3")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        """Units that belong to some set with the smallest total that meets the price; all of them, if they are too few.

        Where only one set will do, its units are lost one by one: their order does not matter, so nobody is asked.
        """
        payers = self._payers(state)
        strengths = [state.ruleset.attack[unit] for unit in payers]
        if sum(strengths) <= state.price:
            return [pack(PAY, payers[0])]
        fitting, ways = cheapest(strengths, state.price)
        if ways == 1 and state.ruleset.lone_price_taken:
            return [pack(PAY, payers[fitting[0]])]
        return [pack(PAY, payers[place]) for place in fitting]

    def take(self, state: IslandWarState, code: int) -> None:
        _, unit, _, _ = unpack(code)
        state.price -= state.ruleset.attack[unit]
        state.eliminate(unit, "10.0-procedure-3", "the price of the massed attack")

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, unit, _, _ = unpack(code)
        if verb != PAY:
            return wrong_time(state, code)
        name = state.name(unit)
        if unit in state.guns:
            return Refusal("10.13", f"{name} fired from afar and does not pay", (name,))
        if unit not in state.attackers or not state.stands(unit):
            return Refusal("10.0-procedure-3", f"{name} is no surviving attacker of this combat", (name,))
        payers = self._payers(state)
        if unit not in payers:
            return Refusal("10.12", f"{state.list_names(payers)} must pay before {name}", (name,))
        return Refusal(
            "10.0-procedure-3",
            f"with {name} the price of {state.price} would be overpaid more than needed",
            (name,),
            ("10.12",),
        )
