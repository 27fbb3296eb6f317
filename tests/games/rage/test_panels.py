"""Attacks as the table shows them: dice, what comes off, what to expect; and what each plain choice leads to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.shown.panel import Panel, faults
from beachhead.engine.state import State

GAME = bh.game("rage")


def at(*dice: int, **position: Any) -> State:
    scripted = Dice.scripted(list(dice)) if dice else None
    state: State = GAME.position({"phase": "us movement", "turn": 2, **position}, scripted)
    return state


def shown(state: State, side: str | None) -> Panel | None:
    """The panel of the attack under way, as a side sees it."""
    view = state.view(side)
    found = GAME.panel(state.ruleset, GAME.combat_in(state.ruleset, view))
    assert found is None or not faults(found, state.ruleset.sides, view["units"], GAME.cases)
    return found


def told(state: State, text: str) -> dict[str, Any]:
    found: dict[str, Any] = GAME.preview(state, state.parse(text))
    return found


def thought(state: State, text: str) -> Panel:
    found = GAME.panel(state.ruleset, told(state, text)["combat"])
    assert found is not None
    assert not faults(found, state.ruleset.sides, state.view(state.side)["units"], GAME.cases)
    return found


def test_a_bombardment_from_the_first_target_to_the_last_loss() -> None:
    state = at(5, 6, 1, 1, 6, phase="us bombardment", units={"309": "okina", "310": "kita, concealed"})
    panel = thought(state, "bombard Nav 1 okina")
    assert panel["label"] == "avg 1.7 Hits" and panel["forces"][0]["sum"] == "5 dice"
    assert panel["forces"][0]["rows"] == [{"unit": "Nav 1", "value": "5 dice", "says": "attacks"}]
    assert panel["notes"][0]["case"] == "9.2-a", "what is Concealed there may still reduce the Hits"
    state.apply("bombard Nav 1 okina")
    for side in ("us", "jp", None):
        plan = shown(state, side)
        assert plan is not None and plan["plan"][0]["title"] == "Okina Hama" and plan["plan"][0]["says"] == "avg 1.7 Hits"
    assert told(state, "done") == {"text": "1 target area, 5 dice in all, avg 1.7 Hits."}
    events: list[Event] = []
    while not events or events[-1].kind != "roll":
        state.apply("done" if state.decision.step == "bombard" else "pass", events)
        if any(event.kind == "roll" for event in events):
            break
    event = next(event for event in events if event.kind == "roll")
    rolled = GAME.panel(state.ruleset, event.data)
    assert rolled is not None and rolled["key"] == panel["key"]
    assert [(die["face"], die["hit"]) for die in rolled["thrown"]["dice"]] == [
        (5, True),
        (6, True),
        (1, False),
        (1, False),
        (6, True),
    ]
    assert rolled["result"]["text"].startswith("3 Hits") and rolled["result"]["text"].endswith(f"= Damage {event.data['damage']}")
    assert rolled["result"]["good"] == "us"
    seen = shown(state, "us")
    if seen is not None:
        assert seen["key"] == rolled["key"] and seen["thrown"] == rolled["thrown"]


def test_the_panel_of_a_view_is_that_of_the_roll() -> None:
    """Whoever comes back in the middle of an attack sees what the others saw."""
    units = {"23/4": "funami", "24/4": "funami", "309": "funami", "310": "funami"}
    state = at(*[6] * 10, phase="us assault", units=units)
    while state.decision.step != "assault":
        state.apply("pass")
    state.apply("assault 23/4")
    state.apply("assault 24/4")
    events: list[Event] = []
    state.apply("done", events)
    event = next(event for event in events if event.kind == "roll")
    assert state.decision.step == "rank"
    rolled = GAME.panel(state.ruleset, event.data)
    assert rolled is not None
    for side in ("us", "jp", None):
        assert shown(state, side) == rolled
    assert rolled["forces"][0]["side"] == "us" and rolled["result"]["text"] == "10 Hits − 2 ground = Damage 8"
    assert told(state, "accept")["text"].endswith("if all of them stand.")


def test_a_plan_that_is_secret_is_in_no_other_panel() -> None:
    state = at(phase="jp bombardment", units={"2 Mtr": "osaka, concealed", "23/4": "chidori"})
    while state.decision.step != "jp bombard":
        state.apply("pass")
    bombard = next(str(action) for action in state.actions() if str(action).startswith("bombard 2 Mtr"))
    state.apply(bombard)
    assert shown(state, "jp") is not None
    assert shown(state, "us") is None and shown(state, None) is None


def test_fire_from_hiding_says_where_its_dice_come_from() -> None:
    state = at(units={"23/4": "chidori", "309": "funami, concealed"})
    state.apply("move 23/4 funami")
    panel = thought(state, "fire 309")
    assert {"title": "from hiding", "value": "+2 dice", "says": "extra dice"} in panel["forces"][0]["rows"]
    assert panel["forces"][1] == {
        "side": "us", "title": "Target", "rows": [{"unit": "23/4", "value": "", "says": "is fired at"}], "sum": ""
    }  # fmt: skip
    assert sum(Fraction(outcome["chance"]) for outcome in panel["outcomes"]) == 1
    assert panel["outcomes"][0]["good"] == "us" and panel["outcomes"][1]["good"] == "jp"
    assert told(state, "pass") == {"text": "Nobody fires at 23/4."}


def test_stand_or_retreat_says_what_is_lost() -> None:
    state = at(6, 6, 1, 1, 1, units={"23/4": "chidori", "309": "funami, concealed"}, control=["chidori"])
    state.apply("move 23/4 funami")
    state.apply("fire 309")
    assert state.decision.step == "stand"
    stand, retreat = told(state, "stand 23/4")["text"], told(state, "retreat 23/4")["text"]
    assert stand == "It stays and loses 2 of its 4 steps."
    assert retreat == "It ignores one point of damage, loses 1 of its 4 steps, then retreats (1 area open)."
    for text, left in (("stand 23/4", 2), ("retreat 23/4", 3)):
        trial = state.copy()
        trial.apply(text)
        assert GAME.facts(trial)["steps"]["23/4"] == left, text


def test_a_banzai_charge_shows_its_dice_before_it_is_declared() -> None:
    state = at(phase="jp assault", units={"309": "chidori", "109 HQ": "funami, concealed", "23/4": "chidori"})
    while state.decision.step != "jp assault":
        state.apply("pass")
    state.apply("assault 309")
    text = told(state, "banzai")
    assert "1 of 1 declared, 2 dice more" in text["text"] and text["warn"]
    state.apply("done")
    assert state.decision.step == "charge"
    charge, plain = thought(state, "banzai"), thought(state, "pass")
    assert charge["key"] == plain["key"]
    assert (plain["forces"][0]["sum"], charge["forces"][0]["sum"]) == ("3 dice", "5 dice")
    assert {"title": "Banzai Charge", "value": "+2 dice", "says": "extra dice"} in charge["forces"][0]["rows"]


def test_what_hardly_ever_happens_is_put_together() -> None:
    state = at(phase="us bombardment", units={"309": "okina"}, **{"caves checked": ["okina"]})
    for unit in ("Nav 1", "Nav 2", "Nav 3", "Nav 4"):
        state.apply(f"bombard {unit} okina")
    panel = thought(state, "bombard Nav 5 okina")
    texts = [outcome["text"] for outcome in panel["outcomes"]]
    assert panel["forces"][0]["sum"] == "25 dice" and len(texts) == 8
    assert texts[0].endswith("or fewer") and texts[-1].endswith("or more")
