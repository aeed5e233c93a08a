-- given:
create temp table part_file (number integer, run varchar, source_file varchar, sha256 varchar, bytes bigint, modified_ns bigint, rows bigint, rejected bigint, format varchar, evidence varchar, reward_formula varchar);
insert into part_file values
    (2, 'r "1"', 'it''s', 'ab', 12, 35, 5, 1, 'trl', 'why', 'score'),
    (1, 'r "1"', 'it''s', 'ab', 12, 34, 7, 2, 'trl', 'why', 'score'),
    (1, 'r "1"', 'a', 'cd', 3, 4, 1, 0, 'trl', 'why', 'score'),
    (2, 'q', 'it''s', null, null, null, 1, 0, 'trl', 'why', 'score');

-- case: a file of several parts is one row with their rows together, and its time is that of the first
-- run: merge_ingest
-- call:
select * from rolloutdiff.ingest;
-- expect:
--   'q' | 'it''s' | NULL | NULL | NULL | 1 | 0 | 'trl' | 'why' | 'score'
--   'r "1"' | 'a' | 'cd' | 3 | 4 | 1 | 0 | 'trl' | 'why' | 'score'
--   'r "1"' | 'it''s' | 'ab' | 12 | 34 | 12 | 3 | 'trl' | 'why' | 'score'
