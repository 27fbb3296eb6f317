"""The demonstration game is a game like any other: it keeps every law of the kit."""

from __future__ import annotations

from functools import partial

import pytest

import beachhead as bh
from beachhead.testing import KIT, Law, keeps_secrets, refuses_all_else

LONG: dict[str, Law] = {
    "secrets are kept": partial(keeps_secrets, first=2, later=120, samples=2, steps=20),
    "all else is refused": partial(refuses_all_else, first=3, later=60, tries=12),
}
"""Laws that are tried in their short form: a game has some 800 actions."""


@pytest.mark.parametrize("law", KIT)
@pytest.mark.parametrize("scenario", ["solitaire", "duel"])
def test_law(scenario: str, law: str) -> None:
    (LONG.get(law) or KIT[law])(bh.game("atoll"), scenario, 1)


def test_the_large_scenario_ends() -> None:
    KIT["games end"](bh.game("atoll"), "large", 1)
