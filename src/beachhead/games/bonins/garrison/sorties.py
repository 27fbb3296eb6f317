"""A Japanese player's own moves (23.2): units in the open, turning up on the spot, and tunnels."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins import memory, victory
from beachhead.games.bonins.garrison import charging, placement, sectors
from beachhead.games.bonins.ground import FAMILY, FOOT
from beachhead.games.bonins.kept import tables
from beachhead.games.bonins.phases import JP_MOVEMENT
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import MOVED, BoninsState
from beachhead.games.bonins.verbs import DONE_CODE, EXCHANGE, TUNNEL


def begin(state: BoninsState) -> None:
    """The Japanese player's own moves come after the replacement and the banzai."""
    state.acted = bytearray(len(state.acted))
    state.tried = []
    state.tables = None
    state.push(Sortie)


@enforces(FAMILY, "23.2-d", "20.5-m")
def may_act(state: BoninsState, space: int) -> bool:
    """Whether the unit in a hex has not had its move: not one that charges, nor one that has moved or tried a tunnel."""
    if state.dug_mask >> space & 1:
        return space not in state.tried
    unit = state.up[space] - 1
    return not state.acted[unit] & MOVED and all(charge[0] != unit for charge in state.charges)


@enforces(FAMILY, "23.2-a", "19.3-b", "std-5.3-a", "std-5.3-b", "std-6.1-a", "std-6.1-b", "13.0-4.1-e", "13.0-5.2-d")
def range_of(state: BoninsState, space: int) -> int:
    """Where the unit in a hex could go if no friend stood there: terrain stops it as it stops anybody, U.S. zones too."""
    ground, unit = state.ruleset.ground, state.jp_at(space)
    halves = state.ruleset.halves[unit]
    if not halves:
        return 0
    # U.S. units stand still in this phase, and friends hinder nobody, so ranges are kept for the phase.
    memo = tables(state)
    key = (halves, space)
    found = memo.get(key)
    if found is None:
        zones, points = state.us_zone(), charging.allowance(state, unit)
        held = state.ruleset.locked_zones and zones >> space & 1
        found = memo[key] = 0 if held else ground.reach(FOOT, points, space, state.us_mask, zones | ground.stop_mask)
    return found


@enforces(FAMILY, "23.2-c", "std-5.3-a")
def reach(state: BoninsState, space: int) -> int:
    """Where the unit in a hex may go: no Japanese units share a hex."""
    return range_of(state, space) & ~state.jp_mask


def exchanges(state: BoninsState) -> list[int]:
    """Pairs of face-up units that may move into each other's hexes in one action (`stack_test: phase_end`)."""
    spaces = [space for space in spaces_of(state.up_mask) if may_act(state, space)]
    found = []
    for number, first in enumerate(spaces):
        for second in spaces[number + 1 :]:
            if range_of(state, first) >> second & 1 and range_of(state, second) >> first & 1:
                found.append(pack(EXCHANGE, *sorted((state.up[first] - 1, state.up[second] - 1))))
    return found


