"""Lettered actions (13.0 to 13.7): what a group does when its color comes up with a letter; muster, resupply, redeploy and
reinforce. The order of groups and the fire itself are told in `fire` and `volley`, ambushes and infiltration in `ambush`."""

from __future__ import annotations

from typing import Final

from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.step import AnyStep
from beachhead.games.dday.box.kinds import BLACK, COLORS, MARKS, MORTAR, PLAIN, Card, FireEntry
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.counters import defenders, depth, japanese_reserves
from beachhead.games.dday.fire import hits
from beachhead.games.dday.fire.hits import FIRE, MACHINE_GUNS, MORTARS, Shot
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.state import DEPTH_UP, TANK_STANCE, UNIT_STANCE, UNIT_UP, DDayState

MUSTER_STREAM: Final = "muster"
NEAR: Final = 3
"""How near a US unit must be to an empty position for it to be checked (13.1)."""
BAR: Final = 2
"""How near a black group must be to act in place of another, and a US unit to it (D22)."""
REDEPLOY_REACH: Final = 3
LATE: Final = 49
"""From this game turn on A and I mean something else (summary)."""
OCCUPIED: Final = "no_us"
UNOCCUPIED: Final = "unoccupied"
"""Columns of the summary."""
NORTH: Final = 4
"""Sector 4, which stays idle until US units are in sector 3 or 4."""


# ---------------------------------------------------------------------- marks and bars


@enforces(FAMILY, "6.1-c-1", "13.0", "13.1-a", "13.1-b", "summary", "summary-inactive", "4.0-IV-3")
def active_mark(state: DDayState, entry: FireEntry) -> int:
    """The mark that counts on a color: one whose first game turn has not come yet is plain fire (D20)."""
    return entry.mark if state.turn >= state.ruleset.charts.mark_from[entry.mark] else PLAIN


@enforces(FAMILY, "13.1-a", "summary", "summary-gt49")
def orders(state: DDayState, mark: int, column: str) -> tuple[str, ...]:
    """A cell of the summary on this game turn: what a mark makes a position do, by who is in its field (`box.charts.COLUMNS`)."""
    actions = state.ruleset.charts.actions
    if state.turn < SECOND_DAY:
        row = actions["gt_1_to_6"].get(mark)
    else:
        row = actions["gt_49_on" if state.turn >= LATE else "gt_7_to_48"].get(mark) or actions["gt_7_on"].get(mark)
    return row[column] if row is not None else ()


@enforces(FAMILY, "6.0-b", "6.2-important", "6.8.2", "13.1-f")
def barred_entry(state: DDayState, card: Card) -> FireEntry | None:
    """The color of a card under a black bar, if its letter is active."""
    for entry in card.fire:
        if entry.bar and active_mark(state, entry) >= MORTAR:
            return entry
    return None


@enforces(FAMILY, "6.0-b", "6.2-important", "6.8.2", "13.1-f")
def stands_in(state: DDayState, black: int, card: Card) -> FireEntry | None:
    """The barred color for which a black group acts: a US unit within two hexes of it, and within two hexes an occupied group of
    that color (D22)."""
    entry = barred_entry(state, card)
    ground = state.ruleset.ground
    if entry is None or not ground.group_disk[BAR][black] & state.us_mask:
        return None
    near = ground.groups_near_group[BAR][black]
    for group in ground.groups_of_color[entry.color]:
        if near >> group & 1 and defenders.is_group_occupied(state, group):
            return entry
    return None


@enforces(FAMILY, "6.0-b", "6.8.2", "13.1-f")
def silenced(state: DDayState, card: Card) -> list[int]:
    """The occupied groups of the barred color in whose place a black group acts; they do nothing by this card."""
    entry = barred_entry(state, card)
    if entry is None:
        return []
    ground, found = state.ruleset.ground, []
    for group in ground.groups_of_color[entry.color]:
        if defenders.is_group_occupied(state, group):
            for black in ground.black_groups:
                if ground.groups_near_group[BAR][black] >> group & 1 and ground.group_disk[BAR][black] & state.us_mask:
                    found.append(group)
                    break
    return found


