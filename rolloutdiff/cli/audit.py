"""`rolloutdiff audit`: what the reward pays for and what it overpays, slice by slice."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.audit import audit_rollouts
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.progress import shown
from rolloutdiff.errors import UsageError
from rolloutdiff.report.audit_summary import audit_lines, next_step
from rolloutdiff.settings import AnalysisSettings


def audit(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="PATH", help="Dump to analyse and audit; or give --db with an analysis."),
    ] = None,
    format_: opt.FormatOption = opt.AUTO,
    run: opt.RunOption = None,
    reward_column: opt.RewardOption = None,
    columns: opt.ColumnsOption = None,
    db: Annotated[
        Path | None, typer.Option("--db", help="DuckDB file to work in; without PATH it holds the analysis.")
    ] = None,
    schema: opt.SchemaOption = "rolloutdiff",
    analysis: Annotated[
        str | None, typer.Option("--analysis", help="Analysis in the warehouse, or the start of its name.")
    ] = None,
    slice_column: Annotated[
        str | None, typer.Option("--slice-column", help="Column whose values are the slices of the prompts.")
    ] = None,
    gold_column: Annotated[
        str | None, typer.Option("--gold-column", help="Column or reward part that the reward should follow.")
    ] = None,
    logprob_column: Annotated[
        str | None, typer.Option("--logprob-column", help="Log-probability under the policy that wrote it.")
    ] = None,
    ref_logprob_column: Annotated[
        str | None, typer.Option("--ref-logprob-column", help="Log-probability under the reference policy.")
    ] = None,
    target_logprob_column: Annotated[
        str | None, typer.Option("--target-logprob-column", help="Log-probability under the policy to value.")
    ] = None,
    qa: Annotated[
        Path | None,
        typer.Option("--qa", help="Labelled rows: response, label, slice, numbers held fixed."),
    ] = None,
    reward_fn: Annotated[
        str | None, typer.Option("--reward-fn", help="Reward function to ask: module:function.")
    ] = None,
    truth: Annotated[
        Path | None, typer.Option("--truth", help="Labels to score the audit with: run, slice, exploited.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", help="Write audit.json here.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write the page of the audit here.")] = None,
    hash_features: Annotated[
        bool,
        typer.Option(
            "--hash-features",
            help="Hide words and identifiers of completions.",
        ),
    ] = False,
    emit_correction: Annotated[
        Path | None, typer.Option("--emit-correction", help="Write the terms to take off the reward here.")
    ] = None,
    assess: Annotated[
        bool, typer.Option("--assess", help="Leave with code 1 when a run is not fit to be used.")
    ] = False,
    profile: opt.ProfileOption = opt.PROFILE,
    step_from: opt.StepFromOption = opt.StepFrom.column,
    on_overlap: opt.OverlapOption = opt.OnOverlap.error,
    skip_bad_rows: opt.SkipRowsOption = False,
    skip_unreadable: opt.SkipFilesOption = False,
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Find which behaviours the reward pays for or overpays."""
    rollouts = None
    analysed = None
    if path is not None:
        if analysis is not None:
            raise UsageError("PATH and --analysis are both given.", "Give one of the two.")
        rollouts = opt.open_dump(
            path,
            format_,
            run=run,
            reward_column=reward_column,
            columns=columns,
            step_from=step_from,
            on_overlap=on_overlap,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )
        analysed = AnalysisSettings(unscored=rollouts.default_unscored, profile=profile.value)
    elif db is None:
        raise UsageError("Nothing to audit.", "Give PATH, or --db with an analysis in it.")
    with (
        shown() as listener,
        audit_rollouts(
            rollouts,
            db=db,
            schema=schema,
            analysis=analysis,
            run=run if path is None else None,
            slice_column=slice_column,
            gold_column=gold_column,
            logprob_column=logprob_column,
            ref_logprob_column=ref_logprob_column,
            target_logprob_column=target_logprob_column,
            qa=qa,
            reward_function=reward_fn,
            truth=truth,
            analysis_settings=analysed,
            resources=opt.resources(threads, memory_limit, temp_directory),
            progress=listener,
        ) as found,
    ):
        report = found.report(hash_features=hash_features)
        if output is not None:
            found.write_json(output, hash_features=hash_features)
        if html is not None:
            found.write_html(html, hash_features=hash_features)
        if emit_correction is not None:
            found.write_correction(emit_correction)
    width = min(shutil.get_terminal_size().columns, 120)
    typer.echo("\n".join(audit_lines(report, width, assess=assess)))
    for kind, file in (("audit", output), ("page", html), ("correction", emit_correction), ("warehouse", db)):
        if file is not None:
            typer.echo(f"{kind}: {file}")
    typer.echo(f"next: {next_step(report, None if emit_correction is None else str(emit_correction))}")
    unfit = any(not row["ship"] for row in report["run_assessment"] if row["slice"] == "balanced")
    raise typer.Exit(1 if assess and unfit else 0)
