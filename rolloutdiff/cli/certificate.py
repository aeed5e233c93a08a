"""A certification as lines of a terminal: the table, what is not judged and why, what the columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size

from rolloutdiff.certification import Certification
from rolloutdiff.cli.textblock import Look
from rolloutdiff.wording import printable

_LONGEST_SLICE, _SHORTEST_SLICE = 32, 8
# From here on verdicts are spelled out and further estimates stand in the same table.
_WIDE = 104
_SHORT = {"insufficient_overlap": "low overlap"}
_NUMBERS = ("ref_mean", "snips", "direct", "residual_adjusted")
_PROXIES = {"slice": "slice", "direct": "direct", "residual_adjusted": "adjusted"}


def certification_lines(result: Certification, width: int) -> Iterator[str]:
    """The table, what is not judged and why, and what the columns mean."""
    look = Look(width=width, colour=False)

    def told(text: str) -> Iterator[str]:
        for line in look.sentences(text, indent=""):
            yield line.plain

    counts, columns, rows = result.counts, result.columns, result.rows()
    parts = f" in {len(rows) - 1} slices" if len(rows) > 2 else ""
    yield from told(
        f"{printable(result.source)}: {counts['used']:,} labelled rows{parts}, weighted from"
        f" {printable(columns['behavior'])} to {printable(columns['target'])}"
    )
    yield ""
    scored = any(row["direct"] is not None for row in rows)
    yield from _table(rows, _heads(width, scored and width >= _WIDE), result.mix is not None, width)
    if scored and width < _WIDE:
        yield ""
        yield from _table(rows, _PROXIES, result.mix is not None, width)
    for text in _remarks(result, rows):
        yield ""
        yield from told(text)


def _heads(width: int, scored: bool) -> dict[str, str]:
    heads = {"slice": "slice", "n": "n", "ref_mean": "mean", "snips": "SNIPS"}
    if scored:
        heads |= {"direct": "direct", "residual_adjusted": "adjusted"}
    return {**heads, "ess": "ESS", "gain": "gain", "interval": "95 % interval", "verdict": "verdict"}


def _table(
    rows: Sequence[Mapping[str, Any]], heads: Mapping[str, str], mixed: bool, width: int
) -> Iterator[str]:
    """Rows under their heads; names of slices give way when the width does not do."""
    cells = [heads, *(_cells(row, mixed, short=width < _WIDE) for row in rows)]
    widths = {key: max(cell_len(line[key]) for line in cells) for key in heads}
    others = sum(widths.values()) - widths["slice"] + 2 * (len(heads) - 1)
    room = max(min(width - others, _LONGEST_SLICE), _SHORTEST_SLICE)
    widths["slice"] = min(widths["slice"], room)
    for place, line in enumerate(cells):
        if place == len(cells) - 1:
            yield "-" * min(sum(widths.values()) + 2 * (len(heads) - 1), width)
        pieces = []
        for key, size in widths.items():
            text = line[key]
            if cell_len(text) > size:
                text = set_cell_size(text, size - 1) + "…"
            left = key in ("slice", "verdict")
            pieces.append(text + " " * (size - cell_len(text)) if left else text.rjust(size))
        yield "  ".join(pieces).rstrip()


def _cells(row: Mapping[str, Any], mixed: bool, *, short: bool) -> dict[str, str]:
    overall = "mix" if mixed else "balanced"
    verdict = row["verdict"]
    if row["reason"] is not None:
        words = {"no_rows": "no gold", "no_logprobs": "no log-probs"}[row["reason"]]
    else:
        words = _SHORT.get(verdict, verdict) if short else verdict.replace("_", " ")
    judged = verdict != "insufficient_overlap" and row["ci_lo"] is not None
    return {
        "slice": overall if row["slice"] is None else printable(row["slice"]),
        "n": f"{row['n']:,}",
        **{key: _number(row[key]) for key in _NUMBERS},
        "ess": "–" if row["ess"] is None else f"{row['ess']:,.1f}",
        # A handful of rows says nothing about those that were never written.
        "gain": _number(row["gain"], "+") if judged else "–",
        "interval": f"{_number(row['ci_lo'], '+')} to {_number(row['ci_hi'], '+')}" if judged else "–",
        "verdict": words,
    }


def _number(value: float | None, sign: str = "") -> str:
    if value is None:
        return "–"
    return f"{value:{sign}.3f}" if abs(value) < 100 else f"{value:{sign}.4g}"


def _remarks(result: Certification, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What follows the table, a paragraph each."""
    settings, columns, counts = result.settings, result.columns, result.counts
    lacking = [r for r in rows if r["verdict"] == "insufficient_overlap" and r["reason"] is None]
    low = [f"{printable(r['slice'])} ({r['ess']:,.1f})" for r in lacking if r["slice"] is not None]
    if low:
        yield (
            f"Insufficient overlap, fewer than {settings.min_ess:g} effective rows: {_some(low)}. Hardly any"
            " labelled completion is one that the target policy would write, so nothing is concluded; label"
            " completions of the target itself."
        )
    empty = {r["slice"]: r["reason"] for r in rows if r["reason"] is not None and r["slice"] is not None}
    if empty:
        yield (
            "No row has gold and both log-probabilities in"
            f" {_some([printable(name) for name in empty])}, and so there is no mean over slices with"
            f" {'it' if len(empty) == 1 else 'them'}."
        )
    left = {
        "without a slice": counts["without_slice"],
        "without gold": counts["without_gold"],
        "without both log-probabilities": counts["without_logprobs"],
    }
    if any(left.values()):
        told = ", ".join(f"{count:,} {why}" for why, count in left.items() if count)
        yield f"Left out of {counts['rows']:,} rows: {told}."
    if counts["above_zero"]:
        yield (
            f"In {counts['above_zero']:,} rows a log-probability is above 0: give the log-probability of the"
            " whole completion, not its probability."
        )
    if result.mix is not None:
        silent = [printable(r["slice"]) for r in rows[:-1] if not result.mix.get(r["slice"], 0)]
        if silent:
            yield f"Slices that weigh nothing in the mix: {_some(silent)}."
    proxies = {r["score_reason"] for r in rows} - {None}
    if "score" in columns and proxies:
        words = {
            "no_target_score": "the target's own scores are not given (--target-score)",
            "no_scores": "fewer than two rows have a score",
            "constant_score": "the score never differs",
        }
        why = "; ".join(words[p] for p in sorted(proxies) if p in words)
        if why:
            yield f"No direct and adjusted estimate where {why}."
    overall = "Slices weigh as in the mix" if result.mix is not None else "All slices weigh the same"
    overall = f"{overall} in the last row, whose ESS is the smallest of theirs." if len(rows) > 2 else ""
    yield (
        f"mean: {printable(columns['gold'])} of the labelled rows. SNIPS: what the target policy would reach,"
        " rows weighted by its probability over that of the policy that wrote them. ESS: rows that carry the"
        f" weight. gain: SNIPS minus mean; interval from {settings.bootstrap:,} bootstraps of rows, seed"
        f" {settings.seed}. improved: interval above 0 and gain of {settings.min_gain:g} or more; regressed:"
        f" interval below {-settings.max_loss:g}. {overall}"
    )


def _some(names: Sequence[str], most: int = 8) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
