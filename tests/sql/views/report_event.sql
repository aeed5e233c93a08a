-- given:
insert into rolloutdiff.analysis values
    ('a', '{}', 's', 'i', '0.1.0', '[]', 'calibrated', 'score', 'keep', true),
    ('half', '{}', 's', 'i', '0.1.0', '[]', 'original', 'score', 'keep', false);
insert into rolloutdiff.feature values
    (1, 'a', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0),
    (2, 'a', 'shape', 'continuous', 'shape:chars', 'characters', 1, 3, 'fixed', 0),
    (3, 'half', 'lexical', 'binary', 'lex:it''s', 'share', 1, 3, 'vocabulary', 0);
insert into rolloutdiff.event values
    ('a', 'run "x"', 'z', 1, 'says "it''s"', 10, 12, 'rise', 2, 1),
    ('a', 'run "x"', 'z', 2, 'length', 10, 12, 'fall', 1, 2),
    ('half', 'r', 'z', 1, 'hidden', 10, 12, 'rise', 1, 3);

-- case: the strongest member by name, of complete analyses
-- call:
select * from rolloutdiff.report_event order by event_rank;
-- expect:
--   'a' | 'run "x"' | 'z' | 1 | 'says "it''s"' | 10 | 12 | 'rise' | 2 | 'lex:it''s' | 'lexical' | NULL
--   'a' | 'run "x"' | 'z' | 2 | 'length' | 10 | 12 | 'fall' | 1 | 'shape:chars' | 'shape' | NULL