# ---------------------------------------------------------------------- the situation of a group


@enforces(FAMILY, "13.1", "13.1-exception")
def is_checked(state: DDayState, group: int) -> bool:
    """Whether a group is looked at: sector 4 is not while no US unit is in sector 3 or 4."""
    ground = state.ruleset.ground
    if state.ruleset.groups[group].sector != NORTH:
        return True
    return bool((ground.sector_mask[NORTH - 1] | ground.sector_mask[NORTH]) & state.us_mask)


@enforces(FAMILY, "14.2", "13.1-disrupted", "14.4.2-c")
def ready_tank(state: DDayState, position: int) -> bool:
    """Whether the tank of a position hex may act by this card: from GT 7 on, not disrupted unless black, not in counterattack
    stance, and it has not (D94)."""
    if not state.tank[position] or state.turn < fields_of_fire.TANKS_FIRE or state.used[position] or state.tank_done[position]:
        return False
    if state.stance[position] & TANK_STANCE:
        return False
    return not state.shaken[position] or state.ruleset.position_color[position] == BLACK


def can_act(state: DDayState, group: int) -> bool:
    """Whether somebody in a group may act by this card, tanks included."""
    if has_gunners(state, group):
        return True
    return state.turn >= fields_of_fire.TANKS_FIRE and any(
        ready_tank(state, position) for position in state.ruleset.groups[group].positions
    )


@enforces(FAMILY, "4.0-IV", "4.0-IV-order", "6.0-c", "6.8.1-a", "13.1-disrupted", "17.3-a", "14.4.2-c")
def has_gunners(state: DDayState, group: int) -> bool:
    """Whether a unit or fort of a group may act by this card: one that has not, undisrupted or black, and not in counterattack
    stance."""
    ruleset, black = state.ruleset, fields_of_fire.is_black(state, group)
    for position in ruleset.groups[group].positions:
        if state.used[position] or (state.shaken[position] and not black):
            continue
        if state.unit[position] and not state.stance[position] & UNIT_STANCE:
            return True
        if state.second[position] or state.fort[position]:
            return True
    return False


@enforces(FAMILY, "13.1-c")
def sees_us(state: DDayState, group: int) -> bool:
    """Whether US units are in the field of a group that can fire."""
    hot, cool = fields_of_fire.group_field(state, group)
    return bool((hot | cool) & state.us_mask)


@enforces(FAMILY, "13.3", "14.1")
def sees_by_tank_alone(state: DDayState, group: int) -> bool:
    """Whether US units are in the field of a group only where its tank extends it: its normal field holds none."""
    hot, cool = fields_of_fire.printed_field(state, group)
    return sees_us(state, group) and not (hot | cool) & state.us_mask


@enforces(FAMILY, "12.2", "13.1-needs-communication")
def may_use_letters(state: DDayState, group: int) -> bool:
    """A lettered action needs Japanese communication; without it a group just fires (D92)."""
    return communication.group_in_communication(state, group)


@enforces(FAMILY, "13.1-c", "13.1-d", "13.2", "13.3", "13.3-no-guns", "13.3-c", "13.5-2", "6.3")
def shot_for(state: DDayState, group: int, mark: int) -> Shot | None:
    """How a group fires by a mark in force, if it does: machine guns or mortars by M, otherwise plainly, with armor or star.
    Mortars fire while nobody is in the normal field; a tank that sees further fires next, even if they hit nobody (D149)."""
    seen = sees_us(state, group)
    gunners = mark == MORTAR and has_gunners(state, group) and may_use_letters(state, group)
    if gunners and (not seen or sees_by_tank_alone(state, group)) and hits.mortar_range(state, group) & state.us_mask:
        shot = Shot(group, MORTARS)
        return shot if seen or hits.candidates(state, shot) else None
    if not seen or not can_act(state, group):
        return None
    if mark == MORTAR:
        return Shot(group, MACHINE_GUNS if gunners else FIRE)
    return Shot(group, FIRE, mark if mark < MORTAR else PLAIN)


# ---------------------------------------------------------------------- empty groups


