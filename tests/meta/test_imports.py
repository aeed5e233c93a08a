"""`import rolloutdiff` in a fresh interpreter: quick, silent, and complete on demand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rolloutdiff
from tests.warehouse.small import small_dump

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("scipy", "sqlglot", "typer", "rich", "duckdb", "numpy", "pandas", "polars", "pyarrow", "jinja2")

PROBE = """
import json, logging, sys
{statement}
print(json.dumps([sorted({{name.split('.')[0] for name in sys.modules}}), len(logging.root.handlers)]))
"""


def loaded_after(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter holds after `statement`, which must say nothing."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(statement=statement)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 1, "an import printed something"
    modules, handlers = json.loads(lines[0])
    assert handlers == 0, "an import configured logging"
    return set(modules)


def test_probe_sees_what_is_loaded() -> None:
    assert {"duckdb", "rolloutdiff"} <= loaded_after("import rolloutdiff, duckdb")


@pytest.mark.parametrize("statement", ["import rolloutdiff", "from rolloutdiff import __version__, errors"])
def test_import_loads_no_heavy_library(statement: str) -> None:
    assert loaded_after(statement) & set(HEAVY) == set()


def test_settings_load_no_heavy_library() -> None:
    statement = "from rolloutdiff import AnalysisSettings, FrozenZSettings; AnalysisSettings()"
    assert loaded_after(statement) & set(HEAVY) == set()


def test_features_do_without_duckdb() -> None:
    assert "duckdb" not in loaded_after("import rolloutdiff.features")


def test_stats_do_without_duckdb_and_sql() -> None:
    assert loaded_after("import rolloutdiff.stats") & {"duckdb", "sqlglot", "pyarrow"} == set()


def test_api_does_not_load_the_command_line_or_data_frames() -> None:
    assert loaded_after("import rolloutdiff.api") & {"typer", "rich", "pandas", "polars"} == set()


def test_the_list_of_verbs_loads_none_of_them() -> None:
    loaded = loaded_after("import rolloutdiff.cli.app as cli; cli.typer.main.get_command(cli.app).get_help")
    assert loaded & set(HEAVY) - {"typer"} == set()


def test_render_does_without_the_libraries_of_an_analysis() -> None:
    loaded = loaded_after("from rolloutdiff.cli.app import load_verb; load_verb('render')")
    assert loaded & {"scipy", "sqlglot", "pyarrow", "pandas", "rich"} == set()


def test_an_analysis_does_without_pandas(tmp_path: Path) -> None:
    dump = small_dump(tmp_path / "dump.parquet")
    statement = (
        "from rolloutdiff import analyze_rollouts, from_table;"
        f" analysis = analyze_rollouts(from_table({str(dump)!r}, run='run'));"
        f" analysis.write_html({str(tmp_path / 'report.html')!r})"
    )
    loaded = loaded_after(statement)
    assert {"duckdb", "pyarrow", "scipy"} <= loaded
    assert "pandas" not in loaded


@pytest.mark.parametrize("name", rolloutdiff.__all__)
def test_public_name_resolves(name: str) -> None:
    assert name in dir(rolloutdiff)
    assert getattr(rolloutdiff, name) is not None


@pytest.mark.parametrize("name", sorted({*rolloutdiff.__all__} - {"__version__"}))
def test_public_name_is_documented(name: str) -> None:
    assert (getattr(rolloutdiff, name).__doc__ or "").strip()


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'rolloutdiff' has no attribute 'analyse'"):
        _ = rolloutdiff.analyse
