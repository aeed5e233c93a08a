"""The shape of the checkout: its top level, the size of its modules, and nothing of one machine in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "benchmarks",
    "pyproject.toml",
    "rolloutdiff",
    "sql",
    "tests",
}
MODULE_BYTES = 20_000

# Written in pieces, so that this file does not hold what it looks for.
HOSTS = [f"{name}.org" for name in ("pypi", "pythonhosted", "debian", "npmjs")]
MACHINE_PATHS = ["/" + folder + "/" for folder in ("work", "root")]

GENERATED = {"__pycache__", "build", "dist", "demo-out", "out", ".hypothesis"}


def ours(top: Path) -> list[Path]:
    """Files of the checkout: no environments, caches or results, which are all ignored by git."""
    found = []
    for folder, folders, names in os.walk(top):
        at_top = Path(folder) == top
        folders[:] = sorted(
            name
            for name in folders
            if name not in GENERATED and (name == ".ci" or not (at_top and name.startswith(".")))
        )
        found += [Path(folder) / name for name in sorted(names)]
    return found


FILES = ours(ROOT)


def test_top_level_is_fixed() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in FILES}
    # Not part of the checkout: the marker of an unfinished environment, the link file of a worktree.
    assert {name for name in tops if not name.startswith((".venv", ".git"))} <= TOP_LEVEL
    assert {".gitattributes", ".gitignore"} <= tops


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if path.suffix == ".py" and path.relative_to(ROOT).parts[0] != "tests"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_module_is_small(path: Path) -> None:
    assert path.stat().st_size < MODULE_BYTES


@pytest.mark.parametrize("needle", [*HOSTS, *MACHINE_PATHS])
def test_nothing_names_a_registry_or_a_machine(needle: str) -> None:
    holders = [str(path.relative_to(ROOT)) for path in FILES if needle.encode() in path.read_bytes()]
    assert holders == []


def test_data_stays_small() -> None:
    data = [path for path in FILES if path.suffix not in {".py", ".sql", ".md", ".toml"}]
    assert sum(path.stat().st_size for path in data) < 7_000_000


def test_text_has_plain_line_ends() -> None:
    texts = {path: path.read_bytes() for path in FILES if path.suffix in {".py", ".sql", ".md", ".toml"}}
    assert [path for path, data in texts.items() if b"\r" in data or (data and data[-1:] != b"\n")] == []
