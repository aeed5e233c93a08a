"""What a tool says about a run, in one form for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The answer of one tool about one run.

    Attributes:
        run: Name of the run.
        tool: Name of the tool, with what it was given where that varies.
        rank: Place of the exploit in the tool's own order, 1 = top; None where it does not name it.
        first: Step at which the tool can first say so; None where it does not.
        onset: Step at which the tool says the change began; None where it does not say.
        flagged: What the tool flags; None where it has no such number.
        scored: What it looked at.
        unit: What `flagged` and `scored` count.
        figure: What it gives in place of a number of flagged things.
        says: Its answer in a few words.
        skipped: Why there is no answer, else None.
    """

    run: str
    tool: str
    rank: int | None = None
    first: int | None = None
    onset: int | None = None
    flagged: int | None = None
    scored: int | None = None
    unit: str = "series"
    figure: str = ""
    says: str = ""
    skipped: str | None = None

    @property
    def share(self) -> float | None:
        """Flagged of scored."""
        return None if self.flagged is None or not self.scored else self.flagged / self.scored


def first_in_a_row(hits: NDArray[np.bool_], length: int) -> int | None:
    """Index at which `hits` has been true `length` times in a row for the first time.

    Args:
        hits: bool[T].
        length: How many in a row.

    Returns:
        Index of the last of them, when a monitor could say so; None if that never happens.
    """
    row = 0
    for index, hit in enumerate(hits):
        row = row + 1 if hit else 0
        if row >= length:
            return index
    return None


def rank_of(wanted: Iterable[bool]) -> int | None:
    """Place, from 1, of the first of an ordered list that is wanted; None if none is."""
    return next((place for place, hit in enumerate(wanted, 1) if hit), None)


def among_rises(wanted: Iterable[bool]) -> str:
    """A remark on the exploit's place among the flagged rises alone, or nothing."""
    rank = rank_of(wanted)
    return "" if rank is None else f", the exploit {rank} of the rises"
