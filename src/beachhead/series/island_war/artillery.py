"""8.0 Artillery: barrage from afar, and final protective fire (step c of an attack)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.duties import Duties, duties, in_range
from beachhead.series.island_war.refusals import wrong_time
from beachhead.series.island_war.resolution import artillery_only, describe, points_are, points_text
from beachhead.series.island_war.ruleset import ALSO, BARRAGE, DONE_CODE, JOIN, PROTECT, SIDE_ADJECTIVES, SUPPORT
from beachhead.series.island_war.state import (
    ATTACKED,
    CONTACT,
    DEFENDED,
    DISPLACED,
    PROTECTED,
    STRUCK,
    STRUCK_BEFORE,
    IslandWarState,
)


@enforces(FAMILY, "8.22")
def barrage_guns(state: IslandWarState, now: Duties) -> list[int]:
    """The distant guns in range of at least one defender of the attack."""
    return [gun for gun in now.guns if any(in_range(state, gun, unit) for unit in state.defenders)]


def has_silent_gun(state: IslandWarState, side: int) -> bool:
    """Whether a side has artillery on the map, beside the combat, that has not fired this phase: it may wonder why it cannot."""
    fired, fighting = ATTACKED if side == state.phasing else PROTECTED, (*state.attackers, *state.defenders)
    return any(state.stands(gun) and not state.flags[gun] & fired and gun not in fighting for gun in state.ruleset.guns[side])


NO_FIRE = "no artillery is in range and free to fire, and no Ground Support Points are left"
"""That a side has nothing to fire with."""


def refuse_means(state: IslandWarState, now: Duties, struck: int, means: str, about: tuple[str, ...]) -> Refusal:
    """A gun or points that are owed elsewhere, or an attack that would rob a unit of its only enemy."""
    for unit, owes in now.owes.items():
        if not owes & ~struck:
            name = state.name(unit)
            return Refusal("7.12", f"{name} would be left with nobody to attack", (*about, name))
    names = tuple(state.name(enemy) for enemy in now.owed(0, struck))
    return Refusal("7.11", f"{means} elsewhere: {', '.join(names)} must still be attacked", (*about, *names), ("7.21",))


def refuse_barrage(state: IslandWarState, gun: int, targets: Sequence[int]) -> Refusal:
    """Why this gun may not fire on these units."""
    ruleset, name = state.ruleset, state.name(gun)
    names = tuple(state.name(target) for target in targets)
    about = (name, *names)
    if ruleset.owner[gun] != state.phasing:
        return Refusal("7.0", f"{name} does not belong to the attacker", about)
    if not ruleset.is_gun[gun]:
        return Refusal("7.15", f"{name} is no artillery and attacks only from an adjacent hex", about, ("7.0",))
    if not all(map(state.stands, (gun, *targets))):
        return Refusal("8.11", "only units on the map fire and are fired at", about)
    if any(ruleset.owner[target] == state.phasing for target in targets):
        return Refusal("7.0", f"{', '.join(names)} is no enemy", about)
    if state.flags[gun] & ATTACKED:
        return Refusal("7.14", f"{name} has fired already in this phase", about, ("7.3",))
    if state.flags[gun] & DISPLACED:
        return Refusal("7.82-c", f"{name} has been displaced and may not fire in this phase", about)
    if state.flags[gun] & CONTACT:
        return Refusal("8.31", f"{name} is next to an enemy: it must attack its neighbours and none else", about, ("8.32",))
    if not any(in_range(state, gun, target) for target in targets):
        reach = ruleset.range[gun]
        case = "8.12" if len(targets) == 1 else "8.22"
        return Refusal(case, f"{name} reaches {reach} hexes, not {', '.join(names)}", about, ("2.32-range", "8.11"))
    now = duties(state)
    if state.stack[-1][0] == ruleset.step.combat:
        target = targets[0]
        if state.flags[target] & DEFENDED:
            return Refusal("7.14", f"{names[0]} has been attacked already in this phase", about)
        if now.barred(target):
            return Refusal("12.32-b", f"{names[0]} may be attacked only together with the unit that lands on its hex", about)
        return refuse_means(state, now, 1 << target, f"{name} is needed", about)
    return refuse_means(state, now, 0, f"{name} is needed", (name,))


class Protect(Question[IslandWarState]):
    """Step c of an attack: the defender's protective fire, by guns that no enemy is next to, and support points."""

    name = "protect"
    case = "4.1-1B-c"
    verbs = (PROTECT, SUPPORT)

    def side(self, state: IslandWarState) -> int:
        return 1 - state.phasing

    def prompt(self, state: IslandWarState) -> str:
        return f"{describe(state)} {SIDE_ADJECTIVES[1 - state.phasing]} protective fire: guns, support points, or close."

    @enforces(FAMILY, "4.1-1B-c", "8.41-a", "8.41-b", "8.42", "9.0-procedure")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        side = 1 - state.phasing
        codes = [pack(PROTECT, gun) for gun in state.ruleset.guns[side] if self._bar(state, gun) is None]
        if state.points[side] and not state.cover_points:
            codes += [pack(SUPPORT, points) for points in range(1, state.points[side] + 1)]
        codes.append(DONE_CODE)
        return codes

    def _bar(self, state: IslandWarState, gun: int) -> tuple[str, str] | None:
        """What keeps a gun from giving protective fire: a case and a reason, or None."""
        if not state.stands(gun):
            return "8.41-a", "is not on the map"
        mark = state.flags[gun]
        if mark & PROTECTED:
            return "7.3", "has given protective fire already in this phase"
        if mark & DISPLACED:
            return "8.41-b", "has been displaced in this phase"
        if mark & STRUCK:
            return "8.41-a", "had to retreat in this phase"
        if mark & STRUCK_BEFORE:
            return "8.41-b", "had to retreat in the combat phase before"
        if state.in_enemy_zone(gun):
            return "8.41-b", "is next to an enemy"
        # A gun under ground attack is next to an enemy, so here it is never asked to help itself (8.5).
        if not any(in_range(state, gun, unit) for unit in state.defenders):
            return "8.42", "does not reach any of the defenders"
        return None

    @enforces(FAMILY, "8.45")
    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """Artillery attacks alone, or nobody can fire. The first is known from step b on, the second up to the die."""
        step, now = state.ruleset.step, state.stack[-1][0]
        if not state.defenders or now == step.attackers:
            return None
        if artillery_only(state):
            reason = "no Final Protective Fire: it cannot help units attacked only by artillery or Ground Support Points"
            return Refusal("8.45", reason, (), ("9.0-procedure",))
        if now not in (step.protect, step.banzai) or state.cover or state.cover_points or len(self.choices(state)) > 1:
            return None
        guns = [gun for gun in state.ruleset.guns[self.side(state)] if state.stands(gun)]
        if len(guns) == 1 and (bar := self._bar(state, guns[0])) is not None:
            case, what = bar
            return Refusal(case, f"no Final Protective Fire: {state.name(guns[0])} {what}, and no Ground Support Points are left")
        return Refusal("8.41-a", f"no Final Protective Fire: {NO_FIRE}", (), ("8.41-b", "8.42", "9.0"))

    def barred(self, state: IslandWarState) -> Iterable[Refusal]:
        if artillery_only(state):
            return
        for gun in state.ruleset.guns[self.side(state)]:
            if state.stands(gun) and (bar := self._bar(state, gun)) is not None:
                case, what = bar
                name = state.name(gun)
                yield Refusal(case, f"no Final Protective Fire: {name} {what}", (name,))

    def missed(self, state: IslandWarState) -> bool:
        if artillery_only(state):
            return len(self.choices(state)) > 1
        return has_silent_gun(state, 1 - state.phasing)

    def take(self, state: IslandWarState, code: int) -> None:
        verb, first, _, _ = unpack(code)
        if code == DONE_CODE:
            state.replace(state.ruleset.step.banzai)
            return
        if verb == PROTECT:
            state.cover.append(first)
            state.flags[first] |= PROTECTED
        else:
            state.cover_points = first
            state.points[1 - state.phasing] -= first
        if state.sink is not None:
            what = state.name(first) if verb == PROTECT else points_text(first)
            state.tell("protect", "8.43", f"Protective fire by {what}")

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, first, _, _ = unpack(code)
        if verb == PROTECT:
            name = state.name(first)
            if state.ruleset.owner[first] == state.phasing or not state.ruleset.is_gun[first]:
                return Refusal("8.41-a", f"{name} is no artillery of the defender", (name,))
            bar = self._bar(state, first)
            assert bar is not None
            also = {"8.41-b": ("8.41-a", "7.82-c"), "8.42": ("2.32-range",), "7.3": ("8.41-a",)}.get(bar[0], ())
            return Refusal(bar[0], f"{name} {bar[1]}", (name,), also)
        if verb == SUPPORT:
            if state.cover_points:
                return Refusal("4.1-1B-c", "support points have been given to this defence already")
            return Refusal("9.0", f"{points_are(state.points[1 - state.phasing])} left in this phase", (), ("9.14",))
        if verb in (JOIN, ALSO, BARRAGE):
            return Refusal("4.1-1B-c", "The attacker may add nothing after the defender has been asked")
        return wrong_time(state, code)
