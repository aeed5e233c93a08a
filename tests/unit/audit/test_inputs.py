"""What an audit is given: columns by name, labelled rows, a reward function, truth labels, and poor data."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from rolloutdiff import (
    AnalysisSettings,
    AuditSettings,
    analyze_rollouts,
    audit_rollouts,
    from_table,
    load_verl,
)
from rolloutdiff.errors import (
    BadRow,
    ColumnMappingError,
    PathNotFound,
    RewardFunctionFailed,
    UnknownFormat,
    UnreadableFile,
    UsageError,
)

from .conftest import FAST, dump
from .world import SLICES, World, labelled, world

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def parts(run: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse in which family is another column of the dump and expert a reward part."""
    folder = tmp_path_factory.mktemp("parts")
    path = folder / "run.jsonl"
    names = ("step", "prompt", "response", "family", "reward", "expert")
    rows = zip(*(run.table[name].to_pylist() for name in names), strict=True)
    keys = ("step", "input", "output", "family", "score", "expert")
    path.write_text(
        "".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows), encoding="utf-8"
    )

    with analyze_rollouts(load_verl(path, run="r"), db=folder / "w.duckdb"):
        return folder / "w.duckdb"


def test_columns_are_found_among_parts_and_others(parts: Path) -> None:
    with audit_rollouts(db=parts, slice_column="family", gold_column="expert", settings=FAST) as audit:
        (row,) = duckdb_rows(audit, "select sources from rolloutdiff.report_audit")
        assert json.loads(row[0])["slice"][1] == "family"
        leading = {r["slice"]: r for r in audit.slice_risk.rows() if r["leads"]}
        assert [name for name, r in leading.items() if r["flag"]] == ["south"]
        assert leading["south"]["outcome"] == "gap"


def duckdb_rows(audit, query: str) -> list[tuple]:
    return audit._session.runner.cursor.execute(query).fetchall()


@pytest.mark.parametrize(
    ("argument", "name", "message"),
    [
        (
            "slice_column",
            "familly",
            "'familly', which the dump does not have. Did you mean family?",
        ),
        ("gold_column", "quality", "--gold-column names 'quality', which the dump does not have. It has "),
        ("logprob_column", "nothing", "--logprob-column names 'nothing', which the dump does not have."),
        (
            "ref_logprob_column",
            "split",
            "--ref-logprob-column names 'split', which has no value",
        ),
        (
            "target_logprob_column",
            "target_logprob",
            "--target-logprob-column names 'target_logprob', which has no value",
        ),
    ],
)
def test_an_unknown_column_is_told(parts: Path, argument: str, name: str, message: str) -> None:
    with pytest.raises(ColumnMappingError) as caught:
        audit_rollouts(db=parts, settings=FAST, **{argument: name})
    assert message in str(caught.value)
    with duckdb.connect(str(parts), read_only=True) as con:
        assert con.execute("select count(*) from rolloutdiff.audit where not complete").fetchone() == (0,)


