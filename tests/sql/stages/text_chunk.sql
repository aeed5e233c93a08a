-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'q', 'it''s', 1.0, 'f', 0), (2, 'r', 1, '2', 'p', 'q', null, 1.0, 'f', 1), (3, 'r', 1, '3', 'p', 'q', 'b', 1.0, 'f', 2);
create temp table fresh_text as
select * from (values (3, 'think', 1), (1, null, 4), (2, null, 0)) as t(rollout_id, opened, bytes);

-- case: so many at a time, in order of rollout
-- run: text_chunk {"after": 0, "chunk_rows": 2, "chunk_bytes": 100}
-- expect:
--   1 | 'it''s' | NULL
--   2 | NULL | NULL
-- run: text_chunk {"after": 2, "chunk_rows": 2, "chunk_bytes": 100}
-- expect:
--   3 | 'b' | 'think'
-- run: text_chunk {"after": 3, "chunk_rows": 2, "chunk_bytes": 100}
-- expect: none

-- case: so many bytes at a time, and one text at least
-- run: text_chunk {"after": 0, "chunk_rows": 9, "chunk_bytes": 4}
-- expect:
--   1 | 'it''s' | NULL
-- run: text_chunk {"after": 0, "chunk_rows": 9, "chunk_bytes": 5}
-- expect:
--   1 | 'it''s' | NULL
--   2 | NULL | NULL
--   3 | 'b' | 'think'
-- run: text_chunk {"after": 2, "chunk_rows": 9, "chunk_bytes": 1}
-- expect:
--   3 | 'b' | 'think'
