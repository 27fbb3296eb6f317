"""What the table shows besides the position (placeholder of the MAP helper's module)."""

from __future__ import annotations

from typing import Any

OVERLAYS: dict[str, str] = {}


def board_of(setup: Any) -> dict[str, Any]:
    return {}


def charts_of(setup: Any) -> list[dict[str, Any]]:
    return []


def schedule_of(setup: Any) -> list[dict[str, Any]]:
    return []


def preview(state: Any, action: Any) -> dict[str, Any]:
    return {}


def about_unit(state: Any, side: Any, unit: str) -> dict[str, Any]:
    return {"can": [], "cannot": [], "spaces": {}}


def overlay(state: Any, side: Any, name: str) -> dict[str, Any]:
    return {}
