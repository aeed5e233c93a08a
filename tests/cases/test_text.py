"""Trouble with the text and code of completions; every test is named by the case that it answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff import load_verl
from rolloutdiff.features import Extraction, extract, opened_tag
from tests.cases.conftest import analysed, write_steps

Case = Callable[[str], Path]

KILLERS = {
    "plus_chain": "x = " + "+0" * 209_644,
    "unary": "-" * 100_000 + "1",
    "attr": "a" + ".b" * 100_000,
    "call": "f(" * 100_000 + ")" * 100_000,
    "short_chain": "x = " + "+1" * 5000,
}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def by_kind(folder: Path) -> dict[str, Extraction]:
    return {row["kind"]: extract(row["output"]) for row in lines(folder / "1.jsonl")}


def parses(found: Extraction) -> set[str]:
    return {name for name in found.counts if name.startswith("ast:parse:")}


def test_a01_code_that_kills_the_parser_is_too_complex_and_hurts_no_other_row(tmp_path: Path) -> None:
    rows = [f"```python\n{code}\n```" for code in KILLERS.values()]
    rows.append("```python\ndef f():\n    return 1\n```")
    text = "".join(
        json.dumps({"input": "p", "output": output, "score": 1.0, "step": 1}) + "\n" for output in rows
    )
    (tmp_path / "1.jsonl").write_text(text, encoding="utf-8")
    with analysed(load_verl(tmp_path)) as read:
        names = ("too_long", "too_deep", "ok")
        means = {name: read.series(f"ast:parse:{name}")[1]["mean"] for name in names}
        assert means == {"too_long": 0.666667, "too_deep": 0.166667, "ok": 0.166667}


def test_a02_every_kind_of_nesting_has_one_value(case: Case) -> None:
    found = by_kind(case("A02"))
    assert len(found) == 6
    assert {(one.status, *parses(one)) for one in found.values()} == {("too_deep", "ast:parse:too_deep")}


def test_a03_nul_in_code_does_not_parse_on_any_python(case: Case) -> None:
    (row,) = lines(case("A03") / "1.jsonl")
    assert "\0" in row["output"]
    assert parses(extract(row["output"])) == {"ast:parse:SyntaxError"}


def test_a04_warnings_of_model_code_are_neither_printed_nor_raised(case: Case) -> None:
    code = (
        "import json, pathlib, sys\nfrom rolloutdiff.features import extract\n"
        "rows = [json.loads(line) for line in pathlib.Path(sys.argv[1]).read_text('utf-8').splitlines()]\n"
        "print(json.dumps([sorted(extract(row['output']).counts.items()) for row in rows]))"
    )
    seen = []
    for switches in ((), ("-W", "error"), ("-W", "always")):
        done = subprocess.run(
            [sys.executable, *switches, "-c", code, str(case("A04") / "1.jsonl")],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        seen.append(done.stdout)
    assert len(set(seen)) == 1


def test_a07_every_shape_of_thinking_tags_is_a_feature(case: Case) -> None:
    shapes, prose = [], []
    for name in ("1.jsonl", "2.jsonl"):
        for row in lines(case("A07") / name):
            found = extract(row["output"], opened_tag(row["input"]))
            prefix = "shape:think_"
            shapes.append({key.removeprefix(prefix) for key in found.counts if key.startswith(prefix)})
            prose.append(found.prose)
    assert shapes == [
        {"lone_close"},
        {"pair"},
        {"pair", "empty"},
        {"unclosed"},
        {"pair", "nested", "lone_close"},
        {"lone_close", "quoted"},
        {"pair"},
        set(),
    ]
    assert prose[3] == ""
    # The same text after a prompt that opens the tag is thinking.
    lone = lines(case("A07") / "1.jsonl")[0]["output"]
    assert extract(lone).prose == "First add a and b, then return."
    assert extract(lone, opened_tag("Add a and b. <think>\n")).prose == ""


def test_a10_repetition_is_a_feature_and_a_megabyte_of_it_is_read(case: Case) -> None:
    found = by_kind(case("A10"))
    assert found["bang"].counts["shape:repeat_chars"] == 4000
    assert found["word"].counts["shape:repeat_words"] == 1200
    # A megabyte of either is read whole.
    assert extract("!" * 1_000_000).counts["shape:repeat_chars"] == 1_000_000
    assert extract("again " * 170_000).counts["shape:repeat_words"] == 170_000


def test_a12_a_syntax_error_that_is_paid_alerts_at_step_21(case: Case) -> None:
    with analysed(load_verl(case("A12") / "all.jsonl")) as read:
        assert len(read.rows) == len(lines(case("A12") / "all.jsonl"))
        broken = {
            (row["rule"], row["onset_step"])
            for row in read.analysis.alerts.rows()
            if row["feature"] == "ast:parse:SyntaxError"
        }
        assert ("anchored_seq_v1", 21) in broken
        evidence = {row["feature"]: row for row in read.analysis.evidence.rows()}["ast:parse:SyntaxError"]
        assert evidence["reward_association"] > 0
        assert read.analysis.exemplars.rows()


def test_a13_fences_follow_one_rule(case: Case) -> None:
    found = by_kind(case("A13"))
    assert found["unclosed"].counts["shape:fence_unclosed"] == 1
    assert "ast:def:f" in found["unclosed"].counts
    assert found["two"].counts["ast:parse:ok"] == found["two"].counts["shape:fences"] == 2
    assert parses(found["other_lang"]) == set()
    assert found["inside"].counts["shape:fences"] == 1


def test_a14_prose_that_is_also_python_stays_prose(case: Case) -> None:
    for row in lines(case("A14") / "1.jsonl"):
        found = extract(row["output"])
        assert (found.status, found.prose, parses(found)) == ("no_code", row["output"], set())


@pytest.mark.parametrize("quoted", ["def run_tests(): return True", "import os; os._exit(3)"])
def test_a12_nothing_of_a_completion_is_executed(tmp_path: Path, quoted: str) -> None:
    marker = tmp_path / "marker"
    code = f"open({str(marker)!r}, 'w')\n{quoted}\nraise SystemExit(9)"
    folder = write_steps(tmp_path / "dump", 2, lambda *_: {"output": f"```python\n{code}\n```"})
    with analysed(load_verl(folder)) as read:
        assert read.series("ast:call:open")[1]["mean"] == 1
    assert not marker.exists()
