-- given:
create temp table slope_row (
    slice varchar, feature_id integer, step bigint, slope double, se double, z double, prompts bigint, weight double
);
insert into slope_row values
    ('it''s', 2, 10, 0.125, 0.5, 0.25, 3, 4.5),
    ('it''s', 1, 20, null, null, null, 1, 0.0),
    ('it''s', 1, 9, -2.0, 1.0, -2.0, 7, 8.0),
    ('all', 3, 30, 1.0, null, null, 1, 2.0);
insert into rolloutdiff.audit_premium_series values ('other', 'r "1"', 'all', 3, 30, 9.0, 9.0, 9.0, 9, 9.0);

-- case: rows are kept by slice, feature and step, beside those of another audit
-- run: store_audit_series {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_premium_series;
-- expect:
--   'other' | 'r "1"' | 'all' | 3 | 30 | 9.0 | 9.0 | 9.0 | 9 | 9.0
--   'a' | 'r "1"' | 'all' | 3 | 30 | 1.0 | NULL | NULL | 1 | 2.0
--   'a' | 'r "1"' | 'it''s' | 1 | 9 | -2.0 | 1.0 | -2.0 | 7 | 8.0
--   'a' | 'r "1"' | 'it''s' | 1 | 20 | NULL | NULL | NULL | 1 | 0.0
--   'a' | 'r "1"' | 'it''s' | 2 | 10 | 0.125 | 0.5 | 0.25 | 3 | 4.5

-- case: a run without a series leaves nothing
-- given:
delete from slope_row;
-- run: store_audit_series {"audit_id": "a", "run": "r"}
-- call:
select x.audit_id from rolloutdiff.audit_premium_series as x;
-- expect:
--   'other'
