-- given:
insert into rolloutdiff.coverage select 'e', 'r', 'c' || t.x, s.x, 1 from range(199) as t(x), range(2) as s(x);

-- case: all columns were kept, and no text was found to have an unmarked turn
-- given:
insert into rolloutdiff.integrity values ('o', 'r', 'turns_unmarked', 'warning', 1, 1, 1, 1, '', null), ('e', 'r', 'short_run', 'warning', 1, 1, 1, 1, '', null);
-- run: carry_checks {"earlier": "e", "last_step": 7}
-- expect:
--   7 | 7

-- case: columns may have been left out, and texts have unmarked turns
-- given:
insert into rolloutdiff.coverage values ('e', 'r', 'last', 1, 1);
insert into rolloutdiff.integrity values ('e', 'r', 'turns_unmarked', 'warning', 1, 1, 1, 1, '', null);
-- run: carry_checks {"earlier": "e", "last_step": 7}
-- expect:
--   NULL | NULL

-- case: an earlier analysis without columns
-- run: carry_checks {"earlier": "it's", "last_step": 7}
-- expect:
--   NULL | 7
