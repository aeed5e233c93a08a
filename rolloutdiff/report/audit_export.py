"""Views to audit.json: every array but `behavior` is a report view, row for row, in one fixed order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rolloutdiff.errors import ReportError
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.warehouse.stage import StageRunner

AUDIT_SCHEMA_VERSION = 1

# In the order of the file: what a reader looks for first stands first, the long arrays last. The corrected
# rewards, one row per completion, stay in the warehouse.
AUDIT_ARRAYS = (
    "slice_risk",
    "correction",
    "auc",
    "run_assessment",
    "ope",
    "premium",
    "premium_screening",
    "dose",
    "divergence",
    "premium_series",
    "behavior",
)
# Premiums shown per slice, span, outcome and kind.
MOST_PREMIUMS = 40

DISCLAIMER = (
    "Descriptive figures only. A premium is what completions of the same prompt at the same step earn more "
    "for one more occurrence, other features held fixed; it does not show why. Paid means that the reward "
    "pays for a feature; overpaid means that it pays more than gold does, or than it pays in other slices."
)


def audit_json(runner: StageRunner, audit_id: str, *, hash_features: bool = False) -> Iterator[str]:
    """One complete audit as pieces of JSON text.

    Args:
        runner: Runs stage files.
        audit_id: The audit.
        hash_features: Replace words and identifiers that come from completions, and the names of custom
            features, by hashes.

    Raises:
        ReportError: There is no complete audit of that id.
    """
    keys = {"audit_id": audit_id, "most": MOST_PREMIUMS, "hash_features": hash_features}
    header = runner.rows("export_audit", keys)
    if not header:
        raise ReportError(f"There is no complete audit {audit_id!r}.", "Run audit first.")
    head = {
        "schema_version": AUDIT_SCHEMA_VERSION,
        "disclaimer": DISCLAIMER,
        "hashed": hash_features,
        **json.loads(header[0][0]),
    }
    yield json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1]
    for view in AUDIT_ARRAYS:
        yield f',\n"{view}":['
        separator = "\n"
        for batch in runner.batches(f"export_audit_{view}", keys):
            yield separator + ",\n".join(row for (row,) in batch)
            separator = ",\n"
        yield "]"
    yield "}\n"


def correction_json(runner: StageRunner, audit_id: str) -> Iterator[str]:
    """The correction of a complete audit: by run and slice, the terms to take off the reward.

    Args:
        runner: Runs stage files.
        audit_id: The audit.
    """
    # A reward function needs the names as they are.
    keys = {"audit_id": audit_id, "hash_features": False}
    rows = [json.loads(row) for (row,) in runner.rows("export_audit_correction", keys)]
    runs: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for row in rows:
        terms = runs.setdefault(row["run"], {}).setdefault(row["slice"], [])
        if row["premium"] is not None:
            terms.append({name: row[name] for name in ("feature", "kind", "premium", "span")})
    text = {"schema_version": AUDIT_SCHEMA_VERSION, "audit_id": audit_id, "rule": RULE, "runs": runs}
    yield json.dumps(text, ensure_ascii=False, indent=1) + "\n"


RULE = (
    "corrected reward = reward - sum of premium times occurrences; a cooc occurs once, where both features do"
)


def write_audit(runner: StageRunner, audit_id: str, path: Path, *, hash_features: bool = False) -> None:
    """Write audit.json whole or not at all."""
    write_atomically(path, audit_json(runner, audit_id, hash_features=hash_features))
