-- given:
insert into rolloutdiff.rejected_row values ('r', 'g', 1, null, null, 'late'), (null, 'f', 3, 'step', 'it''s', 'bad'), ('r', 'f', 2, null, null, 'first');

-- case: every column, by file and row
-- run: part_rejected
-- expect:
--   'r' | 'f' | 2 | NULL | NULL | 'first'
--   NULL | 'f' | 3 | 'step' | 'it''s' | 'bad'
--   'r' | 'g' | 1 | NULL | NULL | 'late'
