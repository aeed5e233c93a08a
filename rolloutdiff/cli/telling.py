"""How an alert is told: one line for people, one JSON object for the user's own command."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest.wording import counted
from rolloutdiff.pipeline.watch import NewAlert
from rolloutdiff.report.numbers import alert_format
from rolloutdiff.wording import plain_text, printable, wording

# A command that hangs would stop the watch.
COMMAND_SECONDS = 60.0

_STDERR = 2


def alert_line(alert: NewAlert) -> str:
    """The alert on one line; text of the dump has no control characters left."""
    shown = alert_format({"unit": alert.unit, **_levels(alert)})
    title = plain_text(wording(alert.feature, alert.kind).title)
    levels = f"{shown.full(alert.baseline_mean)} → {shown.full(alert.recent_mean)}"
    line = (
        f"alert  {printable(alert.run)}  step {alert.alert_step}  {printable(alert.feature)}"
        f"  {title}: {levels}, since step {alert.onset_step}"
    )
    if alert.folded:
        line += f"; {counted(len(alert.folded), 'more feature')} of the same completions"
    return line


def _levels(alert: NewAlert) -> dict[str, float]:
    return {"baseline_mean": alert.baseline_mean, "recent_mean": alert.recent_mean}


def alert_event(alert: NewAlert, analysis_id: str, db: Path) -> dict[str, Any]:
    """The alert as the object that a command gets.

    Its `id` is the same whenever the same alert is told: by it a receiver knows one that comes twice.
    """
    fields = asdict(alert)
    fields["folded"] = [folded["feature"] for folded in alert.folded]
    named = json.dumps([alert.run, alert.rule, alert.feature, alert.direction])
    return {
        "event": "alert",
        "id": hashlib.sha256(named.encode()).hexdigest()[:16],
        "analysis_id": analysis_id,
        "db": str(db),
        **fields,
    }


def parse_command(text: str | None) -> list[str] | None:
    """The words of a command; no shell takes part.

    Raises:
        UsageError: The quotes do not match, or there is no such program.
    """
    if text is None:
        return None
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--on-alert has {text!r}: {error}.", "Close the quotes.") from error
    if not words or shutil.which(words[0]) is None:
        raise UsageError(
            f"--on-alert names no program: {text!r}.",
            "Give a program that can be run; for a pipe, sh -c '...'.",
        )
    return words


def run_command(command: Sequence[str], event: dict[str, Any]) -> str | None:
    """Run the user's command with the event as JSON on its standard input.

    Nothing of the event is on the command line. What the command prints goes to our standard error.

    Returns:
        Why it failed, or None.
    """
    try:
        done = subprocess.run(
            command,
            input=(json.dumps(event, ensure_ascii=True) + "\n").encode(),
            stdout=_STDERR,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"took longer than {COMMAND_SECONDS:g} s and was stopped"
    except OSError as error:
        return f"cannot be run: {error.strerror}"
    return None if done.returncode == 0 else f"left with code {done.returncode}"
