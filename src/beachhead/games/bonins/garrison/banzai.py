"""Banzai attacks (20.5): three dice, a list of units, flips, charges, and one attack for each hex that is charged."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins import victory
from beachhead.games.bonins.combat import aftermath, resolution
from beachhead.games.bonins.garrison import charging, placement, redeployment, sectors
from beachhead.games.bonins.ground import FAMILY, SECTORS
from beachhead.games.bonins.phases import JP_COMBAT, JP_MOVEMENT
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import ATTACKED, DEFENDED, BoninsState
from beachhead.games.bonins.verbs import CHARGE, FLIP, ROLL_CODE, STRIKE

DICE: Final = 0
FLIPPING: Final = 1
DROPPING: Final = 2
CHARGING: Final = 3


class BanzaiRecord(NamedTuple):
    """How far a banzai has come: its stage, the sector, how many units are still to be flipped, the target hex that a lot has
    settled for the next charge, or -1."""

    step: int
    stage: int = DICE
    sector: int = 0
    left: int = 0
    target: int = -1


def begin(state: BoninsState) -> None:
    """After the replacement, whatever that brings."""
    state.clear_charge()
    state.push(Banzai)


@enforces(FAMILY, "20.5-a", "20.5-c", "22.0-g", "20.5-steps")
def may_be(state: BoninsState) -> bool:
    """Whether dice are thrown at all: Suribachi is cleared and somebody is there to be charged."""
    return state.flag and bool(state.us_mask)


@enforces(FAMILY, "20.5-e", "std-distance")
def nearest(state: BoninsState, sector: int) -> list[int]:
    """The dug-in units of a sector that are nearest to a U.S. unit, in hexes, ascending."""
    ground = state.ruleset.ground
    found = spaces_of(state.dug_mask & ground.sector_mask[sector])
    ends = spaces_of(state.us_mask)
    distances = {space: min(ground.grid.distance(space, end) for end in ends) for space in found}
    least = min(distances.values(), default=0)
    return [space for space in found if distances[space] == least]


class Banzai(Question[BoninsState]):
    """The acts of the movement phase: the dice, each flip, each charge. Units that cannot attack are put back between the two."""

    name = "banzai"
    case = "20.5-a"
    record = BanzaiRecord
    pushed_by = ("turn", "sortie")
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if state.phase != JP_MOVEMENT or not DICE <= frame.stage <= CHARGING or not 0 <= frame.sector < SECTORS:
            return False
        if frame.stage == DICE:
            return not state.charges
        if (
            not may_be(state)
            or not frame.sector
            or not 0 <= frame.left <= 6
            or not -1 <= frame.target < state.ruleset.ground.size
        ):
            return False
        if frame.stage == FLIPPING:
            return True
        return frame.target < 0 or bool(state.us_mask >> frame.target & 1)

    @enforces(FAMILY, "20.5-a", "20.5-d", "20.5-e", "20.5-f", "20.5-h", "20.5-steps")
    def settle(self, state: BoninsState) -> bool:
        frame = state.top(BanzaiRecord)
        if frame.stage == DICE:
            if not may_be(state):
                state.stack.pop()
                return False
            return True
        if frame.stage == FLIPPING:
            if frame.left and state.dug_mask & state.ruleset.ground.sector_mask[frame.sector]:
                return True
            state.replace(Banzai, DROPPING, frame.sector)
            return False
        if frame.stage == DROPPING:
            self.drop_next(state, frame.sector)
            return False
        return self.next_charge(state)

    @enforces(FAMILY, "20.5-f", "19.3-a")
    def drop_next(self, state: BoninsState, sector: int) -> None:
        """The next flipped unit without an attack or movement factor redeploys in place and is out of the attack."""
        ruleset = state.ruleset
        for unit, _ in state.charges:
            if not ruleset.attack[unit] or not ruleset.halves[unit]:
                state.charges = [charge for charge in state.charges if charge[0] != unit]
                redeployment.in_place(state, state.where[unit])
                return
        state.replace(Banzai, CHARGING, sector)

    @enforces(FAMILY, "20.5-h", "18.0-b")
    def next_charge(self, state: BoninsState) -> bool:
        """Whether somebody charges now; who cannot reach anybody redeploys in place. Without chargers the banzai is over."""
        unit = charging.next_charger(state)
        if unit < 0:
            state.stack.pop()
            if not state.charges:
                sectors.test(state)
                victory.check(state)
            return False
        if charging.options(state, unit):
            return True
        state.charges = [charge for charge in state.charges if charge[0] != unit]
        if state.sink is not None:
            where, name = state.hex_name(state.where[unit]), state.name(unit)
            text = f"{name} cannot reach a U.S. unit and digs in again at {where}"
            state.tell("put back", "20.5-h", text, unit=name, hex=where)
        redeployment.in_place(state, state.where[unit])
        return False

    def side(self, state: BoninsState) -> int:
        return JP

    def case_now(self, state: BoninsState) -> str:
        return ("20.5-a", "20.5-e", "20.5-f", "20.5-g")[state.top(BanzaiRecord).stage]

    def prompt(self, state: BoninsState) -> str:
        frame = state.top(BanzaiRecord)
        if frame.stage == DICE:
            return f"Roll the three banzai dice: {sectors.cleared_count(state)} of six sectors count as cleared."
        if frame.stage == FLIPPING:
            found = nearest(state, frame.sector)
            if len(found) > 1:
                return f"Banzai in sector {frame.sector}: {len(found)} units are equally near; roll for the next."
            return f"Banzai in sector {frame.sector}: {state.hex_name(found[0])} is nearest to a U.S. unit."
        unit = charging.next_charger(state)
        return f"Banzai: {charging.why(state, unit, frame.target)['text']}."

    @enforces(FAMILY, "20.5-b", "20.5-c", "20.5-d", "20.5-e", "20.5-g", "20.1-a", "23.5")
    def choices(self, state: BoninsState) -> Choices:
        frame = state.top(BanzaiRecord)
        if frame.stage == DICE:
            return [ROLL_CODE]
        if frame.stage == FLIPPING:
            found = nearest(state, frame.sector)
            return [ROLL_CODE] if len(found) > 1 else [pack(FLIP, found[0])]
        unit = charging.next_charger(state)
        targets = charging.nearest_targets(state, unit)
        if frame.target < 0 and len(targets) > 1:
            return [ROLL_CODE]
        target = frame.target if frame.target >= 0 else targets[0]
        ends = charging.cheapest_ends(state, unit, target)
        return [ROLL_CODE] if len(ends) > 1 else [pack(CHARGE, state.where[unit], ends[0])]

    # ------------------------------------------------------------------ acts

    def take_roll(self, state: BoninsState) -> None:
        frame = state.top(BanzaiRecord)
        if frame.stage == DICE:
            self.roll_dice(state)
        elif frame.stage == FLIPPING:
            found = nearest(state, frame.sector)
            self.flip(state, found[state.dice.below(len(found))], by_lot=True)
        else:
            self.roll_charge(state, frame)

    @enforces(FAMILY, "20.5-b", "20.5-c", "20.5-d", "22.0-c", "20.5-steps")
    def roll_dice(self, state: BoninsState) -> None:
        """Is there an attack, in which sector, by how many units."""
        first, second, third = (state.dice.roll() for _ in range(3))
        count = sectors.cleared_count(state)
        here = state.dug_mask & state.ruleset.ground.sector_mask[second]
        many = "sector is" if count == 1 else "sectors are"
        if first > count:
            case, says = "20.5-b", f"first die {first}, {count} {many} cleared, so there is none"
        elif not here:
            case, says = "20.5-c", f"second die {second}, nobody is dug in there, so there is none"
        else:
            case = "20.5-b"
            says = f"first die {first}, {count} {many} cleared, so there is one: sector {second}, {third} units"
        if state.sink is not None:
            why = placement.because(says, case)
            state.tell("banzai", case, f"Banzai: {says}", dice=[first, second, third], why=why)
        if first > count or not here:
            state.stack.pop()
        else:
            state.replace(Banzai, FLIPPING, second, third)

    def take_flip(self, state: BoninsState, space: int) -> None:
        self.flip(state, space)

    @enforces(FAMILY, "20.5-d", "20.5-e", "19.2-c")
    def flip(self, state: BoninsState, space: int, by_lot: bool = False) -> None:
        """A unit is turned up and counts toward the number, whatever it can do."""
        frame = state.top(BanzaiRecord)
        unit = state.turn_up(space)
        state.charges.append((unit, -1))
        state.replace(Banzai, FLIPPING, frame.sector, frame.left - 1)
        if state.sink is not None:
            name, where, values = state.name(unit), state.hex_name(space), state.ruleset.units[unit].values
            why = placement.because("by lot among the nearest" if by_lot else "nearest to a U.S. unit", "20.5-e")
            state.tell(
                "flipped",
                "20.5-e",
                f"{name} ({values}) at {where} joins the banzai: {why['text']}",
                hex=where,
                unit=name,
                values=values,
                why=why,
            )

    @enforces(FAMILY, "20.5-g", "19.5-e")
    def roll_charge(self, state: BoninsState, frame: BanzaiRecord) -> None:
        """A lot between targets that are equally near, then between ends that cost the same."""
        unit = charging.next_charger(state)
        targets = charging.nearest_targets(state, unit)
        if frame.target < 0 and len(targets) > 1:
            target = targets[state.dice.below(len(targets))]
            state.replace(Banzai, CHARGING, frame.sector, 0, target)
            if state.sink is not None:
                where, name = state.hex_name(target), state.name(unit)
                why = placement.because(f"by lot, one of {len(targets)} equally near", "20.5-g")
                state.tell("lot", "20.5-g", f"{name} will charge {where}, by lot", hex=where, unit=name, why=why)
            return
        target = frame.target if frame.target >= 0 else targets[0]
        ends = charging.cheapest_ends(state, unit, target)
        self.charge(state, unit, target, ends[state.dice.below(len(ends))])

    def take_charge(self, state: BoninsState, start: int, end: int) -> None:
        frame, unit = state.top(BanzaiRecord), state.up[start] - 1
        self.charge(state, unit, frame.target if frame.target >= 0 else charging.nearest_targets(state, unit)[0], end)

    @enforces(FAMILY, "20.5-g")
    def charge(self, state: BoninsState, unit: int, target: int, end: int) -> None:
        """A unit moves next to its target."""
        frame, start = state.top(BanzaiRecord), state.where[unit]
        why = charging.why(state, unit, target) if state.sink is not None else {}
        state.charges = [(other, target if other == unit else goal) for other, goal in state.charges]
        if end != start:
            state.shift_up(unit, end)
        state.replace(Banzai, CHARGING, frame.sector)
        if state.sink is not None:
            name, here, there = state.name(unit), state.hex_name(start), state.hex_name(end)
            data = {"unit": name, "from": here, "to": there, "target": state.hex_name(target), "why": why}
            state.happened("charged", "20.5-g", f"{name} charges {state.hex_name(target)} from {there}", data)

    # ------------------------------------------------------------------ refusals

    def refuse_flip(self, state: BoninsState, space: int) -> Refusal:
        frame, where = state.top(BanzaiRecord), state.hex_name(space)
        if frame.stage != FLIPPING:
            return Refusal("20.5-b", "the dice say whether there is a banzai")
        if not state.dug_mask & state.ruleset.ground.sector_mask[frame.sector] & 1 << space:
            return Refusal("20.5-c", f"no unit is dug in at {where} in sector {frame.sector}")
        return Refusal("20.5-e", f"{where} is not the nearest to a U.S. unit, or the lot decides")

    def refuse_charge(self, state: BoninsState, start: int, end: int) -> Refusal:
        frame, where = state.top(BanzaiRecord), state.hex_name(start)
        if frame.stage != CHARGING:
            return Refusal("20.5-e", "units are turned up before anybody charges")
        unit = charging.next_charger(state)
        if state.where[unit] != start:
            return Refusal(
                "20.5-g", f"{state.name(unit)} moves now: units charge in the order in which they were turned up", (where,)
            )
        return Refusal("20.5-g", f"{state.name(unit)} must charge the nearest U.S. unit by the cheapest way")


# ---------------------------------------------------------------------- combat


def begin_combat(state: BoninsState) -> None:
    """Banzai attacks come before everything else in the Japanese combat phase."""
    if state.charges:
        state.push(BanzaiCombat)


class BanzaiCombat(Question[BoninsState]):
    """One attack for each hex that is charged, in ascending order; none may be declined."""

    name = "banzai combat"
    case = "20.5-i"
    pushed_by = ("bombard", "japanese combat")
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == JP_COMBAT

    def settle(self, state: BoninsState) -> bool:
        if state.charges:
            return True
        state.stack.pop()
        return False

    def side(self, state: BoninsState) -> int:
        return JP

    def next_target(self, state: BoninsState) -> int:
        return min(target for _, target in state.charges)

    def prompt(self, state: BoninsState) -> str:
        target = self.next_target(state)
        names = ", ".join(state.name(unit) for unit, goal in state.charges if goal == target)
        return f"Banzai attack on {state.hex_name(target)} by {names}."

    @enforces(FAMILY, "20.5-i", "20.1-b", "23.5")
    def choices(self, state: BoninsState) -> Choices:
        return [pack(STRIKE, self.next_target(state))]

    @enforces(FAMILY, "20.5-i", "20.5-j", "std-7.2-c", "20.5-m")
    def take_strike(self, state: BoninsState, target: int) -> None:
        """All units with this target attack together, shifted two columns once."""
        units = [unit for unit, goal in state.charges if goal == target]
        state.charges = [charge for charge in state.charges if charge[1] != target]
        state.clear_fight()
        state.banzai = 1
        state.target = target
        state.fronts = sorted({state.where[unit] for unit in units})
        state.attackers = units
        state.defenders = state.top_units(target)
        if target not in state.struck:
            state.struck.append(target)
        for unit in units:
            state.fought[unit] |= ATTACKED
        for unit in state.defenders:
            state.fought[unit] |= DEFENDED
        shift = state.ruleset.components.numbers["banzai_shift"]
        if state.sink is not None:
            where, names = state.hex_name(target), [state.name(unit) for unit in units]
            why = placement.because("every hex that is charged is attacked, the lowest number first", "20.5-i")
            state.tell("strike", "20.5-i", f"Banzai attack on {where}", target=where, units=names, why=why)
        resolution.roll(state, sum(state.attack_of(unit) for unit in units), shift)
        aftermath.begin(state, JP)

    def refuse_strike(self, state: BoninsState, target: int) -> Refusal:
        now = state.hex_name(self.next_target(state))
        return Refusal("20.5-i", f"the attack on {now} comes next: the lowest hex number first")


STEPS: Final[tuple[AnyStep, ...]] = (Banzai(), BanzaiCombat())
