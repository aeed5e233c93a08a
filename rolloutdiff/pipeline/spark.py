"""The second engine: texts and counts on Spark, everything small in DuckDB as ever.

A runner that sends the heavy stage files to Spark and all others to DuckDB. The pipeline does not know which
is which; tables that one side needs of the other are carried over before and after a stage.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from rolloutdiff.errors import MissingExtra, UsageError, WarehouseError
from rolloutdiff.ingest.sources import stream
from rolloutdiff.pipeline.spark_tables import SparkTables, failures
from rolloutdiff.pipeline.spark_texts import EXTRACTED, WORDS, extracting, reading
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.warehouse.failure import first_line
from rolloutdiff.warehouse.stage import Parameters, StageRunner

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Stages that run on Spark: the tables of DuckDB that are sent before, and those that are fetched after. With
# a dot it is a table of the schema: the rows of the analysis are sent, and rows are added to those there.
_STAGES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "vocabulary_tokens": (("vocabulary_member", "vocabulary_cell", "fixed_feature"), ("token_count",)),
    "lexical_start": ((), ()),
    "lexical_chunks": ((), ()),
    "lexical_read": ((), ()),
    "lexical_occur": ((), ()),
    "lexical_words": ((), ()),
    "lexical_encode": ((), ()),
    "lexical_pairs": ((), ()),
    "lexical_triples": ((), ()),
    "lexical_grams": ((), ("lexical_gram", "lexical_total")),
    "count_tokens": (("run_rollout", ".feature", ".analysis_rollout"), ()),
    "lexical_terms": (("lexical_feature",), ()),
    "lexical_count": ((), ()),
    "lexical_finish": ((), (".feature_count",)),
    "step_series": ((), (".series_point",)),
    "half_series": ((), ("half_point",)),
    "prompt_sum": ((), ("prompt_total",)),
}
# Tables of ours in DuckDB that stages made before; the others are made when they are fetched.
_THERE: Final = ("half_point", "prompt_total")
# Spark cuts the work itself: one chunk of prose, one block of steps of a run.
_WHOLE: Final = 1 << 62
# Pieces of a table that are read at once: texts cost time by the byte. Batches of them stay small.
_SETTINGS: Final = {
    "spark.sql.ansi.enabled": "true",
    "spark.sql.caseSensitive": "true",
    "spark.sql.files.maxPartitionBytes": "16m",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "2048",
}


class SparkRunner(StageRunner):
    """Runs stage files on Spark where they are for it, and on DuckDB otherwise.

    Args:
        runner: Runner of the warehouse.
        tables: Tables on Spark.
    """

    def __init__(self, runner: StageRunner, tables: SparkTables) -> None:
        super().__init__(runner.cursor, runner.schema)
        self.tables = tables

    def rows(self, name: str, params: Parameters | None = None) -> list[tuple[Any, ...]]:
        """Runs a file where it belongs and returns the rows of its last statement."""
        given = dict(params or {})
        if name == "step_blocks":
            given["block_rows"] = _WHOLE
        if name not in _STAGES:
            return super().rows(name, given)
        needs, gives = _STAGES[name]
        with failures(name):
            for table in needs:
                self._send(table, given)
            if name == "lexical_read":
                return self._read()
            found = self.tables.run(name, given | {"chunk_bytes": _WHOLE})
            for table in gives:
                self._fetch(table)
        return found

    def extract_texts(self, settings: AnalysisSettings, extractor: str) -> tuple[int, int]:
        """Extract every distinct text of the rollouts of `run_rollout` on the executors.

        Args:
            settings: Limits on code fragments.
            extractor: Version and limits of the extraction.

        Returns:
            Number of distinct texts, and their UTF-8 bytes.
        """
        # No stored extraction has the empty name: all texts are read, since none is on Spark.
        super().rows("fresh_text", {"extractor": ""})
        ((total, text_bytes),) = super().rows("fresh_text_count")
        read = extracting(settings.fragment_max_bytes, settings.fragment_max_depth)
        with failures("extract"):
            with self.stream("send_text") as rows:
                self.tables.send("text", rows)
            self._send("repeated_text", {})
            texts = self.tables.session.table("text")
            self.tables.add("extracted_chunk", texts.mapInArrow(read, EXTRACTED))
            self.tables.run("store_text_chunk", {"extractor": extractor})
            self.tables.run("store_extraction", {"after": -1, "last": _WHOLE})
            for table in ("text", "extracted_chunk", "repeated_text"):
                self.tables.drop(table)
        super().rows("finish_extraction")
        return int(total), int(text_bytes)

    def _read(self) -> list[tuple[Any, ...]]:
        """Words of all prose. Case and letters are DuckDB's: other engines know other releases of Unicode."""
        table = self.tables.session.table
        prose = table("extraction").join(table("lexical_member"), "rollout_id").select("place", "prose")
        self.tables.add("lexical_text", prose.mapInArrow(reading, WORDS))
        return []

    def _send(self, table: str, params: Parameters) -> None:
        """Sends a table of DuckDB: a temporary one whole, of one of the schema the rows of the analysis."""
        name = table.removeprefix(".")
        query = f"select t.* from {table} as t"
        if table != name:
            query = f"select t.* from {qualified(self.schema, name)} as t where t.analysis_id = $analysis_id"
        given = {"analysis_id": params["analysis_id"]} if table != name else None
        with stream(self.cursor.sql(query, params=given)) as rows:
            self.tables.send(name, rows)

    def _fetch(self, table: str) -> None:
        """Fetches a table of Spark: its rows are added to one of the schema, or make a temporary one."""
        name = table.removeprefix(".")
        target = qualified(self.schema, name) if table != name else name
        there = table != name or name in _THERE
        verb = f"insert into {target}" if there else f"create or replace temp table {target} as"
        with self.table("fetched", self.tables.fetch(name)):
            self.cursor.execute(f"{verb} select f.* from fetched as f").fetchall()
        if there and name != "feature_count":
            self.tables.drop(name)


