"""The page as text: escaping, policy, charts, labels, links, the same bytes each time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.errors import ReportError
from rolloutdiff.report.html import render_html, write_html
from rolloutdiff.report.schema import ARRAYS
from tests.unit.report.fixture_report import HOSTILE, PART, RUN, finding, loophole, report

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """Every start tag with its attributes, and the text of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        wanted = {k.rstrip("_"): v for k, v in attributes.items()}
        return [a for t, a in self.tags if t == tag and all(a.get(k) == v for k, v in wanted.items())]


def hostile() -> dict[str, Any]:
    b = loophole(RUN)
    b.add(f"reward:{PART}", kind="continuous", unit="reward", before=0.4, after=0.5)
    for i, name in enumerate(HOSTILE):
        b.add(name, before=0.02, after=0.3 + 0.05 * i, alert=True, middle=30 + i)
    b.add(
        HOSTILE[0].replace("lex:", "lex:folded "), before=0.02, after=0.3, alert=True, folded_under=HOSTILE[0]
    )
    b.add("lex:quiet </title><b>", before=0.3)
    b.add("lex:gone <i>x</i>", before=0.3, after=0.0)
    b.add("lex:x", before=0.001, reason="<reason>")
    found = finding(RUN, message="<img src=x onerror=alert(5)>", code="</code><script>")
    objects = [{"name": "<svg/onload=alert(6)>", "version": 1, "sha256": "'\"<"}]
    whole = report(b, integrity=[found], objects=objects, disclaimer="<script>alert(7)</script>")
    whole["run"][0]["reward_formula"] = "0.5*<a href=javascript:alert(8)>"
    whole["run"][0]["format"] = "<format>"
    whole["settings"]["<setting>"] = "</td><script>alert(9)</script>"
    whole["package_version"] = "<b>0</b>"
    return whole


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    b = loophole()
    return report(b, integrity=[finding(b.run)])


@pytest.fixture(scope="module")
def html(whole: dict[str, Any]) -> str:
    return render_html(whole)


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_nothing_from_the_dump_becomes_mark_up() -> None:
    text = render_html(hostile())
    page = Page(text)
    assert page.open == []
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"img", "iframe", "object", "link", "base", "form", "i"}
    assert [a for t, a in page.tags if t == "script"] == [{"type": "application/json", "id": "values"}, {}]
    for _, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        assert "style" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    shown = "".join(page.texts)
    for name in (
        "</script><img src=x onerror=alert(1)>",
        "[/INST] [red]hi[/red]",
        "&lt;b&gt; ]]> {{ 7 * 7 }}",
    ):
        assert name in shown
    assert "{{ 49 }}" not in text and "alert(7)" in shown


def test_hidden_characters_are_replaced_or_written_by_number() -> None:
    text = render_html(hostile())
    assert not re.search("[\u2028\u2029\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f]", text)
    assert "lex:line" in text and "chr(8232)" in text and "chr(8238)" in text


