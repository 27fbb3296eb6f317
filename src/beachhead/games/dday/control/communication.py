"""Control and communication (12.0): whose hexes are whose, and from where a path leads to a friend.

Nothing here is kept in the state: status is determined as it is required (12.2.2), and what a flood has found is remembered as
long as the same hexes are open.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BLACK, HEAVY_WEAPONS, REGIMENTAL_HQ, RIFLE, TANK
from beachhead.games.dday.control import fields_of_fire, lasting_events
from beachhead.games.dday.island.communication_map import Network
from beachhead.games.dday.island.ground import SURIBACHI
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

US_LINES: Final = "us communication"
US_HEXES: Final = "us communication, hexes"
JAPANESE_FIELDS: Final = "japanese fields"
CONTROLLING: Final = 3
"""Steps with which a unit or stack also controls the hexes around it."""


class Control:
    """The hexes that each US stack controls, and all together; replaced, never changed."""

    __slots__ = ("by_hex", "mask", "occupied")

    def __init__(self, by_hex: dict[int, int], occupied: int) -> None:
        self.by_hex = by_hex
        mask = 0
        for hexes in by_hex.values():
            mask |= hexes
        self.mask = mask
        self.occupied = occupied
        """The hexes with US units, whether they control them or not."""


class Japanese(NamedTuple):
    """What follows from where the Japanese are."""

    mask: int
    """The hexes with Japanese."""
    touching: int
    """The hexes next to them."""
    network: int
    """The hexes with Japanese, in the numbering of `network`."""


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
    pieces: tuple[int, ...]
    """The connected pieces of open ground that hold a black position, in ascending order."""


# ---------------------------------------------------------------------- US control


@enforces(FAMILY, "12.1", "12.1-a-1", "12.1-a-2", "12.1-important")
def _controlled_from(state: DDayState, network: Network, place: int) -> int:
    """The hexes that the US units of a hex control. Infantry of three or four steps, and two units together with as many, also
    control the hexes around them, disrupted or not (D98); regimental HQs, command posts and garrisons hold their hex, tanks only
    airfields; nobody controls anything beside a Japanese unit."""
    if state.jp_mask >> place & 1:
        return 0
    kinds, steps = state.ruleset.kind, state.steps
    holds = bool(state.garrison_mask >> place & 1)
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
        network, held = state.ruleset.network, state.us_mask | state.garrison_mask
        old: Control | None = None if stale == -1 else state.control
        rows = {} if old is None else old.by_hex.copy()
        occupied = 0 if old is None else old.occupied
        for place in spaces_of(held if old is None else stale):
            bit = network.bit[place]
            if held >> place & 1:
                rows[place] = _controlled_from(state, network, place)
                occupied |= bit
            elif place in rows:
                del rows[place]
                occupied &= ~bit
        state.stale_control = 0
        state.control = new = Control(rows, occupied)
        return new.mask
    found: Control = state.control
    return found.mask


def occupied(state: DDayState) -> int:
    """The hexes with US units, in the numbering of the network."""
    if state.stale_control:
        controlled(state)
    found: Control = state.control
    return found.occupied


def us_controls_hex(state: DDayState, place: int) -> bool:
    """Whether US units control a hex by 12.1. A Japanese unit in it does not matter here; for paths it does (12.2.1)."""
    return bool(controlled(state) & state.ruleset.network.bit[place])


@enforces(FAMILY, "12.3", "12.3-c")
def us_controls_position(state: DDayState, position: int) -> bool:
    """Whether a position is secured: nothing Japanese in the hex, a US unit or garrison in it or the hex controlled, and US
    communication (c-34)."""
    return us_holds_hex(state, state.ruleset.position_hex[position])


@enforces(FAMILY, "18.7.4-b", "12.3")
def us_holds_hex(state: DDayState, place: int) -> bool:
    """Whether a hex is under US control as a position would be: nothing Japanese in it, a US unit in it or the hex controlled,
    and US communication (c-34)."""
    if state.jp_mask >> place & 1:
        return False
    if not (state.us_mask | state.garrison_mask) >> place & 1 and not us_controls_hex(state, place):
        return False
    return us_in_communication(state, place)


@enforces(FAMILY, "18.7.4-b", "18.2-a")
def us_controls_airfield(state: DDayState, airfield: int) -> bool:
    """Whether an airfield is under US control."""
    hexes = state.ruleset.ground.airfield_masks.get(airfield, 0)
    return bool(hexes) and is_quiet(state, hexes)


@enforces(FAMILY, "18.2-a", "6.4", "6.8.1-b", "20.0-airfield-objective-b")
def is_quiet(state: DDayState, hexes: int) -> bool:
    """Whether nothing Japanese is in some hexes of airfields, and no position projects a field into one: a disrupted one does
    not, a black one as far as 6.8.1 leaves it a field (D159)."""
    return not hexes & (state.jp_mask | fields_of_fire.field_now(state))


# ---------------------------------------------------------------------- Japanese communication


@enforces(FAMILY, "12.2.2", "12.2-b", "12.2.1")
def lines(state: DDayState) -> Lines:
    """Where Japanese paths lead now.

    Closed are hexes with US units or garrisons, hexes that they control unless a Japanese unit stands in them, and the beaches on
    which units have landed (D96).
    """
    kept: Lines | None = state.lines
    if kept is None or state.stale_lines:
        network = state.ruleset.network
        held = state.us_mask | state.garrison_mask
        closed = occupied(state) | controlled(state) & ~japanese(state).network | _landed(state, network)
        passable = network.land & ~closed
        there = held & network.black_mask
        lost = there | (there & ~state.jp_mask) << network.board.land
        if kept is None or kept.open != passable or kept.lost != lost:
            pieces = None if kept is None else _renewed(network, kept, passable)
            state.lines = kept = _lines(state, network, passable, lost, _pieces(network, passable) if pieces is None else pieces)
        state.stale_lines = 0
    return kept


@enforces(FAMILY, "12.2-c", "12.2-d", "12.2-e", "12.2.1")
def _lines(state: DDayState, network: Network, passable: int, lost: int, pieces: list[int]) -> Lines:
    """What follows from the pieces of open ground.

    A black position that is itself open is intact (c-12). It is in communication if its path meets another black one of any
    kind; colored positions then trace to such a hilltop.
    """
    blacks = [_black_groups(network, piece) for piece in pieces]
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
        if not (state.us_mask | state.garrison_mask) >> state.ruleset.position_hex[position] & 1:
            posts |= network.position_bit[position]
            around |= network.position_near[position]
    suribachi = posts
    for piece in pieces:
        if piece & around:
            suribachi |= piece
            around &= ~piece
    if around & passable:
        suribachi |= network.spread.flood(around & passable, passable)
    return Lines(passable, lost, live, suribachi, black, tuple(sorted(pieces)))


def japanese(state: DDayState) -> Japanese:
    """What follows from where the Japanese are; seldom does anybody come or go."""
    kept: Japanese | None = state.japanese
    if kept is None or kept.mask != state.jp_mask:
        mask, near, touching = state.jp_mask, state.ruleset.ground.near_mask, 0
        for place in spaces_of(mask):
            touching |= near[place]
        state.japanese = kept = Japanese(mask, touching, state.ruleset.network.of_mask(mask))
    return kept


@enforces(FAMILY, "12.2.1")
def _landed(state: DDayState, network: Network) -> int:
    """The beaches on which US units have landed, in the numbering of the network (D96)."""
    key = bytes(state.landed)
    found = network.beaches.get(key)
    if found is None:
        found = 0
        for box, hexes in enumerate(network.box_hexes):
            if key[box]:
                found |= hexes
        network.beaches[key] = found
    return found


def _pieces(network: Network, passable: int) -> list[int]:
    """The connected pieces of open ground that hold a black position."""
    pieces: list[int] = []
    left = network.black & passable
    while left:
        piece = network.spread.flood(left & -left, passable)
        pieces.append(piece)
        left &= ~piece
    return pieces


def _renewed(network: Network, old: Lines, passable: int) -> list[int] | None:
    """The same from the pieces of a moment ago, if the ground around what has changed hangs together anyway: then no piece falls
    apart, and those that it touches are one. None if that is not so."""
    spread, pieces = network.spread, old.pieces
    changed = old.open ^ passable
    opened = changed & passable
    rim = spread.step(changed) & passable | opened
    if rim:
        near = spread.step(rim) & passable | rim
        if rim & ~spread.flood(rim & -rim, near):
            return None
    others, joined = 0, opened
    found: list[int] = []
    for piece in pieces:
        others |= piece
        if piece & rim:
            joined |= piece
        elif piece & passable:
            found.append(piece & passable)
    if joined != opened:
        # Ground that held no black position, and of which nothing is known, would be part of it now.
        if rim & ~opened & ~others:
            return None
        found.append(joined & passable)
    elif opened & network.black:
        return None
    return [piece for piece in found if piece & network.black]


def _black_groups(network: Network, piece: int) -> int:
    """The black groups with a hex in a piece of open ground, as bits."""
    found = 0
    for group, hexes in network.black_hexes:
        if piece & hexes:
            found |= 1 << group
    return found


@enforces(FAMILY, "12.2-a", "12.2.1-unoccupied", "9.3.1-important")
def _reach(state: DDayState, network: Network, group: int) -> int:
    """Where the paths of a group begin: its hexes and those around them, as one position. Its own hexes may be US controlled, and
    shared with US units; one that US units hold alone is lost to it."""
    found, ruleset = 0, state.ruleset
    lost = (state.us_mask | state.garrison_mask) & ~state.jp_mask
    for position in ruleset.groups[group].positions:
        if not lost >> ruleset.position_hex[position] & 1:
            found |= network.position_near[position]
    return found


@enforces(FAMILY, "12.2", "12.2-a", "12.2-d", "12.2-e", "12.0-b", "6.8.3", "6.8.4")
def traces(state: DDayState, group: int) -> bool:
    """Whether a position group traces Japanese communication. Suribachi serves the colored positions of its sector without any
    link of its own, but not its own black group (D144)."""
    found, ruleset = lines(state), state.ruleset
    if ruleset.groups[group].color == BLACK:
        return bool(found.black >> group & 1)
    reach = _reach(state, ruleset.network, group)
    if reach & found.live:
        return True
    return ruleset.groups[group].sector == SURIBACHI and bool(reach & found.suribachi)


@enforces(FAMILY, "20.0-tunnels", "12.2-exception")
def group_in_communication(state: DDayState, group: int) -> bool:
    """Whether a position group is in Japanese communication, by a path or by the tunnel of one of its units."""
    if traces(state, group):
        return True
    tunnels = state.tunnels
    for position in state.ruleset.groups[group].positions:  # noqa: SIM110 - a generator would cost more than the loop
        if tunnels[position]:
            return True
    return False


def hex_in_communication(state: DDayState, place: int) -> bool:
    """Whether a hex that is no position, such as that of a cave, is in Japanese communication: by the paths of 12.2-d."""
    network = state.ruleset.network
    return bool((network.bit[place] | network.near[place]) & lines(state).live)


@enforces(FAMILY, "20.0-tunnels", "12.2-exception")
def japanese_in_communication(state: DDayState, position: int) -> bool:
    """Whether a position is in Japanese communication (12.2); a tunnel serves the unit of its own hex only."""
    return traces(state, state.ruleset.position_group[position]) or bool(state.tunnels[position])


@enforces(FAMILY, "18.4.5-b", "12.2.1")
def suribachi_linked(state: DDayState) -> bool:
    """Whether a path leads from a position that the Japanese hold in sector 1 to a position elsewhere that US units neither
    occupy nor control, or in which a Japanese unit stands (D106, D124)."""
    ruleset, network = state.ruleset, state.ruleset.network
    goals = 0
    for position, place in enumerate(ruleset.position_hex):
        bit = network.position_bit[position]
        if ruleset.position_sector[position] != SURIBACHI and (
            state.jp_mask >> place & 1 or not ((state.us_mask | state.garrison_mask) >> place & 1 or controlled(state) & bit)
        ):
            goals |= bit
    return _suribachi_meets(state, goals)


@enforces(FAMILY, "18.5.4-c")
def suribachi_reaches(state: DDayState, column: int) -> bool:
    """The same with the open hexes of a column in place of the positions (D106)."""
    columns, network = state.ruleset.ground.columns, state.ruleset.network
    goals = network.of(place for place in range(state.ruleset.ground.land) if columns[place] == column)
    return _suribachi_meets(state, goals & lines(state).open)


def _suribachi_meets(state: DDayState, goals: int) -> bool:
    """Whether a path leads from a position that the Japanese hold in sector 1 to one of the goals or next to it."""
    ruleset, network, found = state.ruleset, state.ruleset.network, lines(state)
    starts = 0
    for position, place in enumerate(ruleset.position_hex):
        if ruleset.position_sector[position] == SURIBACHI and state.jp_mask >> place & 1:
            starts |= network.position_near[position]
    reached = network.spread.flood(starts & found.open, found.open)
    return bool((starts | reached | network.spread.step(reached)) & goals)


# ---------------------------------------------------------------------- US communication


@enforces(FAMILY, "12.3-a", "12.3-b", "12.3-c")
def us_in_communication(state: DDayState, place: int) -> bool:
    """Whether a path leads from a hex to a landing beach, clear of Japanese hexes and of fields of fire, both ends included."""
    return bool(_kept_us_lines(state) & state.ruleset.network.bit[place])


def us_communication(state: DDayState) -> int:
    """The land hexes in US communication, as bits of hexes."""
    lines, tables = _kept_us_lines(state), state.kept()
    kept: tuple[int, int] | None = tables.get(US_HEXES)
    if kept is None or kept[0] != lines:
        bits, found = state.ruleset.network.bit, 0
        for place in range(state.ruleset.ground.land):
            if lines & bits[place]:
                found |= 1 << place
        tables[US_HEXES] = kept = lines, found
    return kept[1]


def _kept_us_lines(state: DDayState) -> int:
    tables, key = state.kept(), (state.us_mask | state.garrison_mask, bytes(state.landed))
    found: tuple[tuple[int, bytes], int] | None = tables.get(US_LINES)
    if found is None or found[0] != key:
        found = tables[US_LINES] = key, _us_lines(state)
    return found[1]


@enforces(FAMILY, "12.3-a", "12.3-b", "12.3-c")
def _us_lines(state: DDayState) -> int:
    """The hexes in US communication. Every occupied group closes what it sees, disrupted or not; smoke takes a hex off its range.
    A path ends on one of the eastern beaches, or on a western one once a unit has landed there (D96)."""
    network = state.ruleset.network
    passable = network.land & ~japanese_fields(state)
    beaches = 0
    for box, hexes in enumerate(network.box_hexes):
        if network.is_east[box] or state.landed[box]:
            beaches |= hexes
    return network.spread.flood(beaches & passable, passable)


@enforces(FAMILY, "12.3-b", "12.3-c")
def japanese_fields(state: DDayState) -> int:
    """The hexes that anything Japanese is in or that an occupied group sees, disrupted or not, tanks a hex farther (14.1); in
    the numbering of `network`."""
    tables = state.kept()
    kept: tuple[int, int] | None = tables.get(JAPANESE_FIELDS)
    held = state.us_mask | state.garrison_mask
    if kept is not None and kept[0] == held:
        return kept[1]
    network, ground = state.ruleset.network, state.ruleset.ground
    closed = japanese(state).network
    lost, rain = held & ~state.jp_mask, lasting_events.rains(state)
    for group, mask in enumerate(ground.group_mask):
        if mask & state.jp_mask:
            if rain:
                hot, cool = fields_of_fire.full_field(state, group)
                closed |= network.of_mask(hot | cool)
                continue
            row = network.smoked[group] if state.smoked[group] else network.field[group]
            closed |= row[ground.subset_of(group, lost) if mask & lost else ground.group_whole[group]]
    hot, cool = fields_of_fire.cave_fields(state)
    closed |= network.of_mask(hot | cool)
    for group in spaces_of(fields_of_fire.tank_groups(state)):
        closed |= network.of_mask(fields_of_fire.tank_hexes(state, group))
    tables[JAPANESE_FIELDS] = held, closed
    return closed


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
