"""The audit through its public interface, held against arrays and against plain numpy."""

from __future__ import annotations

import duckdb
import numpy as np
import pytest
from scipy import sparse

from rolloutdiff import AuditSettings, audit_rollouts, from_table
from rolloutdiff.audit import Audit
from rolloutdiff.stats.audit_design import Groups
from rolloutdiff.stats.audit_slopes import slopes
from tests.oracle.divergence import divergence
from tests.oracle.dose import dose_curve

from .conftest import FAST, dump
from .world import PREMIUM, SLICES, WORDS, World, world

Audited = tuple[Audit, duckdb.DuckDBPyConnection]


def ridge(x: np.ndarray, y: np.ndarray, group: np.ndarray, penalty: float) -> np.ndarray:
    """Coefficients of a ridge with both sides centred inside groups, by the dense normal equations."""
    centred_x, centred_y = x.astype(float), y.astype(float)
    for g in np.unique(group):
        here = group == g
        centred_x[here] -= centred_x[here].mean(axis=0)
        centred_y[here] -= centred_y[here].mean()
    gram = centred_x.T @ centred_x + penalty * np.eye(x.shape[1])
    return np.linalg.solve(gram, centred_x.T @ centred_y)


def groups_of(run: World, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Rows of a slice, and the number of the group of each."""
    chosen = np.flatnonzero(run.column("family") == name)
    keys = [f"{s}/{p}" for s, p in zip(run.column("step")[chosen], run.column("prompt")[chosen], strict=True)]
    return chosen, np.unique(keys, return_inverse=True)[1]


def features(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    rows = con.execute("select f.name, f.feature_id from rolloutdiff.feature as f").fetchall()
    return dict(rows)


@pytest.mark.parametrize("name", SLICES)
def test_premiums_by_sql_are_those_of_a_dense_fit(audited: Audited, run: World, name: str) -> None:
    audit, con = audited
    ids = features(con)
    words = [ids[f"lex:{word}"] for word in WORDS]
    chosen, group = groups_of(run, name)
    expected = ridge(run.counts[chosen], run.column("reward")[chosen], group, 2.0)
    rows = con.execute(
        "select g.feature_a, g.feature_b, g.xx, g.xy"
        " from rolloutdiff.audit_gram_v1(?, 'r', ?, 'reward', 1, 99, ?) as g",
        [audit.id, name, words],
    ).fetchall()
    gram, moment = np.zeros((12, 12)), np.zeros(12)
    for a, b, xx, xy in rows:
        i, j = words.index(a), words.index(b)
        gram[i, j] = gram[j, i] = xx
        moment[i] = xy
    solved = np.linalg.solve(gram + 2.0 * np.eye(12), moment)
    np.testing.assert_allclose(solved, expected, rtol=0, atol=1e-9)
    stored = dict(
        con.execute(
            "select p.feature_id, p.raw_premium from rolloutdiff.audit_premium as p"
            " where p.audit_id = ? and p.slice = ? and p.span = 'run' and p.outcome = 'reward'"
            " and p.kind = 'single'",
            [audit.id, name],
        ).fetchall()
    )
    np.testing.assert_allclose([stored[w] for w in words], expected, rtol=0, atol=1e-9)


def test_slopes_by_sql_are_those_of_the_statistics(audited: Audited, run: World) -> None:
    audit, con = audited
    word = features(con)["lex:w3"]
    rows = con.execute(
        "select s.slice, s.step, s.slope, s.se, s.weight, s.prompts, s.samples"
        " from rolloutdiff.audit_slope_v1(?, 'r', 'reward', ?) as s where s.slice = 'south' order by s.step",
        [audit.id, word],
    ).fetchall()
    chosen, group = groups_of(run, "south")
    prompt = np.unique(run.column("prompt")[chosen], return_inverse=True)[1]
    assert len(rows) == 24
    for _, step, *figures in rows:
        here = run.column("step")[chosen] == step
        at = Groups(
            group=np.unique(group[here], return_inverse=True)[1].astype(np.int64),
            cluster=prompt[here].astype(np.int64),
        )
        y = at.centre(run.column("reward")[chosen][here].astype(float))
        found = slopes(at, sparse.csr_array(run.counts[chosen][here][:, [3]].astype(float)), y)
        expected = [found.slope[0], found.se[0], found.square[0], found.clusters[0], found.rollouts[0]]
        np.testing.assert_allclose(figures, expected, rtol=1e-9)


def test_divergence_by_sql_is_that_of_the_statistics(audited: Audited, run: World) -> None:
    audit, con = audited
    for name in SLICES:
        chosen, _ = groups_of(run, name)
        prompt = np.unique(run.column("prompt")[chosen], return_inverse=True)[1].astype(np.int64)
        columns = [run.column(c)[chosen].astype(float) for c in ("reward", "expert")]
        expected = divergence(run.column("step")[chosen].astype(np.int64), prompt, *columns, 15)
        rows = con.execute(
            "select d.step, d.proxy, d.gold, d.corr, d.dproxy, d.dproxy_se, d.dgold, d.dgap_se,"
            " d.diverging, d.reason from rolloutdiff.audit_divergence as d"
            " where d.audit_id = ? and d.slice = ? order by d.step",
            [audit.id, name],
        ).fetchall()
        for row, want in zip(rows, expected, strict=True):
            figures = [want.proxy, want.gold, want.corr, want.dproxy, want.se_proxy, want.dgold, want.se_gap]
            np.testing.assert_allclose(row[1:8], figures, rtol=1e-9, atol=1e-12)
            assert (row[0], row[8], row[9]) == (want.step, want.diverging, want.reason)


def test_dose_and_corrected_reward_by_hand(audited: Audited, run: World) -> None:
    audit, _ = audited
    chosen, group = groups_of(run, "south")
    reward = run.column("reward")[chosen].astype(float)
    excess = reward - np.array([reward[group == g].mean() for g in group])
    rows = {
        row["dose"]: (row["n"], row["mean_excess"])
        for row in audit.dose.rows()
        if (row["slice"], row["span"], row["outcome"], row["feature"]) == ("south", "run", "reward", "lex:w3")
    }
    for dose in np.unique(run.counts[chosen, 3]):
        here = run.counts[chosen, 3] == dose
        assert rows[dose] == (here.sum(), pytest.approx(excess[here].mean(), abs=1e-6))
    prompt = np.unique(run.column("prompt")[chosen], return_inverse=True)[1]
    curve = dose_curve(group, prompt, reward, run.counts[chosen, 3].astype(float))
    assert rows == {one.dose: (one.n, pytest.approx(one.mean_excess, abs=1e-6)) for one in curve}
    terms = {row["feature"]: row["premium"] for row in audit.correction.rows() if row["premium"] is not None}
    assert terms.keys() == {"lex:w3"}
    corrected = {row["sample_id"]: row["corrected"] for row in audit.corrected_reward.rows()}
    assert len(corrected) == len(chosen)
    for row in chosen[:50]:
        expected = run.column("reward")[row] - terms["lex:w3"] * run.counts[row, 3]
        assert corrected[f"dump:{row}"] == pytest.approx(expected, abs=5e-6)


def test_the_overpaid_word_is_found_against_gold_and_nothing_else_is(audited: Audited) -> None:
    audit, _ = audited
    leading = {row["slice"]: row for row in audit.slice_risk.rows() if row["leads"]}
    assert {name: (row["flag"], row["status"]) for name, row in leading.items() if name == "south"} == {
        "south": (True, "overpaid")
    }
    assert [row["flag"] for name, row in leading.items() if name != "south"] == [False, False]
    assert (leading["south"]["top_single"], leading["south"]["outcome"]) == ("lex:w3", "gap")
    over = [row for row in audit.premium.rows() if row["status"] == "overpaid" and row["outcome"] == "gap"]
    assert {(row["slice"], row["feature"]) for row in over} == {("south", "lex:w3")}
    assert all(abs(row["premium"] - PREMIUM) < 4 * row["se"] + 0.02 for row in over)
    paid = {row["feature"] for row in audit.premium.rows() if row["status"] == "paid"}
    assert "lex:w1" in paid


def test_without_gold_slices_are_held_against_each_other(run: World) -> None:
    with audit_rollouts(dump(run), settings=FAST) as audit:
        leading = {row["slice"]: row for row in audit.slice_risk.rows() if row["leads"]}
        assert [name for name, row in leading.items() if row["flag"]] == ["south"]
        assert {row["outcome"] for row in leading.values()} == {"reward"}
        assert {row["reason"] for row in audit.ope.rows()} == {"no_gold"}
        assert {row["reason"] for row in audit.divergence.rows()} == {"no_gold"}


def test_with_one_slice_and_no_gold_nothing_is_overpaid(run: World) -> None:
    only = run.table.filter(run.column("family") == "south").drop_columns(["family"])
    with audit_rollouts(from_table(only, run="r"), settings=FAST) as audit:
        (row,) = [row for row in audit.slice_risk.rows() if row["leads"]]
        assert (row["slice"], row["status"], row["flag"], row["reason"]) == (
            "all",
            "paid",
            False,
            "no_reference",
        )
        assert {p["status"] for p in audit.premium.rows()} == {"paid", "none"}
        assert [c["reason"] for c in audit.correction.rows()] == ["no_reference"]


def test_the_premium_series_tells_when_it_began() -> None:
    late = world(since=18)
    with audit_rollouts(dump(late), settings=FAST) as audit:
        alerts = [row for row in audit.premium_screening.rows() if row["status"] == "alert"]
        assert {(row["slice"], row["feature"], row["direction"]) for row in alerts} == {
            ("south", "lex:w3", "rise")
        }
        assert {row["onset_step"] for row in alerts} == {18}
        (row,) = [r for r in audit.slice_risk.rows() if r["slice"] == "south" and r["leads"]]
        assert (row["span"], row["onset_step"], row["flag"]) == ("onset", 18, True)


def test_reward_unit_scales_what_is_found_and_not_what_is_corrected(run: World) -> None:
    scaled = AuditSettings(placebo_draws=60, bootstrap=200, reward_unit=2.0)
    with audit_rollouts(dump(run), settings=FAST) as one, audit_rollouts(dump(run), settings=scaled) as two:
        strengths = [
            next(
                r["strength_single"] for r in audit.slice_risk.rows() if r["slice"] == "south" and r["leads"]
            )
            for audit in (one, two)
        ]
        assert strengths[1] == pytest.approx(strengths[0] / 2, rel=1e-4)
        terms = [[r["premium"] for r in audit.correction.rows() if r["premium"]] for audit in (one, two)]
        assert terms[1] == pytest.approx(terms[0], rel=1e-4)
        rows = [audit.corrected_reward.rows()[0] for audit in (one, two)]
        assert rows[0]["reward"] == rows[1]["reward"]
        assert rows[0]["corrected"] == pytest.approx(rows[1]["corrected"], abs=1e-5)


def test_values_and_assessment(audited: Audited, run: World) -> None:
    audit, _ = audited
    rows = {row["slice"]: row for row in audit.ope.rows()}
    assert rows.keys() == {*SLICES, "balanced"}
    for name in SLICES:
        chosen, _ = groups_of(run, name)
        weight = np.exp(run.column("tlp")[chosen] - run.column("lp")[chosen])
        gold = run.column("expert")[chosen]
        assert rows[name]["snips"] == pytest.approx(float(weight @ gold / weight.sum()), abs=1e-6)
        assert rows[name]["ess"] == pytest.approx(float(weight.sum() ** 2 / (weight @ weight)), abs=1e-4)
    judged = {row["slice"]: row for row in audit.run_assessment.rows()}
    assert {row["kl"] for name, row in judged.items() if name != "balanced"} == {0.25}
    assert judged["south"]["marker"] == "lex:w3"
    assert {row["basis"] for row in judged.values()} == {"off_policy"}
