"""The report views: contract columns first, complete analyses only, published digits."""

from __future__ import annotations

import pytest

CONTRACT = {
    "report_run": "analysis_id, run, rows, steps, first_step, last_step, prompts, files, reward_formula, unscored, rejected",
    "report_series": "analysis_id, run, feature, tier, kind, step, mean, se, prompts, samples",
    "report_screening": "analysis_id, run, rule, feature, tier, kind, status, reason, baseline_mean, baseline_sd,"
    " onset_step, alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise, e_value, change,"
    " headline",
    "report_alert": "analysis_id, run, rule, feature, tier, kind, status, reason, baseline_mean, baseline_sd,"
    " onset_step, alert_step, direction, statistic, threshold, p_value, q_value, detectable_rise,"
    " peak_mean, peak_step, rise, folded_under, e_value, change, headline",
    "report_shift": "analysis_id, run, rule, feature, tier, shape, onset_step, onset_low, onset_high, start_step,"
    " half_step, end_step, before_mean, after_mean, statistic, threshold, p_value, q_value, place, onset_at",
    "report_calibration": "analysis_id, run, rule, series, alerts, headlines, alpha, threshold, expected_false_alerts,"
    " bulk_ratio, deff, kappa_squared, kappa_squared_high, drift, prompts",
    "report_evidence": "analysis_id, run, rule, feature, tier, status, replication, window_corroborated, persistence,"
    " reward_association, reward_association_se, same_prompt_shift, prompt_mix_shift, prompt_breadth, half_onset_a,"
    " half_onset_b, groups_used, groups_skipped, reward_part_association, baseline_prompts_showing, reason",
    "report_event": "analysis_id, run, rule, event_rank, name, onset_step, alert_step, direction, members,"
    " lead_feature, lead_tier",
    "report_event_member": "analysis_id, run, event_rank, feature, tier, onset_step, jaccard_with_lead",
    "report_exemplar": "analysis_id, run, event_rank, feature, role, step, prompt_id, sample_id, source_file, source_row",
    "report_file": "analysis_id, run, source_file, sha256, bytes, rows, rejected, format",
    "report_integrity": "analysis_id, run, code, severity, count, first_step, last_step, files, message",
}

# One row for the table behind every view, on analysis `a`; columns left out are NULL.
ROWS = {
    "report_run": "analysis_run (analysis_id, run, rows, steps, first_step, last_step, prompts, files, unscored,"
    " rejected, missing_responses, format) values ('a', 'r', 9, 2, 1, 2, 3, 1, 0, 4, 0, 'trl')",
    "report_series": "series_point values ('a', 1, 'r', 3, 0.12345678, 0.01000049, 4, 8, 1, null)",
    "report_screening": "screening (analysis_id, run, rule, feature_id, status, baseline_mean, statistic, e_value,"
    " change, headline) values ('a', 'r', 'z', 1, 'quiet', 0.33333333, 4.12345678, 0.98765432, -0.12345678, true)",
    "report_shift": "shift (analysis_id, run, rule, feature_id, shape, p_value, place, onset_at)"
    " values ('a', 'r', 'l', 1, 'step', 0.001, 2, 'half_change')",
    "report_calibration": "calibration values ('a', 'r', 'z', 300, 4, 2, 0.004, 19.56789, 1.23456, 1.00001, 1.11111,"
    " -0.05, 0.2, 'kappa 0.5; rho 0.6, 0.9', 'pool')",
    "report_evidence": "evidence (analysis_id, run, rule, feature_id, status, reason)"
    " values ('a', 'r', 'z', 1, 'quiet', 'no alert')",
    "report_event": "event values ('a', 'r', 'z', 1, 'defines x()', 10, 12, 'rise', 2, 1)",
    "report_event_member": "event_member values ('a', 'r', 1, 1, 10, 0.91234567)",
    "report_exemplar": "exemplar values ('a', 'r', 1, 1, 'pair', 2, 7)",
    "report_file": "analysis_file values ('a', 'r', 'f', 'abc', 10, 9, 0, 'trl')",
    "report_integrity": "integrity values ('a', 'r', 'short_run', 'warning', 5, 1, 5, 5, 'Too few.')",
}


def columns(con, view):
    return [c[0] for c in con.execute(f"describe rolloutdiff.{view}").fetchall()]


