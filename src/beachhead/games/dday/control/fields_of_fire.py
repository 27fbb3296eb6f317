"""Fields of fire as they are now (6.2, 6.4, 6.8.1): which hexes each position group can fire into, and how hotly.

The map's own fields are tables of `ground`. What changes in play is small: which hexes of a group US units hold, smoke,
disruption, and for movement under fire how far a hex still reaches. A hex shared by both sides, where a close combat is still to
be fought, counts as Japanese. Fields are drawn again only for groups about which something has changed (`state.stale_standing`,
`state.stale_moving`).
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.control import lasting_events
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

TANK_GROUPS: Final = "tank groups"
TANKS_FIRE: Final = 7
"""The first game turn on which Japanese tanks act in the Fire Phase (D94)."""
SHARE_BITS: Final = 3
SHARE: Final = 1 << SHARE_BITS
"""So many groups are put together at first (`Fields.shares`)."""
NOTHING: Final = (0, 0)
"""No intense and no steady hexes."""


class Fields:
    """The fields of all groups at one moment; replaced, never changed."""

    __slots__ = ("both", "caves", "colored", "intense", "rows", "shares")

    def __init__(
        self, rows: list[tuple[int, int]], caves: tuple[int, int] = NOTHING, old: Fields | None = None, changed: int = -1
    ) -> None:
        self.rows = rows
        """[group]: its intense and its steady hexes."""
        self.caves = caves
        """The same of all caves."""
        shares: list[tuple[int, int]] = [NOTHING] * (len(rows) + SHARE - 1 >> SHARE_BITS) if old is None else old.shares.copy()
        self.shares: list[tuple[int, int]] = shares
        """The same of every eight groups together: only where one of them has changed they have to be put together again."""
        for share in range(len(shares)):
            if old is None or changed >> (share << SHARE_BITS) & (1 << SHARE) - 1:
                hot, cool = 0, 0
                for intense, steady in rows[share << SHARE_BITS : share + 1 << SHARE_BITS]:
                    hot |= intense
                    cool |= steady
                shares[share] = hot, cool
        intense, steady = caves
        for hot, cool in shares:
            intense |= hot
            steady |= cool
        self.intense = intense
        """Hexes in the intense field of any group."""
        self.both = intense | steady
        """Hexes in any field."""
        self.colored = -1
        """Hexes in the intense field of any colored group, once somebody has asked (`artillery`)."""


# ---------------------------------------------------------------------- whose counters count


def is_black(state: DDayState, group: int) -> bool:
    """Whether it is a black group."""
    return state.ruleset.groups[group].color == BLACK


@enforces(FAMILY, "6.4", "6.4.1", "17.7-b")
def is_steadfast(state: DDayState, group: int) -> bool:
    """Whether a unit or fort of the group is undisrupted."""
    ruleset, shaken, japanese = state.ruleset, state.shaken, state.jp_mask
    for position in ruleset.groups[group].positions:
        if japanese >> ruleset.position_hex[position] & 1 and not shaken[position]:
            return True
    return False


@enforces(FAMILY, "6.2.1-exception")
def lost_hexes(state: DDayState, group: int) -> int:
    """The hexes of a group that US units or garrisons hold alone: no field comes from there any more."""
    return state.ruleset.ground.group_mask[group] & (state.us_mask | state.garrison_mask) & ~state.jp_mask


# ---------------------------------------------------------------------- fields of groups


@enforces(FAMILY, "14.1", "20.0-rain")
def tank_groups(state: DDayState) -> int:
    """The groups with a tank whose field reaches a hex farther, as bits: from GT 7 on, when tanks begin to act (D94), but not in
    rain, when nobody's field reaches beyond one hex (c-41)."""
    if state.turn < TANKS_FIRE or lasting_events.rains(state):
        return 0
    tables = state.kept()
    found: int | None = tables.get(TANK_GROUPS)
    if found is None:
        found = 0
        for position, tank in enumerate(state.tank):
            if tank:
                found |= 1 << state.ruleset.position_group[position]
        tables[TANK_GROUPS] = found
    return found


@enforces(FAMILY, "14.1")
def seeing(state: DDayState, place: int) -> int:
    """The groups that may have a hex in their field, as bits: by the map, and those with tanks."""
    return state.ruleset.ground.groups_seeing[place] | tank_groups(state)


@enforces(FAMILY, "14.1")
def tank_hexes(state: DDayState, group: int) -> int:
    """The hexes that tanks add to the field of a group. Smoke takes a hex off the range of everybody there."""
    ground, found = state.ruleset.ground, 0
    for position in state.ruleset.groups[group].positions:
        if state.tank[position]:
            found |= ground.fields.beyond(position, max(0, ground.reach[position] - state.smoked[group]))
    return found


