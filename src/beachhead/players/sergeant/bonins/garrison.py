"""The Japanese player of the two-player game: strong units where they count, nobody in the open, and away by tunnel in time."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.bonins.field import JP_MOVEMENT, Field
from beachhead.players.sergeant.bonins.isle import Isle
from beachhead.players.sergeant.options import Options

SUMMIT: Final = 3.0
"""How much more a strong unit does on Suribachi: as long as it holds, Japan fires with three dice where it likes."""
GUN_LINE: Final = 4
"""The line of hexes where guns and headquarters are best hidden."""
LANDING_LINE: Final = 16
"""Lines from here to the south come under attack at once."""
DEEP: Final = 0.35
"""What a hex more between a unit and the Marines is worth, in columns."""
DEPTH: Final = 6
"""Hexes beyond which it is worth no more."""
SEEN: Final = 0.5
"""Points of defense that a unit must have more than a blind draw to be kept: the Marines have seen it."""
GATE: Final = 3.0
"""How much more a strong unit does between the beaches and Suribachi."""
TUNNEL_TURNS: Final = 5
"""Turns before the end from which units use the tunnels: before that whoever holds his hex costs the Marines more."""
LEAVE: Final = 1.0
"""Gain from which a unit tries the tunnels."""
PRESSED: Final = 0.12
"""What each attack factor beside a unit costs it, in columns."""


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


def second(code: int) -> int:
    """The second."""
    return code >> SECOND_SHIFT & ARGUMENT


class Garrison:
    """Decides for Japan."""

    def choose(self, step: str, seat: Seat, isle: Isle, options: Options) -> int | None:
        """The action for a step, or None if the drill does not know it."""
        if step == "deploy":
            return self.deploy(isle, options)
        field = Field(seat, isle)
        if step in ("arrival", "redeploying"):
            return self.redeploy(field, options)
        if step == "sortie":
            return self.sortie(field, options)
        if step == "tunnel":
            return self.tunnel(field, options)
        if step == "bombard":
            return self.bombard(field, options)
        return options.one("done")

    def aim(self, code: int) -> tuple[str, int]:
        """The garrison's moves are made for their own sake."""
        del code
        return "", -1

    # ------------------------------------------------------------------ before the game

    def deploy(self, isle: Isle, options: Options) -> int | None:
        """Guns and headquarters first, where the Marines come late and the ground is poor; then the unit that defends best into
        the hex where that does most."""
        rows = options.rows("deploy")
        spaces = spaces_of(next(iter(rows.values()))[1])
        guns = [unit for unit in rows if isle.on_track[unit]]
        if guns:
            space = min(spaces, key=lambda space: (self.hiding(isle, space), space))
            unit = min(guns, key=lambda unit: (isle.defense[unit], unit))
            return rows[unit][0] | space << SECOND_SHIFT
        space = max(spaces, key=lambda space: (self.hold(isle, space), -space))
        unit = max(rows, key=lambda unit: (isle.defense[unit], isle.halves[unit], isle.attack[unit], -unit))
        return rows[unit][0] | space << SECOND_SHIFT

    def hiding(self, isle: Isle, space: int) -> float:
        """How badly a hex suits a gun: it should be neither near the beaches nor on ground that somebody else could use."""
        line = int(isle.names[space][:2])
        far = abs(line - GUN_LINE) * 0.3 + (10.0 if line > LANDING_LINE else 0.0)
        return far + 2.0 * isle.cover[space]

    def hold(self, isle: Isle, space: int) -> float:
        """How much a point of defense does in a hex."""
        if isle.suribachi_mask >> space & 1:
            return 2.0 + SUMMIT
        gate = GATE if isle.within(isle.suribachi_mask, 4) >> space & 1 else 0.0
        return 1.0 + isle.cover[space] + gate

    # ------------------------------------------------------------------ units that come and go

    def redeploy(self, field: Field, options: Options) -> int | None:
        """Whether to keep a unit in its hex, and where another goes."""
        keep = options.one("keep")
        if keep is not None:
            return keep if self.keeps(field) else options.one("draw")
        places = options.singles("place")
        if places:
            return places[max(places, key=lambda space: (self.post(field, space, -1), -space))]
        return None

    def keeps(self, field: Field) -> bool:
        """Whether the unit that was attacked defends better than what the container would give."""
        isle = field.isle
        garrison = field.seat.known("garrison")
        unit = garrison[field.seat.known("combat")[0]]
        if field.up_mask and field.phase == JP_MOVEMENT:
            # Turned up for a banzai in which it cannot take part.
            charging = {charge[0] for charge in field.seat.known("charges")}
            idle = [other for other in isle.jp_units if field.where[other] >= 0 and other not in charging]
            unit = idle[0] if len(idle) == 1 else -1
        if unit < 0:
            return True
        inside = self.container(field, garrison)
        if not inside:
            # Somebody from the north would change places with it.
            return not isle.on_track[unit] and isle.defense[unit] >= 3
        return self.stand(isle, unit) - SEEN >= sum(self.stand(isle, other) for other in inside) / len(inside)

    def stand(self, isle: Isle, unit: int) -> float:
        """What a unit is worth at the front."""
        return isle.defense[unit] - (1.5 if isle.on_track[unit] else 0.0)

    def container(self, field: Field, garrison: list[int]) -> list[int]:
        """The units in the container: all that are out of sight and not dug in."""
        here = set(garrison)
        return [unit for unit in field.seat.known("left") if unit not in here]

    def post(self, field: Field, space: int, leaving: int) -> float:
        """How long a unit should hold out in a hex, in columns of the table."""
        isle = field.isle
        value = isle.cover[space]
        if field.us_mask:
            value += DEEP * min(DEPTH, isle.far(field.us_mask)[space])
        pressed = 0
        for near in spaces_of(isle.near_mask[space] & field.us_mask):
            for unit in field.tops(near):
                pressed += field.strength(unit)
        value -= PRESSED * pressed
        sector = isle.sector[space]
        if sector > 0 and field.left_in(sector) - (leaving >= 0 and isle.sector[leaving] == sector) == 0:
            value += 0.5
        return value

    # ------------------------------------------------------------------ tunnels

    def sortie(self, field: Field, options: Options) -> int | None:
        """Whoever would hold out longer elsewhere tries the tunnels; nobody goes into the open."""
        isle = field.isle
        best, choice = LEAVE, -1
        if field.last - field.turn > TUNNEL_TURNS:
            return options.one("done")
        for space, code in options.singles("try").items():
            if isle.suribachi_mask >> space & 1:
                continue
            goals = self.eligible(field, space)
            if goals:
                gain = max(self.post(field, goal, space) for goal in spaces_of(goals)) - self.post(field, space, space)
                if gain > best:
                    best, choice = gain, code
        return choice if choice >= 0 else options.one("done")

    def eligible(self, field: Field, start: int) -> int:
        """Where the tunnels lead: symbols that still work, near another dug-in unit."""
        isle = field.isle
        others = field.dug_mask & ~(1 << start)
        found = isle.symbol_mask & ~(field.us_mask | field.jp_mask | isle.suribachi_mask) & isle.within(others, 2)
        for sector, cleared in enumerate(field.cleared):
            if cleared:
                found &= ~isle.sector_mask[sector]
        return found

    def tunnel(self, field: Field, options: Options) -> int | None:
        """The best hex that is open, if it is better than to stay."""
        pairs = options.pairs("tunnel")
        best, choice = -1e9, options.one("done")
        for (start, goal), code in pairs.items():
            gain = self.post(field, goal, start) - self.post(field, start, start)
            if gain > max(best, 0.0):
                best, choice = gain, code
        return choice

    # ------------------------------------------------------------------ fire

    def bombard(self, field: Field, options: Options) -> int | None:
        """The hexes where fire should cost most steps, full battalions before others."""
        isle = field.isle
        marks = options.singles("mark")
        best, choice = 0.0, -1
        for space, code in marks.items():
            worth = 0.0
            for unit in field.us[space]:
                worth += 1.2 if isle.is_battalion[unit] and not field.depleted[unit] else 1.0 if isle.is_battalion[unit] else 0.7
            value = worth * isle.danger(isle.lines[space], 3)
            if value > best:
                best, choice = value, code
        return choice if choice >= 0 else options.one("done", "roll")
