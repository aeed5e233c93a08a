"""One completion once more, from its text to the counts of all its features.

Goes line by line in one of three modes: answer, thinking, fenced block. Covers what the runs in this
repository hold and raises `NotCovered` on anything else, so that a gap here cannot pass for agreement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from tests.oracle.ast_features import SYNTAX_ERROR, Code, NotCovered, code_counts, read_code
from tests.oracle.features import BOUNDARY, ngrams

PARTS_OF_ONE = 10_000
TAG = re.compile(r"<(/?)think>", re.IGNORECASE)
UNKNOWN = re.compile(r"</?thinking>|~~~|\r|\0|<\||\[/?INST\]|\[PAD\]|</?s>|<(?:pad|unk|bos|eos)>|_of_turn>")
PYTHON = re.compile(r"(?:python3?|py3?|ipython)?", re.IGNORECASE)
# An info string names a language; in the middle of a line it may be nothing else, and looks like a name.
LANGUAGE = re.compile(r"\s*([\w+#.-]*)")
LANGUAGE_ALONE = re.compile(r"[A-Za-z][\w+#.-]{0,19}\s*")
# Heads that make an answer code although it does not parse, and the words that they begin with.
HEAD = re.compile(r"\s*(?:def\s+\w+\s*\(|class\s+\w+\s*[(:]|import\s+\w+\s*(?:\n|$))")
HEAD_WORD = re.compile(r"\s*(?:(?:def|class|import|from|async)\b|@)")

SPECIAL_TOKENS = (
    *("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|begin_of_text|>", "<|end_of_text|>"),
    *("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|eom_id|>", "<|end|>"),
    *("<|user|>", "<|assistant|>", "<|system|>", "<start_of_turn>", "<end_of_turn>"),
    *("<\uff5cbegin\u2581of\u2581sentence\uff5c>", "<\uff5cend\u2581of\u2581sentence\uff5c>"),
    *("<s>", "</s>", "<pad>", "<unk>", "<bos>", "<eos>"),
    *("[INST]", "[/INST]", "[PAD]", "<<SYS>>", "<</SYS>>"),
)
FLAGS = (
    *("ast:parse:ok", "ast:parse:SyntaxError", "ast:parse:too_long", "ast:parse:too_deep"),
    *("shape:fence_unclosed", "shape:unfenced_code", "shape:missing", "shape:empty", "shape:blank"),
    *("shape:think_pair", "shape:think_empty", "shape:think_unclosed", "shape:think_lone_close"),
    *("shape:think_mixed", "shape:think_nested", "shape:think_quoted", "shape:think_opened_by_prompt"),
    *(f"shape:special:{token}" for token in SPECIAL_TOKENS),
)
SIZES = (
    *("ast:fragments", "ast:depth", "shape:chars", "shape:words", "shape:lines", "shape:answer_chars"),
    *("shape:thinking_chars", "shape:fences", "shape:repeat_chars", "shape:repeat_words"),
    "shape:special_tokens",
)
SHARES = ("shape:code_share", "shape:distinct_share")


@dataclass
class Block:
    """A fenced block, `indent` columns from the margin, in open or closed state."""

    fence: str
    indent: int
    language: str
    code: str = ""
    closed: bool = False


@dataclass
class Parts:
    """A completion taken apart; tags belong to no part."""

    thinking: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    prose: list[str] = field(default_factory=lambda: [""])
    fence_chars: int = 0
    shapes: set[str] = field(default_factory=set)


@cache
def read(response: str) -> Counter[str]:
    """Counts by full feature name, for a completion whose prompt does not open a thinking block."""
    if UNKNOWN.search(response):
        raise NotCovered(f"A special token, a tag or a control character: {response!r}")
    parts = take_apart(response)
    code = None if parts.blocks else code_without_fence("".join(parts.prose))
    if code is None:
        python = [block for block in parts.blocks if PYTHON.fullmatch(block.language)]
        counts = code_counts([read_code(outdented(block.code, block.indent)) for block in python])
        counts.update({f"lex:{gram}": n for gram, n in ngrams(BOUNDARY.join(parts.prose)).items()})
    else:
        counts = code_counts([code])
    counts.update({f"shape:{name}": int(n) for name, n in shape(response, parts, code is not None).items()})
    return +counts


def shape(response: str, parts: Parts, unfenced_code: bool) -> dict[str, int]:
    """Counts of tier `shape`, by name without the tier."""
    words = response.split()
    code_chars = sum(len(block.code) for block in parts.blocks)
    answer_chars = sum(map(len, parts.prose)) + parts.fence_chars + code_chars
    return {
        "chars": len(response),
        "words": len(words),
        "lines": len(re.findall(r"[^\n]*\n|[^\n]+", response)),
        "answer_chars": answer_chars,
        "thinking_chars": sum(map(len, parts.thinking)),
        "fences": len(parts.blocks),
        "fence_unclosed": bool(parts.blocks) and not parts.blocks[-1].closed,
        "unfenced_code": unfenced_code,
        "code_share": PARTS_OF_ONE if unfenced_code else share(code_chars, answer_chars),
        "distinct_share": share(len(set(words)), len(words)),
        "repeat_chars": longest_repeat(response, lag=24, least=120),
        "repeat_words": longest_repeat(words, lag=12, least=24),
        "empty": response == "",
        "blank": response != "" and not words,
        **dict.fromkeys(parts.shapes, 1),
    }


def take_apart(response: str) -> Parts:
    """Gives every character of a completion to thinking, prose, fences, code or tags."""
    parts = Parts()
    within: Block | str | None = None  # a fenced block, thinking, or the answer
    for line in re.findall(r"[^\n]*\n|[^\n]+", response):
        if isinstance(within, Block):
            _read_block_line(line, within, parts)
            within = None if within.closed else within
            continue
        rest = line
        while rest:
            if within:
                rest, within = _read_thinking(rest, parts)
            else:
                rest, within = _read_answer(rest, parts, whole=rest is line)
    if within == "thinking":
        parts.shapes.add("think_unclosed")
    return parts


def _read_answer(text: str, parts: Parts, whole: bool) -> tuple[str, Block | str | None]:
    """Reads up to and with the first tag or fence of (the rest of) a line; returns what follows it."""
    block, fence_at = _opening(text, whole)
    tag = TAG.search(text)
    if tag and tag.start() < fence_at:
        if text[tag.start() - 1 : tag.start()] in ("'", '"', "`"):
            raise NotCovered(f"A tag that may stand between quotes: {text!r}")
        parts.prose[-1] += text[: tag.start()]
        parts.prose.append("")
        if tag[1]:
            parts.shapes.add("think_lone_close")
            return text[tag.end() :], None
        parts.thinking.append("")
        return text[tag.end() :], "thinking"
    parts.prose[-1] += text[:fence_at]
    if block is None:
        return "", None
    parts.prose.append("")
    parts.blocks.append(block)
    parts.fence_chars += len(text) - fence_at
    return "", block


def _opening(text: str, whole: bool) -> tuple[Block | None, int]:
    """The block that is opened in a line and where its fence starts, else None and the end of the line."""
    for run in re.finditer(r"`+", text):
        before, info = text[: run.start()], text[run.end() :]
        if len(run[0]) < 3 or "`" in info:
            continue
        if re.fullmatch(r"\s*[->*+\d.)]+\s*", before) or (not before.strip() and not whole) or "\t" in before:
            raise NotCovered(f"A fence behind a tag, a tab, or a list or quote mark: {text!r}")
        if not before.strip():
            return Block(run[0], len(before), LANGUAGE.match(info)[1]), 0
        if LANGUAGE_ALONE.fullmatch(info):
            return Block(run[0], 0, info.strip()), run.start()
    return None, len(text)


def _read_block_line(line: str, block: Block, parts: Parts) -> None:
    """Adds a line to a block, or closes the block by a fence that stands alone or ends a line of code."""
    if TAG.search(line):
        parts.shapes.add("think_quoted")
    closing = re.fullmatch(rf"(.*?){block.fence}`*\s*", line, re.DOTALL)
    if closing and not closing[1].strip():
        if "\t" in closing[1]:
            raise NotCovered(f"A fence behind a tab: {line!r}")
        block.closed = len(closing[1]) <= block.indent + 3
    elif closing:
        block.code += closing[1]
        line = line[len(closing[1]) :]
        block.closed = True
    if block.closed:
        parts.fence_chars += len(line)
    else:
        block.code += line


def _read_thinking(text: str, parts: Parts) -> tuple[str, str | None]:
    """Reads up to and with the first closing tag, else to the end of the line; returns what follows it."""
    for tag in TAG.finditer(text):
        if tag[1]:
            parts.thinking[-1] += text[: tag.start()]
            parts.shapes |= {"think_pair"} if parts.thinking[-1].strip() else {"think_pair", "think_empty"}
            return text[tag.end() :], None
        parts.shapes.add("think_nested")
    parts.thinking[-1] += text
    return "", "thinking"


def code_without_fence(answer: str) -> Code | None:
    """An answer without any fence as a fragment, when it is code."""
    code = read_code(answer)
    if code.is_program:
        return code
    if HEAD_WORD.match(answer):
        if not HEAD.match(answer):
            raise NotCovered(f"An answer that may or may not open like a definition: {answer!r}")
        return code if code.outcome == SYNTAX_ERROR else None
    return None


def outdented(code: str, columns: int) -> str:
    """Code with the indentation of its fence taken off every line."""
    if columns and "\t" in code:
        raise NotCovered(f"Tabs in an indented block: {code!r}")
    return re.sub(rf"(?m)^ {{1,{columns}}}", "", code) if columns else code


def share(part: int, whole: int) -> int:
    """A share in units of 1/10,000, rounded down."""
    return part * PARTS_OF_ONE // whole if whole else 0


def longest_repeat(items: Sequence[str], *, lag: int, least: int) -> int:
    """Items in the longest stretch that equals itself `lag` items later; 0 when fewer than `least`."""
    equal = [item == later for item, later in zip(items, items[lag:], strict=False)]
    longest = lag + max((len(list(run)) for same, run in groupby(equal) if same), default=0)
    return longest if longest >= least else 0
