"""D-Day at Iwo Jima as a game: what it declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Final

from beachhead.engine.action import Action
from beachhead.engine.event import Event
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.engine.game import Game, Scenario
from beachhead.engine.seats import Owner
from beachhead.engine.shown.panel import Panel
from beachhead.engine.step import AnyStep
from beachhead.games.dday import partners, sequence
from beachhead.games.dday.box.components import BOX, FOLDER, components_of
from beachhead.games.dday.combat import attack, barrage, close_combat, us_artillery
from beachhead.games.dday.counters import stacking
from beachhead.games.dday.events import culling, event_phases, raids
from beachhead.games.dday.fire import ambush, fire_phase, japanese_artillery, letters, settling_hits
from beachhead.games.dday.headquarters import division_reserve, hq_phase, replacements, rest, third_marines
from beachhead.games.dday.moves import arrival, landing, movement, recovery, us_actions
from beachhead.games.dday.options import OPTIONS
from beachhead.games.dday.phases import FAMILY, ORDER
from beachhead.games.dday.ruleset import SIDE_NAMES, SIDES, DDayRuleset
from beachhead.games.dday.saves import position
from beachhead.games.dday.saves.checks import check_fields
from beachhead.games.dday.sequence import GameTurn, begin_phase, takes_place
from beachhead.games.dday.setup import opening_card, questions, scenario_setup
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table import facts, knowledge, previews, units
from beachhead.games.dday.table.charts import charts, schedules
from beachhead.games.dday.table.combat import outcomes, panels, tank_attacks
from beachhead.games.dday.table.later_overlays import TITLES as LATER_OVERLAYS
from beachhead.games.dday.table.later_overlays import has_later
from beachhead.games.dday.table.map import board_of
from beachhead.games.dday.table.overlays import OVERLAYS, overlay
from beachhead.games.dday.table.view import SHOWN, counters_of

UNASKED: Final = {"hit": "hit", "loss": "lose", "drift": "drift", "disrupted": "disrupt"}
"""Kinds of events that tell what befell a unit -> the word by which a player chooses the unit where there are several."""
STEPS: Final[tuple[AnyStep, ...]] = (
    *sequence.STEPS,
    *landing.STEPS,
    *replacements.STEPS,
    *division_reserve.STEPS,
    *rest.STEPS,
    *event_phases.STEPS,
    *fire_phase.STEPS,
    *letters.STEPS,
    *settling_hits.STEPS,
    *us_actions.STEPS,
    *third_marines.STEPS,
    *movement.STEPS,
    *arrival.STEPS,
    *recovery.STEPS,
    *stacking.STEPS,
    *attack.STEPS,
    *barrage.STEPS,
    *us_artillery.STEPS,
    *close_combat.STEPS,
    *japanese_artillery.STEPS,
    *hq_phase.STEPS,
    *ambush.STEPS,
    *culling.STEPS,
    *raids.STEPS,
    *questions.STEPS,
    *opening_card.STEPS,
)


class DDay(Game[DDayRuleset, DDayState]):
    """D-Day at Iwo Jima, 19 February 1945 (Decision Games)."""

    id = "dday"
    title = "D-Day at Iwo Jima"
    version = "1"
    sides = SIDES
    side_names = SIDE_NAMES
    seat_names = partners.SEAT_NAMES
    book_name = "Japanese garrison"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "d-day",
            "D-Day, 19 February",
            6,
            "Land two Marine divisions, cut Suribachi off, and take ground on Airfield 1 and to the north by nightfall.",
            book=("jp",),
            mode="solitaire",
            length="6 turns, two to three hours",
            forces="Eight battalions of the 4th and 5th Division in the first wave, ten more during the day.",
            special="The landing itself. Everybody is always in command, so it is the one to begin with; it has a tour.",
        ),
        Scenario(
            "suribachi",
            "Suribachi, 20 to 24 February",
            15,
            "One regiment, one volcano: clear every position of Suribachi with the 28th Marines.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="15 turns, two to three hours",
            forces="The 28th Marines with two tank and two engineer companies and the guns of the 5th Division.",
            special="A small battle with raids, artillery and replacements, but without command: a good second scenario.",
        ),
        Scenario(
            "drive-to-the-north",
            "Drive to the North, 20 to 24 February",
            15,
            "Two divisions wheel north from the beaches, over Airfield 1 and into the belt before Airfield 2.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="15 turns, six to eight hours",
            forces="The 4th Division and the 5th without the 28th Marines; the 3rd Division begins to land.",
            special="Command, division reserves and tank attacks. You set up your own line.",
        ),
        Scenario(
            "hot-rocks",
            "Hot Rocks, 25 February to 4 March",
            24,
            "Three divisions abreast against the main line: Hill 382, Turkey Knob, Hill 362A and Airfield 3.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="24 turns, ten to twelve hours",
            forces="Seven regiments of three divisions, the 9th Marines landing, more than thirty artillery points.",
            special="The heart of the battle: caves, counterattacks, days of rest. It has a tour that teaches command.",
        ),
        Scenario(
            "drive-to-the-sea",
            "Drive to the Sea, 6 to 10 March",
            15,
            "Worn divisions, a cornered garrison: take every position that is left.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="15 turns, five to six hours",
            forces="Eight tired regiments against two pockets in the north and northeast.",
            special="Few replacements, tight limits of losses, and the headquarters of the garrison.",
        ),
        Scenario(
            "campaign",
            "Sands of Iwo Jima, 19 February to 11 March",
            66,
            "The whole battle, from the first wave to the last cave.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="66 turns, thirty hours and more",
            forces="Three Marine divisions with everything that landed; the whole garrison.",
            special="Every rule of the book. Save and come back; the diary keeps the story.",
        ),
        Scenario(
            "suribachi-and-north",
            "Suribachi and the North, 20 to 24 February",
            15,
            "Both fronts at once: the 28th Marines against the volcano, everybody else against the belt before Airfield 2.",
            book=("jp",),
            mode="solitaire",
            sheet="later",
            length="15 turns, eight to ten hours",
            forces="The 4th and 5th Division complete; the 3rd begins to land.",
            special="Scenarios Two and Three played as one: guns and ships serve both fronts.",
        ),
        Scenario(
            "hot-rocks-partners",
            "Hot Rocks for two partners",
            24,
            "Two players against the garrison: the 4th Division for one, the 5th for the other, and lots for the 9th Marines.",
            book=("jp",),
            seats=partners.SEATS,
            own_orders=True,
            mode="partners",
            sheet="later",
            length="24 turns, ten to twelve hours",
            forces="As in Hot Rocks, one division for each player.",
            special="Two players win or lose together.",
        ),
    )
    options = OPTIONS
    folder = FOLDER
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "card"})
    known = knowledge.KNOWN
    options_tried_in = ("d-day",)
    max_actions = 40000
    overlays = OVERLAYS
    combat_kinds = frozenset({"combat", "barrage result", "combat card", "fire", "raid"})
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
        scenario_setup.set_up(state)
        state.push(GameTurn)
        begin_phase(state, next(number for number in ORDER if takes_place(state, number)))

    def put_position(self, state: DDayState, given: Item) -> None:
        position.put_position(state, given)

    def begin_position(self, state: DDayState, given: Item) -> None:
        position.begin_position(state, given)

    def written_position(self, state: DDayState) -> dict[str, Any]:
        return position.written_position(state)

    def facts(self, state: DDayState, side: str | None = None) -> dict[str, Any]:
        return facts.facts(state, side)

    def costly_facts(self, state: DDayState, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        return facts.costly_facts(state, side)

    @enforces(FAMILY, "3.0-4")
    def owner_of(self, state: DDayState, action: Action) -> Owner | None:
        return partners.owner_of(state, action, state.ninth_marines, state.assigned) if state.ruleset.partners else None

    def owners_in_line(self, state: DDayState, line: str) -> tuple[Owner, ...] | None:
        return partners.owners_in_line(state, line, state.ninth_marines, state.assigned) if state.ruleset.partners else None

    def units_of(self, state: DDayState, seat: str) -> tuple[str, ...]:
        return partners.units_of(state.ruleset, seat, state.ninth_marines, state.assigned) if state.ruleset.partners else ()

    def face(self, name: str) -> int:
        return self.ruleset(self.parameters(None)).counter_number.get(name, 0)

    def board(self, ruleset: DDayRuleset) -> dict[str, Any]:
        return board_of(ruleset)

    def unasked(self, event: Event) -> str:
        verb, unit = UNASKED.get(event.kind, ""), event.data.get("unit")
        return f"{verb} {unit}" if verb and isinstance(unit, str) else ""

    def outcome(self, state: DDayState, events: list[Event]) -> str:
        """What chance brought: the result of a card, or the card or counter itself."""
        del state
        return outcomes.outcome_of(events)

    def odds(self, state: DDayState, action: Action) -> dict[str, Fraction]:
        """By trying every outcome, but for acts whose draws would be too many."""
        found = tank_attacks.chances_of(state, action)
        return super().odds(state, action) if found is None else found

    def preview(self, state: DDayState, action: Action) -> dict[str, Any]:
        return previews.preview(state, action)

    def charts(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return charts.charts_of(ruleset)

    def schedule(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return schedules.schedule_of(ruleset)

    def counters(self, ruleset: DDayRuleset) -> list[dict[str, Any]]:
        return [face | value for face, value in zip(counters_of(ruleset), knowledge.counters_of(ruleset), strict=True)]

    def about_unit(self, state: DDayState, side: str | None, unit: str) -> dict[str, Any]:
        return units.about_unit(state, side, unit)

    def overlay(self, state: DDayState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, name) if name in self.overlays else super().overlay(state, side, name)

    def overlays_of(self, scenario: str | None) -> dict[str, str]:
        """On D-Day nobody is out of command, no raid comes, and no guns are ashore."""
        later = has_later(scenario)
        return {name: title for name, title in self.overlays.items() if later or name not in LATER_OVERLAYS}

    def panel(self, ruleset: DDayRuleset, combat: Mapping[str, Any]) -> Panel | None:
        return panels.panel_of(ruleset, combat)

    def components(self, folder: Path) -> Mapping[str, Any]:
        return BOX.read_folder(folder)

    def after_load(self, state: DDayState) -> None:
        check_fields(state)
        state.rebuild()
