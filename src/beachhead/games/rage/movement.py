"""Movement and landing, American (chapter 10) and Japanese (chapter 17); tanks on hills (22.4.1), the 3rd Division (22.2.1)."""

from __future__ import annotations

from beachhead.engine.choices import Choices
from beachhead.engine.files.bounds import PRINTED
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.games.rage import victory
from beachhead.games.rage.combat.defensive_fire import Entry, UnitedStatesFire, ready
from beachhead.games.rage.concealment import conceal, reveal, reveal_all, show_all_caves
from beachhead.games.rage.memory import CLOSED, DIE, SEARCHED
from beachhead.games.rage.phases import JP_MOVEMENT, US_MOVEMENT
from beachhead.games.rage.questions import AskJapan
from beachhead.games.rage.stacking import check_stack
from beachhead.games.rage.state import FAMILY, JP, LANDING, NOBODY, SEEN_TO_MOVE, UNSEEN_MOVE, JapaneseMove, Move, RageState
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import DONE_CODE, HIDE_CODES, STOP_CODE

# ---------------------------------------------------------------------- American


@enforces(FAMILY, "10.1-b", "10.3-c")
def begin_us(state: RageState) -> None:
    """Movement points and landing places of the turn are all there again; nothing is carried over."""
    state.moved = bytearray(len(state.moved))
    state.landed = bytearray(len(state.landed))
    state.push(Movement, NOBODY, 0, 0)


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
    points, needs_beachhead = ruleset.mp[unit][state.steps[unit]], ruleset.needs_beachhead[unit]
    found = []
    for area in ruleset.coast:
        beach = ruleset.is_beach[area]
        if needs_beachhead and not (beach and state.beachhead[area]):
            continue
        most = rule.units_on_beach if beach else rule.units_on_coast
        if state.landed[area] < most and landing_cost(state, area) <= points:
            found.append(area)
    return found


