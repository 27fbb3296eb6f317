"""Japanese raids (10.0, 4.0-VIII): which US hexes are open to a raid, who raids, and what it does (D26, D97, c-8 to c-10)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted, listed
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, Card
from beachhead.games.dday.control import communication
from beachhead.games.dday.counters import cards, marines
from beachhead.games.dday.fire import ambush
from beachhead.games.dday.island.ground import SURIBACHI
from beachhead.games.dday.phases import FAMILY, PM
from beachhead.games.dday.phases import RAIDS as RAID_PHASE
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import DISCARDS, DDayState
from beachhead.games.dday.verbs import HIT, RAID, SACRIFICE

REACH: Final = 3
"""How near raiders are, and how near a black group lends a hand."""
OPEN: Final = 2
"""From so many open neighbors on a hex can be raided."""
NIGHT_ASSAULT: Final = "night-assault"
# What a raid does.
NOTHING: Final = 0
SHOCK: Final = 1
"""One unit is disrupted."""
LOSS: Final = 2
"""One unit loses a step and is disrupted."""


# ---------------------------------------------------------------------- who can be raided


@enforces(FAMILY, "10.2-c", "10.2-d", "10.1")
def raided_units(state: DDayState, place: int) -> list[int]:
    """The units of a hex that count for a raid: those that count for stacking (D97)."""
    return [unit for unit in state.units_in(place) if not state.ruleset.is_regimental_hq[unit]]


def _covering(state: DDayState) -> int:
    """Hexes with an undisrupted US unit."""
    found = 0
    for place, units in state.us_at.items():
        for unit in units:
            if not state.disrupted[unit]:
                found |= 1 << place
                break
    return found


@enforces(FAMILY, "10.1-b-1", "15.4.1")
def open_flanks(state: DDayState, place: int) -> int:
    """The open hexes next to a US hex, as bits: land without an undisrupted US unit, and not next to another hex that has one
    (c-8). A garrison occupies its own hex, but it is not a unit that covers others."""
    return _open_flanks(state, place, _covering(state))


def _open_flanks(state: DDayState, place: int, covering: int) -> int:
    near = state.ruleset.ground.near_mask
    covering &= ~(1 << place)
    found = 0
    for other in spaces_of(near[place] & ~(covering | state.garrison_mask)):
        if not near[other] & covering:
            found |= 1 << other
    return found


@enforces(FAMILY, "10.1-b-2", "12.2", "12.2-e")
def raiders_reach(state: DDayState, place: int) -> bool:
    """Whether a hex is in Japanese communication as far as raids go: it may itself be in US hands or control, but not the path to
    it (c-8). In sector 1 a path to Suribachi will do."""
    network, found = state.ruleset.network, communication.lines(state)
    reach = network.around[place]
    if reach & found.live:
        return True
    return state.ruleset.ground.sector[place] == SURIBACHI and bool(reach & found.suribachi)


@enforces(FAMILY, "4.0-VIII-1", "10.1", "10.1-a", "10.1-b-1", "10.1-b-2")
def susceptible(state: DDayState) -> list[int]:
    """The US hexes that are open to raids now, row by row: two open neighbors or more, one of them in Japanese communication."""
    ground, covering, found = state.ruleset.ground, _covering(state), list[tuple[int, int, int]]()
    for place in state.us_at:
        if not raided_units(state, place):
            continue
        flanks = _open_flanks(state, place, covering)
        if flanks.bit_count() >= OPEN and any(raiders_reach(state, flank) for flank in spaces_of(flanks)):
            found.append((ground.rows[place], ground.columns[place], place))
    return [place for _, _, place in sorted(found)]


# ---------------------------------------------------------------------- who raids


@enforces(FAMILY, "10.2-a", "2.1.2-b")
def can_raid(state: DDayState, group: int, place: int) -> bool:
    """Whether a group raids a hex: a hex of its own within three hexes holds a unit or depth marker, disrupted or not, and it is
    in communication; a tunnel serves its own hex only. A fort alone stays where it is."""
    ruleset = state.ruleset
    row = ruleset.ground.distance[place]
    for position in ruleset.groups[group].positions:
        if row[ruleset.position_hex[position]] > REACH:
            continue
        manned = state.unit[position] or state.second[position] or state.tank[position] or state.depth[position]
        if manned and communication.japanese_in_communication(state, position):
            return True
    return False


@enforces(FAMILY, "10.2-a", "10.2-a-important", "10.2-b")
def raiders(state: DDayState, place: int, card: Card) -> list[int]:
    """The groups that raid a hex by a card, each counted once (c-10): those of its colors, in place of a barred color the black
    ones."""
    colors = {BLACK if entry.bar else entry.color for entry in card.fire}
    groups = state.ruleset.ground.groups_of_color
    return [group for color in sorted(colors) for group in groups[color] if can_raid(state, group, place)]


@enforces(FAMILY, "10.2-b-1", "20.0-night-assault")
def is_night_assault(state: DDayState) -> bool:
    """Whether raids count one more: on a PM turn while Night Assault lasts (c-9)."""
    event = state.ruleset.components.event_index.get(NIGHT_ASSAULT, -1)
    return event >= 0 and bool(state.lasting[event]) and state.ruleset.charts.parts[state.turn] == PM


@enforces(FAMILY, "10.2-b-2")
def has_black_support(state: DDayState, groups: list[int]) -> bool:
    """Whether a raiding group is within three hexes of a black one, held or not; a black group is no support to itself."""
    ruleset = state.ruleset
    for black in ruleset.ground.black_groups:
        if not ruleset.in_play[ruleset.groups[black].positions[0]]:
            continue
        near = ruleset.ground.groups_near_group[REACH][black]
        if any(group != black and near >> group & 1 for group in groups):
            return True
    return False


@enforces(FAMILY, "10.2-b", "10.2-b-1", "10.2-b-2", "10.2-none")
def value_of(state: DDayState, groups: list[int]) -> int:
    """The value of a raid: the groups, and what is added if there is one at all (D97)."""
    if not groups:
        return 0
    return len(groups) + int(is_night_assault(state)) + int(has_black_support(state, groups))


@enforces(FAMILY, "10.2-c", "10.2-d", "10.2-less", "10.2-none")
def effect_of(value: int, units: int) -> int:
    """What a raid does to so many units.

    >>> effect_of(0, 1), effect_of(1, 2), effect_of(2, 2), effect_of(3, 2)
    (0, 0, 1, 2)
    """
    if not value or value < units:
        return NOTHING
    return SHOCK if value == units else LOSS


@enforces(FAMILY, "10.2-c", "10.2-d")
def victims(state: DDayState, place: int) -> list[int]:
    """The units of a hex with the most steps, disrupted ones too (D97); the player chooses among equals."""
    units = raided_units(state, place)
    most = max([state.steps[unit] for unit in units], default=0)
    return [unit for unit in units if state.steps[unit] == most]


# ---------------------------------------------------------------------- the phase


class RaidRecord(NamedTuple):
    """What the raid under way does (0: a card is due), and the hexes that are still to be raided, fixed when the phase begins."""

    step: int
    effect: int = NOTHING
    places: tuple[int, ...] = ()


@enforces(FAMILY, "4.0-VIII", "4.0-VIII-1", "10.1-a")
def begin(state: DDayState) -> None:
    """The Japanese Raid Check Phase begins: all open hexes are listed before the first card (D97)."""
    places = susceptible(state)
    if places:
        if state.sink is not None:
            names = [state.ruleset.hex_name(place) for place in places]
            verb = "is" if len(names) == 1 else "are"
            state.happened("susceptible", "10.1-a", f"{listed(names)} {verb} open to raids", {"hexes": names})
        state.push(Raids, NOTHING, tuple(places))


class Raids(Question[DDayState]):
    """One card for each hex; the player chooses among units that suffer alike."""

    name = "raids"
    case = "10.2"
    record = RaidRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return (
            state.phase == RAID_PHASE
            and NOTHING <= frame.effect <= LOSS
            and len(frame.places) > 0
            and all(0 <= place < state.ruleset.ground.land for place in frame.places)
            and (not frame.effect or bool(victims(state, frame.places[0])))
        )

    @enforces(FAMILY, "4.0-VIII-2", "4.0-VIII-3", "10.2")
    def settle(self, state: DDayState) -> bool:
        """A hex whose units have all been lost meanwhile needs no card."""
        frame = state.top(RaidRecord)
        if not frame.places:
            state.stack.pop()
            return False
        if not raided_units(state, frame.places[0]):
            state.replace(Raids, NOTHING, frame.places[1:])
            return False
        choices = state.choices()
        if frame.effect and len(choices) == 1:
            self.take(state, choices[0])
            return False
        return True

    def side(self, state: DDayState) -> int:
        return US if state.top(RaidRecord).effect else JP

    def case_now(self, state: DDayState) -> str:
        return ("10.2", "10.2-c", "10.2-d")[state.top(RaidRecord).effect]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(RaidRecord)
        where = state.ruleset.hex_name(frame.places[0])
        if frame.effect == LOSS:
            return f"Raid on {where}: choose which of the units with the most steps loses a step and is disrupted."
        if frame.effect:
            return f"Raid on {where}: choose which of the units with the most steps is disrupted."
        return f"Draw the card for the raid on {where}."

    @enforces(FAMILY, "10.2", "10.2-c", "10.2-d")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(RaidRecord)
        if not frame.places:
            return []
        if not frame.effect:
            return [pack(RAID, frame.places[0])]
        units = victims(state, frame.places[0])
        found = [pack(HIT, unit) for unit in units]
        if frame.effect == LOSS:
            found += [pack(SACRIFICE, unit) for unit in units if ambush.may_give_hero(state, unit)]
        return found

    # ------------------------------------------------------------------ acts

    @enforces(FAMILY, "4.0-VIII-2", "10.2", "10.2-a", "10.2-b", "10.2-less", "10.2-none")
    def take_raid(self, state: DDayState, place: int) -> None:
        """Draw a card and count the raiders."""
        frame = state.top(RaidRecord)
        where = state.ruleset.hex_name(place)
        card = cards.draw(state, DISCARDS, f"a raid on {where}", "10.2")
        groups = raiders(state, place, card) if card is not None else []
        value, units = value_of(state, groups), len(raided_units(state, place))
        effect = effect_of(value, units)
        if state.sink is not None:
            self._report(state, place, groups, value, units, effect)
        if effect:
            state.replace(Raids, effect, frame.places)
        else:
            state.replace(Raids, NOTHING, frame.places[1:])

    def _report(self, state: DDayState, place: int, groups: list[int], value: int, units: int, effect: int) -> None:
        ruleset = state.ruleset
        where, names = ruleset.hex_name(place), [ruleset.groups[group].name for group in groups]
        if not names:
            reason, case = "no group of the card's colors within three hexes can raid", "10.2-none"
        else:
            extra = []
            if is_night_assault(state):
                extra.append("one more for Night Assault")
            if has_black_support(state, groups):
                extra.append("one more for a black position nearby")
            reason = f"raided by {listed([*names, *extra])}: value {value} against {counted(units, 'unit')}"
            case = ("10.2-less", "10.2-c", "10.2-d")[effect]
        result = ("no effect", "one unit is disrupted", "one unit loses a step and is disrupted")[effect]
        why = Why(f"{where} is {reason}." if names else f"{where}: {reason}.", case, where).plain()
        data = {"hex": where, "groups": names, "value": value, "units": units, "why": why}
        state.happened("raid", case, f"Raid on {where}, value {value}: {result}", data)

    @enforces(FAMILY, "4.0-VIII-3", "4.0-VIII-important", "10.2-c", "10.2-d", "10.2-recover")
    def take_hit(self, state: DDayState, unit: int) -> None:
        """The unit is disrupted on this game turn, so it cannot recover before the next US Action Phase."""
        frame = state.top(RaidRecord)
        state.replace(Raids, NOTHING, frame.places[1:])
        if frame.effect == LOSS:
            marines.lose_step(state, unit, "10.2-d")
        if state.where[unit] >= 0:
            marines.disrupt(state, unit, "10.2-d" if frame.effect == LOSS else "10.2-c")

    @enforces(FAMILY, "11.1.5", "11.1.6-a")
    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        """A hero is given for the step; the unit is disrupted all the same."""
        frame = state.top(RaidRecord)
        state.replace(Raids, NOTHING, frame.places[1:])
        ambush.give_hero(state, unit)
        marines.disrupt(state, unit, "10.2-d")

    # ------------------------------------------------------------------ refusals

    def refuse_raid(self, state: DDayState, place: int) -> Refusal:
        frame, where = state.top(RaidRecord), state.ruleset.hex_name(place)
        if place not in frame.places:
            return Refusal("10.1", f"{where} is not open to a raid")
        return Refusal("10.2", f"raids are resolved in order: {state.ruleset.hex_name(frame.places[0])} is next")

    def refuse_hit(self, state: DDayState, unit: int) -> Refusal:
        frame, name = state.top(RaidRecord), state.ruleset.unit_ids[unit]
        case = "10.2-d" if frame.effect == LOSS else "10.2-c"
        if state.where[unit] != frame.places[0]:
            return Refusal(case, f"{name} is not in {state.ruleset.hex_name(frame.places[0])}, which is raided", (name,))
        return Refusal(case, f"a unit with more steps than {name} is in the hex", (name,))


STEPS: Final[tuple[AnyStep, ...]] = (Raids(),)
