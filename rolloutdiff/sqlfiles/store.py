"""Where the SQL files are, and what is in them."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rolloutdiff.errors import WarehouseError
from rolloutdiff.sqlfiles.header import Header, parse_header

DEFAULT_SCHEMA = "rolloutdiff"
FOLDER_KINDS = {
    "tables": ("table",),
    "macros": ("macro", "table_macro"),
    "views": ("view",),
    "stages": ("stage",),
    "checks": ("check",),
}
INSTALLABLE = ("table", "macro", "table_macro", "view")

_PACKAGED = Path(__file__).parent.parent / "_sql"
_CHECKOUT = Path(__file__).parent.parent.parent / "sql"


@dataclass(frozen=True, kw_only=True)
class Control:
    """The settings of the SQL tree as a whole.

    Attributes:
        schema_version: Version of the set of objects; grows when an upgrade is needed.
        default_schema: Schema that the files name.
        duckdb_floor: Oldest DuckDB that runs them, `major.minor.patch`.
    """

    schema_version: int
    default_schema: str
    duckdb_floor: str


@dataclass(frozen=True, kw_only=True)
class SqlFile:
    """One SQL file.

    Attributes:
        path: Path below the SQL root, with forward slashes.
        header: Parsed header.
        text: Whole text, newlines as `\\n`.
        body: Text after the header.
        body_line: Line of the file on which the body begins, from 1.
        sha256: Hex digest of `text` in UTF-8.
    """

    path: str
    header: Header
    text: str
    body: str
    body_line: int
    sha256: str

    @property
    def name(self) -> str:
        """Name of the object."""
        return self.header.name

    @property
    def kind(self) -> str:
        """Kind of the object."""
        return self.header.kind


def sql_root() -> Path:
    """Folder of the SQL files: inside an installed package, or beside it in a checkout.

    Raises:
        WarehouseError: Neither place has them.
    """
    for root in (_PACKAGED, _CHECKOUT):
        if (root / "control.toml").is_file():
            return root
    raise WarehouseError(f"The SQL files are missing from {_PACKAGED}.", "Install the package again.")


def control(root: Path | None = None) -> Control:
    """Reads `control.toml`.

    Args:
        root: SQL root; None takes that of the package.

    Raises:
        WarehouseError: A key is missing, unknown or of the wrong type.
    """
    path = (root or sql_root()) / "control.toml"
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    types = {"schema_version": int, "default_schema": str, "duckdb_floor": str}
    wrong = sorted(types.keys() ^ values.keys())
    wrong = wrong or [key for key, kind in types.items() if not isinstance(values[key], kind)]
    if wrong:
        raise WarehouseError(
            f"{path}: key {wrong[0]!r} is missing, unknown or of the wrong type.",
            f"Give exactly {', '.join(types)}.",
        )
    return Control(**values)


def _read(root: Path, path: Path) -> SqlFile:
    relative = path.relative_to(root).as_posix()
    text = path.read_text(encoding="utf-8")
    header, header_lines = parse_header(relative, text)
    if header.name != path.stem:
        raise WarehouseError(
            f"SQL file {relative}: the header names {header.name!r}.",
            "Give the file and the object one name.",
        )
    if header.kind not in FOLDER_KINDS[path.parent.name]:
        raise WarehouseError(
            f"SQL file {relative}: kind {header.kind!r} does not belong in this folder.",
            f"Put a {header.kind} where its kind is kept, or correct the key.",
        )
    return SqlFile(
        path=relative,
        header=header,
        text=text,
        body="".join(text.splitlines(keepends=True)[header_lines:]),
        body_line=header_lines + 1,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )


@lru_cache(maxsize=8)
def _load_tree(root: Path) -> dict[str, SqlFile]:
    files: dict[str, SqlFile] = {}
    for path in sorted(p for folder in FOLDER_KINDS for p in (root / folder).glob("*.sql")):
        file = _read(root, path)
        if file.name in files:
            raise WarehouseError(
                f"SQL files {files[file.name].path} and {file.path} have one name.",
                "Give every object a name of its own.",
            )
        files[file.name] = file
    return files


def load_all(root: Path | None = None, kinds: tuple[str, ...] | None = None) -> list[SqlFile]:
    """Reads every SQL file, in order of path.

    Args:
        root: SQL root; None takes that of the package.
        kinds: Kinds to keep; None keeps all.

    Raises:
        WarehouseError: A header is wrong, or two files have one name.
    """
    files = _load_tree(root or sql_root()).values()
    return [file for file in files if kinds is None or file.kind in kinds]


def load(name: str, root: Path | None = None) -> SqlFile:
    """Reads the SQL file of one object.

    Args:
        name: Name of the object.
        root: SQL root; None takes that of the package.

    Raises:
        WarehouseError: No file has this name, or a header is wrong.
    """
    files = _load_tree(root or sql_root())
    if name not in files:
        known = ", ".join(sorted(files))
        raise WarehouseError(f"There is no SQL file named {name!r}.", f"Known names: {known}.")
    return files[name]
