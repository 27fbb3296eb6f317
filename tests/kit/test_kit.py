"""Every law of the kit on every game; and the kit itself, on games that break the laws."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.games import REGISTERED
from beachhead.testing import (
    KIT,
    Law,
    LawBroken,
    chi_square_tail,
    keeps_secrets,
    proofs_in,
    proves,
    refuses_all_else,
    state_at,
    texts_round_trip,
    walk,
)
from beachhead.testing.walks import chooser, is_discreet, pick, variant, wide_seed

from ..budget import many
from .book_game import DiceyGame
from .hidden_game import Fired, Lookout, LookoutGame
from .leaky_games import ALL, BROKEN, LEAKS, Confident

GAMES = [(game.id, scenario.id) for game in bh.all_games() for scenario in game.scenarios]
GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Saves and records name their game, so the games of these tests are registered while they run."""
    kinds: tuple[type[LookoutGame], ...] = (LookoutGame, Confident, *ALL)
    mine = {kind.id: f"{kind.__module__}:{kind.__qualname__}" for kind in kinds}
    REGISTERED.update(mine)
    yield
    for name in mine:
        del REGISTERED[name]


SHORT: dict[str, Law] = {
    "games end": KIT["games end"],
    "records replay": KIT["records replay"],
    "texts round-trip": partial(texts_round_trip, first=many(1, most=3)),
    "secrets are kept": partial(keeps_secrets, first=many(1, most=2), later=120, samples=2, steps=many(10, most=30)),
    "all else is refused": partial(refuses_all_else, first=3, later=60, tries=12),
}
"""What every scenario must pass. All laws are tried on the first one of a game: the rules are the same in the others, unless
other sides act by the book there."""

WALKS = {"secrets are kept": 2}
"""Laws that are tried on more walks, in their short form, which takes no longer: what is secret depends on how a game goes."""


def spread(game: bh.Game, scenario: str, laws: Mapping[str, Law], law: str) -> int:
    """How far apart the seeds of the laws are. A seed brings its options with it: together the laws play them all."""
    return list(laws).index(law) if game.options_of(scenario) else 0


@pytest.mark.parametrize("law", KIT)
@pytest.mark.parametrize("game", [game.id for game in bh.all_games()])
def test_law(game: str, law: str) -> None:
    found, scenario = bh.game(game), bh.game(game).scenarios[0].id
    tried = SHORT[law] if law in WALKS else KIT[law]
    for seed in range(1, many(WALKS.get(law, 1)) + 1):
        tried(found, scenario, seed + spread(found, scenario, KIT, law))


WHOLE: dict[str, Law] = SHORT | {law: KIT[law] for law in sorted(KIT) if law not in SHORT}
"""All laws, for scenarios that are games of their own."""


BRIEF = ("games end", "records replay", "all else is refused")
"""Laws for the scenarios between the first and the last of a game that has many, which share all rules; a soak tries the rest."""
SEVERAL = 4


def laws_for(game: bh.Game, scenario: bh.Scenario) -> Iterable[str]:
    """The laws that are tried on a scenario other than the first."""
    if scenario.book != game.scenarios[0].book:
        return WHOLE
    between = len(game.scenarios) > SEVERAL and scenario is not game.scenarios[-1]
    return BRIEF if between and many(1) == 1 else SHORT


def laws_elsewhere() -> list[tuple[str, str, str]]:
    """Every scenario but the first of each game, with the laws that are tried on it."""
    return [
        (game.id, scenario.id, law)
        for game in bh.all_games()
        for scenario in game.scenarios[1:]
        for law in laws_for(game, scenario)
    ]


@pytest.mark.parametrize(("game", "scenario", "law"), laws_elsewhere())
def test_law_elsewhere(game: str, scenario: str, law: str) -> None:
    found = bh.game(game)
    for seed in range(1, many(1) + 1):
        WHOLE[law](found, scenario, seed + spread(found, scenario, WHOLE, law))


@pytest.mark.parametrize("seed", range(many(1, most=2)))
@pytest.mark.parametrize("law", KIT)
def test_law_in_lookout(law: str, seed: int) -> None:
    """A game that shares nothing with Saipan keeps the laws on the same engine."""
    KIT[law](bh.game("lookout"), "night", seed)


# ---------------------------------------------------------------------- the tests can fail


def breaks(kind: type[LookoutGame], law: str) -> str:
    """How the law breaks; a few walks may be needed until it shows."""
    for seed in range(6):
        try:
            KIT[law](bh.game(kind.id), "night", seed)
        except LawBroken as broken:
            return str(broken)
    return ""


@pytest.mark.parametrize("kind", LEAKS, ids=lambda kind: kind.id)
def test_leak_is_found(kind: type[LookoutGame]) -> None:
    assert breaks(kind, "secrets are kept"), f"{kind.__doc__} The kit has not noticed."


@pytest.mark.parametrize("seed", range(4))
def test_a_guess_that_is_nearly_always_right_is_no_leak(seed: int) -> None:
    """Few samples are made, and often all of them hold the true aim; but others could."""
    keeps_secrets(bh.game("confident"), "night", seed, first=1, later=1000, samples=1)


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.id)
def test_breach_is_found(kind: type[LookoutGame]) -> None:
    assert breaks(kind, BROKEN[kind]), f"{kind.__doc__} The kit has not noticed."


def test_a_breach_says_how_to_come_back() -> None:
    message = breaks(BROKEN_GAME, "all else is refused")
    assert "scenario night, kit seed" in message
    assert "beachhead.testing.state_at(beachhead.game('vague'), 'night', seed=" in message


