"""Scripted dice are for rule vectors and tests. Nothing that is kept or sent may carry a script: it would load the dice."""

from __future__ import annotations

import json
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.state import State
from beachhead.testing import state_at

SIXES = [6] * 40
STATES = [
    pytest.param(state_at(bh.game("saipan"), "historical", 0, 30), id="saipan"),
    pytest.param(state_at(bh.game("rage"), "campaign", 0, 60), id="rage"),
]


def scripted(state: State) -> State:
    loaded = state.copy()
    loaded.dice = Dice.scripted(SIXES)
    return loaded


@pytest.mark.parametrize("script", [SIXES, [], None, 5])
def test_dice_with_a_script_are_not_read(script: Any) -> None:
    with pytest.raises(bh.PositionError, match="script"):
        Dice.from_plain({"seed": "0" * 32, "counts": {}, "script": script})


@pytest.mark.parametrize("state", STATES)
def test_a_save_with_a_script_is_refused(state: State) -> None:
    save = json.loads(bh.dumps(state))
    save["state"]["dice"]["script"] = SIXES
    with pytest.raises(bh.PositionError, match="script"):
        bh.loads(json.dumps(save))


@pytest.mark.parametrize("state", STATES)
def test_a_record_with_a_script_is_refused(state: State) -> None:
    plain = state.plain()
    plain["dice"]["script"] = SIXES
    honest = json.dumps(json.dumps(state.plain(), sort_keys=True), ensure_ascii=False)
    text = bh.Match(state.copy()).record()
    assert honest in text, "the record writes its start out"
    lines = [line for line in text.replace(honest, json.dumps(json.dumps(plain))).splitlines() if not line.startswith("[Digest")]
    with pytest.raises(bh.PositionError, match="script"):
        bh.Match.load("\n".join(lines))


@pytest.mark.parametrize("state", STATES)
def test_a_position_with_a_script_is_refused(state: State) -> None:
    game = state.ruleset.game
    data = game.describe(state)
    assert game.position(data).digest() == state.digest()
    data["moment"]["dice"]["script"] = SIXES
    with pytest.raises(bh.PositionError, match="script"):
        game.position(data)


@pytest.mark.parametrize("state", STATES)
def test_a_state_with_scripted_dice_is_not_written(state: State) -> None:
    loaded = scripted(state)
    for write in (bh.dumps, state.ruleset.game.describe, lambda state: bh.Match(state).record()):
        with pytest.raises(bh.PositionError, match="scripted dice cannot be saved"):
            write(loaded)


def test_a_match_whose_dice_were_scripted_on_the_way_is_not_written() -> None:
    match = bh.Match.new("saipan", "historical", seed=7)
    match.state.dice.script = (6, 6)
    with pytest.raises(bh.PositionError, match="scripted dice cannot be saved"):
        match.record()


@pytest.mark.parametrize("state", STATES)
def test_scripted_dice_work_in_memory(state: State) -> None:
    """Vectors copy and compare states, and their matches play and undo."""
    loaded = scripted(state)
    twin = loaded.copy()
    assert twin.digest() == loaded.digest() != state.digest()
    assert twin.dice.script == tuple(SIXES)
    match = bh.Match(loaded)
    match.play(match.state.actions()[0])
    assert match.at(0).digest() == twin.digest()
