"""Structural tokens of a syntax tree, by one iterative walk.

Tokens are full feature names of tier `ast`: `ast:node:Try` for every node, `ast:edge:If>Return` for every
parent and child, and the name-bearing tokens of `rolloutdiff.features.ast_names`. The contexts Load, Store
and Del are no nodes here. The walk goes level by level, without recursion, and so gets the depth for free.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rolloutdiff.features.ast_names import NAMED

# Child fields of the grammar of Python 3.11 (Parser/Python.asdl), a star for lists. Types without child
# nodes, such as Name and the operators, are left out. Written down rather than read from `_fields`, which
# grow from version to version.
_CHILD_FIELDS: Final = """
Module body*
FunctionDef decorator_list* args returns body*
AsyncFunctionDef decorator_list* args returns body*
ClassDef decorator_list* bases* keywords* body*
Return value
Delete targets*
Assign targets* value
AugAssign target op value
AnnAssign target annotation value
For target iter body* orelse*
AsyncFor target iter body* orelse*
While test body* orelse*
If test body* orelse*
With items* body*
AsyncWith items* body*
Match subject cases*
Raise exc cause
Try body* handlers* orelse* finalbody*
TryStar body* handlers* orelse* finalbody*
Assert test msg
Import names*
ImportFrom names*
Expr value
BoolOp op values*
NamedExpr target value
BinOp left op right
UnaryOp op operand
Lambda args body
IfExp test body orelse
Dict keys* values*
Set elts*
ListComp elt generators*
SetComp elt generators*
DictComp key value generators*
GeneratorExp elt generators*
Await value
Yield value
YieldFrom value
Compare left ops* comparators*
Call func args* keywords*
FormattedValue value format_spec
JoinedStr values*
Attribute value
Subscript value slice
Starred value
List elts*
Tuple elts*
Slice lower upper step
comprehension target iter ifs*
ExceptHandler type body*
arguments posonlyargs* args* vararg kwonlyargs* kw_defaults* kwarg defaults*
arg annotation
keyword value
withitem context_expr optional_vars
match_case pattern guard body*
MatchValue value
MatchSequence patterns*
MatchMapping keys* patterns*
MatchClass cls patterns* kwd_patterns*
MatchAs pattern
MatchOr patterns*
"""


class Tokens(NamedTuple):
    """What a walk found.

    Attributes:
        counts: Occurrences of each token, by full feature name.
        depth: Levels of the tree; a lone module has one.
    """

    counts: dict[str, int]
    depth: int


_NODE_OF_EDGE: Final[dict[str, str]] = {}
"""For every edge token made so far, the token of the child's node."""


class _Edges(dict[type[ast.AST], str]):
    """Names of the edges that leave one node type, made when first met."""

    def __init__(self, parent: str) -> None:
        self.parent = parent

    def __missing__(self, child: type[ast.AST]) -> str:
        name = f"ast:edge:{self.parent}>{child.__name__}"
        _NODE_OF_EDGE[name] = f"ast:node:{child.__name__}"
        self[child] = name
        return name


_Visit = Callable[[Any, Callable[[str], None]], None]
_Plan = tuple[tuple[str, ...], tuple[str, ...], _Edges, _Visit | None]


def _drop_empty_literals(node: Any, add: Callable[[str], None]) -> None:
    """Takes empty pieces out of an f-string; some releases of 3.12 put them into format specifications."""
    node.values = [part for part in node.values if not isinstance(part, ast.Constant) or part.value != ""]


def _read_plans() -> dict[type[ast.AST], _Plan]:
    """For each node type with children: single fields, list fields, edge names, what to do on the way."""
    visit: dict[type[ast.AST], _Visit] = {**NAMED, ast.JoinedStr: _drop_empty_literals}
    plans: dict[type[ast.AST], _Plan] = {}
    for line in _CHILD_FIELDS.strip().split("\n"):
        name, *fields = line.split()
        node = getattr(ast, name)
        single = tuple(field for field in fields if not field.endswith("*"))
        many = tuple(field.rstrip("*") for field in fields if field.endswith("*"))
        plans[node] = (single, many, _Edges(name), visit.get(node))
    return plans


_PLANS: Final = _read_plans()


def ast_tokens(tree: ast.Module) -> Tokens:
    """Counts the tokens of a syntax tree.

    Args:
        tree: The tree, of any depth.

    Returns:
        Counts by full feature name, and the depth.
    """
    plans = _PLANS
    edges: list[str] = []
    add_edge = edges.append
    names: list[str] = []
    add_name = names.append
    level: list[ast.AST] = [tree]
    depth = 0
    edges_above = -1
    while len(edges) > edges_above:
        edges_above = len(edges)
        depth += 1
        below: list[ast.AST] = []
        push = below.append
        for node in level:
            single, many, edge_names, visit = plans[node.__class__]
            if visit is not None:
                visit(node, add_name)
            for field in single:
                child = getattr(node, field)
                if child is not None:
                    kind = child.__class__
                    add_edge(edge_names[kind])
                    if kind in plans:
                        push(child)
            for field in many:
                for child in getattr(node, field):
                    # Dict keys are None for `**`, keyword defaults for a keyword without one.
                    if child is not None:
                        kind = child.__class__
                        add_edge(edge_names[kind])
                        if kind in plans:
                            push(child)
        level = below
    counts = Counter(edges)
    nodes = {"ast:node:Module": 1}
    for edge, count in counts.items():
        node_name = _NODE_OF_EDGE[edge]
        nodes[node_name] = nodes.get(node_name, 0) + count
    counts.update(names)
    return Tokens(nodes | counts, depth)
