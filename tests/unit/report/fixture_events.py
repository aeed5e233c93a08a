"""The arrays of a made-up report that follow from its alerts: splits, evidence, events, exemplars, files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from rolloutdiff.wording import plain_text, wording

Row = dict[str, Any]

ANALYSIS = "0123456789abcdef"
TIERS = ("ast", "custom", "lexical", "shape", "mismatch", "reward")


def shift(verdict: Row, step: int | None, *, confirmed: bool) -> Row:
    """The row of the array `shift` of a series whose best split is `step`."""
    return {
        "analysis_id": ANALYSIS,
        "run": verdict["run"],
        "rule": "l2_ar1_v1",
        "feature": verdict["feature"],
        "tier": verdict["tier"],
        "shape": "step" if confirmed else None,
        "onset_step": step,
        "onset_low": None if step is None else step if confirmed else max(step - 20, 1),
        "onset_high": None if step is None else step + (2 if confirmed else 20),
        "start_step": None,
        "half_step": None,
        "end_step": None,
        "before_mean": 0.1,
        "after_mean": 0.2,
        "statistic": 40.0 if confirmed else 3.0,
        "threshold": 12.0,
        "p_value": 0.001 if confirmed else 0.42,
        "q_value": None,
    }


def evidence(verdict: Row, means: Sequence[float], steps: Sequence[int], split: Row | None) -> Row:
    """The row of the array `evidence` of a series, computed from its means where that is simple."""
    alert, binary = verdict["status"] == "alert", verdict["kind"] == "binary"
    reward = verdict["tier"] == "reward"
    row: Row = {
        "analysis_id": ANALYSIS,
        "run": verdict["run"],
        "rule": "frozen_z_v1",
        "feature": verdict["feature"],
        "tier": verdict["tier"],
        "status": verdict["status"],
        "replication": None if reward else alert,
        "window_corroborated": None,
        "persistence": None,
        "reward_association": None,
        "reward_association_se": None,
        "same_prompt_shift": None,
        "prompt_mix_shift": None,
        "prompt_breadth": None,
        "half_onset_a": verdict["onset_step"] if alert and not reward else None,
        "half_onset_b": verdict["onset_step"] if alert and not reward else None,
        "groups_used": None,
        "groups_skipped": None,
        "reward_part_association": None,
        "baseline_prompts_showing": None,
        "reason": None,
        "later_steps": None,
        "beyond_steps": None,
        "split_step": split["onset_step"] if split else None,
        "split_p_value": split["p_value"] if split else None,
        "whole_shift": None,
        "alert_prompts": None,
        "alert_prompts_showing": None,
        "baseline_prompts": None,
        "unscored_skipped": None,
    }
    if alert:
        _of_alert(row, verdict, means, steps)
        if binary:
            _of_yes_no(row, verdict)
    row["reason"] = (
        "; ".join(f"{name}={_code(name, alert)}" for name in _FIGURES if row[name] is None) or None
    )
    return row


_FIGURES = (
    "replication",
    "window_corroborated",
    "persistence",
    "reward_association",
    "same_prompt_shift",
    "prompt_breadth",
)


def _code(name: str, alert: bool) -> str:
    if name == "replication":
        return "reward_series"
    if not alert:
        return "no_alert"
    known = {"persistence": "few_later_steps", "window_corroborated": "no_split"}
    return known.get(name, "size")


def _of_alert(row: Row, verdict: Row, means: Sequence[float], steps: Sequence[int]) -> None:
    base, sign = verdict["baseline_mean"], 1 if verdict["direction"] == "rise" else -1
    onset, last = (steps.index(verdict[f"{name}_step"]) for name in ("onset", "alert"))
    if row["split_step"] is not None:
        split = steps.index(row["split_step"])
        row["window_corroborated"] = onset - 3 <= split <= last + 3
    later = means[last + 1 :]
    beyond = [sign * (mean - base) >= verdict["detectable_rise"] for mean in later]
    row["later_steps"], row["beyond_steps"] = len(later), sum(beyond)
    if len(later) >= 3:
        row["persistence"] = round(sum(beyond) / len(later), 6)
    whole = round(sum(means[onset : last + 1]) / (last + 1 - onset) - base, 6)
    row["whole_shift"], row["same_prompt_shift"] = whole, round(0.96 * whole, 6)
    row["prompt_mix_shift"] = round(whole - row["same_prompt_shift"], 6)


def _of_yes_no(row: Row, verdict: Row) -> None:
    paid = round(0.9 * verdict["baseline_mean"] + 0.4, 6)
    row |= {
        "reward_association": paid,
        "reward_association_se": 0.025,
        "groups_used": 104,
        "groups_skipped": 18,
        "reward_part_association": {"ground_truth_passed": 0.12, "training_passed": paid},
        "prompt_breadth": round(25 / 27, 6),
        "alert_prompts": 27,
        "alert_prompts_showing": 25,
        "baseline_prompts": 40,
        "unscored_skipped": 0,
        "baseline_prompts_showing": round(40 * min(3 * verdict["baseline_mean"], 1.0)),
    }


def events(alerts: Sequence[Row], joins: Mapping[str, str]) -> tuple[list[Row], list[Row]]:
    """Events and their members: `joins` gives the lead of a feature that does not lead."""
    leads = [row for row in alerts if row["tier"] != "reward" and row["feature"] not in joins]
    order = sorted(leads, key=_rank)
    found, members = [], []
    for rank, lead in enumerate(order, 1):
        mine = [row for row in alerts if joins.get(row["feature"]) == lead["feature"]]
        found.append(
            {
                "analysis_id": ANALYSIS,
                "run": lead["run"],
                "rule": "frozen_z_v1",
                "event_rank": rank,
                "name": ", ".join(map(_title, (lead, *mine)[:2])),
                "onset_step": min(row["onset_step"] for row in (lead, *mine)),
                "alert_step": min(row["alert_step"] for row in (lead, *mine)),
                "direction": lead["direction"],
                "members": 1 + len(mine),
                "lead_feature": lead["feature"],
                "lead_tier": lead["tier"],
                "dump_change": None,
            }
        )
        for row in (lead, *mine):
            overlap = 1.0 if row is lead or row["folded_under"] else 0.7
            members.append(
                {
                    "analysis_id": ANALYSIS,
                    "run": row["run"],
                    "event_rank": rank,
                    "feature": row["feature"],
                    "tier": row["tier"],
                    "onset_step": row["onset_step"],
                    "jaccard_with_lead": overlap,
                }
            )
    return found, members


def _title(row: Row) -> str:
    return plain_text(wording(row["feature"], row["kind"]).title)


def _rank(alert: Row) -> tuple[Any, ...]:
    rising = alert["kind"] == "binary" and alert["direction"] == "rise"
    tier = TIERS.index(alert["tier"]) if alert["tier"] in TIERS else len(TIERS)
    return (not rising, alert["onset_step"], -alert["rise"] if rising else 0, tier, alert["feature"])


def exemplars(members: Sequence[Row], alerts: Sequence[Row]) -> list[Row]:
    """Three exemplars with their counterparts for every rising yes/no member."""
    rising = {r["feature"]: r for r in alerts if r["kind"] == "binary" and r["direction"] == "rise"}
    return [
        {
            "analysis_id": ANALYSIS,
            "run": member["run"],
            "event_rank": member["event_rank"],
            "feature": member["feature"],
            "role": role,
            "step": step,
            "prompt_id": f"{place}5b7c1f09aa00000",
            "sample_id": f"{file_name(step)}:{10 * place + number}",
            "source_file": file_name(step),
            "source_row": 10 * place + number,
            "place": place,
            "reward": None if place == 3 else float(number == 0),
        }
        for member in members
        if member["feature"] in rising
        for place in (1, 2, 3)
        for number, (role, step) in enumerate(_roles(rising[member["feature"]]))
    ]


def _roles(alert: Row) -> tuple[tuple[str, int], ...]:
    onset = alert["onset_step"]
    return ("exemplar", onset), ("pair", onset), ("before", max(onset - 1, 0))


def file_name(step: int) -> str:
    """The dump's file of a step."""
    return f"completions_{step:05}.parquet"


