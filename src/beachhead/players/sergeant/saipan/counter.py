"""A unit as the sergeant sees it, and the marks that it may carry."""

from __future__ import annotations

from typing import Any, Final

FOOT: Final = 0
ARMOUR: Final = 1
FEET: Final = ("infantry", "engineer")
WAITING: Final = -1
"""Where a unit is that is still to come; further below is nowhere."""

# Marks, as the game gives them (`known("marks")`).
CONTACT: Final = 1
ATTACKED: Final = 4
DEFENDED: Final = 8
DISPLACED: Final = 16
STRUCK: Final = 32
STRUCK_BEFORE: Final = 64
PROTECTED: Final = 128
SILENT: Final = PROTECTED | DISPLACED | STRUCK | STRUCK_BEFORE
"""A gun with one of these gives no protective fire."""
SPENT: Final = CONTACT | ATTACKED | DISPLACED
"""A gun with one of these takes part in no barrage."""


class Counter:
    """A unit in its place: what is printed on it, where it is, and what it is worth."""

    __slots__ = (
        "arm",
        "attack",
        "defence",
        "foot",
        "fpf",
        "gun",
        "halves",
        "mover",
        "number",
        "range",
        "side",
        "space",
        "storms",
        "waits",
        "worth",
    )

    def __init__(self, number: int, printed: dict[str, Any], space: int, storms: int) -> None:
        self.number = number
        self.side: str = printed["side"]
        self.arm: str = printed["arm"]
        self.attack: int = printed["attack"]
        """Attack strength; of a gun, its barrage."""
        self.defence: int = printed["defence"]
        self.halves: int = printed["halves"]
        """Movement allowance in half points."""
        self.fpf: int = printed["fpf"]
        self.range: int = printed["range"]
        self.space = space
        self.storms = storms
        """The beach hex that a unit in the sea is to storm, else -1."""
        self.waits: bool = space == WAITING
        """Whether it is still to come."""
        self.gun: bool = self.range > 0
        """Whether it is artillery."""
        self.foot: bool = self.arm in FEET
        """Whether it is infantry or engineers: they slip out of zones and charge, if they are Japanese."""
        self.mover: int = ARMOUR if self.arm == "armour" else FOOT
        """How it goes over ground."""
        self.worth: float = 4.0 + (self.attack + self.defence + self.fpf) / 2
        """What it counts: every unit must go before a side has won, strong ones are worth more."""
