"""Layout of a response: which of its characters are thinking, prose, tags, fence lines or code.

Thinking comes first: inside a thinking block fences mean nothing, outside of one a fenced block hides tags.
For fences a line starts behind a line feed or a tag.

Opening. A run of three or more backticks or tildes opens a fence when nothing but a margin stands before it
on its line: at most 80 characters of blanks, tabs, list marks (`-`, `*`, `+`, `1.`, `1)`) and quote marks
(`>`), each mark followed by a blank or a tab. The indentation of the fence is the width of its margin. The
rest of the line, of which 200 characters are read, is the info string. Its language is the run of letters,
digits and `_+#.-` behind any white space, `{` and `.`, in lower case: `python` in `Python`,
`python:main.py` and `{.python .numbered}`, none in `: x`. A backtick run with another backtick behind it on
its line opens nothing.

Elsewhere in a line only backticks open a fence, and only when their info string is one word directly behind
them, blanks, tabs and carriage returns after it aside: an ASCII letter and at most 19 more characters of
those a language may have. The indentation of such a fence is 0.

Closing. A fence closes with a run of the same character, at least as long, behind which the line holds
white space only, or a special token after any blanks (and then anything). When nothing but blanks, tabs and
`>`, at most 80 of them, stand before it on its line, they belong to the closing fence and must be at most
three columns wider than the indentation of the opening one. When anything else does, as at the end of a
line of code, backticks close the fence and tildes do not. Longer fences therefore hold shorter ones, and an
unclosed fence runs to the end of the response.

What the environment wrote is cut out first, see `rolloutdiff.features.turns`: fences end before it, and a
thinking block goes on behind it unless the model starts a new turn there. Prose between `<tool_call>` and
`</tool_call>`, or the end of the prose, is a call when it starts with `{`, `[` or `<function=`.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

from rolloutdiff.features.specials import SPECIAL
from rolloutdiff.features.think import TAG, is_quoted, read_tag
from rolloutdiff.features.turns import TURN, environment


class Kind(Enum):
    """What a span of a response is."""

    PROSE = "prose"
    CODE = "code"
    FENCE = "fence"
    THINKING = "thinking"
    TAG = "tag"
    CALL = "call"
    ENVIRONMENT = "environment"


class Span(NamedTuple):
    """A stretch `[start, end)` of the response; code spans carry language and indentation of their fence."""

    kind: Kind
    start: int
    end: int
    language: str = ""
    indent: int = 0


class Layout(NamedTuple):
    """Spans that cover the response without gap or overlap, and the shapes seen on the way.

    Attributes:
        spans: In text order; empty spans are left out, except code spans, one per fenced block.
        shapes: Names out of `THINK_SHAPES`, and `fence_unclosed`.
    """

    spans: list[Span]
    shapes: set[str]


# Apart, since a pattern that starts with one literal character is searched for several times faster than one
# that starts with any of three. The characters of the three are disjoint, so their matches never overlap.
_TAGS: Final = re.compile(TAG).finditer
_BACKTICKS: Final = re.compile("```+").finditer
_TILDES: Final = re.compile("~~~+").finditer
_LINE_MARKS: Final = re.compile(r"[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+)*")
_MID_LINE_INFO: Final = re.compile(r"[A-Za-z][\w+#.-]{0,19}[ \t\r]*\Z")
_LANGUAGE: Final = re.compile(r"[\s{.]*([\w+#.-]*)")
_CALL: Final = re.compile(r"<tool_call>(?=\s{0,9}(?:[\[{]|<function=)).*?(?:</tool_call>|\Z)", re.DOTALL)
_LONGEST_MARGIN = 80
_LONGEST_INFO = 200


def _events(text: str) -> list[re.Match[str]]:
    """Tags and fence runs in text order."""
    found: list[re.Match[str]] = []
    if "<" in text:
        found += _TAGS(text)
    if "`" in text:
        found += _BACKTICKS(text)
    if "~" in text:
        found += _TILDES(text)
    found.sort(key=re.Match.start)
    return found


class _Line:
    """The line around the current event; moves forward only, so that all events together cost linear time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 0
        self.end = -1
        self.seen = 0

    def move(self, start: int, end: int) -> None:
        """Goes to the line of the run `[start, end)`."""
        newline = self.text.rfind("\n", self.seen, start)
        if newline >= 0:
            self.start = newline + 1
        if end > self.end:
            self.end = self.text.find("\n", end)
            if self.end < 0:
                self.end = len(self.text)
            self.content_end = self.start + len(self.text[self.start : self.end].rstrip())
        self.seen = end

    def margin(self, floor: int, run: int) -> str | None:
        """Text before the run on its line, None when it is too long for a margin."""
        start = max(self.start, floor)
        return None if run - start > _LONGEST_MARGIN else self.text[start:run]

    def ends_after(self, run_end: int) -> bool:
        """Whether only white space, or a special token, follows the run on its line."""
        if run_end >= self.content_end:
            return True
        blanks = run_end
        while self.text[blanks] in " \t":
            blanks += 1
        return SPECIAL.match(self.text, blanks, self.end) is not None

    def next_start(self) -> int:
        """Where the following line starts."""
        return min(self.end + 1, len(self.text))


def _info_language(info: str) -> str:
    match = _LANGUAGE.match(info)
    return "" if match is None else match.group(1).lower()


