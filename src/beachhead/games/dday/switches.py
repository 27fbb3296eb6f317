"""The options of a match: where the book can fairly be read two ways. The first value is our reading (docs/games/dday.md)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.game import Option

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
    Option("any_box", ("all", "east"), "all", "Which beach boxes are open to units that are listed for any box.", "5.3-b"),
)
