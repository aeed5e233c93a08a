"""A guest's manners over a whole analysis: nothing of the caller changes, nor changes a result."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import analyze_rollouts, audit_rollouts, certify, from_table
from rolloutdiff.settings import Resources
from rolloutdiff.sqlfiles import load_all
from rolloutdiff.warehouse.connect import work_cursor
from tests.unit.audit.world import labelled
from tests.warehouse.belongings import temporary_names
from tests.warehouse.small import FAST, TRUTH, audited_dump, small_dump


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_dump(tmp_path_factory.mktemp("guest") / "dump.parquet")


def global_state(con: duckdb.DuckDBPyConnection) -> list[list[tuple[object, ...]]]:
    """Settings and functions of the whole instance, and the progress bar that is drawn for nobody."""
    settings = "select name, value, scope from duckdb_settings() order by name"
    functions = (
        "select database_name, schema_name, function_name, function_type, parameters::varchar"
        " from duckdb_functions() where schema_name <> 'rolloutdiff' order by all"
    )
    return [con.execute(query).fetchall() for query in (settings, functions)]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, MemoryError, GeneratorExit])
def test_an_instance_in_memory_is_as_before_whatever_is_raised(dump: Path, stop: type[BaseException]) -> None:
    with duckdb.connect() as con, con.cursor() as other:
        con.execute("set enable_progress_bar = true; set threads = 2; set memory_limit = '1GB'")
        before = global_state(con), global_state(other)
        heard: list[str] = []

        def listen(stage: str, done: int, total: int) -> None:
            heard.append(stage)
            # While it runs the instance is as it was, too, and nothing is registered in it.
            assert (global_state(con), global_state(other)) == before
            if stage == "evidence":
                raise stop

        with pytest.raises(stop):
            analyze_rollouts(from_table(dump, run="r"), con=con, progress=listen)
        assert len(set(heard)) > 5
        assert (global_state(con), global_state(other)) == before


def test_a_file_of_ours_is_bounded_and_private(tmp_path: Path, dump: Path) -> None:
    limits = Resources(threads=1, memory_limit="512MB", temp_directory=str(tmp_path))
    with analyze_rollouts(from_table(dump, run="r"), db=tmp_path / "w.duckdb", resources=limits) as analysis:
        cursor = analysis._session.runner.cursor
        in_force = {
            name: str(cursor.execute(f"select current_setting('{name}')").fetchall()[0][0])
            for name in ("threads", "memory_limit", "temp_directory", "max_temp_directory_size")
        }
        folder = Path(in_force["temp_directory"])
        assert folder.is_dir()
    # Shown, and still so after the file was released.
    assert analysis.limits == in_force
    assert in_force["threads"] == "1"
    assert in_force["memory_limit"] == "488.2 MiB"
    assert folder.parent == tmp_path and not folder.exists()
    assert "90%" not in in_force["max_temp_directory_size"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.duckdb"]


def test_limits_of_a_callers_connection_are_its_own(tmp_path: Path, dump: Path) -> None:
    with duckdb.connect(config={"threads": 3, "memory_limit": "1GB", "temp_directory": str(tmp_path)}) as con:
        con.execute("set max_temp_directory_size = '3GB'")
        with analyze_rollouts(from_table(dump, run="r"), con=con) as analysis:
            assert analysis.limits == {
                "threads": "3",
                "memory_limit": "953.6 MiB",
                "temp_directory": str(tmp_path),
                "max_temp_directory_size": "2.7 GiB",
            }


def names_read_by_sql() -> list[str]:
    """Every table and view of ours, and every name a stage reads that it makes or is given."""
    return [*ours_in_the_catalogue(), *temporary_names()]


@pytest.fixture
def decoys(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Gives the package's own modules globals of all these names."""

    def place() -> None:
        ours = [module for name, module in sys.modules.items() if name.startswith("rolloutdiff.")]
        for module in ours:
            for name in names_read_by_sql():
                if not hasattr(module, name) and not hasattr(builtins, name):
                    monkeypatch.setattr(module, name, DECOY, raising=False)

    return place


