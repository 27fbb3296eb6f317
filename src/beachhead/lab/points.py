"""Points and margins of many games: means and quartiles."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

COLUMNS: Final = ("mean", "lower quartile", "median", "upper quartile", "least", "greatest")


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number spreads over games: its mean, its quartiles (the middle one is the median), the least and the greatest."""

    games: int
    mean: float
    quartiles: tuple[float, float, float]
    least: int
    greatest: int

    @classmethod
    def of(cls, counts: Counter[int]) -> Spread:
        """The spread of numbers that came up this often; there must be at least one.

        >>> Spread.of(Counter({0: 1, 4: 2, 10: 1}))
        Spread(games=4, mean=4.5, quartiles=(3.0, 4.0, 5.5), least=0, greatest=10)
        """
        numbers = sorted(counts.elements())
        low, middle, high = statistics.quantiles(numbers * 2 if len(numbers) == 1 else numbers, n=4, method="inclusive")
        return cls(len(numbers), statistics.fmean(numbers), (low, middle, high), numbers[0], numbers[-1])

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "games": self.games,
            "mean": round(self.mean, 2),
            "quartiles": [round(quartile, 2) for quartile in self.quartiles],
            "least": self.least,
            "greatest": self.greatest,
        }


def cells(spread: dict[str, Any]) -> list[str]:
    """A spread as the cells of a table under `COLUMNS`."""
    quartiles = [f"{quartile:g}" for quartile in spread["quartiles"]]
    return [f"{spread['mean']:.1f}", *quartiles, str(spread["least"]), str(spread["greatest"])]
