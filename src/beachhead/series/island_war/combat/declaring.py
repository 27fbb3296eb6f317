"""7.0 Combat: the combat phase, and naming the units of an attack (4.1, step a)."""

from __future__ import annotations

from typing import Final

from beachhead.boards.rows import Rows
from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat import support
from beachhead.series.island_war.combat.artillery import Barrage, add_gun, refuse_gun
from beachhead.series.island_war.combat.differential import attackers_do
from beachhead.series.island_war.combat.duties import Duties, duties
from beachhead.series.island_war.marks import ATTACKED, DEFENDED
from beachhead.series.island_war.ruleset import SIDE_ADJECTIVES
from beachhead.series.island_war.state import IslandWarState, S
from beachhead.series.island_war.verbs import ALSO, ATTACK, DONE_CODE, JOIN, OPEN_BARRAGE, OPEN_SUPPORT

_ATTACK_BASE: Final = pack(ATTACK)
_JOIN_BASE: Final = pack(JOIN)
_ALSO_BASE: Final = pack(ALSO)
_OPEN_BARRAGE_BASE: Final = pack(OPEN_BARRAGE)
_OPEN_SUPPORT_BASE: Final = pack(OPEN_SUPPORT)
COMBAT_OVER: Final = Refusal(
    "7.14", "the combat phase is over: every unit that could attack has attacked", (), ("7.15", "8.12", "9.0")
)
NOTHING_TO_ADD: Final = Refusal(
    "7.23",
    "nothing can be added: no other unit free to fight is adjacent to every defender, and no other enemy to every attacker",
    (),
    ("7.15", "7.14", "4.1-1B-a"),
)
_IDLE: Final = bytes([marks for marks in range(256) if not marks & (ATTACKED | DEFENDED)])
"""The marks of units that have not fought in this phase."""


