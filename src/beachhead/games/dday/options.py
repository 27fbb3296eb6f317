"""The options of a match: where the book can fairly be read two ways. The first value is our reading (docs/games/dday.md)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.game import Option

LATER: Final = (
    "suribachi", "drive-to-the-north", "suribachi-and-north", "hot-rocks", "hot-rocks-partners", "drive-to-the-sea", "campaign",
)  # fmt: skip
"""The scenarios after D-Day."""
OPTIONS: Final = (
    Option(
        "hit_cap",
        ("group", "hex"),
        "group",
        "Whether a position group hits three units at most in one fire, or each of its hexes does.",
        "6.3.1-important",
    ),
    Option(
        "reserve_depth",
        ("listed", "always"),
        "listed",
        "Whether reserve units bring depth only where the rule says so, or always.",
        "9.3-a-depth",
    ),
    Option("reinforce_fires", (True, False), True, "Whether a unit placed by the letter R fires at once.", "13.7-d"),
    Option(
        "extra_company_hero",
        (True, False),
        True,
        "Whether a company of another battalion joins an attack only with a hero.",
        "8.1-c",
    ),
    Option(
        "loss_level",
        ("companies", "counters"),
        "companies",
        "Whether the catastrophic loss limit counts companies, at two counters each, or the counters in the loss box.",
        "18.1-b",
        scenarios=LATER,
    ),
    Option(
        "play_on",
        (False, True),
        False,
        "Whether the scenario is played on to the end of the campaign, GT 66.",
        "18.0",
        scenarios=("drive-to-the-north", "hot-rocks", "hot-rocks-partners"),
    ),
)
