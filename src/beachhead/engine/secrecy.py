"""Secrets as a type: a game declares what each side may see, and views and samples follow from the declaration.

A game lists what a view shows (`Shown`), item by item. An item that rests on a secret names that `Secret`; the secret says
to whom it is open, how to wipe it out, and how to make it up again. Nothing else leaves the engine, so nothing else can
leak. What a side has seen and may remember belongs in its view: a sample knows no more than the view does.

Bots would spend most of their time on building views and reading them back into numbers. For them a game lists
what a side knows in numbers as well (`Known`), to be asked for item by item. A law of the kit keeps it to what the view tells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")


def with_another(*_: object) -> None:
    """For a secret that another one handles."""


def _always(*_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Secret(Generic[S]):
    """Something that not every side knows.

    `open_to(state, side, item)` says whether that side may see it (item: a key, for secrets kept piece by piece).
    `veil(state, side)` wipes it out: whatever the side does not see gets a fixed value that depends only on what it does see.
    `resample(state, side, rng)` then makes it up: something that the side cannot tell from the truth, random within the rules.

    Every secret is veiled before the first is made up, so no sample can rely on the truth: it is no longer there. A secret that
    is wiped out and made up together with another needs neither of the two.

    `hides(state, side)` may say that there is nothing to make up for a side right now; a sample then needs no chance for it.
    """

    name: str
    open_to: Callable[[S, str | None, Any], bool]
    resample: Callable[[S, str, random.Random], None] = with_another
    veil: Callable[[S, str], None] = with_another
    hides: Callable[[S, str], bool] = _always


@dataclass(frozen=True, slots=True)
class Shown(Generic[S]):
    """One item of a view. With `each`, the value is a mapping whose keys are judged one by one.

    `show_to(state, side)` is a shorter way to what the side sees of it, for a large item of which it sees little. The secret
    remains the judge: `judged` is what counts, and the kit compares the two.

    `covered(state, key)` is what everybody sees of a piece that is closed to him, such as the back of a counter that lies on the
    map: with `each`, in place of `hidden`. It must not rest on the secret.
    """

    name: str
    show: Callable[[S], Any]
    secret: Secret[S] | None = None
    hidden: Any = None
    each: bool = False
    show_to: Callable[[S, str | None], Any] | None = None
    covered: Callable[[S, Any], Any] | None = None

    def to(self, state: S, side: str | None, everything: bool = False) -> Any:
        """The value as that side sees it."""
        secret = self.secret
        if secret is None or everything:
            return self.show(state)
        if self.show_to is not None:
            return self.show_to(state, side)
        if self.each:
            return self.judged(state, side)
        return self.show(state) if secret.open_to(state, side, None) else self.hidden

    def judged(self, state: S, side: str | None) -> Any:
        """The value as the secret lets that side see it."""
        secret = self.secret
        if secret is None:
            return self.show(state)
        if not self.each:
            return self.show(state) if secret.open_to(state, side, None) else self.hidden
        value: Mapping[Any, Any] = self.show(state)
        open_to, covered = secret.open_to, self.covered
        if covered is not None:
            return {key: item if open_to(state, side, key) else covered(state, key) for key, item in value.items()}
        if self.hidden is None:
            return {key: item for key, item in value.items() if open_to(state, side, key)}
        return {key: item if open_to(state, side, key) else self.hidden for key, item in value.items()}


@dataclass(frozen=True, slots=True)
class Known(Generic[S]):
    """One item of what a side knows, in numbers: for bots, which would have to read a view back into them.

    `show(state, side)` returns a number, or a new list or tuple of numbers; `says` tells what they mean. An item tells nothing
    that the side's view does not: if it rests on a `Secret`, a side to whom that is closed gets `hidden`; where a secret is kept
    piece by piece, `show` leaves out what the side does not see.
    """

    name: str
    says: str
    show: Callable[[S, str], Any]
    secret: Secret[S] | None = None
    hidden: Any = None

    def to(self, state: S, side: str) -> Any:
        """The item as that side knows it."""
        if self.secret is not None and not self.secret.open_to(state, side, None):
            return self.hidden
        return self.show(state, side)
