"""Occurrences of a feature or pair, as a correction counts them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows
from rolloutdiff.stats.panel import Floats


def occurrences(rows: SliceRows, columns: AuditColumns, parts: Sequence[str]) -> Floats:
    """float64[n]: occurrences of one feature, or 1 where all of several stand; 0 for unknown features.

    Args:
        rows: Rows of one slice.
        columns: Names of their columns.
        parts: Names of the features.
    """
    found = [_column(rows, columns, name) for name in parts]
    if len(found) == 1:
        return found[0]
    result: Floats = np.all([values != 0 for values in found], axis=0).astype(np.float64)
    return result


def _column(rows: SliceRows, columns: AuditColumns, name: str) -> Floats:
    for names, matrix in ((columns.names, rows.counts), (columns.adjacent, rows.adjacent)):
        if matrix is not None and name in names:
            result: Floats = matrix[:, [names.index(name)]].toarray()[:, 0]
            return result
    return np.zeros(len(rows.reward))
