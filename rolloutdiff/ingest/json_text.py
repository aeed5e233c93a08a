"""JSON text and Python values, with all that Python's own reader takes, at the speed of a compiled one."""

from __future__ import annotations

import json
from typing import Any

import orjson

_AS_ZERO = bytes.maketrans(b"123456789", b"000000000")
# What may be an integer of more than 64 bits, which orjson would read as a double.
_LONG = b"0" * 19
_PLAIN = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS


def read_json(text: str) -> Any:
    """The value of a JSON text, as `json.loads` gives it.

    orjson refuses halves of surrogate pairs, numbers that are not finite and deep nesting: such texts, and
    those with long numbers, are read by Python.

    Raises:
        json.JSONDecodeError: It is none.
        RecursionError: It is nested too deeply.
        ValueError: An integer has too many digits.
    """
    try:
        data = text.encode()
        if _LONG not in data.translate(_AS_ZERO):
            return orjson.loads(data)
    except ValueError:
        pass
    return json.loads(text)


def write_json(value: Any) -> str:
    """One line of JSON text for a value; what JSON does not know is written as its `str`.

    Halves of surrogate pairs are written as escapes, numbers that are not finite as `NaN` and `Infinity`.
    """
    try:
        written = orjson.dumps(value, option=_PLAIN)
    except TypeError:
        written = b"null"
    # orjson writes numbers that are not finite as null.
    return json.dumps(value, default=str) if b"null" in written else written.decode()
