"""The way in from the local network: closed until the person at this computer opens it, and then for the matches they chose.

`beachhead` without a command listens on 127.0.0.1 alone, so a link to a friend would lead the friend to their own computer. After
*Invite* the same service listens on the computer's address in the local network too. Through that second listener it does far
less: it serves the page and the seats of matches to which somebody was invited, and it takes no other orders. The host's own
seats stay at this computer, so a hot seat remains one, and its dice may be saved to a file (`beachhead.server.kept.saving`).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable

from starlette.types import Scope

from beachhead.engine.errors import UserError
from beachhead.server.seats import hash_of
from beachhead.server.settings import Settings
from beachhead.server.web.responses import Refused

Place = tuple[str, int]
Listen = Callable[[socket.socket], Awaitable[Callable[[], None]]]
"""Starts to serve a listening socket; what it returns stops that again and ends the connections that came through it."""
Bind = Callable[[str, int], socket.socket]

NOWHERE = "192.0.2.1"
"""An address that nobody has (RFC 5737). Asking for the route there sends nothing; it tells which of our addresses leads out."""
SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Addresses of carriers and of private networks laid over the internet: as local as the private ones."""


def local_address() -> str | None:
    """This computer's address in its local network; None if it has none that others could reach.

    A public address does not count: opening the service there would open it to the whole internet.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((NOWHERE, 9))
            found = ipaddress.ip_address(probe.getsockname()[0])
    except OSError:
        return None
    if found.is_loopback or found.is_link_local or found.is_unspecified:
        return None
    return str(found) if found.is_private or found in SHARED else None


class Network:
    """The second listener of a private service, and what may come in through it."""

    def __init__(self, settings: Settings) -> None:
        self.private = settings.private
        self.address: str | None = None
        """Where others reach this service while it is open, such as http://192.168.1.7:8044."""
        self._listen: Listen | None = None
        self._bind: Bind | None = None
        self._home: frozenset[Place] = frozenset()
        self._stop: Callable[[], None] | None = None
        self._admitted: dict[str, frozenset[str]] = {}
        """The matches that are open, each with the hashes of its host's own seats, which are not."""
        self._lock = asyncio.Lock()

    def attach(self, listen: Listen, bind: Bind, home: Iterable[Place]) -> None:
        """Learn from the running server how to listen elsewhere; `home` is where it listens already."""
        self._listen, self._bind, self._home = listen, bind, frozenset(home)

    # ------------------------------------------------------------------ opening and closing

    async def open(self, match: str, own: Iterable[str]) -> str:
        """Let others come to a match, except to the seats with these tokens; returns the address that they can reach."""
        if not self.private or self._listen is None or self._bind is None:
            raise Refused(409, "hosted", "This server can already be reached by others; send them the link as it is.")
        async with self._lock:
            host = local_address()
            if host is None:
                raise Refused(
                    409,
                    "no_network",
                    "This computer has no network address that others could reach; play hot seat or host a server.",
                )
            if self.address is None or self._host != host:
                self._close()
                try:
                    place = self._bind(host, min(port for _, port in self._home))
                except UserError as error:
                    raise Refused(409, "bind", f"The network could not be opened: {error}.") from None
                self._stop = await self._listen(place)
                self.address = f"http://{host}:{place.getsockname()[1]}"
            self._admitted[match] = frozenset(hash_of(token) for token in own)
            return self.address

    async def close(self, match: str) -> None:
        """Nobody else comes to this match any more; after the last one the service stops to listen there at all."""
        async with self._lock:
            self._admitted.pop(match, None)
            if not self._admitted:
                self._close()

    def address_of(self, match: str) -> str | None:
        """Where others reach a match; None if it is not open to them."""
        return self.address if match in self._admitted else None

    def _close(self) -> None:
        if self._stop is not None:
            self._stop()
        self._stop, self.address = None, None
        self._admitted.clear()

    @property
    def _host(self) -> str:
        return (self.address or "").removeprefix("http://").rpartition(":")[0]

    # ------------------------------------------------------------------ who comes in

    def through(self, scope: Scope) -> bool:
        """Whether a request came in from the network, also if it was closed since."""
        return self.private and bool(self._home) and tuple(scope.get("server") or ()) not in self._home

    def is_called(self, host: str) -> bool:
        """Whether that is the address that was given to others, to the letter."""
        return self.address is not None and f"http://{host}" == self.address

    def admits(self, scope: Scope, match: str, token: str) -> bool:
        """Whether a token may be used where this request comes from."""
        if not self.through(scope):
            return True
        own = self._admitted.get(match)
        return own is not None and hash_of(token) not in own

    def is_local(self, scope: Scope) -> bool:
        """Whether a request comes from a person at this computer."""
        client = scope.get("client") or ("",)
        try:
            return not self.through(scope) and ipaddress.ip_address(client[0]).is_loopback
        except ValueError:
            return False
