"""What can be shaded on the map on request: fields of fire, danger, communication, control, artillery, objectives.

Nothing in D-Day is hidden from its player, so everybody may see every overlay.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.shown.words import counted
from beachhead.games.dday import victory
from beachhead.games.dday.box.kinds import COLORS, SECTORS
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.fire import japanese_artillery, under_fire
from beachhead.games.dday.ruleset import D_DAY
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table import later_overlays
from beachhead.games.dday.table.combat.fire_risk import Hurt, fire_phase_risk

Plain = dict[str, Any]
GRADES: Final = 5
HOT: Final = 5
COOL: Final = 2
TONES: Final = ("red", "yellow", "blue", "green", "orange", "violet", "black")
"""A tone of the page for each fire color."""
OVERLAYS: Final = {
    "fields": "Fields of fire by color",
    "intensity": "Intense and steady fire",
    "movers": "Fire at moving units",
    "danger": "Danger from the next fire card",
    "us communication": "U.S. communication",
    "japanese communication": "Japanese communication",
    "control": "U.S. control",
    "artillery": "Japanese artillery",
    "objectives": "Objectives",
    **later_overlays.TITLES,
}


def overlay(state: DDayState, name: str) -> Plain:
    """One of the overlays."""
    return {"name": name, "title": OVERLAYS[name]} | MAKERS[name](state)


def _names(state: DDayState, mask: int) -> list[str]:
    return [state.ruleset.hex_name(place) for place in spaces_of(mask)]


def _position(state: DDayState, position: int) -> str:
    return state.ruleset.hex_name(state.ruleset.position_hex[position])


def _empty(made: Plain, name: str, when: str) -> Plain:
    """An overlay with nothing to show says so in its title."""
    return made | {"title": f"{OVERLAYS[name]}: {when}"}


# ---------------------------------------------------------------------- fire


def fields(state: DDayState) -> Plain:
    """The fields of occupied groups, one outline for each color: solid where fire is intense, dashed where it is steady."""
    hot, cool = [0] * len(COLORS), [0] * len(COLORS)
    count = [0] * len(COLORS)
    for number, group in enumerate(state.ruleset.groups):
        intense, steady = fields_of_fire.group_field(state, number)
        if intense | steady:
            hot[group.color] |= intense
            cool[group.color] |= steady
            count[group.color] += 1
    regions: list[Plain] = []
    legend: list[Plain] = []
    for number, color in enumerate(COLORS):
        if not count[number]:
            continue
        groups = counted(count[number], "group")
        for mask, word, stroke in ((hot[number], "intense", "solid"), (cool[number] & ~hot[number], "steady", "dashed")):
            if mask:
                look = {"stroke": stroke, "tone": TONES[number], "part": color}
                regions.append({"title": f"{color.capitalize()}, {word}", "spaces": _names(state, mask)} | look)
        acts = "on every card" if color == "black" else f"when {color} is on the card"
        legend.append({"level": 4, "tone": TONES[number], "text": f"{color.capitalize()}: {groups}, {acts}", "part": color})
    legend.append({"level": 1, "tone": "plain", "text": "Solid: intense. Dashed: steady."})
    made: Plain = {"case": "6.2.1", "regions": regions, "legend": legend}
    return made if regions else _empty(made, "fields", "none now")


def intensity(state: DDayState) -> Plain:
    """Hexes in intense and in steady fire, with the number of groups that can fire into each."""
    hot: dict[int, int] = {}
    cool: dict[int, int] = {}
    for group in range(state.ruleset.group_count):
        intense, steady = fields_of_fire.group_field(state, group)
        for place in spaces_of(intense):
            hot[place] = hot.get(place, 0) + 1
        for place in spaces_of(steady):
            cool[place] = cool.get(place, 0) + 1
    levels: dict[str, Plain] = {}
    for place in sorted({*hot, *cool}):
        text = f"{hot.get(place, 0)}:{cool[place]}" if place in cool else str(hot[place])
        levels[state.ruleset.hex_name(place)] = {"level": HOT if place in hot else COOL, "text": text, "tone": "jp"}
    legend = [
        {"level": HOT, "tone": "jp", "text": "intense: hits also those without the card's symbol"},
        {"level": COOL, "tone": "jp", "text": "steady: hits only those with the symbol, and crowded hexes"},
        {"level": 1, "tone": "plain", "text": "Figures: groups with intense : steady fire"},
    ]
    made: Plain = {"case": "6.3-chart", "levels": levels, "legend": legend}
    return made if levels else _empty(made, "intensity", "none now")


def movers(state: DDayState) -> Plain:
    """Fields that count for movement under fire, and lines from the groups to the US hexes that they cover."""
    masks = under_fire.fields(state)
    levels: dict[str, Plain] = {}
    for place in spaces_of(masks.both):
        hot = masks.intense >> place & 1
        levels[state.ruleset.hex_name(place)] = {"level": HOT if hot else COOL, "text": "", "tone": "jp"}
    lines: list[Plain] = []
    for number, group in enumerate(state.ruleset.groups):
        intense, steady = fields_of_fire.moving_field(state, number)
        for place in spaces_of((intense | steady) & state.us_mask):
            here = state.ruleset.hex_name(place)
            start = _nearest(state, number, place)
            word = "intense" if intense >> place & 1 else "steady"
            says = f"{group.name} ({COLORS[group.color]}) can fire at units that leave {here}: {word}"
            if start != here:
                lines.append({"path": [start, here], "kind": "fire", "tone": TONES[group.color], "says": says})
    legend: list[Plain] = [
        {"level": HOT, "tone": "jp", "text": "intense: leaving the hex on a longer move draws fire"},
        {"level": COOL, "tone": "jp", "text": "steady: the same for units without tanks"},
        {"kind": "fire", "tone": "red", "text": "who can fire at units that leave their hex, in the color of the position"},
    ]
    made: Plain = {"case": "7.3.3-a", "levels": levels, "lines": lines, "legend": legend}
    return made if levels else _empty(made, "movers", "nobody can fire")


def _nearest(state: DDayState, group: int, place: int) -> str:
    """The hex of a group that is nearest to another, held by the Japanese if any is."""
    ground = state.ruleset.ground
    hexes = spaces_of(ground.group_mask[group] & state.jp_mask) or spaces_of(ground.group_mask[group])
    return state.ruleset.hex_name(min(hexes, key=lambda one: (ground.distance[one][place], one)))


def danger(state: DDayState) -> Plain:
    """For every hex with US units the chance that the next fire card costs it a step."""
    found: dict[int, list[Hurt]] = {}
    for unit, hurt in fire_phase_risk(state).items():
        if state.where[unit] >= 0:
            found.setdefault(state.where[unit], []).append(hurt)
    levels: dict[str, Plain] = {}
    for place, hurts in found.items():
        steps = sum((hurt.step for hurt in hurts), Fraction(0))
        worst = max(max(hurt.step, hurt.stopped) for hurt in hurts)
        grade = max(1, min(GRADES, round(worst * GRADES)))
        levels[state.ruleset.hex_name(place)] = {"level": grade, "text": f"{float(steps):.1f}", "tone": "jp"}
    total = sum((hurt.step for hurts in found.values() for hurt in hurts), Fraction(0))
    legend = [
        {"level": 5, "tone": "jp", "text": "the deeper, the likelier some unit there is hit"},
        {
            "level": 1,
            "tone": "plain",
            "text": f"Figures: steps lost on average, {float(total):.1f} in all, before what you choose instead",
        },
    ]
    made: Plain = {"case": "6.3", "levels": levels, "legend": legend}
    return made if levels else _empty(made, "danger", "nobody is in sight")


# ---------------------------------------------------------------------- communication and control


def us_communication(state: DDayState) -> Plain:
    """Hexes from which a path leads to a landing beach, and US hexes from which none does, with who cuts them off."""
    ground = state.ruleset.ground
    spaces: dict[str, list[str]] = {}
    lines: list[Plain] = []
    for place in range(ground.land):
        name = state.ruleset.hex_name(place)
        if communication.us_in_communication(state, place):
            spaces[name] = ["us"]
        elif state.us_mask >> place & 1:
            spaces[name] = ["jp"]
            for group in _over(state, place)[:2]:
                text = f"{state.ruleset.groups[group].name} sees {name}, so it is out of communication"
                start = _nearest(state, group, place)
                if start != name:
                    lines.append({"path": [start, name], "kind": "cut", "tone": "jp", "says": text})
    legend: list[Plain] = [
        {"tone": "us", "text": "a path leads to a landing beach, clear of Japanese hexes and fields of fire"},
        {"tone": "jp", "text": "U.S. units without such a path"},
        {"kind": "cut", "tone": "jp", "text": "whose field of fire lies over them"},
    ]
    return {"case": "12.3-a", "spaces": spaces, "lines": lines, "legend": legend}


def _over(state: DDayState, place: int) -> list[int]:
    """The occupied groups that see a hex, disrupted or not."""
    found = []
    for group in range(state.ruleset.group_count):
        if state.ruleset.ground.group_mask[group] & state.jp_mask:
            hot, cool = fields_of_fire.full_field(state, group)
            if (hot | cool) >> place & 1:
                found.append(group)
    return found


def japanese_communication(state: DDayState) -> Plain:
    """Positions in Japanese communication, those that are cut off, and the hexes that close the paths."""
    ruleset = state.ruleset
    levels: dict[str, Plain] = {}
    cut = []
    for position, place in enumerate(ruleset.position_hex):
        if state.us_mask >> place & 1 and not state.jp_mask >> place & 1:
            continue
        linked = communication.japanese_in_communication(state, position)
        levels[ruleset.hex_name(place)] = {
            "level": 4 if linked else 3,
            "text": "" if linked else "cut",
            "tone": "jp" if linked else "us",
        }
        if not linked:
            cut.append(ruleset.hex_name(place))
    closed = communication.controlled(state) | ruleset.network.of_mask(state.us_mask)
    spaces = {ruleset.hex_name(place): ["us"] for place in range(ruleset.ground.land) if closed & ruleset.network.bit[place]}
    linked = communication.suribachi_linked(state)
    legend: list[Plain] = [
        {"level": 4, "tone": "jp", "text": "in communication: letters work, reserves and depth can come"},
        {"level": 3, "tone": "us", "text": f"cut off: {len(cut)}" if cut else "cut off: none"},
        {"tone": "us", "text": "hexes that your units hold or control close the paths"},
        {"level": 1, "tone": "plain", "text": f"Suribachi is {'still linked with another sector' if linked else 'cut off'}"},
    ]
    return {"case": "12.2", "levels": levels, "spaces": spaces, "legend": legend}


def control(state: DDayState) -> Plain:
    """Hexes that US units control."""
    ruleset = state.ruleset
    found = communication.controlled(state)
    spaces = {ruleset.hex_name(place): ["us"] for place in range(ruleset.ground.land) if found & ruleset.network.bit[place]}
    legend = [
        {
            "tone": "us",
            "text": "controlled: a company of three steps, or two units with three together, also hold the hexes around",
        }
    ]
    made: Plain = {"case": "12.1", "spaces": spaces, "legend": legend}
    return made if spaces else _empty(made, "control", "none yet")


# ---------------------------------------------------------------------- artillery, objectives


def guns(state: DDayState) -> Plain:
    """Intact guns with their points, and what each sector would fire where as units stand now."""
    ruleset = state.ruleset
    levels: dict[str, Plain] = {}
    for position, place in enumerate(ruleset.position_hex):
        points = ruleset.positions[position].artillery
        if not points:
            continue
        name = ruleset.hex_name(place)
        if state.guns_lost[position]:
            levels[name] = {"level": 1, "text": "0", "tone": "us"}
        else:
            held = bool(state.jp_mask >> place & 1)
            levels[name] = {"level": min(GRADES, 1 + points) if held else 1, "text": str(points), "tone": "jp"}
    into = japanese_artillery.allocation(state, 0)
    legend: list[Plain] = []
    for sector in SECTORS:
        has, falls = japanese_artillery.points_of(state, sector), into[sector - 1]
        text = f"Sector {sector}: {counted(has, 'point')}; {falls} would fall into it now"
        legend.append({"level": 3, "tone": "jp", "text": text})
    legend.append({"level": 1, "tone": "us", "text": "0: guns destroyed. Guns of an empty position are silent."})
    return {"case": "6.5.3", "levels": levels, "legend": legend}


def objectives(state: DDayState) -> Plain:
    """The positions that count for victory, held or not, and whether the other tests are met."""
    levels: dict[str, Plain] = {}
    wanted = victory.targets(state)
    mine = victory.held(state, list(wanted))
    for position, word in wanted.items():
        under = position in mine
        levels[_position(state, position)] = {"level": 5 if under else 2, "text": word, "tone": "us" if under else "jp"}
    for number, hexes in victory.airfields_wanted(state).items():
        for place in hexes:
            under = communication.us_holds_hex(state, place)
            look = {"level": 4 if under else 1, "text": f"A{number}", "tone": "us" if under else "jp"}
            levels.setdefault(state.ruleset.hex_name(place), look)
    needed = ": one on Airfield 1 (A1) and one in Sector 3 (S3) are needed" if state.ruleset.setup.number == D_DAY else ""
    legend: list[Plain] = [
        {"level": 5, "tone": "us", "text": "under U.S. control"},
        {"level": 2, "tone": "jp", "text": f"not yet{needed}"},
        {"level": 1, "tone": "plain", "text": "S3: a position of Sector 3. A1: on Airfield 1"},
    ]
    for criterion in victory.criteria(state):
        legend.append({"level": 3, "tone": "us" if criterion.met else "jp", "text": criterion.says})
    return {"case": victory.case_of(state.ruleset), "levels": levels, "legend": legend}


MAKERS: Final[dict[str, Callable[[DDayState], Plain]]] = {
    "fields": fields,
    "intensity": intensity,
    "movers": movers,
    "danger": danger,
    "us communication": us_communication,
    "japanese communication": japanese_communication,
    "control": control,
    "artillery": guns,
    "objectives": objectives,
    **later_overlays.MAKERS,
}