class CombatPhase(Question[S]):
    """The phasing player makes his attacks one after the other, in the order he likes, until no duty is open."""

    name = "combat"
    case = "4.1-1B"
    pushed_by = ("turn",)

    def side(self, state: S) -> int:
        return state.phasing

    def prompt(self, state: S) -> str:
        attack, be_attacked = duties(state).open_duties()
        text = f"Game-Turn {state.turn}, {SIDE_ADJECTIVES[state.phasing]} combat: open an attack"
        if attack or be_attacked:
            owing = [f"{state.list_names(attack)} must attack"] if attack else []
            owing += [f"{state.list_names(be_attacked)} must be attacked"] if be_attacked else []
            return f"{text}; {', and '.join(owing)}."
        return f"{text}, or end the phase."

    def case_now(self, state: S) -> str:
        now = duties(state)
        return "7.12" if any(now.owes.values()) else "7.11" if now.open_duties()[1] else self.case

    @enforces(FAMILY, "4.1-1B", "4.1-1B-nomove", "7.0", "7.13", "7.14", "7.15", "7.51", "8.31", "8.32")
    def choices(self, state: S) -> Choices:
        now, ruleset = duties(state), state.ruleset
        bit, codes = ruleset.bit, []
        for unit, touch in now.touch.items():
            base = _ATTACK_BASE | unit << FIRST_SHIFT
            for enemy in ruleset.units_in(touch, 1 - state.phasing):
                if now.can_grow(bit[unit], bit[enemy]):
                    codes.append(base | enemy << SECOND_SHIFT)
        by_points = self._by_fire(state, now, codes) if now.guns or now.points else []
        closing = not now.owes and not any(now.open_duties())
        if not by_points:
            return [*codes, DONE_CODE] if closing else codes
        bases = [_OPEN_SUPPORT_BASE | enemy << SECOND_SHIFT for enemy, _ in by_points]
        masks = [(1 << most + 1) - 2 for _, most in by_points]
        return Rows(bases, masks, before=codes, after=[DONE_CODE] if closing else [], shift=FIRST_SHIFT)

    @enforces(FAMILY, "8.13", "8.21", "7.83")
    def _by_fire(self, state: S, now: Duties, codes: list[int]) -> list[tuple[int, int]]:
        """Attacks by one distant gun, or by points alone, on one enemy wherever it now stands.

        Guns are added to the list; for points the answer gives each enemy and the most points that may be spent on it.
        """
        where, flags = state.where, state.flags
        targets = [
            enemy
            for enemy in state.on_map(1 - state.phasing)
            if not flags[enemy] & DEFENDED and not (now.bonds and now.is_bound(enemy))
        ]
        grid, reach = state.ruleset.ground.grid, state.ruleset.range
        for gun in now.guns:
            row, limit = grid.distances(where[gun]), reach[gun]
            base = _OPEN_BARRAGE_BASE | gun << FIRST_SHIFT
            for enemy in targets:
                if row[where[enemy]] <= limit and now.may_fire(enemy, now.bit[gun]):
                    codes.append(base | enemy << SECOND_SHIFT)
        return support.openings(now, targets) if now.points else []

    def passed_over(self, state: S) -> Refusal | None:
        """No attack is left, or none was possible from the start; a side without units expects no question."""
        if not state.is_at(CombatPhase) or not state.on_map(state.phasing):
            return None
        if not self.missed(state):
            return COMBAT_OVER
        side = SIDE_ADJECTIVES[state.phasing]
        reason = f"no combat: no {side} unit is adjacent to an enemy, and no artillery or Ground Support Points can attack"
        return Refusal("7.15", reason, (), ("8.12", "9.0"))

    def missed(self, state: S) -> bool:
        return bool(state.on_map(1 - state.phasing)) and not state.flags.translate(None, _IDLE)

    def take_done(self, state: S) -> None:
        state.end_combat_phase()
        state.stack.pop()

    def take_attack(self, state: S, unit: int, enemy: int) -> None:
        ruleset = state.ruleset
        attackers, defenders = duties(state).together(ruleset.bit[unit], ruleset.bit[enemy])
        state.attackers = ruleset.units_in(attackers, state.phasing)
        state.defenders = ruleset.units_in(defenders, 1 - state.phasing)
        state.push(Attackers)

    def take_open_barrage(self, state: S, gun: int, enemy: int) -> None:
        add_gun(state, gun)
        self._fire_at(state, enemy)

    def take_open_support(self, state: S, points: int, enemy: int) -> None:
        support.add_points(state, points)
        self._fire_at(state, enemy)

    def _fire_at(self, state: S, enemy: int) -> None:
        state.defenders = [enemy]
        state.flags[enemy] |= DEFENDED
        if state.duties_now is not None:
            state.duties_now.declared([], state.defenders)
        state.push(Barrage)

    def refuse_attack(self, state: S, unit: int, enemy: int) -> Refusal:
        return refuse_attack(state, unit, enemy)

    def refuse_open_barrage(self, state: S, gun: int, enemy: int) -> Refusal:
        return refuse_gun(state, gun, [enemy], alone=True)

    def refuse_open_support(self, state: S, points: int, enemy: int) -> Refusal:
        return support.refuse_opening(state, points, enemy)

    def refuse_done(self, state: S) -> Refusal:
        attack, be_attacked = duties(state).open_duties()
        if attack:
            guns_only = all(state.ruleset.is_gun[unit] for unit in attack)
            names = tuple(state.name(unit) for unit in attack)
            also = ("8.31", "7.11") if guns_only else ("7.11",)
            return Refusal("7.12", f"{', '.join(names)} must still attack", names, also)
        names = tuple(state.name(unit) for unit in be_attacked)
        return Refusal("7.11", f"{', '.join(names)} must still be attacked", names, ("7.21",))


