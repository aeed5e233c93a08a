"""Writes `sql/README.md` from the headers of the SQL files and from what DuckDB reports of them.

Run `python -m rolloutdiff.sqlfiles.readme` in a checkout after a change of a SQL file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.header import Parameter
from rolloutdiff.sqlfiles.judge import judge
from rolloutdiff.sqlfiles.lineage import Lineage
from rolloutdiff.sqlfiles.store import SqlFile, control, load_all, sql_root
from rolloutdiff.sqlfiles.upgrades import upgrade_steps

_SECTIONS = (
    ("Tables", ("table",)),
    ("Macros", ("macro", "table_macro")),
    ("Views", ("view",)),
    ("Stages", ("stage",)),
    ("Checks", ("check",)),
)
_ABOUT = {
    "Tables": "Filled by the stages; every one can be queried.",
    "Macros": "A macro carries its version in its name and never changes once released. Where a column comes "
    "from is told down to the tables; what only filters, groups or joins is left out.",
    "Views": "The stable contract: columns are added, never dropped, renamed or retyped. "
    "They show complete analyses only.",
    "Stages": "Statements with `$named` parameters that write the tables; they are run, not installed. "
    "Names without a schema are temporary tables of the stages before, or Arrow tables given by the caller.",
    "Checks": "Invariants: queries that return no row when all is well; they are run, not installed.",
    "Upgrades": "Steps from one version of the schema to the next, for tables. `rolloutdiff upgrade` runs "
    "them, replaces views and macros, and compares the result with a fresh installation before it commits.",
}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return ["| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines]


def _uses(file: SqlFile) -> str:
    return ", ".join(f"`{name}`" for name in file.header.requires) or "none"


def _named(parameters: tuple[Parameter, ...], otherwise: str) -> str:
    described = [f"`{p.name}` {p.type}: {p.text}" if p.type else f"`{p.name}`: {p.text}" for p in parameters]
    return "; ".join(described) or otherwise


def _sources(origins: Sequence[str]) -> str:
    """Where a column comes from: columns of tables, then tables whose rows are counted."""
    columns = [f"`{origin}`" for origin in origins if not origin.endswith(".*")]
    counted = [f"`{origin.removesuffix('.*')}`" for origin in origins if origin.endswith(".*")]
    parts = [", ".join(columns), "rows of " + ", ".join(counted)]
    return "; ".join(part for part, found in zip(parts, (columns, counted), strict=True) if found)


def _installed(
    file: SqlFile, columns: list[tuple[str, str]], origins: Mapping[str, Sequence[str]]
) -> list[str]:
    """Section of a table, macro or view, with the columns that DuckDB reports and where they come from."""
    parameters = file.header.parameters()
    call = f"({', '.join(p.name for p in parameters)})" if file.kind in ("macro", "table_macro") else ""
    lines = [f"### `{file.name}{call}`", "", file.header.summary, ""]
    if call and parameters:
        lines += _table(
            ("parameter", "type", "meaning"), [(f"`{p.name}`", p.type, p.text) for p in parameters]
        )
        lines.append("")
    meaning = {column.name: column.text for column in file.header.columns()}
    rows: list[tuple[str, ...]] = [
        (f"`{name}`", kind, meaning.get(name, file.header.returns)) for name, kind in columns
    ]
    head: tuple[str, ...] = ("column", "type", "meaning")
    if origins:
        head += ("from",)
        rows = [(*row, _sources(origins[name])) for row, (name, _) in zip(rows, columns, strict=True)]
    facts = f"Version {file.header.version}, since {file.header.since}. Uses: {_uses(file)}."
    return [*lines, *_table(head, rows), "", facts, ""]


def _run(files: list[SqlFile]) -> list[str]:
    """One table for all stages or checks."""
    rows = [
        (
            f"`{file.name}`",
            file.header.summary,
            _named(file.header.parameters(), file.header.params),
            _named(file.header.columns(), file.header.returns),
            _uses(file),
        )
        for file in files
    ]
    return [*_table(("name", "what it does", "parameters", "returns", "uses"), rows), ""]


def render(root: Path | None = None) -> str:
    """The text of `sql/README.md`.

    Args:
        root: SQL root; None takes that of the package.

    Raises:
        WarehouseError: DuckDB refuses one of the files.
    """
    files, settings = load_all(root), control(root)
    verdict, lineage = judge(files), Lineage(files)
    if verdict.errors:
        path, message = verdict.errors[0]
        raise WarehouseError(f"SQL file {path} cannot be described: {message}", "Correct it first.")
    lines = [
        "# SQL objects",
        "",
        "Written from the headers of the files by `python -m rolloutdiff.sqlfiles.readme`.",
        "",
        f"Schema `{settings.default_schema}`, version {settings.schema_version}. "
        f"DuckDB {settings.duckdb_floor} or later. One object per file; the file is named like the object.",
        "",
    ]
    questions = (root or sql_root()) / "questions.sql"
    if questions.exists():
        text = questions.read_text(encoding="utf-8").rstrip()
        lines += ["## Questions", "", "What people ask, over the report views:", ""]
        lines += ["```sql", text, "```", ""]
    for title, kinds in _SECTIONS:
        found = [file for file in files if file.kind in kinds]
        if not found:
            continue
        lines += [f"## {title}", "", _ABOUT[title], ""]
        if kinds[0] in ("stage", "check"):
            lines += _run(found)
        else:
            for file in found:
                origins = lineage.columns(file.name) if file.kind in ("view", "table_macro") else {}
                lines += _installed(file, verdict.columns[file.name], origins)
    steps = upgrade_steps(1, settings.schema_version, root)
    if steps:
        lines += ["## Upgrades", "", _ABOUT["Upgrades"], ""]
        lines += _table(("step", "what it does"), [(f"`{step.path}`", step.summary) for step in steps])
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Writes the file into the SQL root of this checkout."""
    (sql_root() / "README.md").write_text(render(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
