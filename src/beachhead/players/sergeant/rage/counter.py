"""A unit as the sergeant sees it: what its upper side shows, where it is, and how it lies."""

from __future__ import annotations

from typing import Any, Final

# Places off the areas, as the game gives them (`known("units")`).
OFF_MAP: Final = -1
"""In place of an area, for all of them."""
LANDING: Final = -1
RESERVE: Final = -3
ABSENT: Final = -8
"""Not in the game, or not to be seen."""

Look = tuple[int, int, int, int, int, int]
"""Place, steps, fired, grounded, moved, concealed."""


class Counter:
    """A unit: never changed, so that units which look the same from one question to the next need not be read again."""

    __slots__ = (
        "area",
        "arm",
        "armor",
        "assault",
        "at",
        "bombardment",
        "concealed",
        "fired",
        "full",
        "grounded",
        "gun",
        "moved",
        "mp",
        "name",
        "number",
        "place",
        "range",
        "rocket",
        "steps",
        "tank",
        "us",
    )

    def __init__(self, number: int, printed: dict[str, Any], look: Look) -> None:
        place, steps, fired, grounded, moved, concealed = look
        values: dict[str, Any] = printed["values"][steps]
        dice = values.get("bombardment", 0)
        self.number = number
        self.name: str = printed["name"]
        self.us: bool = printed["side"] == "us"
        self.arm: str = printed["arm"]
        self.assault: int = values.get("assault", 0)
        self.bombardment: int = dice if isinstance(dice, int) else 0
        """Dice; 0 for a unit that has none, and for the rocket."""
        self.range: str = values.get("range", "")
        self.mp: int = values.get("mp", 0)
        self.steps = steps
        self.full: int = printed["full"]
        self.place = place
        self.area = place if place >= 0 else OFF_MAP
        self.fired = fired != 0
        self.concealed = concealed != 0
        self.grounded = grounded != 0
        self.moved = moved != 0
        self.at: bool = printed["at"]
        self.armor: int = printed["armor"]
        self.tank: bool = self.arm == "tank"
        """Whether it keeps off the hills."""
        self.rocket: bool = self.arm == "rocket_artillery"
        """Whether it fires once and is expended."""
        self.gun: bool = bool(self.range)
        """Whether it bombards."""

    def waits(self) -> bool:
        """Whether it is still to land, or to be called for."""
        return self.place == LANDING or self.place == RESERVE
