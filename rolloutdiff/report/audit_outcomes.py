"""What follows from an audit: the correction, the value of another policy, the run, and what is missing."""

from __future__ import annotations

from collections import defaultdict

from rolloutdiff.report.audit_model import BALANCED, FOLDED, AuditModel, shown
from rolloutdiff.report.audit_names import KINDS, reason_words
from rolloutdiff.report.audit_views import Missing, Table
from rolloutdiff.report.audit_words import listed
from rolloutdiff.report.numbers import count, plain, share, signed
from rolloutdiff.report.rows import Row

_SPANS = {"run": "all steps", "onset": "after the rise", "qa": "labelled rows"}
_VERDICTS = {"insufficient_overlap": "too little overlap"}
_BASES = {"off_policy": "off-policy", "on_policy": "on-policy"}
_NO_MATTER = {FOLDED, "baseline", "nothing_overpaid", "no_reference"}
_NONE = "none"


def corrections(model: AuditModel) -> tuple[Table | None, str]:
    """Terms to take off the reward, and what to do with them."""
    terms = [row for row in model.rows("correction") if row["premium"] is not None]
    if not terms:
        return None, "There is no term to take off the reward: no slice is flagged."
    rows: list[tuple[str, ...]] = [
        (
            shown(row["slice"]),
            shown(row["feature"]),
            KINDS[row["kind"]],
            signed(row["premium"], 3),
            _SPANS[row["span"]],
        )
        for row in terms
    ]
    heads = ("Slice", "Feature", "Kind", "Per occurrence", "Fitted on")
    text = (
        "Corrected reward: reward minus the sum of premium times occurrences, in its own slice; a pair that"
        " is both there counts once. A correction takes off what was found, not what was not."
    )
    return Table(heads=heads, rows=rows), text


def value(model: AuditModel) -> tuple[Table | None, str]:
    """Off-policy values, and what they mean or why there is none."""
    rows = model.rows("ope")
    known = [row for row in rows if row["reason"] is None]
    if not known:
        reasons = sorted({reason_words(str(row["reason"])) for row in rows})
        return None, f"Not computed: {'; '.join(reasons) or 'nothing was given to value'}."
    heads = (
        "Slice",
        "Rows",
        "Logged",
        "SNIPS",
        "ESS",
        "Gain",
        "95 % interval",
        "Direct",
        "Adjusted",
        "Verdict",
    )
    least = model.settings["min_ess"]
    text = (
        "What another policy would reach on gold, from completions of this one, weighted by the ratio of"
        f" their probabilities. ESS: effective sample size; below {least:g} nothing is concluded. Balanced:"
        " slices weigh alike."
    )
    return Table(heads=heads, rows=[_value_row(row) for row in rows]), text


def _value_row(row: Row) -> tuple[str, ...]:
    if row["reason"] is not None:
        return (shown(row["slice"]), count(row["n"]), *[""] * 7, reason_words(row["reason"]))
    interval = _NONE
    if row["ci_lo"] is not None and row["ci_hi"] is not None:
        interval = f"{signed(row['ci_lo'], 3)} to {signed(row['ci_hi'], 3)}"
    return (
        shown(row["slice"]),
        count(row["n"]),
        _plain(row["ref_mean"], 3),
        _plain(row["snips"], 3),
        _plain(row["ess"], 1),
        _signed(row["gain"], 3),
        interval,
        _plain(row["direct"], 3),
        _plain(row["residual_adjusted"], 3),
        _VERDICTS.get(row["verdict"], str(row["verdict"])),
    )


def assessment(model: AuditModel) -> tuple[Table | None, str, list[str]]:
    """By slice what stands for and against the trained policy, the verdict, and its issues."""
    rows = model.rows("run_assessment")
    whole = next((row for row in rows if row["slice"] == BALANCED), None)
    slices = [row for row in rows if row["slice"] != BALANCED]
    if whole is None or not slices:
        return None, "Not computed.", []
    settings = model.settings
    needs = (
        f" Asked for are: no overpaid feature that became commoner in a flagged slice, an effective sample"
        f" size of {settings['min_ess']:g} everywhere, a mean gain of {settings['ship_gain']:g}, and no slice"
        f" that loses more than {settings['max_loss']:g}. What is not known stands against it. Gain"
        " on-policy: gold of the last steps minus gold of the first."
    )
    known = whole["flag"] or any(row["gain"] is not None for row in slices)
    verdict = "Nothing stands against using the trained policy."
    if not whole["ship"]:
        verdict = (
            "The trained policy is not fit to be used."
            if known
            else ("Whether the trained policy is fit to be used cannot be said.")
        )
    heads = ("Slice", "Flagged", "Marker", "Marker moved", "KL", "ESS", "Gain", "Gain from", "Fit")
    table: list[tuple[str, ...]] = [
        (
            shown(row["slice"]),
            "yes" if row["flag"] else "no",
            _NONE if row["marker"] is None else shown(row["marker"]),
            _signed(row["marker_shift"], 3),
            _plain(row["kl"], 2),
            _plain(row["ess"], 0),
            _signed(row["gain"], 3),
            _BASES.get(row["basis"] or "", _NONE),
            "yes" if row["ship"] else "no",
        )
        for row in [*slices, whole]
    ]
    return Table(heads=heads, rows=table), verdict + needs, [shown(issue) for issue in whole["issues"]]


def scored(model: AuditModel) -> str:
    """How well the audit tells exploited slices from clean ones; empty without truth labels."""
    if not model.audit["auc"]:
        return ""
    row = model.audit["auc"][0]
    number = f"{count(row['n_pos'])} exploited and {count(row['n_neg'])} clean slices"
    if row["auc"] is None:
        return f"Truth labels of {number} were given: {reason_words(row['reason'] or 'one_class')}."
    return (
        f"Against truth labels of {number}: AUC {row['auc']:.3f}; {share(row['tpr'])} of the exploited and"
        f" {share(row['fpr'])} of the clean ones are flagged. The audit never reads them."
    )


def missing(model: AuditModel) -> list[Missing]:
    """What could not be computed, by kind of figure and reason."""
    found: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for array, what in (
        ("slice_risk", "Verdict on a slice"),
        ("premium", "Premium"),
        ("premium_screening", "When a premium rose"),
        ("divergence", "Reward beside gold"),
        ("ope", "Value of another policy"),
        ("correction", "Correction"),
    ):
        for row in model.rows(array):
            if row["reason"] is not None and row["reason"] not in _NO_MATTER:
                found[what, row["reason"]].append(row)
    return [
        Missing(
            what=what,
            reason=reason_words(reason),
            code=shown(reason),
            where=_where(model, {row["slice"] for row in rows}),
            count=count(len(rows)),
        )
        for (what, reason), rows in found.items()
    ]


def _where(model: AuditModel, names: set[str]) -> str:
    every = {one.name for one in model.slices}
    if names >= every:
        return "everywhere"
    return listed(sorted(shown(name) for name in names))


def _plain(number: float | None, decimals: int) -> str:
    return _NONE if number is None else plain(number, decimals)


def _signed(number: float | None, decimals: int) -> str:
    return _NONE if number is None else signed(number, decimals)
