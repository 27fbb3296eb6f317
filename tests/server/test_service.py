"""HTTP: the page, the lists, creating and joining, records, and everything that is refused."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import beachhead as bh
from beachhead.server import Limits
from beachhead.server.web import protocols

from ..manual_clock import ManualClock
from .desk import PATIENCE, QUICK, Chair, Closed, Desk, eventually, frame, play_on, shake_hands


@pytest.fixture(autouse=True)
def no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is sent away goes soon."""
    monkeypatch.setattr(protocols, "GOODBYE", 0.2)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One service for tests that leave nothing behind."""
    with Desk(f"sqlite:///{tmp_path_factory.mktemp('shared') / 'table.sqlite3'}") as running:
        yield running


def dial(desk: Desk) -> socket.socket:
    """A plain line to a service."""
    return socket.create_connection(("127.0.0.1", int(desk.host.partition(":")[2])), timeout=PATIENCE)


def ended(raw: socket.socket) -> bool:
    """Whether the other side has hung up, once it says anything."""
    try:
        return raw.recv(1, socket.MSG_PEEK) == b""
    except ConnectionError:
        return True


def code(answer: Any) -> str:
    """The code of an error."""
    error = answer.json()["error"]
    assert set(error) == {"code", "text"}
    return str(error["code"])


# ---------------------------------------------------------------------- the page and the games


def test_every_answer_carries_the_headers_that_protect_a_browser(shared: Desk) -> None:
    for path in ("/", "/m/abc", "/api/games", "/static/nothing", "/page/x/y", "/service-worker.js", "/nowhere"):
        headers = shared.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "server" not in headers
        assert "set-cookie" not in headers


def test_the_page_is_served_packed_and_only_once(shared: Desk) -> None:
    first = shared.get("/")
    assert first.status_code == 200
    assert first.headers["content-type"].startswith("text/html")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = shared.get("/", **{"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "name", ["../server/settings.py", "..%2f..%2fpyproject.toml", "/etc/passwd", "%2e%2e/match.py", "js", "", "js/../../match.py"]
)
def test_no_name_leads_out_of_the_folder(shared: Desk, name: str) -> None:
    with socket.create_connection(("127.0.0.1", int(shared.host.partition(":")[2]))) as raw:
        raw.sendall(f"GET /static/{name} HTTP/1.1\r\nHost: {shared.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 404")


def test_a_request_that_comes_drop_by_drop_is_cut_off(sqlite: str) -> None:
    clock = ManualClock()
    with Desk(sqlite, clock=clock) as desk, dial(desk) as raw:
        eventually(lambda: protocols.PATIENCE in clock.waiting())
        for letter in f"GET / HTTP/1.1\r\nHost: {desk.host}\r\nX-Long: xxx":
            raw.sendall(letter.encode())
        clock.advance(protocols.PATIENCE)
        assert ended(raw)


def test_a_body_that_drips_in_is_given_up(sqlite: str) -> None:
    clock = ManualClock()
    head = "POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    with Desk(sqlite, clock=clock) as desk, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(dial(desk)) for _ in range(20)]
        for raw in lines:
            raw.sendall(head.encode())
        seconds = desk.settings.limits.body_seconds
        eventually(lambda: clock.waiting().count(seconds) >= 2 * len(lines))  # of the body, and of the connection
        keys = desk.create()
        with desk.sit(keys, "us") as us:
            assert us.act_any(), "whoever plays does not wait for them"
        clock.advance(seconds)
        for raw in lines:
            assert ended(raw) or raw.recv(20).startswith(b"HTTP/1.1 408")


def test_long_records_do_not_hold_up_play(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While records are replayed, as many as may be at once, others play, and look at what costs little."""
    let, begun = threading.Event(), threading.Semaphore(0)

    def slow(record: str, _patience: object) -> dict[str, Any]:
        begun.release()
        assert let.wait(PATIENCE)
        return {"record": record}

    monkeypatch.setattr("beachhead.server.web.http.verify", slow)
    with Desk(sqlite) as desk, ThreadPoolExecutor(4) as threads:
        keys = desk.create()
        asking = [
            threads.submit(desk.post, "/api/verify", {"record": str(number)}, **{"X-Forwarded-For": f"10.0.0.{number}"})
            for number in range(4)
        ]
        for _ in range(2):
            assert begun.acquire(timeout=PATIENCE)
        with desk.sit(keys, "us") as us:
            us.act_any()
            assert us.ask("undo", tag=us.now["tag"])["t"] == "update"
        assert desk.get(f"/api/matches/{keys['match']}", keys["tokens"]["us"]).status_code == 200
        assert not any(each.done() for each in asking)
        let.set()
        assert [each.result().json()["record"] for each in asking] == ["0", "1", "2", "3"]


