"""A warehouse shared with the oldest DuckDB we support: each release reads what the other has written."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, from_table, open_warehouse
from rolloutdiff.sqlfiles import control, load_all
from rolloutdiff.warehouse.connect import version_tuple
from rolloutdiff.warehouse.snapshot import snapshot_path
from tests.warehouse.small import small_dump

ROOT = Path(__file__).resolve().parents[2]
VIEWS = sorted(file.header.name for file in load_all(kinds=("view",)))

MAKE = """
import duckdb, sys
con = duckdb.connect(sys.argv[1])
con.execute("create schema training; create table training.notes as select range as i from range(1000)")
con.execute("create view training.even as select n.i from training.notes as n where n.i % 2 = 0")
macro = "with a as (select n.i from training.notes as n where n.i > least) select count(*) as n from a"
con.execute(f"create macro training.above(least) as table {macro}")
"""
READ = """
import duckdb, json, sys
con = duckdb.connect(sys.argv[1])
views = {name: con.execute(f"select * from rolloutdiff.{name}").fetchall() for name in sys.argv[2].split()}
found = {name: sorted(map(repr, rows)) for name, rows in views.items()}
first = "select r.analysis_id, r.run from rolloutdiff.report_run as r order by all"
analysis, run = con.execute(first).fetchone()
macro = f"select * from rolloutdiff.step_mean_v1('{analysis}', '{run}', 1, 24) order by all"
found["step_mean_v1"] = len(con.execute(macro).fetchall())
found["own"] = con.execute("select o.n from training.above(998) as o").fetchall()
con.execute("create or replace table training.written as select 1 as a")
con.execute("checkpoint")
found["mine"] = con.execute("select count(*) from training.even").fetchall()
json.dump(found, sys.stdout)
"""
ANALYSE = """
import sys
from rolloutdiff import analyze_rollouts, from_table
with analyze_rollouts(from_table(sys.argv[1], run="r"), db=sys.argv[2]) as analysis:
    analysis.write_json(sys.argv[3])
"""


@pytest.fixture(scope="module")
def old() -> str:
    """An interpreter whose DuckDB is the oldest we support, and older than ours."""
    given = os.environ.get("ROLLOUTDIFF_FLOOR_PYTHON", str(ROOT / ".venv-floor" / "bin" / "python"))
    probe = "import duckdb, rolloutdiff; print(duckdb.__version__)"
    try:
        done = run_python(given, probe)
    except FileNotFoundError:
        pytest.skip("no second DuckDB: make test-floor makes .venv-floor, or set ROLLOUTDIFF_FLOOR_PYTHON")
    version = version_tuple(done.strip())
    assert version[:2] == version_tuple(control().duckdb_floor)[:2]
    if version >= version_tuple(duckdb.__version__):
        pytest.skip(f"this is DuckDB {duckdb.__version__} itself")
    return given


def run_python(python: str, code: str, *arguments: object) -> str:
    done = subprocess.run(
        [python, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def here(db: Path) -> dict[str, list[str]]:
    with duckdb.connect(str(db), read_only=True) as con:
        return {
            name: sorted(map(repr, con.execute(f"select * from rolloutdiff.{name}").fetchall()))
            for name in VIEWS
        }


def there(old: str, db: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run_python(old, READ, db, " ".join(VIEWS)))
    return found


def test_a_file_of_the_oldest_release_stays_readable_by_it(tmp_path: Path, old: str) -> None:
    dump, db = small_dump(tmp_path / "dump.parquet"), tmp_path / "w.duckdb"
    run_python(old, MAKE, db)
    run_python(old, ANALYSE, dump, db, tmp_path / "old.json")
    # Work of the newer release: another analysis, in the file and on a connection of the user's, and a copy.
    second = AnalysisSettings(profile="original", unscored="error")
    analyze_rollouts(from_table(dump, run="r"), db=db, settings=second, snapshot=True).close()
    with duckdb.connect(str(db)) as con:
        con.execute("create table training.more as select range as i from range(100000)")
        analyze_rollouts(from_table(dump, run="s"), con=con, snapshot=True).close()
        con.execute("checkpoint")
    shown = here(db)
    for file in (db, snapshot_path(db)):
        found = there(old, file)
        assert (found["mine"], found["own"]) == ([[500]], [[1]])
        assert found["step_mean_v1"] > 0
        assert {name: found[name] for name in VIEWS} == shown
    assert len(shown["report_run"]) == 3
    # And the newer one goes on after the older has written.
    with open_warehouse(db) as warehouse, warehouse.analysis(run="s") as analysis:
        assert len(warehouse.analyses) == 3
        cursor = analysis._session.runner.cursor
        macro = f"select count(*) from rolloutdiff.step_mean_v1('{analysis.id}', 's', 1, 24)"
        assert cursor.execute(macro).fetchall()[0][0] > 0


def test_a_new_file_of_ours_is_readable_by_the_oldest_release(tmp_path: Path, old: str) -> None:
    dump, db = small_dump(tmp_path / "dump.parquet"), tmp_path / "w.duckdb"
    analyze_rollouts(from_table(dump, run="r"), db=db, snapshot=True).close()
    with duckdb.connect(str(db)) as con:
        con.execute("create schema training; create view training.even as select unnest(range(500)) as i")
        con.execute("create macro training.above(least) as table with a as (select 1 as n) select a.n from a")
    shown = here(db)
    assert {name: rows for name, rows in there(old, db).items() if name in VIEWS} == shown
    code = "import duckdb, sys\ncon = duckdb.connect(sys.argv[1], read_only=True)\n"
    code += "print(con.execute('select count(*) from rolloutdiff.report_run').fetchall())"
    assert run_python(old, code, snapshot_path(db)) == "[(1,)]\n"


def test_both_releases_write_the_same_report(tmp_path: Path, old: str) -> None:
    dump = small_dump(tmp_path / "dump.parquet")
    run_python(old, ANALYSE, dump, tmp_path / "old.duckdb", tmp_path / "old.json")
    with analyze_rollouts(from_table(dump, run="r"), db=tmp_path / "new.duckdb") as analysis:
        analysis.write_json(tmp_path / "new.json")
    assert (tmp_path / "old.json").read_bytes() == (tmp_path / "new.json").read_bytes()


def test_an_export_goes_to_the_oldest_release_and_from_it(tmp_path: Path, old: str) -> None:
    dump = small_dump(tmp_path / "dump.parquet")
    analyze_rollouts(from_table(dump, run="r"), db=tmp_path / "new.duckdb").close()
    run_python(old, ANALYSE, dump, tmp_path / "old.duckdb", tmp_path / "old.json")
    before = here(tmp_path / "new.duckdb")
    code = "import duckdb, sys\nduckdb.connect(sys.argv[1]).execute(sys.argv[2])"
    with duckdb.connect(str(tmp_path / "new.duckdb")) as con:
        con.execute(f"export database '{tmp_path / 'new'}'")
    run_python(old, code, tmp_path / "to.duckdb", f"import database '{tmp_path / 'new'}'")
    assert here(tmp_path / "to.duckdb") == before
    run_python(old, code, tmp_path / "old.duckdb", f"export database '{tmp_path / 'old'}' (format parquet)")
    with duckdb.connect(str(tmp_path / "from.duckdb")) as con:
        con.execute(f"import database '{tmp_path / 'old'}'")
    assert here(tmp_path / "from.duckdb") == before
