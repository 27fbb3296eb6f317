"""Japanese fire support (21.0, 23.4): how many markers, where they fall, how strong they are, and what they do unit by unit."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.combat import losses
from beachhead.games.bonins.garrison.placement import because
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.phases import JP_COMBAT
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import DONE_CODE, ROLL_CODE, TARGET

PLACING: Final = 0
FIRING: Final = 1


class BombardRecord(NamedTuple):
    """A bombardment: placing or firing; while placing the markers left and how far the search has come (a place in its order)."""

    step: int
    stage: int = -1
    left: int = 0
    checked: int = 0


@enforces(FAMILY, "21.1-a", "21.1-b", "21.1-c", "rec-fire-track", "11.5")
def available(state: BoninsState) -> int:
    """The highest number on the Fire Support Track that no unit covers."""
    track = state.ruleset.components.fire_track
    return track[len(state.track)] if len(state.track) < len(track) else 0


def begin(state: BoninsState) -> None:
    """The bombardment comes last; its markers are counted when its turn comes."""
    state.clear_barrage()
    state.push(Bombard)


def by_choice(state: BoninsState) -> bool:
    """Whether a Japanese player places the markers as he likes (23.4-a)."""
    return not state.ruleset.solitaire and not state.flag


@enforces(FAMILY, "21.2-1-a", "21.2-1-b", "21.2-2", "22.0-e", "23.4-b")
def order(state: BoninsState) -> list[int]:
    """The hexes that a search goes through: from the south before Suribachi falls, without the beaches that have their marker by
    then; from the north after it."""
    if state.flag:
        return spaces_of(state.us_mask)
    return spaces_of(state.us_mask & ~state.beach_mask())[::-1]


@enforces(FAMILY, "21.2-1-a")
def beaches(state: BoninsState) -> list[int]:
    """Before Suribachi falls: the landing beaches with U.S. units that have no marker yet, highest number first."""
    if state.flag or not state.ruleset.solitaire:
        return []
    return [space for space in spaces_of(state.us_mask & state.beach_mask())[::-1] if space not in state.targets]


@enforces(FAMILY, "21.3-a", "21.3-b", "21.3-c", "21.3-d", "22.0-f")
def dice_for(state: BoninsState, target: int) -> tuple[int, dict[str, str]]:
    """How many dice a marker rolls, and why: three until Suribachi is cleared, then two or one by the hills of the sector."""
    numbers, ground = state.ruleset.components.numbers, state.ruleset.ground
    if not state.flag:
        return numbers["strength_dice"], because("Suribachi holds", "21.3-a")
    sector = ground.sector[target]
    held = spaces_of(state.jp_mask & ground.hill_mask & ground.sector_mask[sector]) if sector > 0 else []
    if held:
        name = ground.island.hills.get(held[0]) or f"the hill at {state.hex_name(held[0])}"
        return numbers["strength_dice_hill"], because(f"{name} in sector {sector} is held", "21.3-b")
    where = f"sector {sector}" if sector > 0 else "the Suribachi sector"
    return numbers["strength_dice_no_hill"], because(f"no hill in {where} is held", "21.3-c")


class Bombard(Question[BoninsState]):
    """The acts of a bombardment: markers one by one, then marker by marker its strength and each unit under fire."""

    name = "bombard"
    case = "21.2-0"
    over = "no bombardment marker is left to use"
    record = BombardRecord
    pushed_by = ("turn",)
    forced_verbs = ("done",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if state.phase != JP_COMBAT or not -1 <= frame.stage <= FIRING or not 0 <= frame.left <= 99 or frame.checked < 0:
            return False
        return frame.stage != FIRING or all(state.where[unit] >= 0 for unit in state.shelled)

    @enforces(FAMILY, "21.2-0", "21.1-b", "21.1-c", "21.2-1-b", "21.2-2", "23.4-a")
    def settle(self, state: BoninsState) -> bool:
        frame = state.top(BombardRecord)
        if frame.stage < 0:
            state.clear_barrage()
            state.replace(Bombard, PLACING, available(state))
            return False
        if frame.stage == PLACING:
            if self.places_left(state, frame):
                return super().settle(state) if by_choice(state) else True
            state.replace(Bombard, FIRING)
            return False
        if state.targets:
            return True
        state.stack.pop()
        return False

    def places_left(self, state: BoninsState, frame: BombardRecord) -> bool:
        """Whether a marker can still be placed, or a hex checked."""
        if not frame.left:
            return False
        if by_choice(state):
            return bool(self.free_targets(state))
        if state.flag:
            return frame.checked < state.us_mask.bit_count()
        return bool(beaches(state)) or frame.checked < (state.us_mask & ~state.beach_mask()).bit_count()

    def free_targets(self, state: BoninsState) -> list[int]:
        return [space for space in spaces_of(state.us_mask) if space not in state.targets]

    def side(self, state: BoninsState) -> int:
        return JP

    def case_now(self, state: BoninsState) -> str:
        if state.top(BombardRecord).stage == FIRING:
            return "21.5" if state.shelled else "21.3-a"
        if by_choice(state):
            return "23.4-a"
        return "21.2-2" if state.flag else "21.2-1-a" if beaches(state) else "21.2-1-b"

    def prompt(self, state: BoninsState) -> str:
        frame = state.top(BombardRecord)
        if frame.stage == FIRING:
            where = state.hex_name(state.targets[0])
            if state.shelled:
                return f"Bombardment of {where}, strength {state.strength}: roll for {state.name(state.shelled[0])}."
            count, why = dice_for(state, state.targets[0])
            return f"Bombardment of {where}: roll {counted(count, 'die', 'dice')} for its strength ({why['text']})."
        left = counted(frame.left, "marker")
        if by_choice(state):
            return f"Place bombardment markers on hexes with U.S. units ({left} left), or open fire."
        found = beaches(state)
        if found:
            return f"A marker on {state.hex_name(found[0])}: a landing beach with a U.S. unit ({left} left)."
        return f"Search for targets ({left} left): roll for {state.hex_name(order(state)[frame.checked])}."

    @enforces(FAMILY, "21.2-0", "21.2-1-a", "21.2-1-b", "21.2-2", "23.4-a", "23.4-b", "21.5")
    def choices(self, state: BoninsState) -> Choices:
        frame = state.top(BombardRecord)
        if frame.stage == FIRING:
            return [ROLL_CODE]
        if by_choice(state):
            return [*(pack(TARGET, space) for space in self.free_targets(state)), DONE_CODE]
        found = beaches(state)
        return [pack(TARGET, found[0])] if found else [ROLL_CODE]

    # ------------------------------------------------------------------ acts

    def take_target(self, state: BoninsState, space: int) -> None:
        frame = state.top(BombardRecord)
        state.replace(Bombard, PLACING, frame.left - 1, frame.checked)
        case = "23.4-a" if by_choice(state) else "21.2-1-a"
        why = because("chosen" if by_choice(state) else "a landing beach with a U.S. unit", case)
        self.mark(state, space, 0, case, why)

    def mark(self, state: BoninsState, space: int, die: int, case: str, why: dict[str, str]) -> None:
        """A marker lies on a hex."""
        state.targets.append(space)
        if state.sink is not None:
            where = state.hex_name(space)
            state.tell("target", case, f"Bombardment marker on {where}: {why['text']}", hex=where, die=die, why=why)

    def take_done(self, state: BoninsState) -> None:
        """Markers that are not placed are lost."""
        state.replace(Bombard, FIRING)

    def take_roll(self, state: BoninsState) -> None:
        frame = state.top(BombardRecord)
        if frame.stage == PLACING:
            self.search(state, frame)
        elif state.shelled:
            self.fire(state)
        else:
            self.measure(state)

    @enforces(FAMILY, "21.2-1-b", "21.2-2")
    def search(self, state: BoninsState, frame: BombardRecord) -> None:
        """One die for the next hex: 1 to 3 brings a marker."""
        space, die = order(state)[frame.checked], state.dice.roll()
        hit = die <= state.ruleset.components.numbers["search_die"]
        case = "21.2-2" if state.flag else "21.2-1-b"
        state.replace(Bombard, PLACING, frame.left - hit, frame.checked + 1)
        where = state.hex_name(space)
        why = because(f"{where} is checked: {die}, {'a marker' if hit else 'go on'}", case)
        if hit:
            self.mark(state, space, die, case, why)
        elif state.sink is not None:
            state.tell("search", case, f"The search: {why['text']}", hex=where, die=die, why=why)

    @enforces(FAMILY, "21.3-a", "21.3-b", "21.3-c", "21.5")
    def measure(self, state: BoninsState) -> None:
        """The strength of the next marker, for all units in its hex."""
        target = state.targets[0]
        count, why = dice_for(state, target)
        state.strength, faces = state.dice.total(count)
        state.shelled = state.us_in(target)
        if state.sink is not None:
            where = state.hex_name(target)
            text = f"Bombardment of {where}: {'+'.join(map(str, faces))} = {state.strength}, {why['text']}"
            state.tell("bombardment", "21.3-a", text, hex=where, dice=faces, strength=state.strength, why=why)

    @enforces(FAMILY, "21.4-a", "21.4-b", "21.4-c", "21.4-d", "21.4-e", "21.4-table", "21.5")
    def fire(self, state: BoninsState) -> None:
        """A unit under fire: one die on the terrain line by the strength alone, one more for Ex, D2 and D3; nobody retreats."""
        target, unit, table = state.targets[0], state.shelled.pop(0), state.ruleset.table
        dangers = state.ruleset.components.bombardment
        state.clear_fight()
        state.target = target
        state.defenders = [unit]
        state.attack = state.strength
        state.line = state.ruleset.ground.lines[target]
        state.column = table.column(state.line, state.strength)
        state.die = state.dice.roll()
        state.effect = table.results[state.die - 1][state.column - 1]
        loss = ""
        if state.effect in dangers:
            state.follow_up = state.dice.roll()
            loss = "step" if state.follow_up in dangers[state.effect] else ""
        elif state.effect == "De":
            loss = "all"
        if state.sink is not None:
            self.report(state, unit, loss)
        if loss == "all":
            losses.eliminate(state, unit, "21.4-e")
        elif loss:
            losses.lose_step(state, unit, CASES[state.effect])
        if not state.shelled:
            state.targets.pop(0)
            state.strength = 0

    def report(self, state: BoninsState, unit: int, loss: str) -> None:
        name, where = state.name(unit), state.hex_name(state.target)
        then = f", then a {state.follow_up}" if state.follow_up else ""
        says = {"step": "a step is lost", "all": "it is eliminated"}.get(loss, "no loss")
        text = f"{name} at {where}: a {state.die}, {state.effect}{then}: {says}"
        state.tell(
            "fire",
            CASES.get(state.effect, "21.4-e"),
            text,
            hex=where,
            unit=name,
            strength=state.strength,
            line=state.line,
            column=state.column,
            die=state.die,
            result=state.effect,
            follow_up=state.follow_up,
            loss=loss,
            why=because("every unit in the hex is fired at by itself", "21.5"),
        )

    def refuse_target(self, state: BoninsState, space: int) -> Refusal:
        frame, where = state.top(BombardRecord), state.hex_name(space)
        if frame.stage == FIRING:
            return Refusal("21.2-0", "all markers have been placed")
        if not state.us_mask >> space & 1:
            return Refusal("23.4-a" if by_choice(state) else "21.2-1-b", f"no U.S. unit is in {where}")
        if space in state.targets:
            return Refusal("21.2-1-b" if not by_choice(state) else "23.4-a", f"a marker is on {where} already")
        if beaches(state):
            return Refusal("21.2-1-a", f"{state.hex_name(beaches(state)[0])} comes before {where}")
        return Refusal("21.2-2" if state.flag else "21.2-1-b", "the dice of the search choose the targets")


CASES: Final = {"Ex": "21.4-b", "D2": "21.4-c", "D3": "21.4-d"}
STEPS: Final[tuple[AnyStep, ...]] = (Bombard(),)
