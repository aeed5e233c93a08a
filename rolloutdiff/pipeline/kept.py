"""What a process that follows a run keeps in memory from one analysis to the next.

Nothing depends on it but time: without it all is computed again, with the same result.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields, replace

import pyarrow as pa

from rolloutdiff.pipeline.carry import Carried
from rolloutdiff.pipeline.overlap import Overlaps
from rolloutdiff.stats.anchored_onward import Onward


@dataclass(frozen=True, kw_only=True, eq=False)
class Totals:
    """Counts of a run per feature, prompt and group size.

    Attributes:
        last_step: Last step that was counted.
        prompts: Arrow table of prompt_no and prompt_id.
        totals: Arrow table of feature_id, prompt_no, samples and total, a row per feature, prompt and size.
    """

    last_step: int
    prompts: pa.Table
    totals: pa.Table


@dataclass(frozen=True, kw_only=True)
class Hashed:
    """The hash over the rollouts of some runs.

    Attributes:
        runs: The runs.
        last: Number of the last rollout of the warehouse.
        rows: Rollouts of the runs.
        digest: Hash over them, as `input_hash` gives it.
    """

    runs: tuple[str, ...]
    last: int = -1
    rows: int = 0
    digest: str = "0"


@dataclass(eq=False)
class Kept:
    """What one analysis leaves to the next of the same run.

    Attributes:
        analysis: The last analysis; None before the first.
        scans: What was judged, by run and half of the prompts; None for all prompts.
        halves: Points of the series on each half of the prompts, as an Arrow table.
        totals: Counts per prompt, by run.
        overlaps: Overlap of pairs of alerts, by rule.
        grams: How many rollouts of the first cell hold an n-gram: Arrow table of name and rollouts.
        lengths: Lengths of completions by step, as stage `text_length` gives them.
        hashed: The hash over the rollouts; None where they may not be what they were.
    """

    analysis: str | None = None
    scans: dict[tuple[str, int | None], Onward] = field(default_factory=dict)
    halves: pa.Table | None = None
    totals: dict[str, Totals] = field(default_factory=dict)
    overlaps: dict[str, Overlaps] = field(default_factory=dict)
    grams: pa.Table | None = None
    lengths: pa.Table | None = None
    hashed: Hashed | None = None

    def copy(self) -> Kept:
        """What changes in the copy does not change here."""
        return replace(
            self,
            scans={of: copy(scan) for of, scan in self.scans.items()},
            totals=self.totals.copy(),
            overlaps=self.overlaps.copy(),
        )

    def become(self, analysis: str, other: Kept) -> None:
        """Take over all of another one, which `analysis` has left."""
        for part in fields(self):
            setattr(self, part.name, getattr(other, part.name))
        self.analysis = analysis

    def begin(self, analysis: str | None = None) -> None:
        """Forget all but the hash; `analysis` is what the next one may take over from."""
        self.analysis = analysis
        self.scans.clear()
        self.halves = None
        self.totals.clear()
        self.overlaps.clear()
        self.grams = self.lengths = None

    def onward(self, run: str, part: int | None = None) -> Onward:
        """What was judged of a run, or of a half of its prompts."""
        return self.scans.setdefault((run, part), Onward())

    def totals_up_to(self, run: str, carried: Carried | None) -> Totals | None:
        """Counts per prompt of just the steps that are taken over; None where these are not known."""
        found = self.totals.get(run)
        known = carried is not None and found is not None and found.last_step == carried.last_step
        return found if known else None
