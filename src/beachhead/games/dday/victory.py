"""Victory (18.4.5 to 18.9.4): every scenario lists what the player must achieve; all of it, or the battle is lost.

The lists of later scenarios are read from their clauses in scenarios.yaml; D-Day's own four tests stand here as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted, listed
from beachhead.engine.state import Result
from beachhead.games.dday import phases
from beachhead.games.dday.box.sheets import Clause
from beachhead.games.dday.control import communication
from beachhead.games.dday.counters import losses
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import CAMPAIGN, D_DAY, DDayRuleset
from beachhead.games.dday.state import DDayState

MOST_LOSSES: Final = 50
AIRFIELD: Final = 1
SECTOR: Final = 3
LINK: Final = "lose_at_once_if"
CASES: Final = {1: "18.4.5", 2: "18.5.4", 3: "18.6.4", 4: "18.7.4", 5: "18.8.4", 6: "18.9.4"}
"""Where a scenario says what victory is."""
FEW: Final = 6
"""No more positions than this are named in a sentence."""


class Criterion(NamedTuple):
    """One of the things that the player must achieve."""

    name: str
    case: str
    met: bool
    says: str


@enforces(
    FAMILY, "18.4.5", "18.4.5-a", "18.4.5-b", "18.4.5-c", "18.5.4", "18.6.4", "18.7.4", "18.8.4", "18.9.4",
)  # fmt: skip
def criteria(state: DDayState) -> list[Criterion]:
    """All tests of the scenario, as they stand now. Step losses count whether or not they were replaced (c-35)."""
    if state.ruleset.setup.number == D_DAY:
        return d_day(state)
    return [TESTS[clause.name](state, clause) for clause in clauses(state.ruleset)]


def clauses(ruleset: DDayRuleset) -> tuple[Clause, ...]:
    """What the player must achieve after D-Day; played on, a scenario asks for what the campaign does (D108)."""
    return (ruleset.components.scenarios[CAMPAIGN] if ruleset.plays_on else ruleset.setup).victory


def case_of(ruleset: DDayRuleset) -> str:
    """The rule that says what victory is."""
    return CASES[CAMPAIGN] if ruleset.plays_on else CASES.get(ruleset.setup.number, CASES[3])


# ---------------------------------------------------------------------- D-Day


@enforces(FAMILY, "18.4.5", "18.4.5-a", "18.4.5-b", "18.4.5-c")
def d_day(state: DDayState) -> list[Criterion]:
    """The four tests of Scenario One."""
    linked = communication.suribachi_linked(state)
    airfield = held(state, airfield_positions(state))
    sector = held(state, sector_positions(state))
    codes = state.ruleset.position_code
    return [
        Criterion("losses", "18.4.5-a", state.losses <= MOST_LOSSES, f"{state.losses} steps lost; {MOST_LOSSES} are allowed"),
        Criterion(
            "suribachi",
            "18.4.5-b",
            not linked,
            "Suribachi still has communication with another sector" if linked else "Suribachi is cut off",
        ),
        Criterion(
            "airfield",
            "18.4.5-c",
            bool(airfield),
            "Airfield 1: " + (", ".join(codes[position] for position in airfield) or "no position under US control"),
        ),
        Criterion(
            "sector 3",
            "18.4.5-c",
            bool(sector),
            "Sector 3: " + (", ".join(codes[position] for position in sector) or "no position under US control"),
        ),
    ]


# ---------------------------------------------------------------------- positions


def airfield_positions(state: DDayState, airfield: int = AIRFIELD) -> list[int]:
    """The positions on an airfield, by default on Airfield 1."""
    field = state.ruleset.components.board.airfields.get(airfield, ())
    return [position for position, place in enumerate(state.ruleset.position_hex) if place in field]


def sector_positions(state: DDayState, sector: int = SECTOR) -> list[int]:
    """The positions of a sector, by default of Sector 3."""
    return [position for position, number in enumerate(state.ruleset.position_sector) if number == sector]


def every_position(state: DDayState) -> list[int]:
    """All positions but those of sectors that are out of play (D40)."""
    idle = state.ruleset.idle_sectors
    return [position for position, sector in enumerate(state.ruleset.position_sector) if sector not in idle]


def held(state: DDayState, positions: list[int]) -> list[int]:
    """Those of the positions that the US side controls, with communication (c-34)."""
    return [position for position in positions if communication.us_controls_position(state, position)]


def wanted(state: DDayState, aims: Mapping[str, Any]) -> list[int]:
    """The positions of which a clause speaks; none if it is about hexes of an airfield."""
    if "positions_on_airfield" in aims:
        return airfield_positions(state, int(aims["positions_on_airfield"]))
    if "positions_in_sector" in aims:
        return sector_positions(state, int(aims["positions_in_sector"]))
    return every_position(state) if "positions" in aims else []


def targets(state: DDayState) -> dict[int, str]:
    """The positions that count for victory, each with a short word for the reason."""
    if state.ruleset.setup.number == D_DAY:
        return dict.fromkeys(airfield_positions(state), "A1") | dict.fromkeys(sector_positions(state), "S3")
    found: dict[int, str] = {}
    for clause in clauses(state.ruleset):
        aims: Mapping[str, Any] = clause.details.get("us_controls", {})
        if clause.name == "cleared":
            sector = int(clause.details["cleared"]["sector"])
            found |= dict.fromkeys(sector_positions(state, sector), f"S{sector}")
        for position in wanted(state, aims):
            word = aims.get("positions_on_airfield")
            sector = state.ruleset.position_sector[position]
            found.setdefault(position, f"S{sector}" if word is None else f"A{word}")
    return found


def airfields_wanted(state: DDayState) -> dict[int, tuple[int, ...]]:
    """The hexes of airfields that count for victory as such, by airfield."""
    found: dict[int, tuple[int, ...]] = {}
    if state.ruleset.setup.number != D_DAY:
        for clause in clauses(state.ruleset):
            aims: Mapping[str, Any] = clause.details.get("us_controls", {})
            number = int(aims.get("airfield", aims.get("hexes_of_airfield", 0)))
            if number:
                found[number] = tuple(sorted(state.ruleset.components.board.airfields.get(number, ())))
    return found


# ---------------------------------------------------------------------- the tests of later scenarios


@enforces(FAMILY, "18.5.4-a", "18.6.4-a", "18.7.4-a", "18.8.4-a", "18.9.4-a")
def losses_test(state: DDayState, clause: Clause) -> Criterion:
    """So many infantry steps in the game, or on any one day. Catastrophic losses have ended the game before (c-26)."""
    most = int(clause.details["max_infantry_step_losses"])
    if clause.details["period"] == "game":
        lost, when, each = losses.infantry_lost(state), "lost", "are allowed"
    else:
        day = losses.worst_day(state)
        lost, when, each = losses.infantry_lost(state, day), f"lost on {date_text(state.ruleset, day)}", "a day are allowed"
    boxes = [
        f"{losses.ordinal(division)} {losses.in_box(state, division)} of {losses.most_counters(state, division)}"
        for division in losses.DIVISIONS
        if losses.limit(state, division) and losses.is_in_game(state, division)
    ]
    says = f"{counted(lost, 'infantry step')} {when}; {most} {each}"
    if boxes:
        says += f". Loss boxes: {', '.join(boxes)}"
    return Criterion("losses", clause.case, lost <= most, says)


def date_text(ruleset: DDayRuleset, day: int) -> str:
    """A day, counted from 19 February, in words."""
    date = ruleset.charts.dates[1 if not day else day * losses.TURNS_A_DAY + 4]
    return f"{date % 100} {'February' if date < losses.MARCH else 'March'}"


@enforces(FAMILY, "18.5.4-b", "18.6.4-b")
def cleared_test(state: DDayState, clause: Clause) -> Criterion:
    """A sector without anything Japanese, and with every position of it under US control (D143)."""
    sector = int(clause.details["cleared"]["sector"])
    positions = sector_positions(state, sector)
    mine = held(state, positions)
    rest = [position for position in positions if position not in mine]
    clear = not rest and not state.jp_mask & state.ruleset.ground.sector_mask[sector]
    says = f"Sector {sector} is cleared" if clear else f"Sector {sector}: {named(state, rest)} not under US control"
    return Criterion(f"sector {sector}", clause.case, clear, says)


def named(state: DDayState, positions: list[int]) -> str:
    """Positions in words, if they are not too many."""
    codes = [state.ruleset.position_code[position] for position in positions]
    return listed(codes) if len(codes) <= FEW else f"{len(codes)} positions"


@enforces(FAMILY, "18.5.4-c")
def link_test(state: DDayState, clause: Clause) -> Criterion:
    """Whether Suribachi is cut off. Before that has happened once, nothing is lost."""
    linked = is_linked(state)
    says = "Suribachi is cut off" if not linked else "Suribachi has communication" + (" again" if state.cut_off else "")
    return Criterion("suribachi", clause.case, not (linked and state.cut_off), says)


@enforces(
    FAMILY, "18.6.4-b", "18.6.4-c", "18.7.4-b", "18.7.4-c", "18.8.4-b", "18.9.4-b",
)  # fmt: skip
def control_test(state: DDayState, clause: Clause) -> Criterion:
    """Positions, an airfield, or hexes of one under US control (c-34)."""
    aims: Mapping[str, Any] = clause.details["us_controls"]
    if "airfield" in aims:
        number = int(aims["airfield"])
        free = communication.us_controls_airfield(state, number)
        says = f"Airfield {number} is {'under' if free else 'not under'} US control"
        return Criterion(f"airfield {number}", clause.case, free, says)
    if "hexes_of_airfield" in aims:
        number, least = int(aims["hexes_of_airfield"]), int(aims["at_least"])
        field = state.ruleset.components.board.airfields.get(number, ())
        hexes = sum(communication.us_holds_hex(state, place) for place in field)
        says = f"Airfield {number}: {counted(hexes, 'hex', 'hexes')} under US control, {least} needed"
        return Criterion(f"airfield {number}", clause.case, hexes >= least, says)
    positions = wanted(state, aims)
    mine = held(state, positions)
    if "positions" in aims:
        rest = len(positions) - len(mine)
        says = "Every position is under US control" if not rest else f"{counted(rest, 'position')} not under US control"
        return Criterion("positions", clause.case, not rest, says)
    least = int(aims["at_least"])
    airfield = aims.get("positions_on_airfield")
    where = f"sector {aims['positions_in_sector']}" if airfield is None else f"airfield {airfield}"
    says = f"{where[0].upper()}{where[1:]}: {counted(len(mine), 'position')} under US control, {least} needed"
    return Criterion(where, clause.case, len(mine) >= least, says)


TESTS: Final[Mapping[str, Callable[[DDayState, Clause], Criterion]]] = {
    "max_infantry_step_losses": losses_test,
    "cleared": cleared_test,
    LINK: link_test,
    "us_controls": control_test,
}


def described(ruleset: DDayRuleset) -> list[tuple[str, str, str]]:
    """What the player must achieve after D-Day: the aim, a note and the rule, for the page."""
    found: list[tuple[str, str, str]] = []
    for clause in clauses(ruleset):
        details = clause.details
        if clause.name == "max_infantry_step_losses":
            period = "in the game" if details["period"] == "game" else "on any one day"
            most = counted(int(details["max_infantry_step_losses"]), "infantry step")
            found.append((f"no more than {most} lost {period}", "replaced steps count as lost", clause.case))
        elif clause.name == "cleared":
            note = "nothing Japanese in it, every position under U.S. control"
            found.append((f"Sector {details['cleared']['sector']} is cleared", note, clause.case))
        elif clause.name == LINK:
            found.append(("Suribachi stays cut off", "once cut, a new link with the north loses the game at once", clause.case))
        else:
            found.append((_aim_text(details["us_controls"]), "under U.S. control, in communication", clause.case))
    return found


def _aim_text(aims: Mapping[str, Any]) -> str:
    if "airfield" in aims:
        return f"Airfield {aims['airfield']}, free of Japanese fields of fire"
    if "positions" in aims:
        return "every position on the map"
    if "hexes_of_airfield" in aims:
        return f"{counted(int(aims['at_least']), 'hex', 'hexes')} of Airfield {aims['hexes_of_airfield']}"
    number = counted(int(aims["at_least"]), "position")
    airfield = aims.get("positions_on_airfield")
    return f"{number} in Sector {aims['positions_in_sector']}" if airfield is None else f"{number} on Airfield {airfield}"


# ---------------------------------------------------------------------- Suribachi's link


@enforces(FAMILY, "18.5.4-c")
def is_linked(state: DDayState) -> bool:
    """Whether Suribachi has communication with the north: by a path to a position elsewhere that is not US controlled, or, where
    only the south is in play, to the northernmost column of it (D106)."""
    columns = state.ruleset.setup.closed_columns_from
    if not columns:
        return communication.suribachi_linked(state)
    return communication.suribachi_reaches(state, columns - 1)


@enforces(FAMILY, "18.5.4-c")
def after_phase(state: DDayState) -> None:
    """A phase is over. From the end of the US Action Phase of GT 7 on Suribachi's link is looked at: once cut it must stay so, or
    the game is lost at once (D106)."""
    if not any(clause.name == LINK for clause in state.ruleset.setup.victory):
        return
    if (state.turn, phases.ORDER.index(state.phase)) < (phases.SECOND_DAY, phases.ORDER.index(phases.ACTIONS)):
        return
    if not is_linked(state):
        state.cut_off = 1
    elif state.cut_off:
        how = "Suribachi has communication with the north again"
        state.end(Result("jp", "18.5.4-c", how, state.turn, points(state)))


# ---------------------------------------------------------------------- the end


def last_turn(state: DDayState) -> int:
    """The last game turn: the scenario's, or an earlier one since the 3rd Marines were committed (18.2-e)."""
    return state.last or state.ruleset.last_turn


