"""Japanese close combat: assaults, charges, and who gives way."""

from __future__ import annotations

from beachhead.players.sergeant.rage.odds import damage
from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.situation import Counter, Situation

WORTHWHILE = 0.2
"""Damage that an assault must promise; else the units keep their shot for Defensive Fire."""
KIRIKAMI_GAIN = 1.0
BANZAI_GAIN = 3.0
"""Steps that a charge must add to what the assaults would do without it."""


def _cover(now: Situation, area: int) -> int:
    return now.island.value[area] if now.held[area] else 0


def _contact(now: Situation) -> list[int]:
    return [area for area in now.island.all if now.us[area] and now.jp[area]]


def kirikami(now: Situation, options: Options) -> int | None:
    """Only if many will live to charge: the step paid for it is certain, the gain is not."""
    gain = 0.0
    for area in _contact(now):
        ours = [unit for unit in now.jp[area] if unit.assault or unit.steps]
        steps = sum(unit.steps for unit in ours)
        dice = sum(unit.assault for unit in now.us[area] if not unit.fired)
        cover = 0 if now.held[area] else now.island.value[area] + now.shown_caves[area]
        living = len(ours) * max(0.0, 1 - damage(dice, cover) / steps)
        fight = sum(unit.assault for unit in ours)
        gain += (damage(fight + len(ours), _cover(now, area)) - damage(fight, _cover(now, area))) * living / len(ours)
    near_end = now.view["vp"]["jp"] + gain >= 39
    payers = options.singles("kirikami")
    if payers and (gain >= KIRIKAMI_GAIN or (near_end and gain > 0.5)):
        return payers[min(payers, key=lambda number: (-now.units[number].steps, now.units[number].assault))]
    return options.one("pass")


def assault(now: Situation, options: Options) -> int | None:
    """Everybody who can hurt; a Banzai Charge if it adds enough, wins the game, or the HQ is lost anyway."""
    banzai = options.one("banzai")
    if banzai is not None and not now.view["banzai"] and _banzai_pays(now):
        return banzai
    pairs = options.singles("assault") if now.view["decision"]["step"] == "jp assault" else {}
    extra = int(now.view["kirikami"])
    for number, code in pairs.items():
        area = now.units[number].area
        dice = sum(unit.assault + extra for unit in now.jp[area] if not unit.fired)
        if damage(dice, _cover(now, area)) >= WORTHWHILE:
            return code
    return options.one("done", "pass")


def _banzai_pays(now: Situation) -> bool:
    hq = next((unit for unit in now.units.values() if unit.arm == "hq" and unit.area >= 0), None)
    if hq is None:
        return False
    near = (hq.area, *now.island.near[hq.area])
    plain = charged = 0.0
    extra = int(now.view["kirikami"])
    for area in _contact(now):
        ours = [unit for unit in now.jp[area] if not unit.fired]
        dice = sum(unit.assault + extra for unit in ours)
        plain += damage(dice, _cover(now, area))
        charged += damage(dice + (2 * len(ours) if area in near else 0), _cover(now, area))
    gain, points = charged - plain, now.view["vp"]["jp"]
    if gain <= 0:
        return False
    doomed = bool(now.us[hq.area])
    return gain >= (0.7 if doomed else BANZAI_GAIN) or (points + plain < 40 <= points + charged)


# ---------------------------------------------------------------------- giving way


def losses(now: Situation, unit: Counter, retreats: bool) -> int:
    """Steps that this unit would lose of the current damage, if it retreats or not."""
    fight = now.view["fight"]
    row = [now.units[now.island.unit_index[name]] for name in fight["row"]]
    away = {now.island.unit_index[name] for name in fight["retreating"]}
    if retreats:
        away.add(unit.number)
    left = {other.number: other.steps for other in row}
    spare = {other.number: other.armor + (other.number in away) for other in row}
    points = fight["damage"]
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
    unit = now.units[number]
    if now.view["fight"]["kind"] == "us defensive fire":
        return retreat[number] if now.view["fight"]["damage"] >= unit.steps else hold
    staying, leaving = losses(now, unit, False), losses(now, unit, True)
    if staying >= unit.steps:
        return retreat[number] if leaving < unit.steps else hold
    return hold


def withdraw(now: Situation, options: Options) -> int | None:
    """To the best ground next door."""
    pairs = options.pairs("withdraw")
    caves = now.view["caves"] or {}

    def key(pair: tuple[int, int]) -> float:
        area = pair[1]
        ground: int = now.island.value[area] + now.shown_caves[area] + caves.get(now.island.names[area], 0)
        crowd = 10.0 if len(now.jp[area]) >= 10 else 0.0
        return ground + 1.5 * (area in now.island.airfields) - crowd

    return pairs[max(pairs, key=key)]
