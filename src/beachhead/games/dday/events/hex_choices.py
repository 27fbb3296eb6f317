"""What events ask of the player (20.0): a hero's unit, a hex or unit that suffers, smoke, shelling, a step forward.

What an event demands must be done as far as it goes; what it offers may be declined with `done` (D110).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, HERO_TYPES, OFFICER, Card
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.counters import defenders, depth, marines
from beachhead.games.dday.events import japanese_gains
from beachhead.games.dday.events.japanese_gains import group_of, hex_of, is_open_phase, no_event, shake, sign_of
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import EVENT_CARDS, DDayState
from beachhead.games.dday.verbs import CHOOSE, CHOOSE_HEX, DEEPEN, DRAW_CODE, LOSE, SMOKE

CLOSE: Final = 2
"""Hexes within which NG Error and smoke on black positions count."""
STREAM: Final = "heroes"
HERO_WORDS: Final = ("rifleman", "NCO", "officer")
"""The types of heroes in sentences."""


def article(word: str) -> str:
    """A type of hero with the right article."""
    return f"{'a' if word == HERO_WORDS[0] else 'an'} {word}"


def card_of(state: DDayState) -> Card | None:
    """The event card on the table."""
    pile = state.cards[EVENT_CARDS]
    return state.ruleset.card_faces[pile[-1]] if pile and pile[-1] >= 0 else None


# ---------------------------------------------------------------------- heroes


@enforces(FAMILY, "20.0-hero", "11.1.1", "11.1.1-a", "11.1.1-b", "11.1.1-suit")
def hero_units(state: DDayState, hero: int, card: Card | None) -> list[int]:
    """The units that a hero may join: in an intense field of the first of the card's colors that has one. A rifleman or NCO joins
    a rifle company, an officer a battalion HQ; each has one hero at most (D111, c-39)."""
    if card is None:
        return []
    ruleset = state.ruleset
    kind = ruleset.is_battalion_hq if ruleset.hero_type[hero] == OFFICER else ruleset.is_rifle
    for entry in card.fire:
        field = 0
        for group in ruleset.ground.groups_of_color[entry.color]:
            field |= fields_of_fire.standing_field(state, group)[0]
        found = [
            unit
            for place in spaces_of(field & state.us_mask)
            for unit in state.units_in(place)
            if kind[unit] and marines.hero_of(state, unit) < 0
        ]
        if found:
            return found
    return []


@enforces(FAMILY, "20.0-hero")
def hero_depth(state: DDayState, place: int) -> list[int]:
    """The positions nearest to the hero's hex that have no depth marker and can take one."""
    row, best, found = state.ruleset.ground.distance[place], 255, list[int]()
    for position, where in enumerate(state.ruleset.position_hex):
        if row[where] > best or defenders.depth_count(state, position) or not depth.can_take_depth(state, position):
            continue
        if row[where] < best:
            best, found = row[where], []
        found.append(position)
    return found


@enforces(FAMILY, "11.1.1", "11.1.7", "11.1.7-a", "11.1.7-b", "11.1.7-c")
def heroes_left(state: DDayState) -> list[int]:
    """The heroes in the cup."""
    return [hero for hero, owner in enumerate(state.hero_on) if owner < 0]


class HeroRecord(NamedTuple):
    """The hero drawn, -1 before that; and the hex he came to, -1 before that."""

    step: int
    hero: int = -1
    place: int = -1


