"""What may be done now, as a short numbered list: single actions when there are few, groups that open when there are many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beachhead.engine.action import SPACE, UNIT, Action, unpack

FEW = 20
"""As many single actions are listed one by one; more are grouped by what they begin with."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: an action, or several that begin with the same words."""

    words: str
    actions: tuple[Action, ...]


def spaces_of(action: Action) -> list[str]:
    """The spaces that an action names, in order."""
    return _arguments(action, SPACE)


def units_of(action: Action) -> list[str]:
    """The units that an action names, in order."""
    return _arguments(action, UNIT)


def _arguments(action: Action, wanted: str) -> list[str]:
    verb, *numbers = unpack(action.code)
    kinds = action.ruleset.verbs[verb].kinds
    return [action.ruleset.names[wanted].full[number] for kind, number in zip(kinds, numbers, strict=False) if kind == wanted]


def _opening(action: Action) -> str:
    """The words by which actions are grouped: the verb and its first argument."""
    verb, first, _, _ = unpack(action.code)
    kinds = action.ruleset.verbs[verb].kinds
    if not kinds:
        return action.verb
    known = action.ruleset.names.get(kinds[0])
    return f"{action.verb} {first if known is None else known.full[first]}"


def menu(actions: Sequence[Action], units: Mapping[str, Any]) -> list[Entry]:
    """The entries for these actions; `units` are those on the map, whose places help to find them there."""
    groups: dict[str, list[Action]] = {}
    for action in actions:
        groups.setdefault(str(action) if len(actions) <= FEW else _opening(action), []).append(action)
    if len(groups) == 1 and len(actions) > 1:
        groups = {str(action): [action] for action in actions}
    return [
        Entry(_worded(words if len(found) > 1 else str(found[0]), found, units), tuple(found)) for words, found in groups.items()
    ]


def _worded(words: str, actions: Sequence[Action], units: Mapping[str, Any]) -> str:
    named = units_of(actions[0])
    unit = units.get(named[0]) if named else None
    if unit is not None:
        words = words.replace(named[0], f"{named[0]} ({unit['place']})", 1)
    elif not named and (space := next(iter(spaces_of(actions[0])), "")):
        here = [unit for unit in units.values() if unit["place"] == space]
        if len(here) == 1 and here[0].get("called"):  # whoever sees the face of a counter need not look it up
            words = words.replace(space, f"{space} ({here[0]['called']})", 1)
    return words if len(actions) == 1 else f"{words} … ({len(actions)})"


def beginning(actions: Sequence[Action], text: str, units: Mapping[str, Any]) -> list[Action]:
    """The actions that a few first words may lead to: `move`, `move U:1/2`, a unit alone, or the hex where a unit stands.

    People type what they see; half an action should open its group rather than be refused.
    """
    wanted = " ".join(text.split()).casefold()
    if not wanted:
        return []
    starts = [action for action in actions if f"{action} ".casefold().startswith(wanted + " ")]
    if starts:
        return starts
    verb, _, rest = wanted.partition(" ")
    if not any(action.verb == verb for action in actions):
        verb, rest = "", wanted
    here = {name.casefold() for name, unit in units.items() if unit["place"] == rest}
    return [
        action
        for action in actions
        if verb in ("", action.verb)
        and any(
            unit.casefold() in here or rest in (unit.casefold(), unit.casefold().partition(":")[2])
            for unit in units_of(action)[:1]
        )
    ]
