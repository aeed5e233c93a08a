"""The terminal text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rolloutdiff.report.summary import summary_lines
from tests.unit.report.fixture_report import HOSTILE, RUN, Builder, loophole, report


def test_the_usual_run_reads_as_in_the_golden_file(root: Path) -> None:
    golden = root / "tests" / "golden" / "summary.txt"
    assert "\n".join(summary_lines(report(loophole()))) + "\n" == golden.read_text(encoding="utf-8")


def test_levels_are_those_of_the_views() -> None:
    whole = report(loophole())
    row = next(r for r in whole["alert"] if r["feature"] == "ast:def:run_tests")
    (line,) = [text for text in summary_lines(whole) if "run_tests()" in text]
    cells = line.split("… ")[1].split()
    split = next(r for r in whole["shift"] if r["feature"] == row["feature"])
    assert line.startswith(" 1  defines run_tests(), returns ")
    assert cells[:2] == [str(row["onset_step"]), f"[{split['onset_low']}–{split['onset_high']}]"]
    assert cells[2:4] == [str(row["alert_step"]), f"{100 * row['baseline_mean']:.0f}"]
    assert cells[4:] == ["%", f"{100 * row['recent_mean']:.0f}", "%", "5·0"]


@pytest.mark.parametrize("width", [20, 60, 80, 132])
def test_lines_fit_the_terminal_and_hold_no_controls(width: int) -> None:
    b = loophole(RUN)
    for i, name in enumerate(
        (*HOSTILE, "lex:\x1b[31mred\x1b]0;title\x07", "lex:漢字かな" + "漢" * 60, "lex:" + "x" * 500)
    ):
        b.add(name, before=0.02, after=0.3 + 0.05 * i, alert=True, middle=20 + i)
    lines = summary_lines(report(b), width)
    assert all(line.isprintable() for line in lines)
    assert all(len(line) <= max(width, 60) for line in lines)
    assert not any(line.endswith(" ") for line in lines)


def test_square_brackets_are_text() -> None:
    b = Builder("[/INST]", list(range(1, 41)))
    b.add("lex:[/INST] [b]x[/b] :o:", before=0.0, after=0.6, middle=20, alert=True)
    text = "\n".join(summary_lines(report(b)))
    assert "[/INST]: 5,120 completions" in text and "“[/INST] [b]x[/b] :o:”" in text


def test_a_code_page_without_arrows_gets_replacements() -> None:
    text = "\n".join(summary_lines(report(loophole())))
    assert "0.20 ? 0." in text.encode("cp1252", "replace").decode("cp1252")


def test_no_alert_short_runs_and_several_runs() -> None:
    quiet = Builder("quiet", list(range(1, 41)))
    quiet.add("lex:x")
    short = Builder("short", list(range(1, 13)))
    short.add("reward:total", kind="continuous", unit="reward", before=0.3)
    short.add("lex:x")
    text = "\n".join(summary_lines(report(quiet, short)))
    assert "No behaviour crossed the rule\u2019s line." in text
    assert "0 of 1 scorable series alerted; chance rate not calibrated." in text
    assert "\n\nshort: 1,536 completions, steps 1–12, 40 prompts, 12 files; 0 set aside\n" in text
    assert "Too few steps to compare: 12 steps were logged" in text
    assert "No series was scored.\nNot scored: 1 series with a value in fewer than 18 steps." in text


def test_columns_give_way_to_names_in_a_narrow_terminal() -> None:
    whole = report(loophole())
    for width, kept in ((80, "onset [split]  alert"), (66, "onset  alert  before   now  for·ag")):
        (head,) = [line for line in summary_lines(whole, width) if line.startswith("9 events")]
        assert kept in head and ("[split]" in head) == (width == 80)
    b = Builder("late", [1_000_000 * t for t in range(1, 41)])
    b.add("shape:x", kind="continuous", unit="x", before=1e9, after=2e9, middle=2e7, width=1e5, alert=True)
    assert all(len(line) <= 60 for line in summary_lines(report(b), 60))


def test_a_split_that_does_not_stand_out_has_no_set() -> None:
    (line,) = [text for text in summary_lines(report(loophole())) if "does not parse" in text]
    assert line.split()[7:10] == ["51", "none", "53"]


def test_about_ten_lines() -> None:
    lines = [line for line in summary_lines(report(loophole())) if line]
    assert 8 <= len(lines) <= 12
