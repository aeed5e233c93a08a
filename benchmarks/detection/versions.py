"""Versions of what only this benchmark uses."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def ruptures_line() -> str:
    """A line about ruptures."""
    try:
        return f"- ruptures {version('ruptures')}"
    except PackageNotFoundError:
        return "- ruptures is not installed: its methods are left out"
