"""`prompt_mean_v1` and `step_mean_v1` against values worked out by hand and exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

CALL = (
    "select feature_id, step, mean, se, prompts, samples, positives, within_sd"
    " from rolloutdiff.step_mean_v1('a', 'r', 1, 1) order by feature_id"
)


def test_prompt_with_two_and_prompt_with_eight_samples_weigh_equally(
    con, add_rollouts, add_features, add_counts
):
    add_rollouts([(i, "r", 1, "p" if i <= 2 else "q", None, None) for i in range(1, 11)])
    add_features([(1, "ast", "binary", "ast:x", 1)])
    add_counts([(1, 1, 1, 3), (1, 3, 1, 1), (1, 4, 1, 2)])
    assert con.execute(
        "select prompt_id, samples, positives, total, total_square, mean"
        " from rolloutdiff.prompt_mean_v1('a', 'r', 1, 1) order by prompt_id"
    ).fetchall() == [("p", 2, 1, 1, 1, 0.5), ("q", 8, 2, 2, 2, 0.25)]
    # Prompt means 1/2 and 1/4: mean 3/8; deviations 1/8; se = sqrt(2/64 / (2*1)) = 1/8.
    # Inside prompts: 2 * 1/4 + 8 * (1/4 * 3/4) = 1/2 + 3/2 = 2 over 10 - 2 degrees of freedom.
    assert con.execute(CALL).fetchall() == [(1, 1, 0.375, 0.125, 2, 10, 3, 0.5)]


def test_implicit_zeros_count_and_absent_features_have_a_point(con, add_rollouts, add_features, add_counts):
    add_rollouts([(i, "r", 1, f"p{i}", None, None) for i in range(4)] + [(9, "r", 2, "p9", None, None)])
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "lexical", "binary", "lex:y", 1)])
    add_counts([(1, 0, 1, 1), (2, 9, 2, 1)])
    rows = con.execute(CALL).fetchall()
    assert rows[0][:3] == (1, 1, 0.25)
    assert rows[0][3] == pytest.approx(math.sqrt((3 * 0.0625 + 0.5625) / 12), abs=1e-15)
    assert rows[1] == (2, 1, 0.0, 0.0, 4, 4, 0, None)


def test_one_prompt_has_no_standard_error(con, add_rollouts, add_features, add_counts):
    add_rollouts([(1, "r", 1, "p", None, None), (2, "r", 1, "p", None, None)])
    add_features([(1, "shape", "continuous", "shape:chars", 1)])
    add_counts([(1, 1, 1, 10), (1, 2, 1, 20)])
    assert con.execute(CALL).fetchall() == [(1, 1, 15.0, None, 1, 2, 2, pytest.approx(math.sqrt(50)))]


def test_scaled_sizes_equal_exact_fractions_and_the_usual_formula(
    con, add_rollouts, add_features, add_counts
):
    rng = np.random.default_rng(11)
    size = [1, 2, 2, 3, 5, 8, 8]
    rollouts, values = [], {}
    for prompt, n in enumerate(size):
        for _ in range(n):
            i = len(rollouts)
            rollouts.append((i, "r", 1, f"p{prompt}", None, None))
            values.setdefault(prompt, []).append((i, int(rng.integers(900_000, 1_000_000))))
    add_rollouts(rollouts)
    add_features([(1, "shape", "continuous", "shape:share", 10_000)])
    add_counts([(1, i, 1, n) for pairs in values.values() for i, n in pairs])
    means = [Fraction(sum(n for _, n in v), len(v) * 10_000) for v in values.values()]
    mean = sum(means) / len(means)
    se = math.sqrt(sum((m - mean) ** 2 for m in means) / (len(means) * (len(means) - 1)))
    within = sum(
        (Fraction(n, 10_000) - m) ** 2 for m, v in zip(means, values.values(), strict=True) for _, n in v
    )
    row = con.execute(CALL).fetchone()
    assert row[2] == pytest.approx(float(mean), rel=1e-14)
    assert row[3] == pytest.approx(se, rel=1e-12)
    assert row[7] == pytest.approx(math.sqrt(within / (sum(size) - len(size))), rel=1e-12)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_bits_do_not_depend_on_threads_or_row_order(con, add_rollouts, add_features, add_counts, threads):
    rng = np.random.default_rng(5)
    prompts = rng.integers(0, 40, 400)
    add_rollouts([(i, "r", 1, f"p{p}", None, None) for i, p in enumerate(prompts)])
    add_features([(f, "shape", "continuous", f"shape:{f}", 7) for f in range(1, 4)])
    rows = [(f, i, 1, int(rng.integers(1, 10_000))) for f in range(1, 4) for i in range(400) if (i + f) % 3]
    con.execute(f"set threads = {threads}")
    add_counts(rows)
    first = con.execute(CALL).fetchall()
    con.execute("delete from rolloutdiff.feature_count")
    add_counts([rows[i] for i in rng.permutation(len(rows))])
    assert con.execute(CALL).fetchall() == first
    totals = {
        f: sum(
            (
                Fraction(
                    sum(n for g, i, _, n in rows if g == f and prompts[i] == p), int((prompts == p).sum())
                )
                for p in set(prompts)
            ),
            Fraction(0),
        )
        / len(set(prompts))
        / 7
        for f in range(1, 4)
    }
    assert [r[2] for r in first] == pytest.approx([float(totals[f]) for f in range(1, 4)], rel=1e-14)


def test_parts_are_the_same_figures_on_a_part_of_the_prompts(con, add_rollouts, add_features, add_counts):
    prompts = [f"p{i % 11}" for i in range(60)]
    add_rollouts([(i, "r", 1, p, None, None) for i, p in enumerate(prompts)])
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "ast", "binary", "ast:y", 1)])
    add_counts([(1, i, 1, 1) for i in range(0, 60, 4)])
    part_of = {p: con.execute("select (md5_number(?) % 2)::integer", [p]).fetchone()[0] for p in set(prompts)}
    rows = con.execute(
        "select feature_id, part, mean, prompts, samples, positives"
        " from rolloutdiff.split_step_mean_v1('a', 'r', 1, 1, true) order by 1, 2"
    ).fetchall()
    expected = []
    for part in (0, 1):
        inside = {p: [i for i in range(60) if prompts[i] == p] for p in part_of if part_of[p] == part}
        mean = sum(sum(i % 4 == 0 for i in ids) / len(ids) for ids in inside.values()) / len(inside)
        shown = sum(i % 4 == 0 for ids in inside.values() for i in ids)
        expected.append((1, part, pytest.approx(mean), len(inside), sum(map(len, inside.values())), shown))
    assert rows[:2] == expected
    assert [r[2] for r in rows[2:]] == [0.0, 0.0]
    assert 0 < sum(part_of.values()) < 11


def test_a_range_of_steps_is_its_steps(con, add_rollouts, add_features, add_counts):
    add_rollouts([(i, "r", 1 + i // 6, f"p{i % 4}", None, None) for i in range(18)])
    add_features([(1, "ast", "binary", "ast:x", 1), (2, "shape", "continuous", "shape:c", 1)])
    add_counts([(f, i, 1 + i // 6, i + 1) for f in (1, 2) for i in range(0, 18, f + 1)])
    call = "from rolloutdiff.step_mean_v1('a', 'r', ?, ?) order by step, feature_id"
    alone = [row for step in (1, 2, 3) for row in con.execute(call, [step, step]).fetchall()]
    assert con.execute(call, [1, 3]).fetchall() == alone
    assert con.execute(call, [2, 2]).fetchall() == alone[2:4]
