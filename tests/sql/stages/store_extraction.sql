-- given:
create temp table repeated_text as
select * from (values (4::bigint, 3::bigint), (2, 1), (12, 9)) as t(rollout_id, first_rollout);
insert into rolloutdiff.extraction values
    (1, 'x2', 'ok', 'it''s', ['ast:a'], [2]), (3, 'x2', 'no_code', null, [], []), (9, 'x1', 'other', null, [], []);

-- case: every rollout of a text that was read gets the extraction of the first, in order
-- run: store_extraction {"after": 0, "last": 3}
-- call:
select * from rolloutdiff.extraction;
-- expect:
--   1 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   3 | 'x2' | 'no_code' | NULL | [] | []
--   9 | 'x1' | 'other' | NULL | [] | []
--   2 | 'x2' | 'ok' | 'it''s' | ['ast:a'] | [2]
--   4 | 'x2' | 'no_code' | NULL | [] | []

-- case: texts read before are not given again
-- run: store_extraction {"after": 3, "last": 9}
-- call:
select e.rollout_id from rolloutdiff.extraction as e;
-- expect:
--   1
--   3
--   9
--   12
