"""Ground in levels: every hex has a whole number, and what counts is where one level ends and the next begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.drawing.field import Field
from beachhead.drawing.hexes import ground
from beachhead.drawing.hexes.lattice import Lattice

STEP = 1.15
"""How high a level is, in the measure of the relief."""
ROUGH = 0.22
"""How much ridges and valleys break it up: less than where only the kind of ground says how high it is."""
SEA = ""
WARP = 4.5
"""How far the edges of levels waver: little, since players read from them which hex is higher."""


def tints(sheet: Field, lattice: Lattice, levels: Mapping[str, int], dry: Field) -> tuple[list[dict[str, Any]], Field]:
    """A shape for every level above the lowest, each upon the last, and the heights from which light and shadow come."""
    named = {name: str(levels.get(name, SEA)) for name in lattice.near}
    patches = ground.Patches(sheet, lattice, ground.spread(lattice, named, {SEA}), WARP)
    found = sorted(set(levels.values()))
    paths = [
        {"d": patches.tint({str(other) for other in found if other >= level}), "class": f"level level-{level}"}
        for level in found[1:]
    ]
    high = {str(level): STEP * (level - found[0] + 0.35) for level in found}
    return paths, ground.heights(patches, high, dry, ROUGH)
