"""Lines of JSONL: what is wrong with one, and the halves of surrogate pairs that only need replacing."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

# A complete pair and any other escape are taken whole, so that what is left alone is a half.
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\."
)
_HALF_LENGTH = len(r"\ud83d")
_KINDS = {list: "a list", str: "text", bool: "a boolean", int: "a number", float: "a number"}


class Diagnosis(NamedTuple):
    """What a line that DuckDB does not take for an object is.

    Attributes:
        line: Text that DuckDB can read; None when there is none.
        repaired: Halves of surrogate pairs that were replaced by U+FFFD.
        fault: Why the line cannot be read, to follow "is"; None when it can.
    """

    line: str | None
    repaired: int
    fault: str | None


def replace_halves(line: str) -> tuple[str, int]:
    r"""Replace escaped halves of surrogate pairs by `\ufffd`; every other character stays.

    Returns:
        The line, and how many were replaced.
    """
    count = 0

    def replaced(found: re.Match[str]) -> str:
        nonlocal count
        escape = found[0]
        if len(escape) != _HALF_LENGTH:
            return escape
        count += 1
        return r"\ufffd"

    return _ESCAPE.sub(replaced, line), count


def diagnose(line: str) -> Diagnosis:
    """Say what is wrong with a line, or repair it.

    Args:
        line: A line that is not blank and that DuckDB does not take for a JSON object.
    """
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return Diagnosis(None, 0, f"not one JSON object: more text follows at column {error.colno}")
        return Diagnosis(None, 0, f"not valid JSON: {error.msg} at column {error.colno}")
    except (RecursionError, ValueError) as error:
        return Diagnosis(None, 0, f"JSON that cannot be read: {error}")
    if not isinstance(value, dict):
        return Diagnosis(None, 0, f"{_KINDS.get(type(value), 'null')}, not a JSON object")
    repaired, count = replace_halves(line)
    return Diagnosis(repaired, count, None)


def pointer(*keys: str) -> str:
    """The JSON pointer of a value inside objects."""
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)
