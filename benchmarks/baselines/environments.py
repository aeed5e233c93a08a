"""Environments of other tools: one folder each, with pinned versions, made once and kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.manifest import ROOT

CONSTRAINTS = ROOT / ".ci" / "constraints.txt"
ADAPTERS = Path(__file__).resolve().parent
PINS = {"rldoctor": "rldoctor==0.2.0", "rlprobe": "rlprobe==0.1.0"}
INSTALL_SECONDS, ASK_SECONDS = 900, 900
STAMP = "ready.json"


class Unavailable(Exception):
    """A tool cannot be run here; the message says why, in one line."""


def interpreter_path(folder: Path) -> Path:
    """Where an environment keeps its Python."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def interpreter(tool: str, cache: Path) -> Path:
    """Python of the tool's environment, made if it is not there or not finished.

    Args:
        tool: A key of `PINS`.
        cache: Folder that holds the environments.

    Raises:
        Unavailable: The environment cannot be made, for instance without a network.
    """
    folder = cache / tool
    python = interpreter_path(folder)
    wanted = {"pin": PINS[tool], "constraints": CONSTRAINTS.read_text(), "python": sys.version}
    stamp = folder / STAMP
    if stamp.exists() and python.exists() and json.loads(stamp.read_text()) == wanted:
        return python
    _call([sys.executable, "-m", "venv", "--clear", str(folder)], "python -m venv")
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _call([*command, "-c", str(CONSTRAINTS), PINS[tool]], f"pip install {PINS[tool]}")
    # Written last: an interrupted installation leaves no stamp and is made anew.
    stamp.write_text(json.dumps(wanted))
    return python


def _call(command: list[str], name: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{name}: {type(error).__name__}") from error
    if done.returncode != 0:
        raise Unavailable(f"{name} failed: {last_line(done.stderr)}")


def last_line(text: str) -> str:
    """The last line with something in it, cut to a readable length."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no message"


def ask(tool: str, cache: Path, question: dict[str, Any]) -> dict[str, Any]:
    """Put a question to a tool's adapter in the tool's own environment.

    Raises:
        Unavailable: There is no environment, or the tool fails.
    """
    python = interpreter(tool, cache)
    adapter = ADAPTERS / f"adapter_{tool}.py"
    try:
        # -I: nothing of the caller's environment or folder is seen by the tool.
        done = subprocess.run(
            [str(python), "-I", str(adapter)],
            input=json.dumps(question),
            capture_output=True,
            text=True,
            timeout=ASK_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"{tool} did not answer in {ASK_SECONDS} s") from error
    if done.returncode != 0:
        raise Unavailable(f"{tool} failed: {last_line(done.stderr)}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
