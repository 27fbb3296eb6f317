"""The Division Reserve Displays (16.2, D101): units go into reserve and come out of it, in the fifth step of the HQ Phase."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import HEAVY_WEAPONS
from beachhead.games.dday.control import command, command_posts, communication, fields_of_fire
from beachhead.games.dday.counters import marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import BOXES, MOVED, RESERVE, DDayState
from beachhead.games.dday.verbs import DEPLOY, DONE_CODE, TO_RESERVE

STAY: Final = 3
"""Game turns that a unit stays at least: one full day."""
NEAR: Final = 6
"""Hexes from its HQ within which a unit comes back."""


# ---------------------------------------------------------------------- who is in reserve


def is_resting(state: DDayState) -> bool:
    """Whether it is a day of rest."""
    return state.turn <= state.resting


@enforces(FAMILY, "16.3-b", "16.2")
def is_in_reserve(state: DDayState, unit: int) -> bool:
    """Whether a unit is in reserve: in its display, or, on a day of rest, anywhere ashore or in a box but in an intense field of
    fire."""
    place = state.where[unit]
    if place == RESERVE:
        return True
    if not is_resting(state):
        return False
    return place <= BOXES or (place >= 0 and not fields_of_fire.intense_now(state) >> place & 1)


# ---------------------------------------------------------------------- going in


@enforces(FAMILY, "16.2-a")
def refuse_entry(state: DDayState, unit: int) -> Refusal | None:
    """Why a unit cannot go into reserve now; None if it can. One that has just come out stays out."""
    if may_enter(state, unit):
        return None
    name, place = state.ruleset.unit_ids[unit], state.where[unit]
    if place < 0:
        return Refusal("16.2-a", f"{name} is not on the map", (name,))
    if state.acted[unit] & MOVED:
        return Refusal("16.2-a", f"{name} has just come out of reserve", (name,))
    if command_posts.is_post(state, unit):
        return Refusal("16.2-a", f"{name} is a command post; abandon it first", (name,), ("15.1.1",))
    where = state.ruleset.hex_name(place)
    return Refusal("16.2-a", f"{name} is in {where}, in the field of fire of a Japanese position", (name,))


@enforces(FAMILY, "16.2-a")
def may_enter(state: DDayState, unit: int) -> bool:
    """Whether a unit can go into reserve now."""
    place = state.where[unit]
    return (
        place >= 0
        and not fields_of_fire.field_now(state) >> place & 1
        and not state.acted[unit] & MOVED
        and not command_posts.is_post(state, unit)
    )


@enforces(FAMILY, "16.2-a", "16.2-b")
def enter(state: DDayState, unit: int) -> None:
    """A unit goes into its division's display for a full day at least; it is in order again there, and its hero goes along."""
    state.disrupted[unit] = 0
    state.put(unit, RESERVE)
    state.returns[unit] = state.turn + STAY
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("reserve", "16.2-a", f"{name} goes into reserve", {"unit": name, "until": state.returns[unit]})


# ---------------------------------------------------------------------- coming out


@enforces(FAMILY, "16.2-e")
def anchors(state: DDayState, unit: int) -> list[int]:
    """The hexes from which a unit's way back is measured: that of its regimental HQ or command post; if it is not on the map,
    those of the other regimental HQs of the division. Where HQs are not used, of its heavy weapons company, or of any unit of
    the regiment (D101)."""
    ruleset, where = state.ruleset, state.where
    regiment = ruleset.regiment[unit] or state.assigned[unit]
    if not command.is_normal(state):
        mine = [
            other
            for other in range(ruleset.unit_count)
            if where[other] >= 0
            and other != unit
            and ruleset.division[other] == ruleset.division[unit]
            and ruleset.regiment[other]
            and regiment in (0, ruleset.regiment[other])
        ]
        heavy = [where[other] for other in mine if ruleset.kind[other] == HEAVY_WEAPONS]
        return heavy or sorted({where[other] for other in mine})
    own = ruleset.regimental_hq.get(regiment, -1)
    if own >= 0 and own != unit and where[own] >= 0:
        return [where[own]]
    staffs = [hq for hq in ruleset.regimental_hq.values() if ruleset.division[hq] == ruleset.division[unit] and where[hq] >= 0]
    return [where[hq] for hq in staffs]


@enforces(FAMILY, "16.2-e")
def open_hexes(state: DDayState) -> int:
    """The hexes into which units come back: in US communication, which is out of all Japanese fields, and open to US units."""
    return communication.us_communication(state) & ~state.jp_mask & ~state.ruleset.ways.closed


