"""Where a unit may go, and by which way (sections 5 to 7, 12.6, A99)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from .board import OFF, Position, number
from .supply import us_could_enter

STACK = 3
INTERDICTED = 3


@dataclass(frozen=True)
class Way:
    """A path, without the hex it begins in."""

    cost: int
    markers: int
    """Markers that the path turns or takes away."""
    path: tuple[str, ...]

    @property
    def order(self) -> tuple[int, int, tuple[int, ...]]:
        """The smallest is the way taken: cheapest, then most markers, then higher hexes from the first step on (A92, A99)."""
        return self.cost, -self.markers, tuple(-number(hex) for hex in self.path)


def ways(
    position: Position,
    begin: Iterable[tuple[Way, str]],
    enterable: Callable[[str], bool],
    stops: Callable[[str], bool],
    markers: Callable[[str], int],
    most: float,
) -> dict[str, Way]:
    """The way taken to each hex: from the first steps on, hex by hex, nothing beyond a hex that stops."""
    best: dict[str, Way] = {}
    done: set[str] = set()
    waiting: list[tuple[int, str]] = []
    for way, hex in begin:
        if enterable(hex) and (hex not in best or way.order < best[hex].order):
            best[hex] = way
            heappush(waiting, (way.cost, hex))
    while waiting:
        _, here = heappop(waiting)
        if here in done:
            continue
        done.add(here)
        if stops(here):
            continue
        for hex in position.board.adjacent(here):
            cost = best[here].cost + step(position, here, hex)
            if hex in done or cost > most or not enterable(hex):
                continue
            way = Way(cost, best[here].markers + markers(hex), (*best[here].path, hex))
            if hex not in best or way.order < best[hex].order:
                best[hex] = way
                heappush(waiting, (cost, hex))
    return best


def step(position: Position, start: str, end: str) -> int:
    """The cost of a step; interdiction, which lies on the map in Japanese turns only, charges for leaving (A14)."""
    extra = INTERDICTED if start in position.interdiction else 0
    return position.board.cost(start, end) + extra


def allowance(position: Position, name: str, unsupplied: frozenset[str]) -> int:
    whole = position.unit(name).kind.allowance
    return whole // 2 if name in unsupplied else whole


def us_moves(position: Position, name: str, left: int, first: bool) -> dict[str, Way]:
    """One piece of an American move (A99): the hexes where the unit may stop for the moment, each with the way it takes.

    `left` is what remains of its allowance. The single hex of 5.24 is there only if the unit has not moved (`first`).
    """
    board = position.board
    start = position.unit(name).hex
    if start not in board.land or start in position.fortified or start in position.true_zone():
        return {}
    zone = position.open_zone() | position.hidden_near()

    known: dict[str, bool] = {}

    def enterable(hex: str) -> bool:
        if hex not in known:
            known[hex] = (
                hex != start
                and not position.jp_at(hex)
                and position.us_at(hex) < STACK
                and not position.militia(hex)
                and us_could_enter(position, name, hex)
            )
        return known[hex]

    def stops(hex: str) -> bool:
        return hex in zone or hex in position.fortified

    def markers(hex: str) -> int:
        return 1 if board.built(hex) and hex not in position.control else 0

    begin = [(Way(board.cost(start, hex), markers(hex), (hex,)), hex) for hex in board.adjacent(start)]
    found = ways(position, [pair for pair in begin if pair[0].cost <= left], enterable, stops, markers, left)
    if first:
        found |= {hex: way for way, hex in begin if hex not in found and enterable(hex)}
    return found


def us_reach(position: Position, name: str, left: int) -> set[str]:
    """All hexes where an American unit may end its move by any legal path, with no counter face down."""
    return set(us_moves(position, name, left, first=True))


def jp_free(position: Position, name: str, hex: str) -> bool:
    """Whether a Japanese unit may stop in a hex (7.32): nobody else is there."""
    others = position.jp_at(hex) - (1 if position.unit(name).hex == hex else 0)
    return not others and not position.us_at(hex)


def jp_passable(position: Position, name: str, hex: str) -> bool:
    others = position.jp_at(hex) - (1 if position.unit(name).hex == hex else 0)
    return not position.us_at(hex) and others < STACK


def jp_markers(position: Position, hex: str) -> int:
    """Markers that a Japanese unit removes by entering (A92)."""
    return (hex in position.beachheads) + (hex in position.control)


def entry_hex(position: Position) -> str | None:
    """Where R units come in (9.11, 9.13, A37)."""
    board = position.board
    if not position.us_at(board.entry):
        return board.entry
    return next((hex for hex in board.entries() if hex not in position.control and not position.us_at(hex)), None)


def jp_ways(position: Position, name: str, most: float = float("inf")) -> dict[str, Way]:
    """Cheapest ways of a Japanese unit to everywhere it can get with so many Movement Points, other friends' hexes included."""
    board = position.board
    start = position.unit(name).hex
    zone = position.us_zone()

    def enterable(hex: str) -> bool:
        return hex != start and jp_passable(position, name, hex)

    def markers(hex: str) -> int:
        return jp_markers(position, hex)

    if start == OFF:
        entry = entry_hex(position)
        begin = [] if entry is None else [(Way(1, markers(entry), (entry,)), entry)]
    elif start in zone:
        return {}
    else:
        begin = [(Way(step(position, start, hex), markers(hex), (hex,)), hex) for hex in board.adjacent(start)]
    begin = [(way, hex) for way, hex in begin if way.cost <= most]
    return ways(position, begin, enterable, lambda hex: hex in zone, markers, most)


def jp_moves(
    position: Position, name: str, left: int, first: bool, may_stop: Callable[[str], bool] | None = None
) -> dict[str, Way]:
    """Hexes where a Japanese unit of the two-player game may stop: free ones (A62), or others that `may_stop` allows as well."""
    board = position.board
    start = position.unit(name).hex

    def good(hex: str) -> bool:
        more = may_stop is not None and jp_passable(position, name, hex) and may_stop(hex)
        return jp_free(position, name, hex) or more

    found = {hex: way for hex, way in jp_ways(position, name, left).items() if good(hex)}
    if first and start != OFF and start not in position.us_zone():
        for hex in board.adjacent(start):
            if hex not in found and good(hex):
                found[hex] = Way(step(position, start, hex), jp_markers(position, hex), (hex,))
    return found


def jp_leavers(position: Position, unsupplied: frozenset[str], moved: frozenset[str]) -> set[str]:
    """Hexes whose Japanese units can all still leave, each to a free hex of its own: with the test of 7.32 at the end of the
    phase another unit may stop there."""
    found = set()
    for hex in {unit.hex for unit in position.japanese()}:
        exits = [
            set() if unit.name in moved else set(jp_moves(position, unit.name, allowance(position, unit.name, unsupplied), True))
            for unit in position.at(hex, us=False)
        ]
        if all(exits) and len(set().union(*exits)) >= len(exits):
            found.add(hex)
    return found
