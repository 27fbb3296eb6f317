"""The Marines: land, attack what can be beaten, close up on the next position, and stand on the right hexes at nightfall."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.assault import Assault, Attack
from beachhead.players.sergeant.dday.bill import Bill
from beachhead.players.sergeant.dday.field import COMPANIES, STACK, Field
from beachhead.players.sergeant.dday.island import PURPOSE, Island
from beachhead.players.sergeant.dday.landings import Landings
from beachhead.players.sergeant.dday.march import March
from beachhead.players.sergeant.dday.neck import Neck
from beachhead.players.sergeant.dday.toll import Toll
from beachhead.players.sergeant.options import Options

WORTH: Final = 0.2
"""What an attack must promise."""


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


def second(code: int) -> int:
    """Its second argument."""
    return code >> SECOND_SHIFT & ARGUMENT


class Marines:
    """Decides for the U.S. side."""

    def __init__(self) -> None:
        self._attack: Attack | None = None
        self._path: tuple[int, ...] = ()
        self._goal = -1
        self._joining: list[int] = []
        self._turn = 0
        self._seen: set[int] = set()
        self._round = 0
        self._quiet = -1
        self._kept: dict[tuple[str, int, int], list[float]] = {}

    def choose(self, step: str, seat: Seat, island: Island, options: Options) -> int | None:
        """The number of the action for this step; None if the step is unknown."""
        if step == "actions":
            return self.act(seat, island, options)
        if step == "attacking":
            return self.join(options)
        if step == "move":
            return self.go_on(seat, options)
        if step in ("landing", "arrivals", "drifting", "group"):
            return Landings(Field(seat, island), self._kept).choose(step, options)
        if step == "recovery":
            return self.recover(seat, island, options)
        if step.startswith("set-up"):
            return options.one("arrange")
        if step == "rallying":
            return options.one("recover", "done")
        if step == "deliberate":
            return options.one("fight")
        return (Toll if island.d_day_only else Bill)(seat, island).choose(step, options)

    def end_of_move(self) -> int:
        """The hex where the planned move ends beyond its next step; -1 if there is none."""
        return self._path[-1] if self._path else -1

    # ------------------------------------------------------------------ the US Action Phase

    def act(self, seat: Seat, island: Island, options: Options) -> int | None:
        """Attacks first, then units in danger, then moves; each unit is looked at twice at most."""
        turn = seat.known("turn")
        if turn != self._turn:
            self._turn, self._seen, self._round, self._quiet = turn, set(), 0, -1
            self._kept.clear()
        self._path, self._goal, self._joining, self._attack = (), -1, [], None
        field = Field(seat, island)
        if self._quiet != field.jp_mask:
            code = self.attack(field, options)
            if code is not None:
                return code
            self._quiet = field.jp_mask
        code = self.preserve(field, options)
        if code is not None:
            return code
        return self.march(field, options)

    def attack(self, field: Field, options: Options) -> int | None:
        """The attack that promises most."""
        pairs = options.pairs("attack")
        if not pairs:
            return None
        naval, air = field.seat.known("support")
        assault = Assault(field)
        for barred in (0 if field.last else field.under_mountain, 0):
            found = assault.attacks(naval, air, barred)
            for attack in sorted(found, key=lambda attack: (-attack.gain, len(attack.units), attack.position)):
                place = field.island.position_hex[attack.position]
                for unit in attack.units:
                    code = pairs.get((place, unit))
                    if attack.gain >= WORTH and code is not None:
                        self._attack = attack
                        return code
        return None

    def join(self, options: Options) -> int | None:
        """Those join who were meant to, with the support that was meant."""
        joins = options.singles("join")
        attack = self._attack
        if attack is not None:
            for unit in attack.units:
                if unit in joins:
                    return joins[unit]
            for bit, word in ((1, "naval"), (2, "air")):
                if attack.support & bit:
                    code = options.one(word)
                    if code is not None:
                        return code
        return options.one("done")

    def preserve(self, field: Field, options: Options) -> int | None:
        """Disrupted units get out of intense fire where they could never recover."""
        rows = options.rows("preserve")
        for unit, (base, mask) in rows.items():
            if unit in self._seen or not field.intense >> field.where[unit] & 1:
                continue
            self._seen.add(unit)
            goals = [place for place in range(mask.bit_length()) if mask >> place & 1 and field.room(place, unit)]
            if goals:
                march = March(field, self._kept)
                return base | max(goals, key=lambda place: (march.stand(unit, place), -place)) << SECOND_SHIFT
        return None

    def march(self, field: Field, options: Options) -> int | None:
        """The next move of a unit that has not been looked at, those nearest to their goals first."""
        moves, steps = options.rows("move"), options.rows("step")
        if field.last:
            open_ = field.purposes()
            moves = {unit: row for unit, row in moves.items() if PURPOSE.get(field.island.order[unit], 0) in open_}
        march = March(field, self._kept)
        if field.last and 1 in open_:
            code = self.block(field, march, options, moves, steps)
            if code is not None:
                return code
        while self._round < 2:
            waiting = [unit for unit in moves if unit not in self._seen]
            waiting.sort(key=lambda unit: self.rank(march, unit))
            for unit in waiting:
                self._seen.add(unit)
                short = steps[unit][1] if unit in steps else 0
                friends = self.friends(field, unit, moves)
                move = march.best(unit, moves[unit][1], short, 1 + len(friends))
                if move is None:
                    continue
                goal = move.path[0]
                if len(move.path) == 1 and short >> goal & 1:
                    return steps[unit][0] | goal << SECOND_SHIFT
                self._path, self._goal = move.path[1:], goal
                if move.risk > 0.0 and friends:
                    code = self.form(field, options, unit, friends, move.path[-1])
                    if code is not None:
                        return code
                return moves[unit][0] | goal << SECOND_SHIFT
            self._round += 1
            self._seen = set()
        return options.one("done")

    def block(
        self,
        field: Field,
        march: March,
        options: Options,
        moves: dict[int, tuple[int, int]],
        steps: dict[int, tuple[int, int]],
    ) -> int | None:
        """The next move that is needed to cut Suribachi off."""
        post = Neck(field, march).plan(moves)
        if post is None:
            return None
        unit, goal = post.units[0], post.path[0]
        self._path, self._goal = post.path[1:], goal
        if len(post.units) > 1:
            pairs = options.pairs("join")
            joining = [other for other in post.units[1:] if (other, unit) in pairs]
            if joining:
                self._joining = joining[1:]
                return pairs[(joining[0], unit)]
        if len(post.path) == 1 and unit in steps and steps[unit][1] >> goal & 1:
            return steps[unit][0] | goal << SECOND_SHIFT
        return moves[unit][0] | goal << SECOND_SHIFT

    def rank(self, march: March, unit: int) -> tuple[float, bool, int]:
        """Who moves first: whoever is nearest to his goal, companies before the others."""
        field, island = march.field, march.island
        return march.away(island.order[unit])[field.where[unit]], not island.is_rifle[unit], unit

    def friends(self, field: Field, unit: int, moves: dict[int, tuple[int, int]]) -> list[int]:
        """Units of the hex with the same order that could go along, so that one card is drawn for all."""
        island = field.island
        return [
            other
            for other in field.at[field.where[unit]]
            if other != unit and other in moves and island.order[other] == island.order[unit] and other not in self._seen
        ]

    def form(self, field: Field, options: Options, unit: int, friends: list[int], goal: int) -> int | None:
        """Friends join for whom there is room where the unit is going."""
        island = field.island
        here = list(field.at.get(goal, ()))
        going = [unit]
        for other in friends:
            together = [*here, *going, other]
            rifles = sum(1 for each in together if island.is_rifle[each])
            if len(together) <= STACK and rifles <= COMPANIES and island.is_tank[other] == island.is_tank[unit]:
                going.append(other)
        pairs = options.pairs("join")
        joining = [other for other in going[1:] if (other, unit) in pairs]
        if not joining:
            return None
        self._seen.update(joining)
        self._joining = joining[1:]
        return pairs[(joining[0], unit)]

    def go_on(self, seat: Seat, options: Options) -> int | None:
        """On the way: as planned. Whoever has entered an enemy's hex fights at once."""
        code = options.one("fight", "enter")
        if code is not None:
            return code
        stop = options.one("stop")
        moves = options.pairs("move")
        goals = {goal: code for (_, goal), code in moves.items()}
        if stop is None:
            pairs = options.pairs("join")
            while self._joining:
                unit = self._joining.pop()
                for (other, _), code in pairs.items():
                    if other == unit:
                        return code
        if self._goal in goals and seat.known("move")[0] != self._goal:
            return goals[self._goal]
        if self._path and self._path[0] in goals:
            self._goal, self._path = self._path[0], self._path[1:]
            return goals[self._goal]
        return stop if stop is not None else next(iter(moves.values()), None)

    def recover(self, seat: Seat, island: Island, options: Options) -> int | None:
        """Everybody who can; companies first."""
        codes = options.codes("recover")
        if not codes:
            return options.one("done")
        steps = seat.known("steps")
        return max(codes, key=lambda code: (island.is_rifle[first(code)], steps[first(code)], -code))
