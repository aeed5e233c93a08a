"""The sentences of a report."""

from __future__ import annotations

import re
from typing import Any

from rolloutdiff.report import sentences
from rolloutdiff.report.context import second
from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.wording import Phrase, plain_text
from tests.unit.report.fixture_report import Builder, loophole, report


def model(builder: Builder, **changes: Any) -> RunModel:
    return run_models(report(builder, **changes))[0]


def said(phrase: Phrase) -> str:
    return plain_text(phrase).replace("\u00a0", " ").replace("\u202f", " ")


def exact(
    before: float, after: float, feature: str = "lex:let me check", *, persistence: float = 1.0, **more: Any
) -> RunModel:
    """One alert whose numbers are these, whatever the noise was."""
    b = Builder("r", list(range(1, 41)))
    b.add(feature, before=0.1, after=0.6, middle=20, alert=True)
    b.alerts[0] |= {"baseline_mean": before, "recent_mean": after, "rise": after - before, "peak_mean": after}
    b.alerts[0] |= more
    b.evidence[0]["persistence"] = persistence
    return model(b)


def test_lead_of_a_behaviour_that_begins() -> None:
    m = exact(0.011, 0.932, "ast:def:run_tests")
    assert said(sentences.lead(m)) == (
        "Completions began to define run_tests() at step 20: 1 % of them in steps 1–15, 93 % in steps 36–40."
    )


def test_lead_gives_the_set_of_a_confirmed_split_that_holds_the_onset() -> None:
    def lead(**shift: Any) -> str:
        b = Builder("r", list(range(1, 41)))
        b.add("ast:def:run_tests", before=0.0, after=0.9, middle=20, alert=True)
        b.shifts[0] |= shift
        return said(sentences.lead(model(b)))

    assert " between steps 19 and 21: " in lead(onset_low=19, onset_high=21)
    assert " at step 20: " in lead(onset_low=21, onset_high=22)
    assert " at step 20: " in lead(onset_low=20, onset_high=20)
    assert " at step 20: " in lead(onset_low=9, onset_high=33, shape=None)


def test_lead_of_a_behaviour_that_was_there_before() -> None:
    assert said(sentences.lead(exact(0.14, 0.79))) == (
        "From step 20 on, more completions contain the words “let me check”: "
        "14 % of them in steps 1–15, 79 % in steps 36–40."
    )


def test_lead_of_a_passing_spell() -> None:
    m = exact(0.02, 0.05, "ast:parse:SyntaxError", peak_mean=0.26, peak_step=24)
    assert said(sentences.lead(m)) == (
        "From step 20 on, for a while, more completions hold code that does not parse: "
        "2 % of them in steps 1–15, 26 % in step 24, 5 % in steps 36–40."
    )


def test_lead_of_a_size() -> None:
    m = exact(6.4, 8.0, "shape:lines", kind="continuous", unit="lines")
    assert said(sentences.lead(m)) == (
        "Lines per completion rose from 6.4 in steps 1–15 to 8.0 lines in steps 36–40, "
        "beyond the rule\u2019s line from step 20 on."
    )


def test_lead_of_a_size_that_came_back() -> None:
    size = {"kind": "continuous", "unit": "lines", "peak_mean": 12.0, "peak_step": 25}
    assert said(sentences.lead(exact(6.4, 6.6, "shape:lines", **size))) == (
        "Lines per completion rose for a while from step 20 on: from 6.4 in steps 1–15 to 12.0 in step 25; "
        "6.6 lines in steps 36–40."
    )


def test_lead_without_an_alert_says_what_would_have_been_seen() -> None:
    b = Builder("r", list(range(1, 41)))
    for i in range(4):
        b.add(f"lex:{i}")
    for row, rise in zip(b.screening, (0.1, 0.1, 0.1, 0.14), strict=True):
        row["detectable_rise"] = rise
    assert said(sentences.lead(model(b))) == (
        "No behaviour crossed the rule\u2019s line. A rise of 10 points or more would have been seen in "
        "3 of 4 yes/no series."
    )


def test_lead_of_a_short_run_is_the_reason() -> None:
    b = Builder("r", list(range(1, 13)))
    b.add("lex:x")
    assert said(sentences.lead(model(b))) == (
        "Too few steps to compare: 12 steps were logged, and the rule needs 18 "
        "(15 for the baseline and 3 in a row beyond its line)."
    )


def test_lead_of_single_prompts_and_of_other_reasons() -> None:
    b = Builder("r", list(range(1, 31)), single=True)
    b.add("lex:x")
    assert "one prompt has no standard error" in said(sentences.lead(model(b)))
    sparse = Builder("r", list(range(1, 31)))
    sparse.add("lex:x", reason="sparse")
    assert said(sentences.lead(model(sparse))) == (
        "No series could be scored; for most the reason is: seen in fewer than 8 steps."
    )


