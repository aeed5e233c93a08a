from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rolloutdiff.features import FIXED_FEATURES, STATUSES, Extraction, Limits, extract, opened_tag

CASES = Path(__file__).resolve().parents[2] / "cases"
FIXED = {feature.name for feature in FIXED_FEATURES}
F = "```python\ndef f(a, b):\n    return a + b\n```"


def rows(case: str, file: str) -> list[dict[str, Any]]:
    lines = (CASES / case / file).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def outputs(case: str, file: str) -> list[Extraction]:
    return [extract(row["output"], opened_tag(row["input"])) for row in rows(case, file)]


def by_kind(case: str) -> dict[str, Extraction]:
    return {row["kind"]: extract(row["output"]) for row in rows(case, "1.jsonl")}


def features(extraction: Extraction, prefix: str) -> dict[str, int]:
    return {name.removeprefix(prefix): n for name, n in extraction.counts.items() if name.startswith(prefix)}


def named(extraction: Extraction) -> dict[str, int]:
    """Features without node and edge tokens and without sizes."""
    structural = ("ast:node:", "ast:edge:")
    sizes = {feature.name for feature in FIXED_FEATURES if feature.kind == "continuous"}
    return {
        name: n
        for name, n in extraction.counts.items()
        if not name.startswith(structural) and name not in sizes
    }


def test_a_whole_response_by_hand() -> None:
    text = "<think>Add them.</think>\nHere it is:\n```python\ndef f(a, b):\n    return a + b\n```\nIt works."
    found = extract(text)
    assert found.status == "ok"
    assert found.prose == "Here it is:\x01It works."
    fixed = {name: n for name, n in found.counts.items() if name in FIXED}
    code = len("def f(a, b):\n    return a + b\n")
    answer = len(text) - len("<think>Add them.</think>")
    assert fixed == {
        "ast:fragments": 1,
        "ast:depth": 5,
        "ast:parse:ok": 1,
        "shape:chars": len(text),
        "shape:words": 16,
        "shape:lines": 7,
        "shape:distinct_share": 10_000,
        "shape:answer_chars": answer,
        "shape:thinking_chars": 9,
        "shape:fences": 1,
        "shape:code_share": 10_000 * code // answer,
        "shape:think_pair": 1,
    }
    tokens = {name: n for name, n in found.counts.items() if name not in FIXED}
    assert tokens == {
        "ast:def:f": 1,
        "ast:node:Module": 1,
        "ast:node:FunctionDef": 1,
        "ast:node:arguments": 1,
        "ast:node:arg": 2,
        "ast:node:Return": 1,
        "ast:node:BinOp": 1,
        "ast:node:Name": 2,
        "ast:node:Add": 1,
        "ast:edge:Module>FunctionDef": 1,
        "ast:edge:FunctionDef>arguments": 1,
        "ast:edge:FunctionDef>Return": 1,
        "ast:edge:arguments>arg": 2,
        "ast:edge:Return>BinOp": 1,
        "ast:edge:BinOp>Name": 2,
        "ast:edge:BinOp>Add": 1,
    }


def test_counts_add_up_over_fragments_and_depth_is_the_deepest() -> None:
    found = extract("```py\nx = 1\n```\nand\n```\nif a:\n    x = -1\n```\nnot\n```py\ndef\n```")
    assert found.status == "SyntaxError"
    assert found.counts["ast:fragments"] == 3
    assert found.counts["ast:parse:ok"] == 2
    assert found.counts["ast:parse:SyntaxError"] == 1
    assert found.counts["ast:assign:x"] == 2
    assert found.counts["ast:node:Module"] == 2
    assert found.counts["ast:depth"] == 5  # Module, If, Assign, UnaryOp, Constant
    assert found.prose == "and\x01not"


def test_the_worst_outcome_is_the_status() -> None:
    blocks = {"ok": "x", "SyntaxError": "(", "too_long": "x" * 200, "too_deep": "((((((x))))))"}
    limits = Limits(max_bytes=100, max_depth=5)
    for worst in range(1, 5):
        text = "\n".join(f"```\n{code}\n```" for code in list(blocks.values())[:worst])
        assert extract(text, None, limits).status == list(blocks)[worst - 1]
    assert list(STATUSES) == ["missing", "no_code", *blocks]


