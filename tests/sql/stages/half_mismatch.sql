-- given:
insert into rolloutdiff.feature values (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 1, 'vocabulary', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'r', 1, 'p', 1, 0), ('a', 2, 'r', 1, 'p', 1, 0), ('a', 3, 'r', 1, 'q', 2, 1), ('a', 4, 'r', 2, 'q', 2, 1);
-- given: create_half_series

-- case: figures of trainer and engine, on each half of the prompts where a completion has a value
-- call:
delete from rolloutdiff.feature;
-- call:
insert into rolloutdiff.feature values (9, 'a', 'mismatch', 'continuous', 'mismatch:kl', 'nats', 1, 1, 'fixed', 0);
-- call:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row, mismatch)
select a.rollout_id, a.run, a.step, a.rollout_id::varchar, a.prompt_id, '', 'f', a.rollout_id, map {'kl': -0.5}
from rolloutdiff.analysis_rollout as a where a.step = 1 and a.prompt_half = 1;
-- run: half_mismatch {"analysis_id": "a", "run": "r", "first_step": 1, "last_step": 2, "first_feature": 0}
-- call:
select p.run, p.part, p.feature_id, p.step, p.mean, p.prompts from half_point as p;
-- expect:
--   'r' | 1 | 9 | 1 | -0.5 | 1
