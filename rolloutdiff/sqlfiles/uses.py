"""What a stored view, macro or table uses, read from its text: DuckDB records no such thing."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rolloutdiff.sqlfiles.tokens import Token, tokenize

if TYPE_CHECKING:
    from sqlglot import exp

# Table functions that take a name or a query as text.
_TAKE_TEXT = frozenset({"query", "query_table"})


class Use(NamedTuple):
    """An object that a text names.

    Attributes:
        database: Database as written, lower-case; None without one.
        schema: Schema as written, lower-case; None without one.
        name: Name of the object, lower-case.
        called: Whether it is called like a function.
    """

    database: str | None
    schema: str | None
    name: str
    called: bool


def _use(parts: list[str], called: bool) -> Use:
    *before, name = (part.lower() for part in parts[-3:])
    database = before[0] if len(before) == 2 else None
    return Use(database, before[-1] if before else None, name, called)


def _chains(tokens: list[Token]) -> Iterator[tuple[list[str], bool]]:
    """Names joined by dots, and whether a parenthesis follows."""
    chain: list[str] = []
    for i, token in enumerate(tokens):
        if token.is_name:
            chain.append(token.text)
            after = tokens[i + 1].text if i + 1 < len(tokens) and tokens[i + 1].kind == "other" else ""
            if after != ".":
                yield chain, after == "("
                chain = []
        elif token.text != ".":
            chain = []


def _is_common_table(table: exp.Expr, name: str) -> bool:
    """Whether a bare name is that of a `with` clause around it."""
    from sqlglot import exp

    node, inside = table, None
    while node.parent is not None:
        if isinstance(node, exp.CTE):
            inside = node
        node = node.parent
        if not isinstance(node, exp.Query):
            continue
        visible = list(node.ctes)
        if inside is not None and inside in visible:
            with_clause = inside.find_ancestor(exp.With)
            recursive = with_clause is not None and with_clause.recursive
            # A common table sees those before it, and itself only in a recursive clause.
            visible = visible[: visible.index(inside) + (1 if recursive else 0)]
        if name in {common.alias.lower() for common in visible}:
            return True
        inside = None
    return False


def _tables(text: str) -> set[Use] | None:
    """Tables and views that a text reads; None when it cannot be parsed."""
    import sqlglot
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    # sqlglot warns of a statement that it keeps as text; we read such a text by words.
    logger = logging.getLogger("sqlglot")
    before, logger.disabled = logger.disabled, True
    try:
        trees = sqlglot.parse(text, read="duckdb")
    except (SqlglotError, RecursionError):
        return None
    finally:
        logger.disabled = before
    found: set[Use] = set()
    for tree in trees:
        if tree is None or isinstance(tree, exp.Command):
            return None
        for table in tree.find_all(exp.Table):
            if not isinstance(table.this, exp.Identifier):
                continue
            parts = [part for part in (table.catalog, table.db, table.name) if part]
            if len(parts) > 1 or not _is_common_table(table, table.name.lower()):
                found.add(_use(parts, called=False))
    return found


def uses(text: str) -> frozenset[Use]:
    """Everything that a SQL text may use: tables, views and functions, as far as they are written out.

    A text that sqlglot cannot parse is read word by word, which finds too much rather than too little.

    Args:
        text: A statement, or a query.
    """
    try:
        tokens = tokenize(text)
    except ValueError:
        return frozenset()
    chains = list(_chains(tokens))
    found = {_use(chain, called=True) for chain, called in chains if called}
    tables = _tables(text)
    if tables is None:
        tables = {_use(chain, called=False) for chain, called in chains if not called}
    found |= tables
    if {use.name for use in found if use.called} & _TAKE_TEXT:
        for token in tokens:
            if token.kind == "string" and token.text != text:
                inner = token.text.strip("'").replace("''", "'")
                bare = len([t for t in _safe_tokens(inner) if t.is_name]) <= 3
                found |= {_use([*_names(inner)], called=False)} if bare and _names(inner) else uses(inner)
    return frozenset(found)


def _safe_tokens(text: str) -> list[Token]:
    try:
        return tokenize(text)
    except ValueError:
        return []


def _names(text: str) -> list[str]:
    return [token.text for token in _safe_tokens(text) if token.is_name]
