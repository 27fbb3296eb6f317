"""What the table shows: the items of a view, what is secret in them, and the overlays."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.chance.deck import Cards
from beachhead.engine.secrecy import Secret, Shown
from tests.demo.atoll.american import commanded, supply_way
from tests.demo.atoll.combat import Attack, close_combats, facts
from tests.demo.atoll.japanese import hidden
from tests.demo.atoll.pieces import (
    DOCTRINES,
    FATE,
    FATE_CARDS,
    HAND,
    JP,
    OPEN,
    ORDER_CARDS,
    ORDERS,
    PARTS,
    PLAYED,
    SPENT,
    US,
    Face,
)
from tests.demo.atoll.ruleset import LOST, OFFSHORE, UNKNOWN
from tests.demo.atoll.state import AtollState

Plain = dict[str, Any]
PHASE: Final = {"award": "move", "scout": "move", "assault": "combat"}
"""Steps that belong to the phase of another."""

# ---------------------------------------------------------------------- secrets


def _counter_open(state: AtollState, side: str | None, name: Any) -> bool:
    return side == "jp" or not hidden(state, state.ruleset.names["unit"].find(name)[0])


def _deal(state: AtollState, unseen: list[int]) -> None:
    for unit in state.ruleset.garrison:
        if hidden(state, unit):
            state.identity[unit] = unseen.pop()
    state.cup = sorted(unseen)


def _unseen(state: AtollState) -> list[int]:
    return sorted([*state.cup, *(state.identity[unit] for unit in state.ruleset.garrison if hidden(state, unit))])


def _veil(state: AtollState, side: str) -> None:
    if side != "jp" and state.ruleset.dealt:
        _deal(state, _unseen(state))


def _make_up(state: AtollState, side: str, rng: random.Random) -> None:
    """Any identity that has not been seen may belong to any counter that is face down, or lie in the cup."""
    if side != "jp" and state.ruleset.dealt:
        unseen = _unseen(state)
        rng.shuffle(unseen)
        _deal(state, unseen)


def _orders(state: AtollState) -> Cards:
    return state.orders


COUNTERS: Final[Secret[AtollState]] = Secret("face-down counters", _counter_open, _make_up, _veil)
CUP: Final[Secret[AtollState]] = Secret("cup", lambda state, side, _: side == "jp" or not state.ruleset.dealt)
"""It holds what the counters are not, and is made up together with them."""
PEEKED: Final[Secret[AtollState]] = ORDERS.secret(_orders)
PILES: Final[Secret[AtollState]] = Secret("hand", lambda _, side, pile: side == "us" or pile != "hand")
SECRETS: Final = (COUNTERS, CUP, PEEKED, PILES)


# ---------------------------------------------------------------------- counters and stacks


def place_of(state: AtollState, unit: int) -> str:
    """Where a counter is."""
    space = state.where[unit]
    return "lost" if space == LOST else "offshore" if space == OFFSHORE else state.hex(space)


def chips_of(state: AtollState, unit: int) -> Plain:
    """The markers that lie on a counter."""
    rows = {"loss": state.losses, "disrupted": state.disrupted, "hero": state.hero, "unsupplied": state.unsupplied}
    return {name: row[unit] if name == "loss" else True for name, row in rows.items() if row[unit]}


def _printed(face: Face) -> str:
    return f"{face.attack}-{face.defense}-{face.movement}"


def unit_of(state: AtollState, unit: int) -> Plain:
    """A counter as somebody sees it who knows what it is; one that nobody knows shows its back to all."""
    covered = back_of(state, state.name(unit))
    if unit >= state.ruleset.count and state.identity[unit] == UNKNOWN:
        return covered
    face = state.face(unit)
    assert face is not None
    found = {"side": covered["side"], "place": covered["place"], "arm": face.arm, "values": _printed(face), "range": face.range}
    found |= {"marks": covered["marks"], "chips": covered["chips"]}
    if unit >= state.ruleset.count:
        found["title"] = state.ruleset.piece(state.identity[unit])[0]
        if not state.open[unit]:
            found["marks"] = [*covered["marks"], "face down"]
    return found


def back_of(state: AtollState, name: str) -> Plain:
    """A counter as everybody sees it: where it lies, what lies on it, and its back."""
    unit = state.ruleset.names["unit"].find(name)[0]
    marks = [("acted", "attacked")[state.acted[unit] - 1]] if state.acted[unit] else []
    side = state.ruleset.sides[state.ruleset.owner(unit)]
    return {"side": side, "place": place_of(state, unit), "back": "garrison", "marks": marks, "chips": chips_of(state, unit)}


def units_of(state: AtollState) -> dict[str, Plain]:
    """Every counter."""
    return {name: unit_of(state, unit) for unit, name in enumerate(state.ruleset.units)}


def stacks_of(state: AtollState) -> dict[str, list[str]]:
    """The order of counters in every hex that has any, bottom first."""
    piles: dict[int, list[int]] = {}
    for unit, space in enumerate(state.where):
        if space >= 0:
            piles.setdefault(space, []).append(unit)
    rank = state.rank.__getitem__
    return {state.hex(space): [state.name(unit) for unit in sorted(pile, key=rank)] for space, pile in sorted(piles.items())}


# ---------------------------------------------------------------------- the rest of the position


def phase_of(state: AtollState) -> str:
    """The running phase."""
    return "over" if state.outcome is not None else PHASE.get(state.step.name, state.step.name)


def sectors_of(state: AtollState) -> dict[str, str]:
    """Who has what of the island."""
    island = state.ruleset.island
    ours, theirs = ({island.sector[space] for space in state.held_by(side)} for side in (US, JP))
    found = {}
    for number in range(state.ruleset.sectors):
        contested = number in ours and number in theirs
        found[sector_id(number)] = "cleared" if state.cleared[number] else "contested" if contested else "held"
    return found


def sector_id(number: int) -> str:
    """The id of a sector."""
    return f"s{number + 1}"


def cards_of(state: AtollState) -> dict[str, Plain]:
    """Every pile; cards face up by name, the top one last."""
    found: dict[str, Plain] = {}
    for pile, name in enumerate(FATE.piles):
        found[name] = {"count": len(state.fate[pile])}
        if pile in (OPEN, SPENT):
            found[name]["cards"] = [FATE_CARDS[card] for card in FATE.known(state.fate, pile)]
    found["in force"]["part"] = dict.fromkeys(found["in force"]["cards"], PARTS[state.part])
    for pile, name in enumerate(ORDERS.piles):
        found[name] = {"count": len(state.orders[pile])}
        if pile in (HAND, PLAYED):
            found[name]["cards"] = [ORDER_CARDS[card] for card in ORDERS.known(state.orders, pile, US)]
    return found


def _counted(state: AtollState, pile: Any) -> Plain:
    return {"count": len(state.orders[ORDERS.piles.index(pile)])}


def duties_of(state: AtollState) -> dict[str, Plain]:
    """What must be done in this phase, by kind: what is left, and how much has been done."""
    units, hexes = state.ruleset.units, state.ruleset.hexes
    rows = {"supply": (state.duty, units), "rally": (state.nerve, units), "lane": (state.lanes, hexes)}
    found: dict[str, Plain] = {}
    for kind, (row, names) in rows.items():
        if any(row):
            found[kind] = {"left": [names[n] for n, owed in enumerate(row) if owed == 1], "done": row.count(2)}
    if state.outcome is None and phase_of(state) == "combat":
        found["close"] = {"left": [units[unit] for unit in close_combats(state)], "done": state.acted.count(2)}
    return found


def combat_of(state: AtollState) -> Plain:
    """The attack that is being prepared."""
    attack = state.find(Attack)
    return {} if attack is None else facts(state, attack.space, attack.called, attack.units)


def standing_of(state: AtollState) -> Plain:
    """Who would win now."""
    won, all_of = sum(state.cleared), state.ruleset.sectors
    return {"winner": "us" if 2 * won >= all_of else "jp", "case": "7.2", "why": f"{won} of {all_of} sectors are cleared"}


def _counts(state: AtollState, row: list[int]) -> dict[str, int]:
    return {state.hex(space): count for space, count in enumerate(row) if count}


SHOWN: Final[tuple[Shown[AtollState], ...]] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", lambda state: state.last),
    Shown("phase", phase_of),
    Shown("units", units_of, COUNTERS, each=True, covered=back_of),
    Shown("stacks", stacks_of),
    Shown("cards", cards_of, PILES, each=True, covered=_counted),
    Shown("sectors", sectors_of),
    Shown("doctrine", lambda state: DOCTRINES[state.doctrine]),
    Shown("landings", lambda state: state.landings),
    Shown("salvos", lambda state: state.salvos),
    Shown("alert", lambda state: state.alert),
    Shown("beachheads", lambda state: [state.hex(space) for space in sorted(state.ruleset.island.beachheads)]),
    Shown("shelled", lambda state: _counts(state, state.shelled)),
    Shown("obstacles", lambda state: _counts(state, state.obstacles)),
    Shown("cup", lambda state: [state.ruleset.piece(piece)[0] for piece in state.cup], CUP),
    Shown("duties", duties_of),
    Shown("combat", combat_of),
    Shown("standing", standing_of),
    *(replace(item, name=f"order {item.name}") for item in ORDERS.shown(_orders, PEEKED)),
)


# ---------------------------------------------------------------------- overlays

OVERLAYS: Final = {"supply": "Supply lines", "fire": "Fields of fire", "command": "Command ranges"}


def overlay(state: AtollState, side: str | None, name: str) -> Plain:
    """One of the overlays, as that side may see it."""
    made = {"supply": supply, "command": command}.get(name)
    return fields_of_fire(state, side) if made is None else made(state)


def supply(state: AtollState) -> Plain:
    """The way to every U.S. unit ashore; where there is none, the straight way and what cuts it."""
    island, closed = state.ruleset.island, commanded(state)
    lines, cuts = [], dict[str, list[str]]()
    for unit in state.ruleset.troops:
        if state.where[unit] < 0:
            continue
        way = supply_way(state, unit)
        if way:
            names = [state.hex(space) for space in reversed(way)]
            lines.append({"path": names, "kind": "way", "says": f"{state.name(unit)} is in supply"})
            continue
        blocked = island.way(state.where[unit], island.beachheads)
        names = [state.hex(space) for space in reversed(blocked)]
        at = [state.hex(space) for space in blocked if space in closed]
        lines.append({"path": names, "kind": "cut", "says": f"{state.name(unit)} is cut off at {', '.join(at)}"})
        cuts |= {space: ["cut"] for space in at}
    legend = [{"kind": "way", "text": "supply from a beachhead"}, {"kind": "cut", "text": "cut by Japanese counters"}]
    return {"name": "supply", "title": OVERLAYS["supply"], "case": "3.1", "spaces": cuts, "lines": lines, "legend": legend}


def fields_of_fire(state: AtollState, side: str | None) -> Plain:
    """How much fire falls on every hex from the counters that this side knows, by side and in five grades."""
    island = state.ruleset.island
    falls: dict[str, dict[int, int]] = {tone: {} for tone in state.ruleset.sides}
    for unit, space in enumerate(state.where):
        known = unit < state.ruleset.count or state.open[unit] or (side == "jp" and state.identity[unit] != UNKNOWN)
        face = state.face(unit) if known and space >= 0 else None
        if face is None or not face.range or not face.attack:
            continue
        tone = state.ruleset.sides[state.ruleset.owner(unit)]
        for near in spaces_of(island.grid.within(space, face.range)):
            if island.is_land[near]:
                falls[tone][near] = falls[tone].get(near, 0) + face.attack
    levels: dict[str, Plain] = {}
    for tone, fallen in falls.items():
        for space, fire in fallen.items():
            name = state.hex(space)
            if name not in levels or levels[name]["level"] < min(5, (fire + 1) // 2):
                levels[name] = {"level": min(5, (fire + 1) // 2), "text": str(fire), "tone": tone}
    legend = [{"tone": "us", "text": "U.S. guns"}, {"tone": "jp", "text": "Japanese guns"}]
    legend += [{"level": 1, "text": "light fire"}, {"level": 5, "text": "heavy fire"}]  # type: ignore[dict-item]
    return {"name": "fire", "title": OVERLAYS["fire"], "case": "6.2", "levels": levels, "legend": legend}


def command(state: AtollState) -> Plain:
    """The hexes around every headquarters within which units attack better."""
    island, regions = state.ruleset.island, []
    for unit, face in enumerate(state.ruleset.us_faces):
        if face.arm == "hq" and state.where[unit] >= 0:
            within = [
                state.hex(space)
                for space in spaces_of(island.grid.within(state.where[unit], face.range))
                if island.is_land[space]
            ]
            says = f"units here are under the command of {state.name(unit)}"
            regions.append({"title": state.name(unit), "spaces": within, "stroke": "dashed", "says": says})
    legend = [{"kind": "range", "text": "in command: +1 in attacks"}]
    return {"name": "command", "title": OVERLAYS["command"], "case": "5.4", "regions": regions, "legend": legend}
