"""Retreat after combat (8.7), of either side, hex by hex by the priorities (8.71, 8.72)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import listed
from beachhead.engine.step import Question
from beachhead.games.olympic.combat.losses import lose_jp, lose_us
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.ruleset import JP, US
from beachhead.games.olympic.state import RETREATED, STACK, OlympicState
from beachhead.games.olympic.supply import region_of
from beachhead.games.olympic.verbs import RETREAT

RANKS: Final = ("rough terrain", "a City", "a Town", "clear terrain")
US_CLASSES: Final = (
    "supplied, no farther from a beachhead, vacant",
    "supplied, no farther from a beachhead, occupied",
    "supplied, farther from a beachhead, vacant",
    "supplied, farther from a beachhead, occupied",
    "out of supply, no farther, vacant",
    "out of supply, no farther, occupied",
    "out of supply, farther, vacant",
    "out of supply, farther, occupied",
)
JP_CLASSES: Final = ("vacant", "occupied, not adjacent to a U.S. unit", "occupied, adjacent to a U.S. unit")


def begin(state: OlympicState, units: list[int]) -> None:
    """These units have to retreat, all of one side and at the same time (7.11)."""
    state.clear_flight()
    state.retreating = list(units)
    state.push(Retreat)


@enforces(FAMILY, "8.7-a", "8.7-b", "8.7-c", "8.7-d", "8.7-e", "6.5", "7.11", "7.0", "8.73", "13.1-zoc")
def barred(state: OlympicState, unit: int, space: int, zone: int = -1) -> str:
    """The case that keeps a retreating unit out of an adjacent hex; empty if none does.

    Companions of the same retreat count for stacking wherever they are and wherever they have passed, and do not open a hex in an
    enemy zone for each other (A56, A90). U.S. units may not enter a Town or City with militia. Who asks for many hexes passes on
    the enemy `zone`.
    """
    bit = 1 << space
    if state.is_us(unit):
        if (state.jp_mask | state.down_mask) & bit:
            return "8.7-a"
        if state.militia_mask & bit:
            return "13.1-zoc"
    elif state.us_mask & bit:
        return "8.7-a"
    if zone < 0:
        zone = _enemy_zone(state, unit)
    if zone & bit and not _held(state, space):
        return "8.7-b"
    if state.count_in(space) + state.through.count(space) >= STACK:
        return "8.7-e"
    return ""


def _enemy_zone(state: OlympicState, unit: int) -> int:
    return state.jp_zone() if state.is_us(unit) else state.us_zone()


def _held(state: OlympicState, space: int) -> bool:
    """Whether a friendly unit that is not itself part of this retreat is in a hex."""
    companions = state.attackers if state.attackers and state.is_us(state.attackers[0]) == _us(state) else state.defenders
    return any(unit not in companions for unit in state.units_in(space)) or bool(state.down_mask >> space & 1)


def _us(state: OlympicState) -> bool:
    return state.is_us(state.retreating[0])


@enforces(FAMILY, "8.7-distance", "8.8-note-2")
def steps_ahead(state: OlympicState, unit: int, way: list[int]) -> list[int]:
    """The hexes that a unit may enter next on its retreat, whatever the priorities say: from each the rest can be done.

    One hex out of cover, two out of clear terrain; two hexes end two hexes away from the start (A10), or with the other reading
    anywhere but at the start.
    """
    ground = state.ruleset.ground
    start = state.where[unit]
    here = way[-1] if way else start
    left = ground.retreat[start] - len(way)
    zone = _enemy_zone(state, unit)
    found = []
    for near in ground.near[here]:
        if near == start or barred(state, unit, near, zone):
            continue
        if left == 1:
            if not way or not state.ruleset.retreat_apart or ground.grid.distance(start, near) == len(way) + 1:
                found.append(near)
        elif _goes_on(state, unit, start, near, zone):
            found.append(near)
    return found


def _goes_on(state: OlympicState, unit: int, start: int, first: int, zone: int) -> bool:
    """Whether a second hex can follow a first."""
    ground = state.ruleset.ground
    apart = state.ruleset.retreat_apart
    for near in ground.near[first]:
        if near == start or (apart and ground.grid.distance(start, near) != 2):
            continue
        if not barred(state, unit, near, zone):
            return True
    return False


@enforces(FAMILY, "8.71-categories", "8.71-terrain", "8.71-tie", "11.2-vacant")
def jp_rank(state: OlympicState, space: int) -> tuple[int, int, int]:
    """How much a Japanese unit likes a hex for its retreat; the lowest is where it must go."""
    ground = state.ruleset.ground
    occupied = bool((state.jp_mask | state.down_mask) >> space & 1) or space in state.through
    kind = 0 if not occupied else 2 if state.us_zone() >> space & 1 else 1
    terrain = ground.open_rank[space] if state.control_mask >> space & 1 else ground.rank[space]
    return kind, terrain, -space


@enforces(FAMILY, "8.72-categories", "8.72-terrain")
def us_rank(state: OlympicState, unit: int, space: int) -> tuple[int, int]:
    """How much a U.S. unit likes a hex for its retreat; equal ones are its owner's choice (A11)."""
    ground = state.ruleset.ground
    start = state.where[unit]
    occupied = bool(state.us_mask >> space & 1) or space in state.through
    terrain = ground.rank[space] if state.control_mask >> space & 1 else ground.open_rank[space]
    if not state.beachheads:
        return 4 + occupied, terrain
    row = [ground.grid.distances(beach) for beach in state.beachheads]
    farther = min(line[space] for line in row) > min(line[start] for line in row)
    mask = state.us_mask if len(state.units_in(start)) > 1 else state.us_mask & ~(1 << start)
    supplied = region_of(state, mask | 1 << space, 1 << space) >> space & 1
    return (0 if supplied else 4) + 2 * farther + occupied, terrain


