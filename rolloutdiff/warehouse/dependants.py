"""Who uses our objects: DuckDB records no dependencies of views and macros, so that their texts are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import duckdb

from rolloutdiff.errors import HasDependants
from rolloutdiff.sqlfiles import quote_identifier
from rolloutdiff.sqlfiles.uses import Use, uses

# Index and table come last, since they are only looked at for what they call or stand on.
_TEXTS = """
select lower(v.database_name), v.schema_name, v.view_name, 'view', v.sql from duckdb_views() as v
where not v.internal
union all
select lower(f.database_name), f.schema_name, f.function_name, f.function_type,
    case when f.function_type = 'macro' then 'select ' else '' end || f.macro_definition
from duckdb_functions() as f where not f.internal and f.macro_definition is not null
union all
select lower(t.database_name), t.schema_name, t.table_name, 'table', t.sql from duckdb_tables() as t
where not t.internal
order by all
"""
_INDEXES = """
select i.schema_name, i.index_name, lower(i.table_name) from duckdb_indexes() as i
where i.database_name = current_database() and lower(i.schema_name) = lower($schema)
order by all
"""
_LISTED = 20


class Dependant(NamedTuple):
    """An object of somebody else that uses one of ours.

    Attributes:
        kind: `view`, `macro`, `table_macro`, `table` or `index`.
        name: Its name with the schema, and with the database when it is another one; quoted where needed.
        uses: The object that it names: one of ours, or another dependant.
    """

    kind: str
    name: str
    uses: str

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')} {self.name} (uses {self.uses})"


class _Key(NamedTuple):
    """An object of any database; all parts in lower case. A view and a macro may have one name."""

    database: str
    schema: str
    name: str
    called: bool


class _Stored(NamedTuple):
    key: _Key
    kind: str
    shown: str
    text: str


def _shown(*parts: str) -> str:
    plain = all(part.isascii() and part.isidentifier() and part == part.lower() for part in parts)
    return ".".join(parts if plain else (quote_identifier(part) for part in parts))


class Catalogue:
    """Every view, macro and table of all attached databases, and who uses whom.

    Attributes:
        database: Database in use, in lower case.
        schema: Our schema in it, in lower case.
    """

    def __init__(self, cursor: duckdb.DuckDBPyConnection, schema: str) -> None:
        ((database,),) = cursor.execute("select lower(current_database())").fetchall()
        self.database, self.schema = str(database), schema.lower()
        self._stored: dict[_Key, _Stored] = {}
        texts: dict[_Key, str] = {}
        for base, home, name, kind, text in cursor.execute(_TEXTS).fetchall():
            key = _Key(base, home.lower(), name.lower(), kind in ("macro", "table_macro"))
            shown = _shown(home, name) if base == self.database else _shown(base, home, name)
            texts[key] = f"{texts[key]};\n{text}" if key in texts else str(text)
            self._stored[key] = _Stored(key, kind, shown, texts[key])
        query = "select lower(database_name), lower(schema_name) from duckdb_schemas()"
        self._schemas = frozenset((str(d), str(s)) for d, s in cursor.execute(query).fetchall())
        rows = cursor.execute(_INDEXES, {"schema": schema}).fetchall()
        self._indexes = [(_shown(home, name), str(table)) for home, name, table in rows]
        self._used = {
            key: {
                found
                for use in uses(stored.text)
                if (found := self._resolve(use, key)) is not None and found != key
            }
            for key, stored in self._stored.items()
        }

    def _resolve(self, use: Use, user: _Key) -> _Key | None:
        """The object that a name in a text stands for, as far as it is one of those we know."""

        def known(database: str, schema: str) -> _Key | None:
            key = _Key(database, schema, use.name, use.called)
            return key if key in self._stored else None

        if use.schema is not None:
            # Without a database it is that of the user, or the one in use.
            homes = [use.database] if use.database else [user.database, self.database]
            for home in homes:
                if (home, use.schema) in self._schemas:
                    return known(home, use.schema)
            # One qualifier may also be a database, with its schema left out.
            return known(use.schema, "main")
        nearer = (known(user.database, user.schema), known(user.database, "main"))
        found = next((key for key in nearer if key is not None), None)
        # A bare name that is nowhere else can be ours through a search path.
        return found or known(self.database, self.schema)

    def _ours(self, key: _Key) -> bool:
        return (key.database, key.schema) == (self.database, self.schema)

    def dependants(self, changing: Iterable[str], ours: Iterable[str]) -> tuple[Dependant, ...]:
        """Objects of others that use an object about to change, directly or through each other.

        Args:
            changing: Names of our objects that would change or go.
            ours: Names of all objects of ours; what else is in our schema belongs to others.
        """
        names, mine = frozenset(changing), frozenset(ours)
        reached = {key for key in self._stored if self._ours(key) and key.name in names}
        found: dict[_Key, Dependant] = {}
        grew = True
        while grew:
            grew = False
            for key, stored in self._stored.items():
                if key in found or (self._ours(key) and key.name in mine):
                    continue
                used = sorted(self._used[key] & reached)
                if used:
                    found[key] = Dependant(stored.kind, stored.shown, self._stored[used[0]].shown)
                    reached.add(key)
                    grew = True
        indexes = [
            Dependant("index", shown, _shown(self.schema, table))
            for shown, table in self._indexes
            if table in names
        ]
        return (*(found[key] for key in sorted(found)), *indexes)

    def users_first(self, names: Iterable[str]) -> list[str]:
        """Our objects in an order in which each can be dropped before those it uses.

        Args:
            names: Names of objects of ours.
        """
        left = sorted(key for key in self._stored if self._ours(key) and key.name in frozenset(names))
        ordered: list[str] = []
        while left:
            used = frozenset[_Key]().union(*(self._used[key] for key in left))
            # Objects that use each other are left to DuckDB, which has no order for them either.
            free = [key for key in left if key not in used] or left
            ordered += [key.name for key in free]
            left = [key for key in left if key not in free]
        return ordered


def refuse_dependants(found: tuple[Dependant, ...], doing: str, schema: str) -> None:
    """Stops before an object goes or changes that somebody else uses.

    Args:
        found: Who uses it.
        doing: What was about to happen, such as `upgraded`.
        schema: Schema of our objects.

    Raises:
        HasDependants: There is one.
    """
    if not found:
        return
    more = len(found) - _LISTED
    listed = "; ".join(str(item) for item in found[:_LISTED]) + (f"; {more} more" if more > 0 else "")
    objects = (
        "an object that is not ours uses"
        if len(found) == 1
        else f"{len(found)} objects that are not ours use"
    )
    raise HasDependants(
        f"Schema {schema!r} is not {doing}, because {objects} it: {listed}.",
        "Drop them, and create those you still need afterwards; nothing was changed.",
    )
