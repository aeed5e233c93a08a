"""The page of an audit, and its section in a report: escaping, policy, charts, links, equal bytes."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.audit_html import render_audit_html, write_audit_html
from rolloutdiff.report.html import render_html
from tests.unit.report.fixture_audit import AuditBuilder, audit, one_slice, row, three_slices
from tests.unit.report.fixture_report import HOSTILE, RUN, loophole, report
from tests.unit.report.test_html import Page

SLICE = "</td><script>alert('slice')</script>"
COLUMN = '"><img src=x onerror=alert(2)>'


def hostile() -> dict[str, Any]:
    b = AuditBuilder(RUN, gold=True)
    for i, name in enumerate(HOSTILE):
        b.overpaid(f"{SLICE}{i}", name)
    b.slice("<i>none</i>", reason="<b>reason</b>", strength=None, pair=None)
    b.value()
    for one in b.rows["run_assessment"]:
        one["issues"] = [f"<svg onload=alert(4)> {HOSTILE[0]}"]
    return audit(
        b,
        sources={"slice": ["extra", COLUMN], "gold": ["part", COLUMN]},
        reward_function="<module>:f",
        disclaimer="<script>alert(5)</script>",
        package_version="<b>0</b>",
    )


def of_loophole(**values: Any) -> dict[str, Any]:
    """An audit of the usual report: its leading behaviour is overpaid, two slices pay for another."""
    b = AuditBuilder("trl-loophole", gold=True)
    b.overpaid("north", "ast:def:run_tests", onset=20)
    b.clean("east", paid="ast:return:True")
    b.premium("east", "lex:run_tests returns", 0.08, status="paid", kind="adj")
    b.value()
    return audit(b, **values)


def combined(**values: Any) -> str:
    return render_html(report(loophole()), of_loophole(**values))


def test_nothing_from_the_dump_becomes_mark_up() -> None:
    made = hostile()
    found = report(loophole(RUN))
    for text in (render_audit_html(made), render_html(found, made)):
        page = Page(text)
        assert page.open == []
        tags = {tag for tag, _ in page.tags}
        assert not tags & {"img", "iframe", "object", "link", "base", "form", "i"}
        scripts = [a for t, a in page.tags if t == "script"]
        assert scripts == [{"type": "application/json", "id": "values"}, {}]
        for _, attributes in page.tags:
            assert not any(name.startswith("on") for name in attributes)
            assert "style" not in attributes
            assert (attributes.get("href") or "#").startswith("#")
        shown = "".join(page.texts)
        assert f"{SLICE}0" in shown and COLUMN in shown
        assert "{{ 49 }}" not in text
        assert not re.search("[\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)


def test_sql_names_slices_and_runs_as_literals() -> None:
    b = AuditBuilder("it's")
    b.overpaid("o'north", "lex:x")
    text = "".join(Page(render_audit_html(audit(b))).texts)
    assert "p.run = 'it''s' and p.slice = 'o''north' and p.span = 'onset'" in text
    assert "where k.audit_id = 'feedbeef' and k.run = 'it''s'" in text


def test_the_page_needs_nothing_and_its_policy_knows_its_contents(tmp_path: Path) -> None:
    write_audit_html(audit(three_slices(gold=True)), tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    page = Page(text)
    (policy,) = page.all("meta", http_equiv="Content-Security-Policy") or [
        a for t, a in page.tags if t == "meta" and a.get("http-equiv")
    ]
    allowed = set(re.findall(r"sha256-[^']+", policy["content"] or ""))
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    script = re.findall(r"<script>(.*?)</script>", text, re.S)
    assert style is not None and len(script) == 1
    hashes = {
        "sha256-" + base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        for part in (style[1], script[0])
    }
    assert allowed == hashes


def test_equal_audits_give_equal_pages() -> None:
    pages = {render_audit_html(json.loads(json.dumps(audit(three_slices(gold=True))))) for _ in range(2)}
    assert len(pages) == 1
    assert combined() == combined()


def test_every_identifier_is_there_once_and_every_link_has_an_end() -> None:
    made = audit(three_slices("a", gold=True), one_slice("b"))
    for text in (render_audit_html(made), combined()):
        page = Page(text)
        names = [a["id"] for _, a in page.tags if a.get("id")]
        assert len(names) == len(set(names))
        ends = {f"#{name}" for name in names}
        links = [a["href"] for t, a in page.tags if t in ("a", "use") and a.get("href")]
        assert [link for link in links if link not in ends] == []
        told = [a["aria-describedby"] for _, a in page.tags if a.get("aria-describedby")]
        assert set(told) <= set(names)


def test_charts_show_the_premium_its_rise_and_where_reward_and_gold_part() -> None:
    text = render_audit_html(audit(three_slices(gold=True)))
    page = Page(text)
    figures = page.all("figure", class_="chart")
    labels = [a["aria-label"] or "" for a in figures]
    # North: premium, reward beside gold, doses. West is a pair: no series, no doses. East has no series.
    assert [label.split(":")[0].split(",")[0] for label in labels] == [
        "Line chart of the premium of the word “please”",
        "Line chart of reward and gold",
        "Chart of the excess over the group by occurrences of the word “please”",
        "Line chart of reward and gold",
        "Line chart of reward and gold",
    ]
    assert labels[0].endswith("It rose at step 20, seen at step 22.")
    assert "Diverging: 21 of 25 steps." in labels[1]
    assert "reward 0: −1.40, 1: 0.00, 2: +1.40, 3: +2.80, 4: +4.20" in labels[2]
    # The onset stands at the middle of step 20 of 40, in the premium's plot and in the strip below it.
    assert len(page.all("path", class_="onset", d="M19.5,0V100")) == 2
    # Reward and gold part from step 20 to 40 in two of the three slices.
    spells = [a for a in page.all("rect", class_="oset") if (a["x"], a["width"]) == ("19", "21")]
    assert len(spells) == 2
    # The steps that the figures are from: 20 to 34.
    assert [a["width"] for a in page.all("rect", class_="baseband") if a["x"] == "19"] == ["15"]


def test_values_read_out_are_those_of_the_rows() -> None:
    made = audit(three_slices(gold=True))
    found = re.search(r'id="values">(.*?)</script>', render_audit_html(made), re.S)
    assert found is not None
    (values,) = json.loads(found[1])
    rows = [r for r in made["premium_series"] if (r["slice"], r["feature"]) == ("north", "lex:please")]
    assert values["s"]["a1p"]["m"] == [round(r["slope"], 3) for r in rows]
    assert values["s"]["a1p"]["b"] == [0.1] * 40
    assert values["s"]["a1p"]["P"] == [8] * 40
    assert values["s"]["a1p"]["e"] == [["occurrences per completion", "a1b"]]
    assert values["s"]["a1g"]["m"] == [0.4] * 40
    assert values["l"] == [str(step) for step in range(1, 41)]


def test_an_event_links_to_its_premiums_and_the_slice_back_to_the_event() -> None:
    page = Page(combined())
    text = " ".join("".join(page.texts).split())
    assert "This rise is overpaid +1.40 per occurrence in slice north, from step 20." in text
    # The event's other member is paid in the other slice; it is named, since it is not the lead.
    paid = "This rise is paid {} per occurrence in slice east, over all steps: {}."
    assert paid.format("+0.050", "returns the literal True") in text
    # A sequence of three words holds the two that are paid.
    assert paid.format("+0.080", "the words “run_tests returns”") in text
    assert {
        a["href"]
        for a in page.all("a")
        if (a["href"] or "").startswith("#r1-a") and "audit" not in (a["href"] or "")
    } == {"#r1-a1", "#r1-a2"}
    assert "In the report: event 1, which rises from step" in text
    assert page.all("a", href="#r1-audit")


def test_a_report_without_an_audit_says_nothing_of_one() -> None:
    text = render_html(report(loophole()))
    assert "r1-audit" not in text and 'class="mem pay"' not in text


def test_an_audit_of_another_analysis_is_refused() -> None:
    with pytest.raises(ReportError, match="of analysis 'other'"):
        combined(analysis_id="other")


def test_a_run_that_the_audit_leaves_out_has_no_section() -> None:
    text = render_html(report(loophole("trl-loophole"), loophole("second", steps=40)), of_loophole())
    assert 'id="r1-audit"' in text and 'id="r2-audit"' not in text


def test_slices_beyond_the_cards_are_in_the_table_and_counted() -> None:
    b = AuditBuilder(gold=True)
    for i in range(30):
        b.overpaid(f"slice {i:02}", "lex:please")
    text = render_audit_html(audit(b))
    page = Page(text)
    assert len(page.all("article", class_="card")) == 12
    assert "18 further slices are paid and have no card; see audit.json." in "".join(page.texts)
    assert "".join(page.texts).count("slice 29") >= 1
    # A card with three charts takes about 20 kB.
    assert len(text.encode()) < 400_000


def test_pages_of_many_runs_stay_small() -> None:
    builders = [AuditBuilder(f"run {i:02}", gold=True) for i in range(30)]
    for b in builders:
        for i in range(12):
            b.overpaid(f"slice {i:02}", "lex:please")
    text = render_audit_html(audit(*builders))
    assert len(text.encode()) < 5_000_000
    page = Page(text)
    assert len(page.all("article", class_="card")) == 30 * 4
    assert len(page.all("section")) >= 30


def test_a_long_table_is_cut_and_says_so() -> None:
    b = AuditBuilder()
    b.slice("s", status="overpaid", strength=1.0)
    for i in range(20):
        b.premium("s", f"lex:paid{i:02}", 1.0 - i / 100, status="overpaid")
    for i in range(9):
        b.premium("s", f"lex:other{i}", 0.001 * i, strength=0.0)
    text = "".join(Page(render_audit_html(audit(b))).texts)
    assert "lex:paid11" in text and "lex:paid12" not in text
    assert "Not in the table: 8 further paid or overpaid and 6 without a finding in audit.json." in text


def test_shadows_stand_with_the_feature_that_stands_for_them() -> None:
    text = " ".join("".join(Page(render_audit_html(audit(one_slice()))).texts).split())
    assert "ast:def:run_tests stands for ast:return:True" in text


def test_reasons_are_on_the_page() -> None:
    b = AuditBuilder()
    b.slice("all", reason="no_rows", strength=None, pair=None)
    b.rows["premium"].append(
        row(
            "premium",
            run="r",
            slice="all",
            span="run",
            outcome="reward",
            kind="single",
            status="none",
            reason="no_rows",
        )
    )
    b.value(reason="no_gold")
    text = " ".join("".join(Page(render_audit_html(audit(b))).texts).split())
    assert (
        "Nothing can be said of the reward: no two completions of one prompt and step can be compared."
        in text
    )
    assert "no_rows" in text and "no_gold" in text


def test_hidden_names_stay_hidden() -> None:
    b = AuditBuilder(gold=True)
    b.overpaid("north", "lex:h0123456789ab")
    b.value()
    text = render_audit_html(audit(b, hashed=True))
    assert "behaviour 0123 (tier lexical)" in text
    assert "names that come from completions are replaced by hashes" in text
