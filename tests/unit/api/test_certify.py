"""`certify`: off-policy values of labelled completions, held against hand calculation and numpy."""

from __future__ import annotations

import gzip
import json
import math

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rolloutdiff import AuditSettings, certify
from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    InputError,
    NoRolloutFiles,
    PathNotFound,
    ReportError,
    UnknownFormat,
    UnreadableFile,
    UsageError,
)
from rolloutdiff.settings import Resources
from rolloutdiff.stats.audit_ope import certify_slices

QUICK = AuditSettings(bootstrap=200)


def frame(seed=0, slices=("a", "b", "c"), rows=60, shift=0.4):
    """Completions whose weights go with their gold."""
    rng = np.random.default_rng(seed)
    n = rows * len(slices)
    q = rng.normal(size=n)
    behavior = rng.normal(-20, 3, n)
    gold = 0.3 + 0.1 * q + rng.normal(0, 0.05, n)
    return pd.DataFrame(
        {
            "slice": np.repeat(slices, rows),
            "gold": gold,
            "ref_logprob": behavior,
            "logprob": behavior + shift * q,
            "rm": 0.1 + 0.7 * gold + rng.normal(0, 0.02, n),
            "rm_target": 0.1 + 0.7 * (gold + 0.04),
        }
    )


def by_name(result):
    return {row["slice"]: row for row in result.rows()}


def test_by_hand():
    """Weights 1 and 3 on gold 0 and 1: 3/4, and (1 + 3)^2 / (1 + 9) rows."""
    data = pd.DataFrame(
        {
            "slice": ["a", "a", "b", "b"],
            "gold": [0.0, 1.0, 0.5, 0.25],
            "ref_logprob": [-5.0, -5.0, -7.0, -9.0],
            "logprob": [-5.0, -5.0 + math.log(3), -7.0, -9.0],
        }
    )
    result = certify(data, settings=AuditSettings(bootstrap=19, min_ess=1))
    a, b, overall = result.rows()
    assert (a["slice"], a["n"], a["ref_mean"]) == ("a", 2, 0.5)
    assert (a["snips"], a["ess"], a["gain"]) == pytest.approx((0.75, 1.6, 0.25), rel=1e-12)
    assert (b["snips"], b["ess"], b["gain"]) == pytest.approx((0.375, 2.0, 0.0), abs=1e-12)
    assert overall["slice"] is None
    assert overall["n"] == 4
    assert (overall["ref_mean"], overall["snips"], overall["gain"], overall["ess"]) == pytest.approx(
        (0.4375, 0.5625, 0.125, 1.6), rel=1e-12
    )
    assert (a["direct"], a["residual_adjusted"], a["score_reason"]) == (None, None, "no_score_column")
    mixed = certify(data, settings=AuditSettings(bootstrap=19, min_ess=1), mix={"a": 3, "b": 1}).overall
    assert mixed["snips"] == pytest.approx((3 * 0.75 + 0.375) / 4, rel=1e-12)
    alone = certify(data, settings=AuditSettings(bootstrap=19, min_ess=1), mix={"b": 2.5}).overall
    assert (alone["n"], alone["snips"], alone["ess"]) == pytest.approx((2, 0.375, 2.0), rel=1e-12)


@pytest.mark.parametrize("mix", [None, {"a": 0.2, "c": 0.8}])
def test_it_is_what_the_statistics_say_of_the_same_rows(mix):
    data = frame()
    result = certify(data, settings=QUICK, mix=mix, score_column="rm", target_score="rm_target")
    columns = [data[name].to_numpy() for name in ("gold", "ref_logprob", "logprob")]
    expected = certify_slices(
        list(data["slice"]),
        *columns,
        QUICK,
        mix=mix,
        score=data["rm"].to_numpy(),
        target_score=data["rm_target"].to_numpy(),
    )
    assert len(result.rows()) == 4
    for row, other in zip(result.rows(), expected, strict=True):
        assert row.pop("score_reason") is None
        assert row == {
            key: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value
            for key, value in other.row().items()
        }


