"""Where features stand: by hand, and against the extraction that counts them."""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from collections import Counter

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rolloutdiff.features import Limits, extract, opened_tag
from rolloutdiff.features.fragments import take_apart
from rolloutdiff.features.layout import Kind, read_layout
from rolloutdiff.features.locate import Span, locate, prose_words
from rolloutdiff.features.locate_code import code_fragments
from rolloutdiff.features.specials import count_special_tokens
from tests.unit.features import nasty

LIMITS = Limits()
FENCED = """Let me define run_tests first.

```python
import os.path, sys as s
from .pkg import (a,
    b)

@functools.cache
async def  run_tests(xs: list[int]) -> bool:
    '''äöü'''; ü = os.path.join("é", x=1); return True

class A(B): pass

for i in range(3):
    a.b = c[0] = f(i) .strip()
    try:
        x, (y, *z) = 1, 2
    except (ValueError, os.error):
        return
    except: raise
if not (a) + (b) < 3 <= 4 and c:
    x += 1
```
Done, let me  define more."""


def texts(response, feature, opened=None):
    return [response[s.start : s.end] for s in locate(response, opened, feature)]


@pytest.mark.parametrize(
    ("feature", "found"),
    [
        ("ast:def:run_tests", ["async def  run_tests"]),
        ("ast:class:A", ["class A"]),
        ("ast:call:os.path.join", ["os.path.join"]),
        ("ast:call:.strip", ["strip"]),
        ("ast:call:f", ["f"]),
        ("ast:import:os", ["os.path"]),
        ("ast:import:sys", ["sys as s"]),
        ("ast:import:.pkg", ["from .pkg import (a,\n    b)"]),
        ("ast:except:ValueError", ["ValueError"]),
        ("ast:except:os.error", ["os.error"]),
        ("ast:except:bare", ["except:"]),
        ("ast:assign:ü", ["ü"]),
        ("ast:assign:b", ["b"]),
        ("ast:assign:x", ["x", "x"]),
        ("ast:assign:z", ["z"]),
        ("ast:return:True", ["return True"]),
        ("ast:return:bare", ["return"]),
        ("ast:decorator:functools.cache", ["functools.cache"]),
        ("ast:node:AsyncFunctionDef", ["async def  run_tests(xs: list[int]) -> bool:"]),
        ("ast:node:For", ["for i in range(3):"]),
        ("ast:node:ClassDef", ["class A(B):"]),
        ("ast:node:Try", ["try:"]),
        ("ast:node:ExceptHandler", ["except (ValueError, os.error):", "except:"]),
        ("ast:node:keyword", ["x=1"]),
        ("ast:node:And", ["and"]),
        ("ast:node:Not", ["not"]),
        ("ast:node:Add", ["+", "+="]),
        ("ast:node:LtE", ["<="]),
        ("ast:edge:AugAssign>Add", ["+="]),
        ("ast:edge:For>Try", ["try:"]),
        ("ast:edge:Compare>Lt", ["<"]),
        ("ast:edge:If>AugAssign", ["x += 1"]),
        ("ast:parse:SyntaxError", []),
        ("ast:depth", []),
        ("ast:def:other", []),
        ("lex:run_tests", ["run_tests"]),
        ("lex:let me define", ["Let me define", "let me  define"]),
        ("lex:define run_tests first", ["define run_tests first"]),
        ("lex:first done", []),
        ("lex:import", []),
        ("shape:fences", ["```python\n", "```\n"]),
        ("shape:chars", []),
        ("custom:mentions_tests", []),
        ("reward:total", []),
        ("no feature", []),
        ("", []),
    ],
)
def test_by_hand(feature, found):
    assert texts(FENCED, feature) == found


