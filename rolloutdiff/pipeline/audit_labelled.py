"""Labelled rows: completions that people rated, outside of any run, with the features of the audit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from rolloutdiff.columns import column
from rolloutdiff.errors import BadRow, ColumnMappingError
from rolloutdiff.ingest import from_table
from rolloutdiff.ingest.flat import read_flat
from rolloutdiff.ingest.wording import did_you_mean, listed, quoted
from rolloutdiff.pipeline.audit_rows import AuditFeatures
from rolloutdiff.pipeline.scratch import count_alone
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.stats.audit_rows import SliceRows, count_matrix
from rolloutdiff.stats.panel import Floats
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install

_WHAT = "labelled rows"
_RUN = "labelled"
# Columns with a meaning of their own; every other column of numbers is held fixed.
_LABELS = ("label", "reward")
_KNOWN = ("id", "sample_id", "prompt_id", "prompt", "response", "label", "reward", "gold", "slice", "step")


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelledRows:
    """Labelled rows with the counts of their features.

    Attributes:
        sha256: Hash of the file.
        slices: Slice of every row.
        label: float64[n], rating, NaN where missing.
        gold: float64[n], trusted outcome, NaN where missing; None without such a column.
        prompt: int64[n], number of the prompt.
        nuisance: float64[n, k], further columns of numbers, missing values as their mean; None without.
        cell: Rows name, row, n: counts above zero.
    """

    sha256: str
    slices: tuple[str, ...]
    label: Floats
    gold: Floats | None
    prompt: np.ndarray
    nuisance: Floats | None
    cell: pa.Table


def read_labelled(data: object, slice_column: str | None, analysis: AnalysisSettings) -> LabelledRows:
    """Read labelled rows and count their features.

    Args:
        data: File or table with columns `response`, `label` (or `reward`), and optionally `prompt`, `gold`
            and the slice; every other column of numbers is a nuisance that the fit holds fixed.
        slice_column: Name of the slice's column; None takes `slice` where it is there.
        analysis: Settings of the analysis: features are counted in the same way.

    Raises:
        ColumnMappingError: A column is missing.
        BadRow: A column that should hold numbers does not.
    """
    table, digest = read_flat(data, _WHAT)
    label = next((name for name in _LABELS if name in table.column_names), None)
    if label is None or "response" not in table.column_names:
        missing = "response" if label is not None else "label"
        raise ColumnMappingError(
            f"The {_WHAT} have no column {quoted(missing)}.", f"They have {listed(table.column_names)}."
        )
    name = _slice_name(table, slice_column)
    held = [c for c in table.column_names if c not in (*_KNOWN, slice_column) and _is_number(table[c].type)]
    return LabelledRows(
        sha256=digest,
        slices=("all",) * table.num_rows
        if name is None
        else tuple("none" if v is None else str(v) for v in table[name].to_pylist()),
        label=_numbers(table, label),
        gold=_numbers(table, "gold") if "gold" in table.column_names else None,
        prompt=_prompts(table),
        nuisance=np.column_stack([_filled(_numbers(table, c)) for c in held]) if held else None,
        cell=_count(table, analysis),
    )


def labelled_slices(
    labelled: LabelledRows, slices: Sequence[str], features: AuditFeatures
) -> list[SliceRows]:
    """Labelled rows of the slices of a run; the rows of a slice are compared with each other.

    Args:
        labelled: Labelled rows.
        slices: Slices of the run; one without labelled rows is left out.
        features: Features of the run.
    """
    place = {features.names[f]: i for i, f in enumerate([*features.singles, *features.adjacent])}
    known = pc.is_in(labelled.cell["name"], value_set=column(list(place), pa.string()))
    cell = labelled.cell.filter(known)
    place_of = np.array([place[n] for n in cell["name"].to_pylist()], dtype=np.int64)
    row, n = cell["row"].to_numpy(), cell["n"].to_numpy().astype(np.float64)
    rows, singles, adjacent = len(labelled.slices), len(features.singles), len(features.adjacent)
    single = place_of < singles
    counts = count_matrix(row[single], place_of[single], n[single], rows, singles)
    pairs = count_matrix(row[~single], place_of[~single] - singles, n[~single], rows, adjacent)
    result = []
    for name in slices:
        chosen = np.flatnonzero(np.array([s == name for s in labelled.slices], dtype=np.bool_))
        if len(chosen):
            whole = SliceRows(
                name=name,
                group=np.zeros(rows, dtype=np.int64),
                cluster=labelled.prompt,
                reward=labelled.label,
                gold=labelled.gold,
                counts=counts,
                adjacent=pairs,
                nuisance=labelled.nuisance,
            )
            result.append(whole.take(chosen))
    return result


def _slice_name(table: pa.Table, wanted: str | None) -> str | None:
    if wanted is None:
        return "slice" if "slice" in table.column_names else None
    if wanted not in table.column_names:
        raise ColumnMappingError(
            f"The {_WHAT} have no column {quoted(wanted)} for the slice.",
            did_you_mean(wanted, table.column_names) or f"They have {listed(table.column_names)}.",
        )
    return wanted


def _is_number(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(
        types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind)
    )


def _numbers(table: pa.Table, name: str) -> Floats:
    column = table[name].combine_chunks()
    if not _is_number(column.type) and column.null_count < len(column):
        raise BadRow(f"Column {quoted(name)} of the {_WHAT} holds no numbers.", "Give numbers.")
    values: Floats = column.cast(pa.float64()).fill_null(float("nan")).to_numpy(zero_copy_only=False)
    return values


def _filled(values: Floats) -> Floats:
    known = np.isfinite(values)
    mean = float(values[known].mean()) if known.any() else 0.0
    result: Floats = np.where(known, values, mean)
    return result


def _prompts(table: pa.Table) -> np.ndarray:
    """Number of the prompt of every row; a row without prompts is a prompt of its own."""
    name = next((n for n in ("prompt_id", "prompt") if n in table.column_names), None)
    if name is None:
        return np.arange(table.num_rows, dtype=np.int64)
    _, number = np.unique([str(v) for v in table[name].to_pylist()], return_inverse=True)
    return number.astype(np.int64)


def _count(table: pa.Table, analysis: AnalysisSettings) -> pa.Table:
    """Counts of the features of the texts, by the stages of an analysis in a warehouse of their own."""
    rows = table.num_rows
    none = column([""] * rows, pa.string())
    prompt = table["prompt"].cast(pa.string()) if "prompt" in table.column_names else none
    texts = pa.table(
        {
            "step": column([1] * rows, pa.int64()),
            "sample_id": column([str(i) for i in range(rows)], pa.string()),
            "prompt": pc.fill_null(prompt, ""),
            "response": table["response"].cast(pa.string()),
            "reward": column([0.0] * rows, pa.float64()),
        }
    )
    with open_session(None, None) as session:
        install(session.runner.cursor)
        analysis_id = count_alone(session.runner, from_table(texts, run=_RUN), analysis)
        return session.runner.arrow("labelled_cell", {"analysis_id": analysis_id})
