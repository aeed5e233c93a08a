-- case: no part of a dump
-- run: known_shard
-- expect: none

-- case: several runs of one part are one row
-- given:
insert into rolloutdiff.shard values ('r "1"', 'ab', 2, 4), ('s', 'ab', 2, 4);
-- run: known_shard
-- expect:
--   'ab' | 2 | 4