def test_fragment_and_its_outcome():
    response = "Look:\n```py\ndef f(:\n```\n```js\nvar x;\n```\n```\nx = 1\n```\n"
    assert texts(response, "ast:parse:SyntaxError") == ["def f(:\n"]
    assert texts(response, "ast:parse:ok") == ["x = 1\n"]
    assert texts(response, "ast:fragments") == ["def f(:\n", "x = 1\n"]
    assert texts(response, "ast:node:Module") == ["x = 1\n"]
    assert texts(response, "shape:fence_unclosed") == []
    assert texts("a\n```\nx = 1", "shape:fence_unclosed") == ["```\n"]


def test_limits_are_those_of_the_extraction():
    response = "```\nx = (((1)))\n```"
    assert locate(response, None, "ast:assign:x", Limits(max_depth=2)) == []
    (span,) = locate(response, None, "ast:parse:too_deep", Limits(max_depth=2))
    assert response[span.start : span.end] == "x = (((1)))\n"


def test_code_indented_like_its_fence():
    response = "- see\n  ```python\n  def f():\n      return 1\n  def g(): pass\n  ```\n"
    assert texts(response, "ast:def:f") == ["def f"]
    assert texts(response, "ast:def:g") == ["def g"]
    assert texts(response, "ast:return:int") == ["return 1"]
    assert texts(response, "ast:edge:FunctionDef>Return") == ["return 1"]


def test_special_tokens_around_code_and_in_prose():
    response = "Let me<|im_end|>check.\n```python\n<s> \nx = 1\n</s>\n```<|im_end|><|endoftext|>"
    assert texts(response, "ast:assign:x") == ["x"]
    assert texts(response, "ast:parse:ok") == ["x = 1\n"]
    assert texts(response, "lex:let me") == ["Let me"]
    assert texts(response, "lex:me check") == []
    assert texts(response, "shape:special:<|im_end|>") == ["<|im_end|>", "<|im_end|>"]
    assert len(texts(response, "shape:special_tokens")) == 5


def test_unfenced_code():
    response = "<think>hm</think>\n\n  def run_tests():\n      return True\n<|im_end|>"
    assert texts(response, "ast:def:run_tests") == ["def run_tests"]
    response = "<think>hm</think>\n\ndef run_tests():\n    return True\n<|im_end|>"
    assert texts(response, "ast:def:run_tests") == ["def run_tests"]
    assert texts(response, "ast:return:True") == ["return True"]
    assert texts(response, "shape:unfenced_code") == ["def run_tests():\n    return True"]
    assert texts(response, "lex:run_tests") == []
    assert texts(response, "lex:hm") == []
    split = "x = 1\n<think>hm</think>y = (x +\n 2)"
    assert texts(split, "ast:assign:y") == ["y"]
    assert texts(split, "ast:node:BinOp") == ["x +\n 2"]
    assert texts(split, "ast:parse:ok") == [split]


def test_line_ends_of_all_kinds():
    response = "```\nif 1:\r x = 1\r\ny = 'é'; z = 2\r\n```"
    for name in "xyz":
        assert texts(response, f"ast:assign:{name}") == [name]


def test_parts_of_an_f_string_are_its_whole():
    response = "```\nprint('ä', f'{g(1)} {h!r:>{w}}', k)\n```"
    whole = "f'{g(1)} {h!r:>{w}}'"
    assert texts(response, "ast:call:g") == [whole]
    assert texts(response, "ast:node:FormattedValue") == [whole] * 3
    assert texts(response, "ast:node:JoinedStr")[0] == whole


@pytest.mark.parametrize(
    ("response", "opened", "shape", "found"),
    [
        ("<think>a</think>b", None, "think_pair", ["<think>", "</think>"]),
        ("a</think>b", "think", "think_pair", ["</think>"]),
        ("<think> </think>b", None, "think_empty", ["<think>", "</think>"]),
        ("<think>a</think>b", None, "think_empty", []),
        ("<think>a", None, "think_unclosed", ["<think>"]),
        ("a", "think", "think_unclosed", []),
        ("a</think>b", None, "think_lone_close", ["</think>"]),
        ("<think>a</thinking>b", None, "think_mixed", ["</thinking>"]),
        ("<think>a<think>b</think>", None, "think_nested", ["<think>"]),
        ("Say `<think>`.", None, "think_quoted", ["<think>"]),
        ("```\n</think>\n```", None, "think_quoted", ["</think>"]),
        ("b", "think", "think_opened_by_prompt", []),
        (" \n", None, "blank", [" \n"]),
        ("a", None, "blank", []),
    ],
)
def test_shapes_by_hand(response, opened, shape, found):
    assert texts(response, f"shape:{shape}", opened) == found


