"""Rage Against the Marines as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from beachhead.engine.action import Action, pack
from beachhead.engine.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.game import Game, Scenario
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.engine.step import AnyStep
from beachhead.games.rage import display
from beachhead.games.rage.assault import Assault, Assaulted, JapaneseAssault
from beachhead.games.rage.attacks import Resolve
from beachhead.games.rage.bombardment import Blasted, Bombard, Fallen, JapaneseBombard, Losses, Shelled
from beachhead.games.rage.charges import Charge, Kirikami
from beachhead.games.rage.checks import check_fields
from beachhead.games.rage.components import FOLDER, RANDOM, components_of, read_folder
from beachhead.games.rage.construction import Build
from beachhead.games.rage.defensive_fire import Entry, Hurt, UnitedStatesFire
from beachhead.games.rage.deployment import Deployment, first_position
from beachhead.games.rage.end_phase import Marines, Retire
from beachhead.games.rage.facts import SECRETS, SHOWN, costly_facts, facts
from beachhead.games.rage.movement import JapaneseMovement, Movement
from beachhead.games.rage.position import describe_position, read_position
from beachhead.games.rage.recovery import Recovery
from beachhead.games.rage.retreats import Stand, Withdraw
from beachhead.games.rage.rows import Rank
from beachhead.games.rage.ruleset import PLAN, SETUP_PLAN, SIDE_NAMES, SIDES, RageRuleset
from beachhead.games.rage.sequence import Begin, GameTurn
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.victory import how_in_format_1
from beachhead.games.rage.volley import Volley
from beachhead.games.rage.weather import Ground
from beachhead.games.rage.windows import DiceWindow, PhaseWindow, TargetsWindow

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
    Volley(),
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


class Rage(Game):
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
        ),
    )
    options = ()
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "cave shown", "caves", "searched", "marines", "charge", "banzai", "announced"})
    max_actions = 6000
    about = {
        "players": "1 or 2",
        "length": "9 turns, one and a half to three hours",
        "complexity": 2,
        "says": "Three divisions against an island of caves, and a defender whose map you never see. Raise the flag, open the "
        "airfields, and count the cost: forty points end it for either side.",
    }
    overlays = display.OVERLAYS

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        return RageRuleset(self, parameters, components_of(parameters), steps=STEPS, shown=SHOWN, secrets=SECRETS)

    def blank_state(self, ruleset: Ruleset, dice: Dice) -> RageState:
        assert isinstance(ruleset, RageRuleset)
        return RageState(ruleset, dice)

    def initial_state(self, ruleset: Ruleset, dice: Dice) -> State:
        state = self.blank_state(ruleset, dice)
        first_position(state)
        state.settle()
        return state

    def position(self, description: Mapping[str, Any], dice: Dice | None = None) -> State:
        return read_position(self, description, dice)

    def describe(self, state: State) -> dict[str, Any]:
        assert isinstance(state, RageState)
        return describe_position(state)

    def facts(self, state: State, side: str | None = None) -> dict[str, Any]:
        assert isinstance(state, RageState)
        return facts(state, side)

    def how_in_format_1(self, state: State) -> str:
        return "" if state.outcome is None else how_in_format_1(state.outcome)

    def costly_facts(self, state: State, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        assert isinstance(state, RageState)
        return costly_facts(state, side)

    def outcome(self, state: State, events: list[Event]) -> str:
        """What the dice brought, one after another: Hits of attacks, faces of single dice."""
        del state
        words = []
        for event in events:
            if event.kind == "roll":
                words.append(f"{event.data['hits']} hits")
            elif event.kind in ("weather", "die", "flag"):
                words.append(f"{event.kind} {event.data['die']}")
        return ", ".join(words) or "none"

    def odds(self, state: State, action: Action) -> dict[str, Fraction]:
        """A deployment by chance has more outcomes than anybody can list, and no name for any of them."""
        if action.code == pack(SETUP_PLAN, state.ruleset.names[PLAN].find(RANDOM)[0]):
            return {"none": Fraction(1)}
        return super().odds(state, action)

    def board(self, ruleset: Ruleset) -> dict[str, Any]:
        assert isinstance(ruleset, RageRuleset)
        return display.board_of(ruleset)

    def charts(self, ruleset: Ruleset) -> list[dict[str, Any]]:
        assert isinstance(ruleset, RageRuleset)
        return display.charts_of(ruleset)

    def schedule(self, ruleset: Ruleset) -> list[dict[str, Any]]:
        assert isinstance(ruleset, RageRuleset)
        return display.schedule_of(ruleset)

    def preview(self, state: State, action: Action) -> dict[str, Any]:
        assert isinstance(state, RageState)
        return display.preview(state, action)

    def about_unit(self, state: State, side: str | None, unit: str) -> dict[str, Any]:
        assert isinstance(state, RageState)
        return display.about_unit(state, side, unit)

    def overlay(self, state: State, side: str | None, name: str) -> dict[str, Any]:
        assert isinstance(state, RageState)
        if name not in self.overlays:
            return super().overlay(state, side, name)
        return display.overlay(state, side, name)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return read_folder(folder)

    def after_load(self, state: State) -> None:
        assert isinstance(state, RageState)
        check_fields(state)
