"""What Atoll brings to the table, looked at without a table: acts with their reasons, stacks, cards, duties, panels, overlays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.secrecy import Shown
from beachhead.engine.shown.panel import signed
from beachhead.games import REGISTERED
from beachhead.players import Seat, player
from beachhead.testing import KIT, LawBroken
from beachhead.testing.enforced import enforced_at
from tests.demo.atoll.game import STEPS, Atoll
from tests.demo.atoll.pieces import JP, US
from tests.demo.atoll.ruleset import AtollRuleset
from tests.demo.atoll.state import AtollState
from tests.demo.atoll.table import COUNTERS, SECRETS, SHOWN, back_of, unit_of, units_of


def new(scenario: str, seed: int = 1) -> AtollState:
    state = bh.game("atoll").new(scenario, seed=seed)
    assert isinstance(state, AtollState)
    return state


def reach(state: AtollState, step: str, side: str = "us", chance: random.Random | None = None) -> AtollState:
    """Play the first action, or any, until a side is asked in that step."""
    while not state.over and (state.side, state.decision.step) != (side, step):
        texts = [str(action) for action in state.actions()]
        state.apply("done" if "done" in texts else chance.choice(texts) if chance else texts[0])
    assert not state.over
    return state


def played(scenario: str, seed: int, most: int = 900) -> Iterator[tuple[AtollState, list[Event]]]:
    """A game in which the U.S. acts at random, position by position, with what has just happened."""
    state, chance = new(scenario, seed), random.Random(seed)
    for _ in range(most):
        if state.over:
            return
        events: list[Event] = []
        texts = [str(action) for action in state.actions()]
        eager = [text for text in texts if text.startswith(("attack", "join", "fight", "play"))]
        state.apply(chance.choice(eager or texts), events)
        yield state, events


def test_every_case_has_its_code() -> None:
    game = bh.game("atoll")
    assert sorted(enforced_at(game)) == sorted(case.id for case in game.cases.values() if case.enforceable)


# ---------------------------------------------------------------------- the book


@pytest.mark.parametrize("seed", range(3))
def test_the_book_acts_forty_times_and_says_why(seed: int) -> None:
    state = new("solitaire", seed)
    while state.side == "us":
        texts = [str(action) for action in state.actions()]
        state.apply("done" if "done" in texts else texts[0])
    book, reasons, rivals = player("book"), [], 0
    while state.side == "jp":
        events: list[Event] = []
        assert len(state.actions()) == 1, "the book leaves no choice"
        state.apply(book.choose(Seat.at(state, "jp"), 1.0), events)
        why = next(event.data["why"] for event in events if "why" in event.data)
        assert why["case"] in state.ruleset.game.cases
        assert why["goal"] in state.ruleset.hexes or why["goal"] in state.ruleset.units
        assert all(space in state.ruleset.hexes for space in why.get("way", ()))
        rivals += len(why.get("rivals", ()))
        reasons.append(why["text"])
    assert len(reasons) >= 40
    assert len(set(reasons)) > (1 if state.doctrine else 0)
    assert rivals or not state.doctrine, "somewhere a tie was broken"


def test_a_japanese_player_has_his_choice() -> None:
    state = reach(new("duel"), "advance", "jp")
    assert len(state.actions()) > 40
    state.apply("done")
    assert state.side == "us"


# ---------------------------------------------------------------------- counters


def test_nobody_knows_a_counter_until_it_is_drawn() -> None:
    state = new("solitaire")
    for side in ("us", "jp", None):
        unit = state.view(side)["units"]["J1"]
        assert unit["back"] == "garrison"
        assert not {"arm", "values", "title"} & unit.keys()


def test_a_player_knows_his_own_and_nobody_else_does() -> None:
    state = new("duel")
    own, other, watched = (state.view(side)["units"]["J1"] for side in ("jp", "us", None))
    assert own["title"] and own["arm"] and "face down" in own["marks"] and "back" not in own
    assert other == watched
    assert other.keys() == {"side", "place", "back", "marks", "chips"}
    state.turn_over(state.ruleset.count, "5.2")
    assert state.view("us")["units"]["J1"]["title"] == own["title"]


class LeakyBacks(Atoll):
    """Its backs tell what is under them."""

    id = "leaky-atoll"

    def build_ruleset(self, parameters: Any) -> AtollRuleset:
        def leaky(state: AtollState, name: str) -> dict[str, Any]:
            return back_of(state, name) | {"arm": unit_of(state, state.ruleset.units.index(name)).get("arm")}

        shown = [Shown("units", units_of, COUNTERS, each=True, covered=leaky), *(one for one in SHOWN if one.name != "units")]
        return AtollRuleset(self, parameters, steps=STEPS, shown=shown, secrets=SECRETS)


def test_the_kit_finds_a_back_that_tells() -> None:
    with pytest.raises(LawBroken, match="can tell the truth from a sample"):
        KIT["secrets are kept"](LeakyBacks(), "duel", 1)


def test_stacks_have_an_order_and_both_sides_may_share_a_hex() -> None:
    shared = moved = 0
    for seed in range(3):
        for state, events in played("solitaire", seed):
            stacks = state.view(None)["stacks"]
            assert sorted(unit for stack in stacks.values() for unit in stack) == sorted(
                state.ruleset.units[unit] for unit, space in enumerate(state.where) if space >= 0
            )
            shared += bool(state.held_by(US) & state.held_by(JP))
            for event in events:
                if event.kind == "combat" and event.data["result"] == "Dd" and len(stacks[event.data["target"]]) > 1:
                    assert stacks[event.data["target"]][0] == event.data["defender"], "a disrupted defender goes to the bottom"
                    moved += 1
    assert shared and moved


def test_chips_and_markers() -> None:
    seen, counts = set(), set()
    for state, _ in (moment for seed in range(4) for moment in played("solitaire", seed)):
        view = state.view("us")
        seen |= {chip for unit in view["units"].values() for chip in unit["chips"]}
        counts |= {len([1 for name in ("obstacles", "shelled") if space in view[name]]) for space in view["shelled"]}
    assert seen == {"loss", "disrupted", "hero", "unsupplied"}
    assert counts == {1, 2}, "a hex may have several markers"


# ---------------------------------------------------------------------- decisions


def test_a_dozen_duties_of_three_kinds() -> None:
    state = new("solitaire")
    duties = state.view("us")["duties"]
    assert {kind: (len(duty["left"]) > 2, duty["done"]) for kind, duty in duties.items()} == dict.fromkeys(
        ("supply", "rally", "lane"), (True, 0)
    )
    assert sum(len(duty["left"]) for duty in duties.values()) >= 12
    unit = duties["supply"]["left"][0]
    assert [str(action) for action in state.actions() if unit in str(action).split()] == [f"supply {unit}"], "no choice in it"
    state.apply(f"supply {unit}")
    assert state.view("us")["duties"]["supply"]["done"] == 1
    assert str(state.why_not(f"supply {unit}")) == f"{unit} has been supplied [3.1]"


def test_thousands_of_actions_in_one_decision() -> None:
    assert len(reach(new("solitaire"), "bombard").actions()) > 3000
    assert len(reach(new("large"), "bombard").actions()) > 30_000


def test_an_attack_in_one_line() -> None:
    """The line and the single actions lead to the same position."""
    for seed in range(20):
        for state, _ in played("solitaire", seed, 400):
            texts = [str(action) for action in state.actions()]
            pairs = [text.split()[1:] for text in texts if text.startswith("attack")]
            for unit, space in pairs:
                others = [other for other, at in pairs if at == space and other != unit]
                if not others:
                    continue
                one, two = state.copy(), state.copy()
                one.apply(f"attack {unit} {space}")
                if f"join {others[0]}" not in map(str, one.actions()):
                    continue
                one.apply(f"join {others[0]}")
                two.apply(f"attack {space} from {unit} {others[0]}")
                assert one.digest() == two.digest()
                refusal = state.why_not(f"attack {space} from {unit} A/3")
                assert refusal is not None
                return
    raise AssertionError("no attack by two units was found")


def test_cards() -> None:
    state = reach(new("duel"), "move")
    hand = state.view("us")["cards"]["hand"]
    assert hand["count"] == len(hand["cards"]) == 3
    assert state.view("jp")["cards"]["hand"] == state.view(None)["cards"]["hand"] == {"count": 3}
    force = state.view(None)["cards"]["in force"]
    assert list(force["part"].values()) == ["fire"], "the last card was turned up to rally somebody"
    play = next(str(action) for action in state.actions() if action.verb == "play")
    state.apply(play)
    assert state.view(None)["cards"]["played"]["cards"] == [play.split()[1]]


def test_a_combat_has_its_panel_before_and_after() -> None:
    game = bh.game("atoll")
    assert isinstance(game, Atoll)
    seen = set()
    for state, events in played("solitaire", 2):
        view = state.view("us")
        if view["combat"]:
            panel = game.panel(state.ruleset, view["combat"])
            assert panel is not None
            ours, theirs = panel["forces"]
            assert int(ours["sum"]) == sum(int(row["value"]) for row in ours["rows"])
            total = int(ours["sum"]) - int(theirs["sum"]) + sum(value for _, value, _ in view["combat"]["modifiers"])
            assert panel["total"]["value"] == panel["label"] == signed(total)
            assert panel["strip"]["columns"][panel["strip"]["at"]] == signed(min(5, max(-3, total)))
            assert {one["text"]: one["chance"] for one in panel["outcomes"]} == {
                name: str(chance) for name, chance in odds(state).items()
            }
            seen.add("before")
        for event in events:
            if event.kind == "combat":
                after = game.panel(state.ruleset, event.data)
                assert after is not None
                assert after["thrown"]["cards"][0]["part"] == "fire"
                assert after["result"]["text"] in event.text
                seen.add("after")
        for action in state.actions() if state.side == "us" and state.decision.step == "combat" else ():
            preview = game.preview(state, action)
            if preview and preview["combat"]["defense"] is None:
                found = game.panel(state.ruleset, preview["combat"])
                assert found is not None and found["forces"][1]["sum"] == "?" and "strip" not in found
                seen.add("unknown")
    assert seen == {"before", "after", "unknown"}


def odds(state: AtollState) -> dict[str, Any]:
    """The chances of the results as the engine finds them, by trying every card."""
    from beachhead.engine.chance.outcomes import outcomes

    found: dict[str, Any] = {}
    for chance, _, events in outcomes(state, state.parse("fight")):
        result = next(event.data["result"] for event in events if event.kind == "combat")
        found[result] = found.get(result, 0) + chance
    return {name: found[name] for name in ("As", "-", "Dd", "De") if name in found}


# ---------------------------------------------------------------------- overlays, sectors, sizes


def test_overlays_have_legends() -> None:
    game = bh.game("atoll")
    cut = 0
    for state, _ in played("solitaire", 1):
        for name in game.overlays:
            made = game.overlay(state, "us", name)
            assert made["name"] == name and made["case"] in game.cases and made["legend"]
            known = {entry.get("kind") for entry in made["legend"]}
            assert {line["kind"] for line in made.get("lines", ())} <= known
            assert all(1 <= level["level"] <= 5 for level in made.get("levels", {}).values())
            cut += sum(line["kind"] == "cut" for line in made.get("lines", ()))
    assert cut, "somewhere a line was cut"


def test_fields_of_fire_tell_no_secret() -> None:
    game, state = bh.game("atoll"), new("duel")
    shown = {side: game.overlay(state, side, "fire")["levels"] for side in ("us", "jp", None)}
    assert shown["us"] == shown[None] != shown["jp"]
    assert all(level["tone"] == "us" for level in shown["us"].values())


def test_sectors_are_regions_of_the_drawing() -> None:
    from beachhead.drawing import draw

    game, state = bh.game("atoll"), new("solitaire")
    drawing = draw(game, state.ruleset)
    assert drawing["regions"].keys() == state.view(None)["sectors"].keys()
    spaces = [space for region in drawing["regions"].values() for space in region["spaces"]]
    assert sorted(spaces) == sorted(state.ruleset.hexes[space] for space in state.ruleset.island.land)
    assert set(state.view(None)["sectors"].values()) == {"held", "contested", "cleared"}


def test_the_large_scenario_is_large() -> None:
    state = new("large")
    assert (len(state.ruleset.hexes), len(state.ruleset.units)) == (1113, 300)
    assert state.ruleset.game.scenario("large").own_map


def test_a_storm_shortens_the_game() -> None:
    assert any(
        "storm" in (event.kind for event in events) and state.last < 4
        for seed in range(9)
        for state, events in played("solitaire", seed)
    )


def test_leaky_games_are_not_registered() -> None:
    assert "leaky-atoll" not in REGISTERED
