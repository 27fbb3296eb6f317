"""The position after D-Day as the sergeant sees it: who is in command, who is worn, what is still to be taken."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.field import COMPANIES, FIRES, STACK, Field
from beachhead.players.sergeant.dday.island import BLACK, Island

RESERVE: Final = -4
"""As the game numbers it."""
DIVISIONS: Final = (3, 4, 5)
SPARE: Final = 2
"""So many counters must be free in a loss box for companies of three steps to lead attacks, but at Suribachi, where one regiment
has to do it all."""
DREAD: Final = 1.5
"""How much more a step is feared that brings a division nearer to the catastrophe, divided by the counters left."""
WORN: Final = 2
"""Steps with which a rifle company lies in the loss box of its division."""
HOT: Final = 0.75
COOL: Final = 0.25
"""Steps that a hit costs in intense and steady fire."""
HOT_LATER: Final = 1.1
COOL_LATER: Final = 0.4
"""The same where HQs command."""
QUIET: Final = 0.35
"""How much of its fire is left to a disrupted group, which may recover."""


class Front(Field):
    """One moment of a later day."""

    def __init__(self, seat: Seat, island: Island) -> None:
        super().__init__(seat, island)
        self.last = False
        self._hot_crowd: list[int] | None = None
        self.command: list[int] = seat.known("command")
        self.posts: dict[int, tuple[int, int]] = seat.known("posts")
        self.assigned: list[int] = seat.known("assigned")
        self.boxes: list[tuple[int, int]] = seat.known("boxes")
        self.shaken: list[int] = seat.known("shaken")
        self.garrisons: list[int] = seat.known("garrisons")
        self.walls: dict[int, int] = seat.known("walls")
        aims, mine, linked = seat.known("aims")
        self.aims: list[int] = aims
        self.mine: int = mine
        """Positions under US control, as bits."""
        self.linked: int = linked
        """Positions in Japanese communication."""
        self.strict: bool = bool(self.posts)
        """Whether there are regimental HQs, without whom nobody acts."""
        self.terraces: int = island.ruleset.ways.terraces_on(self.turn)
        self.staff: dict[tuple[int, int], int] = {}
        """The HQ of each battalion on the map."""
        for unit in range(island.unit_count):
            if island.is_hq[unit] and self.where[unit] >= 0:
                self.staff[island.battalion[unit]] = unit

    # ------------------------------------------------------------------ units

    def is_able(self, unit: int) -> bool:
        """Whether a unit can still act."""
        return super().is_able(unit) and bool(self.command[unit])

    def room(self, place: int, unit: int) -> bool:
        """Whether a unit fits into a hex; whoever is one too many cannot recover either."""
        island = self.island
        if unit in island.staffs:
            return True
        here = [other for other in self.at.get(place, ()) if other != unit and other not in island.staffs]
        rifles = sum(1 for other in here if island.is_rifle[other]) + island.is_rifle[unit]
        return len(here) < STACK and (rifles <= COMPANIES or not island.is_rifle[unit])

    def regiment_of(self, unit: int) -> int:
        """The regiment with which a unit goes."""
        return self.island.regiment[unit] or self.assigned[unit]

    def is_worn(self, unit: int) -> bool:
        """Whether a company has to come out of the fire."""
        return self.island.is_rifle[unit] and self.steps[unit] <= WORN

    def is_fit(self, unit: int) -> bool:
        """Whether a company can lead an attack: with all its steps, or with three while its division can bear the loss."""
        if self.steps[unit] > WORN + 1:
            return True
        counters, limit = self.boxes[DIVISIONS.index(self.island.division[unit])]
        return self.steps[unit] == WORN + 1 and (not limit or limit - counters > (0 if self.island.must_cut else SPARE))

    def dread(self, unit: int) -> float:
        """What a step of a unit is worth: most where it brings its division nearer to the catastrophe."""
        island = self.island
        if not island.is_rifle[unit]:
            return 0.6 if island.is_tank[unit] or island.is_engineer[unit] else 1.2
        counters, limit = self.boxes[DIVISIONS.index(island.division[unit])]
        left = max(1, limit - counters) if limit else 9
        if self.steps[unit] in (1, WORN + 1):
            return 1.0 + DREAD / left
        return 1.0

    # ------------------------------------------------------------------ fire

    def threat(self, place: int) -> float:
        """Steps that one more unit in a hex may cost in the next Fire Phase."""
        found = self._threat.get(place)
        if found is None:
            found, crowd = 0.0, self.crowd()
            for group, (hot, cool, all_hot, all_cool) in enumerate(self.groups):
                hits = self.hits[group]
                if not hits or not (all_hot | all_cool) >> place & 1:
                    continue
                black = self.island.group_color[group] == BLACK
                steady = not all_hot >> place & 1
                cost = self.price(steady=steady) * (1.0 if black else FIRES)
                if not (hot | cool) >> place & 1:
                    cost *= QUIET
                if self.strict:
                    found += cost * self.share(group, place, hits, steady)
                    continue
                others = crowd[group] - (1 if self.us_mask >> place & 1 else 0)
                # Steady fire hits only those with the symbol of the card, a third of them.
                aimed = others / 3.0 if steady else others
                found += cost * (1.0 if aimed < hits else hits / (aimed + 1.0))
            self._threat[place] = found
        return found

    def price(self, *, steady: bool) -> float:
        """Steps that a hit costs; where HQs command, the turn that a company loses counts too, since others wait for it."""
        if self.strict:
            return COOL_LATER if steady else HOT_LATER
        return COOL if steady else HOT

    def share(self, group: int, place: int, hits: int, steady: bool) -> float:
        """How often one more unit in a hex is among those that a group hits when it fires: those in intense fire come first, then
        those in steady fire with the symbol of the card, a third of them."""
        hot = self.hot_crowd()[group]
        if not steady:
            others = hot - (1 if self.us_mask >> place & 1 else 0)
            return 1.0 if others < hits else hits / (others + 1.0)
        left = hits - hot
        if left <= 0:
            return 0.0
        aimed = (self.crowd()[group] - hot - (1 if self.us_mask >> place & 1 else 0)) / 3.0
        return 1.0 if aimed < left else left / (aimed + 1.0)

    def hot_crowd(self) -> list[int]:
        """By group: US units in its intense field."""
        if self._hot_crowd is None:
            self._hot_crowd = [0] * len(self.groups)
            for group, (hot, _, _, _) in enumerate(self.groups):
                if self.hits[group]:
                    self._hot_crowd[group] = sum(len(self.at[place]) for place in spaces_of(hot & self.us_mask))
        return self._hot_crowd

    def wakes(self, place: int) -> float:
        """Groups that a unit moving into a hex may wake."""
        found = 0.0
        island = self.island
        for group, (_, _, hot, _) in enumerate(self.groups):
            if not hot >> place & 1 or self.woken[group] or self.is_manned(group):
                continue
            if self.reserves[island.group_sector[group] - 1] > 0 and island.group_positions[group] & self.linked:
                found += FIRES
        return found

    # ------------------------------------------------------------------ goals

    def targets(self) -> list[tuple[int, float]]:
        """Positions to take, with a handicap in turns: those that count, then others nearby."""
        island = self.island
        wanted = set(self.aims)
        found = []
        for position, place in enumerate(island.position_hex):
            japanese = bool(self.jp_mask >> place & 1)
            if self.mine >> position & 1 or island.closed >> place & 1:
                continue
            if position in wanted:
                found.append((position, 0.0))
            elif japanese:
                found.append((position, 1.0))
        return found

    def approaches(self, position: int) -> int:
        """Hexes from which a position can be attacked on foot, as far as one knows the sides of its fort, as bits."""
        island = self.island
        place = island.position_hex[position]
        return island.foot[place] & ~self.jp_mask & ~island.closed & ~self.walls.get(position, 0)

    def refuges(self, position: int) -> list[int]:
        """Empty positions next to one, to which an elite unit that is beaten there withdraws."""
        if not self.strict or not self.linked >> position & 1:
            return []
        hexes = self.island.position_hex
        held = self.jp_mask | self.us_mask
        return [other for other in self.island.neighbors[position] if not held >> hexes[other] & 1 and not self.garrisons[other]]

    def beside_forts(self) -> int:
        """Hexes next to positions where forts may stand, in which nobody recovers, as bits."""
        found = 0
        for position, place in enumerate(self.island.position_hex):
            if self.island.forts[position] and self.jp_mask >> place & 1:
                found |= self.island.near_mask[place]
        return found

    def fields_over(self, place: int) -> int:
        """How many manned groups have a hex in their field."""
        found = 0
        for group, (_, _, hot, cool) in enumerate(self.groups):
            if self.hits[group] and (hot | cool) >> place & 1:
                found += 1
        return found

    def calm(self) -> int:
        """Hexes that no manned position sees, as bits."""
        found = 0
        for group, (_, _, hot, cool) in enumerate(self.groups):
            if self.hits[group]:
                found |= hot | cool
        return ((1 << self.island.land) - 1) & ~found & ~self.jp_mask & ~self.island.closed

    def spaces(self, mask: int) -> list[int]:
        """The hexes of a set."""
        return spaces_of(mask)
