"""A dump comparison as a Markdown file, a standalone page, and six lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

from rolloutdiff.report.assets import asset, environment, policy, whole
from rolloutdiff.report.atomic import write_atomically
from rolloutdiff.report.consistency_model import build_report, divergence, where_to_look
from rolloutdiff.report.consistency_rows import ComparisonRows
from rolloutdiff.report.consistency_views import Coded, ConsistencyReport
from rolloutdiff.report.consistency_words import sentence
from rolloutdiff.report.numbers import count

MARKDOWN_NAME = "output_5_root_cause_report.md"


def markdown(rows: ComparisonRows) -> str:
    """The report as Markdown: context, verdict, evidence, doubts, excluded candidates, hypotheses, checks."""
    return "\n".join(_markdown(build_report(rows))) + "\n"


def write_markdown(rows: ComparisonRows, out_dir: Path) -> Path:
    """Write the Markdown report into a folder that exists; returns the file.

    Raises:
        ReportError: The file cannot be written.
    """
    path = out_dir / MARKDOWN_NAME
    write_atomically(path, [markdown(rows)])
    return path


def render_consistency(rows: ComparisonRows) -> str:
    """The report as one HTML page that needs no network, no script and no other file."""
    page = environment().get_template("consistency.html.j2")
    return whole(
        page.render(report=build_report(rows), policy=policy(script=False), style=Markup(asset("style.css")))
    )


def write_consistency_html(rows: ComparisonRows, path: Path) -> None:
    """Write the page into a file that appears whole or stays as it was.

    Raises:
        ReportError: The file cannot be written.
    """
    write_atomically(path, [render_consistency(rows)])


def summary_lines(rows: ComparisonRows) -> list[str]:
    """Five lines: what was read, how the pairs fared, the verdict, the suspect, the first divergence."""
    summary = rows.summary
    code = summary["hypothesis_code"] or "no_suspect"
    how = "by name" if summary["automatic_mapping"] else "by the mapping"
    return [
        f"read        {count(summary['train_modules'])} modules of training, "
        f"{count(summary['rollout_modules'])} of the rollout; "
        f"{count(summary['pairs'])} pairs {how} ({summary['profile']})",
        f"outputs     {count(summary['aligned'])} agree, {count(summary['mismatched'])} differ, "
        f"{count(summary['not_comparable'])} not comparable; {count(summary['suspects'])} suspects, "
        f"{count(summary['structural'])} set aside",
        f"verdict     {sentence('verdict', code)} ({code})",
        f"suspect     {where_to_look(rows) or 'none'}",
        f"divergence  {divergence(rows)}",
    ]


def _markdown(report: ConsistencyReport) -> Iterator[str]:
    yield f"# Consistency of {_plain(report.title)}"
    yield ""
    yield "## Context"
    yield ""
    yield from _table(("what", "value"), [(label, _plain(value)) for label, value in report.facts])
    yield ""
    yield "## Verdict"
    yield ""
    yield f"**{report.lead.text}** (`{report.lead.code}`)"
    yield ""
    if report.place:
        yield f"Where to look first: {_plain(report.place)}."
        yield ""
    yield report.second
    yield ""
    yield "First divergence, the earliest pair whose outputs differ while its inputs agree:"
    yield f"{_plain(report.divergence)}."
    yield ""
    yield "## Chain of evidence"
    yield ""
    if report.chain:
        yield from _table(
            ("link", "training", "rollout", "what is known"),
            [(link.role, _code(link.train), _code(link.rollout), link.note) for link in report.chain],
        )
    else:
        yield "There is no suspect, so there is no chain to show."
    if report.statistics:
        yield ""
        yield "Tensors of the suspect that differ, the difference relative to the rollout:"
        yield ""
        yield from _table(
            ("tensor", "statistic", "training", "rollout", "difference", "verdict"),
            [(_code(s.target), s.name, s.train, s.rollout, s.error, s.status) for s in report.statistics],
        )
    yield ""
    yield "## Key doubts"
    yield ""
    yield from _items(report.doubts)
    yield ""
    yield "## Excluded candidates"
    yield ""
    yield from _excluded(report)
    yield ""
    yield "## Hypotheses"
    yield ""
    for place, (hypothesis, pairs) in enumerate(report.hypotheses, 1):
        yield f"{place}. {hypothesis.text} {_plain(pairs)} (`{hypothesis.code}`)"
    if not report.hypotheses:
        yield "None."
    yield ""
    yield "## Next checks"
    yield ""
    for place, check in enumerate(report.checks, 1):
        yield f"{place}. {check.text} (`{check.code}`)"
    yield ""
    yield "Statistics only, no tensor values."
    yield f"rolloutdiff {report.package_version}, comparison `{report.comparison_id}`."


def _excluded(report: ConsistencyReport) -> Iterator[str]:
    if not report.excluded:
        yield "No candidate was set aside."
        return
    number = report.excluded_number
    yield f"{count(number)} {'pair is a suspect' if number == 1 else 'pairs are suspects'} by structure only:"
    yield ""
    yield from _table(
        ("training", "rollout", "reason"),
        [(_code(train), _code(rollout), reason) for train, rollout, reason in report.excluded],
    )
    if number > len(report.excluded):
        yield ""
        yield f"{count(number - len(report.excluded))} more are in `output_5_root_cause_report.json`."


def _items(items: Iterable[Coded]) -> Iterator[str]:
    for item in items:
        yield f"- {item.text} (`{item.code}`)"


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for line in lines:
        yield f"| {' | '.join(line)} |"


def _plain(text: str) -> str:
    """Text of a dump that Markdown takes for nothing else."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in text)


def _code(text: str) -> str:
    """Text of a dump in a code span that it cannot leave."""
    return "–" if text == "–" else "`" + text.replace("`", "'").replace("|", "\\|") + "`"
