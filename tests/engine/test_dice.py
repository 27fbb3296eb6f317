"""All chance: fair, repeatable, in streams that do not touch each other, promised by a hash."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest

from beachhead.engine.chance.dice import Dice, commitment, seed_bytes
from beachhead.engine.chance.forced import total_chances
from beachhead.engine.errors import DiceError, UserError
from beachhead.testing import chi_square

RARE = 1e-6


def even(faces: range) -> dict[str, Fraction]:
    """A fair die."""
    return {str(face): Fraction(1, len(faces)) for face in faces}


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 10, 36, 55])
def test_every_face_is_as_likely(limit: int) -> None:
    dice, counts = Dice(seed_bytes(11)), dict.fromkeys(map(str, range(limit)), 0)
    for _ in range(200 * limit):
        counts[str(dice.below(limit))] += 1
    assert chi_square(counts, even(range(limit))) > RARE


@pytest.mark.parametrize("lag", [1, 2, 5])
def test_a_roll_tells_nothing_of_the_next(lag: int) -> None:
    dice, counts = Dice(seed_bytes(12)), dict[str, int]()
    rolls = [dice.roll() for _ in range(8000)]
    for one, other in zip(rolls, rolls[lag:], strict=False):
        counts[f"{one}{other}"] = counts.get(f"{one}{other}", 0) + 1
    pairs = {f"{one}{other}": Fraction(1, 36) for one in range(1, 7) for other in range(1, 7)}
    assert chi_square(counts, pairs) > RARE


@pytest.mark.parametrize("change", ["stream", "seed"])
def test_other_streams_and_seeds_are_other_dice(change: str) -> None:
    one = Dice(seed_bytes(1 << 100))
    other = Dice(seed_bytes((1 << 100) + 1)) if change == "seed" else one.copy()
    stream = "dice" if change == "seed" else "jp"
    counts: dict[str, int] = {}
    for _ in range(8000):
        pair = f"{one.roll()}{other.roll(stream=stream)}"
        counts[pair] = counts.get(pair, 0) + 1
    assert chi_square(counts, {f"{a}{b}": Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}) > RARE


def test_draws_of_one_stream_do_not_shift_another() -> None:
    plain, mixed = Dice(seed_bytes(3)), Dice(seed_bytes(3))
    rolls = [plain.roll() for _ in range(50)]
    again = []
    for _ in range(50):
        mixed.below(1000, "secret")
        again.append(mixed.roll())
    assert rolls == again
    assert mixed.rolled() == 100


def test_a_draw_depends_on_seed_stream_and_number_alone() -> None:
    """As the module promises; the faces of a seed are fixed for ever, or old records would not replay."""
    assert [Dice(seed_bytes(7), {"dice": count}).roll() for count in range(8)] == [
        roll for dice in [Dice(seed_bytes(7))] for roll in (dice.roll() for _ in range(8))
    ]
    dice = Dice(seed_bytes(7))
    assert [dice.roll() for _ in range(12)] == FACES_OF_SEED_7


FACES_OF_SEED_7 = [
    int.from_bytes(
        hashlib.blake2b(n.to_bytes(8, "little"), digest_size=8, key=bytes(15) + b"\x07", person=b"dice").digest(), "little"
    )
    % 6
    + 1
    for n in range(12)
]
"""Worked out from the description of the generator, not by it."""


def test_a_copy_rolls_the_same_and_goes_its_own_way() -> None:
    dice = Dice(seed_bytes(5))
    dice.roll()
    twin = dice.copy()
    assert [twin.roll() for _ in range(9)] == [dice.roll() for _ in range(9)]
    twin.roll()
    assert twin.rolled() == dice.rolled() + 1


def test_the_commitment_fits_one_seed_only() -> None:
    assert commitment(seed_bytes(7)) == hashlib.sha256(b"beachhead dice 1\x00" + bytes(15) + b"\x07").hexdigest()
    assert len({commitment(seed_bytes(seed)) for seed in range(100)}) == 100


def test_without_a_seed_dice_are_secret() -> None:
    assert len({seed_bytes(None) for _ in range(20)}) == 20
    assert len(seed_bytes(None)) == 16


@pytest.mark.parametrize("seed", [-1, 1 << 128, "xyz", "00", b"short", "0" * 33, bytes(17)])
def test_a_bad_seed_is_refused(seed: int | str | bytes) -> None:
    with pytest.raises(UserError):
        seed_bytes(seed)


@pytest.mark.parametrize("seed", [7, "00000000000000000000000000000007", bytes(15) + b"\x07"])
def test_a_seed_may_be_given_in_three_ways(seed: int | str | bytes) -> None:
    assert seed_bytes(seed).hex() == "0" * 31 + "7"


def test_scripted_dice_fall_as_told() -> None:
    dice = Dice.scripted([6, 1, 3])
    assert [dice.roll(), dice.below(2), dice.roll(10, "jp")] == [6, 0, 3]
    assert dice.rolled() == 3
    with pytest.raises(DiceError, match="does not foresee"):
        dice.roll()


def test_a_scripted_face_must_be_on_the_die() -> None:
    with pytest.raises(DiceError, match="says 5"):
        Dice.scripted([5]).roll(4)
    with pytest.raises(DiceError):
        Dice.scripted([0]).roll()


def test_dice_come_back_from_plain_data() -> None:
    dice = Dice(seed_bytes(9))
    dice.roll()
    dice.roll(stream="jp")
    again = Dice.from_plain(dice.plain())
    assert again.plain() == dice.plain()
    assert again.roll() == dice.roll()
    wrong: list[dict[str, object]] = [{"seed": "0" * 32, "counts": 5}, {"seed": "zz"}]
    for broken in wrong:
        with pytest.raises(UserError):
            Dice.from_plain(broken)


def test_order_of_counts_does_not_matter() -> None:
    one, other = Dice(bytes(16)), Dice(bytes(16))
    one.roll(stream="a")
    one.roll(stream="b")
    other.roll(stream="b")
    other.roll(stream="a")
    assert list(one.plain()["counts"].items()) == list(other.plain()["counts"].items())  # type: ignore[attr-defined]


def test_a_stream_may_have_a_long_name() -> None:
    Dice(bytes(16)).roll(stream="the warden's private draws")


def test_a_handful_has_every_face_as_often_and_none_beyond() -> None:
    dice = Dice(seed_bytes(11))
    faces = [face for _ in range(300) for face in dice.handful(40, 5)]
    assert len(faces) == 12_000
    counts = {str(face): faces.count(face) for face in range(1, 7)}
    assert sum(counts.values()) == len(faces)
    assert chi_square(counts, even(range(1, 7))) > RARE


@pytest.mark.parametrize("count", [0, 1, 25, 64, 200])
def test_a_handful_has_as_many_dice_as_asked_for(count: int) -> None:
    dice = Dice(seed_bytes(3))
    before = dice.rolled()
    assert len(dice.handful(count, 5)) == count
    assert (dice.rolled() > before) == (count > 0), "a handful leaves a mark for undo exactly if a die was thrown"
    assert Dice(seed_bytes(3)).handful(count, 5) == Dice(seed_bytes(3)).handful(count, 5)


def test_a_scripted_handful_takes_its_faces_one_by_one() -> None:
    dice = Dice.scripted([5, 1, 6, 2])
    assert dice.handful(3, 5) == [5, 1, 6]
    assert dice.roll() == 2


def described(count: int, sides: int, stream: str, seed: int = 7) -> list[int]:
    """Dice rolled together, worked out from the description: one byte per die, those above the last full set left out."""
    faces: list[int] = []
    for number in range(count):
        raw = hashlib.blake2b(number.to_bytes(8, "little"), digest_size=64, key=seed_bytes(seed), person=stream.encode()).digest()
        faces += [byte % sides + 1 for byte in raw if byte < 256 - 256 % sides]
    return faces[:count]


@pytest.mark.parametrize(
    ("count", "sides", "stream"), [(8, 6, "dice"), (63, 6, "dice"), (64, 2, "jp"), (150, 100, "jp"), (5, 255, "us")]
)
def test_dice_rolled_together_are_fixed_for_ever(count: int, sides: int, stream: str) -> None:
    """Old records replay with these faces."""
    expected = described(count, sides, stream)
    assert Dice(seed_bytes(7)).handful(count, 5, sides, stream) == expected
    assert Dice(seed_bytes(7)).total(count, sides, stream) == (sum(expected), expected)


def test_dice_rolled_together_leave_the_counts_that_a_record_expects() -> None:
    dice = Dice(seed_bytes(7))
    dice.handful(8, 5)
    dice.total(3)
    assert dice.counts == {"dice": 2}, "one draw for up to 64 bytes"
    dice.handful(65, 5)
    assert dice.counts == {"dice": 4}, "65 dice take a second block"


@pytest.mark.parametrize("sides", [0, 256])
def test_dice_rolled_together_have_faces_that_fit_a_byte(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        Dice(seed_bytes(7)).total(2, sides)


@pytest.mark.parametrize("count", [0, 1, 3, 100])
def test_a_total_is_the_sum_of_its_faces(count: int) -> None:
    dice = Dice(seed_bytes(3))
    total, faces = dice.total(count)
    assert (total, len(faces)) == (sum(faces), count)
    assert (dice.rolled() > 0) == (count > 0), "a mark for undo exactly if a die was rolled"


def test_totals_are_as_likely_as_their_chances_say() -> None:
    dice, counts = Dice(seed_bytes(21)), dict.fromkeys(map(str, range(3, 19)), 0)
    for _ in range(6000):
        counts[str(dice.total(3)[0])] += 1
    chances = {str(3 + spot): chance for spot, chance in enumerate(total_chances(3))}
    assert chi_square(counts, chances) > RARE
    assert chi_square(counts, even(range(3, 19))) < RARE, "sums are not evenly spread"


def test_a_scripted_total_takes_its_faces_one_by_one() -> None:
    dice = Dice.scripted([5, 1, 6, 2])
    assert dice.total(3) == (12, [5, 1, 6])
    assert dice.roll() == 2
    with pytest.raises(DiceError, match="does not foresee"):
        dice.total(1)
    with pytest.raises(DiceError, match="says 7"):
        Dice.scripted([7]).total(1)


def test_a_total_on_a_stream_of_its_own_does_not_shift_the_public_dice() -> None:
    plain, mixed = Dice(seed_bytes(3)), Dice(seed_bytes(3))
    mixed.total(3, stream="jp")
    assert mixed.roll() == plain.roll()
