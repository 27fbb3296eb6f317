"""Bombardment, American (chapter 9) and Japanese (chapter 16), with the rocket (22.5)."""

from __future__ import annotations

from typing import Any

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import unpack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage import victory
from beachhead.games.rage.combat.attacks import (
    Resolve,
    aimed_at,
    announce,
    close_naming,
    collapse,
    dice_of,
    forget_naming,
    taking_part,
    throw,
)
from beachhead.games.rage.combat.loss_order import Rank, proposed, take_losses, under_attack
from beachhead.games.rage.concealment import reveal_all, show_all_caves
from beachhead.games.rage.memory import BLAST
from beachhead.games.rage.phases import JP_BOMBARDMENT_PHASE, US_BOMBARDMENT_PHASE
from beachhead.games.rage.questions import AskJapan
from beachhead.games.rage.state import FAMILY, JP, JP_BOMBARDMENT, LOST, SUPPORT, US_BOMBARDMENT, RageState
from beachhead.games.rage.turn.construction import lose_marker
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import ACCEPT_CODE, BOMBARD_CODES, DONE_CODE, RANK_CODES, SHOW
from beachhead.games.rage.windows import DiceWindow, TargetsWindow

# ---------------------------------------------------------------------- naming


@enforces(FAMILY, "2.1.1-4-range", "2.1.1-4-term", "9.1.2-a", "9.1.2-b", "16-3", "16-a-3", "16-a-4", "22.5-a")
def reach_mask(state: RageState, unit: int) -> int:
    """Areas that an artillery unit on the map may fire at, as bits: its own alone in contact, else what its range covers (R7).

    U.S. guns are bound by Revealed units only; at that moment no Concealed one can be with them (R67).
    """
    ruleset, area = state.ruleset, state.where[unit]
    if state.has_us(area) if unit >= ruleset.first_japanese else state.has_revealed(area):
        return 1 << area
    return ruleset.every_area if ruleset.unlimited[unit] else ruleset.within_one[area]


def reach(state: RageState, unit: int) -> list[int]:
    """The same as a list."""
    return spaces_of(reach_mask(state, unit))


@enforces(FAMILY, "9.1.1-b")
def support_areas(state: RageState) -> int:
    """Areas that one more support unit may be aimed at, as bits."""
    ruleset, aim = state.ruleset, state.aim
    most, found = ruleset.components.stacking.us_support, ruleset.every_area
    aimed = [aim[unit] for unit in ruleset.support_units if aim[unit] >= 0]
    if len(aimed) >= most:
        for area in aimed:
            if aimed.count(area) >= most:
                found &= ~(1 << area)
    return found


@enforces(FAMILY, "5.2.3", "9-a")
def begin_us(state: RageState) -> None:
    """The U.S. player names targets, if he likes."""
    forget_naming(state)
    state.attack = US_BOMBARDMENT
    state.push(Bombard)


