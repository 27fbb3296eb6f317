"""What the units of each hex can do in the US Action Phase (7.0-a), worked out hex by hex and kept.

A move changes little: the two hexes that it leads from and to, and hexes over which a field of fire has changed. Only these are
worked out again (`state.stale_options`); the lists of all others stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Blocks
from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT, pack
from beachhead.engine.choices import LazyChoices
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.combat import attack
from beachhead.games.dday.control import command, command_posts, fields_of_fire, lasting_events
from beachhead.games.dday.control.fields_of_fire import Fields
from beachhead.games.dday.moves import move_goals, preservation
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.state import ACTED, DDayState
from beachhead.games.dday.verbs import ENTER, JOIN_STACK, MOVE, PRESERVE, STEP

MOVING: Final = pack(MOVE)
STEPPING: Final = pack(STEP)
ENTERING: Final = pack(ENTER)
FLEEING: Final = pack(PRESERVE)
JOINING: Final = pack(JOIN_STACK)


class Options(LazyChoices):
    """What the units of one hex can do: rows of moves, as `boards.rows` has them, then single actions. The rows are few and
    short, so where each ends is counted only when somebody looks for an action."""

    __slots__ = ("after", "asked", "bases", "masks", "risky")

    def __init__(self, bases: list[int], masks: list[int], after: list[int], size: int, asked: int, risky: int) -> None:
        self.bases = bases
        """Actions without the hex that they lead to."""
        self.masks = masks
        """All that may stand there, as bits; never empty."""
        self.after = after
        self.size = size
        self.asked = asked
        """Empty positions next to the hex into which somebody might flee; this rests on reserves and communication, which change
        far from here."""
        self.risky = risky
        """Those of them in which a unit could appear."""

    def at(self, index: int) -> int:
        for row, mask in enumerate(self.masks):
            count = mask.bit_count()
            if index < count:
                for _ in range(index):
                    mask &= mask - 1
                return self.bases[row] | (mask & -mask).bit_length() - 1 << SECOND_SHIFT
            index -= count
        return self.after[index]

    def __iter__(self) -> Iterator[int]:
        for row, mask in enumerate(self.masks):
            base = self.bases[row]
            for place in spaces_of(mask):
                yield base | place << SECOND_SHIFT
        yield from self.after

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        return list(zip(self.bases, self.masks, strict=True)), self.after.copy()

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int):
            return False
        place = code >> SECOND_SHIFT & ARGUMENT
        base = code ^ place << SECOND_SHIFT
        for row, mask in enumerate(self.masks):
            if self.bases[row] == base and mask >> place & 1:
                return True
        return code in self.after


class Kept:
    """What the units of all hexes can do at one moment; replaced, never changed."""

    __slots__ = ("asked", "by_hex", "ordered", "size")

    def __init__(self, by_hex: dict[int, Options], size: int) -> None:
        self.by_hex = by_hex
        """Only hexes whose units can do something, or could if reserves and communication were different."""
        self.asked = [place for place in by_hex if by_hex[place].asked]
        """Those for which reserves and communication matter."""
        self.size = size
        self.ordered: list[LazyChoices] | None = None

    def in_order(self) -> list[LazyChoices]:
        """The actions of each hex, lowest hex first; hexes whose units can do nothing are left out."""
        found = self.ordered
        if found is None:
            by_hex = self.by_hex
            found = self.ordered = [by_hex[place] for place in sorted(by_hex) if by_hex[place].size]
        return found


class Offer(LazyChoices):
    """The actions of all hexes, then some more. Nothing is listed before somebody asks for it."""

    __slots__ = ("after", "kept")

    def __init__(self, kept: Kept, after: list[int]) -> None:
        self.kept = kept
        self.after = after
        self.size = kept.size + len(after)

    def at(self, index: int) -> int:
        if index < self.kept.size:
            by_hex = self.kept.by_hex
            for place in sorted(by_hex):
                options = by_hex[place]
                if index < options.size:
                    return options.at(index)
                index -= options.size
        return self.after[index - self.kept.size]

    def __iter__(self) -> Iterator[int]:
        return iter(self.blocks())

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        return self.blocks().rows()

    def __contains__(self, code: object) -> bool:
        return code in self.blocks()

    def blocks(self) -> Blocks:
        """The same block by block."""
        return Blocks(self.kept.in_order(), self.after)


SAPPERS: Final = 2
"""Beside tanks and others: engineers, whom mines do not hold up."""
NOTHING: Final = Options([], [], [], 0, 0, 0)
"""Of a hex whose units can do nothing."""


def kept(state: DDayState) -> Kept:
    """The actions of the units of each hex."""
    if state.stale_standing or state.stale_moving:
        fields_of_fire.moving(state)
    if command.is_normal(state):
        command.picture(state)
    stale = state.stale_options
    old: Kept | None = state.options
    if old is None or stale == -1:
        old, stale = Kept({}, 0), state.us_mask
    if stale:
        old = _renewed(state, old, stale)
        state.stale_options = 0
        state.options = old
    again = 0
    for place in old.asked:
        options = old.by_hex[place]
        if preservation.risky(state, options.asked) != options.risky:
            again |= 1 << place
    if again:
        state.options = old = _renewed(state, old, again)
    return old


def _renewed(state: DDayState, old: Kept, stale: int) -> Kept:
    """The same with some hexes worked out again."""
    by_hex, size, here = old.by_hex.copy(), old.size, state.us_mask
    for place in spaces_of(stale):
        was = by_hex.get(place)
        if was is not None:
            size -= was.size
        now = of_hex(state, place) if here >> place & 1 else NOTHING
        if now is not NOTHING:
            by_hex[place] = now
            size += now.size
        elif was is not None:
            del by_hex[place]
    return Kept(by_hex, size)


@enforces(FAMILY, "7.0-a", "7.0-d", "7.2-a", "7.1")
def of_hex(state: DDayState, place: int) -> Options:
    """What the units of a hex can do: moves, one-hex moves, close combats and preservation moves, then attacks, then pairs of
    units that set out together."""
    ruleset, acted, disrupted = state.ruleset, state.acted, state.disrupted
    units = [unit for unit in state.us_at[place] if not acted[unit] & ACTED]
    if not units:
        return NOTHING
    moving: Fields = state.moving
    exposed = moving.both >> place & 1
    bases: list[int] = []
    masks: list[int] = []
    fit: list[int] = []
    ready: list[int] = []
    moves: list[int] = []
    assaults: list[int] = []
    goals = [-1, -1, -1]
    steps = [0, 0, 0]
    inside = [-1, -1]
    refuges = [-1, -1, -1, -1]
    asked, perilous, size = 0, -1, 0
    is_tank, staff = ruleset.is_tank, ruleset.is_regimental_hq
    always, later = not command.is_normal(state), state.turn >= SECOND_DAY
    mined = later and lasting_events.is_lasting(state, lasting_events.MINEFIELDS)
    enemies = ruleset.ground.near_mask[place] & state.jp_mask
    for unit in units:
        tank = int(is_tank[unit])
        if disrupted[unit] or not (always or command.in_command(state, unit)):
            if perilous < 0:
                perilous = int(preservation.is_perilous(state, place))
            if perilous:
                kind = tank * 2 + (disrupted[unit] > 0)
                if refuges[kind] < 0:
                    refuges[kind] = preservation.ways_out(state, place, is_tank[unit], disrupted[unit] > 0)
                    asked |= preservation.next_to(state, place, is_tank[unit]) & ruleset.ground.position_mask
                if refuges[kind]:
                    bases.append(FLEEING | unit << FIRST_SHIFT)
                    masks.append(refuges[kind])
                    size += refuges[kind].bit_count()
            continue
        if staff[unit] and command_posts.is_post(state, unit):
            continue
        fit.append(unit)
        kind = SAPPERS if mined and ruleset.is_engineer[unit] else tank
        goal = goals[kind]
        if goal < 0:
            goal = goals[kind] = move_goals.reach(state, (unit,), place, 0) if tank else move_goals.on_foot(state, place)
            if exposed:
                steps[kind] = move_goals.short_of(state, (unit,), place, goal)
        if goal:
            bases.append(MOVING | unit << FIRST_SHIFT)
            masks.append(goal)
            size += goal.bit_count()
        if steps[kind]:
            bases.append(STEPPING | unit << FIRST_SHIFT)
            masks.append(steps[kind])
            size += steps[kind].bit_count()
        entered = 0
        if enemies and move_goals.may_assault(state, unit, place):
            entered = inside[tank]
            if entered < 0:
                entered = inside[tank] = move_goals.open_to_assault(state, (unit,), place)
            if entered:
                bases.append(ENTERING | unit << FIRST_SHIFT)
                masks.append(entered)
                size += entered.bit_count()
        if goal or entered or (later and tank and lasting_events.ditches(state)):
            ready.append(unit)
            moves.append(goal)
            assaults.append(entered)
    after = attack.openings_from(state, place, enemies, fit) if enemies and fit else []
    if len(ready) > 1:
        after += pairs(state, ready, moves, assaults)
    size += len(after)
    if not size and not asked:
        return NOTHING
    return Options(bases, masks, after, size, asked, preservation.risky(state, asked) if asked else 0)


@enforces(FAMILY, "7.2-b")
def pairs(state: DDayState, ready: list[int], moves: list[int], assaults: list[int]) -> list[int]:
    """Pairs of units of one hex that may set out together: the second leads."""
    began, found = state.began, []
    guests, later = command.is_normal(state), state.turn >= SECOND_DAY
    for first, leader in enumerate(ready):
        start, near, inside = began[leader], moves[first], assaults[first]
        for second, unit in enumerate(ready):
            if (
                first != second
                and began[unit] == start
                and (near & moves[second] or inside & assaults[second] or (later and past_ditch(state, leader, unit)))
                and not (guests and command.clash(state, unit, leader))
            ):
                found.append(JOINING | unit << FIRST_SHIFT | leader << SECOND_SHIFT)
    return found


@enforces(FAMILY, "20.0-at-ditch")
def past_ditch(state: DDayState, leader: int, unit: int) -> bool:
    """Whether a tank and an engineer unit can enter together what a ditch bars to the tank alone."""
    ruleset, place = state.ruleset, state.where[leader]
    pair = leader, unit
    if not (ruleset.is_engineer[leader] or ruleset.is_engineer[unit]) or not lasting_events.ditches(state):
        return False
    return bool(move_goals.reach(state, pair, place, 0) or move_goals.assault_reach(state, pair, place))
