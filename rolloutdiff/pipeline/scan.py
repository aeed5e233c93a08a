"""What a dump holds before it is analysed: rows, steps, prompts, rewards, turns, and what advantages say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import pyarrow as pa

from rolloutdiff.ingest import Rollouts
from rolloutdiff.stats.advantage import AdvantageFit, block_size, explain_advantage
from rolloutdiff.warehouse.stage import StageRunner

SAMPLE_BYTES = 256 << 20
"""Of a dump with more bytes than these, files at even distances are read."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What the rows that were read hold; see stage `scan_rows`.

    Attributes:
        rows: Usable rows.
        rejected: Rows that cannot be used.
        steps: Different steps.
        first_step: First of them; None without rows.
        last_step: Last of them.
        prompts: Different prompts.
        returning_prompts: Prompts that come in several steps.
        smallest_group: Fewest rows of one prompt in one step.
        median_group: The median of these.
        largest_group: The most.
        scored: Rows with a finite reward.
        reward_low: Smallest reward; None without any.
        reward_high: Largest reward.
        several_messages: Responses of more than one message.
        role_lines: Responses with a line that holds nothing but a role.
    """

    rows: int
    rejected: int
    steps: int
    first_step: int | None
    last_step: int | None
    prompts: int
    returning_prompts: int
    smallest_group: int | None
    median_group: float | None
    largest_group: int | None
    scored: int
    reward_low: float | None
    reward_high: float | None
    several_messages: int
    role_lines: int


_FACTS = tuple(column.name for column in fields(Facts))


@dataclass(frozen=True, kw_only=True)
class ValueRange:
    """Range and coverage of a column that can be the reward.

    Attributes:
        name: The column.
        scored: Rows with a finite value.
        rows: Rows in all.
        low: Smallest finite value; None where there is none.
        high: Largest one.
        steps_with: Steps with a finite value.
        steps: Steps in all.
    """

    name: str
    scored: int
    rows: int
    low: float | None
    high: float | None
    steps_with: int
    steps: int


@dataclass(frozen=True, kw_only=True)
class Advantages:
    """What the logged advantages say about the reward.

    Attributes:
        names: Columns that were tried.
        fit: Which of them count; None where groups cannot be told.
        size: Rows of a group; None where groups cannot be told.
    """

    names: tuple[str, ...]
    fit: AdvantageFit | None
    size: int | None

    @property
    def formulas(self) -> list[str]:
        """The rewards that reproduce the advantages, as `--reward-column` takes them."""
        if self.fit is None:
            return []
        if self.fit.weights is not None:
            terms = zip(self.names, self.fit.weights.tolist(), strict=True)
            return [",".join(f"{name}={weight:g}" for name, weight in terms if weight)]
        chosen = ([self.names[i] for i in columns] for columns in self.fit.sets)
        return [names[0] if len(names) == 1 else ",".join(f"{n}=1" for n in names) for names in chosen]


@dataclass(frozen=True, kw_only=True)
class Survey:
    """Everything that a scan reads from rows.

    Attributes:
        facts: What they hold.
        values: Columns that can be the reward, by name.
        advantages: What advantages say; None where none are logged.
        files_read: Files that were read.
    """

    facts: Facts
    values: tuple[ValueRange, ...]
    advantages: Advantages | None
    files_read: int


def survey_rollouts(runner: StageRunner, rollouts: Rollouts) -> Survey:
    """Read rows of a dump, or of files at even distances in it, and say what they hold.

    Raises:
        BadRow: A row cannot be used, and rows are not to be set aside.
        UnreadableFile: A file cannot be read.
    """
    part = _sample(rollouts)
    runner.run("create_staging")
    for chunk in part.chunks():
        chunk.stage(runner.cursor, runner.run)
    facts = Facts(**dict(zip(_FACTS, runner.rows("scan_rows")[0], strict=True)))
    values = tuple(
        ValueRange(
            name=name, scored=scored, rows=rows, low=low, high=high, steps_with=steps_with, steps=steps
        )
        for name, scored, rows, low, high, steps_with, steps in runner.rows("scan_values")
    )
    if not values:
        values = (_total(rollouts.reward_formula, facts),)
    advantages = _advantages(runner, [value.name for value in values if value.scored])
    return Survey(facts=facts, values=values, advantages=advantages, files_read=len(part.files))


def _sample(rollouts: Rollouts) -> Rollouts:
    sizes = [file.bytes or 0 for file in rollouts.files]
    stride = math.ceil(sum(sizes) / SAMPLE_BYTES)
    if stride <= 1:
        return rollouts
    return rollouts.without_files([f.name for i, f in enumerate(rollouts.files) if i % stride])


def _total(formula: str, facts: Facts) -> ValueRange:
    return ValueRange(
        name=formula,
        scored=facts.scored,
        rows=facts.rows,
        low=facts.reward_low,
        high=facts.reward_high,
        steps_with=facts.steps,
        steps=facts.steps,
    )


def _advantages(runner: StageRunner, names: Sequence[str]) -> Advantages | None:
    if not names:
        return None
    table = runner.arrow("scan_advantage", {"names": list(names)})
    if not table.num_rows:
        return None
    known = tuple(names)
    advantage = table.column("advantage").to_numpy(zero_copy_only=False).astype(float)
    files = table.column("source_file").combine_chunks().dictionary_encode().indices.to_numpy()
    is_new = table.column("is_new").to_numpy(zero_copy_only=False).astype(bool)
    cells = table.column("vals").combine_chunks().flatten().cast(pa.float64())
    values = cells.to_numpy(zero_copy_only=False).reshape(-1, len(names))
    kept, batch = [], []
    blocks: list[int] = []
    for file in np.unique(files):
        rows = np.flatnonzero(files == file)
        starts = np.flatnonzero(is_new[rows])
        common = int(np.gcd.reduce(np.diff([*starts, len(rows)])))
        # A file that mixes batches has other blocks than the rest, and says nothing.
        if common > 1 and np.isfinite(advantage[rows]).all():
            kept.append(rows)
            batch.append(len(rows))
            blocks.append(common)
    if not kept:
        return Advantages(names=known, fit=None, size=None)
    order = np.concatenate(kept)
    size = block_size(advantage[order], int(np.gcd.reduce(blocks)))
    if size is None:
        return Advantages(names=known, fit=None, size=None)
    return Advantages(
        names=known, fit=explain_advantage(advantage[order], values[order], size, batch), size=size
    )
