"""Words that several charts use."""

from __future__ import annotations

from typing import Final

from beachhead.games.dday.box.kinds import ARMOR, ASSAULT, INFILTRATE, MORTAR, PLAIN, REINFORCE, STAR

OURS: Final = "Our reconstruction: the rulebook refers to this chart and prints only single cells of it."
LIST: Final = "Our reconstruction: the rulebook does not list them."
MARK_WORDS: Final = {
    PLAIN: "no mark", ARMOR: "armor", STAR: "star", MORTAR: "M", REINFORCE: "R", ASSAULT: "A", INFILTRATE: "I",
}  # fmt: skip
