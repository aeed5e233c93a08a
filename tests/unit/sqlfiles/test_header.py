"""The header of a SQL file: what it says, and what is said about a wrong one."""

from __future__ import annotations

import pytest

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles import Header, Parameter
from rolloutdiff.sqlfiles.header import parse_header

LINES = [
    "-- name: step_mean_v1",
    "-- kind: table_macro",
    "-- version: 1",
    "-- since: 0.1.0",
    "-- summary: Mean of every step",
    "--   over its prompts.",
    "-- params: p_run VARCHAR: run; p_parts MAP(VARCHAR, DOUBLE): parts: as logged",
    "-- returns: step: training step; mean: mean over prompts",
    "-- requires: feature, prompt_mean_v1",
    "-- portable: no",
]


def parse(lines: list[str]) -> Header:
    return parse_header("macros/step_mean_v1.sql", "\n".join(lines) + "\nselect 1;\n")[0]


def test_header_is_read_with_continuation_and_length() -> None:
    header, length = parse_header("macros/step_mean_v1.sql", "\n".join([*LINES, "select 1;"]))
    assert header == Header(
        name="step_mean_v1",
        kind="table_macro",
        version=1,
        since="0.1.0",
        summary="Mean of every step over its prompts.",
        params="p_run VARCHAR: run; p_parts MAP(VARCHAR, DOUBLE): parts: as logged",
        returns="step: training step; mean: mean over prompts",
        requires=("feature", "prompt_mean_v1"),
        portable=False,
    )
    assert length == 10


def test_parameters_and_columns_are_documented_entries() -> None:
    header = parse(LINES)
    assert header.parameters() == (
        Parameter(name="p_run", type="VARCHAR", text="run"),
        Parameter(name="p_parts", type="MAP(VARCHAR, DOUBLE)", text="parts: as logged"),
    )
    assert [column.name for column in header.columns()] == ["step", "mean"]


def test_none_means_no_entries() -> None:
    lines = [*LINES[:6], "-- params: none", "-- returns: none", "-- requires: none", "-- portable: yes"]
    header = parse(lines)
    assert (header.parameters(), header.columns(), header.requires, header.portable) == ((), (), (), True)


def replaced(number: int, line: str) -> list[str]:
    return [*LINES[: number - 1], line, *LINES[number:]]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (LINES[:-1], "line 10: header key 'portable' is missing"),
        ([], "line 1: header key 'name' is missing"),
        (LINES[1:], "line 1: header key 'kind' stands where 'name' belongs"),
        ([LINES[0], *LINES], "line 2: header key 'name' stands where 'kind' belongs"),
        (replaced(3, "-- revision: 1"), "line 3: header key 'revision' stands where 'version' belongs"),
        (replaced(6, "-- over its prompts."), "line 6: the header line '-- over its prompts.' is neither"),
        (["--   more", *LINES], "line 1: the header line '--   more' is neither"),
        ([*LINES, "-- note: x"], "line 11: header key 'note' follows the last key"),
        (replaced(1, "-- name: Step"), "line 1: header key 'name' has the value 'Step'"),
        (replaced(2, "-- kind: function"), "line 2: header key 'kind' has the value 'function'"),
        (replaced(3, "-- version: 0"), "line 3: header key 'version' has the value '0'"),
        (replaced(3, "-- version: ²"), "line 3: header key 'version' has the value '²'"),
        (replaced(4, "-- since: 0.1"), "line 4: header key 'since' has the value '0.1'"),
        (replaced(8, "-- returns:"), "line 8: header key 'returns' has the value ''"),
        (replaced(9, "-- requires: a, , b"), "line 9: header key 'requires' has the value 'a, , b'"),
        (replaced(9, "-- requires: a, a"), "line 9: header key 'requires' has the value 'a, a'"),
        (replaced(10, "-- portable: maybe"), "line 10: header key 'portable' has the value 'maybe'"),
    ],
)
def test_wrong_header_names_file_line_and_key(lines: list[str], message: str) -> None:
    with pytest.raises(WarehouseError) as caught:
        parse(lines)
    assert caught.value.message.startswith(f"SQL file macros/step_mean_v1.sql, {message}")
    assert caught.value.hint
