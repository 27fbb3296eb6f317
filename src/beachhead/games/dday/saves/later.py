"""What positions say of turns 7 to 66: command posts, garrisons, artillery and replacement points, losses by day, and back.

Each key has a reader and a writer; what has its first value is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from beachhead.engine.action import UNIT
from beachhead.engine.fields import bound_of
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.counters import sorties
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.state import DAYS, STANCE_ACTED, TANK_STANCE, UNIT_STANCE, DDayState

DIVISIONS: Final = ("3", "4", "5")
OWNERS: Final = (*DIVISIONS, "corps")
"""Who has artillery points, as they are counted in `guns`."""
NUMBERS: Final = {
    "tank points": "tank_points", "engineer points": "engineer_points", "last turn": "last", "committed": "committed",
    "resting": "resting", "cut off": "cut_off", "carried": "carried", "hero called": "hero_called",
    "ninth marines": "ninth_marines", "tank attack": "tank_attack",
}  # fmt: skip
"""Key -> the field that holds just this number."""
ROWS: Final = {
    "guns": ("guns", OWNERS),
    "guns silent": ("guns_silent", OWNERS),
    "guns spent": ("guns_spent", OWNERS),
    "infantry points": ("infantry_points", DIVISIONS),
    "infantry spent": ("infantry_spent", DIVISIONS),
}
"""Key -> a row, and the names of its places."""
LOSSES: Final = {"infantry losses": "infantry_losses", "other losses": "other_losses"}
"""Key -> losses by day and division."""
UNITS: Final = {"assigned": "assigned", "returns": "returns"}
"""Key -> a row with a number for each US unit: the regiment it is assigned to, the turn on which it may come back."""
POSITIONS: Final = {"garrisons": "garrisons", "tunnels": "tunnels", "japanese heroes": "japanese_heroes"}
"""Key -> a row with a mark for position hexes."""
LISTS: Final = (*POSITIONS, "guns due", "heroes due", "tanks acted")
STANCES: Final = {"unit": UNIT_STANCE, "tank": TANK_STANCE, "both": UNIT_STANCE | TANK_STANCE}
STANCE_DONE: Final = ", acted"
SORTIES: Final = {
    "assault": sorties.ASSAULT, "overrun": sorties.OVERRUN, "counterattack": sorties.COUNTERATTACK, "local": sorties.LOCAL,
}  # fmt: skip
KEYS: Final = ("posts", "guests", "stance", "sortie", *LISTS, *NUMBERS, *ROWS, *LOSSES, *UNITS)
FIELDS: Final = (
    "posts", "guests", *POSITIONS.values(), "guns_due", "heroes_due", "stance", "tank_done", "sortie", "sortie_from", "sortie_to",
    "sortie_shaken", *NUMBERS.values(), *(field for field, _ in ROWS.values()), *LOSSES.values(), *UNITS.values(),
)  # fmt: skip
"""The fields that these keys say in their own words."""


# ---------------------------------------------------------------------- reading


def put_later(state: DDayState, given: Item) -> None:
    """Put what the data say; fields of which they say nothing keep their first values."""
    ruleset = state.ruleset
    for key, field in NUMBERS.items():
        part = given.get(key)
        if part is not None:
            setattr(state, field, part.whole(0, bound_of(ruleset, state.fields.all[field].high)))
    for key, (field, names) in ROWS.items():
        row = getattr(state, field)
        if given.get(key) is not None:
            row[:] = [0] * len(row)
        for name, part in _entries(given, key):
            row[_place(name, names, part)] = part.whole(0, 99)
    for key, field in LOSSES.items():
        row = list(getattr(state, field))
        for date, part in _entries(given, key):
            for name, number in part.entries():
                row[_day(ruleset, date, part) * 3 + _place(name, DIVISIONS, number)] = number.whole(0, 999)
        setattr(state, field, row)
    for key, field in UNITS.items():
        row = getattr(state, field)
        for name, part in _entries(given, key):
            row[_unit(ruleset, name, part)] = part.whole(0, 99)
    put_guests(state, given)
    _put_posts(state, given)
    _put_positions(state, given)
    _put_heroes(state, given)
    _put_stance(state, given)
    due = given.get("guns due")
    for part in due.each(99) if due is not None else ():
        part.only("turn", "of", "points")
        owner = _place(part["of"].text() if isinstance(part["of"].value, str) else str(part["of"].value), OWNERS, part["of"])
        state.guns_due.append((part["turn"].whole(1, 99), owner, part["points"].whole(1, 99)))


def put_guests(state: DDayState, given: Item) -> None:
    """HQ -> the guest that it has given command to in this phase."""
    for name, part in _entries(given, "guests"):
        state.guests[_unit(state.ruleset, name, part)] = _unit(state.ruleset, part.text(), part) + 1
        state.stale_command = -1


def _entries(given: Item, key: str) -> Iterator[tuple[str, Item]]:
    part = given.get(key)
    return iter(part.entries()) if part is not None else iter(())


def _unit(ruleset: DDayRuleset, name: str, item: Item) -> int:
    found = ruleset.names[UNIT].find(name)
    if not found:
        raise item.fail(f"there is no unit {bounds.clip(name)}")
    return found[0]


def _place(name: str, names: tuple[str, ...], item: Item) -> int:
    if name not in names:
        raise item.fail(f"this is one of {', '.join(names)}, not {bounds.clip(name)}")
    return names.index(name)


def _day(ruleset: DDayRuleset, date: str, item: Item) -> int:
    """A day by its date, such as 2-20."""
    for day in range(DAYS):
        if date_of(ruleset, day) == date:
            return day
    raise item.fail(f"a day reads like 2-19 or 3-11, not {bounds.clip(date)}")


def date_of(ruleset: DDayRuleset, day: int) -> str:
    """The date of a day, counted from 19 February."""
    found = ruleset.charts.dates[first_turn_of(day)]
    return f"{found // 100}-{found % 100:02}"


def first_turn_of(day: int) -> int:
    """The first game turn of a day, counted from 19 February."""
    return 3 * day + 4 if day else 1


def _put_posts(state: DDayState, given: Item) -> None:
    """Regiment -> the space of the command range track in which its marker is."""
    regiments = state.ruleset.regiments
    for name, part in _entries(given, "posts"):
        if name not in map(str, regiments):
            raise part.fail(f"command posts belong to one of the regiments {', '.join(map(str, regiments))}")
        state.posts[regiments.index(int(name))] = part.whole(1, len(state.ruleset.charts.command_range))


def _put_positions(state: DDayState, given: Item) -> None:
    """Positions by code or hex."""
    from beachhead.games.dday.saves.position import position_of

    for key, field in POSITIONS.items():
        part, row = given.get(key), getattr(state, field)
        for item in part.each(state.ruleset.position_count) if part is not None else ():
            row[position_of(state.ruleset, item.text(), item)] = 1
    for position, held in enumerate(state.garrisons):
        if held:
            state.garrison_mask |= 1 << state.ruleset.position_hex[position]


def _put_heroes(state: DDayState, given: Item) -> None:
    """Heroes drawn that wait for a unit, by name, and the division that they were drawn for."""
    names = [hero.id for hero in state.ruleset.components.heroes]
    due = given.get("heroes due")
    for part in due.each(len(names)) if due is not None else ():
        part.only("hero", "division")
        hero = part["hero"].text()
        if hero not in names:
            raise part["hero"].fail(f"there is no hero {bounds.clip(hero)}")
        state.heroes_due.append((names.index(hero), part["division"].whole(0, 5)))


def _put_stance(state: DDayState, given: Item) -> None:
    """Who is in counterattack stance, which tanks have acted, and the party that fights away from its position."""
    from beachhead.games.dday.saves.position import hex_of, position_of

    ruleset = state.ruleset
    for name, part in _entries(given, "stance"):
        word = part.text().removesuffix(STANCE_DONE)
        if word not in STANCES:
            raise part.fail(f"write unit, tank or both, and ', acted' behind it, not {bounds.clip(part.value)}")
        acted = STANCE_ACTED if part.text().endswith(STANCE_DONE) else 0
        state.stance[position_of(ruleset, name, part)] = STANCES[word] | acted
    done = given.get("tanks acted")
    for item in done.each(ruleset.position_count) if done is not None else ():
        state.tank_done[position_of(ruleset, item.text(), item)] = 1
    party = given.get("sortie")
    if party is not None:
        party.only("kind", "from", "to", "disrupted")
        state.sortie = SORTIES[party["kind"].one_of(tuple(SORTIES))]
        state.sortie_from = position_of(ruleset, party["from"].text(), party["from"])
        state.sortie_to = hex_of(ruleset, party["to"].text(), party["to"])
        shaken = party.get("disrupted")
        state.sortie_shaken = int(shaken.flag()) if shaken is not None else 0


# ---------------------------------------------------------------------- back


def written_later(state: DDayState) -> dict[str, Any]:
    """The same as a person would write it, without what has its first value."""
    ruleset = state.ruleset
    found: dict[str, Any] = {key: getattr(state, field) for key, field in NUMBERS.items()}
    for key, (field, names) in ROWS.items():
        row = getattr(state, field)
        found[key] = {name: row[place] for place, name in enumerate(names) if row[place]}
    for key, field in LOSSES.items():
        row = getattr(state, field)
        found[key] = {
            date_of(ruleset, day): {name: row[day * 3 + place] for place, name in enumerate(DIVISIONS) if row[day * 3 + place]}
            for day in range(DAYS)
            if any(row[day * 3 : day * 3 + 3])
        }
    for key, field in UNITS.items():
        row = getattr(state, field)
        found[key] = {ruleset.unit_ids[unit]: row[unit] for unit in range(ruleset.unit_count) if row[unit]}
    found["posts"] = {str(regiment): state.posts[at] for at, regiment in enumerate(ruleset.regiments) if state.posts[at]}
    for key, field in POSITIONS.items():
        row = getattr(state, field)
        found[key] = [code for at, code in enumerate(ruleset.position_code) if row[at]]
    found["guests"] = {
        ruleset.unit_ids[host]: ruleset.unit_ids[state.guests[host] - 1]
        for host in range(ruleset.unit_count)
        if state.guests[host]
    }
    found["guns due"] = [{"turn": turn, "of": OWNERS[owner], "points": points} for turn, owner, points in state.guns_due]
    heroes = ruleset.components.heroes
    found["heroes due"] = [{"hero": heroes[hero].id, "division": division} for hero, division in state.heroes_due]
    found["stance"] = {
        code: next(word for word, bits in STANCES.items() if bits == state.stance[at] & ~STANCE_ACTED)
        + (STANCE_DONE if state.stance[at] & STANCE_ACTED else "")
        for at, code in enumerate(ruleset.position_code)
        if state.stance[at]
    }
    found["tanks acted"] = [code for at, code in enumerate(ruleset.position_code) if state.tank_done[at]]
    if state.sortie:
        found["sortie"] = {
            "kind": next(word for word, kind in SORTIES.items() if kind == state.sortie),
            "from": ruleset.position_code[state.sortie_from],
            "to": ruleset.hex_name(state.sortie_to),
            "disrupted": bool(state.sortie_shaken),
        }
    return {key: value for key, value in found.items() if value}
