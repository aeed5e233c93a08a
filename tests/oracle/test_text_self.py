"""The oracle of completions against texts that were read by hand."""

from __future__ import annotations

import pytest

from tests.oracle.ast_features import NotCovered, read_code
from tests.oracle.text import read

CODE = """
from os.path import join
import a.b, c
@g.h(1)
class C(D):
    async def m(self):
        try:
            x, (*y, z.w) = u.v.t.s.r(), "".join(x)
            k: int = 1
            n: int
        except (E, e.F):
            return
        except:
            return "a"
        return False
"""


def shown(response: str, tier: str) -> dict[str, int]:
    """Counts of one tier, by name without it."""
    return {name.removeprefix(tier): n for name, n in read(response).items() if name.startswith(tier)}


def test_a_completion_with_thinking_prose_and_code() -> None:
    response = "<think>Hm.</think>\nHi f\n```python\nx = f(1)\n```\n"
    assert shown(response, "lex:") == {"hi": 1, "f": 1, "hi f": 1}
    # Lines of 18, 4, 9, 8 and 3 characters and their five ends; 15 of the first are tags, 9 are code.
    assert shown(response, "shape:") == {
        **{"chars": 47, "words": 8, "lines": 5, "answer_chars": 29, "thinking_chars": 3, "fences": 1},
        **{"code_share": 3103, "distinct_share": 10_000, "think_pair": 1},
    }
    assert shown(response, "ast:node:") == {"Module": 1, "Assign": 1, "Name": 2, "Call": 1, "Constant": 1}
    assert shown(response, "ast:edge:") == {
        **{"Module>Assign": 1, "Assign>Name": 1, "Assign>Call": 1, "Call>Name": 1, "Call>Constant": 1},
    }
    others = {name: n for name, n in shown(response, "ast:").items() if name[:5] not in ("node:", "edge:")}
    assert others == {"fragments": 1, "depth": 4, "parse:ok": 1, "assign:x": 1, "call:f": 1}


@pytest.mark.parametrize(
    ("response", "shapes"),
    [
        ("a </think> b", {"think_lone_close"}),
        ("<think>a <think> b", {"think_nested", "think_unclosed"}),
        ("<think> </think>", {"think_pair", "think_empty"}),
        ("```\n<think>\n```", {"think_quoted", "fences", "code_share"}),
        ("```text\na", {"fence_unclosed", "fences", "code_share"}),
        ("x = 1", {"unfenced_code", "code_share"}),
        ("def f(x", {"unfenced_code", "code_share"}),
        ("Answer: 42", set()),
        ("", {"empty"}),
        (" \n", {"blank"}),
        ("ab" * 59, set()),
        ("ab" * 60, {"repeat_chars"}),
        ("ab " * 23, set()),
        ("ab " * 24, {"repeat_words"}),
    ],
)
def test_shapes(response: str, shapes: set[str]) -> None:
    sizes = {"chars", "words", "lines", "answer_chars", "thinking_chars", "distinct_share"}
    assert shown(response, "shape:").keys() - sizes == shapes


def test_fences_that_stand_in_a_line() -> None:
    """Text and one word open a block, code before a fence closes it; other fences are text."""
    assert shown("It ```py\nx = 1```\nso", "ast:assign:") == {"x": 1}
    assert shown("It ```py\nx = 1```\nso", "lex:") == {"it": 1, "so": 1}
    assert shown("It ``` or not\nx = 1", "lex:").keys() >= {"it or not", "x 1"}
    assert shown("```py\n    ```\nx\n   ```", "shape:")["code_share"] == 10 * 10_000 // 22


def test_name_bearing_tokens() -> None:
    tokens = read_code(CODE).tokens
    assert {token: n for token, n in tokens.items() if token[:5] not in ("node:", "edge:")} == {
        **{"import:os": 1, "import:a": 1, "import:c": 1, "decorator:g.h": 1, "class:C": 1, "def:m": 1},
        **{"assign:x": 1, "assign:y": 1, "assign:w": 1, "assign:k": 1, "call:.r": 1, "call:.join": 1},
        **{"call:g.h": 1, "except:E": 1, "except:e.F": 1, "except:bare": 1},
        **{"return:bare": 1, "return:str": 1, "return:False": 1},
    }


@pytest.mark.parametrize(
    "response",
    ["<thinking>a", "a<|end|>", "~~~\na", "- ```\na", "'<think>'", "f'{a}' = 1", "def f, that is", "(" * 90],
)
def test_what_is_not_known_is_refused(response: str) -> None:
    with pytest.raises(NotCovered):
        read(response)
