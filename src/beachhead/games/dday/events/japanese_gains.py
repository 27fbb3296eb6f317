"""What events make the Japanese do (20.0): depth markers, a reinforcement, disruption removed, fire from the amtracs.

Each is an act of its own, the only one offered, with its reason. Where the book says "your choice" the player is asked instead.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, COLORS, SECTORS
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.counters import cards, defenders, depth, japanese_reserves
from beachhead.games.dday.phases import EVENTS, FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import DISCARDS, DDayState
from beachhead.games.dday.verbs import CHOOSE_HEX, DEEPEN, DRAW_CODE, RALLY, REINFORCE

RELIEVED: Final = 2
"""Positions that Remove Japanese Disruption frees."""
LVT_RANGE: Final = 3
DEPTH_EVENTS: Final = ("20.0-japanese-depth", "20.0-hero", "20.0-60-81mm")
"""The events that bring a depth marker, in the order in which records count them."""
JAPANESE_DEPTH: Final = 0
HERO_DEPTH: Final = 1
MORTAR_DEPTH: Final = 2


# ---------------------------------------------------------------------- helpers


def hex_of(state: DDayState, position: int) -> str:
    """The hex of a position."""
    return state.ruleset.hex_name(state.ruleset.position_hex[position])


def sign_of(state: DDayState, group: int) -> int:
    """The hex by which a group is named: its lowest position that holds Japanese, or else its lowest."""
    hexes = state.ruleset.groups[group].hexes
    for place in hexes:
        if state.jp_mask >> place & 1:
            return place
    return hexes[0]


def group_of(state: DDayState, place: int) -> int:
    """The group with a position in a hex; -1 for none."""
    return state.ruleset.ground.group_at[place] if place < state.ruleset.ground.land else -1


def no_event(state: DDayState, case: str, text: str) -> None:
    """The card brings nothing, and why."""
    state.report("no event", case, text, {})


def is_open_phase(state: DDayState) -> bool:
    """Whether events can be under way, for saves."""
    return state.phase in EVENTS


# ---------------------------------------------------------------------- depth markers


@enforces(FAMILY, "20.0-japanese-depth", "9.2-a", "9.2-g", "9.2-d", "9.2-b")
def depth_position(state: DDayState, sector: int) -> int:
    """The position of a sector that Japanese Depth strengthens: without any depth marker, next to US units, with the most of them
    around it; then by letter and number. -1 if there is none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    most, found = 0, -1
    for position, place in enumerate(ruleset.position_hex):
        if ruleset.position_sector[position] != sector or not ground.near_mask[place] & state.us_mask:
            continue
        units = units_around(state, place)
        if units > most and not defenders.depth_count(state, position) and depth.can_take_depth(state, position):
            most, found = units, position
    return found


def units_around(state: DDayState, place: int) -> int:
    """How many US units are next to a hex."""
    return sum(len(state.units_in(near)) for near in state.ruleset.ground.near[place])


@enforces(FAMILY, "20.0-japanese-depth", "9.2.2")
def begin_depth(state: DDayState) -> None:
    """One marker in each sector, as far as there are positions and markers. Sectors do not influence each other."""
    found = [depth_position(state, sector) for sector in SECTORS]
    ready = [position for position in found if position >= 0 and depth.has_pool(state, position)]
    if not ready:
        reason = (
            "no marker is left for them" if max(found) >= 0 else "none without depth is in communication and next to US units"
        )
        no_event(state, "20.0-japanese-depth", f"No position takes a depth marker: {reason}")
    for position in reversed(ready):
        state.push(Deepening, position, JAPANESE_DEPTH)


@enforces(FAMILY, "20.0-60-81mm", "9.2-b", "9.2-c")
def begin_mortar_depth(state: DDayState, group: int) -> None:
    """The group that was shelled gets a marker: the hex without one that is nearest to US units, if it is in communication
    (c-43)."""
    free = [
        position
        for position in state.ruleset.groups[group].positions
        if not defenders.depth_count(state, position) and depth.can_take_depth(state, position)
    ]
    if free:
        state.push(Deepening, depth.nearest_of(state, free), MORTAR_DEPTH)


