"""Who may knock: names under which the service is called, pages that may use it, and headers that keep a browser from harm.

There are no cookies, so another site cannot act in a player's name; the checks of Origin and Host keep other pages from trying
(and from reaching a table on localhost by a name that points there).
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beachhead.server.play.limits import Buckets, network_of
from beachhead.server.settings import Settings, origin_host
from beachhead.server.web.network import Network
from beachhead.server.web.responses import refusal

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ISOLATION = "Cross-Origin-Opener-Policy"
"""Browsers heed it on encrypted pages and on localhost; on a plain address of the local network they only complain about it."""
FOR_GUESTS = re.compile(r"/api/(verify|matches/lookup|matches/\w+/(take|pass))")
"""What may be posted from the local network: the promise about the dice was made to the guest too, and whoever has a seat may ask
about its match, take it and pass it on."""
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


def address_of(scope: Scope) -> str:
    """Where a request comes from, for limits."""
    client = scope.get("client")
    return network_of(str(client[0])) if client else "?"


class Guard:
    """Stands before the application: checks every request and socket, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, network: Network) -> None:
        self.app = app
        self._network = network
        self._any = "*" in settings.hosts
        self._origins = {_plain_origin(origin) for origin in settings.origins}
        names = [*settings.hosts, *(origin_host(origin) for origin in settings.origins)]
        self._hosts = {"localhost", *(_name_of(name) for name in names)}
        self._requests = Buckets(settings.limits.requests_per_s, settings.limits.request_burst, settings.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem is not None:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem[2]})
                return
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                if self._network.through(scope):
                    del found[ISOLATION]
            await send(message)

        if problem is not None:
            await refusal(*problem)(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def _problem(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        invited = self._network.through(scope)
        known = self._network.is_called(host) if invited else self._any or self._known(host)
        if len(headers.getlist("host")) != 1 or not known:
            return 400, "host", "Unknown host name; start the server with --allow-host NAME to accept it."
        posts = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if invited and posts and not FOR_GUESTS.fullmatch(scope["path"]):
            return 403, "invited", "From the network you can only join the match you were invited to."
        if posts or scope["type"] == "websocket":
            origin = headers.get("origin")
            if origin is not None and not self._own(origin, host):
                return 403, "origin", "A page of another origin may not use this service."
            if origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                return 403, "origin", "A page of another origin may not use this service."
        if not self._requests.take(address_of(scope)):
            return 429, "too_fast", "Too many requests from this address; wait a moment."
        return None

    def _known(self, host: str) -> bool:
        """A name that points to this machine without our knowledge is how other sites reach a table on localhost; a plain
        address cannot be pointed anywhere else."""
        name = _name_of(host)
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _own(self, origin: str, host: str) -> bool:
        if origin in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and _with_port(parts.netloc, parts.scheme) in (
            _with_port(host, "http"),
            _with_port(host, "https"),
        )


def _plain_origin(origin: str) -> str:
    origin_host(origin)
    return origin.rstrip("/")


def _name_of(host: str) -> str:
    """A host without its port."""
    host = host.casefold()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _with_port(host: str, scheme: str) -> str:
    """A host with its port, also where it is the usual one."""
    host = host.casefold()
    if _name_of(host) != host:
        return host
    return f"{host}:{443 if scheme == 'https' else 80}"
