"""Every rule vector is a test; and the runner fails where it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.engine.errors import DataError, UserError
from beachhead.vectors import Vector, load_vectors, run

from .all_vectors import all_vectors

VECTORS = all_vectors()


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_vector(vector: Vector) -> None:
    outcome = run(vector)
    assert outcome.passed, f"{vector.file}:{vector.line}: {outcome.why}"


def test_vectors_stand_in_the_folder_of_their_game() -> None:
    assert VECTORS
    for vector in VECTORS:
        assert Path(vector.file).parent.name == vector.game


# ---------------------------------------------------------------------- the runner

POSITION = """\
    position:
      board: {size: [7, 7]}
      units:
        "U:A": infantry 5-4-8 at 0304
        "J:X": infantry 2-3-8 at 0305
      phase: us combat
"""
HEAD = f"""\
game: saipan
vectors:
  - title: a fight
    cases: ["7.61"]
{POSITION}"""
FIGHT = HEAD + "    dice: [1]\n    play:\n      - attack U:A J:X\n"
MOVING = HEAD.replace("us combat", "us movement").replace("0305", "0605") + "    play:\n"


def vectors_of(folder: Path, text: str) -> list[Vector]:
    """The vectors of a text."""
    path = folder / "made.yaml"
    path.write_text(text, encoding="utf-8")
    return load_vectors(path)


def why(folder: Path, text: str) -> str:
    """Why a vector fails; empty if it does not."""
    (vector,) = vectors_of(folder, text)
    return run(vector).why


def test_a_good_vector_passes(tmp_path: Path) -> None:
    assert why(tmp_path, FIGHT) == ""
    assert why(tmp_path, MOVING + "      - done\n") == ""


CHECKS = [
    # what is checked, and words of the failure (none: it passes)
    ("expect: {turn: 1, units: {'U:A': '0304'}}", ""),
    ("expect: {turn: 2}", "turn: is 1, not 2"),
    ("expect: {units: {'U:A': '0101'}}", "units: U:A: is '0304', not '0101'"),
    ("expect: {weather: fine}", "no fact 'weather'"),
    ("expect: {moved: {size: 1}}", "there are 0, not 1"),
    ("expect: {moved: {has: ['U:A']}}", "'U:A' is not among"),
    ("expect: {beachheads: {lacks: ['0101']}}", ""),
    ("offered: [move U:A 0303, done]", ""),
    ("offered: [move U:A 0605]", "is not offered"),
    ("not offered: [move U:A 0605]", ""),
    ("not offered: [done]", "'done' is offered"),
    ("only: [done]", "offered but not expected"),
    ("offers: {done: 1}", ""),
    ("offers: {done: 2}", "1 actions begin with 'done'"),
    ("offers: {move U:A: ['0303']}", "is followed by"),
    ("refused: {move U:A 0605: '5.31'}", "is refused by"),
    ("refused: {move U:A 0605: ['5.31', '5.22']}", "is refused by"),
    ("refused: {move U:A 0303: '5.14'}", "is accepted"),
    ("refused: {jump U:A: '5.14'}", "not a single action"),
    ("unreadable: [jump]", ""),
    ("unreadable: [done]", "is accepted"),
    ("unreadable: [move U:A 0605]", "IllegalAction, not InvalidAction"),
    ("ambiguous: [done]", "is accepted"),
    ("odds: {done: {}}", ""),
    ("odds: {done: {D1: 1/2}}", "the chances of 'done'"),
    ("events: [{case: '5.14'}]", "nothing happened like"),
    ("seen: {jp: {turn: 2}}", "seen by jp: turn"),
    ("hidden: {jp: ['0304']}", "jp can see '0304'"),
    ("hidden: {jp: ['no such words']}", ""),
    ("hope: {turn: 2}", "no such check: 'hope'"),
    # a check that asks for nothing would always pass
    ("expect: {}", "expect: nothing is checked"),
    ("{}", "nothing is checked"),
    ("{expect: {turn: 1}, offered: []}", "offered: nothing is checked"),
    ("not offered: []", "not offered: nothing is checked"),
    ("offers: {}", "offers: nothing is checked"),
    ("refused: {}", "refused: nothing is checked"),
    ("refused: {move J:X 0604: {}}", "case, text or units"),
    ("refused: {move J:X 0604: []}", "case, text or units"),
    ("unreadable: []", "unreadable: nothing is checked"),
    ("odds: {}", "odds: nothing is checked"),
    ("seen: {us: {}}", "seen by us: nothing is checked"),
    ("hidden: {us: []}", "which words are hidden from us?"),
    ("hidden: {us: ['']}", "which words are hidden from us?"),
    ("hidden: {us: 'no such words'}", "a list of words"),
    ("expect: {moved: {}}", "moved: nothing is checked; for an empty one write {size: 0}"),
    ("expect: {moved: {has: []}}", "moved: nothing is checked"),
    ("expect: {moved: {size: 0}}", ""),
    ("expect: {moved: []}", ""),
    # nor may a slip
    ("offers: {exchange: 0}", ""),
    ("offers: {exchnage: 0}", "no action begins with 'exchnage'"),
    ("not offered: [hop U:A 0303]", "play 1: InvalidAction: 'hop'"),
    ("seen: {uk: {turn: 2}}", "play 1: UserError: no such side: 'uk'"),
    # refusals: a case or its lettered parts, and no case that does not exist
    ("refused: {move J:X 0604: '4.1'}", ""),
    ("refused: {move J:X 0604: '4.1-1A'}", ""),
    ("refused: {move J:X 0604: '4.1-1B'}", "is refused by 4.1-1A, 5.11, not 4.1-1B"),
    ("refused: {move J:X 0604: '5.1'}", "no case '5.1'"),
    ("refused: {move J:X 0604: ['4.1', '99.9']}", "no case '99.9'"),
    ("refused: {move J:X 0604: 5.11}", "in quotes"),
    ("refused: {move J:X 0604: {case: '4.1', text: does not belong, units: ['J:X']}}", ""),
    ("refused: {move J:X 0604: {case: '5.11'}}", "is refused with case '4.1-1A', not '5.11'"),
    ("refused: {move J:X 0604: {case: '99.9'}}", "no case '99.9'"),
    ("refused: {move J:X 0604: {cases: '4.1'}}", "a refusal has no 'cases'"),
    # moves and zones
    ("expect: {moves: {'U:A': {'0302': {cost: 2, path: ['0304', '0303', '0302']}}}}", ""),
    ("expect: {moves: {'U:A': {'0302': {cost: 1.5}}}}", "moves: U:A: 0302: cost: is 2, not 1.5"),
    ("expect: {moves: {'U:A': {'0302': {path: ['0303', '0304', '0302']}}}}", "path: is ('0304', '0303', '0302'), not"),
    ("expect: {moves: {'U:A': {lacks: ['0605']}, lacks: ['J:X']}}", "no fact 'lacks'"),
    ("expect: {moves: {lacks: ['J:X']}}", ""),
    ("seen: {us: {moves: {has: ['U:A']}}, jp: {moves: {size: 0}}}", ""),
    ("expect: {zones: {us: ['0203', '0204', '0303', '0305', '0403', '0404'], jp: {has: ['0505', '0604']}}}", ""),
    ("expect: {zones: {us: {has: ['0304']}}}", "'0304' is not among"),
    # words that a side must not read
    ("hidden: {us: {words: ['U:A'], ask: []}}", "us can see 'U:A' in its view"),
    ("hidden: {us: {words: ['move U:']}}", "us can see 'move U:' in its offers"),
    ("hidden: {jp: {words: ['move U:']}}", ""),
    ("hidden: {us: {words: ['cost']}}", "us can see 'cost' in its previews"),
    (
        "hidden: {us: {words: ['does not belong'], ask: [move J:X 0604]}}",
        "us can see 'does not belong' in its answer to 'move J:X",
    ),
    ("hidden: {us: {words: ['does not belong'], ask: [done]}}", ""),
    ("hidden: {us: {words: ['0101']}}", ""),
    ("hidden: {jp: {words: ['no such words'], ask: [done]}}", "jp does not decide here"),
    ("hidden: {us: {words: []}}", "which words are hidden from us?"),
    ("hidden: {us: {word: ['0101']}}", "what is hidden has no 'word'"),
]


@pytest.mark.parametrize(("check", "words"), CHECKS, ids=[check for check, _ in CHECKS])
def test_checks_fail_when_they_should(tmp_path: Path, check: str, words: str) -> None:
    failure = why(tmp_path, MOVING + f"      - {check}\n")
    assert words in failure
    assert bool(words) == bool(failure), failure
    if words:
        assert failure.startswith("play 1: ")


@pytest.mark.parametrize("word", ["refused", "odds", "offers", "expect", "seen", "hidden"])
def test_checks_of_the_wrong_shape_are_failures(tmp_path: Path, word: str) -> None:
    """A person's slip must not stop the other vectors."""
    assert why(tmp_path, MOVING + f"      - {word}: [5]\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FIGHT.replace("dice: [1]", "dice: [1, 6]"), "dice left over: [6]"),
        (FIGHT.replace("dice: [1]", "dice: []"), "does not foresee"),
        (FIGHT.replace("dice: [1]", "dice: [7]"), "the script says 7"),
        (FIGHT.replace("attack U:A J:X", "attack U:A J:Y"), "is refused"),
        (FIGHT.replace("attack U:A J:X", "5"), "neither an action nor a check"),
        (FIGHT.replace("0305", "0399"), "no hex"),
        (FIGHT.replace("us combat", "tea time"), "no phase"),
        (HEAD, "checks nothing"),
        (FIGHT + "    expect: {turn: 9}\n", "turn: is 1"),
    ],
    ids=["left over", "missing", "no face", "no unit", "no action", "no hex", "no phase", "nothing", "last"],
)
def test_vectors_fail_when_they_should(tmp_path: Path, text: str, words: str) -> None:
    assert words in why(tmp_path, text)


