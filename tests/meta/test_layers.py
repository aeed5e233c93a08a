"""Imports point downward only, each library has one home, and only the command line prints."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rolloutdiff"

# A unit is a module or a subpackage right below `rolloutdiff`. It may import itself and the units of
# lower ranks, never another of its own rank.
RANK = {
    "__main__": 9,
    "cli": 8,
    "audit": 7.5,
    "api": 7,
    "analysis": 6,
    "comparison": 6,
    "watching": 6,
    "certification": 5,
    "scan": 5,
    "results": 5,
    "inspection": 5,
    "report": 4,
    "pipeline": 4,
    "warehouse": 3,
    "ingest": 2,
    "features": 2,
    "stats": 2,
    "sqlfiles": 2,
    "columns": 1,
    "settings": 1,
    "wording": 1,
    "errors": 0,
}
# What the package's own face may name at module level; everything else there is imported on first use.
FACE = {"errors"}

HOME = {
    "sqlglot": {"sqlfiles"},
    "typer": {"cli"},
    "rich": {"cli"},
    "jinja2": {"report"},
    "scipy": {"stats"},
}
WITHOUT = {
    "features": {"duckdb", "pyarrow", "numpy", "scipy", "pandas", "polars"},
    "stats": {"duckdb", "pyarrow", "pandas", "polars"},
    "errors": {"duckdb", "pyarrow", "numpy"},
    "settings": {"duckdb", "pyarrow", "numpy"},
}
# The modules of a pure unit that hand its results to Arrow.
EXCEPT = {"rolloutdiff.features.batch": {"pyarrow", "numpy"}, "rolloutdiff.features.serving": {"pyarrow"}}

MODULES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def unit_of(module: str) -> str:
    """`rolloutdiff.stats.panel` → `stats`; the package itself → ``."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imported_modules(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and absolute name of every module imported anywhere in `tree`, functions included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                kept = parts[: len(parts) - node.level + (1 if is_package else 0)]
                base = ".".join([*kept, base] if base else kept)
            if base == "rolloutdiff":
                for alias in node.names:
                    yield node.lineno, face_module(alias.name)
            else:
                yield node.lineno, base
        elif isinstance(node, ast.Call) and called_name(node) in {"import_module", "__import__"}:
            yield from ((node.lineno, name.value) for name in node.args[:1] if isinstance(name, ast.Constant))


def face_module(name: str) -> str:
    """What `from rolloutdiff import name` reaches: a unit, the version, or a public name of the API."""
    if name in RANK:
        return f"rolloutdiff.{name}"
    return "rolloutdiff" if name.startswith("__") else "rolloutdiff.api"


def called_name(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def upward(unit: str, target: str) -> bool:
    """Whether `unit` importing `target` goes up or sideways."""
    return target not in {unit, ""} and RANK[target] >= RANK[unit]


def problems(source: str, module: str, is_package: bool = False) -> list[str]:
    """One sentence for each import or print in `source` that the layers forbid."""
    unit = unit_of(module)
    tree = ast.parse(source)
    found = []
    for line, name in imported_modules(tree, module, is_package):
        where = f"{module}:{line} imports {name}"
        library = name.split(".")[0]
        if library == "rolloutdiff":
            target = unit_of(name)
            if unit and target not in {*RANK, ""}:
                found.append(f"{where}, which has no layer")
            elif unit and upward(unit, target):
                found.append(f"{where}: {unit} may not import {target}")
        elif library in HOME and unit not in HOME[library]:
            found.append(f"{where}: only {', '.join(sorted(HOME[library]))} may")
        elif library in WITHOUT.get(unit, set()) - EXCEPT.get(module, set()):
            found.append(f"{where}: {unit} does without it")
    if unit not in {"cli", "__main__"}:
        found += [f"{module}:{line} prints" for line in prints(tree)]
    return found


def prints(tree: ast.AST) -> Iterator[int]:
    """Lines that write to the terminal: `print`, `sys.stdout`, `sys.stderr`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            written = isinstance(node.func, ast.Name) and node.func.id == "print"
        else:
            written = isinstance(node, ast.Attribute) and ast.unparse(node) in {"sys.stdout", "sys.stderr"}
        if written:
            yield node.lineno


@pytest.mark.parametrize("path", MODULES, ids=[module_name(path) for path in MODULES])
def test_module_keeps_to_its_layer(path: Path) -> None:
    found = problems(path.read_text(encoding="utf-8"), module_name(path), path.name == "__init__.py")
    assert found == []


def test_every_unit_has_a_layer() -> None:
    units = {unit_of(module_name(path)) for path in MODULES} - {""}
    assert units - set(RANK) == set(), "give each new module below rolloutdiff/ a rank"


def test_package_face_imports_nothing_eagerly() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    eager = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name for node in eager for _, name in imported_modules(node, "rolloutdiff", True)}
    ours = {unit_of(name) for name in names if name.split(".")[0] == "rolloutdiff"} - {""}
    assert ours <= FACE


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("rolloutdiff.stats.panel", "from rolloutdiff.features import x", "stats may not import features"),
        ("rolloutdiff.ingest.trl", "from ..sqlfiles import store", "ingest may not import sqlfiles"),
        ("rolloutdiff.report.page", "import rolloutdiff.pipeline", "report may not import pipeline"),
        ("rolloutdiff.warehouse.stage", "def f():\n    from rolloutdiff import api", "may not import api"),
        ("rolloutdiff.pipeline.x", "from rolloutdiff import load_trl", "pipeline may not import api"),
        ("rolloutdiff.errors", "from rolloutdiff.settings import x", "errors may not import settings"),
        ("rolloutdiff.warehouse.x", "from sqlglot import exp", "only sqlfiles may"),
        ("rolloutdiff.report.x", "import rich.table", "only cli may"),
        ("rolloutdiff.api", "from importlib import import_module\nimport_module('typer')", "only cli may"),
        ("rolloutdiff.features.x", "import duckdb", "features does without it"),
        ("rolloutdiff.stats.x", "from rolloutdiff.newcomer import y", "has no layer"),
        ("rolloutdiff.api", "print(1)", "prints"),
        ("rolloutdiff.pipeline.x", "import sys\nsys.stderr.write('x')", "prints"),
    ],
)
def test_check_finds(module: str, source: str, complaint: str) -> None:
    assert [complaint in sentence for sentence in problems(source, module)] == [True]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("rolloutdiff.cli.analyze", "import typer\nfrom rolloutdiff import api\nprint(1)"),
        ("rolloutdiff.pipeline.x", "from rolloutdiff.stats import y\nfrom . import load"),
        ("rolloutdiff.settings", "from rolloutdiff.errors import UsageError"),
        ("rolloutdiff.report.x", "from rolloutdiff import __version__"),
        ("rolloutdiff.sqlfiles.x", "import sqlglot\nfrom .tokens import tokenize"),
    ],
)
def test_check_allows(module: str, source: str) -> None:
    assert problems(source, module) == []
