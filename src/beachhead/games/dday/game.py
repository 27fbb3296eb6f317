"""D-Day at Iwo Jima as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from beachhead.engine.action import Action
from beachhead.engine.cases import enforces
from beachhead.engine.datafile import Item
from beachhead.engine.event import Event
from beachhead.engine.game import Game, Scenario
from beachhead.engine.panel import Panel
from beachhead.engine.step import AnyStep
from beachhead.games.dday import (
    actions,
    artillery,
    attack,
    barrage,
    close_combat,
    entering,
    events,
    fire,
    landing,
    letters,
    movement,
    payments,
    recovery,
    replacements,
    sequence,
    setup,
    stacking,
)
from beachhead.games.dday.box.components import BOX, FOLDER, components_of
from beachhead.games.dday.phases import FAMILY, OPENING
from beachhead.games.dday.ruleset import SIDE_NAMES, SIDES, DDayRuleset
from beachhead.games.dday.saves import position
from beachhead.games.dday.saves.checks import check_fields
from beachhead.games.dday.sequence import GameTurn, begin_phase
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.switches import OPTIONS
from beachhead.games.dday.table import charts, facts, knowledge, outcomes, panels, previews, units
from beachhead.games.dday.table.map import board_of
from beachhead.games.dday.table.overlays import OVERLAYS, overlay
from beachhead.games.dday.table.view import SHOWN, counters_of

STEPS: Final[tuple[AnyStep, ...]] = (
    *sequence.STEPS,
    *landing.STEPS,
    *replacements.STEPS,
    *events.STEPS,
    *fire.STEPS,
    *letters.STEPS,
    *payments.STEPS,
    *actions.STEPS,
    *movement.STEPS,
    *entering.STEPS,
    *recovery.STEPS,
    *stacking.STEPS,
    *attack.STEPS,
    *barrage.STEPS,
    *close_combat.STEPS,
    *artillery.STEPS,
)


class DDay(Game[DDayRuleset, DDayState]):
    """D-Day at Iwo Jima, 19 February 1945 (Decision Games)."""

    id = "dday"
    title = "D-Day at Iwo Jima"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    book_name = "Japanese garrison"
    scenarios = (
        Scenario(
            "d-day",
            "D-Day, 19 February",
            6,
            "Land two Marine divisions, cut Suribachi off, and take ground on Airfield 1 and to the north by nightfall.",
            book=("jp",),
            mode="solitaire",
        ),
    )
    options = OPTIONS
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "card"})
    known = knowledge.KNOWN
    max_actions = 6000
    overlays = OVERLAYS
    combat_kinds = frozenset({"combat", "barrage result", "combat card", "fire"})
    parts = ("components", "board")
    state_type = DDayState
    position_keys = position.KEYS
    written_fields = position.WRITTEN
    about = {
        "players": "1",
        "length": "6 turns, two to three hours",
        "complexity": 4,
        "says": "Companies against bunkers, without dice: every card is fire, fortune or both. "
        "Get off the beach before the beach gets you.",
    }

    @enforces(FAMILY, "3.0-1", "18.4")
    def build_ruleset(self, parameters: Mapping[str, Any]) -> DDayRuleset:
        return DDayRuleset(self, parameters, components_of(parameters), steps=STEPS, shown=SHOWN)

    def set_up(self, state: DDayState) -> None:
        setup.set_up(state)
        state.push(GameTurn)
        begin_phase(state, OPENING)

    def put_position(self, state: DDayState, given: Item) -> None:
        position.put_position(state, given)

    def begin_position(self, state: DDayState, given: Item) -> None:
        position.begin_position(state, given)

    def written_position(self, state: DDayState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: DDayState, side: str | None = None) -> dict[str, Any]:
        return facts.facts(state, side)

    def face(self, name: str) -> int:
        return self.ruleset(self.parameters(None)).counter_number.get(name, 0)

    def board(self, ruleset: DDayRuleset) -> dict[str, Any]:
        return board_of(ruleset)

    def outcome(self, state: DDayState, events: list[Event]) -> str:
        """What chance brought: the result of a card, or the card or counter itself."""
        del state
        return outcomes.outcome_of(events)

    def preview(self, state: DDayState, action: Action) -> dict[str, Any]:
        return previews.preview(state, action)

    def charts(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return charts.charts_of(ruleset)

    def schedule(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return charts.schedule_of(ruleset)

    def counters(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return [face | value for face, value in zip(counters_of(ruleset), knowledge.counters_of(ruleset), strict=True)]

    def about_unit(self, state: DDayState, side: str | None, unit: str) -> dict[str, Any]:
        return units.about_unit(state, side, unit)

    def overlay(self, state: DDayState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, name) if name in self.overlays else super().overlay(state, side, name)

    def panel(self, ruleset: DDayRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: DDayState) -> None:
        check_fields(state)
        state.rebuild()