def refuse_attack(state: IslandWarState, unit: int, enemy: int) -> Refusal:
    """Why this unit may not open an attack on this enemy."""
    ruleset, name, target = state.ruleset, state.name(unit), state.name(enemy)
    pair = (name, target)
    if ruleset.owner[unit] != state.phasing:
        return Refusal("7.0", f"{name} does not belong to the attacker", pair, ("4.1-1B",))
    if ruleset.owner[enemy] == state.phasing:
        return Refusal("7.0", f"{target} is not an enemy unit", pair)
    if not state.stands(unit) or not state.stands(enemy):
        missing = target if state.stands(unit) else name
        return Refusal("7.15", f"{missing} is not on the map", pair)
    if state.flags[unit] & ATTACKED:
        return Refusal("7.14", f"{name} has already attacked this phase", pair, ("7.96-b",))
    if state.flags[enemy] & DEFENDED:
        return Refusal("7.14", f"{target} has already been attacked this phase", pair, ("7.96-b",))
    if ruleset.ground.grid.distance(state.where[unit], state.where[enemy]) != 1:
        if ruleset.is_gun[unit]:
            return Refusal("8.32", f"{name} is not adjacent to {target}; use barrage to fire at range", pair, ("7.15",))
        return Refusal("7.15", f"{name} is not adjacent to {target}", pair)
    return refuse_build(state, duties(state), ruleset.bit[unit], ruleset.bit[enemy], pair)


def joint(state: IslandWarState, refusal: Refusal) -> Refusal:
    """In a combat of several units it is 7.23 that asks every attacker to be next to every defender."""
    on_map = all(state.stands(state.ruleset.number[name]) for name in refusal.units)
    if on_map and refusal.case in ("7.15", "8.32"):
        return Refusal("7.23", refusal.reason, refusal.units, (refusal.case,))
    return refusal


def refuse_build(state: IslandWarState, now: Duties, attackers: int, defenders: int, about: tuple[str, ...]) -> Refusal:
    """Why an attack named so far cannot be completed: a bond, or a duty that would stay unmet."""
    ruleset = state.ruleset
    attackers, defenders = now.together(attackers, defenders)
    for unit in ruleset.units_in(attackers, now.side):
        apart = defenders & ~now.touch.get(unit, 0)
        if apart:
            names = (state.name(unit), *map(state.name, ruleset.units_in(apart, 1 - now.side)))
            return Refusal(now.bond_case, f"{now.bond_rule}, and {names[0]} is not adjacent to {names[1]}", names, ("7.23",))
    for unit, owes in now.owes.items():
        if not owes & ~defenders and defenders & ~now.touch[unit]:
            name = state.name(unit)
            return Refusal("7.12", f"{name} would have no enemy left to attack", (*about, name), ("7.21",))
    for unit, owes in now.owes.items():
        if not owes & ~defenders:
            attackers |= ruleset.bit[unit]
    left = [enemy for enemy in newly_owed(now, attackers, defenders) if attackers & ~now.touched[enemy]]
    names = tuple(state.name(enemy) for enemy in left)
    return Refusal("7.21", f"no unit would be left to attack {', '.join(names)}", (*about, *names), ("7.11",))


def newly_owed(now: Duties, attackers: int, defenders: int) -> list[int]:
    """The enemies whom nobody next to them could attack any more because of this attack."""
    before = now.owed()
    return [enemy for enemy in now.owed(attackers, defenders) if enemy not in before]


