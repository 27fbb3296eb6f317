"""What brings on movement under fire (7.3.3, 7.4, 17.5.2-important, D65). The fire itself is told in `fire`.

A field here is what can fire at movers now: of occupied groups, undisrupted or black, as shortened by US units next to them, by
smoke and by a close combat that is still to be fought (`fields_of_fire.moving_field`).
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.control import faces, fields_of_fire
from beachhead.games.dday.control.fields_of_fire import Fields
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ENTERED, DDayState

ORDINARY: Final = 0
"""The units move into a hex without Japanese."""
ASSAULT: Final = 1
"""They enter the hex of a revealed enemy (7.4)."""
AWOKEN: Final = 2
"""A unit has appeared in the position that they enter (9.6)."""
JOINING: Final = 3
"""They have joined others in a hex that is still to be fought over (8.6-c-1)."""


@enforces(FAMILY, "7.3.3-a", "7.3.3-a-black", "7.3.3-a-tiedown", "7.3.3-a-smoke", "8.6-c-3")
def fields(state: DDayState) -> Fields:
    """The fields of all groups together."""
    return fields_of_fire.moving(state)


def next_to_forts(state: DDayState) -> int:
    """Hexes that touch a fort."""
    return faces.shown(state).near_forts


# ---------------------------------------------------------------------- leaving


@enforces(FAMILY, "7.3.3-d", "17.5.2-important")
def sure(state: DDayState, place: int) -> int:
    """The neighbors of a hex into which a move from it always draws fire, one hex long or not: a sidestep inside the intense
    field of a position that the hex touches, and from fort to fort. Disrupted positions have no intense field;
    into the hexes of the position itself is no sidestep but an entry (`entering`)."""
    ruleset, found = state.ruleset, 0
    ground = ruleset.ground
    near = ground.near_mask[place]
    for group in ruleset.ways.groups_next[place]:
        own = ground.group_mask[group] & ~(state.us_mask | state.garrison_mask)
        if near & own:
            hot, _ = fields_of_fire.moving_field(state, group)
            if hot >> place & 1:
                found |= hot & near & ~own
    forts = next_to_forts(state)
    if forts >> place & 1 and fields(state).both >> place & 1:
        found |= forts & near
    return found


@enforces(FAMILY, "7.3.3-a", "7.3.3-b", "7.3.3-c", "7.3.2-c", "7.3.2-d")
def longer(state: DDayState, place: int, tanks: bool, others: bool) -> int:
    """The hexes that, entered from a hex on a move of more than one, bring on fire, as far as the fields of the hex left go.

    Units without a tank draw it from any field, with a tank only from an intense one; tanks alone only if they leave an intense
    field for another one. Fire that stops nobody does not end the move (R1 c11).
    """
    masks = fields(state)
    if masks.intense >> place & 1:
        return state.ruleset.ground.land_mask if others else masks.both
    if masks.both >> place & 1 and not tanks:
        return state.ruleset.ground.land_mask
    return 0


def leaving(state: DDayState, place: int, goal: int, *, short: bool, tanks: bool, others: bool) -> bool:
    """Whether to leave a hex for another brings on fire."""
    drawn = sure(state, place)
    if not short:
        drawn |= longer(state, place, tanks, others)
    return bool(drawn >> goal & 1)


# ---------------------------------------------------------------------- entering


@enforces(FAMILY, "7.3.3-e", "7.3.3-e-2", "7.4", "8.6-c-2", "9.6-3")
def entering(state: DDayState, goal: int, kind: int) -> bool:
    """Whether to enter a hex brings on the fire of the group there: an enemy's own hex, unless others have entered it before; a
    unit that has just appeared; the empty hex of a group with an undisrupted unit elsewhere, unless US units are in it."""
    ruleset = state.ruleset
    position = state.slot_at(goal)
    if position < 0:
        return False
    if kind == AWOKEN:
        return True
    if kind == ASSAULT:
        return not state.done[position] & ENTERED
    if position >= ruleset.position_count:
        return False
    if (state.us_mask | state.garrison_mask) >> goal & 1:
        return False
    return fields_of_fire.is_steadfast(state, ruleset.position_group[position])


@enforces(FAMILY, "7.0-c", "7.3.3-a", "7.3.3-f")
def drawn(state: DDayState, place: int, goal: int, *, kind: int, short: bool, tanks: bool, others: bool) -> tuple[bool, bool]:
    """Whether a step draws fire: by leaving its hex, and by entering the next. Units that join a close combat draw none."""
    if kind == ASSAULT:
        if not entering(state, goal, kind):
            return False, False
        short = True
    left = leaving(state, place, goal, short=short, tanks=tanks, others=others)
    return left, entering(state, goal, kind)


def one_hex_differs(state: DDayState, place: int, tanks: bool, others: bool) -> int:
    """The neighbors of a hex that a one-hex move enters without fire where a longer move draws it."""
    ground = state.ruleset.ground
    found = longer(state, place, tanks, others) & ground.near_mask[place] & ~sure(state, place)
    for goal in spaces_of(found & ground.position_mask):
        if entering(state, goal, ORDINARY):
            found ^= 1 << goal
    return found