def test_half_a_surrogate_pair_does_not_stop_the_page(tmp_path: Path) -> None:
    b = loophole()
    b.add("lex:broken \ud83d", before=0.0, after=0.5, alert=True)
    write_html(report(b), tmp_path / "report.html")
    assert "broken" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_policy_names_the_hashes_of_the_one_style_and_the_one_script(html: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    parts = {p.split()[0]: p.split()[1:] for p in policy[1].replace("&#39;", "'").split("; ")}
    assert parts["default-src"] == parts["base-uri"] == parts["form-action"] == ["'none'"]
    styles = re.findall(r"<style>(.*?)</style>", html, re.S)
    scripts = re.findall(r"<script>(.*?)</script>", html, re.S)
    for source, texts in (("style-src", styles), ("script-src", scripts)):
        assert len(texts) == 1
        digest = base64.b64encode(hashlib.sha256(texts[0].encode()).digest()).decode()
        assert parts[source] == [f"'sha256-{digest}'"]
    assert set(parts) == {"default-src", "base-uri", "form-action", "style-src", "script-src"}


def test_the_page_asks_for_nothing_from_outside(html: str, page: Page) -> None:
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=", html)
    assert all((a.get("href") or "").startswith("#") for t, a in page.tags if "href" in a)


def test_headings_landmarks_and_links_hold_together(page: Page) -> None:
    assert page.open == []
    assert len(page.all("h1")) == len(page.all("main")) == 1
    ids = Counter(a["id"] for _, a in page.tags if "id" in a)
    assert set(ids.values()) == {1}
    for _, attributes in page.tags:
        for name in ("href", "aria-labelledby", "aria-describedby"):
            if name in attributes:
                assert (attributes[name] or "").removeprefix("#") in ids
    levels = [int(t[1]) for t, _ in page.tags if re.fullmatch(r"h[1-6]", t)]
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert len(page.all("caption")) >= len(page.all("table")) - len(page.all("table", class_="num")) - 1


def test_every_chart_has_a_path_of_as_many_points_as_steps(page: Page) -> None:
    means = page.all("path", class_="mean")
    # Nine events with a card each, ten alerts with an overview row each.
    assert len(means) == 19
    lines = means + page.all("path", class_="total") + page.all("path", class_="quiet")
    assert {len(re.findall("[ML]", a["d"] or "")) for a in lines} == {90}
    bands = page.all("path", class_="band")
    assert {len(re.findall("[ML]", a["d"] or "")) for a in bands} == {180}


def test_each_event_chart_marks_onset_alert_and_a_confirmed_split_once(
    whole: dict[str, Any], html: str
) -> None:
    cards = re.findall(r"<article.*?</article>", html, re.S)
    assert len(cards) == len(whole["event"])
    for card, event in zip(cards, whole["event"], strict=True):
        row = next(r for r in whole["alert"] if r["feature"] == event["lead_feature"])
        split = next(r for r in whole["shift"] if r["feature"] == event["lead_feature"])
        main = re.search(
            r'<svg class="plot main".*?</svg></svg>|<svg class="plot main".*?</svg><', card, re.S
        )
        assert main is not None
        assert f'<path class="onset" d="M{row["onset_step"] - 0.5:g},0V100"/>' in main[0]
        assert f'<path class="alert" d="M{row["alert_step"] - 0.5:g},0V100"/>' in main[0]
        assert f">onset {row['onset_step']}</text>" in card and f">alert {row['alert_step']}</text>" in card
        bar = f'<rect class="oset" x="{split["onset_low"] - 1}" y="0" width="3" height="100"/>'
        assert card.count(bar) == 2 * (split["shape"] == "step")
        assert card.count('class="oset"') == card.count(bar)


def test_labels_equal_the_numbers_of_the_views(whole: dict[str, Any], html: str) -> None:
    row = next(r for r in whole["alert"] if r["feature"] == "ast:def:run_tests")
    card = re.search(r'<article class="card" aria-labelledby="r1-e1">.*?</article>', html, re.S)
    assert card is not None
    now, before = f"{100 * row['recent_mean']:.0f}\u202f%", f"{100 * row['baseline_mean']:.0f}\u202f%"
    assert 'class="endv" x="0%" dx="4" y="' in card[0] and f">{now}</text>" in card[0]
    assert f"<strong>{now}</strong> of completions now define <code>run_tests()</code>" in card[0]
    assert f"; <strong>{before}</strong> in steps" in card[0]
    rule = f"onset {row['onset_step']}, alert {row['alert_step']}, z {row['statistic']:.1f}"
    assert f"<code>frozen_z_v1</code>: {rule}; tier ast; 2 features" in card[0]
    points = [r for r in whole["series"] if r["feature"] == row["feature"]]
    table = re.search(r'<table class="num">.*?</table>', card[0], re.S)
    assert table is not None
    cells = [re.findall(r"<td>(.*?)</td>", line) for line in re.findall(r"<tr><td>.*?</tr>", table[0])]
    reward = [r["mean"] for r in whole["series"] if r["feature"] == "reward:total"]
    assert cells == [
        [
            str(p["step"]),
            f"{100 * p['mean']:.1f}",
            f"{100 * p['se']:.1f}",
            f"{r:.2f}",
            str(p["prompts"]),
            "128",
        ]
        for p, r in zip(points, reward, strict=True)
    ]


def test_values_for_the_script_equal_the_series(whole: dict[str, Any], html: str) -> None:
    text = re.search(r'<script type="application/json" id="values">(.*?)</script>', html)
    assert text is not None
    (run,) = json.loads(text[1])
    assert (run["w"], run["l"][0], run["x"][89]) == (90, "1", 89.5)
    means = [r["mean"] for r in whole["series"] if r["feature"] == "ast:def:run_tests"]
    assert run["s"]["e1"]["m"] == [round(m, 4) for m in means]
    keys = set(re.findall(r'data-k="([^"]*)"', html))
    assert keys == set(run["s"])


def test_sql_finds_the_rows(html: str) -> None:
    assert (
        "where s.analysis_id = &#39;0123456789abcdef&#39; and s.run = &#39;trl-loophole&#39; "
        "and s.feature = &#39;ast:def:run_tests&#39;\norder by s.step;"
    ) in html
    assert (
        "where m.analysis_id = &#39;0123456789abcdef&#39; and m.run = &#39;trl-loophole&#39; "
        "and m.event_rank = 1\norder by m.onset_step, m.feature;"
    ) in html


def test_one_column_that_is_the_reward_is_drawn_once(page: Page) -> None:
    # Chart and overview row; the strip below each behaviour is drawn by reference to a third.
    assert len(page.all("path", class_="total")) == 3
    assert len(page.all("path", class_="part1")) == 3


def test_what_was_read_findings_counts_and_words_are_there(html: str) -> None:
    for text in (
        '<th scope="row">Completions</th><td class="n">11,520</td>',
        "1–90, no gaps",
        "unscored_reward",
        "Descriptive figures only. Nothing here shows why a behaviour changed.",
        "seen in fewer than 8 steps <code>sparse</code>",
        "completions_00003.parquet, completions_00004.parquet and 3 more",
        "1 of 11 alerts is folded under another",
        "No text of a prompt or completion is in this file",
        "<code>frozen_z.z</code>",
        "step_mean_v1",
    ):
        assert text in html
    order = [
        html.index(f'id="r1-{part}"') for part in ("integrity", "glance", "events", "overview", "unseen")
    ]
    assert order == sorted(order)


def test_the_same_report_gives_the_same_bytes(whole: dict[str, Any], html: str) -> None:
    assert render_html(json.loads(json.dumps(whole))) == html
    turned = {name: whole[name][::-1] for name in ARRAYS if name not in ("run", "integrity")}
    assert render_html(whole | turned) == html


def test_the_file_appears_whole_or_stays(tmp_path: Path, whole: dict[str, Any], html: str) -> None:
    path = tmp_path / "report.html"
    write_html(whole, path)
    assert path.read_bytes() == html.encode()
    write_html(whole, str(path))
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(ReportError, match="Cannot write"):
        write_html(whole, tmp_path / "none" / "report.html")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ReportError, match="Cannot write"):
        write_html(whole, tmp_path / "folder")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder", "report.html"]
