-- given:
insert into rolloutdiff.analysis_rollout values
    ('it''s', 3, 'r', 2, 'p', 1, 0), ('it''s', 1, 'r', 1, 'q', 2, 1), ('b', 2, 'r', 1, 'p', 1, 0);

-- case: those of the analysis
-- run: run_rollout {"analysis_id": "it's"}
-- call:
select * from run_rollout;
-- expect:
--   1 | 'r' | 1 | 'q'
--   3 | 'r' | 2 | 'p'
