"""Mistakes that used to say nothing: each is named with its key and the way to put it right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import pytest
from examples.foothold.game import Foothold, FootholdState, MachineGun, Movement

import beachhead as bh
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.step import AnyStep, Step
from beachhead.games import REGISTERED
from beachhead.players import check_player, player, players_of
from beachhead.players.base import Seat
from beachhead.testing import LawBroken
from beachhead.testing.laws.cited import citations_exist
from beachhead.testing.laws.drawn import not_drawn

SAIPAN = bh.game("saipan")
ME = __name__


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    REGISTERED["foothold"] = "examples.foothold.game:Foothold"
    yield
    REGISTERED.pop("foothold", None)


# ---------------------------------------------------------------------- themes


def test_what_nobody_has_drawn_is_named_by_its_key() -> None:
    theme = SAIPAN.theme
    arm, side, ground = theme.arms["infantry"], theme.sides["us"], theme.terrain["broken"]
    bent = replace(
        theme,
        arms={"infantry": replace(arm, symbol="infnatry")},
        sides={"us": replace(side, colour="olive")},
        terrain={"broken": replace(ground, tint="jungel", scatter="tuft")},
        markers=[replace(theme.markers[0], id="beach", shape="flagg")],
    )
    assert list(not_drawn(bent)) == [
        "arms.infantry.symbol: there is no symbol 'infnatry' (did you mean 'infantry'?)",
        "markers.beach.shape: there is no figure 'flagg' (did you mean 'flag'?)",
        "sides.us.colour: there is no color of a side 'olive' (there are accent, jp, us)",
        "terrain.broken.scatter: there is no sign of the ground 'tuft' (did you mean 'tufts'?)",
        "terrain.broken.tint: there is no tint of the ground 'jungel' (did you mean 'jungle'?)",
    ]


# ---------------------------------------------------------------------- the stack


class Held(NamedTuple):
    step: int
    squad: int
    others: tuple[int, ...]


class Losing(Step[FootholdState]):
    """A step that remembers something."""

    name = "losing"
    record = Held
    pushed_by = ("fire",)


def listed(*steps: AnyStep) -> FootholdState:
    """Foothold with these steps, at its first decision, while events are collected."""
    state = Foothold().new(seed=1)
    old = state.ruleset
    state.ruleset = Ruleset(old.game, old.parameters, verbs=old.verbs, steps=steps, names=old.names, shown=old.shown)
    state.sink = []
    return state


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ((0,), "Losing cannot be pushed with 1 values; its record has 2"),
        ((0, 1), "Losing is pushed with 1 for 'others' of its record, which takes a tuple, as one value"),
        (((1,), (1,)), r"Losing is pushed with \(1,\) for 'squad' of its record, which takes a single value"),
        ((0, (1,)), r"Losing is pushed on 'move', but its pushed_by has only \('fire',\): add the name there"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_where_it_is_pushed(values: tuple[object, ...], says: str) -> None:
    state = listed(Movement(), MachineGun(), Losing())
    if "pushed_by" not in says:
        state.replace(MachineGun)
    with pytest.raises(TypeError, match=says):
        state.push(Losing, *values)


class Bare(NamedTuple):
    """What is left of a record when it has been compiled: its tuples do not say what is in them."""

    step: int
    squad: int
    others: tuple  # type: ignore[type-arg]


def test_a_compiled_record_takes_its_tuples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Losing, "record", Bare)
    state = listed(Movement(), MachineGun(), Losing())
    state.replace(MachineGun)
    with pytest.raises(TypeError, match="which takes a tuple, as one value"):
        state.push(Losing, 0, 1)
    state.push(Losing, 0, (1,))
    assert state.stack[-1][1:] == (0, (1,))


def test_a_step_that_is_not_listed_is_named() -> None:
    with pytest.raises(TypeError, match="Losing is not among the steps of foothold: add it to its ruleset's list"):
        listed(Movement(), MachineGun()).push(Losing, 0, ())


# ---------------------------------------------------------------------- citations and halves


class Sloppy(Movement):
    """Cites a case that there is not, and refuses a verb that there is not."""

    @enforces("sloppy", "9.9")
    def refuse_advnace(self, state: FootholdState, unit: int) -> Refusal:
        return Refusal("2.11", "no", (), ("2.1",))

    def take_fier(self, state: FootholdState, unit: int) -> None:
        raise NotImplementedError


def test_citations_and_halves_that_are_not_there_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(Foothold):
        families = ("sloppy",)

    monkeypatch.setattr("beachhead.testing.enforced.modules_of", lambda _: [ME])
    monkeypatch.setattr("beachhead.testing.laws.cited.modules_of", lambda _: [ME])
    game = Careless()
    ruleset = game.ruleset(game.parameters())
    monkeypatch.setattr(ruleset, "steps", (Sloppy(), MachineGun()))
    monkeypatch.delattr(Movement, "refuse_advance")
    with pytest.raises(LawBroken) as caught:
        citations_exist(game, "landing")
    said = str(caught.value)
    assert f"{ME}:Sloppy.refuse_advnace: @enforces cites '9.9', which is not a case of the game" in said
    assert "a refusal cites '2.11', which is not a case of the game (did you mean '2.1'?)" in said
    assert "Sloppy has refuse_advnace, but there is no verb 'advnace' (did you mean 'advance'?)" in said
    assert "Sloppy has take_fier, but there is no verb 'fier' (did you mean 'fire'?)" in said


# ---------------------------------------------------------------------- players


def test_a_sergeant_without_a_drill_does_not_play_at_random() -> None:
    says = "the sergeant has not learned foothold: give it a DRILL in beachhead.players.sergeant.foothold, or choose random"
    assert players_of("foothold") == ["random"] and players_of("saipan") == ["random", "sergeant"]
    with pytest.raises(bh.UserError, match=says):
        check_player("sergeant", "foothold")
    state = bh.game("foothold").new(seed=1)
    with pytest.raises(bh.UserError, match=says):
        player("sergeant").choose(Seat.at(state, "us"), 0)
