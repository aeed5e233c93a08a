"""Texts as lines of a terminal: numbered, folded, marked, and whole."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from rolloutdiff.cli.textblock import EVIDENCE, Look, beside, numbered, shortened
from rolloutdiff.features.locate import Span
from rolloutdiff.inspection.visible import one_line
from tests.unit.inspection.cases import HOSTILE

PLAIN = Look(width=None, colour=False)
COLOUR = Look(width=None, colour=True)
LINES = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from(" \n\x1b漢é[]🙂e\u0301")),
    max_size=120,
)


def block(text, spans, look=PLAIN):
    return [line.plain for line in numbered(text, spans, look)]


def styled(line: Text) -> list[str]:
    """The stretches of a line that are set as evidence."""
    return [line.plain[s.start : s.end] for s in line.spans if s.style == EVIDENCE]


def test_signs_stand_under_the_evidence():
    text = "def f(x):\n    漢 = é(x); ab ab\nend"
    found = [Span(0, 5), *(Span(m.start(), m.end()) for m in re.finditer("é|ab", text))]
    assert block(text, found) == [
        "  1 | def f(x):",
        "      ^^^^^",
        "  2 |     漢 = é(x); ab ab",
        "               ^     ^^ ^^",
        "  3 | end",
    ]


def test_the_margin_marks_what_runs_over_lines():
    assert block("a\nb b\nc\nd", [Span(2, 7), Span(4, 5)]) == [
        "  1 | a",
        "  2 > b b",
        "        ^",
        "  3 > c",
        "  4 | d",
    ]
    assert block("\nb\n", [Span(0, 3)]) == ["  1 > ", "  2 > b", "  3 | "]
    assert block("a\nb\n", [Span(0, 2)]) == ["  1 | a", "      ^", "  2 | b", "  3 | "]


def test_colour_takes_the_place_of_signs():
    lines = list(numbered("x def f\ndef f", [Span(2, 7), Span(8, 13)], COLOUR))
    assert [line.plain for line in lines] == ["  1 | x def f", "  2 | def f"]
    assert [styled(line) for line in lines] == [["def f"], ["def f"]]
    lines = list(numbered("a b\nc", [Span(2, 5)], COLOUR))
    assert [styled(line) for line in lines] == [["  1 > ", "b"], ["  2 > ", "c"]]


def test_lines_are_folded_behind_a_blank():
    look = Look(width=26, colour=False)
    assert block("aaaa bbbb cccc dddd eeee ffff", [Span(15, 24)], look) == [
        "  1 | aaaa bbbb cccc dddd ",
        "                     ^^^^^",
        "    | eeee ffff",
        "      ^^^^",
    ]
    assert block("x" * 45, [], look) == ["  1 | " + "x" * 20, "    | " + "x" * 20, "    | " + "x" * 5]


def test_tabs_reach_to_stops_and_are_seen():
    assert block("\tx\ty", [])[0] == "  1 | ␉       x␉      y"
    assert block("\tx\ty", [])[1] == "  shown by signs: ␉ is U+0009"


def test_many_lines_widen_the_margin():
    assert block("\n" * 1233, [])[-1] == "1234 | "


def text_of(lines):
    """The shown text again: the margins taken off, folded lines joined."""
    found = []
    for line in lines:
        match = re.fullmatch(r"( *\d+ | +)([|>]) (.*)", line, re.DOTALL)
        if match is None:
            continue
        if match[1].strip():
            found.append(match[3])
        else:
            found[-1] += match[3]
    return "\n".join(found)


@given(LINES, st.sampled_from([None, 26, 40]), st.booleans(), st.integers(0, 120), st.integers(1, 30))
@example(HOSTILE, 40, False, 20, 30)
@example(HOSTILE, None, True, 20, 30)
def test_nothing_is_lost(text, width, colour, start, length):
    look = Look(width=width, colour=colour)
    spans = [Span(start, min(start + length, len(text)))] if start < len(text) else []
    lines = list(numbered(text, spans, look))
    shown = text_of([line.plain for line in lines])
    expected = "\n".join(one_line(line) for line in text.split("\n"))
    assert re.sub("␉ *", "␉", shown) == re.sub("␉ *", "␉", expected)
    if width is not None:
        assert all(line.cell_len <= width for line in lines)
    if not colour:
        assert all(not line.spans for line in lines)


@given(LINES, st.integers(0, 120), st.integers(1, 30))
def test_signs_and_colour_mark_the_same_characters(text, start, length):
    text = text.replace("\n", " ").replace("\t", " ")
    if start >= len(text):
        return
    spans = [Span(start, min(start + length, len(text)))]
    (coloured,) = list(numbered(text, spans, COLOUR))[:1]
    lines = block(text, spans)
    marked = "".join(styled(coloured))
    assert marked == one_line(text)[len(one_line(text[:start])) :][: len(marked)]
    under = lines[1] if len(lines) > 1 and not lines[1].strip(" ^") else ""
    assert under.count("^") == cell_len(marked)


@pytest.mark.parametrize("text", ["short", "a\n" * 11, "x" * 600])
def test_short_prompts_are_whole(text):
    shown = [line.plain for line in shortened(text, PLAIN, full=False)]
    assert "\n".join(line.removeprefix("    | ") for line in shown) == text


@pytest.mark.parametrize(
    "text", ["w" * 601, "word " * 300 + "end", "\n" * 50 + "end", "a\n" * 30 + "z" * 400]
)
def test_long_prompts_show_both_ends_and_the_length(text):
    shown = [line.plain for line in shortened(text, PLAIN, full=False)]
    (cut,) = [i for i, line in enumerate(shown) if "left out" in line]
    head, tail = ("\n".join(x.removeprefix("    | ") for x in p) for p in (shown[:cut], shown[cut + 1 :]))
    assert text.startswith(head)
    assert text.endswith(tail)
    left = len(text) - len(head) - len(tail)
    assert shown[cut] == f"  … {left:,} characters left out; --full prints all {len(text):,} …"
    whole = [line.plain for line in shortened(text, PLAIN, full=True)]
    assert "\n".join(line.removeprefix("    | ") for line in whole) == text


def test_columns_stand_side_by_side():
    look = Look(width=6, colour=True)
    lines = beside([Text("漢字"), Text("b")], [Text("c"), Text("d"), Text("e")], look)
    assert [line.plain for line in lines] == ["漢字   ¦ c", "b      ¦ d", "       ¦ e"]
    assert [line.plain for line in beside([Text("a"), Text("b")], [], look)] == ["a      ¦ ", "b      ¦ "]


def test_sentences_are_folded_and_indented():
    look = Look(width=12, colour=False)
    assert [x.plain for x in look.sentences("aaa bbb ccc ddd")] == ["  aaa bbb", "    ccc ddd"]
    assert [x.plain for x in look.sentences("aaa bbb ccc ddd", style="bold")] == ["aaa bbb ccc", "  ddd"]
    assert [x.plain for x in PLAIN.sentences("aaa   bbb")] == ["  aaa   bbb"]
