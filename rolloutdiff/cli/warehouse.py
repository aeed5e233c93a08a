"""`rolloutdiff install`, `upgrade`, `uninstall` and `doctor`: our objects in a DuckDB file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import duckdb
import typer

from rolloutdiff import api
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.folding import folded
from rolloutdiff.errors import WarehouseError
from rolloutdiff.ingest.wording import counted
from rolloutdiff.warehouse.connect import open_connection
from rolloutdiff.wording import printable

WarehousePath = Annotated[Path, typer.Argument(metavar="WAREHOUSE", help="DuckDB file.")]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Print the SQL script that would be run, and change nothing.")
]


@contextmanager
def _existing(path: Path, *, read_only: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to a file that is there; a file is never made by these commands."""
    if not path.exists():
        raise WarehouseError(f"Database {printable(str(path), 300)!r} does not exist.", "Correct the path.")
    with open_connection(path, read_only=read_only) as own:
        yield own.con


def _say(text: str, path: Path, schema: str) -> None:
    typer.echo(f"{text} in schema {printable(schema)} of {printable(str(path), 300)}")


def install(
    warehouse: WarehousePath,
    schema: opt.SchemaOption = "rolloutdiff",
    dry_run: DryRunOption = False,
) -> None:
    """Install our tables, macros and views. The DuckDB file is made if absent."""
    if dry_run and not warehouse.exists():
        # Planned in a file of the same name elsewhere, so that none is made.
        with TemporaryDirectory() as folder, open_connection(Path(folder, warehouse.name)) as own:
            planned = api.install(own.con, schema, dry_run=True)
    else:
        with open_connection(warehouse) as own:
            planned = api.install(own.con, schema, dry_run=dry_run)
    if dry_run:
        planned.check()
        typer.echo(planned.script(), nl=False)
    else:
        count = len(planned.pending)
        _say(f"{counted(count, 'object')} created" if count else "nothing to do", warehouse, schema)


def upgrade(
    warehouse: WarehousePath,
    schema: opt.SchemaOption = "rolloutdiff",
    dry_run: DryRunOption = False,
) -> None:
    """Carry our objects to the version of this package. Rows stay."""
    with _existing(warehouse) as con:
        planned = api.upgrade(con, schema, dry_run=dry_run)
    if dry_run:
        typer.echo(planned.script(), nl=False)
        return
    for item in planned.pending:
        typer.echo(f"{item.action} {item.kind.replace('_', ' ')} {item.name}")
    changed = f"{counted(len(planned.pending), 'object')} changed"
    carried = planned.from_version != planned.to_version
    done = f"version {planned.from_version} to {planned.to_version}, {changed}" if carried else changed
    _say(done if planned.statements() else "nothing to do", warehouse, schema)


def uninstall(
    warehouse: WarehousePath,
    schema: opt.SchemaOption = "rolloutdiff",
    drop_data: Annotated[
        bool, typer.Option("--drop-data", help="Drop tables together with the rows they hold.")
    ] = False,
    dry_run: DryRunOption = False,
) -> None:
    """Remove our objects from a DuckDB file, and nothing else."""
    with _existing(warehouse) as con:
        planned = api.uninstall(con, schema, drop_data=drop_data, dry_run=dry_run)
    if dry_run:
        typer.echo(planned.script(), nl=False)
        return
    for name, kind in planned.others:
        typer.echo(f"kept {kind.replace('_', ' ')} {printable(name)}, which is not ours")
    _say(f"{counted(len(planned.objects), 'object')} dropped", warehouse, schema)


def doctor(warehouse: WarehousePath, schema: opt.SchemaOption = "rolloutdiff") -> None:
    """Check our objects in a DuckDB file. Registry and package are compared; code 1 on a finding."""
    with _existing(warehouse, read_only=True) as con:
        found = api.doctor(con, schema)
    for item in found:
        what = f"{item.kind.replace('_', ' ')} {printable(item.name)}"
        typer.echo(folded(f"{item.code:<10}{what}: {item.message} {item.hint}", sys.stdout, " " * 10))
    _say(counted(len(found), "finding") if found else "all is well", warehouse, schema)
    if found:
        raise typer.Exit(1)
