"""Laws of play: a game ends, what is offered is legal, what is legal is offered, and lists of actions behave as lists do."""

from __future__ import annotations

import json
from itertools import islice

from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import ActionError, IllegalAction
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.testing.walks import (
    STREAM,
    Looks,
    Position,
    bent_action,
    chooser,
    more_if_short,
    pick,
    random_action,
    sampled,
    walk,
)


def ends(game: Game, scenario: str, seed: int = 0, *, games: int = 3) -> None:
    """Random play comes to an end within `game.max_actions` actions; there is always something to do before, and nothing after.

    On the way every prompt and every event has a sentence and cites a case that the game has.
    """
    for number in range(games):
        events: list[Event] = []
        told = 0
        for moment in walk(game, scenario, seed * games + number, events=events):
            state = moment.state
            _cites(moment, state.decision.case, state.decision.prompt, "the prompt")
            for event in islice(events, told, None):
                _cites(moment, event.case, event.text, f"the event {event.kind!r}")
                _is_plain(moment, event)
            told = len(events)
            moment.need(state.over == (len(state.actions()) == 0), "the list of actions is empty exactly when the game is over")
            moment.need(state.over == (state.result is not None), "a game has a result exactly when it is over")
            if not state.over:
                moment.need(state.decision.side in state.ruleset.sides, f"nobody called {state.decision.side!r} plays here")
                moment.need(
                    moment.number < game.max_actions,
                    f"the game is not over after {game.max_actions} actions, its declared longest",
                )
        _is_over(moment)


def _cites(moment: Position, case: str, text: str, what: str) -> None:
    moment.need(bool(text.strip()), f"{what} says nothing")
    moment.need(case in moment.game.cases, f"{what} ({text!r}) cites {case!r}, which is not a case of the game")


def _is_plain(moment: Position, event: Event) -> None:
    try:
        same = json.loads(json.dumps(event.plain())) == event.plain()
    except (TypeError, ValueError):
        same = False
    moment.need(same, f"the event {event.kind!r} is not plain data: {event.plain()!r}")
    strangers = set(event.seen_by or ()) - set(moment.game.sides)
    moment.need(not strangers, f"the event {event.kind!r} is for {strangers}, who do not play")


def _is_over(moment: Position) -> None:
    state, result = moment.state, moment.state.result
    assert result is not None
    moment.need(result.winner in (*moment.game.sides, "draw"), f"the winner is {result.winner!r}")
    _cites(moment, result.case, result.how, "the result")
    action = Action(random_action(state.ruleset, chooser(moment.seed, "end")), state.ruleset)
    _is_refused(moment, action, state.digest())


@more_if_short
def offers_only_legal(game: Game, scenario: str, seed: int = 0, *, first: int = 5, later: int = 40, most: int = 60) -> None:
    """Soundness: every offered action can be carried out, as an action and as text alike, and leads on or to the end."""
    looks, draws = Looks(seed, first, later), chooser(seed, "offers")
    for moment in walk(game, scenario, seed):
        state = moment.state
        if state.over or not looks.at(moment):
            continue
        for spot, code in enumerate(sampled(state.choices(), most, draws)):
            action = Action(code, state.ruleset)
            refusal = state.why_not(action)
            moment.need(refusal is None, f"{action} is offered, but why_not says: {refusal}")
            after = _carried_out(moment, action)
            moment.need(after.over or len(after.choices()) > 0, f"after {action} nothing can be done, yet the game is not over")
            if spot % 4 == 0:
                by_text = _carried_out(moment, str(action))
                moment.need(by_text.digest() == after.digest(), f"{str(action)!r} as text does something else than the action")


def _carried_out(moment: Position, action: Action | str) -> State:
    after = moment.state.copy()
    try:
        after.apply(action)
    except Exception as error:
        raise moment.broken(f"{action} is offered, but fails: {type(error).__name__}: {error}") from error
    return after


@more_if_short
def refuses_all_else(game: Game, scenario: str, seed: int = 0, *, first: int = 6, later: int = 25, tries: int = 24) -> None:
    """Completeness: whatever is not offered is refused, with a case of the game and a reason, and nothing changes.

    Tried are actions of other moments (so of the other side, too), offered ones with an argument replaced, any verb with any
    arguments, and texts that have been garbled. What `why_not` calls legal is offered.
    """
    looks, draws = Looks(seed, first, later), chooser(seed, "refusals")
    pool: list[int] = []
    for moment in walk(game, scenario, seed):
        state = moment.state
        if state.over:
            break
        offered = state.choices()
        pool.append(pick(state, draws))
        if not looks.at(moment):
            continue
        before = state.digest()
        for _ in range(tries):
            code = _stranger(state, pool, draws)
            action = Action(code, state.ruleset)
            if code in offered:
                moment.need(state.why_not(action) is None, f"{action} is offered, but why_not refuses it")
            else:
                _is_refused(moment, action, before)
            _is_survived(moment, _garbled(str(action), draws), before)
        moment.need(state.digest() == before, "asking about illegal actions has changed the position")


