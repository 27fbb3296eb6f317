"""Inviting somebody over the local network: who may open it, what comes in, and what does not."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator

import httpx
import pytest

from beachhead.engine.errors import UserError
from beachhead.server.web import network, qr
from beachhead.server.web.network import local_address

from .desk import PATIENCE, Chair, Closed, Desk, Message, play_on

ELSEWHERE = "127.0.0.2"
"""Stands for the computer's address in its network: any computer can listen there, and it is not where the service listens."""


@pytest.fixture(autouse=True)
def address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: ELSEWHERE)


@pytest.fixture
def outside() -> Iterator[httpx.Client]:
    """Somebody on the network."""
    with httpx.Client(timeout=PATIENCE) as client:
        yield client


def ask(
    desk: Desk, keys: Message, *, open: bool = True, token: str = "host", headers: dict[str, str] | None = None
) -> httpx.Response:
    key = keys["host"] if token == "host" else keys["tokens"].get(token, keys["spectator"])
    return desk.post(f"/api/matches/{keys['match']}/network", {"open": open}, key, **(headers or {}))


def opened(desk: Desk, keys: Message) -> str:
    answer = ask(desk, keys)
    assert answer.status_code == 200, answer.text
    found: str = answer.json()["address"]
    return found


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def get(client: httpx.Client, address: str, path: str, token: str, **headers: str) -> httpx.Response:
    return client.get(address + path, headers=headers | {"Authorization": f"Bearer {token}"})


def state(desk: Desk, keys: Message) -> Message:
    told: Message = desk.get(f"/api/matches/{keys['match']}/network", keys["host"]).json()
    return told


def test_closed_until_the_host_opens_it_and_closed_again(desk: Desk, outside: httpx.Client) -> None:
    keys = desk.create()
    port = desk.place.getsockname()[1]
    assert state(desk, keys) == {"private": True, "address": None}
    with pytest.raises(httpx.ConnectError):
        outside.get(f"http://{ELSEWHERE}:{port}/")

    found = opened(desk, keys)
    assert found == f"http://{ELSEWHERE}:{port}" == opened(desk, keys), "asking twice opens once"
    assert state(desk, keys)["address"] == found
    page = outside.get(f"{found}/m/{keys['match']}")
    assert page.status_code == 200
    assert "Content-Security-Policy" in page.headers
    assert get(outside, found, f"/api/matches/{keys['match']}", keys["tokens"]["jp"]).json()["game"] == "saipan"
    token, link = "a token that the guest has made", {"Authorization": f"Bearer {keys['tokens']['jp']}"}
    assert outside.post(f"{found}/api/matches/{keys['match']}/take", json={"token": token}, headers=link).json() == {"side": "jp"}
    with desk.sit(keys, "us") as us, Chair(found[7:], keys["match"], token) as jp:
        assert jp.welcome["side"] == "jp"
        play_on([us, jp], 10, random.Random(3))
        assert ask(desk, keys, open=False).json() == {"address": None}
        us.until(lambda message: message["t"] == "meta" and not message["meta"]["seats"]["jp"]["here"])
    with pytest.raises(httpx.TransportError):
        outside.get(f"{found}/")
    assert state(desk, keys)["address"] is None
    assert opened(desk, keys) == found, "and open again"


@pytest.mark.parametrize("token", ["us", "jp", "spectator"])
def test_only_the_host_opens_it(desk: Desk, token: str) -> None:
    keys = desk.create()
    assert code(ask(desk, keys, token=token)) == (401, "token")
    assert code(desk.get(f"/api/matches/{keys['match']}/network", keys["tokens"]["us"])) == (401, "token")
    assert desk.table.network.address is None