@enforces(
    FAMILY, "6.2.1", "6.2.1-a", "6.2.1-b", "6.2.1-exception", "6.2.3-smoke-a", "6.2.3-smoke-b", "6.2.3-smoke-c", "14.1",
)  # fmt: skip
def full_field(state: DDayState, group: int) -> tuple[int, int]:
    """The intense and steady hexes of a group, disrupted or not: every hex of it that US units do not hold projects, also an
    empty one, and a tank one hex farther. Smoke lies on the whole group (D127)."""
    hot, cool = printed_field(state, group)
    if tank_groups(state) >> group & 1:
        cool |= tank_hexes(state, group) & ~hot
    return hot, cool


def printed_field(state: DDayState, group: int) -> tuple[int, int]:
    """The same without tanks."""
    ground = state.ruleset.ground
    lost = ground.group_mask[group] & (state.us_mask | state.garrison_mask) & ~state.jp_mask
    if lasting_events.rains(state):
        return _in_rain(state, group, lost)
    subset = ground.subset_of(group, lost) if lost else ground.group_whole[group]
    if state.smoked[group]:
        return 0, ground.group_smoked[group][subset]
    return ground.group_intense[group][subset], ground.group_steady[group][subset]


@enforces(FAMILY, "20.0-rain")
def _in_rain(state: DDayState, group: int, lost: int) -> tuple[int, int]:
    """In rain every hex reaches one hex, black ones too; smoke makes that steady and shortens it no further (c-41)."""
    ground, hot, cool = state.ruleset.ground, 0, 0
    for position in state.ruleset.groups[group].positions:
        if not lost >> ground.position_hex[position] & 1:
            hot |= ground.intense[position][1]
            cool |= ground.steady[position][1]
    if state.smoked[group]:
        return 0, hot | cool
    return hot, cool & ~hot


def empty_field(state: DDayState, group: int) -> tuple[int, int]:
    """What the field of an empty group would be if it were occupied (9.3-b, D81)."""
    return full_field(state, group)


@enforces(FAMILY, "6.4", "6.4.1-important", "6.8.1-b", "17.3-a")
def standing_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field of an occupied group, if it has one: a disrupted colored group has none, a black one that is wholly disrupted
    has steady fire where it was intense (D61).

    Disruption is counted before smoke, which never takes a steady hex away (6.2.3-smoke-b).
    """
    rows: list[tuple[int, int]] = standing(state).rows
    return rows[group]


def standing(state: DDayState) -> Fields:
    """The same for all groups."""
    stale = state.stale_standing
    if stale:
        state.stale_standing = 0
        state.stale_moving |= stale
        old: Fields | None = state.standing
        count = state.ruleset.group_count
        rows = [NOTHING] * count if old is None else old.rows.copy()
        for group in spaces_of(stale & ((1 << count) - 1)):
            rows[group] = _standing(state, group)
        caves = cave_fields(state)
        if old is not None and rows == old.rows and caves == old.caves:
            return old
        state.standing = new = Fields(rows, caves, old, stale)
        _note_changes(state, old, new)
        return new
    found: Fields = state.standing
    return found


def _note_changes(state: DDayState, old: Fields | None, new: Fields) -> None:
    """What units may do depends on the fields over their hex and the hexes next to it."""
    if old is None:
        state.stale_options = -1
        return
    changed = (old.intense ^ new.intense) | (old.both ^ new.both)
    if changed:
        state.stale_options |= state.ruleset.ground.around(changed, 1)


def _standing(state: DDayState, group: int) -> tuple[int, int]:
    ground = state.ruleset.ground
    if not ground.group_mask[group] & state.jp_mask:
        return NOTHING
    field = full_field(state, group)
    if is_steadfast(state, group):
        return field
    if not is_black(state, group):
        return NOTHING
    if not state.smoked[group]:
        return 0, field[0]
    if lasting_events.rains(state):
        return 0, field[1] & ~_always_steady(state, group)
    lost = lost_hexes(state, group)
    return 0, ground.group_intense[group][ground.subset_of(group, lost)] & printed_field(state, group)[1]


def _always_steady(state: DDayState, group: int) -> int:
    """The hexes next to a black group that are steady without smoke: rocks and woods."""
    ground, hot, cool = state.ruleset.ground, 0, 0
    for position in state.ruleset.groups[group].positions:
        hot |= ground.intense[position][1]
        cool |= ground.steady[position][1]
    return cool & ~hot


@enforces(FAMILY, "6.0-c", "6.8.1-a", "4.0-IV")
def group_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field with which a group fires in the Fire Phase; nothing if it cannot. Tanks alone do not fire before GT 7 (D94)."""
    rows: list[tuple[int, int]] = standing(state).rows
    field = rows[group]
    if field != NOTHING and state.turn < TANKS_FIRE and not has_more_than_tanks(state, group):
        return NOTHING
    return field


