"""Rows of one comparison, as its views give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rolloutdiff.errors import ReportError
from rolloutdiff.warehouse.stage import StageRunner

if TYPE_CHECKING:
    import pyarrow as pa

Row = dict[str, Any]

ORDERS = {
    "report_consistency": "comparison_id",
    "report_consistency_mapping": "train_ord",
    "report_consistency_value": "pair_ord, slot_ord",
    "report_consistency_module": "pair_ord",
    "report_consistency_suspect": "place",
}


def comparison_table(runner: StageRunner, comparison_id: str, view: str) -> pa.Table:
    """The rows of one comparison in one of its views, in order, as an Arrow table."""
    return runner.view(view, comparison_id, ORDERS[view], "comparison_id")


@dataclass(frozen=True)
class ComparisonRows:
    """All rows of one comparison.

    Attributes:
        runner: Runs stage files.
        comparison_id: The comparison.
    """

    runner: StageRunner
    comparison_id: str

    def _rows(self, view: str) -> list[Row]:
        table = comparison_table(self.runner, self.comparison_id, view)
        return list(table.drop_columns(["comparison_id"]).to_pylist())

    @cached_property
    def summary(self) -> Row:
        """The one row of `report_consistency`.

        Raises:
            ReportError: There is no such comparison.
        """
        rows = self._rows("report_consistency")
        if not rows:
            raise ReportError(
                f"There is no comparison {self.comparison_id!r}.", "Run rolloutdiff consistency first."
            )
        return rows[0]

    @cached_property
    def mapping(self) -> list[Row]:
        """Rows of `report_consistency_mapping`."""
        return self._rows("report_consistency_mapping")

    @cached_property
    def values(self) -> list[Row]:
        """Rows of `report_consistency_value`."""
        return self._rows("report_consistency_value")

    @cached_property
    def modules(self) -> list[Row]:
        """Rows of `report_consistency_module`."""
        return self._rows("report_consistency_module")

    @cached_property
    def suspects(self) -> list[Row]:
        """Rows of `report_consistency_suspect`."""
        return self._rows("report_consistency_suspect")

    @property
    def compat(self) -> bool:
        """Whether the profile is compat."""
        return bool(self.summary["profile"] == "compat")

    def pair(self, pair_ord: int | None) -> Row | None:
        """The pair of that place; None for none."""
        return None if pair_ord is None else self.modules[pair_ord - 1]

    def tensors(self, pair_ord: int) -> Sequence[Row]:
        """The tensors of a pair."""
        return [row for row in self.values if row["pair_ord"] == pair_ord]
