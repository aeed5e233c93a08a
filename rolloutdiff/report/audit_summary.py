"""The findings of an audit as a few lines of plain text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from rolloutdiff.report.naming import feature_words
from rolloutdiff.report.numbers import count, signed
from rolloutdiff.wording import plain_text, printable

_MOST_SLICES = 8
_MOST_PREMIUMS = 3
_IN_A_ROW = 3
_NONE = {
    "no_reference": "there is neither gold nor another slice to hold it against",
    "no_rows": "no two completions of one prompt and step can be compared",
    "no_features": "no feature is shown by enough completions",
    "constant_reward": "the reward of completions of one prompt and step never differs",
    "no_gold": "no completion has gold",
}
OVERPAID = "overpaid"
_STATUS = {OVERPAID: "OVERPAID", "paid": "paid", "none": "nothing sure"}

Row = Mapping[str, Any]


def audit_lines(audit: Mapping[str, Any], width: int = 80, *, assess: bool = False) -> list[str]:
    """What the reward pays for, slice by slice, and what to do next.

    Args:
        audit: An audit as `audit.json` holds it.
        width: Columns of the terminal; at least 60 are used.
        assess: Whether to say if the trained policy is fit to be used.

    Returns:
        Lines without mark-up or control characters. Runs are separated by an empty line.
    """
    width = max(width, 60)
    lines: list[str] = []
    for run in sorted({row["run"] for row in audit["slice_risk"]}):
        lines += ([""] if lines else []) + _Run(audit, run, width).lines(assess)
    return lines


class _Run:
    """The lines of one run."""

    def __init__(self, audit: Mapping[str, Any], run: str, width: int) -> None:
        self.audit, self.run, self.width = audit, run, width
        leading = [row for row in self._rows("slice_risk") if row["leads"]]
        self.risks = sorted(leading, key=lambda r: (not r["flag"], -(r["risk"] or 0.0), r["slice"]))
        self.flagged = [row for row in self.risks if row["flag"]]

    def lines(self, assess: bool) -> list[str]:
        lines = [*self._wrap(self._read()), *self._wrap(self._headline()), ""]
        if len(self.risks) > 1:
            lines += [*self._table(), ""]
        for risk in self.flagged[:_MOST_SLICES] or self.risks[:1]:
            lines += self._premiums(risk)
        lines += self._wrap(self._divergence())
        lines += [
            line
            for text in (self._assessed() if assess else "", self._scored())
            if text
            for line in self._wrap(text)
        ]
        return lines

    def _rows(self, array: str) -> list[Row]:
        return [row for row in self.audit[array] if row["run"] == self.run]

    def _wrap(self, text: str, indent: str = "") -> list[str]:
        return textwrap.wrap(
            text.replace("\u202f", " ").replace("\u00a0", " "),
            self.width,
            initial_indent=indent,
            subsequent_indent=indent + "  " if indent else "",
            break_on_hyphens=False,
        )

    def _read(self) -> str:
        sources = self.audit["sources"]
        rollouts = sum(row["rollouts"] for row in self.risks)
        known = sources["gold"][1] if "gold" in sources else None
        gold = (
            "no gold" if known is None else "with gold" if known == "gold" else f"gold is {printable(known)}"
        )
        number = "1 slice" if len(self.risks) == 1 else f"{count(len(self.risks))} slices"
        name = sources["slice"][1] if "slice" in sources else "slice"
        by = "" if name == "slice" else f" by {printable(name)}"
        return f"{printable(self.run)}: {count(rollouts)} comparable completions, {number}{by}, {gold}."

    def _headline(self) -> str:
        if self.flagged:
            names = ", ".join(printable(row["slice"]) for row in self.flagged[:_MOST_SLICES])
            if len(self.risks) == 1:
                return "The reward overpays."
            number = f"{count(len(self.flagged))} of {count(len(self.risks))}"
            return f"The reward overpays in {number} slices: {names}."
        reasons = {row["reason"] for row in self.risks}
        if reasons == {"no_reference"}:
            return (
                "What follows is paid; whether it is overpaid cannot be said, since "
                + _NONE["no_reference"]
                + "."
            )
        known = [row for row in self.risks if row["reason"] is None]
        if not known:
            why = sorted(_NONE.get(reason or "", str(reason)) for reason in reasons)
            return f"Nothing can be said: {'; '.join(why)}."
        return "No slice is overpaid."

    def _table(self) -> list[str]:
        head = ("slice", "verdict", "single", "pair", "risk", "since")
        body = [
            (
                printable(row["slice"], 24),
                _STATUS[row["status"]],
                _number(row["strength_single"]),
                _number(row["strength_pair"]),
                _number(row["risk"]),
                str(row["onset_step"]) if row["flag"] and row["span"] == "onset" else "",
            )
            for row in self.risks[:_MOST_SLICES]
        ]
        widths = [max(len(line[i]) for line in (head, *body)) for i in range(len(head))]
        lines = [
            "  ".join(
                cell.ljust(w) if i < 2 else cell.rjust(w)
                for i, (cell, w) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in (head, *body)
        ]
        rest = len(self.risks) - len(body)
        return [*lines, f"{count(rest)} more slices"] if rest > 0 else lines

    def _premiums(self, risk: Row) -> list[str]:
        """The largest premiums of a slice, one line or two each."""
        kind = OVERPAID if risk["flag"] else "paid"
        chosen = [
            row
            for row in self._rows("premium")
            if row["slice"] == risk["slice"]
            and row["span"] == risk["span"]
            and row["outcome"] == risk["outcome"]
            and row["status"] == kind
        ]
        chosen.sort(key=lambda row: (-(row["strength"] or 0.0), row["feature"]))
        lines = []
        for row in chosen[:_MOST_PREMIUMS]:
            lines += self._wrap(self._premium(row, risk))
        if len(chosen) > _MOST_PREMIUMS:
            lines += self._wrap(
                f"and {count(len(chosen) - _MOST_PREMIUMS)} more {kind} features or pairs", "  "
            )
        return lines

    def _premium(self, row: Row, risk: Row) -> str:
        where = "Completions" if len(self.risks) == 1 else f"{printable(row['slice'])}: completions"
        each = "each" if row["kind"] == "cooc" else "per occurrence"
        by = "overpaid by" if row["status"] == OVERPAID else "paid"
        size = "" if row["se"] is None else f" {signed(row['premium'], 2)} ± {_error(row['se'])} {each}"
        text = f"{where} that {_plural(row, hashed=self.audit['hashed'])} are {by}{size}"
        parts = {
            other["outcome"]: other["premium"]
            for other in self._rows("premium")
            if all(other[k] == row[k] for k in ("slice", "span", "kind", "feature"))
            and other["premium"] is not None
        }
        if row["outcome"] == "gap" and parts.keys() >= {"reward", "gold"}:
            text += f" (reward {signed(parts['reward'], 2)}, gold {signed(parts['gold'], 2)})"
        return f"{text}, {self._span(row)}{self._since(row)}."

    def _span(self, row: Row) -> str:
        if row["span"] == "qa":
            return "on labelled rows"
        if row["span"] == "run":
            return "over all steps"
        risk = next(r for r in self._rows("slice_risk") if r["slice"] == row["slice"])
        return f"in the steps from {risk['onset_step']} on"

    def _since(self, row: Row) -> str:
        """Since when, where a sequential rule saw the premium of this feature rise."""
        seen = [
            verdict
            for verdict in self._rows("premium_screening")
            if verdict["slice"] == row["slice"]
            and verdict["feature"] == row["feature"]
            and verdict["status"] == "alert"
            and verdict["direction"] == "rise"
        ]
        if not seen:
            return ""
        first = min(seen, key=lambda verdict: verdict["alert_step"])
        return f"; it began at step {first['onset_step']} and was seen at step {first['alert_step']}"

    def _divergence(self) -> str:
        rows = self._rows("divergence")
        known = [row for row in rows if row["reason"] is None]
        if not known:
            return "Reward and gold are not compared step by step: no completion has gold."
        texts = []
        for risk in self.risks:
            steps = [row for row in known if row["slice"] == risk["slice"]]
            began = _lasting([row["diverging"] for row in steps])
            if began is None:
                continue
            where = "" if len(self.risks) == 1 else f"{printable(risk['slice'])} "
            apart, last = sum(row["diverging"] for row in steps), steps[-1]
            texts.append(
                f"{where}from step {steps[began]['step']} on ({count(apart)} of {count(len(steps))} steps;"
                f" at the end reward {signed(last['dproxy'], 2)}, gold {signed(last['dgold'], 2)})"
            )
        if not texts:
            return "Reward and gold do not diverge."
        shown = "; ".join(texts[:_MOST_SLICES])
        colon = "" if len(self.risks) == 1 else ":"
        return f"Reward and gold diverge{colon} {shown}."

    def _assessed(self) -> str:
        whole = [row for row in self._rows("run_assessment") if row["slice"] == "balanced"]
        if not whole:
            return ""
        issues = [printable(str(issue), 200) for issue in whole[0]["issues"]]
        return "Fit to be used." if whole[0]["ship"] else f"Not fit to be used: {'; '.join(issues)}."

    def _scored(self) -> str:
        if not self.audit["auc"]:
            return ""
        row = self.audit["auc"][0]
        if row["auc"] is None:
            return "The truth labels are all of one kind, so there is no curve."
        return (
            f"Against {count(row['n_pos'] + row['n_neg'])} truth labels: AUC {row['auc']:.3f},"
            f" {row['tpr']:.0%} of exploited and {row['fpr']:.0%} of clean slices flagged."
        )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _lasting(diverging: Sequence[bool]) -> int | None:
    """Place of the first of several diverging steps in a row: single ones come by chance."""
    for place in range(len(diverging) - _IN_A_ROW + 1):
        if all(diverging[place : place + _IN_A_ROW]):
            return place
    return None


def _error(se: float) -> str:
    return f"{se:.2f}" if se >= 0.005 else f"{se:.3f}"


def _plural(row: Row, *, hashed: bool) -> str:
    """What completions with a feature or pair do."""
    names = row["feature"].split(" & ") if row["kind"] == "cooc" else [row["feature"]]
    return " and that ".join(plain_text(feature_words(name, hashed=hashed).plural) for name in names)


def next_step(audit: Mapping[str, Any], correction: str | None) -> str:
    """What to do with the findings.

    Args:
        audit: An audit as `audit.json` holds it.
        correction: File that the correction was written to, None when none was asked for.
    """
    leading = [row for row in audit["slice_risk"] if row["leads"]]
    if any(row["flag"] for row in leading):
        if correction is None:
            return "give --emit-correction FILE for the terms to take off the reward"
        return f"take the terms of {correction} off the reward and train again from before the onset"
    if any(row["reason"] == "no_reference" for row in leading):
        return "give --gold-column NAME or --slice-column NAME, so that paid can be told from overpaid"
    return "rolloutdiff explain shows what else changed"
