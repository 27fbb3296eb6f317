"""Supply (chapter 12): who can trace a path, judged over the whole map at once.

A path is a leg of at most six movement points to a clear or road hex, and from there the network of clear ground and roads. So
the hexes in supply are those within six points of the pieces of network that hold a source.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.spreads import Spread
from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.ground import FAMILY, Ground
from beachhead.games.olympic.state import OlympicState

LEG: Final = 6
"""Movement points of the first leg (12.11, 12.12)."""
FEW: Final = 4
"""Closed hexes that are looked at one by one; with more of them supply is traced anew."""
LEGS: Final = 3
"""Hexes for which single legs are looked for; for more of them all legs of the map are traced."""
TOWNS: Final = 3
"""Towns that make a Japanese source (12.11)."""


@enforces(FAMILY, "12.21-enemy", "12.21-zoc", "12.21-militia", "6.4", "12.14")
def us_blocked(state: OlympicState, units: int) -> int:
    """Hexes that no U.S. path may enter: enemies, enemy zones without a U.S. unit, Towns and Cities with militia.

    A face-down counter blocks like a unit, so that nobody can tell a dummy by it (A59).
    """
    enemies = state.jp_mask | state.down_mask
    around = state.ruleset.ground.around
    return enemies | (around.step(enemies) & ~units) | state.militia_mask


class Lines:
    """The supply lines of one side: what is closed to them, the pieces of network that hold a source, and from where a path leads
    there. Shared between copies of a state.

    Most units are on the network or next to it, so the whole region is worked out only if many others are asked about.
    """

    __slots__ = ("_region", "always", "asked", "blocked", "close", "ground", "network", "seen")

    def __init__(self, ground: Ground, seen: tuple[int, ...], blocked: int, network: int, always: int, close: int = -1) -> None:
        self.ground = ground
        self.seen = seen
        """Who was where, and whatever else it depends on: looking at that is much cheaper than tracing."""
        self.blocked = blocked
        self.network = network
        self.always = always
        """Hexes that are in supply whatever surrounds them."""
        if close < 0:
            next_to = ground.around.step(network) if ground.costs.dearest <= LEG else 0
            close = network | next_to | always
        self.close = close
        """Hexes that are known to be in supply, and"""
        self.asked = self.close
        """hexes about which that is known."""
        self._region = -1

    def again(self, seen: tuple[int, ...]) -> Lines:
        """The same after a change that closes and opens nothing."""
        found = Lines(self.ground, seen, self.blocked, self.network, self.always, self.close)
        found.asked = self.asked
        found._region = self._region
        return found

    def region(self, wanted: int) -> int:
        """The hexes in supply, exact as far as the `wanted` ones are concerned."""
        far = wanted & ~self.asked
        if not far:
            return self.close
        if self._region < 0:
            if wanted > 0 and far.bit_count() <= LEGS:
                self._ask(far)
                return self.close
            self._region = self.always
            if self.network:
                self._region |= self.ground.costs.near(self.network, self.blocked, LEG)
        return self._region

    def _ask(self, spaces: int) -> None:
        """Look for a leg from each of some hexes."""
        ranges, blocked, network = self.ground.ranges, self.blocked, self.network
        self.asked |= spaces
        while spaces:
            low = spaces & -spaces
            spaces ^= low
            if ranges.leads_to(LEG, low.bit_length() - 1, network, blocked):
                self.close |= low


def _changed(lines: Lines, links: Spread, blocked: int, vital: int, sources: int, towns: int) -> int:
    """The network of some lines after other hexes have been closed and opened, told from their neighborhood as far as possible;
    -1 if so many have been closed that it is better traced anew.

    A piece stays whole without a hex if its neighbors in the network hang together around it. Where they do not, and where the
    hex was `vital`, the parts are followed until they meet one of the `sources`; a part without one falls away, unless it has
    enough `towns`. Hexes that are opened next to the network join it, with all that lies behind them.
    """
    ground = lines.ground
    closed = blocked & ~lines.blocked & lines.network
    network = lines.network & ~blocked
    doubtful = vital & network
    if closed.bit_count() > FEW:
        return -1
    while closed:
        low = closed & -closed
        closed ^= low
        beside = links.step(low) & (network | closed)
        if beside and not low & (vital | doubtful):
            around = ground.near_mask[low.bit_length() - 1] & (network | closed)
            if not beside & beside - 1 or not beside & ~links.flood(beside & -beside, around):
                continue
        doubtful |= beside
    doubtful &= network
    while doubtful:
        part = links.flood(doubtful & -doubtful, network, sources)
        if not part & sources and (part & towns).bit_count() < TOWNS:
            network &= ~part
        doubtful &= ~part
    opened = lines.blocked & ~blocked & ground.net_mask
    if opened:
        network |= links.flood(links.step(network) & opened, ground.net_mask & ~blocked & ~network)
    return network


def us_region(state: OlympicState, wanted: int = -1) -> int:
    """All hexes from which a U.S. path can be traced now, exact as far as the `wanted` ones are concerned."""
    found: Lines | None = state.us_supply
    seen = (state.us_mask, state.jp_mask, state.down_mask, state.militia_mask, state.beach_mask)
    if found is None or found.seen != seen:
        blocked = us_blocked(state, state.us_mask)
        if found is not None and found.blocked == blocked and found.seen[4] == seen[4]:
            found = found.again(seen)
        else:
            found = us_lines(state, blocked, seen)
        state.us_supply = found
    return found.region(wanted)


def region_of(state: OlympicState, units: int, wanted: int = -1) -> int:
    """The same if U.S. units were in those hexes, as bits."""
    blocked = us_blocked(state, units)
    found: Lines | None = state.us_supply
    if found is None or found.blocked != blocked or found.seen[4] != state.beach_mask:
        found = us_lines(state, blocked, (0, 0, 0, 0, state.beach_mask))
    return found.region(wanted)


@enforces(FAMILY, "12.12", "12.12-none", "12.13", "12.14", "12.0-procedure-1", "12.0-general", "11.0", "12.21-sea")
def us_lines(state: OlympicState, blocked: int, seen: tuple[int, ...]) -> Lines:
    """The network that holds a beachhead; where a unit stands is never tested itself (A51).

    A beachhead on rough ground belongs to the network and joins the clear and road hexes next to it (A52). Full stacks and
    fortified hexes stop nobody (A88).
    """
    ground, beaches = state.ruleset.ground, state.beach_mask
    known: Lines | None = state.us_supply
    if known is not None and known.seen[4] == beaches and not (known.blocked ^ blocked) & beaches:
        sources = beaches & ~blocked
        joined = ground.beach_links.step(sources)
        network = _changed(known, ground.us_links, blocked, joined & blocked, sources | joined, 0)
        if network >= 0:
            opened = joined & known.blocked & ~blocked & ground.net_mask & ~network
            if opened:
                network |= ground.us_links.flood(opened, ground.net_mask & ~blocked)
            return Lines(ground, seen, blocked, network, beaches)
    open_ = ground.net_mask & ~blocked
    sources = beaches & ~blocked
    network = 0
    if sources:
        start = sources | (ground.beach_links.step(sources) & open_)
        network = ground.us_links.flood(start, open_ | sources)
    # A unit in the hex of a beachhead is supplied, whatever surrounds it.
    return Lines(ground, seen, blocked, network, beaches)


def us_supplied(state: OlympicState, unit: int) -> bool:
    """Whether a U.S. unit on the map is in supply now."""
    space = state.where[unit]
    if space < 0:
        return False
    bit = 1 << space
    return bool((us_region(state, bit) | state.ruleset.ground.zone_mask) & bit)


@enforces(FAMILY, "12.21-enemy", "12.21-zoc", "6.4", "16.51-note")
def jp_blocked(state: OlympicState) -> int:
    """Hexes that no Japanese path may enter: U.S. units on land, and their zones where no Japanese unit is. Militia does not
    count as a unit (A53)."""
    ground = state.ruleset.ground
    enemies = state.us_mask & ground.land_mask
    return enemies | (ground.around.step(enemies) & ~(state.jp_mask | state.down_mask))


def _jp_lines(state: OlympicState) -> Lines:
    """The Japanese supply lines as they are now."""
    found: Lines | None = state.jp_supply
    seen = (state.us_mask, state.jp_mask, state.down_mask, state.control_mask)
    if found is None or found.seen != seen:
        blocked = jp_blocked(state)
        if found is not None and found.blocked == blocked and found.seen[3] == seen[3]:
            found = found.again(seen)
        else:
            found = Lines(state.ruleset.ground, seen, blocked, _jp_network(state, blocked), 0)
        state.jp_supply = found
    return found


@enforces(FAMILY, "12.11", "12.12-none", "12.13", "12.14", "12.0-procedure-1", "12.0-general", "12.21-sea")
def _jp_network(state: OlympicState, blocked: int) -> int:
    """The pieces of network with a City or three Towns that the U.S. does not control (A53)."""
    ground, control = state.ruleset.ground, state.control_mask
    known: Lines | None = state.jp_supply
    open_ = ground.net_mask & ~blocked
    cities, towns = ground.city_mask & ~control & open_, ground.town_mask & ~control & open_
    if known is not None:
        vital = ground.place_mask & (blocked | control & ~known.seen[3])
        good = _changed(known, ground.links, blocked, vital, cities, towns)
        if good >= 0:
            outside = open_ & ~good
            changed = (known.blocked | known.seen[3] & ~control) & outside
            if not changed or not _may_hold_source(ground, changed, outside, cities, towns):
                return good
    good = ground.links.flood(cities, open_)
    rest = towns & ~good
    while rest.bit_count() >= TOWNS:
        piece = ground.links.flood(rest & -rest, open_)
        if (piece & towns).bit_count() >= TOWNS:
            good |= piece
        rest &= ~piece
    return good


def _may_hold_source(ground: Ground, changed: int, outside: int, cities: int, towns: int) -> bool:
    """Whether hexes outside the network that were opened or recaptured may have made a source of the Towns and Cities there."""
    if not cities & outside and (towns & outside).bit_count() < TOWNS:
        return False
    piece = ground.links.flood(changed, outside)
    return bool(piece & cities) or (piece & towns).bit_count() >= TOWNS


def jp_region(state: OlympicState, wanted: int = -1) -> int:
    """All hexes from which a Japanese path leads to a source, exact as far as the `wanted` ones are concerned."""
    return _jp_lines(state).region(wanted)


def jp_region_now(state: OlympicState, wanted: int = -1) -> int:
    """The hexes in which a Japanese unit is in supply; on Game-Turn 1 all (12.31)."""
    return state.ruleset.ground.land_mask if state.turn == 1 else _jp_lines(state).region(wanted)


@enforces(FAMILY, "12.31", "12.11")
def jp_supplied(state: OlympicState, unit: int) -> bool:
    """Whether a Japanese unit is in supply now. On Game-Turn 1 all are; a unit about to enter the map is too (A36)."""
    space = state.where[unit]
    return state.turn == 1 or space < 0 or bool(jp_region(state, 1 << space) >> space & 1)


@enforces(FAMILY, "12.41", "12.31")
def militia_supplied(state: OlympicState, place: int) -> bool:
    """Whether the militia of a Town or City is in supply now: a City always, a Town as a unit would be, with itself as one of
    the three Towns (A54, A89)."""
    ground = state.ruleset.ground
    if state.turn == 1 or ground.is_city[place]:
        return True
    space = ground.places[place]
    lines, own = _jp_lines(state), 1 << space
    if lines.region(own) & own:
        return True
    good, blocked = lines.network, lines.blocked
    open_ = ground.net_mask & ~blocked
    rest = ground.town_mask & ~state.control_mask & open_ & ~good & ~own
    towns = rest
    astride = own & ground.net_mask & blocked
    if astride and (ground.links.flood(own, open_ | own) & towns).bit_count() >= TOWNS - 1:
        return True  # In a U.S. zone the Town is closed to others, but its own paths begin there and lead to either side (A51).
    while rest.bit_count() >= TOWNS - 1:
        piece = ground.links.flood(rest & -rest, open_)
        if (piece & towns).bit_count() >= TOWNS - 1 and ground.costs.near(piece, blocked, LEG) & own:
            return True
        rest &= ~piece
    return False


@enforces(FAMILY, "12.51", "5.25")
def allowance(state: OlympicState, unit: int) -> int:
    """Movement points of a unit in this Movement Phase: half if it was unsupplied when the phase began."""
    points = state.ruleset.movement[unit]
    return points // 2 if state.short[unit] else points


@enforces(FAMILY, "12.0-procedure-2", "12.51", "12.31")
def judge_movement(state: OlympicState, units: list[int]) -> None:
    """Supply for movement, judged once when the phase begins; it holds for the whole phase."""
    short = bytearray(len(state.short))
    if units:
        land, zones = state.ruleset.ground.land_mask, state.ruleset.ground.zone_mask
        us = state.is_us(units[0])
        region = us_region(state, state.us_mask & land) | zones if us else jp_region_now(state, state.jp_mask)
        where = state.where
        for unit in units:
            space = where[unit]
            if space >= 0 and not region >> space & 1:
                short[unit] = 1
    state.short = short
