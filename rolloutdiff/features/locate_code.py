"""Where structural features stand: fragments of a response, and the code of a feature in a fragment.

The fragments are those of `rolloutdiff.features.extract`, with the way back from each of their characters to
the response. A place is the part of the code that a reader should look at: `def name` of a definition, the
called name of a call, the header of a compound statement, the element itself otherwise.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rolloutdiff.features.ast_names import MAX_NAME, dotted_name
from rolloutdiff.features.bounds import Outcome
from rolloutdiff.features.escaped import escaped_texts
from rolloutdiff.features.fragments import is_python_language
from rolloutdiff.features.layout import Kind, Layout
from rolloutdiff.features.parsing import parse
from rolloutdiff.features.reading import Limits, read_unfenced
from rolloutdiff.features.specials import trim_special_tokens

# Start and end in the code of a fragment.
_Place = tuple[int, int]

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_DEFINITION: Final = re.compile(r"(?:async[\s\\]+)?(?:def|class)[\s\\]+\w+")
_LAST_NAME: Final = re.compile(r"\w+\Z")
_OPERATORS: Final = (ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
_BLOCKS: Final = frozenset({"body", "cases", "handlers", "orelse", "finalbody", "decorator_list"})


class Fragment(NamedTuple):
    """Code as it is parsed, and where its characters stand.

    Attributes:
        code: The code.
        starts: Offsets in the code, ascending, at which an unbroken piece of the response begins.
        places: Offsets of these pieces in the response.
    """

    code: str
    starts: list[int]
    places: list[int]

    def in_response(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of the code, not empty, as a stretch of the response."""
        return self._offset(start), self._offset(end - 1) + 1

    def _offset(self, at: int) -> int:
        piece = bisect_right(self.starts, at) - 1
        return self.places[piece] + at - self.starts[piece]


def _trimmed(code: str, starts: list[int], places: list[int], *, strip: bool) -> Fragment:
    """The fragment that is left when special tokens go, and with `strip` all white space at both ends."""
    kept = trim_special_tokens(code)
    # Behind a letter nothing is trimmed at the start, which leaves the length of what goes at the end.
    first = len(trim_special_tokens("x" + code)) - 1 - len(kept)
    if strip:
        first += len(kept) - len(kept.lstrip())
        kept = kept.strip()
    first = max(first, 0)
    piece = max(bisect_right(starts, first) - 1, 0)
    places = [places[piece] + first - starts[piece], *places[piece + 1 :]]
    return Fragment(kept, [0, *(start - first for start in starts[piece + 1 :])], places)


def _fenced(response: str, start: int, end: int, indent: int) -> Fragment:
    """A fenced block without the indentation of its fence."""
    starts, places, lines = [], [], []
    at = 0
    for line in re.split(r"(?<=\n)", response[start:end]):
        margin = len(line) - len(line.lstrip(" \t")) if indent else 0
        cut = min(margin, indent)
        starts.append(at)
        places.append(start + cut)
        lines.append(line[cut:])
        at += len(line) - cut
        start += len(line)
    return _trimmed("".join(lines), starts, places, strip=False)


def unfenced_fragment(response: str, layout: Layout, limits: Limits) -> Fragment | None:
    """The answer as one fragment, when it has no fence and reads as a program."""
    if any(span.kind is Kind.CODE for span in layout.spans):
        return None
    prose = [span for span in layout.spans if span.kind is Kind.PROSE]
    answer = "\n".join(response[span.start : span.end] for span in prose)
    if not prose or read_unfenced(answer, limits) is None:
        return None
    starts, places, at = [], [], 0
    for span in prose:
        # The line feed between two stretches stands for what is left out there.
        starts.append(at)
        places.append(span.start)
        at += span.end - span.start + 1
    return _trimmed(answer, starts, places, strip=True)


def code_fragments(response: str, layout: Layout, limits: Limits) -> list[Fragment]:
    """The Python fragments of a response, in text order."""
    unfenced = unfenced_fragment(response, layout, limits)
    found = [
        _fenced(response, span.start, span.end, span.indent)
        for span in layout.spans
        if span.kind is Kind.CODE and is_python_language(span.language)
    ]
    if unfenced is not None:
        found = [unfenced]
        if not any(span.kind is Kind.CALL for span in layout.spans):
            return found
    found += [
        _trimmed(part.text, list(range(len(part.text))), part.places, strip=False)
        for part in escaped_texts(response, layout, limits)
        if part.is_code
    ]
    return sorted(found, key=lambda fragment: fragment.places[:1])


