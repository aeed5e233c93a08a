"""Where a feature stands in a response: the stretches of text that a reader should look at."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from rolloutdiff.features.escaped import answer_document, escaped_texts
from rolloutdiff.features.layout import Kind, Layout, read_layout
from rolloutdiff.features.locate_code import code_fragments, code_places, unfenced_fragment
from rolloutdiff.features.reading import Limits
from rolloutdiff.features.specials import BOUNDARY, SPECIAL
from rolloutdiff.features.think import TAG, read_tag

_DEFAULT_LIMITS: Final = Limits()
# Every word lies in a run of these; beyond ASCII the category of each character decides.
_RUN: Final = re.compile(rf"[A-Za-z0-9_\u0080-\U0010ffff]+|{BOUNDARY}")
_SPECIAL_TOKEN: Final = "shape:special:"
_TAG: Final = re.compile(TAG)


class Span(NamedTuple):
    """A stretch `[start, end)` of a response, in characters; never empty."""

    start: int
    end: int


class Word(NamedTuple):
    """A word of the prose in lower case, as n-grams have it, and where it stands."""

    text: str
    start: int
    end: int


def locate(
    response: str | None, opened: str | None, feature: str, limits: Limits = _DEFAULT_LIMITS
) -> list[Span]:
    """Finds a feature in a response.

    Args:
        response: The completion as text, None when the dump holds none.
        opened: Name of the thinking tag that the prompt opens, see `rolloutdiff.features.think.opened_tag`.
        feature: Full name, such as `ast:def:run_tests`, `lex:let me check` or `shape:fence_unclosed`.
        limits: Bounds on code fragments.

    Returns:
        One span per occurrence, in text order; spans may overlap. A structural feature has as many spans as
        the extraction counts, an n-gram one per place where its words follow each other. None when the
        feature is absent, is a size, or is nothing that stands anywhere. Never raises.
    """
    if response is None:
        return []
    prefix, _, token = feature.partition(":")
    layout = read_layout(response, opened)
    if prefix == "ast":
        kind, _, name = token.partition(":")
        fragments = code_fragments(response, layout, limits)
        return [Span(*place) for f in fragments for place in code_places(f, kind, name, limits)]
    if prefix == "lex":
        return _ngrams(response, layout, token, limits)
    if prefix == "shape":
        return _shapes(response, layout, opened, feature, limits)
    return []


def prose_words(response: str, layout: Layout, limits: Limits) -> Iterator[list[Word]]:
    """Words of the prose; those of one list follow each other without a boundary between them."""
    unfenced = unfenced_fragment(response, layout, limits) is not None
    calls = any(span.kind is Kind.CALL for span in layout.spans)
    is_document = False
    if calls or not (unfenced or any(span.kind is Kind.CODE for span in layout.spans)):
        parts = (escaped_texts if calls else answer_document)(response, layout, limits)
        is_document = bool(parts) and not calls
        for part in parts:
            for words in () if part.is_code else _stretch(part.text, 0, len(part.text)):
                yield [Word(w.text, part.places[w.start], part.places[w.end - 1] + 1) for w in words]
    if unfenced or is_document:
        return
    for span in layout.spans:
        if span.kind is Kind.PROSE:
            at = span.start
            for special in [*SPECIAL.finditer(response, span.start, span.end), None]:
                yield from _stretch(response, at, span.end if special is None else special.start())
                at = span.end if special is None else special.end()


def _stretch(response: str, start: int, end: int) -> Iterator[list[Word]]:
    words: list[Word] = []
    for run in _RUN.finditer(response, start, end):
        text, at = run.group(), run.start()
        if text == BOUNDARY:
            yield words
            words = []
        elif text.isascii():
            words.append(Word(text.lower(), at, run.end()))
        else:
            words += _words_in(text, at)
    yield words


def _words_in(run: str, at: int) -> Iterator[Word]:
    """Words of a run with characters beyond ASCII: letters, marks, digits and underscores."""
    begun = 0
    for i, char in enumerate([*run, ""]):
        if not char or not (char == "_" or unicodedata.category(char)[0] in "LNM"):
            if i > begun:
                yield Word("".join(map(_lower, run[begun:i])), at + begun, at + i)
            begun = i + 1


def _lower(char: str) -> str:
    """One character for one, as the SQL function does it."""
    return "i" if char == "\u0130" else char.lower()


def _ngrams(response: str, layout: Layout, token: str, limits: Limits) -> list[Span]:
    wanted = token.split(" ")
    found = []
    for words in prose_words(response, layout, limits):
        for i in range(len(words) - len(wanted) + 1):
            if all(words[i + k].text == text for k, text in enumerate(wanted)):
                found.append(Span(words[i].start, words[i + len(wanted) - 1].end))
    return sorted(found)


def _shapes(response: str, layout: Layout, opened: str | None, feature: str, limits: Limits) -> list[Span]:
    if feature == "shape:special_tokens":
        return [Span(*match.span()) for match in _specials(response, layout)]
    if feature.startswith(_SPECIAL_TOKEN):
        name = feature.removeprefix(_SPECIAL_TOKEN)
        return [Span(*match.span()) for match in _specials(response, layout) if match.group() == name]
    if feature == "shape:unfenced_code":
        fragment = unfenced_fragment(response, layout, limits)
        return [] if fragment is None else [Span(*fragment.in_response(0, len(fragment.code)))]
    if feature == "shape:tool_calls":
        return [Span(s.start, s.end) for s in layout.spans if s.kind is Kind.CALL]
    if feature == "shape:escaped_code":
        return [
            Span(part.places[0], part.places[-1] + 1)
            for part in escaped_texts(response, layout, limits)
            if part.is_code
        ]
    if feature == "shape:fences":
        return [Span(s.start, s.end) for s in layout.spans if s.kind is Kind.FENCE]
    if feature.startswith("shape:think_"):
        return [span for shape, span in _think_tags(response, layout, opened) if f"shape:{shape}" == feature]
    if feature == "shape:fence_unclosed" and "fence_unclosed" in layout.shapes:
        return [Span(s.start, s.end) for s in layout.spans if s.kind is Kind.FENCE][-1:]
    if feature == "shape:blank" and response and not response.strip():
        return [Span(0, len(response))]
    return []


def _specials(response: str, layout: Layout) -> Iterator[re.Match[str]]:
    """Special tokens that the model wrote."""
    away = [(span.start, span.end) for span in layout.spans if span.kind is Kind.ENVIRONMENT]
    for match in SPECIAL.finditer(response):
        before = bisect_right(away, (match.start(), len(response)))
        if before == 0 or away[before - 1][1] <= match.start():
            yield match


def _think_tags(response: str, layout: Layout, opened: str | None) -> Iterator[tuple[str, Span]]:
    """Names of thinking shapes, and the tags that make them."""
    opening: Span | None = None
    thinking = bool(opened)
    for span in layout.spans:
        here = Span(span.start, span.end)
        if span.kind is Kind.ENVIRONMENT:
            continue
        if span.kind is Kind.TAG:
            closing = read_tag(response[span.start : span.end])[1]
            if closing and thinking:
                for shape in ("think_pair", *(["think_empty"] * _is_empty(response, opening, here))):
                    yield from ((shape, tag) for tag in (opening, here) if tag is not None)
            elif closing:
                yield "think_lone_close", here
            thinking, opening = not closing, None if closing else here
            continue
        for tag in _TAG.finditer(response, span.start, span.end) if span.kind is not Kind.FENCE else ():
            shape = "think_quoted"
            if span.kind is Kind.THINKING:
                shape = "think_mixed" if read_tag(tag.group())[1] else "think_nested"
            yield shape, Span(*tag.span())
    if thinking and opening is not None:
        yield "think_unclosed", opening


def _is_empty(response: str, opening: Span | None, closing: Span) -> bool:
    return not response[0 if opening is None else opening.end : closing.start].strip()