def test_the_games_and_their_lore(shared: Desk) -> None:
    listed = shared.get("/api/games").json()
    assert listed["protocol"] == 2
    assert listed["password"] is False
    game = next(game for game in listed["games"] if game["id"] == "saipan")
    assert {"random", "sergeant"} <= {player["id"] for player in game["players"]}
    answer = shared.get("/api/games/saipan")
    lore = answer.json()
    assert {"cases", "theme", "charts", "schedule", "tour", "verbs", "board"} <= set(lore)
    assert any(case["id"] == "5.11" for case in lore["cases"])
    assert shared.get("/api/games/saipan", **{"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert code(shared.get("/api/games/chess")) == "unknown"
    assert code(shared.get("/api/games/chess/board")) == "unknown"
    assert shared.get("/api/health").json() == {"ok": True}


# ---------------------------------------------------------------------- creating and joining


def test_creating_with_scenario_options_and_seats(shared: Desk) -> None:
    keys = shared.create(scenario="free", options={"minimum_move": True}, seats={"us": "open", "jp": "random"}, name="  Ann\n ")
    assert set(keys) == {"match", "tokens", "spectator", "host"}
    assert list(keys["tokens"]) == ["us"]
    for token in (keys["tokens"]["us"], keys["spectator"], keys["host"]):
        meta = shared.get(f"/api/matches/{keys['match']}", token).json()
        assert meta["scenario"] == "free"
        assert meta["options"]["minimum_move"] is True
        assert meta["playable"] is True
        assert meta["ended"] is None
        assert meta["seats"]["us"]["taken"] is False
    named = shared.create(name="  Ann\n\u202e" + "x" * 60)
    meta = shared.get(f"/api/matches/{named['match']}", named["host"]).json()
    assert meta["seats"]["us"]["name"] == ("Ann " + "x" * 60)[:40]


def test_the_tour_begins_at_its_own_position(desk: Desk) -> None:
    keys = desk.create(tour=True, seats=None)
    with desk.sit(keys, "us") as us:
        assert us.meta["tour"] is True
        assert us.meta["decides"] == "us"
        assert us.meta["turn"] == us.now["view"]["turn"] == 4
        assert us.act("move U:2/2 1104")["t"] == "update"
        us.ask("resign")
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["host"]).text
    assert desk.post("/api/verify", {"record": record}).json()["ok"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess"},
        {"game": "saipan", "scenario": "nothing"},
        {"game": "saipan", "options": {"nothing": 1}},
        {"game": "saipan", "options": {"minimum_move": "yes"}},
        {"game": "saipan", "seats": {"us": "nobody"}},
        {"game": "saipan", "seats": {"xx": "me"}},
    ],
)
def test_what_the_game_does_not_know_is_refused(shared: Desk, wanted: dict[str, Any]) -> None:
    answer = shared.post("/api/matches", wanted)
    assert answer.status_code == 422
    assert code(answer) == "refused"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"game": 7}', 400),
        (b'{"game": "saipan", "seats": []}', 400),
        (b'{"scenario": "free"}', 400),
        (b"\xff\xfe", 400),
        (b'{"game": "' + b"x" * 20_000 + b'"}', 413),
        (b"[" * 5000, 400),
    ],
)
def test_unreadable_bodies_are_refused(shared: Desk, body: bytes, status: int) -> None:
    answer = shared.http.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status
    code(answer)


def test_only_json_is_read(shared: Desk) -> None:
    answer = shared.http.post("/api/matches", content=b'{"game": "saipan"}', headers={"Content-Type": "text/plain"})
    assert (answer.status_code, code(answer)) == (415, "not_json")
    assert shared.http.request("DELETE", "/api/matches").status_code == 405
    assert shared.get("/api/matches").status_code == 405


