"""The interface of the oracle: positions, movement, attacks and retreats of Saipan.

The parts live in `board`, `movement`, `combat` and `retreat`; random positions in `positions`.
"""

from __future__ import annotations

from .board import (
    COSTS,
    OPosition,
    OUnit,
    adjacent,
    distance,
    enemy_of,
    from_components,
    neighbours,
    on_map,
    unit_at,
    zone,
)
from .combat import (
    attack_is_legal,
    combat_is_legal,
    free_guns,
    legal_attacks,
    legal_barrage_openings,
    legal_support_openings,
    may_close_phase,
    owed_enemies,
    struck,
    unattacked_enemies,
    units_in_contact,
    unserved,
    unspent_attackers,
)
from .movement import destinations, step_cost
from .retreat import Atom, Plan, Plans, carry_out, open_hexes, retreat_plans

__all__ = [
    "COSTS",
    "Atom",
    "OPosition",
    "OUnit",
    "Plan",
    "Plans",
    "adjacent",
    "attack_is_legal",
    "carry_out",
    "combat_is_legal",
    "destinations",
    "distance",
    "enemy_of",
    "free_guns",
    "from_components",
    "legal_attacks",
    "legal_barrage_openings",
    "legal_support_openings",
    "may_close_phase",
    "neighbours",
    "on_map",
    "open_hexes",
    "owed_enemies",
    "retreat_plans",
    "step_cost",
    "struck",
    "unattacked_enemies",
    "unit_at",
    "units_in_contact",
    "unserved",
    "unspent_attackers",
    "zone",
]
