from __future__ import annotations

import csv

import numpy as np
import pytest

from rolloutdiff.stats.critical import COLUMNS, GRIDS, PROBABILITIES, SMALLEST_P, TABLE, critical
from rolloutdiff.stats.likelihood import ANCHOR_FREEDOM, SINGLE_FREEDOM
from rolloutdiff.stats.noise import NARROW, WIDE


def rows() -> list[dict[str, str]]:
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_is_whole() -> None:
    table = rows()
    assert tuple(table[0]) == COLUMNS
    steps = {int(r["steps"]) for r in table}
    assert {min(steps), max(steps)} == {20, 1000}
    kinds = {(r["grid"], float(r["freedom"])) for r in table}
    assert kinds == {(g, f) for g in GRIDS for f in (ANCHOR_FREEDOM, SINGLE_FREEDOM)}
    assert len(table) == len(steps) * len(kinds)


def test_rarer_is_larger() -> None:
    for row in rows():
        values = [float(row[f"p{p:g}"]) for p in PROBABILITIES]
        assert values == sorted(values)
        assert float(row["median"]) <= values[0] + 0.1
        assert float(row["tail"]) > 0


class TestCritical:
    def test_table_rows_come_back(self) -> None:
        row = next(r for r in rows() if (r["grid"], r["freedom"], r["steps"]) == ("narrow", "30", "80"))
        null = critical(80, NARROW, 30.0)
        assert null.line(0.004) == pytest.approx(float(row["p0.004"]))
        assert null.median == float(row["median"])
        for p in PROBABILITIES:
            assert null.p_value(np.array([float(row[f"p{p:g}"])]))[0] == pytest.approx(p)

    def test_between_rows_it_is_linear_in_log_steps(self) -> None:
        low, high = critical(80, WIDE, 30.0), critical(100, WIDE, 30.0)
        share = np.log(90 / 80) / np.log(100 / 80)
        middle = critical(90, WIDE, 30.0)
        assert middle.line(0.01) == pytest.approx((1 - share) * low.line(0.01) + share * high.line(0.01))

    def test_line_and_p_value_agree(self) -> None:
        null = critical(64, NARROW, 30.0)
        for alpha in (0.0001, 0.0005, 0.003, 0.004, 0.03, 0.3):
            assert null.p_value(np.array([null.line(alpha)]))[0] == pytest.approx(alpha, rel=1e-6)

    def test_p_falls_with_the_ratio(self) -> None:
        null = critical(64, NARROW, 30.0)
        p = null.p_value(np.linspace(0, 80, 500))
        assert (np.diff(p) <= 0).all()
        assert p[0] == pytest.approx(1.0)
        assert p[-1] == SMALLEST_P
