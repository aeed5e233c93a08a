from __future__ import annotations

import ast
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rolloutdiff.features import FIXED_FEATURES, STATUSES, Limits, extract
from rolloutdiff.features.bounds import Outcome, check
from rolloutdiff.features.fragments import cannot_be_program
from rolloutdiff.features.layout import Kind, read_layout
from rolloutdiff.features.nesting import expression_height, is_surely_shallow, is_too_deep
from rolloutdiff.features.parsing import parse
from rolloutdiff.features.shape import longest_char_run, longest_word_run
from rolloutdiff.features.specials import KNOWN_SPECIAL_TOKENS, trim_special_tokens

ANYTHING = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)
MARKUP = st.lists(
    st.sampled_from(
        [
            "```",
            "````",
            "~~~",
            "python",
            "js",
            "\n",
            "\n\n",
            " ",
            "    ",
            "<think>",
            "</think>",
            "<thinking>",
            "</thinking>",
            "<THINK>",
            "`",
            "'",
            "x = 1",
            "def f(:",
            "Let me check",
            "- ",
            "> ",
            "\r\n",
            "\0",
            "\ud800",
            "\x01",
            *KNOWN_SPECIAL_TOKENS[:2],
            "</s>",
            "[INST]",
            "(",
            ")",
            "if a:",
            "\tb",
            '"""',
            "#",
            "f'{x}'",
            "\\",
        ]
    ),
    max_size=30,
).map("".join)
CODE = st.lists(
    st.sampled_from(
        [
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "+",
            "-",
            "*",
            "**",
            ".",
            ",",
            ":",
            ";",
            "=",
            "if ",
            " else ",
            "elif ",
            "not ",
            "lambda ",
            "await ",
            "and ",
            "x",
            "1",
            "\n",
            "\n  ",
            "\n    ",
            "\n\t",
            "'",
            '"',
            "'''",
            "#",
            "\\",
            "\\\n",
            "f'",
            "{x}",
            "def f():",
            "class A:",
            "1if",
            "@a",
            ":=",
            "<",
            ">>",
            "\x0c",
            "\r",
        ]
    ),
    max_size=60,
).map("".join)
OPENED = st.sampled_from([None, "think", "thinking"])
KINDS = {feature.name: feature.kind for feature in FIXED_FEATURES}


@given(ANYTHING | MARKUP | CODE, OPENED, st.integers(1, 100), st.integers(1, 90))
@settings(max_examples=400)
def test_extract_never_raises_and_keeps_its_promises(
    text: str, opened: str | None, max_bytes: int, max_depth: int
) -> None:
    found = extract(text, opened, Limits(max_bytes=max_bytes, max_depth=max_depth))
    assert found.status in STATUSES
    assert all(isinstance(n, int) and n > 0 for n in found.counts.values())
    assert all(name in KINDS or name.startswith("ast:") for name in found.counts)
    outcomes = {name: n for name, n in found.counts.items() if name.startswith("ast:parse:")}
    assert sum(outcomes.values()) == found.counts.get("ast:fragments", 0)
    assert found.counts.get("ast:node:Module", 0) == outcomes.get("ast:parse:ok", 0)
    assert not any(token in found.prose for token in KNOWN_SPECIAL_TOKENS)
    assert found == extract(text, opened, Limits(max_bytes=max_bytes, max_depth=max_depth))


@given(ANYTHING | MARKUP, OPENED)
@settings(max_examples=400)
def test_spans_cover_the_response(text: str, opened: str | None) -> None:
    layout = read_layout(text, opened)
    assert "".join(text[span.start : span.end] for span in layout.spans) == text
    end = 0
    for span in layout.spans:
        assert span.start == end
        assert span.end > span.start or span.kind is Kind.CODE
        end = span.end
    assert "fence_unclosed" not in layout.shapes or layout.spans[-1].kind is Kind.CODE
    assert ("think_opened_by_prompt" in layout.shapes) == (opened is not None)


