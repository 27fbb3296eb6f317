"""The Japanese Combat Phase: compulsory attacks in the order of the doctrine, or free ones for two players (8.5, 16.53)."""

from __future__ import annotations

from typing import Any

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.combat import american_phase, pairing
from beachhead.games.olympic.combat.pairing import Offer
from beachhead.games.olympic.combat.strengths import LOWEST, defense_of_unit, plus
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import JP_COMBAT
from beachhead.games.olympic.state import ATTACKED, DEFENDED, RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_region_now
from beachhead.games.olympic.verbs import DONE_CODE, STRIKE


@enforces(FAMILY, "4.2-B3", "8.27", "16.53-keep")
def begin(state: OlympicState) -> None:
    """Begin the phase."""
    state.push(Strike)


def reason(state: OlympicState, offer: Offer, attacker: int) -> Why:
    """Why the doctrine makes this attack, with those that lost the tie."""
    name, where = state.name, state.hex_name
    defender = offer.defender
    target, origin = state.where[defender], state.where[attacker]
    differential = state.ruleset.strength[attacker] - defense_of_unit(state, defender)
    text = f"{name(attacker)} in {where(origin)} attacks {name(defender)} in {where(target)} at {plus(differential)}"
    case = "8.51"
    rivals: list[tuple[str, str, str]] = []
    largest = {one for one, other in pairing.pairs(state) if other == defender}
    for other in pairing.attackers_of(state, defender, pairing.Able(state)):
        if other == attacker:
            continue
        if other not in largest:
            rivals.append(("unit", name(other), "is needed for another attack"))
        elif state.where[other] == origin:
            rivals.append(("unit", name(other), "is in the same hex"))
        else:
            rivals.append(("unit", name(other), "is in a higher hex"))
            case = "8.52-a"
    if case == "8.52-a":
        text = f"{text}: the lowest hex attacks"
    for unit in pairing.in_scan_order(state, target):
        if unit != defender and not state.fought[unit] & DEFENDED:
            weaker = state.ruleset.strength[unit] < state.ruleset.strength[defender]
            rivals.append(("unit", name(unit), "is weaker" if weaker else "is lower in the stack"))
    return Why(text, case, where(target), (), tuple(rivals))


