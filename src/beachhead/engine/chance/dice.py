"""All chance comes from here: a counter-based stream from a 128-bit seed that can be committed to by its hash.

Draw number n of a stream depends on the seed, the stream's name and n alone, so a copy of a state costs a few numbers,
a replay gives the same faces on every machine, and nobody without the seed can predict the next face.
Private draws of one side use a stream of their own: they must not shift the dice that everybody sees.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import mypyc_attr

from beachhead.engine.errors import DiceError, PositionError, UserError
from beachhead.engine.files.bounds import NAME, STREAMS, WHOLE, clip, text_within

PUBLIC: Final = "dice"
_SPAN: Final = 1 << 64
_BLOCK: Final = 64
"""Bytes drawn together for several dice, one byte per die."""
_PERSONS: Final[dict[str, bytes]] = {}
_FACES: Final[dict[int, tuple[bytes, bytes]]] = {}


def seed_bytes(seed: int | str | bytes | None) -> bytes:
    """Sixteen bytes of seed from a number, hex digits or bytes; secret and random if nothing is given.

    >>> seed_bytes(7).hex()
    '00000000000000000000000000000007'
    """
    if seed is None:
        return secrets.token_bytes(16)
    if isinstance(seed, int):
        if not 0 <= seed < 1 << 128:
            raise UserError("a seed is a whole number from 0 up to 128 bits")
        return seed.to_bytes(16, "big")
    try:
        raw = bytes.fromhex(seed) if isinstance(seed, str) else bytes(seed)
    except ValueError:
        raise UserError(f"a seed is a number or 32 hex digits, not {clip(seed)}") from None
    if len(raw) != 16:
        raise UserError("a seed has 16 bytes (32 hex digits)")
    return raw


def _person(stream: str) -> bytes:
    """A stream's name in the sixteen bytes that the hash takes; longer names are hashed themselves."""
    found = _PERSONS.get(stream)
    if found is None:
        name = stream.encode()
        found = name if len(name) <= 16 else hashlib.blake2b(name, digest_size=16).digest()
        _PERSONS[stream] = found
    return found


def _faces(sides: int) -> tuple[bytes, bytes]:
    """The face that each byte stands for, and the bytes to leave out so that every face is equally likely."""
    found = _FACES.get(sides)
    if found is None:
        if not 1 <= sides <= 255:
            raise ValueError(f"several dice rolled together have 1 to 255 sides, not {sides}")
        found = bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))
        _FACES[sides] = found
    return found


def commitment(seed: bytes) -> str:
    """The hash that is shown before the first roll, so that the seed shown at the end can be checked against it.

    >>> commitment(seed_bytes(7))[:16]
    'b68c45cdb8fdfaaf'
    """
    return hashlib.sha256(b"beachhead dice 1\x00" + seed).hexdigest()