class Sortie(Question[BoninsState]):
    """The Japanese player moves, turns up and tunnels with whatever units he likes, each once."""

    name = "sortie"
    case = "23.2-a"
    pushed_by = ("turn",)
    forced_verbs = ()
    """Whether anybody could still move must not be told: it depends on who lies face down."""

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == JP_MOVEMENT and not state.ruleset.solitaire

    def side(self, state: BoninsState) -> int:
        return JP

    def prompt(self, state: BoninsState) -> str:
        return "Japanese Movement Phase: move units in the open, turn them up, or try tunnels; or end the phase."

    @enforces(FAMILY, "23.2-a", "23.2-b", "23.2-d", "20.1-a", "19.3-b")
    def choices(self, state: BoninsState) -> Choices:
        bases: list[int] = []
        masks: list[int] = []
        found: list[int] = []
        ruleset, free, memo = state.ruleset, ~state.jp_mask, tables(state)
        holes, halves, base, anybody = placement.holes(state), ruleset.halves, ruleset.us_count - 1, ruleset.tunnel_zero_movement
        march, turn, tunnel = ruleset.march_bases, ruleset.turn_codes, ruleset.try_codes
        dug, tried = state.dug, state.tried
        for space in spaces_of(state.dug_mask):
            points = halves[dug[space] + base]
            if not (points or anybody) or space in tried:
                continue
            if points:
                mask = memo.get((points, space))
                if mask is None:
                    mask = range_of(state, space)
                if mask:
                    bases.append(march[space])
                    masks.append(mask)
                found.append(turn[space])
            if placement.leads_on(holes, space):
                found.append(tunnel[space])
        up, acted, charging = state.up, state.acted, [charge[0] for charge in state.charges]
        for space in spaces_of(state.up_mask):
            unit = up[space] - 1
            if acted[unit] & MOVED or unit in charging:
                continue
            mask = memo.get((halves[unit], space))
            if mask is None:
                mask = range_of(state, space)
            bases.append(march[space])
            masks.append(mask)
        if ruleset.exchanges:
            found += exchanges(state)
        found.append(DONE_CODE)
        return Rows(bases, masks, (), found, within=free)

    @enforces(FAMILY, "23.2-a", "18.0-b", "22.0-d")
    def take_march(self, state: BoninsState, start: int, end: int) -> None:
        """A unit is turned up and moves; it stays face up."""
        unit = self.turn_up(state, start) if state.dug_mask >> start & 1 else state.up[start] - 1
        state.acted[unit] |= MOVED
        state.shift_up(unit, end)
        if state.sink is not None:
            name, here, there = state.name(unit), state.hex_name(start), state.hex_name(end)
            data = {"unit": name, "from": here, "to": there, "path": [there]}
            state.happened("moved", "23.2-a", f"{name} moves to {there}", data)
        self.test(state)

    @enforces(FAMILY, "std-5.3-c")
    def take_exchange(self, state: BoninsState, first: int, second: int) -> None:
        """Two face-up units move into each other's hexes."""
        here, there = state.where[first], state.where[second]
        state.take_up(first)
        state.shift_up(second, here)
        state.put_up(first, there)
        for unit, start, end in ((first, here, there), (second, there, here)):
            state.acted[unit] |= MOVED
            if state.sink is not None:
                name, left, right = state.name(unit), state.hex_name(start), state.hex_name(end)
                data = {"unit": name, "from": left, "to": right, "path": [right]}
                state.happened("moved", "std-5.3-c", f"{name} changes places and goes to {right}", data)

    @enforces(FAMILY, "23.2-a", "23.2-d")
    def take_turn(self, state: BoninsState, space: int) -> None:
        """Turning up on the spot is a unit's whole move."""
        state.acted[self.turn_up(state, space)] |= MOVED
        self.test(state)

    def turn_up(self, state: BoninsState, space: int) -> int:
        unit = state.turn_up(space)
        if state.sink is not None:
            name, where, values = state.name(unit), state.hex_name(space), state.ruleset.units[unit].values
            state.tell("turned up", "23.2-a", f"{name} ({values}) is turned up at {where}", unit=name, hex=where, values=values)
        return unit

    @enforces(FAMILY, "23.2-b")
    def take_try(self, state: BoninsState, space: int) -> None:
        """One die: 1 to 3, or 1 and 2 in a U.S. zone. One try a unit; who fails does not move."""
        numbers = state.ruleset.components.numbers
        limit = numbers["tunnel_die_in_us_zoc" if state.us_zone() >> space & 1 else "tunnel_die"]
        die = state.dice.roll()
        state.tried.append(space)
        if not state.ruleset.tunnel_zero_movement:
            memory.mobile(state, space)
        if state.sink is not None:
            where, says = state.hex_name(space), "the tunnel is open" if die <= limit else "no way through"
            state.happened("tunnel", "23.2-b", f"Tunnel die for {where}: {die}, {says}", {"die": die, "from": where})
        if die <= limit:
            state.push(Tunnel, space)

    def test(self, state: BoninsState) -> None:
        sectors.test(state)
        victory.check(state)

    def take_done(self, state: BoninsState) -> None:
        state.tried = []
        state.tables = None
        state.stack.pop()

    def refuse_march(self, state: BoninsState, start: int, end: int) -> Refusal:
        why = self.cannot_act(state, start)
        if why is not None:
            return why
        ground, there = state.ruleset.ground, state.hex_name(end)
        if not state.ruleset.halves[state.jp_at(start)]:
            return Refusal("19.3-b", f"the unit in {state.hex_name(start)} has movement factor 0")
        if ground.is_sea[end]:
            return Refusal("std-5.2-b", f"{there} is all sea")
        if state.us_mask >> end & 1:
            return Refusal("std-5.1-b", f"a U.S. unit is in {there}")
        if state.jp_mask >> end & 1:
            return Refusal("std-5.3-a", f"Japanese units cannot share {there}")
        if state.ruleset.locked_zones and state.us_zone() >> start & 1:
            return Refusal("std-6.1-b", f"the unit in {state.hex_name(start)} can leave the U.S. zone of control only by combat")
        points = charging.allowance(state, state.jp_at(start))
        if ground.search(FOOT, points, start, state.us_mask, state.us_zone()) >> end & 1:
            return Refusal("13.0-5.2-d", f"a beach or ravine stops the unit before {there}", (), ("13.0-5.2-a",))
        if ground.search(FOOT, points, start, state.us_mask, 0) >> end & 1:
            return Refusal("std-6.1-a", f"a U.S. zone of control stops the unit before {there}")
        return Refusal("std-5.1-c", f"{there} is farther than {points // 2} movement points")

    def refuse_exchange(self, state: BoninsState, first: int, second: int) -> Refusal:
        names = (state.name(first), state.name(second))
        if not state.ruleset.exchanges:
            return Refusal("std-5.3-c", "units cannot change places: stacking is tested after each move", names)
        if state.is_us(first) or state.is_us(second) or state.where[first] < 0 or state.where[second] < 0:
            return Refusal("23.2-a", "only face-up Japanese units change places", names)
        for unit in (first, second):
            why = self.cannot_act(state, state.where[unit])
            if why is not None:
                return why
        return Refusal("std-5.1-c", "one of the two cannot reach the hex of the other", names)

    def refuse_turn(self, state: BoninsState, space: int) -> Refusal:
        why = self.cannot_act(state, space)
        if why is not None:
            return why
        if not state.dug_mask >> space & 1:
            return Refusal("23.2-a", f"the unit in {state.hex_name(space)} is face up already")
        return Refusal(
            "23.2-a", f"the unit in {state.hex_name(space)} has movement factor 0 and is not turned up", (), ("19.3-b",)
        )

    def refuse_try(self, state: BoninsState, space: int) -> Refusal:
        why = self.cannot_act(state, space)
        if why is not None:
            return why
        where = state.hex_name(space)
        if not state.dug_mask >> space & 1:
            return Refusal("23.2-b", f"the unit in {where} is not dug in")
        if not state.ruleset.tunnel_zero_movement and not state.ruleset.halves[state.jp_at(space)]:
            return Refusal("23.2-b", f"the unit in {where} has movement factor 0", (), ("19.3-b",))
        return Refusal("23.2-b", "no hex is eligible for a tunnel move", (), ("19.5-b",))

    def cannot_act(self, state: BoninsState, space: int) -> Refusal | None:
        where = state.hex_name(space)
        if not state.jp_mask >> space & 1:
            return Refusal("23.2-a", f"no Japanese unit is in {where}")
        if may_act(state, space):
            return None
        if state.dug_mask >> space & 1:
            return Refusal("23.2-b", f"the unit in {where} has tried a tunnel in this phase")
        if any(state.where[unit] == space for unit, _ in state.charges):
            return Refusal("23.2-d", f"the unit in {where} has had its move in the banzai", (), ("20.5-m",))
        return Refusal("23.2-a", f"the unit in {where} has moved")


