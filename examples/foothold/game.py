"""Foothold: three squads, one machine gun, five turns. The smallest complete game, for anyone who wants to add one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from beachhead.engine.action import SPACE, UNIT, Names, Verb, pack
from beachhead.engine.fields import Fields, number, row
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Scenario
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Shown
from beachhead.engine.state import Result, State
from beachhead.engine.step import Question

US: Final = 0
JP: Final = 1
LOST: Final = -1
SEA: Final = 0
HILL: Final = 2
AREAS = ("sea", "beach", "hill")
SQUADS = ("1st Squad", "2nd Squad", "3rd Squad")
NEEDED = (0, 4, 5)
"""The roll that the gun needs, by area."""
TURNS: Final = 5

ADVANCE: Final = 0
FIRE: Final = 1
DONE: Final = 2
VERBS = (
    Verb("advance", (UNIT,), "move a squad forward", sides=("us",), misplaced=Refusal("2.1", "It is Japan's turn to fire")),
    Verb("fire", (UNIT,), "fire at a squad", sides=("jp",), misplaced=Refusal("3.1", "Japan fires after the squads move")),
    Verb("done", (), "end the movement, or hold fire"),
)


class FootholdState(State[Ruleset]):
    """Where each squad is, and whether it has moved this turn."""

    fields = Fields(
        turn=number(1, low=1, high=TURNS),
        where=row(UNIT, SEA, low=LOST, high=SPACE),
        moved=row(UNIT),
    )
    turn: int
    where: list[int]
    moved: list[int]


class Movement(Question[FootholdState]):
    """The U.S. player moves the squads one by one."""

    name = "move"
    case = "2.1"

    def side(self, state: FootholdState) -> int:
        return US

    def prompt(self, state: FootholdState) -> str:
        return f"Turn {state.turn}: advance squads, or end your movement."

    @enforces("foothold", "2.1")
    def choices(self, state: FootholdState) -> Sequence[int]:
        ready = [unit for unit, area in enumerate(state.where) if area not in (LOST, HILL) and not state.moved[unit]]
        return [*(pack(ADVANCE, unit) for unit in ready), pack(DONE)]

    def take_advance(self, state: FootholdState, unit: int) -> None:
        state.where[unit] += 1
        state.moved[unit] = 1
        state.tell("advance", "2.1", f"{SQUADS[unit]} advances to the {AREAS[state.where[unit]]}", unit=SQUADS[unit])

    def refuse_advance(self, state: FootholdState, unit: int) -> Refusal:
        name, area = SQUADS[unit], state.where[unit]
        if area == LOST:
            return Refusal("3.2", f"{name} has been eliminated", (name,))
        return Refusal("2.1", f"{name} has already moved" if state.moved[unit] else f"{name} is on the hill", (name,))

    def take_done(self, state: FootholdState) -> None:
        state.replace(MachineGun)


class MachineGun(Question[FootholdState]):
    """Japan fires once; if nothing is in range, holding fire is the only choice and is taken for it."""

    name = "fire"
    case = "3.1"

    def side(self, state: FootholdState) -> int:
        return JP

    def prompt(self, state: FootholdState) -> str:
        return f"Turn {state.turn}: fire at a squad, or hold your fire."

    @enforces("foothold", "3.1")
    def choices(self, state: FootholdState) -> Sequence[int]:
        return [*(pack(FIRE, unit) for unit, area in enumerate(state.where) if area > SEA), pack(DONE)]

    @enforces("foothold", "3.2")
    def take_fire(self, state: FootholdState, unit: int) -> None:
        die, needed = state.dice.roll(), NEEDED[state.where[unit]]
        result = "eliminated" if die >= needed else "missed"
        if die >= needed:
            state.where[unit] = LOST
        state.tell("fire", "3.2", f"{SQUADS[unit]} is {result} (rolled {die}, needed {needed})", unit=SQUADS[unit], die=die)
        self.take_done(state)

    def refuse_fire(self, state: FootholdState, unit: int) -> Refusal:
        gone = "has been eliminated" if state.where[unit] == LOST else "is still at sea, out of range"
        return Refusal("3.1", f"{SQUADS[unit]} {gone}", (SQUADS[unit],))

    @enforces("foothold", "4.1")
    def take_done(self, state: FootholdState) -> None:
        """End the turn, and perhaps the game."""
        if state.where.count(LOST) > 1 or (state.turn == TURNS and state.where.count(HILL) < 2):
            state.end(Result("jp", "4.1", "The landing has failed", state.turn))
        elif state.where.count(HILL) > 1:
            state.end(Result("us", "4.1", "The Marines hold the hill", state.turn))
        else:
            state.turn += 1
            state.moved = [0] * len(SQUADS)
            state.replace(Movement)


def _squads(state: FootholdState) -> dict[str, str]:
    return {name: AREAS[area] if area != LOST else "lost" for name, area in zip(SQUADS, state.where, strict=True)}


def _moved(state: FootholdState) -> list[str]:
    return [name for name, moved in zip(SQUADS, state.moved, strict=True) if moved]


SHOWN: tuple[Shown[FootholdState], ...] = (
    Shown("turn", lambda state: state.turn),
    Shown("squads", _squads),
    Shown("moved", _moved),
)


class Foothold(Game[Ruleset, FootholdState]):
    """What the game declares."""

    id = "foothold"
    title = "Foothold"
    version = "1"
    sides = ("us", "jp")
    side_names: ClassVar[Mapping[str, str]] = {"us": "U.S.", "jp": "Japan"}
    scenarios = (Scenario("landing", "The landing", TURNS),)
    options = ()
    folder = Path(__file__).parent
    families = ("foothold",)
    max_actions = 30
    state_type = FootholdState

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {UNIT: Names(SQUADS), SPACE: Names(AREAS)}
        steps = (Movement(), MachineGun())
        return Ruleset(self, parameters, verbs=VERBS, steps=steps, names=names, shown=SHOWN)

    @enforces("foothold", "1.1")
    def set_up(self, state: FootholdState) -> None:
        state.push(Movement)
