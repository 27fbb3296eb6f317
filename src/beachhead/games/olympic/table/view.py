"""What can be seen of a position: the items of a view, and what is secret in them.

Two things are hidden: what lies face down on the map, and the written Tokko record (17.3). A face-down counter is its place
(A100) and shows its back to everybody; with free deployment (17.2) Japan sees its values. Everything else is open to both sides
(A33), and nothing that is shown depends on what lies where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import unpack
from beachhead.engine.kept import keep
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.shown.points import Points
from beachhead.games.olympic import phases, worlds
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.combat.american_phase import combat_data
from beachhead.games.olympic.combat.strengths import column
from beachhead.games.olympic.landing.reinforcements import BOXES, box_of
from beachhead.games.olympic.movement import JapaneseMovement
from beachhead.games.olympic.ruleset import A_DUMMY, OlympicRuleset
from beachhead.games.olympic.state import (
    ABSENT,
    ATTACKED,
    BOX,
    DEFENDED,
    DUE,
    RETREATED,
    SET_ASIDE,
    Moving,
    OlympicState,
)
from beachhead.games.olympic.supply import jp_region, us_region
from beachhead.games.olympic.table.chances import attack_facts, cup
from beachhead.games.olympic.table.faces import face_of
from beachhead.games.olympic.verbs import DONE_CODE, LAND
from beachhead.games.olympic.victory import standing
from beachhead.games.olympic.worlds import RECORD, RESERVE

Plain = dict[str, Any]

LETTERS: Final = (COASTAL, LINE)
ASIDE: Final = "set aside"
"""The place of a loss that gets its Replacement Track at the end of the Combat Phase (A43)."""
FINER: Final = {"announce": "us announce", "tokko": "tokko", "tokko losses": "tokko", "landing": "us landing"} | {
    "beachheads": "us beachheads",
    "assign": "us landing",
}
"""Steps that positions and facts call by a phase of their own."""

MARKS: Final = ("moved", "attacked", "defended", "retreated", "halved", "unsupplied")
"""What a unit has done in this phase, whether it moves at half its allowance, and whether it is out of supply now."""
_UNSUPPLIED: Final = 32
_MARKS: Final = tuple(tuple(mark for bit, mark in enumerate(MARKS) if bits >> bit & 1) for bits in range(64))
"""All sets of marks: a view is made for every seat after every action."""


# ---------------------------------------------------------------------- secrets


def deploying(state: OlympicState) -> bool:
    """Whether Japan deploys its counters out of sight (17.2)."""
    return state.phase == phases.DEPLOYMENT


def _counter_open(state: OlympicState, side: str | None, counter: Any) -> bool:
    """Only what lies face down is hidden: units have their own names."""
    return counter not in looks_of(state.ruleset).slots or RESERVE.open_to(state, side, counter)


COUNTERS: Final[Secret[OlympicState]] = Secret("face-down counters", _counter_open)
"""What lies face down, counter by counter; it is wiped out and made up as the whole row (`worlds`)."""
SECRETS: Final = (*worlds.SECRETS, COUNTERS)


@dataclass(frozen=True, slots=True)
class Counters(Shown[OlympicState]):
    """The units of a view: a counter that is covered by nothing at all is left out."""

    def judged(self, state: OlympicState, side: str | None) -> Any:
        """The counters as the secret lets that side see them."""
        found: dict[str, Plain | None] = Shown.judged(self, state, side)
        return {name: counter for name, counter in found.items() if counter is not None}


# ---------------------------------------------------------------------- counters


class Looks:
    """Counters as views show them, prepared once for a ruleset: half of a view is copies of these."""

    def __init__(self, ruleset: OlympicRuleset) -> None:
        sides = tuple(ruleset.sides)
        self.faces = [face_of(unit, sides).copy for unit in ruleset.units]
        self.japan = sides[1]
        names = ruleset.ground.names
        self.slots = {name: slot for slot, name in enumerate(ruleset.slot_names)}
        self.backs: list[Plain] = []
        """Each place of a face-down counter as everybody sees it."""
        for slot in range(ruleset.slots):
            back = COASTAL if ruleset.slot_is_coastal[slot] else LINE
            self.backs.append({"side": self.japan, "place": names[ruleset.slot_space[slot]], "back": back, "marks": []})
        self.boxes = [[f"box {zone} {box}" for box in range(1, BOXES + 1)] for zone in ruleset.ground.zone_names]
        self.hexes: dict[tuple[int, ...], list[str]] = {}
        self.rows: dict[tuple[str, bytes], list[str]] = {}
        self.scores: dict[tuple[int, bytes, int], dict[str, Points]] = {}

    def hidden(self, ruleset: OlympicRuleset, slot: int, kind: int) -> Plain:
        """A face-down counter as whoever knows it sees it."""
        back = self.backs[slot]
        dummy = kind == A_DUMMY
        values = "" if dummy else ruleset.kind_values[kind]
        strength, _, movement = values.partition("-")
        return {
            "side": self.japan,
            "arm": "coastal_regiment" if back["back"] == COASTAL else "line_regiment",
            "kind": back["back"],
            "values": values,
            "strength": int(strength or 0),
            "movement": int(movement or 0),
            "formation": "",
            "title": "dummy" if dummy else values,
            "place": back["place"],
            "marks": ["face down", "dummy"] if dummy else ["face down"],
        }


def _looks(ruleset: Ruleset) -> Looks:
    assert isinstance(ruleset, OlympicRuleset)
    return Looks(ruleset)


def looks_of(ruleset: OlympicRuleset) -> Looks:
    """What has been prepared for the views of this ruleset."""
    return ruleset.remembered(__name__, _looks)


def place_of(state: OlympicState, unit: int) -> str:
    """Where a unit is: a hex, or a place off the map; "box Sendai 2" on a Replacement Track."""
    place = state.where[unit]
    if place != BOX:
        return state.ruleset.places[place]
    track = state.track[unit]
    return ASIDE if track >= SET_ASIDE else looks_of(state.ruleset).boxes[track - 1][box_of(state, unit) - 1]


def _units_open(state: OlympicState) -> dict[str, Plain]:
    """Every counter that lies open. Japanese units that have not appeared are in nobody's view (A100)."""
    ruleset = state.ruleset
    faces, places, ids, us_count = looks_of(ruleset).faces, ruleset.places, ruleset.unit_ids, ruleset.us_count
    where, moved, fought, short = state.where, state.moved, state.fought, state.short
    fed_us = us_region(state) | ruleset.ground.zone_mask
    if state.phase == phases.US_COMBAT:
        for space in state.captured:  # its beachhead comes when the phase ends (11.1); until then nothing asks for supply there
            fed_us |= 1 << space
    fed_jp = -1 if state.turn == 1 else jp_region(state)
    moving = state.phase in (phases.US_MOVEMENT, phases.JP_MOVEMENT)
    fighting = state.phase in (phases.US_COMBAT, phases.JP_COMBAT)
    found: dict[str, Plain] = {}
    for unit in range(len(ids)):
        place = where[unit]
        if place >= 0:
            counter = found[ids[unit]] = faces[unit]()
            counter["place"] = places[place]
            bits = (moved[unit] if moving else 0) | (fought[unit] << 1 if fighting else 0) | short[unit] << 4
            if not (fed_us if unit < us_count else fed_jp) >> place & 1:
                bits |= _UNSUPPLIED
            counter["marks"] = [*_MARKS[bits]] if bits else []
        elif place != ABSENT and not (place == DUE and unit >= us_count):
            counter = found[ids[unit]] = faces[unit]()
            counter["place"] = place_of(state, unit)
            counter["marks"] = []
            if unit < us_count and state.due[unit] and place in (DUE, BOX):
                counter["due"] = state.due[unit]
    return found


