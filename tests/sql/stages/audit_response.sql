-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true);
insert into rolloutdiff.audit values ('u', 'a', '{}', 's', 'h', '0.1.0', '{}', null, null, true);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:go', 'share', 1, 9, 'vocabulary', 0),
    (2, 'a', 'ast', 'binary', 'ast:def:f', 'share', 1, 9, 'vocabulary', 0),
    (3, 'a', 'lexical', 'binary', 'lex:go on', 'share', 1, 9, 'vocabulary', 0),
    (4, 'a', 'lexical', 'binary', 'lex:go on now', 'share', 1, 9, 'vocabulary', 0),
    (5, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 9, 'fixed', 0),
    (6, 'b', 'lexical', 'binary', 'lex:other', 'share', 1, 9, 'vocabulary', 0);
insert into rolloutdiff.audit_rollout values
    ('u', 1, 'r', 1, 'x', 1, 1, 1.0, 1.0, -1.0, -2.0, -1.5),
    ('u', 2, 'r', 1, 'x', 1, 1, 2.0, 1.0, -1.0, -2.0, -0.5),
    ('u', 3, 'r', 1, 'x', 1, 1, 3.0, 1.0, null, -2.0, -2.0),
    ('u', 4, 'r', 2, 'x', 2, 2, 5.0, null, -3.0, null, -1.0),
    ('u', 5, 'r', 2, 'x', 2, 2, 7.0, null, -3.0, -3.5, null),
    ('u', 6, 'r', 2, 'y', 3, 3, 0.0, 0.0, -1.0, -1.0, -1.0),
    ('u', 7, 'r', 2, 'y', 3, 3, null, 0.5, null, null, -1.0);
insert into rolloutdiff.feature_count values
    (1, 2, 1, 1), (1, 3, 1, 2), (1, 4, 2, 1), (1, 6, 2, 5), (1, 7, 2, 5),
    (2, 1, 1, 1), (2, 2, 1, 1), (3, 3, 1, 1), (5, 1, 1, 40);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row) values
    (1, 'r', 1, 's1', 'p1', 'say', 'one', 'f', 0), (2, 'r', 1, 's2', 'p1', 'say', 'two', 'f', 1), (3, 'r', 1, 's3', 'p1', 'say', ' ', 'f', 2),
    (4, 'r', 2, 's4', 'p2', 'tell', 'four', 'f', 3), (5, 'r', 2, 's5', 'p2', 'tell', null, 'f', 4), (6, 'r', 2, 's6', 'p3', 'y', 'six', 'f', 5);

-- case: responses of a slice that hold something, the first steps first, by hash inside a step
-- run: audit_response {"audit_id": "u", "run": "r", "slice": "x", "most": 9}
-- expect:
--   'say' | 'one'
--   'say' | 'two'
--   'tell' | 'four'
-- run: audit_response {"audit_id": "u", "run": "r", "slice": "x", "most": 1}
-- expect:
--   'say' | 'one'

-- case: another audit and run beside it; inside a step by hash, whatever the number
-- given:
insert into rolloutdiff.audit_rollout values
    ('w', 1, 'r', 1, 'x', 1, 1, 50.0, 50.0, -50.0, -60.0, -70.0), ('w', 6, 'r', 1, 'x', 1, 1, 50.0, 50.0, -50.0, -60.0, -70.0),
    ('u', 21, 's', 9, 'x', 9, 1, 51.0, 52.0, -9.0, -5.0, -6.0), ('u', 22, 's', 9, 'x', 9, 1, 53.0, 54.0, -9.0, -5.0, -6.0);
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row) values
    (21, 's', 9, 's1', 'p1', 'leaked', 'leaked', 'f', 0), (31, 'r', 3, 's1b', 'p1', 'q', 'it''s', 'f', 0);
delete from rolloutdiff.rollout where rollout_id < 4;
-- MD5: a is 0cc175..., b 92eb5f..., c 4a8a08..., d 8277e0....
insert into rolloutdiff.rollout (rollout_id, run, step, sample_id, prompt_id, prompt, response, source_file, source_row) values
    (1, 'r', 1, 'b', 'p1', 'say', 'b', 'f', 0), (2, 'r', 1, 'c', 'p1', 'say', 'c', 'f', 1), (3, 'r', 1, 'a', 'p1', 'say', 'a', 'f', 2);
update rolloutdiff.rollout set sample_id = 'd' where rollout_id = 4;
-- run: audit_response {"audit_id": "u", "run": "r", "slice": "x", "most": 9}
-- expect:
--   'say' | 'a'
--   'say' | 'c'
--   'say' | 'b'
--   'tell' | 'four'
