"""Forgetting: an analysis, or a run with all its analyses, leaves the warehouse without a trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest.wording import did_you_mean, listed, quoted, show
from rolloutdiff.warehouse.stage import StageRunner, transaction

_MOST_NAMED = 8


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """What was removed, or would be.

    Attributes:
        analyses: Analyses removed, sorted.
        comparisons: Comparisons of dumps removed, sorted.
        run: The run removed with them; None when only an analysis or a comparison was.
        rows: Rows removed by table, tables without any left out.
        dry_run: Whether nothing was removed and this is what would be.
    """

    analyses: tuple[str, ...]
    comparisons: tuple[str, ...]
    run: str | None
    rows: Mapping[str, int]
    dry_run: bool


def forget_rows(
    runner: StageRunner,
    *,
    analysis: str | None,
    run: str | None,
    comparison: str | None = None,
    dry_run: bool = False,
) -> Forgotten:
    """Remove an analysis, a comparison of dumps, or a run with its rollouts, analyses and comparisons.

    Rollouts stay when an analysis goes; what was extracted from them stays as long as another analysis
    covers them. An analysis of several runs goes with each of them; the rollouts of the others stay.

    Args:
        runner: Runs stage files on a work cursor without an open transaction.
        analysis: Identifier of an analysis, or its beginning.
        run: Name of a run.
        comparison: Identifier of a comparison, or its beginning.
        dry_run: Only count.

    Raises:
        UsageError: None or several are given, there is no such thing, or several fit.
        WarehouseError: Another connection wrote the same rows; nothing was removed.
    """
    if sum(given is not None for given in (analysis, run, comparison)) != 1:
        raise UsageError(
            "One of analysis, comparison and run is needed.",
            "Give --analysis ID, --comparison ID or --run NAME.",
        )
    with transaction(runner.cursor):
        known = runner.rows("known_analyses")
        chosen: list[str] = []
        compared: list[str] = []
        if analysis is not None:
            chosen = [_find_analysis(known, analysis)]
        elif comparison is not None:
            compared = [_find_comparison(runner, comparison)]
        else:
            chosen = [name for name, _, runs in known if run in runs]
            compared = [name for name, held in runner.rows("known_comparisons") if held == run]
            if not compared:
                _check_run(runner, str(run))
        keys = {"analyses": chosen, "run": run, "comparisons": compared}
        rows = {table: count for table, count in runner.rows("forget_count", keys) if count}
        if not dry_run:
            runner.run("forget_extraction", keys)
            for name in chosen:
                runner.run("forget_analysis", {"analysis_id": name})
            if run is not None:
                runner.run("forget_run", keys)
            runner.run("forget_comparison", keys)
    return Forgotten(analyses=tuple(chosen), comparisons=tuple(compared), run=run, rows=rows, dry_run=dry_run)


def _find_analysis(known: Sequence[tuple[str, bool, list[str]]], wanted: str) -> str:
    fitting = [row for row in known if wanted and row[0].startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0][0]
    if not fitting:
        raise UsageError(
            f"The warehouse holds no analysis {quoted(wanted)}.",
            f"It holds {_shown(known)}." if known else "It holds none at all.",
        )
    raise UsageError(
        f"{len(fitting)} analyses begin with {quoted(wanted)}.", f"Give one of {_shown(fitting)}."
    )


def _find_comparison(runner: StageRunner, wanted: str) -> str:
    known = [str(name) for name, _ in runner.rows("known_comparisons")]
    fitting = [name for name in known if wanted and name.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise UsageError(
            f"The warehouse holds no comparison {quoted(wanted)}.",
            f"It holds {listed(known, _MOST_NAMED)}." if known else "It holds none at all.",
        )
    raise UsageError(
        f"{len(fitting)} comparisons begin with {quoted(wanted)}.",
        f"Give one of {listed(fitting, _MOST_NAMED)}.",
    )


def _check_run(runner: StageRunner, run: str) -> None:
    runs = [name for (name,) in runner.rows("known_runs")]
    if run not in runs:
        held = f"It holds {listed(runs, _MOST_NAMED)}." if runs else "It holds none at all."
        raise UsageError(f"The warehouse holds no run {quoted(run)}.", did_you_mean(run, runs) or held)


def _shown(analyses: Sequence[tuple[str, bool, list[str]]]) -> str:
    """Analyses with their runs, in a row."""
    return listed(
        [f"{name} (run {', '.join(map(show, runs[:3]))})" for name, _, runs in analyses], _MOST_NAMED
    )
