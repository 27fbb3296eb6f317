"""The ruleset of a match of Rage Against the Marines: units, areas and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT, Names, pack
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from beachhead.games.rage.box.components import RANDOM, Components
from beachhead.games.rage.phases import PHASES
from beachhead.games.rage.state import LANDING, PLACES, RESERVE, SUPPORT, UNSET
from beachhead.games.rage.verbs import LAND, MOVE, PLAN, SETUP_PLAN, SNEAK, VERBS

if TYPE_CHECKING:
    from beachhead.engine.game import Game

SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
_STARTS: Final = {"landing_area": LANDING, "reserve": RESERVE, "american_support": SUPPORT, "": UNSET}


Face = tuple[str, Callable[[], dict[str, Any]], Callable[[], dict[str, Any]]]
"""A counter as views show it: its name, and what makes new dicts of all that is shown, and of the printed values in it."""


class RageRuleset(Ruleset):
    """Units in three blocks (U.S. ground, U.S. support, Japanese) with their values in flat lists; the areas' tables."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        components: Components,
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]],
    ) -> None:
        units, areas = components.units, components.map.areas
        super().__init__(
            game,
            parameters,
            verbs=VERBS,
            steps=steps,
            names={
                UNIT: Names([unit.id for unit in units]),
                SPACE: Names([area.id for area in areas], lambda id: (components.map.area(id).name,)),
                PLAN: Names([*components.plans, RANDOM]),
            },
            shown=shown,
            secrets=secrets,
        )
        self.components = components
        self.units = units
        self.areas = areas
        self.unit_ids = tuple(unit.id for unit in units)
        self.area_ids = tuple(area.id for area in areas)
        self.area_names = tuple(area.name for area in areas)
        """What events call units and areas: looked up by number for every sentence."""
        self.number = {unit.id: number for number, unit in enumerate(units)}
        self.area_number = {area.id: number for number, area in enumerate(areas)}
        # bounds of fields
        self.turns = len(components.track)
        self.last_phase = len(PHASES) - 1
        self.last_uncharged = -len(areas)
        # units
        self.ground_count = sum(unit.side == 0 and unit.is_ground for unit in units)
        """U.S. ground units come first: their numbers are below this one."""
        self.us_ground = range(self.ground_count)
        self.support = range(self.ground_count, sum(unit.side == 0 for unit in units))
        self.japanese = range(self.support.stop, len(units))
        self.first_japanese = self.support.stop
        """Japanese units come last: their numbers are not below this one."""
        self.us_ground_units = list(self.us_ground)
        self.support_units = list(self.support)
        self.japanese_units = list(self.japanese)
        """The same units as lists: compiled code goes through a list much faster than through a stored range."""
        self.full = bytes(unit.steps for unit in units)
        self.start = tuple(_STARTS[unit.start] for unit in units)
        self.assault = tuple(unit.assault for unit in units)
        """Assault Rating by steps left, one tuple a unit; entry 0 is for no step."""
        self.bombardment = tuple(unit.bombardment for unit in units)
        """Bombardment Rating likewise; empty for units that are no artillery and no support; the rocket's is all zeros."""
        self.mp = tuple(unit.mp for unit in units)
        """Printed movement points likewise."""
        self.is_gun = tuple(bool(unit.bombardment) for unit in units)
        self.is_rocket = tuple(unit.type == "rocket_artillery" for unit in units)
        self.is_tank = tuple(unit.type == "tank" for unit in units)
        self.is_air = tuple(unit.type == "air_support" for unit in units)
        self.is_naval = tuple(unit.type == "naval_support" for unit in units)
        self.armor = tuple(unit.armor for unit in units)
        self.at = tuple(unit.at for unit in units)
        self.is_red = tuple(unit.colour == "red" for unit in units)
        self.is_third = tuple(unit.division == 3 for unit in units)
        self.needs_beachhead = tuple(unit.side == 0 and unit.type in ("artillery", "tank") for unit in units)
        self.unlimited = tuple(unit.range == "unlimited" for unit in units)
        self.hq = next((number for number, unit in enumerate(units) if unit.type == "hq"), -1)
        looks = [(unit.printed, unit.type, unit.colour) for unit in units]
        self.alike = tuple(
            tuple(n for n in self.japanese if looks[n] == looks[m]) if m in self.japanese else (m,) for m in range(len(units))
        )
        """For each unit the units whose counters look the same, ascending (R58)."""
        self.japanese_guns = tuple(number for number in self.japanese if self.is_gun[number])
        self.japanese_movers = tuple(number for number in self.japanese if self.mp[number][self.full[number]] > 1)
        """Japanese units that are fast enough to move unseen."""
        self.least = min(components.hit_faces)
        """The lowest face that is a Hit."""
        # areas
        self.neighbours = components.map.neighbours
        self.bdv = tuple(area.bdv for area in areas)
        self.is_beach = tuple("beach" in area.symbols for area in areas)
        self.is_mountain = tuple("mountain" in area.symbols for area in areas)
        self.is_hill = tuple(area.bdv == 3 for area in areas)
        self.is_coast = tuple(area.bdv <= 1 for area in areas)
        self.box = tuple(area.box for area in areas)
        self.by_mountain = tuple(tuple(a for a in near if self.is_mountain[a]) for near in self.neighbours)
        """Mountain areas next to each area (11.1.1-c)."""
        self.passable = tuple(
            tuple(tuple(a for a in near if not (tank and self.is_hill[a])) for near in self.neighbours) for tank in (False, True)
        )
        """By whether the unit is a tank: areas next to each area that it can enter (22.4.1)."""
        self.all_areas = range(len(areas))
        self.every_area = (1 << len(areas)) - 1
        """All areas, as bits."""
        self.with_neighbours = tuple(tuple(sorted((area, *near))) for area, near in enumerate(self.neighbours))
        self.within_one = tuple(mask_of(near) for near in self.with_neighbours)
        """The same as bits."""
        numbers = range(len(units))
        self.us_guns = [number for number in self.us_ground if self.is_gun[number]]
        self.plan_codes = [pack(SETUP_PLAN, number) for number in range(len(self.names[PLAN].full))]
        self.land_codes = tuple([pack(LAND, unit, area) for area in self.all_areas] for unit in self.us_ground)
        self.move_codes = tuple(self._ways(MOVE, unit) for unit in numbers)
        """For each unit and the area it is in, the moves into the next."""
        self.sneak_codes = tuple(self._ways(SNEAK, unit) for unit in numbers)
        self.coast = tuple(area for area in self.all_areas if self.is_coast[area])
        self.places = (*(area.id for area in areas), *(name for _, name in sorted(PLACES.items())))
        """What views call the place of a unit, by its number in `where`: those off the areas are below 0, so they come last."""
        self.faces: tuple[dict[int, Face], ...] = tuple({} for _ in units)
        """What views show of each counter by its steps, kept because a view is made for every seat after every action."""
        self.lines: dict[tuple[int, ...], str] = {}
        """The entries of the record in words, kept likewise."""
        self.searches: dict[int, tuple[str, ...]] = {}
        """Areas that were searched together, by their bits, kept likewise."""
        self.counts: dict[bytes, dict[str, int]] = {}
        """Rows of numbers by area as views show them, kept likewise."""
        self.marked: dict[bytes, list[str]] = {}
        """Rows of marks by area as views show them, kept likewise."""
        self.holders: dict[bytes, dict[str, str]] = {}
        """Who controls which area, by the row of control, kept likewise."""

    def _ways(self, verb: int, unit: int) -> list[list[int]]:
        near = self.passable[self.is_tank[unit]]
        return [[pack(verb, unit, other) for other in near[area]] for area in self.all_areas]

    @property
    def max_actions(self) -> int:
        """As the game declares it for its own track; a longer track takes longer in proportion."""
        standard = self.game.scenarios[0].turns
        return self.game.max_actions * max(standard, self.turns) // standard
