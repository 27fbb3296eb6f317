"""Where a unit may be placed face down (19.5, 20.3-b, 22.0-b, 23.3-a): symbols that still work, near a dug-in unit."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep
from beachhead.games.bonins.ground import FAMILY, NEAR, SECTORS, SURIBACHI
from beachhead.games.bonins.state import BoninsState


@enforces(FAMILY, "19.5-b", "19.5-c", "19.5-f", "19.5-g", "22.0-b", "18.0-c", "20.3-b", "std-distance")
def eligible(state: BoninsState, sector: int, leaving: int = -1) -> int:
    """The hexes of a sector that can take a unit: a red or white symbol, nobody there, a dug-in unit at most two hexes away; none
    in a cleared sector or on Suribachi. Nobody counts for itself, and the hex `leaving` is not a new one."""
    if sector == SURIBACHI or state.cleared[sector]:
        return 0
    ground = state.ruleset.ground
    here = 1 << leaving if leaving >= 0 else 0
    found = ground.symbol_mask & ground.sector_mask[sector] & ~(state.us_mask | state.jp_mask | ground.suribachi_mask | here)
    helpers, near = state.dug_mask & ~here, 0
    for space in spaces_of(found):
        if ground.around(space, NEAR) & helpers:
            near |= 1 << space
    return near


@enforces(FAMILY, "19.5-d")
def best(state: BoninsState, hexes: int) -> list[int]:
    """Of some hexes those of the best terrain, ascending."""
    rank = state.ruleset.ground.rank
    found = spaces_of(hexes)
    if not found:
        return []
    least = min(rank[space] for space in found)
    return [space for space in found if rank[space] == least]


def anywhere(state: BoninsState, leaving: int) -> int:
    """The hexes of all sectors that can take a unit that leaves another (23.2-b)."""
    found = 0
    for sector in range(1, SECTORS):
        found |= eligible(state, sector, leaving)
    return found


def holes(state: BoninsState) -> list[int]:
    """For hexes that could take a unit at all: the dug-in units within two hexes of each, as bits. One with two such units is
    enough: it is open to everybody."""
    ground = state.ruleset.ground
    open_ = 0
    for sector in range(1, SECTORS):
        if not state.cleared[sector]:
            open_ |= ground.sector_mask[sector]
    open_ &= ground.symbol_mask & ~(state.us_mask | state.jp_mask | ground.suribachi_mask)
    around, dug, found = ground.around, state.dug_mask, list[int]()
    while open_:
        low = open_ & -open_
        open_ ^= low
        helpers = around(low.bit_length() - 1, NEAR) & dug
        if helpers & (helpers - 1):
            return [helpers]
        if helpers:
            found.append(helpers)
    return found


def leads_on(found: list[int], leaving: int) -> bool:
    """Whether somebody who leaves a hex finds another: one of `holes` that does not depend on him alone."""
    here = 1 << leaving
    for helpers in found:  # noqa: SIM110 - a generator would cost more than the loop
        if helpers != here:
            return True
    return False


def class_name(state: BoninsState, space: int) -> str:
    """What the order of 19.5 calls a hex."""
    ground, priority = state.ruleset.ground, state.ruleset.components.priority
    return "hill" if ground.hill_mask >> space & 1 else priority[min(ground.rank[space], len(priority) - 1)]


def because(text: str, case: str) -> dict[str, str]:
    """A reason as events carry it."""
    return {"text": text, "case": case}


def reason(state: BoninsState, sector: int, space: int, hexes: int) -> dict[str, str]:
    """Why a unit is placed in a hex, in one clause."""
    if not state.ruleset.solitaire:
        return because(f"sector {sector}: {state.hex_name(space)}", "23.3-a")
    others = [other for other in spaces_of(hexes) if other != space]
    kind = class_name(state, space)
    if not others:
        return because(f"sector {sector}: {state.hex_name(space)}, the only hex", "19.5-b")
    equal = [other for other in others if state.ruleset.ground.rank[other] == state.ruleset.ground.rank[space]]
    if equal:
        return because(f"sector {sector}: {state.hex_name(space)} by lot, one of {len(equal) + 1} {kind} hexes", "19.5-e")
    second = min(others, key=lambda other: state.ruleset.ground.rank[other])
    return because(f"sector {sector}: {state.hex_name(space)}, {kind} before {class_name(state, second)}", "19.5-d")


def refuse_place(state: BoninsState, sector: int, space: int, leaving: int) -> Refusal:
    """Why a unit cannot be placed in a hex."""
    ground, where = state.ruleset.ground, state.hex_name(space)
    if ground.suribachi_mask >> space & 1:
        return Refusal("19.5-g", "no unit is placed on Mount Suribachi", (), ("22.0-b",))
    if not ground.symbol_mask >> space & 1:
        return Refusal("19.5-b", f"{where} has neither a red nor a white symbol")
    if ground.sector[space] != sector:
        return Refusal("19.5-a", f"{where} is not in sector {sector}")
    if state.cleared[sector]:
        return Refusal("18.0-c", f"sector {sector} is cleared, and its symbols are dead", (), ("19.5-f",))
    if space == leaving:
        return Refusal("20.3-b", f"the unit has just left {where}; staying would be 20.4")
    if (state.us_mask | state.jp_mask) >> space & 1:
        return Refusal("19.5-b", f"{where} is occupied", (), ("19.5-c",))
    if not eligible(state, sector, leaving) >> space & 1:
        return Refusal("19.5-b", f"no dug-in unit is within two hexes of {where}")
    return Refusal("19.5-d", f"another hex comes before {where} in the order of terrain", (), ("19.5-e",))


STEPS: Final[tuple[AnyStep, ...]] = ()
