"""`rolloutdiff inspect`: the rollouts behind an event, as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rolloutdiff.cli import options as opt
from rolloutdiff.errors import UsageError
from rolloutdiff.ingest import Rollouts, is_format
from rolloutdiff.inspection import (
    Event,
    Inspection,
    RankBy,
    Reference,
    as_json,
    find_event,
    inspect_event,
    open_for_reading,
    read_dump,
)
from rolloutdiff.inspection.dump import Texts
from rolloutdiff.inspection.exhibits import Reader
from rolloutdiff.report.load import load_report
from rolloutdiff.report.references import reward_option


def inspect(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="The dump that was analysed; or give --db.")
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="NAME", help="Loader; auto takes the one of the report.")
    ] = opt.AUTO,
    run: Annotated[
        str | None, typer.Option("--run", help="Run the event belongs to; default: the only one.")
    ] = None,
    reward_column: opt.RewardOption = None,
    columns: opt.ColumnsOption = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="report.json of that dump; needed with PATH.")
    ] = None,
    db: Annotated[
        Path | None, typer.Option("--db", help="Warehouse to take the event from; texts too, without PATH.")
    ] = None,
    schema: opt.SchemaOption = "rolloutdiff",
    analysis: Annotated[
        str | None, typer.Option("--analysis", help="Analysis in the warehouse, or the start of its name.")
    ] = None,
    event_rank: Annotated[int, typer.Option("--event-rank", min=1, help="Event to show.")] = 1,
    feature: Annotated[
        str | None, typer.Option("--feature", help="Member of the event to show; default: its lead.")
    ] = None,
    pair: Annotated[
        bool, typer.Option("--pair", help="With each, one of the same prompt and step without the feature.")
    ] = False,
    before: Annotated[
        bool, typer.Option("--before", help="With each, one of the same prompt before the onset.")
    ] = False,
    rank_by: Annotated[
        RankBy | None,
        typer.Option("--rank-by", help="Highest reward, longest response or earliest step first."),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Print prompts whole, however long.")] = False,
    as_json_: Annotated[
        bool, typer.Option("--json", help="Print JSON: whole texts, and evidence as offsets and lines.")
    ] = False,
    step_from: opt.StepFromOption = opt.StepFrom.column,
    on_overlap: opt.OverlapOption = opt.OnOverlap.error,
    skip_bad_rows: opt.SkipRowsOption = False,
    skip_unreadable: opt.SkipFilesOption = False,
) -> None:
    """Show the rollouts behind an event. They are read from the dump or from a warehouse."""

    def look(event: Event, read: Reader) -> Inspection:
        return inspect_event(event, read, feature=feature, pair=pair, before=before, rank_by=rank_by)

    if db is None and (path is None or report is None):
        raise UsageError(
            "Nothing to read from.", "Give PATH and --report, or --db with a warehouse that analyze made."
        )
    if db is not None and report is not None:
        raise UsageError("--db is given together with --report.", "Leave one of them out.")
    if db is None and analysis is not None:
        raise UsageError("--analysis is given without --db.", "A report is of one analysis; leave it out.")

    def from_dump(dump: Path) -> Reader:
        def read(event: Event, wanted: Sequence[Reference]) -> Texts:
            return read_dump(dump, partial(open_dump, dump, event), event, wanted)

        return read

    def open_dump(dump: Path, event: Event) -> Rollouts:
        logged = event.run_row
        name = logged["format"]
        known = format_ == opt.AUTO and is_format(name)
        # With the formula of the report nobody has to name again what was named to `analyze`.
        recorded = reward_option(logged) if name not in ("verl", "table") else None
        return opt.open_dump(
            dump,
            str(name) if known else format_,
            run=event.run,
            reward_column=reward_column or recorded,
            columns=columns,
            step_from=step_from,
            on_overlap=on_overlap,
            skip_bad_rows=skip_bad_rows,
            skip_unreadable=skip_unreadable,
        )

    if db is None:
        assert path is not None and report is not None
        found = look(find_event(load_report(report), run, event_rank), from_dump(path))
    else:
        with open_for_reading(db, schema) as warehouse:
            event = find_event(warehouse.tables(analysis, run), run, event_rank)
            found = look(event, warehouse.read if path is None else from_dump(path))
    if as_json_:
        # ASCII only: no character of a dump can act on a terminal, or fail to be encoded.
        typer.echo(json.dumps(as_json(found), indent=2))
    else:
        # Loaded here, so that other commands start without it.
        from rolloutdiff.cli.transcript import print_inspection

        print_inspection(found, full=full)