def test_outcomes_are_counted_by_fragment() -> None:
    assert extract("```\n(\n```\n```\n)\n```\n```\nx\n```").counts.items() >= {
        ("ast:fragments", 3),
        ("ast:parse:SyntaxError", 2),
        ("ast:parse:ok", 1),
    }


def test_zeros_are_left_out_and_nothing_is_negative() -> None:
    for text in ("", " ", "x", F, "<think>", "42"):
        assert all(n > 0 for n in extract(text).counts.values())


def test_null_empty_blank_and_a_dot() -> None:
    assert extract(None) == Extraction("missing", "", {"shape:missing": 1})
    assert extract("") == Extraction("no_code", "", {"shape:empty": 1})
    blank = extract("   \n")
    assert (blank.status, blank.prose) == ("no_code", "")
    assert blank.counts == {"shape:blank": 1, "shape:chars": 4, "shape:lines": 1, "shape:answer_chars": 4}
    dot = extract(".")
    assert (dot.status, dot.prose) == ("no_code", ".")
    assert dot.counts["shape:chars"] == 1
    assert "shape:empty" not in dot.counts


def test_other_languages_are_counted_but_not_parsed() -> None:
    found = extract("```js\nlet x = 1\n```")
    assert (found.status, found.prose) == ("no_code", "")
    assert found.counts["shape:fences"] == 1
    assert "ast:fragments" not in found.counts


def test_an_answer_with_a_fence_has_no_unfenced_code() -> None:
    found = extract("x = 1\n```js\nlet x\n```")
    assert found.prose == "x = 1"
    assert "shape:unfenced_code" not in found.counts


def test_unfenced_code_after_thinking() -> None:
    found = extract("<think>plan</think>\nx = 1\n")
    assert found.counts["shape:unfenced_code"] == 1
    assert found.counts["shape:code_share"] == 10_000
    assert found.prose == ""


def test_annotated_assignments_without_a_fence_are_code() -> None:
    found = extract("x: int = 3\ny: str = 'a'\n")
    assert (found.status, found.prose) == ("ok", "")
    assert features(found, "ast:assign:") == {"x": 1, "y": 1}
    assert found.counts["shape:unfenced_code"] == 1


def test_code_without_a_fence_that_does_not_parse() -> None:
    found = extract("def f(x):\n    return (x")
    assert named(found) == {"ast:parse:SyntaxError": 1, "shape:unfenced_code": 1}
    assert extract("x = (1").prose == "x = (1"


def test_a_boundary_character_of_the_response_stays() -> None:
    assert extract("one\x01two \x01\n```\nx\n```\nthree").prose == "one\x01two \x01\x01three"


def test_a_lone_closing_tag_belongs_to_no_part() -> None:
    found = extract("one </think> two")
    assert found.prose == "one\x01two"
    assert features(found, "shape:") == {
        **{"chars": 16, "words": 3, "lines": 1, "distinct_share": 10_000},
        **{"answer_chars": 16 - len("</think>"), "think_lone_close": 1},
    }


def test_an_answer_may_stand_before_thinking_that_is_not_closed() -> None:
    found = extract("one <think> two")
    assert found.prose == "one"
    assert features(found, "shape:think") == {"_unclosed": 1, "ing_chars": 4}


def test_thinking_is_not_read() -> None:
    found = extract("<think>secret words\n```python\nimport os\n```\n</think>done")
    assert found.prose == "done"
    assert named(found) == {"shape:think_pair": 1}


def test_the_prompt_decides_what_a_lone_closing_tag_means() -> None:
    text = f"First add them.\n</think>\n{F}"
    closed = extract(text, "think")
    assert closed.prose == ""
    assert features(closed, "shape:think_") == {"opened_by_prompt": 1, "pair": 1}
    assert extract(text).prose == "First add them."
    assert features(extract(text), "shape:think_") == {"lone_close": 1}
    cut = extract("First add them.", "think")
    assert (cut.status, cut.prose) == ("no_code", "")


