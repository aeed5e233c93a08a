"""The command `rolloutdiff` and what it does with errors: one sentence, a code, never a traceback."""

from __future__ import annotations

import os
import sys
from typing import TextIO

import typer

from rolloutdiff import __version__
from rolloutdiff.cli.analyze import analyze
from rolloutdiff.cli.audit import audit
from rolloutdiff.cli.certify import certify
from rolloutdiff.cli.consistency import consistency
from rolloutdiff.cli.demo import demo
from rolloutdiff.cli.explain import explain
from rolloutdiff.cli.folding import folded
from rolloutdiff.cli.forget import forget
from rolloutdiff.cli.ingest import ingest
from rolloutdiff.cli.inspect import inspect
from rolloutdiff.cli.render import render
from rolloutdiff.cli.warehouse import doctor, install, uninstall, upgrade
from rolloutdiff.errors import RolloutdiffError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Find which behaviours changed in a reinforcement-learning run, when, and by how much.",
)
for command in (analyze, explain, inspect, render, audit, certify, consistency, demo, ingest, forget):
    app.command()(command)
for verb in (install, upgrade, uninstall, doctor):
    app.command()(verb)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rolloutdiff {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Find which behaviours changed in a reinforcement-learning run, when, and by how much."""


def run() -> None:
    """Run the command line and leave the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        _replace_unencodable(stream)
    try:
        app()
    except RolloutdiffError as error:
        typer.echo(_sentence(error), err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of our output has left: say nothing, and keep the interpreter from flushing into it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        typer.echo("interrupted: the stage that was running is undone, finished stages are kept", err=True)
        sys.exit(130)


def _sentence(error: RolloutdiffError) -> str:
    """The error on one line; on a terminal the remedy has a line of its own."""
    if not sys.stderr.isatty():
        return f"error[{error.code}]: {error}"
    lines = [f"error[{error.code}]: {error.message}", *([error.hint] if error.hint else [])]
    return "\n".join(folded(line, sys.stderr) for line in lines)


def _replace_unencodable(stream: TextIO) -> None:
    """A terminal that cannot show a character shows a replacement instead of stopping us."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
