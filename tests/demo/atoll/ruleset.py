"""What all states of a match share: the island, the counters, the verbs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Names, Verb
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from tests.demo.atoll.island import Island
from tests.demo.atoll.pieces import GARRISON, JP, ORDER_CARDS, SIZES, US, Face, landing_force

if TYPE_CHECKING:
    from beachhead.engine.game import Game

FAMILY: Final = "atoll"
OFFSHORE: Final = -1
"""The box of ships and of units yet to land."""
LOST: Final = -2
UNKNOWN: Final = -1
"""The identity of a counter that has none yet: it will be drawn when it is turned over."""

OURS, THEIRS = ("us",), ("jp",)
SUPPLY, RALLY, REST, CLEAR, LEAVE, BOMBARD, LAND, MOVE, PLAY, AWARD, SCOUT, ATTACK, JOIN, SALVO, FIGHT, BREAK = range(16)
SHOOT, ADVANCE, HOLD, DONE = range(16, 20)
VERBS: Final = (
    Verb(
        "supply", (UNIT,), "draw supply for a unit", sides=OURS, misplaced=Refusal("3.1", "Supply is drawn in the Upkeep Phase")
    ),
    Verb("rally", (UNIT,), "try to rally a disrupted unit", sides=OURS),
    Verb("rest", (UNIT,), "leave a unit disrupted", sides=OURS),
    Verb("clear", (SPACE,), "clear an obstacle", sides=OURS),
    Verb("leave", (SPACE,), "leave an obstacle for later", sides=OURS),
    Verb("bombard", (UNIT, SPACE, NUMBER), "fire salvos of a ship at a hex", sides=OURS),
    Verb("land", (UNIT, SPACE), "land a unit on a beach", sides=OURS),
    Verb("move", (UNIT, SPACE), "move a unit", sides=OURS, misplaced=Refusal("4.2", "Units move in the Movement Phase")),
    Verb("play", ("card",), "play an order from your hand", sides=OURS),
    Verb("award", (UNIT,), "name the hero's unit", sides=OURS),
    Verb("scout", (UNIT,), "turn over a face-down counter", sides=OURS),
    Verb("attack", (UNIT, SPACE), "begin an attack on a hex", sides=OURS, misplaced=Refusal("5.1", "Attacks are made in combat")),
    Verb("join", (UNIT,), "add a unit to the attack", sides=OURS),
    Verb("salvo", (), "call in the ships", sides=OURS),
    Verb("fight", (), "turn up a card for the attack", sides=OURS),
    Verb("break", (), "break off the attack", sides=OURS),
    Verb("shoot", (UNIT, UNIT), "fire at a U.S. unit", sides=THEIRS),
    Verb("advance", (UNIT, SPACE), "move a counter", sides=THEIRS),
    Verb("hold", (UNIT,), "leave a counter where it is", sides=THEIRS),
    Verb("done", (), "end this phase"),
)


class AtollRuleset(Ruleset):
    """Map and counters of a scenario."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]],
    ) -> None:
        self.size = SIZES[parameters["scenario"]]
        self.island = Island(self.size.lines, self.size.positions, self.size.sectors)
        self.force = landing_force(self.size)
        self.count = len(self.force)
        """The first Japanese counter; those of the U.S. come before it."""
        ids = [*self.force, *(f"J{number}" for number in range(1, self.size.counters + 1))]
        self.us_faces = tuple(self.force.values())
        self.pieces = self.size.counters + self.size.spare
        """Identities in the cup at the start."""
        self.turns = self.size.turns
        self.sectors = len(self.size.sectors)
        self.ships = tuple(unit for unit, face in enumerate(self.us_faces) if face.arm == "naval")
        self.troops = tuple(unit for unit in range(self.count) if unit not in self.ships)
        self.garrison = tuple(range(self.count, len(ids)))
        self.dealt = parameters["scenario"] == "duel"
        """Whether a Japanese player knows his counters, or nobody does until they are turned over."""
        spaces = self.island.grid.names
        names = {UNIT: Names(ids), SPACE: Names(spaces), "card": Names(ORDER_CARDS)}
        super().__init__(game, parameters, verbs=VERBS, steps=steps, names=names, shown=shown, secrets=secrets)
        self.units, self.hexes = self.names[UNIT].full, spaces

    @property
    def last_piece(self) -> int:
        """The highest number of an identity."""
        return self.pieces - 1

    def owner(self, unit: int) -> int:
        """Whose a counter is."""
        return US if unit < self.count else JP

    def piece(self, identity: int) -> tuple[str, Face]:
        """What an identity is."""
        return GARRISON[identity % len(GARRISON)]

    def is_shorthand(self, text: str) -> bool:
        words = text.split()
        return len(words) > 3 and words[0] == "attack" and words[2] == "from"
