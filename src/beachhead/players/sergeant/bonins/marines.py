"""The U.S. side: Suribachi first, then sector by sector; joint attacks, and nobody idle."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.bonins.approach import Approach
from beachhead.players.sergeant.bonins.field import ELIMINATED, MOVED, US_MOBILE_MOVEMENT, US_MOVEMENT, Field
from beachhead.players.sergeant.bonins.isle import Isle
from beachhead.players.sergeant.bonins.staff import Attack, Staff
from beachhead.players.sergeant.options import Options

REGIMENTS: Final = 2
"""Reserve regiments that are called, and from which turn on."""
CALL_TURN: Final = 2
EXPECTED: Final = 0.6
"""How far a planned attack may count on suppression."""


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


def second(code: int) -> int:
    """The second."""
    return code >> SECOND_SHIFT & ARGUMENT


class Marines:
    """Decides for the U.S. side."""

    def __init__(self) -> None:
        self._attack: Attack | None = None
        self._moves: list[tuple[int, int]] = []
        self._aims: dict[int, int] = {}
        """For each unit that moves for an attack the hex that is to be attacked."""
        self._expected: tuple[int, int, list[int]] = (-1, -1, [])
        """Turn, phase and places of units for which the moves were made."""

    def choose(self, step: str, seat: Seat, isle: Isle, options: Options) -> int | None:
        """The action for a step, or None if the drill does not know it."""
        if step == "movement":
            return self.move(seat, isle, options)
        if step == "declare":
            return self.declare(Field(seat, isle), options)
        if step == "declaring":
            return self.declaring(seat, isle, options)
        if step == "combat":
            return self.combat(Field(seat, isle), options)
        if step == "attacking":
            return self.gather(seat, isle, options)
        if step == "loss":
            return self.lose(Field(seat, isle), options)
        if step == "retreat":
            return self.retreat(Field(seat, isle), options)
        if step == "advance":
            return self.advance(Field(seat, isle), options)
        if step == "beaches":
            return options.singles("invade").get(0)
        return None

    def aim(self, code: int) -> tuple[str, int]:
        """The hex that a move prepares to attack."""
        target = self._aims.get(first(code), -1)
        return ("space", target) if target >= 0 else ("", -1)

    # ------------------------------------------------------------------ movement

    def move(self, seat: Seat, isle: Isle, options: Options) -> int | None:
        """Reserves, replacements, the moves that the next attacks need, landings."""
        turn, phase = seat.known("turn"), seat.known("phase")
        where = seat.known("where")
        if self._expected != (turn, phase, where):
            field = Field(seat, isle)
            code = self.reserves(field, options)
            if code is None and phase == US_MOVEMENT:
                code = self.replace(field, options)
            if code is not None:
                return code
            self._moves = self.plan(field)
            self._expected = (turn, phase, where)
        rows = options.rows("move")
        for number, (unit, space) in enumerate(self._moves):
            row = rows.get(unit)
            if row is not None and row[1] >> space & 1:
                del self._moves[number]
                where[unit] = space
                self._expected = (turn, phase, where)
                return row[0] | space << SECOND_SHIFT
        code = self.land(Field(seat, isle), options)
        if code is not None:
            where[first(code)] = second(code)
            self._expected = (turn, phase, where)
            return code
        return options.one("done")

    def reserves(self, field: Field, options: Options) -> int | None:
        """The regiments of the 3rd Division, with their tanks."""
        called = sum(field.seat.known("called"))
        if field.turn < CALL_TURN or called >= REGIMENTS:
            return None
        codes = options.codes("call")
        return max(codes, key=lambda code: (second(code) > 0, -code)) if codes else None

    def replace(self, field: Field, options: Options) -> int | None:
        """Depleted battalions in safety first, then tanks, battalions that were lost, and support units."""
        isle = field.isle

        def rank(unit: int) -> int:
            if field.where[unit] != ELIMINATED:
                return 4
            return 3 if isle.is_tank[unit] else 2 if isle.is_battalion[unit] else 1

        codes = options.codes("replace")
        return max(codes, key=lambda code: (rank(first(code)), -code)) if codes else None

    def plan(self, field: Field) -> list[tuple[int, int]]:
        """Who goes where in this phase."""
        isle = field.isle
        acted = field.seat.known("acted")
        halvings = (field.phase == US_MOBILE_MOVEMENT) + field.storm
        regular = field.phase == US_MOVEMENT
        reach: dict[int, int] = {}
        for unit in isle.us_units:
            start = field.where[unit]
            if start >= 0:
                reach[unit] = 1 << start
                if not acted[unit] & MOVED:
                    reach[unit] = isle.reach(unit, start, halvings, field.jp_mask, field.zones, regular)
        staff = Staff(field)
        plan, posts = staff.planned(reach, EXPECTED if regular else 0.0)
        self._aims = {unit: attack.target for attack in plan for unit in attack.units}
        posts = Approach(field, staff, reach, plan, posts).posts()
        return [(unit, space) for unit, space in posts.items() if space != field.where[unit]]

    def land(self, field: Field, options: Options) -> int | None:
        """Somebody on the beach that is nearest to the fight; battalions before support units."""
        rows = options.rows("land")
        if not rows:
            return None
        isle = field.isle
        mask = next(iter(rows.values()))[1]
        spaces = spaces_of(mask)
        goals = field.jp_mask & isle.suribachi_mask if not field.flag else field.jp_mask
        far = isle.far(goals or field.jp_mask)
        count = {space: len(field.us.get(space, ())) for space in spaces}
        space = min(spaces, key=lambda space: (field.jp_mask >> space & 1, count[space], far[space], space))
        unit = max(rows, key=lambda unit: (field.strength(unit), -unit))
        return rows[unit][0] | space << SECOND_SHIFT

    # ------------------------------------------------------------------ combat

    def declare(self, field: Field, options: Options) -> int | None:
        """Bombarded attacks, the best first."""
        markers = field.seat.known("markers")
        pairs = options.pairs("declare")
        for attack in Staff(field).attacks(markers) if pairs else []:
            for space in attack.fronts:
                if attack.markers and (attack.target, space) in pairs:
                    self._attack = attack
                    return pairs[(attack.target, space)]
        return options.one("done")

    def declaring(self, seat: Seat, isle: Isle, options: Options) -> int | None:
        """Those join who were meant to; then the markers."""
        code = self._join(seat, options)
        if code is not None:
            return code
        marks = sorted(options.codes("mark"))
        attack = self._attack
        if attack is not None and 0 < attack.markers <= len(marks):
            return marks[attack.markers - 1]
        return marks[-1] if marks else None

    def _join(self, seat: Seat, options: Options) -> int | None:
        joins = options.singles("join")
        attack = self._attack
        if attack is not None and seat.known("combat")[0] == attack.target:
            for space in attack.fronts:
                if space in joins:
                    return joins[space]
            return None
        # Somebody else has begun this attack: all who can.
        return next(iter(joins.values()), None)

    def combat(self, field: Field, options: Options) -> int | None:
        """Declared attacks, then others that promise something, then the end of the phase."""
        self._attack = None
        code = options.one("resolve")
        if code is not None:
            return code
        pairs = options.pairs("attack")
        for attack in Staff(field).attacks(0) if pairs else []:
            for space in attack.fronts:
                if (attack.target, space) in pairs:
                    self._attack = attack
                    return pairs[(attack.target, space)]
        done = options.one("done")
        return done if done is not None else next(iter(pairs.values()), None)

    def gather(self, seat: Seat, isle: Isle, options: Options) -> int | None:
        """Those join who were meant to."""
        code = self._join(seat, options)
        return code if code is not None else options.one("done")

    # ------------------------------------------------------------------ after a combat

    def lose(self, field: Field, options: Options) -> int | None:
        """Support units first, which cost no points; then battalions that are spent anyway: who is lost can be rebuilt at sea,
        and full battalions in front hit harder."""
        isle = field.isle

        def price(code: int) -> tuple[int, int]:
            unit = first(code)
            if isle.is_support[unit]:
                return (3 if isle.is_tank[unit] else 0, code)
            return (1 if field.depleted[unit] else 2, code)

        return min(options.codes("lose"), key=price)

    def retreat(self, field: Field, options: Options) -> int | None:
        """Back, to where the way to the front is short; nobody goes who need not."""
        done = options.one("done")
        if done is not None:
            return done
        isle = field.isle
        far = isle.far(field.jp_mask)
        codes = options.codes("retreat")
        if codes:
            return min(codes, key=lambda code: (far[second(code)], isle.danger(isle.lines[second(code)], 2), code))
        return options.one("stand")

    def advance(self, field: Field, options: Options) -> int | None:
        """Into the hex, the strongest first, if that brings them nearer to the next enemy."""
        isle = field.isle
        codes = options.codes("advance")
        if not codes:
            return options.one("done")
        near = isle.zone(field.jp_mask)

        def value(code: int) -> tuple[float, int]:
            start, goal = first(code), second(code)
            strength = sum(field.strength(unit) for unit in field.tops(start))
            # Whoever stands beside other enemies is needed where he is.
            held = (isle.near_mask[start] & field.jp_mask).bit_count()
            gained = (isle.near_mask[goal] & field.jp_mask).bit_count()
            return strength + 2.0 * (gained - held), -code

        goal = second(codes[0])
        code = max(codes, key=value)
        if not near >> goal & 1 and near >> first(code) & 1:
            return options.one("done")
        return code
