"""The checks of what has happened: events, skipped steps, actions taken because there was no choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beachhead.engine.event import Event
from beachhead.vectors.comparing import VectorFailed, compare, known_keys
from beachhead.vectors.experiment import Experiment

ANY = "any"
"""In place of a list, in a check that something did not happen: nothing of the kind did."""
Matcher = Callable[[Experiment, Any], Callable[[Event], str]]
"""Reads an entry of a check and returns a function that says how an event differs from it; empty if it does not."""


def check_events(experiment: Experiment, wanted: Any) -> None:
    """Something happened like each of these."""
    _happened(experiment, wanted, _event)


def check_no_events(experiment: Experiment, wanted: Any) -> None:
    """Nothing happened like any of these."""
    _did_not_happen(experiment, wanted, _event, "")


def check_skipped(experiment: Experiment, wanted: Any) -> None:
    """These steps were skipped."""
    _happened(experiment, wanted, _skip)


def check_not_skipped(experiment: Experiment, wanted: Any) -> None:
    """These were not."""
    _did_not_happen(experiment, wanted, _skip, "skipped")


def check_forced(experiment: Experiment, wanted: Any) -> None:
    """The program took these actions because there was no choice."""
    _happened(experiment, wanted, _force)


def check_not_forced(experiment: Experiment, wanted: Any) -> None:
    """It did not take these."""
    _did_not_happen(experiment, wanted, _force, "forced")


def _happened(experiment: Experiment, wanted: Any, matcher: Matcher) -> None:
    fresh = experiment.new_events()
    for entry in _entries(wanted):
        differs = matcher(experiment, entry)
        reasons = [differs(event) for event in fresh]
        if "" not in reasons:
            near = next((reason for reason in reasons if not reason.startswith("is ")), "")
            there = f"the nearest: {near}" if near else f"there was: {[str(event) for event in fresh]}"
            raise VectorFailed(f"nothing happened like {_shown(entry)}; {there}")


def _did_not_happen(experiment: Experiment, wanted: Any, matcher: Matcher, kind: str) -> None:
    fresh = experiment.new_events()
    if wanted == ANY:
        found = [event for event in fresh if kind in ("", event.kind)]
        if found:
            raise VectorFailed(f"it happened: {found[0]}")
        return
    for entry in _entries(wanted):
        differs = matcher(experiment, entry)
        for event in fresh:
            if not differs(event):
                raise VectorFailed(f"something happened like {_shown(entry)}: {event}")


def _entries(wanted: Any) -> list[Any]:
    if not isinstance(wanted, list) or not wanted:
        raise VectorFailed(f"a list of what happened is needed here, not {wanted!r}")
    return wanted


def _shown(entry: Any) -> Any:
    return dict(entry) if isinstance(entry, Mapping) else entry


def _event(experiment: Experiment, entry: Any) -> Callable[[Event], str]:
    """An event of this kind, by this case, with these words, with these data."""
    wanted = known_keys(entry, ("kind", "case", "text", "data"), "an event")
    if not wanted:
        raise VectorFailed("say what the event is like: kind, case, text, data")
    case, words, kind = wanted.get("case"), str(wanted.get("text", "")), wanted.get("kind")
    if case is not None and case not in experiment.game.cases:
        raise VectorFailed(f"{experiment.game.id} has no case {case!r}")

    def differs(event: Event) -> str:
        if kind not in (None, event.kind) or case not in (None, event.case) or words not in event.text:
            return "is another"
        try:
            if "data" in wanted:
                compare(wanted["data"], event.data, "")
        except VectorFailed as failure:
            return f"{event}, but in its data {failure}"
        return ""

    return differs


def _skip(experiment: Experiment, entry: Any) -> Callable[[Event], str]:
    """A step that was skipped: its name, or name, case and words of the reason."""
    wanted = {"step": entry} if isinstance(entry, str) else known_keys(entry, ("step", "case", "text"), "a skipped step")
    steps = experiment.state.ruleset.step_number
    if "step" not in wanted or wanted["step"] not in steps:
        raise VectorFailed(f"which step? {wanted.get('step')!r} is none; there are {', '.join(name for name in steps if name)}")
    differs = _event(experiment, {key: wanted[key] for key in wanted if key != "step"} | {"kind": "skipped"})

    def differs_as_step(event: Event) -> str:
        return "is another step" if event.data.get("step") != wanted["step"] else differs(event)

    return differs_as_step


def _force(experiment: Experiment, entry: Any) -> Callable[[Event], str]:
    """An action that was taken because there was no choice."""
    if not isinstance(entry, str):
        raise VectorFailed(f"an action is needed here, not {entry!r}")
    experiment.canonical(entry)

    def differs(event: Event) -> str:
        same = event.kind == "forced" and experiment.same_action(str(event.data["action"]), entry)
        return "" if same else "is another"

    return differs
