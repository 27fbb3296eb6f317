"""A game's own words and signs, as the terminal uses them: what its theme says, and plain words where it says nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from beachhead.engine.action import UNIT
from beachhead.engine.ruleset import Ruleset

View = Mapping[str, Any]
POOL: Final = "pool"
LOST: Final = "eliminated"
ABSENT: Final = "absent"
TRACKS: Final[Mapping[str, Mapping[str, Any]]] = {"turn": {"from": "turn", "of": "turns", "name": "Turn"}}
"""The tracks of a game whose theme names none."""
SHAPES: Final[Mapping[str, str]] = {"flag": "⌂", "beachhead": "⌂", "arrow": "↓", "cave": "∩", "stars": "★"}
"""The sign for a marker of that shape."""
OTHER_SHAPE: Final = "◆"


@dataclass(frozen=True, slots=True)
class Marker:
    """A kind of marker that is on the map now."""

    name: str
    sign: str
    counts: Mapping[str, int]
    """How many there are, by space."""


class Words:
    """What the things of one match are called."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.sides = tuple(dict.fromkeys((*ruleset.sides, *ruleset.game.side_names)))
        self.theme: Mapping[str, Any] = ruleset.game.lore("theme", ruleset.parameters["scenario"]) or {}
        self.title = str(self.theme.get("map", {}).get("title") or ruleset.game.title)
        self._side_names = ruleset.game.side_names
        self._typed = frozenset(ruleset.names[UNIT].full) if UNIT in ruleset.names else frozenset()
        self._phases = {phase["id"]: phase for phase in self.theme.get("phases", ())}

    def _entry(self, part: str, key: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.theme.get(part, {}).get(key, {})
        return found

    def name(self, part: str, key: str) -> str:
        """What the theme calls a thing of a part such as `terrain` or `duties`; its own id if the theme is silent."""
        return str(self._entry(part, key).get("name", key))

    def side(self, side: str) -> str:
        """A side's name."""
        return str(self._entry("sides", side).get("name") or self._side_names.get(side, side))

    def the(self, side: str) -> str:
        """A side's name in a sentence."""
        return str(self._entry("sides", side).get("the") or self.side(side))

    def sides_in(self, view: View) -> tuple[str, ...]:
        """The sides of the game, and any other to which a unit belongs."""
        return tuple(dict.fromkeys((*self.sides, *(unit["side"] for unit in units_in(view).values()))))

    def is_hidden(self, mark: str) -> bool:
        """Whether a mark says that the enemy cannot see the unit."""
        return bool(self._entry("marks", mark).get("hidden"))

    def unit(self, name: str, unit: Mapping[str, Any]) -> str:
        """What a counter is called: by its name as it is typed, by the one that it shows just now, or, face down, by its back."""
        if "back" in unit:
            return self.name("backs", unit["back"])
        called = unit.get("called")
        return name if not called else f"{called} ({name})" if name in self._typed else str(called)

    # ------------------------------------------------------------------ where units are

    def standing(self, place: str) -> str:
        """Where a place off the map puts a unit: to come, lost or absent, or the place itself if the theme does not say."""
        return str(self._entry("places", place).get("stand", place))

    # ------------------------------------------------------------------ what is on the map

    def control(self, view: View) -> Mapping[str, str] | None:
        """Who holds each space, in games in which spaces are held."""
        rule = self.theme.get("control")
        return (view.get(rule["from"]) or {}) if rule else None

    def markers(self, view: View) -> list[Marker]:
        """The markers on the map, in the theme's order."""
        found = [
            Marker(rule["name"], SHAPES.get(rule.get("shape", ""), OTHER_SHAPE), _places(rule, view))
            for rule in self.theme.get("markers", ())
        ]
        return [marker for marker in found if marker.counts]

    # ------------------------------------------------------------------ how far play has come

    def phase(self, view: View) -> str:
        """The phase, or the step where the game has no phases."""
        phase = str(view.get("phase", view["decision"]["step"]))
        known = self._phases.get(phase)
        return f"{known['name']} ({self.side(known['side'])})" if known else phase

    def progress(self, view: View) -> list[str]:
        """Tracks with one number, such as the turn, and words such as the weather."""
        lines = []
        for track in self._tracks():
            value = view.get(track["from"])
            if value is not None and not isinstance(value, Mapping):
                last = view.get(track.get("of", ""))
                lines.append(f"{track['name']} {value}" + (f" of {last}" if last is not None else ""))
        states = (words.get(str(view.get(key)), {}) for key, words in self.theme.get("status", {}).items())
        return [*lines, *(str(state["name"]) for state in states if state)]

    def totals(self, view: View) -> dict[str, Mapping[str, Any]]:
        """Tracks with a number for each side, such as victory points, by their short names."""
        found = {str(track.get("short", track["name"])): view.get(track["from"]) for track in self._tracks()}
        return {name: value for name, value in found.items() if isinstance(value, Mapping)}

    def _tracks(self) -> list[Mapping[str, Any]]:
        return list((self.theme.get("tracks") or TRACKS).values())


def count(number: int, word: str) -> str:
    """How many there are.

    >>> count(1, "action"), count(12, "action")
    ('1 action', '12 actions')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def units_in(view: View) -> Mapping[str, Any]:
    """The units of a view by name; a game may have none."""
    return view.get("units") or {}


def _places(rule: Mapping[str, Any], view: View) -> dict[str, int]:
    """Where a marker of the theme is: a list of spaces, numbers by space, or one space at certain values."""
    value = view.get(rule["from"])
    first, last = rule.get("turns", (-math.inf, math.inf))
    if (rule.get("until") and view.get(rule["until"])) or not first <= view.get("turn", 0) <= last:
        return {}
    if isinstance(value, list | tuple):
        return dict.fromkeys(value, 1)
    if isinstance(value, Mapping):
        return {space: count for space, count in value.items() if count > 0}
    if "at" in rule and (value in rule["when"] if "when" in rule else value):
        return {rule["at"]: 1}
    return {}
