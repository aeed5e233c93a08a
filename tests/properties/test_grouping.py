"""The same rows give the same tables, however files hold them, and the warehouse holds their texts."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rolloutdiff import analyze_rollouts, from_table
from tests.properties.test_texts import LOOKS_LIKE

STEPS = 24
CODE = "```python\ndef f():\n    return 1\n```"
Row = dict[str, Any]

ROWS: list[Row] = [
    {
        "step": step,
        "prompt": f"Question {prompt}",
        "response": CODE
        if step > 18 and sample
        else f"Answer {LOOKS_LIKE[(step * 8 + prompt) % 37]} {sample}",
        "reward": float(sample),
        "sample_id": f"{step}-{prompt}-{sample}",
    }
    for step in range(1, STEPS + 1)
    for prompt in range(4)
    for sample in range(2)
]
# Where a row came from, and how many files there were.
PLACES = ("source_file", "source_row", "files")


def without_places(report: dict[str, Any]) -> dict[str, list[Row]]:
    """The arrays of a report but for its files, without what names them."""
    return {
        name: [{k: v for k, v in row.items() if k not in (*PLACES, "analysis_id")} for row in rows]
        for name, rows in report.items()
        if isinstance(rows, list) and name not in ("file", "integrity")
    }


def results(folder: Path, groups: list[list[Row]]) -> tuple[dict[str, list[Row]], list[tuple[Any, ...]]]:
    """The report without places, and the rows of the warehouse."""
    folder.mkdir()
    for number, rows in enumerate(groups):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"part-{number}.jsonl").write_text(text, encoding="utf-8")
    with duckdb.connect() as con, analyze_rollouts(from_table(folder, run="r"), con=con) as analysis:
        columns = ", ".join(ROWS[0])
        held = con.execute(f"select {columns} from rolloutdiff.rollout order by all").fetchall()
        return without_places(analysis.report()), held


def test_any_order_and_grouping_of_files_gives_the_same_tables(tmp_path: Path) -> None:
    expected = results(tmp_path / "whole", [ROWS])
    assert expected[1] == sorted(tuple(row.values()) for row in ROWS)
    assert "ast:def:f" in {row["feature"] for row in expected[0]["alert"]}

    @settings(max_examples=1, phases=(Phase.generate,))
    @given(st.permutations(ROWS), st.lists(st.integers(0, len(ROWS)), min_size=4, max_size=9))
    def check(rows: list[Row], cuts: list[int]) -> None:
        places = sorted({0, *cuts, len(rows)})
        groups = [rows[a:b] for a, b in pairwise(places)]
        assert results(tmp_path / f"{len(list(tmp_path.iterdir()))}", groups) == expected

    check()
