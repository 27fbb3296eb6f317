"""The garrison: it fires and moves, by the book or for a player. Of the book every act has its reason, and what lost the tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beachhead.engine.action import pack
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import Result
from beachhead.engine.step import Step
from tests.demo.atoll.combat import Asks
from tests.demo.atoll.island import FAR, SHELTER
from tests.demo.atoll.pieces import (
    DOCTRINE,
    DOCTRINES,
    FIRE,
    HOLDING,
    JP,
    LANDINGS,
    RAIDING,
    SEA,
    US,
    doctrine_of,
    fire_of,
    sea_of,
)
from tests.demo.atoll.ruleset import ADVANCE, DONE, FAMILY, HOLD, SHOOT, UNKNOWN
from tests.demo.atoll.state import THEIRS_MOST, AtollState

Reason = dict[str, Any]
"""What an act's event carries beside its other data: `why`, or nothing if a person has acted."""


def by_book(state: AtollState) -> bool:
    """Whether the rulebook plays the garrison."""
    return "jp" in state.ruleset.book


def reach_of(state: AtollState, unit: int) -> int:
    """How far a counter fires. One that is nobody knows yet what fires at the next hex, and is turned over for it."""
    face = state.face(unit)
    if face is None:
        return 1
    return max(1, face.range) if face.attack else 0


def marks_for(state: AtollState, unit: int) -> list[int]:
    """The U.S. units that a counter can fire at, the likeliest first: near ones, then weak ones, then by number."""
    grid, here, reach = state.ruleset.island.grid, state.where[unit], reach_of(state, unit)
    found = [
        (grid.distance(here, state.where[other]), state.ruleset.us_faces[other].defense - state.losses[other], other)
        for other in state.ruleset.troops
        if state.where[other] >= 0 and grid.distance(here, state.where[other]) <= reach
    ]
    return [other for _, _, other in sorted(found)]


class Doctrine(Step[AtollState]):
    """A card says what the garrison does in this turn."""

    name, case = "doctrine", "6.1"

    @enforces(FAMILY, "6.1")
    def settle(self, state: AtollState) -> bool:
        card = state.turn_up(DOCTRINE, "6.1")
        state.doctrine = doctrine_of(card)
        word = DOCTRINES[state.doctrine]
        state.tell("doctrine", "6.1", f"Japanese doctrine: {word}", doctrine=word)
        state.next_phase()
        return False


class Japanese(Asks):
    """A step of the garrison. The book has one act at a time, in the order of the counters; a player has all of them."""

    asked = JP

    def waiting(self, state: AtollState) -> list[int]:
        """Counters that have yet to act."""
        return [unit for unit in state.ruleset.garrison if state.where[unit] >= 0 and not state.acted[unit]]

    def settle(self, state: AtollState) -> bool:
        if len(state.choices()):
            return True
        self.take_done(state)
        return False

    def take_done(self, state: AtollState) -> None:
        raise NotImplementedError


