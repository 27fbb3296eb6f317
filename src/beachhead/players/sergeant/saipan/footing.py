"""Which hexes are good to stand in when the move is over: safe, useful, on guard, within range, or out of sight."""

from __future__ import annotations

from beachhead.players.sergeant.saipan.doctrine import Doctrine, worth
from beachhead.players.sergeant.saipan.island import FOOT
from beachhead.players.sergeant.saipan.situation import Counter, Situation
from beachhead.players.sergeant.saipan.table import outlook

ALONE, TOGETHER = 0.2, 0.75
"""How often a beaten unit dies of one enemy who can reach it, and of two or more, who can cut it off."""
LIKELY, MOST = 0.7, 14
"""The part of the enemies within reach who would really come, and the strength beyond which more makes no difference."""
COVER = 0.4
"""The part of our support points that one of our units can count on."""
CONTACT = 5.0
"""What it costs to end a move next to an enemy without a plan to attack him."""
NEAR, FAR = 0.12, 0.03
"""What half a movement point towards the enemy is worth to a hunter, and away from him to those who hide."""
BLOCKING, WATCHING = 2.0, 4.0
"""What standing on a beachhead costs, because nobody lands there then; what watching the only one is worth."""
IN_RANGE, OUT_OF_RANGE, TOO_NEAR = 0.3, 0.02, 1.0
"""For a gun: an enemy in range, each hex that one is beyond it, one who is nearly upon it."""


class Footing:
    """Judges hexes for units of ours. What it says of danger holds as long as no unit moves."""

    def __init__(self, now: Situation, doctrine: Doctrine) -> None:
        self.now = now
        self.doctrine = doctrine
        self.cover = now.island.support("us", now.turn) * COVER if now.us else 0.0
        goals = [enemy.space for enemy in now.theirs if now.island.land >> enemy.space & 1]
        if not now.us and doctrine.hunt and now.markers_matter:
            goals += [space for space in now.markers if not now.my_hexes >> space & 1]
        self.far = now.island.spread(FOOT, goals)
        """Half points from each hex to the nearest thing we are after, or hide from."""
        self.watched: set[int] = set()
        """Beachheads that somebody stands by."""
        self._danger: dict[tuple[int, int], float] = {}

    def danger(self, unit: Counter, space: int) -> float:
        """The chance that a unit in this hex is lost in the enemy's next turn, at a guess."""
        key = (unit.defence, space)
        found = self._danger.get(key)
        if found is None:
            count, strength = self.now.threat_to(space)
            found = 0.0
            if count:
                differential = round(min(strength, MOST) * LIKELY - unit.defence - self.cover)
                driven = outlook(differential, self.now.island.columns[space]).driven
                found = driven * (TOGETHER if count > 1 else ALONE)
            self._danger[key] = found
        return found

    def score(self, unit: Counter, space: int) -> float:
        """How good a hex is for a unit that attacks nobody."""
        now, doctrine = self.now, self.doctrine
        stake = worth(unit) * doctrine.own
        total = -stake * self.danger(unit, space) * doctrine.caution
        total += 0.15 * now.island.columns[space]
        if now.their_zones >> space & 1:
            total -= CONTACT
        if unit.gun:
            return total + self._gun_score(unit, space)
        far = min(self.far[space], 120)
        if doctrine.hunt:
            total -= NEAR * far
        else:
            total += FAR * min(far, 60)
        if now.us:
            total += self._guard_score(space)
        elif space in now.markers:
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
        if not now.markers_matter:
            return 0.0
        total = 0.0
        for marker in now.markers:
            if space == marker:
                total -= BLOCKING
            if marker not in self.watched and (space == marker or now.island.around[marker] >> space & 1):
                count, _ = now.threat_to(marker)
                total += min(count, 2) * WATCHING / len(now.markers)
        return total

    def settle(self, unit: Counter, space: int) -> None:
        """A unit will stand here."""
        for marker in self.now.markers:
            if space == marker or self.now.island.around[marker] >> space & 1:
                self.watched.add(marker)
