"""Setting up a scenario (18.3, 18.4.1 to 18.4.3, and what 18.5 to 18.9 say of it): lots of face-down units, depth markers, forts,
garrisons, points, and who is where on the US side before the player sets up.

Nothing is rolled here: counters that are mixed and laid face down become lots (`chance.lots`), and which one lies where is drawn
when it is turned up. What the player decides comes after, in `player_setup`.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.chance import lots
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import ARMOR_DEPTH, DIVISIONS, HQ_UNIT, INFANTRY_UNIT
from beachhead.games.dday.box.sheets import SectorSetup
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import support
from beachhead.games.dday.counters.defenders import draw_blind, fort_pool_of, lay, place_depth, place_forts, place_unit
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    ABSENT,
    BOXES,
    DEPTHS,
    DUE,
    OUT,
    READY,
    RESERVE,
    RESERVES,
    SECOND_WAVE,
    DDayState,
)

FIRST_WAVE: Final = 1


@enforces(
    FAMILY, "3.0", "3.0-1", "3.0-2", "3.0-3", "3.0-4", "3.0-5", "3.0-6", "18.3.1", "18.3.2", "18.4", "18.4.4-b", "18.5", "18.6",
    "18.7", "18.8", "18.9", "18.9.1",
)  # fmt: skip
def set_up(state: DDayState) -> None:
    """Everything as the scenario says; what the player decides is left to him."""
    state.turn = state.ruleset.setup.first_turn
    state.replacements = replacement_steps(state)
    put_points(state)
    support.begin_game(state)
    put_marines(state)
    put_japanese(state)
    state.rebuild()
    put_garrisons(state)
    state.rebuild()


@enforces(FAMILY, "18.4.4-c")
def replacement_steps(state: DDayState) -> int:
    """The replacement steps of the whole scenario."""
    clause = state.ruleset.setup.rule("replacements")
    return int(clause.details.get("total", 0)) if clause is not None else 0


@enforces(FAMILY, "18.5.1", "18.6.1", "18.6.1-c", "18.7.1", "18.7.1-c", "18.8.1-d", "18.9.3-c")
def put_points(state: DDayState) -> None:
    """Artillery points that have landed, and the replacement points of the scenario: infantry by division, tanks and engineers
    for all. Scenario Two has its own total, which is the 5th Division's."""
    setup = state.ruleset.setup
    for owner, points in setup.artillery_points.items():
        state.guns[support.row_of(owner)] = points
    given = setup.replacements
    clause = setup.rule("replacements")
    if clause is not None and "infantry_total" in clause.details:
        state.infantry_points[DIVISIONS.index(5)] += clause.details["infantry_total"]
        state.tank_points += clause.details["tank"]
        state.engineer_points += clause.details["engineer"]
    if given:
        each = given.get("infantry", {})
        for row, division in enumerate(DIVISIONS):
            state.infantry_points[row] += int(each.get(str(division), given.get("infantry_per_division", 0)))
        state.tank_points += given["tank"]
        state.engineer_points += given["engineer"]


@enforces(
    FAMILY, "18.4.1", "18.3.2-b", "18.3.2-c", "18.4.2", "2.2.1-steps", "18.5.1", "18.6.1", "18.6.1-d", "18.7.1", "18.7.1-d",
    "18.7.1-e", "18.7.1-errata-a", "18.7.1-errata-b", "18.8.1", "18.9.1",
)  # fmt: skip
def put_marines(state: DDayState) -> None:
    """The first wave is in its boxes, the second waits at sea, and the others come by the list; or the units of a front line are
    ready to be set up, and others are in reserve (D41). Everybody is at full strength."""
    ruleset = state.ruleset
    for unit in range(ruleset.unit_count):
        state.steps[unit] = ruleset.full_steps[unit]
        state.where[unit] = ABSENT
    first, last = ruleset.setup.arrivals
    for arrival in ruleset.components.arrivals:
        if first <= arrival.turn <= last:
            for unit in arrival.units:
                state.where[unit] = DUE
    boxes = ruleset.components.board.box_index
    for start in ruleset.setup.us_boxes:
        for unit in start.units:
            if start.boxes[0] in boxes:  # a board made for a position may lack it
                state.where[unit] = BOXES - boxes[start.boxes[0]] if start.wave == FIRST_WAVE else SECOND_WAVE
    for units in ruleset.setup.us_reserve.values():
        for unit in units:
            state.where[unit] = RESERVE
    for unit in ruleset.lineup.ready:
        state.where[unit] = READY
    for regiment in ruleset.lineup.with_company:
        state.where[ruleset.regimental_hq[regiment]] = DUE


