"""What each side sees, item by item."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Secret, Shown

SHOWN: Final[tuple[Shown[Any], ...]] = ()
SECRETS: Final[tuple[Secret[Any], ...]] = ()
