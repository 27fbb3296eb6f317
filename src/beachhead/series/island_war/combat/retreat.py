"""7.7 How to retreat and 7.8 displacement: the owner's steps, and death on the way.

A retreat is chosen step by step. Which steps are open depends on the best kind of route that the whole retreat still has
(R56), its level; a step is offered only if the rest can be done on the same level.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.differential import effective
from beachhead.series.island_war.combat.routes import DISPLACING, FAILING, VACANT, Route
from beachhead.series.island_war.marks import DISPLACED
from beachhead.series.island_war.state import S
from beachhead.series.island_war.verbs import DISPLACE, RETREAT
from beachhead.series.island_war.zones import zone


class RetreatRecord(NamedTuple):
    """A retreat: how far it goes, the unit under way (or -1), the hex it fought in, how far it has come, on which level, and the
    hexes announced so far of a step that displaces friends."""

    step: int
    hexes: int
    unit: int
    origin: int
    done: int
    level: int
    announced: tuple[int, ...]


NOBODY: Final = (-1, -1, 0, 0, ())
"""The rest of the record while no unit is under way."""

D1_BY_FIRE: Final = Refusal("8.15", "no retreat: a D1 result has no effect when artillery and Ground Support Points attack alone")
GUNS_UNHURT: Final = Refusal("8.14", "no retreat: combat results never affect barraging artillery or Ground Support Points")


class Retreat(Question[S]):
    """The owner retreats his beaten units in the order he likes, finishing one before the next (R11)."""

    name = "retreat"
    case = "7.7"
    record = RetreatRecord
    pushed_by = ("advance", "price")
    forced_verbs = ("retreat", "displace")

    def route(self, state: S, unit: int, origin: int, hexes: int) -> Route:
        """The search for a unit's routes; a game in which units may stop elsewhere brings its own."""
        return Route(state, unit, origin, hexes)

    def side(self, state: S) -> int:
        return state.ruleset.owner[state.pending[0]]

    def prompt(self, state: S) -> str:
        now = state.top(RetreatRecord)
        if now.announced:
            pushed = state.unit_at(now.announced[-1])
            return f"{state.name(pushed)} is displaced: choose its hex."
        if now.unit >= 0:
            fate = " and is eliminated" if now.level == FAILING else ""
            return f"{state.name(now.unit)} retreats {counted(now.hexes, 'hex', 'hexes')}{fate}: choose hex {now.done + 1}."
        return f"{state.list_names(state.pending)} must retreat {counted(now.hexes, 'hex', 'hexes')}."

    def case_now(self, state: S) -> str:
        return "7.81" if state.top(RetreatRecord).announced else self.case

    def settle(self, state: S) -> bool:
        if not state.pending:
            state.stack.pop()
            return False
        return super().settle(state)

    def passed_over(self, state: S) -> Refusal | None:
        """A result that strikes nobody, no hex to go to, or one single way, which the program goes."""
        if state.is_at(Retreat) and state.pending:
            return self._no_choice(state)
        if not state.verdict or effective(state) == state.verdict:
            return None
        return D1_BY_FIRE if state.verdict[0] == "D" else GUNS_UNHURT

    def _no_choice(self, state: S) -> Refusal | None:
        if len(state.choices()) != 1:
            return None
        verb, unit, space, _ = unpack(state.choices()[0])
        name = state.name(unit)
        if verb == RETREAT and space == state.where[unit]:
            reason = f"no retreat for {name}: no hex is open to it"
            return Refusal("7.74", reason, (name,), ("7.71", "7.72", "7.82-a"))
        case, way = ("7.7", "way to retreat") if verb == RETREAT else ("7.81", "hex to be displaced to")
        return Refusal(case, f"{name} had only one {way}: {state.ruleset.hex_name(space)}", (name,), ("7.73", "7.74"))

    def missed(self, state: S) -> bool:
        """A unit that goes its only way can be seen to go."""
        if not state.pending:
            return True
        _, unit, space, _ = unpack(state.choices()[0])
        return space == state.where[unit]

    @enforces(FAMILY, "7.7", "7.62-D", "7.62-A")
    def choices(self, state: S) -> Choices:
        now = state.top(RetreatRecord)
        if now.unit >= 0:
            return self._codes(self.route(state, now.unit, now.origin, now.hexes), now.done, now.level, now.announced)
        codes: list[int] = []
        for waiting in state.pending:
            route = self.route(state, waiting, state.where[waiting], now.hexes)
            codes += self._codes(route, 0, route.level(0), ())
        return codes

    def _codes(self, route: Route, done: int, level: int, announced: tuple[int, ...]) -> list[int]:
        """The next announcement of every open step that begins with what has been announced."""
        moves = route.next_moves(done, level, announced)
        if not moves and not announced:
            return [pack(RETREAT, route.unit, route.where[route.unit])]
        return [pack(DISPLACE if announced else RETREAT, unit, space) for unit, space in moves]

    def take_retreat(self, state: S, unit: int, space: int) -> None:
        now = state.top(RetreatRecord)
        if now.unit >= 0:
            self._announce(state, now.hexes, unit, now.origin, now.done, now.level, (space,))
            return
        origin = state.where[unit]
        level = self.route(state, unit, origin, now.hexes).level(0)
        state.pending.remove(unit)
        state.pending.insert(0, unit)
        state.paths.append((unit, origin))
        if space == origin:
            self._die(state, unit, now.hexes)
        else:
            self._announce(state, now.hexes, unit, origin, 0, level, (space,))

    def take_displace(self, state: S, _unit: int, space: int) -> None:
        _, hexes, unit, origin, done, level, announced = state.top(RetreatRecord)
        self._announce(state, hexes, unit, origin, done, level, (*announced, space))

    def _announce(self, state: S, hexes: int, unit: int, origin: int, done: int, level: int, announced: tuple[int, ...]) -> None:
        """The next hex of a step has been chosen: if a friend is there, it must be said where he goes; if not, all can go."""
        if state.occupant[announced[-1]]:
            state.replace(Retreat, hexes, unit, origin, done, level, announced)
            return
        self._carry_out(state, unit, announced)
        if done + 1 == hexes:
            state.pending.remove(unit)
            state.replace(Retreat, hexes, *NOBODY)
            return
        state.paths[-1] = (*state.paths[-1], announced[0])
        if level == FAILING and not self.route(state, unit, origin, hexes).next_moves(done + 1, level):
            self._die(state, unit, hexes)
            return
        state.replace(Retreat, hexes, unit, origin, done + 1, level, ())

    @enforces(FAMILY, "7.81", "7.82-c")
    def _carry_out(self, state: S, unit: int, spaces: tuple[int, ...]) -> None:
        """The announced moves, the last pushed unit first; displaced units are marked for the phase."""
        movers = [unit, *(state.unit_at(space) for space in spaces[:-1])]
        for mover, space in reversed(list(zip(movers, spaces, strict=True))):
            state.shift(mover, space)
            if mover != unit:
                state.flags[mover] |= DISPLACED
            if state.sink is not None:
                name, hex_name = state.name(mover), state.ruleset.hex_name(space)
                if mover == unit:
                    state.happened("retreat", "7.7", f"{name} retreats to {hex_name}", {"unit": name, "hex": hex_name})
                else:
                    state.happened("displace", "7.81", f"{name} is displaced to {hex_name}", {"unit": name, "hex": hex_name})
            state.entered(mover, space)

    @enforces(FAMILY, "7.74", "7.7", "7.82-a")
    def _die(self, state: S, unit: int, hexes: int) -> None:
        """The way is barred: the unit is lost where it stands, and its path ends there."""
        state.pending.remove(unit)
        state.eliminate(unit, "7.74", "it cannot retreat the full distance")
        state.replace(Retreat, hexes, *NOBODY)

    # ------------------------------------------------------------------ refusals

    def refuse_retreat(self, state: S, unit: int, space: int) -> Refusal:
        now, name = state.top(RetreatRecord), state.name(unit)
        if now.announced:
            return self._refuse_other(state, now)
        if unit not in state.pending:
            return Refusal("7.7", f"{name} does not have to retreat", (name,))
        if now.unit >= 0 and unit != now.unit:
            other = state.name(now.unit)
            return Refusal("7.7", f"finish the retreat of {other} first", (name, other))
        route = self.route(state, unit, now.origin if now.unit >= 0 else state.where[unit], now.hexes)
        level = now.level if now.unit >= 0 else self.route(state, unit, state.where[unit], now.hexes).level(0)
        return self._refuse_step(state, route, space, now.done, level)

    def refuse_displace(self, state: S, unit: int, space: int) -> Refusal:
        now, name = state.top(RetreatRecord), state.name(unit)
        if not now.announced:
            return Refusal("7.81", "no unit is being displaced", (name,))
        if unit != state.unit_at(now.announced[-1]):
            return self._refuse_other(state, now)
        return self._refuse_push(state, unit, space)

    def _refuse_other(self, state: S, now: RetreatRecord) -> Refusal:
        other = state.name(state.unit_at(now.announced[-1]))
        return Refusal("7.81", f"choose a hex for {other} first; it is being displaced", (other,))

    def _refuse_step(self, state: S, route: Route, space: int, done: int, level: int) -> Refusal:
        name, hex_name = state.name(route.unit), state.ruleset.hex_name(space)
        barred = self._barred(state, route.unit, space)
        if barred is not None:
            return barred
        if route.away[space] != done + 1:
            return Refusal("7.74", f"{hex_name} does not take {name} farther from its combat hex", (name,))
        other = state.unit_at(space)
        if level in (VACANT, FAILING) and state.occupant[space]:
            if level == VACANT:
                reason = f"{name} has a route through vacant hexes and cannot displace {state.name(other)}"
                return Refusal("7.73", reason, (name, state.name(other)), ("7.82-d",))
            return Refusal("7.82-a", f"{name} cannot retreat the full distance, so it displaces no one", (name,))
        if level == FAILING:
            return Refusal("7.74", f"{name} must retreat as far as it can, and another route is longer", (name,))
        if state.occupant[space] and level == DISPLACING and state.flags[other] & DISPLACED:
            return Refusal("7.82-b", f"{state.name(other)} has already been displaced, and there is another route", (name,))
        return Refusal("7.74", f"{name} could not complete its retreat from {hex_name}", (name,), ("7.82-a", "7.82-b"))

    def _refuse_push(self, state: S, unit: int, space: int) -> Refusal:
        name, hex_name = state.name(unit), state.ruleset.hex_name(space)
        barred = self._barred(state, unit, space)
        if barred is not None:
            return barred
        if state.occupant[space]:
            other = state.name(state.unit_at(space))
            around = self.route(state, unit, state.where[unit], 1).steps(unit, state.where[unit])
            if any(not state.occupant[near] for near in around):
                reason = f"{name} has a vacant hex to go to and cannot displace {other}"
                return Refusal("7.82-d", reason, (name, other), ("7.82-b",))
            return Refusal(
                "7.82-a", f"{other} cannot be displaced: not every unit would have a hex to go to", (name, other), ("7.82-b",)
            )
        return Refusal("7.82-a", f"with {name} in {hex_name}, the retreat could not be completed", (name,), ("7.81",))

    def _barred(self, state: S, unit: int, space: int) -> Refusal | None:
        """What closes a hex to a retreating or displaced unit, whatever the route."""
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(space)
        here = state.where[unit]
        if space == here:
            return Refusal("7.7", f"{name} can retreat and must leave {hex_name}", (name,), ("7.74",))
        if space not in ruleset.ground.grid.neighbours[here]:
            return Refusal("7.7", f"{hex_name} is not adjacent to {name}", (name,), ("7.74", "7.81"))
        if state.held_by(1 - ruleset.owner[unit], space):
            other = state.name(state.unit_at(space))
            return Refusal("5.12", f"{hex_name} is occupied by the enemy unit {other}", (name, other))
        if zone(state, 1 - ruleset.owner[unit]) >> space & 1:
            return Refusal("7.71", f"{hex_name} is in an enemy zone of control", (name,), ("6.14-retreat",))
        if space not in ruleset.ground.open[ruleset.mover[unit]][here]:
            if space in ruleset.ground.open[0][here]:
                return Refusal("5.25", f"{name} is armor and can enter {hex_name} only by road or trail", (name,))
            return Refusal("7.72", f"the hexside to {hex_name} is prohibited", (name,))
        return None
