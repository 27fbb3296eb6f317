"""Set-up of the line (18.0, 18.6.1-a): battalions and heavy weapons companies, then the HQs of regiments."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.counters import marines
from beachhead.games.dday.island import front_line
from beachhead.games.dday.island.front_line import Entry
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.setup import defaults
from beachhead.games.dday.setup.setting_up import SettingUp, deployed, with_rest
from beachhead.games.dday.state import LOST, READY, DDayState
from beachhead.games.dday.verbs import ARRANGE_CODE, DEPLOY

HQ_REACH: Final = 2
"""How far the HQ of a regiment sets up from its heavy weapons company."""


# ---------------------------------------------------------------------- battalions and heavy weapons companies


def current_entry(state: DDayState) -> Entry | None:
    """The battalion or regiment whose turn it is."""
    for entry in state.ruleset.lineup.entries:
        for unit in entry.units:
            if state.where[unit] == READY:
                return entry
    return None


@enforces(FAMILY, "7.5.2-b", "18.0-setup-hex", "18.0-setup-regiment")
def open_hexes(state: DDayState, entry: Entry, rifle: bool) -> int:
    """Where a company, or a unit of another kind, of a battalion may set up: within the stacking limit, and so that everybody who
    is still to come finds room."""
    ruleset = state.ruleset
    rifles: dict[int, int] = {}
    others: dict[int, int] = {}
    for place, units in state.us_at.items():
        for unit in units:
            if not ruleset.is_regimental_hq[unit]:
                row = rifles if ruleset.is_rifle[unit] else others
                row[place] = row.get(place, 0) + 1
    waiting: list[tuple[int, bool]] = []
    mine = entry.mask & ~state.jp_mask
    for other in ruleset.lineup.entries:
        mask = other.mask & ~state.jp_mask
        waiting += [(mask, ruleset.is_rifle[unit]) for unit in other.units if state.where[unit] == READY]
    return front_line.open_seats(rifles, others, waiting, (mine, rifle))


class Deploying(SettingUp):
    """Battalion by battalion, its units go in or next to their hex."""

    name = "set-up units"
    case = "18.0-setup-hex"

    def prompt(self, state: DDayState) -> str:
        entry = current_entry(state)
        if entry is None:
            return "Every battalion is set up."
        name = entry.name.replace("rgt ", "Regiment ")
        return f"Set up {name} in or next to {state.ruleset.hex_name(entry.place)}."

    @enforces(FAMILY, "18.0-setup-hex", "18.0-startline", "18.6.1-a", "18.7.1-a", "18.8.1-b")
    def choices(self, state: DDayState) -> Choices:
        entry = current_entry(state)
        if entry is None:
            return []
        masks: dict[bool, int] = {}
        bases, rows = [], []
        for unit in entry.units:
            if state.where[unit] == READY:
                rifle = state.ruleset.is_rifle[unit]
                if rifle not in masks:
                    masks[rifle] = open_hexes(state, entry, rifle)
                bases.append(pack(DEPLOY, unit))
                rows.append(masks[rifle])
        found = Rows(bases, rows, after=[ARRANGE_CODE])
        return found if len(found) > 2 else [found[0]] if len(found) > 1 else []

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_hex(state, codes)

    def take_deploy(self, state: DDayState, unit: int, place: int) -> None:
        deployed(state, unit, place, self.case)

    def refuse_deploy(self, state: DDayState, unit: int, place: int) -> Refusal:
        name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
        entry = current_entry(state)
        if entry is None or unit not in entry.units or state.where[unit] != READY:
            if state.where[unit] != READY:
                return Refusal("18.3.2", f"{name} is not waiting to be set up", (name,))
            first = entry.name if entry else "the units that are asked for"
            return Refusal("18.3.2", f"{name} sets up later; set up {first} first", (name,))
        return refuse_hex(state, unit, place, entry) or Refusal(
            "7.5.2-b", f"in {where} {name} would take the room that others need; choose another hex", (name,), ("18.0-setup-hex",)
        )


@enforces(FAMILY, "18.0-startline", "18.0-setup-hex")
def refuse_hex(state: DDayState, unit: int, place: int, entry: Entry) -> Refusal | None:
    """Why a unit of a battalion cannot set up in a hex, as far as its own hex, the line and the stack there are concerned."""
    ruleset, name, where = state.ruleset, state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
    plan, home = ruleset.lineup, ruleset.hex_name(entry.place)
    if ruleset.ground.distance[entry.place][place] > 1:
        case = "18.0-setup-regiment" if entry.name.startswith("rgt") else "18.0-setup-hex"
        return Refusal(case, f"{name} sets up in or next to {home}, and {where} is farther away", (name,))
    if not plan.area >> place & 1:
        return Refusal("18.0-startline", f"{where} is beyond the start line", (name,))
    if not entry.mask >> place & 1:
        return Refusal("18.0-startline", f"{home} is not on the start line, so {name} must stay off it, too", (name,))
    if state.jp_mask >> place & 1:
        return Refusal("18.0-setup-hex", f"there are Japanese in {where}", (name,))
    if marines.excess(state, (*state.units_in(place), unit)):
        return Refusal("7.5.2-b", f"{where} holds all the units that stacking allows", (name,))
    return None


# ---------------------------------------------------------------------- HQs of regiments


def company_of(state: DDayState, regiment: int) -> int:
    """The heavy weapons company of a regiment."""
    ruleset = state.ruleset
    return next(unit for unit in range(ruleset.unit_count) if ruleset.regiment[unit] == regiment and ruleset.is_heavy[unit])


def anchors(state: DDayState, regiment: int) -> int:
    """The hexes from which the distance of a regiment's HQ is measured: that of its heavy weapons company, or, if that is lost,
    those of all its units."""
    ruleset = state.ruleset
    company = company_of(state, regiment)
    if state.where[company] >= 0:
        return 1 << state.where[company]
    found = 0
    if state.where[company] == LOST:
        for unit, place in enumerate(state.where):
            if place >= 0 and ruleset.regiment[unit] == regiment:
                found |= 1 << place
    return found


def next_staff(state: DDayState) -> int:
    """The HQ that is placed next; -1 if there is none."""
    ruleset = state.ruleset
    for regiment in ruleset.regiments:
        if state.where[ruleset.regimental_hq[regiment]] == READY:
            return ruleset.regimental_hq[regiment]
    return -1


@enforces(FAMILY, "18.6.1-a", "18.7.1-a", "18.8.1-b", "18.9.3-a", "5.3-e")
def staff_hexes(state: DDayState, unit: int) -> int:
    """Hexes within two of the regiment's heavy weapons company, on ground that the U.S. has in the scenario, without Japanese."""
    ruleset = state.ruleset
    found = ruleset.ground.around(anchors(state, ruleset.regiment[unit]), HQ_REACH) & ruleset.ground.land_mask
    if ruleset.lineup.area:
        found &= ruleset.lineup.area
    return found & ~state.jp_mask & ~ruleset.ways.closed


