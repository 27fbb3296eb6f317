"""The dice of a bombardment or an assault: what may be said before them has been said."""

from __future__ import annotations

from beachhead.engine.step import Step
from beachhead.games.rage import assault, bombardment
from beachhead.games.rage.state import JP_BOMBARDMENT, US_BOMBARDMENT, RageState


class Volley(Step[RageState]):
    """An attack about to be rolled."""

    name = "volley"

    def settle(self, state: RageState) -> bool:
        _, area = state.stack.pop()
        if state.attack in (US_BOMBARDMENT, JP_BOMBARDMENT):
            bombardment.roll(state, area)
        else:
            assault.roll(state, area)
        return False