class Movement(PhaseDecision):
    """One unit at a time, area by area. Above a unit on its way lie the windows that its entry opens."""

    name = "move"
    case = "10-a"
    record = Move
    pushed_by = ("turn",)
    phase = US_MOVEMENT

    def prompt(self, state: RageState) -> str:
        move = state.top(Move)
        if move.mover == NOBODY:
            return "Move or land a unit, or end the phase."
        where = state.area_name(state.where[move.mover])
        return f"{state.name(move.mover)} in {where}: continue moving ({move.left} MP left) or stop."

    @enforces(FAMILY, "10.2", "10-b", "11.1.3-a", "10.1-b")
    def settle(self, state: RageState) -> bool:
        """Contact with a Revealed enemy, fire, or no points left end a move; only then may the next unit go."""
        move = state.top(Move)
        mover = move.mover
        if mover != NOBODY:
            area = state.where[mover]
            if area < 0 or not move.left or (move.arrived and state.has_revealed(area)):
                if move.left and area >= 0 and state.sink is not None:
                    state.pass_over(self, in_contact(state, mover))
                self.finish(state, mover)
                return False
            if move.arrived:
                state.replace(Movement, mover, move.left, 0)
        return True

    def finish(self, state: RageState, mover: int) -> None:
        """The unit stays where it is."""
        state.replace(Movement, NOBODY, 0, 0)
        check_stack(state, mover)

    @enforces(FAMILY, "10-a", "10-b", "10.1-a", "22.4.1")
    def choices(self, state: RageState) -> Choices:
        """Fired units may move (R31), and nothing holds a unit that starts with enemies (R32)."""
        ruleset, where, moved, steps = state.ruleset, state.where, state.moved, state.steps
        mover = state.top(Move).mover
        if mover != NOBODY:
            return [*ruleset.move_codes[mover][where[mover]], *self.reserves(state), STOP_CODE]
        codes: list[int] = []
        shores: dict[int, list[int]] = {}
        """Where units land that have as many points and need a Beachhead or not: most of those that wait are alike."""
        for unit in ruleset.us_ground_units:
            area = where[unit]
            if area >= 0:
                if not moved[unit] and ruleset.mp[unit][steps[unit]]:
                    codes += ruleset.move_codes[unit][area]
            elif area == LANDING:
                kind = ruleset.mp[unit][steps[unit]] << 1 | ruleset.needs_beachhead[unit]
                shore = shores.get(kind)
                if shore is None:
                    shore = shores[kind] = landing_areas(state, unit)
                row = ruleset.land_codes[unit]
                codes += [row[area] for area in shore]
        return [*codes, *self.reserves(state), DONE_CODE]

    def fits(self, state: RageState, spot: int, frame: Move) -> bool:
        if state.phase != self.phase:
            return False
        if frame.mover == NOBODY:
            return frame[2:] == (0, 0) and state.is_at(Movement)
        known = frame.mover in state.ruleset.us_ground and state.where[frame.mover] >= 0
        return known and state.is_at(Movement) <= frame.left <= PRINTED and frame.arrived in (0, 1)

    def take_done(self, state: RageState) -> None:
        state.stack.pop()
        search(state)

    def take_stop(self, state: RageState) -> None:
        self.finish(state, state.top(Move).mover)

    def take_move(self, state: RageState, unit: int, area: int) -> None:
        move = state.top(Move)
        points = move.left if move.mover == unit else state.ruleset.mp[unit][state.steps[unit]]
        if state.sink is not None:
            ruleset, here = state.ruleset, state.where[unit]
            name, text = ruleset.unit_ids[unit], f"{ruleset.unit_ids[unit]} moves to {ruleset.area_names[area]}"
            state.happened("moved", "10.1-a", text, {"unit": name, "path": [ruleset.area_ids[here], ruleset.area_ids[area]]})
        self.arrive(state, unit, area, points - 1, 0)

    @enforces(FAMILY, "10.3-b", "10.3-c", "22.2.1-d", "22.2.1-e", "23.2-2")
    def take_land(self, state: RageState, unit: int, area: int) -> None:
        """The first unit of the 3rd Division to land away from a Beachhead costs ten points, once a game (R22)."""
        points = state.ruleset.mp[unit][state.steps[unit]] - landing_cost(state, area)
        state.landed[area] += 1
        if state.sink is not None:
            name, where = state.name(unit), state.ruleset.areas[area].id
            state.happened("landed", "10.3-a", f"{name} lands in {state.area_name(area)}", {"unit": name, "area": where})
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
        state.replace(Movement, unit, left, 1)
        if state.fog() or ready(state, state.revealed_in(area)):
            state.push(Entry, unit, landing)
        else:
            state.skip(Entry)

    def refuse_stop(self, state: RageState) -> Refusal:
        return Refusal("10.1-b", "No unit is moving")

    def refuse_done(self, state: RageState) -> Refusal:
        name = state.name(state.top(Move).mover)
        return Refusal("10-b", f"Finish the move of {name} first", (name,))

    def refuse_land(self, state: RageState, unit: int, area: int) -> Refusal:
        name = state.name(unit)
        if state.top(Move).mover != NOBODY:
            return self.refuse_done(state)
        if unit >= state.ruleset.ground_count:
            return Refusal("10-a", f"{name} is not a U.S. ground unit", (name,))
        return why_no_landing(state, unit, area)

    def refuse_move(self, state: RageState, unit: int, area: int) -> Refusal:
        ruleset, here = state.ruleset, state.where[unit]
        name, where = state.name(unit), state.area_name(area)
        if state.top(Move).mover not in (NOBODY, unit):
            return self.refuse_done(state)
        if unit >= ruleset.ground_count:
            return Refusal("10-a", f"{name} is not a U.S. ground unit", (name,))
        if here < 0:
            return Refusal("10-a", f"{name} is not on the island", (name,))
        if area not in ruleset.neighbours[here]:
            return Refusal("10.1-a", f"{where} is not adjacent to {state.area_name(here)}", (name,))
        if ruleset.is_tank[unit] and ruleset.is_hill[area]:
            return Refusal("22.4.1", f"{name} cannot enter the hill {where}", (name,))
        if not ruleset.mp[unit][state.steps[unit]]:
            return Refusal("2.1.1-6", f"{name} has no movement points", (name,))
        if state.revealed_in(here):
            return in_contact(state, unit)
        return Refusal("10-b", f"{name} has already moved this phase", (name,), ("2.1.1-6",))


