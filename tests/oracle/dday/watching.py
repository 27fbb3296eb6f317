"""Fire as the engine plays it out, act by act, against the slow implementation: who fires, how many it may hit, who is hit, who
is left to the player, and what the hit does."""

from __future__ import annotations

import random
from math import comb
from typing import Any

from beachhead.engine.event import Event
from beachhead.games.dday.fire.fire_on_movers import UnderFireRecord
from beachhead.games.dday.fire.fire_phase import FireRecord
from beachhead.games.dday.fire.group_fire import ABSORBING, LEADERS, SELECTING, TANKS
from beachhead.games.dday.fire.hits import VolleyRecord

from . import fire
from .comparing import same
from .fields import fit, is_black, moving
from .island import INTENSE, distance, groups, sites, terrain
from .table import HEADQUARTERS, Table, read

WORDS = {"step loss": fire.STEP, "disrupted": fire.SHOCK, "hero hit": "hero"}
MOST = 3000
"""Selections that are tried at most; larger cases are compared without looking ahead."""
SELECTED = ("6.3.1", "13.3-a-2")


class Volley:
    """One fire of one group."""

    def __init__(self, table: Table, shot: fire.Shot, later: list[fire.Shot], by: fire.Card) -> None:
        self.table = table
        self.shot = shot
        self.by = by
        self.here = fire.candidates(table, shot, by.target)
        self.hits = fire.limit(table, shot)
        self.results = {one.name: one.results for one in self.here}
        pools = [
            (fire.limit(table, other), {one.name for one in fire.candidates(table, other, by.target)}) for other in later
        ]  # fmt: skip
        self.later = [(count, names) for count, names in pools if names]
        self.allowed: list[frozenset[str]] | None = None
        size = min(self.hits, len(self.here))
        if not size:
            self.allowed = [frozenset()]
        elif size == len(self.here):
            self.allowed = [frozenset(self.results)]
        elif comb(len(self.here), size) * (10 if self.later else 1) <= MOST:
            self.allowed = fire.selections(self.here, size, self.later)
        self.chosen: list[str] = []
        self.others: list[str] = []
        """Tanks and leaders."""
        self.victims: list[tuple[str, frozenset[str]]] = []

    # ------------------------------------------------------------------ who is hit

    def named(self) -> set[str]:
        """Who may be hit next."""
        if self.allowed is None:
            return {one.name for one in self.here} - set(self.chosen)
        return fire.next_victims(self.allowed, self.here, self.chosen)

    def sure(self, name: str) -> bool:
        """Whether a unit is hit whatever the player would say."""
        if self.allowed is None:
            return True
        so_far = frozenset(self.chosen)
        return all(name in selection for selection in self.allowed if so_far <= selection)

    def take(self, name: str, asked: bool, result: list[str]) -> None:
        """A unit has been hit."""
        said = f"{self.shot.group} by card {self.by.number} after {self.chosen}"
        if name not in self.named():
            raise AssertionError(f"{said} hits {name}, not one of {sorted(self.named())}")
        if not asked and not self.sure(name):
            raise AssertionError(f"{said} hits {name} without asking, though {sorted(self.named())} are equal")
        same(set(self.results[name]), {WORDS[word] for word in result}, f"{said}: result on {name}")
        self.chosen.append(name)
        self.victims.append((name, self.results[name]))

    def finish(self) -> None:
        """All hits have been spent."""
        same(min(self.hits, len(self.here)), len(self.chosen), f"hits of {self.shot.group}")

    def rows(self) -> dict[str, str]:
        """How the fire falls on each unit that it reaches."""
        if self.shot.movers:
            return {name: self.shot.row for name in self.shot.movers if name in self.table.marines}
        field, _ = fire.field_for(self.table, self.shot)
        return {name: field[marine.place] for name, marine in self.table.marines.items() if marine.place in field}

    def near(self, name: str) -> int:
        return min(distance(site.hex, self.table.marines[name].place) for site in groups()[self.shot.group])

    def tanks(self) -> set[str]:
        """Whom the armor bonus strikes (6.3.6, D64)."""
        if self.shot.mark != "armor":
            return set()
        ranks = {}
        for name, row in self.rows().items():
            tank = self.table.marines[name]
            effects = {fire.STEP, fire.SHOCK} if row == INTENSE else {fire.SHOCK}
            if tank.tank and fire.possible(tank, effects):
                match = tank.kind.symbol == self.by.target
                ranks[name] = (tank.hit, row != INTENSE, not match, self.near(name), -tank.steps)
        return {name for name, rank in ranks.items() if rank == min(ranks.values())}

    def stars(self) -> set[str]:
        """Which leader the star strikes (11.4, D88)."""
        if self.shot.mark != "star":
            return set()
        struck = {name for name, results in self.victims if fire.STEP in results}
        ranks = {}
        for name, row in self.rows().items():
            marine = self.table.marines[name]
            staff = marine.kind.type == HEADQUARTERS and not marine.hit and name not in struck
            if marine.hero or staff:
                ranks[name] = (row != INTENSE, self.near(name))
        return {name for name, rank in ranks.items() if rank == min(ranks.values())}

    def take_other(self, name: str, what: str, fit_for: set[str]) -> None:
        if name not in fit_for:
            raise AssertionError(f"{self.shot.group} by card {self.by.number}: {what} {name}, not one of {sorted(fit_for)}")
        self.others.append(name)