def test_a_body_without_end_is_cut_off(shared: Desk) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(2000):
            yield b"x" * 1000

    try:
        answer = shared.http.post("/api/matches", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    except Exception as error:
        assert "httpx" in type(error).__module__
    assert shared.get("/api/health").status_code == 200


def test_tokens_open_their_own_match_only(shared: Desk) -> None:
    one, two = shared.create(), shared.create()
    path = f"/api/matches/{one['match']}"
    for said in ("", "Bearer", "Basic x", f"Bearer {two['host']}", f"Bearer {one['host']}x", one["host"], "Bearer ü"):
        headers = [(b"Authorization", said.encode())] if said else []
        assert shared.http.get(path, headers=headers).status_code == 401
    for id in ("nothing", "../etc", "%00", "x" * 300):
        assert shared.get(f"/api/matches/{id}", one["host"]).status_code == 404
    answer = shared.get(path, one["host"])
    assert answer.status_code == 200
    assert not any(secret in answer.text for secret in (one["host"], one["spectator"], *one["tokens"].values()))


# ---------------------------------------------------------------------- who may knock


def test_other_origins_are_refused(shared: Desk) -> None:
    wanted = {"game": "saipan", "seats": {"jp": "open"}}
    for origin in ("https://evil.example", "null", f"http://{shared.host}.evil.example", "http://127.0.0.1:1"):
        answer = shared.post("/api/matches", wanted, Origin=origin)
        assert (answer.status_code, code(answer)) == (403, "origin")
    assert shared.post("/api/matches", wanted, Origin=shared.address).status_code == 201
    assert shared.post("/api/matches", wanted, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_foreign_names_are_refused(shared: Desk) -> None:
    assert shared.get("/", Host="evil.example").status_code == 400
    assert shared.get("/", Host="localhost:1234").status_code == 200
    assert shared.get("/", Host="192.168.1.7:8044").status_code == 200


def test_configured_names_and_origins_are_let_in(sqlite: str) -> None:
    with Desk(sqlite, origins=("https://play.example.org",), hosts=("table.local",)) as desk:
        for host in ("play.example.org", "table.local:80"):
            assert desk.get("/", Host=host).status_code == 200
        wanted = {"game": "saipan", "seats": {"jp": "open"}}
        assert desk.post("/api/matches", wanted, Origin="https://play.example.org").status_code == 201


def test_sockets_of_other_origins_are_refused(shared: Desk) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"ws://{shared.host}/ws", origin=Origin("https://evil.example"), proxy=None),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_password_guards_creation(sqlite: str) -> None:
    with Desk(sqlite, password="swordfish") as desk:
        assert desk.get("/api/games").json()["password"] is True
        wanted = {"game": "saipan", "seats": {"jp": "open"}}
        for password in (None, "", "Swordfish", "sword"):
            answer = desk.post("/api/matches", wanted | ({} if password is None else {"password": password}))
            assert (answer.status_code, code(answer)) == (401, "password")
            assert "swordfish" not in answer.text
        assert desk.post("/api/matches", wanted | {"password": "swordfish"}).status_code == 201


def test_whoever_creates_too_many_matches_must_wait(sqlite: str) -> None:
    clock = ManualClock()
    with Desk(sqlite, limits=Limits(creation_burst=3), clock=clock) as desk:

        def create() -> int:
            return desk.post("/api/matches", {"game": "saipan", "seats": {"jp": "open"}}).status_code

        assert [create() for _ in range(5)] == [201, 201, 201, 429, 429]
        clock.advance(60 / desk.settings.limits.creations_per_minute)
        assert [create() for _ in range(2)] == [201, 429]


# ---------------------------------------------------------------------- sockets that misbehave


@pytest.mark.parametrize(
    ("hello", "closed"),
    [
        ({"t": "ping", "id": "1"}, 1008),
        ({"t": "hello", "protocol": 1, "match": "ID", "token": "T"}, 4002),
        ({"t": "hello", "protocol": 2, "match": "nothing", "token": "T"}, 4004),
        ({"t": "hello", "protocol": 2, "match": "../..", "token": "T"}, 4004),
        ({"t": "hello", "protocol": 2, "match": "ID", "token": "wrong"}, 4001),
        ({"t": "hello", "protocol": 2, "match": "ID", "token": "HOST"}, 4001),
        ({"t": "hello", "protocol": 2, "match": ["ID"], "token": 7}, 1008),
        ([], 1008),
    ],
)
def test_a_wrong_hello_is_turned_away(shared: Desk, hello: Any, closed: int) -> None:
    keys = shared.create()
    text = json.dumps(hello).replace('"ID"', f'"{keys["match"]}"').replace('"HOST"', f'"{keys["host"]}"')
    with Chair(shared.host, "", "", greet=False) as chair:
        chair.socket.send(text)
        assert chair.hear()["t"] == "error"
        with pytest.raises(Closed) as gone:
            chair.hear()
        assert gone.value.code == closed


def test_silence_is_turned_away(sqlite: str) -> None:
    clock = ManualClock()
    limits = replace(QUICK, hello_seconds=7.0)
    with Desk(sqlite, limits, clock=clock) as desk, Chair(desk.host, "", "", greet=False) as chair:
        eventually(lambda: 7.0 in clock.waiting())
        clock.advance(6.5)
        assert 0.5 in clock.waiting()
        clock.advance(0.5)
        with pytest.raises(Closed) as gone:
            chair.hear()
        assert gone.value.code == 1008


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "null",
        "7",
        "[]",
        '{"t": "fly", "id": "x"}',
        '{"t": "act", "id": "x"}',
        '{"t": "act", "id": 7, "tag": "", "texts": [""]}',
        '{"t": "act", "id": "x", "tag": null, "texts": ["done"]}',
        '{"t": "act", "id": "' + "x" * 65 + '", "tag": "", "texts": ["done"]}',
        '{"t": "act", "id": "\\u0000", "tag": "", "texts": ["done"]}',
        '{"t": "look", "id": "x", "at": -1}',
        '{"t": "look", "id": "x", "at": 1e99}',
        '{"t": "preview", "id": "x", "verb": "land", "args": [1]}',
        '{"t": "hello", "protocol": 2, "match": "x", "token": "y"}',
        "[" * 10_000,
        '{"t": "\\ud800", "id": "x"}',
        b"\x00\x01\x02",
    ],
)
def test_unreadable_messages_get_an_error_and_the_socket_stays(shared: Desk, raw: str | bytes) -> None:
    keys = shared.create()
    with shared.sit(keys, "us") as us:
        us.socket.send(raw)
        assert us.until_t("error")["code"] in ("unreadable", "not_now")
        assert us.ask("ping")["t"] == "pong"


