"""Features that exist whatever the data say: name, kind, unit and meaning of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from rolloutdiff.features.shape import MIN_CHAR_RUN, MIN_WORD_RUN, SHARE_SCALE
from rolloutdiff.features.specials import KNOWN_SPECIAL_TOKENS
from rolloutdiff.features.think import THINK_SHAPES

EXTRACTOR_VERSION: Final = "extract_v2"
"""Changes whenever a response could yield other prose or other counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FixedFeature:
    """A feature that is not selected by vocabulary.

    Attributes:
        name: Full name, tier first: `shape:chars`.
        tier: `ast` or `shape`.
        kind: `binary` when the value is whether the count is above 0, `continuous` when it is the count. The
            count behind a binary value may exceed 1: of fragments for `ast:parse:ok`, of tokens for
            `shape:special:</s>`.
        unit: Unit of the value, for people.
        scale: The value of a continuous feature is its stored count divided by this.
        summary: One sentence that says what is counted.
        optional: Whether it is a feature of an analysis only when a completion shows it.
    """

    name: str
    tier: Literal["ast", "shape"]
    kind: Literal["binary", "continuous"]
    unit: str
    scale: int
    summary: str
    optional: bool = False


def _size(name: str, unit: str, summary: str, scale: int = 1) -> FixedFeature:
    tier: Literal["ast", "shape"] = "ast" if name.startswith("ast:") else "shape"
    return FixedFeature(name=name, tier=tier, kind="continuous", unit=unit, scale=scale, summary=summary)


def _turns(name: str, unit: str, summary: str) -> FixedFeature:
    """A size that only conversations and calls have."""
    return replace(_size(name, unit, summary), optional=True)


def _flag(name: str, summary: str) -> FixedFeature:
    tier: Literal["ast", "shape"] = "ast" if name.startswith("ast:") else "shape"
    return FixedFeature(name=name, tier=tier, kind="binary", unit="share", scale=1, summary=summary)


FIXED_FEATURES: Final[tuple[FixedFeature, ...]] = (
    _size("ast:fragments", "fragments", "Python fragments in the answer, those that do not parse included."),
    _size("ast:depth", "levels", "Levels of the deepest syntax tree of the answer."),
    _flag("ast:parse:ok", "A fragment parses."),
    _flag("ast:parse:SyntaxError", "A fragment does not parse by the grammar of Python 3.11."),
    _flag("ast:parse:too_long", "A fragment has more bytes than the limit and is not parsed."),
    _flag("ast:parse:too_deep", "A fragment is nested deeper than the limit and is not parsed."),
    _size("shape:chars", "characters", "Characters of the whole response, special tokens left out."),
    _size("shape:words", "words", "Stretches without white space in the whole response."),
    _size("shape:lines", "lines", "Lines of the whole response."),
    _size("shape:answer_chars", "characters", "Characters outside thinking blocks, tags and special tokens."),
    _size("shape:thinking_chars", "characters", "Characters inside thinking blocks."),
    _size("shape:fences", "blocks", "Fenced blocks of any language in the answer."),
    _flag("shape:fence_unclosed", "The last fenced block has no closing fence."),
    _flag(
        "shape:unfenced_code",
        "The answer has no fence and reads as a Python program, or does not parse but opens like a "
        "definition; beyond a limit on code it may also open like an assignment or a compound statement.",
    ),
    _size(
        "shape:code_share",
        "share",
        "Share of the answer's characters inside fenced blocks; 1 for unfenced code.",
        SHARE_SCALE,
    ),
    _size(
        "shape:distinct_share",
        "share",
        "Distinct words divided by words of the whole response; 0 without words.",
        SHARE_SCALE,
    ),
    _size(
        "shape:repeat_chars",
        "characters",
        "Longest stretch that repeats a unit of 1, 2, 3, 4, 6, 8, 12 or 24 characters; "
        f"0 when shorter than {MIN_CHAR_RUN}.",
    ),
    _size(
        "shape:repeat_words",
        "words",
        "Longest stretch that repeats a unit of 1, 2, 3, 4, 6 or 12 words; "
        f"0 when shorter than {MIN_WORD_RUN}.",
    ),
    _flag("shape:missing", "The response is null; no other feature is taken."),
    _flag("shape:empty", "The response is the empty string, special tokens left out."),
    _flag("shape:blank", "The response is white space, at least one character, special tokens left out."),
    *(_flag(f"shape:{name}", summary) for name, summary in THINK_SHAPES.items()),
    _size("shape:special_tokens", "tokens", "Special tokens of tokenizers left in the whole response."),
    *(_flag(f"shape:special:{token}", f"The token {token} occurs.") for token in KNOWN_SPECIAL_TOKENS),
    _turns("shape:turns", "turns", "Stretches that the model wrote, parted by those of the environment."),
    _turns("shape:environment_chars", "characters", "Characters that tools, users or a system wrote."),
    _turns("shape:tool_calls", "calls", "Tool calls in the answer."),
    _turns("shape:escaped_code", "fragments", "Python fragments inside strings of JSON or of tool calls."),
)
"""All fixed features, in the order of reports; names are unique."""
