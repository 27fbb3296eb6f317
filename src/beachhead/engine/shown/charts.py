"""Tables of a book as plain data, in the form that the charts panel shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def chart(
    id: str, title: str, case: str, notes: str | list[str], columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """A table without a place that counts now; the first cell of each row is its title.

    >>> chart("rain", "Rain", "4.1", "", ["effect"], [("1", "none"), ("2", "mud")])["rows"][1]
    {'id': 'rain-2', 'title': '2', 'cells': ['mud']}
    """
    return {
        "id": id,
        "title": title,
        "case": case,
        "now": "",
        "notes": notes,
        "columns": list(columns),
        "rulers": [],
        "rows": [{"id": f"{id}-{number}", "title": row[0], "cells": list(row[1:])} for number, row in enumerate(rows, 1)],
    }
