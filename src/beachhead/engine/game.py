"""A game: what is declared about it up front, and how its states come into being."""

from __future__ import annotations

import difflib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final, Generic

from typing_extensions import TypeVar

from beachhead.engine import themes
from beachhead.engine.action import Action, Shorthand
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.outcomes import outcomes
from beachhead.engine.errors import AmbiguousAction, DataError, InvalidAction, PositionError, UserError
from beachhead.engine.event import Event
from beachhead.engine.files import bounds
from beachhead.engine.files.canonical import canonical
from beachhead.engine.files.cases import Case, load_cases
from beachhead.engine.files.datafile import Document, Item
from beachhead.engine.files.saves import check_steps, read_fields, read_moment, read_outcome
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.seats import Owner
from beachhead.engine.secrecy import Known
from beachhead.engine.shown.panel import Panel
from beachhead.engine.state import State
from beachhead.engine.themes import Theme, Tour

SAVE_FORMAT: Final = 2
BALANCE: Final = "balance.json"
RulesetT = TypeVar("RulesetT", bound=Ruleset, default=Any)
S = TypeVar("S", bound=State[Any], default=Any)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to start a game."""

    id: str
    title: str
    turns: int
    """How many turns it has, whatever number its first turn bears."""
    says: str = ""
    book: tuple[str, ...] = ()
    """Sides that the rulebook itself plays."""
    sides: tuple[str, ...] = ()
    """The sides that take part, in the order in which steps number them; empty: all of the game's."""
    seats: tuple[tuple[str, str], ...] = ()
    """The seats at the table, each with the side it belongs to; empty: one per side, under the side's name. Seats of one side
    share its view and its decisions."""
    own_orders: bool = False
    """Whether each seat of a side orders its own units (`Game.owner_of`). What belongs to no seat they still decide together."""
    mode: str = "two-player"
    """The mode of play, such as "solitaire": the one that the cases of the rulebook name in their `modes`."""
    own_map: bool = False
    """Whether it is played on another map than the first scenario."""
    sheet: str = ""
    """The variety of the theme in which it is shown: `theme-<sheet>.yaml`, laid over `theme.yaml`; empty: the theme itself."""
    length: str = ""
    """How long it takes, for whoever chooses a scenario: "15 turns, four to five hours"."""
    forces: str = ""
    """Who fights in it, in a sentence."""
    special: str = ""
    """What is special about it, in a sentence."""


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that players may choose; `default` follows the letter of the book."""

    name: str
    values: tuple[Any, ...]
    default: Any
    says: str
    case: str
    since: str = ""
    """The version of the rules that brought it; empty if it was always there. Matches under older rules do not have it."""
    scenarios: tuple[str, ...] = ()
    """The scenarios that have it; empty: all."""

    def belongs_to(self, scenario: str) -> bool:
        """Whether a scenario has this option."""
        return not self.scenarios or scenario in self.scenarios

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "values": list(self.values),
            "default": self.default,
            "says": self.says,
            "case": self.case,
            "scenarios": list(self.scenarios),
        }


class Game(ABC, Generic[RulesetT, S]):
    """One of the games. Subclasses declare the class variables and build rulesets and first states."""

    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Version of the rules as implemented; records and saves carry it."""
    older: ClassVar[tuple[str, ...]] = ()
    """Earlier versions, oldest first, whose matches still load, replay and continue by the rules they began with."""
    sides: ClassVar[tuple[str, ...]]
    """The sides of all its scenarios. The scenario says which of them take part: ask `sides_of` or the ruleset."""
    side_names: ClassVar[Mapping[str, str]]
    seat_names: ClassVar[Mapping[str, str]] = {}
    """What seats are called that do not have the name of their side, such as "4th Division"."""
    book_name: ClassVar[str] = "The rulebook"
    """The name of the player that decides for a side that the book plays, such as "Japanese doctrine"."""
    scenarios: ClassVar[tuple[Scenario, ...]]
    options: ClassVar[tuple[Option, ...]]
    folder: ClassVar[Path]
    """The folder of its data files."""
    families: ClassVar[tuple[str, ...]]
    """The names under which its code cites cases, see `enforces`."""
    reveal_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of event that reveal something; undo never crosses one."""
    options_tried_in: ClassVar[tuple[str, ...]] = ()
    """The scenarios whose games digests and golden files play with other options too; empty: all of them."""
    max_actions: ClassVar[int]
    """No game takes more actions than this."""
    odds_over_worlds: ClassVar[frozenset[str]] = frozenset()
    """Words of actions whose odds count what may lie hidden as well as the dice: the mean over all worlds that the side which
    decides cannot tell apart."""
    known: ClassVar[tuple[Known[Any], ...]] = ()
    """What a side knows, in numbers, for bots (`State.known`)."""
    parts: ClassVar[tuple[str, ...]] = ("components",)
    """What parameters may hold in addition to scenario and options."""
    state_type: type[S]
    """The class of its states."""

    def __init__(self) -> None:
        self._rulesets: dict[tuple[str, str], RulesetT] = {}
        self._foreign: dict[tuple[str, str], RulesetT] = {}
        self._lore: dict[tuple[str, str], Any] = {}
        self._themes: dict[str, Theme] = {}

    # ------------------------------------------------------------------ what games bring

    @abstractmethod
    def build_ruleset(self, parameters: Mapping[str, Any]) -> RulesetT:
        """The ruleset of these parameters; raises `UserError` if they cannot be used."""

    @abstractmethod
    def set_up(self, state: S) -> None:
        """Prepare the first position in a blank state, and push the first step."""

    def blank_state(self, ruleset: RulesetT, dice: Dice) -> S:
        """A state with the first values of its fields and nothing on its stack."""
        return self.state_type(ruleset, dice)

    def initial_state(self, ruleset: RulesetT, dice: Dice) -> S:
        """The first state, settled up to the first decision."""
        state = self.blank_state(ruleset, dice)
        self.set_up(state)
        state.settle()
        return state

    def position(self, description: Mapping[str, Any], dice: Dice | None = None) -> S:
        """Any position, from data a person can write (docs/vectors.md), or from what `describe` wrote."""
        data = bounds.mapping(description, "this position")
        given = Item(data, Document("this position"))
        try:
            given.only("scenario", "options", "rules", *self.position_keys, "moment")
            rules = self.known_rules(data.get("rules", self.version), "position")
            ruleset = self.ruleset(self.position_parameters(data, rules), rules)
            state = self.blank_state(ruleset, dice or Dice(bytes(16)))
            self.put_position(state, given)
            if "moment" in data:
                read_moment(state, data["moment"], self._moment_fields())
            else:
                self.begin_position(state, given)
            self.after_load(state)
            check_steps(state)
            return self.playable(state)
        except DataError as error:
            raise PositionError(error.message) from None
        except UserError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise PositionError(f"not a valid position: {type(error).__name__}: {error}") from None

    def describe(self, state: S) -> dict[str, Any]:
        """The position as such data: `position(describe(state))` is the same state again. What nobody would write by hand is
        under `moment`."""
        if state.outcome is not None:
            raise PositionError("the game is over; there is no position left to describe")
        state.dice.need_unscripted()
        parameters, plain = state.ruleset.parameters, state.plain()
        found = {"scenario": parameters["scenario"], "options": dict(parameters["options"])}
        if state.ruleset.rules != self.version:
            found["rules"] = state.ruleset.rules
        found |= {key: parameters[key] for key in self.parts if key in parameters and key in self.position_keys}
        found |= self.written_position(state)
        found["moment"] = {name: plain[name] for name in (*self._moment_fields(), "stack", "dice") if name in plain}
        return found

    position_keys: ClassVar[tuple[str, ...]] = ()
    """What a person may write in a position, besides scenario, options and the version of the rules."""
    written_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that a position says in its own words; the others are under `moment` as they are."""

    def position_parameters(self, data: Mapping[str, Any], rules: str) -> dict[str, Any]:
        """The parameters of the match that a position belongs to."""
        parameters = self.parameters(data.get("scenario"), data.get("options"), rules=rules)
        return parameters | {key: data[key] for key in self.parts if key in data and key in self.position_keys}

    def put_position(self, state: S, given: Item) -> None:
        """Put what a person has written into a blank state: `position_keys` into `written_fields`."""
        del state, given

    def begin_position(self, state: S, given: Item) -> None:
        """Continue to the first decision of a position without a moment; by default the scenario's own."""
        del given
        self.set_up(state)
        state.settle()

    def written_position(self, state: S) -> dict[str, Any]:
        """What `put_position` reads, from a state."""
        del state
        return {}

    def _moment_fields(self) -> list[str]:
        return [name for name in self.state_type.fields if name not in self.written_fields]

    def facts(self, state: S, side: str | None = None) -> dict[str, Any]:
        """What vectors and tools may ask about a position; with a side, as that side sees it. By default: the view."""
        if side is not None:
            return state.view(side)
        return state.view() | {item.name: item.show(state) for item in state.ruleset.shown}

    def face(self, name: str) -> int:
        """The number that a script of dice needs for something to be drawn that has a name; 0 if nothing is called so."""
        del name
        return 0

    def owner_of(self, state: S, action: Action) -> Owner | None:
        """The seat that alone may take a legal action, where a scenario has `own_orders`; None: any seat of the deciding side.

        It depends on the state alone: what was settled by lot is in the state, or follows from its dice. The rules do not know
        of it; a match and the service ask before they carry out what a seat wants (`beachhead.engine.seats`).
        """
        del state, action
        return None

    def owners_in_line(self, state: S, line: str) -> tuple[Owner, ...] | None:
        """The owners of all units that a shorthand orders, where a scenario has `own_orders`. None: seats that order their own
        units give such orders one by one."""
        del state, line
        return None

    def units_of(self, state: S, seat: str) -> tuple[str, ...]:
        """The units that a seat commands, as views name them; for the table, which marks them. Everybody may know this."""
        del state, seat
        return ()

    def costly_facts(self, state: S, side: str | None = None) -> Mapping[str, Callable[[], Any]]:
        """Further facts, slow enough that they are computed only when a vector names them."""
        del state, side
        return {}

    def outcome(self, state: S, events: list[Event]) -> str:
        """A short name for the outcome that chance has just brought, for `odds`. By default: the events that everybody sees."""
        del state
        return "; ".join(event.text for event in events if event.visible_to(None)) or "none"

    def tally(self, state: S) -> dict[str, int]:
        """The steps that each side has lost so far, and points for losses where the game counts them: what combats cost. Nothing
        if a game does not say."""
        del state
        return {}

    def unasked(self, event: Event) -> str:
        """The action that a player would have taken for what this event tells, had there been a choice; a vector may write it
        down although nobody was asked. Nothing by default: what a program decides alone it reports as `forced`."""
        del event
        return ""

    # ------------------------------------------------------------------ what the table shows; games say as much as they like

    about: ClassVar[Mapping[str, Any]] = {}
    """For people choosing a game: players, length, complexity (1 to 5), and a sentence or two."""
    overlays: ClassVar[Mapping[str, str]] = {}
    """What can be shaded on the map on request: name -> title."""

    def board(self, ruleset: RulesetT) -> dict[str, Any]:
        """The map as plain data, from which it is drawn; known to everybody."""
        del ruleset
        return {}

    def counters(self, ruleset: RulesetT) -> list[dict[str, Any]]:
        """What is printed on every counter of a match, in the order of their numbers; known to everybody."""
        del ruleset
        return []

    def charts(self, ruleset: RulesetT) -> list[dict[str, Any]]:
        """The tables of the book."""
        del ruleset
        return []

    def schedule(self, ruleset: RulesetT) -> list[dict[str, Any]]:
        """What each turn brings."""
        del ruleset
        return []

    def preview(self, state: S, action: Action) -> dict[str, Any]:
        """What a legal action would lead to, as far as the side that decides may know: cost, path, combat, odds."""
        del state, action
        return {}

    combat_kinds: ClassVar[frozenset[str]] = frozenset({"combat"})
    """Kinds of event whose data is a combat that `panel` knows how to show."""

    def combat_in(self, ruleset: RulesetT, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """The combat under way in a side's view, as `panel` reads it; empty if there is none."""
        del ruleset
        found: Mapping[str, Any] = view.get("combat") or {}
        return found

    def panel(self, ruleset: RulesetT, combat: Mapping[str, Any]) -> Panel | None:
        """A combat as the table shows it (`beachhead.engine.shown.panel`): a pure function of plain data that has been redacted,
        from `combat_in`, from a preview, or from an event. None: nothing to show."""
        del ruleset, combat
        return None

    def about_unit(self, state: S, side: str | None, unit: str) -> dict[str, Any]:
        """What a unit may do now (`can`), what not and why (`cannot`), the spaces that matter to it, and where there is more to
        know, such as what a face-down unit may be, `notes`."""
        del state, side, unit
        return {"can": [], "cannot": [], "spaces": {}}

    def overlay(self, state: S, side: str | None, name: str) -> dict[str, Any]:
        """Spaces to shade on the map, each with its labels; one of `overlays`."""
        del state, side
        raise UserError(f"{self.id} has no overlay {name!r}{_hint(name, self.overlays)}")

    def overlays_of(self, scenario: str | None) -> dict[str, str]:
        """The overlays that a scenario has a use for: all, unless the game says otherwise."""
        del scenario
        return dict(self.overlays)

    @cached_property
    def theme(self) -> Theme:
        """How the game looks and speaks: `theme.yaml` beside the cases, checked (docs/themes.md); a plain one if it has none."""
        path = self.folder / "theme.yaml"
        return themes.load(Theme, path) if path.exists() else Theme()

    def theme_of(self, scenario: str | None) -> Theme:
        """The theme as a scenario shows it: with what the scenario's sheet says otherwise."""
        sheet = self._sheet(scenario)
        if not sheet:
            return self.theme
        if sheet not in self._themes:
            self._themes[sheet] = themes.load(Theme, self.folder / "theme.yaml", self.folder / f"theme-{sheet}.yaml")
        return self._themes[sheet]

    def _sheet(self, scenario: str | None) -> str:
        return next((one.sheet for one in self.scenarios if one.id == scenario), "")

    @cached_property
    def tour(self) -> Tour | None:
        """The tour that teaches the game: `tour.yaml` beside the cases, checked; None if there is none."""
        return self.tours.get(self.scenarios[0].id)

    @cached_property
    def tours(self) -> dict[str, Tour]:
        """All tours by scenario: `tour.yaml` belongs to the first, `tour-<scenario>.yaml` to another."""
        names = ["tour.yaml", *(f"tour-{one.id}.yaml" for one in self.scenarios[1:])]
        paths = {one.id: self.folder / name for one, name in zip(self.scenarios, names, strict=True)}
        return {scenario: themes.load(Tour, path) for scenario, path in paths.items() if path.exists()}

    def lore(self, name: str, scenario: str | None = None) -> Any:
        """`theme` or `tour` of a scenario as plain data, whole, or None if the game does not have the file."""
        scenario = scenario or self.scenarios[0].id
        key = (name, scenario if name == "tour" else self._sheet(scenario))
        if key not in self._lore:
            record: Any = self.tours.get(scenario) if name == "tour" else self.theme_of(scenario)
            known = record is not None if name == "tour" else (self.folder / "theme.yaml").exists()
            self._lore[key] = themes.plain(record) if known else None
        return self._lore[key]

    def components(self, folder: Path) -> Mapping[str, Any]:
        """An owner's components in place of ours, checked; they become part of the parameters."""
        raise UserError(f"{self.id} takes no components folder ({folder})")

    # ------------------------------------------------------------------ what all games share

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """Every rule case in our words, by id."""
        return load_cases(self.folder / "cases.yaml", self.modes)

    @cached_property
    def balance(self) -> Mapping[str, Any]:
        """How trial games of its scenarios ended, by scenario (`make balance`); for whoever wants to know how hard it is."""
        kept = self.folder / BALANCE
        found: Mapping[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        return found

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of play of its scenarios, in their order. A mode needs no mechanism of its own: the scenario says who takes
        part and which options there are, and the rules look at those."""
        return tuple(dict.fromkeys(scenario.mode for scenario in self.scenarios))

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions of the rules that can be played, oldest first."""
        return (*self.older, self.version)

    def ruleset(self, parameters: Mapping[str, Any], rules: str | None = None) -> RulesetT:
        """The ruleset of these parameters, made once for each scenario and its options; without a version, by the current rules.

        A ruleset with somebody's own components may have tables of many megabytes, so only the last few of those are cached.
        """
        parameters = bounds.mapping(parameters, "these parameters")
        rules = self.version if rules is None else self.known_rules(rules)
        key = (rules, json.dumps(parameters, sort_keys=True))
        own = any(part in parameters for part in self.parts)
        kept = self._foreign if own else self._rulesets
        found = kept.pop(key, None) if own else kept.get(key)
        if found is None:
            self._check_parameters(parameters, rules)
            found = self.build_ruleset(json.loads(key[1]))
            found.adopt(rules)
        kept[key] = found
        while own and len(kept) > bounds.SETUPS:
            kept.pop(next(iter(kept)), None)
        return found

    def _check_parameters(self, parameters: Mapping[str, Any], rules: str) -> None:
        """Parameters from outside name a scenario, options with values that they can have, and nothing unknown."""
        self.scenario(parameters.get("scenario"))
        options = bounds.mapping(parameters.get("options"), "the options")
        missing = [name for name in self.settle_options(options, rules, parameters["scenario"]) if name not in options]
        unknown = [key for key in parameters if key not in ("scenario", "options", *self.parts)]
        if missing:
            raise PositionError(f"the option {missing[0]} is missing")
        if unknown:
            raise PositionError(f"a match of {self.id} has no part {bounds.clip(unknown[0])}")

    def scenario(self, name: Any) -> Scenario:
        """The scenario of that id; any other is a `UserError`."""
        known = {choice.id: choice for choice in self.scenarios}
        if not isinstance(name, str) or name not in known:
            raise UserError(f"{self.id} has no scenario {bounds.clip(name)}{_hint(name, known)}")
        return known[name]

    def sides_of(self, scenario: str) -> tuple[str, ...]:
        """The sides that take part in a scenario."""
        return self.scenario(scenario).sides or self.sides

    def seats_of(self, scenario: str) -> dict[str, str]:
        """The seats of a scenario, each with its side."""
        return dict(self.scenario(scenario).seats) or {side: side for side in self.sides_of(scenario)}

    def plain(self) -> dict[str, Any]:
        """What the game declares, as plain data."""
        return {
            "id": self.id,
            "title": self.title,
            "version": self.version,
            "sides": list(self.sides),
            "side_names": dict(self.side_names),
            "modes": list(self.modes),
            "scenarios": [
                {
                    "id": scenario.id,
                    "title": scenario.title,
                    "turns": scenario.turns,
                    "says": scenario.says,
                    "sides": list(self.sides_of(scenario.id)),
                    "seats": self.seats_of(scenario.id),
                    "book": list(scenario.book),
                    "options": list(self.options_of(scenario.id)),
                    "length": scenario.length,
                    "forces": scenario.forces,
                    "special": scenario.special,
                    "balance": self.balance.get(scenario.id),
                }
                for scenario in self.scenarios
            ],
            "options": [option.plain() for option in self.options],
        }

    def known_rules(self, rules: object, what: str = "match") -> str:
        """A version of the rules that can be played; any other is a `PositionError`."""
        if not isinstance(rules, str) or rules not in self.versions:
            known = ", ".join(self.versions)
            raise PositionError(
                f"this {what} was made with rules version {bounds.clip(rules)} of {self.id}; the versions known here: {known}"
            )
        return rules

    def parameters(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | str | None = None,
        rules: str | None = None,
    ) -> dict[str, Any]:
        """The plain data from which a match can be set up anywhere."""
        scenario = self.scenarios[0].id if scenario is None else self.scenario(scenario).id
        options = bounds.mapping({} if options is None else options, "the options of a game")
        parameters: dict[str, Any] = {"scenario": scenario, "options": self.settle_options(options, rules, scenario)}
        if components is not None:
            parameters["components"] = self.components(Path(components))
        return parameters

    def options_of(self, scenario: str, rules: str | None = None) -> dict[str, Option]:
        """The options of a scenario in a version of the rules, by name."""
        age = self.versions.index(rules or self.version)
        of_age = [option for option in self.options if not option.since or self.versions.index(option.since) <= age]
        return {option.name: option for option in of_age if option.belongs_to(scenario)}

    def settle_options(self, given: Mapping[str, Any], rules: str | None = None, scenario: str | None = None) -> dict[str, Any]:
        """All options of a scenario (the first if none is named) with their values, defaults filled in."""
        scenario = self.scenarios[0].id if scenario is None else scenario
        known = self.options_of(scenario, rules)
        elsewhere = {option.name: option for option in self.options if not option.belongs_to(scenario)}
        for name, value in given.items():
            if name in elsewhere:
                where = ", ".join(elsewhere[name].scenarios)
                raise PositionError(
                    f"the scenario {scenario} of {self.id} has no option {name} [{elsewhere[name].case}]; it belongs to {where}"
                )
            if name not in known:
                raise UserError(f"{self.id} has no option {bounds.clip(name)}{_hint(name, known)}")
            if not any(value == allowed and type(value) is type(allowed) for allowed in known[name].values):
                allowed = ", ".join(str(allowed) for allowed in known[name].values)
                raise UserError(f"option {name} is one of {allowed}, not {bounds.clip(value)}")
        return {name: given.get(name, option.default) for name, option in known.items()}

    def new(
        self,
        scenario: str | None = None,
        *,
        seed: int | str | bytes | None = None,
        dice: Dice | None = None,
        components: Path | str | None = None,
        **options: Any,
    ) -> S:
        """A new game. Without a seed the dice are secret and random.

        >>> import beachhead as bh
        >>> state = bh.game("saipan").new("historical", seed=7)
        >>> state.decision.side, state.decision.step
        ('us', 'land')
        """
        ruleset = self.ruleset(self.parameters(scenario, options, components))
        return self.playable(self.initial_state(ruleset, dice if dice is not None else Dice(seed_bytes(seed))))

    def playable(self, state: S) -> S:
        """The same state, if the game is over or somebody has something to decide; a dead end is refused."""
        if state.outcome is None and not len(state.choices()):
            raise PositionError("this position leaves nobody anything to do, and the game is not over")
        str(state.decision)
        return state

    def is_start(self, state: S) -> bool:
        """Whether a state is its scenario's first, which a record need not write out."""
        try:
            return self.initial_state(state.ruleset, Dice(state.dice.seed)).digest() == state.digest()
        except PositionError:  # a board made for one position has no start of its own
            return False

    def parse(self, text: str, ruleset: RulesetT | None = None) -> Action:
        """The action that a text means in this game, legal or not.

        >>> import beachhead as bh
        >>> print(bh.game("saipan").parse("move 2/6 1305"))
        move U:2/6 1305
        >>> print(bh.game("saipan").parse("attack 1103 from 1203 1102"))
        attack 1103 from 1203 1102
        """
        ruleset = ruleset if ruleset is not None else self.ruleset(self.parameters())
        text = ruleset.readable(text)
        if ruleset.is_shorthand(text):
            return Shorthand(text, ruleset)
        codes = ruleset.read(text)
        if not codes:
            raise InvalidAction(self.not_an_action(text))
        if len(codes) > 1:
            readings = tuple(ruleset.text(code) for code in codes)
            raise AmbiguousAction(f"{text!r} could mean {' or '.join(repr(r) for r in readings)}", readings)
        return Action(codes[0], ruleset)

    def not_an_action(self, text: str) -> str:
        """What is wrong with a text that is not an action, and how to fix it."""
        ruleset = self.ruleset(self.parameters())
        tokens = text.split()
        if not tokens:
            return "nothing typed; an action begins with one of: " + ", ".join(ruleset.words())
        word = tokens[0].casefold()
        if word not in ruleset.words():
            close = difflib.get_close_matches(word, ruleset.words(), n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            return f"{tokens[0]!r} is not an action{hint}. Actions: {', '.join(sorted(set(ruleset.words())))}"
        forms = {" ".join([verb.word, *(f"<{kind}>" for kind in verb.kinds)]) for verb in ruleset.verbs if verb.word == word}
        return f"{text!r} is incomplete or names something that is not in this game; expected: {' or '.join(sorted(forms))}"

    def odds(self, state: S, action: Action) -> dict[str, Fraction]:
        """Exact chances, by trying every outcome of the dice that the action rolls."""
        chances: dict[str, Fraction] = {}
        for chance, trial, events in outcomes(state, action):
            if chance == 1:
                return {}
            name = self.outcome(trial, events)
            chances[name] = chances.get(name, Fraction(0)) + chance
        return dict(sorted(chances.items()))

    def odds_from(self, state: S, action: Action) -> int:
        """Of how many made-up worlds `odds` counts the outcomes of an action; 0: its chances are exact."""
        del state, action
        return 0

    def save(self, state: S) -> dict[str, Any]:
        """A state as plain data that `load` reads."""
        state.dice.need_unscripted()
        return {
            "beachhead": SAVE_FORMAT,
            "game": self.id,
            "rules": state.ruleset.rules,
            "setup": state.ruleset.parameters,
            "state": state.plain(),
        }

    def dumps(self, state: S) -> str:
        """`save` as canonical JSON, by a shorter way: the text of the parameters is made once per ruleset."""
        state.dice.need_unscripted()
        head = f'"beachhead":{SAVE_FORMAT},"game":{canonical(self.id)},"rules":{canonical(state.ruleset.rules)}'
        return f'{{{head},"setup":{state.ruleset.parameters_text()},"state":{state.text()}}}'

    def load(self, data: Mapping[str, Any]) -> S:
        """The state that `save` described. An invalid save is a `PositionError`, whatever is wrong with it."""
        data = bounds.mapping(data, "this save")
        rules = self.known_rules(data.get("rules"), "save")
        try:
            return self._load(self.ruleset(data["setup"], rules), data["state"])
        except DataError as error:
            raise PositionError(error.message) from None
        except (PositionError, MemoryError):
            raise
        except UserError as error:
            raise PositionError(str(error)) from None
        except Exception as error:  # a save is foreign data: nothing in it can be trusted to be of the right kind
            raise PositionError(f"not a valid save: {type(error).__name__}: {error}") from None

    def _load(self, ruleset: RulesetT, saved: Mapping[str, Any]) -> S:
        state = self.blank_state(ruleset, Dice.from_plain(saved["dice"]))
        read_fields(state, saved)
        state.outcome = read_outcome(ruleset, saved["outcome"])
        self.after_load(state)
        check_steps(state)
        return self.playable(state)

    def after_load(self, state: S) -> None:
        """Check a state that has just been loaded for what its fields cannot check one by one, and rebuild what is derived."""


def _hint(word: Any, known: Any) -> str:
    close = difflib.get_close_matches(word, list(known), n=1) if isinstance(word, str) and len(word) <= bounds.NAME else []
    if close:
        return f" (did you mean {close[0]!r}?)"
    return f" (there are: {', '.join(sorted(known))})"
