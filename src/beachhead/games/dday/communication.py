"""Control and communication (12.0): whose hexes are whose, and from where a path leads to a friend.

Nothing here is kept in the state: status is determined as it is required (12.2.2), and what a flood has found is remembered as
long as the same hexes are open.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.cases import enforces
from beachhead.games.dday.box.kinds import BLACK, HEAVY_WEAPONS, REGIMENTAL_HQ, RIFLE, TANK
from beachhead.games.dday.ground import SURIBACHI
from beachhead.games.dday.network import Network
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

US_LINES: Final = "us communication"
CONTROLLING: Final = 3
"""Steps with which a unit or stack also controls the hexes around it."""


class Control:
    """The hexes that each US stack controls, and all together; replaced, never changed."""

    __slots__ = ("by_hex", "mask")

    def __init__(self, by_hex: dict[int, int]) -> None:
        self.by_hex = by_hex
        self.mask = 0
        for hexes in by_hex.values():
            self.mask |= hexes


class Lines(NamedTuple):
    """What a position on the map means for Japanese paths; masks in the numbering of `network`."""

    open: int
    """Hexes through which a path may lead."""
    lost: int
    """Black position hexes that US units hold alone, and those in which they are at all; this in the usual numbering."""
    live: int
    """Hexes linked with a black hilltop that is in communication itself (12.2-d)."""
    suribachi: int
    """Hexes linked with A4, A6 or A8 (12.2-e)."""
    black: int
    """The black groups that are in communication, by number, as bits."""


# ---------------------------------------------------------------------- US control


@enforces(FAMILY, "12.1", "12.1-a-1", "12.1-a-2", "12.1-important")
def _controlled_from(state: DDayState, network: Network, place: int) -> int:
    """The hexes that the US units of a hex control. Infantry of three or four steps, and two units together with as many, also
    control the hexes around them, disrupted or not (D98); tanks hold only airfields; nobody controls anything beside a Japanese
    unit."""
    if state.jp_mask >> place & 1:
        return 0
    kinds, steps = state.ruleset.kind, state.steps
    holds = False
    stacked = together = 0
    for unit in state.units_in(place):
        kind = kinds[unit]
        if kind == TANK:
            holds = holds or network.airfield[place]
            continue
        holds = True
        if kind == REGIMENTAL_HQ:
            continue
        stacked += 1
        together += steps[unit]
        if steps[unit] >= CONTROLLING and kind in (RIFLE, HEAVY_WEAPONS):
            return network.around[place]
    if stacked > 1 and together >= CONTROLLING:
        return network.around[place]
    return network.bit[place] if holds else 0


@enforces(FAMILY, "12.1")
def controlled(state: DDayState) -> int:
    """The hexes that US units control."""
    stale = state.stale_control
    if stale:
        network, old = state.ruleset.network, state.control
        rows: dict[int, int] = {} if old is None or stale == -1 else old.by_hex.copy()
        for place in spaces_of(state.us_mask if stale == -1 else stale):
            rows[place] = _controlled_from(state, network, place)
        state.stale_control = 0
        state.control = new = Control(rows)
        return new.mask
    found: Control = state.control
    return found.mask


def us_controls_hex(state: DDayState, place: int) -> bool:
    """Whether US units control a hex by 12.1. A Japanese unit in it does not matter here; for paths it does (12.2.1)."""
    return bool(controlled(state) & state.ruleset.network.bit[place])


@enforces(FAMILY, "12.3", "12.3-c")
def us_controls_position(state: DDayState, position: int) -> bool:
    """Whether a position is secured: nothing Japanese in the hex, a US unit in it or the hex controlled, and US communication
    (c-34)."""
    place = state.ruleset.position_hex[position]
    if state.jp_mask >> place & 1:
        return False
    if not state.us_mask >> place & 1 and not us_controls_hex(state, place):
        return False
    return us_in_communication(state, place)


# ---------------------------------------------------------------------- Japanese communication


@enforces(FAMILY, "12.2.2", "12.2-b", "12.2.1")
def lines(state: DDayState) -> Lines:
    """Where Japanese paths lead now.

    Closed are hexes with US units, hexes that they control unless a Japanese unit stands in them, and the beaches on which they
    have landed (D96).
    """
    kept: Lines = state.lines
    if state.stale_lines:
        network = state.ruleset.network
        closed = network.of_mask(state.us_mask) | controlled(state) & ~network.of_mask(state.jp_mask)
        for box, hexes in enumerate(network.box_hexes):
            if state.landed[box]:
                closed |= hexes
        passable = network.land & ~closed
        there = state.us_mask & network.black_mask
        lost = there | (there & ~state.jp_mask) << network.board.land
        if kept is None or kept.open != passable or kept.lost != lost:
            state.lines = kept = _lines(state, network, passable, lost)
        state.stale_lines = 0
    return kept


@enforces(FAMILY, "12.2-c", "12.2-d", "12.2-e", "12.2.1")
def _lines(state: DDayState, network: Network, passable: int, lost: int) -> Lines:
    """Flood the open hexes from the black positions.

    A black position that is itself open is intact (c-12). It is in communication if its path meets another black one of any
    kind; colored positions then trace to such a hilltop.
    """
    pieces, blacks = _pieces(state, network, passable)
    black = 0
    for group in network.black_groups:
        reach, own = _reach(state, network, group), 1 << group
        for piece, inside in zip(pieces, blacks, strict=True):
            if reach & piece and inside & ~own:
                black |= own
                break
    live = 0
    for position in network.summits:
        if black >> state.ruleset.position_group[position] & 1:
            for piece in pieces:
                if network.position_bit[position] & piece:
                    live |= piece
    posts = around = 0
    for position in network.suribachi:
        if not state.us_mask >> state.ruleset.position_hex[position] & 1:
            posts |= network.position_bit[position]
            around |= network.position_near[position]
    suribachi = posts
    for piece in pieces:
        if piece & around:
            suribachi |= piece
            around &= ~piece
    if around & passable:
        suribachi |= network.spread.flood(around & passable, passable)
    return Lines(passable, lost, live, suribachi, black)


def _pieces(state: DDayState, network: Network, passable: int) -> tuple[list[int], list[int]]:
    """The connected pieces of open ground that hold a black position, and the black groups in each, as bits."""
    pieces: list[int] = []
    blacks: list[int] = []
    for group in network.black_groups:
        for position in state.ruleset.groups[group].positions:
            bit = network.position_bit[position]
            if not bit & passable:
                continue
            for number, piece in enumerate(pieces):
                if bit & piece:
                    blacks[number] |= 1 << group
                    break
            else:
                pieces.append(network.spread.flood(bit, passable))
                blacks.append(1 << group)
    return pieces, blacks


@enforces(FAMILY, "12.2-a", "12.2.1-unoccupied", "9.3.1-important")
def _reach(state: DDayState, network: Network, group: int) -> int:
    """Where the paths of a group begin: its hexes and those around them, as one position. Its own hexes may be US controlled, and
    shared with US units; one that US units hold alone is lost to it."""
    found, ruleset = 0, state.ruleset
    lost = state.us_mask & ~state.jp_mask
    for position in ruleset.groups[group].positions:
        if not lost >> ruleset.position_hex[position] & 1:
            found |= network.position_near[position]
    return found


@enforces(FAMILY, "12.2", "12.2-a", "12.2-d", "12.2-e", "12.0-b", "6.8.3", "6.8.4")
def group_in_communication(state: DDayState, group: int) -> bool:
    """Whether a position group is in Japanese communication. Suribachi serves the colored positions of its sector without any
    link of its own, but not its own black group (D144)."""
    found, ruleset = lines(state), state.ruleset
    if ruleset.groups[group].color == BLACK:
        return bool(found.black >> group & 1)
    reach = _reach(state, ruleset.network, group)
    if reach & found.live:
        return True
    return ruleset.groups[group].sector == SURIBACHI and bool(reach & found.suribachi)


def japanese_in_communication(state: DDayState, position: int) -> bool:
    """Whether a position is in Japanese communication (12.2)."""
    return group_in_communication(state, state.ruleset.position_group[position])


@enforces(FAMILY, "18.4.5-b", "12.2.1")
def suribachi_linked(state: DDayState) -> bool:
    """Whether a path leads from a position that the Japanese hold in sector 1 to a position elsewhere that US units neither
    occupy nor control, or in which a Japanese unit stands (D106, D124)."""
    ruleset, network, found = state.ruleset, state.ruleset.network, lines(state)
    starts = goals = 0
    for position, place in enumerate(ruleset.position_hex):
        japanese = state.jp_mask >> place & 1
        bit = network.position_bit[position]
        if ruleset.position_sector[position] == SURIBACHI:
            if japanese:
                starts |= network.position_near[position]
        elif japanese or not (state.us_mask >> place & 1 or controlled(state) & bit):
            goals |= bit
    reached = network.spread.flood(starts & found.open, found.open)
    return bool((starts | reached | network.spread.step(reached)) & goals)


# ---------------------------------------------------------------------- US communication


@enforces(FAMILY, "12.3-a", "12.3-b", "12.3-c")
def us_in_communication(state: DDayState, place: int) -> bool:
    """Whether a path leads from a hex to a landing beach, clear of Japanese hexes and of fields of fire, both ends included."""
    tables, key = state.kept(), (state.us_mask, bytes(state.landed))
    found: tuple[tuple[int, bytes], int] | None = tables.get(US_LINES)
    if found is None or found[0] != key:
        found = tables[US_LINES] = key, _us_lines(state)
    return bool(found[1] & state.ruleset.network.bit[place])


@enforces(FAMILY, "12.3-a", "12.3-b", "12.3-c")
def _us_lines(state: DDayState) -> int:
    """The hexes in US communication. Every occupied group closes what it sees, disrupted or not; smoke takes a hex off its range.
    A path ends on one of the eastern beaches, or on a western one once a unit has landed there (D96)."""
    network, ground = state.ruleset.network, state.ruleset.ground
    closed = network.of_mask(state.jp_mask)
    lost = state.us_mask & ~state.jp_mask
    for group, mask in enumerate(ground.group_mask):
        if mask & state.jp_mask:
            row = network.smoked[group] if state.smoked[group] else network.field[group]
            closed |= row[ground.subset_of(group, lost) if mask & lost else ground.group_whole[group]]
    passable = network.land & ~closed
    beaches = 0
    for box, hexes in enumerate(network.box_hexes):
        if network.is_east[box] or state.landed[box]:
            beaches |= hexes
    return network.spread.flood(beaches & passable, passable)


@enforces(FAMILY, "12.3-a")
def is_landing_box(state: DDayState, box: int) -> bool:
    """Whether the beach of a box is a US landing beach: the eastern ones are, a western one once it has been used (D96)."""
    return state.ruleset.network.is_east[box] or bool(state.landed[box])


def is_landing_beach(state: DDayState, place: int) -> bool:
    """Whether a hex is one of the US landing beaches."""
    box = state.ruleset.ground.box_of[place]
    return box >= 0 and is_landing_box(state, box)


def landing_beaches(state: DDayState) -> int:
    """The US landing beach hexes, as bits of hexes."""
    found = 0
    for box, hexes in enumerate(state.ruleset.ground.box_mask):
        if is_landing_box(state, box):
            found |= hexes
    return found
