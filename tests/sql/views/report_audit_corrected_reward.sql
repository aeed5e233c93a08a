-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('open', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', false);
insert into rolloutdiff.audit values
    ('u', 'a', '{"seed": 1}', 's', 'h', '0.1.0', '{"slice": ["column", "slice"]}', 'q', 'm:f', true),
    ('half', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, false),
    ('early', 'open', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, source_file, source_row)
values (7, 'r', 3, 's7', 'p1', 'say', 2.5, 'f', 0);
insert into rolloutdiff.audit_corrected_reward values
    ('u', 7, 'r', 'x', 1.41000049, 1.08999951),
    ('half', 7, 'r', 'x', 1.41, 1.09),
    ('early', 7, 'r', 'x', 1.41, 1.09);

-- case: the reward as it was, and without the premiums
-- call:
select * from rolloutdiff.report_audit_corrected_reward;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 3 | 's7' | 'p1' | 1.41 | 1.09 | 2.5

-- case: each completion has its own row of the dump
-- given:
delete from rolloutdiff.audit_corrected_reward;
delete from rolloutdiff.rollout;
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, reward, source_file, source_row) values
    (1, 'r', 3, 'it''s', 'p', 'q', 1.0, 'f', 0), (2, 'r', 4, 's2', 'p2', 'q', 2.0, 'f', 1);
insert into rolloutdiff.audit_corrected_reward values ('u', 1, 'r', 'x', 0.25, 0.75), ('u', 2, 'r', 'x', 0.0, 2.0);
-- call:
select * from rolloutdiff.report_audit_corrected_reward as r order by r.step;
-- expect:
--   'u' | 'a' | 'r' | 'x' | 3 | 'it''s' | 'p' | 0.25 | 0.75 | 1.0
--   'u' | 'a' | 'r' | 'x' | 4 | 's2' | 'p2' | 0.0 | 2.0 | 2.0
