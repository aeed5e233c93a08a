"""Texts that models and dumps do not usually hold, drawn by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    # Markup, escapes for terminals, and signs that hide or turn text.
    *("<script>alert(1)</script>", "</td><img src=x onerror=a()>", "&lt;", "]]>", "\x1b[31m", "\x1b]0;t\x07"),
    *("[bold red]", "[/]", "\x9b2J", "\u202e", "\u200b", "\ufeff", "\x00", "\ufffd", "\x1e", "\n\x1e\n"),
    *("\x01", "\x7f", "\u2028", "\x85", "\x0b\x0c", "e\u0301", "\u0130\u0131ß\ufb03", "\U0010ffff", "漢字"),
    # Halves of surrogate pairs.
    *("\ud83d", "\ude00", "\udfff\ud800"),
    # What parts a response.
    *("```python\n", "```", "````", "~~~", "`", "\n", "\r\n", "\r", " ", "\t", "> ", "- ", "1. "),
    *(
        "<think>",
        "</think>",
        "<THINKING>",
        "</thinking>",
        "<|im_end|>",
        "<|im_start|>tool\n",
        "</s>",
        "[INST]",
    ),
    *("<|im_start|>assistant\n", "<|im_start|>user\n", "\nuser\n", "\nassistant\n", "<tool_response>"),
    *("</tool_response>", "<tool_call>", "</tool_call>", "<function=f>", "<parameter=code>", "</parameter>"),
    *('{"name": "f", "arguments": {"code": "x = 1\\n"}}', '{"code": "', '"}', "\\", "\\u", "\\ud83d", '\\"'),
    # Code.
    *("x = 1\n", "def f(", "):\n", "    return ", "lambda: ", "not ", "-", "+1", "f'{", "}'", "'''", '"""'),
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        "=",
        "**2",
        ".a",
        "async ",
        "await ",
        "@a\n",
        "# ",
        "\\\n",
        "0b1if ",
    ),
    *("match x:\n case _: pass\n", "exec('1')", "1e999999", "9" * 5000, "0x" + "f" * 300, "import os\n"),
    # What looks like another type.
    *("NaN", "null", "true", "2024-03-01", "''", '""', "--", ";", "%s", "${x}", "$1", "NULL", "a,b"),
)
"""Stretches that mean something to a layer of ours or below."""

_ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
_PIECE = st.sampled_from(PIECES) | _ANY
_SHORT = st.lists(_PIECE, max_size=12).map("".join)
_NESTED = st.builds(
    lambda opening, inner, times: opening * times + inner + "".join(map(_closing, opening))[::-1] * times,
    st.sampled_from(
        ["(", "[", "{", "[(", "f(", "- ", "not ", "lambda: ", "if 1:\n ", '{"a":', "<think>", "> "]
    ),
    _SHORT,
    st.sampled_from([99, 1_000, 30_000]),
)
_LONG = st.builds(
    lambda piece, before, after: before + piece * (1_000_000 // max(len(piece), 1)) + after,
    _PIECE,
    _SHORT,
    _SHORT,
)

_CLOSING = {"(": ")", "[": "]", "{": "}"}


def _closing(sign: str) -> str:
    return _CLOSING.get(sign, "")


def texts(*, long: int) -> st.SearchStrategy[str]:
    """Texts, of which one in so many is nested deeply or has a line of a megabyte."""
    rare = st.integers(1, long).flatmap(lambda n: (_NESTED | _LONG) if n == long else _SHORT)
    return rare | _SHORT


def values(leaves: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """JSON values around leaves."""
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    )


ODD_VALUES = values(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=True, allow_infinity=True)
    | _SHORT
    | st.sampled_from(["1", "True", "nan", "1e400", "0x10", "\uff11", "assistant"])
    | st.sampled_from([-0.0, 10**400, [], {}, [[]]])
)
"""Values that a key of a dump may hold by mistake."""
