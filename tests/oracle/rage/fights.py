"""Questions to the players, and the six attacks, as straight as the rules tell them.

Everything is a generator: where a player decides it yields an `Ask` with all that may be answered, and goes on with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from .board import AREAS, GROUND, JAPAN, LANDING, LOST, PIECES, RESERVE, Position

T = TypeVar("T")


@dataclass(frozen=True)
class Ask:
    """A question: whom, in which step, and every answer there is."""

    side: str
    step: str
    offers: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """What was chosen; what only the program knows comes along: the order it proposed, the places of a plan, the Caves of it."""

    text: str
    proposed: Sequence[str] = ()
    places: dict[str, str] = field(default_factory=dict)
    caves: dict[str, int] = field(default_factory=dict)

    @property
    def verb(self) -> str:
        return self.text.partition(" ")[0]

    @property
    def rest(self) -> str:
        return self.text.partition(" ")[2]

    @property
    def pair(self) -> tuple[str, str]:
        unit, _, area = self.rest.rpartition(" ")
        return unit, area


Play = Generator[Ask, Answer, T]
Offers = Callable[[], Sequence[str]]


class Fights(Position):
    """Asking, and everything that dice do."""

    def ask_us(self, step: str, offers: Offers, call: bool = True) -> Play[Answer]:
        """A question of a U.S. phase; units of the 3rd Division may be called in passing."""
        while True:
            waiting = [f"activate {unit}" for unit in GROUND if self.where[unit] == RESERVE] if call else []
            answer = yield Ask("us", step, frozenset([*offers(), *waiting]))
            if answer.verb != "activate":
                return answer
            self.where[answer.rest] = LANDING

    def ask_japan(self, step: str, offers: Offers, kept: Callable[[], Sequence[str]] = lambda: ()) -> Play[Answer]:
        """A question to Japan, which may show units and Caves in passing, but for the units in `kept`."""
        while True:
            units = [f"reveal {unit}" for unit in self.on_map(JAPAN) if unit in self.hidden and unit not in kept()]
            caves = [f"show {area}" for area in AREAS if self.caves[area]]
            answer = yield Ask("jp", step, frozenset([*offers(), *units, *caves]))
            if answer.verb == "reveal":
                self.reveal(answer.rest)
            elif answer.verb == "show":
                self.show_cave(answer.rest)
            else:
                return answer

    def ask(self, side: str, step: str, offers: Offers) -> Play[Answer]:
        """A question in the middle of an attack."""
        if side == "us":
            return (yield from self.ask_us(step, offers, call=False))
        return (yield from self.ask_japan(step, offers))

    def window(self, step: str) -> Play[None]:
        """Japan may show things; nothing is asked only if everybody knows that there is nothing."""
        if self.fog():
            yield from self.ask_japan(step, lambda: ["pass"])

    # ------------------------------------------------------------------ dice and damage

    def throw(self, kind: str, area: str, dice: int, rocket: bool = False) -> None:
        """So many dice, each 5 or 6 a Hit; the rocket's die counts as it falls. Protection comes off the Hits."""
        faces = [self.roll() for _ in range(dice)]
        hits = sum(face in (5, 6) for face in faces)
        if rocket:
            faces.append(self.roll())
            hits += faces[-1]
        self.row = []
        self.attack = {"kind": kind, "area": area, "faces": faces, "hits": hits, "retreating": []}
        self.attack["damage"] = max(0, hits - self.protection(kind, area))

    def protection(self, kind: str, area: str) -> int:
        """Ground helps the side that controls it; Caves help Japan alone; nothing helps against Defensive Fire."""
        if kind in ("us bombardment", "us assault") and area not in self.us_control:
            return AREAS[area].bdv + self.shown[area]
        if kind in ("jp bombardment", "jp assault") and area in self.us_control:
            return AREAS[area].bdv
        return 0

    def rank(self, side: str, units: Callable[[], list[str]]) -> Play[None]:
        """The attacker puts the units in a row, if there is damage and a choice."""
        self.row = []
        if not self.attack["damage"] or len(units()) < 2:
            self.row = units()
            return

        def rest() -> list[str]:
            return [unit for unit in units() if unit not in self.row]

        while len(rest()) > 1:
            answer = yield from self.ask(side, "rank", lambda: [*(f"rank {unit}" for unit in rest()), "accept"])
            if answer.verb == "rank":
                self.row.append(answer.rest)
            else:
                self.accept(rest(), answer)
        self.row += rest()

    def accept(self, rest: list[str], answer: Answer) -> None:
        """The rest in the order the program proposes, whatever that is."""
        assert sorted(answer.proposed) == sorted(rest), f"proposed {answer.proposed} for {rest}"
        self.row += answer.proposed

    def apply_damage(self, damage: int, no_armor: bool = False) -> int:
        """Steps go one by one down the row and round again; armour and retreats eat points first. Answers what is left."""
        shrug = {unit: (0 if no_armor else PIECES[unit].armor) + (unit in self.attack["retreating"]) for unit in self.row}
        while damage and any(self.steps[unit] for unit in self.row):
            for unit in self.row:
                if not damage:
                    break
                if not self.steps[unit]:
                    continue
                damage -= 1
                if shrug[unit]:
                    shrug[unit] -= 1
                else:
                    self.lose_step(unit)
        return damage

    def collapse(self, area: str) -> None:
        """One raw Hit of a U.S. attack is enough for one Cave."""
        if self.attack["hits"] and self.shown[area]:
            self.shown[area] -= 1

    # ------------------------------------------------------------------ retreats

    def declare(self, unit: str) -> Play[None]:
        """The owner says whether this unit retreats."""
        side = PIECES[unit].side
        answer = yield from self.ask(side, "stand", lambda: [f"retreat {unit}", f"stand {unit}"])
        if answer.verb == "retreat":
            self.attack["retreating"].append(unit)

    def withdraw(self) -> Play[None]:
        """Retreating units that live go, one after another, in their owner's order."""
        waiting = [unit for unit in self.attack["retreating"] if self.where[unit] in AREAS]
        while waiting:
            ways = {f"withdraw {unit} {area}": (unit, area) for unit in waiting for area in self.refuges(unit)}
            text = next(iter(ways))
            if len(ways) > 1:
                answer = yield from self.ask(PIECES[waiting[0]].side, "withdraw", lambda ways=ways: list(ways))  # type: ignore[misc]
                text = answer.text
            unit, area = ways[text]
            waiting.remove(unit)
            self.where[unit] = area
            self.test_stacking(unit)

    # ------------------------------------------------------------------ the attacks

    def resolve_all(self, side: str, execute: Callable[[str], Play[None]]) -> Play[None]:
        """Target by target, in the order of the attacker."""
        pending = [area for area in AREAS if area in self.aim.values()]
        while pending:
            area = pending[0]
            if len(pending) > 1:
                answer = yield from self.ask(side, "resolve", lambda: [f"resolve {area}" for area in pending])
                area = answer.rest
            pending.remove(area)
            yield from execute(area)
        self.aim = {}

    def taking_part(self, area: str) -> list[str]:
        return [unit for unit, target in self.aim.items() if target == area]

    def us_bombards(self, area: str) -> Play[None]:
        guns = self.taking_part(area)
        self.throw("us bombardment", area, sum(self.bombardment_of(unit) for unit in guns))
        yield from self.window("dice")
        yield from self.rank("us", lambda: self.seen_in(area))
        left = self.apply_damage(self.attack["damage"])
        self.attack["damage"] = left
        if left and self.hidden:
            yield from self.secret_losses(area, left)
        self.collapse(area)
        self.fired.update(unit for unit in guns if unit in GROUND)

    def secret_losses(self, area: str, damage: int) -> Play[None]:
        """Japan orders its Concealed units itself; the question is the same if there are none."""
        self.row = []

        def rest() -> list[str]:
            return [unit for unit in self.unseen_in(area) if unit not in self.row]

        def offers() -> list[str]:
            doomed = damage >= sum(self.steps[unit] for unit in self.unseen_in(area))
            return [*(f"rank {unit}" for unit in rest()), "accept"] if len(rest()) > 1 and not doomed else ["done"]

        while True:
            answer = yield from self.ask_japan("losses", offers, lambda: self.unseen_in(area))
            if answer.verb == "rank":
                self.row.append(answer.rest)
            elif answer.verb == "accept":
                self.accept(rest(), answer)
            else:
                break
        self.row += rest()
        self.apply_damage(damage)

    def jp_bombards(self, area: str) -> Play[None]:
        guns = self.taking_part(area)
        rocket = [unit for unit in guns if PIECES[unit].rocket]
        self.throw("jp bombardment", area, sum(self.bombardment_of(unit) for unit in guns), bool(rocket))
        yield from self.rank("jp", lambda: self.us_in(area))
        self.apply_damage(self.attack["damage"])
        if self.attack["hits"]:
            self.beachheads.discard(area)
            self.airfields.discard(area)
        self.fired.update(guns)
        for unit in rocket:
            self.remove(unit, LOST)

    def fire_at(self, mover: str, firer: str, dice: int, landing: bool) -> Play[None]:
        """Defensive Fire by one unit at the unit that has just entered its area, which may turn back."""
        area = self.where[mover]
        self.throw(f"{PIECES[firer].side} defensive fire", area, dice)
        self.row = [mover]
        if not landing and not PIECES[mover].tank and self.refuges(mover):
            yield from self.declare(mover)
        self.apply_damage(self.attack["damage"], no_armor=PIECES[firer].at)
        yield from self.withdraw()
        self.fired.add(firer)

    def us_assaults(self, area: str) -> Play[None]:
        units = self.taking_part(area)
        self.throw("us assault", area, sum(self.assault_of(unit) for unit in units))
        yield from self.rank("us", lambda: self.jp_in(area))
        yield from self.settle_assault(area, units)

    def jp_assaults(self, area: str) -> Play[None]:
        if not self.banzai:
            answer = yield from self.ask_japan("charge", lambda: ["pass", *self.banzai_offer()])
            if answer.verb == "banzai":
                self.declare_banzai()
        units = self.taking_part(area)
        bonus = self.kirikami + 2 * (area == self.banzai or area in AREAS[self.banzai].near if self.banzai else False)
        self.throw("jp assault", area, sum(self.assault_of(unit) + bonus for unit in units))
        yield from self.rank("jp", lambda: self.us_in(area))
        yield from self.settle_assault(area, units)

    def settle_assault(self, area: str, units: list[str]) -> Play[None]:
        """Retreats are declared along the row, then steps are lost, markers go, retreats are carried out."""
        for unit in list(self.row):
            if self.mp_of(unit) and self.refuges(unit):
                yield from self.declare(unit)
        self.apply_damage(self.attack["damage"])
        if units[0] in GROUND:
            self.collapse(area)
        elif self.attack["damage"]:
            self.beachheads.discard(area)
            self.airfields.discard(area)
        yield from self.withdraw()
        self.fired.update(units)

    # ------------------------------------------------------------------ Banzai

    def banzai_offer(self) -> list[str]:
        return ["banzai"] if self.where["109 HQ"] in AREAS and not self.banzai else []

    def declare_banzai(self) -> None:
        self.banzai = self.where["109 HQ"]