def units_of(state: OlympicState) -> dict[str, Plain]:
    """Every counter with what lies face down: for those who may know it."""
    found, ruleset = _units_open(state), state.ruleset
    looks, reserve = looks_of(ruleset), state.reserve
    for slot in range(ruleset.slots):
        if reserve[slot]:
            found[ruleset.slot_names[slot]] = looks.hidden(ruleset, slot, reserve[slot])
    return found


def units_to(state: OlympicState, side: str | None) -> dict[str, Plain]:
    """Every counter as a side sees it."""
    if RESERVE.open_to(state, side, None):
        return units_of(state)
    found = _units_open(state)
    if state.down_mask and not deploying(state):
        names, backs, reserve = state.ruleset.slot_names, looks_of(state.ruleset).backs, state.reserve
        for slot in range(len(names)):
            if reserve[slot]:
                back = found[names[slot]] = backs[slot].copy()
                back["marks"] = []
    return found


def back_of(state: OlympicState, name: Any) -> Plain | None:
    """A face-down counter as everybody sees it: its place and its letter. Japan deploys out of sight (17.2)."""
    if deploying(state):
        return None
    looks = looks_of(state.ruleset)
    return looks.backs[looks.slots[name]] | {"marks": []}


def stacks_of(state: OlympicState) -> dict[str, list[str]]:
    """The order of U.S. units in every hex with several, bottom first: equal ones are attacked from the top (8.52-d)."""
    ruleset = state.ruleset
    ids, names, below, tops, where = ruleset.unit_ids, ruleset.ground.names, state.below, state.tops, state.where
    found: dict[str, list[str]] = {}
    for unit in range(ruleset.us_count):
        if below[unit] >= 0 and tops[where[unit]] == unit + 1:
            found[names[where[unit]]] = [ids[other] for other in reversed(state.units_in(where[unit]))]
    return found


