"""Trainer against inference engine: token log-probabilities become series, alerts, one event and findings."""

from __future__ import annotations

import json
import math

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff import AnalysisSettings, analyze_rollouts, compare_dumps, from_table, load_verl
from rolloutdiff.errors import RunLoadedDifferently
from rolloutdiff.report.explain import explain_event
from rolloutdiff.report.load import load_report
from rolloutdiff.settings import Resources
from rolloutdiff.wording import plain_text
from tests.oracle.mismatch import values

STEPS, PROMPTS, GROUP, TOKENS = 30, 12, 4, 6
CHANGE = 20
FIGURES = list(values(np.zeros(2), np.zeros(2)))


def rows(steps: int = STEPS, seed: int = 1, later: float = 0.06) -> list[dict[str, object]]:
    """A run whose engine noise grows from 0.02 at step CHANGE on."""
    rng = np.random.default_rng(seed)
    made: list[dict[str, object]] = []
    for step in range(steps):
        for i in range(PROMPTS * GROUP):
            rollout = -rng.exponential(0.7, TOKENS)
            noise = rng.normal(0.0, later if step >= CHANGE else 0.02, TOKENS)
            made.append(
                {
                    "step": step,
                    "prompt": f"p{step}-{i // GROUP}",
                    "response": "one two",
                    "reward": float(i % 3),
                    "train_logprobs": (rollout + noise).tolist(),
                    "rollout_logprobs": rollout.tolist(),
                }
            )
    return made


def table(found: list[dict[str, object]]) -> pa.Table:
    return pa.Table.from_pylist(found)


def without(found: list[dict[str, object]]) -> pa.Table:
    return table(found).drop_columns(["train_logprobs", "rollout_logprobs"])


def report(rollouts, path, settings=None, **where) -> dict[str, list[dict[str, object]]]:
    with analyze_rollouts(rollouts, settings=settings, **where) as analysis:
        analysis.write_json(path)
    return json.loads(path.read_text(encoding="utf-8"))


def test_series_are_prompt_balanced_means_of_the_figures(tmp_path):
    given = rows(steps=20)
    db = tmp_path / "w.duckdb"
    analyze_rollouts(from_table(table(given), run="r"), db=db).close()
    with duckdb.connect(str(db)) as con:
        points = {
            (name, step): (mean, se, prompts, samples)
            for name, step, mean, se, prompts, samples in con.execute(
                "select f.name, p.step, p.mean, p.se, p.prompts, p.samples from rolloutdiff.series_point as p"
                " join rolloutdiff.feature as f on f.feature_id = p.feature_id where f.tier = 'mismatch'"
            ).fetchall()
        }
    assert len(points) == 20 * len(FIGURES)
    for step in (0, 7, 19):
        own = [
            values(np.array(r["train_logprobs"]), np.array(r["rollout_logprobs"]))
            for r in given
            if r["step"] == step
        ]
        for name in FIGURES:
            means = np.array([figure[name] for figure in own]).reshape(PROMPTS, GROUP).mean(axis=1)
            mean, se, prompts, samples = points[f"mismatch:{name}", step]
            assert mean == pytest.approx(means.mean(), rel=1e-9, abs=1e-12)
            assert se == pytest.approx(means.std(ddof=1) / math.sqrt(PROMPTS), rel=1e-9)
            assert (prompts, samples) == (PROMPTS, PROMPTS * GROUP)


@pytest.mark.parametrize("profile", ["original", "calibrated"])
@pytest.mark.parametrize("vocabulary", ["run", "prefix"])
def test_a_planted_change_is_one_event(tmp_path, profile, vocabulary):
    settings = AnalysisSettings(profile=profile, vocabulary=vocabulary)
    found = report(from_table(table(rows()), run="r"), tmp_path / "r.json", settings)
    rule = found["rules"]["sequential"]
    alerts = {a["feature"]: a for a in found["alert"] if a["rule"] == rule and a["tier"] == "mismatch"}
    assert {"mismatch:prob_diff_mean", "mismatch:k3_kl"} <= set(alerts)
    assert all(abs(a["onset_step"] - CHANGE) <= 2 for a in alerts.values())
    (event,) = (e for e in found["event"] if e["rule"] == rule and e["lead_tier"] == "mismatch")
    assert event["lead_feature"] == "mismatch:prob_diff_mean"
    assert event["members"] == len(alerts)
    (evidence,) = (e for e in found["evidence"] if e["feature"] == "mismatch:k3_kl" and e["rule"] == rule)
    assert evidence["replication"] is True
    assert "same_prompt_shift=mismatch_series" in evidence["reason"]
    assert evidence["same_prompt_shift"] is None


