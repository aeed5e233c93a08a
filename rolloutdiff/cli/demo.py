"""`rolloutdiff demo`: the bundled run, analysed."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.api import analyze_rollouts, load_trl
from rolloutdiff.cli.analyze import write_outputs
from rolloutdiff.cli.progress import shown
from rolloutdiff.report.summary import summary_lines


def demo(
    output_dir: Annotated[
        Path, typer.Option("--output-dir", help="Folder for warehouse.duckdb, report.json and report.html.")
    ] = Path("demo-out"),
) -> None:
    """Analyse the bundled run. It writes a warehouse, a JSON report and an HTML page."""
    output_dir.mkdir(parents=True, exist_ok=True)
    warehouse, output, html = (output_dir / n for n in ("warehouse.duckdb", "report.json", "report.html"))
    with as_file(files("rolloutdiff") / "data" / "trl-loophole") as folder:
        rollouts = load_trl(folder, run="trl-loophole", reward_column="training_passed")
        with shown() as listener, analyze_rollouts(rollouts, db=warehouse, progress=listener) as analysis:
            report = write_outputs(analysis, output, html)
    typer.echo("\n".join(summary_lines(report)))
    typer.echo(f"page: {html}\nreport: {output}\nwarehouse: {warehouse}")
