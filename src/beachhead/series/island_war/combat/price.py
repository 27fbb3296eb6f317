"""10.1 The price of a massed attack."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ruleset import JP
from beachhead.series.island_war.state import S
from beachhead.series.island_war.verbs import PAY


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


class Price(Question[S]):
    """The price of a massed attack, paid after the result by survivors of the combat, whatever the result was (R22 to R24)."""

    name = "price"
    case = "10.0-procedure-3"
    pushed_by = ("advance",)
    forced_verbs = ("pay",)

    def side(self, state: S) -> int:
        return JP

    def prompt(self, state: S) -> str:
        return f"The Banzai attack still costs {state.price} Attack Strength: choose a unit to eliminate."

    def settle(self, state: S) -> bool:
        if state.price <= 0 or not self._payers(state):
            state.price = 0
            state.stack.pop()
            return False
        return super().settle(state)

    @enforces(FAMILY, "10.12", "10.13", "10.0-procedure-3")
    def _payers(self, state: S) -> list[int]:
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
    def choices(self, state: S) -> Choices:
        """Units that belong to some set with the smallest total that meets the price; all of them, if they are too few.

        Where only one set will do, its units are lost one by one: their order does not matter, so nobody is asked.
        """
        payers = self._payers(state)
        strengths = [state.ruleset.attack[unit] for unit in payers]
        if sum(strengths) <= state.price:
            return [pack(PAY, payers[0])]
        fitting, ways = cheapest(strengths, state.price)
        if ways == 1:
            return [pack(PAY, payers[fitting[0]])]
        return [pack(PAY, payers[place]) for place in fitting]

    def take_pay(self, state: S, unit: int) -> None:
        state.price -= state.ruleset.attack[unit]
        state.eliminate(unit, "10.0-procedure-3", "the price of the Banzai attack")

    def refuse_pay(self, state: S, unit: int) -> Refusal:
        name = state.name(unit)
        if unit in state.guns:
            return Refusal("10.13", f"{name} fired at range and does not pay", (name,))
        if unit not in state.attackers or not state.stands(unit):
            return Refusal("10.0-procedure-3", f"{name} is not a surviving attacker in this combat", (name,))
        payers = self._payers(state)
        if unit not in payers:
            return Refusal("10.12", f"{state.list_names(payers)} must be eliminated before {name}", (name,))
        return Refusal(
            "10.0-procedure-3",
            f"eliminating {name} overpays the {state.price} points owed; choose a smaller loss",
            (name,),
            ("10.12",),
        )
