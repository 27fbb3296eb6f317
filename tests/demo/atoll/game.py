"""What Atoll declares, and how its matches begin."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from beachhead.engine.action import Action, unpack
from beachhead.engine.errors import PositionError
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.shown.panel import Panel
from beachhead.engine.step import AnyStep
from tests.demo.atoll.american import Award, Bombard, Movement, Scout, Upkeep, path_of
from tests.demo.atoll.combat import RESULTS, Assault, Attack, Combat, facts, result_of
from tests.demo.atoll.island import COST, SHELTER
from tests.demo.atoll.japanese import Dawn, Doctrine, Dusk, Fire, Move
from tests.demo.atoll.panel import panel
from tests.demo.atoll.pieces import FATE, JP, LANDINGS, ORDERS, SIDES, US
from tests.demo.atoll.ruleset import ATTACK, FAMILY, FIGHT, JOIN, MOVE, OFFSHORE, SALVO, AtollRuleset
from tests.demo.atoll.state import AtollState
from tests.demo.atoll.table import OVERLAYS, SECRETS, SHOWN, overlay, sector_id

STEPS: tuple[AnyStep, ...] = (
    Dawn(),
    Upkeep(),
    Bombard(),
    Movement(),
    Combat(),
    Doctrine(),
    Fire(),
    Move(),
    Dusk(),
    Award(),
    Scout(),
    Assault(),
)
"""The phases of a turn in their order, then the steps within them."""


class Atoll(Game[AtollRuleset, AtollState]):
    """A landing on a ring of coral."""

    id = "atoll"
    title = "Atoll"
    version = "1"
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = {"us": "U.S.", "jp": "Japan"}
    book_name = "Japanese doctrine"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("solitaire", "Solitaire", 4, "The rulebook plays the garrison.", book=("jp",), mode="solitaire"),
        Scenario("duel", "Two players", 4, "A Japanese player knows what his counters are."),
        Scenario("large", "Large", 2, "1,113 hexes and 300 counters.", book=("jp",), mode="solitaire", own_map=True),
    )
    options: ClassVar[tuple[Option, ...]] = ()
    folder = Path(__file__).parent
    families = (FAMILY,)
    reveal_kinds = frozenset({"revealed", "card", "drew", "order"})
    max_actions = 6000
    state_type = AtollState
    about: ClassVar[Mapping[str, Any]] = {
        "players": "1 or 2",
        "length": "4 turns, half an hour",
        "complexity": 2,
        "says": "A first wave is ashore on the reef side of a coral ring. Clear its sectors before the fleet has to leave.",
    }
    overlays: ClassVar[Mapping[str, str]] = OVERLAYS

    def build_ruleset(self, parameters: Mapping[str, Any]) -> AtollRuleset:
        return AtollRuleset(self, parameters, steps=STEPS, shown=SHOWN, secrets=SECRETS)

    @enforces(FAMILY, "1.1", "1.2")
    def set_up(self, state: AtollState) -> None:
        """The first wave is ashore, two units to a beach; the garrison is spread over the rest of the island."""
        ruleset, island = state.ruleset, state.ruleset.island
        beaches = [*island.beachheads, *(space for space in island.beaches if space not in island.beachheads)]
        companies = ruleset.troops[: ruleset.size.first_wave]
        others = [unit for unit in ruleset.troops if ruleset.us_faces[unit].arm in ("hq", "artillery", "engineer")][::2]
        for number, unit in enumerate((*companies, *others)):
            beach = beaches[number // 2] if number < len(companies) else island.beachheads[number % 4]
            state.put(unit, beach)
            state.disrupted[unit] = int(number % 2 and unit in companies)
        taken = {state.where[unit] for unit in ruleset.troops}
        for space in island.beaches:
            state.obstacles[space] = int(space not in taken) * (1 + space % 3)
        away = island.distances(space for space in taken if space >= 0)
        cleared = ruleset.sectors - 1
        state.cleared[cleared] = 1
        posts = [space for space in island.land if away[space] > 1 and island.sector[space] != cleared][::2]
        state.cup = list(range(ruleset.pieces))
        for number, unit in enumerate(ruleset.garrison):
            state.put(unit, posts[number % len(posts)])
            if ruleset.dealt:
                state.identity[unit] = state.cup.pop(state.dice.below(len(state.cup), "garrison"))
        state.last = ruleset.turns
        state.fate, state.orders = FATE.shuffled(), ORDERS.shuffled()
        for _ in range(3):
            state.draw_order()
        state.push(Dawn)

    def after_load(self, state: AtollState) -> None:
        FATE.check(state.fate)
        ORDERS.check(state.orders)
        dealt = [piece for piece in state.identity if piece >= 0]
        ranks = all(
            sorted(state.rank[unit] for unit in state.pile(space)) == list(range(len(state.pile(space))))
            for space in set(state.where) - {OFFSHORE, -2}
        )
        if sorted([*dealt, *state.cup]) != list(range(state.ruleset.pieces)) or not ranks:
            raise PositionError(
                "this save has counters that cannot be: each identity belongs to one, each has its place in a stack"
            )

    # ------------------------------------------------------------------ what the table shows

    def board(self, ruleset: AtollRuleset) -> dict[str, Any]:
        island = ruleset.island
        names = island.grid.names
        sectors = {
            sector_id(number): {
                "title": title,
                "spaces": [names[space] for space in island.land if island.sector[space] == number],
            }
            for number, title in enumerate(island.sector_names)
        }
        return {
            "kind": "hexes",
            "lines": island.grid.lines,
            "positions": island.grid.positions,
            "shifted": "even",
            "terrain": dict(zip(names, island.terrain, strict=True)),
            "beaches": [names[space] for space in island.beaches],
            "names": {title: [names[space] for space in spaces] for title, spaces in island.names.items()},
            "regions": sectors,
        }

    def charts(self, ruleset: AtollRuleset) -> list[dict[str, Any]]:
        columns = [str(value) for value in range(-3, 6)]
        rows = [
            {"id": str(fire), "title": f"fire {fire}", "cells": [result_of(int(value), fire) for value in columns]}
            for fire in range(1, 7)
        ]
        terrain = [
            {"id": kind, "title": kind, "cells": [str(cost), f"-{SHELTER[kind]}" if SHELTER[kind] else ""]}
            for kind, cost in COST.items()
        ]
        return [
            {
                "id": "results",
                "title": "Attacks",
                "case": "5.3",
                "notes": "; ".join(f"{name}: {says}" for name, says in RESULTS.items()),
                "columns": columns,
                "rulers": [],
                "rows": rows,
            },
            {
                "id": "terrain",
                "title": "Terrain",
                "case": "4.3",
                "notes": "Movement points to enter, and what is taken off an attack.",
                "columns": ["cost", "attack"],
                "rulers": [],
                "rows": terrain,
            },
        ]

    def schedule(self, ruleset: AtollRuleset) -> list[dict[str, Any]]:
        says = [f"landings: {', '.join(f'{count} ({sea})' for sea, count in LANDINGS.items())}"]
        return [{"turn": turn, "title": f"Turn {turn}", "says": says, "cases": ["2.1"]} for turn in range(1, ruleset.turns + 1)]

    def preview(self, state: AtollState, action: Action) -> dict[str, Any]:
        """Cost and path of a move; an attack as the choice would leave it, as far as it is on the map for all to see."""
        verb, first, second, _ = unpack(action.code)
        if verb == MOVE:
            path = path_of(state, first, second)
            terrain = state.ruleset.island.terrain
            cost = sum(COST[terrain[state.ruleset.island.grid.space(name)]] for name in path[1:])
            return {"cost": cost, "path": path}
        if verb == ATTACK:
            return {"combat": facts(state, second, 0, (first,))}
        attack = state.find(Attack)
        if attack is None or verb not in (JOIN, SALVO, FIGHT):
            return {}
        units = (*attack.units, first) if verb == JOIN else attack.units
        return {"combat": facts(state, attack.space, attack.called + (verb == SALVO), units)}

    def panel(self, ruleset: AtollRuleset, combat: Mapping[str, Any]) -> Panel | None:
        """A combat as the table draws it, from the data of a view, a preview or an event."""
        del ruleset
        return panel(combat)

    def about_unit(self, state: AtollState, side: str | None, unit: str) -> dict[str, Any]:
        """What a counter may do now, as far as the side that asks decides."""
        can = {action.verb: state.ruleset.verbs[unpack(action.code)[0]].says for action in self._own(state, side, unit)}
        cannot = []
        number = next(iter(state.ruleset.names["unit"].find(unit)), None)
        if not can and number is not None and state.side == side == state.ruleset.sides[state.ruleset.owner(number)]:
            refusal = state.why_not(f"{'move' if side == 'us' else 'hold'} {unit}{' 0101' if side == 'us' else ''}")
            cannot = [] if refusal is None else [{"text": refusal.reason, "case": refusal.case}]
        return {"can": [{"verb": verb, "says": says} for verb, says in can.items()], "cannot": cannot, "spaces": {}}

    def _own(self, state: AtollState, side: str | None, unit: str) -> list[Action]:
        if state.over or state.side != side:
            return []
        found: dict[str, Action] = {}
        for action in state.actions():
            words = str(action).split()
            if len(words) > 1 and words[1] == unit:
                found.setdefault(words[0], action)
        return list(found.values())

    def overlay(self, state: AtollState, side: str | None, name: str) -> dict[str, Any]:
        return overlay(state, side, name) if name in OVERLAYS else super().overlay(state, side, name)


__all__ = ["JP", "US", "Atoll"]
