"""A report that the calibrated rules lead: its sentences, its marks, its lists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.report import health, sentences, unseen
from rolloutdiff.report.confidence import confidence
from rolloutdiff.report.context import second
from rolloutdiff.report.explain import explain_event
from rolloutdiff.report.html import render_html
from rolloutdiff.report.model import RunModel, run_models
from rolloutdiff.report.numbers import about, chance, e_number
from rolloutdiff.report.rule import LAST_STEPS, SIDE_SD, leading
from rolloutdiff.report.summary import summary_lines
from rolloutdiff.stats.anchored_sequential import RULE
from rolloutdiff.wording import Phrase, plain_text
from tests.unit.report.fixture_report import Builder, loophole, report

FITTED = {
    "shape": "ramp",
    "onset_step": 21,
    "onset_low": 20,
    "onset_high": 23,
    "start_step": 18,
    "half_step": 25,
    "onset_at": "ten_points",
    "q_value": 0.0123,
}


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def said(phrase: Phrase) -> str:
    return plain(plain_text(phrase))


def whole(*builders: Builder, fitted: dict[str, Any] | None = None, **calibration: Any) -> dict[str, Any]:
    """A report led by the calibrated rules; every found fit and every calibrated row is changed so."""
    found = report(*builders, profile="calibrated")
    for row in found["shift"]:
        if row["rule"] == "anchored_lr_v1" and row["shape"]:
            row |= fitted or {}
    for row in found["calibration"]:
        if row["rule"].startswith("anchored"):
            row |= calibration
    return found


def one(feature: str = "ast:def:f", fitted: dict[str, Any] | None = FITTED, **series: Any) -> dict[str, Any]:
    """A run with one alert: the rule's onset is 21, its alert 23."""
    b = Builder("r", list(range(1, 41)))
    b.add(feature, **{"before": 0.0, "after": 0.9, "middle": 22, "width": 0.3, "alert": True} | series)
    return whole(b, fitted=fitted)


def model(found: dict[str, Any]) -> RunModel:
    return run_models(found)[0]


def told(found: dict[str, Any], rank: int = 1) -> dict[str, str]:
    return {p.title: plain(p.text) for p in explain_event(found, found["run"][0]["run"], rank)}


def test_the_profile_decides_which_rules_lead() -> None:
    assert leading({"profile": "calibrated"}) == ("anchored_seq_v1", "anchored_lr_v1")
    assert leading({"profile": "original"}) == ("frozen_z_v1", "l2_ar1_v1")
    for profile in ("calibrated", "original"):
        m = model(report(loophole(), profile=profile))
        assert {event.row["rule"] for event in m.events} == {m.voice.names.sequential}
        assert {row["rule"] for row in m.alerts} == {m.voice.names.sequential}
        assert {event.shift["rule"] for event in m.events if event.shift} == {m.voice.names.retrospective}


def test_what_the_sentences_say_of_the_rule_is_what_it_does() -> None:
    assert (RULE.clip.steps, RULE.side_line) == (LAST_STEPS, SIDE_SD)
    m = model(report(loophole(), profile="calibrated"))
    watching, back = m.voice.page.method
    assert "reaches 200, the last four steps lie on one side" in watching
    assert "the change is 2 points or more (sizes: 5\u202f% of the baseline)" in watching
    assert "at most 0.4\u202f% per series without a change" in back


def test_summary_and_explanation_read_as_in_the_golden_files(root: Path) -> None:
    found = whole(loophole())
    golden = (root / "tests" / "golden" / "summary_calibrated.txt").read_text(encoding="utf-8")
    assert "\n".join(summary_lines(found)) + "\n" == golden
    golden = (root / "tests" / "golden" / "explain_calibrated.txt").read_text(encoding="utf-8")
    expected = [" ".join(paragraph.split()) for paragraph in golden.strip().split("\n\n")]
    assert [f"{title}. {text}" for title, text in told(found).items()] == expected


def test_the_fitted_onset_with_its_set_is_in_lead_index_card_and_chart() -> None:
    found = one()
    html = plain(re.sub(r'<span class="nb">(.*?)</span>', r"\1", render_html(found)))
    assert re.search(
        r'<h1 class="lead">Completions began to define <code>f\(\)</code> at step 21 \[20–23\]: ', html
    )
    assert '<td class="n">21</td><td class="n dim">20–23</td><td class="n">23</td>' in html
    assert (
        "rule <code>anchored_seq_v1</code>: onset 21, alert 23, evidence 4,024; tier ast; 1 feature" in html
    )
    line = "<code>anchored_lr_v1</code>: ramp; start 18, onset 21 [20–23] at 10 points, half 25; q = 0.012"
    assert line in html
    assert ">onset 21 [20–23]</text>" in html and ">alert 23</text>" in html and ">split" not in html
    # Chart, reward-free strip and overview row: a bar over steps 20 to 23 in each.
    assert html.count('<rect class="oset" x="19" y="0" width="4" height="100"/>') == 2
    assert '<path class="onset" d="M20.5,0V100"/>' in html and '<path class="alert" d="M22.5,0V100"/>' in html