@enforces(
    FAMILY, "18.3.1-1", "18.3.1-2", "18.3.1-3", "18.4.3", "18.5.2", "18.6.2", "18.7.2", "18.8.2", "18.9.2", "18.0-clarification"
)
def put_japanese(state: DDayState) -> None:
    """Sector by sector; counters are mixed face down and nobody looks at them."""
    if state.ruleset.components.board.own:  # a board made for a position has no set-up
        state.pools[OUT] = list(range(1, state.ruleset.counter_count + 1))
        return
    mix_depth(state)
    mix_forts(state)
    armor = armor_markers(state)
    for sector in state.ruleset.setup.japanese:
        put_sector(state, sector, armor)
    put_forts(state)
    state.pools[OUT] = [*state.pools[OUT], *armor, *missing(state)]


def missing(state: DDayState) -> list[int]:
    """Counters that have no place yet, such as units of other scenarios."""
    ruleset = state.ruleset
    placed = {counter for lot in state.lots for counter in lot} | {counter for pool in state.pools for counter in pool}
    for row in japanese_rows(state):
        placed.update(row)
    return [number for number in range(1, ruleset.counter_count + 1) if number not in placed]


def japanese_rows(state: DDayState) -> tuple[list[int], ...]:
    """The rows of the state that hold Japanese counters."""
    return (
        state.unit, state.second, state.depth, state.second_depth, state.fort, state.lower_fort, state.bottom_fort,
        state.tank, state.tank_depth,
    )  # fmt: skip


@enforces(FAMILY, "18.4.3-2", "18.3.1-1", "9.2.1-tank")
def mix_depth(state: DDayState) -> None:
    """All markers but those of the tanks are mixed and dealt to the sectors in use; the rest is set aside."""
    ruleset = state.ruleset
    numbers = range(ruleset.first_depth, ruleset.first_fort)
    markers = lots.mixed(state.lots, [number for number in numbers if ruleset.depth_kind[number] != ARMOR_DEPTH])
    for sector in ruleset.setup.japanese:
        dealt, markers = markers[: sector.depth], markers[sector.depth :]
        pool = DEPTHS + sector.sector - 1 if sector.sector in ruleset.setup.depth_in_use else OUT
        state.pools[pool] = [*state.pools[pool], *dealt]
    state.pools[OUT] = [*state.pools[OUT], *markers]


def armor_markers(state: DDayState) -> list[int]:
    """The depth markers of the tanks, mixed."""
    ruleset = state.ruleset
    numbers = range(ruleset.first_depth, ruleset.first_fort)
    return lots.mixed(state.lots, [number for number in numbers if ruleset.depth_kind[number] == ARMOR_DEPTH])


@enforces(FAMILY, "17.2-b")
def mix_forts(state: DDayState) -> None:
    """Three pools, one for each class."""
    ruleset = state.ruleset
    for fort_class in (1, 2, 3):
        numbers = range(ruleset.first_fort, ruleset.counter_count + 1)
        found = [number for number in numbers if ruleset.fort_class[number] == fort_class]
        state.pools[fort_pool_of(fort_class)] = lots.mixed(state.lots, found)


