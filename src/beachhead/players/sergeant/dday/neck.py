"""The neck of the island: who has to stand where at nightfall so that no path leads from Suribachi to the north."""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.field import Field
from beachhead.players.sergeant.dday.island import LEFT, NECK, SHORE, SURIBACHI
from beachhead.players.sergeant.dday.march import March

HOLDING: Final = 3
"""Steps with which infantry controls the hexes around it."""
MOST: Final = 3
"""Moves in one plan."""
AWAKE: Final = 0.5
"""How often an empty position is manned when somebody comes."""
BLOCKERS: Final = (LEFT, NECK, SHORE)


class Post(NamedTuple):
    """Units that could stand in a hex: who, by which way, and how likely they get there."""

    place: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    chance: float


class Neck:
    """The last turn at the neck."""

    def __init__(self, field: Field, march: March) -> None:
        self.field = field
        self.march = march
        self.island = field.island
        self.landed: list[int] = field.seat.known("landed")
        self.beaches = 0
        for box, hexes in enumerate(self.island.box_hexes):
            if self.landed[box]:
                for place in hexes:
                    self.beaches |= 1 << place

    # ------------------------------------------------------------------ is it cut?

    def control(self, at: dict[int, list[int]]) -> int:
        """Hexes that US units control where they would stand."""
        field, island, found = self.field, self.island, 0
        for place, units in at.items():
            if field.jp_mask >> place & 1:
                continue
            foot = [unit for unit in units if not island.is_tank[unit]]
            if not foot:
                continue
            found |= 1 << place
            steps = [field.steps[unit] for unit in foot]
            alone = any(field.steps[unit] >= HOLDING and (island.is_rifle[unit] or island.is_heavy[unit]) for unit in foot)
            if alone or (len(foot) > 1 and sum(steps) >= HOLDING):
                found |= island.near_mask[place]
        return found

    def is_cut(self, at: dict[int, list[int]]) -> bool:
        """Whether Suribachi would be cut off with US units where they would stand."""
        field, island = self.field, self.island
        held = 0
        for place in at:
            held |= 1 << place
        control = self.control(at)
        closed = held | control & ~field.jp_mask | self.beaches
        starts = goals = 0
        for position, place in enumerate(island.position_hex):
            japanese = field.jp_mask >> place & 1
            if island.group_sector[island.position_group[position]] == SURIBACHI:
                if japanese:
                    starts |= 1 << place | island.near_mask[place]
            elif japanese or not (held | control) >> place & 1:
                goals |= 1 << place
        if starts & goals:
            return False
        land = (1 << island.land) - 1
        reached = front = starts & land & ~closed
        while front:
            beyond = 0
            for place in spaces_of(front):
                beyond |= island.near_mask[place]
            if beyond & goals:
                return False
            front = beyond & ~closed & ~reached
            reached |= front
        return True

    # ------------------------------------------------------------------ who can go where

    def posts(self, moves: dict[int, tuple[int, int]]) -> list[Post]:
        """The likeliest way to have somebody in each hex of the neck."""
        field, island = self.field, self.island
        best: dict[int, Post] = {}
        for place, units in field.at.items():
            able = [unit for unit in units if unit in moves and not island.is_tank[unit]]
            teams: list[tuple[int, ...]] = [
                (unit,) for unit in able if field.steps[unit] >= HOLDING and (island.is_rifle[unit] or island.is_heavy[unit])
            ]
            small = [unit for unit in able if (unit,) not in teams and island.order[unit] in BLOCKERS]
            if not teams and len(small) > 1 and sum(field.steps[unit] for unit in small[:3]) >= HOLDING:
                teams.append(tuple(small[:3]))
            for team in teams:
                if island.order[team[0]] in BLOCKERS:
                    for post in self.ways(team, place):
                        if post.place not in best or post.chance > best[post.place].chance:
                            best[post.place] = post
        return sorted(best.values(), key=lambda post: (-post.chance, post.place))

    def ways(self, team: tuple[int, ...], place: int) -> list[Post]:
        """Where a unit or stack can be after its move."""
        field, island = self.field, self.island
        found = []
        sure = field.sure.get(place, 0)
        for first in spaces_of(island.foot[place] & ~field.jp_mask):
            chance = self.quietly(first)
            if sure >> first & 1:
                chance *= self.survives(place)
            found.append(Post(first, team, (first,), chance))
            slow = island.terraces >> place & 1 or island.slow[place] >> first & 1
            if slow or self.march.stops(first):
                continue
            through = chance * self.survives(place) * self.survives(first)
            for second in spaces_of(island.foot[first] & ~field.jp_mask & ~island.slow[first]):
                if second != place:
                    found.append(Post(second, team, (first, second), through * self.quietly(second)))
        return found

    def quietly(self, place: int) -> float:
        """The chance that nobody appears when units walk into a hex."""
        return 1.0 - AWAKE * (self.march.entry(place) > 0)

    def survives(self, place: int) -> float:
        """The chance to leave a hex on a longer move without being stopped."""
        field, island = self.field, self.island
        chance = 1.0
        for group, (hot, cool, _, _) in enumerate(field.groups):
            if group in island.mountain and (hot | cool) >> place & 1:
                chance *= 0.2 if hot >> place & 1 else 0.7
            elif hot >> place & 1:
                chance *= 0.5
            elif cool >> place & 1:
                chance *= 0.85
        return chance

    def plan(self, moves: dict[int, tuple[int, int]]) -> Post | None:
        """The first move of the likeliest plan that cuts Suribachi off."""
        field = self.field
        posts = self.posts(moves)[:24]
        found: Post | None = None
        top = 0.0
        for count in range(1, MOST + 1):
            for chosen in combinations(posts, count):
                chance = 1.0
                for post in chosen:
                    chance *= post.chance
                if chance <= top or not self.apart(chosen):
                    continue
                at = {place: list(units) for place, units in field.at.items()}
                for post in chosen:
                    for unit in post.units:
                        at[field.where[unit]].remove(unit)
                for post in chosen:
                    at.setdefault(post.place, []).extend(post.units)
                if self.is_cut({place: units for place, units in at.items() if units}):
                    # The doubtful move first: then there is still somebody to mend it.
                    top, found = chance, min(chosen, key=lambda post: post.chance)
        return found

    def apart(self, chosen: tuple[Post, ...]) -> bool:
        """Whether nobody is sent to two places."""
        units = [unit for post in chosen for unit in post.units]
        return len(set(units)) == len(units)
