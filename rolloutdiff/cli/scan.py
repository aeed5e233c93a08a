"""`rolloutdiff scan`: what a path holds, and the command that analyses it."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.cli import options as opt
from rolloutdiff.cli.scan_json import scan_json
from rolloutdiff.cli.scan_text import scan_lines
from rolloutdiff.scan import scan as scan_path

_NARROWEST = 40


def scan(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Folder or file that the trainer wrote.")],
    format_: opt.FormatOption = opt.AUTO,
    columns: opt.ColumnsOption = None,
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object instead of text.")] = False,
) -> None:
    """Say what a folder holds, what is not clear, and which command to run next. Nothing is written."""
    found = scan_path(
        path,
        format_,
        columns=opt.parse_columns(columns),
        resources=opt.resources(threads, memory_limit, temp_directory),
    )
    if as_json:
        # ASCII only: no character of a dump can act on a terminal, or fail to be encoded.
        typer.echo(json.dumps(scan_json(found), indent=2))
        return
    width = max(shutil.get_terminal_size().columns - 1, _NARROWEST) if sys.stdout.isatty() else None
    for line in scan_lines(found, width):
        typer.echo(line)
