-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.rollout
    (rollout_id, run, step, sample_id, prompt_id, prompt, response, reward, source_file, source_row)
values
    (1, 'run "x"', 10, 'it''s/1.jsonl:0', 'p', 'secret', 'secret', 0.3333333333, 'it''s/1.jsonl', 0),
    (2, 'run "x"', 9, 's2', 'p', 'secret', null, null, 'it''s/1.jsonl', 1);
insert into rolloutdiff.exemplar values
    ('a', 'run "x"', 1, 1, 'exemplar', 1, 1),
    ('a', 'run "x"', 1, 1, 'before', 1, 2),
    ('half', 'run "x"', 1, 3, 'exemplar', 1, 1);

-- case: references without text, the reward to six decimals
-- call:
select * from rolloutdiff.report_exemplar order by step desc;
-- expect:
--   'a' | 'run "x"' | 1 | 'lex:it''s' | 'exemplar' | 10 | 'p' | 'it''s/1.jsonl:0' | 'it''s/1.jsonl' | 0 | 1 | 0.333333
--   'a' | 'run "x"' | 1 | 'lex:it''s' | 'before' | 9 | 'p' | 's2' | 'it''s/1.jsonl' | 1 | 1 | NULL
