"""Combat phases (13.0 on 4.1, 14.2, 16.2, std-4.1-d, std-7.0): attacks one by one, in the order that their owner likes."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.combat import fronts, resolution
from beachhead.games.bonins.combat.fronts import clear_phase
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.phases import COMBAT_PHASES, JP_COMBAT, PHASES
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import ATTACK, DONE_CODE, JOIN, RESOLVE

__all__ = ["Attacking", "Combat", "JapaneseCombat", "begin", "begin_japanese", "clear_phase"]


def begin(state: BoninsState) -> None:
    """A U.S. combat phase without markers: everybody may attack, whatever he did in the regular one."""
    clear_phase(state)
    fronts.make_ready(state, US)
    state.push(Combat)


def begin_japanese(state: BoninsState) -> None:
    """A Japanese player's own attacks (23.2-c); who may attack is settled when their turn comes, after the banzai."""
    state.push(JapaneseCombat)


class Combat(Question[BoninsState]):
    """The U.S. player attacks, or ends the phase: not before declared attacks and landers have had theirs."""

    name = "combat"
    case = "std-7.0"
    over = "no attack is left to make"
    pushed_by = ("turn",)
    owner = US

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase in COMBAT_PHASES and all(len(entry) > 2 for entry in state.declared)

    def side(self, state: BoninsState) -> int:
        return self.owner

    def prompt(self, state: BoninsState) -> str:
        if state.declared:
            return f"{PHASES[state.phase].title}: carry out the declared attacks, or make others first."
        if self.waiting(state):
            return f"{PHASES[state.phase].title}: units that landed on the enemy must attack."
        return f"{PHASES[state.phase].title}: attack, or end the phase."

    @enforces(FAMILY, "std-7.0", "std-4.1-e", "std-4.1-f", "16.2-b", "14.2-f")
    def choices(self, state: BoninsState) -> Choices:
        found = [pack(RESOLVE, declared[0]) for declared in state.declared]
        found += fronts.attacks(state, self.owner, ATTACK)
        if not state.declared and not self.waiting(state):
            found.append(DONE_CODE)
        return found

    def waiting(self, state: BoninsState) -> bool:
        """Whether a lander still has to attack the enemy in its hex."""
        shared = state.us_mask & state.jp_mask
        return bool(shared) and self.owner == US and any(fronts.is_lander(state, s) for s in fronts.open_fronts(state, US))

    @enforces(FAMILY, "std-7.2-b", "14.2-f")
    def take_attack(self, state: BoninsState, target: int, space: int) -> None:
        """An attack is opened; a lander in the target hex is always part of it."""
        state.clear_fight()
        state.target = target
        state.fronts = [space]
        if self.owner == US and space != target and fronts.is_lander(state, target):
            state.fronts = [target, space]
        state.push(Attacking, self.owner)

    def take_resolve(self, state: BoninsState, target: int) -> None:
        declared = next(entry for entry in state.declared if entry[0] == target)
        state.declared = [entry for entry in state.declared if entry[0] != target]
        state.clear_fight()
        state.target = target
        state.fronts = list(declared[2:])
        resolution.resolve(state, US, declared[1])

    def take_done(self, state: BoninsState) -> None:
        """Markers that were not used are lost."""
        state.markers = 0
        state.stack.pop()

    def refuse_attack(self, state: BoninsState, target: int, space: int) -> Refusal:
        return fronts.refuse_front(state, self.owner, target, space)

    def refuse_resolve(self, state: BoninsState, target: int) -> Refusal:
        return Refusal("16.2-b", f"no attack on {state.hex_name(target)} has been declared")

    def refuse_done(self, state: BoninsState) -> Refusal:
        if state.declared:
            names = " and ".join(state.hex_name(entry[0]) for entry in state.declared)
            return Refusal("16.2-b", f"the declared attack on {names} must be carried out first")
        return Refusal("14.2-f", "a unit that landed on the enemy must attack first")


class JapaneseCombat(Combat):
    """The Japanese player's own attacks in the two-player game: face-up units, by the standard rules."""

    name = "japanese combat"
    case = "23.2-c"
    over = "no attack is left to make"
    pushed_by = ("bombard",)
    owner = JP

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == JP_COMBAT and not state.ruleset.solitaire

    @enforces(FAMILY, "23.2-c", "19.3-a", "20.5-m")
    def settle(self, state: BoninsState) -> bool:
        if not state.ready_set:
            state.ready_set = 1
            fronts.make_ready(state, JP)
        return super().settle(state)

    def prompt(self, state: BoninsState) -> str:
        return "Japanese Combat Phase: attack with face-up units, or go on to the bombardment."


class AttackRecord(NamedTuple):
    """An attack that is being prepared, and by whom."""

    step: int
    owner: int


class Attacking(Question[BoninsState]):
    """More hexes may join an attack; then it is rolled."""

    name = "attacking"
    case = "std-7.2-a"
    record = AttackRecord
    pushed_by = ("combat", "japanese combat")
    forced_verbs = ("done",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if frame.owner not in (US, JP) or state.target < 0 or not state.fronts:
            return False
        enemies = state.jp_mask if frame.owner == US else state.us_mask
        return bool(enemies >> state.target & 1) and all(fronts.front(state, frame.owner, space) for space in state.fronts)

    def side(self, state: BoninsState) -> int:
        return state.top(AttackRecord).owner

    def prompt(self, state: BoninsState) -> str:
        return f"Attack on {state.hex_name(state.target)}: add hexes, or roll."

    @enforces(FAMILY, "std-7.2-a", "std-7.2-b", "std-7.3-b", "std-7.3-c")
    def choices(self, state: BoninsState) -> Choices:
        found = fronts.joiners(state, state.top(AttackRecord).owner, state.target, state.fronts)
        return [*(pack(JOIN, space) for space in found), DONE_CODE]

    def take_join(self, state: BoninsState, space: int) -> None:
        state.fronts.append(space)

    def take_done(self, state: BoninsState) -> None:
        owner = state.top(AttackRecord).owner
        state.stack.pop()
        resolution.resolve(state, owner, 0)

    def refuse_join(self, state: BoninsState, space: int) -> Refusal:
        if space in state.fronts:
            return Refusal("std-7.3-b", f"the units in {state.hex_name(space)} are already in this attack")
        return fronts.refuse_front(state, state.top(AttackRecord).owner, state.target, space)


STEPS: Final[tuple[AnyStep, ...]] = (Combat(), JapaneseCombat(), Attacking())
