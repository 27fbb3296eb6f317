"""7.6 Resolving an attack: the die, and what the result does."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import Step
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.advance import Advance
from beachhead.series.island_war.combat.differential import attacking_names, column, combat_facts, effective, strengths
from beachhead.series.island_war.combat.price import Price
from beachhead.series.island_war.combat.retreat import NOBODY, Retreat
from beachhead.series.island_war.marks import STRUCK
from beachhead.series.island_war.state import IslandWarState, S


@enforces(FAMILY, "4.1-1B-d", "7.0-procedure-2", "7.52", "10.0-procedure-2")
def roll(state: IslandWarState) -> None:
    """Step d: differential, line and column are what they are; one die; the result is applied before anything else."""
    line, number = column(state)
    state.die = state.dice.roll()
    state.result_column, state.result_line = number, line
    verdict = state.ruleset.table.results[state.die - 1][number - 1]
    state.verdict = verdict
    if state.sink is not None:
        attack, defence = strengths(state)
        state.happened(
            "combat",
            "4.1-1B-d",
            f"{attacking_names(state)} against {state.list_names(state.defenders)}: "
            f"{attack} to {defence} is {attack - defence:+} on the {line.replace('_', ' or ')} line, column {number}; "
            f"die {state.die}: {'no effect' if verdict == '.' else verdict}",
            combat_facts(state),
        )
    state.replace(Aftermath)
    state.ruleset.step_of(Aftermath).apply_result(state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Aftermath(Step[S]):
    """What a result does; and when all of it is done, the slate is wiped."""

    name = "aftermath"
    case = "4.1-1B"
    pushed_by = ("combat",)

    @enforces(FAMILY, "7.62-D", "7.62-A", "7.62-Ae", "7.62-De", "errata-7.62", "8.14", "8.15", "8.33", "8.44", "7.91")
    def apply_result(self, state: S) -> None:
        """What the result does: D strikes every defender, A every adjacent attacker, distant guns never (R8).

        Attacks by artillery and points alone need D2 or better. Units that are to retreat are put in line; then come the price
        of a massed attack, and the victor's advance.
        """
        verdict = effective(state)
        state.push(Advance)
        if state.banzai:
            state.push(Price)
        if verdict == ".":
            state.skip(Retreat)
            return
        beaten, victors = (state.defenders, state.attackers) if verdict[0] == "D" else (state.attackers, state.defenders)
        state.victors = list(victors)
        if verdict[1] == "e":
            case = "7.62-De" if verdict[0] == "D" else "7.62-Ae"
            for unit in filter(state.stands, list(beaten)):
                state.paths.append((unit, state.where[unit]))
                state.eliminate(unit, case, f"the result is {verdict}")
            return
        for unit in filter(state.stands, beaten):
            state.pending.append(unit)
            state.flags[unit] |= STRUCK
        if state.pending:
            state.push(Retreat, int(verdict[1]), *NOBODY)

    def settle(self, state: S) -> bool:
        state.clear_combat()
        state.duties_now = None
        state.stack.pop()
        return False
