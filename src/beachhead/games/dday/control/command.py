"""Command (7.3.4, 11.1.2, 11.2, 11.3, 15.3, 18.4.4-b): who may act, and whose regimental HQ or command post stands behind him.

Regimental HQs command the HQs of their battalions, one battalion HQ of another regiment of the division, their heavy weapons
company, and the tanks and engineers assigned to the regiment; battalion HQs in command lead their companies, and tanks and
engineers stacked with these. A command post leads everybody of its regiment. Heroes lead themselves, NCOs their stack, officers
with their HQ the battalion. Whoever lists actions asks `in_command`; radio, artillery, naval gunfire, airstrikes and tank
barrages ask `has_regiment`.

The answers are kept and worked out again hex by hex (`state.stale_command`), all of them when an HQ, a hero or the Japanese
change.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import NCO, OFFICER
from beachhead.games.dday.control import command_posts
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import MOVED, DDayState

BATTALION_RANGE: Final = 2
SHAKEN_RANGE: Final = 1
"""Of a battalion HQ that is disrupted, or whose regimental HQ is on the track."""
ALWAYS: Final = "always"


class Ranges(NamedTuple):
    """How far everybody's command reaches; hexes as bits."""

    regiments: tuple[int, ...]
    """[regiment]: of its HQ or command post; 0 if it is not on the map."""
    battalions: dict[int, int]
    """Battalion HQ -> its hexes, if it is in command."""
    leaders: dict[int, int]
    """Battalion HQ -> who commands it: a regimental HQ, or itself by a hero or while its regimental HQ is on the track."""
    officers: frozenset[int]
    """The battalion HQs with whom an officer hero is."""
    sergeants: dict[int, int]
    """Hex -> the unit of the NCO hero in it."""
    heroes: frozenset[int]
    """Units with a hero or inspired marker."""
    brave: int
    """Hexes with a hero."""


class Command:
    """Who commands whom; replaced, never changed."""

    __slots__ = ("by", "jp_mask", "over", "ranges")

    def __init__(self, by: list[int], over: list[int], ranges: Ranges, jp_mask: int) -> None:
        self.by = by
        """[unit]: the HQ that commands it, itself if it commands itself; -1: out of command, or off the map."""
        self.over = over
        """[unit]: the regiment within whose range it is in command; 0: none."""
        self.ranges = ranges
        self.jp_mask = jp_mask


# ---------------------------------------------------------------------- what others ask


@enforces(FAMILY, "18.4.4-b", "18.5.3-a", "18.6.3-a", "18.7.3-a", "18.8.3-a", "18.9.3-a")
def is_normal(state: DDayState) -> bool:
    """Whether the rules of command apply: not on D-Day, nor in Scenario Two, nor in the campaign before GT 7 (D141)."""
    return state.turn > state.ruleset.free_command_until


@enforces(FAMILY, "18.4.4-b", "4.0-VI", "7.1-b", "7.0")
def in_command(state: DDayState, unit: int) -> bool:
    """Whether a unit on the map is in command now."""
    if state.turn <= state.ruleset.free_command_until:
        return True
    by: list[int] = picture(state).by
    return by[unit] >= 0


@enforces(FAMILY, "11.2.1", "11.2.1-a-3", "11.2.1-a-4", "11.2.1-a-5", "15.3-c", "8.2.5", "8.4-tank-command")
def has_regiment(state: DDayState, unit: int) -> bool:
    """Whether a unit in command is in the range of its regimental HQ or command post, or of that by which its battalion is
    commanded: it has radio then, calls for artillery, naval gunfire and airstrikes, and tanks may barrage. Where everybody is in
    command this counts as met (D72, D141)."""
    return state.turn <= state.ruleset.free_command_until or regiment_over(state, unit) > 0


def regiment_over(state: DDayState, unit: int) -> int:
    """That regiment; 0 if there is none."""
    over: list[int] = picture(state).over
    return over[unit]


def commander_of(state: DDayState, unit: int) -> int:
    """The HQ that commands a unit; itself if it commands itself; -1 if it is out of command or off the map."""
    by: list[int] = picture(state).by
    return by[unit]