class Strike(Question[OlympicState]):
    """Japan attacks: as the doctrine says, or as its player likes."""

    name = "strike"
    case = "8.51"
    over = "no attack is left to make"
    pushed_by = ("turn",)

    def settle(self, state: OlympicState) -> bool:
        if not state.ruleset.doctrine:
            return super().settle(state)
        if state.choices():
            return True
        state.stack.pop()
        return False

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == JP_COMBAT

    def side(self, state: OlympicState) -> int:
        return 1

    def prompt(self, state: OlympicState) -> str:
        if not state.ruleset.doctrine:
            return "Attack with any of your units, or end the Combat Phase."
        offer = pairing.next_attack(state)
        return "No attack is possible." if offer is None else f"{reason(state, offer, offer.attackers[0]).text}."

    def case_now(self, state: OlympicState) -> str:
        if not state.ruleset.doctrine:
            return "16.53-choice"
        offer = pairing.next_attack(state)
        return self.case if offer is None else reason(state, offer, offer.attackers[0]).case

    @enforces(FAMILY, "8.27", "8.51", "8.52-a", "8.52-b", "8.52-c", "8.52-d", "16.53-choice", "16.53-keep", "16.53-free", "8.22")
    def choices(self, state: OlympicState) -> Choices:
        if state.ruleset.doctrine:
            offer = pairing.next_attack(state)
            return () if offer is None else [pack(STRIKE, unit, offer.defender) for unit in offer.attackers]
        codes = [pack(STRIKE, unit, defender) for defender, able in pairing.graph(state).items() for unit in able]
        codes.sort()
        codes.append(DONE_CODE)
        return codes

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()

    @enforces(FAMILY, "8.27", "8.51")
    def refuse_done(self, state: OlympicState) -> Refusal:
        return Refusal("8.51", f"Japan must make every attack it can. {self.prompt(state)}", (), ("8.27",))

    def take_strike(self, state: OlympicState, attacker: int, defender: int) -> None:
        sink = state.sink
        if sink is None or not state.ruleset.doctrine:
            american_phase.strike(state, attacker, defender)
            return
        why = reason(state, Offer(defender, [attacker]), attacker).plain()
        begun = len(sink)
        american_phase.strike(state, attacker, defender)
        for event in sink[begun:]:
            if event.kind == "combat":
                data: Any = event.data
                data["why"] = why

    @enforces(FAMILY, "8.11", "8.12", "8.13", "8.22", "8.23", "8.8-note-1")
    def refuse_strike(self, state: OlympicState, attacker: int, defender: int) -> Refusal:
        name, target = state.name(attacker), state.name(defender)
        ground, who = state.ruleset.ground, (name, target)
        here, there = state.where[attacker], state.where[defender]
        if state.is_us(attacker) or not state.is_us(defender):
            return Refusal("8.11", "In the Japanese Combat Phase a Japanese unit attacks a U.S. unit", who)
        if here < 0 or there < 0:
            return Refusal("8.11", f"{name if here < 0 else target} is not on the map", who)
        if state.fought[attacker] & (ATTACKED | RETREATED):
            return Refusal("8.12", f"{name} has already attacked this phase", who)
        if state.fought[defender] & DEFENDED:
            return Refusal("8.12", f"{target} has already been attacked this phase", who)
        if there not in ground.near[here]:
            if there in ground.grid.neighbours[here] and ground.is_land[there]:
                return Refusal("8.23", f"An all-sea hexside lies between {name} and {target}", who)
            return Refusal("8.11", f"{name} is not adjacent to {target}", who)
        if not pairing.is_able(state, attacker, jp_region_now(state)):
            return Refusal("8.13", f"{name} is unsupplied and cannot attack", who)
        differential = state.ruleset.strength[attacker] - defense_of_unit(state, defender)
        if differential < LOWEST:
            return Refusal("8.8-note-1", f"The differential is {plus(differential)}; an attack needs {LOWEST} or better", who)
        return self._not_this_pair(state, attacker, defender)

    @enforces(FAMILY, "8.51", "8.52-a", "8.52-b", "8.52-c", "8.52-d")
    def _not_this_pair(self, state: OlympicState, attacker: int, defender: int) -> Refusal:
        """Why the doctrine makes another attack first."""
        offer = pairing.next_attack(state)
        who = (state.name(attacker), state.name(defender))
        if offer is None:
            return Refusal("8.51", "No attack is possible", who)
        name, strength = state.name, state.ruleset.strength
        instead = f"attack {name(offer.defender)} with {name(offer.attackers[0])}"
        if defender != offer.defender:
            if state.where[defender] != state.where[offer.defender]:
                where = state.hex_name(state.where[offer.defender])
                return Refusal("8.52-b", f"U.S. units in the highest hex, {where}, are attacked first; {instead}", who)
            if strength[defender] != strength[offer.defender]:
                return Refusal("8.52-c", f"The strongest unit of a hex is attacked first; {instead}", who)
            return Refusal("8.52-d", f"Of equally strong units the top one is attacked first; {instead}", who)
        if (attacker, defender) not in pairing.pairs(state):
            return Refusal("8.51", f"With this attack fewer attacks could be made in all; {instead}", who)
        return Refusal("8.52-a", f"The unit in the lowest hex attacks; {instead}", who)

    def passed_over(self, state: OlympicState) -> Refusal | None:
        return Refusal("8.11", "No Japanese unit can attack") if state.is_at(Strike) else None

    def missed(self, state: OlympicState) -> bool:
        return not any(state.fought)
