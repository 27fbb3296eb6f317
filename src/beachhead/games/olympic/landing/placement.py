"""American Amphibious Assault Phase (10.1, 10.4, 10.5): stacks of three go into the hexes of invasion zones.

Units are placed one by one; a stack once begun is filled first. A stack may be begun only where everything placed so far can
still be completed to a legal whole (A70): two to five stacks in connected hexes of each zone that is used, and a coastal hex of
its own for every stack of the Game-Turn (A57). Zones touch each other only through coastal hexes that they share, so all legal
wholes are listed once for each cluster of zones, and the clusters are then joined by their numbers of stacks alone.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.boards.matching import most_served
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Question
from beachhead.games.olympic.doctrine import tokko
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import US_ASSAULT
from beachhead.games.olympic.ruleset import US, OlympicRuleset
from beachhead.games.olympic.state import BOX, DUE, LOST, STACK, OlympicState
from beachhead.games.olympic.verbs import DONE_CODE, PLACE

FEWEST: Final = 2
MOST: Final = 5
"""Stacks in a zone that is used."""

Wholes = list[tuple[int, int]]
"""Legal wholes of some zones: the hexes used, and how many they are."""
Caps = tuple[int, ...]
"""The most stacks that each zone may take."""


@enforces(FAMILY, "4.2-A2", "10.11", "10.42", "16.4")
def begin(state: OlympicState) -> None:
    """On Game-Turn 1 all units are placed and the Tokko attack follows; on the next two the Floating Reserve may be placed."""
    if state.turn == 1:
        tokko.begin(state)
    if may_assault(state):
        state.push(Place)


@enforces(FAMILY, "10.41", "10.42", "9.23", "9.23-b", "9.23-c", "9.3-normal", "16.31")
def may_assault(state: OlympicState) -> list[int]:
    """Units that may still be placed in this phase: on Game-Turn 1 those of that turn, on the turn of the Floating Reserve and
    the next one the reserve."""
    turn, floating = state.turn, state.ruleset.components.floating_turn
    if turn != 1 and not floating <= turn <= floating + 1:
        return []
    group, where, due = 1 if turn == 1 else floating, state.where, state.due
    return [unit for unit in state.ruleset.us_units if where[unit] == DUE and due[unit] == group]


# ---------------------------------------------------------------------- legal wholes


@enforces(FAMILY, "10.51-limits", "10.51-contiguous", "10.51-zones", "10.53", "10.53-example")
def zone_wholes(ruleset: OlympicRuleset, zone: int, most: int) -> Wholes:
    """What can be placed in one zone, whatever lies around it: nothing, or two to five stacks in connected hexes."""
    ground = ruleset.ground
    hexes = mask_of(ground.board.zones[zone].hexes)
    size, sets = 1, {1 << space for space in spaces_of(hexes)}
    found: Wholes = [(0, 0)]
    near = ground.grid.neighbour_mask
    while sets and size < min(MOST, most):
        grown: set[int] = set()
        for used in sets:
            edge = 0
            for space in spaces_of(used):
                edge |= near[space]
            for space in spaces_of(edge & hexes & ~used):
                grown.add(used | 1 << space)
        sets, size = grown, size + 1
        if size >= FEWEST:
            found += [(used, size) for used in sorted(sets)]
    return found


def clusters(ruleset: OlympicRuleset) -> list[tuple[list[int], int, int]]:
    """Zones in groups: those that share a coastal hex, directly or through others, are in one. With each its hexes and coast."""
    kept: list[tuple[list[int], int, int]] | None = ruleset.memo.get("zone clusters")
    if kept is not None:
        return kept
    ground, groups = ruleset.ground, list[list[int]]()
    for zone in range(ruleset.zone_count):
        linked = {zone}
        for zones in ground.zones_beside.values():
            if zone in zones:
                linked.update(zones)
        touched = [group for group in groups if linked.intersection(group)]
        groups = [group for group in groups if group not in touched]
        groups.append(sorted([zone, *(other for group in touched for other in group)]))
    found = []
    for group in groups:
        hexes = mask_of(space for zone in group for space in ground.board.zones[zone].hexes)
        found.append((group, hexes, coast_mask(ruleset, hexes)))
    ruleset.memo["zone clusters"] = found
    return found


def coast_mask(ruleset: OlympicRuleset, used: int) -> int:
    """Coastal hexes next to some zone hexes."""
    coast_of, found = ruleset.ground.coast_of, 0
    for space in spaces_of(used):
        for near in coast_of[space]:
            found |= 1 << near
    return found


@enforces(FAMILY, "10.0-procedure-3", "10.51-stay")
def has_targets(ruleset: OlympicRuleset, used: int, taken: int) -> bool:
    """Whether all these stacks can be given different coastal hexes that are not taken (A57)."""
    coast_of = ruleset.ground.coast_of
    wants = {space: [near for near in coast_of[space] if not taken >> near & 1] for space in spaces_of(used)}
    return most_served(wants) == len(wants)


def cluster_wholes(ruleset: OlympicRuleset, group: list[int], taken: int, limit: int, caps: Caps, aimed: bool) -> Wholes:
    """All legal wholes of a cluster of at most `limit` stacks; `aimed`: each stack needs a target outside `taken`."""
    key = ("wholes", group[0], taken, limit, tuple(caps[zone] for zone in group), aimed)
    kept: Wholes | None = ruleset.memo.get(key)
    if kept is not None:
        return kept
    found: Wholes = [(0, 0)]
    for zone in group:
        own = zone_wholes(ruleset, zone, min(limit, caps[zone]))
        if aimed:
            own = [whole for whole in own if has_targets(ruleset, whole[0], taken)]
        coasts = [coast_mask(ruleset, used) for used, _ in own]
        grown: Wholes = []
        for used, count in found:
            beach = coast_mask(ruleset, used) & ~taken
            for (more, number), coast in zip(own, coasts, strict=True):
                if count + number <= limit and (not aimed or not beach & coast or has_targets(ruleset, used | more, taken)):
                    grown.append((used | more, count + number))
        found = grown
    ruleset.memo[key] = found
    return found


def joined(first: int, second: int) -> int:
    """All sums of two sets of numbers, as bits."""
    found = 0
    for number in spaces_of(first):
        found |= second << number
    return found


Ways = tuple[int, dict[int, int], bool]
"""How a cluster can go on: its possible numbers of stacks as bits, the same with each further hex, and whether it is legal."""


def cluster_ways(ruleset: OlympicRuleset, group: list[int], used: int, taken: int, limit: int, caps: Caps, aimed: bool) -> Ways:
    """How the hexes that a cluster uses can be completed."""
    key = ("ways", group[0], used, taken, limit, tuple(caps[zone] for zone in group), aimed)
    kept: Ways | None = ruleset.memo.get(key)
    if kept is not None:
        return kept
    counts, more, whole = 0, dict[int, int](), False
    for wanted, count in cluster_wholes(ruleset, group, taken, limit, caps, aimed):
        if not used & ~wanted:
            counts |= 1 << count
            whole = whole or used == wanted
            for space in spaces_of(wanted & ~used):
                more[space] = more.get(space, 0) | 1 << count
    found = (counts, more, whole)
    ruleset.memo[key] = found
    return found


class Plan:
    """What may be placed next, worked out for one set of hexes used so far."""

    def __init__(self, ruleset: OlympicRuleset, used: int, taken: int, limit: int, caps: Caps, whole: bool, aimed: bool) -> None:
        ways: list[Ways] = []
        for group, hexes, coast in clusters(ruleset):
            ways.append(cluster_ways(ruleset, group, used & hexes, taken & coast, limit, caps, aimed))
        fitting = (1 << limit + 1) - 1
        before, after = [1], [1]
        for index in range(len(ways)):
            before.append(joined(before[-1], ways[index][0]) & fitting)
            after.append(joined(after[-1], ways[-1 - index][0]) & fitting)
        self.legal = all(way[2] for way in ways)
        """Whether what is placed is a legal whole already."""
        best = before[-1].bit_length() - 1
        wanted = (1 << best if best >= 0 else 0) if whole else fitting
        self.open = 0
        """Hexes in which another stack may be begun."""
        for index, (_, more, _) in enumerate(ways):
            others = joined(before[index], after[len(ways) - 1 - index]) & fitting
            for space, counts in more.items():
                if joined(others, counts) & wanted:
                    self.open |= 1 << space


def plan_of(state: OlympicState, used: int, aimed: bool = True) -> Plan:
    """The plan for the hexes used, from memory if the same question has come up before."""
    ruleset = state.ruleset
    placed = sum(len(state.units_in(space)) for space in spaces_of(state.us_mask & ruleset.ground.zone_mask))
    limit = (placed + len(may_assault(state))) // STACK
    taken = 0
    for _, _, coast in clusters(ruleset):
        taken |= state.us_mask & coast
    whole = state.turn == 1
    caps = caps_of(state)
    key = ("plan", used, taken, limit, caps, whole, aimed)
    found: Plan | None = ruleset.memo.get(key)
    if found is None:
        if len(ruleset.memo) > KEPT:
            ruleset.memo.clear()
        found = ruleset.memo[key] = Plan(ruleset, used, taken, limit, caps, whole, aimed)
    return found


KEPT: Final = 4000
"""Questions that are remembered before the memory is wiped."""


# ---------------------------------------------------------------------- 17.1


def is_planned(state: OlympicState) -> bool:
    """Whether the historical plan binds the placement."""
    return state.turn == 1 and state.ruleset.historical_plan


@enforces(FAMILY, "17.1")
def quota_left(state: OlympicState, zone: int, values: str) -> int:
    """How many more units of these values the historical plan sends to a zone."""
    ruleset = state.ruleset
    ground, units = ruleset.ground, ruleset.units
    left = ruleset.components.plan.get(ground.zone_names[zone], {}).get(values, 0)
    for space in ground.board.zones[zone].hexes:
        for unit in state.units_in(space):
            left -= units[unit].values == values
    return left


def caps_of(state: OlympicState) -> Caps:
    """The most stacks that each zone may take: five, or as the historical plan says."""
    ruleset = state.ruleset
    if not is_planned(state):
        return (MOST,) * ruleset.zone_count
    ground, plan = ruleset.ground, ruleset.components.plan
    waiting = [ruleset.units[unit].values for unit in may_assault(state)]
    caps = []
    for zone, name in enumerate(ground.zone_names):
        have = [
            ruleset.units[unit].values for space in ground.board.zones[zone].hexes for unit in state.units_in(space)
        ] + waiting
        caps.append(sum(min(number, have.count(values)) for values, number in plan.get(name, {}).items()) // STACK)
    return tuple(caps)


# ---------------------------------------------------------------------- the question


def begun(state: OlympicState) -> int:
    """The zone hex whose stack is not full yet, or -1."""
    for space in spaces_of(state.us_mask & state.ruleset.ground.zone_mask):
        if len(state.units_in(space)) < STACK:
            return space
    return -1


def hexes_for(state: OlympicState, values: str, hexes: int) -> int:
    """Those of some zone hexes into which the historical plan lets units of these values go."""
    if not is_planned(state):
        return hexes
    zones = state.ruleset.ground.board.zones
    return hexes & mask_of(
        space for zone in range(len(zones)) if quota_left(state, zone, values) > 0 for space in zones[zone].hexes
    )


class Place(Question[OlympicState]):
    """Stacks of three are placed unit by unit: on Game-Turn 1 until all are placed, later as long as the U.S. player likes."""

    name = "place"
    case = "10.0-procedure-1"
    over = "every stack that can be placed this Game-Turn has been placed"
    pushed_by = ("turn", "tokko", "announce")

    def settle(self, state: OlympicState) -> bool:
        if len(state.choices()):
            return super().settle(state)
        state.stack.pop()
        return False

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        space = begun(state)
        if space >= 0:
            missing = STACK - len(state.units_in(space))
            return f"Complete the stack in {state.hex_name(space)}: {counted(missing, 'unit')} more."
        if state.turn == 1:
            return "Place the invasion force in stacks of three: choose a unit and a hex of an invasion zone."
        return "Place stacks of the Floating Reserve in invasion zones, or end the phase."

    @enforces(FAMILY, "10.0-procedure-1", "10.41", "10.42", "10.51-limits", "7.31", "10.11", "17.1")
    def choices(self, state: OlympicState) -> Choices:
        units = may_assault(state)
        space = begun(state)
        done: list[int] = []
        if space >= 0:
            hexes = 1 << space
        else:
            plan = plan_of(state, state.us_mask & state.ruleset.ground.zone_mask)
            hexes = plan.open
            done = [DONE_CODE] if state.turn != 1 and plan.legal else []
        if not hexes:
            return done
        masks = [hexes_for(state, state.ruleset.units[unit].values, hexes) for unit in units]
        return Rows([pack(PLACE, unit) for unit in units], masks, after=done)

    def take_place(self, state: OlympicState, unit: int, space: int) -> None:
        state.put(unit, space)
        if state.sink is not None:
            ground = state.ruleset.ground
            name, where, zone = state.name(unit), state.hex_name(space), ground.zone_names[ground.zone_of[space]]
            text = f"{name} is placed in {where} ({zone})"
            state.tell("placed", "10.0-procedure-1", text, unit=name, hex=where, zone=zone)

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    def refuse_place(self, state: OlympicState, unit: int, space: int) -> Refusal:
        if unit not in may_assault(state):
            return refuse_unit(state, unit)
        ground = state.ruleset.ground
        name, where = state.name(unit), state.hex_name(space)
        if space not in ground.zone_of:
            return Refusal("10.51-zones", f"{where} is not a hex of an invasion zone", (name,), ("10.53",))
        if len(state.units_in(space)) >= STACK:
            return Refusal("10.0-procedure-1", f"{where} already holds a stack of three", (name,))
        open_ = begun(state)
        if open_ not in (-1, space):
            reason = f"The stack in {state.hex_name(open_)} must be completed first: stacks have exactly three units"
            return Refusal("10.0-procedure-1", reason, (name,))
        zone, values = ground.zone_of[space], state.ruleset.units[unit].values
        if is_planned(state) and quota_left(state, zone, values) <= 0:
            reason = f"The historical plan sends no {'more ' if open_ < 0 else ''}{values} units to {ground.zone_names[zone]}"
            return Refusal("17.1", reason, (name,))
        return self.refuse_hex(state, name, space)

    def refuse_hex(self, state: OlympicState, name: str, space: int) -> Refusal:
        """Why no stack may be begun in a zone hex."""
        ground = state.ruleset.ground
        where, zone = state.hex_name(space), ground.zone_of[space]
        hexes = mask_of(ground.board.zones[zone].hexes)
        title, used = ground.zone_names[zone], state.us_mask & ground.zone_mask
        mine = used & hexes
        if mine.bit_count() >= MOST:
            return Refusal("10.51-limits", f"{title} already holds five stacks, the most for a zone", (name,), ("10.53",))
        if plan_of(state, used, aimed=False).open >> space & 1:
            reason = f"A stack in {where} would leave the stacks without a different coastal hex to attack for each"
            return Refusal("10.0-procedure-3", reason, (name,), ("10.51-stay",))
        if mine and not ground.grid.neighbour_mask[space] & mine:
            reason = f"{where} cannot be joined to the stacks in {title}; the stacks of a zone must be in connected hexes"
            return Refusal("10.51-contiguous", reason, (name,))
        alone = [ground.zone_names[other] for other, found in enumerate(ground.board.zones) if is_alone(used, found.hexes)]
        if alone and zone != ground.zone_names.index(alone[0]):
            reason = f"A zone needs at least two stacks; place another one in {alone[0]} first"
            return Refusal("10.51-limits", reason, (name,))
        reason = f"With a stack in {where} the rest could not be placed: each zone used needs two to five connected stacks"
        return Refusal("10.51-limits", reason, (name,), ("10.51-contiguous", "10.53"))

    def refuse_done(self, state: OlympicState) -> Refusal:
        space = begun(state)
        if space >= 0:
            reason = f"The stack in {state.hex_name(space)} has fewer than three units; complete it first"
            return Refusal("10.0-procedure-1", reason)
        if state.turn == 1:
            return Refusal(
                "10.41", "All units available on Game-Turn 1 must make amphibious assaults; place them all", (), ("16.31",)
            )
        ground = state.ruleset.ground
        for zone, found in enumerate(ground.board.zones):
            if is_alone(state.us_mask, found.hexes):
                reason = f"{ground.zone_names[zone]} holds a single stack; a zone that is used needs at least two"
                return Refusal("10.51-limits", reason)
        return Refusal("10.51-contiguous", "The stacks of a zone must be in connected hexes; place one between them")

    def passed_over(self, state: OlympicState) -> Refusal | None:
        last = state.ruleset.components.floating_turn + 1
        if state.turn > last:
            return Refusal("10.42", f"No amphibious assault can be made after Game-Turn {last}")
        return None

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == US_ASSAULT


def is_alone(used: int, hexes: tuple[int, ...]) -> bool:
    """Whether a zone holds a single stack."""
    return (used & mask_of(hexes)).bit_count() == 1


def refuse_unit(state: OlympicState, unit: int) -> Refusal:
    """Why a unit cannot be placed in this phase."""
    name, where = state.name(unit), state.where[unit]
    if not state.is_us(unit):
        return Refusal("10.0-general", f"{name} is Japanese; only U.S. units make amphibious assaults", (name,))
    if where == BOX:
        return Refusal("9.3-normal", f"{name} is a replacement and can only land on a beachhead", (name,), ("10.42",))
    if where == LOST:
        return Refusal("14.25-permanent", f"{name} has been eliminated for good", (name,))
    if where >= 0 and state.ruleset.ground.zone_mask >> where & 1:
        return Refusal("10.0-procedure-1", f"{name} has already been placed", (name,))
    if where >= 0:
        return Refusal("10.42", f"{name} is on the map; only units that arrive now make amphibious assaults", (name,), ("10.11",))
    if state.turn == 1:
        return Refusal("16.31", f"{name} does not take part in the landings of Game-Turn 1", (name,), ("9.4",))
    return Refusal("10.42", f"{name} is not part of the Floating Reserve and lands on a beachhead only", (name,), ("9.22",))
