"""What can be shaded on the map on request: where it is safe, zones, placement, airfields, chances, what may lie where, banzai.

Everything is told from what that side may know; what lies face down is told as chances over what everybody has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.engine.shown.words import counted, listed
from beachhead.games.bonins.combat import declaring, fronts
from beachhead.games.bonins.garrison import banzai, charging, placement, sectors
from beachhead.games.bonins.ground import SAFE, SECTORS
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table.prospects import chance_to_kill, percent
from beachhead.games.bonins.worlds import deploying, may_lie

Plain = dict[str, Any]
GRADES: Final = 5
OVERLAYS: Final = {
    "safe": "Redeployment and rebuilding",
    "zones": "Zones of control",
    "kill chances": "Chances to kill",
    "hidden": "What may lie there",
    "placement": "Where Japan can place",
    "airfields": "Airfields",
    "banzai": "Banzai reach",
}


def overlay(state: BoninsState, side: str | None, name: str) -> Plain:
    """One of the overlays, as that side may see it: while Japan deploys, its units are out of sight (23.1)."""
    if deploying(state) and side != state.ruleset.sides[JP]:
        state = state.copy()
        state.dug = bytearray(len(state.dug))
        state.rebuild()
    makers = {
        "safe": safe,
        "zones": zones,
        "kill chances": chances,
        "hidden": hidden,
        "placement": placing,
        "airfields": airfields,
    }
    made = makers[name](state) if name in makers else charges(state)
    return {"name": name, "title": OVERLAYS[name]} | made


def _hexes(state: BoninsState, mask: int) -> list[str]:
    return [state.ruleset.ground.names[space] for space in spaces_of(mask)]


def _shaded(state: BoninsState, mask: int, label: str) -> dict[str, list[str]]:
    return {hex_: [label] for hex_ in _hexes(state, mask)}


def _level(chance: Fraction) -> int:
    return max(1, round(chance * GRADES))


# ---------------------------------------------------------------------- ground


def safe(state: BoninsState) -> Plain:
    """Hexes four or more from every Japanese unit: redeployment runs through these alone (15.0), and units are rebuilt there."""
    ground = state.ruleset.ground
    mask = ground.land_mask & ~ground.within(state.jp_mask, SAFE - 1)
    text = "four hexes or more from every Japanese unit: units redeploy through these hexes, and are rebuilt in them (14.7-b)"
    found: Plain = {"case": "15.0-b", "spaces": _shaded(state, mask, "us"), "legend": [{"tone": "us", "text": text}]}
    return found if mask else found | {"title": f"{OVERLAYS['safe']}: nowhere yet"}


def zones(state: BoninsState) -> Plain:
    """Zones of control: every Japanese unit has one, dug in or not; a U.S. unit that has landed on the enemy has none."""
    land = state.ruleset.ground.land_mask
    spaces = _shaded(state, state.us_zone() & land, "us")
    for hex_ in _hexes(state, state.jp_zone() & land):
        spaces.setdefault(hex_, []).append("jp")
    legend = [{"tone": "us", "text": "U.S. zones of control"}, {"tone": "jp", "text": "Japanese zones of control"}]
    return {"case": "std-6.0", "spaces": spaces, "legend": legend}


def placing(state: BoninsState) -> Plain:
    """Hexes that can take a replacement or a redeploying unit, by sector, the best ground deepest (19.5)."""
    levels: dict[str, Plain] = {}
    for sector in range(1, SECTORS):
        hexes = placement.eligible(state, sector)
        best = mask_of(placement.best(state, hexes))
        for space in spaces_of(hexes):
            grade = GRADES if best >> space & 1 else 2
            levels[state.hex_name(space)] = {"level": grade, "text": str(sector), "tone": "jp"}
    legend = [
        {"level": 5, "tone": "jp", "text": "taken first in its sector, by the order of terrain; equals by lot"},
        {"level": 2, "tone": "jp", "text": "eligible; the figure is the die that brings a unit there"},
    ]
    dead = [str(sector) for sector in range(1, SECTORS) if not placement.eligible(state, sector)]
    if dead:
        legend.append({"level": 1, "tone": "plain", "text": f"no unit can come on a {' or '.join(dead)}"})
    return {"case": "19.5-b", "levels": levels, "legend": legend}


def airfields(state: BoninsState) -> Plain:
    """Whether each airfield brings a marker, and the Japanese units that deny it (16.1)."""
    ground = state.ruleset.ground
    spaces: dict[str, list[str]] = {}
    lines: list[Plain] = []
    legend: list[Plain] = []
    for number in (1, 2):
        mask = ground.airfield_masks.get(number, 0)
        if not mask:
            continue
        counts = declaring.airfield_counts(state, number)
        denied = mask & (state.jp_mask | state.jp_zone())
        spaces |= _shaded(state, mask & ~denied, "us") | _shaded(state, denied, "jp")
        deniers = [space for space in spaces_of(state.jp_mask) if (ground.near_mask[space] | 1 << space) & mask]
        for space in deniers:
            touched = spaces_of(ground.near_mask[space] & mask)
            if touched:
                says = f"The unit in {state.hex_name(space)} denies Airfield No. {number}"
                lines.append(
                    {"path": [state.hex_name(space), state.hex_name(touched[0])], "kind": "cut", "tone": "jp", "says": says}
                )
        alone = " but brings one only together with No. 1" if number == 2 and not declaring.airfield_counts(state, 1) else ""
        why = f"denied by {listed([state.hex_name(space) for space in deniers])}" if deniers else f"counts{alone}"
        legend.append({"tone": "us" if counts else "jp", "text": f"No. {number}: {why}"})
    if state.storm:
        legend.append({"tone": "plain", "text": "In a storm no airfield brings a marker (16.4-a)"})
    return {"case": "16.1-b", "spaces": spaces, "lines": lines, "legend": legend}


# ---------------------------------------------------------------------- chances


def attacking_hexes(state: BoninsState, target: int) -> list[int]:
    """The U.S. hexes that could join in an attack on a hex as units stand now, whoever has attacked already."""
    near = state.ruleset.ground.near_mask[target] & state.us_mask
    return [space for space in spaces_of(near) if fronts.attackers_into(state, state.top_units(space), target)]


def chances(state: BoninsState) -> Plain:
    """For every Japanese hex next to U.S. units: the chance to kill its unit, or to drive it out, if all of them attack."""
    levels: dict[str, Plain] = {}
    lines: list[Plain] = []
    for target in spaces_of(state.jp_mask):
        hexes = attacking_hexes(state, target)
        if not hexes:
            continue
        attackers = [unit for space in hexes for unit in fronts.attackers_into(state, state.top_units(space), target)]
        chance = chance_to_kill(state, target, attackers)
        where = state.hex_name(target)
        levels[where] = {"level": _level(chance), "text": percent(chance), "tone": "us"}
        for space in hexes:
            says = f"{where}: {percent(chance)} with {sum(map(state.attack_of, attackers))} factors"
            lines.append({"path": [state.hex_name(space), where], "kind": "way", "tone": "us", "says": says})
    text = "Percent to kill a dug-in unit, or to drive out another, if all units next to it attack"
    legend = [{"level": 5, "tone": "us", "text": text}, {"kind": "way", "tone": "us", "text": "who could attack it"}]
    found: Plain = {"case": "20.2-table", "levels": levels, "lines": lines, "legend": legend}
    return found if levels else found | {"title": f"{OVERLAYS['kill chances']}: nobody is in contact"}


def hidden(state: BoninsState) -> Plain:
    """For every dug-in unit the chance that it stops tanks, and that it is one for the Fire Support Track."""
    ruleset, levels = state.ruleset, dict[str, Plain]()
    for space in spaces_of(state.dug_mask):
        may = may_lie(state, space)[0]
        guns = sum((chance for unit, chance in may.items() if ruleset.is_anti_tank[unit]), Fraction(0))
        track = sum((chance for unit, chance in may.items() if ruleset.on_track[unit]), Fraction(0))
        text = f"{round(guns * 100)}:{round(track * 100)}"
        levels[state.hex_name(space)] = {"level": _level(guns), "text": text, "tone": "jp"}
    legend = [
        {"level": 4, "tone": "jp", "text": "The deeper, the likelier an anti-tank or antiaircraft unit"},
        {"level": 1, "tone": "plain", "text": "Percent: stops tanks : headquarters or artillery"},
    ]
    return {"case": "hidden-us-view", "levels": levels, "legend": legend}


# ---------------------------------------------------------------------- banzai


def charges(state: BoninsState) -> Plain:
    """Which U.S. hex each dug-in unit would charge if it could move, as units stand now (20.5-g)."""
    lines: list[Plain] = []
    counts: dict[str, int] = {}
    for space, target in reach_of(state):
        here, there = state.hex_name(space), state.hex_name(target)
        lines.append({"path": [here, there], "kind": "way", "tone": "jp", "says": f"The unit in {here} would charge {there}"})
        counts[there] = counts.get(there, 0) + 1
    most = max(counts.values(), default=1)
    levels = {
        hex_: {"level": max(1, -(-GRADES * count // most)), "text": str(count), "tone": "jp"} for hex_, count in counts.items()
    }
    cleared = sectors.cleared_count(state)
    if not banzai.may_be(state):
        when = "none before Suribachi is cleared"
    else:
        when = f"{cleared} in 6 a turn" if cleared else "none before a sector is cleared"
    legend = [
        {"kind": "way", "tone": "jp", "text": "which hex a dug-in unit would charge, if it can move and attack"},
        {"level": 3, "tone": "jp", "text": "how many would charge this hex"},
        {"level": 1, "tone": "plain", "text": f"{counted(cleared, 'sector')} cleared: {when}"},
    ]
    return {"case": "20.5-g", "levels": levels, "lines": lines, "legend": legend, "title": f"{OVERLAYS['banzai']}: {when}"}


def reach_of(state: BoninsState) -> Iterable[tuple[int, int]]:
    """Each dug-in unit off Suribachi that could get next to a U.S. unit, with the hex it would charge; of equals the first."""
    ruleset = state.ruleset
    if not state.us_mask:
        return
    scout = max(ruleset.jp_units, key=lambda unit: ruleset.halves[unit], default=-1)
    if scout < 0:
        return
    trial = state.copy()
    trial.sink = None
    for space in spaces_of(state.dug_mask & ~ruleset.ground.sector_mask[0]):
        trial.where[scout] = space
        targets = charging.nearest_targets(trial, scout)
        if targets:
            yield space, targets[0]
