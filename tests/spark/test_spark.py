"""The second engine: what Spark counts is what DuckDB counts, row for row, in every table of an analysis."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, load_trl
from rolloutdiff.errors import MissingExtra, UsageError, WarehouseError
from rolloutdiff.ingest import Rollouts
from rolloutdiff.pipeline.spark_tables import SparkTables, failures

# What no result rests on: the clock of the installation, and the texts parsed, which stay on Spark.
APART = {"install_log", "extraction"}
# Rows of these lie in no particular order.
UNORDERED = {"feature_count", "series_point"}
ONE = pa.table({"step": [1], "prompt": ["p"], "response": ["r"], "reward": [1.0]})
TEXTS = (
    None,
    "",
    "İstanbul STRASSE straße ΟΔΟΣ Σ Ǆ é é 日本語 _x1\u200bit's",
    "```python\ndef f():\n    return sorted(x)\n```\nThen it's done, it's done.",
    "```python\n((((\n```",
    "<think>Let me see.</think>Yes \\Q.\\E %s {x} \0 \x01 end",
    "a a a a b a a b",
)


def tables(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of all tables of an analysis, as they lie there."""
    with duckdb.connect(str(file), read_only=True) as con:
        names = con.execute(
            "select table_name from duckdb_tables() where schema_name = 'rolloutdiff' order by all"
        ).fetchall()
        found = {
            name: con.execute(f"from rolloutdiff.{name}{' order by all' * (name in UNORDERED)}").fetchall()
            for (name,) in names
            if name not in APART
        }
    return found


def assert_engines_agree(rollouts: Rollouts, folder: Path, **settings: Any) -> dict[str, list[Any]]:
    """Analyses a dump on both engines, compares tables and reports, and gives the tables."""
    pages = []
    for engine in ("duckdb", "spark"):
        given = {"db": folder / f"{engine}.duckdb", "settings": AnalysisSettings(**settings)}
        with analyze_rollouts(rollouts, engine=engine, **given) as analysis:
            analysis.write_json(folder / f"{engine}.json")
        pages.append((folder / f"{engine}.json").read_bytes())
    here, there = tables(folder / "duckdb.duckdb"), tables(folder / "spark.duckdb")
    assert [name for name in here if here[name] != there[name]] == []
    assert pages[0] == pages[1]
    return here


def test_bundled_run_is_the_same(spark, loophole_path: Path, tmp_path: Path) -> None:
    rollouts = load_trl(loophole_path, run="loophole", reward_column="training_passed")
    rows = assert_engines_agree(rollouts, tmp_path)
    # Not by having nothing: alerts with evidence, and counts of both kinds of feature.
    assert len(rows["alert"]) > 20
    assert len(rows["feature_count"]) > 100_000
    assert {row[2] for row in rows["feature"]} == {"ast", "lexical", "reward", "shape"}
    # Nothing of ours stays in the session of the caller.
    assert spark.catalog.listTables() == []


@pytest.mark.matrix
def test_odd_texts_and_a_growing_vocabulary_are_the_same(spark, tmp_path: Path) -> None:
    """Two runs, groups of one to three, texts that come again, letters that engines put in other cases."""
    rows = [
        {
            "run": run,
            "step": step,
            "prompt": f"prompt {prompt} \U0001f600" + " <think>\n" * (prompt == 1),
            "response": TEXTS[(step * 3 + prompt * 2 + i) % len(TEXTS)]
            if step < 15 or prompt
            else f"new words {step} appear",
            "reward": (step + i) % 3 / 3,
        }
        for run in ("it's", "r\\2")
        for step in range(24)
        for prompt in range(4)
        for i in range(1 + (step + prompt) % 3)
    ]
    rollouts = from_table(pa.Table.from_pylist(rows))
    found = assert_engines_agree(rollouts, tmp_path, vocabulary="prefix", min_document_frequency=1)
    assert any(row[-1] > 0 for row in found["feature"]), "a token was admitted after the first steps"


def test_failure_of_spark_is_a_sentence_and_nothing_is_kept(spark, tmp_path: Path, monkeypatch) -> None:
    rollouts = from_table(ONE, run="r")
    monkeypatch.setattr(SparkTables, "drop", lambda self, table: self.session.sql("select nothing"))
    with pytest.raises(WarehouseError, match=r"Spark failed in stage \w+: .*nothing"):
        analyze_rollouts(rollouts, db=tmp_path / "w.duckdb", engine="spark", spark_folder=str(tmp_path / "s"))
    assert list((tmp_path / "s").iterdir()) == []
    assert tables(tmp_path / "w.duckdb")["series_point"] == []


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")
def test_what_python_of_an_executor_raises_is_told(spark) -> None:
    def failing(batches: Any) -> Any:
        raise ValueError(f"no way with {len(list(batches))}")

    with (
        pytest.raises(
            WarehouseError, match=r"^Spark failed in stage x: ValueError: no way with 1\. Executors"
        ),
        failures("x"),
    ):
        spark.range(1, numPartitions=1).mapInArrow(failing, "id bigint").collect()


def test_without_pyspark_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(
        MissingExtra, match=r"PySpark is not installed\. Run: pip install 'rolloutdiff\[spark\]'"
    ):
        analyze_rollouts(from_table(ONE, run="r"), engine="spark")


@pytest.mark.parametrize("folder", ["nowhere://x/y", "file:///dev/null/x", "/dev/null/x"])
def test_folder_that_is_none_is_refused(spark, folder: str) -> None:
    with pytest.raises(UsageError, match=f"--spark-folder '{folder}"):
        analyze_rollouts(from_table(ONE, run="r"), engine="spark", spark_folder=folder)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"engine": "dask"}, "engine is 'dask'"),
        ({"engine": "duckdb", "spark_folder": "x"}, "--spark-folder is given without --engine spark"),
        (
            {"engine": "spark", "settings": AnalysisSettings(features=(("n", "length(response)"),))},
            "Custom features run on engine duckdb only",
        ),
    ],
)
def test_what_an_engine_cannot_do_is_refused_first(given: dict[str, Any], complaint: str) -> None:
    rollouts = from_table(ONE, run="r")
    with pytest.raises(UsageError, match=complaint):
        analyze_rollouts(rollouts, **given)
