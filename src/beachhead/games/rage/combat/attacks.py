"""What bombardments and assaults share: picking the next target area, throwing the dice, working out the damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Step
from beachhead.games.rage.combat.charges import Charge, Target, bonuses, end_of_phase
from beachhead.games.rage.combat.kinds import ATTACK_PHASES, BOMBARDMENTS, KINDS
from beachhead.games.rage.combat.loss_order import attacker
from beachhead.games.rage.questions import AskEither
from beachhead.games.rage.state import FAMILY, JP, JP_ASSAULT, JP_BOMBARDMENT, US_ASSAULT, US_BOMBARDMENT, RageState
from beachhead.games.rage.verbs import RESOLVE_CODES

PLUS: Final = {"surprise": "from hiding", "kirikami": "Kirikami", "banzai": "Banzai"}
"""Where extra dice come from, in words."""


def close_naming(state: RageState) -> bool:
    """All targets and attackers stand fixed from now on; whether there are any."""
    state.named = 1
    state.pending = sorted({area for area in state.aim if area >= 0})
    return bool(state.pending)


def announce(state: RageState, case: str, verb: str) -> bool:
    """The Japanese player has closed his naming: everybody hears of all of it at once (R59). Whether there is anything."""
    some = close_naming(state)
    if state.sink is not None:
        ruleset = state.ruleset
        areas = [ruleset.area_ids[area] for area in state.pending]
        text = f"Japan declares {counted(len(areas), 'target area')}" if areas else f"Japan does not {verb}"
        state.happened("announced", case, text, {"areas": areas})
        for area in state.pending:
            names = [ruleset.unit_ids[unit] for unit in taking_part(state, area)]
            text = f"{', '.join(names)} {verb}{'s' if len(names) == 1 else ''} {ruleset.area_names[area]}"
            state.happened("named", case, text, {"area": ruleset.area_ids[area], "units": names})
    return some


def forget_naming(state: RageState) -> None:
    """Nobody aims at anything, and the attack before is forgotten."""
    state.aim = [-1] * len(state.aim)
    state.pending = []
    state.clear_fight()


def aimed_at(state: RageState) -> bool:
    """Whether the area of the fight is somebody's target: until the fight is over, those who take part aim at it."""
    return state.area >= 0 and state.area in state.aim


def taking_part(state: RageState, area: int) -> list[int]:
    """Units named against this area."""
    aim = state.aim
    return [unit for unit in range(len(aim)) if aim[unit] == area]


@enforces(FAMILY, "2.1.1-4", "2.1.1-5")
def dice_of(state: RageState, kind: int, area: int, units: Sequence[int]) -> int:
    """How many dice these units throw in an attack of this kind, the rocket's own die apart."""
    steps, count = state.steps, 0
    ratings = state.ruleset.bombardment if kind in BOMBARDMENTS else state.ruleset.assault
    for unit in units:
        count += ratings[unit][steps[unit]]
    return count if kind != JP_ASSAULT else count + sum(extra_dice(state, kind, area, units).values())


def extra_dice(state: RageState, kind: int, area: int, units: Sequence[int]) -> dict[str, int]:
    """The part of an assault's dice that comes from charges, by its source."""
    if kind != JP_ASSAULT:
        return {}
    return {source: dice * len(units) for source, dice in bonuses(state, area).items()}


@enforces(FAMILY, "9.3.2", "9.3.2-note", "12.2.2", "16-4", "19-a", "11.1.1-d", "2.2.1-a")
def minus(state: RageState, kind: int, area: int) -> dict[str, int]:
    """What ground takes off the Hits: its Basic Defense Value for whoever controls it, Caves for Japan alone (R12, R13)."""
    if kind in (US_BOMBARDMENT, US_ASSAULT):
        return {} if state.control[area] else {"bdv": state.ruleset.bdv[area], "caves": state.shown[area]}
    if kind in (JP_BOMBARDMENT, JP_ASSAULT):
        return {"bdv": state.ruleset.bdv[area]} if state.control[area] else {}
    return {}


def protection(state: RageState, kind: int, area: int) -> int:
    """All of it together."""
    if kind in (US_BOMBARDMENT, US_ASSAULT):
        return 0 if state.control[area] else state.ruleset.bdv[area] + state.shown[area]
    return state.ruleset.bdv[area] if kind in (JP_BOMBARDMENT, JP_ASSAULT) and state.control[area] else 0


@enforces(FAMILY, "2.3", "9.3.1", "12.2.1", "11.1.1-d", "18-b", "22.5-b", "22.5-c", "3-hits")
def throw(
    state: RageState,
    kind: int,
    area: int,
    units: Sequence[int],
    dice: int,
    *,
    rocket: bool = False,
    plus: Mapping[str, int] | None = None,
    at: int = -1,
) -> None:
    """The dice: each 5 or 6 is a Hit, the rocket's die counts as it falls. The Damage Number is never below zero (R48).

    `plus` says which of the dice come from what, and `at` at which unit they are thrown, if it is one: for the report alone.
    """
    ruleset = state.ruleset
    faces = state.dice.handful(dice, ruleset.least)
    hits, least = 0, ruleset.least
    for face in faces:
        if face >= least:
            hits += 1
    if rocket:
        faces.append(state.dice.roll())
        hits += faces[-1]
    state.attack, state.area, state.faces, state.hits = kind, area, faces, hits
    state.damage = max(0, hits - protection(state, kind, area))
    state.row, state.retreating = [], []
    if state.sink is not None:
        report(state, units, dice, rocket, plus or {}, at)