def secret_of(seed: bytes, purpose: str) -> str:
    """A separate secret for another purpose in the same match, such as a bot's random numbers: hex digits.

    Knowing it reveals nothing about the seed, the dice, or the secrets for other purposes: the hash is keyed like a draw
    of dice but has another person and length.

    >>> secret_of(seed_bytes(7), "player us") == secret_of(seed_bytes(7), "player jp")
    False
    """
    return hashlib.blake2b(purpose.encode(), digest_size=32, key=seed, person=b"beachhead secret").hexdigest()


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """The dice of one game: seed, how often each stream has been drawn from, and, in tests, a script.

    >>> Dice(seed_bytes(7)).roll() == Dice(seed_bytes(7)).roll()
    True
    >>> dice = Dice.scripted([6, 1])
    >>> dice.roll(), dice.roll()
    (6, 1)
    """

    __slots__ = ("_heads", "counts", "script", "seed")

    def __init__(self, seed: bytes, counts: dict[str, int] | None = None, script: tuple[int, ...] | None = None) -> None:
        self.seed = seed
        self.counts: dict[str, int] = counts if counts is not None else {}
        self.script = script
        self._heads: dict[str, tuple[Any, Any]] = {}
        """For each stream the hash of its seed and name alone, for one number and for a block of bytes: a draw continues from
        there, which is half the work. Copies have the same seed and share it."""

    @classmethod
    def scripted(cls, faces: Sequence[int]) -> Dice:
        """Dice that show these faces in order; one roll more is an error."""
        return cls(bytes(16), script=tuple(faces))

    def copy(self) -> Dice:
        """Independent dice that will roll the same."""
        twin = Dice.__new__(Dice)
        twin.seed = self.seed
        twin.counts = self.counts.copy()
        twin.script = self.script
        twin._heads = self._heads
        return twin

    def _head(self, stream: str) -> tuple[Any, Any]:
        found = self._heads.get(stream)
        if found is None:
            key, person = self.seed, _person(stream)
            found = (
                hashlib.blake2b(digest_size=8, key=key, person=person),
                hashlib.blake2b(digest_size=_BLOCK, key=key, person=person),
            )
            self._heads[stream] = found
        return found

    def below(self, limit: int, stream: str = PUBLIC) -> int:
        """A whole number from 0 to limit - 1, each with the same chance."""
        if self.script is not None:
            return self._scripted(limit)
        top = _SPAN - _SPAN % limit
        while True:
            count = self.counts.get(stream, 0)
            self.counts[stream] = count + 1
            drawn = self._head(stream)[0].copy()
            drawn.update(count.to_bytes(8, "little"))
            number = int.from_bytes(drawn.digest(), "little")
            if number < top:
                return number % limit

    def aside(self, limit: int, stream: str = PUBLIC) -> int:
        """A whole number from 0 to limit - 1, on which nothing rests that an outcome is named after.

        That keeps exact odds small (`chance.outcomes`): they try one such draw and not all of them, since every one of them would
        be counted under the same name. Scripted dice leave it to chance too, always alike: it takes no face of the script.
        """
        if self.script is not None:
            return Dice(bytes(16), self.counts.copy()).below(limit, stream)
        return self.below(limit, stream)

    def roll(self, sides: int = 6, stream: str = PUBLIC) -> int:
        """One die."""
        return self.below(sides, stream) + 1

    def among(self, row: Sequence[object], stream: str = PUBLIC) -> int:
        """Roll one die of as many sides as the row has items, of which only the item counts, and return its face.

        A caller may use no more of the face than what stands there in the row: equal items are one outcome of exact odds.
        """
        return self.roll(len(row), stream)

    def handful(self, count: int, least: int, sides: int = 6, stream: str = PUBLIC) -> list[int]:
        """Roll `count` dice together, of which only those that show `least` or more count; returns the faces as rolled.

        A caller may use no more of a face than whether it counts. That is what makes exact odds of forty
        dice possible (`engine.chance.outcomes`): there are forty-one outcomes, not six to the fortieth power.
        """
        del least
        return self._several(count, sides, stream)

    def total(self, count: int, sides: int = 6, stream: str = PUBLIC) -> tuple[int, list[int]]:
        """The sum of `count` dice rolled together, and their faces, which are for display only.

        A caller may use nothing but the sum. That is what keeps exact odds small (`engine.chance.outcomes`): three dice have
        sixteen outcomes, not 216.

        >>> Dice.scripted([6, 1, 3]).total(3)
        (10, [6, 1, 3])
        """
        faces = self._several(count, sides, stream)
        return sum(faces), faces

    def _several(self, count: int, sides: int, stream: str) -> list[int]:
        """The faces of dice rolled together, one byte per die; scripted dice one at a time."""
        if self.script is not None:
            return [self._scripted(sides) + 1 for _ in range(count)]
        face, left_out = _faces(sides)
        rolled = b""
        while len(rolled) < count:
            number = self.counts.get(stream, 0)
            self.counts[stream] = number + 1
            drawn = self._head(stream)[1].copy()
            drawn.update(number.to_bytes(8, "little"))
            rolled += drawn.digest().translate(face, left_out)
        return list(rolled[:count])

    def _scripted(self, limit: int) -> int:
        assert self.script is not None
        if not self.script:
            raise DiceError("a die is rolled that the script does not foresee")
        face, self.script = self.script[0], self.script[1:]
        if not 1 <= face <= limit:
            raise DiceError(f"the script says {face}, but this roll is from 1 to {limit}")
        self.counts[PUBLIC] = self.counts.get(PUBLIC, 0) + 1
        return face - 1

    def rolled(self) -> int:
        """How many draws there have been, of all streams: a mark for undo, which never crosses one."""
        return sum(self.counts.values())

    def need_unscripted(self) -> None:
        """Refuse to be saved with a script: loaded dice would pass for fair ones."""
        if self.script is not None:
            raise PositionError("scripted dice cannot be saved: they are for rule vectors and tests")

    def plain(self) -> dict[str, object]:
        """As plain data: what is saved, and what counts for a digest. Only a digest may hold a script."""
        data: dict[str, object] = {"seed": self.seed.hex(), "counts": dict(sorted(self.counts.items()))}
        if self.script is not None:
            data["script"] = list(self.script)
        return data

    @classmethod
    def from_plain(cls, data: dict[str, object]) -> Dice:
        """The dice that `plain` described. They never have a script: saves and records are foreign data."""
        counts = data.get("counts", {})
        if "script" in data:
            raise PositionError("dice with a script cannot be loaded: they would fall as somebody wrote them down")
        if not isinstance(counts, dict):
            raise PositionError("dice are saved as a seed and counts")
        if len(counts) > STREAMS:
            raise PositionError(f"dice have at most {STREAMS} streams, not {len(counts)}")
        return cls(
            seed_bytes(str(data["seed"])),
            {text_within(name, NAME, "the name of a stream of dice"): _count(count) for name, count in counts.items()},
        )


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value < WHOLE:
        raise PositionError(f"a stream of dice cannot have been drawn from {clip(value)} times")
    return value
