"""The verdicts as a table, and its place in the README."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmarks.baselines.runs import KINDS
from benchmarks.baselines.verdict import Verdict

BEGIN, END = "<!-- baselines:begin -->", "<!-- baselines:end -->"


def percent(share: float) -> str:
    """A share as a whole percentage, with one digit where it is small."""
    return f"{100 * share:.1f} %" if 0 < share < 0.1 else f"{100 * share:.0f} %"


def flagged(verdict: Verdict) -> str:
    """How much the tool flags."""
    if verdict.skipped is not None:
        return "skipped"
    if verdict.flagged is None or verdict.share is None:
        return verdict.figure or "–"
    unit = "" if verdict.unit == "series" else f" {verdict.unit}"
    return f"{verdict.flagged} of {verdict.scored}{unit} ({percent(verdict.share)})"


def when(verdict: Verdict, crossing: int) -> str:
    """First flagged step, or the onset it states, with the distance from the observed crossing."""
    if verdict.first is not None:
        return f"{verdict.first} ({verdict.first - crossing:+d})"
    if verdict.onset is not None:
        return f"onset {verdict.onset} ({verdict.onset - crossing:+d})"
    return "–"


def _head(crossings: Mapping[str, int | None]) -> list[str]:
    cells = ["tool"]
    for run, crossing in crossings.items():
        if crossing is None:
            cells.append(f"{run} ({KINDS[run]}): flagged")
        else:
            cells += [f"{run} (crossing {crossing}): rank", "first", "flagged"]
    return cells


def _cells(verdict: Verdict | None, crossing: int | None) -> list[str]:
    if verdict is None:
        return [""] if crossing is None else ["", "", ""]
    if crossing is None:
        return [flagged(verdict)]
    rank = "–" if verdict.rank is None else str(verdict.rank)
    return [rank, when(verdict, crossing), flagged(verdict)]


def table(verdicts: Sequence[Verdict], crossings: Mapping[str, int | None]) -> list[str]:
    """One row per tool, in the order in which tools first appear; the columns go by run."""
    by_place = {(verdict.tool, verdict.run): verdict for verdict in verdicts}
    rows = [_head(crossings)]
    rows.append(["---"] * len(rows[0]))
    for tool in dict.fromkeys(verdict.tool for verdict in verdicts):
        cells = [tool]
        for run, crossing in crossings.items():
            cells += _cells(by_place.get((tool, run)), crossing)
        rows.append(cells)
    return [f"| {' | '.join(cells)} |" for cells in rows]


def remarks(verdicts: Sequence[Verdict], runs: Iterable[str]) -> list[str]:
    """What each tool says in words, run by run, and why a tool is missing."""
    lines = []
    for run in runs:
        lines += ["", f"**{run}**", ""]
        for verdict in verdicts:
            said = f"skipped: {verdict.skipped}" if verdict.skipped is not None else verdict.says
            if verdict.run == run and said:
                lines.append(f"- {verdict.tool}: {said}")
    return lines


def write(readme: Path, lines: list[str]) -> None:
    """Put the lines in the place of the last measurement.

    Raises:
        ValueError: The README has no place for them.
    """
    text = readme.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise ValueError(f"{readme} lacks {BEGIN} or {END}.")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    block = "\n".join(lines)
    readme.write_text(f"{before}{BEGIN}\n{block}\n{END}{after}", encoding="utf-8")