class Heroes(Question[DDayState]):
    """A hero is drawn, joins a unit, and a position near him gains depth."""

    name = "hero"
    case = "20.0-hero"
    record = HeroRecord
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: HeroRecord) -> bool:
        if not is_open_phase(state) or not -1 <= frame.hero < len(state.hero_on):
            return False
        if frame.place >= 0:
            return frame.hero >= 0 and frame.place < state.ruleset.ground.land and bool(hero_depth(state, frame.place))
        if frame.hero >= 0:
            return state.hero_on[frame.hero] < 0 and bool(hero_units(state, frame.hero, card_of(state)))
        return bool(heroes_left(state))

    def side(self, state: DDayState) -> int:
        frame = state.top(HeroRecord)
        if frame.place >= 0:
            return US if len(hero_depth(state, frame.place)) > 1 else JP
        return JP if frame.hero < 0 else US

    def prompt(self, state: DDayState) -> str:
        frame = state.top(HeroRecord)
        if frame.hero < 0:
            return "Draw a hero from the cup."
        if frame.place < 0:
            return f"Choose the unit that the {HERO_WORDS[state.ruleset.hero_type[frame.hero]]} joins as a hero."
        if len(hero_depth(state, frame.place)) > 1:
            return "Choose which of the equally near positions gains a depth marker."
        return "The nearest position without depth gains a marker."

    @enforces(FAMILY, "20.0-hero", "11.1.1")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(HeroRecord)
        if frame.hero < 0:
            return [DRAW_CODE]
        if frame.place < 0:
            return [pack(CHOOSE, unit) for unit in sorted(hero_units(state, frame.hero, card_of(state)))]
        found = hero_depth(state, frame.place)
        verb = CHOOSE_HEX if len(found) > 1 else DEEPEN
        return [pack(verb, state.ruleset.position_hex[position]) for position in found]

    @enforces(FAMILY, "11.1.1", "11.1.1-suit", "20.0-hero")
    def take_draw(self, state: DDayState) -> None:
        """The type is drawn first; without anybody whom he could join he goes back, and there is no depth either (D111)."""
        cup = heroes_left(state)
        hero = cup[state.dice.below(len(cup), STREAM)] if len(cup) > 1 else cup[0]
        kind = HERO_TYPES[state.ruleset.hero_type[hero]]
        name = state.ruleset.components.heroes[hero].id
        why = Why("Heroes are drawn blind from the cup.", "11.1.1", name).plain()
        word = HERO_WORDS[state.ruleset.hero_type[hero]]
        text = f"The hero drawn from the cup is {article(word)}"
        state.report("hero drawn", "11.1.1", text, {"hero": name, "type": kind, "why": why})
        if hero_units(state, hero, card_of(state)):
            state.replace(Heroes, hero)
            return
        state.stack.pop()
        no_event(state, "11.1.1-suit", f"No unit that the {word} could join is in an intense field of the card's colors")

    @enforces(FAMILY, "11.1.1-a", "11.1.1-b", "20.0-hero")
    def take_choose(self, state: DDayState, unit: int) -> None:
        frame, place = state.top(HeroRecord), state.where[unit]
        state.hero_on[frame.hero] = unit
        state.stale_command = -1
        if state.sink is not None:
            name, hero = state.ruleset.unit_ids[unit], state.ruleset.components.heroes[frame.hero].id
            kind = HERO_WORDS[state.ruleset.hero_type[frame.hero]]
            state.tell("hero", self.case, f"The {kind} joins {name}", unit=name, hero=hero)
        if hero_depth(state, place):
            state.replace(Heroes, frame.hero, place)
        else:
            state.stack.pop()
            no_event(state, "9.2-b", "No position can take the depth marker")

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        self.deepen(state, place)

    def take_deepen(self, state: DDayState, place: int) -> None:
        self.deepen(state, place)

    def deepen(self, state: DDayState, place: int) -> None:
        """The price of a hero."""
        state.stack.pop()
        why = {"text": "It is the nearest position without depth to the hero.", "case": self.case}
        depth.add_depth(state, state.ruleset.position_at[place], self.case, why)

    def refuse_choose(self, state: DDayState, unit: int) -> Refusal:
        frame, name = state.top(HeroRecord), state.ruleset.unit_ids[unit]
        officer = state.ruleset.hero_type[frame.hero] == OFFICER
        if officer and not state.ruleset.is_battalion_hq[unit]:
            return Refusal("11.1.1-b", f"an officer joins a battalion HQ, and {name} is not one", (name,))
        if not officer and not state.ruleset.is_rifle[unit]:
            kind = article(HERO_WORDS[state.ruleset.hero_type[frame.hero]])
            return Refusal("11.1.1-a", f"{kind} joins a rifle company, and {name} is not one", (name,))
        if marines.hero_of(state, unit) >= 0:
            return Refusal("11.1.1", f"{name} has a hero already", (name,))
        return Refusal(self.case, f"{name} is not in an intense field of the first color that counts", (name,))

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        names = ", ".join(hex_of(state, position) for position in hero_depth(state, state.top(HeroRecord).place))
        return Refusal(self.case, f"{state.ruleset.hex_name(place)} is not a nearest position without depth: choose {names}")

    def refuse_deepen(self, state: DDayState, place: int) -> Refusal:
        return self.refuse_choose_hex(state, place)


