"""The U.S. side: shell, land, storm, build, and keep count."""

from __future__ import annotations

import random
from typing import Any

from beachhead.players.sergeant.rage.advance import Advance
from beachhead.players.sergeant.rage.charge import losses
from beachhead.players.sergeant.rage.guess import Guess
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.prospects import Prospects
from beachhead.players.sergeant.rage.situation import Situation
from beachhead.players.sergeant.rage.support import plan_barrage


class Marines:
    """Decides for the U.S. Plans of fire and of moves are followed while they fit, and made again when they do not."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._blows: dict[int, float] = {}
        self._seen_blows: set[tuple[int, int]] = set()
        self._faced: dict[int, int] = {}
        """Steps in the open in each area when the guns were aimed."""
        self._barrage: tuple[int, dict[int, int]] = (0, {})
        self._advance: tuple[object, dict[int, int]] = (None, {})

    def choose(self, view: dict[str, Any], island: Island, options: Options) -> int | None:
        """The number of an action, or None for a step that this drill does not know."""
        step = view["decision"]["step"]
        self._watch(view, island)
        if step in ("ground", "retire", "resolve", "rank"):
            return options.one("ground", "retire", "accept", "resolve")
        now = Situation(view, "us", island)
        if step == "recovery":
            return _recover(now, options)
        if step == "bombard":
            return self._bombard(now, options)
        if step == "move":
            return self._move(now, options)
        if step == "assault":
            return options.one("assault", "done")
        if step == "build":
            return _build(now, options)
        if step == "us fire":
            return _fire(now, options)
        if step == "stand":
            return _stand(now, options)
        if step == "withdraw":
            return _withdraw(now, options)
        return None

    def _watch(self, view: dict[str, Any], island: Island) -> None:
        """Remember what our shells must have done to units hidden where they fell."""
        fight = view["fight"]
        if fight.get("kind") != "us bombardment" or not fight["area"] or not fight["hits"]:
            return
        area = island.index[fight["area"]]
        key = (view["turn"], area)
        if key in self._seen_blows:
            return
        self._seen_blows.add(key)
        caves = view["shown caves"].get(fight["area"], 0)
        caves += view["known"]["caves found"].get(fight["area"], 0) > caves
        cover = 0 if view["control"][fight["area"]] == "us" else island.value[area] + caves
        left = fight["hits"] - cover - self._faced.get(area, 0)
        if left > 0:
            self._blows[area] = self._blows.get(area, 0.0) + left

    def _bombard(self, now: Situation, options: Options) -> int | None:
        pairs = options.pairs("bombard")
        if not pairs:
            return options.one("done")
        turn, plan = self._barrage
        if turn != now.turn or not any(pair in pairs for pair in plan.items()):
            guess = Guess(now, self._blows)
            self._faced = {area: sum(unit.steps for unit in now.jp[area]) for area in now.island.all}
            plan = plan_barrage(now, guess, Advance(Prospects(now, guess)).targets(), options)
            self._barrage = (now.turn, plan)
        for pair in plan.items():
            if pair in pairs:
                return pairs[pair]
        return options.one("done")

    def _move(self, now: Situation, options: Options) -> int | None:
        """Call the 3rd Division once there is a Beachhead for it; then carry out the plan, made again after every surprise."""
        if now.beachheads:
            called = options.one("activate")
            if called is not None:
                return called
        steps, stop = options.pairs("move") | options.pairs("land"), options.one("stop")
        on_way = next(iter(steps))[0] if stop is not None and steps else None
        advance = Advance(Prospects(now, Guess(now, self._blows)))
        enemies = sorted((unit.number, unit.area) for unit in now.units.values() if not unit.us and unit.area >= 0)
        known = (now.turn, tuple(enemies))
        if self._advance[0] != known:
            self._advance = (known, advance.plan(on_way))
        for number, goal in self._advance[1].items():
            unit = now.units[number]
            if (on_way is not None and number != on_way) or (on_way is None and unit.moved):
                continue
            onward = advance.next_step(unit, goal)
            if onward is not None and (number, onward) in steps:
                return steps[number, onward]
        return stop if stop is not None else options.one("done")


def _recover(now: Situation, options: Options) -> int | None:
    """A regiment that comes back adds more than one that recovers a step."""
    returns = options.pairs("return")
    if returns:
        return returns[min(returns, key=lambda pair: (now.units[pair[0]].arm != "marines", pair))]
    worn = options.singles("recover")
    if worn:
        return worn[min(worn, key=lambda number: (now.units[number].arm == "artillery", now.units[number].steps, number))]
    return options.one("done")


def _build(now: Situation, options: Options) -> int | None:
    """Everything possible; of three beaches the two that are worth more."""
    sites = options.singles("build")

    def key(area: int) -> tuple[float, int, int]:
        return (-now.fire_on(area) - 9 * bool(now.jp[area]), len(now.us[area]), -area)

    return sites[max(sites, key=key)] if sites else options.one("done")


def _fire(now: Situation, options: Options) -> int | None:
    shots = options.singles("fire")
    return shots[max(shots, key=lambda number: now.units[number].assault)] if shots else options.one("pass")


def _stand(now: Situation, options: Options) -> int | None:
    """Give way to save a unit, or where the fight is lost; hold what has been won."""
    retreat, hold = options.singles("retreat"), options.one("stand")
    number = next(iter(retreat))
    unit, fight = now.units[number], now.view["fight"]
    friends = [other for other in now.us[unit.area] if other.number != number]
    if fight["kind"] == "jp defensive fire":
        lost = fight["damage"]
        forlorn = lost and not friends and not now.held[unit.area] and unit.steps - lost < 2
        return retreat[number] if lost >= unit.steps or forlorn else hold
    staying, leaving = losses(now, unit, False), losses(now, unit, True)
    if staying >= unit.steps > leaving and friends:
        return retreat[number]
    return hold


def _withdraw(now: Situation, options: Options) -> int | None:
    pairs = options.pairs("withdraw")

    def key(pair: tuple[int, int]) -> tuple[bool, bool, int]:
        area = pair[1]
        return (len(now.us[area]) < 5, area in now.beachheads, now.island.value[area])

    return pairs[max(pairs, key=key)]