def commands(state: DDayState) -> dict[str, str]:
    """Every US unit on the map with the HQ that commands it, for facts and views; an empty text if it is out of command."""
    ids = state.ruleset.unit_ids
    units = [unit for unit, place in enumerate(state.where) if place >= 0]
    if not is_normal(state):
        return {ids[unit]: ALWAYS for unit in units}
    by = picture(state).by
    return {ids[unit]: ids[by[unit]] if by[unit] >= 0 else "" for unit in units}


def regiments(state: DDayState) -> dict[str, int]:
    """Every US unit on the map that is under a regimental HQ or command post, with the regiment."""
    ids, over = state.ruleset.unit_ids, picture(state).over
    return {ids[unit]: over[unit] for unit, place in enumerate(state.where) if place >= 0 and over[unit]}


@enforces(FAMILY, "15.4-b", "15.0-b")
def post_ranges(state: DDayState) -> int:
    """The hexes in range of any command post, as bits."""
    found = 0
    for index, regiment in enumerate(state.ruleset.regiments):
        hq = state.ruleset.regimental_hq[regiment]
        if state.posts[index] and state.where[hq] >= 0:
            found |= spread(state, state.where[hq], command_posts.printed_range(state, hq))
    return found


# ---------------------------------------------------------------------- ranges


@enforces(FAMILY, "15.3-a", "15.3.1")
def spread(state: DDayState, place: int, reach: int) -> int:
    """The hexes within a command range. It is counted from hex to hex, over sea and through fields of fire, but not through hexes
    that the Japanese occupy: these end it."""
    ground = state.ruleset.ground
    japanese = state.jp_mask & ~(1 << place)
    if reach <= 1 or not ground.disk[reach - 1][place] & japanese:
        return ground.disk[reach][place]
    found, edge, neighbors = {place}, [place], ground.grid.neighbours
    for _ in range(reach):
        ring: list[int] = []
        for here in edge:
            if not japanese >> here & 1:
                for there in neighbors[here]:
                    if there not in found:
                        found.add(there)
                        ring.append(there)
        edge = ring
    mask = 0
    for here in found:
        mask |= 1 << here
    return mask & ground.land_mask


@enforces(FAMILY, "7.3.4", "11.2.1", "15.2")
def regimental_range(state: DDayState, hq: int) -> int:
    """How far a regimental HQ commands now: after it has moved in this phase, only its own hex."""
    return 0 if state.acted[hq] & MOVED else command_posts.printed_range(state, hq)


@enforces(FAMILY, "7.3.4", "11.3-b", "11.3-c", "15.3.2-c")
def battalion_range(state: DDayState, hq: int) -> int:
    """How far a battalion HQ commands now: two hexes, one if it is disrupted or its regimental HQ is on the track, and only its
    own hex after it has moved in this phase."""
    if state.acted[hq] & MOVED:
        return 0
    regimental = state.ruleset.regimental_hq.get(state.ruleset.regiment[hq], -1)
    if state.disrupted[hq] or (regimental >= 0 and command_posts.is_on_track(state, regimental)):
        return SHAKEN_RANGE
    return BATTALION_RANGE


@enforces(FAMILY, "11.1.2-officer-a", "11.1.2-nco", "11.1.6-b")
def _ranges(state: DDayState) -> Ranges:
    """Heroes first, then regiments, then battalions."""
    ruleset, where = state.ruleset, state.where
    officers: set[int] = set()
    sergeants: dict[int, int] = {}
    heroes: set[int] = set()
    brave = 0
    for hero, owner in enumerate(state.hero_on):
        if owner < 0:
            continue
        heroes.add(owner)
        place = where[owner]
        if place < 0 or state.inspired[hero]:
            continue
        brave |= 1 << place
        kind, staff = ruleset.hero_type[hero], ruleset.staff_of[owner]
        if kind == NCO:
            sergeants.setdefault(place, owner)
        elif kind == OFFICER and staff >= 0 and where[staff] == place:
            officers.add(staff)
    regiments = []
    for regiment in ruleset.regiments:
        hq = ruleset.regimental_hq[regiment]
        regiments.append(spread(state, where[hq], regimental_range(state, hq)) if where[hq] >= 0 else 0)
    leaders: dict[int, int] = {}
    battalions: dict[int, int] = {}
    for hq in ruleset.battalion_hqs:
        if where[hq] >= 0:
            leader = _leader(state, hq, regiments)
            if leader < 0 and (hq in officers or hq in heroes or where[hq] in sergeants):
                leader = hq
            if leader >= 0:
                leaders[hq] = leader
                battalions[hq] = spread(state, where[hq], battalion_range(state, hq))
    return Ranges(tuple(regiments), battalions, leaders, frozenset(officers), sergeants, frozenset(heroes), brave)


