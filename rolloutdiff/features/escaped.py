"""Texts inside JSON: arguments of tool calls, and answers that are JSON documents.

A string of JSON holds its text with escapes, and a tool call often holds its arguments as JSON inside such a
string. Strings are read one by one, so that a call which is cut short or is no valid JSON still gives up what
it holds. Qwen's other form, `<parameter=name>` with the bare value behind it, is read likewise.

A text is Python code when its key says so (`code`, `python_code`, `python`, `py`) and it is more than a word;
when it stands in a Python fence inside the text; or when it reads as a program, as an answer without fences
does. Any other text is prose of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rolloutdiff.features.fragments import is_python_language
from rolloutdiff.features.layout import Kind, Layout, read_layout
from rolloutdiff.features.reading import Limits, read_unfenced

CODE_KEYS: Final = frozenset({"code", "python_code", "python", "py"})
"""Keys whose texts are Python."""

_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"(\s*:)?|\\?\Z)', re.DOTALL)
_ESCAPE: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL
)
_SIMPLE: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_PARAMETER: Final = re.compile(r"<(function|parameter)=([\w.-]{1,100})>")
_PARAMETER_END: Final = "</parameter>"
_NESTED: Final = re.compile(r"\s*(?:\[\s*)?\{\s*\"")
_DOCUMENT: Final = re.compile(r"\s*[\[{]")
_MORE_THAN_A_WORD: Final = re.compile(r"[(=\n]")
_DEEPEST = 3


class Escaped(NamedTuple):
    """A text inside JSON.

    Attributes:
        key: Key that it stands under, empty when there is none.
        text: The text itself.
        places: Offset in the response of each of its characters.
        is_code: Whether it is a fragment.
    """

    key: str
    text: str
    places: list[int]
    is_code: bool = False


def _unescape(raw: str, places: list[int]) -> tuple[str, list[int]]:
    out: list[str] = []
    kept: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(raw):
        out.append(raw[at : match.start()])
        kept += places[at : match.start()]
        sign = match.group()
        if len(sign) == 12:
            high, low = int(sign[2:6], 16), int(sign[8:], 16)
            out.append(chr(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF)))
        elif len(sign) == 6:
            code = int(sign[2:], 16)
            # Half of a pair is no character; no text can hold it.
            out.append("\ufffd" if 0xD800 <= code < 0xE000 else chr(code))
        else:
            out.append(_SIMPLE.get(sign[1], sign[1]))
        kept.append(places[match.start()])
        at = match.end()
    out.append(raw[at:])
    kept += places[at:]
    return "".join(out), kept


def _strings(raw: str, places: list[int], depth: int = 1) -> Iterator[Escaped]:
    key = ""
    for match in _STRING.finditer(raw):
        start, end = match.span(1)
        if match[2]:
            key = match[1]
            continue
        text, own = _unescape(raw[start:end], places[start:end])
        if depth < _DEEPEST and _NESTED.match(text):
            yield from _strings(text, own, depth + 1)
        else:
            yield Escaped(key, text, own)


def _parameters(raw: str, places: list[int]) -> Iterator[Escaped]:
    marks = list(_PARAMETER.finditer(raw))
    for i, mark in enumerate(marks):
        if mark[1] == "function":
            yield Escaped("name", mark[2], places[mark.start(2) : mark.end(2)])
            continue
        limit = marks[i + 1].start() if i + 1 < len(marks) else len(raw)
        end = raw.find(_PARAMETER_END, mark.end(), limit)
        start, end = mark.end(), limit if end < 0 else end
        start += raw.startswith("\n", start)
        end -= end > start and raw[end - 1] == "\n"
        yield Escaped(mark[2], raw[start:end], places[start:end])


def _judged(found: Escaped, limits: Limits) -> Iterator[Escaped]:
    """A text as prose or code; one with fences is taken apart."""
    text = found.text
    if not text:
        return
    if "```" in text or "~~~" in text:
        for span in read_layout(text, None).spans:
            if span.kind in (Kind.CODE, Kind.PROSE):
                code = span.kind is Kind.CODE and is_python_language(span.language)
                yield Escaped(
                    found.key, text[span.start : span.end], found.places[span.start : span.end], code
                )
        return
    by_key = found.key in CODE_KEYS and _MORE_THAN_A_WORD.search(text.strip()) is not None
    yield found._replace(is_code=by_key or read_unfenced(text, limits) is not None)


def escaped_texts(response: str, layout: Layout, limits: Limits) -> list[Escaped]:
    """Texts inside the JSON of a response.

    Args:
        response: The response.
        layout: Its layout.
        limits: Bounds on code fragments.

    Returns:
        The texts of all tool calls, and of documents: the code in blocks of language `json`, and, when the
        answer without fence and call is one document that holds code, all its texts. In text order.
    """
    found: list[Escaped] = []
    calls = [span for span in layout.spans if span.kind is Kind.CALL]
    documents = [s for s in layout.spans if s.kind is Kind.CODE and s.language in ("json", "jsonl")]
    for span in sorted([*calls, *documents]):
        raw, places = response[span.start : span.end], list(range(span.start, span.end))
        read = _parameters if span.kind is Kind.CALL and _PARAMETER.search(raw) else _strings
        own = [part for text in read(raw, places) for part in _judged(text, limits)]
        found += own if span.kind is Kind.CALL else [part for part in own if part.is_code]
    if not calls and not any(span.kind is Kind.CODE for span in layout.spans):
        found += answer_document(response, layout, limits)
    found.sort(key=lambda part: part.places[0])
    return found


def answer_document(response: str, layout: Layout, limits: Limits) -> list[Escaped]:
    """Texts of an answer that is one JSON document; empty when it is none or holds no code."""
    prose = [
        span for span in layout.spans if span.kind is Kind.PROSE and response[span.start : span.end].strip()
    ]
    if len(prose) != 1:
        return []
    (start, end) = prose[0][1:3]
    raw = response[start:end]
    if not _DOCUMENT.match(raw) or raw.rstrip()[-1] not in "}]" or '"' not in raw:
        return []
    parts = [p for text in _strings(raw, list(range(start, end))) for p in _judged(text, limits)]
    return parts if any(part.is_code for part in parts) else []
