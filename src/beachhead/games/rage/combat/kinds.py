"""The six kinds of attack (chapters 9, 11, 12, 16, 18, 19): what each is called, whose it is, and the cases of its parts."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.games.rage.phases import JP_ASSAULT_PHASE, JP_BOMBARDMENT_PHASE, US_ASSAULT_PHASE, US_BOMBARDMENT_PHASE
from beachhead.games.rage.state import JP, JP_ASSAULT, JP_BOMBARDMENT, US, US_ASSAULT, US_BOMBARDMENT


class Kind(NamedTuple):
    """A kind of attack."""

    name: str
    side: int
    dice: str
    """The case of its dice, and so on."""
    target: str = "9.3"
    rank: str = "12.2.3-1"
    retreat: str = "18-c"
    withdraw: str = "17-c"


KINDS: Final = (
    Kind("", US, ""),
    Kind("us bombardment", US, "9.3.1", rank="9.3.3-1"),
    Kind("jp bombardment", JP, "16-a", target="16-a-8", rank="16-5"),
    Kind("jp defensive fire", JP, "11.1.1-a", retreat="11.1.2-1", withdraw="11.1.3-b"),
    Kind("us defensive fire", US, "18-b"),
    Kind("us assault", US, "12.2.1", target="12.2", retreat="12.2.3-2", withdraw="12.2.5"),
    Kind("jp assault", JP, "19-a", target="19-a-5", rank="19-a-2", retreat="19-a-2", withdraw="19-a-5"),
)
"""By the number of the attack."""
BOMBARDMENTS: Final = (US_BOMBARDMENT, JP_BOMBARDMENT)
ASSAULTS: Final = (US_ASSAULT, JP_ASSAULT)
ATTACK_PHASES: Final = {
    US_BOMBARDMENT_PHASE: US_BOMBARDMENT,
    US_ASSAULT_PHASE: US_ASSAULT,
    JP_BOMBARDMENT_PHASE: JP_BOMBARDMENT,
    JP_ASSAULT_PHASE: JP_ASSAULT,
}
"""The phases in which targets are named, and the attack of each."""
