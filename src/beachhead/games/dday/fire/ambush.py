"""Letters A and I from GT 7 on (13.9 to 13.11): ambush, artillery action, infiltrate. Assaults (13.8) are told elsewhere."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import SYMBOLS
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.counters import cards, defenders, japanese_reserves, marines
from beachhead.games.dday.fire import hits, leaders, letters
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DISCARDS, HIT, DDayState
from beachhead.games.dday.verbs import HIT as HIT_VERB
from beachhead.games.dday.verbs import LOSE, SACRIFICE

STREAM: Final = "ambush"


def free_hexes(state: DDayState, group: int) -> list[int]:
    """The positions of a group in which nobody is."""
    return [position for position in state.ruleset.groups[group].positions if japanese_reserves.room_for_unit(state, position)]


# ---------------------------------------------------------------------- ambush


@enforces(FAMILY, "13.9", "summary-gt49")
def ambushing(state: DDayState, group: int) -> int:
    """The hex from which a group ambushes: the free one nearest to US units, then the lowest. It must be in communication, and a
    US unit within three hexes (D89). -1 if it does not."""
    if letters.opening_of(state, group) < 0:
        return -1
    ruleset, ground = state.ruleset, state.ruleset.ground
    best, found = letters.NEAR + 1, -1
    for position in free_hexes(state, group):
        distance = ground.nearest(ruleset.position_hex[position], state.us_mask)
        if distance < best:
            best, found = distance, position
    return found


@enforces(FAMILY, "13.9-a", "13.9-b")
def ambushed_hexes(state: DDayState, position: int) -> list[int]:
    """The US hexes nearest to a position, of these the ones with the most steps."""
    ruleset = state.ruleset
    row = ruleset.ground.distance[ruleset.position_hex[position]]
    ranks = [(row[place], -marines.steps_of(state, units), place) for place, units in state.us_at.items()]
    best = min(ranks)[:2]
    return sorted(place for distance, few, place in ranks if (distance, few) == best)


@enforces(FAMILY, "13.9-a", "13.9-d", "13.9-e")
def ambushed_units(state: DDayState, place: int) -> list[int]:
    """The units of a hex with the card's symbol that have the most steps; the player chooses among equals (D78). As in a raid, a
    disrupted unit shields others with fewer steps (D97)."""
    ruleset = state.ruleset
    target = ruleset.card_faces[state.card].target
    fit = [unit for unit in state.units_in(place) if ruleset.symbol[unit] == target and not ruleset.is_regimental_hq[unit]]
    most = max([state.steps[unit] for unit in fit], default=0)
    return [unit for unit in fit if state.steps[unit] == most]


@enforces(FAMILY, "13.9", "13.9-c", "13.9-e")
def ambush(state: DDayState, position: int) -> None:
    """Strike the nearest US hex; lots decide among equal ones."""
    ruleset = state.ruleset
    places = ambushed_hexes(state, position)
    place = places[state.dice.below(len(places), STREAM)] if len(places) > 1 else places[0]
    units = ambushed_units(state, place)
    if state.sink is not None:
        here, there = ruleset.hex_name(ruleset.position_hex[position]), ruleset.hex_name(place)
        name, symbol = ruleset.groups[ruleset.position_group[position]].name, SYMBOLS[ruleset.card_faces[state.card].target]
        reason = f"{name} is unoccupied and in communication; {there} is the nearest US hex with the most steps"
        data = {"hex": here, "target": there, "why": Why(f"{reason}.", "13.9", there, (here, there)).plain()}
        state.happened("ambush", "13.9", f"An ambush from {here} on {there}", data)
        if not units:
            state.happened("no hit", "13.9-e", f"No unit in {there} has the {symbol}", {"hex": there})
    if len(units) > 1:
        state.push(Ambushed, place)
    elif units:
        marines.disrupt(state, units[0], "13.9-a")


class AmbushedRecord(NamedTuple):
    """The hex that is ambushed."""

    step: int
    place: int


class Ambushed(Question[DDayState]):
    """Several units suffer alike: the player chooses."""

    name = "ambushed"
    case = "13.9-d"
    record = AmbushedRecord
    pushed_by = ("fire phase",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        place = frame.place
        return (
            state.phase == FIRE_PHASE
            and 0 <= place < state.ruleset.ground.land
            and 0 <= state.card < len(state.ruleset.card_faces)
            and len(ambushed_units(state, place)) > 1
        )

    def settle(self, state: DDayState) -> bool:
        return True

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        where = state.ruleset.hex_name(state.top(AmbushedRecord).place)
        return f"Ambush on {where}: choose which of the units with the most steps is disrupted."

    def choices(self, state: DDayState) -> Choices:
        return [pack(HIT_VERB, unit) for unit in ambushed_units(state, state.top(AmbushedRecord).place)]

    @enforces(FAMILY, "13.9-d")
    def take_hit(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        marines.disrupt(state, unit, "13.9-a")

    def refuse_hit(self, state: DDayState, unit: int) -> Refusal:
        name, place = state.ruleset.unit_ids[unit], state.top(AmbushedRecord).place
        where = state.ruleset.hex_name(place)
        if state.where[unit] != place:
            return Refusal("13.9-a", f"{name} is not in {where}, which is ambushed", (name,))
        if state.ruleset.symbol[unit] != state.ruleset.card_faces[state.card].target:
            return Refusal("13.9-a", f"{name} does not have the card's symbol", (name,))
        return Refusal("13.9-d", f"another unit with the symbol in {where} has more steps than {name}", (name,))


# ---------------------------------------------------------------------- infiltrate


@enforces(FAMILY, "13.11", "13.11-c")
def infiltrated(state: DDayState, group: int) -> int:
    """The hex in which a group would take an infiltrating unit: its lowest numbered one with nobody in it and no garrison; the
    group must be out of communication, with a US unit within three hexes (D89, D92). -1 if it cannot."""
    ruleset = state.ruleset
    if not ruleset.ground.group_disk[letters.NEAR][group] & state.us_mask or communication.group_in_communication(state, group):
        return -1
    for position in free_hexes(state, group):
        if not state.garrisons[position]:
            return position
    return -1


@enforces(FAMILY, "13.11", "13.11-d")
def may_infiltrate(state: DDayState, group: int) -> bool:
    """Whether the reserve of its sector reaches for a group: those of its color that are nearer to US units come first, then by
    letter and number. Groups whose turn has passed are out of it, as with muster (D140)."""
    ruleset = state.ruleset
    sector = ruleset.groups[group].sector
    units = len(state.pools[defenders.reserve_of(state, sector)])
    here = infiltrated(state, group)
    if not units or here < 0:
        return False
    mine, before = (letters.distance_to_us(state, group), here), 0
    for other in ruleset.ground.groups_of_color[ruleset.groups[group].color]:
        if other <= group or ruleset.groups[other].sector != sector or defenders.is_group_occupied(state, other):
            continue
        there = infiltrated(state, other)
        if there >= 0 and (letters.distance_to_us(state, other), there) < mine:
            before += 1
    return before < units


@enforces(FAMILY, "13.11-a", "13.11-b")
def infiltrate(state: DDayState, position: int) -> None:
    """A reserve unit appears without depth; it does not fire in this phase."""
    ruleset = state.ruleset
    where, name = ruleset.hex_name(ruleset.position_hex[position]), ruleset.groups[ruleset.position_group[position]].name
    text = f"{name} is unoccupied, out of communication and within three hexes of a US unit: a unit infiltrates"
    japanese_reserves.place_reserve(state, position, depth=False, case="13.11", why=Why(f"{text}.", "13.11", where).plain())
    state.used[position] = 1


# ---------------------------------------------------------------------- artillery action


def is_hot(state: DDayState, group: int) -> bool:
    """Whether US units are in the intense field with which a group fires."""
    return bool(fields_of_fire.group_field(state, group)[0] & state.us_mask)


@enforces(FAMILY, "13.10")
def has_guns(state: DDayState, group: int) -> bool:
    """Whether a group makes an artillery action by A: intact guns, and US units in its intense field before it fires."""
    return bool(hits.gun_hexes(state, group)) and is_hot(state, group)


@enforces(FAMILY, "13.10-hit", "13.10-target", "6.3.4")
def shelled(state: DDayState, group: int) -> list[int]:
    """The units among which the player chooses who loses the step: of the US hexes in the intense field the one with the most
    steps, or equal ones (D93). A unit that has lost a step in this phase is spared; a hex with nobody else is passed over."""
    ruleset = state.ruleset
    hot = fields_of_fire.group_field(state, group)[0] & state.us_mask
    most, found = 0, list[int]()
    for place in spaces_of(hot):
        here = state.units_in(place)
        fit = [unit for unit in here if not state.acted[unit] & HIT and not ruleset.is_regimental_hq[unit]]
        steps = marines.steps_of(state, [unit for unit in here if not ruleset.is_regimental_hq[unit]])
        if fit and steps > most:
            most, found = steps, fit
        elif fit and steps == most:
            found = [*found, *fit]
    return sorted(found)


@enforces(FAMILY, "13.10", "13.10-hit")
def draw_extra(state: DDayState, group: int) -> None:
    """The extra card; the fire card stays in force for the others."""
    name = state.ruleset.groups[group].name
    card = cards.draw(state, DISCARDS, f"the artillery of {name}", "13.10")
    if card is None:
        return
    if not card.artillery:
        state.report("no hit", "13.10-hit", f"Card {card.number:02} does not show the artillery symbol", {"card": card.number})
    elif shelled(state, group):
        state.push(Shelled, group)
    else:
        state.report("no hit", "13.10-hit", f"The artillery of {name} finds nobody", {"card": card.number})


class ShelledRecord(NamedTuple):
    """The group whose artillery hits."""

    step: int
    group: int


class Shelled(Question[DDayState]):
    """One unit in the intense field loses a step, of the player's choice."""

    name = "shelled"
    case = "13.10-hit"
    record = ShelledRecord
    pushed_by = ("fire phase",)
    forced_verbs = ("lose",)

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return state.phase == FIRE_PHASE and 0 <= frame.group < state.ruleset.group_count and bool(shelled(state, frame.group))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        name = state.ruleset.groups[state.top(ShelledRecord).group].name
        return f"The artillery of {name} hits: choose a unit that loses a step."

    def choices(self, state: DDayState) -> Choices:
        units = shelled(state, state.top(ShelledRecord).group)
        return [*[pack(LOSE, unit) for unit in units], *[pack(SACRIFICE, unit) for unit in units if may_give_hero(state, unit)]]

    @enforces(FAMILY, "13.10-hit", "13.10-target")
    def take_lose(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        marines.lose_step(state, unit, "13.10-hit", by_fire=True)

    @enforces(FAMILY, "11.1.5", "11.1.6-a")
    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        give_hero(state, unit)

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        name, group = state.ruleset.unit_ids[unit], state.top(ShelledRecord).group
        place = state.where[unit]
        if place < 0 or not fields_of_fire.group_field(state, group)[0] >> place & 1:
            return Refusal("13.10-hit", f"{name} is not in the intense field of {state.ruleset.groups[group].name}", (name,))
        if state.acted[unit] & HIT:
            return Refusal("6.3.4", f"{name} has already lost a step this phase", (name,))
        return Refusal("13.10-target", f"another hex in the field has more steps than that of {name}", (name,))


@enforces(FAMILY, "11.1.5", "11.1.6-a")
def may_give_hero(state: DDayState, unit: int) -> bool:
    """Whether a hero may be given for a step: a hero for the last one, an inspired marker for any."""
    hero = marines.hero_of(state, unit)
    return hero >= 0 and (bool(state.inspired[hero]) or state.steps[unit] == 1)


@enforces(FAMILY, "11.1.5", "11.1.6-a")
def give_hero(state: DDayState, unit: int) -> None:
    """A hero is given for a step; an inspired marker leaves the unit disrupted."""
    inspired = marines.is_inspired(state, unit)
    leaders.hit_hero(state, unit, "11.1.6-a" if inspired else "11.1.5")
    if inspired:
        marines.disrupt(state, unit, "11.1.6-a")


STEPS: Final[tuple[AnyStep, ...]] = (Ambushed(), Shelled())
