"""Rows of all four rules for a made-up report that has those of the original's pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = dict[str, Any]

ANCHORED = {
    "baseline_steps": 15,
    "min_change": 0.02,
    "min_relative": 0.05,
    "headline_change": 0.1,
    "alpha": 0.004,
    "e_value": 200.0,
    "fdr": 0.05,
    "window": 20,
    "prompt_effects": "auto",
}
NAMES = {
    "calibrated": {"sequential": "anchored_seq_v1", "retrospective": "anchored_lr_v1"},
    "original": {"sequential": "frozen_z_v1", "retrospective": "l2_ar1_v1"},
}
_NONE = {"e_value": None, "change": None, "headline": None}


def all_rules(whole: Row, profile: str) -> Row:
    """The report with the columns and rows of the calibrated rules, led by one pair.

    The calibrated rules alert where the original's do, one step earlier, and judge sparse series as well; the
    fitted onset lies two steps before the original's, its set reaches one step back.
    """
    rises = {(r["run"], r["feature"]): r["rise"] for r in whole["alert"]}
    frozen = [row | _NONE for row in whole["screening"]]
    watching = [_anchored(row, rises) for row in frozen]
    back = [_looking_back(row) for row in watching]
    alerts = [row | _NONE for row in whole["alert"]]
    own = ("rule", "status", "onset_step", "alert_step", "statistic", "threshold", "p_value", "q_value")
    by_name = {(r["run"], r["feature"]): r for r in watching}
    mine = [
        row | {key: by_name[row["run"], row["feature"]][key] for key in (*own, "detectable_rise", *_NONE)}
        for row in alerts
    ]
    split = [row | {"place": 1, "onset_at": None} for row in whole["shift"]]
    fitted = [_fitted(row, by_name[row["run"], row["feature"]]) for row in split]
    sequential = NAMES[profile]["sequential"]
    led = {name: [row | {"rule": sequential} for row in whole[name]] for name in ("event", "evidence")}
    if profile == "calibrated":
        for name in ("event", "event_member"):
            led[name] = [_earlier(row) for row in led.get(name, whole[name])]
    return whole | {
        "rules": {"profile": profile, **NAMES[profile]},
        "settings": whole["settings"] | {"profile": profile, "vocabulary": "run", "anchored": ANCHORED},
        "screening": frozen + watching + back,
        "alert": alerts + mine,
        "shift": split + fitted,
        "run": [row | {"profile": profile} for row in whole["run"]],
        "calibration": [
            row for run in whole["run"] for row in calibration(run["run"], (*frozen, *watching, *back), split)
        ],
        **led,
    }


def _earlier(row: Row) -> Row:
    steps = {key: row[key] - 1 for key in ("onset_step", "alert_step") if row.get(key) is not None}
    return row | steps


def _anchored(row: Row, rises: Mapping[tuple[str, str], float]) -> Row:
    if row["reason"] == "sparse":
        row = row | {"status": "quiet", "reason": None}
    alert = row["status"] == "alert"
    rise = rises.get((row["run"], row["feature"]))
    base = row["baseline_mean"]
    least = 0.1 if row["kind"] == "binary" else 0.1 * abs(base or 0.0)
    known = row["status"] != "unscorable"
    smallest = row["detectable_rise"]
    return _earlier(row) | {
        "rule": "anchored_seq_v1",
        "statistic": (8.3 if alert else 0.4) if known else None,
        "threshold": 5.298317,
        "p_value": (0.00025 if alert else 0.6) if known else None,
        "q_value": (0.002 if alert else 0.9) if known else None,
        "e_value": (4024.0 if alert else 1.5) if known else None,
        "detectable_rise": None if smallest is None else round(0.6 * smallest, 6),
        "change": rise,
        "headline": alert and rise is not None and abs(rise) >= least if known else None,
    }


def _looking_back(row: Row) -> Row:
    return row | {"rule": "anchored_lr_v1", "e_value": None, "statistic": 60.0, "threshold": 19.8}


def _fitted(row: Row, verdict: Row) -> Row:
    found = verdict["status"] == "alert"
    onset = verdict["onset_step"] - 1 if found else None
    ten = verdict["kind"] == "binary" and abs(verdict["change"] or 0.0) >= 0.1
    return row | {
        "rule": "anchored_lr_v1",
        "shape": "step" if found else None,
        "onset_step": onset,
        "onset_low": onset - 1 if onset is not None else None,
        "onset_high": onset,
        "start_step": onset - 2 if onset is not None else None,
        "half_step": onset + 2 if onset is not None else None,
        "end_step": None,
        "p_value": 0.0001 if found else 0.31,
        "q_value": 0.0004 if found else 0.8,
        "onset_at": ("ten_points" if ten else "half_change") if found else None,
    }


def calibration(run: str, screening: tuple[Row, ...], split: list[Row]) -> list[Row]:
    """One row per rule."""
    found = []
    for rule in ("anchored_lr_v1", "anchored_seq_v1", "frozen_z_v1", "l2_ar1_v1"):
        rows = [r for r in screening if r["run"] == run and r["rule"] == rule and r["tier"] != "reward"]
        splits = [r for r in split if r["run"] == run and rule == "l2_ar1_v1" and r["tier"] != "reward"]
        scored = sum(r["status"] != "unscorable" for r in rows) or len(splits)
        anchored = rule.startswith("anchored")
        chance = 0.005 if rule == "anchored_seq_v1" else 0.004
        found.append(
            {
                "analysis_id": "0123456789abcdef",
                "run": run,
                "rule": rule,
                "series": scored,
                "alerts": sum(r["status"] == "alert" for r in rows)
                + sum(r["shape"] is not None for r in splits),
                "headlines": sum(bool(r["headline"]) for r in rows) if anchored else None,
                "alpha": chance if anchored else None,
                "threshold": (200.0 if chance == 0.005 else 19.8) if anchored else None,
                "expected_false_alerts": round(chance * scored, 4) if anchored else None,
                "bulk_ratio": 1.02 if rule == "anchored_lr_v1" else None,
                "deff": 1.12 if anchored else None,
                "kappa_squared": -0.05 if anchored else None,
                "kappa_squared_high": 0.12 if anchored else None,
                "drift": "kappa 0.5; rho 0.6, 0.9" if anchored else None,
                "prompts": "pool" if anchored else None,
            }
        )
    return found
