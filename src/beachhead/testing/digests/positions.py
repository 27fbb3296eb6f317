"""Lines about positions: what can be asked on the way through random games and through games between players."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

from beachhead.engine.action import UNIT, Action, unpack
from beachhead.engine.choices import LazyChoices
from beachhead.engine.dice import Dice, seed_bytes
from beachhead.engine.errors import ActionError, BeachheadError
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.testing.digests.settings import Hash, Setting, pick
from beachhead.testing.digests.whole_games import RANDOM, pairings, player_game, player_start
from beachhead.testing.walks import bent_action, random_action

FIRST = 2
"""The first positions of every step that are looked at."""
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


def walk(setting: Setting, every: int) -> Iterator[Place]:
    """Positions of a random game and, in the scenario as it comes, of a game between the best players: the first of every step,
    one in `every` later, and the end."""
    chance = setting.chance("positions", 0)
    state = setting.new(chance.getrandbits(128))
    yield from _looked_at(state, lambda _: str(pick(state, chance)), setting.chance("looks", 0), every)
    best = next((pairing for pairing in pairings(setting) if RANDOM not in pairing.values()), None)
    if setting.is_usual and best is not None:
        *texts, _ = [text for _, text in player_game(setting, best)]
        yield from _looked_at(player_start(setting), lambda number: texts[number], setting.chance("looks", 1), every)


def _looked_at(state: State, choose: Callable[[int], str], chance: random.Random, every: int) -> Iterator[Place]:
    seen: dict[str, int] = {}
    taken: list[str] = []
    while not state.over:
        step = state.decision.step
        seen[step] = seen.get(step, 0) + 1
        if seen[step] <= FIRST or len(taken) % every == 0:
            yield Place(state, chance, taken)
        taken.append(choose(len(taken)))
        state.apply(taken[-1])
    yield Place(state, chance, taken)


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
    """Every legal action as text, in order, and the rows in which long lists are written."""
    found, actions = place.state.choices(), place.state.actions()
    rows = found.rows() if isinstance(found, LazyChoices) else None
    folded = None if rows is None else [[unpack(code)[:2], str(mask)] for code, mask in rows[0]]
    ends = [str(actions[-1]), str(actions[len(actions) // 2])] if len(actions) else []
    return [str(action) for action in actions], ends, folded


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
    """What vectors and tools may ask; of the costly questions, one."""
    state, game, told = place.state, place.state.ruleset.game, list[Any]()
    for side in (None, *state.ruleset.sides):
        costly = list(game.costly_facts(state, side).items())
        asked = [costly[int(place.chance.random() * len(costly))]] if costly else []
        told.append([game.facts(state, side), [[name, _or_error(ask)] for name, ask in asked]])
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
    for code in _strangers(state, place.chance):
        told.append([str(action := Action(code, state.ruleset)), _said(state.why_not(action))])
    return told


def _said(why: Refusal | None) -> Any:
    return None if why is None else [why.case, why.reason, why.units, why.also]


def _strangers(state: State, chance: random.Random) -> list[int]:
    """Offered actions with an argument replaced, which are often nearly legal, and any others."""
    ruleset, draws = state.ruleset, Dice(seed_bytes(chance.getrandbits(128)))
    bent = [] if state.over else [bent_action(ruleset, pick(state, chance).code, draws) for _ in range(6)]
    return [*bent, random_action(ruleset, draws), random_action(ruleset, draws)]


Ask = Callable[[Place], Any]
KINDS: Mapping[str, tuple[Ask, int]] = MappingProxyType(
    {
        "choices": (choices, 23),
        "odds": (odds, 41),
        "views": (views, 29),
        "samples": (samples, 41),
        "previews": (previews, 29),
        "units": (units, 41),
        "overlays": (overlays, 61),
        "facts": (facts, 61),
        "saves": (saves, 61),
        "copies": (copies, 29),
        "refusals": (refusals, 29),
    }
)
"""Kinds of line about positions: what is asked, and of one in how many decisions."""


def line(setting: Setting, kind: str) -> str:
    """The line of a kind."""
    ask, every = KINDS[kind]
    found = Hash()
    for place in walk(setting, every):
        found.add(place.state.side, ask(place))
    return found.line()
