"""The U.S. side: shell, land, storm, build, and keep count."""

from __future__ import annotations

import random
from typing import Any

from beachhead.players.sergeant.rage.advance import Advance
from beachhead.players.sergeant.rage.guess import Guess
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.odds import damage
from beachhead.players.sergeant.rage.offers import Offer
from beachhead.players.sergeant.rage.charge import losses
from beachhead.players.sergeant.rage.situation import Counter, Situation
from beachhead.players.sergeant.rage.support import plan_barrage


class Marines:
    """Decides for the U.S. A plan of fire and a plan of moves are kept while they last, and made anew whenever they do not fit."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._blows: dict[int, float] = {}
        self._seen_blows: set[tuple[int, int]] = set()
        self._faced: dict[int, int] = {}
        """Steps that stood in the open in each area when the guns were laid."""
        self._barrage: tuple[int, dict[int, int]] = (0, {})
        self._advance: tuple[object, dict[int, int]] = (None, {})

    def choose(self, view: dict[str, Any], island: Island, offer: Offer) -> int | None:
        """The number of an action, or None for a step that this drill does not know."""
        step = view["decision"]["step"]
        self._watch(view, island)
        if step in ("ground", "retire", "resolve", "rank"):
            return offer.one("ground", "retire", "accept", "resolve")
        now = Situation(view, "us", island)
        if step == "recovery":
            return _recover(now, offer)
        if step == "bombard":
            return self._bombard(now, offer)
        if step == "move":
            return self._move(now, offer)
        if step == "assault":
            return _assault(now, offer)
        if step == "build":
            return _build(now, offer)
        if step == "us fire":
            return _fire(now, offer)
        if step == "stand":
            return _stand(now, offer)
        if step == "withdraw":
            return _withdraw(now, offer)
        return None

    def _watch(self, view: dict[str, Any], island: Island) -> None:
        """Remember what our shells must have done to whoever was hidden where they fell."""
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

    def _bombard(self, now: Situation, offer: Offer) -> int | None:
        pairs = offer.pairs("bombard")
        if not pairs:
            return offer.one("done")
        turn, plan = self._barrage
        if turn != now.turn or not any(pair in pairs for pair in plan.items()):
            guess = Guess(now, self._blows)
            self._faced = {area: sum(unit.steps for unit in now.jp[area]) for area in now.island.all}
            plan = plan_barrage(now, guess, Advance(now, guess).goals(), offer)
            self._barrage = (now.turn, plan)
        for pair in plan.items():
            if pair in pairs:
                return pairs[pair]
        return offer.one("done")

    def _move(self, now: Situation, offer: Offer) -> int | None:
        """Call the 3rd Division once there is a Beachhead for it; then carry out the plan, which is made anew after every surprise."""
        if now.beachheads:
            called = offer.one("activate")
            if called is not None:
                return called
        steps = offer.pairs("move") | offer.pairs("land")
        stop = offer.one("stop")
        guess = Guess(now, self._blows)
        advance = Advance(now, guess)
        mark = advance.mark()
        known, plan = self._advance
        if mark != known:
            on_way = next((number for number, _ in offer.pairs("move")), None) if stop is not None else None
            plan = advance.plan(on_way)
            self._advance = (mark, plan)
        if stop is not None:
            number = next((number for number, _ in steps), -1)
            goal = plan.get(number, now.units[number].area if number >= 0 else -1)
            onward = advance.next_step(now.units[number], goal) if number >= 0 else None
            return steps[number, onward] if onward is not None and (number, onward) in steps else stop
        for number, goal in plan.items():
            unit = now.units[number]
            if unit.moved or unit.area == goal:
                continue
            onward = advance.next_step(unit, goal)
            if onward is not None and (number, onward) in steps:
                return steps[number, onward]
        return offer.one("done")


def _recover(now: Situation, offer: Offer) -> int | None:
    """A regiment that comes back adds more than one that is mended."""
    returns = offer.pairs("return")
    if returns:
        return returns[min(returns, key=lambda pair: (now.units[pair[0]].arm != "marines", pair))]
    mends = offer.singles("recover")
    if mends:
        return mends[min(mends, key=lambda number: (now.units[number].arm == "artillery", now.units[number].steps, number))]
    return offer.one("done")


def _assault(now: Situation, offer: Offer) -> int | None:
    """Everybody."""
    return offer.one("assault", "done")


def _build(now: Situation, offer: Offer) -> int | None:
    """Everything at once; of three beaches the two that are worth more."""
    sites = offer.singles("build")

    guns = [unit for unit in now.units.values() if not unit.us and unit.gun and unit.area >= 0]

    def key(area: int) -> tuple[float, int, int]:
        fire = sum(unit.bombardment for unit in guns if area in now.island.reach(unit.range, unit.area))
        return (-fire - 9 * bool(now.jp[area]), len(now.us[area]), -area)

    return sites[max(sites, key=key)] if sites else offer.one("done")


def _fire(now: Situation, offer: Offer) -> int | None:
    shots = offer.singles("fire")
    return shots[max(shots, key=lambda number: now.units[number].assault)] if shots else offer.one("pass")


def _stand(now: Situation, offer: Offer) -> int | None:
    """Give way to save a unit, or where the fight is lost; hold what has been won."""
    retreat, hold = offer.singles("retreat"), offer.one("stand")
    number = next(iter(retreat))
    unit, fight = now.units[number], now.view["fight"]
    friends = [other for other in now.us[unit.area] if other.number != number]
    if fight["kind"] == "jp defensive fire":
        lost = fight["damage"]
        return retreat[number] if lost >= unit.steps or (lost and not friends and not now.held[unit.area] and unit.steps - lost < 2) else hold
    staying, leaving = losses(now, unit, False), losses(now, unit, True)
    if staying >= unit.steps > leaving and friends:
        return retreat[number]
    return hold


def _withdraw(now: Situation, offer: Offer) -> int | None:
    pairs = offer.pairs("withdraw")

    def key(pair: tuple[int, int]) -> tuple[bool, bool, int]:
        area = pair[1]
        return (len(now.us[area]) < 5, area in now.beachheads, now.island.value[area])

    return pairs[max(pairs, key=key)]
