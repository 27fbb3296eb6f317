"""What events of later days ask of the player (20.0): a battalion that is tired, napalm, a sketch, dogs, a fort, artillery.

What an event demands must be done as far as it goes (D110).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.combat import barrage
from beachhead.games.dday.control import lasting_events
from beachhead.games.dday.control.communication import japanese_in_communication
from beachhead.games.dday.control.faces import shown
from beachhead.games.dday.counters import defenders, depth, fallen_units, japanese_reserves, marines
from beachhead.games.dday.counters.japanese_damage import because, hex_of
from beachhead.games.dday.events.japanese_gains import is_open_phase, no_event
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import BARRAGED, DEPTH_UP, FORT_UP, RESERVES, SECOND_DEPTH_UP, SECOND_UP, UNIT_UP, DDayState
from beachhead.games.dday.verbs import CHOOSE, CHOOSE_HEX, DEEPEN, REINFORCE, REVEAL

SKETCHED: Final = 2
"""How near to a US unit a fort must be for the sketch."""
NOTHING_YET: Final = -1


# ---------------------------------------------------------------------- fatigue


@enforces(FAMILY, "20.0-fatigue")
def battalions(state: DDayState) -> dict[tuple[int, int], list[int]]:
    """The infantry battalions that could be tired: regiment and battalion -> its units on the map, some of them undisrupted.
    Units in reserve rest."""
    ruleset = state.ruleset
    found: dict[tuple[int, int], list[int]] = {}
    for unit in range(ruleset.unit_count):
        if state.where[unit] >= 0 and ruleset.battalion[unit]:
            found.setdefault((ruleset.regiment[unit], ruleset.battalion[unit]), []).append(unit)
    return {key: units for key, units in found.items() if not all(state.disrupted[unit] for unit in units)}


@enforces(FAMILY, "20.0-fatigue")
def fatigue(state: DDayState) -> None:
    """A battalion is tired."""
    if battalions(state):
        state.push(Fatigue)
    else:
        no_event(state, "20.0-fatigue", "No battalion on the map has an undisrupted unit")


class Fatigue(Question[DDayState]):
    """The player chooses the battalion, by its first unit on the map; all its units there are disrupted."""

    name = "fatigue"
    case = "20.0-fatigue"
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(battalions(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Fatigue: choose a battalion, by one of its units. All its units on the map are disrupted."

    def choices(self, state: DDayState) -> Choices:
        return [pack(CHOOSE, units[0]) for units in battalions(state).values()]

    @enforces(FAMILY, "20.0-fatigue")
    def take_choose(self, state: DDayState, unit: int) -> None:
        ruleset = state.ruleset
        units = battalions(state)[ruleset.regiment[unit], ruleset.battalion[unit]]
        state.stack.pop()
        for member in units:
            marines.disrupt(state, member, self.case)

    def refuse_choose(self, state: DDayState, unit: int) -> Refusal:
        ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
        if not ruleset.battalion[unit]:
            return Refusal(self.case, f"{name} belongs to no infantry battalion", (name,))
        units = battalions(state).get((ruleset.regiment[unit], ruleset.battalion[unit]))
        if units is None:
            return Refusal(self.case, f"the battalion of {name} has no undisrupted unit on the map", (name,))
        first = ruleset.unit_ids[units[0]]
        return Refusal(self.case, f"name the battalion of {name} by {first}", (name, first))


# ---------------------------------------------------------------------- napalm


@enforces(FAMILY, "20.0-napalm")
def napalm_targets(state: DDayState) -> list[int]:
    """The hexes that the airstrike can barrage: it strikes anywhere, so forts need no observer."""
    return [place for place in spaces_of(shown(state).turned_up) if barrage.target_fault(state, place) in ("", "unobserved")]


@enforces(FAMILY, "20.0-napalm", "20.0-rain")
def napalm(state: DDayState) -> None:
    """An airstrike at once, unless it rains (D112)."""
    if lasting_events.rains(state):
        no_event(state, "20.0-rain", "It rains: no aircraft fly")
    elif napalm_targets(state):
        state.push(Napalm)
    else:
        no_event(state, "20.0-napalm", "Nothing Japanese that an airstrike could barrage has been turned up")


class Napalm(Question[DDayState]):
    """The target of the napalm, anywhere on the map."""

    name = "napalm"
    case = "20.0-napalm"
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(napalm_targets(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Napalm works: choose a hex with Japanese that have been turned up for an airstrike."

    def choices(self, state: DDayState) -> Choices:
        return [pack(CHOOSE_HEX, place) for place in napalm_targets(state)]

    @enforces(FAMILY, "20.0-napalm", "8.4")
    def take_choose_hex(self, state: DDayState, place: int) -> None:
        """No airstrike marker is used, forts do not shift the column, and the hex can be barraged again in the US Action
        Phase."""
        state.stack.pop()
        ruleset = state.ruleset
        strength, symbol = ruleset.components.support[barrage.AIR].strength, ruleset.charts.barrage.symbols[barrage.AIR]
        says = f"Napalm falls on {ruleset.hex_name(place)}"
        position = state.slot_at(place)
        barrage.fire_at(state, position, strength, symbol, says, self.case, shifted=False)
        state.done[position] &= ~BARRAGED

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        found = barrage.refuse_target(state, place)
        assert found is not None
        return Refusal(found.case, found.reason, found.units, (*found.also, self.case))


# ---------------------------------------------------------------------- sketch


@enforces(FAMILY, "20.0-sketch")
def sketched(state: DDayState) -> list[int]:
    """The positions with a fort face down within two hexes of a US unit."""
    disk = state.ruleset.ground.disk[SKETCHED]
    return [
        position
        for position, place in enumerate(state.ruleset.position_hex)
        if state.fort[position] and not state.faces[position] & FORT_UP and disk[place] & state.us_mask
    ]


@enforces(FAMILY, "20.0-sketch")
def sketch(state: DDayState) -> None:
    """Somebody has drawn a sketch."""
    if sketched(state):
        state.push(Sketch)
    else:
        no_event(state, "20.0-sketch", "No fort that lies face down is within two hexes of a US unit")


class SketchRecord(NamedTuple):
    """The position of the fort that was turned up, -1 before that; 1 once a unit has joined it."""

    step: int
    position: int = NOTHING_YET
    joined: int = 0


class Sketch(Question[DDayState]):
    """A fort is turned up; then a unit and a depth marker come to its position, each an act of the Japanese."""

    name = "sketch"
    case = "20.0-sketch"
    record = SketchRecord
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: SketchRecord) -> bool:
        if not is_open_phase(state) or frame.joined not in (0, 1):
            return False
        if frame.position == NOTHING_YET:
            return not frame.joined and bool(sketched(state))
        return 0 <= frame.position < state.ruleset.position_count and bool(state.fort[frame.position])

    def settle(self, state: DDayState) -> bool:
        frame = state.top(SketchRecord)
        if frame.position != NOTHING_YET and not state.choices():
            state.stack.pop()
            return False
        return super().settle(state)

    def side(self, state: DDayState) -> int:
        return US if state.top(SketchRecord).position == NOTHING_YET else JP

    def prompt(self, state: DDayState) -> str:
        position = state.top(SketchRecord).position
        if position == NOTHING_YET:
            return "Sketch of enemy positions: choose a fort within two hexes of a US unit. It is turned up and strengthened."
        return f"The Japanese strengthen {hex_of(state, position)}."

    @enforces(FAMILY, "20.0-sketch", "12.2", "9.2-b")
    def choices(self, state: DDayState) -> Choices:
        """Reserve units and depth need communication; without room for a unit only depth comes, if it is missing (c-42)."""
        _, position, joined = state.top(SketchRecord)
        if position == NOTHING_YET:
            return [pack(CHOOSE_HEX, state.ruleset.position_hex[found]) for found in sketched(state)]
        if not japanese_in_communication(state, position):
            return []
        place = state.ruleset.position_hex[position]
        if not joined and self.unit_due(state, position):
            return [pack(REINFORCE, place)]
        return [pack(DEEPEN, place)] if depth.lacks_depth(state, position) and depth.has_pool(state, position) else []

    @staticmethod
    def unit_due(state: DDayState, position: int) -> bool:
        """Whether a unit still comes: there is room for one, and one is left in the reserve of the sector."""
        pool = RESERVES + state.ruleset.position_sector[position] - 1
        return fallen_units.has_room(state, position) and bool(state.pools[pool])

    @enforces(FAMILY, "20.0-sketch", "17.3-d")
    def take_choose_hex(self, state: DDayState, place: int) -> None:
        """Turn the fort up."""
        position = state.ruleset.position_at[place]
        state.replace(Sketch, position, 0)
        defenders.reveal_one(state, position, FORT_UP, self.case, because("the sketch shows the layout of the fort", self.case))

    @enforces(FAMILY, "20.0-sketch", "9.3-a-place")
    def take_reinforce(self, state: DDayState, place: int) -> None:
        """One unit only; the marker comes next."""
        position = state.ruleset.position_at[place]
        state.replace(Sketch, position, 1)
        why = because("a position that has been sketched is strengthened", self.case)
        japanese_reserves.place_reserve(state, position, depth=False, case=self.case, why=why)

    def take_deepen(self, state: DDayState, place: int) -> None:
        position = state.ruleset.position_at[place]
        state.stack.pop()
        depth.add_depth(state, position, self.case, because("a position that has been sketched is strengthened", self.case))

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        if state.top(SketchRecord).position != NOTHING_YET:
            return Refusal(self.case, "the fort has been chosen")
        position = state.ruleset.position_at.get(place, -1)
        if position < 0 or not state.fort[position]:
            return Refusal(self.case, f"no fort is in {where}")
        if state.faces[position] & FORT_UP:
            return Refusal(self.case, f"the fort in {where} has been turned up already")
        return Refusal(self.case, f"no US unit is within two hexes of the fort in {where}")

    def refuse_reinforce(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case, self.prompt(state))

    def refuse_deepen(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case, self.prompt(state))


# ---------------------------------------------------------------------- war dogs


@enforces(FAMILY, "20.0-war-dogs")
def sniffed(state: DDayState) -> list[int]:
    """The positions next to US units in which a unit or a depth marker lies face down; forts do not count (D111)."""
    near = state.ruleset.ground.near_mask
    return [
        position
        for position, place in enumerate(state.ruleset.position_hex)
        if near[place] & state.us_mask and next_found(state, position, 0)
    ]


@enforces(FAMILY, "20.0-war-dogs")
def next_found(state: DDayState, position: int, found: int) -> int:
    """What the dogs find next in a hex, as its face: one unit, then one depth marker; 0 for nothing more."""
    for bit, faces in ((1, (UNIT_UP, SECOND_UP)), (2, (DEPTH_UP, SECOND_DEPTH_UP))):
        if not found & bit:
            face = defenders.next_down(state, position, faces)
            if face:
                return face
    return 0


@enforces(FAMILY, "20.0-war-dogs")
def war_dogs(state: DDayState) -> None:
    """Dogs search a position."""
    if sniffed(state):
        state.push(WarDogs)
    else:
        no_event(state, "20.0-war-dogs", "No counter next to US units lies face down")


class DogsRecord(NamedTuple):
    """The position that the dogs search, -1 before that; what they have found: 1 a unit, 2 a depth marker."""

    step: int
    position: int = NOTHING_YET
    found: int = 0


class WarDogs(Question[DDayState]):
    """The player chooses a position; a unit and a depth marker there are turned up."""

    name = "war dogs"
    case = "20.0-war-dogs"
    record = DogsRecord
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: DogsRecord) -> bool:
        if not is_open_phase(state) or not 0 <= frame.found <= 3:
            return False
        if frame.position == NOTHING_YET:
            return not frame.found and bool(sniffed(state))
        return 0 <= frame.position < state.ruleset.position_count

    def settle(self, state: DDayState) -> bool:
        frame = state.top(DogsRecord)
        if frame.position != NOTHING_YET and not next_found(state, frame.position, frame.found):
            state.stack.pop()
            return False
        return super().settle(state)

    def side(self, state: DDayState) -> int:
        return US if state.top(DogsRecord).position == NOTHING_YET else JP

    def prompt(self, state: DDayState) -> str:
        position = state.top(DogsRecord).position
        if position == NOTHING_YET:
            return "War dogs: choose a position next to US units. A unit and a depth marker there are turned up."
        return f"The dogs find what is in {hex_of(state, position)}."

    def choices(self, state: DDayState) -> Choices:
        position = state.top(DogsRecord).position
        if position == NOTHING_YET:
            return [pack(CHOOSE_HEX, state.ruleset.position_hex[found]) for found in sniffed(state)]
        return [pack(REVEAL, state.ruleset.position_hex[position])]

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.replace(WarDogs, state.ruleset.position_at[place], 0)

    @enforces(FAMILY, "20.0-war-dogs", "9.1", "9.4")
    def take_reveal(self, state: DDayState, place: int) -> None:
        """A Tactical Reinforcement that turns up works at once."""
        frame = state.top(DogsRecord)
        face = next_found(state, frame.position, frame.found)
        state.replace(WarDogs, frame.position, frame.found | (1 if face in (UNIT_UP, SECOND_UP) else 3))
        defenders.reveal_one(state, frame.position, face, self.case, because("the dogs have found it", self.case))
        japanese_reserves.tactical_reinforcement(state, frame.position)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        if state.top(DogsRecord).position != NOTHING_YET:
            return Refusal(self.case, "the position has been chosen")
        if not state.ruleset.ground.near_mask[place] & state.us_mask:
            return Refusal(self.case, f"no US unit is next to {where}")
        return Refusal(self.case, f"no unit or depth marker lies face down in {where}")

    def refuse_reveal(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case, self.prompt(state))


STEPS: Final[tuple[AnyStep, ...]] = (Fatigue(), Napalm(), Sketch(), WarDogs())
