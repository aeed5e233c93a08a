"""The public functions: load a dump, analyse it, read the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from rolloutdiff.analysis import Analysis, Retrospective, Sequential
from rolloutdiff.errors import UsageError, WarehouseError
from rolloutdiff.ingest import Rollouts, Shard, from_table, load, load_trl, load_verl
from rolloutdiff.ingest.table import table_in
from rolloutdiff.inspection.warehouse import choose_analysis
from rolloutdiff.pipeline.custom import check_features
from rolloutdiff.pipeline.engine import analyze_on, check_engine
from rolloutdiff.pipeline.forget import Forgotten, forget_rows
from rolloutdiff.pipeline.load import load_rollouts
from rolloutdiff.pipeline.progress import Listener, Progress
from rolloutdiff.pipeline.shards import Part, extract_shard, merge_parts
from rolloutdiff.results import OpenResult, ResultTable
from rolloutdiff.settings import AnalysisSettings, Engine, Resources
from rolloutdiff.warehouse.compact import check_compact, write_compact
from rolloutdiff.warehouse.connect import Session, open_session, work_cursor
from rolloutdiff.warehouse.doctor import doctor
from rolloutdiff.warehouse.install import install, installed
from rolloutdiff.warehouse.snapshot import check_snapshot, open_reading, write_snapshot
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.warehouse.udf import register, unregister
from rolloutdiff.warehouse.uninstall import uninstall
from rolloutdiff.warehouse.upgrade import upgrade
from rolloutdiff.wording import printable

if TYPE_CHECKING:
    import duckdb

# What reading a shard may take; DuckDB would keep as much of the file as it can.
_MERGE_MEMORY = "1GB"

__all__ = [
    "Analysis",
    "Forgotten",
    "Retrospective",
    "Rollouts",
    "Sequential",
    "Shard",
    "Warehouse",
    "analyze_rollouts",
    "doctor",
    "forget",
    "from_table",
    "ingest_rollouts",
    "install",
    "load",
    "load_trl",
    "load_verl",
    "merge_shards",
    "open_warehouse",
    "register",
    "uninstall",
    "unregister",
    "upgrade",
]


def analyze_rollouts(
    rollouts: Rollouts | None = None,
    *,
    table: str | None = None,
    columns: Mapping[str, str] | None = None,
    run: str | None = None,
    reward_column: str | None = None,
    skip_bad_rows: bool = False,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    settings: AnalysisSettings | None = None,
    resources: Resources | None = None,
    progress: Listener | None = None,
    snapshot: bool = False,
    compact: bool = False,
    no_text: bool = False,
    engine: Engine = "duckdb",
    spark_folder: str | None = None,
) -> Analysis:
    """Find which behaviours changed over the steps of a run.

    Args:
        rollouts: A dump, from `load`, `load_trl`, `load_verl` or `from_table`.
        table: Instead of rollouts: a table or view of the database that `con` or `db` gives, such as
            `my_schema.completions` or `"my schema"."completions"`. It is read there.
        columns: For `table`, as in `from_table`: source column by canonical name.
        run: For `table`: name of the run for all rows; default: its column `run`.
        reward_column: For `table`: reward column or weighted sum; default: its column `reward`.
        skip_bad_rows: For `table`: set rows that cannot be used aside instead of stopping.
        con: Work in the caller's DuckDB. Nothing of it is changed but the schema `schema`; its open
            transaction and temporary tables are not seen.
        db: Work in this DuckDB file, made if absent. With neither `con` nor `db`, in one that goes with the
            analysis.
        schema: Schema for our tables, macros and views.
        settings: What changes the numbers.
        resources: Limits for a DuckDB that we open ourselves. Without one of memory it takes 800 MB; where
            that is too little, what was begun is done again with twice as much, and at last with all that
            DuckDB would take by itself.
        progress: Called with (stage, units done, units in all).
        snapshot: When the analysis is complete, write a finished copy of the whole database to
            `<db>.snapshot`, for `open_warehouse` to read while the file is in use.
        compact: When the analysis is complete, take out of the file `db` what can be computed again from the
            texts: extractions and counts. An audit or a further analysis computes them again.
        no_text: The same, and prompts and completions of this dump too: the warehouse refers to it; a further
            analysis reads it again, and `inspect` needs it.
        engine: Where texts are parsed and counted: here, or on the Spark session of this process. The results
            are the same.
        spark_folder: For `spark`: folder or URI that the driver and all executors can read and write.

    Returns:
        The analysis; close it, or use it as a context manager, to release a file.

    Raises:
        InputError: The data cannot be used; nothing of it was kept.
        FeatureRefused: A custom feature is not an allowed expression; nothing was read.
        WarehouseError: The database refuses; nothing was written.
    """
    given = _Given(rollouts, table, columns, run, reward_column, skip_bad_rows)
    given.check(con, db)
    if settings is not None:
        # Before anything is read: what is wrong with an expression needs no data to be seen.
        check_features(settings)
    check_engine(engine, spark_folder, settings)
    small = compact or no_text
    if snapshot:
        check_snapshot(con, db is None)
    if small:
        given.check_small(con, db, no_text)
    session = open_database(con, db, schema, resources)
    try:
        if small:
            check_compact(session)
        rollouts = given.found(session)
        install(session.runner.cursor, schema=schema)
        reporter = Progress(progress)
        with session.packed_texts():
            runs = session.runner.bounded(partial(load_rollouts, session.runner, rollouts, reporter))
        chosen = settings or AnalysisSettings(unscored=rollouts.default_unscored)
        analyze = partial(analyze_on, engine, spark_folder, session.runner)
        analysis_id = session.runner.bounded(
            partial(analyze, runs, chosen, rollouts, reporter, need_counts=not small)
        )
        if small:
            with reporter.stage("compact"):
                write_compact(
                    session.runner,
                    without_texts=runs if no_text else (),
                    progress=partial(reporter.tick, "compact"),
                )
                session.close()
                session = open_database(None, db, schema, resources)
        if snapshot:
            with reporter.stage("snapshot"):
                write_snapshot(session.runner.cursor)
    except BaseException:
        session.close()
        raise
    return Analysis(session, analysis_id, runs, reporter.timings)


def ingest_rollouts(
    rollouts: Rollouts | None = None,
    *,
    table: str | None = None,
    columns: Mapping[str, str] | None = None,
    run: str | None = None,
    reward_column: str | None = None,
    skip_bad_rows: bool = False,
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    resources: Resources | None = None,
    progress: Listener | None = None,
    shard: Shard | None = None,
) -> Mapping[str, int]:
    """Load a dump into a warehouse without analysing it.

    The arguments are those of `analyze_rollouts`, and the next.

    Args:
        shard: Load only this part of the dump, and extract its texts, for `merge_shards`.

    Returns:
        Rollouts now held, by run.

    Raises:
        InputError: The data cannot be used; nothing of it was kept.
        WarehouseError: The database refuses; nothing was written.
    """
    given = _Given(rollouts, table, columns, run, reward_column, skip_bad_rows)
    given.check(con, db)
    with open_database(con, db, schema, resources) as session:
        found = given.found(session)
        install(session.runner.cursor, schema=schema)
        reporter = Progress(progress)
        with session.packed_texts():
            runs = session.runner.bounded(partial(load_rollouts, session.runner, found, reporter, shard))
        if shard is not None:
            session.runner.bounded(partial(extract_shard, session.runner, reporter))
        return dict(session.runner.rows("rollouts_per_run", {"runs": runs}))


def merge_shards(
    *shards: str | PathLike[str],
    con: duckdb.DuckDBPyConnection | None = None,
    db: str | PathLike[str] | None = None,
    schema: str = "rolloutdiff",
    resources: Resources | None = None,
    progress: Listener | None = None,
) -> Mapping[str, int]:
    """Put all shards of a dump into one warehouse, which then holds what loading the whole dump gives.

    Analysing the dump there reads no text again, and its results are those of one run, row for row.

    Args:
        *shards: Database files that `ingest_rollouts` loaded with `shard`, in any order. They are only read.
        con: Merge into the caller's DuckDB.
        db: Merge into this DuckDB file, made if absent.
        schema: Schema of our objects, in the shards too.
        resources: Limits for a DuckDB that we open ourselves.
        progress: Called with (stage, units done, units in all).

    Returns:
        Rollouts now held, by run.

    Raises:
        UsageError: A shard is missing or given twice, they are not of one dump, or the warehouse is not named
            or is one of them.
        InputError: The shards contradict each other, or the warehouse holds one of the runs.
        WarehouseError: A file is no shard, or one that was not finished; or the database refuses.
    """
    if con is None and db is None:
        raise UsageError("One of con and db is needed.", "Give the connection or the file: --db FILE.")
    if db is not None and Path(db).resolve() in {Path(shard).resolve() for shard in shards}:
        raise UsageError(
            f"{printable(str(db), 300)} is one of the shards and the warehouse to merge into.",
            "Give another --db.",
        )
    wanted = resources or Resources()
    reading = replace(wanted, memory_limit=wanted.memory_limit or _MERGE_MEMORY)

    def part(shard: str | PathLike[str]) -> Part:
        file = Path(shard)
        return Part(name=printable(str(file), 300), open=lambda: open_reading(file, schema, reading)[0])

    with open_database(con, db, schema, resources) as session:
        install(session.runner.cursor, schema=schema)
        parts = [part(shard) for shard in shards]
        runs = session.runner.bounded(partial(merge_parts, session.runner, parts, Progress(progress)))
        return dict(session.runner.rows("rollouts_per_run", {"runs": runs}))


def forget(
    con: duckdb.DuckDBPyConnection | None = None,
    *,
    db: str | PathLike[str] | None = None,
    analysis: str | None = None,
    run: str | None = None,
    comparison: str | None = None,
    schema: str = "rolloutdiff",
    dry_run: bool = False,
) -> Forgotten:
    """Take an analysis, a comparison, or a run with its rollouts and all of both, out of a warehouse.

    Exactly its rows go, in one transaction. What was extracted from a rollout stays as long as another
    analysis covers the rollout.

    Args:
        con: Work in the caller's DuckDB.
        db: Work in this DuckDB file.
        analysis: Identifier of the analysis, or its beginning; unfinished ones count.
        run: Name of the run, instead of an analysis.
        comparison: Instead: identifier of a comparison of dumps, or its beginning.
        schema: Schema of our tables.
        dry_run: Only count what would go.

    Raises:
        UsageError: The arguments contradict each other, or name nothing that is there.
        WarehouseError: The database holds nothing of ours, or refuses; nothing was removed.
    """
    if (con is None) == (db is None):
        raise UsageError("One of con and db is needed.", "Give the connection or the file.")
    if con is None:
        require_database(db)
    with open_session(con, None if db is None else Path(db), schema) as session:
        if not installed(session.runner.cursor, schema):
            raise WarehouseError(
                f"The database has no schema {schema!r} of ours.", "Give the schema that analyze worked in."
            )
        install(session.runner.cursor, schema=schema, dry_run=dry_run)
        return forget_rows(session.runner, analysis=analysis, run=run, comparison=comparison, dry_run=dry_run)


def require_database(db: str | PathLike[str] | None) -> None:
    """Refuses a database file that does not exist, before DuckDB makes it.

    Raises:
        UsageError: None is given.
        WarehouseError: There is no such file.
    """
    if db is None:
        raise UsageError("No database is given.", "Give a connection, or the file: --db FILE.")
    if not Path(db).exists():
        raise WarehouseError(f"Database {str(db)!r} does not exist.", "Give the path of a DuckDB file.")


@dataclass(frozen=True)
class _Given:
    """What is to be read: a dump, or a table of the database at work."""

    rollouts: Rollouts | None
    table: str | None
    columns: Mapping[str, str] | None
    run: str | None
    reward_column: str | None
    skip_bad_rows: bool

    def check(self, con: duckdb.DuckDBPyConnection | None, db: str | PathLike[str] | None) -> None:
        """Refuses arguments that contradict each other, before a database is opened."""
        if (self.rollouts is None) == (self.table is None):
            raise UsageError("One of rollouts and table is needed.", "Give a dump, or the name of a table.")
        of_table = {
            "columns": self.columns is not None,
            "run": self.run is not None,
            "reward_column": self.reward_column is not None,
            "skip_bad_rows": self.skip_bad_rows,
        }
        misplaced = [name for name, is_given in of_table.items() if is_given]
        if self.table is None and misplaced:
            raise UsageError(
                f"{misplaced[0]} is given without table.",
                "Give it to load, load_trl, load_verl or from_table.",
            )
        if self.table is not None and con is None:
            require_database(db)

    def check_small(
        self, con: duckdb.DuckDBPyConnection | None, db: str | PathLike[str] | None, no_text: bool
    ) -> None:
        """Refuses what cannot be made small, or left in a dump, before a database is opened."""
        option = "no_text" if no_text else "compact"
        if con is not None or db is None:
            raise UsageError(
                f"{option} is given without a database file of ours.", "Give db (--db), or leave it out."
            )
        if self.rollouts is None:
            raise UsageError(
                f"{option} is given with a table of the database itself.", "Give a dump, or leave it out."
            )
        if no_text and any(file.path is None for file in self.rollouts.files):
            raise UsageError(
                "no_text is given for rows that come from no file, where their texts could be found again.",
                "Give the path of a dump, or leave it out.",
            )

    def found(self, session: Session) -> Rollouts:
        """The rollouts; a table is looked up before anything is installed, so that a mistyped name leaves no
        trace.
        """
        if self.rollouts is not None:
            return self.rollouts
        return table_in(
            session.runner.cursor,
            str(self.table),
            columns=self.columns,
            run=self.run,
            reward_column=self.reward_column,
            skip_bad_rows=self.skip_bad_rows,
        )


def open_database(
    con: duckdb.DuckDBPyConnection | None,
    db: str | PathLike[str] | None,
    schema: str,
    resources: Resources | None,
) -> Session:
    """A session on the caller's connection, on a file, or on one that goes with it; lean where it is ours.

    Raises:
        UsageError: Both are given, or limits for a connection that is not ours.
        WarehouseError: The database cannot be opened.
    """
    if con is not None and db is not None:
        raise UsageError("Both con and db are given.", "Give one of them.")
    if con is not None and resources is not None:
        raise UsageError(
            "Resources are given for a connection that is not ours.", "Set them on the connection."
        )
    return open_session(con, None if db is None else Path(db), schema, resources or Resources(), lean=True)


class Warehouse(OpenResult):
    """A warehouse that is open for reading; close it, or use it as a context manager.

    Attributes:
        path: The file that is read: the warehouse, or its snapshot.
        is_snapshot: Whether it is the snapshot, because another process is writing to the warehouse.
    """

    def __init__(self, session: Session, path: Path, is_snapshot: bool) -> None:
        super().__init__(session)
        self.path = path
        self.is_snapshot = is_snapshot

    @property
    def analyses(self) -> ResultTable:
        """What every complete analysis read, one row per analysis and run: view `report_run`."""
        runner = self._session.runner
        return ResultTable(f"{runner.schema}.report_run", lambda: runner.whole_view("report_run", _BY_RUN))

    def analysis(self, analysis: str | None = None, *, run: str | None = None) -> Analysis:
        """One complete analysis, with its result tables and reports.

        Args:
            analysis: Identifier or its beginning; None takes the only one.
            run: Run that it has to cover; None for any.

        Raises:
            ReportError: There is no such analysis.
            UsageError: Several fit.
        """
        runner = self._session.runner
        analysis_id, runs, _ = choose_analysis(runner, str(self.path), analysis, run)
        session = Session(StageRunner(work_cursor(runner.cursor), runner.schema), None)
        return Analysis(session, analysis_id, runs, [])

    def __repr__(self) -> str:
        return f"<Warehouse {printable(str(self.path), 300)}, read-only; see .analyses>"


_BY_RUN = "analysis_id, run"


def open_warehouse(path: str | PathLike[str], schema: str = "rolloutdiff") -> Warehouse:
    """Open a warehouse file for reading; nothing in it is made or changed.

    While another process writes to the file, its snapshot is read instead, if `snapshot=True` or
    `analyze --snapshot` left one.

    Args:
        path: The DuckDB file.
        schema: Schema of our objects.

    Raises:
        WarehouseLocked: Another process is writing to it, and there is no snapshot.
        WarehouseError: There is no such file, it cannot be opened, or holds nothing of ours.
    """
    file = Path(path)
    session, read = open_reading(file, schema)
    return Warehouse(session, read, read != file)
