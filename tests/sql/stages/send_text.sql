-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row) values
    (1, 'r', 1, '1', 'p', 'q', 'it''s', 1.0, 'f', 0), (2, 'r', 1, '2', 'p', 'q', 'it''s', 1.0, 'f', 1), (3, 'r', 1, '3', 'p', 'q', null, 1.0, 'f', 2);
create temp table fresh_text as
select * from (values (1, 'think', 4)) as t(rollout_id, opened, bytes);

-- case: every distinct text once
-- run: send_text
-- expect:
--   1 | 'it''s' | 'think'
