"""U.S. fire support (16.0): how many markers there are, and the declaration of bombarded attacks."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.combat import combat_phase, fronts
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.phases import US_COMBAT
from beachhead.games.bonins.ruleset import US
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import DECLARE, DONE_CODE, JOIN, MARK


@enforces(FAMILY, "16.1-b", "16.1-c", "rec-airfields")
def airfield_counts(state: BoninsState, number: int) -> bool:
    """Whether every hex of an airfield is free of Japanese units and zones; nobody has to hold it."""
    mask = state.ruleset.ground.airfield_masks.get(number, 0)
    return bool(mask) and not mask & (state.jp_mask | state.jp_zone())


@enforces(FAMILY, "16.1-a", "16.1-b", "16.1-c", "16.4-a", "11.5")
def available(state: BoninsState) -> int:
    """Nine markers, ten with Airfield No. 1, eleven with both; the airfields' are not available in a storm."""
    numbers = state.ruleset.components.numbers
    count = numbers["markers_base"]
    if not state.storm and airfield_counts(state, 1):
        count += numbers["markers_airfields_1_and_2" if airfield_counts(state, 2) else "markers_airfield_1"]
    return count


@enforces(FAMILY, "16.1-d", "16.2-a", "16.2-c", "std-8.0", "13.0-8.0-a")
def begin(state: BoninsState) -> None:
    """The regular combat phase: markers are counted, bombarded attacks declared, then all attacks made."""
    combat_phase.begin(state)
    state.markers = available(state)
    state.push(Declare)


class Declare(Question[BoninsState]):
    """The U.S. player declares the attacks that he will bombard, before any die is rolled."""

    name = "declare"
    case = "16.2-b"
    over = "no other attack can be declared"
    pushed_by = ("combat",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == US_COMBAT

    def side(self, state: BoninsState) -> int:
        return US

    def prompt(self, state: BoninsState) -> str:
        return f"Declare the attacks to bombard ({counted(state.markers, 'marker')} left), or go on to the attacks."

    @enforces(FAMILY, "16.2-a", "16.2-b")
    def choices(self, state: BoninsState) -> Choices:
        return [*(fronts.attacks(state, US, DECLARE) if state.markers else ()), DONE_CODE]

    def take_declare(self, state: BoninsState, target: int, space: int) -> None:
        state.clear_fight()
        state.target = target
        state.fronts = [space]
        if space != target and fronts.is_lander(state, target):
            state.fronts = [target, space]
        state.push(Declaring)

    def take_done(self, state: BoninsState) -> None:
        """Markers that lie on no target are lost."""
        state.markers = 0
        state.stack.pop()

    def refuse_declare(self, state: BoninsState, target: int, space: int) -> Refusal:
        if not state.markers:
            return Refusal("16.2-a", "no bombardment marker is left", (), ("16.1-a",))
        return fronts.refuse_front(state, US, target, space)


class Declaring(Question[BoninsState]):
    """All units of a bombarded attack are named, then its markers are placed."""

    name = "declaring"
    case = "16.2-b"
    pushed_by = ("declare",)
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if state.target < 0 or not state.fronts or not state.markers or not state.jp_mask >> state.target & 1:
            return False
        return all(fronts.front(state, US, space) for space in state.fronts)

    def side(self, state: BoninsState) -> int:
        return US

    def prompt(self, state: BoninsState) -> str:
        return f"Bombarded attack on {state.hex_name(state.target)}: add hexes, then place one or two markers."

    @enforces(FAMILY, "16.2-a", "16.2-b")
    def choices(self, state: BoninsState) -> Choices:
        most = min(state.markers, state.ruleset.components.numbers["markers_per_target"])
        joins = [pack(JOIN, space) for space in fronts.joiners(state, US, state.target, state.fronts)]
        return [*joins, *(pack(MARK, state.target, count) for count in range(1, most + 1))]

    def take_join(self, state: BoninsState, space: int) -> None:
        state.fronts.append(space)

    @enforces(FAMILY, "16.2-b", "16.2-a")
    def take_mark(self, state: BoninsState, target: int, count: int) -> None:
        """The declaration is binding."""
        hexes = state.fronts
        state.markers -= count
        state.declared.append((target, count, *hexes))
        state.stack.pop()
        if state.sink is not None:
            where, origins = state.hex_name(target), [state.hex_name(space) for space in hexes]
            text = f"{where} will be attacked from {', '.join(origins)} with {counted(count, 'bombardment marker')}"
            state.tell("declared", "16.2-b", text, target=where, markers=count, fronts=origins)
        state.clear_fight()

    def refuse_join(self, state: BoninsState, space: int) -> Refusal:
        if space in state.fronts:
            return Refusal("std-7.3-b", f"the units in {state.hex_name(space)} are already in this attack")
        return fronts.refuse_front(state, US, state.target, space)

    def refuse_mark(self, state: BoninsState, target: int, count: int) -> Refusal:
        if target != state.target:
            return Refusal("16.2-a", f"the attack on {state.hex_name(state.target)} is being declared, not another")
        if count > state.ruleset.components.numbers["markers_per_target"] or count < 1:
            return Refusal("16.2-a", "one or two markers can be placed on a target")
        return Refusal("16.2-a", f"only {counted(state.markers, 'marker')} left", (), ("16.1-a",))


STEPS: Final[tuple[AnyStep, ...]] = (Declare(), Declaring())
