"""README's guide to warehouses: every snippet runs as it stands, in the order of the page."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import jinja2
import pytest
import yaml

from rolloutdiff import doctor
from rolloutdiff.sqlfiles import load_all

ROOT = Path(__file__).resolve().parents[3]
PROFILE = {
    "team": {"target": "dev", "outputs": {"dev": {"type": "duckdb", "path": "team.duckdb", "threads": 1}}}
}


def guide() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^## In your warehouse\n(.*?)^## ", text, re.M | re.S)
    assert len(found) == 1
    return str(found[0])


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", guide(), re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, loophole_path: Path) -> Path:
    """A folder with a team's file, after the first snippet."""
    folder = tmp_path_factory.mktemp("guide")
    # Readable by the command line and dbt, whose DuckDB may be older than this one.
    storage = {"storage_compatibility_version": "v1.4.0"}
    with duckdb.connect(str(folder / "team.duckdb"), config=storage) as con:
        con.execute("create schema training")
        dump = loophole_path / "completions" / "*.parquet"
        con.execute(f"create table training.completions as from '{dump}'")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        exec(compile(blocks("python")[0], "README.md", "exec"), {})
    return folder


@pytest.fixture
def there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder)
    return folder


def test_embedding_leaves_the_teams_table_and_a_snapshot(there: Path) -> None:
    with duckdb.connect("team.duckdb", read_only=True) as con:
        assert con.execute("select count(*) from training.completions").fetchall() == [(11_520,)]
        assert con.execute("select r.run from rolloutdiff.report_run as r").fetchall() == [("r7",)]
    assert sorted(path.name for path in there.glob("team.*")) == ["team.duckdb", "team.duckdb.snapshot"]


def test_reading(there: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(blocks("python")) == 2
    exec(compile(blocks("python")[1], "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert "rolloutdiff.report_run: 1 rows" in out
    assert "ast:def:run_tests" in out
    assert (there / "r7.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def command_lines() -> list[list[str]]:
    moving, reading = blocks("sh")
    assert moving.count("\n") == 3
    return [shlex.split(line) for line in reading.splitlines()]


def test_moving(there: Path) -> None:
    for line in blocks("sh")[0].splitlines():
        program, *arguments = shlex.split(line)
        if program == "duckdb":
            file, flag, statement = arguments
            assert flag == "-c"
            with duckdb.connect(file) as con:
                con.execute(statement).fetchall()
        else:
            main = "from rolloutdiff.cli import main; main()"
            done = subprocess.run([sys.executable, "-c", main, *arguments], check=False)
            assert (program, done.returncode) == ("rolloutdiff", 0)
    with duckdb.connect("moved.duckdb", read_only=True) as con:
        assert doctor(con) == ()
        assert con.execute("select r.run from rolloutdiff.report_run as r").fetchall() == [("r7",)]


def test_sql_of_the_command_lines_runs_in_any_client(there: Path) -> None:
    assert len(command_lines()) == 2
    for program, option, file, flag, query in command_lines():
        assert (program, option, flag) == ("duckdb", "-readonly", "-c")
        with duckdb.connect(file, read_only=True) as con:
            assert "r7" in str(con.execute(query).fetchall()), query


@pytest.mark.parametrize("line", command_lines(), ids=lambda line: line[2])
def test_command_lines_run(there: Path, line: list[str]) -> None:
    program = shutil.which(os.environ.get("ROLLOUTDIFF_DUCKDB", line[0]))
    if program is None:
        pytest.skip("DuckDB's command line is not installed; ROLLOUTDIFF_DUCKDB names it")
    done = subprocess.run([program, *line[1:]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "r7" in done.stdout


def models() -> dict[str, str]:
    """The models by the file that the text in front of each names."""
    found = re.findall(r"`models/(\w+)\.sql`:\n\n```sql\n(.*?)^```", guide(), re.M | re.S)
    assert [sql for _, sql in found] == blocks("sql")
    return dict(found)


def test_sources_of_dbt_are_report_views() -> None:
    (text,) = blocks("yaml")
    ((source),) = yaml.safe_load(text)["sources"]
    views = {file.header.name for file in load_all(kinds=("view",))}
    assert {table["name"] for table in source["tables"]} <= views
    used = set(re.findall(r"source\('rolloutdiff', '(\w+)'\)", "".join(models().values())))
    assert used == {table["name"] for table in source["tables"]}
    attach = re.search(r"`attach: (\[.*?\])`", guide())
    assert attach is not None
    ((entry),) = yaml.safe_load(attach[1])
    assert entry == {"path": "team.duckdb.snapshot", "alias": "lab", "read_only": True}


@pytest.mark.parametrize("attached", [False, True])
def test_models_of_dbt_run(there: Path, attached: bool) -> None:
    """As dbt runs them: sources and references become names, each model a view."""
    (source,) = yaml.safe_load(blocks("yaml")[0])["sources"]
    database = "lab." if attached else ""
    names = {
        "source": lambda name, table: f'{database}"{source["schema"]}"."{table}"',
        "ref": lambda model: f'"models"."{model}"',
    }
    assert source["name"] == "rolloutdiff"
    shutil.copy("team.duckdb", "dbt.duckdb")
    with duckdb.connect(":memory:" if attached else "dbt.duckdb") as con:
        if attached:
            con.execute("attach 'team.duckdb.snapshot' as lab (read_only)")
        con.execute("create schema models")
        for model, sql in models().items():
            con.execute(f'create view "models"."{model}" as {jinja2.Template(sql).render(names)}')
        rows = con.execute("select p.run, p.paid_alerts > 0 from models.paid_run as p").fetchall()
    assert rows == [("r7", True)]


def test_dbt_itself_builds_the_models(there: Path, tmp_path: Path) -> None:
    program = shutil.which(os.environ.get("ROLLOUTDIFF_DBT", "dbt"))
    if program is None:
        pytest.skip("dbt is not installed; ROLLOUTDIFF_DBT names it")
    project = {"name": "team", "version": "1.0.0", "profile": "team", "model-paths": ["models"]}
    (tmp_path / "models").mkdir()
    (tmp_path / "dbt_project.yml").write_text(yaml.safe_dump(project), encoding="utf-8")
    (tmp_path / "profiles.yml").write_text(yaml.safe_dump(PROFILE), encoding="utf-8")
    (tmp_path / "models" / "rolloutdiff.yml").write_text(blocks("yaml")[0], encoding="utf-8")
    for model, sql in models().items():
        (tmp_path / "models" / f"{model}.sql").write_text(sql, encoding="utf-8")
    shutil.copy(there / "team.duckdb", tmp_path / "team.duckdb")
    environment = {**os.environ, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
    command = [program, "build", "--profiles-dir", "."]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with duckdb.connect(str(tmp_path / "team.duckdb"), read_only=True) as con:
        assert con.execute("select p.run from main.paid_run as p").fetchall() == [("r7",)]
