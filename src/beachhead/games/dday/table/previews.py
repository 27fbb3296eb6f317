"""What a choice would lead to: the fire that a step draws and what stops it, attacks and barrages, the price of a payment.

Nothing here decides anything: every number comes from the modules of the rules, and nothing is turned up or drawn to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import Action, unpack
from beachhead.engine.shown.words import counted, listed
from beachhead.games.dday import phases, verbs, victory
from beachhead.games.dday.box.kinds import COLORS, DISRUPTION, HERO_TYPES, SECTORS, STEP_LOSS, WEAPONS, names_of
from beachhead.games.dday.combat import attack, attack_resolution, attack_table, attackers, barrage, combat_losses, us_artillery
from beachhead.games.dday.combat.piles import CombatRecord
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import forts, marines, support
from beachhead.games.dday.counters.artillery_points import with_points
from beachhead.games.dday.fire import hits, japanese_artillery, under_fire
from beachhead.games.dday.fire.settling_hits import TANK_TAKES, PaymentRecord
from beachhead.games.dday.fire.under_fire import ASSAULT, ORDINARY
from beachhead.games.dday.headquarters import third_marines
from beachhead.games.dday.moves import landing, move_goals, preservation
from beachhead.games.dday.moves.movement import GOING_ON, MoveRecord
from beachhead.games.dday.state import BOXES, JP_PILE, US_PILE, DDayState
from beachhead.games.dday.table import hq_previews
from beachhead.games.dday.table.combat import combat_facts, fire_risk
from beachhead.games.dday.table.combat.fire_risk import percent

Plain = dict[str, Any]
Line = dict[str, Any]
FEW: Final = 4
"""Groups that a line about a hex names."""


def preview(state: DDayState, action: Action) -> Plain:
    """What an action of the side that decides would cost or change."""
    verb, first, second, third = unpack(action.code)
    if verb == verbs.GUNS_AT:
        return {"combat": combat_facts.guns_barrage(state, state.ruleset.position_at[first], with_points(0, second, third))}
    maker = MAKERS.get(verb)
    return maker(state, first, second) if maker is not None else {}


def _told(*words: str, **more: Any) -> Plain:
    """Sentences, and what else there is to show."""
    text = " ".join(word for word in words if word)
    return ({"text": text} if text else {}) | more


def _name(state: DDayState, unit: int) -> str:
    return state.ruleset.unit_ids[unit]


def _named(state: DDayState, units: Sequence[int]) -> str:
    return listed([state.ruleset.unit_ids[unit] for unit in units])


def _hexes(state: DDayState, mask: int) -> str:
    return listed([state.ruleset.hex_name(place) for place in spaces_of(mask)])


# ---------------------------------------------------------------------- movement


def movers(state: DDayState, unit: int) -> tuple[tuple[int, ...], int, int, int]:
    """Who moves if a unit is told to: the stack it leads, its hex, hexes entered so far, and how many of them under fire."""
    frame = state.find(MoveRecord)
    if frame is None or unit not in frame.units:
        return (unit,), state.where[unit], 0, 0
    return frame.units, frame.place, frame.moved, frame.fields


def _move(state: DDayState, unit: int, goal: int) -> Plain:
    return _step(state, unit, goal, ORDINARY, False)


def _short(state: DDayState, unit: int, goal: int) -> Plain:
    return _step(state, unit, goal, ORDINARY, True)


def _enter(state: DDayState, unit: int, goal: int) -> Plain:
    return _step(state, unit, goal, ASSAULT, True)


def _step(state: DDayState, unit: int, goal: int, kind: int, short: bool) -> Plain:
    """Fire that the step draws, and what it sets off where it leads."""
    units, place, moved, fields = movers(state, unit)
    ruleset = state.ruleset
    found: Plain = {"path": [ruleset.hex_name(place), ruleset.hex_name(goal)]}
    frame = state.find(MoveRecord)
    going_on = frame is not None and frame.stage == GOING_ON
    if not moved:
        short = short or move_goals.is_one_hex(state, units, place, goal)
    elif frame is not None:
        short = bool(frame.short)
    notes = arrival(state, units, goal, moved, fields, short, kind)
    if kind == ASSAULT:
        position = state.slot_at(goal)
        fight = combat_facts.close_combat_facts(state, position, units, goal)
        jp = sorted(int(number) for number in fight["jp"])
        pile = str(jp[0]) if len(jp) == 1 else f"{jp[0]} to {jp[-1]}"
        text = f"Close combat: {counted(fight['us'], 'US card')} against {pile} Japanese."
        notes.append({"text": text, "case": "8.6.1"})
    words = [note["text"] for note in notes]
    passage = fire_risk.QUIET if going_on else fire_risk.passage(state, units, place, goal, kind=kind, short=short)
    if passage.threats:
        facts = combat_facts.passage_facts(state, units, place, goal, passage, notes)
        fire = f"{percent(1 - passage.silent)} to be fired at, {percent(passage.hurt)} to lose a step."
        return found | _told(fire, *words, combat=facts)
    if kind == ASSAULT:
        return found | _told(*words, combat=fight)
    quiet = "" if going_on or moved else _quiet(state, place, short)
    return found | _told(quiet, *words)


def _quiet(state: DDayState, place: int, short: bool) -> str:
    """Why a step draws no fire although its hex is in a field."""
    if not fields_of_fire.field_now(state) >> place & 1:
        return "No fire."
    return "No fire." if not short else "No fire, because it is a one-hex move."


def arrival(state: DDayState, units: Sequence[int], goal: int, moved: int, fields: int, short: bool, kind: int) -> list[Line]:
    """What a step sets off where it leads, and whether the move ends there, each with its case."""
    found: list[Line] = []
    if kind == ORDINARY:
        chance = fire_risk.rises(state, goal)
        if chance:
            text = f"{percent(chance)} that a reserve unit appears in the empty position: then close combat."
            found.append({"text": text, "case": "9.6-1"})
        stop = move_goals.why_stop(state, units, goal, moved + 1, fields + move_goals.under_field(state, goal), short)
        if stop:
            near = state.ruleset.ground.near_mask[goal] & state.jp_mask
            text = f"The move ends there, {move_goals.ENDS[stop]}{f' in {_hexes(state, near)}' if near else ''}."
            found.append({"text": text, "case": stop})
    for position in forts.due_on_entry(state, goal):
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        found.append({"text": f"Brings out a fort in {where}.", "case": "17.1-c"})
    for position, chance in fire_risk.wakes(state, goal):
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        found.append({"text": f"{percent(chance)} to wake the empty position in {where}.", "case": "9.3-b"})
    over = marines.shortfall(state, [*state.units_in(goal), *units])
    if over:
        found.append({"text": f"Over the stacking limit: {counted(over, 'unit')} there will be disrupted.", "case": "7.5"})
    return found


def _join_stack(state: DDayState, unit: int, leader: int) -> Plain:
    units = (*movers(state, leader)[0], unit)
    return _told(f"{_named(state, units)} move together.")


def _preserve(state: DDayState, unit: int, goal: int) -> Plain:
    place = state.where[unit]
    words = "Into a steady field of fire." if preservation.fields_now(state, 1 << goal) else "Out of every field of fire."
    if under_fire.sure(state, place) >> goal & 1:
        words += " From fort to fort: a card is drawn for fire at it."
    path = [state.ruleset.hex_name(place), state.ruleset.hex_name(goal)]
    return _told(words, "It cannot recover in this phase.", path=path)


def _stop(state: DDayState, _: int, __: int) -> Plain:
    frame = state.find(MoveRecord)
    if frame is None:
        return {}
    return _told(under_fire_words(state, frame.place))


def under_fire_words(state: DDayState, place: int) -> str:
    """Whose fields lie over a hex, in words."""
    over = fire_risk.groups_over(state, place)
    if not over:
        return "In no field of fire."
    groups = state.ruleset.groups
    names = [f"{groups[group].name} ({COLORS[groups[group].color]}, {hits.ROWS[row]})" for group, row in over[:FEW]]
    names += [f"{len(over) - FEW} more"] if len(over) > FEW else []
    return f"In the field of {listed(names)}."


# ---------------------------------------------------------------------- landing


def _land(state: DDayState, unit: int, place: int) -> Plain:
    words = [under_fire_words(state, place)]
    for position in forts.due_on_entry(state, place):
        words.append(f"Brings out a fort in {state.ruleset.hex_name(state.ruleset.position_hex[position])}.")
    over = marines.shortfall(state, [*state.units_in(place), unit])
    if over:
        words.append(f"Over the stacking limit: {counted(over, 'unit')} will be disrupted when the landing ends.")
    return _told(*words)


def check_words(odds_: dict[int, Fraction]) -> str:
    """The chances of a landing check in words."""
    none = odds_.get(0, Fraction(0))
    if none == 1:
        return "The landing check cannot cost a step."
    parts = [f"{percent(chance)} to lose {counted(steps, 'step')}" for steps, chance in odds_.items() if steps]
    return f"Landing check: {', '.join(parts)}."


def _place(state: DDayState, unit: int, box: int) -> Plain:
    if state.ruleset.is_heavy[unit]:
        return _told("Heavy weapons companies draw no landing card.")
    return _told(check_words(fire_risk.landing_check(state, box, [unit])))


def _draw(state: DDayState, _: int, __: int) -> Plain:
    """What the card that is due decides."""
    step = state.step.name
    if step == "checks" and state.checks:
        box, *units = state.checks[0]
        return _told(check_words(fire_risk.landing_check(state, box, units)))
    if step == "fire phase":
        hurt = fire_risk.fire_phase_risk(state)
        steps = sum((one.step for one in hurt.values()), Fraction(0))
        return _told(f"{float(steps):.1f} steps lost on average, before what you choose instead.")
    combat = combat_facts.combat_of(state)
    return {"combat": combat} if combat else {}


# ---------------------------------------------------------------------- attacks and barrages


def _attack(state: DDayState, place: int, unit: int) -> Plain:
    position = state.slot_at(place)
    path = [state.ruleset.hex_name(state.where[unit]), state.ruleset.hex_name(place)]
    return {"combat": combat_facts.attack_facts(state, position, (unit,), 0), "path": path}


def _join(state: DDayState, unit: int, _: int) -> Plain:
    prepared = state.find(attack.AttackRecord)
    if prepared is not None:
        units = (*prepared.units, unit)
        return {"combat": combat_facts.attack_facts(state, prepared.position, units, prepared.support)}
    tanks = state.find(barrage.BarragingRecord)
    return {"combat": combat_facts.tank_barrage(state, tanks.position, (*tanks.units, unit))} if tanks is not None else {}


def _support(state: DDayState, kind: int, left: int, what: str) -> Plain:
    prepared = state.find(attack.AttackRecord)
    if prepared is None:
        return {}
    facts = combat_facts.attack_facts(state, prepared.position, prepared.units, prepared.support | kind)
    return _told(f"{counted(left - 1, f'{what} point')} left after it.", combat=facts)


def _naval(state: DDayState, _: int, __: int) -> Plain:
    return _support(state, attackers.NAVAL, state.naval, "naval gunfire")


def _air(state: DDayState, _: int, __: int) -> Plain:
    return _support(state, attackers.AIR, state.air, "airstrike")


def _guns(state: DDayState, row: int, points: int) -> Plain:
    shelling = state.find(us_artillery.ShellingRecord)
    if shelling is not None:
        return {"combat": combat_facts.guns_barrage(state, shelling.position, with_points(shelling.support, row, points))}
    prepared = state.find(attack.AttackRecord)
    if prepared is None:
        return {}
    left = us_artillery.at_hand(state, row) - points
    facts = combat_facts.attack_facts(state, prepared.position, prepared.units, with_points(prepared.support, row, points))
    return _told(f"{counted(left, 'artillery point')} of {support.owner_name(row)} left today after it.", combat=facts)


def _commit(state: DDayState, _: int, __: int) -> Plain:
    last = max(state.turn, victory.last_turn(state) - third_marines.price(state))
    return _told(f"GT {last} becomes the last turn, and every division's limit of catastrophic losses falls by one.")


def _barrage(state: DDayState, place: int, unit: int) -> Plain:
    path = [state.ruleset.hex_name(state.where[unit]), state.ruleset.hex_name(place)]
    return {"combat": combat_facts.tank_barrage(state, state.slot_at(place), (unit,)), "path": path}


def _naval_at(state: DDayState, place: int, _: int) -> Plain:
    position = state.slot_at(place)
    return {"combat": combat_facts.points_barrage(state, position, barrage.NAVAL, "Naval gunfire")}


def _air_at(state: DDayState, place: int, _: int) -> Plain:
    return {"combat": combat_facts.points_barrage(state, state.slot_at(place), barrage.AIR, "Airstrike")}


def _fight(state: DDayState, place: int, _: int) -> Plain:
    return {"combat": combat_facts.close_combat_facts(state, state.slot_at(place), (), place)}


def _hero_weapon(state: DDayState, _: int, weapon: int) -> Plain:
    frame = state.find(attack_resolution.AssaultRecord)
    if frame is None:
        return {}
    facts = combat_facts.attack_facts(state, frame.position, frame.units, frame.support, 1 << weapon, 0)
    return _told(_reading(state, frame, 1 << weapon, 0), combat=facts)


def _hero_strength(state: DDayState, _: int, __: int) -> Plain:
    frame = state.find(attack_resolution.AssaultRecord)
    if frame is None:
        return {}
    return _told(
        _reading(state, frame, 0, 1),
        combat=combat_facts.attack_facts(state, frame.position, frame.units, frame.support, 0, 1),
    )


def _reading(state: DDayState, frame: attack_resolution.AssaultRecord, wild: int, plus: int) -> str:
    """What the chart would say, in a sentence."""
    force, defense, reading = attack_resolution.reading_of(state, frame._replace(wild=wild, plus=plus))
    missing = names_of(reading.unmet, WEAPONS)
    row = state.ruleset.charts.attack.rows[reading.row]
    short = f", {listed(missing)} not met" if missing else ""
    says = (
        "the depth marker is turned up" if attack_table.AGAIN in reading.codes else attack_resolution.result_text(reading.codes)
    )
    return f"{force.strength} against {defense.strength}{short}: row {row}, {says}."


# ---------------------------------------------------------------------- hits


def loss_words(state: DDayState, unit: int, lost: int = 1) -> str:
    """What a step loss leaves of a unit."""
    ruleset, left = state.ruleset, state.steps[unit] - lost
    if left <= 0:
        return f"{_name(state, unit)} is eliminated."
    strength = ruleset.components.us_types[ruleset.kind[unit]].strength[left]
    return f"{_name(state, unit)} is down to {counted(left, 'step')}, strength {strength}."


def _lose(state: DDayState, unit: int, _: int) -> Plain:
    return _told(loss_words(state, unit), warn=state.steps[unit] == 1)


def _victim(state: DDayState) -> hits.Victim | None:
    frame = state.find(PaymentRecord)
    return hits.Victim(*state.victims[frame.place]) if frame is not None and frame.place < len(state.victims) else None


def _accept(state: DDayState, _: int, __: int) -> Plain:
    victim, frame = _victim(state), state.find(PaymentRecord)
    if victim is None or frame is None:
        return {}
    words = []
    if victim.result & STEP_LOSS and not frame.rest:
        words.append(loss_words(state, victim.unit))
    if victim.result & DISRUPTION and (frame.rest or state.steps[victim.unit] > 1 or not victim.result & STEP_LOSS):
        words.append(f"{_name(state, victim.unit)} is disrupted.")
    return _told(*words)


def _disrupt_pair(state: DDayState, first: int, second: int) -> Plain:
    return _told(f"{_named(state, (first, second))} cannot act until they recover; no step is lost.")


def _absorb(state: DDayState, tank: int, _: int) -> Plain:
    taken = sum(1 for row in state.victims if hits.Victim(*row).first == tank)
    if taken:
        return _told(f"The step that {_name(state, tank)} loses already stands for this loss too.")
    return _told(loss_words(state, tank), f"Its step stands for up to {TANK_TAKES} losses of this fire.")


def _press(state: DDayState, unit: int, _: int) -> Plain:
    victim, frame = _victim(state), state.find(PaymentRecord)
    lost = 1
    if victim is not None and frame is not None and victim.result & STEP_LOSS and not frame.rest:
        lost = 2
    return _told(loss_words(state, unit, lost), "It is not disrupted.", warn=state.steps[unit] <= lost)


def _sacrifice(state: DDayState, unit: int, _: int) -> Plain:
    if marines.is_inspired(state, unit):
        return _told("The inspired marker goes; the unit is disrupted and loses no step.")
    return _told("The hero falls, and the unit is inspired; it loses no step.")


def _hit(state: DDayState, unit: int, _: int) -> Plain:
    frame = state.find(hits.VolleyRecord)
    if frame is None:
        return hq_previews.raid_hit(state, unit)
    for candidate in hits.candidates(state, hits.shot_of(frame)):
        if candidate.unit == unit:
            return _told(f"{' and '.join(hits.plain_result(candidate.result)).capitalize()}.")
    return {}


def _discard(state: DDayState, _: int, __: int) -> Plain:
    left = len(state.cards[US_PILE]) - combat_losses.PRICE
    return _told(f"No step is lost; {counted(left, 'US card')} left.", warn=False)


def _withdraw(state: DDayState, _: int, __: int) -> Plain:
    frame = state.find(CombatRecord)
    if frame is None:
        return {}
    facts = combat_facts.close_combat_under_way(state, frame)
    return _told(f"One more Japanese card first: {percent(Fraction(facts['hit']))} to be hit.")


def _disrupt(state: DDayState, unit: int, _: int) -> Plain:
    return _told(f"{_name(state, unit)} cannot act until it recovers.")


# ---------------------------------------------------------------------- heroes, recovery, events


def _recover_by(state: DDayState, unit: int, owner: int) -> Plain:
    spent = "The inspired marker is spent" if marines.is_inspired(state, owner) else "The hero becomes an inspired marker"
    return _told(f"{spent}. That is the action of {_name(state, unit)}.")


def _transfer(state: DDayState, owner: int, unit: int) -> Plain:
    kind = HERO_TYPES[state.ruleset.hero_type[marines.hero_of(state, owner)]]
    return _told(f"The {kind} goes over to {_name(state, unit)}, once per phase.")


def _replace(state: DDayState, unit: int, _: int) -> Plain:
    if state.step.name == "daily replacements":
        return hq_previews.replaced(state, unit)
    left = state.replacements - 1
    return _told(
        f"{_name(state, unit)} has {counted(state.steps[unit] + 1, 'step')} then; {counted(left, 'replacement step')} left."
    )


def _smoke(state: DDayState, place: int, __: int) -> Plain:
    group = state.ruleset.ground.group_at[place]
    hot, _ = fields_of_fire.full_field(state, group)
    covered = (hot & state.us_mask).bit_count()
    return _told(
        f"{state.ruleset.groups[group].name}: its field is one hex shorter and only steady.",
        f"{counted(covered, 'hex', 'hexes')} with your units leave its intense field." if covered else "",
    )


def _aim(state: DDayState, sector: int, goal: int) -> Plain:
    points = japanese_artillery.allocation(state, goal)
    del sector
    words = [f"sector {number}: {points[number - 1]}" for number in SECTORS if points[number - 1]]
    return _told(f"Artillery points: {', '.join(words)}." if words else "")


# ---------------------------------------------------------------------- the end of a step


def _done(state: DDayState, _: int, __: int) -> Plain:
    step = state.step.name
    if step in ("attacking", "barraging", "assault"):
        frame = state.find(attack_resolution.AssaultRecord)
        if frame is not None:
            return _told(_reading(state, frame, 0, 0))
        return {"combat": combat_facts.combat_of(state)}
    if step == "actions":
        return _done_acting(state)
    if step == "landing":
        return _done_landing(state)
    if step == "replacements" and state.replacements:
        return _told(f"{counted(state.replacements, 'replacement step')} unused.")
    if state.phase in (phases.HQ, phases.REST):
        return hq_previews.done(state)
    if step == "close combat":
        us, jp = len(state.cards[US_PILE]), len(state.cards[JP_PILE])
        return _told(f"{counted(us, 'US card')} against {jp}.")
    return {}


def _done_acting(state: DDayState) -> Plain:
    idle = [unit for unit in range(state.ruleset.unit_count) if move_goals.able(state, unit)]
    idle = [unit for unit in idle if not state.ruleset.is_regimental_hq[unit]]
    hot = fields_of_fire.intense_now(state)
    exposed = [unit for unit in idle if hot >> state.where[unit] & 1]
    words = []
    if idle:
        words.append(f"{counted(len(idle), 'unit')} {'has' if len(idle) == 1 else 'have'} not acted")
        words[-1] += f", {len(exposed)} of them under intense fire." if exposed else "."
    return _told(*words, warn=bool(idle)) if idle else {}


def _done_landing(state: DDayState) -> Plain:
    waiting = [unit for unit, place in enumerate(state.where) if place <= BOXES and landing.landing_hexes(state, unit)]
    if not waiting or state.phase == phases.SECOND_WAVE:
        return {}
    return _told(f"{counted(len(waiting), 'unit')} will wait at sea and face another landing check.", warn=True)


MAKERS: Final[dict[int, Callable[[DDayState, int, int], Plain]]] = {
    verbs.DONE: _done,
    verbs.DRAW: _draw,
    verbs.PLACE: _place,
    verbs.LAND: _land,
    verbs.REPLACE: _replace,
    verbs.MOVE: _move,
    verbs.STEP: _short,
    verbs.JOIN_STACK: _join_stack,
    verbs.ENTER: _enter,
    verbs.FIGHT: _fight,
    verbs.ATTACK: _attack,
    verbs.JOIN: _join,
    verbs.BARRAGE: _barrage,
    verbs.NAVAL_AT: _naval_at,
    verbs.GUNS: _guns,
    verbs.COMMIT: _commit,
    verbs.AIR_AT: _air_at,
    verbs.NAVAL: _naval,
    verbs.AIR: _air,
    verbs.PRESERVE: _preserve,
    verbs.LOSE: _lose,
    verbs.HIT: _hit,
    verbs.ACCEPT: _accept,
    verbs.DISRUPT_PAIR: _disrupt_pair,
    verbs.DISRUPT: _disrupt,
    verbs.ABSORB: _absorb,
    verbs.PRESS_ON: _press,
    verbs.SACRIFICE: _sacrifice,
    verbs.HERO_WEAPON: _hero_weapon,
    verbs.HERO_STRENGTH: _hero_strength,
    verbs.DISCARD: _discard,
    verbs.WITHDRAW: _withdraw,
    verbs.WITHDRAW_UNIT: _withdraw,
    verbs.SMOKE: _smoke,
    verbs.AIM: _aim,
    verbs.STOP: _stop,
    verbs.RECOVER_BY: _recover_by,
    verbs.TRANSFER: _transfer,
    **hq_previews.MAKERS,
}
"""By verb what makes its preview."""