def points(state: DDayState, tested: list[Criterion] | None = None) -> tuple[tuple[str, int], ...]:
    """How many tests are met, and how many are not; who has made the tests need not make them again."""
    found = criteria(state) if tested is None else tested
    met = sum(criterion.met for criterion in found)
    return ("us", met), ("jp", len(found) - met)


def tally(state: DDayState) -> dict[str, int]:
    """What a turn begins with, for a diary: steps lost so far, and positions under US control."""
    ground = sum(communication.us_controls_position(state, position) for position in range(state.ruleset.position_count))
    return {"losses": state.losses, "ground": ground}


@enforces(
    FAMILY, "18.4.5", "4.0-IX-b", "18.1-a", "18.5.4", "18.6.4", "18.7.4", "18.8.4", "18.9.4",
)  # fmt: skip
def end_of_game(state: DDayState) -> None:
    """The last turn is over: all criteria met, or the player has lost."""
    found = criteria(state)
    failed = [criterion for criterion in found if not criterion.met]
    if not failed:
        d_day_only = state.ruleset.setup.number == D_DAY
        how = "all four objectives of D-Day are met" if d_day_only else f"all objectives of {state.ruleset.setup.name} are met"
        winner, case = "us", case_of(state.ruleset)
    else:
        how = "; ".join(criterion.says for criterion in failed)
        winner, case = "jp", failed[0].case
    state.end(Result(winner, case, how, state.turn, points(state, found)))
