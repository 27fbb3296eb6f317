"""The position: where every counter lies and in what order, what it has done, and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from beachhead.engine.action import UNIT, pack
from beachhead.engine.chance.deck import Cards
from beachhead.engine.errors import IllegalAction, InvalidAction
from beachhead.engine.fields import Fields, lists, number, numbers, row
from beachhead.engine.state import State
from tests.demo.atoll.pieces import DECK, FATE, FATE_CARDS, FATE_TITLES, HAND, OPEN, ORDERS, PARTS, SPENT, US, Face, title_of
from tests.demo.atoll.ruleset import ATTACK, JOIN, LOST, OFFSHORE, UNKNOWN, AtollRuleset

MOST: Final = 99
PHASES: Final = 9
OURS_MOST, THEIRS_MOST = 4, 3
"""Counters of a side in one hex."""


class AtollState(State[AtollRuleset]):
    """One moment of Atoll. A counter that is turned over is told apart from what lies beneath it: `open`, `identity`."""

    fields = Fields(
        turn=number(1, low=1, high=MOST),
        last=number(1, low=1, high=MOST),
        alert=number(high=10),
        landings=number(high=MOST),
        part=number(high=2),
        doctrine=number(high=2),
        salvos=number(high=MOST),
        where=row(UNIT, OFFSHORE, low=LOST, high="space"),
        # The place of a counter in its stack, 0 at the bottom.
        rank=row(UNIT, high=MOST),
        open=row(UNIT),
        identity=row(UNIT, UNKNOWN, low=UNKNOWN, high="last_piece"),
        cup=numbers(high="last_piece", distinct=True),
        losses=row(UNIT, high=2),
        disrupted=row(UNIT),
        hero=row(UNIT),
        unsupplied=row(UNIT),
        # What the Upkeep Phase owes (1) and has done (2): supply, rallying, and lanes through obstacles.
        duty=row(UNIT, high=2),
        nerve=row(UNIT, high=2),
        # Units that have landed, moved, bombarded or fired (1), and those that have attacked (2).
        acted=row(UNIT, high=2),
        shelled=row("space", high=MOST),
        obstacles=row("space", high=MOST),
        lanes=row("space", high=2),
        cleared=row("sectors"),
        fate=lists(),
        orders=lists(),
    )
    turn: int
    last: int
    alert: int
    landings: int
    part: int
    doctrine: int
    salvos: int
    where: list[int]
    rank: list[int]
    open: list[int]
    identity: list[int]
    cup: list[int]
    losses: list[int]
    disrupted: list[int]
    hero: list[int]
    unsupplied: list[int]
    duty: list[int]
    nerve: list[int]
    acted: list[int]
    shelled: list[int]
    obstacles: list[int]
    lanes: list[int]
    cleared: list[int]
    fate: Cards
    orders: Cards

    # ------------------------------------------------------------------ looking

    def name(self, unit: int) -> str:
        """The id of a counter."""
        return self.ruleset.units[unit]

    def hex(self, space: int) -> str:
        """The number of a hex."""
        return self.ruleset.hexes[space]

    def pile(self, space: int, side: int | None = None) -> list[int]:
        """The counters of a hex, bottom first; those of one side."""
        found = [unit for unit, at in enumerate(self.where) if at == space and side in (None, self.ruleset.owner(unit))]
        return sorted(found, key=self.rank.__getitem__)

    def held_by(self, side: int) -> set[int]:
        """The hexes in which a side has counters."""
        own = self.ruleset.owner
        return {space for unit, space in enumerate(self.where) if space >= 0 and own(unit) == side}

    def face(self, unit: int) -> Face | None:
        """What a counter is, if that is settled."""
        if unit < self.ruleset.count:
            return self.ruleset.us_faces[unit]
        return None if self.identity[unit] == UNKNOWN else self.ruleset.piece(self.identity[unit])[1]

    def in_contact(self, unit: int) -> bool:
        """Whether an enemy is in the same hex or the next."""
        here = self.where[unit]
        enemy = self.held_by(1 - self.ruleset.owner(unit))
        return here in enemy or any(near in enemy for near in self.ruleset.island.near[here])

    def next_phase(self) -> None:
        """Go on to the next phase; the game lists its phases first among its steps, in the order of a turn."""
        phases = self.ruleset.steps[:PHASES]
        self.replace(type(phases[(self.stack[-1][0] + 1) % PHASES]))

    # ------------------------------------------------------------------ counters

    def lift(self, unit: int, to: int) -> None:
        """Take a counter out of its stack."""
        space, rank = self.where[unit], self.rank[unit]
        for other, at in enumerate(self.where):
            if at == space >= 0 and self.rank[other] > rank:
                self.rank[other] -= 1
        self.where[unit] = to
        self.rank[unit] = 0

    def put(self, unit: int, space: int, *, under: bool = False) -> None:
        """Put a counter on top of a hex, or under what lies there."""
        self.lift(unit, LOST)
        others = self.pile(space)
        for other in others if under else ():
            self.rank[other] += 1
        self.where[unit] = space
        self.rank[unit] = 0 if under else len(others)

    def turn_over(self, unit: int, case: str) -> None:
        """Turn a counter face up. Where nobody knows what it is, that is drawn now."""
        if self.open[unit]:
            return
        self.open[unit] = 1
        if self.identity[unit] == UNKNOWN:
            self.identity[unit] = self.cup.pop(self.dice.below(len(self.cup), "cup"))
        title, face = self.ruleset.piece(self.identity[unit])
        place = self.hex(self.where[unit])
        self.tell("revealed", case, f"A counter at {place} turns out to be {title}", unit=self.name(unit), place=place)
        if face.arm == "dummy":
            self.remove(unit, case)

    def remove(self, unit: int, case: str) -> None:
        """A counter is out of the game."""
        place = self.hex(self.where[unit])
        self.lift(unit, LOST)
        self.disrupted[unit] = self.hero[unit] = self.unsupplied[unit] = self.duty[unit] = self.nerve[unit] = 0
        self.tell("lost", case, f"{self.title(unit)} is eliminated at {place}", unit=self.name(unit), place=place)

    def title(self, unit: int) -> str:
        """What everybody calls a counter: a face-down one has no name."""
        if unit < self.ruleset.count:
            return self.name(unit)
        return f"The {self.ruleset.piece(self.identity[unit])[0]}" if self.open[unit] else "A face-down counter"

    def loses_step(self, unit: int, case: str) -> None:
        """A U.S. unit loses a step; the second is its last."""
        self.losses[unit] += 1
        if self.losses[unit] == 2:
            self.remove(unit, case)
        else:
            self.tell("loss", case, f"{self.name(unit)} loses a step", unit=self.name(unit), place=self.hex(self.where[unit]))

    # ------------------------------------------------------------------ cards

    def turn_up(self, part: int, case: str) -> int:
        """Turn up a card for everybody and read one part of it."""
        FATE.put_back(self.fate, OPEN, SPENT)
        if not self.fate[DECK]:
            FATE.shuffle(self.fate, DECK, SPENT)
        card = FATE.turn_up(self.fate, DECK, OPEN, self.dice)
        self.part = part
        self.tell("card", case, f"{FATE_TITLES[card]} is turned up for {PARTS[part]}", card=FATE_CARDS[card], part=PARTS[part])
        return card

    def draw_order(self) -> None:
        """The U.S. player draws an order, which nobody else sees."""
        if not self.orders[DECK]:
            return
        ORDERS.deal(self.orders, DECK, HAND)
        card = ORDERS.peek(self.orders, HAND, self.dice, US)
        self.tell("drawn", "4.4", "The U.S. draws an order")
        self.tell("drew", "4.4", f"It is {title_of(card)}", seen_by=("us",), card=ORDERS.names[card])

    # ------------------------------------------------------------------ typed lists

    def alias(self, kind: str, text: str) -> list[int]:
        """A hex also means the U.S. unit on top of it."""
        space = self.ruleset.island.grid.find(text)
        units = self.pile(space, US)[-1:] if kind == UNIT and space is not None else []
        return [unit for unit in units if unit < self.ruleset.count]

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """`attack 0503 from 0402 0404`: the attack, and who joins it, one action after the other."""
        return self._in_one_line(text) if self.ruleset.is_shorthand(text) else None

    def _in_one_line(self, text: str) -> Iterator[int | str]:
        words = text.split()
        target = self.ruleset.island.grid.find(words[1])
        units = [(self.ruleset.names[UNIT].find(word) or self.alias(UNIT, word) or [-1])[0] for word in words[3:]]
        if target is None or -1 in units:
            raise InvalidAction(f"{text!r} names something that is not a hex with a U.S. unit")
        for joined, unit in enumerate(units):
            code = pack(JOIN, unit) if joined else pack(ATTACK, unit, target)
            if code not in self.choices():
                raise IllegalAction(text, self.refusal_of(code))
            yield code
