"""What later turns show besides counters: date and part of the day, artillery and replacement points, losses and their limits,
garrisons, command posts, events that last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from beachhead.engine.secrecy import Shown
from beachhead.games.dday import victory
from beachhead.games.dday.combat import us_artillery
from beachhead.games.dday.counters import losses
from beachhead.games.dday.state import DDayState

DIVISIONS: Final = ("3rd", "4th", "5th")
OWNERS: Final = (*DIVISIONS, "corps")
MOST: Final = "max_infantry_step_losses"
"""The clause of a scenario that limits the infantry steps lost."""


def losses_today(state: DDayState) -> int:
    """Infantry steps that all divisions have lost today."""
    return losses.infantry_lost(state, losses.day_of(state.turn))


def day_text(state: DDayState) -> str:
    """The date, as the turn track has it: 20 Feb."""
    date = state.ruleset.charts.dates[state.turn]
    return f"{date % 100} {'Feb' if date < losses.MARCH else 'Mar'}"


def part_of_day(state: DDayState) -> str:
    """AM, midday or PM; empty on D-Day."""
    return state.ruleset.charts.parts[state.turn]


# ---------------------------------------------------------------------- losses


def toll_text(state: DDayState) -> str:
    """Infantry steps lost against what the scenario allows, in a day or in the game; without a limit, those of today."""
    for clause in victory.clauses(state.ruleset):
        if clause.name == MOST:
            lost = losses_today(state) if clause.details["period"] == "day" else losses.infantry_lost(state)
            return f"{lost}/{clause.details[MOST]}"
    return str(losses_today(state))


def box_text(state: DDayState, row: int) -> str:
    """The counters in the loss box of a division against its limit, if it has one; a dash if it is not in the game."""
    division = losses.DIVISIONS[row]
    if not losses.is_in_game(state, division):
        return "–"
    most = losses.most_counters(state, division)
    here = losses.in_box(state, division)
    return f"{here}/{most}" if most else str(here)


# ---------------------------------------------------------------------- points


def guns_text(state: DDayState, row: int) -> str:
    """The artillery points that can still fire today, of those that there are."""
    have = state.guns[row]
    return f"{us_artillery.at_hand(state, row)}/{have}" if have else "–"


def garrisons_of(state: DDayState) -> list[str]:
    """The position hexes with a garrison."""
    ruleset = state.ruleset
    return [ruleset.hex_name(place) for position, place in enumerate(ruleset.position_hex) if state.garrisons[position]]


def posts_of(state: DDayState) -> dict[str, int]:
    """The range of each command post, by its HQ."""
    ruleset = state.ruleset
    track = ruleset.charts.command_range
    return {
        ruleset.unit_ids[ruleset.regimental_hq[regiment]]: track[state.posts[at] - 1]
        for at, regiment in enumerate(ruleset.regiments)
        if state.posts[at]
    }


def lasting_of(state: DDayState) -> list[str]:
    """The events that are in force now, and a day of rest."""
    events = state.ruleset.components.events
    found = [events[number].id for number in range(len(state.lasting)) if state.lasting[number]]
    return [*found, "rest"] if state.turn <= state.resting else found


def _item(row: str, at: int) -> Callable[[DDayState], Any]:
    def shown(state: DDayState) -> int:
        found: int = getattr(state, row)[at]
        return found

    return shown


def _text(maker: Callable[[DDayState, int], str], at: int) -> Callable[[DDayState], Any]:
    def shown(state: DDayState) -> str:
        return maker(state, at)

    return shown


LATER: Final[tuple[Shown[DDayState], ...]] = (
    Shown("day", day_text),
    Shown("part of day", part_of_day),
    *(Shown(f"guns {name}", _text(guns_text, at)) for at, name in enumerate(OWNERS)),
    *(Shown(f"infantry {name}", _item("infantry_points", at)) for at, name in enumerate(DIVISIONS)),
    *(Shown(f"loss box {name}", _text(box_text, at)) for at, name in enumerate(DIVISIONS)),
    Shown("tank points", lambda state: state.tank_points),
    Shown("engineer points", lambda state: state.engineer_points),
    Shown("losses today", losses_today),
    Shown("toll", toll_text),
    Shown("garrisons", garrisons_of),
    Shown("posts", posts_of),
    Shown("lasting", lasting_of),
)
