"""The corrected reward: what is overpaid is taken away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rolloutdiff.stats.audit_results import Correction
from rolloutdiff.stats.audit_rows import AuditColumns, SliceRows
from rolloutdiff.stats.panel import Floats


def corrected_reward(rows: SliceRows, columns: AuditColumns, corrections: Sequence[Correction]) -> Floats:
    """Reward minus the sum over the corrections of the slice of coefficient times occurrences.

    Args:
        rows: Rows of one slice, in any order.
        columns: Names of their columns.
        corrections: Coefficients; those of other slices, and of features without a column, change nothing.

    Returns:
        float64[n], in the order of the rows.
    """
    result = rows.reward.astype(np.float64).copy()
    for one in corrections:
        if one.slice == rows.name:
            result -= one.coefficient * occurrences(rows, columns, one.parts)
    return result


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