def in_contact(state: RageState, unit: int) -> Refusal:
    """That a U.S. unit has come upon Revealed enemies and goes no farther."""
    name = state.name(unit)
    reason = f"{name} stops in {state.area_name(state.where[unit])}: Revealed Japanese units are there"
    return Refusal("10.2", reason, (name,), ("10-b",))


def why_no_landing(state: RageState, unit: int, area: int) -> Refusal:
    """Why a U.S. unit cannot land there."""
    name, where, ruleset = state.name(unit), state.area_name(area), state.ruleset
    if state.where[unit] != LANDING:
        return Refusal("10.3-a", f"{name} is not in the Landing Area Box", (name,))
    if not ruleset.is_coast[area]:
        return Refusal("10.3-a", f"{where} is not a coastal area", (name,), ("2.2.1-b",))
    if ruleset.needs_beachhead[unit] and not (ruleset.is_beach[area] and state.beachhead[area]):
        return Refusal("10.3-d", f"{name} can land only at a Beachhead", (name,))
    if landing_cost(state, area) > ruleset.mp[unit][state.steps[unit]]:
        return Refusal("10.3-b", f"{name} needs {landing_cost(state, area)} MP to land there", (name,))
    return Refusal("10.3-c", f"No more units can land in {where} this turn", (name,))


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
        state.happened("searched", "10.5-b", "Nothing stays Concealed in areas with U.S. units", {"areas": names})
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
    closed = 0
    for area in range(len(state.control)):
        if state.control[area] or state.has_us(area):
            closed |= 1 << area
    state.memory.append((CLOSED, state.turn, closed))
    if state.sink is not None:
        units = counted(state.moves, "unit")
        state.happened("die", "17.1-1", f"Die roll {state.die}: {units} may move", {"die": state.die, "units": state.moves})
    state.push(JapaneseMovement, NOBODY, 0, 0, 0, 0)


