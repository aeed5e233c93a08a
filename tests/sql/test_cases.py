"""Runs the cases that are written in SQL beside this file, and proves the reader on files of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from rolloutdiff.warehouse.connect import work_cursor
from rolloutdiff.warehouse.install import install
from rolloutdiff.warehouse.stage import StageRunner

from .cases import Block, Case, NotACase, case_files, read_cases, show_rows

CASES = [
    pytest.param(case, id=f"{name.removesuffix('.sql')}: {case.title}")
    for name, path in case_files(Path(__file__).parent)
    for case in read_cases(path)
]


@pytest.fixture(scope="module")
def installed() -> Iterator[StageRunner]:
    """A warehouse that every case finds as it was installed: what a case does is rolled back."""
    with duckdb.connect() as con:
        install(con)
        with closing(work_cursor(con)) as cursor:
            yield StageRunner(cursor)


def give(runner: StageRunner, block: Block) -> None:
    """Runs what is given."""
    if block.argument:
        runner.run(*block.stage())
    if block.sql:
        runner.cursor.execute(block.sql).fetchall()


def start(runner: StageRunner, case: Case, upto: Block | None = None) -> None:
    """Begins a case anew after a failure, with what was given."""
    runner.cursor.execute("begin transaction")
    for block in case.blocks:
        if block is upto:
            return
        if block.mark == "given":
            give(runner, block)


def run(runner: StageRunner, block: Block) -> list[str]:
    if block.mark == "run":
        name, params = block.stage()
        return show_rows(runner.rows(name, params))
    return show_rows(runner.cursor.execute(block.sql).fetchall())


def follow(runner: StageRunner, case: Case) -> None:
    """Runs a case.

    A call that should fail is followed by a new beginning, since DuckDB ends the transaction with it.
    """
    runner.cursor.execute("begin transaction")
    rows: list[str] = []
    for block, after in zip(case.blocks, [*case.blocks[1:], None], strict=True):
        if block.mark == "given":
            give(runner, block)
        elif block.mark == "expect":
            assert rows == block.lines, f"line {block.line}"
        elif block.mark == "fails":
            runner.cursor.execute("rollback")
            start(runner, case, block)
        elif after is not None and after.mark == "fails":
            with pytest.raises(duckdb.Error, match=after.argument):
                run(runner, block)
        else:
            rows = run(runner, block)


@pytest.mark.parametrize("case", CASES)
def test_case(installed: StageRunner, case: Case) -> None:
    try:
        follow(installed, case)
    finally:
        installed.cursor.execute("rollback")


GOOD = """-- Said of the file.
-- given:
create temp table kept (n integer not null, name varchar);
-- case: a row
-- given:
insert into kept values (1, 'it''s | a\nline');
-- call:
select k.n, k.name, k.n / 3, null, true, [k.n], map {'a': 0.5::double} from kept as k;
-- expect:
--   1 | 'it''s | a\\nline' | 0.3333333333333333 | NULL | true | [1] | {'a': 0.5}
-- call:
insert into kept values (null, 'x');
-- fails: NOT NULL constraint failed: kept.n
-- call:
select count(*) from kept;
-- expect:
--   1
-- run: rollout_count
-- expect:
--   0
-- case: no row
-- run: unscored_rollout {"runs": ["r"]}
-- expect: none
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "x.sql"
    path.write_text(text, encoding="utf-8")
    return path


def test_good_cases_pass(installed: StageRunner, tmp_path: Path) -> None:
    one, two = read_cases(written(tmp_path, GOOD))
    for case in (one, two):
        test_case(installed, case)
    assert [one.title, two.title] == ["a row", "no row"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("--   1 | 'it", "--   1.0 | 'it"),
        ("| NULL |", "| 'NULL' |"),
        ("0.3333333333333333", "0.333333333333333"),
        ("kept.n", "kept.name"),
        ("-- call:\nselect count(*) from kept;", "-- call:\nselect count(*) from kept where n > 1;"),
        ("-- expect: none", "-- expect:\n--   'r'"),
        ("-- run: rollout_count\n-- expect:\n--   0", "-- run: rollout_count\n-- expect:\n--   0\n--   0"),
    ],
)
def test_a_wrong_case_fails(installed: StageRunner, tmp_path: Path, old: str, new: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    failed = 0
    for case in read_cases(written(tmp_path, text)):
        try:
            test_case(installed, case)
        # What pytest raises for a failure that did not come is not an ordinary exception.
        except (AssertionError, pytest.fail.Exception):
            failed += 1
    assert failed == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("-- case: a row\n", "", "stands outside a case"),
        ('-- run: unscored_rollout {"runs": ["r"]}\n', "", "must follow a run or a call"),
        ("-- expect: none\n", "", "a case has a title and expects something"),
        ("-- case: no row", "-- case:", "a case has a title and expects something"),
        ("--   0\n", "0\n", "a row begins with"),
        ("-- expect: none\n", "-- expect:\n", "expect either rows or none"),
        ("kept.n\n", "kept.n\nselect 1;\n", "nothing may stand below 'fails'"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(NotACase, match=re.escape(message)):
        read_cases(written(tmp_path, text))
