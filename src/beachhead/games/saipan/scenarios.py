"""14.0 Scenarios: the secret note and the free deployment of the second; the first starts with everything printed."""

from __future__ import annotations

import random
from typing import Any, Final

from beachhead.boards.rows import Rows
from beachhead.engine.action import pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.secrecy import Secret
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Question
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.games.saipan.verbs import DEPLOY, NOTE
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.sequence import GameTurn
from beachhead.series.island_war.state import POOL
from beachhead.series.island_war.verbs import DONE, EXCHANGE, MOVE

NOTED: Final = 6
"""How many beach hexes the U.S. writes down."""


def _note_open(state: SaipanState, side: str | None, _item: Any) -> bool:
    return side == "us" or bool(state.revealed)


def _wipe_note(state: SaipanState, side: str) -> None:
    """Japan sees nothing of the note while it is written, not even its length. In which order it was written nobody is shown."""
    if _note_open(state, side, None):
        state.note.sort()
    else:
        state.note = [] if state.is_in(Note) else sorted(state.ruleset.beaches)[:NOTED]


def _make_up_note(state: SaipanState, side: str, rng: random.Random) -> None:
    """Any other beach hexes would look the same to Japan; of a note that is being written there may be any part."""
    if _note_hidden(state, side):
        state.note = sorted(rng.sample(state.ruleset.beaches, len(state.note) or rng.randrange(NOTED)))


def _note_hidden(state: SaipanState, side: str) -> bool:
    return not _note_open(state, side, None)


LANDING_NOTE: Secret[SaipanState] = Secret("landing note", _note_open, _make_up_note, _wipe_note, _note_hidden)


class SettingUp(Question[SaipanState]):
    """A step before the first Game-Turn, which ends when all is done and not before."""

    def misplaced(self, state: SaipanState, code: int) -> Refusal:
        verb, unit, *_ = unpack(code)
        if verb == DONE:
            return self.refuse_done(state)
        if verb not in (MOVE, EXCHANGE):
            return super().misplaced(state, code)
        name = state.name(unit)
        return Refusal("4.1-1A", f"{name} cannot move yet: the game is being set up", (name,))

    def refuse_done(self, state: SaipanState) -> Refusal:
        """What is left to do."""
        raise NotImplementedError


class Note(SettingUp):
    """The U.S. player writes down six Beach hexes, unseen by Japan."""

    name = "note"
    case = "14.22-b"

    def side(self, state: SaipanState) -> int:
        return US

    def prompt(self, state: SaipanState) -> str:
        del state
        return "Secretly choose six Beach hexes for the landing."

    @enforces(FAMILY, "14.22-b")
    def choices(self, state: SaipanState) -> Choices:
        return [pack(NOTE, beach) for beach in state.ruleset.beaches if beach not in state.note]

    @enforces(FAMILY, "14.22-b", "14.22-c")
    def take_note(self, state: SaipanState, beach: int) -> None:
        state.note.append(beach)
        if state.sink is not None:
            hex_name = state.ruleset.hex_name(beach)
            state.tell("note", "14.22-b", f"Landing hex {hex_name} is chosen", hex=hex_name, seen_by=("us",))
        if len(state.note) == NOTED:
            state.replace(Deploy)
            state.tell("noted", "14.22-c", "The U.S. has chosen its landing hexes")

    def refuse_done(self, state: SaipanState) -> Refusal:
        return Refusal("14.22-b", "choose exactly six Beach hexes")

    def refuse_note(self, state: SaipanState, beach: int) -> Refusal:
        hex_name = state.ruleset.hex_name(beach)
        if beach in state.note:
            return Refusal("14.22-b", f"{hex_name} is already chosen; choose six different hexes")
        return Refusal("14.22-b", f"{hex_name} is not a Beach hex", (), ("12.31-a",))


class Deploy(SettingUp):
    """The Japanese player sets up his whole force as he likes."""

    name = "deploy"
    case = "14.21"

    def side(self, state: SaipanState) -> int:
        return JP

    def prompt(self, state: SaipanState) -> str:
        return f"Deploy your force anywhere on the island: {counted(len(_waiting(state)), 'unit')} left."

    @enforces(FAMILY, "14.21", "14.22-c")
    def settle(self, state: SaipanState) -> bool:
        """When all units stand the note is shown, and the first Game-Turn begins."""
        if _waiting(state):
            return True
        state.revealed = 1
        if state.sink is not None:
            hexes = sorted(state.ruleset.hex_name(beach) for beach in state.note)
            state.tell("revealed", "14.22-c", f"The U.S. will land at {', '.join(hexes)}", hexes=hexes)
        state.replace(GameTurn, 0)
        return False

    @enforces(FAMILY, "14.21")
    def choices(self, state: SaipanState) -> Choices:
        free = state.ruleset.ground.land_mask & ~(state.masks[US] | state.masks[JP])
        units = _waiting(state)
        return Rows([pack(DEPLOY, unit) for unit in units], [free] * len(units))

    def take_deploy(self, state: SaipanState, unit: int, space: int) -> None:
        state.place(unit, space)
        if state.sink is not None:
            name, hex_name = state.name(unit), state.ruleset.hex_name(space)
            state.tell("deploy", "14.21", f"{name} is deployed at {hex_name}", unit=name, hex=hex_name)

    def refuse_done(self, state: SaipanState) -> Refusal:
        return Refusal("14.21", f"deploy every unit first: {len(_waiting(state))} left")

    def refuse_deploy(self, state: SaipanState, unit: int, space: int) -> Refusal:
        name, hex_name = state.name(unit), state.ruleset.hex_name(space)
        if state.ruleset.owner[unit] != JP:
            return Refusal("14.21", f"{name} is not Japanese", (name,), ("14.22-a",))
        if state.where[unit] != POOL:
            return Refusal("14.21", f"{name} is already deployed", (name,))
        if state.ruleset.ground.is_sea[space]:
            return Refusal("14.21", f"{hex_name} is sea; deploy on land", (name,))
        other = state.name(state.unit_at(space))
        return Refusal("5.31", f"{hex_name} is occupied by {other}", (name, other), ("14.21",))


def _waiting(state: SaipanState) -> list[int]:
    return [unit for unit in state.ruleset.roster[JP] if state.where[unit] == POOL]
