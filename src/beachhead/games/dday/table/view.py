"""What can be seen of a position: the items of a view. Nothing in a state of D-Day is hidden from its player (`state`).

`units` holds what lies on the table as the page draws it: Marines by their names, Japanese counters by the hex they are in. Under
`positions`, `lots`, `pools`, `piles` and `under way` is everything else that a state rests on.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.chance import lots
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Shown
from beachhead.games.dday import phases, victory
from beachhead.games.dday.box.kinds import (
    ARMOR_DEPTH,
    COLORS,
    DIRECTIONS,
    HERO_TYPES,
    HQ_UNIT,
    SYMBOLS,
    TACTICAL_REINFORCEMENT,
    TANK_UNIT,
    US_TYPES,
    WEAPONS,
    names_of,
)
from beachhead.games.dday.control import command
from beachhead.games.dday.counters import marines, sorties
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.saves import later
from beachhead.games.dday.saves.position import place_name
from beachhead.games.dday.state import (
    ABSENT,
    ACTED,
    ATTACKED,
    BARRAGED,
    DEPTH_UP,
    DEPTHS,
    DUE,
    ELITES,
    ENTERED,
    EVENT_CARDS,
    FIRE_CARDS,
    FORT_UP,
    FOUGHT,
    JP_PILE,
    LANDING_CARDS,
    LOST_DEPTH,
    OUT,
    PILES,
    POOLS,
    PRESERVED,
    REPLACED,
    RESERVE,
    RESERVES,
    SECOND_DEPTH_UP,
    SECOND_UP,
    TANK_DEPTH_UP,
    TANK_STANCE,
    TANK_UP,
    UNIT_STANCE,
    UNIT_UP,
    US_PILE,
    DDayState,
)
from beachhead.games.dday.table.charts import tracks
from beachhead.games.dday.table.combat.combat_facts import combat_of
from beachhead.games.dday.table.duties import duties_of

Plain = dict[str, Any]
ADJACENT: Final = 1
RANGED: Final = 2

# ---------------------------------------------------------------------- what is printed on counters

STANCES: Final = {"unit": UNIT_STANCE, "tank": TANK_STANCE}
"""Rows of units that may be in counterattack stance, and its bit."""
DONE_MARKS: Final = ((ATTACKED, "attacked"), (BARRAGED, "barraged"), (ENTERED, "entered"), (FOUGHT, "fought"))
"""What has happened to a position hex in this US Action Phase."""
_ROWS: Final = (
    ("bottom_fort", 0, "fort"), ("lower_fort", 0, "fort"), ("tank_depth", TANK_DEPTH_UP, "depth"), ("tank", TANK_UP, "unit"),
    ("second_depth", SECOND_DEPTH_UP, "depth"), ("second", SECOND_UP, "unit"), ("depth", DEPTH_UP, "depth"),
    ("unit", UNIT_UP, "unit"), ("fort", FORT_UP, "fort"),
)  # fmt: skip
"""The counters of a position hex from the bottom to the top: row of the state, its bit of `faces`, and the back."""
_ROW_SLOTS: Final = {"unit": 0, "depth": 0, "second": 1, "second_depth": 1, "tank": 2, "tank_depth": 2}
"""The slot of each row of units and of their depth markers."""
FELLED: Final = (ELITES, LOST_DEPTH, OUT)
"""The pools of counters that have been eliminated."""
FIRST_DATE: Final = 219
"""19 February, as dates are counted (month * 100 + day)."""
PARTS: Final = {LANDING_CARDS: "landing", EVENT_CARDS: "event", FIRE_CARDS: "fire", US_PILE: "combat", JP_PILE: "combat"}
"""The part of a card that is in use in each pile."""


def weapons_text(mask: int) -> str:
    """Weapons as they are printed."""
    return " ".join(names_of(mask, WEAPONS))


def marine_face(ruleset: DDayRuleset, unit: int) -> Plain:
    """What is printed on a US counter at full strength."""
    kind = ruleset.components.us_types[ruleset.kind[unit]]
    record = ruleset.components.us_units[unit]
    steps = kind.steps
    return {
        "side": "us",
        "arm": US_TYPES[ruleset.kind[unit]],
        "values": {"strength": kind.strength[steps], "range": kind.range[steps] or kind.barrage_range[steps]},
        "steps": steps,
        "full": steps,
        "emblem": f"{record.symbol_color} {SYMBOLS[record.symbol]}",
        "battalion": f"{record.battalion}/{record.regiment}" if record.battalion else "",
        "place": "",
        "marks": [],
    }


def counter_face(ruleset: DDayRuleset, counter: int) -> Plain:
    """What is printed on a Japanese counter."""
    found: Plain = {"side": "jp", "called": ruleset.counter_ids[counter], "place": "", "marks": []}
    values: Plain = {"strength": ruleset.counter_strength[counter]}
    requires = weapons_text(ruleset.counter_requires[counter])
    if requires:
        values["requires"] = requires
    if counter >= ruleset.first_fort:
        found["arm"] = f"fort {ruleset.fort_class[counter]}"
        found["blocked"] = " ".join(names_of(ruleset.fort_blocked[counter], DIRECTIONS))
    elif counter >= ruleset.first_depth:
        kind = ruleset.depth_kind[counter]
        found["arm"] = {TACTICAL_REINFORCEMENT: "reinforcement", ARMOR_DEPTH: "armor depth"}.get(kind, "depth")
        found["colour"] = "depth"
    else:
        unit = ruleset.components.japanese_units[counter - 1]
        found["arm"] = {TANK_UNIT: "japanese tank", HQ_UNIT: "japanese hq"}.get(unit.kind, "infantry")
        found["title"] = ruleset.components.formations.get(unit.formation, unit.formation)
        found["colour"] = "elite" if unit.elite else "conscripts"
        if unit.color >= 0:
            found["fire"] = COLORS[unit.color]
    found["values"] = values
    return found


class Looks:
    """Counters as views show them, prepared once for a ruleset."""

    def __init__(self, ruleset: DDayRuleset) -> None:
        self._marines = [marine_face(ruleset, unit) for unit in range(ruleset.unit_count)]
        self._japanese = [{}, *(counter_face(ruleset, n) for n in range(1, ruleset.counter_count + 1))]
        names = [ruleset.hex_name(place) for place in ruleset.position_hex]
        self.ids = [
            [f"J{name}" if row == "unit" else f"J{name}-{row.replace('_', '-')}" for row, _, _ in _ROWS] for name in names
        ]
        """Names of the counters in each position hex: by the hex, the unit alone, the others with what they are."""
        self.owners = {name: (position, row) for position, ids in enumerate(self.ids) for row, name in enumerate(ids)}
        """The position hex and the row of each of these names."""
        sectors = {one.sector for one in ruleset.setup.japanese}
        self.elsewhere = {
            number
            for number, unit in enumerate(ruleset.components.japanese_units, 1)
            if unit.kind == HQ_UNIT or unit.scenario or unit.sector not in sectors
        }
        """Counters that belong to other scenarios or sectors: they are out of play and were never beaten."""
        self.due = {unit: arrival.turn for arrival in ruleset.components.arrivals for unit in arrival.units}
        """The turn of each unit on the reinforcement list."""

    def marine(self, unit: int) -> Plain:
        """A US counter at full strength."""
        face = self._marines[unit]
        return face | {"values": face["values"].copy()}

    def japanese(self, counter: int) -> Plain:
        """A Japanese counter face up."""
        face = self._japanese[counter]
        return face | {"values": face["values"].copy(), "marks": []}


def _looks(ruleset: Ruleset) -> Looks:
    assert isinstance(ruleset, DDayRuleset)
    return Looks(ruleset)


def looks_of(ruleset: DDayRuleset) -> Looks:
    """What has been prepared for the views of this ruleset."""
    return ruleset.remembered(__name__, _looks)


def counters_of(ruleset: DDayRuleset) -> list[Plain]:
    """What is printed on each counter, for bots and tools."""
    looks = looks_of(ruleset)
    faces = [(name, looks.marine(unit)) for unit, name in enumerate(ruleset.unit_ids)]
    faces += [(ruleset.counter_ids[n], looks.japanese(n)) for n in range(1, ruleset.counter_count + 1)]
    return [{"name": name} | {key: value for key, value in face.items() if key not in ("place", "marks")} for name, face in faces]


# ---------------------------------------------------------------------- counters on the table


def units_of(state: DDayState) -> Plain:
    """Every counter on the table: Marines, what is in the position hexes, and Japanese counters that have been eliminated."""
    return marine_counters(state) | japanese_counters(state)


def marine_counters(state: DDayState) -> Plain:
    """US units as the page draws them."""
    ruleset = state.ruleset
    looks = looks_of(ruleset)
    heroes = {owner: hero for hero, owner in enumerate(state.hero_on) if owner >= 0}
    acted = {ACTED: "acted", PRESERVED: "preserved", REPLACED: "replaced"}
    posts = {ruleset.number[name]: reach for name, reach in tracks.posts_of(state).items()}
    normal = command.is_normal(state)
    found: Plain = {}
    for unit, place in enumerate(state.where):
        if place == ABSENT:
            continue
        entry = found[ruleset.unit_ids[unit]] = looks.marine(unit)
        entry["place"] = table_place(state, unit)
        bits = state.acted[unit]
        entry["marks"] = [word for bit, word in acted.items() if bits & bit]
        steps = entry["steps"] = state.steps[unit]
        if steps:
            barrage = ruleset.components.us_types[ruleset.kind[unit]].barrage_range[steps]
            entry["values"] = {"strength": marines.strength(state, unit), "range": marines.attack_range(state, unit) or barrage}
            entry["weapons"] = weapons_text(marines.weapons(state, unit, ADJACENT))
        chips: Plain = {}
        if state.disrupted[unit]:
            chips["disrupted"] = True
        hero = heroes.get(unit, -1)
        if hero >= 0:
            chips["inspired" if state.inspired[hero] else HERO_TYPES[ruleset.hero_type[hero]]] = True
        if unit in posts:
            chips["post"] = posts[unit]
        if normal and place >= 0 and not command.in_command(state, unit):
            chips["out of command"] = True
        if normal and state.assigned[unit]:
            chips["assigned"] = state.assigned[unit]
        if place == RESERVE and state.returns[unit] > state.turn:
            chips["resting"] = state.returns[unit]
        if chips:
            entry["chips"] = chips
    return found


def table_place(state: DDayState, unit: int) -> str:
    """Where a US counter lies on the table: units that are still to come lie by their turn, or beside their box."""
    place = state.where[unit]
    if place == DUE and state.returns[unit]:
        return "landing again"
    if place == DUE:
        return f"due {looks_of(state.ruleset).due.get(unit, state.turn)}"
    if place == RESERVE:
        return f"reserve {state.ruleset.division[unit]}"
    return place_name(state, place)


def japanese_counters(state: DDayState) -> Plain:
    """Japanese counters: face up with their face, else with the back that everybody sees."""
    ruleset, looks = state.ruleset, looks_of(state.ruleset)
    found: Plain = {}
    party = party_rows(state)
    for position, place in enumerate(ruleset.position_hex):
        ids, faces = looks.ids[position], state.faces[position]
        for index, (row, face, back) in enumerate(_ROWS):
            counter = getattr(state, row)[position]
            if not counter:
                continue
            up = counter > 0 and bool(faces & face)
            entry: Plain = looks.japanese(counter) if up else {"side": "jp", "back": back}
            away = index in party.get(position, ())
            entry["place"] = ruleset.hex_name(state.sortie_to if away else place)
            entry["marks"] = position_marks(state, position)
            chips: Plain = {}
            if (state.sortie_shaken if away else state.shaken[position]) and back != "fort":
                chips["disrupted"] = True
            if row == "unit" and state.japanese_heroes[position]:
                chips["japanese hero"] = True
            if row == "unit" and state.tunnels[position]:
                chips["tunnel"] = True
            if state.stance[position] & STANCES.get(row, 0):
                chips["counterattack"] = True
            if chips:
                entry["chips"] = chips
            found[ids[index]] = entry
    for number, place in enumerate(state.caves):
        slot = ruleset.position_count + number
        counter = state.unit[slot]
        if place >= 0 and counter:
            up = counter > 0 and bool(state.faces[slot] & UNIT_UP)
            entry = looks.japanese(counter) if up else {"side": "jp", "back": "cave"}
            entry["place"] = ruleset.hex_name(place)
            entry["marks"] = [*position_marks(state, slot), "cave"]
            if state.shaken[slot]:
                entry["chips"] = {"disrupted": True}
            found[f"J{ruleset.hex_name(place)}"] = entry
    for pool in FELLED:
        for counter in state.pools[pool]:
            if counter > 0 and counter not in looks.elsewhere:
                entry = found[f"J {ruleset.counter_ids[counter]}"] = looks.japanese(counter)
                entry["place"] = "eliminated"
                entry["marks"] = []
    return found


def party_rows(state: DDayState) -> dict[int, tuple[int, ...]]:
    """The rows of the counters that fight away from their position now, by position: they lie in the hex where they fight."""
    if not state.sortie:
        return {}
    slots = sorties.slots(state, state.sortie_from)
    return {state.sortie_from: tuple(index for index in range(len(_ROWS)) if _ROW_SLOTS.get(_ROWS[index][0], -1) in slots)}


def rows_in(state: DDayState, position: int) -> list[tuple[int, bool, str]]:
    """The counters of a position hex, row by row: the counter, whether it is face up, and the back."""
    faces = state.faces[position]
    return [(getattr(state, row)[position], bool(faces & face), back) for row, face, back in _ROWS]


def position_marks(state: DDayState, position: int) -> list[str]:
    """What has happened to the counters of a hex in this phase, or by this card."""
    marks = [word for bit, word in DONE_MARKS if state.done[position] & bit]
    if state.used[position]:
        marks.append("used")
    return marks


def stacks_of(state: DDayState) -> dict[str, list[str]]:
    """The order of counters in every hex with several Japanese ones, bottom first."""
    ruleset, looks = state.ruleset, looks_of(state.ruleset)
    found: dict[str, list[str]] = {}
    party = party_rows(state)
    for position, place in enumerate(ruleset.position_hex):
        away = party.get(position, ())
        here = [
            looks.ids[position][index]
            for index, (row, _, _) in enumerate(_ROWS)
            if getattr(state, row)[position] and index not in away
        ]
        if len(here) > 1:
            found[ruleset.hex_name(place)] = here + [ruleset.unit_ids[unit] for unit in state.units_in(place)]
    return found


# ---------------------------------------------------------------------- the same, for facts and samples


def marines_of(state: DDayState) -> Plain:
    """US units: where they are, what is left of them."""
    ruleset = state.ruleset
    heroes = {owner: hero for hero, owner in enumerate(state.hero_on) if owner >= 0}
    found: Plain = {}
    for unit, place in enumerate(state.where):
        if place == ABSENT:
            continue
        entry: Plain = {
            "side": "us",
            "arm": US_TYPES[ruleset.kind[unit]],
            "place": place_name(state, place),
            "steps": state.steps[unit],
            "full": ruleset.full_steps[unit],
            "strength": marines.strength(state, unit) if state.steps[unit] else 0,
            "range": marines.attack_range(state, unit) if state.steps[unit] else 0,
            "weapons": names_of(marines.weapons(state, unit, ADJACENT), WEAPONS) if state.steps[unit] else [],
            "marks": marks_of(state, unit),
        }
        hero = heroes.get(unit, -1)
        if hero >= 0:
            entry["hero"] = "inspired" if state.inspired[hero] else HERO_TYPES[ruleset.hero_type[hero]]
        found[ruleset.unit_ids[unit]] = entry
    return found


def marks_of(state: DDayState, unit: int) -> list[str]:
    """Markers on a US unit."""
    marks = []
    if state.disrupted[unit]:
        marks.append("disrupted")
    if state.acted[unit] & ACTED:
        marks.append("acted")
    return marks


def positions_of(state: DDayState) -> Plain:
    """Position hexes with what stands in them. A counter face down is a row of what it may be, under `lots`."""
    ruleset = state.ruleset
    found: Plain = {}
    for position, place in enumerate(ruleset.position_hex):
        entry: Plain = {}
        for name, face, _ in reversed(_ROWS):
            counter = getattr(state, name)[position]
            if counter:
                entry[name.replace("_", " ")] = counter_of(state, counter, bool(state.faces[position] & face))
        if state.shaken[position]:
            entry["disrupted"] = True
        if state.guns_lost[position]:
            entry["guns destroyed"] = True
        if state.smoked[ruleset.position_group[position]]:
            entry["smoke"] = True
        if state.woken[ruleset.position_group[position]]:
            entry["woken"] = True
        if state.done[position]:
            entry["done"] = state.done[position]
        if state.used[position]:
            entry["used"] = True
        if state.japanese_heroes[position]:
            entry["japanese hero"] = True
        if state.tunnels[position]:
            entry["tunnel"] = True
        if state.stance[position]:
            entry["stance"] = state.stance[position]
        if state.tank_done[position]:
            entry["tank used"] = True
        if entry:
            found[ruleset.hex_name(place)] = entry
    return found | {name: {"cave": entry} for name, entry in caves_of(state).items()}


def caves_of(state: DDayState) -> Plain:
    """Caves by hex, with their depth markers (20.0-caves)."""
    found: Plain = {}
    for number, place in enumerate(state.caves):
        if place >= 0:
            slot = state.ruleset.position_count + number
            entry: Plain = {"number": number + 1}
            if state.unit[slot]:
                entry["depth"] = counter_of(state, state.unit[slot], bool(state.faces[slot] & UNIT_UP))
            if state.shaken[slot]:
                entry["disrupted"] = True
            if state.done[slot]:
                entry["done"] = state.done[slot]
            found[state.ruleset.hex_name(place)] = entry
    return found


def counter_of(state: DDayState, counter: int, up: bool) -> Plain:
    """A Japanese counter: its name if everybody knows it, or the lot it belongs to."""
    if counter > 0:
        return {"id": state.ruleset.counter_ids[counter], "up": up}
    return {"lot": -counter, "up": False}


def lots_of(state: DDayState) -> Plain:
    """What counters face down may be: names, or lots within lots."""
    ids = state.ruleset.counter_ids
    return {
        str(row): [ids[member] if member > 0 else {"lot": -member} for member in lot] for row, lot in enumerate(state.lots) if lot
    }


def pools_of(state: DDayState) -> Plain:
    """Pools of Japanese counters: how many of which lot, and those that everybody knows."""
    ids = state.ruleset.counter_ids
    found: Plain = {}
    for name, pool in zip(POOLS, state.pools, strict=True):
        rows: Plain = {}
        known = []
        for counter in pool:
            if counter > 0:
                known.append(ids[counter])
            else:
                rows[str(-counter)] = rows.get(str(-counter), 0) + 1
        found[name] = {"count": len(pool), "known": sorted(known), "lots": rows}
    return found


# ---------------------------------------------------------------------- cards


def piles_of(state: DDayState) -> Plain:
    """The deck and its piles as they lie, with what each card face down may be."""
    found: Plain = state.ruleset.deck.shown(_cards)[0].show(state)
    return found


def _cards(state: DDayState) -> list[list[int]]:
    return state.cards


def cards_of(state: DDayState) -> Plain:
    """The piles that are on the table: open cards from the bottom to the top, and the part of each that is in use."""
    deck = state.ruleset.deck
    found: Plain = {}
    fighting = bool(state.cards[US_PILE] or state.cards[JP_PILE])
    for pile, name in enumerate(PILES):
        number = len(state.cards[pile])
        if not number and pile in PARTS and not (fighting and pile in (US_PILE, JP_PILE)):
            continue
        cards = [deck.names[card] for card in deck.known(state.cards, pile)]
        found[name] = {"count": number, "cards": cards}
        if pile == EVENT_CARDS:
            known = deck.known(state.cards, pile)
            found[name]["part"] = {deck.names[card]: event_part(state, card) for card in known}
        elif pile in PARTS:
            found[name]["part"] = dict.fromkeys(cards, PARTS[pile])
    return found


def event_part(state: DDayState, card: int) -> str:
    """The part of a card with the event of today: from 20 February on parts have the date from which they count."""
    today = state.ruleset.charts.dates[state.turn]
    dates = [since for since, _ in state.ruleset.card_faces[card].events if FIRST_DATE < since <= today]
    return f"event {max(dates)}" if dates else PARTS[EVENT_CARDS]


# ---------------------------------------------------------------------- tracks, markers, objectives


def hexes_with(state: DDayState, row: bytearray) -> list[str]:
    """The position hexes for which a row of the state has something."""
    ruleset = state.ruleset
    return [ruleset.hex_name(place) for position, place in enumerate(ruleset.position_hex) if row[position]]


def smoke_of(state: DDayState) -> list[str]:
    """The hexes of groups under smoke."""
    ruleset = state.ruleset
    return [
        ruleset.hex_name(place)
        for position, place in enumerate(ruleset.position_hex)
        if state.smoked[ruleset.position_group[position]]
    ]


def pool_count(pool: int) -> Any:
    """A reader of how many counters are in a pool."""

    def counted(state: DDayState) -> int:
        return len(state.pools[pool])

    return counted


def standing_of(state: DDayState) -> Plain | None:
    """Who would win if the game ended now."""
    if state.outcome is not None:
        return None
    found = victory.criteria(state)
    failed = [criterion for criterion in found if not criterion.met]
    if not failed:
        words = ("two", "three", "four", "five", "six")
        return {
            "winner": "us",
            "case": victory.case_of(state.ruleset),
            "why": f"all {words[len(found) - 2]} objectives are met",
        }
    why = f"{len(found) - len(failed)} of {len(found)} objectives are met"
    return {"winner": "jp", "case": failed[0].case, "why": why}


def score_of(state: DDayState) -> dict[str, str]:
    """Each objective in words."""
    if state.outcome is not None:
        return {}
    return {criterion.name: ("met: " if criterion.met else "not met: ") + criterion.says for criterion in victory.criteria(state)}


def may_be(state: DDayState, counter: int) -> dict[str, str]:
    """What a counter may be, by name, with the chance of each."""
    ids = state.ruleset.counter_ids
    return {ids[number]: str(chance) for number, chance in sorted(lots.candidates(state.lots, counter).items())}


def party_of(state: DDayState) -> Plain:
    """The Japanese party that fights away from its position, and whether tanks have attacked; empty before such things happen."""
    ruleset, found = state.ruleset, dict[str, Any]()
    if state.sortie:
        found["party"] = {
            "kind": state.sortie,
            "from": ruleset.position_code[state.sortie_from],
            "hex": ruleset.hex_name(state.sortie_to),
            "disrupted": bool(state.sortie_shaken),
        }
    if state.tank_attack:
        found["tank attack"] = True
    return found


def memory_of(state: DDayState) -> Plain:
    """What else a seat may remember and a state rests on: where units began and came from, the cup, groups of landing checks,
    the fire under way."""
    ruleset = state.ruleset
    ids = ruleset.unit_ids
    return {
        "began": {ids[unit]: ruleset.hex_name(place) for unit, place in enumerate(state.began) if place >= 0},
        "came from": {ids[unit]: ruleset.hex_name(place) for unit, place in enumerate(state.came_from) if place >= 0},
        "marks": {ids[unit]: bits for unit, bits in enumerate(state.acted) if bits},
        "disrupted": {ids[unit]: turn for unit, turn in enumerate(state.disrupted) if turn},
        "markers": {ids[unit]: ruleset.components.step_losses[n - 1].id for unit, n in enumerate(state.marker) if n},
        "cup": list(state.cup),
        "heroes": {
            ruleset.components.heroes[hero].id: [ids[owner], bool(state.inspired[hero])]
            for hero, owner in enumerate(state.hero_on)
            if owner >= 0
        },
        "gone over": list(state.shifted),
        "landed": list(state.landed),
        "lasting": [ruleset.components.events[n].id for n, lasts in enumerate(state.lasting) if lasts],
        "checks": [list(check) for check in state.checks],
        "fire": [state.card, state.firing, state.hits, [list(victim) for victim in state.victims]],
        **party_of(state),
        "steps": [list(row) for row in state.plain()["stack"]],
        **later.written_later(state),
    }


def colors_of(state: DDayState) -> list[str]:
    """The colors of the fire card that is being played."""
    if state.card < 0:
        return []
    return [COLORS[entry.color] for entry in state.ruleset.card_faces[state.card].fire]


SHOWN: Final[tuple[Shown[DDayState], ...]] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", victory.last_turn),
    Shown("phase", lambda state: phases.PHASES[state.phase].name if state.outcome is None else "over"),
    Shown("units", units_of),
    Shown("stacks", stacks_of),
    Shown("cards", cards_of),
    Shown("fire colors", colors_of),
    Shown("naval", lambda state: state.naval),
    Shown("air", lambda state: state.air),
    Shown("losses", lambda state: state.losses),
    Shown("replacements", lambda state: state.replacements),
    *tracks.LATER,
    *(Shown(POOLS[RESERVES + n], pool_count(RESERVES + n)) for n in range(4)),
    *(Shown(POOLS[DEPTHS + n], pool_count(DEPTHS + n)) for n in range(4)),
    Shown("guns destroyed", lambda state: hexes_with(state, state.guns_lost)),
    Shown("smoke", smoke_of),
    Shown("combat", combat_of),
    Shown("duties", duties_of),
    Shown("score", score_of),
    Shown("standing", standing_of),
    Shown("positions", positions_of),
    Shown("lots", lots_of),
    Shown("pools", pools_of),
    Shown("piles", piles_of),
    Shown("under way", memory_of),
)
