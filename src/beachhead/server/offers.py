"""The legal actions of a decision, folded by their arguments so that a thousand moves fit in a few kilobytes."""

from __future__ import annotations

from typing import Any

from beachhead.engine.action import FIRST_SHIFT, NUMBER, SECOND_SHIFT, VERB_SHIFT
from beachhead.engine.setup import Setup
from beachhead.engine.state import State

_ONES = (1 << SECOND_SHIFT) - 1


class _Numbers:
    """Numbers as texts, indexed like the names of other kinds of argument."""

    def __getitem__(self, index: int) -> str:
        return str(index)


_NUMBERS = _Numbers()


def _names(setup: Setup, kind: str) -> Any:
    return _NUMBERS if kind == NUMBER else setup.names[kind].full


def offers(state: State) -> list[dict[str, Any]]:
    """Every legal action, verb by verb.

    >>> import beachhead as bh
    >>> [(offer["verb"], offer["kinds"], len(offer["args"])) for offer in offers(bh.game("saipan").new(seed=7))]
    [('land', ['unit', 'space'], 28)]
    """
    setup = state.setup
    by_verb: dict[int, list[int]] = {}
    for code in state.choices():
        verb = code >> VERB_SHIFT
        if verb in by_verb:
            by_verb[verb].append(code)
        else:
            by_verb[verb] = [code]
    found = []
    for number, codes in by_verb.items():
        known = setup.verbs[number]
        found.append(
            {"verb": known.word, "kinds": list(known.kinds), "says": known.says, "args": _fold(setup, known.kinds, codes)}
        )
    return found


def _fold(setup: Setup, kinds: tuple[str, ...], codes: list[int]) -> Any:
    if not kinds:
        return []
    first = _names(setup, kinds[0])
    if len(kinds) == 1:
        return [first[code >> FIRST_SHIFT & _ONES] for code in codes]
    second = _names(setup, kinds[1])
    if len(kinds) == 2:
        pairs: dict[int, list[str]] = {}
        for code in codes:
            key = code >> FIRST_SHIFT & _ONES
            if key in pairs:
                pairs[key].append(second[code >> SECOND_SHIFT & _ONES])
            else:
                pairs[key] = [second[code >> SECOND_SHIFT & _ONES]]
        return {first[key]: values for key, values in pairs.items()}
    third = _names(setup, kinds[2])
    deep: dict[str, dict[str, list[str]]] = {}
    for code in codes:
        inner = deep.setdefault(first[code >> FIRST_SHIFT & _ONES], {})
        inner.setdefault(second[code >> SECOND_SHIFT & _ONES], []).append(third[code & _ONES])
    return deep


def matching(state: State, verb: str, arguments: list[str]) -> dict[str, int]:
    """The legal actions that begin so, by the text of their last argument (or the whole text, if they have none)."""
    setup = state.setup
    begins = " ".join([verb, *arguments]).casefold()
    found: dict[str, int] = {}
    words = {number for number, known in enumerate(setup.verbs) if known.word == verb.casefold()}
    for code in state.choices():
        if code >> VERB_SHIFT not in words:
            continue
        kinds = setup.verbs[code >> VERB_SHIFT].kinds
        parts = [setup.verbs[code >> VERB_SHIFT].word]
        for place, kind in enumerate(kinds):
            parts.append(_names(setup, kind)[code >> (FIRST_SHIFT - place * SECOND_SHIFT) & _ONES])
        text = " ".join(parts).casefold()
        if text == begins or (text.startswith(begins + " ") and len(kinds) == len(arguments) + 1):
            found[parts[-1]] = code
    return found