class Bombard(PhaseDecision):
    """Naming is open, pick by pick; nothing is resolved before it is closed."""

    name = "bombard"
    case = "9.1-a"
    pushed_by = ("turn",)
    phase = US_BOMBARDMENT_PHASE

    def prompt(self, state: RageState) -> str:
        return "Choose bombarding units and their target areas. All targets are set before the first roll."

    @enforces(FAMILY, "9-a", "9-b", "9.1-a", "9.1-b", "9.1-c", "9.1.1-a", "9.1.1-b", "3-facing-fired")
    def choices(self, state: RageState) -> Choices:
        """Support flies anywhere, five to an area; artillery on the map fires as far as it can. A unit has one target (R17)."""
        ruleset, aim, where, grounded, fired = state.ruleset, state.aim, state.where, state.grounded, state.fired
        rows = [BOMBARD_CODES[u] for u in ruleset.support_units if where[u] == SUPPORT and aim[u] < 0 and not grounded[u]]
        areas = [support_areas(state)] * len(rows) if rows else []
        for unit in ruleset.us_guns:
            if where[unit] >= 0 and aim[unit] < 0 and not fired[unit]:
                rows.append(BOMBARD_CODES[unit])
                areas.append(reach_mask(state, unit))
        return Rows(rows, areas, after=[*self.reserves(state), DONE_CODE])

    def take_bombard(self, state: RageState, unit: int, area: int) -> None:
        state.aim[unit] = area
        if state.sink is not None:
            ruleset = state.ruleset
            name, text = ruleset.unit_ids[unit], f"{ruleset.unit_ids[unit]} targets {ruleset.area_names[area]}"
            state.happened("named", "9.1-a", text, {"area": ruleset.area_ids[area], "units": [name]})

    @enforces(FAMILY, "9.1-a", "9.2-a", "9.2-b")
    def take_done(self, state: RageState) -> None:
        """Caves of all targets come out, before any dice; units do not."""
        if not close_naming(state):
            state.stack.pop()
            return
        for area in state.pending:
            show_all_caves(state, area, "9.2-a")
        state.replace(Resolve)
        if state.fog():
            state.push(TargetsWindow)

    def refuse_bombard(self, state: RageState, unit: int, area: int) -> Refusal:
        name, ruleset = state.name(unit), state.ruleset
        if unit in ruleset.japanese:
            return Refusal("9-a", f"{name} is not a U.S. unit", (name,))
        if not ruleset.is_gun[unit]:
            return Refusal("2.1.1-4-term", f"{name} has no Bombardment Rating", (name,))
        if state.aim[unit] >= 0:
            return Refusal("9.1-c", f"{name} already targets {state.area_name(state.aim[unit])}", (name,))
        if unit in ruleset.support:
            if state.grounded[unit]:
                return Refusal("9.1.1-a", f"{name} is grounded by the weather", (name,), ("6-c",))
            if state.where[unit] != SUPPORT:
                return Refusal("9.1.1-a", f"{name} is not in the American Support Box", (name,))
            return Refusal(
                "9.1.1-b", f"Five support units already target {state.area_name(area)}", (name,), ("3-stacking-limits",)
            )
        if state.where[unit] < 0:
            return Refusal("9.1.2-a", f"{name} is not on the island", (name,))
        if state.fired[unit]:
            return Refusal("3-facing-fired", f"{name} has already Fired", (name,), ("3-facing-once",))
        if state.has_revealed(state.where[unit]):
            return Refusal("9.1.2-b", f"{name} is in contact and can fire only into its own area", (name,))
        return Refusal("2.1.1-4-range", f"{state.area_name(area)} is out of range of {name}", (name,))


@enforces(FAMILY, "16-a", "5.3.2")
def begin_jp(state: RageState) -> None:
    """The Japanese player names in secret until he closes the naming (R59)."""
    forget_naming(state)
    state.attack = JP_BOMBARDMENT
    state.named = 0
    state.push(JapaneseBombard)


