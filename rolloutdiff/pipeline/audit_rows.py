"""Rows of an audit: completions and counts of a slice, from the warehouse to arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows, count_matrix
from rolloutdiff.stats.panel import Floats, Integers
from rolloutdiff.warehouse.stage import StageRunner

# Tells the numbers of neighbouring words from those of single features.
_NEIGHBOURS = "w"


@dataclass(frozen=True, kw_only=True)
class RunSlice:
    """One slice of a run.

    Attributes:
        name: Name of the slice.
        rollouts: Completions.
        prompts: Prompts.
        comparable: Completions with a reward that are not alone in their group.
        compared_prompts: Their prompts.
        first_step: First training step.
        last_step: Last training step.
        scored: Completions with a reward.
        golds: Completions whose gold is known.
    """

    name: str
    rollouts: int
    prompts: int
    comparable: int
    compared_prompts: int
    first_step: int
    last_step: int
    scored: int
    golds: int


def slices_by_run(runner: StageRunner, audit_id: str) -> dict[str, list[RunSlice]]:
    """The slices of every run of an audit, runs and slices sorted by name."""
    found: dict[str, list[RunSlice]] = {}
    for run, *values in runner.rows("audit_slices", {"audit_id": audit_id}):
        name, rollouts, prompts, comparable, compared, first, last, scored, golds = values
        found.setdefault(run, []).append(
            RunSlice(
                name=name,
                rollouts=rollouts,
                prompts=prompts,
                comparable=comparable,
                compared_prompts=compared,
                first_step=first,
                last_step=last,
                scored=scored,
                golds=golds,
            )
        )
    return found


@dataclass(frozen=True, kw_only=True)
class AuditFeatures:
    """Features that an audit of one run looks at.

    In the arrays of `stats` a feature goes by the number of its place, in digits of equal length, so that
    ties end in the order of names whatever number the warehouse gave to a feature.

    Attributes:
        singles: feature_id of every single feature, in order of name.
        adjacent: feature_id of every pair of neighbouring words, in order of name.
        names: Name by feature_id.
        columns: The same for `stats`.
    """

    singles: tuple[int, ...]
    adjacent: tuple[int, ...]
    names: Mapping[int, str]
    columns: AuditColumns

    def ids(self, kind: str, name: str | None) -> tuple[int | None, int | None]:
        """feature_id of a feature as `stats` calls it, and that of the second one of a cooc."""
        if name is None:
            return None, None
        if kind == "adj":
            return self.adjacent[int(name.removeprefix(_NEIGHBOURS))], None
        first, _, second = name.partition(" & ")
        return self.singles[int(first)], self.singles[int(second)] if second else None

    def name(self, number: str) -> str:
        """The name of a feature that `stats` calls by its number."""
        neighbours = number.startswith(_NEIGHBOURS)
        place = int(number.removeprefix(_NEIGHBOURS))
        return self.names[(self.adjacent if neighbours else self.singles)[place]]


def find_features(runner: StageRunner, run: str, settings: AuditSettings) -> AuditFeatures:
    """The features that enough completions and prompts of some slice of a run show."""
    rows = runner.rows(
        "audit_support",
        {"run": run, "min_rollouts": settings.min_pair_rollouts, "min_prompts": settings.min_pair_prompts},
    )
    return features_of(rows)


def features_of(rows: Sequence[tuple[int, str, str, int]]) -> AuditFeatures:
    """Features from rows of feature_id, name, kind and place of the tier, in order of name."""
    singles = [row for row in rows if row[2] == "single"]
    adjacent = [row for row in rows if row[2] == "adj"]
    return AuditFeatures(
        singles=tuple(row[0] for row in singles),
        adjacent=tuple(row[0] for row in adjacent),
        names={row[0]: row[1] for row in rows},
        columns=AuditColumns(
            names=_numbered(len(singles)),
            rank=np.array([row[3] for row in singles], dtype=np.int64),
            adjacent=_numbered(len(adjacent), _NEIGHBOURS),
        ),
    )


def _numbered(count: int, prefix: str = "") -> tuple[str, ...]:
    return tuple(f"{prefix}{place:06d}" for place in range(count))


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows:
    """Completions of one slice over a range of steps.

    Attributes:
        slice_rows: What the statistics read.
        step: int64[n], training step of each.
    """

    slice_rows: SliceRows
    step: Integers

    def within(self, span: tuple[int, int]) -> SliceRows:
        """Completions from the first to the last step of a span."""
        chosen = np.flatnonzero((self.step >= span[0]) & (self.step <= span[1]))
        return self.slice_rows.take(chosen)


def read_rows(
    runner: StageRunner, audit_id: str, run: str, slice_: str, span: tuple[int, int], features: AuditFeatures
) -> Rows:
    """Scored completions of a slice, from the first to the last step of a span."""
    keys = {
        "audit_id": audit_id,
        "run": run,
        "slice": slice_,
        "first_step": span[0],
        "last_step": span[1],
    }
    rows = runner.arrow("audit_row", keys)
    with runner.table("audit_column", column_table([*features.singles, *features.adjacent])):
        cells = runner.arrow("audit_cell", keys)
    return as_rows(slice_, rows, cells, features)


def as_rows(slice_: str, rows: pa.Table, cells: pa.Table, features: AuditFeatures) -> Rows:
    """Rows of stages `audit_row` and `audit_cell` as arrays."""
    rollout = _column(rows, "rollout_id")
    order = np.argsort(rollout, kind="stable")
    row = order[np.searchsorted(rollout, _column(cells, "rollout_id"), sorter=order)]
    place, n = _column(cells, "place"), _column(cells, "n").astype(np.float64)
    singles, adjacent = len(features.singles), len(features.adjacent)
    single = place < singles
    return Rows(
        slice_rows=SliceRows(
            name=slice_,
            group=_column(rows, "group_no").astype(np.int64),
            cluster=_column(rows, "prompt_no").astype(np.int64),
            reward=_column(rows, "reward").astype(np.float64),
            gold=_gold(rows),
            counts=count_matrix(row[single], place[single], n[single], len(rollout), singles),
            adjacent=count_matrix(row[~single], place[~single] - singles, n[~single], len(rollout), adjacent),
        ),
        step=_column(rows, "step").astype(np.int64),
    )


def column_table(feature_id: Sequence[int]) -> pa.Table:
    """Features as the Arrow table `audit_column`: their number and place."""
    return pa.table(
        {
            "feature_id": column(feature_id, pa.int32()),
            "place": column(range(len(feature_id)), pa.int32()),
        }
    )


def _gold(rows: pa.Table) -> Floats | None:
    gold = rows["gold"].cast(pa.float64())
    if gold.null_count == len(gold):
        return None
    values: Floats = gold.fill_null(float("nan")).to_numpy()
    return values


def _column(table: pa.Table, name: str) -> np.ndarray:
    values: np.ndarray = table[name].to_numpy()
    return values
