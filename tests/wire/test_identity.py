"""Everything that a seat's socket and every address it may ask for ever carried is the same, byte for byte, whatever the other
side's secrets are: views, tags, moments, the number and order of messages, refusals, records, logs.

How the two plays are made and what is compared is told in `twins.py`. The second half proves that the test can fail: games that
give something away, and a service that does, are caught.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence

import pytest

import beachhead as bh
from beachhead.games import REGISTERED

from ..kit.leaky_games import LEAKS
from .client import Table
from .compare import same_bytes
from .service import TOYS, Service
from .twins import SEED, Move, common_moves, play

GAMES = TOYS | {kind.id: f"{kind.__module__}:{kind.__qualname__}" for kind in LEAKS}
BEACHES = ("0405", "0702", "1103", "1203", "1304", "1504", "1705", "1817", "2004", "2116", "2608", "3013")
AREAS = ("village", "north ridge", "radio mast")


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """The umpire of these tests needs Lookout, too."""
    REGISTERED.update(TOYS)
    yield
    for name in TOYS:
        REGISTERED.pop(name, None)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service whose matches all have the same dice: so even the commitment must be the same."""
    with Service(tmp_path_factory.mktemp("identity"), games=GAMES, seed=SEED) as service:
        yield Table(service.address)
        assert "Traceback" not in service.said()


def same(first: dict[str, list[str]], second: dict[str, list[str]]) -> None:
    """Raise at the first difference, and say what it is."""
    same_bytes(first, second, 60)


def twice(
    table: Table,
    game: str,
    scenario: str,
    openings: tuple[Sequence[Move], Sequence[Move]],
    rest: Sequence[Move],
    *,
    watched_by: Sequence[str],
    texts: Sequence[str],
    units: Sequence[str],
    stops: int = 3,
    board: bool = False,
) -> None:
    """Play both, and compare."""

    async def both() -> list[dict[str, list[str]]]:
        return [
            await play(
                table,
                game,
                scenario,
                [*opening, *rest],
                watched_by=watched_by,
                texts=texts,
                units=units,
                stops=stops,
                board=board,
            )
            for opening in openings
        ]

    first, second = asyncio.run(both())
    same(first, second)


# ---------------------------------------------------------------------- Saipan: the note


def notes(hexes: Sequence[str], undone: Sequence[str] = ()) -> list[Move]:
    """Write hexes down, changing one's mind in between; only the last one is heard of."""
    moves: list[Move] = []
    for number, name in enumerate(hexes):
        if number < len(undone):
            moves += [Move("us", f"note {undone[number]}", hidden=True), Move("us", "undo", hidden=True)]
        moves.append(Move("us", f"note {name}", hidden=number < len(hexes) - 1))
    return moves


@pytest.mark.parametrize("seed", range(2))
def test_landing_note(table: Table, seed: int) -> None:
    """Where the U.S. will land is nobody else's business until it is shown: nor how often it changed its mind."""
    rng = random.Random(seed)
    first, second = rng.sample(BEACHES, 6), rng.sample(BEACHES, 6)
    openings = notes(first), notes(second, undone=rng.sample([b for b in BEACHES if b not in second], 4))
    rest = common_moves("saipan", "free", *openings, seed=seed, most=19)
    assert len(rest) == 19
    texts = (
        f"note {first[0]}",
        f"note {second[1]}",
        f"land U:1/2 {first[2]}",
        "done",
        "attack 1103 from 1203",
        "deploy U:1/2 1305",
        "??",
    )
    units = ("U:1/2", "U:2/6", "J:136/1", "nobody")
    twice(table, "saipan", "free", openings, rest, watched_by=("jp", "spectator"), texts=texts, units=units, board=True)


# ---------------------------------------------------------------------- Lookout: pieces, draws and the aim


PIECES = ("gun 1", "gun 2", "snipers 1", "snipers 2", "decoy 1", "decoy 2", "decoy 3")
LOOKOUT_TEXTS = (
    "search t1",
    "search t2",
    "search t4",
    "ambush t3",
    "fade t1",
    "aim cove",
    "done",
    "shift t1 cove",
    "march alpha cove",
)
LOOKOUT_UNITS = ("t1", "t2", "alpha", "nobody")


def hides(pieces: Sequence[str], areas: Sequence[str], aim: str = "village") -> list[Move]:
    hidden = [Move("warden", f"hide {piece} {area}") for piece, area in zip(pieces, areas, strict=True)]
    return [Move("raider", f"aim {aim}"), *hidden]


