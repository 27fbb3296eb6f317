"""Bloodbath in the Bonins as a game: what it declares, and how its matches begin."""

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
from beachhead.games.bonins import movement, sequence
from beachhead.games.bonins.box.components import BOX, FOLDER, components_of
from beachhead.games.bonins.combat import advance, aftermath, bombardment, combat_phase, declaring, losses, retreat
from beachhead.games.bonins.combat.combat_phase import Attacking, Combat, JapaneseCombat
from beachhead.games.bonins.combat.fronts import is_lander, joiners
from beachhead.games.bonins.garrison import arrivals, banzai, deployment, placement, redeployment, sorties
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import SIDE_NAMES, SIDES, US, BoninsRuleset
from beachhead.games.bonins.saves import position
from beachhead.games.bonins.saves.checks import check_fields
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table import chances, charts, facts, knowledge, panels, previews, prospects, units
from beachhead.games.bonins.table.map import board_of
from beachhead.games.bonins.table.overlays import OVERLAYS, overlay
from beachhead.games.bonins.table.view import SECRETS, SHOWN
from beachhead.games.bonins.verbs import ATTACK, DONE, JOIN, RESOLVE

STEPS: Final[tuple[AnyStep, ...]] = (
    *sequence.STEPS,
    *deployment.STEPS,
    *movement.STEPS,
    *declaring.STEPS,
    *combat_phase.STEPS,
    *aftermath.STEPS,
    *losses.STEPS,
    *retreat.STEPS,
    *advance.STEPS,
    *redeployment.STEPS,
    *placement.STEPS,
    *arrivals.STEPS,
    *banzai.STEPS,
    *sorties.STEPS,
    *bombardment.STEPS,
)
_TWO: Final = ("two-player",)


