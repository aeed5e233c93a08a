"""Cases of SQL objects, written in SQL: `tests/sql/macros/x.sql` holds those of `sql/macros/x.sql`.

A file is SQL with marks, so that it can be read, and pasted, in a DuckDB shell:

    -- given:              statements run before every case of the file; inside a case, before its calls
    -- given: NAME {JSON}  the same, after a stage
    -- case: TITLE         a case; it begins in a warehouse that was just installed
    -- run: NAME {JSON}    runs a stage or a check with these parameters
    -- call:               a query or a statement
    -- expect:             rows of the last run or call, one a line after `--   `, columns between ` | `
    -- expect: none        no row
    -- fails: REGEX        the last run or call fails with this message; what it did is taken back

Numbers with a fraction are written as Python writes them, in full; texts stand in quotes, as in SQL, with
line feeds as `\\n`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

_MARK = re.compile(r"-- (given|case|run|call|expect|fails):(?: (.*))?")
_ROW = "--   "


@dataclass
class Block:
    """One mark with what follows it.

    Attributes:
        mark: `given`, `run`, `call`, `expect` or `fails`.
        line: Line of the file, from 1.
        argument: Text behind the mark.
        lines: Lines below it: SQL, or the rows after `expect`.
    """

    mark: str
    line: int
    argument: str
    lines: list[str] = field(default_factory=list)

    @property
    def sql(self) -> str:
        """The statements below the mark."""
        return "\n".join(self.lines)

    def stage(self) -> tuple[str, dict[str, Any]]:
        """Name and parameters of the stage behind the mark."""
        name, _, params = self.argument.partition(" ")
        return name, json.loads(params or "{}")


@dataclass
class Case:
    """One case.

    Attributes:
        title: What it shows.
        line: Line of the file, from 1.
        blocks: Its blocks, those shared by the file first.
    """

    title: str
    line: int
    blocks: list[Block]


class NotACase(ValueError):
    """The file is not of the form described above."""


def _close(block: Block | None, path: Path) -> None:
    if block is None or block.mark in ("given", "call", "run", "fails"):
        return
    if (block.argument == "none") == bool(block.lines):
        raise NotACase(f"{path.name}:{block.line}: expect either rows or none")


def read_cases(path: Path) -> list[Case]:
    """The cases of a file.

    Args:
        path: Path of the file.

    Raises:
        NotACase: A mark is out of place, or a case expects nothing.
    """
    shared: list[Block] = []
    cases: list[Case] = []
    block: Block | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = _MARK.fullmatch(line)
        if mark is None:
            if block is None or not line.strip():
                continue
            if block.mark == "expect":
                if not line.startswith(_ROW):
                    raise NotACase(f"{path.name}:{number}: a row begins with {_ROW!r}")
                line = line[len(_ROW) :]
            elif block.mark == "fails" or (block.mark == "run" and not line.startswith("--")):
                raise NotACase(f"{path.name}:{number}: nothing may stand below {block.mark!r}")
            block.lines.append(line)
            continue
        _close(block, path)
        if mark[1] == "case":
            cases.append(Case(mark[2] or "", number, list(shared)))
            block = None
            continue
        before = block.mark if block else ""
        block = Block(mark[1], number, mark[2] or "")
        if block.mark in ("expect", "fails") and before not in ("run", "call"):
            raise NotACase(f"{path.name}:{number}: {block.mark!r} must follow a run or a call")
        if not cases and block.mark != "given":
            raise NotACase(f"{path.name}:{number}: {block.mark!r} stands outside a case")
        (cases[-1].blocks if cases else shared).append(block)
    _close(block, path)
    for case in cases:
        if not case.title or not any(b.mark in ("expect", "fails") for b in case.blocks):
            raise NotACase(f"{path.name}:{case.line}: a case has a title and expects something")
    return cases


def shown(value: object) -> str:
    """A value of a row, as a case writes it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        text = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\0", "\\0")
        return "'" + text.replace("'", "''") + "'"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(key)}: {shown(item)}" for key, item in value.items()) + "}"
    if isinstance(value, datetime):
        return f"timestamp '{value}'"
    if isinstance(value, Decimal):
        return f"decimal {value}"
    raise TypeError(f"a case cannot show a {type(value).__name__}")


def show_rows(rows: list[tuple[Any, ...]]) -> list[str]:
    """Rows as a case writes them, one text each."""
    return [" | ".join(map(shown, row)) for row in rows]


def case_files(root: Path) -> Iterator[tuple[str, Path]]:
    """Path below `root`, and the path itself, of every file of cases."""
    for path in sorted(root.rglob("*.sql")):
        yield path.relative_to(root).as_posix(), path
