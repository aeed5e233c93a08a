"""`audit_logw_v1`, `audit_snips_v1`, `audit_ess_v1`: importance weights, held against numpy."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest

from rolloutdiff.stats import audit_ope


def one(con, expression, *values):
    ((value,),) = con.execute(f"select {expression}", values).fetchall()
    return value


@pytest.mark.parametrize(
    ("target", "behavior", "expected"),
    [
        (-3.5, -5.0, 1.5),
        (-5.0, -3.5, -1.5),
        (-1.0, -31.0, 30.0),
        (-1.0, -31.5, 30.0),
        (-51.5, -1.0, -50.0),
        (-1000.0, -1.0, -50.0),
        (0.0, 0.0, 0.0),
        (None, -1.0, None),
        (-1.0, None, None),
        (None, None, None),
    ],
)
def test_the_log_weight_is_the_difference_within_bounds(con, target, behavior, expected):
    assert one(con, "rolloutdiff.audit_logw_v1(?::double, ?::double)", target, behavior) == expected


def test_the_log_weight_is_that_of_the_statistics(con):
    rng = np.random.default_rng(11)
    target, behavior = -rng.exponential(40, 500), -rng.exponential(40, 500)
    con.register("pairs", pa.table({"t": target, "b": behavior}))
    found = con.execute("select rolloutdiff.audit_logw_v1(p.t, p.b) from pairs as p").fetchnumpy()
    np.testing.assert_array_equal(
        next(iter(found.values())), np.maximum(-50, np.minimum(30, target - behavior))
    )
    np.testing.assert_array_equal(next(iter(found.values())), audit_ope.log_weight(target, behavior))


@pytest.mark.parametrize("spread", [0.0, 0.3, 4.0, 20.0])
def test_value_and_effective_size_are_those_of_numpy(con, spread):
    rng = np.random.default_rng(int(spread * 10))
    name = np.array(["a", "b", "c"])[rng.integers(0, 3, 900)]
    y, w = rng.normal(0.4, 0.3, 900), np.exp(np.clip(rng.normal(0, spread, 900), -50, 30))
    con.register("labelled", pa.table({"slice": name, "y": y, "w": w}))
    rows = con.execute(
        "select l.slice, rolloutdiff.audit_snips_v1(l.w, l.y), rolloutdiff.audit_ess_v1(l.w)"
        " from labelled as l group by l.slice order by l.slice"
    ).fetchall()
    for key, snips, ess in rows:
        own = name == key
        assert snips == pytest.approx(np.sum(w[own] * y[own]) / np.sum(w[own]), rel=1e-12)
        assert ess == pytest.approx(np.sum(w[own]) ** 2 / np.sum(w[own] ** 2), rel=1e-12)
        assert snips == pytest.approx(audit_ope.snips(w[own], y[own]), rel=1e-12)
        assert ess == pytest.approx(audit_ope.ess(w[own]), rel=1e-12)
        assert 1 - 1e-12 <= ess <= own.sum() + 1e-9


def test_by_hand(con):
    con.execute("create table t as from (values (1.0::double, 0.0::double), (3.0, 1.0)) as v (w, y)")
    assert con.execute(
        "select rolloutdiff.audit_snips_v1(t.w, t.y), rolloutdiff.audit_ess_v1(t.w) from t"
    ).fetchone() == (0.75, 1.6)


def test_equal_weights_give_the_mean_and_all_rows(con):
    con.execute("create table t as select 0.25::double as w, range::double as y from range(5)")
    assert con.execute(
        "select rolloutdiff.audit_snips_v1(t.w, t.y), rolloutdiff.audit_ess_v1(t.w) from t"
    ).fetchone() == (2.0, 5.0)


def test_rows_without_a_value_or_a_weight_are_left_out(con):
    con.execute(
        "create table t as from (values (1.0::double, 0.0::double), (3.0, 1.0), (100.0, null), (null, 7.0)) as v (w, y)"
    )
    assert con.execute("select rolloutdiff.audit_snips_v1(t.w, t.y) from t").fetchone() == (0.75,)
    assert con.execute("select rolloutdiff.audit_snips_v1(t.w, t.y) from t where false").fetchone() == (None,)
    assert con.execute("select rolloutdiff.audit_ess_v1(t.w) from t where t.w is null").fetchone() == (None,)


def test_the_order_of_rows_changes_no_bit(con):
    rng = np.random.default_rng(5)
    y, w = rng.normal(size=20_000), np.exp(rng.normal(0, 3, 20_000))
    found = set()
    for _ in range(3):
        place = rng.permutation(20_000)
        con.register("labelled", pa.table({"y": y[place], "w": w[place]}))
        found.add(
            con.execute(
                "select rolloutdiff.audit_snips_v1(l.w, l.y), rolloutdiff.audit_ess_v1(l.w) from labelled as l"
            ).fetchall()[0]
        )
    assert len(found) == 1
    assert all(math.isfinite(value) for value in next(iter(found)))
