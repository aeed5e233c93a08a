-- given:
create temp table ingest_file (run varchar, source_file varchar, sha256 varchar, bytes bigint, modified_ns bigint);
insert into ingest_file values (null, 'it''s', 'ab', 10, 1), ('r', 'empty', null, null, null);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'q', 'a', 1.0, 'it''s', 0), (2, 'r', 1, '2', 'p', 'q', 'a', 1.0, 'it''s', 1), (3, 's', 1, '3', 'p', 'q', 'a', 1.0, 'it''s', 2);
insert into rolloutdiff.rejected_row values ('r', 'it''s', 5, null, null, 'x'), (null, 'it''s', 6, null, null, 'x'), ('r', 'empty', 7, null, null, 'x');
insert into rolloutdiff.ingest values ('r', 'it''s', 'old', 1, 1, 1, 1, 'trl', 'w', 's'), ('r', 'before', 'old', 1, 1, 1, 1, 'trl', 'w', 's');

-- case: one row per run and file with what each gave, in place of an older one
-- run: store_ingest {"runs": ["r", "s"], "evidence": "columns \"x\"", "format": "verl", "reward_formula": "score"}
-- call:
select * from rolloutdiff.ingest order by run, source_file;
-- expect:
--   'r' | 'before' | 'old' | 1 | 1 | 1 | 1 | 'trl' | 'w' | 's'
--   'r' | 'empty' | NULL | NULL | NULL | 0 | 1 | 'verl' | 'columns "x"' | 'score'
--   'r' | 'it''s' | 'ab' | 10 | 1 | 2 | 1 | 'verl' | 'columns "x"' | 'score'
--   's' | 'it''s' | 'ab' | 10 | 1 | 1 | 0 | 'verl' | 'columns "x"' | 'score'
