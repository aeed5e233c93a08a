"""Views to report.json: every top-level array is a report view, row for row, in one fixed order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from rolloutdiff.errors import ReportError
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.rule import RULES, is_calibrated
from rolloutdiff.report.schema import ARRAYS, OPTIONAL_ARRAYS, SCHEMA_VERSION
from rolloutdiff.warehouse.stage import StageRunner

DISCLAIMER = (
    "Descriptive figures only. Nothing here shows why a behaviour changed: a rank says where to look first, "
    "and an event is a coincidence in time and completions, not a proven common cause. "
)
ERROR_RATES = {
    "calibrated": "The bound on false alerts is that of anchored_seq_v1 under sampling noise with bounded "
    "drift; the error rate of frozen_z_v1, shown beside it, is not calibrated.",
    "original": "The error rate of the rule frozen_z_v1 is not calibrated.",
}


def report_json(runner: StageRunner, analysis_id: str, *, hash_features: bool = False) -> Iterator[str]:
    """The report of one complete analysis as pieces of JSON text.

    Rows are formatted by DuckDB from the views and streamed, so that a long run needs no memory here.

    Args:
        runner: Runs stage files.
        analysis_id: The analysis.
        hash_features: Replace words and identifiers that come from completions, and the names of custom
            features, by hashes; their expressions are left out.

    Raises:
        ReportError: There is no complete analysis of that id.
    """
    keys = {"analysis_id": analysis_id, "hash_features": hash_features}
    header = runner.rows("report_header", keys)
    if not header:
        raise ReportError(f"There is no complete analysis {analysis_id!r}.", "Run analyze first.")
    package_version, settings, objects = header[0]
    known = json.loads(settings)
    if hash_features:
        known["features"] = [(_hidden(name), "hidden") for name, _ in known.get("features", ())]
    profile = "calibrated" if is_calibrated(known) else "original"
    yield json.dumps(
        {
            "schema_version": SCHEMA_VERSION,
            "package_version": package_version,
            "analysis_id": analysis_id,
            "disclaimer": DISCLAIMER + ERROR_RATES[profile],
            "hashed": hash_features,
            "rules": {"profile": profile, **RULES[profile]._asdict()},
            "settings": known,
            "objects": [{"name": name, **version} for name, version in json.loads(objects).items()],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )[:-1]
    for view in ARRAYS:
        yield f',\n"{view}":['
        separator = "\n"
        for batch in runner.batches(f"export_{view}", keys):
            yield separator + ",\n".join(row for (row,) in batch)
            separator = ",\n"
        yield "]"
    for view in OPTIONAL_ARRAYS:
        rows = [row for (row,) in runner.rows(f"export_{view}", keys)]
        if rows:
            yield f',\n"{view}":[\n' + ",\n".join(rows) + "]"
    yield "}\n"


def _hidden(name: str) -> str:
    """Name of a custom feature as macro `public_name_v1` hides it, without its tier."""
    return "h" + hashlib.sha256(f"custom:{name}".encode()).hexdigest()[:12]


def write_report(runner: StageRunner, analysis_id: str, path: Path, *, hash_features: bool = False) -> None:
    """Write report.json whole or not at all: beside the target, then renamed over it."""
    write_atomically(path, report_json(runner, analysis_id, hash_features=hash_features))
