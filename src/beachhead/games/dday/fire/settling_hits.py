"""Paying for hits (6.3.2, 6.3.3, D63): when all victims of one fire are known, the player settles them one by one, hex by hex,
before anything is applied."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import PassedOver, Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import ARMOR, DISRUPTION, STEP_LOSS, SYMBOLS
from beachhead.games.dday.control import command_posts
from beachhead.games.dday.counters import marines
from beachhead.games.dday.fire import hits, leaders
from beachhead.games.dday.fire.hits import HERO_HIT, LEADER_HIT, MORTARS, MOVERS, STAFF_HIT, Shot, Victim, VolleyRecord
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import HIT, SHOCKED, DDayState
from beachhead.games.dday.verbs import ABSORB, ACCEPT_CODE, DISRUPT_PAIR, PRESS_ON, SACRIFICE

# How a victim's hit is paid.
UNPAID: Final = 0
TAKEN: Final = 1
PAIR: Final = 2
TANK: Final = 3
HERO: Final = 4
TANK_TAKES: Final = 2
"""Step losses that one tank step stands for."""


class PaymentRecord(NamedTuple):
    """Whose hit is being settled (its place among the victims), and whether only its disruption is left to settle."""

    step: int
    place: int = 0
    rest: int = 0


# ---------------------------------------------------------------------- what can be done


@enforces(FAMILY, "6.3.2", "6.3.2-steady", "6.3.2-intense", "13.3-a-3")
def pairs(state: DDayState, shot: Shot, index: int) -> list[tuple[int, int]]:
    """The pairs of units that may be disrupted in place of a victim's step loss: undisrupted, no tanks, of its hex, the victim
    among them if it is undisrupted; in intense fire only if no unit of the hex has the symbol. Mortars also take tanks (D63,
    D130)."""
    ruleset, victim = state.ruleset, hits.victim_of(state.victims[index])
    place = state.where[victim.unit]
    if victim.hot:
        target = ruleset.card_faces[state.card].target
        if any(ruleset.symbol[unit] == target for unit in state.units_in(place)):
            return []
    spent = pledged(state)
    fit = [
        unit
        for unit in state.units_in(place)
        if not state.disrupted[unit]
        and unit not in spent
        and not ruleset.is_regimental_hq[unit]
        and (shot.mode == MORTARS or not ruleset.is_tank[unit])
        and (not shot.movers or unit in shot.movers)
    ]
    if victim.unit in fit:
        return [(victim.unit, unit) for unit in fit if unit != victim.unit]
    return [(first, second) for at, first in enumerate(fit) for second in fit[at + 1 :]]


def pledged(state: DDayState) -> set[int]:
    """Units that are disrupted for a step loss already, or lose a step so as not to be disrupted."""
    found: set[int] = set()
    for victim in hits.victims(state):
        if victim.pay == PAIR:
            found.update((victim.first, victim.second))
        if victim.press:
            found.add(victim.unit)
    return found


@enforces(FAMILY, "6.3.2-tank", "6.3.1-a-1", "11.4-b")
def tanks_for(state: DDayState, shot: Shot, index: int) -> list[int]:
    """The tanks that may take a victim's step loss: in its hex, with no step lost in this phase, not hit themselves, and with no
    armor mark on the color of the fire. One tank step stands for two losses."""
    ruleset, victim = state.ruleset, hits.victim_of(state.victims[index])
    if shot.mark == ARMOR or ruleset.is_tank[victim.unit]:
        return []
    struck = {row[0] for row in state.victims}
    found = []
    for unit in state.units_in(state.where[victim.unit]):
        if not ruleset.is_tank[unit] or state.acted[unit] & HIT or unit in struck or (shot.movers and unit not in shot.movers):
            continue
        if absorbed_by(state, unit) < TANK_TAKES:
            found.append(unit)
    return found


def absorbed_by(state: DDayState, tank: int) -> int:
    """How many losses a tank has taken over in this fire."""
    return sum(1 for victim in hits.victims(state) if victim.pay == TANK and victim.first == tank)


@enforces(FAMILY, "6.3.3-c", "6.3.4-exception", "9.6-3")
def may_press(state: DDayState, index: int) -> bool:
    """Whether a victim may lose a further step, be it the last, so as not to be disrupted: only if it does not count as having
    the card's symbol."""
    victim = hits.victim_of(state.victims[index])
    if (
        forbids_pressing(state)
        or victim.match
        or not victim.result & DISRUPTION
        or state.disrupted[victim.unit]
        or victim.pay == PAIR
    ):
        return False
    if victim.unit in pledged(state):
        return False
    lost = 0
    for other in hits.victims(state):
        lost += other.unit == victim.unit and bool(other.result & STEP_LOSS) and other.pay in (UNPAID, TAKEN)
    return state.steps[victim.unit] > lost


