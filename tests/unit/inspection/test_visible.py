"""Shown text: nothing acts, nothing hides, nothing is lost."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rolloutdiff.inspection.visible import one_line, signs, visible
from tests.unit.inspection.cases import HOSTILE

# Signs that enclose or join digits and musical or Egyptian signs: they have a shape.
VISIBLE_FORMATS = {
    *map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)),
    *map(chr, (*range(0x13430, 0x13456), *range(0x1BCA0, 0x1BCA4))),
}
# A family, and a Persian verb: joiners that shape what is seen.
JOINED = "\U0001f468\u200d\U0001f469 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
ANYTHING = st.text(
    st.one_of(
        st.characters(codec=None, exclude_categories=()),
        st.sampled_from("\x1b\t\r\n\x7f\x9b\u202e\u200d\u2028\ufeff␛⟨⟩<>U+1B\u2426\u3164\U000e0041é漢"),
    ),
    max_size=60,
)


def back(shown: str, encoding: str) -> str:
    """The text that a shown text stands for."""
    opening, closing = ("⟨", "⟩") if encoding == "utf-8" else ("<", ">")

    def char(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 16))
        return "\x7f" if match[0] == "␡" else chr(ord(match[0]) - 0x2400)

    return re.sub(f"{opening}U\\+([0-9A-F]{{4,6}}){closing}|[\u2400-\u241f\u2421]", char, shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [bold] :smile: [/]", "plain [bold] :smile: [/]"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\0\t\r\n\x7f", "␀␉␍␊␡"),
        ("\x9b31m \x85", "⟨U+009B⟩31m ⟨U+0085⟩"),
        ("\u202egnp.exe\u202c", "⟨U+202E⟩gnp.exe⟨U+202C⟩"),
        ("run\u200b_tests\ufeff", "run⟨U+200B⟩_tests⟨U+FEFF⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
        (JOINED, JOINED),
        ("\u200d\U0001f469", "⟨U+200D⟩\U0001f469"),
        ("\ufffd �", "\ufffd �"),
        ("\ud83d", "⟨U+D83D⟩"),
        ("␛ ⟨U+001B⟩ ⟨x⟩", "⟨U+241B⟩ ⟨U+27E8⟩U+001B⟩ ⟨x⟩"),
        ("x\U000e0041", "x⟨U+E0041⟩"),
        ("", ""),
    ],
)
def test_by_hand(text, shown):
    assert one_line(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1bé漢 <U+001B> <x>", "<U+001B>é<U+6F22> <U+003C>U+001B> <x>"),
        ("\u200d“a” €", "<U+200D>“a” €"),
    ],
)
def test_a_narrow_encoding_loses_nothing(text, shown):
    assert one_line(text, "cp1252") == shown
    assert one_line(shown, "cp1252").encode("cp1252")


def test_an_unknown_encoding_is_taken_for_a_narrow_one():
    assert one_line("\x1bé", "no such encoding") == "<U+001B><U+00E9>"


@given(ANYTHING, st.sampled_from(["utf-8", "cp1252", "ascii"]))
@example(HOSTILE, "utf-8")
@example(HOSTILE, "cp1252")
def test_covers_the_text_and_leads_back_to_it(text, encoding):
    pieces = visible(text, encoding)
    shown = "".join(piece.text for piece in pieces)
    shown.encode(encoding)
    assert [p.start for p in pieces] + [len(text)] == [0, *(p.end for p in pieces)] if pieces else not text
    assert all(p.text == text[p.start : p.end] for p in pieces if not p.mark)
    assert all(p.end - p.start == 1 for p in pieces if p.mark)
    assert back(shown, encoding) == text
    # Controls, halves of pairs and separators are never left; of format characters only visible ones are.
    left = {c for c in shown if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp", "Cf")}
    assert left <= {"\u200c", "\u200d"} | VISIBLE_FORMATS


def test_signs_are_named_once_in_order():
    text = "a\x1bb\x07c\x1b"
    assert signs(text, visible(text)) == {"␛": "\x1b", "␇": "\x07"}
