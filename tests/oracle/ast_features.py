"""Structural tokens of one Python fragment once more, by recursion over its syntax tree.

Covers what the runs in this repository hold and raises `NotCovered` on anything else, so that a gap here
cannot pass for agreement.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

OK, SYNTAX_ERROR = "ok", "SyntaxError"

# A fragment with fewer links than the limit on nesting cannot be too deep: then no nesting need be measured.
MOST_BYTES, MOST_LINKS = 65_536, 90
LINK = re.compile(r"[(\[{:.+\-*/%@&|^~<>=!]|\b(?:if|elif|else|for|and|or|not|in|is|lambda|await)\b")
F_STRING = re.compile(r"\b(?:f|rf|fr|t|rt|tr)['\"]", re.IGNORECASE)

IMPORTS = (ast.Import, ast.ImportFrom)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
COMPOUNDS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.AsyncWith, ast.Match)
ASSIGNMENTS = (ast.Assign, ast.AugAssign)


class NotCovered(Exception):
    """The text holds a construct that this oracle does not know."""


@dataclass(frozen=True)
class Code:
    """What one fragment holds; one that does not parse has neither tokens nor depth."""

    outcome: str
    tokens: Counter[str]
    depth: int = 0
    is_program: bool = False


@cache
def read_code(code: str) -> Code:
    """Reads a fragment by the grammar of Python 3.11."""
    if len(code.encode()) > MOST_BYTES or len(LINK.findall(code)) >= MOST_LINKS:
        raise NotCovered(f"A fragment that may be too long or too deep: {code!r}")
    if F_STRING.search(code):
        raise NotCovered(f"An f-string: {code!r}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code, feature_version=(3, 11))
    except (SyntaxError, ValueError):
        return Code(SYNTAX_ERROR, Counter())
    found: Counter[str] = Counter()
    depth = _visit(tree, found)
    return Code(OK, found, depth, any(map(_is_no_sentence, tree.body)))


def code_counts(fragments: Sequence[Code]) -> Counter[str]:
    """Counts of tier `ast` for one completion: sums over its fragments, and the greatest depth."""
    counts = Counter({"ast:fragments": len(fragments)})
    for fragment in fragments:
        counts[f"ast:parse:{fragment.outcome}"] += 1
        counts.update({f"ast:{token}": count for token, count in fragment.tokens.items()})
    counts["ast:depth"] = max((fragment.depth for fragment in fragments), default=0)
    return counts


def dotted(node: ast.expr) -> str | None:
    """`a.b.c` as written; `.c` when it is longer than four names, or starts at something else than a name."""
    if isinstance(node, ast.Name):
        return node.id
    if not isinstance(node, ast.Attribute):
        return None
    names = ast.unparse(node).split(".")
    return ".".join(names) if len(names) <= 4 and all(map(str.isidentifier, names)) else f".{node.attr}"


def _visit(node: ast.AST, found: Counter[str]) -> int:
    """Adds the tokens of a node and of all below it; returns the levels they take up."""
    found[f"node:{_kind(node)}"] += 1
    found.update(f"{prefix}:{name[:64]}" for prefix, name in _named(node) if name is not None)
    below = [0]
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr_context):
            found[f"edge:{_kind(node)}>{_kind(child)}"] += 1
            below.append(_visit(child, found))
    return 1 + max(below)


def _kind(node: ast.AST) -> str:
    return type(node).__name__


def _named(node: ast.AST) -> list[tuple[str, str | None]]:
    """Prefix and name of each name-bearing token of one node."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [("def", node.name), *_decorators(node)]
        case ast.ClassDef():
            return [("class", node.name), *_decorators(node)]
        case ast.Call():
            return [("call", dotted(node.func))]
        case ast.Import():
            return [("import", alias.name.split(".")[0]) for alias in node.names]
        case ast.ImportFrom(level=0, module=str(module)):
            return [("import", module.split(".")[0])]
        case ast.ImportFrom():
            raise NotCovered("A relative import.")
        case ast.ExceptHandler(type=None):
            return [("except", "bare")]
        case ast.ExceptHandler(type=ast.Tuple(elts=caught)):
            return [("except", dotted(each)) for each in caught]
        case ast.ExceptHandler(type=caught):
            return [("except", dotted(caught))]
        case ast.Assign():
            return [("assign", name) for target in node.targets for name in _targets(target)]
        case ast.AnnAssign(value=None):
            return []
        case ast.AugAssign() | ast.NamedExpr() | ast.AnnAssign():
            return [("assign", name) for name in _targets(node.target)]
        case ast.Return():
            return [("return", _returned(node.value))]
    return []


def _decorators(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[tuple[str, str | None]]:
    bare = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return [("decorator", dotted(each)) for each in bare]


def _targets(target: ast.expr) -> list[str]:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return [name]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [name for part in parts for name in _targets(part)]
        case ast.Starred(value=inner):
            return _targets(inner)
    return []


def _returned(value: ast.expr | None) -> str | None:
    match value:
        case None:
            return "bare"
        case ast.Constant(value=True | False | None):
            return str(value.value)
        case ast.Constant():
            return type(value.value).__name__
    return None


def _is_no_sentence(statement: ast.stmt) -> bool:
    """Whether it is a statement that plain words cannot form."""
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None
    return isinstance(statement, (*ASSIGNMENTS, *IMPORTS, *DEFINITIONS, *COMPOUNDS))