def test_the_interval_is_about_that_of_the_delta_method():
    """Variance of a ratio estimate: mean of squares of w (y - snips) / mean w, less y - mean, over n."""
    data = frame(rows=400)
    for name, row in by_name(certify(data)).items():
        if name is None:
            continue
        own = data[data["slice"] == name]
        y, w = own["gold"].to_numpy(), np.exp(own["logprob"] - own["ref_logprob"]).to_numpy()
        influence = w * (y - (w @ y) / w.sum()) / w.mean() - (y - y.mean())
        half = 1.96 * influence.std() / math.sqrt(len(y))
        assert row["ci_hi"] - row["ci_lo"] == pytest.approx(2 * half, rel=0.12)
        assert (row["ci_hi"] + row["ci_lo"]) / 2 == pytest.approx(row["gain"], abs=0.3 * half)


# Four tokens and two policies: what the second reaches is known exactly.
FIRST, SECOND = np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.2, 0.3, 0.4])
VALUE = np.array([0.1, 0.2, 0.6, 0.9])


def tokens(seed, rows):
    token = np.random.default_rng(seed).choice(4, rows, p=FIRST)
    return pd.DataFrame(
        {"gold": VALUE[token], "ref_logprob": np.log(FIRST)[token], "logprob": np.log(SECOND)[token]}
    )


def test_intervals_hold_the_gain_of_a_known_policy():
    """Fewer than 51 of 60 intervals of 95 % would come with a probability of 0.1 %."""
    gain = float((SECOND - FIRST) @ VALUE)
    data = pd.concat([tokens(seed, 400).assign(slice=f"{seed:02}") for seed in range(60)])
    rows = certify(data, settings=AuditSettings(bootstrap=500)).slices
    held = sum(row["ci_lo"] < gain < row["ci_hi"] for row in rows)
    assert held >= 51
    assert {row["verdict"] for row in rows} == {"improved"}


def test_it_finds_the_value_of_a_known_policy():
    (row, overall) = certify(tokens(8, 4000)).rows()
    truth, start = float(SECOND @ VALUE), float(FIRST @ VALUE)
    assert (row["slice"], row["verdict"]) == ("all", "improved")
    assert row["snips"] == pytest.approx(truth, abs=0.03)
    assert row["ref_mean"] == pytest.approx(start, abs=0.03)
    # Expected share of rows that carry the weight: 1 / sum of SECOND^2 / FIRST.
    assert row["ess"] / 4000 == pytest.approx(1 / float((SECOND**2 / FIRST).sum()), rel=0.05)
    assert {**overall, "slice": "all"} == row


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl", "jsonl.gz", "arrow", "reader", "relation"])
def test_every_source_gives_the_same(tmp_path, kind):
    data = frame().rename(columns={"slice": "my family"})
    expected = certify(data, slice_column="my family", settings=QUICK).rows()
    path = tmp_path / f"gold.{kind}"
    table = pa.Table.from_pandas(data)
    source = path
    with duckdb.connect() as con:
        if kind == "parquet":
            pq.write_table(table, path)
        elif kind == "csv":
            data.to_csv(path, index=False)
        elif kind in ("jsonl", "jsonl.gz"):
            text = "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()
            path.write_bytes(gzip.compress(text) if kind.endswith("gz") else text)
        elif kind == "relation":
            source = con.from_arrow(table)
        else:
            source = table if kind == "arrow" else table.to_reader()
        result = certify(source, slice_column="my family", settings=QUICK)
    assert result.rows() == expected
    assert result.columns == {
        "gold": "gold",
        "behavior": "ref_logprob",
        "target": "logprob",
        "slice": "my family",
    }


def test_neither_the_order_of_rows_nor_threads_change_a_bit():
    data = frame(rows=300, shift=2.0)
    found = [certify(data.sample(frac=1, random_state=i), settings=QUICK).rows() for i in range(3)]
    found.append(certify(data, settings=QUICK, resources=Resources(threads=1)).rows())
    assert found[1:] == found[:-1]


def test_too_little_overlap_is_never_judged():
    result = certify(frame(shift=6.0))
    for row in result.rows():
        assert row["ess"] < 10
        assert row["verdict"] == "insufficient_overlap"
        assert row["gain"] > 0.02
    # The same rows with a lower line are judged.
    assert {
        row["verdict"] for row in certify(frame(shift=6.0), settings=AuditSettings(min_ess=0)).slices
    } <= {
        "improved",
        "inconclusive",
    }


