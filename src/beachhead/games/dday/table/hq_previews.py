"""What a choice of the HQ Phase, a day of rest or a raid would lead to: who comes into command, points left, the earliest return.

Command is counted on a copy of the state; nothing else is tried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from beachhead.engine.shown.words import counted
from beachhead.games.dday import verbs
from beachhead.games.dday.box.kinds import DIVISIONS
from beachhead.games.dday.control import command, command_posts, fields_of_fire, us_garrisons
from beachhead.games.dday.counters import losses
from beachhead.games.dday.events import raids
from beachhead.games.dday.headquarters import division_reserve, replacements, rest
from beachhead.games.dday.state import BOXES, LOST, READY, RESERVE, DDayState
from beachhead.games.dday.table.combat import combat_facts
from beachhead.games.dday.table.hq_duties import rested, tired
from beachhead.games.dday.table.later_overlays import out_of_command

Plain = dict[str, Any]
Change = Callable[[DDayState], None]


def told(*words: str, **more: Any) -> Plain:
    """Sentences, and what else there is to show."""
    text = " ".join(word for word in words if word)
    return ({"text": text} if text else {}) | more


def day_words(state: DDayState, turn: int) -> str:
    """A turn with its date: "turn 28 (27 February)"; turns after the last are only numbered."""
    charts = state.ruleset.charts
    if turn >= len(charts.dates):
        return f"turn {turn}"
    date = charts.dates[turn]
    return f"turn {turn} ({date % 100} {'February' if date < losses.MARCH else 'March'})"


# ---------------------------------------------------------------------- command


def command_after(state: DDayState, change: Change) -> str:
    """Who comes into command or out of it by a change."""
    if not command.is_normal(state):
        return ""
    trial = state.copy()
    trial.sink = None
    before = set(out_of_command(state))
    change(trial)
    trial.stale_command = -1
    after = set(out_of_command(trial))
    words = []
    if before - after:
        words.append(f"{_some(state, before - after)} into command")
    if after - before:
        words.append(f"{_some(state, after - before)} out of command")
    return f"{' and '.join(words)}." if words else ""


def _some(state: DDayState, units: set[int]) -> str:
    """Units that come, in words, as far as they are few."""
    if len(units) > 2:
        return f"{len(units)} units come"
    names = " and ".join(state.ruleset.unit_ids[unit] for unit in sorted(units))
    return f"{names} {'comes' if len(units) == 1 else 'come'}"


def _space(hq: int, space: int) -> Change:
    def change(trial: DDayState) -> None:
        trial.posts[command_posts.place_of(trial, hq)] = space

    return change


def _convert(state: DDayState, hq: int, _: int) -> Plain:
    reach = state.ruleset.charts.command_range[0]
    words = f"Range {reach}; it commands the companies of its regiment directly, but cannot move while it is a command post."
    return told(words, command_after(state, _space(hq, 1)))


def _extend(state: DDayState, hq: int, _: int) -> Plain:
    track, space = state.ruleset.charts.command_range, state.posts[command_posts.place_of(state, hq)]
    now, then = track[space - 1], track[space]
    words = (
        f"Range {then} instead of {now}." if then > now else f"Range {now} as before; the next space gives {_next(track, space)}."
    )
    return told(words, command_after(state, _space(hq, space + 1)))


def _next(track: tuple[int, ...], space: int) -> int:
    return track[min(len(track) - 1, space + 1)]


def _abandon(state: DDayState, hq: int, _: int) -> Plain:
    return told("It can move again; its range is that of an HQ.", command_after(state, _space(hq, 0)))


def _assign(state: DDayState, unit: int, hq: int) -> Plain:
    regiment = state.ruleset.regiment[hq]

    def change(trial: DDayState) -> None:
        trial.assigned[unit] = regiment

    before = state.assigned[unit]
    words = f"So far it is assigned to regiment {before}." if before else ""
    return told(words, command_after(state, change) or ("In command there." if state.where[unit] >= 0 else ""))


def _return(state: DDayState, hq: int, place: int) -> Plain:
    def change(trial: DDayState) -> None:
        trial.put(hq, place)

    return told(command_after(state, change) or "Nobody else comes into command by it.")


def _garrison(state: DDayState, place: int, _: int) -> Plain:
    position = state.ruleset.position_at[place]
    left = len(us_garrisons.openings(state)) - 1
    words = f"It holds {state.ruleset.position_code[position]} without a unit, until Japanese fire on it or enter it."
    return told(words, f"{counted(left, 'other position')} could get one too." if left else "")


# ---------------------------------------------------------------------- replacements and reserve


def points_words(state: DDayState, unit: int) -> str:
    """What a step for a unit leaves of its points."""
    ruleset = state.ruleset
    left = replacements.pool_of(state, unit) - replacements.price(state, unit)
    if ruleset.is_tank[unit]:
        return f"{counted(left, 'tank point')} left."
    if ruleset.is_engineer[unit]:
        return f"{counted(left, 'engineer point')} left."
    division = ruleset.division[unit]
    words = f"{counted(left, 'infantry point')} of the {losses.ordinal(division)} Division left."
    row = DIVISIONS.index(division)
    if left < losses.DRAINED <= state.infantry_points[row] and losses.limit(state, division):
        words += " Its limit of losses falls by one."
    spent = state.infantry_spent[row]
    if spent <= replacements.EFFICIENT < spent + replacements.price(state, unit):
        words += " From now on its rifle companies get no fourth step."
    return words


def box_words(state: DDayState, unit: int, steps: int) -> str:
    """What the loss box of the division holds once a unit has so many steps."""
    if not state.ruleset.is_rifle[unit]:
        return ""
    division = state.ruleset.division[unit]
    most, before = losses.most_counters(state, division), losses.in_box(state, division)
    was = losses.ELIMINATED if state.where[unit] == LOST else losses.HALVED if state.steps[unit] <= losses.HALF else 0
    now = losses.HALVED if steps <= losses.HALF else 0
    if not most or was == now:
        return ""
    return f"Loss box of the {losses.ordinal(division)} Division: {before - was + now} of {most} then."


def replaced(state: DDayState, unit: int) -> Plain:
    """A replacement step in the AM HQ Phase."""
    ruleset, steps = state.ruleset, state.steps[unit] + 1
    strength = ruleset.components.us_types[ruleset.kind[unit]].strength[steps]
    words = f"{ruleset.unit_ids[unit]} has {counted(steps, 'step')} then, strength {strength}."
    return told(words, points_words(state, unit), box_words(state, unit, steps))


def _rebuild(state: DDayState, unit: int, _: int) -> Plain:
    words = f"Back with one step, in reserve until {day_words(state, state.turn + division_reserve.STAY)}."
    return told(words, points_words(state, unit), box_words(state, unit, 1))


def _to_reserve(state: DDayState, unit: int, _: int) -> Plain:
    recovers = "It recovers." if state.disrupted[unit] else ""
    words = f"It can come back on {day_words(state, state.turn + division_reserve.STAY)} at the earliest."

    def change(trial: DDayState) -> None:
        trial.put(unit, RESERVE)

    return told(recovers, words, command_after(state, change), warn=False)


def _deploy(state: DDayState, unit: int, place: int) -> Plain:
    if state.where[unit] != RESERVE or state.step.name != "reserve":
        return _set_up(state, unit, place)

    def change(trial: DDayState) -> None:
        trial.put(unit, place)

    if not command.is_normal(state):
        return {}
    trial = state.copy()
    trial.sink = None
    change(trial)
    trial.stale_command = -1
    words = "In command there." if command.in_command(trial, unit) else "Out of command there."
    return told(words, warn=not command.in_command(trial, unit))


def _set_up(state: DDayState, unit: int, place: int) -> Plain:
    """Where the set-up would leave a unit: who could fire at it there."""
    del unit
    hot, field = fields_of_fire.intense_now(state) >> place & 1, fields_of_fire.field_now(state) >> place & 1
    return told("In an intense field of fire." if hot else "In a steady field of fire." if field else "Out of Japanese sight.")


def _arrange(state: DDayState, _: int, __: int) -> Plain:
    left = sum(1 for place in state.where if place == READY)
    return told(f"{counted(left, 'unit')} will be placed for you, and everything else that is still open is decided.", warn=False)


# ---------------------------------------------------------------------- days of rest, raids


def _declare(state: DDayState, _: int, __: int) -> Plain:
    last = state.turn + rest.LATER_TURNS
    hot = fields_of_fire.intense_now(state)
    ashore = [unit for unit, place in enumerate(state.where) if place >= 0 or place <= BOXES]
    count = sum(1 for unit in ashore if state.where[unit] < 0 or not hot >> state.where[unit] & 1)
    clear = rest.south_is_clear(state)
    both = "Everybody recovers, the Japanese too." if clear else "Nobody recovers: Sectors 1 and 2 are not clear."
    return told(
        f"Turns {state.turn} to {last} pass without any action of either side.",
        f"{counted(count, 'unit')} can take replacements as if in reserve, several steps each.",
        both,
        warn=True,
    )


def _raid(state: DDayState, place: int, _: int) -> Plain:
    return {"combat": combat_facts.raid_facts(state, place)}


# ---------------------------------------------------------------------- the end of a step


def done(state: DDayState) -> Plain:
    """What is left undone at the end of a step of the HQ Phase."""
    step = state.step.name
    if step == "garrisons":
        left = len(us_garrisons.openings(state))
        return told(f"{counted(left, 'position')} could still get a garrison.") if left else {}
    if step == "daily replacements":
        row = ", ".join(f"{losses.ordinal(d)} {state.infantry_points[at]}" for at, d in enumerate(DIVISIONS))
        return told(f"Points are kept: infantry {row}; tanks {state.tank_points}, engineers {state.engineer_points}.")
    if step == "assigning":
        free = sum(1 for unit in range(state.ruleset.unit_count) if state.where[unit] >= 0 and is_free_craft(state, unit))
        return told(f"{counted(free, 'tank or engineer unit')} without a regiment.", warn=True) if free else {}
    if step == "reserve":
        back, worn = len(rested(state)), len(tired(state))
        words = f"{counted(back, 'rested unit')} {'stays' if back == 1 else 'stay'} in reserve." if back else ""
        return told(words, f"{counted(worn, 'worn unit')} {'stays' if worn == 1 else 'stay'} in the line." if worn else "")
    if step == "rest day":
        return told("The day is fought as usual.")
    return {}


def is_free_craft(state: DDayState, unit: int) -> bool:
    """Whether a tank or engineer unit is assigned to nobody."""
    ruleset = state.ruleset
    return (ruleset.is_tank[unit] or ruleset.is_engineer[unit]) and not state.assigned[unit]


def raid_hit(state: DDayState, unit: int) -> Plain:
    """A unit chosen to suffer a raid."""
    frame = state.find(raids.RaidRecord)
    if frame is None or not frame.effect:
        return {}
    name, left = state.ruleset.unit_ids[unit], state.steps[unit] - 1
    if frame.effect != raids.LOSS:
        return told(f"{name} is disrupted.")
    return told(f"{name} is down to {counted(left, 'step')} and disrupted." if left else f"{name} is eliminated.", warn=not left)


MAKERS: Final[dict[int, Callable[[DDayState, int, int], Plain]]] = {
    verbs.GARRISON: _garrison,
    verbs.CONVERT: _convert,
    verbs.EXTEND: _extend,
    verbs.ABANDON: _abandon,
    verbs.ASSIGN: _assign,
    verbs.RETURN: _return,
    verbs.REBUILD: _rebuild,
    verbs.TO_RESERVE: _to_reserve,
    verbs.DEPLOY: _deploy,
    verbs.ARRANGE: _arrange,
    verbs.DECLARE: _declare,
    verbs.RAID: _raid,
}
"""By verb what makes its preview."""
