"""Questions dispatch their verbs to methods, steps remember by name, and a series' step gives way to the game's variety of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from beachhead.engine.action import UNIT, Names, Verb, pack
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import IllegalAction, PositionError
from beachhead.engine.event import Event
from beachhead.engine.fields import Fields, number
from beachhead.engine.game import Game, Scenario
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import Result, State
from beachhead.engine.step import AnyStep, Question, Step

GO, CALL, DONE, CHEER, RUN = range(5)
VERBS = (
    Verb("go", (UNIT,), "send a unit", misplaced=Refusal("2", "{} goes in the march", also=("3",))),
    Verb("call", (), "call for help", sides=("red",), misplaced=Refusal("", "Only Red calls for help")),
    Verb("done", (), "end this"),
    Verb("cheer", (), "cheer"),
    Verb("go", (UNIT, UNIT), "send two units", name="go_together"),
)


class Fight(State[Ruleset]):
    fields = Fields(gone=number(high=9), turn=number(1, low=1, high=3))
    gone: int
    turn: int


class Orders(NamedTuple):
    step: int
    left: int
    chain: tuple[int, ...] = ()


class March(Question[Fight]):
    name = "march"
    case = "1"
    record = Orders
    side_now = 0

    def side(self, state: Fight) -> int:
        return self.side_now

    def prompt(self, state: Fight) -> str:
        return "March."

    def choices(self, state: Fight) -> Sequence[int]:
        left = state.top(Orders).left
        return [*(pack(GO, unit) for unit in range(left)), pack(DONE)]

    def take_go(self, state: Fight, unit: int) -> None:
        orders = state.top(Orders)
        state.gone += 1
        state.stack[-1] = orders._replace(left=orders.left - 1, chain=(*orders.chain, unit))

    def refuse_go(self, state: Fight, unit: int) -> Refusal:
        return Refusal("1", f"{state.ruleset.names[UNIT].full[unit]} stays")

    def take_go_together(self, state: Fight, unit: int, other: int) -> None:
        raise AssertionError("never offered")

    def take_done(self, state: Fight) -> None:
        state.replace(Halt)

    def take_call(self, state: Fight) -> None:
        raise AssertionError("never offered")


class BlueMarch(March):
    """A game's variety of a step: the same march, by the other side."""

    side_now = 1


class Halt(Question[Fight]):
    name = "halt"
    case = "2"
    pushed_by = ("", "march")

    def side(self, state: Fight) -> int:
        return 1

    def prompt(self, state: Fight) -> str:
        return "Halt."

    def choices(self, state: Fight) -> Sequence[int]:
        return [pack(DONE)]

    def take_done(self, state: Fight) -> None:
        if state.turn == 3:
            state.end(Result("red", "2", "It is over", 3))
        else:
            state.turn += 1
            state.push(Night)


class Night(Step[Fight]):
    name = "night"
    pushed_by = ("halt",)

    def settle(self, state: Fight) -> bool:
        state.stack.pop()
        return False


class Skirmish(Game[Ruleset, Fight]):
    id = "skirmish"
    title = "Skirmish"
    version = "1"
    sides = ("red", "blue")
    side_names: ClassVar[Mapping[str, str]] = {"red": "Red", "blue": "Blue"}
    scenarios = (Scenario("day", "A day", 3), Scenario("by the book", "Blue by the book", 3, book=("blue",)))
    options = ()
    folder = Path(__file__).parent
    families = ()
    max_actions = 20
    state_type = Fight
    steps: ClassVar[tuple[AnyStep, ...]] = (March(), Halt(), Night())

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {UNIT: Names(("A", "B", "C"))}
        return Ruleset(self, parameters, verbs=VERBS, steps=self.steps, names=names, shown=())

    def set_up(self, state: Fight) -> None:
        state.push(March, 2)


class BlueSkirmish(Skirmish):
    steps = (BlueMarch(), Halt(), Night())


def begun(kind: type[Skirmish] = Skirmish, scenario: str = "day") -> Fight:
    game = kind()
    return game.initial_state(game.ruleset(game.parameters(scenario)), Dice(bytes(16)))


def test_a_verb_is_a_method_and_gets_its_arguments() -> None:
    state = begun()
    state.apply("go B")
    assert state.gone == 1
    assert state.top(Orders).chain == (1,)
    assert state.find(Orders) == state.stack[-1]
    state.apply("done")
    assert state.find(Orders) is None


