"""US losses: steps by day and division, and catastrophic loss, which ends the game at once (18.1, D105).

The loss box is not kept. What it holds follows from the rifle companies: two counters for one that is eliminated, one for one
with a step or two left (D105). It is compared with the limit whenever it has grown or the limit has fallen.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.state import Result
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.ruleset import CAMPAIGN
from beachhead.games.dday.state import ABSENT, LOST, DDayState

DIVISIONS: Final = (3, 4, 5)
ELIMINATED: Final = 2
HALVED: Final = 1
"""Counters that a rifle company brings into the box."""
HALF: Final = 2
"""A rifle company with so many steps, or fewer, has lost its second."""
DRAINED: Final = 12
"""With fewer infantry points left than this a division's limit falls by one."""
STANDARD: Final = 5
STANDARD_LATER: Final = 4
MARCH: Final = 301
"""From this date the standard limit is lower (month * 100 + day)."""
TURNS_A_DAY: Final = 3


# ---------------------------------------------------------------------- by day and division


@enforces(FAMILY, "8.5-a")
def day_of(turn: int) -> int:
    """The day of a game turn, counted from 19 February, whose six turns are one day (c-35).

    >>> [day_of(turn) for turn in (1, 6, 7, 9, 10, 66)]
    [0, 0, 1, 1, 2, 20]
    """
    return 0 if turn < SECOND_DAY else (turn - SECOND_DAY) // TURNS_A_DAY + 1


@enforces(FAMILY, "18.5.4-a", "18.6.4-a", "18.7.4-a", "18.8.4-a", "18.9.4-a", "18.1-f", "18.1-b", "18.1-c")
def note(state: DDayState, unit: int) -> None:
    """A unit has just lost a step. Rifle companies, battalion HQs and heavy weapons companies are infantry; what is replaced
    later remains lost (c-35). D-Day itself counts steps of all kinds together and keeps no such lists."""
    ruleset = state.ruleset
    if not ruleset.counts_by_day:
        return
    spot = day_of(state.turn) * len(DIVISIONS) + ruleset.division[unit] - DIVISIONS[0]
    if ruleset.is_infantry[unit]:
        row = state.infantry_losses = state.infantry_losses.copy()
    else:
        row = state.other_losses = state.other_losses.copy()
    row[spot] += 1
    if ruleset.is_rifle[unit] and state.steps[unit] in (0, HALF):
        state.bloodied = 1


def infantry_lost(state: DDayState, day: int = -1) -> int:
    """Infantry steps of all divisions lost on a day, or in the whole game."""
    if day < 0:
        return sum(state.infantry_losses)
    first = day * len(DIVISIONS)
    return sum(state.infantry_losses[first : first + len(DIVISIONS)])


def worst_day(state: DDayState) -> int:
    """The day on which most infantry steps were lost so far, the first of several."""
    today = day_of(state.turn)
    days = range(min(today, day_of(state.ruleset.setup.first_turn)), today + 1)
    return max(days, key=lambda day: (infantry_lost(state, day), -day))


# ---------------------------------------------------------------------- catastrophic loss


@enforces(FAMILY, "18.1-b", "18.1-c", "18.1-e", "18.1-f")
def in_box(state: DDayState, division: int) -> int:
    """The counters in the loss box of a division. Only rifle companies count, and one that is rebuilt counts no more."""
    found = 0
    for unit in state.ruleset.rifles_of[division]:
        if state.where[unit] == LOST:
            found += ELIMINATED
        elif state.steps[unit] <= HALF:
            found += HALVED
    return found


def is_in_game(state: DDayState, division: int) -> bool:
    """Whether a division has rifle companies in the game."""
    return any(state.where[unit] != ABSENT for unit in state.ruleset.rifles_of[division])


@enforces(FAMILY, "18.1.1", "18.5.3-d", "18.6.3-c", "18.7.3-d", "18.8.3-c", "18.9.3-e")
def level(state: DDayState) -> int:
    """The limit before it is lowered, in companies; 0 if there is none. A scenario's own limit comes before the standard one;
    after the last turn of a scenario that is played on, the campaign's holds (D108)."""
    ruleset = state.ruleset
    date = ruleset.charts.dates[state.turn]
    limit = ruleset.setup.catastrophic_limit
    if ruleset.plays_on and state.turn > ruleset.own_last_turn:
        limit = ruleset.components.scenarios[CAMPAIGN].catastrophic_limit
    if limit is None:
        return 0 if state.turn < SECOND_DAY else STANDARD_LATER if date >= MARCH else STANDARD
    if isinstance(limit, dict):
        month, day = str(limit["until"]).split("-")
        return int(limit["value"] if date <= int(month) * 100 + int(day) else limit["then"])
    return int(limit)


@enforces(FAMILY, "18.1.2")
def is_drained(state: DDayState, division: int) -> bool:
    """Whether a division that began with twelve infantry points or more has fewer left; Scenario Two begins below (D105)."""
    at = DIVISIONS.index(division)
    return state.infantry_points[at] < DRAINED <= state.ruleset.infantry_at_start[at]


@enforces(FAMILY, "18.1.2", "18.2-d", "18.1.1")
def limit(state: DDayState, division: int) -> int:
    """The catastrophic loss limit of a division, in companies; 0 if there is none. What lowers it adds up, but it never falls
    below one (c-52)."""
    found = level(state)
    if not found:
        return 0
    return max(1, found - bool(state.committed) - is_drained(state, division))


@enforces(FAMILY, "18.1-b")
def most_counters(state: DDayState, division: int) -> int:
    """The counters in the box at which the losses are catastrophic: two for each company of the limit, or, by an owner's option,
    one (c-26)."""
    return limit(state, division) * (1 if state.ruleset.loss_by_counters else ELIMINATED)


@enforces(FAMILY, "18.1-b", "18.1.1")
def is_catastrophic(state: DDayState, division: int) -> bool:
    """Whether the losses of a division reach its limit."""
    return 0 < most_counters(state, division) <= in_box(state, division)


@enforces(FAMILY, "18.1-a", "18.1-b", "18.1-d", "18.1.1")
def end_if_catastrophic(state: DDayState) -> bool:
    """End the game if the losses of any one division are catastrophic, which cannot be before GT 7."""
    if state.turn < SECOND_DAY:
        return False
    for division in DIVISIONS:
        if is_catastrophic(state, division):
            from beachhead.games.dday import victory

            how = f"the losses of the {ordinal(division)} Division are catastrophic: {in_box(state, division)} counters in its "
            how += f"box, limit {most_counters(state, division)}"
            state.end(Result("jp", "18.1-b", how, state.turn, victory.points(state)))
            return True
    return False


def ordinal(division: int) -> str:
    """A division as people call it."""
    return {3: "3rd", 4: "4th", 5: "5th"}[division]
