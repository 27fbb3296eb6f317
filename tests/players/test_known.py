"""What players are told in numbers: what the view tells, no more, and the same in worlds that their side cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import beachhead as bh
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.games.rage import state as rage
from beachhead.players import Seat, player
from beachhead.players.sergeant.rage import counter as rage_counter
from beachhead.players.sergeant.rage import situation as rage_situation
from beachhead.players.sergeant.saipan import counter as saipan_counter
from beachhead.series.island_war import marks
from beachhead.series.island_war.state import POOL
from beachhead.testing.laws.secrecy import all_known

GAMES = [("rage", "campaign"), ("saipan", "historical"), ("saipan", "free")]


def moments(game: str, scenario: str, seed: int, every: int = 1) -> Iterator[State]:
    """Positions of a game in which the sergeant plays the Japanese side."""
    state = bh.game(game).new(scenario, seed=seed)
    players = {"us": player("random", seed), "jp": player("sergeant", seed)}
    number = 0
    while not state.over:
        if number % every == 0:
            yield state
        state.apply(players[state.side].choose(Seat.at(state, state.side), 1.0))
        number += 1


@pytest.mark.game("rage")
@pytest.mark.parametrize("side", ["us", "jp"])
def test_rage_tells_what_the_view_tells(side: str) -> None:
    hidden = 0
    for state in moments("rage", "campaign", 4, every=5):
        view, names, areas = state.view(side), state.ruleset.names["unit"].full, state.ruleset.names["space"].full
        known = all_known(state, side)
        units = {}
        for name, facts in zip(names, state.ruleset.game.counters(state.ruleset), strict=True):
            place, steps, *lies = known["units"][names.index(name)]
            if place == rage.ABSENT:
                hidden += 1
                continue
            words = [word for word, mark in zip(("fired", "grounded", "moved", "concealed"), lies, strict=True) if mark]
            where = areas[place] if place >= 0 else rage.PLACES[place]
            units[name] = (where, steps, words, facts["values"][steps], facts["side"], facts["arm"], facts["full"])
        assert units == {
            name: tuple(facts[key] for key in ("place", "steps", "marks", "values", "side", "arm", "full"))
            for name, facts in view["units"].items()
        }
        assert [known["turn"], known["turns"], known["vp"]] == [view["turn"], view["turns"], [*view["vp"].values()]]
        assert known["control"] == [holder == "us" for holder in view["control"].values()]
        for item in ("beachheads", "airfields"):
            assert [areas[area] for area in known[item]] == view[item]
        for item in ("caves", "shown caves", "landed"):
            counts = known[item]
            assert (counts and {areas[area]: count for area, count in enumerate(counts) if count}) == view[item]
        assert (known["aim"] is None) == (view["targets"] is None)
        assert known["banzai"] == view["banzai"]
        if view["fight"]:
            _, area, hits, damage, row, retreating = known["fight"]
            fight = view["fight"]
            assert (areas[area] if area >= 0 else "") == fight["area"]
            assert [hits, damage] == [fight["hits"], fight["damage"]]
            assert [[names[unit] for unit in units] for units in (row, retreating)] == [fight["row"], fight["retreating"]]
        unseen, hid, searched = known["hidden"]
        record = view["known"]
        assert unseen == record["unseen"]
        seen = {name: (facts["place"], facts["turn"]) for name, facts in record["last seen"].items()}
        assert {names[unit]: (areas[area], turn) for unit, area, turn in hid} == seen
        assert {areas[area]: turn for area, turn in enumerate(searched) if turn} == record["searched"]
        assert [areas[area] for area in known["caves checked"]] == record["caves checked"]
    assert (hidden > 0) == (side == "us")


@pytest.mark.game("rage")
def test_a_hidden_unit_looks_like_one_that_is_not_there() -> None:
    """Nothing about it may differ: not where it is, not its steps, not even that it was eliminated unseen."""
    units = {"24/4": "okina", "23/4": "landing area"}
    worlds = [{"310": "chidori, concealed"}, {"310": "nishi, concealed, 1 step"}, {"311": "tenzan, concealed, fired"}]
    states = [
        bh.game("rage").position({"turn": 4, "phase": "us movement", "units": units | world, "others": "absent"})
        for world in worlds
    ]
    assert states[0].known("units", "us") == states[1].known("units", "us") == states[2].known("units", "us")
    assert len({str(state.known("units", "jp")) for state in states}) == 3


@pytest.mark.game("saipan")
def test_saipan_tells_what_the_view_tells() -> None:
    for state in moments("saipan", "free", 2, every=5):
        view, names, hexes = state.view("us"), state.ruleset.names["unit"].full, state.ruleset.names["space"].full
        known = all_known(state, "us")
        for unit, facts in enumerate(view["units"].values()):
            place = known["where"][unit]
            assert (hexes[place] if place >= 0 else {-1: "pool", -2: "eliminated", -3: "absent"}[place]) == facts["place"]
            assert [*marks.marks_of(known["marks"][unit])] == facts["marks"]
            storms = known["storms"][unit]
            assert (hexes[storms] if storms >= 0 else None) == facts.get("storms")
        assert [known["turn"], known["turns"], known["support"]] == [view["turn"], view["turns"], [*view["support"].values()]]
        assert [hexes[space] for space in known["beachheads"]] == view["beachheads"]
        assert [hexes[space] for space in known["noted"]] == view["noted"]
        assert [names[unit] for unit in known["owed"]] == view["duties"]["be attacked"]
        if view["combat"]:
            attackers, defenders, differential, covered = known["combat"]
            combat = view["combat"]
            assert [[names[unit] for unit in units] for units in (attackers, defenders)] == [
                combat["attackers"],
                combat["defenders"],
            ]
            assert (differential, covered) == (combat["differential"], bool(combat["protect"]))


@pytest.mark.game("saipan")
def test_a_note_is_for_the_us_alone_until_it_is_shown() -> None:
    state = bh.game("saipan").new("free", seed=1)
    for beach in ("1203", "1404"):
        state.apply(f"note {beach}")
    assert len(state.known("noted", "us")) == 2
    assert state.known("noted", "jp") is None


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_nobody_can_spoil_a_game_through_what_he_is_told(game: str, scenario: str) -> None:
    for state in moments(game, scenario, 3, every=25):
        before = state.digest()
        for side in ("us", "jp"):
            for value in all_known(state, side).values():
                if isinstance(value, list):
                    value.clear()
        assert state.digest() == before


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_sergeant_does_the_same_in_worlds_that_look_the_same_to_it(game: str, scenario: str) -> None:
    """A sample differs from the truth in whatever is hidden from the side; a sergeant that peeks acts differently in some."""
    compared = 0
    for state in moments(game, scenario, 6, every=3):
        side = state.side
        world = state.sample(side, compared)
        first, second = (player("sergeant", compared).choose(Seat.at(at, side), 1.0) for at in (state, world))
        assert str(first) == str(second), state.decision
        compared += state.digest() != world.digest()
    assert compared > 30


def test_sergeants_read_the_numbers_as_the_games_mean_them() -> None:
    for name in ("CONTACT", "ATTACKED", "DEFENDED", "DISPLACED", "STRUCK", "STRUCK_BEFORE", "PROTECTED"):
        assert getattr(saipan_counter, name) == getattr(marks, name)
    assert saipan_counter.WAITING == POOL
    for name in ("LANDING", "RESERVE", "ABSENT"):
        assert getattr(rage_counter, name) == getattr(rage, name)
    for name in ("US", "JP", "US_BOMBARDMENT", "JP_FIRE", "US_FIRE"):
        assert getattr(rage_situation, name) == getattr(rage, name)


def test_a_ruleset_remembers_what_others_have_made_of_it() -> None:
    ruleset, made = bh.game("saipan").new("historical", seed=1).ruleset, []

    def make(given: Ruleset) -> list[str]:
        made.append(given)
        return [given.scenario]

    first = ruleset.remembered("tests.once", make)
    assert first == ["historical"]
    assert ruleset.remembered("tests.once", make) is first
    assert made == [ruleset]
    assert bh.game("saipan").new("free", seed=1).ruleset.remembered("tests.once", make) == ["free"]