class TestNestingLimits:
    def test_one_value_for_all_kinds(self) -> None:
        found = by_kind("A02-nesting-limits")
        assert set(found) == {
            "parens_201",
            "open_parens_200",
            "lists_99",
            "minus_3000",
            "elif_150",
            "indent_101",
        }
        for extraction in found.values():
            assert named(extraction) == {"ast:parse:too_deep": 1, "shape:unfenced_code": 1}
            assert extraction.status == "too_deep"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("x = " + "+0" * 209_644, "too_long"),
        ("-" * 100_000 + "1", "too_long"),
        ("a" + ".b" * 100_000, "too_long"),
        ("f(" * 100_000 + ")" * 100_000, "too_long"),
        ("x = " + "+0" * 20_000, "too_deep"),
    ],
)
def test_code_that_kills_the_parser(code: str, status: str) -> None:
    found = extract(f"```python\n{code}\n```")
    assert found.status == status
    assert named(found) == {f"ast:parse:{status}": 1}


def test_nul_in_code() -> None:
    (found,) = outputs("A03-nul-in-code", "1.jsonl")
    assert named(found) == {"ast:parse:SyntaxError": 1, "shape:unfenced_code": 1}


def test_warnings_from_model_code() -> None:
    found = by_kind("A04-warnings-from-model-code")
    assert found["escape"].counts["ast:call:re.match"] == 1
    assert found["is_literal"].counts["ast:node:Is"] == 1
    assert found["call_tuple"].prose == "assert (x, 'msg')"


def test_thinking_tags() -> None:
    lone, pair, empty, unclosed = outputs("A07-only-closing-think-tag", "1.jsonl")
    nested, quoted, upper, other = outputs("A07-only-closing-think-tag", "2.jsonl")
    assert features(lone, "shape:think_") == {"lone_close": 1}
    assert features(pair, "shape:think_") == {"pair": 1}
    assert features(empty, "shape:think_") == {"pair": 1, "empty": 1}
    assert features(unclosed, "shape:think_") == {"unclosed": 1}
    assert features(nested, "shape:think_") == {"pair": 1, "nested": 1, "lone_close": 1}
    assert features(quoted, "shape:think_") == {"lone_close": 1, "quoted": 1}
    assert features(upper, "shape:think_") == {"pair": 1}
    assert features(other, "shape:think_") == {}
    assert [found.status for found in (lone, pair, empty, nested, upper)] == ["ok"] * 5
    assert lone.prose == "First add a and b, then return."
    assert pair.prose == empty.prose == upper.prose == unclosed.prose == ""
    assert unclosed.counts["shape:repeat_words"] == 40
    assert quoted.prose == "The tag\x01is text here: `'</think>'`"


def test_one_character_or_word_repeated() -> None:
    found = by_kind("A10-repeated-character")
    runs = {kind: features(extraction, "shape:repeat_") for kind, extraction in found.items()}
    assert runs["bang"] == {"chars": 4000}
    assert runs["fullwidth"] == {"chars": 2000}
    assert runs["word"] == {"chars": 4800, "words": 1200}
    assert runs["newline"] == {"chars": 4000}
    assert runs["zwj"] == {"chars": 500}
    assert found["newline"].counts["shape:blank"] == 1


def test_a_syntax_error_is_a_feature() -> None:
    broken: dict[int, list[bool]] = {}
    for row in rows("A12-syntax-error-is-the-exploit", "all.jsonl"):
        found = extract(row["output"])
        assert ("ast:parse:SyntaxError" in found.counts) != ("ast:parse:ok" in found.counts)
        broken.setdefault(row["step"], []).append(found.status == "SyntaxError")
    assert not any(any(seen) for step, seen in broken.items() if step < 21)
    assert all(any(seen) for step, seen in broken.items() if step >= 21)


