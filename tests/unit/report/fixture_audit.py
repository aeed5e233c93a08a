"""A made-up audit: a known number of slices, features and steps, hostile names included."""

from __future__ import annotations

from typing import Any

from rolloutdiff.report.audit_export import AUDIT_ARRAYS
from rolloutdiff.report.schema import audit_row_types
from rolloutdiff.settings import AuditSettings
from tests.unit.report.fixture_report import noise

ANALYSIS = "0123456789abcdef"
STEPS = list(range(1, 41))
BASELINE = 15

Row = dict[str, Any]


def row(array: str, **values: Any) -> Row:
    """A row with every column of its array; what is not given is NULL, false, nought or an empty list."""
    empty = {bool: False, int: 0, list: []}
    found: Row = {}
    for column, types in audit_row_types(array).items():
        known = next((empty[kind] for kind in (bool, int, list) if kind in types), "")
        found[column] = None if type(None) in types else known
    return found | {"audit_id": "feedbeef", "analysis_id": ANALYSIS} | values


class AuditBuilder:
    """Collects the rows of one run.

    Args:
        run: Name of the run.
        gold: Whether gold is known, so that reward minus gold is judged.
    """

    def __init__(self, run: str = "r", *, gold: bool = False) -> None:
        self.run = run
        self.gold = gold
        self.judged = "gap" if gold else "reward"
        self.rows: dict[str, list[Row]] = {array: [] for array in AUDIT_ARRAYS}

    def put(self, array: str, **values: Any) -> None:
        """Add one row."""
        mine = {"run": self.run} if "run" in audit_row_types(array) else {}
        made = row(array, **mine, **values)
        if array == "behavior":
            made = {column: made[column] for column in audit_row_types(array)}
        self.rows[array].append(made)

    def slice(
        self,
        name: str,
        *,
        status: str = "none",
        span: str = "run",
        onset: int | None = None,
        reason: str | None = None,
        strength: float | None = 0.0,
        pair: float | None = 0.0,
        top_pair: str | None = None,
        top: str | None = None,
    ) -> None:
        """Add a verdict, led by this span; the span `run` always has a row."""
        for one in sorted({"run", span}):
            self.put(
                "slice_risk",
                slice=name,
                span=one,
                outcome=self.judged,
                rollouts=640 if one == "run" else 240,
                prompts=80 if one == "run" else 30,
                strength_single=strength,
                strength_pair=pair,
                risk=None if strength is None else 0.5,
                flag=status == "overpaid",
                status=status,
                top_single=top,
                top_pair=top_pair,
                onset_step=onset,
                leads=one == span,
                reason=reason,
            )

    def premium(
        self,
        name: str,
        feature: str,
        value: float,
        *,
        status: str = "none",
        kind: str = "single",
        span: str = "run",
        of_gold: float = 0.0,
        se: float | None = 0.01,
        raw: float | None = None,
        strength: float | None = None,
        shadow_of: str | None = None,
        effect: float | None = None,
    ) -> None:
        """Add a premium on the reward, and on gold and the gap where gold is known."""
        values = {"reward": value}
        if self.gold:
            values |= {"gold": of_gold, "gap": round(value - of_gold, 6)}
        for outcome, premium in values.items():
            sure = max(abs(premium) - 3 * (se or 0.0), 0.0) if strength is None else strength
            self.put(
                "premium",
                slice=name,
                span=span,
                outcome=outcome,
                kind=kind,
                feature=feature,
                support_rollouts=77,
                support_prompts=22,
                raw_premium=premium if raw is None else raw,
                premium=premium,
                se=se,
                t=None if not se else round(premium / se, 4),
                crit=3.0,
                lower=sure,
                placebo_p=0.005,
                effect_rm=effect,
                strength=0.0 if outcome == "gold" else round(sure, 6),
                status=status,
                shadow_of=shadow_of,
            )

    def series(self, name: str, feature: str, *, before: float, after: float, onset: int, alert: int) -> None:
        """Add premiums by step with their rise, and a behaviour that follows six steps later."""
        for step in STEPS:
            slope = (before if step < onset else after) + 0.05 * noise(step, len(feature))
            self.put(
                "premium_series",
                slice=name,
                feature=feature,
                step=step,
                slope=round(slope, 6),
                se=0.05,
                prompts=8,
                weight=3.0,
            )
            mean = 0.1 if step < onset + 6 else 0.1 + 0.1 * (step - onset - 5)
            self.put("behavior", slice=name, feature=feature, step=step, mean=round(mean, 6))
        for rule, seen in (("anchored_seq_v1", alert + 1), ("frozen_z_v1", alert)):
            self.put(
                "premium_screening",
                slice=name,
                rule=rule,
                feature=feature,
                status="alert",
                baseline_mean=before,
                onset_step=onset,
                alert_step=seen,
                direction="rise",
            )

    def doses(self, name: str, feature: str, *, span: str, each: float, most: int = 4) -> None:
        """Add a straight dose curve, one of the gap beside it where gold is known."""
        for outcome in ("gap", "reward") if self.gold else ("reward",):
            for dose in range(most + 1):
                excess = round(each * (dose - 1), 6)
                values = {"dose": dose, "n": 400 >> dose, "mean_excess": excess}
                self.put("dose", slice=name, span=span, outcome=outcome, feature=feature, **values)

    def parting(self, name: str, *, since: int | None) -> None:
        """Add reward and gold by step: the reward rises from `since` on, gold stays."""
        for place, step in enumerate(STEPS):
            apart = since is not None and step >= since
            proxy = 0.5 + (0.1 * (step - since + 1) if since is not None and apart else 0.0)
            self.put(
                "divergence",
                slice=name,
                step=step,
                proxy=round(proxy, 6) if self.gold else None,
                gold=0.4 if self.gold else None,
                dproxy=round(proxy - 0.5, 6) if self.gold else None,
                dgold=0.0 if self.gold else None,
                diverging=apart if self.gold else None,
                reason="no_gold" if not self.gold else "baseline" if place < BASELINE else None,
            )

    def overpaid(self, name: str, feature: str, *, onset: int = 20, premium: float = 1.4) -> None:
        """Add a slice that is overpaid from a step on, with all that belongs to it."""
        kind = "adj" if " " in feature else "single"
        pair = {"top_pair": feature, "pair": premium} if kind == "adj" else {"top": feature}
        strength = premium if kind == "single" else 0.0
        self.slice(name, status="overpaid", span="onset", onset=onset, strength=strength, **pair)  # type: ignore[arg-type]
        self.premium(name, feature, premium, status="overpaid", kind=kind, span="onset")
        self.premium(name, feature, premium / 2, status="overpaid", kind=kind)
        self.premium(name, "lex:plain", 0.02, span="onset", raw=0.03, strength=0.0)
        if kind == "single":
            self.series(name, feature, before=0.0, after=premium, onset=onset, alert=onset + 2)
            self.doses(name, feature, span="onset", each=premium)
        self.parting(name, since=onset)
        values = {"place": 1, "span": "onset", "kind": kind, "feature": feature, "premium": premium}
        self.put("correction", slice=name, **values)

    def clean(self, name: str, *, paid: str | None = None, premium: float = 0.05) -> None:
        """Add a slice in which nothing is overpaid, and perhaps something is paid."""
        self.slice(name, status="paid" if paid else "none", strength=0.03)
        if paid:
            self.premium(name, paid, premium, status="paid")
        self.premium(name, "lex:plain", 0.01, strength=0.0)
        self.parting(name, since=None)
        self.put("correction", slice=name, place=1, span="run", reason="nothing_overpaid")

    def value(self, *, reason: str | None = "no_logprobs", ship: bool = False) -> None:
        """Add the value of another policy and the verdict on the run, for every slice and balanced."""
        names = [*dict.fromkeys(r["slice"] for r in self.rows["slice_risk"]), "balanced"]
        figures: Row = {"reason": reason}
        if reason is None:
            figures = {
                "ref_mean": 0.3,
                "snips": 0.36,
                "ess": 41.5,
                "gain": 0.06,
                "ci_lo": 0.01,
                "ci_hi": 0.11,
                "direct": 0.35,
                "residual_adjusted": 0.355,
                "verdict": "improved",
            }
        flags = {r["slice"]: r["flag"] for r in self.rows["slice_risk"] if r["leads"]}
        for name in names:
            self.put("ope", slice=name, target="target_logprob", n=100, **figures)
            issues = [] if ship else ["a: no off-policy value"]
            gain = figures.get("gain")
            values = {"flag": flags.get(name, any(flags.values())), "gain": gain, "ship": ship}
            self.put("run_assessment", slice=name, issues=issues, **values)


