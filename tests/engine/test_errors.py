"""One kind of error for whatever was given wrong, and others for actions."""

from __future__ import annotations

import json

import pytest

import beachhead as bh
from beachhead.cli import main
from beachhead.cli.options import UsageError
from beachhead.terminal.files import FileError


@pytest.mark.parametrize("kind", [bh.PositionError, bh.DataError, FileError, UsageError])
def test_whatever_was_given_wrong_is_a_user_error(kind: type[Exception]) -> None:
    assert issubclass(kind, bh.UserError)
    assert issubclass(kind, bh.BeachheadError)


def test_an_action_that_is_refused_is_not_a_user_error() -> None:
    assert not issubclass(bh.ActionError, bh.UserError)


def test_what_a_save_or_a_record_names_wrong_is_an_error_of_that_save_or_record() -> None:
    match = bh.Match.new("saipan", "historical", seed=1)
    record, save = match.record(), json.loads(bh.dumps(match.state))
    for wrong in (
        record.replace('"saipan"', '"spain"'),
        record.replace('"historical"', '"hysterical"'),
        record.replace("Seat-us", "Seat-fr"),
        record.replace(match.state.dice.seed.hex(), "zz"),
    ):
        with pytest.raises(bh.PositionError):
            bh.Match.load(wrong)
    for part in ({"game": "spain"}, {"setup": save["setup"] | {"scenario": "hysterical"}}):
        with pytest.raises(bh.PositionError):
            bh.loads(json.dumps(save | part))


def test_the_command_line_hides_no_error_but_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(error: Exception) -> None:
        def run(_arguments: object) -> None:
            raise error

        monkeypatch.setattr("beachhead.cli._run", run)

    fail(bh.UserError("a seed\nis a number"))
    assert main([]) == 2
    fail(bh.InvalidAction("a bug of ours"))
    with pytest.raises(bh.InvalidAction):
        main([])
