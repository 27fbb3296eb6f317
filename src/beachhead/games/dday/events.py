"""The First Event Phase (4.0-III, 20.0): a card is drawn, and what it brings on this date takes place.

Only events that a card of 19 February can bring are here; `HANDLERS` says which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.cases import enforces
from beachhead.engine.choices import Choices
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import barrage, cards, entering, event_acts, event_choices, marines
from beachhead.games.dday.box.kinds import EventKind
from beachhead.games.dday.communication import landing_beaches
from beachhead.games.dday.event_acts import is_open_phase, no_event
from beachhead.games.dday.phases import FAMILY, FIRST_EVENT
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import BARRAGED, EVENT_CARDS, DDayState
from beachhead.games.dday.verbs import CHOOSE_HEX, DONE_CODE, DRAW_CODE, MOVE

DRAWING: Final = 0
"""Stages of the phase: the card is still to come; it has come, and its event is under way."""
UNDER_WAY: Final = 1
FINISHED: Final = -1
"""In place of what an event remembers: nothing is left to do."""
COAST: Final = 3
HEAVY_MORTAR: Final = "heavy-mortar"
AMMO_DUMP: Final = "ammo-dump"
INFILTRATION: Final = "landing-us-infiltration"
LVTA: Final = "lvta"


class EventsRecord(NamedTuple):
    """The phase: its stage, and what the event has to remember (regiments that have infiltrated; a hex that was barraged)."""

    step: int
    stage: int = DRAWING
    memory: int = FINISHED


@enforces(FAMILY, "4.0-III")
def begin(state: DDayState) -> None:
    """The First Event Phase."""
    state.push(Events)


class Events(Question[DDayState]):
    """Draw the event card; then stay below whatever its event needs."""

    name = "events"
    case = "4.0-III"
    record = EventsRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: EventsRecord) -> bool:
        if state.phase != FIRST_EVENT or not DRAWING <= frame.stage <= UNDER_WAY or frame.memory < FINISHED:
            return False
        return frame.stage == DRAWING or event_choices.card_of(state) is not None

    def settle(self, state: DDayState) -> bool:
        frame = state.top(EventsRecord)
        if frame.stage == DRAWING:
            return True
        if frame.memory != FINISHED:
            event = event_of(state)
            if event is not None and event.id == INFILTRATION and infiltrators(state):
                state.push(Infiltration)
                return False
            if event is not None and event.id == LVTA:
                state.done[frame.memory] &= ~BARRAGED
                cards.discard(state, EVENT_CARDS)
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return "Draw the event card."

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE]

    @enforces(FAMILY, "4.0-III", "2.3-event-dates", "20.0", "2.3.1-b")
    def take_draw(self, state: DDayState) -> None:
        """Only the event section counts: the entry with the last date up to today."""
        card = cards.draw(state, EVENT_CARDS, "an event", self.case)
        if card is None:
            state.stack.pop()
            return
        state.replace(Events, UNDER_WAY)
        event = event_of(state)
        if event is None:
            no_event(state, "2.3-event-dates", f"Card {card.number:02} has no event on this date")
            return
        state.report("event", event.case, event.title, {"event": event.id, "card": card.number})
        HANDLERS[event.id](state)


def event_of(state: DDayState) -> EventKind | None:
    """The event that the card on the table brings on this date."""
    card = event_choices.card_of(state)
    if card is None:
        return None
    number = card.event_on(state.ruleset.charts.dates[state.turn])
    return state.ruleset.components.events[number] if number >= 0 else None


# ---------------------------------------------------------------------- events that last


def is_lasting(state: DDayState, event: str) -> bool:
    """Whether an event is in force."""
    number = state.ruleset.components.event_index.get(event, -1)
    return number >= 0 and bool(state.lasting[number])


def _last(state: DDayState, event: str) -> None:
    state.lasting[state.ruleset.components.event_index[event]] = 1


def _end(state: DDayState, event: str) -> None:
    state.lasting[state.ruleset.components.event_index[event]] = 0


@enforces(FAMILY, "20.0-heavy-mortar-duration")
def after_fire(state: DDayState) -> None:
    """The Japanese Fire Phase is over, and heavy mortar fire with it."""
    _end(state, HEAVY_MORTAR)


@enforces(FAMILY, "20.0-ammo-dump", "20.0-heavy-mortar-duration")
def end_of_turn(state: DDayState) -> None:
    """Nothing that cards of 19 February bring lasts longer than its game turn (D112)."""
    for number in range(len(state.lasting)):
        state.lasting[number] = 0


# ---------------------------------------------------------------------- what the cards bring


@enforces(FAMILY, "20.0-airstrike")
def airstrike(state: DDayState) -> None:
    """One airstrike marker."""
    state.air += 1


@enforces(FAMILY, "20.0-naval-gunfire", "8.5-e")
def naval_gunfire(state: DDayState) -> None:
    """One naval gunfire marker."""
    state.naval += 1


@enforces(FAMILY, "20.0-ammo-dump")
def ammo_dump(state: DDayState) -> None:
    """Heavy weapons and tanks are short of ammunition until the end of the turn."""
    _last(state, AMMO_DUMP)


@enforces(FAMILY, "20.0-heavy-mortar")
def heavy_mortar(state: DDayState) -> None:
    """Mortars hit once more in the coming Japanese Fire Phase. Two such cards would still add one."""
    _last(state, HEAVY_MORTAR)


@enforces(FAMILY, "20.0-command-post-hit")
def command_post_hit(state: DDayState) -> None:
    """The most exposed battalion HQ."""
    if event_choices.exposed_hqs(state):
        state.push(event_choices.CommandPostHit)
    else:
        no_event(state, "20.0-command-post-hit", "No battalion HQ is on the map within reach of a Japanese position")


@enforces(FAMILY, "20.0-hero", "11.1.7-b")
def hero(state: DDayState) -> None:
    """A hero from the cup."""
    if event_choices.heroes_left(state):
        state.push(event_choices.Heroes)
    else:
        no_event(state, "11.1.7-b", "All heroes are in play")


def japanese_depth(state: DDayState) -> None:
    """A depth marker in each sector."""
    event_acts.begin_depth(state)


def japanese_reinforcement(state: DDayState) -> None:
    """A reserve unit."""
    event_acts.begin_reinforcement(state)


@enforces(FAMILY, "20.0-landing-congestion")
def congestion(state: DDayState) -> None:
    """A crowded beach hex; an empty one would suffer nothing, so without any there is no event (c-37)."""
    if event_choices.crowded_beaches(state):
        state.push(event_choices.Congestion)
    else:
        no_event(state, "20.0-landing-congestion", "No unit is in a landing beach hex")


@enforces(FAMILY, "20.0-landing-dukw")
def dukw(state: DDayState) -> None:
    """Artillery does not land in this scenario, so there is nothing to lose (18.4.2)."""
    no_event(state, "20.0-landing-dukw", "No artillery point is scheduled to land next turn")


def lvt_fire(state: DDayState) -> None:
    """Another card."""
    state.push(event_acts.LvtFire)


@enforces(FAMILY, "20.0-landing-tanks-stuck")
def tanks_stuck(state: DDayState) -> None:
    """A tank unit on a terrace."""
    if event_choices.stuck_tanks(state):
        state.push(event_choices.TanksStuck)
    else:
        no_event(state, "20.0-landing-tanks-stuck", "No undisrupted tank unit is on a terrace")


@enforces(FAMILY, "20.0-ng-error")
def ng_error(state: DDayState) -> None:
    """A unit near the enemy."""
    if event_choices.strays(state):
        state.push(event_choices.GunfireError)
    else:
        no_event(state, "20.0-ng-error", "No unit is in a field of fire within two hexes of a Japanese position")


@enforces(FAMILY, "20.0-remove-disruption")
def remove_disruption(state: DDayState) -> None:
    """The leftmost color of the event card."""
    card = event_choices.card_of(state)
    if card is not None:
        event_acts.begin_relief(state, card.fire[0].color)


def smoke(state: DDayState) -> None:
    """Smoke on up to three positions."""
    state.push(event_choices.LayingSmoke)


@enforces(FAMILY, "20.0-60-81mm")
def mortar_support(state: DDayState) -> None:
    """The player's mortars."""
    if event_choices.shelled_groups(state):
        state.push(event_choices.MortarSupport)
    else:
        no_event(state, "20.0-60-81mm", "The Japanese hold no position that mortars could disrupt")


