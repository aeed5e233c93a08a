"""Features of one response: a function of its text, and of the thinking tag the prompt opens, alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.escaped import Escaped, escaped_texts
from rolloutdiff.features.fragments import Pieces, join_prose, take_apart
from rolloutdiff.features.layout import Kind, Layout, read_layout
from rolloutdiff.features.reading import CACHE, Limits, Reading, read_unfenced
from rolloutdiff.features.shape import share, size_features
from rolloutdiff.features.specials import (
    KNOWN_SPECIAL_TOKENS,
    count_special_tokens,
    drop_special_tokens,
    trim_special_tokens,
)
from rolloutdiff.features.turns import TURN

MISSING: Final = "missing"
NO_CODE: Final = "no_code"
STATUSES: Final = (MISSING, NO_CODE, *(outcome.value for outcome in Outcome))
"""Values of `Extraction.status`, the later one winning when fragments differ."""

_WORST_FIRST: Final = tuple(reversed(Outcome))
_KNOWN: Final = frozenset(KNOWN_SPECIAL_TOKENS)
_DEFAULT_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was taken from one response.

    Attributes:
        status: `missing` for a null response, `no_code` without fragments, else the worst outcome of the
            fragments: `ok`, `SyntaxError`, `too_long`, `too_deep`, from best to worst.
        prose: Text outside thinking, fences and code, for n-grams: its stretches, stripped of white space,
            with the boundary character U+0001 between them. Where the response itself holds that character,
            it stays and is a boundary too.
        counts: Count of each feature by full name; zeros left out.
    """

    status: str
    prose: str
    counts: dict[str, int]


class _Outline(NamedTuple):
    """A response before its code is read: parts, and features of tier `shape` that do not depend on code."""

    response: str
    layout: Layout
    pieces: Pieces
    has_specials: bool
    shape: dict[str, int]


class _Code(NamedTuple):
    """Readings of the fragments of a response.

    Attributes:
        readings: One per fragment.
        unfenced: Whether the prose of the answer is the only one outside calls.
        escaped: Texts inside JSON.
    """

    readings: list[Reading]
    unfenced: bool
    escaped: list[Escaped]


def _own_stretches(response: str, layout: Layout) -> list[str]:
    """What the model wrote, a stretch per turn."""
    ends = [(span.start, span.end) for span in layout.spans if span.kind is Kind.ENVIRONMENT]
    starts = [0, *(end for _, end in ends)]
    return [
        response[a:b] for a, b in zip(starts, [*(s for s, _ in ends), len(response)], strict=True) if a < b
    ]


def _outline(response: str, opened: str | None) -> _Outline:
    layout = read_layout(response, opened)
    own = response
    if any(span.kind is Kind.ENVIRONMENT for span in layout.spans):
        own = "\n".join(_own_stretches(response, layout))
    specials = count_special_tokens(own)
    has_specials = bool(specials)
    pieces = take_apart(response, layout, has_specials=has_specials)
    shape = size_features(drop_special_tokens(own) if has_specials else own)
    shape["shape:answer_chars"] = pieces.answer_chars
    shape["shape:thinking_chars"] = pieces.thinking_chars
    shape["shape:fences"] = pieces.fences
    for seen in layout.shapes:
        shape[f"shape:{seen}"] = 1
    if has_specials:
        shape["shape:special_tokens"] = sum(specials.values())
        for token in _KNOWN & specials.keys():
            shape[f"shape:special:{token}"] = specials[token]
    if pieces.calls:
        shape["shape:tool_calls"] = pieces.calls
    if own is not response:
        away = "".join(response[start:end] for start, end in pieces.environment)
        shape["shape:environment_chars"] = len(away.replace(TURN, ""))
        shape["shape:turns"] = len(_own_stretches(response, layout))
    return _Outline(response, layout, pieces, has_specials, shape)


