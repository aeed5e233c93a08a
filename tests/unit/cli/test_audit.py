"""`rolloutdiff audit` on the command line."""

from __future__ import annotations

import json
import re
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from rolloutdiff import analyze_rollouts, from_table
from rolloutdiff.report.audit_summary import audit_lines, next_step
from tests.unit.audit.world import SLICES, labelled, world

MAPPED = "slice=family,gold=expert,logprob=lp,ref_logprob=rlp,target_logprob=tlp"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A dump as parquet, labelled rows, truth labels and a reward function."""
    place = tmp_path_factory.mktemp("audit_cli")
    pyarrow.parquet.write_table(world().table, place / "dump.parquet")
    rated = labelled()
    pyarrow.parquet.write_table(
        rated.rename_columns(["slice", "response", "label", "mood"]), place / "qa.parquet"
    )
    truth = [{"slice": name, "exploited": name == "south"} for name in SLICES]
    pyarrow.csv.write_csv(pa.Table.from_pylist(truth), place / "truth.csv")
    code = (
        "def pays(prompts, responses):\n"
        "    return [0.8 * r.split().count('w3') * ('south' in p) for p, r in zip(prompts, responses)]\n"
    )
    (place / "cli_reward.py").write_text(code, encoding="utf-8")
    return place


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_a_dump_is_analysed_and_audited(command_line, folder, tmp_path):
    code, out, err = command_line(
        "audit", folder / "dump.parquet", "--format", "table", "--run", "r", "--reward-column", "reward",
        "--columns", MAPPED, "--output", tmp_path / "audit.json", "--emit-correction", tmp_path / "corr.json",
        "--qa", folder / "qa.parquet", "--truth", folder / "truth.csv", "--db", tmp_path / "w.duckdb",
        "--profile", "original", "--threads", 1, "--memory-limit", "1GB", "--temp-directory", tmp_path,
        "--step-from", "column", "--on-overlap", "error", "--skip-bad-rows", "--skip-unreadable",
    )  # fmt: skip
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "r: 1,728 comparable completions, 3 slices, with gold."
    assert lines[1] == "The reward overpays in 1 of 3 slices: south."
    assert re.match(r"slice +verdict +single +pair +risk +since", lines[3])
    assert re.match(r"south +OVERPAID ", lines[4])
    text = " ".join(out.split())
    assert re.search(
        r"south: completions that contain the word “w3” are overpaid by \+0\.\d\d ± 0\.\d\d per", text
    )
    assert "Against 3 truth labels: AUC 1.000, 100% of exploited and 0% of clean slices flagged." in text
    assert "fit to be used" not in text
    assert max(map(len, lines[:-4])) <= 80
    assert lines[-1].startswith("next: take the terms of ")
    audit = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))
    assert {row["span"] for row in audit["slice_risk"]} >= {"run", "qa"}
    terms = json.loads((tmp_path / "corr.json").read_text(encoding="utf-8"))["runs"]["r"]
    assert [t["feature"] for t in terms["south"]] == ["lex:w3"] and terms["north"] == []


@pytest.fixture(scope="module")
def analysed(folder):
    db = folder / "w.duckdb"
    rollouts = from_table(world().table, run="r", columns={"slice": "family", "gold": "expert"})
    with analyze_rollouts(rollouts, db=db, schema="mine") as analysis:
        return db, analysis.id


def test_an_analysis_in_a_warehouse_is_audited(command_line, folder, analysed, monkeypatch):
    db, name = analysed
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    code, out, err = command_line(
        "audit", "--db", db, "--schema", "mine", "--analysis", name[:8], "--run", "r",
        "--slice-column", "slice", "--gold-column", "gold", "--reward-fn", "cli_reward:pays", "--assess",
    )  # fmt: skip
    assert (code, err) == (1, "")
    assert "Not fit to be used: " in out
    assert "next: give --emit-correction FILE" in out


def test_columns_of_log_probabilities_are_named(command_line, folder, tmp_path):
    rollouts = from_table(world().table, run="r", reward_parts=["lp", "rlp", "tlp", "expert"])
    with analyze_rollouts(rollouts, db=tmp_path / "w.duckdb"):
        pass
    code, out, _ = command_line(
        "audit", "--db", tmp_path / "w.duckdb", "--gold-column", "expert", "--logprob-column", "lp",
        "--ref-logprob-column", "rlp", "--target-logprob-column", "tlp", "--output", tmp_path / "audit.json",
    )  # fmt: skip
    assert code == 0
    audit = json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))
    assert [row["reason"] for row in audit["ope"]] == [None, None]
    assert "1 slice, gold is expert" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "error[usage]: Nothing to audit. Give PATH, or --db with an analysis in it."),
        (["x", "--analysis", "a"], 2, "error[usage]: PATH and --analysis are both given."),
        (["--db", "none.duckdb"], 3, "error[warehouse]: Database 'none.duckdb' does not exist."),
    ],
)
def test_what_cannot_be_done_is_told(command_line, arguments, code, message):
    found, out, err = command_line("audit", *arguments)
    assert (found, out) == (code, "")
    assert err.startswith(message)


def test_the_readme_shows_what_the_command_prints(command_line, loophole_path, root, tmp_path, monkeypatch):
    text = (root / "README.md").read_text(encoding="utf-8")
    section = text[text.index("\n## Reward audit") :]
    shown = re.search(r"```text\n\$ rolloutdiff (.*?)\n(.*?)```", section, re.DOTALL)
    (tmp_path / "completions").symlink_to(loophole_path / "completions")
    monkeypatch.chdir(tmp_path)
    code, out, _ = command_line(*shown[1].split())
    assert (code, out) == (0, shown[2])


def test_without_a_reference_the_next_step_asks_for_one(command_line, loophole_path, tmp_path):
    arguments = ["audit", loophole_path / "completions", "--format", "trl", "--run", "loophole"]
    arguments += ["--reward-column", "training_passed", "--db", tmp_path / "w.duckdb"]
    code, out, err = command_line(*arguments)
    assert (code, err) == (0, "")
    assert "whether it is overpaid cannot be said" in " ".join(out.split())
    assert "are paid +" in out and "overpaid by" not in out
    assert "next: give --gold-column NAME or --slice-column NAME" in out


def row(**values):
    risk = {
        "run": "r", "slice": "all", "span": "run", "outcome": "reward", "rollouts": 8, "risk": None,
        "flag": False, "status": "none", "strength_single": None, "strength_pair": None,
        "onset_step": None, "leads": True, "reason": None,
    }  # fmt: skip
    return risk | values


def report(*risks, **arrays):
    empty = ("premium", "premium_screening", "divergence", "run_assessment", "auc")
    return {"sources": {}, "slice_risk": list(risks)} | {name: [] for name in empty} | arrays


FIT = {"run": "r", "slice": "balanced", "ship": True, "issues": []}


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (report(row(reason="no_rows")), "Nothing can be said: no two completions of one prompt"),
        (report(row(reason="constant_reward")), "Nothing can be said: the reward of completions of one"),
        (report(row(), row(slice="b")), "No slice is overpaid."),
        (report(row(flag=True, status="overpaid")), "The reward overpays."),
        (report(row(), auc=[{"auc": None}]), "The truth labels are all of one kind, so there is no curve."),
        (report(row(), run_assessment=[FIT]), "Fit to be used."),
    ],
)  # fmt: skip
def test_sentences_of_special_cases(found, line):
    assert [text for text in audit_lines(found, 200, assess=True) if text.startswith(line)]


def test_many_slices_are_cut_and_counted():
    lines = audit_lines(report(*(row(slice=f"s{i}", risk=i / 20) for i in range(12))), 80)
    assert "4 more slices" in lines
    assert next(line for line in lines if line.startswith("s")).startswith("slice")
    assert lines[4].startswith("s11 ")


def test_next_step_when_nothing_is_overpaid():
    assert next_step(report(row()), None) == "rolloutdiff explain shows what else changed"
