-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, extras, source_file, source_row) values
    (1, 'r "1"', 1, '1', 'p', null, null, null, 'it''s', 0), (2, 'r "1"', 1, '2', 'p', null, null, null, 'other', 0), (3, 's', 1, '3', 'p', null, null, null, 'it''s', 0),
    (4, 'r "1"', 1, '4', 'p', 'kept', 'kept', null, 'it''s', 1);
insert into rolloutdiff.text_reference values (1, 1), (2, 2), (3, 3);
-- given: create_staging
insert into staged_row (source_file, source_row, run, prompt, response, extras) values
    ('it''s', 0, 'r "1"', 'q', 'a', '{"k": 1}'), ('it''s', 1, 'r "1"', 'x', 'x', null), ('other', 0, 'r "1"', 'q', 'a', null);

-- case: only rows of these runs and files whose texts are left out get them back
-- run: restore_texts {"runs": ["r \"1\""], "files": ["it's"]}
-- call:
select r.rollout_id, r.prompt, r.response, r.extras from rolloutdiff.rollout as r order by r.rollout_id;
-- expect:
--   1 | 'q' | 'a' | '{"k": 1}'
--   2 | NULL | NULL | NULL
--   3 | NULL | NULL | NULL
--   4 | 'kept' | 'kept' | NULL
-- call:
select t.rollout_id from rolloutdiff.text_reference as t order by t.rollout_id;
-- expect:
--   2
--   3
