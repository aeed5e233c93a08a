"""The short way from tokens to the audit's statistics against the long one, by a dump and a warehouse."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

from benchmarks.goodhart import labels, ours, product, texts, training, world
from benchmarks.goodhart.premium import from_feature
from rolloutdiff import api, audit_rollouts

PREMIUMS = """
select p.span, p.slice, p.kind, f.name || coalesce(' & ' || o.name, ''), p.premium, p.raw_premium, p.se
from rolloutdiff.audit_premium as p
inner join rolloutdiff.feature as f on f.feature_id = p.feature_id
left join rolloutdiff.feature as o on o.feature_id = p.other_id
where p.span in ('run', 'qa') and p.outcome = 'reward' and p.premium is not null
"""


def test_both_ways_give_the_same_premiums(tmp_path: Path) -> None:
    """Placebo lines are left out: their draws follow the order of rows, which is another one."""
    made = world.planted_world(np.random.default_rng(0))
    recipe = training.Recipe(steps=8, rate=0.0, deployed=0)
    rollouts = training.train(np.random.default_rng(1), made, recipe).rollouts
    crowd = labels.crowd_rows(np.random.default_rng(2), made)
    texts.write_dump(rollouts, tmp_path / "dump", gold_key=product.EXPERT)
    texts.write_crowd(crowd, tmp_path / "qa.jsonl")
    dump = api.load_verl(tmp_path / "dump")
    with audit_rollouts(dump, db=tmp_path / "made.duckdb", qa=tmp_path / "qa.jsonl"):
        pass
    with duckdb.connect(tmp_path / "made.duckdb", read_only=True) as con:
        found = {row[:4]: row[4:] for row in con.execute(PREMIUMS).fetchall()}
    expected = {
        (span, row["slice"], row["kind"], row["feature"]): (row["premium"], row["premium_raw"], row["se"])
        for span, rows in (("run", ours.rollout_rows(rollouts)), ("qa", ours.labelled_rows(crowd)))
        for one in ours.audit(rows)
        for row in one.rows()
        if row["outcome"] == "reward" and row["premium"] is not None
    }
    assert found.keys() == expected.keys()
    assert sum(key[0] == "run" for key in found) > 6 * (24 + 100)
    assert sum(key[0] == "qa" for key in found) > 6 * (24 + 50)
    for key, values in found.items():
        assert values == pytest.approx(expected[key], abs=1e-9), key


@pytest.mark.parametrize(
    ("feature", "kind", "name"),
    [
        ("pa", "single", "lex:pa"),
        ("ka>za", "adj", "lex:ka za"),
        ("za&ka", "cooc", "lex:ka & lex:za"),
    ],
)
def test_names_of_the_package(feature: str, kind: str, name: str) -> None:
    one = from_feature("cobalt", feature, 1.0)
    assert (one.kind, product.package_name(one)) == (kind, name)
    again = from_feature("cobalt", product.plain_feature(kind, name), 1.0)
    assert product.package_name(again) == name


def test_alerts_are_told_apart_by_what_they_hold() -> None:
    def row(slice_: str, feature: str, status: str, rule: str = "r") -> dict[str, object]:
        return {
            "slice": slice_,
            "feature": feature,
            "status": status,
            "rule": rule,
            "alert_step": 30,
            "direction": "rise",
        }

    rows = [
        row("dune", "lex:pa", "alert"),
        row("dune", "lex:ba pa", "alert"),
        row("ember", "lex:pa", "alert"),
        row("dune", "lex:ba", "quiet"),
        row("dune", "lex:be", "unscorable"),
        row("dune", "shape:words", "alert"),
        row("dune", "lex:ba", "alert", "other"),
    ]
    found, series = product.alerts(rows, "r")
    assert series == 4
    pa = from_feature("dune", "pa", 1.0)
    assert [one.holds(pa) for one in found] == [True, True, False]
