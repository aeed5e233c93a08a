-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
select n, 'r "1"', 1, n::varchar, 'p', 'q', 'a', case when n <> 5 then n / 2 end, 'f', n from range(1, 10) as t(n);
-- The audit has other units; what is corrected is the reward as it was.
insert into rolloutdiff.audit_rollout
select
    'a', n, case when n = 9 then 'q' else 'r "1"' end, 1,
    ['it''s', 'it''s', 'it''s', 'it''s', 'it''s', 'all', 'early', 'empty', 'it''s'][n], 1, 1, 99.0, null, null, null, null
from range(9, 0, -1) as t(n);
insert into rolloutdiff.audit_rollout values ('b', 6, 'r "1"', 1, 'it''s', 1, 1, 99.0, null, null, null, null);
insert into rolloutdiff.feature_count values
    (1, 1, 1, 3), (1, 2, 1, 2), (2, 2, 1, 5), (2, 3, 1, 1), (1, 5, 1, 1), (1, 6, 1, 1), (1, 7, 1, 1), (3, 7, 1, 2), (1, 8, 1, 1), (1, 9, 1, 1);

-- Of completions 1 to 4 of slice it's: 1 shows feature 1 three times, 2 both features, 3 feature 2, 4 none; 5 has no reward.
-- case: singles count every occurrence, two together once, and slices without a term are left out
-- given:
insert into rolloutdiff.audit_correction values
    ('a', 'r "1"', 'it''s', 1, 'run', 'single', 1, null, 0.25, null), ('a', 'r "1"', 'it''s', 2, 'run', 'cooc', 1, 2, -2.0, null),
    ('a', 'r "1"', 'early', 1, 'onset', 'adj', 3, null, 0.125, null),
    ('a', 'r "1"', 'empty', 1, 'run', null, null, null, null, 'nothing_paid'),
    ('b', 'r "1"', 'it''s', 1, 'run', 'single', 1, null, 100.0, null), ('a', 'q', 'it''s', 1, 'run', 'single', 1, null, 100.0, null);
-- run: store_audit_corrected {"audit_id": "a"}
-- call:
select * from rolloutdiff.audit_corrected_reward;
-- expect:
--   'a' | 9 | 'q' | 'it''s' | 100.0 | -95.5
--   'a' | 7 | 'r "1"' | 'early' | 0.25 | 3.25
--   'a' | 1 | 'r "1"' | 'it''s' | 0.75 | -0.25
--   'a' | 2 | 'r "1"' | 'it''s' | -1.5 | 2.5
--   'a' | 3 | 'r "1"' | 'it''s' | 0.0 | 1.5
--   'a' | 4 | 'r "1"' | 'it''s' | 0.0 | 2.0

-- case: of two together the order does not matter
-- given:
insert into rolloutdiff.audit_correction values ('a', 'r "1"', 'it''s', 1, 'run', 'cooc', 2, 1, 0.5, null);
-- run: store_audit_corrected {"audit_id": "a"}
-- call:
select x.rollout_id, x.correction, x.corrected from rolloutdiff.audit_corrected_reward as x;
-- expect:
--   1 | 0.0 | 0.5
--   2 | 0.5 | 0.5
--   3 | 0.0 | 1.5
--   4 | 0.0 | 2.0

-- case: an audit without terms corrects nothing
-- run: store_audit_corrected {"audit_id": "a"}
-- call:
select * from rolloutdiff.audit_corrected_reward;
-- expect: none
