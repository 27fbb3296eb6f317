"""12.0 Reinforcements: the first landing, units that attack from the sea, and later arrivals at the beachheads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.hexes import mask_of
from beachhead.boards.matching import most_served
from beachhead.boards.rows import Rows
from beachhead.engine.action import FIRST_SHIFT, pack, unpack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.saipan import victory
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.games.saipan.verbs import LAND, LAND_SEA
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.marks import MOVED
from beachhead.series.island_war.movement import Movement, can_pass, path_of
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.sequence import GameTurn
from beachhead.series.island_war.state import POOL
from beachhead.series.island_war.verbs import DONE_CODE, EXCHANGE, MOVE

_LAND_BASE: Final = pack(LAND)


class SaipanTurn(GameTurn[SaipanState]):
    """The U.S. player's movement phase ends with reinforcements, his first Player-Turn with beachheads."""

    @enforces(FAMILY, "12.0", "12.2")
    def movement(self, state: SaipanState, side: int) -> None:
        """Units on the map move; then, and not before, reinforcements are placed."""
        if side == US:
            state.push(Landing)
        super().movement(state, side)

    def end_player_turn(self, state: SaipanState, side: int) -> None:
        if side == US and state.turn == 1:
            self._place_markers(state)
        victory.end_of_player_turn(state)

    @enforces(FAMILY, "12.34-a", "12.34-b")
    def _place_markers(self, state: SaipanState) -> None:
        """Once, when the first U.S. Player-Turn ends: a marker in every Beach hex that holds a U.S. unit."""
        state.markers = [space for space in state.ruleset.beaches if space in state.markers or state.held_by(US, space)]
        if state.sink is not None and state.markers:
            hexes = [state.ruleset.hex_name(space) for space in state.markers]
            state.tell("beachheads", "12.34-a", f"Beachheads at {', '.join(hexes)}", hexes=hexes)

    def judge(self, state: SaipanState) -> None:
        victory.judge(state)


class SaipanMovement(Movement[SaipanState]):
    """Before reinforcements come; and a Japanese unit goes by way of as many beachhead markers as it can (R61)."""

    pushed_by = ("turn", "land")

    def path(self, state: SaipanState, unit: int, space: int) -> tuple[int, ...]:
        markers = state.marker_mask() if state.markers and state.ruleset.owner[unit] == JP else 0
        if state.sink is not None or (markers and can_pass(state, unit, space, markers)):
            return path_of(state, unit, space, markers)
        return (space,)

    def misplaced(self, state: SaipanState, code: int) -> Refusal:
        if verb_of(code) in (LAND, LAND_SEA) and state.phasing == US:
            return Refusal("12.2", "reinforcements land after all movement; end movement first")
        return super().misplaced(state, code)


@enforces(FAMILY, "12.31-a", "12.32-a", "14.12-b", "14.22-d")
def landing_places(state: SaipanState) -> dict[int, list[int]]:
    """The landing hexes still to be used, each with the hexes where its unit may be placed.

    A free Beach hex takes its unit itself. Before one that the enemy holds the unit goes into an adjacent Sea hex, printed in
    the Historical scenario, else chosen so that no other such hex is left without one (R28).
    """
    ruleset, used = state.ruleset, set(state.storm)
    places: dict[int, list[int]] = {}
    for beach in state.note:
        if beach in used or state.held_by(US, beach):
            continue
        if not state.occupant[beach]:
            places[beach] = [beach]
            continue
        printed = ruleset.landing.get(beach, -1)
        around = [printed] if printed >= 0 and not ruleset.free else ruleset.ground.grid.neighbours[beach]
        places[beach] = [near for near in around if ruleset.ground.is_sea[near] and not state.occupant[near]]
    return places


def open_places(state: SaipanState) -> list[tuple[int, int]]:
    """Pairs of a place and its landing hex that leave every other landing hex its place."""
    places = landing_places(state)
    held = {beach: near for beach, near in places.items() if near != [beach]}
    most = most_served(held)
    found = []
    for beach, near in places.items():
        for place in near:
            rest = {other: [p for p in ps if p != place] for other, ps in held.items() if other != beach}
            if beach not in held or most_served(rest) == most - 1:
                found.append((place, beach))
    return sorted(found)


def vacant_markers(state: SaipanState) -> list[int]:
    """Hexes with a beachhead marker and no unit."""
    return [space for space in state.markers if not state.occupant[space]]


