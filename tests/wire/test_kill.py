"""The service dies in the middle of actions, and nothing it confirmed is lost or done twice; `make kill` does it 100 times."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .client import Seat, Table, choose
from .killing import Game, Report, check, postgres, prove
from .service import Service


def test_kills_on_sqlite(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        report = asyncio.run(prove([service], kills=5, matches=4, most=60, seed=2))
        assert not report.faults, str(report)
        assert report.kills == 5
        assert report.actions
        assert report.sent_again
        assert "Traceback" not in service.said()


def test_kills_of_one_of_two_services(tmp_path: Path) -> None:
    """Two services share a PostgreSQL; the players of a match sit at different ones, and one of the two is killed each time."""
    pytest.importorskip("pgserver")
    with postgres(tmp_path / "pg") as address:
        services = [Service(tmp_path, database=address, name=f"service-{letter}") for letter in "ab"]
        try:
            for service in services:
                service.start()
            report = asyncio.run(prove(services, kills=3, matches=3, most=40, seed=3))
        finally:
            for service in services:
                service.stop()
        assert not report.faults, str(report)
        assert report.actions
        for service in services:
            assert "Traceback" not in service.said()


def test_the_proof_can_fail(tmp_path: Path) -> None:
    """An action that was confirmed and is not in the record, one that is there twice, and a lie about the order are noticed."""

    async def play(table: Table) -> Game:
        import random

        rng = random.Random(1)
        game = Game(await table.create("saipan", "historical", seats={"us": "me", "jp": "me"}))
        async with Seat.sit(table, game.keys.match, game.keys.tokens["us"]) as seat:
            while len(game.ledger) < 4:
                text = choose(seat.now["offers"], rng)
                assert (await seat.act(text))["t"] == "update"
                game.ledger.append(text)
            await seat.ask("resign")
        game.over = True
        return game

    async def faults(table: Table, game: Game, ledger: list[str]) -> int:
        report = Report()
        await check(table, Game(game.keys, ledger, over=True), report)
        return len(report.faults)

    async def all_of_them(table: Table) -> None:
        game = await play(table)
        true = game.ledger
        assert await faults(table, game, true) == 0
        assert await faults(table, game, [*true, "done"]) == 1
        assert await faults(table, game, true[:-1]) == 1
        assert await faults(table, game, [true[1], true[0], *true[2:]]) == 1

    with Service(tmp_path) as service:
        asyncio.run(all_of_them(Table(service.address)))
