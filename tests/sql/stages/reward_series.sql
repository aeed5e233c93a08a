-- given:
insert into rolloutdiff.feature values (1, 'a', 'reward', 'continuous', 'reward:total', 'reward', 1, 1, 'fixed', 0);
insert into rolloutdiff.analysis_rollout values ('a', 1, 'it''s', 1, 'p', 1, 0), ('a', 2, 'it''s', 1, 'q', 2, 1), ('a', 3, 'it''s', 2, 'q', 2, 1);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'it''s', 1, '1', 'p', 'q', null, 1.0, 'f', 0), (2, 'it''s', 1, '2', 'q', 'q', null, 0.0, 'f', 1), (3, 'it''s', 2, '3', 'q', 'q', null, null, 'f', 2);

-- case: a step without a reward has no point
-- run: reward_series {"analysis_id": "a", "run": "it's", "after": null}
-- call:
select * from rolloutdiff.series_point;
-- expect:
--   'a' | 1 | 'it''s' | 1 | 0.5 | 0.5 | 2 | 2 | 1 | NULL

-- case: steps that are there are left as they are
-- given:
insert into rolloutdiff.analysis_rollout values ('a', 4, 'it''s', 3, 'p', 1, 0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (4, 'it''s', 3, '4', 'p', 'q', null, 0.25, 'f', 3);
-- run: reward_series {"analysis_id": "a", "run": "it's", "after": 1}
-- call:
select * from rolloutdiff.series_point;
-- expect:
--   'a' | 1 | 'it''s' | 3 | 0.25 | NULL | 1 | 1 | 1 | NULL
