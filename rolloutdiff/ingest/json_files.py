"""Reading JSON in Python, for dumps whose shape DuckDB's readers do not know."""

from __future__ import annotations

import codecs
import gzip
from collections.abc import Iterator
from typing import IO, Any

from rolloutdiff.ingest.json_text import read_json
from rolloutdiff.ingest.rollouts import SourceFile

# What one line of a file may take in memory; longer ones are no text that a model wrote.
LONGEST = 1 << 29


def _open(file: SourceFile) -> IO[bytes]:
    opener: Any = gzip.open if file.on_disk.suffix == ".gz" else open
    stream: IO[bytes] = opener(file.on_disk, "rb")
    return stream


def _decoded(data: bytes) -> str:
    """Text without the bytes of a character that is cut off at its end, where a job is writing.

    Raises:
        UnicodeDecodeError: There are other faults.
    """
    return codecs.getincrementaldecoder("utf-8-sig")().decode(data)


def lines(file: SourceFile) -> Iterator[dict[str, Any] | str | None]:
    """Lines of JSONL: objects, the texts of lines that are none, None for blank lines.

    Raises:
        ValueError: A line is not UTF-8, or longer than 512 MiB.
        OSError: The file cannot be read.
    """
    with _open(file) as stream:
        number = 0
        while line := stream.readline(LONGEST):
            number += 1
            if len(line) == LONGEST:
                raise ValueError(f"line {number} is longer than {LONGEST >> 20} MiB")
            try:
                text = (line.decode() if number > 1 and line.endswith(b"\n") else _decoded(line)).strip(
                    "\r\n"
                )
            except UnicodeDecodeError as error:
                raise ValueError(f"line {number} is not UTF-8") from error
            if not text.strip():
                yield None
                continue
            try:
                value = read_json(text)
            except (ValueError, RecursionError):
                yield text
                continue
            yield value if isinstance(value, dict) else text


def document(file: SourceFile) -> dict[str, Any] | str:
    """A file that is one JSON object; its text when it is none.

    Raises:
        ValueError: The file is not UTF-8.
        OSError: The file cannot be read.
    """
    with _open(file) as stream:
        text = _decoded(stream.read())
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict) else text
