"""Rage Against the Marines as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from beachhead.engine.action import Action, pack
from beachhead.engine.chance.outcomes import outcomes
from beachhead.engine.event import Event
from beachhead.engine.files.datafile import Item
from beachhead.engine.game import Game, Scenario
from beachhead.engine.shown.panel import Panel
from beachhead.engine.step import AnyStep
from beachhead.games.rage.box.components import BOX, FOLDER, RANDOM
from beachhead.games.rage.box.island import board_of
from beachhead.games.rage.combat.assault import Assault, Assaulted, JapaneseAssault
from beachhead.games.rage.combat.attacks import Resolve
from beachhead.games.rage.combat.bombardment import Blasted, Bombard, Fallen, JapaneseBombard, Losses, Shelled
from beachhead.games.rage.combat.charges import Charge, Kirikami
from beachhead.games.rage.combat.defensive_fire import Entry, Hurt, UnitedStatesFire
from beachhead.games.rage.combat.loss_order import Rank
from beachhead.games.rage.combat.retreats import Stand, Withdraw
from beachhead.games.rage.deployment import Deployment, first_position
from beachhead.games.rage.movement import JapaneseMovement, Movement
from beachhead.games.rage.ruleset import SIDE_NAMES, RageRuleset
from beachhead.games.rage.saves import position
from beachhead.games.rage.saves.checks import check_fields
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.table import charts, facts, knowledge, panels, previews, units
from beachhead.games.rage.table.overlays import OVERLAYS, overlay
from beachhead.games.rage.table.view import SECRETS, SHOWN
from beachhead.games.rage.turn.construction import Build
from beachhead.games.rage.turn.end_phase import Marines, Retire
from beachhead.games.rage.turn.recovery import Recovery
from beachhead.games.rage.turn.sequence import Begin, GameTurn, Roll
from beachhead.games.rage.turn.weather import Ground
from beachhead.games.rage.verbs import PLAN, SETUP_PLAN, SIDES
from beachhead.games.rage.windows import DiceWindow, PhaseWindow, TargetsWindow

SINGLE_DICE: Final = ("weather", "die", "flag")
"""Events that tell the face of one die."""
STEPS: tuple[AnyStep, ...] = (
    GameTurn(),
    Begin(),
    PhaseWindow(),
    TargetsWindow(),
    DiceWindow(),
    Deployment(),
    Ground(),
    Recovery(),
    Bombard(),
    JapaneseBombard(),
    Resolve(),
    Roll(),
    Rank(),
    Blasted(),
    Losses(),
    Fallen(),
    Shelled(),
    Movement(),
    JapaneseMovement(),
    Entry(),
    UnitedStatesFire(),
    Hurt(),
    Stand(),
    Withdraw(),
    Kirikami(),
    Assault(),
    JapaneseAssault(),
    Charge(),
    Assaulted(),
    Build(),
    Marines(),
    Retire(),
)


class Rage(Game[RageRuleset, RageState]):
    """Iwo Jima: Rage Against the Marines, February and March 1945."""

    id = "rage"
    title = "Iwo Jima: Rage Against the Marines"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    scenarios = (
        Scenario(
            "campaign",
            "The battle for Iwo Jima",
            9,
            "Japan sets up units and Caves in secret on a map of its own; the U.S. lands when and where it likes.",
            length="9 turns, one and a half to three hours",
            forces="15 Marine units, a third of them in reserve, and ten of support; 23 hidden units and 21 Caves.",
            special="Hidden units: each side sees its own map.",
        ),
    )
    options = ()
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "cave shown", "caves", "searched", "marines", "charge", "banzai", "announced"})
    combat_kinds = frozenset({"roll"})
    max_actions = 6000
    known = knowledge.KNOWN
    state_type = RageState
    position_keys = position.KEYS
    written_fields = position.WRITTEN
    about = {
        "players": "1 or 2",
        "length": "9 turns, one and a half to three hours",
        "complexity": 2,
        "says": "Three divisions against an island of caves, and a defender whose map you never see. Raise the flag, open the "
        "airfields, and count the cost: forty points end it for either side.",
    }
    overlays = OVERLAYS

    def build_ruleset(self, parameters: Mapping[str, Any]) -> RageRuleset:
        return RageRuleset(self, parameters, BOX.components_of(parameters), steps=STEPS, shown=SHOWN, secrets=SECRETS)

    def set_up(self, state: RageState) -> None:
        first_position(state)

    def put_position(self, state: RageState, given: Item) -> None:
        position.put_position(state, given)

    def begin_position(self, state: RageState, given: Item) -> None:
        position.begin_position(state, given)

    def written_position(self, state: RageState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: RageState, side: str | None = None) -> dict[str, Any]:
        return facts.facts(state, side)

    def costly_facts(self, state: RageState, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        return facts.costly_facts(state, side)

    def outcome(self, state: RageState, events: list[Event]) -> str:
        """What the dice brought, one after another: Hits of attacks, faces of single dice."""
        del state
        words = []
        for event in events:
            if event.kind == "roll":
                words.append(f"{event.data['hits']} hits")
            elif event.kind in SINGLE_DICE:
                words.append(f"{event.kind} {event.data['die']}")
        return ", ".join(words) or "none"

    def odds(self, state: RageState, action: Action) -> dict[str, Fraction]:
        """A deployment by chance has more outcomes than anybody can list, and no name for any of them.

        If something hidden has to come out before the dice, the U.S. player is not told of them. After the last Cave they follow
        at once, after any other a window comes first (R62), and he would learn which it is by asking.
        """
        if action.code == pack(SETUP_PLAN, state.ruleset.names[PLAN].find(RANDOM)[0]):
            return {"none": Fraction(1)}
        if state.side == "us" and state.fog() and self._discloses_first(state, action):
            return {}
        return super().odds(state, action)

    def _discloses_first(self, state: RageState, action: Action) -> bool:
        """Whether something comes out before the first die; up to there all outcomes are the same."""
        _, _, events = next(outcomes(state, action))
        told = (event.kind for event in events if event.kind in self.reveal_kinds or event.kind in ("roll", *SINGLE_DICE))
        return next(told, "") in self.reveal_kinds

    def board(self, ruleset: RageRuleset) -> dict[str, Any]:
        return board_of(ruleset.components)

    def counters(self, ruleset: RageRuleset) -> list[dict[str, Any]]:
        return knowledge.counters_of(ruleset)

    def charts(self, ruleset: RageRuleset) -> list[dict[str, Any]]:
        return charts.charts_of(ruleset)

    def schedule(self, ruleset: RageRuleset) -> list[dict[str, Any]]:
        return charts.schedule_of(ruleset)

    def preview(self, state: RageState, action: Action) -> dict[str, Any]:
        return previews.preview(state, action)

    def combat_in(self, ruleset: RageRuleset, view: Mapping[str, Any]) -> Mapping[str, Any]:
        return panels.combat_in(ruleset, view)

    def panel(self, ruleset: RageRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def about_unit(self, state: RageState, side: str | None, unit: str) -> dict[str, Any]:
        return units.about_unit(state, side, unit)

    def overlay(self, state: RageState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, side, name) if name in self.overlays else super().overlay(state, side, name)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: RageState) -> None:
        check_fields(state)
