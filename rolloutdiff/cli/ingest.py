"""`rolloutdiff ingest`: load a dump into a warehouse without analysing it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.api import ingest_rollouts
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.progress import shown
from rolloutdiff.ingest import Shard
from rolloutdiff.wording import printable


def ingest(
    db: Annotated[Path, typer.Option("--db", help="DuckDB file to load into, made if absent.")],
    path: opt.OptionalPath = None,
    from_table: opt.FromTableOption = None,
    format_: opt.FormatOption = opt.AUTO,
    run: opt.RunOption = None,
    reward_column: opt.RewardOption = None,
    columns: opt.ColumnsOption = None,
    schema: opt.SchemaOption = "rolloutdiff",
    step_from: opt.StepFromOption = opt.StepFrom.column,
    on_overlap: opt.OverlapOption = opt.OnOverlap.error,
    skip_bad_rows: opt.SkipRowsOption = False,
    skip_unreadable: opt.SkipFilesOption = False,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard", metavar="K/N", help="Load and parse only part K of N, for merge to put together."
        ),
    ] = None,
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Load a dump into a DuckDB file without analysing it."""
    part = None if shard is None else Shard.of(shard)
    rollouts, of_table = opt.open_input(
        path,
        from_table,
        db,
        format_,
        run=run,
        reward_column=reward_column,
        columns=columns,
        step_from=step_from,
        on_overlap=on_overlap,
        skip_bad_rows=skip_bad_rows,
        skip_unreadable=skip_unreadable,
    )
    with shown() as listener:
        held = ingest_rollouts(
            rollouts,
            db=db,
            schema=schema,
            resources=opt.resources(threads, memory_limit, temp_directory),
            progress=listener,
            shard=part,
            **of_table,
        )
    for name, rows in held.items():
        which = "" if part is None else f" of shard {part}"
        typer.echo(f"{printable(name)}: {rows:,} completions{which} in {printable(str(db), 300)}")
