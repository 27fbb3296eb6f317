"""The sergeant's secret set-up for Japan: legal, his own every time, and one sighting does not give the rest away."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

import pytest

import beachhead as bh
from beachhead.engine.files.datafile import read_yaml
from beachhead.engine.state import State
from beachhead.players import Seat, player
from beachhead.players.sergeant.rage.counter import Counter as Unit
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.posts import POSTURES, draw_layout, fits, trade

DRAWN = 200
CAVES = 21
Post = tuple[str, str]
"""What somebody who sees a unit can tell: its trade, and where it is."""
SetUp = tuple["Counter[Post]", frozenset[str]]
"""A set-up as an enemy would note it down: how many of each trade stand where, and which areas have Caves."""


def set_up(chance: str | int, state: State | None = None) -> State:
    state = bh.game("rage").new("campaign", seed=1) if state is None else state
    sergeant = player("sergeant", chance)
    while state.decision.step == "setup":
        state.apply(sergeant.choose(Seat.at(state, "jp"), 1.0))
    return state


def places(state: State) -> dict[str, str]:
    return {name: facts["place"] for name, facts in state.view("jp")["units"].items() if facts["side"] == "jp"}


@pytest.fixture(scope="module")
def drawn() -> list[SetUp]:
    state = bh.game("rage").new("campaign", seed=1)
    island = Island.of(state.ruleset)
    units = [unit for unit in island.counters(state.known("units", "jp")) if not unit.us]
    kinds = {unit.number: trade(unit) for unit in units}
    found = []
    for number in range(DRAWN):
        layout = draw_layout(island, units, random.Random(f"set-up {number}"))
        posts = Counter((kinds[unit], island.names[area]) for unit, area in layout.posts.items())
        found.append((posts, frozenset(island.names[area] for area in layout.caves[:CAVES])))
    return found


# ---------------------------------------------------------------------- legal, and his own


@pytest.mark.parametrize("chance", range(12))
def test_sets_up_everything(chance: int) -> None:
    state = set_up(chance)
    crowds = Counter(places(state).values())
    caves = state.view("jp")["caves"]
    assert {*crowds} <= {*Island.of(state.ruleset).names}
    assert max(crowds.values()) <= 10
    assert sum(caves.values()) == CAVES
    assert max(caves.values()) <= 2


def test_the_same_chance_gives_the_same_set_up_and_another_another() -> None:
    assert places(set_up(5)) == places(set_up(5))
    assert len({tuple(sorted(places(set_up(chance)).items())) for chance in range(12)}) == 12


def test_goes_on_where_somebody_else_began() -> None:
    state, rng = bh.game("rage").new("campaign", seed=1), random.Random(3)
    for number in range(44):
        actions = [action for action in state.actions() if not str(action).startswith("plan")]
        half = player("sergeant", number).choose(Seat.at(state, "jp"), 1.0)
        state.apply(half if number % 2 else rng.choice(actions))
    assert str(player("sergeant", 1).choose(Seat.at(state, "jp"), 1.0)) == "done"
    crowded = bh.game("rage").new("campaign", seed=1)
    for unit in [name for name, facts in crowded.view("jp")["units"].items() if facts["side"] == "jp"][:10]:
        crowded.apply(f"deploy {unit} funami")
    assert Counter(places(set_up(2, crowded)).values())["funami"] == 10


def test_falls_back_on_a_prepared_plan_on_an_island_he_does_not_know(tmp_path: Path) -> None:
    """An owner's map may have other areas: the plans that come with it are all that is known."""
    text = (Path(bh.__file__).parent / "games" / "rage" / "components.yaml").read_text(encoding="utf-8")
    (tmp_path / "components.yaml").write_text(text.replace("suribachi", "southpoint"), encoding="utf-8")
    assert "southpoint" in str(read_yaml((tmp_path / "components.yaml").read_text(encoding="utf-8")))
    state = bh.game("rage").new("campaign", seed=1, components=tmp_path)
    assert not fits(Island.of(state.ruleset))
    chosen = {str(player("sergeant", chance).choose(Seat.at(state, "jp"), 1.0)) for chance in range(20)}
    assert chosen == {f"plan {name}" for name in state.ruleset.names["plan"].full if name != "random"}