def test_the_methods_name_of_a_verb_tells_two_with_one_word_apart() -> None:
    state = begun()
    assert state.ruleset.steps[0].verbs == (GO, CALL, DONE, RUN)
    assert state.why_not("go A B") == Refusal("1", "'go' is not possible now: March.")


def test_refusals_come_from_the_questions_method() -> None:
    assert begun().why_not("go C") == Refusal("1", "C stays")


def test_a_misplaced_verb_is_refused_by_its_own_sentence() -> None:
    state = begun(scenario="by the book")
    state.apply("done")
    assert state.decision.step == "halt"
    assert state.why_not("go A") == Refusal("2", "A goes in the march", ("A",), ("3",))
    assert state.why_not("cheer") == Refusal("2", "'cheer' is not possible now: Halt.")
    with pytest.raises(IllegalAction, match="A goes in the march"):
        state.apply("go A")


def test_who_may_use_a_verb() -> None:
    assert begun().why_not("call") == Refusal("1", "'call' is not possible now: March.")
    assert begun(BlueSkirmish).why_not("call") == Refusal("1", "Only Red calls for help")


@pytest.mark.parametrize("values", [(), (1, 2, 3)])
def test_a_step_is_pushed_with_what_its_record_holds(values: tuple[int, ...]) -> None:
    state = Skirmish().new(seed=1)
    with pytest.raises(TypeError, match=f"March cannot be pushed with {len(values)} values"):
        state.push(March, *values)


def test_pushing_a_step_of_a_series_pushes_the_games_variety() -> None:
    state = begun(BlueSkirmish)
    assert state.side == "blue"
    assert state.is_at(March)
    assert state.is_at(BlueMarch)
    assert not state.is_at(Halt)
    assert not state.is_in(Night)


def test_a_class_that_two_steps_are_kinds_of_means_neither() -> None:
    ruleset = begun().ruleset
    assert Question not in ruleset.number_of
    assert ruleset.number_of[March] == 0


def test_a_lone_answer_is_taken_unless_the_book_plays_the_side() -> None:
    state, events = begun(), list[Event]()
    state.apply("done", events)
    assert state.over
    assert [event.kind for event in events] == ["forced", "forced", "forced", "end"]
    state = begun(scenario="by the book")
    for turn in (1, 2, 3):
        state.apply("done")
        assert (state.side, state.turn) == ("blue", turn)
        assert [str(action) for action in state.actions()] == ["done"]
    state.apply("done")
    assert state.over


def test_a_record_comes_back_from_a_save() -> None:
    state = begun()
    state.apply("go B")
    saved = state.plain()
    assert saved["stack"] == [["march", 1, 1]]
    again = Skirmish().load({"rules": "1", "setup": state.ruleset.parameters, "state": saved})
    assert again.top(Orders) == state.top(Orders)
    assert isinstance(again.stack[-1], Orders)
    assert again.digest() == state.digest()


@pytest.mark.parametrize(
    ("stack", "words"),
    [
        ([["march"]], "0 numbers for the step march"),
        ([["halt", 1]], "1 numbers for the step halt"),
        ([["night"]], "impossible"),
        ([["halt"], ["march", 1]], "impossible"),
        ([["halt"], ["night"]], "where nobody decides"),
        ([], "nothing left to do"),
        ([["ball"]], "does not know"),
        ("march", "must list"),
    ],
)
def test_a_stack_that_the_rules_cannot_leave_is_refused(stack: Any, words: str) -> None:
    state = begun()
    saved = state.plain() | {"stack": stack}
    with pytest.raises(PositionError, match=words):
        Skirmish().load({"rules": "1", "setup": state.ruleset.parameters, "state": saved})


def test_a_question_without_a_verb_is_a_mistake_of_its_author() -> None:
    class Mute(Halt):
        take_done = None  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Mute knows no verb"):
        Mute().bind(VERBS)


def test_two_games_may_share_a_step_with_different_verbs() -> None:
    """What a step looks up in one game's list of verbs is not the other's."""

    class Longer(Skirmish):
        def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
            verbs = (Verb("wait", (), "wait"), *VERBS)
            return Ruleset(self, parameters, verbs=verbs, steps=self.steps, names={UNIT: Names(("A", "B", "C"))}, shown=())

    state = begun()
    game = Longer()
    game.ruleset(game.parameters("day"))
    state.apply("go B")
    assert state.gone == 1
    assert state.why_not("go A B") == Refusal("1", "'go' is not possible now: March.")
