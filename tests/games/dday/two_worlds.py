"""Two worlds of D-Day at Iwo Jima in which everything that anybody knows is the same, and all that nobody knows yet is not: the
order of the deck, what lies face down, which of two eliminated counters comes back.

A counter face down is one of a lot, so no state holds its face; what could tell the worlds apart is chance that is settled too
early or shows where it must not. At every moment of a walk the state is doubled, the double gets other dice, and both play the
same action. Before it they must look the same, whatever anybody asks, and so must their samples (`State.sample`). After it they
may differ only if the rules have turned something up, and the first difference must be that event. A blind act (a reserve unit or
depth marker that appears, a fort, a marker eliminated unseen, culling) leaves them equal in every number.
"""

from __future__ import annotations

import marshal
from typing import Any

import beachhead as bh
from beachhead.engine.action import Action, verb_of
from beachhead.engine.chance.dice import Dice
from beachhead.engine.event import Event
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import CULL, DEEPEN, FORTIFY, INFILTRATE, MUSTER, REINFORCE, RESUPPLY
from beachhead.testing.walks import bent_action, chooser, pick

from ..worlds import Leak, Tally

GAME = bh.game("dday")
LOOKERS: tuple[str | None, ...] = ("us", "jp", None)
TELLING = frozenset({"card", "combat card", "revealed", "hero drawn", "ambush", "no muster", "lot", "stance"})
"""Kinds of event by which the rules themselves disclose what chance has decided."""
BLIND = frozenset({CULL, DEEPEN, FORTIFY, INFILTRATE, MUSTER, REINFORCE, RESUPPLY})
"""Acts that lay counters face down: they are always tried in both worlds."""
MARKERS = frozenset({"marker", "cup"})
"""Step loss markers are drawn blind and lie face up from then on, under a unit whose loss has been told."""


def frozen(value: Any) -> bytes:
    """Every byte of plain data, its order too."""
    return marshal.dumps(value, 0)


def facts_of(state: DDayState) -> dict[str, Any]:
    """All that a state holds but its dice."""
    found = state.plain()
    found.pop("dice")
    return found


def token(state: DDayState, looker: str | None) -> bytes:
    """What somebody sees now, with everything offered to whoever is asked."""
    return frozen([state.view(looker), list(state.choices()) if state.side == looker else len(state.passed)])


def heard(events: list[Event], looker: str | None) -> list[tuple[Any, ...]]:
    """What somebody hears."""
    return [(event.kind, event.case, event.text, event.data) for event in events if event.visible_to(looker)]


def asked(state: DDayState, seed: int) -> list[str]:
    """What else may be asked: previews, odds, refusals, facts, overlays, what bots know, samples. A few, others each time."""
    draws, ruleset = Dice(seed.to_bytes(16, "big")), state.ruleset
    found, codes = list[str](), state.choices()
    code = codes[draws.below(len(codes))]
    found.append(_answer(GAME.preview, state, Action(code, ruleset)))
    found.append(repr(state.why_not(Action(bent_action(ruleset, code, draws), ruleset))))
    side = ("us", "jp")[draws.below(2)]
    ask = draws.below(5)
    if ask == 0:
        found.append(_answer(state.odds, Action(code, ruleset)))
    elif ask == 1:
        items = list(ruleset.known)
        found.append(_answer(state.known, items[draws.below(len(items))], side))
    elif ask == 2:
        found.append(_answer(GAME.facts, state, side))
    elif ask == 3:
        found.append(state.sample(side, seed).digest())
    elif GAME.overlays:
        overlays = list(GAME.overlays)
        found.append(_answer(GAME.overlay, state, side, overlays[draws.below(len(overlays))]))
    return found


def _answer(question: Any, *arguments: Any) -> str:
    try:
        return repr(question(*arguments))
    except (bh.BeachheadError, LookupError) as error:
        return repr(error)


def first_difference(here: list[Event], there: list[Event], looker: str | None) -> str:
    """The kind of the first event that is not the same; an empty text if all are."""
    ours, theirs = heard(here, looker), heard(there, looker)
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            return str(one[0])
    longer = ours if len(ours) > len(theirs) else theirs
    return "" if len(ours) == len(theirs) else str(longer[min(len(ours), len(theirs))][0])


def trial(scenario: str, seed: int, most: int = 400, every: int = 1, **options: Any) -> Tally:
    """A random game of at most so many actions with its other worlds. Raises `Leak` where they could be told apart."""
    match = bh.Match.new(GAME.id, scenario, seed=seed, **options)
    state: Any = match.state.copy()
    draws, tally = chooser(seed, f"two worlds {scenario}"), Tally()
    for number in range(most):
        if state.over:
            break
        code = pick(state, draws)
        if verb_of(code) not in BLIND and draws.below(every):
            state.apply(code)
            continue
        other = state.copy()
        other.dice = Dice(draws.below(1 << 60).to_bytes(16, "big"))
        where = f"{scenario} {seed}, action {number}, {Action(code, state.ruleset)}"
        compare_before(state, other, where, seed * 1_000_003 + number)
        here, there = list[Event](), list[Event]()
        state.apply(code, here)
        other.apply(code, there)
        compare_after(state, other, here, there, where, tally)
    return tally


def compare_before(state: DDayState, other: DDayState, where: str, seed: int) -> None:
    """Nobody may learn what chance will bring."""
    if asked(state, seed) != asked(other, seed):
        raise Leak(f"{where}: an answer depends on what nobody knows yet")
    for looker in LOOKERS:
        if token(state, looker) != token(other, looker):
            raise Leak(f"{where}: {looker} sees what nobody knows yet")


def compare_after(state: DDayState, other: DDayState, here: list[Event], there: list[Event], where: str, tally: Tally) -> None:
    """After the same action worlds differ only by what the rules disclose."""
    tally.worlds += 1
    told = ""
    for looker in LOOKERS:
        kind = first_difference(here, there, looker)
        if kind and kind not in TELLING:
            raise Leak(f"{where}: {looker} hears of {kind} in one world alone")
        told = told or kind
    if told:
        tally.disclosed[told] = tally.disclosed.get(told, 0) + 1
        return
    ours, theirs = facts_of(state), facts_of(other)
    names = {name for name, value in ours.items() if theirs.get(name) != value} | theirs.keys() - ours.keys()
    if names and names <= MARKERS:
        tally.disclosed["step loss marker"] = tally.disclosed.get("step loss marker", 0) + 1
        return
    if names:
        raise Leak(f"{where}: chance has settled {', '.join(sorted(names))}, and no event says so")
    for looker in LOOKERS:
        tally.tokens += 1
        if token(state, looker) != token(other, looker):
            raise Leak(f"{where}: {looker} sees a difference that no event explains")
    tally.to_the_end += 1
