"""Moves after D-Day: everybody closes up on what is still to be taken, HQs follow, and worn companies come out of the fire."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.cordon import Cordon
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.march import FAR, March, Move
from beachhead.players.sergeant.dday.plan import Plan, plan_for

TURN: Final = 1.5
"""What a turn nearer to the goal is worth, in steps."""
BOLD: Final = 4.0
"""The same at Suribachi, which hits no oftener the more of them there are."""
HORIZON: Final = 30.0
LEASH: Final = 3
"""Hexes that a company may be away from the HQ of its battalion, which follows."""
OUT: Final = 1.0
"""What a hex beyond the reach of command costs."""
EXPOSED: Final = 3.0
"""What the HQ of a regiment pays for a hex that the enemy sees."""
RISING: Final = 1.0
"""What it costs to walk into an empty position."""
HOLD: Final = 0.4
"""What a turn nearer is worth to those who have nothing to take."""
RAID: Final = 0.2
"""What each unit too few in a hex may cost at night."""
NIGHTLY: Final = 3
"""So many units in a hex are seldom raided; so near are raiders."""
OPEN: Final = 9.0
"""The line is open."""
WEAK: Final = 1.0
"""What a weak point of the line costs that cuts Suribachi off."""
RISKY: Final = 5.0
"""What fire on the way costs for each step: whoever is hit lies in it for another turn."""
INTO: Final = 3.0
"""What a turn nearer is worth to those who enter an empty position."""
DARES: Final = 1.0
"""The same for those who enter a position that was cleared: while it is empty, elite units withdraw into it."""
SHIELD: Final = 2.0
"""What it is worth to stand with a company that leads an attack, for each step that it may lose."""
SHY: Final = 3.0
"""How much more those fear fire who have nothing to take."""

THREE: Final = 7
"""From this turn on a unit moves up to three hexes."""

Kept = dict[tuple[str, int, int], list[float]]


class Advance(March):
    """The moves of a moment."""

    raid: float = RAID
    risky: float = RISKY

    def __init__(self, front: Front, kept: Kept) -> None:
        super().__init__(front, kept)
        self.front = front
        self.plan: Plan = plan_for(front)
        self.cordon: Cordon | None = Cordon(front) if front.island.must_cut and front.island.closed_from else None
        self._calm = -1
        self._raiders = -1

    # ------------------------------------------------------------------ ways

    def pace(self, place: int) -> float:
        field = self.field
        if self.front.terraces >> place & 1 or field.intense >> place & 1:
            return 1.0
        return 0.65 if field.both >> place & 1 else 0.5

    def away(self, order: str) -> list[float]:
        """For each hex how many turns the goal of an order is away: `attack`, `haven`."""
        found = self._away.get(order)
        if found is None:
            front = self.front
            key = f"{order} {sorted(front.walls.items())}", front.jp_mask, front.mine
            found = self._kept.get(key)
            if found is None:
                found = self._kept[key] = self.reach(self.goals(order), tank="tank" in order)
            self._away[order] = found
        return found

    def calm(self) -> int:
        """Hexes that no manned position sees."""
        if self._calm < 0:
            self._calm = self.front.calm()
        return self._calm

    def goals(self, order: str) -> list[tuple[int, float]]:
        front, island = self.front, self.island
        if order == "haven":
            return [(place, 0.0) for place in spaces_of(self.calm())]
        found: list[tuple[int, float]] = []
        if order.startswith("in "):
            return [(island.position_hex[int(order.removeprefix("in "))], 0.0)]
        if order.startswith("at "):
            for name in order.removeprefix("at ").removeprefix("tank ").split():
                found += [(near, 0.0) for near in spaces_of(front.approaches(int(name)))]
            return found
        for position, handicap in front.targets():
            place = island.position_hex[position]
            if front.jp_mask >> place & 1:
                late = handicap + (1.0 if island.forts[position] else 0.0)
                found += [(near, late) for near in spaces_of(front.approaches(position))]
            else:
                found.append((place, handicap + 0.5))
        return found

    def reach(self, goals: list[tuple[int, float]], *, tank: bool = False) -> list[float]:
        """Turns from every hex to the nearest of some, each with a handicap; as `spread`, however far."""
        front, island = self.front, self.island
        ways = island.tracks if tank else island.foot
        found = [FAR] * island.land
        heap: list[tuple[float, int]] = []
        for place, cost in goals:
            if cost < found[place]:
                found[place] = cost
                heappush(heap, (cost, place))
        while heap:
            cost, place = heappop(heap)
            if cost > found[place] or cost > HORIZON:
                continue
            for near in island.near[place]:
                if front.jp_mask >> near & 1 or not ways[near] >> place & 1:
                    continue
                further = cost + self.pace(near)
                if further < found[near]:
                    found[near] = further
                    heappush(heap, (further, near))
        return found

    # ------------------------------------------------------------------ what a hex is worth

    def stand(self, unit: int, place: int) -> float:
        front, island = self.front, self.island
        threat = front.threat(place) * front.dread(unit)
        if unit in island.staffs:
            return self.headquarters(unit, place) - 2.0 * threat
        if island.is_hq[unit]:
            return self.battalion(unit, place) - threat
        post = self.plan.guards.get(unit, -1)
        if post >= 0:
            return float(-6.0 * island.distance[post][place] - threat)
        order = self.order(unit)
        if front.is_worn(unit) and not order.startswith("in "):
            return -2.0 * self.away("haven")[place] - 2.0 * threat - 0.1 * self.away("attack")[place]
        if front.strict and order.startswith("in "):
            worth = -INTO * min(HORIZON, self.away(order)[place]) - threat
        elif order:
            worth = -(BOLD if self.cordon else TURN) * min(HORIZON, self.away(order)[place]) - threat
        else:
            worth = -HOLD * min(HORIZON, self.away("tank" if island.is_tank[unit] else "attack")[place])
            worth -= threat * (1.0 + SHY) + 5.0 * min(HORIZON, self.away("haven")[place])
        worth -= self.alone(unit, place)
        if island.is_tank[unit] or island.is_engineer[unit]:
            worth += self.shield(unit, place)
        if island.is_heavy[unit] and front.intense >> place & 1:
            worth -= 0.5
        if self.front.strict:
            worth -= OUT * self.beyond(unit, place)
        return worth

    def order(self, unit: int) -> str:
        """The positions that a unit is after, as a key; empty if it has none."""
        island = self.island
        if island.is_rifle[unit] or unit in self.plan.team:
            position = self.plan.team.get(unit, -1)
            if position < 0:
                return ""
            held = self.front.jp_mask >> island.position_hex[position] & 1
            return f"at {position}" if held else f"in {position}"
        if island.is_heavy[unit]:
            return ""
        positions = self.plan.regiments.get(self.front.regiment_of(unit), ())
        if not self.front.strict:
            positions = tuple(sorted(set(self.plan.target.values())))
        if not positions:
            return ""
        return ("at tank " if island.is_tank[unit] else "at ") + " ".join(str(position) for position in positions)

    def shield(self, unit: int, place: int) -> float:
        """What a tank or engineer unit is worth to the companies of a hex, whose hits it takes."""
        front, island = self.front, self.island
        worth = 0.0
        for other in front.at.get(place, ()):
            if island.is_rifle[other] and other in self.plan.team:
                worth = max(worth, min(1.0, front.threat(place)) * SHIELD)
            elif other != unit and island.is_tank[other] == island.is_tank[unit] and not island.is_rifle[other]:
                return 0.0
        return worth

    def alone(self, unit: int, place: int) -> float:
        """What a raid may cost in a hex."""
        front = self.front
        if self._raiders < 0:
            self._raiders = 0
            for position, there in enumerate(self.island.position_hex):
                if front.jp_mask >> there & 1 and front.linked >> position & 1:
                    self._raiders |= self.island.ground.disk[NIGHTLY][there]
        if not self._raiders >> place & 1:
            return 0.0
        others = sum(1 for other in front.at.get(place, ()) if other != unit)
        return self.raid * max(0, NIGHTLY - 1 - others)

    def beyond(self, unit: int, place: int) -> float:
        """How many hexes a unit would be out of the reach of those who command it."""
        front, island = self.front, self.island
        distance = island.distance
        regiment = front.regiment_of(unit)
        head = island.heads.get(regiment, -1)
        far = 9.0
        if head >= 0 and front.where[head] >= 0:
            space, reach = front.posts.get(head, (0, 2))
            far = distance[front.where[head]][place] - (reach if space else reach + 1)
            if not space and island.is_rifle[unit]:
                far = 9.0
        staff = front.staff.get(island.battalion[unit], -1)
        if staff >= 0:
            far = min(far, distance[front.where[staff]][place] - LEASH)
        elif not island.is_rifle[unit] and not island.is_heavy[unit]:
            near = [other for other in front.at.get(place, ()) if island.is_rifle[other] and island.regiment[other] == regiment]
            if near:
                far = min(far, 0.0)
        return float(min(4.0, max(0.0, far)))

    def battalion(self, unit: int, place: int) -> float:
        """The HQ of a battalion: near its companies, in reach of its regiment."""
        front, island = self.front, self.island
        row, found = island.distance[place], 0.0
        mine = [other for other in island.members[island.battalion[unit]] if other != unit and front.where[other] >= 0]
        for other in mine:
            far = row[front.where[other]]
            found -= 0.8 * max(0, far - 2) + 0.05 * far
        if not mine:
            found -= 0.5 * min(HORIZON, self.away("attack")[place])
        head = island.heads.get(island.regiment[unit], -1)
        if front.strict and head >= 0 and front.where[head] >= 0:
            space, reach = front.posts.get(head, (0, 2))
            found -= 1.5 * max(0, row[front.where[head]] - (reach if space else reach + 1))
        if front.intense >> place & 1:
            found -= 0.3
        return found

    def headquarters(self, unit: int, place: int) -> float:
        """The HQ of a regiment: near its battalions, out of sight."""
        front, island = self.front, self.island
        row, found = island.distance[place], 0.0
        staffs = [staff for (regiment, _), staff in front.staff.items() if regiment == island.regiment[unit]]
        for staff in staffs:
            far = row[front.where[staff]]
            found -= 1.0 * max(0, far - 2) + 0.05 * far
        if not staffs:
            found -= 0.5 * min(HORIZON, self.away("attack")[place])
        if not self.calm() >> place & 1:
            found -= EXPOSED
        return found

    def entry(self, place: int) -> float:
        front, island = self.front, self.island
        cost = 0.5 * front.wakes(place)
        position = island.position_at[place]
        if position >= 0 and not front.at.get(place) and front.linked >> position & 1:
            group = island.position_group[position]
            if not island.group_mask[group] & front.us_mask and front.reserves[island.group_sector[group] - 1]:
                cost += RISING
        return cost

    def best(self, unit: int, moves: int, steps: int, company: int = 1) -> Move | None:
        """As on D-Day, with the terraces of the date, and three hexes where nobody fires."""
        front, island = self.front, self.island
        place = front.where[unit]
        tank = island.is_tank[unit]
        ways = island.tracks if tank else island.foot
        found: list[Move] = []
        top = self.stand(unit, place) + 0.15
        sure = front.sure.get(place, 0)
        terrace = front.terraces >> place & 1
        goes_in = front.strict and self.order(unit).startswith("in ")
        scale = (DARES if goes_in else self.risky) * front.dread(unit) / company
        leaving = 0.0 if tank and not front.hot_movers >> place & 1 else front.under_way(place) * scale
        for first in spaces_of(moves):
            slow = bool(terrace or island.slow[place] >> first & 1)
            enters = self.entry(first)
            if front.room(first, unit):
                risk = leaving if sure >> first & 1 or (not slow and not steps >> first & 1) else 0.0
                worth = self.stand(unit, first) - enters - risk
                if worth > top:
                    found.append(Move(unit, (first,), worth, risk))
            if slow or self.stops(first) or not front.room(first, unit):
                continue
            risk = leaving + (0.0 if tank else front.under_way(first) * scale)
            for second in spaces_of(ways[first] & ~front.jp_mask & ~island.slow[first] & ~island.closed):
                if second == place:
                    continue
                enters2 = enters + self.entry(second)
                if front.room(second, unit):
                    worth = self.stand(unit, second) - enters2 - risk
                    if worth > top:
                        found.append(Move(unit, (first, second), worth, risk))
                if front.turn < THREE or self.stops(second) or front.stops >> first & front.stops >> second & 1:
                    continue
                if not front.room(second, unit):
                    continue
                risk3 = risk + (0.0 if tank else front.under_way(second) * scale)
                for third in spaces_of(ways[second] & ~front.jp_mask & ~island.slow[second] & ~island.closed):
                    if third in (place, first) or not front.room(third, unit):
                        continue
                    worth = self.stand(unit, third) - enters2 - self.entry(third) - risk3
                    if worth > top:
                        found.append(Move(unit, (first, second, third), worth, risk3))
        found.sort(key=lambda move: (-move.worth, move.path))
        return self.kept_line(unit, top, found)

    def kept_line(self, unit: int, top: float, moves: list[Move]) -> Move | None:
        """The best of some moves, sorted; where Suribachi must stay cut off, the best that does not weaken the line too much."""
        if self.cordon is None or self.island.is_tank[unit]:
            return moves[0] if moves else None
        now = self.cordon.now()
        for move in moves[:8]:
            then = self.cordon.after(unit, move.path[-1])
            if then >= OPEN and now < OPEN:
                continue
            if move.worth - WEAK * max(0.0, then - now) > top:
                return move
        return None
