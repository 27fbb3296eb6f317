"""What events of later days make the Japanese do (20.0): flee, dig in, produce a hero, infiltrate, dig tunnels.

Each act is the only one offered, with its reason; where the book says "your choice" the player is asked instead.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import COLORS, SECTORS
from beachhead.games.dday.control.communication import japanese_in_communication, traces, us_controls_hex
from beachhead.games.dday.counters import defenders, depth, forts, japanese_reserves, marines
from beachhead.games.dday.counters.defenders import UNITS
from beachhead.games.dday.counters.japanese_damage import because, hex_of
from beachhead.games.dday.events.hex_choices import card_of
from beachhead.games.dday.events.japanese_gains import is_open_phase, no_event, units_around
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import OUT, DDayState
from beachhead.games.dday.verbs import CHOOSE_HEX, FORTIFY, MARK, REDEPLOY, REINFORCE, SCATTER

FAR: Final = 6
"""Within so many hexes of a position in communication infiltrators appear and tunnels end."""
SOLID: Final = 1
"""The class of the fort that the event brings."""


# ---------------------------------------------------------------------- flight


@enforces(FAMILY, "20.0-japanese-flee", "20.0-japanese-flee-a")
def timid(state: DDayState, sector: int) -> list[int]:
    """The positions of a sector from which a unit may flee: face up, not elite, in communication, next to US units; of these
    those with the most US units around them."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    most, found = 0, list[int]()
    for position in spaces_of(ground.positions_of_sector[sector]):
        place = ruleset.position_hex[position]
        if not ground.near_mask[place] & state.us_mask or timid_slot(state, position) < 0:
            continue
        units = units_around(state, place)
        if units > most and japanese_in_communication(state, position):
            most, found = units, [position]
        elif units == most and japanese_in_communication(state, position):
            found.append(position)
    return found


def timid_slot(state: DDayState, position: int) -> int:
    """Which unit of a hex would flee: the first or second, face up and not elite; -1 for none. Tanks do not."""
    for slot, row in ((0, state.unit), (1, state.second)):
        counter = row[position]
        if counter > 0 and state.faces[position] & UNITS[slot] and not state.ruleset.is_elite[counter]:
            return slot
    return -1


