"""The events that bring the Japanese out: Japanese Tank Attack (14.4.1, 14.4.7) and Local Japanese Counterattack (20.0)."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import COLORS
from beachhead.games.dday.combat import close_combat
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.counters import defenders, depth, fallen_units, japanese_moves, marines, sorties, stance
from beachhead.games.dday.counters.defenders import UNITS
from beachhead.games.dday.counters.japanese_damage import because
from beachhead.games.dday.counters.sorties import TANK_SLOT, UNIT_SLOT
from beachhead.games.dday.events import japanese_gains
from beachhead.games.dday.events.counterattack import row_and_column
from beachhead.games.dday.events.japanese_gains import hex_of, is_open_phase, no_event
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import TANK_STANCE, TANK_UP, UNIT_STANCE, UNIT_UP, DDayState
from beachhead.games.dday.verbs import ADVANCE, ASSAULT, CHOOSE_HEX, DEEPEN, REVEAL

COMPANION_REACH: Final = 3
NONE: Final = -1


# ---------------------------------------------------------------------- Japanese Tank Attack


@enforces(FAMILY, "20.0-japanese-tank-attack", "14.4", "14.4.1", "14.4.7")
def tank_attack(state: DDayState) -> None:
    """Tanks and companions take counterattack stance; drawn again, the event is a reinforcement. Without tanks on the map nothing
    happens, and it has occurred all the same (c-17)."""
    if state.tank_attack:
        state.report("event", "14.4.7", "A tank attack has already occurred: the card brings a reinforcement", {})
        japanese_gains.begin_reinforcement(state)
        return
    state.tank_attack = 1
    if any(state.tank):
        state.push(TankAttack)
    else:
        no_event(state, "20.0-japanese-tank-attack", "No Japanese tank is on the map")


@enforces(FAMILY, "14.4.2-b")
def in_order(state: DDayState) -> list[int]:
    """The positions with tanks in the order in which they choose companions: that of counterattack actions (D95)."""
    ruleset, beaches = state.ruleset, landing_beaches(state)
    ranks = [
        (ruleset.ground.nearest(place, beaches), -row_and_column(state, place)[0], position)
        for position, place in enumerate(ruleset.position_hex)
        if state.tank[position]
    ]
    return [position for _, _, position in sorted(ranks)]


@enforces(FAMILY, "14.4.1-c")
def may_join(state: DDayState, position: int, slot: int) -> bool:
    """Whether a unit can be a companion: not in a position with intact guns, and not one already."""
    if not fallen_units.unit_in(state, position, slot) or (slot == UNIT_SLOT and state.stance[position] & UNIT_STANCE):
        return False
    return not state.ruleset.positions[position].artillery or bool(state.guns_lost[position])


@enforces(FAMILY, "14.4.1-c", "14.4.1-d", "14.4.1-f")
def companion(state: DDayState, tank: int) -> tuple[int, int]:
    """Who joins a tank: position and slot, (-1, -1) for nobody. A unit face down within three hexes, the nearest, then the one
    farther from US units; if all are face up the strongest, then likewise; then by letter and number. Where a unit shares the hex
    of the tank nobody else has room there (6.4.3), so it is that one or none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    if state.unit[tank]:
        return (tank, UNIT_SLOT) if may_join(state, tank, UNIT_SLOT) else (NONE, NONE)
    row = ground.distance[ruleset.position_hex[tank]]
    hidden, shown = list[tuple[int, int, int, int]](), list[tuple[int, int, int, int, int]]()
    near = ground.disk[COMPANION_REACH][ruleset.position_hex[tank]] & state.jp_mask & ground.position_mask
    for place in spaces_of(near):
        position = ground.position_at[place]
        for slot in (UNIT_SLOT, 1):
            if not may_join(state, position, slot):
                continue
            rank = (row[place], -japanese_moves.to_us(state, place), position, slot)
            if state.faces[position] & UNITS[slot]:
                shown.append((-ruleset.counter_strength[fallen_units.unit_in(state, position, slot)], *rank))
            else:
                hidden.append(rank)
    if hidden:
        return min(hidden)[2:]
    return min(shown)[3:] if shown else (NONE, NONE)