def test_without_a_fit_the_onset_is_the_rules_own() -> None:
    found = one(fitted={"shape": None, "p_value": 0.02})
    m = model(found)
    assert m.events[0].onset.text == "21" and m.events[0].onset.bounds is None
    assert " at step 21: " in said(sentences.lead(m))
    against = told(found)["Speaks against it"]
    assert against.endswith("Looking back, no change of the whole series stands out from noise (p = 0.020).")
    assert "curve" not in told(found)["Seen"]
    html = plain(render_html(found))
    assert "<code>anchored_lr_v1</code>: no change found (p = 0.020)" in html
    assert 'class="oset"' not in html


def test_what_is_seen_names_start_onset_and_half() -> None:
    seen = told(one())["Seen"]
    assert (
        "The curve fitted to the whole series, a ramp, begins at step 18, reaches 10 points above the "
        "baseline at step 21 [20–23] and is half done at step 25. At step 23 the evidence for a change had "
        "reached 200, with the last four steps above the level before; the rule dated it to step 21."
    ) in seen


def test_an_onset_at_half_of_the_change_is_called_that() -> None:
    found = one(fitted=FITTED | {"onset_at": "half_change", "shape": "drift"})
    assert "a drift, begins at step 18, reaches half of its change at step 21 [20–23]." in told(found)["Seen"]
    assert "onset 21 [20–23] at half of the change; q" in plain(re.sub(r"<.*?>", "", render_html(found)))
    assert "a slow drift without a clear beginning." in told(found)["Speaks against it"]


def test_two_dates_and_a_pulse_speak_against_it() -> None:
    near = told(one(fitted=FITTED | {"onset_step": 18, "onset_low": 18, "onset_high": 18}))
    assert "two dates" not in near["Speaks against it"]
    far = told(
        one(
            fitted=FITTED
            | {"onset_step": 17, "onset_low": 16, "onset_high": 18, "shape": "pulse", "end_step": 30}
        )
    )
    assert far["Speaks against it"].endswith(
        "The two dates differ: step 21 by the rule, step 17 [16–18] by the fitted curve. By the fitted curve "
        "it is a pulse that ends at step 30."
    )


def test_of_several_changes_the_one_nearest_to_the_alert_dates_it() -> None:
    found = one()
    (fit,) = [row for row in found["shift"] if row["rule"] == "anchored_lr_v1"]
    strongest = fit | {"onset_step": 33, "onset_low": 33, "onset_high": 34, "shape": "step"}
    found["shift"] = [strongest, fit | {"place": 2}]
    event = model(found).events[0]
    assert event.onset.text == "21 [20–23]"
    assert [row["onset_step"] for row in event.further] == [33]
    assert "; further changes: step at 33" in plain(render_html(found))


def test_reward_and_sizes_are_dated_by_half_of_their_change() -> None:
    b = Builder("r", list(range(1, 41)))
    b.add("reward:total", kind="continuous", unit="reward", before=0.2, after=0.9, middle=22, alert=True)
    b.add("shape:lines", kind="continuous", unit="lines", before=6, after=9, middle=22, width=0.3, alert=True)
    m = model(whole(b, fitted=FITTED))
    assert ", half of it by step 21 [20–23]." in said(second(m))
    assert said(sentences.lead(m)).endswith(" lines in steps 36–40, half of it by step 21 [20–23].")


def test_a_behaviour_that_falls_is_told_as_one() -> None:
    found = one("ast:call:f", before=0.3, after=0.0)
    m = model(found)
    assert re.fullmatch(
        r"From step 21 \[20–23\] on, fewer completions call f\(\): \d+ % of them in steps 1–15, "
        r"[\d.<]+ % in steps 36–40\.",
        said(sentences.lead(m)),
    )
    assert "% of completions now call f();" in said(sentences.say(m, m.events[0]))
    m.events[0].alert.update(peak_mean=0.0, peak_step=24, recent_mean=0.1, rise=-0.2, baseline_mean=0.3)
    assert said(sentences.say(m, m.events[0])).endswith(
        "30 % in steps 1–15. It was lowest at 0 % in step 24."
    )
    text = told(found)
    assert "above" not in text["Seen"].split("whole series")[0] and "below the level before" in text["Seen"]
    assert "It is not new" not in text["Speaks against it"]
    assert "prompts show it at the alert" not in " ".join(text.values())