@enforces(FAMILY, "11.2.1", "11.2.1-a-1", "11.3-a", "15.3.2-c")
def _leader(state: DDayState, hq: int, regiments: list[int]) -> int:
    """Who commands a battalion HQ: its regimental HQ, or that of another regiment of its division, which does so for one such HQ
    in a phase; -1 for nobody. While the regimental HQ is on the track battalions lead themselves, one hex far; otherwise their
    range of 15.3.2-c would mean nothing."""
    ruleset, bit = state.ruleset, 1 << state.where[hq]
    own = ruleset.regiment[hq]
    if regiments[ruleset.regiment_index[own]] & bit:
        return ruleset.regimental_hq[own]
    for index, regiment in enumerate(ruleset.regiments):
        host = ruleset.regimental_hq[regiment]
        if regiment == own or not regiments[index] & bit or ruleset.division[host] != ruleset.division[hq]:
            continue
        if state.guests[host] in (0, hq + 1):
            return host
    return hq if command_posts.is_on_track(state, ruleset.regimental_hq[own]) else -1


# ---------------------------------------------------------------------- who commands whom


def picture(state: DDayState) -> Command:
    """Who commands whom now. Hexes whose units have come into command or out of it are noted for `options`."""
    stale = state.stale_command
    old: Command | None = state.command
    if old is not None and not stale:
        return old
    state.stale_command = 0
    if old is None or stale == -1 or old.jp_mask != state.jp_mask:
        ranges = _ranges(state)
        by, over = [-1] * len(state.where), [0] * len(state.where)
        hexes = state.us_mask
    else:
        ranges, by, over = old.ranges, old.by.copy(), old.over.copy()
        hexes = stale & state.us_mask
    for place in spaces_of(hexes):
        for unit in state.us_at[place]:
            by[unit] = _commander(state, ranges, unit, place)
            over[unit] = _regiment(state, ranges, unit, place) if by[unit] >= 0 else 0
    if old is not None:
        _note_changes(state, old, by, over)
    state.command = new = Command(by, over, ranges, state.jp_mask)
    return new


def _note_changes(state: DDayState, old: Command, by: list[int], over: list[int]) -> None:
    if by == old.by and over == old.over:
        return
    was, had, where = old.by, old.over, state.where
    for unit in range(len(by)):
        if ((by[unit] >= 0) != (was[unit] >= 0) or over[unit] != had[unit]) and where[unit] >= 0:
            state.stale_options |= 1 << where[unit]


@enforces(
    FAMILY, "7.1-b", "11.1.2-rifleman", "11.1.2-nco", "11.1.2-officer-a", "11.1.6-command", "11.2.1-a-1", "11.2.1-a-2", "11.3-a",
    "11.3-d-1", "15.3", "15.3-b", "4.0-VI",
)  # fmt: skip
def _commander(state: DDayState, ranges: Ranges, unit: int, place: int) -> int:
    """Who commands a unit in a hex; -1 for nobody. Within the range of a command post it is that which commands (c-49)."""
    ruleset, bit = state.ruleset, 1 << place
    if ruleset.is_regimental_hq[unit]:
        return unit
    if ruleset.is_battalion_hq[unit] and unit in ranges.leaders:
        return ranges.leaders[unit]
    regiment = ruleset.regiment[unit] if ruleset.is_infantry[unit] else state.assigned[unit]
    index = ruleset.regiment_index.get(regiment, -1)
    if index >= 0 and ranges.regiments[index] & bit and (state.posts[index] or not ruleset.is_rifle[unit]):
        return ruleset.regimental_hq[regiment]
    if unit in ranges.heroes:
        return unit
    if place in ranges.sergeants:
        return ranges.sergeants[place]
    if ruleset.is_rifle[unit]:
        return _company_commander(state, ranges, unit, bit)
    if not ruleset.is_infantry[unit]:
        return _craft_commander(state, ranges, unit, place)
    return -1


