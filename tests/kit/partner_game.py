"""Bluffs: Cliffs for two partners who lead squads of their own, one of them by lot.

After each climb the squad's leader alone decides whether to anchor it, in a step whose actions name no squad. To end the climb,
and with it the turn, belongs to neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from beachhead.engine.action import Action, Names, Verb, pack, unpack
from beachhead.engine.fields import Fields, number, row
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Scenario
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.seats import Owner
from beachhead.engine.secrecy import Shown
from beachhead.engine.step import AnyStep

from . import book_game
from .book_game import CLIMB, DONE, MANY, SQUADS, TURNS, Asks, Cliffs

FAMILY = "bluffs"
ANCHOR = 4
VERBS = (*book_game.VERBS, Verb("anchor", (), "anchor the squad"))
SEATS = ("north", "south")
ABLE, BAKER, CHARLIE = range(3)
SHORT = "climb all"
"""A line that stands for several actions: every squad that has not climbed climbs, and none is anchored."""


class Bluffs(Cliffs):
    """The same, with who leads Baker and which squads are anchored."""

    fields = Fields(
        turn=number(1, low=1, high=TURNS),
        height=row("squad", high=2 * TURNS),
        climbed=row("squad"),
        anchored=row("squad"),
        hits=number(high=MANY),
        lost=number(high=MANY),
        lot=number(high=1),
    )
    anchored: list[int]
    lot: int

    def highest(self) -> list[int]:
        loose = [height for height, anchored in zip(self.height, self.anchored, strict=True) if not anchored]
        top = max(loose, default=0)
        return [squad for squad in range(len(SQUADS)) if not self.anchored[squad] and self.height[squad] == top > 0]

    def leader(self, squad: int) -> str:
        """The seat that leads a squad."""
        return SEATS[self.lot if squad == BAKER else squad // 2]

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        if text != SHORT:
            return None
        waiting = [squad for squad, climbed in enumerate(self.climbed) if not climbed]
        return iter([line for squad in waiting for line in (f"climb {SQUADS[squad]}", "done")])


class Climbed(NamedTuple):
    """The squad that has climbed."""

    step: int
    squad: int


class Climb(book_game.Climb):
    @enforces(FAMILY, "2.1")
    def choices(self, state: Cliffs) -> Sequence[int]:
        return super().choices(state)

    def take_climb(self, state: Cliffs, squad: int) -> None:
        super().take_climb(state, squad)
        state.push(Anchor, squad)


class Anchor(Asks):
    """The leader of a squad decides alone, by actions that do not name it."""

    name, case = "anchor", "2.2"
    record = Climbed
    pushed_by = ("climb",)

    def prompt(self, state: Cliffs) -> str:
        return f"Anchor {SQUADS[state.top(Climbed).squad]}, or go on."

    @enforces(FAMILY, "2.2")
    def choices(self, state: Cliffs) -> Sequence[int]:
        return [pack(ANCHOR), pack(DONE)]

    def take_anchor(self, state: Bluffs) -> None:
        state.anchored[state.top(Climbed).squad] = 1
        self.take_done(state)

    def take_done(self, state: Cliffs) -> None:
        state.stack.pop()


class Fire(book_game.Fire):
    @enforces(FAMILY, "3.1")
    def take_roll(self, state: Cliffs) -> None:
        super().take_roll(state)


class Target(book_game.Target):
    @enforces(FAMILY, "3.2")
    def choices(self, state: Cliffs) -> Sequence[int]:
        return super().choices(state)


class Dusk(book_game.Dusk):
    @enforces(FAMILY, "4.1")
    def settle(self, state: Cliffs) -> bool:
        return super().settle(state)


class BluffsRuleset(Ruleset):
    def is_shorthand(self, text: str) -> bool:
        return text == SHORT


class BluffsGame(Game[BluffsRuleset, Bluffs]):
    """What Bluffs declares."""

    id = "bluffs"
    title = "Bluffs"
    version = "1"
    sides = ("us", "jp")
    side_names: ClassVar[Mapping[str, str]] = {"us": "U.S.", "jp": "Japan"}
    seat_names: ClassVar[Mapping[str, str]] = {"north": "north team", "south": "south team"}
    book_name = "Japanese doctrine"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "partners",
            "Two partners",
            TURNS,
            book=("jp",),
            seats=(("north", "us"), ("south", "us"), ("jp", "jp")),
            own_orders=True,
        ),
        Scenario(
            "against",
            "Two partners against a player",
            TURNS,
            seats=(("north", "us"), ("south", "us"), ("jp", "jp")),
            own_orders=True,
        ),
    )
    options = ()
    folder = Path(__file__).parent / "bluffs"
    families = (FAMILY,)
    max_actions = 300
    state_type = Bluffs
    steps: ClassVar[tuple[AnyStep, ...]] = (Climb(), Anchor(), Fire(), Target(), Dusk())
    shown: ClassVar[tuple[Shown[Bluffs], ...]] = (
        *book_game.CliffsGame.shown,  # type: ignore[arg-type]
        Shown("anchored", lambda state: [name for name, anchored in zip(SQUADS, state.anchored, strict=True) if anchored]),
        Shown("lot", lambda state: SEATS[state.lot]),
    )

    def build_ruleset(self, parameters: Mapping[str, Any]) -> BluffsRuleset:
        return BluffsRuleset(self, parameters, verbs=VERBS, steps=self.steps, names={"squad": Names(SQUADS)}, shown=self.shown)

    @enforces(FAMILY, "1.2")
    def set_up(self, state: Bluffs) -> None:
        state.lot = int(state.dice.roll() > 3)
        state.push(Climb)

    def outcome(self, state: Bluffs, events: list[Any]) -> str:
        return next((str(event.data["die"]) for event in events if event.kind == "roll"), "none")

    # ------------------------------------------------------------------ who orders what

    @enforces(FAMILY, "1.1")
    def owner_of(self, state: Bluffs, action: Action) -> Owner | None:
        verb, squad, _, _ = unpack(action.code)
        if state.is_at(Anchor):
            return _owner(state, state.top(Climbed).squad)
        return _owner(state, squad) if verb == CLIMB else None

    def owners_in_line(self, state: Bluffs, line: str) -> tuple[Owner, ...] | None:
        return tuple(_owner(state, squad) for squad, climbed in enumerate(state.climbed) if not climbed)

    def units_of(self, state: Bluffs, seat: str) -> tuple[str, ...]:
        return tuple(name for squad, name in enumerate(SQUADS) if state.leader(squad) == seat)


def _owner(state: Bluffs, squad: int) -> Owner:
    return Owner(state.leader(squad), "1.2" if squad == BAKER else "1.1", (SQUADS[squad],))


class CurtGame(BluffsGame):
    """It does not say what its lines order."""

    id = "curt"

    def owners_in_line(self, state: Bluffs, line: str) -> None:
        return None