@given(MARKUP)
def test_without_tags_and_fences_everything_is_prose(text: str) -> None:
    plain = text.replace("`", "").replace("~", "").replace("<", "")
    assert all(span.kind is Kind.PROSE for span in read_layout(plain, None).spans)


@given(st.text(alphabet="abc \n=()", max_size=40), st.text(alphabet="xyz \n", max_size=40))
def test_prose_and_code_come_back(code: str, prose: str) -> None:
    text = f"{prose}\n```python\n{code}\n```\n{prose}"
    layout = read_layout(text, None)
    assert [text[s.start : s.end] for s in layout.spans if s.kind is Kind.CODE] == [f"{code}\n"]
    words = prose.strip()
    assert extract(text).prose == "\x01".join([words, words] if words else [])


@given(CODE)
@settings(max_examples=400)
def test_bounds_hold_for_every_tree(code: str) -> None:
    """What passes the bound with a small limit has a tree at most a few times as high."""
    tree = parse(code, max_bytes=65_536, max_depth=20)
    if isinstance(tree, Outcome):
        return
    level: list[ast.AST] = [tree]
    height = 0
    while level:
        height += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    assert height <= 4 * (20 + 2)


@given(CODE, st.integers(1, 20))
def test_a_looser_limit_never_refuses_more(code: str, limit: int) -> None:
    tight = check(code, max_bytes=65_536, max_depth=limit)
    loose = check(code, max_bytes=65_536, max_depth=limit + 1)
    assert (loose is Outcome.TOO_DEEP) <= (tight is Outcome.TOO_DEEP)


@given(CODE, st.integers(0, 40))
@settings(max_examples=400)
def test_what_is_surely_shallow_is_not_too_deep(code: str, limit: int) -> None:
    assert not (is_surely_shallow(code, limit) and is_too_deep(code, limit))


@given(CODE | MARKUP)
@settings(max_examples=400)
def test_what_cannot_be_a_program_does_not_parse(text: str) -> None:
    if cannot_be_program(text):
        assert parse(text, max_bytes=65_536, max_depth=90) is Outcome.SYNTAX_ERROR


@given(CODE)
def test_no_statement_is_higher_than_it_is_long(code: str) -> None:
    assert expression_height(code) <= len(code)


@given(CODE, st.sampled_from("([{"), st.integers(1, 100))
def test_brackets_around_code_add_their_number(code: str, bracket: str, number: int) -> None:
    inner = "".join(sign for sign in code if sign not in "()[]{};")
    closing = {"(": ")", "[": "]", "{": "}"}[bracket]
    wrapped = bracket * number + inner + closing * number
    assert expression_height(wrapped) == expression_height(inner) + number


@given(ANYTHING, st.lists(st.sampled_from(KNOWN_SPECIAL_TOKENS), max_size=5))
def test_trimming_is_idempotent(text: str, tokens: list[str]) -> None:
    once = trim_special_tokens("".join(tokens) + text + "".join(tokens))
    assert trim_special_tokens(once) == once


def slow_run(items: str | list[str], lag: int, least: int) -> int:
    """Longest stretch that equals itself `lag` later, by trying every start."""
    best = 0
    for start in range(len(items)):
        end = start
        while end + lag < len(items) and items[end] == items[end + lag]:
            end += 1
        if end > start:
            best = max(best, end + lag - start)
    return best if best >= least else 0


@given(st.integers(0, 2**32), st.integers(0, 30), st.integers(1, 30), st.integers(0, 12), st.integers(0, 30))
def test_runs_equal_an_exhaustive_search(seed: int, before: int, unit: int, repeats: int, after: int) -> None:
    pick = random.Random(seed)
    letters = [pick.choice("abcdefgh") for _ in range(before + unit + after)]
    items = letters[:before] + letters[before : before + unit] * repeats + letters[before + unit :]
    assert longest_char_run("".join(items)) == slow_run("".join(items), 24, 120)
    assert longest_word_run(items) == slow_run(items, 12, 24)
