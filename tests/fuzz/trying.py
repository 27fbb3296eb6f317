"""Let an input in, as the library and the service would, and play on with whatever is accepted."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import beachhead as bh
from beachhead.engine.errors import BeachheadError, DiceError
from beachhead.engine.state import State
from beachhead.vectors import load_vectors, run

from .examples import states
from .strategies import Input

ACTIONS = 8
"""How far an accepted position is played on."""


def try_input(given: Input) -> bool:
    """Whether the input was accepted; anything but one of our errors, or an accepted position that breaks later, goes through."""
    try:
        found = ENTRANCES[given.kind](given)
    except BeachheadError as error:
        assert str(error).strip()
        assert len(str(error)) < 2_000, "an error repeats what it was given"
        return False
    if found is not None:
        play_on(found, len(given.text))
    return True


def play_on(state: State, seed: int) -> None:
    """A few actions at random: there is always something to do, to see and to save."""
    chance = random.Random(seed)
    for _ in range(ACTIONS):
        for side in (None, *state.ruleset.sides):
            state.view(side)
        if state.over:
            break
        codes = state.choices()
        assert len(codes), "nobody has anything to do, and the game is not over"
        try:
            state.apply(codes[chance.randrange(len(codes))], [])
        except DiceError:
            return  # the dice of a vector are used up
    saved = bh.dumps(state)
    assert bh.loads(saved).digest() == state.digest()
    if not state.over:
        record = bh.Match(state.copy()).record()
        assert bh.Match.load(record).state.digest() == state.digest()


def _save(given: Input) -> State:
    return bh.loads(given.text)


def _record(given: Input) -> State:
    return bh.Match.load(given.text).state


def _position(given: Input) -> State:
    found: State = bh.game(given.game).position(_plain(given.text))
    return found


def _plain(text: str) -> dict[str, object]:
    """JSON as Python reads it, infinity and all; what is no JSON at all has been tried as a save."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BeachheadError("no JSON") from None
    return data  # type: ignore[no-any-return]  # any value at all is the point


def _vector(given: Input) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vector.yaml"
        path.write_text(given.text, encoding="utf-8", errors="surrogatepass")
        for vector in load_vectors(path):
            run(vector)


def _components(given: Input) -> State:
    with tempfile.TemporaryDirectory() as folder:
        game = bh.game(given.game)
        for name, text in _files(given).items():
            (Path(folder) / f"{name}.yaml").write_text(text, encoding="utf-8", errors="surrogatepass")
        found: State = game.new(
            game.scenarios[len(given.text) % len(game.scenarios)].id, seed=len(given.text), components=Path(folder)
        )
        return found


def _files(given: Input) -> dict[str, str]:
    """Components as the game wants them: in one file, or with a file for each section."""
    own = {file.stem for file in (bh.game(given.game).folder / "components").glob("*.yaml")}
    if not own:
        return {"components": given.text}
    try:
        sections = json.loads(given.text)
    except (ValueError, RecursionError):
        return {min(own): given.text}
    if not isinstance(sections, dict) or not own >= set(sections):
        return {"components": given.text}
    return {name: json.dumps(value) for name, value in sections.items()}


def _text(given: Input) -> None:
    state = states(given.game)[len(given.text) % len(states(given.game))].copy()
    for ask in (bh.game(given.game).parse, state.parse, state.why_not, state.odds, state.apply):
        try:
            ask(given.text)
        except bh.ActionError as error:
            assert len(str(error)) < 2_000


ENTRANCES = {
    "save": _save,
    "record": _record,
    "position": _position,
    "vector": _vector,
    "components": _components,
    "text": _text,
}
