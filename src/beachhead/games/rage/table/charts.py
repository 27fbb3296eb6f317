"""The tables of the book and the turn track, as people read them. Every number comes from the components."""

from __future__ import annotations

from typing import Any

from beachhead.engine.shown.charts import chart
from beachhead.games.rage.box.components import CLASSES
from beachhead.games.rage.ruleset import RageRuleset


def charts_of(ruleset: RageRuleset) -> list[dict[str, Any]]:
    """The tables of the book."""
    return [
        _attacks(ruleset),
        _landing(ruleset),
        _weather(ruleset),
        _movement(ruleset),
        _areas(ruleset),
        _points(ruleset),
        _stacking(ruleset),
    ]


def _attacks(ruleset: RageRuleset) -> dict[str, Any]:
    extra = ruleset.components.extra_dice
    faces = " or ".join(map(str, sorted(ruleset.components.hit_faces)))
    notes = [
        f"A, B: Assault, Bombardment Ratings in dice; {faces} is a Hit. Ground and Caves protect the side that holds the area.",
        "The attacker sets the loss order; Japan sets it for Concealed units, in secret.",
    ]
    return chart(
        "attacks",
        "The six attacks",
        "3-hits",
        notes,
        ["dice", "off the Hits", "lost too"],
        [
            ("U.S. bombardment", "B", "ground, Caves", "a Cave"),
            ("Japanese bombardment", "B; rocket: its die", "ground", "a marker"),
            ("Japanese fire", f"A; hidden +{extra.surprise}", "1 if it retreats", "-"),
            ("U.S. fire", "A", "1 if it retreats", "-"),
            ("U.S. assault", "A", "ground, Caves", "a Cave"),
            ("Japanese assault", f"A; charges +{extra.kirikami}, +{extra.banzai}", "ground", "markers"),
        ],
    )


def _landing(ruleset: RageRuleset) -> dict[str, Any]:
    rule = ruleset.components.landing
    beach, coast = str(rule.units_on_beach), str(rule.units_on_coast)
    return chart(
        "landing",
        "Landing",
        "10.3-b",
        "Movement points to land, and units that can land in an area per turn. Guns and tanks need a Beachhead.",
        ["movement points", "units per turn"],
        [
            ("beach with a Beachhead", str(rule.at_beachhead), beach),
            ("beach", str(rule.on_beach), beach),
            ("any other coast", str(rule.on_coast), coast),
        ],
    )


def _weather(ruleset: RageRuleset) -> dict[str, Any]:
    parts = ruleset.components
    rows = [(f"die {die}", parts.weather[die], str(parts.grounded[parts.weather[die]])) for die in range(1, 7)]
    note = "One die roll at the start of each turn except the first, which has good weather."
    return chart("weather", "Weather", "6-b", note, ["weather", "air units grounded"], rows)


def _movement(ruleset: RageRuleset) -> dict[str, Any]:
    rows = [(f"die {die}", str(ruleset.components.moves[die])) for die in range(1, 7)]
    note = "An open die roll: how many Japanese units may move or hide. How many do so unseen stays secret."
    return chart("movement", "Japanese movement", "17.1-1", note, ["units"], rows)


def _areas(ruleset: RageRuleset) -> dict[str, Any]:
    rows = []
    for kind in CLASSES:
        of_kind = [number for number, area in enumerate(ruleset.areas) if area.kind == kind]
        if of_kind:
            value, landing, tanks = ruleset.bdv[of_kind[0]], ruleset.is_coast[of_kind[0]], not ruleset.is_hill[of_kind[0]]
            rows.append((kind, str(value), "yes" if landing else "no", "yes" if tanks else "no", str(len(of_kind))))
    columns = ["defense", "landing", "tanks", "areas"]
    note = "The Basic Defense Value reduces Hits on the side that controls the area."
    return chart("areas", "Areas", "2.2.1-b", note, columns, rows)


def _points(ruleset: RageRuleset) -> dict[str, Any]:
    rule = ruleset.components.victory
    pair = " and ".join(ruleset.components.map.area(name).name for name in rule.pair)
    return chart(
        "points",
        "Victory points",
        "3-vp-a",
        f"{rule.sudden_death} points end the game immediately.",
        ["side", "points", "when"],
        [
            ("each Safe to Land", "U.S.", str(rule.per_safe_to_land), "End Phase"),
            (f"both {pair}", "U.S.", f"+{rule.pair_extra}", "End Phase"),
            ("the flag on Suribachi", "U.S.", "one die", "End Phase, once"),
            ("each U.S. step lost", "Japan", str(rule.per_us_step_lost), "immediately"),
            (
                "3rd Division lands off a Beachhead",
                "Japan",
                str(rule.third_division_off_beachhead),
                "immediately, once",
            ),
            ("each Japanese unit alive", "Japan", str(rule.per_unit), "after the last turn"),
            ("the HQ alive", "Japan", f"+{rule.hq}", "after the last turn"),
            ("each area under Japanese control", "Japan", str(rule.per_area), "after the last turn"),
        ],
    )


def _stacking(ruleset: RageRuleset) -> dict[str, Any]:
    rule, limits = ruleset.components.stacking, ruleset.components.setup_limits
    return chart(
        "stacking",
        "Stacking",
        "3-stacking-limits",
        "The last unit to overstack an area is removed from play; it scores no points.",
        ["per area"],
        [
            ("U.S. ground units", str(rule.us_ground)),
            ("U.S. support units against one area", str(rule.us_support)),
            ("Japanese units, seen and unseen", str(rule.japanese)),
            ("Caves at the start", str(limits.caves_per_area)),
        ],
    )


def schedule_of(ruleset: RageRuleset) -> list[dict[str, Any]]:
    """The turn track: dates, and what each turn brings."""
    found = []
    track = ruleset.components.track
    for number, turn in enumerate(track, 1):
        says, cases = [], []
        if number == 1:
            says.append(f"{ruleset.components.first_weather} weather, no roll")
            cases.append("22.1.1")
        if turn.red:
            says.append("the Japanese Marines are Revealed at the end")
            cases.append("22.1.2")
        if turn.air:
            says.append(f"{_units(turn.air, 'air')} at the end")
            cases.append("22.1.3")
        if turn.naval:
            says.append(f"{_units(turn.naval, 'naval')} at the end")
            cases.append("21-c")
        if number == len(track):
            says.append("the last turn: Japan scores surviving units and areas held")
            cases += ["23.2-3", "24-3"]
        found.append({"turn": number, "title": f"Turn {number}", "date": turn.date, "says": says, "cases": cases})
    return found


def _units(count: int, kind: str) -> str:
    return f"one {kind} unit withdraws" if count == 1 else f"{count} {kind} units withdraw"
