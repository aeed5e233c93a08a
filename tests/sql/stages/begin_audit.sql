-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, split, reward_parts, extras, source_file, source_row, slice, gold, logprob)
values
    (1, 'r', 1, 's1', 'p1', 'say', 'go', 2.0, 'train', map {'g': 1.0}, '{"family": "x", "ok": true, "a.b": 3}', 'f', 0, 'one', 4.0, -1.5),
    (2, 'r', 1, 's2', 'p1', 'say', 'go on', null, 'train', map {'g': 0.0}, '{"family": 7, "ok": false, "a.b": "nan"}', 'f', 1, null, null, null),
    (3, 'r', 2, 's3', 'p2', 'tell', null, 1.0, null, null, null, 'f', 2, 'two', 0.5, -2.5),
    (4, 'r', 2, 's4', 'p2', 'tell', 'no', 1.0, null, null, null, 'f', 3, 'two', 0.5, -2.5);
insert into rolloutdiff.analysis_rollout values
    ('a', 1, 'r', 1, 'p1', 1, 0), ('a', 2, 'r', 1, 'p1', 1, 0), ('a', 3, 'r', 2, 'p2', 2, 0);
create temp table audit_resolved as
select * from (
    values
        (1, 'r', 1, 1, 'x', 2.0, 4.0, -1.5, null::double, null::double), (2, 'r', 1, 1, 'x', null, null, null, null, null),
        (3, 'r', 2, 2, 'y', 1.0, 0.5, -2.5, null, null)
) as t (rollout_id, run, step, prompt_no, slice, reward, gold, logprob, ref_logprob, target_logprob);

-- case: an open audit, and the rollouts numbered by group
-- run: begin_audit {"audit_id": "u", "analysis_id": "a", "settings": "{}", "settings_sha256": "s", "input_hash": "h", "package_version": "0.1.0", "sources": "{\"gold\": [\"part\", \"g\"]}", "qa_sha256": null, "reward_function": "m:f"}
-- call:
select * from rolloutdiff.audit;
-- expect:
--   'u' | 'a' | '{}' | 's' | 'h' | '0.1.0' | '{"gold": ["part", "g"]}' | NULL | 'm:f' | false
-- call:
select * from rolloutdiff.audit_rollout as r order by r.rollout_id;
-- expect:
--   'u' | 1 | 'r' | 1 | 'x' | 1 | 1 | 2.0 | 4.0 | -1.5 | NULL | NULL
--   'u' | 2 | 'r' | 1 | 'x' | 1 | 1 | NULL | NULL | NULL | NULL | NULL
--   'u' | 3 | 'r' | 2 | 'y' | 2 | 2 | 1.0 | 0.5 | -2.5 | NULL | NULL
-- call:
select count(*) from duckdb_tables() as t where t.table_name = 'audit_resolved';
-- expect:
--   0

-- case: groups are numbered in each run by slice, step and prompt, whatever the order of rows
-- given:
delete from audit_resolved;
insert into audit_resolved values
    (9, 's', 1, 1, 'x', 1.0, null, null, null, null), (7, 'r', 2, 1, 'x', 2.0, null, null, null, null),
    (3, 'r', 1, 2, 'x', 3.0, null, null, null, null), (5, 'r', 1, 1, 'x', 4.0, null, null, null, null),
    (4, 'r', 1, 1, 'x', 5.0, null, null, null, null), (8, 'r', 9, 9, 'it''s', 6.0, null, null, -1.0, -2.0);
-- run: begin_audit {"audit_id": "u", "analysis_id": "a", "settings": "{}", "settings_sha256": "s", "input_hash": "h", "package_version": "0.1.0", "sources": "{}", "qa_sha256": "q", "reward_function": null}
-- call:
select * from rolloutdiff.audit_rollout;
-- expect:
--   'u' | 8 | 'r' | 9 | 'it''s' | 9 | 1 | 6.0 | NULL | NULL | -1.0 | -2.0
--   'u' | 4 | 'r' | 1 | 'x' | 1 | 2 | 5.0 | NULL | NULL | NULL | NULL
--   'u' | 5 | 'r' | 1 | 'x' | 1 | 2 | 4.0 | NULL | NULL | NULL | NULL
--   'u' | 3 | 'r' | 1 | 'x' | 2 | 3 | 3.0 | NULL | NULL | NULL | NULL
--   'u' | 7 | 'r' | 2 | 'x' | 1 | 4 | 2.0 | NULL | NULL | NULL | NULL
--   'u' | 9 | 's' | 1 | 'x' | 1 | 1 | 1.0 | NULL | NULL | NULL | NULL
