"""What the U.S. player has been shown of the secret map and may remember (`RageState.memory`): flat tuples, oldest first.

An entry is its kind, the turn, and what was shown. Everything in it is public: samples are made from it, and views show it.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.bounds import PRINTED
from beachhead.games.rage.ruleset import RageRuleset
from beachhead.games.rage.state import MANY, RageState

SEARCHED: Final = 0
"""SEARCHED turn mask: at the end of the U.S. Movement Phase nothing Concealed was left in these areas (10.5-b)."""
BLAST: Final = 1
"""BLAST turn area points: so much damage was left for Concealed units of the area (9.3.3-3)."""
SEEN: Final = 2
"""SEEN turn unit area steps: the unit became Revealed there."""
HID: Final = 3
"""HID turn unit area steps fired: the unit became Concealed there."""
DIE: Final = 4
"""DIE turn units open: the movement die allowed so many units to move; so many of them were moved or hidden in view."""
CLOSED: Final = 5
"""CLOSED turn mask: areas that no unit could enter unseen in the Japanese Movement Phase (U.S. control or U.S. ground units)."""


def line_of(ruleset: RageRuleset, entry: tuple[int, ...]) -> str:
    """An entry of the record in words."""
    what, turn, first, *rest = entry
    if what in (SEARCHED, CLOSED):
        areas = [area.id for number, area in enumerate(ruleset.areas) if first >> number & 1]
        text = f"{'searched' if what == SEARCHED else 'closed to unseen moves'}: {', '.join(areas) or 'none'}"
    elif what == BLAST:
        text = f"damage for Concealed units in {ruleset.areas[first].id}: {rest[0]}"
    elif what == DIE:
        text = f"units that could move: {first}, moved or hidden in view: {rest[0]}"
    else:
        name, area, fired = ruleset.units[first].id, ruleset.areas[rest[0]].id, what == HID and rest[2]
        text = f"{name} {'hid' if what == HID else 'was Revealed'} in {area}, steps: {rest[1]}{', Fired' if fired else ''}"
    return f"turn {turn}, {text}"


def is_memory(state: RageState, entry: tuple[int, ...]) -> bool:
    """Whether this can be something that the U.S. player was shown: the numbers that its kind has, each within its bounds."""
    turns, areas, mask = range(1, PRINTED + 1), range(len(state.ruleset.areas)), range(1 << len(state.ruleset.areas))
    units, few = state.ruleset.japanese, range(MANY)
    forms: dict[int, tuple[range, ...]] = {
        SEARCHED: (turns, mask),
        BLAST: (turns, areas, few),
        SEEN: (turns, units, areas, few),
        HID: (turns, units, areas, few, range(2)),
        DIE: (turns, few, few),
        CLOSED: (turns, mask),
    }
    if not entry or entry[0] not in forms or len(forms[entry[0]]) != len(entry) - 1:
        return False
    return all(type(number) is int and number in among for number, among in zip(entry[1:], forms[entry[0]], strict=True))
