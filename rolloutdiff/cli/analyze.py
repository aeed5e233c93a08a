"""`rolloutdiff analyze`: a dump in, a summary on stdout, report files beside it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from rolloutdiff.api import Analysis, analyze_rollouts
from rolloutdiff.cli import options as opt
from rolloutdiff.cli.progress import shown
from rolloutdiff.ingest.wording import counted
from rolloutdiff.pipeline.rules import leading_rules
from rolloutdiff.report.html import write_html
from rolloutdiff.report.load import load_report
from rolloutdiff.report.summary import summary_lines
from rolloutdiff.settings import AnalysisSettings, FrozenZSettings, L2Ar1Settings, Unscored
from rolloutdiff.warehouse.snapshot import snapshot_path


class FailOn(StrEnum):
    """Findings that --fail-on turns into exit code 1."""

    alert = "alert"
    event = "event"
    integrity = "integrity"


def analyze(
    path: opt.OptionalPath = None,
    from_table: opt.FromTableOption = None,
    format_: opt.FormatOption = opt.AUTO,
    run: opt.RunOption = None,
    reward_column: opt.RewardOption = None,
    columns: opt.ColumnsOption = None,
    output: Annotated[Path | None, typer.Option("--output", help="Write report.json here.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the report as one HTML file here.")
    ] = None,
    db: Annotated[
        Path | None,
        typer.Option(
            "--db", help="DuckDB file to work in, made if absent; default: one that goes at the end."
        ),
    ] = None,
    schema: opt.SchemaOption = "rolloutdiff",
    unscored: Annotated[
        opt.UnscoredChoice | None,
        typer.Option("--unscored", help="Rows without a finite reward; default: keep, for tables error."),
    ] = None,
    other_split: opt.OtherSplitOption = opt.OTHER_SPLIT,
    profile: opt.ProfileOption = opt.PROFILE,
    vocabulary: opt.VocabularyOption = opt.VOCABULARY,
    min_effect: Annotated[
        float,
        typer.Option(
            "--min-effect", min=0.0, help="Smallest change of a size, in its unit, for profile original."
        ),
    ] = 0.0,
    step_from: opt.StepFromOption = opt.StepFrom.column,
    on_overlap: opt.OverlapOption = opt.OnOverlap.error,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm/--no-confirm", help="Confirm splits against drifting noise, or only white noise."
        ),
    ] = True,
    winsorise: Annotated[
        bool, typer.Option("--winsorise", help="Clip spikes before looking for splits.")
    ] = False,
    hash_features: Annotated[
        bool,
        typer.Option("--hash-features", help="Hide words and identifiers of completions in the report."),
    ] = False,
    feature: opt.FeatureOption = None,
    features: opt.FeaturesOption = None,
    skip_bad_rows: opt.SkipRowsOption = False,
    skip_unreadable: opt.SkipFilesOption = False,
    fail_on: Annotated[
        FailOn | None, typer.Option("--fail-on", help="Leave with code 1 on such a finding.")
    ] = None,
    snapshot: Annotated[
        bool, typer.Option("--snapshot", help="With --db: also leave a finished copy for readers beside it.")
    ] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="With --db: keep texts and results, not what comes from texts.")
    ] = False,
    no_text: Annotated[
        bool, typer.Option("--no-text", help="With --db: keep results, and references to the dump for texts.")
    ] = False,
    timings: Annotated[
        bool, typer.Option("--timings", help="Print the cost of every stage to stderr.")
    ] = False,
    engine: Annotated[
        opt.Engine, typer.Option("--engine", help="Where texts are parsed and counted; spark needs PySpark.")
    ] = opt.Engine.duckdb,
    spark_folder: Annotated[
        str | None,
        typer.Option("--spark-folder", help="Folder or URI that the driver and all executors can write."),
    ] = None,
    threads: opt.ThreadsOption = None,
    memory_limit: opt.MemoryOption = None,
    temp_directory: opt.TempOption = None,
) -> None:
    """Find which behaviours changed, when, and by how much."""
    custom = opt.parse_features(feature, features)
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
    default_unscored: Unscored = "error" if rollouts is None else rollouts.default_unscored
    settings = AnalysisSettings(
        unscored=default_unscored if unscored is None else unscored.value,
        other_split=other_split.value,
        profile=profile.value,
        vocabulary=vocabulary.value,
        features=custom,
        frozen_z=FrozenZSettings(min_effect=min_effect),
        l2_ar1=L2Ar1Settings(confirm=confirm, winsorise=winsorise),
    )
    with (
        shown() as listener,
        analyze_rollouts(
            rollouts,
            db=db,
            schema=schema,
            settings=settings,
            resources=opt.resources(threads, memory_limit, temp_directory),
            progress=listener,
            snapshot=snapshot,
            compact=compact,
            no_text=no_text,
            engine=engine.value,
            spark_folder=spark_folder,
            **of_table,
        ) as analysis,
    ):
        report = write_outputs(analysis, output, html, hash_features)
    typer.echo("\n".join(summary_lines(report)))
    copy = snapshot_path(db) if db is not None and snapshot else None
    for kind, file in (("report", output), ("page", html), ("warehouse", db), ("snapshot", copy)):
        if file is not None:
            typer.echo(f"{kind}: {file}")
    if output is not None and html is None:
        typer.echo(f"next: rolloutdiff render {output} --output {output.with_suffix('.html')}")
    if timings:
        print_timings(analysis)
    raise typer.Exit(exit_code(report, settings, fail_on))


def write_outputs(
    analysis: Analysis, output: Path | None, html: Path | None, hash_features: bool = False
) -> dict[str, Any]:
    """Write the files that were asked for; returns the report they show."""
    if output is None:
        report = analysis.report(hash_features=hash_features)
    else:
        analysis.write_json(output, hash_features=hash_features)
        report = load_report(output)
    if html is not None:
        write_html(report, html)
    return report


def exit_code(report: dict[str, Any], settings: AnalysisSettings, fail_on: FailOn | None) -> int:
    """0 done, 1 a finding that --fail-on names, 4 every run has fewer steps than any rule needs."""
    rule = leading_rules(settings).sequential
    if fail_on is FailOn.alert and any(a["rule"] == rule and a["tier"] != "reward" for a in report["alert"]):
        return 1
    if fail_on is FailOn.event and report["event"]:
        return 1
    if fail_on is FailOn.integrity and any(i["severity"] == "warning" for i in report["integrity"]):
        return 1
    return 4 if all(r["steps"] < settings.frozen_z.min_steps for r in report["run"]) else 0


def print_timings(analysis: Analysis) -> None:
    """Limits in force and the cost of every stage, to stderr."""
    limits = analysis.limits
    typer.echo(
        f"limits: {counted(int(limits['threads']), 'thread')}, {limits['memory_limit']} of memory,"
        f" {limits['max_temp_directory_size']} of spill in {limits['temp_directory']}",
        err=True,
    )
    typer.echo(f"{'stage':<12}{'seconds':>9}{'rows':>12}{'rows/s':>12}{'MB/s':>8}{'peak MB':>9}", err=True)
    for t in analysis.timings:
        rows = _rate(t.rows, t.seconds)
        megabytes = _rate(t.text_bytes / 1e6, t.seconds, 1)
        typer.echo(
            f"{t.stage:<12}{t.seconds:>9.2f}{t.rows:>12,}{rows:>12}{megabytes:>8}{t.peak_bytes / 1e6:>9,.0f}",
            err=True,
        )


def _rate(amount: float, seconds: float, digits: int = 0) -> str:
    """So much a second; empty where there was nothing to do."""
    return f"{amount / seconds:,.{digits}f}" if amount and seconds else ""
