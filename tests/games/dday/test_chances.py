"""The chances of a barrage before it is fired: counting the cards of a lot gives what trying card after card gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.outcomes import outcomes
from beachhead.games.dday.combat import attack_outcomes
from beachhead.games.dday.state import DDayState
from beachhead.testing.proofs import proves

GAME = bh.game("dday")
BOARD: dict[str, Any] = {
    "size": [8, 18],
    "positions": {
        "A1": {"hex": "0406", "color": "brown", "hilltop": True, "fort": 1},
        "B1": {"hex": "0410", "color": "black", "hilltop": True, "fort": 1},
        "M1": {"hex": "0815", "color": "black", "hilltop": True},
        "M2": {"hex": "0818", "color": "black", "hilltop": True},
    },
}
LEFT = (1, 8, 10, 14, 29, 31, 34, 47)
"""Cards that are still in the deck: circles and others, some that reduce a fort, brown and other colors."""


def at(target: str, fort: list[str], deck: tuple[int, ...] = ()) -> DDayState:
    """Naval gunfire is about to open on a hex; `deck` are the cards on top, in order."""
    state = GAME.position(
        {
            "scenario": "campaign",
            "turn": 8,
            "phase": "actions",
            "board": BOARD,
            "units": {"A/1/23": "0405", "B/1/23": "0409", "HQ/1/23": "0407", "HQ/23": "0407"},
            "japanese": {target: {"unit": "MC4 up", "depth": "D01 up", "forts": fort}},
            "naval": 1,
            "deck": list(deck),
            "discards": [card for card in range(1, 56) if card not in LEFT],
        },
        bh.Dice(bytes(16)),
    )
    assert isinstance(state, DDayState)
    return state


def fought_out(state: DDayState, action: str) -> dict[str, Fraction]:
    """The same by carrying the barrage out, card after card."""
    found: dict[str, Fraction] = {}

    def go_on(here: DDayState, chance: Fraction, result: str) -> None:
        act = here.actions()[0]
        if str(act) != "draw":
            found[result] = found.get(result, Fraction(0)) + chance
            return
        for share, after, events in outcomes(here, act):
            said = result
            for event in events:
                if event.kind == "barrage result":
                    said = str(event.data["result"])
                if event.kind == "fort tried" and event.data["reduced"]:
                    said = said.replace("*", "reduced")
            go_on(after, chance * share, said)

    opened = state.copy()
    opened.apply(action)
    go_on(opened, Fraction(1), "")
    return found


@proves("dday", "8.4.1-2", "8.4.1-3", "17.5.1", "6.8.5")
@pytest.mark.parametrize("fort", [[], ["F1-07 up"]])
@pytest.mark.parametrize("target", ["0406", "0410"])
@pytest.mark.parametrize("deck", [(), (31,), (31, 14), (14, 10), (14, 10, 29), (8, 34, 1, 47)])
def test_chances_are_those_of_the_cards(target: str, fort: list[str], deck: tuple[int, ...]) -> None:
    state = at(target, fort, deck)
    position = state.ruleset.position_at[state.ruleset.names["space"].find(target)[0]]
    strength = state.ruleset.components.support["naval_gunfire"].strength
    symbol = state.ruleset.charts.barrage.symbols["naval_gunfire"]
    found = attack_outcomes.barrage_chances(state, position, strength, symbol)
    assert found == fought_out(state, f"naval {target}")
    assert sum(found.values()) == 1


@proves("dday", "8.4.1-1")
def test_less_strength_does_less() -> None:
    state = at("0406", ["F1-07 up"])
    position = state.ruleset.position_at[state.ruleset.names["space"].find("0406")[0]]
    symbol = state.ruleset.charts.barrage.symbols["naval_gunfire"]
    weak, strong = (attack_outcomes.barrage_chances(state, position, strength, symbol) for strength in (4, 6))
    assert weak != strong
    assert sum(weak.values()) == sum(strong.values()) == 1
