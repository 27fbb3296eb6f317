"""The legal actions of a decision, folded by their arguments so that a thousand moves fit in a few kilobytes.

Offers are written for the seat that decides after every action, so this is quick: a list of spaces that was written before is not
written again, and lists that come in rows (`LazyChoices.rows`) are never taken apart.
"""

from __future__ import annotations

from typing import Any

import msgspec

from beachhead.engine.action import FIRST_SHIFT, NUMBER, SECOND_SHIFT, VERB_SHIFT
from beachhead.engine.choices import LazyChoices
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.server.messages import encode

_ONES = (1 << SECOND_SHIFT) - 1
_KEPT = 20_000
Written = dict[tuple[str, int], msgspec.Raw]
"""Kind of argument and bits -> the list of names, encoded."""


class _Numbers:
    """Numbers as texts, indexed like the names of other kinds of argument."""

    def __getitem__(self, index: int) -> str:
        return str(index)


_NUMBERS = _Numbers()


def _names(ruleset: Ruleset, kind: str) -> Any:
    return _NUMBERS if kind == NUMBER else ruleset.names[kind].full


def offers(state: State) -> list[dict[str, Any]]:
    """Every legal action, verb by verb.

    >>> import beachhead as bh
    >>> [(offer["verb"], offer["kinds"], len(offer["args"])) for offer in offers(bh.game("saipan").new(seed=7))]
    [('land', ('unit', 'space'), 28), ('land', ('unit', 'space', 'space'), 28)]
    """
    ruleset, choices = state.ruleset, state.choices()
    rows = choices.rows() if isinstance(choices, LazyChoices) else None
    folded: dict[int, Any] = {}
    if rows is not None:
        for code, mask in rows[0]:
            verb = code >> VERB_SHIFT
            kinds = ruleset.verbs[verb].kinds
            first = _names(ruleset, kinds[0])[code >> FIRST_SHIFT & _ONES]
            folded.setdefault(verb, {})[first] = _list(ruleset, kinds[1], mask)
    by_verb: dict[int, list[int]] = {}
    for code in choices if rows is None else rows[1]:
        verb = code >> VERB_SHIFT
        if verb in by_verb:
            by_verb[verb].append(code)
        else:
            by_verb[verb] = [code]
    for verb, codes in by_verb.items():
        folded[verb] = _fold(ruleset, ruleset.verbs[verb].kinds, codes)
    found = []
    for number, arguments in folded.items():
        known = ruleset.verbs[number]
        found.append({"verb": known.word, "kinds": known.kinds, "says": known.says, "args": arguments})
    return found


def _nothing_yet(_ruleset: Ruleset) -> Written:
    return {}


def _list(ruleset: Ruleset, kind: str, mask: int) -> msgspec.Raw:
    """The names of a set of bits, encoded; most sets come again with the next action."""
    written: Written = ruleset.remembered(__name__, _nothing_yet)
    found = written.get((kind, mask))
    if found is None:
        if len(written) >= _KEPT:
            written.clear()
        names, bits, rest = _names(ruleset, kind), [], mask
        while rest:
            low = rest & -rest
            bits.append(names[low.bit_length() - 1])
            rest ^= low
        found = written[kind, mask] = msgspec.Raw(encode(bits))
    return found


def _fold(ruleset: Ruleset, kinds: tuple[str, ...], codes: list[int]) -> Any:
    if not kinds:
        return []
    first = _names(ruleset, kinds[0])
    if len(kinds) == 1:
        return [first[code >> FIRST_SHIFT & _ONES] for code in codes]
    second = _names(ruleset, kinds[1])
    if len(kinds) == 2:
        pairs: dict[int, list[str]] = {}
        for code in codes:
            key = code >> FIRST_SHIFT & _ONES
            if key in pairs:
                pairs[key].append(second[code >> SECOND_SHIFT & _ONES])
            else:
                pairs[key] = [second[code >> SECOND_SHIFT & _ONES]]
        return {first[key]: values for key, values in pairs.items()}
    third = _names(ruleset, kinds[2])
    deep: dict[str, dict[str, list[str]]] = {}
    for code in codes:
        inner = deep.setdefault(first[code >> FIRST_SHIFT & _ONES], {})
        inner.setdefault(second[code >> SECOND_SHIFT & _ONES], []).append(third[code & _ONES])
    return deep


def matching(state: State, verb: str, arguments: list[str]) -> dict[str, int]:
    """The legal actions that begin so, by the text of their last argument (or the whole text, if they have none)."""
    ruleset = state.ruleset
    begins = " ".join([verb, *arguments]).casefold()
    found: dict[str, int] = {}
    words = {number for number, known in enumerate(ruleset.verbs) if known.word == verb.casefold()}
    for code in state.choices():
        if code >> VERB_SHIFT not in words:
            continue
        kinds = ruleset.verbs[code >> VERB_SHIFT].kinds
        parts = [ruleset.verbs[code >> VERB_SHIFT].word]
        for place, kind in enumerate(kinds):
            parts.append(_names(ruleset, kind)[code >> (FIRST_SHIFT - place * SECOND_SHIFT) & _ONES])
        text = " ".join(parts).casefold()
        if text == begins or (text.startswith(begins + " ") and len(kinds) == len(arguments) + 1):
            found[parts[-1]] = code
    return found
