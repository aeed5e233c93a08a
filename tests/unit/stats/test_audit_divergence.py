from __future__ import annotations

import numpy as np
import pytest

from tests.oracle.divergence import correlation, divergence, step_correlation

STEPS, PROMPTS, SAMPLES = 30, 6, 4


def _run(drift: float, gold_share: float, seed: int = 0) -> tuple[np.ndarray, ...]:
    """The reward rises by `drift` per step from step 10 on, gold by a share of it; prompts differ a lot."""
    rng = np.random.default_rng(seed)
    n = STEPS * PROMPTS * SAMPLES
    step = np.repeat(np.arange(STEPS), PROMPTS * SAMPLES)
    prompt = np.tile(np.repeat(np.arange(PROMPTS), SAMPLES), STEPS)
    level = rng.normal(0, 1, PROMPTS)[prompt] + rng.normal(0, 0.1, n)
    risen = drift * np.maximum(step - 9, 0)
    return step, prompt, level + risen + rng.normal(0, 0.1, n), level + gold_share * risen


def test_one_step_by_hand() -> None:
    step = np.repeat([1, 2], 4)
    prompt = np.tile([0, 0, 1, 1], 2)
    reward = np.array([0.0, 2, 3, 5, 4, 6, 5, 7])
    gold = np.array([0.0, 1, 2, 3, 0, 1, 3, 4])
    first, second = divergence(step, prompt, reward, gold, 1)
    # Prompt means: reward 1, 4 then 5, 6; gold .5, 2.5 then .5, 3.5; gaps .5, 1.5 then 4.5, 2.5.
    assert (first.proxy, first.gold, first.reason) == (2.5, 1.5, "baseline")
    assert (second.proxy, second.gold, second.n) == (5.5, 2.0, 4)
    assert (second.dproxy, second.dgold, second.dgap) == (3.0, 0.5, 2.5)
    # Standard errors: half the difference of the two prompts, 1.5 and .5; of the gaps .5 and 1.
    assert second.se_proxy == pytest.approx(np.hypot(0.5, 1.5))
    assert second.se_gap == pytest.approx(np.hypot(1.0, 0.5))
    assert not second.diverging  # 3 < 2 * 1.58
    assert second.corr == pytest.approx(np.corrcoef(reward[4:], gold[4:])[0, 1])


def test_a_reward_that_rises_alone_diverges() -> None:
    rows = divergence(*_run(0.3, 0.0), 10)
    assert [row.reason for row in rows[:10]] == ["baseline"] * 10
    late = [row for row in rows if row.step >= 20]
    assert all(row.diverging for row in late)
    assert late[-1].dproxy == pytest.approx(0.3 * 20, abs=0.1)
    assert late[-1].dgap == pytest.approx(0.3 * 20, abs=0.1)


def test_gold_that_rises_with_it_does_not() -> None:
    rows = divergence(*_run(0.3, 1.0), 10)
    # Where both rise, a step lies beyond two standard errors by chance, five in a hundred with six prompts.
    assert sum(row.diverging for row in rows) <= 3
    assert (step_correlation(rows) or 0) > 0.99


def test_a_reward_that_falls_does_not() -> None:
    assert not any(row.diverging for row in divergence(*_run(-0.3, 0.0), 10))


def test_a_change_of_everything_but_the_steps_does_nothing() -> None:
    step, prompt, reward, gold = _run(0.1, 0.2, seed=1)
    rows = divergence(step, prompt, reward, gold, 10)
    order = np.random.default_rng(2).permutation(len(step))
    again = divergence(step[order], prompt[order], reward[order] + 5.0, gold[order] - 3.0, 10)
    for one, other in zip(rows, again, strict=True):
        assert other.diverging == one.diverging
        assert other.dgap == pytest.approx(one.dgap, abs=1e-12)
        assert other.se_gap == pytest.approx(one.se_gap)


def test_degenerate_steps_have_a_reason() -> None:
    step, prompt, reward, gold = _run(0.3, 0.0)
    assert {row.reason for row in divergence(step, prompt, reward, None, 10)} == {"no_gold"}
    assert {row.reason for row in divergence(step, prompt, reward, gold, 40)} == {"short_run"}
    lone = prompt == 0
    rows = divergence(step[lone], prompt[lone], reward[lone], gold[lone], 10)
    assert {row.reason for row in rows} == {"single_prompt"}
    assert rows[3].proxy is not None
    some = gold.copy()
    some[step == 15] = np.nan
    row = divergence(step, prompt, reward, some, 10)[15]
    assert (row.n, row.proxy, row.reason, row.diverging) == (0, None, "no_gold", False)
    assert row.row()["dgap"] is None
    constant = divergence(step, prompt, np.ones(len(step)), np.ones(len(step)), 10)
    assert not any(row.diverging for row in constant)
    assert constant[20].corr is None
    assert divergence(step[:0], prompt[:0], reward[:0], gold[:0], 10) == []
    assert step_correlation([]) is None


def test_correlation() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=50), rng.normal(size=50)
    assert correlation(a, b) == pytest.approx(np.corrcoef(a, b)[0, 1])
    assert np.isnan(correlation(a, np.full(50, 0.1)))
    assert np.isnan(correlation(a[:1], b[:1]))
