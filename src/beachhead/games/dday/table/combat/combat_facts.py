"""Combats as plain data, before and while they are resolved: attacks, barrages, close combats, and Japanese fire.

Everything is counted over what may lie face down and over the cards that may come (`chances`, `dangers`); nothing is turned up or
drawn to find out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from beachhead.engine.chance.lots import candidates
from beachhead.games.dday.box.kinds import BLACK, COLORS, DISRUPTION, STEP_LOSS, SYMBOLS, WEAPONS, names_of
from beachhead.games.dday.combat import (
    attack,
    attack_outcomes,
    attack_resolution,
    attack_table,
    attackers,
    barrage,
    fort_combat,
    piles,
    us_artillery,
)
from beachhead.games.dday.combat.piles import CombatRecord
from beachhead.games.dday.control import command_posts
from beachhead.games.dday.counters import artillery_points, defenders, marines, sorties
from beachhead.games.dday.counters.defenders import MARKERS, UNITS
from beachhead.games.dday.counters.japanese_damage import hex_of
from beachhead.games.dday.events import raids
from beachhead.games.dday.fire import hits
from beachhead.games.dday.fire.fire_on_movers import UnderFireRecord
from beachhead.games.dday.fire.hits import HERO_HIT, STAFF_HIT, Victim, VolleyRecord
from beachhead.games.dday.fire.settling_hits import HERO, PAIR, TANK, PaymentRecord
from beachhead.games.dday.state import FORT_UP, JP_PILE, US_PILE, DDayState
from beachhead.games.dday.table.combat.fire_risk import NONE, Passage, fired_at, next_cards

Plain = dict[str, Any]
PARTIES: Final = {
    sorties.ASSAULT: "assault",
    sorties.OVERRUN: "tanks overrun your hex",
    sorties.COUNTERATTACK: "counterattack",
    sorties.LOCAL: "local counterattack",
}
"""How a Japanese party came, in words."""
MOST: Final = 6
"""Kinds of counter that a face-down one may be, as far as they are told one by one."""


# ---------------------------------------------------------------------- what may lie there


def kinds_of(state: DDayState, counter: int) -> list[Plain]:
    """What a counter may be, counters that do the same in an attack together, likeliest first."""
    ruleset = state.ruleset
    found: dict[tuple[int, int, int], Fraction] = {}
    names: dict[tuple[int, int, int], str] = {}
    for number, chance in candidates(state.lots, counter).items():
        key = ruleset.counter_strength[number], ruleset.counter_requires[number], ruleset.fort_blocked[number]
        found[key] = found.get(key, NONE) + chance
        names[key] = ruleset.counter_ids[number] if chance == 1 else ""
    rows = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"strength": key[0], "requires": names_of(key[1], WEAPONS), "chance": str(chance), "counter": names[key]}
        for key, chance in rows
    ]


FORT_SLOT: Final = -1
ROWS: Final = (
    ("fort", "fort", FORT_SLOT), ("unit", "unit", 0), ("second", "unit", 1), ("tank", "unit", 2), ("depth", "depth", 0),
    ("second_depth", "depth", 1), ("tank_depth", "depth", 2),
)  # fmt: skip
"""The counters of a position hex from the top: row of the state, what it is, and its slot."""


def counters_in(state: DDayState, position: int) -> list[Plain]:
    """The Japanese counters of a hex from the top, as everybody knows them; `id` is what the view calls them. Of a position whose
    party fights elsewhere only the party."""
    found: list[Plain] = []
    where, out, slots = hex_of(state, position), sorties.is_out(state, position), sorties.slots(state, position)
    for row, what, slot in ROWS:
        counter = getattr(state, row)[position]
        if counter and (not out or slot in slots):
            name = f"J{where}" if row == "unit" else f"J{where}-{row.replace('_', '-')}"
            found.append({"id": name, "what": what, "may": kinds_of(state, counter)[: MOST + 1]})
    return found


# ---------------------------------------------------------------------- attacks


class Sighted(NamedTuple):
    """What the chart says once fort and units are turned up."""

    defense: attack_table.Defense
    reading: attack_table.Reading
    chance: Fraction


def sighted(
    state: DDayState, position: int, units: Sequence[int], support: int, wild: int = 0, plus: int = 0
) -> Iterator[Sighted]:
    """Every first reading of the chart that may come, with its chance; an attack that a fort stops is left out."""
    fort = state.fort[position]
    fresh = bool(fort) and not state.faces[position] & FORT_UP
    here, hidden, shown = attack_outcomes.possible_defenders(state, position, fresh)
    covered = bool(hidden[0][0])
    for open_, counter, chance in attack_outcomes.forts_turned(state, position, units, fort if fresh else 0):
        if not fort_combat.still_attacks(state, position, open_):
            continue
        force = attack_table.force_of(state, position, open_, support)
        force = force._replace(strength=force.strength + plus)
        for sets, share in here:
            defense = attack_table.defense_of(state, position, sets, shown, covered, counter or fort)
            yield Sighted(defense, attack_table.reading(state.ruleset, force, defense, wild), chance * share)


def attack_facts(
    state: DDayState, position: int, units: Sequence[int], support: int, wild: int = 0, plus: int = 0, *, read: bool = False
) -> Plain:
    """An attack with its sums, what may defend, and the chances of every result."""
    ruleset = state.ruleset
    near = [unit for unit in units if state.where[unit] >= 0]
    force = attack_table.force_of(state, position, near, support)
    found: Plain = {
        "kind": "attack",
        "hex": hex_of(state, position),
        "units": [attacker(state, position, unit) for unit in near],
        "support": [
            {"title": name, "strength": ruleset.components.support[key].strength}
            for bit, name, key in (
                (attackers.NAVAL, "Naval gunfire", "naval_gunfire"),
                (attackers.AIR, "Airstrike", "airstrike"),
            )
            if support & bit
        ]
        + [{"title": title[:1].upper() + title[1:], "strength": points} for title, points in us_artillery.shares(support)],
        "hero": names_of(wild, WEAPONS)[0] if wild else "+1" if plus else "",
        "strength": force.strength + plus,
        "weapons": names_of(force.weapons, WEAPONS),
        "flanks": attack_table.is_flanked(ruleset, force.hexes, False),
        "counters": counters_in(state, position),
        "multiplier": (
            1
            if attack_table.exposed(state, position)
            else attack_table.multiplier(ruleset, position, state.hex_of(position), bool(state.fort[position]))
        ),
        "read": read,
    }
    if read:
        return found
    return found | _prospect(state, position, near, support, wild, plus)


def _prospect(state: DDayState, position: int, units: Sequence[int], support: int, wild: int, plus: int) -> Plain:
    """Rows, strengths, requirements and results that may come, with their chances."""
    rows: dict[int, Fraction] = {}
    defenses: dict[int, Fraction] = {}
    asked: dict[str, Fraction] = {}
    missing: dict[str, Fraction] = {}
    for defense, reading, chance in sighted(state, position, units, support, wild, plus):
        rows[reading.row] = rows.get(reading.row, NONE) + chance
        defenses[defense.strength] = defenses.get(defense.strength, NONE) + chance
        for code in names_of(defense.requires, WEAPONS):
            asked[code] = asked.get(code, NONE) + chance
        for code in names_of(reading.unmet, WEAPONS):
            missing[code] = missing.get(code, NONE) + chance
    results = attack_outcomes.attack_chances(state, position, units, support, wild, plus)
    return {
        "rows": {str(row): str(chance) for row, chance in sorted(rows.items())},
        "defense": {str(strength): str(chance) for strength, chance in sorted(defenses.items())},
        "asked": {code: str(chance) for code, chance in asked.items()},
        "missing": {code: str(chance) for code, chance in missing.items()},
        "chances": {codes: str(chance) for codes, chance in sorted(results.items())},
    }


def attacker(state: DDayState, position: int, unit: int) -> Plain:
    """A unit of an attack: its strength, what halves it, and the weapons that it brings."""
    ruleset, place = state.ruleset, state.where[unit]
    target = state.hex_of(position)
    far = ruleset.ground.distance[place][target]
    halved = []
    if attack_table.is_short(state, unit):
        halved.append("short of ammunition")
    if far > 1:
        halved.append("two hexes away")
    if attackers.crosses_bluff(state, place, target):
        halved.append("across a bluff")
    return {
        "unit": ruleset.unit_ids[unit],
        "hex": ruleset.hex_name(place),
        "strength": marines.strength(state, unit),
        "halved": halved,
        "weapons": names_of(marines.weapons(state, unit, far), WEAPONS),
    }


# ---------------------------------------------------------------------- barrages


def barrage_facts(state: DDayState, position: int, strength: int, symbol: int, units: Sequence[int], by: str) -> Plain:
    """A barrage before its cards."""
    color = state.ruleset.position_color[position]
    return {
        "kind": "barrage",
        "hex": hex_of(state, position),
        "units": [{"unit": state.ruleset.unit_ids[unit], "strength": marines.strength(state, unit)} for unit in units],
        "by": by,
        "strength": strength,
        "symbol": SYMBOLS[symbol],
        "color": COLORS[color],
        "column": barrage.column_of(state, position, strength),
        "counters": counters_in(state, position),
        "guns": bool(state.ruleset.positions[position].artillery and not state.guns_lost[position]),
        "chances": {
            codes: str(chance)
            for codes, chance in sorted(attack_outcomes.barrage_chances(state, position, strength, symbol).items())
        },
    }


def tank_barrage(state: DDayState, position: int, units: Sequence[int]) -> Plain:
    """A barrage by tanks."""
    place = state.hex_of(position)
    strength, symbol = barrage.tank_strength(state, place, units), barrage.tank_symbol(state, units)
    return barrage_facts(state, position, strength, symbol, units, "")


def points_barrage(state: DDayState, position: int, kind: str, by: str) -> Plain:
    """A barrage by a naval gunfire or airstrike point."""
    ruleset = state.ruleset
    strength, symbol = ruleset.components.support[kind].strength, ruleset.charts.barrage.symbols[kind]
    return barrage_facts(state, position, strength, symbol, (), by)


def guns_barrage(state: DDayState, position: int, packed: int) -> Plain:
    """A barrage by artillery points."""
    symbol = state.ruleset.charts.barrage.symbols["artillery"]
    return barrage_facts(state, position, artillery_points.total(packed), symbol, (), "Artillery")


def barrage_under_way(state: DDayState, frame: barrage.BarrageRecord) -> Plain:
    """A barrage whose cards are being drawn."""
    color, faces = frame.color, state.ruleset.card_faces
    found: Plain = {
        "kind": "barrage",
        "hex": hex_of(state, frame.position),
        "units": [],
        "by": "Barrage",
        "strength": 0,
        "symbol": SYMBOLS[frame.symbol],
        "color": COLORS[color] if color >= 0 else COLORS[BLACK],
        "column": frame.column,
        "counters": counters_in(state, frame.position),
        "guns": bool(state.ruleset.positions[frame.position].artillery and not state.guns_lost[frame.position]),
        "chances": {},
        "read": frame.stage != barrage.FIRING,
    }
    results: dict[str, Fraction] = {}
    if frame.stage == barrage.FIRING and color >= 0:
        for card, chance in next_cards(state).items():
            name = " ".join(barrage.result_of(state, frame.column, frame.symbol, color, faces[card]))
            results[name] = results.get(name, NONE) + chance
    found["chances"] = {codes: str(chance) for codes, chance in sorted(results.items())}
    return found


# ---------------------------------------------------------------------- close combat


def close_combat_facts(state: DDayState, position: int, units: Sequence[int], place: int) -> Plain:
    """A close combat that units would begin or join: the cards that each side would get."""
    trial = state.copy()
    trial.sink = None
    for unit in units:
        trial.put(unit, place)
    fighters = piles.fighters(trial, position)
    jp = japanese_piles(state, position)
    color = state.ruleset.position_color[position]
    found: Plain = {
        "kind": "close combat",
        "hex": hex_of(state, position),
        "units": [fighter(state, unit) for unit in fighters],
        "us": piles.us_cards(trial, position),
        "jp": {str(count): str(chance) for count, chance in sorted(jp.items())},
        "counters": counters_in(state, position),
        "color": COLORS[color],
    }
    if color != BLACK:
        found["hit"] = str(color_share(state, color))
    return found


def fighter(state: DDayState, unit: int) -> Plain:
    """A Marine unit in a close combat."""
    ruleset = state.ruleset
    return {"unit": ruleset.unit_ids[unit], "steps": state.steps[unit], "disrupted": bool(state.disrupted[unit])}


def japanese_piles(state: DDayState, position: int) -> dict[int, Fraction]:
    """How many cards the Japanese of a hex would get, over what may lie face down there."""
    faces, markers = sorties.faces_of(state, position, UNITS), sorties.faces_of(state, position, MARKERS)
    units = [(face, defenders.row_of(state, face)[position]) for face in faces if defenders.row_of(state, face)[position]]
    marks = [(face, defenders.row_of(state, face)[position]) for face in markers if defenders.row_of(state, face)[position]]
    found: dict[int, Fraction] = {}
    trial = state.copy()
    trial.sink = None
    for first, chance in attack_outcomes.sets_of(state, [counter for _, counter in units]):
        for second, share in attack_outcomes.sets_of(state, [counter for _, counter in marks]):
            for (face, _), number in zip((*units, *marks), (*first, *second), strict=True):
                defenders.put_counter(trial, position, face, number)
            count = piles.japanese_cards(trial, position)
            found[count] = found.get(count, NONE) + chance * share
    return found


def color_share(state: DDayState, color: int) -> Fraction:
    """The chance that a card of the deck shows a color."""
    faces = state.ruleset.card_faces
    return sum((chance for card, chance in next_cards(state).items() if faces[card].fire_colors >> color & 1), NONE)


def close_combat_under_way(state: DDayState, frame: CombatRecord) -> Plain:
    """A close combat with the piles as they lie. Of a position whose party fights elsewhere only the party counts."""
    found: Plain = {
        "kind": "close combat",
        "hex": sorties.where_of(state, frame.position),
        "units": [fighter(state, unit) for unit in piles.fighters(state, frame.position)],
        "us": len(state.cards[US_PILE]),
        "counters": counters_in(state, frame.position),
        "color": COLORS[frame.color if frame.color >= 0 else sorties.color_of(state, frame.position)],
        "disrupted": sorties.is_shaken(state, frame.position),
        "next": {piles.JAPAN: "jp", piles.MARINES: "us", piles.RUNNING: "jp"}.get(frame.stage, ""),
        "asking": frame.stage in (piles.ASKING, piles.CHOOSING),
    }
    if sorties.is_out(state, frame.position):
        home = state.ruleset.hex_name(state.ruleset.position_hex[frame.position])
        found["party"] = {"from": home, "how": PARTIES[state.sortie], "case": sorties.CASES[state.sortie]}
    if frame.stage == piles.OPENING:
        found["us"] = piles.us_cards(state, frame.position)
        found["jp"] = {str(count): str(part) for count, part in sorted(japanese_piles(state, frame.position).items())}
    else:
        found["jp"] = {str(len(state.cards[JP_PILE])): "1"}
        found["dealt"] = True
    if frame.color >= 0:
        found["hit"] = str(pile_share(state, JP_PILE if found["next"] != "us" else US_PILE, frame.color))
    if frame.card >= 0:
        card = state.ruleset.card_faces[frame.card]
        found["card"] = card.number
        found["pile"] = "US" if frame.who == 0 else "Japanese"
        found["struck"] = piles.is_hit(state, frame.color, frame.card, frame.who)
    return found


def pile_share(state: DDayState, pile: int, color: int) -> Fraction:
    """The chance that the top card of a pile shows a color."""
    rows, faces = state.cards, state.ruleset.card_faces
    if not rows[pile]:
        return color_share(state, color)
    drawn = attack_outcomes.drawn_card(rows, rows[pile][-1])
    return sum((chance for card, chance, _ in drawn if faces[card].fire_colors >> color & 1), NONE)


# ---------------------------------------------------------------------- Japanese fire


def passage_facts(state: DDayState, units: Sequence[int], place: int, goal: int, found: Passage, notes: list[Plain]) -> Plain:
    """Fire that a step may draw."""
    ruleset = state.ruleset
    return {
        "kind": "passage",
        "from": ruleset.hex_name(place),
        "to": ruleset.hex_name(goal),
        "units": [ruleset.unit_ids[unit] for unit in units],
        "left": found.left,
        "entered": found.entered,
        "groups": [
            {
                "group": hits.name_of(state, threat.group, state.slot_at(goal)),
                "color": COLORS[ruleset.groups[threat.group].color if threat.group >= 0 else BLACK],
                "colors": names_of(threat.colors, COLORS),
                "row": hits.ROWS[threat.row],
                "limit": threat.limit,
            }
            for threat in found.threats
        ],
        "silent": str(found.silent),
        "harmless": str(found.harmless),
        "stopped": str(found.stopped),
        "hurt": str(found.hurt),
        "steps": str(found.steps),
        "notes": notes,
    }


def fire_under_way(state: DDayState, frame: VolleyRecord) -> Plain:
    """A group that fires, its card, and whom it has hit so far."""
    ruleset = state.ruleset
    card, cave = ruleset.card_faces[state.card], frame.group < 0
    payment = state.find(PaymentRecord)
    victims = []
    for number, row in enumerate(state.victims):
        victim = Victim(*row)
        settled = payment is not None and number < payment.place
        victims.append(
            {
                "unit": ruleset.unit_ids[victim.unit],
                "result": hits.plain_result(victim.result),
                "intense": bool(victim.hot),
                "paid": paid_words(state, victim) if settled else "",
                "now": payment is not None and number == payment.place,
            }
        )
    return {
        "kind": "fire",
        "group": hits.name_of(state, frame.group, frame.only),
        "hex": ruleset.hex_name(state.hex_of(frame.only) if cave else ruleset.groups[frame.group].first),
        "color": COLORS[BLACK if cave else ruleset.groups[frame.group].color],
        "card": card.number,
        "symbol": SYMBOLS[card.target],
        "mode": frame.mode,
        "limit": state.hits,
        "victims": victims,
    }


def paid_words(state: DDayState, victim: Victim) -> str:
    """How a hit is paid, in words."""
    ids = state.ruleset.unit_ids
    if victim.result & HERO_HIT:
        return "its hero falls"
    if victim.result & STAFF_HIT:
        return (
            "is a command post no longer"
            if command_posts.is_post(state, victim.unit)
            else "leaves the map and lands again next turn"
        )
    if victim.pay == PAIR:
        return f"{ids[victim.first]} and {ids[victim.second]} are disrupted instead"
    words = []
    if victim.result & STEP_LOSS:
        if victim.pay == TANK:
            words.append(f"{ids[victim.first]} takes the step loss")
        elif victim.pay == HERO:
            words.append("its hero is given for the step")
        else:
            words.append("loses a step")
    if victim.press:
        words.append("loses a further step and is not disrupted")
    elif victim.result & DISRUPTION:
        words.append("is disrupted")
    return " and ".join(words)


# ---------------------------------------------------------------------- raids


def raid_facts(state: DDayState, place: int) -> Plain:
    """A raid before its card: the units that count, who could come, and the chances of what it does."""
    ruleset, units = state.ruleset, raids.raided_units(state, place)
    results: dict[int, Fraction] = {}
    comers: dict[int, Fraction] = {}
    for card, chance in next_cards(state).items():
        groups = raids.raiders(state, place, ruleset.card_faces[card])
        effect = raids.effect_of(raids.value_of(state, groups), len(units))
        results[effect] = results.get(effect, NONE) + chance
        for group in groups:
            comers[group] = comers.get(group, NONE) + chance
    return {
        "kind": "raid",
        "hex": ruleset.hex_name(place),
        "units": [fighter(state, unit) for unit in units],
        "groups": [
            {
                "group": ruleset.groups[group].name,
                "color": COLORS[ruleset.groups[group].color],
                "chance": str(chance),
                "hex": ruleset.hex_name(ruleset.groups[group].first),
            }
            for group, chance in sorted(comers.items())
        ],
        "night": raids.is_night_assault(state),
        "chances": {str(effect): str(chance) for effect, chance in sorted(results.items())},
    }


# ---------------------------------------------------------------------- what is under way


def combat_of(state: DDayState) -> Plain:
    """The combat or fire under way; nothing if there is none."""
    if state.outcome is not None:
        return {}
    volley = state.find(VolleyRecord)
    if volley is not None:
        return fire_under_way(state, volley)
    moving = state.find(UnderFireRecord)
    if moving is not None and moving.lane < 0:
        return _awaited(state, moving)
    close = state.find(CombatRecord)
    if close is not None:
        return close_combat_under_way(state, close)
    under_way = state.find(attack_resolution.AssaultRecord)
    if under_way is not None:
        units, read = under_way.units, under_way.stage == attack_resolution.APPLYING
        return attack_facts(state, under_way.position, units, under_way.support, under_way.wild, under_way.plus, read=read)
    prepared = state.find(attack.AttackRecord)
    if prepared is not None:
        return attack_facts(state, prepared.position, prepared.units, prepared.support)
    tanks = state.find(barrage.BarragingRecord)
    if tanks is not None:
        return tank_barrage(state, tanks.position, tanks.units)
    preparing = state.find(us_artillery.ShellingRecord)
    if preparing is not None:
        return guns_barrage(state, preparing.position, preparing.support)
    raid = state.find(raids.RaidRecord)
    if raid is not None and raid.places and not raid.effect and raids.raided_units(state, raid.places[0]):
        return raid_facts(state, raid.places[0])
    shelling = state.find(barrage.BarrageRecord)
    return barrage_under_way(state, shelling) if shelling is not None else {}


def _awaited(state: DDayState, frame: UnderFireRecord) -> Plain:
    """Fire at movers before its card."""
    entered = frame.entering >= 0
    found = fired_at(state, frame.units, frame.place, frame.entering, left=not entered, only=frame.only_group)
    return passage_facts(state, frame.units, frame.place, frame.entering if entered else frame.place, found, [])
