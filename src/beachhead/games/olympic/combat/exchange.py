"""Exchange (8.9): the defenders go first, then attackers of at least their printed strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.combat.losses import lose_jp, lose_us
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import US_COMBAT
from beachhead.games.olympic.ruleset import US
from beachhead.games.olympic.state import RETREATED, OlympicState
from beachhead.games.olympic.verbs import LOSE


@enforces(FAMILY, "8.9-Ex")
def owed(state: OlympicState) -> int:
    """Printed strength that the attackers must lose: units that defended, and militia at its unmodified strength (A63)."""
    ruleset = state.ruleset
    units = sum(ruleset.strength[unit] for unit in state.defenders if not state.fought[unit] & RETREATED)
    places = (ruleset.ground.place_at[space] for space, guard in zip(state.targets, state.guards, strict=True) if guard)
    return units + sum(ruleset.ground.militia[place] for place in places)


def completes(strengths: Sequence[int], chosen: Sequence[int], needed: int) -> bool:
    """Whether some of these strengths make up a set with the chosen ones that suffices and from which none could be spared.

    >>> completes([4, 4, 5], [4], 5), completes([5], [4], 5), completes([], [4, 4], 5)
    (True, False, True)
    """
    kinds = sorted(set(strengths))
    for counts in product(*(range(strengths.count(kind) + 1) for kind in kinds)):
        added = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        whole = [*chosen, *added]
        total = sum(whole)
        if whole and total >= needed and total - min(whole) < needed:
            return True
    return False


class Exchange(Question[OlympicState]):
    """The U.S. player chooses which attackers are lost: enough, and none that could be spared (A48, A83).

    The defenders are eliminated when it begins; until then `defenders` says what is owed.
    """

    name = "lose"
    case = "8.9-Ex"
    pushed_by = ("aftermath",)
    forced_verbs = ("lose",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        return f"Exchange: remove attackers with a printed strength of {max(0, self.left(state))} or more."

    def left(self, state: OlympicState) -> int:
        """What is still owed."""
        return owed(state) - sum(state.ruleset.strength[unit] for unit in self.gone(state))

    def gone(self, state: OlympicState) -> list[int]:
        """The attackers that have been removed."""
        return [unit for unit in state.attackers if state.where[unit] < 0]

    @enforces(FAMILY, "8.9-Ex", "8.0-procedure")
    def settle(self, state: OlympicState) -> bool:
        for unit in state.defenders:
            if state.where[unit] >= 0:
                lose_jp(state, unit, "8.9-Ex")
        here = [unit for unit in state.attackers if state.where[unit] >= 0]
        strength = state.ruleset.strength
        left = self.left(state)
        if left <= 0 or not here:
            state.stack.pop()
            return False
        if sum(strength[unit] for unit in here) - min(strength[unit] for unit in here) < left:
            state.stack.pop()
            for unit in here:
                lose_us(state, unit, "8.9-Ex", state.price)
            return False
        return super().settle(state)

    @enforces(FAMILY, "8.9-Ex")
    def choices(self, state: OlympicState) -> Choices:
        strength = state.ruleset.strength
        here = [unit for unit in state.attackers if state.where[unit] >= 0]
        chosen = [strength[unit] for unit in self.gone(state)]
        needed = owed(state)
        fitting: dict[int, bool] = {}
        for kind in sorted({strength[unit] for unit in here}):
            rest = [strength[unit] for unit in here]
            rest.remove(kind)
            fitting[kind] = completes(rest, [*chosen, kind], needed)
        return [pack(LOSE, unit) for unit in here if fitting[strength[unit]]]

    def take_lose(self, state: OlympicState, unit: int) -> None:
        lose_us(state, unit, "8.9-Ex", state.price)

    def misplaced(self, state: OlympicState, code: int) -> Refusal:
        return Refusal("8.9-Ex", "remove the attackers that the Exchange costs first", (), ("8.0-procedure",))

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == US_COMBAT and len(state.guards) == len(state.targets)

    def refuse_lose(self, state: OlympicState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit not in state.attackers or state.where[unit] < 0:
            return Refusal("8.9-Ex", f"{name} is not among the attackers", (name,), ("8.26-uninvolved",))
        return Refusal("8.9-Ex", f"with {name} a unit would be lost that could be spared", (name,))
