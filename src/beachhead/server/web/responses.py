"""How the service says no over HTTP, and how it reads what it is sent."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import secrets
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from beachhead.server.clock import Clock
from beachhead.server.kept.storage import fault_of
from beachhead.server.play.messages import encode

T = TypeVar("T")
DATABASE = "the database does not work: %s"
OUT_OF_FILES = "out of files: no connection can be taken until others end (raise LimitNOFILE, or lower sockets)"
MINUTE = 60.0


class OncePerMinute(logging.Filter):
    """Lets a line about a state that lasts through once a minute, however many requests meet it."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
        if record.msg not in (DATABASE, OUT_OF_FILES):
            return True
        if abs(record.created - self._last.get(record.msg, -MINUTE)) < MINUTE:
            return False
        self._last[record.msg] = record.created
        return True


log = logging.getLogger("beachhead.server")
log.addFilter(OncePerMinute())


def loop_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the loop does about an error that nobody waits for: running out of files is one line, not a traceback per attempt."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        log.error(OUT_OF_FILES)
    else:
        loop.default_exception_handler(context)


HEARD_OUT = 4_000_000
PATIENCE = 3.0
"""Bytes and seconds for which a request that is too long is heard out."""


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.text = text


def answer(data: Any, status: int = 200) -> Response:
    """Data as JSON that no cache keeps."""
    return Response(encode(data), status, {"Cache-Control": "no-store"}, "application/json")


def refusal(status: int, code: str, text: str) -> Response:
    """An error as the protocol has it."""
    response = answer({"error": {"code": code, "text": text}}, status)
    if status == 429:
        response.headers["Retry-After"] = "5"
    if status in (408, 413):
        response.headers["Connection"] = "close"  # whatever is still to come of the request is not waited for
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def trouble(error: BaseException) -> str:
    """Log an error that nobody foresaw and return the number by which the host finds it. The client learns nothing else. A
    database that does not work is not a fault of the program: that is one line."""
    number = secrets.token_hex(4)
    if isinstance(error, SQLAlchemyError) and fault_of(error):
        log.error(DATABASE, fault_of(error))
    else:
        log.error("error %s", number, exc_info=error)
    return number


def unforeseen(error: BaseException) -> str:
    """What a client is told about such an error."""
    if isinstance(error, SQLAlchemyError) and fault_of(error):
        trouble(error)
        return "The server cannot use its database at the moment; nothing has changed. Please try again."
    return f"Something went wrong here (error {trouble(error)}); nothing has changed. Please try again."


async def _hear_out(request: Request, clock: Clock) -> None:
    """Let a request that is too long come in and fall, up to a point: a client that is cut off while it speaks hears nothing."""
    heard = 0
    with contextlib.suppress(TimeoutError, ClientDisconnect, RuntimeError):  # RuntimeError: the stream has been read already
        async with clock.timeout(PATIENCE):
            async for piece in request.stream():
                heard += len(piece)
                if heard > HEARD_OUT:
                    return


async def body(request: Request, kind: type[T], most: int, seconds: float, clock: Clock) -> T:
    """The body of a request as a type of the protocol. It is refused as soon as it is too long, too slow or not JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != "application/json":
        raise Refused(415, "not_json", "Send JSON, with the content type application/json.")
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:20]) > most:
        await _hear_out(request, clock)
        raise Refused(413, "too_large", f"That is too long: at most {most} bytes.")
    raw = bytearray()
    try:
        async with clock.timeout(seconds):
            async for piece in request.stream():
                raw += piece
                if len(raw) > most:
                    await _hear_out(request, clock)
                    raise Refused(413, "too_large", f"That is too long: at most {most} bytes.")
    except TimeoutError:
        raise Refused(408, "too_slow", "The request took too long to arrive.") from None
    except ClientDisconnect:
        raise Refused(400, "gone", "The client has gone.") from None
    try:
        return msgspec.json.decode(bytes(raw), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused(400, "unreadable", f"This cannot be read: {str(error)[:200]}.") from None