def forbids_pressing(state: DDayState) -> bool:
    """Whether every unit hit by this fire is disrupted in any case (9.6-3)."""
    record = state.find(VolleyRecord)
    return record is not None and bool(record.no_press)


@enforces(FAMILY, "11.1.5", "11.1.6-a")
def may_sacrifice(state: DDayState, index: int) -> bool:
    """Whether a hero may be given for a victim's step: a hero for a last step, an inspired marker for any (D63)."""
    victim = hits.victim_of(state.victims[index])
    hero = marines.hero_of(state, victim.unit)
    if hero < 0 or any(other.unit == victim.unit and other.result & HERO_HIT for other in hits.victims(state)):
        return False
    return bool(state.inspired[hero]) or state.steps[victim.unit] == 1


def options(state: DDayState, shot: Shot, record: PaymentRecord) -> list[int]:
    """What the player may do about a victim besides taking the hit as it fell."""
    index, victim = record.place, hits.victim_of(state.victims[record.place])
    found: list[int] = []
    if victim.result & STEP_LOSS and not record.rest:
        found += [pack(DISRUPT_PAIR, min(pair), max(pair)) for pair in pairs(state, shot, index)]
        found += [pack(ABSORB, tank) for tank in tanks_for(state, shot, index)]
        if may_sacrifice(state, index):
            found.append(pack(SACRIFICE, victim.unit))
    if may_press(state, index):
        found.append(pack(PRESS_ON, victim.unit))
    return found


# ---------------------------------------------------------------------- the question


def begin(state: DDayState) -> None:
    """Settle the hits of the fire under way, hex by hex."""
    order = sorted((state.where[row[0]], number) for number, row in enumerate(state.victims))
    state.victims = [state.victims[number] for _, number in order]
    state.push(Payment)


