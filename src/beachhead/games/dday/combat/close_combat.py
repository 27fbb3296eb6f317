"""Close combat (8.6, 17.3-j, 17.7-c): two piles of cards face down, turned up one after the other until one side is gone, both
piles are, or the Marines withdraw (D24, D73, D74, D125).

Every card that is turned up is an act of the Japanese side, from whichever pile it comes. The player decides who pays for a hit,
which Japanese counter falls, and whether to withdraw.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, COLORS
from beachhead.games.dday.combat import close_combat_events, combat_losses, piles, withdrawal
from beachhead.games.dday.combat.piles import (
    AFTER,
    ASKING,
    BLASTING,
    CHOOSING,
    COLORING,
    HITTING,
    JAPAN,
    LAST_STAGE,
    LOSING,
    MARINES,
    NO_CARD,
    OPENING,
    REMOVING,
    RUNNING,
    CombatRecord,
)
from beachhead.games.dday.control import us_garrisons
from beachhead.games.dday.counters import cards, defenders, japanese_reserves, sorties
from beachhead.games.dday.counters.defenders import MARKERS, UNITS
from beachhead.games.dday.counters.japanese_damage import because
from beachhead.games.dday.counters.sorties import where_of
from beachhead.games.dday.fire import caves
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import DISCARDS, ENTERED, FORT_UP, FOUGHT, JP_PILE, US_PILE, DDayState
from beachhead.games.dday.verbs import (
    DONE_CODE,
    DRAW_CODE,
    REMOVE,
    REVEAL,
)


@enforces(FAMILY, "8.6", "8.6-a", "8.0-cc", "7.0-important")
def begin(state: DDayState, position: int) -> None:
    """The close combat of a hex is resolved now, by everybody in it. There is no other in this phase."""
    state.done[position] &= ~ENTERED
    state.mark_position(position, FOUGHT)
    if state.sink is not None:
        where = where_of(state, position)
        units = [state.ruleset.unit_ids[unit] for unit in piles.fighters(state, position)]
        state.happened("close combat", "8.6", f"Close combat in {where}: {', '.join(units)}", {"hex": where, "units": units})
    state.push(CloseCombat, position)


@enforces(FAMILY, "8.6-japanese", "13.8-d")
def begin_sortie(state: DDayState, kind: int, position: int, place: int, why: str) -> None:
    """A party from a position moves into a hex of the Marines, and its close combat is resolved at once, with everybody there as
    they are. What is disrupted in the position is so in the party."""
    ruleset = state.ruleset
    state.sortie, state.sortie_from, state.sortie_to = kind, position, place
    state.sortie_shaken = int(state.shaken[position])
    if ruleset.ground.position_at[place] >= 0:
        us_garrisons.garrison_falls(state, ruleset.ground.position_at[place])
    if state.sink is not None:
        here, there = ruleset.hex_name(ruleset.position_hex[position]), ruleset.hex_name(place)
        units = [ruleset.unit_ids[unit] for unit in piles.fighters(state, position)]
        case = sorties.CASES[kind]
        text = f"Japanese from {here} attack {', '.join(units)} in {there}"
        data = {"hex": there, "from": here, "units": units, "why": Why(why, case, there, (here, there)).plain()}
        state.happened("close combat", case, text, data)
    state.push(CloseCombat, position)


# ---------------------------------------------------------------------- turning up cards


@enforces(FAMILY, "8.6.1-3-a", "6.8.5")
def give_color(state: DDayState, frame: CombatRecord) -> None:
    """A black position takes the color of a card's landing symbol, once for the whole close combat."""
    card = cards.draw(state, DISCARDS, "the color of the black position", "8.6.1-3-a")
    color = 0 if card is None else card.landing_color
    piles.go(state, frame, stage=AFTER, color=color, who=before_first(state, frame.position))
    if state.sink is not None:
        where = where_of(state, frame.position)
        why = because("the landing symbol of the card has that color", "8.6.1-3-a")
        data = {"hex": where, "color": COLORS[color], "why": why}
        state.happened("color", "8.6.1-3-a", f"{where} counts as {COLORS[color]} in this close combat", data)