# ---------------------------------------------------------------------- units that suffer


@enforces(FAMILY, "20.0-command-post-hit")
def exposed_hqs(state: DDayState) -> list[int]:
    """The battalion HQs on the map that are nearest to a position held by the Japanese; of these the nearest to a black position.
    Disrupted ones count too (D111)."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    best, found = (255, 255), list[int]()
    black = 0
    for group in ground.black_groups:
        black |= ground.group_mask[group]
    held = state.jp_mask & ground.position_mask
    if not held:
        return []
    for unit in range(ruleset.unit_count):
        place = state.where[unit]
        if place < 0 or not ruleset.is_battalion_hq[unit]:
            continue
        rank = (ground.nearest(place, held), ground.nearest(place, black))
        if rank < best:
            best, found = rank, [unit]
        elif rank == best:
            found.append(unit)
    return found


@enforces(FAMILY, "20.0-landing-tanks-stuck")
def stuck_tanks(state: DDayState) -> list[int]:
    """The undisrupted tank units in terrace hexes."""
    ruleset = state.ruleset
    found: list[int] = []
    for place in spaces_of(ruleset.ground.terrace_mask & state.us_mask):
        found.extend(unit for unit in state.units_in(place) if ruleset.is_tank[unit] and not state.disrupted[unit])
    return sorted(found)


@enforces(FAMILY, "20.0-ng-error")
def strays(state: DDayState) -> list[int]:
    """The units that naval gunfire may hit by mistake: in the field of a position held by the Japanese, within two hexes."""
    ground, mask = state.ruleset.ground, 0
    for group, hexes in enumerate(ground.group_mask):
        if hexes & state.jp_mask:
            hot, cool = fields_of_fire.standing_field(state, group)
            mask |= (hot | cool) & ground.group_disk[CLOSE][group]
    return sorted(unit for place in spaces_of(mask & state.us_mask) for unit in state.units_in(place))


class CommandPostHit(Question[DDayState]):
    """A battalion HQ is disrupted; the player chooses among equals."""

    name = "command post hit"
    case = "20.0-command-post-hit"
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(exposed_hqs(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Choose which of the equally exposed battalion HQs is disrupted."

    def choices(self, state: DDayState) -> Choices:
        return [pack(CHOOSE, unit) for unit in exposed_hqs(state)]

    def take_choose(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        if state.disrupted[unit]:
            no_event(state, self.case, f"{state.ruleset.unit_ids[unit]} is disrupted already")
        marines.disrupt(state, unit, self.case)

    def refuse_choose(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        if not state.ruleset.is_battalion_hq[unit]:
            return Refusal(self.case, f"{name} is not a battalion HQ", (name,))
        return Refusal(self.case, f"another battalion HQ is nearer to the Japanese than {name}, or to a black position", (name,))


class TanksStuck(Question[DDayState]):
    """A tank unit on a terrace is disrupted."""

    name = "tanks stuck"
    case = "20.0-landing-tanks-stuck"
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(stuck_tanks(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Choose the tank unit that is stuck on the terrace."

    def choices(self, state: DDayState) -> Choices:
        return [pack(CHOOSE, unit) for unit in stuck_tanks(state)]

    def take_choose(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        marines.disrupt(state, unit, self.case)

    def refuse_choose(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        if not state.ruleset.is_tank[unit]:
            return Refusal(self.case, f"{name} is not a tank unit", (name,))
        if state.disrupted[unit]:
            return Refusal(self.case, f"{name} is disrupted already; choose an undisrupted tank unit", (name,))
        return Refusal(self.case, f"{name} is not on a terrace", (name,))


class GunfireError(Question[DDayState]):
    """Naval gunfire falls short: a unit loses a step."""

    name = "ng error"
    case = "20.0-ng-error"
    pushed_by = ("events",)
    forced_verbs = ("lose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(strays(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "Naval gunfire falls short: choose the unit that loses a step."

    def choices(self, state: DDayState) -> Choices:
        return [pack(LOSE, unit) for unit in strays(state)]

    def take_lose(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        marines.lose_step(state, unit, self.case)

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        name = state.ruleset.unit_ids[unit]
        reason = f"{name} is not in the field of fire of a position held by the Japanese and within two hexes of it"
        return Refusal(self.case, reason, (name,))


# ---------------------------------------------------------------------- beach congestion


@enforces(FAMILY, "20.0-landing-congestion")
def crowded_beaches(state: DDayState) -> list[int]:
    """The landing beach hexes with units (c-37)."""
    return spaces_of(landing_beaches(state) & state.us_mask)


class CongestionRecord(NamedTuple):
    """The hex that was chosen; -1 before that."""

    step: int
    place: int = -1


class Congestion(Question[DDayState]):
    """All units of a beach hex are disrupted, and one of them loses a step."""

    name = "congestion"
    case = "20.0-landing-congestion"
    record = CongestionRecord
    pushed_by = ("events",)
    forced_verbs = ("choose", "lose")

    def fits(self, state: DDayState, spot: int, frame: CongestionRecord) -> bool:
        if not is_open_phase(state) or frame.place < 0:
            return is_open_phase(state) and bool(crowded_beaches(state))
        return frame.place < state.ruleset.ground.land and bool(state.units_in(frame.place))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        place = state.top(CongestionRecord).place
        if place < 0:
            return "Beach congestion: choose a beach hex. All its units are disrupted, and one loses a step."
        return f"Beach congestion: choose the unit in {state.ruleset.hex_name(place)} that loses a step."

    def choices(self, state: DDayState) -> Choices:
        place = state.top(CongestionRecord).place
        if place < 0:
            return [pack(CHOOSE_HEX, where) for where in crowded_beaches(state)]
        return [pack(LOSE, unit) for unit in state.units_in(place)]

    @enforces(FAMILY, "20.0-landing-congestion")
    def take_choose_hex(self, state: DDayState, place: int) -> None:
        for unit in state.units_in(place):
            marines.disrupt(state, unit, self.case)
        state.replace(Congestion, place)

    def take_lose(self, state: DDayState, unit: int) -> None:
        state.stack.pop()
        marines.lose_step(state, unit, self.case)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        if state.top(CongestionRecord).place >= 0:
            return Refusal(self.case, "the beach hex has been chosen")
        if not landing_beaches(state) >> place & 1:
            return Refusal(self.case, f"{where} is not a landing beach hex")
        return Refusal(self.case, f"no unit is in {where}; choose a beach hex with units")

    def refuse_lose(self, state: DDayState, unit: int) -> Refusal:
        name, place = state.ruleset.unit_ids[unit], state.top(CongestionRecord).place
        if place < 0:
            return Refusal(self.case, "choose the beach hex first")
        return Refusal(self.case, f"{name} is not in {state.ruleset.hex_name(place)}", (name,))


# ---------------------------------------------------------------------- smoke and shelling


@enforces(FAMILY, "20.0-smoke")
def smoke_target(state: DDayState, entry: int, card: Card | None) -> int:
    """The group that one of the card's colors puts smoke on; -1 for none. It is held by the Japanese, in a sector with US units,
    and the nearest to one of these; ties by letter and number. Under a black bar a black group within two hexes of a US unit
    comes first. Smoke lies on a whole group, once (D127)."""
    if card is None:
        return -1
    fire = card.fire[entry]
    if fire.bar:
        found = _nearest_unsmoked(state, BLACK, CLOSE)
        if found >= 0:
            return found
    return _nearest_unsmoked(state, fire.color, 255)


def _nearest_unsmoked(state: DDayState, color: int, limit: int) -> int:
    ruleset, ground = state.ruleset, state.ruleset.ground
    best, found = (limit + 1, -1), -1
    for group in ground.groups_of_color[color]:
        here = ruleset.groups[group]
        if state.smoked[group] or not ground.group_mask[group] & state.jp_mask:
            continue
        if not ground.sector_mask[here.sector] & state.us_mask:
            continue
        far = min(ground.nearest(place, state.us_mask) for place in here.hexes)
        if (far, here.positions[0]) < best:
            best, found = (far, here.positions[0]), group
    return found


class SmokeRecord(NamedTuple):
    """Which of the card's colors is next."""

    step: int
    entry: int = 0


