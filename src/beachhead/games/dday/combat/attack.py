"""Attacks (8.1 to 8.3, 17.3): the player names who attacks, then fort, units and depth markers are turned up one by one, and the
US Attack Results Chart says what comes of it (D71)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import PassedOver, Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.combat import attack_resolution, attackers, us_artillery
from beachhead.games.dday.combat.attackers import AIR, NAVAL
from beachhead.games.dday.control import command
from beachhead.games.dday.counters.artillery_points import with_points
from beachhead.games.dday.counters.japanese_damage import hex_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import AIR as AIR_VERB
from beachhead.games.dday.verbs import ATTACK, DONE_CODE, JOIN
from beachhead.games.dday.verbs import NAVAL as NAVAL_VERB

NEAR: Final = 3
"""How near to the target a unit is about which a player may ask why it could not join."""
ATTACKING: Final = pack(ATTACK)


class AttackRecord(NamedTuple):
    """An attack that is being prepared: its target, the support it has and its units."""

    step: int
    position: int
    support: int
    units: tuple[int, ...]


# ---------------------------------------------------------------------- opening an attack


@enforces(FAMILY, "8.1", "8.0-attack", "8.3.1-b", "7.0-a-attack", "2.1.2-important")
def openings_from(state: DDayState, place: int, enemies: int, fit: list[int]) -> list[int]:
    """Every `attack HEX UNIT` by units of a hex that have their action left, undisrupted and in command: a hex with Japanese next
    to it that can be attacked, and a unit that is enough for one. What keeps one unit from firing at a neighbor for its place,
    keeps all (`attackers.reach_fault`)."""
    came_from = state.came_from
    units = [unit for unit in fit if attackers.qualifies(state, unit) and came_from[unit] < 0]
    found: list[int] = []
    if units:
        for target in spaces_of(enemies):
            position = state.slot_at(target)
            if position >= 0 and attackers.is_target(state, position) and not attackers.side_fault(state, position, place):
                base = ATTACKING | target << FIRST_SHIFT
                for unit in units:
                    found.append(base | unit << SECOND_SHIFT)
    return found


@enforces(FAMILY, "8.3-c", "8.3.2")
def take_attack(state: DDayState, place: int, unit: int) -> None:
    """Open an attack on a hex; hexes of a group are attacked one by one."""
    command.spend(state, unit)
    state.push(Attacking, state.slot_at(place), 0, (unit,))


@enforces(FAMILY, "8.1", "8.0-attack")
def refuse_attack(state: DDayState, place: int, unit: int) -> Refusal:
    """Why a unit cannot open an attack on a hex."""
    ruleset = state.ruleset
    name, where = ruleset.unit_ids[unit], ruleset.hex_name(place)
    found = attackers.refuse_target(state, place)
    if found is not None:
        return found
    position = state.slot_at(place)
    found = attackers.refuse_reach(state, unit, position)
    if found is not None:
        return found
    if not attackers.qualifies(state, unit):
        what = "tank unit" if ruleset.is_tank[unit] else "heavy weapons company"
        return Refusal(
            "8.1",
            f"{name} is a {what}; open the attack with a rifle company, battalion HQ or engineer unit next to {where}",
            (name,),
        )
    return Refusal("8.1", f"{name} is not next to {where}; open the attack with a unit that is, and let {name} join", (name,))


# ---------------------------------------------------------------------- naming


class Attacking(Question[DDayState]):
    """The player adds units and support; with `done` the attack is declared and cannot be taken back."""

    name = "attacking"
    case = "8.3-c"
    record = AttackRecord
    pushed_by = ("actions",)

    def fits(self, state: DDayState, spot: int, frame: AttackRecord) -> bool:
        return is_sound(state, frame.position, frame.support, frame.units) and attackers.is_target(state, frame.position)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        frame = state.top(AttackRecord)
        return f"Attack on {hex_of(state, frame.position)}: add units and support, then attack."

    @enforces(FAMILY, "8.1", "8.1-c", "8.1-d", "8.1-e", "8.1-f", "8.1-g", "8.3-c", "8.5-important")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(AttackRecord)
        ground = state.ruleset.ground
        place = state.hex_of(frame.position)
        found: list[int] = []
        for near in spaces_of(ground.disk[2][place] & state.us_mask):
            for unit in state.us_at[near]:
                if unit not in frame.units and attackers.may_join(state, frame.position, frame.units, unit):
                    found.append(pack(JOIN, unit))
        if state.naval and attackers.refuse_support(state, frame.units, frame.support, NAVAL) is None:
            found.append(pack(NAVAL_VERB))
        if state.air and attackers.refuse_support(state, frame.units, frame.support, AIR) is None:
            found.append(pack(AIR_VERB))
        found += us_artillery.codes_at(state, place, frame.support)
        found.append(DONE_CODE)
        return found

    def settle(self, state: DDayState) -> bool:
        """If nothing can be added the attack is carried out at once; what kept each unit and point out is kept for anybody who
        asks for it."""
        if state.sink is not None and len(state.choices()) == 1:
            frame = state.top(AttackRecord)
            near = spaces_of(state.ruleset.ground.disk[NEAR][state.hex_of(frame.position)] & state.us_mask)
            for unit in (unit for place in near for unit in state.us_at[place]):
                state.passed += (PassedOver((JOIN,), self.refuse_join(state, unit)),)
            for verb, kind in ((NAVAL_VERB, NAVAL), (AIR_VERB, AIR)):
                why = attackers.refuse_support(state, frame.units, frame.support, kind)
                state.passed += (PassedOver((verb,), why),) if why is not None else ()
        return super().settle(state)

    def take_join(self, state: DDayState, unit: int) -> None:
        frame = state.top(AttackRecord)
        command.spend(state, unit)
        state.replace(Attacking, frame.position, frame.support, (*frame.units, unit))

    def refuse_join(self, state: DDayState, unit: int) -> Refusal:
        frame = state.top(AttackRecord)
        found = attackers.refuse_joining(state, frame.position, frame.units, unit)
        assert found is not None
        return found

    def take_naval(self, state: DDayState) -> None:
        self.add(state, NAVAL)

    def refuse_naval(self, state: DDayState) -> Refusal:
        return self.refuse_support(state, NAVAL)

    def take_air(self, state: DDayState) -> None:
        self.add(state, AIR)

    def refuse_air(self, state: DDayState) -> Refusal:
        return self.refuse_support(state, AIR)

    @enforces(FAMILY, "8.1-f", "8.5-j")
    def take_guns(self, state: DDayState, row: int, points: int) -> None:
        frame = state.top(AttackRecord)
        state.replace(Attacking, frame.position, with_points(frame.support, row, points), frame.units)

    def refuse_guns(self, state: DDayState, row: int, points: int) -> Refusal:
        frame = state.top(AttackRecord)
        found = us_artillery.refuse(state, state.hex_of(frame.position), frame.support, row, points)
        assert found is not None
        return found

    @staticmethod
    def add(state: DDayState, kind: int) -> None:
        """Support of a kind is called for."""
        frame = state.top(AttackRecord)
        state.replace(Attacking, frame.position, frame.support | kind, frame.units)

    @staticmethod
    def refuse_support(state: DDayState, kind: int) -> Refusal:
        """Why support of a kind is not to be had."""
        frame = state.top(AttackRecord)
        found = attackers.refuse_support(state, frame.units, frame.support, kind)
        assert found is not None
        return found

    @enforces(FAMILY, "8.3-c", "8.1.2", "8.5-f", "8.5.2")
    def take_done(self, state: DDayState) -> None:
        """The attack is declared: units have acted, points are spent, and there is no way back."""
        frame = state.top(AttackRecord)
        state.stack.pop()
        attack_resolution.begin(state, frame.position, frame.support, frame.units)


def is_sound(state: DDayState, position: int, support: int, units: tuple[int, ...]) -> bool:
    """Whether the record of an attack, prepared or under way, can be so."""
    if not 0 <= position < state.ruleset.slot_count or not us_artillery.is_sound(state, support):
        return False
    if not all(type(unit) is int and 0 <= unit < len(state.where) and state.where[unit] >= 0 for unit in units):
        return False
    return len(set(units)) == len(units) and all(attackers.far(state, unit, position) <= 2 for unit in units)


def described(state: DDayState) -> dict[str, Any] | None:
    """The attack that is being prepared, for the page; None if there is none."""
    if not state.is_at(Attacking):
        return None
    frame = state.top(AttackRecord)
    return attack_resolution.facts(state, frame.position, frame.support, frame.units)


STEPS: Final[tuple[AnyStep, ...]] = (Attacking(), *attack_resolution.STEPS)
