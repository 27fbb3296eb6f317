"""A match keeps the rules it began with: Foothold as a later version might play it, with a new rule, field and option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from examples.foothold.game import AREAS, SHOWN, SQUADS, VERBS, Foothold, FootholdState, MachineGun, Movement

import beachhead as bh
from beachhead.engine.action import SPACE, UNIT, Names
from beachhead.engine.fields import Fields, number
from beachhead.engine.ruleset import Ruleset
from beachhead.games import REGISTERED

TODAY, LATER = "examples.foothold.game:Foothold", f"{__name__}:LaterFoothold"


class LaterState(FootholdState):
    """A field that came with the second version."""

    fields = Fields(FootholdState.fields, shells=number(0, high=9, later=True))
    shells: int


class LaterGun(MachineGun):
    """From the second version on it counts its shells and kills with every roll."""

    def take_fire(self, state: FootholdState, unit: int) -> None:
        if isinstance(state, LaterState) and state.ruleset.rules != "1":
            state.shells += 1
            state.where[unit] = -1
        super().take_fire(state, unit)


class LaterFoothold(Foothold):
    """The second version."""

    version = "2"
    older = ("1",)
    options = (bh.Option("mortar", (False, True), False, "Changes nothing.", "3.1", since="2"),)  # type: ignore[assignment]
    state_type = LaterState

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {UNIT: Names(SQUADS), SPACE: Names(AREAS)}
        return Ruleset(self, parameters, verbs=VERBS, steps=(Movement(), LaterGun()), names=names, shown=SHOWN)


@pytest.fixture(autouse=True)
def unregistered() -> Iterator[None]:
    yield
    REGISTERED.pop("foothold", None)


def first_squad(state: bh.State) -> int:
    """Where it is."""
    assert isinstance(state, FootholdState)
    return state.where[0]


def begun(where: str) -> bh.Match:
    """A match at the moment before the gun fires at the first squad; a seed whose first roll misses on the beach."""
    REGISTERED["foothold"] = where
    match = bh.Match.new("foothold", seed=1)
    for action in ("advance 1st Squad", "done"):
        match.play(action)
    return match


def test_a_match_goes_on_by_the_rules_it_began_with() -> None:
    before = begun(TODAY)
    record, save = before.record(), bh.dumps(before.state)
    before.play("fire 1st Squad")
    assert first_squad(before.state) == 1
    REGISTERED["foothold"] = LATER
    match = bh.Match.load(record)
    assert (match.state.ruleset.rules, match.state.ruleset.options) == ("1", {})
    for state in (match.state, bh.loads(save)):
        state.apply("fire 1st Squad")
        assert first_squad(state) == 1
        assert state.digest() == before.state.digest()
        assert bh.loads(bh.dumps(state)).ruleset.rules == "1"


def test_a_new_match_has_the_new_rules() -> None:
    match = begun(LATER)
    assert (match.state.ruleset.rules, match.state.ruleset.options) == ("2", {"mortar": False})
    match.play("fire 1st Squad")
    assert first_squad(match.state) == -1
    again = bh.loads(bh.dumps(match.state))
    assert isinstance(again, LaterState) and again.shells == 1


def test_an_older_program_says_in_a_sentence_what_it_cannot_read() -> None:
    match = begun(LATER)
    record, save = match.record(), bh.dumps(match.state)
    REGISTERED["foothold"] = TODAY
    for load, text in ((bh.Match.load, record), (bh.loads, save)):
        with pytest.raises(bh.PositionError, match=r"was made with rules version '2' of foothold; the versions known here: 1$"):
            load(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"beachhead": 1, "game": "saipan"}', "this save has format 1, from before the first release; this one reads format 2"),
        (
            '{"beachhead": 3, "game": "saipan"}',
            "format 3, which a newer Beachhead has written; this one reads format 2",
        ),
        ('{"beachhead": 99999999999, "game": "saipan"}', "this save has no format that Beachhead knows"),
        ('{"game": "saipan"}', "this save has no format that Beachhead knows"),
        ("[]", "not a save"),
    ],
)
def test_a_save_of_another_format_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(bh.PositionError, match=says):
        bh.loads(text)


def test_the_words_of_an_ending_may_change() -> None:
    match = begun(TODAY)
    while not match.state.over:
        match.play("done")
    state, digest = match.state, match.state.digest()
    assert state.outcome is not None
    state.outcome = replace(state.outcome, how="It is over.")
    assert state.digest() == digest
    state.outcome = replace(state.outcome, winner="nobody")
    assert state.digest() != digest
