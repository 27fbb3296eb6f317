"""The sergeant's drill for Saipan, both sides: what he does at each kind of decision.

He plans a movement phase as a whole before its first move and then carries the plan out; everything else is decided again from
what he knows. The modules follow the order of a turn: landing, assault and stations (movement), battle (combat), aftermath.
"""

from __future__ import annotations

import random

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT, Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.saipan import aftermath, landing
from beachhead.players.sergeant.saipan.assault import Planner
from beachhead.players.sergeant.saipan.battle import Battle, share_cover, suffering, under_way
from beachhead.players.sergeant.saipan.doctrine import Doctrine, doctrine_of
from beachhead.players.sergeant.saipan.island import Island
from beachhead.players.sergeant.saipan.situation import Field, Situation
from beachhead.players.sergeant.saipan.stations import station_all
from beachhead.players.sergeant.saipan.table import outlook

Places = dict[int, tuple[int, int]]
"""For each unit of ours where it was when the phase was planned, and where it should end."""


class SaipanDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._planned = 0
        """The turn of the plan."""
        self._plan: Places = {}
        self._aims: dict[int, int] = {}
        """For each unit that moves for an assault the enemy whom it is to attack."""
        self._beaches: list[int] = []
        """The landing hexes chosen so far."""
        self._field: Field | None = None

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        step = seat.step
        code = self._move(seat, options) if step == "move" else self._decide(step, seat, options)
        if code < 0:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)

    def aim(self, code: int) -> tuple[str, int]:
        """The enemy for whose sake a move is made, if it is part of an assault."""
        unit = code >> FIRST_SHIFT & ARGUMENT
        return ("unit", self._aims[unit]) if unit in self._aims else ("", -1)

    def _decide(self, step: str, seat: Seat, options: Options) -> int:
        """The number of an action, or -1 for a step that this drill does not know."""
        now = self._look(seat, Island.of(options.ruleset))
        if step == "note":
            return self._note(now, options)
        if step == "deploy":
            return self._deploy(now, options)
        if step == "land":
            return _land(now, options)
        doctrine = _doctrine(now, options)
        if step == "combat":
            return _combat(now, doctrine, options)
        if step == "attackers":
            return _attackers(now, doctrine, options)
        if step == "barrage":
            return _barrage(now, doctrine, options)
        if step == "protect":
            return _protect(now, options)
        if step == "banzai":
            return _banzai(now, doctrine, options)
        if step == "retreat":
            return _retreat(now, doctrine, options)
        if step == "price":
            codes = options.singles("pay")
            return codes[aftermath.whom_to_pay(now, list(codes))]
        if step == "advance":
            return _advance(now, doctrine, options)
        return -1

    def _look(self, seat: Seat, island: Island) -> Situation:
        """The position; as long as nobody moves, what follows from where the units are is kept."""
        where: list[int] = seat.known("where")
        storms: list[int] = seat.known("storms")
        field = self._field
        if field is None or field.island is not island or field.where != where or field.storms != storms:
            field = self._field = Field(where, storms, self.side, island)
        return Situation(seat, field)

    # ------------------------------------------------------------------ before the landing

    def _note(self, now: Situation, options: Options) -> int:
        noted: list[int] = now.seat.known("noted")
        codes = options.singles("note")
        if not {*noted} < {*self._beaches}:
            self._beaches = landing.landing_plan(now.island, noted, self._chance)
        for beach in self._beaches:
            if beach in codes:
                return codes[beach]
        return codes[landing.nearest_beach(now.island, noted, list(codes))]

    def _deploy(self, now: Situation, options: Options) -> int:
        rows = options.rows("deploy")
        unit, space = landing.deployment(now, {unit: mask for unit, (_, mask) in rows.items()}, self._chance)
        return rows[unit][0] | space << SECOND_SHIFT

    # ------------------------------------------------------------------ movement

    def _move(self, seat: Seat, options: Options) -> int:
        """Carry out the plan of the phase; a hex that a friend is still to leave waits until he has."""
        rows = options.rows("move")
        island = Island.of(options.ruleset)
        if self._planned != seat.known("turn") or not self._holds(seat, island):
            self._make_plan(self._look(seat, island), options, {unit: mask for unit, (_, mask) in rows.items()})
        for unit, (_, goal) in self._plan.items():
            row = rows.get(unit)
            if row is not None and row[1] >> goal & 1:
                return row[0] | goal << SECOND_SHIFT
        return _done(options)

    def _holds(self, seat: Seat, island: Island) -> bool:
        """Whether all units are where the plan has them, before or after their moves."""
        where: list[int] = seat.known("where")
        plan = self._plan
        for unit in island.units[self.side]:
            space = where[unit]
            if space >= 0:
                place = plan.get(unit)
                if place is None or (space != place[0] and space != place[1]):
                    return False
        return True

    def _make_plan(self, now: Situation, options: Options, reach: dict[int, int]) -> None:
        planner = Planner(now, _doctrine(now, options), reach, now.island.support(now.side, now.turn))
        goals: dict[int, int] = {}
        aims: dict[int, int] = {}
        for assault in planner.run():
            for unit, space in assault.places:
                goals[unit.number] = space
                aims[unit.number] = assault.target
        goals.update(station_all(now, planner, reach))
        plan: Places = {number: (now.counters[number].space, goal) for number, goal in goals.items()}
        for unit in now.mine:
            if unit.number not in plan:
                plan[unit.number] = (unit.space, unit.space)
        self._planned, self._plan, self._aims = now.turn, plan, aims


