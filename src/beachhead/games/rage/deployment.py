"""Set-up (chapter 4): the Japanese player deploys in secret; the U.S. set-up is printed."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import mask_of
from beachhead.boards.rows import Rows
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.concealment import OWNER_ONLY
from beachhead.games.rage.phases import SETUP
from beachhead.games.rage.questions import Ask
from beachhead.games.rage.state import ABSENT, FAMILY, JP, UNSET, RageState
from beachhead.games.rage.turn.sequence import GameTurn
from beachhead.games.rage.verbs import DEPLOY_CODES, DIG_CODES, DONE_CODE, PLAN

STREAM: Final = "deployment"
"""A random deployment is drawn from dice of its own: it must not shift those that everybody sees."""


@enforces(FAMILY, "4", "4.1-a", "4.1-c", "4.2-a", "4.2-b", "4.2-c", "4.2-d", "3-facing-setup", "2.2", "3-control")
def first_position(state: RageState) -> None:
    """Turn 1, no points, no markers on the map, the whole island Japanese; U.S. units where they start, all upright.

    The small counters of the regiments need no place: steps are a number here.
    """
    for unit in state.ruleset.japanese:
        state.concealed[unit] = state.where[unit] != ABSENT
    state.push(GameTurn)
    state.push(Deployment)


class Deployment(Ask):
    """All Japanese units and 21 Caves go onto the Military Operations map. The U.S. player sees no more than that it goes on."""

    name = "setup"
    case = "4.2-e"
    pushed_by = ("turn",)
    phase = SETUP

    def side(self, state: RageState) -> int:
        return JP

    def prompt(self, state: RageState) -> str:
        return "Japan sets up its units and Caves on the Military Operations map."

    @enforces(FAMILY, "4.1-b", "4.2-e")
    def choices(self, state: RageState) -> Choices:
        """Any unit anywhere up to ten in an area, a tank on a hill too (R27); two Caves in an area at most."""
        ruleset, where = state.ruleset, state.where
        rows = [DEPLOY_CODES[unit] for unit in ruleset.japanese_units if where[unit] == UNSET]
        limits = ruleset.components.setup_limits
        missing = limits.caves_total - sum(state.caves)
        if not rows and not missing:
            return [DONE_CODE]
        others = [DIG_CODES[area] for area in undug(state)] if missing else []
        others += ruleset.plan_codes
        return Rows(rows, [mask_of(room(state))] * len(rows) if rows else [], after=others)

    def take_deploy(self, state: RageState, unit: int, area: int) -> None:
        """A unit goes onto the Military Operations map."""
        state.where[unit] = area
        if state.sink is not None:
            name, where, id = state.name(unit), state.area_name(area), state.ruleset.areas[area].id
            state.tell("deployed", "4.2-e", f"{name} is set up in {where}", seen_by=OWNER_ONLY, unit=name, area=id)

    @enforces(FAMILY, "4.1-note")
    def take_dig(self, state: RageState, area: int) -> None:
        """A Cave goes onto the Military Operations map. Nothing else ever adds one."""
        state.caves[area] += 1
        if state.sink is not None:
            where = state.area_name(area)
            state.tell("dug", "4.1-b", f"A Cave is set up in {where}", seen_by=OWNER_ONLY, area=state.ruleset.areas[area].id)

    def take_done(self, state: RageState) -> None:
        state.stack.pop()

    def take_plan(self, state: RageState, number: int) -> None:
        """Whatever is not placed yet goes where the plan says, or as near in map order as there is room."""
        ruleset = state.ruleset
        name = ruleset.names[PLAN].full[number]
        plan = ruleset.components.plans.get(name)
        draw = state.dice.below
        limits = ruleset.components.setup_limits
        for unit in ruleset.japanese:
            if state.where[unit] == UNSET:
                areas = room(state)
                wish = ruleset.area_number[plan.units[ruleset.units[unit].id]] if plan else areas[draw(len(areas), STREAM)]
                state.where[unit] = wish if wish in areas else nearest(areas, wish)
        wishes = [ruleset.area_number[area] for area, count in plan.caves.items() for _ in range(count)] if plan else []
        areas = undug(state)
        for _ in range(limits.caves_total - sum(state.caves)):
            if plan is None:
                area = areas[draw(len(areas), STREAM)]
            else:
                short = [area for area in areas if state.caves[area] < wishes.count(area)]
                area = (short or areas)[0]
            state.caves[area] += 1
            if state.caves[area] >= limits.caves_per_area:
                areas.remove(area)
        text = "The rest is set up " + ("by a prepared plan" if plan else "at random")
        state.tell("planned", "4.2-e", text, seen_by=OWNER_ONLY, plan=name)

    def refuse_done(self, state: RageState) -> Refusal:
        total = state.ruleset.components.setup_limits.caves_total
        return Refusal("4.2-e", f"Set up all units and exactly {total} Caves first", (), ("4.1-b",))

    def refuse_plan(self, state: RageState, number: int) -> Refusal:
        return Refusal("4.2-e", "Everything is already set up")

    def refuse_dig(self, state: RageState, area: int) -> Refusal:
        limits = state.ruleset.components.setup_limits
        if sum(state.caves) >= limits.caves_total:
            return Refusal("4.1-b", f"All {limits.caves_total} Caves are already placed")
        return Refusal("4.1-b", f"{state.area_name(area)} already has {limits.caves_per_area} Caves, the limit for an area")

    def refuse_deploy(self, state: RageState, unit: int, area: int) -> Refusal:
        name, most = state.name(unit), state.ruleset.components.setup_limits.units_per_area
        if unit not in state.ruleset.japanese:
            return Refusal("4.2-e", f"{name} is not a Japanese unit; the U.S. setup is printed", (name,))
        if state.where[unit] != UNSET:
            return Refusal("4.2-e", f"{name} is already set up; undo to move it", (name,))
        return Refusal("3-stacking-limits", f"{state.area_name(area)} already holds {most} units", (name,), ("4.2-e",))


def room(state: RageState) -> list[int]:
    """Areas that can take one more unit in the set-up."""
    most = state.ruleset.components.setup_limits.units_per_area
    crowds = [0] * len(state.caves)
    for area in state.where:
        if area >= 0:
            crowds[area] += 1
    return [area for area in range(len(crowds)) if crowds[area] < most]


def nearest(areas: list[int], wish: int) -> int:
    """Of some areas the one nearest in map order to another, the first of two that are equally near."""
    best = areas[0]
    for area in areas:
        if abs(area - wish) < abs(best - wish):
            best = area
    return best


def undug(state: RageState) -> list[int]:
    """Areas that can take one more Cave in the set-up."""
    most = state.ruleset.components.setup_limits.caves_per_area
    return [area for area in range(len(state.caves)) if state.caves[area] < most]
