"""The order in which our objects can be created."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import cache

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, INSTALLABLE, SqlFile


@cache
def references(text: str) -> Mapping[str, int]:
    """Objects of our schema that a SQL text names; every text is looked at once per process.

    Args:
        text: SQL text.

    Returns:
        Name of each object and the first line that has it, in order of appearance.
    """
    from rolloutdiff.sqlfiles.tokens import schema_positions, tokenize

    tokens = tokenize(text)
    found: dict[str, int] = {}
    for i in schema_positions(tokens, DEFAULT_SCHEMA):
        if i + 2 < len(tokens) and tokens[i + 1].text == "." and tokens[i + 2].is_name:
            found.setdefault(tokens[i + 2].text.lower(), tokens[i].line)
    return found


def creation_order(files: list[SqlFile], present: frozenset[str] = frozenset()) -> list[SqlFile]:
    """Sorts files so that every object comes after the objects it uses.

    Tables come before macros and macros before views where the references leave the choice, then names.

    Args:
        files: Files of tables, macros and views.
        present: Objects that exist already.

    Raises:
        WarehouseError: A file uses an object that is neither among the files nor present, or files use each
            other in a circle.
    """
    by_name = {file.name: file for file in files}
    users: dict[str, list[str]] = {name: [] for name in by_name}
    waiting: dict[str, int] = {}
    for file in files:
        used = {name: line for name, line in references(file.body).items() if name != file.name}
        for name, line in used.items():
            if name not in by_name and name not in present:
                raise WarehouseError(
                    f"SQL file {file.path}, line {file.body_line + line - 1}: "
                    f"{DEFAULT_SCHEMA}.{name} does not exist.",
                    "Correct the name, or add its file.",
                )
        needed = [name for name in used if name in by_name]
        waiting[file.name] = len(needed)
        for name in needed:
            users[name].append(file.name)

    def rank(name: str) -> tuple[int, str]:
        return INSTALLABLE.index(by_name[name].kind), name

    ready = [rank(name) for name, count in waiting.items() if count == 0]
    heapq.heapify(ready)
    ordered: list[SqlFile] = []
    while ready:
        name = heapq.heappop(ready)[1]
        ordered.append(by_name[name])
        for user in users[name]:
            waiting[user] -= 1
            if waiting[user] == 0:
                heapq.heappush(ready, rank(user))
    if len(ordered) < len(files):
        circle = sorted(by_name.keys() - {file.name for file in ordered})
        raise WarehouseError(f"SQL files use each other in a circle: {', '.join(circle)}.", "Break it.")
    return ordered
