"""What is required of the table of families, and whether it holds."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.goodhart.check import Check, at_least, at_most, between
from benchmarks.goodhart.fixtures import CLEAN
from benchmarks.goodhart.table_auc import BEFORE, DIAGNOSTIC, DURING, PLACEBO, QA_RM, TWO_TO_ONE, Verdicts

LEAST_AREA = {BEFORE: 0.95, DURING: 0.98, QA_RM: 0.98}


def of_families(found: Mapping[str, Verdicts]) -> list[Check]:
    """Families are told apart, better than by the diagnostic to beat, and clean ones are left alone."""
    part = "families"
    checks = []
    beaten = found[DIAGNOSTIC].area(weights=TWO_TO_ONE) if DIAGNOSTIC in found else None
    if beaten is not None:
        name = f"area, 2 single : 1 adj, {DIAGNOSTIC}"
        checks.append(between(part, name, beaten.value, 0.80, 0.88, str(beaten)))
    for method, least in LEAST_AREA.items():
        if method not in found:
            continue
        one = found[method]
        area, mixed = one.area(), one.area(weights=TWO_TO_ONE)
        checks.append(at_least(part, f"area, {method}", area.value, least, str(area)))
        if beaten is not None:
            checks.append(
                Check(
                    part=part,
                    name=f"area, 2 single : 1 adj, {method}",
                    required=f"> {beaten.high:.3f}, interval apart",
                    found=str(mixed),
                    met=mixed.low > beaten.high,
                )
            )
        checks.append(at_most(part, f"clean families flagged, {method}", one.rate(CLEAN), 0.02))
    if PLACEBO in found:
        flag = found[PLACEBO].flag
        shown = f"{int(flag.sum())} of {len(flag)}"
        checks.append(at_most("placebo", "families flagged", float(flag.mean()), 0.05, shown))
    return checks
