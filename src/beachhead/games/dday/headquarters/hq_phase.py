"""The US HQ Phase (4.0-II): garrisons, command posts, replacements, assignments, reserve, returning HQs.

The phase is a frame: its six steps come one after the other, each a question of its own that is passed over if there is nothing
to choose. Whoever writes a step puts its opening into `STAGES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question, Step
from beachhead.games.dday import phases
from beachhead.games.dday.control import command, command_posts, us_garrisons
from beachhead.games.dday.headquarters import division_reserve, replacements
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import BOXES, RESERVE, DDayState
from beachhead.games.dday.verbs import ABANDON, ASSIGN, CONVERT, DONE_CODE, EXTEND, GARRISON, RETURN

# ---------------------------------------------------------------------- step 1: garrisons


class Garrisons(Question[DDayState]):
    """The player garrisons empty positions behind the front. It comes before new command posts, which allow none yet (D99)."""

    name = "garrisons"
    case = "4.0-II-1"
    over = "no other position can be garrisoned"
    pushed_by = ("hq phase",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.HQ

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Place garrisons in empty positions in range of your command posts, or go on."

    @enforces(FAMILY, "4.0-II-1", "15.4", "15.4-a")
    def choices(self, state: DDayState) -> Choices:
        return [*(pack(GARRISON, place) for place in us_garrisons.openings(state)), DONE_CODE]

    def take_garrison(self, state: DDayState, place: int) -> None:
        us_garrisons.place_garrison(state, state.ruleset.position_at[place])

    def refuse_garrison(self, state: DDayState, place: int) -> Refusal:
        position = state.ruleset.position_at.get(place, -1)
        if position < 0:
            return Refusal("15.4", f"{state.ruleset.hex_name(place)} is not a Japanese position")
        found = us_garrisons.refuse_garrison(state, position, command.post_ranges(state))
        assert found is not None
        return found

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def missed(self, state: DDayState) -> bool:
        return False


def begin_garrisons(state: DDayState) -> None:
    """Step 1."""
    state.push(Garrisons)


# ---------------------------------------------------------------------- step 2: command posts


class PostsRecord(NamedTuple):
    """The HQs that have had their change in this phase."""

    step: int
    changed: tuple[int, ...] = ()


class Posts(Question[DDayState]):
    """The player establishes command posts, advances range markers, or gives posts up: one change for each HQ."""

    name = "command posts"
    case = "4.0-II-2"
    over = "no other command post can be changed"
    record = PostsRecord
    pushed_by = ("hq phase",)

    def fits(self, state: DDayState, spot: int, frame: PostsRecord) -> bool:
        count, staff = len(state.where), state.ruleset.is_regimental_hq
        return (
            state.phase == phases.HQ
            and len(set(frame.changed)) == len(frame.changed)
            and all(0 <= hq < count and staff[hq] for hq in frame.changed)
        )

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Establish command posts, advance the range of older ones, give some up, or go on."

    @enforces(FAMILY, "4.0-II-2", "15.0", "15.1", "15.1.1", "15.2-b", "15.2.1")
    def choices(self, state: DDayState) -> Choices:
        changed, found = state.top(PostsRecord).changed, list[int]()
        for hq in state.ruleset.regimental_hq.values():
            if hq in changed or state.where[hq] < 0:
                continue
            if command_posts.is_post(state, hq):
                if command_posts.refuse_advance(state, hq) is None:
                    found.append(pack(EXTEND, hq))
                found.append(pack(ABANDON, hq))
            elif command_posts.refuse_convert(state, hq) is None:
                found.append(pack(CONVERT, hq))
        found.append(DONE_CODE)
        return found

    def take_convert(self, state: DDayState, hq: int) -> None:
        command_posts.convert(state, hq)
        self.note(state, hq)

    def take_extend(self, state: DDayState, hq: int) -> None:
        command_posts.advance(state, hq)
        self.note(state, hq)

    def take_abandon(self, state: DDayState, hq: int) -> None:
        command_posts.abandon(state, hq)
        self.note(state, hq)

    @staticmethod
    def note(state: DDayState, hq: int) -> None:
        """An HQ has had its change."""
        state.replace(Posts, (*state.top(PostsRecord).changed, hq))

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def refuse_convert(self, state: DDayState, hq: int) -> Refusal:
        return self.refuse_again(state, hq, "15.1") or command_posts.refuse_convert(state, hq) or self._refuse_none(state, hq)

    def refuse_extend(self, state: DDayState, hq: int) -> Refusal:
        return self.refuse_again(state, hq, "15.2-b") or command_posts.refuse_advance(state, hq) or self._refuse_none(state, hq)

    def refuse_abandon(self, state: DDayState, hq: int) -> Refusal:
        return self.refuse_again(state, hq, "15.1.1") or self._refuse_none(state, hq)

    @staticmethod
    @enforces(FAMILY, "15.2-b", "15.2-c")
    def refuse_again(state: DDayState, hq: int, case: str) -> Refusal | None:
        """Why an HQ cannot have a second change: a marker starts on its first space, and goes on by one in later phases."""
        if hq not in state.top(PostsRecord).changed:
            return None
        name = state.ruleset.unit_ids[hq]
        return Refusal(case, f"{name} has had its change in this HQ Phase", (name,))

    @staticmethod
    def _refuse_none(state: DDayState, hq: int) -> Refusal:
        """The unit is no command post."""
        name = state.ruleset.unit_ids[hq]
        return Refusal("15.1.1", f"{name} is not a command post", (name,))

    def missed(self, state: DDayState) -> bool:
        return False


def begin_posts(state: DDayState) -> None:
    """Step 2."""
    state.push(Posts)


# ---------------------------------------------------------------------- step 4: assignment


class AssigningRecord(NamedTuple):
    """The units that have been assigned in this phase."""

    step: int
    named: tuple[int, ...] = ()


class Assigning(Question[DDayState]):
    """The player assigns tanks and engineers to regiments of their division, each once in a phase; it holds until changed."""

    name = "assigning"
    case = "4.0-II-4"
    over = "no other tank or engineer unit can be assigned"
    record = AssigningRecord
    pushed_by = ("hq phase",)

    def fits(self, state: DDayState, spot: int, frame: AssigningRecord) -> bool:
        count = len(state.where)
        return (
            state.phase == phases.HQ
            and len(set(frame.named)) == len(frame.named)
            and all(0 <= unit < count and is_craft(state, unit) for unit in frame.named)
        )

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Assign tanks and engineers to regiments of their division, or go on."

    @enforces(FAMILY, "4.0-II-4")
    def choices(self, state: DDayState) -> Choices:
        named, found = state.top(AssigningRecord).named, list[int]()
        present = regiments_in_play(state)
        for unit in range(len(state.where)):
            if is_craft(state, unit) and unit not in named:
                found += [pack(ASSIGN, unit, hq) for hq in hosts_of(state, unit, present)]
        found.append(DONE_CODE)
        return found

    @enforces(FAMILY, "4.0-II-4", "11.2.1-a-2")
    def take_assign(self, state: DDayState, unit: int, hq: int) -> None:
        state.assigned[unit] = state.ruleset.regiment[hq]
        state.stale_command = -1
        if state.sink is not None:
            name, other = state.ruleset.unit_ids[unit], state.ruleset.unit_ids[hq]
            state.happened("assigned", "4.0-II-4", f"{name} is assigned to the regiment of {other}", {"unit": name, "hq": other})
        state.replace(Assigning, (*state.top(AssigningRecord).named, unit))

    def refuse_assign(self, state: DDayState, unit: int, hq: int) -> Refusal:
        ruleset = state.ruleset
        name, other = ruleset.unit_ids[unit], ruleset.unit_ids[hq]
        if not is_craft(state, unit):
            return Refusal("4.0-II-4", f"{name} is not a tank or engineer unit in play", (name,))
        if unit in state.top(AssigningRecord).named:
            return Refusal("4.0-II-4", f"{name} has been assigned already in this HQ Phase", (name,))
        if not ruleset.is_regimental_hq[hq]:
            return Refusal("4.0-II-4", f"{other} is not a regimental HQ", (other,))
        if ruleset.division[unit] != ruleset.division[hq]:
            return Refusal("4.0-II-4", f"{other} is of another division than {name}", (name, other))
        if state.assigned[unit] == ruleset.regiment[hq]:
            return Refusal("4.0-II-4", f"{name} is assigned to {other} already", (name, other))
        return Refusal("4.0-II-4", f"the regiment of {other} is not in play", (name, other))

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def missed(self, state: DDayState) -> bool:
        return False


def is_craft(state: DDayState, unit: int) -> bool:
    """Whether a unit is a tank or engineer unit on the map, in a beach box or in reserve."""
    place, ruleset = state.where[unit], state.ruleset
    return (ruleset.is_tank[unit] or ruleset.is_engineer[unit]) and (place >= 0 or place <= BOXES or place == RESERVE)


@enforces(FAMILY, "4.0-II-4")
def hosts_of(state: DDayState, unit: int, present: set[int]) -> list[int]:
    """The HQs to whose regiments, of those present, a unit can be assigned anew: those of its division that have units in play
    (R1 c37)."""
    ruleset = state.ruleset
    return [
        hq
        for regiment, hq in ruleset.regimental_hq.items()
        if regiment in present and ruleset.division[hq] == ruleset.division[unit] and state.assigned[unit] != regiment
    ]


def regiments_in_play(state: DDayState) -> set[int]:
    """The regiments with infantry on the map, in a box or in reserve, or with their HQ in the game."""
    ruleset = state.ruleset
    found: set[int] = set()
    for unit, place in enumerate(state.where):
        if (place >= 0 or place <= BOXES or place == RESERVE) and (ruleset.is_infantry[unit] or ruleset.is_regimental_hq[unit]):
            found.add(ruleset.regiment[unit])
    return found


@enforces(FAMILY, "18.4.4-b", "4.0-II-4")
def begin_assigning(state: DDayState) -> None:
    """Step 4; nobody is assigned where everybody is in command."""
    if command.is_normal(state):
        state.push(Assigning)


# ---------------------------------------------------------------------- step 6: returning HQs


class Returning(Question[DDayState]):
    """On PM turns eliminated regimental HQs come back, each into a hex of the player's choice."""

    name = "returning"
    case = "4.0-II-6"
    pushed_by = ("hq phase",)

    def settle(self, state: DDayState) -> bool:
        if not command_posts.returning(state) or not command_posts.return_hexes(state):
            state.stack.pop()
            return False
        return True

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.HQ

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        hq = state.ruleset.unit_ids[command_posts.returning(state)[0]]
        return f"Bring {hq} back to the map: a hex in US communication, out of Japanese fields of fire."

    @enforces(FAMILY, "4.0-II-6", "15.3.2-b")
    def choices(self, state: DDayState) -> Choices:
        return Rows([pack(RETURN, command_posts.returning(state)[0])], [command_posts.return_hexes(state)])

    def take_return(self, state: DDayState, hq: int, place: int) -> None:
        command_posts.bring_back(state, hq, place)

    def refuse_return(self, state: DDayState, hq: int, place: int) -> Refusal:
        name, where = state.ruleset.unit_ids[hq], state.ruleset.hex_name(place)
        waiting = command_posts.returning(state)
        if hq not in waiting:
            return Refusal("15.3.2-b", f"{name} does not return in this phase", (name,), ("4.0-II-6",))
        if hq != waiting[0]:
            return Refusal("15.3.2-b", f"{state.ruleset.unit_ids[waiting[0]]} returns first", (name,))
        reason = f"{where} is in a Japanese field of fire, closed, or out of US communication"
        return Refusal("15.3.2-b", reason, (name,))


