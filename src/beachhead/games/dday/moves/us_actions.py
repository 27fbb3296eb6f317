"""The US Action Phase (4.0-VI, 7.0, D79): every unit acts once, in any order; then deliberate close combats; then recovery."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.combat import attack, barrage, close_combat, us_artillery
from beachhead.games.dday.control import command, lasting_events
from beachhead.games.dday.counters import stacking
from beachhead.games.dday.events.airfield_objective import Strengthening
from beachhead.games.dday.fire.under_fire import ASSAULT
from beachhead.games.dday.headquarters import third_marines
from beachhead.games.dday.moves import move_goals, movement, preservation, recovery, unit_actions
from beachhead.games.dday.moves.recovery import Recovery
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.setup import heroes
from beachhead.games.dday.state import ENTERED, DDayState
from beachhead.games.dday.verbs import CALL_HERO_CODE, DONE_CODE, FIGHT


@enforces(FAMILY, "4.0-VI", "4.0-VI-1", "4.0-VI-2", "7.0", "7.2-b", "7.4")
def begin(state: DDayState) -> None:
    """The phase begins: nobody has acted, and everybody's hex is noted."""
    state.acted = bytearray(len(state.acted))
    state.shifted = bytearray(len(state.shifted))
    state.done = bytearray(len(state.done))
    state.began = [place if place >= 0 else -1 for place in state.where]
    state.came_from = [-1] * len(state.came_from)
    state.stale_options = -1
    command.clear_guests(state)
    state.push(Actions)


def pending(state: DDayState) -> list[int]:
    """The hexes that US units have entered and where the close combat is still to come."""
    done = state.done
    if max(done, default=0) < ENTERED:
        return []
    return sorted([state.hex_of(position) for position in range(len(done)) if done[position] & ENTERED])


