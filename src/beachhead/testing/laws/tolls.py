"""The law of tolls: what a panel says a combat will come to is what it comes to when it is played out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from beachhead.engine.action import Action
from beachhead.engine.chance.outcomes import outcomes
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.players import Seat, player, players_of
from beachhead.testing.walks import Position, chooser, more_if_short, pick, sampled, walk, wide_seed

MOST = 160
"""Outcomes of an action beyond which it is not played out."""
WORLDS = 30
SIGMAS, RARE = 6, 4 / WORLDS
"""How far the mean over made-up worlds may be off: in standard errors, and for worlds so rare that none was made up."""
Toll = dict[str, Fraction]


@more_if_short
def tolls_are_true(game: Game, scenario: str, seed: int = 0, *, most: int = 500, actions: int = 10, looks: int = 3) -> None:
    """Rows of a panel say what each outcome costs (`Outcome.toll`). Where nothing is left open that is, on average, just what the
    combat costs when every outcome of the dice is played on to its end; and never more than it costs where something is. Tried
    in random games and in games between sergeants."""
    draws = chooser(seed, "tolls")
    if not game.tally(game.new(scenario, seed=wide_seed(seed))):
        return
    tried: dict[tuple[str, str], int] = {}
    for moment in chain(walk(game, scenario, seed, most=most), islice(_trained(game, scenario, seed), most)):
        if moment.state.over or sum(tried.values()) >= actions:
            continue
        for code in sampled(moment.state.choices(), looks, draws):
            action = Action(code, moment.state.ruleset)
            kind = (moment.state.step.name, action.verb)
            if tried.get(kind, 0) < max(2, actions // 3) and _try(moment, action, lambda state: pick(state, draws)):
                tried[kind] = tried.get(kind, 0) + 1


def _trained(game: Game, scenario: str, seed: int) -> Iterator[Position]:
    """The positions of a game between sergeants."""
    state = game.new(scenario, seed=wide_seed(seed))
    names = {side: "book" if side in state.ruleset.book else players_of(game.id)[-1] for side in state.ruleset.sides}
    players = {side: player(name, seed) for side, name in names.items()}
    number = 0
    while not state.over:
        yield Position(game, scenario, seed, number, state)
        state.apply(players[state.side].choose(Seat.at(state, state.side), 0))
        number += 1


def _try(moment: Position, action: Action, choose: Callable[[State], int]) -> bool:
    """Compare what is promised with what comes; whether there was anything to compare."""
    game, state = moment.game, moment.state
    panel = game.panel(state.ruleset, game.preview(state, action).get("combat") or {})
    rows: list[Mapping[str, Any]] = [*panel["outcomes"]] if panel is not None else []
    rows = [row for row in rows if "toll" in row]
    if not rows or not state.odds(action):
        return False
    promised: Toll = {}
    for row in rows:
        for name, toll in row["toll"].items():
            promised[name] = promised.get(name, Fraction(0)) + Fraction(row["chance"]) * Fraction(toll)
    hidden = action.verb in game.odds_over_worlds
    worlds = [state.sample(state.side, number) for number in range(WORLDS)] if hidden else [state]
    found = [_cost(world, action, choose) for world in worlds]
    if None in found:
        return False
    is_open = any("open" in row for row in rows)
    moment.need(all(row.get("open", 2) > 1 for row in rows), f"the panel of {action} leaves open what nobody can choose: {rows}")
    for name, toll in promised.items():
        costs = [cost[name] for cost in found if cost is not None]
        mean = sum(costs, Fraction(0)) / len(costs)
        spread = float(sum((cost - mean) ** 2 for cost in costs) / len(costs) / max(1, len(costs) - 1)) ** 0.5
        off, allowed = float(mean - toll), SIGMAS * spread + 1e-9 + (RARE * float(max(*costs, toll)) if hidden else 0)
        fine = off >= -allowed if is_open else abs(off) <= allowed
        moment.need(
            fine,
            f"{action} promises {toll} of {name!r}{' or more' if is_open else ''}, but played out it comes to {mean}: {rows}",
        )
    return True


def _cost(world: State, action: Action, choose: Callable[[State], int]) -> Toll | None:
    """What a combat costs on average in a world, its free choices made at random; None if its outcomes are too many to try."""
    game, before = world.ruleset.game, world.ruleset.game.tally(world)
    found = dict.fromkeys(before, Fraction(0))
    for number, (chance, trial, _) in enumerate(outcomes(world, action)):
        if number == MOST:
            return None
        _to_the_end(world, trial, choose)
        for name, value in game.tally(trial).items():
            found[name] += chance * (value - before[name])
    return found


def _to_the_end(before: State, trial: State, choose: Callable[[State], int]) -> None:
    """Play on until the stack is down to what the combat stood on, or its phase is over."""
    height = len(before.stack)
    stays = len(trial.stack) >= height and trial.stack[height - 1][0] == before.stack[-1][0]
    phase = _phase(before)
    while not trial.over and len(trial.stack) > height - (not stays) and _phase(trial) == phase:
        trial.apply(choose(trial))


def _phase(state: State) -> tuple[Any, Any]:
    view = state.open_view()
    return view.get("turn"), view.get("phase")
