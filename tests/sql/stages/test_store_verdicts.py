"""What the rules hand over as Arrow tables stands in the tables column by column, missing values as NULL."""

from __future__ import annotations

import pyarrow as pa
import pytest

from rolloutdiff.pipeline.screening import CALIBRATED, SCREENED, SHIFTED

RULED = {"analysis_id": "a", "run": "r", "rule": "z"}

VERDICTS = [
    {
        "feature_id": 2,
        "status": "alert",
        "reason": None,
        "baseline_mean": 0.1,
        "baseline_sd": 0.02,
        "onset_step": 30,
        "alert_step": 33,
        "direction": "rise",
        "statistic": 900.0,
        "threshold": 200.0,
        "p_value": 0.001,
        "q_value": 0.03,
        "detectable_rise": 0.12,
        "e_value": 901.5,
        "change": 0.4,
        "headline": True,
    },
    {"feature_id": 1, "status": "unscorable", "reason": "short_run"},
]
CHANGES = [
    {"feature_id": 4, "place": 2, "shape": "pulse", "onset_at": "half_change", "end_step": 60},
    {
        "feature_id": 4,
        "shape": "step",
        "onset_step": 30,
        "onset_low": 29,
        "onset_high": 31,
        "start_step": 28,
        "half_step": 32,
        "end_step": None,
        "before_mean": 0.1,
        "after_mean": 0.5,
        "statistic": 40.0,
        "threshold": 19.6,
        "p_value": 0.001,
        "q_value": 0.02,
        "place": 1,
        "onset_at": "ten_points",
    },
    {"feature_id": 3, "place": 1, "statistic": 2.0},
]
CALIBRATION = [
    {"rule": "z", "series": 300, "alerts": 4},
    {
        "rule": "l",
        "series": 290,
        "alerts": 5,
        "headlines": 2,
        "alpha": 0.004,
        "threshold": 19.5,
        "expected_false_alerts": 1.16,
        "bulk_ratio": 1.01,
        "deff": 1.2,
        "kappa_squared": -0.05,
        "kappa_squared_high": 0.1,
        "drift": "kappa 0.5; rho 0.6, 0.9",
        "prompts": "pool",
    },
]


def stored(con, runner, stage, table, schema, rows, keys):
    """The rows of a table after a stage stored `rows`, each a mapping without the columns of the keys."""
    source, target = table
    with runner.table(source, pa.Table.from_pylist(rows, schema=schema)):
        runner.run(stage, keys)
    found = con.sql(f"from rolloutdiff.{target}").to_arrow_table().to_pylist()
    assert all({name: row.pop(name) for name in keys} == keys for row in found)
    return found


def filled(rows, schema):
    return [{name: row.get(name) for name in schema.names} for row in rows]


@pytest.mark.parametrize(
    ("stage", "table", "schema", "rows", "keys", "order"),
    [
        ("store_screening", ("screened", "screening"), SCREENED, VERDICTS, RULED, [1, 0]),
        ("store_shift", ("found_shift", "shift"), SHIFTED, CHANGES, RULED, [2, 1, 0]),
        (
            "store_calibration",
            ("calibrated", "calibration"),
            CALIBRATED,
            CALIBRATION,
            {"analysis_id": "a", "run": "r"},
            [1, 0],
        ),
    ],
)
def test_every_column_is_kept(con, runner, stage, table, schema, rows, keys, order):
    assert stored(con, runner, stage, table, schema, rows, keys) == filled([rows[at] for at in order], schema)


def test_a_forgotten_analysis_leaves_no_calibration(con, runner):
    keys = {"analysis_id": "a", "run": "r"}
    stored(con, runner, "store_calibration", ("calibrated", "calibration"), CALIBRATED, CALIBRATION, keys)
    runner.run("forget_analysis", {"analysis_id": "b"})
    assert con.execute("select count(*) from rolloutdiff.calibration").fetchone() == (2,)
    runner.run("forget_analysis", {"analysis_id": "a"})
    assert con.execute("select count(*) from rolloutdiff.calibration").fetchone() == (0,)


def test_calibration_is_exported_row_for_row(con, runner, analysis):
    stored(
        con,
        runner,
        "store_calibration",
        ("calibrated", "calibration"),
        CALIBRATED,
        CALIBRATION[:1],
        {"analysis_id": "a", "run": "r"},
    )
    ((text,),) = runner.rows("export_calibration", {"analysis_id": "a"})
    assert text == (
        '{"analysis_id":"a","run":"r","rule":"z","series":300,"alerts":4,"headlines":null,"alpha":null,'
        '"threshold":null,"expected_false_alerts":null,"bulk_ratio":null,"deff":null,"kappa_squared":null,'
        '"kappa_squared_high":null,"drift":null,"prompts":null}'
    )


@pytest.mark.parametrize(("stored_value", "headline"), [(None, True), (True, True), (False, False)])
def test_alerts_of_rules_without_a_headline_list_count_as_on_it(
    con, runner, add_features, stored_value, headline
):
    add_features([(1, "ast", "binary", "ast:x", 1)])
    con.execute("insert into rolloutdiff.analysis_step values ('a', 'r', 7, 3, 2, 4)")
    con.execute(
        "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction, headline)"
        " values ('a', 'r', 'z', 1, 'alert', 7, 9, 'rise', ?)",
        [stored_value],
    )
    con.execute(
        "insert into rolloutdiff.evidence (analysis_id, run, rule, feature_id, status, persistence)"
        " values ('a', 'r', 'z', 1, 'alert', 0.5)"
    )
    assert runner.rows("event_alert", {"analysis_id": "a", "rule": "z"}) == [
        ("r", 1, "ast:x", "ast", "binary", "rise", 7, 9, 3, headline, None, 0.5, None, None)
    ]