class Attackers(Question[S]):
    """Step a of an attack: more attackers, more defenders, each next to all of the other side."""

    name = "attackers"
    case = "4.1-1B-a"
    pushed_by = ("combat",)
    forced_verbs = ("done", "join", "also")

    def side(self, state: S) -> int:
        return state.phasing

    def prompt(self, state: S) -> str:
        return f"{attackers_do(state, 'attack')} {state.list_names(state.defenders)}. Add attackers or defenders, or finish."

    @enforces(FAMILY, "4.1-1B-a", "7.22", "7.23", "7.13")
    def choices(self, state: S) -> Choices:
        now, ruleset = duties(state), state.ruleset
        attackers, defenders = ruleset.set_of(state.attackers), ruleset.set_of(state.defenders)
        codes = []
        for unit, touch in now.touch.items():
            bit = ruleset.bit[unit]
            if not attackers & bit and not defenders & ~touch and now.can_grow(attackers | bit, defenders):
                codes.append(_JOIN_BASE | unit << FIRST_SHIFT)
        for enemy, touched in now.touched.items():
            bit = ruleset.bit[enemy]
            if not defenders & bit and not attackers & ~touched and now.can_grow(attackers, defenders | bit):
                codes.append(_ALSO_BASE | enemy << FIRST_SHIFT)
        if now.passes(attackers, defenders):
            codes.append(DONE_CODE)
        return codes

    def passed_over(self, state: S) -> Refusal | None:
        if not state.is_at(Attackers) or DONE_CODE not in state.choices():
            return None
        return NOTHING_TO_ADD

    def missed(self, state: S) -> bool:
        """Everybody sees who is next to whom."""
        return False

    def take_done(self, state: S) -> None:
        declare(state)
        state.replace(Barrage)

    def take_join(self, state: S, unit: int) -> None:
        self._name(state, [*state.attackers, unit], state.defenders)

    def take_also(self, state: S, unit: int) -> None:
        self._name(state, state.attackers, [*state.defenders, unit])

    def _name(self, state: S, attackers: list[int], defenders: list[int]) -> None:
        ruleset, side = state.ruleset, state.phasing
        both = duties(state).together(ruleset.set_of(attackers), ruleset.set_of(defenders))
        state.attackers += [unit for unit in ruleset.units_in(both[0], side) if unit not in state.attackers]
        state.defenders += [unit for unit in ruleset.units_in(both[1], 1 - side) if unit not in state.defenders]

    def refuse_done(self, state: S) -> Refusal:
        ruleset = state.ruleset
        return refuse_close(state, duties(state), ruleset.set_of(state.attackers), ruleset.set_of(state.defenders))

    def refuse_join(self, state: S, unit: int) -> Refusal:
        return self._refuse_name(state, unit, [(unit, enemy) for enemy in state.defenders])

    def refuse_also(self, state: S, enemy: int) -> Refusal:
        return self._refuse_name(state, enemy, [(unit, enemy) for unit in state.attackers])

    def _refuse_name(self, state: S, unit: int, pairs: list[tuple[int, int]]) -> Refusal:
        """Why a unit may not be named as well: all these pairs of an attacker and a defender must be adjacent, and more."""
        now, name = duties(state), state.name(unit)
        if unit in state.attackers or unit in state.defenders:
            return Refusal("7.3", f"{name} is already in this combat", (name,), ("7.14",))
        for attacker, defender in pairs:
            if not now.touches(attacker, defender):
                return joint(state, refuse_attack(state, attacker, defender))
        attackers, defenders = map(state.ruleset.set_of, zip(*pairs, strict=True))
        ours, theirs = map(state.ruleset.set_of, (state.attackers, state.defenders))
        return refuse_build(state, now, ours | attackers, theirs | defenders, (name,))


def refuse_close(state: IslandWarState, now: Duties, attackers: int, defenders: int) -> Refusal:
    """Why step a may not be closed yet."""
    for unit, owes in now.owes.items():
        if not attackers & now.bit[unit] and not owes & ~defenders:
            name = state.name(unit)
            return Refusal("7.12", f"{name} has no other enemy to attack and must join the attack", (name,))
    names = tuple(state.name(enemy) for enemy in newly_owed(now, attackers, defenders))
    return Refusal("7.21", f"{', '.join(names)} must be included; no other unit could attack", names, ("7.11",))


@enforces(FAMILY, "7.14", "7.3")
def declare(state: IslandWarState) -> None:
    """Step a is closed: these attack, and these are attacked, once and whole, in this phase."""
    for unit in state.attackers:
        state.flags[unit] |= ATTACKED
    for unit in state.defenders:
        state.flags[unit] |= DEFENDED
    if state.duties_now is not None:
        state.duties_now.declared(state.attackers, state.defenders)
    if state.sink is not None:
        state.tell(
            "attack",
            "4.1-1B-a",
            f"{attackers_do(state, 'attack')} {state.list_names(state.defenders)}",
            attackers=[state.name(unit) for unit in state.attackers],
            defenders=[state.name(unit) for unit in state.defenders],
        )