def begin_returning(state: DDayState) -> None:
    """Step 6."""
    if command_posts.returning(state):
        state.push(Returning)


# ---------------------------------------------------------------------- the frame


STAGES: Final[tuple[Callable[[DDayState], None], ...]] = (
    begin_garrisons,
    begin_posts,
    replacements.begin_daily,
    begin_assigning,
    division_reserve.begin_transfers,
    begin_returning,
)
"""The openings of the six steps: garrisons, command posts, replacements, assignments, reserve, returning HQs. Each pushes its
question, with `pushed_by = ("hq phase",)`, or does nothing."""


class HQRecord(NamedTuple):
    """The step that comes next."""

    step: int
    stage: int = 0


class HQPhase(Step[DDayState]):
    """One step after the other."""

    name = "hq phase"
    record = HQRecord
    pushed_by = ("turn",)

    @enforces(FAMILY, "4.0-II")
    def settle(self, state: DDayState) -> bool:
        stage = state.top(HQRecord).stage
        if stage == len(STAGES):
            state.stack.pop()
            return False
        state.replace(HQPhase, stage + 1)
        STAGES[stage](state)
        return False

    def fits(self, state: DDayState, spot: int, frame: HQRecord) -> bool:
        return 0 <= frame.stage <= len(STAGES) and state.phase == phases.HQ


@enforces(FAMILY, "4.0-II")
def begin(state: DDayState) -> None:
    """The phase begins."""
    state.push(HQPhase)


STEPS: Final[tuple[AnyStep, ...]] = (HQPhase(), Garrisons(), Posts(), Assigning(), Returning())
