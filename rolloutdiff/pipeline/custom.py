"""Custom features: the user's SQL expressions as counts, evaluated in a closed database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import pyarrow as pa

from rolloutdiff.columns import column
from rolloutdiff.errors import FeatureFailed, FeatureRefused, WarehouseError
from rolloutdiff.pipeline.progress import Progress
from rolloutdiff.settings import AnalysisSettings
from rolloutdiff.sqlfiles.guard import GuardedExpression, guard_expression
from rolloutdiff.warehouse.closed import ClosedDatabase, TooLong, what_failed
from rolloutdiff.warehouse.stage import StageRunner
from rolloutdiff.wording import printable

# Text evaluated by one statement. DuckDB looks for an interrupt between blocks of rows and accounts for no
# text inside them, so that this bounds both how late a statement stops and what it can hold.
BLOCK_BYTES: Final = 2 << 20

# Time that one feature may take for one block.
BLOCK_SECONDS: Final = 10.0

# A size that is not whole is kept to four decimals.
FRACTION_SCALE: Final = 10_000

_WHOLE: Final = "TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT"

_ROW = pa.schema([("rollout_id", pa.int64()), ("prompt", pa.string()), ("response", pa.string())])


@dataclass(frozen=True, kw_only=True)
class CustomFeature:
    """A custom feature that may run.

    Attributes:
        name: Name as the user gave it.
        expression: What passed the guard.
        is_binary: Whether it is true or false; otherwise it is a size.
        scale: A stored count divided by this is the value.
    """

    name: str
    expression: GuardedExpression
    is_binary: bool
    scale: int

    @property
    def full_name(self) -> str:
        """Name with its tier."""
        return f"custom:{self.name}"


def check_features(settings: AnalysisSettings) -> list[CustomFeature]:
    """Checks the custom features of an analysis without any data.

    Returns:
        They, sorted by name.

    Raises:
        FeatureRefused: An expression is not allowed, DuckDB does not know what it means, or its type is
            neither boolean nor a number.
    """
    if not settings.features:
        return []
    guarded = [(name, guard_expression(name, text)) for name, text in settings.features]
    with ClosedDatabase() as closed, closed.runner.table("custom_row", _ROW.empty_table()):
        return [_typed(closed, name, expression) for name, expression in guarded]


def _is_number(kind: str) -> bool:
    """Whether a DuckDB type is a number."""
    return kind in _WHOLE.split() or kind.partition("(")[0] in ("FLOAT", "DOUBLE", "DECIMAL")


def _typed(closed: ClosedDatabase, name: str, expression: GuardedExpression) -> CustomFeature:
    try:
        closed.define(expression)
        kind = str(closed.runner.scalar("custom_type"))
        # On no row at all: what fails now, such as a pattern that is none, fails whatever the text is.
        if kind == "BOOLEAN" or _is_number(kind):
            closed.runner.run("custom_value", {"first_rollout": 0, "last_rollout": 0})
    except (duckdb.Error, WarehouseError) as error:
        raise FeatureRefused(
            f"DuckDB refuses custom feature {name!r}: {printable(what_failed(error))}.",
            "Correct the expression; prompt and response are VARCHAR.",
        ) from error
    if kind != "BOOLEAN" and not _is_number(kind):
        raise FeatureRefused(
            f"Custom feature {name!r} has the type {kind}.",
            "Make it a boolean, or a number such as a length or a count.",
        )
    whole = kind == "BOOLEAN" or kind in _WHOLE.split()
    return CustomFeature(
        name=name, expression=expression, is_binary=kind == "BOOLEAN", scale=1 if whole else FRACTION_SCALE
    )


def count_custom(
    runner: StageRunner,
    analysis_id: str,
    features: list[CustomFeature],
    progress: Progress,
    *,
    block_bytes: int = BLOCK_BYTES,
    seconds: float = BLOCK_SECONDS,
) -> int:
    """Evaluates the custom features on every rollout of an analysis and keeps their counts.

    A yes/no feature that is NULL counts as no. A size must be a number of at least 0 wherever there is a
    text: NULL there would be counted as 0 without anybody having said so.

    Args:
        runner: Runs stage files on the work cursor, inside the caller's transaction, after `begin_analysis`.
        analysis_id: The analysis.
        features: Its custom features.
        progress: Told after every block.
        block_bytes: UTF-8 bytes of text per statement; never changes a result.
        seconds: Time that a feature may take for a block.

    Returns:
        Number of values above zero.

    Raises:
        FeatureFailed: A feature fails on a row, has no usable value there, or takes too long.
    """
    with_prompt = any("prompt" in feature.expression.columns for feature in features)
    keys: dict[str, Any] = {"analysis_id": analysis_id, "with_prompt": with_prompt}
    runner.run("custom_start")
    blocks = runner.rows("custom_blocks", keys | {"block_bytes": block_bytes})
    found = 0
    with ClosedDatabase() as closed:
        for done, (first, last) in enumerate(blocks, 1):
            texts = runner.arrow("custom_text", keys | {"first_rollout": first, "last_rollout": last})
            with closed.runner.table("custom_row", texts):
                for feature in features:
                    counts = _Evaluation(runner, closed, feature, seconds).counts(
                        texts["rollout_id"].to_pylist()
                    )
                    found += counts.num_rows
                    with runner.table("custom_chunk", counts):
                        runner.run("custom_gather", {"name": feature.full_name})
            progress.tick("custom", done, len(blocks))
    for name, rollout in runner.rows("custom_overflow", keys):
        raise FeatureFailed(
            f"Values of {name} add up to too much for one prompt and step, from {_place(runner, rollout)}.",
            "Divide the value, such as value / 1000.",
        )
    known = {
        "kind": column(["binary" if f.is_binary else "continuous" for f in features], pa.string()),
        "name": column([f.full_name for f in features], pa.string()),
        "unit": column(["share" if f.is_binary else "units" for f in features], pa.string()),
        "scale": column([f.scale for f in features], pa.int64()),
    }
    with runner.table("custom_known", pa.table(known)):
        runner.run("store_custom", keys)
    return found


class _Evaluation:
    """One feature on one block of rollouts, which `custom_row` holds."""

    def __init__(
        self, runner: StageRunner, closed: ClosedDatabase, feature: CustomFeature, seconds: float
    ) -> None:
        self.runner, self.closed, self.feature, self.seconds = runner, closed, feature, seconds

    def counts(self, rollouts: list[int]) -> pa.Table:
        """Counts above zero as columns rollout_id and n."""
        closed, scale = self.closed.runner, {"scale": self.feature.scale}
        self.closed.define(self.feature.expression)
        error = self._attempt(rollouts)
        if error is not None:
            rollout, error = self._first_failing(rollouts, error)
            raise self._failure(
                f"fails on {_place(self.runner, rollout)}: {printable(what_failed(error), 160)}"
            ) from error
        if not self.feature.is_binary:
            for rollout, amount in closed.rows("custom_fault", scale):
                shown = "no value (NULL)" if amount is None else f"the value {amount:g}"
                raise FeatureFailed(
                    f"Custom feature {self.feature.name!r} has {shown} on {_place(self.runner, rollout)};"
                    f" a size is a finite number from 0 to {2**31 - 1:,} / {self.feature.scale:,}.",
                    "Say what it shall be there, such as coalesce(value, 0) or greatest(value, 0).",
                )
        return closed.arrow("custom_count", scale)

    def _attempt(self, rollouts: list[int]) -> duckdb.Error | WarehouseError | None:
        """Evaluates a stretch of rollouts; the error when it fails."""
        bounds = {"first_rollout": rollouts[0], "last_rollout": rollouts[-1]}
        evaluate: Callable[[], None] = lambda: self.closed.runner.run("custom_value", bounds)  # noqa: E731
        try:
            self.closed.within(self.seconds, evaluate)
        except TooLong as error:
            raise self._failure(
                f"takes more than {self.seconds:g} s for {len(rollouts):,} completions,"
                f" from {_place(self.runner, rollouts[0])}"
            ) from error
        except (duckdb.Error, WarehouseError) as error:
            return error
        return None

    def _first_failing(
        self, rollouts: list[int], error: duckdb.Error | WarehouseError
    ) -> tuple[int, duckdb.Error | WarehouseError]:
        """The first rollout on which the feature fails, found by halving, and what DuckDB says there."""
        while len(rollouts) > 1:
            half = rollouts[: len(rollouts) // 2]
            failed = self._attempt(half)
            rollouts = half if failed is not None else rollouts[len(half) :]
            error = failed or error
        return rollouts[0], self._attempt(rollouts) or error

    def _failure(self, what: str) -> FeatureFailed:
        return FeatureFailed(
            f"Custom feature {self.feature.name!r} {what}.",
            "Correct the expression; try_cast and case keep it from rows that do not fit.",
        )


def _place(runner: StageRunner, rollout_id: int) -> str:
    ((run, step, file, row),) = runner.rows("custom_place", {"rollout_id": rollout_id})
    return f"{file!r} row {row} (run {run!r}, step {step})"
