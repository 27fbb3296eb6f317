"""Saipan as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from beachhead.engine.action import Action
from beachhead.engine.event import Event
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.shown.panel import Panel
from beachhead.games.saipan.box.components import BOX, FOLDER, components_of
from beachhead.games.saipan.landing import Landing, SaipanMovement, SaipanTurn
from beachhead.games.saipan.ruleset import SaipanRuleset
from beachhead.games.saipan.saves import position
from beachhead.games.saipan.saves.checks import check_combat, check_fields, check_start
from beachhead.games.saipan.scenarios import LANDING_NOTE, Deploy, Note
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.games.saipan.storming import SaipanAdvance, SaipanAftermath, StormDuties
from beachhead.games.saipan.table.knowledge import KNOWN
from beachhead.games.saipan.table.view import SHOWN, costly_facts, facts
from beachhead.games.saipan.victory import how_in_format_1
from beachhead.series.island_war import FAMILY as STANDARD
from beachhead.series.island_war import knowledge, panels, presentation
from beachhead.series.island_war.combat.artillery import Barrage, Protect
from beachhead.series.island_war.combat.banzai import Banzai
from beachhead.series.island_war.combat.declaring import Attackers, CombatPhase
from beachhead.series.island_war.combat.fates import lost
from beachhead.series.island_war.combat.price import Price
from beachhead.series.island_war.combat.retreat import Retreat
from beachhead.series.island_war.ruleset import JP, SIDE_NAMES, SIDES
from beachhead.series.island_war.sequence import GameTurn

STEPS: Final = (
    SaipanTurn(),
    SaipanMovement(),
    CombatPhase[SaipanState](),
    Attackers[SaipanState](),
    Barrage[SaipanState](),
    Protect[SaipanState](),
    Banzai[SaipanState](),
    Retreat[SaipanState](),
    Price[SaipanState](),
    SaipanAdvance(),
    SaipanAftermath(),
    Landing(),
    Note(),
    Deploy(),
)


class Saipan(Game[SaipanRuleset, SaipanState]):
    """Saipan: Conquest of the Marianas, June 1944 (SPI, 1975)."""

    id = "saipan"
    title = "Saipan: Conquest of the Marianas, June 1944"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    scenarios = (
        Scenario(
            "historical",
            "Historical",
            15,
            "The Japanese where they stood on 15 June 1944, six battalions before the beaches.",
            length="15 turns, two to four hours",
            forces="49 U.S. units, of which 20 can land as printed, against 21 Japanese.",
            special="No set-up: both sides begin at once.",
        ),
        Scenario(
            "free",
            "Free Deployment",
            15,
            "The U.S. writes down six beaches in secret, then Japan deploys as it likes.",
            length="15 turns, three to five hours with the set-up",
            forces="The same 49 and 21 units as in the historical scenario.",
            special="Neither side knows what the other has prepared.",
        ),
    )
    options = (
        Option(
            "reinforcement_rate",
            ("printed", "per_beachhead"),
            "printed",
            "How many U.S. units may land on each Game-Turn after the first. As printed: one, so that no more than 20 of the "
            "49 U.S. units ever land. Per beachhead, the wording of a later edition: one at each vacant beachhead, which brings "
            "most of the force ashore and makes the game much harder for Japan.",
            "errata-12.1",
        ),
        Option(
            "minimum_move",
            (False, True),
            False,
            "A unit may always move one hex, even one that it cannot pay for, unless an enemy zone of control holds it. "
            "An erratum of 1976 that changes the printed rule.",
            "errata-5.13",
        ),
        Option(
            "japanese_victory",
            ("at_end", "at_once"),
            "at_end",
            "When Japan wins by clearing the island: only once no more U.S. units can land (at_end), or the moment the last "
            "U.S. unit ashore is eliminated, even if more are waiting (at_once).",
            "13.0-japan",
        ),
    )
    folder = FOLDER
    families = (STANDARD, FAMILY)
    reveal_kinds = frozenset({"noted", "revealed"})
    max_actions = 8000
    known = KNOWN
    parts = ("components", "board", "roster")
    state_type = SaipanState
    position_keys = position.KEYS
    written_fields = position.WRITTEN
    about = {
        "players": "1 or 2",
        "length": "15 turns, two to four hours",
        "complexity": 2,
        "says": "Six battalions wade ashore under the guns of Mount Tapotchau. Take the island from its last defender, "
        "or hold out until the landing has bled white.",
    }
    overlays = presentation.OVERLAYS

    def build_ruleset(self, parameters: Mapping[str, Any]) -> SaipanRuleset:
        components, landing = components_of(parameters)
        return SaipanRuleset(
            self, parameters, components, landing, steps=STEPS, shown=SHOWN, secrets=(LANDING_NOTE,), duties=StormDuties
        )

    @enforces(FAMILY, "14.0", "14.11", "14.12-a", "14.22-a", "14.13-1", "14.13-2", "14.23-1", "14.23-2", "3.0", "3.0-pool")
    def set_up(self, state: SaipanState) -> None:
        """Historical: Japan on its printed hexes, the U.S. off the map. Free Deployment: nobody on the map, the U.S.
        writes first."""
        ruleset = state.ruleset
        check_start(ruleset)
        if ruleset.free:
            state.push(Note)
            return
        for number in ruleset.roster[JP]:
            state.place(number, ruleset.ground.grid.space(ruleset.units[number].start))
        state.note = list(ruleset.landing)
        state.revealed = 1
        state.push(GameTurn, 0)

    def position_parameters(self, data: Mapping[str, Any], rules: str) -> dict[str, Any]:
        return super().position_parameters(data, rules) | position.roster_of(data)

    def put_position(self, state: SaipanState, given: Item) -> None:
        position.put_position(state, given.value)

    def begin_position(self, state: SaipanState, given: Item) -> None:
        position.begin_position(state, given.value)

    def written_position(self, state: SaipanState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: SaipanState, side: str | None = None) -> dict[str, Any]:
        return facts(state, side)

    def costly_facts(self, state: SaipanState, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        return costly_facts(state, side)

    def tally(self, state: SaipanState) -> dict[str, int]:
        gone = [state.ruleset.owner[unit] for unit in lost(state)]
        return {side: gone.count(number) for number, side in enumerate(state.ruleset.sides)}

    def outcome(self, state: SaipanState, events: list[Event]) -> str:
        del state
        return next((str(event.data["result"]) for event in events if event.kind == "combat"), "none")

    def how_in_format_1(self, state: SaipanState) -> str:
        return "" if state.outcome is None else how_in_format_1(state.outcome, state)

    def board(self, ruleset: SaipanRuleset) -> dict[str, Any]:
        return presentation.board_of(ruleset)

    def counters(self, ruleset: SaipanRuleset) -> list[dict[str, Any]]:
        return knowledge.counters_of(ruleset)

    def charts(self, ruleset: SaipanRuleset) -> list[dict[str, Any]]:
        return presentation.charts_of(ruleset)

    def schedule(self, ruleset: SaipanRuleset) -> list[dict[str, Any]]:
        """Support points and landings by turn."""
        turns = presentation.schedule_of(ruleset)
        where = "each vacant beachhead" if ruleset.per_beachhead else "a beachhead"
        for turn in turns:
            first = turn["turn"] == 1
            turn["says"] = ["six U.S. infantry units land"] if first else [f"one U.S. unit may land at {where}"]
            turn["cases"] = ["12.1-a", "12.34-a"] if first else ["errata-12.1" if ruleset.per_beachhead else "12.1-b"]
        return turns

    def preview(self, state: SaipanState, action: Action) -> dict[str, Any]:
        return presentation.preview(state, action)

    def panel(self, ruleset: SaipanRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def about_unit(self, state: SaipanState, side: str | None, unit: str) -> dict[str, Any]:
        del side  # every unit stands in the open
        return presentation.about_unit(state, unit)

    def overlay(self, state: SaipanState, side: str | None, name: str) -> dict[str, Any]:
        if name not in self.overlays:
            return super().overlay(state, side, name)
        return presentation.overlay(state, name)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: SaipanState) -> None:
        check_fields(state)
        state.rebuild()
        check_combat(state)
