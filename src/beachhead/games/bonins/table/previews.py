"""What a choice would lead to, as far as the side that decides may know.

Nothing here decides anything: every number comes from the modules of the rules. An attack on a dug-in unit is never tried out to
look at it: what lies there is told as chances over what everybody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.network import barrier_row
from beachhead.engine.action import Action, unpack
from beachhead.engine.shown.words import counted, listed
from beachhead.games.bonins import movement, verbs
from beachhead.games.bonins.combat import fronts, retreat
from beachhead.games.bonins.combat.advance import AdvanceRecord, goers
from beachhead.games.bonins.combat.bombardment import FIRING, BombardRecord
from beachhead.games.bonins.combat.retreat import RetreatRecord
from beachhead.games.bonins.garrison import arrivals, charging, deployment, placement, sectors
from beachhead.games.bonins.garrison.banzai import DICE, BanzaiRecord
from beachhead.games.bonins.ground import FOOT, SECTORS
from beachhead.games.bonins.landing import landings, replacements, reserves
from beachhead.games.bonins.phases import US_MOVEMENT
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import AVAILABLE, ELIMINATED, BoninsState
from beachhead.games.bonins.table.prospects import attack_facts, banzai_facts, fire_facts, percent, prospect_of

Plain = dict[str, Any]


def preview(state: BoninsState, action: Action) -> Plain:
    """What an action of the side that decides would cost, roll or change."""
    verb, first, second, _ = unpack(action.code)
    maker = MAKERS.get(verb)
    return maker(state, first, second) if maker is not None else {}


def _told(*words: str, **more: Any) -> Plain:
    """Sentences, and what else there is to show."""
    text = " ".join(word for word in words if word)
    return ({"text": text} if text else {}) | more


def _named(state: BoninsState, units: Sequence[int]) -> str:
    return listed([state.name(unit) for unit in units])


# ---------------------------------------------------------------------- combats


def _attack(state: BoninsState, target: int, space: int) -> Plain:
    owner = state.step.side(state)
    hexes = [space]
    if owner == US and space != target and fronts.is_lander(state, target):
        hexes = [target, space]
    path = [state.hex_name(space), state.hex_name(target)] if space != target else []
    return {"combat": attack_facts(state, owner, target, hexes)} | ({"path": path} if path else {})


def _join(state: BoninsState, space: int, _: int) -> Plain:
    path = [state.hex_name(space), state.hex_name(state.target)]
    return {"combat": attack_facts(state, state.step.side(state), state.target, [*state.fronts, space]), "path": path}


def _mark(state: BoninsState, target: int, count: int) -> Plain:
    left = state.markers - count
    facts = attack_facts(state, US, target, state.fronts, count)
    expected, without = (f"{float(Fraction(facts[name])):.1f}" for name in ("expected", "steps"))
    text = f"{percent(Fraction(facts['suppression']))} to suppress: avg {expected} steps lost instead of {without}."
    return _told(text, f"{counted(left, 'marker')} left." if left else "The last of your markers.", combat=facts)


def _resolve(state: BoninsState, target: int, _: int) -> Plain:
    declared = next(entry for entry in state.declared if entry[0] == target)
    return {"combat": attack_facts(state, US, target, declared[2:], declared[1])}


def _strike(state: BoninsState, target: int, _: int) -> Plain:
    return {"combat": banzai_facts(state, target)}


def _target(state: BoninsState, space: int, _: int) -> Plain:
    return {"combat": fire_facts(state, space, state.us_in(space))}


# ---------------------------------------------------------------------- U.S. movement


def _move(state: BoninsState, unit: int, space: int) -> Plain:
    """Cost and way of a move, or a redeployment; what stops it there."""
    ground, mover, start = state.ruleset.ground, state.ruleset.mover[unit], state.where[unit]
    way = movement.path(state, unit, space)
    found: Plain = {"path": [state.hex_name(hex_) for hex_ in (start, *way)]}
    points = movement.halves(state, unit)
    if not movement.walk(state, mover, points, start) >> space & 1:
        return _told("Redeployment: as far as you like, always four hexes or more from every Japanese unit (15.0).", **found)
    cost = _cost(state, mover, start, way)
    found["cost"] = _points(cost)
    if state.jp_zone() >> space & 1:
        text = f"Next to {_enemies(state, space)}."
    elif ground.stop_mask >> space & 1:
        text = ""
    else:
        text = f"{_points(points - cost)} MP left." if points > cost else ""
    return _told(text, _stacked(state, space), **found)


def _cost(state: BoninsState, mover: int, start: int, way: Sequence[int]) -> int:
    """What a way costs, in half points."""
    total, here = 0, start
    for space in way:
        total += dict(state.ruleset.ground.steps[mover][here])[space]
        here = space
    return total


def _points(halves: int) -> str:
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2}"


def _enemies(state: BoninsState, space: int) -> str:
    """The Japanese hexes next to a hex."""
    return listed([state.hex_name(near) for near in spaces_of(state.ruleset.ground.near_mask[space] & state.jp_mask)])


def _stacked(state: BoninsState, space: int) -> str:
    """Whom a unit joins in a hex."""
    here = state.us_in(space)
    if not here:
        return ""
    if state.beach_mask() >> space & 1:
        return f"Under {_named(state, here)}: only the top of a beach stack fights."
    return f"Fights with {_named(state, here)} as one."


def _exchange(state: BoninsState, first: int, second: int) -> Plain:
    here, there = state.hex_name(state.where[first]), state.hex_name(state.where[second])
    return _told(f"{state.name(first)} goes to {there}, {state.name(second)} to {here}; both have moved then.")


def _land(state: BoninsState, _: int, space: int) -> Plain:
    """The color of the beach, what is left of the landings, and what waits there."""
    ground, numbers = state.ruleset.ground, state.ruleset.components.numbers
    number = next(n for n, mask in enumerate(ground.color_masks[state.invasion]) if mask >> space & 1)
    color, mask = ground.colors[state.invasion][number], ground.color_masks[state.invasion][number]
    used = sum(1 for hex_ in state.landed if mask >> hex_ & 1) + 1
    left = landings.left(state) - 1
    words = [f"{color} Beach: {used} of {numbers['landings_per_colour']} this phase; {counted(left, 'landing')} left after it."]
    if state.jp_mask >> space & 1:
        words.append("A Japanese unit is there: it must attack in the next combat phase, and dies if the hex is not emptied.")
        return _told(*words, warn=True)
    if state.jp_zone() >> space & 1:
        words.append(f"Next to {_enemies(state, space)}.")
    return _told(*words, _stacked(state, space))


def _call(state: BoninsState, regiment: int, tank: int = -1) -> Plain:
    """What a regiment brings, and its price in turns (14.4-c, 12.3-e)."""
    ruleset = state.ruleset
    numbers, price = ruleset.components.numbers, ruleset.components.victory
    lost = numbers["turns_lost_per_regiment"]
    last = state.last_turn - lost
    units = [ruleset.unit_ids[unit] for unit in ruleset.regiment_units[regiment]]
    units += [ruleset.unit_ids[tank]] if tank >= 0 else []
    return _told(
        f"{listed(units)} can land at once.",
        f"Turn {last} will be the last, not {state.last_turn}, and a victory counts {-price['turn_saved'] * lost} more losses.",
        warn=True,
    )


def _call_alone(state: BoninsState, regiment: int, _: int) -> Plain:
    return _call(state, regiment)


def _collins(state: BoninsState, tank: int, _: int) -> Plain:
    unit = state.ruleset.units[tank]
    values = "-".join(map(str, unit.collins))
    others = [other for other in reserves.battalions(state) if other != tank]
    gone = f"{_named(state, others)} {'leaves' if len(others) == 1 else 'leave'} the game for good." if others else ""
    return _told(f"{unit.id} becomes Task Force Collins, {values}, where it is.", gone, warn=True)


def _replace(state: BoninsState, unit: int, _: int) -> Plain:
    ruleset, price, left = state.ruleset, state.ruleset.components.victory, state.replacements - 1
    rest = f"{counted(left, 'replacement step')} left after it."
    if state.where[unit] == ELIMINATED:
        values = ruleset.units[unit].weak_values if ruleset.is_battalion[unit] else ruleset.units[unit].values
        saved = price["eliminated_battalion"] - price["depleted_battalion"] if ruleset.is_battalion[unit] else 0
        fewer = f"{counted(saved, 'loss', 'losses')} fewer at the end." if saved else ""
        return _told(f"Back in the Available box as {values}; it can land from the next phase on.", fewer, rest)
    stays = "" if state.where[unit] == AVAILABLE else " It cannot move in this phase."
    fewer = f"{counted(price['depleted_battalion'], 'loss', 'losses')} fewer at the end."
    return _told(f"Full strength again: {ruleset.units[unit].values}.{stays}", fewer, rest)


def _invade(state: BoninsState, side: int, _: int) -> Plain:
    ground = state.ruleset.ground
    hexes = ground.beach_masks[side].bit_count()
    near = (ground.beach_masks[side] & state.jp_zone()).bit_count() if state.jp_mask else 0
    return _told(
        f"{listed(list(ground.colors[side]))}: {hexes} hexes, for the whole game.",
        f"{near} of them are next to a dug-in unit." if near else "",
    )


# ---------------------------------------------------------------------- after a combat


def _lose(state: BoninsState, unit: int, _: int) -> Plain:
    ruleset, price = state.ruleset, state.ruleset.components.victory
    if not state.is_us(unit):
        return _told(f"{state.name(unit)} is eliminated.")
    if ruleset.is_battalion[unit] and not state.depleted[unit]:
        count = counted(price["depleted_battalion"], "loss", "losses")
        side = f"{state.name(unit)} is turned to its depleted side, {ruleset.units[unit].weak_values}"
        return _told(f"{side}: {count} at the end if it is not rebuilt.")
    cost = price["eliminated_battalion"] if ruleset.is_battalion[unit] else 0
    count = f"{counted(cost, 'loss', 'losses')} at the end if it is not rebuilt" if cost else "no loss counts for it at the end"
    return _told(f"{state.name(unit)} is eliminated: {count}.", warn=True)


def _retreat(state: BoninsState, unit: int, space: int) -> Plain:
    start, owner = state.where[unit], state.top(RetreatRecord).owner
    path = [state.hex_name(start), state.hex_name(space)]
    group = [unit] if state.leaving else retreat.group_in(state, owner, start)
    rest = [] if state.leaving or owner == JP else [other for other in state.us_in(start) if other not in group]
    words = []
    if len(group) > 1:
        words.append(f"{_named(state, group)} go back together.")
    if rest and state.top(RetreatRecord).forced:
        words.append(f"Then {_named(state, rest)} must follow, as far.")
    if owner == US and state.us_mask >> space & 1:
        words.append(_stacked(state, space))
    return _told(*words, path=path)


def _stand(state: BoninsState, space: int, _: int) -> Plain:
    owner = state.top(RetreatRecord).owner
    group = retreat.group_in(state, owner, space)
    if len(group) == 1:
        return _lose(state, group[0], 0)
    return _told(f"One step, from {' or '.join(state.name(unit) for unit in group)}; nobody retreats.")


def _advance(state: BoninsState, start: int, goal: int) -> Plain:
    owner = state.top(AdvanceRecord).owner
    units = goers(state, owner, start, goal)
    left = [unit for unit in state.top_units(start) if unit not in units] if owner == US else []
    zone = state.jp_zone() if owner == US else state.us_zone()
    return _told(
        f"{_named(state, units)} {'goes' if len(units) == 1 else 'go'}.",
        f"{_named(state, left)} cannot enter and stays behind." if left else "",
        f"Next to {_enemies(state, goal)}." if owner == US and zone >> goal & 1 else "",
        path=[state.hex_name(start), state.hex_name(goal)],
    )


# ---------------------------------------------------------------------- Japan


def _deploy(state: BoninsState, _: int, space: int) -> Plain:
    left = len(deployment.left_over(state)) - 1
    ground = state.ruleset.ground
    where = f"sector {ground.sector[space]}" if ground.sector[space] > 0 else "Suribachi"
    return _told(f"{placement.class_name(state, space).capitalize()}, {where}. {counted(left, 'unit')} left to deploy after it.")


def _place(state: BoninsState, space: int, _: int) -> Plain:
    ground = state.ruleset.ground
    return _told(f"{placement.class_name(state, space).capitalize()} in sector {ground.sector[space]}.")


def _march(state: BoninsState, start: int, end: int) -> Plain:
    """The way of a unit in the open."""
    ground, unit = state.ruleset.ground, state.jp_at(start)
    points = charging.allowance(state, unit)
    barrier = barrier_row(ground.size, state.us_mask, state.us_zone() | ground.stop_mask)
    way = ground.best_path(FOOT, points, start, end, barrier)
    turned = f"{state.name(unit)} is turned up and stays face up." if state.dug_in(start) else f"{state.name(unit)} moves."
    zone = "In a U.S. zone of control." if state.us_zone() >> end & 1 else ""
    path = [state.hex_name(space) for space in (start, *way)]
    return _told(turned, zone, path=path, cost=_points(_cost(state, FOOT, start, way)))


def _turn(state: BoninsState, space: int, _: int) -> Plain:
    unit = state.jp_at(space)
    return _told(f"{state.name(unit)} can attack from now on, and is no longer dug in. That is its whole move.")


def _try(state: BoninsState, space: int, _: int) -> Plain:
    numbers = state.ruleset.components.numbers
    near = bool(state.us_zone() >> space & 1)
    limit = numbers["tunnel_die_in_us_zoc" if near else "tunnel_die"]
    hexes = placement.anywhere(state, space).bit_count()
    why = " (in a U.S. zone of control)" if near else ""
    return _told(f"1 to {limit} opens the tunnels{why}: {percent(Fraction(limit, 6))}, to {counted(hexes, 'hex', 'hexes')}.")


def _tunnel(state: BoninsState, start: int, end: int) -> Plain:
    ground = state.ruleset.ground
    text = f"Stays dug in and hidden. {placement.class_name(state, end).capitalize()} in sector {ground.sector[end]}."
    return _told(text, path=[state.hex_name(start), state.hex_name(end)])


def _keep(_state: BoninsState, _: int, __: int) -> Plain:
    return _told("The unit stays; everybody has seen it.")


def _draw(state: BoninsState, _: int, __: int) -> Plain:
    return _told(f"One of {counted(state.held, 'unit')} in the container, blindly.")


def _charge(state: BoninsState, start: int, end: int) -> Plain:
    unit = state.up[start] - 1
    why = charging.why(state, unit, state.top(BanzaiRecord).target)
    return _told(f"{why['text']} ({why['case']}).", path=[state.hex_name(start), state.hex_name(end)])


def _roll(state: BoninsState, _: int, __: int) -> Plain:
    """What a die of the book decides."""
    step = state.step.name
    if step == "bombard":
        return _roll_bombard(state)
    if step == "banzai":
        if state.top(BanzaiRecord).stage != DICE:
            return _told("Equal chances for each.")
        count = sectors.cleared_count(state)
        return _told(
            f"A banzai on 1 to {count}, if anybody is dug in in the sector rolled." if count else "No sector is cleared."
        )
    if step == "arrival" and not state.top(arrivals.ArrivalRecord).sector:
        open_ = [str(sector) for sector in range(1, SECTORS) if placement.eligible(state, sector)]
        return _told(f"Sectors that can take it: {listed(open_)}." if open_ else "No sector can take it.")
    return {}


def _roll_bombard(state: BoninsState) -> Plain:
    frame = state.top(BombardRecord)
    if frame.stage == FIRING:
        return {"combat": prospect_of(state)}
    limit = state.ruleset.components.numbers["search_die"]
    return _told(f"A marker on 1 to {limit}.")


# ---------------------------------------------------------------------- the end of a step


def _done(state: BoninsState, _: int, __: int) -> Plain:
    """What the end of a step leaves undone, or rolls."""
    step = state.step.name
    if step == "attacking":
        return {"combat": prospect_of(state)}
    if step == "movement":
        return _done_moving(state)
    if step == "declare" and state.markers:
        can = any(fronts.targets_of(state, US, space) for space in fronts.open_fronts(state, US))
        unused = f"{counted(state.markers, 'marker')} will go unused."
        return _told(unused, warn=can and not state.declared)
    if step == "bombard":
        left = state.top(BombardRecord).left
        return _told(f"{counted(left, 'marker')} will go unused.", warn=bool(left))
    return {}


def _done_moving(state: BoninsState) -> Plain:
    words = []
    if state.replacements and state.phase == US_MOVEMENT and replacements.choices(state):
        words.append(f"{counted(state.replacements, 'replacement step')} will be lost.")
    beached = landings.open_beaches(state)
    if beached:
        count = min(len(beached), landings.left(state))
        words.append(f"{counted(count, 'more unit')} could land.")
    return _told(*words, warn=bool(words)) if words else {}


MAKERS: Final[dict[int, Callable[[BoninsState, int, int], Plain]]] = {
    verbs.DONE: _done,
    verbs.INVADE: _invade,
    verbs.DEPLOY: _deploy,
    verbs.COLLINS: _collins,
    verbs.CALL: _call_alone,
    verbs.CALL_WITH: _call,
    verbs.REPLACE: _replace,
    verbs.LAND: _land,
    verbs.MOVE: _move,
    verbs.EXCHANGE: _exchange,
    verbs.DECLARE: _attack,
    verbs.JOIN: _join,
    verbs.MARK: _mark,
    verbs.RESOLVE: _resolve,
    verbs.ATTACK: _attack,
    verbs.LOSE: _lose,
    verbs.STAND: _stand,
    verbs.RETREAT: _retreat,
    verbs.ADVANCE: _advance,
    verbs.ROLL: _roll,
    verbs.DRAW: _draw,
    verbs.KEEP: _keep,
    verbs.PLACE: _place,
    verbs.CHARGE: _charge,
    verbs.STRIKE: _strike,
    verbs.TARGET: _target,
    verbs.MARCH: _march,
    verbs.TURN: _turn,
    verbs.TRY: _try,
    verbs.TUNNEL: _tunnel,
}
"""By verb what makes its preview."""
