"""The Japanese side: set up by a plan, sit tight in every window, and make each shot count."""

from __future__ import annotations

import random
from typing import Final

from beachhead.engine.ruleset import Ruleset
from beachhead.players.base import Seat
from beachhead.players.sergeant.options import Options
from beachhead.players.sergeant.rage import charge, raids
from beachhead.players.sergeant.rage.batteries import name_guns
from beachhead.players.sergeant.rage.counter import ABSENT, Counter, Look
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.odds import chances
from beachhead.players.sergeant.rage.posts import Layout, draw_layout, fits
from beachhead.players.sergeant.rage.situation import Field, Situation

FAMILIAR: Final = f"{__name__} familiar"
"""Where the ruleset remembers whether he knows the island."""
PLAN: Final = "plan"
"""The kind of argument that names prepared set-ups."""
RANDOM: Final = "random"
"""The prepared setup that is not a plan at all."""
TANK_SHOT: Final = 0.4
"""He spares a shot at a tank that is worth less than this many steps."""
PRECIOUS: Final = ("hq", "mortar", "artillery", "rocket_artillery")
"""Arms that had better stay unseen."""


class Japan:
    """Decides for Japan. It remembers where U.S. units were last, to see which have just come in."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._stood: list[Look] = []
        self._layout: Layout | None = None
        self._field: Field | None = None

    def choose(self, step: str, seat: Seat, island: Island, options: Options) -> int | None:
        """The number of an action, or None for a step that this drill does not know."""
        looks: list[Look] = seat.known("units")
        stood, self._stood = self._stood, looks
        if step in ("window", "targets"):
            return options.one("pass")
        if step == "setup":
            return self._set_up(seat, looks, island, options)
        if step in ("resolve", "rank"):
            return options.one("accept", "resolve")
        if step == "losses":
            return options.one("accept", "done")
        field = self._field
        if field is None or field.island is not island or field.looks != looks:
            field = self._field = Field(looks, island)
        now = Situation(seat, field)
        if step == "entry":
            return _entry(now, options, stood)
        if step == "dice":
            return _take_the_blow(now, options)
        if step == "jp bombard":
            return name_guns(now, options)
        if step == "jp move":
            return raids.next_move(now, options)
        if step == "kirikami":
            return charge.kirikami(now, options)
        if step in ("jp assault", "charge"):
            return charge.assault(now, options, step == "jp assault")
        if step == "stand":
            return charge.stand(now, options)
        if step == "withdraw":
            return charge.withdraw(now, options)
        return None

    def aim(self, code: int) -> tuple[str, int]:
        """Japan's moves are made for their own sake."""
        del code
        return "", -1

    def _set_up(self, seat: Seat, looks: list[Look], island: Island, options: Options) -> int | None:
        """Unit by unit and Cave by Cave, by a set-up that is drawn once; on an island he does not know, by a prepared plan."""
        plans = options.singles("plan")
        if not plans:
            return options.one("done")
        if not options.ruleset.remembered(FAMILIAR, _is_familiar):
            names = options.ruleset.names[PLAN].full
            return plans[self._chance.choice([number for number in plans if names[number] != RANDOM] or [*plans])]
        if self._layout is None:
            units = [unit for unit in island.counters(looks) if not unit.us]
            self._layout = draw_layout(island, units, self._chance)
        places = options.pairs("deploy")
        for unit, area in self._layout.posts.items():
            if (unit, area) in places:
                return places[unit, area]
        if places:  # its area is full, or somebody else began this set-up
            return self._chance.choice([*places.values()])
        return _dig(seat.known("caves"), options, self._layout.caves)


def _is_familiar(ruleset: Ruleset) -> bool:
    return fits(Island.of(ruleset))


def _dig(dug: list[int], options: Options, wishes: list[int]) -> int | None:
    spots = options.singles("dig")
    for area in wishes:
        dug[area] -= 1
        if dug[area] < 0 and area in spots:
            return spots[area]
    return next(iter(spots.values()), None)


def _just_come(unit: Counter, stood: list[Look]) -> bool:
    """Whether a U.S. unit is not where it was at the last question."""
    if unit.number >= len(stood):
        return False
    before = stood[unit.number][0]
    return before != ABSENT and before != unit.place


def _entry(now: Situation, options: Options, stood: list[Look]) -> int | None:
    """Fire with the unit that does most; what is precious stays unseen while the enemy may only be passing through."""
    shots = options.singles("fire")
    if not shots:
        return options.one("pass")
    here = now.us[now.units[next(iter(shots))].area]
    fresh = [unit for unit in here if _just_come(unit, stood)] or [unit for unit in here if unit.moved] or here
    mover = fresh[0]
    alone = len(here) == 1
    best, chosen = 0.0, options.one("pass")
    for number, code in shots.items():
        unit = now.units[number]
        worth = shot(now, unit, mover)
        if unit.arm in PRECIOUS and unit.concealed:
            worth -= 1.5 if alone else 0.3
        if mover.armor and worth < TANK_SHOT:
            continue
        if worth > best:
            best, chosen = worth, code
    return chosen


def shot(now: Situation, unit: Counter, mover: Counter) -> float:
    """Steps that Defensive Fire of this unit would cost the mover."""
    dice = unit.assault + (2 if unit.concealed and not now.overlooked(unit.area) else 0)
    armor = 0 if unit.at else mover.armor
    total = 0.0
    for hits, chance in enumerate(chances(dice)):
        total += chance * min(max(0, hits - armor), mover.steps)
    return total


def _take_the_blow(now: Situation, options: Options) -> int | None:
    """After the dice: a unit that Reveals takes the losses before those that stay hidden. That saves guns."""
    fight, wait = now.fight(), options.one("pass")
    if fight.area < 0 or not fight.damage:
        return wait
    left, precious, steps = fight.damage, False, 0
    cover: list[Counter] = []
    for unit in now.jp[fight.area]:
        if not unit.concealed:
            left -= unit.steps
        elif unit.arm in PRECIOUS:
            precious = True
        else:
            cover.append(unit)
            steps += unit.steps
    if not precious or not cover or left < 2 or left > steps or left < len(cover) + 1:
        return wait
    strongest = cover[0]
    for unit in cover:
        if unit.steps > strongest.steps:
            strongest = unit
    return options.singles("reveal").get(strongest.number, wait)