# ---------------------------------------------------------------------- what may lie face down


def face_down_of(state: OlympicState) -> dict[str, dict[str, int]]:
    """The counters still face down, by letter and values: how many of each; where, nobody knows (A103)."""
    values = state.ruleset.kind_values
    return {letter: {values[kind]: count for kind, count in cup(state, letter).items()} for letter in LETTERS}


# ---------------------------------------------------------------------- markers and tracks


def phase_of(state: OlympicState) -> str:
    """The running phase."""
    return "over" if state.outcome is not None else phases.PHASES[state.phase].name


def moment_of(state: OlympicState) -> str:
    """The same as positions and facts call it: some steps have a phase of their own there."""
    return phase_of(state) if state.outcome is not None else FINER.get(state.step.name, phase_of(state))


def hexes_of(state: OlympicState, spaces: Iterable[int]) -> list[str]:
    """Hex numbers, ascending; for rows that seldom change."""
    kept, key = looks_of(state.ruleset).hexes, tuple(spaces)
    found = kept.get(key)
    if found is None:
        names = state.ruleset.ground.names
        found = keep(kept, key, [names[space] for space in sorted(key)])
    return found.copy()


def places_of(state: OlympicState, row: bytearray, wanted: int = 1) -> list[str]:
    """The Towns and Cities of a row whose entry is `wanted`, as hex numbers."""
    kept, key = looks_of(state.ruleset).rows, (str(wanted), bytes(row))
    found = kept.get(key)
    if found is None:
        ground = state.ruleset.ground
        found = keep(kept, key, [ground.names[ground.places[n]] for n in range(len(row)) if row[n] == wanted])
    return found.copy()


def named(state: OlympicState, units: Iterable[int]) -> list[str]:
    """Units by name."""
    ids = state.ruleset.unit_ids
    return [ids[unit] for unit in units]


def marked(state: OlympicState, row: bytearray, bit: int = 1) -> list[str]:
    """The units on the map whose entry in a row has that bit."""
    if row.count(0) == len(row):
        return []
    ids, where = state.ruleset.unit_ids, state.where
    return [ids[unit] for unit in range(len(row)) if row[unit] & bit and where[unit] >= 0]


def tokko_of(state: OlympicState) -> dict[str, int]:
    """Tokko Points by zone (17.3)."""
    return {zone: points for zone, points in zip(state.ruleset.ground.zone_names, state.tokko, strict=False) if points}


def record_of(state: OlympicState) -> dict[str, int] | None:
    """The written Tokko record; None in a game without one, in which both sides then see the same."""
    return tokko_of(state) if state.ruleset.hidden_tokko else None


def boxes_of(state: OlympicState) -> dict[str, list[list[str]]]:
    """The Replacement Tracks that hold units: for each zone the units in boxes 1, 2 and 3."""
    found: dict[str, list[list[str]]] = {}
    if BOX in state.where:
        zones = state.ruleset.ground.zone_names
        for unit in state.ruleset.us_units:
            if state.where[unit] == BOX and state.track[unit] < SET_ASIDE:
                track = found.setdefault(zones[state.track[unit] - 1], [[] for _ in range(BOXES)])
                track[box_of(state, unit) - 1].append(state.name(unit))
    return found


def arrivals_of(state: OlympicState) -> dict[str, list[str]]:
    """U.S. units to come, by Game-Turn: those of the track and those that return."""
    found: dict[int, list[str]] = {}
    where, due = state.where, state.due
    for unit in state.ruleset.us_units:
        if where[unit] == DUE or where[unit] == BOX:
            found.setdefault(due[unit], []).append(state.name(unit))
    return {str(turn): found[turn] for turn in sorted(found)}


def moving_of(state: OlympicState) -> Plain:
    """The unit whose move is not over, and the movement points it has left."""
    move = state.find(Moving)
    return {} if move is None or move.mover < 0 else {"unit": state.name(move.mover), "left": move.left}


# ---------------------------------------------------------------------- combat, duties, score


