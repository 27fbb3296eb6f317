"""One attack (16.3, 17.3, 20.2, std-4.1-d, std-7.3 to std-7.6): dice in their order, differential, and what the table says."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.bonins.combat import aftermath, fronts
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import ATTACKED, DEFENDED, BoninsState

FOLLOWED_UP = ("Ex", "D2", "D3")
"""Results against a dug-in unit that call for one more die (20.2)."""


@enforces(FAMILY, "std-4.1-d", "16.2-b", "19.2-d", "16.3-a", "16.3-c")
def resolve(state: BoninsState, owner: int, markers: int) -> None:
    """The attack on `target` from `fronts` is rolled: markers, reveal, anti-tank fire, combat die, follow-up die."""
    target = state.target
    attackers: list[int] = []
    for space in state.fronts:
        units = fronts.front(state, owner, space)
        attackers += fronts.attackers_into(state, units, target)
        for unit in units:
            state.fought[unit] |= ATTACKED
    state.attackers = attackers
    if target not in state.struck:
        state.struck.append(target)
    if markers:
        bombard(state, markers)
    if owner == JP:
        state.defenders = state.top_units(target)
    elif state.dug_in(target):
        state.entrenched = 1
        state.defenders = [state.reveal(target)]
    else:
        state.defenders = [state.up[target] - 1]
    if not state.entrenched:
        # A dug-in unit leaves no mark: whoever lies there next must not be known by it, so its hex carries the mark (70).
        for unit in state.defenders:
            state.fought[unit] |= DEFENDED
    silenced = anti_tank(state) if owner == US else []
    total = sum(state.attack_of(unit) for unit in attackers if unit not in silenced)
    roll(state, total)
    aftermath.begin(state, owner)


@enforces(FAMILY, "16.3-a", "13.0-4.1-e", "16.2-c")
def bombard(state: BoninsState, markers: int) -> None:
    """One die for each marker: 1 to 3 suppresses the defender, in a storm 1 or 2; one success is enough."""
    numbers = state.ruleset.components.numbers
    limit = numbers["suppressed_on_in_storm" if state.storm else "suppressed_on"]
    state.shells = [state.dice.roll() for _ in range(markers)]
    state.suppressed = int(min(state.shells) <= limit)
    if state.sink is not None:
        where, rolled = state.hex_name(state.target), " and ".join(map(str, state.shells))
        says = "is suppressed" if state.suppressed else "is not suppressed"
        text = f"Bombardment of {where}: {rolled}; the defender {says}"
        state.tell("suppression", "16.3-a", text, target=where, dice=state.shells.copy(), suppressed=bool(state.suppressed))


@enforces(FAMILY, "17.3-b", "17.3-c")
def anti_tank(state: BoninsState) -> list[int]:
    """The tanks that an anti-tank or anti-aircraft unit silences: one die each, in the order of the counters (95)."""
    ruleset, silenced = state.ruleset, list[int]()
    enemy = state.defenders[0]
    if not ruleset.is_anti_tank[enemy]:
        return silenced
    for unit in sorted(state.attackers):
        if ruleset.is_tank[unit]:
            die = state.dice.roll()
            state.tank_dice.append((unit, die))
            if die <= ruleset.attack[enemy]:
                silenced.append(unit)
            if state.sink is not None:
                name, counts = state.name(unit), die > ruleset.attack[enemy]
                says = "counts" if counts else "does not count"
                text = f"Anti-tank fire at {name}: {die} against {ruleset.attack[enemy]}, so it {says}"
                state.tell("anti-tank", "17.3-b", text, unit=name, die=die, counts=counts)
    return silenced


@enforces(
    FAMILY, "std-7.3-a", "std-7.3-c", "std-7.4-a", "std-7.6-crt", "std-7.6-range", "std-7.6-shift", "20.5-i", "17.2-a",
    "13.0-7.6-a", "20.2-b", "20.2-c", "20.2-d", "std-7.2-c",
)  # fmt: skip
def roll(state: BoninsState, total: int, shift: int = 0) -> None:
    """Work out the column and roll. A shift goes along the twelve columns, past the end of a line but not of the table."""
    table = state.ruleset.table
    state.attack = total
    state.defense = sum(state.defense_of(unit) for unit in state.defenders)
    state.line = state.ruleset.ground.lines[state.target]
    state.shift = shift
    state.column = min(table.column(state.line, state.attack - state.defense) + shift, len(table.results[0]))
    results = state.ruleset.results_by_column[state.column - 1]
    state.die = state.dice.among(results)
    state.effect = results[state.die - 1]
    if state.entrenched and state.effect in FOLLOWED_UP:
        state.follow_up = state.dice.among(state.ruleset.components.follow_up[state.effect])
    if state.sink is not None:
        tell(state)


def tell(state: BoninsState) -> None:
    """Report a combat."""
    where, differential = state.hex_name(state.target), state.attack - state.defense
    sign = f"+{differential}" if differential > 0 else str(differential).replace("-", "−")
    text = f"Attack on {where} at {sign}, column {state.column}: a {state.die}, {state.effect}"
    if state.follow_up:
        text += f", then a {state.follow_up}"
    data = {
        "target": where,
        "attackers": [state.name(unit) for unit in state.attackers],
        "defenders": [state.name(unit) for unit in state.defenders],
        "attack": state.attack,
        "defense": state.defense,
        "differential": differential,
        "line": state.line,
        "column": state.column,
        "shift": state.shift,
        "die": state.die,
        "result": state.effect,
        "follow_up": state.follow_up,
        "banzai": bool(state.banzai),
        "fronts": [state.hex_name(space) for space in state.fronts],
        "dug in": bool(state.entrenched),
        "shells": state.shells.copy(),
        "suppressed": bool(state.suppressed),
        "anti-tank": {state.name(unit): die for unit, die in state.tank_dice},
    }
    state.happened("combat", "std-7.6-crt", text, data)
