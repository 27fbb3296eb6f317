"""7.7 How to retreat and 7.8 displacement: the owner's steps, vacant routes first, chains of friends, death on the way.

A retreat is chosen step by step. Which steps are open depends on the best kind of route that the whole retreat still has
(R56), its level; a step is offered only if the rest can be done on the same level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.refusals import wrong_time
from beachhead.series.island_war.resolution import effective
from beachhead.series.island_war.ruleset import DISPLACE, RETREAT
from beachhead.series.island_war.state import DISPLACED, IslandWarState

VACANT, DISPLACING, REPEATING, FAILING = 0, 1, 2, 3
"""Levels: a full route through vacant hexes; one that displaces friends, nobody twice; one that displaces somebody
again; none."""

LOOKS = 6_000
"""How often one search for a route asks where a friend could go before it takes the rest for impossible. A game seldom needs ten;
only a throng of dozens of units with next to no way out needs more, and everywhere else the search is complete. Displacements are
no measure of its work: in a full pocket each of them looks at everybody there."""

Move = tuple[int, int]
Chain = tuple[Move, ...]
"""A unit and its hex, then the friend it pushes out and that friend's hex, and so on: announced in this order, done backwards."""


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
        self.enemy_zone = state.zones[1 - ruleset.owner[unit]]
        self.enemies = state.masks[1 - ruleset.owner[unit]]
        self.away = ruleset.ground.grid.distances(origin)
        self.occupant = state.occupant
        self.where = state.where
        self.again: set[int] = set()
        """Units displaced before in this phase or on this way; filled when displacement comes into question."""
        self.left = LOOKS

    def steps(self, unit: int, space: int) -> Iterator[int]:
        """Hexes a unit may ever enter in a retreat from here: no enemy zone, no enemy, no closed hexside."""
        for near in self.open[self.mover[unit]][space]:
            if not self.enemy_zone[near] and not self.enemies >> near & 1:
                yield near

    @enforces(FAMILY, "7.74", "7.73")
    def onward(self, space: int, done: int) -> Iterator[int]:
        """Next hexes of the retreating unit: each step leads farther from the hex it fought in (R9)."""
        for near in self.steps(self.unit, space):
            if self.away[near] == done + 1:
                yield near

    def vacant_length(self, space: int, done: int, most: int) -> int:
        """How far the unit can get through vacant hexes, up to `most` hexes from its combat position."""
        best = done
        if done < most:
            for near in self.onward(space, done):
                if not self.occupant[near]:
                    best = max(best, self.vacant_length(near, done + 1, most))
                    if best == most:
                        break
        return best

    # ------------------------------------------------------------------ displacement

    def may_push(self, friend: int, level: int, chain: frozenset[int]) -> bool:
        """Nobody moves twice in a chain; on the better level nobody is displaced a second time in the phase."""
        return friend not in chain and (level == REPEATING or friend not in self.again)

    def ways_out(self, friend: int) -> list[int]:
        """Where a displaced friend may go: to a vacant hex if he has one, else where he displaces in his turn (R46)."""
        self.left -= 1
        around = list(self.steps(friend, self.where[friend]))
        return [near for near in around if not self.occupant[near]] or around

    def escapes(self, friend: int, level: int, chain: frozenset[int]) -> bool:
        """Whether a chain that begins with this friend can end in a vacant hex. If any chain can, one without repeats can."""
        met, waiting = {friend}, [friend]
        for unit in waiting:
            if self.left <= 0:
                return False
            for near in self.ways_out(unit):
                other = self.occupant[near] - 1
                if other < 0:
                    return True
                if other not in met and self.may_push(other, level, chain):
                    met.add(other)
                    waiting.append(other)
        return False

    @enforces(FAMILY, "7.81", "7.82-b", "7.82-d")
    def pushes(self, friend: int, level: int, chain: frozenset[int], said: tuple[int, ...] = ()) -> Iterator[Chain]:
        """Every way to get a friend out of its hex that begins as said; while one is yielded, the sketch has it carried out."""
        if not self.escapes(friend, level, chain):
            return
        for near in self.ways_out(friend):
            if said and near != said[0]:
                continue
            other = self.occupant[near] - 1
            if other < 0:
                with _Moved(self, friend, near):
                    yield ((friend, near),)
            elif self.may_push(other, level, chain | {friend}):
                for rest in self.pushes(other, level, chain | {friend}, said[1:]):
                    with _Moved(self, friend, near):
                        yield ((friend, near), *rest)

    @enforces(FAMILY, "7.82-a", "7.81")
    def step_ways(self, space: int, done: int, level: int, said: tuple[int, ...] = ()) -> Iterator[Chain]:
        """Every way to make the next step on a level that begins as said, displacements included, carried out on the sketch
        while yielded."""
        for near in self.onward(space, done):
            if said and near != said[0]:
                continue
            if not self.occupant[near]:
                with _Moved(self, self.unit, near):
                    yield ((self.unit, near),)
                continue
            friend = self.occupant[near] - 1
            if self.may_push(friend, level, frozenset((self.unit,))):
                for rest in self.pushes(friend, level, frozenset((self.unit,)), said[1:]):
                    with _Moved(self, self.unit, near):
                        yield ((self.unit, near), *rest)

    def can_begin(self, done: int, level: int, said: tuple[int, ...]) -> bool:
        """Whether the rest of the way can be done on this level if it begins as said, as far as the search goes."""
        self.left = LOOKS
        return self.completes(done, level, said)

    def completes(self, done: int, level: int, said: tuple[int, ...] = ()) -> bool:
        """Whether the unit, where it now is on the sketch, can go the rest of the way on this level, beginning as said."""
        if done == self.hexes:
            return True
        for chain in self.step_ways(self.where[self.unit], done, level, said):
            pushed = {unit for unit, _ in chain[1:]} - self.again
            self.again |= pushed
            complete = self.completes(done + 1, level)
            self.again -= pushed
            if complete:
                return True
        return False

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
            self.again = {other for other, mark in enumerate(self.state.flags) if mark & DISPLACED}
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
                if not announced and not self.occupant[near] and self.vacant_length(near, done + 1, longest) == longest
            ]
        self._sketch()
        if not announced:
            return [(self.unit, near) for near in self.onward(space, done) if self.can_begin(done, level, (near,))]
        pushed = self.occupant[announced[-1]] - 1
        return [(pushed, near) for near in self.ways_out(pushed) if self.can_begin(done, level, (*announced, near))]


