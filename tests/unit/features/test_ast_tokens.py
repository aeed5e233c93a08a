from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter

import pytest

from rolloutdiff.features import ast_names, ast_tokens, bounds, layout
from rolloutdiff.features.ast_tokens import ast_tokens as tokens_of

CONTEXTS = (ast.Load, ast.Store, ast.Del)


def counts(code: str) -> dict[str, int]:
    """Token counts without the tier."""
    return {name.removeprefix("ast:"): n for name, n in tokens_of(ast.parse(code)).counts.items()}


# Written by hand from the grammar: (code, levels, tokens).
GOLDEN = [
    ("", 1, "node:Module"),
    ("pass", 2, "node:Module node:Pass edge:Module>Pass"),
    (
        "x = -y",
        4,
        "node:Module node:Assign node:Name node:Name node:UnaryOp node:USub edge:Module>Assign"
        " edge:Assign>Name edge:Assign>UnaryOp edge:UnaryOp>USub edge:UnaryOp>Name assign:x",
    ),
    (
        "def run_tests():\n    return True",
        4,
        "node:Module node:FunctionDef node:arguments node:Return node:Constant"
        " edge:Module>FunctionDef edge:FunctionDef>arguments edge:FunctionDef>Return edge:Return>Constant"
        " def:run_tests return:True",
    ),
    (
        "if a:\n    sys.exit(0)\nelse:\n    pass",
        6,
        "node:Module node:If node:Name node:Expr node:Call node:Attribute node:Name node:Constant node:Pass"
        " edge:Module>If edge:If>Name edge:If>Expr edge:If>Pass edge:Expr>Call edge:Call>Attribute"
        " edge:Call>Constant edge:Attribute>Name call:sys.exit",
    ),
    (
        "try:\n    import os\nexcept ValueError as e:\n    raise",
        4,
        "node:Module node:Try node:Import node:alias node:ExceptHandler node:Name node:Raise"
        " edge:Module>Try edge:Try>Import edge:Import>alias edge:Try>ExceptHandler edge:ExceptHandler>Name"
        " edge:ExceptHandler>Raise import:os except:ValueError",
    ),
    (
        "class T:\n    __eq__ = lambda s, o: True",
        6,
        "node:Module node:ClassDef node:Assign node:Name node:Lambda node:arguments node:arg node:arg"
        " node:Constant edge:Module>ClassDef edge:ClassDef>Assign edge:Assign>Name edge:Assign>Lambda"
        " edge:Lambda>arguments edge:Lambda>Constant edge:arguments>arg edge:arguments>arg"
        " class:T assign:__eq__",
    ),
    (
        "{**a, 1: b}",
        4,
        "node:Module node:Expr node:Dict node:Constant node:Name node:Name"
        " edge:Module>Expr edge:Expr>Dict edge:Dict>Constant edge:Dict>Name edge:Dict>Name",
    ),
    (
        "f'a{x:>3}'",
        6,
        "node:Module node:Expr node:JoinedStr node:Constant node:FormattedValue node:Name node:JoinedStr"
        " node:Constant edge:Module>Expr edge:Expr>JoinedStr edge:JoinedStr>Constant"
        " edge:JoinedStr>FormattedValue edge:FormattedValue>Name edge:FormattedValue>JoinedStr"
        " edge:JoinedStr>Constant",
    ),
]


@pytest.mark.parametrize(("code", "depth", "expected"), GOLDEN, ids=[code[:20] for code, _, _ in GOLDEN])
def test_golden_tokens(code: str, depth: int, expected: str) -> None:
    assert counts(code) == Counter(expected.split())
    assert tokens_of(ast.parse(code)).depth == depth


