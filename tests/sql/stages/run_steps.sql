-- given:
insert into rolloutdiff.analysis_step values ('a', 's', 2, 2, 1, 1), ('a', 's', 1, 1, 1, 1), ('a', 'it''s', 7, 1, 1, 1), ('b', 's', 9, 1, 1, 1);

-- case: of one analysis, by run and step
-- run: run_steps {"analysis_id": "a"}
-- expect:
--   'it''s' | 7
--   's' | 1
--   's' | 2
-- run: run_steps {"analysis_id": "c"}
-- expect: none
