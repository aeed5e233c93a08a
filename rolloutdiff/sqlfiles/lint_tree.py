"""Rules for the syntax tree of a SQL file.

sqlglot cannot read every macro head of DuckDB, so that only the body of a macro is parsed here; the head is
left to DuckDB itself (`judge`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rolloutdiff.sqlfiles.lint_text import Found, macro_head
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, SqlFile
from rolloutdiff.sqlfiles.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlglot import exp

    # A rule yields the node of the tree, and what is wrong with it.
    FoundNode = Iterator[tuple[exp.Expr, str]]

# Aggregates whose value in floating point depends on the order of the rows.
_SUMS = frozenset(
    {
        *(
            "sum",
            "avg",
            "fsum",
            "favg",
            "kahan_sum",
            "sumkahan",
            "product",
            "entropy",
            "kurtosis",
            "skewness",
        ),
        *("stddev", "stddev_pop", "stddev_samp", "variance", "variance_pop", "var_pop", "var_samp"),
        *("corr", "covar_pop", "covar_samp", "regr_slope", "regr_intercept", "regr_r2"),
    }
)
# Collections and picks that keep the order of the rows.
_ORDERED = frozenset({"list", "array_agg", "group_concat", "string_agg", "listagg", "first", "last"})


def parsable(file: SqlFile) -> tuple[str, frozenset[str]]:
    """Text to parse, every token at its own place, and the parameters of a macro."""
    if file.kind not in ("macro", "table_macro"):
        return file.body, frozenset()
    params, start = macro_head(tokenize(file.body))
    blank = re.sub(r"[^\n]", " ", file.body[:start])
    if file.kind == "macro":
        blank = "select" + blank[6:]
    return blank + file.body[start:], frozenset(p.split()[0] for p in params)


def _line(node: exp.Expr | None, text: str) -> int:
    """Line of the nearest token that has a place; sqlglot's own line numbers are wrong after comments."""
    while node is not None:
        for part in node.walk():
            if "start" in part.meta:
                return text.count("\n", 0, int(part.meta["start"])) + 1
        node = node.parent
    return 1


def _ancestors(node: exp.Expr) -> list[exp.Expr]:
    found: list[exp.Expr] = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def _bare_column_is_clear(column: exp.Column, params: frozenset[str]) -> bool:
    """Whether a column without a table can mean only one thing, and cannot be written with one."""
    from sqlglot import exp

    name = column.name.lower()
    ancestors = _ancestors(column)
    if isinstance(column.parent, exp.EQ) and any(isinstance(node, exp.Table) for node in ancestors[2:3]):
        # An option of a table function: `read_csv($files, header = false)`.
        return column.arg_key == "this"
    if name in params or isinstance(column.parent, exp.Star | exp.Schema):
        return True
    for child, node in zip([column, *ancestors], ancestors, strict=False):
        if isinstance(node, exp.Lambda | exp.Comprehension):
            bound = node.expressions or [node.expression]
            if name in {b.name.lower() for b in bound}:
                return True
        if isinstance(node, exp.Query):
            aliases = {e.alias_or_name.lower() for e in node.selects if isinstance(e, exp.Alias)}
            sources = {t.alias_or_name.lower() for t in node.find_all(exp.Table, exp.Subquery, exp.CTE)}
            # An output column of this query, or a whole row; a sort may also name the output of a union.
            if name in sources or (name in aliases and child.arg_key != "from_"):
                return True
            if isinstance(node, exp.SetOperation) and child.arg_key == "order":
                return name in {s.lower() for s in node.named_selects}
        if isinstance(node, exp.Update | exp.OnConflict | exp.When) and isinstance(child, exp.EQ):
            return child.this is column
        if isinstance(node, exp.OnConflict | exp.Set | exp.Index | exp.Merge):
            return True
    return False


def column_rule(tree: exp.Expr, params: frozenset[str]) -> FoundNode:
    """Columns are qualified by an alias, so that no parameter and no new column can capture them."""
    from sqlglot import exp

    for column in tree.find_all(exp.Column):
        if column.table or isinstance(column.this, exp.Star):
            continue
        if not _bare_column_is_clear(column, params):
            yield column, f"column {column.name!r} must be qualified by an alias"


def star_rule(tree: exp.Expr) -> FoundNode:
    """A view lists its columns: a star would be frozen or would change with its source."""
    from sqlglot import exp

    for star in tree.find_all(exp.Star):
        if not isinstance(star.parent, exp.Count):
            yield star, "a view must list its columns, without a star"


