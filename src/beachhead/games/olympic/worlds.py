"""What is secret (A33): which counters lie face down where, and the record of Tokko Points; and how both are made up."""

from __future__ import annotations

import random
from typing import Any, Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.secrecy import Secret
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing.deployment import POINTS, Aim, Deploy, covered, mix, pairs
from beachhead.games.olympic.ruleset import A_DUMMY
from beachhead.games.olympic.state import DUE, OlympicState


def deploying(state: OlympicState) -> bool:
    """Whether Japan is deploying (17.2): then the U.S. player does not even see which hexes are covered already."""
    return state.is_in(Deploy)


# ---------------------------------------------------------------------- counters that lie face down


def _reserve_open(state: OlympicState, side: str | None, _item: Any) -> bool:
    """Nobody knows what was dealt; what Japan has deployed itself it knows."""
    return side == "jp" and state.ruleset.free_deployment


def _reserve_hidden(state: OlympicState, side: str) -> bool:
    return not _reserve_open(state, side, None) and (bool(state.down_mask) or deploying(state))


@enforces(FAMILY, "16.21-note", "16.22-note", "16.24")
def face_down(state: OlympicState, letter: str) -> list[int]:
    """The counters of a letter that lie face down, as kinds, ascending: those that have not been turned up, as everybody knows.

    A position made by hand may have fewer places than counters; then more kinds are listed than there are places. While Japan
    deploys, nobody else can tell how far it is, so all counters count.
    """
    ruleset = state.ruleset
    if deploying(state):
        return mix(ruleset, letter)
    slots = ruleset.coastal_slots if letter == COASTAL else ruleset.line_slots
    places = sum(1 for slot in slots if state.reserve[slot])
    found = []
    for kind in range(A_DUMMY + 1, ruleset.last_kind + 1):
        if ruleset.kind_letter[kind] == letter:
            found += [kind] * sum(1 for unit in ruleset.kind_units[kind] if state.where[unit] == DUE)
    dummies = places - len(found) if places >= len(found) else ruleset.dummy_count[letter]
    return [A_DUMMY] * dummies + found


def _veil_reserve(state: OlympicState, side: str) -> None:
    """Lay the counters out in a fixed order; while Japan deploys, none."""
    if _reserve_open(state, side, None):
        return
    ruleset = state.ruleset
    if deploying(state):
        state.reserve = bytearray(ruleset.slots)
        state.down_mask = 0
        return
    for letter, slots in ((COASTAL, ruleset.coastal_slots), (LINE, ruleset.line_slots)):
        kinds = face_down(state, letter)
        number = 0
        for slot in slots:
            if state.reserve[slot]:
                state.reserve[slot] = kinds[number]
                number += 1


def _make_up_reserve(state: OlympicState, side: str, rng: random.Random) -> None:
    """Any other order would look the same; of a deployment that goes on there may be any part."""
    if _reserve_open(state, side, None):
        return
    ruleset = state.ruleset
    if deploying(state):
        _make_up_deployment(state, rng)
        return
    for letter, slots in ((COASTAL, ruleset.coastal_slots), (LINE, ruleset.line_slots)):
        kinds = face_down(state, letter)
        rng.shuffle(kinds)
        for slot in slots:
            if state.reserve[slot]:
                state.reserve[slot] = kinds.pop()


def _make_up_deployment(state: OlympicState, rng: random.Random) -> None:
    """Some part of some deployment, never the whole: the last counter ends it."""
    ruleset = state.ruleset
    double = set(rng.sample(ruleset.ground.board.line_hexes, max(0, min(pairs(ruleset), len(ruleset.ground.board.line_hexes)))))
    laid: list[tuple[int, int]] = []
    for letter, slots in ((COASTAL, ruleset.coastal_slots), (LINE, ruleset.line_slots)):
        kinds = mix(ruleset, letter)
        rng.shuffle(kinds)
        used: set[int] = set()
        for slot in slots:
            space = ruleset.slot_space[slot]
            if kinds and (letter == COASTAL or space not in used or space in double):
                used.add(space)
                laid.append((slot, kinds.pop()))
    rng.shuffle(laid)
    for slot, kind in laid[: rng.randrange(max(1, len(laid)))]:
        space = ruleset.slot_space[slot]
        # The first counter of a hex lies in its first place.
        first = next(
            (
                s
                for s in ruleset.slots_at[space]
                if not state.reserve[s] and ruleset.slot_is_coastal[s] == ruleset.slot_is_coastal[slot]
            ),
            slot,
        )
        state.reserve[first] = kind
    state.down_mask = covered(state)


# ---------------------------------------------------------------------- the Tokko record


def _record_open(state: OlympicState, side: str | None, _item: Any) -> bool:
    return side == "jp" or bool(state.tokko_shown)


def _record_hidden(state: OlympicState, side: str) -> bool:
    return state.ruleset.hidden_tokko and bool(state.ruleset.zone_count) and not _record_open(state, side, None)


def _veil_record(state: OlympicState, side: str) -> None:
    if _record_hidden(state, side):
        state.tokko = bytearray(state.ruleset.zone_count)
        if not before_record(state):
            state.tokko[0] = POINTS


def before_record(state: OlympicState) -> bool:
    """Whether the record has not been finished."""
    return state.is_in(Aim) or deploying(state)


def _make_up_record(state: OlympicState, side: str, rng: random.Random) -> None:
    """Any three points would look the same; while they are written, any part of them."""
    if not _record_hidden(state, side) or deploying(state):
        return
    state.tokko = bytearray(state.ruleset.zone_count)
    for _ in range(rng.randrange(POINTS) if state.is_in(Aim) else POINTS):
        state.tokko[rng.randrange(len(state.tokko))] += 1


RESERVE: Final[Secret[OlympicState]] = Secret(
    "counters face down", _reserve_open, _make_up_reserve, _veil_reserve, _reserve_hidden
)
RECORD: Final[Secret[OlympicState]] = Secret("Tokko record", _record_open, _make_up_record, _veil_record, _record_hidden)
SECRETS: Final = (RESERVE, RECORD)
