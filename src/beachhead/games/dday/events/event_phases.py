"""The two Event Phases (4.0-III, 4.0-V, 20.0): a card is drawn, and what it brings on this date takes place.

Events that a card of 19 February can bring are here, in `event_acts` and `event_choices`; those of later days in `later_acts`,
`later_choices`, `artillery_events`, `airfield_objective` and `caves`. `HANDLERS` knows them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.box.kinds import EventKind
from beachhead.games.dday.combat import barrage
from beachhead.games.dday.control import lasting_events
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.control.lasting_events import AMMO_DUMP, HEAVY_MORTAR
from beachhead.games.dday.counters import cards, marines, support
from beachhead.games.dday.events import (
    airfield_objective,
    artillery_events,
    battalion_choices,
    counterattack_events,
    culling,
    hex_choices,
    japanese_acts,
    japanese_gains,
)
from beachhead.games.dday.events.japanese_gains import is_open_phase, no_event
from beachhead.games.dday.fire import caves
from beachhead.games.dday.moves import arrival
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import BARRAGED, EVENT_CARDS, DDayState
from beachhead.games.dday.verbs import CHOOSE_HEX, DONE_CODE, DRAW_CODE, MOVE

DRAWING: Final = 0
"""Stages of the phase: the card is still to come; it has come, and its event is under way."""
UNDER_WAY: Final = 1
FINISHED: Final = -1
"""In place of what an event remembers: nothing is left to do."""
COAST: Final = 3
PERSISTENT: Final = (lasting_events.AIRFIELD_OBJECTIVE, lasting_events.HEAVY_MORTAR)
INFILTRATION: Final = "landing-us-infiltration"
LVTA: Final = "lvta"


class EventsRecord(NamedTuple):
    """The phase: its stage, and what the event has to remember (regiments that have infiltrated; a hex that was barraged)."""

    step: int
    stage: int = DRAWING
    memory: int = FINISHED


@enforces(FAMILY, "4.0-III", "4.0-V", "9.5")
def begin(state: DDayState) -> None:
    """An Event Phase: the first, which begins with culling on AM turns, or the second."""
    state.push(Events)
    culling.begin(state)


class Events(Question[DDayState]):
    """Draw the event card; then stay below whatever its event needs."""

    name = "events"
    case = "4.0-III"
    record = EventsRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: EventsRecord) -> bool:
        if state.phase not in phases.EVENTS or not DRAWING <= frame.stage <= UNDER_WAY or frame.memory < FINISHED:
            return False
        return frame.stage == DRAWING or hex_choices.card_of(state) is not None

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
                cards.discard_top(state, EVENT_CARDS)
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        return "4.0-V" if state.phase == phases.SECOND_EVENT else self.case

    def prompt(self, state: DDayState) -> str:
        return "Draw the second event card." if state.phase == phases.SECOND_EVENT else "Draw the event card."

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE]

    @enforces(FAMILY, "4.0-III", "4.0-V", "2.3-event-dates", "20.0", "2.3.1-b")
    def take_draw(self, state: DDayState) -> None:
        """Only the event section counts: the entry with the last date up to today."""
        card = cards.draw(state, EVENT_CARDS, "an event", self.case_now(state))
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
    card = hex_choices.card_of(state)
    if card is None:
        return None
    number = card.event_on(state.ruleset.charts.dates[state.turn])
    return state.ruleset.components.events[number] if number >= 0 else None


# ---------------------------------------------------------------------- events that last


@enforces(FAMILY, "20.0-heavy-mortar-duration")
def after_fire(state: DDayState) -> None:
    """The Japanese Fire Phase is over, and heavy mortar fire with it."""
    lasting_events.end(state, HEAVY_MORTAR)


@enforces(FAMILY, "20.0", "20.0-ammo-dump", "20.0-heavy-mortar-duration", "20.0-airfield-objective-c", "20.0-rain")
def end_of_turn(state: DDayState) -> None:
    """Nothing lasts longer than its game turn (D112) but the two events that the book calls persistent: Airfield Objective, and
    heavy mortar fire that the Second Event Phase brought."""
    for event in state.ruleset.components.events:
        if event.id not in PERSISTENT:
            lasting_events.end(state, event.id)
    airfield_objective.clear_events(state)


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
    """Heavy weapons and tanks are short of ammunition until the end of the turn, and half of the artillery points that could
    still fire are silent, rounded in their favor. A second explosion in a turn changes nothing."""
    if not lasting_events.is_lasting(state, AMMO_DUMP):
        support.silence_half(state)
    lasting_events.begin(state, AMMO_DUMP)


@enforces(FAMILY, "20.0-heavy-mortar")
def heavy_mortar(state: DDayState) -> None:
    """Mortars hit once more in the coming Japanese Fire Phase. Two such cards would still add one."""
    lasting_events.begin(state, HEAVY_MORTAR)


@enforces(FAMILY, "20.0-command-post-hit")
def command_post_hit(state: DDayState) -> None:
    """The most exposed battalion HQ."""
    if hex_choices.exposed_hqs(state):
        state.push(hex_choices.CommandPostHit)
    else:
        no_event(state, "20.0-command-post-hit", "No battalion HQ is on the map within reach of a Japanese position")


@enforces(FAMILY, "20.0-hero", "11.1.7-b")
def hero(state: DDayState) -> None:
    """A hero from the cup."""
    if hex_choices.heroes_left(state):
        state.push(hex_choices.Heroes)
    else:
        no_event(state, "11.1.7-b", "All heroes are in play")


def japanese_depth(state: DDayState) -> None:
    """A depth marker in each sector."""
    japanese_gains.begin_depth(state)


def japanese_reinforcement(state: DDayState) -> None:
    """A reserve unit."""
    japanese_gains.begin_reinforcement(state)


@enforces(FAMILY, "20.0-landing-congestion")
def congestion(state: DDayState) -> None:
    """A crowded beach hex; an empty one would suffer nothing, so without any there is no event (c-37)."""
    if hex_choices.crowded_beaches(state):
        state.push(hex_choices.Congestion)
    else:
        no_event(state, "20.0-landing-congestion", "No unit is in a landing beach hex")


def lvt_fire(state: DDayState) -> None:
    """Another card."""
    state.push(japanese_gains.LvtFire)


@enforces(FAMILY, "20.0-landing-tanks-stuck")
def tanks_stuck(state: DDayState) -> None:
    """A tank unit on a terrace."""
    if hex_choices.stuck_tanks(state):
        state.push(hex_choices.TanksStuck)
    else:
        no_event(state, "20.0-landing-tanks-stuck", "No undisrupted tank unit is on a terrace")


@enforces(FAMILY, "20.0-ng-error")
def ng_error(state: DDayState) -> None:
    """A unit near the enemy."""
    if hex_choices.strays(state):
        state.push(hex_choices.GunfireError)
    else:
        no_event(state, "20.0-ng-error", "No unit is in a field of fire within two hexes of a Japanese position")


@enforces(FAMILY, "20.0-remove-disruption")
def remove_disruption(state: DDayState) -> None:
    """The leftmost color of the event card."""
    card = hex_choices.card_of(state)
    if card is not None:
        japanese_gains.begin_relief(state, card.fire[0].color)


def smoke(state: DDayState) -> None:
    """Smoke on up to three positions."""
    state.push(hex_choices.LayingSmoke)


@enforces(FAMILY, "20.0-local-counterattack")
def local_counterattack(state: DDayState) -> None:
    """The leftmost color of the event card."""
    card = hex_choices.card_of(state)
    if card is not None:
        counterattack_events.begin_local(state, card.fire[0].color)


@enforces(FAMILY, "20.0-60-81mm")
def mortar_support(state: DDayState) -> None:
    """The player's mortars."""
    if hex_choices.shelled_groups(state):
        state.push(hex_choices.MortarSupport)
    else:
        no_event(state, "20.0-60-81mm", "The Japanese hold no position that mortars could disrupt")