@pytest.mark.parametrize("everywhere", [pytest.param(False, marks=pytest.mark.matrix), True])
def test_a_variable_named_like_a_table_never_changes_a_result(
    dump: Path, tmp_path: Path, decoys: Callable[[], None], everywhere: bool
) -> None:
    """H1: DuckDB lets a Python variable stand in for a missing table, even of a qualified name."""
    page = tmp_path / "page.html"
    with analyze_rollouts(from_table(dump, run="r"), db=None) as analysis:
        expected = analysis.report()
        analysis.write_html(page)
        shown = page.read_bytes()
        tables = {name: getattr(analysis, name).rows() for name in TABLES}
    # As globals of the package's own modules, and as variables of the code that calls it.
    decoys()
    with duckdb.connect() as con:
        con.execute(f"set python_scan_all_frames = {str(everywhere).lower()}")
        # The hazard is real on the caller's own connection, for every table and view.
        for name in ours_in_the_catalogue():
            query = f"select count(*) from rolloutdiff.{name}"
            assert among_decoys(lambda con, query: con.execute(query).fetchall(), con, query) == [(1,)], name
        with among_decoys(lambda: analyze_rollouts(from_table(dump, run="r"), con=con)) as analysis:
            assert among_decoys(analysis.report) == expected
            among_decoys(analysis.write_html, page)
            for name in TABLES:
                assert among_decoys(getattr(analysis, name).rows) == tables[name], name
        assert page.read_bytes() == shown


@pytest.mark.parametrize("everywhere", [pytest.param(False, marks=pytest.mark.matrix), True])
def test_a_variable_named_like_a_table_never_changes_an_audit(
    tmp_path: Path, decoys: Callable[[], None], everywhere: bool
) -> None:
    rated = labelled().rename_columns(["slice", "response", "label", "mood"])
    given = {"slice_column": "slice", "qa": rated, "truth": TRUTH, "settings": FAST}
    page, query = (
        tmp_path / "page.html",
        "select i % 2 as gold, -1 as logprob, -2 as ref_logprob from own as t(i)",
    )
    with audit_rollouts(audited_dump("r"), **given) as audit:
        expected = audit.report()
        audit.write_html(page)
        shown = page.read_bytes()
        tables = {name: getattr(audit, name).rows() for name in AUDIT_TABLES}
    decoys()
    with duckdb.connect() as con:
        con.execute(f"set python_scan_all_frames = {str(everywhere).lower()}")
        con.execute("create table own as from range(40)")
        certified = certify(con.sql(query), settings=FAST).rows()
        assert among_decoys(lambda con, query: certify(con.sql(query), settings=FAST).rows(), con, query) == (
            certified
        )
        with among_decoys(lambda: audit_rollouts(audited_dump("r"), con=con, **given)) as audit:
            assert among_decoys(audit.report) == expected
            among_decoys(audit.write_html, page)
            for name in AUDIT_TABLES:
                assert among_decoys(getattr(audit, name).rows) == tables[name] != [], name
            # Done once more, with nothing to compute.
            with among_decoys(lambda: audit_rollouts(con=con, **given)) as again:
                assert (again.id, among_decoys(again.report)) == (audit.id, expected)
        assert page.read_bytes() == shown


def test_a_missing_table_of_ours_is_an_error_and_never_a_variable(dump: Path) -> None:
    with duckdb.connect() as con:
        con.execute("set python_scan_all_frames = true")
        analyze_rollouts(from_table(dump, run="r"), con=con).close()
        for name in ours_in_the_catalogue("table"):
            con.execute(f"alter table rolloutdiff.{name} rename to hidden")
            with work_cursor(con) as cursor, pytest.raises(duckdb.CatalogException, match=name):
                among_decoys(cursor.execute, f"select * from rolloutdiff.{name}")
            con.execute(f"alter table rolloutdiff.hidden rename to {name}")


DECOY = pa.table({"analysis_id": ["x"], "run": ["x"], "feature_id": [0], "complete": [True]})


def among_decoys(call: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function from code whose variables, global and local, have all the names that SQL reads."""
    variables = dict.fromkeys(names_read_by_sql(), DECOY)
    space = {"_call": call, "_given": arguments}
    # The code of a lambda is run on the variables too: its own frame is the first that DuckDB looks at.
    if isinstance(call, FunctionType):
        space["_call"] = FunctionType(
            call.__code__, {**call.__globals__, **variables}, closure=call.__closure__
        )
    exec("_found = _call(*_given)", {**variables, **space}, local := {**variables})
    return local["_found"]


TABLES = ("run", "series", "alerts", "calibration", "evidence", "event_ranking", "event_members", "exemplars")
AUDIT_TABLES = sorted(
    file.header.name.removeprefix("report_audit_")
    for file in load_all(kinds=("view",))
    if file.header.name.startswith("report_audit_")
)


def ours_in_the_catalogue(*kinds: str) -> list[str]:
    """Names of our tables and views, or of those of one kind."""
    return [file.header.name for file in load_all(kinds=kinds or ("table", "view"))]
