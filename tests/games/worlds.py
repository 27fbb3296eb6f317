"""What runs of two worlds side by side have in common: how much they tried, and what they say when a side can tell them apart."""

from __future__ import annotations

from dataclasses import dataclass, field


class Leak(AssertionError):
    """A side can tell two worlds apart, and no rule says that it may."""


@dataclass(slots=True)
class Tally:
    """What a run has tried."""

    worlds: int = 0
    tokens: int = 0
    to_the_end: int = 0
    disclosed: dict[str, int] = field(default_factory=dict)

    def __iadd__(self, other: Tally) -> Tally:
        self.worlds += other.worlds
        self.tokens += other.tokens
        self.to_the_end += other.to_the_end
        for kind, count in other.disclosed.items():
            self.disclosed[kind] = self.disclosed.get(kind, 0) + count
        return self