def watch(state: Any, action: str, rng: random.Random) -> None:
    """Apply an action by which a group fires, answer what is asked about its victims, and compare."""
    table = read(state)
    by = fire.card(state.card + 1)
    expected = by_phase(state, table, by) if isinstance(state.stack[-1], FireRecord) else at_movers(state, table, by)
    events: list[Event] = []
    state.apply(action, events)
    if expected is None:
        return
    shot, later = expected
    volley = Volley(table, shot, later, by)
    told = next(event for event in events if event.kind == "fire")
    same(shot.group, told.data["group"], "the group that fires")
    same(volley.hits, told.data["limit"], f"hit limit of {shot.group}")
    asked = ""
    stage = SELECTING
    while True:
        stage = heard(volley, events, asked, stage)
        frame = state.stack[-1] if state.stack else None
        if not isinstance(frame, VolleyRecord):
            break
        offered = {str(one).split()[1] for one in state.actions()}
        if frame.stage == SELECTING:
            same(volley.named(), offered, f"units among which {shot.group} leaves the choice") if volley.allowed else None
        elif frame.stage == TANKS:
            same(volley.tanks(), offered, "tanks among which the player chooses")
        elif frame.stage == LEADERS:
            same(volley.stars(), offered, "leaders among whom the player chooses")
        asked = rng.choice(sorted(offered))
        events = []
        state.apply(f"hit {asked}", events)
    if stage == SELECTING:
        volley.finish()


def heard(volley: Volley, events: list[Event], asked: str, stage: int) -> int:
    """Go through what has been reported."""
    table = volley.table
    for event in events:
        if event.kind != "hit":
            continue
        name, result = event.data["unit"], event.data["result"]
        if event.case in SELECTED:
            volley.take(name, name == asked, result)
            continue
        if stage == SELECTING:
            volley.finish()
        stage = max(stage, {"6.3.6-a": TANKS, "6.3.6-b": TANKS, "11.4": LEADERS, "11.4-b": ABSORBING}[event.case])
        if event.case.startswith("6.3.6"):
            volley.take_other(name, "the armor bonus strikes", volley.tanks())
        elif event.case == "11.4":
            stars = volley.stars()
            volley.take_other(name, "the star strikes", stars)
            hero = bool(table.marines[name].hero)
            volley.victims.append((name, frozenset({"hero"} if hero else {fire.STEP})))
        else:
            before = dict(volley.victims)
            after, heroes = fire.led(table, volley.victims)
            takers = ({one for one, _ in after} - set(before)) | heroes
            same_hex = {one for one in takers if table.marines[one].place == table.marines[name].place}
            staffs = {
                marine.name for marine in table.at(table.marines[name].place)
                if marine.kind.type == HEADQUARTERS and not marine.hit
            }  # fmt: skip
            if not same_hex or name not in (staffs or same_hex):
                raise AssertionError(f"{name} takes a hit in place of another, not one of {sorted(same_hex)}")
            volley.others.append(name)
    return stage


# ---------------------------------------------------------------------- whose turn it is


def by_phase(state: Any, table: Table, by: fire.Card) -> tuple[fire.Shot, list[fire.Shot]] | None:
    """The shot that is due in the Fire Phase; None if a unit fires that has just come."""
    frame = state.top(FireRecord)
    if frame.here >= 0:
        return None
    group = state.ruleset.groups[frame.group].name
    color = groups()[group][0].color
    mark = (fire.barred(table, group, by) or "plain") if color == "black" else fire.marked(table, color, by)
    shot = fire.shot_by(table, group, mark, by)
    if shot is None:
        raise AssertionError(f"{group} fires by card {by.number}, though it cannot")
    return shot, fire.shots_after(table, group, by)


def row_at(table: Table, group: str, place: str, entering: str) -> str:
    """How a group fires at movers (D66, D119); empty: it does not."""
    if entering and sites()[entering].group == group and table.occupied(group):
        calm = terrain(entering) & {"rocky", "wooded"} or group in table.smoked or not fit(table, group)
        return "steady" if calm else INTENSE
    return moving(table, group).get(place, "")


def at_movers(state: Any, table: Table, by: fire.Card) -> tuple[fire.Shot, list[fire.Shot]] | None:
    """The next group that fires at units on the move, and those after it."""
    frame = state.top(UnderFireRecord)
    ruleset = state.ruleset
    place = ruleset.hex_name(frame.place)
    entering = ruleset.hex_name(frame.entering) if frame.entering >= 0 else ""
    movers = frozenset(ruleset.unit_ids[unit] for unit in frame.units if state.where[unit] == frame.place)
    lane, first = frame.lane, frame.group
    found = []
    for number, color in enumerate(("black", *by.colors)):
        for index, (name, here) in enumerate(groups().items()):
            if here[0].color != color or (number, index) < (lane, first):
                continue
            if 0 <= frame.only_group != index:
                continue
            near = {
                site.color for site in sites().values() for one in here if distance(site.hex, one.hex) <= 3
            }  # fmt: skip
            if is_black(name) and not near & set(by.colors):
                continue
            row = row_at(table, name, place, entering)
            if row:
                mark = "plain" if is_black(name) else fire.marked(table, color, by)
                found.append(fire.Shot(name, "fire", mark if mark in ("armor", "star") else "plain", row, movers))
    if not found:
        raise AssertionError(f"somebody fires at {sorted(movers)} by card {by.number}, though nobody can")
    return found[0], found[1:]