@pytest.mark.parametrize("view", CONTRACT)
def test_contract_columns_exist(con, view):
    have = columns(con, view)
    assert [c for c in have if c in CONTRACT[view].split(", ")] == CONTRACT[view].split(", ")


def test_no_report_view_is_outside_the_contract(con):
    names = con.execute(
        "select view_name from duckdb_views() where schema_name = 'rolloutdiff' order by 1"
    ).fetchall()
    assert [n for (n,) in names] == sorted(CONTRACT)


@pytest.fixture
def one_row(con, add_features, add_rollouts):
    add_features([(1, "ast", "binary", "ast:def:x", 1)])
    add_rollouts([(7, "r", 3, "p", 1.0, None)])
    for statement in ROWS.values():
        con.execute(f"insert into rolloutdiff.{statement}")
    return con


@pytest.mark.parametrize("view", ROWS)
def test_rows_of_complete_analyses_show_under_feature_names(one_row, view):
    row = dict(
        zip(columns(one_row, view), one_row.execute(f"from rolloutdiff.{view}").fetchone(), strict=True)
    )
    assert row["analysis_id"] == "a"
    assert row["run"] == "r"
    assert row.get("feature", row.get("lead_feature", "ast:def:x")) == "ast:def:x"


@pytest.mark.parametrize("view", CONTRACT)
def test_unfinished_analyses_are_invisible(one_row, view):
    one_row.execute("update rolloutdiff.analysis set complete = false")
    assert one_row.execute(f"select count(*) from rolloutdiff.{view}").fetchone() == (0,)


def test_published_figures_are_rounded(one_row):
    assert one_row.execute("select mean, se from rolloutdiff.report_series").fetchone() == (0.123457, 0.01)
    assert one_row.execute(
        "select baseline_mean, statistic from rolloutdiff.report_screening"
    ).fetchone() == (
        0.333333,
        4.1235,
    )
    assert one_row.execute("select jaccard_with_lead from rolloutdiff.report_event_member").fetchone() == (
        0.912346,
    )


def test_what_the_calibrated_rules_add_is_published(one_row):
    assert one_row.execute(
        "select e_value, change, headline from rolloutdiff.report_screening"
    ).fetchone() == (
        0.9877,
        -0.123457,
        True,
    )
    assert one_row.execute("select place, onset_at from rolloutdiff.report_shift").fetchone() == (
        2,
        "half_change",
    )
    assert one_row.execute("from rolloutdiff.report_calibration").fetchone() == (
        *("a", "r", "z", 300, 4, 2, 0.004, 19.5679, 1.2346, 1.0, 1.1111, -0.05, 0.2),
        *("kappa 0.5; rho 0.6, 0.9", "pool"),
    )


def test_exemplars_are_references(one_row):
    assert one_row.execute(
        "select step, prompt_id, sample_id, source_file, source_row, place, reward from rolloutdiff.report_exemplar"
    ).fetchone() == (3, "p", "s7", "f", 7, 2, 1.0)


def test_alerts_carry_their_size_and_the_alert_they_are_folded_under(one_row):
    one_row.execute(
        "insert into rolloutdiff.feature values (2, 'a', 'lexical', 'binary', 'lex:x', 'share', 1, 1, 'vocabulary', 0)"
    )
    for feature in (1, 2):
        one_row.execute(
            "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, direction, onset_step,"
            " alert_step, e_value, change, headline) values ('a', 'r', 'z2', ?, 'alert', 'rise', 5, 7, 900, 0.6, ?)",
            [feature, feature == 1],
        )
        one_row.execute(
            "insert into rolloutdiff.alert values ('a', 'r', 'z2', ?, 0.9, 20, 0.8, 0.7, ?)",
            [feature, 1 if feature == 2 else None],
        )
    rows = one_row.execute(
        "select feature, peak_mean, peak_step, recent_mean, rise, folded_under, e_value, change, headline"
        " from rolloutdiff.report_alert order by 1"
    ).fetchall()
    assert rows == [
        ("ast:def:x", 0.9, 20, 0.8, 0.7, None, 900.0, 0.6, True),
        ("lex:x", 0.9, 20, 0.8, 0.7, "ast:def:x", 900.0, 0.6, False),
    ]
