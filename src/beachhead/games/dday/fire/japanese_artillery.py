"""Japanese artillery fire (6.5, 6.6, D70, D133): points by sector, where they fire, and who takes the hits."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import SECTORS, STEP_LOSS, Card
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.counters import cards, stacking
from beachhead.games.dday.fire.artillery_losses import STEPS as LOSS_STEPS
from beachhead.games.dday.fire.artillery_losses import begin as begin_losses
from beachhead.games.dday.fire.hits import Victim
from beachhead.games.dday.island.ground import SURIBACHI
from beachhead.games.dday.phases import ARTILLERY as ARTILLERY_PHASE
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import BOXES, DISCARDS, LAST_BOX, DDayState
from beachhead.games.dday.verbs import AIM, HIT, SHELL

# How far the phase has come.
AIMING: Final = 0
SHELLING: Final = 1
LAYING: Final = 2

BEACHES: Final = 2
"""Sector 2, where units in boxes and on beaches are hit first also after D-Day."""
CENTER: Final = 3
NORTH: Final = 4
D_DAY: Final = 6
"""The last game turn on which beaches come first in every sector."""
FAR: Final = 255


class ArtilleryRecord(NamedTuple):
    """How far the phase has come, the next sector to be shelled, where sector 3 aims (0: not asked), and the points that fire
    into each sector, fixed before the first card."""

    step: int
    stage: int = AIMING
    sector: int = 1
    aim: int = 0
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0


def points_into(record: ArtilleryRecord, sector: int) -> int:
    """The points that fire into a sector."""
    return (record.first, record.second, record.third, record.fourth)[sector - 1]


def begin(state: DDayState) -> None:
    """The Japanese Artillery Fire Phase begins."""
    state.clear_fire()
    state.push(Artillery)


# ---------------------------------------------------------------------- points


@enforces(
    FAMILY, "6.5.3", "6.5.3-a", "6.5.3-b", "6.5.3-c", "6.5.3-d", "6.5.3-errata", "6.5.3-important", "6.7-a", "6.7-b"
)  # fmt: skip
def points_of(state: DDayState, sector: int) -> int:
    """The points of a sector's guns: of positions that the Japanese hold, disrupted or not, and whose guns are intact."""
    ruleset, found = state.ruleset, 0
    for position, place in enumerate(ruleset.position_hex):
        if ruleset.position_sector[position] == sector and state.jp_mask >> place & 1 and not state.guns_lost[position]:
            found += ruleset.positions[position].artillery
    return found


def sector_of(state: DDayState, unit: int) -> int:
    """The sector in which a US unit is, on the map or in a beach box; 0 if it is elsewhere."""
    place = state.where[unit]
    if place >= 0:
        return state.ruleset.ground.sector[place]
    if LAST_BOX <= place <= BOXES:
        return state.ruleset.ground.boxes[BOXES - place].sector
    return 0


def sectors_with_us(state: DDayState) -> set[int]:
    """The sectors in which US units are, beach boxes included."""
    ground = state.ruleset.ground
    found = {sector for sector in SECTORS if ground.sector_mask[sector] & state.us_mask}
    found.update([ground.boxes[BOXES - place].sector for place in set(state.where) if place <= BOXES])
    return found


def units_in_sector(state: DDayState, sector: int) -> list[int]:
    """The US units in a sector, beach boxes included, in ascending order."""
    ground = state.ruleset.ground
    found = [unit for place in spaces_of(ground.sector_mask[sector] & state.us_mask) for unit in state.us_at[place]]
    for place in set(state.where):
        if place <= BOXES and ground.boxes[BOXES - place].sector == sector:
            found += state.in_box(BOXES - place)
    found.sort()
    return found


@enforces(FAMILY, "6.2.2-artillery", "6.2.2-suribachi", "6.5.4", "6.5.4-b", "6.5.4-c", "6.5.4-d")
def goals(state: DDayState, sector: int) -> list[int]:
    """The neighboring sectors into which a sector's guns may have to fire. Suribachi's take sector 3 only if sector 2 is empty of
    US units; those of sector 3 only sector 4 if US units are in 2, 3 and 4 (6.5.4-d)."""
    there = sectors_with_us(state)
    found = [other for other in state.ruleset.ground.artillery_sectors[sector] if other != sector and other in there]
    if sector == SURIBACHI:
        return found[:1]
    if sector == CENTER and CENTER in there and NORTH in found:
        return [NORTH]
    return found


