"""7.7 and 7.8, the ways of a retreat: vacant routes first, then chains of displaced friends, or none (R56)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.marks import DISPLACED
from beachhead.series.island_war.state import IslandWarState
from beachhead.series.island_war.zones import zone

VACANT: Final = 0
DISPLACING: Final = 1
REPEATING: Final = 2
FAILING: Final = 3
"""Levels: a full route through vacant hexes; one that displaces friends, nobody twice; one that displaces somebody
again; none."""

LOOKS: Final = 6_000
"""How often one search for a route asks where a friend could go before it takes the rest for impossible. A game seldom needs ten;
only a throng of dozens of units with next to no way out needs more, and everywhere else the search is complete. Displacements are
no measure of its work: in a full pocket each of them looks at everybody there."""

Move = tuple[int, int]
Chain = dict[int, int]
"""Units and where each goes, the retreating unit first, then the friend it pushes out, and so on: announced in this order, done
backwards."""


class Route:
    """The search for retreat routes of one unit. It moves units about on a sketch of the board, not on the state."""

    @enforces(FAMILY, "7.71", "7.72", "6.14-retreat", "5.12", "7.96-c")
    def __init__(self, state: IslandWarState, unit: int, origin: int, hexes: int) -> None:
        ruleset = state.ruleset
        self.state = state
        self.unit = unit
        self.hexes = hexes
        self.mover = ruleset.mover
        self.open = ruleset.ground.open
        self.barred = zone(state, 1 - ruleset.owner[unit]) | state.masks[1 - ruleset.owner[unit]]
        """Enemies and their zones, as bits."""
        self.away = ruleset.ground.grid.distances(origin)
        self.occupant = state.occupant
        self.where = state.where
        self.again: set[int] = set()
        """Units displaced before in this phase or on this way; filled when displacement comes into question."""
        self.left = LOOKS

    def steps(self, unit: int, space: int) -> list[int]:
        """Hexes a unit may ever enter in a retreat from here: no enemy zone, no enemy, no closed hexside."""
        barred = self.barred
        return [near for near in self.open[self.mover[unit]][space] if not barred >> near & 1]

    @enforces(FAMILY, "7.74", "7.73")
    def onward(self, space: int, done: int) -> list[int]:
        """Next hexes of the retreating unit: each step leads farther from the hex it fought in (R9)."""
        away, barred, done = self.away, self.barred, done + 1
        return [near for near in self.open[self.mover[self.unit]][space] if away[near] == done and not barred >> near & 1]

    def has_room(self, space: int) -> bool:
        """Whether a unit may stop in a hex without displacing anybody; a game with stacks says otherwise."""
        return not self.occupant[space]

    def vacant_length(self, space: int, done: int, most: int) -> int:
        """How far the unit can get through vacant hexes, up to `most` hexes from its combat position."""
        best = done
        if done < most:
            for near in self.onward(space, done):
                if self.has_room(near):
                    best = max(best, self.vacant_length(near, done + 1, most))
                    if best == most:
                        break
        return best

    # ------------------------------------------------------------------ displacement

    def may_push(self, friend: int, level: int, chain: Chain) -> bool:
        """Nobody moves twice in a chain; on the better level nobody is displaced a second time in the phase."""
        return friend not in chain and (level == REPEATING or friend not in self.again)

    def ways_out(self, friend: int) -> list[int]:
        """Where a displaced friend may go: to a vacant hex if he has one, else where he displaces in his turn (R46)."""
        self.left -= 1
        around = self.steps(friend, self.where[friend])
        return [near for near in around if self.has_room(near)] or around

    def escapes(self, friend: int, level: int, chain: Chain) -> bool:
        """Whether a chain that continues with this friend can end in a vacant hex. If any can, one without repeats can."""
        met, waiting = {friend}, [friend]
        for unit in waiting:
            if self.left <= 0:
                return False
            for near in self.ways_out(unit):
                if self.has_room(near):
                    return True
                other = self.occupant[near] - 1
                if other not in met and self.may_push(other, level, chain):
                    met.add(other)
                    waiting.append(other)
        return False

    @enforces(FAMILY, "7.82-a", "7.81")
    def completes(self, done: int, level: int, said: tuple[int, ...] = ()) -> bool:
        """Whether the unit, where it now is on the sketch, can go the rest of the way on this level, beginning as said."""
        if done == self.hexes:
            return True
        for near in self.onward(self.where[self.unit], done):
            if (not said or near == said[0]) and self._goes(self.unit, near, {}, done, level, said[1:]):
                return True
        return False

    def _goes(self, unit: int, space: int, chain: Chain, done: int, level: int, said: tuple[int, ...]) -> bool:
        """Whether the rest can be done if this unit is the next of the chain and goes there."""
        chain[unit] = space
        if self.has_room(space):
            found = self._done(chain, done, level)
        else:
            friend = self.occupant[space] - 1
            found = self.may_push(friend, level, chain) and self._pushes(friend, chain, done, level, said)
        del chain[unit]
        return found

    @enforces(FAMILY, "7.81", "7.82-b", "7.82-d")
    def _pushes(self, friend: int, chain: Chain, done: int, level: int, said: tuple[int, ...]) -> bool:
        """Whether the rest can be done if this friend is pushed out, beginning as said."""
        if not self.escapes(friend, level, chain):
            return False
        for near in self.ways_out(friend):
            if (not said or near == said[0]) and self._goes(friend, near, chain, done, level, said[1:]):
                return True
        return False

    def _done(self, chain: Chain, done: int, level: int) -> bool:
        """Carry a chain out on the sketch, look whether the rest can be done, and take it back."""
        units = list(chain)
        before = [self.where[unit] for unit in units]
        for unit in reversed(units):
            self._put(unit, chain[unit])
        pushed = set(units[1:]) - self.again
        self.again |= pushed
        found = self.completes(done + 1, level)
        self.again -= pushed
        for unit, space in zip(units, before, strict=True):
            self._put(unit, space)
        return found

    def _put(self, unit: int, space: int) -> None:
        self.occupant[self.where[unit]] = 0
        self.where[unit] = space
        self.occupant[space] = unit + 1

    def can_begin(self, done: int, level: int, said: tuple[int, ...]) -> bool:
        """Whether the rest of the way can be done on this level if it begins as said, as far as the search goes."""
        self.left = LOOKS
        return self.completes(done, level, said)

    @enforces(FAMILY, "7.73", "7.74", "7.82-a", "7.82-d", "7.82-b", "7.7")
    def level(self, done: int) -> int:
        """The best level on which the whole retreat can be done: vacant, displacing, displacing again, or not at all."""
        if self.vacant_length(self.where[self.unit], done, self.hexes) == self.hexes:
            return VACANT
        self._sketch()
        for level in (DISPLACING, REPEATING):
            if self.can_begin(done, level, ()):
                return level
        return FAILING

    def _sketch(self) -> None:
        """Work on copies from now on, since units will be moved about."""
        if self.occupant is self.state.occupant:
            self.again = {other for other in range(len(self.state.flags)) if self.state.flags[other] & DISPLACED}
            self.occupant = self.state.occupant.copy()
            self.where = self.state.where.copy()

    def next_moves(self, done: int, level: int, announced: tuple[int, ...] = ()) -> list[Move]:
        """The announcements open to the owner now, after those of this step that have been made."""
        space = self.where[self.unit]
        if level in (VACANT, FAILING):
            longest = self.vacant_length(space, done, self.hexes)
            return [
                (self.unit, near)
                for near in self.onward(space, done)
                if not announced
                and self.has_room(near)
                and (done + 1 == longest or self.vacant_length(near, done + 1, longest) == longest)
            ]
        self._sketch()
        if not announced:
            return [(self.unit, near) for near in self.onward(space, done) if self.can_begin(done, level, (near,))]
        pushed = self.occupant[announced[-1]] - 1
        return [(pushed, near) for near in self.ways_out(pushed) if self.can_begin(done, level, (*announced, near))]
