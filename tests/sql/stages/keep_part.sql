-- given: create_staging
-- given:
insert into staged_row (source_file, source_row, reject_reason) select 'it''s', i, case when i = 4 then 'bad' end from range(7) as t(i);
insert into staged_row (source_file, source_row) values ('other', 0), ('other', 1);

-- case: rows from the beginning of a part to that of the next; those of other files stay
-- run: keep_part {"file": "it's", "low": 250000, "high": 600000}
-- call:
select source_file, source_row from staged_row order by all;
-- expect:
--   'it''s' | 2
--   'it''s' | 3
--   'it''s' | 4
--   'other' | 0
--   'other' | 1

-- case: the parts before and behind it hold the rest: 1/7 is 0.142857, 5/7 is 0.714285
-- run: keep_part {"file": "it's", "low": 0, "high": 250000}
-- call:
select source_row from staged_row where source_file = 'it''s' order by all;
-- expect:
--   0
--   1

-- case: the last part has the last row
-- run: keep_part {"file": "it's", "low": 600000, "high": 1000000}
-- call:
select source_row from staged_row where source_file = 'it''s' order by all;
-- expect:
--   5
--   6
