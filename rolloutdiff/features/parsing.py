"""Bounded parsing of fragments: the only place that calls `ast.parse`.

Nothing of a fragment is executed or compiled to code. Fragments are read by the grammar of Python 3.11 on
every interpreter.
"""

from __future__ import annotations

import ast
import re
import warnings
from contextlib import suppress
from typing import Final, cast

from rolloutdiff.features.bounds import Outcome, check

GRAMMAR: Final = (3, 11)
"""Grammar version; syntax that later versions added does not parse."""

_FILENAME: Final = "<rolloutdiff fragment>"

# The tokenizer warns about code such as "\d" or 1if x else y, through whatever filters are active: a line on
# stderr per fragment, or an error under -W error. One filter for our pseudo file name silences it and leaves
# every other warning alone. `catch_warnings` would cost more than a small parse and is not safe in threads.
_FILTER: Final = ("ignore", None, Warning, re.compile(re.escape(_FILENAME) + r"\Z"), 0)


def _silence_parser() -> None:
    """Makes our warning filter the first one; a lookup when it already is."""
    filters = cast(list[object], warnings.filters)
    if not filters or filters[0] is not _FILTER:
        with suppress(ValueError):
            filters.remove(_FILTER)
        filters.insert(0, _FILTER)


def parse(code: str, *, max_bytes: int, max_depth: int) -> ast.Module | Outcome:
    """Reads a fragment.

    Args:
        code: The fragment.
        max_bytes: Most UTF-8 bytes, see `rolloutdiff.features.bounds`.
        max_depth: Most nesting, see there.

    Returns:
        The syntax tree, or the outcome other than `OK`. Every way in which CPython refuses text is
        `SYNTAX_ERROR`: SyntaxError with its subclasses, ValueError, and UnicodeError for lone surrogates.
        Running out of stack or memory is `TOO_DEEP`. Never raises, never warns.
    """
    refused = check(code, max_bytes=max_bytes, max_depth=max_depth)
    if refused is not None:
        return refused
    _silence_parser()
    try:
        return ast.parse(code, _FILENAME, feature_version=GRAMMAR)
    except (SyntaxError, ValueError):
        return Outcome.SYNTAX_ERROR
    except (RecursionError, MemoryError):
        return Outcome.TOO_DEEP
