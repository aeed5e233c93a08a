"""SQL text as tokens: the one place that calls sqlglot's tokenizer."""

from __future__ import annotations

import re
from typing import NamedTuple

_SCHEMA_IF = re.compile(r"(^| )schema if (not )?exists$")


class Token(NamedTuple):
    """One token of a SQL text.

    Attributes:
        kind: `word` (keyword or bare identifier), `quoted` (quoted identifier), `string`, `number` or
            `other`.
        text: Source text; for a quoted identifier the name without quotes.
        start: Offset of the first character.
        end: Offset after the last character.
        line: Line of the text, from 1.
    """

    kind: str
    text: str
    start: int
    end: int
    line: int

    @property
    def is_name(self) -> bool:
        """Whether the token can be an identifier."""
        return self.kind in ("word", "quoted")


def _kind(source: str, type_name: str) -> str:
    if "STRING" in type_name:
        return "string"
    if source[0] == '"':
        return "quoted"
    if source[0].isalpha() or source[0] == "_":
        return "word"
    return "number" if source[0].isdigit() else "other"


def tokenize(text: str) -> list[Token]:
    """Splits DuckDB SQL into tokens; comments are left out.

    Args:
        text: SQL text.

    Raises:
        ValueError: The text has an unclosed string, comment or quoted identifier.
    """
    from sqlglot.dialects.duckdb import DuckDB
    from sqlglot.errors import TokenError

    try:
        found = DuckDB().tokenize(text)
    except TokenError as error:
        raise ValueError(str(error)) from error
    tokens = []
    for token in found:
        start, end = token.start, token.end + 1
        source = text[start:end]
        kind = _kind(source, token.token_type.name)
        name = token.text if kind == "quoted" else source
        tokens.append(Token(kind, name, start, end, text.count("\n", 0, start) + 1))
    return tokens


# Spellings of DuckDB releases for one thing: what DuckDB 1.4 prints, and what later ones do.
_SPELLINGS = (
    (("cast", "(", "'t'", "as", "boolean", ")"), ("true",)),
    (("cast", "(", "'f'", "as", "boolean", ")"), ("false",)),
    (("main", ".", "struct_pack", "("), ("struct_pack", "(")),
)


_NAMES = r"\w+(?:\0,\0\w+)*"
_LAMBDA = re.compile(rf"(?<![^\0])(?:lambda\0({_NAMES})\0:|(?:row\0)?\(\0({_NAMES})\0\)\0->)(?![^\0])")


def _arrow(found: re.Match[str]) -> str:
    return f"{found[1] or found[2]}\0->"


def same_words(text: str) -> tuple[str, ...]:
    """A text as DuckDB understands it: without blanks, comments, and the case or quotes of names.

    Where releases of DuckDB print one thing in several ways, one is chosen.

    Args:
        text: SQL text.

    Returns:
        Its words, equal for texts that differ in nothing else; the text itself when it cannot be split.
    """
    try:
        tokens = tokenize(text)
    except ValueError:
        return (text,)
    words = [token.text if token.kind == "string" else token.text.lower() for token in tokens]
    for old, new in _SPELLINGS:
        for i in range(len(words) - len(old), -1, -1):
            if tuple(words[i : i + len(old)]) == old:
                words[i : i + len(old)] = new
    # Files of old storage formats keep `lambda a, b:` as `(a, b) ->`.
    return tuple(_LAMBDA.sub(_arrow, "\0".join(words)).split("\0"))


def schema_positions(tokens: list[Token], schema: str) -> list[int]:
    """Indices of the tokens that name the schema `schema`, and nothing else of that name.

    A name counts when it qualifies another (`rolloutdiff.rollout`) and is not itself qualified, or when it
    follows the keyword `schema`. Column aliases, struct fields, strings and comments never count.

    Args:
        tokens: Tokens of a SQL text.
        schema: Name of the schema; DuckDB compares names without case.
    """
    positions = []
    for i, token in enumerate(tokens):
        if not token.is_name or token.text.lower() != schema.lower():
            continue
        before = [t.text.lower() for t in tokens[max(0, i - 4) : i]]
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        qualifies = after == "." and before[-1:] != ["."]
        if qualifies or before[-1:] == ["schema"] or _SCHEMA_IF.search(" ".join(before)):
            positions.append(i)
    return positions