class DepthRecord(NamedTuple):
    """Who takes a depth marker, and by which event."""

    step: int
    position: int
    event: int


class Deepening(Question[DDayState]):
    """A depth marker is placed."""

    name = "event depth"
    case = "9.2-f"
    record = DepthRecord
    pushed_by = ("events", "event depth")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: DepthRecord) -> bool:
        known = 0 <= frame.position < state.ruleset.position_count and 0 <= frame.event < len(DEPTH_EVENTS)
        return known and is_open_phase(state) and depth.lacks_depth(state, frame.position)

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        return DEPTH_EVENTS[state.top(DepthRecord).event]

    def prompt(self, state: DDayState) -> str:
        return f"A depth marker goes to {hex_of(state, state.top(DepthRecord).position)}."

    def choices(self, state: DDayState) -> Choices:
        return [pack(DEEPEN, state.ruleset.position_hex[state.top(DepthRecord).position])]

    def take_deepen(self, state: DDayState, place: int) -> None:
        frame = state.top(DepthRecord)
        state.stack.pop()
        case = DEPTH_EVENTS[frame.event]
        depth.add_depth(state, frame.position, case, self.why(state, frame, case) if state.sink is not None else None)

    def why(self, state: DDayState, frame: DepthRecord, case: str) -> dict[str, Any]:
        """The reason of the choice."""
        where, code = hex_of(state, frame.position), state.ruleset.position_code[frame.position]
        if frame.event == JAPANESE_DEPTH:
            units = units_around(state, state.ruleset.position_hex[frame.position])
            sector = state.ruleset.position_sector[frame.position]
            text = f"{code} has {units} US {'unit' if units == 1 else 'units'} around it, the most of sector {sector}."
        elif frame.event == HERO_DEPTH:
            text = f"{code} is the nearest position without depth to the hero."
        else:
            text = f"{code} was shelled and has no depth."
        return Why(text, case, where).plain()

    def refuse_deepen(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case_now(state), f"the depth marker goes to {hex_of(state, state.top(DepthRecord).position)}")


# ---------------------------------------------------------------------- reinforcement


@enforces(FAMILY, "20.0-japanese-reinforcement", "9.3-a-select", "9.3")
def begin_reinforcement(state: DDayState) -> None:
    """The position is found first; if the pool of its sector is empty nothing comes (c-5)."""
    case = "20.0-japanese-reinforcement"
    position = japanese_reserves.best_position(state)
    if position < 0:
        no_event(state, "9.3.1", "No empty position in communication can take a reinforcement")
    elif not japanese_reserves.has_reserve(state, position):
        sector = state.ruleset.position_sector[position]
        no_event(state, case, f"{hex_of(state, position)} would be reinforced, but the reserve of sector {sector} is empty")
    else:
        state.push(Reinforcing, position)


class ReinforcingRecord(NamedTuple):
    """The position that is reinforced."""

    step: int
    position: int


