"""Barrages (8.4, 8.5, 17.5.1): naval gunfire, airstrikes and tanks against Japanese that have been turned up (D18, D72)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import PassedOver, Refusal
from beachhead.engine.shown.words import listed
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, CIRCLE, COLORS, DIAMOND, SYMBOLS, TRIANGLE, Card
from beachhead.games.dday.combat import attack_table, attackers
from beachhead.games.dday.control import command, faces, lasting_events
from beachhead.games.dday.counters import cards, defenders, fallen_units, forts, japanese_damage, marines
from beachhead.games.dday.counters.japanese_damage import because, hex_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import ACTED, ATTACKED, BARRAGED, DISCARDS, FORT_UP, MOVED, PRESERVED, DDayState
from beachhead.games.dday.verbs import AIR_AT, BARRAGE, DONE_CODE, DRAW_CODE, JOIN, NAVAL_AT, REMOVE

NAVAL: Final = "naval_gunfire"
AIR: Final = "airstrike"
IDLE: Final = bytes([marks for marks in range(128) if not marks & (ACTED | PRESERVED | MOVED)])
"""What may be noted about units none of which has acted."""
NEAREST: Final = 2
FARTHEST: Final = 3
"""Hexes from which tanks barrage."""
PRIORITY: Final = (DIAMOND, TRIANGLE, CIRCLE)
"""Whose symbol counts if two tank units have as many steps (8.4-d-1)."""
SYMBOL_MATCH: Final = 1
COLOR_MATCH: Final = 2
"""Rows of the chart; both add up."""
REDUCES: Final = "*"


# ---------------------------------------------------------------------- targets


@enforces(FAMILY, "8.0-barrage", "8.0-important", "8.4", "8.4-a", "8.4-fort", "8.5.2", "17.7-a", "7.0-a-attack")
def target_fault(state: DDayState, place: int) -> str:
    """What keeps a hex from being barraged; empty if nothing does. In a fort hex the face of the top fort decides whether it is
    turned up."""
    position = state.slot_at(place)
    if position < 0 or not state.jp_mask >> place & 1:
        return "empty"
    if state.us_mask >> place & 1:
        return "shared"
    if state.done[position] & ATTACKED:
        return "attacked"
    if state.done[position] & BARRAGED:
        return "barraged"
    if not state.fort[position]:
        return "" if defenders.is_revealed(state, position) else "hidden"
    if not state.faces[position] & FORT_UP:
        return "hidden fort"
    return "" if is_observed(state, place) else "unobserved"


def refuse_target(state: DDayState, place: int) -> Refusal | None:
    """Why a hex cannot be barraged; None if it can be."""
    fault, where = target_fault(state, place), state.ruleset.hex_name(place)
    if fault == "empty":
        return Refusal("8.4", f"nobody Japanese is in {where}; barrage a hex with Japanese that have been turned up")
    if fault == "shared":
        return Refusal("8.4", f"US units are in {where}; a hex with both sides cannot be barraged", (), ("8.0-barrage",))
    if fault == "attacked":
        return Refusal("8.0-important", f"{where} has been attacked in this phase and cannot be barraged", (), ("8.5.2",))
    if fault == "barraged":
        return Refusal("8.4-a", f"{where} has been barraged in this phase; a hex is barraged once")
    if fault == "hidden":
        return Refusal("8.4", f"the Japanese in {where} lie face down; an attack turns them up", (), ("8.0-barrage",))
    if fault == "hidden fort":
        return Refusal("8.4-fort", f"the fort in {where} lies face down; an attack turns it up")
    if fault == "unobserved":
        return Refusal("8.4-fort", f"no undisrupted US unit in command is next to the fort in {where}")
    return None


@enforces(FAMILY, "8.4-fort")
def is_observed(state: DDayState, place: int) -> bool:
    """Whether an undisrupted US unit in command is next to a hex."""
    for near in spaces_of(state.ruleset.ground.near_mask[place] & state.us_mask):
        for unit in state.units_in(near):
            if not state.disrupted[unit] and command.in_command(state, unit):
                return True
    return False


@enforces(FAMILY, "7.0-a-barrage", "8.4-b")
def is_first(state: DDayState) -> bool:
    """Whether no unit has acted yet in this phase: only then naval gunfire and airstrikes barrage."""
    return not state.acted.translate(None, IDLE)


# ---------------------------------------------------------------------- tanks


@enforces(FAMILY, "8.0-barrage", "8.1.1-tank", "8.4", "8.4-c", "7.0-a-barrage", "8.4-tank-command", "11.2.1-a-5", "15.3-c")
def tank_fault(state: DDayState, place: int, unit: int) -> str:
    """The case by which a unit cannot barrage a hex from where it is; empty if it can. Tanks need a line of sight (an owner's
    option)."""
    ruleset, here = state.ruleset, state.where[unit]
    if not ruleset.is_tank[unit]:
        return "7.0-a-barrage"
    if here < 0:
        return "8.4"
    if state.disrupted[unit]:
        return "7.1"
    if not attackers.can_act(state, unit):
        return "7.0-d"
    if not command.in_command(state, unit):
        return "7.0"
    if not command.has_regiment(state, unit):
        return "8.4-tank-command"
    hexes = ruleset.ground.distance[here][place]
    if hexes < NEAREST:
        return "8.0-barrage"
    if lasting_events.rains(state):
        return "20.0-rain"
    if hexes > FARTHEST:
        return "8.1.1-tank"
    return "" if ruleset.ground.sees(here, place) else "8.1-e"


def refuse_tank(state: DDayState, place: int, unit: int) -> Refusal | None:
    """Why a unit cannot barrage a hex from where it is; None if it can."""
    case = tank_fault(state, place, unit)
    if not case:
        return None
    ruleset = state.ruleset
    name, where = ruleset.unit_ids[unit], ruleset.hex_name(place)
    if case == "7.0-a-barrage":
        reason = f"{name} is not a tank unit; of units on the map only tanks barrage"
        return Refusal(case, reason, (name,), ("8.4",))
    if case == "8.4":
        return Refusal(case, f"{name} is not on the map", (name,))
    if case == "7.1":
        return Refusal(case, f"{name} is disrupted and cannot barrage", (name,))
    if case == "7.0-d":
        return Refusal(case, f"{name} has acted in this phase and cannot barrage", (name,))
    if case == "7.0":
        return Refusal(case, f"{name} is out of command and cannot barrage", (name,), ("4.0-VI",))
    if case == "8.4-tank-command":
        reason = f"{name} is not in the command range of the regimental HQ or command post that it is assigned to"
        return Refusal(case, reason, (name,), ("11.2.1-a-5", "15.3-c"))
    if case == "8.0-barrage":
        return Refusal(case, f"{name} is next to {where}; tanks barrage from two or three hexes away", (name,))
    if case == "20.0-rain":
        return Refusal(case, f"it rains: the fire of {name} reaches one hex, and barrages need two", (name,), ("8.4",))
    if case == "8.1.1-tank":
        hexes = ruleset.ground.distance[state.where[unit]][place]
        return Refusal(case, f"{name} is {hexes} hexes from {where}; tanks barrage up to three hexes away", (name,))
    return Refusal("8.4", f"{name} has no line of sight to {where}", (name,), ("8.1-e",))


@enforces(FAMILY, "8.4-d")
def refuse_partner(state: DDayState, place: int, units: Sequence[int], unit: int) -> Refusal | None:
    """Why a unit cannot combine with those that barrage; None if it can: two tank units, stacked or next to
    each other."""
    name = state.ruleset.unit_ids[unit]
    if unit in units:
        return Refusal("8.4-d", f"{name} is already in this barrage", (name,))
    if len(units) >= attackers.TANKS:
        return Refusal("8.4-d", f"two tank units are in this barrage already, so {name} cannot join", (name,))
    found = refuse_tank(state, place, unit)
    if found is not None:
        return found
    if state.ruleset.ground.distance[state.where[units[0]]][state.where[unit]] > 1:
        other = state.ruleset.unit_ids[units[0]]
        return Refusal("8.4-d", f"{name} is neither stacked with {other} nor next to it", (name, other))
    return None


@enforces(FAMILY, "8.4-important", "8.4.1-1", "8.2.8-b", "20.0-ammo-dump")
def tank_strength(state: DDayState, place: int, units: Sequence[int]) -> int:
    """The strength of tanks together: each halved at three hexes and across a bluff, fractions up after adding."""
    total = 0
    for unit in units:
        worth = marines.strength(state, unit) * attack_table.PARTS
        if state.ruleset.ground.distance[state.where[unit]][place] >= FARTHEST:
            worth //= 2
        if attackers.crosses_bluff(state, state.where[unit], place):
            worth //= 2
        if attack_table.is_short(state, unit):
            worth //= 2
        total += worth
    return -(-total // attack_table.PARTS)


@enforces(FAMILY, "8.4-d-1", "8.4.1-2-b")
def tank_symbol(state: DDayState, units: Sequence[int]) -> int:
    """The symbol of the tank unit with more steps left; of equals diamond, then triangle, then circle."""
    symbols = state.ruleset.symbol
    best = min(units, key=lambda unit: (-state.steps[unit], PRIORITY.index(symbols[unit])))
    return symbols[best]


# ---------------------------------------------------------------------- the chart


@enforces(FAMILY, "8.4.1-1", "8.4-chart", "20.0-napalm")
def column_of(state: DDayState, position: int, strength: int, *, shifted: bool = True) -> int:
    """The column of a strength; one to the left, below six, against a fort on a hilltop, but not for napalm. There is none left
    of the first."""
    ruleset = state.ruleset
    chart = ruleset.charts.barrage
    column = 0
    for number, least in enumerate(chart.columns):
        if strength >= least:
            column = number
    hilltop = bool(ruleset.ground.hilltop_mask >> state.hex_of(position) & 1)
    if shifted and hilltop and state.fort[position] and strength < chart.unless_strength:
        column = max(0, column - chart.hilltop_fort_shift)
    return column


@enforces(FAMILY, "8.4.1-2", "8.4.1-3")
def result_of(state: DDayState, column: int, symbol: int, color: int, card: Card | None) -> tuple[str, ...]:
    """What a fire card brings: the row by what it matches, the symbol, the color of the position, or both."""
    row = 0
    if card is not None:
        row = (SYMBOL_MATCH if card.target == symbol else 0) + (COLOR_MATCH if card.fire_colors >> color & 1 else 0)
    return state.ruleset.charts.barrage.cells[row][column]


@enforces(FAMILY, "17.5.1")
def reduces_fort(card: Card | None) -> bool:
    """Whether a card reduces the fort: the color of its landing symbol is one of its own fire colors."""
    return card is not None and bool(card.fire_colors >> card.landing_color & 1)


# ---------------------------------------------------------------------- opening a barrage


@enforces(FAMILY, "8.4", "8.4-b", "8.4-c", "7.0-a-barrage", "8.5-j", "8.1.1-unlimited")
def openings(state: DDayState) -> list[int]:
    """Every barrage that can be opened: naval gunfire and airstrikes before anybody acts, tanks at any time."""
    found: list[int] = []
    targets = faces.shown(state).turned_up & ~state.us_mask
    if not targets:
        return found
    if (state.naval > 0 or state.air > 0) and is_first(state):
        for place in spaces_of(targets):
            if not target_fault(state, place):
                if state.naval:
                    found.append(pack(NAVAL_AT, place))
                if state.air and not lasting_events.rains(state):
                    found.append(pack(AIR_AT, place))
    for unit in state.ruleset.tanks:
        if state.where[unit] >= 0 and attackers.can_act(state, unit):
            for place in spaces_of(targets & state.ruleset.ground.disk[FARTHEST][state.where[unit]]):
                if not tank_fault(state, place, unit) and not target_fault(state, place):
                    found.append(pack(BARRAGE, place, unit))
    return found


def take_barrage(state: DDayState, place: int, unit: int) -> None:
    """Open a barrage with a tank unit."""
    state.push(Barraging, state.slot_at(place), (unit,))


def refuse_barrage(state: DDayState, place: int, unit: int) -> Refusal:
    """Why a unit cannot barrage a hex."""
    found = refuse_target(state, place) or refuse_tank(state, place, unit)
    assert found is not None
    return found


@enforces(FAMILY, "8.5-b", "8.5-f", "8.4.1-2-a")
def take_naval_at(state: DDayState, place: int) -> None:
    """A naval gunfire point barrages a hex."""
    state.naval -= 1
    take_points(state, place, NAVAL, "Naval gunfire")


@enforces(FAMILY, "8.5-c", "8.5-f", "8.4.1-2-a")
def take_air_at(state: DDayState, place: int) -> None:
    """An airstrike point barrages a hex."""
    state.air -= 1
    take_points(state, place, AIR, "An airstrike")


def take_points(state: DDayState, place: int, kind: str, says: str) -> None:
    """Points barrage a hex: one point, with its strength and its symbol on the chart."""
    ruleset = state.ruleset
    strength, symbol = ruleset.components.support[kind].strength, ruleset.charts.barrage.symbols[kind]
    fire_at(state, state.slot_at(place), strength, symbol, f"{says} falls on {ruleset.hex_name(place)}", "8.4")


def refuse_naval_at(state: DDayState, place: int) -> Refusal:
    """Why naval gunfire cannot barrage a hex."""
    return _refuse_points(state, place, state.naval, "naval gunfire")


def refuse_air_at(state: DDayState, place: int) -> Refusal:
    """Why an airstrike cannot barrage a hex."""
    return _refuse_points(state, place, state.air, "airstrike")


@enforces(FAMILY, "8.4-b", "7.0-a-barrage", "8.5-f")
def _refuse_points(state: DDayState, place: int, points: int, what: str) -> Refusal:
    if not points:
        return Refusal("8.5-f", f"there is no {what} point left")
    if what == AIR and lasting_events.rains(state):
        return Refusal("20.0-rain", "it rains: there are no airstrikes on this turn", (), ("8.4-b",))
    if not is_first(state):
        return Refusal(
            "8.4-b", f"{what} barrages come before all other actions; attacks can still use it", (), ("7.0-a-barrage",)
        )
    found = refuse_target(state, place)
    assert found is not None
    return found


def fire_at(state: DDayState, position: int, strength: int, symbol: int, says: str, case: str, *, shifted: bool = True) -> None:
    """A barrage is fired at a position hex, whoever fires it (events too); `shifted`: a fort on a hilltop shifts the column."""
    state.mark_position(position, BARRAGED)
    column = column_of(state, position, strength, shifted=shifted)
    if state.sink is not None:
        where = hex_of(state, position)
        text = f"{says}: strength {strength}, {SYMBOLS[symbol]}"
        data = {"hex": where, "strength": strength, "symbol": SYMBOLS[symbol], "column": column}
        state.happened("barrage", case, text, data)
    color = state.ruleset.position_color[position]
    state.push(Barrage, position, column, symbol, -1 if color == BLACK else color, FIRING)


# ---------------------------------------------------------------------- naming


class BarragingRecord(NamedTuple):
    """A tank barrage that is being prepared."""

    step: int
    position: int
    units: tuple[int, ...]


class Barraging(Question[DDayState]):
    """A second tank unit may join the first."""

    name = "barraging"
    case = "8.4-d"
    record = BarragingRecord
    pushed_by = ("actions",)

    def fits(self, state: DDayState, spot: int, frame: BarragingRecord) -> bool:
        if not 0 <= frame.position < state.ruleset.slot_count or not 1 <= len(frame.units) <= attackers.TANKS:
            return False
        place = state.hex_of(frame.position)
        if not all(0 <= unit < len(state.where) for unit in frame.units) or len(set(frame.units)) < len(frame.units):
            return False
        return not target_fault(state, place) and not any(tank_fault(state, place, unit) for unit in frame.units)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return f"Barrage of {hex_of(state, state.top(BarragingRecord).position)}: add a second tank unit, or fire."

    @enforces(FAMILY, "8.4-d")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(BarragingRecord)
        place, found = state.hex_of(frame.position), list[int]()
        if len(frame.units) < attackers.TANKS:
            for near in spaces_of(state.ruleset.ground.disk[1][state.where[frame.units[0]]] & state.us_mask):
                for unit in state.units_in(near):
                    if state.ruleset.is_tank[unit] and refuse_partner(state, place, frame.units, unit) is None:
                        found.append(pack(JOIN, unit))
        return [*found, DONE_CODE]

    def settle(self, state: DDayState) -> bool:
        """If no other tank unit can join, those named fire at once; why each other stays out is kept for anybody who asks."""
        if state.sink is not None and len(state.choices()) == 1:
            for unit, place in enumerate(state.where):
                if place >= 0 and state.ruleset.is_tank[unit]:
                    state.passed += (PassedOver((JOIN,), self.refuse_join(state, unit)),)
        return super().settle(state)

    def take_join(self, state: DDayState, unit: int) -> None:
        frame = state.top(BarragingRecord)
        state.replace(Barraging, frame.position, (*frame.units, unit))

    def refuse_join(self, state: DDayState, unit: int) -> Refusal:
        frame = state.top(BarragingRecord)
        found = refuse_partner(state, state.hex_of(frame.position), frame.units, unit)
        assert found is not None
        return found

    @enforces(FAMILY, "8.4.1-1", "7.0-d")
    def take_done(self, state: DDayState) -> None:
        frame = state.top(BarragingRecord)
        state.stack.pop()
        place = state.hex_of(frame.position)
        for unit in frame.units:
            state.mark(unit, ACTED)
        names = " and ".join(state.ruleset.unit_ids[unit] for unit in frame.units)
        says = f"{names} {'barrages' if len(frame.units) == 1 else 'barrage'} {hex_of(state, frame.position)}"
        fire_at(state, frame.position, tank_strength(state, place, frame.units), tank_symbol(state, frame.units), says, "8.4-d")


# ---------------------------------------------------------------------- resolution

FIRING: Final = 0
"""The color of a black position, then the fire card."""
REMOVING: Final = 1
"""The player chooses which depth marker falls."""
REDUCING: Final = 2
"""The card that decides whether the fort is reduced."""


class BarrageRecord(NamedTuple):
    """A barrage under way: target, column, symbol, the color that counts (-1: not known yet), stage, and whether the fort is to
    be tried after a depth marker has been chosen."""

    step: int
    position: int
    column: int
    symbol: int
    color: int
    stage: int
    tried: int = 0


class Barrage(Question[DDayState]):
    """The cards of a barrage, each an act of its own."""

    name = "barrage"
    case = "8.4.1-2"
    record = BarrageRecord
    pushed_by = ("actions", "events")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: BarrageRecord) -> bool:
        chart = state.ruleset.charts.barrage
        return (
            0 <= frame.position < state.ruleset.slot_count
            and defenders.is_occupied(state, frame.position)
            and 0 <= frame.column < len(chart.columns)
            and 0 <= frame.symbol < len(SYMBOLS)
            and -1 <= frame.color < BLACK
            and FIRING <= frame.stage <= REDUCING
            and frame.tried in (0, 1)
        )

    def settle(self, state: DDayState) -> bool:
        return True

    def side(self, state: DDayState) -> int:
        return US if state.top(BarrageRecord).stage == REMOVING else JP

    def case_now(self, state: DDayState) -> str:
        frame = state.top(BarrageRecord)
        if frame.stage == FIRING and frame.color < 0:
            return "6.8.5"
        return {FIRING: "8.4.1-2", REMOVING: "8.4.1-3", REDUCING: "17.5.1"}[frame.stage]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(BarrageRecord)
        where = hex_of(state, frame.position)
        if frame.stage == REMOVING:
            return f"Choose the depth marker in {where} that the barrage eliminates."
        if frame.stage == REDUCING:
            return f"Barrage of {where}: a card shows whether the fort is reduced."
        if frame.color < 0:
            return f"Barrage of {where}: a card gives the black position its color."
        return f"Barrage of {where}: draw the fire card; {COLORS[frame.color]} or a {SYMBOLS[frame.symbol]} counts."

    def choices(self, state: DDayState) -> Choices:
        frame = state.top(BarrageRecord)
        if frame.stage == REMOVING:
            return [pack(REMOVE, slot + 1) for slot in japanese_damage.standing_depth(state, frame.position)]
        return [DRAW_CODE]

    @enforces(FAMILY, "8.4.1-2", "6.8.5", "17.5.1")
    def take_draw(self, state: DDayState) -> None:
        frame = state.top(BarrageRecord)
        if frame.stage == REDUCING:
            self.try_fort(state, frame)
        elif frame.color < 0:
            self.give_color(state, frame)
        else:
            self.fire(state, frame)

    @enforces(FAMILY, "6.8.5", "20.0-caves-f")
    def give_color(self, state: DDayState, frame: BarrageRecord) -> None:
        """A black position takes the color of a card's landing symbol, for this barrage only."""
        card = cards.draw(state, DISCARDS, "the color of the black position", "6.8.5")
        color = -1 if card is None else card.landing_color
        if color < 0:
            state.stack.pop()
            return
        state.replace(Barrage, frame.position, frame.column, frame.symbol, color, FIRING, 0)
        if state.sink is not None:
            where = hex_of(state, frame.position)
            text = f"{where} counts as {COLORS[color]}"
            data = {
                "hex": where,
                "color": COLORS[color],
                "why": because("the landing symbol has that color", "6.8.5"),
            }
            state.happened("color", "6.8.5", text, data)

    @enforces(FAMILY, "8.4.1-2", "8.4.1-3", "6.7", "6.7-a", "20.0-caves-f", "20.0-caves-g")
    def fire(self, state: DDayState, frame: BarrageRecord) -> None:
        """The fire card, and what the chart says: disruption, guns, a depth marker, perhaps the fort."""
        position = frame.position
        card = cards.draw(state, DISCARDS, f"the barrage of {hex_of(state, position)}", "8.4.1-2")
        codes = result_of(state, frame.column, frame.symbol, frame.color, card)
        if state.sink is not None:
            self.tell(state, frame, card, codes)
        tried = int(REDUCES in codes and state.fort[position] != 0)
        slots = japanese_damage.standing_depth(state, position) if "X" in codes else []
        if "X" in codes and position >= state.ruleset.position_count:
            fallen_units.lose_cave(state, position, "20.0-caves-f")
        if "D" in codes:
            japanese_damage.shake(state, position, "8.4.1-3")
        if "A" in codes:
            destroy_guns(state, position)
        if len(slots) > 1:
            state.replace(Barrage, position, frame.column, frame.symbol, frame.color, REMOVING, tried)
            return
        if slots:
            japanese_damage.lose_marker(state, position, slots[0], "8.4.1-3")
        self.after(state, tried)

    @staticmethod
    def tell(state: DDayState, frame: BarrageRecord, card: Card | None, codes: tuple[str, ...]) -> None:
        """Report the result."""
        where = hex_of(state, frame.position)
        symbol = card is not None and card.target == frame.symbol
        color = card is not None and bool(card.fire_colors >> frame.color & 1)
        matched = [word for word, found in ((COLORS[frame.color], color), (f"the {SYMBOLS[frame.symbol]}", symbol)) if found]
        reason = (
            f"the card has {' and '.join(matched)}" if matched else f"neither {COLORS[frame.color]} nor a {SYMBOLS[frame.symbol]}"
        )
        idle = idle_codes(state, frame.position)
        says = listed([SAYS[code] for code in codes if code not in idle]) or SAYS["NE"]
        data = {
            "hex": where,
            "card": card.number if card is not None else 0,
            "color": color,
            "symbol": symbol,
            "result": " ".join(codes),
            "why": because(reason, "8.4.1-2"),
        }
        state.happened("barrage result", "8.4.1-3", f"Barrage of {where}: {reason}; {says}", data)

    @staticmethod
    def after(state: DDayState, tried: int) -> None:
        """The fort is tried, or the barrage is over."""
        frame = state.top(BarrageRecord)
        if tried:
            state.replace(Barrage, frame.position, frame.column, frame.symbol, frame.color, REDUCING, 0)
        else:
            state.stack.pop()
            defenders.close_cave(state, frame.position)

    @enforces(FAMILY, "17.5.1", "17.5-c", "17.7-a")
    def try_fort(self, state: DDayState, frame: BarrageRecord) -> None:
        """One card: the top fort is reduced if its landing color is one of its own fire colors."""
        where = hex_of(state, frame.position)
        card = cards.draw(state, DISCARDS, f"the fort in {where}", "17.5.1")
        reduced = reduces_fort(card)
        if state.sink is not None and card is not None:
            color = COLORS[card.landing_color]
            reason = f"{color}, its landing color, is {'' if reduced else 'not '}among its fire colors"
            data = {"hex": where, "card": card.number, "reduced": reduced, "why": because(reason, "17.5.1")}
            state.happened("fort tried", "17.5.1", f"The fort in {where} {'is hit' if reduced else 'holds'}: {reason}", data)
        state.stack.pop()
        if reduced:
            forts.reduce(state, frame.position, "17.5.1")

    def refuse_draw(self, state: DDayState) -> Refusal:
        return Refusal("8.4.1-3", f"a depth marker has to be chosen first: {self.prompt(state)}")

    @enforces(FAMILY, "8.4.1-3")
    def take_remove(self, state: DDayState, number: int) -> None:
        frame = state.top(BarrageRecord)
        japanese_damage.lose_marker(state, frame.position, number - 1, "8.4.1-3")
        self.after(state, frame.tried)

    def refuse_remove(self, state: DDayState, number: int) -> Refusal:
        return Refusal("8.4.1-3", f"there is no such depth marker: {self.prompt(state)}")


def idle_codes(state: DDayState, position: int) -> tuple[str, ...]:
    """Results for which the hex has nothing: no guns, no depth marker, no fort."""
    guns = state.ruleset.positions[position].artillery and not state.guns_lost[position]
    depth = japanese_damage.standing_depth(state, position) or position >= state.ruleset.position_count
    found = (("A", guns), ("X", depth), (REDUCES, state.fort[position]))
    return tuple(code for code, thing in found if not thing)


@enforces(FAMILY, "6.7", "6.7-a")
def destroy_guns(state: DDayState, position: int) -> None:
    """The guns of a position hex, if it has any, are destroyed for good."""
    if state.guns_lost[position] or not state.ruleset.positions[position].artillery:
        return
    state.guns_lost[position] = 1
    state.touch_position(position)
    if state.sink is not None:
        where = hex_of(state, position)
        state.happened("guns", "6.7", f"The guns in {where} are destroyed", {"hex": where})


SAYS: Final = {
    "NE": "no effect",
    "D": "the Japanese are disrupted",
    "A": "guns are destroyed",
    "X": "a depth marker is eliminated",
    REDUCES: "the fort may be reduced",
}
STEPS: Final[tuple[AnyStep, ...]] = (Barraging(), Barrage())
