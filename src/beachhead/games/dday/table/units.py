"""What a unit may do now, what not and by which case, and what threatens it; of a Japanese counter, what it may be."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import UNIT, pack, unpack
from beachhead.engine.chance.lots import candidates
from beachhead.engine.shown.words import counted, listed
from beachhead.games.dday import verbs
from beachhead.games.dday.box.kinds import ARMOR_DEPTH, COLORS, TACTICAL_REINFORCEMENT, WEAPONS, names_of
from beachhead.games.dday.combat import attackers
from beachhead.games.dday.control import command, command_posts, communication, fields_of_fire
from beachhead.games.dday.counters import defenders, marines
from beachhead.games.dday.fire import hits
from beachhead.games.dday.moves import landing, move_goals, preservation, recovery
from beachhead.games.dday.phases import SECOND_DAY
from beachhead.games.dday.state import ABSENT, ACTED, BOXES, DUE, LOST, READY, RESERVE, SECOND_WAVE, UNIT_UP, DDayState
from beachhead.games.dday.table.combat.fire_risk import groups_over, percent
from beachhead.games.dday.table.view import looks_of, rows_in

if TYPE_CHECKING:
    from beachhead.games.dday.ruleset import DDayRuleset

Plain = dict[str, Any]
Line = dict[str, str]
MOST: Final = 8
"""Counters that a line about one face down names."""
BATTALION: Final = 4
"""Counters of a whole battalion."""


def force_of(ruleset: DDayRuleset, units: Iterable[int]) -> list[str]:
    """Units in as few words as lists use: a whole battalion by its number, others by their names."""
    groups: dict[str, list[int]] = {}
    for unit in units:
        battalion = f"{ruleset.battalion[unit]}/{ruleset.regiment[unit]}" if ruleset.battalion[unit] else ""
        groups.setdefault(battalion or ruleset.unit_ids[unit], []).append(unit)
    found: list[str] = []
    for name, members in groups.items():
        found += [name] if len(members) in (1, BATTALION) else [ruleset.unit_ids[unit] for unit in members]
    return [ruleset.unit_ids[groups[name][0]] if len(groups.get(name, ())) == 1 else name for name in found]


def about_unit(state: DDayState, side: str | None, name: str) -> Plain:
    """All that can be said of a unit."""
    unit = state.ruleset.number.get(name, -1)
    if unit >= 0:
        return _about_marines(state, side, unit)
    place = looks_of(state.ruleset).owners.get(name)
    if place is not None and rows_in(state, place[0])[place[1]]:
        return _about_japanese(state, *place)
    for cave in state.caves:
        if cave >= 0 and name == f"J{state.ruleset.hex_name(cave)}":
            return _about_cave(state, cave)
    return {"can": [], "cannot": [], "spaces": {}}


# ---------------------------------------------------------------------- Marines


def _about_marines(state: DDayState, side: str | None, unit: int) -> Plain:
    ruleset, place = state.ruleset, state.where[unit]
    spaces: dict[str, list[str]] = {}
    notes: list[Line] = []
    if place >= 0:
        reach = ruleset.ground.disk[attackers.attack_reach(state, unit)][place] & state.jp_mask
        if reach:
            spaces["targets"] = [ruleset.hex_name(hex_) for hex_ in spaces_of(reach)]
        over = groups_over(state, place)
        if over:
            firing = 0
            for group, _ in over:
                firing |= ruleset.ground.group_mask[group] & state.jp_mask
            spaces["threats"] = [ruleset.hex_name(hex_) for hex_ in spaces_of(firing)]
            notes += _fields(state, over)
        notes += _arms(state, unit)
        notes += _command(state, unit)
    can, hindered = _offers(state, side, unit)
    known = {line["case"] for line in hindered}
    cannot = [*hindered, *(line for line in _condition(state, unit) if line["case"] not in known)]
    return {"can": can, "cannot": cannot, "notes": notes, "spaces": spaces}


def _fields(state: DDayState, over: list[tuple[int, int]]) -> list[Line]:
    """Who can fire at its hex in the Fire Phase."""
    words = []
    for group, row in over[:MOST]:
        here = state.ruleset.groups[group]
        words.append(f"{here.name} ({COLORS[here.color]}, {hits.ROWS[row]})")
    return [{"text": f"In the field of {listed(words)}", "case": "6.2.1"}]


def _arms(state: DDayState, unit: int) -> list[Line]:
    """Strength and weapons, near and at range."""
    near, far = (names_of(marines.weapons(state, unit, hexes), WEAPONS) for hexes in (1, 2))
    if state.ruleset.is_regimental_hq[unit]:
        return []
    text = f"Strength {marines.strength(state, unit)}; weapons next to the target: {' '.join(near) or 'none'}"
    if attackers.attack_reach(state, unit) > 1:
        text += f"; at two hexes: {' '.join(far) or 'none'}"
    return [{"text": text, "case": "8.2-chart"}]


def _command(state: DDayState, unit: int) -> list[Line]:
    """Who commands it, where that is not a matter of course; of an HQ, how far it commands."""
    if not command.is_normal(state):
        return []
    ruleset, by = state.ruleset, command.commander_of(state, unit)
    if ruleset.is_regimental_hq[unit]:
        what = "Command post" if command_posts.is_post(state, unit) else "Regimental HQ"
        case = "15.2" if command_posts.is_post(state, unit) else "11.2.1"
        return [{"text": f"{what}; command range {command.regimental_range(state, unit)}", "case": case}]
    notes: list[Line] = []
    if by < 0:
        notes.append({"text": "Out of command", "case": "4.0-VI"})
    elif by == unit:
        notes.append({"text": "Commands itself", "case": "7.1-b"})
    else:
        notes.append(
            {"text": f"Commanded by {ruleset.unit_ids[by]}", "case": "15.3" if command_posts.is_post(state, by) else "11.3"}
        )
    if ruleset.is_battalion_hq[unit] and by >= 0:
        notes.append({"text": f"Command range {command.battalion_range(state, unit)}", "case": "11.3-b"})
    if state.assigned[unit]:
        notes.append({"text": f"Assigned to regiment {state.assigned[unit]}", "case": "4.0-II-4"})
    return notes


def _offers(state: DDayState, side: str | None, unit: int) -> tuple[list[Line], list[Line]]:
    """What is offered to a unit, and if nothing is, why."""
    if state.over or side != "us" or state.side != "us":
        return [], []
    found: dict[str, str] = {}
    for code in state.choices():
        number, first, second, _ = unpack(code)
        verb = state.ruleset.verbs[number]
        named = [value for kind, value in zip(verb.kinds, (first, second), strict=False) if kind == UNIT]
        if unit in named:
            found.setdefault(verb.word, verb.says)
    can = [{"verb": word, "says": says} for word, says in found.items()]
    return can, [] if can else _hindrance(state, unit)


def _hindrance(state: DDayState, unit: int) -> list[Line]:
    """Why a unit has nothing to do: the refusal of the most natural thing it might try."""
    choices = state.choices()
    for code in _tries(state, unit):
        if code not in choices:
            refusal = state.refusal_of(code)
            return [{"text": refusal.reason, "case": refusal.case}]
    return []


def _tries(state: DDayState, unit: int) -> list[int]:
    step, place = state.step.name, state.where[unit]
    ground = state.ruleset.ground
    if step == "landing" and place <= BOXES:
        return [pack(verbs.LAND, unit, hex_) for hex_ in ground.boxes[BOXES - place].hexes]
    if place < 0:
        return []
    if step == "actions":
        return [pack(verbs.MOVE, unit, hex_) for hex_ in ground.near[place]]
    if step in ("attacking", "barraging"):
        return [pack(verbs.JOIN, unit)]
    if step in ("recovery", "rallying") and state.disrupted[unit]:
        return [pack(verbs.RECOVER, unit)]
    return []


def _condition(state: DDayState, unit: int) -> list[Line]:
    """What matters about a unit, whoever decides now."""
    place = state.where[unit]
    if place < 0:
        return _off_map(state, unit, place)
    found: list[Line] = []
    if state.disrupted[unit]:
        found += _disruption(state, unit)
    elif state.acted[unit] & ACTED:
        found.append({"text": "Has acted in this phase", "case": "7.0-d"})
    elif not move_goals.able(state, unit):
        found.append({"text": "Out of command", "case": "7.0"})
    if not state.disrupted[unit] and fields_of_fire.intense_now(state) >> place & 1:
        found.append({"text": "In an intense field of fire: disrupted units do not recover there", "case": "7.6-important"})
    if not communication.us_in_communication(state, place):
        found.append({"text": "Out of U.S. communication", "case": "12.3-a"})
    if hits.is_concentrated(state, place):
        text = "More than ten steps in the hex: steady fire hits it as if all had the symbol"
        found.append({"text": text, "case": "6.3.5"})
    return found


def _disruption(state: DDayState, unit: int) -> list[Line]:
    """When a disrupted unit can recover."""
    found: list[Line] = [{"text": f"Disrupted on turn {state.disrupted[unit]}", "case": "6.3.3"}]
    if not recovery.may_recover(state, unit, ()):
        refusal = recovery.refuse_recovery(state, unit, ())
        found.append({"text": refusal.reason, "case": refusal.case})
    if preservation.refuges(state, unit):
        found.append({"text": "Can make a preservation move", "case": "7.3.5"})
    return found


def _off_map(state: DDayState, unit: int, place: int) -> list[Line]:
    if place <= BOXES:
        hexes = landing.landing_hexes(state, unit)
        names = " and ".join(state.ruleset.hex_name(hex_) for hex_ in hexes) or "nowhere now"
        return [{"text": f"Afloat in a beach box; it can land at {names}", "case": "5.2"}]
    back = state.returns[unit]
    if place == RESERVE and state.turn >= SECOND_DAY:
        rested = (
            "It has rested and can come back in an HQ Phase" if back <= state.turn else f"It can come back from turn {back} on"
        )
        return [{"text": f"In the reserve of its division. {rested}", "case": "16.2-b"}]
    if back and place in (DUE, LOST):
        text = f"Driven off by fire; it lands again on turn {back}" if place == DUE else f"Eliminated; it returns on turn {back}"
        return [{"text": text, "case": "11.4-d" if place == DUE else "15.3.2-b"}]
    says = {
        LOST: ("Eliminated; its steps count as losses", "18.4.5-a" if state.turn < SECOND_DAY else "18.1-c"),
        DUE: (f"Comes on turn {looks_of(state.ruleset).due.get(unit, state.turn)}", "19.0"),
        SECOND_WAVE: ("Lands at the end of the first US Action Phase", "18.4.4-a"),
        RESERVE: ("Kept afloat", "19.0"),
        READY: ("To be set up", "18.3.2"),
        ABSENT: ("Not in this game", "18.3"),
    }
    text, case = says.get(place, ("", ""))
    return [{"text": text, "case": case}] if text else []


# ---------------------------------------------------------------------- Japanese


def _about_japanese(state: DDayState, position: int, row: int) -> Plain:
    """A Japanese counter: what it is or may be, and the position that it is in."""
    counter, up, what = rows_in(state, position)[row]
    notes = [*may_be_lines(state, counter, what)] if not up else []
    notes += position_lines(state, position)
    spaces: dict[str, list[str]] = {}
    group = state.ruleset.position_group[position]
    hot, cool = fields_of_fire.group_field(state, group)
    if hot:
        spaces["intense"] = [state.ruleset.hex_name(place) for place in spaces_of(hot)]
    if cool:
        spaces["steady"] = [state.ruleset.hex_name(place) for place in spaces_of(cool)]
    return {"can": [], "cannot": [], "notes": notes, "spaces": spaces}


def _about_cave(state: DDayState, place: int) -> Plain:
    """A cave: what its marker may be, and the hexes around it."""
    ruleset, slot = state.ruleset, state.slot_at(place)
    up = bool(state.faces[slot] & UNIT_UP)
    notes = [*may_be_lines(state, state.unit[slot], "depth")] if not up else []
    text = "A cave fires only at those who enter it, whatever the card shows, and hits one unit"
    notes.append({"text": text, "case": "20.0-caves-d"})
    kind = "steady" if state.shaken[slot] else "intense"
    spaces = {kind: [ruleset.hex_name(near) for near in spaces_of(ruleset.ground.near_mask[place])]}
    return {"can": [], "cannot": [], "notes": notes, "spaces": spaces}


def may_be_lines(state: DDayState, counter: int, what: str) -> list[Line]:
    """What a counter face down may be."""
    ruleset = state.ruleset
    may = candidates(state.lots, counter)
    if len(may) == 1:
        number = next(iter(may))
        return [{"text": f"It can only be {ruleset.counter_ids[number]}: {_printed(state, number)}", "case": "9.1"}]
    kinds: dict[str, Fraction] = {}
    for number, chance in may.items():
        words = _printed(state, number)
        kinds[words] = kinds.get(words, Fraction(0)) + chance
    ranked = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    words_ = [f"{kind}: {percent(chance)}" for kind, chance in ranked[:MOST]]
    rest = sum((chance for _, chance in ranked[MOST:]), Fraction(0))
    words_ += [f"others: {percent(rest)}"] if rest else []
    strength = sum((chance * ruleset.counter_strength[number] for number, chance in may.items()), Fraction(0))
    text = f"One of {counted(len(may), f'{what} counter')}, strength {float(strength):.1f} on average: {'; '.join(words_)}"
    found = [{"text": text, "case": "9.1"}]
    needs: dict[str, Fraction] = {}
    for number, chance in may.items():
        for code in names_of(ruleset.counter_requires[number], WEAPONS):
            needs[code] = needs.get(code, Fraction(0)) + chance
    if needs:
        asked = [f"{code} {percent(chance)}" for code, chance in sorted(needs.items(), key=lambda item: -item[1])]
        found.append({"text": f"Weapons that it may require: {', '.join(asked)}", "case": "8.2"})
    return found


def _printed(state: DDayState, number: int) -> str:
    """What is printed on a counter, in few words."""
    ruleset = state.ruleset
    requires = " ".join(names_of(ruleset.counter_requires[number], WEAPONS))
    if number >= ruleset.first_fort:
        return f"class {ruleset.fort_class[number]} {requires}".strip()
    if number >= ruleset.first_depth:
        kind = ruleset.depth_kind[number]
        word = {TACTICAL_REINFORCEMENT: "tactical reinforcement", ARMOR_DEPTH: "armor"}.get(kind, "")
        return word or f"{ruleset.counter_strength[number]} {requires}".strip()
    elite = "elite " if ruleset.is_elite[number] else ""
    return f"{elite}{ruleset.counter_strength[number]} {requires}".strip()


def position_lines(state: DDayState, position: int) -> list[Line]:
    """The position: its group, color, limit of hits, disruption, guns, communication."""
    ruleset = state.ruleset
    group = ruleset.groups[ruleset.position_group[position]]
    number = ruleset.position_group[position]
    limit = hits.limit(state, hits.Shot(number))
    fires = f"may hit {counted(limit, 'unit')}" if any(fields_of_fire.group_field(state, number)) else "cannot fire now"
    found: list[Line] = [
        {
            "text": f"Position {ruleset.position_code[position]}, group {group.name}, {COLORS[group.color]}: {fires}",
            "case": "6.3.1",
        }
    ]
    if state.shaken[position]:
        found.append({"text": "Disrupted", "case": "6.4"})
    if state.smoked[number]:
        found.append({"text": "Under smoke", "case": "6.2.3-smoke-a"})
    if not communication.japanese_in_communication(state, position):
        found.append({"text": "Cut off from Japanese communication: no lettered actions, no reserves", "case": "12.2"})
    points = ruleset.positions[position].artillery
    if points:
        text = "Its guns are destroyed" if state.guns_lost[position] else f"Guns worth {counted(points, 'artillery point')}"
        found.append({"text": text, "case": "6.5.3"})
    if not defenders.is_revealed(state, position):
        found.append({"text": "Not revealed: it can be attacked, but not entered for close combat", "case": "7.4-b"})
    return found
