"""`analyze --compact` and `--no-text` on the command line."""

from __future__ import annotations

import pytest

from tests.warehouse.small import small_dump


@pytest.mark.parametrize("option", ["--compact", "--no-text"])
def test_options_need_a_file(command_line, tmp_path, option):
    dump = small_dump(tmp_path / "dump.parquet", 20)
    code, out, err = command_line("analyze", dump, option)
    assert (code, out) == (2, "")
    assert "is given without a database file of ours. Give db (--db), or leave it out." in err


def test_no_text_is_passed_on(command_line, tmp_path):
    dump, db = small_dump(tmp_path / "dump.parquet", 20), tmp_path / "w.duckdb"
    code, out, _ = command_line("analyze", dump, "--no-text", "--db", db)
    assert code == 0 and f"warehouse: {db}" in out
    code, _, err = command_line("inspect", "--db", db)
    assert code == 3 and ("keeps no texts" in err or "no event" in err.lower())
