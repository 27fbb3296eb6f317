"""How a counter is written in four characters, so that the sides differ in shape as well as in color.

The battalion, or whatever single figure the designation has, becomes a small figure in front: raised for the first side, lowered
for the second. The regiment follows in full size. A unit without a small figure carries a raised or lowered plus.
"""

from __future__ import annotations

import re

RAISED = str.maketrans("0123456789+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺")
LOWERED = str.maketrans("0123456789+", "₀₁₂₃₄₅₆₇₈₉₊")
WIDTH = 4


def short(unit: str, lowered: bool) -> str:
    """A unit's designation in at most four characters.

    >>> short("U:1/105", False), short("J:1/135", True), short("J:Yok/1", True), short("U:762 Tk", False)
    ('¹105', '₁135', '₁Yok', '⁺762')
    """
    parts = [part for part in re.split(r"[/ -]", unit.partition(":")[2] or unit) if part]
    figure = "+"
    for place in (0, -1):
        if len(parts) > 1 and len(parts[place]) == 1 and parts[place].isdigit():
            figure = parts.pop(place)
            break
    return figure.translate(LOWERED if lowered else RAISED) + (parts[0] if parts else "")[: WIDTH - 1]
