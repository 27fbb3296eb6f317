"""The versions that pyproject.toml declares, against what the lowest layer of the service takes from uvicorn."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import uvicorn.protocols.http.h11_impl as http
import uvicorn.protocols.websockets.websockets_sansio_impl as sockets

from beachhead.server.web import protocols

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
BASES: dict[type, type] = {protocols.ImpatientHttp: http.H11Protocol, protocols.QuickSocket: sockets.WebSocketsSansIOProtocol}
KEEPALIVE = {"ping_interval", "ping_timeout", "ping_timer"}
"""Where these are missing, the pings that the service asks for are never sent, and half-open sockets stay."""


def attributes(owner: type, context: type[ast.expr_context]) -> set[str]:
    """The attributes of itself that a class reads, or those that it sets."""
    return {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(owner)))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        and isinstance(node.ctx, context)
    }


def continued(owner: type) -> set[str]:
    """The methods of its base that a class calls with `super()`."""
    return {
        node.attr
        for node in ast.walk(ast.parse(inspect.getsource(owner)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call) and ast.unparse(node.value) == "super()"
    }


@pytest.mark.parametrize("ours", BASES, ids=lambda owner: owner.__name__)
def test_uvicorn_has_what_the_wires_take_from_it(ours: type) -> None:
    """These are private parts: another version may have renamed them, and every socket would close at its first message."""
    theirs = BASES[ours]
    own = {name for name in attributes(ours, ast.Store) if name.startswith("_")} | set(vars(ours))
    needed = attributes(ours, ast.Load) | attributes(ours, ast.Store)
    assert needed - own
    missing = needed - own - attributes(theirs, ast.Store) - set(dir(theirs))
    assert not missing, "uvicorn does not have these (what is only ours begins with an underscore)"
    assert continued(ours) - set(dir(theirs)) == set()


def test_uvicorn_pings() -> None:
    assert KEEPALIVE - attributes(sockets.WebSocketsSansIOProtocol, ast.Store) == set()


def test_the_declared_bounds_of_uvicorn_hold_the_version_that_is_tested() -> None:
    """And there is an upper one: what is private may change with every version."""
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    (bounds,) = (text.removeprefix("uvicorn") for text in declared if text.startswith("uvicorn"))
    found = re.fullmatch(r">=([\d.]+),<([\d.]+)", bounds)
    assert found is not None, f"uvicorn{bounds} has no lower and upper bound"
    low, tested, high = (tuple(map(int, text.split("."))) for text in (found[1], version("uvicorn"), found[2]))
    assert low <= tested < high