def hashed(report: Row) -> Row:
    """The report as it is with names from completions replaced by hashes."""

    def public(name: str) -> str:
        tier, _, token = name.partition(":")
        own = tier in ("lex", "custom") or (tier == "ast" and token.split(":")[0] in _OWN_NAMES)
        return f"{tier}:h{sha256(name.encode()).hexdigest()[:8]}" if own else name

    def row(old: Row) -> Row:
        new = old | {key: public(old[key]) for key in ("feature", "lead_feature") if key in old}
        if new.get("folded_under"):
            new["folded_under"] = public(new["folded_under"])
        return new | {"name": f"behaviour {new['lead_feature']}"} if "lead_feature" in new else new

    arrays = ("series", "screening", "alert", "shift", "evidence", "event", "event_member", "exemplar")
    return report | {"hashed": True} | {name: [row(old) for old in report[name]] for name in arrays}


_OWN_NAMES = ("def", "class", "call", "import", "except", "assign", "decorator")


def files(run: str, steps: Sequence[int]) -> list[Row]:
    """One file per step."""
    return [
        {
            "analysis_id": ANALYSIS,
            "run": run,
            "source_file": file_name(step),
            "sha256": "ab" * 32,
            "bytes": 40_000,
            "rows": 128,
            "rejected": 0,
            "format": "trl",
        }
        for step in steps
    ]
