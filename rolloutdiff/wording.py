"""Feature names as phrases: fixed templates by token kind, verbs of seeing only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

LONGEST_NAME = 80


class Part(NamedTuple):
    """A piece of a phrase.

    Attributes:
        text: Printable text; names from the dump have no control characters left.
        code: Whether it is set as code, because it is a name one can type.
        strong: Whether it is set in bold, because it is the figure of the sentence.
    """

    text: str
    code: bool = False
    strong: bool = False


Phrase = tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class Wording:
    """How one feature is spoken of.

    Attributes:
        title: Its name in a heading or a table: `defines run_tests()`, `lines per completion`.
        plural: What completions do, for yes/no features: `define run_tests()`; empty for sizes.
    """

    title: Phrase
    plural: Phrase = ()


class _Verb(NamedTuple):
    """One template: {} is the token."""

    plural: str
    singular: str
    noun: str = "{}"


_AST = {
    "def": _Verb("define ", "defines ", "{}()"),
    "async_def": _Verb("define async ", "defines async ", "{}()"),
    "class": _Verb("define class ", "defines class "),
    "call": _Verb("call ", "calls ", "{}()"),
    "import": _Verb("import ", "imports "),
    "except": _Verb("catch ", "catches "),
    "raise": _Verb("raise ", "raises "),
    "assign": _Verb("assign to ", "assigns to "),
    "return": _Verb("return the literal ", "returns the literal "),
    "decorator": _Verb("decorate with ", "decorates with ", "@{}"),
    "node": _Verb("contain the syntax node ", "contains the syntax node "),
}

_SPECIAL = "shape:special:"
_LITERALS = ("True", "False", "None")

# Statements and expressions that have a keyword of their own.
_KEYWORDS = {
    "Assert": "assert",
    "Await": "await",
    "Break": "break",
    "Continue": "continue",
    "Delete": "del",
    "For": "for",
    "Global": "global",
    "If": "if",
    "Lambda": "lambda",
    "Nonlocal": "nonlocal",
    "Pass": "pass",
    "Raise": "raise",
    "Return": "return",
    "Try": "try",
    "While": "while",
    "With": "with",
    "Yield": "yield",
}

_PARSE = {
    "SyntaxError": ("hold code that does not parse", "holds code that does not parse"),
    "ok": ("hold code that parses", "holds code that parses"),
    "too_deep": ("hold code nested too deeply to parse", "holds code nested too deeply to parse"),
    "too_long": ("hold code too long to parse", "holds code too long to parse"),
}

# Features with a phrase of their own: what completions do, what a completion does.
_YES_NO = {
    "ast:except:bare": ("catch every exception", "catches every exception"),
    "ast:return:bare": ("return without a value", "returns without a value"),
    "shape:missing": ("have no text at all", "has no text at all"),
    "shape:empty": ("are empty", "is empty"),
    "shape:blank": ("are blank", "is blank"),
    "shape:unfenced_code": ("are code without a fence", "is code without a fence"),
    "shape:fence_unclosed": ("leave a code fence open", "leaves a code fence open"),
    "shape:think_pair": ("hold a closed thinking block", "holds a closed thinking block"),
    "shape:think_empty": ("hold an empty thinking block", "holds an empty thinking block"),
    "shape:think_unclosed": ("never close a thinking block", "never closes a thinking block"),
    "shape:think_lone_close": ("hold a lone closing thinking tag", "holds a lone closing thinking tag"),
    "shape:think_mixed": ("mix the two thinking tags", "mixes the two thinking tags"),
    "shape:think_nested": ("nest thinking tags", "nests thinking tags"),
    "shape:think_quoted": ("quote a thinking tag", "quotes a thinking tag"),
    "shape:think_opened_by_prompt": (
        "follow a prompt that opens a thinking block",
        "follows a prompt that opens a thinking block",
    ),
}

_SIZES = {
    "shape:chars": "characters per completion",
    "shape:words": "words per completion",
    "shape:lines": "lines per completion",
    "shape:answer_chars": "characters of the answer",
    "shape:thinking_chars": "characters of thinking",
    "shape:turns": "turns of the model",
    "shape:environment_chars": "characters written by tools and users",
    "shape:tool_calls": "tool calls",
    "shape:escaped_code": "Python fragments inside JSON",
    "shape:fences": "fenced blocks per completion",
    "shape:code_share": "share of the text that is code",
    "shape:distinct_share": "distinct words ÷ words",
    "shape:repeat_chars": "longest repeated stretch in characters",
    "shape:repeat_words": "longest repeated stretch in words",
    "shape:special_tokens": "special tokens per completion",
    "ast:fragments": "code fragments per completion",
    "ast:depth": "levels of the deepest syntax tree",
    "mismatch:prob_diff_mean": "train/rollout gap of token probabilities (mean)",
    "mismatch:prob_diff_max": "train/rollout gap of token probabilities (largest)",
    "mismatch:prob_diff_std": "train/rollout gap of token probabilities (spread)",
    "mismatch:logprob_abs": "train/rollout gap of token log-probabilities",
    "mismatch:kl": "train/rollout KL divergence (k1, signed)",
    "mismatch:k3_kl": "train/rollout KL divergence (k3)",
    "mismatch:log_ppl_diff": "train/rollout difference of log perplexity",
    "mismatch:log_ppl_abs": "train/rollout difference of log perplexity (absolute)",
    "mismatch:chi2_token": "train/rollout chi-squared divergence (tokens)",
    "mismatch:chi2_seq": "train/rollout chi-squared divergence (completions)",
    "mismatch:is_mean": "train/rollout importance weight (mean)",
    "mismatch:is_std": "train/rollout importance weight (spread)",
    "mismatch:is_ess": "train/rollout importance weights (effective share)",
}


def printable(text: str, longest: int = LONGEST_NAME) -> str:
    """Text from a dump, fit for one line: controls, bidi marks and line separators become U+FFFD.

    Text beyond `longest` characters is cut, with its length shown.
    """
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:longest])
    return shown if len(text) <= longest else f"{shown}… ({len(text):,} characters)"


def plain_text(phrase: Iterable[Part]) -> str:
    """A phrase without mark-up."""
    return "".join(part.text for part in phrase)


def capitalised(phrase: Phrase) -> Phrase:
    """A phrase as the start of a sentence; a name keeps its case."""
    if not phrase or phrase[0].code:
        return phrase
    first = phrase[0].text
    return (Part(first[:1].upper() + first[1:]), *phrase[1:])


def wording(feature: str, kind: str) -> Wording:
    """The phrases for a feature.

    Args:
        feature: Full name: tier prefix, colon, token.
        kind: `binary` or `continuous`.

    Returns:
        Its wording; a name that no template knows is quoted as it stands.
    """
    if kind != "binary":
        prefix, _, token = feature.partition(":")
        if prefix == "custom" and token:
            return Wording(title=(Part("value of the custom feature "), Part(printable(token), code=True)))
        known = _SIZES.get(feature)
        return Wording(title=(Part(known),) if known else (Part(printable(feature), code=True),))
    return _yes_no(feature)


def _yes_no(feature: str) -> Wording:
    prefix, _, token = feature.partition(":")
    if feature in _YES_NO:
        return _both(*_YES_NO[feature])
    if prefix == "ast":
        return _structure(feature, token)
    if prefix == "lex":
        noun = "word" if " " not in token else "words"
        quoted = Part(f"“{printable(token)}”")
        return Wording(title=(Part(f"the {noun} "), quoted), plural=(Part(f"contain the {noun} "), quoted))
    if feature.startswith(_SPECIAL):
        name = Part(printable(feature.removeprefix(_SPECIAL)), code=True)
        return _both("hold the special token ", "holds the special token ", name)
    if prefix == "custom":
        name = Part(printable(token), code=True)
        return _both("meet the custom feature ", "meets the custom feature ", name)
    return _fallback(feature)


def _structure(feature: str, token: str) -> Wording:
    kind, _, name = token.partition(":")
    if kind == "parse" and name in _PARSE:
        return _both(*_PARSE[name])
    if kind == "return" and name not in _LITERALS and name:
        return _both(
            "return a constant of type ", "returns a constant of type ", Part(printable(name), code=True)
        )
    if kind == "node" and name in _KEYWORDS:
        return _both("contain ", "contains ", Part(_KEYWORDS[name], code=True))
    if kind == "edge" and ">" in name:
        parent, _, child = name.partition(">")
        inner, outer = Part(printable(child), code=True), Part(printable(parent), code=True)
        return _both("hold ", "holds ", inner, Part(" directly inside "), outer)
    verb = _AST.get(kind)
    if verb is None or not name:
        return _fallback(feature)
    return _both(verb.plural, verb.singular, Part(verb.noun.format(printable(name)), code=True))


def _fallback(feature: str) -> Wording:
    return _both("show the feature ", "shows the feature ", Part(printable(feature), code=True))


def _both(plural: str, singular: str, *rest: Part) -> Wording:
    return Wording(title=(Part(singular), *rest), plural=(Part(plural), *rest))
