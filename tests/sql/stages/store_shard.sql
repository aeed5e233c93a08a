-- given:
insert into rolloutdiff.shard values ('it''s', 'old', 1, 9), ('other', 'cd', 1, 2);

-- case: in place of what was recorded of a run; others stay
-- run: store_shard {"runs": ["it's", "new"], "dump": "ab", "number": 2, "shards": 4}
-- call:
select * from rolloutdiff.shard order by run;
-- expect:
--   'it''s' | 'ab' | 2 | 4
--   'new' | 'ab' | 2 | 4
--   'other' | 'cd' | 1 | 2