def _stranger(state: State, pool: list[int], draws: Dice) -> int:
    way = draws.below(3, STREAM)
    if way == 0:
        return pool[draws.below(len(pool), STREAM)]
    return bent_action(state.ruleset, pick(state, draws), draws) if way == 1 else random_action(state.ruleset, draws)


def _is_refused(moment: Position, action: Action, before: str) -> None:
    state, trial = moment.state, moment.state.copy()
    try:
        trial.apply(action)
    except IllegalAction as error:
        refusal: Refusal = error.refusal
    except Exception as error:
        raise moment.broken(f"{action} is not offered; refusing it fails: {type(error).__name__}: {error}") from error
    else:
        raise moment.broken(f"{action} is not offered, and yet accepted")
    for case in refusal.cases:
        moment.need(case in moment.game.cases, f"{action} is refused by {case!r}, which is not a case of the game")
    moment.need(bool(refusal.reason.strip()), f"{action} is refused without a reason")
    known = {name for names in state.ruleset.names.values() for name in names.full}
    moment.need(set(refusal.units) <= known, f"the refusal of {action} is about {refusal.units}, who do not exist")
    moment.need(trial.digest() == before, f"refusing {action} has changed the position")
    moment.need(list(trial.choices()) == list(state.choices()), f"refusing {action} has changed what is offered")
    moment.need(state.why_not(action) == refusal, f"why_not and apply refuse {action} for different reasons")
    text = str(action)
    readings = state.ruleset.read(text, state.alias)
    moment.need(action.code in readings, f"{text!r} is the text of an action, but is not read as that action")
    if len(readings) == 1:
        moment.need(state.why_not(text) == refusal, f"why_not answers otherwise to the text {text!r} than to the action")


def _garbled(text: str, draws: Dice) -> str:
    words = text.split()
    spot = draws.below(len(words), STREAM)
    way = draws.below(6, STREAM)
    if way == 0:
        del words[spot]
    elif way == 1:
        words.insert(spot, words[draws.below(len(words), STREAM)])
    elif way == 2:
        words[spot] = words[spot][1:]
    elif way == 3:
        words[spot] = words[spot].swapcase()
    elif way == 4:
        words[spot] += "²"
    else:
        words.reverse()
    return " ".join(words)


def _is_survived(moment: Position, text: str, before: str) -> None:
    """Any text is an action, or raises an `ActionError` and changes nothing."""
    trial = moment.state.copy()
    try:
        trial.apply(text)
    except ActionError:
        moment.need(trial.digest() == before, f"refusing the text {text!r} has changed the position")
    except Exception as error:
        raise moment.broken(f"the text {text!r} raises {type(error).__name__}: {error}") from error
    else:
        moment.need(moment.state.why_not(text) is None, f"the text {text!r} is accepted, but why_not refuses it")


@more_if_short
def lists_actions_in_order(game: Game, scenario: str, seed: int = 0, *, first: int = 4, later: int = 40, most: int = 80) -> None:
    """The list of actions is in a stable order, without doubles, and indexing, iterating, `len` and `in` agree."""
    looks, draws = Looks(seed, first, later), chooser(seed, "order")
    for moment in walk(game, scenario, seed):
        state = moment.state
        if state.over or not looks.at(moment):
            continue
        actions = state.actions()
        listed = list(actions)
        codes = [action.code for action in listed]
        moment.need(len(actions) == len(listed), f"len says {len(actions)} actions, iterating gives {len(listed)}")
        moment.need(len(set(codes)) == len(codes), "an action is offered twice")
        moment.need(len({str(action) for action in listed}) == len(listed), "two offered actions have the same text")
        spots = sampled(range(len(codes)), most, draws)
        for spot in spots:
            moment.need(actions[spot] == listed[spot], f"actions[{spot}] is {actions[spot]}, iterating gives {listed[spot]}")
            moment.need(actions[spot - len(codes)] == listed[spot], f"actions[{spot - len(codes)}] is not counted from the end")
            moment.need(listed[spot] in actions, f"{listed[spot]} is offered, but not `in` the list")
        middle = len(codes) // 2
        moment.need(actions[middle : middle + 3] == listed[middle : middle + 3], "a slice differs from that of the list")
        for outside in (len(codes), -len(codes) - 1):
            try:
                surplus = actions[outside]
            except IndexError:
                continue
            raise moment.broken(f"actions[{outside}] is {surplus}, but there are {len(codes)} actions")
        offered = set(codes)
        for _ in range(20):
            code = bent_action(state.ruleset, codes[draws.below(len(codes), STREAM)], draws)
            told = Action(code, state.ruleset) in actions
            moment.need(told == (code in offered), f"`in` says {told} of {state.ruleset.text(code)}, the list {not told}")
        fresh = state.copy()
        fresh.forget_choices()
        moment.need(list(fresh.choices()) == codes, "asked again, the actions come in another order")
