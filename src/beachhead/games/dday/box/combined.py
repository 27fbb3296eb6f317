"""Scenarios Two and Three played as one (18.5, 18.6, D108): made from the data of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.sheets import Clause, ScenarioData

COMBINED: Final = 7
"""Its number; the book gives it none."""
BOTH: Final = ("heroes", "opening_reveal", "third_marines", "normal_command")
"""Special rules that hold: those of a front line under normal command, and the hero of Scenario Two."""


@enforces("dday", "18.5", "18.6", "3.0-3")
def combined(second: ScenarioData, third: ScenarioData) -> ScenarioData:
    """Both forces and pools added up, both lists of ground to take, normal command with an HQ for the 28th Marines, the limits of
    losses of Scenario Three. Nobody stays behind with the 28th, and the limits on artillery points fall away."""
    return replace(
        third,
        number=COMBINED,
        name=f"{second.name} and {third.name}",
        closed_sectors=tuple(sector for sector in third.closed_sectors if sector in second.closed_sectors),
        us_hexes=tuple(sorted((*second.us_hexes, *third.us_hexes), key=lambda entry: entry.units[0])),
        us_choice={key: value for key, value in third.us_choice.items() if key != "without"},
        japanese=tuple(sorted((*second.japanese, *third.japanese), key=lambda sector: sector.sector)),
        depth_in_use=tuple(sorted((*second.depth_in_use, *third.depth_in_use))),
        depth_at=(*second.depth_at, *third.depth_at),
        forts=(*second.forts, *third.forts),
        regimental_hqs=_hqs(second, third),
        replacements=_points(second, third),
        artillery_points=_sum(second.artillery_points, third.artillery_points),
        special=tuple(clause for clause in (*second.special, *third.special) if clause.name in BOTH),
        victory=_victory(second, third),
    )


def _hqs(second: ScenarioData, third: ScenarioData) -> Mapping[str, Any]:
    """HQs of the regiments of both."""
    there = [int(start.name.removeprefix("HW/")) for start in second.us_hexes if start.name.startswith("HW/")]
    return {**third.regimental_hqs, "on_map": [*third.regimental_hqs["on_map"], *there]}


def _sum(first: Mapping[int, int], other: Mapping[int, int]) -> Mapping[int, int]:
    return {owner: first.get(owner, 0) + other.get(owner, 0) for owner in sorted({*first, *other})}


def _points(second: ScenarioData, third: ScenarioData) -> Mapping[str, Any]:
    """Replacement points: those of Scenario Two are the 5th Division's."""
    each = third.replacements["infantry_per_division"]
    clause = second.rule("replacements")
    more: Mapping[str, Any] = {} if clause is None else clause.details
    return {
        "infantry": {"3": each, "4": each, "5": each + more.get("infantry_total", 0)},
        "tank": third.replacements["tank"] + more.get("tank", 0),
        "engineer": third.replacements["engineer"] + more.get("engineer", 0),
    }


def _victory(second: ScenarioData, third: ScenarioData) -> tuple[Clause, ...]:
    """Everything but the total of losses of Scenario Two: thirty steps a day take its place."""
    return (*third.victory, *(clause for clause in second.victory if clause.name != "max_infantry_step_losses"))
