"""The U.S. player turn before combat: upkeep with its duties, naval gunfire, landing and movement, and orders."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from tests.demo.atoll.combat import Asks
from tests.demo.atoll.pieces import FIRE, HAND, JP, ORDER_CARDS, ORDERS, PLAYED, US, fire_of, title_of
from tests.demo.atoll.ruleset import (
    AWARD,
    BOMBARD,
    CLEAR,
    DONE,
    FAMILY,
    LAND,
    LEAVE,
    MOVE,
    OFFSHORE,
    PLAY,
    RALLY,
    REST,
    SCOUT,
    SUPPLY,
)
from tests.demo.atoll.state import MOST, OURS_MOST, AtollState

SALVOS = 8
"""The most that a ship fires in a turn."""


def supply_way(state: AtollState, unit: int) -> list[int]:
    """The way on which supply comes to a unit from a beachhead, around all that the enemy commands; empty if it is cut."""
    return state.ruleset.island.way(state.where[unit], state.ruleset.island.beachheads, commanded(state))


def commanded(state: AtollState) -> set[int]:
    """The hexes of the enemy, and those beside them in which there is no U.S. unit: no supply passes there."""
    enemy = state.held_by(JP)
    return (enemy | {near for space in enemy for near in state.ruleset.island.near[space]}) - state.held_by(US)


class Upkeep(Asks):
    """Everything owed is done before the phase ends; what it comes to is left to the player in two cases of three."""

    name, case = "upkeep", "3.0"

    def prompt(self, state: AtollState) -> str:
        left = self.left(state)
        return f"Turn {state.turn}, upkeep: {left} {'duties are' if left > 1 else 'duty is'} left."

    def left(self, state: AtollState) -> int:
        """Duties still open."""
        return state.duty.count(1) + state.nerve.count(1) + state.lanes.count(1)

    def settle(self, state: AtollState) -> bool:
        if self.left(state):
            return True
        state.duty = [0] * len(state.duty)
        state.nerve = [0] * len(state.nerve)
        state.lanes = [0] * len(state.lanes)
        state.next_phase()
        return False

    @enforces(FAMILY, "3.0")
    def choices(self, state: AtollState) -> Sequence[int]:
        codes = [pack(SUPPLY, unit) for unit, owed in enumerate(state.duty) if owed == 1]
        disrupted = [unit for unit, owed in enumerate(state.nerve) if owed == 1]
        lanes = [space for space, owed in enumerate(state.lanes) if owed == 1]
        codes += [pack(verb, unit) for verb in (RALLY, REST) for unit in disrupted]
        return codes + [pack(verb, space) for verb in (CLEAR, LEAVE) for space in lanes]

    @enforces(FAMILY, "3.1")
    def take_supply(self, state: AtollState, unit: int) -> None:
        way = supply_way(state, unit)
        state.duty[unit] = 2
        state.unsupplied[unit] = 0 if way else 1
        drawn = "draws supply" if way else "is cut off from supply"
        state.tell("supply", "3.1", f"{state.name(unit)} {drawn}", unit=state.name(unit), way=[state.hex(space) for space in way])

    def refuse_supply(self, state: AtollState, unit: int) -> Refusal:
        done = "has been supplied" if state.duty[unit] else "needs no supply"
        return Refusal("3.1", f"{state.title(unit)} {done}", (state.name(unit),))

    @enforces(FAMILY, "3.2")
    def take_rally(self, state: AtollState, unit: int) -> None:
        fire = fire_of(state.turn_up(FIRE, "3.2"))
        state.nerve[unit] = 2
        state.disrupted[unit] = 0 if fire > 2 else 1
        state.tell("rally", "3.2", f"{state.name(unit)} {'rallies' if fire > 2 else 'does not rally'}", unit=state.name(unit))
        if fire == 1:
            state.loses_step(unit, "3.2")

    def take_rest(self, state: AtollState, unit: int) -> None:
        state.nerve[unit] = 2
        state.tell("rest", "3.2", f"{state.name(unit)} stays disrupted", unit=state.name(unit))

    @enforces(FAMILY, "3.3")
    def take_clear(self, state: AtollState, space: int) -> None:
        state.obstacles[space] -= 1
        self.take_leave(state, space, "An obstacle is cleared at {}")

    def take_leave(self, state: AtollState, space: int, text: str = "The obstacles at {} are left") -> None:
        state.lanes[space] = 2
        state.tell("lane", "3.3", text.format(state.hex(space)), space=state.hex(space))


class Bombard(Asks):
    """Any ship at any hex of land with any number of salvos: thousands of choices in one decision."""

    name, case = "bombard", "4.1"

    def prompt(self, state: AtollState) -> str:
        return f"Turn {state.turn}, naval gunfire: choose a ship, a hex and the number of salvos, or end the bombardment."

    @enforces(FAMILY, "4.1")
    def choices(self, state: AtollState) -> Sequence[int]:
        ships = [ship for ship in state.ruleset.ships if not state.acted[ship]]
        ours = state.held_by(US)
        land = [space for space in state.ruleset.island.land if space not in ours]
        return [pack(BOMBARD, ship, space, n) for ship in ships for space in land for n in range(1, SALVOS + 1)] + [pack(DONE)]

    def take_bombard(self, state: AtollState, ship: int, space: int, salvos: int) -> None:
        state.acted[ship] = 1
        state.shelled[space] = min(MOST, state.shelled[space] + salvos)
        place = state.hex(space)
        state.tell(
            "bombard",
            "4.1",
            f"{state.name(ship)} fires {salvos} salvo{'s' if salvos > 1 else ''} at {place}",
            unit=state.name(ship),
            place=place,
        )

    def refuse_bombard(self, state: AtollState, ship: int, space: int, salvos: int) -> Refusal:
        name = state.name(ship)
        if ship not in state.ruleset.ships:
            return Refusal("4.1", f"{state.title(ship)} is not a ship", (name,))
        if state.acted[ship]:
            return Refusal("4.1", f"{name} has fired in this turn", (name,))
        return Refusal("4.1", f"A ship fires 1 to {SALVOS} salvos at land without U.S. units")

    def take_done(self, state: AtollState) -> None:
        state.next_phase()


class Movement(Asks):
    """Units land and move; orders are played."""

    name, case = "move", "4.2"

    def prompt(self, state: AtollState) -> str:
        return f"Turn {state.turn}, movement: land ({state.landings} left), move, play an order, or end the phase."

    @enforces(FAMILY, "4.2", "4.3")
    def choices(self, state: AtollState) -> Sequence[int]:
        island, enemy = state.ruleset.island, state.held_by(JP)
        full = {space for space in state.held_by(US) if len(state.pile(space, US)) >= OURS_MOST}
        beaches = [space for space in island.beaches if space not in full and space not in enemy]
        codes: list[int] = []
        reached: dict[tuple[int, int], list[int]] = {}
        for unit in state.ruleset.troops:
            here = state.where[unit]
            if here == OFFSHORE and state.landings:
                codes += [pack(LAND, unit, space) for space in beaches]
            if here >= 0 and not state.acted[unit] and here not in enemy:
                key = here, state.ruleset.us_faces[unit].movement - state.disrupted[unit]
                if key not in reached:
                    reached[key] = sorted(space for space in island.reach(*key, enemy) if space != here and space not in full)
                codes += [pack(MOVE, unit, space) for space in reached[key]]
        return [*sorted(codes), *(pack(PLAY, card) for card in self.playable(state)), pack(DONE)]

    def playable(self, state: AtollState) -> list[int]:
        """The orders of the hand for which there is any use."""
        useless = {kind for kind, use in (("hero", candidates(state)), ("recon", seen_from_near(state))) if not use}
        hand = ORDERS.known(state.orders, HAND, US)
        return sorted(card for card in hand if ORDER_CARDS[card].split("-")[0] not in useless)

    def take_land(self, state: AtollState, unit: int, space: int) -> None:
        state.landings -= 1
        state.acted[unit] = 1
        state.put(unit, space)
        lost = bool(state.obstacles[space])
        state.disrupted[unit] = int(lost)
        name, place = state.name(unit), state.hex(space)
        state.tell("land", "4.2", f"{name} lands at {place}{' among obstacles' if lost else ''}", unit=name, place=place)

    def refuse_land(self, state: AtollState, unit: int, space: int) -> Refusal:
        name = (state.name(unit),)
        if not state.landings:
            return Refusal("2.1", "The sea allows no more landings in this turn", name)
        if state.where[unit] != OFFSHORE or unit not in state.ruleset.troops:
            return Refusal("4.2", f"{state.title(unit)} is not waiting to land", name)
        return Refusal("4.2", f"{state.hex(space)} is not a beach with room for a U.S. unit", name)

    def take_move(self, state: AtollState, unit: int, space: int) -> None:
        way = path_of(state, unit, space)
        state.acted[unit] = 1
        state.put(unit, space)
        name, place = state.name(unit), state.hex(space)
        state.tell("move", "4.3", f"{name} moves to {place}", unit=name, place=place, path=way)

    def refuse_move(self, state: AtollState, unit: int, space: int) -> Refusal:
        name, units = state.title(unit), (state.name(unit),)
        if unit not in state.ruleset.troops:
            return Refusal("4.3", f"{name} does not move on land", units)
        if state.where[unit] < 0:
            return Refusal("4.2", f"{name} is not ashore", units)
        if state.acted[unit]:
            return Refusal("4.3", f"{name} has landed or moved in this turn", units)
        if state.where[unit] in state.held_by(JP):
            return Refusal("4.3", f"{name} is in close combat and cannot leave its hex", units)
        if space in state.held_by(JP):
            return Refusal("4.3", f"{state.hex(space)} is held by Japan", units)
        return Refusal("4.3", f"{name} cannot reach {state.hex(space)}, or there is no room", units)

    @enforces(FAMILY, "4.4")
    def take_play(self, state: AtollState, card: int) -> None:
        ORDERS.pick(state.orders, HAND, card, PLAYED)
        name = ORDER_CARDS[card]
        state.tell("order", "4.4", f"The U.S. plays {title_of(card)}", card=name)
        kind = name.split("-")[0]
        if kind == "hero":
            state.push(Award)
        elif kind == "recon":
            state.push(Scout)
        elif kind == "salvo":
            state.salvos += 1
        else:
            state.unsupplied = [0] * len(state.unsupplied)

    def refuse_play(self, state: AtollState, card: int) -> Refusal:
        held = card in ORDERS.known(state.orders, HAND, US)
        return Refusal("4.4", f"{title_of(card)} {'would do nothing now' if held else 'is not in your hand'}")

    def take_done(self, state: AtollState) -> None:
        state.next_phase()


def path_of(state: AtollState, unit: int, space: int) -> list[str]:
    """The hexes through which a unit moves, from the first to the last."""
    face = state.ruleset.us_faces[unit]
    reach = state.ruleset.island.reach(state.where[unit], face.movement - state.disrupted[unit], state.held_by(JP))
    way = [space]
    while way[-1] != state.where[unit]:
        way.append(reach[way[-1]][1])
    return [state.hex(each) for each in reversed(way)]


def candidates(state: AtollState) -> list[int]:
    """Units that a hero can belong to."""
    return [unit for unit in state.ruleset.troops if state.where[unit] >= 0 and not state.hero[unit]]


def seen_from_near(state: AtollState) -> list[int]:
    """Face-down counters within two hexes of a U.S. unit that are on top of their stacks."""
    distance, ours = state.ruleset.island.grid.distance, state.held_by(US)
    tops = [state.pile(space, JP)[-1] for space in sorted(state.held_by(JP))]
    return sorted(top for top in tops if not state.open[top] and any(distance(state.where[top], at) <= 2 for at in ours))


class Award(Asks):
    name, case = "award", "4.4"
    pushed_by = ("move",)

    def prompt(self, state: AtollState) -> str:
        return "A hero: name the unit."

    def choices(self, state: AtollState) -> Sequence[int]:
        return [pack(AWARD, unit) for unit in candidates(state)]

    def take_award(self, state: AtollState, unit: int) -> None:
        state.stack.pop()
        state.hero[unit] = 1
        state.tell("hero", "4.4", f"{state.name(unit)} has a hero", unit=state.name(unit))


class Scout(Asks):
    name, case = "scout", "4.4"
    pushed_by = ("move",)

    def prompt(self, state: AtollState) -> str:
        return "Reconnaissance: turn over a face-down counter within two hexes of a U.S. unit."

    def choices(self, state: AtollState) -> Sequence[int]:
        return [pack(SCOUT, unit) for unit in seen_from_near(state)]

    def take_scout(self, state: AtollState, unit: int) -> None:
        state.stack.pop()
        state.turn_over(unit, "5.2")
