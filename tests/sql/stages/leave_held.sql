-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'q', 'a', 1.0, 'it''s', 0), (2, 'r', 1, '2', 'p', 'q', 'a', 1.0, 'other', 0);
insert into rolloutdiff.ingest values ('r', 'it''s', null, null, null, 1, 0, 'trl', 'w', 's'), ('t', 'it''s', null, null, null, 1, 0, 'trl', 'w', 's');
insert into rolloutdiff.rejected_row values (null, 'it''s', 5, null, null, 'no run'), ('r', 'it''s', 6, null, null, 'own'), ('t', 'it''s', 7, null, null, 'of another loaded run'), ('r', 'else', 8, null, null, 'of another file');
-- given: create_staging
insert into staged_row (source_file, source_row, run, reject_reason) values
    ('it''s', 0, 'r', null), ('it''s', 1, 'r', null), ('it''s', 0, 's', null), ('other', 0, 'r', null), ('it''s', 5, null, 'no run');

-- case: rows that are held leave the stage, rows set aside are staged anew
-- run: leave_held {"runs": ["r"], "files": ["it's"]}
-- call:
select source_file, source_row, run from staged_row order by all;
-- expect:
--   'it''s' | 0 | 's'
--   'it''s' | 1 | 'r'
--   'it''s' | 5 | NULL
--   'other' | 0 | 'r'
-- call:
select reason from rolloutdiff.rejected_row order by source_row;
-- expect:
--   'of another loaded run'
--   'of another file'
