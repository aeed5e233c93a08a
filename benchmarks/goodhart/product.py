"""The package on the files of a run, through its public interface: what a user would see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.goodhart.labels import Labelled
from benchmarks.goodhart.names import FAMILIES
from benchmarks.goodhart.premium import Premium, from_feature
from benchmarks.goodhart.texts import write_dump, write_gold
from benchmarks.goodhart.training import Rollouts, chosen
from rolloutdiff import api, audit_rollouts, certify

# The expert's scores are in the dump under a name of their own, so that an audit knows them only when told.
EXPERT = "expert"
LEXICAL = "lex:"
Rows = list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Audited:
    """Rows of the views of one audit, by view."""

    slice_risk: Rows
    premium: Rows
    premium_screening: Rows
    divergence: Rows
    correction: Rows

    def flagged(self, span: str | None = None) -> list[str]:
        """Families that are flagged, in one span or in any."""
        return sorted(
            {row["slice"] for row in self.slice_risk if row["flag"] and span in (None, row["span"])}
        )

    def premium_of(self, premium: Premium, span: str, outcome: str = "reward") -> dict[str, Any] | None:
        """The row of a feature in its family; None where it has none."""
        wanted = (FAMILIES[premium.family], span, outcome, premium.kind, package_name(premium))
        keys = ("slice", "span", "outcome", "kind", "feature")
        return next((row for row in self.premium if tuple(row[key] for key in keys) == wanted), None)

    def coefficients(self) -> tuple[Premium, ...]:
        """The correction that the audit proposes."""
        return tuple(
            from_feature(row["slice"], plain_feature(row["kind"], row["feature"]), row["premium"])
            for row in self.correction
            if row["kind"] is not None
        )


@dataclass(frozen=True, kw_only=True)
class Alert:
    """A series that a rule alerts on, in one family.

    Attributes:
        family: The family.
        feature: Words of the feature, with spaces between.
        step: Step of the alert.
        direction: `rise` or `fall`.
    """

    family: str
    feature: str
    step: int
    direction: str

    def holds(self, premium: Premium) -> bool:
        """Whether the alert is in the premium's family and about a planted token, alone or among others."""
        tokens = set(plain_tokens(premium))
        return self.family == FAMILIES[premium.family] and bool(tokens & set(self.feature.split()))


def plain_tokens(premium: Premium) -> list[str]:
    """The tokens of a premium as texts."""
    return premium.feature.replace(">", " ").replace("&", " ").split()


def package_name(premium: Premium) -> str:
    """What the package calls a premium's feature."""
    tokens = plain_tokens(premium)
    if premium.kind == "cooc":
        return " & ".join(f"{LEXICAL}{token}" for token in sorted(tokens))
    return LEXICAL + " ".join(tokens)


def plain_feature(kind: str, feature: str) -> str:
    """A feature of the package as the benchmark writes it."""
    words = feature.replace(LEXICAL, "")
    return words.replace(" & ", "&") if kind == "cooc" else words.replace(" ", ">")


def audit_run(rollouts: Rollouts, folder: Path, *, with_expert: bool) -> list[Audited]:
    """Write the rollouts as a dump, analyse it once, and audit it.

    Args:
        rollouts: The rollouts.
        folder: Where files may be written.
        with_expert: Whether a second audit is told the expert's scores.

    Returns:
        The audit that has only other families to compare with; and the one that knows gold, if wanted.
    """
    write_dump(rollouts, folder / "dump", gold_key=EXPERT)
    database = folder / "audit.duckdb"
    with api.analyze_rollouts(api.load_verl(folder / "dump", run="goodhart"), db=database):
        pass
    found = []
    for gold in (None, EXPERT) if with_expert else (None,):
        with audit_rollouts(db=database, gold_column=gold) as audit:
            found.append(
                Audited(
                    slice_risk=audit.slice_risk.rows(),
                    premium=audit.premium.rows(),
                    premium_screening=audit.premium_screening.rows(),
                    divergence=audit.divergence.rows(),
                    correction=audit.correction.rows(),
                )
            )
    return found


def behaviours(rollouts: Rollouts, folder: Path) -> Rows:
    """Rows of the screening of what responses hold, each family analysed as a run of its own."""
    found = []
    for family, name in enumerate(FAMILIES):
        write_dump(chosen(rollouts, rollouts.family == family), folder / name, gold_key=EXPERT)
        with api.analyze_rollouts(api.load_verl(folder / name, run=name)) as analysis:
            found += [{**row, "slice": name} for row in analysis.sequential.screening.rows()]
    return found


def alerts(rows: Iterable[dict[str, Any]], rule: str) -> tuple[list[Alert], int]:
    """Alerts of one rule on words and their neighbours, and the number of series that it can score.

    Args:
        rows: Rows of a screening, of premiums or of `behaviours`.
        rule: Name of the rule.
    """
    scored = [
        row
        for row in rows
        if row["rule"] == rule and row["status"] != "unscorable" and row["feature"].startswith(LEXICAL)
    ]
    found = [
        Alert(
            family=row["slice"],
            feature=row["feature"].removeprefix(LEXICAL),
            step=int(row["alert_step"]),
            direction=row["direction"],
        )
        for row in scored
        if row["status"] == "alert"
    ]
    return found, len(scored)


def certified(rows: Labelled, target: str, scores: dict[str, float], folder: Path) -> Rows:
    """What a policy would reach on gold by rows of the reference, by family and on the whole.

    Args:
        rows: Labelled rows with log chances under the target.
        target: Name of the policy.
        scores: Mean reward of the target's own responses by family.
        folder: Where files may be written.
    """
    path = folder / f"{target}.jsonl"
    write_gold(rows, path, target)
    found = certify(path, target_column="target_logprob", score_column="reward", target_score=scores)
    return found.rows()


def correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's correlation."""
    return float(np.corrcoef(first, second)[0, 1])
