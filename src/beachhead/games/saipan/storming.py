"""12.32 Units that attack from the sea: bound to the enemy on their beach, first to advance, lost if they do not win it."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.saipan import victory
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.series.island_war.combat.advance import Advance
from beachhead.series.island_war.combat.differential import effective
from beachhead.series.island_war.combat.duties import Duties
from beachhead.series.island_war.combat.resolution import Aftermath
from beachhead.series.island_war.ruleset import JP


class StormDuties(Duties):
    """A unit in the sea counts as next to the enemy on its own beach only (R41); both are always named together (R26, R55)."""

    __slots__ = ()
    bond_case = "12.32-b"
    bond_rule = "a unit in the sea and the enemy on its beach hex must fight in the same combat"

    @enforces(FAMILY, "12.32-b", "14.12-c")
    def __init__(self, state: SaipanState) -> None:
        super().__init__(state)
        for unit in self.touch:
            if state.storm[unit] >= 0:
                self.bind(unit, state.unit_at(state.storm[unit]))


class SaipanAdvance(Advance[SaipanState]):
    """Units in the sea advance before anybody else, and onto their own beach hex (R26)."""

    def prompt(self, state: SaipanState) -> str:
        ready = self.ready(state)
        if state.storms(ready[0]):
            return f"{state.list_names(ready)}: advance from the sea onto the beach hex or be eliminated."
        return super().prompt(state)

    def case_now(self, state: SaipanState) -> str:
        return "12.32-c" if state.storms(self.ready(state)[0]) else self.case

    def ready(self, state: SaipanState) -> list[int]:
        return [unit for unit in state.victors if state.storms(unit)] or state.victors

    def paths(self, state: SaipanState, unit: int) -> list[tuple[int, ...]]:
        """A unit that storms a beach follows the path of the enemy who stood there, and no other (R57)."""
        paths = super().paths(state, unit)
        return [path for path in paths if path[0] == state.storm[unit]] if state.storms(unit) else paths

    def prefers(self, state: SaipanState, unit: int, walk: list[int], other: tuple[int, ...]) -> bool:
        """As in movement (R61), a Japanese unit rather goes by way of beachhead markers."""
        markers = set(state.markers)
        return state.ruleset.owner[unit] == JP and len(markers.intersection(walk)) > len(markers.intersection(other))

    def take_advance(self, state: SaipanState, unit: int, space: int) -> None:
        super().take_advance(state, unit, space)
        state.storm[unit] = -1

    def refuse_advance(self, state: SaipanState, unit: int, space: int) -> Refusal:
        ready, name = self.ready(state), state.name(unit)
        if unit in state.victors and unit not in ready:
            names = tuple(state.name(other) for other in ready)
            return Refusal("12.32-c", f"{', '.join(names)} must advance from the sea first", (name, *names))
        free = not state.occupant[space] and any(space in path[1:] for path in state.paths)
        if free and unit in ready and state.storms(unit):
            return Refusal("12.32-b", f"{name} comes from the sea and must enter its own beach hex", (name,), ("7.95",))
        return super().refuse_advance(state, unit, space)


class SaipanAftermath(Aftermath[SaipanState]):
    """A landing that has not won its beach is lost, as soon as that is known; after each combat the game may be over."""

    def apply_result(self, state: SaipanState) -> None:
        if any(state.storm[unit] >= 0 for unit in state.attackers) and effective(state)[0] != "D":
            self._lose_landings(state)
        super().apply_result(state)

    def settle(self, state: SaipanState) -> bool:
        self._lose_landings(state)
        super().settle(state)
        victory.after_combat(state)
        return False

    @enforces(FAMILY, "12.32-c")
    def _lose_landings(self, state: SaipanState) -> None:
        """A unit that is still in the sea when its combat is over, or has failed to drive the enemy out, is lost (R26)."""
        for unit in state.attackers:
            if state.storms(unit) and state.stands(unit):
                state.eliminate(unit, "12.32-c", "it did not win its beach hex and cannot stay at sea")