def test_one_slice_without_overlap_leaves_the_mean_unjudged():
    data = frame(rows=200)
    data.loc[data["slice"] == "b", "logprob"] += np.where(data.index[data["slice"] == "b"] == 250, 60.0, 0.0)
    rows = by_name(certify(data))
    assert rows["b"]["ess"] == pytest.approx(1.0, abs=1e-3)
    assert {name: rows[name]["verdict"] for name in ("a", "b", "c", None)} == {
        "a": "improved",
        "b": "insufficient_overlap",
        "c": "improved",
        None: "insufficient_overlap",
    }
    assert certify(data, mix={"a": 1, "c": 1}).overall["verdict"] == "improved"


def test_a_loss_is_a_loss():
    data = frame(rows=200, shift=-0.8)
    assert {row["verdict"] for row in certify(data).rows()} == {"regressed"}


def test_equal_policies_change_nothing():
    row = certify(frame(), target_column="ref_logprob").overall
    assert (row["ess"], row["gain"], row["ci_lo"], row["ci_hi"]) == pytest.approx((60, 0, 0, 0), abs=1e-9)
    assert row["verdict"] == "inconclusive"


def test_rows_that_lack_something_are_left_out_and_counted():
    data = frame()
    clean = certify(data.iloc[9:], settings=QUICK).rows()
    for i, column in enumerate(["slice", "gold", "ref_logprob", "logprob"] * 2):
        data.loc[i, column] = None if i < 4 else (np.nan if column != "slice" else None)
    data.loc[8, "gold"] = math.inf
    result = certify(data, settings=QUICK)
    assert result.counts == {
        "rows": 180,
        "used": 171,
        "without_slice": 2,
        "without_gold": 3,
        "without_logprobs": 4,
        "above_zero": 0,
    }
    assert result.rows() == clean


def test_slices_without_rows_say_why_and_leave_no_mean():
    data = frame()
    data.loc[data["slice"] == "a", "gold"] = None
    data.loc[data["slice"] == "b", "logprob"] = None
    rows = by_name(certify(data, settings=QUICK))
    assert (rows["a"]["n"], rows["a"]["snips"], rows["a"]["reason"]) == (0, None, "no_rows")
    assert (rows["b"]["n"], rows["b"]["snips"], rows["b"]["reason"]) == (60, None, "no_logprobs")
    assert rows["c"]["reason"] is None
    assert (rows[None]["snips"], rows[None]["reason"]) == (None, "no_rows")
    assert (rows["a"]["score_reason"], rows["b"]["score_reason"]) == ("no_rows", "no_logprobs")
    assert certify(data, settings=QUICK, mix={"c": 1}).overall["snips"] == rows["c"]["snips"]


def test_further_estimates_by_least_squares():
    data = frame(slices=("a",), rows=80)
    row = certify(data, score_column="rm", target_score="rm_target", settings=QUICK).slices[0]
    y, s, w = data["gold"], data["rm"], np.exp(data["logprob"] - data["ref_logprob"])
    slope, level = np.polyfit(s, y, 1)
    direct = y.mean() + slope * (data["rm_target"].mean() - s.mean())
    left = y - (level + slope * s)
    assert row["direct"] == pytest.approx(direct, rel=1e-9)
    assert row["residual_adjusted"] == pytest.approx(direct + np.average(left, weights=w), rel=1e-9)


def test_the_score_of_the_target_may_be_a_mean_by_slice():
    data = frame()
    means = {name: float(own["rm_target"].mean()) for name, own in data.groupby("slice")}
    column = certify(data, score_column="rm", target_score="rm_target", settings=QUICK).rows()
    for row, other in zip(
        certify(data, score_column="rm", target_score=means, settings=QUICK).rows(), column, strict=True
    ):
        assert row["direct"] == pytest.approx(other["direct"], rel=1e-12)
        assert row["residual_adjusted"] == pytest.approx(other["residual_adjusted"], rel=1e-12)
    del means["b"]
    rows = by_name(certify(data, score_column="rm", target_score=means, settings=QUICK))
    assert {name: row["score_reason"] for name, row in rows.items()} == {
        "a": None,
        "b": "no_scores",
        "c": None,
        None: "no_scores",
    }


def test_missing_scores_have_a_reason():
    data = frame(slices=("a",))

    def reason(changed, **given):
        rows = certify(changed, settings=QUICK, **given).rows()
        assert [row["direct"] for row in rows] == [None, None]
        assert [row["residual_adjusted"] for row in rows] == [None, None]
        assert rows[0]["score_reason"] == rows[1]["score_reason"]
        return rows[0]["score_reason"]

    both = {"score_column": "rm", "target_score": "rm_target"}
    assert reason(data) == "no_score_column"
    assert reason(data, score_column="rm") == "no_target_score"
    assert reason(data.assign(rm=0.5), **both) == "constant_score"
    assert reason(data.assign(rm=data["rm"].where(data.index < 1)), **both) == "no_scores"


