"""The law of the theme: what `theme.yaml` and `tour.yaml` name is in the game, and what the game has is named there.

A game without a theme keeps the law: its table has plain words. Kinds of event are looked for in the source of the game, since a
walk meets only some of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache
from pathlib import Path
from typing import Any

from beachhead.engine.action import NUMBER, SPACE, UNIT
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.themes import Theme
from beachhead.testing.laws.drawn import not_drawn
from beachhead.testing.sources import source_of
from beachhead.testing.walks import LawBroken, walk

DONE = "done"
UNDO = "undo"
MANY = 12
"""Of so many positions of a walk one is looked at."""


def theme_fits(game: Game, scenario: str, seed: int = 0) -> None:
    """Arms, marks, phases, steps, verbs, duties, places, overlays, cases and kinds of event in the theme are the game's."""
    if not (game.folder / "theme.yaml").exists():
        return
    ruleset = game.ruleset(game.parameters(scenario))
    theme = game.theme_of(scenario)
    found = [*_declared(game, ruleset, theme), *_tour(game, scenario)]
    found += _unknown("an overlay without a title", game.overlays_of(scenario), theme.overlays)
    units = _counters(game)
    if units and theme.arms:
        found += _unknown("an arm that no counter has", theme.arms, {unit["arm"] for unit in units if "arm" in unit})
    board = _spaces(game, ruleset)
    places = board | theme.places.keys() if theme.places and board else None
    for position in walk(game, scenario, seed):
        if position.number % MANY == 0 or position.state.over:
            for side in (None, *ruleset.sides):
                found += _seen(theme, places, position.state.view(side))
        if found:
            break
    if found:
        raise LawBroken(f"{game.id}, scenario {scenario}: its theme does not fit: {'; '.join(dict.fromkeys(found))}")


def _unknown(what: str, names: Iterable[Any], known: Iterable[Any]) -> list[str]:
    there = known if isinstance(known, Set | Mapping) else set(known)
    return [f"{what}: {name!r}" for name in names if name not in there]


def _counters(game: Game) -> list[dict[str, Any]]:
    """What is printed on the counters of all scenarios, as far as the game says it."""
    return [unit for one in game.scenarios for unit in game.counters(game.ruleset(game.parameters(one.id)))]


def _declared(game: Game, ruleset: Ruleset, theme: Theme) -> list[str]:
    """What does not fit, of all that can be seen without playing."""
    verbs, steps = {verb.word for verb in ruleset.verbs}, {step.name for step in ruleset.steps}
    shown, sides = {item.name for item in ruleset.shown}, set(game.sides)
    scenarios = {scenario.id for scenario in game.scenarios}
    found = [] if list(theme.sides) == list(game.sides) else ["its sides are not those of the game, in their order"]
    for what, names, known in (
        ("a verb that the game does not have", theme.verbs, verbs),
        ("a verb without a name", verbs, theme.verbs),
        ("words for an action that the game does not have", theme.acts, verbs - {DONE}),
        ("an aside that is not a verb", theme.asides, verbs),
        ("a deliberate verb that is not one", theme.deliberate, verbs),
        ("a grave verb that is not one", theme.grave, verbs),
        ("a verb done together that is not one", theme.together, verbs),
        ("a listed verb that is not one", theme.lists, verbs),
        ("a verb of `rest` that is not one", theme.rest, verbs),
        ("a verb of `goals` that the game does not have", theme.goals, verbs),
        ("a step of `stays` that the game does not have", (one.step for one in theme.stays), steps),
        ("a step of `straight` that the game does not have", _flat((one.step, *one.through) for one in theme.straight), steps),
        ("an answer of `straight` that is not a verb", (one.answer for one in theme.straight), verbs),
        ("a step of `leaves` that the game does not have", (one.step for one in theme.leaves), steps),
        ("an answer of `leaves` that is not a verb", (one.answer for one in theme.leaves), verbs),
        ("a step of `done` that the game does not have", theme.done, steps),
        ("a step of a window that the game does not have", (one.step for one in theme.windows), steps),
        ("a step of `progress` that the game does not have", (one.step for one in theme.progress), steps),
        ("an overlay that the game does not have", theme.overlays, game.overlays),
        ("something that is not in the view", _sources(theme), shown),
        ("a side that the game does not have", _sides(theme), sides),
        ("a case that the game does not have", _cases(theme), game.cases),
        ("a scenario that the game does not have", _flat(tip.scenarios for tip in theme.advice), scenarios),
        ("an option that the game does not have", theme.options, {option.name for option in game.options}),
        ("a count without words in `tally`", theme.counts, theme.tally),
        ("a kind of event that is nowhere in the game's source", _kinds(theme), _texts(game)),
        ("a box that the map does not have", _boxes(theme), {box.id for box in theme.map.boxes}),
        ("a track that the theme does not have", (box.track for box in theme.map.boxes if box.track), theme.tracks),
        ("a place that the theme does not have", (box.place for box in theme.map.boxes if box.place), theme.places),
        ("a printed number without a name", _flat(one.fields for one in theme.values.values()), theme.value_names),
    ):
        found += _unknown(what, names, known)
    return found + _acts(theme, ruleset) + _values(theme) + _chapters(game) + list(not_drawn(theme))


