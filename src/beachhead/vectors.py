"""Rule vectors: small experiments with the rules, written in YAML (docs/vectors.md), and the one runner for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from beachhead.engine.datafile import load_file
from beachhead.engine.dice import Dice
from beachhead.engine.errors import (
    ActionError,
    AmbiguousAction,
    BeachheadError,
    DataError,
    DiceError,
    IllegalAction,
    InvalidAction,
)
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.games import game as find_game

KEYS = {"title", "cases", "game", "position", "dice", "spare dice", "play", "expect"}
CHECKS = {
    "expect",
    "offered",
    "not offered",
    "only",
    "offers",
    "refused",
    "unreadable",
    "ambiguous",
    "odds",
    "events",
    "seen",
    "hidden",
}


class VectorFailed(AssertionError):
    """A vector whose expectation did not come true."""


@dataclass(frozen=True, slots=True)
class Vector:
    """One experiment and where it stands."""

    file: str
    line: int | None
    title: str
    cases: tuple[str, ...]
    game: str
    data: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{Path(self.file).name}: {self.title}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a vector: `why` is empty if it passed."""

    vector: Vector
    why: str

    @property
    def passed(self) -> bool:
        """Whether everything came true."""
        return not self.why


def load_vectors(path: Path) -> list[Vector]:
    """The vectors of a file; raises `DataError` with the line of whatever cannot be a vector."""
    document = load_file(path)
    document.only("game", "vectors")
    named = document.get("game")
    found: list[Vector] = []
    titles: set[str] = set()
    for item in document["vectors"].each():
        item.only(*KEYS)
        title = item["title"].text()
        if title in titles:
            raise item.fail(f"two vectors are called {title!r}")
        titles.add(title)
        cases = tuple(case.text() for case in item["cases"].each())
        dice = item.get("dice")
        for face in dice.each() if dice is not None and dice.value is not None else ():
            face.whole(1)
        game = item.get("game") or named
        if game is None:
            raise item.fail("which game? Say so here or at the top of the file")
        known = find_game(game.text()).cases
        for number, case in enumerate(cases):
            if case not in known:
                raise item["cases"][number].fail(f"{game.text()} has no case {case!r}")
        found.append(Vector(str(path), item.document.line(item.path), title, cases, game.text(), item.value))
    return found


def run(vector: Vector) -> Outcome:
    """Carry a vector out."""
    try:
        _Experiment(find_game(vector.game), vector).run()
    except VectorFailed as failure:
        return Outcome(vector, str(failure))
    except (BeachheadError, DiceError) as error:
        return Outcome(vector, f"{type(error).__name__}: {error}")
    except (TypeError, AttributeError, KeyError, ValueError) as error:
        return Outcome(vector, f"something in it is of the wrong kind: {error!r}")
    return Outcome(vector, "")


