"""Many games at once: runs and their statistics, speed, and which rules are enforced and tested."""

from beachhead.lab.bench import Bench, bench
from beachhead.lab.coverage import Coverage, CoveredCase, coverage
from beachhead.lab.simulate import Run, Tally, simulate

__all__ = ["Bench", "Coverage", "CoveredCase", "Run", "Tally", "bench", "coverage", "simulate"]
