"""The legal actions of a decision, folded by their arguments so that a thousand moves fit in a few kilobytes.

They are written for the seat that decides after every action, so this is quick: a list of spaces that was written before is not
written again, and lists that come in rows (`LazyChoices.rows`) are never taken apart. Where there are too many to be of use, they
are listed argument by argument, as the player picks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from beachhead.engine.action import FIRST_SHIFT, NUMBER, SECOND_SHIFT, VERB_SHIFT
from beachhead.engine.choices import Choices, LazyChoices
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.server.play.messages import encode

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


def fold_actions(state: State, most: int, choices: Choices | None = None) -> list[dict[str, Any]]:
    """Every legal action, or those that are given, verb by verb. If there are more than `most`, what follows a first argument is
    None (`list_actions`).

    >>> import beachhead as bh
    >>> folded = fold_actions(bh.game("saipan").new(seed=7), 3000)
    >>> [(offer["verb"], offer["kinds"], offer["count"], len(offer["args"])) for offer in folded]
    [('land', ('unit', 'space'), 112, 28), ('land', ('unit', 'space', 'space'), 56, 28)]
    >>> fold_actions(bh.game("saipan").new(seed=7), 100)[0]["args"]["U:1/2"] is None
    True
    """
    ruleset = state.ruleset
    choices = state.choices() if choices is None else choices
    whole = len(choices) <= most
    folded: dict[int, Any] = {}
    counts: dict[int, int] = {}
    rows, singles = _rows(choices)
    for code, mask in rows:
        verb = code >> VERB_SHIFT
        kinds = ruleset.verbs[verb].kinds
        first = _names(ruleset, kinds[0])[code >> FIRST_SHIFT & _ONES]
        folded.setdefault(verb, {})[first] = _list(ruleset, kinds[1], mask) if whole else None
        counts[verb] = counts.get(verb, 0) + mask.bit_count()
    by_verb: dict[int, list[int]] = {}
    for code in singles:
        verb = code >> VERB_SHIFT
        if verb in by_verb:
            by_verb[verb].append(code)
        else:
            by_verb[verb] = [code]
    for verb, codes in by_verb.items():
        kinds = ruleset.verbs[verb].kinds
        counts[verb] = len(codes)
        if whole or len(kinds) < 2:
            folded[verb] = _fold(ruleset, kinds, codes)
        else:
            names = _names(ruleset, kinds[0])
            folded[verb] = {names[first]: None for first in dict.fromkeys(code >> FIRST_SHIFT & _ONES for code in codes)}
    found = []
    for number, arguments in folded.items():
        known = ruleset.verbs[number]
        found.append({"verb": known.word, "kinds": known.kinds, "says": known.says, "count": counts[number], "args": arguments})
    return found


def list_actions(
    state: State, verb: str, arguments: Sequence[str], kinds: Sequence[str] | None = None, choices: Choices | None = None
) -> Any:
    """What may follow these first arguments of a verb, among the legal actions or those that are given: names, or names with what
    may follow each. `kinds` says which verb is meant where several have the same word; otherwise it is the first that fits. None
    if there is nothing."""
    ruleset = state.ruleset
    rows, singles = _rows(state.choices() if choices is None else choices)
    for number, known in enumerate(ruleset.verbs):
        if known.word != verb or len(known.kinds) <= len(arguments) or (kinds is not None and known.kinds != tuple(kinds)):
            continue
        names = [_names(ruleset, kind) for kind in known.kinds]
        found: Any = {}
        for code, mask in rows:
            if code >> VERB_SHIFT == number and _begins(names, code, arguments[:1]):
                found[names[0][code >> FIRST_SHIFT & _ONES]] = _list(ruleset, known.kinds[1], mask)
        codes = [code for code in singles if code >> VERB_SHIFT == number and _begins(names, code, arguments)]
        if codes:
            found = _fold(ruleset, known.kinds, codes)
        if found:
            for argument in arguments:
                found = found[argument]
            return found
    return None


def _begins(names: Sequence[Any], code: int, arguments: Sequence[str]) -> bool:
    return all(
        names[place][code >> (FIRST_SHIFT - place * SECOND_SHIFT) & _ONES] == argument for place, argument in enumerate(arguments)
    )


def _rows(choices: Choices) -> tuple[list[tuple[int, int]], Iterable[int]]:
    """Actions in rows, as far as they come so, and the others one by one."""
    rows = choices.rows() if isinstance(choices, LazyChoices) else None
    return ([], choices) if rows is None else rows


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


def matching(state: State, verb: str, arguments: list[str], choices: Choices | None = None) -> dict[str, int]:
    """The legal actions, or those that are given, that begin so, by the text of their last argument (or the whole text, if they
    have none)."""
    ruleset = state.ruleset
    begins = " ".join([verb, *arguments]).casefold()
    found: dict[str, int] = {}
    words = {number for number, known in enumerate(ruleset.verbs) if known.word == verb.casefold()}
    wanted: dict[int, bool] = {}  # by verb and first argument: most of a long list is passed over by these alone
    for code in state.choices() if choices is None else choices:
        if code >> VERB_SHIFT not in words:
            continue
        kinds = ruleset.verbs[code >> VERB_SHIFT].kinds
        if arguments and kinds:
            if (fits := wanted.get(code >> FIRST_SHIFT)) is None:
                head = f"{verb} {_names(ruleset, kinds[0])[code >> FIRST_SHIFT & _ONES]}".casefold()
                fits = wanted[code >> FIRST_SHIFT] = begins.startswith(head)
            if not fits:
                continue
        parts = [ruleset.verbs[code >> VERB_SHIFT].word]
        for place, kind in enumerate(kinds):
            parts.append(_names(ruleset, kind)[code >> (FIRST_SHIFT - place * SECOND_SHIFT) & _ONES])
        text = " ".join(parts).casefold()
        if text == begins or (text.startswith(begins + " ") and len(kinds) == len(arguments) + 1):
            found[parts[-1]] = code
    return found