def report(state: RageState, units: Sequence[int], dice: int, rocket: bool, plus: Mapping[str, int], at: int) -> None:
    """Tell what was thrown by whom at what, where the dice came from, and what is left of the Hits."""
    ruleset, kind, faces = state.ruleset, state.attack, state.faces
    names, where = [ruleset.unit_ids[unit] for unit in units], ruleset.area_names[state.area]
    thrown = "1 die" if dice == 1 else f"{dice} dice"
    what = f"{names[0]} fires at {ruleset.unit_ids[at]} in {where}: {thrown}" if at >= 0 else f"{thrown} on {where}"
    if plus:
        parts = [str(dice - sum(plus.values())), *(f"{count} {PLUS[source]}" for source, count in plus.items())]
        what += f" ({' + '.join(parts)})"
    if rocket:
        what += f" and a rocket ({faces[-1]})"
    case = "11.1.1-b" if "surprise" in plus else KINDS[kind].dice
    state.happened(
        "roll",
        case,
        f"{what}: {counted(state.hits, 'Hit')}, Damage Number {state.damage}",
        {
            "attack": KINDS[kind].name,
            "area": ruleset.area_ids[state.area],
            "units": names,
            "at": ruleset.unit_ids[at] if at >= 0 else "",
            "dice": faces[:dice],
            "plus": dict(plus),
            "rocket": faces[-1] if rocket else None,
            "hits": state.hits,
            "minus": minus(state, kind, state.area),
            "damage": state.damage,
        },
    )


@enforces(FAMILY, "9.3.4-a", "9.3.4-b", "12.2.4")
def collapse(state: RageState, case: str) -> None:
    """One Hit or more, before anything was taken off, and one Cave is gone; never more than one (R6)."""
    area = state.area
    if state.hits and state.shown[area]:
        state.shown[area] -= 1
        if state.sink is not None:
            state.happened(
                "collapse", case, f"A Cave in {state.area_name(area)} collapses", {"area": state.ruleset.areas[area].id}
            )


class Resolve(AskEither):
    """Which target area is next. The attacker picks; the last one needs no pick (9.3, 12.2, 16-a-8, 19-a-5)."""

    name = "resolve"
    pushed_by = ("turn",)

    def asks_japan(self, state: RageState) -> bool:
        return attacker(state) == JP

    def case_now(self, state: RageState) -> str:
        return KINDS[state.attack].target

    def prompt(self, state: RageState) -> str:
        return "Choose the next target area to resolve."

    @enforces(FAMILY, "9.4", "12.3", "16-a-8", "19-a-5")
    def settle(self, state: RageState) -> bool:
        """The phase ends with the last target."""
        if len(state.pending) > 1:
            return True
        kind = state.attack
        if not state.pending:
            state.stack.pop()
            if kind == JP_ASSAULT:
                end_of_phase(state)
            return False
        if state.sink is not None:
            text = state.ruleset.text(RESOLVE_CODES[state.pending[0]])
            where = state.area_name(state.pending[0])
            state.happened("forced", self.case_now(state), f"{where} is the only target left", {"action": text})
        self.take_resolve(state, state.pending[0])
        return False

    @enforces(FAMILY, "9.3", "12.2")
    def choices(self, state: RageState) -> Choices:
        return self.with_unveilings(state, [RESOLVE_CODES[area] for area in state.pending])

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        """Every area that waits is somebody's target; at the question itself there are two at least."""
        if state.phase not in ATTACK_PHASES or (state.is_at(Resolve) and len(state.pending) < 2):
            return False
        return state.pending == sorted(state.pending) and set(state.pending) <= set(state.aim) and bool(state.named)

    def take_resolve(self, state: RageState, area: int) -> None:
        state.pending.remove(area)
        state.clear_fight()
        state.area = area
        state.push(Volley, area)
        if state.attack == JP_ASSAULT and state.banzai < 0:
            state.push(Charge, area)

    def refuse_resolve(self, state: RageState, area: int) -> Refusal:
        return Refusal(self.case_now(state), f"{state.area_name(area)} is not an unresolved target area")


class Volley(Step[RageState]):
    """The dice of an attack, when everything that may be said before them has been said. `sequence` knows what each rolls."""

    name = "volley"
    record = Target
    pushed_by = ("resolve",)

    def fits(self, state: RageState, spot: int, frame: Target) -> bool:
        """Nobody is asked anything before the dice but Japan, for a charge."""
        return state.attack == JP_ASSAULT and frame.area == state.area and aimed_at(state)
