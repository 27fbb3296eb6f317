"""US artillery points in attacks and barrages (8.1-f, 8.5, D72): how many may fire, who observes, and their own barrages."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import DIVISIONS, RD
from beachhead.games.dday.combat import barrage
from beachhead.games.dday.control import command, faces
from beachhead.games.dday.counters import marines, support
from beachhead.games.dday.counters.artillery_points import (
    BITS,
    CORPS_ROW,
    FIRST_BIT,
    ROWS,
    divisional,
    points_in,
    total,
    with_points,
)
from beachhead.games.dday.counters.japanese_damage import hex_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import DONE_CODE, GUNS, GUNS_AT

ARTILLERY: Final = "artillery_point"
FIRST_TURN: Final = 5
"""From here on artillery points can be used."""
RULE: Final = "artillery_points"


# ---------------------------------------------------------------------- what can be


@enforces(FAMILY, "8.5.4", "8.5-i")
def is_sound(state: DDayState, packed: int) -> bool:
    """Whether an attack or barrage can have this support: no more points than a mission may have, nor than there are."""
    if not 0 <= packed < 1 << FIRST_BIT + BITS * ROWS:
        return False
    most = state.ruleset.components.support[ARTILLERY]
    if divisional(packed) > most.max_division or points_in(packed, CORPS_ROW) > most.max_corps:
        return False
    return all(points_in(packed, row) <= state.guns[row] for row in range(ROWS))


# ---------------------------------------------------------------------- who may fire


@enforces(FAMILY, "8.5-h", "8.5-important", "8.5-i", "20.0-ammo-dump")
def at_hand(state: DDayState, row: int) -> int:
    """The points of a division or the corps that have not fired today; none before GT 5, nor where a scenario forbids them."""
    if state.turn < FIRST_TURN or not state.guns[row] or state.ruleset.setup.rule(RULE) is not None:
        return 0
    return max(0, state.guns[row] - state.guns_spent[row] - state.guns_silent[row])


def any_at_hand(state: DDayState) -> bool:
    """Whether any point can still fire today."""
    return state.guns != state.guns_spent and any(at_hand(state, row) for row in range(ROWS))


@enforces(FAMILY, "8.1-f", "11.2.1-a-3", "15.3-c")
def can_direct(state: DDayState, unit: int, hexes: int) -> bool:
    """Whether a unit on the map can direct guns at a hex so far away that it sees: undisrupted, in command and in the range of a
    regimental HQ or command post, with a radio of its own, with that of its regiment next to the hex, or with that of a command
    post. Where everybody is in command only disruption matters (D72, D141)."""
    if state.disrupted[unit]:
        return False
    if not command.is_normal(state):
        return True
    if not command.in_command(state, unit) or not command.has_regiment(state, unit):
        return False
    if hexes <= 1 or marines.weapons(state, unit, hexes) & RD:
        return True
    index = state.ruleset.regiment_index.get(command.regiment_over(state, unit), -1)
    return index >= 0 and bool(state.posts[index])


@enforces(FAMILY, "8.1-f", "8.5.3-a", "8.5.3-b")
def observed(state: DDayState, place: int) -> int:
    """For whom somebody observes a hex, as bits by place in the row: a division needs a unit of its own, the corps any unit."""
    ruleset, found = state.ruleset, 0
    every = (1 << ROWS) - 1
    for here in spaces_of(ruleset.ground.seen_from(place) & state.us_mask):
        hexes = ruleset.ground.distance[here][place]
        for unit in state.units_in(here):
            if can_direct(state, unit, hexes):
                found |= 1 << DIVISIONS.index(ruleset.division[unit]) | 1 << CORPS_ROW
        if found == every:
            break
    return found


@enforces(FAMILY, "8.1-f")
def has_company(state: DDayState, place: int) -> bool:
    """Whether a US unit is in the sector of a hex."""
    ground = state.ruleset.ground
    return bool(ground.sector_mask[ground.sector[place]] & state.us_mask)


@enforces(FAMILY, "8.1-f", "8.5.4", "8.5-j")
def room(state: DDayState, packed: int, row: int) -> int:
    """How many points of a division or the corps a mission can still take, its observers aside: each has its say once."""
    if points_in(packed, row):
        return 0
    most = state.ruleset.components.support[ARTILLERY]
    left = most.max_corps if row == CORPS_ROW else most.max_division - divisional(packed)
    return min(left, at_hand(state, row))


def offers(state: DDayState, place: int, packed: int) -> list[tuple[int, int]]:
    """Who could add how many points to a mission against a hex: place in the row, and the most."""
    if not any_at_hand(state) or not has_company(state, place):
        return []
    rooms = [room(state, packed, row) for row in range(ROWS)]
    if not any(rooms):
        return []
    eyes = observed(state, place)
    return [(row, rooms[row]) for row in range(ROWS) if rooms[row] and eyes >> row & 1]


@enforces(FAMILY, "8.1-f", "8.5-h", "8.5-i", "8.5.3-a", "8.5.4")
def refuse(state: DDayState, place: int, packed: int, row: int, points: int) -> Refusal | None:
    """Why a mission against a hex cannot have these points; None if it can."""
    if not 0 <= row < ROWS:
        return Refusal("8.5.3-a", "guns belong to the 3rd, 4th or 5th Division or to the corps")
    where, whose = state.ruleset.hex_name(place), support.owner_name(row)
    most = state.ruleset.components.support[ARTILLERY]
    if state.ruleset.setup.rule(RULE) is not None:
        return Refusal("8.5-important", "there is no artillery in this scenario")
    if state.turn < FIRST_TURN:
        return Refusal("8.5-h", f"artillery can be used from GT {FIRST_TURN} on")
    if points < 1 or points > at_hand(state, row):
        left = counted(at_hand(state, row), "artillery point")
        return Refusal("8.5-i", f"{whose} has {left} left today")
    if points_in(packed, row):
        return Refusal("8.5.4", f"artillery of {whose} is in this mission already")
    if points > room(state, packed, row):
        return Refusal(
            "8.5.4", f"a mission has at most {most.max_division} points of divisions and {most.max_corps} of the corps"
        )
    if not has_company(state, place):
        return Refusal("8.1-f", f"no US unit is in the sector of {where}")
    if not observed(state, place) >> row & 1:
        own = "" if row == CORPS_ROW else f" of {whose}"
        return Refusal(
            "8.5.3-a" if own else "8.1-f", f"no unit{own} with a radio, under its HQ, observes {where}", (), ("8.1-f",)
        )
    return None


@enforces(FAMILY, "8.5-i", "8.5-e")
def spend(state: DDayState, packed: int) -> None:
    """The points of a mission have fired today."""
    for row in range(ROWS):
        state.guns_spent[row] += points_in(packed, row)


def shares(packed: int) -> list[tuple[str, int]]:
    """Whose points a mission has, and how many."""
    found = [(f"artillery of {support.owner_name(row)}", points_in(packed, row)) for row in range(ROWS)]
    return [(name, points) for name, points in found if points]


def names(packed: int) -> list[str]:
    """The points of a mission in words."""
    return [f"{name} ({points})" for name, points in shares(packed)]


def codes_at(state: DDayState, place: int, packed: int) -> list[int]:
    """`guns OWNER NUMBER` for everything that a mission can add."""
    return [pack(GUNS, row, points) for row, most in offers(state, place, packed) for points in range(1, most + 1)]


# ---------------------------------------------------------------------- barrages


@enforces(FAMILY, "8.4-c", "8.5-j", "7.0-a-barrage", "8.1.1-unlimited")
def openings(state: DDayState) -> list[int]:
    """Every barrage that artillery can open, at any moment of the phase."""
    if not any_at_hand(state):
        return []
    found: list[int] = []
    for place in spaces_of(faces.shown(state).turned_up & ~state.us_mask):
        if not barrage.target_fault(state, place):
            found += [pack(GUNS_AT, place, row, points) for row, most in offers(state, place, 0) for points in range(1, most + 1)]
    return found


def open_barrage(state: DDayState, place: int, row: int, points: int) -> None:
    """Open a barrage with points of a division or the corps; others may join (c26)."""
    state.push(Shelling, state.slot_at(place), with_points(0, row, points))


def refuse_barrage(state: DDayState, place: int, row: int, points: int) -> Refusal:
    """Why artillery cannot barrage a hex."""
    found = barrage.refuse_target(state, place) or refuse(state, place, 0, row, points)
    assert found is not None
    return found


class ShellingRecord(NamedTuple):
    """An artillery barrage that is being prepared: its target and its points."""

    step: int
    position: int
    support: int


class Shelling(Question[DDayState]):
    """Points of other divisions, or of the corps, may join those that opened the barrage."""

    name = "shelling"
    case = "8.5.4"
    record = ShellingRecord
    pushed_by = ("actions",)

    def fits(self, state: DDayState, spot: int, frame: ShellingRecord) -> bool:
        if not 0 <= frame.position < state.ruleset.slot_count or not total(frame.support) or frame.support & (1 << FIRST_BIT) - 1:
            return False
        return is_sound(state, frame.support) and not barrage.target_fault(state, state.hex_of(frame.position))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return f"Artillery barrage of {hex_of(state, state.top(ShellingRecord).position)}: add points, or fire."

    @enforces(FAMILY, "8.5.4")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(ShellingRecord)
        return [*codes_at(state, state.hex_of(frame.position), frame.support), DONE_CODE]

    def take_guns(self, state: DDayState, row: int, points: int) -> None:
        frame = state.top(ShellingRecord)
        state.replace(Shelling, frame.position, with_points(frame.support, row, points))

    def refuse_guns(self, state: DDayState, row: int, points: int) -> Refusal:
        frame = state.top(ShellingRecord)
        found = refuse(state, state.hex_of(frame.position), frame.support, row, points)
        assert found is not None
        return found

    @enforces(FAMILY, "8.4.1-1", "8.4.1-2-a", "8.5-d")
    def take_done(self, state: DDayState) -> None:
        """All points together are one firer (c26), with the artillery's symbol; no hexside matters to them."""
        frame = state.top(ShellingRecord)
        state.stack.pop()
        spend(state, frame.support)
        firing = names(frame.support)
        says = f"{', '.join(firing)} {'barrages' if len(firing) == 1 else 'barrage'} {hex_of(state, frame.position)}"
        says = says[:1].upper() + says[1:]
        symbol = state.ruleset.charts.barrage.symbols["artillery"]
        barrage.fire_at(state, frame.position, total(frame.support), symbol, says, "8.4-c")


STEPS: Final[tuple[AnyStep, ...]] = (Shelling(),)
