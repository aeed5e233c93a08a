-- given:
create temp table text_length (run varchar, step bigint, rows bigint, chars bigint, longest bigint, told bigint, cut bigint);

-- case: two of three have the greatest length; one of it in a step may be chance
-- given:
insert into text_length values ('it''s', 1, 3, 300, 2, 0, 0), ('it''s', 2, 2, 300, 1, 0, 0), ('it''s', 3, 2, null, 0, 0, 0), ('it''s', 4, 2, 299, 2, 0, 0);
-- run: length_cap
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 2 | [1] | '67% of the completions of these steps have the greatest length of the run, as a limit makes it: they lack their end, code in them may not parse, and lengths cannot rise further.'

-- case: equal short answers are no cap
-- given:
insert into text_length values ('it''s', 1, 2, 199, 2, 0, 0);
-- run: length_cap
-- expect: none

-- case: the word of the trainer counts, not the length
-- given:
insert into text_length values ('it''s', 1, 3, 300, 2, 3, 0), ('it''s', 2, 2, 300, 1, 2, 1);
-- run: length_cap
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 1 | [2] | '50% of the completions of these steps are cut off at the limit of their length: they lack their end, code in them may not parse, and lengths cannot rise further.'

-- case: the trainer says it in some steps only, below a quarter is nothing
-- given:
insert into text_length values ('it''s', 1, 3, 300, 2, 2, 1), ('it''s', 2, 2, 300, 2, 0, 0), ('it''s', 3, 5, 300, 5, 5, 1), ('r', 1, 2, 400, 1, 0, 0);
-- run: length_cap
-- expect:
--   'it''s' | 'length_cap' | 'warning' | 1 | [1] | '33% of the completions of these steps are cut off at the limit of their length: they lack their end, code in them may not parse, and lengths cannot rise further.'
