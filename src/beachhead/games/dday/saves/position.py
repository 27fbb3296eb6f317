"""Positions of D-Day at Iwo Jima from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance import lots
from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import Item
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import (
    ARMOR_DEPTH,
    HERO_TYPES,
    INFANTRY_UNIT,
    MOST_STEPS,
    TANK_UNIT,
    WEAPONS,
    bits_of,
    names_of,
)
from beachhead.games.dday.counters import support
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.saves import later
from beachhead.games.dday.saves.checks import fault_of
from beachhead.games.dday.sequence import GameTurn, begin_phase
from beachhead.games.dday.setup import scenario_setup
from beachhead.games.dday.state import (
    ABSENT,
    ACTED,
    ATTACKED,
    BARRAGED,
    BOXES,
    DECK,
    DEPTH_UP,
    DEPTHS,
    DISCARDS,
    ENTERED,
    EVENT_CARDS,
    FIRE_CARDS,
    FORT_UP,
    FORTS,
    FOUGHT,
    HIT,
    LANDING_CARDS,
    LOST,
    OFF_MAP,
    OUT,
    PRESERVED,
    READY,
    REPLACED,
    RESERVES,
    SECOND_DEPTH_UP,
    SECOND_UP,
    TANK_DEPTH_UP,
    TANK_UP,
    UNIT_UP,
    DDayState,
)
from beachhead.games.dday.verbs import BOX

KEYS: Final = (
    "components", "board", "turn", "phase", "units", "japanese", "others", "reserves", "depth pool", "lost depth", "elites",
    "deck", "discards", "track", "naval", "air", "losses", "replacements", "landed", "done", "woken", "lasting", "caves",
    *later.KEYS,
)  # fmt: skip
WRITTEN: Final = (
    "turn", "phase", "where", "steps", "disrupted", "naval", "air", "losses", "replacements", "landed", *later.FIELDS,
)  # fmt: skip
"""Fields that a position says in its own words; the others are under `moment` as they are."""
OTHERS: Final = ("absent", "start")
PLACES: Final = {name: place for place, name in OFF_MAP.items()}
MARKS: Final = {"acted": ACTED, "preserved": PRESERVED | ACTED, "hit": HIT, "replaced": REPLACED}
DONE: Final = {"attacked": ATTACKED, "barraged": BARRAGED, "fought": FOUGHT, "entered": ENTERED}
TRACK: Final = {"landing": LANDING_CARDS, "event": EVENT_CARDS, "fire": FIRE_CARDS}
ANY: Final = "?"
UP: Final = "up"
KNOWN: Final = "known"
DOWN: Final = "down"
JAPANESE: Final = (
    "unit", "second", "depth", "second depth", "forts", "tank", "tank depth", "disrupted", "guns destroyed", "smoke", "used",
)  # fmt: skip
_FACES: Final = {
    "unit": UNIT_UP, "second": SECOND_UP, "depth": DEPTH_UP, "second depth": SECOND_DEPTH_UP, "tank": TANK_UP,
    "tank depth": TANK_DEPTH_UP,
}  # fmt: skip


def _part(given: Item, key: str, default: Any) -> Item:
    """What the data say under a key, or what that means if they do not."""
    value = given.value.get(key)
    return Item(default if value is None else value, given.document, (key,))


# ---------------------------------------------------------------------- reading


def put_position(state: DDayState, given: Item) -> None:
    """Put units, counters, cards and tracks where the data say."""
    _put_turn(state, given)
    start = _part(given, "others", "absent").one_of(OTHERS) == "start"
    if start:
        scenario_setup.put_points(state)
        support.begin_game(state)
        scenario_setup.put_marines(state)
        if state.phase != phases.SET_UP:  # nobody waits for a set-up that is over
            state.where = [ABSENT if place == READY else place for place in state.where]
    else:
        for unit in range(state.ruleset.unit_count):
            state.steps[unit] = state.ruleset.full_steps[unit]
    _put_units(state, given)
    if start and given.value.get("japanese") is None and not state.ruleset.components.board.own:
        scenario_setup.put_japanese(state)
        state.rebuild()
        if given.value.get("garrisons") is None:
            scenario_setup.put_garrisons(state)
    else:
        _Counters(state, given, start).put()
    state.rebuild()
    _put_cards(state, given)
    _put_tracks(state, given)
    later.put_later(state, given)
    state.touch()
    if given.value.get("moment") is None:
        fault = fault_of(state)
        if fault:
            raise PositionError(fault)


def _put_turn(state: DDayState, given: Item) -> None:
    ruleset = state.ruleset
    state.turn = _part(given, "turn", ruleset.setup.first_turn).whole(ruleset.setup.first_turn, ruleset.last_turn)
    state.phase = phases.NAMES[_part(given, "phase", "actions").one_of(tuple(phases.NAMES))]
    state.replacements = scenario_setup.replacement_steps(state)


def hex_of(ruleset: DDayRuleset, name: str, item: Item) -> int:
    """A hex by its number."""
    found = ruleset.names[SPACE].find(name)
    if not found:
        raise item.fail(f'there is no hex {bounds.clip(name)}; write four digits in quotes, such as "0512"')
    return found[0]


def position_of(ruleset: DDayRuleset, name: str, item: Item) -> int:
    """A position by its hex or its code."""
    code = ruleset.components.board.position_index.get(name)
    if code is not None:
        return code
    place = hex_of(ruleset, name, item)
    if place not in ruleset.position_at:
        raise item.fail(f"{name} is no Japanese position; Japanese counters stand in position hexes (2.1.1)")
    return ruleset.position_at[place]


def _slot_of(state: DDayState, name: str, item: Item) -> int:
    """A position by its hex or its code, or a cave by its hex."""
    found = state.ruleset.names[SPACE].find(name)
    slot = state.slot_at(found[0]) if found else -1
    return slot if slot >= 0 else position_of(state.ruleset, name, item)


def _unit(ruleset: DDayRuleset, name: str, item: Item) -> int:
    found = ruleset.names[UNIT].find(name)
    if not found:
        close = difflib.get_close_matches(name, list(ruleset.number), n=1) if len(name) <= bounds.NAME else []
        raise item.fail(f"there is no unit {bounds.clip(name)}{f' (did you mean {close[0]!r}?)' if close else ''}")
    return found[0]


def _put_units(state: DDayState, given: Item) -> None:
    """US units: a hex, a box or a place off the map, then what is to be known of them."""
    ruleset = state.ruleset
    for name, item in _part(given, "units", {}).entries():
        unit = _unit(ruleset, name, item)
        if isinstance(item.value, dict | list):
            raise item.fail('write a text such as "0512, 3 steps, disrupted"; see docs/vectors.md')
        words = [part.strip() for part in str(item.value).split(",")]
        state.where[unit] = _place(ruleset, words[0], item)
        if state.where[unit] == LOST:
            state.steps[unit] = 0
        for word in words[1:]:
            _put_detail(state, unit, word, item)
        if ruleset.full_steps[unit] == MOST_STEPS and state.steps[unit] in (1, 3) and not state.marker[unit]:
            _put_marker(state, unit, [], item)


def _place(ruleset: DDayRuleset, word: str, item: Item) -> int:
    if word in PLACES:
        return PLACES[word]
    found = ruleset.names[BOX].find(word.replace(" ", ""))
    if found:
        return BOXES - found[0]
    if not ruleset.names[SPACE].find(word):
        boxes = ", ".join(ruleset.names[BOX].full)
        raise item.fail(
            f'there is no hex or beach box {bounds.clip(word)}; write four digits in quotes, such as "0512", or one of {boxes}'
        )
    return hex_of(ruleset, word, item)


def _put_detail(state: DDayState, unit: int, text: str, item: Item) -> None:
    """Steps with the weapons of a marker, disruption with its turn, heroes, and what the unit has done in this phase."""
    ruleset = state.ruleset
    word, *rest = text.split()
    if rest and word.isdecimal() and rest[0] in ("step", "steps"):
        steps = int(word)
        if not 1 <= steps <= ruleset.full_steps[unit]:
            raise item.fail(f"{ruleset.unit_ids[unit]} has 1 to {ruleset.full_steps[unit]} steps, not {word}")
        state.steps[unit] = steps
        if rest[1:]:
            _put_marker(state, unit, rest[1:], item)
    elif word == "disrupted":
        turn = int(rest[0]) if rest and rest[0].isdecimal() else state.turn
        if not 1 <= turn <= state.turn:
            raise item.fail(f"a unit is disrupted on a turn from 1 to {state.turn}, not {bounds.clip(text)}")
        state.disrupted[unit] = turn
    elif word in ("hero", "inspired"):
        _put_hero(state, unit, rest[0] if rest else HERO_TYPES[0], word == "inspired", item)
    elif word in ("began", "from") or word in MARKS:
        return  # put when the phase has begun
    else:
        raise item.fail(f"{bounds.clip(text)} cannot be said of a unit; see docs/vectors.md")


def _put_marker(state: DDayState, unit: int, words: list[str], item: Item) -> None:
    """A step loss marker with these weapons on the side that is up; without weapons the first in the cup."""
    ruleset, steps = state.ruleset, state.steps[unit]
    if ruleset.full_steps[unit] != MOST_STEPS or steps not in (1, 3):
        raise item.fail(f"only a company with one or three steps has a step loss marker, not {ruleset.unit_ids[unit]}")
    unknown = [word for word in words if word not in WEAPONS]
    if unknown:
        raise item.fail(f"there is no weapon {bounds.clip(unknown[0])}; the weapons are {', '.join(WEAPONS)}")
    wanted = bits_of(words, WEAPONS)
    for number, marker in enumerate(ruleset.components.step_losses):
        if state.cup[number] and (not words or (marker.step1 if steps == 3 else marker.step3) == wanted):
            state.cup[number] -= 1
            state.marker[unit] = number + 1
            return
    raise item.fail(f"no step loss marker with {' '.join(words)} is left in the cup")


def _put_hero(state: DDayState, unit: int, kind: str, inspired: bool, item: Item) -> None:
    ruleset = state.ruleset
    if kind not in HERO_TYPES:
        raise item.fail(f"heroes are {', '.join(HERO_TYPES)}, not {bounds.clip(kind)}")
    for hero, owner in enumerate(state.hero_on):
        if owner < 0 and ruleset.hero_type[hero] == HERO_TYPES.index(kind):
            state.hero_on[hero] = unit
            state.inspired[hero] = int(inspired)
            return
    raise item.fail(f"there is no {kind} left")


class _Counters:
    """Japanese counters as the data say. Those that are named and face down are certain, and still nobody has looked at them;
    `?` is any that is left of its kind."""

    def __init__(self, state: DDayState, given: Item, start: bool) -> None:
        self.state = state
        self.given = given
        self.start = start
        self.ruleset = state.ruleset
        self.named: set[int] = set()
        self.asked: list[tuple[list[int], int, str]] = []
        """Row, spot and the lot that fills it."""

    def put(self) -> None:
        state = self.state
        for name, item in _part(self.given, "japanese", {}).entries():
            self._put_hex(position_of(self.ruleset, name, item), item)
        for number, (name, item) in enumerate(_part(self.given, "caves", {}).entries()):
            self._put_cave(number, name, item)
        wanted = self._pools()
        if self.start:
            self._start(wanted)
        self._fill(wanted)
        left = (
            set(range(1, self.ruleset.counter_count + 1))
            - {counter for lot in state.lots for counter in lot}
            - {counter for pool in state.pools for counter in pool}
        )
        for row in scenario_setup.japanese_rows(state):
            left -= set(row)
        state.pools[OUT] = [*state.pools[OUT], *sorted(left)]

    def _put_hex(self, position: int, item: Item) -> None:
        state = self.state
        if isinstance(item.value, str):
            item = Item({"unit": item.value}, item.document, item.path)
        item.only(*JAPANESE)
        rows = {
            "unit": state.unit, "second": state.second, "depth": state.depth, "second depth": state.second_depth,
            "tank": state.tank, "tank depth": state.tank_depth,
        }  # fmt: skip
        for key, row in rows.items():
            part = item.get(key)
            if part is not None:
                self._put_counter(row, position, key, part, _FACES[key])
        forts = item.get("forts")
        if forts is not None:
            for row, part in zip((state.fort, state.lower_fort, state.bottom_fort), forts.each(3), strict=False):
                self._put_counter(row, position, "fort", part, FORT_UP if row is state.fort else 0)
        for key, field in (("disrupted", state.shaken), ("guns destroyed", state.guns_lost), ("used", state.used)):
            part = item.get(key)
            if part is not None:
                field[position] = int(part.flag())
        smoke = item.get("smoke")
        if smoke is not None:
            state.smoked[self.ruleset.position_group[position]] = int(smoke.flag())

    def _put_cave(self, number: int, name: str, item: Item) -> None:
        """A cave in a hex: its depth marker, and whether it is disrupted."""
        state, ruleset = self.state, self.ruleset
        if number >= ruleset.cave_count:
            raise item.fail(f"there are {ruleset.cave_count} caves in this scenario (20.0-caves)")
        place = hex_of(ruleset, name, item)
        if place in ruleset.position_at or place >= ruleset.ground.land:
            raise item.fail(f"a cave is in a land hex without a position, not in {name} (20.0-caves-a)")
        if isinstance(item.value, str):
            item = Item({"depth": item.value}, item.document, item.path)
        item.only("depth", "disrupted")
        slot = ruleset.position_count + number
        state.caves = [*state.caves[:number], place, *state.caves[number + 1 :]]
        self._put_counter(state.unit, slot, "depth", item["depth"], UNIT_UP)
        disrupted = item.get("disrupted")
        state.shaken[slot] = int(disrupted.flag()) if disrupted is not None else 0

    def _put_counter(self, row: list[int], position: int, key: str, item: Item, face: int) -> None:
        words = item.text().split()
        name, rest = words[0] if words else "", [word for word in words[1:] if word != DOWN]
        if any(word not in (UP, KNOWN) for word in rest) or len(words) > 2:
            raise item.fail(f"write a counter, and 'up' or 'down' behind it if you like, not {bounds.clip(item.value)}")
        if name.startswith(ANY):
            self.asked.append((row, position, self._lot_of(key, position, name, item)))
            if rest:
                raise item.fail("a counter that is turned up has a name; write its id")
            return
        number = self._number(key, name, item)
        self.named.add(number)
        if UP in rest and face:
            self.state.faces[position] |= face
        row[position] = number if rest else self._certain(number)

    def _certain(self, number: int) -> int:
        """A counter face down that can only be this one."""
        self.state.lots.append([number])
        return -(len(self.state.lots) - 1)

    def _lot_of(self, key: str, position: int, name: str, item: Item) -> str:
        if key in ("unit", "second"):
            return f"unit {self.ruleset.position_sector[position]}"
        if key in ("depth", "second depth"):
            return "depth"
        if key == "fort":
            if name[1:] not in ("1", "2", "3"):
                raise item.fail("write ?1, ?2 or ?3 for a fort of that class")
            return f"fort {name[1:]}"
        return "tank" if key == "tank" else "armor"

    def _number(self, key: str, name: str, item: Item) -> int:
        ruleset = self.ruleset
        number = ruleset.counter_number.get(name, 0)
        kinds = ("unit" if number < ruleset.first_depth else "depth" if number < ruleset.first_fort else "fort") if number else ""
        wanted = "fort" if key == "fort" else "depth" if "depth" in key else "unit"
        if kinds != wanted:
            close = difflib.get_close_matches(name, list(ruleset.counter_number), n=1) if len(name) <= bounds.NAME else []
            hint = f" (did you mean {close[0]!r}?)" if close and not number else ""
            raise item.fail(f"there is no Japanese {wanted} {bounds.clip(name)}{hint}")
        if number in self.named:
            raise item.fail(f"{name} is in two places; name it once")
        return number

    def _pools(self) -> dict[int, tuple[str, int]]:
        """Named counters go into their pools; for the others how many of which lot."""
        wanted: dict[int, tuple[str, int]] = {}
        for key, first, kind in (("reserves", RESERVES, "unit"), ("depth pool", DEPTHS, "depth")):
            for name, item in _part(self.given, key, {}).entries():
                if name not in ("1", "2", "3", "4"):
                    raise item.fail(f"sectors are 1 to 4, not {bounds.clip(name)}")
                pool = first + int(name) - 1
                if isinstance(item.value, list):
                    self._fill_pool(pool, kind, item)
                else:
                    lot = f"unit {name}" if kind == "unit" else "depth"
                    wanted[pool] = (lot, item.whole(0, 99))
        from beachhead.games.dday.state import ELITES, LOST_DEPTH

        for key, pool, kind in (("elites", ELITES, "unit"), ("lost depth", LOST_DEPTH, "depth")):
            part = _part(self.given, key, [])
            if part.value:
                self._fill_pool(pool, kind, part, known=True)
        for fort_class in (1, 2, 3):
            wanted[FORTS + fort_class - 1] = (f"fort {fort_class}", 99)
        return wanted

    def _fill_pool(self, pool: int, kind: str, item: Item, known: bool = False) -> None:
        """Put named counters into a pool, mixed face down; the eliminated are known."""
        numbers = []
        for part in item.each(99):
            number = self._number(kind, part.text(), part)
            self.named.add(number)
            numbers.append(number)
        self.state.pools[pool] = numbers if known else lots.mixed(self.state.lots, numbers)

    def _members(self, lot: str) -> list[int]:
        """The counters of a lot that nobody has named."""
        ruleset = self.ruleset
        kind, _, number = lot.partition(" ")
        units = ruleset.components.japanese_units
        if kind == "unit":
            found = [n for n, unit in enumerate(units, 1) if unit.sector == int(number) and unit.kind == INFANTRY_UNIT]
        elif kind == "tank":
            found = [n for n, unit in enumerate(units, 1) if unit.kind == TANK_UNIT]
        elif kind == "fort":
            found = [n for n in range(ruleset.first_fort, ruleset.counter_count + 1) if ruleset.fort_class[n] == int(number)]
        else:
            marks = range(ruleset.first_depth, ruleset.first_fort)
            found = [n for n in marks if (ruleset.depth_kind[n] == ARMOR_DEPTH) == (kind == "armor")]
        return [n for n in found if n not in self.named]

    def _start(self, wanted: dict[int, tuple[str, int]]) -> None:
        """Reserves and depth pools as the scenario has them, where nothing else is said."""
        for sector in self.ruleset.setup.japanese:
            pool = RESERVES + sector.sector - 1
            if pool not in wanted and not self.state.pools[pool]:
                wanted[pool] = (f"unit {sector.sector}", sector.reserve)
            pool = DEPTHS + sector.sector - 1
            if pool not in wanted and not self.state.pools[pool] and sector.sector in self.ruleset.setup.depth_in_use:
                wanted[pool] = ("depth", sector.depth)

    def _fill(self, wanted: Mapping[int, tuple[str, int]]) -> None:
        """Deal every lot to those who asked for it: hexes first, then pools; what is left is out of play."""
        state = self.state
        for lot in sorted({name for _, _, name in self.asked} | {name for name, _ in wanted.values()}):
            cup = lots.mixed(state.lots, self._members(lot))
            for row, spot, name in self.asked:
                if name == lot:
                    if not cup:
                        raise PositionError(f"there are not enough counters for '?' ({lot}); name fewer (18.3)")
                    row[spot] = cup.pop()
            for pool, (name, number) in wanted.items():
                if name == lot and number:
                    if number > len(cup) and pool < FORTS:
                        key, sector = ("reserves", pool - RESERVES) if pool < DEPTHS else ("depth pool", pool - DEPTHS)
                        raise PositionError(
                            f"{key}.{sector + 1}: {number} counters are too many, only {len(cup)} are left; ask for fewer (18.3)"
                        )
                    state.pools[pool] = [*state.pools[pool], *cup[:number]]
                    cup = cup[number:]
            state.pools[OUT] = [*state.pools[OUT], *cup]


def _put_cards(state: DDayState, given: Item) -> None:
    """Cards on the deck from the top, discards, and cards on the track; all others are in the deck, unseen."""
    ruleset = state.ruleset
    seen: set[int] = set()

    def card(item: Item) -> int:
        number = item.whole(1, len(ruleset.card_faces)) - 1
        if number in seen:
            raise item.fail(f"card {number + 1} is in two places; name it once (2.0)")
        seen.add(number)
        return number

    top = [card(item) for item in _part(given, "deck", []).each(len(ruleset.card_faces))]
    piles = {DISCARDS: [card(item) for item in _part(given, "discards", []).each(len(ruleset.card_faces))]}
    track = _part(given, "track", {})
    track.only(*TRACK)
    for name, item in track.entries():
        piles[TRACK[name]] = [card(part) for part in (item.each(55) if isinstance(item.value, list) else [item])]
    cards = ruleset.deck.shuffled()
    first = len(ruleset.deck.piles)
    rest = [number for number in range(len(ruleset.card_faces)) if number not in seen]
    if len(rest) > 1:
        cards[first] = [0, *rest]
        cards[DECK] = [*[-first] * len(rest), *reversed(top)]
    else:
        del cards[first]
        cards[DECK] = [*rest, *reversed(top)]
    for pile, numbers in piles.items():
        cards[pile] = numbers
    state.cards = cards


def _put_tracks(state: DDayState, given: Item) -> None:
    ruleset = state.ruleset
    state.naval = _part(given, "naval", state.naval).whole(0, 9)
    state.air = _part(given, "air", state.air).whole(0, 9)
    state.losses = _part(given, "losses", 0).whole(0, 999)
    if given.value.get("replacements") is not None:
        state.replacements = _part(given, "replacements", 0).whole(0, 99)
    for item in _part(given, "landed", []).each(ruleset.box_count):
        found = ruleset.names[BOX].find(item.text().replace(" ", ""))
        if not found:
            raise item.fail(f"there is no beach box {bounds.clip(item.value)}")
        state.landed[found[0]] = 1
    for item in _part(given, "woken", []).each(ruleset.position_count):
        state.woken[ruleset.position_group[position_of(ruleset, item.text(), item)]] = 1
    for item in _part(given, "lasting", []).each(ruleset.event_count):
        number = ruleset.components.event_index.get(item.text())
        if number is None:
            raise item.fail(f"there is no event {bounds.clip(item.value)}")
        state.lasting[number] = 1
    for box, beach in enumerate(ruleset.components.board.boxes):
        if any(state.us_mask >> place & 1 for place in beach.hexes) and given.value.get("landed") is None:
            state.landed[box] = 1


# ---------------------------------------------------------------------- beginning


def begin_position(state: DDayState, given: Item) -> None:
    """The phase begins, with what has happened in it so far."""
    state.push(GameTurn)
    begin_phase(state, state.phase)
    put_marks(state, given)
    state.settle()


def put_marks(state: DDayState, given: Item) -> None:
    """What has happened in the phase so far; a phase begins with a clean slate, so this comes after."""
    ruleset = state.ruleset
    later.put_guests(state, given)
    for name, item in _part(given, "units", {}).entries():
        unit = _unit(ruleset, name, item)
        for text in str(item.value).split(",")[1:]:
            word, *rest = text.split()
            if word in MARKS:
                state.acted[unit] |= MARKS[word]
            elif word in ("began", "from") and rest:
                place = hex_of(ruleset, rest[0], item)
                state.began[unit] = place
                if word == "from":
                    here = state.where[unit]
                    if here < 0 or not ruleset.ground.near_mask[here] >> place & 1:
                        where = place_name(state, here)
                        raise item.fail(f"{name} cannot have come from {rest[0]}: it is not next to {where} (7.4)")
                    state.came_from[unit] = place
                    state.acted[unit] |= ACTED
                    position = state.slot_at(state.where[unit])
                    if position >= 0:
                        state.done[position] |= ENTERED
    for name, item in _part(given, "done", {}).entries():
        words = [item] if isinstance(item.value, str) else list(item.each(4))
        for part in words:
            state.done[_slot_of(state, name, item)] |= DONE[part.one_of(tuple(DONE))]
    state.touch()
    fault = fault_of(state)
    if fault:
        raise PositionError(fault)


# ---------------------------------------------------------------------- back


def written_position(state: DDayState) -> dict[str, Any]:
    """What a person would write. Japanese counters are told for reading; what lies in which lot is under `moment`."""
    ruleset = state.ruleset
    return {
        "turn": state.turn,
        "phase": phases.PHASES[state.phase].name,
        "units": {ruleset.unit_ids[unit]: text for unit, text in _units(state)},
        "naval": state.naval,
        "air": state.air,
        "losses": state.losses,
        "replacements": state.replacements,
        "landed": [box.name for number, box in enumerate(ruleset.components.board.boxes) if state.landed[number]],
        **later.written_later(state),
    }


def _units(state: DDayState) -> Iterable[tuple[int, str]]:
    for unit, place in enumerate(state.where):
        full = state.steps[unit] == state.ruleset.full_steps[unit]
        if place == ABSENT and full and not state.disrupted[unit]:
            continue
        text = place_name(state, place)
        if not full and state.steps[unit]:
            text += f", {state.steps[unit]} step{'s' if state.steps[unit] > 1 else ''}"
        if state.disrupted[unit]:
            text += f", disrupted {state.disrupted[unit]}"
        yield unit, text


def place_name(state: DDayState, place: int) -> str:
    """A place in the words of positions."""
    if place >= 0:
        return state.ruleset.hex_name(place)
    if place <= BOXES:
        return state.ruleset.names[BOX].full[BOXES - place]
    return OFF_MAP[place]


def marker_weapons(state: DDayState, unit: int) -> list[str]:
    """The weapons on a unit's step loss marker."""
    marker = state.marker[unit]
    if not marker:
        return []
    sides = state.ruleset.components.step_losses[marker - 1]
    return names_of(sides.step1 if state.steps[unit] == 3 else sides.step3, WEAPONS)
