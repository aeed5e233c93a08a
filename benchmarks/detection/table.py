"""Findings as Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.detection.figures import Figure, Findings, Measure
from benchmarks.detection.tasks import Part
from benchmarks.speed.results import table


def part_lines(part: Part, findings: Findings) -> list[str]:
    """Heading and table of one part."""
    title = f"### {part.name}. {part.title}" if part.name[0].isdigit() else f"### {part.title}"
    note = [part.note, ""] if part.note else []
    return [
        title,
        "",
        *note,
        *(_by_measure(part, findings) if part.by_measure else _by_column(part, findings)),
    ]


def _by_column(part: Part, findings: Findings) -> list[str]:
    rows = []
    for measure in part.measures:
        for scenario in findings.scenarios():
            by_rule = _by_rule(findings, scenario, measure, part.columns)
            if any(figure.count for figure in by_rule.values()):
                rows.append(_row(scenario, measure, by_rule))
    columns = [f"`{rule}`" if "_v" in rule else rule for rule in part.columns]
    return table(["scenario", "measure", "required", *columns, "N", "verdict"], rows)


def _by_measure(part: Part, findings: Findings) -> list[str]:
    rows = []
    for rule in part.columns:
        for scenario in findings.scenarios(rule):
            figures = [findings.figure(scenario, measure, rule) for measure in part.measures]
            if any(figure.count for figure in figures):
                cells = [cell(f, m.unit) for f, m in zip(figures, part.measures, strict=True)]
                counts = ", ".join(f"{figure.count:,}" for figure in figures)
                rows.append([f"`{rule}`", scenario, *cells, counts])
    return table(["rule", "line", *[measure.name for measure in part.measures], "N of each"], rows)


def failures(part: Part, findings: Findings) -> list[str]:
    """Requirements that do not hold, one text each."""
    return [
        f"{part.name}: {scenario}, {measure.name}: {verdict}"
        for measure in part.measures
        for scenario in findings.scenarios()
        if (verdict := judgement(measure, _by_rule(findings, scenario, measure, part.columns))).startswith(
            "missed"
        )
    ]


def judgement(measure: Measure, by_rule: Mapping[str, Figure]) -> str:
    """`met`, or the rules that miss; nothing where nothing is required."""
    if measure.requirement is None:
        return ""
    judged = [rule for rule in measure.rules if by_rule[rule].count]
    if not judged:
        return "not measured"
    missed = [rule for rule in judged if not measure.requirement.holds(by_rule, rule)]
    return f"missed: {', '.join(missed)}" if missed else "met"


def cell(figure: Figure, unit: str) -> str:
    """Value and standard error."""
    if not figure.count:
        return ""
    scale = 100.0 if unit == "%" else 1.0
    # The plug-in error of a share of none or all is 0 and says nothing; N does.
    error = f" ± {_plain(scale * figure.error)}" if figure.error > 0.0 else ""
    return f"{_plain(scale * figure.value)}{error}{' %' if unit == '%' else ''}"


def _plain(value: float) -> str:
    """Two decimals, without zeros at the end."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _by_rule(
    findings: Findings, scenario: str, measure: Measure, rules: tuple[str, ...]
) -> dict[str, Figure]:
    return {rule: findings.figure(scenario, measure, rule) for rule in rules}


def _row(scenario: str, measure: Measure, by_rule: Mapping[str, Figure]) -> list[str]:
    counts = sorted({figure.count for figure in by_rule.values() if figure.count})
    several = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    figures = [cell(figure, measure.unit) for figure in by_rule.values()]
    required = measure.requirement.text if measure.requirement else ""
    return [scenario, measure.name, required, *figures, several, judgement(measure, by_rule)]
