"""Lines about positions: what can be asked on the way through random games and through games between players."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SECOND_SHIFT, UNIT, Action, pack, unpack
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.choices import LazyChoices
from beachhead.engine.errors import ActionError, BeachheadError
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.testing.digests.settings import Setting, pick, until_over
from beachhead.testing.digests.whole_games import player_actions, player_start
from beachhead.testing.walks import bent_action, discreet, random_action, random_argument

WALKS = 3
"""Random games whose positions are looked at, in a scenario as it comes; with other options there is one."""
RARER = 2
"""With other options a position is looked at that much more rarely."""
COSTLY = 0.2
"""The share of positions in which a costly fact is asked for."""
AHEAD = 4
"""Actions that are played on from a position that was copied, loaded or made up."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """A position, some chance to draw from, and the texts of actions that were taken earlier in its game."""

    state: State
    chance: random.Random
    taken: list[str] = field(default_factory=list)

    @property
    def seats(self) -> tuple[str | None, ...]:
        """Everybody who may look: the sides, and a spectator."""
        return (*self.state.ruleset.sides, None)


def walk(setting: Setting, kind: Kind) -> Iterator[Place]:
    """Positions of random games and, in the scenario as it comes, of a game between players: the first of every step, then one in
    a number that depends on the kind, and the end."""
    usual = setting.is_usual
    first, every = (kind.first, kind.every) if usual else (1, kind.every * RARER)
    for number in range(WALKS + 1 if usual and player_actions(setting) is not None else WALKS if usual else 1):
        chance, (taken, kept) = setting.chance("looks", number), _way(setting, number)
        for count, seen, state in kept:
            if seen <= first or count % every == 0 or state.over:
                yield Place(state, chance, taken[:count])


@lru_cache(maxsize=WALKS + 1)
def _way(setting: Setting, number: int) -> tuple[list[str], list[tuple[int, int, State]]]:
    """The actions of a game, and its positions that a kind may look at: after how many actions, how often its step has come by
    then, and the state. Kept, since all kinds look at the same games; a question that changes a state shows in other lines."""
    every = {kind.every * (1 if setting.is_usual else RARER) for kind in KINDS.values()}
    first = max(kind.first for kind in KINDS.values())
    if number < WALKS:
        chance = setting.chance("positions", number)
        state = setting.new(chance.getrandbits(128))
        choose: Callable[[int], str] = partial(_random_text, state, chance, bool(number % 2))
    else:
        state, choose = player_start(setting), (player_actions(setting) or []).__getitem__
    steps: dict[str, int] = {}
    taken: list[str] = []
    kept: list[tuple[int, int, State]] = []
    for count in until_over(state):
        step = state.decision.step
        seen = steps[step] = steps.get(step, 0) + 1
        if seen <= first or any(count % one == 0 for one in every):
            kept.append((count, seen, state.copy()))
        taken.append(choose(count))
        state.apply(taken[-1])
    return taken, [*kept, (len(taken), first + 1, state)]


def _random_text(state: State, chance: random.Random, keep_secrets: bool, number: int) -> str:
    """Any action. In some games the sides keep their secrets as long as they can: there is more to make up in their samples."""
    del number
    action = pick(state, chance)
    if keep_secrets:
        action = Action(discreet(state, action.code, Dice(seed_bytes(chance.getrandbits(128)))), state.ruleset)
    return str(action)


def spread(items: Sequence[T], most: int) -> list[T]:
    """The first, the last, and some between.

    >>> spread("abcdefgh", 3), spread("ab", 3)
    (['a', 'd', 'h'], ['a', 'b'])
    """
    last = len(items) - 1
    return [items[spot] for spot in dict.fromkeys(last * number // (most - 1) for number in range(most))] if items else []


def _ahead(state: State, chance: random.Random) -> list[Any]:
    """Where a state gets in a few random actions."""
    told: list[Any] = []
    for _ in range(AHEAD):
        if state.over:
            break
        happened: list[Event] = []
        told.append([len(state.choices()), str(action := pick(state, chance))])
        state.apply(action, happened)
        told.append([event.kind for event in happened])
    return [*told, state.digest()]


# ---------------------------------------------------------------------- the kinds


def choices(place: Place) -> Any:
    """Every legal action as text, in order, and whether the rows in which a long list may be written say the same."""
    found, actions = place.state.choices(), place.state.actions()
    rows = found.rows() if isinstance(found, LazyChoices) else None
    listed = found if rows is None else [*rows[1], *(base | n << SECOND_SHIFT for base, mask in rows[0] for n in spaces_of(mask))]
    ends = [str(actions[-1]), str(actions[len(actions) // 2])] if len(actions) else []
    return [str(action) for action in actions], ends, sorted(listed) == sorted(found)


def odds(place: Place) -> Any:
    """The exact chances of some actions, one of each verb among them."""
    actions = place.state.actions()
    verbs = {action.verb: action for action in actions} if len(actions) <= 400 else {}
    asked = {str(action): action for action in [*spread(actions, 3), *verbs.values()]}
    return {text: {name: str(chance) for name, chance in place.state.odds(action).items()} for text, action in asked.items()}


def views(place: Place) -> Any:
    """What everybody sees."""
    return [place.state.view(side) for side in place.seats]


def samples(place: Place) -> Any:
    """States that each side cannot tell from the true one, and where they lead."""
    found = []
    for side in place.state.ruleset.sides:
        for seed in range(2):
            sample = place.state.sample(side, seed)
            found.append([sample.digest(), _ahead(sample, place.chance)])
    return found


def previews(place: Place) -> Any:
    """What some actions would lead to."""
    state = place.state
    return [[str(action), state.ruleset.game.preview(state, action)] for action in spread(state.actions(), 5)]


def units(place: Place) -> Any:
    """What some units can do, as everybody may know it."""
    state = place.state
    known = state.ruleset.names[UNIT].full if UNIT in state.ruleset.names else ()
    asked = [known[int(place.chance.random() * len(known))] for _ in range(3)] if known else []
    return [[side, unit, _or_error(state.ruleset.game.about_unit, state, side, unit)] for side in place.seats for unit in asked]


def overlays(place: Place) -> Any:
    """What can be shaded on the map."""
    game = place.state.ruleset.game
    return [[name, side, _or_error(game.overlay, place.state, side, name)] for name in game.overlays for side in place.seats]


def facts(place: Place) -> Any:
    """What vectors and tools may ask; now and then one of the costly questions."""
    state, game, told = place.state, place.state.ruleset.game, list[Any]()
    for side in (None, *state.ruleset.sides):
        told.append(game.facts(state, side))
        costly = list(game.costly_facts(state, side).items())
        if costly and place.chance.random() < COSTLY:
            name, ask = costly[int(place.chance.random() * len(costly))]
            told.append([name, _or_error(ask)])
    return told


def _or_error(ask: Callable[..., Any], *given: Any) -> Any:
    try:
        return ask(*given)
    except BeachheadError as error:
        return f"{type(error).__name__}: {error}"


def saves(place: Place) -> Any:
    """Saves and written positions, what is loaded from them, and where that leads."""
    state, game = place.state, place.state.ruleset.game
    saved = json.dumps(game.save(state), sort_keys=True)
    found: list[Any] = [saved, game.load(json.loads(saved)).digest(), _ahead(game.load(json.loads(saved)), place.chance)]
    if not state.over:
        written = game.describe(state)
        found += [written, game.position(written).digest()]
    return found


def copies(place: Place) -> Any:
    """A copy that plays on, and the original that does not."""
    twin = place.state.copy()
    return [twin.digest(), _ahead(twin, place.chance), place.state.digest(), len(place.state.choices())]


def refusals(place: Place) -> Any:
    """Why actions of other moments are refused, and texts that are not actions."""
    state, told = place.state, list[Any]()
    for text in (*spread(place.taken, 8), *(f"{text} {text}" for text in place.taken[-1:]), "", "dig a hole"):
        try:
            told.append([text, _said(state.why_not(text))])
        except ActionError as error:
            told.append([text, type(error).__name__, str(error)])
    for code in _strangers(place):
        told.append([str(action := Action(code, state.ruleset)), _said(state.why_not(action))])
    return told


def _said(why: Refusal | None) -> Any:
    return None if why is None else [why.case, why.reason, why.units, why.also]


def _strangers(place: Place) -> Iterator[int]:
    """Actions that are hardly ever legal: offered ones with an argument replaced; those of this step with arguments that matter
    now, or with any; any others."""
    state, chance = place.state, place.chance
    ruleset, draws = state.ruleset, Dice(seed_bytes(chance.getrandbits(128)))
    if not state.over:
        for _ in range(6):
            yield bent_action(ruleset, pick(state, chance).code, draws)
        known = _arguments(place)
        for number, verb in enumerate(state.step.verbs * 6):
            arguments = []
            for kind in ruleset.verbs[verb].kinds:
                some = known.get(kind, ()) if number % 3 else ()
                arguments.append(some[int(chance.random() * len(some))] if some else random_argument(ruleset, kind, draws))
            yield ruleset.canonical(pack(verb, *arguments))
    for _ in range(3):
        yield random_action(ruleset, draws)


def _arguments(place: Place) -> dict[str, list[int]]:
    """What actions are about that are offered now or were taken lately, by kind."""
    state, found = place.state, dict[str, list[int]]()
    codes = [*spread(list(state.choices()), 20), *(code for text in place.taken[-20:] for code in state.ruleset.read(text)[:1])]
    for code in codes:
        verb, *arguments = unpack(code)
        for kind, argument in zip(state.ruleset.verbs[verb].kinds, arguments, strict=False):
            found.setdefault(kind, []).append(argument)
    return found


class Kind(NamedTuple):
    """A kind of line about positions: what is asked, of how many of each step's first positions, and of one in how many later."""

    ask: Callable[[Place], Any]
    first: int
    every: int


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "choices": Kind(choices, 2, 23),
        "odds": Kind(odds, 3, 19),
        "views": Kind(views, 2, 29),
        "samples": Kind(samples, 2, 17),
        "previews": Kind(previews, 3, 19),
        "units": Kind(units, 2, 61),
        "overlays": Kind(overlays, 2, 61),
        "facts": Kind(facts, 2, 61),
        "saves": Kind(saves, 2, 61),
        "copies": Kind(copies, 2, 29),
        "refusals": Kind(refusals, 6, 11),
    }
)


def values(setting: Setting, kind: str) -> Iterator[Any]:
    """All answers of a kind."""
    for place in walk(setting, KINDS[kind]):
        yield place.state.side, len(place.taken), KINDS[kind].ask(place)
