"""What a player is, and the seat from which it sees the game.

A seat hands out what its side may know and nothing else: the redacted view, single items of it in numbers, the legal actions
while that side decides, and worlds sampled from the view. Players that peek would win games they should lose and teach nobody
anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from beachhead.engine.action import Action, Actions
from beachhead.engine.choices import Choices
from beachhead.engine.state import Decision, State


class Seat:
    """One side's place at the table, or that of a partner who orders only some of its units.

    >>> import beachhead as bh
    >>> seat = Seat.at(bh.game("saipan").new("free", seed=7), "jp")
    >>> seat.decision.side, len(seat.actions()), seat.view()["noted"]
    ('us', 0, None)
    """

    __slots__ = ("_own", "_table", "side")

    def __init__(self, side: str, table: Callable[[], State], own: Choices | None = None) -> None:
        self.side = side
        self._table = table
        self._own = own

    @classmethod
    def at(cls, state: State, side: str, own: Choices | None = None) -> Seat:
        """The seat of a side in a game that is played on this state. `own` are the legal actions that it may take, if these are
        not all of its side's (`beachhead.engine.seats.orders`)."""
        return cls(side, lambda: state, own)

    @property
    def decision(self) -> Decision:
        """Who decides now, in which step, and what is asked."""
        return self._table().decision

    @property
    def step(self) -> str:
        """The step in which somebody decides; cheaper than `decision`, which words the prompt."""
        state = self._table()
        return "over" if state.over else state.step.name

    def known(self, name: str) -> Any:
        """One item of what this side knows, in numbers: the game lists them (`Game.known`). It tells what the view tells, and is
        many times cheaper than building one."""
        return self._table().known(name, self.side)

    def view(self) -> dict[str, Any]:
        """All that this side may see."""
        return self._table().view(self.side)

    def actions(self) -> Actions:
        """Every legal action of this seat; none while another side decides, whose choices may be secret."""
        state = self._table()
        if state.side != self.side:
            return Actions((), state.ruleset)
        return state.actions() if self._own is None else Actions(self._own, state.ruleset)

    def sample(self, seed: int = 0) -> State:
        """A full state that this side cannot tell from the true one, to think ahead on."""
        return self._table().sample(self.side, seed)


class Player(Protocol):
    """Somebody, or something, that chooses an action when its side decides."""

    @property
    def name(self) -> str:
        """What it is called in records and reports."""
        ...

    def choose(self, seat: Seat, budget: float) -> Action:
        """One of `seat.actions()`, within about `budget` seconds."""
        ...