@enforces(FAMILY, "13.4", "13.4-c", "13.7", "13.7-c", "2.1.2-b", "9.3.1-a")
def opening_of(state: DDayState, group: int) -> int:
    """The hex in which an empty group would take a reserve unit: its lowest numbered one with room. -1 if it cannot: it must be
    in communication, and a US unit within three hexes of its nearest hex (D89)."""
    ruleset = state.ruleset
    if not ruleset.ground.group_disk[NEAR][group] & state.us_mask:
        return -1
    for position in ruleset.groups[group].positions:
        if japanese_reserves.room_for_unit(state, position):
            return position if communication.group_in_communication(state, group) else -1
    return -1


def distance_to_us(state: DDayState, group: int) -> int:
    """How far the nearest US unit is from the nearest hex of a group."""
    ground = state.ruleset.ground
    return min(ground.nearest(place, state.us_mask) for place in ground.group_hexes[group])


@enforces(FAMILY, "13.4", "13.4-a", "13.4-b", "13.4-d")
def muster_chance(state: DDayState, group: int) -> tuple[int, int]:
    """With which chance a group musters, as (places, groups that draw lots for them); (0, 1): not at all, (1, 1): certainly.

    If its color has more groups in the sector that could than the pool has units, those nearest to US units come first, and lots
    decide among equals (D140). Groups whose turn has passed are out of it.
    """
    ruleset = state.ruleset
    sector = ruleset.groups[group].sector
    units = len(state.pools[defenders.reserve_of(state, sector)])
    if not units or opening_of(state, group) < 0:
        return 0, 1
    far, nearer, same = distance_to_us(state, group), 0, 0
    for other in ruleset.ground.groups_of_color[ruleset.groups[group].color]:
        if other < group or ruleset.groups[other].sector != sector or defenders.is_group_occupied(state, other):
            continue
        if opening_of(state, other) >= 0:
            distance = distance_to_us(state, other)
            nearer += distance < far
            same += distance == far
    if nearer + same <= units:
        return 1, 1
    return max(0, units - nearer), same


@enforces(FAMILY, "13.4-a", "13.4-b", "9.3-a-draw")
def muster(state: DDayState, position: int) -> bool:
    """A reserve unit and a depth marker appear in an empty position. Where lots decide, they may fall on another group."""
    group = state.ruleset.position_group[position]
    places, groups = muster_chance(state, group)
    where = state.ruleset.hex_name(state.ruleset.position_hex[position])
    if groups > 1 and state.dice.below(groups, MUSTER_STREAM) >= places:
        if state.sink is not None:
            text = f"The lot for the last reserve units does not fall on {where}"
            why = Why(f"{text}: {groups} groups are equally near to US units.", "13.4-d", where).plain()
            state.happened("no muster", "13.4-d", text, {"hex": where, "why": why})
        return False
    name = state.ruleset.groups[group].name
    why = Why(f"{name} musters: it is empty, in communication and within three hexes of a US unit.", "13.4", where).plain()
    return japanese_reserves.place_reserve(state, position, depth=True, case="13.4", why=why)


@enforces(FAMILY, "13.7", "13.7-a", "13.7-b")
def reinforce(state: DDayState, position: int, second: bool) -> bool:
    """A reserve unit and a depth marker come to a position."""
    group = state.ruleset.position_group[position]
    where, name = state.ruleset.hex_name(state.ruleset.position_hex[position]), state.ruleset.groups[group].name
    if second:
        text, case = f"{name} takes a second unit: every group of the sector that can has one.", "13.7-important"
    else:
        text, case = f"{name} is reinforced: it is empty, in communication and within three hexes of a US unit.", "13.7"
    return japanese_reserves.place_reserve(state, position, depth=True, case=case, why=Why(text, case, where).plain())


# ---------------------------------------------------------------------- occupied groups on R