@enforces(FAMILY, "16.2-e")
def near_hexes(state: DDayState, unit: int) -> int:
    """The land within six hexes of what a unit's way back is measured from. The first HQ of a division that has none on the map
    comes back wherever it can."""
    ground = state.ruleset.ground
    places = anchors(state, unit)
    if not places:
        return ground.land_mask if state.ruleset.is_regimental_hq[unit] else 0
    found = 0
    for anchor in places:
        found |= ground.grid.within(anchor, NEAR)
    return found & ground.land_mask


@enforces(FAMILY, "16.2-e", "7.5")
def full_hexes(state: DDayState, unit: int, ground: int) -> int:
    """Those of some hexes in which a unit would be one too many; the stacking limit holds for those who come out of reserve
    (D101)."""
    found = 0
    for place in spaces_of(ground & state.us_mask):
        if marines.excess(state, [*state.us_at[place], unit]):
            found |= 1 << place
    return found


@enforces(FAMILY, "16.2-e")
def leave(state: DDayState, unit: int, place: int) -> None:
    """A unit comes out of reserve."""
    state.returns[unit] = 0
    state.put(unit, place)
    state.acted[unit] |= MOVED
    if state.sink is not None:
        name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
        state.happened("deployed", "16.2-e", f"{name} comes out of reserve in {where}", {"unit": name, "hex": where})


@enforces(FAMILY, "16.2-b", "16.2-e", "7.5")
def refuse_return(state: DDayState, unit: int, place: int) -> Refusal:
    """Why a unit cannot come out of reserve in a hex."""
    name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
    if state.where[unit] != RESERVE:
        return Refusal("16.2-e", f"{name} is not in reserve", (name,))
    if state.returns[unit] > state.turn:
        return Refusal("16.2-b", f"{name} stays in reserve until GT {state.returns[unit]}", (name,))
    if not open_hexes(state) >> place & 1:
        return Refusal("16.2-e", f"{where} is in a Japanese field of fire, closed, or out of US communication", (name,))
    if not near_hexes(state, unit) >> place & 1:
        return Refusal("16.2-e", f"{where} is not within six hexes of the HQ of {name}", (name,))
    return Refusal("7.5", f"{where} has no room for {name}", (name,), ("16.2-e",))


# ---------------------------------------------------------------------- the step


@enforces(FAMILY, "4.0-II-5", "16.2-a", "16.2-e")
def begin_transfers(state: DDayState) -> None:
    """Step 5 of the HQ Phase: into reserve, and out of it."""
    state.clear_marks(MOVED)
    state.push(Transfers)


class Transfers(Question[DDayState]):
    """Units go into reserve, and those that have been there for a day come out."""

    name = "reserve"
    case = "4.0-II-5"
    over = "no other unit can go into reserve or leave it"
    pushed_by = ("hq phase",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.HQ

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Put units that no Japanese position sees into reserve, bring rested ones back near their HQs, or finish."

    @enforces(FAMILY, "4.0-II-5", "16.2-a", "16.2-b", "16.2-e")
    def choices(self, state: DDayState) -> Choices:
        bases: list[int] = []
        masks: list[int] = []
        ground, near, full = -1, dict[tuple[int, int], int](), dict[tuple[bool, bool], int]()
        ruleset = state.ruleset
        for unit in range(ruleset.unit_count):
            if state.where[unit] == RESERVE and state.returns[unit] <= state.turn:
                if ground < 0:
                    ground = open_hexes(state)
                regiment = ruleset.regiment[unit] or state.assigned[unit]
                key = ruleset.division[unit], -unit if ruleset.is_regimental_hq[unit] else regiment
                if key not in near:
                    near[key] = near_hexes(state, unit)
                # All that stacking asks of a unit (`marines.excess`).
                kind = ruleset.is_rifle[unit], ruleset.is_regimental_hq[unit]
                if kind not in full:
                    full[kind] = full_hexes(state, unit, ground)
                bases.append(pack(DEPLOY, unit))
                masks.append(ground & near[key] & ~full[kind])
        after = [pack(TO_RESERVE, unit) for place in sorted(state.us_at) for unit in state.us_at[place] if may_enter(state, unit)]
        return Rows(bases, masks, after=[*after, DONE_CODE])

    def take_to_reserve(self, state: DDayState, unit: int) -> None:
        enter(state, unit)

    def refuse_to_reserve(self, state: DDayState, unit: int) -> Refusal:
        return refuse_entry(state, unit) or Refusal("16.2-a", "that is not possible now")

    def take_deploy(self, state: DDayState, unit: int, place: int) -> None:
        leave(state, unit, place)

    def refuse_deploy(self, state: DDayState, unit: int, place: int) -> Refusal:
        return refuse_return(state, unit, place)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


STEPS: Final[tuple[AnyStep, ...]] = (Transfers(),)
