"""Combat (chapter 8): the American Combat Phase, how an attack is put together, and how every combat is resolved."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question, Step
from beachhead.games.olympic.combat import retreat
from beachhead.games.olympic.combat.advance import Advance, JapaneseAdvance
from beachhead.games.olympic.combat.exchange import Exchange
from beachhead.games.olympic.combat.losses import lose_jp, lose_us
from beachhead.games.olympic.combat.strengths import (
    LOWEST,
    column,
    defense,
    defense_of_unit,
    fresh_militia,
    jp_defense,
    label,
    militia_rolled,
    plus,
)
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing import assault, landings
from beachhead.games.olympic.phases import JP_COMBAT, US_COMBAT
from beachhead.games.olympic.ruleset import US
from beachhead.games.olympic.stacking import Arranging
from beachhead.games.olympic.state import ATTACKED, DEFENDED, RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_region_now, us_region, us_supplied
from beachhead.games.olympic.verbs import ALSO, ATTACK, DONE_CODE, JOIN

BROKEN_OFF: Final = "broken off"
FAILED: Final = "failed"


# ---------------------------------------------------------------------- who may attack what


@enforces(FAMILY, "8.11", "8.12", "8.13", "11.33", "8.34", "12.51", "12.0-procedure-3", "10.11")
def ready(state: OlympicState, spaces: int = -1) -> list[int]:
    """U.S. units in some hexes that may still attack on land, hex by hex: supplied now, not in a fortified hex, and not yet used
    in this phase."""
    able = spaces & state.us_mask & state.ruleset.ground.land_mask & ~state.fort_mask
    found: list[int] = []
    if not able:
        return found
    able &= us_region(state, able)
    tops, below, fought = state.tops, state.below, state.fought
    while able:
        low = able & -able
        able ^= low
        unit = tops[low.bit_length() - 1] - 1
        while unit >= 0:
            if not fought[unit] & (ATTACKED | RETREATED):
                found.append(unit)
            unit = below[unit]
    return found


@enforces(FAMILY, "8.12", "8.74", "8.24", "13.2-must")
def is_target(state: OlympicState, space: int) -> bool:
    """Whether a hex can be attacked: it holds units or militia, and none that has been attacked where it stands.

    Units that have retreated there neither open it nor close it (A63). Militia that has survived an attack closes it (A54).
    """
    fresh = fresh_militia(state, space)
    place = state.ruleset.ground.place_at[space]
    if place >= 0 and state.militia[place] and not fresh:
        return False
    unit, below, fought = state.tops[space] - 1, state.below, state.fought
    while unit >= 0:
        if not fought[unit] & RETREATED:
            if fought[unit] & DEFENDED:
                return False
            fresh = True
        unit = below[unit]
    return fresh


@enforces(FAMILY, "8.0", "8.11", "8.21", "8.23", "8.25", "8.8-note-1", "6.3", "8.26-voluntary", "7.22", "4.2-A3", "8.0-procedure")
def openings(state: OlympicState) -> list[int]:
    """Every attack that can be opened by one unit on one hex: with all who can join it comes to -2 or better (A55)."""
    ground, where, strength = state.ruleset.ground, state.where, state.ruleset.strength
    enemies = state.jp_mask | state.militia_mask
    stacks: dict[int, list[int]] = {}
    here = 0
    for unit in ready(state, ground.around.step(enemies)):
        space = where[unit]
        if space in stacks:
            stacks[space].append(unit)
        else:
            stacks[space] = [unit]
            here |= 1 << space
    if not here:
        return []
    targets = ground.around.step(here) & enemies
    region = jp_region_now(state, targets & state.jp_mask)
    codes = []
    while targets:
        low = targets & -targets
        targets ^= low
        space = low.bit_length() - 1
        if is_target(state, space):
            able, most = [], 0
            for near in ground.near[space]:
                if near in stacks:
                    for unit in stacks[near]:
                        able.append(unit)
                        most += strength[unit]
            if most - defense(state, space, region) >= LOWEST:
                codes += [pack(ATTACK, unit, space) for unit in able]
    codes.sort()
    return codes


def able_to_join(state: OlympicState) -> list[int]:
    """Units that could still join the attack: next to every hex attacked (A74)."""
    return sorted([unit for unit in ready(state, _next_to_all(state, state.targets)) if unit not in state.attackers])


def _next_to_all(state: OlympicState, targets: list[int]) -> int:
    near = -1
    for space in targets:
        near &= state.ruleset.ground.near_mask[space]
    return near


@enforces(FAMILY, "8.25", "8.21", "8.11")
def able_to_include(state: OlympicState) -> list[int]:
    """Further hexes that the attack could take in: next to every attacker, and with all who could join at -2 or better."""
    ground, where, strength = state.ruleset.ground, state.where, state.ruleset.strength
    common = -1
    for unit in state.attackers:
        common &= ground.near_mask[where[unit]]
    found = []
    for space in spaces_of(common & (state.jp_mask | state.militia_mask)):
        if space in state.targets or not is_target(state, space):
            continue
        near = _next_to_all(state, [*state.targets, space])
        most = sum([strength[unit] for unit in {*ready(state, near), *state.attackers} if near >> where[unit] & 1])
        if most - _defense(state) - defense(state, space) >= LOWEST:
            found.append(space)
    return found


def _defense(state: OlympicState) -> int:
    return sum(defense(state, space) for space in state.targets)


def _attack(state: OlympicState) -> int:
    return sum(state.ruleset.strength[unit] for unit in state.attackers)


# ---------------------------------------------------------------------- the American Combat Phase


@enforces(FAMILY, "4.2-A3")
def begin(state: OlympicState) -> None:
    """A Combat Phase begins: nobody has attacked or been attacked."""
    clear_phase(state)
    state.push(CombatPhase)


def clear_phase(state: OlympicState) -> None:
    """Forget what the last Combat Phase brought."""
    state.fought = bytearray(len(state.fought))
    state.stormed = bytearray(len(state.stormed))
    state.arranged = bytearray(len(state.arranged))
    state.struck = []
    state.captured = []
    state.swapped = []
    state.clear_fight()


class CombatPhase(Arranging):
    """The American Combat Phase: land attacks at will, assaults that must be made, in any order (A57, A80)."""

    name = "combat"
    case = "4.2-A3"
    over = "no attack or assault is left to make"
    pushed_by = ("turn",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        if assault.may_end(state):
            return "Attack with any of your units, or end the Combat Phase."
        return "Every stack at sea must assault a coastal hex; land units may attack."

    @enforces(FAMILY, "8.26-voluntary", "10.0-procedure-2", "8.12")
    def choices(self, state: OlympicState) -> Choices:
        codes = openings(state)
        codes += assault.codes(state)
        if codes:
            codes += self.raising(state)
        if assault.may_end(state):
            codes.append(DONE_CODE)
        return codes

    def take_done(self, state: OlympicState) -> None:
        state.stack.pop()
        landings.begin(state)

    def refuse_done(self, state: OlympicState) -> Refusal:
        return assault.refuse_end(state)

    def take_attack(self, state: OlympicState, unit: int, space: int) -> None:
        state.clear_fight()
        state.attackers = [unit]
        state.targets = [space]
        state.push(Attackers)

    def refuse_attack(self, state: OlympicState, unit: int, space: int) -> Refusal:
        return refuse_attack(state, unit, space)

    def take_assault(self, state: OlympicState, sea: int, coast: int) -> None:
        assault.take(state, sea, coast)

    def refuse_assault(self, state: OlympicState, sea: int, coast: int) -> Refusal:
        return assault.refuse(state, sea, coast)

    def passed_over(self, state: OlympicState) -> Refusal | None:
        if not state.is_at(CombatPhase):
            return None
        return Refusal("8.11", "No U.S. unit can attack", (), ("4.2-A3",))

    def missed(self, state: OlympicState) -> bool:
        return not any(state.fought)

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == US_COMBAT


@enforces(FAMILY, "8.11", "8.12", "8.13", "8.23", "8.8-note-1", "11.33", "10.0-procedure-3")
def refuse_attack(state: OlympicState, unit: int, space: int) -> Refusal:
    """Why this unit may not attack that hex."""
    name, where, ground = state.name(unit), state.hex_name(space), state.ruleset.ground
    about = (name,)
    if not state.is_us(unit):
        return Refusal("8.11", f"{name} does not belong to the attacker", about)
    here = state.where[unit]
    if here < 0:
        return Refusal("8.11", f"{name} is not on the map", about)
    if not ground.is_land[here]:
        return Refusal("10.0-procedure-2", f"{name} is at sea: its stack assaults a coastal hex together", about)
    if state.fought[unit] & ATTACKED:
        ashore = ("10.0-dummy", "10.0-vacant") if here in state.captured else ()
        return Refusal("8.12", f"{name} has already attacked or landed in this phase", about, ashore)
    if state.fought[unit] & RETREATED:
        return Refusal("8.74", f"{name} has retreated in this phase", about)
    if state.fort_mask >> here & 1:
        return Refusal("11.33", f"{name} is in a Fortified Supply Beachhead and may not attack", about)
    if not us_supplied(state, unit):
        return Refusal("8.13", f"{name} is unsupplied and may not attack", about, ("12.51", "8.34"))
    if space not in ground.near[here]:
        if space in ground.grid.neighbours[here]:
            return Refusal("8.23", f"an all-sea hexside lies between {name} and {where}", about)
        return Refusal("8.11", f"{name} is not adjacent to {where}", about)
    if not (state.jp_mask | state.militia_mask) >> space & 1:
        return Refusal("8.0", f"there is no enemy in {where}", about)
    if not is_target(state, space):
        return Refusal("8.12", f"{where} has already been attacked in this phase", about, ("8.74",))
    return Refusal("8.8-note-1", f"even all units that can attack {where} do not reach -2 together", about)


class Attackers(Question[OlympicState]):
    """An attack is put together: more units, more hexes, then the dice."""

    name = "attackers"
    case = "8.21"
    pushed_by = ("combat",)

    def side(self, state: OlympicState) -> int:
        return US

    def prompt(self, state: OlympicState) -> str:
        where = " and ".join(state.hex_name(space) for space in state.targets)
        differential = _attack(state) - _defense(state)
        return f"Attack on {where} at {plus(differential)}: add units or hexes, or roll."

    @enforces(FAMILY, "8.21", "8.25", "8.31", "8.6", "8.8-note-1", "8.26-voluntary", "7.22")
    def choices(self, state: OlympicState) -> Choices:
        codes = [pack(JOIN, unit) for unit in able_to_join(state)]
        codes += [pack(ALSO, space) for space in able_to_include(state)]
        if _attack(state) - _defense(state) >= LOWEST:
            codes.append(DONE_CODE)
        return codes

    def take_join(self, state: OlympicState, unit: int) -> None:
        state.attackers = [*state.attackers, unit]

    def take_also(self, state: OlympicState, space: int) -> None:
        state.targets = sorted([*state.targets, space])

    def take_done(self, state: OlympicState) -> None:
        attackers, targets = state.attackers, state.targets
        state.stack.pop()
        fight(state, attackers, targets, by_sea=False)

    def refuse_done(self, state: OlympicState) -> Refusal:
        differential = _attack(state) - _defense(state)
        return Refusal("8.8-note-1", f"at {plus(differential)} no attack can be made; add units until it is -2 or better")

    def refuse_join(self, state: OlympicState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit in state.attackers:
            return Refusal("8.31", f"{name} is already in this attack", (name,))
        near = state.ruleset.ground.near_mask
        apart = [space for space in state.targets if not near[space] >> max(0, state.where[unit]) & 1]
        return refuse_attack(state, unit, apart[0] if apart else state.targets[0])

    def refuse_also(self, state: OlympicState, space: int) -> Refusal:
        where = state.hex_name(space)
        if space in state.targets:
            return Refusal("8.25", f"{where} is already attacked")
        for unit in state.attackers:
            if space not in state.ruleset.ground.near[state.where[unit]]:
                return Refusal("8.25", f"{state.name(unit)} is not adjacent to {where}", (state.name(unit),), ("8.11",))
        if not (state.jp_mask | state.militia_mask) >> space & 1:
            return Refusal("8.25", f"there is no enemy in {where}", (), ("8.0",))
        if not is_target(state, space):
            return Refusal("8.12", f"{where} has already been attacked in this phase", (), ("8.74",))
        return Refusal("8.8-note-1", f"with {where} the attack cannot reach -2")

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == US_COMBAT and bool(state.attackers) and bool(state.targets)


# ---------------------------------------------------------------------- resolution


@enforces(
    FAMILY, "8.0-procedure", "14.24", "14.3", "8.8-note-4", "15.11", "15.12", "8.8", "13.1-add", "8.24", "7.21", "10.21", "12.32"
)
def fight(state: OlympicState, attackers: list[int], targets: list[int], by_sea: bool) -> None:
    """A U.S. attack: a Track 4 die for each militia, then the combat die, and all that follows from it (A46, A102)."""
    ruleset = state.ruleset
    state.clear_fight()
    state.attackers = list(attackers)
    state.targets = sorted(targets)
    state.by_sea = int(by_sea)
    for space in state.targets:
        state.defenders += state.units_in(space)
    state.attack = _attack(state)
    for unit in attackers:
        state.fought[unit] |= ATTACKED
    total = 0
    for space in state.targets:
        strength = jp_defense(state, space)
        guard = 0
        if fresh_militia(state, space):
            place = ruleset.ground.place_at[space]
            die = state.dice.roll()
            guard = militia_rolled(state, place, die)
            state.stormed[place] = 1
            if state.sink is not None:
                where, name = state.hex_name(space), ruleset.ground.place_names[place]
                text = f"The militia of {name} rolls a {die}: strength {guard}"
                state.tell("militia", "14.24", text, hex=where, die=die, strength=guard)
        state.guards.append(guard)
        total += strength + guard
    state.defense = total
    for unit in state.defenders:
        state.fought[unit] |= DEFENDED
    state.push(Aftermath)
    number = column(ruleset, state.attack - total)
    if number < 0:
        below_table(state)
        return
    state.die = state.dice.roll()
    result, price, _ = ruleset.components.results[state.die - 1][number]
    state.effect = result
    state.price = price
    tell_combat(state, number)
    state.score(price * len(attackers), "15.11")
    apply_result(state, result)


@enforces(FAMILY, "8.8-note-1", "10.0-failure")
def below_table(state: OlympicState) -> None:
    """The militia die has made it worse than -2: an assault fails (A7), a land attack is broken off without result (A55)."""
    state.effect = FAILED if state.by_sea else BROKEN_OFF
    tell_combat(state, -1)


@enforces(
    FAMILY,
    "8.9-Ae",
    "8.9-De",
    "8.9-Ar",
    "8.9-Dr",
    "8.9-Ex",
    "8.8-note-3",
    "13.2-destroyed",
    "8.0-procedure",
    "8.26-uninvolved",
    "10.0-militia",
)
def apply_result(state: OlympicState, result: str) -> None:
    """What a result of the table does in a U.S. attack. An assault that does not clear its hex fails (10.0)."""
    if result in ("Ae", "Ar"):
        if state.by_sea:
            state.effect = result
        elif result == "Ae":
            for unit in state.attackers:
                lose_us(state, unit, "8.9-Ae", state.price)
        else:
            retreat.begin(state, state.attackers)
        return
    destroy_guards(state)
    if result == "De":
        for unit in state.defenders:
            lose_jp(state, unit, "8.9-De")
    elif result == "Dr":
        if state.defenders:
            retreat.begin(state, state.defenders)
    else:
        state.push(Exchange)


@enforces(FAMILY, "8.8-note-3", "13.2-destroyed")
def destroy_guards(state: OlympicState) -> None:
    """Every militia that was attacked is destroyed, and its hex comes under U.S. control (A75)."""
    ground = state.ruleset.ground
    for space in state.targets:
        place = ground.place_at[space]
        if place >= 0 and state.militia[place]:
            state.destroy_militia(place)


def tell_combat(state: OlympicState, number: int) -> None:
    """Report a combat as it was resolved."""
    if state.sink is None:
        return
    jp, alone = not state.is_us(state.attackers[0]), len(state.attackers) == 1
    differential = state.attack - state.defense
    where = " and ".join(state.hex_name(space) for space in state.targets)
    who = ", ".join(state.name(unit) for unit in state.attackers)
    verb = ("assault" if state.by_sea else "attack") + ("s" if alone else "")
    whom = f"{state.name(state.defenders[0])} at {where}" if jp else where
    text = f"{who} {verb} {whom} at {plus(differential)}"
    text += f": a {state.die}, {state.effect}" if state.die else f": {state.effect}"
    case = "8.54" if state.suicide else "8.8" if number >= 0 else "8.8-note-1"
    state.happened("combat", case, text, combat_data(state, number))


def combat_data(state: OlympicState, number: int) -> dict[str, object]:
    """A combat as plain data, for events, views and facts."""
    militia = {state.hex_name(s): g for s, g in zip(state.targets, state.guards, strict=False) if g}
    found: dict[str, object] = {
        "side": "us" if state.is_us(state.attackers[0]) else "jp",
        "attackers": [state.name(unit) for unit in state.attackers],
        "targets": [state.hex_name(space) for space in state.targets],
        "defenders": [state.name(unit) for unit in state.defenders],
        "attack": state.attack,
        "defense": state.defense,
        "militia": militia,
        "differential": state.attack - state.defense,
        "column": label(state.ruleset, number),
        "die": state.die,
        "result": state.effect,
        "price": state.price,
        "points": state.price * sum(state.is_us(unit) for unit in (*state.attackers, *state.defenders)),
        "assault": bool(state.by_sea),
        "suicide": bool(state.suicide),
    }
    return found


class Aftermath(Step[OlympicState]):
    """Below the losses and retreats of a U.S. attack: what is left to do when these are done."""

    name = "aftermath"
    pushed_by = ("combat", "attackers")

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == US_COMBAT and fits_fight(state) and state.is_us(state.attackers[0])

    @enforces(FAMILY, "8.4-advance", "8.4-militia", "10.0-success", "10.0-failure", "8.4-defender")
    def settle(self, state: OlympicState) -> bool:
        state.stack.pop()
        if state.by_sea:
            finish_assault(state)
            return False
        state.emptied = emptied(state)
        if state.emptied and any(can_advance(state, unit) for unit in state.attackers):
            state.push(Advance)
        return False


@enforces(FAMILY, "10.0-success", "10.0-failure", "10.0-militia", "8.9-Ar")
def finish_assault(state: OlympicState) -> None:
    """The hex has been cleared and the survivors land, or all that assaulted are eliminated."""
    space = state.targets[0]
    units = [unit for unit in state.attackers if state.where[unit] >= 0]
    if state.effect in ("Ae", "Ar", FAILED):
        for unit in units:
            lose_us(state, unit, "10.0-failure", state.price)
        return
    assault.go_ashore(state, units, space)


def fits_fight(state: OlympicState) -> bool:
    """Whether a saved combat hangs together: each side's units are of one side, and every target has its militia's strength."""
    us = {state.is_us(unit) for unit in state.attackers}
    them = {state.is_us(unit) for unit in state.defenders}
    return len(us) == 1 and us != them and len(them) < 2 and bool(state.targets) and len(state.guards) == len(state.targets)


def emptied(state: OlympicState) -> list[int]:
    """The hexes attacked that no defender holds any longer (A75)."""
    if state.effect not in ("De", "Dr", "Ex"):
        return []
    return [space for space in state.targets if not (state.jp_mask | state.down_mask | state.militia_mask) >> space & 1]


def can_advance(state: OlympicState, unit: int) -> bool:
    """Whether an attacker is still where it attacked from."""
    return state.where[unit] >= 0 and not state.fought[unit] & RETREATED


# ---------------------------------------------------------------------- Japanese attacks


@enforces(FAMILY, "8.22", "8.54", "8.36", "8.8-note-5", "8.8-note-4", "15.11", "15.11-example", "8.26-uninvolved", "8.9-Ex")
def strike(state: OlympicState, attacker: int, defender: int) -> None:
    """One Japanese unit attacks one U.S. unit. A six makes it a suicide attack: doubled, and the attacker dies when the result
    has been applied (A68, A110)."""
    ruleset = state.ruleset
    state.clear_fight()
    state.attackers = [attacker]
    state.defenders = [defender]
    state.targets = [state.where[defender]]
    state.guards = [0]
    state.cut_off = [] if us_supplied(state, defender) else [defender]
    state.fought[attacker] |= ATTACKED
    state.fought[defender] |= DEFENDED
    state.attack = ruleset.strength[attacker]
    state.defense = defense_of_unit(state, defender)
    state.die = state.dice.roll()
    if state.die == 6:
        state.suicide = 1
        state.attack *= 2
    number = column(ruleset, state.attack - state.defense)
    result, _, price = ruleset.components.results[state.die - 1][number]
    state.effect = result
    state.price = price
    tell_combat(state, number)
    state.score(price, "15.11")
    state.push(StrikeAftermath)
    if result in ("Ae", "Ar"):
        # In our table a six never goes against the attacker; in an owner's it may, and it dies of the six alone (A68).
        if not state.suicide and result == "Ae":
            lose_jp(state, attacker, "8.9-Ae")
        elif not state.suicide:
            retreat.begin(state, [attacker])
    elif result == "Dr":
        retreat.begin(state, [defender])
    else:
        lose_us(state, defender, f"8.9-{result}", state.price, defender not in state.cut_off)
        if result == "Ex" or state.suicide:
            lose_jp(state, attacker, "8.54" if state.suicide else "8.9-Ex")


class StrikeAftermath(Step[OlympicState]):
    """Below the retreat of a Japanese attack: a suicide attacker dies; any other advances if the hex has been emptied."""

    name = "strike aftermath"
    pushed_by = ("strike",)

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        alone = len(state.attackers) == len(state.targets) == 1
        return state.phase == JP_COMBAT and fits_fight(state) and alone and not state.is_us(state.attackers[0])

    @enforces(FAMILY, "8.53", "8.54", "8.4-advance", "8.4-defender", "16.53-choice")
    def settle(self, state: OlympicState) -> bool:
        """Only the attacker of the combat that made the last U.S. unit leave advances (A84)."""
        state.stack.pop()
        attacker, space = state.attackers[0], state.targets[0]
        if state.suicide and state.where[attacker] >= 0:
            lose_jp(state, attacker, "8.54")  # it was in the way of those whom its result has driven back
        cleared = state.effect in ("De", "Dr") and not state.us_mask >> space & 1
        if cleared and can_advance(state, attacker):
            state.emptied = [space]
            state.push(JapaneseAdvance)
        return False
