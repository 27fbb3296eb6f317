"""Bombardment, American (chapter 9) and Japanese (chapter 16), with the rocket (22.5)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import VERB_SHIFT, pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage import victory
from beachhead.games.rage.attacks import announce, close_naming, dice_of, forget_naming, taking_part, throw
from beachhead.games.rage.concepts import reveal_all, show_all_caves
from beachhead.games.rage.markers import collapse, lose_marker
from beachhead.games.rage.rows import proposed, take_losses, under_attack
from beachhead.games.rage.ruleset import ACCEPT, ACCEPT_CODE, ACTIVATE, BOMBARD, DONE, DONE_CODE, RANK, REVEAL, SHOW
from beachhead.games.rage.state import BLAST, FAMILY, JP, JP_BOMBARDMENT, LOST, SUPPORT, US_BOMBARDMENT, RageState
from beachhead.games.rage.windows import AskJapan, AskUS

_RANK = [pack(RANK, unit) for unit in range(256)]


# ---------------------------------------------------------------------- naming


@enforces(FAMILY, "2.1.1-4-range", "2.1.1-4-term", "9.1.2-a", "9.1.2-b", "16-3", "16-a-3", "16-a-4", "22.5-a")
def reach(state: RageState, unit: int) -> Sequence[int]:
    """Areas that an artillery unit on the map may fire at: its own alone when in contact, else what its range covers (R7).

    U.S. guns are bound by Revealed units only; at that moment no Concealed one can be with them (R67).
    """
    ruleset, area = state.ruleset, state.where[unit]
    bound = state.has_us(area) if unit in ruleset.japanese else bool(state.revealed_in(area))
    if bound:
        return (area,)
    if ruleset.unlimited[unit]:
        return ruleset.all_areas
    return ruleset.with_neighbours[area]


@enforces(FAMILY, "5.2.3", "9-a")
def begin_us(state: RageState) -> None:
    """The U.S. player names targets, if he likes."""
    forget_naming(state)
    state.attack = US_BOMBARDMENT
    state.push(state.ruleset.step.bombard)


class Bombard(AskUS):
    """Naming is open, pick by pick; nothing is resolved before it is closed."""

    name, case, calls_third = "bombard", "9.1-a", True
    verbs = (BOMBARD, DONE)

    def prompt(self, state: RageState) -> str:
        return "Name units and the areas they bombard. All are fixed before the first dice."

    @enforces(FAMILY, "9-a", "9-b", "9.1-a", "9.1-b", "9.1-c", "9.1.1-a", "9.1.1-b", "3-facing-fired")
    def choices(self, state: RageState) -> Sequence[int]:
        """Support flies anywhere, five to an area; artillery on the map fires as far as it can. A unit has one target (R17)."""
        ruleset, aim = state.ruleset, state.aim
        codes: list[int] = []
        most = ruleset.components.stacking.us_support
        ready = [u for u in ruleset.support if state.where[u] == SUPPORT and aim[u] < 0 and not state.grounded[u]]
        if ready:
            full = [area for area in ruleset.all_areas if sum(aim[u] == area for u in ruleset.support) >= most]
            for unit in ready:
                row = ruleset.bombard_codes[unit]
                codes += row if not full else [row[area] for area in ruleset.all_areas if area not in full]
        for unit in ruleset.us_ground:
            if ruleset.is_gun[unit] and state.where[unit] >= 0 and aim[unit] < 0 and not state.fired[unit]:
                row = ruleset.bombard_codes[unit]
                codes += [row[area] for area in reach(state, unit)]
        return [*codes, *self.third(state), DONE_CODE]

    def take(self, state: RageState, code: int) -> None:
        verb, unit, area, _ = unpack(code)
        if verb == ACTIVATE:
            self.activate(state, unit)
        elif verb == BOMBARD:
            state.aim[unit] = area
            if state.sink is not None:
                name, where = state.name(unit), state.area_name(area)
                text = f"{name} is to bombard {where}"
                state.tell("named", "9.1-a", text, area=state.ruleset.areas[area].id, units=[name])
        else:
            self.close(state)

    @enforces(FAMILY, "9.1-a", "9.2-a", "9.2-b")
    def close(self, state: RageState) -> None:
        """Caves of all targets come out, before any dice; units do not."""
        step = state.ruleset.step
        if not close_naming(state):
            state.stack.pop()
            return
        for area in state.pending:
            show_all_caves(state, area, "9.2-a")
        state.replace(step.resolve)
        if state.fog():
            state.push(step.targets)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        name, ruleset = state.name(first), state.ruleset
        if first in ruleset.japanese:
            return Refusal("9-a", f"{name} is no U.S. unit", (name,))
        if not ruleset.is_gun[first]:
            return Refusal("2.1.1-4-term", f"{name} has no Bombardment Rating", (name,))
        if state.aim[first] >= 0:
            return Refusal("9.1-c", f"{name} has been named against {state.area_name(state.aim[first])}", (name,))
        if first in ruleset.support:
            if state.grounded[first]:
                return Refusal("9.1.1-a", f"{name} is grounded by the weather", (name,), ("6-c",))
            if state.where[first] != SUPPORT:
                return Refusal("9.1.1-a", f"{name} is not in the American Support Box", (name,))
            return Refusal(
                "9.1.1-b", f"Five support units are named against {state.area_name(second)}", (name,), ("3-stacking-limits",)
            )
        if state.where[first] < 0:
            return Refusal("9.1.2-a", f"{name} is not on the island", (name,))
        if state.fired[first]:
            return Refusal("3-facing-fired", f"{name} has fired", (name,), ("3-facing-once",))
        if state.revealed_in(state.where[first]):
            return Refusal("9.1.2-b", f"{name} is in contact and may fire only into its own area", (name,))
        return Refusal("2.1.1-4-range", f"{state.area_name(second)} is out of range of {name}", (name,))


@enforces(FAMILY, "16-a", "5.3.2")
def begin_jp(state: RageState) -> None:
    """The Japanese player names in secret until he closes the naming (R59)."""
    forget_naming(state)
    state.attack = JP_BOMBARDMENT
    state.named = 0
    state.push(state.ruleset.step_number["jp bombard"])


class JapaneseBombard(AskJapan):
    """Guns on either map may fire; picking is private, closing is not. It is asked every turn, guns or none."""

    name, case = "jp bombard", "16-a-1"
    verbs = (BOMBARD, DONE)

    def prompt(self, state: RageState) -> str:
        return "Japan names the units that bombard, and their targets."

    @enforces(FAMILY, "16-1", "16-2", "16-3", "16-a-2", "16-a-3", "16-a-4")
    def choices(self, state: RageState) -> Sequence[int]:
        ruleset, codes = state.ruleset, list[int]()
        for unit in ruleset.japanese_guns:
            if state.where[unit] >= 0 and state.aim[unit] < 0 and not state.fired[unit]:
                row = ruleset.bombard_codes[unit]
                codes += [row[area] for area in reach(state, unit)]
        return [*codes, *self.unveilings(state), DONE_CODE]

    def answer(self, state: RageState, code: int) -> None:
        verb, unit, area, _ = unpack(code)
        if verb == DONE:
            self.close(state)
            return
        state.aim[unit] = area
        if state.sink is not None:
            name, where = state.name(unit), state.area_name(area)
            state.tell("picked", "16-a-1", f"{name} is to bombard {where}", seen_by=("jp",), unit=name)

    @enforces(FAMILY, "16-a-1", "16-2", "16-a-7")
    def close(self, state: RageState) -> None:
        """Concealed firers come out first (R51), then all is announced. No Cave is looked for."""
        reveal_all(state, [u for u in state.ruleset.japanese_guns if state.aim[u] >= 0 and state.concealed[u]], "16-2")
        if announce(state, "16-a-1", "bombard"):
            state.replace(state.ruleset.step.resolve)
        else:
            state.stack.pop()

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        name, ruleset = state.name(first), state.ruleset
        if first not in ruleset.japanese:
            return Refusal("16-1", f"{name} is no Japanese unit", (name,))
        if not ruleset.is_gun[first]:
            return Refusal("16-1", f"{name} has no Bombardment Rating", (name,), ("2.1.1-4-term",))
        if state.where[first] < 0:
            return Refusal("16-a", f"{name} is not on the map", (name,))
        if state.aim[first] >= 0:
            return Refusal("16-a-2", f"{name} has been named against {state.area_name(state.aim[first])}", (name,))
        if state.fired[first]:
            return Refusal("16-a-2", f"{name} has fired", (name,), ("3-facing-fired",))
        if state.has_us(state.where[first]):
            return Refusal("16-a-3", f"{name} is in contact and may fire only into its own area", (name,))
        return Refusal("16-3", f"{state.area_name(second)} is out of range of {name}", (name,), ("2.1.1-4-range",))


# ---------------------------------------------------------------------- execution


@enforces(FAMILY, "9.3.1", "16-a", "22.5-a")
def roll(state: RageState, area: int) -> None:
    """The dice of one target area, and what has to follow on the stack."""
    kind, step = state.attack, state.ruleset.step
    units = taking_part(state, area)
    rocket = any(state.ruleset.is_rocket[unit] for unit in units)
    throw(state, kind, area, units, dice_of(state, kind, area, units), rocket=rocket)
    if kind == JP_BOMBARDMENT:
        state.push(step.shelled)
        if state.damage:
            state.push(step.rank)
        else:
            state.skip(state.ruleset.steps[step.rank])
        return
    state.push(step.blasted)
    if state.fog():
        state.push(step.dice)


class Blasted(Step[RageState]):
    """A U.S. bombardment after its dice: the row of the Revealed, their losses, then whoever is Concealed."""

    name = "blasted"

    @enforces(FAMILY, "9-c", "9.3.3-2", "9.3.3-3", "9.3.3-5")
    def settle(self, state: RageState) -> bool:
        """Nobody American is touched. What the Revealed leave over goes to the Concealed, if there can be any."""
        step, stack = state.ruleset.step, state.stack
        if state.damage and not state.row:
            state.row = under_attack(state)
            if len(state.row) > 1:
                state.row = []
                state.push(step.rank)
                return False
        state.skip(state.ruleset.steps[step.rank])
        take_losses(state, "9.3.3-2")
        if state.outcome is not None:
            return False
        stack[-1] = (step.fallen,)
        if state.damage and 1 in state.concealed:
            state.memory.append((BLAST, state.turn, state.area, state.damage))
            state.row = []
            state.push(step.losses)
        return False


class Losses(AskJapan):
    """The losses of Concealed units, out of sight. The window opens whoever is there, and ends when its owner says so (R62)."""

    name, case = "losses", "9.3.3-3"
    verbs = (RANK, ACCEPT, DONE)

    def prompt(self, state: RageState) -> str:
        return f"{state.damage} damage is left for Concealed units in {state.area_name(state.area)}, if there are any."

    def rest(self, state: RageState) -> list[int]:
        """Concealed units there that have no place in the row yet."""
        return [unit for unit in state.concealed_in(state.area) if unit not in state.row]

    @enforces(FAMILY, "9.3.3-3")
    def choices(self, state: RageState) -> Sequence[int]:
        """Order them, as long as the order matters. Who is being hit cannot step into the open to be spared (R68)."""
        rest = self.rest(state)
        if len(rest) > 1 and state.damage < sum(state.steps[unit] for unit in (*rest, *state.row)):
            codes = [*(_RANK[unit] for unit in rest), ACCEPT_CODE]
        else:
            codes = [DONE_CODE]
        hit = state.concealed_in(state.area)
        return codes + [code for code in self.unveilings(state) if code >> VERB_SHIFT == SHOW or unpack(code)[1] not in hit]

    @enforces(FAMILY, "9.3.3-4", "9.3.3-5")
    def answer(self, state: RageState, code: int) -> None:
        verb, unit, _, _ = unpack(code)
        if verb == RANK:
            state.row.append(unit)
        elif verb == ACCEPT:
            state.row += proposed(state, self.rest(state), JP)
        else:
            state.row += self.rest(state)
            take_losses(state, "9.3.3-4")
            state.damage = 0
            state.row = []
            if state.outcome is None:
                state.stack.pop()

    def refuse(self, state: RageState, code: int) -> Refusal:
        verb, unit, _, _ = unpack(code)
        if verb == REVEAL and unit in state.concealed_in(state.area):
            name = state.name(unit)
            return Refusal("9.3.3-3", f"{name} is among those who take these losses and cannot step out of the row", (name,))
        return super().refuse(state, code)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        if verb == DONE:
            return Refusal("9.3.3-3", "Rank the Concealed units first")
        if verb == ACCEPT:
            return Refusal("9.3.3-3", "There is nothing to rank")
        name = state.name(first)
        return Refusal("9.3.3-3", f"{name} is not one of the units to be ranked", (name,))


class Fallen(Step[RageState]):
    """The end of a U.S. bombardment: a Cave falls in, guns turn, support flies home."""

    name = "fallen"

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
                    state.tell("eliminated", "22.5-d", f"{state.name(unit)} is used up", unit=state.name(unit))
            else:
                state.fired[unit] = 1
        victory.check_units(state)
        return False