# ---------------------------------------------------------------------- US infiltration


@enforces(FAMILY, "20.0-landing-us-infiltration", "7.3.7", "18.4.4-f", "9.6")
def infiltration_hexes(state: DDayState, unit: int) -> int:
    """The hexes into which a company may infiltrate: next to it, no enemy there, no card of 9.6 to be drawn (D135), stacking
    kept (D111)."""
    place = state.where[unit]
    found = 0
    for goal in spaces_of(state.ruleset.ways.foot[place] & ~state.jp_mask):
        if not entering.may_rejuvenate(state, goal) and not marines.shortfall(state, (*state.units_in(goal), unit)):
            found |= 1 << goal
    return found


@enforces(FAMILY, "20.0-landing-us-infiltration")
def can_infiltrate(state: DDayState, unit: int) -> bool:
    """Whether it is an undisrupted rifle company in or next to a landing beach hex, of a regiment that has sent nobody yet."""
    ruleset = state.ruleset
    place = state.where[unit]
    if place < 0 or not ruleset.is_rifle[unit] or state.disrupted[unit]:
        return False
    frame = state.find(EventsRecord)
    if not ruleset.ground.disk[1][place] & landing_beaches(state):
        return False
    return frame is not None and not frame.memory >> ruleset.regiment[unit] & 1