class JapaneseMovement(AskJapan):
    """All moves of the phase in one window: what happens unseen changes nothing that the U.S. player can see."""

    name = "jp move"
    case = "17"
    record = JapaneseMove
    pushed_by = ("turn",)
    phase = JP_MOVEMENT

    def prompt(self, state: RageState) -> str:
        most = counted(state.ruleset.components.moves[state.die], "unit")
        return f"Japan may move {most} on either map (die roll {state.die})."

    @enforces(FAMILY, "17", "17-a", "17-b", "17-c")
    def settle(self, state: RageState) -> bool:
        """U.S. units, fire, or no points left end a move."""
        move = state.top(JapaneseMove)
        if move.mover != NOBODY:
            area = state.where[move.mover]
            if area < 0 or not move.left or (move.arrived and state.has_us(area)):
                self.finish(state)
                return False
            if move.arrived:
                state.replace(JapaneseMovement, move.mover, move.left, move.entered, 0, move.seen)
        return True

    @enforces(FAMILY, "17.2-2-b", "17.2-3-a")
    def finish(self, state: RageState) -> None:
        """A unit that went farther unseen than Concealed Movement allows is Revealed where it stops (R56)."""
        move = state.top(JapaneseMove)
        mover = move.mover
        state.replace(JapaneseMovement, NOBODY, 0, 0, 0, move.seen)
        if state.where[mover] >= 0 and state.concealed[mover] and move.entered > 1:
            mover = reveal(state, mover, "3-status-change-c")
        check_stack(state, mover)

    @enforces(FAMILY, "17-b", "17.1-1", "17.1-2", "17.2-1", "17.2-2-a", "17.2-3-a", "17.2-4-a", "17.2-4-b", "22.4.1")
    def choices(self, state: RageState) -> Choices:
        """Seen or unseen, each move uses one of those that the die allows; showing a unit uses none (R29)."""
        ruleset, mover, where, moved, steps = state.ruleset, state.top(JapaneseMove).mover, state.where, state.moved, state.steps
        if mover != NOBODY:
            table = ruleset.sneak_codes if state.concealed[mover] else ruleset.move_codes
            onward = table[mover][where[mover]] if state.top(JapaneseMove).left else []
            return [*onward, *self.unveilings(state), STOP_CODE]
        codes: list[int] = []
        if state.moves:
            for unit in ruleset.japanese_units:
                area = where[unit]
                if area < 0 or moved[unit]:
                    continue
                points = ruleset.mp[unit][steps[unit]]
                if state.concealed[unit]:
                    if points > 1:
                        codes += ruleset.sneak_codes[unit][area]
                elif points:
                    codes += ruleset.move_codes[unit][area]
                    if not state.has_us(area):
                        codes.append(HIDE_CODES[unit])
        return [*codes, *self.unveilings(state), DONE_CODE]

    def fits(self, state: RageState, spot: int, frame: JapaneseMove) -> bool:
        if state.phase != self.phase or not state.die or not (0 <= frame.entered <= PRINTED and 0 <= frame.seen <= PRINTED):
            return False
        if frame.mover == NOBODY:
            return frame[2:5] == (0, 0, 0) and state.is_at(JapaneseMovement)
        known = frame.mover in state.ruleset.japanese and state.where[frame.mover] >= 0
        return known and 0 <= frame.left <= PRINTED and frame.arrived in (0, 1)

    def take_stop(self, state: RageState) -> None:
        self.finish(state)

    def take_move(self, state: RageState, unit: int, area: int) -> None:
        self.go(state, unit, area, False)

    def take_sneak(self, state: RageState, unit: int, area: int) -> None:
        self.go(state, unit, area, True)

    @enforces(FAMILY, "17.2-1", "17.2-2-a", "17.2-2-b", "17.2-3-b", "17.2-3-c", "10.1-a")
    def go(self, state: RageState, unit: int, area: int, unseen: bool) -> None:
        """One area on. Unseen, a unit has one point less, and U.S. control or U.S. ground units bring it into the open (R30)."""
        move = state.top(JapaneseMove)
        left, seen = move.left, move.seen
        if move.mover == NOBODY:
            state.moves -= 1
            left = state.ruleset.mp[unit][state.steps[unit]] - (1 if unseen else 0)
        if unseen:
            state.moved[unit] = UNSEEN_MOVE
        elif state.moved[unit] != SEEN_TO_MOVE:
            # Whoever goes on in the open after an unseen start looks as if he started here.
            state.moved[unit] = SEEN_TO_MOVE
            seen += 1
        start = state.where[unit]
        state.where[unit] = area
        state.replace(JapaneseMovement, unit, left - 1, move.entered + 1, 1, seen)
        if state.sink is not None:
            name, path = state.name(unit), [state.ruleset.areas[a].id for a in (start, area)]
            kind, case, seen_by = ("sneaked", "17.2-3-b", ("jp",)) if unseen else ("moved", "17.2-1", None)
            text = f"{name} moves to {state.area_name(area)}{' unseen' if unseen else ''}"
            state.happened(kind, case, text, {"unit": name, "path": path}, seen_by)
        if unseen and (state.control[area] or state.has_us(area)):
            unit = reveal(state, unit, "3-status-change-c")
        if ready(state, state.us_in(area)):
            state.push(UnitedStatesFire, unit)
        else:
            state.skip(UnitedStatesFire)

    @enforces(FAMILY, "17.2-4-a", "17.2-4-b", "3-concealment")
    def take_hide(self, state: RageState, unit: int) -> None:
        """The whole allowance for going under cover on the spot, in view of the U.S. player."""
        state.replace(JapaneseMovement, NOBODY, 0, 0, 0, state.top(JapaneseMove).seen + 1)
        state.moves -= 1
        state.moved[unit] = SEEN_TO_MOVE
        if state.sink is not None:
            name, area = state.name(unit), state.where[unit]
            text = f"{name} hides in {state.area_name(area)}"
            state.happened("hidden", "17.2-4-a", text, {"unit": name, "area": state.ruleset.areas[area].id})
        conceal(state, unit)

    @enforces(FAMILY, "17-d")
    def take_done(self, state: RageState) -> None:
        """Nobody is told how many units moved. There is nothing left to search: who met U.S. units was Revealed on entry."""
        state.memory.append((DIE, state.turn, state.ruleset.components.moves[state.die], state.top(JapaneseMove).seen))
        state.stack.pop()
        state.moves = 0

    def refuse_stop(self, state: RageState) -> Refusal:
        return Refusal("10.1-b", "No unit is moving")

    def refuse_done(self, state: RageState) -> Refusal:
        return self.on_its_way(state, ())

    def refuse_move(self, state: RageState, unit: int, area: int) -> Refusal:
        if state.top(JapaneseMove).mover not in (NOBODY, unit):
            return self.on_its_way(state, ())
        return not_on_map(state, unit) or why_no_way(state, unit, area, False) or self.at_an_end(state, unit)

    def refuse_sneak(self, state: RageState, unit: int, area: int) -> Refusal:
        if state.top(JapaneseMove).mover not in (NOBODY, unit):
            return self.on_its_way(state, ())
        return not_on_map(state, unit) or why_no_way(state, unit, area, True) or self.at_an_end(state, unit)

    def refuse_hide(self, state: RageState, unit: int) -> Refusal:
        if state.top(JapaneseMove).mover != NOBODY:
            return self.on_its_way(state, ("17.2-4-a",))
        return not_on_map(state, unit) or why_no_hiding(state, unit) or self.at_an_end(state, unit)

    def on_its_way(self, state: RageState, also: tuple[str, ...]) -> Refusal:
        """Another unit has not finished its move."""
        name = state.name(state.top(JapaneseMove).mover)
        return Refusal("17-b", f"Finish the move of {name} first", (name,), also)

    def at_an_end(self, state: RageState, unit: int) -> Refusal:
        """The unit, or the whole side, has done what it could in this phase."""
        name, here = state.name(unit), state.where[unit]
        if state.moved[unit] and state.has_us(here):
            return Refusal("17-a", f"{name} stops in {state.area_name(here)}: U.S. units are there", (name,), ("17-b", "17-c"))
        if state.moved[unit]:
            return Refusal("17-b", f"{name} has already moved this phase", (name,), ("17.2-4-a",))
        return Refusal("17.1-1", "The die allows no more units to move", (name,))