@enforces(FAMILY, "20.0-at-ditch")
def at_ditch(state: DDayState) -> None:
    """Tanks keep out of positions of the card's colors, unless engineers come along."""
    lasting_events.begin(state, lasting_events.AT_DITCH)


@enforces(FAMILY, "20.0-intense-fire")
def intense_fire(state: DDayState) -> None:
    """Moves under fire get shorter."""
    lasting_events.begin(state, lasting_events.INTENSE_FIRE)


@enforces(FAMILY, "20.0-minefields")
def minefields(state: DDayState) -> None:
    """Moves near positions of the leftmost color get shorter."""
    lasting_events.begin(state, lasting_events.MINEFIELDS)


@enforces(FAMILY, "20.0-night-assault")
def night_assault(state: DDayState) -> None:
    """Stronger raids, on a PM game turn only."""
    if state.ruleset.charts.parts[state.turn] == phases.PM:
        lasting_events.begin(state, lasting_events.NIGHT_ASSAULT)
    else:
        no_event(state, "20.0-night-assault", "It is not a PM game turn")


@enforces(FAMILY, "20.0-rain")
def rain(state: DDayState) -> None:
    """Rain until the end of the turn."""
    lasting_events.begin(state, lasting_events.RAIN)


# ---------------------------------------------------------------------- US infiltration