@enforces(FAMILY, "6.5.4", "6.5.4-a", "6.5.4-b", "6.5.4-c", "6.5.4-e", "6.5.4-exception", "6.6-c-1")
def allocation(state: DDayState, aim: int) -> list[int]:
    """The points that fire into sectors 1 to 4. A sector without US units sends all, one with US units a third, rounded down;
    what is sent counts half, except from Suribachi into sector 2."""
    there, found = sectors_with_us(state), [0, 0, 0, 0]
    for sector in SECTORS:
        points = points_of(state, sector)
        others = goals(state, sector)
        sent = 0
        if others:
            sent = points // 3 if sector in there else points
            goal = aim if aim in others else others[0]
            halved = not (sector == SURIBACHI and goal == BEACHES)
            found[goal - 1] += sent // 2 if halved else sent
        if sector in there:
            found[sector - 1] += points - sent
    return found


@enforces(FAMILY, "6.5.2-b", "6.5.2-c", "6.6-c-2", "6.6-c-3")
def hits_of(points: int, divisor: int) -> int:
    """Points divided by the value on the card, rounded to the nearest whole number, halves up.

    >>> hits_of(19, 6), hits_of(15, 6), hits_of(14, 6)
    (3, 3, 2)
    """
    return (2 * points + divisor) // (2 * divisor)


# ---------------------------------------------------------------------- who is hit


def regiment_of(state: DDayState, unit: int) -> int:
    """The regiment with which a unit counts; tanks and engineers count with that to which they are assigned, and those that are
    assigned to none are one more for each division (D70)."""
    ruleset = state.ruleset
    return ruleset.regiment[unit] or state.assigned[unit] or -ruleset.division[unit]


@enforces(FAMILY, "6.6.1", "6.6.1-4", "6.6.1-important")
def picks(state: DDayState, sector: int) -> list[int]:
    """Who takes the next hit, or the units that are equal: of the regiments with the fewest hits so far the unit that comes first
    by the priorities. HQs are immune; nobody takes more hits than it has steps."""
    ruleset = state.ruleset
    laid: dict[int, int] = {}
    for row in state.victims:
        laid[row[0]] = laid.get(row[0], 0) + 1
    fit = [
        unit
        for unit in units_in_sector(state, sector)
        if not ruleset.is_battalion_hq[unit] and not ruleset.is_regimental_hq[unit] and state.steps[unit] > laid.get(unit, 0)
    ]
    if not fit:
        return []
    taken: dict[int, int] = {regiment_of(state, unit): 0 for unit in fit}
    for unit, count in laid.items():
        regiment = regiment_of(state, unit)
        if regiment in taken:
            taken[regiment] += count
    fewest = min(taken.values())
    fit = [unit for unit in fit if taken[regiment_of(state, unit)] == fewest]
    black = leftmost_black(state)
    # Units of one hex or box differ in their steps alone.
    places: dict[int, tuple[int, int, int, int, int, int]] = {}
    ranks: list[tuple[tuple[int, int, int, int, int, int], int]] = []
    for unit in fit:
        place = state.where[unit]
        here = places.get(place)
        if here is None:
            here = places[place] = rank(state, place, sector, black)
        ranks.append((here, -state.steps[unit]))
    best = min(ranks)
    return [unit for number, unit in enumerate(fit) if ranks[number] == best]


@enforces(FAMILY, "6.6.1-1", "6.6.1-2", "6.6.1-3", "6.6.1-4", "6.6.1-5", "6.6.1-6")
def rank(state: DDayState, place: int, sector: int, black: int) -> tuple[int, int, int, int, int, int]:
    """The priorities of a hex or box in the order in which they count: beach box, beach, nearest to an airfield, then to the
    leftmost black position, intense field, colors of the card. Last comes who has most steps in it (R1 c16)."""
    ground = state.ruleset.ground
    first = sector == BEACHES or state.turn <= D_DAY
    boxed = place < 0
    hexes = ground.boxes[BOXES - place].hexes if boxed else (place,)
    airfield = min([ground.to_airfield[here] for here in hexes])
    hill = min([ground.distance[here][black] for here in hexes]) if black >= 0 else 0
    beach = not boxed and communication.is_landing_beach(state, place)
    return (
        int(not (first and boxed)),
        int(not (first and beach)),
        airfield,
        hill,
        int(boxed or not colored_intense(state) >> place & 1),
        len(state.ruleset.card_faces[state.card].fire) if boxed else color_rank(state, place),
    )


@enforces(FAMILY, "6.6.1-3")
def leftmost_black(state: DDayState) -> int:
    """The hex of the leftmost intact black position: neither occupied nor controlled by US units; -1 if there is none."""
    ruleset, best, found = state.ruleset, (FAR, FAR), -1
    for place in spaces_of(ruleset.network.black_mask & ~(state.us_mask | state.garrison_mask)):
        here = (ruleset.ground.columns[place], ruleset.ground.rows[place])
        if here < best and (state.jp_mask >> place & 1 or not communication.us_controls_hex(state, place)):
            best, found = here, place
    return found


