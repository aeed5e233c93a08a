-- given:
create temp table prose as select * from (values (7, 'It''s it'), (4294967299, 'Été')) as t(place, prose);
insert into rolloutdiff.extraction values (1, 'x', 'ok', 'before', [], []);

-- case: the prose of this batch alone
-- run: words_start
-- run: lexical_read {"chunk": 0, "first_rollout": 0, "last_rollout": 9223372036854775807}
-- call:
select * from lexical_text order by place;
-- expect:
--   0 | 7 | 'it s it'
--   0 | 4294967299 | 'été'
-- run: words_start
-- call:
select count(*) from lexical_text;
-- expect:
--   0
