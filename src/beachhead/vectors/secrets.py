"""The checks of what a side may not know: words that must not reach it, and worlds that it must not be able to tell apart.

A side perceives its view, the events it may see and, where it decides, what is offered, what each choice would lead to and why
anything else is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.engine.action import UNIT, Action
from beachhead.engine.errors import ActionError, DiceError
from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.vectors.comparing import VectorFailed, difference, known_keys, texts
from beachhead.vectors.experiment import Experiment

PREVIEWS = 120
"""The most choices that are previewed, evenly spread over all that are offered."""
HERE, THERE = "in this world", "in the other world"


# ---------------------------------------------------------------------- what a side perceives


def perceived(experiment: Experiment, side: str | None, ask: Sequence[str] = ()) -> dict[str, Any]:
    """All that a side (None: a spectator) can see, and can ask while it decides."""
    state, trial = experiment.state, experiment.trial()
    found: dict[str, Any] = {"view": state.view(side)}
    if side is None:
        return found
    found["facts"] = experiment.game.facts(state, side)
    if state.side == side:
        actions = trial.actions()
        found["offers"] = [str(action) for action in actions]
        step = max(1, -(-len(actions) // PREVIEWS))
        looked_at = [actions[number] for number in range(0, len(actions), step)]
        found["previews"] = {str(action): experiment.game.preview(trial, action) for action in looked_at}
        found["answers"] = {text: answer(trial, text) for text in ask}
    return found


def answer(trial: State, text: str) -> dict[str, Any]:
    """What a side that decides learns when it asks about an action."""
    try:
        refusal = trial.why_not(text)
        if refusal is not None:
            return {"case": refusal.case, "reason": refusal.reason, "units": list(refusal.units), "also": list(refusal.also)}
        position, code = trial.meant(text)
    except ActionError as error:
        return {"error": type(error).__name__, "reason": str(error)}
    odds = {name: str(chance) for name, chance in trial.odds(text).items()}
    return {"preview": trial.ruleset.game.preview(position, Action(code, trial.ruleset)), "odds": odds}


def heard(events: Sequence[Event], side: str | None) -> list[dict[str, Any]]:
    """The events that a side may know."""
    return [event.plain() for event in events if event.visible_to(side)]


# ---------------------------------------------------------------------- words


def check_hidden(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """These words occur nowhere in what a side perceives, nor in the answers to what it may ask.

    Everybody knows the map: a choice that names a hex or an area reveals nothing, so such words are searched for in view and
    events only.
    """
    for side, spec in wanted.items():
        words, ask = _words(experiment, side, spec)
        found = perceived(experiment, side, ask)
        known = {"view": found["view"], "events": heard(experiment.events, side)}
        told: dict[str, Any] = {name: found[name] for name in ("offers", "previews") if name in found}
        told |= {f"answer to {text!r}": reply for text, reply in found.get("answers", {}).items()}
        for word in words:
            places = known if _on_the_map(experiment, word) else known | told
            for place, data in places.items():
                if word in repr(data) and word not in place:
                    raise VectorFailed(f"{side} can see {word!r} in its {place}")


def _on_the_map(experiment: Experiment, word: str) -> bool:
    """Whether a word names a hex, an area or anything else that is not a unit."""
    return any(names.find(word) for kind, names in experiment.state.ruleset.names.items() if kind != UNIT)


def _words(experiment: Experiment, side: str, spec: Any) -> tuple[list[str], list[str]]:
    if not isinstance(spec, Mapping):
        spec = {"words": spec}
    known_keys(spec, ("words", "ask"), "what is hidden")
    words, ask = spec.get("words", []), texts(spec.get("ask", []), "what is asked")
    if not isinstance(words, list):
        raise VectorFailed(f"a list of words is needed here, not {words!r}")
    words = [str(word) for word in words]
    if not words or "" in words:
        raise VectorFailed(f"which words are hidden from {side}?")
    if ask and experiment.state.side != side:
        raise VectorFailed(f"{side} does not decide here, so it cannot ask about {ask[0]!r}")
    return words, ask


# ---------------------------------------------------------------------- worlds


def check_alike(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """In another world everything played so far, and more if it is given, looks the same to a side."""
    for side, spec in wanted.items():
        if side not in experiment.state.ruleset.sides:
            raise VectorFailed(f"{experiment.game.id} has no side {side!r}")
        given = known_keys(spec, ("changes", "position", "play", "dice", "ask"), "another world")
        _Worlds(experiment, side, given).compare_all(given)


class _Worlds:
    """The world of a vector and another, from their beginnings on."""

    def __init__(self, experiment: Experiment, side: str, given: Mapping[str, Any]) -> None:
        if ("changes" in given) == ("position" in given):
            raise VectorFailed("say how the other world differs: by `changes` or by a whole `position`, one of the two")
        other = given["position"] if "position" in given else merged(experiment.position, given["changes"])
        self.side = side
        self.ask = texts(given.get("ask", []), "what is asked")
        self.asked = False
        first, *self.line = experiment.line
        assert isinstance(first, tuple)
        self.here = Experiment(experiment.game, experiment.position, first)
        self.there = Experiment(experiment.game, other, first)

    def compare_all(self, given: Mapping[str, Any]) -> None:
        """Play both worlds side by side; at every moment the side must perceive the same in both."""
        if self.here.state.digest() == self.there.state.digest():
            raise VectorFailed("the other world is the same as this one")
        self._look("at the start")
        for played in self.line:
            self._go_on(played)
        if "dice" in given:
            self._go_on(given["dice"])
        for entry in given.get("play", []):
            self._go_on(entry)
        if "dice" in given and (left := self.here.dice_left()):
            raise VectorFailed(f"dice left over: {left}")
        if self.ask and not self.asked:
            raise VectorFailed(f"{self.side} never decides here, so it cannot ask about {self.ask[0]!r}")

    def _go_on(self, entry: Any) -> None:
        if isinstance(entry, list | tuple):
            self.here.roll_next(entry)
            self.there.roll_next(entry)
            return
        if isinstance(entry, Mapping):
            known_keys(entry, ("here", "there"), "what is done unseen")
            here, there = texts(entry.get("here", []), "here"), texts(entry.get("there", []), "there")
            when = f"after {here} here and {there} there"
        else:
            here = there = texts(entry, "an action")
            when = f"after {entry!r}"
        for world, actions, place in ((self.here, here, HERE), (self.there, there, THERE)):
            world.looked = len(world.events)
            for text in actions:
                self._act(world, text, place)
        self._look(when)

    def _act(self, world: Experiment, text: str, place: str) -> None:
        try:
            world.act(text)
        except VectorFailed as failure:
            raise VectorFailed(f"{place} {failure}") from None
        except DiceError as error:
            raise VectorFailed(f"{place} {text!r}: {error}") from None

    def _look(self, when: str) -> None:
        for looker in (self.side, None):
            here, there = (
                {"events": heard(world.new_events(), looker)} | perceived(world, looker, self.ask)
                for world in (self.here, self.there)
            )
            for what in [*here, *(what for what in there if what not in here)]:
                if found := difference(here.get(what), there.get(what), what):
                    who = self.side if looker else "a spectator"
                    raise VectorFailed(f"{who} can tell the worlds apart {when}: {found}")
            self.asked = self.asked or "answers" in here


def merged(position: Mapping[str, Any], changes: Any) -> dict[str, Any]:
    """A position with changes: mappings are changed key by key, everything else is replaced; null removes a key.

    >>> merged({"turn": 3, "units": {"309": "kita"}}, {"units": {"309": None, "310": "osaka"}})
    {'turn': 3, 'units': {'310': 'osaka'}}
    """
    if not isinstance(changes, Mapping) or not changes:
        raise VectorFailed(f"changes of a position are a mapping of its keys, not {changes!r}")
    found = dict(position)
    for key, value in changes.items():
        if value is None:
            found.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = merged(found[key], value)
        else:
            found[key] = value
    return found
