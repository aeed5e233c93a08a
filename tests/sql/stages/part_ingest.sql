-- given:
insert into rolloutdiff.ingest values
    ('s', 'f', null, null, null, 1, 0, 'table', 'why', 'score'), ('r "1"', 'it''s', 'ab', 12, 34, 5, 6, 'trl', 'why', 'score');

-- case: every column behind the number of the part, by run and file
-- run: part_ingest {"number": 3}
-- expect:
--   3 | 'r "1"' | 'it''s' | 'ab' | 12 | 34 | 5 | 6 | 'trl' | 'why' | 'score'
--   3 | 's' | 'f' | NULL | NULL | NULL | 1 | 0 | 'table' | 'why' | 'score'
