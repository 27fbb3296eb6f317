"""Reef: Atoll for two partners, each with half of the force. Obstacles are the north force's, ships and orders anybody's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from beachhead.engine.action import UNIT, Action, unpack
from beachhead.engine.game import Scenario
from beachhead.engine.seats import Owner
from tests.demo.atoll.game import Atoll
from tests.demo.atoll.ruleset import CLEAR, LEAVE, AtollRuleset
from tests.demo.atoll.state import AtollState

SEATS = ("north", "south")
CASE = "1.1"


def seat_of(ruleset: AtollRuleset, unit: int) -> str | None:
    """Who commands a U.S. unit: north those with even numbers, south the others; the ships nobody in particular."""
    return SEATS[unit % 2] if unit in ruleset.troops else None


class Reef(Atoll):
    """What is different from Atoll."""

    id = "reef"
    title = "Reef"
    seat_names: ClassVar[Mapping[str, str]] = {"north": "north force", "south": "south force"}
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        replace(Atoll.scenarios[0], title="Partners", seats=(("north", "us"), ("south", "us"), ("jp", "jp")), own_orders=True),
    )

    def owner_of(self, state: AtollState, action: Action) -> Owner | None:
        verb, first, _, _ = unpack(action.code)
        if verb in (CLEAR, LEAVE):
            return Owner("north", CASE)
        kinds = state.ruleset.verbs[verb].kinds
        seat = seat_of(state.ruleset, first) if kinds[:1] == (UNIT,) else None
        return None if seat is None else Owner(seat, CASE, (state.name(first),))

    def units_of(self, state: AtollState, seat: str) -> tuple[str, ...]:
        ruleset = state.ruleset
        return tuple(state.name(unit) for unit in ruleset.troops if seat_of(ruleset, unit) == seat)