class TankAttack(Question[DDayState]):
    """Tanks are turned up, then marked, then joined by their companions."""

    name = "tank attack"
    case = "14.4.1"
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and any(state.tank)

    def settle(self, state: DDayState) -> bool:
        if state.choices():
            return True
        state.stack.pop()
        stance.fresh(state)
        return False

    def side(self, state: DDayState) -> int:
        return JP

    @staticmethod
    def hidden(state: DDayState) -> int:
        """The next tank that lies face down; -1 for none."""
        return next((position for position in in_order(state) if not state.faces[position] & TANK_UP), NONE)

    @staticmethod
    def unmarked(state: DDayState) -> int:
        """The next tank that is not in stance yet; -1 for none."""
        return next((position for position in in_order(state) if not state.stance[position] & TANK_STANCE), NONE)

    @staticmethod
    def alone(state: DDayState) -> int:
        """The next tank that is joined by somebody; -1 for none. Those that have been are marked as having acted by this card."""
        for position in in_order(state):
            if not state.tank_done[position] and companion(state, position)[0] >= 0:
                return position
        return NONE

    def case_now(self, state: DDayState) -> str:
        return "14.4.1-a" if self.hidden(state) >= 0 else "14.4.1-b" if self.unmarked(state) >= 0 else "14.4.1-c"

    def prompt(self, state: DDayState) -> str:
        hidden, unmarked = self.hidden(state), self.unmarked(state)
        if hidden >= 0:
            return f"Japanese Tank Attack: the tank in {hex_of(state, hidden)} is turned up."
        if unmarked >= 0:
            return f"Japanese Tank Attack: the tank in {hex_of(state, unmarked)} takes counterattack stance."
        return f"Japanese Tank Attack: a unit joins the tank in {hex_of(state, self.alone(state))}."

    @enforces(FAMILY, "14.4.1-a", "14.4.1-b", "14.4.1-c", "14.4.1-f")
    def choices(self, state: DDayState) -> Choices:
        place, position = state.ruleset.position_hex, self.hidden(state)
        if position >= 0:
            return [pack(REVEAL, place[position])]
        position = self.unmarked(state)
        if position >= 0:
            return [pack(DEEPEN, place[position])]
        position = self.alone(state)
        return [pack(ADVANCE, place[companion(state, position)[0]], place[position])] if position >= 0 else []

    @enforces(FAMILY, "14.4.1-a")
    def take_reveal(self, state: DDayState, place: int) -> None:
        position = state.ruleset.position_at[place]
        defenders.reveal_one(state, position, TANK_UP, "14.4.1-a", because("a tank attack turns up every tank", "14.4.1-a"))

    @enforces(FAMILY, "14.4.1-b", "6.4.2")
    def take_deepen(self, state: DDayState, place: int) -> None:
        """The armor marker leaves the game, a marker of the tank's sector takes its place face up, and disruption goes."""
        position = state.ruleset.position_at[place]
        if state.tank_depth[position]:
            defenders.out_of_play(state, defenders.take_depth(state, position, TANK_SLOT))
        state.shaken[position] = 0
        shown = stance.mark(state, position, TANK_SLOT, state.ruleset.position_sector[position])
        self._tell(state, position, "14.4.1-b", f"The tank in {hex_of(state, position)} takes counterattack stance", shown)

    @enforces(FAMILY, "14.4.1-e", "14.4.1-f", "14.4.1-c")
    def take_advance(self, state: DDayState, place: int, goal: int) -> None:
        """The companion is turned up, its marker goes back to the pool, and it stands with the tank under a marker of its own."""
        tank = state.ruleset.position_at[goal]
        state.tank_done[tank] = 1
        source, slot = companion(state, tank)
        why = because("the nearest unit that can joins the tank", "14.4.1-c")
        counter = defenders.reveal_one(state, source, UNITS[slot], "14.4.1-e", why)
        marker = depth.marker_in(state, source, slot)
        if marker:
            pool = defenders.depth_pool_of(state, state.ruleset.position_sector[source])
            defenders.put_back(state, pool, defenders.take_depth(state, source, slot))
        if source != tank:
            defenders.take_unit(state, source, slot)
            defenders.place_unit(state, tank, counter, up=True)
            if state.depth[tank]:
                pool = defenders.depth_pool_of(state, state.ruleset.position_sector[tank])
                defenders.put_back(state, pool, defenders.take_depth(state, tank, UNIT_SLOT))
        state.shaken[tank] = 0
        state.faces[tank] |= UNIT_UP
        shown = stance.mark(state, tank, UNIT_SLOT, state.ruleset.position_sector[tank])
        name = state.ruleset.counter_ids[counter]
        self._tell(state, tank, "14.4.1-f", f"{name} joins the tank in {hex_of(state, tank)}", shown)

    @staticmethod
    def _tell(state: DDayState, position: int, case: str, text: str, marker: str) -> None:
        if state.sink is not None:
            where = hex_of(state, position)
            why = Why("A Japanese Tank Attack has been drawn.", case, where).plain()
            state.happened("stance", case, f"{text}: {marker}", {"hex": where, "why": why})

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), f"the rulebook says what comes next: {self.prompt(state)}")


