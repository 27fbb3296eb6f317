"""What may be done, sorted by word."""

from __future__ import annotations

from beachhead.engine.action import Actions, unpack, verb_of


class Options:
    """The legal actions of a decision: looked into only as far as they are asked for."""

    def __init__(self, actions: Actions) -> None:
        self._codes = actions.codes
        self._verbs = {verb.word: number for number, verb in enumerate(actions.ruleset.verbs)}
        self.plans = actions.ruleset.names["plan"].full
        """Names of prepared set-ups."""

    def codes(self, word: str) -> list[int]:
        """All actions that begin with this word."""
        verb = self._verbs[word]
        return [code for code in self._codes if verb_of(code) == verb]

    def one(self, *words: str) -> int | None:
        """The first action that begins with one of these words, in their order."""
        for word in words:
            for code in self.codes(word):
                return code
        return None

    def singles(self, word: str) -> dict[int, int]:
        """Actions with one argument, by it."""
        return {unpack(code)[1]: code for code in self.codes(word)}

    def pairs(self, word: str) -> dict[tuple[int, int], int]:
        """Actions with two arguments, by them."""
        return {unpack(code)[1:3]: code for code in self.codes(word)}
