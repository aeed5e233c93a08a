"""Files of a dump: found, named, ordered, and probed when something is wrong with them."""

from __future__ import annotations

import codecs
import gzip
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import duckdb

from rolloutdiff.errors import ColumnMappingError, PathNotFound, UnknownFormat, UnreadableFile
from rolloutdiff.ingest.rollouts import SourceFile
from rolloutdiff.ingest.wording import did_you_mean, listed, show

CHUNK_BYTES = 64 << 20

_BLOCK = 1 << 20
# A line is never cut: no text that a model wrote is longer. Unless told of a buffer, DuckDB 1.4 reserves one
# of 16 lines.
_MAX_LINE = 1 << 29
# The least that is reserved, and the bytes that a file may have grown by since its size was taken.
_LEAST = 1 << 21
# Lines are looked at where DuckDB would else reserve more than this.
_RESERVED = 1 << 25
# The most that a byte of gzip stands for: a match of 258 bytes takes two bits.
_GZIP_RATIO = 1032
_T = TypeVar("_T")
# What DuckDB raises for damaged data; anything else would be a fault of ours.
_REFUSALS = (
    duckdb.IOException,
    duckdb.InvalidInputException,
    duckdb.ConversionException,
    duckdb.SerializationException,
    duckdb.OutOfRangeException,
)


def existing(path: str | os.PathLike[str]) -> Path:
    """The absolute form of a path that must exist.

    Raises:
        PathNotFound: Nothing is there; names the nearest entry of the same folder.
    """
    given = Path(os.path.abspath(os.path.expanduser(path)))
    if given.exists():
        return given
    siblings = os.listdir(given.parent) if given.parent.is_dir() else []
    raise PathNotFound(
        f"{show(given)} does not exist.",
        did_you_mean(given.name, siblings) or "Give the folder or file that the trainer wrote.",
    )


def tree(root: Path, wanted: Callable[[str], object]) -> list[Path]:
    """Files below a folder whose names are wanted, hidden folders left out."""
    found = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(s for s in subfolders if not s.startswith("."))
        found += [Path(folder, name) for name in names if wanted(name)]
    return found


def several(root: Path, what: str, folders: Sequence[Path], hint: str) -> UnknownFormat:
    """The error for a path that holds dumps of one kind in several folders: lists them."""
    names = listed([folder.relative_to(root).as_posix() for folder in folders])
    error = UnknownFormat(f"{show(root)} holds {what} in {len(folders)} folders: {names}.", hint)
    error.choices = tuple((str(folder), None) for folder in folders)
    return error


def natural(name: str) -> tuple[tuple[int | str, ...], str]:
    """Sort key that reads digits as numbers: `s2` before `s10`."""
    pieces = re.split(r"([0-9]+)", name)
    return tuple(int(p) if i % 2 else p for i, p in enumerate(pieces)), name


def integers(name: str) -> list[int]:
    """The whole numbers written in the name of a file, its suffixes left out."""
    return [int(digits) for digits in re.findall(r"[0-9]+", name.split("/")[-1].split(".")[0])]


def step_in_name(file: SourceFile) -> int:
    """The step that the name of a file holds.

    Raises:
        ColumnMappingError: The name holds no whole number, or several.
    """
    found = integers(file.name)
    if len(found) != 1:
        many = "no number" if not found else f"{len(found)} numbers ({', '.join(map(str, found))})"
        raise ColumnMappingError(
            f"The step cannot be taken from the name of {show(file.name)}: it holds {many}.",
            "Rename the files so that each name holds one number, or have the step in a column.",
        )
    return found[0]


def escape_glob(path: Path) -> str:
    """The path for DuckDB's readers, which expand glob characters even in a list of files."""
    return re.sub(r"([*?\[])", r"[\1]", str(path))


def source_file(path: Path, name: str) -> SourceFile:
    """Describe a file.

    Raises:
        UnreadableFile: It is gone, or its name is not text that a database can hold.
    """
    try:
        name.encode()
        status = path.stat()
    except UnicodeEncodeError as error:
        raise UnreadableFile(f"The name of {show(path)} is not UTF-8.", "Rename the file.") from error
    except OSError as error:
        raise UnreadableFile(f"{show(path)} cannot be read: {error.strerror}.", "Check the file.") from error
    return SourceFile(name=name, path=path, bytes=status.st_size, modified_ns=status.st_mtime_ns)