def test_a_posture_has_a_post_for_every_unit() -> None:
    state = bh.game("rage").new("campaign", seed=1)
    island = Island.of(state.ruleset)
    assert fits(island)
    units = [unit for unit in island.counters(state.known("units", "jp")) if not unit.us]
    for posture in POSTURES:
        assert Counter({name: len(row.split()) for name, row in posture.posts.items()}) == Counter(map(trade, units))
    stranger = Unit(99, island.printed[units[0].number] | {"arm": "engineers"}, (0, 1, 0, 0, 0, 1))
    assert draw_layout(island, [*units, stranger], random.Random(1)).posts[99] in island.all


# ---------------------------------------------------------------------- what a sighting gives away


def best_guess(known: Iterable[SetUp]) -> Counter[Post]:
    """Where each trade most likely stands, for somebody who has seen all these set-ups."""
    seen: Counter[tuple[Post, int]] = Counter()
    sizes: Counter[str] = Counter()
    for number, (posts, _) in enumerate(known):
        for post, count in posts.items():
            seen.update((post, place) for place in range(count))
            sizes[post[0]] += count if number == 0 else 0
    guess: Counter[Post] = Counter()
    for (post, _), _ in sorted(seen.items(), key=lambda item: (-item[1], item[0])):
        if sizes[post[0]]:
            sizes[post[0]] -= 1
            guess[post] += 1
    return guess


def told(known: Sequence[SetUp], free: int) -> float:
    """What part of a set-up the best guess finds, on average, apart from what was seen."""
    guess = best_guess(known)
    return fmean(((guess & posts).total() - free) / (posts.total() - free) for posts, _ in known)


def sightings(drawn: Sequence[SetUp]) -> dict[tuple[str, ...], list[SetUp]]:
    """For each thing that can be seen, a unit in an area or a Cave in one, the set-ups in which it is there."""
    found: defaultdict[tuple[str, ...], list[SetUp]] = defaultdict(list)
    for one in drawn:
        for sight in (*one[0], *(("a Cave", area) for area in one[1])):
            found[sight].append(one)
    return {sight: left for sight, left in found.items() if len(left) >= 10}


def test_one_sighting_does_not_tell_the_rest(drawn: list[SetUp]) -> None:
    """For comparison: of the four plans that everybody can read the best guess found 81% after one sighting, and often all."""
    before = told(drawn, 0)
    seen = sightings(drawn)
    after = {sight: told(left, sight[0] != "a Cave") for sight, left in seen.items()}
    assert len(seen) > 60
    assert max(after.values()) < 0.72, max(after, key=lambda sight: after[sight])
    assert fmean(after.values()) < 0.65
    assert fmean(after.values()) - before < 0.06, "a sighting tells hardly more than none"


def test_many_set_ups_remain_possible_after_one_sighting(drawn: list[SetUp]) -> None:
    for sight, left in sightings(drawn).items():
        different = {(frozenset(posts.items()), caves) for posts, caves in left}
        assert len(different) >= 0.95 * len(left), sight


def test_guns_that_are_shown_do_not_tell_where_battalions_are(drawn: list[SetUp]) -> None:
    """All red units are shown after the first turn. Whatever can move is still to be found."""
    guns = [post for posts, _ in drawn for post in posts if post[0] == "gun_emplacement"]
    first, second = (post for post, _ in Counter(guns).most_common(2))
    battalions = [
        (Counter({post: count for post, count in posts.items() if post[0] == "infantry"}), caves)
        for posts, caves in drawn
        if first in posts and second in posts
    ]
    assert len(battalions) >= 10
    assert told(battalions, 0) < 0.7