class Landing(Question[SaipanState]):
    """The U.S. player places reinforcements, after all movement (12.2)."""

    name = "land"
    case = "12.2"
    over = "no more units can land: every landing hex has been used"
    pushed_by = ("turn",)

    def side(self, state: SaipanState) -> int:
        return US

    def prompt(self, state: SaipanState) -> str:
        if state.turn == 1:
            number = len(state.note)
            return f"Game-Turn 1, landing: land an infantry unit on a landing hex ({state.landed} of {number} landed)."
        limit = f"{state.landed} of {state.quota} landed"
        return f"Game-Turn {state.turn}, reinforcements: land a unit at a beachhead ({limit}), or end the phase."

    def case_now(self, state: SaipanState) -> str:
        if state.turn > 1:
            return "12.31-b"
        return "14.22-d" if state.ruleset.free else "14.12-b"

    @enforces(FAMILY, "12.1-b", "errata-12.1", "12.34-d")
    def settle(self, state: SaipanState) -> bool:
        """How many may come is fixed when placement begins: one, or one for each marker hex vacant by then (R1)."""
        if state.quota < 0:
            vacant = len(vacant_markers(state))
            state.quota = vacant if state.ruleset.per_beachhead else min(1, vacant)
        return super().settle(state)

    def choices(self, state: SaipanState) -> Choices:
        return self._first(state) if state.turn == 1 else self._later(state)

    @enforces(FAMILY, "12.1-a", "12.1-c", "12.33", "14.12-b", "14.22-d")
    def _first(self, state: SaipanState) -> Sequence[int]:
        """Game-Turn One: infantry, one unit for each landing hex, enemy zones notwithstanding; all must be used (R27)."""
        ruleset = state.ruleset
        infantry = [unit for unit in state.pool() if ruleset.units[unit].arm == "infantry"]
        ends = []
        for place, beach in open_places(state):
            ends.append(pack(LAND, 0, place) if place == beach else pack(LAND_SEA, 0, place, beach))
        return [end | unit << FIRST_SHIFT for unit in infantry for end in ends] or [DONE_CODE]

    @enforces(FAMILY, "12.1-b", "12.1-c", "12.1-d", "12.1-e", "12.31-b", "12.34-d", "12.33")
    def _later(self, state: SaipanState) -> Choices:
        """Later turns: any unit not yet in play, at a vacant marker; armor only where it can go (5.25, R51)."""
        if state.landed >= state.quota:
            return [DONE_CODE]
        ruleset, units = state.ruleset, state.pool()
        foot = mask_of(vacant_markers(state))
        armour = foot & ruleset.ground.armour_mask
        places = [armour if ruleset.is_armour[unit] else foot for unit in units]
        return Rows([_LAND_BASE | unit << FIRST_SHIFT for unit in units], places, after=[DONE_CODE])

    @enforces(FAMILY, "12.34-d", "12.1-b", "12.1-d", "errata-12.1")
    def passed_over(self, state: SaipanState) -> Refusal | None:
        """Why nobody lands, from the movement phase, in which one would count on it, to the end of the combat phase."""
        moving, fighting = state.is_at(Movement), state.is_at(CombatPhase)
        if state.phasing != US or not (moving or fighting or state.is_at(Landing)):
            return None
        if state.turn == 1:
            return self._all_ashore(state) if fighting else None
        if not state.markers:
            return Refusal("12.34-d", "no landing: no beachhead marker is left", (), ("12.34-c", "12.31-b"))
        if not state.pool():
            return Refusal("12.1-d", "no landing: every U.S. unit is already in play")
        return None if moving else self._used_up(state)

    def _all_ashore(self, state: SaipanState) -> Refusal:
        """The first landing ends when every landing hex has had its unit, or nobody is left to land."""
        also = (self.case_now(state), "12.2")
        return Refusal("12.1-a", "no more units land on Game-Turn 1: every landing hex has been used", (), also)

    def _used_up(self, state: SaipanState) -> Refusal | None:
        """The reasons that hold for this turn alone. Once combat has begun only the position tells whether anybody has landed."""
        ruleset, vacant = state.ruleset, vacant_markers(state)
        landed = state.landed or any(state.flags[unit] & MOVED for unit in map(state.unit_at, state.markers) if unit >= 0)
        if not vacant and not (state.landed and not ruleset.per_beachhead):
            also = ("errata-12.1",) if ruleset.per_beachhead else ("12.1-b",)
            return Refusal("12.34-d", "no landing: every beachhead is occupied", (), (*also, "5.31"))
        if landed and not ruleset.per_beachhead:
            return Refusal("12.1-b", "only one unit can land each Game-Turn, and this turn's landing is over", (), ("12.2",))
        if all(ruleset.is_armour[unit] for unit in state.pool()) and not any(
            ruleset.ground.kind[space].armour for space in vacant
        ):
            return Refusal("5.25", "no landing: only armor is left, and it cannot enter a vacant beachhead")
        return None

    def missed(self, state: SaipanState) -> bool:
        return not state.landed

    def take_done(self, state: SaipanState) -> None:
        state.landed = 0
        state.quota = -1
        state.stack.pop()

    def take_land(self, state: SaipanState, unit: int, place: int) -> None:
        self._arrive(state, unit, place)
        if state.sink is not None:
            name, hex_name = state.name(unit), state.ruleset.hex_name(place)
            case = "12.31-a" if state.turn == 1 else "12.31-b"
            state.tell("land", case, f"{name} lands at {hex_name}", unit=name, hex=hex_name)

    @enforces(FAMILY, "12.32-b")
    def take_land_sea(self, state: SaipanState, unit: int, place: int, beach: int) -> None:
        self._arrive(state, unit, place)
        state.storm[unit] = beach
        if state.sink is not None:
            name, hex_name = state.name(unit), state.ruleset.hex_name(place)
            text = f"{name} lands at sea {hex_name} to attack {state.ruleset.hex_name(beach)}"
            state.tell("land", "12.32-a", text, unit=name, hex=hex_name)

    @enforces(FAMILY, "12.31-c", "12.4")
    def _arrive(self, state: SaipanState, unit: int, place: int) -> None:
        """It moves no farther in this phase, and may fight in the next."""
        state.place(unit, place)
        state.flags[unit] |= MOVED
        state.landed += 1

    # ------------------------------------------------------------------ refusals

    def refuse_done(self, state: SaipanState) -> Refusal:
        return Refusal(self.case_now(state), "land a unit on every landing hex before you end the phase", (), ("12.1-a",))

    def misplaced(self, state: SaipanState, code: int) -> Refusal:
        verb, unit, *_ = unpack(code)
        if verb not in (MOVE, EXCHANGE):
            return super().misplaced(state, code)
        name = state.name(unit)
        return Refusal("12.2", f"{name} cannot move now: reinforcements are landing", (name,))

    def refuse_land(self, state: SaipanState, unit: int, place: int) -> Refusal:
        return self.refuse_land_sea(state, unit, place, -1)

    def refuse_land_sea(self, state: SaipanState, unit: int, place: int, beach: int) -> Refusal:
        name = state.name(unit)
        if state.ruleset.owner[unit] != US:
            return Refusal("12.0", f"{name} is Japanese; only the U.S. has reinforcements", (name,))
        if state.where[unit] != POOL:
            if state.stands(unit):
                return Refusal("12.1-c", f"{name} is already in play", (name,), ("12.31-c",))
            return Refusal("12.1-e", f"{name} was eliminated and cannot return", (name,))
        if state.turn == 1:
            return self._refuse_first(state, unit, place, beach)
        return self._refuse_later(state, unit, place, beach)

    def _refuse_first(self, state: SaipanState, unit: int, place: int, beach: int) -> Refusal:
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(place)
        bound = "14.22-d" if ruleset.free else "14.12-b"
        if ruleset.units[unit].arm != "infantry":
            return Refusal("12.1-a", f"{name} is not infantry; only infantry can land on Game-Turn 1", (name,))
        target = place if beach < 0 else beach
        if target not in state.note:
            if beach < 0 and any(place in near for near in landing_places(state).values()):
                return Refusal("12.32-a", f"name the Beach hex that {name} will attack from sea {hex_name}", (name,))
            return Refusal(bound, f"{ruleset.hex_name(target)} is not one of the landing hexes", (name,), ("12.31-a",))
        holder = state.unit_at(target)
        if state.held_by(US, target):
            return Refusal(bound, f"{state.name(holder)} has already landed at {ruleset.hex_name(target)}", (name,), ("5.31",))
        if target in state.storm:
            return Refusal(bound, f"another unit at sea already attacks {ruleset.hex_name(target)}", (name,))
        if beach < 0:
            reason = f"{hex_name} is occupied by {state.name(holder)}; land in an adjacent Sea hex"
            return Refusal("12.31-a", reason, (name, state.name(holder)), ("12.32-a",))
        if not state.occupant[beach]:
            return Refusal("12.32-a", f"{ruleset.hex_name(beach)} has no enemy unit; land there, not at sea", (name,))
        if place not in ruleset.ground.grid.neighbours[beach] or not ruleset.ground.is_sea[place]:
            return Refusal("12.32-a", f"{hex_name} is not a Sea hex adjacent to {ruleset.hex_name(beach)}", (name,))
        if state.occupant[place]:
            return Refusal("5.31", f"{hex_name} is occupied by {state.name(state.unit_at(place))}", (name,))
        if place not in landing_places(state)[beach]:
            printed = ruleset.hex_name(ruleset.landing[beach])
            return Refusal(bound, f"the Sea hex for {ruleset.hex_name(beach)} is {printed}", (name,), ("12.32-a",))
        return Refusal(bound, f"with {name} in {hex_name}, no unit could land at another landing hex", (name,), ("12.32-a",))

    def _refuse_later(self, state: SaipanState, unit: int, place: int, beach: int) -> Refusal:
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(place)
        if beach >= 0 or ruleset.ground.is_sea[place]:
            return Refusal("12.32-a", "units land from Sea hexes on Game-Turn 1 only", (name,), ("12.31-b",))
        if place not in state.markers:
            return Refusal("12.31-b", f"{hex_name} has no beachhead marker", (name,), ("12.34-c",))
        if state.occupant[place]:
            other = state.name(state.unit_at(place))
            return Refusal("12.34-d", f"the beachhead at {hex_name} is occupied by {other}", (name, other), ("5.31",))
        return Refusal("5.25", f"{name} is armor and cannot enter {hex_name}", (name,))