class TunnelRecord(NamedTuple):
    """The hex of the unit that may go through a tunnel."""

    step: int
    start: int


class Tunnel(Question[BoninsState]):
    """The tunnel is open: the unit goes, or stays after all."""

    name = "tunnel"
    case = "23.2-b"
    record = TunnelRecord
    pushed_by = ("sortie",)
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return 0 <= frame.start < state.ruleset.ground.size and bool(state.dug_mask >> frame.start & 1)

    def side(self, state: BoninsState) -> int:
        return JP

    def prompt(self, state: BoninsState) -> str:
        return f"The tunnel from {state.hex_name(state.top(TunnelRecord).start)} is open: choose a hex, or stay."

    @enforces(FAMILY, "23.2-b", "19.5-g", "22.0-b")
    def choices(self, state: BoninsState) -> Choices:
        start = state.top(TunnelRecord).start
        return [*(pack(TUNNEL, start, end) for end in spaces_of(placement.anywhere(state, start))), DONE_CODE]

    @enforces(FAMILY, "23.2-b", "18.0-b", "22.0-d")
    def take_tunnel(self, state: BoninsState, start: int, end: int) -> None:
        """The unit stays dug in and hidden."""
        state.stack.pop()
        state.tunnel(start, end)
        state.tried = [end if space == start else space for space in state.tried]
        if state.sink is not None:
            here, there = state.hex_name(start), state.hex_name(end)
            text = f"A dug-in unit goes through the tunnels from {here} to {there}"
            state.happened("tunnel", "23.2-b", text, {"from": here, "to": there})
        sectors.test(state)
        victory.check(state)

    def take_done(self, state: BoninsState) -> None:
        state.stack.pop()

    def refuse_tunnel(self, state: BoninsState, start: int, end: int) -> Refusal:
        now = state.top(TunnelRecord).start
        if start != now:
            return Refusal("23.2-b", f"the tunnel is open for the unit in {state.hex_name(now)}")
        if end == start:
            return Refusal("23.2-b", f"the unit is in {state.hex_name(start)} already; end the step to let it stay")
        return placement.refuse_place(state, state.ruleset.ground.sector[end], end, start)


STEPS: Final[tuple[AnyStep, ...]] = (Sortie(), Tunnel())
