"""7.1 and 7.2: who must attack, who must be attacked, and which attacks leave every other duty possible.

Rulings R16, R41, R54 and R55 give the tests and the proof that they are enough; this module is those tests. Sets of units
of one side are held as bits (`ruleset.bit`), because every offered attack is put through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from beachhead.boards.matching import most_served
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.marks import ATTACKED, CONTACT, DEFENDED, DISPLACED

if TYPE_CHECKING:
    from beachhead.series.island_war.state import IslandWarState


@mypyc_attr(allow_interpreted_subclasses=True)
class Duties:
    """The contacts that still bind in this combat phase.

    `owes[a]`: the enemies not yet attacked that unit a, which must still attack, can serve its duty on. `claims[d]`: the units
    that could still attack enemy d by being next to it. `touch` and `touched` are plain adjacency between the same units, for
    joint combats (7.23). `bonds`: units and enemies that a game wants named together, always; the standard rules have none.
    """

    __slots__ = ("bit", "bonds", "claims", "first_owed", "guns", "owes", "points", "ruleset", "side", "touch", "touched", "where")
    bond_case: ClassVar[str] = ""
    bond_rule: ClassVar[str] = ""
    """The game's rule behind its bonds, in a sentence."""

    @enforces(FAMILY, "7.0", "7.11", "7.12", "7.14", "7.21", "7.3", "7.82-c", "7.96-b", "8.0", "8.31")
    def __init__(self, state: IslandWarState) -> None:
        ruleset, side, flags, where, occupant = state.ruleset, state.phasing, state.flags, state.where, state.occupant
        neighbours, contacts = ruleset.ground.grid.neighbours, contacts_of(state)
        self.ruleset = ruleset
        self.side = side
        self.bit = bits = ruleset.bit
        self.where = where
        self.points = state.points[side]
        self.owes: dict[int, int] = {}
        self.claims: dict[int, int] = {}
        self.touch: dict[int, int] = {}
        self.touched: dict[int, int] = {}
        self.bonds: list[tuple[int, int]] = []
        self.guns: list[int] = []
        self.first_owed: list[int] | None = None
        claims, touched = self.claims, self.touched
        for enemy in contacts[1 - side]:
            if where[enemy] >= 0 and not flags[enemy] & DEFENDED:
                claims[enemy] = 0
                touched[enemy] = 0
        for gun in ruleset.guns[side]:
            if where[gun] >= 0 and not flags[gun] & (CONTACT | ATTACKED | DISPLACED):
                self.guns.append(gun)
        if not claims:
            return
        for unit in contacts[side]:
            if where[unit] < 0 or flags[unit] & ATTACKED:
                continue
            touch, bit = 0, bits[unit]
            for near in neighbours[where[unit]]:
                if occupant[near]:
                    enemy = occupant[near] - 1
                    if enemy in claims:
                        touch |= bits[enemy]
                        touched[enemy] |= bit
                        claims[enemy] |= bit
            if touch:
                self.touch[unit] = touch
                self.owes[unit] = touch

    def bind(self, unit: int, enemy: int) -> None:
        """A unit serves its duty on this enemy alone, in a combat in which both are named."""
        others = self.touch[unit] & ~self.bit[enemy]
        self.owes[unit] &= ~others
        for other in self.ruleset.units_in(others, 1 - self.side):
            self.claims[other] &= ~self.bit[unit]
        if self.owes[unit]:
            self.bonds.append((unit, self.owes[unit]))

    # ------------------------------------------------------------------ kept up to date while an attack is built

    def declared(self, attackers: list[int], defenders: list[int]) -> None:
        """These attack, and these are attacked: they bind nobody any more."""
        ruleset, bit = self.ruleset, self.bit
        for unit in attackers:
            if unit in self.touch:
                del self.owes[unit]
                for enemy in ruleset.units_in(self.touch.pop(unit), 1 - self.side):
                    self.claims[enemy] &= ~bit[unit]
                    self.touched[enemy] &= ~bit[unit]
        for enemy in defenders:
            if enemy in self.claims:
                del self.claims[enemy]
                for unit in ruleset.units_in(self.touched.pop(enemy), self.side):
                    self.touch[unit] &= ~bit[enemy]
                    self.owes[unit] &= ~bit[enemy]
                    if not self.touch[unit]:
                        del self.touch[unit], self.owes[unit]
        if self.bonds:
            self.bonds = [(unit, self.owes[unit]) for unit, _ in self.bonds if self.owes.get(unit)]
        self.first_owed = None

    # ------------------------------------------------------------------ owed enemies and their means

    def owed(self, attackers: int = 0, defenders: int = 0) -> list[int]:
        """Enemies in contact whom no unit next to them could attack any more, once these have fought."""
        spared, bit = ~attackers, self.bit
        return [enemy for enemy, claim in self.claims.items() if not claim & spared and not defenders & bit[enemy]]

    @enforces(FAMILY, "errata-7.21")
    def unserved(self, owed: list[int], guns: list[int], points: int) -> int:
        """How many of them neither a gun nor a point is left for, by the best assignment; a point serves anybody."""
        spare = len(owed) - points
        return 0 if spare <= 0 else max(0, spare - self.served(owed, guns))

    def served(self, owed: list[int], guns: list[int]) -> int:
        """How many of them these guns can serve, each gun one."""
        return most_served({enemy: [gun for gun in guns if self.in_range(gun, enemy)] for enemy in owed})

    # ------------------------------------------------------------------ the tests

    @enforces(FAMILY, "7.11", "7.12", "7.21")
    def passes(self, attackers: int, defenders: int, guns: int = 0, points: int = 0) -> bool:
        """R16: may these fight (with these guns and points) without making another duty impossible?

        Each other unit bound to attack keeps an enemy to attack, and no more enemies than before are left without anybody
        who could serve them.
        """
        spared, bit = ~defenders, self.bit
        for unit, owes in self.owes.items():
            if not owes & spared and not attackers & bit[unit]:
                return False
        owed = self.owed(attackers, defenders)
        if not owed:
            return True
        left = [gun for gun in self.guns if not guns & bit[gun]]
        return self.unserved(owed, left, self.points - points) <= self.unserved(self.owed(), self.guns, self.points)

    def may_fire(self, enemy: int, guns: int = 0, points: int = 0) -> bool:
        """The same test for guns and points alone against one enemy, or added to an attack under way (enemy -1)."""
        if self.first_owed is None:
            self.first_owed = self.owed()
        if not self.first_owed and enemy not in self.claims:
            return True
        return self.passes(0, 0 if enemy < 0 else self.bit[enemy], guns, points)

    @enforces(FAMILY, "7.11", "7.12", "7.21")
    def most_points(self, enemy: int) -> int:
        """The most points that `may_fire` lets be spent: all but those without which more enemies than now would go unserved."""
        if self.first_owed is None:
            self.first_owed = self.owed()
        if not self.first_owed and enemy not in self.claims:
            return self.points
        struck = 0 if enemy < 0 else self.bit[enemy]
        for owes in self.owes.values():
            if not owes & ~struck:
                return 0
        owed = self.owed(0, struck)
        allowed = self.unserved(self.first_owed, self.guns, self.points)
        if len(owed) <= allowed:
            return self.points
        needed = len(owed) - allowed - self.served(owed, self.guns)
        return max(0, self.points - max(0, needed))

    @enforces(FAMILY, "7.22", "7.23", "7.15")
    def adjacent(self, attackers: int, defenders: int) -> bool:
        """Whether every attacker is next to every defender."""
        touch, start = self.touch, self.ruleset.starts[self.side]
        while attackers:
            place = attackers.bit_length() - 1
            attackers ^= 1 << place
            if defenders & ~touch.get(start + place, 0):
                return False
        return True

    def touches(self, unit: int, enemy: int) -> bool:
        """Whether these two are next to each other, and neither has fought yet."""
        return enemy in self.touched and self.touch.get(unit, 0) & self.bit[enemy] != 0

    def together(self, attackers: int, defenders: int) -> tuple[int, int]:
        """The same with everybody who is bound to one of them."""
        for unit, enemy in self.bonds:
            if attackers & self.bit[unit] or enemy & defenders:
                attackers |= self.bit[unit]
                defenders |= enemy
        return attackers, defenders

    def can_grow(self, attackers: int, defenders: int) -> bool:
        """R55: can the attack named so far still be completed to one that passes?"""
        if self.bonds:
            attackers, defenders = self.together(attackers, defenders)
        if not self.adjacent(attackers, defenders):
            return False
        spared, bit = ~defenders, self.bit
        for unit, owes in self.owes.items():
            if not owes & spared and not attackers & bit[unit]:
                if defenders & ~self.touch[unit]:
                    return False
                attackers |= bit[unit]
        owed = self.owed(attackers, defenders)
        if not owed:
            # Everybody with no other enemy has joined, and no duty is left without anybody: it passes.
            return True
        for enemy in owed:
            if not attackers & ~self.touched[enemy]:
                defenders |= bit[enemy]
        return self.passes(attackers, defenders)

    def in_range(self, gun: int, enemy: int) -> bool:
        """Whether a gun reaches an enemy."""
        return self.ruleset.ground.grid.distances(self.where[gun])[self.where[enemy]] <= self.ruleset.range[gun]

    def served_by_any(self, enemy: int) -> bool:
        """Whether a gun or a point could still be spent on an enemy."""
        return self.points > 0 or any(self.in_range(gun, enemy) for gun in self.guns)

    def is_bound(self, enemy: int) -> bool:
        """Whether an enemy can be attacked only together with a unit that is bound to it."""
        return any(bound & self.bit[enemy] for _, bound in self.bonds)

    def refuse_alone(self, state: IslandWarState, enemy: int, about: tuple[str, ...]) -> Refusal | None:
        """Why an enemy may not be attacked without the unit that is bound to it."""
        for unit, bound in self.bonds:
            if bound & self.bit[enemy]:
                reason = f"{state.name(enemy)} can be attacked only together with {state.name(unit)}: {self.bond_rule}"
                return Refusal(self.bond_case, reason, about)
        return None

    @enforces(FAMILY, "7.0-procedure-3", "7.11", "7.12", "8.31")
    def open_duties(self) -> tuple[list[int], list[int]]:
        """Units that must still attack, and enemies that must still be attacked: while there are any, the phase continues."""
        attack: list[int] = []
        for unit, owes in self.owes.items():
            if owes:
                attack.append(unit)
        be_attacked: list[int] = []
        for enemy, claim in self.claims.items():
            if claim or self.served_by_any(enemy):
                be_attacked.append(enemy)
        return attack, be_attacked


