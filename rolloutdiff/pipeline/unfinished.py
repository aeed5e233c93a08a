"""Analyses and audits that a killed process left behind: never shown, and cleared before the next one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from rolloutdiff.warehouse.stage import StageRunner, transaction

# Analyses and audits that threads of this process compute now. Only one process at a time writes to a
# database file, so whatever is unfinished and not listed here was left behind.
_AT_WORK: list[str] = []


@contextmanager
def at_work(name: str) -> Iterator[None]:
    """Keeps an analysis or audit from being taken for one that was left behind."""
    _AT_WORK.append(name)
    try:
        yield
    finally:
        _AT_WORK.remove(name)


def forget_unfinished(runner: StageRunner, kind: Literal["analysis", "audit"]) -> None:
    """Remove the rows of analyses, or of audits, that were begun and never completed.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        kind: What to remove.
    """
    left = [name for (name,) in runner.rows(f"unfinished_{kind}") if name not in _AT_WORK]
    if left:
        with transaction(runner.cursor):
            for name in left:
                runner.run(f"forget_{kind}", {f"{kind}_id": name})