@enforces(FAMILY, "8.6.1-3", "8.6.1-3-b", "8.6.1-4-a", "8.6.4-a", "8.6.1-5")
def turn_up(state: DDayState, frame: CombatRecord) -> None:
    """Turn up the top card of a pile. Its event comes first, then its colors. The last card of a withdrawal comes from the deck
    if the Japanese pile is empty."""
    who = US if frame.stage == MARINES else JP
    pile = US_PILE if who == US else JP_PILE
    if not state.cards[pile]:
        piles.add_card(state, pile)
    if not state.cards[pile]:
        piles.go(state, frame, stage=AFTER, who=who, card=0, leaving=1)
        state.report("no card", "8.6.4-a", "There is no card left", {"why": because("deck and discards are empty", "8.6.4-a")})
        return
    number = state.ruleset.deck.turn_up(state.cards, pile, DISCARDS, state.dice)
    leaving = int(frame.stage == RUNNING)
    if state.sink is not None:
        tell(state, frame, number, who)
    piles.go(state, frame, stage=HITTING, card=number, who=who, leaving=leaving)
    close_combat_events.carry_out(state, state.top(CombatRecord))


def tell(state: DDayState, frame: CombatRecord, number: int, who: int) -> None:
    """Report a card that was turned up."""
    ruleset = state.ruleset
    card, where = ruleset.card_faces[number], where_of(state, frame.position)
    hit = piles.is_hit(state, frame.color, number, who)
    pile, color = "US" if who == US else "Japanese", COLORS[frame.color]
    event = ruleset.components.close_combat_events[card.close_combat].title if card.close_combat >= 0 else ""
    reason = f"{color} is {'' if card.fire_colors >> frame.color & 1 else 'not '}on card {card.number:02}"
    if hit != bool(card.fire_colors >> frame.color & 1):
        reason = f"{event} is on card {card.number:02}"
    case = "8.6.1-4-b" if who == US else "8.6.1-3-c"
    text = f"{pile} card {card.number:02} in {where}: {reason}, {'a hit' if hit else 'a miss'}{f'; {event}' if event else ''}"
    data = {
        "hex": where,
        "card": card.number,
        "pile": pile,
        "color": color,
        "hit": hit,
        "event": event,
        "why": because(reason, case),
    }
    state.happened("combat card", case, text, data)


# ---------------------------------------------------------------------- after a card


@enforces(FAMILY, "8.6.2", "17.7-c")
def is_over(state: DDayState, position: int) -> bool:
    """Whether a side is gone, or the upper of two forts has fallen: then nothing more happens."""
    if not piles.fighters(state, position) or not sorties.is_standing(state, position):
        return True
    return bool(sorties.fort_of(state, position)) and not state.faces[position] & FORT_UP


@enforces(FAMILY, "8.6.1-5", "8.6.2", "8.6.3", "8.6.1-3-e", "17.7-c", "17.3-j")
def after(state: DDayState, frame: CombatRecord) -> None:
    """Is it over? By elimination, by the fall of an upper fort, by withdrawal, by exhaustion; if not the next card is due."""
    position = frame.position
    if not piles.fighters(state, position):
        withdrawal.finish(state, position, "8.6.2", "the US units are eliminated")
    elif not sorties.is_standing(state, position):
        withdrawal.finish(state, position, "8.6.2", "the Japanese are eliminated")
    elif sorties.fort_of(state, position) and not state.faces[position] & FORT_UP:
        withdrawal.finish(state, position, withdrawal.FALLEN, "the upper fort has fallen")
    elif frame.leaving:
        withdrawal.depart(state, frame)
    elif not state.cards[US_PILE] and not state.cards[JP_PILE]:
        withdrawal.finish(state, position, "8.6.3", "both piles are exhausted")
    elif frame.who == JP and frame.card >= 0 and withdrawal.withdrawals(state, position):
        piles.go(state, frame, stage=ASKING)
    else:
        next_card(state, frame)


