"""`jaccard_v1`: overlap inside the window of each pair of yes/no alerts of one direction."""

from __future__ import annotations


def add_alert(con, feature_id, onset, alert, direction="rise"):
    con.execute(
        "insert into rolloutdiff.screening (analysis_id, run, rule, feature_id, status, onset_step, alert_step, direction)"
        " values ('a', 'r', 'z', ?, 'alert', ?, ?, ?)",
        [feature_id, onset, alert, direction],
    )


def log_steps(con, steps):
    for index, step in enumerate(steps, 1):
        con.execute("insert into rolloutdiff.analysis_step values ('a', 'r', ?, ?, 1, 1)", [step, index])


def test_overlap_counts_completions_between_first_onset_and_last_alert(
    con, add_rollouts, add_features, add_counts
):
    add_rollouts([(i, "r", 10 + i, "p", None, None) for i in range(6)])
    add_features(
        [(f, "ast", "binary", f"ast:{f}", 1) for f in (1, 2, 3)] + [(4, "shape", "continuous", "shape:c", 1)]
    )
    for feature, onset in ((1, 11), (2, 12), (3, 30), (4, 11)):
        add_alert(con, feature, onset, onset + 2)
    log_steps(con, range(10, 33))
    add_counts([(1, 0, 10, 1), (1, 1, 11, 1), (1, 2, 12, 1), (1, 5, 15, 1)])
    add_counts([(2, 2, 12, 4), (2, 3, 13, 1), (2, 4, 14, 1), (4, 2, 12, 9)])
    rows = con.execute(
        "select run, feature_a, feature_b, shared_hits, union_hits, jaccard from rolloutdiff.jaccard_v1('a', 'z', 3)"
    ).fetchall()
    # Window 11..14: feature 1 in rollouts 1, 2; feature 2 in 2, 3, 4; feature 3 is too far; 4 is a size.
    assert rows == [("r", 1, 2, 1, 4, 0.25)]


def test_a_rise_and_a_fall_do_not_pair(con, add_rollouts, add_features, add_counts):
    add_rollouts([(1, "r", 11, "p", None, None)])
    add_features([(f, "ast", "binary", f"ast:{f}", 1) for f in (1, 2)])
    add_alert(con, 1, 11, 13)
    add_alert(con, 2, 11, 13, "fall")
    log_steps(con, range(10, 15))
    add_counts([(1, 1, 11, 1), (2, 1, 11, 1)])
    assert con.execute("select count(*) from rolloutdiff.jaccard_v1('a', 'z', 3)").fetchone() == (0,)


def test_of_falls_the_completions_before_the_onset_count(con, add_rollouts, add_features, add_counts):
    """Onsets at 50 and 60, last alert at 70: three logged steps, so that steps 20, 30 and 40 count."""
    add_rollouts([(n, "r", 10 * n, "p", None, None) for n in range(1, 8)])
    add_features([(f, "ast", "binary", f"ast:{f}", 1) for f in (1, 2)])
    add_alert(con, 1, 50, 60, "fall")
    add_alert(con, 2, 60, 70, "fall")
    log_steps(con, range(10, 100, 10))
    add_counts([(1, n, 10 * n, 1) for n in (1, 2, 3, 5)] + [(2, n, 10 * n, 1) for n in (1, 3, 4, 6, 7)])
    rows = con.execute("select shared_hits, union_hits from rolloutdiff.jaccard_v1('a', 'z', 3)").fetchall()
    assert rows == [(1, 3)]


def test_the_window_of_falls_ends_with_the_run(con, add_rollouts, add_features, add_counts):
    add_rollouts([(n, "r", n, "p", None, None) for n in (1, 2, 3)])
    add_features([(f, "ast", "binary", f"ast:{f}", 1) for f in (1, 2)])
    add_alert(con, 1, 3, 9, "fall")
    add_alert(con, 2, 3, 9, "fall")
    log_steps(con, range(1, 12))
    add_counts([(1, 1, 1, 1), (1, 2, 2, 1), (1, 3, 3, 1), (2, 2, 2, 1)])
    rows = con.execute("select shared_hits, union_hits from rolloutdiff.jaccard_v1('a', 'z', 3)").fetchall()
    assert rows == [(1, 2)]


def test_distance_is_counted_in_logged_steps(con, add_rollouts, add_features, add_counts):
    add_rollouts([(1, "r", 60, "p", None, None)])
    add_features([(f, "ast", "binary", f"ast:{f}", 1) for f in (1, 2)])
    add_alert(con, 1, 40, 60)
    add_alert(con, 2, 60, 80)
    log_steps(con, range(0, 100, 10))
    add_counts([(1, 1, 60, 1), (2, 1, 60, 1)])
    for window, pairs in ((1, 0), (2, 1)):
        found = con.execute("select count(*) from rolloutdiff.jaccard_v1('a', 'z', ?)", [window]).fetchone()
        assert found == (pairs,)
