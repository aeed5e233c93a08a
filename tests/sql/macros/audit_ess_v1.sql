-- given:
create temp table weighted (slice varchar, w double);
insert into weighted values ('it''s', 1.0), ('it''s', 3.0), ('equal', 0.25), ('equal', 0.25), ('equal', 0.25), ('one', 7.0), ('none', null);

-- case: (1 + 3)^2 / (1 + 9), all rows where weights are equal, and one of one
-- call:
select x.slice, rolloutdiff.audit_ess_v1(x.w) from weighted as x group by x.slice order by x.slice;
-- expect:
--   'equal' | 3.0
--   'it''s' | 1.6
--   'none' | NULL
--   'one' | 1.0

-- case: rows without a weight do not count, and without rows there is none
-- call:
select rolloutdiff.audit_ess_v1(x.w) from weighted as x where x.slice in ('it''s', 'none');
-- expect:
--   1.6
-- call:
select rolloutdiff.audit_ess_v1(x.w) from weighted as x where x.slice = 'absent';
-- expect:
--   NULL