class Reinforcing(Question[DDayState]):
    """A reserve unit appears by an event, with depth."""

    name = "event reinforcement"
    case = "20.0-japanese-reinforcement"
    record = ReinforcingRecord
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: ReinforcingRecord) -> bool:
        known = 0 <= frame.position < state.ruleset.position_count
        return known and is_open_phase(state) and japanese_reserves.room_for_unit(state, frame.position)

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return f"A reserve unit reinforces {hex_of(state, state.top(ReinforcingRecord).position)}."

    def choices(self, state: DDayState) -> Choices:
        return [pack(REINFORCE, state.ruleset.position_hex[state.top(ReinforcingRecord).position])]

    @enforces(FAMILY, "20.0-japanese-reinforcement", "9.3-a-place", "9.3-a-depth")
    def take_reinforce(self, state: DDayState, place: int) -> None:
        position = state.top(ReinforcingRecord).position
        state.stack.pop()
        why = None
        if state.sink is not None:
            near = ("", "next to a US unit", "within two hexes of a US unit", "with no US unit near any")[
                japanese_reserves.tier(state, position)
            ]
            text = f"{state.ruleset.position_code[position]} has the lowest number of the empty positions {near}."
            why = Why(text, "9.3-a-select", hex_of(state, position)).plain()
        japanese_reserves.place_reserve(state, position, depth=True, case=self.case, why=why)

    def refuse_reinforce(self, state: DDayState, place: int) -> Refusal:
        where = hex_of(state, state.top(ReinforcingRecord).position)
        return Refusal("9.3-a-select", f"the reinforcement comes to {where}", (), (self.case,))


# ---------------------------------------------------------------------- disruption removed


@enforces(FAMILY, "20.0-remove-disruption")
def disrupted_groups(state: DDayState, color: int) -> list[int]:
    """The groups of a color with a disrupted hex, by letter and number. A group is one position (D134)."""
    ruleset = state.ruleset
    found = [
        group
        for group in ruleset.ground.groups_of_color[color]
        if any(state.shaken[position] for position in ruleset.groups[group].positions)
    ]
    return sorted(found, key=lambda group: ruleset.groups[group].positions)


@enforces(FAMILY, "20.0-remove-disruption", "6.4.2-b")
def begin_relief(state: DDayState, color: int) -> None:
    """As many disrupted positions of the color as there are, two at most (D111)."""
    if disrupted_groups(state, color):
        state.push(Relief, color, RELIEVED)
    else:
        no_event(state, "20.0-remove-disruption", f"No {COLORS[color]} position is disrupted")


class ReliefRecord(NamedTuple):
    """The color whose positions recover, and how many still may."""

    step: int
    color: int
    left: int


class Relief(Question[DDayState]):
    """Positions recover; the player chooses which if there are more than two."""

    name = "relief"
    case = "20.0-remove-disruption"
    record = ReliefRecord
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: ReliefRecord) -> bool:
        return is_open_phase(state) and 0 <= frame.color < BLACK and 1 <= frame.left <= RELIEVED

    def settle(self, state: DDayState) -> bool:
        frame = state.top(ReliefRecord)
        if frame.left and disrupted_groups(state, frame.color):
            return True
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        frame = state.top(ReliefRecord)
        return US if len(disrupted_groups(state, frame.color)) > frame.left else JP

    def prompt(self, state: DDayState) -> str:
        frame = state.top(ReliefRecord)
        if self.side(state) == US:
            return f"Choose a disrupted {COLORS[frame.color]} position that recovers ({frame.left} to go)."
        return f"The disrupted {COLORS[frame.color]} positions recover."

    @enforces(FAMILY, "20.0-remove-disruption")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(ReliefRecord)
        groups = disrupted_groups(state, frame.color)
        if len(groups) > frame.left:
            return [pack(CHOOSE_HEX, sign_of(state, group)) for group in groups]
        return [pack(RALLY, sign_of(state, groups[0]))]

    def take_rally(self, state: DDayState, place: int) -> None:
        self.free(state, place)

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        self.free(state, place)

    def free(self, state: DDayState, place: int) -> None:
        """All hexes of a group recover."""
        frame = state.top(ReliefRecord)
        state.replace(Relief, frame.color, frame.left - 1)
        group = state.ruleset.groups[group_of(state, place)]
        for position in group.positions:
            state.shaken[position] = 0
            state.touch_position(position)
        if state.sink is not None:
            where = state.ruleset.hex_name(place)
            text = f"{group.name} is {COLORS[frame.color]}, the leftmost color of the card, and disrupted."
            why = Why(text, self.case, where).plain()
            state.tell("recovered", self.case, f"{group.name} recovers from disruption", hex=where, why=why)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        frame, where = state.top(ReliefRecord), state.ruleset.hex_name(place)
        group = group_of(state, place)
        if group in disrupted_groups(state, frame.color):
            name = state.ruleset.hex_name(sign_of(state, group))
            return Refusal(self.case, f"{where} belongs to the group of {name}: choose {name}")
        return Refusal(self.case, f"no disrupted {COLORS[frame.color]} position is in {where}")

    def refuse_rally(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case, f"another position recovers: {self.prompt(state)}")


