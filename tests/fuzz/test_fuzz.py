"""Bent data of every kind is refused by one of our errors, or accepted and then playable. `make fuzz` tries 20,000 of it."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings

from .examples import EXAMPLES
from .running import ROOT, batch
from .strategies import GAMES, Input, inputs
from .trying import try_input


@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(inputs())
def test_bent_inputs_are_refused_or_playable(one: Input) -> None:
    try_input(one)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", sorted(EXAMPLES))
def test_the_examples_themselves_are_accepted(kind: str, game: str) -> None:
    for text in EXAMPLES[kind](game)[::7]:
        assert try_input(Input(kind, game, text)), text[:200]


def test_a_batch_counts_what_it_tried() -> None:
    tally, faults = batch(0, 5)
    assert tally.total() == 5
    assert faults == []


def run(code: str) -> int:
    """How a process ends that runs this."""
    return subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, cwd=ROOT).returncode


def test_an_attempt_that_never_ends_is_ended() -> None:
    assert run("from tests.fuzz.running import within\nwithin(0.2, lambda: [None for _ in iter(int, 1)])") == -signal.SIGPROF


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_an_attempt_that_wants_too_much_memory_fails() -> None:
    greedy = "from tests.fuzz.running import limit_memory\nlimit_memory(50)\n"
    greedy += "try: bytearray(100_000_000)\nexcept MemoryError: raise SystemExit(7)"
    assert run(greedy) == 7
