"""Cliffs: a tiny game whose second side the rulebook plays, with dice and re-rolls without limit.

Each throw and each choice of a target is an action of the battery's side, so nothing is played between two decisions of a person.
Its scenarios differ in who takes part: the battery played by the book, by a person, by nobody; and two partners on one side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from beachhead.engine.action import Names, Verb, pack
from beachhead.engine.event import Event, Why
from beachhead.engine.fields import Fields, number, row
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Shown
from beachhead.engine.state import Result, State
from beachhead.engine.step import AnyStep, Question, Step

SQUADS = ("able", "baker", "charlie")
TURNS = 5
MANY = 10_000
FAMILY = "cliffs"
CLIMB, DONE, ROLL, HIT = range(4)
VERBS = (
    Verb("climb", ("squad",), "climb"),
    Verb("done", (), "end the climb"),
    Verb("roll", (), "roll for the battery"),
    Verb("hit", ("squad",), "hit a squad"),
)


class Cliffs(State[Ruleset]):
    """How high the squads are, and what the battery still has to do."""

    fields = Fields(
        turn=number(1, low=1, high=TURNS),
        height=row("squad", high=2 * TURNS),
        climbed=row("squad"),
        hits=number(high=MANY),
        lost=number(high=MANY),
    )
    turn: int
    height: list[int]
    climbed: list[int]
    hits: int
    lost: int

    def highest(self) -> list[int]:
        """The squads that are highest up, if any has left the beach."""
        top = max(self.height)
        return [squad for squad, height in enumerate(self.height) if height == top > 0]

    def fall(self, squad: int, case: str, why: Why) -> None:
        """A squad falls back a ledge."""
        self.height[squad] -= 1
        self.lost += 1
        self.tell("hit", case, f"{SQUADS[squad]} falls back", squad=SQUADS[squad], why=why.plain())


class Asks(Question[Cliffs]):
    """A step that asks one side, even if there is one answer only."""

    asked = 0
    forced_verbs = ()

    def side(self, state: Cliffs) -> int:
        return self.asked


class Climb(Asks):
    name, case = "climb", "2.1"

    def prompt(self, state: Cliffs) -> str:
        return f"Turn {state.turn}: climb with a squad, or end the climb."

    @enforces(FAMILY, "2.1")
    def choices(self, state: Cliffs) -> Sequence[int]:
        return [*(pack(CLIMB, squad) for squad, climbed in enumerate(state.climbed) if not climbed), pack(DONE)]

    def take_done(self, state: Cliffs) -> None:
        state.replace(Fire if len(state.ruleset.sides) > 1 else Stones)

    @enforces(FAMILY, "2.1", "2.2")
    def take_climb(self, state: Cliffs, squad: int) -> None:
        state.climbed[squad] = 1
        state.height[squad] += 2 if state.ruleset.parameters["options"].get("ropes") else 1
        state.tell("climb", self.case, f"{SQUADS[squad]} climbs to ledge {state.height[squad]}", squad=SQUADS[squad])


class Fire(Asks):
    name, case, asked = "fire", "3.1", 1

    def prompt(self, state: Cliffs) -> str:
        return f"The battery has hit {state.hits} times: roll."

    def choices(self, state: Cliffs) -> Sequence[int]:
        return [pack(ROLL)]

    @enforces(FAMILY, "3.1")
    def take_roll(self, state: Cliffs) -> None:
        die = state.dice.roll()
        state.hits += die >= 3
        why = Why("The battery rolls until it fails to roll a 6.", self.case)
        state.tell("roll", self.case, f"The battery rolls a {die}", die=die, why=why.plain())
        if die < 6:
            state.replace(Target)


class Target(Asks):
    """A person is not asked where one squad alone is highest; the book's act is an act all the same."""

    name, case, asked = "target", "3.2", 1
    forced_verbs = ("hit",)  # type: ignore[assignment]

    def settle(self, state: Cliffs) -> bool:
        if state.hits and state.highest():
            return super().settle(state)
        state.replace(Dusk)
        return False

    def prompt(self, state: Cliffs) -> str:
        return "The battery hits one of the highest squads."

    @enforces(FAMILY, "3.2")
    def choices(self, state: Cliffs) -> Sequence[int]:
        return [pack(HIT, squad) for squad in state.highest()]

    def take_hit(self, state: Cliffs, squad: int) -> None:
        state.hits -= 1
        rivals = tuple(("unit", SQUADS[other], "is as high") for other in state.highest() if other != squad)
        state.fall(squad, self.case, Why("The highest squad is hit.", self.case, SQUADS[squad], rivals=rivals))


