"""Ask rlprobe about a log and its samples; run by the interpreter of its own environment, input to output.

The run is recorded to a folder as its TRL callback would record it, and read back for the diagnosis; the
diagnosis of every prefix says at which step a signature is first seen.
"""

from __future__ import annotations

import json
import sys
import tempfile
from importlib.metadata import version
from typing import Any


def main() -> None:
    """Read `steps` and `samples`; write the version, the findings at the end and their first steps."""
    from rlprobe.doctor import diagnose
    from rlprobe.doctor.base import REGISTRY
    from rlprobe.doctor.engine import diagnose_view
    from rlprobe.doctor.runview import RunView
    from rlprobe.schemas import RunManifest, SampleRecord, StepRecord
    from rlprobe.storage import RunWriter

    given = json.load(sys.stdin)
    steps = [StepRecord(**step) for step in given["steps"]]
    samples = [SampleRecord(**sample) for sample in given["samples"]]
    manifest = RunManifest(run_id=given["run"], created_at="2026-01-01T00:00:00Z", algorithm="grpo")
    with tempfile.TemporaryDirectory() as folder:
        with RunWriter(folder, manifest) as writer:
            for step in steps:
                writer.add_step(step)
            writer.add_samples(samples)
        findings = diagnose(folder)
    first: dict[str, int] = {}
    for end in range(1, len(steps) + 1):
        view = RunView(manifest, steps[:end], lambda last=steps[end - 1].step: _until(samples, last))
        for finding in diagnose_view(view):
            if finding.severity != "info":
                first.setdefault(finding.signature_id, steps[end - 1].step)
    found = {finding.signature_id for finding in findings}
    checks: list[dict[str, Any]] = [
        {
            "check": finding.signature_id,
            "severity": finding.severity,
            "alarm": finding.severity != "info",
            "skipped": False,
            "summary": finding.explanation,
            "onset": finding.first_step,
        }
        for finding in findings
    ]
    quiet = [check.id for check in REGISTRY if check.id not in found]
    checks += [
        {"check": name, "severity": "none", "alarm": False, "skipped": False, "summary": "", "onset": None}
        for name in quiet
    ]
    json.dump({"version": version("rlprobe"), "checks": checks, "first": first}, sys.stdout)


def _until(samples: list[Any], last: int) -> list[Any]:
    return [sample for sample in samples if sample.step <= last]


if __name__ == "__main__":
    main()
