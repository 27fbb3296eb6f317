"""One fire of one group from the first hit to the last loss (6.3): victims, bonus hits, leaders, payments, results.

The steps that let groups fire (`Firing`) push a volley; they know which groups are still to fire by the same card.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import ARMOR, BLACK, COLORS, DISRUPTION, STAR, STEP_LOSS, SYMBOLS
from beachhead.games.dday.control import fields_of_fire, us_garrisons
from beachhead.games.dday.fire import hits, leaders, settling_hits
from beachhead.games.dday.fire.hits import INTENSE, MACHINE_GUNS, MORTARS, MOVERS, Candidate, Rival, Shot, Victim, VolleyRecord
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import STRUCK, DDayState
from beachhead.games.dday.verbs import HIT

# How far a volley has come.
SELECTING: Final = 0
TANKS: Final = 1
LEADERS: Final = 2
ABSORBING: Final = 3
PAYING: Final = 4
APPLYING: Final = 5
CASES: Final = ("6.3.1-b-3", "6.3.6-a", "11.4", "11.4-b", "6.3.2", "6.3-c")
MODES: Final = (
    "fires", "fires its machine guns", "fires its mortars", "fires at the moving units", "fires with its tanks alone",
)  # fmt: skip
MODE_CASES: Final = ("6.3", "13.2", "13.3", "7.3.3-f", "14.2")


class Firing(Question[DDayState]):
    """A step by which groups fire one after the other by one card."""

    def later(self, state: DDayState, frame: Any) -> list[Shot]:
        """The groups that are still to fire after the one that fires now."""
        raise NotImplementedError(self.name)


def later_shots(state: DDayState) -> list[Shot]:
    """The groups that are still to fire by the card of the volley under way."""
    for frame in reversed(state.stack):
        step = state.ruleset.steps[frame[0]]
        if isinstance(step, Firing):
            return step.later(state, frame)
    return []


def later_rivals(state: DDayState, pool: list[Candidate]) -> list[Rival]:
    """Whom they could hit in place of this group."""
    return hits.rivals(state, pool, later_shots(state))


def begin(state: DDayState, shot: Shot, why: str, case: str, *, no_press: bool = False) -> None:
    """A group fires."""
    state.firing = shot.group
    state.hits = hits.limit(state, shot)
    state.victims = []
    if state.sink is not None:
        ruleset = state.ruleset
        card = ruleset.card_faces[state.card]
        color = ruleset.groups[shot.group].color if shot.group >= 0 else BLACK
        place = min(state.hex_of(position) for position in hits.firing_positions(state, shot))
        name = hits.name_of(state, shot.group, shot.only)
        most = counted(state.hits, "unit")
        reason = f"{name} {MODES[shot.mode]}: {why}; it may hit {most}; the target is the {SYMBOLS[card.target]}"
        data = {
            "hex": ruleset.hex_name(place),
            "group": name,
            "color": COLORS[color],
            "card": card.number,
            "limit": state.hits,
            "why": Why(f"{reason}.", case, ruleset.hex_name(place)).plain(),
        }
        state.happened("fire", MODE_CASES[shot.mode], f"{name} {MODES[shot.mode]}", data)
    state.push(Volley, SELECTING, int(no_press), *shot)


@enforces(FAMILY, "14.2-R")
def note_struck(state: DDayState) -> None:
    """Remember whom the fire of a group has hit: a tank of it may overrun the nearest (14.2-R)."""
    if state.phase == FIRE_PHASE and state.turn >= fields_of_fire.TANKS_FIRE:
        state.clear_marks(STRUCK)
        for victim in state.victims:
            state.acted[victim[0]] |= STRUCK


class Volley(Question[DDayState]):
    """The player is asked only where several units are hit alike."""

    name = "volley"
    case = "6.3.1-b-3"
    record = VolleyRecord
    pushed_by = ("fire phase", "under fire", "tanks")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        ruleset = state.ruleset
        return (
            SELECTING <= frame.stage <= APPLYING
            and frame.no_press in (0, 1)
            and (0 <= frame.group < ruleset.group_count or (frame.group == -1 and frame.only >= ruleset.position_count))
            and hits.FIRE <= frame.mode <= hits.TANK_GUNS
            and 0 <= frame.mark <= STAR
            and -1 <= frame.only < ruleset.slot_count
            and -1 <= frame.row <= hits.STEADY
            and (frame.row >= 0) == (frame.mode == MOVERS) == bool(frame.movers)
            and all(0 <= unit < ruleset.unit_count for unit in frame.movers)
            and 0 <= state.card < len(ruleset.card_faces)
            and all(sound(state, row) for row in state.victims)
        )

    # ------------------------------------------------------------------ one after the other

    def settle(self, state: DDayState) -> bool:
        frame = state.top(VolleyRecord)
        if frame.stage == PAYING:
            state.replace(Volley, APPLYING, *frame[2:])
            if state.victims:
                settling_hits.begin(state)
            return False
        if frame.stage == APPLYING:
            shot = hits.shot_of(frame)
            if state.sink is not None and not state.victims:
                name = hits.name_of(state, shot.group, shot.only)
                state.happened("no hit", "6.3-c", f"{name} hits nobody", {"group": name})
            state.stack.pop()
            note_struck(state)
            settling_hits.apply(state, shot)
            state.victims = []
            state.firing = -1
            state.hits = 0
            return False
        if frame.stage == ABSORBING:
            units = leaders.absorbing(state, hits.shot_of(frame))[1]
            if len(units) > 1:
                return True
            if units:
                self._absorb(state, units[0])
                return False
        elif frame.stage == SELECTING:
            if self._select(state, frame):
                return True
        else:
            found = self.picks(state)
            if len(found) > 1:
                state.offer(_codes(found))
                return True
            if found:
                self._strike(state, frame, found[0])
                return False
        self._next(state, frame)
        return False

    def _select(self, state: DDayState, frame: VolleyRecord) -> bool:
        """Hit one unit after the other, until nobody is left to hit or the player has to choose: then True. Only where not
        everybody can be hit does it matter who fires later."""
        pool = hits.pool_of(state, hits.shot_of(frame))
        others: list[Rival] | None = None
        while state.hits > 0 and pool:
            candidate = pool[0]
            if len(pool) > state.hits:
                if others is None:
                    others = later_rivals(state, pool)
                found = hits.picks(state, pool, others)
                if len(found) > 1:
                    state.offer(_codes(found))
                    return True
                candidate = found[0]
            self._strike(state, frame, candidate)
            pool.remove(candidate)
        return False

    def _next(self, state: DDayState, frame: VolleyRecord) -> None:
        """The next stage in which something can happen."""
        stage = frame.stage + 1
        if stage == TANKS and frame.mark != ARMOR:
            stage = LEADERS
        if stage == LEADERS and frame.mark != STAR:
            stage = ABSORBING
        if stage == ABSORBING and not state.victims:
            stage = APPLYING
        if stage >= PAYING and frame.mode != MOVERS:
            us_garrisons.fall_to_fire(state, frame.group)
        state.replace(Volley, stage, *frame[2:])

    @enforces(FAMILY, "6.3.1-b-3", "6.3.6-a", "6.3.6-b", "11.4", "11.4-b")
    def picks(self, state: DDayState) -> list[Candidate]:
        """Who is hit next: nobody, one, or equals."""
        frame = state.top(VolleyRecord)
        shot = hits.shot_of(frame)
        if frame.stage == SELECTING:
            pool = hits.pool_of(state, shot)
            return hits.picks(state, pool, later_rivals(state, pool)) if len(pool) > state.hits > 0 else pool[: state.hits][:1]
        if frame.stage == TANKS:
            return hits.armor_picks(state, shot) if shot.mark == ARMOR else []
        if frame.stage == LEADERS:
            return leaders.star_picks(state, shot) if shot.mark == STAR else []
        return []

    def side(self, state: DDayState) -> int:
        return US

    def case_now(self, state: DDayState) -> str:
        return CASES[state.top(VolleyRecord).stage]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(VolleyRecord)
        name = hits.name_of(state, frame.group, frame.only)
        if frame.stage == ABSORBING:
            where = state.ruleset.hex_name(leaders.absorbing(state, hits.shot_of(frame))[0])
            return f"{name} hits several units in {where}: choose the leader who takes one of the hits."
        if frame.stage == TANKS:
            return f"{name} also hits a tank: choose which."
        if frame.stage == LEADERS:
            return f"{name} also hits a leader: choose which."
        return f"{name} can hit {counted(state.hits, 'more unit')}: choose among equals."

    def choices(self, state: DDayState) -> Choices:
        frame = state.top(VolleyRecord)
        if frame.stage == ABSORBING:
            return [pack(HIT, unit) for unit in sorted(leaders.absorbing(state, hits.shot_of(frame))[1])]
        return _codes(self.picks(state))

    # ------------------------------------------------------------------ hits

    def take_hit(self, state: DDayState, unit: int) -> None:
        frame = state.top(VolleyRecord)
        if frame.stage == ABSORBING:
            self._absorb(state, unit)
            return
        # Whoever may be chosen is in the pool, as what he is there: who else could be matters no more.
        pool = hits.pool_of(state, hits.shot_of(frame)) if frame.stage == SELECTING else self.picks(state)
        self._strike(state, frame, next(candidate for candidate in pool if candidate.unit == unit))

    def _strike(self, state: DDayState, frame: VolleyRecord, candidate: Candidate) -> None:
        """A unit is hit."""
        unit = candidate.unit
        state.victims.append(Victim(unit, candidate.result, 1 - candidate.missed, int(candidate.tier == INTENSE)))
        if frame.stage == SELECTING:
            state.hits -= 1
            if state.sink is not None:
                self._report(state, frame, unit, candidate.result, hits.reason(state, candidate))
            return
        case = CASES[frame.stage]
        if frame.stage == TANKS:
            case = "6.3.6-a" if candidate.tier == INTENSE else "6.3.6-b"
            text = f"the armor symbol is on this color; the tank is in {hits.ROWS[candidate.tier]} fire"
        else:
            state.victims[-1] = Victim(unit, candidate.result, 0, int(candidate.tier == INTENSE))
            text = f"the star is on this color; the leader is in {hits.ROWS[candidate.tier]} fire"
        self._report(state, frame, candidate.unit, candidate.result, text, case)
        self._next(state, frame)

    @enforces(FAMILY, "11.4-b", "6.3.5")
    def _absorb(self, state: DDayState, unit: int) -> None:
        """The leader takes the place of the last unit chosen in his hex: an HQ its result, a hero the hit (D118). In a
        concentrated target the HQ counts as having the symbol, like everybody there (6.3.5, D153)."""
        frame = state.top(VolleyRecord)
        place = leaders.absorbing(state, hits.shot_of(frame))[0]
        spot = max(number for number, row in enumerate(state.victims) if row[1] & STEP_LOSS and state.where[row[0]] == place)
        spared = hits.victim_of(state.victims[spot])
        if state.ruleset.is_battalion_hq[unit]:
            result = spared.result & ~DISRUPTION if state.disrupted[unit] else spared.result
            crowded = not spared.hot and hits.is_concentrated(state, place)
            state.victims[spot] = Victim(unit, result, int(crowded), spared.hot)
        else:
            result = hits.HERO_HIT
            state.victims[spot] = Victim(unit, result, 0, spared.hot)
        name = state.ruleset.unit_ids[spared.unit]
        self._report(state, frame, unit, result, f"a leader takes one of several hits in a hex, in place of {name}", spared=name)

    def _report(
        self, state: DDayState, frame: VolleyRecord, unit: int, result: int, why: str, case: str = "", spared: str = ""
    ) -> None:
        if state.sink is not None:
            ruleset = state.ruleset
            name, group = ruleset.unit_ids[unit], hits.name_of(state, frame.group, frame.only)
            case = case or (CASES[frame.stage] if frame.stage else "13.3-a-2" if frame.mode == MORTARS else "6.3.1")
            data = hits.data_of(state, unit, result)
            data["group"] = group
            data["why"] = Why(f"{name} is hit: {why}.", case, name).plain()
            words = " and ".join(hits.plain_result(result))
            text = f"{group} hits {name} in place of {spared}: {words}" if spared else f"{group} hits {name}: {words}"
            state.happened("hit", case, text, data)

    @enforces(FAMILY, "6.3.1-b-important", "6.3.1-b-1", "6.3.1-b-2", "6.3.1-b-3", "6.3.4")
    def refuse_hit(self, state: DDayState, unit: int) -> Refusal:
        """Why a unit is not among those that are hit alike."""
        frame, ruleset = state.top(VolleyRecord), state.ruleset
        name = ruleset.unit_ids[unit]
        shot = hits.shot_of(frame)
        if frame.stage == ABSORBING:
            return Refusal("11.4-b", f"{name} is not a leader who can take the hit", (name,))
        if frame.stage != SELECTING:
            return Refusal(CASES[frame.stage], f"{name} cannot take this hit; choose one of those offered", (name,))
        if any(row[0] == unit for row in state.victims):
            return Refusal("6.3.4", f"{name} is hit already", (name,))
        mine = next((candidate for candidate in hits.candidates(state, shot) if candidate.unit == unit), None)
        if mine is None:
            return Refusal("6.3-c", f"this fire has no effect on {name}", (name,))
        best = self.picks(state)[0]
        if mine.tier != best.tier:
            return Refusal("6.3.1-a-1", "units in intense fire are hit before those in steady fire", (name,))
        if mine.missed != best.missed:
            return Refusal("6.3.1-b-important", "units with the card's symbol are hit first", (name,))
        if mine.distance != best.distance:
            return Refusal("6.3.1-b-1", "nearer units are hit first", (name,))
        if mine.few != best.few:
            return Refusal("6.3.1-b-2", "units with more steps are hit first", (name,))
        return Refusal("6.3.4", f"to hit {name} would leave a later group fewer units to hit", (name,))


def _codes(found: list[Candidate]) -> list[int]:
    """The choice among equals, by unit."""
    return [pack(HIT, unit) for unit in sorted([candidate.unit for candidate in found])]


def sound(state: DDayState, row: tuple[int, ...]) -> bool:
    """Whether a saved victim can be one."""
    if len(row) != len(Victim._fields):
        return False
    victim = Victim(*row)
    last = state.ruleset.unit_count
    return (
        0 <= victim.unit < last
        and state.where[victim.unit] >= 0
        and 0 < victim.result <= (STEP_LOSS | DISRUPTION | hits.LEADER_HIT)
        and victim.match in (0, 1)
        and victim.hot in (0, 1)
        and settling_hits.UNPAID <= victim.pay <= settling_hits.HERO
        and (victim.pay not in (settling_hits.PAIR, settling_hits.TANK) or 0 <= victim.first < last)
        and (victim.pay != settling_hits.PAIR or 0 <= victim.second < last)
        and (victim.pay != settling_hits.HERO or (hits.current(state).group >= 0 or hits.current(state).only >= 0))
        and victim.press in (0, 1)
    )


__all__ = ["MACHINE_GUNS", "STEPS", "Firing", "Volley", "begin", "later_shots"]
STEPS: Final[tuple[AnyStep, ...]] = (Volley(),)