@pytest.mark.parametrize("size", [17_000, 10_000_000])
def test_a_message_that_is_too_large_closes_the_socket(shared: Desk, size: int) -> None:
    keys = shared.create()
    with shared.sit(keys, "us") as us:
        try:
            us.socket.send("x" * size)
            with pytest.raises(Closed) as gone:
                while True:
                    us.hear()
            assert gone.value.code in (1009, None)
        except Exception as error:  # the service may have hung up while we were still sending
            assert "websockets" in type(error).__module__ or isinstance(error, OSError)
    assert shared.get("/api/health").status_code == 200


def test_whoever_sends_too_fast_is_told_and_then_closed(sqlite: str) -> None:
    clock = ManualClock()
    with Desk(sqlite, limits=replace(QUICK, messages_per_s=1, message_burst=10), clock=clock) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            for times, seconds in ((10, 0), (4, 4)):
                clock.advance(seconds)
                for number in range(20):
                    us.send("ping", id=f"p{number}")
                kinds = [us.until(lambda message: message.get("re") is not None)["t"] for _ in range(20)]
                assert kinds == ["pong"] * times + ["error"] * (20 - times)
                assert us.heard[-1]["code"] == "too_fast"
            assert jp.ask("ping")["t"] == "pong", "others are not held up"
            for number in range(120):
                us.send("ping", id=f"q{number}")
            with pytest.raises(Closed) as gone:
                while True:
                    us.hear()
            assert gone.value.code == 1008


