"""`rolloutdiff merge`: shards of a dump become one warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.api import merge_shards
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.progress import shown
from rolloutdiff.wording import printable


def merge(
    shards: Annotated[
        list[Path], typer.Argument(metavar="SHARD...", help="Files that ingest --shard made, in any order.")
    ],
    db: Annotated[Path, typer.Option("--db", help="DuckDB file to merge into, made if absent.")],
    schema: opt.SchemaOption = "rolloutdiff",
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Put the shards of a dump into one warehouse. Analysing the dump there reads no text again."""
    with shown() as listener:
        held = merge_shards(
            *shards,
            db=db,
            schema=schema,
            resources=opt.resources(threads, memory_limit, temp_directory),
            progress=listener,
        )
    for name, rows in held.items():
        typer.echo(f"{printable(name)}: {rows:,} completions in {printable(str(db), 300)}")
