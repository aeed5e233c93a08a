-- given:
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, source_file, source_row) values
    (9, 'z', 3, 't', 'p', 'q', 'f', 5);
insert into rolloutdiff.rollout values
    (7, 'r "1"', 3, 's', 'p', 'q', 'it''s', 1.5, 'g', 'train', map {'a': 0.5}, '{"k": 1}', 'f', 4, 'x', 0.25, -1.0, -2.0, -3.0, map {'kl': 0.125}, 'length');

-- case: every column, in order of the number
-- run: part_rollout
-- expect:
--   7 | 'r "1"' | 3 | 's' | 'p' | 'q' | 'it''s' | 1.5 | 'g' | 'train' | {'a': 0.5} | '{"k": 1}' | 'f' | 4 | 'x' | 0.25 | -1.0 | -2.0 | -3.0 | {'kl': 0.125} | 'length'
--   9 | 'z' | 3 | 't' | 'p' | 'q' | NULL | NULL | NULL | NULL | NULL | NULL | 'f' | 5 | NULL | NULL | NULL | NULL | NULL | NULL | NULL
