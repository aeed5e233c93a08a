"""The command `rolloutdiff` and what it does with errors: one sentence, a code, never a traceback."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, TextIO

import typer
from typer.core import TyperCommand, TyperGroup

from rolloutdiff import __version__
from rolloutdiff.cli.folding import folded
from rolloutdiff.errors import RolloutdiffError

# The module of a verb is imported when the verb is called, so that help and short verbs do not wait for
# libraries that they do not use. `--help` lists what stands here; a verb's own help begins with the same.
VERBS = {
    "scan": ("scan", "Say what a folder holds, what is not clear, and which command to run next."),
    "analyze": ("analyze", "Find which behaviours changed, when, and by how much."),
    "watch": ("watch", "Follow a run while it is written; one line per new alert."),
    "explain": ("explain", "Tell what was seen of an event."),
    "inspect": ("inspect", "Show the rollouts behind an event."),
    "render": ("render", "Render report.json as one standalone HTML page."),
    "audit": ("audit", "Find which behaviours the reward pays for or overpays."),
    "certify": ("certify", "Estimate what a policy would reach on gold."),
    "consistency": ("consistency", "Compare a dump of the trainer with one of the rollout engine."),
    "demo": ("demo", "Analyse the bundled run."),
    "ingest": ("ingest", "Load a dump into a DuckDB file without analysing it."),
    "merge": ("merge", "Put the shards of a dump into one warehouse."),
    "forget": ("forget", "Take an analysis, comparison or run out of a warehouse."),
    "install": ("warehouse", "Install our tables, macros and views."),
    "upgrade": ("warehouse", "Carry our objects to the version of this package."),
    "uninstall": ("warehouse", "Remove our objects from a DuckDB file, and nothing else."),
    "doctor": ("warehouse", "Check our objects in a DuckDB file."),
}


class _Verbs(TyperGroup):
    """The verbs, each loaded when it is called and not when it is listed."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = {name: TyperCommand(name, help=line) for name, (_, line) in VERBS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, load_verb(name) if name else found, rest

    def invoke(self, ctx: Any) -> Any:
        # Here and not around the whole, since typer ends the process for both without a word.
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # The reader of our output has left: say nothing, and keep the interpreter from flushing into it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit from error
        except KeyboardInterrupt as error:
            typer.echo(
                "interrupted: what was not finished is undone; with --db the same command goes on",
                err=True,
            )
            raise typer.Exit(130) from error


def load_verb(name: str) -> Any:
    """The command of a verb, with its options."""
    module = import_module(f"rolloutdiff.cli.{VERBS[name][0]}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(getattr(module, name))
    return typer.main.get_command(alone)


app = typer.Typer(
    cls=_Verbs,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Find which behaviours changed in a reinforcement-learning run, when, and by how much.",
)


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
