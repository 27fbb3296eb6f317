"""Operation Olympic as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from beachhead.engine.action import Action, unpack
from beachhead.engine.event import Event
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.shown.panel import Panel
from beachhead.engine.step import AnyStep
from beachhead.games.olympic.box.components import BOX, FOLDER, components_of
from beachhead.games.olympic.combat.advance import Advance, JapaneseAdvance
from beachhead.games.olympic.combat.american_phase import Aftermath, Attackers, CombatPhase, StrikeAftermath
from beachhead.games.olympic.combat.exchange import Exchange
from beachhead.games.olympic.combat.retreat import Retreat
from beachhead.games.olympic.combat.strike import Strike
from beachhead.games.olympic.doctrine.interdiction import Interdiction
from beachhead.games.olympic.doctrine.marching import March
from beachhead.games.olympic.doctrine.tokko import Announce, Tokko, TokkoLosses
from beachhead.games.olympic.doctrine.tracks import Doctrine
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing import deployment
from beachhead.games.olympic.landing.deployment import Aim, Deploy
from beachhead.games.olympic.landing.landings import Beachheads, Landing
from beachhead.games.olympic.landing.placement import Place
from beachhead.games.olympic.landing.reinforcements import Assign, Reinforcement
from beachhead.games.olympic.movement import JapaneseMovement, Movement
from beachhead.games.olympic.ruleset import SIDE_NAMES, SIDES, OlympicRuleset
from beachhead.games.olympic.saves import position
from beachhead.games.olympic.saves.checks import check_fields
from beachhead.games.olympic.sequence import GameTurn
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.table import chances, charts, facts, knowledge, panels, previews, units
from beachhead.games.olympic.table.map import board_of
from beachhead.games.olympic.table.overlays import OVERLAYS, overlay
from beachhead.games.olympic.table.view import SECRETS, SHOWN
from beachhead.games.olympic.verbs import ASSAULT, DONE

STEPS: Final[tuple[AnyStep, ...]] = (
    GameTurn(),
    Deploy(),
    Aim(),
    Place(),
    Announce(),
    Tokko(),
    TokkoLosses(),
    Movement(),
    CombatPhase(),
    Attackers(),
    Aftermath(),
    Exchange(),
    Retreat(),
    Advance(),
    Landing(),
    Beachheads(),
    Assign(),
    Reinforcement(),
    Interdiction(),
    Doctrine(),
    March(),
    JapaneseMovement(),
    Strike(),
    StrikeAftermath(),
    JapaneseAdvance(),
)
_TWO: Final = ("two-player",)


class Olympic(Game[OlympicRuleset, OlympicState]):
    """Operation Olympic: The Invasion of Japan, 1 November 1945 (SPI, 1974)."""

    id = "olympic"
    title = "Operation Olympic: The Invasion of Japan"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    book_name = "Japanese doctrine"
    scenarios = (
        Scenario(
            "solitaire",
            "Solitaire",
            10,
            "You command the U.S. forces. Japan follows the doctrine of the rulebook, act by act, and gives its reasons.",
            book=("jp",),
            mode="solitaire",
            length="10 turns, three to five hours",
            forces="43 U.S. units land in up to nine stacks; 79 Japanese counters lie face down, 16 units more come later.",
            special="No opponent is needed, and no decision of Japan's is left to you.",
        ),
        Scenario(
            "two-player",
            "Two players",
            10,
            "Japan is free to move and attack; the U.S. has Air Interdiction.",
            length="10 turns, four to six hours",
            forces="The same forces; Japan is free to move them.",
            special="For two people, or one against the computer.",
        ),
    )
    options = (
        Option(
            "historical_plan",
            (False, True),
            False,
            "Land as planned: nine Army units each at Miyazaki and Ariake, nine Marine units at Sendai.",
            "17.1",
            scenarios=("solitaire",),
        ),
        Option(
            "free_deployment",
            (False, True),
            False,
            "Japan deploys its counters face down as it likes, each on a hex of its letter.",
            "17.2",
            scenarios=_TWO,
        ),
        Option(
            "hidden_tokko",
            (False, True),
            False,
            "Japan commits three Tokko Points to invasion zones in secret, before the U.S. places its stacks.",
            "17.3-record",
            scenarios=_TWO,
        ),
        Option(
            "optional_tokko",
            (False, True),
            False,
            "A finer Tokko table: single units are lost, and the U.S. chooses which.",
            "17.4",
        ),
        Option(
            "coastal_doubling",
            ("with_terrain", "best_only"),
            "with_terrain",
            "Whether the doubling of Coastal units on Game-Turn 1 multiplies with the terrain they stand in, or only the better "
            "of the two counts.",
            "8.37",
        ),
        Option(
            "replacement_return",
            ("third_turn", "boxes"),
            "third_turn",
            "When a supplied loss returns: on the third Game-Turn after it, always; or as the boxes of the Replacement Tracks "
            "move, which brings losses of the American Combat Phase back one Game-Turn sooner.",
            "9.3-return",
        ),
        Option(
            "japanese_stack_test",
            ("each_stop", "phase_end"),
            "each_stop",
            "When Japanese stacking is tested: whenever a unit stops, or at the end of the phase, so that a unit may stop on a "
            "friend that leaves later.",
            "7.32",
            scenarios=_TWO,
        ),
        Option(
            "retreat_apart",
            (True, False),
            True,
            "Whether a retreat of two hexes must end two hexes from its start, or may end next to it.",
            "8.7-distance",
        ),
        Option(
            "supply_network",
            ("hexsides", "hexes"),
            "hexsides",
            "What U.S. supply lines run over: roads and clear hexsides, or any two neighboring clear or road hexes.",
            "12.12",
        ),
        Option(
            "south_floor",
            (True, False),
            True,
            "Whether the points for the south never fall below zero, or are simply subtracted.",
            "18.2.1-A",
        ),
    )
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"released", "dummy", "tokko record"})
    max_actions = 9000
    odds_over_worlds = frozenset({"assault"})
    known = knowledge.KNOWN
    overlays = OVERLAYS
    parts = ("components", "board", "deployment")
    state_type = OlympicState
    position_keys = position.KEYS
    written_fields = position.WRITTEN
    about = {
        "players": "1 or 2",
        "length": "10 turns, three to five hours",
        "complexity": 3,
        "says": "Nine stacks off Kyushu, a coast of face-down counters, and a defender who only has to make it expensive. Clear "
        "the south, take Kagoshima, and count every casualty.",
    }

    @enforces(FAMILY, "17.0", "16.5")
    def build_ruleset(self, parameters: Mapping[str, Any]) -> OlympicRuleset:
        return OlympicRuleset(self, parameters, components_of(parameters), steps=STEPS, shown=SHOWN, secrets=SECRETS)

    def set_up(self, state: OlympicState) -> None:
        deployment.set_up(state)

    def position_parameters(self, data: Mapping[str, Any], rules: str) -> dict[str, Any]:
        return super().position_parameters(data, rules) | position.deployment_of(data)

    def put_position(self, state: OlympicState, given: Item) -> None:
        position.put_position(state, given)

    def begin_position(self, state: OlympicState, given: Item) -> None:
        position.begin_position(state, given)

    def written_position(self, state: OlympicState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: OlympicState, side: str | None = None) -> dict[str, Any]:
        return facts.facts(state, side)

    def costly_facts(self, state: OlympicState, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        return facts.costly_facts(state, side)

    def tally(self, state: OlympicState) -> dict[str, int]:
        return chances.tally(state)

    def outcome(self, state: OlympicState, events: list[Event]) -> str:
        """What the dice brought: the result of a combat, the face of a track's die."""
        del state
        for event in events:
            if event.kind == "combat":
                return str(event.data["result"])
            if event.kind == "die":
                return str(event.data["die"])
            if event.kind == "landed":
                return chances.LANDED
        return "none"

    def odds(self, state: OlympicState, action: Action) -> dict[str, Fraction]:
        """What lies face down must not be told by an assault's odds, and several militias have more dice than can be tried."""
        verb, first, second, _ = unpack(action.code)
        if verb == ASSAULT:
            return chances.assault_odds(state, first, second)
        if verb == DONE and state.is_at(Attackers):
            return chances.attack_odds(state)
        return super().odds(state, action)

    def board(self, ruleset: OlympicRuleset) -> dict[str, Any]:
        return board_of(ruleset.components)

    def charts(self, ruleset: OlympicRuleset) -> list[dict[str, Any]]:
        return charts.charts_of(ruleset)

    def schedule(self, ruleset: OlympicRuleset) -> list[dict[str, Any]]:
        return charts.schedule_of(ruleset)

    def counters(self, ruleset: OlympicRuleset) -> list[dict[str, Any]]:
        return knowledge.counters_of(ruleset)

    def preview(self, state: OlympicState, action: Action) -> dict[str, Any]:
        return previews.preview(state, action)

    def about_unit(self, state: OlympicState, side: str | None, unit: str) -> dict[str, Any]:
        return units.about_unit(state, side, unit)

    def overlay(self, state: OlympicState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, side, name) if name in self.overlays else super().overlay(state, side, name)

    def combat_in(self, ruleset: OlympicRuleset, view: Mapping[str, Any]) -> Mapping[str, Any]:
        return panels.combat_in(ruleset, view)

    def panel(self, ruleset: OlympicRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: OlympicState) -> None:
        check_fields(state)
        state.rebuild()
