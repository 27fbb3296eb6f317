"""Fields of fire as they are now (6.2, 6.4, 6.8.1): which hexes each position group can fire into, and how hotly.

The map's own fields are tables of `ground`. What changes in play is small: which hexes of a group US units hold, smoke,
disruption, and for movement under fire how far a hex still reaches. A hex shared by both sides, where a close combat is still to
be fought, counts as Japanese.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.cases import enforces
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

STANDING: Final = "fields"
MOVING: Final = "moving fields by group"
NOW: Final = "fields now"
STOPPING: Final = "stopping fields"
TANKS_FIRE: Final = 7
"""The first game turn on which Japanese tanks act in the Fire Phase (D94)."""
UNKNOWN: Final = (-1, -1)
NOTHING: Final = (0, 0)


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
    """The hexes of a group that US units hold alone: no field comes from there any more."""
    return state.ruleset.ground.group_mask[group] & state.us_mask & ~state.jp_mask


# ---------------------------------------------------------------------- fields of groups


@enforces(FAMILY, "6.2.1", "6.2.1-a", "6.2.1-b", "6.2.1-exception", "6.2.3-smoke-a", "6.2.3-smoke-b", "6.2.3-smoke-c")
def full_field(state: DDayState, group: int) -> tuple[int, int]:
    """The intense and steady hexes of a group, disrupted or not: every hex of it that US units do not hold projects, also an
    empty one. Smoke lies on the whole group (D127)."""
    ground = state.ruleset.ground
    lost = ground.group_mask[group] & state.us_mask & ~state.jp_mask
    subset = ground.subset_of(group, lost) if lost else ground.group_whole[group]
    if state.smoked[group]:
        return 0, ground.group_smoked[group][subset]
    return ground.group_intense[group][subset], ground.group_steady[group][subset]


def empty_field(state: DDayState, group: int) -> tuple[int, int]:
    """What the field of an empty group would be if it were occupied (9.3-b, D81)."""
    return full_field(state, group)


@enforces(FAMILY, "6.4", "6.4.1-important", "6.8.1-b", "17.3-a")
def standing_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field of an occupied group, if it has one: a disrupted colored group has none, a black one that is wholly disrupted
    has steady fire where it was intense (D61).

    Disruption is counted before smoke, which never takes a steady hex away (6.2.3-smoke-b).
    """
    kept = state.kept()
    rows: list[tuple[int, int]] | None = kept.get(STANDING)
    if rows is None:
        rows = kept[STANDING] = [UNKNOWN] * state.ruleset.group_count
    found = rows[group]
    if found[0] < 0:
        rows[group] = found = _standing(state, group)
    return found


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
    lost = lost_hexes(state, group)
    return 0, ground.group_intense[group][ground.subset_of(group, lost)] & field[1]


@enforces(FAMILY, "6.0-c", "6.8.1-a", "4.0-IV")
def group_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field with which a group fires in the Fire Phase; nothing if it cannot. Tanks alone do not fire before GT 7 (D94)."""
    if state.turn < TANKS_FIRE and not has_more_than_tanks(state, group):
        return NOTHING
    return standing_field(state, group)


def has_more_than_tanks(state: DDayState, group: int) -> bool:
    """Whether a unit or fort that can fire in the Fire Phase before GT 7 is in a group: a colored one must be undisrupted."""
    black = is_black(state, group)
    for position in state.ruleset.groups[group].positions:
        if (state.unit[position] or state.second[position] or state.fort[position]) and (black or not state.shaken[position]):
            return True
    return False


# ---------------------------------------------------------------------- movement under fire


@enforces(FAMILY, "7.3.3-a", "7.3.3-a-black", "7.3.3-a-tiedown", "7.3.3-a-smoke", "8.6-c-3", "6.4.1-important")
def moving_field(state: DDayState, group: int) -> tuple[int, int]:
    """The field with which a group fires at movers. A hex with a US unit next to it reaches one hex, a hilltop two; a hex in
    which a close combat is pending one hex, steady. Each hex by itself, also the empty ones (D65)."""
    kept = state.kept()
    rows: list[tuple[int, int]] | None = kept.get(MOVING)
    if rows is None:
        rows = kept[MOVING] = [UNKNOWN] * state.ruleset.group_count
    found = rows[group]
    if found[0] < 0:
        rows[group] = found = _moving(state, group)
    return found


def _moving(state: DDayState, group: int) -> tuple[int, int]:
    ground = state.ruleset.ground
    if not ground.group_mask[group] & state.jp_mask:
        return NOTHING
    steadfast = is_steadfast(state, group)
    if not steadfast and not is_black(state, group):
        return NOTHING
    if not ground.group_disk[1][group] & state.us_mask:
        return standing_field(state, group)
    intense = steady = 0
    lost, smoked = lost_hexes(state, group), bool(state.smoked[group])
    for position in state.ruleset.groups[group].positions:
        place = ground.position_hex[position]
        if lost >> place & 1:
            continue
        reach = ground.reach[position]
        if smoked:
            reach -= 1
        if state.us_mask >> place & 1:
            reach = 1
        elif ground.near_mask[place] & state.us_mask:
            reach = min(reach, ground.reach[position] - 1)
        hot, cool = ground.intense[position][reach], ground.steady[position][reach]
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
def _now(state: DDayState) -> tuple[int, int]:
    kept = state.kept()
    found: tuple[int, int] | None = kept.get(NOW)
    if found is None:
        intense = both = 0
        for group in range(state.ruleset.group_count):
            if state.ruleset.ground.group_mask[group] & state.jp_mask:
                hot, cool = standing_field(state, group)
                intense |= hot
                both |= hot | cool
        found = kept[NOW] = (intense, both)
    return found


def intense_now(state: DDayState) -> int:
    """Hexes in the intense field of an undisrupted group, black ones as they are after disruption, smoke counted (D69): for
    recovery, preservation moves and the like."""
    return _now(state)[0]


def field_now(state: DDayState) -> int:
    """Hexes in any such field."""
    return _now(state)[1]


@enforces(FAMILY, "7.3.1-b")
def stopping_field(state: DDayState) -> int:
    """Hexes that count as fields for the stop at the second one: of occupied groups, disrupted or not, of forts too (D67)."""
    kept = state.kept()
    found: int | None = kept.get(STOPPING)
    if found is None:
        found = 0
        for group in range(state.ruleset.group_count):
            if state.ruleset.ground.group_mask[group] & state.jp_mask:
                hot, cool = full_field(state, group)
                found |= hot | cool
        kept[STOPPING] = found
    return found
