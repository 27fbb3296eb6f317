"""What the player knows of a position of D-Day at Iwo Jima, in numbers, for bots (`State.known`).

There are no secrets between the sides: a counter that lies face down is one of a lot, and nobody knows more. Sets of hexes are
numbers with one bit per hex; all land is numbered first.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.chance.lots import candidates
from beachhead.engine.secrecy import Known
from beachhead.games.dday import victory
from beachhead.games.dday.box.kinds import SYMBOLS, US_TYPES, WEAPONS, names_of
from beachhead.games.dday.combat import us_artillery
from beachhead.games.dday.control import command, command_posts, communication, fields_of_fire
from beachhead.games.dday.control.fields_of_fire import full_field, standing_field
from beachhead.games.dday.counters import artillery_points, forts, losses, marines
from beachhead.games.dday.events import raids
from beachhead.games.dday.fire import under_fire
from beachhead.games.dday.moves.movement import Move, MoveRecord
from beachhead.games.dday.ruleset import SIDES, US, DDayRuleset
from beachhead.games.dday.state import DDayState

Chances = tuple[tuple[int, float], ...]
"""What a counter may be, with the chance of each."""


def counters_of(ruleset: DDayRuleset) -> list[dict[str, Any]]:
    """What is printed on each US counter, in the order of their numbers; then on each Japanese unit, depth marker and fort."""
    found: list[dict[str, Any]] = []
    for unit in ruleset.components.us_units:
        kind = ruleset.components.us_types[unit.type]
        found.append(
            {
                "name": unit.id,
                "side": SIDES[US],
                "kind": US_TYPES[unit.type],
                "symbol": SYMBOLS[unit.symbol],
                "division": unit.division,
                "regiment": unit.regiment,
                "battalion": unit.battalion,
                "steps": kind.steps,
                "strength": list(kind.strength),
                "range": list(kind.range),
            }
        )
    for number, name in enumerate(ruleset.counter_ids):
        if number:
            found.append(
                {
                    "name": name,
                    "side": SIDES[1 - US],
                    "kind": "unit" if number < ruleset.first_depth else "depth" if number < ruleset.first_fort else "fort",
                    "strength": ruleset.counter_strength[number],
                    "requires": names_of(ruleset.counter_requires[number], WEAPONS),
                    "elite": ruleset.is_elite[number],
                }
            )
    return found


def chances_of(state: DDayState, counter: int) -> Chances:
    """What a counter on the map may be."""
    return tuple((number, float(chance)) for number, chance in sorted(candidates(state.lots, counter).items()))


def garrison_known(state: DDayState, side: str) -> dict[int, tuple[tuple[Chances, ...], int, int, int, int]]:
    """By position that Japanese hold next to US units: what each of its units may be; how many depth markers lie face down; the
    strength and the requirements of those face up; and its top fort: 0 none, -1 face down, else its number."""
    del side
    found: dict[int, tuple[tuple[Chances, ...], int, int, int, int]] = {}
    ruleset, seen = state.ruleset, dict[int, Chances]()
    near = ruleset.ground.near_mask
    for position, place in enumerate(ruleset.position_hex):
        if not state.jp_mask >> place & 1 or not near[place] & state.us_mask:
            continue
        here = [row[position] for row in (state.unit, state.second, state.tank) if row[position]]
        for counter in here:
            if counter not in seen:
                seen[counter] = chances_of(state, counter)
        units = tuple(seen[counter] for counter in here)
        hidden = strength = requires = 0
        faces = state.faces[position]
        for row, face in ((state.depth, 4), (state.second_depth, 8), (state.tank_depth, 64)):
            counter = row[position]
            if counter and faces & face and counter > 0:
                strength += ruleset.counter_strength[counter]
                requires |= ruleset.counter_requires[counter]
            elif counter:
                hidden += 1
        fort = state.fort[position]
        found[position] = units, hidden, strength, requires, (fort if fort > 0 else -1) if fort else 0
    return found


def walls_known(state: DDayState, side: str) -> dict[int, int]:
    """By position whose top fort lies face up: the hexes from which nobody attacks or enters it, as bits."""
    del side
    found: dict[int, int] = {}
    ruleset = state.ruleset
    for position, fort in enumerate(state.fort):
        if fort > 0:
            place, walls = ruleset.position_hex[position], 0
            for near in spaces_of(ruleset.ground.near_mask[place]):
                if forts.blocks(state, position, near):
                    walls |= 1 << near
            found[position] = walls
    return found


def groups_known(state: DDayState, side: str) -> list[tuple[int, int, int, int]]:
    """By position group: the intense and steady hexes of its field as it stands now (nothing if it cannot fire), and those that
    it has, or would have if it were manned, disrupted or not."""
    del side
    return [(*standing_field(state, group), *full_field(state, group)) for group in range(state.ruleset.group_count)]


def hits_known(state: DDayState, side: str) -> list[int]:
    """By position group: how many counters it has to hit with, up to three; 0 if nobody is there."""
    del side
    ruleset, found = state.ruleset, [0] * state.ruleset.group_count
    rows = (state.unit, state.second, state.depth, state.second_depth, state.fort, state.lower_fort, state.bottom_fort)
    for position, group in enumerate(ruleset.position_group):
        found[group] = min(3, found[group] + sum(row[position] != 0 for row in rows))
    return found


def moving_known(state: DDayState, side: str) -> tuple[int, int]:
    """Hexes in an intense field, and in any, that can fire at movers now."""
    del side
    found = under_fire.fields(state)
    return found.intense, found.both


def standing_known(state: DDayState, side: str) -> tuple[int, int, int]:
    """Hexes in an intense field, and in any, as they count for recovery; and those that stop a move at the second of them."""
    del side
    stopping = 0
    for group in range(state.ruleset.group_count):
        if state.ruleset.ground.group_mask[group] & state.jp_mask:
            hot, cool = fields_of_fire.full_field(state, group)
            stopping |= hot | cool
    return fields_of_fire.intense_now(state), fields_of_fire.field_now(state), stopping


def sure_known(state: DDayState, side: str) -> dict[int, int]:
    """By hex with US units: the neighbors into which every move draws fire, however short (7.3.3-d)."""
    del side
    return {place: under_fire.sure(state, place) for place in state.us_at}


def weapons_known(state: DDayState, side: str) -> list[tuple[int, int, int, int]]:
    """By US unit: its strength, its reach, and its weapons as bits next to a hex and at two hexes."""
    del side
    return [
        (
            marines.strength(state, unit),
            marines.attack_range(state, unit),
            marines.weapons(state, unit, 1),
            marines.weapons(state, unit, 2),
        )
        if state.where[unit] >= 0 and state.steps[unit]
        else (0, 0, 0, 0)
        for unit in range(state.ruleset.unit_count)
    ]


def goals_known(state: DDayState, side: str) -> tuple[int, int, list[int]]:
    """Whether Suribachi is cut off; the US controlled hexes (12.1) and positions in US hands with communication (c-34), as
    a set of hexes and a list."""
    del side
    found = 0
    for place in range(state.ruleset.ground.land):
        if communication.us_controls_hex(state, place):
            found |= 1 << place
    positions = victory.airfield_positions(state) + victory.sector_positions(state)
    return int(not communication.suribachi_linked(state)), found, victory.held(state, positions)


def move_known(state: DDayState, side: str) -> tuple[int, ...]:
    """The stack on the move: its hex, hexes entered, and its units; empty if nobody moves."""
    del side
    if not state.is_at(Move):
        return ()
    frame = state.top(MoveRecord)
    return (frame.place, frame.moved, *frame.units)


def heroes_known(state: DDayState, side: str) -> list[tuple[int, int]]:
    """By hero: the unit he is with, or -1, and 1 if he is an inspired marker."""
    del side
    return list(zip(state.hero_on, state.inspired, strict=True))


def command_known(state: DDayState, side: str) -> list[int]:
    """By US unit: 1 if it is on the map and in command."""
    del side
    return [int(place >= 0 and command.in_command(state, unit)) for unit, place in enumerate(state.where)]


def posts_known(state: DDayState, side: str) -> dict[int, tuple[int, int]]:
    """By regimental HQ on the map: the space of its range marker, 0 if it is no command post; and its command range."""
    del side
    return {
        hq: (state.posts[command_posts.place_of(state, hq)], command_posts.printed_range(state, hq))
        for hq in state.ruleset.regimental_hq.values()
        if state.where[hq] >= 0
    }


def boxes_known(state: DDayState, side: str) -> list[tuple[int, int]]:
    """By division, 3rd to 5th: the counters in its loss box, and at how many the losses are catastrophic; 0 if at none."""
    del side
    return [(losses.in_box(state, division), losses.most_counters(state, division)) for division in losses.DIVISIONS]


def infantry_known(state: DDayState, side: str) -> tuple[int, int]:
    """Infantry steps lost today, and in the whole game."""
    del side
    return losses.infantry_lost(state, losses.day_of(state.turn)), losses.infantry_lost(state)


def aims_known(state: DDayState, side: str) -> tuple[list[int], int, int]:
    """The positions that count for victory; then those under US control with communication and those in Japanese communication,
    as bits by position."""
    del side
    mine = linked = 0
    for position in range(state.ruleset.position_count):
        if communication.us_controls_position(state, position):
            mine |= 1 << position
        if communication.japanese_in_communication(state, position):
            linked |= 1 << position
    return sorted(victory.targets(state)), mine, linked


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the game turn", lambda state, _: state.turn),
    Known("phase", "the phase (`games.dday.phases`)", lambda state, _: state.phase),
    Known("where", "for each US unit its hex, or its place (`games.dday.state`)", lambda state, _: state.where.copy()),
    Known("steps", "for each US unit its steps", lambda state, _: list(state.steps)),
    Known("disrupted", "for each US unit the turn on which it was disrupted, or 0", lambda state, _: list(state.disrupted)),
    Known("acted", "for each US unit what it has done in this phase (bits)", lambda state, _: list(state.acted)),
    Known("weapons", "for each US unit strength, reach, weapons next to a hex and at two hexes", weapons_known),
    Known("heroes", "for each hero his unit, and whether he is an inspired marker", heroes_known),
    Known("masks", "hexes with US units, and with Japanese", lambda state, _: (state.us_mask, state.jp_mask)),
    Known("garrison", "what may be in each position that Japanese hold next to US units", garrison_known),
    Known("walls", "by position with a fort face up the hexes from which it is closed", walls_known),
    Known("shaken", "for each position 1 if it is disrupted", lambda state, _: list(state.shaken)),
    Known("faces", "for each position what lies face up there (bits)", lambda state, _: list(state.faces)),
    Known("done", "for each position what happened there in this phase (bits)", lambda state, _: list(state.done)),
    Known("woken", "for each group 1 if its wake-up card is spent", lambda state, _: list(state.woken)),
    Known("groups", "for each group its intense and steady field now, and if it were manned", groups_known),
    Known("hits", "for each group the hits that it has", hits_known),
    Known("fields", "hexes in an intense field, in any field, and those that stop moves", standing_known),
    Known("moving fields", "hexes in an intense field and in any that fire at movers", moving_known),
    Known("sure fire", "by hex of US units the neighbors into which every move draws fire", sure_known),
    Known("goals", "1 if Suribachi is cut off, hexes that US units control, positions of the goals in US hands", goals_known),
    Known("move", "the stack on the move: hex, hexes entered, units", move_known),
    Known("victims", "the fire under way: unit, result, match, intense, how it is paid", lambda state, _: state.victims.copy()),
    Known("card", "the fire card being played, by its place in the deck, or -1", lambda state, _: state.card),
    Known("reserves", "by sector how many units are in reserve", lambda state, _: [len(pool) for pool in state.pools[:4]]),
    Known("support", "naval gunfire and airstrike points", lambda state, _: (state.naval, state.air)),
    Known("replacements", "replacement steps left", lambda state, _: state.replacements),
    Known("losses", "US steps lost", lambda state, _: state.losses),
    Known("last", "the last game turn", lambda state, _: victory.last_turn(state)),
    Known("command", "for each US unit 1 if it is in command", command_known),
    Known("posts", "for each regimental HQ on the map the space of its range marker, and its range", posts_known),
    Known("garrisons", "for each position 1 if a garrison holds it", lambda state, _: list(state.garrisons)),
    Known("assigned", "for each US unit the regiment to which it is assigned, or 0", lambda state, _: list(state.assigned)),
    Known("returns", "for each US unit the turn until which it stays away, or 0", lambda state, _: list(state.returns)),
    Known("points", "infantry points by division, tank and engineer points",
          lambda state, _: (*state.infantry_points, state.tank_points, state.engineer_points)),
    Known("guns", "artillery points of the 3rd, 4th and 5th Division and the corps that can still fire today",
          lambda state, _: [us_artillery.at_hand(state, row) for row in range(artillery_points.ROWS)]),
    Known("boxes", "by division the counters in its loss box, and at how many its losses are catastrophic", boxes_known),
    Known("infantry", "infantry steps lost today and in the game", infantry_known),
    Known("aims", "positions that count, and as bits those under US control and those in Japanese communication", aims_known),
    Known("raids", "hexes that are open to raids now", lambda state, _: raids.susceptible(state)),
    Known("landed", "by beach box: 1 if a unit has landed from it", lambda state, _: list(state.landed)),
)  # fmt: skip
