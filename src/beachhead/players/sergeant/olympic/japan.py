"""The Japanese trade of the two-player game: hold the south from cover, pin and cut off, strike when it pays."""

from __future__ import annotations

import random

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.olympic.deploying import Deployment
from beachhead.players.sergeant.olympic.field import Field
from beachhead.players.sergeant.olympic.stations import Stations
from beachhead.players.sergeant.olympic.strikes import strike_value
from beachhead.players.sergeant.options import Options


class Japan:
    """Answers every question that the Japanese side is asked. What it remembers within a phase is a convenience."""

    def __init__(self, chance: random.Random) -> None:
        self._deployment = Deployment(chance)
        self._moves: list[tuple[int, int]] | None = None
        self._moves_of = -1

    def choose(self, step: str, seat: Seat, country: Country, options: Options) -> int | None:
        """What to do now, or None to leave it to chance."""
        if step == "deploy":
            return self._deployment.deploy(country, options)
        if step == "aim":
            return self._deployment.aim(country, options)
        if step == "japanese move":
            return self.move(seat, country, options)
        if step == "strike":
            return self.strike(Field(seat, country), options)
        if step == "japanese advance":
            return self.advance(Field(seat, country), options)
        return None

    def aim(self, code: int) -> tuple[str, int]:
        """Japan's moves are made for their own sake."""
        del code
        return "", -1

    def move(self, seat: Seat, country: Country, options: Options) -> int | None:
        """Moves to the posts, planned once a phase."""
        turn: int = seat.known("turn")
        moves = self._moves
        if moves is None or self._moves_of != turn:
            rows = options.rows("move")
            field = Field(seat, country)
            moves = self._moves = Stations(field, {unit: mask for unit, (_, mask) in rows.items()}).moves()
            moves.reverse()
            self._moves_of = turn
        while moves:
            unit, space = moves.pop()
            row = options.rows("move").get(unit)
            if row is not None and row[1] >> space & 1:
                return row[0] | space << SECOND_SHIFT
        done = options.one("done")
        if done is not None:
            return done
        # Somebody must still leave a stack or enter the map.
        self._moves = None
        for base, mask in options.rows("move").values():
            if mask:
                return base | ((mask & -mask).bit_length() - 1) << SECOND_SHIFT
        return None

    def strike(self, field: Field, options: Options) -> int | None:
        """The attack that brings most, while any brings something."""
        best, choice = 0.0, options.one("done")
        for code in options.codes("attack"):
            attacker, defender = code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT
            value = strike_value(field, attacker, field.looks[attacker][0], defender, field.supply[0])
            if value > best:
                best, choice = value, code
        return choice

    def advance(self, field: Field, options: Options) -> int | None:
        """Into cover, or where a beachhead or Control marker is to be had."""
        country = field.country
        prizes = field.beach_mask | field.control_mask
        for code in options.codes("advance"):
            space = code >> SECOND_SHIFT & ARGUMENT
            if prizes >> space & 1 or country.rank[space] < CLEAR:
                return code
        return options.one("done")
