"""The Japanese side: set up by a plan, sit tight in every window, and make each shot count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from beachhead.players.sergeant.rage import charge, raids
from beachhead.players.sergeant.rage.batteries import name_guns
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.odds import chances
from beachhead.players.sergeant.rage.options import Options
from beachhead.players.sergeant.rage.posts import Layout, draw_layout, fits
from beachhead.players.sergeant.rage.situation import Counter, Situation, read_counter

RANDOM = "random"
"""The prepared setup that is not a plan at all."""
TANK_SHOT = 0.4
"""He spares a shot at a tank that is worth less than this many steps."""
PRECIOUS = ("hq", "mortar", "artillery", "rocket_artillery")
"""Arms that had better stay unseen."""


class Japan:
    """Decides for Japan. It remembers where U.S. units were last, to see which have just come in."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._stood: dict[str, str] = {}
        self._layout: Layout | None = None

    def choose(self, view: dict[str, Any], island: Island, options: Options) -> int | None:
        """The number of an action, or None for a step that this drill does not know."""
        step = view["decision"]["step"]
        came = self._who_came(view)
        if step in ("window", "targets"):
            return options.one("pass")
        if step == "setup":
            return self._set_up(view, island, options)
        if step in ("resolve", "rank"):
            return options.one("accept", "resolve")
        if step == "losses":
            return options.one("accept", "done")
        now = Situation(view, "jp", island)
        if step == "entry":
            return self._entry(now, options, came)
        if step == "dice":
            return _take_the_blow(now, options)
        if step == "jp bombard":
            return name_guns(now, options)
        if step == "jp move":
            return raids.next_move(now, options)
        if step == "kirikami":
            return charge.kirikami(now, options)
        if step in ("jp assault", "charge"):
            return charge.assault(now, options)
        if step == "stand":
            return charge.stand(now, options)
        if step == "withdraw":
            return charge.withdraw(now, options)
        return None

    def _who_came(self, view: dict[str, Any]) -> list[str]:
        """U.S. units that are not where they were at the last question."""
        stands = {name: facts["place"] for name, facts in view["units"].items() if facts["side"] == "us"}
        came = [name for name, place in stands.items() if self._stood.get(name, place) != place]
        self._stood = stands
        return came

    def _set_up(self, view: dict[str, Any], island: Island, options: Options) -> int | None:
        """Unit by unit and Cave by Cave, by a set-up that is drawn once; on an island he does not know, by a prepared plan."""
        plans = options.singles("plan")
        if not plans:
            return options.one("done")
        if not fits(island):
            return plans[self._chance.choice([number for number in plans if options.plans[number] != RANDOM] or [*plans])]
        if self._layout is None:
            units = [read_counter(island, name, facts) for name, facts in view["units"].items() if facts["side"] == "jp"]
            self._layout = draw_layout(island, units, self._chance)
        places = options.pairs("deploy")
        for unit, area in self._layout.posts.items():
            if (unit, area) in places:
                return places[unit, area]
        if places:  # its area is full, or somebody else began this set-up
            return self._chance.choice([*places.values()])
        return self._dig(view["caves"], island, options, self._layout.caves)

    def _dig(self, dug: dict[str, int], island: Island, options: Options, wishes: Sequence[int]) -> int | None:
        left = [dug.get(name, 0) for name in island.names]
        spots = options.singles("dig")
        for area in wishes:
            left[area] -= 1
            if left[area] < 0 and area in spots:
                return spots[area]
        return next(iter(spots.values()), None)

    def _entry(self, now: Situation, options: Options, came: list[str]) -> int | None:
        """Fire with the unit that does most; what is precious stays unseen while the enemy may only be passing through."""
        shots = options.singles("fire")
        if not shots:
            return options.one("pass")
        area = now.units[next(iter(shots))].area
        here = now.us[area]
        fresh = [unit for unit in here if unit.name in came] or [unit for unit in here if unit.moved] or here
        mover = fresh[0]
        alone = len(here) == 1
        best, chosen = 0.0, None
        for number, code in shots.items():
            unit = now.units[number]
            worth = shot(now, unit, mover)
            if unit.arm in PRECIOUS and unit.concealed:
                worth -= 1.5 if alone else 0.3
            if mover.armor and worth < TANK_SHOT:
                continue
            if worth > best:
                best, chosen = worth, code
        return chosen if chosen is not None else options.one("pass")


def shot(now: Situation, unit: Counter, mover: Counter) -> float:
    """Steps that Defensive Fire of this unit would cost the mover."""
    dice = unit.assault + (2 if unit.concealed and not now.overlooked(unit.area) else 0)
    armor = 0 if unit.at else mover.armor
    return sum(chance * min(max(0, hits - armor), mover.steps) for hits, chance in enumerate(chances(dice)))


def _take_the_blow(now: Situation, options: Options) -> int | None:
    """After the dice: a unit that Reveals takes the losses before those that stay hidden. That saves guns."""
    fight, reveals = now.view["fight"], options.singles("reveal")
    area = now.island.index.get(fight.get("area", ""), -1)
    if area < 0 or not fight["damage"]:
        return options.one("pass")
    hidden = [unit for unit in now.jp[area] if unit.concealed]
    precious = [unit for unit in hidden if unit.arm in PRECIOUS]
    seen = sum(unit.steps for unit in now.jp[area] if not unit.concealed)
    cover = sorted((unit for unit in hidden if unit.arm not in PRECIOUS), key=lambda unit: -unit.steps)
    left = fight["damage"] - seen
    if not precious or not cover or left < 2 or left > sum(unit.steps for unit in cover):
        return options.one("pass")
    if left < len(cover) + 1:
        return options.one("pass")
    return reveals.get(cover[0].number, options.one("pass"))
