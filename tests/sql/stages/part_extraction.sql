-- given:
insert into rolloutdiff.extraction values (9, 'x', 'ok', null, [], []), (7, 'x', 'it''s', 'a word', ['ast:a', 'ast:b'], [1, 2]);

-- case: every column, in order of the number
-- run: part_extraction
-- expect:
--   7 | 'x' | 'it''s' | 'a word' | ['ast:a', 'ast:b'] | [1, 2]
--   9 | 'x' | 'ok' | NULL | [] | []
