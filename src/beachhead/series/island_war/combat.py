"""7.0 Combat: the combat phase, and building an attack (4.1, steps a and b)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, VERB_SHIFT, pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.choices import LazyChoices
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.artillery import NO_FIRE, barrage_guns, has_silent_gun, refuse_barrage, refuse_means
from beachhead.series.island_war.duties import Duties, bits, duties
from beachhead.series.island_war.refusals import wrong_time
from beachhead.series.island_war.resolution import artillery_only, attackers_do, describe, points_are, points_text, roll
from beachhead.series.island_war.ruleset import (
    ALSO,
    ATTACK,
    BARRAGE,
    DONE_CODE,
    JOIN,
    OPEN_BARRAGE,
    OPEN_SUPPORT,
    SIDE_ADJECTIVES,
    SUPPORT,
)
from beachhead.series.island_war.state import ATTACKED, DEFENDED, IslandWarState

_ATTACK_BASE = ATTACK << VERB_SHIFT
_JOIN_BASE = JOIN << VERB_SHIFT
_ALSO_BASE = ALSO << VERB_SHIFT
_OPEN_BARRAGE_BASE = OPEN_BARRAGE << VERB_SHIFT
_OPEN_SUPPORT_BASE = OPEN_SUPPORT << VERB_SHIFT


class CombatChoices(LazyChoices):
    """The openings of a combat phase. Attacks by points, a dozen for each enemy, are counted but listed only when looked at."""

    __slots__ = ("closing", "ends", "fixed", "support")

    def __init__(self, fixed: list[int], support: list[tuple[int, int]], closing: bool) -> None:
        self.fixed = fixed
        self.support = support
        self.closing = closing
        self.ends = list(accumulate((most for _, most in support), initial=len(fixed)))
        self.size = self.ends[-1] + closing

    def at(self, index: int) -> int:
        if index < len(self.fixed):
            return self.fixed[index]
        row = bisect_right(self.ends, index) - 1
        return DONE_CODE if row == len(self.support) else self._code(self.support[row][0], index - self.ends[row] + 1)

    def _code(self, enemy: int, points: int) -> int:
        return _OPEN_SUPPORT_BASE | points << FIRST_SHIFT | enemy << SECOND_SHIFT

    def __iter__(self) -> Iterator[int]:
        yield from self.fixed
        for enemy, most in self.support:
            for points in range(1, most + 1):
                yield self._code(enemy, points)
        if self.closing:
            yield DONE_CODE

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int):
            return False
        if code == DONE_CODE:
            return self.closing
        verb, points, enemy, rest = unpack(code)
        if verb == OPEN_SUPPORT:
            return not rest and any(enemy == target and 1 <= points <= most for target, most in self.support)
        return code in self.fixed


class CombatPhase(Question[IslandWarState]):
    """The phasing player makes his attacks one after the other, in the order he likes, until no duty is open."""

    name = "combat"
    case = "4.1-1B"
    verbs = (ATTACK, OPEN_BARRAGE, OPEN_SUPPORT)

    def side(self, state: IslandWarState) -> int:
        return state.phasing

    def prompt(self, state: IslandWarState) -> str:
        attack, be_attacked = duties(state).open_duties()
        text = f"Game-Turn {state.turn}, {SIDE_ADJECTIVES[state.phasing]} combat: open an attack"
        if attack or be_attacked:
            owing = [f"{state.list_names(attack)} must attack"] if attack else []
            owing += [f"{state.list_names(be_attacked)} must be attacked"] if be_attacked else []
            return f"{text}; {', and '.join(owing)}."
        return f"{text}, or end the phase."

    def case_now(self, state: IslandWarState) -> str:
        attack, be_attacked = duties(state).open_duties()
        return "7.12" if attack else "7.11" if be_attacked else self.case

    @enforces(FAMILY, "4.1-1B", "7.0", "7.13", "7.14", "7.15", "7.51", "8.31", "8.32")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        now = duties(state)
        codes = []
        for unit, touch in now.touch.items():
            base = _ATTACK_BASE | unit << FIRST_SHIFT
            for enemy in bits(touch):
                if now.can_grow(1 << unit, 1 << enemy):
                    codes.append(base | enemy << SECOND_SHIFT)
        support = self._by_fire(state, now, codes) if now.guns or now.points else []
        closing = not now.owes and not any(now.open_duties())
        if not support:
            return [*codes, DONE_CODE] if closing else codes
        return CombatChoices(codes, support, closing)

    @enforces(FAMILY, "8.13", "8.21", "9.12", "9.13", "7.83")
    def _by_fire(self, state: IslandWarState, now: Duties, codes: list[int]) -> list[tuple[int, int]]:
        """Attacks by one distant gun, or by points alone, on one enemy wherever it now stands.

        Guns are added to the list; for points the answer gives each enemy and the most points that may be spent on it.
        """
        where, flags = state.where, state.flags
        targets = [
            enemy
            for enemy in state.on_map(1 - state.phasing)
            if not flags[enemy] & DEFENDED and not (now.landing and now.barred(enemy))
        ]
        grid, reach = state.ruleset.ground.grid, state.ruleset.range
        for gun in now.guns:
            row, limit = grid.distances(where[gun]), reach[gun]
            base = _OPEN_BARRAGE_BASE | gun << FIRST_SHIFT
            for enemy in targets:
                if row[where[enemy]] <= limit and now.may_fire(enemy, guns=1 << gun):
                    codes.append(base | enemy << SECOND_SHIFT)
        support = []
        if now.points:
            for enemy in targets:
                most = now.most_points(enemy)
                if most:
                    support.append((enemy, most))
        return support

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """No attack is left, or none was possible from the start; a side without units expects no question."""
        if state.stack[-1][0] != state.ruleset.step.combat or not state.on_map(state.phasing):
            return None
        if not self.missed(state):
            reason = "the combat phase is over: every unit that could attack has attacked"
            return Refusal("7.14", reason, (), ("7.15", "8.12", "9.0"))
        side = SIDE_ADJECTIVES[state.phasing]
        reason = f"no combat: no {side} unit is next to an enemy, and no artillery or Ground Support Points can attack"
        return Refusal("7.15", reason, (), ("8.12", "9.0"))

    def missed(self, state: IslandWarState) -> bool:
        return bool(state.on_map(1 - state.phasing)) and not any(mark & (ATTACKED | DEFENDED) for mark in state.flags)

    def take(self, state: IslandWarState, code: int) -> None:
        step = state.ruleset.step
        verb, first, second, _ = unpack(code)
        if code == DONE_CODE:
            state.end_combat_phase()
            state.stack.pop()
        elif verb == ATTACK:
            attackers, defenders = duties(state).with_landings(1 << first, 1 << second)
            state.attackers, state.defenders = list(bits(attackers)), list(bits(defenders))
            state.push(step.attackers)
        else:
            state.defenders = [second]
            state.flags[second] |= DEFENDED
            if verb == OPEN_BARRAGE:
                state.guns = [first]
                state.flags[first] |= ATTACKED
            else:
                state.shells = first
                state.points[state.phasing] -= first
            state.duties_now = None
            state.push(step.barrage)

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, first, second, _ = unpack(code)
        if code == DONE_CODE:
            return self._refuse_end(state)
        if verb == ATTACK:
            return refuse_attack(state, first, second)
        if verb == OPEN_BARRAGE:
            return refuse_barrage(state, first, [second])
        if verb == OPEN_SUPPORT:
            return refuse_support_attack(state, first, second)
        return wrong_time(state, code)

    def _refuse_end(self, state: IslandWarState) -> Refusal:
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
        return Refusal("7.0", f"{target} is no enemy", pair)
    if not state.stands(unit) or not state.stands(enemy):
        missing = target if state.stands(unit) else name
        return Refusal("7.15", f"{missing} is not on the map", pair)
    if state.flags[unit] & ATTACKED:
        return Refusal("7.14", f"{name} has attacked already in this phase", pair, ("7.96-b",))
    if state.flags[enemy] & DEFENDED:
        return Refusal("7.14", f"{target} has been attacked already in this phase", pair, ("7.96-b",))
    if ruleset.ground.grid.distance(state.where[unit], state.where[enemy]) != 1:
        if ruleset.is_gun[unit]:
            return Refusal("8.32", f"{name} is not next to {target}; from afar it barrages", pair, ("7.15",))
        return Refusal("7.15", f"{name} is not next to {target}", pair)
    return refuse_build(state, duties(state), 1 << unit, 1 << enemy, pair)


def joint(state: IslandWarState, refusal: Refusal) -> Refusal:
    """In a combat of several units it is 7.23 that asks every attacker to be next to every defender."""
    on_map = all(state.stands(state.ruleset.number[name]) for name in refusal.units)
    if on_map and refusal.case in ("7.15", "8.32"):
        return Refusal("7.23", refusal.reason, refusal.units, (refusal.case,))
    return refusal


def refuse_build(state: IslandWarState, now: Duties, attackers: int, defenders: int, about: tuple[str, ...]) -> Refusal:
    """Why an attack named so far cannot be completed: a landing, or a duty that would stay unmet."""
    attackers, defenders = now.with_landings(attackers, defenders)
    for unit in bits(attackers):
        apart = defenders & ~now.touch.get(unit, 0)
        if apart:
            names = (state.name(unit), *(state.name(enemy) for enemy in bits(apart)))
            reason = f"a landing unit attacks its beach hex, and {names[0]} is not next to {names[1]}"
            return Refusal("12.32-b", reason, names, ("7.23",))
    for unit, owes in now.owes.items():
        if not owes & ~defenders and defenders & ~now.touch[unit]:
            name = state.name(unit)
            return Refusal("7.12", f"{name} would be left with nobody to attack", (*about, name), ("7.21",))
    for unit, owes in now.owes.items():
        if not owes & ~defenders:
            attackers |= 1 << unit
    left = [enemy for enemy in newly_owed(now, attackers, defenders) if attackers & ~now.touched[enemy]]
    names = tuple(state.name(enemy) for enemy in left)
    return Refusal("7.21", f"{', '.join(names)} would be left with nobody to attack it", (*about, *names), ("7.11",))


def newly_owed(now: Duties, attackers: int, defenders: int) -> list[int]:
    """The enemies whom nobody next to them could attack any more because of this attack."""
    before = now.owed()
    return [enemy for enemy in now.owed(attackers, defenders) if enemy not in before]


def refuse_support_attack(state: IslandWarState, points: int, enemy: int) -> Refusal:
    """Why these points may not attack this enemy alone."""
    name, now = state.name(enemy), duties(state)
    if state.ruleset.owner[enemy] == state.phasing:
        return Refusal("9.13", f"{name} is no enemy", (name,))
    if not state.stands(enemy):
        return Refusal("9.13", f"{name} is not on the map", (name,))
    if points < 1 or points > now.points:
        return Refusal("9.0", f"{points_are(now.points)} left in this phase", (name,), ("9.14",))
    if state.flags[enemy] & DEFENDED:
        return Refusal("7.14", f"{name} has been attacked already in this phase", (name,))
    if now.barred(enemy):
        return Refusal("12.32-b", f"{name} may be attacked only together with the unit that lands on its hex", (name,))
    return refuse_means(state, now, 1 << enemy, f"{points_are(points)} needed", (name,))


class Attackers(Question[IslandWarState]):
    """Step a of an attack: more attackers, more defenders, each next to all of the other side."""

    name = "attackers"
    case = "4.1-1B-a"
    verbs = (JOIN, ALSO)
    forced_verbs = ("done", "join", "also")

    def side(self, state: IslandWarState) -> int:
        return state.phasing

    def prompt(self, state: IslandWarState) -> str:
        return (
            f"{attackers_do(state, 'attack')} {state.list_names(state.defenders)}: name further attackers or defenders, or close."
        )

    @enforces(FAMILY, "4.1-1B-a", "7.22", "7.23", "7.13")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        now = duties(state)
        attackers, defenders = _masks(state)
        codes = []
        for unit, touch in now.touch.items():
            bit = 1 << unit
            if not attackers & bit and not defenders & ~touch and now.can_grow(attackers | bit, defenders):
                codes.append(_JOIN_BASE | unit << FIRST_SHIFT)
        for enemy, touched in now.touched.items():
            bit = 1 << enemy
            if not defenders & bit and not attackers & ~touched and now.can_grow(attackers, defenders | bit):
                codes.append(_ALSO_BASE | enemy << FIRST_SHIFT)
        if now.passes(attackers, defenders):
            codes.append(DONE_CODE)
        return codes

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        if state.stack[-1][0] != state.ruleset.step.attackers or DONE_CODE not in state.choices():
            return None
        reason = "nothing can be added: no other unit is next to every defender, and no other enemy next to every attacker"
        return Refusal("7.23", f"{reason}, that is free to fight", (), ("7.15", "7.14", "4.1-1B-a"))

    def missed(self, state: IslandWarState) -> bool:
        """Everybody sees who is next to whom."""
        return False

    def take(self, state: IslandWarState, code: int) -> None:
        if code == DONE_CODE:
            declare(state)
            state.replace(state.ruleset.step.barrage)
            return
        verb, unit, _, _ = unpack(code)
        attackers, defenders = _masks(state)
        if verb == JOIN:
            attackers |= 1 << unit
        else:
            defenders |= 1 << unit
        attackers, defenders = duties(state).with_landings(attackers, defenders)
        state.attackers += [other for other in bits(attackers) if other not in state.attackers]
        state.defenders += [other for other in bits(defenders) if other not in state.defenders]

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, unit, _, _ = unpack(code)
        now = duties(state)
        attackers, defenders = _masks(state)
        if code == DONE_CODE:
            return refuse_close(state, now, attackers, defenders)
        if verb not in (JOIN, ALSO):
            return wrong_time(state, code)
        name = state.name(unit)
        if unit in state.attackers or unit in state.defenders:
            return Refusal("7.3", f"{name} is in this combat already", (name,), ("7.14",))
        if verb == JOIN:
            for enemy in state.defenders:
                if now.touch.get(unit, 0) >> enemy & 1 == 0:
                    return joint(state, refuse_attack(state, unit, enemy))
            return refuse_build(state, now, attackers | 1 << unit, defenders, (name,))
        for attacker in state.attackers:
            if now.touched.get(unit, 0) >> attacker & 1 == 0:
                return joint(state, refuse_attack(state, attacker, unit))
        return refuse_build(state, now, attackers, defenders | 1 << unit, (name,))


def refuse_close(state: IslandWarState, now: Duties, attackers: int, defenders: int) -> Refusal:
    """Why step a may not be closed yet."""
    for unit, owes in now.owes.items():
        if not attackers >> unit & 1 and not owes & ~defenders:
            name = state.name(unit)
            return Refusal("7.12", f"{name} has no other enemy to attack and must join", (name,))
    names = tuple(state.name(enemy) for enemy in newly_owed(now, attackers, defenders))
    return Refusal("7.21", f"{', '.join(names)} must be included: nobody else could attack", names, ("7.11",))


def _masks(state: IslandWarState) -> tuple[int, int]:
    attackers = defenders = 0
    for unit in state.attackers:
        attackers |= 1 << unit
    for unit in state.defenders:
        defenders |= 1 << unit
    return attackers, defenders


@enforces(FAMILY, "7.14", "7.3")
def declare(state: IslandWarState) -> None:
    """Step a is closed: these attack, and these are attacked, once and whole, in this phase."""
    for unit in state.attackers:
        state.flags[unit] |= ATTACKED
    for unit in state.defenders:
        state.flags[unit] |= DEFENDED
    state.duties_now = None
    if state.sink is not None:
        state.tell(
            "attack",
            "4.1-1B-a",
            f"{attackers_do(state, 'attack')} {state.list_names(state.defenders)}",
            attackers=[state.name(unit) for unit in state.attackers],
            defenders=[state.name(unit) for unit in state.defenders],
        )


class Barrage(Question[IslandWarState]):
    """Step b of an attack: distant guns and support points, if the attacker wishes."""

    name = "barrage"
    case = "4.1-1B-b"
    verbs = (BARRAGE, SUPPORT)

    def side(self, state: IslandWarState) -> int:
        return state.phasing

    def prompt(self, state: IslandWarState) -> str:
        return f"{describe(state)} Add distant guns or support points, or close."

    @enforces(FAMILY, "4.1-1B-b", "8.21", "8.22", "9.11", "9.12")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        now = duties(state)
        codes = [pack(BARRAGE, gun) for gun in barrage_guns(state, now) if now.may_fire(-1, guns=1 << gun)]
        if not state.shells and now.points:
            codes += [pack(SUPPORT, points) for points in range(1, now.most_points(-1) + 1)]
        codes.append(DONE_CODE)
        return codes

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """Nothing can be added, and nothing has been. Still true when a massed attack is being decided on."""
        step = state.ruleset.step
        if state.stack[-1][0] not in (step.barrage, step.banzai) or state.guns or state.shells:
            return None
        now = duties(state)
        if now.points or barrage_guns(state, now):
            owed = state.list_names(now.owed())
            reason = f"no barrage: what artillery and Ground Support Points are left must still attack {owed}"
            return Refusal("7.11", reason, (), ("7.21",)) if len(self.choices(state)) == 1 else None
        return Refusal("8.22", f"no barrage: {NO_FIRE}", (), ("8.21", "9.0"))

    def barred(self, state: IslandWarState) -> Iterable[Refusal]:
        for gun in state.ruleset.guns[state.phasing]:
            if state.stands(gun) and gun not in state.attackers:
                yield replace(refuse_barrage(state, gun, state.defenders), units=(state.name(gun),))

    def missed(self, state: IslandWarState) -> bool:
        return has_silent_gun(state, state.phasing)

    def take(self, state: IslandWarState, code: int) -> None:
        verb, first, _, _ = unpack(code)
        if code == DONE_CODE:
            if artillery_only(state):
                state.skip(state.ruleset.steps[state.ruleset.step.protect])
                roll(state)
            else:
                state.replace(state.ruleset.step.protect)
            return
        if verb == BARRAGE:
            state.guns.append(first)
            state.flags[first] |= ATTACKED
        else:
            state.shells = first
            state.points[state.phasing] -= first
        state.duties_now = None
        if state.sink is not None:
            what = state.name(first) if verb == BARRAGE else points_text(first)
            state.tell("barrage", "4.1-1B-b", f"Barrage by {what}")

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, first, _, _ = unpack(code)
        now = duties(state)
        if verb == BARRAGE:
            return refuse_barrage(state, first, state.defenders)
        if verb == SUPPORT:
            if state.shells:
                return Refusal("4.1-1B-b", "support points have been given to this attack already")
            if first < 1 or first > now.points:
                return Refusal("9.0", f"{points_are(now.points)} left in this phase", (), ("9.14",))
            return refuse_means(state, now, 0, f"{points_are(first)} needed", ())
        if verb in (JOIN, ALSO):
            return Refusal("4.1-1B-a", "The ground units of this attack have been named")
        return wrong_time(state, code)
