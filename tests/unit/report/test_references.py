"""References into the dump and the command that follows them."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.report.references import (
    inspect_command,
    reference_rows,
    references_note,
    reward_option,
)
from tests.unit.report.fixture_report import RUN, Builder, loophole, report


def one(run: str = "r", **changes: Any) -> dict[str, Any]:
    b = Builder(run, list(range(1, 41)))
    b.add("lex:x", before=0.0, after=0.6, middle=20, alert=True)
    whole = report(b)
    whole["run"][0] |= changes
    return whole


def model(whole: dict[str, Any]) -> RunModel:
    return run_models(whole)[0]


def test_references_give_role_step_reward_prompt_file_and_row() -> None:
    rows = reference_rows(model(one()).events[0])
    assert [(r.place, r.words, r.step, r.reward, r.prompt, r.source) for r in rows[:4]] == [
        ("1", "shows it", 20, "1.00", "15b7c1f0", "completions_00020.parquet:10"),
        ("", "same prompt, same step, without", 20, "0.00", "15b7c1f0", "completions_00020.parquet:11"),
        ("", "same prompt, before the onset", 19, "0.00", "15b7c1f0", "completions_00019.parquet:12"),
        ("2", "shows it", 20, "1.00", "25b7c1f0", "completions_00020.parquet:20"),
    ]
    assert rows[-1].reward == "not scored"


def test_the_note_counts_what_they_were_chosen_from() -> None:
    whole = one()
    m = model(whole)
    shown = sum(row["positives"] for row in whole["series"] if 20 <= row["step"] <= 22)
    assert references_note(m, m.events[0]).replace("\u00a0", " ") == (
        f"3 of {shown} completions that show it in steps 20–22: paid ones first, then those of typical "
        "length, one per prompt."
    )


def test_the_command_names_format_run_reward_and_event() -> None:
    assert inspect_command(report(loophole()), "trl-loophole", 2) == [
        "rolloutdiff inspect PATH --format trl --run trl-loophole \\",
        "  --reward-column training_passed --report report.json --event-rank 2 --pair",
    ]


@pytest.mark.parametrize(
    ("formula", "option"),
    [
        ("training_passed", "training_passed"),
        ("1*a + 0.5*b", "a=1,b=0.5"),
        ("-1*a - 0.25*b + 1e-07*c", "a=-1,b=-0.25,c=1e-07"),
        ("2*a", "a=2"),
        ("odd * name", "odd * name"),
    ],
)
def test_a_formula_is_written_as_the_option_takes_it(formula: str, option: str) -> None:
    assert reward_option({"reward_formula": formula}) == option


def test_a_hostile_run_name_stays_one_word_of_the_shell() -> None:
    text = " ".join(inspect_command(one(RUN, reward_formula="a; rm -rf $HOME"), RUN, 1)).replace("\\ ", "")
    words = shlex.split(text)
    assert words[words.index("--run") + 1] == RUN
    assert words[words.index("--reward-column") + 1] == "a; rm -rf $HOME"
    hidden = "a\u202e'b\n"
    (line, _) = inspect_command(one(hidden), hidden, 1)
    assert line.isprintable()
    assert r"--run $'a\U0000202e\'b\U0000000a'" in line


def test_rows_of_a_table_are_read_from_the_warehouse() -> None:
    whole = one(format="table")
    for row in whole["file"]:
        row["sha256"] = None
    assert inspect_command(whole, "r", 1) == [
        "rolloutdiff inspect --db WAREHOUSE --run r --event-rank 1 --pair"
    ]