def test_those_who_do_not_read_hold_up_nobody(sqlite: str) -> None:
    """Nothing here is ended by time, since the clock stands still: players who waited for spectators would wait for ever."""
    limits = replace(QUICK, queued_messages=10**6, queued_bytes=10**9)
    with Desk(sqlite, limits, clock=ManualClock()) as desk, contextlib.ExitStack() as stack:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            for _ in range(20):
                raw = stack.enter_context(socket.socket())
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                raw.connect(("127.0.0.1", int(desk.host.partition(":")[2])))
                shake_hands(raw, desk.host, keys)
            us.until(lambda message: message["t"] == "meta" and message["meta"]["spectators"] == 20)
            assert len(play_on([us, jp], 100, random.Random(3))) == 100


def test_a_client_that_does_not_read_is_sent_away(sqlite: str) -> None:
    with Desk(sqlite, limits=replace(QUICK, queued_messages=30)) as desk:
        keys = desk.create()
        room = desk.table.rooms
        with socket.socket() as raw, desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            play_on([us, jp], 60, random.Random(3))
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect(("127.0.0.1", int(desk.host.partition(":")[2])))
            shake_hands(raw, desk.host, keys)
            us.until(lambda message: message["t"] == "meta" and message["meta"]["spectators"] == 1)
            with contextlib.suppress(OSError):
                for number in range(1000):
                    raw.sendall(frame({"t": "log", "id": str(number)}))
            us.until(lambda message: message["t"] == "meta" and message["meta"]["spectators"] == 0)
        assert room[keys["match"]].ended is None
        assert desk.get("/api/health").status_code == 200


# ---------------------------------------------------------------------- talking


def test_chat_reaches_everybody_and_is_kept(shared: Desk) -> None:
    keys = shared.create(name="Ann")
    with shared.sit(keys, "us") as us, shared.sit(keys, None, name="Looker") as looker:
        assert us.ask("chat", text=" Good\x00 luck,\n you ")["t"] == "done"
        line = looker.until_t("chat")["line"]
        assert (line["side"], line["name"], line["text"]) == ("us", "Ann", "Good luck, you")
        looker.ask("chat", text="hello")
        assert us.until_t("chat")["line"]["name"] == "Looker"
        assert us.ask("chat", text="x" * 501)["code"] == "too_large"
        assert us.ask("chat", text=" \n ")["code"] == "unreadable"
        assert us.ask("name", name="Anna")["t"] == "done"
        assert us.meta["seats"]["us"]["name"] == "Anna"
        codes = [us.ask("chat", text=f"line {number}").get("code") for number in range(60)]  # a busy computer is slow to ask
        assert codes[0] is None
        assert "too_fast" in codes
    with shared.sit(keys, "jp") as jp:
        assert [line["text"] for line in jp.welcome["chat"]][:2] == ["Good luck, you", "hello"]


# ---------------------------------------------------------------------- records


def test_until_it_is_over_a_record_tells_what_the_seat_saw(desk: Desk) -> None:
    keys = desk.create(scenario="free")
    path = f"/api/matches/{keys['match']}/record"
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 30, random.Random(6))
        seed = desk.table.rooms[keys["match"]].row.seed
        own, other = desk.get(path, keys["tokens"]["us"]), desk.get(path, keys["tokens"]["jp"])
        for answer in (own, other, desk.get(path, keys["spectator"])):
            assert answer.headers["content-type"].startswith("text/plain")
            assert "attachment" in answer.headers["content-disposition"]
            assert seed not in answer.text
            assert "[Commitment " in answer.text
            assert "cannot be replayed" in answer.text
        assert own.text != other.text
        assert not desk.post("/api/verify", {"record": own.text}).json()["ok"]
        us.ask("resign")
        whole = {desk.get(path, token).text for token in (*keys["tokens"].values(), keys["spectator"], keys["host"])}
        assert len(whole) == 1
        assert seed in whole.pop()


def test_a_match_goes_on_where_a_record_ends(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 45, random.Random(6))
        us.ask("resign")
        view, log = us.now["view"], us.log()
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["host"]).text
    answer = desk.post("/api/matches/upload", {"record": record, "seats": {"us": "me", "jp": "me"}, "name": "Ann"})
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    with desk.sit(copy, "us") as us, desk.sit(copy, "jp") as jp:
        assert us.now["view"] == view
        assert us.welcome["log"] == log
        assert us.meta["ended"] is None
        assert us.meta["commitment"] in record
        assert len(play_on([us, jp], 3, random.Random(1))) == 3
    for bad in ("", "nonsense", re.sub(r'\[Rules "\d+"\]', '[Rules "0"]', record), record + "fly away\n"):
        answer = desk.post("/api/matches/upload", {"record": bad})
        assert (answer.status_code, code(answer)) == (422, "refused")
    assert desk.post("/api/matches/upload", {"record": "x" * 1_100_000}).status_code == 413
    assert desk.post("/api/verify", {"record": "x" * 1_100_000}).status_code == 413