def _acts(theme: Theme, ruleset: Ruleset) -> list[str]:
    """Actions without words, and arguments that cannot be chosen."""
    found = []
    known = {UNIT, SPACE, NUMBER, *theme.kinds, *theme.names}
    forms = {(verb.word, str(len(verb.kinds))) for verb in ruleset.verbs}
    for verb in ruleset.verbs:
        if verb.word != DONE and str(len(verb.kinds)) not in theme.acts.get(verb.word, {}):
            found.append(f"an action without words: {verb.word!r} with {len(verb.kinds)} arguments")
        found += _unknown(f"a kind of argument of {verb.word!r} that is in neither `kinds` nor `names`", verb.kinds, known)
    for word, texts in theme.acts.items():
        most = max((int(count) for one, count in forms if one == word), default=0)
        found += [f"words for {word!r} with {count} arguments" for count in texts if not count.isdigit() or int(count) > most]
    return found


def _values(theme: Theme) -> list[str]:
    return [
        f"the lines of the values of {arm!r} do not print each number once"
        for arm, one in theme.values.items()
        if sorted(number for line in one.lines for number in line) != list(range(len(one.fields)))
    ]


def _chapters(game: Game) -> list[str]:
    if not game.theme.chapters:
        return []
    numbers = {found[0] for case in game.cases if (found := re.search(r"\d+", case))}
    return _unknown("a chapter without a title", sorted(numbers), game.theme.chapters)


def _sources(theme: Theme) -> list[str]:
    """What parts of a theme take from the view."""
    single = (theme.control, theme.regions, theme.known, theme.order)
    rows = (theme.tracks.values(), theme.together.values(), theme.markers, theme.progress)
    named = [part.from_ for part in single if part is not None] + [
        one.from_ for row in rows for one in row if one.from_ is not None
    ]
    more = [name for one in theme.markers for name in (one.until, one.unless) if name] + [
        track.of for track in theme.tracks.values() if track.of
    ]
    counted = [one.view for one in theme.counts.values() if one.view]
    return [*named, *more, *counted, *theme.status, *(box.count for box in theme.map.boxes if box.count)]


def _sides(theme: Theme) -> list[str]:
    parts = (
        theme.phases,
        theme.windows,
        theme.markers,
        *(part.values() for part in (theme.piles, theme.together)),
    )
    named: list[str] = [one.side for part in parts for one in part]
    boxes = [side for place in theme.places.values() if isinstance(place.box, dict) for side in place.box]
    rest = [theme.truth or "", theme.control.quiet if theme.control else "", *theme.react, *boxes]
    rest += [*(tip.side for tip in theme.advice), *(one.units for one in theme.counts.values())]
    return [side for side in [*named, *rest] if side]


def _cases(theme: Theme) -> list[str]:
    named = [duty.case for duty in theme.duties.values()]
    named += [*(theme.standing.cases if theme.standing else ()), theme.typing.case if theme.typing else None]
    named += [tip.case for tip in theme.advice]
    return [case for case in named if case is not None]


def _kinds(theme: Theme) -> list[str]:
    counted = [kind for one in theme.counts.values() for kind in one.kinds]
    logged = [kind for kinds in theme.log.values() for kind in kinds]
    return [*logged, *theme.aftermath, *theme.events.came, *theme.events.lost, *counted]


def _boxes(theme: Theme) -> list[str]:
    boxes = [place.box for place in theme.places.values() if place.box is not None]
    return [name for box in boxes for name in ([box] if isinstance(box, str) else box.values())]