class JapaneseBombard(AskJapan):
    """Guns on either map may fire; picking is private, closing is not. It is asked every turn, guns or none."""

    name = "jp bombard"
    case = "16-a-1"
    pushed_by = ("turn",)
    phase = JP_BOMBARDMENT_PHASE

    def prompt(self, state: RageState) -> str:
        return "Japan chooses its bombarding units and their target areas."

    @enforces(FAMILY, "16-1", "16-2", "16-3", "16-a-2", "16-a-3", "16-a-4")
    def choices(self, state: RageState) -> Choices:
        where, aim, fired = state.where, state.aim, state.fired
        guns = [unit for unit in state.ruleset.japanese_guns if where[unit] >= 0 and aim[unit] < 0 and not fired[unit]]
        others = [*self.unveilings(state), DONE_CODE]
        if not guns:
            return others
        return Rows([BOMBARD_CODES[unit] for unit in guns], [reach_mask(state, unit) for unit in guns], after=others)

    def take_bombard(self, state: RageState, unit: int, area: int) -> None:
        state.aim[unit] = area
        if state.sink is not None:
            name, where = state.ruleset.unit_ids[unit], state.ruleset.area_names[area]
            state.happened("picked", "16-a-1", f"{name} targets {where}", {"unit": name}, ("jp",))

    @enforces(FAMILY, "16-a-1", "16-2", "16-a-7")
    def take_done(self, state: RageState) -> None:
        """Concealed firers come out first (R51), then all is announced. No Cave is looked for."""
        reveal_all(state, [u for u in state.ruleset.japanese_guns if state.aim[u] >= 0 and state.concealed[u]], "16-2")
        if announce(state, "16-a-1", "bombard"):
            state.replace(Resolve)
        else:
            state.stack.pop()

    def refuse_bombard(self, state: RageState, unit: int, area: int) -> Refusal:
        name, ruleset = state.name(unit), state.ruleset
        if unit not in ruleset.japanese:
            return Refusal("16-1", f"{name} is not a Japanese unit", (name,))
        if not ruleset.is_gun[unit]:
            return Refusal("16-1", f"{name} has no Bombardment Rating", (name,), ("2.1.1-4-term",))
        if state.where[unit] < 0:
            return Refusal("16-a", f"{name} is not on the map", (name,))
        if state.aim[unit] >= 0:
            return Refusal("16-a-2", f"{name} already targets {state.area_name(state.aim[unit])}", (name,))
        if state.fired[unit]:
            return Refusal("16-a-2", f"{name} has already Fired", (name,), ("3-facing-fired",))
        if state.has_us(state.where[unit]):
            return Refusal("16-a-3", f"{name} is in contact and can fire only into its own area", (name,))
        return Refusal("16-3", f"{state.area_name(area)} is out of range of {name}", (name,), ("2.1.1-4-range",))


# ---------------------------------------------------------------------- execution


@enforces(FAMILY, "9.3.1", "16-a", "22.5-a")
def roll(state: RageState, area: int) -> None:
    """The dice of one target area, and what has to follow on the stack."""
    kind, units = state.attack, taking_part(state, area)
    rocket = False
    for unit in units:
        if state.ruleset.is_rocket[unit]:
            rocket = True
    throw(state, kind, area, units, dice_of(state, kind, area, units), rocket=rocket)
    if kind == JP_BOMBARDMENT:
        state.push(Shelled)
        if state.damage:
            state.push(Rank)
        else:
            state.skip(Rank)
        return
    state.push(Blasted)
    if state.fog():
        state.push(DiceWindow)


class Blasted(Step[RageState]):
    """A U.S. bombardment after its dice: the row of the Revealed, their losses, then whoever is Concealed."""

    name = "blasted"
    pushed_by = ("resolve",)

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.attack == US_BOMBARDMENT and aimed_at(state)

    @enforces(FAMILY, "9-c", "9.3.3-2", "9.3.3-3", "9.3.3-5")
    def settle(self, state: RageState) -> bool:
        """Nobody American is touched. What the Revealed leave over goes to the Concealed, if there can be any."""
        if state.damage and not state.row:
            state.row = under_attack(state)
            if len(state.row) > 1:
                state.row = []
                state.push(Rank)
                return False
        state.skip(Rank)
        take_losses(state, "9.3.3-2")
        if state.outcome is not None:
            return False
        state.replace(Fallen)
        if state.damage and 1 in state.concealed:
            state.memory.append((BLAST, state.turn, state.area, state.damage))
            state.row = []
            state.push(Losses)
        return False