def test_spare_dice_are_allowed_if_said_so(tmp_path: Path) -> None:
    assert why(tmp_path, FIGHT.replace("dice: [1]", "dice: [1, 6]\n    spare dice: true")) == ""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD.replace("    cases:", "    casses:"), 4, "unknown key"),
        (HEAD.replace('"7.61"', '"99.9"'), 4, "no case '99.9'"),
        (HEAD.replace('"7.61"', "7.61"), 4, "put it in quotes"),
        (HEAD.replace("  - title: a fight\n    cases", "  - cases"), 3, "'title' is missing"),
        (HEAD.replace("game: saipan", "gaem: saipan"), 1, "unknown key"),
        (HEAD.replace("game: saipan\n", ""), 2, "which game"),
        (HEAD + HEAD.partition("vectors:\n")[2], 11, "two vectors are called 'a fight'"),
        ("game: saipan\n", 1, "'vectors' is missing"),
        ("game: saipan\nvectors: 5\n", 2, "a list is needed"),
        ("game: [\n", 2, "is no YAML"),
    ],
    ids=["key", "case", "number", "title", "top", "game", "double", "none", "no list", "no yaml"],
)
def test_files_that_are_no_vectors(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(DataError, match=words) as error:
        vectors_of(tmp_path, text)
    assert error.value.line == line
    assert error.value.file.endswith("made.yaml")


def test_an_unknown_game(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such game"):
        vectors_of(tmp_path, HEAD.replace("saipan", "spain"))


@pytest.mark.plain
def test_a_vector_fails_if_its_rule_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner asks the game, not itself: with the choices of a step gone, what was offered is offered no more."""
    from beachhead.series.island_war.movement import Movement

    assert why(tmp_path, MOVING + "      - offered: [move U:A 0303]\n") == ""
    monkeypatch.setattr(Movement, "choices", lambda *_: [0])
    assert "is not offered" in why(tmp_path, MOVING + "      - offered: [move U:A 0303]\n")


@pytest.mark.plain
def test_a_refusal_that_changes_the_position_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that spoils the position while it refuses breaks the contract of `apply`, whatever case it names."""
    from beachhead.engine.refusal import Refusal
    from beachhead.series.island_war.movement import Movement
    from beachhead.series.island_war.state import IslandWarState

    check = MOVING + "      - refused: {move U:A 0605: '5.12'}\n"
    assert why(tmp_path, check) == ""
    sound = Movement.refuse

    def careless(step: Movement[IslandWarState], state: IslandWarState, code: int) -> Refusal:
        state.turn += 1
        return sound(step, state, code)

    monkeypatch.setattr(Movement, "refuse", careless)
    assert "refusing 'move U:A 0605' has changed the position" in why(tmp_path, check)


# ---------------------------------------------------------------------- branches

BRANCHING = HEAD + "    dice: [1]\n    play:\n"


def branches(*entries: str) -> str:
    """A vector that branches before its attack, and attacks afterwards, with the trunk's own die."""
    lines = "".join(f"          - {entry}\n" for entry in entries)
    trunk = "      - expect: {phase: us combat, combat: {size: 0}}\n      - attack U:A J:X\n"
    return BRANCHING + f"      - after:\n{lines}{trunk}"


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (
            [
                "{play: attack U:A J:X, dice: [6], expect: {combat: {die: 6}}}",
                "{play: [attack U:A J:X], expect: {combat: {die: 1}}}",
            ],
            "",
        ),
        (["{play: attack U:A J:X, expect: {combat: {die: 6}}}"], "play 1: after 1: combat: die: is 1, not 6"),
        (["{play: attack U:A J:X, dice: [6, 2]}"], "after 1: dice left over: [2]"),
        (["{play: attack U:A J:X, dice: [6, 2], spare dice: true}"], ""),
        (["{play: attack U:A J:X, dice: []}"], "does not foresee"),
        (["{play: attack U:A J:X, dice: 6}"], "dice are a list of faces"),
        (["{play: attack U:A J:X, dice: [six]}"], "dice are a list of faces"),
        (["{title: at dawn, play: attack U:A J:Y}"], "play 1: after 1 (at dawn): play 1: 'attack U:A J:Y' is refused"),
        (["{play: attack U:A J:X}", "{play: done}"], "after 2: play 1: 'done' is refused"),
        (["{expect: {turn: 1}}"], "what is played in this branch"),
        (["{play: attack U:A J:X, plya: done}"], "a branch has no 'plya'"),
        (["attack U:A J:X"], "a branch is a mapping"),
        (["{play: [{after: [{play: attack U:A J:X, dice: [2], expect: {combat: {die: 2}}}]}, attack U:A J:X]}"], ""),
        (
            ["{play: [{after: [{play: attack U:A J:X, expect: {turn: 9}}]}]}"],
            "play 1: after 1: play 1: after 1: turn: is 1, not 9",
        ),
        (["{play: attack U:A J:X, refused: {attack U:A J:X: '7'}}"], "no case '7'"),
        (["{play: attack U:A J:X, events: [{kind: combat, data: {die: 1}}]}"], ""),
    ],
)
def test_branches(tmp_path: Path, entries: list[str], words: str) -> None:
    """Each is played on a copy: whatever it does, the trunk goes on as if nothing had happened, with its own dice."""
    failure = why(tmp_path, branches(*entries))
    assert words in failure
    assert bool(words) == bool(failure), failure