class Staffs(SettingUp):
    """The HQs of regiments, within two hexes of their heavy weapons companies."""

    name = "set-up hqs"
    case = "18.6.1-a"

    def case_now(self, state: DDayState) -> str:
        number = state.ruleset.setup.number
        return {4: "18.7.1-a", 5: "18.8.1-b", 6: "18.9.3-a"}.get(number, self.case)

    def prompt(self, state: DDayState) -> str:
        unit = next_staff(state)
        if unit < 0:
            return "Every regimental HQ is placed."
        regiment = state.ruleset.regiment[unit]
        return f"Place {state.ruleset.unit_ids[unit]} within two hexes of HW/{regiment}."

    def choices(self, state: DDayState) -> Choices:
        unit = next_staff(state)
        if unit < 0:
            return []
        return with_rest([pack(DEPLOY, unit, place) for place in spaces_of(staff_hexes(state, unit))])

    def default(self, state: DDayState, codes: list[int]) -> int:
        return defaults.best_staff_hex(state, codes)

    def take_deploy(self, state: DDayState, unit: int, place: int) -> None:
        deployed(state, unit, place, self.case_now(state))

    def refuse_deploy(self, state: DDayState, unit: int, place: int) -> Refusal:
        ruleset, name, where = state.ruleset, state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
        case, wanted = self.case_now(state), next_staff(state)
        if unit != wanted:
            return Refusal(case, f"place {ruleset.unit_ids[wanted]} first", (name,))
        anchor = anchors(state, ruleset.regiment[unit])
        if not ruleset.ground.around(anchor, HQ_REACH) >> place & 1:
            return Refusal(case, f"{where} is more than two hexes from HW/{ruleset.regiment[unit]}", (name,))
        if state.jp_mask >> place & 1:
            return Refusal("11.2.2", f"there are Japanese in {where}", (name,))
        return Refusal("18.0-startline", f"{where} is not U.S. ground in this scenario", (name,))