class Retreat(Question[OlympicState]):
    """The owner retreats the units one by one, in the order he likes; each goes by its priorities (A56)."""

    name = "retreat"
    case = "8.7-distance"
    pushed_by = ("aftermath", "strike aftermath")
    forced_verbs = ("retreat",)

    def side(self, state: OlympicState) -> int:
        return US if _us(state) else JP

    def prompt(self, state: OlympicState) -> str:
        if state.runner >= 0:
            return f"{state.name(state.runner)} retreats one more hex."
        return f"Retreat {listed([state.name(unit) for unit in state.retreating])}: the priorities leave these hexes."

    def case_now(self, state: OlympicState) -> str:
        return "8.72-categories" if _us(state) else "8.71-categories"

    @enforces(FAMILY, "8.7-elimination", "8.9-Ar", "8.9-Dr")
    def settle(self, state: OlympicState) -> bool:
        """When all have gone, or nobody who is left can go, it is over: those are eliminated."""
        if state.retreating and len(state.choices()):
            return super().settle(state)
        state.stack.pop()
        for unit in _in_order(state, state.retreating):
            if state.is_us(unit):
                lose_us(state, unit, "8.7-elimination", state.price, unit not in state.cut_off)
            else:
                lose_jp(state, unit, "8.7-elimination")
        state.clear_flight()
        return False

    @enforces(FAMILY, "8.72-note", "16.53-retreat", "8.73")
    def choices(self, state: OlympicState) -> Choices:
        if state.runner >= 0:
            return [pack(RETREAT, state.runner, space) for space in best_steps(state, state.runner, state.way)]
        codes = []
        for unit in _in_order(state, state.retreating):
            codes += [pack(RETREAT, unit, space) for space in best_steps(state, unit, [])]
        return codes

    def take_retreat(self, state: OlympicState, unit: int, space: int) -> None:
        why = self.why(state, unit, space) if state.sink is not None else None
        state.runner = unit
        state.way = [*state.way, space]
        if len(state.way) == state.ruleset.ground.retreat[state.where[unit]]:
            self.go(state, unit, why)
        elif why is not None:
            name, where = state.name(unit), state.hex_name(space)
            data = {"unit": name, "hex": where, "why": why.plain()}
            state.happened("retreats", self.case_now(state), f"{name} retreats by way of {where}", data)

    @enforces(FAMILY, "8.74", "8.73", "14.21-adjacent")
    def go(self, state: OlympicState, unit: int, why: Why | None) -> None:
        """The way is complete. If it leads past face-down counters they are turned up first, and all begins anew (A91)."""
        way, start = state.way, state.where[unit]
        state.runner = -1
        state.way = []
        if state.is_us(unit) and state.down_mask:
            turned = False
            for space in way:
                turned |= state.release_near(space)
            if turned:
                return
        state.retreating = [other for other in state.retreating if other != unit]
        for space in way:
            state.passes(unit, space)
        state.carry(unit, way[-1])
        state.through = [*state.through, *way[:-1]]
        state.fought[unit] |= RETREATED
        if state.sink is not None:
            names = [state.hex_name(space) for space in (start, *way)]
            data = {"unit": state.name(unit), "path": names}
            if why is not None:
                data["why"] = why.plain()  # type: ignore[assignment]
            state.happened("retreated", "8.7-distance", f"{state.name(unit)} retreats from {names[0]} to {names[-1]}", data)

    def why(self, state: OlympicState, unit: int, space: int) -> Why:
        """What the priorities saw in a hex."""
        others = [other for other in steps_ahead(state, unit, state.way) if other != space]
        if state.is_us(unit):
            kinds: tuple[str, ...] = US_CLASSES
            best = us_rank(state, unit, space)
            rivals = [(other, us_rank(state, unit, other)) for other in others]
        else:
            kind, terrain, _ = jp_rank(state, space)
            best, kinds = (kind, terrain), JP_CLASSES
            rivals = [(other, jp_rank(state, other)[:2]) for other in others]
        lost = tuple(("space", state.hex_name(other), _lost_by(rank, best, kinds)) for other, rank in rivals)
        text = f"{kinds[best[0]].capitalize()}; {RANKS[best[1]]}."
        return Why(text, self.case_now(state), state.hex_name(space), (state.hex_name(space),), lost)

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        """All who have to retreat are on land and of one side; the way so far leads on from where its unit is."""
        ground, where = state.ruleset.ground, state.where
        sides = {state.is_us(unit) for unit in state.retreating if where[unit] >= 0 and ground.is_land[where[unit]]}
        if (
            len(sides) != 1
            or any(where[unit] < 0 for unit in state.retreating)
            or any(not ground.is_land[s] for s in state.through)
        ):
            return False
        if state.runner < 0:
            return not state.way
        begun = state.runner in state.retreating and len(state.way) == 1 and ground.retreat[where[state.runner]] == 2
        return begun and state.way[0] in steps_ahead(state, state.runner, [])

    def misplaced(self, state: OlympicState, code: int) -> Refusal:
        return Refusal(self.case_now(state), "the retreat comes first, before anything else", (), ("8.0-procedure",))

    def refuse_retreat(self, state: OlympicState, unit: int, space: int) -> Refusal:
        """What forbids this step."""
        name, where, ground = state.name(unit), state.hex_name(space), state.ruleset.ground
        if unit not in state.retreating:
            return Refusal("8.9-Dr", f"{name} does not have to retreat", (name,), ("8.9-Ar",))
        if state.runner not in (-1, unit):
            return Refusal("8.7-distance", f"{state.name(state.runner)} must finish its retreat first", (name,))
        start = state.where[unit]
        here = state.way[-1] if state.way else start
        if not ground.is_land[space]:
            return Refusal("8.7-c", f"{where} is all sea", (name,))
        if space not in ground.near[here]:
            if space in ground.grid.neighbours[here]:
                return Refusal("8.7-d", f"an all-sea hexside lies between {state.hex_name(here)} and {where}", (name,))
            return Refusal("8.7-distance", f"{where} is not adjacent to {state.hex_name(here)}; retreat hex by hex", (name,))
        case = barred(state, unit, space)
        if case:
            return Refusal(case, f"{name} cannot retreat into {where}: {_BARS[case]}", (name,))
        if space not in steps_ahead(state, unit, state.way):
            return Refusal(
                "8.7-distance", f"{where} does not let {name} end its retreat two hexes from {state.hex_name(start)}", (name,)
            )
        if state.is_us(unit):
            best = best_steps(state, unit, state.way)
            case = "8.72-categories" if us_rank(state, unit, best[0])[0] < us_rank(state, unit, space)[0] else "8.72-terrain"
        else:
            best = best_steps(state, unit, state.way)
            mine, other = jp_rank(state, best[0]), jp_rank(state, space)
            case = "8.71-categories" if mine[0] < other[0] else "8.71-terrain" if mine[1] < other[1] else "8.71-tie"
        where = " or ".join(state.hex_name(other) for other in best)
        return Refusal(case, f"the priorities send {name} to {where}", (name,))


