"""Parts of a dump, one for each of several processes or machines: together they hold every row once."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from rolloutdiff.errors import UsageError
from rolloutdiff.ingest.rollouts import Rollouts, SourceFile

# Parts of a file that several shards read are given in this many of its rows.
ROW_UNIT: Final = 1_000_000

_TEXT = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")


@dataclass(frozen=True, kw_only=True)
class Shard:
    """One of the parts that a dump is read in.

    Attributes:
        number: Which part, from 1.
        count: Parts in all.
    """

    number: int
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise UsageError(f"There is no shard {self}.", "Give 1/4, 2/4, 3/4 and 4/4 for four shards.")

    @classmethod
    def of(cls, text: str) -> Self:
        """The shard that a text such as `2/4` names.

        Raises:
            UsageError: It names none.
        """
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise UsageError(
                f"A shard is {text!r}.", "Write which one of how many, such as 2/4; the first is 1/4."
            )
        return cls(number=int(found[1]), count=int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


@dataclass(frozen=True, kw_only=True)
class FilePart:
    """Rows of a file that one shard reads.

    Attributes:
        name: Name of the file.
        low: Where they begin, in `ROW_UNIT` parts of its rows.
        high: Where those of the next shard begin.
    """

    name: str
    low: int
    high: int

    @property
    def is_whole(self) -> bool:
        """Whether they are all rows of the file."""
        return (self.low, self.high) == (0, ROW_UNIT)


def parts_of(files: Sequence[SourceFile], shard: Shard) -> list[FilePart]:
    """The files, and parts of files, of a shard.

    The shards follow each other in reading order and have about the same bytes. A file is read by the shard
    that holds its middle; one that is larger than a shard is split by its rows. So there is no shard without
    a file, and rows in order of the shards are rows in reading order.

    Args:
        files: All files of the dump, in reading order.
        shard: The shard.
    """
    # In units of 1 / count of a byte, so that everything is a whole number.
    sizes = [max(file.bytes or 0, 1) * shard.count for file in files]
    share = sum(sizes) // shard.count
    begin, end = (shard.number - 1) * share, shard.number * share
    parts = []
    start = 0
    for file, size in zip(files, sizes, strict=True):
        if size > share:
            low, high = (min(max((cut - start) * ROW_UNIT // size, 0), ROW_UNIT) for cut in (begin, end))
        else:
            low, high = 0, ROW_UNIT * (begin <= start + size // 2 < end)
        if low < high:
            parts.append(FilePart(name=file.name, low=low, high=high))
        start += size
    return parts


def dump_digest(rollouts: Rollouts) -> str:
    """Hex digest that is equal for shards of one dump: what was asked for, and names and sizes of all files.

    Places and times of files do not count, so that machines may have copies.
    """
    asked = [
        rollouts.format,
        rollouts.run,
        rollouts.reward_formula,
        list(rollouts.reward_parts),
        rollouts.skip_bad_rows,
    ]
    files = [[file.name, file.bytes] for file in rollouts.files]
    return hashlib.sha256(json.dumps([asked, files]).encode()).hexdigest()
