"""Rows of units that lose steps (9.3.3, 12.2.3 and their counterparts): ranking them, and taking the losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.combat.kinds import KINDS
from beachhead.games.rage.combat.step_losses import lose_step
from beachhead.games.rage.questions import AskEither
from beachhead.games.rage.state import FAMILY, JP, RageState
from beachhead.games.rage.verbs import ACCEPT_CODE, RANK_CODES

NO_DAMAGE: Final = tuple(Refusal(kind.rank, "nothing to rank: the Damage Number is 0") for kind in KINDS)
NO_TARGET: Final = tuple(Refusal(kind.rank, "nothing to rank: no unit can take losses") for kind in KINDS)
"""Why nobody ranks, by the number of the attack."""


def attacker(state: RageState) -> int:
    """Who is attacking, and so orders the row."""
    return KINDS[state.attack].side


@enforces(FAMILY, "3-support-immune", "22.6")
def under_attack(state: RageState) -> list[int]:
    """The units that stand in the row of the attack under way: all enemies in the area that are not Concealed, support never."""
    return state.us_in(state.area) if attacker(state) == JP else state.revealed_in(state.area)


def proposed(state: RageState, units: Sequence[int], by: int) -> list[int]:
    """A sensible order, made from open facts.

    An enemy's row: whoever is nearest to death first, the most dangerous of them ahead; armour last, since it swallows damage.
    The owner's own row: whoever can best spare a step first.
    """
    ruleset, steps = state.ruleset, state.steps

    def worth(unit: int) -> int:
        left = steps[unit]
        guns = ruleset.bombardment[unit]
        return ruleset.assault[unit][left] + (guns[left] + 3 * ruleset.is_rocket[unit] if guns else 0) + 4 * (unit == ruleset.hq)

    own = units and (units[0] in ruleset.japanese) == (by == JP)
    if own:
        return sorted(units, key=lambda u: (-steps[u], worth(u), ruleset.units[u].printed, u))
    return sorted(units, key=lambda u: (ruleset.armor[u], steps[u], -worth(u), u))


class Rank(AskEither):
    """The attacker lines the units up, one pick after another; the last place is nobody's choice."""

    name = "rank"
    pushed_by = ("blasted", "shelled", "assaulted")

    def asks_japan(self, state: RageState) -> bool:
        return attacker(state) == JP

    def case_now(self, state: RageState) -> str:
        return KINDS[state.attack].rank

    def prompt(self, state: RageState) -> str:
        return f"{state.damage} damage in {state.area_name(state.area)}: choose the unit that takes the next step loss."

    def passed_over(self, state: RageState) -> Refusal | None:
        """There is nothing to lose or nobody to choose from (R65). Told to whoever asks, since everybody can see it."""
        step = state.step.name
        if step != self.name and step not in self.pushed_by:
            return None
        if not state.damage:
            return NO_DAMAGE[state.attack]
        units = under_attack(state)
        if not units:
            return NO_TARGET[state.attack]
        if len(units) > 1:
            return None
        return Refusal(self.case_now(state), f"nothing to rank: only {state.name(units[0])} can take losses")

    def missed(self, state: RageState) -> bool:
        return False

    def settle(self, state: RageState) -> bool:
        rest = self.rest(state)
        if len(rest) > 1:
            return True
        state.skip(self)
        state.row += rest
        state.stack.pop()
        return False

    def rest(self, state: RageState) -> list[int]:
        """Units without a place yet."""
        row = state.row
        return [unit for unit in under_attack(state) if unit not in row]

    @enforces(FAMILY, "9.3.3-1", "12.2.3-1", "16-5", "19-a-2")
    def choices(self, state: RageState) -> Choices:
        return self.with_unveilings(state, [*[RANK_CODES[unit] for unit in self.rest(state)], ACCEPT_CODE])

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        enemies = under_attack(state)
        return set(state.row) <= set(enemies) and len(enemies) - len(state.row) > 1

    def take_rank(self, state: RageState, unit: int) -> None:
        state.row.append(unit)
        self.tell_row(state)

    def take_accept(self, state: RageState) -> None:
        state.row += proposed(state, self.rest(state), attacker(state))
        self.tell_row(state)

    def tell_row(self, state: RageState) -> None:
        """Everybody hears of the order when it is complete."""
        rest = self.rest(state)
        if state.sink is not None and len(rest) < 2:
            names = [state.name(other) for other in (*state.row, *rest)]
            state.tell("row", self.case_now(state), f"Loss order: {', '.join(names)}", units=names)

    def refuse_rank(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit in state.row:
            return Refusal(self.case_now(state), f"{name} already has its place in the loss order", (name,))
        return Refusal(self.case_now(state), f"{name} is not one of the units to rank", (name,))


@enforces(FAMILY, "3-hits", "9.3.3-2", "12.2.3-3", "12.2.3-4", "16-5", "19-a-3")
@enforces(FAMILY, "22.4.3-a", "22.4.3-b", "22.4.3-ex1", "22.4.3-ex2", "2.1.1-2-armor")
def take_losses(state: RageState, case: str) -> None:
    """One step and one point each, down the row and round again, until points or units are used up (R8, R40).

    What a unit may ignore (armour; one more if it retreats) uses up its points all the same. What is left over stays in `damage`.
    """
    ruleset = state.ruleset
    spare = {unit: ruleset.armor[unit] + (unit in state.retreating) for unit in state.row}
    while state.damage > 0:
        standing = [unit for unit in state.row if state.steps[unit]]
        if not standing:
            return
        for unit in standing:
            if state.damage == 0:
                return
            state.damage -= 1
            if spare[unit]:
                spare[unit] -= 1
                continue
            lose_step(state, unit, case)
            if state.outcome is not None:
                return