def audit(*builders: AuditBuilder, **changes: Any) -> dict[str, Any]:
    """A whole audit of these runs."""
    gold = any(one.gold for one in builders)
    slices = sum(len({r["slice"] for r in one.rows["slice_risk"]}) for one in builders)
    head: dict[str, Any] = {
        "schema_version": 1,
        "package_version": "0.1.0",
        "audit_id": "feedbeef",
        "analysis_id": ANALYSIS,
        "disclaimer": "Descriptive figures only.",
        "hashed": False,
        "rollouts": 640 * slices,
        "slices": slices,
        "scored": 640 * slices,
        "with_gold": 640 * slices if gold else 0,
        "sources": {"slice": ["column", "slice"]} | ({"gold": ["part", "expert"]} if gold else {}),
        "settings": AuditSettings().as_dict(),
        "qa_sha256": None,
        "reward_function": None,
    }
    rows = {array: [r for one in builders for r in one.rows[array]] for array in AUDIT_ARRAYS}
    return head | rows | changes


def three_slices(run: str = "r", *, gold: bool = False) -> AuditBuilder:
    """One slice with an overpaid word, one with an overpaid pair, one in which something is paid."""
    b = AuditBuilder(run, gold=gold)
    b.overpaid("north", "lex:please")
    b.overpaid("west", "lex:very good", premium=0.9)
    b.clean("east", paid="lex:thanks")
    b.value()
    return b


def one_slice(run: str = "r") -> AuditBuilder:
    """A run without slices and gold: something is paid, and no more can be said."""
    b = AuditBuilder(run)
    b.slice("all", status="paid", reason="no_reference", strength=None, pair=None, top="ast:def:run_tests")
    b.premium("all", "ast:def:run_tests", 0.64, status="paid", se=0.075)
    b.premium("all", "ast:return:True", 0.6, shadow_of="ast:def:run_tests", strength=0.0)
    b.parting("all", since=None)
    b.put("correction", slice="all", place=1, span="run", reason="no_reference")
    b.value(reason="no_gold")
    return b
