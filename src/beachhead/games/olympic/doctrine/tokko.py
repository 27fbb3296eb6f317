"""The Tokko attack on the fleet (14.25, 14.4, 16.52, 17.3, 17.4): Game-Turn 1 only, after all stacks have been placed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted, listed
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import US_ASSAULT
from beachhead.games.olympic.ruleset import JP, US
from beachhead.games.olympic.state import LOST, OlympicState
from beachhead.games.olympic.verbs import ANNOUNCE, LOSE, ROLL_CODE

MARKERS: Final = 6
"""Air Interdiction markers that cost the fleet one point of the die (16.52)."""

# What is rolled next.
TRACK: Final = 0
TABLE: Final = 1
ZONE: Final = 2
OVER: Final = 3


class Raid(NamedTuple):
    """A Tokko attack: what is rolled next, the table it is on, with 17.3 the zone attacked, and the units still to be lost."""

    step: int
    stage: int = TRACK
    table: int = 0
    zone: int = -1
    left: int = 0


class Picked(NamedTuple):
    """Losses that the U.S. player picks (17.4): in which zone, or -1 for the highest hex of the map, and how many are left."""

    step: int
    zone: int
    left: int


@enforces(FAMILY, "14.25-when", "16.52", "16.4")
def begin(state: OlympicState) -> None:
    """The attack, and before it, in the two-player game, the announcement; both wait for what is pushed on top of them."""
    state.push(Tokko)
    if not state.ruleset.solitaire and state.announced < 0:
        state.push(Announce)


# ---------------------------------------------------------------------- where the fleet is


def fleet(state: OlympicState, zone: int) -> int:
    """The hexes of a zone that hold U.S. units; of all zones, if it is -1."""
    ground = state.ruleset.ground
    return state.us_mask & (ground.zone_mask if zone < 0 else mask_of(ground.board.zones[zone].hexes))


def is_north(state: OlympicState) -> bool:
    """Whether U.S. units are in a northern zone."""
    ground = state.ruleset.ground
    return any(ground.is_northern[ground.zone_of[space]] for space in spaces_of(fleet(state, -1)))


def table_zones(state: OlympicState) -> list[int]:
    """The zones that Table 4 names, by die."""
    names = state.ruleset.ground.zone_names
    return [names.index(name) if name in names else -1 for name in state.ruleset.components.tokko_zones]


@enforces(FAMILY, "14.25-losses", "14.25-number", "14.25-number-example", "14.25-permanent", "15.31")
def sink_stacks(state: OlympicState, zone: int, left: int) -> int:
    """Remove whole stacks, the highest hex first, until enough units are gone or the zone is empty; returns how many are left."""
    while left > 0:
        hexes = fleet(state, zone)
        if not hexes:
            break
        for unit in state.units_in(hexes.bit_length() - 1):
            sink(state, unit, "14.25-losses")
            left -= 1
    return max(0, left)


@enforces(FAMILY, "14.25-permanent", "15.31")
def sink(state: OlympicState, unit: int, case: str) -> None:
    """A unit is lost at sea for good; it costs nothing beyond the table's Casualty Points."""
    if state.sink is not None:
        name, where = state.name(unit), state.hex_name(state.where[unit])
        text = f"{name} is lost at sea in {where} and will not return"
        state.tell("lost", case, text, unit=name, hex=where, supplied=True)
    state.take(unit, LOST)


# ---------------------------------------------------------------------- the steps

WHY_TRACK: Final = Why("The Tokko attack comes after the stacks have been placed, on Game-Turn 1 only.", "14.25-when").plain()
WHY_ZONE: Final = Why("Table 4 is thrown until it names a zone that still holds U.S. units.", "14.25-result").plain()


