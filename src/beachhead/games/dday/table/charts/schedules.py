"""What a scenario brings and when: the turn track, reinforcements, command ranges, limits of losses, and how it is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.shown.charts import chart
from beachhead.engine.shown.words import counted, listed
from beachhead.games.dday import victory
from beachhead.games.dday.box.kinds import CORPS, PLAIN, STAR
from beachhead.games.dday.box.sheets import Arrival
from beachhead.games.dday.counters import losses
from beachhead.games.dday.headquarters import replacements, third_marines
from beachhead.games.dday.phases import AM, REST_FROM, SECOND_DAY
from beachhead.games.dday.ruleset import D_DAY
from beachhead.games.dday.table.charts.words import MARK_WORDS, OURS
from beachhead.games.dday.table.units import force_of
from beachhead.games.dday.victory import MOST_LOSSES

if TYPE_CHECKING:
    from beachhead.games.dday.ruleset import DDayRuleset

Chart = dict[str, Any]
EVENT_DATES: Final = (220, 225, 306)
"""The dates (month * 100 + day) on which cards may get another event."""
SUMMARY_TURN: Final = 49
"""From here on the summary of Japanese actions has its last rows."""
STANDARD: Final = "5 counters until 28 February, then 4"


def charts_of(ruleset: DDayRuleset) -> list[Chart]:
    """The charts that differ from scenario to scenario."""
    found = [_reinforcements(ruleset), _turns(ruleset), _command(ruleset), _victory(ruleset)]
    if ruleset.setup.number != D_DAY:
        found += [_limits(ruleset), _points(ruleset), _later_rules()]
    return found


def date_text(number: int) -> str:
    """A date (month * 100 + day) as computers write it."""
    return f"1945-{number // 100:02}-{number % 100:02}"


def day_text(number: int) -> str:
    """The same as people do."""
    return f"{number % 100} {'February' if number < losses.MARCH else 'March'}"


# ---------------------------------------------------------------------- reinforcements


def arrival_text(ruleset: DDayRuleset, arrival: Arrival) -> str:
    """A line of the reinforcement list in words."""
    where = "any box" if arrival.any_box else " or ".join(arrival.boxes)
    return f"{listed(force_of(ruleset, arrival.units))} ({where})" if arrival.units else ""


def is_due(ruleset: DDayRuleset, turn: int) -> bool:
    """Whether the scenario has arrivals of a turn."""
    first, last = ruleset.setup.arrivals
    return first <= turn <= last or turn == ruleset.setup.boxes_at_start


def arrivals_on(ruleset: DDayRuleset, turn: int) -> list[str]:
    """What arrives on a turn, line by line."""
    if not is_due(ruleset, turn):
        return []
    found = [arrival_text(ruleset, arrival) for arrival in ruleset.components.arrivals if arrival.turn == turn]
    return [text for text in found if text]


def guns_on(ruleset: DDayRuleset, turn: int) -> str:
    """The artillery points that come ashore on a turn, in words."""
    if not is_due(ruleset, turn) or ruleset.setup.artillery_ignored:
        return ""
    words = []
    for arrival in ruleset.components.arrivals:
        if arrival.turn == turn:
            words += [f"{_owner(owner)} {points}" for owner, points in arrival.artillery]
    return ", ".join(words)


def _owner(owner: int) -> str:
    return "corps" if owner == CORPS else f"{losses.ordinal(owner)} Division"


def _reinforcements(ruleset: DDayRuleset) -> Chart:
    rows = []
    for arrival in ruleset.components.arrivals:
        if not is_due(ruleset, arrival.turn):
            continue
        if arrival.units:
            where = "any" if arrival.any_box else " or ".join(arrival.boxes)
            rows.append((f"turn {arrival.turn}", listed(force_of(ruleset, arrival.units)), where))
        elif arrival.artillery and not ruleset.setup.artillery_ignored:
            guns = ", ".join(f"{_owner(owner)} {points}" for owner, points in arrival.artillery)
            rows.append((f"turn {arrival.turn}", f"artillery points: {guns}", "-"))
    clause = ruleset.setup.rule(third_marines.RULE)
    if clause is not None:
        units = listed(force_of(ruleset, ruleset.components.optional_arrival))
        rows.append(("if committed", units, "all boxes of one color"))
    notes = "Units are put into their box at the end of the turn before, and land on the turn that is listed."
    if not rows:
        rows.append(("none", "nobody comes in this scenario", "-"))
    return chart("reinforcements", "U.S. reinforcements", "19.0", notes, ["units", "boxes"], rows)


# ---------------------------------------------------------------------- the turn track


def says(ruleset: DDayRuleset, turn: int) -> list[str]:
    """What a turn of the scenario brings."""
    setup, charts = ruleset.setup, ruleset.charts
    found: list[str] = []
    if turn == setup.first_turn:
        found += _first(ruleset)
    found += [f"lands: {text}" for text in arrivals_on(ruleset, turn)]
    guns = guns_on(ruleset, turn)
    if guns:
        found.append(f"artillery points come ashore: {guns}")
    support = setup.rule("support_points")
    if support is not None and turn in support.details["gts"]:
        found.append(f"naval gunfire {support.details['naval_gunfire']}, airstrike {support.details['airstrike']}")
    given = setup.rule("replacements")
    if given is not None and turn in given.details.get("gts", ()):
        found.append(f"replacement steps, of {given.details['total']} for the game")
    if turn in (3, 6):
        found.append("Japanese artillery fires")
    found += _later(ruleset, turn)
    for mark, word in MARK_WORDS.items():
        if mark != PLAIN and charts.mark_from[mark] == turn > 1:
            found.append(f"the {'mark star' if mark == STAR else 'letter ' + word} counts from now on")
    if turn == setup.last_turn:
        found.append("the last turn: nightfall" if setup.number == D_DAY else "the last turn")
    return found


def _first(ruleset: DDayRuleset) -> list[str]:
    """How the scenario begins."""
    setup = ruleset.setup
    if setup.rule("second_wave") is not None:
        return ["the opening card; the first wave lands, and the second after the US Action Phase"]
    found = ["you set up your line"]
    if setup.rule("opening_reveal") is not None:
        found.append("a card turns up Japanese units next to yours before the first turn")
    if setup.rule("heroes") is not None:
        found.append("a hero may be called in the Action Phase")
    return found


def _later(ruleset: DDayRuleset, turn: int) -> list[str]:
    """What comes with a turn or a day of the later battle."""
    setup, charts = ruleset.setup, ruleset.charts
    found: list[str] = []
    opens = turn == setup.first_turn
    if turn == SECOND_DAY and not opens:
        found.append("raids, a second event and three turns a day from now on; every unit needs a commander")
    if turn >= SECOND_DAY and charts.parts[turn] == AM:
        support = ruleset.components.support
        naval, air = support["naval_gunfire"].per_day, support["airstrike"].per_day
        found.append(f"{day_text(charts.dates[turn])}: replacements, naval gunfire {naval}, airstrike {air}")
        if charts.dates[turn] in EVENT_DATES and not opens:
            found.append("event cards have new entries")
    if turn == REST_FROM and setup.first_turn <= turn:
        found.append("a day of rest can be declared from now on, in the morning")
    if turn == SUMMARY_TURN and not opens:
        found.append("the summary of Japanese actions has new rows")
    return found


def _turns(ruleset: DDayRuleset) -> Chart:
    setup, charts = ruleset.setup, ruleset.charts
    rows = []
    for turn in range(setup.first_turn, setup.last_turn + 1):
        part = f" {charts.parts[turn]}" if charts.parts[turn] else ""
        rows.append((f"turn {turn}", f"{date_text(charts.dates[turn])}{part}", "; ".join(says(ruleset, turn)) or "-"))
    return chart("track", "Turn track", "calendar", "", ["date", "note"], rows)


def schedule_of(ruleset: DDayRuleset) -> list[dict[str, Any]]:
    """The turn track: dates, and what each turn brings."""
    setup, charts = ruleset.setup, ruleset.charts
    found = []
    for turn in range(setup.first_turn, setup.last_turn + 1):
        part = f", {charts.parts[turn]}" if charts.parts[turn] else ""
        found.append(
            {
                "turn": turn,
                "title": f"Game Turn {turn}{part}",
                "date": date_text(charts.dates[turn]),
                "says": says(ruleset, turn),
                "cases": _cases(ruleset, turn),
            }
        )
    return found


def _cases(ruleset: DDayRuleset, turn: int) -> list[str]:
    """The rules behind a turn of the track."""
    setup = ruleset.setup
    if turn == setup.first_turn:
        return ["18.4.4", "18.4.4-a"] if setup.rule("second_wave") is not None else ["18.3.2"]
    if turn == setup.last_turn:
        return [victory.case_of(ruleset)]
    if arrivals_on(ruleset, turn):
        return ["18.4.2" if setup.number == D_DAY else "19.0"]
    if turn == REST_FROM:
        return ["16.3"]
    return ["4.0-II"] if turn == SECOND_DAY else []


# ---------------------------------------------------------------------- command, losses, points


def _command(ruleset: DDayRuleset) -> Chart:
    rows = [(f"space {number}", str(reach)) for number, reach in enumerate(ruleset.charts.command_range, 1)]
    free = "On D-Day all units are in command; the track comes into play with later scenarios."
    if ruleset.setup.number != D_DAY:
        free = "An HQ that becomes a command post begins on the first space and may advance one space in each HQ Phase."
        if ruleset.free_command_until >= ruleset.setup.last_turn:
            free = "In this scenario all units are in command."
    return chart("command", "Command range track", "15.2.2", [OURS, free], ["hexes"], rows)


def _victory(ruleset: DDayRuleset) -> Chart:
    if ruleset.setup.number != D_DAY:
        note = "All of them at the end of the last turn, or the battle is lost. Catastrophic losses end it at once."
        return chart("victory", "Victory", victory.case_of(ruleset), note, ["note", "rule"], victory.described(ruleset))
    rows = [
        (f"no more than {counted(MOST_LOSSES, 'step')} lost", "replaced steps count as lost", "18.4.5-a"),
        ("Suribachi is cut off", "no communication between Suribachi and another sector", "18.4.5-b"),
        ("a position on Airfield 1", "under U.S. control, in communication", "18.4.5-c"),
        ("a position in Sector 3", "under U.S. control, in communication", "18.4.5-c"),
    ]
    note = "All four at the end of the last turn, or the battle is lost."
    return chart("victory", "Victory", "18.4.5", note, ["note", "rule"], rows)


def limit_text(ruleset: DDayRuleset) -> str:
    """The catastrophic loss limit of a scenario in words."""
    limit = ruleset.setup.catastrophic_limit
    if limit is None:
        return STANDARD
    if isinstance(limit, dict):
        month, day = str(limit["until"]).split("-")
        until = day_text(int(month) * 100 + int(day))
        return f"{limit['value']} counters until {until}, then {limit['then']}; none on 19 February"
    return counted(int(limit), "counter")


def _limits(ruleset: DDayRuleset) -> Chart:
    rows = [
        ("a rifle company with two steps or one", "1 counter", "18.1-b"),
        ("a rifle company eliminated", "2 counters", "18.1-c"),
        ("limit of a division", limit_text(ruleset), "18.1.1"),
        (f"fewer than {losses.DRAINED} infantry points left, having begun with more", "limit 1 lower", "18.1.2"),
        ("3rd Marines committed", "limit 1 lower", "18.2-d"),
    ]
    note = "A division whose loss box reaches its limit loses the battle at once. The box on the map shows both numbers."
    return chart("limits", "Catastrophic losses", "18.1", note, ["counts", "rule"], rows)


def _points(ruleset: DDayRuleset) -> Chart:
    support = ruleset.components.support
    naval, air, guns = support["naval_gunfire"], support["airstrike"], support["artillery_point"]
    rows = [
        ("step of infantry", "1 infantry point of its division", "16.1-a"),
        ("step of heavy weapons", f"{replacements.HEAVY} infantry points", "16.1-b"),
        ("step of tanks or engineers", "1 tank or engineer point, for all divisions", "16.1-e"),
        ("unit on the map", "one step a day", "16.1-c"),
        ("unit in reserve", "as many as there are points for", "16.2-important"),
        ("lost unit", "comes back in reserve with one step", "16.1-rebuild"),
        (f"more than {replacements.EFFICIENT} points spent", "rifle companies get no fourth step", "16.4"),
        ("naval gunfire", f"{naval.per_day} a day, {naval.carry_over} kept", "8.5-a"),
        ("airstrike", f"{air.per_day} a day, {air.carry_over} kept", "8.5-a"),
        (
            "artillery",
            f"each point once a day; a mission: {guns.max_division} of divisions and {guns.max_corps} of the corps",
            "8.5.4",
        ),
    ]
    return chart("points", "Replacements and support", "16.1", "", ["cost or number", "rule"], rows)


def _later_rules() -> Chart:
    """The phases that later turns add, and what they decide."""
    rows = [
        (
            "HQ Phase",
            "AM and PM turns: garrisons, command posts, replacements (AM), assignments, reserve, HQs that return (PM)",
            "4.0-II",
        ),
        ("Second Event Phase", "another event card after the Fire Phase", "4.0-V"),
        ("artillery", "Japanese guns fire on every turn", "4.0-VII"),
        ("Raid Check Phase", "a card for every hex with two open flanks", "4.0-VIII"),
        ("day of rest", "from 27 February on, declared before an AM turn", "16.3"),
    ]
    return chart("later", "From 20 February on", "4.0", "", ["what", "rule"], rows)
