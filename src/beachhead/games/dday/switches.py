"""The options of a match: where the book can fairly be read two ways. The first value is our reading (docs/games/dday.md)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.game import Option

LATER: Final = (
    "suribachi", "drive-to-the-north", "suribachi-and-north", "hot-rocks", "hot-rocks-partners", "drive-to-the-sea", "campaign",
)  # fmt: skip
"""The scenarios after D-Day."""
WITH_TANKS: Final = ("drive-to-the-north", "hot-rocks", "drive-to-the-sea", "campaign")
"""The scenarios of later turns that have Japanese tanks."""
OPTIONS: Final = (
    Option(
        "hit_cap",
        ("group", "hex"),
        "group",
        "Whether a position group hits three units at most in one fire, or each of its hexes does.",
        "6.3.1-important",
    ),
    Option("leader_absorbs", ("hex", "off"), "hex", "Whether a battalion HQ or hero takes one of two hits in its hex.", "11.4-b"),
    Option(
        "lookahead_hits",
        (True, False),
        True,
        "Whether groups choose their victims so that all groups of a card hit the most units.",
        "6.3.4",
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
        "r_second_unit",
        (True, False),
        True,
        "Whether the letter R can bring a second unit to an occupied group.",
        "13.7-important",
    ),
    Option("empty_pg_hex_musters", (False, True), False, "Whether empty hexes of an occupied group muster too.", "13.4-c"),
    Option(
        "mortar_pair",
        ("same_hex", "in_range"),
        "same_hex",
        "Where the two units stand that are disrupted in place of a mortar step.",
        "13.3-a-3",
    ),
    Option(
        "extra_company_hero",
        (True, False),
        True,
        "Whether a company of another battalion joins an attack only with a hero.",
        "8.1-c",
    ),
    Option("je_both", (True, False), True, "Whether a result against the unit beats every unit of the hex.", "8.3"),
    Option("tank_barrage_los", (True, False), True, "Whether tanks need a line of sight to barrage.", "8.4"),
    Option(
        "garrisons_at_start",
        (True, False),
        True,
        "Whether positions behind the line start with garrisons.",
        "18.8",
        scenarios=("hot-rocks", "hot-rocks-partners", "drive-to-the-sea"),
    ),
    Option(
        "ca_disrupted_act",
        (True, False),
        True,
        "Whether disrupted stacks in counterattack stance act.",
        "14.4.2",
        scenarios=WITH_TANKS,
    ),
    Option("any_box", ("all", "east"), "all", "Which beach boxes are open to units that are listed for any box.", "5.3-b"),
    Option(
        "loss_level",
        ("counters", "companies"),
        "counters",
        "Whether the catastrophic loss limit counts the counters in the loss box, or two of them as one company.",
        "18.1-b",
        scenarios=LATER,
    ),
    Option(
        "suribachi",
        ("rim", "peaks"),
        "rim",
        "Whether Suribachi has a rocky rim with one fort, no reserve and few guns, or three fortified hilltops.",
        "17.2.1",
        scenarios=("suribachi",),
    ),
    Option(
        "forts",
        ("two", "four"),
        "two",
        "Whether Turkey Knob and the Division HQ have forts, or Hill 362C and the hill above Higashi too, with a stronger HQ.",
        "18.8.2-a",
        scenarios=("drive-to-the-sea",),
    ),
    Option(
        "play_on",
        (False, True),
        False,
        "Whether the scenario is played on to the end of the campaign, GT 66.",
        "18.0",
        scenarios=("drive-to-the-north", "hot-rocks", "hot-rocks-partners"),
    ),
    Option(
        "campaign_dday_rules",
        (False, True),
        False,
        "Whether replacements and support of Scenario One hold on 19 February in the campaign too.",
        "18.9",
        scenarios=("campaign",),
    ),
)
