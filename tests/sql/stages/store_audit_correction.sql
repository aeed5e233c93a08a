-- given:
create temp table correction_row (
    slice varchar, place integer, span varchar, kind varchar, feature_id integer, other_id integer, premium double, reason varchar
);
insert into correction_row values
    ('it''s', 2, 'onset', 'cooc', 3, 4, -0.25, null), ('it''s', 1, 'onset', 'single', 9, null, 0.5, null),
    ('all', 1, 'run', null, null, null, null, 'nothing_paid');
insert into rolloutdiff.audit_correction (audit_id, run, slice, place, span) values ('other', 'r "1"', 'all', 1, 'qa');

-- case: terms are kept by slice and place, a slice without terms with its reason
-- run: store_audit_correction {"audit_id": "a", "run": "r \"1\""}
-- call:
select * from rolloutdiff.audit_correction;
-- expect:
--   'other' | 'r "1"' | 'all' | 1 | 'qa' | NULL | NULL | NULL | NULL | NULL
--   'a' | 'r "1"' | 'all' | 1 | 'run' | NULL | NULL | NULL | NULL | 'nothing_paid'
--   'a' | 'r "1"' | 'it''s' | 1 | 'onset' | 'single' | 9 | NULL | 0.5 | NULL
--   'a' | 'r "1"' | 'it''s' | 2 | 'onset' | 'cooc' | 3 | 4 | -0.25 | NULL
