"""Combat: an attack on the top counter of a hex, the card that decides it, and what it is reckoned from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from tests.demo.atoll.island import SHELTER
from tests.demo.atoll.pieces import DECK, FATE, FATE_CARDS, FIRE, JP, SPENT, US, fire_of
from tests.demo.atoll.ruleset import ATTACK, BREAK, DONE, FAMILY, FIGHT, JOIN, SALVO
from tests.demo.atoll.state import OURS_MOST, AtollState

LOWEST: Final = -3
HIGHEST: Final = 5
RESULTS: Final = {
    "As": "the attacker loses a step",
    "-": "no effect",
    "Dd": "the defender is disrupted",
    "De": "the defender is eliminated",
}


class Asks(Question[AtollState]):
    """A step of one side. It asks even if there is one answer: a phase that ended by itself could tell what lies face down."""

    asked = US
    forced_verbs = ()

    def side(self, state: AtollState) -> int:
        return self.asked


class Attack(NamedTuple):
    """An attack that is being prepared: the hex, how often ships have been called, and who attacks, the leader first."""

    step: int
    space: int
    called: int
    units: tuple[int, ...]


def result_of(differential: int, fire: int) -> str:
    """The result of a card on a column."""
    score = min(HIGHEST, max(LOWEST, differential)) + fire
    return "De" if score >= 8 else "Dd" if score >= 6 else "-" if score >= 4 else "As"


def strength(state: AtollState, unit: int) -> int:
    """What a U.S. unit is worth in an attack."""
    worn = state.losses[unit] + state.disrupted[unit] + state.unsupplied[unit]
    return max(0, state.ruleset.us_faces[unit].attack - worn + state.hero[unit])


def facts(state: AtollState, space: int, called: int, units: Sequence[int]) -> dict[str, Any]:
    """An attack as plain data. It holds nothing that is not on the map for all to see: a face-down defender has no strength."""
    ruleset, top = state.ruleset, state.pile(space, JP)[-1]
    face = state.face(top) if state.open[top] else None
    terrain = ruleset.island.terrain[space]
    modifiers: list[list[Any]] = []
    if SHELTER[terrain]:
        modifiers.append([terrain, -SHELTER[terrain], "5.3"])
    if state.shelled[space] >= 4:
        modifiers.append(["shelled", min(2, state.shelled[space] // 4), "4.1"])
    if called:
        modifiers.append(["salvos called in", 2 * called, "4.4"])
    if any(in_command(state, unit) for unit in units):
        modifiers.append(["in command", 1, "5.4"])
    if state.alert >= 5:
        modifiers.append(["alert", -1, "5.5"])
    defense = None if face is None else max(0, face.defense - state.disrupted[top])
    attack = sum(strength(state, unit) for unit in units)
    found: dict[str, Any] = {
        "target": state.hex(space),
        "attackers": {state.name(unit): strength(state, unit) for unit in units},
        "defender": state.name(top),
        "defense": defense,
        "modifiers": modifiers,
    }
    if defense is not None:
        found["differential"] = attack - defense + sum(value for _, value, _ in modifiers)
        found["chances"] = {name: str(chance) for name, chance in chances(state, found["differential"]).items()}
    return found


def chances(state: AtollState, differential: int) -> dict[str, Fraction]:
    """How likely each result is with the cards that are left."""
    left = sorted(set(range(len(FATE_CARDS))) - set(FATE.known(state.fate, 1)) - set(FATE.known(state.fate, SPENT)))
    if not state.fate[DECK]:
        left = list(range(len(FATE_CARDS)))
    found = dict.fromkeys(RESULTS, Fraction(0))
    for card in left:
        found[result_of(differential, fire_of(card))] += Fraction(1, len(left))
    return {name: chance for name, chance in found.items() if chance}


def in_command(state: AtollState, unit: int) -> bool:
    """Whether a headquarters is near enough."""
    grid, here = state.ruleset.island.grid, state.where[unit]
    return any(
        face.arm == "hq" and state.where[hq] >= 0 and grid.distance(here, state.where[hq]) <= face.range
        for hq, face in enumerate(state.ruleset.us_faces)
    )


def targets(state: AtollState, unit: int) -> list[int]:
    """The hexes that a unit can attack: its own if the enemy is in it, and no other; else those beside it."""
    here, enemy = state.where[unit], state.held_by(JP)
    if here in enemy:
        return [here]
    return sorted(space for space in state.ruleset.island.near[here] if space in enemy)


def can_attack(state: AtollState) -> list[int]:
    """Units ashore that have not attacked in this turn."""
    return [unit for unit in state.ruleset.troops if state.where[unit] >= 0 and state.acted[unit] < 2]


def close_combats(state: AtollState) -> list[int]:
    """Units that share a hex with the enemy and have yet to attack."""
    enemy = state.held_by(JP)
    return [unit for unit in can_attack(state) if state.where[unit] in enemy]


class Combat(Asks):
    name, case = "combat", "5.1"

    def prompt(self, state: AtollState) -> str:
        close = len(close_combats(state))
        what = (
            f"{close} unit{'s' if close > 1 else ''} in close combat must attack first" if close else "attack, or end the phase"
        )
        return f"Turn {state.turn}, combat: {what}."

    @enforces(FAMILY, "5.1", "5.6")
    def choices(self, state: AtollState) -> Sequence[int]:
        codes = [pack(ATTACK, unit, space) for unit in can_attack(state) for space in targets(state, unit)]
        return codes if close_combats(state) else [*codes, pack(DONE)]

    @enforces(FAMILY, "5.2")
    def take_attack(self, state: AtollState, unit: int, space: int) -> None:
        state.acted[unit] = 2
        name, place = state.name(unit), state.hex(space)
        state.tell("attack", "5.1", f"{name} attacks {place}", unit=name, place=place)
        state.push(Assault, space, 0, (unit,))

    def refuse_attack(self, state: AtollState, unit: int, space: int) -> Refusal:
        units = (state.name(unit),)
        if unit not in can_attack(state):
            return Refusal("5.1", f"{state.title(unit)} cannot attack, or has done so", units)
        if space not in state.held_by(JP):
            return Refusal("5.1", f"No Japanese counter is at {state.hex(space)}", units)
        return Refusal("5.1", f"{state.title(unit)} is not next to {state.hex(space)}, or is in close combat", units)

    def refuse_done(self, state: AtollState) -> Refusal:
        return Refusal("5.6", "Units in close combat must attack", tuple(state.name(unit) for unit in close_combats(state)))

    def take_done(self, state: AtollState) -> None:
        state.next_phase()


class Assault(Asks):
    """The top counter is turned over, units join, and a card decides."""

    name, case = "assault", "5.3"
    record = Attack
    pushed_by = ("combat",)

    def settle(self, state: AtollState) -> bool:
        """Dummies are turned over until something is left to fight, or nothing is."""
        attack = state.top(Attack)
        while pile := state.pile(attack.space, JP):
            if state.open[pile[-1]]:
                return True
            state.turn_over(pile[-1], "5.2")
        state.stack.pop()
        advance(state, attack)
        return False

    def prompt(self, state: AtollState) -> str:
        return f"Attack on {state.hex(state.top(Attack).space)}: name further units, or turn up a card."

    def fits(self, state: AtollState, spot: int, frame: Attack) -> bool:
        units = frame.units
        good = (
            bool(units) and len(set(units)) == len(units) and 0 <= frame.called <= 12 and frame.space in range(len(state.shelled))
        )
        troops = all(unit in state.ruleset.troops and state.where[unit] >= 0 and state.acted[unit] == 2 for unit in units)
        return good and troops and any(state.open[unit] for unit in state.pile(frame.space, JP)[-1:])

    @enforces(FAMILY, "5.3", "5.4", "5.5")
    def choices(self, state: AtollState) -> Sequence[int]:
        space = state.top(Attack).space
        codes = [pack(JOIN, unit) for unit in can_attack(state) if space in targets(state, unit)]
        return [*codes, *([pack(SALVO)] if state.salvos else []), pack(FIGHT), pack(BREAK)]

    def take_join(self, state: AtollState, unit: int) -> None:
        attack = state.top(Attack)
        state.acted[unit] = 2
        state.replace(Assault, attack.space, attack.called, (*attack.units, unit))
        state.tell("join", "5.3", f"{state.name(unit)} joins the attack", unit=state.name(unit))

    def take_salvo(self, state: AtollState) -> None:
        attack = state.top(Attack)
        state.salvos -= 1
        state.replace(Assault, attack.space, attack.called + 1, attack.units)
        state.tell("salvo", "4.4", "The ships are called in")

    def take_break(self, state: AtollState) -> None:
        state.stack.pop()
        state.tell("break", "5.3", "The attack is broken off")

    def take_fight(self, state: AtollState) -> None:
        attack = state.top(Attack)
        known = facts(state, attack.space, attack.called, attack.units)
        defender = state.pile(attack.space, JP)[-1]
        card = state.turn_up(FIRE, "5.3")
        result = result_of(known["differential"], fire_of(card))
        text = f"Attack on {known['target']} at {known['differential']:+}: {RESULTS[result]}"
        state.tell("combat", "5.3", text, **known, card=FATE_CARDS[card], fire=fire_of(card), result=result)
        state.alert = min(10, state.alert + 1)
        state.stack.pop()
        if result == "As":
            state.loses_step(attack.units[0], "5.3")
        elif result == "Dd":
            state.disrupted[defender] = 1
            state.put(defender, attack.space, under=True)
        elif result == "De":
            state.remove(defender, "5.3")
            advance(state, attack)


def advance(state: AtollState, attack: Attack) -> None:
    """The leader goes into a hex that the enemy has lost, if there is room."""
    unit, space = attack.units[0], attack.space
    if state.pile(space, JP) or state.where[unit] == space or len(state.pile(space, US)) >= OURS_MOST:
        return
    path = [state.hex(state.where[unit]), state.hex(space)]
    state.put(unit, space)
    state.tell("move", "5.3", f"{state.name(unit)} advances to {path[1]}", unit=state.name(unit), place=path[1], path=path)
