"""The sergeant's drill for Saipan, both sides: what he does at each kind of decision.

He plans a movement phase as a whole before its first move and then carries the plan out; everything else is decided again from
the view. The modules follow the order of a turn: landing, assault and stations (movement), battle (combat), aftermath.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from beachhead.engine.action import Action, Actions, unpack
from beachhead.players.sergeant.saipan import aftermath, landing
from beachhead.players.sergeant.saipan.assault import Planner
from beachhead.players.sergeant.saipan.battle import Battle, share_cover, suffering, under_way
from beachhead.players.sergeant.saipan.doctrine import Doctrine, doctrine_of, worth
from beachhead.players.sergeant.saipan.island import Island
from beachhead.players.sergeant.saipan.situation import Situation
from beachhead.players.sergeant.saipan.stations import station_all
from beachhead.players.sergeant.saipan.table import outlook

Options = dict[str, list[tuple[int, int, int, int]]]
"""What may be done: word -> arguments and number of each action."""


Places = dict[int, tuple[int, int]]
"""For each unit of ours where it was when the phase was planned, and where it should end."""


class SaipanDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._plan: tuple[int, Places] = (0, {})
        self._beaches: list[int] = []
        """The landing hexes chosen so far."""
        self._answers: dict[str, Callable[[Situation, Doctrine, Options], int]] = {
            "note": self._note,
            "deploy": self._deploy,
            "land": self._land,
            "move": self._move,
            "combat": self._combat,
            "attackers": self._attackers,
            "barrage": self._barrage,
            "protect": self._protect,
            "banzai": self._banzai,
            "retreat": self._retreat,
            "price": self._price,
            "advance": self._advance,
        }

    def choose(self, view: dict[str, Any], actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        ruleset = actions.ruleset
        answer = self._answers.get(view["decision"]["step"])
        if answer is None:
            return actions[int(self._chance.random() * len(actions))]
        now = Situation(view, self.side, Island.of(ruleset))
        options: Options = {}
        for code in actions.codes:
            verb, first, second, third = unpack(code)
            options.setdefault(ruleset.verbs[verb].word, []).append((first, second, third, code))
        return Action(answer(now, doctrine_of(now), options), ruleset)

    # ------------------------------------------------------------------ before the landing

    def _note(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        noted = [now.island.index[name] for name in now.view["noted"]]
        codes = {first: code for first, _, _, code in options["note"]}
        if not {*noted} < {*self._beaches}:
            self._beaches = landing.landing_plan(now.island, noted, self._chance)
        wanted = [beach for beach in self._beaches if beach in codes]
        return codes[wanted[0] if wanted else landing.nearest_beach(now.island, noted, list(codes))]

    def _deploy(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        codes = {(unit, space): code for unit, space, _, code in options["deploy"]}
        return codes[landing.deployment(now, list(codes), self._chance)]

    def _land(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        codes = {(unit, space): code for unit, space, _, code in options.get("land", ())}
        return codes[landing.next_to_land(now, list(codes))] if codes else _done(options)

    # ------------------------------------------------------------------ movement

    def _move(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        """Carry out the plan of the phase; a hex that a friend is still to leave waits until he has."""
        codes = {(unit, space): code for unit, space, _, code in options.get("move", ())}
        for unit, (_, goal) in self._places(now, doctrine, list(codes)).items():
            if (unit, goal) in codes:
                return codes[unit, goal]
        return _done(options)

    def _places(self, now: Situation, doctrine: Doctrine, moves: list[tuple[int, int]]) -> Places:
        """The plan of this phase, made again if the units are not where it left them."""
        turn, places = self._plan
        if turn != now.turn or any(unit.space not in places.get(unit.number, ()) for unit in now.mine):
            reach: dict[int, int] = {}
            for number, space in moves:
                reach[number] = reach.get(number, 0) | 1 << space
            planner = Planner(now, doctrine, reach, now.island.support(now.side, now.turn))
            goals = dict(place for assault in planner.run() for place in assault.places)
            goals |= dict(station_all(now, doctrine, planner, reach))
            order = [*goals, *(unit.number for unit in now.mine if unit.number not in goals)]
            places = {unit: (now.counters[unit].space, goals.get(unit, now.counters[unit].space)) for unit in order}
            self._plan = (now.turn, places)
        return places

    # ------------------------------------------------------------------ combat

    def _combat(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        battle = Battle(now, doctrine)
        pairs = {(unit, enemy): code for unit, enemy, _, code in options.get("attack", ())}
        for enemy in battle.order():
            for unit in battle.groups[enemy]:
                if (unit, enemy) in pairs:
                    return pairs[unit, enemy]
        if pairs:
            return min(pairs.values())
        return self._open_fire(battle, options)

    def _open_fire(self, battle: Battle, options: Options) -> int:
        """No unit is left that must attack: guns and points that would be wasted fire on their own."""
        guns = {(gun, enemy): code for gun, enemy, _, code in options.get("barrage", ())}
        points = {(number, enemy): code for number, enemy, _, code in options.get("support", ())}
        targets = sorted({enemy for _, enemy in (*guns, *points)})
        counters = battle.now.counters
        if "done" not in options:
            owed = {battle.now.number[name] for name in battle.now.view["duties"]["be attacked"]}
            targets = [enemy for enemy in targets if enemy in owed] or targets
        value, enemy, extra = battle.best_barrage(targets)
        if enemy < 0 or value < 0.05:
            if "done" in options:
                return _done(options)
            enemy, extra = targets[0], 1
        mine = [(counters[gun].attack, code) for (gun, target), code in guns.items() if target == enemy]
        if mine:
            return max(mine)[1]
        numbers = {number: code for (number, target), code in points.items() if target == enemy}
        return numbers[min(extra, max(numbers))]

    def _attackers(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        """Add every unit assigned to these enemies, then finish; if the attack cannot be finished yet, add what is asked for."""
        battle = Battle(now, doctrine)
        team = {unit for enemy in now.named(now.view["combat"]["defenders"]) for unit in battle.groups.get(enemy.number, ())}
        joins = {unit: code for unit, _, _, code in options.get("join", ())}
        for unit, code in joins.items():
            if unit in team:
                return code
        if "done" in options:
            return _done(options)
        if joins:
            return min(joins.values())
        return min(options["also"], key=lambda choice: (now.counters[choice[0]].defence, choice[0]))[3]

    def _barrage(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        battle = Battle(now, doctrine)
        attack = under_way(now, doctrine)
        guns, points = battle.share_fire(attack, [target.space for target in attack.targets])
        codes = {gun: code for gun, _, _, code in options.get("barrage", ())}
        for gun in guns:
            if gun.number in codes:
                return codes[gun.number]
        numbers = {number: code for number, _, _, code in options.get("support", ())}
        if points and numbers:
            return numbers[min(points, max(numbers))]
        return _done(options)

    def _protect(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        """Give as much as makes a difference, sparing what those who are still to be attacked may need."""
        attack, foot = suffering(now)
        guns = {gun: code for gun, _, _, code in options.get("protect", ())}
        numbers = {number: code for number, _, _, code in options.get("support", ())}
        most = sum(now.counters[gun].fpf for gun in guns) + max(numbers, default=0)
        needed = share_cover(now, attack, foot, most)
        if not needed:
            return _done(options)
        fitting = [gun for gun in guns if now.counters[gun].fpf <= needed] or ([] if numbers else list(guns))
        if fitting:
            return guns[max(fitting, key=lambda gun: (now.counters[gun].fpf, -gun))]
        return numbers[min(needed, max(numbers))] if numbers else _done(options)

    def _banzai(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        """A massed attack, if what it adds is worth the men it costs."""
        attack = under_way(now, doctrine)
        attack.base = now.view["combat"]["differential"]
        foot = [unit for unit in attack.attackers if unit.foot]
        bill = sum(target.defence for target in attack.targets)
        paid = sum(unit.attack for unit in foot)
        stake = doctrine.own * sum(map(worth, foot)) * min(1.0, bill / max(1, paid))
        massed = attack.judge(outlook(attack.base + sum(unit.attack for unit in foot), attack.columns))
        return options["banzai"][0][3] if massed - stake > attack.value(0) else options["regular"][0][3]

    # ------------------------------------------------------------------ after the die

    def _retreat(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        codes = {(unit, space): code for word in ("retreat", "displace") for unit, space, _, code in options.get(word, ())}
        return codes[aftermath.best_retreat(now, doctrine, list(codes))]

    def _price(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        codes = {unit: code for unit, _, _, code in options["pay"]}
        return codes[aftermath.whom_to_pay(now, list(codes))]

    def _advance(self, now: Situation, doctrine: Doctrine, options: Options) -> int:
        codes = {(unit, space): code for unit, space, _, code in options.get("advance", ())}
        chosen = aftermath.best_advance(now, doctrine, list(codes))
        return codes[chosen] if chosen is not None else _done(options)


def _done(options: Options) -> int:
    return options["done"][0][3]


DRILL = SaipanDrill