def infiltrators(state: DDayState) -> list[int]:
    """The companies that can infiltrate somewhere."""
    return [
        unit
        for unit, place in enumerate(state.where)
        if place >= 0 and can_infiltrate(state, unit) and infiltration_hexes(state, unit)
    ]


@enforces(FAMILY, "20.0-landing-us-infiltration")
def infiltrate(state: DDayState) -> None:
    """One company of each regiment may move a hex."""
    state.replace(Events, UNDER_WAY, 0)
    if not infiltrators(state):
        no_event(state, "20.0-landing-us-infiltration", "No rifle company at the beaches can infiltrate")


class Infiltration(Question[DDayState]):
    """One company of each regiment at the beaches may move a hex without drawing fire."""

    name = "infiltration"
    case = "20.0-landing-us-infiltration"
    pushed_by = ("events",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Infiltration: move a rifle company of a regiment at the beaches one hex, without drawing fire, or finish."

    def choices(self, state: DDayState) -> Choices:
        found = [pack(MOVE, unit, goal) for unit in infiltrators(state) for goal in spaces_of(infiltration_hexes(state, unit))]
        return [*found, DONE_CODE]

    @enforces(FAMILY, "20.0-landing-us-infiltration", "17.1-c", "9.3-b")
    def take_move(self, state: DDayState, unit: int, goal: int) -> None:
        """No movement under fire; forts and wake-up cards are due as after any move (D135)."""
        state.stack.pop()
        frame, ruleset = state.top(EventsRecord), state.ruleset
        here = state.where[unit]
        state.replace(Events, UNDER_WAY, frame.memory | 1 << ruleset.regiment[unit])
        state.put(unit, goal)
        if state.sink is not None:
            name, place = ruleset.unit_ids[unit], ruleset.hex_name(goal)
            data = {"unit": name, "from": ruleset.hex_name(here), "to": place}
            state.happened("infiltrated", self.case, f"{name} infiltrates to {place}", data)
        entering.take_guns(state, goal)
        entering.arrive(state, goal)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()
        state.replace(Events, UNDER_WAY)

    def refuse_move(self, state: DDayState, unit: int, goal: int) -> Refusal:
        ruleset = state.ruleset
        name, where, place = ruleset.unit_ids[unit], ruleset.hex_name(goal), state.where[unit]
        if not ruleset.is_rifle[unit]:
            return Refusal(self.case, f"{name} is not a rifle company", (name,))
        if place < 0 or not ruleset.ground.disk[1][place] & landing_beaches(state):
            return Refusal(self.case, f"{name} is not in or next to a landing beach hex", (name,))
        if state.disrupted[unit]:
            return Refusal(self.case, f"{name} is disrupted and cannot move", (name,), ("7.6",))
        if not can_infiltrate(state, unit):
            return Refusal(self.case, f"a company of regiment {ruleset.regiment[unit]} has already infiltrated", (name,))
        if not ruleset.ground.near_mask[place] >> goal & 1:
            return Refusal(self.case, f"{where} is not a land hex next to {name}; it moves one hex", (name,))
        if ruleset.ways.closed >> goal & 1:
            return Refusal("18.4.4-f", f"{where} is in a sector that is closed to US units", (name,), (self.case,))
        if ruleset.ground.shut_mask[place] >> goal & 1:
            return Refusal("7.3.7", f"a cliff lies between {name} and {where}", (name,), (self.case,))
        if state.jp_mask >> goal & 1:
            return Refusal(self.case, f"the Japanese are in {where}", (name,))
        if entering.may_rejuvenate(state, goal):
            return Refusal(
                "9.6", f"reserves may still man the empty position in {where}, so nobody infiltrates there", (name,), (self.case,)
            )
        return Refusal("7.5", f"{where} has no room for {name}", (name,), (self.case,))


# ---------------------------------------------------------------------- LVT(A) support


@enforces(FAMILY, "20.0-lvta")
def lvta_targets(state: DDayState) -> list[int]:
    """The hexes that armored amtracs can barrage: positions next to a US unit, within three hexes of the coast, and such as any
    barrage may strike."""
    hexes = sorted(state.ruleset.position_hex)
    return [place for place in hexes if is_in_lvta_reach(state, place) and barrage.refuse_target(state, place) is None]


def is_in_lvta_reach(state: DDayState, place: int) -> bool:
    """Whether a hex is near enough to the coast and next to a US unit (D111)."""
    ground = state.ruleset.ground
    return bool(ground.near_mask[place] & state.us_mask and ground.disk[COAST][place] & ground.shore_mask)


@enforces(FAMILY, "20.0-lvta")
def lvta(state: DDayState) -> None:
    """A barrage of three points, if the player wants it."""
    if lvta_targets(state):
        state.push(AmtracSupport)
        return
    cards.discard(state, EVENT_CARDS)
    no_event(state, "20.0-lvta", "No revealed Japanese position next to a US unit is within three hexes of the coast")


class AmtracSupport(Question[DDayState]):
    """The target of the armored amtracs."""

    name = "lvta"
    case = "20.0-lvta"
    pushed_by = ("events",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(lvta_targets(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "LVT(A) support: choose a position for a barrage of three points, or decline."

    def choices(self, state: DDayState) -> Choices:
        return [*(pack(CHOOSE_HEX, place) for place in lvta_targets(state)), DONE_CODE]

    @enforces(FAMILY, "20.0-lvta", "8.4")
    def take_choose_hex(self, state: DDayState, place: int) -> None:
        """The barrage is no action of the US Action Phase: the hex can be barraged again there."""
        state.stack.pop()
        ruleset = state.ruleset
        position = ruleset.position_at[place]
        state.replace(Events, UNDER_WAY, position)
        strength, symbol = ruleset.components.support["lvta_barrage"].strength, ruleset.charts.barrage.symbols["lvta"]
        barrage.fire_at(state, position, strength, symbol, f"Armored amtracs shell {ruleset.hex_name(place)}", self.case)

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()
        cards.discard(state, EVENT_CARDS)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        why = barrage.refuse_target(state, place)
        if why is not None:
            return Refusal(why.case, why.reason, why.units, (*why.also, self.case))
        ground = state.ruleset.ground
        if not ground.near_mask[place] & state.us_mask:
            return Refusal(self.case, f"no US unit is next to {where}")
        return Refusal(self.case, f"{where} is more than three hexes from the coast")


Handler = Callable[[DDayState], None]
HANDLERS: Final[dict[str, Handler]] = {
    "airstrike": airstrike,
    AMMO_DUMP: ammo_dump,
    "command-post-hit": command_post_hit,
    "hero": hero,
    HEAVY_MORTAR: heavy_mortar,
    "japanese-depth": japanese_depth,
    "japanese-reinforcement": japanese_reinforcement,
    "landing-congestion": congestion,
    "landing-dukw": dukw,
    "landing-lvt-fire": lvt_fire,
    "landing-tanks-stuck": tanks_stuck,
    INFILTRATION: infiltrate,
    LVTA: lvta,
    "naval-gunfire": naval_gunfire,
    "ng-error": ng_error,
    "remove-disruption": remove_disruption,
    "smoke": smoke,
    "60-81mm": mortar_support,
}
"""Every event of the cards of 19 February."""

STEPS: Final[tuple[AnyStep, ...]] = (Events(), Infiltration(), AmtracSupport(), *event_acts.STEPS, *event_choices.STEPS)
