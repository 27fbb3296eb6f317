"""Movement and landing, American (chapter 10) and Japanese (chapter 17); tanks on hills (22.4.1), the 3rd Division (22.2.1)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage import victory
from beachhead.games.rage.concepts import check_stack, conceal, reveal, reveal_all, show_all_caves
from beachhead.games.rage.defensive_fire import ready
from beachhead.games.rage.ruleset import ACTIVATE, DONE, DONE_CODE, HIDE, LAND, MOVE, SNEAK, STOP, STOP_CODE
from beachhead.games.rage.state import CLOSED, DIE, FAMILY, JP, LANDING, SEARCHED, RageState
from beachhead.games.rage.windows import AskJapan, AskUS

NOBODY = -1


# ---------------------------------------------------------------------- American


@enforces(FAMILY, "10.1-b", "10.3-c")
def begin_us(state: RageState) -> None:
    """Movement points and landing places of the turn are all there again; nothing is carried over."""
    state.moved = bytearray(len(state.moved))
    state.landed = bytearray(len(state.landed))
    state.push(state.ruleset.step.move, NOBODY, 0, 0)


@enforces(FAMILY, "10.3-b", "2.1.1-6")
def landing_cost(state: RageState, area: int) -> int:
    """Movement points for landing there."""
    rule = state.ruleset.components.landing
    if not state.ruleset.is_beach[area]:
        return rule.on_coast
    return rule.at_beachhead if state.beachhead[area] else rule.on_beach


@enforces(FAMILY, "10.3-a", "10.3-b", "10.3-c", "10.3-d")
def landing_areas(state: RageState, unit: int) -> list[int]:
    """Coastal areas with a place left that the unit can pay for; guns and tanks need a Beachhead (R26)."""
    ruleset, rule = state.ruleset, state.ruleset.components.landing
    points = ruleset.mp[unit][state.steps[unit]]
    found = []
    for area in ruleset.coast:
        most = rule.units_on_beach if ruleset.is_beach[area] else rule.units_on_coast
        fits = not ruleset.needs_beachhead[unit] or (state.beachhead[area] and ruleset.is_beach[area])
        if fits and state.landed[area] < most and landing_cost(state, area) <= points:
            found.append(area)
    return found


class Movement(AskUS):
    """One unit at a time, area by area. Above a unit on its way lie the windows that its entry opens.

    Its record: the unit on its way, points left, and whether it has just arrived somewhere.
    """

    name, case, calls_third = "move", "10-a", True
    verbs = (MOVE, LAND, STOP, DONE)

    def prompt(self, state: RageState) -> str:
        _, mover, left, _ = state.stack[-1]
        if mover == NOBODY:
            return "Move or land a unit, or end the phase."
        return f"{state.name(mover)} in {state.area_name(state.where[mover])} may go on ({left} MP left) or stop."

    @enforces(FAMILY, "10.2", "10-b", "11.1.3-a", "10.1-b")
    def settle(self, state: RageState) -> bool:
        """Contact with a Revealed enemy, fire, or no points left end a move; only then may the next unit go."""
        step, mover, left, arrived = state.stack[-1]
        if mover != NOBODY:
            area = state.where[mover]
            if area < 0 or not left or (arrived and state.revealed_in(area)):
                if left and area >= 0 and state.sink is not None:
                    state.pass_over(self, in_contact(state, mover))
                self.finish(state, mover)
                return False
            state.stack[-1] = (step, mover, left, 0)
        return True

    def finish(self, state: RageState, mover: int) -> None:
        """The unit stays where it is."""
        state.stack[-1] = (state.stack[-1][0], NOBODY, 0, 0)
        check_stack(state, mover)

    @enforces(FAMILY, "10-a", "10-b", "10.1-a", "22.4.1")
    def choices(self, state: RageState) -> Sequence[int]:
        """Fired units may move (R31), and nothing holds a unit that starts with enemies (R32)."""
        ruleset, where = state.ruleset, state.where
        _, mover, _, _ = state.stack[-1]
        if mover != NOBODY:
            return [*(pack(MOVE, mover, area) for area in ways(state, mover)), *self.third(state), STOP_CODE]
        codes: list[int] = []
        for unit in ruleset.us_ground:
            if where[unit] >= 0:
                if not state.moved[unit] and ruleset.mp[unit][state.steps[unit]]:
                    codes += [pack(MOVE, unit, area) for area in ways(state, unit)]
            elif where[unit] == LANDING:
                codes += [pack(LAND, unit, area) for area in landing_areas(state, unit)]
        return [*codes, *self.third(state), DONE_CODE]

    def take(self, state: RageState, code: int) -> None:
        verb, unit, area, _ = unpack(code)
        if verb == ACTIVATE:
            self.activate(state, unit)
        elif verb == STOP:
            self.finish(state, state.stack[-1][1])
        elif verb == DONE:
            state.stack.pop()
            search(state)
        elif verb == LAND:
            self.land(state, unit, area)
        else:
            _, mover, left, _ = state.stack[-1]
            points = left if mover == unit else state.ruleset.mp[unit][state.steps[unit]]
            if state.sink is not None:
                self.tell_move(state, unit, area)
            self.arrive(state, unit, area, points - 1, 0)

    def tell_move(self, state: RageState, unit: int, area: int) -> None:
        name, path = state.name(unit), [state.ruleset.areas[a].id for a in (state.where[unit], area)]
        state.tell("moved", "10.1-a", f"{name} moves to {state.area_name(area)}", unit=name, path=path)

    @enforces(FAMILY, "10.3-b", "10.3-c", "22.2.1-d", "22.2.1-e", "23.2-2")
    def land(self, state: RageState, unit: int, area: int) -> None:
        """The first unit of the 3rd Division to land away from a Beachhead costs ten points, once a game (R22)."""
        points = state.ruleset.mp[unit][state.steps[unit]] - landing_cost(state, area)
        state.landed[area] += 1
        if state.sink is not None:
            name, where = state.name(unit), state.ruleset.areas[area].id
            state.tell("landed", "10.3-a", f"{name} lands in {state.area_name(area)}", unit=name, area=where)
        if state.ruleset.is_third[unit] and not state.third and not state.beachhead[area]:
            state.third = 1
            state.where[unit] = area
            rule = state.ruleset.components.victory
            victory.score(state, JP, rule.third_division_off_beachhead, "22.2.1-d", "the 3rd Division landing off a Beachhead")
            if state.outcome is not None:
                return
        self.arrive(state, unit, area, points, 1)

    def arrive(self, state: RageState, unit: int, area: int, left: int, landing: int) -> None:
        """In a new area. The Japanese player may react at once, here and never later (10.4-b)."""
        state.moved[unit] = 1
        state.where[unit] = area
        state.stack[-1] = (state.stack[-1][0], unit, left, 1)
        entry = state.ruleset.step.entry
        if state.fog() or ready(state, state.revealed_in(area)):
            state.push(entry, unit, landing)
        else:
            state.skip(state.ruleset.steps[entry])

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        ruleset, mover = state.ruleset, state.stack[-1][1]
        if verb == STOP:
            return Refusal("10.1-b", "No unit is on its way")
        if mover != NOBODY and (verb in (DONE, LAND) or first != mover):
            return Refusal("10-b", f"{state.name(mover)} is on its way and finishes first", (state.name(mover),))
        name, where = state.name(first), state.area_name(second)
        if first >= ruleset.ground_count:
            return Refusal("10-a", f"{name} is no U.S. ground unit", (name,))
        if verb == LAND:
            return why_no_landing(state, first, second)
        if state.where[first] < 0:
            return Refusal("10-a", f"{name} is not on the island", (name,))
        if second not in ruleset.neighbours[state.where[first]]:
            return Refusal("10.1-a", f"{where} is not next to {state.area_name(state.where[first])}", (name,))
        if ruleset.is_tank[first] and ruleset.is_hill[second]:
            return Refusal("22.4.1", f"{name} cannot enter the hill {where}", (name,))
        if not ruleset.mp[first][state.steps[first]]:
            return Refusal("2.1.1-6", f"{name} has no movement points", (name,))
        if state.revealed_in(state.where[first]):
            return in_contact(state, first)
        return Refusal("10-b", f"{name} has moved in this phase", (name,), ("2.1.1-6",))


def in_contact(state: RageState, unit: int) -> Refusal:
    """That a U.S. unit has come upon Revealed enemies and goes no farther."""
    name = state.name(unit)
    reason = f"{name} stops in {state.area_name(state.where[unit])}: Revealed Japanese units are there"
    return Refusal("10.2", reason, (name,), ("10-b",))


def ways(state: RageState, unit: int) -> Sequence[int]:
    """Areas next to a unit that it can enter."""
    return state.ruleset.passable[state.ruleset.is_tank[unit]][state.where[unit]]


def why_no_landing(state: RageState, unit: int, area: int) -> Refusal:
    """Why a U.S. unit cannot land there."""
    name, where, ruleset = state.name(unit), state.area_name(area), state.ruleset
    if state.where[unit] != LANDING:
        return Refusal("10.3-a", f"{name} is not in the Landing Area Box", (name,))
    if not ruleset.is_coast[area]:
        return Refusal("10.3-a", f"{where} is no coastal area", (name,), ("2.2.1-b",))
    if ruleset.needs_beachhead[unit] and not (ruleset.is_beach[area] and state.beachhead[area]):
        return Refusal("10.3-d", f"{name} can land only at a Beachhead", (name,))
    if landing_cost(state, area) > ruleset.mp[unit][state.steps[unit]]:
        return Refusal("10.3-b", f"{name} has not the {landing_cost(state, area)} MP that landing there costs", (name,))
    return Refusal("10.3-c", f"No more units may land in {where} this turn", (name,))


@enforces(FAMILY, "10.5-a", "10.5-b")
def search(state: RageState) -> None:
    """The phase is over: where U.S. units stand, nothing stays Concealed."""
    ruleset = state.ruleset
    held = sorted({area for area in state.where[: ruleset.ground_count] if area >= 0})
    if not held:
        return
    state.memory.append((SEARCHED, state.turn, sum(1 << area for area in held)))
    if state.sink is not None and state.fog():
        names = [ruleset.areas[area].id for area in held]
        state.tell("searched", "10.5-b", "Nothing stays Concealed where U.S. units stand", areas=names)
    reveal_all(state, [u for u in ruleset.japanese if state.concealed[u] and state.where[u] in held], "10.5-b")
    for area in held:
        if not state.cave_checked[area]:
            show_all_caves(state, area, "10.5-b")


# ---------------------------------------------------------------------- Japanese


@enforces(FAMILY, "17.1-1", "5.3.3")
def begin_jp(state: RageState) -> None:
    """One die, in the open, tells how many units may move."""
    ruleset = state.ruleset
    state.moved = bytearray(len(state.moved))
    state.die = state.dice.roll()
    state.moves = ruleset.components.moves[state.die]
    closed = sum(1 << area for area in ruleset.all_areas if state.control[area] or state.has_us(area))
    state.memory.append((CLOSED, state.turn, closed))
    if state.sink is not None:
        units = "1 unit" if state.moves == 1 else f"{state.moves} units"
        state.tell("die", "17.1-1", f"The die shows {state.die}: {units} may move", die=state.die, units=state.moves)
    state.push(ruleset.step_number["jp move"], NOBODY, 0, 0, 0, 0)


SEEN_TO_MOVE, UNSEEN_MOVE = 1, 2
"""Values of `moved`: a move that was seen, and one that was not and must not be told of even when the unit is Revealed later."""


class JapaneseMovement(AskJapan):
    """All moves of the phase in one window: what happens unseen changes nothing that the U.S. player can see.

    Its record: the unit on its way, points left, areas entered, whether it has just arrived, and the moves made in the open.
    """

    name, case = "jp move", "17"
    verbs = (MOVE, SNEAK, HIDE, STOP, DONE)

    def prompt(self, state: RageState) -> str:
        most = state.ruleset.components.moves[state.die]
        return f"Japan may move {most} unit{'' if most == 1 else 's'} on either map (the die shows {state.die})."

    @enforces(FAMILY, "17", "17-a", "17-b", "17-c")
    def settle(self, state: RageState) -> bool:
        """U.S. units, fire, or no points left end a move."""
        step, mover, left, entered, arrived, seen = state.stack[-1]
        if mover != NOBODY:
            area = state.where[mover]
            if area < 0 or not left or (arrived and state.has_us(area)):
                self.finish(state)
                return False
            state.stack[-1] = (step, mover, left, entered, 0, seen)
        return True

    @enforces(FAMILY, "17.2-2-b", "17.2-3-a")
    def finish(self, state: RageState) -> None:
        """A unit that went farther unseen than Concealed Movement allows is Revealed where it stops (R56)."""
        step, mover, _, entered, _, seen = state.stack[-1]
        state.stack[-1] = (step, NOBODY, 0, 0, 0, seen)
        if state.where[mover] >= 0 and state.concealed[mover] and entered > 1:
            mover = reveal(state, mover, "3-status-change-c")
        check_stack(state, mover)

    @enforces(FAMILY, "17-b", "17.1-1", "17.1-2", "17.2-1", "17.2-2-a", "17.2-3-a", "17.2-4-a", "17.2-4-b", "22.4.1")
    def choices(self, state: RageState) -> Sequence[int]:
        """Seen or unseen, each move uses one of those that the die allows; showing a unit uses none (R29)."""
        ruleset = state.ruleset
        mover, left = state.stack[-1][1:3]
        if mover != NOBODY:
            verb = SNEAK if state.concealed[mover] else MOVE
            onward = [pack(verb, mover, area) for area in ways(state, mover)] if left else []
            return [*onward, *self.unveilings(state), STOP_CODE]
        codes: list[int] = []
        if state.moves:
            for unit in ruleset.japanese:
                area = state.where[unit]
                if area < 0 or state.moved[unit]:
                    continue
                points = ruleset.mp[unit][state.steps[unit]]
                if state.concealed[unit]:
                    if points > 1:
                        codes += [pack(SNEAK, unit, near) for near in ways(state, unit)]
                elif points:
                    codes += [pack(MOVE, unit, near) for near in ways(state, unit)]
                    if not state.has_us(area):
                        codes.append(pack(HIDE, unit))
        return [*codes, *self.unveilings(state), DONE_CODE]

    def answer(self, state: RageState, code: int) -> None:
        verb, unit, area, _ = unpack(code)
        if verb == DONE:
            self.close(state)
        elif verb == STOP:
            self.finish(state)
        elif verb == HIDE:
            self.hide(state, unit)
        else:
            self.go(state, unit, area, verb == SNEAK)

    @enforces(FAMILY, "17.2-1", "17.2-2-a", "17.2-2-b", "17.2-3-b", "17.2-3-c", "10.1-a")
    def go(self, state: RageState, unit: int, area: int, unseen: bool) -> None:
        """One area on. Unseen, a unit has one point less, and U.S. control or U.S. ground units bring it into the open (R30)."""
        step, mover, left, entered, _, seen = state.stack[-1]
        if mover == NOBODY:
            state.moves -= 1
            left = state.ruleset.mp[unit][state.steps[unit]] - (1 if unseen else 0)
            entered = 0
        if unseen:
            state.moved[unit] = UNSEEN_MOVE
        elif state.moved[unit] != SEEN_TO_MOVE:
            # Whoever goes on in the open after an unseen start looks as if he started here.
            state.moved[unit] = SEEN_TO_MOVE
            seen += 1
        start = state.where[unit]
        state.where[unit] = area
        state.stack[-1] = (step, unit, left - 1, entered + 1, 1, seen)
        if state.sink is not None:
            name, path = state.name(unit), [state.ruleset.areas[a].id for a in (start, area)]
            kind, case, seen_by = ("sneaked", "17.2-3-b", ("jp",)) if unseen else ("moved", "17.2-1", None)
            text = f"{name} moves to {state.area_name(area)}{' unseen' if unseen else ''}"
            state.tell(kind, case, text, seen_by=seen_by, unit=name, path=path)
        if unseen and (state.control[area] or state.has_us(area)):
            unit = reveal(state, unit, "3-status-change-c")
        fire = state.ruleset.step_number["us fire"]
        if ready(state, state.us_in(area)):
            state.push(fire, unit)
        else:
            state.skip(state.ruleset.steps[fire])

    @enforces(FAMILY, "17.2-4-a", "17.2-4-b", "3-concealment")
    def hide(self, state: RageState, unit: int) -> None:
        """The whole allowance for going under cover on the spot, in view of the U.S. player."""
        step, mover, left, entered, arrived, seen = state.stack[-1]
        state.stack[-1] = (step, mover, left, entered, arrived, seen + 1)
        state.moves -= 1
        state.moved[unit] = SEEN_TO_MOVE
        if state.sink is not None:
            name, area = state.name(unit), state.where[unit]
            text = f"{name} hides in {state.area_name(area)}"
            state.tell("hidden", "17.2-4-a", text, unit=name, area=state.ruleset.areas[area].id)
        conceal(state, unit)

    @enforces(FAMILY, "17-d")
    def close(self, state: RageState) -> None:
        """Nobody is told how many units moved. There is nothing left to search: who met U.S. units was Revealed on entry."""
        seen = state.stack.pop()[5]
        state.memory.append((DIE, state.turn, state.ruleset.components.moves[state.die], seen))
        state.moves = 0

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        ruleset, mover = state.ruleset, state.stack[-1][1]
        if verb == STOP:
            return Refusal("10.1-b", "No unit is on its way")
        if mover != NOBODY and (verb in (DONE, HIDE) or first != mover):
            also = ("17.2-4-a",) if verb == HIDE else ()
            return Refusal("17-b", f"{state.name(mover)} is on its way and finishes first", (state.name(mover),), also)
        name = state.name(first)
        if first not in ruleset.japanese:
            return Refusal("17", f"{name} is no Japanese unit", (name,))
        area = state.where[first]
        if area < 0:
            return Refusal("17", f"{name} is not on the map", (name,))
        hidden = bool(state.concealed[first])
        if verb in (MOVE, SNEAK):
            if (verb == SNEAK) != hidden:
                case = "17.2-2-a" if hidden else "17.2-1"
                reason = (
                    f"{name} is Concealed: Reveal it first, or let it sneak"
                    if hidden
                    else f"{name} is Revealed: it moves in the open"
                )
                return Refusal(case, reason, (name,))
            if second not in ruleset.neighbours[area]:
                return Refusal("17-a", f"{state.area_name(second)} is not next to {state.area_name(area)}", (name,), ("10.1-a",))
            if ruleset.is_tank[first] and ruleset.is_hill[second]:
                return Refusal("22.4.1", f"{name} cannot enter the hill {state.area_name(second)}", (name,))
        elif hidden:
            return Refusal("17.2-4-a", f"{name} is Concealed already", (name,))
        points = ruleset.mp[first][state.steps[first]]
        if verb == HIDE and not points:
            return Refusal("17.2-4-b", f"{name} has no movement points and cannot hide", (name,))
        if verb == HIDE and state.has_us(area):
            return Refusal("17.2-4-b", f"U.S. units are in {state.area_name(area)}: nobody hides there", (name,))
        if not points:
            return Refusal("2.1.1-6", f"{name} has no movement points", (name,))
        if verb == SNEAK and points < 2:
            return Refusal("17.2-3-a", f"{name} is too slow to move unseen", (name,), ("17.2-2-b",))
        if state.moved[first] and state.has_us(area):
            return Refusal("17-a", f"{name} stops in {state.area_name(area)}: U.S. units are there", (name,), ("17-b", "17-c"))
        if state.moved[first]:
            return Refusal("17-b", f"{name} has moved in this phase", (name,), ("17.2-4-a",))
        return Refusal("17.1-1", "The die allows no more units to move", (name,))