class LayingSmoke(Question[DDayState]):
    """Smoke, color by color from the left; the book leaves no choice, so the program lays it."""

    name = "smoke"
    case = "20.0-smoke"
    record = SmokeRecord
    pushed_by = ("events",)
    forced_verbs = ("smoke",)

    def fits(self, state: DDayState, spot: int, frame: SmokeRecord) -> bool:
        card = card_of(state)
        return is_open_phase(state) and card is not None and 0 <= frame.entry < len(card.fire)

    def settle(self, state: DDayState) -> bool:
        card = card_of(state)
        entry = state.top(SmokeRecord).entry
        while card is not None and entry < len(card.fire) and smoke_target(state, entry, card) < 0:
            entry += 1
        if card is None or entry >= len(card.fire):
            state.stack.pop()
            return False
        if entry != state.top(SmokeRecord).entry:
            state.replace(LayingSmoke, entry)
        return super().settle(state)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        group = smoke_target(state, state.top(SmokeRecord).entry, card_of(state))
        return f"Lay smoke on {state.ruleset.groups[group].name}."

    def choices(self, state: DDayState) -> Choices:
        return [pack(SMOKE, sign_of(state, smoke_target(state, state.top(SmokeRecord).entry, card_of(state))))]

    @enforces(FAMILY, "20.0-smoke")
    def take_smoke(self, state: DDayState, place: int) -> None:
        group = group_of(state, place)
        state.smoked[group] = 1
        state.touch_position(state.ruleset.groups[group].positions[0])
        state.replace(LayingSmoke, state.top(SmokeRecord).entry + 1)
        if state.sink is not None:
            where, name = state.ruleset.hex_name(place), state.ruleset.groups[group].name
            state.tell("smoke", self.case, f"Smoke covers {name}", hex=where)

    def refuse_smoke(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case, f"{state.ruleset.hex_name(place)} is not the position for this marker: {self.prompt(state)}")