def colored_intense(state: DDayState) -> int:
    """Hexes in the intense field of a group that is not black. It is kept with the fields from which it follows."""
    fields = fields_of_fire.standing(state)
    if fields.colored < 0:
        found = 0
        for group in range(state.ruleset.group_count):
            if not fields_of_fire.is_black(state, group):
                found |= fields.rows[group][0]
        fields.colored = found
    return fields.colored


@enforces(FAMILY, "6.6.1-6")
def color_rank(state: DDayState, place: int) -> int:
    """Which of the card's colors has a field over a hex: 0 for the first, 3 for none."""
    ground, card = state.ruleset.ground, state.ruleset.card_faces[state.card]
    for number, entry in enumerate(card.fire):
        for group in spaces_of(ground.color_groups[entry.color] & fields_of_fire.seeing(state, place)):
            hot, cool = fields_of_fire.standing_field(state, group)
            if (hot | cool) >> place & 1:
                return number
    return len(card.fire)


# ---------------------------------------------------------------------- the phase


class Artillery(Question[DDayState]):
    """Aim, then shell sector by sector; the player chooses among units that are hit alike."""

    name = "artillery"
    case = "6.6"
    record = ArtilleryRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return (
            state.phase == ARTILLERY_PHASE
            and AIMING <= frame.stage <= LAYING
            and 1 <= frame.sector <= len(SECTORS) + 1
            and 0 <= frame.aim <= len(SECTORS)
            and all(0 <= points_into(frame, sector) <= FAR for sector in SECTORS)
            and (frame.stage != LAYING or 0 <= state.card < len(state.ruleset.card_faces))
            and all(len(row) == len(Victim._fields) and 0 <= row[0] < state.ruleset.unit_count for row in state.victims)
        )

    @enforces(FAMILY, "6.5.2-a", "6.6", "6.6-a")
    def settle(self, state: DDayState) -> bool:
        frame = state.top(ArtilleryRecord)
        if frame.stage == LAYING:
            return self._lay(state, frame)
        if stacking.test_all(state):
            return False
        if len(state.choices()):
            return True
        if frame.stage == AIMING:
            state.replace(Artillery, SHELLING, 1, frame.aim, *allocation(state, frame.aim))
        else:
            state.stack.pop()
            state.clear_fire()
        return False

    def _lay(self, state: DDayState, frame: ArtilleryRecord) -> bool:
        found = state.choices()
        if state.hits and len(found) > 1:
            return True
        if state.hits and len(found):
            self.take(state, found[0])
            return False
        if state.hits and state.sink is not None:
            text = f"{counted(state.hits, 'hit')} in sector {frame.sector} {'finds' if state.hits == 1 else 'find'} nobody"
            state.happened("lost hits", "6.6.1", text, {"sector": frame.sector, "hits": state.hits})
        state.hits = 0
        state.replace(Artillery, SHELLING, frame.sector + 1, *frame[3:])
        if state.victims:
            begin_losses(state)
        return False

    def side(self, state: DDayState) -> int:
        return JP if state.top(ArtilleryRecord).stage == SHELLING else US

    def case_now(self, state: DDayState) -> str:
        return ("6.5.4-b", "6.6", "6.6.1-4")[state.top(ArtilleryRecord).stage]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(ArtilleryRecord)
        if frame.stage == AIMING:
            return "The guns of sector 3 have no target of their own: choose the sector into which they fire."
        if frame.stage == SHELLING:
            sector = self._next_sector(state, frame)
            return f"Sector {sector}: draw a card for {counted(points_into(frame, sector), 'artillery point')}."
        return f"Artillery in sector {frame.sector}: choose among equals who takes the next of {counted(state.hits, 'hit')}."

    def _next_sector(self, state: DDayState, frame: ArtilleryRecord) -> int:
        there = sectors_with_us(state)
        for sector in SECTORS:
            if sector >= frame.sector and sector in there:
                return sector
        return 0

    @enforces(FAMILY, "6.5.4-b", "6.6", "6.6-a", "6.6.1-4")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(ArtilleryRecord)
        if frame.stage == AIMING:
            others = goals(state, CENTER) if points_of(state, CENTER) and not frame.aim else []
            return [pack(AIM, CENTER, goal) for goal in others] if len(others) > 1 else []
        if frame.stage == SHELLING:
            sector = self._next_sector(state, frame)
            return [pack(SHELL, sector)] if sector else []
        return [pack(HIT, unit) for unit in picks(state, frame.sector)]

    # ------------------------------------------------------------------ acts

    @enforces(FAMILY, "6.5.4-b")
    def take_aim(self, state: DDayState, sector: int, goal: int) -> None:
        del sector
        state.replace(Artillery, AIMING, 1, goal)

    def refuse_aim(self, state: DDayState, sector: int, goal: int) -> Refusal:
        if sector != CENTER:
            return Refusal("6.5.4", f"the rules say where the guns of sector {sector} fire; aim those of sector 3")
        return Refusal("6.5.4-b", f"no US unit within reach of sector 3 is in sector {goal}")

    @enforces(FAMILY, "6.5.1", "6.5.2-a", "6.5.2-c", "6.6-b", "6.6-c-3")
    def take_shell(self, state: DDayState, sector: int) -> None:
        """One card for the sector; only if it shows the artillery symbol do the guns fire."""
        frame = state.top(ArtilleryRecord)
        card = cards.draw(state, DISCARDS, f"artillery in sector {sector}", "6.6-a")
        points = points_into(frame, sector)
        found = hits_of(points, card.artillery) if card is not None and card.artillery else 0
        if state.sink is not None:
            self._report(state, sector, points, card, found)
        state.victims = []
        if card is None or not found:
            state.replace(Artillery, SHELLING, sector + 1, *frame[3:])
            return
        state.card = card.number - 1
        state.hits = found
        state.replace(Artillery, LAYING, sector, *frame[3:])

    def _report(self, state: DDayState, sector: int, points: int, card: Card | None, found: int) -> None:
        if card is None:
            return
        if card.artillery:
            reason = (
                f"{counted(points, 'point')} divided by {card.artillery} on card {card.number:02} make {counted(found, 'hit')}"
            )
            case = "6.6-c-2"
        else:
            reason, case = f"card {card.number:02} does not show the artillery symbol", "6.6-b"
        why = Why(f"Sector {sector}: {reason}.", case).plain()
        data = {"sector": sector, "points": points, "divisor": card.artillery, "hits": found, "card": card.number, "why": why}
        state.happened("artillery", case, f"Artillery in sector {sector}: {reason}", data)

    def refuse_shell(self, state: DDayState, sector: int) -> Refusal:
        frame = state.top(ArtilleryRecord)
        if frame.stage != SHELLING:
            return Refusal("6.6", f"no card is drawn now: {self.prompt(state)}")
        if sector not in sectors_with_us(state):
            return Refusal("6.6", f"no US unit is in sector {sector}")
        return Refusal("6.6-a", f"sectors are shelled in order: sector {self._next_sector(state, frame)} is next")

    @enforces(FAMILY, "6.6.1")
    def take_hit(self, state: DDayState, unit: int) -> None:
        frame = state.top(ArtilleryRecord)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            why = Why(f"{name} is hit: {self._reason(state, unit, frame.sector)}.", "6.6.1", name).plain()
            state.happened("hit", "6.6.1", f"Artillery hits {name}", {"unit": name, "result": ["step loss"], "why": why})
        state.victims.append(Victim(unit, STEP_LOSS, 0, 0))
        state.hits -= 1

    def _reason(self, state: DDayState, unit: int, sector: int) -> str:
        values = rank(state, state.where[unit], sector, leftmost_black(state))
        if not values[0]:
            return "units in beach boxes come first"
        if not values[1]:
            return "units on the beaches come next"
        return f"it is {counted(values[2], 'hex', 'hexes')} from an airfield, and its regiment has the fewest hits"

    def refuse_hit(self, state: DDayState, unit: int) -> Refusal:
        frame, ruleset = state.top(ArtilleryRecord), state.ruleset
        name = ruleset.unit_ids[unit]
        if frame.stage != LAYING:
            return Refusal("6.6", "no hit is being assigned now", (name,))
        if sector_of(state, unit) != frame.sector:
            return Refusal("6.6.1", f"{name} is not in sector {frame.sector}", (name,))
        if ruleset.is_battalion_hq[unit] or ruleset.is_regimental_hq[unit]:
            return Refusal("6.6.1-important", f"{name} is an HQ, which artillery cannot hit", (name,))
        best = picks(state, frame.sector)
        if regiment_of(state, unit) not in {regiment_of(state, other) for other in best}:
            return Refusal("6.6.1", "hits are spread evenly over the regiments; another has taken fewer", (name,))
        return Refusal("6.6.1-4", f"{ruleset.unit_ids[best[0]]} comes before {name}", (name,), ("6.6.1-3",))


__all__ = ["STEPS", "Artillery", "allocation", "begin", "hits_of", "picks", "points_of"]
STEPS: Final[tuple[AnyStep, ...]] = (Artillery(), *LOSS_STEPS)
