"""The kit: the laws that every game must keep, as functions to call from any test.

A law is a function of a game, the id of one of its scenarios and a seed. It walks through random games and raises `LawBroken` (an
`AssertionError`) that says what broke and how to reproduce that position. `KIT` holds them all by name, so a registered game is
tested by

    @pytest.mark.parametrize("law", beachhead.testing.KIT)
    def test_my_game(law):
        beachhead.testing.KIT[law](beachhead.game("mine"), "my scenario", seed=1)

>>> import beachhead as bh
>>> from beachhead.testing import KIT, state_at
>>> KIT["events change nothing"](bh.game("saipan"), "historical", seed=3)

The position that a broken law names can be reproduced:

>>> state_at(bh.game("saipan"), "historical", seed=3, number=2).decision.step
'land'

Tests of single rules carry `@proves("saipan", "5.24")`, by which a program knows which rule cases have a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from beachhead.engine.game import Game
from beachhead.testing.laws.acts import acts_say_why
from beachhead.testing.laws.chance import chi_square, chi_square_tail, odds_are_kept
from beachhead.testing.laws.cited import citations_exist
from beachhead.testing.laws.copies import (
    copies_go_their_own_way,
    digests_are_canonical,
    events_change_nothing,
    records_replay,
    texts_round_trip,
    views_are_plain,
)
from beachhead.testing.laws.declarations import declarations_agree
from beachhead.testing.laws.panels import panels_are_well_formed
from beachhead.testing.laws.play import ends, lists_actions_in_order, offers_only_legal, refuses_all_else
from beachhead.testing.laws.samples import samples_follow_the_view
from beachhead.testing.laws.secrecy import keeps_secrets, veiled
from beachhead.testing.laws.themes import theme_fits
from beachhead.testing.laws.tolls import tolls_are_true
from beachhead.testing.laws.undo import undo_keeps_the_law
from beachhead.testing.proofs import proofs_in, proves
from beachhead.testing.walks import LawBroken, Position, state_at, walk


class Law(Protocol):
    """A check of the kit."""

    def __call__(self, game: Game, scenario: str, seed: int = 0) -> None: ...


KIT: Mapping[str, Law] = MappingProxyType(
    {
        "declarations agree": declarations_agree,
        "citations exist": citations_exist,
        "games end": ends,
        "offers are legal": offers_only_legal,
        "all else is refused": refuses_all_else,
        "actions come in order": lists_actions_in_order,
        "copies are independent": copies_go_their_own_way,
        "records replay": records_replay,
        "texts round-trip": texts_round_trip,
        "events change nothing": events_change_nothing,
        "views are plain": views_are_plain,
        "digests are canonical": digests_are_canonical,
        "secrets are kept": keeps_secrets,
        "samples follow the view": samples_follow_the_view,
        "undo keeps the law": undo_keeps_the_law,
        "odds are kept": odds_are_kept,
        "tolls are true": tolls_are_true,
        "acts say why": acts_say_why,
        "panels are well formed": panels_are_well_formed,
        "the theme fits the game": theme_fits,
    }
)
"""Every law by name, the plainest first: what breaks early explains what breaks later."""

__all__ = [
    "KIT",
    "Law",
    "LawBroken",
    "Position",
    "acts_say_why",
    "chi_square",
    "chi_square_tail",
    "copies_go_their_own_way",
    "declarations_agree",
    "digests_are_canonical",
    "ends",
    "events_change_nothing",
    "keeps_secrets",
    "lists_actions_in_order",
    "odds_are_kept",
    "offers_only_legal",
    "panels_are_well_formed",
    "proofs_in",
    "proves",
    "records_replay",
    "refuses_all_else",
    "samples_follow_the_view",
    "state_at",
    "texts_round_trip",
    "theme_fits",
    "undo_keeps_the_law",
    "veiled",
    "views_are_plain",
    "walk",
]