class Payment(Question[DDayState]):
    """The player settles one victim after the other."""

    name = "payment"
    case = "6.3.2"
    record = PaymentRecord
    pushed_by = ("volley",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return 0 <= frame.place < len(state.victims) and frame.rest in (0, 1) and state.card >= 0

    @enforces(FAMILY, "6.3.2", "4.0-IV-2")
    def settle(self, state: DDayState) -> bool:
        frame = state.top(PaymentRecord)
        if frame.place >= len(state.victims):
            state.stack.pop()
            return False
        if len(state.choices()) > 1:
            return True
        if state.sink is not None:
            self._report(state, frame)
        self._next(state, frame)
        return False

    def _report(self, state: DDayState, frame: PaymentRecord) -> None:
        """A hit is taken as it fell because nothing can be done about it: say so, and keep what stands against each way out for
        anybody who tries one."""
        unit = state.victims[frame.place][0]
        name = state.ruleset.unit_ids[unit]
        action = state.ruleset.text(ACCEPT_CODE)
        state.happened("forced", self.case_now(state), f"{name} has no way around the hit", {"action": action})
        against = (
            (DISRUPT_PAIR, self._no_pair(state, frame)),
            (ABSORB, Refusal("6.3.2-tank", f"no tank unit can take the hit on {name}")),
            (PRESS_ON, self.refuse_press_on(state, unit)),
            (SACRIFICE, self.refuse_sacrifice(state, unit)),
        )
        state.passed += tuple(PassedOver((verb,), why) for verb, why in against)

    def _no_pair(self, state: DDayState, frame: PaymentRecord) -> Refusal:
        """Why no two units can be disrupted in place of a victim's step."""
        victim = hits.victim_of(state.victims[frame.place])
        name, place = state.ruleset.unit_ids[victim.unit], state.ruleset.hex_name(state.where[victim.unit])
        found = self.refuse_disrupt_pair(state, victim.unit, victim.unit)
        if victim.result & STEP_LOSS and not found.units:
            found = Refusal(found.case, f"no two units in {place} can be disrupted in place of the step that {name} loses")
        return Refusal(found.case, found.reason)

    def _next(self, state: DDayState, frame: PaymentRecord) -> None:
        victim = hits.victim_of(state.victims[frame.place])
        if not victim.pay:
            state.victims[frame.place] = victim._replace(pay=TAKEN)
        state.replace(Payment, frame.place + 1)

    def side(self, state: DDayState) -> int:
        return US

    def case_now(self, state: DDayState) -> str:
        frame = state.top(PaymentRecord)
        if frame.rest or not state.victims[frame.place][1] & STEP_LOSS:
            return "6.3.3-c"
        return "13.3-a-3" if hits.current(state).mode == MORTARS else "6.3.2"

    def prompt(self, state: DDayState) -> str:
        frame = state.top(PaymentRecord)
        victim, ruleset = hits.victim_of(state.victims[frame.place]), state.ruleset
        name, where = ruleset.unit_ids[victim.unit], ruleset.hex_name(state.where[victim.unit])
        words = hits.plain_result(victim.result & ~STEP_LOSS if frame.rest else victim.result)
        ways = []
        for code in state.choices():
            verb, first, second, *_ = unpack(code)
            if verb == DISRUPT_PAIR and "disrupt two units" not in ways:
                ways.append("disrupt two units")
            elif verb == ABSORB:
                ways.append(f"let {ruleset.unit_ids[first]} take it")
            elif verb == SACRIFICE:
                ways.append("give up its hero" if not self._is_inspired(state, first) else "give up its inspired marker")
            elif verb == PRESS_ON:
                ways.append("lose a further step instead of being disrupted")
            del second
        return f"{name} in {where} is hit ({' and '.join(words)}): accept, or {', or '.join(ways)}."

    def _is_inspired(self, state: DDayState, unit: int) -> bool:
        hero = marines.hero_of(state, unit)
        return hero >= 0 and bool(state.inspired[hero])

    @enforces(FAMILY, "6.3.2", "6.3.3-c")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(PaymentRecord)
        if frame.place >= len(state.victims) or state.victims[frame.place][1] & LEADER_HIT:
            return [ACCEPT_CODE]
        return [ACCEPT_CODE, *options(state, hits.current(state), frame)]

    # ------------------------------------------------------------------ answers

    def take_accept(self, state: DDayState) -> None:
        self._next(state, state.top(PaymentRecord))

    def _pay(self, state: DDayState, victim: Victim, go_on: bool) -> None:
        """Note how the hit is paid. Its disruption may still be settled if it has one."""
        frame = state.top(PaymentRecord)
        state.victims[frame.place] = victim
        if go_on and victim.result & DISRUPTION and may_press(state, frame.place):
            state.replace(Payment, frame.place, 1)
        else:
            state.replace(Payment, frame.place + 1)

    def _victim(self, state: DDayState) -> Victim:
        return hits.victim_of(state.victims[state.top(PaymentRecord).place])

    @enforces(FAMILY, "6.3.2-steady", "6.3.2-intense")
    def take_disrupt_pair(self, state: DDayState, first: int, second: int) -> None:
        self._pay(state, self._victim(state)._replace(pay=PAIR, first=first, second=second), False)

    @enforces(FAMILY, "6.3.2-tank")
    def take_absorb(self, state: DDayState, tank: int) -> None:
        self._pay(state, self._victim(state)._replace(pay=TANK, first=tank), True)

    @enforces(FAMILY, "11.1.5", "11.1.6-a")
    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        self._pay(state, self._victim(state)._replace(pay=HERO), not self._is_inspired(state, unit))

    @enforces(FAMILY, "6.3.3-c", "6.3.4-exception")
    def take_press_on(self, state: DDayState, unit: int) -> None:
        victim = self._victim(state)
        self._pay(state, victim._replace(pay=victim.pay or TAKEN, press=1), False)

    # ------------------------------------------------------------------ refusals

    def refuse_disrupt_pair(self, state: DDayState, first: int, second: int) -> Refusal:
        frame, ruleset = state.top(PaymentRecord), state.ruleset
        victim = hits.victim_of(state.victims[frame.place])
        name, place = ruleset.unit_ids[victim.unit], state.where[victim.unit]
        case = "6.3.2-intense" if victim.hot else "6.3.2-steady"
        if not victim.result & STEP_LOSS or frame.rest:
            return Refusal(case, f"{name} has no step to lose; two units are disrupted only in place of a step loss", (name,))
        if victim.hot:
            target = ruleset.card_faces[state.card].target
            for unit in state.units_in(place):
                if ruleset.symbol[unit] == target:
                    return Refusal(
                        "6.3.2-intense",
                        f"{ruleset.unit_ids[unit]} has the card's {SYMBOLS[target]}, so in intense fire the step must be lost",
                        (ruleset.unit_ids[unit],),
                    )
        for unit in (first, second):
            if ruleset.is_tank[unit] and hits.current(state).mode != MORTARS:
                return Refusal(
                    case,
                    "tanks cannot be disrupted in place of a step loss; let the tank take the hit",
                    (ruleset.unit_ids[unit],),
                )
            if state.where[unit] != place:
                return Refusal(case, f"both units must be in {ruleset.hex_name(place)}", (ruleset.unit_ids[unit],))
            if state.disrupted[unit] or unit in pledged(state):
                return Refusal(case, f"{ruleset.unit_ids[unit]} is already disrupted", (ruleset.unit_ids[unit],))
        if not state.disrupted[victim.unit] and victim.unit not in (first, second):
            return Refusal(case, f"{name} is hit and undisrupted, so it must be one of the two", (name,))
        return Refusal(case, "these two units cannot be disrupted in place of the step", (name,))

    def refuse_absorb(self, state: DDayState, tank: int) -> Refusal:
        ruleset, shot, victim = state.ruleset, hits.current(state), self._victim(state)
        name = ruleset.unit_ids[tank]
        if not ruleset.is_tank[tank]:
            return Refusal("6.3.2-tank", f"{name} is not a tank unit", (name,))
        if state.where[tank] != state.where[victim.unit]:
            return Refusal("6.3.2-tank", f"{name} is not with {ruleset.unit_ids[victim.unit]}", (name,))
        if shot.mark == ARMOR:
            return Refusal("6.3.2-tank", "the card has the armor symbol on this color, so no tank can take the hit", (name,))
        if state.acted[tank] & HIT:
            return Refusal("6.3.4", f"{name} has already lost a step this phase", (name,), ("6.3.2-tank",))
        if absorbed_by(state, tank) >= TANK_TAKES:
            return Refusal("6.3.2-tank", f"{name} has already taken two losses", (name,))
        return Refusal("6.3.2-tank", f"there is no step loss that {name} could take", (name,))

    def refuse_press_on(self, state: DDayState, unit: int) -> Refusal:
        victim, ruleset = self._victim(state), state.ruleset
        name = ruleset.unit_ids[unit]
        if unit != victim.unit:
            other = ruleset.unit_ids[victim.unit]
            return Refusal("6.3.3-c", f"the hit on {other} is being settled", (name,))
        if forbids_pressing(state):
            return Refusal("9.6-3", f"{name} is hit by a unit that has just appeared, so it must be disrupted", (name,))
        if victim.match:
            return Refusal("6.3.3-c", f"{name} counts as having the card's symbol, so it must be disrupted", (name,), ("6.3.5",))
        if not victim.result & DISRUPTION:
            return Refusal("6.3.3-c", f"{name} is not being disrupted", (name,))
        return Refusal("6.3.3-c", f"{name} has no further step to lose", (name,))

    def refuse_sacrifice(self, state: DDayState, unit: int) -> Refusal:
        victim, ruleset = self._victim(state), state.ruleset
        name = ruleset.unit_ids[unit]
        if unit != victim.unit or marines.hero_of(state, unit) < 0:
            return Refusal("11.1.5", f"{name} is not a unit with a hero whose hit is being settled", (name,))
        return Refusal("11.1.5", f"a hero is sacrificed only for his unit's last step; {name} has more", (name,))


# ---------------------------------------------------------------------- the results


@enforces(FAMILY, "4.0-IV-2", "6.3.2", "6.3.3", "6.3.7-b", "11.1.5", "11.1.6-a")
def apply(state: DDayState, shot: Shot) -> None:
    """Everything has been settled: steps are lost, units are disrupted, heroes fall."""
    rows = hits.victims(state)
    places = sorted({state.where[victim.unit] for victim in rows})
    case = "13.3-a-3" if shot.mode == MORTARS else "7.3.3-f" if shot.mode == MOVERS else "6.3.2"
    tanks: list[int] = []
    for victim in rows:
        unit = victim.unit
        if victim.result & HERO_HIT:
            leaders.hit_hero(state, unit, "11.4-c")
            continue
        if victim.result & STAFF_HIT:
            command_posts.hit(state, unit)
            continue
        if victim.pay == PAIR:
            marines.disrupt(state, victim.first, "6.3.2-intense" if victim.hot else "6.3.2-steady")
            marines.disrupt(state, victim.second, "6.3.2-intense" if victim.hot else "6.3.2-steady")
            continue
        disrupted = bool(victim.result & DISRUPTION) and not victim.press
        if victim.result & STEP_LOSS:
            if victim.pay == TANK:
                if victim.first not in tanks:
                    tanks.append(victim.first)
            elif victim.pay == HERO:
                disrupted = _give_hero(state, unit) or disrupted
            else:
                marines.lose_step(state, unit, _loss_case(state, shot, victim, case), by_fire=True)
        if victim.press and state.where[unit] >= 0:
            marines.lose_step(state, unit, "6.3.3-c", by_fire=True)
        if disrupted and state.where[unit] >= 0:
            marines.disrupt(state, unit, _loss_case(state, shot, victim, case) if state.ruleset.is_tank[unit] else "6.3.3")
    for tank in tanks:
        marines.lose_step(state, tank, "6.3.2-tank", by_fire=True)
    for place in places:
        shake_tanks(state, place, tanks)


def _loss_case(state: DDayState, shot: Shot, victim: Victim, case: str) -> str:
    """The case that a step lost to fire is named by: leaders and the armor bonus have their own."""
    if state.ruleset.is_battalion_hq[victim.unit]:
        return "11.4-e"
    if state.ruleset.is_tank[victim.unit] and shot.mode != MORTARS:
        return "6.3.6-a" if victim.hot else "6.3.6-b"
    return case


def _give_hero(state: DDayState, unit: int) -> bool:
    """A hero is given for a step; True if the unit is disrupted for it (11.1.6-a)."""
    inspired = bool(state.inspired[marines.hero_of(state, unit)])
    leaders.hit_hero(state, unit, "11.1.6-a" if inspired else "11.1.5")
    return inspired


@enforces(FAMILY, "6.3.3-important")
def shake_tanks(state: DDayState, place: int, fresh: list[int]) -> None:
    """A tank that has lost a step in this phase is disrupted if nobody but tanks is with it, or when all others in its hex have
    been disrupted in this phase too."""
    ruleset = state.ruleset
    units = state.units_in(place)
    others = [unit for unit in units if not ruleset.is_tank[unit] and not ruleset.is_regimental_hq[unit]]
    for unit in units:
        if not ruleset.is_tank[unit] or state.disrupted[unit] or not state.acted[unit] & HIT:
            continue
        shaken = all(state.disrupted[other] and state.acted[other] & SHOCKED for other in others) if others else unit in fresh
        if shaken:
            marines.disrupt(state, unit, "6.3.3-important")


STEPS: Final[tuple[AnyStep, ...]] = (Payment(),)
