"""Whether the noise of a run is understood: what the calibrated rules assumed of it, and how well that "
"fits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rolloutdiff.report.numbers import plain
from rolloutdiff.report.rows import Row
from rolloutdiff.report.rule import RULES
from rolloutdiff.wording import printable

# The median statistic may be this many times its value without a change before a reader is warned.
LARGEST_RATIO: Final = 1.1

_PROMPTS: Final = {
    "fresh": "other prompts in every step",
    "pool": "each step a part of a known pool of prompts",
    "effects": "prompts that come back are compared with themselves",
    "single": "one prompt per step, whose differences are part of the noise",
}


def bulk_ratio(calibration: Mapping[str, Row]) -> float | None:
    """Median statistic over its median without a change: of the retrospective rule, else of the other."""
    names = RULES["calibrated"]
    rows = (calibration.get(name) for name in (names.retrospective, names.sequential))
    return next((row["bulk_ratio"] for row in rows if row and row["bulk_ratio"] is not None), None)


def warning(calibration: Mapping[str, Row]) -> str:
    """What to beware of when the bulk of the series moves more than noise would; empty when it does not."""
    ratio = bulk_ratio(calibration)
    if ratio is None or ratio <= LARGEST_RATIO:
        return ""
    return (
        f"Beware: the median statistic of all series is {plain(ratio, 2)} times what noise alone gives, so "
        "either the noise is estimated too low, and more alerts than stated are chance, or much of the run "
        "changed at once."
    )


def line(calibration: Mapping[str, Row]) -> str:
    """The bulk of the series held against noise, in one sentence; empty where it was not computed."""
    ratio = bulk_ratio(calibration)
    if ratio is None:
        return ""
    return warning(calibration) or (
        f"Health: the median statistic of all series is {plain(ratio, 2)} times what noise alone gives; up "
        f"to {LARGEST_RATIO} the noise estimates are taken to hold."
    )


def prompts_note(prompts: str | None) -> str:
    """That a run with one prompt per step says less; empty for others."""
    if prompts != "single":
        return ""
    return "Every step holds one prompt: differences between prompts are part of the noise."


def noise_facts(calibration: Mapping[str, Row]) -> list[tuple[str, str]]:
    """What the calibrated rules took for noise, as label and value."""
    names = RULES["calibrated"]
    row = calibration.get(names.sequential) or calibration.get(names.retrospective)
    if row is None:
        return []
    found = []
    if row["deff"] is not None:
        found.append(("Design effect of completions of one prompt", plain(row["deff"], 2)))
    if row["kappa_squared"] is not None:
        high = row["kappa_squared_high"]
        bound = "" if high is None else f", at most {plain(high, 2)}"
        drift = plain(row["kappa_squared"], 2) + bound
        found.append(("Drift of the baseline, variance over that of sampling", drift))
    if row["drift"]:
        found.append(("Drift allowed for", printable(row["drift"])))
    prompts = calibration.get(names.retrospective, row)["prompts"] or row["prompts"]
    if prompts:
        found.append(("Prompts", _PROMPTS.get(prompts, printable(prompts))))
    return found
