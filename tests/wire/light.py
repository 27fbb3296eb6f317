"""The least that speaks WebSocket, for a load generator that must leave the processor to the service it measures.

A frame costs a few microseconds here, a tenth of what a full library takes. It does what this service needs and no more: text
frames of any length, fragments, ping and close, and permessage-deflate on receiving if asked for, as browsers always do.
"""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from collections.abc import Callable

FIN, DEFLATED = 0x80, 0x40
MORE, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9


class Line(asyncio.Protocol):
    """One socket; `on_message` gets every whole message, `on_end` the close code, if there was one."""

    def __init__(
        self, host: str, on_message: Callable[[bytes], None], on_end: Callable[[int | None], None], *, deflate: bool
    ) -> None:
        self.host = host
        self.on_message = on_message
        self.on_end = on_end
        self.deflate = deflate
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bytes_in = 0
        self._code: int | None = None
        self._transport: asyncio.Transport | None = None
        self._rest = bytearray()
        self._parts: list[bytes] = []
        self._squeezed = False
        self._inflate = zlib.decompressobj(-15)

    # ------------------------------------------------------------------ asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        extension = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n" if self.deflate else ""
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{extension}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        rest = self._rest
        rest += data
        if not self.opened.done():
            end = rest.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(rest[:end])
            del rest[: end + 4]
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.opened.set_result(None)
        at = 0
        while (frame := self._frame(rest, at)) is not None:
            first, begin, at = frame
            self._take(first, bytes(rest[begin:at]))
        if at:
            del rest[:at]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before it was open"))
        self.on_end(self._code)

    # ------------------------------------------------------------------ frames

    @staticmethod
    def _frame(data: bytearray, at: int) -> tuple[int, int, int] | None:
        """First byte, begin and end of the frame that starts here, if it is there as a whole."""
        have = len(data) - at
        if have < 2:
            return None
        length, begin = data[at + 1] & 0x7F, at + 2
        if length == 126:
            if have < 4:
                return None
            length, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
        elif length == 127:
            if have < 10:
                return None
            length, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
        return (data[at], begin, begin + length) if len(data) >= begin + length else None

    def _take(self, first: int, body: bytes) -> None:
        code = first & 0x0F
        if code in (TEXT, BINARY, MORE):
            if code != MORE:
                self._squeezed = bool(first & DEFLATED)
            self._parts.append(body)
            if first & FIN:
                whole = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
                self._parts.clear()
                if self._squeezed:
                    whole = self._inflate.decompress(whole + b"\x00\x00\xff\xff")
                self.on_message(whole)
        elif code == CLOSE:
            self._code = int.from_bytes(body[:2], "big") if len(body) >= 2 else None
            self.close()
        elif code == PING:
            self._send(0x0A, body)

    def send(self, text: bytes) -> None:
        """One text message."""
        self._send(TEXT, text)

    def _send(self, code: int, body: bytes) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        length = len(body)
        if length < 126:
            head = bytes((FIN | code, 0x80 | length))
        elif length < 65536:
            head = bytes((FIN | code, 0x80 | 126)) + length.to_bytes(2, "big")
        else:
            head = bytes((FIN | code, 0x80 | 127)) + length.to_bytes(8, "big")
        # A mask of zeros is a mask: it protects proxies from browsers, and there is neither here.
        transport.write(head + b"\x00\x00\x00\x00" + body)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()


async def dial(
    host: str, port: int, on_message: Callable[[bytes], None], on_end: Callable[[int | None], None], *, deflate: bool = False
) -> Line:
    """An open line."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(f"{host}:{port}", on_message, on_end, deflate=deflate), host, port)
    await line.opened
    return line
