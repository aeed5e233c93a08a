"""A table or view of the database that the analysis works in: found by its name, and read where it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from typing import NamedTuple

import duckdb

from rolloutdiff.errors import InputError, PathNotFound
from rolloutdiff.ingest.sources import Projection
from rolloutdiff.ingest.wording import quoted, show

_PART = r'"(?:[^"]|"")+"|[^".]+'
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# Every table and view that another connection sees too.
_SHARED = (
    "select database_name, schema_name, {0}_name from duckdb_{0}s() where not internal and not temporary"
)


class Place(NamedTuple):
    """Where a table is."""

    database: str
    schema: str
    table: str

    @property
    def sql(self) -> str:
        """The qualified name as SQL."""
        return ".".join(_quote(part) for part in self)


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _written(parts: Sequence[str]) -> str:
    """A qualified name as people write it: quotes only where they are needed."""
    return ".".join(part if _PLAIN.fullmatch(part) else _quote(part) for part in parts)


def name_parts(text: str) -> list[str]:
    """The parts of a qualified name: `a."b c"` gives `a` and `b c`; a doubled quote inside quotes is one.

    A name that SQL would not accept stands for itself: blanks need no quotes, and `a.` is one part.
    """
    if not re.fullmatch(rf"(?:{_PART})(?:\.(?:{_PART}))*", text):
        return [text]
    parts = re.findall(_PART, text)
    return [part[1:-1].replace('""', '"') if part[0] == '"' else part for part in parts]


class TableName:
    """A table or view, looked up when it is asked for.

    Attributes:
        columns: None: they are known only on the database.
    """

    columns = None

    def __init__(self, name: str, *, may_be_file: bool = True) -> None:
        self._name = name
        self._may_be_file = may_be_file

    def place(self, cursor: duckdb.DuckDBPyConnection) -> Place:
        """Finds the table from the database and schema in use; `a.b` is a schema, else a database.

        Raises:
            PathNotFound: There is no such table; names near ones.
        """
        ((database, schema),) = cursor.execute("select current_database(), current_schema()").fetchall()
        rows = [row for kind in ("table", "view") for row in cursor.execute(_SHARED.format(kind)).fetchall()]
        places = [Place(*row) for row in rows]
        by_fold = {tuple(part.casefold() for part in place): place for place in places}
        parts = name_parts(self._name)
        tried = {
            1: [(database, schema, *parts), (database, "main", *parts)],
            2: [(database, *parts), (parts[0], "main", parts[-1])],
            3: [tuple(parts)],
        }.get(len(parts), [])
        for names in (*tried, (database, schema, self._name), (database, "main", self._name)):
            found = by_fold.get(tuple(part.casefold() for part in names))
            if found is not None:
                return found
        spellings = {
            _written(place[first:]).casefold(): self._shown(place, database)
            for place in sorted(places)
            for first in range(3)
        }
        close = get_close_matches(self._name.casefold(), spellings, n=1)
        near = f"Did you mean {show(spellings[close[0]])}? " if close else ""
        what = "neither a file nor a table" if self._may_be_file else "no table or view"
        raise PathNotFound(
            f"{quoted(self._name)} is {what} of the database.",
            f"{near}Temporary tables and uncommitted ones are not seen.",
        )

    @staticmethod
    def _shown(place: Place, database: str) -> str:
        """The shortest name that finds the table again."""
        if place.database != database:
            return _written(place)
        return _written(place[2:] if place.schema == "main" else place[1:])

    def label(self, cursor: duckdb.DuckDBPyConnection) -> str:
        """One name for the table, however it was spelled."""
        ((database,),) = cursor.execute("select current_database()").fetchall()
        return self._shown(self.place(cursor), str(database))

    def columns_on(self, cursor: duckdb.DuckDBPyConnection) -> list[str]:
        """Names of the columns, looked up in the database of a cursor.

        Raises:
            PathNotFound: There is no such table.
            InputError: It is a view that does not work.
        """
        query = f"select * from {self.place(cursor).sql} limit 0"
        try:
            return [column[0] for column in cursor.execute(query).description or ()]
        except duckdb.Error as error:
            first = show(str(error).strip().partition("\n")[0])
            raise InputError(f"View {quoted(self._name)} cannot be read: {first}.", "Repair it.") from error

    @contextmanager
    def view(self, cursor: duckdb.DuckDBPyConnection, name: str, projection: Projection) -> Iterator[None]:
        """Makes columns of the table readable under a name, for the length of a `with` block.

        The name is a temporary view of the cursor, so that DuckDB reads the table itself and in the
        transaction of the cursor; no row passes through Python.
        """
        fields = ", ".join(
            f"{'null::varchar' if source is None else 't.' + _quote(source)} as {_quote(target)}"
            for target, source in projection
        )
        table = self.place(cursor).sql
        cursor.execute(f"create or replace temp view {name} as select {fields} from {table} as t")
        try:
            yield
        except BaseException:
            # In a failed transaction DuckDB refuses this; the rollback does it then.
            with suppress(duckdb.Error):
                cursor.execute(f"drop view {name}")
            raise
        cursor.execute(f"drop view {name}")