def contacts_of(state: IslandWarState) -> list[list[int]]:
    """The units of each side that were next to an enemy when movement ended: few, and the same ones for a whole combat phase."""
    found = state.contacts
    if found is None:
        flags = state.flags
        found = state.contacts = [[unit for unit in block if flags[unit] & CONTACT] for block in state.ruleset.roster]
    return found


def duties(state: IslandWarState) -> Duties:
    """The duties of the moment, computed once until something changes."""
    found = state.duties_now
    if found is None:
        found = state.duties_now = state.ruleset.duties(state)
    return found


def refuse_means(state: IslandWarState, now: Duties, struck: int, means: str, about: tuple[str, ...]) -> Refusal:
    """A gun or points that are owed elsewhere, or an attack that would rob a unit of its only enemy."""
    for unit, owes in now.owes.items():
        if not owes & ~struck:
            name = state.name(unit)
            return Refusal("7.12", f"{name} would have no enemy left to attack", (*about, name))
    names = tuple(state.name(enemy) for enemy in now.owed(0, struck))
    return Refusal("7.11", f"{means} elsewhere: {', '.join(names)} must still be attacked", (*about, *names), ("7.21",))


@enforces(FAMILY, "2.32-range", "8.12", "8.61", "8.11")
def reaches_any(state: IslandWarState, gun: int, targets: Sequence[int]) -> bool:
    """Whether a gun reaches one of these units: the target's hex counts, the gun's does not, and nothing in between matters."""
    where, limit = state.where, state.ruleset.range[gun]
    row = state.ruleset.ground.grid.distances(where[gun])
    for target in targets:  # noqa: SIM110 - a generator would cost more than the loop
        if row[where[target]] <= limit:
            return True
    return False
