"""Overlays in the form that a table draws: graded values per space, with a legend that explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LEVELS = 5


def graded(strength: Mapping[str, Mapping[str, int]], names: Mapping[str, str], what: str) -> dict[str, Any]:
    """Levels 1 to 5 by strength per space and side, and their legend. Where several sides reach a space, the strongest gives the
    tint and the figures stand in the order of the sides.

    >>> shown = graded({"A": {"us": 10}, "B": {"us": 2, "jp": 4}}, {"us": "U.S.", "jp": "Japan"}, "strength in range")
    >>> shown["levels"]["A"], shown["levels"]["B"]
    ({'level': 5, 'text': '10', 'tone': 'us'}, {'level': 2, 'text': '2:4', 'tone': 'jp'})
    >>> [line["text"] for line in shown["legend"]]
    ['U.S.: the stronger, the deeper', 'Japan: the stronger, the deeper', 'Figures: U.S. : Japan, strength in range']
    """
    most = max((number for sides in strength.values() for number in sides.values()), default=0)
    present = [side for side in names if any(sides.get(side) for sides in strength.values())]
    levels: dict[str, dict[str, Any]] = {}
    for space, sides in strength.items():
        numbers = [(side, sides.get(side, 0)) for side in present]
        here = [number for _, number in numbers if number]
        if not here:
            continue
        tone, top = max(numbers, key=lambda item: item[1])
        text = ":".join(str(number) for _, number in numbers) if len(here) > 1 else str(top)
        levels[space] = {"level": -(-LEVELS * top // most), "text": text, "tone": tone}
    legend: list[dict[str, Any]] = [
        {"level": 4, "tone": side, "text": f"{names[side]}: the stronger, the deeper"} for side in present
    ]
    if present:
        figures = " : ".join(names[side] for side in present)
        legend.append({"level": 1, "tone": "plain", "text": f"Figures: {figures}, {what}"})
    return {"levels": levels, "legend": legend}