class Bonins(Game[BoninsRuleset, BoninsState]):
    """Iwo: Bloodbath in the Bonins, 19 February to 17 March 1945 (Decision Games)."""

    id = "bonins"
    title = "Iwo: Bloodbath in the Bonins"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    book_name = "Japanese garrison"
    scenarios = (
        Scenario(
            "solitaire",
            "Solitaire",
            16,
            "You lead the Marines. The garrison acts by the rulebook, act by act, with its reasons.",
            book=("jp",),
            mode="solitaire",
            length="up to 16 turns, three to five hours",
            forces="27 Marine battalions with tanks and support, 39 units in all; 48 Japanese units dug in, nobody knows where.",
            special="No opponent is needed.",
        ),
        Scenario(
            "two-player",
            "Two players",
            16,
            "Japan deploys as it likes, moves, tunnels, and chooses its targets until Suribachi falls.",
            length="up to 16 turns, four to six hours",
            forces="The same 39 and 48 units; Japan knows where its own are.",
            special="The garrison is deployed and led by a player.",
        ),
    )
    options = (
        Option(
            "level",
            ("historical", "easier"),
            "historical",
            "Full battalions are 6-6-8, as hard as history; or 7-6-8, an easier game for newcomers.",
            "rec-us-counters",
        ),
        Option(
            "leave_zones",
            ("free", "locked"),
            "free",
            "Whether a unit may move out of an enemy zone of control, or leaves one only by combat.",
            "std-6.1-b",
        ),
        Option(
            "stack_test",
            ("each_move", "phase_end"),
            "each_move",
            "When stacking is tested: after each move, or at the end of the phase, so that two units may change places.",
            "std-5.3-c",
        ),
        Option(
            "suppression_covers_d",
            (False, True),
            False,
            "Whether suppression also spares the attackers the step that a D2 or D3 may cost them.",
            "16.3-b",
        ),
        Option(
            "banzai_count_suribachi",
            (False, True),
            False,
            "Whether Suribachi counts as a cleared sector for the first banzai die.",
            "20.5-b",
        ),
        Option(
            "advance_after_exchange",
            (False, True),
            False,
            "Whether attackers may advance when an exchange empties a hex whose defender was not dug in.",
            "std-7.6-ex",
            scenarios=_TWO,
        ),
        Option(
            "tunnel_zero_movement",
            (False, True),
            False,
            "Whether units with movement factor 0 may use tunnels.",
            "23.2-b",
            scenarios=_TWO,
        ),
    )
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "flipped", "turned up"})
    max_actions = 6000
    odds_over_worlds = frozenset({"resolve", "attack", "join", "done"})
    overlays = OVERLAYS
    combat_kinds = frozenset({"combat", "fire"})
    parts = ("components", "board")
    state_type = BoninsState
    position_keys = position.KEYS
    written_fields = position.WRITTEN
    known = knowledge.KNOWN
    about = {
        "players": "1 or 2",
        "length": "up to 16 turns, three to five hours",
        "complexity": 3,
        "says": "Forty-eight units under the island, and nobody knows which is where. Take Suribachi, clear six sectors in time, "
        "and bring enough Marines home.",
    }

    @enforces(FAMILY, "10.2", "10.3-a", "10.3-b")
    def build_ruleset(self, parameters: Mapping[str, Any]) -> BoninsRuleset:
        return BoninsRuleset(self, parameters, components_of(parameters), steps=STEPS, shown=SHOWN, secrets=SECRETS)

    def set_up(self, state: BoninsState) -> None:
        deployment.set_up(state)

    def position_parameters(self, data: Mapping[str, Any], rules: str) -> dict[str, Any]:
        return super().position_parameters(data, rules) | position.board_of(data)

    def put_position(self, state: BoninsState, given: Item) -> None:
        position.put_position(state, given)

    def begin_position(self, state: BoninsState, given: Item) -> None:
        position.begin_position(state, given)

    def written_position(self, state: BoninsState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: BoninsState, side: str | None = None) -> dict[str, Any]:
        return facts.facts(state, side)

    def costly_facts(self, state: BoninsState, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        return facts.costly_facts(state, side)

    def tally(self, state: BoninsState) -> dict[str, int]:
        return prospects.tally(state)

    def outcome(self, state: BoninsState, events: list[Event]) -> str:
        """What the dice brought: the result of a combat, a hex, a die."""
        del state
        return chances.outcome_of(events)

    def odds(self, state: BoninsState, action: Action) -> dict[str, Fraction]:
        """The odds of an attack must not tell what lies face down, so they are counted over what may lie there."""
        fight = _fight(state, action)
        return super().odds(state, action) if fight is None else chances.attack_odds(state, *fight)

    def odds_from(self, state: BoninsState, action: Action) -> int:
        fight = _fight(state, action)
        return 0 if fight is None else chances.defenders_of(state, *fight[:2])[1]

    def board(self, ruleset: BoninsRuleset) -> dict[str, Any]:
        return board_of(ruleset)

    def charts(self, ruleset: BoninsRuleset) -> list[dict[str, Any]]:
        return charts.charts_of(ruleset)

    def schedule(self, ruleset: BoninsRuleset) -> list[dict[str, Any]]:
        return charts.schedule_of(ruleset)

    def counters(self, ruleset: BoninsRuleset) -> list[dict[str, Any]]:
        return knowledge.counters_of(ruleset)

    def preview(self, state: BoninsState, action: Action) -> dict[str, Any]:
        return previews.preview(state, action)

    def about_unit(self, state: BoninsState, side: str | None, unit: str) -> dict[str, Any]:
        return units.about_unit(state, side, unit)

    def overlay(self, state: BoninsState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, side, name) if name in self.overlays else super().overlay(state, side, name)

    def combat_in(self, ruleset: BoninsRuleset, view: Mapping[str, Any]) -> Mapping[str, Any]:
        return panels.combat_in(ruleset, view)

    def panel(self, ruleset: BoninsRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: BoninsState) -> None:
        check_fields(state)
        state.rebuild()


def _fight(state: BoninsState, action: Action) -> tuple[int, int, list[int]] | None:
    """Whose attack an action rolls, on which hex and from which; None if it rolls none."""
    verb, first, second, _ = unpack(action.code)
    if verb == RESOLVE and state.is_at(Combat):
        return US, first, next((list(entry[2:]) for entry in state.declared if entry[0] == first), [])
    owner = state.step.side(state) if state.outcome is None else US
    if verb in (DONE, JOIN) and state.is_at(Attacking):
        target, hexes = state.target, [*state.fronts, first] if verb == JOIN else list(state.fronts)
    elif verb == ATTACK and (state.is_at(Combat) or state.is_at(JapaneseCombat)):
        target, hexes = first, [second] if first == second or not is_lander(state, first) else [first, second]
    else:
        return None
    return None if verb != DONE and joiners(state, owner, target, hexes) else (owner, target, hexes)