def test_a_branch_needs_entries(tmp_path: Path) -> None:
    assert "a list of branches" in why(tmp_path, BRANCHING + "      - after: []\n")
    assert "a list of branches" in why(tmp_path, BRANCHING + "      - after: {play: done}\n")


def test_a_failure_tells_where(tmp_path: Path) -> None:
    (vector,) = vectors_of(tmp_path, branches("{play: attack U:A J:X, dice: [6]}", "{play: [{expect: {turn: 9}}]}"))
    assert run(vector).where == ("play 1", "after 2", "play 1")


# ---------------------------------------------------------------------- what has happened

HAPPENINGS = [
    ("events: [{kind: combat, data: {die: 1, attackers: ['U:A']}}]", ""),
    ("events: [{kind: combat, data: {die: 2}}]", "in its data die: is 1, not 2"),
    ("events: [{kind: combat, date: {die: 2}}]", "an event has no 'date'"),
    ("events: [{case: '99.9'}]", "no case '99.9'"),
    ("events: [{}]", "say what the event is like"),
    ("events: []", "a list of what happened"),
    ("events: {kind: combat}", "a list of what happened"),
    ("no events: [{kind: combat, data: {die: 2}}, {kind: banzai}]", ""),
    ("no events: [{kind: combat, data: {die: 1}}]", "something happened like"),
    ("no events: any", "it happened: "),
    ("no events: [{kin: combat}]", "an event has no 'kin'"),
    ("no events: []", "a list of what happened"),
    ("forced: [done]", ""),
    ("forced: [attack U:A J:X]", "nothing happened like attack U:A J:X"),
    ("forced: [jump]", "'jump' is not an action"),
    ("forced: [{action: done}]", "an action is needed here"),
    ("not forced: [attack U:A J:X]", ""),
    ("not forced: [done]", "something happened like done"),
    ("not forced: any", "it happened: "),
    ("skipped: [protect]", "nothing happened like protect"),
    ("not skipped: [protect, barrage]", ""),
    ("not skipped: any", ""),
    ("not skipped: [protct]", "which step? 'protct' is none"),
    ("not skipped: [{case: '8.45'}]", "which step?"),
    ("not skipped: [{step: protect, cse: '8.45'}]", "a skipped step has no 'cse'"),
]