_BARS: Final = {
    "8.7-a": "an enemy is there",
    "8.7-b": "it is in an enemy zone of control, and no friendly unit holds it",
    "8.7-e": "more than three units would be there",
    "13.1-zoc": "its militia has not been destroyed",
}


def best_steps(state: OlympicState, unit: int, way: list[int]) -> list[int]:
    """Of the possible next hexes those that the priorities like best: one for Japan, equals for the U.S., ascending."""
    found = steps_ahead(state, unit, way)
    if len(found) < 2:
        return found
    if not state.is_us(unit):
        return [min(found, key=lambda space: jp_rank(state, space))]
    ranks = [us_rank(state, unit, space) for space in found]
    best = min(ranks)
    return [space for space, rank in zip(found, ranks, strict=True) if rank == best]


@enforces(FAMILY, "8.72-note")
def _in_order(state: OlympicState, units: list[int]) -> list[int]:
    """The strongest first, then the one in the higher hex, then as listed: what the book does where it leaves a choice (A101)."""
    return sorted(units, key=lambda unit: (-state.ruleset.strength[unit], -state.where[unit], unit))


def _lost_by(rank: tuple[int, int], best: tuple[int, int], kinds: tuple[str, ...]) -> str:
    if rank[0] != best[0]:
        return kinds[rank[0]]
    return RANKS[rank[1]] if rank[1] != best[1] else "lower hex number"
