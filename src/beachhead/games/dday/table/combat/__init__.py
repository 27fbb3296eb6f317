"""Combats as a table shows them: facts, panels, outcomes and the risk of fire."""