@pytest.mark.parametrize(("check", "words"), HAPPENINGS, ids=[check for check, _ in HAPPENINGS])
def test_what_has_happened(tmp_path: Path, check: str, words: str) -> None:
    failure = why(tmp_path, FIGHT + f"      - {check}\n")
    assert words in failure
    assert bool(words) == bool(failure), failure


def test_each_look_begins_where_the_last_one_ended(tmp_path: Path) -> None:
    """All checks of one entry look at the same events; the next entry looks at later ones."""
    look = "      - {events: [{kind: combat}], forced: [done], not skipped: any, no events: [{kind: banzai}]}\n"
    assert why(tmp_path, FIGHT + look + "      - {no events: any, not forced: any}\n") == ""
    assert "nothing happened" in why(tmp_path, FIGHT + "      - not skipped: any\n" + look)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("skipped: [protect]", ""),
        ("skipped: [{step: protect, case: '8.45', text: no gun}]", ""),
        ("skipped: [{step: protect, case: '8.44'}]", "nothing happened like"),
        ("skipped: [{step: protect, text: no shells}]", "nothing happened like"),
        ("skipped: [barrage]", "nothing happened like"),
        ("not skipped: [barrage, {step: protect, case: '8.44'}]", ""),
        ("not skipped: [protect]", "something happened like protect: There is no gun in range [8.45]"),
        ("not skipped: any", "it happened: There is no gun in range [8.45]"),
    ],
)
def test_steps_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: str, words: str) -> None:
    """A step that asks nobody says so, with its case, in an event of kind `skipped`."""
    from beachhead.series.island_war.movement import Movement
    from beachhead.series.island_war.state import IslandWarState

    sound = Movement.take

    def telling(step: Movement[IslandWarState], state: IslandWarState, code: int) -> None:
        state.tell("skipped", "8.45", "There is no gun in range", step="protect")
        sound(step, state, code)

    monkeypatch.setattr(Movement, "take", telling)
    failure = why(tmp_path, MOVING + f"      - move U:A 0303\n      - {check}\n")
    assert words in failure
    assert bool(words) == bool(failure), failure