class Losses(AskJapan):
    """The losses of Concealed units, out of sight. The window opens whoever is there, and ends when its owner says so (R62)."""

    name = "losses"
    case = "9.3.3-3"
    pushed_by = ("fallen",)

    def prompt(self, state: RageState) -> str:
        return f"{state.damage} damage remains for Concealed units in {state.area_name(state.area)}, if any are there."

    def rest(self, state: RageState) -> list[int]:
        """Concealed units there that have no place in the row yet."""
        return [unit for unit in state.concealed_in(state.area) if unit not in state.row]

    @enforces(FAMILY, "9.3.3-3")
    def choices(self, state: RageState) -> Choices:
        """Order them, as long as the order matters. Who is being hit cannot step into the open to be spared (R68)."""
        rest = self.rest(state)
        if len(rest) > 1 and state.damage < sum(state.steps[unit] for unit in (*rest, *state.row)):
            codes = [*[RANK_CODES[unit] for unit in rest], ACCEPT_CODE]
        else:
            codes = [DONE_CODE]
        hit = state.concealed_in(state.area)
        return codes + [code for code in self.unveilings(state) if verb_of(code) == SHOW or unpack(code)[1] not in hit]

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return set(state.row) <= set(state.concealed_in(state.area))

    def take_rank(self, state: RageState, unit: int) -> None:
        state.row.append(unit)

    def take_accept(self, state: RageState) -> None:
        state.row += proposed(state, self.rest(state), JP)

    @enforces(FAMILY, "9.3.3-4", "9.3.3-5")
    def take_done(self, state: RageState) -> None:
        state.row += self.rest(state)
        take_losses(state, "9.3.3-4")
        state.damage = 0
        state.row = []
        if state.outcome is None:
            state.stack.pop()

    def refuse_reveal(self, state: RageState, unit: int) -> Refusal:
        if unit in state.concealed_in(state.area):
            name = state.name(unit)
            return Refusal("9.3.3-3", f"{name} must take its share of these losses and cannot be Revealed now", (name,))
        return super().refuse_reveal(state, unit)

    def refuse_done(self, state: RageState) -> Refusal:
        return Refusal("9.3.3-3", "Rank the Concealed units first")

    def refuse_accept(self, state: RageState) -> Refusal:
        return Refusal("9.3.3-3", "There is nothing to rank")

    def refuse_rank(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        return Refusal("9.3.3-3", f"{name} is not one of the units to rank", (name,))


class Fallen(Step[RageState]):
    """The end of a U.S. bombardment: a Cave falls in, guns turn, support flies home."""

    name = "fallen"
    pushed_by = ("resolve",)

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.attack == US_BOMBARDMENT and aimed_at(state)

    @enforces(FAMILY, "9.3.4-a", "9.3.4-b", "9.3.5-a", "9.3.5-b", "3-facing-fired", "3-facing-once")
    def settle(self, state: RageState) -> bool:
        """The threshold is a Hit, not damage (R6). Support never leaves its box here: where it flies stands in `aim`."""
        state.stack.pop()
        collapse(state, "9.3.4-a")
        for unit in taking_part(state, state.area):
            if unit < state.ruleset.ground_count:
                state.fired[unit] = 1
            state.aim[unit] = -1
        return False


class Shelled(Step[RageState]):
    """A Japanese bombardment after its dice and its ranking."""

    name = "shelled"
    pushed_by = ("resolve",)

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.attack == JP_BOMBARDMENT and aimed_at(state)

    @enforces(FAMILY, "16-5", "16-6", "16-a-5", "16-a-6", "16-a-9", "22.5-d", "3-facing-fired")
    def settle(self, state: RageState) -> bool:
        """Losses, then the marker (one Hit is enough, R6), facing, and the rocket is spent (R50)."""
        state.stack.pop()
        if state.damage:
            take_losses(state, "16-5")
            if state.outcome is not None:
                return False
        if state.hits:
            lose_marker(state, state.area, "16-6")
        for unit in taking_part(state, state.area):
            state.aim[unit] = -1
            if state.ruleset.is_rocket[unit]:
                state.where[unit] = LOST
                if state.sink is not None:
                    state.happened("eliminated", "22.5-d", f"{state.name(unit)} is expended", {"unit": state.name(unit)})
            else:
                state.fired[unit] = 1
        victory.check_units(state)
        return False
