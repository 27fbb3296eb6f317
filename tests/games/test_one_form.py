"""Every game runs in the form of the engine: none has been left plain by a build that compiled the others."""

from __future__ import annotations

import sys

import pytest

import beachhead as bh
from beachhead.engine.compiled import is_compiled


@pytest.mark.parametrize("game", [game.id for game in bh.all_games()])
def test_a_game_has_the_form_of_the_engine(game: str) -> None:
    module = sys.modules[bh.game(game).state_type.__module__]
    assert str(module.__file__).endswith(".py") != is_compiled()