class Actions(Question[DDayState]):
    """Whatever a unit can do. A move, an attack, a barrage then asks for its own details."""

    name = "actions"
    case = "7.0-a"
    over = "no unit is left that can act"
    pushed_by = ("turn",)
    in_passing = ("commit",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.ACTIONS

    def settle(self, state: DDayState) -> bool:
        return not stacking.test_all(state) and super().settle(state)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        waiting = [state.ruleset.hex_name(place) for place in pending(state)]
        later = f" Close combat is still to come in {', '.join(waiting)}." if waiting else ""
        return f"Move, attack and barrage with units that have not acted, or end your actions.{later}"

    @enforces(FAMILY, "7.0-a", "7.0-d", "7.2-a", "7.2-b", "4.0-VI-2", "7.1")
    def choices(self, state: DDayState) -> Choices:
        after = [*barrage.openings(state), *us_artillery.openings(state)]
        if max(state.hero_on, default=-1) >= 0:
            after += [*recovery.spending_codes(state), *recovery.transfers(state)]
        after += third_marines.codes(state)
        if heroes.may_call_hero(state):
            after.append(CALL_HERO_CODE)
        after.append(DONE_CODE)
        return unit_actions.Offer(unit_actions.kept(state), after)

    # ------------------------------------------------------------------ actions

    def take_move(self, state: DDayState, unit: int, goal: int) -> None:
        movement.begin(state, unit, goal)

    def take_step(self, state: DDayState, unit: int, goal: int) -> None:
        movement.begin(state, unit, goal, short=True)

    def take_enter(self, state: DDayState, unit: int, goal: int) -> None:
        movement.begin(state, unit, goal, kind=ASSAULT)

    def take_join_stack(self, state: DDayState, unit: int, leader: int) -> None:
        movement.form(state, leader, unit)

    def take_preserve(self, state: DDayState, unit: int, goal: int) -> None:
        preservation.take(state, unit, goal)

    def take_recover_by(self, state: DDayState, unit: int, owner: int) -> None:
        recovery.spend(state, unit, owner)

    def take_transfer(self, state: DDayState, owner: int, unit: int) -> None:
        recovery.transfer(state, owner, unit)

    def take_call_hero(self, state: DDayState) -> None:
        heroes.call_hero(state)

    def refuse_call_hero(self, state: DDayState) -> Refusal:
        return Refusal("18.5.3-b", "only Scenario Two has a hero to call, once, in the Action Phase of GT 7")

    def take_attack(self, state: DDayState, place: int, unit: int) -> None:
        attack.take_attack(state, place, unit)

    def take_barrage(self, state: DDayState, place: int, unit: int) -> None:
        barrage.take_barrage(state, place, unit)

    def take_naval_at(self, state: DDayState, place: int) -> None:
        barrage.take_naval_at(state, place)

    def take_air_at(self, state: DDayState, place: int) -> None:
        barrage.take_air_at(state, place)

    def take_guns_at(self, state: DDayState, place: int, row: int, points: int) -> None:
        us_artillery.open_barrage(state, place, row, points)

    def take_commit(self, state: DDayState, box: int) -> None:
        third_marines.commit(state, box)

    @enforces(FAMILY, "4.0-VI-3", "8.6-b", "4.0-VI-4")
    def take_done(self, state: DDayState) -> None:
        """Deliberate close combats come next, then recovery."""
        state.replace(Deliberate)

    # ------------------------------------------------------------------ refusals

    def misplaced(self, state: DDayState, code: int) -> Refusal:
        """A close combat that was not fought at once waits for the end of the phase."""
        verb, place, *_ = unpack(code)
        if verb == FIGHT and place in pending(state):
            name = state.ruleset.hex_name(place)
            return Refusal("8.6-b", f"the close combat in {name} waits for the end of your actions: say done first")
        return super().misplaced(state, code)

    def refuse_move(self, state: DDayState, unit: int, goal: int) -> Refusal:
        return move_goals.why_idle(state, unit) or move_goals.refuse_hex(state, (unit,), goal, 0)

    def refuse_step(self, state: DDayState, unit: int, goal: int) -> Refusal:
        why = move_goals.why_idle(state, unit)
        if why is not None:
            return why
        if move_goals.reach(state, (unit,), state.where[unit], 0) >> goal & 1:
            return movement.refuse_needless(state, unit, goal)
        return move_goals.refuse_hex(state, (unit,), goal, 0)

    def refuse_enter(self, state: DDayState, unit: int, goal: int) -> Refusal:
        return move_goals.why_idle(state, unit) or move_goals.refuse_enemy(state, (unit,), goal)

    def refuse_join_stack(self, state: DDayState, unit: int, leader: int) -> Refusal:
        return move_goals.refuse_join(state, unit, leader)

    def refuse_preserve(self, state: DDayState, unit: int, goal: int) -> Refusal:
        return preservation.refuse(state, unit, goal)

    def refuse_recover_by(self, state: DDayState, unit: int, owner: int) -> Refusal:
        return recovery.refuse_spending(state, unit, owner)

    def refuse_transfer(self, state: DDayState, owner: int, unit: int) -> Refusal:
        return recovery.refuse_transfer(state, owner, unit)

    def refuse_attack(self, state: DDayState, place: int, unit: int) -> Refusal:
        return attack.refuse_attack(state, place, unit)

    def refuse_barrage(self, state: DDayState, place: int, unit: int) -> Refusal:
        return barrage.refuse_barrage(state, place, unit)

    def refuse_naval_at(self, state: DDayState, place: int) -> Refusal:
        return barrage.refuse_naval_at(state, place)

    def refuse_air_at(self, state: DDayState, place: int) -> Refusal:
        return barrage.refuse_air_at(state, place)

    def refuse_guns_at(self, state: DDayState, place: int, row: int, points: int) -> Refusal:
        return us_artillery.refuse_barrage(state, place, row, points)

    def refuse_commit(self, state: DDayState, box: int) -> Refusal:
        return third_marines.refuse(state, box)


class Deliberate(Question[DDayState]):
    """Step 3: close combats that have waited, in the order the player likes. The phase cannot end before all are fought."""

    name = "deliberate"
    case = "4.0-VI-3"
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.ACTIONS

    def settle(self, state: DDayState) -> bool:
        if stacking.test_all(state):
            return False
        if pending(state):
            return True
        if lasting_events.is_lasting(state, lasting_events.AIRFIELD_OBJECTIVE):
            state.replace(Strengthening)
            state.push(Recovery)
        else:
            state.replace(Recovery)
        return False

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        places = ", ".join(state.ruleset.hex_name(place) for place in pending(state))
        return f"Resolve the deliberate close combats: {places}."

    @enforces(FAMILY, "4.0-VI-3", "8.6", "8.6-b", "8.0-cc", "7.0-a-into")
    def choices(self, state: DDayState) -> Choices:
        return [pack(FIGHT, place) for place in pending(state)]

    def take_fight(self, state: DDayState, place: int) -> None:
        close_combat.begin(state, state.slot_at(place))

    def refuse_fight(self, state: DDayState, place: int) -> Refusal:
        return Refusal("8.6", f"no US units have entered {state.ruleset.hex_name(place)} for close combat")


STEPS: Final[tuple[AnyStep, ...]] = (Actions(), Deliberate())