def test_a_breach_tells_scenario_and_options_apart() -> None:
    """This game is broken with one option only, and the message says with which."""
    message = breaks(next(kind for kind in BROKEN if kind.id == "tidal"), "offers are legal")
    assert "in tidal, scenario night, options" in message
    assert "tide=1" in message


@pytest.mark.parametrize("game", [*(game.id for game in bh.all_games()), "lookout"])
def test_seeds_spread_over_the_options(game: str) -> None:
    found = bh.game(game)
    for scenario in found.scenarios:
        tried = [variant(found, scenario.id, seed) for seed in range(1, len(KIT) + 1)]
        for option in found.options_of(scenario.id).values():
            assert {given.get(option.name, option.default) for given in tried} == set(option.values)
        assert variant(found, scenario.id, 0) == variant(found, scenario.id, 3) == {}


def test_a_game_that_always_rolls_keeps_the_law_of_undo() -> None:
    KIT["undo keeps the law"](DiceyGame(), "duel", 1)


BROKEN_GAME = next(kind for kind in BROKEN if kind.id == "vague")


# ---------------------------------------------------------------------- golden games


@pytest.mark.parametrize(("game", "scenario"), [*GAMES, ("lookout", "night")])
def test_golden_game(game: str, scenario: str) -> None:
    """A whole game played long ago still leads to the same digest, on every machine and Python.

    A change of rules on purpose may break it. Then raise the game's version, if games are under way, and write the record anew:
    BEACHHEAD_GOLDEN=write pytest tests/kit -k golden
    """
    path = GOLDEN / f"{game}-{scenario}.txt"
    if os.environ.get("BEACHHEAD_GOLDEN") == "write":
        match = bh.Match.new(game, scenario, seed=wide_seed(2))
        draws = chooser(2, "golden")
        while not match.state.over:
            match.play(match.state.ruleset.text(pick(match.state, draws)))
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(match.record(), encoding="utf-8")
    assert path.exists(), f"{path.name} is missing; see this test for how to write it"
    match = bh.Match.load(path.read_text(encoding="utf-8"))
    assert match.state.over


# ---------------------------------------------------------------------- Lookout itself


def test_a_counter_changes_identity_under_the_fog() -> None:
    """Whoever goes back under the fog gets a number never seen before, and perhaps another face."""
    faces = set()
    for seed in range(12):
        for moment in walk(bh.game("lookout"), "night", seed):
            state = moment.state
            assert isinstance(state, Lookout)
            if state.decision.step != "fade":
                continue
            known = set(state.view("raider")["tokens"])
            after = state.copy()
            after.apply(f"fade t{state.top(Fired).token + 1}")
            fresh = set(after.view("raider")["tokens"]) - known
            assert fresh == {f"t{len(state.area) + 1}"}
            assert after.view("raider")["pieces"][min(fresh)] == "?"
            faces.add(after.view("warden")["pieces"][min(fresh)])
    assert len(faces) > 2


def test_a_private_draw_does_not_shift_the_public_dice() -> None:
    dice = bh.Dice(bytes(16))
    alone = [dice.roll() for _ in range(20)]
    dice, mixed = bh.Dice(bytes(16)), []
    for _ in range(20):
        dice.below(7, "warden")
        mixed.append(dice.roll())
    assert mixed == alone


def test_state_at_is_the_moment_of_the_walk() -> None:
    digests = [moment.state.digest() for moment in walk(bh.game("lookout"), "night", 4, most=20)]
    assert state_at(bh.game("lookout"), "night", 4, 13).digest() == digests[13]


@pytest.mark.parametrize(("game", "scenario", "kind"), [("lookout", "night", "uncovered"), ("rage", "campaign", "revealed")])
def test_on_a_discreet_walk_less_comes_out(game: str, scenario: str, kind: str) -> None:
    shown = {True: 0, False: 0}
    for seed in (1, 2, 5, 6, 9, 10):
        events: list[bh.Event] = []
        for _ in walk(bh.game(game), scenario, seed, most=100, events=events):
            pass
        shown[is_discreet(seed)] += sum(event.kind == kind for event in events)
    assert 2 * shown[True] < shown[False]


# ---------------------------------------------------------------------- the kit's own tools


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        (2.706, 1, 0.1),
        (6.635, 1, 0.01),
        (9.488, 4, 0.05),
        (18.307, 10, 0.05),
        (124.342, 100, 0.05),
        (0.0, 3, 1.0),
        (1.61, 5, 0.9),
    ],
)
def test_chi_square_tail(value: float, freedom: int, tail: float) -> None:
    """The printed tables."""
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-3)


def test_proves_leaves_the_test_alone() -> None:
    def test() -> None: ...

    assert proves("saipan", "5.24")(test) is test
    with pytest.raises(TypeError):
        proves("saipan")


def test_proofs_are_found_in_source(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        'import x\n@x.proves("g", "1.1", "1.2")\ndef test_a(): ...\n'
        'class T:\n    @proves("g", "1.1")\n    async def test_b(self): ...\n'
    )
    assert proofs_in(tmp_path) == {"g": {"1.1": ["test_a.py:test_a", "test_a.py:test_b"], "1.2": ["test_a.py:test_a"]}}
    (tmp_path / "test_a.py").write_text('CASE = "1.1"\n@proves("g", CASE)\ndef test_a(): ...\n')
    with pytest.raises(ValueError, match=r"test_a\.py:2"):
        proofs_in(tmp_path)
