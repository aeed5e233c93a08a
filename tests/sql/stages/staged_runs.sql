-- given: create_staging
insert into staged_row (run) values ('z'), ('it''s'), (null), ('z');

-- case: each once, rows without a run none
-- run: staged_runs
-- expect:
--   'it''s'
--   'z'
