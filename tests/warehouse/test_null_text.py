"""A stored text column of nothing but NULL: DuckDB before 1.4.4 finds no row in files of storage v1.4.0."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table
from tests.warehouse.small import small_dump


@pytest.mark.parametrize("missing", [True, False])
@pytest.mark.parametrize("storage", ["v1.0.0", "v1.4.0"])
def test_report_of_a_reopened_file_is_that_of_memory(tmp_path: Path, storage: str, missing: bool) -> None:
    dump, db = small_dump(tmp_path / "dump.parquet"), tmp_path / "w.duckdb"
    if missing:
        with duckdb.connect() as con:
            con.execute(f"create table d as from '{dump}'; update d set response = null")
            con.execute(f"copy d to '{dump}' (format parquet)")
    with duckdb.connect(str(db), config={"storage_compatibility_version": storage}) as con:
        analyze_rollouts(from_table(dump, run="r"), con=con).close()
    # Rollouts, and columns without a value such as group and split, are now read from the file.
    settings = AnalysisSettings(profile="original")
    with analyze_rollouts(from_table(dump, run="r"), db=db, settings=settings) as analysis:
        analysis.write_json(tmp_path / "file.json")
        found = {row["code"]: row for row in analysis.integrity.rows()}
    with analyze_rollouts(from_table(dump, run="r"), settings=settings) as analysis:
        analysis.write_json(tmp_path / "memory.json")
    assert (tmp_path / "file.json").read_bytes() == (tmp_path / "memory.json").read_bytes()
    assert ("missing_response" in found) == missing