def test_rows_that_cannot_be_compared_are_absent_and_counted(tmp_path):
    given = rows()
    given[3]["train_logprobs"] = [-1.0]
    given[100]["train_logprobs"] = [-1.0, *given[100]["train_logprobs"]]
    given[200]["rollout_logprobs"] = None
    given[300]["rollout_logprobs"] = [math.nan, *given[300]["rollout_logprobs"][1:]]
    given[400]["rollout_logprobs"] = given[400]["train_logprobs"] = []
    given[401]["rollout_logprobs"] = given[401]["train_logprobs"] = None
    found = report(from_table(table(given), run="r"), tmp_path / "r.json")
    size = PROMPTS * GROUP
    notes = {
        i["code"]: (i["count"], i["first_step"], i["last_step"], i["severity"])
        for i in found["integrity"]
        if i["code"] != "fresh_prompts"
    }
    assert notes == {
        "logprob_length": (2, 3 // size, 100 // size, "warning"),
        "logprob_one_side": (1, 200 // size, 200 // size, "warning"),
        "logprob_not_finite": (1, 300 // size, 300 // size, "warning"),
    }
    samples = {s["step"]: s["samples"] for s in found["series"] if s["feature"] == "mismatch:kl"}
    absent = {3 // size: 1, 100 // size: 1, 200 // size: 1, 300 // size: 1, 400 // size: 2}
    assert samples == {step: size - absent.get(step, 0) for step in range(STEPS)}


def test_a_run_without_them_has_no_trace_of_them(tmp_path):
    given = rows()
    found = report(from_table(without(given), run="r"), tmp_path / "a.json")
    assert not any("mismatch" in json.dumps(found[name]) for name in found if name != "objects")
    nothing = [r | {"train_logprobs": None, "rollout_logprobs": None} for r in given]
    again = report(from_table(table(nothing), run="r"), tmp_path / "b.json")
    assert again == found


@pytest.mark.parametrize("vocabulary", ["run", "prefix"])
def test_a_dump_that_grew_gives_the_bytes_of_one_analysis(tmp_path, vocabulary):
    folder, db = tmp_path / "dump", tmp_path / "w.duckdb"
    folder.mkdir()
    settings = AnalysisSettings(vocabulary=vocabulary)
    given = rows()
    for last in (22, STEPS):
        for step in range(last):
            lines = [
                {
                    "input": r["prompt"],
                    "output": r["response"],
                    "score": r["reward"],
                    "step": step,
                    "old_log_probs": r["train_logprobs"],
                    "rollout_log_probs": r["rollout_logprobs"],
                }
                for r in given
                if r["step"] == step
            ]
            (folder / f"{step}.jsonl").write_text(
                "".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8"
            )
        report(load_verl(folder, run="r"), tmp_path / "grown.json", settings, db=db)
        report(load_verl(folder, run="r"), tmp_path / "whole.json", settings)
        assert (tmp_path / "grown.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    with duckdb.connect(str(db)) as con:
        kept = con.execute(
            "select count(r.mismatch), count(r.extras) from rolloutdiff.rollout as r"
        ).fetchone()
        assert kept == (len(given), 0)


def test_threads_do_not_change_a_byte(tmp_path):
    given = table(rows())
    found = set()
    for threads in (1, 2, 8):
        path = tmp_path / "r.json"
        report(from_table(given, run="r"), path, resources=Resources(threads=threads))
        found.add(path.read_bytes())
    assert len(found) == 1


def test_another_list_is_another_input_and_a_changed_one_is_refused():
    given = rows(steps=20)
    changed = [dict(r) for r in given]
    changed[5]["train_logprobs"] = [x - 1e-3 for x in given[5]["train_logprobs"]]
    with analyze_rollouts(from_table(table(given), run="r")) as analysis:
        first = analysis.id
    with analyze_rollouts(from_table(table(changed), run="r")) as analysis:
        assert analysis.id != first
    with duckdb.connect() as con:
        analyze_rollouts(from_table(table(given), run="r"), con=con).close()
        with pytest.raises(RunLoadedDifferently, match=r"row 5 .* differs"):
            analyze_rollouts(from_table(table(changed), run="r"), con=con)


def test_a_session_of_its_own_reads_views_and_macros(tmp_path):
    db = tmp_path / "w.duckdb"
    analyze_rollouts(from_table(table(rows()), run="r"), db=db).close()
    with duckdb.connect(str(db), read_only=True) as con:
        (analysis,) = con.execute("select a.analysis_id from rolloutdiff.analysis as a").fetchone()
        small = con.execute(
            "select min(s.mean) from rolloutdiff.report_series as s where s.feature = 'mismatch:k3_kl'"
        ).fetchone()[0]
        assert 1e-4 < small < 3e-4
        assert len(str(small)) > 9
        assert con.execute("from rolloutdiff.mismatch_health_v1(?)", [analysis]).fetchall() == []
        means = "select count(*) from rolloutdiff.mismatch_step_mean_v1(?, 'r', 0, 99, false)"
        assert con.execute(means, [analysis]).fetchone() == (STEPS * len(FIGURES),)


def test_lines_and_a_constant_offset_are_findings(tmp_path):
    given = [dict(r) for r in rows()]
    for row in given:
        row["train_logprobs"] = [x - 0.25 for x in row["rollout_logprobs"]]
    found = report(from_table(table(given), run="r"), tmp_path / "r.json")
    notes = {i["code"]: i for i in found["integrity"] if i["code"] != "fresh_prompts"}
    assert {code: (n["severity"], n["count"]) for code, n in notes.items()} == {
        "mismatch_kl": ("warning", STEPS),
        "mismatch_logprob_abs": ("warning", STEPS),
        "mismatch_offset_constant": ("note", STEPS),
    }
    assert "0.25" in notes["mismatch_offset_constant"]["message"]
    assert not any(a["tier"] == "mismatch" for a in found["alert"])


def test_hashed_names_leave_the_figures_readable(tmp_path):
    with analyze_rollouts(from_table(table(rows()), run="r")) as analysis:
        analysis.write_json(tmp_path / "r.json", hash_features=True)
        analysis.write_html(tmp_path / "r.html", hash_features=True)
    found = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert "mismatch:k3_kl" in {s["feature"] for s in found["series"]}
    assert "train/rollout" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_scalars_of_the_trainer_are_taken_as_they_are(tmp_path):
    rng = np.random.default_rng(3)
    folder = tmp_path / "dump"
    folder.mkdir()
    for step in range(STEPS):
        valid = int(step != 4)
        lines = []
        for i in range(PROMPTS * GROUP):
            mean = float(rng.gamma(4.0, 0.01 if step >= CHANGE else 0.002)) if valid else 0.0
            lines.append(
                {
                    "input": f"p{step}-{i // GROUP}",
                    "output": "one",
                    "score": 1.0 * (i % 2),
                    "rollout_probs_diff_valid": valid,
                    "rollout_probs_diff_mean": mean,
                    "rollout_probs_diff_max": 2 * mean,
                }
            )
        (folder / f"{step}.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8")
    found = report(load_verl(folder, run="r"), tmp_path / "r.json")
    names = {s["feature"] for s in found["series"] if s["tier"] in ("mismatch", "reward")}
    assert names == {"mismatch:prob_diff_mean", "mismatch:prob_diff_max", "reward:total", "reward:score"}
    steps = [s["step"] for s in found["series"] if s["feature"] == "mismatch:prob_diff_mean"]
    assert steps == [s for s in range(STEPS) if s != 4]
    onsets = {a["onset_step"] for a in found["alert"] if a["feature"] == "mismatch:prob_diff_mean"}
    assert onsets <= {CHANGE - 1, CHANGE, CHANGE + 1}
    assert onsets


def test_an_event_names_the_comparison_of_dumps_next_to_it(tmp_path, data_dir):
    db, dumps = tmp_path / "w.duckdb", data_dir("glm5")
    for step in (3, 18, 25):
        compare_dumps(dumps / "train", dumps / "rollout", run="r", step=step, db=db).close()
    compare_dumps(dumps / "train", dumps / "rollout", run="other", step=CHANGE, db=db).close()
    with analyze_rollouts(from_table(table(rows()), run="r"), db=db) as analysis:
        analysis.write_json(tmp_path / "r.json")
        analysis.write_html(tmp_path / "r.html")
    found = load_report(tmp_path / "r.json")
    (event,) = (e for e in found["event"] if e["lead_tier"] == "mismatch")
    linked = [(c["side"], c["step"], c["event_rank"]) for c in found["event_consistency"]]
    assert linked == [("before", 18, event["event_rank"]), ("after", 25, event["event_rank"])]
    for row in found["event_consistency"]:
        assert row["hypothesis_code"] == "missing_activation_on_train"
        assert "linear_fc2" in row["train_key"]
        assert "down_proj" in row["rollout_key"]
    paragraphs = {p.title: plain_text(p.parts) for p in explain_event(found, "r", event["event_rank"])}
    said = paragraphs["Module dumps"]
    assert said.startswith(f"Step 18 ({event['onset_step'] - 18} steps before the onset): outputs differ in ")
    assert "Step 25" in said
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Module dumps" in page
    assert "<code>module dumps</code>: step 25, " in page
    assert "missing_activation_on_train" in page
