"""`rolloutdiff forget`: take an analysis or a run out of a warehouse."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.api import forget as forget_in
from rolloutdiff.cli import options as opt
from rolloutdiff.ingest.wording import show


def forget(
    db: Annotated[Path, typer.Option("--db", help="Warehouse to take it out of.")],
    analysis: Annotated[
        str | None, typer.Option("--analysis", help="Analysis to forget, or the start of its name.")
    ] = None,
    run: Annotated[
        str | None,
        typer.Option("--run", help="Run to forget, with its rollouts and all its analyses and comparisons."),
    ] = None,
    comparison: Annotated[
        str | None,
        typer.Option("--comparison", help="Comparison of dumps to forget, or the start of its name."),
    ] = None,
    schema: opt.SchemaOption = "rolloutdiff",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
) -> None:
    """Take an analysis, comparison or run out of a warehouse. A run takes its analyses and comparisons."""
    gone = forget_in(db=db, analysis=analysis, run=run, comparison=comparison, schema=schema, dry_run=dry_run)
    doing = "would forget" if dry_run else "forgot"
    if gone.run is not None:
        typer.echo(f"{doing} run {show(gone.run)}")
    for name in gone.analyses:
        typer.echo(f"{doing} analysis {name}")
    for name in gone.comparisons:
        typer.echo(f"{doing} comparison {name}")
    for table, rows in gone.rows.items():
        typer.echo(f"  {table:<25}{rows:>12,} rows")