def test_how_surely_gives_the_bounds_and_the_headlines() -> None:
    text = plain(sentences.surely(model(whole(loophole(), expected_false_alerts=1.31))))
    assert text == (
        "11 of 42 scorable series alerted and make 9 events. Without any change, at most about 1.3 would "
        "alert by chance. 8 of the alerts make the headline list: a change of 10 points or more (sizes: 10 % "
        "of the baseline) with a q-value of at most 0.05. Looking back at the whole run, anchored_lr_v1 "
        "finds 11 (by chance, at most about 1.3)."
    )
    text = sentences.surely(model(whole(quiet())))
    assert text == (
        "0 of 1 scorable series alerted. Without any change, at most about 0.1 would alert by chance. "
        "Looking back at the whole run, anchored_lr_v1 finds 0 (by chance, at most about 0.1). That is not "
        "to say that nothing else changed: see what could not be seen."
    )


def quiet() -> Builder:
    b = Builder("quiet", list(range(1, 41)))
    b.add("lex:x")
    return b


def test_what_only_looking_back_finds_is_said_at_once() -> None:
    found = whole(quiet())
    assert "Looking back" not in said(sentences.lead(model(found)))
    (row,) = [r for r in found["screening"] if r["rule"] == "anchored_lr_v1"]
    row["status"] = "alert"
    assert said(sentences.lead(model(found))).startswith(
        "No behaviour crossed the rule\u2019s line. Looking back at the whole run, 1 series changed. A rise"
    )
    totals = {o.label.split(":")[0]: o.total for o in unseen.outcomes(model(found), ["lexical"])}
    assert totals == {
        "Scored, alerted": "0",
        "Scored, no alert, but found looking back": "1",
        "Scored, quiet": "0",
    }


@pytest.mark.parametrize(("ratio", "warned"), [(1.0, False), (1.1, False), (1.11, True), (None, False)])
def test_a_moved_bulk_is_a_warning(ratio: float | None, warned: bool) -> None:
    found = whole(loophole(), bulk_ratio=ratio)
    m = model(found)
    texts = (sentences.surely(m), "\n".join(summary_lines(found, 400)), health.line(m.calibration))
    assert [("Beware: the median statistic" in text) for text in texts] == [warned] * 3
    assert (health.line(m.calibration) == "") == (ratio is None)


def test_one_prompt_per_step_is_said() -> None:
    found = whole(loophole(), prompts="single")
    note = "Every step holds one prompt: differences between prompts are part of the noise."
    assert note in sentences.surely(model(found)) and note in "\n".join(summary_lines(found, 400))
    assert ("Prompts", "one prompt per step, whose differences are part of the noise") in health.noise_facts(
        model(found).calibration
    )


def test_a_run_with_one_prompt_per_step_has_a_baseline_and_no_band() -> None:
    found = one()
    for row in found["series"]:
        row["se"] = None
    m = model(found)
    assert m.baseline_steps == list(range(1, 16))
    assert '<path class="band" d=""/>' in render_html(found)


def test_short_runs_are_told_what_these_rules_need() -> None:
    b = Builder("r", list(range(1, 13)))
    b.add("lex:x")
    assert said(sentences.lead(model(whole(b)))) == (
        "Too few steps to compare: 12 steps were logged, and the rule needs 20 (15 for the baseline and 5 "
        "after it)."
    )


def test_quiet_series_are_split_by_what_they_could_have_shown() -> None:
    b = Builder("r", list(range(1, 41)))
    for i in range(4):
        b.add(f"lex:{i}")
    b.add("shape:lines", kind="continuous", unit="lines", before=10.0)
    found = whole(b)
    rises = iter((0.04, 0.1, 0.11, None, 1.1))
    for row in found["screening"]:
        if row["rule"] == "anchored_seq_v1":
            row |= {"detectable_rise": next(rises), "baseline_mean": row["baseline_mean"] and 10.0}
    rows = [(plain(o.label), o.counts, o.total) for o in unseen.outcomes(model(found), ["lexical", "shape"])]
    assert rows == [
        ("Scored, alerted", ["0", "0"], "0"),
        ("Scored, quiet: a change of 10 points (sizes: 10 %) would have been seen", ["2", "0"], "2"),
        ("Scored, quiet: only a larger change would have been seen", ["1", "1"], "2"),
        ("Scored, quiet: too common for a rise to have been seen", ["1", "0"], "1"),
    ]
    assert said(sentences.lead(model(found))) == (
        "No behaviour crossed the rule\u2019s line. A rise of 10 points or more would have been seen in 2 of "
        "3 yes/no series with a probability of 90 %."
    )
    assert [bar.label for bar in unseen.bars(model(found))][:3] == [
        "2 (the rule\u2019s own floor)",
        "2–4",
        "4–6",
    ]