class Stones(Step[Cliffs]):
    """Where nobody holds the battery, chance alone decides, and nobody is asked."""

    name, case = "stones", "3.3"

    @enforces(FAMILY, "3.3")
    def settle(self, state: Cliffs) -> bool:
        die = state.dice.roll()
        state.tell("roll", self.case, f"A {die}: {'stones fall' if die >= 4 else 'all is quiet'}", die=die)
        if die >= 4 and state.highest():
            state.fall(state.highest()[0], self.case, Why("Stones fall on whoever is highest.", self.case))
        state.replace(Dusk)
        return False


class Dusk(Step[Cliffs]):
    """The end of a turn, which asks nobody."""

    name, case = "dusk", "4.1"

    @enforces(FAMILY, "4.1")
    def settle(self, state: Cliffs) -> bool:
        if state.turn == TURNS:
            points = (("us", sum(state.height)), ("jp", state.lost))
            winner = "draw" if points[0][1] == points[1][1] else "us" if points[0][1] > points[1][1] else "jp"
            state.end(Result(winner, "4.1", f"{points[0][1]} ledges held, {points[1][1]} lost", state.turn, points))
        else:
            state.turn += 1
            state.climbed = [0, 0, 0]
            state.hits = 0
            state.replace(Climb)
        return False


class CliffsGame(Game[Ruleset, Cliffs]):
    """What Cliffs declares."""

    id = "cliffs"
    title = "Cliffs"
    version = "1"
    sides = ("us", "jp")
    side_names: ClassVar[Mapping[str, str]] = {"us": "U.S.", "jp": "Japan"}
    book_name = "Japanese doctrine"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("doctrine", "The battery by the book", TURNS, book=("jp",), mode="solitaire"),
        Scenario("duel", "Two players", TURNS),
        Scenario("alone", "Nobody above", TURNS, sides=("us",), mode="solitaire"),
        Scenario("partners", "Two partners", TURNS, book=("jp",), seats=(("us-1", "us"), ("us-2", "us"), ("jp", "jp"))),
    )
    options: ClassVar[tuple[Option, ...]] = (
        Option("ropes", (False, True), False, "Squads climb two ledges.", "2.2", scenarios=("doctrine", "duel")),
        Option("calm", ("still", "swell"), "still", "Changes nothing.", "1.0"),
    )
    folder = Path(__file__).parent / "cliffs"
    families = (FAMILY,)
    max_actions = 300
    state_type = Cliffs
    steps: ClassVar[tuple[AnyStep, ...]] = (Climb(), Fire(), Target(), Stones(), Dusk())
    shown: ClassVar[tuple[Shown[Cliffs], ...]] = (
        Shown("turn", lambda state: state.turn),
        Shown("units", lambda state: {name: {"place": str(at)} for name, at in zip(SQUADS, state.height, strict=True)}),
        Shown("climbed", lambda state: [name for name, climbed in zip(SQUADS, state.climbed, strict=True) if climbed]),
        Shown("hits", lambda state: state.hits),
        Shown("lost", lambda state: state.lost),
    )

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        return Ruleset(self, parameters, verbs=VERBS, steps=self.steps, names={"squad": Names(SQUADS)}, shown=self.shown)

    def set_up(self, state: Cliffs) -> None:
        state.push(Climb)

    def outcome(self, state: Cliffs, events: list[Event]) -> str:
        return next((str(event.data["die"]) for event in events if event.kind == "roll"), "none")


class DiceyClimb(Climb):
    def take(self, state: Cliffs, code: int) -> None:
        super().take(state, code)
        state.tell("roll", self.case, f"A loose stone: {state.dice.roll()}")


class DiceyTarget(Target):
    def take(self, state: Cliffs, code: int) -> None:
        state.dice.roll()
        super().take(state, code)


class DiceyGame(CliffsGame):
    """Every action rolls a die, so that nothing can ever be undone alone."""

    id = "dicey"
    steps = (DiceyClimb(), Fire(), DiceyTarget(), Stones(), Dusk())