@enforces(FAMILY, "13.5", "13.5-1", "13.1-disrupted", "9.2-b")
def resupplied(state: DDayState, group: int) -> int:
    """The position of a group that gets a depth marker: the one without depth nearest to a US unit, then the lowest; disrupted
    units too (D89, D90). -1 if there is none, no marker is left, or no US unit is in the field it has or would have."""
    ruleset = state.ruleset
    hot, cool = fields_of_fire.full_field(state, group)
    if not (hot | cool) & state.us_mask or not may_use_letters(state, group):
        return -1
    fit = [
        position
        for position in ruleset.groups[group].positions
        if not state.used[position] and depth.can_take_depth(state, position) and depth.has_pool(state, position)
    ]
    return depth.nearest_of(state, fit)


@enforces(FAMILY, "13.6-full", "9.2-b")
def filled(state: DDayState, group: int) -> int:
    """The position of a full group that gets a depth marker because nobody in it can redeploy: the nearest one without depth, as
    for resupply. Black groups, which never redeploy, are full too when all their hexes are held. -1 if there is none."""
    ruleset = state.ruleset
    if ruleset.ground.group_mask[group] & ~state.jp_mask:
        return -1
    fit = [
        position
        for position in ruleset.groups[group].positions
        if depth.can_take_depth(state, position) and depth.has_pool(state, position)
    ]
    return depth.nearest_of(state, fit)


@enforces(FAMILY, "13.5-1", "13.6-full")
def resupply(state: DDayState, position: int, full: bool = False) -> None:
    """A depth marker is laid face down under a unit or fort: of a group that sees US units, or of a full one that does not."""
    ruleset = state.ruleset
    where, name = ruleset.hex_name(ruleset.position_hex[position]), ruleset.groups[ruleset.position_group[position]].name
    if full:
        text, case = f"{name} is full and nobody in it can redeploy: it gets a depth marker instead", "13.6-full"
    else:
        text, case = f"{name} is resupplied: US units are in its field, and {where} is the nearest hex without depth", "13.5-1"
    depth.add_depth(state, position, case, Why(f"{text}.", "13.6-full" if full else "13.5", where).plain())


@enforces(FAMILY, "13.6", "13.6-important", "13.6-a", "13.6-d", "6.8.2-exception")
def redeploying(state: DDayState, group: int) -> tuple[int, int]:
    """The next unit of a group that moves, and where to: (-1, -1) if none does. Hex by hex from the player's edge; forts and
    disrupted units stay, and so does everybody in a black group."""
    ruleset = state.ruleset
    if ruleset.groups[group].color == BLACK or not state.us_mask:
        return -1, -1
    by_hex = sorted(ruleset.groups[group].positions, key=ruleset.position_hex.__getitem__)
    for position in by_hex:
        moves = state.unit[position] and not state.stance[position] & UNIT_STANCE
        if moves and not state.used[position] and not state.shaken[position]:
            goal = destination(state, position)
            if goal >= 0:
                return position, goal
    return -1, -1


