"""Heroes of the start (18.6.1-e, 18.7.1-f, 18.8.1-e, 18.5.3-b), drawn blind, and the lot for the 9th Marines (3.0-4)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import HERO_TYPES, OFFICER
from beachhead.games.dday.counters import marines
from beachhead.games.dday.events.hex_choices import HERO_WORDS, STREAM, article, heroes_left
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.setup import defaults
from beachhead.games.dday.setup.setting_up import SettingUp, ordinal, with_rest
from beachhead.games.dday.state import RESERVE, DDayState
from beachhead.games.dday.verbs import CHOOSE, DONE_CODE, DRAW_CODE

LOT: Final = "ninth marines"
PARTNERS: Final = (4, 5)
"""The divisions that two partners command."""


# ---------------------------------------------------------------------- what chance decides


class Lots(SettingUp):
    """The rulebook draws the heroes of the start, and lots for the 9th Marines where two partners play."""

    name = "set-up draws"
    case = "18.6.1-e"
    forced_verbs = ()

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        if lot_due(state):
            return "Draw lots: who commands the 9th Marines?"
        return f"Draw a hero for the {ordinal(next_hero(state))} Division."

    def case_now(self, state: DDayState) -> str:
        return "3.0-4" if lot_due(state) else hero_case(state)

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE] if lot_due(state) or next_hero(state) else []

    @enforces(FAMILY, "3.0-4", "18.6.1-e", "18.7.1-f", "18.8.1-e")
    def take_draw(self, state: DDayState) -> None:
        if lot_due(state):
            state.ninth_marines = PARTNERS[state.dice.below(len(PARTNERS), LOT)]
            text = f"The {ordinal(state.ninth_marines)} Division's player commands the 9th Marines"
            why = Why("Who commands the 9th Marines is settled by lot.", "3.0-4", "").plain()
            state.report("lot", "3.0-4", text, {"division": state.ninth_marines, "why": why})
            return
        draw_hero(state, next_hero(state), hero_case(state))


def lot_due(state: DDayState) -> bool:
    """Whether lots for the 9th Marines are still to be drawn."""
    return state.ruleset.partners and not state.ninth_marines


def next_hero(state: DDayState) -> int:
    """The division for which the next hero is drawn; 0 if all are drawn."""
    wanted = state.ruleset.setup.heroes_per_division
    if not wanted or state.turn > state.ruleset.setup.first_turn:
        return 0
    for division in state.ruleset.lineup.divisions:
        if sum(owner == division for _, owner in state.heroes_due) < wanted:
            return division
    return 0


def hero_case(state: DDayState) -> str:
    """The case that gives heroes at the start."""
    return {3: "18.6.1-e", 4: "18.7.1-f", 5: "18.8.1-e"}.get(state.ruleset.setup.number, "18.6.1-e")


@enforces(FAMILY, "11.1.1")
def draw_hero(state: DDayState, division: int, case: str) -> None:
    """Draw a hero blind from the cup; he waits for a unit of a division (0: any unit)."""
    waiting = {hero for hero, _ in state.heroes_due}
    cup = [hero for hero in heroes_left(state) if hero not in waiting]
    hero = cup[state.dice.below(len(cup), STREAM)] if len(cup) > 1 else cup[0]
    state.heroes_due = [*state.heroes_due, (hero, division)]
    if state.sink is not None:
        kind, name = state.ruleset.hero_type[hero], state.ruleset.components.heroes[hero].id
        why = Why("Heroes are drawn blind from the cup.", case, name).plain()
        whose = f" for the {ordinal(division)} Division" if division else ""
        text = f"The hero drawn{whose} is {article(HERO_WORDS[kind])}"
        state.happened("hero drawn", case, text, {"hero": name, "type": HERO_TYPES[kind], "why": why})


# ---------------------------------------------------------------------- heroes


@enforces(FAMILY, "11.1.1-a", "11.1.1-b", "11.1.1-suit", "18.6.1-e", "18.7.1-f", "18.8.1-e", "18.5.3-b")
def hero_units(state: DDayState, hero: int, division: int) -> list[int]:
    """The units that a hero may start with: of his division, on the map or in reserve, a rifle company for a rifleman or NCO and
    a battalion HQ for an officer. The hero of Scenario Two (no division) joins any unit that started on the map."""
    ruleset = state.ruleset
    if not division:
        started = set(ruleset.lineup.ready)
        return [
            unit
            for unit, place in enumerate(state.where)
            if place >= 0 and unit in started and not ruleset.is_regimental_hq[unit] and marines.hero_of(state, unit) < 0
        ]
    kind = ruleset.is_battalion_hq if ruleset.hero_type[hero] == OFFICER else ruleset.is_rifle
    return [
        unit
        for unit, place in enumerate(state.where)
        if kind[unit]
        and ruleset.division[unit] == division
        and (place >= 0 or place == RESERVE)
        and marines.hero_of(state, unit) < 0
    ]


class Volunteers(SettingUp):
    """Heroes that were drawn join units, or stay in the cup."""

    name = "set-up heroes"
    case = "18.6.1-e"
    over = "no hero is left to join a unit"
    pushed_by = ("set-up", "actions")
    forced_verbs = ("done",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase in (phases.SET_UP, phases.ACTIONS)

    def case_now(self, state: DDayState) -> str:
        return hero_case(state) if state.phase == phases.SET_UP else "18.5.3-b"

    def prompt(self, state: DDayState) -> str:
        if not state.heroes_due:
            return "Every hero is with a unit."
        hero, division = state.heroes_due[0]
        whose = f"the {ordinal(division)} Division" if division else "the start"
        return f"Choose the unit of {whose} that the {HERO_WORDS[state.ruleset.hero_type[hero]]} joins as a hero."

    @enforces(FAMILY, "18.6.1-e", "18.7.1-f", "18.8.1-e", "18.5.3-b")
    def choices(self, state: DDayState) -> Choices:
        if not state.heroes_due:
            return []
        hero, division = state.heroes_due[0]
        codes = [*[pack(CHOOSE, unit) for unit in hero_units(state, hero, division)], DONE_CODE]
        return with_rest(codes) if state.phase == phases.SET_UP else codes

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_hero(state, codes)

    def take_choose(self, state: DDayState, unit: int) -> None:
        hero, _ = state.heroes_due[0]
        state.heroes_due = state.heroes_due[1:]
        state.hero_on[hero] = unit
        state.stale_command = -1
        state.touch_unit(unit)
        if state.sink is not None:
            name, who = state.ruleset.unit_ids[unit], state.ruleset.components.heroes[hero].id
            kind = HERO_WORDS[state.ruleset.hero_type[hero]]
            state.tell("hero", self.case_now(state), f"The {kind} joins {name}", unit=name, hero=who)

    def take_done(self, state: DDayState) -> None:
        """He is not wanted, and stays in the cup."""
        state.heroes_due = state.heroes_due[1:]

    def refuse_choose(self, state: DDayState, unit: int) -> Refusal:
        hero, division = state.heroes_due[0]
        ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
        kind = article(HERO_WORDS[ruleset.hero_type[hero]])
        if marines.hero_of(state, unit) >= 0:
            return Refusal("11.1.1", f"{name} has a hero already", (name,))
        if division and ruleset.division[unit] != division:
            return Refusal(self.case_now(state), f"this hero is for the {ordinal(division)} Division", (name,))
        if division and ruleset.hero_type[hero] == OFFICER and not ruleset.is_battalion_hq[unit]:
            return Refusal("11.1.1-b", f"{kind} joins a battalion HQ, and {name} is not one", (name,))
        if division and ruleset.hero_type[hero] != OFFICER and not ruleset.is_rifle[unit]:
            return Refusal("11.1.1-a", f"{kind} joins a rifle company, and {name} is not one", (name,))
        return Refusal(self.case_now(state), f"{name} does not start the game on the map or in reserve", (name,))


@enforces(FAMILY, "18.5.3-b")
def may_call_hero(state: DDayState) -> bool:
    """Whether the hero of Scenario Two can be called: once, in the Action Phase of its first turn."""
    setup = state.ruleset.setup
    return (
        state.turn == setup.first_turn
        and not state.hero_called
        and state.phase == phases.ACTIONS
        and setup.rule("heroes") is not None
        and bool(hero_units(state, -1, 0))
    )


class Calling(Question[DDayState]):
    """The hero of Scenario Two is drawn from the cup."""

    name = "calling"
    case = "18.5.3-b"
    pushed_by = ("actions",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.ACTIONS and bool(heroes_left(state))

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return "Draw a hero from the cup."

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE]

    def take_draw(self, state: DDayState) -> None:
        draw_hero(state, 0, self.case)
        state.replace(Volunteers)


def call_hero(state: DDayState) -> None:
    """The player calls for the hero of Scenario Two."""
    state.hero_called = 1
    state.push(Calling)
