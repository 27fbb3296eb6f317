"""Which hexes are good to stand in when the move is over: safe, useful, on guard, within range, or out of sight."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.saipan.counter import FOOT, Counter
from beachhead.players.sergeant.saipan.doctrine import Doctrine
from beachhead.players.sergeant.saipan.island import NEVER
from beachhead.players.sergeant.saipan.situation import Situation
from beachhead.players.sergeant.saipan.table import outlook

ALONE: Final = 0.2
"""How often a beaten unit dies of one enemy who can reach it."""
TOGETHER: Final = 0.75
"""How often it dies of two or more, who can cut it off."""
LIKELY: Final = 0.7
"""The part of the enemies within reach who would really come."""
MOST: Final = 14
"""The strength beyond which more makes no difference."""
COVER: Final = 0.4
"""The part of our support points that one of our units can count on."""
CONTACT_COST: Final = 5.0
"""What it costs to end a move next to an enemy without a plan to attack him."""
NEAR: Final = 0.12
"""What half a movement point towards the enemy is worth to a hunter."""
FAR: Final = 0.03
"""What half a movement point away from him is worth to those who hide."""
BLOCKING: Final = 2.0
"""What standing on a beachhead costs, because nobody lands there then."""
WATCHING: Final = 4.0
"""What watching the only one is worth."""
IN_RANGE: Final = 0.3
"""For a gun: an enemy in range."""
OUT_OF_RANGE: Final = 0.02
"""For a gun: each hex that an enemy is beyond its range."""
TOO_NEAR: Final = 1.0
"""For a gun: an enemy who is nearly upon it."""


class Footing:
    """Judges hexes for units of ours. What it says of danger holds as long as no unit moves."""

    def __init__(self, now: Situation, doctrine: Doctrine) -> None:
        self.now = now
        self.doctrine = doctrine
        self.cover = now.island.support("us", now.turn) * COVER if now.us else 0.0
        self.watched: set[int] = set()
        """Beachheads that somebody stands by."""
        self._goals: list[list[int]] | None = None
        self._far: dict[int, int] = {}
        self._danger: dict[int, float] = {}
        self._scores: dict[int, dict[int, float]] = {}
        """By kind of unit and hex: units that are alike are not judged one by one."""

    def far(self, space: int) -> int:
        """Half points from the nearest thing we are after, or hide from, to a hex."""
        found = self._far.get(space)
        if found is None:
            goals = self._goals
            if goals is None:
                goals = self._goals = self._seek()
            found = NEVER
            for row in goals:
                if row[space] < found:
                    found = row[space]
            self._far[space] = found
        return found

    def _seek(self) -> list[list[int]]:
        """What we are after: for each of these hexes what it costs to get from there anywhere."""
        now = self.now
        island, field = now.island, now.field
        goals = [enemy.space for enemy in now.theirs if island.land >> enemy.space & 1]
        if not now.us and self.doctrine.hunt and now.markers_matter:
            goals += [space for space in now.markers if not field.my_hexes >> space & 1]
        return [island.costs(FOOT, space) for space in goals]

    def danger(self, unit: Counter, space: int) -> float:
        """The chance that a unit in this hex is lost in the enemy's next turn, at a guess."""
        key = space << 12 | unit.defence
        found = self._danger.get(key)
        if found is None:
            count, strength = self.now.field.threat_to(space)
            found = 0.0
            if count:
                blow = strength if strength < MOST else MOST
                differential = round(blow * LIKELY - unit.defence - self.cover)
                driven = outlook(differential, self.now.island.columns[space]).driven
                found = driven * (TOGETHER if count > 1 else ALONE)
            self._danger[key] = found
        return found

    def scores(self, unit: Counter) -> dict[int, float]:
        """The scores that are known so far for units like this one."""
        key = ((unit.attack << 12 | unit.defence) << 12 | unit.fpf) << 12 | unit.range
        found = self._scores.get(key)
        if found is None:
            found = self._scores[key] = {}
        return found

    def score(self, unit: Counter, space: int) -> float:
        """How good a hex is for a unit that attacks nobody."""
        return self.score_among(self.scores(unit), unit, space)

    def score_among(self, known: dict[int, float], unit: Counter, space: int) -> float:
        """The same, if the scores of such units are at hand."""
        total = known.get(space)
        if total is None:
            total = known[space] = self._score(unit, space)
        if not unit.gun and self.now.us:
            return total + self._guard_score(space)
        return total

    def _score(self, unit: Counter, space: int) -> float:
        """The part of it that stays the same while other units are given their places."""
        now, doctrine = self.now, self.doctrine
        stake = unit.worth * doctrine.own
        total = -stake * self.danger(unit, space) * doctrine.caution
        total += 0.15 * now.island.columns[space]
        if now.field.their_zones >> space & 1:
            total -= CONTACT_COST
        if unit.gun:
            return total + self._gun_score(unit, space)
        if doctrine.hunt:
            total -= NEAR * min(self.far(space), 120)
        else:
            total += FAR * min(self.far(space), 60)
        if not now.us and space in now.markers:
            total += doctrine.beachhead
        return total

    def _gun_score(self, unit: Counter, space: int) -> float:
        """Guns want targets in range and the enemy at arm's length."""
        row = self.now.island.distances(space)
        total = 0.0
        for enemy in self.now.theirs:
            away = row[enemy.space]
            if away <= unit.range:
                total += IN_RANGE
            else:
                total -= OUT_OF_RANGE * (away - unit.range)
            if away <= 3:
                total -= TOO_NEAR
        return total

    def _guard_score(self, space: int) -> float:
        """Standing by a beachhead that the enemy could enter; standing on it keeps others from landing."""
        now = self.now
        total = 0.0
        if not now.markers_matter:
            return total
        around = now.island.around
        for marker in now.markers:
            if space == marker:
                total -= BLOCKING
            if (space == marker or around[marker] >> space & 1) and marker not in self.watched:
                count = now.field.threat_to(marker)[0]
                total += min(count, 2) * WATCHING / len(now.markers)
        return total

    def settle(self, space: int) -> None:
        """A unit will stand here."""
        around = self.now.island.around
        for marker in self.now.markers:
            if space == marker or around[marker] >> space & 1:
                self.watched.add(marker)
