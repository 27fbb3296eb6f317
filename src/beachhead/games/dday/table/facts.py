"""The facts that vectors check and tools ask for (docs/vectors.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from beachhead.engine.chance.lots import candidates
from beachhead.games.dday import phases, victory
from beachhead.games.dday.control import command
from beachhead.games.dday.events import raids
from beachhead.games.dday.saves import later
from beachhead.games.dday.saves.position import DONE, marker_weapons
from beachhead.games.dday.state import DECK, DISCARDS, JP_PILE, LOST_DEPTH, POOLS, US_PILE, DDayState
from beachhead.games.dday.table.view import caves_of, marines_of, positions_of

EMPTY: Final[dict[str, Any]] = {key: 0 if key in later.NUMBERS else [] if key in later.LISTS else {} for key in later.KEYS}
"""What later turns bring, before it has come."""


def facts(state: DDayState, side: str | None) -> dict[str, Any]:
    """The facts of docs/vectors.md. Everybody knows all of them."""
    del side
    ruleset, decision = state.ruleset, state.decision
    cards = state.cards
    found: dict[str, Any] = {
        "turn": state.turn,
        "phase": phases.PHASES[state.phase].name if state.outcome is None else "over",
        "decision": {"side": decision.side, "step": decision.step, "case": decision.case, "prompt": decision.prompt},
        "units": _units(state),
        "japanese": _japanese(state),
        "caves": _caves(state),
        "naval": state.naval,
        "air": state.air,
        "losses": state.losses,
        "replacements": state.replacements,
        "deck": len(cards[DECK]),
        "discards": len(cards[DISCARDS]),
        "us pile": len(cards[US_PILE]),
        "jp pile": len(cards[JP_PILE]),
        "pools": {name: len(pool) for name, pool in zip(POOLS, state.pools, strict=True)},
        "lost depth": [ruleset.counter_ids[counter] if counter > 0 else "?" for counter in state.pools[LOST_DEPTH]],
        "lasting": [ruleset.components.events[number].id for number, lasts in enumerate(state.lasting) if lasts],
        "heroes": {
            ruleset.unit_ids[owner]: "inspired" if state.inspired[hero] else ruleset.components.heroes[hero].id
            for hero, owner in enumerate(state.hero_on)
            if owner >= 0
        },
        "result": None if state.outcome is None else state.outcome.plain(),
        **EMPTY,
        **later.written_later(state),
    }
    if state.outcome is None:
        found["objectives"] = {criterion.name: criterion.met for criterion in victory.criteria(state)}
    return found


def costly_facts(state: DDayState, side: str | None) -> Mapping[str, Callable[[], Any]]:
    """Facts that are computed only if a vector names them: who commands every unit, under which regiment it is, and the US hexes
    that are open to raids now."""
    del side
    return {
        "command": lambda: command.commands(state),
        "regiments": lambda: command.regiments(state),
        "susceptible": lambda: [state.ruleset.hex_name(place) for place in raids.susceptible(state)],
    }


def _units(state: DDayState) -> dict[str, Any]:
    ruleset = state.ruleset
    found = marines_of(state)
    for name, entry in found.items():
        unit = ruleset.number[name]
        entry["hex"] = entry["place"]
        entry["disrupted"] = state.disrupted[unit]
        entry["marker"] = marker_weapons(state, unit)
        entry["came from"] = ruleset.hex_name(state.came_from[unit]) if state.came_from[unit] >= 0 else ""
        entry.setdefault("hero", "")
    return found


def _japanese(state: DDayState) -> dict[str, Any]:
    """Position hexes: a counter is its id with `up` behind it if it is turned up, `?` if nobody knows it; one that can only be a
    single counter is told with `down`."""
    ruleset = state.ruleset
    shown = positions_of(state)
    found: dict[str, Any] = {}
    for position, place in enumerate(ruleset.position_hex):
        name = ruleset.hex_name(place)
        entry = shown.get(name, {})
        words = {key: _word(state, value) for key, value in entry.items() if isinstance(value, dict)}
        done = state.done[position]
        found[name] = {
            "unit": words.get("unit", ""),
            "second": words.get("second", ""),
            "depth": words.get("depth", ""),
            "second depth": words.get("second depth", ""),
            "tank": words.get("tank", ""),
            "tank depth": words.get("tank depth", ""),
            "forts": [words[key] for key in ("fort", "lower fort", "bottom fort") if key in words],
            "disrupted": bool(state.shaken[position]),
            "guns destroyed": bool(state.guns_lost[position]),
            "smoke": bool(state.smoked[ruleset.position_group[position]]),
            "woken": bool(state.woken[ruleset.position_group[position]]),
            "done": [word for word, bit in DONE.items() if done & bit],
        }
    return found


def _caves(state: DDayState) -> dict[str, Any]:
    """Caves by hex: the marker in the same words, whether it is disrupted, and what has happened to it in this phase."""
    return {
        name: {
            "depth": _word(state, entry["depth"]) if "depth" in entry else "",
            "disrupted": bool(entry.get("disrupted")),
            "done": [word for word, bit in DONE.items() if entry.get("done", 0) & bit],
        }
        for name, entry in caves_of(state).items()
    }


def _word(state: DDayState, counter: dict[str, Any]) -> str:
    if "id" in counter:
        return f"{counter['id']} up" if counter["up"] else f"{counter['id']} down"
    certain = candidates(state.lots, -counter["lot"])
    return f"{state.ruleset.counter_ids[next(iter(certain))]} down" if len(certain) == 1 else "?"
