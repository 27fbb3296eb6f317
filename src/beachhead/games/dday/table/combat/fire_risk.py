"""What the next cards may bring: fire at units on the move, the Fire Phase, landing checks, wake-up cards.

Nobody knows which card comes next, and the state does not either, so every chance here is exact over the cards that may be on top
of the deck. Fire is counted as the book orders it, group after group; what the player may choose instead of a loss is left out.
Nothing is drawn, and the state that is asked about stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.games.dday.box.kinds import ARMOR, BLACK, COLORS, DISRUPTION, STAR, STAR_SYMBOL, STEP_LOSS
from beachhead.games.dday.combat import attack_outcomes
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.events import raids
from beachhead.games.dday.fire import fire_phase, hits, leaders, letters, under_fire
from beachhead.games.dday.fire.fire_on_movers import UnderFire, UnderFireRecord, cave_shot, row_against
from beachhead.games.dday.fire.fire_order import colors_near
from beachhead.games.dday.fire.hits import LEADER_HIT, Shot
from beachhead.games.dday.moves import arrival, landing, move_goals
from beachhead.games.dday.state import HIT, DDayState

NONE: Final = Fraction(0)


def percent(chance: Fraction) -> str:
    """A chance in whole percent; never 0 or 100 if it is neither.

    >>> percent(Fraction(1, 300)), percent(Fraction(5, 18)), percent(Fraction(1))
    ('1%', '28%', '100%')
    """
    return f"{int(chance) * 100}%" if chance in (0, 1) else f"{min(99, max(1, round(chance * 100)))}%"


def next_cards(state: DDayState) -> dict[int, Fraction]:
    """The cards that may come next, by their place in the deck's list, with the chance of each."""
    found: dict[int, Fraction] = {}
    for card, chance, _ in attack_outcomes.next_card(state, state.cards):
        found[card] = found.get(card, NONE) + chance
    return found


def color_chance(state: DDayState, colors: int) -> Fraction:
    """The chance that the next card shows one of some colors."""
    faces = state.ruleset.card_faces
    return sum((chance for card, chance in next_cards(state).items() if faces[card].fire_colors & colors), NONE)


def color_words(colors: int) -> str:
    """Colors as bits in words."""
    return " or ".join(name for number, name in enumerate(COLORS) if colors >> number & 1)


# ---------------------------------------------------------------------- hits


def strike(trial: DDayState, shot: Shot) -> dict[int, int]:
    """Whom a shot hits and what that does, in the order of the book; the hits are noted on the trial state."""
    trial.victims = []
    found: dict[int, int] = {}
    for candidate in hits.candidates(trial, shot)[: hits.limit(trial, shot)]:
        found[candidate.unit] = candidate.result
    extra = hits.armor_picks(trial, shot) if shot.mark == ARMOR else leaders.star_picks(trial, shot) if shot.mark == STAR else []
    if extra:
        found[extra[0].unit] = found.get(extra[0].unit, 0) | extra[0].result
    for unit, result in found.items():
        if result & STEP_LOSS:
            trial.acted[unit] |= HIT
        if result & DISRUPTION:
            trial.disrupted[unit] = trial.turn
    return found


class Hurt(NamedTuple):
    """What fire may do to a unit: the chance to lose a step, and to be disrupted."""

    step: Fraction = NONE
    stopped: Fraction = NONE


# ---------------------------------------------------------------------- units on the move


class Threat(NamedTuple):
    """A group that can fire at units on the move: the row of the chart, the colors that bring it, and how many it may hit. A cave
    is group -1 and fires by any color."""

    group: int
    row: int
    colors: int
    limit: int


class Passage(NamedTuple):
    """Fire that a step may draw: why, by whom, and its chances."""

    left: bool
    """Leaving the hex draws it."""
    entered: bool
    """Entering the next one does."""
    threats: tuple[Threat, ...]
    silent: Fraction
    """No color of theirs is on the card."""
    harmless: Fraction
    """Somebody fires, and nobody is hit."""
    stopped: Fraction
    """Somebody is disrupted, and nobody loses a step."""
    hurt: Fraction
    """Somebody loses a step."""
    steps: Fraction
    """Steps lost on average."""


