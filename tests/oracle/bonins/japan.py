"""What the rules make Japan do: placement, redeployment, search, banzai, bombardment, tunnels, sectors, losses (12, 18 to 23)."""

from __future__ import annotations

from .board import NEAR, Position, around, distance, island, kinds
from .movement import jp_exchanges, jp_walk

SECTORS = range(1, 7)


# --- sectors and losses -------------------------------------------------------------------------------------------------


def cleared_now(position: Position) -> set[int]:
    """Sectors that a finished combat or move would find cleared (18.0-b, 22.0-d); 0 is Suribachi."""
    held = {island().sector[hex] for hex in position.dug if hex in island().symbols}
    found = {number for number in SECTORS if number not in held}
    if not set(island().mountain) & position.japanese:
        found.add(0)
    return found


def losses(position: Position) -> dict[str, int]:
    """The count of 12.3 if the game ended now."""
    battalions = [name for name in position.us if kinds()[name].battalion]
    dead = sum(position.us[name] == "eliminated" for name in battalions)
    weak = sum(name in position.depleted and position.us[name] != "eliminated" for name in battalions)
    return {"total": 2 * dead + weak - 2 * (position.last_turn - position.turn)}


# --- placement ----------------------------------------------------------------------------------------------------------


def eligible(position: Position, sector: int, leaving: str = "") -> set[str]:
    """Hexes for a replacement, a redeployment or a tunnel (19.5-b): the unit that goes does not count, nor its own hex."""
    if sector in position.cleared or sector == 0:
        return set()
    dug = [hex for hex in position.dug if hex != leaving]
    return {
        hex
        for hex in island().symbols
        if island().sector[hex] == sector
        and hex not in position.americans | position.japanese
        and hex != leaving
        and any(distance(hex, other) <= NEAR for other in dug)
    }


def best(hexes: set[str]) -> set[str]:
    """The hexes that terrain prefers (19.5-d)."""
    rank = min(map(island().rank, hexes))
    return {hex for hex in hexes if island().rank(hex) == rank}


def placing(position: Position, hexes: set[str]) -> set[str]:
    """What is offered for a placement: in solitaire the one hex, or the lot among equals; otherwise any."""
    if position.solitaire:
        hexes = best(hexes)
        return {f"place {hex}" for hex in hexes} if len(hexes) == 1 else {"roll"}
    return {f"place {hex}" for hex in hexes}


def candidates(position: Position, origin: str, goal: str) -> list[str]:
    """The units that the search of 20.3-d checks, in its order."""
    return sorted(hex for hex in position.dug if hex not in island().mountain and hex not in (origin, goal))


# --- banzai -------------------------------------------------------------------------------------------------------------


def nearest(position: Position, sector: int) -> set[str]:
    """The dug-in units of a sector that are nearest to an American (20.5-e)."""
    far = {
        hex: min(distance(hex, other) for other in position.americans) for hex in position.dug if island().sector[hex] == sector
    }
    return {hex for hex in far if far[hex] == min(far.values())}


def is_banzai(position: Position, dice: list[int]) -> bool:
    """Whether there is an attack at all (20.5-b, 20.5-c)."""
    count = len(position.cleared - {0}) + (1 if position.options["banzai_count_suribachi"] and position.flag else 0)
    here = [hex for hex in position.dug if island().sector[hex] == dice[1]]
    return dice[0] <= count and bool(here) and bool(position.americans)


def charge_targets(position: Position, name: str, start: str) -> dict[str, dict[str, int]]:
    """For each U.S. hex that a unit can get beside: the end hexes, and what they cost (20.5-g)."""
    ends = {start: 0} if any(near in position.americans for near in around(start)) else jp_walk(position, name, start)
    found: dict[str, dict[str, int]] = {}
    for end, cost in ends.items():
        for near in around(end):
            if near in position.americans:
                found.setdefault(near, {})[end] = cost
    return found


def charge(position: Position, name: str, start: str, settled: str) -> set[str]:
    """The next act of a unit that charges; nothing: it cannot reach anybody."""
    targets = charge_targets(position, name, start)
    if not targets:
        return set()
    costs = {hex: min(ends.values()) for hex, ends in targets.items()}
    close = {hex for hex in costs if costs[hex] == min(costs.values())}
    if settled:
        assert settled in close, f"the lot chose {settled}, not one of {sorted(close)}"
        close = {settled}
    if len(close) > 1:
        return {"roll"}
    (target,) = close
    ends = {hex for hex, cost in targets[target].items() if cost == costs[target]}
    return {f"charge {start} {hex}" for hex in ends} if len(ends) == 1 else {"roll"}


# --- bombardment --------------------------------------------------------------------------------------------------------


def available(position: Position) -> int:
    """Markers by the track (21.1-b)."""
    return max(0, 10 - len(position.track))


def search_order(position: Position, marked: list[str]) -> list[str]:
    """U.S. hexes in the order in which they are diced for (21.2)."""
    return [hex for hex in sorted(position.americans, reverse=not position.flag) if hex not in marked]


def placing_markers(position: Position, marked: list[str], checked: list[str]) -> set[str]:
    """What is offered while markers are placed; nothing: all is placed. `checked`: hexes that had their die."""
    if len(marked) >= available(position):
        return set()
    if not position.flag:
        if not position.solitaire:
            free = position.americans - set(marked)
            return {f"mark {hex}" for hex in free} | {"done"} if free else set()
        beaches = sorted((position.americans & position.landing_beaches) - set(marked), reverse=True)
        if beaches:
            return {f"mark {beaches[0]}"}
    return {"roll"} if [hex for hex in search_order(position, marked) if hex not in checked] else set()


def strength_dice(position: Position, hex: str) -> int:
    """21.3."""
    if not position.flag:
        return 3
    sector = island().sector[hex]
    hill = any(other in island().hills and island().sector[other] == sector for other in position.japanese)
    return 2 if hill and sector else 1


# --- a Japanese player's own moves --------------------------------------------------------------------------------------


def sortie(position: Position, charged: set[str]) -> set[str]:
    """Moves, turn-ups and tunnel tries (23.2)."""
    found = {"done"}
    marks = position.marks
    tunnels = position.options.get("tunnel_zero_movement", False)
    able = [hex for hex, name in position.up.items() if name not in charged | marks.moved and kinds()[name].movement]
    found |= jp_exchanges(position, able)
    for hex, name in (*position.dug.items(), *position.up.items()):
        if name in charged or name in marks.moved or hex in marks.tried:
            continue
        moves = kinds()[name].movement > 0
        if moves:
            found |= {f"march {hex} {to}" for to in jp_walk(position, name, hex)}
        if hex in position.dug:
            if moves:
                found.add(f"turn {hex}")
            if (moves or tunnels) and any(eligible(position, sector, hex) for sector in SECTORS):
                found.add(f"try {hex}")
    return found


def tunnel(position: Position, start: str) -> set[str]:
    return {"done"} | {f"tunnel {start} {to}" for sector in SECTORS for to in eligible(position, sector, start)}
