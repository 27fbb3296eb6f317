"""The demonstration game is a game like any other: it keeps every law of the kit."""

from __future__ import annotations

from functools import partial

import pytest

import beachhead as bh
from beachhead.testing import KIT, Law, ends, keeps_secrets, refuses_all_else, texts_round_trip

from ..budget import SOAK, many

SHORT: dict[str, Law] = {
    "games end": partial(ends, games=1),
    "texts round-trip": partial(texts_round_trip, first=1),
    "secrets are kept": partial(keeps_secrets, first=1, later=240, samples=2, steps=many(10, most=20)),
    "all else is refused": partial(refuses_all_else, first=3, later=60, tries=12),
}
"""Laws that are tried in their short form: a game has some 800 actions."""
OF_THE_BOOK = ("games end", "acts say why", "records replay", "secrets are kept", "the theme fits the game")
"""What is tried also where the book plays Japan; a soak tries the rest of the laws there too, which real games keep."""
TRIED = [("duel", law) for law in KIT] + [("solitaire", law) for law in KIT if SOAK > 1 or law in OF_THE_BOOK]


@pytest.mark.parametrize(("scenario", "law"), TRIED)
def test_law(scenario: str, law: str) -> None:
    (SHORT.get(law) or KIT[law])(bh.game("atoll"), scenario, 1)


def test_the_large_scenario_ends() -> None:
    SHORT["games end"](bh.game("atoll"), "large", 1)
