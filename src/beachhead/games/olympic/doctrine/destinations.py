"""Whom the doctrine moves next, where to and by which way (14.51 to 14.58).

In the Japanese Movement Phase no U.S. unit moves. So zones of control stand still, and with them the rings around the U.S. units:
ring 1 is every hex next to one of them, ring 2 every hex next to ring 1, and so on (A85). The vacant hexes of ring 1 are the
Primary hexes, those of ring 2 the Secondary ones. Distances are kept as levels around the vacant hexes of a ring, worked out only
as far as the nearest unit that is to move, and kept while these hexes stay the same.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.spreads import NO_LIMIT, Levels
from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.ground import FAMILY, Ground
from beachhead.games.olympic.landing.entry import ENTRY_COST, can_enter, entry_hex
from beachhead.games.olympic.state import ENTERING, OlympicState
from beachhead.games.olympic.supply import allowance

WIDE: Final = 1 << 14
"""More than any number of a space."""
NOWHERE: Final = -1

GOES: Final = 0
"""Toward its destination."""
SPLITS: Final = 1
"""Out of a stack, to the nearest free hex (A35)."""
ENTERS: Final = 2
"""Onto the map without a destination (A77)."""


class Plan(NamedTuple):
    """What the doctrine does next: a unit, the ring of its destination (0: none), what the way there costs, the destination,
    where it stops, the hexes it enters, and why it goes. The destination is -1 where the move does not hang on it (`goal_of`)."""

    unit: int
    ring: int
    cost: int
    goal: int
    stop: int
    path: tuple[int, ...]
    kind: int


STALE: Final = Plan(-1, 0, 0, NOWHERE, NOWHERE, (), GOES)
"""In place of a plan: somebody has taken the destination, and distances must be worked out anew."""


class Turn(NamedTuple):
    """The unit whose turn it is: its ring (0: no destination) and what the way to its destination costs."""

    unit: int
    ring: int
    cost: int


class Field:
    """Distances to the vacant hexes of one ring, and which of several equally near ones a unit takes."""

    __slots__ = ("best", "levels")

    def __init__(self, ground: Ground, goals: int, shut: int) -> None:
        self.levels = Levels(ground.costs, goals, shut)
        self.best: dict[int, int] = {}
        """By space: the number of the destination it leads to, behind the rank of its ground, so that the least is the best."""

    @enforces(FAMILY, "14.54-1", "14.54-2", "14.57")
    def goal_of(self, ground: Ground, start: int, cost: int) -> int:
        """The destination of a unit that is `cost` away from the nearest: of equally near ones rough ground first, then City,
        Town and clear ground, then the higher number (A20)."""
        best = self.best
        if start not in best:
            self.levels.reach(cost)
            levels, groups = self.levels.levels, ground.ranges.groups
            found = [(cost, start)]
            met = {start}
            onward: dict[int, list[int]] = {}
            for left, here in found:
                ahead = onward[here] = []
                for price, mask in groups[here]:
                    rest = left - price
                    if rest < 0:
                        break
                    hits = mask & levels[rest]
                    while hits:
                        low = hits & -hits
                        hits ^= low
                        near = low.bit_length() - 1
                        ahead.append(near)
                        if near not in met and near not in best:
                            met.add(near)
                            found.append((rest, near))
            found.sort()
            for left, here in found:
                key = NO_LIMIT
                if left:
                    for near in onward[here]:
                        key = min(key, best[near])
                else:
                    key = (ground.rank[here] + 1) * WIDE - here
                best[here] = key
        return -best[start] % WIDE


class Front:
    """What stands still while Japan moves: U.S. zones, the rings, and the pieces of map that units can walk through.

    States share it. Fields grow, and rings are added, but what they say follows from the front alone.
    """

    __slots__ = ("fields", "full", "ground", "joined", "order", "pieces", "rings", "shores", "shut", "zone")

    def __init__(self, state: OlympicState, zone: int, full: int) -> None:
        ground = state.ruleset.ground
        self.ground = ground
        self.zone = zone
        self.full = full
        us = state.us_mask & ground.land_mask
        self.shut = zone | us | full
        """Hexes that no way of a doctrine move runs through (A18)."""
        first = zone & ~us
        self.rings = [us, first]
        """The U.S. units, ring 1, ring 2 and so on, as far as they were asked for."""
        self.joined = us | first
        self.fields: dict[int, Field] = {}
        self.order = [_free_to_move(state, units, zone) for units in state.ruleset.in_order]
        """The units that can move at all, by type."""
        self.pieces: list[int] = []
        self.shores: list[int] = []
        """Connected pieces of the hexes that can be walked through, and all hexes one step from each."""
        rest = ground.land_mask & ~self.shut
        start = first and ground.around.step(first) & rest
        while rest:
            begin = start & -start if start else rest & -rest
            piece = ground.around.flood(begin, rest)
            rest &= ~piece
            start &= rest
            self.pieces.append(piece)
            self.shores.append(ground.around.step(piece))

    @enforces(FAMILY, "14.53")
    def ring(self, number: int) -> int:
        """A ring around the U.S. units; nothing if there is none so far out (A19, A85)."""
        rings = self.rings
        while len(rings) <= number:
            farther = self.ground.around.step(rings[-1]) & ~self.joined
            self.joined |= farther
            rings.append(farther)
        return rings[number]

    def field(self, number: int, vacant: int, exact: bool = True) -> Field:
        """Distances to the vacant hexes of a ring. If they need not be `exact`, hexes that have been taken since may still be
        among the goals, so that nothing is farther than it says."""
        goals = self.ring(number) & vacant
        found = self.fields.get(number)
        if found is not None and (found.levels.goals == goals or (not exact and not goals & ~found.levels.goals)):
            return found
        found = Field(self.ground, goals, self.shut)
        self.fields[number] = found
        return found

    def area(self, space: int) -> int:
        """All hexes that a unit in a hex could walk through."""
        bit = self.ground.bit[space]
        if not self.shut & bit:
            for piece in self.pieces:
                if piece & bit:
                    return piece
            return 0
        found = 0
        for number, shore in enumerate(self.shores):
            if shore & bit:
                found |= self.pieces[number]
        return found

    @enforces(FAMILY, "14.53", "14.58", "14.54-2")
    def ring_from(self, space: int, vacant: int, alone: bool) -> int:
        """The nearest ring in which a unit could reach a vacant hex with unlimited movement (A18, A85); 0 if there is none.

        A unit that is alone in its hex counts it as vacant for itself (A20).
        """
        bit = self.ground.bit[space]
        area = self.area(space)
        if self.rings[1] & vacant & (self.ground.around.step(area) | self.ground.near_mask[space]):
            return 1
        number = 2
        while True:
            ring = self.ring(number)
            if not ring:
                return 0
            if ring & vacant & area or (alone and ring & bit):
                return number
            number += 1


@enforces(FAMILY, "14.51", "5.23", "6.21", "6.24", "14.21-reserve")
def _free_to_move(state: OlympicState, units: list[int], zone: int) -> list[int]:
    """Those of the units that are on the map, or about to enter it, and not locked in a U.S. zone of control."""
    where = state.where
    return [unit for unit in units if where[unit] == ENTERING or (where[unit] >= 0 and not zone >> where[unit] & 1)]


def front_of(state: OlympicState) -> Front:
    """The front of this phase, made anew when a stack of three has dissolved."""
    kept: tuple[Front, Plan | None] | None = state.march
    if kept is not None and (not kept[0].full or kept[0].full == _full(state)):
        return kept[0]
    return Front(state, state.us_zone(), _full(state))


def _full(state: OlympicState) -> int:
    """Hexes with three Japanese units or more. In this phase nobody joins a stack, so there never are new ones."""
    return state.full_mask() & (state.jp_mask | state.down_mask)


# ---------------------------------------------------------------------- whose turn it is


@enforces(FAMILY, "14.51")
def waiting_units(state: OlympicState, front: Front, done: set[int]) -> list[int]:
    """The units of the type whose turn it is that have not had theirs."""
    moved = state.moved
    for units in front.order:
        found = [unit for unit in units if not moved[unit] and unit not in done]
        if found:
            return found
    return []


@enforces(FAMILY, "14.55", "14.56")
def whose_turn(state: OlympicState, front: Front, units: list[int], exact: bool = True) -> Turn:
    """The unit of a type that moves next: the nearest to its destination, then the one in the highest hex; units without
    a destination come last (A42, A94).

    If it need not be `exact`, the unit may turn out to be farther away; if it is not, nobody is nearer.
    """
    ground, where = front.ground, state.where
    vacant = ground.land_mask & ~(state.jp_mask | state.down_mask)
    masks: dict[int, int] = {}
    lost: list[int] = []
    by_sea: list[int] = []
    plain, bits = 0, ground.bit
    first = front.ring(1) & vacant
    served = 0
    for number, piece in enumerate(front.pieces):
        if front.shores[number] & first:
            served |= piece
    for unit in units:
        space = where[unit]
        if space < 0:
            by_sea.append(unit)
        elif served & bits[space]:
            plain |= bits[space]
        else:
            alone = state.count_in(space) == 1
            ring = front.ring_from(space, vacant, alone)
            if ring == 0:
                lost.append(unit)
            elif ring > 1 and alone and front.rings[ring] >> space & 1:
                return Turn(unit, ring, 0)
            else:
                masks[ring] = masks.get(ring, 0) | bits[space]
    if plain:
        masks[1] = masks.get(1, 0) | plain
    cost, best, at = NO_LIMIT, 0, -1
    for ring, mask in masks.items():
        levels = front.field(ring, vacant, exact).levels
        near = levels.first(mask, cost)
        if near >= 0:
            space = (levels.reached[near] & mask).bit_length() - 1
            if near < cost or space > at:
                cost, best, at = near, ring, space
    if by_sea:
        entry = entry_hex(state)
        ring, near = distance_by_sea(state, front, entry, vacant, cost, exact)
        if ring and (near < cost or (near == cost and entry > at)):
            return Turn(by_sea[0], ring, near)
        if at < 0 and not ring:
            highest = max([where[unit] for unit in lost], default=-1)
            if entry > highest or not lost:
                return Turn(by_sea[0], 0, 0)
    if at >= 0:
        for unit in units:
            if where[unit] == at:
                return Turn(unit, best, cost)
    at = max(where[unit] for unit in lost)
    for unit in lost:
        if where[unit] == at:
            return Turn(unit, 0, 0)
    raise AssertionError("somebody is waiting")


@enforces(FAMILY, "9.11-entry", "9.13", "9.12")
def distance_by_sea(state: OlympicState, front: Front, entry: int, vacant: int, limit: int, exact: bool) -> tuple[int, int]:
    """The ring of the destination of a unit about to enter, and what the way there costs, its entry included (A36).

    Ring 0 if it has none; beyond `limit` the cost is not worked out.
    """
    if not can_enter(state, entry):
        return 0, 0
    bit = front.ground.bit[entry]
    if front.zone & bit:
        return (1, ENTRY_COST) if vacant & bit else (0, 0)
    ring = front.ring_from(entry, vacant, False)
    if not ring:
        return 0, 0
    near = front.field(ring, vacant, exact).levels.first(bit, limit)
    return ring, near + ENTRY_COST if near >= 0 else NO_LIMIT


# ---------------------------------------------------------------------- where it goes


def plan_next(state: OlympicState, front: Front) -> tuple[Plan | None, list[int]]:
    """The next move of the doctrine, if there is one, and the units whose turn passes before it without a move."""
    done: set[int] = set()
    stayed: list[int] = []
    while True:
        units = waiting_units(state, front, done)
        if not units:
            return None, stayed
        turn = whose_turn(state, front, units, False)
        plan = plan_of(state, front, turn)
        if plan is STALE:
            front.field(turn.ring, front.ground.land_mask & ~(state.jp_mask | state.down_mask))
            continue
        if plan is not None:
            return plan, stayed
        done.add(turn.unit)
        stayed.append(turn.unit)


@enforces(FAMILY, "14.52", "14.5", "5.21", "5.0-precedence", "7.32", "9.14", "8.71-note")
def plan_of(state: OlympicState, front: Front, turn: Turn) -> Plan | None:
    """How a unit moves when its turn has come; None if it stays where it is, `STALE` if it is farther away.

    Without U.S. units on the map only reinforcements move (A19, A77).
    """
    unit, ring, cost = turn
    start = state.where[unit]
    entering = start < 0
    if ring and (cost or entering):
        plan = _toward(state, front, turn, entry_hex(state) if entering else start)
        if plan is not None:
            return plan
    if entering:
        return _aside(state, front, unit, entry_hex(state), True)
    if (ring and not cost) or not front.rings[0] or state.count_in(start) == 1:
        return None
    return _aside(state, front, unit, start, False)


@enforces(FAMILY, "14.52", "5.24-minimum", "5.24-cost", "7.32", "7.11", "14.54-1", "14.54-2")
def _toward(state: OlympicState, front: Front, turn: Turn, start: int) -> Plan | None:
    """Along a cheapest way to the destination: all the way, or to the free hex that leaves the fewest points to go (A21)."""
    ground = front.ground
    unit, ring, cost = turn
    taken = state.jp_mask | state.down_mask
    entering = state.where[unit] < 0
    begun = ENTRY_COST if entering else 0
    whole = cost - begun
    most = allowance(state, unit) - begun
    if not whole:
        return STALE if taken >> start & 1 else Plan(unit, ring, cost, start, start, (start,), GOES)
    field = front.field(ring, ground.land_mask & ~taken, False)
    if whole > most and field.levels.goals & taken:
        return STALE
    levels, groups, bits = field.levels.levels, ground.ranges.groups, ground.bit
    spent = {start: 0}
    found = [start]
    exits: list[tuple[int, int, int]] = []
    """Steps of cheapest ways that the allowance does not pay for: from where, what is left to go after it, where to."""
    for here in found:
        used = spent[here]
        for price, mask in groups[here]:
            total = used + price
            if total > whole:
                break
            hits = mask & levels[whole - total]
            while hits:
                low = hits & -hits
                hits ^= low
                near = low.bit_length() - 1
                if near in spent:
                    continue
                if total > most:
                    exits.append((here, whole - total, near))
                else:
                    spent[near] = total
                    found.append(near)
    if whole <= most:
        best = NO_LIMIT
        for here in found:
            if spent[here] == whole and not taken & bits[here]:
                best = min(best, (ground.rank[here] + 1) * WIDE - here)
        if best == NO_LIMIT:
            return STALE
        goal = stop = -best % WIDE
        way = best_way(state, ground, start, stop, spent, 0)
        return Plan(unit, ring, cost, goal, stop, (start, *way) if entering else way, GOES)
    goal = NOWHERE
    if not _one_way_on(start, exits):
        goal = _keep_best(front, field, exits, spent)
    stop, farthest, direct = NOWHERE, -1, False
    for here in found:
        if here in spent and not taken & bits[here] and (here != start or entering):
            total = spent[here]
            if total > farthest or (total == farthest and here > stop):
                stop, farthest = here, total
    if not entering:
        # A way whose first step is too dear is begun all the same: one hex may always be moved, though never onto a friend (A41).
        for here, rest, near in exits:
            total = whole - rest
            if here == start and not taken & bits[near] and (total > farthest or (total == farthest and near > stop)):
                stop, farthest, direct = near, total, True
    if stop < 0:
        return None
    way = (stop,) if direct else best_way(state, ground, start, stop, spent, 0)
    return Plan(unit, ring, cost, goal, stop, (start, *way) if entering else way, GOES)


def _one_way_on(start: int, exits: list[tuple[int, int, int]]) -> bool:
    """Whether all cheapest ways meet before or where the allowance ends, so that it makes no difference now which of several
    equally near destinations the unit goes for."""
    here, _, near = exits[0]
    same_end = same_step = True
    for other, _, other_near in exits:
        same_end = same_end and other == here
        same_step = same_step and other_near == near
    return same_step or (same_end and here != start)


def _keep_best(front: Front, field: Field, exits: list[tuple[int, int, int]], spent: dict[int, int]) -> int:
    """Leave only hexes and steps that lead to the destination that the unit takes, and return it."""
    ground = front.ground
    best = NO_LIMIT
    for _, rest, near in exits:
        field.goal_of(ground, near, rest)
        best = min(best, field.best[near])
    kept = [found for found in exits if field.best[found[2]] == best]
    if len(kept) < len(exits):
        exits[:] = kept
        waiting = list(dict.fromkeys([here for here, _, _ in kept]))
        good = set(waiting)
        for here in waiting:
            used = spent[here]
            for before, price in ground.network.into[here]:
                if before not in good and before in spent and spent[before] + price == used:
                    good.add(before)
                    waiting.append(before)
        for here in list(spent):
            if here not in good:
                del spent[here]
    return -best % WIDE


def goal_of(state: OlympicState, front: Front, plan: Plan) -> int:
    """The destination of a move, which is worked out only when somebody asks if the move does not depend on it."""
    if plan.goal >= 0:
        return plan.goal
    start, whole = state.where[plan.unit], plan.cost
    if start < 0:
        start, whole = plan.path[0], whole - ENTRY_COST
    field = front.field(plan.ring, front.ground.land_mask & ~(state.jp_mask | state.down_mask))
    return field.goal_of(front.ground, start, whole)


@enforces(FAMILY, "7.32", "8.71-note", "9.14", "5.24-minimum")
def _aside(state: OlympicState, front: Front, unit: int, start: int, entering: bool) -> Plan | None:
    """To the nearest hex where a unit may stop that its destination does not draw out of its stack (A35), or onto the map
    (A36, A77); None if it must stay or wait."""
    ground = front.ground
    taken = state.jp_mask | state.down_mask
    most = allowance(state, unit)
    begun = 0
    if entering:
        if not can_enter(state, start):
            return None
        begun = ENTRY_COST
        if not taken >> start & 1:
            return Plan(unit, 0, begun, start, start, (start,), ENTERS)
        if front.zone >> start & 1:
            return None
    spent = {start: begun}
    waiting: list[list[int]] = [[] for _ in range(most + 1)]
    waiting[begun].append(start)
    shut, taken_or_us = front.rings[0] | front.full, taken | front.rings[0]
    stop, best, direct = NOWHERE, 0, False
    for used in range(begun, most + 1):
        for here in waiting[used]:
            if spent[here] != used or (here != start and front.zone >> here & 1):
                continue
            for near, price in ground.steps[here]:
                total = used + price
                if total <= most and not shut >> near & 1 and total < spent.get(near, NO_LIMIT):
                    spent[near] = total
                    waiting[total].append(near)
        for here in waiting[used]:
            key = (ground.rank[here] + 1) * WIDE - here
            if spent[here] == used and not taken >> here & 1 and (stop < 0 or key < best):
                stop, best = here, key
        if stop >= 0:
            break
    if stop < 0 and not entering:
        cheapest, direct = NO_LIMIT, True
        for near, price in ground.steps[start]:
            key = (ground.rank[near] + 1) * WIDE - near
            if not taken_or_us >> near & 1 and (price < cheapest or (price == cheapest and key < best)):
                stop, best, cheapest = near, key, price
        spent[stop] = cheapest
    if stop < 0:
        return None
    way = (stop,) if direct else best_way(state, ground, start, stop, spent, front.shut)
    return Plan(unit, 0, spent[stop], stop, stop, (start, *way) if entering else way, ENTERS if entering else SPLITS)


@enforces(FAMILY, "14.52", "14.5")
def best_way(state: OlympicState, ground: Ground, start: int, stop: int, spent: dict[int, int], shut: int) -> tuple[int, ...]:
    """Of the cheapest ways between two hexes the one that removes most markers, then the one with the higher numbers from its
    first step on (A92). `spent` says what it costs to get to each hex."""
    into = ground.network.into
    ahead: dict[int, list[int]] = {}
    found = [stop]
    for here in found:
        if here == start:
            continue
        used = spent[here]
        for before, price in into[here]:
            if before in spent and spent[before] + price == used and (not shut or before == start or not shut >> before & 1):
                if before in ahead:
                    ahead[before].append(here)
                else:
                    ahead[before] = [here]
                    found.append(before)
    markers = state.beach_mask | state.control_mask
    prizes = _prizes(state, found, ahead, spent, markers) if markers and _any_in(ground, found, markers) else None
    way = []
    here = start
    while here != stop:
        onward = ahead[here]
        here = onward[0]
        for near in onward:
            more = prizes[near] - prizes[here] if prizes is not None else 0
            if more > 0 or (more == 0 and near > here):
                here = near
        way.append(here)
    return tuple(way)


def _any_in(ground: Ground, spaces: list[int], mask: int) -> bool:
    bits = ground.bit
    for space in spaces:  # noqa: SIM110 - a generator would cost more than the loop
        if bits[space] & mask:
            return True
    return False


def _prizes(
    state: OlympicState, found: list[int], ahead: dict[int, list[int]], spent: dict[int, int], markers: int
) -> dict[int, int]:
    """The most markers that a cheapest way can remove from each hex on, that hex included."""
    prizes: dict[int, int] = {}
    for _, here in sorted([(-spent[here], here) for here in found]):
        most = 0
        for near in ahead.get(here, ()):
            most = max(most, prizes[near])
        if markers >> here & 1:
            most += (state.beach_mask >> here & 1) + (state.control_mask >> here & 1)
        prizes[here] = most
    return prizes


def rivals_of(state: OlympicState, front: Front, plan: Plan) -> list[int]:
    """All destinations that are as near as the one taken, that one among them, ascending."""
    if plan.kind != GOES or not plan.ring:
        return []
    ground = front.ground
    levels = front.field(plan.ring, ground.land_mask & ~(state.jp_mask | state.down_mask)).levels
    start = state.where[plan.unit]
    whole = plan.cost
    if start < 0:
        start, whole = plan.path[0], whole - ENTRY_COST
    levels.reach(whole)
    found = [(whole, start)]
    met = {start}
    goals = 0
    for left, here in found:
        if not left:
            goals |= 1 << here
            continue
        for near, price in ground.steps[here]:
            if left >= price and near not in met and levels.levels[left - price] >> near & 1:
                met.add(near)
                found.append((left - price, near))
    return spaces_of(goals)
