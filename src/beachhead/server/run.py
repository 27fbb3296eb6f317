"""Running the service: a port, an address to open, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import socket
import sys
from collections.abc import Callable
from functools import partial

import uvicorn
from starlette.applications import Starlette
from uvicorn.middleware.proxy_headers import _TrustedHosts

from beachhead.engine.errors import UserError
from beachhead.server.settings import Settings
from beachhead.server.web.network import Network
from beachhead.server.web.protocols import Crowd, ImpatientHttp, QuickSocket, configured
from beachhead.server.web.responses import loop_trouble


def bind(host: str, port: int, *, search: bool) -> socket.socket:
    """A listening place; with `search` the next free port will do if this one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tries = [*range(port, port + 20), 0] if search else [port]
    for number in tries:
        place = socket.socket(family, socket.SOCK_STREAM)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, number))
            place.listen(2048)
            place.set_inheritable(True)
        except (OSError, OverflowError) as error:
            place.close()
            taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)
            if search and taken:
                continue
            if taken and error.errno == errno.EADDRINUSE:  # type: ignore[union-attr]
                raise UserError(f"port {number} of {host} is in use; choose another with --port") from None
            reason = getattr(error, "strerror", None) or str(error)
            raise UserError(f"the service cannot listen at {host}, port {number}: {reason}") from None
        return place
    raise UserError(f"no free port found near {port}")


def address(place: socket.socket, host: str) -> str:
    """What a person types into the browser."""
    port = place.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}"


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self._ready = ready

    async def listen(self, place: socket.socket) -> Callable[[], None]:
        """Serve one more listening socket, with the same application; what is returned stops that again. Whatever is still open
        when the server ends is closed with it."""
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(config=config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]

        where = place.getsockname()[:2]
        server = await asyncio.get_running_loop().create_server(protocol, sock=place, backlog=config.backlog)
        self.servers.append(server)

        def stop() -> None:
            if server in self.servers:
                self.servers.remove(server)
            server.close()
            for connection in list(self.server_state.connections):
                transport = getattr(connection, "transport", None)
                if transport is not None and transport.get_extra_info("sockname")[:2] == where:
                    connection.shutdown()

        return stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        raise_file_limit()
        asyncio.get_running_loop().set_exception_handler(loop_trouble)
        await super().startup(sockets=sockets)
        if sockets and isinstance(self.config.app, Starlette):
            network: Network = self.config.app.state.table.network
            network.attach(self.listen, partial(bind, search=True), [place.getsockname()[:2] for place in sockets])
        # What is loaded by now stays, and matches are not made of cycles: looking for garbage often would only make people wait.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        if self.started and self._ready is not None:
            self._ready()


def raise_file_limit() -> None:
    """Every connection is an open file, and many systems begin with 1,024 though they allow far more."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # there is no such limit on Windows
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


FILES = 65_536
"""Files that the service would like to have open at most."""
GARBAGE = (20_000, 20, 50)
"""After how many new objects Python looks for garbage."""
SWITCH = 0.0005
"""Seconds after which Python lets another thread run: the thread that writes must not wait long for its turns."""


def config(app: Starlette, settings: Settings, *, proxies: str = "127.0.0.1", quiet: bool = True) -> uvicorn.Config:
    """How uvicorn is run: no log of requests, small frames, pings that find half-open sockets."""
    sys.setswitchinterval(SWITCH)
    crowd = Crowd(_TrustedHosts(proxies))
    return uvicorn.Config(
        app,
        lifespan="on",
        http=configured(ImpatientHttp, settings, crowd),
        ws=configured(QuickSocket, settings, crowd),
        access_log=False,
        log_level="warning" if quiet else "info",
        server_header=False,
        ws_max_size=settings.limits.message_bytes,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=16 * 1024,
        forwarded_allow_ips=proxies,
    )
