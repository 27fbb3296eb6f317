"""The set-up of the later days, where HQs command: companies in pairs before what they attack, the others near them in cover."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SECOND_SHIFT
from beachhead.players.sergeant.dday.advance import Advance
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.options import Options

FIRE: Final = 1.2
"""What a step that fire may cost before the first move weighs against a turn saved."""
SHELTER: Final = 3.0
"""The same for those who need not be in front."""
PAIR: Final = 0.4
"""What it is worth to stand with another company of the battalion."""
KEEP: Final = 4.0
"""What it is worth to stand where a fort would come up otherwise (17.1-c)."""
CROWD: Final = 0.1
"""What each other unit in a hex costs."""


class Lineup:
    """The questions of the set-up."""

    def __init__(self, front: Front, march: Advance) -> None:
        self.front = front
        self.island = front.island
        self.march = march

    def choose(self, step: str, options: Options) -> int | None:
        """The answer to one of them; HQs, tanks, engineers, losses and heroes are left to the usual arrangement."""
        if step == "set-up units":
            return self.deploy(options)
        return options.one("detach", "arrange", "done")

    def deploy(self, options: Options) -> int | None:
        """Rifle companies first, each where the enemy is near and fire is not; then the others, near them."""
        rows = options.rows("deploy")
        if not rows:
            return options.one("arrange", "done")
        unit = min(rows, key=lambda unit: (not self.island.is_rifle[unit], unit))
        base, mask = rows[unit]
        places = [place for place in spaces_of(mask) if self.front.room(place, unit)] or spaces_of(mask)
        return base | max(places, key=lambda place: (self.worth(unit, place), -place)) << SECOND_SHIFT

    def worth(self, unit: int, place: int) -> float:
        """What it is worth to begin in a hex."""
        front, island = self.front, self.island
        here = front.at.get(place, [])
        threat = front.threat(place)
        away = self.march.away("attack")[place]
        if island.is_rifle[unit]:
            mates = sum(1 for other in here if island.is_rifle[other] and island.battalion[other] == island.battalion[unit])
            position = island.position_at[place]
            keeps = position >= 0 and island.forts[position] and not here
            return -away - FIRE * threat + PAIR * mates + (KEEP if keeps else 0.0)
        mine = [other for other in island.members[island.battalion[unit]] if front.where[other] >= 0 and island.is_rifle[other]]
        row = island.distance[place]
        far: int = sum(max(0, row[front.where[other]] - 1) for other in mine)
        return -0.3 * away - 0.3 * far - SHELTER * threat - CROWD * len(here)
