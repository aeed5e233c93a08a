"""The steps that carry the tables of an older schema to the present version: `sql/upgrades/N--M.sql`.

A step changes tables only. Views and macros are replaced from their files, and a table that is new is created
from its file unless a step creates it to move data into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.order import references
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, sql_root
from rolloutdiff.sqlfiles.tokens import tokenize


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step of the chain.

    Attributes:
        path: Path below the SQL root, with forward slashes.
        start: Version of the schema that it takes.
        end: Version that it makes, `start + 1`.
        summary: What it does, from the comment at its head.
        text: The whole file, in the default schema.
        body: The text after the comment.
    """

    path: str
    start: int
    end: int
    summary: str
    text: str
    body: str

    @property
    def touched(self) -> frozenset[str]:
        """Objects of ours that the step names."""
        return frozenset(references(self.body))

    @property
    def created(self) -> frozenset[str]:
        """Tables that the step creates."""
        return self._after("create", "table")

    @property
    def dropped(self) -> frozenset[str]:
        """Tables that the step drops."""
        return self._after("drop", "table")

    def _after(self, *words: str) -> frozenset[str]:
        tokens = tokenize(self.body)
        wanted = [*words, DEFAULT_SCHEMA, "."]
        ends = range(len(wanted), len(tokens))
        return frozenset(
            tokens[i].text.lower()
            for i in ends
            if [t.text.lower() for t in tokens[i - len(wanted) : i]] == wanted
        )


def _read(root: Path, start: int) -> Step:
    path = root / "upgrades" / f"{start}--{start + 1}.sql"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise WarehouseError(
            f"A schema of version {start} cannot be upgraded: there is no step {start}--{start + 1}.",
            "Install into a new schema.",
        ) from None
    head, prefix = [], f"-- From version {start} to {start + 1}: "
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        head.append(line)
    if not head or not head[0].startswith(prefix):
        raise WarehouseError(
            f"SQL file upgrades/{path.name}: the first line does not begin with {prefix!r}.",
            "Say there what the step does.",
        )
    summary = " ".join(
        [head[0].removeprefix(prefix), *(line.removeprefix("--").strip() for line in head[1:])]
    )
    return Step(
        path=f"upgrades/{path.name}",
        start=start,
        end=start + 1,
        summary=summary,
        text=text,
        body=text.split("\n", len(head))[-1],
    )


def upgrade_steps(start: int, end: int, root: Path | None = None) -> tuple[Step, ...]:
    """The steps from one version of the schema to another, in order.

    Args:
        start: Version of the schema that is there.
        end: Version that is wanted.
        root: SQL root; None takes that of the package.

    Raises:
        WarehouseError: A step is missing, or does not say what it does.
    """
    return tuple(_read(root or sql_root(), version) for version in range(start, end))