def code_places(fragment: Fragment, kind: str, name: str, limits: Limits) -> list[tuple[int, int]]:
    """Where a structural feature stands in a fragment, as stretches of the response.

    Args:
        fragment: The fragment.
        kind: What follows `ast:` in the name of the feature: `def`, `node`, `parse`, …
        name: What follows the kind.
        limits: Bounds on code that is parsed.

    Returns:
        One stretch per occurrence, in text order; they may overlap. None is empty.
    """
    tree = parse(fragment.code, max_bytes=limits.max_bytes, max_depth=limits.max_depth)
    outcome = tree if isinstance(tree, Outcome) else Outcome.OK
    found: list[_Place] = []
    if kind == "fragments" or (kind == "parse" and name == outcome.value):
        found = [(0, len(fragment.code))]
    elif not isinstance(tree, Outcome):
        found = sorted(_Code(fragment.code).find(tree, kind, name))
    return [fragment.in_response(start, end) for start, end in found if start < end]


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Child nodes that bear features; empty pieces of f-strings do not."""
    for child in ast.iter_child_nodes(node):
        empty = isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant) and child.value == ""
        if not empty and not isinstance(child, ast.expr_context):
            yield child


class _Code:
    """Code with the way from positions in its syntax tree to offsets."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._is_ascii = code.isascii()
        self._lines = [0, *(match.end() for match in _LINE_END.finditer(code))]

    def find(self, tree: ast.Module, kind: str, name: str) -> Iterator[_Place]:
        """Places of a feature."""
        named = _NAMED.get(kind)
        # Node, its parent, and the f-string around them: positions inside one differ between Pythons.
        pending: list[tuple[ast.AST, ast.AST | None, _Place | None]] = [(tree, None, None)]
        while pending:
            node, parent, string = pending.pop()
            own = type(node).__name__
            if (kind == "node" and own == name) or (
                kind == "edge" and f"{type(parent).__name__}>{own}" == name
            ):
                yield string or self.place(node, parent)
            if named is not None:
                yield from (string or place for found, place in named(self, node) if found == name)
            inside = string or (self.place(node) if isinstance(node, ast.JoinedStr) else None)
            operators = [child for child in _children(node) if isinstance(child, _OPERATORS)]
            for i, operator in enumerate(operators):
                sign = type(operator).__name__
                if (kind == "node" and sign == name) or (kind == "edge" and f"{own}>{sign}" == name):
                    yield inside or self._sign(node, i)
            pending += [(c, node, inside) for c in _children(node) if not isinstance(c, _OPERATORS)]

    def _offset(self, line: int, column: int) -> int:
        """Offset of a position; columns count UTF-8 bytes."""
        start = self._lines[line - 1]
        if self._is_ascii:
            return start + column
        text = self.code[start : start + column]
        return start + len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))

    def extent(self, node: ast.AST) -> _Place | None:
        """Start and end of a node; of its children for a node without a position, None without any."""
        pending, found = [node], []
        while pending:
            part: Any = pending.pop()
            if hasattr(part, "end_lineno"):
                start = self._offset(part.lineno, part.col_offset)
                found.append((start, self._offset(part.end_lineno, part.end_col_offset)))
            else:
                pending += _children(part)
        return (min(found)[0], max(end for _, end in found)) if found else None

    def place(self, node: ast.AST, parent: ast.AST | None = None) -> _Place:
        """What to look at for a node: the header of a compound statement, the whole of any other node.

        The parameters of a function that has none stand nowhere; the place is then that of the parent.
        """
        if isinstance(node, ast.Module):
            return 0, len(self.code)
        extent = self.extent(node)
        if extent is None:
            return (0, 0) if parent is None else self.place(parent)
        start, end = extent
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        if not isinstance(body, list):
            return extent
        first = [*getattr(body[0], "decorator_list", ()), body[0]][0]
        end = (self.extent(first) or extent)[0]
        head = [self.extent(child) for child in self._head(node)]
        line_end = _LINE_END.search(self.code, max([start, *(place[1] for place in head if place)]), end)
        text = self.code[start : line_end.start() if line_end else end]
        return start, start + len(text.rstrip("@ \t\f\r\n"))

    @staticmethod
    def _head(node: ast.AST) -> Iterator[ast.AST]:
        for field, value in ast.iter_fields(node):
            if field not in _BLOCKS:
                yield from (
                    v for v in (value if isinstance(value, list) else [value]) if isinstance(v, ast.AST)
                )

    def _sign(self, node: Any, index: int) -> _Place:
        """Where an operator of a node stands: between its operands."""
        if isinstance(node, ast.UnaryOp):
            before, after = None, node.operand
        elif isinstance(node, ast.BinOp):
            before, after = node.left, node.right
        elif isinstance(node, ast.AugAssign):
            before, after = node.target, node.value
        elif isinstance(node, ast.BoolOp):
            before, after = node.values[:2]
        else:
            before, after = [node.left, *node.comparators][index : index + 2]
        whole = self.place(node)
        start = whole[0] if before is None else (self.extent(before) or whole)[1]
        gap = self.code[start : (self.extent(after) or whole)[0]]
        sign = gap.strip("() \t\f\r\n\\")
        if not sign:
            return whole
        start += gap.index(sign)
        return start, start + len(sign)

    def last_name(self, node: ast.AST) -> _Place:
        """The last name of an expression that ends in one."""
        start, end = self.place(node)
        match = _LAST_NAME.search(self.code[start:end])
        return (start if match is None else start + match.start()), end


