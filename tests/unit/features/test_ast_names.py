from __future__ import annotations

import ast

import pytest

from rolloutdiff.features.ast_names import dotted_name
from rolloutdiff.features.ast_tokens import ast_tokens


def names(code: str) -> dict[str, int]:
    """Name-bearing tokens without the tier."""
    counts = ast_tokens(ast.parse(code)).counts
    structural = ("ast:node:", "ast:edge:")
    return {name[4:]: n for name, n in counts.items() if not name.startswith(structural)}


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("a", "a"),
        ("a.b", "a.b"),
        ("a.b.c", "a.b.c"),
        ("a.b.c.d", "a.b.c.d"),
        ("a.b.c.d.e", ".e"),
        ("f().x", ".x"),
        ("f().x.y", ".y"),
        ("f().v.w.x.y.z", ".z"),
        ("x[0].pop", ".pop"),
        ("''.join", ".join"),
        ("f()", None),
        ("x[0]", None),
        ("1", None),
        ("a" * 70, "a" * 64),
        ("a" * 40 + "." + "b" * 40, "a" * 40 + "." + "b" * 23),
        ("f()." + "b" * 70, "." + "b" * 63),
    ],
)
def test_dotted_name(expression: str, name: str | None) -> None:
    assert dotted_name(ast.parse(expression, mode="eval").body) == name


@pytest.mark.parametrize(
    ("code", "tokens"),
    [
        ("def f(): pass", {"def:f": 1}),
        ("async def f(): pass", {"def:f": 1}),
        ("class A:\n def __eq__(self, o): return True", {"class:A": 1, "def:__eq__": 1, "return:True": 1}),
        ("class A: pass\nclass A: pass", {"class:A": 2}),
        ("import os.path, sys as s", {"import:os": 1, "import:sys": 1}),
        ("from os.path import join, split", {"import:os": 1}),
        ("from . import a", {"import:.": 1}),
        ("from ..pkg.mod import a", {"import:.pkg": 1}),
        ("sys.exit(f(0))", {"call:sys.exit": 1, "call:f": 1}),
        ("f()()", {"call:f": 1}),
        ("(lambda: 0)()", {}),
        ("try: a\nexcept: b", {"except:bare": 1}),
        (
            "try: a\nexcept E: b\nexcept (m.F, G, h()): c",
            {"except:E": 1, "except:m.F": 1, "except:G": 1, "call:h": 1},
        ),
        ("try: a\nexcept* E: b", {"except:E": 1}),
        ("a = b = 1", {"assign:a": 1, "assign:b": 1}),
        ("a, (b, *c) = d", {"assign:a": 1, "assign:b": 1, "assign:c": 1}),
        ("[a, b] = d", {"assign:a": 1, "assign:b": 1}),
        ("A.__eq__ = f", {"assign:__eq__": 1}),
        ("a.b.c += 1", {"assign:c": 1}),
        ("d['k'] = 1", {}),
        ("a: int = 1", {"assign:a": 1}),
        ("a: int", {}),
        ("(a := 1)", {"assign:a": 1}),
        ("for a in b: pass", {}),
        ("def f():\n return", {"def:f": 1, "return:bare": 1}),
        ("def f():\n return None", {"def:f": 1, "return:None": 1}),
        ("def f():\n return False", {"def:f": 1, "return:False": 1}),
        ("return 1", {"return:int": 1}),
        ("return 1.5", {"return:float": 1}),
        ("return 1j", {"return:complex": 1}),
        ("return 'True'", {"return:str": 1}),
        ("return b''", {"return:bytes": 1}),
        ("return ...", {"return:ellipsis": 1}),
        ("return -1", {}),
        ("return x", {}),
        ("return f'{x}'", {}),
        ("return []", {}),
        ("return ()", {}),
        ("x[0]()", {}),
        (
            "@a\n@b.c\n@d(1)\n@e[0]\ndef f(): pass",
            {"def:f": 1, "decorator:a": 1, "decorator:b.c": 1, "decorator:d": 1, "call:d": 1},
        ),
        ("@dataclass\nclass A: pass", {"class:A": 1, "decorator:dataclass": 1}),
    ],
)
def test_name_bearing_tokens(code: str, tokens: dict[str, int]) -> None:
    assert names(code) == tokens


def test_long_names_are_cut() -> None:
    long = "n" * 100
    lines = ["import {}", "def {}(): pass", "class {}: pass", "{} = 1", "from .{} import x", "a.{} = 1"]
    code = "\n".join(line.format(long) for line in lines)
    assert names(code) == {
        f"import:{'n' * 64}": 1,
        f"def:{'n' * 64}": 1,
        f"class:{'n' * 64}": 1,
        f"assign:{'n' * 64}": 2,
        f"import:.{'n' * 63}": 1,
    }