def _read_code(outline: _Outline, limits: Limits) -> _Code:
    pieces = outline.pieces
    unfenced = None
    if not pieces.fences and pieces.prose:
        unfenced = read_unfenced("\n".join(pieces.prose), limits)
    escaped: list[Escaped] = []
    if unfenced is None and not (pieces.calls or pieces.fences or pieces.environment):
        # The whole answer may be a document; most are none, and their first character says so.
        answer = "".join(pieces.prose).lstrip()[:1]
        may_hold = answer in ("{", "[") and answer != ""
    else:
        may_hold = bool(pieces.calls or pieces.documents)
    if may_hold:
        escaped = escaped_texts(outline.response, outline.layout, limits)
    readings = [CACHE.read(code, limits) for code in pieces.fragments] if unfenced is None else [unfenced]
    readings += [CACHE.read(trim_special_tokens(part.text), limits) for part in escaped if part.is_code]
    return _Code(readings, unfenced is not None, escaped)


def _status(readings: Sequence[Reading]) -> str:
    outcomes = [reading.outcome for reading in readings]
    for outcome in _WORST_FIRST:
        if outcome in outcomes:
            return outcome.value
    return NO_CODE


def _code_features(readings: Sequence[Reading]) -> dict[str, int]:
    """Sums the features of all fragments; the depth is that of the deepest."""
    if not readings:
        return {}
    counts = dict(readings[0].counts)
    depth = readings[0].depth
    for reading in readings[1:]:
        for name, count in reading.counts.items():
            counts[name] = counts.get(name, 0) + count
        depth = max(depth, reading.depth)
    counts["ast:fragments"] = len(readings)
    if depth:
        counts["ast:depth"] = depth
    return counts


def _finish(outline: _Outline, code: _Code) -> Extraction:
    pieces, has_specials, shape = outline[2:]
    readings, unfenced, escaped = code
    prose = [] if unfenced else pieces.prose
    code_chars = pieces.answer_chars if unfenced else pieces.code_chars
    if escaped:
        if not (pieces.calls or pieces.fences):
            prose = []
        prose = [*prose, *(part.text for part in escaped if not part.is_code)]
        shape["shape:escaped_code"] = sum(part.is_code for part in escaped)
        if not unfenced:
            code_chars += sum(len(part.text) for part in escaped if part.is_code and not pieces.documents)
    shape["shape:code_share"] = share(code_chars, pieces.answer_chars)
    shape["shape:unfenced_code"] = int(unfenced)
    counts = _code_features(readings)
    for name, count in shape.items():
        if count:
            counts[name] = count
    return Extraction(
        status=_status(readings),
        prose=join_prose(prose, has_specials=has_specials),
        counts=counts,
    )


def extract(response: str | None, opened: str | None = None, limits: Limits = _DEFAULT_LIMITS) -> Extraction:
    """Takes the features of one response.

    Args:
        response: The completion as text, None when the dump holds none.
        opened: Name of the thinking tag that the prompt opens, see `rolloutdiff.features.think.opened_tag`.
        limits: Bounds on code fragments.

    Returns:
        The extraction. Never raises and never warns, whatever the text; takes linear time outside of
        fragments, which the limits bound.
    """
    (extraction,) = extract_all([response], [opened], limits)
    return extraction


def extract_all(
    responses: Sequence[str | None], opened: Sequence[str | None], limits: Limits
) -> list[Extraction]:
    """Takes the features of several responses, as `extract` does of one.

    Every step runs over all of them before the next one starts, which is faster than response by response:
    the code of the parser and that of the other steps then do not drive each other out of the processor's
    caches. Holds copies of all prose and code meanwhile.
    """
    outlines = [
        None if response is None else _outline(response, tag)
        for response, tag in zip(responses, opened, strict=True)
    ]
    codes = [None if outline is None else _read_code(outline, limits) for outline in outlines]
    return [
        Extraction(MISSING, "", {"shape:missing": 1})
        if outline is None or code is None
        else _finish(outline, code)
        for outline, code in zip(outlines, codes, strict=True)
    ]
