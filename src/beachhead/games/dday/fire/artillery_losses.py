"""Paying for artillery hits (6.6.2, D70): a step without disruption, all units of the hex disrupted, or a tank step."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.counters import marines
from beachhead.games.dday.fire import hits, leaders
from beachhead.games.dday.fire.hits import Victim
from beachhead.games.dday.fire.settling_hits import HERO, PAIR, TAKEN, TANK, TANK_TAKES, absorbed_by
from beachhead.games.dday.phases import ARTILLERY, FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import BOXES, DDayState
from beachhead.games.dday.verbs import ABSORB, ACCEPT_CODE, DISRUPT, SACRIFICE

CASE: Final = "6.6.2"
HEX: Final = PAIR
"""All units of the hex are disrupted; `first` is the hex."""


class LossRecord(NamedTuple):
    """Whose hit is being settled: its place among the victims."""

    step: int
    place: int = 0


def begin(state: DDayState) -> None:
    """Settle the hits of a sector, hex by hex."""
    order = sorted((state.where[row[0]], number) for number, row in enumerate(state.victims))
    state.victims = [state.victims[number] for _, number in order]
    state.push(ArtilleryLosses)


def fellows(state: DDayState, unit: int) -> list[int]:
    """The units in the hex or box of a unit, itself included."""
    place = state.where[unit]
    return list(state.units_in(place)) if place >= 0 else state.in_box(BOXES - place)


@enforces(FAMILY, "6.6.2")
def may_disrupt_all(state: DDayState, unit: int) -> bool:
    """Whether all units of a hex may be disrupted in place of a step: two of them must be undisrupted. A box is no hex (D133)."""
    place = state.where[unit]
    if place < 0 or any(victim.pay == HEX and victim.first == place for victim in hits.victims(state)):
        return False
    fit = [other for other in state.units_in(place) if not state.disrupted[other] and not state.ruleset.is_regimental_hq[other]]
    return len(fit) > 1


@enforces(FAMILY, "6.6.2", "6.3.2-tank")
def tanks_for(state: DDayState, unit: int) -> list[int]:
    """The tanks with a unit that may take its hit: not hit themselves; one tank step stands for two hits."""
    ruleset = state.ruleset
    if ruleset.is_tank[unit]:
        return []
    struck = {row[0] for row in state.victims}
    return [
        other
        for other in fellows(state, unit)
        if ruleset.is_tank[other] and other not in struck and absorbed_by(state, other) < TANK_TAKES
    ]


@enforces(FAMILY, "11.1.5", "11.1.6-a")
def may_sacrifice(state: DDayState, index: int) -> bool:
    """Whether a hero may be given for the step: a hero for the last one, an inspired marker for any."""
    unit = state.victims[index][0]
    hero = marines.hero_of(state, unit)
    if hero < 0 or any(victim.unit == unit and victim.pay == HERO for victim in hits.victims(state)):
        return False
    taken = sum(1 for victim in hits.victims(state)[:index] if victim.unit == unit and victim.pay == TAKEN)
    return bool(state.inspired[hero]) or state.steps[unit] - taken == 1


class ArtilleryLosses(Question[DDayState]):
    """The player settles one hit after the other; then everything is applied."""

    name = "artillery losses"
    case = CASE
    record = LossRecord
    pushed_by = ("artillery",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return state.phase == ARTILLERY and 0 <= frame.place < len(state.victims)

    def settle(self, state: DDayState) -> bool:
        frame = state.top(LossRecord)
        if frame.place >= len(state.victims):
            state.stack.pop()
            apply(state)
            return False
        if len(state.choices()) > 1:
            return True
        if state.sink is not None:
            name, action = state.ruleset.unit_ids[state.victims[frame.place][0]], state.ruleset.text(ACCEPT_CODE)
            state.happened("forced", CASE, f"{name} has no way around the hit", {"action": action})
        self._pay(state, TAKEN)
        return False

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        unit = state.victims[state.top(LossRecord).place][0]
        name = state.ruleset.unit_ids[unit]
        place, ruleset = state.where[unit], state.ruleset
        where = ruleset.hex_name(place) if place >= 0 else ruleset.components.board.boxes[BOXES - place].name
        ways = ["accept the step loss"]
        for code in state.choices():
            verb, first, *_ = unpack(code)
            if verb == DISRUPT:
                ways.append(f"disrupt all units in {where}")
            elif verb == ABSORB:
                ways.append(f"let {state.ruleset.unit_ids[first]} take it")
            elif verb == SACRIFICE:
                inspired = state.inspired[marines.hero_of(state, unit)]
                ways.append("give up its inspired marker" if inspired else "give up its hero")
        return f"Artillery hits {name} in {where}: {', or '.join(ways)}."

    @enforces(FAMILY, "6.6.2")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(LossRecord)
        if frame.place >= len(state.victims):
            return [ACCEPT_CODE]
        unit = state.victims[frame.place][0]
        found = [ACCEPT_CODE]
        if may_disrupt_all(state, unit):
            found.append(pack(DISRUPT, unit))
        found += [pack(ABSORB, tank) for tank in tanks_for(state, unit)]
        if may_sacrifice(state, frame.place):
            found.append(pack(SACRIFICE, unit))
        return found

    def _pay(self, state: DDayState, pay: int, first: int = -1) -> None:
        frame = state.top(LossRecord)
        state.victims[frame.place] = Victim(*state.victims[frame.place])._replace(pay=pay, first=first)
        state.replace(ArtilleryLosses, frame.place + 1)

    def take_accept(self, state: DDayState) -> None:
        self._pay(state, TAKEN)

    def take_disrupt(self, state: DDayState, unit: int) -> None:
        self._pay(state, HEX, state.where[unit])

    def take_absorb(self, state: DDayState, tank: int) -> None:
        self._pay(state, TANK, tank)

    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        self._pay(state, HERO)

    def refuse_disrupt(self, state: DDayState, unit: int) -> Refusal:
        struck, ruleset = state.victims[state.top(LossRecord).place][0], state.ruleset
        name = ruleset.unit_ids[unit]
        if unit != struck:
            return Refusal(CASE, f"the hit on {ruleset.unit_ids[struck]} is being settled", (name,))
        if state.where[unit] < 0:
            return Refusal(CASE, f"{name} is in a beach box, which is not a hex: its units cannot be disrupted instead", (name,))
        return Refusal(CASE, f"fewer than two units in the hex of {name} are undisrupted", (name,))

    def refuse_absorb(self, state: DDayState, tank: int) -> Refusal:
        struck, ruleset = state.victims[state.top(LossRecord).place][0], state.ruleset
        name = ruleset.unit_ids[tank]
        if not ruleset.is_tank[tank]:
            return Refusal("6.3.2-tank", f"{name} is not a tank unit", (name,))
        if state.where[tank] != state.where[struck]:
            return Refusal("6.3.2-tank", f"{name} is not with {ruleset.unit_ids[struck]}", (name,))
        return Refusal("6.3.2-tank", f"{name} has already taken its share of the hits", (name,))

    def refuse_sacrifice(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        return Refusal("11.1.5", f"{name} is not a one-step unit with a hero whose hit is being settled", (name,))


@enforces(FAMILY, "6.6.2", "6.6-c-3")
def apply(state: DDayState) -> None:
    """Steps are lost, without disruption; hexes are disrupted that were given instead."""
    tanks: list[int] = []
    for victim in hits.victims(state):
        if victim.pay == HEX:
            for unit in state.units_in(victim.first):
                if not state.ruleset.is_regimental_hq[unit]:
                    marines.disrupt(state, unit, CASE)
        elif victim.pay == TANK:
            if victim.first not in tanks:
                tanks.append(victim.first)
                marines.lose_step(state, victim.first, "6.3.2-tank")
        elif victim.pay == HERO:
            _give_hero(state, victim.unit)
        elif state.steps[victim.unit]:
            marines.lose_step(state, victim.unit, CASE)
    state.victims = []


def _give_hero(state: DDayState, unit: int) -> None:
    inspired = bool(state.inspired[marines.hero_of(state, unit)])
    leaders.hit_hero(state, unit, "11.1.6-a" if inspired else "11.1.5")
    if inspired:
        marines.disrupt(state, unit, "11.1.6-a")


STEPS: Final[tuple[AnyStep, ...]] = (ArtilleryLosses(),)
