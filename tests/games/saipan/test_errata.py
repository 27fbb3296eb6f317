"""One policy for the errata: what fills a gap or agrees with the book always holds, what changes the book is an option."""

from __future__ import annotations

import beachhead as bh
from beachhead.games.saipan.ruleset import SaipanRuleset

GAME = bh.game("saipan")
OPTIONS = {option.case: option for option in GAME.options if option.case.startswith("errata-")}


def test_every_erratum_says_how_it_is_applied() -> None:
    errata = {case.id: case.note for case in GAME.cases.values() if case.kind == "errata" and case.enforceable}
    assert set(OPTIONS) <= set(errata)
    for case, note in errata.items():
        expected = f"Option {OPTIONS[case].name}" if case in OPTIONS else "Always applied"
        assert note.startswith(expected), case


def test_options_follow_the_book_unless_somebody_chooses() -> None:
    defaults = {"reinforcement_rate": "printed", "minimum_move": False, "japanese_victory": "at_end"}
    assert {option.name: option.default for option in GAME.options} == defaults


def test_the_rate_says_how_many_units_ever_land() -> None:
    """The first six, and one on every later turn."""
    ruleset = GAME.new("historical", seed=1).ruleset
    assert isinstance(ruleset, SaipanRuleset)
    landing, force = 6 + ruleset.track.turns - 1, len(ruleset.roster[0])
    assert f"{landing} of the {force}" in OPTIONS["errata-12.1"].says
