"""The checks of a position: its facts, what it offers, what it refuses and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from beachhead.engine.errors import ActionError, AmbiguousAction, IllegalAction, InvalidAction
from beachhead.engine.game import Game
from beachhead.engine.refusal import Refusal
from beachhead.vectors.comparing import VectorFailed, compare, known_keys, something, texts
from beachhead.vectors.experiment import Experiment


def check_expect(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """The facts of the position."""
    compare(wanted, experiment.facts(wanted), "")


def check_seen(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """The facts as a side sees them."""
    for side, facts in wanted.items():
        compare(something(facts, f"seen by {side}"), experiment.facts(facts, side), f"seen by {side}: ")


# ---------------------------------------------------------------------- what is offered


def check_offered(experiment: Experiment, wanted: Iterable[str]) -> None:
    """These are legal."""
    for text in wanted:
        refusal = experiment.why_not(text)
        if refusal is not None:
            raise VectorFailed(f"{text!r} is not offered: {refusal}")


def check_not_offered(experiment: Experiment, wanted: Iterable[str]) -> None:
    """These are not."""
    for text in wanted:
        if experiment.why_not(text) is None:
            raise VectorFailed(f"{text!r} is offered")


def check_only(experiment: Experiment, wanted: Iterable[str]) -> None:
    """These are legal, and nothing else is."""
    expected, offered = sorted(experiment.canonical(text) for text in wanted), sorted(experiment.offered())
    if expected != offered:
        extra, missing = sorted(set(offered) - set(expected)), sorted(set(expected) - set(offered))
        raise VectorFailed(f"offered but not expected: {extra[:12]}; expected but not offered: {missing}")


def check_offers(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """How many legal actions begin with these words, or what comes next."""
    offered = experiment.offered()
    verbs = {verb.word for verb in experiment.state.ruleset.verbs}
    for start, expected in wanted.items():
        if start.split(" ")[0] not in verbs:
            raise VectorFailed(f"no action begins with {start!r}; actions: {', '.join(sorted(verbs))}")
        found = [text[len(start) :].strip() for text in offered if text == start or text.startswith(start + " ")]
        if isinstance(expected, int):
            if len(found) != expected:
                raise VectorFailed(f"{len(found)} actions begin with {start!r}, not {expected}")
        elif sorted(found) != sorted(map(str, expected)):
            raise VectorFailed(f"{start!r} is followed by {sorted(found)}, not {sorted(map(str, expected))}")


# ---------------------------------------------------------------------- what is refused


def check_refused(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """These are refused by their cases, and nothing changes."""
    for text, expected in wanted.items():
        error = experiment.rejection(text)
        if error is None:
            raise VectorFailed(f"{text!r} is accepted")
        if not isinstance(error, IllegalAction):
            raise VectorFailed(f"{text!r} is not a single action: {error}")
        if expected in ({}, []):
            raise VectorFailed(f"{text!r}: by which case is it refused? Give one, or case, text or units of the refusal")
        if isinstance(expected, Mapping):
            _check_parts(experiment.game, text, error.refusal, expected)
        else:
            _check_cases(experiment.game, text, error.refusal, texts(expected, "a case"))


def _check_cases(game: Game, text: str, refusal: Refusal, wanted: list[str]) -> None:
    """One of these is among the cases that the refusal names."""
    for case in wanted:
        known_case(game, case)
    if not any(is_case(case, named) for case in wanted for named in refusal.cases):
        raise VectorFailed(f"{text!r} is refused by {', '.join(refusal.cases)}, not {' or '.join(wanted)}: {refusal}")


def _check_parts(game: Game, text: str, refusal: Refusal, wanted: Mapping[str, Any]) -> None:
    """The principal case, words of the reason, and the units it is about."""
    found = {"case": refusal.case, "text": refusal.reason, "units": list(refusal.units)}
    for key, value in known_keys(wanted, found, "a refusal").items():
        if key == "case":
            same = is_case(known_case(game, value), refusal.case)
        elif key == "text":
            same = str(value).casefold() in refusal.reason.casefold()
        else:
            same = value == found[key]
        if not same:
            raise VectorFailed(f"{text!r} is refused with {key} {found[key]!r}, not {value!r}")


def is_case(wanted: str, named: str) -> bool:
    """Whether a case is the wanted one, or a part of it.

    >>> is_case("8.41", "8.41-a"), is_case("8.41", "8.411"), is_case("8.41-a", "8.41")
    (True, False, False)
    """
    return named == wanted or named.startswith(f"{wanted}-")


def known_case(game: Game, wanted: Any) -> str:
    """The case, if the game has it or parts of it; a typo must not pass for a case that no refusal names."""
    if not isinstance(wanted, str):
        raise VectorFailed(f"a case is a text, not {wanted!r} (put it in quotes)")
    if not any(is_case(wanted, case) for case in game.cases):
        raise VectorFailed(f"{game.id} has no case {wanted!r}")
    return wanted


def check_unreadable(experiment: Experiment, wanted: Iterable[str]) -> None:
    """These are not actions."""
    _check_error(experiment, wanted, InvalidAction)


def check_ambiguous(experiment: Experiment, wanted: Iterable[str]) -> None:
    """These could mean several actions."""
    _check_error(experiment, wanted, AmbiguousAction)


def _check_error(experiment: Experiment, wanted: Iterable[str], kind: type[ActionError]) -> None:
    for text in wanted:
        error = experiment.rejection(text)
        if error is None:
            raise VectorFailed(f"{text!r} is accepted")
        if not isinstance(error, kind):
            raise VectorFailed(f"{text!r}: {type(error).__name__}, not {kind.__name__}: {error}")


# ---------------------------------------------------------------------- chances


def check_odds(experiment: Experiment, wanted: Mapping[str, Mapping[str, Any]]) -> None:
    """The exact chances of these actions."""
    for text, chances in wanted.items():
        found = experiment.state.odds(text)
        expected = {str(name): Fraction(str(chance)) for name, chance in chances.items()}
        if found != expected:
            shown = {name: str(chance) for name, chance in found.items()}
            raise VectorFailed(f"the chances of {text!r} are {shown}")