@enforces(FAMILY, "13.6", "13.6-b", "13.6-d")
def destination(state: DDayState, position: int) -> int:
    """Where a unit redeploys: an empty position within three hexes and nearer to the nearest US unit (D91); the closest one, then
    one of another color, then the one with the lowest number, whatever its letter. -1 if there is none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    here = ruleset.position_hex[position]
    far, row = ground.nearest(here, state.us_mask), ground.distance[here]
    best, found = (99, 0, 0), -1
    for other, there in enumerate(ruleset.position_hex):
        if row[there] > REDEPLOY_REACH or not japanese_reserves.room_for_unit(state, other):
            continue
        if ground.nearest(there, state.us_mask) < far:
            same = int(ruleset.position_color[other] == ruleset.position_color[position])
            rank = (row[there], same, ruleset.positions[other].number)
            if rank < best:
                best, found = rank, other
    return found


@enforces(FAMILY, "13.6-a")
def redeploy(state: DDayState, position: int, goal: int) -> None:
    """A unit moves with its depth marker; both keep their faces."""
    ruleset = state.ruleset
    faces = state.faces[position]
    marker = defenders.take_depth(state, position, 0) if state.depth[position] else 0
    unit = defenders.take_unit(state, position, 0)
    defenders.place_unit(state, goal, unit, up=bool(faces & UNIT_UP))
    if marker:
        defenders.place_depth(state, goal, marker)
        if faces & DEPTH_UP:
            state.faces[goal] |= DEPTH_UP
    state.touch_position(goal)
    if state.sink is not None:
        here, there = ruleset.hex_name(ruleset.position_hex[position]), ruleset.hex_name(ruleset.position_hex[goal])
        code = ruleset.position_code[goal]
        text = (
            f"The unit in {here} redeploys: no US unit is in its field, and {code} is the closest empty position nearer to one."
        )
        state.happened(
            "redeployed", "13.6", f"A unit redeploys from {here} to {there}",
            {"from": here, "hex": there, "why": Why(text, "13.6-b", there, (here, there)).plain()},
        )  # fmt: skip


# ---------------------------------------------------------------------- second units


@enforces(FAMILY, "13.7-important", "6.4.3")
def second_opening(state: DDayState, group: int) -> int:
    """Where an occupied group would take a second unit: its lowest empty hex, or the hex of a black hilltop with two forts and
    one unit (D25, D89); -1 if it has no room."""
    ruleset = state.ruleset
    for position in ruleset.groups[group].positions:
        if japanese_reserves.room_for_unit(state, position):
            return position
        if (
            ruleset.position_color[position] == BLACK
            and ruleset.positions[position].hilltop
            and state.fort[position]
            and state.lower_fort[position]
            and state.unit[position]
            and not state.second[position]
            and not state.us_mask >> ruleset.position_hex[position] & 1
        ):
            return position
    return -1


def strength_in_units(state: DDayState, group: int) -> int:
    """The units of a group, forts counted as units."""
    found = 0
    for position in state.ruleset.groups[group].positions:
        found += (state.unit[position] != 0) + (state.second[position] != 0) + (state.tank[position] != 0)
        found += (state.fort[position] != 0) + (state.lower_fort[position] != 0) + (state.bottom_fort[position] != 0)
    return found


def _tier(state: DDayState, group: int) -> int:
    """In which order groups take second units: black hilltops, other hilltops, all others."""
    here = state.ruleset.groups[group]
    return 2 if not here.hilltop else 0 if here.color == BLACK else 1


@enforces(FAMILY, "13.7-important")
def may_take_second(state: DDayState, group: int) -> bool:
    """Whether the sector is far enough for a second unit: every group has one, and the groups that come before have two. Groups
    without room and groups wholly in US control are passed over."""
    ruleset = state.ruleset
    tier = _tier(state, group)
    for other, there in enumerate(ruleset.groups):
        if there.sector != ruleset.groups[group].sector or other == group:
            continue
        have = strength_in_units(state, other)
        wanted = 2 if _tier(state, other) < tier else 1
        if have >= wanted or second_opening(state, other) < 0:
            continue
        if not all(communication.us_controls_position(state, position) for position in there.positions):
            return False
    return True


@enforces(FAMILY, "13.7-important", "13.4-c")
def extra_unit(state: DDayState, group: int) -> int:
    """Where an occupied group takes a further unit by R after its own action, as 13.7-important allows; -1 if it does not."""
    ruleset = state.ruleset
    if not defenders.is_group_occupied(state, group) or not ruleset.ground.group_disk[NEAR][group] & state.us_mask:
        return -1
    position = second_opening(state, group)
    if position < 0 or not japanese_reserves.has_reserve(state, position) or not may_use_letters(state, group):
        return -1
    return position if may_take_second(state, group) else -1


# ---------------------------------------------------------------------- in words


def mark_words(state: DDayState, group: int, mark: int, card: Card) -> str:
    """Why a group acts, in words."""
    color = state.ruleset.groups[group].color
    if color == BLACK:
        words = "black positions always act"
        if mark >= MORTAR:
            words += f", and the bar on card {card.number:02} gives it {MARKS[mark]}"
        return words
    letter = f" with {MARKS[mark]}" if mark != PLAIN else ""
    return f"{COLORS[color]} is on card {card.number:02}{letter}"


STEPS: Final[tuple[AnyStep, ...]] = ()
