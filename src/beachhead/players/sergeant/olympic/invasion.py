"""The U.S. trade: land cheaply, take what pays, stay in cover and in supply."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.olympic.attacks import Attack, Staff
from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.olympic.field import Field
from beachhead.players.sergeant.olympic.landings import ZONES, Beaches, sites
from beachhead.players.sergeant.options import Options

THREAT: Final = 2
"""Hexes from which Japanese units threaten a beachhead."""
NEAR: Final = 7
"""Beachheads this near to the objective stay open: their troops attack."""


def second(code: int) -> int:
    """The second argument of an action."""
    return code >> SECOND_SHIFT & ARGUMENT


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


def objective(field: Field) -> list[int]:
    """For each hex how far it is from what is left of Kagoshima; very far if nothing is."""
    country = field.country
    goals = 0
    for space in country.kagoshima:
        if not field.control_mask >> space & 1:
            goals |= 1 << space
    return country.far_from(goals)


class Invasion:
    """Answers every question that the U.S. side is asked. What it remembers within a phase is a convenience."""

    def __init__(self) -> None:
        self._sites: dict[int, int] = {}
        self._moves: list[tuple[int, int]] | None = None
        self._moves_of = (-1, -1)
        self._aims: dict[int, int] = {}
        """For each unit that moves for an attack the hex that is to be attacked."""
        self._attack: Attack | None = None

    def choose(self, step: str, seat: Seat, country: Country, options: Options) -> int | None:
        """What to do now, or None to leave it to chance."""
        if step == "move":
            return self.move(seat, country, options)
        if step == "attackers":
            return self.gather(seat, country, options)
        field = Field(seat, country)
        if step == "combat":
            return self.combat(field, options)
        if step == "place":
            return self.place(field, options)
        if step == "advance":
            return self.advance(field, options)
        if step == "landing":
            return self.land(field, options)
        if step == "beachheads":
            return self.fortify(field, options)
        if step == "reinforcement":
            return self.reinforce(field, options)
        if step == "interdiction":
            return self.interdict(field, options)
        if step == "announce":
            return options.singles("announce").get(0)
        if step in ("lose", "tokko losses"):
            codes = options.codes("lose")
            return min(codes, key=lambda code: (country.strength[first(code)], code)) if codes else None
        return None

    def aim(self, code: int) -> tuple[str, int]:
        """The hex that a move prepares to attack."""
        target = self._aims.get(first(code), -1)
        return ("space", target) if target >= 0 else ("", -1)

    # ------------------------------------------------------------------ ashore

    def place(self, field: Field, options: Options) -> int | None:
        """Stacks for the beaches chosen; Marines for those that are defended."""
        country = field.country
        done = options.one("done")
        if done is not None:
            # The Floating Reserve goes ashore over the beaches.
            return done
        if not any(sea in self._sites for sea in field.us) or field.turn > 1:
            self._sites = sites(field, ZONES)
        rows = options.rows("place")
        open_ = 0
        for _, mask in rows.values():
            open_ |= mask
        sea = -1
        for space in spaces_of(open_):
            if space in self._sites and (sea < 0 or space in field.us):
                sea = space
        if sea < 0:
            sea = spaces_of(open_)[0]
        coast = self._sites.get(sea, -1)
        hard = coast >= 0 and (field.militia_mask | field.down_mask) >> coast & 1
        best, choice = -99, -1
        for unit, (base, mask) in rows.items():
            if mask >> sea & 1:
                value = country.strength[unit] if hard else -country.strength[unit]
                if value > best:
                    best, choice = value, base | sea << SECOND_SHIFT
        return choice if choice >= 0 else None

    def assault(self, field: Field, options: Options) -> tuple[float, int]:
        """The best assault and what it is worth more than the free landing that its stack has instead."""
        country = field.country
        beaches = Beaches(field)
        enemies = field.jp_mask | field.down_mask | field.militia_mask | field.us_mask
        best, choice = -1e9, -1
        for code in options.codes("assault"):
            sea, coast = first(code), second(code)
            strength = sum(country.strength[unit] for unit in field.us[sea])
            value = beaches.value(coast, strength)
            free = -20.0
            for other in country.coast_of[sea]:
                if not enemies >> other & 1:
                    free = max(free, beaches.ground(other))
            if value - free > best:
                best, choice = value - free, code
        return best, choice

    def land(self, field: Field, options: Options) -> int | None:
        """The landing that gives most."""
        beaches = Beaches(field)
        codes = options.codes("land")
        return max(codes, key=lambda code: (beaches.ground(second(code)), code)) if codes else None

    def fortify(self, field: Field, options: Options) -> int | None:
        """Fortify what stands in the open."""
        country = field.country
        far = objective(field)
        enemies = field.jp_mask | field.down_mask
        for _ in range(THREAT):
            enemies |= country.around.step(enemies)
        quiet = 0 if min(far) > 0 else ~enemies
        for space, code in options.singles("fortify").items():
            if space in field.us and far[space] > NEAR and not quiet >> space & 1:
                return code
        for space, code in options.singles("unfortify").items():
            if far[space] <= NEAR or quiet >> space & 1:
                return code
        return options.one("done")

    def reinforce(self, field: Field, options: Options) -> int | None:
        """Land where fewest are."""
        best, choice = -1e9, -1
        far = objective(field)
        for code in options.codes("land"):
            space = second(code)
            value = -float(len(field.us.get(space, ()))) + (0.5 if field.country.rank[space] < CLEAR else 0.0)
            value -= 1.0 * min(far[space], 20)
            if value > best:
                best, choice = value, code
        return choice if choice >= 0 else options.one("done")

    def interdict(self, field: Field, options: Options) -> int | None:
        """Japanese units near the front that could come nearer, those with the longest way first."""
        open_ = options.singles("interdict")
        zone = field.zones[0]
        best, choice = 0.0, -1
        near = field.country.around
        front = near.step(near.step(near.step(zone)))
        for space, units in field.jp.items():
            if space in open_ and not zone >> space & 1 and front >> space & 1:
                value = sum(field.country.strength[unit] for unit in units) + 0.1
                if value > best:
                    best, choice = value, open_[space]
        return choice if choice >= 0 else options.one("done")

    # ------------------------------------------------------------------ the front

    def bound(self, field: Field) -> set[int]:
        """Units that hold a beachhead or a Town alone: one of each such hex stays."""
        found: set[int] = set()
        for space, units in field.us.items():
            if (field.beach_mask | field.control_mask) >> space & 1:
                found.add(units[0])
        return found

    def move(self, seat: Seat, country: Country, options: Options) -> int | None:
        """The moves that the attacks of this turn need, planned once."""
        key = (seat.known("turn"), seat.known("phase"))
        if self._moves is None or self._moves_of != key:
            field = Field(seat, country)
            rows = options.rows("move")
            reach = {unit: mask for unit, (_, mask) in rows.items()}
            staff = Staff(field, objective(field))
            bound = self.bound(field)
            plan = staff.planned(reach, bound)
            self._moves = []
            self._aims = {unit: attack.target for attack in plan for unit in attack.units}
            for attack in plan:
                for unit, space in zip(attack.units, attack.places, strict=True):
                    reach.pop(unit, 0)
                    if field.looks[unit][0] != space:
                        self._moves.append((unit, space))
            for unit in bound:
                reach.pop(unit, 0)
            self._moves += staff.approach(reach, self._moves)
            self._moves.reverse()
            self._moves_of = key
        moves = self._moves
        while moves:
            unit, space = moves.pop()
            row = options.rows("move").get(unit)
            if row is not None and row[1] >> space & 1:
                return row[0] | space << SECOND_SHIFT
        self._moves = None
        self._moves_of = (-1, -1)
        return options.one("done")

    def combat(self, field: Field, options: Options) -> int | None:
        """Assaults and attacks, the most promising first; then the end of the phase."""
        self._attack = None
        done = options.one("done")
        if options.codes("assault"):
            value, code = self.assault(field, options)
            if value > 0 or done is None:
                return code
        openings: dict[int, list[int]] = {}
        for code in options.codes("attack"):
            openings.setdefault(second(code), []).append(first(code))
        if openings:
            attack = Staff(field, objective(field)).now(openings)
            if attack is not None:
                self._attack = attack
                pairs = options.pairs("attack")
                return pairs[(attack.units[0], attack.target)]
        return done

    def gather(self, seat: Seat, country: Country, options: Options) -> int | None:
        """Those join who were meant to."""
        joins = options.singles("join")
        attack = self._attack
        if attack is not None and seat.known("fight")[1] == [attack.target]:
            for unit in attack.units:
                if unit in joins:
                    return joins[unit]
        done = options.one("done")
        if done is None and joins:
            return joins[max(joins, key=lambda unit: (country.strength[unit], unit))]
        return done

    def advance(self, field: Field, options: Options) -> int | None:
        """Into cover, and into Towns and Cities; somebody stays where a hex must be held."""
        country = field.country
        far = objective(field)
        keep = field.beach_mask | field.control_mask
        for code in options.codes("advance"):
            unit, space = first(code), second(code)
            start = field.looks[unit][0]
            if keep >> start & 1 and len(field.us[start]) < 2:
                continue
            if far[space] <= 2 and far[space] < far[start]:
                return code
            if country.rank[space] == CLEAR:
                continue
            here = len(field.us.get(space, ()))
            if here == 0 or (here < 3 and country.rank[start] == CLEAR):
                return code
        return options.one("done")