class Fire(Japanese):
    name, case = "fire", "6.2"

    def prompt(self, state: AtollState) -> str:
        return f"Turn {state.turn}, Japanese fire: shoot with a counter, or end the phase."

    @enforces(FAMILY, "6.2")
    def choices(self, state: AtollState) -> Sequence[int]:
        if not by_book(state):
            shots = [pack(SHOOT, unit, mark) for unit in self.waiting(state) for mark in sorted(marks_for(state, unit))]
            return [*shots, pack(DONE)]
        cautious = state.doctrine == HOLDING
        for unit in self.waiting(state):
            marks = marks_for(state, unit) if state.open[unit] or not cautious else []
            if marks:
                return [pack(SHOOT, unit, marks[0])]
        return []

    @enforces(FAMILY, "6.3")
    def take_shoot(self, state: AtollState, unit: int, mark: int) -> None:
        why = self.why(state, unit, mark)
        state.acted[unit] = 1
        names: dict[str, Any] = {"unit": state.name(unit), "target": state.name(mark), "place": state.hex(state.where[unit])}
        state.turn_over(unit, "5.2")
        face = state.face(unit)
        if face is None or not face.attack:
            state.tell("bluff", "6.3", f"Nothing fires at {state.name(mark)}: a dummy", **names, **why)
            return
        fire = fire_of(state.turn_up(FIRE, "6.3"))
        target = state.ruleset.us_faces[mark]
        score = (
            fire + face.attack - target.defense - SHELTER[state.ruleset.island.terrain[state.where[mark]]] + (state.alert >= 5)
        )
        result = "hit" if score >= 6 else "disrupted" if score >= 4 else "missed"
        state.tell("shot", "6.3", f"{state.title(unit)} fires at {state.name(mark)}: {result}", **names, result=result, **why)
        if result == "hit":
            state.loses_step(mark, "6.3")
        elif result == "disrupted":
            state.disrupted[mark] = 1

    def why(self, state: AtollState, unit: int, mark: int) -> Reason:
        """The reason of the book, with the marks that lost."""
        if not by_book(state):
            return {}
        grid, here = state.ruleset.island.grid, state.where[unit]
        rivals = []
        for other in marks_for(state, unit)[1:4]:
            farther = grid.distance(here, state.where[other]) > grid.distance(here, state.where[mark])
            rivals.append(("unit", state.name(other), "is farther off" if farther else "is stronger, or comes later in order"))
        line = (state.hex(here), state.hex(state.where[mark]))
        text = f"{state.name(mark)} is the nearest unit in range."
        return {"why": Why(text, "6.2", state.name(mark), line, tuple(rivals)).plain()}

    def refuse_shoot(self, state: AtollState, unit: int, mark: int) -> Refusal:
        return Refusal("6.2", "That counter cannot fire at that unit now", (state.name(unit), state.name(mark)))

    def take_done(self, state: AtollState) -> None:
        for unit in state.ruleset.garrison:
            state.acted[unit] = 0
        state.next_phase()


class Move(Japanese):
    """Every counter has one act: it advances, or it holds."""

    name, case = "advance", "6.4"

    def prompt(self, state: AtollState) -> str:
        return f"Turn {state.turn}, Japanese movement: advance with a counter, or end the phase."

    @enforces(FAMILY, "6.4", "6.5")
    def choices(self, state: AtollState) -> Sequence[int]:
        if by_book(state):
            return [self.decide(state, unit)[0] for unit in self.waiting(state)[:1]]
        codes = []
        for unit in self.waiting(state):
            codes += [pack(ADVANCE, unit, space) for space in self.open_hexes(state, unit)]
        return [*codes, pack(DONE)]

    def open_hexes(self, state: AtollState, unit: int) -> list[int]:
        """The hexes that a counter may enter: those of the enemy only in a raid."""
        ours = set() if state.doctrine == RAIDING else state.held_by(US)
        around = state.ruleset.island.near[state.where[unit]]
        return [space for space in around if space not in ours and len(state.pile(space, JP)) < THEIRS_MOST]

    def decide(self, state: AtollState, unit: int) -> tuple[int, Why]:
        """What the book does with a counter, and why."""
        here = state.where[unit]
        if state.doctrine == HOLDING:
            return pack(HOLD, unit), Why("The doctrine of this turn is to hold.", "6.5", state.hex(here))
        if state.in_contact(unit) and state.doctrine != RAIDING:
            return pack(HOLD, unit), Why("It is in contact and stays.", "6.5", state.hex(here))
        away = state.ruleset.island.distances(state.held_by(US))
        nearer = [space for space in self.open_hexes(state, unit) if away[space] < away[here] < FAR]
        if not nearer:
            return pack(HOLD, unit), Why("No hex that it can enter is nearer to the enemy.", "6.5", state.hex(here))
        best = min(away[space] for space in nearer)
        tied = [space for space in nearer if away[space] == best]
        goals = [space for space, far in enumerate(away) if far == 0]
        way = [here, *state.ruleset.island.way(tied[0], goals)]
        rivals = tuple(("space", state.hex(space), "is as near, but has the higher number") for space in tied[1:])
        text = f"It goes toward the nearest U.S. unit, at {state.hex(way[-1])}."
        names = tuple(state.hex(space) for space in way)
        return pack(ADVANCE, unit, tied[0]), Why(text, "6.4", names[-1], names, rivals)

    def why(self, state: AtollState, unit: int) -> Reason:
        return {"why": self.decide(state, unit)[1].plain()} if by_book(state) else {}

    def take_advance(self, state: AtollState, unit: int, space: int) -> None:
        why = self.why(state, unit)
        path = [state.hex(state.where[unit]), state.hex(space)]
        state.acted[unit] = 1
        state.put(unit, space)
        text = f"{state.title(unit)} moves from {path[0]} to {path[1]}"
        state.tell("move", "6.4", text, unit=state.name(unit), place=path[1], path=path, **why)

    def take_hold(self, state: AtollState, unit: int) -> None:
        why = self.why(state, unit)
        state.acted[unit] = 1
        place = state.hex(state.where[unit])
        state.tell("hold", "6.5", f"{state.title(unit)} holds {place}", unit=state.name(unit), place=place, **why)

    def refuse_advance(self, state: AtollState, unit: int, space: int) -> Refusal:
        return Refusal("6.4", f"That counter cannot move to {state.hex(space)} now", (state.name(unit),))

    def take_done(self, state: AtollState) -> None:
        state.next_phase()


