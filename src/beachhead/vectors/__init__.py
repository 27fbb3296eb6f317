"""Rule vectors: small experiments with the rules, written in YAML (docs/vectors.md), and the one runner for them."""

from beachhead.engine.errors import DataError
from beachhead.vectors.comparing import VectorFailed, compare
from beachhead.vectors.loading import Vector, load_vectors, state_of
from beachhead.vectors.running import Outcome, run

__all__ = ["DataError", "Outcome", "Vector", "VectorFailed", "compare", "load_vectors", "run", "state_of"]
