"""Name-bearing tokens of syntax tree nodes: what is defined, called, imported, caught, assigned, returned.

- `def:f` for functions and methods, also async ones; `class:C`.
- `call:f`, `call:os.path.join`: the called name with at most four parts; a longer one, or one that does not
  start at a plain name (`"".join()`, `x[0].pop()`), keeps its last part: `call:.join`. Any other called
  expression (`x[0]()`) gives no token.
- `import:os`: the top-level module of `import os.path` and of `from os import path`; `import:.` and
  `import:.pkg` for relative imports.
- `except:ValueError` for each caught class, named as for calls; `except:bare`.
- `assign:x` for assignments to a name or an attribute (its last part), plain, annotated with a value,
  augmented, by `:=` or unpacked.
- `return:True`, `return:False`, `return:None`; `return:int`, `float`, `complex`, `str`, `bytes` and
  `ellipsis` for other constants by their type; `return:bare` without a value. What is no constant to the
  grammar gives no token: `return -1`, `return []`, `return ()`, `return f"{x}"`.
- `decorator:functools.cache`, named as for calls, arguments left out.

A name is cut after 64 characters.
"""

from __future__ import annotations

import ast
from ast import Attribute, Name
from collections.abc import Callable
from typing import Any, Final

MAX_NAME: Final = 64
MAX_PARTS: Final = 4


def dotted_name(node: ast.AST) -> str | None:
    """Name of an expression made of a name and attributes.

    Returns:
        `a.b.c` for up to four parts; `.last` for more parts and for attributes of anything else; None for an
        expression that is neither a name nor an attribute. At most 64 characters.
    """
    if isinstance(node, Name):
        return node.id[:MAX_NAME]
    if not isinstance(node, Attribute):
        return None
    last = node.attr
    path = last
    inner = node.value
    for _ in range(MAX_PARTS - 1):
        if isinstance(inner, Name):
            return f"{inner.id}.{path}"[:MAX_NAME]
        if not isinstance(inner, Attribute):
            break
        path = f"{inner.attr}.{path}"
        inner = inner.value
    return f".{last}"[:MAX_NAME]


def _decorators(node: Any, add: Callable[[str], None]) -> None:
    for decorator in node.decorator_list:
        name = dotted_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name is not None:
            add(f"ast:decorator:{name}")


def _function(node: Any, add: Callable[[str], None]) -> None:
    add(f"ast:def:{node.name[:MAX_NAME]}")
    _decorators(node, add)


def _class(node: Any, add: Callable[[str], None]) -> None:
    add(f"ast:class:{node.name[:MAX_NAME]}")
    _decorators(node, add)


def _call(node: Any, add: Callable[[str], None]) -> None:
    name = dotted_name(node.func)
    if name is not None:
        add(f"ast:call:{name}")


def _import(node: Any, add: Callable[[str], None]) -> None:
    for alias in node.names:
        add(f"ast:import:{alias.name.partition('.')[0][:MAX_NAME]}")


def _import_from(node: Any, add: Callable[[str], None]) -> None:
    module = (node.module or "").partition(".")[0]
    add(f"ast:import:{('.' + module if node.level else module)[:MAX_NAME]}")


def _handler(node: Any, add: Callable[[str], None]) -> None:
    if node.type is None:
        add("ast:except:bare")
        return
    for caught in node.type.elts if isinstance(node.type, ast.Tuple) else (node.type,):
        name = dotted_name(caught)
        if name is not None:
            add(f"ast:except:{name}")


def _target(target: Any, add: Callable[[str], None]) -> None:
    pending = [target]
    while pending:
        target = pending.pop()
        if isinstance(target, Name):
            add(f"ast:assign:{target.id[:MAX_NAME]}")
        elif isinstance(target, Attribute):
            add(f"ast:assign:{target.attr[:MAX_NAME]}")
        elif isinstance(target, ast.Tuple | ast.List):
            pending.extend(target.elts)
        elif isinstance(target, ast.Starred):
            pending.append(target.value)


def _assign(node: Any, add: Callable[[str], None]) -> None:
    for target in node.targets:
        _target(target, add)


def _assign_one(node: Any, add: Callable[[str], None]) -> None:
    if node.value is not None:
        _target(node.target, add)


def _return(node: Any, add: Callable[[str], None]) -> None:
    if node.value is None:
        add("ast:return:bare")
    elif isinstance(node.value, ast.Constant):
        value = node.value.value
        name = str(value) if value is None or isinstance(value, bool) else type(value).__name__
        add(f"ast:return:{name}")


NAMED: Final[dict[type[ast.AST], Callable[[Any, Callable[[str], None]], None]]] = {
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Call: _call,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.ExceptHandler: _handler,
    ast.Assign: _assign,
    ast.AnnAssign: _assign_one,
    ast.AugAssign: _assign_one,
    ast.NamedExpr: _assign_one,
    ast.Return: _return,
}
"""For each node type that bears names, the function that hands its full feature names to a collector."""