@contextmanager
def spark_runner(runner: StageRunner, folder: str | None = None) -> Iterator[SparkRunner]:
    """A runner on the Spark session of this process, or on one that is started and stopped again.

    Args:
        runner: Runner of the warehouse.
        folder: Folder or URI that driver and executors see; a new folder in it is used, and removed. None
            takes one of this machine, for Spark in local mode.

    Raises:
        MissingExtra: PySpark is not installed.
        UsageError: Executors are on other machines and no folder is given.
        WarehouseError: Spark does not start.
    """
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        # It asks for an older pandas, and nothing here hands it a frame.
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        session = _session(stack)
        if folder is None:
            if not _is_local(session):
                raise UsageError(
                    f"Executors of {session.sparkContext.master} see no folder of this machine.",
                    "Name one that all of them can read and write: --spark-folder.",
                )
            folder = tempfile.mkdtemp(prefix="rolloutdiff-spark-")
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        tables = SparkTables(session, f"{folder.rstrip('/')}/rolloutdiff-{uuid4().hex}")
        stack.callback(tables.close)
        yield SparkRunner(runner, tables)


def _session(stack: ExitStack) -> SparkSession:
    """A session with settings and views of its own, on the Spark that runs or on one stopped at the end."""
    try:
        from pyspark import SparkConf
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtra("PySpark is not installed.", "Run: pip install 'rolloutdiff[spark]'") from error
    running = SparkSession.getActiveSession()
    if running is None:
        builder = SparkSession.builder.appName("rolloutdiff").config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false")
        if not SparkConf().contains("spark.master"):
            builder = builder.master("local[*]")
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        try:
            running = builder.getOrCreate()
        except (PySparkException, OSError) as error:
            raise WarehouseError(
                f"Spark does not start: {first_line(error)}.",
                "It needs Java 17 or later: install it, or point JAVA_HOME to it.",
            ) from error
        running.sparkContext.setLogLevel("ERROR")
        stack.callback(running.stop)
    session = running.newSession()
    for name, value in _SETTINGS.items():
        session.conf.set(name, value)
    if _is_local(session):
        session.conf.set("spark.sql.shuffle.partitions", str(session.sparkContext.defaultParallelism))
    return session


def _is_local(session: SparkSession) -> bool:
    return (session.sparkContext.master or "").startswith("local")
