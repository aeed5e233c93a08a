"""Slice, gold and log-probabilities of a run: kept with its rollouts, part of what an analysis is of."""

from __future__ import annotations

import json

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from rolloutdiff import analyze_rollouts, from_table, load_verl
from rolloutdiff.errors import RunLoadedDifferently

ADDED = ("slice", "gold", "logprob", "ref_logprob", "target_logprob")
KEPT = (
    "select r.step, r.slice, r.gold, r.logprob, r.ref_logprob, r.target_logprob"
    " from rolloutdiff.rollout as r order by r.source_file, r.source_row"
)


def frame(rows: int, **changes: object) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "step": i // 4,
                "prompt": f"p{i % 2}",
                "response": f"r{i}",
                "reward": float(i % 3),
                "slice": "ab"[i % 2],
                "gold": i / 8,
                "logprob": -float(i),
                "ref_logprob": -i - 1.0,
                "target_logprob": -i - 2.0,
            }
            for i in range(rows)
        ]
    ).assign(**changes)


def kept(rows: int) -> list[tuple[object, ...]]:
    return [(i // 4, "ab"[i % 2], i / 8, -i, -i - 1, -i - 2) for i in range(rows)]


@pytest.mark.parametrize("column", ADDED)
def test_another_value_is_another_input_and_a_changed_one_is_refused(column):
    ids = []
    for value in ("x" if column == "slice" else 0.5, None, *([0.25] if column != "slice" else [""])):
        with analyze_rollouts(from_table(frame(24, **{column: value}), run="r")) as analysis:
            ids.append(analysis.id)
    assert len(set(ids)) == 3
    with duckdb.connect() as con:
        analyze_rollouts(from_table(frame(24), run="r"), con=con).close()
        with pytest.raises(RunLoadedDifferently, match=r"row 5 .* differs"):
            changed = frame(24)
            changed.loc[5, column] = None
            analyze_rollouts(from_table(changed, run="r"), con=con)
        assert con.execute(KEPT).fetchall() == kept(24)


def test_a_number_in_another_column_is_another_input():
    ids = set()
    for column in ADDED[1:]:
        values = {name: 0.5 if name == column else None for name in ADDED[1:]}
        with analyze_rollouts(from_table(frame(24, **values), run="r")) as analysis:
            ids.add(analysis.id)
    assert len(ids) == 4


def test_columns_of_nothing_but_nulls_are_as_if_they_were_not_there():
    with analyze_rollouts(from_table(frame(24).drop(columns=list(ADDED)), run="r")) as analysis:
        without = analysis.id
    with analyze_rollouts(from_table(frame(24, **dict.fromkeys(ADDED)), run="r")) as analysis:
        assert analysis.id == without


def test_a_table_that_grew_and_a_table_where_it_is():
    with duckdb.connect() as con:
        con.register("given", pa.Table.from_pandas(frame(32)))
        con.execute(
            "create table completions as select * rename (slice as family, gold as g) from given limit 24"
        )
        columns = {"slice": "family", "gold": "g"}
        for rows in (24, 32):
            analyze_rollouts(con=con, table="completions", run="r", columns=columns).close()
            assert con.execute(KEPT).fetchall() == kept(rows)
            con.execute("insert into completions from given offset 24")
        with pytest.raises(RunLoadedDifferently, match=r"row 0 .* differs"):
            analyze_rollouts(con=con, table="completions", run="r", columns={"slice": "family"})


def test_a_dump_may_hold_them_from_some_step_on(tmp_path):
    def write(step: int, **more: object) -> None:
        rows = [{"input": f"p{i % 2}", "output": f"r{i}", "score": i % 3, **more} for i in range(4)]
        path = tmp_path / "dump" / f"{step}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    (tmp_path / "dump").mkdir()
    db = tmp_path / "w.duckdb"
    for step in range(1, 5):
        write(step, **({"gold": None} if step > 2 else {}))
    analyze_rollouts(load_verl(tmp_path / "dump", run="r"), db=db).close()
    for step in range(5, 7):
        write(step, slice="b", gold=0.5, logprob=-1)
    with analyze_rollouts(load_verl(tmp_path / "dump", run="r"), db=db) as analysis:
        grown = analysis.id
    with analyze_rollouts(load_verl(tmp_path / "dump", run="r")) as analysis:
        assert analysis.id == grown
    with duckdb.connect(str(db)) as con:
        assert con.execute(KEPT).fetchall() == [
            (step, *(("b", 0.5, -1, None, None) if step > 4 else (None,) * 5))
            for step in range(1, 7)
            for _ in range(4)
        ]