def test_without_a_slice_column_all_rows_are_one_slice():
    data = frame().drop(columns="slice")
    assert [row["slice"] for row in certify(data, settings=QUICK).rows()] == ["all", None]
    numbered = frame().assign(slice=[i // 60 for i in range(180)])
    assert [row["slice"] for row in certify(numbered, settings=QUICK).rows()] == ["0", "1", "2", None]


def test_members_of_objects_and_awkward_lines(tmp_path):
    path = tmp_path / "gold.jsonl"
    lines = [
        json.dumps(
            {
                "text": "half \ud83d",
                "meta": {"family": "a"},
                "q": {"gold": i / 4},
                "lp": {"ref": -3.0, "new": "-3.5"},
                "odd key.x": None,
            }
        )
        for i in range(4)
    ]
    path.write_text("\n" + "\n".join(lines) + "\n\n", encoding="utf-8")
    columns = {
        "slice_column": "meta.family",
        "gold_column": "q.gold",
        "behavior_column": "lp.ref",
        "target_column": "lp.new",
    }
    row = certify(path, settings=QUICK, **columns).slices[0]
    assert (row["slice"], row["n"], row["ref_mean"]) == ("a", 4, 0.375)
    path.write_text("\n" + lines[0] + "\n" + lines[1][:-4] + "\n", encoding="utf-8")
    with pytest.raises(BadRow, match=r"gold\.jsonl, line 3: the line is"):
        certify(path, settings=QUICK, **columns)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_a_value_that_is_no_number_is_named(tmp_path, kind):
    data = frame(rows=4)
    text = data["gold"].astype(object)
    text[5] = "good"
    data["gold"] = [str(value) for value in text]
    path = tmp_path / f"gold.{kind}"
    if kind == "csv":
        data.to_csv(path, index=False)
    elif kind == "parquet":
        pq.write_table(pa.Table.from_pandas(data), path)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in data.to_dict("records")), encoding="utf-8")
    place = "line 6" if kind == "jsonl" else r"row 5 \(counted from 0\)"
    with pytest.raises(
        BadRow, match=rf"gold\.{kind}, {place}: column gold is text, not a number: 'good'"
    ) as caught:
        certify(path)
    assert caught.value.hint == "Correct the row, or name another column."


def test_words_for_no_number_in_csv_are_missing_values(tmp_path):
    path = tmp_path / "gold.csv"
    path.write_text(
        "gold,ref_logprob,logprob\n0.5,-1,-1\n,-1,-1\nNaN,-1,-1\nnull,-1,-1\n1,-inf,-1\n1,-2,None\n",
        encoding="utf-8",
    )
    result = certify(path, settings=QUICK)
    assert (result.counts["used"], result.counts["without_gold"], result.counts["without_logprobs"]) == (
        1,
        3,
        2,
    )


def test_a_column_that_does_not_exist_is_told(tmp_path):
    data = frame()
    with pytest.raises(
        ColumnMappingError, match="has no column 'ref_lp'; it has slice, gold, ref_logprob"
    ) as caught:
        certify(data, behavior_column="ref_lp")
    assert "--behavior-column" in caught.value.hint
    for given, option in (
        ({"target_column": "x"}, "--target-column"),
        ({"gold_column": "x"}, "--gold-column"),
        ({"slice_column": "x"}, "--slice-column"),
        ({"score_column": "x"}, "--score-column"),
        ({"score_column": "rm", "target_score": "x"}, "--target-score"),
    ):
        with pytest.raises(ColumnMappingError) as caught:
            certify(data, **given)
        assert option in caught.value.hint
    path = tmp_path / "gold.jsonl"
    path.write_text('{"gold": 1, "ref_logprob": -1, "logprob": -1}\n', encoding="utf-8")
    with pytest.raises(ColumnMappingError, match="has no column 'golds'") as caught:
        certify(path, gold_column="golds")
    assert caught.value.hint.startswith("Did you mean gold?")
    twice = pa.table([[1.0], [2.0]], names=["gold", "gold"])
    with pytest.raises(ColumnMappingError, match="two columns gold"):
        certify(twice)


