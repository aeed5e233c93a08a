"""`store_integrity`: what the dump itself says about the conclusions."""

from __future__ import annotations


def test_every_finding_has_its_count_and_steps(con, runner, add_rollouts):
    con.execute(
        "create temp table run_rollout as select rollout_id, run, step, prompt_id from rolloutdiff.analysis_rollout limit 0"
    )
    add_rollouts([(1, "r", 1, "p", 1.0, None), (2, "r", 2, "p", 1.0, None), (3, "r", 2, "q", None, None)])
    con.execute("update rolloutdiff.rollout set response = null where rollout_id = 2")
    con.execute(
        "insert into run_rollout select rollout_id, run, step, prompt_id from rolloutdiff.analysis_rollout"
    )
    con.execute("insert into rolloutdiff.analysis_run values ('a', 'r', 3, 2, 1, 2, 2, 1, 1, 4, 1, 'trl')")
    con.execute("insert into rolloutdiff.analysis_step values ('a', 'r', 1, 1, 1, 1), ('a', 'r', 2, 2, 2, 2)")
    runner.run("store_integrity", {"analysis_id": "a", "min_steps": 18})
    rows = con.execute(
        "select code, severity, count, first_step, last_step, files from rolloutdiff.integrity order by code"
    ).fetchall()
    assert rows == [
        ("constant_reward", "warning", 2, 1, 2, None),
        ("missing_response", "note", 1, 2, 2, 1),
        ("rejected_rows", "warning", 4, None, None, 1),
        ("short_run", "warning", 2, 1, 2, 1),
        ("single_prompt", "warning", 1, 1, 1, None),
        ("unscored_reward", "note", 1, 2, 2, 1),
    ]


def test_a_clean_run_has_no_finding(con, runner, add_rollouts):
    con.execute(
        "create temp table run_rollout as select rollout_id, run, step, prompt_id from rolloutdiff.analysis_rollout limit 0"
    )
    add_rollouts([(1, "r", 1, "p", 1.0, None), (2, "r", 1, "q", 0.0, None)])
    con.execute(
        "insert into run_rollout select rollout_id, run, step, prompt_id from rolloutdiff.analysis_rollout"
    )
    con.execute("insert into rolloutdiff.analysis_run values ('a', 'r', 2, 18, 1, 18, 2, 1, 0, 0, 0, 'trl')")
    con.execute("insert into rolloutdiff.analysis_step values ('a', 'r', 1, 1, 2, 2)")
    runner.run("store_integrity", {"analysis_id": "a", "min_steps": 18})
    assert con.execute("select count(*) from rolloutdiff.integrity").fetchone() == (0,)