@enforces(FAMILY, "8.6.1-5")
def next_card(state: DDayState, frame: CombatRecord) -> None:
    """The piles take turns, the Japanese first; a side that has run out is passed over."""
    stage = (MARINES if state.cards[US_PILE] else JAPAN) if frame.who == JP else JAPAN if state.cards[JP_PILE] else MARINES
    piles.go(state, frame, stage=stage)


@enforces(FAMILY, "8.6.1-2-ca", "14.4.3-e")
def before_first(state: DDayState, position: int) -> int:
    """The side that would have turned up a card before the first one: the Marines, so that the Japanese begin; against a
    counterattack, with US units next to the hex, the other way round."""
    return JP if sorties.is_supported(state, position) else US


def next_down(state: DDayState, position: int) -> int:
    """The next counter of those who fight that is face down: units, then depth markers; 0 if there is none."""
    units = defenders.next_down(state, position, sorties.faces_of(state, position, UNITS))
    return units or defenders.next_down(state, position, sorties.faces_of(state, position, MARKERS))


class CloseCombat(Question[DDayState]):
    """A close combat, card by card."""

    name = "close combat"
    case = "8.6.1"
    record = CombatRecord
    pushed_by = ("actions", "deliberate", "move", "japanese assault", "tanks", "counterattack", "fire phase", "events")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: CombatRecord) -> bool:
        last = len(state.ruleset.card_faces)
        return (
            0 <= frame.position < state.ruleset.slot_count
            and OPENING <= frame.stage <= LAST_STAGE
            and -1 <= frame.color < BLACK
            and NO_CARD <= frame.card < last
            and frame.who in (US, JP)
            and frame.leaving in (0, 1)
            and 0 <= frame.loss <= close_combat_events.WITHDRAWAL_LOSS
            and NO_CARD <= frame.blast < last
            and frame.then in (HITTING, AFTER)
            and bool(piles.fighters(state, frame.position))
            and (not state.sortie or frame.position == state.sortie_from)
            and sorties.is_standing(state, frame.position)
            and (frame.color >= 0 or (frame.stage <= COLORING and frame.card < 0))
            and (frame.card >= 0 or frame.stage not in (HITTING, BLASTING, LOSING, REMOVING, AFTER))
        )

    # ------------------------------------------------------------------ the stages

    def settle(self, state: DDayState) -> bool:
        frame = state.top(CombatRecord)
        stage = frame.stage
        if stage == OPENING:
            if next_down(state, frame.position):
                return True
            if sorties.is_counterattack(state, frame.position):
                piles.steady(state, frame.position)
            piles.deal(state, frame.position)
            color = sorties.color_of(state, frame.position)
            if color == BLACK:
                piles.go(state, frame, stage=COLORING, who=US)
            else:
                piles.go(state, frame, stage=AFTER, color=color, who=before_first(state, frame.position))
            return False
        if stage == HITTING:
            if is_over(state, frame.position):
                piles.go(state, frame, stage=AFTER)
            else:
                self.hit(state, frame)
            return False
        if stage == AFTER:
            after(state, frame)
            return False
        if stage == LOSING:
            return combat_losses.settle(state, frame)
        if stage == REMOVING:
            return combat_losses.settle_removal(state, frame)
        return True

    @enforces(FAMILY, "8.6.1-3-c", "8.6.1-3-d", "8.6.1-4-b", "8.6.1-4-c")
    def hit(self, state: DDayState, frame: CombatRecord) -> None:
        """The colors of the card count after its event: a hit takes the top card off the other pile, and then costs a Marine step
        or takes the Japanese one rung down."""
        if not piles.is_hit(state, frame.color, frame.card, frame.who):
            piles.go(state, frame, stage=AFTER)
            return
        piles.drop_top(state, US_PILE if frame.who == JP else JP_PILE)
        if frame.who == JP:
            piles.go(state, frame, stage=LOSING, loss=close_combat_events.HIT_LOSS, then=AFTER)
        elif not sorties.is_shaken(state, frame.position):
            combat_losses.shake(state, frame.position)
            piles.go(state, frame, stage=AFTER)
        else:
            piles.go(state, frame, stage=REMOVING, then=AFTER)

    # ------------------------------------------------------------------ questions

    def side(self, state: DDayState) -> int:
        return US if state.top(CombatRecord).stage in (LOSING, REMOVING, ASKING, CHOOSING) else JP

    def case_now(self, state: DDayState) -> str:
        frame = state.top(CombatRecord)
        if frame.stage == LOSING:
            return combat_losses.CASES[frame.loss]
        return CASES[frame.stage]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(CombatRecord)
        where, stage = where_of(state, frame.position), frame.stage
        if stage == OPENING:
            return f"Close combat in {where}: all Japanese counters are turned up."
        if stage == COLORING:
            return f"Close combat in {where}: a card gives the black position its color."
        if stage in (JAPAN, MARINES):
            us, jp = len(state.cards[US_PILE]), len(state.cards[JP_PILE])
            pile = "Japanese" if stage == JAPAN else "US"
            return f"Close combat in {where}: turn up a {pile} card ({us} US and {jp} Japanese left)."
        if stage == BLASTING:
            return f"Naval Artillery Blast in {where}: draw a card."
        if stage == RUNNING:
            return f"The Marines withdraw from {where} under fire: turn up one more Japanese card."
        if stage == LOSING:
            return combat_losses.prompt(state, frame)
        if stage == REMOVING:
            return f"Choose the Japanese counter in {where} that is eliminated."
        if stage == CHOOSING:
            unit = withdrawal.undecided(state, frame.position)[0]
            return f"Choose a hex to which {state.ruleset.unit_ids[unit]} withdraws."
        us, jp = len(state.cards[US_PILE]), len(state.cards[JP_PILE])
        return f"Close combat in {where}, {counted(us, 'card')} against {jp}: fight on, or withdraw under fire?"

    @enforces(FAMILY, "8.6.1", "8.6.1-3", "8.6.1-3-e", "8.6.4", "8.6.4-b")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(CombatRecord)
        stage = frame.stage
        if stage == OPENING:
            return [pack(REVEAL, sorties.place_of(state, frame.position))]
        if stage == LOSING:
            return combat_losses.choices(state, frame)
        if stage == REMOVING:
            return [pack(REMOVE, slot + 1) for slot in combat_losses.falling(state, frame.position)]
        if stage == ASKING:
            return [*withdrawal.withdrawals(state, frame.position), DONE_CODE]
        if stage == CHOOSING:
            return withdrawal.next_withdrawals(state, frame.position)
        return [DRAW_CODE]

    # ------------------------------------------------------------------ acts

    @enforces(FAMILY, "8.6.1", "9.1", "9.4")
    def take_reveal(self, state: DDayState, place: int) -> None:
        """Units, then depth markers; a Tactical Reinforcement among them goes before cards are counted (c-53)."""
        frame = state.top(CombatRecord)
        face = next_down(state, frame.position)
        defenders.reveal_one(
            state, frame.position, face, "8.6.1", because("close combat turns up everything in the hex", "8.6.1")
        )
        if caves.tactical_reinforcement(state, frame.position):
            withdrawal.finish(state, frame.position, "9.4", "nobody is left in the cave")
            return
        japanese_reserves.tactical_reinforcement(state, frame.position)

    def refuse_reveal(self, state: DDayState, place: int) -> Refusal:
        return Refusal("8.6.1", f"nothing is turned up there now: {self.prompt(state)}")

    @enforces(FAMILY, "8.6.1-3", "8.6.1-3-a", "8.6.1-3-b", "8.6.1-4-a", "8.6.4-a")
    def take_draw(self, state: DDayState) -> None:
        """Turn up the card that is due: the color, the next of a pile, the blast, or the last one of a withdrawal."""
        frame = state.top(CombatRecord)
        if frame.stage == COLORING:
            give_color(state, frame)
        elif frame.stage == BLASTING:
            close_combat_events.blast(state, frame)
        else:
            turn_up(state, frame)

    def refuse_draw(self, state: DDayState) -> Refusal:
        return Refusal(self.case_now(state), f"no card is due now: {self.prompt(state)}")

    # ------------------------------------------------------------------ answers

    def take_lose(self, state: DDayState, unit: int) -> None:
        combat_losses.lose(state, state.top(CombatRecord), unit)

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        return combat_losses.refuse(state, state.top(CombatRecord), unit, self.case_now(state))

    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        combat_losses.sacrifice(state, state.top(CombatRecord), unit)

    def refuse_sacrifice(self, state: DDayState, unit: int) -> Refusal:
        return combat_losses.refuse_sacrifice(state, state.top(CombatRecord), unit, self.case_now(state))

    def take_discard(self, state: DDayState) -> None:
        combat_losses.discard(state, state.top(CombatRecord))

    def refuse_discard(self, state: DDayState) -> Refusal:
        return combat_losses.refuse_discard(state, state.top(CombatRecord), self.case_now(state))

    def take_remove(self, state: DDayState, number: int) -> None:
        combat_losses.remove(state, state.top(CombatRecord), number - 1)

    def refuse_remove(self, state: DDayState, number: int) -> Refusal:
        return Refusal("8.6.1-4-b", f"there is no such counter to remove: {self.prompt(state)}")

    def take_done(self, state: DDayState) -> None:
        """The Marines fight on."""
        next_card(state, state.top(CombatRecord))

    def refuse_done(self, state: DDayState) -> Refusal:
        return Refusal(self.case_now(state), f"this has to be decided: {self.prompt(state)}")

    @enforces(FAMILY, "8.6.4", "8.6.4-a")
    def take_withdraw(self, state: DDayState, place: int) -> None:
        """All units go to one hex, after one more Japanese card."""
        frame = state.top(CombatRecord)
        for unit in piles.fighters(state, frame.position):
            state.came_from[unit] = place
        withdrawal.run(state, frame)

    def refuse_withdraw(self, state: DDayState, place: int) -> Refusal:
        frame = state.top(CombatRecord)
        return withdrawal.refuse_exit(
            state, frame.position, piles.fighters(state, frame.position), place, asked=frame.stage == ASKING
        )

    @enforces(FAMILY, "8.6.4", "8.6.4-b")
    def take_withdraw_unit(self, state: DDayState, unit: int, place: int) -> None:
        """No hex takes them all: each goes its own way."""
        frame = state.top(CombatRecord)
        if frame.stage == ASKING:
            for other in piles.fighters(state, frame.position):
                state.came_from[other] = -1
        state.came_from[unit] = place
        if withdrawal.undecided(state, frame.position):
            piles.go(state, frame, stage=CHOOSING)
        else:
            withdrawal.run(state, frame)

    def refuse_withdraw_unit(self, state: DDayState, unit: int, place: int) -> Refusal:
        frame = state.top(CombatRecord)
        return withdrawal.refuse_exit(state, frame.position, [unit], place, asked=frame.stage in (ASKING, CHOOSING), alone=True)


CASES: Final = {
    OPENING: "8.6.1", COLORING: "8.6.1-3-a", JAPAN: "8.6.1-3", MARINES: "8.6.1-4-a", BLASTING: "21.0-naval-blast",
    HITTING: "8.6.1", REMOVING: "8.6.1-4-b", ASKING: "8.6.1-3-e", CHOOSING: "8.6.4-b", RUNNING: "8.6.4-a", AFTER: "8.6.1-5",
}  # fmt: skip
STEPS: Final[tuple[AnyStep, ...]] = (CloseCombat(),)
