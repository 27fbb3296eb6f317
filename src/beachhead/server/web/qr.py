"""A link as a QR code, for the phone across the table."""

from __future__ import annotations

from typing import Any

import segno

QUIET = 4
"""Blank modules around the code, without which readers do not find it."""


def drawing(text: str) -> dict[str, Any]:
    """The code as a path to be filled, on a square of `size` units.

    >>> found = drawing("http://192.168.1.7:8044/m/abc")
    >>> found["size"], found["d"][:12]
    (37, 'M4 4h7v1h-7z')
    """
    rows = segno.make_qr(text, error="m").matrix
    pieces: list[str] = []
    for y, row in enumerate(rows, QUIET):
        start: int | None = None
        for x, dark in enumerate([*row, 0], QUIET):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                pieces.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return {"size": len(rows) + 2 * QUIET, "d": "".join(pieces)}
