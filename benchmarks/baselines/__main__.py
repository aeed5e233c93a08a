"""Give real runs to the tools that people would try, and set their verdicts beside ours.

python -m benchmarks.baselines                      # all runs, printed
python -m benchmarks.baselines --run trl-clean --only pelt --only ours
python -m benchmarks.baselines --record             # and written into benchmarks/README.md
"""

from __future__ import annotations

import argparse
import importlib.util
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.baselines import external, ours, pelt, results, surface_rules, tfidf
from benchmarks.baselines.runs import FOLDERS, Run, read_run
from benchmarks.baselines.verdict import Verdict
from benchmarks.manifest import ROOT, require

PARTS = ("ours", "pelt", "tfidf", "surface", "external")
PROFILES = ("original", "calibrated")


def _missing(module: str, package: str, run: Run, tool: str) -> list[Verdict]:
    if importlib.util.find_spec(module) is not None:
        return []
    return [Verdict(run=run.name, tool=tool, skipped=f"{package} is not installed")]


def _ours_and_pelt(run: Run, parts: Sequence[str]) -> list[Verdict]:
    found: dict[str, Verdict] = {}
    series = None
    for profile in PROFILES:
        tables = ours.analyse(run, profile)
        series = ours.series_of(run, tables)
        leading = {event["rule"] for event in tables.events}
        for rule in ours.rules_of(tables):
            if rule not in found or rule in leading:
                found[rule] = ours.verdict(run, tables, rule)
    assert series is not None
    verdicts = list(found.values()) if "ours" in parts else []
    if "pelt" in parts:
        verdicts += _missing("ruptures", "ruptures", run, "PELT") or pelt.verdicts(run, series)
    return verdicts


def _verdicts(run: Run, parts: Sequence[str], cache: Path) -> list[Verdict]:
    tasks: dict[str, Callable[[], list[Verdict]]] = {
        "ours": lambda: _ours_and_pelt(run, parts),
        "tfidf": lambda: _missing("sklearn", "scikit-learn", run, "TF-IDF classifier") or tfidf.verdicts(run),
        "surface": lambda: surface_rules.verdicts(run),
        "external": lambda: external.verdicts(run, cache),
    }
    verdicts = []
    for part, task in tasks.items():
        if part in parts or (part == "ours" and "pelt" in parts):
            print(f"{run.name}: {part}", file=sys.stderr, flush=True)
            verdicts += task()
    return verdicts


def _versions() -> str:
    packages = ("rolloutdiff", "numpy", "scipy", "scikit-learn", "ruptures")
    known = [
        f"{package} {version(package)}"
        for package in packages
        if importlib.util.find_spec({"scikit-learn": "sklearn"}.get(package, package)) is not None
    ]
    return f"- versions: Python {platform.python_version()}, {', '.join(known)}"


def main() -> None:
    """Ask every tool about every run, print the table, and write it if it is to be recorded."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.baselines",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--run", action="append", choices=list(FOLDERS), help="this run only")
    parser.add_argument("--only", action="append", choices=PARTS, help="these tools only")
    parser.add_argument(
        "--cache",
        type=Path,
        default=Path(tempfile.gettempdir()) / "rolloutdiff-baselines",
        help="folder for the environments of other tools (default: %(default)s)",
    )
    parser.add_argument("--record", action="store_true", help="write the result into benchmarks/README.md")
    given = parser.parse_args()
    if given.record and (given.run or given.only):
        parser.error("--record takes all runs and all tools")
    names = given.run or list(FOLDERS)
    require(FOLDERS[name] for name in names)
    runs = [read_run(name) for name in names]
    verdicts = [
        verdict for run in runs for verdict in _verdicts(run, given.only or PARTS, given.cache.absolute())
    ]
    crossings = {run.name: run.crossing for run in runs}
    lines = [_versions(), "", *results.table(verdicts, crossings), *results.remarks(verdicts, crossings)]
    print("\n".join(lines))
    if given.record:
        results.write(ROOT / "benchmarks" / "README.md", lines)


if __name__ == "__main__":
    main()
