"""Amphibious operations (5): landing checks, drift, landing, and units that arrive for the next turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question, Step
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import BLACK, COLORS, LEFT, RIGHT, STAR_SYMBOL, SYMBOLS, Card
from beachhead.games.dday.control import command_posts
from beachhead.games.dday.counters import cards, marines, stacking
from beachhead.games.dday.moves import arrival
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import BOXES, DUE, LANDING_CARDS, SECOND_WAVE, DDayState
from beachhead.games.dday.verbs import DONE_CODE, DRAW_CODE, DRIFT, GROUP, PLACE

CRAFT: Final = 4
"""Tanks and engineers that one landing card is for."""
LAST_DRIFT: Final = 6
"""Game turns on which units drift."""


# ---------------------------------------------------------------------- landing checks


@enforces(FAMILY, "4.0-I-1", "5.0-procedure-1", "11.4-d")
def begin_checks(state: DDayState) -> None:
    """Make up the groups of every box, from south to north; crowded tanks and engineers are grouped by the player first."""
    state.checks = []
    state.push(Checks)
    if ungrouped(state)[0] >= 0:
        state.push(Grouping)
    if command_posts.landing_again(state):
        state.push(Reboarding)


@enforces(FAMILY, "5.1-a", "5.1-b", "5.1-order", "5.3-d")
def groups_of(state: DDayState, box: int) -> list[tuple[int, ...]]:
    """The groups of a box that each draw a card: battalions by number, then regiment, then tanks and engineers (D77). Heavy
    weapons companies draw none (R1 c5). Groups that the player has formed come as he formed them."""
    ruleset = state.ruleset
    inside = state.in_box(box)
    if not inside:
        return []
    battalions: dict[tuple[int, int], list[int]] = {}
    for unit in inside:
        if ruleset.battalion[unit]:
            battalions.setdefault((ruleset.battalion[unit], ruleset.regiment[unit]), []).append(unit)
    found = [(box, *battalions[key]) for key in sorted(battalions)]
    formed = [check for check in state.checks if check[0] == box]
    found += formed
    named = {unit for check in formed for unit in check[1:]}
    rest = [unit for unit in inside if ruleset.is_craft[unit] and unit not in named]
    if rest:
        found.append((box, *rest))
    return found


def craft_in(state: DDayState, box: int) -> list[int]:
    """The tanks and engineers in a box."""
    ruleset = state.ruleset
    return [unit for unit in state.in_box(box) if ruleset.is_craft[unit]]


def ungrouped(state: DDayState) -> tuple[int, list[int]]:
    """The first box whose tanks and engineers are too many for one card and not grouped yet, and those of them that are left."""
    is_craft, where = state.ruleset.is_craft, state.where
    crowds = [0] * state.ruleset.box_count
    for unit, place in enumerate(where):
        if place <= BOXES and is_craft[unit]:
            crowds[BOXES - place] += 1
    for box, crowd in enumerate(crowds):
        if crowd > CRAFT:
            craft = craft_in(state, box)
            named = {unit for check in state.checks if check[0] == box for unit in check[1:]}
            rest = [unit for unit in craft if unit not in named]
            partial = any(check[0] == box and len(check) - 1 < CRAFT for check in state.checks)
            if rest and (partial or len(rest) > CRAFT):
                return box, rest
    return -1, []


class Grouping(Question[DDayState]):
    """More than four tanks and engineers share a box: the player says which four the next card is for."""

    name = "grouping"
    case = "5.1-b"
    pushed_by = ("checks",)
    forced_verbs = ("group",)

    def settle(self, state: DDayState) -> bool:
        if ungrouped(state)[0] < 0:
            state.stack.pop()
            return False
        return super().settle(state)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        box = ungrouped(state)[0]
        name = state.ruleset.components.board.boxes[box].name if box >= 0 else ""
        return f"{name}: name the tanks and engineers that share a landing card, four at a time."

    @enforces(FAMILY, "5.1-b")
    def choices(self, state: DDayState) -> Choices:
        return [pack(GROUP, unit) for unit in ungrouped(state)[1]] or [DONE_CODE]

    def take_group(self, state: DDayState, unit: int) -> None:
        box = BOXES - state.where[unit]
        for spot, check in enumerate(state.checks):
            if check[0] == box and len(check) - 1 < CRAFT:
                state.checks[spot] = (*check, unit)
                return
        state.checks.append((box, unit))

    def refuse_group(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        return Refusal("5.1-b", f"{name} is not one of the tanks and engineers to be grouped", (name,))

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


class ChecksRecord(NamedTuple):
    """Whether the groups have been listed."""

    step: int
    listed: int = 0


class Checks(Question[DDayState]):
    """The landing cards, one for each group; every draw is an act of the rulebook."""

    name = "checks"
    case = "5.1"
    pushed_by = ("turn", "second wave")
    forced_verbs = ()

    record = ChecksRecord

    def settle(self, state: DDayState) -> bool:
        if not state.top(ChecksRecord).listed:
            boxes = sorted({BOXES - place for place in state.where if place <= BOXES})
            state.checks = [check for box in boxes for check in groups_of(state, box)]
            state.replace(Checks, 1)
        if not state.checks:
            state.stack.pop()
            return False
        return super().settle(state)

    def fits(self, state: DDayState, spot: int, frame: ChecksRecord) -> bool:
        inside = [unit for check in state.checks for unit in check[1:]]
        if frame.listed not in (0, 1) or len(set(inside)) != len(inside):
            return False
        if frame.listed:
            return True
        # Before all groups are listed there are only those that the player has formed.
        craft = {unit for box in range(state.ruleset.box_count) for unit in craft_in(state, box)}
        return craft >= set(inside)

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        box, *units = state.checks[0]
        return f"Landing check in {state.ruleset.components.board.boxes[box].name}: {group_name(state, units)}."

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE]

    @enforces(FAMILY, "5.1-important-1")
    def take_draw(self, state: DDayState) -> None:
        box, *units = state.checks.pop(0)
        where = state.ruleset.components.board.boxes[box].name
        purpose = f"the landing of {group_name(state, units)} at {where}" if state.sink is not None else ""
        card = cards.draw(state, LANDING_CARDS, purpose, "5.1")
        if card is not None:
            check(state, box, units, card)


def group_name(state: DDayState, units: list[int]) -> str:
    """A battalion by its number, others by their names."""
    ruleset = state.ruleset
    first = units[0]
    if ruleset.battalion[first]:
        return f"{ruleset.battalion[first]}/{ruleset.regiment[first]}"
    return ", ".join(ruleset.unit_ids[unit] for unit in units)


@enforces(FAMILY, "5.1-c", "5.1-important-2", "2.3-landing-black", "5.1-drift")
def check(state: DDayState, box: int, units: list[int], card: Card) -> None:
    """Losses first, then drift (D77). Without a matching fire square the card does nothing at all."""
    ruleset = state.ruleset
    beach = ruleset.components.board.boxes[box]
    color = COLORS[card.landing_color]
    if not beach.squares >> card.landing_color & 1:
        state.report("landing", "5.1-c", f"{beach.name} has no {color} fire square: no effect", {"box": beach.name})
        return
    struck = [unit for unit in units if ruleset.symbol[unit] == card.landing_symbol and card.landing_symbol != STAR_SYMBOL]
    steps = landing_losses(state, box, card.landing_color)
    if state.sink is not None:
        names = " and ".join(ruleset.unit_ids[unit] for unit in struck)
        if not struck:
            text = "no unit has the symbol"
        elif not steps:
            text = f"no {color} position in reach can fire at {names}"
        else:
            many = len(struck) > 1
            text = f"{names} {'lose' if many else 'loses'} {counted(steps, 'step')}{' each' if many else ''}"
        state.happened(
            "landing",
            "5.1-e",
            f"{beach.name}, {color} {SYMBOLS[card.landing_symbol]}: {text}",
            {"box": beach.name, "steps": steps, "units": [ruleset.unit_ids[unit] for unit in struck]},
        )
    for unit in struck:
        for _ in range(min(steps, state.steps[unit])):
            marines.lose_step(state, unit, "5.1-c")
    left = [unit for unit in struck if state.steps[unit]]
    if card.drift and state.turn <= LAST_DRIFT and left:
        if len(left) == 1:
            drift(state, left[0], card.drift)
        else:
            state.push(Drifting, int(card.drift > 0), tuple(left))


@enforces(FAMILY, "5.1-d", "5.1-e", "5.1-f")
def landing_losses(state: DDayState, box: int, color: int) -> int:
    """A step for each undisrupted unit, depth marker and fort of that color within three hexes of the box's beach; a black
    position adds one, whether the colored ones are empty or not (R1 c5). Disruption lies on a whole hex (D61)."""
    ruleset = state.ruleset
    steps, black = 0, 0
    for group in spaces_of(ruleset.ground.groups_near_box[box]):
        here = ruleset.groups[group]
        if here.color not in (color, BLACK):
            continue
        count = 0
        for position in here.positions:
            if not state.shaken[position]:
                count += counters_in(state, position)
        if here.color == color:
            steps += count
        elif count:
            black = 1
    return steps + black


def counters_in(state: DDayState, position: int) -> int:
    """Units, depth markers and forts of a hex, without a limit."""
    return (
        (state.unit[position] != 0)
        + (state.second[position] != 0)
        + (state.tank[position] != 0)
        + (state.depth[position] != 0)
        + (state.second_depth[position] != 0)
        + (state.tank_depth[position] != 0)
        + (state.fort[position] != 0)
        + (state.lower_fort[position] != 0)
        + (state.bottom_fort[position] != 0)
    )


@enforces(FAMILY, "5.1-drift")
def drift(state: DDayState, unit: int, direction: int) -> None:
    """A unit goes to the next box in the direction of the card; at the end of the shore to the one in the other direction."""
    boxes = state.ruleset.components.board.boxes
    here = boxes[BOXES - state.where[unit]]
    there = here.left if direction < 0 else here.right
    if there < 0:
        there = here.right if direction < 0 else here.left
    if there < 0:
        return
    state.put(unit, BOXES - there)
    if state.sink is not None:
        name = state.ruleset.unit_ids[unit]
        state.happened("drift", "5.1-drift", f"{name} drifts to {boxes[there].name}", {"unit": name, "box": boxes[there].name})


class DriftRecord(NamedTuple):
    """Who may drift, and whether to the right."""

    step: int
    right: int
    units: tuple[int, ...]


class Drifting(Question[DDayState]):
    """Several units of the group have the symbol: the player says which one drifts."""

    name = "drifting"
    case = "5.1-drift"
    record = DriftRecord
    pushed_by = ("checks",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: DriftRecord) -> bool:
        units = frame.units
        return (
            frame.right in (0, 1)
            and len(units) > 1
            and all(0 <= unit < len(state.where) for unit in units)
            and (len({state.where[unit] for unit in units}) == 1 and state.where[units[0]] <= BOXES)
        )

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Which of these units drifts?"

    def choices(self, state: DDayState) -> Choices:
        return [pack(DRIFT, unit) for unit in state.top(DriftRecord).units]

    @enforces(FAMILY, "5.1-drift")
    def take_drift(self, state: DDayState, unit: int) -> None:
        right = state.top(DriftRecord).right
        state.stack.pop()
        drift(state, unit, RIGHT if right else LEFT)

    def refuse_drift(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        return Refusal("5.1-drift", f"{name} does not have the card's symbol in this group", (name,))


# ---------------------------------------------------------------------- landing


@enforces(FAMILY, "4.0-I-2")
def begin_landing(state: DDayState) -> None:
    """Whoever is in a box may land."""
    state.push(Landing)


@enforces(FAMILY, "5.2", "5.0-procedure-2", "18.4.4-f")
def landing_hexes(state: DDayState, unit: int) -> list[int]:
    """The beach hexes at which a unit in a box can land: not where a Japanese unit is (D77), nor in a closed sector."""
    if state.where[unit] > BOXES:
        return []
    box = BOXES - state.where[unit]
    beach = state.ruleset.beaches[box] & ~state.jp_mask
    return [place for place in state.ruleset.ground.boxes[box].hexes if beach >> place & 1]


class Landing(Question[DDayState]):
    """The player lands units from their boxes, one after the other, or lets them wait."""

    name = "landing"
    case = "5.2"
    over = "no unit is left that can land"
    pushed_by = ("turn", "second wave")

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Land units on the beach hexes of their boxes; those that wait must pass another landing check next turn."

    def choices(self, state: DDayState) -> Choices:
        codes, where, clear = state.ruleset.land_codes, state.where, ~state.jp_mask
        beaches = [mask & clear for mask in state.ruleset.beaches]
        units = state.boxed
        return Rows([codes[unit] for unit in units], [beaches[BOXES - where[unit]] for unit in units], after=[DONE_CODE])

    @enforces(FAMILY, "5.0", "5.2", "5.2-b", "5.3-d")
    def take_land(self, state: DDayState, unit: int, place: int) -> None:
        box = BOXES - state.where[unit]
        state.landed[box] = 1
        state.put(unit, place)
        if state.sink is not None:
            name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
            state.happened("landed", "5.2", f"{name} lands at {where}", {"unit": name, "hex": where})
        arrival.after_landing(state, place)

    def refuse_land(self, state: DDayState, unit: int, place: int) -> Refusal:
        ruleset = state.ruleset
        name, where = ruleset.unit_ids[unit], ruleset.hex_name(place)
        if state.where[unit] > BOXES:
            return Refusal("5.2", f"{name} is not in a beach box", (name,))
        beach = ruleset.components.board.boxes[BOXES - state.where[unit]]
        if place not in beach.hexes:
            hexes = " and ".join(ruleset.hex_name(other) for other in beach.hexes)
            return Refusal("5.2", f"{name} is off {beach.name}, whose beach hexes are {hexes}", (name,))
        if ruleset.ways.closed >> place & 1:
            return Refusal(ruleset.closed_case, f"{where} is on ground that is closed to US units", (name,))
        return Refusal("5.2", f"there are Japanese in {where}; land elsewhere or wait in the box", (name,))

    @enforces(FAMILY, "5.2-a", "5.2-b", "5.3-c")
    def take_done(self, state: DDayState) -> None:
        state.stack.pop()
        for place in sorted({place for place in state.where if place >= 0}, reverse=True):
            stacking.test(state, place)


# ---------------------------------------------------------------------- arrivals


@enforces(FAMILY, "4.0-I-3", "5.0-procedure-3", "5.3", "18.3.2-b", "19.0", "18.4.2")
def begin_arrivals(state: DDayState) -> None:
    """Units of the next turn go into their boxes; where the list leaves a choice, the player puts them."""
    first, last = state.ruleset.setup.arrivals
    turn = state.turn + 1
    if not first <= turn <= last:
        return
    for wave in state.ruleset.components.arrivals:
        if wave.turn == turn and len(wave.boxes) == 1:
            for unit in wave.units:
                if state.where[unit] == DUE:
                    put_in_box(state, unit, state.ruleset.components.board.box_index[wave.boxes[0]])
    state.push(Arrivals)


@enforces(FAMILY, "5.3-e", "18.6.1-a", "18.9.3-a")
def put_in_box(state: DDayState, unit: int, box: int) -> None:
    """A unit takes its place in a beach box. The HQ of a regiment that arrives with its heavy weapons company comes along."""
    ruleset = state.ruleset
    state.put(unit, BOXES - box)
    if state.sink is not None:
        name, beach = ruleset.unit_ids[unit], ruleset.components.board.boxes[box].name
        state.happened("arrived", "5.3", f"{name} is in the {beach} box", {"unit": name, "box": beach})
    if ruleset.is_heavy[unit]:
        staff = ruleset.regimental_hq[ruleset.regiment[unit]]
        if state.where[staff] == DUE and staff not in ruleset.listed:
            put_in_box(state, staff, box)


def landing_turn(state: DDayState) -> int:
    """The game turn on which units land that are put into boxes now."""
    return state.ruleset.setup.boxes_at_start if state.phase == phases.SET_UP else state.turn + 1


@enforces(FAMILY, "5.3-a", "5.3-b", "5.3")
def boxes_for(state: DDayState, unit: int) -> list[int]:
    """The boxes that a unit which arrives next turn, or belongs to the second wave, may be put into."""
    if state.where[unit] == SECOND_WAVE:
        return state.ruleset.first_boxes.get(unit, [])
    if state.where[unit] != DUE:
        return []
    return state.ruleset.next_boxes.get(landing_turn(state), {}).get(unit, [])


class Arrivals(Question[DDayState]):
    """The player puts units into one of the boxes that the list names for them."""

    name = "arrivals"
    case = "5.3"
    over = "no unit of this turn is left to place"
    pushed_by = ("turn", "second wave")

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        unit = next(iter(self.waiting(state)), -1)
        if unit < 0:
            return "Every unit is in its box."
        return f"Put {state.ruleset.unit_ids[unit]} into a beach box."

    @staticmethod
    def waiting(state: DDayState) -> list[int]:
        """Units that still have to be put into a box."""
        where, wave = state.where, state.phase == phases.SECOND_WAVE
        wanted = SECOND_WAVE if wave else DUE
        listed = state.ruleset.first_boxes if wave else state.ruleset.next_boxes.get(state.turn + 1, {})
        return [unit for unit in listed if where[unit] == wanted and listed[unit]]

    def choices(self, state: DDayState) -> Choices:
        units = self.waiting(state)
        if not units:
            return [DONE_CODE]
        return [pack(PLACE, units[0], box) for box in boxes_for(state, units[0])]

    @enforces(FAMILY, "5.3", "5.3-c")
    def take_place(self, state: DDayState, unit: int, box: int) -> None:
        put_in_box(state, unit, box)

    def refuse_place(self, state: DDayState, unit: int, box: int) -> Refusal:
        return refuse_box(state, unit, box, self.waiting(state))

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()


class Reboarding(Question[DDayState]):
    """Regimental HQs that fire has driven off the map come back by sea: the player puts each into a box before the landing."""

    name = "reboarding"
    case = "11.4-d"
    pushed_by = ("checks",)

    def settle(self, state: DDayState) -> bool:
        if not command_posts.landing_again(state):
            state.stack.pop()
            return False
        return True

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.CHECKS

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return f"Put {state.ruleset.unit_ids[command_posts.landing_again(state)[0]]}, which comes back by sea, into a beach box."

    @enforces(FAMILY, "11.4-d")
    def choices(self, state: DDayState) -> Choices:
        """Any box with a beach in an open sector (D99)."""
        hq = command_posts.landing_again(state)[0]
        return [pack(PLACE, hq, box) for box in open_boxes(state)]

    def take_place(self, state: DDayState, unit: int, box: int) -> None:
        state.returns[unit] = 0
        put_in_box(state, unit, box)

    def refuse_place(self, state: DDayState, unit: int, box: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        if unit not in command_posts.landing_again(state):
            return Refusal("11.4-d", f"{name} does not come back by sea on this turn", (name,))
        if unit != command_posts.landing_again(state)[0]:
            first = state.ruleset.unit_ids[command_posts.landing_again(state)[0]]
            return Refusal("11.4-d", f"put {first} into a box first", (name,))
        return Refusal("11.4-d", "no hex of that box is open to US units", (name,))


def open_boxes(state: DDayState) -> list[int]:
    """Beach boxes from which units could land, as far as closed sectors go."""
    ruleset = state.ruleset
    return [box for box in range(ruleset.box_count) if ruleset.ground.box_mask[box] & ~ruleset.ways.closed]


def refuse_box(state: DDayState, unit: int, box: int, waiting: list[int]) -> Refusal:
    """Why a unit cannot be put into a box now."""
    name = state.ruleset.unit_ids[unit]
    boxes = boxes_for(state, unit)
    if not boxes:
        return Refusal("5.3", f"{name} does not arrive next turn", (name,), ("19.0",))
    if box in boxes:
        return Refusal("5.3", f"put {state.ruleset.unit_ids[waiting[0]]} into a box first", (name,))
    names = " or ".join(state.ruleset.components.board.boxes[other].name for other in boxes)
    return Refusal("19.0", f"{name} is listed for {names}", (name,), ("5.3-b",))


# ---------------------------------------------------------------------- the second wave


class SecondWaveRecord(NamedTuple):
    """How far it has come."""

    step: int
    stage: int = 0


class SecondWave(Step[DDayState]):
    """Tanks and engineers of the first turn come ashore when everything else is over: boxes, checks, landing (18.4.4-a)."""

    name = "second wave"
    record = SecondWaveRecord
    pushed_by = ("turn",)

    @enforces(FAMILY, "18.4.4-a")
    def settle(self, state: DDayState) -> bool:
        stage = state.top(SecondWaveRecord).stage
        if stage == len(WAVE):
            state.stack.pop()
            return False
        state.replace(SecondWave, stage + 1)
        WAVE[stage](state)
        return False

    def fits(self, state: DDayState, spot: int, frame: SecondWaveRecord) -> bool:
        return 0 <= frame.stage <= len(WAVE) and state.phase == phases.SECOND_WAVE


@enforces(FAMILY, "18.4.4-a")
def begin_second_wave(state: DDayState) -> None:
    """The second wave lands by the normal procedure."""
    state.push(SecondWave)


def board_second_wave(state: DDayState) -> None:
    """Units with a single box go into it; the player puts the others."""
    for unit, place in enumerate(state.where):
        if place == SECOND_WAVE:
            boxes = boxes_for(state, unit)
            if len(boxes) == 1:
                put_in_box(state, unit, boxes[0])
    state.push(Arrivals)


WAVE: Final = (board_second_wave, begin_checks, begin_landing)
STEPS: Final[tuple[AnyStep, ...]] = (Grouping(), Checks(), Drifting(), Landing(), Arrivals(), SecondWave(), Reboarding())
