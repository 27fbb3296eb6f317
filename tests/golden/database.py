"""A database of matches as an earlier version of the service left it, and what is known of each of them.

A database is made once, by the version after which it is named, and never again: hosts have such files. To add one of a later
version:

    python -m tests.golden.database NAME
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import beachhead as bh
from beachhead.match import FORMAT
from tests.server.desk import QUICK, Chair, Desk, any_action, eventually

FOLDER = Path(__file__).parent / "databases"
RECORDS = Path(__file__).parent.parent / "kit" / "golden"


def unpack(name: str, folder: Path) -> tuple[str, dict[str, Any]]:
    """A database laid out in a folder, as an address, and what is known of it."""
    path = folder / f"{name}.sqlite3"
    path.write_bytes(gzip.decompress((FOLDER / f"{name}.sqlite3.gz").read_bytes()))
    known: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return f"sqlite:///{path}", known


def digest_in(desk: Desk, match: str, record_format: int = int(FORMAT)) -> str:
    """The digest of a match's state, looked up inside the service."""
    room = desk.table.rooms[match]
    assert room.history is not None
    return room.history.state.digest(record_format)


def play_on(chairs: list[Chair], actions: int, rng: random.Random) -> None:
    """Take that many offered actions, whoever decides. A chair that has not yet heard of the last one is told so (`stale`), and
    tries again."""
    taken = 0
    while taken < actions:
        for chair in chairs:
            chair.settle()
        deciding = [chair for chair in chairs if chair.now["offers"]]
        if not deciding:
            return
        told = deciding[0].act(any_action(deciding[0].now["offers"], rng))
        assert told["t"] in ("update", "stale"), told["t"]
        taken += told["t"] == "update"


def _pair(desk: Desk, title: str, actions: int, seed: int, **wanted: Any) -> tuple[dict[str, Any], list[Chair]]:
    keys = desk.create(name="Ann", **wanted)
    chairs = [desk.sit(keys, side) for side in ("us", "jp") if side in keys["tokens"]]
    play_on(chairs, actions, random.Random(seed))
    return {"title": title, "keys": keys}, chairs


def _against_the_computer(desk: Desk, title: str, game: str, seats: dict[str, str], actions: int, seed: int) -> dict[str, Any]:
    keys = desk.create(game, seats=seats)
    rng = random.Random(seed)
    [side] = keys["tokens"]
    with desk.sit(keys, side) as chair:
        for _ in range(actions):
            eventually(lambda: chair.ask("ping") and (chair.now["offers"] or chair.meta["ended"]), 60)
            chair.act_any(rng)
        eventually(lambda: chair.ask("ping") and (chair.now["offers"] or chair.meta["ended"]), 60)
    return {"title": title, "keys": keys}


def _fill(desk: Desk) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []

    one, (us, jp) = _pair(desk, "Saipan under way, with chat, an undo and an open question", 90, 11)
    while not us.now["undo"] and not jp.now["undo"]:
        play_on([us, jp], 1, random.Random(3))
    deciding = us if us.now["undo"] else jp
    deciding.ask("undo", tag=deciding.now["tag"])
    us.ask("chat", text="good night")
    us.ask("offer", what="draw")
    made.append(one)

    made.append(_pair(desk, "Saipan, free deployment, six beaches noted, Japan deploying", 14, 12, scenario="free")[0])
    made.append(
        _pair(
            desk,
            "Saipan in later turns, other options",
            120,
            13,
            options={"reinforcement_rate": "per_beachhead", "minimum_move": True},
        )[0]
    )
    two, (us, jp) = _pair(desk, "Saipan, resigned", 40, 14)
    jp.ask("resign")
    made.append(two)
    three, (us, jp) = _pair(desk, "Saipan, drawn by agreement", 33, 15)
    us.ask("offer", what="draw")
    jp.ask("answer", yes=True)
    made.append(three)
    made.append(_pair(desk, "Saipan played to its end", 5000, 16)[0])
    made.append(_against_the_computer(desk, "Saipan against the sergeant", "saipan", {"us": "me", "jp": "sergeant"}, 25, 17))
    made.append(_pair(desk, "Rage, Japan setting up", 6, 18, game="rage")[0])
    made.append(_pair(desk, "Rage under way", 120, 19, game="rage")[0])
    made.append(_pair(desk, "Rage played to its end", 5000, 20, game="rage")[0])
    made.append(_against_the_computer(desk, "Rage against the sergeant", "rage", {"us": "me", "jp": "sergeant"}, 40, 21))

    tour = desk.post("/api/matches", {"game": "saipan", "tour": True})
    made.append({"title": "the tour of Saipan", "keys": tour.json()})
    for name in ("saipan-historical", "rage-campaign"):
        text = (RECORDS / f"{name}.txt").read_text(encoding="utf-8")
        sent = desk.post("/api/matches/upload", {"record": text, "seats": {"us": "me", "jp": "me"}})
        assert sent.status_code == 201, sent.text
        made.append({"title": f"the record {name}, uploaded", "keys": sent.json()})
    lines = (RECORDS / "saipan-free.txt").read_text(encoding="utf-8").splitlines()
    part = [line for line in lines if not line.startswith(("[Digest", "[Result"))][:400]
    sent = desk.post("/api/matches/upload", {"record": "\n".join(part), "seats": {"us": "me", "jp": "me"}})
    assert sent.status_code == 201, sent.text
    made.append({"title": "part of a record, uploaded by one person", "keys": sent.json()})
    position = bh.Match(bh.game("saipan").position(bh.game("saipan").lore("tour")["position"], bh.Dice(bytes(range(16)))))
    sent = desk.post("/api/matches/upload", {"record": position.record(), "seats": {"us": "me", "jp": "me"}})
    assert sent.status_code == 201, sent.text
    made.append({"title": "a position of Saipan, uploaded", "keys": sent.json()})
    return made


def write(name: str) -> None:
    """Make a database with this version of the service."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.sqlite3"
        with Desk(f"sqlite:///{path}", replace(QUICK, window_seconds=0.05)) as desk:
            made = _fill(desk)
            for known in made:
                keys = known["keys"]
                chairs = [desk.sit(keys, side) for side in keys["tokens"]]
                views = {side: chair.now["view"] for side, chair in zip(keys["tokens"], chairs, strict=True)}
                known["digest"] = digest_in(desk, keys["match"])
                known["ended"] = chairs[0].meta["ended"]
                known["decision"] = {side: view["decision"]["step"] for side, view in views.items()}
                known["moments"] = {side: chair.now["moment"] for side, chair in zip(keys["tokens"], chairs, strict=True)}
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode=DELETE")
        (FOLDER / f"{name}.sqlite3.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    rules = {game.id: game.version for game in bh.all_games()}
    text = json.dumps(
        {"made by": bh.__version__, "format": int(FORMAT), "rules": rules, "matches": made}, indent=1, ensure_ascii=False
    )
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1])
