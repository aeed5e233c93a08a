"""Custom features: counts, kinds, faults that name their row, and limits."""

from __future__ import annotations

import duckdb
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings
from rolloutdiff.errors import FeatureFailed, FeatureRefused, WarehouseError
from rolloutdiff.pipeline.custom import check_features, count_custom
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.warehouse import closed

TEXTS = ["one", "two words", None, "", "7", "12", "three more words", "x" * 500]


@pytest.fixture
def rollouts(con, add_rollouts):
    """One completion per step with the texts above; rollout 9 belongs to nobody's analysis."""
    add_rollouts([(n, "r", n, f"p{n % 2}", 1.0, None) for n in range(len(TEXTS))])
    add_rollouts([(9, "other", 1, "p", 1.0, None)])
    con.execute("delete from rolloutdiff.analysis_rollout where rollout_id = 9")
    for n, text in enumerate(TEXTS):
        con.execute("update rolloutdiff.rollout set response = ? where rollout_id = ?", [text, n])


def features(**named):
    return check_features(AnalysisSettings(features=tuple(named.items())))


def counted(con, runner, *, block_bytes=1 << 20, seconds=30.0, **named):
    """Values by feature and rollout, and (kind, unit, scale, document_frequency) by feature."""
    count_custom(runner, "a", features(**named), Progress(), block_bytes=block_bytes, seconds=seconds)
    rows = con.execute(
        "select f.name, c.rollout_id, c.step, c.n from rolloutdiff.feature_count as c"
        " join rolloutdiff.feature as f using (feature_id) order by all"
    ).fetchall()
    assert all(rollout == step for _, rollout, step, _ in rows)
    known = con.execute(
        "select name, kind, unit, scale, document_frequency, tier, origin from rolloutdiff.feature order by all"
    ).fetchall()
    return [(name, rollout, n) for name, rollout, _, n in rows], known


def test_booleans_are_yes_no_features_and_null_is_no(con, runner, rollouts):
    rows, known = counted(con, runner, words="contains(response, 'word')", none="response is null")
    assert rows == [("custom:none", 2, 1), ("custom:words", 1, 1), ("custom:words", 6, 1)]
    assert known == [
        ("custom:none", "binary", "share", 1, 1, "custom", "fixed"),
        ("custom:words", "binary", "share", 1, 2, "custom", "fixed"),
    ]


def test_whole_numbers_are_kept_and_others_to_four_decimals(con, runner, rollouts):
    rows, known = counted(
        con, runner, chars="length(response)", third="length(response) / 3", money="2.5 * length(response)"
    )
    sizes = [(n, len(text)) for n, text in enumerate(TEXTS) if text]
    assert [(n, v) for name, n, v in rows if name == "custom:chars"] == sizes
    assert [(n, v) for name, n, v in rows if name == "custom:third"] == [
        (n, round(size / 3 * 10_000)) for n, size in sizes
    ]
    assert [(n, v) for name, n, v in rows if name == "custom:money"] == [(n, 25_000 * s) for n, s in sizes]
    assert [row[:5] for row in known] == [
        ("custom:chars", "continuous", "units", 1, 6),
        ("custom:money", "continuous", "units", 10_000, 6),
        ("custom:third", "continuous", "units", 10_000, 6),
    ]


def test_blocks_do_not_change_a_count(con, runner, rollouts):
    named = {"chars": "length(response)", "same": "prompt = response"}
    whole = counted(con, runner, **named)
    con.execute("delete from rolloutdiff.feature; delete from rolloutdiff.feature_count")
    assert counted(con, runner, block_bytes=1, **named) == whole


def test_prompts_are_read_where_they_are_mentioned(con, runner, rollouts):
    rows, _ = counted(con, runner, p="prompt = 'p'")
    assert [n for _, n, _ in rows] == list(range(len(TEXTS)))


@pytest.mark.parametrize("block_bytes", [1, 200, 1 << 20])
def test_a_runtime_error_names_feature_and_first_row(con, runner, rollouts, block_bytes):
    with pytest.raises(FeatureFailed) as caught:
        counted(con, runner, block_bytes=block_bytes, good="response = ''", bad="response::int")
    assert caught.value.message.startswith(
        "Custom feature 'bad' fails on 'f' row 0 (run 'r', step 0): Could not convert string 'one'"
    )


def test_the_first_failing_row_is_found_behind_good_ones(con, runner, rollouts):
    text = "case when response like '%more%' or response = 'x' then response::int else 1 end > 0"
    with pytest.raises(FeatureFailed, match=r"row 6 \(run 'r', step 6\)"):
        counted(con, runner, f=text)


