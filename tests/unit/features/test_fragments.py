from __future__ import annotations

import ast

import pytest

from rolloutdiff.features.fragments import (
    cannot_be_program,
    is_program,
    is_python_language,
    join_prose,
    opens_like_definition,
    opens_like_statement,
    take_apart,
)
from rolloutdiff.features.layout import read_layout


@pytest.mark.parametrize(
    "language", ["", "python", "py", "python3", "py3", "ipython", "ipython3", "python3.11"]
)
def test_python_languages(language: str) -> None:
    assert is_python_language(language)


@pytest.mark.parametrize("language", ["js", "python2", "pycon", "text", "bash", "cython", "pyx", "3"])
def test_other_languages(language: str) -> None:
    assert not is_python_language(language)


def test_take_apart() -> None:
    text = "<think>hm</think>One\n```py\na = 1\n```\ntwo\n```js\nlet b\n```\nthree"
    pieces = take_apart(text, read_layout(text, None), has_specials=False)
    assert pieces.fragments == ["a = 1\n"]
    assert pieces.prose == ["One\n", "two\n", "three"]
    assert pieces.fences == 2
    assert pieces.code_chars == len("a = 1\n") + len("let b\n")
    assert pieces.thinking_chars == 2
    assert pieces.answer_chars == len(text) - len("<think>hm</think>")


def test_special_tokens_are_no_characters_and_leave_the_ends_of_fragments() -> None:
    text = "Hi<|end|>\n```python\nx = 1\n<|im_end|>"
    pieces = take_apart(text, read_layout(text, None), has_specials=True)
    assert pieces.fragments == ["x = 1\n"]
    assert pieces.code_chars == len("x = 1\n")
    assert pieces.answer_chars == len("Hi\n```python\nx = 1\n")


def test_code_in_a_list_item_is_unindented() -> None:
    text = "1. First\n   ```python\n   def f():\n       return 1\n  pass\n   ```\n"
    pieces = take_apart(text, read_layout(text, None), has_specials=False)
    assert pieces.fragments == ["def f():\n    return 1\npass\n"]


def test_prose_is_joined_by_boundaries() -> None:
    assert join_prose(["One \n", " \n ", "two"], has_specials=False) == "One\x01two"
    assert join_prose(["a<|im_end|>\n<|endoftext|>", "b"], has_specials=True) == "a\x01b"
    assert join_prose([], has_specials=False) == ""


@pytest.mark.parametrize(
    "code",
    [
        "x = 1",
        "x += 1",
        "x: int = 3",
        "Answer: x = 5",
        "x: int\ny: str = 'a'",
        "import os",
        "from os import path",
        "def f(): pass",
        "class A: pass",
        "if a: b",
        "for a in b: c",
        "while a: b",
        "with a: b",
        "try: a\nfinally: b",
        "42\nx = 1",
        "match a:\n case 1: b",
    ],
)
def test_programs(code: str) -> None:
    assert is_program(ast.parse(code))
    assert not cannot_be_program(code)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "Yes",
        "not sure",
        "It is 4",
        "- a\n- b",
        '"""hello"""',
        "print(1)\nprint(2)",
        "Answer: 42",
        "x: int",
        "pass",
        "return home",
        "raise awareness",
        "assert dominance",
        "del rio",
        "global warming",
    ],
)
def test_words_that_parse_are_no_program(text: str) -> None:
    assert not is_program(ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "Let me check",
        "  The answer is 4",
        "x y",
        "\n\nSure thing",
        "Sure, here it is",
        "42. The answer",
        "print(x)\nand that is all of it",
        "x = [a b]",
        "if this works",
        "x = 1e5 metres long",
        "two\twords",
        "x, " * 130 + "y z",
    ],
)
def test_two_plain_words_side_by_side_never_parse(text: str) -> None:
    assert cannot_be_program(text)
    with pytest.raises(SyntaxError):
        ast.parse(text.strip())


@pytest.mark.parametrize(
    "text", ["Sure, here", "", "not sure", "1 2", "f(x) y", "x, " * 150 + "y z", "'a' b c", "two words'"]
)
def test_other_text_is_left_to_the_parser(text: str) -> None:
    assert not cannot_be_program(text)


@pytest.mark.parametrize(
    "code",
    [
        "x = 'two words'",
        '"""Two words."""\nx = 1',
        "# Two words\nx = 1",
        "x = 1  # two words",
        "x = y \\\n  if z else 1",
        "match x:\n case y: z",
        "x if y else z",
        "x = not y in z and await_ is None or [a for b in c]",
        "x = f'' rf''",
        "a\nb\nc",
        "async def f(): await g",
        "from a import b as c",
        "x," * 198 + "xx if y else z",
        "x," * 199 + "x if y else z",
        "x" * 399 + " if y else z",
    ],
)
def test_words_that_stand_side_by_side_in_programs(code: str) -> None:
    ast.parse(code)
    assert not cannot_be_program(code)


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "import os.path as p, sys\nx",
        "import a;",
        "from a.b import c",
        "def f(",
        "async def f(x):",
        "class A:",
        "class A(B):",
        "@cache\ndef f(): ?",
        "@a.b(1)\n@c\nclass D",
        "  \n import os # why",
        "class A :",
        "from .a import",
    ],
)
def test_openings_of_definitions(text: str) -> None:
    assert opens_like_definition(text)
    assert opens_like_statement(text)


@pytest.mark.parametrize(
    "text",
    [
        "import duties rose",
        "from here on",
        "from a important",
        "def f",
        "def is a keyword",
        "define f",
        "class A",
        "class of its own",
        "classes:",
        "@ann, hello",
        "@ann\nhello",
        "@cache",
        "",
    ],
)
def test_prose_does_not_open_like_a_definition(text: str) -> None:
    assert not opens_like_definition(text)


@pytest.mark.parametrize("text", ["x = (", "A=((", "a.b[0] += 1", "if a: pass\nelif", "for x in y:"])
def test_openings_of_statements(text: str) -> None:
    assert opens_like_statement(text)
    assert not opens_like_definition(text)


@pytest.mark.parametrize("text", ["while (", "x==", "- - -", "f((((", "for all of us\nthis:", ""])
def test_other_text_does_not_open_like_a_statement(text: str) -> None:
    assert not opens_like_statement(text)


def test_openings_cost_no_more_than_the_head() -> None:
    assert not opens_like_statement("x" * 1_000_000)
    assert not opens_like_definition(" " * 1_000_000 + "import os")
