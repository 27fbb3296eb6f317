"""Japanese attacks: one unit against one, for the Casualty Points and for what the Americans leave behind."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.olympic.field import Field

SUPPLIED_LOSS: Final = 10.0
CUT_OFF_LOSS: Final = 30.0


def strike_value(field: Field, attacker: int, origin: int, defender: int, region: int) -> float:
    """What an attack on one U.S. unit brings on average, in Victory Points. `region`: where U.S. units are in supply."""
    country = field.country
    space = field.looks[defender][0]
    supplied = bool(region >> space & 1)
    strength, defense = country.strength[attacker], field.us_defense(defender, space, supplied)
    if strength - defense < -2:
        return -99.0
    odds = country.strike(strength, defense)
    price = field.price()
    loss = SUPPLIED_LOSS if supplied else CUT_OFF_LOSS
    points = odds.cost + odds.kill * (loss - SUPPLIED_LOSS)
    driven = 1.0
    if len(field.us[space]) == 1 and (field.beach_mask | field.control_mask) >> space & 1:
        driven = 10.0 + field.worth(space) + (15.0 if field.beach_mask >> space & 1 else 0.0)
    own = 2.0 + 1.0 * strength
    if origin in country.kagoshima:
        own += 8.0
    if field.turn >= field.turns:
        own = 0.0
    return price * points + (odds.win + odds.kill) * driven - own * odds.ruin
