"""`rolloutdiff consistency`: where the trainer and the rollout engine compute something else."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.cli import options as opt
from rolloutdiff.comparison import compare_dumps


class ConsistencyProfile(StrEnum):
    """Rules that --profile names."""

    strict = "strict"
    compat = "compat"


def consistency(
    train: Annotated[
        Path,
        typer.Option("--train", help="Module dump of the trainer: dump.json, or a folder that holds one."),
    ],
    rollout: Annotated[
        Path, typer.Option("--rollout", help="Module dump of the rollout engine for the same step.")
    ],
    out_dir: Annotated[
        Path, typer.Option("--out-dir", "--out_dir", help="Folder for the outputs, made if absent.")
    ],
    mapping_key: Annotated[
        Path | None,
        typer.Option(
            "--mapping-key",
            "--mapping_key",
            help="JSON of training key to rollout key or a list; default: pair by name.",
        ),
    ] = None,
    profile: Annotated[
        ConsistencyProfile,
        typer.Option("--profile", help="Our rules, or the original ones with their faults."),
    ] = ConsistencyProfile.strict,
    ok: Annotated[
        float | None,
        typer.Option("--ok", help="Largest relative difference that is ok; default: by type of the tensors."),
    ] = None,
    warn: Annotated[
        float, typer.Option("--warn", help="Largest relative difference that is warn and not alert.")
    ] = 1e-2,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the report as one HTML file here.")
    ] = None,
    run: Annotated[str | None, typer.Option("--run", help="Run that the dumps belong to.")] = None,
    step: Annotated[int | None, typer.Option("--step", help="Training step of the dumps.")] = None,
    db: Annotated[
        Path | None, typer.Option("--db", help="DuckDB file to keep the comparison in, made if absent.")
    ] = None,
    schema: opt.SchemaOption = "rolloutdiff",
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Compare a dump of the trainer with one of the rollout engine. It finds where they first differ."""
    with compare_dumps(
        train,
        rollout,
        mapping_key=mapping_key,
        profile=profile.value,
        ok=ok,
        warn=warn,
        run=run,
        step=step,
        db=db,
        schema=schema,
        resources=opt.resources(threads, memory_limit, temp_directory),
    ) as comparison:
        comparison.write_outputs(out_dir)
        if html is not None:
            comparison.write_html(html)
        also = "".join(f", {file}" for file in (html, db) if file is not None)
        lines = [*comparison.summary(), f"written     {out_dir}/output_1 … output_5{also}"]
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lines:
        typer.echo(line if width is None or len(line) <= width else line[: width - 1] + "…")
