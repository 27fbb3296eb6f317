"""The application: everything put together, for uvicorn or any other ASGI server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from beachhead.server.play.socket import Sockets
from beachhead.server.service import Service
from beachhead.server.settings import Settings
from beachhead.server.web.http import Http
from beachhead.server.web.responses import refusal, unforeseen
from beachhead.server.web.security import Guard


def create_app(settings: Settings) -> Starlette:
    """One service on one database."""
    table = Service(settings)
    http, sockets = Http(table), Sockets(table)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with table:
            yield

    async def unknown(request: Request, _: Exception) -> Response:
        """A person who has mistyped an address gets the page, which says so; a program gets a sentence."""
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            page = await http.page(request)
            page.status_code = 404 if page.status_code == 200 else page.status_code
            return page
        return refusal(404, "unknown", "There is nothing at this address.")

    app = Starlette(
        routes=[*http.routes(), WebSocketRoute("/ws", sockets.serve)],
        middleware=[Middleware(Guard, settings=settings, network=table.network)],
        lifespan=lifespan,
        exception_handlers={404: unknown, 405: _not_so, Exception: _trouble},
    )
    app.state.table = table
    return app


async def _not_so(_: Request, __: Exception) -> Response:
    return refusal(405, "method", "Method not allowed for this address.")


async def _trouble(_: Request, error: Exception) -> Response:
    return refusal(500, "trouble", unforeseen(error))