def _seen(theme: Theme, places: Set[str] | None, view: Mapping[str, Any]) -> list[str]:
    """What a view holds and the theme has no words for. Without `places` units may be anywhere."""
    units = list((view.get("units") or {}).values())
    phase = [view["phase"]] if "phase" in view and theme.phases and not view.get("result") else []
    found = _unknown("a phase without a name", phase, (one.id for one in theme.phases))
    found += _unknown("a duty without a name", view.get("duties") or (), theme.duties)
    found += _unknown("a pile of cards without a name", view.get("cards") or (), theme.piles) if theme.piles else []
    for name, words in theme.status.items():
        given = view.get(name) or []
        found += _unknown(f"a word of {name!r} without a name", given if isinstance(given, list) else [given], words)
    for unit in units:
        if "back" in unit:
            found += _unknown("the back of a counter without a name", [unit["back"]], theme.backs)
            continue
        for what, key, known in (
            ("an arm without a name", "arm", theme.arms),
            ("a color without a palette", "colour", theme.palettes),
            ("a stripe without a meaning", "stripe", theme.stripes),
            ("an emblem without a name", "emblem", theme.emblems),
        ):
            found += _unknown(what, [unit[key]] if unit.get(key) else [], known)
        found += _unknown("a mark without a name", unit.get("marks") or (), theme.marks)
        found += _unknown("a chip without a name", unit.get("chips") or (), theme.chips)
        if places is not None and "place" in unit:
            found += _unknown("a place without a name", [unit["place"]], places)
        found += _numbers(theme, unit)
    return found


def _numbers(theme: Theme, unit: Mapping[str, Any]) -> list[str]:
    """Whether the printed numbers of a unit are those that the theme names."""
    look = theme.values.get(unit.get("arm", ""), theme.values.get("default"))
    values = unit.get("values")
    if look is None or not values:
        return []
    if isinstance(values, str):
        fits = len(re.split("[-/]", values)) == len(look.fields)
    else:
        fits = set(values) <= {*look.fields, *theme.value_names}
    return [] if fits else [f"values without a name: {values!r}"]


def _spaces(game: Game, ruleset: Ruleset) -> set[str]:
    board = game.board(ruleset)
    return {*board.get("terrain", ()), *board.get("areas", ())}


@cache
def _texts(game: Game) -> frozenset[str]:
    """Every text in the source of a game's folder and of what its state is made of."""
    kinds = type(game).__mro__ + game.state_type.__mro__
    files = {path for kind in kinds if kind.__module__ != "builtins" and (path := source_of(kind.__module__)) is not None}
    folders = {path.parent for path in files if "engine" not in path.parts} | {game.folder}
    sources = files | {path for folder in folders if _is_package(folder) for path in folder.rglob("*.py")}
    found: set[str] = set()
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return frozenset(found)


def _is_package(folder: Path) -> bool:
    """Whether a folder belongs to one game or series, so that all of its source is the game's."""
    return (folder / "__init__.py").exists() and ("tests" not in folder.parts or (folder / "theme.yaml").exists())


def _tour(game: Game, scenario: str) -> list[str]:
    """What a scenario's tour points at or waits for and the game does not have."""
    tour = game.tours.get(scenario)
    if tour is None:
        return []
    ruleset = game.ruleset(game.parameters(scenario))
    words = {verb.word for verb in ruleset.verbs} | {UNDO}
    steps = {step.name for step in ruleset.steps}
    points, tasks = [step.point for step in tour.steps], [task for step in tour.steps for task in step.await_]
    acts = [task if isinstance(task, str) else task.act for task in tasks]
    named = [step.at for step in tour.steps if step.at] + [task.at for task in tasks if not isinstance(task, str)]
    checks: list[tuple[str, Iterable[Any], Callable[[], Iterable[Any]]]] = [
        ("a case of the tour that the game does not have", (one.case for one in points if one.case), lambda: game.cases),
        ("a space of the tour that the map does not have", _flat(one.spaces for one in points), lambda: _spaces(game, ruleset)),
        ("a task of the tour that is not an action", (text.split()[0] for text in acts), lambda: words),
        ("a step of the tour that the game does not have", named, lambda: steps),
    ]
    return [fault for what, names, known in checks for fault in _unknown(what, names, known())]


def _flat(lists: Iterable[Iterable[str]]) -> list[str]:
    return [one for some in lists for one in some]
