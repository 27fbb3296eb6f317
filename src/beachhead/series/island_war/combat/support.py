"""9.0 Ground Support Points: how many there are, and attacks that they make alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted, listed
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.duties import Duties, duties, refuse_means
from beachhead.series.island_war.marks import DEFENDED
from beachhead.series.island_war.ruleset import IslandWarRuleset

if TYPE_CHECKING:
    from beachhead.series.island_war.state import IslandWarState


@enforces(FAMILY, "9.0", "9.14", "9.0-example", "errata-9.11")
def points_of_turn(ruleset: IslandWarRuleset, turn: int) -> list[int]:
    """The points of both sides: the turn's in full for every combat phase, and none kept from another (R7)."""
    return list(ruleset.track.support[turn - 1])


def add_points(state: IslandWarState, points: int) -> None:
    """Points of the attacker are spent on this attack."""
    state.shells = points
    state.points[state.phasing] -= points
    if state.duties_now is not None:
        state.duties_now.points -= points


def points_text(points: int) -> str:
    """A number of support points in words."""
    return counted(points, "Ground Support Point")


def points_are(points: int) -> str:
    """The beginning of a sentence about a number of support points."""
    return f"{points_text(points)} {'is' if points == 1 else 'are'}"


@enforces(FAMILY, "9.12", "9.13")
def openings(now: Duties, targets: Iterable[int]) -> list[tuple[int, int]]:
    """Each enemy that points alone may attack, wherever it is, with the most that may be spent on it."""
    found = []
    for enemy in targets:
        most = now.most_points(enemy)
        if most:
            found.append((enemy, most))
    return found


def refuse_opening(state: IslandWarState, points: int, enemy: int) -> Refusal:
    """Why these points may not attack this enemy alone."""
    name, now = state.name(enemy), duties(state)
    if state.ruleset.owner[enemy] == state.phasing:
        return Refusal("9.13", f"{name} is not an enemy unit", (name,))
    if not state.stands(enemy):
        return Refusal("9.13", f"{name} is not on the map", (name,))
    if points < 1 or points > now.points:
        return refuse_number(now.points, name)
    if state.flags[enemy] & DEFENDED:
        return Refusal("7.14", f"{name} has already been attacked this phase", (name,))
    return now.refuse_alone(state, enemy, (name,)) or refuse_means(
        state, now, now.bit[enemy], f"{points_are(points)} needed", (name,)
    )


def refuse_number(left: int, *about: str) -> Refusal:
    """There are not that many points."""
    return Refusal("9.0", f"{points_are(left)} left this phase", about, ("9.14",))


def reserve_text(state: IslandWarState, enemy: int = -1) -> str:
    """How many points the attacker has left, how many of them an attack on this enemy (-1: the one under way) must leave, and for
    whom; empty if it may take them all."""
    now = duties(state)
    kept = now.points - now.most_points(enemy)
    if kept <= 0:
        return ""
    names = listed([state.name(other) for other in now.owed(0, 0 if enemy < 0 else now.bit[enemy])])
    which = "owed" if kept == now.points else f"{kept} of them owed"
    return f"{points_text(now.points)}, {which} to {names}" if names else ""