def test_whoever_is_invited_to_a_record_gets_new_dice(desk: Desk) -> None:
    record = bh.Match.new("saipan", "historical", seed=7)
    for text in ("land U:1/2 0702", "land U:2/2 0902"):
        record.play(text)
    answer = desk.post("/api/matches/upload", {"record": record.record(), "seats": {"us": "me", "jp": "open"}})
    copy = answer.json()
    with desk.sit(copy, "us") as us:
        assert us.now["view"] == json.loads(json.dumps(record.state.view("us")))
        assert us.meta["commitment"] != record.commitment


def test_options_are_the_game_s_and_nothing_else(desk: Desk) -> None:
    for name in ("seed", "dice", "components", "scenario", "self"):
        answer = desk.post("/api/matches", {"game": "saipan", "options": {name: 7}})
        assert (answer.status_code, code(answer)) == (422, "refused"), name


def test_an_origin_that_cannot_be_read_is_foreign(desk: Desk) -> None:
    answer = desk.http.post("/api/verify", json={"record": ""}, headers={"Origin": "http://[::1"})
    assert answer.status_code == 403


def test_a_changed_record_is_not_true(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 20, random.Random(6))
        us.ask("resign")
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["host"]).text
    good = desk.post("/api/verify", {"record": record}).json()
    assert good["ok"]
    assert good["result"] is None
    lines = record.splitlines()
    changed = "\n".join(line for line in lines if not line.startswith("[Commitment"))
    last = [line for line in lines if line and line[0] not in "#["][-1]
    for bad in (record.replace(f"\n{last}\n", "\n"), changed, record.replace('[Seed "', '[Seed "0')[:-1]):
        assert not desk.post("/api/verify", {"record": bad}).json()["ok"]


def test_a_match_that_is_over_can_be_branched(desk: Desk) -> None:
    keys = desk.create()
    path = f"/api/matches/{keys['match']}/branch"
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 30, random.Random(6))
        assert desk.post(path, {"at": 10}, keys["tokens"]["us"]).status_code == 409
        us.ask("resign")
        view, seed = us.ask("look", at=10)["view"], us.meta["seed"]
    assert desk.post(path, {"at": 10}).status_code == 401
    assert desk.post(path, {"at": 999}, keys["tokens"]["us"]).status_code == 404
    answer = desk.post(path, {"at": 10, "seats": {"us": "me", "jp": "open"}}, keys["tokens"]["us"])
    assert answer.status_code == 201, answer.text
    branch = answer.json()
    with desk.sit(branch, "us") as us, desk.sit(branch, "jp") as jp:
        assert us.now["view"] == view
        play_on([us, jp], 20, random.Random(8))
        us.ask("resign")
        assert us.meta["seed"] != seed
    record = desk.get(f"/api/matches/{branch['match']}/record", branch["host"]).text
    assert desk.post("/api/verify", {"record": record}).json()["ok"]


def test_a_scenario_with_a_sheet_of_its_own_has_a_public_board_that_browsers_may_load_ahead(shared: Any) -> None:
    """The board of such a match must not need a token: browsers ask for it before the page has one to show."""
    keys = shared.post("/api/matches", {"game": "dday", "scenario": "suribachi", "seats": {"us": "me", "jp": "book"}}).json()
    meta = shared.get(f"/api/matches/{keys['match']}", keys["spectator"]).json()
    assert meta["board"] == "/api/games/dday/board?scenario=suribachi"
    own, first = shared.get(meta["board"]), shared.get("/api/games/dday/board")
    assert own.status_code == first.status_code == 200
    assert own.json() != first.json()
    page = shared.get(f"/m/{keys['match']}").text
    assert f'<link rel="preload" href="{meta["board"]}" as="fetch" crossorigin>' in page