# ---------------------------------------------------------------------- LVT fire


class LvtRecord(NamedTuple):
    """The color on which the amtracs fire; -1 before the card is drawn."""

    step: int
    color: int = -1


@enforces(FAMILY, "20.0-landing-lvt-fire")
def lvt_targets(state: DDayState, color: int) -> list[int]:
    """The positions held by the Japanese that are nearest to a landing beach, of this color and within three hexes of one."""
    ruleset, beaches = state.ruleset, landing_beaches(state)
    best, found = LVT_RANGE, list[int]()
    for position, place in enumerate(ruleset.position_hex):
        if ruleset.position_color[position] == color and state.jp_mask >> place & 1:
            far = ruleset.ground.nearest(place, beaches)
            if far < best:
                best, found = far, [position]
            elif far == best:
                found.append(position)
    return found


class LvtFire(Question[DDayState]):
    """A card, then one position is disrupted; the player chooses among equally near ones."""

    name = "lvt fire"
    case = "20.0-landing-lvt-fire"
    record = LvtRecord
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: LvtRecord) -> bool:
        return is_open_phase(state) and (frame.color < 0 or bool(lvt_targets(state, frame.color)))

    def side(self, state: DDayState) -> int:
        return JP if state.top(LvtRecord).color < 0 else US

    def prompt(self, state: DDayState) -> str:
        color = state.top(LvtRecord).color
        if color < 0:
            return "LVT fire: draw a card for the color of the positions it strikes."
        return f"Choose the {COLORS[color]} position that the LVTs disrupt."

    def choices(self, state: DDayState) -> Choices:
        color = state.top(LvtRecord).color
        if color < 0:
            return [DRAW_CODE]
        return [pack(CHOOSE_HEX, state.ruleset.position_hex[position]) for position in lvt_targets(state, color)]

    @enforces(FAMILY, "20.0-landing-lvt-fire")
    def take_draw(self, state: DDayState) -> None:
        """Only the leftmost fire color counts."""
        card = cards.draw(state, DISCARDS, "LVT fire", self.case)
        if card is None:
            state.stack.pop()
            return
        color = card.fire[0].color
        if lvt_targets(state, color):
            state.replace(LvtFire, color)
            return
        state.stack.pop()
        no_event(state, self.case, f"The Japanese hold no {COLORS[color]} position within three hexes of a landing beach")

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.stack.pop()
        shake(state, [state.ruleset.position_at[place]], self.case)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        color, where = state.top(LvtRecord).color, state.ruleset.hex_name(place)
        names = ", ".join(hex_of(state, position) for position in lvt_targets(state, color))
        return Refusal(self.case, f"{where} is not the nearest {COLORS[color]} position to a landing beach: choose {names}")


@enforces(FAMILY, "6.4", "17.7-b")
def shake(state: DDayState, positions: list[int], case: str) -> None:
    """Disrupt position hexes; those that hold nobody Japanese, or are disrupted already, are left out."""
    for position in positions:
        if defenders.is_occupied(state, position) and not state.shaken[position]:
            state.shaken[position] = 1
            state.touch_position(position)
            if state.sink is not None:
                where = hex_of(state, position)
                state.tell("jp disrupted", case, f"The Japanese in {where} are disrupted", hex=where)


STEPS: Final[tuple[AnyStep, ...]] = (Deepening(), Reinforcing(), Relief(), LvtFire())
