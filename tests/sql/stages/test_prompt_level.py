"""The stages `prompt_*` and what becomes of them, against exact fractions from the rollouts themselves."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from rolloutdiff.pipeline import carry, prompts
from rolloutdiff.pipeline.prompts import prompt_effects, read_design
from rolloutdiff.pipeline.screening import series_panel
from rolloutdiff.stats.prompt_effects import adjustable, adjusted_means, residual_square

RUN = {"analysis_id": "a", "run": "r"}
KIND = {
    1: ("ast", "binary"),
    2: ("shape", "continuous"),
    3: ("lexical", "binary"),
    4: ("reward", "continuous"),
}
SCALE = {1: 1, 2: 7, 3: 1, 4: 1}
NAME = {1: "ast:x", 2: "shape:chars", 3: "lex:y", 4: "reward:total"}
STEPS = [2, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 20]


class Dump:
    """A run of 9 prompts over 12 steps, five at a time, one to three completions each."""

    def __init__(self, seed: int, *, prompts: int = 9, missing: int | None = None) -> None:
        rng = np.random.default_rng(seed)
        self.rollouts: list[tuple] = []
        self.counts: list[tuple[int, int, int, int]] = []
        values = defaultdict(list)
        for step in STEPS:
            for p in rng.choice(prompts, size=min(5, prompts), replace=False):
                for _ in range(rng.integers(1, 4)):
                    i = len(self.rollouts)
                    reward = None if i == missing else float(rng.integers(0, 9)) / 8
                    self.rollouts.append((i, "r", step, f"p{p}", reward, {}))
                    # Feature 3 is never seen; feature 1 may count more than one.
                    n = {1: int(rng.integers(0, 3)), 2: int(rng.integers(0, 10_000)), 3: 0}
                    self.counts += [(f, i, step, k) for f, k in n.items() if k]
                    for f, k in n.items():
                        values[f, step, p].append(Fraction(min(k, 1) if f == 1 else k, SCALE[f]))
                    if reward is not None:
                        values[4, step, p].append(Fraction(reward))
        self.cell = {key: sum(all_of) / len(all_of) for key, all_of in values.items()}
        rng.shuffle(self.counts)

    def level(self, feature: int) -> dict[int, Fraction]:
        total: dict[int, Fraction] = defaultdict(Fraction)
        for (f, _, p), mean in self.cell.items():
            if f == feature:
                total[int(p)] += mean
        return {p: value for p, value in total.items() if value}


@pytest.fixture
def fill(con, runner, add_rollouts, add_features, add_counts):
    def do(dump: Dump):
        add_rollouts(dump.rollouts)
        add_rollouts([(90_000 + i, "other", 3, f"p{i}", None, None) for i in range(3)])
        add_features([(f, *KIND[f], NAME[f], SCALE[f]) for f in KIND])
        add_counts([tuple(int(v) for v in row) for row in dump.counts])
        con.execute(
            "insert into rolloutdiff.analysis_step select analysis_id, run, step, 1, count(distinct prompt_id), count(*)"
            " from rolloutdiff.analysis_rollout group by analysis_id, run, step"
        )
        runner.run("step_series", {**RUN, "first_step": 0, "last_step": 99, "first_feature": 0})
        runner.run("reward_series", {**RUN, "after": None})
        # In this fixture prompts are numbered as they come.
        return dict(
            con.execute(
                "select distinct prompt_no, prompt_id from rolloutdiff.analysis_rollout where run = 'r'"
            ).fetchall()
        )

    return do


def read_levels(runner, first_step, last_step, *, split=()):
    """Rows of `prompt_level` and `prompt_reward`, the steps summed in one or more ranges."""
    edges = [first_step, *split, last_step + 1]
    runner.run("prompt_start")
    for low, high in pairwise(edges):
        runner.run("prompt_sum", {**RUN, "first_step": low, "last_step": high - 1, "first_feature": 0})
    rows = runner.rows("prompt_level", {"first_feature": 0, "last_feature": 99})
    blocks = runner.rows("prompt_blocks", {"block_rows": 1})
    runner.run("prompt_finish")
    return rows + runner.rows("prompt_reward", RUN), blocks


def test_design_lists_every_cell_of_the_run(runner, fill):
    dump = Dump(1)
    name = fill(dump)
    size = defaultdict(int)
    for _, _, step, prompt, _, _ in dump.rollouts:
        size[step, prompt] += 1
    rows = runner.rows("prompt_design", RUN)
    assert {(step, name[no]): n for step, no, n in rows} == size
    assert rows == sorted(rows)
    number, design = read_design(runner, "a", "r", STEPS)
    assert design.cells.shape == (12, 9)
    assert number.tolist() == sorted(name)
    assert design.samples.sum() == len(dump.rollouts)


@pytest.mark.parametrize("missing", [None, 7])
def test_levels_equal_exact_fractions(runner, fill, missing):
    dump = Dump(2, missing=missing)
    name = fill(dump)
    rows, blocks = read_levels(runner, 0, 99)
    found = defaultdict(dict)
    for feature, no, level in rows:
        found[feature][int(name[no][1:])] = level
    assert rows == sorted(rows)
    for feature in (1, 2, 4):
        expected = dump.level(feature)
        got = {p: v for p, v in found[feature].items() if v}
        assert got == {p: pytest.approx(float(v), rel=1e-14) for p, v in expected.items()}
    assert 3 not in found
    assert blocks == [(1, 1), (2, 2)]


def test_bits_do_not_depend_on_threads_row_order_or_blocks(con, runner, fill, add_counts):
    dump = Dump(3)
    fill(dump)
    first, _ = read_levels(runner, 0, 99)
    for threads, rows in ((1, dump.counts[::-1]), (8, dump.counts), (8, sorted(dump.counts))):
        con.execute(f"set threads = {threads}")
        con.execute("delete from rolloutdiff.feature_count")
        add_counts([tuple(int(v) for v in row) for row in rows])
        assert read_levels(runner, 0, 99)[0] == first
        assert read_levels(runner, 0, 99, split=(4, 9, 14))[0] == first


@pytest.mark.parametrize("missing", [None, 7])
def test_adjusted_means_are_least_squares_over_the_cells(runner, fill, monkeypatch, missing):
    monkeypatch.setattr(prompts, "LEVEL_ROWS", 3)
    monkeypatch.setattr(carry, "BLOCK_ROWS", 40)
    dump = Dump(4, missing=missing)
    fill(dump)
    feature_id, panel = series_panel(runner.arrow("series_panel", RUN), STEPS)
    assert feature_id == [1, 2, 3, 4]
    design, sums = prompt_effects(runner, "a", "r", feature_id, STEPS)
    assert sums is not None
    assert adjustable(panel, design).tolist() == [True, True, True, missing is None]
    adjusted = adjusted_means(panel, design, sums)
    for row, feature in enumerate(feature_id):
        keys = [(step, p) for f, step, p in dump.cell if f == feature]
        value = np.array([float(dump.cell[feature, step, p]) for step, p in keys])
        dummy = np.array(
            [[step == s for s in STEPS] + [p == q for q in range(9)] for step, p in keys], dtype=float
        )
        solution, *_ = np.linalg.lstsq(dummy, value, rcond=None)
        fitted = solution[:12] + np.mean(value - dummy[:, :12] @ solution[:12])
        scale = max(1.0, np.abs(value).max())
        if feature == 4 and missing is not None:
            np.testing.assert_array_equal(adjusted[row], panel.mean[row])
            continue
        np.testing.assert_allclose(adjusted[row], fitted, atol=1e-10 * scale)
        left = ((value - dummy @ solution) ** 2).sum() * design.completions_per_cell
        assert residual_square(panel, design, sums)[row] == pytest.approx(left, abs=1e-9 * scale**2)


def test_nothing_but_the_design_is_read_where_prompts_come_once(runner, fill, monkeypatch):
    dump = Dump(5, prompts=400)
    fill(dump)
    seen = []
    plain = type(runner).statements
    monkeypatch.setattr(type(runner), "statements", lambda self, name: seen.append(name) or plain(self, name))
    design, sums = prompt_effects(runner, "a", "r", [1, 2, 3, 4], STEPS)
    assert sums is None
    assert design.visits < 3
    assert seen == ["prompt_design"]
