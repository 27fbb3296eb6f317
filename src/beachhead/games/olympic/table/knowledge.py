"""What a side knows of a position of Operation Olympic, in numbers, for bots (`State.known`).

All of it is open to both sides but what lies face down and the Tokko record. Sets of hexes are numbers with one bit per space.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.phases import DEPLOYMENT
from beachhead.games.olympic.ruleset import OlympicRuleset
from beachhead.games.olympic.state import ABSENT, BOX, DUE, SET_ASIDE, Moving, OlympicState
from beachhead.games.olympic.supply import jp_region, us_region
from beachhead.games.olympic.table.chances import cup
from beachhead.games.olympic.table.faces import face_of
from beachhead.games.olympic.worlds import RECORD, RESERVE

Look = tuple[int, int, int, int, int]


def counters_of(ruleset: OlympicRuleset) -> list[dict[str, Any]]:
    """What is printed on each counter."""
    found = []
    for unit in ruleset.units:
        face = face_of(unit, tuple(ruleset.sides))
        found.append({"name": unit.id} | {name: value for name, value in face.items() if name not in ("place", "marks")})
    return found


def units_known(state: OlympicState, side: str) -> list[Look]:
    """Every counter by its number. A Japanese one that has not been turned up looks like one that is not in the game (A100)."""
    del side
    us_count, where, due = state.ruleset.us_count, state.where, state.due
    moved, fought, short = state.moved, state.fought, state.short
    found = []
    for unit in range(len(where)):
        place = where[unit]
        if place >= 0:
            found.append((place, 0, moved[unit], fought[unit], short[unit]))
        elif unit >= us_count:
            found.append((ABSENT if place == DUE else place, 0, 0, 0, 0))
        else:
            found.append((place, due[unit] if place in (DUE, BOX) else 0, 0, 0, 0))
    return found


def order_known(state: OlympicState, side: str) -> list[int]:
    """The unit under each U.S. unit, or -1."""
    del side
    return state.below[: state.ruleset.us_count]


def tracks_known(state: OlympicState, side: str) -> list[int]:
    """The zone of the Replacement Track that each U.S. unit is on."""
    del side
    where, track = state.where, state.track
    return [min(track[unit], SET_ASIDE) if where[unit] == BOX else 0 for unit in state.ruleset.us_units]


def _out_of_sight(state: OlympicState, side: str) -> bool:
    """Whether Japan is deploying where this side cannot see it (17.2)."""
    return state.phase == DEPLOYMENT and not RESERVE.open_to(state, side, None)


def down_known(state: OlympicState, side: str) -> list[int]:
    """The places (`ruleset.slot_names`) in which a counter lies face down, ascending."""
    if _out_of_sight(state, side):
        return []
    reserve = state.reserve
    return [slot for slot in range(len(reserve)) if reserve[slot]]


def left_known(state: OlympicState, side: str) -> list[list[int]]:
    """For Coastal and Line counters, by kind (`ruleset.kind_values`): how many are still face down somewhere."""
    del side
    found = []
    for letter in (COASTAL, LINE):
        counts = [0] * (state.ruleset.last_kind + 1)
        for kind, count in cup(state, letter).items():
            counts[kind] = count
        found.append(counts)
    return found


def reserve_known(state: OlympicState, side: str) -> list[int]:
    """What lies in each place, for those who deployed it."""
    del side
    return list(state.reserve)


def masks_known(state: OlympicState, side: str) -> tuple[int, int, int, int, int, int, int]:
    """Sets of hexes: U.S. units, Japanese units, face-down counters, militia, Control, beachheads, fortified ones."""
    down = 0 if _out_of_sight(state, side) else state.down_mask
    return state.us_mask, state.jp_mask, down, state.militia_mask, state.control_mask, state.beach_mask, state.fort_mask


def supply_known(state: OlympicState, side: str) -> tuple[int, int]:
    """The hexes in which a U.S. unit and a Japanese unit would be in supply."""
    if _out_of_sight(state, side):
        state = state.copy()
        state.reserve = bytearray(len(state.reserve))
        state.rebuild()
    return us_region(state), jp_region(state)


def zones_known(state: OlympicState, side: str) -> tuple[int, int, int]:
    """Zones of control: of U.S. units, of Japanese units, and the hexes next to face-down counters."""
    return state.us_zone(), state.jp_zone(), 0 if _out_of_sight(state, side) else state.down_zone()


def moving_known(state: OlympicState, side: str) -> tuple[int, int]:
    """The unit that has been taken up and its movement points left; -1 and 0: none."""
    del side
    move = state.find(Moving)
    return (-1, 0) if move is None or move.mover < 0 else (move.mover, move.left)


def fight_known(state: OlympicState, side: str) -> tuple[list[int], list[int], list[int], list[int], int, int, int, int]:
    """The combat under way or the last one: attackers, hexes attacked, defenders, hexes emptied, attack, defense, die, by sea."""
    del side
    return (
        state.attackers.copy(),
        state.targets.copy(),
        state.defenders.copy(),
        state.emptied.copy(),
        state.attack,
        state.defense,
        state.die,
        state.by_sea,
    )


def _numbers(row: bytearray) -> list[int]:
    return list(row)


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the Game-Turn", lambda state, _: state.turn),
    Known("turns", "the last Game-Turn", lambda state, _: state.ruleset.turns),
    Known("phase", "the phase (`games.olympic.phases`)", lambda state, _: state.phase),
    Known(
        "units",
        "for each unit its hex or place (`games.olympic.state`), the Game-Turn on which it arrives, 1 if it has moved, what it "
        "has done in this Combat Phase (bits), 1 if it moves at half; a Japanese unit that has not appeared is absent",
        units_known,
    ),
    Known("order", "for each U.S. unit the unit under it, or -1", order_known),
    Known("tracks", "for each U.S. unit the zone of its Replacement Track, counted from 1; 0: none, SET_ASIDE", tracks_known),
    Known("down", "places in which a counter lies face down", down_known),
    Known("left", "for Coastal and Line counters: how many of each kind are still face down", left_known),
    Known("reserve", "for each place the kind that lies there, 0 if none", reserve_known, RESERVE),
    Known("masks", "hexes with U.S. units, Japanese units, face-down counters, militia, Control, beachheads, forts", masks_known),
    Known("supply", "hexes in which a U.S. and a Japanese unit would be in supply", supply_known),
    Known("zones", "hexes in zones of U.S. units, of Japanese units, and next to face-down counters", zones_known),
    Known("casualties", "American Casualty Points", lambda state, _: state.casualties),
    Known("interdiction", "hexes with Air Interdiction markers", lambda state, _: state.interdiction.copy()),
    Known("announced", "markers announced for Game-Turn 1, or -1", lambda state, _: state.announced),
    Known("tokko", "Tokko Points by zone", lambda state, _: _numbers(state.tokko), RECORD),
    Known("north", "1 if an assault has been made in the north", lambda state, _: state.north),
    Known("struck", "coastal hexes that stacks have attacked in this phase", lambda state, _: sorted(state.struck)),
    Known("captured", "those that they have captured", lambda state, _: sorted(state.captured)),
    Known("swapped", "beachheads exchanged in this phase", lambda state, _: sorted(state.swapped)),
    Known(
        "stormed",
        "for each Town and City 1 if its militia has been attacked in this phase",
        lambda state, _: _numbers(state.stormed),
    ),
    Known("moving", "the unit taken up and its movement points left", moving_known),
    Known("fight", "the combat under way or the last one, in numbers", fight_known),
)
