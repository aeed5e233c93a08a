"""Task: one parser of Python on fragments: which it takes, and how long it needs to visit every node.

`ast` defines the features and decides which code parses; what another parser takes is held against it.
"""

from __future__ import annotations

import ast
import random
import sysconfig
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.speed.measure import Clock
from benchmarks.speed.task_extract import distinct_fragments, read_texts
from rolloutdiff.features.parsing import GRAMMAR

MODULES = 40
LONGEST = 65_536


def _library(seed: int) -> Iterable[str]:
    """Modules of the standard library, each whole and cut somewhere, as an answer at its token limit is."""
    draw = random.Random(seed)
    folder = Path(sysconfig.get_path("stdlib"))
    for file in sorted(folder.glob("*.py"))[:MODULES]:
        code = file.read_text(encoding="utf-8")
        if len(code) <= LONGEST:
            yield code
            yield code[: draw.randrange(len(code))]


def _ast() -> Callable[[str], Any]:
    def parse(code: str) -> Any:
        try:
            return ast.parse(code, feature_version=GRAMMAR)
        except (SyntaxError, ValueError):
            return None

    return parse


def _tree_sitter() -> Callable[[str], Any]:
    import tree_sitter
    import tree_sitter_python

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))

    def parse(code: str) -> Any:
        root = parser.parse(code.encode()).root_node
        return None if root.has_error else root

    return parse


def _libcst() -> Callable[[str], Any]:
    import libcst

    def parse(code: str) -> Any:
        try:
            return libcst.parse_module(code)
        except libcst.ParserSyntaxError:
            return None

    return parse


def _parso() -> Callable[[str], Any]:
    import parso

    grammar = parso.load_grammar(version=".".join(map(str, GRAMMAR)))

    def parse(code: str) -> Any:
        tree = grammar.parse(code)
        return None if next(iter(grammar.iter_errors(tree)), None) else tree

    return parse


def _ast_serialize() -> Callable[[str], Any]:
    import ast_serialize

    def parse(code: str) -> Any:
        found, errors, *_ = ast_serialize.parse("fragment.py", code, python_version=GRAMMAR)
        return None if errors else found

    return parse


def _visit(root: Any) -> Counter[str]:
    """Kinds of all nodes, as plainly as the parser allows; what has no nodes is not visited."""
    kinds: Counter[str] = Counter()
    pending = [] if isinstance(root, bytes) else [root]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.AST):
            kinds[type(node).__name__] += 1
            pending.extend(ast.iter_child_nodes(node))
        else:
            kinds[getattr(node, "type", type(node).__name__)] += 1
            pending.extend(getattr(node, "children", ()))
    return kinds


PARSERS: dict[str, Callable[[], Callable[[str], Any]]] = {
    "ast": _ast,
    "tree-sitter": _tree_sitter,
    "libcst": _libcst,
    "parso": _parso,
    "ast-serialize": _ast_serialize,
}


def task(clock: Clock, *, completions: str, count: int, parser: str, seed: int) -> None:
    """Time parsing of all fragments, then parsing and visiting; compare what parses with what `ast` says."""
    warnings.simplefilter("ignore")
    fragments = distinct_fragments(read_texts(Path(completions), count)["response"].to_pylist())
    fragments += _library(seed)
    parse = PARSERS[parser]()
    with clock.timed():
        taken = [parse(code) is not None for code in fragments]
    visits = Clock()
    with visits.timed():
        for code in fragments:
            root = parse(code)
            if root is not None:
                _visit(root)
    expected = [root is not None for root in map(_ast(), fragments)]
    clock.found = {
        "fragments": len(fragments),
        "bytes": sum(len(code.encode()) for code in fragments),
        "visit_seconds": visits.seconds,
        "refuses": sum(a and not b for a, b in zip(expected, taken, strict=True)),
        "takes": sum(b and not a for a, b in zip(expected, taken, strict=True)),
    }