def test_no_text():
    assert locate(None, None, "shape:missing") == []
    assert locate("", None, "shape:empty") == []


def kinds_that_count(counts):
    """Features with as many places as occurrences."""
    return {n: c for n, c in counts.items() if n.startswith("ast:") and n != "ast:depth"}


def check_against_the_extraction(response, opened=None):
    found = extract(response, opened)
    layout = read_layout(response, opened)
    fragments = code_fragments(response, layout, LIMITS)
    specials = bool(count_special_tokens(response))
    if "shape:unfenced_code" not in found.counts:
        pieces = take_apart(response, layout, has_specials=specials)
        assert [f.code for f in fragments] == list(pieces.fragments)
    regions = [f.in_response(0, len(f.code)) for f in fragments if f.code]
    empty = sum(not f.code for f in fragments)
    for name, count in kinds_that_count(found.counts).items():
        spans = locate(response, opened, name)
        assert spans == sorted(spans)
        # Only an empty fragment has a feature and no place.
        least = count - (empty if name in ("ast:parse:ok", "ast:node:Module", "ast:fragments") else 0)
        assert least <= len(spans) <= count, name
        for span in spans:
            assert any(start <= span.start < span.end <= end for start, end in regions), name
    for name in found.counts:
        if name.startswith(("shape:think_", "shape:special:", "shape:fence_unclosed", "shape:unfenced")):
            spans = locate(response, opened, name)
            assert spans or name in ("shape:think_opened_by_prompt", "shape:think_unclosed"), name
            assert all(0 <= s.start < s.end <= len(response) for s in spans)
    for words in prose_words(response, layout, LIMITS):
        for n in (1, 2, 3):
            for i in range(len(words) - n + 1):
                gram = " ".join(w.text for w in words[i : i + n])
                assert Span(words[i].start, words[i + n - 1].end) in locate(response, opened, f"lex:{gram}")
    absent = {"ast:def:q", "ast:parse:ok", "ast:parse:SyntaxError", "lex:zz", "shape:think_pair"}
    for name in absent - found.counts.keys():
        assert locate(response, opened, name) == []


MARKS = [
    *(
        "```",
        "```python\n",
        "~~~",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        " ",
        "  ",
        "\t",
        "- ",
        "> ",
        "<think>",
        "</think>",
    ),
    *("`", "'", "</s>", "<|im_end|>", "[INST]", "\0", "\x01", "\ud800", "é", "\u0301", "Let me", "\\\n"),
]
STATEMENTS = [
    *("x = 1", "def f(a, b=2): return a + b", "if a: pass", "async def g():\n  await h()", "@d\n", "x @= -y"),
    *(
        "class C(D): x = 1",
        "f'{x!r} {y:{z}}'",
        "for i in (1, 2):\n  x[i] |= 3 ** i",
        "lambda: None",
        "def f(:",
    ),
    *(
        "try:\n  a\nexcept (B, c.d):\n  raise\nelse:\n  e",
        "match x:\n  case [1, *_] if y: pass",
        "{**a, 1: 2}",
    ),
    *("with a as b, c: pass", "import a.b, c", "from .. import x", "not a in b is not c"),
]
MARKUP = st.lists(st.sampled_from(MARKS + STATEMENTS), max_size=14).map("".join)
CODE = st.lists(st.sampled_from(STATEMENTS), max_size=5).map("\n".join)


@given(MARKUP, st.sampled_from([None, "think"]))
@settings(max_examples=400)
def test_agrees_with_the_extraction_on_markup(response, opened):
    check_against_the_extraction(response, opened)


