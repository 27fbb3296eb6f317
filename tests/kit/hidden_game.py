"""Lookout: a tiny game made up for the kit, written as the author of a new game would write one.

It has what Saipan has not: areas instead of hexes, secrets piece by piece, a secret of each side, a private draw from a stream
of its own (and not of six sides), a reaction window that must not betray whether it was real, and counters that change identity
under the fog. Nothing here comes from a game or series: what Lookout needs, the engine must have.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from beachhead.engine.action import Names, Verb, pack
from beachhead.engine.event import Event
from beachhead.engine.fields import Fields, number, numbers, row
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Known, Secret, Shown
from beachhead.engine.state import Result, State
from beachhead.engine.step import AnyStep, Question, Step

SIDES = ("raider", "warden")
RAIDER, WARDEN = range(2)
AREAS = ("cove", "reef", "village", "north ridge", "radio mast")
ROADS = ((0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4))
INNER = (2, 3, 4)
NEAR = tuple(tuple(sorted({a + b - here for a, b in ROADS if here in (a, b)})) for here in range(len(AREAS)))
PIECES = ("gun 1", "gun 2", "snipers 1", "snipers 2", "decoy 1", "decoy 2", "decoy 3")
SQUADS = ("alpha", "bravo", "charlie")
TOKENS = tuple(f"t{number}" for number in range(1, 41))
TURNS, HIDDEN = 5, 4
GONE = -1
FAMILY = "lookout"
AIM, HIDE, MARCH, SEARCH, ASSAULT, AMBUSH, PASS, FADE, STAY, SHIFT, DONE = range(11)
VERBS = (
    Verb("aim", ("area",), "write down the area you are after"),
    Verb("hide", ("piece", "area"), "put a counter under the fog"),
    Verb("march", ("squad", "area"), "move a squad"),
    Verb("search", ("token",), "uncover a counter"),
    Verb("assault", ("token",), "attack an uncovered counter"),
    Verb("ambush", ("token",), "fire from under the fog"),
    Verb("pass", (), "let them come"),
    Verb("fade", ("token",), "go back under the fog"),
    Verb("stay", (), "stay uncovered"),
    Verb("shift", ("token", "area"), "move a counter under the fog"),
    Verb("done", (), "end this phase"),
)


class Lookout(State[Ruleset]):
    """Where squads and counters are. A counter has a token that both see, and a piece that only the warden knows."""

    fields = Fields(
        turn=number(1, low=1, high=TURNS),
        aim=number(GONE, low=GONE, high="area"),
        # The area of each squad, and whether it has acted in this turn.
        squad=row("squad", low=GONE, high="area"),
        acted=row("squad"),
        # For each token its area, what lies under it, and whether it has been uncovered.
        area=numbers(low=GONE, high="area"),
        piece=numbers(high="piece"),
        open=numbers(high=1),
        # The pieces not on the board, ascending: a draw is by number.
        cup=numbers(high="piece", distinct=True),
    )
    turn: int
    aim: int
    squad: list[int]
    acted: list[int]
    area: list[int]
    piece: list[int]
    open: list[int]
    cup: list[int]

    def under_fog(self, area: int | None = None) -> list[int]:
        """Tokens under the fog, anywhere or in an area."""
        return [t for t, at in enumerate(self.area) if at != GONE and not self.open[t] and area in (None, at)]

    def put(self, piece: int, area: int) -> int:
        """A new token under the fog. Numbers are never used again, so a number tells nothing about the piece."""
        self.cup.remove(piece)
        self.area.append(area)
        self.piece.append(piece)
        self.open.append(0)
        return len(self.area) - 1

    def uncover(self, token: int, case: str) -> None:
        """Everybody sees what a token is."""
        self.open[token] = 1
        name = PIECES[self.piece[token]]
        self.tell("uncovered", case, f"{TOKENS[token]} is {name}", token=TOKENS[token], piece=name)

    def kind(self, token: int) -> str:
        """What sort of piece it is."""
        return PIECES[self.piece[token]].split()[0]


# ---------------------------------------------------------------------- secrets


def _piece_open(state: Lookout, side: str | None, token: Any) -> bool:
    return side == "warden" or (token is not None and bool(state.open[TOKENS.index(token)]))


def _deal(state: Lookout, unseen: list[int]) -> None:
    """Put these pieces under the tokens in the fog, and the rest into the cup."""
    for token in state.under_fog():
        state.piece[token] = unseen.pop()
    state.cup = sorted(unseen)


def _unseen(state: Lookout) -> list[int]:
    """The pieces that the raider does not see, ascending: in this order they tell nothing."""
    return sorted([*state.cup, *(state.piece[token] for token in state.under_fog())])


def _wipe_pieces(state: Lookout, side: str) -> None:
    if side == "raider":
        _deal(state, _unseen(state))


def _make_up_pieces(state: Lookout, side: str, rng: random.Random) -> None:
    """To the raider any piece that he has not seen could lie under any token, or in the cup."""
    if side == "raider":
        unseen = _unseen(state)
        rng.shuffle(unseen)
        _deal(state, unseen)


def _wipe_aim(state: Lookout, side: str) -> None:
    if side != "raider" and state.aim != GONE:
        state.aim = INNER[0]


def _make_up_aim(state: Lookout, side: str, rng: random.Random) -> None:
    if side != "raider" and state.aim != GONE:
        state.aim = rng.choice(INNER)


PIECE: Secret[Lookout] = Secret("pieces", _piece_open, _make_up_pieces, _wipe_pieces)
CUP: Secret[Lookout] = Secret("cup", lambda _, side, __: side == "warden")
"""The cup holds what the tokens do not: `PIECE` wipes it out and makes it up together with them."""
OBJECTIVE: Secret[Lookout] = Secret("aim", lambda _, side, __: side == "raider", _make_up_aim, _wipe_aim)


def _tokens(state: Lookout) -> dict[str, str]:
    return {TOKENS[t]: AREAS[at] for t, at in enumerate(state.area) if at != GONE}


def _pieces(state: Lookout) -> dict[str, str]:
    return {TOKENS[t]: PIECES[state.piece[t]] for t, at in enumerate(state.area) if at != GONE}


def _gone(state: Lookout) -> dict[str, str]:
    """Counters that have left the map. Everybody saw what they were, and a sample must agree with it."""
    return {TOKENS[t]: PIECES[state.piece[t]] for t, at in enumerate(state.area) if at == GONE}


SHOWN: tuple[Shown[Lookout], ...] = (
    Shown("turn", lambda state: state.turn),
    Shown("squads", lambda state: {n: AREAS[at] if at != GONE else "lost" for n, at in zip(SQUADS, state.squad, strict=True)}),
    Shown("acted", lambda state: [name for name, acted in zip(SQUADS, state.acted, strict=True) if acted]),
    Shown("tokens", _tokens),
    Shown("pieces", _pieces, PIECE, hidden="?", each=True),
    Shown("gone", _gone),
    Shown("cup", lambda state: [PIECES[piece] for piece in state.cup], CUP),
    Shown("aim", lambda state: "" if state.aim == GONE else AREAS[state.aim], OBJECTIVE),
)


def _known_pieces(state: Lookout, side: str) -> list[int]:
    return [piece if side == "warden" or uncovered else -1 for piece, uncovered in zip(state.piece, state.open, strict=True)]


# ---------------------------------------------------------------------- steps


class Asks(Question[Lookout]):
    """A step that asks one side."""

    asked = RAIDER
    forced_verbs = ()
    """Whoever is asked answers: a window that closed by itself would tell the other side that there was no choice."""

    def side(self, state: Lookout) -> int:
        return self.asked


class Moved(NamedTuple):
    """A squad that has come into an area."""

    step: int
    squad: int


class Fired(NamedTuple):
    """A token that has fired."""

    step: int
    token: int


class Aim(Asks):
    name, case = "aim", "2.1"

    def prompt(self, state: Lookout) -> str:
        return "Write down the area you are after."

    def choices(self, state: Lookout) -> Sequence[int]:
        return [pack(AIM, area) for area in INNER]

    @enforces(FAMILY, "2.1")
    def take_aim(self, state: Lookout, area: int) -> None:
        state.aim = area
        state.tell("aim", "2.1", f"You are after the {AREAS[state.aim]}", seen_by=("raider",))
        state.replace(Hide)


class Hide(Asks):
    name, case, asked = "hide", "2.2", WARDEN

    def prompt(self, state: Lookout) -> str:
        return f"Hide a counter under the fog ({len(state.area)} of {HIDDEN})."

    @enforces(FAMILY, "2.2")
    def choices(self, state: Lookout) -> Sequence[int]:
        return [pack(HIDE, piece, area) for piece in state.cup for area in INNER]

    def take_hide(self, state: Lookout, piece: int, area: int) -> None:
        token = state.put(piece, area)
        state.tell("hidden", "2.2", f"{TOKENS[token]} is put under the fog at the {AREAS[area]}", token=TOKENS[token])
        state.tell("piece", "2.2", f"{TOKENS[token]} is {PIECES[piece]}", seen_by=("warden",), piece=PIECES[piece])
        if len(state.area) == HIDDEN:
            state.replace(Raid)


class Raid(Asks):
    name, case = "raid", "3.1"

    def prompt(self, state: Lookout) -> str:
        return f"Turn {state.turn}: act with a squad, or end the raid."

    @enforces(FAMILY, "3.1")
    def choices(self, state: Lookout) -> Sequence[int]:
        ready = [(squad, at) for squad, at in enumerate(state.squad) if at != GONE and not state.acted[squad]]
        codes = [pack(MARCH, squad, area) for squad, at in ready for area in NEAR[at]]
        reached = {at for _, at in ready}
        for token, at in enumerate(state.area):
            if at in reached:
                codes.append(pack(ASSAULT if state.open[token] else SEARCH, token))
        return [*codes, pack(DONE)]

    def take_done(self, state: Lookout) -> None:
        state.replace(Watch)

    def spend_squad(self, state: Lookout, token: int) -> None:
        """One of the squads there has acted."""
        at = state.area[token]
        squad = next(s for s, where in enumerate(state.squad) if where == at and not state.acted[s])
        state.acted[squad] = 1

    @enforces(FAMILY, "3.1", "4.1")
    def take_march(self, state: Lookout, squad: int, area: int) -> None:
        """The window opens for every token under the fog, whatever lies there: whether it opens is no secret."""
        state.acted[squad] = 1
        state.squad[squad] = area
        state.tell("march", "3.1", f"{SQUADS[squad]} marches to the {AREAS[area]}", squad=SQUADS[squad], area=AREAS[area])
        if self.window_opens(state, area):
            state.push(Ambush, squad)

    def window_opens(self, state: Lookout, area: int) -> bool:
        return bool(state.under_fog(area))

    @enforces(FAMILY, "3.2")
    def take_search(self, state: Lookout, token: int) -> None:
        self.spend_squad(state, token)
        state.uncover(token, "3.2")
        if state.kind(token) == "decoy":
            state.area[token] = GONE

    @enforces(FAMILY, "3.3")
    def take_assault(self, state: Lookout, token: int) -> None:
        self.spend_squad(state, token)
        die = state.dice.roll()
        result = "destroyed" if die >= 4 else "held"
        if die >= 4:
            state.area[token] = GONE
        state.tell("fight", "3.3", f"A {die}: {TOKENS[token]} is {result}", die=die, result=result)


class Ambush(Asks):
    name, case, asked = "ambush", "4.1", WARDEN
    record = Moved
    pushed_by = ("raid",)

    def prompt(self, state: Lookout) -> str:
        squad = state.top(Moved).squad
        return f"{SQUADS[squad]} comes to the {AREAS[state.squad[squad]]}: fire, or let them come."

    def fits(self, state: Lookout, spot: int, frame: Moved) -> bool:
        return frame.squad in range(len(SQUADS)) and state.squad[frame.squad] != GONE

    @enforces(FAMILY, "4.1")
    def choices(self, state: Lookout) -> Sequence[int]:
        area = state.squad[state.top(Moved).squad]
        return [pack(PASS), *(pack(AMBUSH, token) for token in state.under_fog(area) if state.kind(token) != "decoy")]

    def take_pass(self, state: Lookout) -> None:
        state.stack.pop()
        state.tell("pass", "4.1", "Nothing stirs")

    @enforces(FAMILY, "4.2")
    def take_ambush(self, state: Lookout, token: int) -> None:
        squad = state.top(Moved).squad
        state.stack.pop()
        state.uncover(token, "4.2")
        die = state.dice.roll()
        result = "hit" if die >= (3 if state.kind(token) == "gun" else 5) else "miss"
        state.tell("fight", "4.2", f"{TOKENS[token]} fires, a {die}: {result}", die=die, result=result)
        if result == "hit":
            state.squad[squad] = GONE
        if not any(at != GONE for at in state.squad):
            state.end(Result("warden", "6.1", "All squads are lost", state.turn))
        elif state.kind(token) == "snipers":
            state.push(Fade, token)


class Fade(Asks):
    name, case, asked = "fade", "4.3", WARDEN
    record = Fired
    pushed_by = ("raid",)

    def prompt(self, state: Lookout) -> str:
        return f"{TOKENS[state.top(Fired).token]} has fired: go back under the fog, or stay."

    def choices(self, state: Lookout) -> Sequence[int]:
        return [pack(FADE, state.top(Fired).token), pack(STAY)]

    def take_stay(self, state: Lookout) -> None:
        state.stack.pop()

    @enforces(FAMILY, "4.3")
    def take_fade(self, state: Lookout, token: int) -> None:
        """The draw is the warden's own affair: it must not shift the dice that everybody sees."""
        state.stack.pop()
        area, state.area[token] = state.area[token], GONE
        state.cup = sorted([*state.cup, state.piece[token]])
        drawn = state.cup[state.dice.below(len(state.cup), "warden")]
        fresh = state.put(drawn, area)
        state.tell("faded", "4.3", f"{TOKENS[token]} goes; {TOKENS[fresh]} is put under the fog", token=TOKENS[fresh])
        state.tell("piece", "4.3", f"{TOKENS[fresh]} is {PIECES[drawn]}", seen_by=("warden",), piece=PIECES[drawn])