def test_fences() -> None:
    found = by_kind("A13-fences")
    assert named(found["unclosed"]) == {
        "ast:parse:ok": 1,
        "ast:def:f": 1,
        "ast:return:int": 1,
        "shape:fence_unclosed": 1,
    }
    assert named(found["two"]) == {"ast:parse:ok": 2, "ast:def:f": 2}
    assert found["two"].counts["shape:fences"] == 2
    assert named(found["tilde"]) == {"ast:parse:ok": 1, "ast:assign:x": 1}
    assert named(found["other_lang"]) == {}
    assert named(found["py2"]) == {"ast:parse:SyntaxError": 1}
    assert named(found["inside"]) == {}
    assert found["inside"].counts["shape:fences"] == 1
    assert {kind: e.prose for kind, e in found.items() if e.prose} == {"unclosed": "Here:", "two": "or"}


def test_prose_that_is_also_python() -> None:
    for row in rows("A14-text-that-is-also-python", "1.jsonl"):
        found = extract(row["output"])
        assert (found.status, found.prose) == ("no_code", row["output"])


def test_special_tokens_change_their_own_features_only() -> None:
    kept = outputs("V08-special-tokens", "2.jsonl")
    skipped = outputs("V08-special-tokens", "1.jsonl")
    for with_tokens, without in zip(kept, skipped, strict=True):
        assert features(with_tokens, "shape:special") == {
            "_tokens": 13,
            ":<|im_end|>": 1,
            ":<|endoftext|>": 12,
        }
        others = {n: c for n, c in with_tokens.counts.items() if not n.startswith("shape:special")}
        assert others == without.counts
        assert with_tokens.prose == without.prose


def test_tool_and_environment_text_is_not_the_models() -> None:
    for found in outputs("V09-multi-turn-tool-text", "1.jsonl"):
        assert found.prose == "Let me check.\x01The answer is 4.\x01run"
        assert found.counts["ast:call:print"] == found.counts["shape:tool_calls"] == 1
        assert found.counts["shape:turns"] == 2
        # The line `user`, the result with its traceback and the line `assistant`, line feeds included.
        assert found.counts["shape:environment_chars"] == 94


def test_half_surrogates_and_nul_are_kept() -> None:
    half, low = outputs("V12-surrogates-and-nul", "1.jsonl")
    assert (half.status, half.prose) == ("no_code", "half an emoji \ud83d here")
    assert (low.status, low.prose) == ("no_code", "low half \udc9d first")
    prose, code = outputs("V12-surrogates-and-nul", "2.jsonl")
    assert (prose.status, prose.prose) == ("no_code", "nul \0 inside")
    assert named(code) == {"ast:parse:SyntaxError": 1, "shape:unfenced_code": 1}


def test_same_response_same_features() -> None:
    assert extract(F) == extract(F)
    first = extract(F)
    first.counts.clear()
    assert extract(F).counts["ast:def:f"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000,
        " " * 1_000_000,
        "`" * 1_000_000,
        "``` " * 250_000,
        "```x" * 250_000,
        "~~~ " * 250_000,
        "x```\n" * 200_000,
        "<think>" * 150_000,
        "</think>" * 120_000,
        "<think></think>" * 60_000,
        "'<think>'" * 100_000,
        "<|im_end|>" * 100_000,
        "<s> " * 250_000,
        "- " * 500_000,
        "a b " * 250_000,
        '"' * 1_000_000,
        "```python\n" + "x = 1\n" * 170_000,
        "```python\n" + '"""\\' * 16_000,
        "```python\n" + "'\\" * 32_000,
        "```python\n" + "\n#" * 32_000,
        "```python\n" + "f'{'" * 16_000,
        "```python\n" + "word " * 13_000 + "$",
        "import " + "a, " * 300_000,
        "@" + "a" * 1_000_000,
        "x" + " " * 1_000_000 + "= 1",
    ],
    ids=lambda text: f"{text[:14]!r}",
)
def test_a_megabyte_of_anything(text: str) -> None:
    for opened in (None, "think"):
        found = extract(text, opened)
        assert found.status in STATUSES