# ---------------------------------------------------------------------- two worlds

RAGE = """\
game: rage
vectors:
  - title: two worlds
    cases: ["2.2.2-b"]
    position:
      turn: 4
      phase: {phase}
      units: {{"23/4": okina, "2/145": "osaka, concealed", "310": "kita, concealed"}}
{dice}    play:
"""
LANDING = RAGE.format(phase="us movement", dice="")
SNEAKING = RAGE.format(phase="jp movement", dice="    dice: [6]\n")
NOTING = """\
game: saipan
vectors:
  - title: two notes
    cases: ["14.22-c"]
    position: {scenario: free}
    play:
"""
ELSEWHERE = "changes: {units: {'310': 'tenzan, concealed'}}"
SIX = "[note 1304, note 1404, note 1504, note 0902, note 2116]"
WORLDS = [
    # ELSEWHERE stands for a change of the secret map
    # the secret map
    (LANDING, "alike: {us: {ELSEWHERE}}", ""),
    (LANDING, "alike: {us: {ELSEWHERE, play: [move 23/4 quarry, pass]}}", ""),
    (LANDING, "alike: {us: {ELSEWHERE, ask: [move 23/4 kita, land 24/4 kita]}}", ""),
    (
        LANDING,
        "alike: {us: {position: {turn: 4, phase: us movement, units: {'23/4': okina, '2/145': 'kita, concealed', "
        "'310': 'tenzan, concealed'}}}}",
        "",
    ),
    (LANDING, "alike: {us: {changes: {units: {'310': kita}}}}", "apart at the start: view.units.310 is in the other world only"),
    (LANDING, "alike: {us: {changes: {units: {'310': null}}}}", "view.known.unseen is 2 here and 1 in the other world"),
    (LANDING, "alike: {us: {changes: {units: {'23/4': 'okina, 3 steps'}}}}", "view.units.23/4.values.assault is"),
    (
        LANDING,
        "alike: {jp: {ELSEWHERE}}",
        "jp can tell the worlds apart at the start: view.units",
    ),
    (
        SNEAKING,
        "alike: {us: {ELSEWHERE, play: [{here: [sneak 2/145 funami], there: []}, done]}}",
        "",
    ),
    (
        SNEAKING,
        "alike: {us: {ELSEWHERE, play: [{here: [sneak 2/145 funami], there: [reveal 2/145]}]}}",
        "there: events[0] is in the other world only",
    ),
    (
        SNEAKING,
        "alike: {us: {changes: {units: {'2/145': 'tenzan, concealed'}}, play: [sneak 2/145 funami]}}",
        "in the other world 'sneak 2/145 funami' is refused",
    ),
    # the secret note
    (NOTING, "alike: {jp: {changes: {noted: ['1203']}, play: [{here: [note 1203], there: []}]}}", ""),
    (
        NOTING,
        f"alike: {{jp: {{changes: {{noted: ['1203']}}, play: [{{here: [note 0702], there: []}}, "
        f"{{here: {SIX}, there: {SIX}}}, deploy J:317 1103], ask: [deploy J:317 1102]}}}}",
        "",
    ),
    (
        NOTING,
        "alike: {us: {changes: {noted: ['1203']}}}",
        "us can tell the worlds apart at the start: view.noted[0] is in the other world only: '1203'",
    ),
    # slips
    (LANDING, "alike: {us: {changes: {units: {'310': 'kita, concealed'}}}}", "the other world is the same as this one"),
    (LANDING, "alike: {us: {play: [done]}}", "by `changes` or by a whole `position`"),
    (LANDING, "alike: {us: {changes: {}}}", "changes of a position are a mapping"),
    (LANDING, "alike: {us: {changes: {tune: 5}}}", "tune: unknown key"),
    (LANDING, "alike: {us: {change: {turn: 5}}}", "another world has no 'change'"),
    (LANDING, "alike: {uk: {changes: {turn: 5}}}", "rage has no side 'uk'"),
    (
        LANDING,
        "alike: {us: {ELSEWHERE, play: [{hear: [done]}]}}",
        "what is done unseen has no 'hear'",
    ),
    (LANDING, "alike: {us: {ELSEWHERE, play: [5]}}", "an action is a text"),
    (LANDING, "alike: {us: {ELSEWHERE, dice: [3]}}", "dice left over: [3]"),
    (SNEAKING, "alike: {us: {ELSEWHERE, ask: [done]}}", "us never decides here"),
]


