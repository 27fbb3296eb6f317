"""The Marines after D-Day: attack what can be beaten, storm what is left of forts, close up, and keep out of needless fire."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import ARGUMENT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.advance import Advance, Kept
from beachhead.players.sergeant.dday.assault import Attack
from beachhead.players.sergeant.dday.bill import Bill, first
from beachhead.players.sergeant.dday.climb import march_for
from beachhead.players.sergeant.dday.field import COMPANIES, STACK
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.dday.lineup import Lineup
from beachhead.players.sergeant.dday.plan import GUARDS
from beachhead.players.sergeant.dday.staff import Staff
from beachhead.players.sergeant.dday.storm import SHAKES, Entry, Storm
from beachhead.players.sergeant.options import Options

WORTH: Final = 0.2
"""What an attack must promise."""
FIGHT: Final = 0.3
"""What a close combat must promise."""
BRAVE: Final = 6
"""The strength with which a company attacks a cave: a depth marker alone."""
SURE: Final = 0.5
"""A position that is beaten so often by an attack is not stormed."""
LOUD: Final = 6
"""The points of naval gunfire, and nearly those of an airstrike or of two tanks."""
STAFF: Final = frozenset(("garrisons", "command posts", "daily replacements", "assigning", "reserve", "returning", "rest day"))
GUNS: Final = 3
"""Artillery points with which a barrage is worth while."""
HINDMOST: Final = 3
"""The battalion on the far shore at Suribachi."""
SEEN: Final = 3
"""So many units must be in the field of a position for artillery to fall on it."""


def same_kind(island: Island, unit: int, other: int) -> bool:
    """Whether both are tanks, or both engineers."""
    return island.is_tank[unit] == island.is_tank[other] and island.is_engineer[unit] == island.is_engineer[other]


class Offensive:
    """Decides for the U.S. side from the second day on."""

    def __init__(self) -> None:
        self._attack: Attack | None = None
        self._entry: Entry | None = None
        self._path: tuple[int, ...] = ()
        self._goal = -1
        self._joining: list[int] = []
        self._turn = 0
        self._seen: set[int] = set()
        self._round = 0
        self._quiet: tuple[int, int] = (-1, -1)
        self._kept: Kept = {}
        self._stormed: set[int] = set()

    def choose(self, step: str, seat: Seat, island: Island, options: Options) -> int | None:
        """The number of the action for this step; None if the step is unknown."""
        if step.startswith("set-up"):
            return self.set_up(seat, island, options)
        if step == "actions":
            return self.act(seat, island, options)
        if step == "attacking":
            return self.join(seat, options)
        if step == "shelling":
            return self.shell(options)
        if step == "barraging":
            return options.one("join", "done")
        if step == "move":
            return self.go_on(seat, options)
        if step in STAFF:
            self._kept.clear()
            return Staff(Front(seat, island), self._kept).choose(step, options)
        if step in ("landing", "arrivals", "drifting", "group", "grouping", "third marines"):
            return self.land(seat, island, options)
        if step == "recovery":
            codes = options.codes("recover")
            steps = seat.known("steps")
            if not codes:
                return options.one("done")
            return max(codes, key=lambda code: (island.is_rifle[first(code)], steps[first(code)], -code))
        if step in ("rallying", "commitment"):
            return options.one("recover", "done")
        if step == "deliberate":
            return options.one("fight")
        return Bill(seat, island).choose(step, options)

    def end_of_move(self) -> int:
        """The hex where the planned move ends beyond its next step; -1 if there is none."""
        return self._path[-1] if self._path else -1

    # ------------------------------------------------------------------ set-up

    def set_up(self, seat: Seat, island: Island, options: Options) -> int | None:
        """A sensible line; at Suribachi two stacks at the foot of the mountain, the others out of sight."""
        if not (island.must_cut and island.closed_from):
            front = Front(seat, island)
            return Lineup(front, Advance(front, self._kept)).choose(seat.step, options)
        rows = options.rows("deploy")
        if not rows:
            return options.one("arrange", "done")
        front = Front(seat, island)
        unit = min(rows)
        base, mask = rows[unit]
        near = list(spaces_of(front.jp_mask))
        fit = [place for place in spaces_of(mask) if front.room(place, unit)] or spaces_of(mask)
        post = self.post_of(front, unit)
        fights = island.is_rifle[unit] or island.is_tank[unit] or island.is_engineer[unit]

        def worth(place: int) -> tuple[float, float, int, int]:
            here = front.at.get(place, ())
            if post >= 0:
                return -float(island.distance[place][post]), 0.0, -len(here), -place
            seen = 0.0 if fights else -1.0 * (front.intense >> place & 1) - (front.both >> place & 1)
            far = min((island.distance[place][there] for there in near), default=0)
            company = any(island.is_rifle[other] for other in here) and not any(same_kind(island, unit, other) for other in here)
            return seen + (2.0 * company if not island.is_rifle[unit] else 0.0), -float(far), -len(here), -place

        return base | max(fit, key=worth) << SECOND_SHIFT

    @staticmethod
    def post_of(front: Front, unit: int) -> int:
        """The hex of the line that cuts Suribachi off for which a unit is set up; -1 for others."""
        island = front.island
        if island.is_heavy[unit]:
            return island.line[0]
        if island.is_hq[unit]:
            return next(place for place, staffs in zip(island.line, GUARDS, strict=True) if island.battalion[unit][1] in staffs)
        if island.battalion[unit][1] == HINDMOST and unit == max(island.members[island.battalion[unit]]):
            return island.line[2]
        return -1

    # ------------------------------------------------------------------ landing

    def land(self, seat: Seat, island: Island, options: Options) -> int | None:
        """Ashore where the way is short and nobody fires."""
        front = Front(seat, island)
        march = march_for(front, {})
        best, top = options.one("drift", "group", "done"), -1e9
        for unit, (base, mask) in options.rows("land").items():
            for place in front.spaces(mask):
                worth = march.stand(unit, place)
                if front.room(place, unit) and worth > top:
                    best, top = base | place << SECOND_SHIFT, worth
        for (unit, box), code in options.pairs("place").items():
            worth = max(march.stand(unit, place) for place in island.box_hexes[box])
            worth -= 2.0 * (not island.box_east[box])
            if worth > top:
                best, top = code, worth
        return best

    # ------------------------------------------------------------------ the US Action Phase

    def act(self, seat: Seat, island: Island, options: Options) -> int | None:
        """Attacks first, close combats, barrages, then units in danger, then moves."""
        turn = seat.known("turn")
        if turn != self._turn:
            self._turn, self._seen, self._round, self._quiet = turn, set(), 0, (-1, -1)
            self._kept.clear()
        self._path, self._goal, self._joining, self._attack, self._entry = (), -1, [], None, None
        code = options.one("hero") if not options.pairs("hero") else None
        if code is not None and len(options.codes("hero")) == 1 and not code >> SECOND_SHIFT & 1023 and not first(code):
            return code
        front = Front(seat, island)
        if self._quiet != (front.jp_mask, front.us_mask):
            storm = Storm(front)
            for choice in (
                self.prepare(storm, options),
                self.bombard(storm, options),
                self.attack(storm, options),
                self.storm(storm, options),
                self.barrage(storm, options),
            ):
                if choice is not None:
                    return choice
            self._quiet = front.jp_mask, front.us_mask
        code = self.preserve(front, options)
        if code is not None:
            return code
        return self.march(front, options)

    def attack(self, storm: Storm, options: Options) -> int | None:
        """The attack that promises most."""
        pairs = options.pairs("attack")
        if not pairs:
            return None
        naval, air = storm.front.seat.known("support")
        found = storm.attacks(naval, air, 0)
        for attack in sorted(found, key=lambda attack: (-attack.gain, len(attack.units), attack.position)):
            place = storm.island.position_hex[attack.position]
            if attack.gain < WORTH:
                return None
            if place in self._stormed and attack.kill < SURE:
                continue
            for unit in attack.units:
                code = pairs.get((place, unit))
                if code is not None:
                    self._attack = attack
                    return code
        return self.smoke_out(storm, pairs)

    def smoke_out(self, storm: Storm, pairs: dict[tuple[int, int], int]) -> int | None:
        """Caves, and tanks outside the positions: the strongest unit beside one attacks it with its battalion."""
        front, island = storm.front, storm.island
        best, top, target = None, 0, -1
        for (place, unit), code in pairs.items():
            strength = storm.weapons[unit][0]
            if (
                front.strict
                and island.position_at[place] < 0
                and island.distance[front.where[unit]][place] == 1
                and strength > top
            ):
                best, top, target = code, strength, place
        if best is None or top < BRAVE:
            return None
        opener = best >> SECOND_SHIFT & ARGUMENT
        mates = [
            unit
            for near in spaces_of(island.near_mask[target] & front.us_mask)
            for unit in front.at[near]
            if unit != opener and front.is_able(unit) and island.battalion[unit] == island.battalion[opener] != (0, 0)
        ]
        self._attack = Attack(-1, (opener, *mates), 1.0, 1.0, 0)
        return best

    def prepare(self, storm: Storm, options: Options) -> int | None:
        """Which positions are for close combat, because no attack beats them; those are disrupted first, if tanks or guns can."""
        front, island = storm.front, storm.island
        self._stormed = set()
        if not front.strict:
            return None
        pairs = options.pairs("enter")
        naval, air = front.seat.known("support")
        best, top = None, 0.0
        for entry in storm.entries(pairs, set(options.pairs("join"))) if pairs else ():
            position = island.position_at[entry.place]
            if entry.place in self._stormed:
                continue
            attack = storm.best(position, naval, air)
            kill = attack.kill if attack is not None else 0.0
            if kill >= SURE:
                continue
            later = storm.prospect(entry)
            if max(entry.worth, later) < FIGHT:
                continue
            self._stormed.add(entry.place)
            if front.shaken[position] or not storm.open(position) or later <= entry.worth:
                continue
            for word in ("naval", "air", "barrage", "guns"):
                for code in options.codes(word):
                    if first(code) != entry.place:
                        continue
                    points = code & ARGUMENT if word == "guns" else LOUD
                    worth = SHAKES[min(points, LOUD)] * (later - entry.worth)
                    if word == "barrage" and (code >> SECOND_SHIFT & ARGUMENT) in entry.units:
                        continue
                    if worth > top:
                        best, top = code, worth
        return best

    def bombard(self, storm: Storm, options: Options) -> int | None:
        """Naval gunfire, then an airstrike on a fort that fires at many and will not be attacked in this phase: they come before
        everything else, and what is left over is lost sooner or later."""
        front, island = storm.front, storm.island
        naval, air = front.seat.known("support")
        best, top = None, (0, 0)
        for word, have in (("air", air), ("naval", naval)):
            for code in options.codes(word) if have > 1 else ():
                place = first(code)
                position = island.position_at[place]
                if position < 0 or front.shaken[position] or not storm.garrison.get(position, (0, 0, 0, 0, 0))[4]:
                    continue
                attack = storm.best(position, naval, air)
                if attack is not None and attack.gain >= WORTH:
                    continue
                _, _, hot, cool = front.groups[island.position_group[position]]
                seen = sum(len(front.at[there]) for there in spaces_of((hot | cool) & front.us_mask))
                if seen >= SEEN and (seen, have) > top:
                    best, top = code, (seen, have)
        return best

    def join(self, seat: Seat, options: Options) -> int | None:
        """Those join who were meant to, with the support that was meant."""
        joins = options.singles("join")
        attack = self._attack
        if attack is None:
            return options.one("done")
        for unit in attack.units:
            if unit in joins:
                return joins[unit]
        for bit, word in ((1, "naval"), (2, "air")):
            if attack.support & bit:
                code = options.one(word)
                if code is not None:
                    return code
        points = attack.support >> 2
        if points:
            guns = [(owner, number) for owner, number in options.pairs("guns") if number <= points]
            if guns:
                best = max(guns, key=lambda pair: (pair[1], -pair[0]))
                self._attack = attack._replace(support=attack.support & 3 | points - best[1] << 2)
                return options.pairs("guns")[best]
        return options.one("done")

    def storm(self, storm: Storm, options: Options) -> int | None:
        """The close combat that promises most."""
        pairs = options.pairs("enter")
        if not pairs:
            return None
        joins = options.pairs("join")
        for entry in storm.entries(pairs, set(joins)):
            if entry.worth < FIGHT:
                return None
            leader = entry.units[0]
            self._entry = entry
            self._joining = list(entry.units[2:])
            if len(entry.units) > 1:
                return joins[(entry.units[1], leader)]
            return pairs[(leader, entry.place)]
        return None

    def barrage(self, storm: Storm, options: Options) -> int | None:
        """Tanks, then guns fall on a position that is turned up, undisrupted, not attacked, and has most Marines in its field."""
        front, island = storm.front, storm.island
        tanks, guns = options.codes("barrage"), options.codes("guns")
        best, top = None, (0.0, 0, 0)
        for code in (*tanks, *guns):
            place = first(code)
            position = island.position_at[place]
            if position < 0 or front.shaken[position] or not storm.open(position):
                continue
            _, _, hot, cool = front.groups[island.position_group[position]]
            seen = sum(len(front.at[there]) for there in spaces_of((hot | cool) & front.us_mask))
            points = code & ARGUMENT if code in guns else GUNS + 1
            if code in guns and (points < GUNS or seen < SEEN):
                continue
            rank = (float(min(seen, 2 * SEEN)), points, -code)
            if seen and rank > top:
                best, top = code, rank
        return best

    def shell(self, options: Options) -> int | None:
        """All that can be had."""
        guns = options.pairs("guns")
        if guns:
            return guns[max(guns, key=lambda pair: (pair[1], -pair[0]))]
        return options.one("done")

    def preserve(self, front: Front, options: Options) -> int | None:
        """Units that cannot act get out of intense fire."""
        stuck = front.beside_forts()
        for unit, (base, mask) in options.rows("preserve").items():
            here = front.where[unit]
            if unit in self._seen or not (front.intense | stuck) >> here & 1:
                continue
            self._seen.add(unit)
            goals = [place for place in front.spaces(mask) if front.room(place, unit)]
            if not front.intense >> here & 1:
                if len(front.at[here]) < 2:
                    continue
                goals = [place for place in goals if not (front.intense | stuck) >> place & 1]
            if goals:
                march = march_for(front, self._kept)
                return base | max(goals, key=lambda place: (march.stand(unit, place), -place)) << SECOND_SHIFT
        return None

    # ------------------------------------------------------------------ moves

    def march(self, front: Front, options: Options) -> int | None:
        """The next move of a unit that has not been looked at: companies, those who help them, then the HQs."""
        moves, steps = options.rows("move"), options.rows("step")
        march = march_for(front, self._kept)
        while self._round < 2:
            waiting = [unit for unit in moves if unit not in self._seen]
            waiting.sort(key=lambda unit: self.rank(march, unit))
            for unit in waiting:
                self._seen.add(unit)
                short = steps[unit][1] if unit in steps else 0
                friends = self.friends(front, unit, moves)
                move = march.best(unit, moves[unit][1], short, 1 + len(friends))
                if move is None:
                    continue
                goal = move.path[0]
                if len(move.path) == 1 and short >> goal & 1:
                    return steps[unit][0] | goal << SECOND_SHIFT
                self._path, self._goal = move.path[1:], goal
                if move.risk > 0.0 and friends:
                    code = self.form(front, options, unit, friends, move.path[-1])
                    if code is not None:
                        return code
                return moves[unit][0] | goal << SECOND_SHIFT
            self._round += 1
            self._seen = set()
        return options.one("done")

    def rank(self, march: Advance, unit: int) -> tuple[int, float, int]:
        """Who moves first: companies nearest to the enemy, HQs after all others."""
        front, island = march.front, march.island
        kind = 3 if unit in island.staffs else 2 if island.is_hq[unit] else 0 if island.is_rifle[unit] else 1
        return kind, march.away("attack")[front.where[unit]], unit

    def friends(self, front: Front, unit: int, moves: dict[int, tuple[int, int]]) -> list[int]:
        """Units of the battalion in the hex that could go along, so that one card is drawn for all."""
        island = front.island
        if island.battalion[unit] == (0, 0):
            return []
        return [
            other
            for other in front.at[front.where[unit]]
            if other != unit
            and other in moves
            and island.battalion[other] == island.battalion[unit]
            and other not in self._seen
            and not island.is_hq[other]
        ]

    def form(self, front: Front, options: Options, unit: int, friends: list[int], goal: int) -> int | None:
        """Friends join for whom there is room where the unit is going."""
        island = front.island
        here = list(front.at.get(goal, ()))
        going = [unit]
        for other in friends:
            together = [*here, *going, other]
            rifles = sum(1 for each in together if island.is_rifle[each])
            if len(together) <= STACK and rifles <= COMPANIES and front.is_worn(other) == front.is_worn(unit):
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
        code = options.one("fight")
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
        if self._entry is not None:
            for (_, place), code in options.pairs("enter").items():
                if place == self._entry.place:
                    return code
        if self._goal in goals and seat.known("move")[0] != self._goal:
            return goals[self._goal]
        if self._path and self._path[0] in goals:
            self._goal, self._path = self._path[0], self._path[1:]
            return goals[self._goal]
        if stop is not None:
            return stop
        return options.one("enter") if not moves else next(iter(moves.values()))
