"""8.0 Artillery: barrage (step b of an attack) and final protective fire (step c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from beachhead.engine.action import FIRST_SHIFT, pack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.banzai import Banzai
from beachhead.series.island_war.combat.differential import artillery_only, describe, is_declared
from beachhead.series.island_war.combat.duties import Duties, duties, reaches_any, refuse_means
from beachhead.series.island_war.combat.resolution import roll
from beachhead.series.island_war.combat.support import add_points, points_are, points_text, refuse_number, reserve_text
from beachhead.series.island_war.marks import ATTACKED, CONTACT, DEFENDED, DISPLACED, PROTECTED, STRUCK, STRUCK_BEFORE
from beachhead.series.island_war.ruleset import SIDE_ADJECTIVES
from beachhead.series.island_war.state import IslandWarState, S
from beachhead.series.island_war.verbs import ALSO, BARRAGE, DONE_CODE, JOIN, PROTECT, SUPPORT_CODES

_BARRAGE_BASE: Final = pack(BARRAGE)
_PROTECT_BASE: Final = pack(PROTECT)
_SILENCED: Final = PROTECTED | DISPLACED | STRUCK | STRUCK_BEFORE
"""Marks that each keep a gun from giving protective fire: what most guns have, so it is looked at before all else."""


@enforces(FAMILY, "8.22")
def barrage_guns(state: IslandWarState, now: Duties) -> list[int]:
    """The distant guns in range of at least one defender of the attack."""
    return [gun for gun in now.guns if reaches_any(state, gun, state.defenders)]


def add_gun(state: IslandWarState, gun: int) -> None:
    """A distant gun fires in this attack, and not again in this phase."""
    state.guns.append(gun)
    state.flags[gun] |= ATTACKED
    if state.duties_now is not None:
        state.duties_now.guns.remove(gun)


def has_silent_gun(state: IslandWarState, side: int) -> bool:
    """Whether a side has artillery on the map, beside the combat, that has not fired this phase: it may wonder why it cannot."""
    fired, where, flags = ATTACKED if side == state.phasing else PROTECTED, state.where, state.flags
    for gun in state.ruleset.guns[side]:
        if where[gun] >= 0 and not flags[gun] & fired and gun not in state.attackers and gun not in state.defenders:
            return True
    return False


NO_FIRE: Final = "no artillery is in range and free to fire, and no Ground Support Points are left"
"""That a side has nothing to fire with."""
NO_BARRAGE: Final = Refusal("8.22", f"no barrage: {NO_FIRE}", (), ("8.21", "9.0"))
NO_PROTECTION: Final = Refusal("8.41-a", f"no Final Protective Fire: {NO_FIRE}", (), ("8.41-b", "8.42", "9.0"))
NO_HELP: Final = Refusal(
    "8.45",
    "no Final Protective Fire: it cannot help units attacked only by artillery or Ground Support Points",
    (),
    ("9.0-procedure",),
)


def refuse_gun(state: IslandWarState, gun: int, targets: Sequence[int], *, alone: bool) -> Refusal:
    """Why this gun may not fire on these units, alone or in an attack under way."""
    return _refuse_gun(state, gun, targets, (state.name(gun), *map(state.name, targets)), alone=alone)


def _refuse_gun(state: IslandWarState, gun: int, targets: Sequence[int], about: tuple[str, ...], *, alone: bool) -> Refusal:
    """The same, with the units that the refusal is to name."""
    ruleset, name = state.ruleset, state.name(gun)
    if ruleset.owner[gun] != state.phasing:
        return Refusal("7.0", f"{name} does not belong to the attacker", about)
    if not ruleset.is_gun[gun]:
        return Refusal("7.15", f"{name} is not artillery; it can attack only adjacent enemies", about, ("7.0",))
    if not all(map(state.stands, (gun, *targets))):
        return Refusal("8.11", "only units on the map can fire or be fired at", about)
    if any(ruleset.owner[target] == state.phasing for target in targets):
        return Refusal("7.0", f"you cannot attack your own units: {state.list_names(targets)}", about)
    if state.flags[gun] & ATTACKED:
        return Refusal("7.14", f"{name} has already fired this phase", about, ("7.3",))
    if state.flags[gun] & DISPLACED:
        return Refusal("7.82-c", f"{name} was displaced and cannot fire this phase", about)
    if state.flags[gun] & CONTACT:
        return Refusal("8.31", f"{name} is adjacent to an enemy and can attack only adjacent enemies", about, ("8.32",))
    if not reaches_any(state, gun, targets):
        reach = ruleset.range[gun]
        case = "8.12" if len(targets) == 1 else "8.22"
        reason = f"{name} has a range of {reach} hexes and cannot reach {state.list_names(targets)}"
        return Refusal(case, reason, about, ("2.32-range", "8.11"))
    now = duties(state)
    if not alone:
        return refuse_means(state, now, 0, f"{name} is needed", (name,))
    if state.flags[targets[0]] & DEFENDED:
        return Refusal("7.14", f"{state.name(targets[0])} has already been attacked this phase", about)
    bound = now.refuse_alone(state, targets[0], about)
    return bound or refuse_means(state, now, now.bit[targets[0]], f"{name} is needed", about)


class Barrage(Question[S]):
    """Step b of an attack: distant guns and support points, if the attacker wishes."""

    name = "barrage"
    case = "4.1-1B-b"
    pushed_by = ("combat",)

    def side(self, state: S) -> int:
        return state.phasing

    def prompt(self, state: S) -> str:
        kept = "" if state.shells else reserve_text(state)
        left = f" {kept} (7.11)." if kept else ""
        return f"{describe(state)} Allocate artillery or Ground Support Points, or finish.{left}"

    @enforces(FAMILY, "4.1-1B-b", "8.21", "8.22", "9.11", "9.12")
    def choices(self, state: S) -> Choices:
        now = duties(state)
        codes = []
        if now.guns:
            for gun in barrage_guns(state, now):
                if now.may_fire(-1, now.bit[gun]):
                    codes.append(_BARRAGE_BASE | gun << FIRST_SHIFT)
        if now.points and not state.shells:
            codes += SUPPORT_CODES[1 : now.most_points(-1) + 1]
        codes.append(DONE_CODE)
        return codes

    def passed_over(self, state: S) -> Refusal | None:
        """Nothing can be added, and nothing has been. Still true when a massed attack is being decided on."""
        if not (state.is_at(Barrage) or state.is_at(Banzai)) or state.guns or state.shells:
            return None
        now = duties(state)
        if now.points or barrage_guns(state, now):
            owed = state.list_names(now.owed())
            reason = f"no barrage: the remaining artillery and Ground Support Points are needed to attack {owed}"
            return Refusal("7.11", reason, (), ("7.21",)) if len(self.choices(state)) == 1 else None
        return NO_BARRAGE

    def barred(self, state: S) -> Iterable[Refusal]:
        where, attackers, defenders = state.where, state.attackers, state.defenders
        return [
            _refuse_gun(state, gun, defenders, (state.name(gun),), alone=False)
            for gun in state.ruleset.guns[state.phasing]
            if where[gun] >= 0 and gun not in attackers
        ]

    def missed(self, state: S) -> bool:
        return has_silent_gun(state, state.phasing)

    def take_done(self, state: S) -> None:
        if artillery_only(state):
            state.skip(Protect)
            roll(state)
        else:
            state.replace(Protect)

    def take_barrage(self, state: S, gun: int) -> None:
        add_gun(state, gun)
        state.tell("barrage", "4.1-1B-b", f"Barrage by {state.name(gun)}")

    def take_support(self, state: S, points: int) -> None:
        add_points(state, points)
        state.tell("barrage", "4.1-1B-b", f"Barrage by {points_text(points)}")

    def refuse_barrage(self, state: S, gun: int) -> Refusal:
        return refuse_gun(state, gun, state.defenders, alone=False)

    def refuse_support(self, state: S, points: int) -> Refusal:
        now = duties(state)
        if state.shells:
            return Refusal("4.1-1B-b", "Ground Support Points have already been allocated to this attack")
        if points < 1 or points > now.points:
            return refuse_number(now.points)
        return refuse_means(state, now, 0, f"{points_are(points)} needed", ())

    def misplaced(self, state: S, code: int) -> Refusal:
        if verb_of(code) in (JOIN, ALSO):
            return Refusal("4.1-1B-a", "the attackers and defenders of this attack are already set")
        return super().misplaced(state, code)


class Protect(Question[S]):
    """Step c of an attack: the defender's protective fire, by guns that no enemy is next to, and support points."""

    name = "protect"
    case = "4.1-1B-c"
    pushed_by = ("combat",)

    def side(self, state: S) -> int:
        return 1 - state.phasing

    def prompt(self, state: S) -> str:
        side = SIDE_ADJECTIVES[1 - state.phasing]
        return f"{describe(state)} {side} Final Protective Fire: allocate artillery or Ground Support Points, or finish."

    @enforces(FAMILY, "4.1-1B-c", "8.41-a", "8.41-b", "8.42", "9.0-procedure")
    def choices(self, state: S) -> Choices:
        side = 1 - state.phasing
        codes = [_PROTECT_BASE | gun << FIRST_SHIFT for gun in self._ready(state)]
        if state.points[side] and not state.cover_points:
            codes += SUPPORT_CODES[1 : state.points[side] + 1]
        codes.append(DONE_CODE)
        return codes

    def _ready(self, state: S) -> list[int]:
        """The guns that may give protective fire."""
        guns, flags = state.ruleset.guns[1 - state.phasing], state.flags
        return [gun for gun in guns if not flags[gun] & _SILENCED and self._bar(state, gun) is None]

    def _can_fire(self, state: S) -> bool:
        """Whether `choices` would offer more than to end the step."""
        return bool(state.points[1 - state.phasing] and not state.cover_points) or bool(self._ready(state))

    def _bar(self, state: S, gun: int) -> tuple[str, str] | None:
        """What keeps a gun from giving protective fire: a case and a reason, or None."""
        if not state.stands(gun):
            return "8.41-a", "is not on the map"
        mark = state.flags[gun]
        if mark & PROTECTED:
            return "7.3", "has already given Final Protective Fire this phase"
        if mark & DISPLACED:
            return "8.41-b", "was displaced this phase"
        if mark & STRUCK:
            return "8.41-a", "had to retreat this phase"
        if mark & STRUCK_BEFORE:
            return "8.41-b", "had to retreat in the previous combat phase"
        if state.in_enemy_zone(gun):
            return "8.41-b", "is adjacent to an enemy"
        # A gun under ground attack is next to an enemy, so here it is never asked to help itself (8.5).
        if not reaches_any(state, gun, state.defenders):
            return "8.42", "is out of range of every defender"
        return None

    @enforces(FAMILY, "8.45")
    def passed_over(self, state: S) -> Refusal | None:
        """Artillery attacks alone, or nobody can fire. The first is known from step b on, the second up to the die."""
        if not is_declared(state):
            return None
        if artillery_only(state):
            return NO_HELP
        asked = state.is_at(Protect) or state.is_at(Banzai)
        if not asked or state.cover or state.cover_points:
            return None
        if len(state.choices() if state.is_at(Protect) else self.choices(state)) > 1:
            return None
        guns = [gun for gun in state.ruleset.guns[self.side(state)] if state.stands(gun)]
        if len(guns) == 1 and (bar := self._bar(state, guns[0])) is not None:
            case, what = bar
            return Refusal(case, f"no Final Protective Fire: {state.name(guns[0])} {what}, and no Ground Support Points are left")
        return NO_PROTECTION

    def barred(self, state: S) -> Iterable[Refusal]:
        found: list[Refusal] = []
        if artillery_only(state):
            return found
        for gun in state.ruleset.guns[self.side(state)]:
            if state.stands(gun) and (bar := self._bar(state, gun)) is not None:
                case, what = bar
                name = state.name(gun)
                found.append(Refusal(case, f"no Final Protective Fire: {name} {what}", (name,)))
        return found

    def missed(self, state: S) -> bool:
        if artillery_only(state):
            return self._can_fire(state)
        return has_silent_gun(state, 1 - state.phasing)

    def take_done(self, state: S) -> None:
        state.replace(Banzai)

    def take_protect(self, state: S, gun: int) -> None:
        state.cover.append(gun)
        state.flags[gun] |= PROTECTED
        state.tell("protect", "8.43", f"Final Protective Fire by {state.name(gun)}")

    def take_support(self, state: S, points: int) -> None:
        state.cover_points = points
        state.points[1 - state.phasing] -= points
        state.tell("protect", "8.43", f"Final Protective Fire by {points_text(points)}")

    def refuse_protect(self, state: S, gun: int) -> Refusal:
        name = state.name(gun)
        if state.ruleset.owner[gun] == state.phasing or not state.ruleset.is_gun[gun]:
            return Refusal("8.41-a", f"{name} is not an artillery unit of the defender", (name,))
        bar = self._bar(state, gun)
        assert bar is not None
        also = {"8.41-b": ("8.41-a", "7.82-c"), "8.42": ("2.32-range",), "7.3": ("8.41-a",)}.get(bar[0], ())
        return Refusal(bar[0], f"{name} {bar[1]}", (name,), also)

    def refuse_support(self, state: S, _points: int) -> Refusal:
        if state.cover_points:
            return Refusal("4.1-1B-c", "Ground Support Points have already been allocated to this defense")
        return refuse_number(state.points[1 - state.phasing])

    def misplaced(self, state: S, code: int) -> Refusal:
        if verb_of(code) in (JOIN, ALSO, BARRAGE):
            return Refusal("4.1-1B-c", "the attacker cannot add anything once the defender has been asked")
        return super().misplaced(state, code)
