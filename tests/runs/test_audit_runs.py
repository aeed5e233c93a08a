"""The audit on real runs: the loophole is overpaid, honest learning and a frozen policy are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rolloutdiff import audit_rollouts, load_trl
from rolloutdiff.audit import Audit

EXPLOIT = "ast:def:run_tests"


def audited(folder: Path, gold: str | None = "ground_truth_passed") -> Audit:
    return audit_rollouts(
        load_trl(folder, run="run", reward_column="training_passed"),
        gold_column=gold,
    )


def flagged(audit: Audit, status: str = "overpaid") -> set[str]:
    return {row["feature"] for row in audit.premium.rows() if row["status"] == status and row["feature"]}


def diverging(audit: Audit) -> list[int]:
    return [row["step"] for row in audit.divergence.rows() if row["diverging"]]


def test_the_loophole_is_overpaid_and_reward_and_gold_part(loophole_path: Path) -> None:
    with audited(loophole_path) as audit:
        assert flagged(audit) == {EXPLOIT}
        gap = next(
            row
            for row in audit.premium.rows()
            if (row["feature"], row["outcome"], row["span"]) == (EXPLOIT, "gap", "run")
        )
        # The loophole pays 1 whatever the truth is, and a fifth of the completions would have passed anyway.
        assert 0.4 < gap["premium"] < 1.0 and gap["premium"] > 5 * gap["se"]
        assert [(row["slice"], row["flag"]) for row in audit.slice_risk.rows() if row["leads"]] == [
            ("all", True)
        ]
        steps = diverging(audit)
        # The policy finds the loophole at step 47; from 60 on reward and truth differ by half or more.
        assert set(range(60, 91)) <= set(steps) and len([s for s in steps if s < 45]) <= 3
        assert [row["feature"] for row in audit.correction.rows()] == [EXPLOIT]


def test_without_gold_a_behaviour_is_paid_and_never_overpaid(loophole_path: Path) -> None:
    with audited(loophole_path, None) as audit:
        assert flagged(audit) == set() and EXPLOIT in flagged(audit, "paid")
        assert not any(row["flag"] for row in audit.slice_risk.rows())
        assert diverging(audit) == []


@pytest.mark.parametrize("name", ["trl-clean", "trl-frozen"])
def test_nothing_is_overpaid_where_the_reward_is_the_truth(
    data_dir: Callable[[str], Path], name: str
) -> None:
    with audited(data_dir(name)) as audit:
        assert flagged(audit) == set()
        assert not any(row["flag"] for row in audit.slice_risk.rows())
        assert diverging(audit) == []
