"""Running vectors: entry by entry, and into the branches from a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beachhead.engine.errors import BeachheadError, DiceError
from beachhead.games import game as find_game
from beachhead.vectors import checks, happenings, secrets
from beachhead.vectors.comparing import VectorFailed, known_keys, something, texts
from beachhead.vectors.experiment import Experiment
from beachhead.vectors.loading import Vector


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a vector: `why` is empty if it passed; `where` leads to the entry that noticed, from the outside in."""

    vector: Vector
    why: str
    where: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every expectation was met."""
        return not self.why


def run(vector: Vector) -> Outcome:
    """Run a vector."""
    try:
        _carry_out(vector)
    except VectorFailed as failure:
        return Outcome(vector, str(failure), failure.where)
    except (BeachheadError, DiceError) as error:
        return Outcome(vector, f"{type(error).__name__}: {error}")
    except (TypeError, AttributeError, KeyError, ValueError) as error:
        return Outcome(vector, f"something in it is of the wrong kind: {error!r}")
    return Outcome(vector, "")


def _carry_out(vector: Vector) -> None:
    data = vector.data
    experiment = Experiment(find_game(vector.game), data.get("position") or {}, data.get("dice") or [])
    play: Sequence[Any] = data.get("play") or []
    if not play and "expect" not in data:
        raise VectorFailed("this vector checks nothing")
    play_on(experiment, play)
    if "expect" in data:
        check(experiment, {"expect": data["expect"]})
    _no_dice_left(experiment, data)


def play_on(experiment: Experiment, play: Sequence[Any]) -> None:
    """Entry by entry: a text is an action, a mapping is a set of checks."""
    for number, entry in enumerate(play, 1):
        try:
            if isinstance(entry, str):
                experiment.act(entry)
            elif isinstance(entry, Mapping):
                check(experiment, something(entry, "this entry"))
            else:
                raise VectorFailed(f"neither an action nor a check: {entry!r}")
        except VectorFailed as failure:
            raise failure.inside(f"play {number}") from None
        except BeachheadError as error:
            raise VectorFailed(f"{type(error).__name__}: {error}", (f"play {number}",)) from None
        except DiceError as error:
            shown = entry if isinstance(entry, str) else ", ".join(map(str, entry))
            raise VectorFailed(f"{shown}: {error}", (f"play {number}",)) from None


def check(experiment: Experiment, wanted: Mapping[str, Any]) -> None:
    """All checks of an entry; those of events look at the same stretch of play, and the next entry begins a new one."""
    unknown = [key for key in wanted if key not in CHECKS]
    if unknown:
        raise VectorFailed(f"no such check: {unknown[0]!r}; there are {', '.join(sorted(CHECKS))}")
    for name, value in wanted.items():
        CHECKS[name](experiment, value if name in NOTHING_IS_FINE else something(value, name))
    if LOOKING & set(wanted):
        experiment.looked = len(experiment.events)


def check_after(experiment: Experiment, wanted: Any) -> None:
    """Branches: each is played on a copy of the position, with dice of its own if it has any."""
    if not isinstance(wanted, list) or not wanted:
        raise VectorFailed(f"a list of branches is needed here, not {wanted!r}")
    for number, entry in enumerate(wanted, 1):
        try:
            _branch(experiment.branch(), known_keys(entry, {*CHECKS, *BRANCH}, "a branch"))
        except VectorFailed as failure:
            title = entry.get("title") if isinstance(entry, Mapping) else None
            raise failure.inside(f"after {number} ({title})" if title else f"after {number}") from None


def _branch(experiment: Experiment, data: Mapping[str, Any]) -> None:
    play = data.get("play")
    if not play:
        raise VectorFailed("what is played in this branch? Give it `play`")
    if "dice" in data:
        experiment.roll_next(data["dice"])
    play_on(experiment, texts(play, "play") if isinstance(play, str) else play)
    check(experiment, {name: value for name, value in data.items() if name not in BRANCH})
    if "dice" in data:
        _no_dice_left(experiment, data)


def _no_dice_left(experiment: Experiment, data: Mapping[str, Any]) -> None:
    left = experiment.dice_left()
    if left and not data.get("spare dice"):
        raise VectorFailed(f"dice left over: {left}")


CHECKS: Mapping[str, Callable[[Experiment, Any], None]] = {
    "expect": checks.check_expect,
    "seen": checks.check_seen,
    "offered": checks.check_offered,
    "not offered": checks.check_not_offered,
    "only": checks.check_only,
    "offers": checks.check_offers,
    "refused": checks.check_refused,
    "unreadable": checks.check_unreadable,
    "ambiguous": checks.check_ambiguous,
    "odds": checks.check_odds,
    "events": happenings.check_events,
    "no events": happenings.check_no_events,
    "skipped": happenings.check_skipped,
    "not skipped": happenings.check_not_skipped,
    "forced": happenings.check_forced,
    "not forced": happenings.check_not_forced,
    "hidden": secrets.check_hidden,
    "alike": secrets.check_alike,
    "after": check_after,
}
NOTHING_IS_FINE = {"only", "events", "no events", "skipped", "not skipped", "forced", "not forced", "after"}
"""Checks that can ask for nothing at all, as `only` does when the game is over, or that refuse an empty list themselves."""
LOOKING = {"events", "no events", "skipped", "not skipped", "forced", "not forced"}
"""Checks that look at what has happened since the last of them."""
BRANCH = ("title", "play", "dice", "spare dice")
"""The keys of a branch that are not checks; the checks are made when it has been played."""
