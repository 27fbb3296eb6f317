"""Where units may lie that a viewer is not shown at all, the theme says whose, and the page does not say that nobody is there."""

from __future__ import annotations

import pytest

import beachhead as bh
from beachhead.testing import walk

SCENARIOS = [(game.id, scenario.id) for game in bh.all_games() for scenario in game.scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_theme_tells_who_hides_units(game: str, scenario: str) -> None:
    """A space that looks empty to everybody but one side is that side's secret (`truth`); no other side has any."""
    found = bh.game(game)
    hides = set[str]()
    for moment in walk(found, scenario, 3, most=200):
        if moment.state.over:
            break
        public = {unit["place"] for unit in moment.state.view(None)["units"].values()}
        spaces = moment.state.ruleset.names["space"].full
        for side in set(moment.state.ruleset.sides) - {moment.state.decision.side}:  # while others look
            own = {unit["place"] for unit in moment.state.view(side)["units"].values()}
            if any(place in spaces for place in own - public):
                hides.add(side)
    assert hides <= {found.theme.truth}
    assert hides or found.theme.truth is None
