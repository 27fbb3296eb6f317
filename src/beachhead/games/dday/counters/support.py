"""Naval gunfire, airstrikes and artillery points from turn to turn (8.5, 19.0): what a day brings, what is left over, what comes
ashore, and what is away for some turns."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.games.dday.box.kinds import CORPS, DIVISIONS
from beachhead.games.dday.counters import losses
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

FIRST_DAY: Final = "support_points"
"""The special rule by which naval gunfire and airstrikes come on 19 February only on turns that it names, and lapse."""
NEVER: Final = 99
"""The turn under which points are noted that do not come back by themselves."""
AT_SEA: Final = 98
"""The same for points that are lost before they have come ashore."""


# ---------------------------------------------------------------------- turns and days


@enforces(FAMILY, "18.4.4-e", "8.5-a")
def has_own_rule(state: DDayState) -> bool:
    """Whether support goes by the rule of Scenario One."""
    return state.ruleset.setup.rule(FIRST_DAY) is not None


@enforces(FAMILY, "8.5-a", "8.5-g", "8.5-i")
def begin_turn(state: DDayState) -> None:
    """A game turn begins: support of the day, guns that have come ashore, guns that are back."""
    if has_own_rule(state):
        first_day(state)
    elif is_new_day(state):
        begin_day(state)
    receive_artillery(state)
    recover_points(state)


@enforces(FAMILY, "8.5-a")
def begin_game(state: DDayState) -> None:
    """A game begins with the support of its first day."""
    if not has_own_rule(state):
        begin_day(state)


@enforces(FAMILY, "8.5-a")
def is_new_day(state: DDayState) -> bool:
    """Whether a day begins with this turn; the six turns of 19 February are one day."""
    return state.turn == 1 or losses.day_of(state.turn) != losses.day_of(state.turn - 1)


@enforces(FAMILY, "18.4.4-e")
def first_day(state: DDayState) -> None:
    """A naval gunfire and an airstrike point on the turns that the scenario names; nothing is carried over."""
    clause = state.ruleset.setup.rule(FIRST_DAY)
    if clause is not None and state.turn in clause.details["gts"]:
        state.naval += int(clause.details["naval_gunfire"])
        state.air += int(clause.details["airstrike"])


@enforces(FAMILY, "8.5-a", "8.5-g", "8.5-i")
def begin_day(state: DDayState) -> None:
    """At most two unused points of each kind are kept, then one of each is added; every artillery point can fire again."""
    naval, air = state.ruleset.components.support["naval_gunfire"], state.ruleset.components.support["airstrike"]
    state.naval = min(state.naval, naval.carry_over) + naval.per_day
    state.air = min(state.air, air.carry_over) + air.per_day
    state.guns_spent = bytearray(len(state.guns_spent))


@enforces(FAMILY, "18.4.4-e", "8.5-g")
def end_turn(state: DDayState) -> None:
    """On D-Day support lapses with its turn, that of events too (D131); later it is kept."""
    state.guns_silent = bytearray(len(state.guns_silent))
    if has_own_rule(state):
        state.naval = 0
        state.air = 0


# ---------------------------------------------------------------------- artillery points


def row_of(owner: int) -> int:
    """The place of a division, or of the corps, in the rows of artillery points."""
    return len(DIVISIONS) if owner == CORPS else DIVISIONS.index(owner)


def owner_name(row: int) -> str:
    """Whose points are in a place of the row."""
    return f"the {losses.ordinal(DIVISIONS[row])} Division" if row < len(DIVISIONS) else "the corps"


@enforces(FAMILY, "8.5-d", "19.0", "8.5.3-b")
def landing_points(state: DDayState, turn: int) -> list[tuple[int, int]]:
    """The artillery points that the list has for a turn: their place in the row, and how many."""
    setup = state.ruleset.setup
    first, last = setup.arrivals
    if setup.artillery_ignored or not first <= turn <= last:
        return []
    arrivals = [arrival for arrival in state.ruleset.components.arrivals if arrival.turn == turn]
    return [(row_of(owner), points) for arrival in arrivals for owner, points in arrival.artillery]


@enforces(FAMILY, "8.5-d", "19.0", "18.4.2")
def receive_artillery(state: DDayState) -> None:
    """Artillery points come on the turn that the list names."""
    for row, points in landing_points(state, state.turn):
        drowned = (AT_SEA, row, 1)
        if drowned in state.guns_due:
            state.guns_due = sorted([(NEVER, row, 1), *(entry for entry in state.guns_due if entry != drowned)])
            points -= 1
        state.guns[row] += points
        if state.sink is not None:
            text = f"{counted(points, 'artillery point')} of {owner_name(row)} {'is' if points == 1 else 'are'} ashore"
            state.happened("artillery points", "19.0", text, {"of": row, "points": points})


@enforces(FAMILY, "8.5-i", "8.5-d")
def recover_points(state: DDayState) -> None:
    """Points that were away for some turns are back; those lost on their way ashore are not."""
    due = state.guns_due
    if not any(turn == state.turn for turn, _, _ in due):
        return
    state.guns_due = [entry for entry in due if entry[0] != state.turn]
    for turn, row, points in due:
        if turn == state.turn:
            state.guns[row] += points
            if state.sink is not None:
                text = f"{counted(points, 'artillery point')} of {owner_name(row)} {'is' if points == 1 else 'are'} back"
                state.happened("artillery points", "8.5-i", text, {"of": row, "points": points})


@enforces(FAMILY, "20.0-landing-dukw")
def swamp(state: DDayState, row: int) -> None:
    """One point of a division or the corps that lands next turn is lost on its way."""
    state.guns_due = sorted([*state.guns_due, (AT_SEA, row, 1)])


@enforces(FAMILY, "20.0-ammo-dump")
def silence_half(state: DDayState) -> None:
    """Half of the points of each division and the corps that have not fired today fall silent until the turn ends."""
    for row in range(len(state.guns)):
        state.guns_silent[row] = max(0, state.guns[row] - state.guns_spent[row]) // 2


@enforces(FAMILY, "8.5-i")
def lose_points(state: DDayState, row: int, points: int, back: int = NEVER) -> int:
    """Points of a division or the corps are lost, until the turn `back` or for good. Returns how many there were to lose."""
    points = min(points, state.guns[row])
    if points:
        state.guns[row] -= points
        state.guns_spent[row] = min(state.guns_spent[row], state.guns[row])
        state.guns_due = sorted([*state.guns_due, (back, row, points)])
    return points


@enforces(FAMILY, "8.5-i")
def restore_point(state: DDayState, row: int) -> bool:
    """One lost point of a division or the corps comes back at once, the one that would be away the longest; False if it has lost
    none."""
    for spot in range(len(state.guns_due) - 1, -1, -1):
        turn, owner, points = state.guns_due[spot]
        if owner == row and turn != AT_SEA:
            rest = [(turn, owner, points - 1)] if points > 1 else []
            state.guns_due = [*state.guns_due[:spot], *rest, *state.guns_due[spot + 1 :]]
            state.guns[row] += 1
            return True
    return False