class _Moved:
    """A unit moved on the sketch for a while."""

    __slots__ = ("back", "route", "space", "unit")

    def __init__(self, route: Route, unit: int, space: int) -> None:
        self.route, self.unit, self.space = route, unit, space
        self.back = route.where[unit]

    def __enter__(self) -> None:
        self._go(self.space)

    def __exit__(self, *_: object) -> None:
        self._go(self.back)

    def _go(self, space: int) -> None:
        route, unit = self.route, self.unit
        here = route.where[unit]
        if route.occupant[here] == unit + 1:
            route.occupant[here] = 0
        route.where[unit] = space
        route.occupant[space] = unit + 1


class Retreat(Question[IslandWarState]):
    """The owner retreats his beaten units in the order he likes, finishing one before the next (R11).

    The record holds: hexes to go, the unit under way (or -1), the hex it fought in, hexes done, level, and the moves
    announced so far of a step that displaces friends.
    """

    name = "retreat"
    case = "7.7"
    verbs = (RETREAT, DISPLACE)
    forced_verbs = ("retreat", "displace")

    def side(self, state: IslandWarState) -> int:
        return state.ruleset.owner[state.pending[0]]

    def prompt(self, state: IslandWarState) -> str:
        _, hexes, unit, _, done, level, *chain = state.stack[-1]
        if chain:
            pushed = state.unit_at(chain[-1])
            return f"{state.name(pushed)} is displaced: where does it go?"
        if unit >= 0:
            fate = " and is lost there" if level == FAILING else ""
            return f"{state.name(unit)} retreats {hexes} hexes{fate}: step {done + 1}."
        return f"{state.list_names(state.pending)} must retreat {hexes} {'hex' if hexes == 1 else 'hexes'}."

    def case_now(self, state: IslandWarState) -> str:
        return "7.81" if len(state.stack[-1]) > 6 else self.case

    def settle(self, state: IslandWarState) -> bool:
        if not state.pending:
            state.stack.pop()
            return False
        return super().settle(state)

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """A result that strikes nobody, no hex to go to, or one single way, which the program goes."""
        if state.stack[-1][0] == state.ruleset.step.retreat and state.pending:
            return self._no_choice(state)
        if not state.verdict or effective(state) == state.verdict:
            return None
        if state.verdict[0] == "D":
            reason = f"a {state.verdict} result has no effect when artillery and Ground Support Points attack alone"
            return Refusal("8.15", f"no retreat: {reason}")
        return Refusal("8.14", "no retreat: combat results never affect barraging artillery or Ground Support Points")

    def _no_choice(self, state: IslandWarState) -> Refusal | None:
        if len(state.choices()) != 1:
            return None
        verb, unit, space, _ = unpack(state.choices()[0])
        name = state.name(unit)
        if verb == RETREAT and space == state.where[unit]:
            reason = f"no retreat for {name}: no hex is open to it"
            return Refusal("7.74", reason, (name,), ("7.71", "7.72", "7.82-a"))
        case, way = ("7.7", "way to retreat") if verb == RETREAT else ("7.81", "hex to be displaced to")
        return Refusal(case, f"{name} had only one {way}: {state.ruleset.hex_name(space)}", (name,), ("7.73", "7.74"))

    def missed(self, state: IslandWarState) -> bool:
        """A unit that goes its only way can be seen to go."""
        if not state.pending:
            return True
        _, unit, space, _ = unpack(state.choices()[0])
        return space == state.where[unit]

    @enforces(FAMILY, "7.7", "7.62-D", "7.62-A")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        _, hexes, unit, origin, done, level, *announced = state.stack[-1]
        codes: list[int] = []
        if unit < 0:
            for waiting in state.pending:
                route = Route(state, waiting, state.where[waiting], hexes)
                codes += self._codes(route, 0, route.level(0), ())
            return codes
        return self._codes(Route(state, unit, origin, hexes), done, level, tuple(announced))

    def _codes(self, route: Route, done: int, level: int, announced: tuple[int, ...]) -> list[int]:
        """The next announcement of every open step that begins with what has been announced."""
        moves = route.next_moves(done, level, announced)
        if not moves and not announced:
            return [pack(RETREAT, route.unit, route.where[route.unit])]
        return [pack(DISPLACE if announced else RETREAT, unit, space) for unit, space in moves]

    def take(self, state: IslandWarState, code: int) -> None:
        _, hexes, unit, origin, done, level, *announced = state.stack[-1]
        _, mover, space, _ = unpack(code)
        if unit < 0:
            unit, origin = mover, state.where[mover]
            level = Route(state, unit, origin, hexes).level(0)
            state.pending.remove(unit)
            state.pending.insert(0, unit)
            state.paths.append((unit, origin))
            if space == origin:
                self._die(state, unit)
                return
        announced.append(space)
        me = state.stack[-1][0]
        if state.occupant[space]:
            state.stack[-1] = (me, hexes, unit, origin, done, level, *announced)
            return
        self._carry_out(state, unit, announced)
        done += 1
        if done == hexes:
            self._finish(state, unit)
            state.stack[-1] = (me, hexes, -1, -1, 0, 0)
            return
        state.paths[-1] = (*state.paths[-1], announced[0])
        if level == FAILING and not Route(state, unit, origin, hexes).next_moves(done, level):
            self._die(state, unit)
            return
        state.stack[-1] = (me, hexes, unit, origin, done, level)

    @enforces(FAMILY, "7.81", "7.82-c")
    def _carry_out(self, state: IslandWarState, unit: int, spaces: list[int]) -> None:
        """The announced moves, the last pushed unit first; whoever is displaced is marked for the phase."""
        movers = [unit, *(state.unit_at(space) for space in spaces[:-1])]
        for mover, space in reversed(list(zip(movers, spaces, strict=True))):
            state.shift(mover, space)
            if mover != unit:
                state.flags[mover] |= DISPLACED
            if state.sink is not None:
                name, hex_name = state.name(mover), state.ruleset.hex_name(space)
                if mover == unit:
                    state.tell("retreat", "7.7", f"{name} retreats to {hex_name}", unit=name, hex=hex_name)
                else:
                    state.tell("displace", "7.81", f"{name} is displaced to {hex_name}", unit=name, hex=hex_name)
            state.entered(mover, space)

    def _finish(self, state: IslandWarState, unit: int) -> None:
        state.pending.remove(unit)

    @enforces(FAMILY, "7.74", "7.7", "7.82-a")
    def _die(self, state: IslandWarState, unit: int) -> None:
        """The way is barred: the unit is lost where it stands, and its path ends there."""
        state.pending.remove(unit)
        state.eliminate(unit, "7.74", "it cannot retreat the full distance")
        state.stack[-1] = (state.stack[-1][0], state.stack[-1][1], -1, -1, 0, 0)

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, unit, space, _ = unpack(code)
        _, hexes, current, origin, done, level, *announced = state.stack[-1]
        if verb not in (RETREAT, DISPLACE):
            return wrong_time(state, code)
        name = state.name(unit)
        if announced:
            pushed = state.unit_at(announced[-1])
            if verb != DISPLACE or unit != pushed:
                other = state.name(pushed)
                return Refusal("7.81", f"{other} is being displaced and goes first", (other,))
            return self._refuse_push(state, unit, space)
        if verb == DISPLACE:
            return Refusal("7.81", "nobody is being displaced", (name,))
        if unit not in state.pending:
            return Refusal("7.7", f"{name} has no retreat to make", (name,))
        if current >= 0 and unit != current:
            other = state.name(current)
            return Refusal("7.7", f"{other} finishes its retreat first", (name, other))
        if current < 0:
            origin = state.where[unit]
            level = Route(state, unit, origin, hexes).level(0)
        return self._refuse_step(state, Route(state, unit, origin, hexes), space, done, level)

    def _refuse_step(self, state: IslandWarState, route: Route, space: int, done: int, level: int) -> Refusal:
        name, hex_name = state.name(route.unit), state.ruleset.hex_name(space)
        barred = self._barred(state, route.unit, space)
        if barred is not None:
            return barred
        if route.away[space] != done + 1:
            return Refusal("7.74", f"{hex_name} does not lead {name} farther from the hex it fought in", (name,))
        other = state.unit_at(space)
        if level in (VACANT, FAILING) and state.occupant[space]:
            if level == VACANT:
                reason = f"{name} has a route through vacant hexes and may not displace {state.name(other)}"
                return Refusal("7.73", reason, (name, state.name(other)), ("7.82-d",))
            return Refusal("7.82-a", f"{name} cannot retreat in full, and nobody is displaced for it", (name,))
        if level == FAILING:
            return Refusal("7.74", f"{name} goes as far as it can: another way is longer", (name,))
        if state.occupant[space] and level == DISPLACING and state.flags[other] & DISPLACED:
            return Refusal("7.82-b", f"{state.name(other)} has been displaced before, and there is another way", (name,))
        return Refusal("7.74", f"from {hex_name} {name} could not complete its retreat", (name,), ("7.82-a", "7.82-b"))

    def _refuse_push(self, state: IslandWarState, unit: int, space: int) -> Refusal:
        name, hex_name = state.name(unit), state.ruleset.hex_name(space)
        barred = self._barred(state, unit, space)
        if barred is not None:
            return barred
        if state.occupant[space]:
            other = state.name(state.unit_at(space))
            around = Route(state, unit, state.where[unit], 1).steps(unit, state.where[unit])
            if any(not state.occupant[near] for near in around):
                reason = f"{name} has a vacant hex to go to and may not displace {other}"
                return Refusal("7.82-d", reason, (name, other), ("7.82-b",))
            return Refusal("7.82-a", f"{other} cannot be displaced so that all find a hex", (name, other), ("7.82-b",))
        return Refusal("7.82-a", f"with {name} in {hex_name} the retreat could not be completed", (name,), ("7.81",))

    def _barred(self, state: IslandWarState, unit: int, space: int) -> Refusal | None:
        """What closes a hex to a retreating or displaced unit, whatever the route."""
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(space)
        here = state.where[unit]
        if space == here:
            return Refusal("7.7", f"{name} can move and must leave {hex_name}", (name,), ("7.74",))
        if space not in ruleset.ground.grid.neighbours[here]:
            return Refusal("7.7", f"{hex_name} does not adjoin {name}", (name,), ("7.74", "7.81"))
        if state.held_by(1 - ruleset.owner[unit], space):
            other = state.name(state.unit_at(space))
            return Refusal("5.12", f"{hex_name} holds the enemy unit {other}", (name, other))
        if state.zones[1 - ruleset.owner[unit]][space]:
            return Refusal("7.71", f"{hex_name} is in an enemy zone", (name,), ("6.14-retreat",))
        if space not in ruleset.ground.open[ruleset.mover[unit]][here]:
            if space in ruleset.ground.open[0][here]:
                return Refusal("5.25", f"{name} is armour and enters {hex_name} only by road or trail", (name,))
            return Refusal("7.72", f"the way to {hex_name} is prohibited", (name,))
        return None
