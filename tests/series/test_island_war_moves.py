"""The moves of a phase are listed in four ways, one after another, by number, in rows and by asking: all must agree."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SECOND_SHIFT, pack
from beachhead.games.saipan import Saipan
from beachhead.series.island_war.movement import MoveChoices
from beachhead.series.island_war.verbs import EXCHANGE, MOVE


def in_rows(choices: MoveChoices) -> list[int]:
    """The actions that the rows stand for."""
    rows, single = choices.rows()
    return [base | space << SECOND_SHIFT for base, mask in rows for space in spaces_of(mask)] + single


@pytest.mark.parametrize(("scenario", "seed"), [("historical", 1), ("free", 2)])
def test_moves_are_the_same_however_they_are_listed(scenario: str, seed: int) -> None:
    state, chance, exchanges = Saipan().new(scenario, seed=seed), random.Random(seed), 0
    while not state.over and exchanges < 40:
        choices = state.choices()
        if isinstance(choices, MoveChoices):
            codes = list(choices)
            exchanges += choices.pairs > 0
            assert len(codes) == len(set(codes)) == len(choices)
            assert codes == [choices[index] for index in range(len(choices))]
            assert codes == in_rows(choices)
            assert all(code in choices for code in codes)
            units, spaces = range(len(state.ruleset.units)), range(state.ruleset.ground.grid.size)
            moves = {pack(MOVE, unit, space) for unit in units for space in chance.sample(spaces, 20)}
            pairs = {pack(EXCHANGE, unit, other) for unit in units for other in chance.sample(units, 20)}
            assert {code for code in moves | pairs if code in choices} == (moves | pairs) & set(codes)
        state.apply(choices[chance.randrange(len(choices))])
    assert exchanges == 40