def combat_of(state: OlympicState) -> Plain:
    """The combat under way, or the last one of the phase: with its chances while it is put together, then as it was rolled."""
    if not state.attackers:
        return {}
    if not state.effect:
        return attack_facts(state, state.attackers, state.targets)
    number = column(state.ruleset, state.attack - state.defense)
    return combat_data(state, number) | {"points": state.scored, "price": state.price}


def duties_of(state: OlympicState) -> dict[str, list[str]]:
    """What must still happen before the phase may end: stacks at sea that must attack or land (10.0-procedure-2, 10.0-vacant),
    units that must come ashore (9.22, A61), Japanese stacks that must spread (A62) and units that must enter (A77)."""
    found: dict[str, list[str]] = {}
    if state.outcome is not None:
        return found
    phase = state.phase
    if phase == phases.US_COMBAT:
        waiting = state.us_mask & state.ruleset.ground.zone_mask
        if waiting:
            found["assault"] = hexes_of(state, spaces_of(waiting))
    elif phase == phases.US_REINFORCEMENT and state.step.name == "reinforcement":
        choices = state.choices()
        if DONE_CODE not in choices:
            parts = [unpack(code) for code in choices]
            found["land"] = named(state, dict.fromkeys(unit for verb, unit, _, _ in parts if verb == LAND))
    elif phase == phases.JP_MOVEMENT and isinstance(state.step, JapaneseMovement):
        owing = state.step.all_owing(state)
        stacks = sorted({state.where[unit] for unit in owing if state.where[unit] >= 0})
        if stacks:
            found["unstack"] = hexes_of(state, stacks)
        if entering := [unit for unit in owing if state.where[unit] < 0]:
            found["enter"] = named(state, entering)
    return found


def score_of(state: OlympicState) -> dict[str, Points]:
    """The score as it would stand now, item by item. While Japan deploys out of sight, every place counts as taken."""
    down = state.ruleset.slot_mask if deploying(state) else state.down_mask
    kept, key = looks_of(state.ruleset).scores, (state.jp_mask | down, bytes(state.control), state.casualties)
    found = kept.get(key)
    if found is None:
        if deploying(state):
            state = state.copy()
            state.down_mask = down
        found = keep(kept, key, standing(state))
    return found.copy()


def standing_of(state: OlympicState) -> Plain:
    """Who would win if the game ended now, and by how much."""
    score = score_of(state)
    winner = "us" if score["net"] > 0 else "jp" if score["net"] < 0 else "draw"
    return {"winner": winner, "case": "18.23", "why": f"{score['us']} U.S. points against {score['jp']} Japanese"}


def points_of(state: OlympicState) -> dict[str, Points]:
    """Victory Points of both sides as they would stand now."""
    score = score_of(state)
    return {"us": score["us"], "jp": score["jp"]}


SHOWN: tuple[Shown[OlympicState], ...] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", lambda state: state.ruleset.turns),
    Shown("phase", phase_of),
    Counters("units", units_of, COUNTERS, each=True, show_to=units_to, covered=back_of),
    Shown("stacks", stacks_of),
    Shown("face down", face_down_of),
    Shown("points", lambda state: state.casualties),
    Shown("control", lambda state: places_of(state, state.control)),
    Shown("militia gone", lambda state: places_of(state, state.militia, 0)),
    Shown("beachheads", lambda state: hexes_of(state, state.beachheads)),
    Shown("fortified", lambda state: hexes_of(state, state.fortified)),
    Shown("interdiction", lambda state: hexes_of(state, state.interdiction)),
    Shown("announced", lambda state: None if state.announced < 0 else state.announced),
    Shown("tokko", record_of, RECORD),
    Shown("north assaulted", lambda state: bool(state.north)),
    Shown("captured", lambda state: hexes_of(state, state.captured)),
    Shown("assaulted", lambda state: hexes_of(state, state.struck)),
    Shown("swapped", lambda state: hexes_of(state, state.swapped)),
    Shown("militia attacked", lambda state: places_of(state, state.stormed)),
    Shown("moved", lambda state: marked(state, state.moved)),
    Shown("unsupplied", lambda state: marked(state, state.short)),
    Shown("attacked", lambda state: marked(state, state.fought, ATTACKED)),
    Shown("defended", lambda state: marked(state, state.fought, DEFENDED)),
    Shown("retreated", lambda state: marked(state, state.fought, RETREATED)),
    Shown("moving", moving_of),
    Shown("combat", combat_of),
    Shown("emptied", lambda state: hexes_of(state, state.emptied)),
    Shown("boxes", boxes_of),
    Shown("arrivals", arrivals_of),
    Shown("duties", duties_of),
    Shown("score", score_of),
    Shown("vp", points_of),
    Shown("standing", standing_of),
)
