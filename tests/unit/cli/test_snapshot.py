"""`analyze --snapshot`: a finished copy beside the warehouse, named in the output."""

from __future__ import annotations

from rolloutdiff import open_warehouse
from tests.warehouse.small import small_dump


def test_snapshot_is_written_and_named(command_line, tmp_path):
    dump, db = small_dump(tmp_path / "dump.parquet"), tmp_path / "w.duckdb"
    source = (dump, "--format", "table", "--run", "r")
    code, out, err = command_line("analyze", *source, "--db", db, "--snapshot")
    assert (code, err) == (0, "")
    assert f"snapshot: {db}.snapshot\n" in out
    with open_warehouse(f"{db}.snapshot") as warehouse:
        assert warehouse.analysis().runs == ["r"]
    code, _, err = command_line("analyze", *source, "--snapshot")
    assert code == 2
    assert err.startswith("error[usage]: A database in memory has no snapshot. Give db (--db)")