def test_only_from_this_computer(desk: Desk, outside: httpx.Client) -> None:
    """Not through a proxy on this computer, and not through the network itself, whatever token one has."""
    keys = desk.create()
    assert code(ask(desk, keys, headers={"X-Forwarded-For": "192.168.1.9"})) == (403, "elsewhere")
    assert desk.table.network.address is None
    found = opened(desk, keys)
    bearer = {"Authorization": f"Bearer {keys['host']}"}
    for path in (f"/api/matches/{keys['match']}/network", f"/api/matches/{keys['match']}/seats", "/api/matches"):
        answer = outside.post(found + path, json={"open": False, "game": "saipan"}, headers=bearer)
        assert code(answer) == (403, "invited"), path
    assert desk.table.network.address == found


def test_a_page_elsewhere_cannot_open_it(desk: Desk) -> None:
    keys = desk.create()
    assert code(ask(desk, keys, headers={"Origin": "http://evil.example"})) == (403, "origin")
    assert code(ask(desk, keys, headers={"Origin": f"http://{ELSEWHERE}:1"})) == (403, "origin")


def test_a_server_for_others_is_open_already(sqlite: str) -> None:
    with Desk(sqlite, private=False) as desk:
        keys = desk.create()
        assert code(ask(desk, keys)) == (409, "hosted")
        assert state(desk, keys) == {"private": False, "address": None}


def test_a_plain_sentence_where_there_is_no_network(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: None)
    keys = desk.create()
    answer = ask(desk, keys)
    assert code(answer) == (409, "no_network")
    assert "play hot seat or host a server" in answer.json()["error"]["text"]


def test_what_cannot_be_bound_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: "192.0.2.77")  # nobody's address
    answer = ask(desk, desk.create())
    assert code(answer) == (409, "bind")
    assert "192.0.2.77" in answer.json()["error"]["text"]


def test_a_taken_port_is_no_hindrance(desk: Desk) -> None:
    with socket.socket() as taken:
        taken.bind((ELSEWHERE, desk.place.getsockname()[1]))
        taken.listen()
        found = opened(desk, desk.create())
        assert found.rpartition(":")[2] != str(desk.place.getsockname()[1])


def test_only_the_matches_that_were_opened_and_never_the_hosts_own_seats(desk: Desk, outside: httpx.Client) -> None:
    keys, other = desk.create(), desk.create()
    found = opened(desk, keys)
    path = f"/api/matches/{keys['match']}"
    assert get(outside, found, path, keys["spectator"]).status_code == 200
    assert code(get(outside, found, path, keys["tokens"]["us"])) == (401, "token"), "the host plays at this computer"
    assert code(get(outside, found, f"/api/matches/{other['match']}", other["tokens"]["jp"])) == (401, "token")
    for match, token in ((keys["match"], keys["tokens"]["us"]), (other["match"], other["tokens"]["jp"])):
        with Chair(found[7:], match, token) as chair:
            assert (chair.welcome["t"], chair.welcome["code"]) == ("error", "token")
    with desk.sit(keys, "us") as us:
        assert us.welcome["t"] == "welcome"

    given = desk.post(f"{path}/seats", {"side": "us", "sit": "open"}, keys["host"]).json()["token"]
    assert get(outside, found, path, given).status_code == 200, "a seat that is given away may be taken from anywhere"


def test_each_match_is_opened_and_closed_alone(desk: Desk, outside: httpx.Client) -> None:
    one, other = desk.create(), desk.create()
    found = opened(desk, one)
    assert state(desk, other)["address"] is None, "its links do not work there yet"
    assert opened(desk, other) == found
    with desk.sit(one, "us") as us, Chair(found[7:], one["match"], one["tokens"]["jp"]) as jp:
        ask(desk, one, open=False)
        with pytest.raises(Closed) as gone:
            while True:
                jp.hear()
        assert gone.value.code == 4001
        us.until(lambda message: message["t"] == "meta" and not message["meta"]["seats"]["jp"]["here"])
    assert state(desk, one)["address"] is None
    assert get(outside, found, f"/api/matches/{other['match']}", other["tokens"]["jp"]).status_code == 200
    assert code(get(outside, found, f"/api/matches/{one['match']}", one["tokens"]["jp"])) == (401, "token")


