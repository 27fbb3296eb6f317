"""What is in the box: scenarios, counters of both sides, and the two decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from beachhead.engine.chance.deck import Deck

SIDES: Final = ("us", "jp")
US: Final = 0
JP: Final = 1


@dataclass(frozen=True, slots=True)
class Size:
    """How large a scenario is."""

    lines: int
    positions: int
    sectors: tuple[str, ...]
    battalions: int
    tanks: int
    engineers: int
    headquarters: int
    guns: int
    ships: tuple[str, ...]
    counters: int
    spare: int
    first_wave: int
    turns: int


SHIPS: Final = ("Tennessee", "Idaho", "Maryland", "Ashland", "Portland", "Mobile", "Santee", "Suwannee", "Chenango", "Sangamon")
RING: Final = ("Red Beach", "South Spit", "Palm Grove", "Airstrip", "North Spit", "Green Beach")
SMALL: Final = Size(12, 20, RING, 3, 2, 1, 2, 2, SHIPS[:6], 40, 8, 8, 4)
LARGE: Final = Size(
    21, 53, (*RING, "Coconut Square", "Tide Flats", "Causeway", "Sea Wall"), 25, 10, 4, 8, 8, SHIPS, 160, 30, 60, 2
)
SIZES: Final[Mapping[str, Size]] = {"solitaire": SMALL, "duel": SMALL, "large": LARGE}


class Face(NamedTuple):
    """What is printed on a counter."""

    arm: str
    attack: int
    defense: int
    movement: int
    range: int = 0


COMPANY: Final = Face("infantry", 3, 3, 3)
TANKS: Final = Face("armor", 4, 3, 4)
ENGINEERS: Final = Face("engineer", 2, 2, 3)
HEADQUARTERS: Final = Face("hq", 0, 1, 4, 3)
GUNS: Final = Face("artillery", 2, 1, 2, 4)
SHIP: Final = Face("naval", 8, 0, 0)
GARRISON: Final = (
    ("rifle platoon", Face("infantry", 2, 2, 2)),
    ("machine-gun nest", Face("machine_gun", 3, 3, 1, 2)),
    ("rifle platoon", Face("infantry", 2, 2, 2)),
    ("dummy", Face("dummy", 0, 0, 0)),
    ("field gun", Face("artillery", 4, 2, 1, 4)),
    ("rifle platoon", Face("infantry", 2, 2, 2)),
    ("tankette", Face("armor", 3, 2, 2)),
    ("machine-gun nest", Face("machine_gun", 3, 3, 1, 2)),
)
"""What a Japanese counter may turn out to be; the cup holds these over and over."""


def landing_force(size: Size) -> dict[str, Face]:
    """The U.S. counters by name: companies, then the rest, then the ships."""
    found = {f"{letter}/{number}": COMPANY for number in range(1, size.battalions + 1) for letter in "ABCD"}
    found |= {f"T/{number}": TANKS for number in range(1, size.tanks + 1)}
    found |= {f"E/{number}": ENGINEERS for number in range(1, size.engineers + 1)}
    found |= {f"HQ/{number}": HEADQUARTERS for number in range(1, size.headquarters + 1)}
    found |= {f"G/{number}": GUNS for number in range(1, size.guns + 1)}
    return found | dict.fromkeys(size.ships, SHIP)


# ---------------------------------------------------------------------- cards

PARTS: Final = ("fire", "sea", "doctrine")
FIRE, SEA, DOCTRINE = range(3)
SEAS: Final = ("calm", "swell", "surf", "storm")
LANDINGS: Final = {"calm": 6, "swell": 4, "surf": 2, "storm": 1}
DOCTRINES: Final = ("hold", "press", "raid")
HOLDING, PRESSING, RAIDING = range(3)
FATE_CARDS: Final = tuple(f"fate-{number}" for number in range(1, 13))
FATE: Final = Deck(FATE_CARDS, ("fate", "in force", "spent"), stream="fate")
"""The only chance there is: a card is turned up, and the part that is in use is read. Nobody ever looks at one alone, so the odds
are exact."""
DECK, OPEN, SPENT = range(3)
FATE_TITLES: Final = tuple(f"Fate {number}" for number in range(1, 13))

ORDER_CARDS: Final = tuple(f"{kind}-{number}" for kind in ("hero", "recon", "salvo", "runners") for number in (1, 2, 3))
ORDERS: Final = Deck(ORDER_CARDS, ("orders", "hand", "played"), SIDES, stream="orders")
"""Orders for the U.S. side, which alone sees its hand."""
HAND, PLAYED = 1, 2
ORDER_TITLES: Final = {"hero": "Hero", "recon": "Reconnaissance", "salvo": "Fire on call", "runners": "Runners"}


def title_of(card: int) -> str:
    """What an order is called."""
    return ORDER_TITLES[ORDER_CARDS[card].split("-")[0]]


def fire_of(card: int) -> int:
    """The number that a combat reads, 1 to 6."""
    return card % 6 + 1


def sea_of(card: int) -> str:
    """What the sea is like in a turn that begins with this card."""
    return SEAS[(card * 5 + 1) % 4] if card % 6 else SEAS[0]


def doctrine_of(card: int) -> int:
    """What the garrison does in a turn for which this card is turned up: one of `DOCTRINES`."""
    return (card + card // 3) % 3