@enforces(FAMILY, "20.0-japanese-flee", "20.0-japanese-flee-b")
def shelter(state: DDayState, position: int) -> int:
    """Where a unit flees to: the nearest free position of its sector with no US unit next to it, then by letter and number; -1 if
    there is none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    row = ground.distance[ruleset.position_hex[position]]
    best, found = 255, -1
    for other in spaces_of(ground.positions_of_sector[ruleset.position_sector[position]]):
        place = ruleset.position_hex[other]
        if row[place] < best and japanese_reserves.room_for_unit(state, other) and not ground.near_mask[place] & state.us_mask:
            best, found = row[place], other
    return found


@enforces(FAMILY, "20.0-japanese-flee")
def flee(state: DDayState) -> None:
    """Sector by sector."""
    if any(timid(state, sector) for sector in SECTORS):
        state.push(Flight, SECTORS[0], -1)
    else:
        no_event(state, "20.0-japanese-flee", "No revealed unit in communication that is not elite is next to US units")


class FlightRecord(NamedTuple):
    """The sector whose turn it is, and the position from which a unit flees; -1: it has not been found yet."""

    step: int
    sector: int
    position: int


class Flight(Question[DDayState]):
    """In each sector a unit flees; among equally pressed ones the player chooses."""

    name = "flight"
    case = "20.0-japanese-flee"
    record = FlightRecord
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: FlightRecord) -> bool:
        if not is_open_phase(state) or frame.sector not in SECTORS or not -1 <= frame.position < state.ruleset.position_count:
            return False
        return frame.position < 0 or timid_slot(state, frame.position) >= 0

    def settle(self, state: DDayState) -> bool:
        frame = state.top(FlightRecord)
        if frame.position >= 0:
            return True
        found = timid(state, frame.sector)
        if len(found) > 1:
            return True
        if found:
            state.replace(Flight, frame.sector, found[0])
        else:
            self.next_sector(state, frame)
        return False

    @staticmethod
    def next_sector(state: DDayState, frame: FlightRecord) -> None:
        """The next sector, or the event is over."""
        if frame.sector < SECTORS[-1]:
            state.replace(Flight, frame.sector + 1, -1)
        else:
            state.stack.pop()

    def side(self, state: DDayState) -> int:
        return US if state.top(FlightRecord).position < 0 else JP

    def case_now(self, state: DDayState) -> str:
        return "20.0-japanese-flee-a" if state.top(FlightRecord).position < 0 else self.case

    def prompt(self, state: DDayState) -> str:
        frame = state.top(FlightRecord)
        if frame.position < 0:
            return f"Choose which of the equally pressed units of sector {frame.sector} flees."
        return f"The unit in {hex_of(state, frame.position)} flees."

    @enforces(FAMILY, "20.0-japanese-flee", "20.0-japanese-flee-a", "20.0-japanese-flee-b")
    def choices(self, state: DDayState) -> Choices:
        frame, places = state.top(FlightRecord), state.ruleset.position_hex
        if frame.position < 0:
            return [pack(CHOOSE_HEX, places[position]) for position in timid(state, frame.sector)]
        goal = shelter(state, frame.position)
        return [pack(SCATTER, places[frame.position]) if goal < 0 else pack(REDEPLOY, places[frame.position], places[goal])]

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.replace(Flight, state.top(FlightRecord).sector, state.ruleset.position_at[place])

    @enforces(FAMILY, "20.0-japanese-flee")
    def take_redeploy(self, state: DDayState, place: int, goal: int) -> None:
        """The unit takes its depth marker and its disruption along (D111)."""
        frame = state.top(FlightRecord)
        source, to = frame.position, state.ruleset.position_at[goal]
        self.next_sector(state, frame)
        slot = timid_slot(state, source)
        marker, shown = depth.marker_in(state, source, slot), depth.is_up(state, source, slot)
        if marker:
            defenders.take_depth(state, source, slot)
        shaken = state.shaken[source]
        defenders.place_unit(state, to, defenders.take_unit(state, source, slot), up=True)
        if marker:
            defenders.place_depth(state, to, marker)
            state.faces[to] |= defenders.MARKERS[0] if shown else 0
        state.shaken[to] = shaken
        state.touch_position(to)
        if state.sink is not None:
            here, there = hex_of(state, source), hex_of(state, to)
            why = because(f"{there} is the nearest free position of the sector away from US units", self.case)
            data = {"from": here, "hex": there, "why": why}
            state.happened("fled", self.case, f"The unit in {here} flees to {there}", data)

    @enforces(FAMILY, "20.0-japanese-flee-b")
    def take_scatter(self, state: DDayState, place: int) -> None:
        """It has nowhere to go and is eliminated; not being elite it is out of the game (c-4)."""
        frame = state.top(FlightRecord)
        self.next_sector(state, frame)
        counter = defenders.take_unit(state, frame.position, timid_slot(state, frame.position))
        defenders.put_back(state, OUT, counter)
        depth.settle_orphans(state, frame.position)
        if state.sink is not None:
            where, name = hex_of(state, frame.position), state.ruleset.counter_ids[counter]
            why = because("no free position of the sector is away from US units", "20.0-japanese-flee-b")
            data = {"hex": where, "counter": name, "why": why}
            state.happened("eliminated", "20.0-japanese-flee-b", f"{name} scatters in {where}", data)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where, frame = state.ruleset.hex_name(place), state.top(FlightRecord)
        names = ", ".join(hex_of(state, position) for position in timid(state, frame.sector))
        return Refusal("20.0-japanese-flee-a", f"the unit in {where} is not the one that flees: choose {names}")

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), self.prompt(state))


# ---------------------------------------------------------------------- fortification


@enforces(FAMILY, "20.0-japanese-fortification", "17.1-a")
def fort_sites(state: DDayState) -> list[int]:
    """Where the fort may go: positions among rocks or on hilltops, without a fort, neither held nor controlled by US units; of
    the first of the card's colors that has one those nearest to US units, and of these those with the most US held hexes at
    that distance (c-38)."""
    card = card_of(state)
    ruleset, ground = state.ruleset, state.ruleset.ground
    if card is None or not state.us_mask:
        return []
    rough = ground.rocky_mask | ground.hilltop_mask
    for entry in card.fire:
        best, found = (255, 0), list[int]()
        for position in spaces_of(ground.positions_of_color[entry.color]):
            place = ruleset.position_hex[position]
            if not rough >> place & 1 or state.fort[position] or state.us_mask >> place & 1 or state.garrisons[position]:
                continue
            if us_controls_hex(state, place):
                continue
            far = ground.nearest(place, state.us_mask)
            row = ground.distance[place]
            rank = far, -sum(row[other] == far for other in spaces_of(state.us_mask))
            if rank < best:
                best, found = rank, [position]
            elif rank == best:
                found.append(position)
        if found:
            return found
    return []


@enforces(FAMILY, "20.0-japanese-fortification")
def fortification(state: DDayState) -> None:
    """A class 1 fort."""
    if fort_sites(state):
        state.push(Digging)
    else:
        text = "No free position of the card's colors is among rocks or on a hilltop"
        no_event(state, "20.0-japanese-fortification", text)


class Digging(Question[DDayState]):
    """A fort appears; the player chooses among sites that are equally close."""

    name = "digging"
    case = "20.0-japanese-fortification"
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(fort_sites(state))

    def side(self, state: DDayState) -> int:
        return US if len(fort_sites(state)) > 1 else JP

    def prompt(self, state: DDayState) -> str:
        if len(fort_sites(state)) > 1:
            return "Choose which of the equally close positions gets a class 1 fort."
        return f"A class 1 fort goes to {hex_of(state, fort_sites(state)[0])}."

    def choices(self, state: DDayState) -> Choices:
        found = fort_sites(state)
        verb = CHOOSE_HEX if len(found) > 1 else FORTIFY
        return [pack(verb, state.ruleset.position_hex[position]) for position in found]

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        self.dig(state, place)

    def take_fortify(self, state: DDayState, place: int) -> None:
        self.dig(state, place)

    @enforces(FAMILY, "20.0-japanese-fortification", "17.1-a", "17.2-b")
    def dig(self, state: DDayState, place: int) -> None:
        """The fort comes alone: the event speaks of nothing else."""
        state.stack.pop()
        position, where = state.ruleset.position_at[place], state.ruleset.hex_name(place)
        if not forts.place_fort(state, position, SOLID):
            no_event(state, "17.2-b", "No fort is left")
        elif state.sink is not None:
            why = because(f"{COLORS[state.ruleset.position_color[position]]} is on the card, and {where} is closest", self.case)
            state.happened("fort", self.case, f"A fort appears in {where}", {"hex": where, "why": why})

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        names = ", ".join(hex_of(state, position) for position in fort_sites(state))
        return Refusal(self.case, f"{state.ruleset.hex_name(place)} is not one of the closest sites: {names}")

    def refuse_fortify(self, state: DDayState, place: int) -> Refusal:
        return self.refuse_choose_hex(state, place)


# ---------------------------------------------------------------------- markers and infiltrators


@enforces(FAMILY, "20.0-japanese-hero")
def hero_position(state: DDayState) -> int:
    """Where a Japanese hero appears: of the first of the card's colors with a unit and no hero the position nearest to US units,
    then the one with the most US steps around it, then by letter and number (c-38); -1 for none."""
    card = card_of(state)
    ruleset, ground = state.ruleset, state.ruleset.ground
    for entry in card.fire if card is not None else ():
        best, found = (255, 0), -1
        for position in spaces_of(ground.positions_of_color[entry.color]):
            if state.japanese_heroes[position] or not defenders.has_unit(state, position):
                continue
            place = ruleset.position_hex[position]
            steps = sum(marines.steps_of(state, state.units_in(near)) for near in ground.near[place])
            rank = ground.nearest(place, state.us_mask), -steps
            if rank < best:
                best, found = rank, position
        if found >= 0:
            return found
    return -1


@enforces(FAMILY, "20.0-japanese-hero")
def japanese_hero(state: DDayState) -> None:
    """A hero of the other side."""
    if sum(state.japanese_heroes) >= len(state.ruleset.components.japanese_heroes):
        no_event(state, "20.0-japanese-hero", "All Japanese heroes are in play")
    elif hero_position(state) < 0:
        no_event(state, "20.0-japanese-hero", "No position of the card's colors has a unit and no hero")
    else:
        state.push(Appearing, HERO)


@enforces(FAMILY, "20.0-japanese-infiltration", "12.2-exception")
def infiltrated(state: DDayState) -> int:
    """Where an infiltrator appears: a free position out of communication within six hexes of one that the Japanese hold in
    communication; the nearest to a beach, then by letter and number; -1 for none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    linked = linked_hexes(state)
    best, found = 255, -1
    for position, place in enumerate(ruleset.position_hex):
        far = ground.nearest(place, ground.beach_mask)
        if far >= best or not japanese_reserves.room_for_unit(state, position) or ruleset.ways.closed >> place & 1:
            continue
        if ground.nearest(place, linked) <= FAR and not japanese_in_communication(state, position):
            best, found = far, position
    return found


