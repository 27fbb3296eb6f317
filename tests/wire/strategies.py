"""What a clumsy or hostile client might send: junk values, bent requests, and texts that almost mean something."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

NASTY_TEXTS = (
    "",
    " ",
    "\x00",
    "\u202e\u2066",
    "ａｃｔ １２０３",
    "٣٤",
    "🪖" * 30,
    "e\u0301" * 200,
    "null",
    "../../../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    "'; DROP TABLE matches; --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "${jndi:ldap://x}",
    "\r\nSet-Cookie: a=b",
    "x" * 5000,
    "-1",
    "1e400",
    "constructor",
    "__proto__",
    "__class__",
)
NUMBERS = (0, -1, 1, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**40, 10**400, 1.5, -0.0, 1e308)
WORDS = (
    "land",
    "move",
    "attack",
    "done",
    "note",
    "deploy",
    "from",
    "to",
    "banzai",
    "barrage",
    "support",
    "retreat",
    "advance",
    "undo",
)
UNITS = ("U:1/2", "U:2/6", "1/2", "J:43", "J:136/1", "U", "U:", ":", "U:1/2/3/4")
PLACES = ("1203", "1102", "0000", "9999", "-1", "12 03", "1203.", "1e3")

nasty_texts = st.one_of(st.sampled_from(NASTY_TEXTS), st.text(max_size=40))
numbers = st.one_of(st.sampled_from(NUMBERS), st.integers(), st.floats(allow_nan=False, allow_infinity=False))
scalars = st.one_of(st.none(), st.booleans(), numbers, nasty_texts)
junk = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(nasty_texts, inner, max_size=4), max_leaves=8
)
"""Any value that JSON knows."""


def as_json(value: Any) -> bytes:
    """JSON of anything, numbers too large for others included."""
    return json.dumps(value).encode()


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    """Brackets in brackets, which a careless parser follows until its stack ends."""
    return opening * depth + closing * depth


broken_json = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from(
        (
            b"",
            b"{",
            b"[]",
            b"null",
            b"true",
            b"0",
            b'"a"',
            b"\xff\xfe{}",
            b"\xef\xbb\xbf{}",
            b'{"a": NaN}',
            b'{"a": Infinity}',
            b'{"a": 1e999999}',
            b'{"a": ' + b"9" * 5000 + b"}",
            b'{"t":"ping","id":"\\ud800"}',
            b'{"t":"ping","id":"a","id":"b"}',
            b'{"t":"ping","t":"act","id":"a"}',
            b"{'t':'ping'}",
            b'{"t":"ping","id":"a",}',
            b'{"t":"ping","id":"a"}{"t":"ping","id":"b"}',
            b'{"t":"ping","id":"\xc3\x28"}',
            nested(7000).encode(),
            nested(3000, '{"a":', "}").encode(),
            b'{"t":"act","id":"a","tag":"x","text":' + nested(3000).encode() + b"}",
            b'{"options":' + nested(3000).encode() + b'},"game":"saipan"}',
        )
    ),
)
"""What is no JSON, or none that anybody should be happy about."""


OPTION_NAMES = ("seed", "dice", "components", "scenario", "self", "source", "moon", "supply", "", "x" * 200)
options = st.dictionaries(st.one_of(st.sampled_from(OPTION_NAMES), nasty_texts), junk, min_size=1, max_size=2)
"""Options that no game has, and names that a careless program might take for its own."""


def bent(whole: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """The same message with a field or two taken out, added, or given another value."""

    def bend(moves: list[tuple[str, str, Any]]) -> dict[str, Any]:
        found = dict(whole)
        for how, name, value in moves:
            if how == "drop":
                found.pop(name, None)
            else:
                found[name] = value
        return found

    names = st.sampled_from([*whole, "extra", "id", "t", "token", ""])
    if "options" in whole:
        named = options.map(lambda chosen: [("set", "options", chosen)])
        return st.one_of(named, _moves(names)).map(bend)
    return _moves(names).map(bend)


def _moves(names: st.SearchStrategy[str]) -> st.SearchStrategy[list[tuple[str, str, Any]]]:
    return st.lists(st.tuples(st.sampled_from(("drop", "set", "set")), names, junk), max_size=2)


action_texts = st.one_of(
    nasty_texts,
    st.lists(st.one_of(st.sampled_from(WORDS + UNITS + PLACES), nasty_texts), max_size=8).map(" ".join),
    st.sampled_from(
        (
            "attack 1103 from 1203 1102",
            "attack 1103 from " + "1203 " * 60,
            "land U:1/2",
            "land",
            "LAND u:1/2 1203",
            "move U:1/2 1203 1204 1205",
            " ".join(["attack"] * 100),
        )
    ),
)
"""Texts of actions that may be legal, illegal, unreadable or doubtful."""


def broken_record(record: str) -> st.SearchStrategy[str]:
    """A record with some of its lines cut, doubled, swapped or replaced."""
    lines = record.splitlines()
    spots = st.integers(0, len(lines) - 1)
    heads = [line.split()[0][1:] for line in lines if line.startswith("[")]
    line = st.one_of(
        nasty_texts.filter(lambda text: "\n" not in text),
        st.tuples(st.sampled_from([*heads, "Start", "Option-x", "Setup-components", "Setup-x", "Seat-xx"]), junk).map(_heading),
        st.tuples(st.sampled_from([*heads, "Start", "Option-x", "Setup-components"]), nasty_texts).map(
            lambda pair: f"[{pair[0]} {json.dumps(pair[1])}]"
        ),
        action_texts,
    )
    how = st.sampled_from(("cut", "double", "replace", "replace", "insert", "end"))

    def mend(moves: list[tuple[str, int, str]]) -> str:
        found = list(lines)
        for move, spot, text in moves:
            spot = min(spot, len(found) - 1)
            if move == "cut" and len(found) > 1:
                del found[spot]
            elif move == "double":
                found.insert(spot, found[spot])
            elif move == "replace":
                found[spot] = text
            elif move == "insert":
                found.insert(spot, text)
            else:
                del found[spot + 1 :]
        return "\n".join(found)

    head = st.integers(0, min(len(lines) - 1, len(heads) + 2))
    return st.lists(st.tuples(how, st.one_of(head, spots), line), min_size=1, max_size=3).map(mend)


def _heading(pair: tuple[str, Any]) -> str:
    """A heading whose value is JSON in a text, as options and positions are written."""
    return f"[{pair[0]} {json.dumps(json.dumps(pair[1]))}]"


def draws(kinds: dict[str, dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """One of several messages, bent."""
    build: Callable[[dict[str, Any]], st.SearchStrategy[dict[str, Any]]] = bent
    return st.one_of(*(build({"t": name, **fields}) for name, fields in kinds.items()))


# ---------------------------------------------------------------------- HTTP

PIECES = st.one_of(
    st.sampled_from(
        ("..", ".", "%2e%2e", "%2F", "%00", "a" * 3000, "saipan", "api", "static", "js", "%ff%fe", "~", "index.html")
    ),
    nasty_texts.map(lambda text: "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))[:3000]),
)
"""Parts of a path."""
METHODS = st.sampled_from(("GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"))
HEADER_NAMES = [
    "Authorization",
    "Content-Type",
    "Origin",
    "Accept",
    "Accept-Encoding",
    "Range",
    "If-None-Match",
    "If-Modified-Since",
    "X-Forwarded-For",
    "Sec-Fetch-Site",
    "Cookie",
    "Content-Encoding",
    "Expect",
    "Connection",
    "Upgrade",
    "Host",
    "Referer",
]
HEADER_VALUES = [
    "Bearer",
    "Bearer ",
    "Basic eDp4",
    "application/json",
    "text/html",
    "application/json; charset=latin-1",
    "http://[::1",
    "http://evil.example",
    "null",
    "http://",
    "gzip",
    "br;q=abc",
    "bytes=0-0",
    "bytes=5-2",
    "bytes=-1",
    "100-continue",
    "Thu, 99 Foo 2999 99:99:99 GMT",
    '"',
    "*",
    "cross-site",
    "websocket",
    "close",
    "[::1",
    "a:b:c",
    "localhost:99999999",
    "127.0.0.1:x",
    "::1",
    "[",
    "http://[",
    "http://a:99999999",
    "https://localhost:abc",
    "\tx",
]
HEADERS = st.dictionaries(
    st.sampled_from(HEADER_NAMES),
    st.one_of(
        st.sampled_from(HEADER_VALUES),
        st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40),
        st.text(st.characters(min_codepoint=161, max_codepoint=255), max_size=20),
    ),
    max_size=3,
)


def _post(head: str, body: str) -> bytes:
    return f"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{head}\r\n\r\n{body}".encode()


def _knock(path: str = "/ws", key: str = "A" * 22 + "==", version: int = 13, more: str = "") -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: {version}\r\n\r\n"
    ).encode()


HARDLY_HTTP = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET " + b"/a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    _post("Content-Length: 99999999999999", "{}"),
    _post("Content-Length: -5", "{}"),
    _post("Content-Length: 50", "{}"),
    _post("Transfer-Encoding: chunked", "zz\r\n"),
    _post("Transfer-Encoding: chunked\r\nContent-Length: 3", "5\r\n{}   \r\n0\r\n\r\n"),
    b"GET http://evil.example/api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET //evil.example/%2e%2e HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    _knock(key="x"),
    _knock(version=7),
    _knock(path="/api/games"),
    _knock(path="/none"),
    _knock(more="Origin: http://[::1\r\n"),
    _knock(more="Origin: http://evil.example\r\n"),
    _knock(more="Sec-WebSocket-Extensions: permessage-deflate; x=y; ;\r\n"),
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: A\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\r\n" * 1000,
    b"G",
)
"""What a port on the open network hears."""