class Announce(Question[OlympicState]):
    """Whether Air Interdiction markers will be used on Game-Turn 1, at the fleet's risk."""

    name = "announce"
    case = "16.52"
    pushed_by = ("tokko",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        return "Announce how many Air Interdiction markers you will use on Game-Turn 1; each six make the Tokko attack stronger."

    @enforces(FAMILY, "16.52")
    def choices(self, state: OlympicState) -> Choices:
        return [pack(ANNOUNCE, number) for number in range(0, state.ruleset.components.interdiction + 1, MARKERS)]

    def take_announce(self, state: OlympicState, number: int) -> None:
        state.announced = number
        if state.sink is not None:
            text = f"The U.S. player announces {counted(number, 'Air Interdiction marker')} for this Game-Turn"
            state.tell("announced", "16.52", text, markers=number)
        state.stack.pop()

    def refuse_announce(self, state: OlympicState, number: int) -> Refusal:
        numbers = range(0, state.ruleset.components.interdiction + 1, MARKERS)
        return Refusal("16.52", f"On Game-Turn 1 {' or '.join(map(str, numbers))} markers can be announced, not {number}")

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_ASSAULT and state.turn == 1 and not state.ruleset.solitaire and state.announced < 0


class Tokko(Question[OlympicState]):
    """Die by die: Track 5, its table, and Table 4 as often as needed; with 17.3 one table die for each zone attacked (A102)."""

    name = "tokko"
    case = "14.25-when"
    record = Raid
    pushed_by = ("turn",)
    forced_verbs = ()

    def settle(self, state: OlympicState) -> bool:
        raid = state.top(Raid)
        if state.ruleset.hidden_tokko:
            if not state.tokko_shown:
                show_record(state)
            if raid.stage != TABLE:
                zone = next_zone(state, raid.zone)
                if zone >= 0:
                    state.replace(Tokko, TABLE, state.tokko[zone], zone, 0)
                    return True
            else:
                return True
        elif raid.stage < OVER and fleet(state, -1):
            zones = table_zones(state)
            if raid.stage < ZONE or any(zone >= 0 and fleet(state, zone) for zone in zones):
                return True
        state.stack.pop()
        return False

    def side(self, state: OlympicState) -> int:
        return JP

    def case_now(self, state: OlympicState) -> str:
        raid = state.top(Raid)
        if raid.stage == ZONE:
            return "14.25-result"
        if state.ruleset.hidden_tokko:
            return "17.3-resolve"
        if raid.stage == TABLE:
            return "17.4" if state.ruleset.optional_tokko else "14.4"
        return self.case

    def prompt(self, state: OlympicState) -> str:
        raid = state.top(Raid)
        if raid.stage == TRACK:
            return "The Tokko attack on the fleet: roll on Track 5 for its table."
        if raid.stage == TABLE:
            at = f" on {state.ruleset.ground.zone_names[raid.zone]}" if raid.zone >= 0 else ""
            less = state.announced // MARKERS if state.announced > 0 else 0
            minus = f", {less} subtracted for Air Interdiction markers" if less else ""
            return f"The Tokko attack{at}: roll on Tokko table {raid.table}{minus}."
        return f"{counted(raid.left, 'unit')} will be lost to Tokko: roll on table 4 for the zone."

    def choices(self, state: OlympicState) -> Choices:
        return [ROLL_CODE]

    def take_roll(self, state: OlympicState) -> None:
        raid = state.top(Raid)
        die = state.dice.roll()
        if raid.stage == TRACK:
            self.roll_track(state, die)
        elif raid.stage == TABLE:
            self.roll_table(state, raid, die)
        else:
            self.roll_zone(state, raid, die)

    @enforces(FAMILY, "14.25-when", "14.2", "14.3", "16.53-tracks")
    def roll_track(self, state: OlympicState, die: int) -> None:
        """Track 5 names the table."""
        table = state.ruleset.components.track5[die - 1]
        if state.sink is not None:
            state.tell(
                "die",
                "14.25-when",
                f"Track 5, die {die}: Tokko table {table}",
                track=5,
                die=die,
                says=f"table {table}",
                why=WHY_TRACK,
            )
        state.replace(Tokko, TABLE, table)

    @enforces(FAMILY, "14.25-result", "14.4", "16.52", "17.4", "17.41", "17.3-resolve", "17.3-example", "15.31")
    def roll_table(self, state: OlympicState, raid: Raid, die: int) -> None:
        """The table gives Casualty Points and losses. Each six markers announced take 1 off the die, down to 1 (A13)."""
        components, optional = state.ruleset.components, state.ruleset.optional_tokko
        read = max(1, die - (state.announced // MARKERS if state.announced > 0 else 0))
        points = (components.optional_tokko if optional else components.tokko)[raid.table - 1][read - 1]
        lost = components.tokko_units[points] if points else 0
        case = "17.4" if optional else "14.4"
        if state.sink is not None:
            says = f"{points} Casualty Points, {counted(lost, 'unit')} lost" if points else "no effect"
            reads = "" if read == die else f" read as {read}"
            state.tell(
                "die",
                case,
                f"Tokko table {raid.table}, die {die}{reads}: {says}",
                track=f"tokko {raid.table}",
                die=die,
                says=says,
                why=Why(f"Track 5 or the Tokko Points there named table {raid.table}.", case).plain(),
            )
        if not points:
            state.replace(Tokko, OVER, 0, raid.zone)
            return
        state.score(points, "17.41" if optional else "14.25-result")
        if raid.zone >= 0:
            state.replace(Tokko, OVER, 0, raid.zone)
            self.strike(state, raid.zone, points, lost)
        elif is_north(state):
            state.replace(Tokko, OVER)
            self.strike(state, -1, points, lost)
        else:
            state.replace(Tokko, ZONE, raid.table, -1, lost)

    @enforces(FAMILY, "14.25-result", "14.25-losses")
    def roll_zone(self, state: OlympicState, raid: Raid, die: int) -> None:
        """Table 4 names a zone; a zone without U.S. units is rolled again, and so is the rest if the zone runs out (A66)."""
        zone = table_zones(state)[die - 1]
        name = state.ruleset.components.tokko_zones[die - 1]
        hexes = fleet(state, zone) if zone >= 0 else 0
        if state.sink is not None:
            says = name if hexes else f"{name}, where no U.S. units are: roll again"
            state.tell(
                "die", "14.25-result", f"Tokko table 4, die {die}: {says}", track="tokko 4", die=die, says=says, why=WHY_ZONE
            )
        if hexes:
            here = sum(len(state.units_in(space)) for space in spaces_of(hexes))
            rest = max(0, raid.left - here)
            state.replace(Tokko, ZONE if rest else OVER, raid.table, -1, rest)
            self.strike(state, zone, 0, min(raid.left, here))

    @enforces(FAMILY, "14.25-north", "17.3-losses", "17.41-note")
    def strike(self, state: OlympicState, zone: int, points: int, lost: int) -> None:
        """Units are lost in a zone, or by the highest hexes of the map if U.S. units are in the north (A98). If the zone has too
        few for 17.3, what is there goes (A39)."""
        if state.sink is not None:
            name = state.ruleset.ground.zone_names[zone] if zone >= 0 else ""
            where = f"in {name}" if name else "in the highest hexes"
            text = f"The Tokko attack hits {counted(lost, 'unit')} {where}"
            state.tell("tokko", "14.25-losses" if zone >= 0 else "14.25-north", text, points=points, zone=name)
        if state.ruleset.optional_tokko:
            state.push(TokkoLosses, zone, lost)
        else:
            sink_stacks(state, zone, lost)

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        zones = state.ruleset.zone_count
        hidden = state.ruleset.hidden_tokko
        if state.phase != US_ASSAULT or state.turn != 1 or not TRACK <= frame.stage <= OVER or not -1 <= frame.zone < zones:
            return False
        if not 0 <= frame.table <= len(state.ruleset.components.tokko) or not 0 <= frame.left <= len(state.ruleset.us_units):
            return False
        if frame.stage == TABLE and not frame.table:
            return False
        if hidden:
            return bool(frame.stage != ZONE and (frame.stage != TABLE or frame.zone >= 0))
        return bool(frame.zone < 0 and (frame.stage != ZONE or frame.left > 0))


@enforces(FAMILY, "17.3-resolve")
def show_record(state: OlympicState) -> None:
    """The secret record is laid open."""
    state.tokko_shown = 1
    if state.sink is not None:
        names = state.ruleset.ground.zone_names
        points = {names[zone]: state.tokko[zone] for zone in range(len(names)) if state.tokko[zone]}
        text = f"Japan shows its record: {listed([f'{name} {number}' for name, number in points.items()]) or 'nothing'}"
        state.tell("tokko record", "17.3-resolve", text, zones=points)


def next_zone(state: OlympicState, after: int) -> int:
    """The next zone with Tokko Points and U.S. units, or -1."""
    for zone in range(after + 1, state.ruleset.zone_count):
        if state.tokko[zone] and fleet(state, zone):
            return zone
    return -1


class TokkoLosses(Question[OlympicState]):
    """With the optional tables the U.S. player picks the units that are lost (A40, A98, A105)."""

    name = "tokko losses"
    case = "17.41-note"
    record = Picked
    pushed_by = ("tokko",)
    forced_verbs = ("lose",)

    def settle(self, state: OlympicState) -> bool:
        picked = state.top(Picked)
        if picked.left > 0 and fleet(state, picked.zone):
            return super().settle(state)
        state.stack.pop()
        return False

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        picked = state.top(Picked)
        if picked.zone < 0:
            where = state.hex_name(fleet(state, -1).bit_length() - 1)
        else:
            where = state.ruleset.ground.zone_names[picked.zone]
        return f"Choose a unit in {where} that is lost to the Tokko attack; {counted(picked.left, 'unit')} to lose."

    @enforces(FAMILY, "17.41-note", "17.41", "14.25-north")
    def choices(self, state: OlympicState) -> Choices:
        return [pack(LOSE, unit) for unit in exposed(state, state.top(Picked).zone)]

    def take_lose(self, state: OlympicState, unit: int) -> None:
        picked = state.top(Picked)
        state.replace(TokkoLosses, picked.zone, picked.left - 1)
        sink(state, unit, "17.41-note")

    def refuse_lose(self, state: OlympicState, unit: int) -> Refusal:
        name, zone = state.name(unit), state.top(Picked).zone
        if zone < 0:
            where = state.hex_name(fleet(state, -1).bit_length() - 1)
            return Refusal("14.25-north", f"{name} is not in {where}, the highest hex; losses come from there", (name,))
        return Refusal("17.41-note", f"{name} is not in {state.ruleset.ground.zone_names[zone]}, the zone hit", (name,))

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        optional, below = state.ruleset.optional_tokko, state.stack[spot - 1]
        return optional and -1 <= frame.zone < state.ruleset.zone_count and 0 <= frame.left <= 9 and below[1] >= ZONE


def exposed(state: OlympicState, zone: int) -> list[int]:
    """The units among which the U.S. player picks: those of a zone, or of the highest hex of the map."""
    hexes = fleet(state, zone)
    spaces = spaces_of(hexes) if zone >= 0 else [hexes.bit_length() - 1]
    return sorted(unit for space in spaces for unit in state.units_in(space))