QUIET: Final = Passage(False, False, (), Fraction(1), NONE, NONE, NONE, NONE)


def passage(state: DDayState, units: Sequence[int], place: int, goal: int, *, kind: int, short: bool) -> Passage:
    """The fire that a step from one hex into another may draw."""
    tanks, others = move_goals.tanks_and_others(state, units)
    left, entered = under_fire.drawn(state, place, goal, kind=kind, short=short, tanks=tanks, others=others)
    if not left and not entered:
        return QUIET
    return fired_at(state, tuple(units), place, goal if entered else -1, left=left)


def threats_to(state: DDayState, units: tuple[int, ...], place: int, entered: int) -> tuple[Threat, ...]:
    """The groups that can fire at units which leave a hex, or enter the position hex given (-1: none)."""
    found = []
    ground = state.ruleset.ground
    for group, mask in enumerate(ground.group_mask):
        if not mask & state.jp_mask:
            continue
        row = row_against(state, group, place, entered)
        if row < 0:
            continue
        color = state.ruleset.groups[group].color
        colors = colors_near(state, group) if color == BLACK else 1 << color
        found.append(Threat(group, row, colors, hits.limit(state, Shot(group, hits.MOVERS, 0, -1, row, units))))
    cave = cave_shot(state, units, entered)
    if cave is not None:
        found.append(Threat(-1, cave.row, (1 << BLACK) - 1, hits.limit(state, cave)))
    return tuple(found)


def fired_at(state: DDayState, units: tuple[int, ...], place: int, entered: int, *, left: bool, only: int = -1) -> Passage:
    """The chances of one card of fire at units that leave a hex, or enter the position hex given (-1: none)."""
    threats = tuple(threat for threat in threats_to(state, units, place, entered) if only < 0 or threat.group == only)
    if not threats:
        return QUIET._replace(left=left, entered=entered >= 0)
    trial = state.copy()
    trial.sink = None
    frame = UnderFireRecord(0, place, entered, only, 0, 0, 0, units)
    step, faces = UnderFire(), state.ruleset.card_faces
    colors = 0
    for threat in threats:
        colors |= threat.colors
    silent = harmless = stopped = hurt = steps = NONE
    for card, chance in next_cards(state).items():
        if not faces[card].fire_colors & colors:
            silent += chance
            continue
        trial.card = card
        trial.acted, trial.disrupted = bytearray(state.acted), bytearray(state.disrupted)
        struck: dict[int, int] = {}
        for shot in step.later(trial, frame):
            for unit, result in strike(trial, shot).items():
                struck[unit] = struck.get(unit, 0) | result
        losses = sum(1 for result in struck.values() if result & STEP_LOSS)
        if losses:
            hurt += chance
            steps += chance * losses
        elif any(result & (DISRUPTION | LEADER_HIT) for result in struck.values()):
            stopped += chance
        else:
            harmless += chance
    return Passage(left, entered >= 0, threats, silent, harmless, stopped, hurt, steps)


# ---------------------------------------------------------------------- the Fire Phase