_Named = Iterator[tuple[str, _Place]]


def _dotted(code: _Code, node: ast.AST) -> _Named:
    name = dotted_name(node)
    if name is not None:
        yield name, code.last_name(node) if name.startswith(".") else code.place(node)


def _definition(code: _Code, node: Any) -> _Named:
    start, end = code.place(node)
    match = _DEFINITION.match(code.code, start)
    yield node.name[:MAX_NAME], (start, match.end() if match else end)


def _def(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from _definition(code, node)


def _class(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.ClassDef):
        yield from _definition(code, node)


def _call(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.Call):
        yield from _dotted(code, node.func)


def _decorator(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        for decorator in node.decorator_list:
            yield from _dotted(code, decorator.func if isinstance(decorator, ast.Call) else decorator)


def _import(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name.partition(".")[0][:MAX_NAME], code.place(alias)
    elif isinstance(node, ast.ImportFrom):
        module = (node.module or "").partition(".")[0]
        yield ("." + module if node.level else module)[:MAX_NAME], code.place(node)


def _except(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.ExceptHandler):
        if node.type is None:
            yield "bare", code.place(node)
            return
        for caught in node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]:
            yield from _dotted(code, caught)


def _assign(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.Assign):
        pending = list(node.targets)
    elif isinstance(node, ast.AugAssign | ast.NamedExpr) or (isinstance(node, ast.AnnAssign) and node.value):
        pending = [node.target]
    else:
        return
    while pending:
        target = pending.pop()
        if isinstance(target, ast.Name):
            yield target.id[:MAX_NAME], code.place(target)
        elif isinstance(target, ast.Attribute):
            yield target.attr[:MAX_NAME], code.last_name(target)
        elif isinstance(target, ast.Tuple | ast.List):
            pending += target.elts
        elif isinstance(target, ast.Starred):
            pending.append(target.value)


def _return(code: _Code, node: ast.AST) -> _Named:
    if isinstance(node, ast.Return):
        if node.value is None:
            yield "bare", code.place(node)
        elif isinstance(node.value, ast.Constant):
            value = node.value.value
            name = str(value) if value is None or isinstance(value, bool) else type(value).__name__
            yield name, code.place(node)


_NAMED: Final[dict[str, Callable[[_Code, ast.AST], _Named]]] = {
    "def": _def,
    "class": _class,
    "call": _call,
    "decorator": _decorator,
    "import": _import,
    "except": _except,
    "assign": _assign,
    "return": _return,
}