def linked_hexes(state: DDayState) -> int:
    """The hexes of positions that the Japanese hold in communication."""
    found = 0
    for position, place in enumerate(state.ruleset.position_hex):
        if state.jp_mask >> place & 1 and japanese_in_communication(state, position):
            found |= 1 << place
    return found


@enforces(FAMILY, "20.0-japanese-infiltration")
def japanese_infiltration(state: DDayState) -> None:
    """A unit behind the lines. The position is found first; if the reserve of its sector is empty nobody comes (D110)."""
    case, position = "20.0-japanese-infiltration", infiltrated(state)
    if position < 0:
        no_event(state, case, "No free position out of communication is within six hexes of one in communication")
    elif not japanese_reserves.has_reserve(state, position):
        sector = state.ruleset.position_sector[position]
        no_event(state, case, f"{hex_of(state, position)} would be infiltrated, but the reserve of sector {sector} is empty")
    else:
        state.push(Appearing, INFILTRATOR)


@enforces(FAMILY, "20.0-tunnels", "12.2-exception")
def tunneled(state: DDayState) -> int:
    """The unit that a tunnel reaches: out of communication, within six hexes of a position in communication, held or not; the
    nearest to a US unit, then by letter and number (D111); -1 for none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    linked = 0
    for position, place in enumerate(ruleset.position_hex):
        if traces(state, ruleset.position_group[position]):
            linked |= 1 << place
    lost = state.us_mask & ~state.jp_mask
    found = [
        position
        for position, place in enumerate(ruleset.position_hex)
        if defenders.has_unit(state, position)
        and not japanese_in_communication(state, position)
        and ground.nearest(place, linked & ~lost) <= FAR
    ]
    return depth.nearest_of(state, found)


@enforces(FAMILY, "20.0-tunnels")
def tunnels(state: DDayState) -> None:
    """A unit that was cut off is not any more."""
    if tunneled(state) >= 0:
        state.push(Appearing, TUNNEL)
    else:
        no_event(state, "20.0-tunnels", "No unit that is out of communication is within six hexes of a position in communication")


HERO: Final = 0
INFILTRATOR: Final = 1
TUNNEL: Final = 2
APPEARANCES: Final = ("20.0-japanese-hero", "20.0-japanese-infiltration", "20.0-tunnels")
"""The cases of what appears, in the order in which records count it."""


class AppearingRecord(NamedTuple):
    """What appears."""

    step: int
    kind: int


class Appearing(Question[DDayState]):
    """A hero, an infiltrator or a tunnel appears where the event says."""

    name = "appearing"
    case = "20.0"
    record = AppearingRecord
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: AppearingRecord) -> bool:
        return is_open_phase(state) and HERO <= frame.kind <= TUNNEL and self.goal(state, frame.kind) >= 0

    @staticmethod
    def goal(state: DDayState, kind: int) -> int:
        """The position where it appears."""
        if kind == HERO:
            return hero_position(state)
        return infiltrated(state) if kind == INFILTRATOR else tunneled(state)

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        return APPEARANCES[state.top(AppearingRecord).kind]

    def prompt(self, state: DDayState) -> str:
        kind = state.top(AppearingRecord).kind
        what = ("A Japanese hero appears", "A unit infiltrates", "A tunnel is dug")[kind]
        return f"{what} in {hex_of(state, self.goal(state, kind))}."

    def choices(self, state: DDayState) -> Choices:
        kind = state.top(AppearingRecord).kind
        return [pack(REINFORCE if kind == INFILTRATOR else MARK, state.ruleset.position_hex[self.goal(state, kind)])]

    @enforces(FAMILY, "20.0-japanese-infiltration")
    def take_reinforce(self, state: DDayState, place: int) -> None:
        """Face down and without depth."""
        position, case = state.ruleset.position_at[place], self.case_now(state)
        state.stack.pop()
        why = because("of the free positions out of communication it is the nearest to a beach", case)
        japanese_reserves.place_reserve(state, position, depth=False, case=case, why=why)

    @enforces(FAMILY, "20.0-japanese-hero", "20.0-tunnels")
    def take_mark(self, state: DDayState, place: int) -> None:
        position, kind, case = state.ruleset.position_at[place], state.top(AppearingRecord).kind, self.case_now(state)
        state.stack.pop()
        if kind == HERO:
            state.japanese_heroes[position] = 1
            why = because("it is the nearest position of the first color that counts", case)
            what, text = "japanese hero", f"A Japanese hero appears in {state.ruleset.hex_name(place)}"
        else:
            state.tunnels[position] = 1
            why = because("of the units that are cut off it is the nearest to US units", case)
            what, text = "tunnel", f"A tunnel links {state.ruleset.hex_name(place)} with the other positions"
        state.touch_position(position)
        if state.sink is not None:
            state.happened(what, case, text, {"hex": state.ruleset.hex_name(place), "why": why})

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), self.prompt(state))


STEPS: Final[tuple[AnyStep, ...]] = (Flight(), Digging(), Appearing())
