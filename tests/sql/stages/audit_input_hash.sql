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

-- case: a changed value changes the hash, the order of rows does not
-- given:
create temp table before as select md5('') as hash;
-- run: audit_input_hash
-- expect:
--   3 | '225332266799956428196280792514537297848'
-- given:
create or replace temp table audit_resolved as select * from audit_resolved order by rollout_id desc;
-- run: audit_input_hash
-- expect:
--   3 | '225332266799956428196280792514537297848'
-- given:
update audit_resolved set gold = 0.25 where rollout_id = 3;
-- run: audit_input_hash
-- expect:
--   3 | '47468360440572334370817676615946396389'
-- case: of nothing
-- given:
delete from audit_resolved;
-- run: audit_input_hash
-- expect:
--   0 | '                               0'