@pytest.mark.parametrize(("head", "check", "words"), WORLDS, ids=[check for _, check, _ in WORLDS])
def test_two_worlds(tmp_path: Path, head: str, check: str, words: str) -> None:
    failure = why(tmp_path, head + f"      - {check}\n".replace("ELSEWHERE", ELSEWHERE))
    assert words in failure
    assert bool(words) == bool(failure), failure


def test_worlds_are_compared_along_all_that_was_played(tmp_path: Path) -> None:
    """The check may stand at the end: the other world is played from the start, by the same actions and dice."""
    changes = f"alike: {{us: {{{ELSEWHERE}}}}}"
    assert why(tmp_path, SNEAKING + f"      - done\n      - {changes}\n") == ""
    shown = why(tmp_path, SNEAKING + f"      - reveal 310\n      - {changes}\n")
    assert "play 2: us can tell the worlds apart after 'reveal 310': events[0].text is" in shown
    inside = "      - after: [{play: [reveal 2/145, done], dice: [5], spare dice: true, " + changes + "}]\n"
    assert why(tmp_path, SNEAKING + inside) == ""


@pytest.mark.plain
@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("preview", "previews.move 23/4 futatsune.text is"),
        ("why_not", "answers.move 23/4 kita.reason is"),
        ("prompt", "view.decision.prompt is"),
        ("choices", "offers[0] is"),
    ],
)
def test_worlds_differ_by_what_can_be_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, words: str) -> None:
    """Planted leaks: previews, refusals, prompts and offers that depend on where a Concealed unit is."""
    from beachhead.engine.refusal import Refusal
    from beachhead.games.rage.game import Rage
    from beachhead.games.rage.movement import Movement
    from beachhead.games.rage.state import RageState

    def hint(state: RageState) -> str:
        return state.area_name(state.where[state.ruleset.number["310"]])

    if method == "preview":
        monkeypatch.setattr(Rage, "preview", lambda _game, state, _action: {"text": hint(state)})
    elif method == "why_not":
        monkeypatch.setattr(Movement, "refuse", lambda _step, state, _code: Refusal("10-a", hint(state)))
    elif method == "prompt":
        monkeypatch.setattr(Movement, "prompt", lambda _step, state: hint(state))
    else:
        sound = Movement.choices
        monkeypatch.setattr(Movement, "choices", lambda step, state: list(sound(step, state))[hint(state) == "Kita" :])
    check = f"alike: {{us: {{{ELSEWHERE}, ask: [move 23/4 kita]}}}}"
    assert words in why(tmp_path, LANDING + f"      - {check}\n")


def test_the_examples_of_the_documentation_pass(tmp_path: Path) -> None:
    """Whole vectors among the examples; fragments of vectors are not meant to run."""
    text = (Path(__file__).parents[1] / "docs" / "vectors.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```yaml\n")[1:]]
    files = [block for block in blocks if block.startswith("game:")]
    files += [f"vectors:\n{block}" for block in blocks if block.startswith("  - title:")]
    assert len(files) == 2
    for file in files:
        assert why(tmp_path, file) == ""
