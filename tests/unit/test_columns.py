"""Columns beside those that pyarrow makes and reads itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff.columns import column, numbers, table_of, table_of_rows

NAN = float("nan")
TEXTS = pa.list_(pa.string())


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([], pa.string()),
        ([], pa.int64()),
        ([], TEXTS),
        (["a", "", None, "é\x00\U0001f600"], pa.string()),
        ([None, None], pa.string()),
        ([1, None, -(2**63), 2**63 - 1], pa.int64()),
        ([-128, 127], pa.int8()),
        ([0.5, None, float("inf"), -0.0], pa.float64()),
        ([True, None, False] * 7, pa.bool_()),
        ([["a", None], None, [], ["bc"]], TEXTS),
        ([[[1], []], [], None], pa.list_(pa.list_(pa.int32()))),
        (range(3), pa.int32()),
        (np.array([3, 1], np.int64), pa.int32()),
        (np.array([0.25, 4.0]), pa.float64()),
    ],
)
def test_column_is_that_of_pyarrow(values: Any, kind: pa.DataType) -> None:
    made = column(values, kind)
    made.validate(full=True)
    assert made.equals(pa.array(values, kind))
    assert made.null_count == pa.array(values, kind).null_count


def test_nan_is_null() -> None:
    assert column([1.0, NAN, np.float64("nan")], pa.float64()).to_pylist() == [1.0, None, None]
    assert column(np.array([NAN, 2.0]), pa.float64()).to_pylist() == [None, 2.0]
    assert column([NAN, 2], pa.int64()).to_pylist() == column([NAN, 2.0], pa.float64()).to_pylist()
    assert column([NAN, "a"], pa.string()).to_pylist() == [None, "a"]


def test_an_iterator_is_read_once() -> None:
    assert column((text for text in ("a", "b")), pa.string()).to_pylist() == ["a", "b"]


def test_integer_with_too_many_bits_is_refused() -> None:
    with pytest.raises(OverflowError):
        column([2**31], pa.int32())


def test_other_kinds_are_refused() -> None:
    with pytest.raises(TypeError, match="No column of date32"):
        column([], pa.date32())


def test_tables_have_the_columns_of_their_schema() -> None:
    schema = pa.schema([("b", pa.int32()), ("a", pa.string())])
    made = table_of({"a": ["x", None], "b": [1, 2], "more": [0, 0]}, schema)
    assert made.equals(pa.table({"b": [1, 2], "a": ["x", None]}, schema))
    rows: list[dict[str, object]] = [{"a": "x", "b": 1}, {"b": 2}]
    assert table_of_rows(iter(rows), schema).equals(made)


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1, -2, 3], pa.int64()),
        pa.array([1, -2], pa.int8()),
        pa.array([0.5, None, 2.0, None, 1.0, 0.0, 0.0, 0.0, None]),
        pa.array([True, False, True, True, False, False, True, False, True, True]),
        pa.array([], pa.int32()),
    ],
)
def test_numbers_are_those_of_pyarrow(values: pa.Array) -> None:
    parts = [values, values.slice(1), values.slice(2, 1), values.slice(0, 0)]
    for chunks in ([], [values], parts):
        given = pa.chunked_array(chunks, values.type)
        found, known = numbers(given), given.to_numpy()
        assert found.dtype == known.dtype
        assert np.array_equal(found, known, equal_nan=found.dtype == np.float64)