def fire_phase_risk(state: DDayState) -> dict[int, Hurt]:
    """What the next fire card may do to every US unit in sight, as things stand: units that a letter would bring up are not
    foreseen."""
    trial = state.copy()
    trial.sink = None
    step, ruleset = fire_phase.FirePhase(), state.ruleset
    found: dict[int, Hurt] = {}
    clean = bytearray(bits & ~HIT for bits in state.acted)
    for card, chance in next_cards(state).items():
        trial.card = card
        trial.acted, trial.disrupted, trial.used = bytearray(clean), bytearray(state.disrupted), bytearray(len(state.used))
        for group in letters.silenced(trial, ruleset.card_faces[card]):
            for position in ruleset.groups[group].positions:
                trial.used[position] = 1
        struck: dict[int, int] = {}
        for shot in step.later(trial, fire_phase.FireRecord(0, fire_phase.ACTING, 0, -1)):
            for unit, result in strike(trial, shot).items():
                struck[unit] = struck.get(unit, 0) | result
        for unit, result in struck.items():
            before = found.get(unit, Hurt())
            lost = chance if result & STEP_LOSS else NONE
            shaken = chance if result & DISRUPTION else NONE
            found[unit] = Hurt(before.step + lost, before.stopped + shaken)
    return found


def raids_feared(state: DDayState) -> dict[int, Hurt]:
    """What raids may do to every US hex that is open to them, if they were checked now: the chance that one of its units loses a
    step, and that one is disrupted. Every hex gets a card of its own, so the chances of the next card hold for each."""
    found: dict[int, Hurt] = {}
    for place in raids.susceptible(state):
        units, step, stopped = len(raids.raided_units(state, place)), NONE, NONE
        for card, chance in next_cards(state).items():
            groups = raids.raiders(state, place, state.ruleset.card_faces[card])
            effect = raids.effect_of(raids.value_of(state, groups), units)
            step += chance if effect == raids.LOSS else NONE
            stopped += chance if effect else NONE
        found[place] = Hurt(step, stopped)
    return found


def groups_over(state: DDayState, place: int) -> list[tuple[int, int]]:
    """The groups whose field lies over a hex in the Fire Phase, each with its row of the chart, hottest first."""
    found = []
    for group in range(state.ruleset.group_count):
        hot, cool = fields_of_fire.group_field(state, group)
        if (hot | cool) >> place & 1:
            found.append((hits.INTENSE if hot >> place & 1 else hits.STEADY, group))
    return [(group, row) for row, group in sorted(found)]


# ---------------------------------------------------------------------- landing


def landing_check(state: DDayState, box: int, units: Sequence[int]) -> dict[int, Fraction]:
    """The chances of the steps that one landing card may cost a group in a box."""
    ruleset = state.ruleset
    beach, found = ruleset.components.board.boxes[box], dict[int, Fraction]()
    price: dict[int, int] = {}
    for card, chance in next_cards(state).items():
        face, cost = ruleset.card_faces[card], 0
        if beach.squares >> face.landing_color & 1 and face.landing_symbol != STAR_SYMBOL:
            if face.landing_color not in price:
                price[face.landing_color] = landing.landing_losses(state, box, face.landing_color)
            steps = price[face.landing_color]
            cost = sum(min(steps, state.steps[unit]) for unit in units if ruleset.symbol[unit] == face.landing_symbol)
        found[cost] = found.get(cost, NONE) + chance
    return dict(sorted(found.items()))


def average(odds: dict[int, Fraction]) -> Fraction:
    """The mean of a number by its chances."""
    return sum((number * chance for number, chance in odds.items()), NONE)


# ---------------------------------------------------------------------- reserves


def wakes(state: DDayState, goal: int) -> list[tuple[int, Fraction]]:
    """The empty positions that a unit entering a hex may wake, each with the chance that a card brings a reserve unit there."""
    groups = state.ruleset.position_group
    return [
        (position, color_chance(state, arrival.colors_of(state, groups[position]))) for position in arrival.wakes(state, goal)
    ]


def rises(state: DDayState, goal: int) -> Fraction:
    """The chance that a unit appears in an empty position before US units enter it (9.6); 0 if no card is drawn."""
    if not arrival.may_rejuvenate(state, goal):
        return NONE
    return color_chance(state, arrival.colors_of(state, state.ruleset.ground.group_at[goal]))


def in_sight(state: DDayState, mask: int) -> list[str]:
    """The names of hexes."""
    return [state.ruleset.hex_name(place) for place in spaces_of(mask)]
