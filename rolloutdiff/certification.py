"""The public function `certify`, and what it returns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rolloutdiff import __version__
from rolloutdiff.errors import UsageError
from rolloutdiff.pipeline.certify import Certificate, certify_completions
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.settings import AuditSettings, Resources
from rolloutdiff.warehouse.connect import open_session
from rolloutdiff.warehouse.install import install

if TYPE_CHECKING:
    from rolloutdiff.stats.audit_ope import OpeRow

CERTIFICATION_VERSION = 1
DISCLAIMER = (
    "An estimate from completions of another policy, as good as the gold and the log-probabilities that were "
    "given. Where the effective sample size is small nothing is concluded."
)
# What of the settings has a part in the numbers.
_SETTINGS = ("min_ess", "bootstrap", "seed", "min_gain", "max_loss")


class Certification:
    """What a target policy would reach on gold, slice by slice.

    Attributes:
        source: Name of what was read.
        columns: Source column by role: `slice`, `gold`, `behavior`, `target`, `score`, `target_score`.
        counts: Rows in all (`rows`), `used`, and left out: `without_slice`, `without_gold`,
            `without_logprobs`; `above_zero` counts used rows with a log-probability above 0.
        settings: Lines, draws and seed.
        mix: Weight of every slice in the mean over all; None weighs them equally.
    """

    def __init__(
        self, certificate: Certificate, settings: AuditSettings, mix: Mapping[str, float] | None
    ) -> None:
        self._certificate = certificate
        self.source = certificate.labelled.file.name
        self.columns = dict(certificate.labelled.columns)
        self.counts = dict(certificate.counts)
        self.settings = settings
        self.mix = None if mix is None else dict(mix)

    @property
    def slices(self) -> list[dict[str, Any]]:
        """One row per slice, by name: `slice`, `n`, `ref_mean`, `snips`, `ess`, `gain`, `ci_lo`, `ci_hi`,
        `direct`, `residual_adjusted`, `verdict`, `reason`, `score_reason`."""
        return [self._row(row) for row in self._certificate.slices]

    @property
    def overall(self) -> dict[str, Any]:
        """The mean over slices, each weighing the same or by the mix; its `slice` is None."""
        return self._row(self._certificate.overall)

    def rows(self) -> list[dict[str, Any]]:
        """The slices, then the mean over them."""
        return [*self.slices, self.overall]

    def _row(self, row: OpeRow) -> dict[str, Any]:
        reasons = self._certificate.score_reasons
        if row.slice is None:
            counted = [r for name, r in reasons.items() if self.mix is None or self.mix.get(name, 0) > 0]
            missing = [reason for reason in counted if reason is not None]
            reason = missing[0] if missing and row.direct is None else None
        else:
            reason = reasons[row.slice]
        return {**row.row(), "score_reason": reason}

    def report(self) -> dict[str, Any]:
        """What `write_json` writes."""
        file = self._certificate.labelled.file
        return {
            "certification_version": CERTIFICATION_VERSION,
            "package_version": __version__,
            "disclaimer": DISCLAIMER,
            "source": {"name": file.name, "sha256": file.sha256, "bytes": file.bytes, **self.counts},
            "columns": self.columns,
            "settings": {name: getattr(self.settings, name) for name in _SETTINGS},
            "mix": self.mix,
            "rows": self.rows(),
        }

    def write_json(self, path: str | PathLike[str]) -> None:
        """Write `certify.json` whole or not at all.

        Raises:
            ReportError: The file cannot be written.
        """
        text = json.dumps(self.report(), ensure_ascii=False, allow_nan=False, indent=1)
        write_atomically(Path(path), [text, "\n"])

    def __repr__(self) -> str:
        overall = self._certificate.overall
        return f"<Certification of {self.source}: {overall.verdict}, {len(self.slices)} slices; see .rows()>"


def certify(
    data: Any,
    *,
    behavior_column: str = "ref_logprob",
    target_column: str = "logprob",
    gold_column: str = "gold",
    slice_column: str | None = None,
    score_column: str | None = None,
    target_score: str | Mapping[str, float] | None = None,
    mix: Mapping[str, float] | None = None,
    settings: AuditSettings | None = None,
    resources: Resources | None = None,
) -> Certification:
    """Estimate what a policy would reach on gold, from labelled completions of another policy.

    A completion weighs w = exp(target - behavior), the ratio of its probabilities under the two policies. The
    value of the target is sum(w gold) / sum(w); the effective sample size sum(w)^2 / sum(w^2) says how many
    labelled completions carry it, and below `min_ess` nothing is concluded. Without a value there is a row
    with the reason.

    Args:
        data: Path of a parquet, CSV or JSONL file, one labelled completion per row; or a data frame, Arrow
            table, or DuckDB relation. Columns of JSONL may be dotted paths into objects.
        behavior_column: Log-probability of the completion under the policy that wrote it.
        target_column: Its log-probability under the policy to judge.
        gold_column: Trusted quality of the completion.
        slice_column: Part of the prompts, such as a family; default: `slice` if there is such a column, else
            all rows are one slice.
        score_column: Score of the completion by another judge, such as the reward model, for two further
            estimates: `direct` = mean of gold + slope of gold on score x change of the mean score, and
            `residual_adjusted`, which adds the weighted mean of what the scores leave of gold.
        target_score: For these: the score of the target's own completions, as a column (to the same prompt),
            or as their mean by slice.
        mix: Weight of every slice in the mean over all, such as their shares in use; slices left out weigh 0.
            Default: all slices weigh the same.
        settings: `min_ess`, `bootstrap`, `seed`, `min_gain` and `max_loss` of it.
        resources: Limits of the DuckDB that reads the data.

    Returns:
        The estimates with their verdicts: `improved`, `regressed`, `inconclusive`, `insufficient_overlap`.

    Raises:
        InputError: The data cannot be used, or no row has gold and both log-probabilities.
        UsageError: Arguments contradict each other, or a weight is no number of at least 0.
    """
    chosen = settings or AuditSettings()
    wanted = {"gold": gold_column, "behavior": behavior_column, "target": target_column}
    means = target_score if isinstance(target_score, Mapping) else None
    optional = {
        "slice": slice_column,
        "score": score_column,
        "target_score": target_score if isinstance(target_score, str) else None,
    }
    wanted |= {role: column for role, column in optional.items() if column is not None}
    if score_column is None and target_score is not None:
        raise UsageError(
            "A target score is given without scores of the labelled completions.", "Give --score-column too."
        )
    for weight in (mix or {}).values():
        if not 0 <= weight < float("inf"):
            raise UsageError(f"--mix has the weight {weight!r}.", "Give numbers of at least 0.")
    with open_session(None, None, resources=resources) as session:
        install(session.runner.cursor)
        certificate = certify_completions(session.runner, data, wanted, chosen, target_means=means, mix=mix)
    return Certification(certificate, chosen, mix)