class Watch(Asks):
    name, case, asked = "watch", "5.1", WARDEN

    def prompt(self, state: Lookout) -> str:
        return f"Turn {state.turn}: shift one counter under the fog, or leave it."

    @enforces(FAMILY, "5.1")
    def choices(self, state: Lookout) -> Sequence[int]:
        fog = state.under_fog()
        return [pack(SHIFT, t, area) for t in fog for area in NEAR[state.area[t]] if area in INNER] + [pack(DONE)]

    def take_shift(self, state: Lookout, token: int, area: int) -> None:
        state.area[token] = area
        state.tell("shift", "5.1", f"{TOKENS[token]} goes to the {AREAS[area]}", token=TOKENS[token], area=AREAS[area])
        state.replace(Dusk)

    def take_done(self, state: Lookout) -> None:
        state.replace(Dusk)


class Dusk(Step[Lookout]):
    """The end of a turn, which asks nobody."""

    name, case = "dusk", "6.1"

    @enforces(FAMILY, "6.1")
    def settle(self, state: Lookout) -> bool:
        if state.turn == TURNS:
            state.tell("aim shown", "6.1", f"The aim was the {AREAS[state.aim]}", area=AREAS[state.aim])
            winner = SIDES[RAIDER if state.aim in state.squad else WARDEN]
            state.end(Result(winner, "6.1", f"The {winner}s have the {AREAS[state.aim]}", state.turn))
        else:
            state.turn += 1
            state.acted = [0, 0, 0]
            state.replace(Raid)
        return False