class _Experiment:
    """A vector under way."""

    def __init__(self, game: Game, vector: Vector) -> None:
        self.game = game
        self.vector = vector
        self.events: list[Event] = []
        self.forced: list[str] = []
        self.checked = 0
        self.combat: Mapping[str, Any] = {}

    def run(self) -> None:
        data = self.vector.data
        self.state = self.game.position(data.get("position") or {}, Dice.scripted(data.get("dice") or []))
        play: Sequence[Any] = data.get("play") or []
        if not play and "expect" not in data:
            raise VectorFailed("this vector checks nothing")
        for number, entry in enumerate(play, 1):
            try:
                if isinstance(entry, str):
                    self._act(entry)
                elif isinstance(entry, Mapping):
                    self._check(entry)
                else:
                    raise VectorFailed(f"neither an action nor a check: {entry!r}")
            except VectorFailed as failure:
                raise VectorFailed(f"play {number}: {failure}") from None
            except DiceError as error:
                raise VectorFailed(f"play {number} ({entry!r}): {error}") from None
        if "expect" in data:
            self._check({"expect": data["expect"]})
        if self.state.dice.script and not data.get("spare dice"):
            raise VectorFailed(f"dice left over: {list(self.state.dice.script)}")

    # ------------------------------------------------------------------ actions

    def _act(self, text: str) -> None:
        """An action; one that the program has just made by itself, for want of a choice, may be written down as well."""
        happened: list[Event] = []
        try:
            self.state.apply(text, happened)
        except ActionError as error:
            if any(self._same(forced, text) for forced in self.forced):
                return
            raise VectorFailed(f"{text!r} is refused: {error}") from None
        self.forced = [str(event.data["action"]) for event in happened if event.kind == "forced"]
        self.events += happened
        for event in happened:
            if event.kind == "combat":
                self.combat = event.data

    def _same(self, forced: str, text: str) -> bool:
        if forced == text:
            return True
        codes = self.state.setup.read(text, self.state.alias)
        return forced in {self.state.setup.text(code) for code in codes}

    # ------------------------------------------------------------------ checks

    def _check(self, checks: Mapping[str, Any]) -> None:
        unknown = [key for key in checks if key not in CHECKS]
        if unknown:
            raise VectorFailed(f"no such check: {unknown[0]!r}; there are {', '.join(sorted(CHECKS))}")
        for name, wanted in checks.items():
            getattr(self, "_check_" + name.replace(" ", "_"))(wanted)

    def _facts(self, side: str | None = None) -> dict[str, Any]:
        facts = self.game.facts(self.state, side)
        if not facts.get("combat"):
            facts["combat"] = self.combat
        return facts

    def _offered_texts(self) -> list[str]:
        return [str(action) for action in self.state.actions()]

    def _canonical(self, text: str) -> str:
        codes = self.state.setup.read(text, self.state.alias)
        if not codes:
            raise VectorFailed(f"{text!r} is no action")
        choices = self.state.choices()
        legal = [code for code in codes if code in choices]
        return self.state.setup.text((legal or codes)[0])

    def _check_expect(self, wanted: Mapping[str, Any]) -> None:
        compare(wanted, self._facts(), "")

    def _check_seen(self, wanted: Mapping[str, Any]) -> None:
        for side, facts in wanted.items():
            compare(facts, self._facts(side), f"seen by {side}: ")

    def _trial(self) -> State:
        """The position with dice that never run out, to try things on."""
        trial = self.state.copy()
        trial.dice = Dice(bytes(16))
        return trial

    def _check_offered(self, wanted: Iterable[str]) -> None:
        for text in wanted:
            refusal = self._trial().why_not(text)
            if refusal is not None:
                raise VectorFailed(f"{text!r} is not offered: {refusal}")

    def _check_not_offered(self, wanted: Iterable[str]) -> None:
        for text in wanted:
            if self._trial().why_not(text) is None:
                raise VectorFailed(f"{text!r} is offered")

    def _check_only(self, wanted: Iterable[str]) -> None:
        expected, offered = sorted(self._canonical(text) for text in wanted), sorted(self._offered_texts())
        if expected != offered:
            extra, missing = sorted(set(offered) - set(expected)), sorted(set(expected) - set(offered))
            raise VectorFailed(f"offered but not expected: {extra[:12]}; expected but not offered: {missing}")

    def _check_offers(self, wanted: Mapping[str, Any]) -> None:
        offered = self._offered_texts()
        for start, expected in wanted.items():
            found = [text[len(start) :].strip() for text in offered if text == start or text.startswith(start + " ")]
            if isinstance(expected, int):
                if len(found) != expected:
                    raise VectorFailed(f"{len(found)} actions begin with {start!r}, not {expected}")
            elif sorted(found) != sorted(map(str, expected)):
                raise VectorFailed(f"{start!r} goes on with {sorted(found)}, not {sorted(map(str, expected))}")

    def _check_refused(self, wanted: Mapping[str, Any]) -> None:
        for text, cases in wanted.items():
            before = self.state.digest()
            try:
                self._trial().apply(text)
            except IllegalAction as error:
                self._check_refusal(text, error.refusal, cases)
            except ActionError as error:
                raise VectorFailed(f"{text!r} is no single action: {error}") from None
            else:
                raise VectorFailed(f"{text!r} is accepted")
            if self.state.digest() != before:
                raise VectorFailed(f"refusing {text!r} has changed the position")

    def _check_refusal(self, text: str, refusal: Refusal, wanted: Any) -> None:
        """A case, or one of several, among those the refusal names; or, in a mapping, exactly its first case, words, units."""
        if isinstance(wanted, Mapping):
            found = {"case": refusal.case, "text": refusal.reason, "units": list(refusal.units)}
            for key, value in wanted.items():
                if key not in found:
                    raise VectorFailed(f"a refusal has case, text and units, not {key!r}")
                if value.casefold() not in refusal.reason.casefold() if key == "text" else value != found[key]:
                    raise VectorFailed(f"{text!r} is refused with {key} {found[key]!r}, not {value!r}")
        elif not {wanted} & set(refusal.cases) if isinstance(wanted, str) else not set(wanted) & set(refusal.cases):
            raise VectorFailed(f"{text!r} is refused by {', '.join(refusal.cases)}, not {wanted}: {refusal}")

    def _check_unreadable(self, wanted: Iterable[str]) -> None:
        self._check_error(wanted, InvalidAction)

    def _check_ambiguous(self, wanted: Iterable[str]) -> None:
        self._check_error(wanted, AmbiguousAction)

    def _check_error(self, wanted: Iterable[str], kind: type[ActionError]) -> None:
        for text in wanted:
            try:
                self._trial().apply(text)
            except kind:
                continue
            except ActionError as error:
                raise VectorFailed(f"{text!r}: {type(error).__name__}, not {kind.__name__}: {error}") from None
            raise VectorFailed(f"{text!r} is accepted")

    def _check_odds(self, wanted: Mapping[str, Mapping[str, Any]]) -> None:
        for text, chances in wanted.items():
            found = self.state.odds(text)
            expected = {str(name): Fraction(str(chance)) for name, chance in chances.items()}
            if found != expected:
                shown = {name: str(chance) for name, chance in found.items()}
                raise VectorFailed(f"the chances of {text!r} are {shown}")

    def _check_events(self, wanted: Iterable[Mapping[str, Any]]) -> None:
        fresh = self.events[self.checked :]
        for entry in wanted:
            case, words, kind = entry.get("case"), str(entry.get("text", "")), entry.get("kind")
            if not any(
                (case is None or event.case == case) and words in event.text and kind in (None, event.kind) for event in fresh
            ):
                raise VectorFailed(f"nothing happened like {dict(entry)}; there was: {[str(event) for event in fresh]}")
        self.checked = len(self.events)

    def _check_hidden(self, wanted: Mapping[str, Iterable[str]]) -> None:
        for side, words in wanted.items():
            events = [event.plain() for event in self.events if event.visible_to(side)]
            seen = repr(self.state.view(side)) + repr(events)
            for word in words:
                if str(word) in seen:
                    raise VectorFailed(f"{side} can see {word!r}")


