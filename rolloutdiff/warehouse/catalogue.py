"""What a schema holds, word for word, and what it would hold if it had just been installed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from rolloutdiff.sqlfiles import SqlFile, creation_order, quote_identifier, quote_text, retarget
from rolloutdiff.sqlfiles.catalogue import objects_in
from rolloutdiff.sqlfiles.retarget import qualified
from rolloutdiff.sqlfiles.tokens import same_words
from rolloutdiff.warehouse.statements import NOUN, comments

_OBJECTS = """
select lower(t.table_name), 'table', t.sql, t.comment from duckdb_tables() as t
where t.database_name = current_database() and lower(t.schema_name) = lower($schema)
union all
select lower(v.view_name), 'view', v.sql, v.comment from duckdb_views() as v
where v.database_name = current_database() and lower(v.schema_name) = lower($schema)
union all
select lower(f.function_name), f.function_type,
    list_aggregate(f.parameters, 'string_agg', ', ') || chr(10) || f.macro_definition, f.comment
from duckdb_functions() as f
where f.database_name = current_database() and lower(f.schema_name) = lower($schema)
order by all
"""
# What DuckDB says of a macro that is called with too many arguments.
_SIGNATURE = re.compile(r"Candidate macros:\n\t[^(]*\((.*)\)\s*(?:\n\nLINE 1:|$)", re.DOTALL)
_COLUMNS = """
select lower(c.table_name), c.column_name, c.comment from duckdb_columns() as c
where c.database_name = current_database() and lower(c.schema_name) = lower($schema) and c.comment is not null
"""


@dataclass(kw_only=True)
class Described:
    """An object as the catalogue has it.

    Attributes:
        kind: `table`, `view`, `macro` or `table_macro`.
        texts: Its text; one per overload for a macro, with the parameters in the first line.
        signature: Parameters of a macro with their defaults, where they were asked for.
        comments: Its comment under an empty name, and those of its columns.
    """

    kind: str
    texts: tuple[str, ...]
    signature: str | None = None
    comments: dict[str, str] = field(default_factory=dict)


_OTHERS = """
select lower(t.type_name), 'type' from duckdb_types() as t
where t.database_name = current_database() and lower(t.schema_name) = lower($schema) and not t.internal
union
select lower(s.sequence_name), 'sequence' from duckdb_sequences() as s
where s.database_name = current_database() and lower(s.schema_name) = lower($schema)
union
select lower(i.index_name), 'index' from duckdb_indexes() as i
where i.database_name = current_database() and lower(i.schema_name) = lower($schema)
order by all
"""


def others_in(cursor: duckdb.DuckDBPyConnection, schema: str, ours: Collection[str]) -> list[tuple[str, str]]:
    """Name and kind of everything in our schema that is not ours.

    Args:
        cursor: A work cursor.
        schema: Name of the schema; compared without case.
        ours: Names of our objects.
    """
    objects = sorted(item for item in objects_in(cursor, schema) if item[0] not in ours)
    rows = cursor.execute(_OTHERS, {"schema": schema}).fetchall()
    return [*objects, *((str(name), str(kind)) for name, kind in rows)]


def signatures(cursor: duckdb.DuckDBPyConnection, schema: str) -> dict[str, str]:
    """Parameters of our macros with their defaults, which no catalogue function of DuckDB shows.

    The refusal of a call with one argument too many lists what the macro takes, with defaults. Nothing runs,
    but the refusal ends an open transaction, so this is called outside of one.

    Args:
        cursor: A work cursor without a transaction.
        schema: Name of the schema; compared without case.

    Returns:
        By lower-case name, for macros with one overload.
    """
    found = {}
    for name, item in describe(cursor, schema).items():
        if item.kind not in ("macro", "table_macro") or len(item.texts) > 1:
            continue
        arguments = ["null"] * (item.texts[0].partition("\n")[0].count(",") + 2)
        verb = "from" if item.kind == "table_macro" else "select"
        try:
            call = f"{qualified(schema, name)}({', '.join(arguments)})"
            cursor.execute(f"explain {verb} {call}").fetchall()
        except duckdb.BinderException as error:
            listed = _SIGNATURE.search(str(error))
            if listed is not None:
                found[name] = listed[1]
    return found


def describe(
    cursor: duckdb.DuckDBPyConnection, schema: str, known: dict[str, str] | None = None
) -> dict[str, Described]:
    """Tables, views and macros of a schema of the database in use, by lower-case name.

    Args:
        cursor: A work cursor.
        schema: Name of the schema; compared without case.
        known: What `signatures` has found.
    """
    found: dict[str, Described] = {}
    for name, kind, text, comment in cursor.execute(_OBJECTS, {"schema": schema}).fetchall():
        item = found.setdefault(name, Described(kind=kind, texts=(), signature=(known or {}).get(name)))
        item.texts = (*item.texts, str(text))
        if comment is not None:
            item.comments[""] = comment
    for name, column, comment in cursor.execute(_COLUMNS, {"schema": schema}).fetchall():
        if name in found:
            found[name].comments[column] = comment
    return found


class Model:
    """A schema of our objects in a database of its own, to compare a warehouse with.

    Attributes:
        objects: What a fresh installation holds.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, files: list[SqlFile], schema: str) -> None:
        self._con = con
        self._files = files
        self._schema = schema
        _fill(con, files, schema)
        self.objects = describe(con, schema, signatures(con, schema))

    def same(self, name: str, actual: Described) -> bool:
        """Whether an object of a warehouse is what a fresh installation would make of it.

        DuckDB prints the same thing in several ways: by the storage format that a file has, and by the
        release that wrote it. So texts are compared by their words; one that differs is compared with what
        comes back from a file of the oldest format, and is created here and printed again.

        Args:
            name: Name of an object of ours.
            actual: What the warehouse has under this name.
        """
        wanted = self.objects[name]
        if wanted.kind != actual.kind or len(wanted.texts) != len(actual.texts):
            return False
        if wanted.signature and actual.signature and wanted.signature != actual.signature:
            printed = [same_words(text or "") for text in (wanted.signature, self._kept[name].signature)]
            if same_words(actual.signature) not in printed:
                return False
        if wanted.texts == actual.texts:
            return True
        words = [same_words(text) for text in wanted.texts]
        found = [same_words(text) for text in actual.texts]
        if found == words or found == [same_words(text) for text in self._kept[name].texts]:
            return True
        return words == [same_words(text) for text in self._printed_again(name, actual)]

    @cached_property
    def _kept(self) -> dict[str, Described]:
        """What comes back from a file of the oldest storage format."""
        with TemporaryDirectory(prefix="rolloutdiff-") as folder:
            path = quote_text(str(Path(folder, "kept.duckdb")))
            with _connected(path + " as {} (storage_version 'v1.0.0')", self._schema) as con:
                _fill(con, self._files, self._schema)
            with _connected(path + " as {} (read_only)", self._schema) as con:
                return describe(con, self._schema, signatures(con, self._schema))

    def lost_comments(self, name: str, actual: Described) -> list[str]:
        """Columns whose comment is not the one of a fresh installation; an empty name is the object itself.

        Args:
            name: Name of an object of ours.
            actual: What the warehouse has under this name.
        """
        wanted = self.objects[name].comments
        return sorted(key for key, text in wanted.items() if actual.comments.get(key) != text)

    def _printed_again(self, name: str, actual: Described) -> tuple[str, ...]:
        target = qualified(self._schema, name)
        if len(actual.texts) != 1:
            return ()
        (statement,) = actual.texts
        self._con.execute("begin transaction")
        # What cannot be created here differs for sure.
        with suppress(duckdb.Error):
            self._con.execute(f"drop {NOUN[actual.kind]} {target}")
            if actual.kind in ("macro", "table_macro"):
                params, _, body = statement.partition("\n")
                table = "table " if actual.kind == "table_macro" else ""
                statement = f"create macro {target}({params}) as {table}{body}"
            self._con.execute(statement)
            texts = describe(self._con, self._schema)[name].texts
            self._con.execute("rollback")
            return texts
        self._con.execute("rollback")
        return ()


@contextmanager
def _connected(database: str, schema: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to one database, under a name that is not that of the schema."""
    name = quote_identifier("rolloutdiff_model" if schema.lower() != "rolloutdiff_model" else "model")
    with duckdb.connect(config={"python_enable_replacements": "false"}) as con:
        con.execute(f"attach {database.replace('{}', name)}")
        con.execute(f"use {name}")
        con.execute("detach memory")
        yield con


def _fill(con: duckdb.DuckDBPyConnection, files: list[SqlFile], schema: str) -> None:
    con.execute(f"create schema {quote_identifier(schema)}")
    for file in creation_order(files):
        con.execute(retarget(file.body, schema))
        for statement in comments(file, schema):
            con.execute(statement)


@contextmanager
def model(files: list[SqlFile], schema: str) -> Iterator[Model]:
    """Installs our objects into a database of its own, in memory.

    Args:
        files: Files of all tables, macros and views.
        schema: Name of the schema; another than the default also changes the texts.
    """
    with _connected("':memory:' as {}", schema) as con:
        yield Model(con, files, schema)
