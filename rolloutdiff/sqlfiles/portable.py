"""Our SQL files for another engine: the statements of a file marked portable, in Spark's dialect.

Every part of a statement is held against a list of what means the same in both engines. What is written in
another way there, such as rows of a list or a sum in a given order, is rewritten here; anything else is
refused by the name of its file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from rolloutdiff.errors import NotPortable
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, load

# Classes of the tree that mean the same in both engines, or have a rule below.
_NODES: Final = (
    "Add Alias And AnyValue ArrayAgg Between Boolean Bracket CTE Case Cast Chr Coalesce Column Count "
    "DPipe DataType Distinct Div EQ Encode Explode From GT GTE Greatest Group Identifier If "
    "IgnoreNulls In IntDiv Is Join LT LTE Limit Literal Max Min Mod Mul NEQ Not Null Or Order "
    "Ordered Paren Placeholder Qualify Rank RowNumber Select Slice Split Sqrt Star Sub Subquery Sum "
    "Table TableAlias Union Where Window With"
)
_FUNCTIONS: Final = ("generate_subscripts", "strlen")
# Types, as Spark calls them; integers of 128 bits are decimals there, exact up to 38 digits.
_TYPES: Final = {
    "BOOLEAN": "boolean",
    "TINYINT": "tinyint",
    "SMALLINT": "smallint",
    "INT": "int",
    "BIGINT": "bigint",
    "INT128": "decimal(38, 0)",
    "DOUBLE": "double",
    "TEXT": "string",
    "VARCHAR": "string",
}

Columns = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class PortableStatement:
    """One statement for Spark.

    Attributes:
        act: What it does: makes a table, adds rows to one, gives rows, or drops a table.
        table: Name of the table without its schema; empty for one that gives rows.
        columns: Name and Spark type of the columns, where a table is made without rows or is one of ours.
        query: Spark SQL of the rows, with `:named` parameters; empty where there are none.
        params: Names of the parameters that the query mentions.
    """

    act: Literal["make", "add", "give", "drop"]
    table: str = ""
    columns: Columns = ()
    query: str = ""
    params: frozenset[str] = frozenset()


def portable_statements(name: str, root: Path | None = None) -> tuple[PortableStatement, ...]:
    """The statements of a SQL file for Spark.

    Args:
        name: Name of a file whose header says that it is portable.
        root: SQL root; None takes that of the package.

    Raises:
        NotPortable: The file is not marked, or holds what has no known equal: names the file and the part.
    """
    return tuple(_Carrier(root).statements(name))


class _Carrier:
    """Carries files over; keeps track of which one it is in for the messages."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.path = ""

    def refusal(self, what: str) -> NotPortable:
        return NotPortable(
            f"SQL file {self.path} cannot run on another engine: {what}.",
            "Run with --engine duckdb, or write it with what portable files use.",
        )

    def trees(self, name: str) -> Iterator[Any]:
        """The parsed statements of a portable file."""
        import sqlglot

        file = load(name, self.root)
        self.path = file.path
        if not file.header.portable:
            raise self.refusal("its header says portable: no")
        body = file.body
        if file.kind == "table_macro":
            # The parser knows no default parameters; the query is what stands in the last brackets.
            body = body[body.index(" as table (") + len(" as table (") : body.rindex(");")]
        for tree in sqlglot.parse(body, read="duckdb"):
            if tree is not None:
                yield tree

    def statements(self, name: str) -> Iterator[PortableStatement]:
        from sqlglot import exp

        for tree in self.trees(name):
            if isinstance(tree, exp.Drop):
                yield PortableStatement(act="drop", table=self.table(tree.find(exp.Table)))
            elif isinstance(tree, exp.Insert):
                # What stands before `insert` in the tree is the `with` of its query.
                yield self.written("add", self.table(tree.this), tree.expression, self.columns(tree.this))
            elif isinstance(tree, exp.Create) and isinstance(tree.this, exp.Schema):
                columns = self.described(tree.this)
                yield PortableStatement(act="make", table=self.table(tree.this.this), columns=columns)
            elif isinstance(tree, exp.Create) and tree.kind == "TABLE":
                yield self.written("make", self.table(tree.this), tree.expression)
            elif isinstance(tree, exp.Query):
                yield self.written("give", "", tree)
            else:
                raise self.refusal(f"it has a statement {type(tree).__name__}")

    def described(self, schema: Any) -> Columns:
        return tuple((column.name, self.type(column.kind)) for column in schema.expressions)

    def columns(self, tree: Any) -> Columns:
        """The columns of a table of our schema; of a temporary one none."""
        if not tree.db:
            return ()
        here = self.path
        (table,) = self.trees(self.table(tree))
        self.path = here
        return self.described(table.this)

    def table(self, tree: Any) -> str:
        """The plain name of a table: temporary, or of our schema."""
        if tree.args.get("catalog") or tree.db not in ("", DEFAULT_SCHEMA):
            raise self.refusal(f"it names the table {tree.sql('duckdb')}")
        return str(tree.name)

    def type(self, tree: Any) -> str:
        kind = tree.this.name
        if kind == "ARRAY":
            return f"array<{self.type(tree.expressions[0])}>"
        if kind not in _TYPES:
            raise self.refusal(f"it has the type {tree.sql('duckdb')}")
        return _TYPES[kind]

    def written(
        self, act: Literal["make", "add", "give"], table: str, query: Any, columns: Columns = ()
    ) -> PortableStatement:
        """A statement with its query in Spark's dialect."""
        from sqlglot import exp

        tree = self.query(query.copy())
        named = [cte.alias for cte in tree.find_all(exp.CTE)]
        if len(set(named)) < len(named):
            # The writer moves all of them to the top.
            raise self.refusal(f"two of its subqueries have one name: {', '.join(sorted(named))}")
        if act != "give" and tree.args.get("limit") is None:
            # Rows of a table have no order.
            tree.set("order", None)
        params = frozenset(node.name for node in tree.find_all(exp.Placeholder))
        for node in tree.walk():
            node.comments = None
        return PortableStatement(
            act=act, table=table, columns=columns, query=tree.sql("spark"), params=params
        )

    def query(self, tree: Any) -> Any:
        """A query with all parts carried over and the macros that it reads put in place."""
        from sqlglot import exp

        for node in tree.walk():
            self.check(node)
        for select in list(tree.find_all(exp.Select)):
            self.spread(select)
        tree = tree.transform(self.carried)
        for node in list(tree.find_all(exp.Table)):
            self.source(node)
        return tree

    def check(self, node: Any) -> None:
        """Refuses a part that is not known to mean the same."""
        from sqlglot import exp

        kind = type(node).__name__
        known = kind in _NODES.split()
        if isinstance(node, exp.Anonymous):
            known = isinstance(node.parent, exp.Table) or node.name.lower() in _FUNCTIONS
        elif isinstance(node, exp.Order) and isinstance(node.parent, exp.AggFunc):
            known = isinstance(node.parent, exp.Sum | exp.ArrayAgg) and len(node.expressions) == 1
        elif isinstance(node, exp.ArrayAgg):
            # Without an order the list would have any.
            known = isinstance(node.this, exp.Order)
        elif isinstance(node, exp.Cast) and node.is_type(*exp.DataType.INTEGER_TYPES):
            # DuckDB rounds a fraction and Spark cuts it off.
            known = not any(isinstance(n, exp.Div | exp.Sqrt) or _is_fraction(n) for n in node.walk())
        elif isinstance(node, exp.Distinct):
            known = node.args.get("on") is None
        if not known:
            raise self.refusal(f"it uses {' '.join(node.sql('duckdb').split())[:80]!r} ({kind})")

    def source(self, node: Any) -> None:
        """Takes our schema from a table, or puts the query of a table macro in place of its call."""
        from sqlglot import exp

        if not isinstance(node.this, exp.Anonymous):
            self.table(node)
            node.set("db", None)
            return
        here, name = self.path, node.this.name.lower()
        (body,) = self.trees(name)
        names = [parameter.name for parameter in load(name, self.root).header.parameters()]
        given = dict(zip(names, node.this.expressions, strict=True))
        for column in list(body.find_all(exp.Column)):
            if not column.table and column.name in given:
                column.replace(given[column.name].copy())
        node.replace(exp.Subquery(this=self.query(body), alias=node.args.get("alias")))
        self.path = here

    def spread(self, select: Any) -> None:
        """Makes rows of lists side by side, which Spark has as a view of the lists zipped."""
        from sqlglot import exp

        lists: list[Any] = []
        for node in list(select.find_all(exp.Explode, exp.Anonymous)):
            is_place = isinstance(node, exp.Anonymous) and node.name.lower() == "generate_subscripts"
            if node.parent_select is not select or not (is_place or isinstance(node, exp.Explode)):
                continue
            if is_place and [e.sql() for e in node.expressions[1:]] != ["1"]:
                raise self.refusal(f"it uses {node.sql('duckdb')}")
            item = node.expressions[0] if is_place else node.this
            # A sequence never goes from 1 down to 0: for an empty list nothing is taken of [1].
            lists.append(
                _call("SLICE", _call("SEQUENCE", 1, _size(item) + 1), 1, _size(item)) if is_place else item
            )
            node.replace(exp.column(f"item_{len(lists)}", table="spread"))
        if lists:
            names = [exp.to_identifier(f"item_{place}") for place in range(1, len(lists) + 1)]
            alias = exp.TableAlias(this=exp.to_identifier("spread"), columns=names)
            zipped = _call("INLINE", _call("ARRAYS_ZIP", *lists))
            select.append("laterals", exp.Lateral(this=zipped, view=True, alias=alias))

    def carried(self, node: Any) -> Any:
        """One part as Spark writes it; without a rule it stays as it is."""
        from sqlglot import exp

        if isinstance(node, exp.DataType):
            return exp.DataType.build(self.type(node), dialect="spark")
        if _is_fraction(node):
            return exp.cast(exp.Literal.string(node.this), "double")
        if isinstance(node, exp.CTE):
            node.set("materialized", None)
        if isinstance(node, exp.Anonymous) and node.name.lower() == "strlen":
            return _call("OCTET_LENGTH", *node.expressions)
        if isinstance(node, exp.Bracket):
            return self.element(node)
        if isinstance(node, exp.Sum) and isinstance(node.this, exp.Order):
            total = _in_order(node.this, "AGGREGATE", ", CAST(0 AS DOUBLE), (x, y) -> x + y.v")
            return exp.Case(ifs=[exp.If(this=exp.Count(this=node.this.this.copy()) > 0, true=total)])
        if isinstance(node, exp.ArrayAgg):
            return _in_order(node.this, "TRANSFORM", ", x -> x.v")
        return node

    def element(self, node: Any) -> Any:
        """An element of a list, NULL where there is none, or the elements from one on."""
        from sqlglot import exp

        (index,) = node.expressions
        if isinstance(index, exp.Literal):
            # The tree counts from 0, and so does GET.
            return _call("GET", node.this, index)
        if isinstance(index, exp.Slice) and index.expression is None and isinstance(index.this, exp.Literal):
            return _call("SLICE", node.this, index.this, _size(node.this))
        raise self.refusal(f"it uses {node.sql('duckdb')!r}")


def _is_fraction(node: Any) -> bool:
    """Whether a part is a number that is not whole."""
    from sqlglot import exp

    return isinstance(node, exp.Literal) and not node.is_string and not node.this.isdigit()


def _call(function: str, *arguments: Any) -> Any:
    """A call that is written as it stands."""
    from sqlglot import exp

    return exp.Anonymous(this=function, expressions=[exp.convert(a, copy=True) for a in arguments])


def _size(item: Any) -> Any:
    return _call("SIZE", item)


def _in_order(order: Any, function: str, how: str) -> Any:
    """Values of a group that are not NULL, in the order of a key, and what is done with their list.

    Spark has no aggregates with an order: the values are kept with their keys and sorted.
    """
    from sqlglot import exp

    key, value = order.expressions[0].this, order.this
    pair = exp.Case(
        ifs=[
            exp.If(this=value.copy().is_(exp.null()).not_(), true=_call("NAMED_STRUCT", "k", key, "v", value))
        ]
    )
    found = _call("ARRAY_SORT", _call("COLLECT_LIST", pair)).sql("spark")
    return exp.Anonymous(this=function, expressions=[exp.Var(this=found + how)])