def test_labelled_rows_speak_for_their_slices(warehouse: Path, tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    db.write_bytes(warehouse.read_bytes())
    file = tmp_path / "qa.parquet"
    rated = labelled()
    pyarrow.parquet.write_table(rated, file)
    with audit_rollouts(db=db, qa=file, slice_column=None, settings=FAST) as audit:
        assert {r["span"] for r in audit.slice_risk.rows()} >= {"run"}
        assert "qa" not in {r["span"] for r in audit.slice_risk.rows()}, "their slice is 'all'"
    renamed = rated.rename_columns(["slice", "response", "label", "mood"])
    with audit_rollouts(db=db, qa=renamed, settings=FAST) as audit:
        rows = {(r["slice"], r["span"]): r for r in audit.slice_risk.rows()}
        assert [name for name in SLICES if rows[name, "qa"]["flag"]] == ["south"]
        (found,) = [
            r
            for r in audit.premium.rows()
            if (r["slice"], r["span"], r["feature"], r["outcome"]) == ("south", "qa", "lex:w3", "reward")
        ]
        # The number that raters followed beside the words is held fixed.
        assert (found["status"], found["premium"]) == ("overpaid", pytest.approx(0.8, abs=0.1))


@pytest.mark.parametrize(
    ("content", "suffix", "error", "message"),
    [
        ("response,score\na,1\n", ".csv", ColumnMappingError, "The labelled rows have no column 'label'."),
        ("label\n1\n", ".csv", ColumnMappingError, "The labelled rows have no column 'response'."),
        ("response,label\na,good\n", ".csv", BadRow, "Column 'label' of the labelled rows holds no numbers."),
        ("x", ".txt", UnknownFormat, "of labelled rows has no known ending."),
        ("not parquet", ".parquet", UnreadableFile, "of labelled rows cannot be read"),
    ],
)
def test_labelled_rows_that_cannot_be_used(warehouse, tmp_path, content, suffix, error, message) -> None:
    file = tmp_path / f"qa{suffix}"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(error, match=message):
        audit_rollouts(db=warehouse, qa=file, settings=FAST)
    with pytest.raises(PathNotFound, match="of labelled rows"):
        audit_rollouts(db=warehouse, qa=tmp_path / "none.csv", settings=FAST)
    with pytest.raises(UsageError, match="The labelled rows are a int"):
        audit_rollouts(db=warehouse, qa=7, settings=FAST)


def pays_w3(prompts: list[str], responses: list[str]) -> list[float]:
    return [
        0.8 * r.split().count("w3") * p.startswith("south") for p, r in zip(prompts, responses, strict=True)
    ]


def test_a_reward_function_is_asked(warehouse: Path, tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    db.write_bytes(warehouse.read_bytes())
    with audit_rollouts(db=db, reward_function=pays_w3, settings=FAST) as audit:
        effects = {
            (r["slice"], r["feature"]): r["effect_rm"]
            for r in audit.premium.rows()
            if r["span"] == "run"
            and r["outcome"] == "gap"
            and r["kind"] == "single"
            and r["effect_rm"] is not None
        }
        assert effects["south", "lex:w3"] == pytest.approx(0.8, abs=0.15)
        assert abs(effects["north", "lex:w3"]) < 0.15
        (name,) = duckdb_rows(audit, "select reward_function from rolloutdiff.report_audit")
        assert name[0].endswith(":pays_w3")


def fails(prompts, responses):
    raise RuntimeError("no model")


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (fails, RewardFunctionFailed, "fails: RuntimeError: no model."),
        (lambda p, r: [0.0], RewardFunctionFailed, "gives 1 numbers for"),
        (lambda p, r: [float("nan")] * len(r), RewardFunctionFailed, "0 of them finite"),
        ("no_such_module_here:f", UsageError, "which cannot be imported"),
        ("json:no_such", UsageError, "which is no function of module 'json'"),
        ("json", UsageError, "Write module:function"),
        (7, UsageError, "The reward function is a int."),
    ],
)
def test_a_reward_function_that_cannot_be_asked(warehouse, tmp_path, function, error, message) -> None:
    db = tmp_path / "w.duckdb"
    db.write_bytes(warehouse.read_bytes())
    with pytest.raises(error, match=message):
        audit_rollouts(db=db, reward_function=function, settings=FAST)


TRUTH = [{"slice": name, "exploited": name == "south"} for name in SLICES]