def test_a_guest_may_check_the_dice(desk: Desk, outside: httpx.Client) -> None:
    found = opened(desk, desk.create())
    assert outside.post(f"{found}/api/verify", json={"record": "nonsense"}).json()["ok"] is False


def test_that_address_and_no_other_name(desk: Desk, outside: httpx.Client) -> None:
    keys = desk.create()
    found = opened(desk, keys)
    port = found.rpartition(":")[2]
    path = f"/api/matches/{keys['match']}"
    for host in ("localhost", f"127.0.0.1:{port}", f"192.168.1.7:{port}", "evil.example", f"{ELSEWHERE}:1", ELSEWHERE):
        assert code(get(outside, found, path, keys["tokens"]["jp"], Host=host)) == (400, "host"), host
    assert get(outside, found, path, keys["tokens"]["jp"], Host=f"{ELSEWHERE}:{port}").status_code == 200


def test_another_address_replaces_the_first(desk: Desk, outside: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop that has moved to another network has another address."""
    keys = desk.create()
    first = opened(desk, keys)
    monkeypatch.setattr(network, "local_address", lambda: "127.0.0.3")
    second = opened(desk, keys)
    assert second.startswith("http://127.0.0.3:")
    with pytest.raises(httpx.TransportError):
        outside.get(first)
    assert outside.get(second).status_code == 200


def test_the_service_ends_while_the_network_is_open(sqlite: str, outside: httpx.Client) -> None:
    with Desk(sqlite) as desk:
        found = opened(desk, desk.create())
        assert outside.get(found).status_code == 200
    with pytest.raises(httpx.TransportError):
        outside.get(found)


# ---------------------------------------------------------------------- the link as a picture


def test_a_link_as_a_code(desk: Desk) -> None:
    keys = desk.create()
    path = f"/api/matches/{keys['match']}/qr"
    link = f"{desk.address}/m/{keys['match']}#{keys['tokens']['jp']}"
    drawn = desk.post(path, {"origin": desk.address}, keys["tokens"]["jp"]).json()
    assert drawn == {"link": link} | qr.drawing(link)
    found = opened(desk, keys)
    assert desk.post(path, {"origin": found}, keys["tokens"]["jp"]).json()["link"].startswith(f"{found}/m/")
    for origin in ("http://evil.example", "javascript:alert(1)", f"ftp://{desk.host}", f"{desk.address}/x", ""):
        assert code(desk.post(path, {"origin": origin}, keys["tokens"]["jp"])) == (422, "origin"), origin
    assert code(desk.post(path, {"origin": desk.address}, keys["host"])) == (401, "token")
    assert code(desk.post(path, {"origin": desk.address}, "wrong")) == (401, "token")


def test_the_address_is_one_of_a_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent to find it out, and a public address is none: nobody meant to open the service to the internet."""

    class Probe(socket.socket):
        own = ""

        def connect(self, _: object) -> None:
            if not self.own:
                raise OSError("unreachable")

        def getsockname(self) -> tuple[str, int]:
            return self.own, 0

    monkeypatch.setattr("beachhead.server.web.network.socket.socket", Probe)
    for own, found in (
        ("192.168.1.7", True),
        ("10.0.0.4", True),
        ("100.101.102.103", True),
        ("203.0.114.9", False),
        ("127.0.0.1", False),
        ("169.254.8.8", False),
        ("0.0.0.0", False),
        ("", False),
    ):
        Probe.own = own
        assert local_address() == (own if found else None), own


def test_bind_says_why(desk: Desk) -> None:
    from beachhead.server.run import bind

    with pytest.raises(UserError, match="in use"):
        bind("127.0.0.1", desk.place.getsockname()[1], search=False)