@enforces(FAMILY, "11.3-d-1", "11.3-d-2", "11.1.2-officer-a")
def _company_commander(state: DDayState, ranges: Ranges, unit: int, bit: int) -> int:
    """A rifle company: the HQ of its battalion; an officer with that HQ at any distance; with a hero in the hex the HQ of another
    battalion of the regiment, which leads one such company in a phase."""
    ruleset, staff = state.ruleset, state.ruleset.staff_of[unit]
    if ranges.battalions.get(staff, 0) & bit or staff in ranges.officers:
        return staff
    if ranges.brave & bit:
        for hq, hexes in ranges.battalions.items():
            if hexes & bit and ruleset.regiment[hq] == ruleset.regiment[unit] and state.guests[hq] in (0, unit + 1):
                return hq
    return -1


@enforces(FAMILY, "11.3-d-3", "11.1.2-officer-b")
def _craft_commander(state: DDayState, ranges: Ranges, unit: int, place: int) -> int:
    """Tanks and engineers: the battalion HQ of their regiment in whose range they are stacked with one of its companies; with an
    officer at his HQ whoever is stacked with a unit of his battalion."""
    ruleset, bit = state.ruleset, 1 << place
    for other in state.units_in(place):
        staff = ruleset.staff_of[other]
        if staff < 0:
            continue
        if staff in ranges.officers:
            return staff
        if (
            ruleset.is_rifle[other]
            and ruleset.regiment[staff] == state.assigned[unit]
            and ranges.battalions.get(staff, 0) & bit
        ):  # fmt: skip
            return staff
    return -1


@enforces(FAMILY, "11.2.1", "15.3-c", "11.2.1-a-1")
def _regiment(state: DDayState, ranges: Ranges, unit: int, place: int) -> int:
    """The regiment in whose range a unit in command is: its own, the one it is assigned to, or the host of its battalion."""
    ruleset = state.ruleset
    regiment = ruleset.regiment[unit] if ruleset.is_infantry[unit] or ruleset.is_regimental_hq[unit] else state.assigned[unit]
    index = ruleset.regiment_index.get(regiment, -1)
    if index >= 0 and ranges.regiments[index] >> place & 1:
        return regiment
    leader = ranges.leaders.get(ruleset.staff_of[unit], -1) if ruleset.staff_of[unit] >= 0 else -1
    if leader >= 0 and ruleset.is_regimental_hq[leader]:
        host = ruleset.regiment[leader]
        if ranges.regiments[ruleset.regiment_index[host]] >> place & 1:
            return host
    return 0


# ---------------------------------------------------------------------- guests


def guests_of(state: DDayState, unit: int) -> list[tuple[int, int]]:
    """As whose guest a unit is in command, itself or its HQ: the host and the guest, each of its steps up to a regimental HQ."""
    ruleset, by = state.ruleset, picture(state).by
    found: list[tuple[int, int]] = []
    here = unit
    for _ in range(2):
        leader = by[here]
        if leader < 0 or leader == here:
            break
        abroad = ruleset.is_battalion_hq[here] and ruleset.regiment[leader] != ruleset.regiment[here]
        if abroad or (ruleset.is_rifle[here] and ruleset.is_battalion_hq[leader] and ruleset.staff_of[here] != leader):
            found.append((leader, here))
        here = leader
    return found


@enforces(FAMILY, "11.2.1-a-1", "11.3-d-2")
def spend(state: DDayState, unit: int) -> None:
    """A unit begins its action. If it is in command only as the guest of another HQ, or its HQ is, that HQ has no room for others
    in this phase: the player chooses its guest by acting with it."""
    if state.turn <= state.ruleset.free_command_until:
        return
    for host, guest in guests_of(state, unit):
        if not state.guests[host]:
            state.guests[host] = guest + 1
            state.stale_command = -1


@enforces(FAMILY, "11.2.1-a-1", "11.3-d-2")
def clash(state: DDayState, unit: int, other: int) -> bool:
    """Whether two units cannot act together, since one HQ would have to take in two guests for it."""
    if state.turn <= state.ruleset.free_command_until:
        return False
    for host, guest in guests_of(state, unit):
        for same, rival in guests_of(state, other):
            if host == same and guest != rival:
                return True
    return False


def clear_guests(state: DDayState) -> None:
    """A phase begins: every HQ may take in another guest."""
    state.guests = bytearray(len(state.guests))
    state.stale_command = -1
