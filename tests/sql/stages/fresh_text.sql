-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'q', 'it''s', 1.0, 'f', 0),
    (2, 'r', 1, '2', 'p', 'q', 'it''s', 1.0, 'f', 1),
    (3, 'r', 2, '3', 'o', 'q <Think> ', 'it''s', 1.0, 'f', 2),
    (4, 'r', 2, '4', 'p', 'q', null, 1.0, 'f', 3),
    (5, 'r', 2, '5', 'p', 'q', 'known', 1.0, 'f', 4),
    (6, 'r', 2, '6', 'p', 'q', 'older', 1.0, 'f', 5),
    (7, 's', 2, '7', 'p', 'q', 'outside', 1.0, 'f', 6);
create temp table run_rollout as select r.rollout_id, r.run, r.step, r.prompt_id from rolloutdiff.rollout as r where r.run = 'r';
insert into rolloutdiff.extraction values (5, 'x2', 'ok', null, [], []), (6, 'x1', 'ok', null, [], []);

-- case: equal texts once, a thinking tag that the prompt opens apart; a missing text is one; of this extractor only
-- run: fresh_text {"extractor": "x2"}
-- call:
select rollout_id, opened, bytes from fresh_text order by rollout_id;
-- expect:
--   1 | NULL | 4
--   3 | 'think' | 4
--   4 | NULL | 0
--   6 | NULL | 5
-- call:
select rollout_id, first_rollout from repeated_text;
-- expect:
--   2 | 1
-- call:
select count(*) from duckdb_tables() where temporary and table_name = 'text_key';
-- expect:
--   0
