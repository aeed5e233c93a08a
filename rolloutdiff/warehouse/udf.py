"""Our text functions for the SQL of a user; no view or macro of ours needs them.

They are Python functions, which a database file cannot keep: they live as long as the DuckDB instance. Each
takes one completion as text and returns a struct with a field `error`, which is NULL unless the function
failed; a text never stops a query. A NULL text gives NULL. The prompt is not seen, so that a thinking tag
that the prompt opens has to be put before the text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

import duckdb

from rolloutdiff.errors import WarehouseError
from rolloutdiff.warehouse.connect import require_connection
from rolloutdiff.warehouse.failure import first_line

_COUNTS = "map(varchar, integer)"


class TextFunction(NamedTuple):
    """A function of a text.

    Attributes:
        name: Name in SQL.
        field: Field of the result beside `error`.
        type: DuckDB type of that field.
        call: The function, from text to struct.
    """

    name: str
    field: str
    type: str
    call: Callable[[str | None], dict[str, Any] | None]


# These references outlive every connection. DuckDB calls a function through a bare pointer for as long as the
# instance lives, also when the connection that registered it is gone.
FUNCTIONS: list[TextFunction] = []


def _text_function(name: str, field: str, kind: str) -> Callable[[Callable[[str], object]], None]:
    def keep(function: Callable[[str], object]) -> None:
        @wraps(function)
        def call(text: str | None) -> dict[str, Any] | None:
            if text is None:
                return None
            try:
                return {field: function(text), "error": None}
            except Exception as error:
                return {field: None, "error": f"{type(error).__name__}: {error}"}

        FUNCTIONS.append(TextFunction(name, field, kind, call))

    return keep


def _counts(text: str, tier: str) -> dict[str, list[Any]]:
    """Counts of one tier, as DuckDB takes a map: keys and values side by side, in order of name."""
    from rolloutdiff.features import extract

    counts = extract(text).counts
    names = sorted(name for name in counts if name.startswith(tier))
    # A name that is not valid Unicode must fail here, where it becomes an error of this one text.
    "".join(names).encode()
    return {"key": names, "value": [counts[name] for name in names]}


def _spans(text: str, thinking: bool) -> str:
    from rolloutdiff.features.layout import Kind, read_layout

    spans = read_layout(text, None).spans
    return "".join(
        text[span.start : span.end]
        for span in spans
        if span.kind not in (Kind.TAG, Kind.ENVIRONMENT) and (span.kind is Kind.THINKING) is thinking
    )


@_text_function("rolloutdiff_ast_tokens", "tokens", _COUNTS)
def _ast_tokens(text: str) -> object:
    return _counts(text, "ast:")


@_text_function("rolloutdiff_shape", "sizes", _COUNTS)
def _shape(text: str) -> object:
    return _counts(text, "shape:")


@_text_function("rolloutdiff_answer", "answer", "varchar")
def _answer(text: str) -> object:
    return _spans(text, thinking=False)


@_text_function("rolloutdiff_thinking", "thinking", "varchar")
def _thinking(text: str) -> object:
    return _spans(text, thinking=True)


@_text_function("rolloutdiff_prose", "prose", "varchar")
def _prose(text: str) -> object:
    from rolloutdiff.features import extract

    return extract(text).prose


def _known(con: duckdb.DuckDBPyConnection) -> set[str]:
    query = "select function_name from duckdb_functions() where list_contains($names, function_name)"
    rows = con.execute(query, {"names": [function.name for function in FUNCTIONS]}).fetchall()
    return {str(name) for (name,) in rows}


def register(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Give the SQL of this database our text functions.

    `rolloutdiff_ast_tokens(text)` returns `STRUCT(tokens MAP(VARCHAR, INTEGER), error VARCHAR)`: structural
    features of the Python code in a completion. In the same way `rolloutdiff_shape` returns `sizes`, counts
    of characters, fences and the like, and `rolloutdiff_answer`, `rolloutdiff_thinking` and
    `rolloutdiff_prose` return the text outside thinking, inside it, and outside thinking and code.

    They hold for every connection to the instance, and are not kept in a database file.

    Args:
        con: A connection; `unregister` takes the same one.

    Returns:
        Names registered now; none when the instance has them already.

    Raises:
        UsageError: `con` is not a DuckDB connection.
        WarehouseError: DuckDB refuses.
    """
    require_connection(con)
    try:
        missing = [function for function in FUNCTIONS if function.name not in _known(con)]
        for function in missing:
            result = f"struct({function.field} {function.type}, error varchar)"
            # As text, since the enumeration of this option lives in another module in each release.
            con.create_function(  # type: ignore[call-overload]
                function.name, function.call, ["varchar"], result, null_handling="special"
            )
    except duckdb.Error as error:
        raise WarehouseError(
            f"The functions cannot be registered: {first_line(error)}.",
            "Give a connection without a failed transaction, or a new cursor of it.",
        ) from error
    return [function.name for function in missing]


def unregister(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Take back the functions that `register` gave to a database.

    Args:
        con: The connection that registered them; functions of other connections stay.

    Returns:
        Names removed.

    Raises:
        UsageError: `con` is not a DuckDB connection.
    """
    require_connection(con)
    removed = []
    for function in FUNCTIONS:
        try:
            con.remove_function(function.name)
        except (duckdb.InvalidInputException, duckdb.CatalogException):
            # Registered by another connection, or not at all.
            continue
        removed.append(function.name)
    return removed
