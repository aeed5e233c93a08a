-- given:
create temp table weighted (slice varchar, w double, y double);
insert into weighted values
    ('it''s', 1.0, 0.0), ('it''s', 3.0, 1.0), ('equal', 0.25, 0.0), ('equal', 0.25, 1.0), ('equal', 0.25, 8.0),
    ('part', 2.0, -1.0), ('part', 6.0, 1.0), ('part', 100.0, null), ('part', null, 7.0), ('none', 1.0, null);

-- case: (1 * 0 + 3 * 1) / 4; the mean where weights are equal; rows without a weight or a value are left out
-- call:
select x.slice, rolloutdiff.audit_snips_v1(x.w, x.y) from weighted as x group by x.slice order by x.slice;
-- expect:
--   'equal' | 3.0
--   'it''s' | 0.75
--   'none' | NULL
--   'part' | 0.5

-- case: a factor of all weights changes nothing
-- call:
select rolloutdiff.audit_snips_v1(1024 * x.w, x.y), rolloutdiff.audit_snips_v1(x.w / 1024, x.y) from weighted as x where x.slice = 'it''s';
-- expect:
--   0.75 | 0.75

-- case: without rows there is no value
-- call:
select rolloutdiff.audit_snips_v1(x.w, x.y) from weighted as x where x.slice = 'absent';
-- expect:
--   NULL