# ---------------------------------------------------------------------- Local Japanese Counterattack


@enforces(FAMILY, "20.0-local-counterattack")
def local_position(state: DDayState, color: int) -> int:
    """The position whose unit makes a local counterattack: of the color, with a unit face down and US units next to it; the
    fewest of them, then the nearest to a landing beach, then by letter and number. -1 for none. Tanks are left out."""
    ruleset, ground, beaches = state.ruleset, state.ruleset.ground, landing_beaches(state)
    best, found = (999, 0), NONE
    for position, place in enumerate(ruleset.position_hex):
        if ruleset.position_color[position] != color or not ground.near_mask[place] & state.us_mask:
            continue
        if not state.unit[position] or state.faces[position] & UNIT_UP:
            continue
        rank = (japanese_gains.units_around(state, place), ground.nearest(place, beaches))
        if rank < best:
            best, found = rank, position
    return found


@enforces(FAMILY, "20.0-local-counterattack-a")
def local_targets(state: DDayState, position: int) -> list[int]:
    """The US hexes next to it with the fewest steps; among equals the player chooses (D111)."""
    ground = state.ruleset.ground
    hexes = list(spaces_of(ground.near_mask[state.ruleset.position_hex[position]] & state.us_mask))
    steps = [marines.steps_of(state, state.units_in(place)) for place in hexes]
    return [place for place, count in zip(hexes, steps, strict=True) if count == min(steps)]


@enforces(FAMILY, "20.0-local-counterattack")
def begin_local(state: DDayState, color: int) -> None:
    """The leftmost fire color of the event card says which positions are looked at."""
    position = local_position(state, color)
    if position >= 0:
        state.push(LocalCounterattack, position)
    else:
        text = f"No {COLORS[color]} position next to US units has a unit face down"
        no_event(state, "20.0-local-counterattack", text)


class LocalRecord(NamedTuple):
    """The position, and the hex that the player has chosen."""

    step: int
    position: int
    goal: int = NONE


class LocalCounterattack(Question[DDayState]):
    """A unit attacks the weakest hex next to it."""

    name = "local counterattack"
    case = "20.0-local-counterattack-a"
    record = LocalRecord
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: LocalRecord) -> bool:
        if not is_open_phase(state) or not 0 <= frame.position < state.ruleset.position_count:
            return False
        targets = local_targets(state, frame.position) if state.unit[frame.position] else []
        return bool(targets) and (frame.goal == NONE or frame.goal in targets)

    def side(self, state: DDayState) -> int:
        frame = state.top(LocalRecord)
        return US if frame.goal == NONE and len(local_targets(state, frame.position)) > 1 else JP

    def prompt(self, state: DDayState) -> str:
        where = hex_of(state, state.top(LocalRecord).position)
        if self.side(state) == US:
            return f"Local Japanese Counterattack: choose the hex that the unit in {where} attacks."
        return f"Local Japanese Counterattack: the unit in {where} attacks."

    def choices(self, state: DDayState) -> Choices:
        frame = state.top(LocalRecord)
        targets = local_targets(state, frame.position)
        if self.side(state) == US:
            return [pack(CHOOSE_HEX, place) for place in targets]
        goal = targets[0] if frame.goal == NONE else frame.goal
        return [pack(ASSAULT, state.ruleset.position_hex[frame.position], goal)]

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.replace(LocalCounterattack, state.top(LocalRecord).position, place)

    @enforces(FAMILY, "20.0-local-counterattack-a", "8.6-japanese")
    def take_assault(self, state: DDayState, place: int, goal: int) -> None:
        position = state.top(LocalRecord).position
        state.stack.pop()
        why = "It has the fewest US units around it, and attacks the weakest hex next to it."
        close_combat.begin_sortie(state, sorties.LOCAL, position, goal, why)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        return Refusal(self.case, f"{where} is not one of the US hexes next to it with the fewest steps")

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case, f"the rulebook says what comes next: {self.prompt(state)}")


STEPS: Final[tuple[AnyStep, ...]] = (TankAttack(), LocalCounterattack())
