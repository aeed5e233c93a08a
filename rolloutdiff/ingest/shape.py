"""Lines that hold a batch, an episode or nested lists, turned into one flat object per completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rolloutdiff.ingest.json_text import read_json, write_json


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How a line becomes the objects of its completions.

    Attributes:
        completions: From the object of a line to the objects of its completions, in order.
        reduced: SQL expression over `line` for an object of what `completions` looks at, members that are
            absent as nulls: DuckDB leaves out lists of tokens faster than Python reads them.
        flat: SQL condition over `line` of lines that are objects of completions as they stand.
    """

    completions: Callable[[dict[str, Any]], Iterable[dict[str, Any]]]
    reduced: str = "line"
    flat: str = "false"


def members(*keys: str, **inner: str) -> str:
    """SQL expression for an object of some members of a line; `inner`: those with a form of their own."""
    form = ", ".join([*(f'"{key}": "JSON"' for key in keys), *(f'"{k}": {v}' for k, v in inner.items())])
    return f"to_json(json_transform(line, '{{{form}}}'))"


# Keys of a flat object that hold texts; a first look at a dump leaves them empty.
TEXTS = ("prompt", "completion")


class ShapeFault(ValueError):
    """A line is not of its trainer's shape; the message follows "is"."""


class Shaped(NamedTuple):
    """What a line holds.

    Attributes:
        lines: One JSON object per completion.
        fault: Why the line cannot be used, to follow "is"; None when it can.
    """

    lines: list[str]
    fault: str | None


def shape_line(line: str, shape: Shape, *, texts: bool = True) -> Shaped:
    """Turn a line into the lines of its completions.

    Strings keep every character, halves of surrogate pairs too: they are written as escapes.

    Args:
        line: A JSON object.
        shape: The form of the trainer.
        texts: Whether prompts and completions are wanted; without, they are empty.
    """
    try:
        found = list(shape.completions(read_json(line)))
        if not texts:
            found = [{**one, **{key: "" for key in TEXTS if key in one}} for one in found]
        return Shaped([write_json(one) for one in found], None)
    except ShapeFault as fault:
        return Shaped([], str(fault))
    except (RecursionError, ValueError) as error:
        return Shaped([], f"JSON that cannot be read: {error}")


def lists_of(value: dict[str, Any], keys: Iterable[str]) -> dict[str, list[Any]]:
    """The members of an object that are lists, which must all have the same length.

    Raises:
        ShapeFault: They do not, or one of the named keys is no list.
    """
    for key in keys:
        if not isinstance(value.get(key), list):
            raise ShapeFault(f"not a batch: {key} is no list")
    lists = {key: held for key, held in value.items() if isinstance(held, list)}
    lengths = {key: len(held) for key, held in lists.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{key} {length}" for key, length in lengths.items())
        raise ShapeFault(f"a batch whose lists differ in length ({said})")
    return lists
