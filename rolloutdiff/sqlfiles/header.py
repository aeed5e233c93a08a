"""The fixed header of a SQL file: what the object is, in nine keys."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rolloutdiff.errors import WarehouseError

KEYS = ("name", "kind", "version", "since", "summary", "params", "returns", "requires", "portable")
KINDS = ("schema", "table", "macro", "table_macro", "view", "stage", "check")

_ENTRY = re.compile(r"-- ([a-z_]+):(?: (.*))?")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SINCE = re.compile(r"\d+\.\d+\.\d+")
_DOCUMENTED = re.compile(r"([a-z][a-z0-9_]*)(?: ([^:;]+))?: (.+)")


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A documented parameter or column.

    Attributes:
        name: Its name.
        type: DuckDB type as written in the header; empty when the header gives none.
        text: What it stands for.
    """

    name: str
    type: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Header:
    """The parsed header of a SQL file.

    Attributes:
        name: Name of the object; also the name of the file.
        kind: One of `KINDS`.
        version: Version of the object, from 1; a macro carries it in its name.
        since: Package version that first shipped the object.
        summary: One sentence.
        params: Parameters as text, `none` when there are none.
        returns: Columns or value as text, `none` when nothing is returned.
        requires: Names of the objects of ours it uses, sorted as written.
        portable: Whether the statement is meant to be carried to another engine.
    """

    name: str
    kind: str
    version: int
    since: str
    summary: str
    params: str
    returns: str
    requires: tuple[str, ...]
    portable: bool

    def parameters(self) -> tuple[Parameter, ...]:
        """The documented parameters, from `name TYPE: text; name TYPE: text`."""
        return _documented(self.params)

    def columns(self) -> tuple[Parameter, ...]:
        """The documented columns, from `name: text; name: text`; none when written otherwise."""
        return _documented(self.returns)


def _documented(value: str) -> tuple[Parameter, ...]:
    entries = [_DOCUMENTED.fullmatch(part.strip()) for part in value.split(";")]
    return tuple(Parameter(name=e[1], type=e[2] or "", text=e[3]) for e in entries if e is not None)


def _bad(path: str, line: int, message: str, hint: str) -> WarehouseError:
    return WarehouseError(f"SQL file {path}, line {line}: {message}.", hint)


def _entries(path: str, lines: list[str]) -> tuple[dict[str, str], dict[str, int], int]:
    """Collects values and the line of each key; returns also the number of header lines."""
    values: dict[str, str] = {}
    where: dict[str, int] = {}
    key = ""
    for number, line in enumerate(lines, start=1):
        if not line.startswith("--"):
            return values, where, number - 1
        entry = _ENTRY.fullmatch(line)
        if entry is None:
            if not key or not line.startswith("--   ") or not line[5:].strip():
                raise _bad(
                    path,
                    number,
                    f"the header line {line!r} is neither a key nor a continuation",
                    "Write `-- key: value`, or `--   more` to continue the value above.",
                )
            values[key] = f"{values[key]} {line[5:].strip()}".strip()
            continue
        key = entry[1]
        if len(values) == len(KEYS):
            raise _bad(
                path,
                number,
                f"header key {key!r} follows the last key",
                "End the header after `portable`, with the statement or an empty line.",
            )
        if key != KEYS[len(values)]:
            raise _bad(
                path,
                number,
                f"header key {key!r} stands where {KEYS[len(values)]!r} belongs",
                f"Give the keys in this order: {', '.join(KEYS)}.",
            )
        values[key], where[key] = (entry[2] or "").strip(), number
    return values, where, len(lines)


def parse_header(path: str, text: str) -> tuple[Header, int]:
    """Reads the header at the top of a SQL file.

    Args:
        path: Path for messages, relative to the SQL root.
        text: Text of the file.

    Returns:
        The header, and the number of lines it takes.

    Raises:
        WarehouseError: A key is missing, out of order or unknown, or a value has the wrong form; the
            message names the file, the line and the key.
    """
    values, where, length = _entries(path, text.splitlines())
    if len(values) < len(KEYS):
        raise _bad(
            path,
            length + 1,
            f"header key {KEYS[len(values)]!r} is missing",
            f"Give the keys in this order: {', '.join(KEYS)}.",
        )

    def require(condition: bool, key: str, wanted: str) -> None:
        if not condition:
            message = f"header key {key!r} has the value {values[key]!r}"
            raise _bad(path, where[key], message, f"Give {wanted}.")

    for key in KEYS:
        require(values[key] != "", key, "a value, or `none`")
    require(_NAME.fullmatch(values["name"]) is not None, "name", "a lower-case identifier")
    require(values["kind"] in KINDS, "kind", f"one of {', '.join(KINDS)}")
    require(
        values["version"].isascii() and values["version"].isdigit() and int(values["version"]) > 0,
        "version",
        "an integer of at least 1",
    )
    require(_SINCE.fullmatch(values["since"]) is not None, "since", "a package version such as 0.1.0")
    requires = tuple(part.strip() for part in values["requires"].split(","))
    requires = () if requires == ("none",) else requires
    require(all(_NAME.fullmatch(part) for part in requires), "requires", "names after commas, or `none`")
    require(len(set(requires)) == len(requires), "requires", "each object once")
    require(values["portable"] in ("yes", "no"), "portable", "yes or no")
    header = Header(
        name=values["name"],
        kind=values["kind"],
        version=int(values["version"]),
        since=values["since"],
        summary=values["summary"],
        params=values["params"],
        returns=values["returns"],
        requires=requires,
        portable=values["portable"] == "yes",
    )
    return header, length