@enforces(FAMILY, "20.0-landing-us-infiltration", "7.3.7", "18.4.4-f", "9.6")
def infiltration_hexes(state: DDayState, unit: int) -> int:
    """The hexes into which a company may infiltrate: next to it, no enemy there, no card of 9.6 to be drawn (D135), stacking
    kept (D111)."""
    place = state.where[unit]
    found = 0
    for goal in spaces_of(state.ruleset.ways.foot[place] & ~state.jp_mask):
        if not arrival.may_rejuvenate(state, goal) and not marines.shortfall(state, (*state.units_in(goal), unit)):
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
    near = spaces_of(state.ruleset.ground.around(landing_beaches(state), 1) & state.us_mask)
    units = sorted([unit for place in near for unit in state.us_at[place]])
    return [unit for unit in units if can_infiltrate(state, unit) and infiltration_hexes(state, unit)]


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
    over = "no other company can infiltrate"
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
        arrival.take_guns(state, goal)
        arrival.arrive(state, goal)

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
        if arrival.may_rejuvenate(state, goal):
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
    cards.discard_top(state, EVENT_CARDS)
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
        cards.discard_top(state, EVENT_CARDS)

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
    lasting_events.AIRFIELD_OBJECTIVE: airfield_objective.begin,
    "airstrike": airstrike,
    AMMO_DUMP: ammo_dump,
    lasting_events.AT_DITCH: at_ditch,
    "caves": caves.begin,
    "command-post-hit": command_post_hit,
    "counterbattery": artillery_events.counterbattery,
    "fatigue": battalion_choices.fatigue,
    "hero": hero,
    HEAVY_MORTAR: heavy_mortar,
    lasting_events.INTENSE_FIRE: intense_fire,
    "japanese-depth": japanese_depth,
    "japanese-flee": japanese_acts.flee,
    "japanese-fortification": japanese_acts.fortification,
    "japanese-hero": japanese_acts.japanese_hero,
    "japanese-infiltration": japanese_acts.japanese_infiltration,
    "japanese-reinforcement": japanese_reinforcement,
    "landing-congestion": congestion,
    "landing-dukw": artillery_events.dukw,
    "landing-lvt-fire": lvt_fire,
    "landing-tanks-stuck": tanks_stuck,
    INFILTRATION: infiltrate,
    LVTA: lvta,
    lasting_events.MINEFIELDS: minefields,
    "napalm": battalion_choices.napalm,
    "naval-gunfire": naval_gunfire,
    "ng-error": ng_error,
    lasting_events.NIGHT_ASSAULT: night_assault,
    lasting_events.RAIN: rain,
    "remove-disruption": remove_disruption,
    "sketch": battalion_choices.sketch,
    "smoke": smoke,
    "tunnels": japanese_acts.tunnels,
    "us-artillery": artillery_events.us_artillery,
    "war-dogs": battalion_choices.war_dogs,
    "60-81mm": mortar_support,
    "japanese-tank-attack": counterattack_events.tank_attack,
    "local-counterattack": local_counterattack,
}
"""What each event of the cards does when it is drawn."""

STEPS: Final[tuple[AnyStep, ...]] = (
    Events(), Infiltration(), AmtracSupport(), *japanese_gains.STEPS, *hex_choices.STEPS, *japanese_acts.STEPS,
    *battalion_choices.STEPS, *artillery_events.STEPS, *airfield_objective.STEPS, *caves.STEPS, *counterattack_events.STEPS,
)  # fmt: skip