def arrow_rule(trees: list[exp.Expr], text: str) -> Found:
    """Lambdas are written `lambda x:`; arrows stop working in DuckDB 2."""
    from sqlglot import exp

    written = sum(t.kind == "word" and t.text.lower() == "lambda" for t in tokenize(text))
    lambdas = [node for tree in trees for node in tree.find_all(exp.Lambda)]
    if len(lambdas) > written:
        yield _line(lambdas[0], text), "a lambda must be written `lambda x: ...`, not with an arrow"


def _function_name(node: exp.Expr) -> str:
    from sqlglot import exp

    if isinstance(node, exp.Anonymous):
        return node.name.lower()
    return node.sql_name().lower() if isinstance(node, exp.Func) else ""


def _is_ordered(call: exp.Expr) -> bool:
    from sqlglot import exp

    if any(isinstance(part, exp.Order) for part in (call.this, *call.expressions)):
        return True
    node = call.parent
    while isinstance(node, exp.Filter | exp.WithinGroup | exp.IgnoreNulls | exp.RespectNulls):
        node = node.parent
    return isinstance(node, exp.Window) and bool(node.args.get("order") or node.args.get("alias"))


def _is_exact(value: object) -> bool:
    """Whether a summed expression is an integer for sure: explicit casts, and sums and products of such."""
    from sqlglot import exp

    if isinstance(value, exp.Cast):
        return bool(value.to.is_type(*exp.DataType.INTEGER_TYPES))
    if isinstance(value, exp.Literal):
        return bool(value.is_int)
    if isinstance(value, exp.Add | exp.Sub | exp.Mul | exp.IntDiv):
        return _is_exact(value.left) and _is_exact(value.right)
    return isinstance(value, exp.Paren | exp.Neg) and _is_exact(value.this)


def aggregate_rule(tree: exp.Expr) -> FoundNode:
    """An aggregate that depends on row order states the order: threads must not change a figure."""
    from sqlglot import exp

    for call in tree.find_all(exp.Func):
        name = _function_name(call)
        argument = call.expressions[0] if isinstance(call, exp.Anonymous) and call.expressions else call.this
        if name in _SUMS and not _is_ordered(call) and not _is_exact(argument):
            yield call, f"{name}() must have an `order by`, or an integer by an explicit cast (`::bigint`)"
        elif name in _ORDERED and not _is_ordered(call):
            yield call, f"{name}() must have an `order by`"


def table_rule(tree: exp.Expr, file: SqlFile, objects: frozenset[str]) -> FoundNode:
    """Objects of ours are qualified; outside stages nothing else is read but common table expressions."""
    from sqlglot import exp

    common = {cte.alias.lower() for cte in tree.find_all(exp.CTE)}
    for table in tree.find_all(exp.Table):
        name = table.name.lower()
        if table.db or name in common or not isinstance(table.this, exp.Identifier):
            continue
        if name in objects:
            yield table, f"{name!r} must be qualified, {DEFAULT_SCHEMA}.{name}, or be called otherwise"
        elif file.kind != "stage":
            yield table, f"{name!r} is neither an object of ours nor a common table expression"


def grain_rule(tree: exp.Expr, body: str) -> FoundNode:
    """Every common table expression has a comment that says what a row is."""
    from sqlglot import exp

    lines = body.splitlines()
    for cte in tree.find_all(exp.CTE):
        alias = cte.args["alias"]
        above = _line(alias, body) - 2
        if above < 0 or not lines[above].lstrip().startswith("--"):
            yield alias, f"{cte.alias!r} must have a comment above it that says what one of its rows is"


def tree_findings(file: SqlFile, objects: frozenset[str]) -> Found:
    """Runs every rule of this module.

    Args:
        file: SQL file.
        objects: Names of all tables, macros and views of ours.
    """
    import sqlglot
    from sqlglot.errors import SqlglotError

    text, params = parsable(file)
    try:
        trees = [tree for tree in sqlglot.parse(text, read="duckdb") if tree is not None]
    except SqlglotError as error:
        yield 1, f"sqlglot cannot read it: {str(error).partition(chr(10))[0]}"
        return
    for tree in trees:
        found = [
            *(column_rule(tree, params) if file.kind != "table" else ()),
            *(star_rule(tree) if file.kind == "view" else ()),
            *aggregate_rule(tree),
            *table_rule(tree, file, objects),
            *grain_rule(tree, text),
        ]
        yield from ((_line(node, text), message) for node, message in found)
    yield from arrow_rule(trees, text)
