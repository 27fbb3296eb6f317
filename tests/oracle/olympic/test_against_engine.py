"""The engine of Operation Olympic against the slow implementation, on random positions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.testing import proves

from ...budget import many
from . import assaults, doctrine, movement, pairing, retreats, scoring, supply
from .board import OFF, Position, Unit, components, kinds
from .positions import Case, random_kyushu, random_small

pytestmark = pytest.mark.game("olympic")
SMALL = many(2)
"""Positions on small boards in each batch."""
LARGE = many(1)
"""Positions on the map of Kyushu in each batch; a march there takes the slow search about a second."""
BATCHES = 4
LONGEST = 200
"""More moves than a Japanese Movement Phase has."""


def position_of(case: Case, phase: str, dice: list[int] | None = None, **more: Any) -> Any:
    return bh.game("olympic").position(case.words(phase, **more), bh.Dice.scripted(dice) if dice else bh.Dice(bytes(16)))


def fact(state: Any, name: str) -> Any:
    game = bh.game("olympic")
    slow = game.costly_facts(state)
    return slow[name]() if name in slow else game.facts(state)[name]


def offered(state: Any, verb: str) -> set[tuple[str, ...]]:
    return {tuple(words[1:]) for words in (str(action).split() for action in state.actions()) if words[0] == verb}


def same(found: Any, wanted: Any, what: str) -> None:
    """Compare sets or dictionaries and say where they differ."""
    if found == wanted:
        return
    if isinstance(wanted, dict):
        keys = sorted(key for key in {**wanted, **found} if found.get(key) != wanted.get(key))
        raise AssertionError(
            f"{what}: " + "; ".join(f"{key}: engine {found.get(key)}, oracle {wanted.get(key)}" for key in keys[:6])
        )
    if isinstance(wanted, set):
        raise AssertionError(
            f"{what}: only the engine {sorted(found - wanted)[:8]}, only the oracle {sorted(wanted - found)[:8]}"
        )
    raise AssertionError(f"{what}: engine {found}, oracle {wanted}")


# --- supply and score ---------------------------------------------------------------------------------------------------


def check_supply(case: Case, _: random.Random) -> None:
    position = case.position
    state = position_of(case, "us movement")
    on_land = [unit.name for unit in position.units if unit.hex in position.board.land]
    told = fact(state, "supply")
    same(
        {name: told[name] for name in on_land if name in told},
        {name: supply.supplied(position, name) for name in on_land},
        "supply",
    )
    zones = fact(state, "zones")
    same(set(zones["us"]), set(position.us_zone()), "zones of the U.S.")
    if not position.down:
        same(set(zones["jp"]), set(position.true_zone()), "zones of Japan")
    built = sorted(position.board.towns | position.board.cities)
    militia = {hex: supply.militia_strength(position, hex) for hex in built if position.militia(hex)}
    same({hex: value for hex, value in fact(state, "militia").items() if value}, militia, "militia")
    if position.down:
        return
    points = scoring.score(position)
    told = fact(state, "score")
    same({key: told[key] for key in points}, points, "score")


# --- movement -----------------------------------------------------------------------------------------------------------


def us_moves(position: Position, unsupplied: frozenset[str]) -> dict[str, dict[str, movement.Way]]:
    found = {}
    for unit in position.us_on_land():
        found[unit.name] = movement.us_moves(position, unit.name, movement.allowance(position, unit.name, unsupplied), first=True)
    return {name: moves for name, moves in found.items() if moves}


def compare_moves(state: Any, position: Position, wanted: dict[str, dict[str, movement.Way]], unsupplied: frozenset[str]) -> None:
    pairs = {(name, hex) for name, moves in wanted.items() for hex in moves}
    told = fact(state, "moves")
    for name, moves in wanted.items():
        same(set(told.get(name, {})), set(moves), f"moves of {name} in {position.unit(name).hex}")
        for hex, way in moves.items():
            path = [step for step in told[name][hex]["path"] if step != position.unit(name).hex]
            # The single hex of 5.24 takes all that the unit has.
            cost = min(way.cost, movement.allowance(position, name, unsupplied))
            same((told[name][hex]["cost"], path), (cost, list(way.path)), f"the way of {name} to {hex}")
    same(offered(state, "move"), pairs, "moves offered")


def check_us_moves(case: Case, rng: random.Random) -> None:
    position = case.position
    unsupplied = supply.unsupplied_units(position, us=True)
    wanted = us_moves(position, unsupplied)
    state = position_of(case, "us movement")
    if fact(state, "phase") != "us movement":
        assert not wanted, f"the phase was passed over, yet {sorted(wanted)} may move"
        return
    compare_moves(state, position, wanted, unsupplied)
    # A move in pieces: the same unit goes on with what it has left (A99).
    if not wanted:
        return
    name = rng.choice(sorted(wanted))
    hex = rng.choice(sorted(wanted[name]))
    way = wanted[name][hex]
    after = position.moved(name, hex)
    turned = {step for step in way.path if after.board.built(step)}
    after = replace(after, control=after.control | turned)
    state.apply(f"move {name} {hex}")
    after = turned_up(after, state)
    left = movement.allowance(position, name, unsupplied) - way.cost
    more = us_moves(after, unsupplied)
    more.pop(name, None)
    again = movement.us_moves(after, name, left, first=False) if left > 0 else {}
    if again:
        more[name] = again
    if fact(state, "phase") != "us movement":
        assert not more, f"the phase ended, yet {sorted(more)} may move"
        return
    same(
        offered(state, "move"),
        {(one, to) for one, moves in more.items() for to in moves},
        f"after {name} to {hex}, {left} MP left",
    )


def turned_up(position: Position, state: Any, beside: frozenset[str] = frozenset()) -> Position:
    """The same with every counter next to an American on land released (A6), or in one of the hexes `beside` the path of a
    retreat (A91); the engine says by which name."""
    near = [counter for counter in position.down if counter.hex in position.us_zone() | beside]
    places = fact(state, "units")
    for counter in near:
        position = replace(position, down=tuple(other for other in position.down if other is not counter))
        if not counter.dummy:
            shown = {unit.name for unit in position.units}
            named = [name for name, place in places.items() if place == counter.hex and name not in shown]
            fitting = [name for name in named if name in kinds() and kinds()[name].values == counter.values]
            assert fitting, f"a {counter.values} in {counter.hex} was not turned up: {named}"
            position = replace(position, units=(*position.units, Unit(kinds()[fitting[0]], counter.hex)))
    return position


def check_jp_moves(case: Case, rng: random.Random) -> None:
    """The two-player game."""
    position = case.position
    unsupplied = supply.unsupplied_units(position, us=False)
    at_end = rng.random() < 0.4
    wanted = jp_moves(position, unsupplied, frozenset(), at_end)
    options: dict[str, Any] = {"options": {"japanese_stack_test": "phase_end"}} if at_end else {}
    state = position_of(case, "jp movement", **options)
    if fact(state, "phase") != "jp movement":
        assert not wanted, f"the phase was passed over, yet {sorted(wanted)} may move"
        return
    compare_moves(state, position, wanted, unsupplied)
    # 7.32 and 9.14: the phase cannot end while a stack could spread or a reinforcement could come in (A62, A77).
    check_end_of_moves(state, position, unsupplied, frozenset())
    if not wanted:
        return
    name = rng.choice(sorted(wanted))
    hex = rng.choice(sorted(wanted[name]))
    way = wanted[name][hex]
    after = position.moved(name, hex).entered_by_japan(way.path)
    left = movement.allowance(position, name, unsupplied) - way.cost
    moved = frozenset([name])
    more = jp_moves(after, unsupplied, moved, at_end)
    open_ = movement.jp_leavers(after, unsupplied, moved).__contains__ if at_end else None
    again = movement.jp_moves(after, name, left, False, open_) if left > 0 else {}
    if again:
        more[name] = again
    state.apply(f"move {name} {hex}")
    if fact(state, "phase") == "jp movement":
        pairs = {(one, to) for one, moves in more.items() for to in moves}
        same(offered(state, "move"), pairs, f"after {name} to {hex}, {left} MP left")
        check_end_of_moves(state, after, unsupplied, moved)
    else:
        assert not more, f"the phase ended, yet {sorted(more)} may move"


def jp_moves(
    position: Position, unsupplied: frozenset[str], moved: frozenset[str], at_end: bool
) -> dict[str, dict[str, movement.Way]]:
    """What the Japanese units that have not moved may do; `at_end`: 7.32 is tested when the phase ends."""
    leaving = movement.jp_leavers(position, unsupplied, moved) if at_end else set()
    found = {}
    for unit in position.units:
        if not unit.us and unit.name not in moved:
            left = movement.allowance(position, unit.name, unsupplied)
            found[unit.name] = movement.jp_moves(position, unit.name, left, True, leaving.__contains__ if at_end else None)
    return {name: moves for name, moves in found.items() if moves}


def check_end_of_moves(state: Any, position: Position, unsupplied: frozenset[str], moved: frozenset[str]) -> None:
    """Nobody who is stacked or off the map can still go to a free hex."""
    able = jp_moves(position, unsupplied, moved, at_end=False)
    stacked = [name for name in able if position.unit(name).hex == OFF or position.jp_at(position.unit(name).hex) > 1]
    same(() in offered(state, "done"), not stacked, f"the end of the phase, with {stacked} to go")


# --- doctrine -----------------------------------------------------------------------------------------------------------


def check_doctrine(case: Case, _: random.Random) -> None:
    position = case.position
    turns, after = doctrine.movement_phase(position)
    moves = [plan for plan in turns if plan.stop is not None]
    state = position_of(case, "jp movement")
    if moves:
        told = fact(state, "destinations")
        plans = {plan.unit: plan for plan in turns}
        same(list(told), [name for name in plans if name in told], "order of movement")
        for name, found in told.items():
            wanted = plans[name]
            if position.unit(name).hex == OFF and wanted.stop and found.get("goal") == wanted.stop == found.get("stop"):
                continue  # A reinforcement without a free hex on its way comes in where it can, and is told with that hex (A36).
            same(
                (found.get("goal"), found.get("cost") if found.get("goal") else None, found.get("stop")),
                (wanted.goal, wanted.cost if wanted.goal else None, wanted.stop),
                f"destination of {name}",
            )
    for number, plan in enumerate(moves):
        assert fact(state, "phase") == "jp movement", f"the phase ended after {number} moves, next were {moves[number:][:3]}"
        acts = {tuple(str(action).split()) for action in state.actions()}
        same(acts, {("move", plan.unit, plan.stop)}, f"march {number + 1}")
        events: list[Event] = []
        state.apply(f"move {plan.unit} {plan.stop}", events)
        told = next(event.data for event in events if event.kind == "moved")
        path = list(told["path"])
        start = position.unit(plan.unit).hex
        same([hex for hex in path if hex != start], list(plan.path), f"the way of {plan.unit}")
        position = doctrine.march(position, plan)
    places = fact(state, "units")
    same(
        {unit.name: places[unit.name] for unit in after.japanese()}, {unit.name: unit.hex for unit in after.japanese()}, "places"
    )
    same(set(fact(state, "beachheads")) | set(fact(state, "fortified")), set(after.beachheads), "beachheads")
    same(set(fact(state, "control")), set(after.control), "control")
    assert fact(state, "phase") != "jp movement" or not offered(state, "move"), f"one more march: {offered(state, 'move')}"


# --- the Japanese Combat Phase and retreats --------------------------------------------------------------------------------


def cell(differential: int, die: int) -> tuple[str, int, int]:
    """Result and Casualty Points of the Combat Results Table, for American and for Japanese attacks."""
    table = components()["combat_results"]
    for place, (low, high) in enumerate(table["columns"]):
        if differential >= low and (high is None or differential <= high):
            said, left, right = table["by_die"][die][place]
            return str(said), int(left), int(right)
    raise AssertionError(f"no column for {differential}")


def result(differential: int, die: int) -> str:
    return cell(differential, die)[0]


def used_up(position: Position, rng: random.Random) -> Position:
    """The same in the middle of a Japanese Combat Phase."""
    attacked = [unit.name for unit in position.japanese() if rng.random() < 0.15]
    defended = [unit.name for unit in position.us_on_land() if rng.random() < 0.15]
    return replace(position, attacked=frozenset(attacked), defended=frozenset(defended))


def check_pairs(case: Case, rng: random.Random) -> None:
    if rng.random() < 0.5:
        case = replace(case, position=used_up(case.position, rng))
    position = case.position
    pairs = pairing.possible(position)
    wanted = pairing.next_attacks(position)
    if case.scenario == "two-player":
        wanted = pairs
    state = position_of(case, "jp combat")
    if fact(state, "phase") != "jp combat" or fact(state, "turn") != position.turn:
        assert not wanted, f"the phase was passed over, yet {wanted} may be made"
        return
    same(offered(state, "attack"), set(wanted), "attacks")
    if case.scenario == "solitaire":
        same({tuple(pair) for pair in fact(state, "pairs")}, set(pairing.in_some_largest(pairs)), "attacks of largest matchings")
    if wanted:
        japanese, american = rng.choice(wanted)
        strength = position.unit(japanese).kind.strength - pairing.defence(position, position.unit(american))
        wish = ("Dr",) if position.down else ("Ar", "Dr")  # Only Americans turn counters up (A91).
        dice = [die for die in range(1, 6) if result(strength, die) in wish]
        if dice:
            die = rng.choice(dice)
            loser = japanese if result(strength, die) == "Ar" else american
            state.dice.script = (die, *[1] * 20)
            state.apply(f"attack {japanese} {american}")
            dead = follow(case, state, replace(position, attacked=frozenset(), defended=frozenset()), [loser], rng)
            price = cell(strength, die)[2]
            if american in dead:
                price = 10 if supply.supplied(position, american) else 30
            same(fact(state, "points"), position.points + price, f"points after {japanese} at {american}, die {die}")


def follow(case: Case, state: Any, position: Position, losers: list[str], rng: random.Random) -> list[str]:
    """Carry a retreat out on both sides, step by step; return those that died of it."""
    places = {name: position.unit(name).hex for name in losers}
    people = position.unit(losers[0]).us or case.scenario == "two-player"
    pending = list(losers)
    entered: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    under_way: tuple[str, tuple[str, ...]] | None = None
    while pending:
        options = {}
        for name in pending if under_way is None else [under_way[0]]:
            waiting = tuple(other for other in pending if other != name)
            retreat = retreats.Retreat(name, waiting, entered, gone)
            path = under_way[1] if under_way else ()
            options[name] = retreats.steps(position, retreat, places[name], path)
        wanted = {(name, hex) for name, hexes in options.items() for hex in hexes}
        if not wanted:
            break  # A companion's way may turn up a dummy that was in theirs; after the last one they are lost.
        told = offered(state, "retreat")
        if len(wanted) == 1 and people:
            name, hex = next(iter(wanted))
        else:
            same(told, wanted, f"retreat of {pending} from {places}, so far {under_way}")
            name, hex = rng.choice(sorted(wanted))
            state.apply(f"retreat {name} {hex}")
        path = (*(under_way[1] if under_way else ()), hex)
        under_way = (name, path)
        if len(path) == retreats.length(position, places[name]):
            beside = frozenset(other for entered_ in path for other in position.board.adjacent(entered_))
            if position.unit(name).us and any(counter.hex in beside for counter in position.down):
                position, under_way = turned_up(position, state, beside), None
                continue
            pending.remove(name)
            entered += path
            gone += (name,)
            position = position.moved(name, hex)
            if not position.unit(name).us:
                position = position.entered_by_japan(path)
            under_way = None
            same(fact(state, "units")[name], hex, f"where {name} ends")
    for name in losers:
        if name not in gone:
            place = fact(state, "units").get(name)
            assert place is None or not str(place)[:4].isdigit(), f"{name} had no way to retreat, yet it stands in {place}"
    return [name for name in losers if name not in gone]


def check_us_attack(case: Case, rng: random.Random) -> None:
    """An American attack that makes one side retreat, Japanese stacks included."""
    position = case.position
    able = [
        unit for unit in position.us_on_land() if unit.hex not in position.fortified and supply.us_supplied(position, unit.hex)
    ]
    fights = sorted(
        {
            (unit.hex, hex)
            for unit in able
            for hex in position.board.adjacent(unit.hex)
            if position.at(hex, us=False) and not position.militia(hex)
        }
    )
    rng.shuffle(fights)
    for start, target in fights:
        attackers = [unit for unit in able if unit.hex == start]
        strength = sum(unit.kind.strength for unit in attackers) - pairing.jp_defence(position, target)
        dice = [die for die in range(1, 7) if strength >= -2 and result(strength, die) in ("Ar", "Dr")]
        if position.down:
            dice = [die for die in dice if result(strength, die) == "Ar"]
        if not dice:
            continue
        die = rng.choice(dice)
        state = position_of(case, "us combat", [die, *[1] * 20])
        state.apply(f"attack {target} from {start}")
        losers = attackers if result(strength, die) == "Ar" else position.at(target, us=False)
        dead = follow(case, state, position, [unit.name for unit in losers], rng)
        prices = [10 if unit.name in dead else cell(strength, die)[1] for unit in attackers]
        same(fact(state, "points"), position.points + sum(prices), f"points after {start} at {target}, die {die}")
        return


# --- assaults -----------------------------------------------------------------------------------------------------------


def with_reserve(case: Case, rng: random.Random) -> Case:
    """The same on GT1, GT2 or GT3 with units to place, some already in the zones."""
    turn = rng.choice((1, 2, 3))
    position = replace(case.position, turn=turn)
    arriving = [kind for kind in kinds().values() if kind.us and kind.arrival == min(turn, 2)]
    taken = {unit.name for unit in position.units}
    free = [kind for kind in arriving if kind.name not in taken]
    if turn == 1:
        position = replace(
            position, units=tuple(unit for unit in position.units if not unit.us), beachheads=frozenset(), fortified=frozenset()
        )
        free = arriving
    count = rng.choice((6, 9, 12)) if turn == 1 else rng.randint(3, 9)
    position = replace(position, due=tuple(kind.name for kind in free[:count]))
    return replace(case, position=position)


def check_placing(case: Case, rng: random.Random) -> None:
    case = with_reserve(case, rng)
    position = case.position
    counts = [count for count in assaults.stack_counts(position) if count]
    if position.turn == 1 and not assaults.completable(position, frozenset(), counts):
        return
    state = position_of(case, "us assault")
    for _ in range(40):
        places = assaults.legal_places(position)
        if fact(state, "phase") != "us assault":
            assert not places or (position.turn > 1 and not places), f"placement ended, yet {sorted(places)} are open"
            return
        same(offered(state, "place"), {(name, hex) for name in position.due for hex in places}, f"places, {position.due}")
        same(() in offered(state, "done"), position.turn > 1 and assaults.may_stop_placing(position), "end of placement")
        if not places:
            return
        name, hex = rng.choice(position.due), rng.choice(sorted(places))
        position = replace(
            position,
            units=(*position.units, Unit(kinds()[name], hex)),
            due=tuple(other for other in position.due if other != name),
        )
        state.apply(f"place {name} {hex}")


def check_assaults(case: Case, rng: random.Random) -> None:
    """Stacks wait at sea; some hexes have been fought for."""
    case = with_reserve(case, rng)
    position = replace(case.position, due=())
    names = list(case.position.due)
    seas = [sea for zone in position.board.zones.values() for sea in zone]
    rng.shuffle(seas)
    # Losses by the optional Tokko tables leave stacks of one or two, which must assault all the same (17.4, A40).
    thinned = position.turn == 1 and rng.random() < 0.5
    for sea in seas[: len(names) // 3]:
        stack, names = names[: rng.randint(1, 3) if thinned else 3], names[3:]
        position = replace(position, units=(*position.units, *(Unit(kinds()[name], sea) for name in stack)))
    coast = sorted({hex for sea in assaults.stacks_at_sea(position) for hex in position.board.targets(sea)})
    fought = [unit.name for unit in position.japanese() if unit.hex in coast and rng.random() < 0.3]
    fled = [name for name in fought if rng.random() < 0.5]
    militia = [hex for hex in coast if position.militia(hex) and rng.random() < 0.2]
    position = replace(position, defended=frozenset(fought), retreated=frozenset(fled), militia_attacked=frozenset(militia))
    case = replace(case, position=position)
    track4 = rng.randint(1, 6)
    state = position_of(case, "us combat", [track4, 3, *[1] * 20], options={"optional_tokko": thinned})
    wanted = assaults.allowed_assaults(position)
    if fact(state, "phase") != "us combat":
        assert not wanted, f"the phase was passed over, yet {sorted(wanted)} may be assaulted"
        return
    same(offered(state, "assault"), wanted, "assaults")
    same(() in offered(state, "done"), assaults.phase_may_end(position), "the end of the phase")
    if not wanted:
        return
    # One of them: the strengths.
    sea, hex = rng.choice(sorted(wanted))
    attack = sum(unit.kind.strength for unit in position.at(sea, us=True))
    defense = assaults.defense(position, hex, components()["doctrine_chart"]["track4_militia"][track4])
    state.apply(f"assault {sea} {hex}")
    if defense is None:
        assert fact(state, "units")[position.at(sea, us=True)[0].name] == hex, f"{sea} did not land in {hex}, where a dummy was"
        return
    told = fact(state, "combat")
    same((told["attack"], told["defense"]), (attack, defense), f"strengths of {sea} at {hex}")
    same(told["result"] == "failed", attack - defense < pairing.LEAST, f"whether {sea} fails at {hex}")


# --- the tests ----------------------------------------------------------------------------------------------------------

Check = Callable[[Case, random.Random], None]


def compare(kind: str, batch: int, check: Check, count: int, large: int = 0, **sort: Any) -> None:
    for seed in range(batch * count, (batch + 1) * count):
        one(f"{kind} {seed}", check, random_small, **sort)
    sort.pop("contact", None)
    for seed in range(batch * large, (batch + 1) * large):
        one(f"{kind} Kyushu {seed}", check, random_kyushu, **sort)


def one(seed: str, check: Check, make: Callable[..., Case], **sort: Any) -> None:
    rng = random.Random(seed)
    case = make(rng, **sort)
    try:
        check(case, rng)
    except AssertionError as error:
        raise AssertionError(f"{seed}: {error}") from None


batches = pytest.mark.parametrize("batch", range(BATCHES))
either = pytest.mark.parametrize("hidden", [False, True], ids=["open", "hidden"])
modes = pytest.mark.parametrize("scenario", ["solitaire", "two-player"])


@proves("olympic", "12.11", "12.12", "12.12-none", "12.14", "12.21-sea", "12.21-enemy", "12.21-zoc", "12.21-militia", "12.41")
@proves("olympic", "6.0", "6.26", "18.2.1-A", "18.2.1-B", "18.2.1-C", "18.2.1-D", "18.22-A", "18.22-B", "18.22-C")
@either
@batches
def test_supply(batch: int, hidden: bool) -> None:
    """Zones, supply of each unit and militia, and the score."""
    compare(f"supply {hidden}", batch, check_supply, SMALL, LARGE, hidden=hidden)


@proves("olympic", "5.22", "5.23", "5.24-cost", "5.25", "5.3", "6.21", "6.27", "7.11", "11.33", "12.6", "13.1-zoc")
@either
@batches
def test_american_moves(batch: int, hidden: bool) -> None:
    """Each unit may stop exactly where the slow search says, by the way it says, in one piece or two."""
    compare(f"us moves {hidden}", batch, check_us_moves, SMALL, LARGE, hidden=hidden)


@proves("olympic", "5.24-minimum", "7.32", "16.51-cost", "16.53-free", "9.11-entry")
@batches
def test_japanese_moves(batch: int) -> None:
    compare("jp moves", batch, check_jp_moves, SMALL, LARGE, scenario="two-player", entering=True)


@proves("olympic", "14.51", "14.52", "14.53", "14.54-1", "14.54-2", "14.55", "14.56", "14.57", "14.58", "8.71-note", "9.13")
@either
@batches
def test_doctrine(batch: int, hidden: bool) -> None:
    """A whole Japanese Movement Phase: who moves next, where it stops, by which way, and which markers go."""
    large = LARGE if batch == 0 or LARGE > 1 else 0
    compare(f"doctrine {hidden}", batch, check_doctrine, SMALL, large, hidden=hidden, entering=True)


@proves(
    "olympic", "8.51", "8.52-a", "8.52-b", "8.52-c", "8.52-d", "8.71-categories", "8.71-terrain", "8.71-tie", "8.72-categories"
)
@modes
@batches
def test_japanese_attacks(batch: int, scenario: str) -> None:
    """The next attack, and the retreat that follows; in the solitaire game also among face-down counters."""
    hidden = scenario == "solitaire" and batch % 2 == 1
    compare(f"pairs {scenario}", batch, check_pairs, 2 * SMALL, LARGE, scenario=scenario, contact=True, hidden=hidden)


@proves("olympic", "8.7-distance", "8.7-a", "8.7-b", "8.7-c", "8.7-d", "8.7-e", "8.7-elimination", "8.72-terrain")
@modes
@batches
def test_retreats(batch: int, scenario: str) -> None:
    """Retreats after American attacks, whole stacks among them; in the solitaire game also among face-down counters (A91)."""
    hidden = scenario == "solitaire" and batch % 2 == 1
    compare(f"retreats {scenario}", batch, check_us_attack, 2 * SMALL, LARGE, scenario=scenario, contact=True, hidden=hidden)


@proves("olympic", "10.51-limits", "10.51-contiguous", "10.53", "10.41", "10.42")
@batches
def test_placing(batch: int) -> None:
    compare("placing", batch, check_placing, SMALL, LARGE)


@proves("olympic", "10.0-procedure-2", "10.0-procedure-3", "10.0-vacant", "10.51-stay")
@either
@batches
def test_assaults(batch: int, hidden: bool) -> None:
    compare(f"assaults {hidden}", batch, check_assaults, 2 * SMALL, 2 * LARGE, hidden=hidden)
