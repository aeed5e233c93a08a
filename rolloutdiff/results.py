"""Result objects: rows of a view that print well and go to any data frame library, and their database."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from rolloutdiff.errors import MissingExtra

if TYPE_CHECKING:
    from types import TracebackType

    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from rolloutdiff.warehouse.connect import Session


class OpenResult:
    """What was computed, in a database that stays open; close it, or use it as a context manager."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def close(self) -> None:
        """Release the database. A connection that the caller gave stays open."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class ResultTable:
    """Rows of one `report_*` view for one analysis.

    Attributes:
        view: Qualified name of the SQL view the rows come from.
    """

    def __init__(self, view: str, fetch: Callable[[], pa.Table]) -> None:
        self.view = view
        self._fetch = fetch

    @cached_property
    def _table(self) -> pa.Table:
        return self._fetch()

    @property
    def columns(self) -> list[str]:
        """Column names, in the order of the view."""
        return list(self._table.column_names)

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def arrow(self) -> pa.Table:
        """The rows as a pyarrow Table."""
        return self._table

    def df(self) -> pd.DataFrame:
        """The rows as a pandas DataFrame.

        Raises:
            MissingExtra: pandas is not installed.
        """
        try:
            import pandas  # noqa: F401
        except ImportError as error:
            raise MissingExtra("pandas is not installed.", "Run: pip install pandas") from error
        return self._table.to_pandas()

    def pl(self) -> pl.DataFrame:
        """The rows as a polars DataFrame.

        Raises:
            MissingExtra: polars is not installed.
        """
        try:
            import polars
        except ImportError as error:
            raise MissingExtra("polars is not installed.", "Run: pip install polars") from error
        frame = polars.from_arrow(self._table)
        assert isinstance(frame, polars.DataFrame)
        return frame

    def rows(self) -> list[dict[str, Any]]:
        """The rows as plain dictionaries."""
        return list(self._table.to_pylist())

    def __repr__(self) -> str:
        return f"<{self.view}: {len(self):,} rows>\n{self._text(12)}"

    def _text(self, limit: int) -> str:
        """The first rows as aligned text, without the columns that are the same in every row or empty."""
        head = self._table.slice(0, limit)
        names = [
            n
            for n in head.column_names
            if n not in ("analysis_id", "rule") and head[n].null_count < max(len(head), 1)
        ]
        cells = [names] + [[_cell(row[n]) for n in names] for row in head.to_pylist()]
        widths = [min(max(len(line[i]) for line in cells), 40) for i in range(len(names))]
        lines = [
            "  ".join(c[:w].ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in cells
        ]
        more = len(self) - limit
        return "\n".join(lines + ([f"… {more:,} more"] if more > 0 else []))

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


def _cell(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "".join(c if c.isprintable() else "�" for c in str(value))
