-- given:
create temp table lexical_member (rollout_id bigint, place bigint);
insert into lexical_member values (1, 1), (2, 2), (3, 4294967299), (4, 4294967300), (9, 9);
create temp table lexical_text (chunk bigint, place bigint, words varchar);
insert into rolloutdiff.extraction values
    (1, 'x', 'ok', 'It''s x_1' || chr(1) || 'IT', [], []), (2, 'x', 'ok', '!?', [], []), (3, 'x', 'ok', 'Été it', [], []), (4, 'x', 'ok', 'it', [], []),
    (9, 'x', 'ok', 'later', [], []);

-- case: words in lower case, boundaries kept
-- run: lexical_read {"chunk": 0, "first_rollout": 1, "last_rollout": 4}
-- call:
select chunk, place, coalesce(replace(words, chr(1), '|'), '') from lexical_text order by place;
-- expect:
--   0 | 1 | 'it s x_1 | it'
--   0 | 2 | ''
--   0 | 4294967299 | 'été it'
--   0 | 4294967300 | 'it'