@enforces(
    FAMILY, "18.4.3", "18.4.3-1", "18.4.3-3", "18.0-errata-1", "18.0-errata-2", "18.6.2", "18.7.2-errata-a", "18.7.2-errata-b",
    "18.7.2-errata-c", "18.8.2",
)  # fmt: skip
def put_sector(state: DDayState, sector: SectorSetup, armor: list[int]) -> None:
    """One unit in every marked position, near and far from their own groups; what is left over of both is the reserve (D36). From
    Scenario Three on all units of a sector are one group: those of the display, with some of the reserve mixed in where the
    errata say so, then those that the reserve gives."""
    ruleset = state.ruleset
    index = ruleset.components.board.position_index
    units = ruleset.components.japanese_units
    here = [
        number
        for number, unit in enumerate(units, 1)
        if unit.sector == sector.sector and unit.kind == INFANTRY_UNIT and unit.scenario in (0, ruleset.setup.number)
    ]
    near = lots.mixed(state.lots, [number for number in here if units[number - 1].near])
    far = lots.mixed(state.lots, [number for number in here if not units[number - 1].near])
    for code in sector.near:
        place_unit(state, index[code], near.pop())
    for code in sector.far:
        place_unit(state, index[code], far.pop())
    left = lots.mixed(state.lots, [*near, *far])
    pool = RESERVES + sector.sector - 1
    held = sector.reserve + len(sector.from_reserve) + len(sector.errata) + sector.mixed_from_reserve
    state.pools[pool], spare = left[:held], left[held:]
    shown = len(sector.at) - sector.mixed_from_reserve
    display, spare = spare[:shown], spare[shown:]
    state.pools[OUT] = [*state.pools[OUT], *spare]
    if sector.mixed_from_reserve:
        display = lots.mixed(state.lots, display + [draw_blind(state, pool) for _ in range(sector.mixed_from_reserve)])
    for code in sector.at:
        place_unit(state, index[code], display.pop())
    for code in (*sector.from_reserve, *sector.errata):
        place_unit(state, index[code], draw_blind(state, pool))
    for code in sector.hq:
        put_division_hq(state, index[code])
    for code in sector.tanks:
        put_tank(state, index[code], code, armor.pop())


@enforces(FAMILY, "18.8.2-b")
def put_division_hq(state: DDayState, position: int) -> None:
    """The 109th Division HQ, face down like every unit, though everybody knows where it is."""
    units = state.ruleset.components.japanese_units
    place_unit(state, position, next(number for number, unit in enumerate(units, 1) if unit.kind == HQ_UNIT))


@enforces(FAMILY, "9.2.1-tank")
def put_tank(state: DDayState, position: int, code: str, marker: int) -> None:
    """A tank unit with its armor marker, both face down."""
    units = state.ruleset.components.japanese_units
    tank = next(number for number, unit in enumerate(units, 1) if unit.start == code and unit.color >= 0)
    state.tank = lay(state.tank, position, tank)
    state.tank_depth = lay(state.tank_depth, position, marker)


@enforces(FAMILY, "18.4.3-4", "17.1-b", "17.2", "17.2.1", "17.2.1-b", "17.2.1-d", "18.0-errata-2", "18.6.2", "18.7.2", "18.8.2-a")
def put_forts(state: DDayState) -> None:
    """Forts of the start, blind from their pools; of two in a hex nobody knows which is on top. Some get depth too (D109), and a
    unit of their sector's reserve while it lasts (D42)."""
    index = state.ruleset.components.board.position_index
    for start in state.ruleset.setup.forts:
        for code in start.positions:
            drawn = [draw_blind(state, fort_pool_of(fort_class)) for fort_class in start.classes]
            place_forts(state, index[code], lots.mixed(state.lots, drawn))
    for code in state.ruleset.setup.depth_at:
        position = index[code]
        marker = draw_blind(state, DEPTHS + state.ruleset.position_sector[position] - 1)
        if marker:
            place_depth(state, position, marker)
    for code in state.ruleset.setup.fort_units:
        position = index[code]
        unit = draw_blind(state, RESERVES + state.ruleset.position_sector[position] - 1)
        if unit:
            place_unit(state, position, unit)


@enforces(FAMILY, "18.8")
def put_garrisons(state: DDayState) -> None:
    """In some scenarios the positions that the U.S. holds start with garrisons, but for those in the fields of fire of Japanese
    positions (D116)."""
    ruleset = state.ruleset
    if not ruleset.setup.garrisons or ruleset.components.board.own:
        return
    exposed = fields_of_fire.standing(state).both
    for code in ruleset.setup.us_held:
        position = ruleset.components.board.position_index[code]
        if not exposed >> ruleset.position_hex[position] & 1:
            state.garrisons[position] = 1
