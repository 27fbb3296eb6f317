"""Redeployment (20.3, 20.4, 23.3): a unit that got away, or held, is exchanged blindly for another."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.garrison import placement
from beachhead.games.bonins.ground import FAMILY, SECTORS
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import DRAW_CODE, KEEP_CODE, PLACE, ROLL_CODE

NOWHERE: Final = -1


class RedeployRecord(NamedTuple):
    """A redeployment: the unit, which everybody has seen; the hex it was in; the hex to be filled, or -1; the sector rolled, or
    0; the last hex checked by the search, or -1; the hex whose unit it picked, or -1; whether the player may still keep it."""

    step: int
    unit: int
    origin: int
    goal: int = NOWHERE
    sector: int = 0
    checked: int = NOWHERE
    picked: int = NOWHERE
    asking: int = 0


@enforces(FAMILY, "20.4-a", "20.4-b", "23.3-b", "20.3-a")
def in_place(state: BoninsState, space: int) -> None:
    """The unit in a hex redeploys there: it goes into the container, and some unit comes back. A Japanese player may keep it."""
    unit = state.jp_at(space)
    asking = not state.ruleset.solitaire
    if not asking:
        put_in(state, unit, space)
    state.push(Redeploying, unit, space, space, 0, NOWHERE, NOWHERE, int(asking))


@enforces(FAMILY, "20.3-a")
def away(state: BoninsState, space: int) -> None:
    """The unit in a hex redeploys to another."""
    unit = state.jp_at(space)
    put_in(state, unit, space)
    state.push(Redeploying, unit, space)


def put_in(state: BoninsState, unit: int, space: int) -> None:
    """The unit goes into the container, whatever its type; its hex is empty."""
    if state.dug_mask >> space & 1:
        state.into_container(space)
    else:
        state.up_into_container(unit)


@enforces(FAMILY, "20.3-d", "22.0-b")
def candidates(state: BoninsState, checked: int) -> list[int]:
    """The dug-in units that the search has still to check, ascending; those on Suribachi are left out."""
    return [space for space in spaces_of(state.dug_mask & ~state.ruleset.ground.suribachi_mask) if space > checked]


class Redeploying(Question[BoninsState]):
    """The acts of a redeployment: sector die and hex, the search for a second unit, the blind draw."""

    name = "redeploying"
    case = "20.3-a"
    record = RedeployRecord
    pushed_by = ("aftermath", "banzai")
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        ruleset = state.ruleset
        size = ruleset.ground.size
        if not (ruleset.us_count <= frame.unit < len(ruleset.units) and 0 <= frame.origin < size):
            return False
        if not (NOWHERE <= frame.goal < size and NOWHERE <= frame.checked < size and NOWHERE <= frame.picked < size):
            return False
        if frame.asking:
            return bool(frame.goal == frame.origin and state.jp_at(frame.origin) == frame.unit)
        if not (0 <= frame.sector < SECTORS and state.held > 0 and ruleset.ground.symbol_mask >> frame.origin & 1):
            return False
        if frame.goal < 0:
            return frame.picked < 0 and (not frame.sector or bool(placement.eligible(state, frame.sector, frame.origin)))
        if frame.picked >= 0 and (state.held < 2 or frame.picked == frame.goal or not self.takes(state, frame.picked)):
            return False
        return self.takes(state, frame.goal)

    def takes(self, state: BoninsState, space: int) -> bool:
        """Whether a unit can be put face down into a hex that has been chosen for it."""
        ground = state.ruleset.ground
        live = ground.symbol_mask >> space & 1 and not state.cleared[ground.sector[space]]
        return bool(live and not state.jp_mask >> space & 1)

    def side(self, state: BoninsState) -> int:
        return JP

    def case_now(self, state: BoninsState) -> str:
        frame = state.top(RedeployRecord)
        if frame.asking:
            return "23.3-b"
        if frame.goal < 0:
            return "20.3-b"
        if state.held == 1 and frame.picked < 0 and candidates(state, frame.checked):
            return "20.3-d"
        return "20.3-e" if frame.picked >= 0 else "20.4-a" if frame.goal == frame.origin else "20.3-c"

    def prompt(self, state: BoninsState) -> str:
        frame = state.top(RedeployRecord)
        name, origin = state.name(frame.unit), state.hex_name(frame.origin)
        if frame.asking:
            return f"{name} redeploys in place at {origin}: keep it, or draw a substitute."
        if frame.goal < 0:
            if not frame.sector:
                return f"{name} leaves {origin}: roll for the sector."
            hexes = placement.eligible(state, frame.sector, frame.origin)
            found = placement.best(state, hexes)
            if not state.ruleset.solitaire:
                return f"{name} leaves {origin}: choose a hex of sector {frame.sector}."
            if len(found) > 1:
                return f"Sector {frame.sector}: {len(found)} hexes are equal; roll for the hex (19.5-e)."
            why = placement.reason(state, frame.sector, found[0], hexes)
            return f"{name} leaves {origin}: {why['text']} ({why['case']})."
        if state.held == 1 and frame.picked < 0:
            left = candidates(state, frame.checked)
            if left:
                return f"Search for a second unit: roll for {state.hex_name(left[0])}."
            return f"No other unit can be exchanged: {name} takes {state.hex_name(frame.goal)} itself."
        return f"Draw the unit for {state.hex_name(frame.goal)} blindly from the container."

    @enforces(FAMILY, "20.3-b", "20.3-c", "20.3-d", "20.3-e", "20.4-a", "23.3-a", "23.3-b", "19.5-d", "19.5-e", "20.1-a")
    def choices(self, state: BoninsState) -> Choices:
        frame = state.top(RedeployRecord)
        if frame.asking:
            return [DRAW_CODE, KEEP_CODE]
        if frame.goal < 0:
            if not frame.sector:
                return [ROLL_CODE]
            hexes = placement.eligible(state, frame.sector, frame.origin)
            found = placement.best(state, hexes) if state.ruleset.solitaire else spaces_of(hexes)
            return [ROLL_CODE] if state.ruleset.solitaire and len(found) > 1 else [pack(PLACE, space) for space in found]
        if state.held == 1 and frame.picked < 0 and candidates(state, frame.checked):
            return [ROLL_CODE]
        return [DRAW_CODE]

    # ------------------------------------------------------------------ acts

    @enforces(FAMILY, "23.3-b")
    def take_keep(self, state: BoninsState) -> None:
        """The unit stays and is face down again; everybody sees that nothing was drawn."""
        frame = state.top(RedeployRecord)
        if state.up_mask >> frame.origin & 1:
            state.lay_known(frame.unit, frame.origin)
        state.stack.pop()
        if state.sink is not None:
            where = state.hex_name(frame.origin)
            state.tell("kept", "23.3-b", f"The unit at {where} is kept and turned face down again", hex=where)

    def take_roll(self, state: BoninsState) -> None:
        frame = state.top(RedeployRecord)
        if frame.goal < 0 and not frame.sector:
            self.roll_sector(state)
        elif frame.goal < 0:
            found = placement.best(state, placement.eligible(state, frame.sector, frame.origin))
            self.settle_hex(state, found[state.dice.below(len(found))])
        else:
            self.search(state)

    @enforces(FAMILY, "20.3-b", "19.5-a", "19.5-f", "19.1-b", "19.4-c")
    def roll_sector(self, state: BoninsState) -> None:
        """No eligible hex, or a cleared sector: the unit remains eliminated, an HQ or gun on the track."""
        frame = state.top(RedeployRecord)
        die = state.dice.roll()
        hexes = placement.eligible(state, die, frame.origin)
        why = "cleared" if state.cleared[die] else f"{hexes.bit_count()} eligible" if hexes else "no eligible hex"
        if state.sink is not None:
            because = placement.because(f"sector {die}: {why}", "19.5-a" if hexes else "20.3-b")
            state.tell("sector die", "19.5-a", f"Sector die: {die}, {why}", die=die, why=because)
        if hexes:
            state.replace(Redeploying, frame.unit, frame.origin, NOWHERE, die)
            return
        state.stack.pop()
        if state.ruleset.on_track[frame.unit]:
            state.out_of_container(frame.unit)
            state.lay_away(frame.unit)
        if state.sink is not None:
            name, to = state.name(frame.unit), "track" if state.ruleset.on_track[frame.unit] else "container"
            text = f"{name} finds no hex and remains eliminated"
            state.tell("lost", "20.3-b", text, unit=name, hex=state.hex_name(frame.origin), to=to)

    def take_place(self, state: BoninsState, space: int) -> None:
        self.settle_hex(state, space)

    def settle_hex(self, state: BoninsState, space: int) -> None:
        """The hex is settled before any unit is drawn."""
        frame = state.top(RedeployRecord)
        if state.sink is not None:
            where = state.hex_name(space)
            why = placement.reason(state, frame.sector, space, placement.eligible(state, frame.sector, frame.origin))
            state.tell("hex", "20.3-b", f"The new hex is {where}: {why['text']}", hex=where, why=why)
        state.replace(Redeploying, frame.unit, frame.origin, space, frame.sector)

    @enforces(FAMILY, "20.3-d")
    def search(self, state: BoninsState) -> None:
        """One die for the next dug-in unit: 1 to 3 picks it, and so does the end of the list."""
        frame = state.top(RedeployRecord)
        left = candidates(state, frame.checked)
        space, die = left[0], state.dice.roll()
        found = die <= state.ruleset.components.numbers["search_die"]
        last = len(left) == 1
        if state.sink is not None:
            where = state.hex_name(space)
            says = "picked" if found else "picked all the same, the last one" if last else "go on"
            why = placement.because(f"{where} is checked: {die}, {says}", "20.3-d")
            state.tell("search", "20.3-d", f"The search: {why['text']}", hex=where, die=die, why=why)
        picked = space if found or last else NOWHERE
        if picked >= 0:
            state.into_container(picked)
        state.replace(Redeploying, frame.unit, frame.origin, frame.goal, frame.sector, space, picked)

    @enforces(FAMILY, "20.3-c", "20.3-d", "20.3-e", "20.4-a", "20.4-b")
    def take_draw(self, state: BoninsState) -> None:
        """A unit is drawn for the hex; of two that a search has brought together the other goes where the picked one was."""
        frame = state.top(RedeployRecord)
        if frame.asking:
            put_in(state, frame.unit, frame.origin)
            state.replace(Redeploying, frame.unit, frame.origin, frame.goal)
            if state.held == 1 and candidates(state, NOWHERE):
                return
        state.stack.pop()
        state.draw(frame.goal)
        hexes = [frame.goal]
        if frame.picked >= 0:
            state.draw(frame.picked)
            hexes.append(frame.picked)
        if state.sink is not None:
            alone = frame.picked < 0 and not state.held and frame.checked < 0
            case = "20.3-e" if frame.picked >= 0 else "20.3-d" if alone else "20.4-a" if frame.goal == frame.origin else "20.3-c"
            why = placement.because("nobody to be exchanged with" if alone else "drawn blindly from the container", case)
            for space in hexes:
                where = state.hex_name(space)
                state.tell("drawn", case, f"A unit drawn blindly is dug in at {where}", hex=where, why=why)

    def refuse_place(self, state: BoninsState, space: int) -> Refusal:
        frame = state.top(RedeployRecord)
        if frame.goal >= 0:
            return Refusal("20.4-a", f"the unit for {state.hex_name(frame.goal)} is drawn now")
        if not frame.sector:
            return Refusal("20.3-b", "the sector is rolled first")
        return placement.refuse_place(state, frame.sector, space, frame.origin)

    def refuse_keep(self, state: BoninsState) -> Refusal:
        frame = state.top(RedeployRecord)
        if state.ruleset.solitaire:
            return Refusal("20.4-b", "in the solitaire game the unit is always exchanged")
        if frame.goal != frame.origin:
            return Refusal("23.3-b", "a unit can be kept only when it redeploys in place")
        return Refusal("23.3-b", "it has been decided to draw")


STEPS: Final[tuple[AnyStep, ...]] = (Redeploying(),)
