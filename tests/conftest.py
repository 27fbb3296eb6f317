"""What holds for all tests."""

from __future__ import annotations

import pytest

from .accounts import Accounts


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Accounts(), "accounts")