def not_on_map(state: RageState, unit: int) -> Refusal | None:
    """That a unit is none of those that move in a Japanese Movement Phase."""
    name = state.name(unit)
    if unit not in state.ruleset.japanese:
        return Refusal("17", f"{name} is not a Japanese unit", (name,))
    return Refusal("17", f"{name} is not on the map", (name,)) if state.where[unit] < 0 else None


def why_no_way(state: RageState, unit: int, area: int, unseen: bool) -> Refusal | None:
    """What keeps a Japanese unit from ever going there from where it is, seen or unseen."""
    ruleset, name, here = state.ruleset, state.name(unit), state.where[unit]
    points = ruleset.mp[unit][state.steps[unit]]
    if state.concealed[unit] and not unseen:
        return Refusal("17.2-2-a", f"{name} is Concealed; Reveal it first, or let it sneak", (name,))
    if unseen and not state.concealed[unit]:
        return Refusal("17.2-1", f"{name} is Revealed and cannot sneak; it moves in the open", (name,))
    if area not in ruleset.neighbours[here]:
        return Refusal("17-a", f"{state.area_name(area)} is not adjacent to {state.area_name(here)}", (name,), ("10.1-a",))
    if ruleset.is_tank[unit] and ruleset.is_hill[area]:
        return Refusal("22.4.1", f"{name} cannot enter the hill {state.area_name(area)}", (name,))
    if not points:
        return Refusal("2.1.1-6", f"{name} has no movement points", (name,))
    if unseen and points < 2:
        return Refusal("17.2-3-a", f"{name} is too slow to move unseen", (name,), ("17.2-2-b",))
    return None


def why_no_hiding(state: RageState, unit: int) -> Refusal | None:
    """What keeps a Japanese unit from hiding where it is."""
    name, here = state.name(unit), state.where[unit]
    if state.concealed[unit]:
        return Refusal("17.2-4-a", f"{name} is already Concealed", (name,))
    if not state.ruleset.mp[unit][state.steps[unit]]:
        return Refusal("17.2-4-b", f"{name} has no movement points and cannot hide", (name,))
    if state.has_us(here):
        return Refusal("17.2-4-b", f"No unit can hide in {state.area_name(here)}: U.S. units are there", (name,))
    return None