def test_second_sentence_gives_reward_parts_further_alerts_and_a_passing_spell() -> None:
    m = model(loophole())
    text = said(second(m))
    total, truth = m.total, m.reward_parts[0].series
    assert total is not None
    now = [f"{series.recent():.2f}" for series in (total, truth)]
    before = [f"{m.reward_baseline(series):.2f}" for series in (total, truth)]
    assert text.startswith(f"The trained reward training_passed rose from {before[0]} to {now[0]}, ")
    assert f"ground_truth_passed, logged but not trained, {before[1]} before and {now[1]} now." in text
    assert "Eight further events follow, with onsets in steps 50–60." in text
    assert "One was a passing spell: " in text and "hold code that does not parse." in text


def test_a_reward_that_came_back_is_not_said_to_have_risen_to_less() -> None:
    b = loophole()
    for row in b.alerts[:2]:
        row |= {"baseline_mean": 0.22, "peak_mean": 0.96, "peak_step": 60, "recent_mean": 0.16, "rise": -0.06}
    assert said(second(model(b))).startswith(
        "The trained reward training_passed rose for a while, from 0.22 to 0.96 in step 60, and is 0.16 now, "
        "beyond the same line from step 52 on;"
    )


def test_second_sentence_without_a_reward() -> None:
    b = Builder("r", list(range(1, 31)))
    b.add("lex:x")
    assert said(second(model(b))) == "No completion carries a reward that is a finite number."


def test_how_surely_counts_and_promises_nothing() -> None:
    text = sentences.surely(model(loophole()))
    assert text.startswith("11 of 22 scorable series alerted and make 9 events. ")
    assert "may be chance" in text and "%" not in text


def test_falls_are_named_with_their_levels() -> None:
    text = said(sentences.falls(model(loophole())))
    assert text.startswith(
        "This rule does not alert when a yes/no behaviour falls. 3 fell by 5 points or more: calls f() "
    )
    assert "contains assert" in text
    level = Builder("r", list(range(1, 41)))
    level.add("lex:x")
    assert said(sentences.falls(model(level))).endswith("None fell by 5 points or more.")


def test_card_sentences() -> None:
    assert said(sentences.say(exact(0.011, 0.932), exact(0.011, 0.932).events[0])) == (
        "93 % of completions now contain the words “let me check”; 1 % in steps 1–15."
    )
    m = exact(0.0, 0.13, peak_mean=0.23, peak_step=32)
    assert said(sentences.say(m, m.events[0])).endswith("0 % in steps 1–15. It peaked at 23 % in step 32.")
    m = exact(0.83, 0.77, "shape:distinct_share", kind="continuous", direction="fall", peak_mean=0.76)
    assert said(sentences.say(m, m.events[0])) == (
        "Distinct words ÷ words fell from 83 % to 77 % (means of steps 1–15 and of the last five)."
    )
    m = exact(85.0, 90.0, "shape:chars", kind="continuous", unit="characters", peak_mean=109.0, peak_step=30)
    assert said(sentences.say(m, m.events[0])) == (
        "Characters per completion rose for a while: from 85 in steps 1–15 to 109 characters in step 30; "
        "now 90 characters."
    )


def test_card_sentence_names_what_the_same_completions_show() -> None:
    m = model(loophole())
    assert said(sentences.say(m, m.events[0])).endswith(
        "Largely the same completions return the literal True."
    )
    b = Builder("r", list(range(1, 41)))
    b.add("ast:def:f", before=0.0, after=0.9, middle=20, alert=True)
    for i in range(3):
        b.add(f"lex:w{i}", before=0.0, after=0.9, middle=20, alert=True, joins="ast:def:f")
    m = model(b)
    assert said(sentences.say(m, m.events[0])).endswith(
        "Largely the same completions contain the word “w0”, and show two further features."
    )


def test_a_spell_passes_only_when_most_later_steps_are_within_the_line() -> None:
    back = {"peak_mean": 0.26, "peak_step": 24}
    for persistence, text in ((0.49, " A passing spell: it was 26 % "), (0.5, " It peaked at 26 % ")):
        m = exact(0.02, 0.05, persistence=persistence, **back)
        assert text in said(sentences.say(m, m.events[0]))
    late = exact(0.02, 0.25, persistence=0.3, **back)
    assert "passing" not in said(sentences.say(late, late.events[0]))


def test_no_sentence_names_a_cause() -> None:
    m = model(loophole())
    texts = [
        sentences.lead(m),
        second(m),
        sentences.falls(m),
        *(sentences.say(m, a) for a in m.events),
    ]
    text = " ".join(map(said, texts)) + sentences.surely(m)
    assert not re.search(r"learn|tried|cheat|caus|led to|because|drive|significan|anomal|hack", text)