# ---------------------------------------------------------------------- the game


class LookoutGame(Game[Ruleset, Lookout]):
    """What Lookout declares."""

    id = "lookout"
    title = "Lookout"
    version = "1"
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = {"raider": "Raiders", "warden": "Wardens"}
    scenarios = (Scenario("night", "A night raid", TURNS),)
    options: ClassVar[tuple[Option, ...]] = (
        Option("moon", ("full", "new"), "full", "Nothing but a second option for the order of options.", "1.0"),
        Option("tide", (0, 1), 0, "And a third, a number.", "1.0"),
    )
    folder = Path(__file__).parent / "lookout"
    families = (FAMILY,)
    reveal_kinds = frozenset({"uncovered", "aim shown"})
    max_actions = 120
    state_type = Lookout
    steps: ClassVar[tuple[AnyStep, ...]] = (Aim(), Hide(), Raid(), Ambush(), Fade(), Watch(), Dusk())
    shown: ClassVar[tuple[Shown[Lookout], ...]] = SHOWN
    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (PIECE, CUP, OBJECTIVE)
    known: ClassVar[tuple[Known[Any], ...]] = (
        Known("aim", "the area that the raider is after", lambda state, _: state.aim, OBJECTIVE),
        Known("pieces", "what lies under each token, -1 under the fog", _known_pieces),
    )

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {"area": Names(AREAS), "piece": Names(PIECES), "squad": Names(SQUADS), "token": Names(TOKENS)}
        return Ruleset(self, parameters, verbs=VERBS, steps=self.steps, names=names, shown=self.shown, secrets=self.secrets)

    def set_up(self, state: Lookout) -> None:
        state.squad = [0, 0, 1]
        state.cup = list(range(len(PIECES)))
        state.push(Aim)

    def outcome(self, state: Lookout, events: list[Event]) -> str:
        for event in events:
            if event.kind == "fight":
                return str(event.data["result"])
            if event.kind == "piece":
                return str(event.data["piece"])
        return "none"
