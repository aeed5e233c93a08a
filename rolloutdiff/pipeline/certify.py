"""What a policy would reach on gold, from labelled completions of another: read, weighted, judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rolloutdiff.errors import InputError, UsageError
from rolloutdiff.ingest.labelled import Labelled, raise_fault, read_labelled
from rolloutdiff.ingest.wording import did_you_mean, listed, show
from rolloutdiff.settings import AuditSettings
from rolloutdiff.stats.audit_ope import OpeRow, gain_draws, judged_row, over_slices, score_proxies
from rolloutdiff.stats.panel import Floats
from rolloutdiff.warehouse.stage import StageRunner, transaction

# How the command line names what a column is for.
OPTIONS = {
    "slice": "--slice-column",
    "gold": "--gold-column",
    "behavior": "--behavior-column",
    "target": "--target-column",
    "score": "--score-column",
    "target_score": "--target-score",
}


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Off-policy values of all slices.

    Attributes:
        labelled: Where the completions were read from.
        counts: Rows in all, rows used, and rows left out by reason; `above_zero` counts used rows with a
            log-probability above 0.
        slices: Slices by name.
        overall: Mean over slices.
        score_reasons: Why a slice has no `direct` and `residual_adjusted`, by name; None where it has.
    """

    labelled: Labelled
    counts: Mapping[str, int]
    slices: tuple[OpeRow, ...]
    overall: OpeRow
    score_reasons: Mapping[str, str | None]


def certify_completions(
    runner: StageRunner,
    data: Any,
    wanted: Mapping[str, str],
    settings: AuditSettings,
    *,
    target_means: Mapping[str, float] | None = None,
    mix: Mapping[str, float] | None = None,
) -> Certificate:
    """Read labelled completions and judge what the target policy would reach.

    Rows stay in the database, where slices are summed; those of one slice at a time are drawn from in memory.

    Args:
        runner: Runs stage files where our macros are.
        data: File or table; see `read_labelled`.
        wanted: Source column by role.
        settings: Lines, draws and seed.
        target_means: Mean score of the target's own completions by slice, instead of a column of such scores.
        mix: Weight of every slice in the mean over all; None weighs them equally.

    Raises:
        InputError: The data cannot be used, or no row has gold and both log-probabilities.
        UsageError: A weight or a mean is of no slice, or no slice weighs anything.
    """
    with transaction(runner.cursor):
        labelled = read_labelled(runner.cursor, runner.run, data, wanted, OPTIONS)
    raise_fault(labelled.file, runner.rows("certify_fault"))
    names = ("rows", "used", "without_slice", "without_gold", "without_logprobs", "above_zero")
    counts = dict(zip(names, map(int, runner.rows("certify_count")[0]), strict=True))
    if not counts["used"]:
        _refuse_empty(labelled, counts)
    found = runner.rows("certify_slice")
    known = [row[0] for row in found]
    for option, given in (("--mix", mix), ("--target-score", target_means)):
        _check_slices(option, given, known)
    if mix is not None and not sum(mix.values()) > 0:
        raise UsageError("--mix gives no slice a weight.", "Give at least one a weight above 0.")
    rows: list[OpeRow] = []
    reasons: dict[str, str | None] = {}
    draws: dict[str, Floats] = {}
    for name, gold_rows, n, mean, value, size in found:
        if not n:
            reason = "no_logprobs" if gold_rows else "no_rows"
            rows.append(OpeRow(slice=name, n=int(gold_rows), reason=reason))
            reasons[name] = reason
            continue
        table = runner.arrow("certify_value", {"slice": name})
        y, weight, score, target_score = (column.to_numpy() for column in table.columns)
        w = np.exp(weight)
        if target_means is not None:
            target_score = np.full(len(y), target_means.get(name, np.nan))
        scored = score_proxies(y, w, score, target_score)
        reasons[name] = _why_unscored(labelled, score, target_score, scored, target_means)
        draws[name] = gain_draws(name, y, w, settings)
        row = OpeRow(slice=name, n=int(n), ref_mean=mean, snips=value, ess=size)
        rows.append(judged_row(row, draws[name], scored, settings))
    return Certificate(
        labelled=labelled,
        counts=counts,
        slices=tuple(rows),
        overall=over_slices(rows, draws, mix, settings),
        score_reasons=reasons,
    )


def _refuse_empty(labelled: Labelled, counts: Mapping[str, int]) -> None:
    columns = labelled.columns
    reasons = {
        f"in column {show(columns.get('slice', 'slice'))}": counts["without_slice"],
        f"for gold in {show(columns['gold'])}": counts["without_gold"],
        f"for both log-probabilities in {show(columns['behavior'])} and {show(columns['target'])}": counts[
            "without_logprobs"
        ],
    }
    missing = "; ".join(f"{count:,} have no value {what}" for what, count in reasons.items() if count)
    raise InputError(
        f"No row of {show(labelled.file.name)} can be used: of {counts['rows']:,} rows, {missing or 'none'}.",
        "Give rows with gold and the log-probability of the completion under both policies.",
    )


def _check_slices(option: str, given: Mapping[str, float] | None, known: list[str]) -> None:
    for name in given or ():
        if name not in known:
            raise UsageError(
                f"{option} names {name!r}, no slice of the labelled rows, which have {listed(known)}.",
                did_you_mean(name, known) or "Name one of them.",
            )


def _why_unscored(
    labelled: Labelled,
    score: Floats,
    target_score: Floats,
    scored: tuple[float | None, float | None],
    target_means: Mapping[str, float] | None,
) -> str | None:
    if scored[0] is not None:
        return None
    if "score" not in labelled.columns:
        return "no_score_column"
    if "target_score" not in labelled.columns and target_means is None:
        return "no_target_score"
    both = np.isfinite(score) & np.isfinite(target_score)
    return "constant_score" if both.sum() >= 2 else "no_scores"