def has_more_than_tanks(state: DDayState, group: int) -> bool:
    """Whether a unit or fort that can fire in the Fire Phase before GT 7 is in a group: a colored one must be undisrupted."""
    black = is_black(state, group)
    for position in state.ruleset.groups[group].positions:
        if (state.unit[position] or state.second[position] or state.fort[position]) and (black or not state.shaken[position]):
            return True
    return False


@enforces(FAMILY, "20.0-caves-c", "20.0-caves-d", "6.8.1-b")
def cave_fields(state: DDayState) -> tuple[int, int]:
    """The intense and steady hexes of all caves: the hexes around them and no other, steady while a cave is disrupted. Caves fire
    only at those who enter, so these fields hinder recovery and communication but draw no fire."""
    hot = cool = 0
    for number, place in enumerate(state.caves):
        if place >= 0:
            if state.shaken[state.ruleset.position_count + number]:
                cool |= state.ruleset.ground.near_mask[place]
            else:
                hot |= state.ruleset.ground.near_mask[place]
    return hot, cool & ~hot


# ---------------------------------------------------------------------- movement under fire


@enforces(FAMILY, "7.3.3-a", "7.3.3-a-black", "7.3.3-a-tiedown", "7.3.3-a-smoke", "8.6-c-3", "6.4.1-important")
def moving_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field with which a group fires at movers. A hex with a US unit next to it reaches one hex, a hilltop two, with or
    without a tank; a hex in which a close combat is pending one hex, steady. Each hex by itself, also the empty ones (D65)."""
    rows: list[tuple[int, int]] = moving(state).rows
    return rows[group]


def moving(state: DDayState) -> Fields:
    """The same for all groups."""
    if not state.stale_standing and not state.stale_moving:
        kept: Fields = state.moving
        return kept
    now = standing(state)
    stale = state.stale_moving
    if stale:
        state.stale_moving = 0
        old: Fields | None = state.moving
        ruleset = state.ruleset
        count = ruleset.group_count
        rows = [NOTHING] * count if old is None else old.rows.copy()
        changed = old is None
        for group in spaces_of(stale & ((1 << count) - 1)):
            field = _moving(state, group, now)
            if field != rows[group]:
                rows[group] = field
                state.stale_options |= ruleset.ground.group_disk[1][group]
                changed = True
        if not changed:
            unchanged: Fields = state.moving
            return unchanged
        state.moving = new = Fields(rows, NOTHING, old, stale)
        _note_changes(state, old, new)
        return new
    found: Fields = state.moving
    return found


def _moving(state: DDayState, group: int, now: Fields) -> tuple[int, int]:
    ground = state.ruleset.ground
    if not ground.group_mask[group] & state.jp_mask:
        return NOTHING
    steadfast = is_steadfast(state, group)
    if not steadfast and not is_black(state, group):
        return NOTHING
    if not ground.group_disk[1][group] & state.us_mask:
        return now.rows[group]
    intense = steady = 0
    tanks = tank_groups(state) >> group & 1
    lost, smoked, rain = lost_hexes(state, group), bool(state.smoked[group]), lasting_events.rains(state)
    for position in state.ruleset.groups[group].positions:
        place = ground.position_hex[position]
        if lost >> place & 1:
            continue
        reach, tied = ground.reach[position], True
        if smoked:
            reach -= 1
        if state.us_mask >> place & 1:
            reach = 1
        elif ground.near_mask[place] & state.us_mask:
            reach = min(reach, ground.reach[position] - 1)
        else:
            tied = False
        if rain:
            reach = 1
        hot, cool = ground.intense[position][reach], ground.steady[position][reach]
        if tanks and state.tank[position] and not tied:
            cool |= ground.fields.beyond(position, max(0, reach))
        if not steadfast:
            cool, hot = hot, 0
        if smoked or state.us_mask >> place & 1:
            cool |= hot
            hot = 0
        intense |= hot
        steady |= cool
    return intense, steady & ~intense


# ---------------------------------------------------------------------- all groups together


@enforces(FAMILY, "7.6-important", "7.3.5", "6.4")
def intense_now(state: DDayState) -> int:
    """Hexes in the intense field of an undisrupted group, black ones as they are after disruption, smoke counted (D69): for
    recovery, preservation moves and the like."""
    return standing(state).intense


def field_now(state: DDayState) -> int:
    """Hexes in any such field."""
    return standing(state).both


@enforces(FAMILY, "7.3.1-b")
def stops(state: DDayState, place: int) -> bool:
    """Whether a hex counts as one under a field for the stop at the second one: the fields of occupied groups do, disrupted or
    not, of forts too (D67)."""
    ground = state.ruleset.ground
    for group in spaces_of(seeing(state, place)):
        if ground.group_mask[group] & state.jp_mask:
            hot, cool = full_field(state, group)
            if (hot | cool) >> place & 1:
                return True
    hot, cool = cave_fields(state)
    return bool((hot | cool) >> place & 1)
