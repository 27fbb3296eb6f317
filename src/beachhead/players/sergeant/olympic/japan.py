"""The Japanese trade of the two-player game: hold the south from cover, strike only when it pays."""

from __future__ import annotations

from beachhead.players.base import Seat
from beachhead.players.sergeant.olympic.country import Country
from beachhead.players.sergeant.options import Options


class Japan:
    """Answers every question that the Japanese side is asked."""

    def choose(self, step: str, seat: Seat, country: Country, options: Options) -> int | None:
        """What to do now, or None to leave it to chance."""
        del step, seat, country
        return options.one("done")
