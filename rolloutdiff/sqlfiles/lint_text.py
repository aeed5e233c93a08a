"""Rules for the text of a SQL file, on its header and its tokens."""

from __future__ import annotations

from collections.abc import Iterator

from rolloutdiff.sqlfiles.order import references
from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA, INSTALLABLE, SqlFile
from rolloutdiff.sqlfiles.tokens import Token, schema_positions, tokenize

# A rule yields the line of the body, from 1, and what is wrong with it.
Found = Iterator[tuple[int, str]]

_HEAD = {"table": ["table"], "view": ["view"], "macro": ["macro"], "table_macro": ["macro"]}


def macro_head(tokens: list[Token]) -> tuple[list[str], int]:
    """Parameters of a macro and the offset at which its body begins.

    Args:
        tokens: Tokens of `create macro name(parameters) as [table] body`.

    Returns:
        One text per parameter, and the offset of the body; no parameter and offset 0 when the text is not
        of this form.
    """
    opening = next((i for i, t in enumerate(tokens) if t.text == "("), None)
    if opening is None:
        return [], 0
    depth, params, current = 1, [], list[str]()
    for i, token in enumerate(tokens[opening + 1 :], start=opening + 1):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 or (depth == 1 and token.text == ","):
            params += [" ".join(current)] if current else []
            current = []
        else:
            current.append(token.text)
        if depth == 0:
            words = [t.text for t in tokens[i + 1 : i + 3]]
            if words[:1] != ["as"]:
                return [], 0
            return params, tokens[i + 2 if words[1:] == ["table"] else i + 1].end
    return [], 0


def head_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """An object file creates its object, and never replaces one that is there."""
    if file.kind not in INSTALLABLE:
        return
    wanted = ["create", *_HEAD[file.kind], DEFAULT_SCHEMA, ".", file.name]
    if [t.text for t in tokens[: len(wanted)]] != wanted:
        yield 1, f"the statement must begin with `create {_HEAD[file.kind][0]} {DEFAULT_SCHEMA}.{file.name}`"
    if file.kind not in ("macro", "table_macro"):
        return
    if not file.name.endswith(f"_v{file.header.version}"):
        yield 1, f"the name of a macro must end in its version, _v{file.header.version}"
    params, _ = macro_head(tokens)
    names = [p.split()[0] for p in params]
    for param, name in zip(params, names, strict=True):
        if not name.startswith("p_"):
            yield 1, f"macro parameter {name!r} must begin with p_"
        if param.split()[1:2] not in ([], [":="], [":"]):
            yield 1, f"macro parameter {name!r} must not have a type: older storage formats cannot keep it"
    documented = [p.name for p in file.header.parameters()]
    if names != documented:
        yield 1, f"header key 'params' documents {documented}, the macro has {names}"


def case_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """Keywords, types and identifiers are lower-case."""
    for token in tokens:
        if token.kind in ("word", "quoted", "number") and token.text != token.text.lower():
            yield token.line, f"{token.text!r} must be lower-case"


def schema_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """The schema is always written where retargeting finds it, and never under a catalog."""
    counted = {tokens[i].start for i in schema_positions(tokens, DEFAULT_SCHEMA)}
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.kind == "string" and DEFAULT_SCHEMA in token.text.lower():
            yield token.line, f"{token.text} hides the schema in a string, where retargeting cannot find it"
        if token.is_name and token.text.lower() == DEFAULT_SCHEMA and token.start not in counted:
            if before is not None and before.text == ".":
                yield token.line, "objects must be qualified by the schema only, never by a catalog"
            else:
                yield token.line, f"{DEFAULT_SCHEMA} must not be the name of anything but the schema"


def function_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """Python functions appear in stages only: they are not stored in a database file."""
    if file.kind == "stage":
        return
    for token in tokens:
        if token.is_name and token.text.lower().startswith(f"{DEFAULT_SCHEMA}_"):
            yield token.line, f"Python function {token.text} may be called in stages only"


def qualified_macro_rule(file: SqlFile, tokens: list[Token], macros: frozenset[str]) -> Found:
    """A call of a macro of ours names the schema."""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.is_name and token.text.lower() in macros and (before is None or before.text != "."):
            yield token.line, f"macro {token.text} must be qualified: {DEFAULT_SCHEMA}.{token.text}"


def requires_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """The header names exactly the objects that the statement uses."""
    used = dict(references(file.body))
    used.pop(file.name, None)
    declared = set(file.header.requires)
    for name, line in used.items():
        if name not in declared:
            yield line, f"{DEFAULT_SCHEMA}.{name} is used and not named by header key 'requires'"
    for name in sorted(declared - used.keys()):
        yield 1, f"header key 'requires' names {name!r}, which is not used"
    if list(file.header.requires) != sorted(declared):
        yield 1, "header key 'requires' must be in alphabetical order"


def layout_rule(file: SqlFile, tokens: list[Token]) -> Found:
    """Spaces only, four to a level, none at the end of a line."""
    strings = [t for t in tokens if t.kind == "string"]
    inside = {t.line + 1 + i for t in strings for i in range(t.text.count("\n"))}
    for number, line in enumerate(file.body.splitlines(), start=1):
        if number in inside:
            continue
        if "\t" in line or line != line.rstrip():
            yield number, "no tab and no space at the end of a line"
        elif (len(line) - len(line.lstrip(" "))) % 4:
            yield number, "indentation must be a multiple of four spaces"
    if not file.text.endswith("\n"):
        yield file.body.count("\n") + 1, "the file must end with a newline"


def documented_rule(
    file: SqlFile, columns: list[tuple[str, str]] | None, params: frozenset[str] | None
) -> Found:
    """The header documents the columns and parameters that DuckDB sees."""
    documented = [c.name for c in file.header.columns()]
    if columns is not None and file.kind in ("table", "view", "table_macro"):
        actual = [name for name, _ in columns]
        if documented != actual:
            missing, extra = sorted(set(actual) - set(documented)), sorted(set(documented) - set(actual))
            wrong = f"missing {missing}, unknown {extra}" if missing or extra else "another order"
            yield 1, f"header key 'returns' must document the columns as DuckDB sees them: {wrong}"
    if params is not None and file.kind in ("stage", "check"):
        named = sorted(p.name for p in file.header.parameters())
        if named != sorted(params):
            yield 1, f"header key 'params' documents {named}, used are {sorted(params)}"


def text_findings(file: SqlFile, macros: frozenset[str]) -> Found:
    """Runs every rule of this module that needs only the file itself."""
    try:
        tokens = tokenize(file.body)
    except ValueError as error:
        yield 1, f"the text cannot be split into tokens: {error}"
        return
    yield from head_rule(file, tokens)
    yield from case_rule(file, tokens)
    yield from schema_rule(file, tokens)
    yield from function_rule(file, tokens)
    yield from qualified_macro_rule(file, tokens, macros)
    yield from requires_rule(file, tokens)
    yield from layout_rule(file, tokens)