@pytest.mark.parametrize(
    ("text", "shown", "row"),
    [
        ("try_cast(response as int)", "no value (NULL)", 0),
        ("nullif(length(response), 9)", "no value (NULL)", 1),
        ("length(response) - 4", "the value -1", 0),
        ("1.0 / length(response)", "the value inf", 3),
        ("(length(response) - 9) / (length(response) - length(response))", "the value", 0),
        ("length(response) * 10000000", "the value 5e+09", 7),
        ("length(response) * 1000.5", "the value 500250", 7),
    ],
)
def test_a_size_without_a_usable_number_names_the_row(con, runner, rollouts, text, shown, row):
    with pytest.raises(FeatureFailed) as caught:
        counted(con, runner, size=text)
    assert f"Custom feature 'size' has {shown}" in caught.value.message
    assert f"'f' row {row} (run 'r', step {row})" in caught.value.message


def test_sums_that_no_longer_are_exact_are_refused(con, runner, rollouts):
    con.execute("update rolloutdiff.analysis_rollout set step = 1, prompt_id = 'p'")
    named = features(size="case when response is null then 0 else 2000000000 end")
    with pytest.raises(FeatureFailed, match=r"custom:size add up to too much .* 'f' row 0"):
        count_custom(runner, "a", named, Progress())


def test_a_feature_that_takes_too_long_is_named(con, runner, rollouts, monkeypatch):
    from rolloutdiff.warehouse.closed import ClosedDatabase, TooLong

    def slow(self, seconds, work):
        raise TooLong

    monkeypatch.setattr(ClosedDatabase, "within", slow)
    with pytest.raises(FeatureFailed, match=r"'f' takes more than 3 s for 8 completions, from 'f' row 0"):
        counted(con, runner, seconds=3, f="length(response)")


def test_a_feature_that_is_stopped_writes_nothing(con, runner, add_rollouts):
    """A real interrupt: long texts, a slow pattern, no time."""
    count = 400
    add_rollouts([(n, "r", 1, "p", 1.0, None) for n in range(count)])
    con.execute("update rolloutdiff.rollout set response = repeat('hello world ', 4000)")
    slow = "length(regexp_replace(regexp_replace(response, '', 'x', 'g'), '', 'y', 'g'))"
    with pytest.raises(FeatureFailed, match="'slow' takes more than"):
        counted(con, runner, block_bytes=1 << 30, seconds=0.001, slow=slow)
    assert con.execute("select count(*) from rolloutdiff.feature").fetchone() == (0,)


def test_a_feature_that_takes_too_much_memory_is_named(con, runner, rollouts, monkeypatch):
    def large(self, seconds, work):
        raise WarehouseError("Stage custom_value ran out of memory.")

    monkeypatch.setattr(closed.ClosedDatabase, "within", large)
    message = r"'f' fails on 'f' row 0 \(run 'r', step 0\): it needs more than 512MB of memory"
    with pytest.raises(FeatureFailed, match=message):
        counted(con, runner, f="length(response)")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("lower(response)", "the type VARCHAR"),
        ("string_split(response, ' ')", "the type VARCHAR[]"),
        ("length(response, 1, 2)", "DuckDB refuses custom feature 'f': No function matches"),
        ("regexp_matches(response, '(')", "DuckDB refuses custom feature 'f': missing )"),
    ],
)
def test_types_and_calls_that_do_not_fit_are_refused_without_data(text, part):
    with pytest.raises(FeatureRefused) as caught:
        features(f=text)
    assert part in caught.value.message


def test_a_macro_of_the_user_does_not_stand_in(con, runner, rollouts):
    con.execute("create macro lower(x) as 'one'")
    rows, _ = counted(con, runner, f="lower(response) = 'one'")
    assert rows == [("custom:f", 0, 1)]


def test_the_stages_are_ranges_texts_and_places(con, runner, rollouts):
    keys = {"analysis_id": "a", "with_prompt": False}
    assert runner.rows("custom_blocks", keys | {"block_bytes": 1 << 20}) == [(0, 7)]
    ranges = runner.rows("custom_blocks", keys | {"block_bytes": 200})
    assert ranges == [(0, 2), (3, 6), (7, 7)]
    texts = runner.arrow("custom_text", keys | {"first_rollout": 1, "last_rollout": 3})
    assert texts.to_pylist() == [{"rollout_id": n, "prompt": "", "response": TEXTS[n]} for n in (1, 2, 3)]
    assert runner.rows("custom_place", {"rollout_id": 6}) == [("r", 6, "f", 6)]
    runner.run("custom_start")
    with runner.table("custom_chunk", pa.table({"rollout_id": [1], "n": pa.array([3], pa.int32())})):
        runner.run("custom_gather", {"name": "custom:x"})
    assert runner.rows("custom_overflow", keys) == []
    known = pa.table({"kind": ["continuous"], "name": ["custom:x"], "unit": ["units"], "scale": [1]})
    with runner.table("custom_known", known):
        runner.run("store_custom", keys)
    assert con.execute("select rollout_id, step, n from rolloutdiff.feature_count").fetchall() == [(1, 1, 3)]
    with pytest.raises(duckdb.CatalogException):
        con.execute("from custom_gathered")
