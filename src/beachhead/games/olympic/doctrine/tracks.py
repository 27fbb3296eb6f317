"""The Japanese Doctrine Phase: Tracks 1 and 2 release reserves, Track 3 brings reinforcements (14.21 to 14.23, 9.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import JP_DOCTRINE
from beachhead.games.olympic.ruleset import JP
from beachhead.games.olympic.state import ENTERING, POOL, OlympicState
from beachhead.games.olympic.verbs import ROLL_CODE

LAST_RELEASE: Final = 4
"""The Game-Turn on which whoever is still in reserve is released (14.21-gt4, 14.22-gt4)."""
CASES: Final = ("", "14.21-track1", "14.22-track2", "14.23")
TRACKS: Final = (
    "",
    "Track 1: which Coastal units are released",
    "Track 2: which Line units are released",
    "Track 3: which reinforcements arrive",
)
SAYS: Final = {
    "all": "all are released",
    "half": "half of them are released",
    "none": "none is released",
    "all_inland": "all inland Line units are released",
    "all_coastal": "all coastal Line units are released",
    "all_southern": "all southern Line units are released",
    "all_northern": "all northern Line units are released",
}


class Rolling(NamedTuple):
    """The track of the Doctrine Chart that is rolled on next, if it is due."""

    step: int
    track: int = 1


@enforces(FAMILY, "4.2-B1", "16.53-release", "16.53-tracks", "14.21-reserve")
def begin(state: OlympicState) -> None:
    """Begin the phase. In the two-player game everybody is released at once on Game-Turn 1."""
    if not state.ruleset.doctrine and state.turn == 1:
        state.release_all(range(state.ruleset.slots), "16.53-release")
    state.push(Doctrine, 1)


@enforces(FAMILY, "14.21-gt4", "14.22-gt4", "14.3")
def begin_movement_release(state: OlympicState) -> None:
    """At the start of the Japanese Movement Phase of Game-Turn 4 nobody stays in reserve."""
    if state.turn >= LAST_RELEASE and state.down_mask:
        state.release_all(state.ruleset.coastal_slots, "14.21-gt4")
        state.release_all(state.ruleset.line_slots, "14.22-gt4")


@enforces(FAMILY, "14.21-permanent", "14.21-gt4", "14.22-gt4", "9.15", "9.11-roll", "16.53-free", "16.53-tracks")
def is_due(state: OlympicState, track: int) -> bool:
    """Whether a track is rolled on in this phase: the first two while they can release anybody (A23, A102), the third always,
    but on odd Game-Turns only once the U.S. has landed in the north (A79)."""
    if track == 3:
        return not state.north or state.turn % 2 == 1
    if not state.ruleset.doctrine or state.turn >= LAST_RELEASE or not state.down_mask:
        return False
    return bool(in_reserve(state, state.ruleset.coastal_slots if track == 1 else state.ruleset.line_slots))


def in_reserve(state: OlympicState, slots: list[int]) -> list[int]:
    """Those of the places where a counter still lies face down."""
    return [slot for slot in slots if state.reserve[slot]]


@enforces(FAMILY, "14.21-half", "14.21-half-again")
def every_other(state: OlympicState, slots: list[int]) -> list[int]:
    """Half of the Coastal counters in reserve: the one closest to the entry hex, and from there every other one around the
    coast (A22). Ties go to the higher hex."""
    ruleset = state.ruleset
    entry, grid = ruleset.ground.board.entry, ruleset.ground.grid
    if not slots:
        return []
    start = 0
    if entry >= 0:
        nearest = min([(grid.distance(entry, ruleset.slot_space[slot]), -ruleset.slot_space[slot], slot) for slot in slots])
        start = slots.index(nearest[2])
    return [*slots[start:], *slots[:start]][::2]


@enforces(FAMILY, "14.22-classes", "14.22-track2")
def of_class(state: OlympicState, slots: list[int], word: str) -> list[int]:
    """The Line counters of a class: northern or southern, coastal or inland by where they lie."""
    ground, spaces = state.ruleset.ground, state.ruleset.slot_space
    if word in ("all_coastal", "all_inland"):
        mask, wanted = ground.coastal_mask, word == "all_coastal"
    elif word in ("all_northern", "all_southern"):
        mask, wanted = ground.north_mask, word == "all_northern"
    else:
        return slots
    return [slot for slot in slots if (mask >> spaces[slot] & 1) == wanted]


@enforces(FAMILY, "9.0-pool", "9.11-roll", "9.16", "14.23", "9.0-general")
def bring(state: OlympicState, kinds: tuple[str, ...]) -> None:
    """One R unit of each type shown comes to wait beside the entry hex; a type of which none is left is lost."""
    come: list[str] = []
    missed: list[str] = []
    for values in kinds:
        for unit in state.ruleset.r_by_values.get(values, ()):
            if state.where[unit] == POOL:
                state.where[unit] = ENTERING
                come.append(state.name(unit))
                break
        else:
            missed.append(values)
    if state.sink is not None and kinds:
        parts = [f"{name} arrives" for name in come] + [f"no {values} is left" for values in missed]
        state.tell("reinforcements", "9.0-pool" if missed else "9.11-roll", "; ".join(parts), units=come, lost=missed)


class Doctrine(Question[OlympicState]):
    """A die of the Doctrine Chart."""

    name = "doctrine"
    case = "14.2"
    record = Rolling
    pushed_by = ("turn",)
    forced_verbs = ()

    def settle(self, state: OlympicState) -> bool:
        track = state.top(Rolling).track
        while track <= 3 and not is_due(state, track):
            track += 1
        if track > 3:
            state.stack.pop()
            return False
        state.replace(Doctrine, track)
        return True

    def fits(self, state: OlympicState, spot: int, frame: Rolling) -> bool:
        return state.phase == JP_DOCTRINE and 1 <= frame.track <= 3 and is_due(state, frame.track)

    def side(self, state: OlympicState) -> int:
        return JP

    def prompt(self, state: OlympicState) -> str:
        return f"Roll on {TRACKS[state.top(Rolling).track]}."

    def case_now(self, state: OlympicState) -> str:
        return CASES[state.top(Rolling).track]

    @enforces(FAMILY, "14.2", "14.3")
    def choices(self, state: OlympicState) -> Choices:
        return (ROLL_CODE,)

    @enforces(FAMILY, "14.2", "14.3", "14.21-track1", "14.22-track2", "14.23")
    def take_roll(self, state: OlympicState) -> None:
        track = state.top(Rolling).track
        components, ruleset = state.ruleset.components, state.ruleset
        die = state.dice.roll()
        state.replace(Doctrine, track + 1)
        if track == 3:
            kinds = components.track3[die - 1]
            self._tell(state, track, die, ", ".join(kinds) or "nobody arrives")
            bring(state, kinds)
            return
        word = (components.track1 if track == 1 else components.track2)[die - 1]
        self._tell(state, track, die, SAYS[word])
        slots = in_reserve(state, ruleset.coastal_slots if track == 1 else ruleset.line_slots)
        if word == "half":
            slots = every_other(state, slots)
        elif word == "none":
            slots = []
        elif track == 2:
            slots = of_class(state, slots, word)
        state.release_all(slots, CASES[track])

    def _tell(self, state: OlympicState, track: int, die: int, says: str) -> None:
        if state.sink is not None:
            why = Why(
                f"Track {track} of the Doctrine Chart is rolled in every Japanese Doctrine Phase that needs it.", CASES[track]
            )
            text = f"Track {track}: a {die}, {says}"
            state.tell("die", CASES[track], text, track=track, die=die, says=says, why=why.plain())

    def refuse_any(self, state: OlympicState, code: int) -> Refusal:
        return Refusal(self.case_now(state), self.prompt(state))
