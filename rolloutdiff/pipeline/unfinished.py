"""Analyses that a killed process left behind: never shown, and cleared away before the next one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rolloutdiff.warehouse.stage import StageRunner, transaction

# Analyses that threads of this process compute now. Only one process at a time writes to a database file, so
# whatever is unfinished and not listed here was left behind.
_AT_WORK: list[str] = []


@contextmanager
def at_work(analysis_id: str) -> Iterator[None]:
    """Keeps an analysis from being taken for one that was left behind."""
    _AT_WORK.append(analysis_id)
    try:
        yield
    finally:
        _AT_WORK.remove(analysis_id)


def forget_unfinished(runner: StageRunner) -> None:
    """Remove the rows of analyses that were begun and never completed.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
    """
    left = [name for (name,) in runner.rows("unfinished_analysis") if name not in _AT_WORK]
    if left:
        with transaction(runner.cursor):
            for analysis_id in left:
                runner.run("forget_analysis", {"analysis_id": analysis_id})


def forget_unfinished_audits(runner: StageRunner) -> None:
    """Remove the rows of audits that were begun and never completed.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
    """
    left = [name for (name,) in runner.rows("unfinished_audit") if name not in _AT_WORK]
    if left:
        with transaction(runner.cursor):
            for audit_id in left:
                runner.run("forget_audit", {"audit_id": audit_id})
