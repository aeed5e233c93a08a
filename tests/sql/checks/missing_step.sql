-- given:
-- Steps alone matter here.
select 1;

-- case: every second step, none missing
-- given:
insert into rolloutdiff.analysis_step select 'a', 'it''s', 2 * x, x, 1, 1 from range(1, 6) as t(x);
-- run: missing_step {"analysis_id": "a"}
-- expect: none

-- case: usual distance 10; 30, 40 and 60 are missing
-- given:
insert into rolloutdiff.analysis_step select 'a', 'it''s', x, 1, 1, 1 from (select unnest([10, 20, 50, 70, 80, 90]) as x);
-- run: missing_step {"analysis_id": "a"}
-- expect:
--   'it''s' | 'missing_step' | 'note' | 3 | [30, 60] | 'Steps are missing among those logged every 10: a change inside a gap is dated to the first step after it.'

-- case: another analysis does not count
-- given:
insert into rolloutdiff.analysis_step select 'b', 'it''s', x, 1, 1, 1 from (select unnest([1, 2, 9]) as x);
-- run: missing_step {"analysis_id": "a"}
-- expect: none