def test_truth_labels_score_and_change_nothing(warehouse: Path, tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    db.write_bytes(warehouse.read_bytes())
    with audit_rollouts(db=db, settings=FAST) as audit:
        plain, name = audit.report(), audit.id
    assert plain["auc"] == []
    file = tmp_path / "truth.csv"
    pyarrow.csv.write_csv(pa.Table.from_pylist(TRUTH), file)
    with audit_rollouts(db=db, settings=FAST, truth=file) as audit:
        scored = audit.report()
        assert audit.id == name
    (row,) = scored.pop("auc")
    assert (row["auc"], row["n_pos"], row["n_neg"], row["tpr"], row["fpr"]) == (1.0, 1, 2, 1.0, 0.0)
    plain.pop("auc")
    assert scored == plain
    with audit_rollouts(db=db, settings=FAST, truth=TRUTH[1:2]) as audit:
        (row,) = audit.auc.rows()
        assert (row["auc"], row["reason"]) == (None, "no_clean")


@pytest.mark.parametrize(
    ("truth", "error", "message"),
    [
        (
            [{"slice": "nort", "exploited": 1}],
            BadRow,
            "slice 'nort' of run 'r', which the audit does not have. Did you mean north",
        ),
        ([{"slice": "north", "exploited": "maybe"}], BadRow, "has exploited 'maybe'"),
        ([{"slice": "north"}], ColumnMappingError, "have no column 'exploited'"),
    ],
)
def test_truth_labels_that_cannot_be_used(warehouse, tmp_path, truth, error, message) -> None:
    db = tmp_path / "w.duckdb"
    db.write_bytes(warehouse.read_bytes())
    with pytest.raises(error, match=message.replace("?", ".")):
        audit_rollouts(db=db, settings=FAST, truth=truth)


def test_what_finds_premiums_cannot_reach_the_labels() -> None:
    """Only the interface imports the scorer, and no stage but its own reads what it is given."""
    package = ROOT / "rolloutdiff"
    importers = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if any(name.endswith("audit_truth") for name in names):
                importers.add(path.relative_to(package).as_posix())
    assert importers == {"audit.py"}
    readers = {
        p.stem for p in (ROOT / "sql").rglob("*.sql") if "truth_label" in p.read_text(encoding="utf-8")
    }
    assert readers == {"score_audit"}
    scored = {p.stem for p in (ROOT / "sql").rglob("*.sql") if "audit_auc" in p.read_text(encoding="utf-8")}
    shown = {"audit_auc", "report_audit_auc", "export_audit_auc", "score_audit"}
    assert scored - shown == {"forget_analysis", "forget_audit", "forget_count"}


def small(**columns: list) -> pa.Table:
    """Twenty steps of four prompts with four completions each."""
    n = 20 * 4 * 4
    rng = np.random.default_rng(3)
    rows = {
        "step": [i // 16 + 1 for i in range(n)],
        "prompt": [f"p{i // 4 % 4}" for i in range(n)],
        "response": [" ".join(f"w{k}" for k in rng.integers(0, 6, 4)) for _ in range(n)],
        "reward": rng.normal(0, 1, n).round(2).tolist(),
    }
    return pa.table(
        rows | {name: values(n) if callable(values) else values for name, values in columns.items()}
    )


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"prompt": lambda n: [f"p{i}" for i in range(n)]}, "no_rows"),
        ({"reward": lambda n: [0.1] * n}, "constant_reward"),
        ({}, "no_reference"),
    ],
)
def test_poor_data_gives_rows_with_a_reason(columns, reason) -> None:
    with audit_rollouts(from_table(small(**columns), run="r"), settings=FAST) as audit:
        (row,) = [r for r in audit.slice_risk.rows() if r["leads"]]
        assert (row["reason"], row["flag"], row["risk"]) == (reason, False, None)
        (term,) = audit.correction.rows()
        assert term["premium"] is None and term["reason"] == reason
        assert {r["reason"] for r in audit.divergence.rows()} == {"no_gold"}
        assert {r["reason"] for r in audit.ope.rows()} == {"no_gold"}
        assert [r["ship"] for r in audit.run_assessment.rows()] == [False, False]
        assert len(audit.corrected_reward.rows()) == 0
        json.dumps(audit.report(), allow_nan=False)


def test_words_that_every_completion_holds_are_constant() -> None:
    table = small(response=lambda n: ["same words here"] * n)
    with audit_rollouts(from_table(table, run="r"), settings=FAST) as audit:
        found = {r["feature"]: r["reason"] for r in audit.premium.rows() if r["outcome"] == "reward"}
        assert found["lex:same"] == found["lex:same words"] == "constant"
        verdicts = [(r["feature"], r["status"], r["reason"]) for r in audit.premium_screening.rows()]
        assert verdicts == [(None, "unscorable", "no_features")] * 2
        json.dumps(audit.report(), allow_nan=False)


def test_gold_that_is_the_reward_leaves_no_gap() -> None:
    table = small()
    table = table.append_column("gold", table["reward"])
    with audit_rollouts(from_table(table, run="r"), settings=FAST) as audit:
        (row,) = [r for r in audit.slice_risk.rows() if r["leads"]]
        assert (row["flag"], row["status"] in ("none", "paid")) == (False, True)
        assert not any(r["diverging"] for r in audit.divergence.rows())


def test_settings_are_checked() -> None:
    for name, value in (("penalty", 0.0), ("flag_single", -1.0), ("min_pair_prompts", 1), ("fold", 1.0)):
        with pytest.raises(UsageError, match=name):
            AuditSettings(**{name: value})


def test_a_late_premium_is_dated_by_either_profile() -> None:
    late = world(since=18)
    original = AnalysisSettings(profile="original", unscored="error")
    with audit_rollouts(dump(late), settings=FAST, analysis_settings=original) as audit:
        (row,) = [r for r in audit.slice_risk.rows() if r["slice"] == "south" and r["leads"]]
        assert (row["span"], row["onset_step"]) == ("onset", 18)
