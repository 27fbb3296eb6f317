"""Nothing that a client sends brings the service down, makes it answer with a fault of its own, or keeps others from playing.

Every test here and in `test_fuzz_socket.py` ends in the same way: the service's log holds no traceback, and a match that was
begun beforehand plays on. The examples are the same in every run, so that the suite is steady. For a longer search with fresh
examples, set BEACHHEAD_SOAK to how many times as many there should be: `BEACHHEAD_SOAK=50 pytest tests/wire -k fuzz`.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import beachhead as bh

from . import strategies as odd
from .bench import Bench, in_order, many
from .client import PATIENCE, Keys

pytestmark = pytest.mark.usefixtures("nobody_else_suffers")
GOLDEN = Path(__file__).parents[1] / "kit" / "golden"


def paths(keys: Keys) -> list[str]:
    """Every address of the protocol, with ids that exist and ids that do not."""
    here, nowhere = keys.match, "nosuchmatch1"
    found = ["/", "/api/games", "/api/games/saipan", "/api/games/saipan/board", "/api/games/none", "/api/games/none/board"]
    found += ["/api/matches", "/api/matches/upload", "/api/verify", "/ws", "/m/", "/static/", "/static/js/app.js", "/favicon.ico"]
    for match in (here, nowhere):
        found += [f"/m/{match}", f"/api/matches/{match}"]
        found += [f"/api/matches/{match}/{what}" for what in ("board", "record", "seats", "branch", "none")]
    return found


@many(80)
@given(data=st.data())
def test_any_request(bench: Bench, data: st.DataObject) -> None:
    """Any method, path and header, with a token or a wrong one, with a body or without."""
    path = data.draw(
        st.one_of(st.sampled_from(paths(bench.victim)), st.lists(odd.PIECES, max_size=4).map(lambda p: "/" + "/".join(p)))
    )
    if data.draw(st.booleans()):
        path += data.draw(st.sampled_from(("?", "?a=b", "?" + "x" * 2000, "?%00", "?since=-1", "/", "//", "/..", "#x")))
    head = {name.encode(): value.encode("latin-1") for name, value in data.draw(odd.HEADERS).items()}
    token = data.draw(st.sampled_from((None, None, "us", "jp", "spectator", "host", "wrong", "bytes")))
    if token is not None:
        known = {**bench.victim.tokens, "spectator": bench.victim.spectator, "host": bench.victim.host}
        head[b"Authorization"] = b"Bearer " + known.get(token, "wrong").encode() + (b"\xff\xc3" if token == "bytes" else b"")
    body = data.draw(st.one_of(st.none(), odd.broken_json, odd.junk.map(odd.as_json)))
    if body is not None and data.draw(st.booleans()):
        head[b"Content-Type"] = b"application/json"
    try:
        answer = bench.http.request(data.draw(odd.METHODS), path, headers=head, content=body)
    except (httpx.InvalidURL, httpx.RemoteProtocolError, httpx.LocalProtocolError):
        return  # nothing reached the service, or it hung up on something that is no HTTP
    in_order(answer)


RECORD = (GOLDEN / "saipan-historical.txt").read_text(encoding="utf-8")
SHORT_RECORD = "\n".join(line for line in RECORD.splitlines()[:40] if not line.startswith(("[Digest", "[Result"))) + "\n"
POSTS: dict[str, dict[str, Any]] = {
    "/api/matches": {
        "game": "saipan",
        "scenario": "historical",
        "options": {},
        "seats": {"us": "me"},
        "name": "Smith",
        "tour": False,
    },
    "/api/matches/upload": {"record": SHORT_RECORD, "seats": {"us": "me", "jp": "open"}, "name": "Smith"},
    "/api/verify": {"record": SHORT_RECORD},
    "/api/matches/ID/seats": {"side": "jp", "sit": "open"},
    "/api/matches/ID/branch": {"at": 3, "seats": {"us": "me", "jp": "me"}, "name": "Smith"},
}


@many(90)
@given(data=st.data())
def test_bent_bodies(bench: Bench, data: st.DataObject) -> None:
    """Requests that are almost right."""
    path = data.draw(st.sampled_from(list(POSTS)))
    body = odd.as_json(data.draw(odd.bent(POSTS[path])))
    head = {
        "Content-Type": data.draw(st.sampled_from(("application/json", "application/json", "application/json; charset=utf-8")))
    }
    if "ID" in path:
        which = data.draw(st.sampled_from(("host", "host", "us", "spectator")))
        keys = bench.victim
        head["Authorization"] = f"Bearer {({'host': keys.host, 'spectator': keys.spectator} | dict(keys.tokens))[which]}"
        path = path.replace("ID", keys.match)
    answer = bench.http.post(path, headers=head, content=body)
    in_order(answer)
    if answer.status_code == 201:
        Keys.of(answer.json())
    if path.endswith("seats") and answer.status_code == 200:
        bench.victim = bench.new_match()


@pytest.mark.parametrize("name", ["seed", "dice", "components", "scenario", "self", "source"])
@pytest.mark.parametrize("value", [7, None, "00" * 16, "/tmp"])
def test_options_are_the_games_own(bench: Bench, name: str, value: Any) -> None:
    """Options are those that the game declares. Whoever could choose the seed would know every die to come."""
    answer = bench.http.post("/api/matches", json={"game": "saipan", "options": {name: value}})
    in_order(answer)
    assert answer.status_code in (400, 422), answer.text


@many(50)
@given(record=odd.broken_record(SHORT_RECORD), how=st.sampled_from(("verify", "upload")))
def test_broken_records(bench: Bench, record: str, how: str) -> None:
    """A record is foreign data: whatever it says, the answer is a sentence."""
    path = "/api/verify" if how == "verify" else "/api/matches/upload"
    answer = bench.http.post(path, json={"record": record})
    in_order(answer)
    if how == "verify" and answer.status_code == 200:
        found = answer.json()
        assert isinstance(found["ok"], bool)
        assert isinstance(found["text"], str)


@pytest.mark.parametrize("raw", odd.HARDLY_HTTP, ids=range(len(odd.HARDLY_HTTP)))
def test_what_is_hardly_http(bench: Bench, raw: bytes) -> None:
    """Whatever comes in on the port: an answer below 500, or a closed door."""
    with socket.create_connection(("127.0.0.1", bench.service.port), timeout=PATIENCE) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        said = b""
        try:
            while len(said) < 100_000 and (piece := line.recv(65536)):
                said += piece
        except ConnectionError:
            pass
    if said:
        assert said.startswith(b"HTTP/1.1 "), said[:100]
        assert int(said[9:12]) < 500, said[:300]
        assert b"Traceback" not in said


def test_large_bodies(bench: Bench) -> None:
    """Too much is refused, as soon as it is clear that it is too much."""
    for path, size in (
        ("/api/matches", 20_000),
        ("/api/matches", 10_000_000),
        ("/api/verify", 2_000_000),
        ("/api/verify", 30_000_000),
    ):
        body = odd.as_json({"game": "saipan", "record": "x" * size, "name": "x" * size})
        try:
            answer = bench.http.post(path, content=body, headers={"Content-Type": "application/json"})
        except httpx.WriteError:
            continue  # hung up while we were still sending
        assert answer.status_code == 413, (path, size, answer.text[:200])
        in_order(answer)


def test_the_golden_record_is_what_it_was() -> None:
    """The record that these tests break is whole to begin with."""
    assert bh.Match.load(RECORD).state.over
