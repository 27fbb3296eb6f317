"""The U.S. side: shell, land, storm, build, and keep count."""

from __future__ import annotations

import random

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.rage.advance import NOWHERE, Advance
from beachhead.players.sergeant.rage.charge import losses
from beachhead.players.sergeant.rage.counter import Look
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.prospects import Prospects
from beachhead.players.sergeant.rage.situation import JP_FIRE, US_BOMBARDMENT, Field, Situation, fight_of
from beachhead.players.sergeant.rage.support import plan_barrage


class Marines:
    """Decides for the U.S. Plans of fire and of moves are followed while they fit, and made again when they do not."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._blows: dict[int, float] = {}
        self._seen_blows: set[tuple[int, int]] = set()
        self._faced: dict[int, int] = {}
        """Steps in the open in each area when the guns were aimed."""
        self._barrage_turn = 0
        self._barrage: dict[int, int] = {}
        self._advance_turn = 0
        self._advance_enemies: list[tuple[int, int]] = []
        """Turn of the plan of moves, and where the enemies were that he knew of."""
        self._advance: dict[int, int] = {}
        self._field: Field | None = None

    def choose(self, step: str, seat: Seat, island: Island, options: Options) -> int | None:
        """The number of an action, or None for a step that this drill does not know."""
        self._watch(seat, island)
        if step in ("ground", "retire", "resolve", "rank"):
            return options.one("ground", "retire", "accept", "resolve")
        if step == "assault":
            return options.one("assault", "done")
        now = self._look(seat, island)
        if step == "recovery":
            return _recover(now, options)
        if step == "bombard":
            return self._bombard(now, options)
        if step == "move":
            return self._move(now, options)
        if step == "build":
            return _build(now, options)
        if step == "us fire":
            return _fire(now, options)
        if step == "stand":
            return _stand(now, options)
        if step == "withdraw":
            return _withdraw(now, options)
        return None

    def aim(self, code: int) -> tuple[str, int]:
        """The area that a unit is on its way to."""
        goal = self._advance.get(code >> FIRST_SHIFT & ARGUMENT, NOWHERE)
        return ("space", goal) if goal >= 0 and goal != code >> SECOND_SHIFT & ARGUMENT else ("", -1)

    def _look(self, seat: Seat, island: Island) -> Situation:
        """The position; as long as nobody moves or fires, what was read of the units is kept."""
        looks: list[Look] = seat.known("units")
        field = self._field
        if field is None or field.island is not island or field.looks != looks:
            field = self._field = Field(looks, island)
        return Situation(seat, field)

    def _watch(self, seat: Seat, island: Island) -> None:
        """Remember what our shells must have done to units hidden where they fell."""
        fight = fight_of(seat)
        if fight.kind != US_BOMBARDMENT or fight.area < 0 or not fight.hits:
            return
        area = fight.area
        turn: int = seat.known("turn")
        key = (turn, area)
        if key in self._seen_blows:
            return
        self._seen_blows.add(key)
        control: list[int] = seat.known("control")
        shown: list[int] = seat.known("shown caves")
        found: list[int] = seat.known("caves found")
        caves = shown[area] + (1 if found[area] > shown[area] else 0)
        cover = 0 if control[area] else island.value[area] + caves
        left = fight.hits - cover - self._faced.get(area, 0)
        if left > 0:
            self._blows[area] = self._blows.get(area, 0.0) + left

    def _bombard(self, now: Situation, options: Options) -> int | None:
        rows = options.rows("bombard")
        if not rows:
            return options.one("done")
        code = _first_shot(self._barrage, rows) if self._barrage_turn == now.turn else -1
        if code < 0:
            self._faced = {area: sum([unit.steps for unit in now.jp[area]]) for area in now.island.all}
            prospects = Prospects(now, self._blows)
            targets = Advance(prospects).targets()
            self._barrage_turn = now.turn
            self._barrage = plan_barrage(now, prospects.guess(), targets, {unit: mask for unit, (_, mask) in rows.items()})
            code = _first_shot(self._barrage, rows)
        return code if code >= 0 else options.one("done")

    def _move(self, now: Situation, options: Options) -> int | None:
        """Call the 3rd Division once there is a Beachhead for it; then carry out the plan, made again after every surprise."""
        if now.beachheads:
            called = options.one("activate")
            if called is not None:
                return called
        steps, stop = options.rows("move") | options.rows("land"), options.one("stop")
        on_way = next(iter(steps)) if stop is not None and steps else NOWHERE
        advance = Advance(Prospects(now, self._blows))
        if self._advance_turn != now.turn or self._advance_enemies != now.field.enemies:
            self._advance_turn, self._advance_enemies = now.turn, now.field.enemies
            self._advance = advance.plan(on_way)
        for number, goal in self._advance.items():
            unit = now.units[number]
            waits = number != on_way if on_way >= 0 else unit.moved
            row = None if waits else steps.get(number)
            if row is not None:
                onward = advance.next_step(unit, goal)
                if onward >= 0 and row[1] >> onward & 1:
                    return row[0] | onward << SECOND_SHIFT
        return stop if stop is not None else options.one("done")


def _first_shot(plan: dict[int, int], rows: dict[int, tuple[int, int]]) -> int:
    """The first shot of a plan of fire that may be named now, or -1."""
    for unit, area in plan.items():
        row = rows.get(unit)
        if row is not None and row[1] >> area & 1:
            return row[0] | area << SECOND_SHIFT
    return -1


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

    def key(area: int) -> tuple[int, int, int]:
        return (-now.fire_on(area) - 9 * bool(now.jp[area]), len(now.us[area]), -area)

    return sites[max(sites, key=key)] if sites else options.one("done")


def _fire(now: Situation, options: Options) -> int | None:
    shots = options.singles("fire")
    return shots[max(shots, key=lambda number: now.units[number].assault)] if shots else options.one("pass")


def _stand(now: Situation, options: Options) -> int | None:
    """Give way to save a unit, or where the fight is lost; hold what has been won."""
    retreat, hold = options.singles("retreat"), options.one("stand")
    number = next(iter(retreat))
    unit, fight = now.units[number], now.fight()
    friends = len(now.us[unit.area]) > 1
    if fight.kind == JP_FIRE:
        lost = fight.damage
        forlorn = lost and not friends and not now.held[unit.area] and unit.steps - lost < 2
        return retreat[number] if lost >= unit.steps or forlorn else hold
    if friends and losses(now, fight, unit, False) >= unit.steps > losses(now, fight, unit, True):
        return retreat[number]
    return hold


def _withdraw(now: Situation, options: Options) -> int | None:
    pairs = options.pairs("withdraw")

    def key(pair: tuple[int, int]) -> tuple[bool, bool, int]:
        area = pair[1]
        return (len(now.us[area]) < 5, area in now.beachheads, now.island.value[area])

    return pairs[max(pairs, key=key)]