def ensure_unchanged(files: Iterable[SourceFile]) -> None:
    """Check that files are still what they were when the dump was opened.

    Raises:
        UnreadableFile: A file is gone, or has another size or time.
    """
    for file in files:
        if file.path is None:
            continue
        now = source_file(file.path, file.name)
        if (now.bytes, now.modified_ns) != (file.bytes, file.modified_ns):
            raise UnreadableFile(
                f"{show(file.path)} has changed since the dump was opened.",
                "Run again; while a job is writing, wait until the file is complete.",
            )


def longest_row(files: Iterable[tuple[Path, int]]) -> int:
    """How many bytes a row of text files can have, given their sizes: DuckDB reserves what it is told of."""
    sizes = (size * (_GZIP_RATIO if path.suffix == ".gz" else 1) for path, size in files)
    return min(max(sizes) + _LEAST, _MAX_LINE)


def longest_line(files: Sequence[SourceFile]) -> int:
    """How many bytes a line of text files can have; large files are looked through once.

    A file that cannot be read to its end is told by the reader that comes after.
    """
    sized = [(file.on_disk, file.bytes or 0, file.modified_ns or 0) for file in files]
    bounds = [(longest_row([(path, size)]), path, size, at) for path, size, at in sized]
    return max(b if b <= _RESERVED else _longest(path, size, at) for b, path, size, at in bounds)


@lru_cache(maxsize=4096)
def _longest(path: Path, size: int, modified_ns: int) -> int:
    longest = begun = 0
    with suppress(OSError, EOFError, zlib.error), _open(path) as stream:
        while block := stream.read(_BLOCK):
            first, *others = map(len, block.split(b"\n"))
            longest = max(longest, begun + first, *others)
            begun = others[-1] if others else begun + first
    return min(longest + _LEAST, _MAX_LINE)


@contextmanager
def reading(files: Sequence[SourceFile]) -> Iterator[None]:
    """Turns a refusal of DuckDB to read files into an error that names them.

    Raises:
        UnreadableFile: DuckDB cannot read one of the files.
    """
    try:
        yield
    except duckdb.Error as error:
        # What a damaged page of parquet raises is of no class of its own.
        if type(error) is not duckdb.Error and not isinstance(error, _REFUSALS):
            raise
        names = listed([str(f.path or f.name) for f in files], 3)
        first = str(error).strip().partition("\n")[0]
        raise UnreadableFile(
            f"DuckDB cannot read {names}: {show(first)}", "Check that the files are complete."
        ) from error


def chunked(
    items: Sequence[_T], size: Callable[[_T], int], key: Callable[[_T], object], limit: int = CHUNK_BYTES
) -> Iterator[list[_T]]:
    """Neighbouring items in groups of one key and about `limit` bytes."""
    group: list[_T] = []
    weight = 0
    for item in items:
        if group and (weight + size(item) > limit or key(item) != key(group[0])):
            yield group
            group, weight = [], 0
        group.append(item)
        weight += size(item)
    if group:
        yield group


def ends_in_newline(path: Path) -> bool:
    """Whether the last byte of a plain file ends a line; compressed files end in one by definition."""
    with path.open("rb") as stream:
        if path.suffix == ".gz" or stream.seek(0, os.SEEK_END) == 0:
            return True
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) in (b"\n", b"\r")


def torn_line(path: Path) -> str | None:
    """The last line of a plain file that ends in the middle of a character, without that character.

    Returns:
        None when the file ends in whole characters, or the line has other faults.
    """
    if path.suffix == ".gz":
        return None
    with path.open("rb") as stream:
        line, place = b"", stream.seek(0, os.SEEK_END)
        while place and b"\n" not in line and b"\r" not in line:
            size = min(place, _BLOCK)
            place = stream.seek(place - size)
            line = stream.read(size) + line
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        text = decoder.decode(re.split(rb"[\r\n]", line)[-1])
    except UnicodeDecodeError:
        return None
    return text if decoder.getstate()[0] else None


def _open(path: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def text_fault(path: Path, *, may_be_torn: bool = False) -> str | None:
    """Why a text file cannot be read to its end, or None; reads all of it.

    Args:
        path: The file.
        may_be_torn: Whether it may end in the middle of a character.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, line = 0, 1
    try:
        with _open(path) as stream:
            while block := stream.read(_BLOCK):
                decoder.decode(block)
                offset += len(block)
                line += block.count(b"\n")
            if not may_be_torn:
                decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        # The decoder still held the last bytes of the block before, when a character began there.
        bad = offset - (len(error.object) - len(block)) + error.start
        line += error.object[: error.start].count(b"\n")
        return f"is not UTF-8 at byte {bad}, line {line}"
    except (OSError, EOFError, zlib.error) as error:
        return f"cannot be read: {getattr(error, 'strerror', None) or error}"
    return None