@enforces(FAMILY, "20.0-60-81mm")
def shelled_groups(state: DDayState) -> list[int]:
    """The groups held by the Japanese that mortars can disrupt: neither black nor on a hilltop; by letter and number (D134)."""
    ruleset = state.ruleset
    found = [
        number
        for number, group in enumerate(ruleset.groups)
        if ruleset.ground.group_mask[number] & state.jp_mask and group.color != BLACK and not group.hilltop
    ]
    return sorted(found, key=lambda number: ruleset.groups[number].positions)


class MortarSupport(Question[DDayState]):
    """The player's mortars disrupt a position, which then gains depth."""

    name = "mortar support"
    case = "20.0-60-81mm"
    pushed_by = ("events",)
    forced_verbs = ("choose",)

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return is_open_phase(state) and bool(shelled_groups(state))

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return "60/81mm support: choose a Japanese position to disrupt, neither black nor on a hilltop. It then gains depth."

    def choices(self, state: DDayState) -> Choices:
        return [pack(CHOOSE_HEX, sign_of(state, group)) for group in shelled_groups(state)]

    @enforces(FAMILY, "20.0-60-81mm")
    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.stack.pop()
        group = group_of(state, place)
        shake(state, list(state.ruleset.groups[group].positions), self.case)
        japanese_gains.begin_mortar_depth(state, group)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where, group = state.ruleset.hex_name(place), group_of(state, place)
        if group in shelled_groups(state):
            name = state.ruleset.hex_name(sign_of(state, group))
            return Refusal(self.case, f"{where} belongs to the group of {name}: choose {name}")
        if group < 0 or not state.ruleset.ground.group_mask[group] & state.jp_mask:
            return Refusal(self.case, f"the Japanese hold no position in {where}")
        kind = "black" if state.ruleset.groups[group].color == BLACK else "on a hilltop"
        return Refusal(self.case, f"the position in {where} is {kind}; mortars do not disrupt it")


STEPS: Final[tuple[AnyStep, ...]] = (
    Heroes(), CommandPostHit(), TanksStuck(), GunfireError(), Congestion(), LayingSmoke(), MortarSupport(),
)  # fmt: skip
