"""The page of an audit on the command line: alone, inside a report, and with names hidden."""

from __future__ import annotations

import json

import jsonschema
import pyarrow.parquet
import pytest

from rolloutdiff.report.schema import audit_schema
from tests.unit.audit.world import world

MAPPED = "slice=family,gold=expert,logprob=lp,ref_logprob=rlp,target_logprob=tlp"
TABLE = ("--format", "table", "--run", "r", "--reward-column", "reward", "--columns", MAPPED)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A dump whose slice south pays for the word w3."""
    place = tmp_path_factory.mktemp("audit_page")
    pyarrow.parquet.write_table(world().table, place / "dump.parquet")
    return place


def test_an_audit_is_shown_alone_and_in_the_page_of_its_report(command_line, folder, tmp_path):
    report, audit, page, whole = (tmp_path / n for n in ("r.json", "a.json", "a.html", "r.html"))
    base = ("analyze", folder / "dump.parquet", *TABLE, "--db", tmp_path / "w.duckdb", "--output", report)
    assert command_line(*base)[0] == 0
    code, out, err = command_line("audit", "--db", tmp_path / "w.duckdb", "--output", audit, "--html", page)
    assert (code, err) == (0, "")
    assert f"page: {page}" in out
    made = json.loads(audit.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(audit_schema()).validate(made)
    # What is followed step by step has its mean too, in every step of its slice.
    followed = {(r["slice"], r["feature"]) for r in made["premium_series"]}
    assert ("south", "lex:w3") in followed
    assert {(r["slice"], r["feature"]) for r in made["behavior"]} >= followed
    steps = {r["step"] for r in made["behavior"] if (r["slice"], r["feature"]) == ("south", "lex:w3")}
    assert steps == {r["step"] for r in made["divergence"] if r["slice"] == "south"}
    text = page.read_text(encoding="utf-8")
    assert "The reward overpays in one of three slices, south: +" in text
    assert "for completions that contain the word “w3”" in text

    assert command_line("render", report, "--audit", audit, "--output", whole)[0] == 0
    text = whole.read_text(encoding="utf-8")
    assert '<section id="r1-audit"' in text and "What the reward pays for" in text

    other = tmp_path / "other.json"
    other.write_text(json.dumps(made | {"analysis_id": "0" * 16}), encoding="utf-8")
    code, _, err = command_line("render", report, "--audit", other, "--output", whole)
    assert code == 3
    assert "and the audit of analysis '0000000000000000'" in " ".join(err.split())


def test_spans_have_the_sizes_of_their_own_steps(command_line, tmp_path):
    late = world(since=19).table
    pyarrow.parquet.write_table(late, tmp_path / "dump.parquet")
    audit = tmp_path / "a.json"
    assert command_line("audit", tmp_path / "dump.parquet", *TABLE, "--output", audit)[0] == 0
    rows = json.loads(audit.read_text(encoding="utf-8"))["slice_risk"]
    assert {row["span"] for row in rows} == {"run", "onset"}
    completions = late.select(["family", "step", "prompt"]).to_pylist()
    for row in rows:
        first = row["onset_step"] if row["span"] == "onset" else 0
        # Six completions of every prompt at every step, so that all can be compared; the run has 24 steps.
        mine = [r for r in completions if r["family"] == row["slice"] and first <= r["step"] < first + 25]
        assert row["rollouts"] == len(mine)
        assert row["prompts"] == len({r["prompt"] for r in mine})


def test_names_can_be_hidden_in_both_files(command_line, folder, tmp_path):
    report, audit, page, whole = (tmp_path / n for n in ("r.json", "a.json", "a.html", "r.html"))
    db = tmp_path / "w.duckdb"
    hidden = "--hash-features"
    base = ("analyze", folder / "dump.parquet", *TABLE, "--db", db)
    assert command_line(*base, "--output", report, hidden)[0] == 0
    code, out, _ = command_line("audit", "--db", db, "--output", audit, "--html", page, hidden)
    assert code == 0
    assert "completions that show behaviour" in " ".join(out.split()) and "w3" not in out
    made = json.loads(audit.read_text(encoding="utf-8"))
    assert made["hashed"] is True
    for path in (audit, page):
        text = path.read_text(encoding="utf-8")
        assert "lex:w" not in text and "“w" not in text and "lex:h" in text
    assert command_line("render", report, "--audit", audit, "--output", whole)[0] == 0
    assert "lex:w" not in whole.read_text(encoding="utf-8")
    # A page of which one half tells the names of the other is not made.
    plain = tmp_path / "plain.json"
    assert command_line("audit", "--db", db, "--output", plain)[0] == 0
    code, _, err = command_line("render", report, "--audit", plain, "--output", whole)
    assert code == 3
    assert "hides names" in err
