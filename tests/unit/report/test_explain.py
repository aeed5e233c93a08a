"""The plain sentences of an event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.explain import Paragraph, explain_event
from rolloutdiff.report.html import render_html
from tests.unit.report.fixture_events import hashed
from tests.unit.report.fixture_report import Builder, loophole, report

NOTHING = "Nothing among the figures computed."
STRONG = {
    "half_onset_a": 49,
    "half_onset_b": 50,
    "split_step": 51,
    "split_p_value": 0.001,
    "persistence": 1.0,
    "beyond_steps": 39,
    "later_steps": 39,
    "reward_association": 0.87,
    "reward_association_se": 0.025,
    "reward_part_association": {"ground_truth_passed": 0.12, "training_passed": 0.87},
    "same_prompt_shift": 0.337,
    "whole_shift": 0.340,
    "prompt_mix_shift": 0.003,
    "alert_prompts_showing": 25,
    "alert_prompts": 27,
    "baseline_prompts_showing": 18,
    "baseline_prompts": 40,
    "unscored_skipped": 0,
}
LEVELS = {
    "baseline_mean": 0.011,
    "recent_mean": 0.932,
    "rise": 0.921,
    "peak_mean": 0.952,
    "peak_step": 90,
    "onset_step": 49,
    "alert_step": 51,
}


def strong(shape: str | None = "step", **row: Any) -> dict[str, str]:
    """The paragraphs of an event much like the first of the bundled run, with this evidence changed."""
    b = Builder("r", list(range(1, 91)))
    b.add("reward:total", kind="continuous", unit="reward", before=0.21, after=0.93)
    b.add("reward:training_passed", kind="continuous", unit="reward", before=0.21, after=0.93)
    b.add("reward:ground_truth_passed", kind="continuous", unit="reward", before=0.21)
    b.add("ast:def:run_tests", before=0.011, after=0.932, middle=49, alert=True)
    for i, name in enumerate(("return:True", "edge:Return>Constant")):
        b.add(f"ast:{name}", before=0.0, after=0.8, middle=49 + i, alert=True, joins="ast:def:run_tests")
    b.alerts[0] |= LEVELS
    b.evidence[3] |= STRONG | row
    b.shifts[3] |= {"shape": shape, "onset_low": 50, "onset_high": 53}
    return texts(explain_event(report(b), "r", 1))


def texts(paragraphs: list[Paragraph]) -> dict[str, str]:
    return {p.title: p.text.replace("\u202f", " ").replace("\u00a0", " ") for p in paragraphs}


def test_the_first_event_of_a_run_like_the_bundled_one_reads_as_in_the_golden_file(root: Path) -> None:
    golden = (root / "tests" / "golden" / "explain.txt").read_text(encoding="utf-8")
    expected = [" ".join(paragraph.split()) for paragraph in golden.strip().split("\n\n")]
    assert [f"{title}. {text}" for title, text in strong().items()] == expected


def test_what_speaks_against_it_is_told_and_never_silence() -> None:
    found = strong(
        replication=False,
        half_onset_a=None,
        window_corroborated=False,
        split_step=30,
        split_p_value=0.002,
        persistence=0.5,
        beyond_steps=20,
        later_steps=40,
        same_prompt_shift=0.1,
        prompt_breadth=0.3,
        alert_prompts_showing=8,
        baseline_prompts_showing=0,
    )
    assert found["Speaks for it"] == NOTHING
    assert found["Speaks against it"] == (
        "Only one half of the prompts alerts on its own (step 50). "
        "The best single split of the whole series is step 30, outside the window 46–54 "
        "(p = 0.002 under drifting noise). "
        "Only 20 of 40 later steps stay beyond the line. "
        "The prompts changed with it: only 10.0 of 34.0 points remain when only prompts seen before and "
        "after count. "
        "Only 8 of 27 prompts show it at the alert."
    )
    assert strong(baseline_prompts_showing=0)["Speaks against it"] == NOTHING


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (None, None, "Neither half of the prompts alerts on its own."),
        (50, None, "Only one half of the prompts alerts on its own (step 50)."),
        (50, 60, "The halves of the prompts alert, but not both in this direction (steps 50 and 60)."),
    ],
)
def test_halves_that_do_not_agree(first: int | None, second: int | None, text: str) -> None:
    found = strong(replication=False, half_onset_a=first, half_onset_b=second)
    assert found["Speaks against it"].startswith(text)


def test_a_split_that_does_not_stand_out_is_said_to_be_none() -> None:
    found = strong(shape=None, split_p_value=0.0094, split_step=20, window_corroborated=False)
    assert "best single split" not in found["Speaks for it"]
    assert (
        "No single split stands out from drifting noise: p = 0.009, where at most 0.0025 is asked for."
        in found["Speaks against it"]
    )
    assert "outside the window" not in found["Speaks against it"]
    assert "two dates" not in found["Speaks against it"]


def test_two_dates_more_than_three_steps_apart_are_said() -> None:
    assert strong(split_step=53)["Speaks against it"].endswith(
        "The two dates differ: step 49 by the rule, step 53 [50–53] by the best single split."
    )
    assert "two dates" not in strong(split_step=52)["Speaks against it"]


def test_reward_in_every_case() -> None:
    def told(**row: Any) -> str:
        return strong(**row)["With reward"]

    assert "were paid 0.77 less than those that do not (± 0.05, 2 se;" in told(reward_association=-0.77)
    assert "0.02 more than those that do not, which is within two standard errors (± 0.05" in told(
        reward_association=0.02
    )
    one_prompt = {"reward_association_se": None, "reason": "reward_association_se=one_prompt"}
    assert "(one prompt only, so no standard error; 104 groups, 18 skipped)" in told(**one_prompt)
    none = {"reward_association": None, "reason": "reward_association=no_mixed_group"}
    assert told(**none) == (
        "Not compared: no prompt and step holds scored completions both with it and without."
    )


def test_a_missing_figure_is_named_with_its_reason() -> None:
    found = strong(persistence=None, reason="persistence=few_later_steps")
    assert "later steps" not in found["Speaks for it"] + found["Speaks against it"]
    assert found["Does not show"].endswith(
        " No figure: persistence (fewer than 3 scorable steps follow the alert)."
    )


def test_a_size_has_no_completions_without_it() -> None:
    whole = report(loophole())
    (rank,) = [row["event_rank"] for row in whole["event"] if row["lead_feature"] == "shape:distinct_share"]
    found = texts(explain_event(whole, "trl-loophole", rank))
    assert found["Seen"].startswith("Distinct words ÷ words: 83.0 % in steps 1–15 (prompt-balanced mean), ")
    assert "; the lowest step mean is " in found["Seen"]
    assert found["Seen"].endswith("in a row more than 4 standard errors below the baseline.")
    assert found["With reward"] == "Not compared: every completion has a size, so none is without it."


def test_the_card_and_the_terminal_say_the_same() -> None:
    whole = report(loophole())
    html = render_html(whole)
    cards = re.findall(r"<article.*?</article>", html, re.S)
    for event, card in zip(whole["event"], cards, strict=True):
        shown = " ".join(re.sub(r"<.*?>", "", card).split())
        for paragraph in explain_event(whole, "trl-loophole", event["event_rank"]):
            plain = f"{paragraph.title}. {paragraph.text}".replace("<", "&lt;").replace(">", "&gt;")
            assert " ".join(plain.split()) in shown


def test_names_one_can_type_are_marked() -> None:
    seen = explain_event(report(loophole()), "trl-loophole", 1)[0]
    assert [part.text for part in seen.parts if part.code] == ["run_tests()"]


def test_an_unknown_run_or_rank_is_refused_with_what_there_is() -> None:
    whole = report(loophole())
    with pytest.raises(ReportError, match=r"no event of rank 10\. Its events have the ranks 1, 2, 3, 4"):
        explain_event(whole, "trl-loophole", 10)
    with pytest.raises(ReportError, match="The report has no run 'x'") as caught:
        explain_event(whole, "x", 1)
    assert caught.value.hint == "Its runs: 'trl-loophole'."
    quiet = Builder("quiet", list(range(1, 41)))
    quiet.add("lex:x")
    with pytest.raises(ReportError, match="It has no events"):
        explain_event(report(quiet), "quiet", 1)


def test_hidden_names_stay_hidden() -> None:
    whole = hashed(report(loophole()))
    seen = texts(explain_event(whole, "trl-loophole", 1))["Seen"]
    assert re.search(r"% of completions show behaviour [0-9a-f]{4} \(tier ast\) \(prompt-balanced", seen)
    everything = " ".join(
        p.text for row in whole["event"] for p in explain_event(whole, "trl-loophole", row["event_rank"])
    )
    assert "run_tests" not in everything


def test_no_sentence_names_a_cause() -> None:
    whole = report(loophole())
    text = " ".join(
        f"{p.title} {p.text}"
        for row in whole["event"]
        for p in explain_event(whole, "trl-loophole", row["event_rank"])
    )
    assert not re.search(r"learn|tried|cheat|caus|led to|because|drive|significan|anomal|hack", text)
