"""Japanese close combat: assaults, charges, and who gives way."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.odds import damage
from beachhead.players.sergeant.rage.situation import JP, US_FIRE, Fight, Situation

WORTHWHILE: Final = 0.2
"""Damage that an assault must promise; else the units keep their shot for Defensive Fire."""
KIRIKAMI_GAIN: Final = 1.0
"""Steps that a kirikami must add to what the assaults would do without it."""
BANZAI_GAIN: Final = 3.0
"""Steps that a Banzai Charge must add."""


def _cover(now: Situation, area: int) -> int:
    return now.island.value[area] if now.held[area] else 0


def _contact(now: Situation) -> list[int]:
    return [area for area in now.island.all if now.us[area] and now.jp[area]]


def kirikami(now: Situation, options: Options) -> int | None:
    """Only if many will live to charge: the step paid for it is certain, the gain is not."""
    gain = 0.0
    for area in _contact(now):
        count = steps = fight = dice = 0
        for unit in now.jp[area]:
            if unit.assault or unit.steps:
                count += 1
                steps += unit.steps
                fight += unit.assault
        for unit in now.us[area]:
            dice += 0 if unit.fired else unit.assault
        cover = 0 if now.held[area] else now.island.value[area] + now.shown_caves(area)
        living = count * max(0.0, 1 - damage(dice, cover) / steps)
        gain += (damage(fight + count, _cover(now, area)) - damage(fight, _cover(now, area))) * living / count
    near_end = now.points_of(JP) + gain >= 39
    payers = options.singles("kirikami")
    if payers and (gain >= KIRIKAMI_GAIN or (near_end and gain > 0.5)):
        return payers[min(payers, key=lambda number: (-now.units[number].steps, now.units[number].assault))]
    return options.one("pass")


def assault(now: Situation, options: Options, naming: bool) -> int | None:
    """Everybody who can hurt; a Banzai Charge if it adds enough, wins the game, or the HQ is lost anyway.

    `naming`: whether units are named now.
    """
    banzai = options.one("banzai")
    if banzai is not None and not now.seat.known("banzai") and _banzai_pays(now):
        return banzai
    if naming:
        extra = 1 if now.seat.known("kirikami") else 0
        for number, code in options.singles("assault").items():
            area = now.units[number].area
            dice = 0
            for unit in now.jp[area]:
                dice += 0 if unit.fired else unit.assault + extra
            if damage(dice, _cover(now, area)) >= WORTHWHILE:
                return code
    return options.one("done", "pass")


def _banzai_pays(now: Situation) -> bool:
    hq: Counter | None = None
    for unit in now.counters:
        if unit.arm == "hq" and unit.area >= 0:
            hq = unit
            break
    if hq is None:
        return False
    plain = charged = 0.0
    extra = 1 if now.seat.known("kirikami") else 0
    for area in _contact(now):
        count = dice = 0
        for unit in now.jp[area]:
            if not unit.fired:
                count += 1
                dice += unit.assault + extra
        near = area == hq.area or area in now.island.near[hq.area]
        plain += damage(dice, _cover(now, area))
        charged += damage(dice + (2 * count if near else 0), _cover(now, area))
    gain, points = charged - plain, now.points_of(JP)
    if gain <= 0:
        return False
    doomed = bool(now.us[hq.area])
    return gain >= (0.7 if doomed else BANZAI_GAIN) or (points + plain < 40 <= points + charged)


# ---------------------------------------------------------------------- giving way


def losses(now: Situation, fight: Fight, unit: Counter, retreats: bool) -> int:
    """Steps that this unit would lose of the current damage, if it retreats or not."""
    away = set(fight.retreating)
    if retreats:
        away.add(unit.number)
    left: dict[int, int] = {}
    spare: dict[int, int] = {}
    for number in fight.row:
        left[number] = now.units[number].steps
        spare[number] = now.units[number].armor + (1 if number in away else 0)
    points = fight.damage
    while points > 0 and any(left.values()):
        for number in left:
            if points > 0 and left[number]:
                points -= 1
                if spare[number]:
                    spare[number] -= 1
                else:
                    left[number] -= 1
    return unit.steps - left.get(unit.number, unit.steps)


def stand(now: Situation, options: Options) -> int | None:
    """A unit that would be eliminated and can be saved retreats; an airfield is held as long as a unit is left."""
    retreat, hold = options.singles("retreat"), options.one("stand")
    number = next(iter(retreat))
    unit, fight = now.units[number], now.fight()
    if fight.kind == US_FIRE:
        return retreat[number] if fight.damage >= unit.steps else hold
    if losses(now, fight, unit, False) >= unit.steps:
        return retreat[number] if losses(now, fight, unit, True) < unit.steps else hold
    return hold


def withdraw(now: Situation, options: Options) -> int | None:
    """To the best ground next door."""
    caves: list[int] | None = now.seat.known("caves")
    best, chosen = -1e9, -1
    for (_, area), code in options.pairs("withdraw").items():
        ground = now.island.value[area] + now.shown_caves(area) + (caves[area] if caves is not None else 0)
        value = ground + 1.5 * now.island.is_airfield[area] - (10.0 if len(now.jp[area]) >= 10 else 0.0)
        if value > best:
            best, chosen = value, code
    return chosen
