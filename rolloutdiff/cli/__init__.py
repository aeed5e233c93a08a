"""The command line: the only place that prints."""

from __future__ import annotations


def main() -> None:
    """Entry point of the `rolloutdiff` command."""
    from rolloutdiff.cli.app import run

    run()
