"""States made by hand, for tests of single rules: only what a test says is on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from beachhead.engine.chance import lots
from beachhead.engine.chance.dice import Dice
from beachhead.engine.game import Game, Scenario
from beachhead.games.dday.box.components import FOLDER, components_of
from beachhead.games.dday.counters import defenders
from beachhead.games.dday.ruleset import SIDE_NAMES, SIDES, DDayRuleset
from beachhead.games.dday.state import DEPTHS, FORTS, OUT, RESERVES, UNIT_UP, DDayState


class Sandbox(Game[DDayRuleset, DDayState]):
    """The components of D-Day without its steps."""

    id = "dday"
    title = "D-Day at Iwo Jima"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    scenarios = (Scenario("d-day", "D-Day", 6, "One day.", book=("jp",), mode="solitaire"),)
    folder = FOLDER
    families = ("dday",)
    state_type = DDayState

    def build_ruleset(self, parameters: Mapping[str, Any]) -> DDayRuleset:
        return DDayRuleset(self, parameters, components_of(parameters), steps=(), shown=())

    def set_up(self, state: DDayState) -> None:
        raise NotImplementedError


OPTIONS: dict[str, Any] = {
    "extra_company_hero": True, "reinforce_fires": True, "hit_cap": "group", "reserve_depth": "listed",
}  # fmt: skip


@cache
def ruleset(reserve_depth: str = "listed") -> DDayRuleset:
    """The ruleset of scenario 1."""
    parameters = {"scenario": "d-day", "options": OPTIONS | {"reserve_depth": reserve_depth}}
    return Sandbox().build_ruleset(parameters)


class Hands:
    """A state to lay counters into. Japanese counters that are not laid are out of play."""

    def __init__(self, script: Sequence[int] = (), reserve_depth: str = "listed") -> None:
        self.ruleset = ruleset(reserve_depth)
        self.state = DDayState(self.ruleset, Dice.scripted(list(script)) if script else Dice(bytes(32)))
        self.state.sink = []
        for unit in range(self.ruleset.unit_count):
            self.state.steps[unit] = self.ruleset.full_steps[unit]

    def us(self, name: str, place: str, steps: int = 0) -> int:
        """Put a US unit into a hex."""
        unit = self.ruleset.number[name]
        if steps:
            self.state.steps[unit] = steps
        self.state.put(unit, self.hex(place))
        return unit

    def jp(self, place: str, counter: str = "", *, up: bool = False) -> int:
        """Put a Japanese unit into a position hex, by id; any that is free if it does not matter."""
        position = self.at(place)
        number = self.ruleset.counter_number[counter] if counter else self._free(1, self.ruleset.first_depth)
        defenders.place_unit(self.state, position, number, up=up)
        return position

    def depth(self, place: str, counter: str = "") -> int:
        """Put a depth marker into a position hex, face down."""
        position = self.at(place)
        number = (
            self.ruleset.counter_number[counter] if counter else self._free(self.ruleset.first_depth, self.ruleset.first_fort)
        )
        defenders.place_depth(self.state, position, number)
        return position

    def fort(self, place: str, *counters: str, up: bool = False) -> int:
        """Put forts into a position hex, the top one first."""
        position = self.at(place)
        defenders.place_forts(self.state, position, [self.ruleset.counter_number[counter] for counter in counters])
        if up:
            defenders.reveal_fort(self.state, position, "17.3-d")
        return position

    def pool(self, kind: str, number: int, *counters: str) -> None:
        """Put counters into a pool: reserve or depth of a sector, forts of a class, mixed."""
        first = {"reserve": RESERVES, "depth": DEPTHS, "forts": FORTS}[kind]
        found = [self.ruleset.counter_number[counter] for counter in counters]
        self.state.pools[first + number - 1] = lots.mixed(self.state.lots, found)

    def hex(self, place: str) -> int:
        """A hex by its number."""
        return self.ruleset.components.board.grid.space(place)

    def at(self, place: str) -> int:
        """A position by its hex or code."""
        index = self.ruleset.components.board.position_index
        return index[place] if place in index else self.ruleset.position_at[self.hex(place)]

    def code(self, position: int) -> str:
        """The code of a position."""
        return self.ruleset.position_code[position] if position >= 0 else ""

    def is_up(self, place: str) -> bool:
        """Whether the unit in a hex is face up."""
        return bool(self.state.faces[self.at(place)] & UNIT_UP)

    def events(self, kind: str) -> list[tuple[str, str]]:
        """Case and text of the events of a kind."""
        return [(event.case, event.text) for event in self.state.sink or () if event.kind == kind]

    def out(self) -> list[str]:
        """The counters that are out of play by name."""
        return [self.ruleset.counter_ids[counter] for counter in self.state.pools[OUT] if counter > 0]

    def _free(self, first: int, last: int) -> int:
        state = self.state
        taken = {*state.unit, *state.second, *state.depth, *state.second_depth}
        taken.update(counter for lot in state.lots for counter in lot)
        taken.update(counter for pool in state.pools for counter in pool)
        return next(number for number in range(first, last) if number not in taken)
