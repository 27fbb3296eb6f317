"""Combats as tables show them: every panel that a game makes is well formed, and tells a side no more than its view does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.engine.action import Action
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.shown.panel import faults
from beachhead.testing.walks import Looks, Position, chooser, more_if_short, sampled, walk


@more_if_short
def panels_are_well_formed(game: Game, scenario: str, seed: int = 0, *, most: int = 400, first: int = 6, later: int = 12) -> None:
    """Chances add up to 1, columns and faces exist, units are in the view, cases are the game's: in every view of a combat under
    way, in previews of what may be done, and in events."""
    heard: list[Event] = []
    looks, draws = Looks(seed, first, later), chooser(seed, "panels")
    seen: dict[str | None, Mapping[str, Any]] = {}
    for position in walk(game, scenario, seed, most=most, events=heard):
        state = position.state
        ruleset = state.ruleset
        fought = [event for event in heard if event.kind in game.combat_kinds]
        closer = looks.at(position)
        if fought or closer:
            for side in (None, *ruleset.sides):
                view = state.view(side)
                known = {**(seen.get(side) or view)["units"], **view["units"]} if "units" in view else {}
                _check(position, game.combat_in(ruleset, view), known, f"as {side or 'a spectator'} sees it")
                for event in fought:
                    if event.visible_to(side):
                        _check(position, event.data, known, f"of the event {event.text!r}")
                seen[side] = view
        if closer and not state.over:
            units = state.view(state.side).get("units", {})
            for code in sampled(state.choices(), 8, draws):
                action = Action(code, ruleset)
                _check(position, game.preview(state, action).get("combat") or {}, units, f"of the preview of {action}")
        heard.clear()


def _check(position: Position, combat: Mapping[str, Any], units: Mapping[str, Any], which: str) -> None:
    game, ruleset = position.game, position.state.ruleset
    panel = game.panel(ruleset, combat) if combat else None
    if panel is not None:
        wrong = faults(panel, ruleset.sides, units, game.cases)
        position.need(not wrong, f"the panel {which} is not well formed: {'; '.join(wrong)}")