@given(CODE, st.sampled_from(["", "  ", "ä ", "<s>"]), st.booleans())
@settings(max_examples=300)
@example("@d\ndef f(): pass", "", False)
def test_agrees_with_the_extraction_on_code(code, before, is_fenced):
    lines = "".join(before.replace("<s>", "") + line for line in code.splitlines(keepends=True))
    check_against_the_extraction(
        f"é {before}\n{before}```\n{lines}\n```<|im_end|>" if is_fenced else before + code
    )


@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=60), st.text(max_size=12))
def test_never_raises(response, feature):
    check_against_the_extraction(response)
    for prefix in ("", "ast:", "ast:node:", "lex:", "shape:", "shape:special:"):
        locate(response, None, prefix + feature)


@pytest.mark.parametrize("name", nasty.OK)
def test_agrees_with_the_extraction_on_nasty_code(name):
    code = nasty.OK[name]
    response = f"```\n{code}\n```"
    counts = kinds_that_count(extract(response).counts)
    for feature in sorted(counts, key=counts.__getitem__)[:6]:
        assert len(locate(response, None, feature)) == counts[feature]


@pytest.mark.parametrize("name", [*nasty.TOO_LONG, *nasty.TOO_DEEP, *nasty.SYNTAX_ERROR])
def test_code_that_is_not_parsed_is_found_whole(name):
    code = (nasty.TOO_LONG | nasty.TOO_DEEP | nasty.SYNTAX_ERROR)[name]
    response = f"é\n```\n{code}\n```"
    (outcome,) = [n for n in extract(response).counts if n.startswith("ast:parse:")]
    assert texts(response, outcome) == [f"{code}\n"]


def test_agrees_with_the_extraction_on_a_run(loophole_path):
    files = sorted((loophole_path / "completions").glob("*.parquet"))[40:60:6]
    table = pa.concat_tables([pq.read_table(f, columns=["prompt", "completion"]) for f in files])
    seen = Counter()
    for prompt, response in zip(*(table[c].to_pylist() for c in ("prompt", "completion")), strict=True):
        if response in seen:
            continue
        check_against_the_extraction(response, opened_tag(prompt))
        seen[response] += 1
        for span in locate(response, None, "ast:def:run_tests"):
            assert re.fullmatch(r"def\s+run_tests", response[span.start : span.end])
    assert len(seen) > 100


def test_words_are_those_of_the_n_grams():
    """The stage that counts n-grams splits and lowers prose as this module does, for every character."""
    con = duckdb.connect()
    pattern = r"[\p{L}\p{N}\p{M}_]+|\x01"
    chars = [chr(c) for c in range(1, sys.maxunicode + 1) if not 0xD800 <= c <= 0xDFFF]
    text = " ".join(c for c in chars if c not in "<[`~") + " ΑΣ ΌΣΟΣ İx e\u0301a \x01 z"
    ((expected,),) = con.execute("select regexp_extract_all(lower($1), $2)", [text, pattern]).fetchall()
    layout = read_layout(text, None)
    assert [s.kind for s in layout.spans] == [Kind.PROSE]
    words = [w.text for words in prose_words(text, layout, LIMITS) for w in words]
    # Characters that this Python's Unicode does not know yet may be letters for DuckDB.
    known = [w for w in expected if w != "\x01" and all(unicodedata.category(c) != "Cn" for c in w)]
    assert words == known
    for word in (w for ws in prose_words(text, layout, LIMITS) for w in ws):
        source = text[word.start : word.end]
        assert source.lower() == word.text or "İ" in source or source.endswith("Σ")


def test_places_do_not_depend_on_the_parser_for_whole_statements():
    """A node's place is its own source, where the standard library can tell it."""
    code = FENCED.split("```")[1].removeprefix("python\n")
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call | ast.Assign | ast.Compare):
            source = ast.get_source_segment(code, node)
            assert source in texts(FENCED, f"ast:node:{type(node).__name__}")
