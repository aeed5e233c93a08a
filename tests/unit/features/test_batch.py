from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff.features import EXTRACTION_SCHEMA, extract, extract_batch, opened_tags
from rolloutdiff.features import batch as batch_module

ROOT = Path(__file__).resolve().parents[3]
TEXTS = [
    "```python\nimport os\nx = 1\n```",
    None,
    "",
    "thought</think>Let me check.",
    "```python\nimport os\nx = 1\n```",
    "zwölf \U0001f600 Boxkämpfer",
]
OPENED = [None, None, None, "think", None, None]


def batch(texts: pa.Array, opened: pa.Array) -> pa.RecordBatch:
    return extract_batch(texts, opened, max_bytes=65_536, max_depth=90)


def test_rows_equal_single_extractions_in_order() -> None:
    found = batch(pa.array(TEXTS), pa.array(OPENED, pa.string()))
    assert found.schema == EXTRACTION_SCHEMA
    for row, text, opened in zip(found.to_pylist(), TEXTS, OPENED, strict=True):
        single = extract(text, opened)
        assert (row["status"], row["prose"]) == (single.status, single.prose)
        assert row["feature"] == sorted(single.counts)
        assert dict(zip(row["feature"], row["count"], strict=True)) == single.counts
    found.validate(full=True)


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())],
    ids=str,
)
def test_text_types(kind: pa.DataType) -> None:
    expected = batch(pa.array(TEXTS), pa.array(OPENED, pa.string()))
    texts = pa.array(TEXTS).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(TEXTS, kind)
    assert batch(texts, pa.array(OPENED, pa.string())).equals(expected)


def test_chunked_columns_and_slices() -> None:
    expected = batch(pa.array(TEXTS), pa.array(OPENED, pa.string()))
    texts = pa.chunked_array([TEXTS[:2], [], TEXTS[2:]], pa.string())
    assert batch(texts, pa.chunked_array([OPENED], pa.string())).equals(expected)
    part = batch(pa.array(TEXTS)[2:5], pa.array(OPENED, pa.string())[2:5])
    assert part.equals(expected.slice(2, 3)) or part.to_pylist() == expected.slice(2, 3).to_pylist()


def test_blocks_of_rows_leave_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, opened = pa.array(TEXTS * 3), pa.array(OPENED * 3, pa.string())
    whole = batch(texts, opened)
    monkeypatch.setattr(batch_module, "_BLOCK_ROWS", 4)
    assert batch(texts, opened).equals(whole)
    chunked = pa.chunked_array([texts[:5], texts[5:]])
    assert batch(chunked, opened).equals(whole)


def test_no_rows() -> None:
    found = batch(pa.array([], pa.string()), pa.array([], pa.string()))
    assert found.num_rows == 0
    assert found.schema == EXTRACTION_SCHEMA


def test_rows_without_features_do_not_exist() -> None:
    found = batch(pa.array([None, "", " "]), pa.nulls(3, pa.string()))
    assert found["feature"].to_pylist() == [
        ["shape:missing"],
        ["shape:empty"],
        ["shape:answer_chars", "shape:blank", "shape:chars", "shape:lines"],
    ]
    assert found["count"].to_pylist() == [[1], [1], [1, 1, 1, 1]]


def test_limits_are_handed_on() -> None:
    texts, opened = pa.array(["```\n((x))\n```"]), pa.nulls(1, pa.string())
    assert extract_batch(texts, opened, max_bytes=9, max_depth=2)["status"].to_pylist() == ["ok"]
    assert extract_batch(texts, opened, max_bytes=9, max_depth=1)["status"].to_pylist() == ["too_deep"]
    assert extract_batch(texts, opened, max_bytes=5, max_depth=2)["status"].to_pylist() == ["too_long"]


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="texts has 2 rows, opened has 1"):
        batch(pa.array(["a", "b"]), pa.nulls(1, pa.string()))


def test_the_cycle_collector_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, opened = pa.array(["x"]), pa.nulls(1, pa.string())
    assert gc.isenabled()
    batch(texts, opened)
    assert gc.isenabled()

    def fail(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(batch_module, "extract_all", fail)
    with pytest.raises(RuntimeError):
        batch(texts, opened)
    assert gc.isenabled()
    monkeypatch.undo()
    gc.disable()
    try:
        batch(texts, opened)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_opened_tags() -> None:
    prompts = pa.array(["Go.\n<think>\n", None, "Go.", "<Thinking>"])
    assert opened_tags(prompts).to_pylist() == ["think", None, None, "thinking"]
    assert opened_tags(pa.array([], pa.string())).type == pa.string()


def test_empty_completions_case() -> None:
    table = pq.read_table(ROOT / "tests/cases/G08-empty-completions/completions_00001.parquet")
    found = batch(table["completion"], opened_tags(table["prompt"]))
    assert found["status"].to_pylist() == ["no_code", "missing", "no_code", "no_code"]
    firsts = [set(names) for names in found["feature"].to_pylist()]
    assert ["shape:empty" in names for names in firsts] == [True, False, False, False]
    assert ["shape:missing" in names for names in firsts] == [False, True, False, False]
    assert ["shape:blank" in names for names in firsts] == [False, False, True, False]


def test_text_alone_needs_no_arrow() -> None:
    script = (
        "import sys, rolloutdiff.features as f; f.extract('x = 1');"
        "assert not {'pyarrow', 'numpy', 'duckdb', 'scipy', 'sqlglot'} & set(sys.modules);"
        "f.extract_batch; assert 'pyarrow' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)


def test_unknown_attribute() -> None:
    import rolloutdiff.features as features

    with pytest.raises(AttributeError, match="no_such_name"):
        features.no_such_name  # noqa: B018