class Dusk(Step[AtollState]):
    """The end of a turn, and perhaps of the game."""

    name, case = "dusk", "7.1"

    @enforces(FAMILY, "7.1", "7.2")
    def settle(self, state: AtollState) -> bool:
        island, ruleset = state.ruleset.island, state.ruleset
        ours, theirs = ({island.sector[space] for space in state.held_by(side)} for side in (US, JP))
        for number, title in enumerate(island.sector_names):
            before, state.cleared[number] = state.cleared[number], int(number in ours and number not in theirs)
            if state.cleared[number] != before:
                word = "cleared" if state.cleared[number] else "no longer cleared"
                state.tell("sector", "7.1", f"{title} is {word}", sector=title)
        for row in (state.acted, state.shelled):
            row[:] = [0] * len(row)
        for unit in ruleset.garrison:
            state.disrupted[unit] = 0
        state.salvos = 0
        state.draw_order()
        if state.turn >= state.last:
            won, all_of = sum(state.cleared), ruleset.sectors
            winner = "us" if 2 * won >= all_of else "jp"
            how = f"{won} of {all_of} sectors are cleared"
            state.end(Result(winner, "7.2", how, state.turn, (("us", won), ("jp", all_of - won))))
        else:
            state.turn += 1
            state.next_phase()
        return False


class Dawn(Step[AtollState]):
    """A card says what the sea is like; then what the day's upkeep owes is laid out."""

    name, case = "dawn", "2.1"

    @enforces(FAMILY, "2.1", "2.2")
    def settle(self, state: AtollState) -> bool:
        sea = sea_of(state.turn_up(SEA, "2.1"))
        state.landings = LANDINGS[sea]
        state.tell("sea", "2.1", f"The sea: {sea}; {state.landings} units may land", sea=sea)
        if sea == "storm" and 1 < state.turn < state.last:
            state.last -= 1
            state.tell("storm", "2.2", f"The fleet must leave after turn {state.last}")
        island = state.ruleset.island
        near = {space for at in state.held_by(US) for space in (at, *island.near[at])}
        for unit in state.ruleset.troops:
            state.duty[unit] = int(state.where[unit] >= 0)
            state.nerve[unit] = int(state.where[unit] >= 0 and state.disrupted[unit] == 1)
        for space in range(len(state.lanes)):
            state.lanes[space] = int(state.obstacles[space] > 0 and space in near)
        state.next_phase()
        return False


def hidden(state: AtollState, unit: int) -> bool:
    """Whether a counter is something that only Japan knows."""
    return state.identity[unit] != UNKNOWN and not state.open[unit]
