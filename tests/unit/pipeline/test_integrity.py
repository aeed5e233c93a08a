"""Findings about whole dumps, by case."""

from __future__ import annotations

import re
from pathlib import Path

from rolloutdiff import analyze_rollouts, load_trl, load_verl
from rolloutdiff.ingest import Rollouts

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "cases"
# Where there is no file to name: steps that are not there, and figures of a whole run.
WITHOUT_FILES = re.compile("missing_step|mismatch_.*")


def found(rollouts: Rollouts) -> dict[str, tuple[str, int, int | None, int | None, list[str] | None]]:
    """Findings of an analysis by code: severity, count, first and last step, names of files."""
    with analyze_rollouts(rollouts) as analysis:
        rows = analysis.integrity.rows()
    known = {file.name for file in rollouts.files}
    for row in rows:
        assert row["code"] in documented() and row["severity"] in ("note", "warning")
        assert row["count"] > 0 and row["message"].endswith(".") and len(row["message"]) <= 400
        assert (row["first_step"] is None) == (row["last_step"] is None)
        if not WITHOUT_FILES.fullmatch(row["code"]):
            assert row["file_names"] and set(row["file_names"]) <= known
            assert row["files"] >= len(row["file_names"])
    return {
        row["code"]: tuple(row[c] for c in ("severity", "count", "first_step", "last_step", "file_names"))
        for row in rows
    }


def documented() -> set[str]:
    """Codes in the tables of the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return set(re.findall(r"`([a-z0-9_]+)`", text))


def given_codes() -> set[str]:
    """Codes that checks, stages and loaders give, as they are written there."""
    files = [*(ROOT / "sql" / "checks").glob("*.sql"), ROOT / "sql" / "stages" / "length_cap.sql"]
    checks = "".join(path.read_text(encoding="utf-8") for path in files)
    stage = (ROOT / "sql" / "stages" / "store_integrity.sql").read_text(encoding="utf-8")
    loaders = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "rolloutdiff" / "ingest").glob("*.py")
    )
    cased = re.findall(r"case (?:(?!case ).)*? end as code", checks, re.S)
    return {
        *re.findall(r"'(\w+)' as code", checks),
        *(code for text in cased for code in re.findall(r"(?:then|else) '(\w+)'", text)),
        *re.findall(r"\.run,\s+'(\w+)', '(?:warning|note)'", stage),
        *re.findall(r"when '(mismatch_\w+)' then", stage),
        *(f"logprob_{fault}" for fault in ("one_side", "length", "not_finite")),
        *re.findall(r"(?:code=|_note\()\s*\"(\w+)\"", loaders),
    } - {"value_missing"}


def test_every_code_is_documented() -> None:
    codes = given_codes()
    assert {
        "other_split",
        "prompts_exchanged",
        "completion_format",
        "rejected_rows",
        "replaced_steps",
    } <= codes
    assert codes - documented() == set()


def test_t08_everything_clipped_and_the_reward_constant() -> None:
    rows = found(load_trl(CASES / "T08-all-clipped-zero-variance", reward_column="accuracy_reward"))
    assert rows["length_cap"][:4] == ("warning", 20, 1, 5)
    assert rows["constant_reward"][:4] == ("warning", 20, 1, 5)
    assert not {"flat_reward_step", "fresh_prompts", "lone_prompt"} & rows.keys()


def test_v05_validation_dump_in_the_rollout_folder() -> None:
    rows = found(load_verl(CASES / "V05-val-and-train-share-a-folder"))
    assert rows["other_split"] == ("warning", 1, 10, 10, ["10.jsonl"])
    assert rows["short_run"] == ("warning", 2, 5, 15, ["10.jsonl", "15.jsonl", "5.jsonl"])


def test_v20_only_survivors_are_dumped() -> None:
    rows = found(load_verl(CASES / "V20-filtered-survivors"))
    assert rows["batch_size"] == ("warning", 2, 2, 3, ["2.jsonl", "3.jsonl"])
    assert "other_split" not in rows
