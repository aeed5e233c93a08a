"""Cards of the page: evidence, members, references, SQL that runs, and names that stay hidden."""

from __future__ import annotations

import html as markup
import re
from typing import Any

import duckdb
import pytest

from rolloutdiff import install
from rolloutdiff.report.html import render_html
from rolloutdiff.report.naming import words
from rolloutdiff.report.summary import summary_lines
from rolloutdiff.wording import plain_text
from tests.unit.report.fixture_events import hashed
from tests.unit.report.fixture_report import Builder, loophole, report

CANARIES = ("zebracorn", "run_quokka", "my rubric")


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return report(loophole())


@pytest.fixture(scope="module")
def cards(whole: dict[str, Any]) -> list[str]:
    return re.findall(r"<article.*?</article>", render_html(whole), re.S)


def text(piece: str) -> str:
    return " ".join(markup.unescape(re.sub(r"<.*?>", " ", piece)).replace("\u202f", " ").split())


def test_rising_behaviours_have_full_cards_and_sizes_compact_ones(
    whole: dict[str, Any], cards: list[str]
) -> None:
    kinds = ["small" if 'class="card small"' in card else "full" for card in cards]
    assert kinds == ["full"] * 5 + ["small"] * 4
    for card, kind in zip(cards, kinds, strict=True):
        rows = re.findall(r'<tr><th scope="row"><a class="tip"', card)
        assert len(rows) == (6 if kind == "full" else 4)
        assert card.count("Rollouts to read first") == (kind == "full")
        assert card.count("In plain sentences") == card.count("SQL for these rows") == 1


def test_every_figure_has_value_base_and_reading(cards: list[str]) -> None:
    rows = [text(row) for row in re.findall(r'<tr><th scope="row"><a class="tip".*?</tr>', cards[0])]
    assert rows[0] == "Both prompt halves 48 · 48 onset step in each half for"
    assert rows[1] == "Best single split 50 step; inside 45–53 , p ≤ 0.001 for"
    assert rows[3] == "Reward difference +0.41 ± 0.05 (2 se), 104 groups, 18 skipped paid more"
    assert rows[5] == "Prompts showing it 25 of 27 in steps 48–50 ; baseline 1 of 40 for"
    classes = re.findall(r'<td class="g (g.)">(.*?)</td>', "".join(cards))
    assert set(classes) == {("gp", "for"), ("go", "against"), ("gc", "open"), ("gc", "paid more")}


def test_missing_figures_are_words_and_no_dash() -> None:
    b = Builder("late", list(range(1, 31)))
    b.add("lex:x", before=0.0, after=0.9, middle=28, width=0.3, alert=True)
    (card,) = re.findall(r"<article.*?</article>", render_html(report(b)), re.S)
    assert "none fewer than 3 scorable steps follow the alert open" in text(card)
    rest = re.sub(r'<table class="ref">.*?</table>', "", card, flags=re.S)
    assert not re.search(r"<td[^>]*>\s*[–—-]?\s*</td>", rest)


def test_members_have_onset_and_overlap(cards: list[str]) -> None:
    (members,) = re.findall(r'<ul class="mem">.*?</ul>', cards[0], re.S)
    assert text(members) == "ast:def:run_tests lead ast:return:True onset 49, overlap 0.70"
    folded = next(card for card in cards if "folded</span>" in card)
    assert "ast:edge:FunctionDef>Pass onset 60, overlap 1.00, folded" in text(folded)


def test_references_and_their_command(cards: list[str]) -> None:
    (table,) = re.findall(r'<table class="ref">.*?</table>', cards[0], re.S)
    rows = [text(row) for row in re.findall(r"<tr class.*?</tr>", table)]
    assert rows[0] == "1 shows it 48 1.00 15b7c1f0 completions_00048.parquet:10"
    assert rows[1] == "same prompt, same step, without 48 0.00 15b7c1f0 completions_00048.parquet:11"
    assert len(rows) == 9
    assert "--reward-column training_passed --report report.json --event-rank 1 --pair" in text(cards[0])


def test_the_index_counts_figures_for_and_against(whole: dict[str, Any]) -> None:
    (table,) = re.findall(r'<table class="idx">.*?</table>', render_html(whole), re.S)
    rows = [text(row) for row in re.findall(r"<tr><td.*?</tr>", table)]
    assert rows[0] == "1 defines run_tests(), returns the literal True 48 50–52 50 1 % 94 % 5 · 0 of 5"
    (passing,) = [row for row in rows if "does not parse" in row]
    assert passing.startswith("3 holds code that does not parse 51 none 53 2 % 5 % 3 · 1 of 5")


def test_the_sql_of_the_page_runs_on_the_views(whole: dict[str, Any]) -> None:
    con = duckdb.connect()
    install(con)
    for page in (render_html(whole), render_html(hashed(whole))):
        statements = [
            markup.unescape(sql) for sql in re.findall(r'<pre class="sql"><code>(.*?)</code>', page, re.S)
        ]
        assert len(statements) >= len(whole["event"])
        for sql in statements:
            for statement in con.extract_statements(sql):
                assert con.execute(statement).fetchall() == []
    con.close()


def test_no_vocabulary_is_on_a_hashed_page() -> None:
    b = loophole()
    b.add("lex:zebracorn", before=0.0, after=0.5, middle=30, alert=True)
    b.add("lex:zebracorn stripes", before=0.0, after=0.5, middle=30, alert=True, folded_under="lex:zebracorn")
    b.add("ast:def:run_quokka", before=0.0, after=0.5, middle=31, alert=True, joins="lex:zebracorn")
    b.add("custom:my rubric", before=0.0, after=0.5, middle=40, alert=True)
    b.add("lex:zebracorn level", before=0.3)
    b.add("ast:call:run_quokka", before=0.4, after=0.0)
    open_report = report(b)
    hidden = hashed(open_report)
    page, lines = render_html(hidden), "\n".join(summary_lines(hidden))
    for word in (*CANARIES, "run_tests", "let me know"):
        assert word in render_html(open_report)
        assert word not in page and word not in lines
    assert "names that come from completions are replaced by hashes" in page
    assert re.search(r"behaviour [0-9a-f]{4} \(tier lexical\)", page)
    assert re.search(r"Completions began to show behaviour [0-9a-f]{4} \(tier lexical\) at", page)


def test_a_hash_is_a_phrase_only_in_a_hashed_report() -> None:
    row = {"feature": "lex:h7c1f09aa", "kind": "binary", "tier": "lexical"}
    assert plain_text(words(row, hashed=True).plural) == "show behaviour 7c1f (tier lexical)"
    assert plain_text(words(row, hashed=False).plural) == "contain the word “h7c1f09aa”"
    size = {"feature": "custom:h7c1f09aa", "kind": "continuous", "tier": "custom"}
    assert words(size, hashed=True).plural == ()
    own = {"feature": "ast:node:Try", "kind": "binary", "tier": "ast"}
    assert plain_text(words(own, hashed=True).title) == "contains try"
