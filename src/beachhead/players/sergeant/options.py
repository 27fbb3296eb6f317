"""What may be done, sorted by word, in the numbers that actions are inside."""

from __future__ import annotations

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT, VERB_SHIFT, Action, Actions
from beachhead.engine.choices import Choices, LazyChoices
from beachhead.engine.ruleset import Ruleset


def _words(ruleset: Ruleset) -> dict[str, list[int]]:
    """The numbers of all verbs with a word."""
    found: dict[str, list[int]] = {}
    for number, verb in enumerate(ruleset.verbs):
        found.setdefault(verb.word, []).append(number)
    return found


class Options:
    """The legal actions of a decision: looked into only as far as they are asked for."""

    def __init__(self, actions: Actions) -> None:
        self.ruleset: Ruleset = actions.ruleset
        self._choices: Choices = actions.codes
        self._words: dict[str, list[int]] = self.ruleset.remembered(__name__, _words)
        self._by_verb: dict[int, list[int]] | None = None

    def action(self, code: int) -> Action:
        """One of these actions, by its number."""
        return Action(code, self.ruleset, self._choices)

    def rows(self, word: str) -> dict[int, tuple[int, int]]:
        """Actions with two arguments: for each first argument the number without the second, and all values of that as bits.

        Long lists come in rows already (`LazyChoices.rows`): nothing is listed for them.
        """
        verb = self._words[word][0]
        choices = self._choices
        listed = choices.rows() if isinstance(choices, LazyChoices) else None
        found: dict[int, tuple[int, int]] = {}
        if listed is not None:
            for base, mask in listed[0]:
                if base >> VERB_SHIFT == verb:
                    found[base >> FIRST_SHIFT & ARGUMENT] = (base, mask)
            return found
        base, first, mask = -1, 0, 0
        for code in choices:
            if code >> VERB_SHIFT == verb:
                second = code >> SECOND_SHIFT & ARGUMENT
                if code ^ second << SECOND_SHIFT != base:
                    if mask:
                        found[first] = (base, mask)
                    base = code ^ second << SECOND_SHIFT
                    first = base >> FIRST_SHIFT & ARGUMENT
                    mask = found[first][1] if first in found else 0
                mask |= 1 << second
        if mask:
            found[first] = (base, mask)
        return found

    def codes(self, word: str) -> list[int]:
        """All actions that begin with this word."""
        by_verb = self._by_verb
        if by_verb is None:
            by_verb = self._by_verb = {}
            for code in self._choices:
                verb = code >> VERB_SHIFT
                if verb in by_verb:
                    by_verb[verb].append(code)
                else:
                    by_verb[verb] = [code]
        verbs = self._words[word]
        if len(verbs) == 1:
            return by_verb.get(verbs[0], [])
        return [code for code in self._choices if code >> VERB_SHIFT in verbs]

    def one(self, *words: str) -> int | None:
        """The first action that begins with one of these words, in their order."""
        for word in words:
            codes = self.codes(word)
            if codes:
                return codes[0]
        return None

    def singles(self, word: str) -> dict[int, int]:
        """Actions with one argument, by it."""
        return {code >> FIRST_SHIFT & ARGUMENT: code for code in self.codes(word)}

    def pairs(self, word: str) -> dict[tuple[int, int], int]:
        """Actions with two arguments, by them."""
        return {(code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT): code for code in self.codes(word)}
