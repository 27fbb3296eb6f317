"""Many games: runs and their statistics, speed, and which rules are enforced and tested."""

from beachhead.lab.bench import Bench, measure
from beachhead.lab.coverage import Coverage, CoveredCase, coverage_of
from beachhead.lab.report import page
from beachhead.lab.simulate import Run, Tally, play_all

__all__ = ["Bench", "Coverage", "CoveredCase", "Run", "Tally", "coverage_of", "measure", "page", "play_all"]
