"""Features of one response: a function of its text, and of the thinking tag the prompt opens, alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.fragments import join_prose, take_apart
from rolloutdiff.features.layout import read_layout
from rolloutdiff.features.reading import CACHE, Limits, Reading, read_unfenced
from rolloutdiff.features.shape import share, size_features
from rolloutdiff.features.specials import KNOWN_SPECIAL_TOKENS, count_special_tokens, drop_special_tokens

MISSING: Final = "missing"
NO_CODE: Final = "no_code"
STATUSES: Final = (MISSING, NO_CODE, *(outcome.value for outcome in Outcome))
"""Values of `Extraction.status`, the later one winning when fragments differ."""

_SEVERITY: Final = {outcome: rank for rank, outcome in enumerate(Outcome)}
_KNOWN: Final = frozenset(KNOWN_SPECIAL_TOKENS)
_DEFAULT_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was taken from one response.

    Attributes:
        status: `missing` for a null response, `no_code` without fragments, else the worst outcome of the
            fragments: `ok`, `SyntaxError`, `too_long`, `too_deep`, from best to worst.
        prose: Text outside thinking, fences and code, for n-grams; the character U+0001 separates stretches.
        counts: Count of each feature by full name; zeros left out.
    """

    status: str
    prose: str
    counts: dict[str, int]


def _code_features(readings: Sequence[Reading]) -> dict[str, int]:
    """Sums the structural tokens of all fragments; the depth is that of the deepest."""
    if not readings:
        return {}
    counts = dict(readings[0].counts)
    for reading in readings[1:]:
        for name, count in reading.counts.items():
            counts[name] = counts.get(name, 0) + count
    for reading in readings:
        name = f"ast:parse:{reading.outcome.value}"
        counts[name] = counts.get(name, 0) + 1
    counts["ast:fragments"] = len(readings)
    depth = max(reading.depth for reading in readings)
    if depth:
        counts["ast:depth"] = depth
    return counts


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
    if response is None:
        return Extraction(MISSING, "", {"shape:missing": 1})
    layout = read_layout(response, opened)
    specials = count_special_tokens(response)
    has_specials = bool(specials)
    pieces = take_apart(response, layout, has_specials=has_specials)
    readings = [CACHE.read(code, limits) for code in pieces.fragments]
    prose: Sequence[str] = pieces.prose
    code_chars = pieces.code_chars
    unfenced = None
    if not pieces.fences and prose:
        unfenced = read_unfenced("\n".join(prose), limits)
        if unfenced is not None:
            readings = [unfenced]
            prose = ()
            code_chars = pieces.answer_chars

    counts = _code_features(readings)
    shape = size_features(drop_special_tokens(response) if has_specials else response)
    shape["shape:answer_chars"] = pieces.answer_chars
    shape["shape:thinking_chars"] = pieces.thinking_chars
    shape["shape:fences"] = pieces.fences
    shape["shape:code_share"] = share(code_chars, pieces.answer_chars)
    shape["shape:unfenced_code"] = int(unfenced is not None)
    shape["shape:special_tokens"] = sum(specials.values())
    for name, count in shape.items():
        if count:
            counts[name] = count
    for seen in layout.shapes:
        counts[f"shape:{seen}"] = 1
    for token in _KNOWN & specials.keys():
        counts[f"shape:special:{token}"] = specials[token]
    worst = max((reading.outcome for reading in readings), key=_SEVERITY.__getitem__, default=None)
    return Extraction(
        status=NO_CODE if worst is None else worst.value,
        prose=join_prose(prose, has_specials=has_specials),
        counts=counts,
    )
