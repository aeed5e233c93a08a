"""Ask rldoctor about a log; run by the interpreter of its own environment, standard input to output.

Its own live monitor says at which step a check first fires; it is asked at every step, and from its own
floor of eight steps on rather than after its default of sixty, which two of the runs would hardly reach.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any


def main() -> None:
    """Read `records` and `config`; write the version, the checks at the end and their first steps."""
    from rl_doctor.detectors.base import Severity
    from rl_doctor.diagnosis import diagnose
    from rl_doctor.ingest.base import run_from_records
    from rl_doctor.live import LiveMonitor

    given = json.load(sys.stdin)
    records, config = given["records"], given["config"]
    first: dict[str, int] = {}
    monitor = LiveMonitor(config=config, check_every=1, min_steps=8, on_finding=lambda finding: None)
    for record in records:
        for finding in monitor.log(record, step=int(record["step"])):
            first.setdefault(finding.detector, int(record["step"]))
    diagnosis = diagnose(run_from_records(records, config=config))
    checks: list[dict[str, Any]] = [
        {
            "check": finding.detector,
            "severity": finding.severity.name,
            "alarm": finding.severity >= Severity.WARNING,
            "skipped": finding.severity is Severity.SKIPPED,
            "summary": finding.summary,
            "onset": None,
        }
        for finding in diagnosis.findings
    ]
    json.dump({"version": version("rldoctor"), "checks": checks, "first": first}, sys.stdout)


if __name__ == "__main__":
    main()
