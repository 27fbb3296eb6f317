"""What can be seen of a position: the items of a view, and what is secret in them.

One thing is hidden: which unit lies face down where, or in the container (`worlds`). A dug-in counter is its place and shows its
back; in the two-player game Japan sees its face. Everything else is open to both sides, and nothing that is shown depends on what
lies where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.games.bonins import phases, victory, worlds
from beachhead.games.bonins.box.kinds import BATTALION, TANK, Unit
from beachhead.games.bonins.combat import bombardment, declaring
from beachhead.games.bonins.combat.fronts import is_lander, open_fronts
from beachhead.games.bonins.garrison.deployment import left_over
from beachhead.games.bonins.ground import SECTORS
from beachhead.games.bonins.ruleset import US, BoninsRuleset
from beachhead.games.bonins.state import ABSENT, PLACES, BoninsState
from beachhead.games.bonins.table.chances import combat_of
from beachhead.games.bonins.table.prospects import prospect_of
from beachhead.games.bonins.worlds import GARRISON, deploying

Plain = dict[str, Any]

MARKS: Final = ("moved", "landed", "rebuilt", "ready", "attacked", "defended", "advanced")
"""What a unit has done in this phase; `ready` is not shown."""
_MARKS: Final = tuple(
    tuple(mark for bit, mark in enumerate(MARKS) if bits >> bit & 1 and mark != "ready") for bits in range(1 << len(MARKS))
)
BANDS: Final = {3: "blue", 4: "orange", 5: "green"}
"""The bands of support units, by division."""
WEATHER: Final = ("fair", "storm")
TO_DEPLOY: Final = "to deploy"
"""The place of a Japanese unit before its deployment (23.1)."""
SECTOR_STATES: Final = ("open", "cleared")


# ---------------------------------------------------------------------- secrets


def _counter_open(state: BoninsState, side: str | None, counter: Any) -> bool:
    """Only what lies face down is hidden, and what is still to be deployed: units that can be seen have their own names."""
    looks = looks_of(state.ruleset)
    if counter in looks.spaces or (counter in looks.japanese and deploying(state)):
        return GARRISON.open_to(state, side, counter)
    return True


COUNTERS: Final[Secret[BoninsState]] = Secret("face-down counters", _counter_open)
"""What lies face down, counter by counter; it is wiped out and made up as a whole (`worlds`)."""
SECRETS: Final = (*worlds.SECRETS, COUNTERS)


@dataclass(frozen=True, slots=True)
class Counters(Shown[BoninsState]):
    """The units of a view: a counter that is covered by nothing at all is left out."""

    def judged(self, state: BoninsState, side: str | None) -> Any:
        """The counters as the secret lets that side see them."""
        found: dict[str, Plain | None] = Shown.judged(self, state, side)
        return {name: counter for name, counter in found.items() if counter is not None}


# ---------------------------------------------------------------------- counters


def face_of(unit: Unit, sides: tuple[str, ...], weak: bool = False) -> Plain:
    """What is printed on a counter, on its full or its depleted side."""
    found: Plain = {
        "side": sides[unit.side],
        "arm": unit.kind,
        "values": unit.weak_values if weak else unit.values,
        "attack": unit.weak_attack if weak else unit.attack,
        "defense": unit.weak_defense if weak else unit.defense,
        "movement": unit.movement,
        "place": "",
        "marks": [],
    }
    if unit.side == US:
        if unit.steps > 1:
            found["steps"], found["full"] = 1 if weak else unit.steps, unit.steps
        if unit.kind != BATTALION and unit.division in BANDS:
            found["stripe"] = BANDS[unit.division]
    return found


def collins_of(unit: Unit, sides: tuple[str, ...]) -> Plain:
    """The other side of a tank battalion."""
    assert unit.collins is not None
    attack, defense, movement = unit.collins
    values = f"{attack}-{defense}-{movement}"
    other = {
        "values": values,
        "attack": attack,
        "defense": defense,
        "movement": movement,
        "called": "TF Collins",
        "stripe": "grey",
    }
    return face_of(unit, sides) | other


class Looks:
    """Counters as views show them, prepared once for a ruleset: half of a view is copies of these."""

    def __init__(self, ruleset: BoninsRuleset) -> None:
        sides, units = tuple(ruleset.sides), ruleset.units
        self.faces = [face_of(unit, sides).copy for unit in units]
        self.weak = [face_of(unit, sides, weak=unit.steps > 1).copy for unit in units]
        self.collins = [collins_of(unit, sides).copy if unit.kind == TANK and unit.collins else None for unit in units]
        names = ruleset.ground.names
        self.spaces = {name: space for space, name in enumerate(ruleset.dug_names)}
        self.japanese = {ruleset.unit_ids[unit] for unit in ruleset.jp_units}
        self.backs = [{"side": sides[1], "place": name, "back": "fortification", "marks": []} for name in names]
        self.places = (*names, *(name for _, name in sorted(PLACES.items())))
        """The place of a unit by its number in `where`: those off the map are below 0, so they come last."""


def _looks(ruleset: Ruleset) -> Looks:
    assert isinstance(ruleset, BoninsRuleset)
    return Looks(ruleset)


def looks_of(ruleset: BoninsRuleset) -> Looks:
    """What has been prepared for the views of this ruleset."""
    return ruleset.remembered(__name__, _looks)


def face_now(state: BoninsState, unit: int) -> Plain:
    """A counter with the side up that it shows now."""
    looks = looks_of(state.ruleset)
    made = looks.collins[unit] if unit == state.collins else looks.weak[unit] if state.depleted[unit] else looks.faces[unit]
    assert made is not None
    return made()


def _units_open(state: BoninsState) -> dict[str, Plain]:
    """Every counter that can be seen: the Marines, units face up, and those on the track."""
    ruleset = state.ruleset
    ids, places = ruleset.unit_ids, looks_of(ruleset).places
    where, acted, fought = state.where, state.acted, state.fought
    moving = state.phase in (*phases.MOVEMENT_PHASES, phases.JP_MOVEMENT)
    fighting = state.phase in (*phases.COMBAT_PHASES, phases.JP_COMBAT)
    found: dict[str, Plain] = {}
    for unit in range(len(ids)):
        place = where[unit]
        if place == ABSENT:
            continue
        counter = found[ids[unit]] = face_now(state, unit)
        counter["place"] = places[place]
        bits = acted[unit] if moving else 0
        if fighting and place >= 0:
            bits |= fought[unit] << 3
        counter["marks"] = [*_MARKS[bits]]
    for unit in state.track:
        counter = found[ids[unit]] = face_now(state, unit)
        counter["place"] = "track"
        counter["marks"] = []
    return found


def units_of(state: BoninsState) -> dict[str, Plain]:
    """Every counter with what lies face down: for those who may know it."""
    found, ruleset = _units_open(state), state.ruleset
    names, ids = ruleset.ground.names, ruleset.unit_ids
    for space in spaces_of(state.dug_mask):
        unit = state.dug[space] - 1 + ruleset.us_count
        counter = found[ruleset.dug_names[space]] = looks_of(ruleset).faces[unit]()
        counter["called"] = ids[unit]
        counter["place"] = names[space]
        counter["marks"] = ["dug in"]
    if deploying(state):
        for place in left_over(state):
            unit = place + ruleset.us_count
            counter = found[ids[unit]] = looks_of(ruleset).faces[unit]()
            counter["place"] = TO_DEPLOY
            counter["marks"] = []
    return found


def units_to(state: BoninsState, side: str | None) -> dict[str, Plain]:
    """Every counter as a side sees it."""
    if GARRISON.open_to(state, side, None):
        return units_of(state)
    found = _units_open(state)
    if not deploying(state):
        names, backs = state.ruleset.dug_names, looks_of(state.ruleset).backs
        for space in spaces_of(state.dug_mask):
            back = found[names[space]] = backs[space].copy()
            back["marks"] = []
    return found


def back_of(state: BoninsState, name: Any) -> Plain | None:
    """A face-down counter as everybody sees it: its place. Japan deploys out of sight (23.1)."""
    if deploying(state):
        return None
    looks = looks_of(state.ruleset)
    return looks.backs[looks.spaces[name]] | {"marks": []}


def stacks_of(state: BoninsState) -> dict[str, list[str]]:
    """The order of U.S. units in every hex with several, bottom first."""
    ids, names, below, tops = state.ruleset.unit_ids, state.ruleset.ground.names, state.below, state.tops
    found: dict[str, list[str]] = {}
    for space in spaces_of(state.us_mask & ~state.lone_mask):
        if below[tops[space] - 1] >= 0:
            found[names[space]] = [ids[unit] for unit in reversed(state.us_in(space))]
    return found


# ---------------------------------------------------------------------- boxes, tracks, markers


def phase_of(state: BoninsState) -> str:
    """The running phase."""
    return "over" if state.outcome is not None else phases.PHASES[state.phase].name


def hexes_of(state: BoninsState, spaces: Iterable[int]) -> list[str]:
    """Hex numbers."""
    names = state.ruleset.ground.names
    return [names[space] for space in spaces]


def named(state: BoninsState, units: Iterable[int]) -> list[str]:
    """Units by name."""
    ids = state.ruleset.unit_ids
    return [ids[unit] for unit in units]


def sectors_of(state: BoninsState) -> dict[str, str]:
    """Each numbered sector, and Suribachi, open or cleared."""
    return {str(number) if number else "Suribachi": SECTOR_STATES[state.cleared[number]] for number in range(SECTORS)}


def airfields_of(state: BoninsState) -> dict[str, bool]:
    """Which airfields would bring a marker now: no Japanese unit or zone on them (16.1)."""
    if deploying(state):
        return {}
    return {str(number): declaring.airfield_counts(state, number) for number in (1, 2)}


def declared_of(state: BoninsState) -> list[Plain]:
    """The attacks that have been declared."""
    return [
        {"target": state.hex_name(target), "markers": markers, "from": hexes_of(state, hexes)}
        for target, markers, *hexes in state.declared
    ]


def bombardment_of(state: BoninsState) -> dict[str, int]:
    """U.S. markers by hex."""
    return {state.hex_name(target): markers for target, markers, *_ in state.declared}


def charges_of(state: BoninsState) -> list[Plain]:
    """The units of a banzai, and what each charges."""
    ids = state.ruleset.unit_ids
    return [{"unit": ids[unit], "target": state.hex_name(target) if target >= 0 else ""} for unit, target in state.charges]


def duties_of(state: BoninsState) -> dict[str, list[str]]:
    """What must still happen before the phase may end: landers that must attack (14.2-f), and declared attacks (16.2-b)."""
    found: dict[str, list[str]] = {}
    if state.outcome is not None or state.phase not in phases.COMBAT_PHASES:
        return found
    if state.us_mask & state.jp_mask:
        landers = [state.us_in(space)[0] for space in open_fronts(state, US) if is_lander(state, space)]
        if landers:
            found["attack"] = named(state, landers)
    if state.declared:
        found["declared"] = [state.hex_name(entry[0]) for entry in state.declared]
    return found


def standing_of(state: BoninsState) -> Plain:
    """Who would win if the game ended now."""
    if state.jp_mask or deploying(state):
        left = state.jp_mask.bit_count() if not deploying(state) else len(state.ruleset.ground.island.red)
        return {
            "winner": "jp",
            "case": "12.2",
            "why": f"{left} Japanese units on the map, turn {state.turn} of {state.last_turn}",
        }
    total, price = victory.losses(state)["total"], state.ruleset.components.victory
    winner = "us" if total <= price["us_win_at_most"] else "jp" if total >= price["japanese_win_at_least"] else "draw"
    return {"winner": winner, "case": "12.3-f", "why": f"{total} losses"}


def memory_of(state: BoninsState) -> list[list[int]]:
    """How unseen counters have come and gone, note by note: what a side may remember (96, 97)."""
    return [list(note) for note in state.memory]


SHOWN: Final[tuple[Shown[BoninsState], ...]] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", lambda state: state.last_turn),
    Shown("phase", phase_of),
    Shown("weather", lambda state: WEATHER[state.storm]),
    Shown("invasion", lambda state: state.ruleset.ground.beach_sides[state.invasion] if state.invasion >= 0 else ""),
    Counters("units", units_of, COUNTERS, each=True, show_to=units_to, covered=back_of),
    Shown("stacks", stacks_of),
    Shown("container", lambda state: state.held),
    Shown("track", lambda state: named(state, state.track)),
    Shown("fire", bombardment.available),
    Shown("sectors", sectors_of),
    Shown("airfields", airfields_of),
    Shown("flag", lambda state: state.flag),
    Shown("called", lambda state: [r for n, r in enumerate(state.ruleset.reserve_regiments) if state.called[n]]),
    Shown("collins", lambda state: state.ruleset.unit_ids[state.collins] if state.collins >= 0 else ""),
    Shown("opened", lambda state: bool(state.opened)),
    Shown("replacements", lambda state: state.replacements),
    Shown("landed", lambda state: hexes_of(state, state.landed)),
    Shown("markers", lambda state: state.markers),
    Shown("declared", declared_of),
    Shown("bombardment", bombardment_of),
    Shown("struck", lambda state: hexes_of(state, state.struck)),
    Shown("tried", lambda state: hexes_of(state, state.tried)),
    Shown("fought", lambda state: list(state.fought)),
    Shown("settled", lambda state: bool(state.ready_set)),
    Shown("drawn", lambda state: bool(state.drawn)),
    Shown("charges", charges_of),
    Shown("bombarded", lambda state: hexes_of(state, state.targets)),
    Shown("strength", lambda state: state.strength),
    Shown("under fire", lambda state: named(state, state.shelled)),
    Shown("pending", lambda state: hexes_of(state, state.pending)),
    Shown("leaving", lambda state: named(state, state.leaving)),
    Shown("emptied", lambda state: hexes_of(state, state.emptied)),
    Shown("combat", combat_of),
    Shown("prospect", prospect_of),
    Shown("duties", duties_of),
    Shown("losses", victory.losses),
    Shown("standing", standing_of),
    Shown("memory", memory_of),
)