def _doctrine(now: Situation, options: Options) -> Doctrine:
    settled = options.ruleset.parameters["options"]
    return doctrine_of(now, settled.get("reinforcement_rate") == "per_beachhead")


def _done(options: Options) -> int:
    return options.codes("done")[0]


def _land(now: Situation, options: Options) -> int:
    codes = options.pairs("land")
    return codes[landing.next_to_land(now, list(codes))] if codes else _done(options)


# ---------------------------------------------------------------------- combat


def _combat(now: Situation, doctrine: Doctrine, options: Options) -> int:
    battle = Battle(now, doctrine)
    pairs = options.pairs("attack")
    if pairs:
        for enemy in battle.order():
            for unit in battle.groups[enemy]:
                if (unit, enemy) in pairs:
                    return pairs[unit, enemy]
        return min(pairs.values())
    return _open_fire(battle, options)


def _open_fire(battle: Battle, options: Options) -> int:
    """No unit is left that must attack: guns and points that would be wasted fire on their own."""
    guns, points = options.pairs("barrage"), options.pairs("support")
    found = {enemy for _, enemy in guns}
    found.update([enemy for _, enemy in points])
    targets = sorted(found)
    counters, closing = battle.now.counters, options.codes("done")
    if not closing:
        owed: list[int] = battle.now.seat.known("owed")
        targets = [enemy for enemy in targets if enemy in owed] or targets
    value, enemy, extra = battle.best_barrage(targets)
    if enemy < 0 or value < 0.05:
        if closing:
            return closing[0]
        enemy, extra = targets[0], 1
    mine = [(counters[gun].attack, code) for (gun, target), code in guns.items() if target == enemy]
    if mine:
        return max(mine)[1]
    numbers = {number: code for (number, target), code in points.items() if target == enemy}
    return numbers[min(extra, max(numbers))]


def _attackers(now: Situation, doctrine: Doctrine, options: Options) -> int:
    """Add every unit assigned to these enemies, then finish; if the attack cannot be finished yet, add what is asked for."""
    joins, closing = options.singles("join"), options.codes("done")
    if joins:
        battle = Battle(now, doctrine)
        team: set[int] = set()
        for enemy in now.combat()[1]:
            team.update(battle.groups.get(enemy.number, []))
        for unit, code in joins.items():
            if unit in team:
                return code
    if closing:
        return closing[0]
    if joins:
        return min(joins.values())
    others = options.singles("also")
    return others[min((now.counters[unit].defence, unit) for unit in others)[1]]


def _barrage(now: Situation, doctrine: Doctrine, options: Options) -> int:
    battle = Battle(now, doctrine)
    attack = under_way(now, doctrine)
    guns, points = battle.share_fire(attack, [target.space for target in attack.targets])
    codes = options.singles("barrage")
    for gun in guns:
        if gun.number in codes:
            return codes[gun.number]
    numbers = options.singles("support")
    if points and numbers:
        return numbers[min(points, max(numbers))]
    return _done(options)


def _protect(now: Situation, options: Options) -> int:
    """Give as much as makes a difference, sparing what those who are still to be attacked may need."""
    attack, foot = suffering(now)
    counters = now.counters
    guns, numbers = options.singles("protect"), options.singles("support")
    most = max(numbers) if numbers else 0
    for gun in guns:
        most += counters[gun].fpf
    needed = share_cover(now, attack, foot, most)
    if not needed:
        return _done(options)
    fitting = [gun for gun in guns if counters[gun].fpf <= needed]
    if not fitting and not numbers:
        fitting = list(guns)
    if fitting:
        return guns[-max((counters[gun].fpf, -gun) for gun in fitting)[1]]
    return numbers[min(needed, max(numbers))] if numbers else _done(options)


def _banzai(now: Situation, doctrine: Doctrine, options: Options) -> int:
    """A massed attack, if what it adds is worth the men it costs."""
    attack = under_way(now, doctrine)
    attack.base = now.combat()[2]
    bill = paid = 0
    lives = 0.0
    for unit in attack.attackers:
        if unit.foot:
            paid += unit.attack
            lives += unit.worth
    for unit in attack.targets:
        bill += unit.defence
    stake = doctrine.own * lives * min(1.0, bill / max(1, paid))
    massed = attack.judge(outlook(attack.base + paid, attack.columns))
    return options.codes("banzai" if massed - stake > attack.value(0) else "regular")[0]


# ---------------------------------------------------------------------- after the die


def _retreat(now: Situation, doctrine: Doctrine, options: Options) -> int:
    codes = options.pairs("retreat") | options.pairs("displace")
    return codes[aftermath.best_retreat(now, doctrine, list(codes))]


def _advance(now: Situation, doctrine: Doctrine, options: Options) -> int:
    codes = options.pairs("advance")
    chosen = aftermath.best_advance(now, doctrine, list(codes))
    return codes[chosen] if chosen is not None else _done(options)