@pytest.mark.parametrize("seed", range(2))
def test_pieces_under_the_fog(table: Table, seed: int) -> None:
    """What lies under the fog is not seen by the raider or a spectator, though the warden picks among it."""
    rng = random.Random(seed)
    areas = [rng.choice(AREAS) for _ in range(4)]
    openings = hides(rng.sample(PIECES, 4), areas), hides(rng.sample(PIECES, 4), areas)
    rest = common_moves("lookout", "night", *openings, seed=seed, most=40)
    assert len(rest) > 8
    twice(table, "lookout", "night", openings, rest, watched_by=("raider", "spectator"), texts=LOOKOUT_TEXTS, units=LOOKOUT_UNITS)


def ambush_and_fade() -> list[Move]:
    """Snipers fire and go back under the fog as something that the warden draws from the cup, unseen."""
    return [
        Move("raider", "march alpha village"),
        Move("warden", "ambush t1"),
        Move("warden", "fade t1"),
        Move("raider", "done"),
        Move("warden", "done"),
    ]


def test_private_draw(table: Table) -> None:
    """A draw from the warden's own stream shifts no die, and what is drawn is not seen."""
    areas = ("village", "north ridge", "north ridge", "radio mast")
    openings = (
        [*hides(("snipers 1", "gun 1", "gun 2", "decoy 1"), areas), *ambush_and_fade()],
        [*hides(("snipers 1", "decoy 1", "decoy 2", "snipers 2"), areas), *ambush_and_fade()],
    )
    rest = common_moves("lookout", "night", *openings, seed=1, most=30)
    assert len(rest) > 4
    twice(table, "lookout", "night", openings, rest, watched_by=("raider", "spectator"), texts=LOOKOUT_TEXTS, units=LOOKOUT_UNITS)


@pytest.mark.parametrize("seed", range(2))
def test_aim(table: Table, seed: int) -> None:
    """The raider's aim is seen by neither the warden nor a spectator."""
    rng = random.Random(seed)
    aims, areas, pieces = rng.sample(AREAS, 2), [rng.choice(AREAS) for _ in range(4)], rng.sample(PIECES, 4)
    openings = hides(pieces, areas, aims[0]), hides(pieces, areas, aims[1])
    rest = common_moves("lookout", "night", *openings, seed=seed, most=40)
    assert len(rest) > 8
    twice(table, "lookout", "night", openings, rest, watched_by=("warden", "spectator"), texts=LOOKOUT_TEXTS, units=LOOKOUT_UNITS)


# ---------------------------------------------------------------------- the test can fail


CAUGHT = ("leak-view", "leak-event", "leak-draw", "leak-prompt", "leak-choices", "leak-refusal")


@pytest.mark.parametrize("leak", CAUGHT)
def test_leaky_game_is_caught(table: Table, leak: str) -> None:
    """Games that tell by an item of the view, an event, a draw, a prompt, an offer or a refusal."""
    areas = ("village", "north ridge", "north ridge", "radio mast")
    openings = (
        [*hides(("snipers 1", "gun 1", "gun 2", "snipers 2"), areas), *ambush_and_fade()],
        [*hides(("snipers 1", "decoy 1", "decoy 2", "decoy 3"), areas), *ambush_and_fade()],
    )
    rest = common_moves("lookout", "night", *openings, seed=1, most=12)
    with pytest.raises(AssertionError, match="can tell by"):
        twice(table, leak, "night", openings, rest, watched_by=("raider",), texts=LOOKOUT_TEXTS, units=(), stops=1)


@pytest.mark.parametrize("fault", ["moments", "news", "record"])
def test_leaky_service_is_caught(tmp_path_factory: pytest.TempPathFactory, fault: str) -> None:
    """A service that counts hidden actions, says something when nothing can be seen, or tells in the record."""
    rng = random.Random(9)
    first, second = rng.sample(BEACHES, 6), rng.sample(BEACHES, 6)
    openings = notes(first), notes(second, undone=[b for b in BEACHES if b not in second][:3])
    rest = common_moves("saipan", "free", *openings, seed=1, most=4)
    with (
        Service(tmp_path_factory.mktemp("leaky"), seed=SEED, fault=fault) as service,
        pytest.raises(AssertionError, match="can tell by"),
    ):
        twice(
            Table(service.address),
            "saipan",
            "free",
            openings,
            rest,
            watched_by=("jp", "spectator"),
            texts=("done",),
            units=(),
            stops=1,
        )


def test_both_plays_are_legal_games() -> None:
    """The umpire's own check: what the watchers may not tell apart is really different."""
    match = bh.Match.new("saipan", "free", seed=SEED)
    for move in notes(BEACHES[:6], undone=BEACHES[6:8]):
        if move.undo:
            match.undo()
        else:
            match.play(move.text)
    assert match.state.side == "jp"
    assert match.state.view("us")["noted"] != match.state.view("jp")["noted"]
