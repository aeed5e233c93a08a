"""Figures of trainer and engine on one completion, against numpy."""

from __future__ import annotations

import math

import duckdb
import numpy as np
import pytest

from rolloutdiff import install
from tests.oracle.mismatch import values

CALL = "select rolloutdiff.mismatch_values_v1(?::double[], ?::double[])"


@pytest.fixture(scope="module")
def con():
    with duckdb.connect() as connection:
        install(connection)
        yield connection


def computed(
    con: duckdb.DuckDBPyConnection, train: object, rollout: object
) -> dict[str, float | None] | None:
    (found,) = con.execute(CALL, [train, rollout]).fetchone()
    return found


@pytest.mark.parametrize("noise", [0.0, 1e-7, 0.02, 0.5, 8.0, 60.0])
@pytest.mark.parametrize("tokens", [1, 2, 8, 700])
def test_figures_are_those_of_numpy(con, tokens, noise):
    rng = np.random.default_rng(tokens + int(noise * 1000))
    for _ in range(5):
        rollout = -rng.exponential(1.0, tokens)
        train = rollout + rng.normal(0.0, noise, tokens) if noise else rollout.copy()
        found = computed(con, train.tolist(), rollout.tolist())
        wanted = values(train, rollout)
        assert list(found) == list(wanted)
        for name, value in wanted.items():
            if value is None:
                assert found[name] is None
            else:
                assert math.isclose(found[name], value, rel_tol=1e-12, abs_tol=1e-12), name


def test_one_completion_by_hand(con):
    # Probabilities 1/2, 1/4 in the trainer, 1/4, 1/2 in the engine: log ratios ln 2 and -ln 2.
    half, quarter, two = math.log(0.5), math.log(0.25), math.log(2.0)
    found = computed(con, [half, quarter], [quarter, half])
    wanted = {
        "prob_diff_mean": 0.25,
        "prob_diff_max": 0.25,
        "prob_diff_std": 0.0,
        "logprob_abs": two,
        "kl": 0.0,
        "k3_kl": 0.25,
        "log_ppl_diff": 0.0,
        "log_ppl_abs": 0.0,
        "chi2_token": (4 + 0.25) / 2 - 1,
        "chi2_seq": 0.0,
        "is_mean": 1.25,
        "is_std": 0.75,
        "is_ess": 2.5**2 / (2 * 4.25),
    }
    assert found == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize(
    ("train", "rollout"),
    [([], []), (None, None), ([-1.0], None), (None, [-1.0]), ([-1.0], [-1.0, -2.0]), ([math.nan], [-1.0])],
)
def test_what_cannot_be_compared_has_no_figures(con, train, rollout):
    assert computed(con, train, rollout) is None


def test_a_ratio_beyond_e_to_the_twenty_is_cut(con):
    found = computed(con, [0.0], [-500.0])
    assert found["logprob_abs"] == 20.0
    assert found["is_mean"] == 2.0
    assert found["chi2_seq"] == pytest.approx(math.exp(40.0) - 1.0, rel=1e-12)
    assert computed(con, [-500.0], [0.0])["kl"] == 20.0
