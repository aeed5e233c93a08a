"""Every snippet of README.md runs as it stands."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import analyze_rollouts, load_trl
from rolloutdiff.cli.app import run


def blocks(root, language):
    text = (root / "README.md").read_text(encoding="utf-8")
    # The guide to warehouses has a test of its own.
    text = re.sub(r"^## In your warehouse\n.*?(?=^## )", "", text, flags=re.M | re.S)
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


@pytest.fixture
def folder(tmp_path, monkeypatch, loophole_path):
    """A working folder with the bundled run where the snippets look for it."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "loophole").symlink_to(loophole_path)
    (tmp_path / "completions").symlink_to(loophole_path / "completions")
    gold = {"family": ["code", "prose"] * 20, "gold": [i / 40 for i in range(40)]}
    gold |= {"ref_logprob": [-9.0] * 40, "logprob": [-9 + i / 20 for i in range(40)]}
    pq.write_table(pa.table(gold), tmp_path / "gold.parquet")
    (tmp_path / "dumps").symlink_to(Path(__file__).parents[2] / "data" / "glm5")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python(root, folder, capsys):
    frame = pd.DataFrame(
        {
            "step": [step for step in range(1, 20) for _ in range(4)],
            "question": ["p", "p", "q", "q"] * 19,
            "answer": "text",
            "reward": 1.0,
        }
    )
    snippets = blocks(root, "python")
    assert len(snippets) >= 3
    with duckdb.connect() as con:
        con.execute("create schema my_schema")
        con.register("given", pa.Table.from_pandas(frame))
        con.execute("create table my_schema.completions as from given")
        for code in snippets:
            exec(compile(code, "README.md", "exec"), {"frame": frame, "con": con})
        assert con.execute("select run, rows from rolloutdiff.report_run").fetchall() == [("mine", 76)]
    assert "ast:def:run_tests" in capsys.readouterr().out
    assert {"report.json", "report.html", "warehouse.duckdb"} <= {p.name for p in folder.iterdir()}


def test_sql(root, loophole_path):
    with duckdb.connect() as con:
        rollouts = load_trl(loophole_path, reward_column="training_passed")
        analyze_rollouts(rollouts, con=con).close()
        statements = [s for block in blocks(root, "sql") for s in con.extract_statements(block)]
        asked = con.extract_statements((root / "sql" / "questions.sql").read_text(encoding="utf-8"))
        assert [s.query.strip() for s in statements] == [s.query.strip() for s in asked]
        assert len(statements) == 11
        for statement in statements:
            assert con.execute(statement).fetchall(), statement.query


def test_command_line(root, folder, monkeypatch, capsys):
    lines = [
        line for block in blocks(root, "sh") for line in block.splitlines() if line.startswith("rolloutdiff ")
    ]
    assert len(lines) >= 5
    (features,) = (block for block in blocks(root, "toml") if block.startswith("[features]"))
    (folder / "features.toml").write_text(features, encoding="utf-8")
    for line in lines:
        # The same run on Spark has a test of its own, and takes a minute.
        monkeypatch.setattr(sys, "argv", shlex.split(line.replace("--engine spark", "--engine duckdb")))
        try:
            run()
        except SystemExit as stop:
            assert not stop.code, (line, capsys.readouterr().err)


def test_the_example_of_consistency_prints_what_stands_there(root, folder, monkeypatch, capsys):
    text = (root / "README.md").read_text(encoding="utf-8")
    section = re.search(r"^## Training against rollout\n.*?(?=^## )", text, re.M | re.S)[0]
    command, printed = re.search(r"```sh\n(.*?)```\n\n```text\n(.*?)```", section, re.S).groups()
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as stop:
        run()
    assert not stop.value.code
    assert capsys.readouterr().out == printed
    with duckdb.connect("team.duckdb") as con:
        found = con.execute("select hypothesis_code from rolloutdiff.report_consistency").fetchall()
    assert found == [("missing_activation_on_train",)]
