"""How a kind of dump is told: by names of files, then by the schema of one; pickles stay closed."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from rolloutdiff.ingest.files import natural
from rolloutdiff.ingest.wording import show

_FIRST_LINE_BYTES = 1 << 26
_HEAD_BYTES = 1 << 16
_SQLITE = b"SQLite format 3\x00"
SQLITE_NAMES = ("metrics", "run_name", "step")
# A damaged or empty file says nothing about the others: so many are tried.
_TRIES = 3

_Object = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Recognition:
    """A kind of dump that a path holds.

    Attributes:
        format: Name of the kind, which is that of its loader where there is one.
        evidence: What it was told by, as a phrase.
        files: The files, in natural order of their paths.
        refusal: Why dumps of this kind cannot be analysed, as a sentence; None where they can.
        remedy: What to do instead.
        is_second: Whether it only copies part of what the dump of a trainer beside it holds.
    """

    format: str
    evidence: str
    files: tuple[Path, ...]
    refusal: str | None = None
    remedy: str | None = None
    is_second: bool = False

    @property
    def folders(self) -> list[Path]:
        """Folders that hold the files, in natural order."""
        return sorted({path.parent for path in self.files}, key=lambda path: natural(str(path)))


@dataclass(frozen=True, kw_only=True)
class Sign:
    """What tells files of one kind: their names, then the schema of one of them.

    Attributes:
        pattern: Regular expression for the end of a path, with forward slashes.
        names: The same in words; default: the name of the first file.
        keys: Keys that the first object of a file, or its columns, must have.
        fits: What else the first object or the columns must be; None for nothing.
        schema: What `fits` looks for, in words.
        is_required: Whether a file must have been looked at; else names tell where none can be.
        is_flat: Whether only files of the folder itself count, none of those below it.
    """

    pattern: str
    names: str = ""
    keys: tuple[str, ...] = ()
    fits: Callable[[_Object], bool] | None = None
    schema: str = ""
    is_required: bool = True
    is_flat: bool = False

    def named(self, root: Path, paths: Iterable[Path]) -> list[Path]:
        """Those of some files whose names are of the kind, in the same order."""
        expression = re.compile(rf"(?:.*/)?(?:{self.pattern})")
        # The pattern may name folders above the path that was given.
        found = [path for path in paths if expression.fullmatch(path.as_posix())]
        return [path for path in found if root in (path, path.parent)] if self.is_flat else found

    def evidence(self, root: Path, named: Sequence[Path]) -> str | None:
        """Why files of such names are of the kind, as a phrase; None where their schema says otherwise."""
        if self.keys or self.fits:
            seen = next((s for s in map(first_object, named[:_TRIES]) if s is not None), None)
            if seen is None and self.is_required:
                return None
            if seen is not None and not self._is_of(seen):
                return None
        base = root.parent if root.is_file() else root
        names = self.names or f"files named like {show(named[0].relative_to(base).as_posix())}"
        word = "columns" if self.pattern.endswith("parquet") else "keys"
        schema = self.schema or (f"{word} {', '.join(self.keys)}" if self.keys else "")
        return f"{names} with {schema}" if schema else names

    def _is_of(self, seen: _Object) -> bool:
        return seen.keys() >= set(self.keys) and (self.fits is None or self.fits(seen))


def by_signs(
    name: str, signs: Sequence[Sign], root: Path, paths: Sequence[Path], *, is_second: bool = False
) -> Recognition | None:
    """The files of one kind among some, by any of its signs; see `Kind.recognise`."""
    files: dict[Path, None] = {}
    why: list[str] = []
    for sign in signs:
        named = sign.named(root, (path for path in paths if path not in files))
        evidence = sign.evidence(root, named) if named else None
        if evidence is not None:
            files.update(dict.fromkeys(named))
            why.append(evidence)
    if not files:
        return None
    return Recognition(format=name, evidence=" and ".join(why), files=tuple(files), is_second=is_second)


class Kind(Protocol):
    """A kind of files that trainers write."""

    @property
    def name(self) -> str:
        """What it is called; for a loader what `--format` calls it."""
        ...

    def recognise(self, root: Path, paths: Sequence[Path]) -> Recognition | None:
        """Say which files are of this kind, from names and from the schema of one file.

        Args:
            root: The path that the user gave.
            paths: The files below it, or the path itself, that no kind before has claimed; absolute and in
                natural order.

        Returns:
            The files and the evidence; None when there are none.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A kind that is known and cannot be analysed.

    Attributes:
        name: What it is called.
        signs: What tells it.
        refusal: Why it cannot be analysed, as a sentence.
        remedy: What to do instead.
        is_second: See `Recognition`.
    """

    name: str
    signs: tuple[Sign, ...]
    refusal: str
    remedy: str
    is_second: bool = False

    def recognise(self, root: Path, paths: Sequence[Path]) -> Recognition | None:
        """Say which files are of this kind; see `Kind`."""
        found = by_signs(self.name, self.signs, root, paths, is_second=self.is_second)
        return None if found is None else replace(found, refusal=self.refusal, remedy=self.remedy)


def first_object(path: Path) -> _Object | None:
    """What tells the kind of a file: the columns of parquet, or the first object of JSON or JSONL.

    Returns:
        Values by key; an empty mapping where there is something else; None where there is nothing to read.
    """
    name = path.name.lower()
    try:
        if name.endswith(".parquet"):
            return dict.fromkeys(pq.read_schema(path).names)
        if name.endswith(".db"):
            return _names_in_sqlite(path)
        if name.endswith(".json"):
            return _keys_in_head(path)
        return _first_line(path)
    except (OSError, EOFError, pa.ArrowException, UnicodeDecodeError):
        # The last is a damaged name of a parquet column.
        return None


def _first_line(path: Path) -> _Object | None:
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rb") as stream:
        while line := stream.readline(_FIRST_LINE_BYTES):
            text = line.decode("utf-8-sig", errors="replace").strip()
            if text:
                try:
                    value = json.loads(text)
                except (ValueError, RecursionError):
                    return {}
                return value if isinstance(value, dict) else {}
    return None


def _names_in_sqlite(path: Path) -> _Object:
    """Which of the names that tell a database stand in its first pages, where SQLite keeps its schema."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD_BYTES)
    if not head.startswith(_SQLITE):
        return {}
    return {name: None for name in SQLITE_NAMES if name.encode() in head}


def _keys_in_head(path: Path) -> _Object | None:
    """Keys that the beginning of a JSON document names, at any depth; the document may be large."""
    with path.open("rb") as stream:
        text = stream.read(_HEAD_BYTES).decode("utf-8-sig", errors="replace")
    if not text.strip():
        return None
    return dict.fromkeys(re.findall(r'"([^"\\]*)"\s*:', text)) if text.lstrip().startswith("{") else {}
