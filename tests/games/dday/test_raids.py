"""Raids to be feared (10.2): chances over the cards that may come next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from beachhead.games.dday.events import raids
from beachhead.games.dday.game import DDay
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table.combat.fire_risk import Hurt, raids_feared
from beachhead.testing import proves

HILLS = {"M1": {"hex": "0815", "color": "black", "hilltop": True}, "M2": {"hex": "0818", "color": "black", "hilltop": True}}


def before_raids(units: dict[str, str], japanese: dict[str, Any], more: dict[str, Any] | None = None, **words: Any) -> DDayState:
    """A lone stack with a red and a brown position three hexes away."""
    positions = {"A1": {"hex": "0408", "color": "red"}, "B1": {"hex": "0508", "color": "brown"}, **HILLS, **(more or {})}
    return DDay().position(
        {
            "scenario": "campaign",
            "board": {"size": [8, 18], "positions": positions},
            "turn": 8,
            "phase": "artillery",
            "units": units,
            "japanese": japanese,
            **words,
        }
    )


def share(state: DDayState, wanted: int) -> Fraction:
    """The share of the 55 cards on which at least `wanted` of red and brown are, not under a bar."""
    pairs = [{entry.color for entry in card.fire if not entry.bar} for card in state.ruleset.card_faces]
    colors = {group.color for group in state.ruleset.groups if group.name in ("A1", "B1")}
    return Fraction(sum(len(pair & colors) >= wanted for pair in pairs), len(pairs))


def test_chances_are_those_of_all_cards() -> None:
    state = before_raids({"A/1/23": "0405"}, {"A1": "?", "B1": "?"})
    ((place, hurt),) = raids_feared(state).items()
    assert state.ruleset.hex_name(place) == "0405"
    assert hurt.stopped == share(state, 1)
    assert hurt.step == share(state, 2)
    assert 0 < hurt.step < hurt.stopped < 1


def test_two_units_are_safer_than_one() -> None:
    state = before_raids({"A/1/23": "0405", "B/1/23": "0405"}, {"A1": "?", "B1": "?"})
    (hurt,) = raids_feared(state).values()
    assert hurt == Hurt(Fraction(0), share(state, 2))


def test_looking_changes_nothing() -> None:
    state = before_raids({"A/1/23": "0405"}, {"A1": "?"})
    before = state.plain()
    raids_feared(state)
    raids.susceptible(state)
    assert state.plain() == before


@proves("dday", "10.1-b-1", "15.4.1")
def test_a_garrison_closes_its_own_hex_but_covers_no_other() -> None:
    """A lone company with six empty positions around it is open to raids until five of them have garrisons."""
    around = ("0404", "0406", "0305", "0306", "0505", "0506")
    positions = {f"C{number}": {"hex": hex, "color": "blue"} for number, hex in enumerate(around, 1)}
    for held in (0, 1, 4, 5, 6):
        state = before_raids({"A/1/23": "0405"}, {"A1": "?"}, positions, garrisons=list(around[:held]))
        assert raids.open_flanks(state, state.where[state.ruleset.number["A/1/23"]]).bit_count() == 6 - held
        assert bool(raids.susceptible(state)) is (held <= 4)


@proves("dday", "10.2-a", "20.0-tunnels")
def test_a_tunnel_lets_only_its_own_hex_raid() -> None:
    """Without a black position nobody is in communication but by a tunnel; the hex of the second one is too far away to raid."""
    positions = {"A1": {"hex": "0408", "color": "red", "group": "A1-A2"}, "A2": {"hex": "0409", "color": "red", "group": "A1-A2"}}
    for tunnel, can in (("A1", True), ("A2", False)):
        state = DDay().position(
            {
                "scenario": "campaign",
                "board": {"size": [8, 18], "positions": positions},
                "turn": 8,
                "phase": "artillery",
                "units": {"A/1/23": "0405"},
                "japanese": {"A1": "?", "A2": "?"},
                "tunnels": [tunnel],
            }
        )
        assert len(state.ruleset.groups) == 1
        assert raids.can_raid(state, 0, state.where[state.ruleset.number["A/1/23"]]) is can
