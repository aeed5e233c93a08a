"""Rows of a report's arrays: what is asked of one row by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

REWARD = "reward"
TOTAL = "reward:total"
TIER_ORDER = ("ast", "custom", "lexical", "shape", "mismatch", "reward")

Row = Mapping[str, Any]


def rises(alert: Row) -> bool:
    """Whether an alert is a rising yes/no behaviour."""
    return bool(alert["kind"] == "binary" and alert["direction"] == "rise")


def came_back(alert: Row) -> bool:
    """Whether less than half of the largest change is left in the last five steps."""
    largest = alert["peak_mean"] - alert["baseline_mean"]
    return bool(abs(largest) > 0 and alert["rise"] / largest < 0.5)


def tier_place(row: Row) -> tuple[int, str]:
    """Sorts rows by tier, strongest first."""
    tier = row["tier"]
    return (TIER_ORDER.index(tier) if tier in TIER_ORDER else len(TIER_ORDER), tier)


def tiers_in_order(rows: Iterable[Row]) -> list[str]:
    """The tiers that occur, strongest first."""
    return sorted({r["tier"] for r in rows}, key=lambda tier: tier_place({"tier": tier}))