def test_falls_without_an_alert_and_blind_spots_are_named() -> None:
    m = model(whole(loophole()))
    assert said(sentences.falls(m)).startswith(
        "Falls alert as rises do. 3 fell by 5 points or more without an alert: "
    )
    assert (
        "inside the baseline itself, spells of fewer than four steps, changes below 2 points"
        in unseen.blind(m)
    )
    assert "does not alert on falls" not in render_html(whole(loophole()))


def test_labels_stand_below_a_line_that_falls_from_the_top() -> None:
    for before, after, y in ((0.98, 0.6, "116"), (0.3, 0.0, "12")):
        labels = re.findall(
            r'<text class="l[oa]" x="[^"]*" dx="[^"]*" y="(.*?)"',
            render_html(one(before=before, after=after)),
        )
        assert labels == [y, y]


@pytest.mark.parametrize(("middle", "before_it"), [(28, True), (15, False)])
def test_a_long_label_stands_on_the_open_side(middle: int, before_it: bool) -> None:
    (label,) = re.findall(r'<text class="lo".*?>', render_html(one(middle=middle, fitted=None)))
    assert ('text-anchor="end"' in label) == before_it


def test_every_rule_is_shown_with_what_it_found() -> None:
    for profile in ("calibrated", "original"):
        m = model(report(loophole(), profile=profile))
        rows = confidence(m, None).rules
        assert rows[0].rule == m.voice.names.sequential and rows[1].rule == m.voice.names.retrospective
        found = {row.rule: (row.scored, row.found, row.headlines, row.chance, row.lead) for row in rows}
        assert found == {
            "anchored_seq_v1": ("42", "11", "8", "0.2", "onset 47, alert 49"),
            "anchored_lr_v1": ("42", "11", "8", "0.2", "step at 46 [45–46]"),
            "frozen_z_v1": ("22", "11", "", "not known", "onset 48, alert 50"),
            "l2_ar1_v1": ("22", "10", "", "not known", "step at 50 [50–52]"),
        }


def test_the_headline_list_is_of_large_changes_by_rank() -> None:
    found = whole(loophole())
    (quiet,) = [r for r in found["screening"] if (r["rule"], r["feature"]) == ("anchored_lr_v1", "lex:ok")]
    quiet |= {"headline": True, "change": -0.2, "q_value": 0.0001}
    rows = confidence(model(found), None).headlines
    assert [row.rank for row in rows] == [*sorted(r.rank for r in rows if r.rank), None]
    first, last = rows[0], rows[-1]
    assert (plain_text(first.title), first.onset, first.q_value, first.e_value, first.rules) == (
        "defines run_tests()",
        "46 [45–46]",
        "0.002",
        "4,024",
        "both",
    )
    assert (plain_text(last.title), last.change, plain(last.q_value), last.e_value, last.rules) == (
        "the word “ok”",
        "\u221220 points",
        "< 0.001",
        "",
        "looking back",
    )


def test_the_page_is_the_same_each_time_and_names_no_cause() -> None:
    found = whole(loophole())
    html = render_html(found)
    assert render_html(json.loads(json.dumps(found))) == html
    text = re.sub(r"<style>.*?</style>|<script.*?</script>|<.*?>", " ", html, flags=re.S)
    causes = r"\b(learn|tried|cheat|caused|led to|because|drive|significan|anomal|hack)"
    assert not re.search(causes, text)
    assert (
        "standard errors above" not in text
        and "best single split" not in text.split("Method and settings")[0]
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0.0"), (0.004, "0.1"), (0.06, "0.1"), (1.31, "1.3"), (12.4, "12"), (1234.0, "1,234")],
)
def test_expected_numbers(value: float, text: str) -> None:
    assert about(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.5, "1.5"), (312.9, "312"), (4024.0, "4,024"), (3.2e7, "10⁷"), (1e12, "10¹²")]
)
def test_e_values_are_never_printed_as_more_than_they_are(value: float, text: str) -> None:
    assert e_number(value) == text


def test_chances_have_three_decimals() -> None:
    assert [plain(chance(p, "q")) for p in (0.0004, 0.0005, 0.0123)] == [
        "q < 0.001",
        "q = 0.001",
        "q = 0.012",
    ]
