"""What a unit may do now, what not and by which case; of a Japanese counter face down, what it may be and how likely."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine import lots
from beachhead.engine.action import UNIT, unpack
from beachhead.games.dday import marines
from beachhead.games.dday.phases import ACTIONS
from beachhead.games.dday.state import ACTED, DDayState
from beachhead.games.dday.table.view import ADJACENT, RANGED, counters_at, looks_of, weapons_text

if TYPE_CHECKING:
    from beachhead.games.dday.ruleset import DDayRuleset

Plain = dict[str, Any]
Line = dict[str, str]
MOST: Final = 6
"""Counters that a line about a face-down one names."""
BATTALION: Final = 4
"""Counters of a whole battalion."""


def force_of(ruleset: DDayRuleset, units: Iterable[int]) -> list[str]:
    """Units in as few words as lists use: a whole battalion by its number, others by their names."""
    groups: dict[str, list[int]] = {}
    for unit in units:
        battalion = f"{ruleset.battalion[unit]}/{ruleset.regiment[unit]}" if ruleset.battalion[unit] else ""
        groups.setdefault(battalion or ruleset.unit_ids[unit], []).append(unit)
    found: list[str] = []
    for name, members in groups.items():
        found += [name] if len(members) in (1, BATTALION) else [ruleset.unit_ids[unit] for unit in members]
    return [ruleset.unit_ids[groups[name][0]] if len(groups.get(name, ())) == 1 else name for name in found]


def about_unit(state: DDayState, side: str | None, name: str) -> Plain:
    """All that can be said of a counter. Everybody sees all of it (`state`)."""
    del side
    unit = state.ruleset.number.get(name, -1)
    if unit >= 0:
        said: Plain = {"can": _can(state, unit), "cannot": _cannot(state, unit), "notes": _notes(state, unit)}
        return said | {"spaces": _spaces(state, unit)}
    counter = counters_at(state).get(name)
    nothing: Plain = {"can": [], "cannot": [], "spaces": {}}
    return nothing if counter is None else nothing | {"notes": may_be_lines(state, counter)}


def _can(state: DDayState, unit: int) -> list[Line]:
    """The verbs that are offered for a unit."""
    if state.outcome is not None:
        return []
    verbs = state.ruleset.verbs
    found: dict[str, str] = {}
    for code in state.choices():
        number, *given = unpack(code)
        verb = verbs[number]
        if verb.word not in found and any(kind == UNIT and given[at] == unit for at, kind in enumerate(verb.kinds)):
            found[verb.word] = verb.says
    return [{"verb": word, "says": says} for word, says in found.items()]


def _cannot(state: DDayState, unit: int) -> list[Line]:
    """What holds a unit back."""
    found: list[Line] = []
    name = state.ruleset.unit_ids[unit]
    if state.disrupted[unit]:
        found.append({"text": f"{name} is disrupted since turn {state.disrupted[unit]}", "case": "7.6"})
    if state.acted[unit] & ACTED and state.phase == ACTIONS:
        found.append({"text": f"{name} has had its action", "case": "7.0-d"})
    return found


def _notes(state: DDayState, unit: int) -> list[Line]:
    """Weapons, near and far."""
    if not state.steps[unit]:
        return []
    near, far = (weapons_text(marines.weapons(state, unit, distance)) for distance in (ADJACENT, RANGED))
    found = [{"text": f"Weapons against an adjacent hex: {near or 'none'}", "case": "2.4.4-d"}]
    if marines.attack_range(state, unit) >= RANGED:
        found.append({"text": f"Weapons two hexes away: {far or 'none'}", "case": "2.4.4-d"})
    return found


def _spaces(state: DDayState, unit: int) -> dict[str, list[str]]:
    """The enemies next to a unit."""
    place, ruleset = state.where[unit], state.ruleset
    if place < 0 or not state.steps[unit]:
        return {}
    grid = ruleset.components.board.grid
    near = [other for other in grid.neighbours[place] if other < ruleset.components.board.land]
    targets = [ruleset.hex_name(other) for other in near if state.jp_mask >> other & 1]
    return {"targets": targets} if targets else {}


def may_be_lines(state: DDayState, counter: int) -> list[Line]:
    """What a Japanese counter may be, the likeliest first; nothing if everybody knows it."""
    if counter > 0:
        return []
    chances = lots.candidates(state.lots, counter)
    looks = looks_of(state.ruleset)
    kinds: dict[str, Fraction] = {}
    for number, chance in chances.items():
        face = looks.japanese(number)
        values = face["values"]
        text = " ".join([str(values["strength"]), values.get("requires", "")]).strip()
        kinds[text] = kinds.get(text, Fraction(0)) + chance
    ranked = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    words = [f"{text} ({_percent(chance)})" for text, chance in ranked[:MOST]]
    rest = len(ranked) - MOST
    more = f" and {rest} kinds more" if rest > 0 else ""
    mean = sum((Fraction(text.split()[0]) * chance for text, chance in kinds.items()), Fraction(0))
    return [
        {"text": f"One of {len(chances)} counters; strength {float(mean):.1f} on average", "case": "9.1"},
        {"text": f"May be {', '.join(words)}{more}", "case": "9.1"},
    ]


def _percent(chance: Fraction) -> str:
    part = float(chance) * 100
    return f"{part:.0f}%" if part >= 1 else "under 1%"
