"""Moving our SQL to another schema, token by token."""

from __future__ import annotations

from rolloutdiff.sqlfiles.store import DEFAULT_SCHEMA


def quote_identifier(name: str) -> str:
    """The name as a quoted DuckDB identifier."""
    return '"' + name.replace('"', '""') + '"'


def quote_text(value: str) -> str:
    """The value as a DuckDB string literal."""
    return "'" + value.replace("'", "''") + "'"


def qualified(schema: str, name: str) -> str:
    """The schema-qualified name of an object, quoted unless it is one of our own plain names.

    Args:
        schema: Schema that holds the object.
        name: Name of an object of ours, a plain lower-case identifier.
    """
    return f"{schema if schema == DEFAULT_SCHEMA else quote_identifier(schema)}.{name}"


def retarget(text: str, schema: str) -> str:
    """Replaces our schema by another in a SQL text.

    Strings, comments, column aliases and struct fields stay as they are. For the default schema the text
    is returned unchanged, without loading the tokenizer. Any other name is quoted.

    Args:
        text: SQL text that names our schema.
        schema: Schema to use instead, as the user wrote it, without quotes.
    """
    if schema == DEFAULT_SCHEMA:
        return text
    from rolloutdiff.sqlfiles.tokens import schema_positions, tokenize

    tokens = tokenize(text)
    parts, done = [], 0
    for i in schema_positions(tokens, DEFAULT_SCHEMA):
        parts += [text[done : tokens[i].start], quote_identifier(schema)]
        done = tokens[i].end
    return "".join([*parts, text[done:]])