def structural_oracle(tree: ast.AST) -> Counter[str]:
    """Nodes and edges by the standard library's own walk."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, CONTEXTS):
            continue
        found[f"ast:node:{type(node).__name__}"] += 1
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, CONTEXTS):
                found[f"ast:edge:{type(node).__name__}>{type(child).__name__}"] += 1
    return found


EVERY_NODE = """
import a.b as c
from . import d
@e
async def f(g: h, /, i=1, *j, k, l=2, **m) -> n:
    global o
    async with p as q, r: await s
    async for t in u: yield v
    else: yield from w
    return (x for x in y if z async for aa in bb)
def g2():
    nonlocal_ = 1
    def h2():
        nonlocal nonlocal_
        del nonlocal_
@e(1)
class I(J, metaclass=K):
    x: int = 1
    y: str
while a and b or not c:
    if d is not e: continue
    elif d in e: break
    else: pass
else: a += 1 - 2 * 3 / 4 // 5 % 6 ** 7 @ 8 << 9 >> 10 | 11 ^ 12 & 13
for i, *j in k: a < b <= c == d != e > f >= g not in h is i
try: raise A from B
except (C, D) as e: assert f, g
else: pass
finally: pass
try: pass
except* E: pass
with a: x = [1, 2][0:1:2], {3}, {4: 5, **b}, (6,), b'', ..., 1j
y = [a for b in c], {a for b in c}, {a: d for b in c}, lambda *z, w=1: +z - ~w, (v := 1) if u else None
z = f'{a!r:>{b}} {c=}'
match a:
    case 1 | -2: pass
    case None: pass
    case [b, *c, _]: pass
    case {'k': d, **e}: pass
    case P(q, r=s) as t if u: pass
    case w.v: pass
"""


def test_nodes_and_edges_equal_the_walk_of_the_standard_library() -> None:
    texts = [
        EVERY_NODE,
        *(inspect.getsource(module) for module in (ast, textwrap, ast_names, ast_tokens, bounds, layout)),
    ]
    for text in texts:
        tree = ast.parse(text)
        expected = structural_oracle(tree)
        found = tokens_of(tree).counts
        assert {name: n for name, n in found.items() if name.startswith(("ast:node", "ast:edge"))} == expected


def test_the_sample_holds_every_node_type() -> None:
    seen = {type(node) for node in ast.walk(ast.parse(EVERY_NODE))}
    abstract = {
        "AST",
        "mod",
        "stmt",
        "expr",
        "boolop",
        "operator",
        "unaryop",
        "cmpop",
        "pattern",
        "excepthandler",
        "expr_context",
        "slice",
        "type_ignore",
        "type_param",
    }
    not_from_modules = {"Expression", "Interactive", "FunctionType", "TypeIgnore"}
    old_or_new = {
        "Num",
        "Str",
        "Bytes",
        "NameConstant",
        "Ellipsis",
        "Index",
        "ExtSlice",
        "Suite",
        "AugLoad",
        "AugStore",
        "Param",
        "TypeAlias",
        "TypeVar",
        "ParamSpec",
        "TypeVarTuple",
        "TemplateStr",
        "Interpolation",
    }
    kinds = {
        name: kind
        for name, kind in vars(ast).items()
        if isinstance(kind, type) and issubclass(kind, ast.AST) and not name.startswith("_")
    }
    missing = {name for name, kind in kinds.items() if kind not in seen}
    assert missing <= abstract | not_from_modules | old_or_new


def test_depth_equals_a_recursive_count() -> None:
    def levels(node: ast.AST) -> int:
        children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, CONTEXTS)]
        return 1 + max(map(levels, children), default=0)

    tree = ast.parse(EVERY_NODE)
    assert tokens_of(tree).depth == levels(tree)


def test_deep_trees_are_walked_without_recursion() -> None:
    node: ast.expr = ast.Constant(1)
    for _ in range(50_000):
        node = ast.UnaryOp(ast.USub(), node)
    found = tokens_of(ast.Module([ast.Expr(node)], []))
    assert found.depth == 50_003
    assert found.counts["ast:node:USub"] == 50_000
    while isinstance(node, ast.UnaryOp):  # taken down by hand: the interpreter would do it recursively
        node = node.operand