def _opening(text: str, line: _Line, start: int, end: int, floor: int) -> tuple[int, str, int] | None:
    """Reads an opening fence: where its span starts, language, indentation; None when it is none."""
    mark = text[start]
    if mark == "`" and text.find("`", end, line.end) >= 0:
        return None
    info = text[end : min(line.end, end + _LONGEST_INFO)]
    margin = line.margin(floor, start)
    if margin is not None and _LINE_MARKS.fullmatch(margin):
        return max(line.start, floor), _info_language(info), len(margin.expandtabs())
    if mark == "`" and _MID_LINE_INFO.match(info):
        return start, _info_language(info), 0
    return None


def _closing(line: _Line, start: int, end: int, floor: int, indent: int, mark: str) -> int | None:
    """Where the closing fence starts when the run is one, else None."""
    if not line.ends_after(end):
        return None
    margin = line.margin(floor, start)
    if margin is not None and not margin.strip(" \t>"):
        return max(line.start, floor) if len(margin.expandtabs()) <= indent + 3 else None
    return start if mark == "`" else None


def read_layout(text: str, opened: str | None) -> Layout:
    """Splits a response into spans.

    Args:
        text: The response.
        opened: Name of the thinking tag that the prompt opens (`think`, `thinking`), None when it opens none.

    Returns:
        The layout. Linear in the length of the text; never raises.
    """
    layout = _read_turns(text, opened)
    return _with_calls(text, layout) if "<tool_call>" in text else layout


def _read_turns(text: str, opened: str | None) -> Layout:
    cuts = environment(text) if "<" in text or TURN in text else []
    if not cuts:
        return _read_stretch(text, opened)
    spans: list[Span] = []
    shapes: set[str] = set()
    at = 0
    for start, end, new_turn in [*cuts, (len(text), len(text), True)]:
        own = _read_stretch(text[at:start], opened)
        spans += [span._replace(start=span.start + at, end=span.end + at) for span in own.spans]
        goes_on = not new_turn and "think_unclosed" in own.shapes
        if goes_on:
            own.shapes.discard("think_unclosed")
            tags = [span for span in own.spans if span.kind is Kind.TAG]
            opened = read_tag(text[tags[-1].start + at : tags[-1].end + at])[0] if tags else opened
        else:
            opened = None
        shapes |= own.shapes if at == 0 else own.shapes - {"think_opened_by_prompt"}
        if end > start:
            spans.append(Span(Kind.ENVIRONMENT, start, end))
        at = end
    return Layout(spans, shapes)


def _with_calls(text: str, layout: Layout) -> Layout:
    """The layout with the calls cut out of its prose."""
    spans: list[Span] = []
    for span in layout.spans:
        at = span.start
        for call in _CALL.finditer(text, span.start, span.end) if span.kind is Kind.PROSE else ():
            if call.start() > at:
                spans.append(Span(Kind.PROSE, at, call.start()))
            spans.append(Span(Kind.CALL, *call.span()))
            at = call.end()
        if at == span.start or at < span.end:
            spans.append(span._replace(start=at))
    return Layout(spans, layout.shapes)


def _read_stretch(text: str, opened: str | None) -> Layout:
    """Splits what the model wrote in one go."""
    spans: list[Span] = []
    shapes: set[str] = {"think_opened_by_prompt"} if opened else set()
    line = _Line(text)
    tag, fence = (opened or "").lower(), ""
    language, indent = "", 0
    start = floor = resume = 0

    def emit(kind: Kind, end: int) -> None:
        if end > start:
            spans.append(Span(kind, start, end))

    for event in _events(text):
        at, end = event.span()
        if at < resume:
            continue
        if text[at] == "<":
            name, closing = read_tag(event.group())
            if fence or (not tag and is_quoted(text, at, end)):
                shapes.add("think_quoted")
                continue
            if tag and not (closing and name == tag):
                shapes.add("think_mixed" if closing else "think_nested")
                continue
            if tag:
                shapes.add("think_pair")
                if not text[start:at].strip():
                    shapes.add("think_empty")
                emit(Kind.THINKING, at)
                tag = ""
            else:
                emit(Kind.PROSE, at)
                if closing:
                    shapes.add("think_lone_close")
                else:
                    tag = name
            spans.append(Span(Kind.TAG, at, end))
            start = floor = end
            continue
        if tag:
            continue
        line.move(at, end)
        if fence:
            if text[at] == fence[0] and end - at >= len(fence):
                close = _closing(line, at, end, start, indent, fence[0])
                if close is not None:
                    spans.append(Span(Kind.CODE, start, close, language, indent))
                    start = close
                    resume = line.next_start() if end >= line.content_end else end
                    emit(Kind.FENCE, resume)
                    start = floor = resume
                    fence = ""
            continue
        opening = _opening(text, line, at, end, floor)
        if opening is not None:
            opening_start, language, indent = opening
            emit(Kind.PROSE, opening_start)
            start = opening_start
            fence = event.group()
            resume = line.next_start()
            emit(Kind.FENCE, resume)
            start = floor = resume

    if tag:
        shapes.add("think_unclosed")
        emit(Kind.THINKING, len(text))
    elif fence:
        shapes.add("fence_unclosed")
        spans.append(Span(Kind.CODE, start, len(text), language, indent))
    else:
        emit(Kind.PROSE, len(text))
    return Layout(spans, shapes)