def compare(wanted: Any, found: Any, where: str) -> None:
    """Check an expected value against a fact: mappings key by key (or by the keys they have), lists and values as they are."""
    if isinstance(wanted, Mapping) and set(wanted) <= {"has", "lacks", "size"} and isinstance(found, list | Mapping):
        for item in wanted.get("has", []):
            if item not in found:
                raise VectorFailed(f"{where}{item!r} is not among {found}")
        for item in wanted.get("lacks", []):
            if item in found:
                raise VectorFailed(f"{where}{item!r} is among {found}")
        if "size" in wanted and len(found) != wanted["size"]:
            raise VectorFailed(f"{where}there are {len(found)}, not {wanted['size']}: {found}")
    elif isinstance(wanted, Mapping):
        if not isinstance(found, Mapping):
            raise VectorFailed(f"{where}is {found!r}, not {dict(wanted)!r}")
        for key, value in wanted.items():
            if key not in found:
                raise VectorFailed(f"{where}there is no fact {key!r}; there are {', '.join(map(str, found))}"[:300])
            compare(value, found[key], f"{where}{key}: ")
    elif wanted != found and not (
        isinstance(found, list) and isinstance(wanted, list) and sorted(map(str, wanted)) == sorted(map(str, found))
    ):
        raise VectorFailed(f"{where}is {found!r}, not {wanted!r}")


def state_of(vector: Vector) -> State:
    """The position with which a vector starts."""
    return find_game(vector.game).position(vector.data.get("position") or {}, Dice.scripted(vector.data.get("dice") or []))


__all__ = ["DataError", "Outcome", "Vector", "VectorFailed", "compare", "load_vectors", "run", "state_of"]