def test_no_usable_row_is_an_error_that_counts_what_is_missing():
    data = frame()
    data["gold"] = np.where(data.index < 50, data["gold"], np.nan)
    data["logprob"] = np.nan
    with pytest.raises(InputError) as caught:
        certify(data)
    assert caught.value.message == (
        "No row of dataframe can be used: of 180 rows, 130 have no value for gold in gold;"
        " 50 have no value for both log-probabilities in ref_logprob and logprob."
    )
    with pytest.raises(InputError, match="of 0 rows, none"):
        certify(data.iloc[:0])


def test_files_that_are_none(tmp_path):
    with pytest.raises(PathNotFound):
        certify(tmp_path / "gold.jsonl")
    with pytest.raises(UnknownFormat, match="no parquet, CSV or JSONL file"):
        certify(tmp_path)
    (tmp_path / "gold.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UnknownFormat):
        certify(tmp_path / "gold.txt")
    (tmp_path / "gold.jsonl").write_text("\n\n", encoding="utf-8")
    with pytest.raises(NoRolloutFiles, match="holds no row"):
        certify(tmp_path / "gold.jsonl")
    for name in ("gold.parquet", "gold.csv", "gold.jsonl.gz"):
        (tmp_path / name).write_bytes(b"PAR1 cut")
        with pytest.raises((UnreadableFile, ColumnMappingError)):
            certify(tmp_path / name)
    with pytest.raises(UsageError, match="is no table"):
        certify(3)


def test_arguments_that_make_no_sense():
    data = frame()
    with pytest.raises(
        UsageError, match="--mix names 'd', no slice of the labelled rows, which have a, b, c"
    ):
        certify(data, mix={"d": 1})
    with pytest.raises(UsageError, match="no slice a weight"):
        certify(data, mix={"a": 0})
    with pytest.raises(UsageError, match="weight -1"):
        certify(data, mix={"a": -1})
    with pytest.raises(UsageError, match="weight nan"):
        certify(data, mix={"a": math.nan})
    with pytest.raises(UsageError, match="--target-score names 'd'"):
        certify(data, score_column="rm", target_score={"d": 1})
    with pytest.raises(UsageError, match="without scores of the labelled completions"):
        certify(data, target_score="rm_target")


def test_log_probabilities_above_zero_are_counted():
    data = frame()
    data.loc[:4, "logprob"] = 0.9
    assert certify(data, settings=QUICK).counts["above_zero"] == 5


def test_the_file_holds_everything_and_is_written_whole(tmp_path):
    path = tmp_path / "gold.parquet"
    pq.write_table(pa.Table.from_pandas(frame()), path)
    result = certify(path, settings=QUICK, mix={"a": 1, "b": 2})
    result.write_json(tmp_path / "certify.json")
    text = (tmp_path / "certify.json").read_text(encoding="utf-8")
    report = json.loads(text)
    assert report == json.loads(json.dumps(result.report()))
    assert list(report) == [
        "certification_version",
        "package_version",
        "disclaimer",
        "source",
        "columns",
        "settings",
        "mix",
        "rows",
    ]
    assert (report["source"]["name"], report["source"]["rows"]) == ("gold.parquet", 180)
    assert len(report["source"]["sha256"]) == 64
    assert report["settings"] == {
        "min_ess": 10.0,
        "bootstrap": 200,
        "seed": 902,
        "min_gain": 0.02,
        "max_loss": 0.03,
    }
    assert report["mix"] == {"a": 1, "b": 2}
    assert [row["slice"] for row in report["rows"]] == ["a", "b", "c", None]
    assert str(tmp_path) not in text
    again = certify(path, settings=QUICK, mix={"a": 1, "b": 2})
    again.write_json(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "certify.json").read_bytes()
    with pytest.raises(ReportError, match="Cannot write"):
        result.write_json(tmp_path / "nowhere" / "certify.json")
    verdict = result.overall["verdict"]
    assert repr(result) == f"<Certification of gold.parquet: {verdict}, 3 slices; see .rows()>"


def test_another_seed_moves_the_interval_only():
    data = frame()
    one, other = (
        certify(data, settings=QUICK).overall,
        certify(data, settings=AuditSettings(bootstrap=200, seed=1)).overall,
    )
    assert one["ci_lo"] != other["ci_lo"]
    assert one["ci_lo"] == pytest.approx(other["ci_lo"], abs=0.01)
    assert (one["snips"], one["ess"]) == (other["snips"], other["ess"])
