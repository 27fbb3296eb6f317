"""The Japanese player of the two-player game."""

from __future__ import annotations

from beachhead.players.base import Seat
from beachhead.players.sergeant.bonins.isle import Isle
from beachhead.players.sergeant.options import Options


class Garrison:
    """Decides for Japan."""

    def choose(self, step: str, seat: Seat, isle: Isle, options: Options) -> int | None:
        """The action for a step, or None if the drill does not know it."""
        return None
