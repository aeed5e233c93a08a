"""Where the columns of our views and table macros come from, down to the columns of tables.

Every column in our files is qualified by an alias (the gate sees to it), so that a walk over the syntax
tree finds the source of each: through common table expressions, subqueries, other views and table macros.
What only filters, groups or joins is no source of a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.lint_tree import parsable
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, SqlFile

if TYPE_CHECKING:
    from sqlglot import exp

Origins = frozenset[str]


@dataclass(frozen=True)
class Relation:
    """What can stand behind an alias.

    Attributes:
        columns: Sources of every column, in order: `table.column`, or `table.*` where rows are counted.
        rows: Sources of its rows, each `table.*`.
    """

    columns: dict[str, Origins]
    rows: Origins


_NOTHING = Relation({}, frozenset())


class Lineage:
    """Sources of the columns of a set of files; each file is read once, when asked for.

    Args:
        files: Files that together are complete.
    """

    def __init__(self, files: Iterable[SqlFile]) -> None:
        self._files = {file.name: file for file in files}
        self._known: dict[str, Relation] = {}

    def columns(self, name: str) -> dict[str, tuple[str, ...]]:
        """Sources of every column of a table, view or table macro.

        Args:
            name: Name of the object.

        Returns:
            By column, in order: `table.column`, sorted; `table.*` where rows are counted or numbered; nothing
            for a constant and for a parameter.

        Raises:
            WarehouseError: No such object is among the files, or it cannot be read.
        """
        return {column: tuple(sorted(found)) for column, found in self._relation(name).columns.items()}

    def _relation(self, name: str) -> Relation:
        if name not in self._known:
            if name not in self._files:
                raise WarehouseError(f"There is no SQL object named {name!r}.", "Correct the name.")
            self._known[name] = self._read(self._files[name])
        return self._known[name]

    def _read(self, file: SqlFile) -> Relation:
        if file.kind == "table":
            names = [column.name for column in file.header.columns()]
            return Relation(
                {n: frozenset({f"{file.name}.{n}"}) for n in names}, frozenset({f"{file.name}.*"})
            )
        import sqlglot
        from sqlglot import exp
        from sqlglot.errors import SqlglotError

        try:
            tree = sqlglot.parse_one(parsable(file)[0], read="duckdb")
        except SqlglotError as error:
            message = f"SQL file {file.path} cannot be read: {str(error).partition(chr(10))[0]}."
            raise WarehouseError(message, "Correct it first.") from error
        query = tree.expression if isinstance(tree, exp.Create) else tree
        return self._query(query, {})

    def _query(self, query: exp.Expr, around: dict[str, Relation]) -> Relation:
        """What a query returns; `around` has the common table expressions that it sees."""
        from sqlglot import exp

        while isinstance(query, exp.Subquery | exp.Paren):
            query = query.this
        visible = dict(around)
        for common in query.ctes if isinstance(query, exp.Query) else ():
            visible[common.alias.lower()] = self._query(common.this, visible)
        if isinstance(query, exp.SetOperation):
            left, right = self._query(query.left, visible), self._query(query.right, visible)
            pairs = zip(left.columns.items(), right.columns.values(), strict=True)
            return Relation({name: a | b for (name, a), b in pairs}, left.rows | right.rows)
        if not isinstance(query, exp.Select):
            return _NOTHING
        sources = self._sources(query, visible)
        rows = frozenset[str]().union(*(source.rows for source in sources.values()))
        columns: dict[str, Origins] = {}
        for item in query.selects:
            columns[item.alias_or_name.lower()] = self._origins(item, sources, rows, columns, visible)
        return Relation(columns, rows)

    def _sources(self, query: exp.Select, visible: dict[str, Relation]) -> dict[str, Relation]:
        """What each alias of a `from` clause stands for."""
        from sqlglot import exp

        found: dict[str, Relation] = {}
        first = query.args.get("from_") or query.args.get("from")
        for clause in (first, *(query.args.get("joins") or ())):
            item = clause.this if clause is not None else None
            if item is None:
                continue
            alias = item.alias_or_name.lower()
            if isinstance(item, exp.Subquery):
                found[alias] = self._query(item, visible)
            elif isinstance(item, exp.Table):
                # A table function of DuckDB has no schema and no columns of ours.
                name = item.this.name.lower()
                ours = item.db.lower() == DEFAULT_SCHEMA
                found[alias] = self._relation(name) if ours else visible.get(name, _NOTHING)
        return found

    def _origins(
        self,
        item: exp.Expr,
        sources: dict[str, Relation],
        rows: Origins,
        before: dict[str, Origins],
        visible: dict[str, Relation],
    ) -> Origins:
        """Sources of an expression; `before` has the output columns to its left, which it may name."""
        from sqlglot import exp

        found: set[str] = set()
        stack: list[exp.Expr] = [item]
        while stack:
            node = stack.pop()
            if isinstance(node, exp.Query):
                for origins in self._query(node, visible).columns.values():
                    found |= origins
                continue
            if isinstance(node, exp.Column):
                table, name = node.table.lower(), node.name.lower()
                if table in sources:
                    found |= sources[table].columns.get(name, frozenset())
                elif not table:
                    found |= before.get(name, frozenset())
                continue
            if isinstance(node, exp.RowNumber) or (
                isinstance(node, exp.Count) and isinstance(node.this, exp.Star)
            ):
                found |= rows
            if isinstance(node, exp.Order) and isinstance(node.parent, (exp.Sum, exp.Avg)):
                # The order of a sum keeps its last digit; that of a list or window makes the value.
                stack.append(node.this)
                continue
            grouping = node.args.get("partition_by") or () if isinstance(node, exp.Window) else ()
            stack.extend(child for child in node.iter_expressions() if child not in grouping)
        return frozenset(found)
