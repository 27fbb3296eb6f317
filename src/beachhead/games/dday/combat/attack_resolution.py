"""The resolution of an attack (8.3, 17.3, D71): what is turned up, the heroes, the chart, and what it does to both sides.

Every counter that is turned up is an act of the Japanese side. The player is asked what the book leaves to him: what a hero does,
which depth marker falls, and who suffers among equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import listed
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import CC, FL, RIFLEMAN, WEAPONS, names_of
from beachhead.games.dday.combat import attack_table, attackers, fort_combat, us_artillery
from beachhead.games.dday.combat.attack_table import AGAIN
from beachhead.games.dday.counters import defenders, depth, fallen_units, forts, japanese_damage, japanese_reserves, marines
from beachhead.games.dday.counters.defenders import MARKERS, UNITS
from beachhead.games.dday.counters.japanese_damage import because, hex_of
from beachhead.games.dday.fire import caves
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import ACTED, ATTACKED, FORT_UP, RESERVES, DDayState
from beachhead.games.dday.verbs import (
    DISRUPT,
    DONE_CODE,
    HERO_STRENGTH,
    HERO_WEAPON,
    LOSE,
    REMOVE,
    REVEAL,
    SACRIFICE,
)

# Stages, in order.
FORT: Final = 0
"""The top fort is turned up if it lies face down."""
MANNING: Final = 1
"""The fort was alone: a reserve unit joins it, or one from next to it."""
REVEALING: Final = 2
"""Units are turned up."""
HEROES: Final = 3
"""The player says what a hero does."""
DEPTH: Final = 4
"""Depth markers are turned up, then the chart is read again."""
APPLYING: Final = 5
"""What the chart says is carried out."""

# What the chart says, as bits, in the order in which it is carried out.
DISRUPTED: Final = 1
DEPTH_LOST: Final = 2
DEFEATED: Final = 4
DEPTH_GAINED: Final = 8
HIDDEN: Final = 16
US_LOSS: Final = 32
US_DISRUPTED: Final = 64
EFFECTS: Final = {
    "NE": 0, "JD": DISRUPTED, "JX": DEPTH_LOST, "JDX": DISRUPTED | DEPTH_LOST, "JE": DEFEATED, "JEX": DEPTH_LOST | DEFEATED,
    "J+": DEPTH_GAINED, "JH": HIDDEN, "UX": US_LOSS, "UD": US_DISRUPTED,
}  # fmt: skip
ALL_EFFECTS: Final = 127
COLUMNS: Final = ("unrevealed depth", "revealed depth", "unit alone")
_COUNTS: Final = ("the first", "the second", "the tank")


class AssaultRecord(NamedTuple):
    """An attack under way: target, support, stage; what the hero does (a weapon as a bit, or a point of strength); what is still
    to be carried out, the unit that has suffered (-1: nobody yet), and the units that attack."""

    step: int
    position: int
    support: int
    stage: int
    wild: int
    plus: int
    effects: int
    victim: int
    units: tuple[int, ...]


@enforces(FAMILY, "8.3-c", "8.1.2", "8.5-f", "8.3.1-b")
def begin(state: DDayState, position: int, support: int, units: tuple[int, ...]) -> None:
    """An attack is declared: its units have acted and its points are spent whatever comes of it."""
    for unit in units:
        state.mark(unit, ACTED)
    state.naval -= support & attackers.NAVAL
    state.air -= bool(support & attackers.AIR)
    us_artillery.spend(state, support)
    state.mark_position(position, ATTACKED)
    if state.sink is not None:
        where, ids = hex_of(state, position), state.ruleset.unit_ids
        names = [ids[unit] for unit in units]
        helped = support_names(support)
        text = f"{', '.join([*names, *helped])} {'attack' if len(names) + len(helped) > 1 else 'attacks'} {where}"
        state.happened("attack", "8.3-c", text, {"hex": where, "units": names, "support": helped})
    state.push(Assault, position, support, FORT, 0, 0, 0, -1, units)


def support_names(support: int) -> list[str]:
    """Support in words."""
    found = [name for kind, name in ((attackers.NAVAL, "naval gunfire"), (attackers.AIR, "airstrike")) if support & kind]
    return [*found, *us_artillery.names(support)]


# ---------------------------------------------------------------------- heroes


@enforces(
    FAMILY,
    "8.2.4",
    "8.2.4-a",
    "8.2.4-b",
    "8.2.4-exception",
    "8.2.2-exception",
    "8.2.3-exception",
    "11.1.3",
    "11.1.6-b",
    "8.2.6-b",
)
def hero_choices(state: DDayState, frame: AssaultRecord) -> list[int]:
    """What heroes with adjacent attackers can do: stand in for a requirement that is not met, flanking and close combat only an
    NCO or officer, or add a point of strength. An inspired marker is no hero."""
    found: list[int] = []
    missing = 0
    counted = False
    for hero, owner in enumerate(state.hero_on):
        if owner < 0 or state.inspired[hero] or owner not in frame.units or attackers.far(state, owner, frame.position) > 1:
            continue
        if not counted:
            force = attack_table.force_of(state, frame.position, frame.units, frame.support)
            missing = attack_table.unmet(state.ruleset, force, attack_table.defense_in(state, frame.position))
            counted = True
        able = missing & ~(CC | FL) if state.ruleset.hero_type[hero] == RIFLEMAN else missing
        if state.japanese_heroes[frame.position]:
            able &= ~CC
        found += [pack(HERO_WEAPON, owner, weapon) for weapon in spaces_of(able)]
        found.append(pack(HERO_STRENGTH, owner))
    return found


# ---------------------------------------------------------------------- what it comes to


def reading_of(state: DDayState, frame: AssaultRecord) -> tuple[attack_table.Force, attack_table.Defense, attack_table.Reading]:
    """Force, defense and what the chart says of them."""
    force = attack_table.force_of(state, frame.position, frame.units, frame.support)
    if frame.plus:
        force = force._replace(strength=force.strength + frame.plus)
    defense = attack_table.defense_in(state, frame.position)
    return force, defense, attack_table.reading(state.ruleset, force, defense, frame.wild)


def facts(state: DDayState, position: int, support: int, units: Sequence[int]) -> dict[str, Any]:
    """An attack in words and numbers, as far as everybody knows it."""
    force = attack_table.force_of(state, position, units, support)
    return {
        "hex": hex_of(state, position),
        "units": [state.ruleset.unit_ids[unit] for unit in units],
        "support": support_names(support),
        "strength": force.strength,
        "weapons": names_of(force.weapons, WEAPONS),
    }


@enforces(FAMILY, "8.3-c-5", "8.3-c-6", "8.3-c-7")
def effects_of(codes: Sequence[str]) -> int:
    """Results as bits. "Reveal" with every marker face up, which only a shift of the column brings, costs one attacker a step and
    disrupts it (D13)."""
    found = 0
    for code in codes:
        found |= US_LOSS | US_DISRUPTED if code == AGAIN else EFFECTS[code]
    return found


@enforces(FAMILY, "8.3-b", "8.3-c-7")
def us_victims(state: DDayState, frame: AssaultRecord) -> list[int]:
    """Who may suffer: of the attackers next to the target that are left those with the most steps (D16)."""
    near = [
        unit
        for unit in frame.units
        if state.where[unit] >= 0 and attackers.far(state, unit, frame.position) <= 1
    ]  # fmt: skip
    most = max((state.steps[unit] for unit in near), default=0)
    return [unit for unit in near if state.steps[unit] == most]


class Assault(Question[DDayState]):
    """An attack is resolved, counter by counter."""

    name = "assault"
    case = "8.3"
    record = AssaultRecord
    pushed_by = ("actions",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: AssaultRecord) -> bool:
        count = len(state.where)
        if not 0 <= frame.position < state.ruleset.slot_count or not us_artillery.is_sound(state, frame.support):
            return False
        if not FORT <= frame.stage <= APPLYING or frame.plus not in (0, 1) or not 0 <= frame.effects <= ALL_EFFECTS:
            return False
        if not 0 <= frame.wild < 1 << len(WEAPONS) or frame.wild.bit_count() > 1 or not -1 <= frame.victim < count:
            return False
        if frame.stage < APPLYING and not defenders.is_occupied(state, frame.position):
            return False
        alive = all(state.where[unit] >= 0 for unit in frame.units if 0 <= unit < count) or frame.stage == APPLYING
        return alive and all(0 <= unit < count for unit in frame.units)

    # ------------------------------------------------------------------ the stages

    def settle(self, state: DDayState) -> bool:
        frame = state.top(AssaultRecord)
        position, stage = frame.position, frame.stage
        if stage == FORT:
            if state.fort[position] and not state.faces[position] & FORT_UP:
                return True
            self.go(state, frame, stage=REVEALING)
        elif stage == MANNING:
            return self.settle_manning(state, frame)
        elif stage == REVEALING:
            if defenders.next_down(state, position, UNITS):
                return True
            self.go(state, frame, stage=HEROES)
        elif stage == HEROES:
            if not frame.wild and not frame.plus and hero_choices(state, frame):
                return True
            self.read(state, frame)
        elif stage == DEPTH:
            if defenders.next_down(state, position, MARKERS):
                return True
            self.go(state, frame, stage=HEROES)
        else:
            return self.settle_effects(state, frame)
        return False

    @staticmethod
    def go(
        state: DDayState,
        frame: AssaultRecord,
        *,
        stage: int = -1,
        wild: int = -1,
        plus: int = -1,
        effects: int = -1,
        victim: int = -1,
        units: tuple[int, ...] | None = None,
    ) -> None:
        """Change the record."""
        state.replace(
            Assault,
            frame.position,
            frame.support,
            frame.stage if stage < 0 else stage,
            frame.wild if wild < 0 else wild,
            frame.plus if plus < 0 else plus,
            frame.effects if effects < 0 else effects,
            frame.victim if victim < 0 else victim,
            frame.units if units is None else units,
        )

    @enforces(FAMILY, "17.3-f", "17.3-g", "17.3-g-none")
    def settle_manning(self, state: DDayState, frame: AssaultRecord) -> bool:
        """A fort that was alone when it was turned up gets a unit: from the reserve, else from next to it, else none."""
        position = frame.position
        if not defenders.has_unit(state, position):
            if state.pools[RESERVES + state.ruleset.position_sector[position] - 1]:
                forts.man(state, position, "17.3-f")
            else:
                found = fort_combat.helpers(state, position)
                if len(found) > 1:
                    return True
                if found:
                    fort_combat.call_in(state, *found[0], position)
        self.go(state, frame, stage=REVEALING)
        return False

    @enforces(FAMILY, "8.3-c-2", "8.3-c-3", "8.3-c-4", "8.3-c-5", "9.1-b")
    def read(self, state: DDayState, frame: AssaultRecord) -> None:
        """Read the chart. If it says so the depth markers are turned up, and the hero may think again."""
        force, defense, reading = reading_of(state, frame)
        again = AGAIN in reading.codes and bool(defenders.next_down(state, frame.position, MARKERS))
        if state.sink is not None:
            self.tell(state, frame, force, defense, reading, again)
        if again:
            self.go(state, frame, stage=DEPTH, wild=0, plus=0)
            return
        self.go(state, frame, stage=APPLYING, effects=effects_of(reading.codes))

    @staticmethod
    def tell(
        state: DDayState,
        frame: AssaultRecord,
        force: attack_table.Force,
        defense: attack_table.Defense,
        reading: attack_table.Reading,
        again: bool,
    ) -> None:
        """Report what the chart says, with all that led to it."""
        ruleset, where = state.ruleset, hex_of(state, frame.position)
        chart = ruleset.charts.attack
        row, missing = chart.rows[reading.row], names_of(reading.unmet, WEAPONS)
        text = f"Attack on {where}: {force.strength} against {defense.strength}"
        if missing:
            text += f", {listed(missing)} not met"
        says = "the depth marker is turned up" if again else result_text(reading.codes)
        text += f": {row}, {COLUMNS[reading.column]}: {says}"
        data = {
            "hex": where,
            "units": [ruleset.unit_ids[unit] for unit in frame.units],
            "support": support_names(frame.support),
            "strength": force.strength,
            "defense": defense.strength,
            "requires": names_of(defense.requires, WEAPONS),
            "unmet": missing,
            "hero": names_of(frame.wild, WEAPONS)[0] if frame.wild else "+1" if frame.plus else "",
            "row": row,
            "column": COLUMNS[reading.column],
            "result": " ".join(reading.codes),
        }
        state.happened("combat", "8.3-c-5" if again else "8.3-c-4", text, data)

    @enforces(FAMILY, "8.3-a", "8.3-b", "8.3-c-6", "8.3-c-7", "9.1-c", "9.2", "17.5", "8.3.4", "8.3.2")
    def settle_effects(self, state: DDayState, frame: AssaultRecord) -> bool:
        """Carry out what the chart says, one effect after the other; nobody advances, and other hexes of the group are not
        affected. A fort is disrupted with its hex, but no attack reduces it."""
        position, left = frame.position, frame.effects
        if not left:
            state.stack.pop()
            defenders.drop_hero(state, position)
            defenders.close_cave(state, position)
            return False
        effect = left & -left
        if effect == DISRUPTED:
            japanese_damage.shake(state, position, "8.3-c-6")
        elif effect == DEPTH_LOST:
            slots = japanese_damage.standing_depth(state, position)
            if len(slots) > 1:
                return True
            if slots:
                japanese_damage.lose_marker(state, position, slots[0], "8.3-c-6")
        elif effect == DEFEATED:
            for slot in reversed(japanese_damage.standing_units(state, position)):
                fallen_units.defeat(state, position, slot)
        elif effect == DEPTH_GAINED:
            if defenders.has_unit(state, position) and depth.can_take_depth(state, position):
                depth.add_depth(state, position, "8.3-a")
        elif effect == HIDDEN:
            japanese_damage.hide(state, position)
        else:
            return self.settle_losses(state, frame, effect)
        self.go(state, frame, effects=left ^ effect)
        return False

    @enforces(FAMILY, "8.3-b", "8.3-c-7", "11.1.6-a")
    def settle_losses(self, state: DDayState, frame: AssaultRecord, effect: int) -> bool:
        """A step loss and a disruption of one result strike the same unit (D13)."""
        if effect == US_DISRUPTED and frame.victim >= 0:
            if state.where[frame.victim] >= 0:
                marines.disrupt(state, frame.victim, "8.3-b")
            self.go(state, frame, effects=frame.effects ^ effect)
            return False
        units = us_victims(state, frame)
        if len(units) > 1 or (units and effect == US_LOSS and marines.is_inspired(state, units[0])):
            return True
        if units:
            self.strike(state, frame, units[0], effect)
        else:
            self.go(state, frame, effects=frame.effects ^ effect)
        return False

    def strike(self, state: DDayState, frame: AssaultRecord, unit: int, effect: int) -> None:
        """A US unit suffers."""
        self.go(state, frame, effects=frame.effects ^ effect, victim=unit)
        if effect == US_LOSS:
            marines.lose_step(state, unit, "8.3-b")
        else:
            marines.disrupt(state, unit, "8.3-b")

    # ------------------------------------------------------------------ questions

    def side(self, state: DDayState) -> int:
        return JP if state.top(AssaultRecord).stage in (FORT, REVEALING, DEPTH) else US

    def case_now(self, state: DDayState) -> str:
        frame = state.top(AssaultRecord)
        if frame.stage == APPLYING:
            return "8.3-c-7" if frame.effects & -frame.effects >= US_LOSS else "8.3-c-6"
        return CASES[frame.stage]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(AssaultRecord)
        where, stage = hex_of(state, frame.position), frame.stage
        if stage in (FORT, REVEALING, DEPTH):
            what = {FORT: "the fort", REVEALING: "the unit", DEPTH: "the depth marker"}[stage]
            return f"The attack on {where} turns up {what}."
        if stage == MANNING:
            return f"Choose the unit that moves into the fort in {where}."
        if stage == HEROES:
            force, defense, reading = reading_of(state, frame)
            missing = listed(names_of(reading.unmet, WEAPONS)) or "nothing"
            return f"{where}: {force.strength} against {defense.strength}, {missing} not met. What does the hero do?"
        effect = frame.effects & -frame.effects
        if effect == DEPTH_LOST:
            return f"Choose the depth marker in {where} that is eliminated."
        return "Choose the attacker that loses a step." if effect == US_LOSS else "Choose the attacker that is disrupted."

    @enforces(FAMILY, "8.3-c-1", "17.3-d", "8.2.4", "8.3-c-5")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(AssaultRecord)
        position, stage = frame.position, frame.stage
        if stage in (FORT, REVEALING, DEPTH):
            return [pack(REVEAL, state.hex_of(position))]
        if stage == MANNING:
            return fort_combat.helper_codes(state, position)
        if stage == HEROES:
            return [*hero_choices(state, frame), DONE_CODE]
        effect = frame.effects & -frame.effects
        if effect == DEPTH_LOST:
            return [pack(REMOVE, slot + 1) for slot in japanese_damage.standing_depth(state, position)]
        units = us_victims(state, frame)
        if effect == US_DISRUPTED:
            return [pack(DISRUPT, unit) for unit in units]
        return [
            *(pack(LOSE, unit) for unit in units),
            *(pack(SACRIFICE, unit) for unit in units if marines.is_inspired(state, unit)),
        ]

    # ------------------------------------------------------------------ acts and answers

    @enforces(FAMILY, "8.3-c-1", "8.3-c-5", "8.3-c-fort", "9.1-b", "17.3-d", "9.4")
    def take_reveal(self, state: DDayState, place: int) -> None:
        """Turn up the next counter. Depth markers wait until the chart asks for them; a Tactical Reinforcement among them goes,
        and the chart is read without it."""
        frame = state.top(AssaultRecord)
        position = frame.position
        if frame.stage == FORT:
            defenders.reveal_one(state, position, FORT_UP, "17.3-d", because("an attack turns up the top fort", "17.3-d"))
            units = fort_combat.drop_out(state, position, frame.units)
            if fort_combat.still_attacks(state, position, units):
                self.go(state, frame, stage=MANNING, units=units)
                return
            where = hex_of(state, position)
            state.stack.pop()
            defenders.drop_hero(state, position)
            state.report("no attack", "8.3-c-fort", f"Nobody is left to attack {where}: the attack has no effect", {"hex": where})
        elif frame.stage == REVEALING:
            face = defenders.next_down(state, position, UNITS)
            defenders.reveal_one(
                state, position, face, "8.3-c-1", because("units are turned up, depth markers not yet", "8.3-c-1")
            )
            if caves.tactical_reinforcement(state, position):
                state.stack.pop()
                defenders.close_cave(state, position)
        else:
            face = defenders.next_down(state, position, MARKERS)
            why = because("the attack is not strong enough to leave the marker unseen", "8.3-c-5")
            defenders.reveal_one(state, position, face, "8.3-c-5", why)
            japanese_reserves.tactical_reinforcement(state, position)

    def refuse_reveal(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case_now(state), f"the attack is on {hex_of(state, state.top(AssaultRecord).position)}")

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        frame = state.top(AssaultRecord)
        helpers = fort_combat.helpers(state, frame.position)
        self.take_choose_of(state, place, dict(helpers)[state.ruleset.position_at[place]] + 1)

    @enforces(FAMILY, "17.3-g")
    def take_choose_of(self, state: DDayState, place: int, number: int) -> None:
        frame = state.top(AssaultRecord)
        fort_combat.call_in(state, state.ruleset.position_at[place], number - 1, frame.position)
        self.go(state, frame, stage=REVEALING)

    def refuse_choose_of(self, state: DDayState, place: int, number: int) -> Refusal:
        return self.refuse_choose_hex(state, place)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        return Refusal("17.3-g", f"no unit of {state.ruleset.hex_name(place)} may move into the fort: {self.prompt(state)}")

    @enforces(FAMILY, "8.2.4-a", "8.2.4-important")
    def take_hero_weapon(self, state: DDayState, unit: int, weapon: int) -> None:
        """The hero stands in for a requirement; that is all that heroes do for this attack."""
        frame = state.top(AssaultRecord)
        self.tell_hero(state, unit, WEAPONS[weapon])
        self.go(state, frame, wild=1 << weapon)

    @enforces(FAMILY, "8.2.4-b", "8.2.4-important")
    def take_hero_strength(self, state: DDayState, unit: int) -> None:
        """The hero adds a point."""
        frame = state.top(AssaultRecord)
        self.tell_hero(state, unit, "+1")
        self.go(state, frame, plus=1)

    @staticmethod
    def tell_hero(state: DDayState, unit: int, what: str) -> None:
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            text = (
                f"The hero with {name} adds a point of strength" if what == "+1" else f"The hero with {name} stands in for {what}"
            )
            state.happened("hero", "8.2.4", text, {"unit": name, "for": what})

    def refuse_hero_weapon(self, state: DDayState, unit: int, weapon: int) -> Refusal:
        name, code = state.ruleset.unit_ids[unit], WEAPONS[weapon]
        found = self.refuse_hero(state, unit)
        if found is not None:
            return found
        frame = state.top(AssaultRecord)
        force = attack_table.force_of(state, frame.position, frame.units, frame.support)
        if not attack_table.unmet(state.ruleset, force, attack_table.defense_in(state, frame.position)) >> weapon & 1:
            return Refusal("8.2.4-a", f"{code} is not missing; name a requirement that is not met", (name,))
        if code == "CC" and state.japanese_heroes[frame.position]:
            return Refusal("20.0-japanese-hero-a", "nobody answers the close combat that a Japanese hero asks for", (name,))
        return Refusal("8.2.4-exception", f"only an NCO or officer stands in for {code}, not a rifleman", (name,))

    def refuse_hero_strength(self, state: DDayState, unit: int) -> Refusal:
        found = self.refuse_hero(state, unit)
        assert found is not None
        return found

    def refuse_hero(self, state: DDayState, unit: int) -> Refusal | None:
        """Why no hero of a unit helps this attack; None if he does."""
        frame, name = state.top(AssaultRecord), state.ruleset.unit_ids[unit]
        if frame.stage != HEROES:
            return Refusal("8.2.4", f"heroes are not asked now: {self.prompt(state)}", (name,))
        hero = marines.hero_of(state, unit)
        if hero < 0:
            return Refusal("8.2.4", f"no hero is with {name}", (name,))
        if state.inspired[hero]:
            return Refusal("11.1.6-b", f"{name} has an inspired marker, which is no hero", (name,))
        if unit not in frame.units or attackers.far(state, unit, frame.position) > 1:
            return Refusal("8.2.4", f"{name} does not attack from next to the hex", (name,))
        return None

    def take_done(self, state: DDayState) -> None:
        """No hero helps."""
        self.read(state, state.top(AssaultRecord))

    def refuse_done(self, state: DDayState) -> Refusal:
        return Refusal(self.case_now(state), f"this has to be decided: {self.prompt(state)}")

    def take_remove(self, state: DDayState, number: int) -> None:
        frame = state.top(AssaultRecord)
        effect = frame.effects & -frame.effects
        self.go(state, frame, effects=frame.effects ^ effect)
        if effect == DEPTH_LOST:
            japanese_damage.lose_marker(state, frame.position, number - 1, "8.3-c-6")
        else:
            fallen_units.defeat(state, frame.position, number - 1)

    def refuse_remove(self, state: DDayState, number: int) -> Refusal:
        return Refusal(self.case_now(state), f"there is no such counter to remove: {self.prompt(state)}")

    def take_lose(self, state: DDayState, unit: int) -> None:
        self.strike(state, state.top(AssaultRecord), unit, US_LOSS)

    def take_disrupt(self, state: DDayState, unit: int) -> None:
        self.strike(state, state.top(AssaultRecord), unit, US_DISRUPTED)

    @enforces(FAMILY, "11.1.6-a")
    def take_sacrifice(self, state: DDayState, unit: int) -> None:
        """An inspired marker turns the step loss into a disruption."""
        frame = state.top(AssaultRecord)
        self.go(state, frame, effects=frame.effects & ~(US_LOSS | US_DISRUPTED), victim=unit)
        marines.spend_inspired(state, unit)

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        return self.refuse_victim(state, unit)

    def refuse_disrupt(self, state: DDayState, unit: int) -> Refusal:
        return self.refuse_victim(state, unit)

    def refuse_sacrifice(self, state: DDayState, unit: int) -> Refusal:
        frame, name = state.top(AssaultRecord), state.ruleset.unit_ids[unit]
        if frame.effects & -frame.effects == US_LOSS and unit in us_victims(state, frame):
            return Refusal(
                "11.1.6-a", f"{name} has no inspired marker; a hero dies only for fire or close combat", (name,), ("11.1.5",)
            )
        return self.refuse_victim(state, unit)

    def refuse_victim(self, state: DDayState, unit: int) -> Refusal:
        """Why somebody else has to suffer."""
        frame, name = state.top(AssaultRecord), state.ruleset.unit_ids[unit]
        if frame.stage != APPLYING or frame.effects & -frame.effects < US_LOSS:
            return Refusal(self.case_now(state), f"{name} does not suffer now: {self.prompt(state)}", (name,))
        if unit not in frame.units:
            return Refusal("8.3-b", f"{name} is not in this attack", (name,))
        return Refusal("8.3-c-7", f"an attacker next to the hex with the most steps suffers, not {name}", (name,))


def result_text(codes: Sequence[str]) -> str:
    """A result in words."""
    return "; ".join(SAYS[code] for code in codes)


SAYS: Final = {
    "NE": "no effect",
    "R": "an attacker loses a step and is disrupted",
    "JD": "the Japanese are disrupted",
    "JX": "a depth marker is eliminated",
    "JDX": "the Japanese are disrupted and lose a depth marker",
    "JE": "the unit is defeated",
    "JEX": "a depth marker is eliminated and the unit defeated",
    "J+": "a depth marker is added",
    "JH": "the unit turns face down",
    "UX": "an attacker loses a step",
    "UD": "an attacker is disrupted",
}
CASES: Final = {FORT: "17.3-d", MANNING: "17.3-g", REVEALING: "8.3-c-1", HEROES: "8.2.4", DEPTH: "8.3-c-5"}
STEPS: Final[tuple[AnyStep, ...]] = (Assault(),)
