"""`make compare`: its arithmetic, its floor, and what it does about games that only one of two commits has. No time decides."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "compare.py"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare_benchmark", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


compare = _load()
LANDING, FREE, CAMPAIGN = ("saipan", "historical"), ("saipan", "free"), ("rage", "campaign")


def rounds(actions: int, *seconds: float, digest: str = "same") -> list[dict[str, Any]]:
    """Rounds of so many actions that took so long."""
    return [{"actions": actions, "games": 1, "seconds": spent, "digest": digest} for spent in seconds]


# ---------------------------------------------------------------------- arithmetic


def test_the_best_rounds_count() -> None:
    """One quiet round of each is enough; what the others say shows in the quartiles."""
    verdict = compare.judge(LANDING, rounds(100, 8.0, 4.0, 6.0, 6.0, 6.0), rounds(100, 2.0, 4.0, 2.0, 3.0, 6.0))
    assert verdict.ratio == 2.0
    assert (verdict.low, verdict.middle, verdict.high) == (1.0, 2.0, 3.0)
    assert (verdict.base_us, verdict.new_us) == (40_000.0, 20_000.0)
    assert verdict.same


def test_times_are_per_action() -> None:
    """Other rules make games of another length: twice the time for twice the actions is the same speed."""
    verdict = compare.judge(LANDING, rounds(100, 1.0), rounds(200, 2.0, digest="another"))
    assert (verdict.ratio, verdict.low, verdict.high) == (1.0, 1.0, 1.0)
    assert not verdict.same


def test_the_mean_is_geometric() -> None:
    """Twice as fast here and half as fast there is neither."""
    twice = compare.judge(LANDING, rounds(1, 2.0), rounds(1, 1.0))
    half = compare.judge(FREE, rounds(1, 1.0), rounds(1, 2.0))
    assert compare.overall([twice, half]) == pytest.approx(1.0)
    assert compare.overall([twice]) == pytest.approx(2.0)
    assert compare.overall([]) is None


# ---------------------------------------------------------------------- rounds


class Checkout:
    """A checkout whose answers are made up."""

    def __init__(
        self,
        name: str,
        keys: list[tuple[str, str]],
        seconds: float,
        diary: list[tuple[str, Any, Any]],
        form: str = "plain",
    ) -> None:
        self.name, self.keys, self.seconds, self.diary, self.form = name, keys, seconds, diary, form

    def ask(self, what: str, **more: Any) -> Any:
        """Answer as the process of a checkout would, in plain data."""
        if what == "list":
            return [list(key) for key in self.keys if not more["games"] or key[0] in more["games"]]
        if what == "form":
            return self.form
        if what == compare.EDGES:
            assert {(more["game"], scenario) for scenario in more["scenarios"]} <= set(self.keys), f"{self.name} cannot play them"
            if more["passes"] is None:
                return {"view": 4, "digest": 2}
            self.diary.append((self.name, more["game"], tuple(more["scenarios"])))
            return {name: rounds(count, self.seconds)[0] for name, count in more["passes"].items()}
        assert tuple(more["key"]) in self.keys, f"{self.name} cannot play {more['key']}"
        if more["actions"] is None:
            return 500
        self.diary.append((self.name, tuple(more["key"]), more["actions"]))
        return rounds(more["actions"], self.seconds)[0]


def compared(base: Any, new: Any, *what: str, games: Sequence[str] = (), floor: float = 0.85) -> dict[str, Any]:
    """What nine rounds say of playouts, or of what is named."""
    answer: dict[str, Any] = compare.compare(
        base, new, games=games, rounds=9, seconds=1.0, what=what or ("playouts",), floor=floor
    )
    json.dumps(answer)
    return answer


def test_rounds_alternate_and_play_the_same_number_of_actions() -> None:
    diary: list[tuple[str, Any, Any]] = []
    base, new = Checkout("old", [CAMPAIGN], 3.0, diary), Checkout("working tree", [CAMPAIGN], 2.0, diary)
    answer = compared(base, new)
    assert [name for name, _, _ in diary[:6]] == ["old", "working tree", "working tree", "old", "old", "working tree"]
    assert len(diary) == 18
    assert {actions for _, _, actions in diary} == {500}
    assert answer["ratios"]["playouts"] == 1.5
    assert answer["playouts"][0]["quartiles"] == [1.5, 1.5, 1.5]
    assert "faster by 50.0%" in "\n".join(compare.table(answer))


def test_what_only_one_of_them_has_is_named_and_not_compared() -> None:
    diary: list[tuple[str, Any, Any]] = []
    base = Checkout("old", [LANDING, ("chess", "960")], 1.0, diary)
    new = Checkout("working tree", [LANDING, FREE, CAMPAIGN], 2.0, diary)
    answer = compared(base, new)
    assert {key for _, key, _ in diary} == {LANDING}
    assert (answer["only_base"], answer["only_new"]) == ([["chess", "960"]], [list(FREE), list(CAMPAIGN)])
    assert answer["ratios"]["playouts"] == 0.5
    shown = "\n".join(compare.table(answer))
    assert "chess 960" in shown
    assert "only in old" in shown
    assert "only in the working tree" in shown
    assert "slower by 50.0%" in shown


def test_what_may_be_noise_is_called_so() -> None:
    """Rounds that fall on both sides of 1 decide nothing, whatever the best of them say."""
    verdict = compare.judge(LANDING, rounds(1, 2.0, 3.0, 2.0, 3.0), rounds(1, 1.9, 3.1, 2.1, 2.9))
    answer = {"base": "old", "forms": ["plain", "plain"], "rounds": 9, "seconds": 1.0, "only_base": [], "only_new": []}
    answer |= {"floor": 0.85, "below": [], "ratios": {"playouts": verdict.ratio}}
    scenario = {"game": "saipan", "scenario": "historical"}
    shown = "\n".join(compare.table(answer | {"playouts": [scenario | verdict.plain()]}))
    assert "faster by 5.3%, within the noise" in shown
    clear = compare.judge(LANDING, rounds(1, 2.0, 3.0), rounds(1, 1.9, 2.8))
    shown = "\n".join(compare.table(answer | {"playouts": [scenario | clear.plain()]}))
    assert "noise" not in shown


def test_nothing_in_common() -> None:
    base, new = Checkout("old", [FREE], 1.0, []), Checkout("working tree", [LANDING, CAMPAIGN], 1.0, [])
    answer = compared(base, new)
    assert answer["ratios"]["playouts"] is None
    assert "nothing to compare" in list(compare.table(answer))


def test_single_games() -> None:
    base, new = Checkout("old", [LANDING], 1.0, []), Checkout("working tree", [LANDING, CAMPAIGN], 1.0, [])
    assert compared(base, new, games=["rage"])["only_new"] == [list(CAMPAIGN)]
    with pytest.raises(compare.Trouble, match="has a game 'spain'"):
        compared(base, new, games=["rage", "spain"])


def test_edges_are_compared_game_by_game_on_the_scenarios_that_both_have() -> None:
    diary: list[tuple[str, Any, Any]] = []
    base, new = Checkout("old", [LANDING, CAMPAIGN], 3.0, diary), Checkout("new", [LANDING, FREE, CAMPAIGN], 2.0, diary)
    answer = compared(base, new, "edges")
    assert set(diary) == {
        (who, *what) for who in ("old", "new") for what in (("saipan", ("historical",)), ("rage", ("campaign",)))
    }
    assert len(diary) == 36
    assert [(one["game"], one["edge"], one["ratio"]) for one in answer["edges"]] == [
        ("saipan", "view", 1.5),
        ("saipan", "digest", 1.5),
        ("rage", "view", 1.5),
        ("rage", "digest", 1.5),
    ]
    assert answer["edges"][0]["base_us"] == 750_000.0
    assert "playouts" not in answer
    assert "saipan digest" in "\n".join(compare.table(answer))


def test_all_parts_have_a_mean_of_their_own() -> None:
    answer = compared(Checkout("old", [CAMPAIGN], 3.0, []), Checkout("new", [CAMPAIGN], 2.0, []), *compare.WHAT)
    assert answer["ratios"] == {"playouts": 1.5, "edges": 1.5, "sergeants": 1.5}
    assert "\n".join(compare.table(answer)).count("geometric mean") == 3


def test_playouts_below_the_floor_are_named() -> None:
    base = Checkout("old", [LANDING, CAMPAIGN], 0.75, [])
    new = Checkout("new", [LANDING, CAMPAIGN], 1.0, [])
    answer = compared(base, new)
    assert answer["below"] == [list(LANDING), list(CAMPAIGN)]
    assert "playouts of saipan historical are below 0.85" in "\n".join(compare.table(answer))
    assert compared(base, new, floor=0.75)["below"] == []
    assert compared(base, new, "edges", "sergeants")["below"] == []


def test_a_compiled_checkout_beside_a_plain_one_is_called_so() -> None:
    answer = compared(Checkout("old", [CAMPAIGN], 1.0, []), Checkout("new", [CAMPAIGN], 0.5, [], "compiled"))
    assert answer["forms"] == ["plain", "compiled"]
    head = next(compare.table(answer))
    assert "base plain" in head
    assert "new compiled" in head


# ---------------------------------------------------------------------- checkouts and children


def test_sergeants_play_exactly_their_actions_and_the_same_every_time() -> None:
    first, second = (compare.timed(CAMPAIGN, 12, "sergeants") for _ in range(2))
    assert first["actions"] == 12
    assert first["digest"] == second["digest"]
    assert first["digest"] != compare.timed(CAMPAIGN, 12)["digest"]


def test_every_edge_is_asked_on_the_same_positions_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "POSITIONS", 3)
    once = compare.timed_edges("saipan", ["historical", "free"])
    twice = compare.timed_edges("saipan", ["historical", "free"], dict.fromkeys(once, 2))
    assert {"view", "view us", "view jp", "sample us", "sample jp", "digest", "dumps", "loads", "copy"} < set(once)
    assert {one["actions"] for one in once.values()} == {6}
    assert {one["actions"] for one in twice.values()} == {12}
    assert {name: one["digest"] for name, one in once.items()} == {name: one["digest"] for name, one in twice.items()}
    assert compare.timed_edges("saipan", ["free"])["view"]["digest"] != once["view"]["digest"]


def test_a_round_plays_exactly_its_actions_and_the_same_every_time() -> None:
    first, second = (compare.timed(LANDING, 60) for _ in range(2))
    assert first["actions"] == 60
    assert {key: first[key] for key in ("actions", "games", "digest")} == {
        key: second[key] for key in ("actions", "games", "digest")
    }
    assert compare.timed(LANDING, 61)["digest"] != first["digest"]


def test_a_child_plays_the_checkout_it_was_sent_to(tmp_path: Path) -> None:
    here = compare.Checkout("working tree", FILE.parents[1])
    assert ["rage", "campaign"] in here.ask("list", games=[])
    with pytest.raises(compare.Trouble, match="elsewhere cannot list"):
        compare.Checkout("elsewhere", tmp_path.resolve()).ask("list", games=[])
    assert here.ask("form") in ("plain", "compiled")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, in place of this one."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / "file").write_text("first", encoding="utf-8")
    subprocess.run([*git, "add", "file"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "first"], check=True)
    (tmp_path / "file").write_text("second", encoding="utf-8")
    monkeypatch.setattr(compare, "ROOT", tmp_path)
    return tmp_path


def test_the_base_is_checked_out_and_put_away(repository: Path) -> None:
    """Whatever happens meanwhile; the working tree is left alone."""
    with compare.checked_out("HEAD") as place:
        assert (place / "file").read_text(encoding="utf-8") == "first"
    with pytest.raises(RuntimeError), compare.checked_out("HEAD") as place:
        raise RuntimeError
    assert not place.exists()
    assert (repository / "file").read_text(encoding="utf-8") == "second"
    listed = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, text=True, check=True).stdout
    assert len(listed.splitlines()) == 1


@pytest.mark.usefixtures("repository")
def test_a_working_tree_below_the_floor_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def slow(_base: Any, _new: Any, *, floor: float, **_: Any) -> dict[str, Any]:
        return {"below": [list(LANDING)] if floor > 0.7 else []}

    monkeypatch.setattr(compare, "compare", slow)
    assert compare.main(["HEAD", "--json"]) == 1
    assert compare.main(["HEAD", "--json", "--floor", "0.7"]) == 0
    assert json.loads(capsys.readouterr().out.partition("}")[0] + "}") == {"below": [list(LANDING)]}


@pytest.mark.usefixtures("repository")
def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.main(["nowhere"]) == 2
    assert "there is no such commit" in capsys.readouterr().err
    for arguments in (["HEAD", "--rounds", "8"], ["HEAD", "--seconds", "0"], ["HEAD", "--what", "bread"], []):
        with pytest.raises(SystemExit) as left:
            compare.main(arguments)
        assert left.value.code == 2
