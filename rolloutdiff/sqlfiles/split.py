"""A SQL text of several statements, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Statement(NamedTuple):
    """One statement of a SQL text.

    Attributes:
        sql: Its text.
        params: Names of the `$named` parameters it mentions.
    """

    sql: str
    params: frozenset[str]


def split(con: DuckDBPyConnection, text: str) -> tuple[Statement, ...]:
    """Splits a SQL text into statements with DuckDB's own parser, which is also what will run them.

    Args:
        con: Any open connection; nothing is run on it.
        text: SQL text.

    Raises:
        duckdb.ParserException: The text is not SQL.
    """
    return tuple(Statement(s.query, frozenset(s.named_parameters)) for s in con.extract_statements(text))
