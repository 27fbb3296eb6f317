"""A second implementation of Operation Olympic's hard parts: slow, plain, and without a line of the engine."""
